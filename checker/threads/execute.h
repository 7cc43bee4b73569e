/* Symbolic execution of the threads: from visits to accesses.
 *
 * Each thread runs once along all its paths at the same time. What a register
 * holds is a guarded value (value.h) with the reads it depends on; where paths
 * meet, both are merged. Reads give one of the values of their domain, which
 * memory.h computes from what is written: execution and domains are repeated
 * until the domains stay the same.
 */
#ifndef CM_CHECKER_THREADS_EXECUTE_H
#define CM_CHECKER_THREADS_EXECUTE_H

#include "checker/threads/memory.h"

/* Runs the thread with the domains of memory->runs[thread]; fills the rest of
 * that run. A load without a domain gets what memory holds initially. */
void cm_execute(cm_memory *memory, int thread);

#endif
