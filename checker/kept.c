/* Registers that rounds leave as they were. See kept.h. */
#include "checker/kept.h"

#include <string.h>

/* ---- constants on the ways into the loop ------------------------------------ */

typedef struct constant {
    bool known;
    uint64_t value;
} constant;

typedef struct constants {
    cm_job *job;
    const cm_thread *thread;
    cm_loop loop;
    constant **before; /* by step, and the end: registers; NULL: not reached (yet) */
    bool changed;
} constants;

static constant value_of(const cm_expr *e, const constant *registers)
{
    constant parts[3] = {{true, 0}, {true, 0}, {true, 0}};
    const cm_expr *const operands[] = {e->a, e->b, e->c};
    if (e->op == CM_OP_REG)
        return registers[e->reg];
    if (e->op == CM_OP_CONST)
        return (constant){true, e->imm};
    for (int i = 0; i < 3; i++)
        if (operands[i] && !(parts[i] = value_of(operands[i], registers)).known)
            return (constant){false, 0};
    return (constant){true, cm_op_apply(e->op, e->bits, e->imm, parts[0].value, parts[1].value,
                                        parts[2].value, e->c != NULL)};
}

/* Where ways meet, what they disagree about is not known. */
static void join(constants *c, int from, int to, const constant *registers)
{
    size_t count = (size_t)c->thread->register_count;
    if (to == c->loop.head && cm_loop_has(&c->loop, from))
        return; /* a round that goes back */
    if (!c->before[to]) {
        c->before[to] = CM_NEW_ARRAY(c->job->arena, count + 1, constant);
        memcpy(c->before[to], registers, count * sizeof *registers);
        c->changed = true;
        return;
    }
    for (size_t r = 0; r < count; r++) {
        constant *there = &c->before[to][r];
        bool same = registers[r].known && registers[r].value == there->value;
        c->changed |= there->known && !same;
        there->known = there->known && same;
    }
}

static void pass(constants *c, int step)
{
    size_t count = (size_t)c->thread->register_count;
    const cm_step *s = &c->thread->steps[step];
    constant *registers = CM_NEW_ARRAY(c->job->arena, count + 1, constant);
    memcpy(registers, c->before[step], count * sizeof *registers);
    if (s->kind == CM_STEP_BRANCH) { /* ways that the constants rule out are none */
        constant taken = {s->value == NULL, true};
        if (s->value)
            taken = value_of(s->value, registers);
        if (!taken.known || taken.value)
            join(c, step, s->target, registers);
        if (!taken.known || !taken.value || s->guard)
            join(c, step, step + 1, registers);
        return;
    }
    if (s->dst >= 0) {
        constant made = {false, 0}, *held = &registers[s->dst];
        if (s->kind == CM_STEP_ASSIGN)
            made = value_of(s->value, registers);
        constant happens = {true, true};
        if (s->guard)
            happens = value_of(s->guard, registers);
        bool same = made.known && held->known && made.value == held->value;
        if (!happens.known && !same)
            *held = (constant){false, 0};
        else if (happens.known && happens.value)
            *held = made;
    }
    join(c, step, step + 1, registers);
}

/* At the head, by register; NULL: nothing leads there. */
static const constant *constants_at_head(cm_job *job, const cm_thread *t, cm_loop loop)
{
    constants c = {.job = job, .thread = t, .loop = loop};
    c.before = CM_NEW_ARRAY(job->arena, (size_t)t->step_count + 1, constant *);
    constant *start = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, constant);
    for (int r = 0; r < t->register_count; r++)
        start[r] = value_of(t->registers[r].init, start);
    join(&c, -1, 0, start);
    while (c.changed) {
        c.changed = false;
        for (int i = 0; i < t->step_count; i++)
            if (c.before[i])
                pass(&c, i);
    }
    return c.before[loop.head];
}

/* ---- rounds ----------------------------------------------------------------- */

static bool is_set_in(const cm_thread *t, const cm_loop *l, int reg)
{
    for (int i = l->head; i <= l->end; i++)
        if (t->steps[i].dst == reg && t->steps[i].kind != CM_STEP_BRANCH)
            return true;
    return false;
}

/* A round that begins with the constants of the registers that are kept so far. Steps are
 * followed; of those that change a register that is kept, none but the last word counts. */
static cm_round follow(cm_job *job, const cm_thread *t, cm_loop loop, const cm_keeping *k,
                       const constant *at_head)
{
    cm_round r = cm_round_begin(job, t, loop);
    for (int i = 0; i < t->register_count; i++)
        if (k->kept[i])
            r.before[0][i] = r.start[i] = cm_vector_constant(at_head[i].value);
    for (int i = loop.head; i <= loop.end; i++)
        cm_round_step(&r, i);
    return r;
}

/* Does a round that goes back end with another value of it? */
static bool is_lost(const cm_round *r, int reg, uint64_t value)
{
    cm_vector kept = cm_vector_constant(value);
    cm_lit same = cm_vector_equal(&r->job->form, &r->after[reg], &kept, 64);
    return !cm_round_never(r->job, cm_form_and(&r->job->form, r->back, -same));
}

static bool drop_lost(cm_keeping *k, const cm_round *r, const constant *at_head)
{
    bool any = false;
    for (int i = 0; r->after && i < r->thread->register_count; i++)
        if (k->kept[i] && is_lost(r, i, at_head[i].value)) {
            k->kept[i] = false;
            any = true;
        }
    return any;
}

cm_keeping cm_keeping_find(cm_job *job, const cm_thread *t, cm_loop loop)
{
    cm_keeping k = {.kept = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, bool)};
    k.always = CM_NEW_ARRAY(job->arena, (size_t)(loop.end - loop.head) + 1, bool);
    const constant *at_head =
        cm_round_can_follow(job->test) ? constants_at_head(job, t, loop) : NULL;
    for (int i = 0; at_head && i < t->register_count; i++)
        k.any |= k.kept[i] = at_head[i].known;
    if (!k.any)
        return k;
    cm_round r = follow(job, t, loop, &k, at_head);
    while (drop_lost(&k, &r, at_head))
        r = follow(job, t, loop, &k, at_head);
    k.any = false;
    for (int i = 0; i < t->register_count; i++)
        k.any |= k.kept[i] && is_set_in(t, &loop, i);
    for (int i = loop.head; i <= loop.end; i++) {
        cm_lit path = r.guards[i - loop.head], happens = r.steps[i - loop.head].when;
        k.any |= k.always[i - loop.head] =
            t->steps[i].guard && path != CM_FALSE &&
            cm_round_never(job, cm_form_and(&job->form, path, -happens));
    }
    return k;
}
