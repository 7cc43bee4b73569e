/* One test, from parsed program to all outcomes. See check.h. */
#include "checker/check.h"

#include "checker/advice.h"
#include "checker/build.h"
#include "checker/counter.h"
#include "checker/counter_define.h"
#include "checker/flow.h"
#include "checker/live.h"
#include "checker/monotone.h"
#include "checker/observe.h"
#include "checker/question.h"
#include "checker/replay.h"
#include "checker/rewrite.h"
#include "checker/solver.h"
#include "checker/spin.h"
#include "checker/symmetry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_STATES = 1000000 };

static void poll_from_form(void *job)
{
    cm_job_poll(job);
}

/* What survives an escape from the middle of a check. */
typedef struct check {
    cm_job job;
    cm_graph graph;
    cm_encoder encoder;
    cm_symmetry *symmetry; /* NULL: none is used */
    cm_solver *solver;
    const cm_val **observed;
    int width;
    int shown_width; /* of the values of a state that are printed: the first ones */
    cm_check_result *result;
    cm_states *states;
    cm_execution **executions;
    size_t execution_capacity;
    cm_replay *replay;
    uint64_t *values;      /* the state of the solution found last */
    bool *raised;          /* by constraint: a flag that some execution raises */
    cm_lit filter;         /* holds in all executions that are looked for now */
    cm_lit ordered;        /* the same, of the order of threads that are alike */
    cm_lits doubts;        /* whether counters are counters (counter.h) */
    bool counted;          /* that they are follows when there are none */
    const cm_stray *stray; /* one that some execution has, or NULL */
    bool asked;            /* executions are looked for that the filter or the condition
                              tells apart; else flags and strays only */
    bool broken;           /* an execution was none when it was done again */
    bool unflagged;        /* rounds of several threads that were left out may raise flags */
    bool together;         /* rounds that fail are part of the question from the beginning */
    cm_lit first;          /* no waiting loop has gone round again: of executions that end */
    bool hides;            /* executions beyond the loop bound may have other states */
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
    enum { MOST = 5 };
    cm_lit assumptions[MOST] = {whole ? -c->graph.cut : CM_TRUE, also, c->filter, c->ordered,
                                whole ? c->first : CM_TRUE};
    uint32_t count = 0;
    for (int i = 0; i < MOST; i++)
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

static void keep_execution(check *c, size_t index)
{
    cm_job *job = &c->job;
    if (index >= c->execution_capacity) {
        size_t more = c->execution_capacity ? c->execution_capacity * 2 : 16;
        c->executions = cm_arena_grow(job->arena, c->executions, c->execution_capacity, more,
                                      sizeof(cm_execution *));
        c->execution_capacity = more;
    }
    c->executions[index] = cm_replay_execution(c->replay);
}

/* The state of the solution found last. */
static void read_state(check *c)
{
    for (int i = 0; i < c->width; i++) {
        const cm_val *v = c->observed[i];
        uint32_t k = 0;
        while (k + 1 < v->count && !cm_solver_value(c->solver, v->choices[k].when))
            k++;
        c->values[i] = v->count ? v->choices[k].value : 0;
    }
}

/* Does the execution found last again; ends the job when it is none. false: its state
 * depends on what the test does not say, and is not one of the test's. */
static bool believe(check *c)
{
    cm_job *job = &c->job;
    read_state(c);
    switch (cm_replay_run(c->replay, c->solver, c->values)) {
    case CM_REPLAY_AGREES:
        return true;
    case CM_REPLAY_STRAYS:
        if (!c->stray) {
            cm_stray *stray = CM_NEW(job->arena, cm_stray);
            *stray = (cm_stray){CM_TRUE, cm_replay_thread(c->replay), -1, false,
                                cm_replay_reason(c->replay)};
            c->stray = stray;
        }
        return false;
    default:
        c->broken = true;
        cm_job_stop(job, "internal error: %s", cm_replay_reason(c->replay));
    }
}

/* Is the flag raised in some execution? */
static bool flag_raised(check *c, int constraint)
{
    const cm_constraint *flag = &c->job.model->constraints[constraint];
    cm_lit when = cm_encode_flag(&c->encoder, flag);
    if (when == CM_FALSE)
        return false;
    for (uint32_t k = 0; k < c->graph.asserts.count; k++)
        cm_solver_assert(c->solver, c->graph.asserts.items[k]);
    c->graph.asserts.count = 0;
    if (!solve(c, when, true))
        return false;
    if (believe(c) && !cm_replay_raises(c->replay, constraint)) {
        c->broken = true;
        cm_job_stop(&c->job, "internal error: an execution does not have the flag %s", flag->name);
    }
    return true;
}

static void find_flags(check *c)
{
    const cm_model *m = c->job.model;
    for (int i = 0; i < m->constraint_count; i++)
        if (m->constraints[i].is_flag && !c->raised[i])
            c->raised[i] = flag_raised(c, i);
}

static bool flags_open(const check *c)
{
    const cm_model *m = c->job.model;
    for (int i = 0; i < m->constraint_count; i++)
        if (m->constraints[i].is_flag && !c->raised[i])
            return true;
    return false;
}

/* Excludes the state from now on, and those that look the same. False: there is no other. */
static bool exclude_state(check *c, const uint64_t *values)
{
    cm_lits any = {0};
    for (int i = 0; i < c->shown_width; i++)
        if (c->observed[i]->count > 1)
            cm_lits_add(c->job.arena, &any, -cm_val_is(c->observed[i], values[i]));
    if (any.count > 0)
        cm_solver_assert_any(c->solver, any.items, any.count);
    return any.count > 0;
}

/* Has some execution, with threads in whatever order, the state that an exchange of them
 * makes? Its execution is then done again as well. */
static void verify_image(check *c, const uint64_t *image)
{
    cm_lit is = CM_TRUE, ordered = c->ordered;
    for (int i = 0; i < c->width; i++)
        is = cm_form_and(&c->job.form, is, cm_val_is(c->observed[i], image[i]));
    c->ordered = CM_TRUE;
    if (!solve(c, is, true) || !believe(c)) {
        c->broken = true;
        cm_job_stop(&c->job, "internal error: no execution has a state of exchanged threads");
    }
    c->ordered = ordered;
}

/* Adds the state found last and those that it stands for, if they are believed. False:
 * there are no others. */
static bool add_states(check *c)
{
    cm_job *job = &c->job;
    bool believed = believe(c), others = true;
    uint64_t *all = c->values;
    size_t count = c->symmetry ? cm_symmetry_images(c->symmetry, c->values, &all) : 1;
    /* all before one is excluded: two exchanges may make the same state */
    for (size_t i = 0; i < count && believed && c->ordered != CM_TRUE; i++)
        verify_image(c, all + i * (size_t)c->width);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *one = all + i * (size_t)c->width;
        others &= exclude_state(c, one);
        if (!believed)
            continue;
        if (c->states->count >= job->options.max_states)
            cm_job_stop(job, "limit of %zu states reached", job->options.max_states);
        size_t index = cm_states_add(job->arena, c->states, one);
        if (job->options.witnesses)
            keep_execution(c, index);
    }
    return others;
}

