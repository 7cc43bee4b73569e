/* What is asked of events wherever they are used. See graph.h. */
#include "checker/graph.h"

cm_lit cm_graph_both(cm_graph *graph, uint32_t a, uint32_t b)
{
    return cm_form_and(&graph->job->form, graph->events[a].exec, graph->events[b].exec);
}

cm_lit cm_graph_same_spot(cm_graph *graph, uint32_t a, uint32_t b)
{
    const cm_ev *x = &graph->events[a], *y = &graph->events[b];
    cm_form *form = &graph->job->form;
    if (x->width != y->width || x->width == 0)
        return CM_FALSE;
    if (a == b)
        return CM_TRUE;
    cm_lit result = CM_FALSE;
    for (uint32_t i = 0; i < x->target_count; i++)
        for (uint32_t k = 0; k < y->target_count; k++)
            if (x->targets[i].spot.location == y->targets[k].spot.location &&
                x->targets[i].spot.offset == y->targets[k].spot.offset)
                result = cm_form_or(form, result,
                                    cm_form_and(form, x->targets[i].when, y->targets[k].when));
    return result;
}

void cm_graph_stray(cm_graph *g, cm_lit when, int thread, int instruction, const char *what)
{
    if (when == CM_FALSE)
        return;
    CM_PUSH(g->job->arena, g->strays, g->stray_count, g->stray_capacity,
            (cm_stray){.when = when, .thread = thread, .instruction = instruction, .what = what});
}

cm_lit cm_graph_any_stray(const cm_graph *g)
{
    cm_lits any = {0};
    for (uint32_t i = 0; i < g->stray_count; i++)
        cm_lits_add(g->job->arena, &any, g->strays[i].when);
    return cm_form_or_all(&g->job->form, any.items, any.count);
}

const char *cm_stray_reason(const cm_job *job, const cm_stray *stray)
{
    if (stray->thread < 0)
        return cm_arena_printf(job->arena, "memory %s", stray->what);
    const cm_thread *t = &job->test->threads[stray->thread];
    if (stray->instruction < 0)
        return cm_arena_printf(job->arena, "P%d %s", t->id, stray->what);
    const cm_instruction *by = &t->instructions[stray->instruction];
    return cm_arena_printf(job->arena, "P%d: `%s` %s%s%s", t->id, by->text, by->line ? "at " : "",
                           by->line ? cm_arena_printf(job->arena, "%s ", by->line) : "",
                           stray->what);
}

void cm_graph_assert(cm_graph *g, cm_lit literal)
{
    cm_lits_add(g->job->arena, &g->asserts, literal);
}

void cm_graph_choose(cm_graph *g, cm_exactly_one group)
{
    if (group.count == 2) { /* one or the other, also where it does not matter */
        cm_form_define(&g->job->form, group.first + 1, -group.first);
        return;
    }
    CM_PUSH(g->job->arena, g->groups, g->group_count, g->group_capacity, group);
}

void cm_graph_tell(cm_graph *g, cm_solver *solver)
{
    for (uint32_t i = 0; i < g->group_count; i++)
        cm_solver_exactly_one(solver, &g->groups[i]);
    for (uint32_t i = 0; i < g->asserts.count; i++)
        cm_solver_assert(solver, g->asserts.items[i]);
    g->group_count = g->asserts.count = 0;
}
