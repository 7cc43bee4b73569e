/* Between the sources of the oracle.
 *
 *   trace.c     a thread, step by step, with guessed values  -> traces
 *   pool.c      the values that memory can hold              -> guesses
 *   together.c  whose values have writers           -> candidates
 *   barrier.c   which barrier events meet                    -> same-barrier
 *   begins.c    which thread begins after another's end
 *   graph.c     one trace per thread -> events, base sets and relations
 *   interval.c  bounds of the model's terms while orders are incomplete
 *   search.c    reads-from and free orders                   -> states
 *   execution.c a consistent candidate                       -> cm_execution
 */
#ifndef CM_TESTS_ORACLE_INTERNAL_H
#define CM_TESTS_ORACLE_INTERNAL_H

#include "base/bits.h"
#include "model/eval.h"
#include "tests/oracle/oracle.h"

#define ORACLE_MAX_ACCESSES 64 /* of one thread: dependencies are bit masks */

typedef struct oracle_access oracle_access;

/* ---- memory values ---------------------------------------------------- */

enum { ORACLE_INITIAL = 63 }; /* among writers: no thread's number */

/* Every value that some execution may find in a range of physical bytes. Cells
 * are as wide as accesses allow: cut wherever an access starts or ends. */
typedef struct oracle_cell {
    uint64_t start;
    unsigned width;
    uint64_t *values;
    uint64_t *writers; /* by value: bit i is thread i, bit ORACLE_INITIAL the initial state */
    uint64_t *needs;   /* by value: writes without which it does not come about (oracle_access) */
    size_t count, capacity, writer_capacity, need_capacity;
} oracle_cell;

typedef struct oracle_write {
    uint64_t physical, value, writers, needs;
    unsigned width;
} oracle_write;

/* A value that a lane hands to the others at a meeting of that number, for the so-manieth time. */
typedef struct oracle_handed {
    uint64_t physical, meeting, value;
    int turn;
} oracle_handed;

typedef struct oracle_pool {
    oracle_cell *cells; /* by start */
    size_t count, capacity;
    oracle_write *pending; /* not yet in the cells */
    size_t pending_count, pending_capacity;
    oracle_handed *handed;
    size_t handed_count, handed_capacity;
    bool changed; /* by the last commit, or cut since */
    struct {
        int thread, step, turn;
    } made[64]; /* writes of executions, which have bits in masks: the first 64 of them */
    int made_count;
} oracle_pool;

/* Physical address of a virtual one; false: no location there. */
bool oracle_physical(const cm_test *test, uint64_t address, uint64_t *physical);

oracle_pool *oracle_pool_new(cm_arena *arena, const cm_test *test);
/* Written values can be read after the next commit; the write needs those of the mask. One that
 * needs itself is out of thin air, and left out. turn: how many times the thread has executed its
 * step before. */
void oracle_pool_write(cm_arena *arena, oracle_pool *pool, int turn, const oracle_access *write,
                       uint64_t needs);
void oracle_pool_commit(cm_arena *arena, oracle_pool *pool);
/* All values of a range; their number. */
size_t oracle_pool_read(cm_arena *arena, oracle_pool *pool, uint64_t physical, unsigned width,
                        uint64_t **values);
/* What the access has in a cell that lies within its bytes. */
uint64_t oracle_part(const oracle_access *a, const oracle_cell *cell);
/* What a lane hands to others may be read from now on, by reads of the same meeting and turn. */
void oracle_pool_hand(cm_arena *arena, oracle_pool *pool, const oracle_access *write);
/* All such values that the read may have; their number. */
size_t oracle_pool_taken(cm_arena *arena, const oracle_pool *pool, const oracle_access *read,
                         uint64_t **values);
/* The writes without which nobody can read that value there. */
uint64_t oracle_pool_needs(const oracle_pool *pool, const oracle_access *read);
/* Could each part of what the access reads be written by another thread, by the initial state
 * or by one of these accesses of its own thread? */
bool oracle_pool_explains(const oracle_pool *pool, const oracle_access *read,
                          const oracle_access *own, int count);

/* ---- threads ---------------------------------------------------------- */

