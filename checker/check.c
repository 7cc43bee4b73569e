/* One test, from parsed program to all outcomes. See check.h. */
#include "checker/check_parts.h"

#include "checker/advice.h"
#include "checker/flow.h"
#include "checker/live.h"
#include "checker/loops/monotone.h"
#include "checker/loops/spills.h"
#include "checker/loops/spurious.h"
#include "checker/loops/wait.h"
#include "checker/loops_hold.h"
#include "checker/question.h"
#include "checker/reach.h"
#include "model/gloss.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_STATES = 1000000 };

/* ---- a problem that questions are asked of: events, formulas, a solver for them ---- */

static void poll_from_form(void *job)
{
    cm_job_poll(job);
}

/* Builds the events, and the bounds of the model's relations between them. `job` says how many
 * rounds of a loop there are, and which may fail. */
static void prepare(cm_checking *c)
{
    cm_job *job = &c->job;
    cm_job_poll(job);
    cm_form_renew(&job->form, job->arena);
    job->form.tick = poll_from_form;
    job->form.tick_argument = job;
    c->symmetry = cm_symmetry_find(job, c->of_states);
    cm_loops_build(job, &c->graph, &c->encoder, job->failed_rounds > 0 && !c->together);
    c->symmetry = cm_symmetry_settle(c->symmetry, &c->graph, c->of_states);
    if (job->statistics.events < c->graph.count)
        job->statistics.events = c->graph.count;
}

/* Formulas, and a solver for them. */
static void pose_question(cm_checking *c)
{
    cm_job *job = &c->job;
    double start = cm_clock_seconds();
    c->doubts.count = 0;
    c->counted = cm_counters_define(&c->encoder, &c->doubts);
    cm_encode_constraints(&c->encoder);
    c->observed = cm_observe(&c->encoder);
    c->ordered = c->symmetry && job->options.verify ? cm_form_variable(&job->form) : CM_TRUE;
    if (c->symmetry)
        cm_symmetry_break(c->symmetry, &c->encoder, c->ordered);
    cm_encode_recursion(&c->encoder);
    c->solver = cm_solver_open(job);
    c->replay = cm_replay_new(&c->encoder);
    c->values = CM_NEW_ARRAY(job->arena, (size_t)c->width + 1, uint64_t);
    cm_graph_tell(&c->graph, c->solver);
    job->statistics.encode_seconds += cm_clock_seconds() - start;
}

static void build_question(cm_checking *c)
{
    prepare(c);
    pose_question(c);
}

static void close_problem(cm_checking *c)
{
    if (c->solver) {
        c->job.statistics.variables += cm_solver_variables(c->solver);
        c->job.statistics.clauses += cm_solver_clauses(c->solver);
    }
    cm_solver_close(c->job.solver);
    c->solver = NULL;
}

/* Where it is known that there is none. */
static void leave_out(cm_checking *c, cm_stray *stray)
{
    cm_solver_assert(c->solver, -stray->when);
    stray->when = CM_FALSE;
}

static void leave_out_thin_air(cm_checking *c)
{
    for (uint32_t i = 0; c->graph.memory.flow && i < c->graph.stray_count; i++)
        if (c->graph.strays[i].thin_air)
            leave_out(c, &c->graph.strays[i]);
}

/* Builds the formulas for what was prepared, and opens a solver for them. Values come out of thin
 * air only on a cycle of dependencies. Where such a cycle is possible, both are built a second
 * time, with domains that are not narrowed by the absence of cycles. */
static void open_prepared(cm_checking *c)
{
    pose_question(c);
    if (!c->graph.memory.flow)
        return;
    cm_lit cycle = cm_flow_cycle(&c->encoder);
    if (cycle != CM_FALSE && cm_checking_solve(c, cycle, false)) {
        close_problem(c);
        c->job.wide_values = true;
        build_question(c);
        return;
    }
    leave_out_thin_air(c);
}

/* ---- what is asked ---------------------------------------------------- */

/* Does the bound leave out executions that may have other states? */
static bool bound_hides(const cm_checking *c)
{
    return c->graph.cut != CM_FALSE && c->graph.cut_hides && !c->unreached;
}

static void prepare_again(void *checking)
{
    prepare(checking);
}

/* By a problem of its own, after which that of the states is prepared again. */
static void ask_of_bound(cm_checking *c)
{
    if (bound_hides(c))
        c->unreached = cm_bound_settle(&c->job, c->graph.count, prepare_again, c);
}

static void explore_again(void *checking)
{
    prepare_again(checking);
    cm_checking_explore(checking);
}

