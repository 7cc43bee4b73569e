/* IEEE arithmetic on bit patterns: see float.h. */
#include "litmus/float.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
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

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static uint64_t bits_of_double(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

uint64_t cm_float_bfloat_sum(uint64_t a, uint64_t b)
{
    return narrowed_bfloat(bits_of(float_of((uint32_t)a << 16) + float_of((uint32_t)b << 16)));
}

/* Of two numbers; zeros by their signs. */
static bool is_first(bool smallest, double x, double y)
{
    if (isnan(x) || isnan(y))
        return isnan(y);
    if (x == y)
        return smallest == (signbit(x) != 0);
    return smallest == (x < y);
}

/* Those whose result is a truth value, or one of the operands: the same in every format. */
static bool compared(cm_op op, double x, double y, uint64_t a, uint64_t b, uint64_t *result)
{
    switch (op) {
    case CM_OP_FLT:
        *result = x < y;
        return true;
    case CM_OP_FLE:
        *result = x <= y;
        return true;
    case CM_OP_FEQ:
        *result = x == y;
        return true;
    case CM_OP_FMIN:
    case CM_OP_FMAX:
        *result = is_first(op == CM_OP_FMIN, x, y) ? a : b;
        return true;
    default:
        return false;
    }
}

static float single(cm_op op, float x, float y, float z)
{
    return op == CM_OP_FSUM        ? x + y
           : op == CM_OP_FPRODUCT  ? x * y
           : op == CM_OP_FQUOTIENT ? x / y
           : op == CM_OP_FROOT     ? sqrtf(x)
                                   : fmaf(x, y, z);
}

static double twice(cm_op op, double x, double y, double z)
{
    return op == CM_OP_FSUM        ? x + y
           : op == CM_OP_FPRODUCT  ? x * y
           : op == CM_OP_FQUOTIENT ? x / y
           : op == CM_OP_FROOT     ? sqrt(x)
                                   : fma(x, y, z);
}

uint64_t cm_float_apply(cm_op op, unsigned bits, uint64_t a, uint64_t b, uint64_t c)
{
    if (bits == 16) /* a sum */
        return narrowed_half(
            bits_of(float_of(widened_half((uint32_t)a)) + float_of(widened_half((uint32_t)b))));
    uint64_t result;
    double x = bits == 32 ? float_of((uint32_t)a) : double_of(a);
    double y = bits == 32 ? float_of((uint32_t)b) : double_of(b);
    if (compared(op, x, y, a, b, &result))
        return result;
    if (bits == 32)
        return bits_of(single(op, (float)x, (float)y, float_of((uint32_t)c)));
    return bits_of_double(twice(op, x, y, double_of(c)));
}

uint64_t cm_float_read(const char *text, size_t length, unsigned bits)
{
    char copy[128]; /* digits past these decide nothing but a tie that long */
    size_t most = length < sizeof copy - 1 ? length : sizeof copy - 1;
    memcpy(copy, text, most);
    copy[most] = '\0';
    return bits == 64 ? bits_of_double(strtod(copy, NULL)) : bits_of(strtof(copy, NULL));
}

double cm_float_number(uint64_t value, unsigned bits)
{
    return bits == 64 ? double_of(value) : float_of((uint32_t)value);
}

char *cm_float_print(cm_arena *arena, uint64_t value, unsigned bits)
{
    enum { MOST_DIGITS = 17 };
    double number = cm_float_number(value, bits);
    if (isnan(number))
        return cm_arena_printf(arena, "nan");
    if (fabs(number) < 1e6 && number == trunc(number)) /* 10, not 1e+01 */
        return cm_arena_printf(arena, "%.0f", number);
    char *text = NULL;
    for (int digits = 1; digits <= MOST_DIGITS; digits++) {
        text = cm_arena_printf(arena, "%.*g", digits, number);
        bool same = bits == 64 ? strtod(text, NULL) == number : strtof(text, NULL) == (float)number;
        if (same)
            break;
    }
    return text;
}

/* ---- conversions -------------------------------------------------------- */

static double integral(cm_float_rounding rounding, double value)
{
    switch (rounding) {
    case CM_TO_ZERO:
        return trunc(value);
    case CM_TO_FLOOR:
        return floor(value);
    case CM_TO_CEILING:
        return ceil(value);
    default:
        return nearbyint(value);
    }
}

/* Integral; the bounds are powers of two, which a double holds. */
static uint64_t clamped(double value, bool is_signed, unsigned bits)
{
    double above = ldexp(1, (int)bits - is_signed), below = is_signed ? -above : 0;
    uint64_t most = (UINT64_MAX >> (64 - bits)) >> is_signed;
    if (value < below)
        return is_signed ? ~most : 0;
    if (value >= above)
        return most;
    return is_signed ? (uint64_t)(int64_t)value : (uint64_t)value;
}

/* Rounded once: what a float has no room for is left in its last bit (round to odd). */
static uint64_t half_of_double(double value)
{
    float near = (float)value;
    uint32_t bits = bits_of(near);
    if (!isnan(value) && (double)near != value)
        bits = (fabs((double)near) > fabs(value) ? bits - 1 : bits) | 1;
    return narrowed_half(bits);
}

static uint64_t from_integer(uint64_t value, bool is_signed, unsigned from, unsigned to)
{
    unsigned above = 64 - from;
    int64_t with_sign = (int64_t)(value << above) >> above;
    uint64_t without = value << above >> above;
    if (to == 64)
        return bits_of_double(is_signed ? (double)with_sign : (double)without);
    if (to == 16) /* what a double has no room for is greater than every half */
        return half_of_double(is_signed ? (double)with_sign : (double)without);
    return bits_of(is_signed ? (float)with_sign : (float)without);
}

static bool is_width(unsigned bits)
{
    return bits == 8 || bits == 16 || bits == 32 || bits == 64;
}

uint64_t cm_float_convert(uint32_t conversion, uint64_t value)
{
    unsigned from_kind = conversion >> 24, from = conversion >> 16 & 255, to = conversion & 255;
    if (!is_width(from) || !is_width(to)) /* no conversion */
        return 0;
    unsigned to_kind = conversion >> 12 & 15;
    cm_float_rounding rounding = (cm_float_rounding)(conversion >> 8 & 15);
    if (from_kind != CM_KIND_FLOAT)
        return from_integer(value, from_kind == CM_KIND_SIGNED, from, to);
    double number = from == 64   ? double_of(value)
                    : from == 32 ? float_of((uint32_t)value)
                                 : float_of(widened_half((uint32_t)value & 0xffff));
    if (to_kind != CM_KIND_FLOAT && isnan(number))
        return from == 64 || to == 64 ? UINT64_C(1) << (to - 1) : 0;
    if (to_kind != CM_KIND_FLOAT)
        return clamped(integral(rounding, number), to_kind == CM_KIND_SIGNED, to);
    if (from == to)
        number = integral(rounding, number);
    return to == 64   ? bits_of_double(number)
           : to == 32 ? bits_of((float)number)
                      : half_of_double(number);
}
