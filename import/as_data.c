/* Objects in data sections, with their initial values (GNU as, "Pseudo Ops"). */
#include "import/as.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 16, MOST_ELEMENTS = 4096, POINTER = 8 };

typedef struct object {
    cm_as_code *c;
    const char *symbol;
    const cm_as_statement *at; /* where it is defined, or who names it */
    uint8_t *bytes;
    const char **addresses; /* by byte: what the pointer there leads to, or NULL */
    size_t size;
    unsigned element; /* bytes of its narrowest datum; 0: none is known */
    bool has_address;
} object;

/* ---- names ---------------------------------------------------------------------------- */

/* A name that a test may have: no dots, and no register's. */
static const char *name_in_test(const cm_as_code *c, const char *symbol)
{
    unsigned bits;
    char *name = cm_arena_text(c->work->arena, symbol + strspn(symbol, "."),
                               strlen(symbol + strspn(symbol, ".")));
    for (char *at = name; *at; at++)
        *at = *at == '.' || *at == '$' ? '_' : *at;
    const cm_isa *isa = cm_isa_for(c->file->set->arch);
    bool taken = !*name || isa->register_name(c->work->arena, name, &bits);
    return taken ? cm_arena_printf(c->work->arena, "%s_", name) : name;
}

/* ---- values ---------------------------------------------------------------------------- */

static void grow(object *o, const cm_as_statement *s, uint64_t more)
{
    if (more > MOST_BYTES - o->size)
        cm_as_fail(o->c, s, "`%s` is larger than %d bytes, expected a smaller object", o->symbol,
                   MOST_BYTES);
    o->size += more;
}

static void narrow(object *o, unsigned bytes)
{
    if (o->element == 0 || bytes < o->element)
        o->element = bytes;
}

static void add_datum(object *o, const cm_as_statement *s, const char *text, unsigned bytes)
{
    char *end;
    size_t at = o->size;
    bool is_number = *text == '-' || isdigit((unsigned char)*text);
    uint64_t value = is_number ? strtoull(text, &end, 0) : 0;
    if (is_number ? *end != '\0' : bytes != POINTER)
        cm_as_fail(o->c, s,
                   "`%s` is a part of an address, or computed: not supported, expected a "
                   "number or an address of 8 bytes",
                   text);
    grow(o, s, bytes);
    narrow(o, bytes);
    if (!is_number) {
        int64_t offset;
        const char *name = cm_as_symbol(o->c, s, text, &offset);
        o->addresses[at] =
            offset ? cm_arena_printf(o->c->work->arena, "%s%+lld", name, (long long)offset) : name;
        o->has_address = true;
    }
    for (unsigned i = 0; is_number && i < bytes; i++)
        o->bytes[at + i] = (uint8_t)(value >> 8 * i);
}

static const struct {
    const char *directive;
    unsigned bytes;
} widths[] = {{".byte", 1},  {".short", 2}, {".2byte", 2}, {".hword", 2}, {".half", 2},
              {".word", 4},  {".long", 4},  {".4byte", 4}, {".int", 4},   {".quad", 8},
              {".8byte", 8}, {".xword", 8}, {".dword", 8}};

/* False: the directive is none of a datum, and the object has ended. */
static bool add_directive(object *o, const cm_as_statement *s)
{
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++) {
        if (strcmp(s->word, widths[i].directive) != 0)
            continue;
        cm_as_operands all = cm_as_split(o->c, s);
        for (int k = 0; k < all.count; k++)
            add_datum(o, s, all.items[k], widths[i].bytes);
        return true;
    }
    bool zeros = strcmp(s->word, ".zero") == 0 || strcmp(s->word, ".skip") == 0 ||
                 strcmp(s->word, ".space") == 0;
    if (!zeros)
        return false;
    if (strchr(s->rest, ',') || !isdigit((unsigned char)*s->rest))
        cm_as_fail(o->c, s, "`%s %s` is not supported, expected a number of bytes", s->word,
                   s->rest);
    grow(o, s, strtoull(s->rest, NULL, 0));
    return true;
}

/* Is it one of these directives, of the symbol: `.comm x,4,4`? */
static bool is_of_symbol(const object *o, const cm_as_statement *s, const char *const *words)
{
    size_t length = strlen(o->symbol);
    for (; *words; words++)
        if (s->kind == CM_AS_DIRECTIVE && strcmp(s->word, *words) == 0 &&
            strncmp(s->rest, o->symbol, length) == 0 && !cm_as_is_name_char(s->rest[length]))
            return true;
    return false;
}

/* What a directive is that holds no datum of the object. */
static const struct {
    const char *directive;
    bool ends; /* the object */
} others[] = {{".size", false},   {".type", false},      {".globl", false},  {".global", false},
              {".hidden", false}, {".local", false},     {".weak", false},   {".align", true},
              {".p2align", true}, {".balign", true},     {".section", true}, {".text", true},
              {".data", true},    {".bss", true},        {".comm", true},    {".ident", true},
              {".addrsig", true}, {".addrsig_sym", true}};

static bool ends(const object *o, const cm_as_statement *s)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(s->word, others[i].directive) == 0)
            return others[i].ends;
    cm_as_fail(o->c, s, "`%s` in `%s` is not supported, expected numbers and addresses", s->word,
               o->symbol);
}

