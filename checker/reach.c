/* Can the loop bound be reached at all? See reach.h. */
#include "checker/reach.h"

#include "checker/flow.h"
#include "checker/solver/solver.h"

/* Which dependencies and reads-from are in a relation that the model lets have no cycle; as bits,
 * by place in `all`. */
static const cm_base_kind all[] = {
    CM_BASE_RF,        CM_BASE_ADDR,      CM_BASE_DATA,      CM_BASE_CTRL,      CM_BASE_PICK_ADDR,
    CM_BASE_PICK_DATA, CM_BASE_PICK_CTRL, CM_BASE_IICO_DATA, CM_BASE_IICO_CTRL, CM_BASE_RMW};
enum { KINDS = sizeof(all) / sizeof(all[0]) };

static unsigned united(const cm_model *model, int node)
{
    const cm_node *n = &model->nodes[node];
    if (n->op == CM_NODE_UNION)
        return united(model, n->a) | united(model, n->b);
    if (n->op != CM_NODE_BASE)
        return 0;
    for (unsigned i = 0; i < KINDS; i++)
        if (model->bases[n->index]->kind == all[i])
            return 1U << i;
    return 0;
}

/* Does the model forbid, of all events, that one comes about by itself? */
static bool is_founded(const cm_model *model)
{
    for (int i = 0; i < model->constraint_count; i++) {
        const cm_constraint *c = &model->constraints[i];
        if (c->kind == CM_ACYCLIC && !c->negated && !c->is_flag && c->element_count == 0 &&
            united(model, c->node) == (1U << KINDS) - 1)
            return true;
    }
    return false;
}

/* Nothing waits for others but in loops, and all that happens is of the threads' own. */
static bool is_plain(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            const cm_step *s = &test->threads[t].steps[i];
            if (s->kind == CM_STEP_BARRIER || s->kind == CM_STEP_NOTE || s->forms ||
                s->async.role != CM_ASYNC_NONE)
                return false;
        }
    return !test->begins;
}

bool cm_bound_is_out_of_reach(cm_job *job)
{
    if (job->options.plain || !is_founded(job->model) || !is_plain(job->test))
        return false;
    cm_form_renew(&job->form, job->arena);
    cm_graph *graph = CM_NEW(job->arena, cm_graph);
    bool counts = job->counts; /* counters hang on co, which is left open here */
    job->counts = false;
    cm_graph_build(job, graph);
    job->counts = counts;
    if (graph->memory.pruned)
        return false;
    cm_lit reached = CM_FALSE;
    for (int t = 0; t < job->test->thread_count; t++) {
        const cm_thread_run *run = &graph->memory.runs[t];
        for (int i = 0; i < run->cut_count; i++)
            if (!graph->only_waits[t][run->cuts[i].visit] &&
                !cm_attempts_has(&graph->attempts, t, run->cuts[i].jump))
                reached = cm_form_or(&job->form, reached, run->cuts[i].guard);
    }
    cm_lit cycle = cm_flow_any_cycle(graph);
    cm_solver *solver = cm_solver_open(job);
    cm_graph_tell(graph, solver);
    cm_lit asked[] = {reached, -cycle};
    bool out = !cm_solver_is_sat(solver, cm_solver_check(solver, asked, 2));
    cm_solver_close(job->solver);
    return out;
}
