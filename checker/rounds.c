/* Rounds of loops that are known: see rounds.h. */
#include "checker/rounds.h"

/* A round with accesses costs what its events cost. */
enum { MOST_ROUNDS = 1024, MOST_ROUNDS_WITH_ACCESSES = 64 };

static bool has_accesses(const cm_thread *thread, int from, int to)
{
    for (int i = from; i < to; i++)
        if (thread->steps[i].kind == CM_STEP_LOAD || thread->steps[i].kind == CM_STEP_STORE)
            return true;
    return false;
}

static unsigned most_rounds(const cm_thread *thread, int jump)
{
    bool costly = has_accesses(thread, thread->steps[jump].target, jump);
    return costly ? MOST_ROUNDS_WITH_ACCESSES : MOST_ROUNDS;
}

static unsigned **no_rounds(cm_job *job)
{
    unsigned **known = CM_NEW_ARRAY(job->arena, (size_t)job->test->thread_count, unsigned *);
    for (int t = 0; t < job->test->thread_count; t++)
        known[t] = CM_NEW_ARRAY(job->arena, (size_t)job->test->threads[t].step_count, unsigned);
    return known;
}

/* Twice as many, or none. */
static bool grow(cm_job *job, int thread, int jump, cm_loop_limits *limits)
{
    const cm_thread *t = &job->test->threads[thread];
    unsigned *rounds = &limits->known[thread][jump];
    if (*rounds == limits->bound)
        return false; /* tried before */
    unsigned most = most_rounds(t, jump);
    *rounds = *rounds ? 2 * *rounds : 2 * limits->bound + 1;
    if (*rounds > most || !cm_unroll_fits(job, thread, cm_loop_limits_of(limits, thread)))
        *rounds = limits->bound;
    return true;
}

bool cm_rounds_grow(const cm_memory *memory, cm_loop_limits *limits)
{
    cm_job *job = memory->job;
    bool grew = false;
    for (int t = 0; t < job->test->thread_count; t++) {
        const cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->cut_count; i++) {
            int jump = run->code.visits[run->cuts[i].visit].step;
            if (!run->cuts[i].known || (limits->waits && limits->waits[t][jump]))
                continue;
            if (!limits->known)
                limits->known = no_rounds(job);
            grew |= grow(job, t, jump, limits);
        }
    }
    return grew;
}
