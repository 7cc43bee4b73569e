/* Candidate executions. See candidates.h. */
#include "checker/candidates.h"

#include "base/clock.h"
#include "checker/advice.h"
#include "checker/encode.h"
#include "checker/forms.h"
#include "checker/graph.h"
#include "checker/loops/spills.h"
#include "checker/loops/spurious.h"
#include "checker/loops/wait.h"
#include "checker/loops_hold.h"
#include "checker/question.h"
#include "checker/reach.h"
#include "checker/solver/solver.h"

struct cm_candidates {
    cm_job job;
    cm_graph graph;
    cm_encoder encoder;
    cm_solver *solver;
    cm_replay *replay;
    const cm_val **observed;
    uint64_t *values;     /* the state found last */
    bool *premises;       /* by constraint */
    cm_lit *holds;        /* by constraint: it holds */
    cm_lit outcome;       /* assumed always */
    cm_lits class;        /* held */
    cm_lit excluded;      /* false only in classes that are excluded */
    cm_lit strayed;       /* the same of those with a state that is none */
    bool together;        /* rounds that fail are in the formulas, and ruled out */
    bool believed;        /* what the solver found last is a candidate */
    cm_lit *forms;        /* by place: what was assumed of its form last */
    const cm_test *whole; /* the test with attempts that are left out; or NULL */
    bool unreached;       /* past the loop bound the model allows none (reach.h) */
    const char *hidden;
};

/* ---- premises ------------------------------------------------------------- */

enum { LEAF_RF = 1, LEAF_FREE = 2, LEAF_OTHER = 4 };

static unsigned leaf_of(const cm_model *m, const cm_node *n)
{
    switch (n->op) {
    case CM_NODE_FREE:
        return LEAF_FREE;
    case CM_NODE_BASE:
        return m->bases[n->index]->kind == CM_BASE_RF ? LEAF_RF : LEAF_OTHER;
    case CM_NODE_ELEMENT:
        return LEAF_OTHER;
    case CM_NODE_FIX:
        return LEAF_RF | LEAF_FREE | LEAF_OTHER; /* whatever it is made of */
    default:
        return 0;
    }
}

/* What each node is made of: operands come before what they are operands of. */
static unsigned *find_leaves(cm_arena *arena, const cm_model *m)
{
    unsigned *leaves = CM_NEW_ARRAY(arena, (size_t)m->node_count, unsigned);
    for (int i = 0; i < m->node_count; i++) {
        const cm_node *n = &m->nodes[i];
        leaves[i] = leaf_of(m, n);
        if (n->op == CM_NODE_FIX)
            continue;
        leaves[i] |= n->a >= 0 ? leaves[n->a] : 0;
        leaves[i] |= n->b >= 0 ? leaves[n->b] : 0;
    }
    return leaves;
}

static bool is_premise(const cm_model *m, const unsigned *leaves, const cm_constraint *c)
{
    const cm_node *node = &m->nodes[c->node];
    if (c->is_flag || c->negated || c->kind != CM_EMPTY || c->element_count > 0 ||
        node->op != CM_NODE_DIFF)
        return false;
    return !(leaves[node->a] & (LEAF_RF | LEAF_FREE)) && leaves[node->b] == LEAF_FREE;
}

bool *cm_find_premises(cm_arena *arena, const cm_model *m)
{
    const unsigned *leaves = find_leaves(arena, m);
    bool *premises = CM_NEW_ARRAY(arena, (size_t)m->constraint_count + 1, bool);
    for (int i = 0; i < m->constraint_count; i++)
        premises[i] = is_premise(m, leaves, &m->constraints[i]);
    return premises;
}

/* ---- formulas --------------------------------------------------------------- */

static void build_once(cm_candidates *c)
{
    cm_form_renew(&c->job.form, c->job.arena);
    cm_graph_build(&c->job, &c->graph);
    cm_encoder_init(&c->encoder, &c->graph);
}

