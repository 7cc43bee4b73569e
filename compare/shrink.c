/* Making tests small. See shrink.h. */
#include "compare/shrink.h"

#include "base/text.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum place { FIXED, HEAD, CELL, INIT, OBSERVED, FRAME, CONDITION } place;

typedef struct part {
    const char *text;
    place place;
    int row, column; /* of a cell, or of a thread's head (row 0) */
    int thread;      /* the number of the thread that it is about, or -1 */
    bool gone;
} part;

typedef struct shrinking {
    cm_work *work;
    cm_arena *arena, *scratch;
    const cm_test *test;
    part *parts;
    int count, capacity;
    cm_shrink_condition may;
    const cm_prop *condition;
    const char *quantifier; /* "exists" */
    bool changed;
    cm_shrink_wanted *wanted;
    void *context;
    cm_shrunk *result;
} shrinking;

/* ---- into parts ---------------------------------------------------------------- */

/* "0:X1=x", "P0@ptx": the thread that it is about. */
static int thread_of(const char *text)
{
    while (*text && !isdigit((unsigned char)*text) && *text != ':')
        text += strspn(text, " \n") ? strspn(text, " \n") : 1;
    char *end;
    long number = strtol(text, &end, 10);
    return isdigit((unsigned char)*text) && *end == ':' ? (int)number : -1;
}

static part *add(shrinking *s, place where, const char *from, const char *to)
{
    CM_RESERVE(s->arena, s->parts, s->count, s->capacity);
    part *p = &s->parts[s->count++];
    *p = (part){.text = cm_arena_text(s->arena, from, (size_t)(to - from)),
                .place = where,
                .row = -1,
                .column = -1,
                .thread = -1};
    return p;
}

static void add_text(shrinking *s, place where, const char *text)
{
    add(s, where, text, text + strlen(text));
}

/* Pieces that end in `;`. */
static void cut_list(shrinking *s, place where, const char *from, const char *to)
{
    while (from < to) {
        const char *end = memchr(from, ';', (size_t)(to - from));
        end = end ? end + 1 : to;
        part *p = add(s, end[-1] == ';' ? where : FIXED, from, end);
        p->thread = thread_of(p->text);
        from = end;
    }
}

/* Rows: cells of known width, as the printer aligns them, between bars. */
static void cut_rows(shrinking *s, const char *from, const char *to)
{
    const char *head = from;
    for (int row = 0; from < to; row++) {
        const char *row_end = strchr(from, '\n') + 1, *column_start = head;
        for (int column = 0; column < s->test->thread_count; column++) {
            const char *bar = strstr(column_start, " | ");
            const char *stop =
                column + 1 < s->test->thread_count && bar ? bar : strstr(column_start, " ;\n");
            size_t length = (size_t)(stop - column_start);
            const char *end = from + length < row_end ? from + length : row_end;
            part *p = add(s, row == 0 ? HEAD : CELL, from, end);
            p->row = row;
            p->column = column;
            p->thread = s->test->threads[column].id;
            from = end + 3 < row_end ? end + 3 : row_end;
            column_start = stop + 3;
        }
        from = row_end;
    }
}

/* Functions: statements may go one by one, blocks by try_block. */
static void cut_functions(shrinking *s, const char *from, const char *to)
{
    for (int column = 0; from < to;) {
        const char *end = strchr(from, '\n') + 1;
        bool head = *from == 'P', last = *from == '}';
        bool statement =
            !head && end - from > 2 && end[-2] == ';' && !memchr(from, '}', (size_t)(end - from));
        part *p = add(s, head ? HEAD : statement ? CELL : FIXED, from, end);
        p->column = column;
        p->thread = s->test->threads[column].id;
        column += last && column + 1 < s->test->thread_count;
        from = end;
    }
}

