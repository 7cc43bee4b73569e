/* The orders in which herd prints things, and what names are: inside litmus/. */
#ifndef CM_LITMUS_PRINT_ORDER_H
#define CM_LITMUS_PRINT_ORDER_H

#include "litmus/state_value.h"
#include "litmus/test.h"

/* Texts, but with the numbers in them compared as numbers: X9 before X10. 0: they are
 * the same. */
int cm_natural_compare(const char *a, const char *b);

/* Is it a name as programs have them, "x", "%t.0" (litmus/lexer.c)? */
bool cm_name_is_plain(const char *name);

/* Values of one item: numbers by their size, then names. */
int cm_value_compare(const cm_test *test, bool is_signed, uint64_t a, uint64_t b);

/* What has a value in a state: registers by thread and name, memory by name and
 * element, faults. */
int cm_state_item_compare(const cm_state_item *a, const cm_state_item *b);

/* A value as it is in a state: as cm_value_print has it. */
cm_scalar cm_value_scalar(cm_arena *arena, const cm_test *test, uint64_t value, unsigned bits,
                          bool is_signed);

/* Width and sign of an observed item (of an array: of an element). */
void cm_observed_type(const cm_test *test, const cm_observed *item, unsigned *bits,
                      bool *is_signed);

/* Is it a floating-point number? */
bool cm_observed_is_float(const cm_test *test, const cm_observed *item);

#endif
