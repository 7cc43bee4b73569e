/* Between the sources of derivations (why.h): cost.c fills in the table of costs by term and
 * pair, why.c reads trees off it.
 */
#ifndef CM_EXPLAIN_WHY_PARTS_H
#define CM_EXPLAIN_WHY_PARTS_H

#include "explain/why.h"

/* More than any cost; every byte is the same, as memset writes it. */
enum { CM_WHY_NEVER_BYTE = 0x10, CM_WHY_NEVER = 0x10101010 };

struct cm_deriver {
    cm_arena *arena, *tables; /* of derivations, of costs */
    const cm_model *model;
    const cm_execution_graph *graph;
    const cm_value *values;
    const cm_missing *missing;
    uint32_t n;
    int **costs;                 /* by node: n * n, of sets n; NULL: never computed */
    bool *current;               /* by node: the costs are those of the values */
    cm_value *last;              /* of the execution before, by node; NULL: there was none */
    const cm_model_name **names; /* by node */
    const cm_why ***made;        /* by node, then as its costs: what was derived already */
    const cm_why ***touched;     /* cells of these that are not empty */
    uint32_t touched_count, touched_capacity;
};

static inline size_t cm_why_at(const cm_deriver *d, uint32_t a, uint32_t b)
{
    return (size_t)a * d->n + b;
}

static inline int cm_why_plus(int a, int b)
{
    return a + b >= CM_WHY_NEVER ? CM_WHY_NEVER : a + b;
}

/* Lowers *to; was it higher? */
static inline bool cm_why_lower(int *to, int cost)
{
    if (cost >= *to)
        return false;
    *to = cost;
    return true;
}

/* Of the term, and of all that it is made of; what is known stays. */
void cm_why_costs(cm_deriver *d, int term);
/* Forgets those that other values make others. */
void cm_why_forget(cm_deriver *d, const cm_value *values);
/* Of the closure of steps with those costs (n * n): every step costs one more than what it is.
 * `to` is lowered. */
void cm_why_closure(const cm_deriver *d, const int *step, int *to);

#endif
