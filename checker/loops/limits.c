/* Rounds of loops that are known: see limits.h. */
#include "checker/loops/limits.h"

/* A round with accesses costs what its events cost. */
enum { MOST_ROUNDS = 1024, MOST_ROUNDS_WITH_ACCESSES = 256 };

void cm_loop_limits_know(cm_job *job, cm_loop_limits *limits)
{
    const cm_test *test = job->test;
    if (limits->known)
        return;
    limits->known = CM_NEW_ARRAY(job->arena, (size_t)test->thread_count, unsigned *);
    for (int t = 0; t < test->thread_count; t++)
        limits->known[t] = CM_NEW_ARRAY(job->arena, (size_t)test->threads[t].step_count, unsigned);
}

static unsigned most_rounds(const cm_thread *thread, int jump)
{
    for (int i = thread->steps[jump].target; i < jump; i++)
        if (cm_step_is_access(&thread->steps[i]))
            return MOST_ROUNDS_WITH_ACCESSES;
    return MOST_ROUNDS;
}

/* Twice as many, or none. */
static bool grow_limit(cm_job *job, int thread, int jump, cm_loop_limits *limits)
{
    unsigned *rounds = &limits->known[thread][jump];
    if (*rounds == limits->bound)
        return false; /* tried before */
    *rounds = *rounds ? 2 * *rounds : 2 * limits->bound + 1;
    if (*rounds > most_rounds(&job->test->threads[thread], jump) ||
        !cm_unroll_fits(job, thread, limits))
        *rounds = limits->bound;
    return true;
}

bool cm_loop_limits_grow(const cm_memory *memory, cm_loop_limits *limits)
{
    cm_job *job = memory->job;
    bool grew = false;
    for (int t = 0; t < job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->cut_count; i++) {
            int jump = run->cuts[i].jump;
            if (!run->cuts[i].known || (limits->waits && limits->waits[t][jump]))
                continue;
            cm_loop_limits_know(job, limits);
            grew |= grow_limit(job, t, jump, limits);
        }
    }
    return grew;
}
