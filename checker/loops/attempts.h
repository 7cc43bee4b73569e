/* Loops that go round again only when another thread came between.
 *
 * A compare-and-swap on what was just loaded is tried again when the location has changed
 * since. Such a loop may store in every round (the push of a Treiber stack fills in a node
 * of its own), so that no round may be left out (wait.h); but the rounds can be counted.
 * One that fails has read two values of the location, one after the other, so two writes,
 * the second one after the first in co; and no later round reads an older one. Each failed
 * round so has a write of another thread to itself. Where each instruction that may write
 * the location is executed once at most, there are no more failed rounds than such
 * instructions, whatever executions there are; a loop that may go round so often is
 * followed whole, and the loop bound hides nothing. The proof stands
 * below.
 *
 * The model says by its relation `coherent` of which accesses it has
 * acyclic po-loc | rf | co | fr (loops_hold.h).
 *
 * ---- rounds that are counted: the proof ----
 *
 * The push of a Treiber stack stores in every round: the head that it read goes into its own
 * node, and a compare-and-swap that fails sends it back. Such a round cannot be taken out
 * (whether another thread can read the old value in the node is what the order of the
 * compare-and-swap is for), but its rounds can be counted. Let a thread T have a loop L and a
 * location h, such that
 *
 * 1. in every round of L that jumps back, T has two loads of the whole of h, one after the
 *    other, that found different values; or one load, which found another value than a
 *    register (or two, of which each has a half) held at the round's begin, and which that
 *    register holds at its end (a compare-and-swap that fails and goes on with what it found);
 * 2. in no such round T itself changes h;
 * 3. every instruction of the test that may write h changes it once at most: it is outside of
 *    all loops, or the round in which it does never jumps back. To change it is to write it,
 *    except the write of an atomic instruction of the value that the same instruction has read
 *    (x86 writes so when `CMPXCHG` fails);
 * 4. all accesses that overlap h are of just its bytes, by themselves (no halves of 16 bytes,
 *    no asynchronous operations);
 * 5. the model has, for T's loads of h in L and all writes to it but the initial one, that `po-loc
 *    | rf | co | fr` has no cycle and `co` relates every two of the writes, the initial one
 *    first; that no write comes in `co` between what an atomic instruction has read and what
 *    it writes; and that accesses of all of h are single-copy atomic, so that it makes no
 *    difference whether another access reaches a part of it.
 *
 * Then no execution, finite or not, has more rounds of L that jump back than there are
 * instructions of other threads that may write h, and one more with the second form of (1).
 * For let a round that jumps back have found a and then b, writes of different values. By (5)
 * a is before b in `co` (a read does not find an older write than one before it in program
 * order), and what a later round finds first is b or later. So the rounds have intervals of
 * `co`, each from its a, without it, to its b, that do not overlap. In each interval some
 * write changes the value, so it changes h in the sense of (3), since an atomic instruction
 * has read the write just before its own. That write is none of T's: one before the round in
 * program order is not after a, one after it not before b, and there is none in the round (2).
 * With the second form the argument begins at the second round, and a is what the round before
 * found. As every instruction changes h once at most, by (3), no two rounds have the same one.
 * The bound of one thread does not rest on that of another: (3) holds however often the others
 * go round, so that there is nothing to be founded.
 *
 * What the checker shows of it, for any test (`checker/loops/attempts.c`): the addresses of
 * all stores, and of the loads in (1), are the same each time that control comes to them, in
 * rounds beyond the bound too: each register in them has its initial value there, or one
 * assignment alone has set it, of such a value. A store that is not so is a reason not to count.
 * (1), (2) and (3) are asked of the solver for one round, from any registers but those that hold a
 * constant at the head of each (`checker/loops/independent.c`), in which every load may find any
 * value: 64 bits each, not the values that are known within the bound (`checker/threads/vector.c`;
 * operations that are not followed bit by bit may give anything).
 * Loops are taken only by themselves, with one way in, and no other loop in or around them; jumps
 * to computed addresses are a reason not to count. So are loops that go back for another reason as
 * well, such as a store-exclusive or a weak compare-and-swap, which may fail without one. (5) the
 * model says, by the relation `coherent`: all pairs of such accesses must be in it. Of loads whose
 * address is not fixed only those that come up within the bound are looked at, and none may reach a
 * part of h; those beyond it would find h as a whole, by (5). It is `M  M` in `arm` (internal,
 * atomic), `x86tso` (sc-per-location, atomic) and `riscv` (load-value; an AMO is one operation of
 * global-memory-order); in `ptx` and `ptx60` it is `morally-strong` (sc-per-location,
 * `co-total`, `init-first`, atomicity), so that a weak load, or a scope that leaves the other
 * thread out, which may be stale, is a reason not to count; in `cmcm` two CPU threads also
 * have it (internal, atomic*); in `rc11`, `cpp20` and `scoped` it is `M  M` (coherence, since
 * program order happens before; atomicity). In `cdna` it is `inclusive` (sc-per-location, co-total,
 * init-first, atomicity). `wave` and `llvm-amdgpu` do not say it. A relation `coherent` must hang
 * on nothing but the two instructions, their threads and addresses, so that it holds of rounds that
 * were never built.
 *
 * A loop that is counted is followed as often as it may go round, whatever `-u` says, if that
 * is six times at most, or as `-u` says: three times in `treiber-2push2pop`, four in
 * `treiber-3push2pop`. That such loops end follows, too, so the question for termination does not
 * ask the solver. `tests/unit/test_attempts.c` has tests with each premise taken away, and
 * compares what is certain with checks that leave nothing out at greater bounds, and with the
 * oracle.
 */
#ifndef CM_CHECKER_LOOPS_ATTEMPTS_H
#define CM_CHECKER_LOOPS_ATTEMPTS_H

#include "checker/loops/shape.h"

/* A loop of which no execution goes round more than `most` times. */
typedef struct cm_attempt {
    cm_loop loop;
    cm_spot spot;   /* what it tries to change */
    unsigned width; /* bytes */
    unsigned most;
} cm_attempt;

typedef struct cm_attempts {
    cm_attempt *items;
    int count;
} cm_attempts;

/* Such loops of the test, by the threads' programs alone; also those that waits (wait.h)
 * marks, unless it marks all their jumps. Makes formulas. Those that would have to be
 * followed too far are not told. */
cm_attempts cm_attempts_find(cm_memory *memory, bool *const *waits, unsigned bound);

/* Lets them go round as often as they may. */
void cm_attempts_limit(cm_job *job, const cm_attempts *attempts, cm_loop_limits *limits);

/* Does the model say of all accesses that they are coherent? */
bool cm_model_is_coherent(const cm_model *model);

/* After more rounds of loops were allowed (limits.h): forgets those that are not followed
 * as often as they may go round. */
void cm_attempts_check(const cm_loop_limits *limits, cm_attempts *attempts);

/* Is the jump back that of such a loop? */
bool cm_attempts_has(const cm_attempts *attempts, int thread, int jump);

#endif