static void build_graph(cm_candidates *c)
{
    cm_form_renew(&c->job.form, c->job.arena);
    cm_loops_build(&c->job, &c->graph, &c->encoder, false);
}

/* With rounds of waiting loops that fail, where that changes nothing else (loops/wait.h); else
 * without them. */
static void build_together(cm_candidates *c)
{
    c->job.failed_rounds = 0;
    cm_job before = c->job;
    c->job.failed_rounds = 1;
    build_graph(c);
    c->together = cm_loops_fit_together(&c->graph);
    if (c->together || (!c->graph.waits && !cm_loops_failed(&c->job)))
        return;
    c->job = before;
    build_graph(c);
}

static void build_again(void *candidates)
{
    build_together(candidates);
}

/* Is there an execution that the test does not describe, which the model allows? Says so, and
 * leaves all of these out. */
static void look_for_strays(cm_candidates *c)
{
    cm_job *job = &c->job;
    cm_lits assumed = {0};
    cm_lit stray = cm_graph_any_stray(&c->graph);
    if (stray == CM_FALSE)
        return;
    cm_lits_add(job->arena, &assumed, stray);
    for (int i = 0; i < job->model->constraint_count; i++)
        if (c->holds[i] != CM_TRUE)
            cm_lits_add(job->arena, &assumed, c->holds[i]);
    if (cm_solver_check(c->solver, assumed.items, assumed.count) != CM_UNSAT) {
        uint32_t i = 0;
        while (i + 1 < c->graph.stray_count && !cm_solver_value(c->solver, c->graph.strays[i].when))
            i++;
        c->hidden = cm_stray_reason(job, &c->graph.strays[i]);
    }
    cm_solver_assert(c->solver, -stray);
}

static void open_solver(cm_candidates *c)
{
    const cm_model *m = c->job.model;
    c->holds = CM_NEW_ARRAY(c->job.arena, (size_t)m->constraint_count + 1, cm_lit);
    for (int i = 0; i < m->constraint_count; i++) {
        c->holds[i] = m->constraints[i].is_flag
                          ? CM_TRUE
                          : cm_encode_constraint(&c->encoder, &m->constraints[i]);
        if (c->premises[i])
            cm_graph_assert(&c->graph, c->holds[i]);
        cm_job_poll(&c->job);
    }
    c->observed = cm_observe(&c->encoder);
    cm_encode_recursion(&c->encoder);
    c->solver = cm_solver_open(&c->job);
    cm_graph_tell(&c->graph, c->solver);
}

/* Candidates have no round that fails, neither of a loop that waits nor by an attempt that fails
 * for no reason. Where such rounds are left out, a second problem asks whether one of them does
 * what the test does not describe (check.c, open_of_rounds). */
static void ask_of_rounds(cm_candidates *c)
{
    bool rounds = c->graph.waits && !c->together;
    if (!rounds && !c->whole)
        return;
    const cm_job before = c->job;
    if (rounds)
        c->job.failed_rounds = c->graph.collectives.count > 0 ? 2 : 1;
    if (c->whole) {
        c->job.test = c->whole;
        c->job.options.unroll = cm_loops_most_rounds(&c->graph) + 1;
        c->job.counts = false;
    }
    build_once(c);
    if (cm_graph_any_stray(&c->graph) != CM_FALSE) {
        open_solver(c);
        look_for_strays(c);
        cm_solver_close(c->job.solver);
    }
    c->job.test = before.test;
    c->job.options.unroll = before.options.unroll;
    c->job.counts = before.counts;
    c->job.failed_rounds = before.failed_rounds;
    build_once(c);
}

