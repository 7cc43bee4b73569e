/* Tests checked in processes that can be ended: what one came to, as a message. */
#ifndef CM_CLI_OUTCOME_H
#define CM_CLI_OUTCOME_H

#include "cli/check.h"
#include "cli/isolate.h"

/* What the processes of all workers check. */
typedef struct cli_isolated_tests {
    const cli_plan *plan;
    const cli_inputs *inputs;
} cli_isolated_tests;

/* Work whose questions are indexes of inputs and whose answers are outcomes. */
cli_isolated_work cli_outcome_work(cli_isolated_tests *tests);
/* A cm_answer_take: answer is a cli_outcome, to be freed by cli_outcome_free. */
bool cli_outcome_take(cm_message *fields, void *answer);

#endif
