/* Waiting loops. See spin.h. */
#include "checker/spin.h"

#include "checker/counter.h"
#include "checker/kept.h"
#include "checker/solver.h"

/* ---- the loop -------------------------------------------------------- */

typedef struct loop {
    cm_job *job;
    const cm_thread *thread;
    int thread_index;
    int head, end;   /* steps head..end; end jumps back to head */
    bool collective; /* barriers are no reason not to go (collective.h) */
    bool *matters;   /* by register: an event, a branch, the condition may depend on it */
    bool *assigned;  /* by register: some step of the body sets it */
    bool *reached;   /* by step of the body */
    bool **sure;     /* by step of the body: registers set on every path from head, or kept */
    cm_keeping kept; /* registers that rounds leave as they were, once they are asked about */
} loop;

static size_t register_count(const loop *l)
{
    return (size_t)l->thread->register_count;
}

static bool in_body(const loop *l, int step)
{
    return step >= l->head && step <= l->end;
}

static bool steps_independent(loop *l);
static bool simple_shape(const loop *l);

/* A loop in the body that only waits itself, where the whole body does nothing but read: its failed
 * rounds go first, and what is left of a failed round around it is one without a jump back. */
static bool is_inner_wait(const loop *l, int head, int end)
{
    loop inner = {.job = l->job,
                  .thread = l->thread,
                  .thread_index = l->thread_index,
                  .head = head,
                  .end = end};
    if (l->collective || end >= l->end)
        return false;
    for (int i = l->head; i <= l->end; i++)
        if (l->thread->steps[i].kind == CM_STEP_STORE)
            return false;
    return simple_shape(&inner) && steps_independent(&inner);
}

/* Control enters at the head only and goes forward, or back to the head. */
static bool simple_shape(const loop *l)
{
    for (int i = 0; i < l->thread->step_count; i++) {
        const cm_step *s = &l->thread->steps[i];
        if (s->kind != CM_STEP_BRANCH)
            continue;
        if (s->addr)
            return false;
        bool inside = in_body(l, i);
        if (!inside && in_body(l, s->target) && s->target != l->head)
            return false;
        if (inside && s->target <= i && s->target != l->head && !is_inner_wait(l, s->target, i))
            return false;
    }
    return true;
}

/* Flows into a step: registers surely set are those set on all ways in. */
static void flow(loop *l, int to, const bool *sure)
{
    if (!in_body(l, to) || to == l->head)
        return;
    bool *there = l->sure[to - l->head];
    for (size_t r = 0; r < register_count(l); r++)
        there[r] = sure[r] && (there[r] || !l->reached[to - l->head]);
    l->reached[to - l->head] = true;
}

/* Does the expression use a register that an earlier round may have set? */
static bool uses_carried(const loop *l, const cm_expr *e, const bool *sure)
{
    if (!e)
        return false;
    if (e->op == CM_OP_REG)
        return l->assigned[e->reg] && !sure[e->reg];
    return uses_carried(l, e->a, sure) || uses_carried(l, e->b, sure) ||
           uses_carried(l, e->c, sure);
}

static bool mentions(const cm_expr *e, int reg)
{
    if (!e)
        return false;
    if (e->op == CM_OP_REG)
        return e->reg == reg;
    return mentions(e->a, reg) || mentions(e->b, reg) || mentions(e->c, reg);
}

static bool step_mentions(const cm_step *s, int reg)
{
    return mentions(s->guard, reg) || mentions(s->addr, reg) || mentions(s->value, reg) ||
           mentions(s->quorum, reg);
}

static bool observed(const loop *l, int reg)
{
    const cm_test *test = l->job->test;
    for (int i = 0; i < test->observed_count; i++)
        if (test->observed[i].kind == CM_OBSERVE_REGISTER &&
            test->observed[i].thread == l->thread_index && test->observed[i].reg == reg)
            return true;
    return false;
}

/* Does the register flow into anything but registers that do not matter (a
 * count of rounds that nobody looks at)? */
static bool flows_on(const loop *l, int reg)
{
    for (int i = 0; i < l->thread->step_count; i++) {
        const cm_step *s = &l->thread->steps[i];
        bool idle = s->kind == CM_STEP_ASSIGN && s->dst >= 0 && !l->matters[s->dst];
        if (!idle && step_mentions(s, reg))
            return true;
    }
    return false;
}

