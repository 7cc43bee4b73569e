/* One execution for people and programs: words for its events, and JSON.
 *
 * The JSON (docs/output.md, "Executions as JSON") says all there is to draw or to
 * check an execution again: events with their thread, source line and instruction,
 * what they did, and the relations by name.
 */
#ifndef CM_REPORT_EXECUTION_H
#define CM_REPORT_EXECUTION_H

#include "base/text.h"
#include "execution/execution.h"

#include <jansson.h>

/* "a", "b", ... "z", "aa": the name of an event. */
void cm_report_label(cm_text *out, const cm_event *event);
/* "R [x]=1", "W [t[1]]=2 (1 byte)", "F". */
void cm_report_access(cm_text *out, const cm_test *test, const cm_event *event);
/* "x", "t[1]", "x+4": where it goes. */
char *cm_report_place(cm_arena *arena, const cm_test *test, const cm_event *event);
/* What is read or written, as the location's type prints it. */
char *cm_report_value(cm_arena *arena, const cm_test *test, const cm_event *event);

/* Sets object[key] to the execution. Memory of the JSON library belongs to the object from
 * the start, so that an escape (through the arena of `out`, to which nothing is appended)
 * leaves nothing without an owner. */
void cm_report_set_execution(cm_text *out, json_t *object, const char *key,
                             const cm_execution *execution);
/* Sets object[key] to [["a","b"], ...]. */
void cm_report_set_pairs(cm_text *out, json_t *object, const char *key,
                         const cm_execution *execution, const cm_rel *rel);

#endif
