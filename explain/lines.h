/* Lines of a text for a terminal: broken at blanks, the rest indented. */
#ifndef CM_EXPLAIN_LINES_H
#define CM_EXPLAIN_LINES_H

#include "base/text.h"

/* Appends a paragraph: `indent` blanks before the first line, `hang` before the others. */
void cm_lines_add(cm_text *out, int indent, int hang, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

#endif
