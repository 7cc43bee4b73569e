/* The orders in which herd prints things, and types of what is printed: litmus/test.c. */
#ifndef CM_LITMUS_PRINT_ORDER_H
#define CM_LITMUS_PRINT_ORDER_H

#include "litmus/test.h"

/* Texts, but with the numbers in them compared as numbers: X9 before X10. 0: they are
 * the same. */
int cm_natural_compare(const char *a, const char *b);

/* Values of one item: numbers by their size, then names. */
int cm_value_compare(const cm_test *test, bool is_signed, uint64_t a, uint64_t b);

/* Width and sign of an observed item (of an array: of an element). */
void cm_observed_type(const cm_test *test, const cm_observed *item, unsigned *bits,
                      bool *is_signed);

/* Is it a floating-point number? */
bool cm_observed_is_float(const cm_test *test, const cm_observed *item);

#endif
