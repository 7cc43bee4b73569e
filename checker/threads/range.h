/* Ranges: between which numbers the values are that lie in a place, one as wide as an access.
 *
 * Where every store of a place writes a constant or adds one to what a load has found there,
 * reads find more and more values from round to round (execute.h): a lock that readers add 4 to and
 * take 4 from again seems to hold every multiple of 4. But in an execution without a cycle of
 * reads-from and dependencies a value is computed along a path on which no store comes twice
 * (flow.h). Such a value is one of the constants, plus what some of the stores add. Domains leave
 * other values out. They are not settled then, and flow.h says where cycles are asked for. */
#ifndef CM_CHECKER_THREADS_RANGE_H
#define CM_CHECKER_THREADS_RANGE_H

#include "checker/threads/memory.h"

/* By place, as the threads have executed last: memory->ranges. */
void cm_ranges_find(cm_memory *memory);
/* May a load of the place, of all that its accesses have, find the value? Notes if it may not. */
bool cm_range_has(cm_memory *memory, cm_spot spot, unsigned width, uint64_t value);

#endif
