/* Clocks that only run forward, for limits and durations. */
#ifndef CM_BASE_CLOCK_H
#define CM_BASE_CLOCK_H

#include <stdbool.h>
#include <time.h>

static inline struct timespec cm_clock_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now;
}

/* The time in seconds since some moment in the past, by a clock; of a thread's or the process's
 * processor time, say. */
static inline double cm_clock_of(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static inline double cm_clock_seconds(void)
{
    return cm_clock_of(CLOCK_MONOTONIC);
}

/* Two moments at which something is to end; whichever comes first. */
typedef struct cm_deadline {
    double time;      /* of cm_clock_seconds; 0: none */
    double processor; /* of the clock of a thread's processor time; 0: none */
    clockid_t clock;
} cm_deadline;

static inline bool cm_deadline_is_set(const cm_deadline *d)
{
    return d->time > 0 || d->processor > 0;
}

static inline bool cm_deadline_is_over(const cm_deadline *d)
{
    return (d->time > 0 && cm_clock_seconds() >= d->time) ||
           (d->processor > 0 && cm_clock_of(d->clock) >= d->processor);
}

/* The time so many nanoseconds from now, as pthread_cond_timedwait takes it. */
static inline struct timespec cm_clock_after(long nanoseconds)
{
    enum { SECOND = 1000 * 1000 * 1000 };
    struct timespec when = cm_clock_now();
    when.tv_sec += (when.tv_nsec + nanoseconds) / SECOND;
    when.tv_nsec = (when.tv_nsec + nanoseconds) % SECOND;
    return when;
}

/* That this thread has spent on a processor. */
static inline double cm_processor_seconds(void)
{
    return cm_clock_of(CLOCK_THREAD_CPUTIME_ID);
}

#endif
