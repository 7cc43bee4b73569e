/* The driver: values to a fixed point, traces, one candidate after the other. */
#include "tests/oracle/oracle.h"

#include "tests/oracle/internal.h"

#include <string.h>

/* The most writes that one execution of the threads can have, by what is known of values. */
static int most_writes(const oracle_run_state *run)
{
    int sum = 0;
    for (int t = 0; t < run->test->thread_count; t++)
        sum += run->traces[t].most_writes;
    return sum;
}

/* Values reachable by chains of writes: an execution has no more of them in a
 * row than it has writes, so as many rounds find all (but values out of thin
 * air, which need none of the writes they are made of). Writes before a place where
 * threads get stuck count, too: a loop around a wait ends by what others write. */
static void find_values(oracle_run_state *run)
{
    for (int round = 0; !run->too_large; round++) {
        run->pool->changed = false;
        run->cut = false; /* of the last round only */
        for (int t = 0; t < run->test->thread_count && !run->too_large; t++)
            run->traces[t] = oracle_trace_thread(run, t);
        oracle_pool_commit(run->work->arena, run->pool);
        if (!run->pool->changed || round > most_writes(run))
            return;
    }
}

/* Does every read of the candidate find its value in some write? */
static bool values_exist(const oracle_graph *g)
{
    for (uint32_t r = 0; r < g->n; r++) {
        if (g->events[r].kind != 'R')
            continue;
        bool found = false;
        for (uint32_t w = 0; w < g->n && !found; w++)
            found = g->events[w].kind == 'W' && g->events[w].start == g->events[r].start &&
                    g->events[w].value == g->events[r].value;
        if (!found)
            return false;
    }
    return true;
}

static void try_candidate(oracle_run_state *run, oracle_graph *g)
{
    cm_arena_reset(run->candidate, 0);
    oracle_graph_events(run, g);
    if (values_exist(g))
        oracle_barriers(run, g, oracle_search);
}

static void drop_filtered(cm_states *states)
{
    const cm_test *test = states->test;
    size_t width = (size_t)states->value_count, kept = 0;
    for (size_t i = 0; test->filter && i < states->count; i++) {
        if (!cm_prop_holds(test, test->filter, states->values + i * width))
            continue;
        memmove(states->values + kept * width, states->values + i * width,
                width * sizeof *states->values);
        kept++;
    }
    if (test->filter)
        states->count = kept;
}

static void run_all(void *argument)
{
    oracle_run_state *run = argument;
    cm_arena *arena = run->work->arena;
    int co = cm_model_find(run->model, "co");
    if (co < 0 || run->model->nodes[co].is_set)
        cm_fail(run->work, (cm_place){0},
                "the model defines no relation named `co`, from which final values come");
    size_t threads = (size_t)run->test->thread_count;
    run->traces = CM_NEW_ARRAY(arena, threads, oracle_traces);
    run->pool = oracle_pool_new(arena, run->test);
    run->hands = cm_model_find(run->model, "handed") >= 0;
    run->states = cm_states_new(arena, run->test);
    if (run->limits.flags)
        run->raised = CM_NEW_ARRAY(arena, (size_t)run->model->constraint_count + 1, bool);
    find_values(run);
    oracle_graph graph = {.traces = CM_NEW_ARRAY(arena, threads, const oracle_trace *)};
    if (!run->too_large)
        oracle_together(run, &graph, try_candidate);
    drop_filtered(run->states);
    cm_states_finish(arena, run->states);
}

bool oracle_run(cm_work *work, const cm_model *model, const cm_test *test,
                const oracle_limits *limits, oracle_result *result)
{
    oracle_run_state run = {.work = work, .model = model, .test = test, .limits = *limits};
    if (!run.limits.traces)
        run.limits.traces = 20000;
    if (!run.limits.candidates)
        run.limits.candidates = 2000000;
    run.candidate = cm_arena_new(0);
    run.scratch = cm_arena_new(0);
    bool done = run.candidate && run.scratch && cm_arena_protect(work->arena, run_all, &run);
    cm_arena_free(run.candidate);
    cm_arena_free(run.scratch);
    if (!done)
        return false;
    result->candidates = run.candidates;
    result->verdict = run.too_large ? ORACLE_TOO_LARGE : run.cut ? ORACLE_CUT : ORACLE_COMPLETE;
    result->states = run.too_large ? NULL : run.states;
    result->raised = run.raised;
    return true;
}

cm_states *oracle_states(cm_work *work, const cm_model *model, const cm_test *test, unsigned unroll,
                         bool *cut)
{
    oracle_limits limits = {.unroll = unroll};
    oracle_result result = {0};
    if (!oracle_run(work, model, test, &limits, &result))
        return NULL;
    if (result.verdict == ORACLE_TOO_LARGE)
        cm_diag_add(work, CM_NOTE, (cm_place){0}, "%s: too large for the oracle", test->name);
    if (cut)
        *cut = result.verdict == ORACLE_CUT;
    return result.states;
}
