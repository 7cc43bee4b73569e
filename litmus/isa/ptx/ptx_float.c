/* Floating-point types (PTX ISA, "Fundamental Types", "Packed Data Types"): values are bit
 * patterns, which memory and mov carry, and atom and red may add or compare ("atom": .add of .f16,
 * .f16x2, .bf16, .bf16x2, .f32, .f64, to the nearest; .min and .max of those of 16 bits). */
#include "litmus/isa/ptx/ptx.h"

static const struct {
    const char *name;
    cm_ptx_type type;
} types[] = {{"f16", {CM_PTX_FLOAT, 16}},        {"f32", {CM_PTX_FLOAT, 32}},
             {"f64", {CM_PTX_FLOAT, 64}},        {"bf16", {CM_PTX_BFLOAT, 16}},
             {"f16x2", {CM_PTX_FLOAT_PAIR, 32}}, {"bf16x2", {CM_PTX_BFLOAT_PAIR, 32}}};

static bool take(cm_ptx *p, cm_ptx_type *type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        *type = types[i].type;
        if (cm_ptx_has(p, types[i].name))
            return true;
    }
    return false;
}

/* Of ld, st, mov and selp: .f32 and .f64 are as many bits. */
cm_ptx_type cm_ptx_take_bits_type(cm_ptx *p)
{
    cm_ptx_type type = cm_ptx_take_type(p);
    if (type.bits == 0 && cm_ptx_has(p, "f32"))
        type = (cm_ptx_type){CM_PTX_BITS, 32};
    else if (type.bits == 0 && cm_ptx_has(p, "f64"))
        type = (cm_ptx_type){CM_PTX_BITS, 64};
    return type;
}

cm_ptx_type cm_ptx_take_float_type(cm_ptx *p)
{
    cm_ptx_type type;
    return take(p, &type) ? type : (cm_ptx_type){CM_PTX_BITS, 0};
}

bool cm_ptx_is_float(cm_ptx_type type)
{
    return type.kind >= CM_PTX_FLOAT;
}

bool cm_ptx_is_pair(cm_ptx_type type)
{
    return type.kind >= CM_PTX_FLOAT_PAIR;
}

cm_ptx_type cm_ptx_element(cm_ptx_type pair)
{
    return (cm_ptx_type){pair.kind == CM_PTX_FLOAT_PAIR ? CM_PTX_FLOAT : CM_PTX_BFLOAT, 16};
}

/* A number of 16 bits whose order as a signed integer is that of the values, and back again:
 * below zero all bits but the sign's turn round. */
static const cm_expr *ordered(cm_ptx *p, const cm_expr *value)
{
    const cm_expr *sign = cm_dotted_op(p, CM_OP_ASHR, 16, value, cm_ptx_const(p, 15));
    return cm_dotted_op(p, CM_OP_XOR, 16, value,
                        cm_dotted_op(p, CM_OP_AND, 16, sign, cm_ptx_const(p, INT16_MAX)));
}

const cm_expr *cm_ptx_float_combined(cm_ptx *p, cm_ptx_operation operation, cm_ptx_type type,
                                     const cm_expr *a, const cm_expr *b)
{
    if (operation == CM_PTX_ADD)
        return cm_dotted_op(p, type.kind == CM_PTX_BFLOAT ? CM_OP_BFSUM : CM_OP_FSUM, type.bits, a,
                            b);
    cm_op choice = operation == CM_PTX_MIN ? CM_OP_SMIN : CM_OP_SMAX;
    return ordered(p, cm_dotted_op(p, choice, type.bits, ordered(p, a), ordered(p, b)));
}

/* ---- where PTX leaves the sum open ------------------------------------ */

/* The fraction's bits. */
static uint64_t fraction_of(cm_ptx_type type)
{
    unsigned bits = type.kind == CM_PTX_BFLOAT ? 7
                    : type.bits == 16          ? 10
                    : type.bits == 32          ? 23
                                               : 52;
    return (UINT64_C(1) << bits) - 1;
}

static uint64_t magnitude_of(cm_ptx_type type)
{
    return (UINT64_C(1) << (type.bits - 1)) - 1;
}

static const cm_expr *magnitude(cm_ptx *p, cm_ptx_type type, const cm_expr *value)
{
    return cm_dotted_op(p, CM_OP_AND, 64, value, cm_ptx_const(p, magnitude_of(type)));
}

static const cm_expr *is_nan(cm_ptx *p, cm_ptx_type type, const cm_expr *value)
{
    uint64_t infinity = magnitude_of(type) & ~fraction_of(type);
    return cm_dotted_op(p, CM_OP_ULT, 64, cm_ptx_const(p, infinity), magnitude(p, type, value));
}

static const cm_expr *is_subnormal(cm_ptx *p, cm_ptx_type type, const cm_expr *value)
{
    const cm_expr *less =
        cm_dotted_op(p, CM_OP_SUB, 64, magnitude(p, type, value), cm_ptx_const(p, 1));
    return cm_dotted_op(p, CM_OP_ULT, 64, less, cm_ptx_const(p, fraction_of(type)));
}

/* Of a NaN and a number, or of two zeros with different signs, the text of atom does not say which
 * is less. */
static const cm_expr *incomparable(cm_ptx *p, cm_ptx_type type, const cm_expr *a, const cm_expr *b)
{
    const cm_expr *nan = cm_dotted_op(p, CM_OP_OR, 64, is_nan(p, type, a), is_nan(p, type, b));
    const cm_expr *both =
        cm_dotted_op(p, CM_OP_OR, 64, magnitude(p, type, a), magnitude(p, type, b));
    const cm_expr *zeros =
        cm_dotted_op(p, CM_OP_AND, 64, cm_dotted_op(p, CM_OP_EQ, 64, both, cm_ptx_const(p, 0)),
                     cm_dotted_op(p, CM_OP_NE, type.bits, a, b));
    return cm_dotted_op(p, CM_OP_OR, 64, nan, zeros);
}

/* A NaN's payload is not said; in global memory .f32 takes subnormal numbers for zeros, and
 * elsewhere not. */
void cm_ptx_float_opaque(cm_ptx *p, int step, cm_ptx_operation operation, cm_ptx_type type,
                         const cm_expr *a, const cm_expr *b)
{
    if (operation != CM_PTX_ADD) {
        cm_asm_opaque(p->as, step, incomparable(p, type, a, b),
                      "may compare a NaN, or zeros of two signs");
        return;
    }
    const cm_expr *sum = cm_ptx_float_combined(p, operation, type, a, b);
    const cm_expr *open = is_nan(p, type, sum);
    if (type.bits == 32) {
        open = cm_dotted_op(p, CM_OP_OR, 64, open, is_subnormal(p, type, a));
        open = cm_dotted_op(p, CM_OP_OR, 64, open, is_subnormal(p, type, b));
        open = cm_dotted_op(p, CM_OP_OR, 64, open, is_subnormal(p, type, sum));
    }
    cm_asm_opaque(p->as, step, open,
                  type.bits == 32 ? "may give a NaN, or add subnormal numbers" : "may give a NaN");
}
