/* What a worker's child says of the machine it has opened, so that nobody else has
 * to open the GPU: who runs tests makes plans and records from it.
 */
#ifndef CM_HWRUN_WORKER_MACHINE_H
#define CM_HWRUN_WORKER_MACHINE_H

#include "hwrun/worker.h"

typedef struct cm_worker_machine {
    cm_machine_info info;
    cm_plan_limits limits;
    bool has_gpu;
    cm_gpu_info gpu; /* when has_gpu */
} cm_worker_machine;

/* Starts the child if there is none. NULL: it could not open the machine, or was
 * interrupted, and *reason says so. All in the work's arena. */
const cm_worker_machine *cm_worker_about(cm_work *work, cm_worker *worker, const char **reason);

/* Was the latest run that ended as CM_WORKER_FAILED a refusal: something that this
 * machine cannot run, rather than something that went wrong? */
bool cm_worker_refused(const cm_worker *worker);

#endif
