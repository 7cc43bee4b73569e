/* Says why a record does not follow the schema, in words of our own: the
 * validator says only that an element "failed to validate attributes".
 */
#ifndef CM_HWRUN_RECORD_RECORD_EXPLAIN_H
#define CM_HWRUN_RECORD_RECORD_EXPLAIN_H

#include "base/diag.h"
#include "lazy/xml.h"

/* Where the element starts in the text that it was read from, or one of its
 * attributes (NULL: the element). */
cm_place cm_record_place(const cm_source *source, const xmlNode *node, const char *attribute);

/* Raises an error for the first thing in doc, in the order of the text, that the schema (the
 * document of schemas/run-record.rng) does not have so; returns if it finds none. */
void cm_record_explain(cm_work *work, const cm_source *source, const xmlDoc *doc,
                       const xmlDoc *schema);

#endif
