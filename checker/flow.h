/* How far values go: through which stores and loads, in which order.
 *
 * Reads depend on the stores that may feed them; stores and the addresses of loads,
 * and whether any of them happen, on reads. In an execution without a cycle of these,
 * every value is computed along a path on which no access comes twice. The graph of
 * what may depend on what falls into strongly connected parts. On a path, a part of m
 * stores is passed by way of m of them at most, and to a load only of those that do
 * not depend on it. So the domains of a part are complete after so many rounds, once
 * those of the parts before it are; a part that would grow further is open: what lies
 * beyond its domains comes out of thin air only.
 *
 * A counter that n threads increment is then seen to end at n, and no read of a
 * thread to find more than n - 1, where rounds over the whole test give as many values
 * as the test has stores.
 */
#ifndef CM_CHECKER_FLOW_H
#define CM_CHECKER_FLOW_H

#include "checker/encode.h"

/* Narrows domains of executions that were not complete; the memory is that of an
 * execution with values of as many rounds as there are stores. Notes in the domains
 * which are open. False: nothing is narrowed, and the threads must be executed anew. */
bool cm_flow_narrow(cm_memory *memory);

/* Condition for a cycle of reads-from and of dependencies, as instructions have them,
 * within an open part. Where it cannot hold, no read finds a value beyond its domain. CM_FALSE,
 * too, where all of each cycle is in a relation that the model lets have none. */
cm_lit cm_flow_cycle(cm_encoder *encoder);
/* Condition for a cycle of reads-from and of dependencies as they are in an execution, among all
 * accesses. */
cm_lit cm_flow_any_cycle(cm_graph *graph);

#endif
