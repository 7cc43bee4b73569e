/* Lines of AMD's code that do the same from there on become one, once what nobody reads is gone
 * (amd_live.c): the first round of a loop is a copy of the others, made where less was known
 * (amd_walk.c).
 *
 * The coarsest partition in which lines of one class are copies of one instruction with the same
 * text, and go on to the same classes, is found by refining one by the texts (Moore,
 * Gedanken-Experiments on Sequential Machines, 1956; nv_layout.c does so with PTX). */
#include "import/amd.h"

#include <stdlib.h>
#include <string.h>

typedef struct member {
    const cm_amd_line *line;
    size_t text;            /* how much of it is compared: without the label of a branch */
    int at;                 /* line */
    int next, taken;        /* lines; -1: none */
    int class, after, over; /* classes: the first line of each */
} member;

typedef struct joining {
    cm_amd_reading *r;
    cm_amd_kernel *k;
    member *members;         /* by line */
    int *same;               /* by line: the first one of its class */
    bool *placed, *labelled; /* by line; labelled: a jump leads there */
    cm_amd_line *out;
    size_t out_count, out_capacity;
    int *waiting;
    int waiting_count, waiting_capacity;
} joining;

static int compare_texts(const void *left, const void *right)
{
    const member *a = left, *b = right;
    uint32_t at = a->line->place.offset, other = b->line->place.offset;
    if (at != other || a->text != b->text)
        return at != other ? (at < other ? -1 : 1) : a->text < b->text ? -1 : 1;
    return strncmp(a->line->text, b->line->text, a->text);
}

static int compare_ways(const void *left, const void *right)
{
    const member *a = left, *b = right;
    int order = a->class != b->class ? a->class - b->class : a->after - b->after;
    return order != 0 ? order : a->over - b->over;
}

/* Members that compare equal are one class. How many there are. */
static int split(joining *j, member *sorted, int count, int (*compare)(const void *, const void *))
{
    int classes = 0;
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    for (int from = 0, to; from < count; from = to, classes++) {
        int first = sorted[from].at;
        for (to = from + 1; to < count && compare(&sorted[from], &sorted[to]) == 0; to++)
            first = sorted[to].at < first ? sorted[to].at : first;
        for (int i = from; i < to; i++)
            j->same[sorted[i].at] = first;
    }
    return classes;
}

/* The first instruction from there on that does more than to jump; -1: there is none. A circle of
 * jumps stays where it is. */
static int next_from(const cm_amd_kernel *k, size_t line)
{
    for (size_t steps = 0; line < k->count && steps <= k->count; steps++) {
        const char *text = k->code[line].text;
        bool jump = cm_amd_begins(text, "s_branch ");
        size_t target = cm_amd_target(k, text);
        if (!cm_amd_is_label(text) && (!jump || target == k->count))
            return (int)line;
        line = jump ? target : line + 1;
    }
    return line < k->count ? (int)line : -1;
}

static void find_same(joining *j)
{
    cm_arena *arena = j->r->import->work->arena;
    member *sorted = CM_NEW_ARRAY(arena, j->k->count + 1, member);
    int count = 0;
    for (size_t i = 0; i < j->k->count; i++) {
        const cm_amd_line *n = &j->k->code[i];
        const char *label = cm_amd_is_branch(n->text) ? strrchr(n->text, ' ') : NULL;
        size_t target = cm_amd_target(j->k, n->text);
        member m = {.line = n, .at = (int)i, .next = -1, .taken = -1};
        bool known = label && target < j->k->count; /* or the label is refused later */
        m.text = known ? (size_t)(label - n->text) : strlen(n->text);
        m.taken = known ? next_from(j->k, target) : -1;
        m.next = cm_amd_goes_on(n->text) ? next_from(j->k, i + 1) : -1;
        j->members[i] = m;
        if (!cm_amd_is_label(n->text))
            sorted[count++] = m;
    }
    int classes = split(j, sorted, count, compare_texts);
    for (int before = 0; before < classes;) {
        before = classes;
        for (int i = 0; i < count; i++) {
            member *m = &sorted[i];
            m->class = j->same[m->at];
            m->after = m->next < 0 ? -1 : j->same[m->next];
            m->over = m->taken < 0 ? -1 : j->same[m->taken];
        }
        classes = split(j, sorted, count, compare_ways);
    }
}

static void add_line(joining *j, const cm_amd_line *as, const char *text)
{
    CM_RESERVE(j->r->import->work->arena, j->out, j->out_count, j->out_capacity);
    j->out[j->out_count] = *as;
    j->out[j->out_count++].text = text;
}

/* A jump there, by the words of the branch. */
static void add_jump(joining *j, const cm_amd_line *as, const char *words, int to)
{
    cm_arena *arena = j->r->import->work->arena;
    add_line(j, as, cm_arena_printf(arena, "%s .Lsame_%d", words, to));
    j->labelled[to] = true;
    CM_RESERVE(arena, j->waiting, j->waiting_count, j->waiting_capacity);
    j->waiting[j->waiting_count++] = to;
}

/* The line and those that it goes on to. */
static void place_chain(joining *j, int at)
{
    cm_arena *arena = j->r->import->work->arena;
    const cm_amd_line *from = &j->k->code[at];
    while (at >= 0) {
        at = j->same[at];
        const member *m = &j->members[at];
        if (j->placed[at]) {
            add_jump(j, from, "s_branch", at);
            return;
        }
        j->placed[at] = true;
        from = m->line;
        if (j->labelled[at])
            add_line(j, from, cm_arena_printf(arena, ".Lsame_%d:", at));
        if (m->taken < 0)
            add_line(j, from, from->text);
        else if (m->next >= 0)
            add_jump(j, from, cm_arena_text(arena, from->text, m->text), j->same[m->taken]);
        at = m->next < 0 ? m->taken : m->next; /* s_branch goes where it jumps */
    }
}

/* Where labels are is known once all is placed: done again then. */
static void place_all(joining *j, int first)
{
    memset(j->placed, 0, j->k->count * sizeof *j->placed);
    j->out_count = 0;
    place_chain(j, first);
    while (j->waiting_count > 0) {
        int at = j->waiting[--j->waiting_count];
        if (!j->placed[at])
            place_chain(j, at);
    }
}

void cm_amd_join_same(cm_amd_reading *r, cm_amd_kernel *k)
{
    cm_arena *arena = r->import->work->arena;
    joining j = {.r = r, .k = k};
    j.members = CM_NEW_ARRAY(arena, k->count + 1, member);
    j.same = CM_NEW_ARRAY(arena, k->count + 1, int);
    j.placed = CM_NEW_ARRAY(arena, k->count + 1, bool);
    j.labelled = CM_NEW_ARRAY(arena, k->count + 1, bool);
    int first = next_from(k, 0);
    if (first < 0)
        return;
    find_same(&j);
    place_all(&j, first);
    place_all(&j, first);
    k->code = j.out;
    k->count = j.out_count;
}