void cm_candidates_open(cm_candidates **opened, cm_work *work, cm_solver_context *context,
                        const cm_model *model, const cm_test *test, const cm_check_options *options,
                        const cm_prop *outcome, bool negated)
{
    cm_candidates *c = CM_NEW(work->arena, cm_candidates);
    *c = (cm_candidates){.hidden = ""};
    const cm_begins_base *lacks = cm_model_lacks_begins(model, test);
    if (lacks)
        cm_fail(
            work, cm_test_place(test),
            "the model `%s` ignores %s in the heads of threads, expected a model that uses `%s`",
            model->name, lacks->words, lacks->base);
    c->job = cm_job_begin(work, context, model, test, options);
    /* narrowed values are those of models that have no cycle of reads and jumps (flow.h) */
    c->job.wide_values = true;
    c->job.idle_elements = true;
    *opened = c;
    cm_job_trace(&c->job);
    cm_spills_as_registers(&c->job);
    cm_solver_begin(context);
    c->premises = cm_find_premises(work->arena, model);
    c->job.demanded = options->orders_given ? NULL : c->premises;
    const cm_test *strong = options->strong ? cm_spurious_left_out(&c->job) : NULL;
    if (strong) {
        c->whole = c->job.test;
        c->job.test = strong;
    }
    build_together(c);
    if (c->graph.cut != CM_FALSE && c->graph.cut_hides)
        c->unreached = cm_bound_settle(&c->job, c->graph.count, build_again, c);
    ask_of_rounds(c);
    open_solver(c);
    c->replay = cm_replay_new(&c->encoder);
    cm_replay_allow_violations(c->replay);
    c->values = CM_NEW_ARRAY(work->arena, (size_t)cm_state_width(test) + 1, uint64_t);
    if (c->graph.cut != CM_FALSE && c->graph.cut_hides && !c->unreached)
        c->hidden = cm_arena_printf(work->arena, "loops were unrolled %u times only",
                                    c->job.options.unroll);
    look_for_strays(c);
    if (c->together)
        cm_solver_assert(c->solver, -cm_waits_any_retry(&c->graph.memory));
    cm_solver_assert(c->solver, -c->graph.cut);
    c->outcome = cm_question(&c->job, outcome, c->observed);
    if (negated)
        c->outcome = -c->outcome;
    if (test->filter)
        cm_solver_assert(c->solver, cm_question(&c->job, test->filter, c->observed));
    c->excluded = c->strayed = CM_TRUE;
    c->forms = CM_NEW_ARRAY(work->arena, (size_t)test->form_places + 1, cm_lit);
}

void cm_candidates_close(cm_solver_context *context)
{
    cm_solver_close(context);
}

const char *cm_candidates_limit(const cm_candidates *c)
{
    return c ? c->job.limit : NULL;
}

bool cm_candidates_strong(const cm_candidates *c)
{
    return c->whole != NULL;
}

bool cm_candidates_bounded(const cm_candidates *c)
{
    return c->unreached;
}

const char *cm_candidates_hidden(cm_candidates *c)
{
    return c->hidden;
}

/* ---- dependencies ------------------------------------------------------------ */

/* On an access that `reads`, if `earlier` of an earlier instruction. */
static bool depends(const cm_thread_run *run, const cm_access *a, const cm_deps *on,
                    const bool *reads, bool earlier)
{
    for (uint32_t i = 0; on && i < on->count; i++) {
        const cm_dep *d = &on->items[i];
        if (d->when != CM_FALSE && reads[d->access] &&
            !(earlier && run->accesses[d->access].instance == a->instance))
            return true;
    }
    return false;
}

/* Of an event of a register: does what a load read come this way, and what for? */
static unsigned noted(const cm_thread_run *run, int access, bool *reads)
{
    const cm_access *a = &run->accesses[access];
    reads[access] = depends(run, a, a->data, reads, false);
    if (!reads[access])
        return 0;
    return cm_step_has_tag(a->step, "ADDR")   ? CM_FORGETS_ADDR
           : cm_step_has_tag(a->step, "DATA") ? CM_FORGETS_DATA
           : cm_step_has_tag(a->step, "BCC")  ? CM_FORGETS_CTRL
                                              : 0;
}

