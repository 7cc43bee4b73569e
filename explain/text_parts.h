/* Between the sources of an explanation in words (text.h). */
#ifndef CM_EXPLAIN_TEXT_PARTS_H
#define CM_EXPLAIN_TEXT_PARTS_H

#include "base/text.h"
#include "explain/explain.h"

typedef struct cm_telling {
    cm_text *out;
    cm_arena *arena;
    const cm_explanation *x;
    const cm_test *test;
    const cm_model *model;
    bool formal;
    cm_text *told; /* facts, a line each: none is told twice */
} cm_telling;

/* What the names of relations mean. Once, below the first path of these. */
void cm_telling_legend(cm_telling *w);
/* "external, atomic and sc-order": set, by constraint. */
const char *cm_telling_axioms(cm_telling *w, const bool *set);
/* text_needed.c: what of the program forbids the outcome, and what plays no part. */
void cm_telling_needed(cm_telling *w);
/* text.c: why nothing prevents a flag. */
void cm_telling_flag_why(cm_telling *w, const cm_flagged *f);
/* text.c: what prevents every flag, where no outcome is asked for. */
void cm_telling_prevention(cm_telling *w);
/* text_allowed.c: what is said of an outcome that is allowed. */
void cm_telling_allowed(cm_telling *w);
/* Why nothing prevents the outcome, or what the flag's execution has. */
void cm_telling_misses(cm_telling *w);
/* What the cheapest change is, after words such as "To forbid it". */
void cm_telling_missing(cm_telling *w, const char *to_do);
/* text_allowed.c: the story of cm_explain_add_story, under a head, if there is one. */
void cm_telling_story(cm_telling *w, const cm_execution *x, const cm_sc_step *cycle, int count);

#endif
