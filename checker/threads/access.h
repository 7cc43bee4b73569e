/* What the symbolic execution of a thread gives (execute.h): its accesses, each with the
 * condition under which it happens, its values and the reads that it depends on. */
#ifndef CM_CHECKER_THREADS_ACCESS_H
#define CM_CHECKER_THREADS_ACCESS_H

#include "checker/threads/unroll.h"
#include "checker/threads/value.h"

/* Dependency on a read. */
typedef struct cm_dep {
    int access;  /* index of the read's access within its thread */
    cm_lit when; /* the dependency exists, where the dependent one executes */
    bool pick;   /* it passes through the condition of a select or a guard (Arm ARM
                    B2.3.2, pick dependencies) */
} cm_dep;

typedef struct cm_deps { /* immutable; NULL: none */
    uint32_t count;
    cm_dep *items;
} cm_deps;

/* A step that makes events, in one round, if `guard` holds. */
typedef struct cm_access {
    const cm_step *step;
    int thread, visit;
    uint64_t instance; /* equal for the accesses of one instruction execution */
    int whole;   /* equal for the accesses of the thread that are single-copy atomic together */
    cm_lit path; /* the thread comes to it */
    cm_lit guard;
    const cm_val *address; /* LOAD, STORE: virtual */
    const cm_val *value;   /* LOAD: what is read; STORE: what is written; BARRIER: id */
    const cm_val *quorum;  /* BARRIER: or NULL */
    cm_lit met;            /* FENCE, BARRIER: the thread goes on (barrier.h); else 0 */
    const cm_deps *addr, *data, *ctrl;
    const cm_deps *led; /* the reads that decided whether the thread comes to it: ctrl, and those
                         * whose dependency has ended before it */
    cm_lit opaque;      /* STORE, LOAD: nobody knows the value */
    const cm_deps *rmw; /* STORE: the reads it may form an atomic pair with */
    const struct cm_access *giver; /* LOAD behind a barrier: the store of another thread that it
                                      surely finds (lanes.h), or NULL */
    bool handed; /* LOAD, STORE: some load is known to find what a barrier hands on by the order of
                    the accesses there (lanes.h) */
    int turn; /* BARRIER: its thread's first, second, ... arrival there, which meets only those of
                 the same number (turns.h); 0: not known */
} cm_access;

/* Values that a read may have; by increasing value. */
typedef struct cm_domain {
    uint32_t count;
    uint64_t *values;
    uint64_t *made_by;  /* by value: see cm_choice; NULL: nothing */
    cm_passes *through; /* likewise */
    bool open;          /* there may be others, but out of thin air only (flow.h) */
    cm_lit group; /* LOAD with several values: first variable of its group, set by cm_execute */
} cm_domain;

/* Where the loop bound ends a thread. */
typedef struct cm_cut {
    int visit, jump; /* the backward jump that is not taken again, and its step */
    cm_lit guard;
    const cm_deps *led; /* the reads that it and the jumps before it depend on */
    bool known;         /* it is conditional, and surely taken by what no read decides */
} cm_cut;

/* Where a thread does what its architecture leaves undefined, or what hangs on a value that nobody
 * knows; or where such a value comes from. */
typedef struct cm_undefined {
    const cm_step *step;
    cm_lit when;
    const char *why;
} cm_undefined;

/* A free choice (CM_STEP_CHOOSE). */
typedef struct cm_chosen {
    int visit;
    cm_lit guard, chosen; /* it is made; it is 1 */
} cm_chosen;

typedef struct cm_thread_run {
    cm_unrolled code;
    cm_domain *domains; /* by visit; only loads' are used */
    cm_access *accesses;
    int access_count, access_capacity;
    const cm_val **finals;      /* by register: value at the end */
    const cm_deps **final_deps; /* by register: the reads that this depends on */
    const cm_deps *final_led;   /* the reads that branches depended on */
    cm_cut *cuts;
    int cut_count, cut_capacity;
    cm_undefined *undefined;
    int undefined_count, undefined_capacity;
    cm_undefined *opaque; /* the steps that make values which nobody knows */
    int opaque_count, opaque_capacity;
    cm_lit *final_opaque; /* by register: nobody knows the value at the end */
    cm_chosen *chosen;
    int chosen_count, chosen_capacity;
    cm_lits retries; /* conditions for a waiting loop to go round after a failed round */
    cm_lit hung;     /* the thread waits at a barrier for ever */
    cm_lit lost;     /* an indirect branch left the thread's labels */
} cm_thread_run;

#endif
