/* RISC-V branches, jumps and fences (RV32I; Zifencei; Zihintpause). */
#include "litmus/isa/riscv/riscv.h"

#include <string.h>

/* ---- branches -------------------------------------------------------- */

static void to_label(cm_line *a, const cm_expr *condition)
{
    cm_place place = a->lex->token.place;
    const char *label = cm_lexer_name(a->lex, "a label");
    cm_emit_branch(a->as, condition, label, place);
}

enum { INVERTED = 1, SWAPPED = 2 }; /* jumps where op does not hold; op of rs2, rs1 */

static void compare(cm_line *a, const cm_row *row, const cm_expr *x, const cm_expr *y)
{
    bool swapped = row->flags & SWAPPED;
    const cm_expr *holds =
        cm_line_op(a, (cm_op)row->op, cm_rv_xlen(a), swapped ? y : x, swapped ? x : y);
    if (row->flags & INVERTED)
        holds = cm_line_op(a, CM_OP_EQ, 64, holds, cm_line_const(a, 0));
    to_label(a, holds);
}

/* BEQ rs1,rs2,label and the like. */
static void branch(cm_line *a, const cm_row *row)
{
    const cm_expr *x = cm_rv_read(a, cm_rv_operand(a));
    cm_line_comma(a);
    const cm_expr *y = cm_rv_read(a, cm_rv_operand(a));
    cm_line_comma(a);
    compare(a, row, x, y);
}

/* BEQZ rs,label and the like: x0 is the other operand. */
static void branch_zero(cm_line *a, const cm_row *row)
{
    const cm_expr *x = cm_rv_read(a, cm_rv_operand(a));
    cm_line_comma(a);
    compare(a, row, x, cm_line_const(a, 0));
}

/* ---- jumps ----------------------------------------------------------- */

/* J label. */
static void jump(cm_line *a, const cm_row *row)
{
    (void)row;
    to_label(a, NULL);
}

/* JAL {rd,}label: rd is ra. */
static void jump_link(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_lexer ahead = *a->lex;
    cm_lexer_advance(&ahead);
    cm_rv_reg link = {.reg = -1};
    if (cm_lexer_is(&ahead, ",")) {
        link = cm_rv_operand(a);
        cm_line_comma(a);
    } else {
        link = cm_rv_numbered(a, CM_RV_RA);
    }
    if (link.reg < 0) {
        to_label(a, NULL);
        return;
    }
    const char *after = cm_line_link(a, link.reg);
    to_label(a, NULL);
    cm_asm_label(a->as, after, a->place);
}

/* Where an indirect jump goes: its lowest bit is cleared. */
static const cm_expr *target_of(cm_line *a, const cm_expr *address)
{
    return cm_line_op(a, CM_OP_AND, 64, address, cm_line_const(a, ~UINT64_C(1)));
}

static void jump_to(cm_line *a, cm_rv_reg link, const cm_expr *address)
{
    if (link.reg < 0)
        cm_emit_branch_indirect(a->as, target_of(a, address));
    else
        cm_line_call(a, link.reg, target_of(a, address));
}

/* JALR rd,imm(rs)  JALR rd,rs,imm  JALR rs: rd is ra. */
static void jump_register_link(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_rv_reg first = cm_rv_operand(a);
    if (!cm_lexer_accept(a->lex, ",")) {
        jump_to(a, cm_rv_numbered(a, CM_RV_RA), cm_rv_read(a, first));
        return;
    }
    if (!cm_rv_at_register(a)) {
        jump_to(a, first, cm_rv_address(a, false));
        return;
    }
    const cm_expr *address = cm_rv_read(a, cm_rv_operand(a));
    cm_line_comma(a);
    uint64_t offset = (uint64_t)cm_line_number(a, NULL, -2048, 2047);
    jump_to(a, first, cm_line_plus(a, address, offset));
}

/* JR rs, RET: flags tells that ra is meant. */
static void jump_register(cm_line *a, const cm_row *row)
{
    cm_rv_reg to = row->flags ? cm_rv_numbered(a, CM_RV_RA) : cm_rv_operand(a);
    if (to.number == CM_RV_RA)
        cm_emit_return(a->as, to.reg, target_of(a, cm_rv_read(a, to)));
    else
        jump_to(a, (cm_rv_reg){.reg = -1}, cm_rv_read(a, to));
}

