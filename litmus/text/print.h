/* Parts of a printed test: inside litmus/. */
#ifndef CM_LITMUS_TEXT_PRINT_H
#define CM_LITMUS_TEXT_PRINT_H

#include "base/text.h"
#include "litmus/test.h"

void cm_print_init(cm_text *text, const cm_test *test);
/* "@gpu 0"; nothing: no home is said. */
void cm_print_home(cm_text *text, const cm_test *test, const cm_location *location);
void cm_print_program(cm_text *text, const cm_test *test);
void cm_print_observed(cm_text *text, const cm_test *test);

#endif
