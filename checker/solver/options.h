/* What one may ask of a check, and what it says of its own cost. */
#ifndef CM_CHECKER_SOLVER_OPTIONS_H
#define CM_CHECKER_SOLVER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* One Z3 context; one per worker thread, used for test after test. */
typedef struct cm_solver_context cm_solver_context;
cm_solver_context *cm_solver_context_new(void);
void cm_solver_context_free(cm_solver_context *context);
/* From any thread: makes a running cm_check end soon, as unknown. */
void cm_solver_context_interrupt(cm_solver_context *context);

enum { CM_DEFAULT_UNROLL = 2 };

/* Which threads that have not ended are scheduled again and again (Sorensen, Salvador, Raval,
 * Evrard, Wickerson, Martonosi and Donaldson, "Specifying and testing GPU workgroup progress
 * models", OOPSLA 2021). */
typedef enum cm_progress {
    CM_PROGRESS_FAIR,    /* all */
    CM_PROGRESS_HSA,     /* the one with the lowest number */
    CM_PROGRESS_HSA_OBE, /* that one, and those that have made a step */
    CM_PROGRESS_LOBE,    /* those that have made a step, and those with lower numbers */
    CM_PROGRESS_OBE      /* those that have made a step */
} cm_progress;

/* How many executions there are where they are looked at one by one (explore.h). */
typedef struct cm_state_space {
    const char *unknown; /* why nothing is estimated, in words; else NULL */
    double executions;   /* some that the filter leaves out included */
    double error;        /* the standard error of that */
    double seconds;      /* how long all of them take, about */
    double share;        /* how much of them has been looked at: 0 to 1 */
} cm_state_space;

typedef struct cm_check_options {
    unsigned unroll; /* backward jumps to one label per execution, at most; 0: CM_DEFAULT_UNROLL */
    double timeout;  /* seconds, 0: none */
    double spent;    /* seconds of the timeout that are over already */
    double cpu_time; /* seconds of the processor, 0: none */
    size_t memory_limit; /* bytes of solver and arena together, 0: none */
    size_t max_states;   /* 0: 1000000 */
    bool question;       /* only whether states satisfy the condition: of those that do,
                            and of those that do not, one is found, if there is any */
    bool one_side;       /* of a question: of those that the verdict hangs on, only (of those that
                            do not satisfy a `forall`, of those that satisfy another);
                            `empty` of the result is not told then */
    bool no_flags;       /* which flags are raised is not asked: flags_known is false */
    bool flag_places;    /* of each flag, at which location it is raised */
    bool witnesses;      /* keep an execution for every state */
    bool orders_given;   /* of candidates (candidates.h): writes whose order the axioms fix have no
                            other one; right only where all axioms are demanded */
    bool strong;         /* of candidates: loops leave out attempts that fail for no reason, as in a
                            check (loops/spurious.h); of a model's executions there are no other
                            states, but there may be other flags */
    bool plain;          /* leave no execution out: every loop by its rounds, identical threads
                            as if they were different; slower, the same states (for tests) */
    int fewest_counted;  /* additions from which a location is a counter (counter.h); 0: the usual
                            number (for tests) */
    size_t many_reads;   /* pairs of a write and a read from which on it is asked which the model's
                            constraints leave (bounds.c); 0: the usual number (for tests) */
    bool verify;         /* evaluate the model whole on every execution done again (replay.h), not
                            only what differs from the one before, ask both solvers where there are
                            two (solver.h), and look at executions one by one (explore.h), too */
    bool liveness;       /* ask which threads may never end, too */
    cm_progress progress; /* what it takes for granted */
    /* Is told of the space first, and then now and again how far it is; NULL: nobody asks. */
    void (*tell_space)(void *context, const cm_state_space *space);
    void *space_context;
    bool hasty; /* that question takes as much work as the states took (job.h), or a
                   few seconds' worth, at most; else it is not known */
} cm_check_options;

typedef struct cm_check_statistics {
    double unroll_seconds, bounds_seconds, encode_seconds, solve_seconds, total_seconds;
    size_t events, variables, clauses, solver_calls, arena_bytes;
    size_t explored; /* executions that were looked at one by one; 0: a solver was asked */
} cm_check_statistics;

#endif
