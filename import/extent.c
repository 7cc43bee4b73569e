/* How large locations are, and whether accesses at known addresses stay within them.
 *
 * What the binding declares is as large as it says: what the kernel does past its end would be
 * unknown at best, and is an error. What launches name and nothing declares is as large as the
 * question and the kernel have it. Constants are followed through each thread: where ways meet, a
 * register that they disagree about is not known. */
#include "base/text.h"
#include "import/import.h"
#include "import/kernels.h"

#include <string.h>

typedef struct word {
    bool known;
    uint64_t value; /* where it is not known: the address that it was computed from, or 0 */
} word;

typedef struct following {
    cm_work *work;
    const cm_test *test;
    const cm_thread *thread;
    word **before; /* by step, and the end: registers; NULL: nothing leads there (yet) */
    bool changed;
} following;

/* The first of these that is an address, or that was computed from one. */
static uint64_t address_among(const cm_test *test, const word *parts, int count)
{
    uint64_t offset;
    for (int i = 0; i < count; i++)
        if (cm_test_locate(test, parts[i].value, &offset) >= 0)
            return parts[i].value;
    return 0;
}

static word value_of(const cm_test *test, const cm_expr *e, const word *registers)
{
    const cm_expr *const operands[] = {e->a, e->b, e->c};
    word parts[3] = {{true, 0}, {true, 0}, {true, 0}};
    bool known = true;
    if (e->op == CM_OP_REG)
        return registers[e->reg];
    if (e->op == CM_OP_CONST)
        return (word){true, e->imm};
    for (int i = 0; i < 3; i++)
        if (operands[i]) {
            parts[i] = value_of(test, operands[i], registers);
            known &= parts[i].known;
        }
    if (!known)
        return (word){false, address_among(test, parts, 3)};
    return (word){true, cm_op_apply(e->op, e->bits, e->imm, parts[0].value, parts[1].value,
                                    parts[2].value, e->c != NULL)};
}

static void join_ways(following *f, int to, const word *registers)
{
    size_t count = (size_t)f->thread->register_count;
    if (!f->before[to]) {
        f->before[to] = CM_NEW_ARRAY(f->work->arena, count + 1, word);
        memcpy(f->before[to], registers, count * sizeof *registers);
        f->changed = true;
        return;
    }
    for (size_t r = 0; r < count; r++) {
        word *there = &f->before[to][r];
        if (there->known && !(registers[r].known && registers[r].value == there->value)) {
            const word ways[] = {*there, registers[r]};
            *there = (word){false, address_among(f->test, ways, 2)};
            f->changed = true;
        }
    }
}

static void follow_step(following *f, int step, word *registers)
{
    const cm_step *s = &f->thread->steps[step];
    word happens = {true, 1}, made = {false, 0};
    memcpy(registers, f->before[step], (size_t)f->thread->register_count * sizeof *registers);
    if (s->guard)
        happens = value_of(f->test, s->guard, registers);
    if (s->kind == CM_STEP_BRANCH) {
        word taken = {true, 1};
        if (s->value)
            taken = value_of(f->test, s->value, registers);
        if (!taken.known || taken.value)
            join_ways(f, s->target, registers);
        if (!taken.known || !taken.value || s->guard)
            join_ways(f, step + 1, registers);
        return;
    }
    if (s->kind == CM_STEP_ASSIGN)
        made = value_of(f->test, s->value, registers);
    const word ways[] = {made, s->dst >= 0 ? registers[s->dst] : made};
    if (s->dst >= 0 && (!happens.known || happens.value))
        registers[s->dst] = happens.known ? made : (word){false, address_among(f->test, ways, 2)};
    join_ways(f, step + 1, registers);
}

/* certain: it happens there whenever the thread comes to it. known: it is there if it happens. */
typedef void visit_access(void *context, const cm_location *l, uint64_t from, const cm_step *step,
                          bool certain, bool known, cm_place place);

static void look_at_access(following *f, int step, visit_access *visit, void *context)
{
    const cm_step *s = &f->thread->steps[step];
    uint64_t from;
    word happens = {true, 1}, at = {false, 0};
    if (f->before[step] && cm_step_is_access(s)) {
        at = value_of(f->test, s->addr, f->before[step]);
        if (s->guard)
            happens = value_of(f->test, s->guard, f->before[step]);
    }
    bool never = happens.known && !happens.value;
    int location = never ? -1 : cm_test_locate(f->test, at.value, &from);
    if (location >= 0)
        visit(context, &f->test->locations[location], from, s, happens.known && at.known, at.known,
              f->thread->instructions[s->instruction].place);
}

static void each_access(cm_work *work, const cm_test *test, visit_access *visit, void *context)
{
    for (int t = 0; t < test->thread_count; t++) {
        following f = {.work = work, .test = test, .thread = &test->threads[t], .changed = true};
        size_t registers = (size_t)f.thread->register_count + 1;
        f.before = CM_NEW_ARRAY(work->arena, (size_t)f.thread->step_count + 1, word *);
        word *now = CM_NEW_ARRAY(work->arena, registers, word);
        for (int r = 0; r < f.thread->register_count; r++)
            now[r] = value_of(test, f.thread->registers[r].init, now);
        join_ways(&f, 0, now);
        while (f.changed) {
            f.changed = false;
            for (int i = 0; i < f.thread->step_count; i++)
                if (f.before[i])
                    follow_step(&f, i, now);
        }
        for (int i = 0; i < f.thread->step_count; i++)
            look_at_access(&f, i, visit, context);
    }
}