/* Has every state been found that the possible values can make up? */
static bool found_all(const check *c)
{
    size_t most = 1;
    for (int i = 0; i < c->shown_width && most <= c->states->count; i++)
        most *= c->observed[i]->count;
    return c->shown_width == c->width && c->states->count >= most;
}

static void find_states(check *c)
{
    for (;;) {
        /* where values hang on many others, that there is no other state is seen sooner so */
        cm_lit another = c->graph.memory.flow
                             ? cm_question_new(&c->job, c->states, c->shown_width, c->observed)
                             : CM_TRUE;
        if (another == CM_FALSE || found_all(c) || !solve(c, another, true))
            break;
        if (!add_states(c))
            break;
        cm_job_poll(&c->job);
    }
}

/* A state that satisfies the condition's proposition, and one that does not, where
 * there are such, and both are asked for. */
static void find_answer(check *c)
{
    cm_job *job = &c->job;
    cm_lit holds = cm_question(job, job->test->condition, c->observed);
    cm_lit sides[2] = {holds, -holds};
    bool forall = job->test->quantifier == CM_FORALL;
    for (int i = 0; i < 2; i++) {
        bool asked = !job->options.one_side || forall == (i == 1);
        if (!asked || sides[i] == CM_FALSE || !solve(c, sides[i], true) || !believe(c))
            continue;
        size_t index = cm_states_add(job->arena, c->states, c->values);
        if (job->options.witnesses)
            keep_execution(c, index);
    }
}

