/* Waiting loops. See wait.h. */
#include "checker/loops/wait.h"

#include "checker/solver/solver.h"

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
static bool is_impossible(cm_memory *memory, int thread, cm_lit when)
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
static bool changes_nothing(cm_memory *memory, const cm_loop *loop, const cm_cut *cut)
{
    cm_job *job = memory->job;
    const cm_thread_run *run = &memory->runs[loop->thread];
    uint64_t rounds =
        cm_unrolled_rounds(&run->code, &run->code.visits[cut->visit], loop->head, loop->end);
    cm_lits changes = {0};
    int known = memory->rewrites.count;
    for (int i = 0; i < run->access_count; i++) {
        const cm_access *a = &run->accesses[i];
        const cm_visit *visit = &run->code.visits[a->visit];
        if (a->step->kind != CM_STEP_STORE || !cm_loop_has(loop, visit->step) ||
            cm_unrolled_rounds(&run->code, visit, loop->head, loop->end) != rounds)
            continue;
        cm_lit writes = cm_form_and(&job->form, a->guard, cut->guard);
        if (is_impossible(memory, loop->thread, writes))
            continue;
        cm_lit back = job->keep_rewrites ? CM_FALSE : writes_back(memory, a);
        if (back == CM_FALSE) { /* it changes something, and can be come to */
            memory->rewrites.count = known;
            return false;
        }
        cm_lits_add(job->arena, &changes, cm_form_and(&job->form, writes, -back));
        add_rewrite(job, &memory->rewrites, loop->thread, a);
    }
    cm_lit any = cm_form_or_all(&job->form, changes.items, changes.count);
    bool nothing = is_impossible(memory, loop->thread, any);
    if (!nothing)
        memory->rewrites.count = known;
    return nothing;
}

/* ---- which loops wait -------------------------------------------------- */

bool cm_waits_at(cm_memory *memory, int thread, const cm_cut *cut,
                 const cm_collectives *collectives)
{
    cm_job *job = memory->job;
    int head = job->test->threads[thread].steps[cut->jump].target;
    cm_loop loop = {job->test, thread, head, cut->jump};
    return cm_collectives_has(collectives, thread, cut->jump) ||
           (cm_loop_is_independent(job, loop, false) && changes_nothing(memory, &loop, cut));
}

bool **cm_waits_find(cm_memory *memory, const cm_collectives *collectives)
{
    cm_job *job = memory->job;
    bool any = false, **waits = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, bool *);
    for (int t = 0; t < job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        const cm_thread *thread = &job->test->threads[t];
        waits[t] = CM_NEW_ARRAY(job->arena, (size_t)thread->step_count, bool);
        /* a jump waits if it does so at every cut */
        for (int i = 0; i < run->cut_count; i++)
            waits[t][run->cuts[i].jump] = true;
        for (int i = 0; i < run->cut_count; i++)
            if (waits[t][run->cuts[i].jump] && !cm_waits_at(memory, t, &run->cuts[i], collectives))
                waits[t][run->cuts[i].jump] = false;
        for (int i = 0; i < thread->step_count; i++) {
            const cm_step *s = &thread->steps[i];
            waits[t][i] |= s->kind == CM_STEP_BRANCH && s->target <= i &&
                           cm_collectives_has(collectives, t, i);
            any |= waits[t][i];
        }
    }
    return any ? waits : NULL;
}

bool cm_waits_unmark(cm_memory *memory, bool **waits, const cm_collectives *collectives)
{
    bool any = false;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->cut_count; i++) {
            bool *marked = &waits[t][run->cuts[i].jump];
            if (!*marked || cm_waits_at(memory, t, &run->cuts[i], collectives))
                continue;
            *marked = false;
            any = true;
        }
    }
    return any;
}

/* ---- rounds that fail --------------------------------------------------- */

static cm_lits retries(cm_memory *memory)
{
    cm_job *job = memory->job;
    cm_lits all = {0};
    for (int t = 0; t < job->test->thread_count; t++)
        for (uint32_t i = 0; i < memory->runs[t].retries.count; i++)
            cm_lits_add(job->arena, &all, memory->runs[t].retries.items[i]);
    return all;
}

cm_lit cm_waits_any_retry(cm_memory *memory)
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

void cm_waits_one_retry(cm_memory *memory, cm_lits *asserts)
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
