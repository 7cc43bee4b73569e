/* What has to hold of a graph for what is known of its loops: the model's word on atomic
 * instructions that write back what they read (wait.h), on locations that are read in the order of
 * co (attempts.h), and on what barriers order (collective.h). */
#ifndef CM_CHECKER_LOOPS_HOLD_H
#define CM_CHECKER_LOOPS_HOLD_H

#include "checker/encode.h"

/* Does the model let all the atomic instructions go that loops rely on to write
 * back what they read, order the accesses by which rounds are counted, and those that barriers
 * of a loop have to order? Looks at every access to these locations. false: what does not hold is
 * noted in the job, and the graph has to be built again. */
bool cm_loops_hold(const cm_encoder *encoder);

/* Was something that is known of loops found not to hold? */
bool cm_loops_failed(const cm_job *job);
/* The graph was made with rounds that fail. Does it say all that a graph without such rounds says,
 * if executions in which a round fails are left out? It does not where something that is known of
 * loops fails, or where values were narrowed: the failing rounds may be the reason. */
bool cm_loops_fit_together(const cm_graph *graph);

#endif
