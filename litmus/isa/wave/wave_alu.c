/* What WAVE computes (Specification 6.2, 6.3, 6.8): integers of 32 bits that wrap.
 * Published programs write numbers with mov_imm; here they may stand for a second source. */
#include "litmus/isa/wave/wave.h"

static void move(cm_wave *w, int detail)
{
    (void)detail;
    cm_wave_all_used(w);
    int to = cm_wave_destination(w);
    cm_wave_comma(w);
    cm_emit_assign(w->as, to, cm_wave_value(w));
}

static void binary(cm_wave *w, int op)
{
    cm_wave_all_used(w);
    int to = cm_wave_destination(w);
    cm_wave_comma(w);
    const cm_expr *a = cm_wave_value(w);
    cm_wave_comma(w);
    const cm_expr *b = cm_wave_value(w);
    if (op == CM_OP_SHL || op == CM_OP_LSHR || op == CM_OP_ASHR) /* 6.3: amounts are masked */
        b = cm_wave_op(w, CM_OP_AND, 32, b, cm_asm_const(w->as, 31));
    cm_emit_assign(w->as, to, cm_wave_op(w, (cm_op)op, 32, a, b));
}

static void unary(cm_wave *w, int op)
{
    cm_wave_all_used(w);
    int to = cm_wave_destination(w);
    cm_wave_comma(w);
    cm_emit_assign(w->as, to, cm_wave_op(w, (cm_op)op, 32, cm_wave_value(w), NULL));
}

/* ---- comparison and selection --------------------------------------------- */

typedef enum comparison { EQ, NE, LT, LE, GT, GE, ULT, ULE } comparison;

static const struct {
    cm_op op;
    bool swapped;
} comparisons[] = {[EQ] = {CM_OP_EQ, false},   [NE] = {CM_OP_NE, false},  [LT] = {CM_OP_SLT, false},
                   [LE] = {CM_OP_SLE, false},  [GT] = {CM_OP_SLT, true},  [GE] = {CM_OP_SLE, true},
                   [ULT] = {CM_OP_ULT, false}, [ULE] = {CM_OP_ULE, false}};

static void compare(cm_wave *w, int which)
{
    cm_wave_all_used(w);
    int to = cm_wave_predicate(w);
    cm_wave_comma(w);
    const cm_expr *a = cm_wave_value(w);
    cm_wave_comma(w);
    const cm_expr *b = cm_wave_value(w);
    bool swapped = comparisons[which].swapped;
    cm_emit_assign(w->as, to,
                   cm_wave_op(w, comparisons[which].op, 32, swapped ? b : a, swapped ? a : b));
}

/* select rd, p, a, b: p ? a : b */
static void choose(cm_wave *w, int detail)
{
    (void)detail;
    cm_wave_all_used(w);
    int to = cm_wave_destination(w);
    cm_wave_comma(w);
    const cm_expr *condition = cm_wave_condition(w);
    cm_wave_comma(w);
    const cm_expr *a = cm_wave_value(w);
    cm_wave_comma(w);
    const cm_expr *b = cm_wave_value(w);
    cm_emit_assign(w->as, to, cm_asm_op(w->as, CM_OP_SELECT, 32, condition, a, b));
}

const cm_wave_opcode cm_wave_alu_opcodes[] = {{"mov", move, 0},
                                              {"mov_imm", move, 0},
                                              {"iadd", binary, CM_OP_ADD},
                                              {"isub", binary, CM_OP_SUB},
                                              {"imul", binary, CM_OP_MUL},
                                              {"imin", binary, CM_OP_SMIN},
                                              {"imax", binary, CM_OP_SMAX},
                                              {"umin", binary, CM_OP_UMIN},
                                              {"umax", binary, CM_OP_UMAX},
                                              {"and", binary, CM_OP_AND},
                                              {"or", binary, CM_OP_OR},
                                              {"xor", binary, CM_OP_XOR},
                                              {"shl", binary, CM_OP_SHL},
                                              {"shr", binary, CM_OP_LSHR},
                                              {"sar", binary, CM_OP_ASHR},
                                              {"not", unary, CM_OP_NOT},
                                              {"ineg", unary, CM_OP_NEG},
                                              {"icmp_eq", compare, EQ},
                                              {"icmp_ne", compare, NE},
                                              {"icmp_lt", compare, LT},
                                              {"icmp_le", compare, LE},
                                              {"icmp_gt", compare, GT},
                                              {"icmp_ge", compare, GE},
                                              {"ucmp_lt", compare, ULT},
                                              {"ucmp_le", compare, ULE},
                                              {"select", choose, 0},
                                              {NULL, NULL, 0}};
