/* Runs one test by its plan on the machine and counts its final states. */
#ifndef CM_HWRUN_RUN_HARNESS_H
#define CM_HWRUN_RUN_HARNESS_H

#include "hwrun/code/cpu_code.h"
#include "hwrun/machine/machine.h"

typedef struct cm_run_outcome {
    cm_states *seen;     /* finished, with counts; in the work's arena */
    uint64_t instances;  /* that were run, less those that the test's filter excludes */
    uint64_t stuck;      /* of them, in a loop without end: not in seen */
    uint64_t unfiled;    /* states that found no room in the table: not in seen */
    uint64_t misaligned; /* steps that began without all participants */
    uint64_t rounds;
    cm_memory_kind memory; /* where the locations were: never CM_MEMORY_DEFAULT */
    double wall_seconds;   /* of all rounds, generating and compiling not included */
    double busy_seconds;   /* of them, inside the tests: the GPU's own clock around its three
                            * kernels (no CPU threads), or the CPU's clock around the steps */
} cm_run_outcome;

/* What outlives a test: compiled CPU code, buffers. */
typedef struct cm_harness cm_harness;
cm_harness *cm_harness_new(cm_work *work, cm_machine *machine, const char *compiler);
void cm_harness_free(cm_harness *harness);

/* Errors escape through the work. */
cm_run_outcome cm_harness_run(cm_work *work, cm_harness *harness, const cm_plan *plan);

#endif
