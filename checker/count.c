/* Counting executions. See count.h. */
#include "checker/count.h"

#include "checker/candidates.h"

typedef struct counting {
    cm_work work; /* with an arena of its own: candidates are many */
    cm_solver_context *context;
    const cm_model *model;
    const cm_test *test;
    const cm_check_options *options;
    cm_candidates *candidates;
    bool *axioms;
    size_t satisfying, other;
    bool too_many;
} counting;

/* All that are left, of the outcome or of any. */
static void count_some(counting *c, bool any_outcome, size_t *count)
{
    cm_wanted wanted = {.axioms = c->axioms, .any_outcome = any_outcome};
    while (!c->too_many && cm_candidates_find(c->candidates, &wanted)) {
        ++*count;
        c->too_many = c->satisfying + c->other > CM_MOST_EXECUTIONS;
        cm_candidates_hold(c->candidates);
        cm_candidates_exclude(c->candidates);
    }
}

static void count(void *argument)
{
    counting *c = argument;
    const cm_model *model = c->model;
    c->axioms = CM_NEW_ARRAY(c->work.arena, (size_t)model->constraint_count + 1, bool);
    const bool *premises = cm_find_premises(c->work.arena, model);
    for (int i = 0; i < model->constraint_count; i++)
        c->axioms[i] = !model->constraints[i].is_flag && !premises[i];
    cm_check_options options = *c->options;
    options.orders_given = true;
    cm_candidates_open(&c->candidates, &c->work, c->context, model, c->test, &options,
                       c->test->condition, false);
    count_some(c, false, &c->satisfying);
    count_some(c, true, &c->other);
}

/* Why the numbers are not those of the executions; NULL: they are. */
static const char *objection(const counting *c, bool done, const cm_check_result *result)
{
    cm_verdict verdict = cm_states_judge(result->states);
    const char *limit = cm_candidates_limit(c->candidates);
    if (!done)
        return limit ? limit : "memory limit reached";
    if (c->too_many)
        return "there are more than 10000";
    bool complete = result->outcome == CM_COMPLETE && !result->unlisted;
    bool agrees =
        (c->satisfying > 0) == (verdict.satisfying > 0) && (c->other > 0) == (verdict.other > 0);
    if (complete && !agrees)
        return "one execution has several final states";
    return NULL;
}

typedef struct kept {
    cm_arena *arena;
    const char *reason;
} kept;

static void keep_reason(void *argument)
{
    kept *keeping = argument;
    keeping->reason = cm_arena_printf(keeping->arena, "%s", keeping->reason);
}

cm_execution_count cm_count_executions(cm_work *work, cm_solver_context *context,
                                       const cm_model *model, const cm_test *test,
                                       const cm_check_options *options,
                                       const cm_check_result *result)
{
    cm_arena *arena = cm_arena_new(options->memory_limit);
    if (!arena)
        return (cm_execution_count){.reason = "memory limit reached"};
    counting c = {.context = context, .model = model, .test = test, .options = options};
    c.work = cm_work_new(arena);
    bool done = cm_arena_protect(arena, count, &c);
    kept keeping = {work->arena, objection(&c, done, result)};
    bool counted = !keeping.reason;
    if (!counted && !cm_arena_protect(work->arena, keep_reason, &keeping))
        keeping.reason = "memory limit reached";
    cm_candidates_close(context);
    cm_arena_free(arena);
    return counted ? (cm_execution_count){.satisfying = c.satisfying, .other = c.other}
                   : (cm_execution_count){.reason = keeping.reason};
}
