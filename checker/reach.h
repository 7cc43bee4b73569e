/* Can the loop bound be reached at all?
 *
 * A loop may have an end that no bound shows: what sends it round again comes of nothing that any
 * execution has. Whether an execution gets as far as the bound is asked without the model's
 * constraints, but for that nothing comes about by itself; the proof is in checker/loops/README.md,
 * "Bounds that are not reached". */
#ifndef CM_CHECKER_REACH_H
#define CM_CHECKER_REACH_H

#include "checker/graph.h"

/* Is it certain that no execution goes on past the bound in a loop that does more than wait, and is
 * not counted? What is known of its loops has been found (loops_hold.h). The job's formulas are for
 * this question only. */
bool cm_bound_is_out_of_reach(cm_job *job);

#endif