/* ---- what nothing declares ------------------------------------------------------------ */

typedef struct sizing {
    cm_import *import;
    cm_import_size *sizes;
    int count, capacity;
    bool grown;
} sizing;

static cm_import_size *size_of(const sizing *s, const char *name)
{
    return CM_NAMED(s->sizes, s->count, name, name);
}

static void add_size(void *context, const char *name, cm_place place)
{
    sizing *s = context;
    (void)place;
    if (size_of(s, name) || cm_import_find_item(s->import, name) ||
        cm_binding_declares(s->import->work, s->import->binding, name))
        return;
    CM_RESERVE(s->import->work->arena, s->sizes, s->count, s->capacity);
    s->sizes[s->count++] = (cm_import_size){.name = name};
}

/* Of `x[7]` in the question 8, of `x={1, 2}` 2. */
static void count_asked(sizing *s, const cm_bind_part *part)
{
    const cm_binding *b = s->import->binding;
    cm_lexer lex = cm_bind_lexer(s->import->work, b, part);
    cm_import_size *named = NULL;
    for (bool of_thread = false; !cm_lexer_at_end(&lex);) {
        uint64_t elements = 0;
        if (named && cm_lexer_accept(&lex, "[")) {
            if (lex.token.kind == CM_TOKEN_NUMBER && lex.token.number < CM_IMPORT_MOST_ELEMENTS)
                elements = lex.token.number + 1;
        } else if (named && cm_lexer_accept(&lex, "=") && cm_lexer_accept(&lex, "{")) {
            for (elements = 1; !cm_lexer_at_end(&lex) && !cm_lexer_is(&lex, "}");)
                elements += cm_lexer_accept(&lex, ",") || (cm_lexer_advance(&lex), false);
        }
        if (named && elements > named->asked)
            named->asked = elements;
        bool is_name = lex.token.kind == CM_TOKEN_NAME && !of_thread;
        named = is_name ? size_of(s, cm_arena_text(s->import->work->arena, lex.token.text,
                                                   lex.token.length))
                        : NULL;
        of_thread = cm_lexer_is(&lex, ":");
        cm_lexer_advance(&lex);
    }
}

const char *cm_import_type(unsigned bytes)
{
    static const char *const types[] = {
        [1] = "int8_t", [2] = "int16_t", [4] = "int", [8] = "int64_t"};
    return types[bytes];
}

/* clang stores two neighbours of 4 bytes at once: then what is accessed ends where they do. */
unsigned cm_import_element(const cm_import_size *size)
{
    if (size->pointee == 'f' || size->pointee == 'd')
        return size->pointee == 'f' ? 4 : 8;
    if (size->pointee == 'i' || size->pointee == 'j') /* a compiler accesses several at a time */
        return 4;
    if (size->narrowest >= 8)
        return size->asked > 1 && 4 * size->asked == size->bytes ? 4 : 8;
    return size->widest > 0 && size->widest < 4 ? size->widest : 4;
}

const char *cm_import_type_of(const cm_import_size *size)
{
    if (size->pointee == 'f' || size->pointee == 'd')
        return size->pointee == 'f' ? "float" : "double";
    return cm_import_type(cm_import_element(size));
}

/* As many elements as are asked for and accessed. */
static void declare_size(sizing *s, const cm_import_size *size)
{
    if (size->untyped)
        return;
    unsigned width = cm_import_element(size);
    uint64_t elements = (size->bytes + width - 1) / width;
    elements = elements > size->asked ? elements : size->asked;
    bool is_array = elements > 1 || size->asked > 0;
    bool plain = !is_array && width == 4 && size->pointee != 'f';
    if (plain && !s->import->declares_all)
        return;
    cm_arena *arena = s->import->work->arena;
    const char *text =
        plain ? size->name : cm_arena_printf(arena, "%s %s", cm_import_type_of(size), size->name);
    if (is_array)
        text = cm_arena_printf(arena, "%s[%llu]", text, (unsigned long long)elements);
    cm_import_item *item = cm_import_find_item(s->import, size->name);
    s->grown |= !item || strcmp(item->text, text) != 0;
    if (item)
        item->text = text;
    else
        cm_import_add_item(s->import, size->name, text, false);
}

/* Declared as `init x[2] = {1, 2}`. */
static void add_untyped(sizing *s)
{
    cm_arena *arena = s->import->work->arena;
    for (int i = 0; i < s->import->binding->init.count; i++) {
        const cm_bind_part *part = &s->import->binding->init.items[i];
        cm_lexer lex = cm_bind_lexer(s->import->work, s->import->binding, part);
        if (!part->untyped)
            continue;
        cm_import_size size = {.untyped = true};
        size.name = cm_arena_text(arena, lex.token.text, lex.token.length);
        cm_lexer_advance(&lex);
        if (cm_lexer_accept(&lex, "[") && lex.token.kind == CM_TOKEN_NUMBER)
            size.declared = lex.token.number;
        CM_PUSH(arena, s->sizes, s->count, s->capacity, size);
    }
}

