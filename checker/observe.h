/* What a test observes, as guarded values of an execution: registers at the end
 * of their threads, memory as co-maximal writes leave it. */
#ifndef CM_CHECKER_OBSERVE_H
#define CM_CHECKER_OBSERVE_H

#include "checker/encode.h"

/* One value for each of a state's values (litmus/state.h). Adds the choice of
 * final writes to graph->groups and graph->asserts. Fails (cm_fail) when memory
 * is observed but the model has no coherence order `co`. */
const cm_val **cm_observe(cm_encoder *encoder);

/* The state of the solution found last. */
void cm_observed_state(const cm_test *test, const cm_val *const *observed, cm_solver *solver,
                       uint64_t *values);

#endif
