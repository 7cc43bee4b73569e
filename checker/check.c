/* One test, from parsed program to all outcomes. See check.h. */
#include "checker/check.h"

#include "checker/live.h"
#include "checker/observe.h"
#include "checker/solver.h"
#include "checker/witness.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

enum { DEFAULT_UNROLL = 2, DEFAULT_STATES = 1000000 };

double cm_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

void cm_job_stop(cm_job *job, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    job->limit = cm_arena_vprintf(job->arena, format, args);
    va_end(args);
    cm_arena_escape(job->arena);
}

void cm_job_poll(cm_job *job)
{
    /* first: who interrupts may do so because the time is over */
    if (job->deadline > 0 && cm_now() > job->deadline)
        cm_job_stop(job, "time limit of %g s reached", job->options.timeout);
    if (cm_solver_interrupted(job->solver)) {
        job->limit = "interrupted";
        cm_arena_escape(job->arena);
    }
    size_t limit = job->options.memory_limit;
    if (limit > 0 && cm_arena_used(job->arena) + cm_solver_memory() > limit)
        cm_job_stop(job, "memory limit of %zu MB reached", limit >> 20);
}

static void poll_from_form(void *job)
{
    cm_job_poll(job);
}

/* What survives an escape from the middle of a check. */
typedef struct check {
    cm_job job;
    cm_graph graph;
    cm_encoder encoder;
    cm_solver *solver;
    const cm_val **observed;
    int width;
    cm_check_result *result;
    cm_states *states;
    cm_execution **executions;
    size_t execution_capacity;
    const cm_stray *stray; /* one that some execution has, or NULL */
    bool complete;         /* the solver said that there are no more */
} check;

/* ---- solving --------------------------------------------------------- */

static void assert_all(check *c)
{
    for (uint32_t i = 0; i < c->graph.group_count; i++)
        cm_solver_exactly_one(c->solver, &c->graph.groups[i]);
    for (uint32_t i = 0; i < c->graph.asserts.count; i++)
        cm_solver_assert(c->solver, c->graph.asserts.items[i]);
}

/* No solution, or one; ends the job when the solver gives up. `whole`: every
 * thread ends; else the loop bound may have ended some. */
static bool solve(check *c, cm_lit also, bool whole)
{
    cm_job *job = &c->job;
    cm_lit assumptions[2] = {whole ? -c->graph.cut : CM_TRUE, also};
    uint32_t count = 0;
    for (int i = 0; i < 2; i++)
        if (assumptions[i] != CM_TRUE)
            assumptions[count++] = assumptions[i];
    cm_found found = cm_solver_check(c->solver, assumptions, count);
    if (found == CM_GAVE_UP) {
        cm_job_poll(job);
        cm_job_stop(job, "the solver gave up: %s", cm_solver_reason(c->solver));
    }
    return found == CM_SAT;
}

/* Looks for an execution that the test does not describe, and leaves all of
 * those out from then on. It may stray in a round that fails, before the bound
 * ends the thread: then no thread need end. */
static void find_stray(check *c)
{
    cm_job *job = &c->job;
    cm_lits any = {0};
    for (uint32_t i = 0; i < c->graph.stray_count; i++)
        cm_lits_add(job->arena, &any, c->graph.strays[i].when);
    cm_lit stray = cm_form_or_all(&job->form, any.items, any.count);
    if (stray == CM_FALSE)
        return;
    if (solve(c, stray, false))
        for (uint32_t i = 0; i < c->graph.stray_count && !c->stray; i++)
            if (cm_solver_value(c->solver, c->graph.strays[i].when))
                c->stray = &c->graph.strays[i];
    cm_solver_assert(c->solver, -stray);
}

static void find_flags(check *c)
{
    const cm_model *m = c->job.model;
    size_t raised = 0;
    c->result->flags = CM_NEW_ARRAY(c->job.arena, (size_t)m->constraint_count + 1, const char *);
    for (int i = 0; i < m->constraint_count; i++) {
        if (!m->constraints[i].is_flag)
            continue;
        cm_lit when = cm_encode_flag(&c->encoder, &m->constraints[i]);
        if (when == CM_FALSE)
            continue;
        for (uint32_t k = 0; k < c->graph.asserts.count; k++)
            cm_solver_assert(c->solver, c->graph.asserts.items[k]);
        c->graph.asserts.count = 0;
        if (solve(c, when, true))
            c->result->flags[raised++] = m->constraints[i].name;
    }
    c->result->flags_known = true;
}

