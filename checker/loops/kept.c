/* Registers that rounds leave as they were. See kept.h. */
#include "checker/loops/kept.h"

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

static bool constant_in(const void *registers, int reg, uint64_t *value)
{
    const constant *held = (const constant *)registers + reg;
    *value = held->value;
    return held->known;
}

static constant constant_of(const cm_expr *e, const constant *registers)
{
    constant made = {0};
    made.known = cm_expr_known(e, constant_in, registers, &made.value);
    return made;
}

/* Where ways meet, what they disagree about is not known. */
static void join_constants(constants *c, int from, int to, const constant *registers)
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

static void pass_step(constants *c, int step)
{
    size_t count = (size_t)c->thread->register_count;
    const cm_step *s = &c->thread->steps[step];
    constant *registers = CM_NEW_ARRAY(c->job->arena, count + 1, constant);
    memcpy(registers, c->before[step], count * sizeof *registers);
    if (s->kind == CM_STEP_BRANCH) { /* ways that the constants rule out are none */
        constant taken = {s->value == NULL, true};
        if (s->value)
            taken = constant_of(s->value, registers);
        if (!taken.known || taken.value)
            join_constants(c, step, s->target, registers);
        if (!taken.known || !taken.value || s->guard)
            join_constants(c, step, step + 1, registers);
        return;
    }
    if (s->dst >= 0) {
        constant made = {false, 0}, *held = &registers[s->dst];
        if (s->kind == CM_STEP_ASSIGN)
            made = constant_of(s->value, registers);
        constant happens = {true, true};
        if (s->guard)
            happens = constant_of(s->guard, registers);
        bool same = made.known && held->known && made.value == held->value;
        if (!happens.known && !same)
            *held = (constant){false, 0};
        else if (happens.known && happens.value)
            *held = made;
    }
    join_constants(c, step, step + 1, registers);
}

/* At the head, by register; NULL: nothing leads there. */
static const constant *constants_at_head(cm_job *job, cm_loop loop)
{
    const cm_thread *t = cm_loop_thread(&loop);
    constants c = {.job = job, .thread = t, .loop = loop};
    c.before = CM_NEW_ARRAY(job->arena, (size_t)t->step_count + 1, constant *);
    constant *start = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, constant);
    for (int r = 0; r < t->register_count; r++)
        start[r] = constant_of(t->registers[r].init, start);
    join_constants(&c, -1, 0, start);
    while (c.changed) {
        c.changed = false;
        for (int i = 0; i < t->step_count; i++)
            if (c.before[i])
                pass_step(&c, i);
    }
    return c.before[loop.head];
}

/* ---- rounds ----------------------------------------------------------------- */

static bool is_set_in(const cm_loop *l, int reg)
{
    const cm_thread *t = cm_loop_thread(l);
    for (int i = l->head; i <= l->end; i++)
        if (t->steps[i].dst == reg && t->steps[i].kind != CM_STEP_BRANCH)
            return true;
    return false;
}

/* A round that begins with the constants of the registers that are kept so far. Steps are
 * followed; of those that change a register that is kept, none but the last word counts. */
static cm_round follow_kept(cm_job *job, cm_loop loop, const cm_keeping *k, const constant *at_head)
{
    cm_round r = cm_round_begin(job, loop);
    for (int i = 0; i < r.thread->register_count; i++)
        if (k->kept[i])
            r.steps[0].registers[i] = r.start[i] = cm_vector_constant(at_head[i].value);
    for (int i = loop.head; i <= loop.end; i++)
        cm_round_step(&r, i);
    return r;
}

/* Drops those of which a round that goes back ends with another value. */
static bool drop_lost(cm_keeping *k, const cm_round *r, const constant *at_head)
{
    cm_form *form = &r->job->form;
    bool any = false;
    for (int i = 0; r->after && i < r->thread->register_count; i++) {
        if (!k->kept[i])
            continue;
        cm_vector kept = cm_vector_constant(at_head[i].value);
        cm_lit same = cm_vector_equal(form, &r->after[i], &kept, 64);
        k->kept[i] = cm_round_never(r->job, cm_form_and(form, r->back, -same));
        any |= !k->kept[i];
    }
    return any;
}

cm_keeping cm_keeping_find(cm_job *job, cm_loop loop)
{
    const cm_thread *t = cm_loop_thread(&loop);
    cm_keeping k = {.kept = CM_NEW_ARRAY(job->arena, (size_t)t->register_count + 1, bool)};
    k.always = CM_NEW_ARRAY(job->arena, (size_t)(loop.end - loop.head) + 1, bool);
    const constant *at_head =
        cm_loops_can_be_followed(job->test) ? constants_at_head(job, loop) : NULL;
    for (int i = 0; at_head && i < t->register_count; i++)
        k.any |= k.kept[i] = at_head[i].known;
    if (!k.any)
        return k;
    cm_round r = follow_kept(job, loop, &k, at_head);
    while (drop_lost(&k, &r, at_head))
        r = follow_kept(job, loop, &k, at_head);
    k.any = false;
    for (int i = 0; i < t->register_count; i++)
        k.any |= k.kept[i] && is_set_in(&loop, i);
    for (int i = loop.head; i <= loop.end; i++) {
        const cm_happening *h = cm_round_at(&r, i);
        k.any |= k.always[i - loop.head] =
            t->steps[i].guard && h->path != CM_FALSE &&
            cm_round_never(job, cm_form_and(&job->form, h->path, -h->when));
    }
    return k;
}
