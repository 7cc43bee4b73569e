/* Where a model has other readings (`if "name"` in its text), which of them allow what was seen
 * and the model as it was asked for forbids.
 */
#ifndef CM_CAMPAIGN_READINGS_H
#define CM_CAMPAIGN_READINGS_H

#include "campaign/judge.h"

typedef struct cm_readings {
    cm_judge_options options; /* with which the report was judged */
    cm_judge *other;          /* NULL at first; who has the struct frees it */
} cm_readings;

/* Adds a note to the report for each single variant that the model asks for, that was not set, and
 * with which all states that were seen of some test are allowed. Looks at the first 20 tests of
 * which a forbidden state was seen; not at those with planted bugs, which are no finding about the
 * model. judge: of the report. May escape through the report's arena. */
void cm_readings_note(cm_readings *readings, cm_judge *judge, cm_conform *report);

#endif
