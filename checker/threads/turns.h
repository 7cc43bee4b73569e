/* Which arrival of its thread at its barrier an arrival is, in every execution in which it happens.
 *
 * It has a turn where each earlier arrival of its thread at this barrier surely happens with it, or
 * surely does not. At a barrier with a count, the threads that ever come to it, or the warps, must
 * be as many as its count says, and each must always wait there or never. Each group then has an
 * arrival of each of them, and the k-th group has their k-th arrivals. Of a thread that never waits
 * (bar.arrive), groups might have later arrivals instead, as far as barrier.h says; such an
 * execution has all the order that this one has, and more.
 *
 * Nobody stays at a barrier, whatever is read, where all threads come to theirs before their first
 * jump, always to wait, have turns, come to one barrier equally often, and none of them is left
 * when each goes as far as it can. */
#ifndef CM_CHECKER_THREADS_TURNS_H
#define CM_CHECKER_THREADS_TURNS_H

#include "checker/threads/memory.h"

/* Sets `turn` of the barriers of an execution of all threads, and all_meet of the memory. */
void cm_turns_find(cm_memory *memory);

#endif
