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

/* Byte `at` of a location, as it is and with its address moved. */
static cm_word initial_byte(const cm_test *test, int location, uint32_t at)
{
    const cm_location *l = &test->locations[location];
    /* an untyped scalar may hold an address, of 8 bytes */
    unsigned element = !l->typed && l->count == 1 ? 8 : l->width;
    if (at / element >= l->count)
        return (cm_word){0, 0};
    uint64_t value = l->init[at / element];
    return (cm_word){cm_bytes_of(value, at % element, 1),
                     cm_bytes_of(cm_moved(test, value), at % element, 1)};
}

cm_word cm_word_initial(const cm_test *test, int location, uint32_t offset, unsigned width)
{
    cm_word result = {0, 0};
    for (unsigned i = 0; i < width && i < 8; i++) {
        cm_word byte = initial_byte(test, location, offset + i);
        result.value |= byte.value << 8 * i;
        result.moved |= byte.moved << 8 * i;
    }
    return result;
}

cm_word cm_word_part(cm_word word, unsigned offset, unsigned width)
{
    return (cm_word){cm_bytes_of(word.value, offset, width),
                     cm_bytes_of(word.moved, offset, width)};
}

cm_word cm_word_written(const cm_test *test, const cm_event *write)
{
    return write->action ? cm_word_part(write->action->value, write->part, write->width)
                         : cm_word_initial(test, write->location, write->offset, write->width);
}
