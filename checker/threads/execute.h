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

/* Executes all threads until domains and cuts no longer change. */
void cm_memory_settle(cm_memory *memory);

/* Executes all threads with the domains as they are. */
void cm_memory_execute(cm_memory *memory);

/* Before the first execution: reads begin with the values that a read of the same step found in
 * `before`, settled with other limits of loops. What no store writes is gone after a round. */
void cm_memory_seed(cm_memory *memory, const cm_memory *before);

#endif