/* The first problem: with the rounds of loops that fail in it where they can be, since then no
 * second one has to be built for them. */
static bool open_first(cm_checking *c)
{
    cm_job *job = &c->job;
    c->strong = cm_spurious_left_out(job);
    if (c->strong) {
        c->whole = job->test;
        job->test = c->strong;
    }
    c->of_states = job->test->filter || !cm_symmetry_spoilt(job);
    job->counts = !job->options.plain;
    if (job->options.question && job->options.no_flags && c->of_states && !c->strong) {
        cm_checking_tell_space(c, "one question is asked of the solver");
        /* Of an answer without flags. Rounds that fail, in which executions may be what the test
         * does not describe (open_of_rounds), are there from the beginning where that changes
         * nothing else, so that nothing is built twice; the answer is that of executions without
         * them. */
        cm_job before = c->job;
        c->job.failed_rounds = 1;
        c->together = true;
        prepare(c);
        c->together = cm_loops_fit_together(&c->graph);
        if (!c->together && (c->graph.waits || cm_loops_failed(&c->job))) {
            c->job = before;
            prepare(c);
        }
        if (!c->together)
            c->job.failed_rounds = 0; /* as in the graph: built again, or without waiting loops */
        ask_of_bound(c);
        if (c->together && !cm_loops_fit_together(&c->graph)) { /* of more rounds */
            c->together = false;
            c->job.failed_rounds = 0;
            prepare(c);
        }
        open_prepared(c);
        if (c->together)
            c->first = -cm_waits_any_retry(&c->graph.memory);
    } else {
        prepare(c);
        cm_checking_explore(c);
        if (c->explored)
            return false;
        ask_of_bound(c);
        if (bound_hides(c) && job->easy_only) { /* a solver has no answer without a bound */
            job->too_hard = true;
            cm_job_stop(job, "the loop bound hides executions, and there are many");
        }
        if (bound_hides(c) && cm_checking_explore_deeper(c, explore_again))
            prepare(c);
        if (c->explored)
            return false;
        open_prepared(c);
    }
    return true;
}

/* Has the model no execution in which a counter is none? Each doubt by itself is dispelled by a few
 * steps; all together they would have the solver look for whole executions. Where there is one, all
 * is asked without counters. */
static void ask_of_counters(cm_checking *c)
{
    for (uint32_t i = 0; i < c->doubts.count && c->counted; i++)
        c->counted = !cm_checking_solve(c, c->doubts.items[i], false);
    for (uint32_t i = 0; i < c->doubts.count && c->counted; i++)
        cm_solver_assert(c->solver, -c->doubts.items[i]);
    if (!c->counted) {
        c->job.counts = false;
        close_problem(c);
        prepare(c);
        open_prepared(c);
    }
    c->hides = bound_hides(c);
    c->unroll = c->job.options.unroll;
}

static void filter_executions(cm_checking *c)
{
    const cm_prop *filter = c->job.test->filter;
    if (filter)
        c->filter = cm_question(&c->job, filter, c->observed);
}

/* Executions that the filter leaves out raise no flags. */
static void ask_of_strays_and_flags(cm_checking *c)
{
    cm_checking_find_stray(c);
    if (c->job.options.no_flags)
        return;
    filter_executions(c);
    cm_checking_find_flags(c);
    c->filter = CM_TRUE;
}

static bool not_explored(const cm_checking *c)
{
    return !c->explored;
}

static bool tells_threads_apart(const cm_checking *c)
{
    return !c->of_states && !c->explored;
}

static bool open_of_states(cm_checking *c)
{
    c->of_states = true;
    close_problem(c);
    build_question(c);
    leave_out_thin_air(c); /* there is none, or domains are not narrowed */
    return true;
}

static void ask_of_states(cm_checking *c)
{
    filter_executions(c);
    if (c->job.options.question)
        cm_checking_find_answer(c);
    else
        cm_checking_find_states(c);
    bool filtered = c->filter != CM_TRUE;
    c->filter = CM_TRUE;
    cm_checking_compare(c);
    c->result->empty =
        !c->opaque && c->states->count == 0 && !(filtered && cm_checking_solve(c, CM_TRUE, true));
}

/* A flag that nothing has raised yet. */
/* A large program was seen to have undefined behaviour: is that enough? Nothing else that is said
 * of it counts then. */
static bool is_enough(const cm_checking *c)
{
    bool undefined = false;
    for (int i = 0; i < c->job.model->constraint_count; i++)
        undefined |= c->raised[i] && cm_model_flags_undefined(c->job.model, i);
    return undefined && c->hard && c->explored;
}

