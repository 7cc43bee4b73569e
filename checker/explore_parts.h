/* Between the sources of the exploration (explore.h).
 *
 *   explore.c        steps, and the ways that go on from them
 *   explore_round.c  rounds of loops that only wait
 *   explore_state.c  what has happened: kept and put back, an execution's end
 *   explore_model.c  what can be explored; the model on what has happened
 *   explore_estimate.c  how many executions there are, about
 */
#ifndef CM_CHECKER_EXPLORE_PARTS_H
#define CM_CHECKER_EXPLORE_PARTS_H

#include "checker/explore.h"
#include "checker/replay_parts.h"

/* A thread on its way. */
typedef struct runner {
    cm_thread_run_state state;
    int visit;                 /* of the step at state.pc */
    uint32_t first, part, end; /* events of the load that it stands at, and the one that is next */
    bool waits;                /* for a write that is still to come, for that event */
    bool stays;                /* in a loop that only waits, for ever */
    bool ended;
    bool retried; /* a round that only waits has failed */
} runner;

/* What is put back when another way is tried. Threads' registers, with dependencies, stand one
 * after the other in `memory`. */
typedef struct snapshot {
    runner *runners;
    uint64_t *memory;
    cm_set executed;
    cm_rel co;
    uint32_t happened;
    uint32_t place, place_end;
    int asked;
    uint32_t pick; /* where one way is followed: how many others come before it */
    cm_arena_mark mark;
} snapshot;

/* One way, to be followed for some choices (cm_explore_estimate), and what comes of it. */
typedef struct followed {
    const uint32_t *picks; /* which way is taken at each of these choices */
    uint32_t length;
    uint32_t ways; /* how many go on at the next one; 0: it ends before, or is not allowed */
    size_t whole;  /* it ends, and is an execution, which counts for so many; else 0 */
    double asked;  /* seconds that the model was asked */
} followed;

/* The events that have happened, numbered in the order in which they did, and what the model says
 * of these alone. There is one for each size. */
typedef struct seen_events {
    cm_event *events; /* NULL: it was not needed yet */
    cm_target *places;
    cm_outline *outlines;
    cm_set executed;
    cm_rel rf, co;
    cm_value *bases;        /* by base of the model */
    uint32_t known, filled; /* bases are right for the first `known`; they are about `filled` */
    cm_evaluator *axioms, *flags;
} seen_events;

typedef struct explorer {
    cm_job *job;
    cm_graph *g;
    const cm_model *model;
    cm_exploration *out;
    cm_arena *arena; /* what threads make is here; it is rewound when another way is tried */
    runner *runners;
    int **access_of;  /* by thread and visit: its access, or CM_NOT_DONE */
    bool **in_wait;   /* likewise: it is in a round of a loop that only waits */
    bool *going;      /* by thread: it may go on (is_stuck) */
    cm_event *events; /* by event of the graph, as the ones below */
    cm_target *places;
    uint32_t *source;       /* R: the write */
    bool *pairs;            /* R that has happened: its instruction writes, or will write, too */
    uint64_t *ahead;        /* registers of a thread that looks ahead (cm_explorer_write_ahead) */
    uint32_t *order, *slot; /* the events that happened, in order; by event: where it is there */
    uint32_t happened;      /* how many */
    cm_set executed;
    cm_rel co;
    uint32_t place, place_end; /* writes that were done and have no place in co yet */
    int asked;                 /* the next thread that is asked whether it waits for the write
                                  before `place`; after the last one: none is */
    snapshot *snapshots;
    uint32_t snapshot_count, snapshot_capacity;
    const cm_rel *po; /* of all events that there may be; NULL: the model does not look at it */
    bool coherent;    /* all accesses are */
    cm_turn *turns;   /* of threads that are alike (symmetry.h) */
    size_t turn_count;
    bool closing;    /* no thread can go on: no write will come */
    bool unchecked;  /* it was not asked whether the last choice leads on */
    bool doubtful;   /* since the model was asked last, a read did not take the last write to its
                        bytes, or a write was not put behind it */
    cm_value *fixed; /* by base that events alone tell: of all events that there may be */
    seen_events *seen_of; /* by size */
    uint32_t sizes;
    double share, seen; /* of all ways: the one that is on, by equal parts at each choice; and those
                           that have ended */
    double seen_then;   /* when it was guessed last how many ways there are */
    size_t next_guess;
    followed *followed; /* NULL: all ways are tried */
    uint64_t *values;   /* a final state */
    uint32_t *initials; /* by value of a state: which initial write is about its bytes */
    uint32_t *last;     /* by initial write: the last write to its bytes at the end */
    bool over;          /* it was given up */
} explorer;

