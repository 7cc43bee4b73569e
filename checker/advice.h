/* Whether a model is meant for a test. */
#ifndef CM_CHECKER_ADVICE_H
#define CM_CHECKER_ADVICE_H

#include "litmus/test.h"
#include "model/model.h"

/* Adds warnings to the work where a model is asked about a test that it was not
 * written for: its answer would be silently weak. */
void cm_advise_model(cm_work *work, const cm_model *model, const cm_test *test);

/* Of a compound test: the first thread's instruction set of which the model does not know
 * the set of all events; NULL: there is none. */
const struct cm_isa *cm_model_unknown_threads(const cm_model *model, const cm_test *test);

/* Words in heads, and the base by which models know what they order. */
typedef struct cm_begins_base {
    const char *words, *base;
} cm_begins_base;

/* What the test has of these and the model does not use: no answer of it is certain. NULL: all is
 * known. */
const cm_begins_base *cm_model_lacks_begins(const cm_model *model, const cm_test *test);

#endif