/* Is there something left to ask of rounds that fail, and was it not asked together with states? */
static bool rounds_matter(const cm_checking *c)
{
    return (c->graph.waits || c->whole) && !c->together && !c->rounds_known &&
           (cm_checking_flags_open(c) || !c->stray) && !is_enough(c);
}

/* The problem that was prepared, without what has been asked of executions in which no round
 * fails. */
static void open_of_failed(cm_checking *c)
{
    if (c->about || (cm_checking_rounds_are_apart(c) &&
                     !cm_checking_flags_open(c))) { /* no thin air: cm_checking_rounds_are_open */
        pose_question(c);
        leave_out_thin_air(c);
    } else {
        open_prepared(c);
    }
    if (!cm_checking_rounds_are_apart(c))
        return;
    cm_solver_assert(c->solver, cm_waits_any_retry(&c->graph.memory));
    for (uint32_t i = 0; i < c->graph.stray_count; i++)
        if (!cm_checking_strays_in_rounds(c, &c->graph.strays[i]))
            leave_out(c, &c->graph.strays[i]);
}

/* Some round fails, for no reason or because it waits: executions in which none does have been
 * asked about. In each thread at most one attempt fails for no reason. */
static void one_fails(cm_checking *c)
{
    cm_job *job = &c->job;
    cm_form *form = &job->form;
    cm_memory *memory = &c->graph.memory;
    cm_lit some = cm_waits_any_retry(memory);
    for (int t = 0; t < job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        cm_lit before = CM_FALSE;
        for (int i = 0; i < run->chosen_count; i++) {
            const cm_chosen *chosen = &run->chosen[i];
            int step = run->code.visits[chosen->visit].step;
            if (c->strong->threads[t].steps[step].kind == CM_STEP_CHOOSE)
                continue;
            cm_lit fails = cm_form_and(form, chosen->guard, -chosen->chosen);
            cm_graph_assert(&c->graph, -cm_form_and(form, before, fails));
            before = cm_form_or(form, before, fails);
        }
        some = cm_form_or(form, some, before);
    }
    cm_graph_assert(&c->graph, some);
}

/* A round that only waits changes no state, but it may do what the test does not describe, and a
 * flag may be about what it does (a data race, say). Where flags keep what they are about, one such
 * round in the whole execution is enough: the others may be taken out (loops/wait.h).
 *
 * The question for states has the first round whole, but no execution that goes on after it has
 * failed; what a failed round reads may come about only because its thread went on (a write after
 * the loop that another thread passes on, with nothing that orders the two). */
static bool open_of_rounds(cm_checking *c)
{
    cm_job *job = &c->job;
    close_problem(c);
    /* the two events may be of two rounds: what such a round stores can race itself */
    bool collective = c->graph.collectives.count > 0;
    job->failed_rounds = collective ? 2 : 1;
    c->unflagged = collective && !cm_flags_monotone(job, job->model, true);
    c->of_states = job->test->filter != NULL;
    job->counts = false;
    if (c->whole) {
        c->unreached = !c->hides; /* as has been shown of the test without such attempts */
        /* Takes the test whose attempts may fail for no reason, and a round more, in which one
         * does. */
        c->job.test = c->whole;
        c->job.options.unroll = cm_loops_most_rounds(&c->graph) + 1;
    }
    prepare(c);
    if (!cm_checking_rounds_are_open(c) || (c->about && cm_checking_explore_rounds(c)))
        return false;
    if (c->whole)
        one_fails(c);
    open_of_failed(c);
    if (!collective && cm_flags_monotone(job, job->model, false))
        cm_waits_one_retry(&c->graph.memory, &c->graph.asserts);
    return true;
}

/* What a check asks, in this order. */
typedef struct question {
    bool (*arises)(const cm_checking *c); /* NULL: always */
    bool (*open)(cm_checking *c);         /* the problem that it is asked of; NULL: the last one.
                                             false: there is nothing left to ask */
    void (*ask)(cm_checking *c);          /* notes the answer */
} question;

static const question questions[] = {
    /* all, where executions can be looked at one by one; else: are counters what they are taken
       for? if not, all is asked without them */
    {NULL, open_first, ask_of_counters},
    /* may an execution be none that the test describes? then no answer is certain. Which flags
     * may be raised? */
    {not_explored, NULL, ask_of_strays_and_flags},
    /* where the filter or the condition tells threads apart that the first problem does not: the
     * same of the problem in which they are */
    {tells_threads_apart, open_of_states, cm_checking_find_stray},
    /* May the answer hang on a value that the model calls undefined? Then a state that was not
     * found is not certain to be forbidden. */
    {not_explored, NULL, cm_checking_find_undefined},
    /* which final states are there, or one that settles the condition? */
    {not_explored, NULL, ask_of_states},
    /* strays and flags of rounds that only wait and fail */
    {rounds_matter, open_of_rounds, ask_of_strays_and_flags},
};

