/* Between the sources of the replay (replay.h).
 *
 *   replay.c          events, relations, the model; the whole
 *   replay_threads.c  threads on values, each as far as the others let it; their final state
 */
#ifndef CM_CHECKER_REPLAY_PARTS_H
#define CM_CHECKER_REPLAY_PARTS_H

#include "checker/replay.h"
#include "execution/thread.h"
#include "model/eval.h"

enum { CM_NOT_DONE = -1 };

/* A thread on its way. */
typedef struct cm_walker {
    cm_thread_run_state state;
    const cm_thread_run *run;
    int visit;      /* of the step at state.pc */
    bool waits;     /* at a load whose source has not been written yet */
    bool ended;     /* or waits at a barrier for ever */
    int *done;      /* by access of the run: its action, or CM_NOT_DONE */
    int *access_of; /* by visit: access of the run, or CM_NOT_DONE; for all executions */
    int *choice_of; /* by visit: free choice of the run, or CM_NOT_DONE; the same */
} cm_walker;

/* A read whose source comes later in every order of the threads: its value justifies
 * itself, which some models allow. The solver's value is taken, and looked at later. */
typedef struct cm_guess {
    uint32_t read;
    cm_word value;
} cm_guess;

/* Executions of so many events are evaluated one after the other. */
typedef struct cm_replay_turn {
    cm_evaluator *evaluator; /* NULL: there was none so far */
    bool *executed;          /* by event of the graph, in the last one */
    cm_event *events;        /* its events */
} cm_replay_turn;

struct cm_replay {
    cm_encoder *e;
    cm_graph *g;
    cm_job *job;
    cm_solver *solver;
    cm_arena *scratch;      /* for one execution */
    cm_walker *walkers;     /* by thread */
    cm_replay_turn *turns;  /* by number of events */
    const uint64_t *values; /* the solver's state */
    cm_event *events;
    uint32_t *event_of, count; /* event of the graph, number of events */
    int *new_of;               /* by event of the graph: event here, or CM_NOT_DONE */
    cm_guess *guesses;
    uint32_t guess_count, guess_capacity;
    cm_rel rf, meets;
    cm_facts facts;
    cm_evaluator *evaluator;
    cm_replayed result;
    const char *reason;
    int thread;
    bool candidates; /* executions may violate the model */
    bool violates;   /* the last one does */
};

/* Notes a difference, or a stray; the first one counts. false, to be returned. */
bool cm_replay_differ(cm_replay *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
bool cm_replay_stray(cm_replay *r, int thread, const char *what);

/* Runs all threads to their ends. */
bool cm_replay_threads(cm_replay *r);
/* Is the final state the solver's? */
bool cm_replay_final(cm_replay *r);

/* The visit after the one whose step the thread has just done. */
int cm_visit_after(const cm_thread_run *run, int at, const cm_thread_run_state *state);
/* The write that a read takes its value from; the graph's count: none. */
uint32_t cm_replay_source(const cm_replay *r, uint32_t read);
/* The action behind an event of the graph, or NULL when it is not done (yet). */
const cm_action *cm_replay_action(const cm_replay *r, uint32_t event);

#endif
