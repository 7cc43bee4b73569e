/* The questions of a check. See check_parts.h. */
#include "checker/check_parts.h"

#include "checker/build.h"
#include "checker/counter_define.h"
#include "checker/flow.h"
#include "checker/loops/wait.h"
#include "checker/loops_hold.h"
#include "checker/observe.h"

static void poll_from_form(void *job)
{
    cm_job_poll(job);
}

void cm_checking_prepare(cm_checking *c)
{
    cm_job *job = &c->job;
    double t0 = cm_clock_seconds();
    cm_job_poll(job);
    cm_form_renew(&job->form, job->arena);
    job->form.tick = poll_from_form;
    job->form.tick_argument = job;
    c->symmetry = cm_symmetry_find(job, c->of_states);
    cm_graph_build(job, &c->graph);
    if (job->uneven) /* so locations are not exchanged */
        c->symmetry = cm_symmetry_find(job, c->of_states);
    double t1 = cm_clock_seconds();
    cm_encoder_init(&c->encoder, &c->graph);
    /* seen only now, by the bounds; more rounds of the same loops change nothing in it */
    if ((job->failed_rounds == 0 || c->together) && !cm_loops_hold(&c->encoder)) {
        cm_graph_build(job, &c->graph);
        cm_encoder_init(&c->encoder, &c->graph);
    }
    job->statistics.unroll_seconds += t1 - t0;
    job->statistics.bounds_seconds += cm_clock_seconds() - t1;
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
    cm_checking_prepare(c);
    pose_question(c);
}

void cm_checking_close(cm_checking *c)
{
    if (c->solver) {
        c->job.statistics.variables += cm_solver_variables(c->solver);
        c->job.statistics.clauses += cm_solver_clauses(c->solver);
    }
    cm_solver_close(c->job.solver);
    c->solver = NULL;
}

/* Where it is known that there is none. */
static void leave_out_thin_air(cm_checking *c)
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
void cm_checking_open_prepared(cm_checking *c)
{
    pose_question(c);
    if (!c->graph.memory.flow)
        return;
    cm_lit cycle = cm_flow_cycle(&c->graph);
    if (cycle != CM_FALSE && cm_checking_solve(c, cycle, false)) {
        cm_checking_close(c);
        c->job.wide_values = true;
        build_question(c);
        return;
    }
    leave_out_thin_air(c);
}

void cm_checking_open(cm_checking *c)
{
    cm_checking_prepare(c);
    cm_checking_open_prepared(c);
}

void cm_checking_open_together(cm_checking *c)
{
    cm_job before = c->job;
    c->job.failed_rounds = 1;
    c->together = true;
    cm_checking_prepare(c);
    c->together = cm_loops_fit_together(&c->graph);
    if (!c->together && (c->graph.waits || cm_loops_failed(&c->job))) {
        c->job = before;
        cm_checking_prepare(c);
    }
    cm_checking_open_prepared(c);
    if (c->together)
        c->first = -cm_waits_any_retry(&c->graph.memory);
}

/* Has the model no execution in which a counter is none? Each doubt by itself is dispelled
 * by a few steps; all together they would have the solver look for whole executions. */
static bool are_counters(cm_checking *c)
{
    for (uint32_t i = 0; i < c->doubts.count && c->counted; i++) {
        c->counted = !cm_checking_solve(c, c->doubts.items[i], false);
    }
    for (uint32_t i = 0; i < c->doubts.count && c->counted; i++)
        cm_solver_assert(c->solver, -c->doubts.items[i]);
    return c->counted;
}

void cm_checking_trust_counters(cm_checking *c)
{
    if (are_counters(c))
        return;
    c->job.counts = false;
    cm_checking_close(c);
    cm_checking_open(c);
}

void cm_checking_open_again(cm_checking *c)
{
    cm_checking_close(c);
    build_question(c);
    leave_out_thin_air(c); /* there is none, or domains are not narrowed */
}
