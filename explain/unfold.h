/* Derivations as lines: a step in the model's words, and what it is made of.
 *
 *     d -synchronizes-> e: d -morally-strong-> e and (d in release; d -rf-> e; e in acquire)
 */
#ifndef CM_EXPLAIN_UNFOLD_H
#define CM_EXPLAIN_UNFOLD_H

#include "base/text.h"
#include "explain/why.h"

typedef struct cm_unfolding {
    const cm_why **items; /* derived steps, each once, as they are met from the top */
    int count, capacity;
} cm_unfolding;

/* The derived steps below (and among) these that have something to tell: not those that are a
 * base relation under another name. */
cm_unfolding cm_unfold(cm_arena *arena, const cm_model *model, const cm_why *const *steps,
                       int count);
/* "d -lob-> e", "d in acquire"; of a step without a name, what it is made of. */
char *cm_unfold_step(cm_arena *arena, const cm_model *model, const cm_execution *execution,
                     const cm_why *why);
/* "c -lob-> d, by arm-lob, bob: c -po-> d, d in L": the step, its other names on the way down,
 * and what the last of them, which is defined at *place, is made of. NULL: of nothing worth
 * telling. */
char *cm_unfold_line(cm_arena *arena, const cm_model *model, const cm_execution *execution,
                     const cm_why *why, cm_place *place);
/* "c -lob-> d -rf-> e". */
void cm_unfold_path(cm_text *out, const cm_model *model, const cm_execution *x,
                    const cm_why *const *all, int count);

/* The same with instructions for letters: "P0 `STR W0,[X1]` -rfe-> P1 `LDR W2,[X3]`". */
void cm_unfold_path_spelled(cm_text *out, const cm_model *model, const cm_execution *x,
                            const cm_why *const *all, int count);

/* The way of a step through the events in between, as far as a closure or a recursive definition
 * leads: of `c -cause-> f` the steps c -lob-> d, d -synchronizes-> e, e -lob-> f. A picture
 * draws these. */
typedef struct cm_unfolded_way {
    const cm_why **steps;
    int count, capacity;
} cm_unfolded_way;
void cm_unfold_way(cm_arena *arena, const cm_model *model, const cm_execution *execution,
                   const cm_why *why, cm_unfolded_way *way);

/* "d -po-> e and d in L": what holds of one pair, but for filters. */
void cm_unfold_conjuncts(cm_text *out, const cm_model *model, const cm_execution *execution,
                         const cm_why *const *parts, int count);

#endif
