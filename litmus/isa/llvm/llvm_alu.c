/* What LLVM IR computes on i32, and where it goes on (Language Reference, "Binary
 * Operations", "Bitwise Binary Operations", "icmp", "select", "br", "ret"). */
#include "litmus/isa/llvm/llvm.h"

static const cm_dotted_word conditions[] = {{"eq", CM_DOTTED_EQ},
                                            {"ne", CM_DOTTED_NE},
                                            {"slt", CM_DOTTED_LT},
                                            {"sle", CM_DOTTED_LE},
                                            {"sgt", CM_DOTTED_GT},
                                            {"sge", CM_DOTTED_GE},
                                            {"ult", CM_DOTTED_ULT},
                                            {"ule", CM_DOTTED_ULE},
                                            {"ugt", CM_DOTTED_UGT},
                                            {"uge", CM_DOTTED_UGE},
                                            {NULL, 0}};

static void compare(cm_dotted *w, int detail)
{
    (void)detail;
    int which = cm_dotted_take(w, conditions, -1);
    cm_dotted_all_used(w);
    if (which < 0)
        cm_asm_fail(w->as, w->place, "`icmp` has no condition, expected .eq, .ne, .slt, .ult, ...");
    int to = cm_dotted_destination(w);
    cm_dotted_comma(w);
    cm_emit_assign(w->as, to, cm_dotted_compare(w, (cm_dotted_comparison)which));
}

/* select r0, c, a, b: a where c is not 0 */
static void choose(cm_dotted *w, int detail)
{
    (void)detail;
    cm_dotted_select(w, cm_dotted_value);
}

/* br L; br c, L: to L where c is not 0, else on */
static void branch(cm_dotted *w, int detail)
{
    (void)detail;
    cm_dotted_all_used(w);
    cm_lexer ahead = *w->lex;
    cm_lexer_advance(&ahead);
    const cm_expr *condition = NULL;
    if (!cm_lexer_at_end(&ahead)) {
        condition = cm_dotted_value(w);
        cm_dotted_comma(w);
    }
    cm_insn_operand label = {.kind = CM_INSN_LABEL, .place = w->lex->token.place};
    label.name = cm_lexer_name(w->lex, "a label");
    cm_dotted_note(w, label);
    cm_emit_branch(w->as, condition, label.name, label.place);
}

static void end(cm_dotted *w, int detail)
{
    (void)detail;
    cm_dotted_all_used(w);
    cm_emit_branch(w->as, NULL, NULL, w->place);
}

const cm_dotted_opcode cm_llvm_alu_opcodes[] = {{"mov", cm_dotted_move, 0},
                                                {"add", cm_dotted_binary, CM_OP_ADD},
                                                {"sub", cm_dotted_binary, CM_OP_SUB},
                                                {"mul", cm_dotted_binary, CM_OP_MUL},
                                                {"and", cm_dotted_binary, CM_OP_AND},
                                                {"or", cm_dotted_binary, CM_OP_OR},
                                                {"xor", cm_dotted_binary, CM_OP_XOR},
                                                {"shl", cm_dotted_binary, CM_OP_SHL},
                                                {"lshr", cm_dotted_binary, CM_OP_LSHR},
                                                {"ashr", cm_dotted_binary, CM_OP_ASHR},
                                                {"icmp", compare, 0},
                                                {"select", choose, 0},
                                                {"br", branch, 0},
                                                {"ret", end, 0},
                                                {NULL, NULL, 0}};
