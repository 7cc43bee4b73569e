/* Pictures of an explanation: which executions, which edges of them are strong. */
#ifndef CM_EXPLAIN_DRAW_H
#define CM_EXPLAIN_DRAW_H

#include "explain/explain.h"
#include "report/draw.h"

/* The kinds of candidates of a forbidden outcome, or the execution of an allowed one; then the
 * flags that other executions raise. At least 1: where there is nothing to draw, words. */
int cm_explain_picture_count(const cm_explanation *explanation);
/* Of these the first so many are of the outcome, not of flags alone: at least 1, 20 at most. */
int cm_explain_main_count(const cm_explanation *explanation);
/* extras: also the edges of all that the model shows, for a page to switch on. */
cm_drawing *cm_explain_drawing(cm_arena *arena, const cm_explanation *explanation, int picture,
                               bool extras);
/* All pictures on a page, with what their edges unfold to. frame: what stands around them. */
void cm_explain_html(cm_text *out, const cm_explanation *explanation,
                     const cm_picture_frame *frame);
/* The violation that the picture tells of, and its execution; NULL: none. */
const cm_violation *cm_explain_picture_violation(const cm_explanation *x, int picture,
                                                 const cm_execution **execution);

#endif
