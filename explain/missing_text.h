/* What is missing, in one line (explain.h, `missing`). */
#ifndef CM_EXPLAIN_MISSING_TEXT_H
#define CM_EXPLAIN_MISSING_TEXT_H

#include "base/text.h"
#include "explain/explain.h"

/* "`fence.sc.gpu` for `fence.acq_rel.gpu` (P0, line 7), ...": the cheapest change that forbids the
 * outcome; NULL: none is known. */
const char *cm_explain_missing_words(cm_arena *arena, const cm_explanation *explanation);
/* The line of an allowed outcome, or nothing. */
void cm_explain_add_missing(cm_text *out, const cm_explanation *explanation);

#endif
