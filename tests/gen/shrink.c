/* Making a failing test small: parts are left out one by one, from large to small,
 * as long as what is wanted of the test stays true, until nothing more can go
 * (Zeller, Hildebrandt, "Simplifying and Isolating Failure-Inducing Input", 2002,
 * with the parts of a litmus test in place of lines). A test with a part left out
 * that is no test any more is simply not wanted. */
#include "tests/gen/layout.h"

#include <ctype.h>
#include <string.h>

enum { MOST_PARTS = 400 };

/* The text in parts: what may go is cut into pieces that can be left out. */
typedef struct part {
    const char *text;
    int row, column; /* of a cell; -1 elsewhere */
    bool gone, optional;
} part;

typedef struct pieces {
    cm_arena *arena;
    part parts[MOST_PARTS];
    int count, columns;
    bool fits;
} pieces;

static void add(pieces *p, const char *from, const char *to, int row, int column, bool optional)
{
    if (p->count == MOST_PARTS) {
        p->fits = false;
        return;
    }
    p->parts[p->count++] = (part){.text = cm_arena_text(p->arena, from, (size_t)(to - from)),
                                  .row = row,
                                  .column = column,
                                  .optional = optional};
}

/* Pieces that end in the character, as ";" in the initial state. */
static void cut(pieces *p, const char *from, const char *to, char at)
{
    while (from < to) {
        const char *end = memchr(from, at, (size_t)(to - from));
        end = end ? end + 1 : to;
        add(p, from, end, -1, -1, end[-1] == at);
        from = end;
    }
}

static void cut_row(pieces *p, const char *from, const char *to, int row)
{
    for (int column = 0; from < to; column++) {
        const char *end = from;
        while (end < to && *end != '|' && *end != ';')
            end++;
        add(p, from, end, row, column, row > 0);
        p->columns = column + 1 > p->columns ? column + 1 : p->columns;
        if (end == to || *end == ';')
            return;
        from = end + 1;
    }
}

/* The brace that closes the one at `open`: arrays have braces of their own. */
static const char *closing(const char *open)
{
    int depth = 0;
    for (const char *c = open; c && *c; c++) {
        depth += (*c == '{') - (*c == '}');
        if (depth == 0)
            return c;
    }
    return NULL;
}

static bool cut_all(pieces *p, const char *text)
{
    const char *open = strchr(text, '{'), *close = closing(open);
    const char *observed = strstr(text, "\nlocations [");
    if (!open || !close || !observed)
        return false;
    add(p, text, open + 1, -1, -1, false);
    cut(p, open + 1, close, ';');
    add(p, close, close + 2, -1, -1, false);
    int row = 0;
    for (const char *at = close + 2; at < observed; row++) {
        const char *end = strchr(at, '\n');
        cut_row(p, at, end, row);
        at = end + 1;
    }
    const char *list = observed + strlen("\nlocations ["), *end = strchr(list, ']');
    if (!end)
        return false;
    add(p, observed + 1, list, -1, -1, false);
    cut(p, list, end, ';');
    add(p, end, text + strlen(text), -1, -1, false);
    return p->fits;
}

static bool row_is_empty(const pieces *p, int first)
{
    for (int i = first; i < p->count && p->parts[i].row == p->parts[first].row; i++)
        if (!p->parts[i].gone && p->parts[i].text[strspn(p->parts[i].text, " ")])
            return false;
    return true;
}

static char *joined(const pieces *p)
{
    cm_text out = cm_text_new(p->arena);
    for (int i = 0; i < p->count; i++) {
        const part *at = &p->parts[i];
        if (at->row < 0) {
            cm_text_add(&out, at->gone ? "" : at->text);
            continue;
        }
        int row = at->row;
        bool empty = row_is_empty(p, i);
        for (; i < p->count && p->parts[i].row == row; i++) {
            bool last = i + 1 == p->count || p->parts[i + 1].row != row;
            if (!empty)
                cm_text_append(&out, "%s%s", p->parts[i].gone ? " " : p->parts[i].text,
                               last ? ";\n" : "|");
        }
        i--;
    }
    return out.data;
}

typedef struct shrinking {
    pieces *p;
    bool (*wanted)(void *, const char *);
    void *context;
    bool changed;
} shrinking;

static void keep_if_wanted(shrinking *s, const part *before)
{
    if (s->wanted(s->context, joined(s->p)))
        s->changed = true;
    else
        memcpy(s->p->parts, before, sizeof s->p->parts);
}

static part *copy_of(const pieces *p)
{
    part *copy = cm_arena_alloc(p->arena, 1, sizeof p->parts);
    memcpy(copy, p->parts, sizeof p->parts);
    return copy;
}

/* All instructions of a thread. */
static void try_column(shrinking *s, int column, const part *before)
{
    bool any = false;
    for (int i = 0; i < s->p->count; i++) {
        part *at = &s->p->parts[i];
        if (at->column == column && at->optional && !at->gone)
            any = at->gone = true;
    }
    if (any)
        keep_if_wanted(s, before);
}

/* "int64_t x=258;" becomes "int64_t x=0;". */
static void try_zero(shrinking *s, part *at, const part *before)
{
    const char *equal = strchr(at->text, '=');
    if (at->row >= 0 || at->gone || !equal || !isdigit((unsigned char)equal[1]) ||
        strcmp(equal, "=0;") == 0)
        return;
    at->text = cm_arena_printf(s->p->arena, "%.*s=0;", (int)(equal - at->text), at->text);
    keep_if_wanted(s, before);
}

static void one_round(shrinking *s)
{
    for (int column = 0; column < s->p->columns; column++)
        try_column(s, column, copy_of(s->p));
    for (int i = 0; i < s->p->count; i++) {
        part *before = copy_of(s->p);
        part *at = &s->p->parts[i];
        if (!at->optional || at->gone || !at->text[strspn(at->text, " \n")])
            continue;
        at->gone = true;
        keep_if_wanted(s, before);
        if (!s->p->parts[i].gone)
            try_zero(s, &s->p->parts[i], before);
    }
}

char *gen_shrink(cm_arena *arena, const char *text, bool (*wanted)(void *, const char *),
                 void *context)
{
    pieces *p = cm_arena_alloc(arena, 1, sizeof *p);
    *p = (pieces){.arena = arena, .fits = true};
    if (!cut_all(p, text))
        return cm_arena_text(arena, text, strlen(text));
    shrinking s = {p, wanted, context, true};
    while (s.changed) {
        s.changed = false;
        one_round(&s);
    }
    return joined(p);
}
