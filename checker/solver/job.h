/* One check in progress: its memory, its formulas, its limits. */
#ifndef CM_CHECKER_SOLVER_JOB_H
#define CM_CHECKER_SOLVER_JOB_H

#include "base/clock.h"
#include "base/diag.h"
#include "checker/solver/form.h"
#include "checker/solver/options.h"
#include "litmus/test.h"
#include "model/model.h"

typedef struct cm_job {
    cm_work *work;
    cm_arena *arena;
    const cm_test *test;
    const cm_model *model;
    cm_check_options options;
    cm_solver_context *solver;
    bool live;            /* the question is which threads never end (live.h) */
    const bool *demanded; /* by constraint: it always holds; NULL: all do, but flags. What others
                             say of an order is not given (candidates.h) */
    cm_form form;
    /* Room for what a value is made of (value.c), used again for the next one. */
    struct cm_choice *choices;
    size_t choice_room;
    cm_lits conditions;
    unsigned failed_rounds; /* of each loop that only waits, in an execution: 0 decides states
                               (loops/wait.h), flags may need 1 */
    bool keep_rewrites;     /* rounds that write back what they read are not left out */
    bool keep_attempts;     /* rounds are not counted (attempts.h) */
    struct cm_known_attempts *known_attempts; /* of a test, found before; NULL: none yet */
    struct cm_known_loops *known_loops;       /* the same, of loops that are independent */
    bool keep_collectives; /* rounds of several threads are not left out (collective.h) */
    bool keep_handed;      /* what a barrier hands on may be found late, or early (lanes.h) */
    bool keep_lanes;       /* what one lane gives another may be found late, or early */
    double started;        /* seconds of cm_clock_seconds */
    cm_deadline deadline;
    const char *limit;   /* why the job was ended early, or NULL */
    size_t value_limit;  /* see value.h */
    bool crowded;        /* it was ended because of that limit */
    bool counts;         /* counters are looked for (counter.h) */
    bool whole_elements; /* arrays are cut by accesses only, not into elements: threads of CPUs
                            reach all parts of an access at once */
    bool prune_values;   /* see cm_memory.pruned */
    bool ordered;        /* see threads/domains.h */
    /* Exchanges of locations under which all operations must give what they gave,
     * exchanged (symmetry.h), and whether one did not. */
    const struct cm_exchange *exchanges;
    int exchange_count;
    bool uneven;
    bool zero_flags; /* of flags the test looks at Z only, which says whether two are equal */
    /* Values that reads may find from the start, beside those of initial memory: constants of the
     * test, where the model may allow that a thread goes on by a value which is only there because
     * it does (seeds.c). */
    const uint64_t *seeds;
    uint32_t seed_count;
    bool idle_elements;     /* that no access may go to have initial writes, for people */
    bool wide_values;       /* domains are not narrowed (flow.h) */
    bool measured;          /* solver_effort is kept */
    uint64_t solver_effort; /* Z3's resource units, and as many of CaDiCaL, of checks that are
                               over */
    uint64_t solver_limit;  /* of them; 0: none */
    size_t arena_limit;     /* bytes of the arena that may be used; 0: any number */
    bool easy_only; /* a question that is not answered soon ends the job, as too_hard says */
    bool too_hard;
    cm_check_statistics statistics;
} cm_job;

/* A job that begins now, with the options' limits. */
cm_job cm_job_begin(cm_work *work, cm_solver_context *solver, const cm_model *model,
                    const cm_test *test, const cm_check_options *options);

/* Of a model that looks at events of registers: puts the test with these (litmus/trace.h) in
 * the test's place. Such executions are looked at as they are: options.plain. Fails on a test
 * that has none. */
void cm_job_trace(cm_job *job);

/* Ends the job early with a reason in words: leaves the innermost protect. */
_Noreturn void cm_job_stop(cm_job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* From here on, ends the job after as much work as it has done so far, or a certain least:
 * units of Z3, if the job was `measured`, and bytes. Unlike seconds, these are the same
 * however busy the machine is. */
void cm_job_allow_as_much(cm_job *job);

/* Ends the job because that limit is reached. */
_Noreturn void cm_job_stop_effort(cm_job *job);

/* Ends the job when its time or memory is used up or it was interrupted. */
void cm_job_poll(cm_job *job);

#endif