static void find_what_matters(loop *l)
{
    l->matters = CM_NEW_ARRAY(l->job->arena, register_count(l), bool);
    for (bool again = true; again;) {
        again = false;
        for (int r = 0; r < l->thread->register_count; r++) {
            if (l->matters[r] || !(observed(l, r) || flows_on(l, r)))
                continue;
            l->matters[r] = again = true;
        }
    }
}

static bool is_idle(const loop *l, const cm_step *s)
{
    return s->kind == CM_STEP_ASSIGN && s->dst >= 0 && !l->matters[s->dst];
}

/* Going on at the step, may the thread use what the register holds, or the test look at it? */
static bool is_used_from(const loop *l, int step, int reg)
{
    const cm_thread *thread = l->thread;
    bool *seen = CM_NEW_ARRAY(l->job->arena, (size_t)thread->step_count + 1, bool);
    int *ways = CM_NEW_ARRAY(l->job->arena, (size_t)thread->step_count + 1, int), count = 0;
    ways[count++] = step;
    seen[step] = true;
    while (count > 0) {
        int at = ways[--count];
        if (at == thread->step_count && observed(l, reg))
            return true;
        if (at == thread->step_count)
            continue;
        const cm_step *s = &thread->steps[at];
        bool branches = s->kind == CM_STEP_BRANCH;
        if ((!is_idle(l, s) && step_mentions(s, reg)) || (branches && s->addr))
            return true;
        if (!branches && s->dst == reg && !s->guard)
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
static bool leaves_clean(const loop *l, int to, const bool *sure)
{
    for (int r = 0; r < l->thread->register_count; r++)
        if (l->assigned[r] && l->matters[r] && !sure[r] && is_used_from(l, to, r))
            return false;
    return true;
}

/* One step of the body; false when it carries something from round to round. */
static bool independent_step(loop *l, int index)
{
    const cm_step *s = &l->thread->steps[index];
    bool *sure = l->sure[index - l->head];
    bool idle = is_idle(l, s);
    if (s->kind == CM_STEP_BARRIER && !l->collective)
        return false;
    if (!idle && (uses_carried(l, s->guard, sure) || uses_carried(l, s->addr, sure) ||
                  uses_carried(l, s->value, sure)))
        return false;
    if (s->kind == CM_STEP_BRANCH) {
        if (!in_body(l, s->target) && !leaves_clean(l, s->target, sure))
            return false;
        flow(l, s->target, sure);
        if (!s->value && !s->guard)
            return true;
    } else if (s->dst >= 0 && !idle) {
        bool happens = !s->guard || (l->kept.any && l->kept.always[index - l->head]);
        if (!happens && !sure[s->dst])
            return false; /* keeps an older value when the guard fails */
        sure[s->dst] = true;
    }
    if (index == l->end && !leaves_clean(l, index + 1, sure))
        return false;
    flow(l, index + 1, sure);
    return true;
}

static bool steps_independent(loop *l)
{
    cm_arena *arena = l->job->arena;
    size_t length = (size_t)(l->end - l->head) + 1;
    find_what_matters(l);
    l->assigned = CM_NEW_ARRAY(arena, register_count(l), bool);
    l->reached = CM_NEW_ARRAY(arena, length, bool);
    l->sure = CM_NEW_ARRAY(arena, length, bool *);
    for (size_t i = 0; i < length; i++) {
        const cm_step *s = &l->thread->steps[l->head + (int)i];
        l->sure[i] = CM_NEW_ARRAY(arena, register_count(l), bool);
        if (s->dst >= 0 && s->kind != CM_STEP_FENCE && s->kind != CM_STEP_BRANCH &&
            s->kind != CM_STEP_BARRIER)
            l->assigned[s->dst] = true;
    }
    l->reached[0] = true;
    for (size_t r = 0; l->kept.any && r < register_count(l); r++)
        l->sure[0][r] = l->kept.kept[r];
    for (int i = l->head; i <= l->end; i++)
        if (l->reached[i - l->head] && !independent_step(l, i))
            return false;
    return true;
}

static bool rounds_independent(loop *l)
{
    if (steps_independent(l))
        return true;
    for (int i = l->head; i < l->end; i++)
        if (l->thread->steps[i].kind == CM_STEP_BRANCH && l->thread->steps[i].target > l->head &&
            l->thread->steps[i].target <= i)
            return false; /* what a round with a loop in it keeps is not asked */
    l->kept = cm_keeping_find(l->job, l->thread, (cm_loop){l->head, l->end});
    return l->kept.any && steps_independent(l);
}

bool cm_spin_independent(cm_job *job, int thread, int head, int end)
{
    loop l = {.job = job,
              .thread = &job->test->threads[thread],
              .thread_index = thread,
              .head = head,
              .end = end,
              .collective = true};
    return simple_shape(&l) && rounds_independent(&l);
}

/* ---- what a failing round writes ------------------------------------- */

/* Condition for a store of an atomic instruction to write what it read, where it
 * executes. */
static cm_lit writes_back(cm_memory *memory, const cm_access *store)
{
    const cm_thread_run *run = &memory->runs[store->thread];
    cm_form *form = &memory->job->form;
    if (store->step->rmw < 0 || !store->rmw || store->rmw->count != 1)
        return CM_FALSE;
    const cm_val *read = run->accesses[store->rmw->items[0].access].value;
    cm_lits any = {0};
    for (uint32_t i = 0; i < store->value->count; i++)
        cm_lits_add(memory->job->arena, &any,
                    cm_form_and(form, store->value->choices[i].when,
                                cm_val_is(read, store->value->choices[i].value)));
    return cm_form_or_all(form, any.items, any.count);
}

/* Can the thread not come to where this holds? Formulas show much of it (a
 * store-exclusive that fails), the solver the rest (a compare-and-swap that
 * fails: two different values are not equal). */
static bool impossible(cm_memory *memory, int thread, cm_lit when)
{
    cm_job *job = memory->job;
    const cm_thread_run *run = &memory->runs[thread];
    if (when == CM_FALSE)
        return true;
    cm_solver *solver = cm_solver_open(job);
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        const cm_domain *domain = &run->domains[a->visit];
        if (a->step->kind == CM_STEP_LOAD && domain->count > 1)
            cm_solver_exactly_one(solver,
                                  &(cm_exactly_one){a->guard, domain->group, domain->count});
    }
    bool never = cm_solver_check(solver, &when, 1) == CM_UNSAT;
    cm_solver_close(job->solver);
    return never;
}

static void add_rewrite(cm_job *job, cm_rewrites *rewrites, int thread, const cm_access *store)
{
    int step = (int)(store->step - job->test->threads[thread].steps);
    for (int i = 0; i < rewrites->count; i++)
        if (rewrites->items[i].thread == thread && rewrites->items[i].store == step)
            return;
    CM_RESERVE(job->arena, rewrites->items, rewrites->count, rewrites->capacity);
    rewrites->items[rewrites->count++] = (cm_rewrite){thread, step};
}

/* Does the last round before the cut change nothing in memory when it ends in
 * the cut? Notes the atomic instructions that write back what they read. */
static bool changes_nothing(cm_memory *memory, const loop *l, const cm_cut *cut)
{
    cm_job *job = memory->job;
    const cm_thread_run *run = &memory->runs[l->thread_index];
    uint64_t rounds = run->code.visits[cut->visit].rounds;
    cm_lits changes = {0};
    int known = memory->rewrites.count;
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        const cm_visit *visit = &run->code.visits[a->visit];
        if (a->step->kind != CM_STEP_STORE || visit->rounds != rounds || !in_body(l, visit->step))
            continue;
        cm_lit writes = cm_form_and(&job->form, a->guard, cut->guard);
        if (impossible(memory, l->thread_index, writes))
            continue;
        cm_lit back = job->keep_rewrites ? CM_FALSE : writes_back(memory, a);
        cm_lits_add(job->arena, &changes, cm_form_and(&job->form, writes, -back));
        add_rewrite(job, &memory->rewrites, l->thread_index, a);
    }
    cm_lit any = cm_form_or_all(&job->form, changes.items, changes.count);
    bool nothing = impossible(memory, l->thread_index, any);
    if (!nothing)
        memory->rewrites.count = known;
    return nothing;
}