/* ---- a check --------------------------------------------------------- */

/* Events, and bounds of what the model says of them. */
static void prepare_question(check *c)
{
    cm_job *job = &c->job;
    double t0 = cm_clock_seconds();
    cm_job_poll(job);
    cm_form_renew(&job->form, job->arena);
    job->form.tick = poll_from_form;
    job->form.tick_argument = job;
    c->symmetry = cm_symmetry_find(job, c->asked);
    cm_graph_build(job, &c->graph);
    if (job->uneven) /* so locations are not exchanged */
        c->symmetry = cm_symmetry_find(job, c->asked);
    double t1 = cm_clock_seconds();
    c->encoder = (cm_encoder){0};
    cm_encoder_init(&c->encoder, &c->graph);
    /* seen only now, by the bounds; more rounds of the same loops change nothing in it */
    if ((job->failed_rounds == 0 || c->together) && !cm_loops_hold(&c->encoder)) {
        cm_graph_build(job, &c->graph);
        c->encoder = (cm_encoder){0};
        cm_encoder_init(&c->encoder, &c->graph);
    }
    job->statistics.unroll_seconds += t1 - t0;
    job->statistics.bounds_seconds += cm_clock_seconds() - t1;
    if (job->statistics.events < c->graph.count)
        job->statistics.events = c->graph.count;
}

/* Was something that is known of loops found not to hold? */
static bool keeps_loops(const cm_job *job)
{
    return job->keep_rewrites || job->keep_attempts || job->keep_collectives;
}

/* Formulas, and a solver for them. */
static void pose_question(check *c)
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
    assert_all(c);
    c->graph.asserts.count = 0;
    job->statistics.encode_seconds += cm_clock_seconds() - start;
}

static void build_question(check *c)
{
    prepare_question(c);
    pose_question(c);
}

static void close_question(check *c)
{
    if (c->solver) {
        c->job.statistics.variables += cm_solver_variables(c->solver);
        c->job.statistics.clauses += cm_solver_clauses(c->solver);
    }
    cm_solver_close(c->job.solver);
    c->solver = NULL;
}

/* Where it is known that there is none. */
static void leave_out_thin_air(check *c)
{
    for (uint32_t i = 0; c->graph.memory.flow && i < c->graph.stray_count; i++) {
        cm_stray *stray = &c->graph.strays[i];
        if (!stray->thin_air)
            continue;
        cm_solver_assert(c->solver, -stray->when);
        stray->when = CM_FALSE;
    }
}

/* Without a cycle of what depends on what, no value comes out of thin air; with one,
 * domains are not narrowed for that reason. */
static void open_prepared(check *c)
{
    pose_question(c);
    if (!c->graph.memory.flow)
        return;
    cm_lit cycle = cm_flow_cycle(&c->graph);
    if (cycle != CM_FALSE && solve(c, cycle, false)) {
        close_question(c);
        c->job.wide_values = true;
        build_question(c);
        return;
    }
    leave_out_thin_air(c);
}

static void open_question(check *c)
{
    prepare_question(c);
    open_prepared(c);
}

static bool has_counters(const cm_memory *memory)
{
    for (int i = 0; memory->counters && i < memory->job->test->location_count; i++)
        if (memory->counters[i].used)
            return true;
    return false;
}

/* Is the question with rounds that fail one that answers the one without, too? Do such rounds make
 * none of what they are made a question of their own for: where something of loops does not hold,
 * or values are narrowed, they may be why. */
static bool fits_together(const check *c)
{
    const cm_memory *memory = &c->graph.memory;
    return c->graph.waits && !keeps_loops(&c->job) && memory->settled && !has_counters(memory) &&
           c->graph.collectives.count == 0;
}

/* Of an answer without flags. Rounds that fail, in which executions may be what the test does not
 * describe (ask_for_flags), are there from the beginning, so that nothing is built twice; the
 * answer is that of executions without them. */
static void open_together(check *c)
{
    cm_job before = c->job;
    c->job.failed_rounds = 1;
    c->together = true;
    prepare_question(c);
    c->together = fits_together(c);
    if (!c->together && (c->graph.waits || keeps_loops(&c->job))) {
        c->job = before;
        prepare_question(c);
    }
    open_prepared(c);
    if (c->together)
        c->first = -cm_spin_any_retry(&c->graph.memory);
}

