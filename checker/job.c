/* Limits of a check. See job.h. */
#include "checker/job.h"

#include "checker/context.h"

#include <stdarg.h>

cm_job cm_job_begin(cm_work *work, cm_solver_context *solver, const cm_model *model,
                    const cm_test *test, const cm_check_options *options)
{
    cm_job job = {.work = work,
                  .arena = work->arena,
                  .test = test,
                  .model = model,
                  .options = *options,
                  .solver = solver,
                  .started = cm_clock_seconds()};
    if (job.options.unroll == 0)
        job.options.unroll = CM_DEFAULT_UNROLL;
    if (options->timeout > 0)
        job.deadline = job.started + options->timeout - options->spent;
    return job;
}

void cm_job_stop(cm_job *job, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    job->limit = cm_arena_vprintf(job->arena, format, args);
    va_end(args);
    cm_arena_escape(job->arena);
}

void cm_job_poll(cm_job *job)
{
    /* first: who interrupts may do so because the time is over */
    if (job->deadline > 0 && cm_clock_seconds() > job->deadline)
        cm_job_stop(job, "time limit of %g s reached", job->options.timeout);
    if (cm_solver_interrupted(job->solver)) {
        job->limit = "interrupted";
        cm_arena_escape(job->arena);
    }
    size_t limit = job->options.memory_limit;
    if (limit > 0 && cm_arena_used(job->arena) + cm_solver_memory() > limit)
        cm_job_stop(job, "memory limit of %zu MB reached", limit >> 20);
}
