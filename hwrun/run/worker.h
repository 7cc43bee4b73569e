/* A child process that runs tests, so that a hang or a GPU fault ends the test and
 * not the tool. The child opens the machine once, then takes tests one by one;
 * when it dies or is late it is killed and the next test gets a new one.
 */
#ifndef CM_HWRUN_RUN_WORKER_H
#define CM_HWRUN_RUN_WORKER_H

#include "hwrun/run/harness.h"

typedef struct cm_worker cm_worker;

typedef struct cm_worker_options {
    cm_machine_options machine;
    const char *compiler;
} cm_worker_options;

typedef enum cm_worker_end {
    CM_WORKER_DONE,
    CM_WORKER_FAILED,  /* the child said why: see reason */
    CM_WORKER_REFUSED, /* the same: something that this machine cannot run, nothing went wrong */
    CM_WORKER_LATE,    /* killed at the deadline */
    CM_WORKER_DIED,    /* a signal or an exit: reason says which */
    CM_WORKER_STOPPED  /* interrupted by the caller's signal */
} cm_worker_end;

typedef struct cm_worker_result {
    cm_worker_end end;
    const char *reason;       /* "" when done; in the work's arena */
    cm_run_outcome outcome;   /* when done */
    cm_parameters parameters; /* settled, as they were used: memory kind, teams ... */
} cm_worker_result;

/* What the child says of the machine it has opened, so that nobody else has to open
 * the GPU: who runs tests makes plans and records from it. */
typedef struct cm_worker_machine {
    cm_machine_info info;
    cm_plan_limits limits;
    bool has_gpu;
    cm_gpu_info gpu; /* when has_gpu */
} cm_worker_machine;

/* Starts no process yet. NULL: no memory. */
cm_worker *cm_worker_new(const cm_worker_options *options);
void cm_worker_free(cm_worker *worker);

/* Starts the child if there is none. NULL: it could not open the machine, or was
 * interrupted, and *reason says so. All in the work's arena. */
const cm_worker_machine *cm_worker_about(cm_work *work, cm_worker *worker, const char **reason);

/* Runs the test with the parameters, for at most deadline seconds of wall time
 * (0: 60 s more than parameters->seconds). The test's source text is sent to the
 * child, which parses it again. States are of `test`, in the work's arena. */
cm_worker_result cm_worker_run(cm_work *work, cm_worker *worker, const cm_test *test,
                               const cm_parameters *parameters, double deadline);

/* From another thread: makes cm_worker_run end soon, as stopped. */
void cm_worker_interrupt(cm_worker *worker);

#endif
