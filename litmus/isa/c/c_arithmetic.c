/* Arithmetic of C, and where it is undefined. */
#include "litmus/isa/c/c.h"

const cm_expr *cm_c_compute(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b)
{
    return cm_asm_op(c->as, op, 64, a, b, NULL);
}

const cm_expr *cm_c_is_zero(cm_c *c, const cm_expr *value)
{
    return cm_c_compute(c, CM_OP_EQ, value, cm_asm_const(c->as, 0));
}

/* What computes on values of that type: in 32 bits if they have no sign. */
static const cm_expr *operation_in(cm_c *c, cm_number_type type, cm_op op, const cm_expr *a,
                                   const cm_expr *b)
{
    static const cm_op without_sign[][2] = {{CM_OP_SLT, CM_OP_ULT},
                                            {CM_OP_SLE, CM_OP_ULE},
                                            {CM_OP_SDIV, CM_OP_UDIV},
                                            {CM_OP_SREM, CM_OP_UREM},
                                            {CM_OP_ASHR, CM_OP_LSHR}};
    if (type.is_signed || type.stars > 0)
        return cm_c_compute(c, op, a, b);
    for (size_t i = 0; i < sizeof without_sign / sizeof *without_sign; i++)
        if (without_sign[i][0] == op)
            op = without_sign[i][1];
    return cm_asm_op(c->as, op, type.bytes == 4 ? 32 : 64, a, b, NULL);
}

/* ISO C11 6.5/5, 6.5.5/5, 6.5.6/8, 6.5.7/3. */
void cm_c_undefined_where(cm_c *c, const cm_expr *value)
{
    static const char *const tags[] = {"EXCEPTIONAL", NULL};
    uint64_t known = 1;
    bool is_known = cm_expr_known(value, NULL, NULL, &known);
    if (known == 0)
        return;
    cm_asm_set_guard(c->as, is_known ? NULL : value);
    cm_asm_step(c->as, cm_emit_fence(c->as, tags))->is_undefined = true;
    cm_asm_set_guard(c->as, NULL);
}

/* Does the value of 64 bits not fit an int? */
static const cm_expr *is_long(cm_c *c, const cm_expr *value)
{
    return cm_c_compute(c, CM_OP_NE, value, cm_asm_op_imm(c->as, CM_OP_SEXT, 64, 32, value));
}

static const cm_expr *is_negative(cm_c *c, const cm_expr *value)
{
    return cm_c_compute(c, CM_OP_SLT, value, cm_asm_const(c->as, 0));
}

/* Of a signed sum or difference of 64 bits: both operands have the sign that the result has not. */
static const cm_expr *is_too_large(cm_c *c, const cm_expr *a, const cm_expr *b, const cm_expr *sum)
{
    const cm_expr *both = cm_c_compute(c, CM_OP_AND, cm_c_compute(c, CM_OP_XOR, a, sum),
                                       cm_c_compute(c, CM_OP_XOR, b, sum));
    return is_negative(c, both);
}

/* Does the signed result of 64 bits not fit? NULL: nothing is asked. In C, unlike C++20, no
 * negative number is shifted to the left, nor a bit into the sign (ISO C11 6.5.7/4). */
static const cm_expr *does_not_fit(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b,
                                   const cm_expr *result)
{
    switch ((int)op) {
    case CM_OP_ADD:
        return is_too_large(c, a, b, result);
    case CM_OP_SUB:
        return is_too_large(c, result, b, a);
    case CM_OP_MUL:
        return cm_c_compute(c, CM_OP_NE, cm_c_compute(c, CM_OP_SMULH, a, b),
                            cm_c_compute(c, CM_OP_ASHR, result, cm_asm_const(c->as, 63)));
    case CM_OP_SDIV: /* of two negative numbers is none */
        return is_negative(c, cm_c_compute(c, CM_OP_AND, cm_c_compute(c, CM_OP_AND, a, b), result));
    case CM_OP_SHL:
        return cm_c_compute(c, CM_OP_NE, cm_c_compute(c, CM_OP_ASHR, result, b), a);
    default:
        return NULL;
    }
}

