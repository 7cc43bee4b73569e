/* Objects in data sections, with their initial values (GNU as, "Pseudo Ops"). */
#include "import/as.h"
#include "import/data.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ELEMENTS = 4096, DISTANCE = 4 };

typedef struct object {
    cm_as_code *c;
    const char *symbol;
    const cm_as_statement *at; /* where it is defined, or who names it */
    cm_data data;
    struct member *members;
    int member_count, member_capacity;
} object;

/* An object by whose distance a table names it, `.long .L.str-table`: it stands behind the table,
 * in the same location of the test. Compilers make such tables of constants only. */
typedef struct member {
    const char *symbol;
    size_t at; /* where the distance is */
} member;

/* ---- names ---------------------------------------------------------------------------- */

/* A name that a test may have: no dots, and no register's. */
static const char *name_in_test(const cm_as_code *c, const char *symbol, bool own)
{
    unsigned bits;
    char *name = cm_arena_text(c->work->arena, symbol + strspn(symbol, "."),
                               strlen(symbol + strspn(symbol, ".")));
    for (char *at = name; *at; at++)
        *at = *at == '.' || *at == '$' ? '_' : *at;
    if (own || (*symbol == '.' && c->request->units))
        return cm_arena_printf(c->work->arena, "%s_P%d", name, c->request->id);
    const cm_isa *isa = cm_isa_for(c->file->set->arch);
    bool half = c->file->set == &cm_as_x86 && *name && strchr("abcd", *name) &&
                strcmp(name + 1, "h") == 0; /* AH is a part of a register */
    bool taken = !*name || half || isa->register_name(c->work->arena, name, &bits);
    return taken ? cm_arena_printf(c->work->arena, "%s_", name) : name;
}

/* ---- values ---------------------------------------------------------------------------- */

static bool add_distance(object *o, const cm_as_statement *s, const char *text, unsigned bytes)
{
    cm_arena *arena = o->c->work->arena;
    const cm_as_file *file = o->c->file;
    size_t length = strcspn(text, "-");
    if (!text[length] || strcmp(text + length + 1, o->symbol) != 0 || bytes != DISTANCE)
        return false;
    const char *symbol = cm_arena_text(arena, text, length);
    for (int i = 0; i < file->count; i++)
        if (file->statements[i].kind == CM_AS_INSTRUCTION &&
            cm_as_has_name(file->statements[i].rest, symbol))
            cm_as_fail(o->c, s,
                       "`%s` is in a table of distances, and an instruction names it, which is not "
                       "supported, expected one of these",
                       symbol);
    CM_PUSH(arena, o->members, o->member_count, o->member_capacity, (member){symbol, o->data.size});
    cm_data_grow(&o->data, DISTANCE, s->place);
    cm_data_narrow(&o->data, DISTANCE);
    return true;
}

static void add_datum(object *o, const cm_as_statement *s, const char *text, unsigned bytes)
{
    int64_t offset;
    size_t at = o->data.size;
    cm_as_entry e;
    bool code = cm_as_read_entry(o->c->file, text, &e) && !cm_as_find_function(o->c->file, text);
    if (code && (!e.base || strcmp(e.base, o->symbol) == 0))
        text = cm_arena_printf(o->c->work->arena, "%lld", (long long)e.value);
    else if (add_distance(o, s, text, bytes))
        return;
    cm_datum kind = cm_data_add(&o->data, text, bytes, s->place);
    if (kind == CM_DATUM_OTHER)
        cm_as_fail(o->c, s,
                   "`%s` is a part of an address, or computed, which is not supported, expected a "
                   "number or an address of 8 bytes",
                   text);
    if (kind == CM_DATUM_NUMBER)
        return;
    const char *name = cm_as_symbol(o->c, s, text, false, &offset);
    o->data.addresses[at] =
        offset ? cm_arena_printf(o->c->work->arena, "%s%+lld", name, (long long)offset) : name;
}

unsigned cm_as_width(const cm_as_set *set, const char *directive)
{
    static const struct {
        const char *directive;
        unsigned bytes;
    } widths[] = {{".hword", 2}, {".half", 2}, {".value", 2}, {".xword", 8}, {".dword", 8}};
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (strcmp(directive, widths[i].directive) == 0)
            return widths[i].bytes;
    return strcmp(directive, ".word") == 0 ? set->word : cm_data_width(directive);
}

/* The character that the text begins with, as escaped (GNU as, "Strings"); gives what follows, and
 * NULL where the text ends, or the escape is none that compilers write. */
