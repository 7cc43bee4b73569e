/* Values that lanes hand to each other: which store a load surely finds.
 *
 * `shfl.sync` and others are a store to a word of the thread's own, a barrier of all who take part,
 * loads of their words, and another such barrier (litmus/isa/ptx/ptx_warp.c). Let a load come
 * behind its thread's k-th arrival at a barrier whose count is the number of threads that ever come
 * to it. Then the k-th arrivals of all of them meet (turns.h). Let the owner have one arrival that
 * may be its k-th, and the store of the word come with it. If the model relates these accesses and
 * barriers by `barred` (collective.h, 6), the load finds what this store has left: an earlier store
 * is hidden by it, and a later one stands behind the owner's second barrier, which the load comes
 * before.
 *
 * Without that each load may find what any lane operation of the other lane gave, and sums over
 * five of these have very many values.
 *
 * Where no thread stays at a barrier, whatever is read (turns.h), the same is known of whole words
 * that the threads of a CTA hand on at its barrier 0: of a load before or behind which each store
 * to the word comes, by such barriers or in the thread, it is the last one before it, if there is
 * one that is behind all others. Then every thread comes there as often as the others do.
 *
 * Models are asked for `barred` in loops_hold.c; where it does
 * not hold, the threads are executed anew (cm_job.keep_lanes). */
#ifndef CM_CHECKER_THREADS_LANES_H
#define CM_CHECKER_THREADS_LANES_H

#include "checker/threads/memory.h"

/* Sets `giver` of the loads of an execution of all threads. */
void cm_lanes_find(cm_memory *memory);

#endif