/* Where the result does not fit the type of the operands; NULL: nowhere. With the head C no int
 * that is an address is looked at. */
static const cm_expr *is_too_wide(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b,
                                  const cm_expr *result, cm_number_type type)
{
    bool is_int = cm_number_is_alike(type, cm_c_integer), cpp = cm_asm_test(c->as)->head != NULL;
    bool is_long_type = type.is_signed && type.stars == 0 && type.bytes == 8;
    if ((!is_int && !is_long_type) || (op == CM_OP_SHL && cpp))
        return NULL;
    if (op == CM_OP_SREM) { /* defined where the quotient is (6.5.5/6) */
        result = cm_c_compute(c, CM_OP_SDIV, a, b);
        op = CM_OP_SDIV;
    }
    const cm_expr *wide = does_not_fit(c, op, a, b, result);
    if (wide && is_int && !cpp)
        wide = cm_c_compute(c, CM_OP_ULT, cm_c_compute(c, CM_OP_OR, is_long(c, a), is_long(c, b)),
                            is_long(c, result));
    else if (wide && is_int)
        wide = is_long(c, result);
    return wide;
}

static bool is_opencl(const cm_c *c)
{
    const cm_source_head *head = cm_asm_test(c->as)->head;
    return head && head->is_opencl;
}

/* Is a op b not defined, or does it not fit the type of the operands? In OpenCL C a quotient by 0,
 * or one that does not fit, is a value of which nothing is said (OpenCL C 3.0, "Arithmetic
 * Operators"). The value. */
static const cm_expr *check_result(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b,
                                   const cm_expr *result, cm_number_type type)
{
    const cm_expr *wide = is_too_wide(c, op, a, b, result, type);
    if (op == CM_OP_SDIV || op == CM_OP_SREM) {
        const cm_expr *zero = cm_c_is_zero(c, b);
        wide = wide ? cm_c_compute(c, CM_OP_OR, zero, wide) : zero;
        if (is_opencl(c)) {
            int to = cm_asm_temporary(c->as);
            cm_asm_opaque(c->as, cm_emit_assign(c->as, to, result), wide, "may divide by 0");
            return cm_asm_reg(c->as, to);
        }
    }
    if ((op == CM_OP_SHL || op == CM_OP_ASHR) && !is_opencl(c))
        cm_c_undefined_where(
            c, cm_c_compute(c, CM_OP_ULE, cm_asm_const(c->as, type.bytes == 4 ? 32 : 64), b));
    if (op == CM_OP_SHL && wide)
        cm_c_undefined_where(c, is_negative(c, a));
    if (wide)
        cm_c_undefined_where(c, wide);
    return result;
}

const cm_expr *cm_c_scaled(cm_c *c, const cm_expr *count, cm_number_type of)
{
    return cm_c_compute(c, CM_OP_MUL, count, cm_asm_const(c->as, cm_c_size(c, of)));
}

static const cm_expr *negated(cm_c *c, const cm_expr *a, unsigned bits)
{
    return cm_c_compute(c, CM_OP_XOR, a, cm_asm_const(c->as, UINT64_C(1) << (bits - 1)));
}

/* As IEEE 754 has it (ISO C11, annex F), in the width of the operands (FLT_EVAL_METHOD 0). */
static const cm_expr *operation_of_floats(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b,
                                          unsigned bits)
{
    static const cm_op rows[][2] = {{CM_OP_ADD, CM_OP_FSUM},     {CM_OP_SUB, CM_OP_FSUM},
                                    {CM_OP_MUL, CM_OP_FPRODUCT}, {CM_OP_SDIV, CM_OP_FQUOTIENT},
                                    {CM_OP_SLT, CM_OP_FLT},      {CM_OP_SLE, CM_OP_FLE},
                                    {CM_OP_EQ, CM_OP_FEQ},       {CM_OP_NE, CM_OP_FEQ}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i][0] == op) {
            const cm_expr *value = cm_asm_op(c->as, rows[i][1], bits, a,
                                             op == CM_OP_SUB ? negated(c, b, bits) : b, NULL);
            return op == CM_OP_NE ? cm_c_is_zero(c, value) : value;
        }
    cm_lexer_fail(c->lex,
                  "`double` and `float` do not have this operator, expected +, -, *, / or a "
                  "comparison");
}