static const char *take_character(const char *at, uint8_t *byte)
{
    static const char letters[] = "bfnrt\\\"", bytes[] = "\b\f\n\r\t\\\"";
    enum { OCTAL = 3 };
    unsigned value = 0;
    int digits = 0;
    *byte = (uint8_t)*at;
    if (*at != '\\')
        return *at ? at + 1 : NULL;
    at++;
    for (; digits < OCTAL && *at >= '0' && *at <= '7'; digits++)
        value = value * 8 + (unsigned)(*at++ - '0');
    const char *letter = digits == 0 && *at ? strchr(letters, *at) : NULL;
    *byte = letter ? (uint8_t)bytes[letter - letters] : (uint8_t)value;
    return letter ? at + 1 : digits > 0 ? at : NULL;
}

/* Adds the string in quotes that the text begins with; gives what stands behind it. */
static const char *add_string(object *o, const cm_as_statement *s, const char *at)
{
    at = *at == '"' ? at + 1 : NULL;
    while (at && *at != '"') {
        cm_data_grow(&o->data, 1, s->place);
        at = take_character(at, &o->data.bytes[o->data.size - 1]);
    }
    at = at ? at + 1 + strspn(at + 1, " ") : NULL;
    if (!at || (*at && *at != ','))
        cm_as_fail(o->c, s, "`%s %s` is not supported, expected strings in quotes", s->word,
                   s->rest);
    return at;
}

/* Adds what a directive such as `.string "a", "b"` has. False: it is another directive. */
static bool add_strings(object *o, const cm_as_statement *s)
{
    static const char *const words[] = {".ascii", ".asciz", ".string"};
    if (!cm_word_listed(words, sizeof words / sizeof *words, s->word))
        return false;
    for (const char *at = s->rest; at; at = *at ? at + 1 : NULL) {
        at = add_string(o, s, at + strspn(at, " "));
        cm_data_grow(&o->data, strcmp(s->word, words[0]) != 0, s->place);
        cm_data_narrow(&o->data, 1);
    }
    return true;
}

/* False: the directive is none of a datum, and the object has ended. */
static bool add_directive(object *o, const cm_as_statement *s)
{
    unsigned bytes = cm_as_width(o->c->file->set, s->word);
    if (add_strings(o, s))
        return true;
    if (bytes > 0) {
        cm_as_operands all = cm_as_split(o->c, s);
        for (int i = 0; i < all.count; i++)
            add_datum(o, s, all.items[i], bytes);
        return true;
    }
    bool zeros = strcmp(s->word, ".zero") == 0 || strcmp(s->word, ".skip") == 0 ||
                 strcmp(s->word, ".space") == 0;
    if (!zeros)
        return false;
    if (strchr(s->rest, ',') || !isdigit((unsigned char)*s->rest))
        cm_as_fail(o->c, s, "`%s %s` is not supported, expected a number of bytes", s->word,
                   s->rest);
    cm_data_grow(&o->data, strtoull(s->rest, NULL, 0), s->place);
    return true;
}

/* Is it one of these directives, of the symbol: `.comm x,4,4`? */
static bool is_of_symbol(const object *o, const cm_as_statement *s, const char *const *words)
{
    while (*words && !cm_as_is_about(s, *words, o->symbol))
        words++;
    return *words != NULL;
}

/* Directives that hold no datum of the object. */
static const struct {
    const char *directive;
    bool ends; /* the object */
} others[] = {{".size", false},   {".type", false},       {".globl", false},  {".global", false},
              {".hidden", false}, {".local", false},      {".weak", false},   {".align", true},
              {".p2align", true}, {".balign", true},      {".section", true}, {".text", true},
              {".data", true},    {".bss", true},         {".comm", true},    {".ident", true},
              {".addrsig", true}, {".addrsig_sym", true}, {".set", true}};

static bool ends(const object *o, const cm_as_statement *s)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(s->word, others[i].directive) == 0)
            return others[i].ends;
    if (strncmp(s->word, ".cfi_", 5) == 0)
        return false;
    cm_as_fail(o->c, s, "`%s` in `%s` is not supported, expected numbers and addresses", s->word,
               o->symbol);
}

static void read_object(object *o, int label)
{
    const cm_as_file *file = o->c->file;
    size_t begin = o->data.size;
    for (int i = label + 1; i < file->count; i++) {
        const cm_as_statement *s = &file->statements[i];
        if (s->kind == CM_AS_LABEL && o->data.size == begin)
            cm_as_fail(o->c, s,
                       "`%s` and `%s` are one object, which is not supported, expected one name",
                       o->symbol, s->word);
        if (s->kind == CM_AS_INSTRUCTION)
            cm_as_fail(o->c, s,
                       "`%s` is code, which is not supported, expected the address of data",
                       o->symbol);
        if (s->kind == CM_AS_LABEL || (!add_directive(o, s) && ends(o, s)))
            return;
    }
}

