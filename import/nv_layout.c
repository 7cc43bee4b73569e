/* States as a column: one after the other, with labels where a jump leads. */
#include "import/nv_code.h"

#include <stdlib.h>
#include <string.h>

typedef struct laying {
    cm_nv_follow *f;
    int *same;  /* by state: the first one that does the same from there on */
    int *order; /* states as they are placed */
    int placed;
    int *waiting; /* states that are the target of a jump and not placed yet */
    int waiting_count, waiting_capacity;
    bool printing; /* the second time: labels are known */
} laying;

/* ---- states that do the same --------------------------------------------------------
 *
 * A counter of failed tries gives a loop as many versions as there are tries, of the same
 * instructions. The coarsest partition in which states of one class have the same rows, and go
 * on to the same classes, is found by refining one by the rows (Moore, Gedanken-Experiments on
 * Sequential Machines, 1956). */

typedef struct member {
    const cm_import_lines *lines; /* of the source */
    const cm_nv_state *s;
    int state;
    int class, next, taken; /* classes: the first state of each */
} member;

/* nvcc puts a copy of what a loop reads before the loop: where both are of one line of the source,
 * one stands for both. Other instructions have their own places. */
static int compare_places(const member *a, const member *b, int i)
{
    uint32_t at = a->s->rows[i].place.offset, other = b->s->rows[i].place.offset;
    const cm_import_line *line = cm_import_line_at(a->lines, at);
    const cm_import_line *there = cm_import_line_at(b->lines, other);
    bool known = line && line->text && !a->s->does_more;
    bool known_there = there && there->text && !b->s->does_more;
    if (known != known_there)
        return known ? -1 : 1;
    if (known)
        return strcmp(line->text, there->text);
    return at == other ? 0 : at < other ? -1 : 1;
}

static int compare_rows(const void *left, const void *right)
{
    const cm_nv_state *a = ((const member *)left)->s, *b = ((const member *)right)->s;
    int order = a->end != b->end ? (int)a->end - (int)b->end : a->row_count - b->row_count;
    if (order == 0 && a->end == CM_NV_BRANCHES)
        order = strcmp(a->guard, b->guard);
    for (int i = 0; order == 0 && i < a->row_count; i++) {
        order = strcmp(a->rows[i].text, b->rows[i].text);
        order = order ? order : compare_places(left, right, i);
    }
    return order;
}

static int compare_classes(const void *left, const void *right)
{
    const member *a = left, *b = right;
    int order = a->class != b->class ? a->class - b->class : a->next - b->next;
    return order != 0 ? order : a->taken - b->taken;
}

/* Members that compare equal are one class. True: there are more classes than before. */
static bool split(laying *l, member *members, int *classes,
                  int (*compare)(const void *, const void *))
{
    int count = l->f->state_count, found = 0;
    qsort(members, (size_t)count, sizeof *members, compare);
    for (int from = 0, to; from < count; from = to, found++) {
        int first = members[from].state;
        for (to = from + 1; to < count && compare(&members[from], &members[to]) == 0; to++)
            first = members[to].state < first ? members[to].state : first;
        for (int i = from; i < to; i++)
            l->same[members[i].state] = first;
    }
    bool news = found > *classes;
    *classes = found;
    return news;
}

static void find_same(laying *l)
{
    const cm_nv_follow *f = l->f;
    member *members = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, member);
    int classes = 0;
    for (int i = 0; i < f->state_count; i++)
        members[i] = (member){.lines = &f->nv->import->lines, .s = &f->states[i], .state = i};
    for (bool news = split(l, members, &classes, compare_rows); news;) {
        for (int i = 0; i < f->state_count; i++) {
            member *m = &members[i];
            m->class = l->same[m->state];
            m->next = m->s->end == CM_NV_ENDS ? -1 : l->same[m->s->next];
            m->taken = m->s->end == CM_NV_BRANCHES ? l->same[m->s->taken] : -1;
        }
        news = split(l, members, &classes, compare_classes);
    }
}

/* ---- the column ---------------------------------------------------------------------- */

static void row(laying *l, const char *text, cm_place place)
{
    if (l->printing)
        cm_import_add_row(l->f->nv->import, l->f->thread, text, place);
}

/* `@p1 bra L0`, or the end of the thread. */
static void jump(laying *l, const char *guard, int state, cm_place place)
{
    cm_arena *arena = l->f->work->arena;
    cm_nv_state *s = &l->f->states[state];
    if (s->row_count == 0 && s->end == CM_NV_ENDS) {
        row(l, cm_arena_printf(arena, "%sret", guard), place);
        return;
    }
    s->label = s->label ? s->label : 1; /* numbered once all are placed */
    row(l, cm_arena_printf(arena, "%sbra L%d", guard, s->label - 1), place);
    if (s->placed)
        return;
    CM_RESERVE(arena, l->waiting, l->waiting_count, l->waiting_capacity);
    l->waiting[l->waiting_count++] = state;
}

/* The state and those that it goes on to. False: the last one jumps to one that is placed. */
static bool place_chain(laying *l, int state)
{
    cm_nv_follow *f = l->f;
    for (;;) {
        cm_nv_state *s = &f->states[state];
        s->placed = true;
        l->order[l->placed++] = state;
        if (s->label)
            row(l, cm_arena_printf(f->work->arena, "L%d:", s->label - 1), s->place);
        for (int i = 0; i < s->row_count; i++)
            row(l, s->rows[i].text, s->rows[i].place);
        if (s->end == CM_NV_ENDS)
            return true;
        int next = s->next, taken = s->end == CM_NV_BRANCHES ? s->taken : next;
        if (taken != next)
            jump(l, s->guard, taken, s->place);
        if (f->states[next].placed) {
            jump(l, "", next, s->place);
            return false;
        }
        state = next;
    }
}

static void lay_out(laying *l)
{
    cm_nv_follow *f = l->f;
    for (int i = 0; i < f->state_count; i++)
        f->states[i].placed = false;
    l->waiting_count = 0;
    l->placed = 0;
    bool ended = place_chain(l, 0);
    while (l->waiting_count > 0) {
        int state = l->waiting[--l->waiting_count];
        if (f->states[state].placed)
            continue;
        if (ended)
            row(l, "ret", f->states[state].place);
        ended = place_chain(l, state);
    }
}

void cm_nv_lay_out(cm_nv_follow *f)
{
    laying l = {.f = f};
    cm_nv_tidy(f);
    l.order = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, int);
    l.same = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, int);
    do {
        find_same(&l);
        cm_nv_collapse(f, l.same);
        cm_nv_join_reads(f);
        cm_nv_collapse(f, NULL);
    } while (cm_nv_join_polls(f));
    lay_out(&l);
    for (int i = 0, labels = 0; i < l.placed; i++) {
        cm_nv_state *s = &f->states[l.order[i]];
        s->label = s->label ? ++labels : 0;
    }
    l.printing = true;
    lay_out(&l);
}
