/* Lines of a text for a terminal: broken at blanks, the rest indented. */
#ifndef CM_REPORT_LINES_H
#define CM_REPORT_LINES_H

#include "base/text.h"

/* Appends a paragraph: `indent` blanks before the first line, `hang` before the others. */
void cm_lines_add(cm_text *out, int indent, int hang, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
/* The same of a text whose first line is begun, `used` columns wide. Mark: ends each line that
 * goes on in the next, of a command, which is broken only before an option; "": words are. */
void cm_lines_wrap(cm_text *out, const char *text, int used, int hang, const char *mark);

#endif
