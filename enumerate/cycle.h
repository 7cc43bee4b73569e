/* A cycle of edges, and the litmus test that exhibits it.
 *
 *     edges ──▶ cm_cycle_make ──▶ cycle ──▶ seats, changes ──▶ cm_cycle_text
 *
 *     PodWW Rfe PodRR Fre             P0         P1
 *                                  a: W x=1   c: R y=1
 *                                     │po   rf↗  │po          closed by fr
 *                                  b: W y=1 ─┘ d: R x=0 ─────▶ a
 *
 * An external edge begins a new thread, an edge marked d a new location; the
 * last of each leads back to the first. Writes to one location are numbered
 * along the cycle, which is their coherence order. Everything lives in the
 * arena of the cm_work.
 */
#ifndef CM_ENUMERATE_CYCLE_H
#define CM_ENUMERATE_CYCLE_H

#include "enumerate/edge.h"
#include "enumerate/enumerate.h"
#include "litmus/test.h"

enum { CM_CYCLE_MAX = 64 }; /* edges of a cycle, at most */

typedef struct cm_cycle_node {
    char direction; /* R or W */
    cm_atom atom;
    cm_edge edge; /* to the next node; its ends are written from the atoms */
    int thread, location;
    bool inside; /* of a thread between a Leave and its Back */
    bool store;  /* a write to its location is put at the beginning of its thread */
    const cm_write_fence **fences; /* put before it */
    int fence_count;
    uint64_t stored; /* what that one writes */
    uint64_t given;  /* W: what the instruction is given: a number, spread over its size */
    uint64_t value;  /* R: what it reads when the cycle happens; W: what is there after it */
    uint64_t found;  /* what its bytes held before it */
    bool observed;   /* the condition speaks of what it reads */
    const char *reg; /* the register it reads to, once printed; NULL: none */
} cm_cycle_node;

/* A write of the cycle. */
typedef struct cm_cycle_write {
    int location, thread;
    unsigned rank;  /* place in the coherence order of its location, from 1 */
    uint64_t value; /* of the location after it */
} cm_cycle_write;

/* How writes are ordered that final values leave open (diy's -obs). */
typedef enum cm_cycle_observers {
    CM_OBSERVE_THREADS, /* by threads that read them */
    CM_OBSERVE_AVOID,   /* such a cycle is refused */
    CM_OBSERVE_LOCAL,   /* each thread reads at its end what is to come after it */
    CM_OBSERVE_FINAL,   /* not at all */
    CM_OBSERVE_FORCE    /* by threads, all of them and of any two writes */
} cm_cycle_observers;

/* What the condition speaks of (diy's -cond and -nooptcond). */
typedef enum cm_cycle_asks {
    CM_ASK_CYCLE,  /* what tells that the cycle happens */
    CM_ASK_ALL,    /* all reads and all locations written */
    CM_ASK_UNICOND /* forall: whatever coherence allows */
} cm_cycle_asks;

typedef struct cm_cycle_style {
    cm_cycle_observers observers;
    cm_cycle_asks asks;
    cm_write_pairs pairs;
} cm_cycle_style;

/* Where a thread runs and its instruction set. */
typedef struct cm_cycle_seat {
    cm_arch arch;
    cm_placement at; /* PTX */
} cm_cycle_seat;

typedef struct cm_cycle {
    cm_cycle_node *nodes; /* thread by thread */
    int node_count, thread_count, location_count;
    cm_cycle_write *writes; /* location by location, in their order */
    int write_count;
    int natural; /* bytes of accesses without a size, where there are sizes; or 0 */
    cm_cycle_style style;
    cm_arch arch;                 /* of the test; CM_CMCM: seats differ */
    const cm_isa_writer *dialect; /* of a source language; NULL: by the seats */
    const char *type;             /* the same: of its locations; NULL: int */
    cm_cycle_seat *seats;
    const char **homes; /* of each location: "cpu", "gpu1", "numa0", "writer", "reader"; NULL: not
                         * said. NULL instead of the list: of none */
} cm_cycle;

/* ---- cycle_build.c ---------------------------------------------------- */

/* Reads edges separated by blanks: part of a source. */
cm_edge *cm_cycle_parse(cm_work *work, cm_place place, int *count);

