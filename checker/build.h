/* From a test to its events: the threads are executed, round after round, until the values
 * that reads may find stay the same (memory.h), and what they do becomes events. */
#ifndef CM_CHECKER_BUILD_H
#define CM_CHECKER_BUILD_H

#include "checker/graph.h"

void cm_graph_build(cm_job *job, cm_graph *graph);

#endif
