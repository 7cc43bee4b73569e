/* Loops whose rounds hand nothing on, but what does not change (kept.h). See shape.h. */
#include "checker/loops/kept.h"

#include <string.h>

/* ---- what a round hands on ----------------------------------------------------- */

/* Looking at the steps of a loop. */
typedef struct look {
    cm_job *job;
    cm_loop loop;
    const cm_thread *thread;
    bool meets;         /* barriers are no reason not to go (collective.h) */
    bool *matters;      /* by register: an event, a branch, the condition may depend on it */
    bool *assigned;     /* by register: some step of the body sets it */
    bool *reached;      /* by step of the body */
    bool **sure;        /* by step of the body: registers set on every path from head, or kept */
    cm_keeping kept;    /* registers that rounds leave as they were, once they are asked about */
    const bool *always; /* by step of the thread: see cm_thread_always; NULL: not asked */
} look;

static size_t register_count(const look *l)
{
    return (size_t)l->thread->register_count;
}

/* Flows into a step: registers surely set are those set on all ways in. */
static void flow_sure(look *l, int to, const bool *sure)
{
    if (!cm_loop_has(&l->loop, to) || to == l->loop.head)
        return;
    bool *there = l->sure[to - l->loop.head];
    for (size_t r = 0; r < register_count(l); r++)
        there[r] = sure[r] && (there[r] || !l->reached[to - l->loop.head]);
    l->reached[to - l->loop.head] = true;
}

static bool step_sets(const cm_step *s, int reg)
{
    return s->dst == reg && s->kind != CM_STEP_FENCE && s->kind != CM_STEP_BRANCH &&
           s->kind != CM_STEP_BARRIER;
}

/* Does the round come to the step, or go from it to that one? */
static cm_lit comes(const look *l, int step, int to)
{
    const cm_happening *h = cm_round_at(&l->kept.round, step);
    const cm_step *s = &l->thread->steps[step];
    if (to < 0 || s->kind != CM_STEP_BRANCH)
        return h->path;
    return to == s->target ? h->jumps : cm_form_and(&l->job->form, h->path, -h->jumps);
}

/* Has every round that comes to the step (and goes to that one) set the register before? Ways may
 * meet again and then part by the same question: `if (found) v = load(p); ... if (!found) goto
 * head;` has set v where it leaves. */
static bool has_set(const look *l, int step, int to, int reg)
{
    cm_form *form = &l->job->form;
    cm_lit set = CM_FALSE;
    if (!l->kept.round.steps)
        return false;
    for (int i = l->loop.head; i < step; i++)
        if (step_sets(&l->thread->steps[i], reg))
            set = cm_form_or(form, set, cm_round_at(&l->kept.round, i)->when);
    return cm_round_never(l->job, cm_form_and(form, comes(l, step, to), -set));
}

/* Does the expression of the step use a register that an earlier round may have set? */
static bool uses_carried(const look *l, int step, const cm_expr *e)
{
    if (!e)
        return false;
    if (e->op == CM_OP_REG)
        return l->assigned[e->reg] && !l->sure[step - l->loop.head][e->reg] &&
               !has_set(l, step, -1, e->reg);
    return uses_carried(l, step, e->a) || uses_carried(l, step, e->b) ||
           uses_carried(l, step, e->c);
}

static bool step_mentions(const cm_step *s, int reg)
{
    return cm_expr_mentions(s->guard, reg) || cm_expr_mentions(s->addr, reg) ||
           cm_expr_mentions(s->value, reg) || cm_expr_mentions(s->quorum, reg) ||
           cm_expr_mentions(s->paired, reg) || cm_expr_mentions(s->undefined, reg) ||
           cm_expr_mentions(s->opaque, reg);
}

static bool is_observed(const look *l, int reg)
{
    const cm_test *test = l->job->test;
    for (int i = 0; i < test->observed_count; i++)
        if (test->observed[i].kind == CM_OBSERVE_REGISTER &&
            test->observed[i].thread == l->loop.thread && test->observed[i].reg == reg)
            return true;
    return false;
}

/* Does no more than to set what does not matter (a count of rounds that nobody looks at)? */
static bool is_idle(const look *l, const cm_step *s)
{
    return s->kind == CM_STEP_ASSIGN && s->dst >= 0 && !l->matters[s->dst] && !s->undefined;
}

