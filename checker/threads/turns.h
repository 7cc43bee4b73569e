/* Which arrival of its thread at its barrier an arrival is, in every execution in which it happens.
 *
 * It has a turn where each earlier arrival of its thread at this barrier surely happens with it, or
 * surely does not. At a barrier with a count, the threads that ever come to it, or the warps, must
 * be as many as its count says, and each must always wait there or never. Each group then has an
 * arrival of each of them, and the k-th group has their k-th arrivals. Of a thread that never waits
 * (bar.arrive), groups might have later arrivals instead, as far as barrier.h says; such an
 * execution has all the order that this one has, and more. */
#ifndef CM_CHECKER_THREADS_TURNS_H
#define CM_CHECKER_THREADS_TURNS_H

#include "checker/threads/memory.h"

/* Sets `turn` of the barriers of an execution of all threads. */
void cm_turns_find(cm_memory *memory);

#endif
