/* Limits of a check. See job.h. */
#include "checker/solver/job.h"

#include "checker/solver/context.h"
#include "litmus/trace.h"

#include <pthread.h>
#include <stdarg.h>

enum {
    /* Resource units that Z3 spends in some seconds. */
    LEAST_SOLVER = 4000000,
    LEAST_ARENA = 128 << 20
};

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
        job.deadline.time = job.started + options->timeout - options->spent;
    if (options->cpu_time > 0 && pthread_getcpuclockid(pthread_self(), &job.deadline.clock) == 0)
        job.deadline.processor = cm_clock_of(job.deadline.clock) + options->cpu_time;
    return job;
}

void cm_job_trace(cm_job *job)
{
    if (!job->model->registers)
        return;
    const char *why;
    const cm_test *traced = cm_test_traced(job->arena, job->test, &why);
    if (!traced)
        cm_fail(job->work, cm_test_place(job->test),
                "`%s` branches before its end, which models with events of registers do not "
                "support, expected another instruction",
                why);
    job->test = traced;
    job->options.plain = true;
}

void cm_job_stop(cm_job *job, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    job->limit = cm_arena_vprintf(job->arena, format, args);
    va_end(args);
    cm_arena_escape(job->arena);
}

void cm_job_allow_as_much(cm_job *job)
{
    size_t used = cm_arena_used(job->arena);
    uint64_t spent = job->solver_effort;
    job->measured = true;
    job->solver_effort = 0;
    job->solver_limit = LEAST_SOLVER;
    while (job->solver_limit < spent) /* in steps: what was spent hangs on tests before */
        job->solver_limit *= 2;
    job->arena_limit = used + (used > LEAST_ARENA ? used : LEAST_ARENA);
}

void cm_job_stop_effort(cm_job *job)
{
    cm_job_stop(job, "the search was given up after as much work as the states took");
}

void cm_job_poll(cm_job *job)
{
    /* first: who interrupts may do so because the time is over */
    if (job->deadline.time > 0 && cm_clock_seconds() > job->deadline.time)
        cm_job_stop(job, "time limit of %g s reached", job->options.timeout);
    if (cm_deadline_is_over(&job->deadline))
        cm_job_stop(job, "limit of %g s of a processor reached", job->options.cpu_time);
    if (cm_solver_interrupted(job->solver)) {
        job->limit = "interrupted";
        cm_arena_escape(job->arena);
    }
    if (job->arena_limit > 0 && cm_arena_used(job->arena) > job->arena_limit)
        cm_job_stop_effort(job);
    size_t limit = job->options.memory_limit;
    if (limit > 0 && cm_arena_used(job->arena) + cm_solver_memory(job->solver) > limit)
        cm_job_stop(job, "memory limit of %zu MB reached", limit >> 20);
}
