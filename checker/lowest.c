/* Threads of which only the lowest is sure to go on. See lowest.h. */
#include "checker/lowest.h"

#include "checker/live.h"
#include "checker/solver/solver.h"

/* Do the thread's loops only read? Then what others see of it, wherever it stops, is what it does
 * in the order of its steps up to one. */
static bool stops_in_order(const cm_thread *thread)
{
    for (int b = 0; b < thread->step_count; b++) {
        const cm_step *branch = &thread->steps[b];
        bool is_branch = branch->kind == CM_STEP_BRANCH;
        if (is_branch && branch->addr)
            return false;
        for (int s = is_branch ? branch->target : b; s < b; s++)
            if (thread->steps[s].kind != CM_STEP_LOAD && thread->steps[s].kind != CM_STEP_ASSIGN &&
                thread->steps[s].kind != CM_STEP_BRANCH)
                return false;
    }
    return true;
}

/* The least number of steps above `from` at which the thread may stop, between instructions; beyond
 * the last: -1. */
static int next_stop(const cm_thread *thread, int from)
{
    for (int at = from + 1; at <= thread->step_count; at++)
        if (at == thread->step_count ||
            thread->steps[at].instruction != thread->steps[at - 1].instruction)
            return at;
    return -1;
}

static void stop_at(cm_arena *arena, cm_thread *thread, const cm_thread *whole, int at)
{
    size_t count = (size_t)whole->step_count;
    thread->steps = cm_arena_grow(arena, whole->steps, count, count, sizeof *whole->steps);
    thread->step_count = at;
    for (int s = 0; s < at; s++)
        if (thread->steps[s].target > at)
            thread->steps[s].target = at;
}

/* May a thread up to the lowest one wait for ever where those above stop there? */
static bool may_stay(const cm_job *job, const cm_test *test, int lowest)
{
    cm_job stopped = *job;
    cm_liveness found;
    stopped.options.progress = CM_PROGRESS_FAIR;
    stopped.test = test;
    cm_solver_close(job->solver);
    cm_live(&stopped, &found);
    bool stays = found.ending != CM_ENDS && (found.ending != CM_HANGS || found.is_one);
    for (int i = 0; found.ending == CM_HANGS && i < found.wait_count; i++)
        stays |= found.waits[i].thread <= lowest;
    return stays;
}

bool cm_lowest_ends(const cm_job *job)
{
    enum { MOST_STOPS = 2000 };
    const cm_test *test = job->test;
    int threads = test->thread_count, tried = 0;
    int *at = CM_NEW_ARRAY(job->arena, (size_t)threads, int);
    for (int lowest = 0; lowest + 1 < threads; lowest++) {
        const cm_test *copy = cm_live_without(job->arena, test, 0);
        for (int t = lowest + 1; t < threads; t++) {
            if (!stops_in_order(&test->threads[t]))
                return false;
            stop_at(job->arena, &copy->threads[t], &test->threads[t], at[t] = 0);
        }
        for (int t = lowest; t < threads;) {
            if (tried++ == MOST_STOPS || may_stay(job, copy, lowest))
                return false;
            for (t = lowest + 1; t < threads; t++) {
                at[t] = next_stop(&test->threads[t], at[t]);
                stop_at(job->arena, &copy->threads[t], &test->threads[t], at[t] < 0 ? 0 : at[t]);
                if (at[t] >= 0)
                    break;
                at[t] = 0;
            }
        }
    }
    return true;
}
