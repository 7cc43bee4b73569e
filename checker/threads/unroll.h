/* A thread with its loops unrolled: an acyclic graph of visits.
 *
 * A visit is one step in one round of the loops around it. Paths that took each
 * backward jump equally often share their visits, and so do all paths that have
 * left a loop for good, so that the graph stays small where paths meet again. Visits are in
 * topological order, which is program order for those that lie on one path.
 */
#ifndef CM_CHECKER_THREADS_UNROLL_H
#define CM_CHECKER_THREADS_UNROLL_H

#include "checker/solver/job.h"

#define CM_VISIT_EXIT (-1) /* the thread ends */
#define CM_VISIT_CUT  (-2) /* the loop bound ends the execution */

typedef struct cm_visit {
    int step;
    uint64_t rounds;     /* how often each backward jump was taken, as one number, those
                            aside that cannot come again: visits of one instruction
                            execution have equal rounds */
    bool retry;          /* a round of a waiting loop after one that failed starts here */
    int next;            /* visit after it, or CM_VISIT_EXIT */
    int taken;           /* BRANCH with a fixed target: visit, exit or cut */
    const int *indirect; /* BRANCH to an address: visit, exit or cut for each of targets */
} cm_visit;

typedef struct cm_unrolled {
    cm_visit *visits;
    int count;
    const int *targets; /* steps that an indirect branch may reach */
    int target_count;
    const int *back_of; /* by step: its digit in cm_visit.rounds if jumps lead back to it, or -1 */
    uint64_t base;      /* of these digits */
} cm_unrolled;

/* cm_visit.rounds without those of loops whose heads are behind `head`, up to `end`: in a round of
 * the loop from `head` to `end` all visits have equal ones. */
uint64_t cm_unrolled_rounds(const cm_unrolled *u, const cm_visit *visit, int head, int end);

/* Does the visit belong to the round, of a loop that begins with the step `head`, that the visit
 * `end` of its jump ends? */
bool cm_unrolled_in_round(const cm_unrolled *u, int visit, int head, int end);

/* How often backward jumps are taken at most. */
typedef struct cm_loop_limits {
    unsigned bound, failed;
    bool **waits;     /* by thread and step, or NULL: those marked are taken `failed` times */
    unsigned **known; /* by thread and step, or NULL: 0, or the limit in place of the bound */
} cm_loop_limits;

void cm_unroll(cm_job *job, int thread, const cm_loop_limits *limits, cm_unrolled *out);
/* Are there surely not too many visits for cm_unroll? */
bool cm_unroll_fits(const cm_job *job, int thread, const cm_loop_limits *limits);

#endif