static cm_number_type pointed(cm_number_type to)
{
    to.stars--;
    return to;
}

void cm_c_note_width(cm_c *c, cm_op op, cm_number_type type)
{
    bool narrow = type.bytes < 8 || type.stars > 0 || !cm_asm_test(c->as)->head;
    bool sums = op == CM_OP_ADD || op == CM_OP_SUB || op == CM_OP_MUL || op == CM_OP_SHL ||
                op == CM_OP_AND || op == CM_OP_OR || op == CM_OP_XOR || op == CM_OP_NEG ||
                op == CM_OP_NOT;
    c->as->thread->sums |= !narrow && sums;
    c->as->thread->wide |= !narrow && !sums;
}

const cm_expr *cm_c_combine(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b,
                            cm_number_type of_a, cm_number_type of_b, cm_number_type *type)
{
    static const cm_number_type distance = {.bytes = 8, .is_signed = true};
    bool shifts = op == CM_OP_SHL || op == CM_OP_ASHR, compares = op >= CM_OP_EQ && op <= CM_OP_SLE;
    bool moves = op == CM_OP_ADD || op == CM_OP_SUB, pointers = of_a.stars > 0 && of_b.stars > 0;
    *type = cm_c_common_type(of_a, shifts ? cm_c_integer : of_b);
    if (cm_number_is_float(*type) || cm_number_is_float(of_b)) {
        unsigned bits = 8u * type->bytes;
        a = cm_c_convert(c, a, of_a, *type);
        b = cm_c_convert(c, b, of_b, *type);
        *type = compares ? cm_c_integer : *type;
        return operation_of_floats(c, op, a, b, bits);
    }
    cm_c_note_width(c, op, *type);
    if (moves && of_a.stars > 0 && of_b.stars == 0)
        b = cm_c_scaled(c, b, pointed(of_a));
    if (moves && of_b.stars > 0 && of_a.stars == 0)
        a = cm_c_scaled(c, a, pointed(of_b));
    if (shifts && is_opencl(c)) /* by the lowest bits (OpenCL C 3.0, "Shift Operators") */
        b = cm_c_compute(c, CM_OP_AND, b, cm_asm_const(c->as, type->bytes == 4 ? 31 : 63));
    const cm_expr *value = check_result(c, op, a, b, operation_in(c, *type, op, a, b), *type);
    if (op == CM_OP_SUB && pointers) {
        value =
            cm_c_compute(c, CM_OP_SDIV, value, cm_asm_const(c->as, cm_c_size(c, pointed(of_a))));
        *type = distance;
    }
    if (op == CM_OP_SHL && cm_number_is_alike(*type, cm_c_integer) && cm_asm_test(c->as)->head)
        value = cm_asm_op_imm(c->as, CM_OP_SEXT, 64, 32, value);
    if (compares)
        *type = cm_c_integer;
    return value;
}

const cm_expr *cm_c_unary(cm_c *c, cm_op op, const cm_expr *a, cm_number_type type)
{
    if (cm_number_is_float(type) && op == CM_OP_NEG)
        return negated(c, a, 8u * type.bytes);
    if (cm_number_is_float(type))
        return operation_of_floats(c, op, a, a, 8u * type.bytes);
    cm_c_note_width(c, op, type);
    const cm_expr *value = operation_in(c, type, op, a, NULL);
    if (op == CM_OP_NEG)
        value = check_result(c, CM_OP_SUB, cm_asm_const(c->as, 0), a, value, type);
    return value;
}
