/* Making tests small. See shrink.h. */
#include "explain/shrink.h"

#include "litmus/text/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef enum place { FIXED, HEAD, CELL, INIT, OBSERVED, FRAME, CONJUNCT } place;

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
    bool keep_condition, changed;
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

/* A row: cells of known width, as the printer aligns them, between bars. */
static void cut_row(shrinking *s, const char *from, const char *to, int row, const char *head)
{
    const char *column_start = head;
    for (int column = 0; column < s->test->thread_count; column++) {
        const char *bar = strstr(column_start, " | ");
        const char *stop =
            column + 1 < s->test->thread_count && bar ? bar : strstr(column_start, " ;\n");
        size_t length = (size_t)(stop - column_start);
        const char *end = from + length < to ? from + length : to;
        part *p = add(s, row == 0 ? HEAD : CELL, from, end);
        p->row = row;
        p->column = column;
        p->thread = s->test->threads[column].id;
        from = end + 3 < to ? end + 3 : to;
        column_start = stop + 3;
    }
}

/* "exists (a /\ b)": a and b, if there is nothing but conjunctions. */
static void cut_condition(shrinking *s, const char *from)
{
    const char *open = strchr(from, '('), *end = from + strlen(from);
    bool plain = open && !strstr(open, "\\/") && !strchr(open, '~') && !strstr(open, "not ") &&
                 !strstr(open, "=>") && !strchr(open + 1, '(');
    if (!plain || s->keep_condition) {
        add(s, FIXED, from, end);
        return;
    }
    add(s, FIXED, from, open + 1);
    const char *close = strrchr(open, ')');
    for (const char *at = open + 1; at < close;) {
        const char *next = strstr(at, " /\\ ");
        part *p = add(s, CONJUNCT, at, next ? next : close);
        p->thread = thread_of(p->text);
        at = next ? next + 4 : close;
    }
    add(s, FIXED, close, end);
}

static void cut_rows(shrinking *s, const char *from, const char *to)
{
    const char *head = from;
    for (int row = 0; from < to; row++) {
        const char *end = strchr(from, '\n') + 1;
        cut_row(s, from, end, row, head);
        from = end;
    }
}

/* What the printer wrote: head, { ... }, rows, locations, filter, condition. */
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
    cut_rows(s, rows, stop + 1);
    if (end) {
        const char *list = end + strlen("\nlocations ["), *bracket = strchr(list, '\n') - 1;
        add_text(s, FRAME, "locations [");
        cut_list(s, OBSERVED, list, bracket);
        add_text(s, FRAME, "]\n");
    }
    if (filter)
        add(s, INIT, filter + 1, condition + 1);
    cut_condition(s, condition + 1);
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

static bool observes(const shrinking *s)
{
    for (int i = 0; i < s->count; i++)
        if (s->parts[i].place == OBSERVED && !s->parts[i].gone)
            return true;
    return false;
}

static const char *joined(const shrinking *s, cm_arena *arena)
{
    cm_text out;
    cm_text_init(&out, arena);
    int conjuncts = 0;
    for (int i = 0; i < s->count; i++) {
        const part *p = &s->parts[i];
        if (p->row >= 0) {
            i = join_row(s, &out, i);
            continue;
        }
        if (p->place == CONJUNCT && !p->gone)
            cm_text_add(&out, conjuncts++ > 0 ? " /\\ " : "");
        bool shown = !p->gone && (p->place != FRAME || observes(s));
        cm_text_add(&out, shown ? p->text : "");
        bool last = p->place == CONJUNCT && s->parts[i + 1].place != CONJUNCT;
        cm_text_add(&out, last && conjuncts == 0 ? "true" : "");
    }
    return out.data;
}

/* ---- trying ---------------------------------------------------------------------------- */

typedef struct trial {
    shrinking *s;
    const char *text;
    bool is_test;
} trial;

static void read_test(void *argument)
{
    trial *t = argument;
    cm_work work;
    cm_work_init(&work, t->s->scratch);
    cm_source source = {"shrunk test", t->text, strlen(t->text)};
    t->is_test = cm_litmus_parse(&work, &source) != NULL;
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

static void keep_if_wanted(shrinking *s, const part *before)
{
    if (is_wanted(s)) {
        s->changed = true;
        s->result->steps++;
    } else {
        memcpy(s->parts, before, (size_t)s->count * sizeof *before);
    }
}

static part *copy_of(const shrinking *s)
{
    return cm_arena_grow(s->arena, s->parts, (size_t)s->count, (size_t)s->count, sizeof *s->parts);
}

static void try_thread(shrinking *s, int column)
{
    if (column_is_gone(s, column))
        return;
    part *before = copy_of(s);
    for (int i = 0; i < s->count; i++)
        if (s->parts[i].thread == s->test->threads[column].id)
            s->parts[i].gone = true;
    keep_if_wanted(s, before);
}

/* " int64_t x=258;" becomes " int64_t x=0;". */
static void try_zero(shrinking *s, part *p)
{
    const char *equal = strchr(p->text, '=');
    if (p->place != INIT || !equal || !isdigit((unsigned char)equal[1]) || !strcmp(equal, "=0;"))
        return;
    part *before = copy_of(s);
    p->text = cm_arena_printf(s->arena, "%.*s=0;", (int)(equal - p->text), p->text);
    keep_if_wanted(s, before);
}

static void try_part(shrinking *s, int i)
{
    part *p = &s->parts[i];
    if (p->place == FIXED || p->place == FRAME || p->place == HEAD || p->gone ||
        !p->text[strspn(p->text, " \n")])
        return;
    part *before = copy_of(s);
    p->gone = true;
    keep_if_wanted(s, before);
    if (!p->gone)
        try_zero(s, p);
}

static void shrink(void *argument)
{
    shrinking *s = argument;
    s->result = CM_NEW(s->arena, cm_shrunk);
    if (!cut_all(s, cm_litmus_print(s->work, s->test)) || !is_wanted(s))
        return;
    for (s->changed = true; s->changed;) {
        s->changed = false;
        for (int column = 0; column < s->test->thread_count; column++)
            try_thread(s, column);
        for (int i = 0; i < s->count; i++)
            try_part(s, i);
    }
}

const cm_shrunk *cm_shrink(cm_work *work, const cm_test *test, bool keep_condition,
                           cm_shrink_wanted *wanted, void *context)
{
    shrinking s = {.work = work,
                   .arena = work->arena,
                   .scratch = cm_arena_new(0),
                   .test = test,
                   .keep_condition = keep_condition,
                   .wanted = wanted,
                   .context = context};
    bool done = s.scratch && cm_arena_protect(work->arena, shrink, &s);
    cm_arena_free(s.scratch);
    if (!done)
        cm_arena_escape(work->arena);
    return s.result->text ? s.result : NULL;
}