/* Has the model no execution in which a counter is none? Each doubt by itself is dispelled
 * by a few steps; all together they would have the solver look for whole executions. */
static bool are_counters(check *c)
{
    for (uint32_t i = 0; i < c->doubts.count && c->counted; i++) {
        c->counted = !solve(c, c->doubts.items[i], false);
    }
    for (uint32_t i = 0; i < c->doubts.count && c->counted; i++)
        cm_solver_assert(c->solver, -c->doubts.items[i]);
    return c->counted;
}

/* Opens the question again without counters if there are none. */
static void trust_counters(check *c)
{
    if (are_counters(c))
        return;
    c->job.counts = false;
    close_question(c);
    open_question(c);
}

static void find_strays_and_flags(check *c)
{
    find_stray(c);
    if (!c->job.options.no_flags)
        find_flags(c);
}

/* From questions of the test to those that its filter or condition is part of. */
static void ask_of_threads(check *c)
{
    close_question(c);
    c->asked = true;
    build_question(c);
    leave_out_thin_air(c); /* there is none, or domains are not narrowed */
    find_stray(c);
}

/* Do bounds leave it open that there are strays, or executions that raise a flag which
 * none has raised yet? Bounds of narrowed domains do not tell where values may come out
 * of thin air. */
static bool worth_asking(check *c)
{
    const cm_model *m = c->job.model;
    bool worth = c->graph.memory.flow && cm_flow_cycle(&c->graph) != CM_FALSE;
    for (uint32_t i = 0; i < c->graph.stray_count && !worth; i++)
        worth = c->graph.strays[i].when != CM_FALSE;
    for (int i = 0; i < m->constraint_count && !worth && !c->job.options.no_flags; i++)
        worth = m->constraints[i].is_flag && !c->raised[i] &&
                cm_bounds_allow_flag(&c->encoder, &m->constraints[i]);
    return worth;
}

/* A round that only waits changes no state, but a flag may be about what it does
 * (a data race, say). Where flags keep what they are about, one such round in
 * the whole execution is enough: the others may be taken out (spin.h). */
static void ask_for_flags(check *c)
{
    cm_job *job = &c->job;
    close_question(c);
    /* the two events may be of two rounds: what such a round stores can race itself */
    bool collective = c->graph.collectives.count > 0;
    job->failed_rounds = collective ? 2 : 1;
    c->unflagged = collective && !cm_flags_monotone(job, job->model, true);
    c->asked = false;
    job->counts = false;
    prepare_question(c);
    if (!worth_asking(c))
        return;
    open_prepared(c);
    if (!collective && cm_flags_monotone(job, job->model, false))
        cm_spin_one_retry(&c->graph.memory, &c->graph.asserts);
    double start = cm_clock_seconds();
    find_strays_and_flags(c);
    job->statistics.solve_seconds += cm_clock_seconds() - start;
}

static void run(void *argument)
{
    check *c = argument;
    if (!cm_model_knows_kernels(c->job.model, c->job.test))
        cm_job_stop(&c->job, "the model knows nothing of `after` and `dependent` in heads");
    cm_job *job = &c->job;
    c->width = cm_state_width(job->test);
    c->shown_width = job->test->shown_count < job->test->observed_count
                         ? cm_state_offset(job->test, job->test->shown_count)
                         : c->width;
    c->states = cm_states_new(job->arena, job->test);
    bool spoilt = cm_symmetry_spoilt(job);
    c->asked = !spoilt;
    job->counts = !job->options.plain;
    if (job->options.question && job->options.no_flags && !spoilt)
        open_together(c);
    else
        open_question(c);
    trust_counters(c);
    c->hides = c->graph.cut != CM_FALSE && c->graph.cut_hides;
    double start = cm_clock_seconds();
    find_strays_and_flags(c);
    if (spoilt)
        ask_of_threads(c);
    if (job->test->filter)
        c->filter = cm_question(job, job->test->filter, c->observed);
    if (job->options.question)
        find_answer(c);
    else
        find_states(c);
    bool filtered = c->filter != CM_TRUE;
    c->filter = CM_TRUE;
    c->result->empty = c->states->count == 0 && !(filtered && solve(c, CM_TRUE, true));
    job->statistics.solve_seconds += cm_clock_seconds() - start;
    bool strayed = job->options.no_flags && c->stray;
    if (c->graph.waits && flags_open(c) && !strayed && !c->together)
        ask_for_flags(c);
    c->result->flags_known = !job->options.no_flags;
    c->complete = true;
}