static unsigned dependencies_of(const cm_thread_run *run, int access, bool *reads, bool registers)
{
    const cm_access *a = &run->accesses[access];
    if (a->step->kind == CM_STEP_NOTE)
        return noted(run, access, reads);
    reads[access] = cm_step_is_access(a->step);
    if (registers || a->step->kind == CM_STEP_BARRIER || a->step->tells)
        return 0;
    return (depends(run, a, a->addr, reads, true) ? CM_FORGETS_ADDR : 0) |
           (depends(run, a, a->data, reads, true) ? CM_FORGETS_DATA : 0) |
           (depends(run, a, a->ctrl, reads, true) ? CM_FORGETS_CTRL : 0);
}

const uint8_t *cm_candidates_dependencies(const cm_candidates *c, int thread)
{
    const cm_thread_run *run = &c->graph.memory.runs[thread];
    int instructions = c->job.test->threads[thread].instruction_count;
    uint8_t *all = CM_NEW_ARRAY(c->job.arena, (size_t)instructions + 1, uint8_t);
    bool *reads = CM_NEW_ARRAY(c->job.arena, (size_t)run->access_count + 1, bool);
    for (int i = 0; i < run->access_count; i++)
        if (run->accesses[i].guard != CM_FALSE)
            all[run->accesses[i].step->instruction] |=
                (uint8_t)dependencies_of(run, i, reads, c->job.model->registers);
    return all;
}

/* ---- looking ---------------------------------------------------------------- */

static void assume(cm_candidates *c, cm_lits *lits, cm_lit literal)
{
    if (literal != CM_TRUE)
        cm_lits_add(c->job.arena, lits, literal);
}

/* Does the execution found last again; a difference is an error of this program. */
static bool believe(cm_candidates *c)
{
    cm_observed_state(c->job.test, c->observed, c->solver, c->values);
    switch (cm_replay_run(c->replay, c->solver, c->values)) {
    case CM_REPLAY_AGREES:
        return true;
    case CM_REPLAY_STRAYS:
        return false;
    default:
        cm_job_stop(&c->job, "internal error: %s", cm_replay_reason(c->replay));
    }
}

/* What its formula needs is asserted. */
static cm_lit flag_literal(cm_candidates *c, int constraint)
{
    cm_lit raised = cm_encode_flag(&c->encoder, &c->job.model->constraints[constraint], NULL);
    cm_graph_tell(&c->graph, c->solver);
    return raised;
}

/* Are all axioms demanded, so that what is found is an execution of the model? */
static bool is_whole(const cm_candidates *c, const cm_wanted *wanted)
{
    for (int i = 0; i < c->job.model->constraint_count; i++)
        if (c->holds[i] != CM_TRUE && !(wanted->axioms && wanted->axioms[i]) && !c->premises[i])
            return false;
    return true;
}

static cm_lits assumptions(cm_candidates *c, const cm_wanted *wanted)
{
    cm_lits assumed = {0};
    int count = c->job.model->constraint_count;
    for (int i = 0; wanted->axioms && i < count; i++)
        if (wanted->axioms[i])
            assume(c, &assumed, c->holds[i]);
    for (int k = 0; k < wanted->any_count; k++) {
        cm_lits any = {0};
        for (int i = 0; i < count; i++)
            if (wanted->any[k][i])
                cm_lits_add(c->job.arena, &any, c->holds[i]);
        assume(c, &assumed, cm_form_or_all(&c->job.form, any.items, any.count));
    }
    const cm_test *test = c->job.test;
    for (int place = 0; wanted->forms && place < test->form_places; place++) {
        cm_lits any = {0};
        for (int i = 0; i < test->form_counts[place]; i++)
            if (wanted->forms[place][i])
                cm_lits_add(c->job.arena, &any, cm_forms_chosen(&c->graph, place, i));
        c->forms[place] = cm_form_or_all(&c->job.form, any.items, any.count);
        assume(c, &assumed, c->forms[place]);
    }
    for (uint32_t i = 0; wanted->same_class && i < c->class.count; i++)
        assume(c, &assumed, c->class.items[i]);
    if (!wanted->same_class && !wanted->excluded_too && wanted->flag == 0)
        assume(c, &assumed, c->excluded);
    assume(c, &assumed, c->strayed);
    if (!wanted->any_outcome)
        assume(c, &assumed, c->outcome);
    if (wanted->flag > 0)
        assume(c, &assumed, flag_literal(c, wanted->flag - 1));
    return assumed;
}

