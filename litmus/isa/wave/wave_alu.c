/* What WAVE computes (Specification 6.2, 6.3, 6.8): integers of 32 bits that wrap.
 * Published programs write numbers with mov_imm; here they may stand for a second source. */
#include "litmus/isa/wave/wave.h"

static void unary(cm_dotted *w, int op)
{
    cm_dotted_all_used(w);
    int to = cm_dotted_destination(w);
    cm_dotted_comma(w);
    cm_emit_assign(w->as, to, cm_dotted_op(w, (cm_op)op, 32, cm_dotted_value(w), NULL));
}

/* ---- comparison and selection --------------------------------------------- */

static void compare(cm_dotted *w, int which)
{
    cm_dotted_all_used(w);
    int to = cm_wave_predicate(w);
    cm_dotted_comma(w);
    cm_emit_assign(w->as, to, cm_dotted_compare(w, (cm_dotted_comparison)which));
}

/* select rd, p, a, b: p ? a : b */
static void choose(cm_dotted *w, int detail)
{
    (void)detail;
    cm_dotted_select(w, cm_wave_condition);
}

const cm_dotted_opcode cm_wave_alu_opcodes[] = {{"mov", cm_dotted_move, 0},
                                                {"mov_imm", cm_dotted_move, 0},
                                                {"iadd", cm_dotted_binary, CM_OP_ADD},
                                                {"isub", cm_dotted_binary, CM_OP_SUB},
                                                {"imul", cm_dotted_binary, CM_OP_MUL},
                                                {"imin", cm_dotted_binary, CM_OP_SMIN},
                                                {"imax", cm_dotted_binary, CM_OP_SMAX},
                                                {"umin", cm_dotted_binary, CM_OP_UMIN},
                                                {"umax", cm_dotted_binary, CM_OP_UMAX},
                                                {"and", cm_dotted_binary, CM_OP_AND},
                                                {"or", cm_dotted_binary, CM_OP_OR},
                                                {"xor", cm_dotted_binary, CM_OP_XOR},
                                                {"shl", cm_dotted_binary, CM_OP_SHL},
                                                {"shr", cm_dotted_binary, CM_OP_LSHR},
                                                {"sar", cm_dotted_binary, CM_OP_ASHR},
                                                {"not", unary, CM_OP_NOT},
                                                {"ineg", unary, CM_OP_NEG},
                                                {"icmp_eq", compare, CM_DOTTED_EQ},
                                                {"icmp_ne", compare, CM_DOTTED_NE},
                                                {"icmp_lt", compare, CM_DOTTED_LT},
                                                {"icmp_le", compare, CM_DOTTED_LE},
                                                {"icmp_gt", compare, CM_DOTTED_GT},
                                                {"icmp_ge", compare, CM_DOTTED_GE},
                                                {"ucmp_lt", compare, CM_DOTTED_ULT},
                                                {"ucmp_le", compare, CM_DOTTED_ULE},
                                                {"select", choose, 0},
                                                {NULL, NULL, 0}};
