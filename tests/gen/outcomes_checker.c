/* Outcomes by the checker, in a file of its own: programs that only want the
 * oracle do not need the solver. */
#include "tests/gen/outcomes.h"

gen_outcomes gen_by_checker(cm_work *work, cm_solver_context *solver, const cm_model *model,
                            const cm_test *test)
{
    cm_check_options options = {.unroll = 2, .timeout = 20, .max_states = 2000};
    cm_check_result *result = cm_check(work, solver, model, test, &options);
    gen_outcomes out = {0};
    if (!result || result->outcome == CM_LIMIT)
        return out;
    out.known = true;
    out.count = result->states->count;
    out.states = CM_NEW_ARRAY(work->arena, out.count, const char *);
    for (size_t i = 0; i < out.count; i++)
        out.states[i] = cm_state_print(
            work->arena, test, result->states->values + i * (size_t)result->states->value_count);
    return out;
}