/* May the write stand right behind `before`, where threads that are alike come in one order? */
bool cm_explorer_keeps_turns(const explorer *x, uint32_t write, uint32_t before);
/* How many executions this one counts for. */
size_t cm_explorer_exchanges(const explorer *x);

/* The search ends without an answer; false, to be returned. */
bool cm_explorer_give_up(explorer *x);
const cm_thread_run *cm_explorer_run(const explorer *x, int thread);
/* Do both go to the same bytes? */
bool cm_explorer_same_spot(const explorer *x, uint32_t a, uint32_t b);
/* The write to the event's bytes that none follows, so far. */
uint32_t cm_explorer_last_write(const explorer *x, uint32_t event);

void cm_explorer_happen(explorer *x, uint32_t event);
uint64_t *cm_explorer_room_ahead(explorer *x);
/* What the instruction will write whose reads the thread has just made; the graph's count: nothing,
 * or it is not known. */
uint32_t cm_explorer_write_ahead(explorer *x, const runner *r);
/* May the read still take its value from a write that has not happened? */
bool cm_explorer_may_find(const explorer *x, uint32_t read);
/* Notes that it is not known whether all threads of all executions end; false, to be returned. */
bool cm_explorer_may_hang(explorer *x);
/* A round has failed that only waits (loops/wait.h): may the thread go on with another one? */
bool cm_explorer_tries_again(explorer *x, runner *r);
/* Has the round of a waiting loop, which ends at the visit, found what is written last, for ever?
 * It would not go on for ever after it has found something else in a place where it does not write:
 * in the end it finds there what is written last. Of other rounds that write it is not known. */
bool cm_explorer_is_final(explorer *x, const runner *r, int visit);
/* May the thread stay for ever in a round like that, which it has begun? All that the round has
 * read so far, but where it writes, is what is written last. */
bool cm_explorer_may_stay(const explorer *x, const runner *r);
/* Asks whether flags are raised by the round of a waiting loop, which ends at the visit and fails.
 */
void cm_explorer_flag_round(explorer *x, const runner *r, int visit);
/* Keeps what has happened, to be put back at that depth. */
void cm_explorer_save(explorer *x, uint32_t depth);
void cm_explorer_restore(explorer *x, uint32_t depth);

/* An exploration that has not begun. */
explorer cm_explorer_new(cm_graph *graph, cm_exploration *exploration);
/* All threads are at their beginnings, and that is kept at depth 0. */
void cm_explorer_start(explorer *x);
/* Follows x->followed from there, and is there again. */
void cm_explorer_follow(explorer *x);

/* Room for all of it, and nothing that has happened but the initial writes. */
void cm_explorer_begin(explorer *x);
void cm_explorer_begin_model(explorer *x);

seen_events *cm_explorer_seen(explorer *x);
/* Some of these have not happened any more. */
void cm_explorer_forget(explorer *x);
/* Gives the evaluator the base relations and co between the events that have happened, and returns
 * it. x->arena is used only while this runs. */
cm_evaluator *cm_explorer_asked(explorer *x, bool flags);
/* May there be executions that begin like this? */
bool cm_explorer_allowed(explorer *x);
/* The same of a way to the next choice; whole executions are asked about once more. So the model is
 * not asked of events that come last in all orders, which hardly any model forbids. */
bool cm_explorer_leads_on(explorer *x);
/* All threads have ended: notes the state and the flags, if the model allows the execution. */
void cm_explorer_complete(explorer *x);

#endif
