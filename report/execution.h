/* One execution for people and programs: words for its events, and JSON.
 *
 * The JSON (docs/output.md, "json") says all there is to draw or to
 * check an execution again: events with their thread, source line and instruction,
 * what they did, and the relations by name.
 */
#ifndef CM_REPORT_EXECUTION_H
#define CM_REPORT_EXECUTION_H

#include "execution/execution.h"
#include "report/document.h"

/* "a", "b", ... "z", "aa": the name of an event. */
void cm_report_label(cm_text *out, const cm_event *event);
const char *cm_report_label_text(cm_arena *arena, const cm_event *event);
/* "R [x]=1", "W [t[1]]=2 (1 byte)", "W [q]=0x100000002", "F". */
void cm_report_access(cm_text *out, const cm_test *test, const cm_event *event);
/* "x", "t[1]", "x+4": where it goes. */
char *cm_report_place(cm_arena *arena, const cm_test *test, const cm_event *event);
/* What is read or written, as the location's type prints it. */
char *cm_report_value(cm_arena *arena, const cm_test *test, const cm_event *event);

/* The execution as an object under the key. */
void cm_report_add_execution(cm_doc *in, const char *key, const cm_execution *x);

#endif
