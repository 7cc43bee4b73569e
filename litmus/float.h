/* IEEE 754 arithmetic on bit patterns, to the nearest, ties to even. The payload of a NaN that
 * comes out is not said. */
#ifndef CM_LITMUS_FLOAT_H
#define CM_LITMUS_FLOAT_H

#include "litmus/expr.h"

#include "base/arena.h"

/* An operation CM_OP_F... on values of 32 or 64 bits; a sum also of 16. A comparison with a NaN is
 * 0; the smaller or greater of a NaN and a number is the number, and -0 is below 0. */
uint64_t cm_float_apply(cm_op op, unsigned bits, uint64_t a, uint64_t b, uint64_t c);
uint64_t cm_float_bfloat_sum(uint64_t a, uint64_t b);

/* The nearest to what the text says, without its sign; so many bytes of it. */
uint64_t cm_float_read(const char *text, size_t length, unsigned bits);

/* The shortest decimal text that is read as it: 1.5, 1e+10, -inf, nan. */
char *cm_float_print(cm_arena *arena, uint64_t value, unsigned bits);
double cm_float_number(uint64_t value, unsigned bits);

/* How a float becomes an integer, or an integral float. */
typedef enum cm_float_rounding {
    CM_TO_NEAREST,
    CM_TO_ZERO,
    CM_TO_FLOOR,
    CM_TO_CEILING
} cm_float_rounding;

/* What is converted to what: widths in bits; an integer is signed, unsigned, or it is a float. */
typedef enum cm_float_kind { CM_KIND_UNSIGNED, CM_KIND_SIGNED, CM_KIND_FLOAT } cm_float_kind;

#define CM_FLOAT_CONVERSION(from_kind, from, to_kind, to, rounding)                                \
    ((uint32_t)(from_kind) << 24 | (uint32_t)(from) << 16 | (uint32_t)(to_kind) << 12 |            \
     (uint32_t)(rounding) << 8 | (uint32_t)(to))

/* Floats are of 16, 32 or 64 bits. To an integer: clamped to its range; a NaN is 0, or, of 64 bits
 * on either side, the least signed number (PTX ISA, "cvt"). */
uint64_t cm_float_convert(uint32_t conversion, uint64_t value);

#endif
