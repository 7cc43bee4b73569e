/* Whether a model is meant for a test. */
#ifndef CM_CHECKER_ADVICE_H
#define CM_CHECKER_ADVICE_H

#include "litmus/test.h"
#include "model/model.h"

/* Adds warnings to the work where a model is asked about a test that it was not
 * written for: its answer would be silently weak. */
void cm_advise_model(cm_work *work, const cm_model *model, const cm_test *test);

/* Does the model order kernels one after the other, or has the test none? Else no answer of it
 * is certain. */
bool cm_model_knows_kernels(const cm_model *model, const cm_test *test);

#endif