/* ---- fences ---------------------------------------------------------- */

/* Fences order memory; `i` and `o`, devices, have none in a test. By what is before, and
 * after: 1 is reads, 2 writes. */
static const char *const fences[4][4][2] = {
    [1] = {[1] = {"Fence.r.r"}, [2] = {"Fence.r.w"}, [3] = {"Fence.r.rw"}},
    [2] = {[1] = {"Fence.w.r"}, [2] = {"Fence.w.w"}, [3] = {"Fence.w.rw"}},
    [3] = {[1] = {"Fence.rw.r"}, [2] = {"Fence.rw.w"}, [3] = {"Fence.rw.rw"}},
};

/* Letters of `iorw`, in this order, or `0`. */
static unsigned fence_set(cm_line *a)
{
    static const char letters[] = "iorw";
    const cm_token *token = &a->lex->token;
    unsigned set = 0;
    const char *next = letters;
    bool good = token->kind == CM_TOKEN_NAME;
    for (uint32_t i = 0; good && i < token->length; i++) {
        char c = (char)(token->text[i] | 32);
        const char *at = c ? strchr(next, c) : NULL;
        good = at != NULL;
        set |= c == 'r' ? 1 : c == 'w' ? 2 : 0;
        next = at ? at + 1 : next;
    }
    if (token->kind == CM_TOKEN_NUMBER && token->number == 0)
        good = true;
    if (!good)
        cm_lexer_fail(a->lex, "expected some of the letters iorw in this order, found %s",
                      cm_lexer_describe(a->lex));
    cm_lexer_advance(a->lex);
    return set;
}

/* FENCE {pred,succ}: without them iorw,iorw. */
static void fence(cm_line *a, const cm_row *row)
{
    (void)row;
    unsigned before = 3, after = 3;
    if (!cm_lexer_at_end(a->lex)) {
        before = fence_set(a);
        cm_line_comma(a);
        after = fence_set(a);
    }
    cm_emit_fence(a->as, before && after ? fences[before][after] : cm_no_tags);
}

static void fence_tso(cm_line *a, const cm_row *row)
{
    static const char *const tags[] = {"Fence.tso", NULL};
    (void)row;
    cm_emit_fence(a->as, tags);
}

static void fence_instructions(cm_line *a, const cm_row *row)
{
    static const char *const tags[] = {"Fence.i", NULL};
    (void)row;
    cm_emit_fence(a->as, tags);
}

static const cm_row rows[] = {
    {"beq", branch, CM_OP_EQ, 0},
    {"bne", branch, CM_OP_NE, 0},
    {"blt", branch, CM_OP_SLT, 0},
    {"bge", branch, CM_OP_SLT, INVERTED},
    {"bltu", branch, CM_OP_ULT, 0},
    {"bgeu", branch, CM_OP_ULT, INVERTED},
    {"bgt", branch, CM_OP_SLT, SWAPPED},
    {"ble", branch, CM_OP_SLT, SWAPPED | INVERTED},
    {"bgtu", branch, CM_OP_ULT, SWAPPED},
    {"bleu", branch, CM_OP_ULT, SWAPPED | INVERTED},
    {"beqz", branch_zero, CM_OP_EQ, 0},
    {"bnez", branch_zero, CM_OP_NE, 0},
    {"bltz", branch_zero, CM_OP_SLT, 0},
    {"bgez", branch_zero, CM_OP_SLT, INVERTED},
    {"bgtz", branch_zero, CM_OP_SLT, SWAPPED},
    {"blez", branch_zero, CM_OP_SLT, SWAPPED | INVERTED},
    {"j", jump, 0, 0},
    {"jal", jump_link, 0, 0},
    {"jalr", jump_register_link, 0, 0},
    {"jr", jump_register, 0, 0},
    {"ret", jump_register, 0, 1},
    {"fence", fence, 0, 0},
    {"fence.tso", fence_tso, 0, 0},
    {"fence.i", fence_instructions, 0, 0},
    {"pause", cm_line_nothing, 0, 0},
};

const cm_row_table cm_rv_branch_table = {rows, sizeof rows / sizeof *rows};
