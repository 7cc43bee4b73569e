/* The base sets and relations of an execution, read off its events: the world in which all is
 * known (model/relations.h). */
#ifndef CM_EXECUTION_BASES_H
#define CM_EXECUTION_BASES_H

#include "execution/execution.h"
#include "model/relations.h"

typedef struct cm_facts {
    const cm_test *test;
    const cm_event *events;
    uint32_t count, init_count;
    uint32_t from; /* of places: pairs of two events before it are there already */
    const cm_rel *rf;
    const cm_rel *meets; /* barrier events that meet; NULL: there are none */
    cm_arena *arena;     /* for what is needed on the way */
    const cm_outline *outlines;
    const cm_target *targets; /* by event: where it goes */
} cm_facts;

/* In the arena, about events, rf and meets that live as long as it is used. */
cm_facts cm_facts_of(cm_arena *arena, const cm_test *test, const cm_event *events, uint32_t count,
                     const cm_rel *rf, const cm_rel *meets);

/* Of a set that tags cause: does the event belong to it? */
bool cm_base_of_tags(const cm_base *base, const cm_event *event);

/* All that the model uses, in the arena; without what was chosen (frees). */
cm_execution_graph cm_base_graph(const cm_facts *facts, cm_arena *arena, const cm_model *model);
/* Into an empty set, an empty relation, over the events. */
void cm_base_set(const cm_facts *facts, const cm_base *base, cm_set *out);
void cm_base_relation(const cm_facts *facts, const cm_base *base, cm_rel *out);

#endif
