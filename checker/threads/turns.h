/* Which arrival of its thread at its barrier an arrival is, where it is that in every execution.
 *
 * It has a turn where earlier arrivals of its thread at this barrier surely happen, unless the
 * thread waits for ever before. At a barrier with a count, the threads that ever come to it, or the
 * warps, must be as many as its count says, and each must always wait there or never. Each group
 * then has an arrival of each of them, and the k-th group has their k-th arrivals. Of a thread that
 * never waits (bar.arrive), groups might have later arrivals instead, as far as barrier.h says;
 * such an execution has all the order that this one has, and more. */
#ifndef CM_CHECKER_THREADS_TURNS_H
#define CM_CHECKER_THREADS_TURNS_H

#include "checker/threads/memory.h"

/* Sets `turn` of the barriers of an execution of all threads. */
void cm_turns_find(cm_memory *memory);

/* By access: it happens in each execution, unless the thread waits for ever before it. In the job's
 * arena. */
bool *cm_turns_steady(cm_job *job, const cm_thread_run *run);

#endif