bool cm_spin_waits(cm_memory *memory, int thread, const cm_cut *cut)
{
    cm_job *job = memory->job;
    const cm_thread_run *run = &memory->runs[thread];
    loop l = {.job = job,
              .thread = &job->test->threads[thread],
              .thread_index = thread,
              .end = run->code.visits[cut->visit].step};
    const cm_step *jump = &l.thread->steps[l.end];
    l.head = jump->target;
    return !jump->addr && simple_shape(&l) && rounds_independent(&l) &&
           changes_nothing(memory, &l, cut);
}

/* A jump waits if it does so at every cut. */
static bool mark_waits(cm_memory *memory, int thread, bool *waits)
{
    const cm_thread_run *run = &memory->runs[thread];
    bool any = false;
    for (int i = 0; i < run->cut_count; i++)
        waits[run->code.visits[run->cuts[i].visit].step] = true;
    for (int i = 0; i < run->cut_count; i++)
        if (!cm_spin_waits(memory, thread, &run->cuts[i]))
            waits[run->code.visits[run->cuts[i].visit].step] = false;
    for (int i = 0; i < memory->job->test->threads[thread].step_count; i++)
        any |= waits[i];
    return any;
}

bool **cm_spin_none(cm_job *job)
{
    bool **waits = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, bool *);
    for (int t = 0; t < job->test->thread_count; t++)
        waits[t] = CM_NEW_ARRAY(job->arena, (size_t)job->test->threads[t].step_count, bool);
    return waits;
}

