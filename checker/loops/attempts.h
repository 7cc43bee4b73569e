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
 * followed whole, and the loop bound hides nothing. checker/loops/README.md, "Rounds that are
 * counted", has the argument and all that it takes.
 *
 * The model says by its relation `coherent` of which accesses it has
 * acyclic po-loc | rf | co | fr (loops_hold.h).
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

/* After more rounds of loops were allowed (limits.h): forgets those that are not followed
 * as often as they may go round. */
void cm_attempts_check(const cm_loop_limits *limits, cm_attempts *attempts);

/* Is the jump back that of such a loop? */
bool cm_attempts_has(const cm_attempts *attempts, int thread, int jump);

#endif
