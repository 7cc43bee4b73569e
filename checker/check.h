/* All outcomes of a test that a model allows, and the executions behind them.
 *
 * unroll (events with guards) -> bounds (what each relation must and may hold)
 * -> encode (the rest, for Z3) -> solve (every outcome, projected on what the
 * test observes).
 */
#ifndef CM_CHECKER_CHECK_H
#define CM_CHECKER_CHECK_H

#include "base/bits.h"
#include "litmus/state.h"
#include "litmus/test.h"
#include "model/model.h"

/* One Z3 context; one per worker thread, used for test after test. */
typedef struct cm_solver_context cm_solver_context;
cm_solver_context *cm_solver_context_new(void);
void cm_solver_context_free(cm_solver_context *context);
/* From any thread: makes a running cm_check end soon, as unknown. */
void cm_solver_context_interrupt(cm_solver_context *context);

typedef struct cm_check_options {
    unsigned unroll;     /* backward jumps to one label per execution, at most */
    double timeout;      /* seconds, 0: none */
    size_t memory_limit; /* bytes of solver and arena together, 0: none */
    size_t max_states;   /* 0: 1000000 */
    bool witnesses;      /* keep an execution for every state */
    bool verify;         /* evaluate the model on every execution found; a
                            difference is reported as unknown with a reason */
    bool liveness;       /* ask which threads may never end, too */
} cm_check_options;

/* One access or fence of an execution. */
typedef struct cm_event {
    char kind;        /* 'R' 'W' 'F' 'B' */
    int thread;       /* index into test->threads; -1: initial write */
    int instruction;  /* index into the thread's instructions; -1: initial write */
    int label;        /* number shown to people: a, b, c, ... by this order */
    uint64_t address; /* R, W: virtual */
    uint64_t value;   /* R, W */
    uint8_t width;    /* bytes */
    const char *const *tags;
} cm_event;

typedef struct cm_named_rel {
    const char *name;
    cm_rel rel;
    bool is_set;
    cm_set set;
} cm_named_rel;

typedef struct cm_execution {
    cm_event *events; /* executed ones: initial writes, then by thread and program order */
    uint32_t event_count;
    cm_rel po, rf, co;   /* co: the model's; empty if it has none */
    cm_named_rel *shows; /* the model's `show` relations */
    int show_count;
} cm_execution;

typedef enum cm_outcome {
    CM_COMPLETE,  /* all states */
    CM_LOOPS_CUT, /* all states of executions within the loop bound; others may be missing */
    CM_LIMIT      /* time, memory or state limit, or executions that the test does not describe
                     (graph.h, cm_stray): states are some of the allowed ones */
} cm_outcome;

/* ---- executions that never end (live.h) ------------------------------ */

typedef enum cm_ending {
    CM_NOT_ASKED,
    CM_ENDS,    /* every thread of every execution ends */
    CM_HANGS,   /* there are executions that never end */
    CM_MAY_HANG /* not known */
} cm_ending;

/* A place where a thread stays for ever. */
typedef struct cm_wait {
    int thread;        /* index into test->threads */
    int instruction;   /* index: of the jump back, or of the barrier */
    const char *label; /* where the loop begins; NULL: a barrier */
} cm_wait;

/* An execution that never ends. */
typedef struct cm_hang {
    int *waits; /* where threads stay: indices into cm_liveness.waits, increasing */
    int count;
    cm_execution *execution; /* options.witnesses; of loops, the rounds that fail but one are not
                                there */
} cm_hang;

typedef struct cm_liveness {
    cm_ending ending;
    const char *reason; /* CM_MAY_HANG: why it is not known; else "" */
    cm_wait *waits;     /* CM_HANGS: all places at which a thread may stay, by thread */
    int wait_count;
    cm_hang *hangs; /* CM_HANGS: executions in which, together, all places occur */
    int hang_count;
} cm_liveness;

typedef struct cm_check_statistics {
    double unroll_seconds, bounds_seconds, encode_seconds, solve_seconds, total_seconds;
    size_t events, variables, clauses, solver_calls, arena_bytes;
} cm_check_statistics;

typedef struct cm_check_result {
    cm_outcome outcome;
    const char *reason;        /* in words when outcome is not CM_COMPLETE; else "" */
    cm_states *states;         /* sorted; projected on what is shown; the filter is applied */
    cm_execution **executions; /* one per state, or NULL */
    const char **flags;        /* flags raised by some allowed execution, NULL-ended */
    bool flags_known;          /* no other flag can be raised */
    bool empty;                /* the model allows no execution that has a final state */
    cm_liveness liveness;      /* options.liveness */
    cm_check_statistics statistics;
} cm_check_result;

/* NULL: the test cannot be checked with this model; work->diags says why. The
 * result lives in work->arena. Protects itself. */
cm_check_result *cm_check(cm_work *work, cm_solver_context *context, const cm_model *model,
                          const cm_test *test, const cm_check_options *options);

/* The verdict, as people may rely on it. */
typedef enum cm_answer { CM_NO, CM_YES, CM_UNKNOWN } cm_answer;
cm_answer cm_check_answer(const cm_check_result *result);

#endif
