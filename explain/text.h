/* An explanation in words, for a terminal of 80 columns. */
#ifndef CM_EXPLAIN_TEXT_H
#define CM_EXPLAIN_TEXT_H

#include "base/text.h"
#include "explain/explain.h"

/* May escape through the arena of `out`. */
void cm_explain_text(cm_text *out, const cm_explanation *explanation);

/* Of a forbidden outcome, in a line without an end: "causality, as P0 `st...` -rf-> ...", of the
 * kind of candidates that most are like, and how many other kinds there are. */
const char *cm_explain_brief(cm_arena *arena, const cm_explanation *x);

/* What an outcome that no candidate has is told by, with a full stop: that no model has it, unless
 * it may be a value that threads only hand to each other, which no candidate has. */
const char *cm_explain_impossible(cm_arena *arena, const cm_test *test);

/* ---- words that other formats use, too ----------------------------------- */

/* "cmcm.cat:41" */
char *cm_explain_place(cm_arena *arena, cm_place place);
/* What a step of a derivation is called: its definition's name, its base's, or "". */
const char *cm_explain_name(const cm_model *model, const cm_why *why);
/* "the release of `STLR W2,[X3]` (P0, line 11)" */
char *cm_explain_item(cm_arena *arena, const cm_test *test, const cm_ordering *item);
/* "the barrier `bar.sync 0` (P0, line 5) and `bar.sync 0` (P1, line 4)", "the order of the
 * kernels".
 */
char *cm_explain_meeting(cm_arena *arena, const cm_test *test, const cm_meeting *meeting);
/* "`ld.acquire.gpu.u32 r0, [y]` (P1, line 8) has scope GPU, not SYS" */
char *cm_explain_fact(cm_arena *arena, const cm_execution *execution, const cm_fact *fact);

#endif
