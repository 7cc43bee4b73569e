/* Expressions over a thread's registers: what instructions compute.
 *
 * Values are 64-bit words. Every operation computes on its operands truncated
 * to `bits` and gives a result truncated to `bits` (zero-extended to 64), unless
 * its line below says otherwise. Which registers an expression mentions is what
 * dependencies (addr, data, ctrl) are made of, so an ISA must not simplify:
 * EOR W1,W0,W0 still depends on W0.
 */
#ifndef CM_LITMUS_EXPR_H
#define CM_LITMUS_EXPR_H

#include <stdbool.h>
#include <stdint.h>

typedef enum cm_op {
    CM_OP_CONST, /* imm */
    CM_OP_REG,   /* register number reg, all 64 bits (bits is ignored) */
    /* a, b */
    CM_OP_ADD,
    CM_OP_SUB,
    CM_OP_MUL,
    CM_OP_UMULH,
    CM_OP_SMULH, /* upper half of the 2*bits product */
    CM_OP_UDIV,
    CM_OP_SDIV,
    CM_OP_UREM,
    CM_OP_SREM, /* by zero: 0 (quotient), a (remainder) */
    CM_OP_AND,
    CM_OP_OR,
    CM_OP_XOR,
    CM_OP_SHL,
    CM_OP_LSHR,
    CM_OP_ASHR, /* b >= bits: 0, 0, sign */
    CM_OP_ROR,  /* b modulo bits */
    CM_OP_UMIN,
    CM_OP_UMAX,
    CM_OP_SMIN,
    CM_OP_SMAX,
    CM_OP_FSUM,  /* of IEEE binary16, binary32 or binary64, as bits says (float.h) */
    CM_OP_BFSUM, /* of bfloat16 */
    CM_OP_FPRODUCT,
    CM_OP_FQUOTIENT,
    CM_OP_FMIN,
    CM_OP_FMAX,
    CM_OP_FLT,
    CM_OP_FLE,
    CM_OP_FEQ, /* binary32, binary64; the comparisons 0 or 1 */
    CM_OP_EQ,
    CM_OP_NE,
    CM_OP_ULT,
    CM_OP_ULE,
    CM_OP_SLT,
    CM_OP_SLE, /* 0 or 1 */
    /* a */
    CM_OP_NOT,
    CM_OP_NEG,
    CM_OP_ZEXT,
    CM_OP_SEXT, /* low imm bits of a, extended to bits */
    CM_OP_CLZ,
    CM_OP_CLS,
    CM_OP_POPC,
    CM_OP_RBIT,
    CM_OP_FROOT,    /* square root */
    CM_OP_FCONVERT, /* imm: cm_float_conversion */
    CM_OP_REV,      /* reverse the bytes inside each group of imm bits */
    CM_OP_FFUSED,   /* a * b + c, rounded once */
    /* flags as one number 8*N + 4*Z + 2*C + V, as on AArch64 (C is "no borrow"
     * after a subtraction) */
    CM_OP_FLAGS_ADD,   /* of a + b (+ c when c is given) over bits */
    CM_OP_FLAGS_SUB,   /* of a - b (with carry c when c is given) over bits */
    CM_OP_FLAGS_LOGIC, /* of a: N and Z; C = V = 0 */
    CM_OP_COND,        /* a: flags; imm: AArch64 condition code 0 (EQ) .. 14 (AL); 0 or 1 */
    /* a ? b : c. The result depends on b or c as data and on a as a "pick"
     * (Arm ARM B2.3: pick basic dependency). */
    CM_OP_SELECT,
    /* c. Where a is not 0, b is equal and used in its place: the result then depends
     * on b and not on c; on a never. */
    CM_OP_PREDICT
} cm_op;

typedef struct cm_expr {
    cm_op op;
    uint8_t bits; /* 8, 16, 32 or 64 */
    int reg;
    uint64_t imm;
    const struct cm_expr *a, *b, *c;
} cm_expr;

/* The value of one operation on constants (all but CONST, REG). has_c tells
 * FLAGS_ADD and FLAGS_SUB whether c takes part. */
uint64_t cm_op_apply(cm_op op, unsigned bits, uint64_t imm, uint64_t a, uint64_t b, uint64_t c,
                     bool has_c);

/* Bytes [offset, offset + width) of a value of 8 bytes; beyond there are zeros. */
uint64_t cm_bytes_of(uint64_t value, unsigned offset, unsigned width);

/* A register's value; false: it is not known. */
typedef bool cm_register_known(const void *context, int reg, uint64_t *value);
/* The value of an expression, if that of each register in it is known (NULL: of none is). */
bool cm_expr_known(const cm_expr *expr, cm_register_known *known, const void *context,
                   uint64_t *value);

/* Does it say the register? NULL: no. */
bool cm_expr_mentions(const cm_expr *expr, int reg);

#endif