/* -1: the file has no such label. */
static int find_label(const cm_as_file *file, const char *symbol)
{
    for (int i = 0; i < file->count; i++)
        if (file->statements[i].kind == CM_AS_LABEL &&
            strcmp(file->statements[i].word, symbol) == 0)
            return i;
    return -1;
}

/* Adds what stands behind a table of distances. */
static void add_members(object *o)
{
    for (int i = 0; i < o->member_count; i++) {
        int label = find_label(o->c->file, o->members[i].symbol);
        if (label < 0)
            cm_as_fail(o->c, o->at, "`%s` is defined nowhere in the file, expected a label of data",
                       o->members[i].symbol);
        cm_data_grow(&o->data, -o->data.size % CM_DATA_POINTER, o->at->place);
        size_t distance = o->data.size;
        read_object(o, label);
        for (int k = 0; k < DISTANCE; k++)
            o->data.bytes[o->members[i].at + (size_t)k] = (uint8_t)(distance >> 8 * k);
    }
}

/* The bytes that `.size x,4` says, of which some may be left to the next object; or all there are.
 */
static void cut_to_size(object *o)
{
    for (int i = 0; i < o->c->file->count; i++) {
        const cm_as_statement *s = &o->c->file->statements[i];
        const char *size = s->rest + strlen(o->symbol);
        if (!cm_as_is_about(s, ".size", o->symbol))
            continue;
        uint64_t said = strtoull(size + strspn(size, ", "), NULL, 0);
        o->data.size = said > 0 && said < o->data.size ? said : o->data.size;
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
                o->c, s,
                "`%s` is another name of something, which is not supported, expected an object",
                o->symbol);
        if (is_of_symbol(o, s, commons)) {
            o->at = s;
            const char *size = s->rest + strlen(o->symbol);
            cm_data_grow(&o->data, strtoull(size + (*size != '\0'), NULL, 0), s->place);
            return true;
        }
    }
    int label = find_label(file, o->symbol);
    if (label < 0)
        return false;
    o->at = &file->statements[label];
    read_object(o, label);
    add_members(o);
    cut_to_size(o);
    return true;
}

/* ---- as an item of the initial state ------------------------------------------------------ */

static const char *item_of(object *o, const char *name)
{
    cm_data *d = &o->data;
    for (unsigned wide = 8; d->element == 0; wide /= 2)
        if (d->size % wide == 0 && (wide < 8 || d->size > 4))
            d->element = wide;
    if (d->has_address)
        d->element = CM_DATA_POINTER;
    if (d->size % d->element || d->size / d->element > MOST_ELEMENTS)
        cm_as_fail(o->c, o->at, "`%s` has %zu bytes, expected at most %d parts of %u bytes",
                   o->symbol, d->size, MOST_ELEMENTS, d->element);
    return cm_data_declaration(d, name);
}

/* ---- section anchors ------------------------------------------------------------------------ */

/* `.set .LANCHOR0,. + 8` names a place in a section, from which gcc computes the addresses of the
 * objects behind: all of these are one piece of memory. */
static bool is_anchor(const cm_as_statement *s, int64_t *distance)
{
    static const char here[] = ",. + ";
    const char *at =
        s->kind == CM_AS_DIRECTIVE && strcmp(s->word, ".set") == 0 ? strstr(s->rest, here) : NULL;
    if (at)
        *distance = strtoll(at + strlen(here), NULL, 0);
    return at != NULL;
}

static bool ends_section(const cm_as_statement *s)
{
    static const char *const words[] = {".section", ".text", ".data", ".bss", ".ident"};
    return s->kind == CM_AS_INSTRUCTION ||
           (s->kind == CM_AS_DIRECTIVE &&
            cm_word_listed(words, sizeof words / sizeof *words, s->word));
}

/* The first object behind an anchor at or before the statement, in its section; -1: there is none.
 */
static int first_of_piece(const cm_as_file *file, int statement)
{
    int64_t distance;
    int i = statement;
    while (i >= 0 && !ends_section(&file->statements[i]) &&
           !is_anchor(&file->statements[i], &distance))
        i--;
    if (statement < 0 || i < 0 || ends_section(&file->statements[i]))
        return -1;
    while (i < file->count && file->statements[i].kind != CM_AS_LABEL)
        i++;
    return i < file->count ? i : -1;
}

/* Is another object behind it in the same piece of memory? */
static bool is_followed(const cm_as_file *file, const char *symbol)
{
    int label = find_label(file, symbol), i = label + 1;
    while (i < file->count && file->statements[i].kind != CM_AS_LABEL &&
           !ends_section(&file->statements[i]))
        i++;
    return first_of_piece(file, label) >= 0 && i < file->count &&
           file->statements[i].kind == CM_AS_LABEL;
}

