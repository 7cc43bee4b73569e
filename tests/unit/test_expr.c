/* Every operation on constants, at the edges of each width. Values follow the
 * definitions in litmus/expr.h and the Arm ARM pseudocode named there. */
#include "litmus/expr.h"
#include "tests/unit/unit.h"

#include <inttypes.h>

#define ALL   UINT64_MAX
#define TOP   (UINT64_C(1) << 63)
#define LOW32 UINT64_C(0xffffffff)

typedef struct row {
    cm_op op;
    unsigned bits;
    uint64_t imm, a, b, expected;
} row;

static const row rows[] = {
    {CM_OP_CONST, 64, 7, 0, 0, 7},
    {CM_OP_ADD, 64, 0, ALL, 2, 1},
    {CM_OP_ADD, 32, 0, LOW32, 2, 1},
    {CM_OP_ADD, 8, 0, 0x1ff, 1, 0},
    {CM_OP_ADD, 16, 0, 0x7fff, 1, 0x8000},
    {CM_OP_SUB, 64, 0, 0, 1, ALL},
    {CM_OP_SUB, 32, 0, 0, 1, LOW32},
    {CM_OP_MUL, 64, 0, TOP, 2, 0},
    {CM_OP_MUL, 32, 0, 0x10001, 0x10001, 0x20001},
    {CM_OP_MUL, 8, 0, 0xff, 0xff, 1},
    {CM_OP_UMULH, 64, 0, ALL, ALL, ALL - 1},
    {CM_OP_UMULH, 32, 0, LOW32, LOW32, LOW32 - 1},
    {CM_OP_SMULH, 64, 0, ALL, ALL, 0},
    {CM_OP_SMULH, 64, 0, ALL, 1, ALL},
    {CM_OP_SMULH, 64, 0, TOP, TOP, UINT64_C(1) << 62},
    {CM_OP_SMULH, 32, 0, 0x80000000, 2, LOW32},
    {CM_OP_UDIV, 64, 0, 7, 2, 3},
    {CM_OP_UDIV, 64, 0, 7, 0, 0},
    {CM_OP_UDIV, 32, 0, UINT64_C(0x100000007), 2, 3},
    {CM_OP_SDIV, 64, 0, (uint64_t)-7, 2, (uint64_t)-3},
    {CM_OP_SDIV, 64, 0, 7, (uint64_t)-2, (uint64_t)-3},
    {CM_OP_SDIV, 64, 0, TOP, ALL, TOP},
    {CM_OP_SDIV, 32, 0, 0x80000000, LOW32, 0x80000000},
    {CM_OP_SDIV, 64, 0, 5, 0, 0},
    {CM_OP_UREM, 64, 0, 7, 4, 3},
    {CM_OP_UREM, 64, 0, 7, 0, 7},
    {CM_OP_SREM, 64, 0, (uint64_t)-7, 4, (uint64_t)-3},
    {CM_OP_SREM, 64, 0, 7, (uint64_t)-4, 3},
    {CM_OP_SREM, 64, 0, TOP, ALL, 0},
    {CM_OP_SREM, 32, 0, LOW32, 0, LOW32},
    {CM_OP_AND, 32, 0, ALL, 0xf0f0f0f0f0, 0xf0f0f0f0},
    {CM_OP_OR, 16, 0, 0x10001, 0x10, 0x11},
    {CM_OP_XOR, 64, 0, ALL, 1, ALL - 1},
    {CM_OP_SHL, 64, 0, 1, 63, TOP},
    {CM_OP_SHL, 64, 0, 1, 64, 0},
    {CM_OP_SHL, 32, 0, 1, 32, 0},
    {CM_OP_SHL, 32, 0, 0x80000001, 1, 2},
    {CM_OP_LSHR, 64, 0, TOP, 63, 1},
    {CM_OP_LSHR, 64, 0, TOP, 64, 0},
    {CM_OP_LSHR, 32, 0, ALL, 4, 0x0fffffff},
    {CM_OP_ASHR, 64, 0, TOP, 63, ALL},
    {CM_OP_ASHR, 64, 0, TOP, 64, ALL},
    {CM_OP_ASHR, 64, 0, 1, 100, 0},
    {CM_OP_ASHR, 32, 0, 0x80000000, 4, 0xf8000000},
    {CM_OP_ASHR, 8, 0, 0x80, 7, 0xff},
    {CM_OP_ROR, 64, 0, 1, 1, TOP},
    {CM_OP_ROR, 64, 0, 5, 64, 5},
    {CM_OP_ROR, 32, 0, 1, 33, 0x80000000},
    {CM_OP_ROR, 16, 0, 0x1234, 4, 0x4123},
    {CM_OP_UMIN, 64, 0, ALL, 1, 1},
    {CM_OP_UMAX, 64, 0, ALL, 1, ALL},
    {CM_OP_SMIN, 64, 0, ALL, 1, ALL},
    {CM_OP_SMAX, 64, 0, ALL, 1, 1},
    {CM_OP_SMIN, 8, 0, 0x7f, 0x80, 0x80},
    {CM_OP_UMIN, 8, 0, 0x7f, 0x80, 0x7f},
    {CM_OP_SMAX, 32, 0, 0x80000000, 0x7fffffff, 0x7fffffff},
    {CM_OP_EQ, 32, 0, UINT64_C(0x100000001), 1, 1},
    {CM_OP_EQ, 64, 0, UINT64_C(0x100000001), 1, 0},
    {CM_OP_NE, 8, 0, 0x100, 0, 0},
    {CM_OP_NE, 64, 0, 0x100, 0, 1},
    {CM_OP_ULT, 64, 0, 1, ALL, 1},
    {CM_OP_ULE, 64, 0, 1, 1, 1},
    {CM_OP_ULE, 64, 0, 2, 1, 0},
    {CM_OP_ULT, 64, 0, 1, 1, 0},
    {CM_OP_SLT, 64, 0, ALL, ALL, 0},
    {CM_OP_SLT, 64, 0, ALL, 1, 1},
    {CM_OP_SLT, 32, 0, LOW32, 1, 1},
    {CM_OP_SLT, 64, 0, LOW32, 1, 0},
    {CM_OP_SLE, 64, 0, 1, ALL, 0},
    {CM_OP_SLE, 16, 0, 0x8000, 0x7fff, 1},
    {CM_OP_NOT, 32, 0, 0, 0, LOW32},
    {CM_OP_NOT, 64, 0, ALL, 0, 0},
    {CM_OP_NEG, 32, 0, 1, 0, LOW32},
    {CM_OP_NEG, 64, 0, TOP, 0, TOP},
    {CM_OP_ZEXT, 64, 8, 0x1ff, 0, 0xff},
    {CM_OP_ZEXT, 64, 64, ALL, 0, ALL},
    {CM_OP_SEXT, 64, 8, 0x80, 0, UINT64_C(0xffffffffffffff80)},
    {CM_OP_SEXT, 32, 8, 0x80, 0, 0xffffff80},
    {CM_OP_SEXT, 64, 32, 0x7fffffff, 0, 0x7fffffff},
    {CM_OP_SEXT, 64, 4, 0x18, 0, (uint64_t)-8},
    {CM_OP_CLZ, 64, 0, 0, 0, 64},
    {CM_OP_CLZ, 32, 0, UINT64_C(0x100000000), 0, 32},
    {CM_OP_CLZ, 64, 0, 1, 0, 63},
    {CM_OP_CLZ, 8, 0, 0x10, 0, 3},
    {CM_OP_CLS, 64, 0, 0, 0, 63},
    {CM_OP_CLS, 64, 0, ALL, 0, 63},
    {CM_OP_CLS, 32, 0, 0xc0000000, 0, 1},
    {CM_OP_CLS, 32, 0, 0x40000000, 0, 0},
    {CM_OP_POPC, 64, 0, ALL, 0, 64},
    {CM_OP_POPC, 32, 0, ALL, 0, 32},
    {CM_OP_RBIT, 64, 0, 1, 0, TOP},
    {CM_OP_RBIT, 32, 0, 6, 0, 0x60000000},
    {CM_OP_RBIT, 8, 0, 0x13, 0, 0xc8},
    /* sums: IEEE 754, to the nearest, ties to even */
    {CM_OP_FSUM, 32, 0, 0x3f800000, 0x40000000, 0x40400000}, /* 1 + 2 */
    {CM_OP_FSUM, 32, 0, 0x3dcccccd, 0x3e4ccccd, 0x3e99999a}, /* 0.1 + 0.2 */
    {CM_OP_FSUM, 32, 0, 0x4cbebc20, 0x3f800000, 0x4cbebc20}, /* 1e8 + 1 */
    {CM_OP_FSUM, 32, 0, 0x4b800000, 0x3f800000, 0x4b800000}, /* 2^24 + 1 */
    {CM_OP_FSUM, 32, 0, 0x4b800001, 0x3f800000, 0x4b800002}, /* 2^24 + 2 + 1 */
    {CM_OP_FSUM, 64, 0, UINT64_C(0x3fb999999999999a), UINT64_C(0x3fc999999999999a),
     UINT64_C(0x3fd3333333333334)},
    {CM_OP_FSUM, 16, 0, 0x3c00, 0x3c00, 0x4000}, /* 1 + 1 */
    {CM_OP_FSUM, 16, 0, 0x3c00, 0xbc00, 0},
    {CM_OP_FSUM, 16, 0, 0x6800, 0x3c00, 0x6800}, /* 2048 + 1 */
    {CM_OP_FSUM, 16, 0, 0x6801, 0x3c00, 0x6802}, /* 2050 + 1 */
    {CM_OP_FSUM, 16, 0, 0x7bff, 0x4800, 0x7bff}, /* 65504 + 8 */
    {CM_OP_FSUM, 16, 0, 0x7bff, 0x4c00, 0x7c00}, /* 65504 + 16: infinity */
    {CM_OP_FSUM, 16, 0, 1, 1, 2},                /* subnormal */
    {CM_OP_FSUM, 16, 0, 0x3ff, 1, 0x400},        /* to the least normal one */
    {CM_OP_FSUM, 16, 0, 0x8001, 0x400, 0x3ff},   /* and back */
    {CM_OP_FSUM, 16, 0, 0x7c00, 0x3c00, 0x7c00},
    {CM_OP_BFSUM, 16, 0, 0x3f80, 0x3f80, 0x4000}, /* 1 + 1 */
    {CM_OP_BFSUM, 16, 0, 0x4380, 0x3f80, 0x4380}, /* 256 + 1 */
    {CM_OP_BFSUM, 16, 0, 0x4381, 0x3f80, 0x4382}, /* 258 + 1 */
    {CM_OP_BFSUM, 16, 0, 0x7f7f, 0x7f7f, 0x7f80}, /* infinity */
    {CM_OP_BFSUM, 16, 0, 1, 1, 2},
    {CM_OP_REV, 64, 64, UINT64_C(0x0102030405060708), 0, UINT64_C(0x0807060504030201)},
    {CM_OP_REV, 64, 32, UINT64_C(0x0102030405060708), 0, UINT64_C(0x0403020108070605)},
    {CM_OP_REV, 64, 16, UINT64_C(0x0102030405060708), 0, UINT64_C(0x0201040306050807)},
    {CM_OP_REV, 32, 32, 0x01020304, 0, 0x04030201},
    {CM_OP_REV, 32, 16, 0x01020304, 0, 0x02010403},
    {CM_OP_FLAGS_LOGIC, 64, 0, 0, 0, 4},
    {CM_OP_FLAGS_LOGIC, 64, 0, TOP, 0, 8},
    {CM_OP_FLAGS_LOGIC, 32, 0, TOP, 0, 4},
    {CM_OP_FLAGS_ADD, 64, 0, ALL, 1, 6},
    {CM_OP_FLAGS_ADD, 64, 0, TOP, TOP, 7},
    {CM_OP_FLAGS_ADD, 32, 0, 0x7fffffff, 1, 9},
    {CM_OP_FLAGS_ADD, 64, 0, 1, 1, 0},
    {CM_OP_FLAGS_ADD, 8, 0, 0x80, 0xff, 3},
    {CM_OP_FLAGS_SUB, 64, 0, 3, 3, 6},
    {CM_OP_FLAGS_SUB, 64, 0, 3, 4, 8},
    {CM_OP_FLAGS_SUB, 64, 0, 4, 3, 2},
    {CM_OP_FLAGS_SUB, 32, 0, 0x80000000, 1, 3},
    {CM_OP_FLAGS_SUB, 64, 0, 0, TOP, 9},
};

