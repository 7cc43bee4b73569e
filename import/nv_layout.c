/* States as a column: one after the other, with labels where a jump leads. */
#include "import/nv_code.h"
#include "import/refine.h"

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
 * instructions. */

/* nvcc puts a copy of what a loop reads before the loop: where both are of one line of the source,
 * one stands for both. Other instructions have their own places. */
static int compare_places(const laying *l, const cm_nv_state *a, const cm_nv_state *b, int i)
{
    uint32_t at = a->rows[i].place.offset, other = b->rows[i].place.offset;
    const cm_import_line *line = cm_import_line_at(&l->f->nv->import->lines, at);
    const cm_import_line *there = cm_import_line_at(&l->f->nv->import->lines, other);
    bool known = line && line->text && !a->does_more;
    bool known_there = there && there->text && !b->does_more;
    if (known != known_there)
        return known ? -1 : 1;
    if (known)
        return strcmp(line->text, there->text);
    return at == other ? 0 : at < other ? -1 : 1;
}

static int compare_rows(const void *context, int left, int right)
{
    const laying *l = context;
    const cm_nv_state *a = &l->f->states[left], *b = &l->f->states[right];
    int order = a->end != b->end ? (int)a->end - (int)b->end : a->row_count - b->row_count;
    if (order == 0 && a->end == CM_NV_BRANCHES)
        order = strcmp(a->guard, b->guard);
    for (int i = 0; order == 0 && i < a->row_count; i++) {
        order = strcmp(a->rows[i].text, b->rows[i].text);
        order = order ? order : compare_places(l, a, b, i);
    }
    return order;
}

static void find_same(laying *l)
{
    const cm_nv_follow *f = l->f;
    size_t count = (size_t)f->state_count + 1;
    int *next = CM_NEW_ARRAY(f->work->arena, count, int);
    int *taken = CM_NEW_ARRAY(f->work->arena, count, int);
    for (int i = 0; i < f->state_count; i++) {
        const cm_nv_state *s = &f->states[i];
        next[i] = s->end == CM_NV_ENDS ? -1 : s->next;
        taken[i] = s->end == CM_NV_BRANCHES ? s->taken : -1;
    }
    cm_refine(f->work->arena, f->state_count, next, taken, compare_rows, l, l->same);
}

/* The same of states from which none comes back, at once, as there may be thousands of versions. */
static void find_same_tails(laying *l)
{
    const cm_nv_follow *f = l->f;
    cm_index seen = {0};
    for (int i = f->state_count - 1; i >= 0; i--) {
        const cm_nv_state *s = &f->states[i];
        int ways[2], all = cm_nv_ways(s, ways);
        uint64_t hash = cm_hash_word(CM_HASH_EMPTY, (uint64_t)s->row_count);
        for (int w = 0; w < all; w++)
            hash = cm_hash_word(hash, (uint64_t)l->same[ways[w]]);
        l->same[i] = i;
        for (size_t at = cm_index_first(&seen, hash); at != CM_INDEX_NONE && l->same[i] == i;
             at = cm_index_next(&seen, hash)) {
            int others[2], other = (int)at;
            bool is = compare_rows(l, i, other) == 0;
            cm_nv_ways(&f->states[other], others);
            for (int w = 0; w < all && is; w++)
                is = l->same[ways[w]] == l->same[others[w]];
            l->same[i] = is ? other : i;
        }
        if (l->same[i] == i)
            cm_index_add(f->work->arena, &seen, hash, (size_t)i);
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
    CM_PUSH(arena, l->waiting, l->waiting_count, l->waiting_capacity, state);
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

bool cm_nv_lay_out(cm_nv_follow *f)
{
    enum { MOST_STATES = 512 };
    bool many = f->state_count > MOST_STATES;
    laying l = {.f = f};
    cm_nv_tidy(f);
    l.order = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, int);
    l.same = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, int);
    for (int i = 0; i < f->state_count; i++)
        l.same[i] = i;
    cm_nv_collapse(f, NULL);
    find_same_tails(&l);
    do {
        cm_nv_collapse(f, l.same);
        cm_nv_join_reads(f);
        cm_nv_collapse(f, NULL);
        for (int i = 0; i < f->state_count; i++)
            l.same[i] = i;
    } while (cm_nv_join_polls(f));
    do {
        find_same(&l);
        cm_nv_collapse(f, l.same);
        cm_nv_join_reads(f);
        cm_nv_collapse(f, NULL);
        many = many && f->state_count > MOST_STATES;
    } while (cm_nv_join_polls(f));
    if (many && !f->hasty) { /* versions of tries that did not become one */
        f->hasty = true;
        return false;
    }
    lay_out(&l);
    for (int i = 0, labels = 0; i < l.placed; i++) {
        cm_nv_state *s = &f->states[l.order[i]];
        s->label = s->label ? ++labels : 0;
    }
    l.printing = true;
    lay_out(&l);
    return true;
}
