/* Cycles in a graph whose edges are formulas, by vertex elimination.
 *
 * Removing a vertex joins its predecessors to its successors; a vertex joined to itself
 * closes a cycle. Vertices of small degree go first, so that few edges are made (Rankooh
 * & Rintanen, "Propositional encodings of acyclicity and reachability by using vertex
 * elimination", AAAI 2022).
 */
#ifndef CM_CHECKER_SOLVER_CYCLE_H
#define CM_CHECKER_SOLVER_CYCLE_H

#include "base/bits.h"
#include "checker/solver/job.h"

/* Edges that are left, both ways, and the vertices that are gone. */
typedef struct cm_elimination {
    cm_rel in, out;
    bool *gone;
    uint64_t *pairs; /* that a vertex joins, and 1; 0: not counted since its edges changed */
} cm_elimination;

/* Of n vertices, without edges. */
cm_elimination cm_elimination_new(cm_arena *arena, uint32_t n);

/* The vertex that is there and whose elimination joins the fewest pairs, and how many these are;
 * the number of vertices: all are gone. */
uint32_t cm_elimination_next(const cm_elimination *e, uint64_t *cost);
/* The vertex is gone, but has its edges. New edges have joined vertices beside it only. */
void cm_elimination_pass(cm_elimination *e, uint32_t v);
/* The same, and takes out its edges. */
void cm_elimination_take(cm_elimination *e, uint32_t v);

typedef struct cm_cycle_graph {
    cm_job *job;
    uint32_t n;
    cm_elimination left; /* possible edges */
    cm_lit *lits;        /* [a * n + b]; 0: there is no edge */
} cm_cycle_graph;

/* Without edges; in the job's arena. */
cm_cycle_graph cm_cycle_new(cm_job *job, uint32_t n);
cm_lit *cm_cycle_cell(const cm_cycle_graph *g, uint32_t a, uint32_t b);
/* Makes an edge, or gives it another condition. */
void cm_cycle_put(cm_cycle_graph *g, uint32_t a, uint32_t b, cm_lit when);
/* The condition for a cycle; the graph is used up. */
cm_lit cm_cycle_of(cm_cycle_graph *g);

/* The condition for a cycle, of the graph over 0..n-1 with an edge (a, b) under
 * edges[a * n + b]. */
cm_lit cm_closure_cycle(cm_job *job, uint32_t n, const cm_lit *edges);

#endif
