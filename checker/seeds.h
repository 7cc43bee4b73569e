/* Values that reads may find before any store is known to happen. */
#ifndef CM_CHECKER_SEEDS_H
#define CM_CHECKER_SEEDS_H

#include "checker/solver/job.h"

/* Sets job->seeds. */
void cm_seeds_find(cm_job *job);

#endif