TEST(test_operations)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const row *r = &rows[i];
        uint64_t got = cm_op_apply(r->op, r->bits, r->imm, r->a, r->b, 0, false);
        if (got != r->expected)
            fail_msg("row %zu: op %d over %u bits of 0x%" PRIx64 ", 0x%" PRIx64 " gives 0x%" PRIx64
                     ", expected 0x%" PRIx64,
                     i, (int)r->op, r->bits, r->a, r->b, got, r->expected);
    }
}

TEST(test_carry)
{
    assert_int_equal(cm_op_apply(CM_OP_FLAGS_ADD, 64, 0, ALL, 0, 1, true), 6);
    assert_int_equal(cm_op_apply(CM_OP_FLAGS_ADD, 64, 0, ALL, 0, 0, true), 8);
    assert_int_equal(cm_op_apply(CM_OP_FLAGS_ADD, 32, 0, 0x7fffffff, 0, 1, true), 9);
    assert_int_equal(cm_op_apply(CM_OP_FLAGS_SUB, 64, 0, 0, 0, 0, true), 8);
    assert_int_equal(cm_op_apply(CM_OP_FLAGS_SUB, 64, 0, 0, 0, 1, true), 6);
}

TEST(test_select)
{
    assert_int_equal(cm_op_apply(CM_OP_SELECT, 64, 0, 0, 5, 6, true), 6);
    assert_int_equal(cm_op_apply(CM_OP_SELECT, 64, 0, TOP, 5, 6, true), 5);
    assert_int_equal(cm_op_apply(CM_OP_SELECT, 8, 0, 1, 0x105, 6, true), 5);
    assert_int_equal(cm_op_apply(CM_OP_PREDICT, 8, 0, 1, 5, 0x106, true), 6);
}

/* Arm ARM C1.2.4: for every condition and every value of the flags. */
TEST(test_conditions)
{
    for (unsigned flags = 0; flags < 16; flags++) {
        bool n = flags & 8, z = flags & 4, c = flags & 2, v = flags & 1;
        const bool expected[] = {z,    !z,      c,       !c,     n,      !n,           v,
                                 !v,   c && !z, !c || z, n == v, n != v, !z && n == v, z || n != v,
                                 true, true}; /* 1111 is "always", too */
        for (unsigned code = 0; code < 16; code++)
            assert_int_equal(cm_op_apply(CM_OP_COND, 64, code, flags, 0, 0, false), expected[code]);
    }
}