/* What the printer wrote: head, { ... }, rows or functions, locations, filter, condition. */
static bool cut_all(shrinking *s, const char *text)
{
    const char *line = strchr(text, '\n'), *open = strstr(text, "\n{\n");
    const char *close = open ? strstr(open, "\n}\n") : NULL;
    if (!line || !close)
        return false;
    add(s, FIXED, text, line); /* without documentation and metadata */
    add_text(s, FIXED, "\n{");
    cut_list(s, INIT, open + 2, close + 1);
    add_text(s, FIXED, "}\n");
    const char *rows = close + 3, *end = strstr(rows, "\nlocations [");
    const char *filter = strstr(rows, "\nfilter (");
    const char *condition = strstr(rows, "\nexists (");
    condition = condition ? condition : strstr(rows, "\n~exists (");
    condition = condition ? condition : strstr(rows, "\nforall (");
    if (!condition)
        return false;
    const char *stop = end ? end : filter ? filter : condition;
    if (s->test->threads[0].parameters)
        cut_functions(s, rows, stop + 1);
    else
        cut_rows(s, rows, stop + 1);
    if (end) {
        const char *list = end + strlen("\nlocations ["), *list_end = strchr(list, '\n') - 1;
        add_text(s, FRAME, "locations [");
        cut_list(s, OBSERVED, list, list_end);
        add_text(s, FRAME, "]\n");
    }
    if (filter)
        add(s, INIT, filter + 1, condition + 1);
    /* "exists (a /\ b)" as it is, until a part of it goes. */
    const char *bracket = strchr(condition, '('), *close_bracket = strrchr(condition, ')');
    s->quantifier = cm_arena_text(s->arena, condition + 1, (size_t)(bracket - condition - 1));
    add(s, CONDITION, condition + 1, close_bracket + 1);
    add_text(s, FIXED, close_bracket + 1);
    return true;
}

/* ---- together again ------------------------------------------------------------------ */

static bool column_is_gone(const shrinking *s, int column)
{
    for (int i = 0; i < s->count; i++)
        if (s->parts[i].place == HEAD && s->parts[i].column == column)
            return s->parts[i].gone;
    return false;
}

/* Appends a row, but an empty one; gives the index of its last part. */
static int join_row(const shrinking *s, cm_text *out, int first)
{
    int last = first;
    bool empty = true;
    for (; last < s->count && s->parts[last].row == s->parts[first].row; last++)
        empty &= s->parts[last].gone || !s->parts[last].text[strspn(s->parts[last].text, " ")];
    const char *bar = "";
    for (int i = first; i < last && !empty; i++)
        if (!column_is_gone(s, s->parts[i].column)) {
            cm_text_append(out, "%s%s", bar, s->parts[i].gone ? " " : s->parts[i].text);
            bar = " |";
        }
    cm_text_add(out, empty ? "" : " ;\n");
    return last - 1;
}

static const char *joined(const shrinking *s, cm_arena *arena)
{
    cm_text out = cm_text_new(arena);
    bool observes = false;
    for (int i = 0; i < s->count; i++)
        observes |= s->parts[i].place == OBSERVED && !s->parts[i].gone;
    for (int i = 0; i < s->count; i++) {
        const part *p = &s->parts[i];
        if (p->row >= 0)
            i = join_row(s, &out, i);
        else if (!p->gone && (p->place != FRAME || observes))
            cm_text_add(&out, p->text);
    }
    return out.data;
}

/* ---- trying ---------------------------------------------------------------------------- */

typedef struct trial {
    shrinking *s;
    const char *text;
    bool is_test; /* and asks the same */
} trial;

static void read_test(void *argument)
{
    trial *t = argument;
    const cm_test *test = cm_litmus_parse_text(t->s->scratch, "shrunk test", t->text);
    t->is_test = test && cm_shrink_asks_the_same(t->s->scratch, t->s->test, test,
                                                 t->s->may != CM_SHRINK_ANY_PART);
}

static bool is_wanted(shrinking *s)
{
    trial t = {.s = s, .text = joined(s, s->arena)};
    cm_arena_reset(s->scratch, 0);
    if (!cm_arena_protect(s->scratch, read_test, &t) || !t.is_test)
        return false;
    s->result->tried++;
    if (!s->wanted(s->context, t.text))
        return false;
    s->result->text = t.text;
    return true;
}

/* What a trial changes. */
typedef struct state {
    part *parts;
    const cm_prop *condition;
} state;

static state state_of(const shrinking *s)
{
    size_t count = (size_t)s->count;
    return (state){cm_arena_grow(s->arena, s->parts, count, count, sizeof *s->parts), s->condition};
}

