/* What a model allows of one test, for those who compare it with what hardware
 * did: `cmcm run` and `cmcm conform`. A judge is used by one thread at a time.
 */
#ifndef CM_CLI_JUDGE_H
#define CM_CLI_JUDGE_H

#include "campaign/conform.h"

typedef struct cli_judge cli_judge;

/* model: a name or a path as for `cmcm check --model`, or NULL: by each test's
 * architecture. timeout: seconds for one test, 0: none. NULL: out of memory. */
cli_judge *cli_judge_new(const char *model, double timeout);
void cli_judge_free(cli_judge *judge); /* NULL is allowed */

/* NULL: the model that was named can be loaded (or none was named); else what is
 * wrong with it, as text for standard error. */
const char *cli_judge_complaint(cli_judge *judge);

/* Checks the text of a test; file_name is what messages call it. False: it cannot
 * be parsed, or not be checked with this model; out->why says why, in one line.
 * out->suite, out->order and out->reason are left empty. May escape through the arena. */
bool cli_judge_test(cli_judge *judge, cm_arena *arena, const char *file_name, const char *text,
                    size_t length, cm_conform_allowed *out);

/* Fills in out->suite, out->order and out->reason if the test that was judged is one of the
 * suites of docs/suites.md: by its name, and because it is that program. */
void cli_judge_reason(cli_judge *judge, cm_arena *arena, const char *name, cm_conform_allowed *out);

#endif