static void ask_questions(void *argument)
{
    cm_checking *c = argument;
    cm_job *job = &c->job;
    const cm_begins_base *lacks = cm_model_lacks_begins(job->model, job->test);
    if (lacks)
        cm_job_stop(job, "the model ignores %s in the heads of threads", lacks->words);
    c->width = cm_state_width(job->test);
    c->shown_width = job->test->shown_count < job->test->observed_count
                         ? cm_state_offset(job->test, job->test->shown_count)
                         : c->width;
    c->states = cm_states_new(job->arena, job->test);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        const question *q = &questions[i];
        if ((q->arises && !q->arises(c)) || (q->open && !q->open(c)))
            continue;
        double start = cm_clock_seconds();
        q->ask(c);
        job->statistics.solve_seconds += cm_clock_seconds() - start;
    }
    if (c->strong)
        job->test = c->strong;
    job->options.unroll = c->unroll;
    c->result->flags_known = !job->options.no_flags;
    c->complete = true;
}

/* ---- what is said of the answers -------------------------------------- */

/* Sorts states and, along with them, their executions. */
static void finish_states(cm_checking *c)
{
    cm_arena *arena = c->job.arena;
    size_t count = c->states->count;
    const size_t *place = cm_states_finish(arena, c->states);
    c->result->states = c->states;
    if (!c->executions)
        return;
    cm_execution **sorted = CM_NEW_ARRAY(arena, c->states->count + 1, cm_execution *);
    for (size_t i = 0; i < count; i++)
        sorted[place[i]] = c->executions[i];
    c->result->executions = sorted;
}

static void judge(cm_checking *c)
{
    cm_check_result *result = c->result;
    cm_job *job = &c->job;
    const char *lockstep = cm_test_said(job->test, CM_LOCKSTEP);
    result->unfinished = !c->complete;
    if (lockstep && (cm_states_settle(result->states) || result->flags[0])) {
        result->outcome = CM_LIMIT;
        result->reason = lockstep;
        result->states = cm_states_new(job->arena, job->test);
        result->flags[0] = NULL;
        c->unflagged = true;
    } else if (!c->complete) {
        result->outcome = c->broken ? CM_BROKEN : CM_LIMIT;
        result->reason = job->limit ? job->limit : "memory limit reached";
    } else if (c->hides) {
        result->outcome = CM_LOOPS_CUT;
        result->reason =
            cm_arena_printf(job->arena, "loops were unrolled %u times only", job->options.unroll);
    } else if (c->stray) {
        result->outcome = CM_LIMIT;
        result->reason = cm_stray_reason(job, c->stray);
    } else if (c->opaque) {
        result->outcome = CM_OPAQUE;
        result->reason = cm_stray_reason(job, c->opaque);
    } else if (c->undefined && !cm_states_settle(result->states)) {
        result->outcome = CM_UNDEFINED;
        result->reason = cm_stray_reason(job, c->undefined);
    }
    if (c->stray || c->unflagged || bound_hides(c))
        result->flags_known = false;
    if (!result->reason)
        result->reason = "";
}

/* A question more, whatever became of the others: with formulas and a solver of its own. */
static void ask_liveness(cm_checking *c)
{
    cm_liveness *out = &c->result->liveness;
    *out = (cm_liveness){.reason = ""};
    if (!c->job.options.liveness)
        return;
    if (c->ends && c->complete) {
        out->ending = CM_ENDS;
        return;
    }
    *out = (cm_liveness){.ending = CM_MAY_HANG, .reason = c->job.limit};
    if (!c->complete && !out->reason)
        out->reason = "memory limit reached";
    if (!c->complete)
        return;
    close_problem(c);
    cm_job job = c->job;
    job.counts = false;
    if (job.measured) {
        /* The question after the states must not cost much more than they did. What Z3 still knows
         * from before could make it cost another unit, and so end or not. */
        cm_solver_renew(job.solver);
        cm_job_allow_as_much(&job);
    }
    cm_live(&job, out);
    if (c->second.states && c->second.live && !c->second.hangs && out->ending == CM_HANGS) {
        c->broken = true;
        c->complete = false;
        cm_job_stop(&c->job, "internal error: no execution that was looked at goes on for ever");
    }
    cm_solver_close(job.solver);
    c->job.statistics.solver_calls = job.statistics.solver_calls;
}

