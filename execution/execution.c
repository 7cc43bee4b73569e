/* What is read off an execution. See execution.h. */
#include "execution/execution.h"

#include "execution/bases.h"

static cm_facts facts_of(cm_arena *arena, const cm_execution *x)
{
    return cm_facts_of(arena, x->test, x->events, x->event_count, &x->rf,
                       x->meets.n ? &x->meets : NULL);
}

cm_execution_graph cm_execution_values(cm_arena *arena, const cm_execution *execution)
{
    cm_facts facts = facts_of(arena, execution);
    cm_execution_graph graph = cm_base_graph(&facts, arena, execution->model);
    graph.frees = execution->frees;
    return graph;
}

cm_rel cm_execution_relation(cm_arena *arena, const cm_execution *execution, cm_base_kind kind)
{
    cm_facts facts = facts_of(arena, execution);
    cm_rel relation = cm_rel_new(arena, execution->event_count);
    cm_base_relation(&facts, cm_base_of(kind), &relation);
    return relation;
}

unsigned cm_event_line(const cm_test *test, const cm_event *event)
{
    unsigned line = 0, column = 0;
    if (event->thread >= 0)
        cm_place_position(test->threads[event->thread].instructions[event->instruction].place,
                          &line, &column);
    return line;
}