/* One step that makes an event. Masks: bit i is access i of the same thread. */
struct oracle_access {
    char kind; /* R, W, F, B */
    int thread, step;
    int instance; /* which execution of an instruction of the thread it belongs to */
    int whole;    /* index of the first access that is one single-copy atomic access with it */
    uint64_t address, physical, value;
    unsigned width;
    const char *const *tags;
    uint64_t addr, data, ctrl, pick_addr, pick_data, pick_ctrl;
    int rmw; /* W: index of the read of its pair, or -1 */
    bool rmw_exclusive;
    uint64_t needs;   /* R: writes without which its value does not come about */
    uint64_t quorum;  /* B: 0 when not given */
    bool hung;        /* B: never left */
    uint64_t meeting; /* R, W: where lanes hand the value over (PTX ISA, "vote.sync"), else 0 */
    int turn;         /* how many times the thread was there before */
};

typedef struct oracle_trace {
    oracle_access *accesses;
    int count;
    uint64_t *registers; /* final values */
    bool hung;           /* waits at a barrier for ever */
} oracle_trace;

typedef struct oracle_traces {
    oracle_trace *items;
    size_t count, capacity;
    int most_writes; /* of one execution, also of those that get stuck */
} oracle_traces;

typedef struct oracle_run_state {
    cm_work *work;
    cm_arena *candidate; /* for one choice of traces */
    cm_arena *scratch;   /* for one evaluation */
    const cm_model *model;
    const cm_test *test;
    oracle_limits limits;
    oracle_pool *pool;
    oracle_traces *traces; /* by thread */
    size_t candidates;
    bool hands; /* the model lets lanes hand values over within a round only */
    bool cut, too_large;
    cm_states *states;
    bool *raised; /* by constraint; NULL: not asked */
} oracle_run_state;

/* All executions of a thread with values from the pool, which it also feeds. */
oracle_traces oracle_trace_thread(oracle_run_state *run, int thread);

/* ---- one candidate: a trace of every thread ---------------------------- */

typedef struct oracle_event {
    char kind;
    int thread; /* -1: initial write */
    int access; /* index into the trace, -1: initial write */
    uint64_t start, value;
    unsigned width; /* of this part of the access */
    int name;       /* location through which memory is named, proxies resolved; -1 */
    const oracle_access *of;
} oracle_event;

typedef struct oracle_graph {
    const oracle_trace **traces; /* by thread */
    oracle_event *events;
    uint32_t n;
    cm_rel same_barrier;
    cm_execution_graph graph;
} oracle_graph;

/* Calls found for every candidate of which each thread's reads have writers. */
void oracle_together(oracle_run_state *run, oracle_graph *graph,
                     void (*found)(oracle_run_state *, oracle_graph *));

void oracle_graph_events(oracle_run_state *run, oracle_graph *graph);
/* Fills all base sets and relations but rf; same_barrier must be set. */
void oracle_graph_bases(oracle_run_state *run, oracle_graph *graph);
/* Does b begin, or wait, until a's thread has ended? begins.c */
bool oracle_boundary(const oracle_run_state *run, const oracle_event *a, const oracle_event *b);
bool oracle_synced(const oracle_run_state *run, const oracle_event *a, const oracle_event *b);
bool oracle_has_tag(const char *const *tags, const char *tag);

/* Calls found for every way in which the barrier events can meet. */
void oracle_barriers(oracle_run_state *run, oracle_graph *graph,
                     void (*found)(oracle_run_state *, oracle_graph *));

/* Every reads-from, every free order; adds to run->states. */
void oracle_search(oracle_run_state *run, oracle_graph *graph);

/* The candidate with what has been chosen, as the rest of the program sees executions; in
 * run->candidate. */
cm_execution *oracle_execution(oracle_run_state *run, const oracle_graph *graph, const cm_rel *rf);

/* ---- bounds ------------------------------------------------------------ */

typedef struct oracle_bound {
    cm_set lo_set, hi_set;
    cm_rel lo, hi;
} oracle_bound;

typedef struct oracle_interval {
    const cm_model *model;
    const cm_execution_graph *graph;
    oracle_bound *nodes;
    bool *needed;          /* below a constraint that is no flag, a generator, or co */
    bool *variable;        /* depends on a free relation */
    cm_rel *lower, *upper; /* of free relations 0..decided: by search.c */
    int decided;           /* free relations below this number have lower and upper */
    cm_rel scratch;
} oracle_interval;

oracle_interval *oracle_interval_new(cm_arena *arena, const cm_model *model,
                                     const cm_execution_graph *graph);
/* Values of the terms that no free relation touches; once per reads-from. */
void oracle_interval_fixed(oracle_interval *in);
/* The other terms, from lower and upper. */
void oracle_interval_variable(oracle_interval *in);
/* Is some constraint violated whatever is decided later? */
bool oracle_interval_refuted(cm_arena *scratch, const oracle_interval *in);

#endif