/* Sorts states and, along with them, their executions. */
static void finish_states(check *c)
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

static const char *stray_reason(check *c)
{
    if (c->stray->thread < 0)
        return cm_arena_printf(c->job.arena, "memory %s", c->stray->what);
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
    result->unfinished = !c->complete;
    if (!c->complete) {
        result->outcome = c->broken ? CM_BROKEN : CM_LIMIT;
        result->reason = job->limit ? job->limit : "memory limit reached";
    } else if (c->hides) {
        result->outcome = CM_LOOPS_CUT;
        result->reason =
            cm_arena_printf(job->arena, "loops were unrolled %u times only", job->options.unroll);
    } else if (c->stray) {
        result->outcome = CM_LIMIT;
        result->reason = stray_reason(c);
    }
    if (c->stray || c->unflagged || (c->graph.cut != CM_FALSE && c->graph.cut_hides))
        result->flags_known = false;
    if (!result->reason)
        result->reason = "";
}

static void name_flags(check *c)
{
    const cm_model *m = c->job.model;
    size_t count = 0;
    for (int i = 0; i < m->constraint_count; i++)
        if (c->raised[i])
            c->result->flags[count++] = m->constraints[i].name;
}

/* The question after the states must not cost much more than they did. What Z3 still knows
 * from before could make it cost another unit, and so end or not. */
static void be_hasty(cm_job *job)
{
    cm_solver_renew(job->solver);
    cm_job_allow_as_much(job);
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
    close_question(c);
    cm_job job = c->job;
    job.counts = false;
    if (job.measured)
        be_hasty(&job);
    cm_live(&job, out);
    cm_solver_close(job.solver);
    c->job.statistics.solver_calls = job.statistics.solver_calls;
}

static void conclude(void *argument)
{
    check *c = argument;
    if (!c->states || c->broken) /* nothing that was found before may be relied on */
        c->states = cm_states_new(c->job.arena, c->job.test);
    finish_states(c);
    name_flags(c);
    judge(c);
    close_question(c);
    c->job.statistics.arena_bytes = cm_arena_used(c->job.arena);
    c->job.statistics.total_seconds = cm_clock_seconds() - c->job.started;
    c->result->statistics = c->job.statistics;
    c->result->unlisted = c->job.options.question;
}

/* What outlives the check, and what it notes from the start. */
static void begin(void *argument)
{
    check *c = argument;
    size_t constraints = (size_t)c->job.model->constraint_count + 1;
    c->result = CM_NEW(c->job.arena, cm_check_result);
    c->raised = CM_NEW_ARRAY(c->job.arena, constraints, bool);
    c->result->flags = CM_NEW_ARRAY(c->job.arena, constraints, const char *);
    cm_job_trace(&c->job);
}

static bool check_all(check *c)
{
    cm_arena *arena = c->job.arena;
    if (!cm_arena_protect(arena, begin, c))
        return false;
    cm_arena_protect(arena, run, c);
    cm_arena_protect(arena, find_liveness, c);
    bool ended = cm_arena_protect(arena, conclude, c);
    cm_solver_close(c->job.solver);
    return ended;
}

cm_check_result *cm_check(cm_work *work, cm_solver_context *context, const cm_model *model,
                          const cm_test *test, const cm_check_options *options)
{
    check *c = calloc(1, sizeof *c); /* not in the arena: a small limit is for the work */
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
    cm_verdict verdict = cm_states_judge(result->states);
    cm_quantifier quantifier = result->states->test->quantifier;
    /* a state found is certain; that there is none is certain only when all were found */
    bool certain = quantifier == CM_FORALL ? verdict.other > 0 : verdict.satisfying > 0;
    if (!certain && result->outcome != CM_COMPLETE)
        return CM_UNKNOWN;
    return verdict.holds ? CM_YES : CM_NO;
}
