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

/* What a base depends on beside which events there are. While these and that stay the same, so
 * does the base. */
typedef enum cm_base_cause {
    CM_CAUSED_BY_EVENTS = 1,
    CM_CAUSED_BY_PLACES = 2,    /* where they go */
    CM_CAUSED_BY_TAGS = 4,      /* what they are said to be; alike but for tests with forms */
    CM_CAUSED_BY_EXECUTION = 8, /* what depends on what, who reads from whom */
} cm_base_cause;
cm_base_cause cm_base_caused_by(cm_base_kind kind);

/* Is the relation of the kind one between events of the same system, GPU, cluster or CTA
 * (litmus/placement.h), and holds between those of two threads? -1: initial writes. */
bool cm_base_of_places(const cm_test *test, cm_base_kind kind, int a, int b);

/* Is the location in the shared memory of the thread's CTA, or of its cluster? The kind is
 * CM_BASE_HOME_CTA or CM_BASE_HOME_CLUSTER; thread -1: initial writes. */
bool cm_base_of_home(const cm_test *test, cm_base_kind kind, int location, int thread);

/* Does the boundary between two kernels stand between an event of thread a and one of thread b?
 * `to`: the latter's step, or NULL: none that waits for kernels. -1: initial writes. */
bool cm_base_of_boundary(const cm_test *test, int a, int b, const cm_step *to);

/* Of a set that tags cause: does the event belong to it? */
bool cm_base_of_tags(const cm_base *base, const cm_event *event);

/* Into an empty set, an empty relation, over the events. */
void cm_base_set(const cm_facts *facts, const cm_base *base, cm_set *out);
void cm_base_relation(const cm_facts *facts, const cm_base *base, cm_rel *out);

#endif
