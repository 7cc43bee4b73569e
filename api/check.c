/* Checking a test, and what the result says. */
#include "api/internal.h"
#include "litmus/text/text.h"

#include "checker/advice.h"
#include "checker/count.h"

#include <stdlib.h>

enum { DEFAULT_UNROLL = 2, DEFAULT_MAX_STATES = 1000000 };

cm_solver_context *cm_session_solver(cmcm_session *session)
{
    cm_solver_context *solver = atomic_load(&session->solver);
    if (!solver) {
        solver = cm_solver_context_new();
        atomic_store(&session->solver, solver);
    }
    return solver;
}

static void tell_space(void *options, const cm_state_space *space)
{
    const cmcm_options *o = options;
    o->tell_space(o->space_context, &(cmcm_state_space){.unknown = space->unknown,
                                                        .executions = space->executions,
                                                        .error = space->error,
                                                        .seconds = space->seconds,
                                                        .share = space->share});
}

static cm_check_options checker_options(const cmcm_options *options)
{
    static const cmcm_options defaults = {0};
    const cmcm_options *o = options ? options : &defaults;
    return (cm_check_options){
        .unroll = o->unroll ? o->unroll : DEFAULT_UNROLL,
        .timeout = o->timeout,
        .spent = o->spent,
        .cpu_time = o->cpu_time,
        .memory_limit = o->memory_limit,
        .max_states = o->max_states ? o->max_states : DEFAULT_MAX_STATES,
        .question = o->question,
        .witnesses = o->witnesses,
        .verify = o->verify,
        .liveness = o->liveness,
        .progress = (cm_progress)o->progress,
        .hasty = o->hasty,
        .tell_space = o->tell_space ? tell_space : NULL,
        .space_context = (void *)o,
    };
}

/* Past the limit there is room for a result that says so. */
enum { RESULT_ROOM = 64 * 1024 };

static cmcm_result *new_result(size_t memory_limit)
{
    cmcm_result *result = calloc(1, sizeof *result);
    if (!result)
        return NULL;
    bool limited = memory_limit > 0 && memory_limit <= SIZE_MAX - RESULT_ROOM;
    result->arena = cm_arena_new(limited ? memory_limit + RESULT_ROOM : memory_limit);
    result->text_arena = cm_arena_new(0);
    if (result->arena && result->text_arena)
        return result;
    cmcm_result_free(result);
    return NULL;
}

/* All states as text, and what the writers of formats want to know. */
static void prepare_texts(void *argument)
{
    cmcm_result *r = argument;
    const cm_states *states = r->result->states;
    r->states = CM_NEW_ARRAY(r->text_arena, states->count, const char *);
    for (size_t i = 0; i < states->count; i++)
        r->states[i] = cm_state_print(r->text_arena, r->test->test,
                                      states->values + i * (size_t)states->value_count);
}

void cm_result_need_hash(cmcm_result *r)
{
    cm_work work;
    if (*r->hash)
        return;
    work = cm_work_new(r->text_arena);
    cm_test_hash(&work, r->test->test, r->hash);
}

static void prepare_seed(void *argument)
{
    cmcm_result *r = argument;
    cm_result_need_hash(r);
    r->seed = cm_arena_printf(r->text_arena, "cmcm %s, --model %s, --unroll %u, hash %s",
                              CMCM_VERSION, r->model->model->name, r->unroll, r->hash);
}

static void add_warnings(cmcm_result *r, const cm_diags *diags)
{
    for (size_t i = 0; i < diags->count; i++)
        if (diags->items[i].severity == CM_WARNING)
            r->warnings[r->warning_count++] = &diags->items[i];
}

static void advise(void *argument)
{
    cmcm_result *r = argument;
    const cm_diags *own = &r->work.diags, *of_test = &r->test->work.diags;
    cm_advise_model(&r->work, r->model->model, r->test->test);
    r->warnings = CM_NEW_ARRAY(r->text_arena, own->count + of_test->count, const cm_diag *);
    add_warnings(r, of_test);
    add_warnings(r, own);
}

static bool run_check(cmcm_session *session, cmcm_result *r, const cm_check_options *options,
                      bool counts)
{
    cm_solver_context *solver = cm_session_solver(session);
    if (!solver || !cm_arena_protect(r->text_arena, advise, r))
        return false;
    r->refused = !cm_session_take(session, &r->work.diags);
    if (r->refused)
        return false;
    r->work = cm_work_new(r->arena);
    r->result = cm_check(&r->work, solver, r->model->model, r->test->test, options);
    if (r->result && counts) {
        /* The time that the states took is over. */
        cm_check_options left = *options;
        left.spent += r->result->statistics.total_seconds;
        r->executions =
            cm_count_executions(&r->work, solver, r->model->model, r->test->test, &left, r->result);
    }
    cm_session_take(session, &r->work.diags);
    return r->result && cm_arena_protect(r->text_arena, prepare_texts, r);
}

/* Was it made of a kernel or program whose lines are known? */
static bool has_lines(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].instruction_count; i++)
            if (test->threads[t].instructions[i].line)
                return true;
    return false;
}