static void read_object(object *o, int label)
{
    const cm_as_file *file = o->c->file;
    for (int i = label + 1; i < file->count; i++) {
        const cm_as_statement *s = &file->statements[i];
        if (s->kind == CM_AS_LABEL && o->size == 0)
            cm_as_fail(o->c, s, "`%s` and `%s` are one object: not supported, expected one name",
                       o->symbol, s->word);
        if (s->kind == CM_AS_INSTRUCTION)
            cm_as_fail(o->c, s, "`%s` is code: not supported, expected the address of data",
                       o->symbol);
        if (s->kind == CM_AS_LABEL || (!add_directive(o, s) && ends(o, s)))
            return;
    }
}

/* False: the file does not define it. */
static bool find_object(object *o)
{
    static const char *const commons[] = {".comm", NULL};
    static const char *const aliases[] = {".set", ".equ", ".equiv", ".weakref", ".symver", NULL};
    const cm_as_file *file = o->c->file;
    for (int i = 0; i < file->count; i++) {
        const cm_as_statement *s = &file->statements[i];
        if (is_of_symbol(o, s, aliases))
            cm_as_fail(
                o->c, s, "`%s` is another name of something: not supported, expected an object%s",
                o->symbol, *o->symbol == '.' ? ", or code compiled with -fno-section-anchors" : "");
        if (is_of_symbol(o, s, commons)) {
            o->at = s;
            grow(o, s,
                 strtoull(s->rest + strlen(o->symbol) + (s->rest[strlen(o->symbol)] != '\0'), NULL,
                          0));
            return true;
        }
        if (s->kind == CM_AS_LABEL && strcmp(s->word, o->symbol) == 0) {
            o->at = s;
            read_object(o, i);
            return true;
        }
    }
    return false;
}

/* ---- as an item of the initial state ------------------------------------------------------ */

static void add_element(cm_text *text, const object *o, size_t at)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < o->element; i++)
        value |= (uint64_t)o->bytes[at + i] << 8 * i;
    unsigned shift = 64 - 8 * o->element;
    if (o->addresses[at])
        cm_text_add(text, o->addresses[at]);
    else
        cm_text_append(text, "%lld", (long long)((int64_t)(value << shift) >> shift));
}

static const char *item_of(object *o, const char *name)
{
    static const char *const types[] = {"int8_t", "int16_t", NULL, "int",
                                        NULL,     NULL,      NULL, "int64_t"};
    cm_text text;
    cm_text_init(&text, o->c->work->arena);
    for (unsigned wide = 8; o->element == 0; wide /= 2)
        if (o->size % wide == 0 && (wide < 8 || o->size > 4))
            o->element = wide;
    if (o->has_address)
        o->element = POINTER;
    size_t count = o->size / o->element;
    if (o->size % o->element || count > MOST_ELEMENTS)
        cm_as_fail(o->c, o->at, "`%s` has %zu bytes, expected at most %d parts of %u bytes",
                   o->symbol, o->size, MOST_ELEMENTS, o->element);
    cm_text_append(&text, "%s %s", types[o->element - 1], name);
    if (count > 1)
        cm_text_append(&text, "[%zu]", count);
    cm_text_add(&text, count > 1 ? "={" : "=");
    for (size_t i = 0; i < count; i++) {
        cm_text_add(&text, i > 0 ? "," : "");
        add_element(&text, o, i * o->element);
    }
    cm_text_add(&text, count > 1 ? "}" : "");
    return text.data;
}

const char *cm_as_declare(cm_as_code *c, const cm_as_statement *s, const char *symbol)
{
    cm_as_thread *t = &c->thread;
    const char *name = name_in_test(c, symbol);
    for (int i = 0; i < t->item_count; i++)
        if (strcmp(t->items[i].name, name) == 0)
            return name;
    if (cm_as_find_function(c->file, symbol))
        cm_as_fail(c, s, "`%s` is a function: not supported, expected the address of data", symbol);
    CM_RESERVE(c->work->arena, t->items, t->item_count, t->item_capacity);
    int own = t->item_count++; /* pointers may lead back to it */
    t->items[own] = (cm_import_item){name, name, false};
    object o = {.c = c, .symbol = symbol, .at = s};
    o.bytes = CM_NEW_ARRAY(c->work->arena, MOST_BYTES + POINTER, uint8_t);
    o.addresses = CM_NEW_ARRAY(c->work->arena, MOST_BYTES + POINTER, const char *);
    if (!find_object(&o)) {
        if (*symbol == '.')
            cm_as_fail(c, s, "`%s` is defined nowhere in the file, expected a label of data",
                       symbol);
        t->undefined = t->undefined ? t->undefined : symbol;
        return name;
    }
    if (o.size == 0)
        cm_as_fail(c, o.at, "`%s` has no bytes, expected an object with a size", symbol);
    if (c->file->set->reach > 0 && o.size > c->file->set->reach)
        cm_as_fail(c, o.at, "`%s` has %zu bytes, expected at most %llu", symbol, o.size,
                   c->file->set->reach);
    t->items[own].text = item_of(&o, name);
    return name;
}
