/* Cycles in a graph whose edges are formulas. */
#ifndef CM_CHECKER_CLOSURE_H
#define CM_CHECKER_CLOSURE_H

#include "checker/job.h"

/* The condition for a cycle, of the graph over 0..n-1 with an edge (a, b) under
 * edges[a * n + b]. */
cm_lit cm_closure_cycle(cm_job *job, uint32_t n, const cm_lit *edges);

#endif
