/* Values that went through more stores than can have happened before the load.
 *
 * A stack whose head has a pointer and a number that each change makes greater by one seems to hold
 * every number: a value that one thread computed is computed upon by the next thread, and by the
 * first one again. But stores of two rounds of a loop that the first of them ends do not both
 * happen, so that few of these stores can come before one another, and before a load.
 *
 * The stores of a test are in groups, by the place that each of them went to when it was seen
 * first; any groups are right. Of each value it is known through how many stores of each group it
 * went at least (cm_choice.through): a value that several ways lead to went through the least of
 * these numbers, one that is made of two values through the greater number, and a store adds one to
 * what it stores. What can happen at most is told by guards: of stores whose guards exclude each
 * other one happens. Why nothing is missed stands in domains.h.
 */
#ifndef CM_CHECKER_THREADS_EARLIER_H
#define CM_CHECKER_THREADS_EARLIER_H

#include "checker/threads/memory.h"

/* What may come before each load, as the threads have executed last, if the memory leaves out
 * values. */
void cm_earlier_count(cm_memory *memory);
/* Of a value that has gone through `before`, behind the store. */
cm_passes cm_earlier_add(const cm_memory *memory, const cm_access *store, cm_passes before);
/* How many can have happened before the load; UINT64_MAX's bytes where nothing is known. */
cm_passes cm_earlier_most(const cm_memory *memory, const cm_access *load);

#endif
