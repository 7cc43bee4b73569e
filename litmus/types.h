/* Words of types as tests of source languages write them, and what they say of numbers. */
#ifndef CM_LITMUS_TYPES_H
#define CM_LITMUS_TYPES_H

#include "litmus/lexer.h"
#include "litmus/number_type.h"

/* Goes past one word of a type: `unsigned`, `atomic_int`, `struct NAME`; false: none is there. */
bool cm_accept_type_word(cm_lexer *lex);

/* What tests may have instead where C's word begins something that is not read, `union`; NULL: it
 * does not. */
const char *cm_instead_of(const char *word, size_t length);

/* At `(int* x, int v)`, or `(X, V)`: the last word of each is its name. Leaves lex behind. */
struct cm_definition;
void cm_read_parameters(cm_lexer *lex, struct cm_definition *made);

/* What the words and stars of a type say, `unsigned char *`, `std::atomic<uint8_t>&`: a reference
 * counts as a star. */
cm_number_type cm_number_type_in(const char *text, size_t length);
/* `INT_MAX`, `UINT64_MAX`, ...: its value and type (ISO C11 5.2.4.2.1, 7.20.2). */
bool cm_number_limit(const char *name, cm_number_type *type, uint64_t *number);
/* The value of that type that a number becomes (ISO C11 6.3.1.2, 6.3.1.3), extended to 64 bits. */
uint64_t cm_number_convert(cm_number_type type, uint64_t number);

#endif