bool **cm_spin_find(cm_memory *memory)
{
    cm_job *job = memory->job;
    bool any = false, **waits = cm_spin_none(job);
    for (int t = 0; t < job->test->thread_count; t++)
        any |= mark_waits(memory, t, waits[t]);
    return any ? waits : NULL;
}

bool cm_spin_unmark(cm_memory *memory, bool **waits, const cm_collectives *collectives)
{
    bool any = false;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->cut_count; i++) {
            int jump = run->code.visits[run->cuts[i].visit].step;
            bool *marked = &waits[t][jump];
            if (!*marked || cm_collectives_has(collectives, t, jump) ||
                cm_spin_waits(memory, t, &run->cuts[i]))
                continue;
            *marked = false;
            any = true;
        }
    }
    return any;
}

bool cm_spin_keeps_loops(const cm_job *job)
{
    return job->keep_rewrites || job->keep_attempts || job->keep_collectives;
}

static bool has_counters(const cm_memory *memory)
{
    for (int i = 0; memory->counters && i < memory->job->test->location_count; i++)
        if (memory->counters[i].used)
            return true;
    return false;
}

bool cm_spin_fits_together(const cm_graph *graph)
{
    const cm_memory *memory = &graph->memory;
    bool narrowed = !memory->settled && !memory->job->wide_values;
    return graph->waits && !cm_spin_keeps_loops(memory->job) && !narrowed &&
           !has_counters(memory) && graph->collectives.count == 0;
}

static cm_lits retries(cm_memory *memory)
{
    cm_job *job = memory->job;
    cm_lits all = {0};
    for (int t = 0; t < job->test->thread_count; t++)
        for (uint32_t i = 0; i < memory->runs[t].retries.count; i++)
            cm_lits_add(job->arena, &all, memory->runs[t].retries.items[i]);
    return all;
}

cm_lit cm_spin_any_retry(cm_memory *memory)
{
    cm_lits all = retries(memory);
    return cm_form_or_all(&memory->job->form, all.items, all.count);
}

/* Is there a loop in another one? Then a failed round may be in one that fails, too. */
static bool has_inner_loop(const cm_thread *t)
{
    for (int i = 0; i < t->step_count; i++)
        for (int k = i + 1; k < t->step_count; k++)
            if (t->steps[i].kind == CM_STEP_BRANCH && t->steps[i].target <= i &&
                t->steps[k].kind == CM_STEP_BRANCH && t->steps[k].target < t->steps[i].target)
                return true;
    return false;
}

void cm_spin_one_retry(cm_memory *memory, cm_lits *asserts)
{
    cm_job *job = memory->job;
    cm_lits all = retries(memory);
    for (int t = 0; t < job->test->thread_count; t++)
        if (has_inner_loop(&job->test->threads[t]))
            return;
    for (uint32_t i = 0; i < all.count; i++)
        for (uint32_t k = i + 1; k < all.count; k++)
            cm_lits_add(job->arena, asserts, -cm_form_and(&job->form, all.items[i], all.items[k]));
}
