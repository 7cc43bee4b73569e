/* An explanation as one JSON object (docs/output.md, "Explanations as JSON"). */
#ifndef CM_EXPLAIN_JSON_H
#define CM_EXPLAIN_JSON_H

#include "base/text.h"
#include "explain/explain.h"
#include "explain/repair.h"
#include "report/json.h"

/* May escape through the arena of `out`. */
void cm_explain_json(cm_text *out, const cm_explanation *explanation);
/* The changes of a proposal, as `cmcm repair` has them (docs/repair.md). May escape likewise. */
void cm_repair_append_changes(cm_text *out, json_t *array, const cm_repair *repair,
                              const cm_proposal *proposal);

#endif
