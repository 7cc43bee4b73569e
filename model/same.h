/* Do two models say the same of a test, whatever the solver? Where the test has no event of some
 * kind (of a tag, of a read-modify-write), terms about it are empty; what is left of both models
 * may be the same terms. Found by their text alone, after the laws of terms.h: `false` says
 * nothing. */
#ifndef CM_MODEL_SAME_H
#define CM_MODEL_SAME_H

#include "litmus/test.h"
#include "model/model.h"

/* Do both allow the same executions, and so the same states? Flags are not looked at. Allocates in
 * the arena, through which it may escape. */
bool cm_models_same(cm_arena *arena, const cm_model *a, const cm_model *b, const cm_test *test);

#endif
