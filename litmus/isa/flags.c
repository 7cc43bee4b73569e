/* Flags and the exclusive monitor: hidden registers that most instructions set and
 * few read. Steps that set one which no later step reads are taken out again, and
 * with them the choices that stand for what an architecture leaves undefined: what
 * nobody looks at must cost nothing.
 *
 * Which hidden registers are read later is the usual backward analysis over the
 * steps; a step that is itself taken out reads nothing. Temporaries belong to one
 * instruction, so that one pass backwards finds those that nothing uses. */
#include "litmus/isa/asm.h"

/* Bit k stands for the k-th hidden register that is no temporary. There are few;
 * those beyond the last bit are always kept. */
typedef uint32_t mask;
enum { MASK_BITS = 32 };

typedef struct pruner {
    cm_asm *as;
    cm_thread *thread;
    int *bit_of; /* by register: its bit, or -1 */
    mask all;
    mask *reads; /* by step */
    mask *live;  /* by step, and the end of the thread: read from there on */
    bool *dead;  /* by step */
} pruner;

static bool is_temporary(const cm_register *reg)
{
    return reg->name[0] == '.' && reg->name[1] == 't';
}

static mask bit(const pruner *p, int reg)
{
    return reg >= 0 && p->bit_of[reg] >= 0 ? (mask)1 << p->bit_of[reg] : 0;
}

static mask read_by_expr(const pruner *p, const cm_expr *e)
{
    if (!e)
        return 0;
    if (e->op == CM_OP_REG)
        return bit(p, e->reg);
    return read_by_expr(p, e->a) | read_by_expr(p, e->b) | read_by_expr(p, e->c);
}

static mask read_by_step(const pruner *p, const cm_step *s)
{
    return read_by_expr(p, s->guard) | read_by_expr(p, s->addr) | read_by_expr(p, s->value) |
           read_by_expr(p, s->quorum) | read_by_expr(p, s->undefined) | read_by_expr(p, s->opaque) |
           read_by_expr(p, s->paired);
}

static bool only_sets(const cm_step *s)
{
    return (s->kind == CM_STEP_ASSIGN || s->kind == CM_STEP_CHOOSE) && !s->undefined &&
           s->control == CM_CONTROL_NONE;
}

/* What is read from the step on, given what is read after it. */
static mask live_before(const pruner *p, int step, mask after)
{
    const cm_step *s = &p->thread->steps[step];
    mask own = only_sets(s) ? bit(p, s->dst) : 0;
    if (own && !(after & own))
        return after;
    if (!s->guard)
        after &= ~own;
    return after | p->reads[step];
}

static mask live_after(const pruner *p, int step)
{
    const cm_step *s = &p->thread->steps[step];
    if (s->kind != CM_STEP_BRANCH)
        return p->live[step + 1];
    if (s->addr)
        return p->all;
    return p->live[s->target] | (s->value || s->guard ? p->live[step + 1] : 0);
}

static void find_live(pruner *p)
{
    bool changed = true;
    for (int i = 0; i < p->thread->step_count; i++)
        p->reads[i] = read_by_step(p, &p->thread->steps[i]);
    while (changed) {
        changed = false;
        for (int i = p->thread->step_count - 1; i >= 0; i--) {
            mask now = live_before(p, i, live_after(p, i));
            changed = changed || now != p->live[i];
            p->live[i] = now;
        }
    }
}

static void mark_used(const cm_expr *e, bool *used)
{
    if (!e)
        return;
    if (e->op == CM_OP_REG)
        used[e->reg] = true;
    mark_used(e->a, used);
    mark_used(e->b, used);
    mark_used(e->c, used);
}

/* Steps that set what no step that stays reads. */
static int find_dead(pruner *p)
{
    cm_thread *t = p->thread;
    bool *used = CM_NEW_ARRAY(cm_asm_arena(p->as), (size_t)t->register_count, bool);
    int count = 0;
    for (int i = t->step_count - 1; i >= 0; i--) {
        const cm_step *s = &t->steps[i];
        mask own = bit(p, s->dst);
        if (only_sets(s) && s->dst >= 0)
            p->dead[i] = own ? !(live_after(p, i) & own)
                             : is_temporary(&t->registers[s->dst]) && !used[s->dst];
        count += p->dead[i];
        if (p->dead[i])
            continue;
        mark_used(s->guard, used);
        mark_used(s->addr, used);
        mark_used(s->value, used);
        mark_used(s->quorum, used);
        mark_used(s->undefined, used);
        mark_used(s->opaque, used);
        mark_used(s->paired, used);
    }
    return count;
}

static void remove_dead(pruner *p)
{
    cm_thread *t = p->thread;
    int kept = 0, *moved = CM_NEW_ARRAY(cm_asm_arena(p->as), (size_t)t->step_count + 1, int);
    for (int i = 0; i < t->step_count; i++) {
        moved[i] = kept;
        if (!p->dead[i])
            t->steps[kept++] = t->steps[i];
    }
    moved[t->step_count] = kept;
    t->step_count = kept;
    for (int i = 0; i < kept; i++) {
        if (t->steps[i].rmw >= 0)
            t->steps[i].rmw = moved[t->steps[i].rmw];
        if (t->steps[i].target >= 0)
            t->steps[i].target = moved[t->steps[i].target];
    }
    for (int i = 0; i < t->label_count; i++)
        t->labels[i].step = moved[t->labels[i].step];
}

void cm_asm_prune(cm_asm *as)
{
    cm_thread *t = as->thread;
    cm_arena *arena = cm_asm_arena(as);
    pruner p = {.as = as,
                .thread = t,
                .bit_of = CM_NEW_ARRAY(arena, (size_t)t->register_count, int),
                .reads = CM_NEW_ARRAY(arena, (size_t)t->step_count, mask),
                .live = CM_NEW_ARRAY(arena, (size_t)t->step_count + 1, mask),
                .dead = CM_NEW_ARRAY(arena, (size_t)t->step_count, bool)};
    int bits = 0;
    for (int r = 0; r < t->register_count; r++) {
        bool hidden = t->registers[r].name[0] == '.' && !is_temporary(&t->registers[r]);
        p.bit_of[r] = hidden && bits < MASK_BITS ? bits++ : -1;
        p.all |= bit(&p, r);
    }
    find_live(&p);
    t->reads_first_flags = p.live[0] != 0;
    if (find_dead(&p) > 0)
        remove_dead(&p);
}
