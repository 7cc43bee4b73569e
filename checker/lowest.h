/* Forward progress as HSA promises it: of the threads that have not ended, only the lowest is
 * sure to go on, and any other one may have stopped anywhere.
 */
#ifndef CM_CHECKER_LOWEST_H
#define CM_CHECKER_LOWEST_H

#include "checker/solver/job.h"

/* Do all threads end then? Closes the job's solver. */
bool cm_lowest_ends(const cm_job *job);

#endif