const char *cm_as_anchored(const cm_as_file *file, const char *symbol, int64_t *distance)
{
    for (int i = 0; i < file->count; i++)
        if (cm_as_is_about(&file->statements[i], ".set", symbol) &&
            is_anchor(&file->statements[i], distance) && first_of_piece(file, i) >= 0)
            return file->statements[first_of_piece(file, i)].word;
    *distance = 0;
    return symbol;
}

static bool has_item(const cm_as_thread *t, const char *name)
{
    int i = 0;
    while (i < t->item_count && strcmp(t->items[i].name, name) != 0)
        i++;
    return i < t->item_count;
}

/* How far the piece goes with the object at that label. */
static uint64_t end_of(cm_as_code *c, int label, uint64_t begin)
{
    const cm_as_file *file = c->file;
    object o = {.c = c, .symbol = file->statements[label].word, .at = &file->statements[label]};
    o.data = cm_data_new(c->work, o.symbol, "object");
    read_object(&o, label);
    for (int i = label + 1; i < file->count && file->statements[i].kind == CM_AS_DIRECTIVE &&
                            !ends_section(&file->statements[i]);
         i++)
        if (strstr(file->statements[i].word, "align"))
            cm_as_fail(c, &file->statements[i],
                       "`%s` is reached through a section anchor, which is not supported, expected "
                       "objects side by side",
                       file->statements[i].word);
    return begin + o.data.size;
}

/* Declares all objects that are in one piece with that one, and where they are. */
static void declare_piece(cm_as_code *c, const char *symbol)
{
    const cm_as_file *file = c->file;
    int label = first_of_piece(file, find_label(file, symbol));
    const char *base = label < 0 ? NULL : name_in_test(c, file->statements[label].word, false);
    for (uint64_t at = 0;
         label >= 0 && label < file->count && !ends_section(&file->statements[label]); label++) {
        const cm_as_statement *s = &file->statements[label];
        if (s->kind != CM_AS_LABEL)
            continue;
        const char *name = cm_as_declare(c, s, s->word, false);
        const char *item =
            cm_arena_printf(c->work->arena, "%s @ %s+%llu", name, base, (unsigned long long)at);
        cm_as_thread *t = &c->thread;
        if (at > 0 && !has_item(t, item))
            CM_PUSH(c->work->arena, t->items, t->item_count, t->item_capacity,
                    (cm_import_item){.name = item, .text = item});
        at = end_of(c, label, at);
    }
}

const char *cm_as_declare(cm_as_code *c, const cm_as_statement *s, const char *symbol, bool own)
{
    cm_as_thread *t = &c->thread;
    symbol = cm_as_alias(c->file, symbol);
    const char *name = name_in_test(c, symbol, own);
    if (has_item(t, name))
        return name;
    if (own && cm_as_file_has(c->file->source, (const char *const[]){name, NULL}))
        cm_as_fail(c, s, "the file has a `%s`, expected none beside a thread's own `%s`", name,
                   symbol);
    CM_RESERVE(c->work->arena, t->items, t->item_count, t->item_capacity);
    int index = t->item_count++; /* pointers may lead back to it */
    t->items[index] = (cm_import_item){.name = name, .text = name};
    if (cm_as_find_function(c->file, symbol)) { /* only its address counts: as_code.c */
        t->items[index].text = cm_arena_printf(c->work->arena, "int8_t %s=0", name);
        return name;
    }
    object o = {.c = c, .symbol = symbol, .at = s, .data = cm_data_new(c->work, symbol, "object")};
    if (!find_object(&o)) {
        if (*symbol == '.')
            cm_as_fail(c, s, "`%s` is defined nowhere in the file, expected a label of data",
                       symbol);
        t->undefined = t->undefined ? t->undefined : symbol;
        return name;
    }
    if (o.data.size == 0)
        cm_as_fail(c, o.at, "`%s` has no bytes, expected an object with a size", symbol);
    if (c->file->set->reach > 0 && o.data.size > c->file->set->reach)
        cm_as_fail(c, o.at, "`%s` has %zu bytes, expected at most %llu", symbol, o.data.size,
                   c->file->set->reach);
    t->items[index].text = item_of(&o, name);
    if (!is_followed(c->file, symbol) && c->file->set->least > 0 &&
        o.data.size % c->file->set->least) {
        cm_data_grow(&o.data, -o.data.size % c->file->set->least, o.at->place);
        t->items[index].padded = item_of(&o, name);
    }
    declare_piece(c, symbol);
    return name;
}