static void keep_execution(check *c, size_t index)
{
    cm_job *job = &c->job;
    if (index >= c->execution_capacity) {
        size_t more = c->execution_capacity ? c->execution_capacity * 2 : 16;
        c->executions = cm_arena_grow(job->arena, c->executions, c->execution_capacity, more,
                                      sizeof(cm_execution *));
        c->execution_capacity = more;
    }
    c->executions[index] = cm_witness(&c->encoder, c->solver);
}

/* The state of the solution found last; `block` gets what excludes it. */
static void read_state(check *c, uint64_t *values, cm_lits *block)
{
    block->count = 0;
    for (int i = 0; i < c->width; i++) {
        const cm_val *v = c->observed[i];
        uint32_t k = 0;
        while (k + 1 < v->count && !cm_solver_value(c->solver, v->choices[k].when))
            k++;
        values[i] = v->count ? v->choices[k].value : 0;
        if (v->count > 1)
            cm_lits_add(c->job.arena, block, -v->choices[k].when);
    }
}

static void verify(check *c)
{
    const char *violated = cm_witness_verify(&c->encoder, c->solver);
    if (violated)
        cm_job_stop(&c->job, "internal error: an execution violates %s", violated);
}

static void find_states(check *c)
{
    cm_job *job = &c->job;
    uint64_t *values = CM_NEW_ARRAY(job->arena, (size_t)c->width + 1, uint64_t);
    cm_lits block = {0};
    while (solve(c, CM_TRUE, true)) {
        if (c->states->count >= job->options.max_states)
            cm_job_stop(job, "limit of %zu states reached", job->options.max_states);
        read_state(c, values, &block);
        if (job->options.verify)
            verify(c);
        size_t index = cm_states_add(job->arena, c->states, values);
        if (job->options.witnesses)
            keep_execution(c, index);
        if (block.count == 0)
            break;
        cm_solver_assert_any(c->solver, block.items, block.count);
        cm_job_poll(job);
    }
    c->complete = true;
    c->result->empty = c->states->count == 0;
}

/* ---- a check --------------------------------------------------------- */

static void run(void *argument)
{
    check *c = argument;
    cm_job *job = &c->job;
    double t0 = cm_now();
    cm_form_init(&job->form, job->arena);
    job->form.tick = poll_from_form;
    job->form.tick_argument = job;
    c->width = cm_state_width(job->test);
    c->states = cm_states_new(job->arena, job->test);
    cm_graph_build(job, &c->graph);
    double t1 = cm_now();
    cm_encoder_init(&c->encoder, &c->graph);
    double t2 = cm_now();
    cm_encode_constraints(&c->encoder);
    c->observed = cm_observe(&c->encoder);
    cm_encode_recursion(&c->encoder);
    c->solver = cm_solver_open(job);
    assert_all(c);
    c->graph.asserts.count = 0;
    double t3 = cm_now();
    job->statistics.unroll_seconds = t1 - t0;
    job->statistics.bounds_seconds = t2 - t1;
    job->statistics.encode_seconds = t3 - t2;
    job->statistics.events = c->graph.count;
    find_stray(c);
    find_flags(c);
    find_states(c);
    job->statistics.solve_seconds = cm_now() - t3;
}

/* Drops states that the filter excludes, together with their executions. */
static void apply_filter(check *c)
{
    const cm_test *test = c->job.test;
    size_t kept = 0, width = (size_t)c->width;
    for (size_t i = 0; i < c->states->count; i++) {
        const uint64_t *values = c->states->values + i * width;
        if (test->filter && !cm_prop_holds(test, test->filter, values))
            continue;
        memmove(c->states->values + kept * width, values, width * sizeof *values);
        if (c->executions)
            c->executions[kept] = c->executions[i];
        kept++;
    }
    c->states->count = kept;
}

/* Sorts states and, along with them, their executions. */
static void finish_states(check *c)
{
    cm_arena *arena = c->job.arena;
    size_t width = (size_t)c->width, count = c->states->count;
    uint64_t *values = CM_NEW_ARRAY(arena, count * width + 1, uint64_t);
    if (count * width > 0)
        memcpy(values, c->states->values, count * width * sizeof *values);
    cm_states_finish(arena, c->states);
    c->result->states = c->states;
    if (!c->executions)
        return;
    size_t shown = (size_t)c->states->value_count;
    cm_execution **sorted = CM_NEW_ARRAY(arena, c->states->count + 1, cm_execution *);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < c->states->count; k++)
            if (memcmp(values + i * width, c->states->values + k * shown, shown * sizeof *values) ==
                0)
                sorted[k] = c->executions[i];
    c->result->executions = sorted;
}

