/* How many executions a model allows, where cm_check tells its states.
 *
 * Two executions differ when their events, their reads-from or their coherence order differ
 * (coherence where the model chooses it with `with`), as the reference simulator counts them.
 * Rounds of loops that only wait count once (loops/wait.h).
 */
#ifndef CM_CHECKER_COUNT_H
#define CM_CHECKER_COUNT_H

#include "checker/check.h"

enum { CM_MOST_EXECUTIONS = 10000 };

typedef struct cm_execution_count {
    const char *reason;       /* NULL: counted; else why not */
    size_t satisfying, other; /* of the bare proposition; the filter is applied */
} cm_execution_count;

/* With the options of the check that gave the result, which is used to cross-check. The reason
 * is in the arena of the work. Protects itself. */
cm_execution_count cm_count_executions(cm_work *work, cm_solver_context *context,
                                       const cm_model *model, const cm_test *test,
                                       const cm_check_options *options,
                                       const cm_check_result *result);

#endif
