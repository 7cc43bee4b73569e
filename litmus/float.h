/* IEEE 754 arithmetic on bit patterns, to the nearest, ties to even. */
#ifndef CM_LITMUS_FLOAT_H
#define CM_LITMUS_FLOAT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum cm_float_format {
    CM_FLOAT_HALF,   /* binary16 */
    CM_FLOAT_BFLOAT, /* the upper half of a binary32 */
    CM_FLOAT_SINGLE,
    CM_FLOAT_DOUBLE
} cm_float_format;

/* The sum; of a NaN a NaN, whose payload is not said. */
uint64_t cm_float_sum(cm_float_format format, uint64_t a, uint64_t b);

#endif
