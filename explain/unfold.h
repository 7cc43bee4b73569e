/* Derivations as lines: a step in the model's words, and what it is made of.
 *
 *     d -synchronizes-> e: d -morally-strong-> e and (d in release; d -rf-> e; e in acquire)
 */
#ifndef CM_EXPLAIN_UNFOLD_H
#define CM_EXPLAIN_UNFOLD_H

#include "base/text.h"
#include "explain/why.h"

typedef struct cm_whys {
    const cm_why **items;
    int count, capacity;
} cm_whys;

/* "cmcm.cat:41" */
char *cm_explain_place(cm_arena *arena, cm_place place);
/* What a step of a derivation is called: its definition's name, its base's, or "". */
const char *cm_explain_name(const cm_model *model, const cm_why *why);

/* The derived steps below (and among) these that have something to tell, each once, as they are met
 * from the top: not those that are a base relation under another name. */
cm_whys cm_unfold(cm_arena *arena, const cm_model *model, const cm_why *const *steps, int count);
/* "d -lob-> e", "d in acquire"; of a step without a name, what it is made of. */
const char *cm_unfold_step(cm_arena *arena, const cm_execution *x, const cm_why *why);
/* "c -lob-> d, by arm-lob, bob: c -po-> d, d in L": the step, its other names on the way down, and
 * what the last of them, which is defined at *place, is made of. NULL: of nothing worth telling. */
const char *cm_unfold_line(cm_arena *arena, const cm_execution *x, const cm_why *why,
                           const char **place);
/* The steps of a violation: "c -lob-> d -rf-> e"; spelled, with instructions for letters: "P0 `STR
 * W0,[X1]` -rfe-> P1 `LDR W2,[X3]`". */
void cm_unfold_path(cm_text *out, const cm_execution *x, const cm_violation *v, bool spelled);
/* Of one that is about one pair: "d -po-> e and d in L", but for filters. */
void cm_unfold_conjuncts(cm_text *out, const cm_execution *x, const cm_violation *v);
/* The way of a step through the events in between, as far as a closure or a recursive definition
 * leads: of `c -cause-> f` the steps c -lob-> d, d -synchronizes-> e, e -lob-> f. A picture
 * draws these. */
cm_whys cm_unfold_way(cm_arena *arena, const cm_execution *x, const cm_why *why);

#endif