/* Going on at the step, may the thread use what the register holds, or the test look at it? */
static bool is_used_from(const look *l, int step, int reg)
{
    const cm_thread *thread = l->thread;
    bool *seen = CM_NEW_ARRAY(l->job->arena, (size_t)thread->step_count + 1, bool);
    int *ways = CM_NEW_ARRAY(l->job->arena, (size_t)thread->step_count + 1, int), count = 0;
    ways[count++] = step;
    seen[step] = true;
    while (count > 0) {
        int at = ways[--count];
        if (at == thread->step_count && is_observed(l, reg))
            return true;
        if (at == thread->step_count)
            continue;
        const cm_step *s = &thread->steps[at];
        bool branches = s->kind == CM_STEP_BRANCH;
        if ((!is_idle(l, s) && step_mentions(s, reg)) || (branches && s->addr))
            return true;
        if (!branches && s->dst == reg && (!s->guard || (l->always && l->always[at])))
            continue; /* it is set anew */
        if (branches && !seen[s->target]) {
            seen[s->target] = true;
            ways[count++] = s->target;
        }
        bool goes_on = !branches || s->value || s->guard;
        if (goes_on && !seen[at + 1]) {
            seen[at + 1] = true;
            ways[count++] = at + 1;
        }
    }
    return false;
}

/* Leaving the loop for the step, is every register of interest there this round's? */
static bool leaves_clean(const look *l, int from, int to)
{
    const bool *sure = l->sure[from - l->loop.head];
    for (int r = 0; r < l->thread->register_count; r++)
        if (l->assigned[r] && l->matters[r] && !sure[r] && is_used_from(l, to, r) &&
            !has_set(l, from, to, r))
            return false;
    return true;
}

/* One step of the body; false when it carries something from round to round. */
static bool independent_step(look *l, int index)
{
    const cm_step *s = &l->thread->steps[index];
    bool *sure = l->sure[index - l->loop.head];
    bool idle = is_idle(l, s);
    if (s->kind == CM_STEP_BARRIER && !l->meets)
        return false;
    if (!idle && (uses_carried(l, index, s->guard) || uses_carried(l, index, s->addr) ||
                  uses_carried(l, index, s->value) || uses_carried(l, index, s->paired) ||
                  uses_carried(l, index, s->undefined) || uses_carried(l, index, s->opaque)))
        return false;
    if (s->kind == CM_STEP_BRANCH) {
        if (!cm_loop_has(&l->loop, s->target) && !leaves_clean(l, index, s->target))
            return false;
        flow_sure(l, s->target, sure);
        if (!s->value && !s->guard)
            return true;
    } else if (s->dst >= 0 && !idle) {
        bool happens = !s->guard || (l->kept.any && l->kept.always[index - l->loop.head]);
        sure[s->dst] |= happens; /* else it keeps an older value when the guard fails */
    }
    if (index == l->loop.end && !leaves_clean(l, index, index + 1))
        return false;
    flow_sure(l, index + 1, sure);
    return true;
}

/* A register matters if anything but idle steps says it. */
static void find_matters(look *l)
{
    l->matters = CM_NEW_ARRAY(l->job->arena, register_count(l) + 1, bool);
    for (bool again = true; again;) {
        again = false;
        for (int r = 0; r < l->thread->register_count; r++) {
            bool matters = l->matters[r] || is_observed(l, r);
            for (int i = 0; i < l->thread->step_count && !matters; i++)
                matters =
                    !is_idle(l, &l->thread->steps[i]) && step_mentions(&l->thread->steps[i], r);
            again |= matters && !l->matters[r];
            l->matters[r] = matters;
        }
    }
}

static bool steps_independent(look *l)
{
    cm_arena *arena = l->job->arena;
    size_t length = (size_t)(l->loop.end - l->loop.head) + 1;
    find_matters(l);
    l->assigned = CM_NEW_ARRAY(arena, register_count(l), bool);
    l->reached = CM_NEW_ARRAY(arena, length, bool);
    l->sure = CM_NEW_ARRAY(arena, length, bool *);
    for (size_t i = 0; i < length; i++) {
        const cm_step *s = &l->thread->steps[l->loop.head + (int)i];
        l->sure[i] = CM_NEW_ARRAY(arena, register_count(l), bool);
        if (s->dst >= 0 && step_sets(s, s->dst))
            l->assigned[s->dst] = true;
    }
    l->reached[0] = true;
    for (size_t r = 0; l->kept.any && r < register_count(l); r++)
        l->sure[0][r] = l->kept.kept[r];
    for (int i = l->loop.head; i <= l->loop.end; i++)
        if (l->reached[i - l->loop.head] && !independent_step(l, i))
            return false;
    return true;
}

/* A loop in the body that only waits itself and does nothing but read: its failed rounds go first,
 * and what is left of a failed round around it is one without a jump back. */
