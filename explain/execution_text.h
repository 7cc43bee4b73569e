/* An execution in words, for a terminal: thread by thread, with the lines of the test. */
#ifndef CM_EXPLAIN_EXECUTION_TEXT_H
#define CM_EXPLAIN_EXECUTION_TEXT_H

#include "base/text.h"
#include "execution/execution.h"

/* Adds the execution. May escape through the arena of `out`. */
void cm_explain_add_execution(cm_text *out, const cm_execution *x);

#endif
