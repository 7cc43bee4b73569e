/* An explanation as one JSON object (docs/output.md, "Explanations as JSON"). */
#ifndef CM_EXPLAIN_JSON_H
#define CM_EXPLAIN_JSON_H

#include "base/text.h"
#include "explain/explain.h"
#include "explain/repair.h"
#include "report/document.h"

/* May escape through the arena of `out`. */
void cm_explain_json(cm_text *out, const cm_explanation *x);
/* What the proposal changes, as a list under "changes". */
void cm_repair_add_changes(cm_doc *in, const cm_repair *x, const cm_proposal *p);

#endif
