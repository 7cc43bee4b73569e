/* Words of types as tests of source languages write them. */
#ifndef CM_LITMUS_TYPES_H
#define CM_LITMUS_TYPES_H

#include "litmus/lexer.h"

/* Goes past one word of a type: `unsigned`, `atomic_int`, `struct NAME`; false: none is there. */
bool cm_accept_type_word(cm_lexer *lex);

#endif
