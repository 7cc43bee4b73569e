/* Waiting loops in which threads of a CTA meet at barriers.
 *
 * Thread 0 reads a semaphore and hands what it found to the others, all meet, each looks at
 * it, all meet again, and all go back if it is not what they wait for. A round of one thread
 * cannot be left out (wait.h), for the others meet it there, and it stores; but a round that
 * fails may be left out of all of them together, if in every round that jumps back
 *   - all go back, or none does;
 *   - all meet at the same barriers, one after the other, and nobody else does;
 *   - what is stored is read in this round only.
 * The proof stands below.
 *
 * The model says by its relation `barred` which accesses a barrier orders (loops_hold.h).
 *
 * ---- rounds of several threads: the proof ----
 *
 * The threads of a CTA may wait together: one reads the semaphore and hands what it found to
 * the others through shared memory, all meet at a barrier, each looks at it, all meet again,
 * and all go back if it is not the value that they wait for (`cutlass-semaphore-loop`;
 * `bar.red` does the same in one instruction). A round stores something new, and a round of
 * one thread cannot go without that of the others, who meet it there. But a round that fails
 * may go out of all of them together. Let T1 to Tn be the threads of a CTA that have a loop
 * with barriers in it, and let
 *
 * 1. every path of each thread come to its loop, which is by itself (no other loop in or
 *    around it), and past the same number of arrivals at each of the loop's barriers before
 *    it;
 * 2. the rounds of all threads have the same barriers in the same order, at least one: none
 *    under a condition, none that only arrives, with the same number of threads, which is n if
 *    it is given at all; all jumps back and all ways out come after the last of them; no other
 *    thread of the CTA comes to one of these barriers;
 * 3. no round hand anything to the next one in registers, nor a round that fails anything to
 *    what comes after the loop, as in other loops that wait; nor commit asynchronous
 *    operations;
 * 4. a round that fails store nothing but words. A word is stored by one instruction of the
 *    test, of one thread A, in every round, and the loads of it are in the loops or after
 *    them, all of the same bytes under the same address. A load of A comes after the store in
 *    program order. Between the store and a load by another thread there is a barrier of the
 *    round; and, in the loop, there is another one between that load and the end of the round;
 * 5. if every load of a word finds what was stored in its own round, whatever other loads
 *    find, all threads go back or none;
 * 6. the model relate, by `barred`, the accesses of words to the barriers of (4): of two
 *    accesses of the same bytes under the same address, the first one before an arrival, the
 *    second one after the arrival, or wait, that it meets, the first one counts as earlier, as
 *    it does in program order. A read does not find a write that is later than it, nor an
 *    older one than a write before it in this sense; such a write is before a later one in
 *    `co`; and the initial write is the first;
 * 7. the constraints of the model never gain a pair when reads, writes, fences and barriers of
 *    these loops are taken away, as above, where initial writes stay, and other threads, and
 *    the write that a read has read from stays with it.
 *
 * Then the threads go round in step. All begin round 1, by (1). If all begin round j, all come
 * to its barriers, by (2), and the same arrivals meet as meet in the first round: those of one
 * number. With a number of threads, a group is of one arrival of each of them, and as all wait
 * there, the groups come in one order in all threads; nobody stays at a barrier of the round,
 * for of those who did the one that came least far would have to be without another one that
 * came as far. A load of a word in round j comes after the store of round j, by a barrier, and
 * before that of round j + 1, by another one of the same round (one of the next round would
 * not do: if the load could find what comes later, its thread might leave, and never come
 * there); the store of round j is after the earlier ones in `co`. So it finds what was stored
 * in its own round, and by (5) all go back, or all leave.
 *
 * Let now round j fail, and be taken out of all threads. Registers are as they were, by (3).
 * No read that is left has read from a store of the round: loads of a word in other rounds
 * find that of their own, those after the loops that of the last one. So values stay as they
 * were, the final one of memory too, for the store of a later round is after this one in `co`.
 * All base relations are what is left of those before: for barriers, as every thread has lost
 * the same number of arrivals at each of them, between arrivals that are as many for all. By
 * (7) what is left is an execution. So failed rounds go one after the other, and the last
 * round decides; other loops, of these threads and others, are taken care of afterwards. An
 * execution without end in which these threads go round for ever loses all rounds up to one
 * whose reads find what is written last, as others do.
 *
 * A flag is about two events, which may be of two rounds: flags are asked with two failed
 * rounds, and known if (7) holds of them, too.
 *
 * `checker/loops/collective.c` looks at (1) to (4) in the threads' programs, with addresses
 * and barrier numbers that are the same each time; (3) as for other loops; (5), and that a word is
 * stored in every round and all else in none that fails, are asked of the solver for one round
 * of all threads from any registers, in which every load of something else finds any value;
 * (6) of the bounds, (7) of the model's terms. `barred` is in `ptx-common.cat`, of accesses of
 * the generic proxy and barriers of a CTA that wait, and of words that lanes hand to each
 * other and the barriers at which they do. In `ptx` and `cmcm` it holds by causality and
 * coherence: program order and barriers are steps of base causality, which proxies preserve
 * between generic accesses under one address, and `handed` is a part of `cause`; in `ptx60` by
 * causality and, in one thread, by sc-per-location. `wave`, `cdna` and `llvm-amdgpu` do not
 * say it. A relation `barred` must hang on nothing but the two instructions and their threads.
 * `tests/unit/test_collective.c` has tests with each premise taken away, and compares what is
 * certain with checks that leave nothing out.
 */
#ifndef CM_CHECKER_LOOPS_COLLECTIVE_H
#define CM_CHECKER_LOOPS_COLLECTIVE_H

#include "checker/loops/round.h"

/* A thread that takes part, and its loop. */
typedef struct cm_member {
    cm_loop loop;
    int *barriers; /* steps of the loop, in order */
    cm_round round;
} cm_member;

/* Two accesses to a location, of which a barrier that comes between has to say that the one is
 * before the other: one of the barriers number from, ..., to of the round, the first one being 1.
 * Of one thread: any barrier of the round. */
typedef struct cm_crossing {
    int member, step, other, other_step;
    int from, to;
} cm_crossing;

typedef struct cm_collective {
    cm_member *members;
    int count, capacity;
    int barrier_count; /* of a round */
    cm_crossing *crossings;
    int crossing_count, crossing_capacity;
} cm_collective;

typedef struct cm_collectives {
    cm_collective *items;
    int count, capacity;
} cm_collectives;

/* Such loops of the test, by the threads' programs alone. Makes formulas. */
cm_collectives cm_collectives_find(cm_memory *memory);

/* Is the jump back that of such a loop? */
bool cm_collectives_has(const cm_collectives *collectives, int thread, int jump);

#endif
