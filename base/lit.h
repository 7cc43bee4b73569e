/* A truth that is known, or a literal of a formula (checker/solver/form.h): what is computed on
 * both alike is written once. */
#ifndef CM_BASE_LIT_H
#define CM_BASE_LIT_H

#include <stdint.h>

typedef int32_t cm_lit;
#define CM_TRUE  ((cm_lit)1)
#define CM_FALSE ((cm_lit)-1)

#endif
