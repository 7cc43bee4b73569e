/* For tests of generated GPU code: the module of a litmus test, and what is in its text. */
#ifndef CM_TESTS_GPU_MAKING_H
#define CM_TESTS_GPU_MAKING_H

#include "hwrun/code/gpu_code.h"
#include "litmus/text/text.h"
#include "tests/unit/litmus_open.h"

#include <stdlib.h>

/* As an H200: 132 multiprocessors of 2,048 threads and 32 CTAs; 16 CPUs. */
static const cm_plan_limits h200 = {.host = CM_X86_64,
                                    .cpus = 16,
                                    .multiprocessors = 132,
                                    .threads_per_multiprocessor = 2048,
                                    .threads_per_block = 1024,
                                    .blocks_per_multiprocessor = 32};
enum { HOPPER = 90 };

typedef struct making {
    opened o;
    cm_parameters parameters;
    cm_plan_limits limits;
    unsigned target;
    cm_plan *plan;
    const char *ptx; /* NULL: refused */
} making;

static inline void make(void *argument)
{
    making *m = argument;
    m->plan = cm_plan_make(&m->o.work, m->o.test, &m->parameters, &m->limits);
    m->ptx = cm_gpu_code_of(&m->o.work, m->plan, 0, m->target);
}

/* parameters: "name=value name=value". */
static inline void start(making *m, const char *text, const char *parameters)
{
    *m = (making){.limits = h200, .target = HOPPER};
    cm_parameters_init(&m->parameters);
    open_good(&m->o, text);
    const char *why = "";
    char *copy = cm_arena_printf(m->o.arena, "%s", parameters), *rest = NULL;
    for (char *one = strtok_r(copy, " ", &rest); one; one = strtok_r(NULL, " ", &rest))
        if (!cm_parameters_set(&m->parameters, m->o.arena, one, &why))
            fail_msg("%s: %s", one, why);
    cm_arena_protect(m->o.arena, make, m);
}

static inline void start_good(making *m, const char *text, const char *parameters)
{
    start(m, text, parameters);
    if (!m->ptx)
        fail_msg("%s", first_error(&m->o));
}

static inline void expect_times(const char *text, const char *part, unsigned times)
{
    unsigned found = (unsigned)unit_occurrences(text, part);
    if (found != times)
        fail_msg("`%s`: expected %u times, found %u in\n%s", part, times, found, text);
}

/* The parts come one after the other. */
static inline void expect_order(const char *text, const char *const *parts)
{
    for (; *parts; parts++) {
        const char *at = strstr(text, *parts);
        if (!at)
            fail_msg("`%s` is not there, or not after what comes before", *parts);
        else
            text = at + strlen(*parts);
    }
}

#endif
