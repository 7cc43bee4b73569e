/* Why a pair is in a relation of a model, on one execution.
 *
 * A derivation is a tree over the model's terms: of a union it has the branch, of a
 * sequence the events in between, of a closure a shortest path, of an intersection all
 * operands, of a recursive definition its body, down to what the execution says itself
 * (po, rf, co, dependencies, tags of instructions). It follows terms after the laws of
 * model/terms.h, so a step may be shorter than the file writes it; what is named there
 * has its name here.
 *
 * All derivations are cheapest ones: by the base relations that they use, each closure
 * step and each unfolding of recursion one more.
 *
 * The same with something missing: what the program might say otherwise (an instruction's
 * order or scope, a dependency, a fence between two accesses) counts as missing, at a
 * high price; so the cheapest derivation of a pair that is not in a relation says what
 * keeps it out.
 */
#ifndef CM_EXPLAIN_WHY_H
#define CM_EXPLAIN_WHY_H

#include "execution/execution.h"

typedef struct cm_why {
    int node;                  /* of the model */
    uint32_t from, to;         /* events; of a set's member: the same twice */
    const cm_model_name *name; /* the definition that the node is, or NULL */
    int cost;
    bool missing;    /* a base fact that does not hold, but might */
    uint32_t number; /* among those of its deriver */
    const struct cm_why **parts;
    int count;
} cm_why;

/* How a constraint fails (a flag is raised): the steps of a cycle; of `empty`, what the
 * pair or event is in. */
typedef struct cm_violation {
    int constraint;
    uint32_t from, to;    /* a cycle: the same; `empty`: the pair */
    const cm_why **steps; /* between different events, each from where the one before ends;
                             of `empty` of a set, or of an intersection: what holds of it */
    int count;
    bool cycle;   /* the steps lead from `from` back to it */
    bool pair;    /* `empty` of a relation: the steps lead from `from` to `to` */
    bool nothing; /* a negated test: it fails because there is no such pair */
    unsigned cost;
} cm_violation;

typedef struct cm_deriver cm_deriver;

enum { CM_WHY_MISSING = 1 << 12 }; /* cost of each missing fact */

/* What may be missing: NULL: nothing. */
typedef struct cm_missing {
    const char *ghosts;         /* by event: 'F', 'R': a fence or read that might be; 0: it is */
    const cm_rel *dependencies; /* pairs that might be in addr and ctrl */
    const cm_rel *data;         /* and in data */
    /* How much the event would have to change to have that tag, from 0; -1: it cannot. */
    int (*may_have)(const void *context, uint32_t event, const char *tag);
    const void *context;
} cm_missing;

/* For the constraint's elements (`forall`), if it has any: those for which it fails; else
 * constraint may be -1. values: of cm_eval on the graph. Lives in the arena. */
cm_deriver *cm_deriver_new(cm_arena *arena, const cm_model *model, const cm_execution_graph *graph,
                           const cm_value *values, int constraint, const cm_missing *missing);

/* On another execution of as many events, nothing being missing: what costs as much as before is
 * not looked at again. Derivations made from now on live in the arena. */
void cm_deriver_turn(cm_deriver *deriver, cm_arena *arena, const cm_execution_graph *graph,
                     const cm_value *values);

/* The pair's (event's) cheapest derivation; NULL: there is none. */
const cm_why *cm_why_of(cm_deriver *deriver, int node, uint32_t from, uint32_t to);

/* The cheapest way in which the constraint fails; a flag: is raised. False: it does not. */
bool cm_why_violated(cm_deriver *deriver, int constraint, cm_violation *out);

/* Is the violation one by model/eval alone: is every pair that it tells of, at every depth, in
 * the relation that it is said to be in, and does each step of a cycle begin where the one before
 * ends? */
bool cm_why_checked(cm_deriver *deriver, const cm_violation *violation);

/* The facts that are missing in a derivation, each once; their number. */
int cm_why_missing(cm_arena *arena, const cm_why *why, const cm_why ***facts);

#endif