static bool is_inner_wait(cm_job *job, const cm_loop *outer, int head, int end)
{
    cm_loop loop = {outer->test, outer->thread, head, end};
    look inner = {.job = job, .loop = loop, .thread = cm_loop_thread(&loop)};
    for (int i = head; i <= end; i++)
        if (inner.thread->steps[i].kind == CM_STEP_STORE)
            return false;
    return cm_loop_is_simple(&loop) && steps_independent(&inner);
}

/* Simple but for loops in it that wait. */
static bool is_simple_around_waits(cm_job *job, const cm_loop *loop)
{
    const cm_thread *t = cm_loop_thread(loop);
    bool any = false;
    if (!cm_loop_is_entered_at_head(loop))
        return false;
    for (int i = loop->head; i < loop->end; i++) {
        const cm_step *s = &t->steps[i];
        if (s->kind != CM_STEP_BRANCH || s->addr || s->target <= loop->head || s->target > i)
            continue;
        if (!is_inner_wait(job, loop, s->target, i))
            return false;
        any = true;
    }
    return any;
}

static bool look_whether_independent(look *l)
{
    bool simple = cm_loop_is_simple(&l->loop);
    if (!simple && (l->meets || !is_simple_around_waits(l->job, &l->loop)))
        return false;
    if (steps_independent(l))
        return true;
    l->always = cm_thread_always(l->job, l->loop.thread);
    if (!simple) /* what a round with a loop in it keeps is not asked */
        return steps_independent(l);
    l->kept = cm_loop_keeps(l->job, l->loop);
    return steps_independent(l);
}

/* What was found, which hangs on nothing but the test, however often threads are executed. */
typedef struct known_loop {
    cm_loop loop;
    bool meets, independent;
} known_loop;

typedef struct cm_known_loops {
    const cm_test *test;
    known_loop *items;
    int count, capacity;
} cm_known_loops;

bool cm_loop_is_independent(cm_job *job, cm_loop loop, bool meets)
{
    cm_known_loops *k = job->known_loops;
    if (!k || k->test != job->test) {
        k = job->known_loops = CM_NEW(job->arena, cm_known_loops);
        k->test = job->test;
    }
    for (int i = 0; i < k->count; i++) {
        const known_loop *known = &k->items[i];
        if (known->loop.thread == loop.thread && known->loop.head == loop.head &&
            known->loop.end == loop.end && known->meets == meets)
            return known->independent;
    }
    look l = {.job = job, .loop = loop, .thread = cm_loop_thread(&loop), .meets = meets};
    bool independent = look_whether_independent(&l);
    CM_PUSH(job->arena, k->items, k->count, k->capacity, (known_loop){loop, meets, independent});
    return independent;
}

const bool *cm_loop_hands_on(cm_job *job, cm_loop loop)
{
    look l = {.job = job, .loop = loop, .thread = cm_loop_thread(&loop)};
    bool *handed_on = CM_NEW_ARRAY(job->arena, register_count(&l) + 1, bool);
    find_matters(&l);
    for (int r = 0; r < l.thread->register_count; r++)
        handed_on[r] = cm_loop_sets(&loop, r) && is_used_from(&l, loop.head, r);
    return handed_on;
}

/* ---- a load that is come to again ------------------------------------------------ */

bool cm_load_repeats(cm_job *job, int thread, int step)
{
    look l = {.job = job, .thread = &job->test->threads[thread]};
    l.loop = (cm_loop){job->test, thread, 0, l.thread->step_count - 1};
    const cm_step *load = &l.thread->steps[step];
    bool *seen = CM_NEW_ARRAY(job->arena, (size_t)l.thread->step_count + 1, bool), again = false;
    int *ways = CM_NEW_ARRAY(job->arena, (size_t)l.thread->step_count + 1, int), count = 0;
    find_matters(&l);
    ways[count++] = step + 1;
    seen[step + 1] = true;
    while (count > 0) {
        int at = ways[--count];
        const cm_step *s = &l.thread->steps[at];
        again |= at == step;
        if (at == step || at == l.thread->step_count)
            continue;
        bool branches = s->kind == CM_STEP_BRANCH;
        if ((branches && s->addr) || s->kind == CM_STEP_CHOOSE)
            return false;
        if (!branches && s->kind != CM_STEP_ASSIGN)
            continue; /* another event comes between */
        if (!branches && !is_idle(&l, s) &&
            (step_mentions(load, s->dst) || is_used_from(&l, step + 1, s->dst)))
            return false;
        if (branches && !seen[s->target]) {
            seen[s->target] = true;
            ways[count++] = s->target;
        }
        if ((!branches || s->value || s->guard) && !seen[at + 1]) {
            seen[at + 1] = true;
            ways[count++] = at + 1;
        }
    }
    return again;
}
