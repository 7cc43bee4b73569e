/* IEEE arithmetic on bit patterns: see float.h. */
#include "litmus/float.h"

#include <string.h>

/* Values of 16 bits are computed as floats, which hold them: of a sum that a float cannot hold,
 * too, the float's rounding is far from where the narrower format is in doubt, for what was
 * added is then less than a quarter of the last place. */

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t widened_half(uint32_t half)
{
    uint32_t sign = (half & 0x8000) << 16, exponent = half >> 10 & 31, fraction = half & 1023;
    if (exponent == 31)
        return sign | 0x7f800000 | fraction << 13;
    if (exponent > 0)
        return sign | (exponent + 112) << 23 | fraction << 13;
    return sign | bits_of((float)fraction * 0x1p-24f); /* subnormal, or zero */
}

/* To the nearest, ties to even: `value` without its last `drop` bits. */
static uint32_t rounded(uint32_t value, unsigned drop)
{
    uint32_t half = UINT32_C(1) << (drop - 1), odd = value >> drop & 1;
    return (value + half - 1 + odd) >> drop;
}

static uint32_t narrowed_half(uint32_t wide)
{
    uint32_t sign = wide >> 16 & 0x8000, exponent = wide >> 23 & 255;
    uint32_t fraction = wide & 0x7fffff, magnitude = wide & 0x7fffffff;
    if (exponent == 255)
        return sign | 0x7c00 | (fraction ? 0x200 : 0);
    if (exponent <= 101) /* below half of the least */
        return sign;
    if (exponent < 113) /* subnormal: the leading one is written */
        return sign | rounded(fraction | 0x800000, 126 - exponent);
    uint32_t half = rounded(magnitude - (UINT32_C(112) << 23), 13);
    return sign | (half > 0x7c00 ? 0x7c00 : half);
}

static uint32_t narrowed_bfloat(uint32_t wide)
{
    bool nan = (wide & 0x7fffffff) > 0x7f800000;
    return nan ? wide >> 16 | 0x40 : rounded(wide, 16);
}

uint64_t cm_float_sum(cm_float_format format, uint64_t a, uint64_t b)
{
    double x, y;
    switch (format) {
    case CM_FLOAT_HALF:
        return narrowed_half(
            bits_of(float_of(widened_half((uint32_t)a)) + float_of(widened_half((uint32_t)b))));
    case CM_FLOAT_BFLOAT:
        return narrowed_bfloat(bits_of(float_of((uint32_t)a << 16) + float_of((uint32_t)b << 16)));
    case CM_FLOAT_SINGLE:
        return bits_of(float_of((uint32_t)a) + float_of((uint32_t)b));
    case CM_FLOAT_DOUBLE:
        break;
    }
    memcpy(&x, &a, sizeof x);
    memcpy(&y, &b, sizeof y);
    x += y;
    memcpy(&a, &x, sizeof a);
    return a;
}
