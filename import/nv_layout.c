/* States as a column: one after the other, with labels where a jump leads. */
#include "import/nv_code.h"

typedef struct laying {
    cm_nv_follow *f;
    int *order; /* states as they are placed */
    int placed;
    int *waiting; /* states that are the target of a jump and not placed yet */
    int waiting_count, waiting_capacity;
    bool printing; /* the second time: labels are known */
} laying;

/* Past states that do nothing; a circle of those stays where it is. */
static int goal(const laying *l, int state)
{
    const cm_nv_follow *f = l->f;
    for (int steps = 0; steps < f->state_count; steps++) {
        const cm_nv_state *s = &f->states[state];
        if (s->row_count > 0 || s->end != CM_NV_GOES_ON)
            return state;
        state = s->next;
    }
    return state;
}

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
        int next = goal(l, s->next), taken = s->end == CM_NV_BRANCHES ? goal(l, s->taken) : next;
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
    bool ended = place_chain(l, goal(l, 0));
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
    l.order = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, int);
    lay_out(&l);
    for (int i = 0, labels = 0; i < l.placed; i++) {
        cm_nv_state *s = &f->states[l.order[i]];
        s->label = s->label ? ++labels : 0;
    }
    l.printing = true;
    lay_out(&l);
}
