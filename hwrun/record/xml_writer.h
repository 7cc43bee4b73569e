/* XML texts, through libxml2 so that escaping is right. Its memory is released also
 * when the arena runs out half-way: what writes runs under a protect of its own.
 */
#ifndef CM_HWRUN_RECORD_XML_WRITER_H
#define CM_HWRUN_RECORD_XML_WRITER_H

#include "base/diag.h"

typedef struct cm_xml cm_xml;

/* What `write` makes of `what`, as text in the work's arena. Escapes. */
char *cm_xml_text(cm_work *work, void (*write)(cm_xml *xml, const void *what), const void *what);

/* Of the work that the text is for. */
cm_arena *cm_xml_arena(const cm_xml *xml);

/* <?xml version="1.0" encoding="UTF-8"?> */
void cm_xml_declare(cm_xml *xml);
void cm_xml_begin(cm_xml *xml, const char *name);
void cm_xml_end(cm_xml *xml);
/* Texts may hold any bytes: cm_record_escape (hwrun/record/record_format.h). */
void cm_xml_attribute(cm_xml *xml, const char *name, const char *value);
void cm_xml_number(cm_xml *xml, const char *name, uint64_t value);
void cm_xml_content(cm_xml *xml, const char *text);
void cm_xml_element(cm_xml *xml, const char *name, const char *text);
/* Ends the start tag of the innermost element, which stays open; and the line. */
void cm_xml_leave_open(cm_xml *xml);

#endif
