/* Which threads of a test are alike, but for their number and places of their own.
 *
 * A place is a location, or of an array as many elements as lie between the first ones
 * that two threads have the addresses of (`nodes[2 * i]`: two). It is a thread's own when
 * only that thread's code and initial registers have an address in it at first: no other
 * thread's, no memory, no other name for it. Two threads are alike when their code,
 * registers and placements are equal, where an own place of the one stands for the own
 * place of the other that its code mentions in the same rank of its order, with the same
 * type, size and initial values, at the same offset.
 */
#ifndef CM_CHECKER_ALIKE_H
#define CM_CHECKER_ALIKE_H

#include "checker/solver/job.h"
#include "checker/threads/value.h"

typedef struct cm_own {
    int location;
    uint32_t offset, size; /* bytes */
    int owner;             /* a thread; others below 0 */
} cm_own;

typedef struct cm_alike {
    cm_job *job;
    bool asked; /* what the filter mentions is nobody's own, nor what the condition does
                   where only that is asked */
    cm_own *places;
    int place_count;
    int *first_place; /* by location, and one more */
    int **own;        /* by thread: its own places, as its code mentions them first */
    int *own_count;   /* by thread */
} cm_alike;

/* Also says in the job which flags the test looks at (cm_job.zero_flags). With
 * job->uneven no location is anybody's own. */
void cm_alike_init(cm_alike *alike, cm_job *job, bool asked);

bool cm_alike_threads(const cm_alike *alike, int a, int b);

/* The place of these bytes of a location. */
int cm_alike_place(const cm_alike *alike, int location, uint64_t offset);
/* The rank of the place among the thread's own ones, or -1. */
int cm_alike_own(const cm_alike *alike, int thread, int place);
/* The place that the value is an address in or, of a whole location, around, and the offset there;
 * -1: it is none. */
int cm_alike_locate(const cm_alike *alike, uint64_t value, uint64_t *offset);
uint64_t cm_alike_address(const cm_alike *alike, int place);
bool cm_alike_is_whole(const cm_alike *alike, int place);

/* Memory may hold addresses of one thread's code. */
bool cm_alike_code_in_memory(const cm_test *test);

#endif
