/* What the model says of the states that a run has seen. A build without the
 * checker has no judge: hw_judge_new then gives NULL and no complaint.
 */
#ifndef CM_CLI_HW_JUDGE_H
#define CM_CLI_HW_JUDGE_H

#include "base/stop.h"
#include "report/conform.h"

typedef struct hw_judge hw_judge;

/* NULL: there is none; *complaint is then "" or what is wrong with the model, in
 * the arena. stop: ends a check; or NULL. */
hw_judge *hw_judge_new(cm_arena *arena, const char *model, cm_stop *stop, const char **complaint);
void hw_judge_free(hw_judge *judge); /* NULL is allowed */

/* What the model allows: a cm_campaign_judge; context: the judge. */
bool hw_judge_ask(void *context, cm_arena *arena, const char *file_name, const char *text,
                  size_t length, cm_conform_allowed *out);

#endif