static bool keep_if_wanted(shrinking *s, const state *before)
{
    if (is_wanted(s)) {
        s->changed = true;
        s->result->steps++;
        return true;
    }
    memcpy(s->parts, before->parts, (size_t)s->count * sizeof *s->parts);
    s->condition = before->condition;
    return false;
}

/* ---- the condition ---------------------------------------------------------------------- */

static void set_condition(shrinking *s, const cm_prop *prop)
{
    static const cm_prop all = {.kind = CM_PROP_TRUE};
    s->condition = prop ? prop : &all;
    for (int i = 0; i < s->count; i++)
        if (s->parts[i].place == CONDITION)
            s->parts[i].text = cm_arena_printf(s->arena, "%s(%s)", s->quantifier,
                                               cm_prop_print(s->arena, s->test, s->condition));
}

static bool has_two(const cm_prop *prop)
{
    return prop->kind == CM_PROP_AND || prop->kind == CM_PROP_OR || prop->kind == CM_PROP_IMPLIES;
}

/* May one of its operands stand in its place? */
static bool may_give_way(const shrinking *s, const cm_prop *prop)
{
    cm_prop_kind conjunction = s->test->quantifier == CM_FORALL ? CM_PROP_OR : CM_PROP_AND;
    return has_two(prop) && (s->may == CM_SHRINK_ANY_PART ||
                             (s->may == CM_SHRINK_CONJUNCTS && prop->kind == conjunction));
}

/* The proposition with its n-th node of two operands (from 0, counted down) replaced by one of
 * them; NULL: it has fewer, or that must not be. Of what is no conjunction nothing below goes. */
static const cm_prop *with_operand(const shrinking *s, const cm_prop *prop, int *n, bool second)
{
    if (!has_two(prop) || (s->may == CM_SHRINK_CONJUNCTS && !may_give_way(s, prop)))
        return NULL;
    if ((*n)-- == 0)
        return may_give_way(s, prop) ? (second ? prop->b : prop->a) : NULL;
    const cm_prop *a = with_operand(s, prop->a, n, second);
    const cm_prop *b = a ? NULL : with_operand(s, prop->b, n, second);
    if (!a && !b)
        return NULL;
    cm_prop *made = CM_NEW(s->arena, cm_prop);
    *made = (cm_prop){.kind = prop->kind, .a = a ? a : prop->a, .b = b ? b : prop->b};
    return made;
}

static int count_nodes(const cm_prop *prop)
{
    return has_two(prop) ? 1 + count_nodes(prop->a) + count_nodes(prop->b) : 0;
}

static void try_conditions(shrinking *s)
{
    for (int n = 0; n < count_nodes(s->condition); n++)
        for (int second = 0; second < 2; second++) {
            int left = n;
            const cm_prop *less = with_operand(s, s->condition, &left, second);
            state before = state_of(s);
            if (!less)
                continue;
            set_condition(s, less);
            if (keep_if_wanted(s, &before)) {
                n = -1;
                break;
            }
        }
    if (s->may != CM_SHRINK_ANY_PART || s->condition->kind == CM_PROP_TRUE)
        return;
    state before = state_of(s);
    set_condition(s, NULL);
    keep_if_wanted(s, &before);
}

static bool speaks_of(const shrinking *s, const cm_operand *operand, int thread)
{
    const cm_observed *o = operand->observed < 0 ? NULL : &s->test->observed[operand->observed];
    return o && o->kind == CM_OBSERVE_REGISTER && o->thread == thread;
}

/* Without what it says of the thread (its index); NULL: nothing is left. */
static const cm_prop *without_thread(const shrinking *s, const cm_prop *prop, int thread)
{
    if (cm_prop_compares(prop->kind))
        return speaks_of(s, &prop->left, thread) || speaks_of(s, &prop->right, thread) ? NULL
                                                                                       : prop;
    const cm_prop *a = prop->a ? without_thread(s, prop->a, thread) : NULL;
    const cm_prop *b = prop->b ? without_thread(s, prop->b, thread) : NULL;
    if (a == prop->a && b == prop->b)
        return prop;
    if (!prop->b || !a || !b)
        return prop->b ? (a ? a : b) : NULL;
    cm_prop *made = CM_NEW(s->arena, cm_prop);
    *made = (cm_prop){.kind = prop->kind, .a = a, .b = b};
    return made;
}