/* Numbers like 0x7fc00000 are bits, and so are those of the location then. */
static void keep_bits(sizing *s, const cm_bind_part *part)
{
    cm_lexer lex = cm_bind_lexer(s->import->work, s->import->binding, part);
    cm_import_size *named = NULL;
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        const cm_token *token = &lex.token;
        if (token->kind == CM_TOKEN_NAME)
            named = size_of(s, cm_arena_text(s->import->work->arena, token->text, token->length));
        else if (named && token->kind == CM_TOKEN_NUMBER && strncmp(token->text, "0x", 2) == 0)
            named->pointee = '?';
    }
}

/* What parameters point to, where all that the location is given to say the same. */
static void add_pointees(sizing *s)
{
    const cm_binding *b = s->import->binding;
    for (int l = 0; l < b->launch_count; l++)
        for (int i = 0; i < b->launches[l].argument_count && b->launches[l].symbol; i++) {
            const cm_bind_argument *a = &b->launches[l].arguments[i];
            cm_import_size *size = a->kind == CM_BIND_LOCATION ? size_of(s, a->location) : NULL;
            char pointee = size ? cm_import_pointee(b->launches[l].symbol, i) : '?';
            if (size)
                size->pointee = size->pointee == 0 || size->pointee == pointee ? pointee : '?';
        }
    for (int i = 0; i < b->question.count; i++)
        keep_bits(s, &b->question.items[i]);
    for (int i = 0; i < b->init.count; i++)
        keep_bits(s, &b->init.items[i]);
}

void cm_import_size_asked(cm_import *import)
{
    sizing s = {.import = import};
    add_untyped(&s);
    cm_binding_each_argument(import->binding, add_size, &s);
    add_pointees(&s);
    for (int i = 0; i < import->binding->question.count; i++)
        count_asked(&s, &import->binding->question.items[i]);
    for (int i = 0; i < import->binding->init.count; i++)
        if (import->binding->init.items[i].element)
            count_asked(&s, &import->binding->init.items[i]);
    for (int i = 0; i < s.count; i++)
        declare_size(&s, &s.sizes[i]);
    import->sizes = s.sizes;
    import->size_count = s.count;
}

/* Where memory decides an element and nobody says how many there are: as many more as there are
 * threads, eight at least. */
static uint64_t reach_of(const sizing *s, const cm_import_size *size, uint64_t from, unsigned width)
{
    uint64_t more = (uint64_t)s->import->binding->thread_count;
    return size->untyped ? 0 : from + (more < 8 ? 8 : more) * width;
}

static void grow(void *context, const cm_location *l, uint64_t from, const cm_step *step,
                 bool certain, bool known, cm_place place)
{
    sizing *s = context;
    cm_import_size *size = size_of(s, l->name);
    cm_import_item *item = cm_import_find_item(s->import, l->name);
    uint64_t end = from + step->width;
    (void)certain, (void)place;
    if (!known && !size)
        return;
    if (!known)
        end = reach_of(s, size, from, step->width);
    if (known && item && item->padded && from + step->width > l->extent) {
        item->text = item->padded;
        item->padded = NULL;
        s->grown = true;
    }
    if (!size || end > (uint64_t)CM_IMPORT_MOST_ELEMENTS)
        return;
    unsigned element = cm_import_element(size);
    if (end > size->bytes)
        size->bytes = end;
    bool copied = step->async.role == CM_ASYNC_ACCESS; /* by words of its own */
    if (!copied && (size->narrowest == 0 || step->width < size->narrowest))
        size->narrowest = step->width;
    if (!copied && step->width > size->widest)
        size->widest = step->width;
    s->grown |= size->untyped && cm_import_element(size) != element;
}

bool cm_import_size_accessed(cm_import *import, cm_work *work, const cm_test *test)
{
    sizing s = {.import = import, .sizes = import->sizes, .count = import->size_count};
    each_access(work, test, grow, &s);
    for (int i = 0; i < s.count; i++)
        declare_size(&s, &s.sizes[i]);
    return s.grown;
}

/* ---- what the binding declares ---------------------------------------------------------- */

static void check_access(void *context, const cm_location *l, uint64_t from, const cm_step *step,
                         bool certain, bool known, cm_place place)
{
    (void)known;
    if (!certain || from + step->width <= l->extent)
        return;
    cm_diag_add(context, CM_ERROR, place,
                "an access reaches bytes %llu to %llu of `%s`, whose size is %llu, expected %s",
                (unsigned long long)from, (unsigned long long)(from + step->width - 1), l->name,
                (unsigned long long)l->extent,
                l->beside     ? "code compiled with -fno-section-anchors"
                : l->is_array ? "more elements in the binding's `init`"
                              : "an array in the binding's `init`");
}

void cm_import_check_extents(cm_work *work, const cm_test *test)
{
    each_access(work, test, check_access, work);
}
