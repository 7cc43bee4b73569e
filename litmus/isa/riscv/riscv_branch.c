/* RISC-V's jumps to addresses, calls, and the fences that riscv.isa leaves to C. */
#include "litmus/isa/riscv/riscv.h"

#include "litmus/isa/line.h"

#include <string.h>

enum { ZERO = -1 };

/* ra */
static int link_register(const cm_dotted *w)
{
    return cm_asm_register(w->as, "x1");
}

/* JAL {rd,}label: rd is ra. */
static void call(cm_dotted *w)
{
    const cm_insn_operand *label = &w->operands[w->insn.operand_count - 1];
    int link = w->insn.operand_count > 1 ? w->operands[0].index : link_register(w);
    const char *after = link == ZERO ? NULL : cm_line_link(w, link);
    cm_emit_branch(w->as, NULL, label->name, label->place);
    if (after)
        cm_asm_label(w->as, after, w->place);
}

/* The register's value and a number; its lowest bit is cleared. */
static void jump_to(cm_dotted *w, int link, const cm_insn_operand *reg, uint64_t offset)
{
    const cm_expr *address = cm_line_plus(w, cm_line_read(w, reg->index), offset);
    address = cm_line_op(w, CM_OP_AND, 64, address, cm_line_const(w, ~UINT64_C(1)));
    if (link == ZERO)
        cm_emit_branch_indirect(w->as, address);
    else
        cm_line_call(w, link, address);
}

/* JALR rs: rd is ra. */
static void jump_link(cm_dotted *w)
{
    jump_to(w, link_register(w), &w->operands[0], 0);
}

/* JALR rd,imm(rs) */
static void jump_offset(cm_dotted *w)
{
    jump_to(w, w->operands[0].index, &w->operands[2], w->operands[1].number);
}

/* JALR rd,rs,imm */
static void jump_back(cm_dotted *w)
{
    jump_to(w, w->operands[0].index, &w->operands[1], w->operands[2].number);
}

static void return_to(cm_dotted *w)
{
    int link = link_register(w);
    cm_emit_return(
        w->as, link,
        cm_line_op(w, CM_OP_AND, 64, cm_asm_reg(w->as, link), cm_line_const(w, ~UINT64_C(1))));
}

/* JR rs */
static void jump(cm_dotted *w)
{
    if (w->operands[0].name && strcmp(w->operands[0].name, "x1") == 0)
        return_to(w);
    else
        jump_to(w, ZERO, &w->operands[0], 0);
}

/* By what is before, and after: 1 is reads, 2 writes. */
static void fence(cm_dotted *w)
{
    static const char *const tags[4][4][2] = {
        [1] = {[1] = {"Fence.r.r"}, [2] = {"Fence.r.w"}, [3] = {"Fence.r.rw"}},
        [2] = {[1] = {"Fence.w.r"}, [2] = {"Fence.w.w"}, [3] = {"Fence.w.rw"}},
        [3] = {[1] = {"Fence.rw.r"}, [2] = {"Fence.rw.w"}, [3] = {"Fence.rw.rw"}},
    };
    cm_emit_fence(w->as, tags[w->operands[0].number][w->operands[1].number]);
}

const cm_form_action cm_rv_actions[] = {{"conditional", cm_rv_conditional},
                                        {"compare_swap", cm_rv_compare_swap},
                                        {"compare_swap_quad", cm_rv_compare_swap_quad},
                                        {"call", call},
                                        {"jump_link", jump_link},
                                        {"jump_offset", jump_offset},
                                        {"jump_back", jump_back},
                                        {"jump", jump},
                                        {"return_to", return_to},
                                        {"fence", fence},
                                        {NULL, NULL}};
