/* Which threads of a test are alike, but for their number and locations of their own.
 *
 * A location is a thread's own when only that thread's code and initial registers have
 * its address at first: no other thread's, no memory, no other name for it. Two threads
 * are alike when their code, registers and places are equal, where an own location of
 * the one stands for the own location of the other that its code mentions in the same
 * place of its order, with the same type, size and initial value, at the same offset.
 */
#ifndef CM_CHECKER_ALIKE_H
#define CM_CHECKER_ALIKE_H

#include "checker/solver/job.h"
#include "checker/threads/value.h"

typedef struct cm_alike {
    cm_job *job;
    bool asked;     /* what the filter mentions is nobody's own, nor what the condition does
                       where only that is asked */
    int *owner;     /* by location: a thread; others below 0 */
    int **own;      /* by thread: its own locations, as its code mentions them first */
    int *own_count; /* by thread */
} cm_alike;

/* Also says in the job which flags the test looks at (cm_job.zero_flags). With
 * job->uneven no location is anybody's own. */
void cm_alike_init(cm_alike *alike, cm_job *job, bool asked);

bool cm_alike_threads(const cm_alike *alike, int a, int b);

/* The place of the location among the thread's own ones, or -1. */
int cm_alike_own(const cm_alike *alike, int thread, int location);

/* Memory may hold addresses of one thread's code. */
bool cm_alike_code_in_memory(const cm_test *test);

#endif
