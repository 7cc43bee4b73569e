/* The orders in which herd prints things: inside litmus/. */
#ifndef CM_LITMUS_ORDER_H
#define CM_LITMUS_ORDER_H

#include "litmus/test.h"

/* Registers by thread then name, then locations by name. <0, 0, >0. */
int cm_observed_compare(const cm_test *test, const cm_observed *a, const cm_observed *b);

/* Values of one item: numbers by their size, then names. */
int cm_value_compare(const cm_test *test, bool is_signed, uint64_t a, uint64_t b);

/* Width and sign of an observed item (of an array: of an element). */
void cm_observed_type(const cm_test *test, const cm_observed *item, unsigned *bits,
                      bool *is_signed);

#endif
