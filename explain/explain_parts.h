/* Between the sources of an explanation (explain.h).
 *
 *   explain.c  the whole
 *   forbidden.c  candidates of a forbidden outcome, what they violate, which axioms suffice
 *   needed.c   which items of the program are needed
 *   missing.c, missing_events.c  what is missing for it to be forbidden (missing.h)
 */
#ifndef CM_EXPLAIN_EXPLAIN_PARTS_H
#define CM_EXPLAIN_EXPLAIN_PARTS_H

#include "explain/choosing.h"
#include "explain/explain.h"

enum { CM_MOST_MISSING = 4 }; /* proposals of what is missing */

typedef struct cm_explaining {
    cm_work *work;
    cm_arena *arena;
    cm_solver_context *context;
    const cm_model *model;
    const cm_test *test;
    const cm_prop *outcome;
    bool negated; /* the outcome is that it does not hold */
    cm_explain_options options;
    double started;    /* cm_clock_seconds */
    cm_arena *scratch; /* of one program tried */
    enum { CM_NOT_TRIED, CM_FORBIDS, CM_NO_REPAIR } missing[CM_MOST_MISSING]; /* by proposal */
    cm_choosing *every; /* all of them; NULL: checked one by one */
    cm_candidates *candidates;
    int *axioms; /* constraints that are neither flags nor premises */
    int axiom_count;
    bool *all; /* by constraint: is one of them */
    cm_model_name *shows;
    int show_count;
    cm_explanation *result;
    bool judged;           /* the verdict is known */
    bool opaque;           /* the outcome hangs on a value that nobody knows */
    const char *undefined; /* what the model calls undefined in it; or NULL */
    const char *broken;    /* why the explanation ended, or NULL */
} cm_explaining;

/* An execution and what the model makes of it. */
typedef struct cm_seen {
    const cm_execution *execution; /* NULL: only what the axioms are made of was looked at */
    cm_execution_graph graph;
    const cm_value *values;
    bool *violated; /* by constraint, of the axioms */
    int violated_count;
} cm_seen;

/* The candidate found last, evaluated. whole: with the execution; else without, until the next one
 * is looked for. */
cm_seen cm_explain_see(cm_explaining *e, bool whole);
/* For a check that has what is left of the time of all. */
cm_check_options cm_explain_left(const cm_explaining *e);
/* The test, asking for the outcome. */
cm_test cm_explain_asking(const cm_explaining *e);

/* A derivation is none: an error of this program. Ends the explanation. */
_Noreturn void cm_explain_broken(cm_explaining *e, int constraint);

void cm_explain_classes(cm_explaining *e);
void cm_explain_needed(cm_explaining *e);
void cm_explain_missing(cm_explaining *e);
/* What the executions of the flags lack; after cm_explain_missing. */
void cm_explain_flags(cm_explaining *e);

#endif
