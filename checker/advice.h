/* Whether a model is meant for a test. */
#ifndef CM_CHECKER_ADVICE_H
#define CM_CHECKER_ADVICE_H

#include "litmus/test.h"
#include "model/model.h"

/* Adds warnings to the work where a model is asked about a test that it was not
 * written for: its answer would be silently weak. */
void cm_advise_model(cm_work *work, const cm_model *model, const cm_test *test);

/* The base by which the model would order kernels one after the other, or what the system orders,
 * where the test has such and the model does not use it: no answer of it is certain. NULL: all is
 * known. And the words of heads that it is about. */
const char *cm_model_lacks_begins(const cm_model *model, const cm_test *test);
const char *cm_begins_words(const char *base);

#endif