static const char *stray_reason(check *c)
{
    const cm_thread *t = &c->job.test->threads[c->stray->thread];
    if (c->stray->instruction < 0)
        return cm_arena_printf(c->job.arena, "P%d %s", t->id, c->stray->what);
    return cm_arena_printf(c->job.arena, "P%d: `%s` %s", t->id,
                           t->instructions[c->stray->instruction].text, c->stray->what);
}

static void judge(check *c)
{
    cm_check_result *result = c->result;
    cm_job *job = &c->job;
    if (!c->complete) {
        result->outcome = CM_LIMIT;
        result->reason = job->limit ? job->limit : "memory limit reached";
    } else if (c->graph.cut != CM_FALSE && c->graph.cut_hides) {
        result->outcome = CM_LOOPS_CUT;
        result->reason =
            cm_arena_printf(job->arena, "loops were unrolled %u times only", job->options.unroll);
    } else if (c->stray) {
        result->outcome = CM_LIMIT;
        result->reason = stray_reason(c);
    }
    if (c->stray || (c->graph.cut != CM_FALSE && c->graph.cut_hides))
        result->flags_known = false;
    if (!result->reason)
        result->reason = "";
}

static void count_solver(check *c)
{
    if (!c->solver)
        return;
    c->job.statistics.variables = cm_solver_variables(c->solver);
    c->job.statistics.clauses = cm_solver_clauses(c->solver);
    c->solver = NULL;
    cm_solver_close(c->job.solver);
}

/* A question of its own: with formulas and a solver of its own. */
static void find_liveness(void *argument)
{
    check *c = argument;
    cm_liveness *out = &c->result->liveness;
    *out = (cm_liveness){.reason = ""};
    if (!c->job.options.liveness)
        return;
    *out = (cm_liveness){.ending = CM_MAY_HANG, .reason = c->job.limit};
    if (!c->complete && !out->reason)
        out->reason = "memory limit reached";
    if (!c->complete)
        return;
    count_solver(c);
    cm_job job = c->job;
    cm_live(&job, out);
    c->job.statistics.solver_calls = job.statistics.solver_calls;
}

static void conclude(void *argument)
{
    check *c = argument;
    if (!c->states)
        c->states = cm_states_new(c->job.arena, c->job.test);
    apply_filter(c);
    finish_states(c);
    if (!c->result->flags)
        c->result->flags = CM_NEW_ARRAY(c->job.arena, 1, const char *);
    judge(c);
    count_solver(c);
    c->job.statistics.arena_bytes = cm_arena_used(c->job.arena);
    c->job.statistics.total_seconds = cm_now() - c->job.started;
    c->result->statistics = c->job.statistics;
}

static void begin(void *argument)
{
    check **c = argument;
    cm_job job = (*c)->job;
    cm_check_result *result = CM_NEW(job.arena, cm_check_result);
    check *made = CM_NEW(job.arena, check);
    made->job = job;
    made->result = result;
    *c = made;
}

cm_check_result *cm_check(cm_work *work, cm_solver_context *context, const cm_model *model,
                          const cm_test *test, const cm_check_options *options)
{
    check start = {.job = {.work = work,
                           .arena = work->arena,
                           .test = test,
                           .model = model,
                           .options = *options,
                           .solver = context,
                           .started = cm_now()}};
    check *c = &start;
    if (start.job.options.unroll == 0)
        start.job.options.unroll = DEFAULT_UNROLL;
    if (start.job.options.max_states == 0)
        start.job.options.max_states = DEFAULT_STATES;
    if (options->timeout > 0)
        start.job.deadline = start.job.started + options->timeout;
    size_t errors = work->diags.errors;
    cm_solver_begin(context);
    if (!cm_arena_protect(work->arena, begin, &c))
        return NULL;
    cm_arena_protect(work->arena, run, c);
    cm_arena_protect(work->arena, find_liveness, c);
    bool ended = cm_arena_protect(work->arena, conclude, c);
    cm_solver_close(context);
    return ended && work->diags.errors == errors ? c->result : NULL;
}

cm_answer cm_check_answer(const cm_check_result *result)
{
    cm_verdict verdict = cm_states_judge(result->states);
    cm_quantifier quantifier = result->states->test->quantifier;
    /* a state found is certain; that there is none is certain only when all were found */
    bool certain = quantifier == CM_EXISTS       ? verdict.satisfying > 0
                   : quantifier == CM_NOT_EXISTS ? verdict.satisfying > 0
                                                 : verdict.other > 0;
    if (!certain && result->outcome != CM_COMPLETE)
        return CM_UNKNOWN;
    return verdict.holds ? CM_YES : CM_NO;
}
