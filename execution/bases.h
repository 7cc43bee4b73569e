/* The base sets and relations of an execution, read off its events.
 *
 * What each one means: docs/cat.md. The checker has formulas for the same
 * (checker/relations.h), written on their own but for where threads run: a mistake in
 * one is a difference between the two.
 */
#ifndef CM_EXECUTION_BASES_H
#define CM_EXECUTION_BASES_H

#include "execution/execution.h"
#include "model/base.h"

typedef struct cm_facts {
    const cm_test *test;
    const cm_event *events;
    uint32_t count;
    const cm_rel *rf;
    const cm_rel *meets; /* barrier events that meet; NULL: there are none */
} cm_facts;

/* Do two threads share a system, GPU, cluster, CTA or wave (litmus/placement.h)? -1: initial
 * writes. Threads of CPUs share no GPU, not even with themselves. */
bool cm_base_of_places(const cm_test *test, cm_scope scope, int a, int b);

/* Does the boundary between two kernels stand between an event of thread a and one of thread b?
 * `to`: the latter's step, or NULL: none that waits for kernels. -1: initial writes. */
bool cm_base_of_boundary(const cm_test *test, int a, int b, const cm_step *to);

/* Of a set that tags cause: does the event belong to it? */
bool cm_base_of_tags(const cm_base *base, const cm_event *event);

/* What says which sets an event belongs to, but RMW_EVENTS. */
typedef struct cm_base_member {
    char kind;
    int thread, location;    /* thread -1: an initial write, of that location */
    const char *const *tags; /* NULL: none */
} cm_base_member;

bool cm_base_has(const cm_test *test, const cm_base *base, const cm_base_member *event);

/* Into an empty set, an empty relation, over the events. */
void cm_base_set(const cm_facts *facts, const cm_base *base, cm_set *out);
void cm_base_relation(const cm_facts *facts, const cm_base *base, cm_rel *out);

#endif
