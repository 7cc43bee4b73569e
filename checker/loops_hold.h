/* What has to hold of a graph for what is known of its loops: the model's word on atomic
 * instructions that write back what they read (wait.h), on locations that are read in the order of
 * co (attempts.h), and on what barriers order (collective.h). */
#ifndef CM_CHECKER_LOOPS_HOLD_H
#define CM_CHECKER_LOOPS_HOLD_H

#include "checker/encode.h"

/* The graph, and its bounds, where all of that holds: the model lets all the atomic instructions go
 * that loops rely on to write back what they read, and orders the accesses by which rounds are
 * counted, and those that barriers of a loop have to order. Looks at every access to these
 * locations, of two rounds if rounds write back. What does not hold is noted in the job. judged: it
 * was looked at before; more rounds change nothing in it. */
void cm_loops_build(cm_job *job, cm_graph *graph, cm_encoder *encoder, bool judged);

/* Does the model order the accesses by which rounds are counted in the graph? */
bool cm_loops_counted(const cm_encoder *encoder);

/* The most rounds of a loop that the graph has. */
unsigned cm_loops_most_rounds(const cm_graph *graph);

/* Was something that is known of loops found not to hold? */
bool cm_loops_failed(const cm_job *job);
/* The graph was made with rounds that fail. Does it say all that a graph without such rounds says,
 * if executions in which a round fails are left out? It does not where something that is known of
 * loops fails, or where values were narrowed: the failing rounds may be the reason. */
bool cm_loops_fit_together(const cm_graph *graph);

#endif