static bool find_once(cm_candidates *c, const cm_wanted *wanted)
{
    cm_lits assumed = assumptions(c, wanted);
    cm_job_poll(&c->job);
    return cm_solver_is_sat(c->solver, cm_solver_check(c->solver, assumed.items, assumed.count));
}

/* A candidate whose state depends on what the test does not say is none of the test's: its class
 * is not looked for again. */
bool cm_candidates_find(cm_candidates *c, const cm_wanted *wanted)
{
    while (find_once(c, wanted)) {
        c->believed = believe(c);
        if (c->believed)
            return true;
        if (is_whole(c, wanted))
            c->hidden = "some execution does what the test does not describe";
        cm_lits held = c->class;
        cm_candidates_hold(c);
        cm_lit here = cm_form_and_all(&c->job.form, c->class.items, c->class.count);
        c->strayed = cm_form_and(&c->job.form, c->strayed, -here);
        c->class = held;
    }
    return false;
}

int cm_candidates_form(const cm_candidates *c, int place)
{
    return cm_forms_found(&c->graph, c->solver, place);
}

bool cm_candidates_refuted(cm_candidates *c, const cm_wanted *wanted)
{
    cm_lits assumed = assumptions(c, wanted);
    return !cm_solver_is_sat(c->solver,
                             cm_solver_check_by_z3(c->solver, assumed.items, assumed.count));
}

bool cm_candidates_allowed_with(cm_candidates *c, const int *forms)
{
    return c->believed && cm_replay_with(c->replay, c->solver, c->values, forms);
}

bool cm_candidates_needs_form(const cm_candidates *c, int place)
{
    return c->forms[place] != CM_TRUE && cm_solver_needed(c->solver, c->forms[place]);
}

cm_execution *cm_candidates_execution(const cm_candidates *c)
{
    return cm_replay_execution(c->replay);
}

cm_execution *cm_candidates_without_shows(const cm_candidates *c)
{
    return cm_replay_without_shows(c->replay);
}

cm_evaluated cm_candidates_evaluated(const cm_candidates *c)
{
    return cm_replay_evaluated(c->replay);
}

cm_evaluated cm_candidates_values(const cm_candidates *c)
{
    return cm_replay_values(c->replay);
}

/* ---- classes ------------------------------------------------------------------ */

static void hold_literal(cm_candidates *c, cm_lit literal)
{
    cm_lit held = cm_solver_value(c->solver, literal) ? literal : -literal;
    if (held != CM_TRUE)
        cm_lits_add(c->job.arena, &c->class, held);
}

void cm_candidates_hold(cm_candidates *c)
{
    c->class = (cm_lits){0};
    for (uint32_t i = 0; i < c->graph.count; i++) {
        const cm_ev *e = &c->graph.events[i];
        hold_literal(c, e->exec);
        for (uint32_t k = 0; e->kind == 'R' && k < e->source_count; k++)
            if (cm_solver_value(c->solver, e->exec) &&
                cm_solver_value(c->solver, e->sources[k].when))
                hold_literal(c, e->sources[k].when);
    }
    int co = cm_model_find(c->job.model, "co");
    if (co < 0 || c->job.model->nodes[co].op != CM_NODE_FREE)
        return;
    const cm_rel *may = &c->encoder.bounds[co].may;
    for (uint32_t a = 0; a < c->graph.count; a++)
        CM_EACH(cm_rel_row(may, a), may->words, may->n, b)
    hold_literal(c, cm_encode_pair(&c->encoder, co, a, b, CM_UPPER));
}

void cm_candidates_exclude(cm_candidates *c)
{
    cm_lit here = cm_form_and_all(&c->job.form, c->class.items, c->class.count);
    c->excluded = cm_form_and(&c->job.form, c->excluded, -here);
}