static bool is_conjunction(const shrinking *s, const cm_prop *prop)
{
    return cm_prop_compares(prop->kind) ||
           (may_give_way(s, prop) && is_conjunction(s, prop->a) && is_conjunction(s, prop->b));
}

/* ---- parts ------------------------------------------------------------------------------ */

static void try_thread(shrinking *s, int column)
{
    if (column_is_gone(s, column))
        return;
    state before = state_of(s);
    const cm_prop *less = without_thread(s, s->condition, column);
    bool may = s->may == CM_SHRINK_ANY_PART ||
               (s->may == CM_SHRINK_CONJUNCTS && is_conjunction(s, s->condition));
    if (less != s->condition && !may)
        return;
    if (less != s->condition)
        set_condition(s, less);
    for (int i = 0; i < s->count; i++)
        if (s->parts[i].thread == s->test->threads[column].id)
            s->parts[i].gone = true;
    keep_if_wanted(s, &before);
}

/* " int64_t x=258;" becomes " int64_t x=0;". */
static bool make_zero(shrinking *s, part *p)
{
    const char *equal = strchr(p->text, '=');
    if (p->place != INIT || !equal || !isdigit((unsigned char)equal[1]) || !strcmp(equal, "=0;"))
        return false;
    p->text = cm_arena_printf(s->arena, "%.*s=0;", (int)(equal - p->text), p->text);
    return true;
}

/* " int64_t x=258;" becomes " x=258;", `LDRB W0,[X1]` becomes `LDR W0,[X1]`. */
static bool make_word(shrinking *s, part *p)
{
    const char *less = NULL;
    if (p->place == CELL) {
        const cm_isa *isa = cm_isa_for(s->test->threads[p->column].arch);
        const char *bare = p->text + strspn(p->text, " ");
        less = isa->on_words ? isa->on_words(s->arena, bare) : NULL;
    } else if (p->place == INIT) {
        size_t blanks = strspn(p->text, " \n"), type = strcspn(p->text + blanks, " =*[;");
        const char *name = p->text + blanks + type;
        if (type > 0 && *name == ' ' && isalpha((unsigned char)name[1]))
            less = cm_arena_printf(s->arena, "%.*s%s", (int)blanks, p->text, name + 1);
    }
    if (less)
        p->text = less;
    return less != NULL;
}

/* Of a statement that declares a variable, as "int r0 = *x;", the length up to the name's end, and
 * the name; 0: it declares none. */
static size_t declaration(cm_arena *arena, const char *text, const char **name)
{
    size_t end = strcspn(text, "=;("), blanks = strspn(text, " ");
    while (end > blanks && text[end - 1] == ' ')
        end--;
    size_t start = end;
    while (start > blanks && (isalnum((unsigned char)text[start - 1]) || text[start - 1] == '_'))
        start--;
    bool typed = start > blanks && start < end && strchr(" *", text[start - 1]) &&
                 isalpha((unsigned char)text[blanks]) && strncmp(text + blanks, "return ", 7) != 0;
    for (size_t i = blanks; typed && i < start; i++)
        typed = isalnum((unsigned char)text[i]) || strchr("_:<>, *", text[i]);
    *name = cm_arena_text(arena, text + start, end - start);
    return typed ? end : 0;
}

/* Does the part declare what another one of its function names? Then up to where. */
static size_t still_used(const shrinking *s, const part *p)
{
    const char *name;
    size_t length = p->place == CELL && p->row < 0 ? declaration(s->arena, p->text, &name) : 0;
    for (int i = 0; i < s->count && length > 0; i++) {
        const part *q = &s->parts[i];
        if (q != p && q->column == p->column && q->place != HEAD && !q->gone &&
            cm_has_word(q->text, name))
            return length;
    }
    return 0;
}

static void try_part(shrinking *s, int i)
{
    part *p = &s->parts[i];
    if (p->place == FIXED || p->place == FRAME || p->place == HEAD || p->place == CONDITION ||
        p->gone || !p->text[strspn(p->text, " \n")])
        return;
    state before = state_of(s);
    size_t declares = still_used(s, p);
    if (declares > 0) {
        const char *zero = cm_arena_printf(s->arena, "%.*s = 0;\n", (int)declares, p->text);
        bool has_value = p->text[declares + strspn(p->text + declares, " ")] == '=';
        if (has_value && strcmp(zero, p->text) != 0) {
            p->text = zero;
            keep_if_wanted(s, &before);
        }
        return;
    }
    p->gone = true;
    if (keep_if_wanted(s, &before))
        return;
    if (make_zero(s, p))
        keep_if_wanted(s, &before);
    before = state_of(s);
    if (make_word(s, p))
        keep_if_wanted(s, &before);
}

