/* Execution and domains, in turn, until the domains stay the same. */
#ifndef CM_CHECKER_SETTLE_H
#define CM_CHECKER_SETTLE_H

#include "checker/memory.h"

/* Executes all threads until domains and cuts no longer change. */
void cm_memory_settle(cm_memory *memory);

/* Executes all threads with the domains as they are. */
void cm_memory_execute(cm_memory *memory);

#endif
