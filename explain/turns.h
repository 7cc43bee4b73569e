/* May the threads take turns, one event at a time on a single memory, to do what an execution has?
 * If not, what is out of order.
 */
#ifndef CM_EXPLAIN_TURNS_H
#define CM_EXPLAIN_TURNS_H

#include "execution/execution.h"

typedef struct cm_turns {
    int surprises; /* pairs of accesses next to each other in po that lie on a cycle of po, rf, co,
                      fr and the order of barriers, kernels and asynchronous operations, and such
                      orders; or one, where no order of the events has it though there are none;
                      0: some interleaving of the threads shows it */
    const uint32_t *order; /* surprises 0: the events in such an order, replayed on one memory */
    bool all_tried;        /* false: there are too many orders */
} cm_turns;

/* A step of a cycle of po, rf, co, fr. */
typedef struct cm_sc_step {
    uint32_t from, to;
    const char *name;
} cm_sc_step;

typedef struct cm_event_pair {
    uint32_t a, b;
} cm_event_pair;

/* All is in the arena. */
cm_turns cm_turns_of(cm_arena *arena, const cm_execution *x);
/* Steps of a shortest cycle; their number, 0: none. */
int cm_turns_cycle(cm_arena *arena, const cm_execution *x, const cm_sc_step **cycle);
/* Has that cycle accesses to one location only, so that coherence alone has none of it? */
bool cm_turns_at_one_location(cm_arena *arena, const cm_execution *x);
/* Writes of some bytes in common that co leaves in no order, neither initial; their number. */
int cm_turns_unordered(cm_arena *arena, const cm_execution *x, const cm_event_pair **pairs);
/* Of an execution without surprises: instructions of several accesses, by the first of these, that
 * could not be one step each; a least set; their number. */
int cm_turns_torn(cm_arena *arena, const cm_execution *x, const uint32_t **instructions);
/* Do program order, values that one thread writes and another reads, barriers, the order of kernels
 * and asynchronous operations lead from the one to the other? last: a read of another thread's
 * value on such a way, after the write; no events (event_count): there is none. */
bool cm_turns_handed(cm_arena *arena, const cm_execution *x, uint32_t from, uint32_t to,
                     cm_event_pair *last);

#endif
