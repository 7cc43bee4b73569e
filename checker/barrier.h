/* Execution barriers: which arrivals meet.
 *
 * Without a count, a barrier is met by every thread of the CTA that executes it:
 * the first arrivals of all threads meet, then the second ones, and so on. With a
 * count, so many arrivals of different threads, whichever they are, make a group;
 * arrivals that cannot fill a group wait for ever, and what follows them in their
 * thread does not happen (PTX ISA, "bar, barrier"; bar.arrive does not wait).
 *
 * With a least count, all go on once so many have come. These meet each other and all who go on;
 * those that come later need not meet each other. Where fewer come, there is no final state.
 *
 * Groups meet one after the other, in the order of each thread that waits there.
 * Who waits for a thread that itself waits for ever, and has the barrier further
 * down in its code, has no final state, whatever the test observes. Who passes a barrier
 * without a thread that could have come there passes it behind what that thread read to
 * decide so.
 */
#ifndef CM_CHECKER_BARRIER_H
#define CM_CHECKER_BARRIER_H

#include "checker/graph.h"

/* Decides, for all barrier events of the graph, which meet; adds what must hold
 * to graph->asserts. */
void cm_barrier_build(cm_graph *graph);

/* Condition for two barrier events to meet (an event meets itself): with a least count, for the
 * first to be one of those that let the second go on. */
cm_lit cm_barrier_meet(const cm_graph *graph, uint32_t a, uint32_t b);

#endif