static void find_liveness(void *argument)
{
    cm_checking *c = argument;
    cm_liveness *found = &c->result->liveness;
    const char *asleep = cm_test_said(c->job.test, CM_ASLEEP);
    ask_liveness(c);
    if (found->ending == CM_ENDS && asleep) {
        found->ending = CM_MAY_HANG;
        found->reason = asleep;
    }
}

static bool is_told(const cm_checking *c, int undefined)
{
    for (int i = 0; i < c->job.model->constraint_count; i++)
        if (c->raised[i] && cm_model_is_told(c->job.model, undefined, i))
            return true;
    return false;
}

static void conclude(void *argument)
{
    cm_checking *c = argument;
    if (!c->states || c->broken) /* nothing that was found before may be relied on */
        c->states = cm_states_new(c->job.arena, c->job.test);
    finish_states(c);
    const cm_model *m = c->job.model;
    size_t count = 0;
    for (int i = 0; i < m->constraint_count; i++) {
        bool undefined = strcmp(m->constraints[i].name, CM_FLAG_UNDEFINED) == 0;
        c->result->undefined |= c->raised[i] && undefined;
        if (c->raised[i] && !is_told(c, i)) {
            c->result->flag_places[count] = c->places[i];
            c->result->flag_accesses[count] = c->accesses[i];
            c->result->flags[count++] = m->constraints[i].name;
        }
    }
    judge(c);
    for (int t = 0; c->complete && t < c->job.test->thread_count; t++)
        c->result->has_loops |= c->graph.memory.runs[t].cut_count > 0;
    close_problem(c);
    c->job.statistics.arena_bytes = cm_arena_used(c->job.arena);
    c->job.statistics.total_seconds = cm_clock_seconds() - c->job.started;
    c->result->statistics = c->job.statistics;
    c->result->unlisted = c->job.options.question;
}

/* What outlives the check, and what it notes from the start. */
static void begin(void *argument)
{
    cm_checking *c = argument;
    size_t constraints = (size_t)c->job.model->constraint_count + 1;
    c->result = CM_NEW(c->job.arena, cm_check_result);
    c->raised = CM_NEW_ARRAY(c->job.arena, constraints, bool);
    c->places = CM_NEW_ARRAY(c->job.arena, constraints, const char *);
    c->accesses = CM_NEW_ARRAY(c->job.arena, constraints, const cm_instruction **);
    c->result->flags = CM_NEW_ARRAY(c->job.arena, constraints, const char *);
    c->result->flag_places = CM_NEW_ARRAY(c->job.arena, constraints, const char *);
    c->result->flag_accesses = CM_NEW_ARRAY(c->job.arena, constraints, const cm_instruction **);
    cm_job_trace(&c->job);
    cm_spills_as_registers(&c->job);
}

static bool check_all(cm_checking *c)
{
    cm_arena *arena = c->job.arena;
    cm_checking first = *c;
    if (!cm_arena_protect(arena, begin, c))
        return false;
    cm_arena_protect(arena, ask_questions, c);
    if (c->job.too_hard) {
        close_problem(c);
        *c = first;
        c->hard = true;
        if (!cm_arena_protect(arena, begin, c))
            return false;
        cm_arena_protect(arena, ask_questions, c);
    }
    cm_arena_protect(arena, find_liveness, c);
    bool ended = cm_arena_protect(arena, conclude, c);
    cm_solver_close(c->job.solver);
    return ended;
}

cm_check_result *cm_check(cm_work *work, cm_solver_context *context, const cm_model *model,
                          const cm_test *test, const cm_check_options *options)
{
    cm_checking *c = calloc(1, sizeof *c); /* not in the arena: a small limit is for the work */
    if (!c)
        return NULL;
    c->job = cm_job_begin(work, context, model, test, options);
    c->job.wide_values = options->plain;
    c->job.measured = options->liveness && options->hasty && cm_live_may_wait(test);
    c->filter = c->ordered = c->first = CM_TRUE;
    if (c->job.options.max_states == 0)
        c->job.options.max_states = DEFAULT_STATES;
    size_t errors = work->diags.errors;
    cm_solver_begin(context);
    cm_check_result *result = check_all(c) && work->diags.errors == errors ? c->result : NULL;
    free(c);
    return result;
}

cm_answer cm_check_answer(const cm_check_result *result)
{
    /* a state found is certain; that there is none is certain only when all were found */
    if (!cm_states_settle(result->states) && result->outcome != CM_COMPLETE)
        return CM_UNKNOWN;
    return cm_states_judge(result->states).holds ? CM_YES : CM_NO;
}