/* `memory_order_acquire` becomes `memory_order_relaxed`. */
static void try_relaxed(shrinking *s, part *p)
{
    static const char word[] = "memory_order_", relaxed[] = "relaxed";
    for (const char *at = p->gone || p->row >= 0 ? NULL : strstr(p->text, word); at;
         at = strstr(at, word)) {
        at += strlen(word);
        size_t length = strspn(at, "abcdefghijklmnopqrstuvwxyz_"), from = (size_t)(at - p->text);
        if (length == strlen(relaxed) && memcmp(at, relaxed, length) == 0)
            continue;
        state before = state_of(s);
        p->text = cm_arena_printf(s->arena, "%.*s%s%s", (int)from, p->text, relaxed, at + length);
        at = (keep_if_wanted(s, &before) ? p->text : at - from) + from;
    }
}

/* The part that closes what this one opens, as `if (r0) {` does; alone: there is no `} else {`. -1:
 * it opens nothing. */
static int end_of_block(const shrinking *s, int open, bool *alone)
{
    const part *p = &s->parts[open];
    int depth = 0;
    *alone = true;
    if (p->place != FIXED || p->column < 0 || p->gone || strchr(p->text, '}'))
        return -1;
    for (int i = open; i < s->count && s->parts[i].column == p->column; i++) {
        bool closes = strchr(s->parts[i].text, '}'), opens = strchr(s->parts[i].text, '{');
        depth -= closes && !s->parts[i].gone;
        *alone &= depth > 0 || !closes || !opens || s->parts[i].gone;
        depth += opens && !s->parts[i].gone;
        if (depth == 0)
            return i > open ? i : -1;
    }
    return -1;
}

/* A block goes with what stands in it, or without. */
static void try_block(shrinking *s, int open)
{
    bool alone;
    int end = end_of_block(s, open, &alone);
    if (end < 0)
        return;
    state before = state_of(s);
    for (int i = open; i <= end; i++)
        s->parts[i].gone = true;
    if (keep_if_wanted(s, &before) || !alone)
        return;
    s->parts[open].gone = s->parts[end].gone = true;
    keep_if_wanted(s, &before);
}

static void shrink(void *argument)
{
    shrinking *s = argument;
    s->result = CM_NEW(s->arena, cm_shrunk);
    s->result->before = cm_litmus_print(s->work, s->test);
    if (!cut_all(s, s->result->before) || !is_wanted(s))
        return;
    for (s->changed = true; s->changed;) {
        s->changed = false;
        for (int column = 0; column < s->test->thread_count; column++)
            try_thread(s, column);
        for (int i = 0; i < s->count; i++)
            try_block(s, i);
        for (int i = 0; i < s->count; i++)
            try_part(s, i);
        for (int i = 0; i < s->count; i++)
            try_relaxed(s, &s->parts[i]);
        try_conditions(s);
        /* All at once: of accesses and types that must agree none can change alone. */
        state before = state_of(s);
        bool any = false;
        for (int k = 0; k < s->count; k++)
            if (!s->parts[k].gone)
                any |= make_word(s, &s->parts[k]);
        if (any)
            keep_if_wanted(s, &before);
    }
}

const cm_shrunk *cm_shrink(cm_work *work, const cm_test *test, cm_shrink_condition condition,
                           cm_shrink_wanted *wanted, void *context)
{
    shrinking s = {.work = work,
                   .arena = work->arena,
                   .scratch = cm_arena_new(0),
                   .test = test,
                   .may = condition,
                   .condition = test->condition,
                   .wanted = wanted,
                   .context = context};
    bool done = s.scratch && cm_arena_protect(work->arena, shrink, &s);
    cm_arena_free(s.scratch);
    if (!done)
        cm_arena_escape(work->arena);
    return s.result->text ? s.result : NULL;
}
