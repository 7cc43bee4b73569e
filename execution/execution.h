/* One candidate execution of a test, concrete: what each thread did, event by
 * event, and how the events are related.
 *
 * Nothing here is a formula and nothing comes from a solver: threads are run on
 * values (thread.h), base relations are read off what they did (bases.h). The
 * checker makes one of every solution before it believes it; evaluation, witnesses,
 * explanations, JSON and pictures are made of it.
 */
#ifndef CM_EXECUTION_EXECUTION_H
#define CM_EXECUTION_EXECUTION_H

#include "base/bits.h"
#include "litmus/test.h"
#include "model/eval.h"

/* A value, twice: as it is where locations and labels have the test's addresses,
 * and as it would be if they had others. A number is the same in both; the address
 * of a place moves with the place; anything else depends on where the machine has
 * put the locations, of which a test says nothing. */
typedef struct cm_word {
    uint64_t value, moved;
} cm_word;

/* A load, store, fence or barrier that a thread has come to. Dependencies are sets
 * of the thread's actions, as bits: cm_bits_words of the most actions it may have. */
typedef struct cm_action {
    const cm_step *step;
    uint64_t instance; /* equal for the actions of one instruction, each time it executes */
    uint32_t whole;    /* equal for actions that are one single-copy atomic access */
    cm_word address;   /* LOAD, STORE: virtual */
    int location;      /* LOAD, STORE: the one that owns the memory */
    uint32_t offset;   /* LOAD, STORE: bytes from its start */
    cm_word value;     /* LOAD: what is read; STORE: what is written; BARRIER: id */
    uint64_t quorum;   /* BARRIER: how many meet, 0: not said */
    uint32_t words;    /* of each of the sets below */
    const uint64_t *addr, *data, *ctrl, *pick_addr, *pick_data, *pick_ctrl;
    const uint64_t *rmw; /* STORE: loads that it may form an atomic pair with; else NULL */
} cm_action;

/* One access or fence; an access of several bytes may be several events, its parts. */
typedef struct cm_event {
    char kind;        /* 'R' 'W' 'F' 'B'; 'N': of a register (litmus/trace.h) */
    int thread;       /* index into test->threads; -1: initial write */
    int instruction;  /* index into the thread's instructions; -1: initial write */
    int label;        /* number shown to people: a, b, c, ... by this order */
    uint64_t address; /* R, W: virtual */
    uint64_t value;   /* R, W */
    uint8_t width;    /* bytes */
    const char *const *tags;
    uint8_t forgets;         /* dependencies that do not count: CM_FORGETS_..., as its step says */
    int location;            /* R, W: the one that owns the memory */
    uint32_t offset;         /* R, W: bytes from its start */
    const cm_action *action; /* NULL: initial write */
    uint32_t index;          /* of the action in its thread */
    unsigned part;           /* offset in the action's access */
} cm_event;

typedef struct cm_named_rel {
    const char *name;
    cm_rel rel;
    bool is_set;
    cm_set set;
} cm_named_rel;

/* Lives in one arena; the test and the model must live as long. */
typedef struct cm_execution {
    const cm_test *test;
    const cm_model *model; /* whose free relations and shows these are */
    cm_event *events;      /* executed ones: initial writes, then by thread and program order */
    uint32_t event_count;
    cm_rel po, rf, co;     /* co: the model's; empty if it has none */
    cm_rel meets;          /* barrier events that meet */
    cm_rel *frees;         /* what was chosen for `with`, by index into model->frees */
    const uint64_t *state; /* a final state (litmus/state.h) of all that the test observes;
                              NULL: some thread does not end */
    cm_named_rel *shows;   /* the model's `show` relations */
    int show_count;
} cm_execution;

/* Initial bytes of a location, `width` (1 to 8) from the offset on. */
cm_word cm_word_initial(const cm_test *test, int location, uint32_t offset, unsigned width);
/* The word's bytes [offset, offset + width). */
cm_word cm_word_part(cm_word word, unsigned offset, unsigned width);
/* What the write leaves in its bytes. */
cm_word cm_word_written(const cm_test *test, const cm_event *write);

/* Base sets and relations of the execution, and what was chosen, for its model. */
cm_execution_graph cm_execution_values(cm_arena *arena, const cm_execution *execution);

/* A base relation of the execution, whether its model uses it or not. */
cm_rel cm_execution_relation(cm_arena *arena, const cm_execution *execution, cm_base_kind kind);

/* The line of the test's file (from 1) on which the event's instruction stands; 0: an initial
 * write. */
unsigned cm_event_line(const cm_test *test, const cm_event *event);

/* Where a value is another one when locations lie elsewhere. */
uint64_t cm_moved(const cm_test *test, uint64_t value);
/* Is the word a number, or an address that moves with its place? Cut to its low
 * `bits` first. */
bool cm_word_is_fixed(const cm_test *test, cm_word word, unsigned bits);

#endif