/* The cycle, rotated: to the standard name's own order where it has one, else to
 * the first edge that begins a thread. Fails at the edge that does not compose
 * with the one before. Seats are those of the target: AArch64, X86, PTX (each thread a
 * CTA of its own on gpu 0); CMCM: CPU and GPU threads in turn. */
cm_cycle *cm_cycle_make(cm_work *work, const cm_edge *edges, int count, cm_enum_target target,
                        cm_arch cpu);

/* Writes the nodes' annotations into the ends of the edges. Called by make; again
 * after nodes were changed. */
void cm_cycle_settle(cm_cycle *cycle);

/* The thread's first node. */
int cm_cycle_first_of(const cm_cycle *cycle, int thread);

/* Fails at an edge that a thread's instruction set does not have. */
void cm_cycle_check(cm_work *work, const cm_cycle *cycle);

/* What an instruction set, or the dialect, offers to the thread. */
const cm_isa_writer *cm_cycle_writer(const cm_cycle *cycle, int thread);

/* The write of that rank to a location, or NULL. */
const cm_cycle_write *cm_cycle_write_at(const cm_cycle *cycle, int location, unsigned rank);

/* ---- cycle_name.c ----------------------------------------------------- */

/* A standard shape: "MP", "WW+RR" (first and last access of each thread), the edges it is made
 * of, and what it asks, in a sentence, or "". name NULL ends the table (suites/shapes.txt). */
typedef struct cm_cycle_shape {
    const char *name, *threads, *edges, *question;
} cm_cycle_shape;
extern const cm_cycle_shape cm_cycle_shapes[];
/* In any case; NULL: there is none. */
const cm_cycle_shape *cm_cycle_shape_named(const char *name);

/* First and last access of each thread, from thread `first` on: "WW+RR". */
char *cm_cycle_threads(cm_arena *arena, const cm_cycle *cycle, int first);
/* The standard shape of the cycle and the thread that it begins with, or NULL. */
const cm_cycle_shape *cm_cycle_shape_of(cm_arena *arena, const cm_cycle *cycle, int *first);
/* "MP+dmb.sy+addr". */
char *cm_cycle_name(cm_arena *arena, const cm_cycle *cycle);
/* Its part before the first suffix: "MP", "W+RR+WR+WR". */
char *cm_cycle_base(cm_arena *arena, const cm_cycle *cycle);

/* The edges as written, from node `first` on, separated by blanks. */
char *cm_cycle_edges(cm_arena *arena, const cm_cycle *cycle, int first);
/* The least of the texts of all rotations, with seats where they differ: equal
 * for cycles that differ by the names of their threads only. */
char *cm_cycle_key(cm_arena *arena, const cm_cycle *cycle);

/* ---- cycle_print.c ---------------------------------------------------- */

/* Names of locations: x y z a b c ... w, then x1 y1 ... */
const char *cm_cycle_location(cm_arena *arena, int location);

/* The whole test; checks the cycle first. *body: see cm_enum_test. */
void cm_cycle_text(cm_work *work, cm_cycle *cycle, const char *name, const cm_enum_axis *axes,
                   int axis_count, cm_text *out, size_t *body);

/* ---- cycle_sweep.c: axes that are fixed or swept ----------------------- */

typedef struct cm_sweep {
    const char *name;
    const char **values;
    int count, at;
} cm_sweep;

typedef struct cm_sweeps {
    cm_sweep *items;
    int count, capacity;
} cm_sweeps;

/* "name=value,value" texts. */
cm_sweeps cm_sweeps_parse(cm_work *work, const char *const *texts, int count);

/* Applies an axis that says where threads run: P<n>.device, P<n>.isa, P<n>.cta,
 * P<n>.cluster, P<n>.gpu, and without P<n>. for all; placement. False: it is not
 * one of these. */
bool cm_cycle_seat_axis(cm_work *work, cm_cycle *cycle, cm_arch cpu, const cm_enum_axis *axis);
/* "P1.fence" -> thread 1, "fence"; thread -1: all. Fails at a thread that there
 * is not. */
const char *cm_cycle_axis_thread(cm_work *work, const cm_cycle *cycle, const char *name,
                                 int *thread);

#endif