cmcm_result *cmcm_check(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                        const cmcm_options *options)
{
    cm_check_options checking = checker_options(options);
    checking.flag_places = checking.witnesses || has_lines(test->test);
    cmcm_result *r = new_result(checking.memory_limit);
    if (!r) {
        cm_session_error(session, "out of memory");
        return NULL;
    }
    r->model = model;
    r->test = test;
    r->unroll = checking.unroll;
    r->work = cm_work_new(r->text_arena);
    bool counts = options && options->count_executions;
    if (!run_check(session, r, &checking, counts)) {
        if (!r->work.diags.errors && !r->refused)
            cm_session_error(session, "out of memory");
        cmcm_result_free(r);
        return NULL;
    }
    r->report = (cm_report){.file = test->source->name,
                            .kernel = test->kernel,
                            .test = test->test,
                            .model = model->model,
                            .result = r->result,
                            .hash = r->hash,
                            .executions = counts ? &r->executions : NULL,
                            .warnings = r->warnings,
                            .warning_count = r->warning_count,
                            .parse_seconds = test->parse_seconds,
                            .unroll = checking.unroll};
    return r;
}

void cmcm_result_free(cmcm_result *result)
{
    if (!result)
        return;
    cm_arena_free(result->arena);
    cm_arena_free(result->text_arena);
    free(result);
}

cmcm_answer cmcm_result_answer(const cmcm_result *result)
{
    static const cmcm_answer answers[] = {
        [CM_NO] = CMCM_NO, [CM_YES] = CMCM_YES, [CM_UNKNOWN] = CMCM_UNKNOWN};
    return answers[cm_check_answer(result->result)];
}

const char *cmcm_result_reason(const cmcm_result *result)
{
    return result->result->outcome == CM_COMPLETE ? "" : result->result->reason;
}

bool cmcm_result_broken(const cmcm_result *result)
{
    return result->result->outcome == CM_BROKEN;
}

const char *cmcm_result_seed(cmcm_result *result)
{
    if (!result->seed && !cm_arena_protect(result->text_arena, prepare_seed, result))
        return NULL;
    return result->seed;
}

bool cmcm_result_complete(const cmcm_result *result)
{
    return result->result->outcome == CM_COMPLETE && !result->result->unlisted;
}

bool cmcm_result_unfinished(const cmcm_result *result)
{
    return result->result->unfinished;
}

const char *cmcm_result_uncounted(const cmcm_result *result)
{
    const cm_execution_count *counted = result->report.executions;
    return counted && counted->reason ? counted->reason : "";
}

bool cmcm_result_listed(const cmcm_result *result)
{
    return !result->result->unlisted;
}

bool cmcm_result_loops_cut(const cmcm_result *result)
{
    return result->result->outcome == CM_LOOPS_CUT;
}

bool cmcm_result_any_rounds(const cmcm_result *result)
{
    return cmcm_result_complete(result) && result->result->has_loops;
}

cm_listed cm_result_listed(const cmcm_result *result)
{
    return (cm_listed){&result->report, result->states, cmcm_result_state_count(result),
                       cmcm_result_complete(result)};
}

size_t cmcm_result_state_count(const cmcm_result *result)
{
    return result->result->states->count;
}

const char *cmcm_result_state(const cmcm_result *result, size_t index)
{
    return index < result->result->states->count ? result->states[index] : NULL;
}

bool cmcm_result_state_satisfies(const cmcm_result *result, size_t index)
{
    const cm_states *states = result->result->states;
    const cm_test *test = result->test->test;
    return index < states->count &&
           cm_prop_holds(test, test->condition,
                         states->values + index * (size_t)states->value_count);
}

size_t cmcm_result_satisfying(const cmcm_result *result)
{
    return cm_states_judge(result->result->states).satisfying;
}

const char *cmcm_result_observation(const cmcm_result *result)
{
    return cm_report_observation_word(&result->report);
}

bool cmcm_result_undefined(const cmcm_result *result)
{
    return cm_report_undefined(&result->report);
}

const char *cmcm_result_flag(const cmcm_result *result, size_t index)
{
    const char **flags = result->result->flags;
    for (size_t i = 0; flags && flags[i]; i++)
        if (i == index)
            return flags[i];
    return NULL;
}

bool cmcm_result_warning(const cmcm_result *result, size_t index, cmcm_warning *warning)
{
    return index < result->warning_count && cm_warning_of(result->warnings[index], warning);
}

cmcm_answer cmcm_result_race_free(const cmcm_result *result)
{
    if (cmcm_result_flag(result, 0))
        return CMCM_NO;
    bool known = cm_model_has_flags(result->model->model) && result->result->flags_known;
    return known ? CMCM_YES : CMCM_UNKNOWN;
}

bool cmcm_result_empty(const cmcm_result *result)
{
    return result->result->empty;
}

cmcm_ending cmcm_result_ending(const cmcm_result *result)
{
    static const cmcm_ending endings[] = {[CM_NOT_ASKED] = CMCM_NOT_ASKED,
                                          [CM_ENDS] = CMCM_ENDS,
                                          [CM_HANGS] = CMCM_HANGS,
                                          [CM_MAY_HANG] = CMCM_MAY_HANG};
    return endings[result->result->liveness.ending];
}

const char *cmcm_result_ending_reason(const cmcm_result *result)
{
    return result->result->liveness.reason;
}

cmcm_statistics cmcm_result_statistics(const cmcm_result *result)
{
    const cm_check_statistics *s = &result->result->statistics;
    return (cmcm_statistics){
        .parse_seconds = result->test->parse_seconds,
        .unroll_seconds = s->unroll_seconds,
        .bounds_seconds = s->bounds_seconds,
        .encode_seconds = s->encode_seconds,
        .solve_seconds = s->solve_seconds,
        .total_seconds = s->total_seconds,
        .events = s->events,
        .variables = s->variables,
        .clauses = s->clauses,
        .solver_calls = s->solver_calls,
        .arena_bytes = s->arena_bytes,
    };
}
