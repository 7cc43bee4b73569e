/* What a test asks, as a formula over what it observes. */
#ifndef CM_CHECKER_QUESTION_H
#define CM_CHECKER_QUESTION_H

#include "checker/threads/value.h"
#include "litmus/state.h"

/* The condition for the proposition to hold in the final state, whose values are
 * observed (cm_observe); as cm_prop_holds says of a state. */
cm_lit cm_question(cm_job *job, const cm_prop *prop, const cm_val *const *observed);

/* The condition for it to hold (wish) or to fail for some value of each of those that may be any
 * under their condition in `free`; of comparisons by themselves, so that it holds at least where
 * it should. */
cm_lit cm_question_possible(cm_job *job, const cm_prop *prop, const cm_val *const *observed,
                            const cm_lit *free, bool wish);

/* The condition for a state that differs from those found in its first `width` values,
 * said by its values: CM_TRUE where there could be many, CM_FALSE where there is none. */
cm_lit cm_question_new(cm_job *job, const cm_states *found, int width,
                       const cm_val *const *observed);

#endif
