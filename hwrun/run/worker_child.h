/* The side of a worker that runs tests: what the forked process does. */
#ifndef CM_HWRUN_RUN_WORKER_CHILD_H
#define CM_HWRUN_RUN_WORKER_CHILD_H

#include "hwrun/run/worker.h"

/* Opens the machine, says hello on the channel, and takes requests until the
 * channel closes or something went wrong that may have damaged the GPU's context.
 * options: a const cm_worker_options. */
void cm_worker_child(void *options, int channel);

#endif
