/* The events of a test and what decides their values.
 *
 * An event is a part (memory.h) of an access, a fence, a barrier, or the initial
 * write of a part of a location. Initial writes come first, then events by
 * thread and program order. Every event has a condition under which it executes;
 * every read takes each part from exactly one write, chosen by a group of
 * variables (form.h), and the values of reads are defined by that choice.
 */
#ifndef CM_CHECKER_GRAPH_H
#define CM_CHECKER_GRAPH_H

#include "base/bits.h"
#include "checker/loops/attempts.h"
#include "checker/loops/collective.h"
#include "checker/solver/solver.h"
#include "checker/threads/memory.h"

typedef struct cm_source_choice { /* one write that a read may take its value from */
    uint32_t write;
    cm_lit when; /* variable of the read's group, or CM_TRUE */
} cm_source_choice;

typedef struct cm_ev {
    char kind;               /* 'R' 'W' 'F' 'B'; 'N': of a register (litmus/trace.h) */
    int thread;              /* -1: initial write */
    const cm_access *access; /* NULL: initial write */
    unsigned part;           /* offset of the part in its access */
    unsigned width;          /* bytes of the part; 0 for fences */
    cm_lit exec;
    cm_target *targets;
    uint32_t target_count;
    const cm_val *value;       /* R, W: of the part; B: id */
    cm_source_choice *sources; /* R */
    uint32_t source_count;
} cm_ev;

/* Executions in which a thread does what the test says nothing about: an access
 * outside of every location, a jump to no label, a barrier for no threads, a
 * value out of thin air that is in no domain. They are left out, and the check says that there are
 * some. */
typedef struct cm_stray {
    cm_lit when;
    int thread, instruction; /* instruction -1: some one of the thread */
    bool thin_air;           /* a value that is in no domain */
    bool outside;            /* an access outside of every location */
    const char *what;        /* "may ..." */
} cm_stray;

typedef struct cm_graph {
    cm_job *job;
    cm_memory memory;
    cm_ev *events;
    uint32_t count, capacity, init_count;
    cm_outline *outlines;   /* by event, once a base was asked for (relations.c) */
    uint32_t **first_event; /* [thread][access]: its first event; parts follow */
    cm_lits asserts;        /* hold in every execution; those and groups that no solver was told */
    uint32_t asserts_of_threads; /* the first so many: without those of barriers */
    cm_exactly_one *groups;
    uint32_t group_count, group_capacity;
    cm_lit *forms;                /* by place of the test: variable of its first form (forms.h) */
    const int *forms_found;       /* by place: the form, whatever the solver says; or NULL */
    struct cm_barriers *barriers; /* barrier.h; NULL: there are none */
    cm_lit cut;                   /* some thread was ended by the loop bound */
    bool waits;                   /* rounds of loops that only wait were left out */
    bool **only_waits;            /* by thread and visit: what the bound cuts there only waits */
    bool judges_loops;            /* that is looked at */
    cm_attempts attempts;         /* loops that are followed as often as they may go round */
    cm_collectives collectives;   /* loops that only wait, of several threads together */
    bool cut_hides;               /* executions that the bound leaves out may have other states */
    cm_stray *strays;
    uint32_t stray_count, stray_capacity;
} cm_graph;

/* From a test to its events (build.c): the threads are executed, round after round, until the
 * values that reads may find stay the same (threads/memory.h), and what they do becomes events. */
void cm_graph_build(cm_job *job, cm_graph *graph);

/* Notes a stray, unless its condition is false. */
void cm_graph_stray(cm_graph *graph, cm_lit when, int thread, int instruction, const char *what);

/* The condition of some stray. */
cm_lit cm_graph_any_stray(const cm_graph *graph);
/* "P0: `st...` may ...", in the job's arena. */
const char *cm_stray_reason(const cm_job *job, const cm_stray *stray);

/* The literal holds in every execution. */
void cm_graph_assert(cm_graph *graph, cm_lit literal);

/* Exactly one of a group made just now holds (cm_form_group). */
void cm_graph_choose(cm_graph *graph, cm_exactly_one group);

/* Tells the solver what holds in every execution and it was not told yet. */
void cm_graph_tell(cm_graph *graph, cm_solver *solver);

/* Condition under which both execute. */
cm_lit cm_graph_both(cm_graph *graph, uint32_t a, uint32_t b);

/* Condition, given that both execute, under which both touch the same byte. */
cm_lit cm_graph_same_spot(cm_graph *graph, uint32_t a, uint32_t b);

#endif
