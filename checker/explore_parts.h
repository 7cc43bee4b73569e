/* Between the sources of the exploration (explore.h).
 *
 *   explore.c        what can be explored; steps, and the ways that go on from them
 *   explore_state.c  what has happened: kept and put back, the model on it, an execution's end
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
} runner;

/* What is put back when another way is tried. Threads' registers, with dependencies, stand one
 * after the other in `memory`. */
typedef struct snapshot {
    runner *runners;
    uint64_t *memory;
    cm_set executed;
    cm_rel rf, co;
    uint32_t place, place_end;
    int asked;
    cm_arena_mark mark;
} snapshot;

typedef struct explorer {
    cm_job *job;
    cm_graph *g;
    const cm_model *model;
    cm_exploration *out;
    cm_arena *arena; /* what threads make is here; it is rewound when another way is tried */
    runner *runners;
    int **access_of;  /* by thread and visit: its access, or CM_NOT_DONE */
    bool **in_wait;   /* likewise: it is in a round of a loop that only waits */
    cm_event *events; /* by event of the graph, as the ones below */
    cm_target *places;
    uint32_t *source; /* R: the write */
    cm_set executed;
    cm_rel rf, co;
    uint32_t place, place_end; /* writes that were done and have no place in co yet */
    int asked;                 /* the next thread that is asked whether it waits for the write
                                  before `place`; after the last one: none is */
    snapshot *snapshots;
    uint32_t snapshot_count, snapshot_capacity;
    cm_facts facts;
    const cm_rel *po; /* of all events that there may be; NULL: the model does not look at it */
    bool coherent;    /* all accesses are */
    bool closing;     /* no thread can go on: no write will come */
    bool unchecked;   /* the model was not asked about the last choice */
    bool moved;       /* some event goes elsewhere than when `fixed` was made */
    cm_value *fixed, *now; /* by base: of all events that there may be; of those that happened */
    cm_evaluator *axioms, *flags;
    double share, seen; /* of all ways: the one that is on, by equal parts at each choice; and those
                           that have ended */
    double seen_then;   /* when it was guessed last how many ways there are */
    size_t next_guess;
    uint64_t *values; /* a final state */
    bool over;        /* it was given up */
} explorer;

/* The search ends without an answer; false, to be returned. */
bool cm_explorer_give_up(explorer *x);
const cm_thread_run *cm_explorer_run(const explorer *x, int thread);
/* Do both go to the same bytes? */
bool cm_explorer_same_spot(const explorer *x, uint32_t a, uint32_t b);
/* The write to the event's bytes that none follows, so far. */
uint32_t cm_explorer_last_write(const explorer *x, uint32_t event);

/* Keeps what has happened, to be put back at that depth. */
void cm_explorer_save(explorer *x, uint32_t depth);
void cm_explorer_restore(explorer *x, uint32_t depth);

/* Room for all of it, and nothing that has happened but the initial writes. */
void cm_explorer_begin(explorer *x);
/* May there be executions that begin like this? */
bool cm_explorer_allowed(explorer *x);
/* All threads have ended: notes the state and the flags, if the model allows the execution. */
void cm_explorer_complete(explorer *x);

#endif
