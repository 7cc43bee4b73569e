/* Data movement, exchanges, jumps and fences of x86 (SDM volume 2).
 *
 * A LOCK prefix, and XCHG with memory without one, makes the load and the store
 * an atomic pair (SDM volume 3, 9.1.2.2); both carry the tag X. */
#include "litmus/isa/x86/x86_common.h"

#include <stddef.h>

static void refuse_two_memories(cm_x86 *x)
{
    if (x->operands[0].kind == CM_X86_MEMORY && x->operands[1].kind == CM_X86_MEMORY)
        cm_asm_fail(x->as, x->operands[1].place,
                    "the instruction has two memory operands, expected at most one");
}

static bool is_whole_register(const cm_x86 *x, const cm_x86_operand *operand)
{
    return operand->kind == CM_X86_REGISTER && operand->reg.bits >= 32 && x->bits >= 32;
}

static void move(cm_x86 *x, bool is_absolute)
{
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    if (cm_x86_has_xmm(x) && x->suffix_bits == 64 && !is_absolute) {
        cm_x86_move_xmm(x, 64);
        return;
    }
    cm_x86_settle_width(x, 0, 1);
    if (is_absolute &&
        (from->kind != CM_X86_IMMEDIATE || to->kind != CM_X86_REGISTER || x->bits != 64))
        cm_asm_fail(x->as, x->place,
                    "MOVABS of these operands is not read, expected a number and a register of 64 "
                    "bits");
    refuse_two_memories(x);
    if (from->kind == CM_X86_MEMORY && is_whole_register(x, to)) {
        /* Loads zero-extend, as writing 32 bits of a register does. */
        int reg = cm_asm_register(x->as, cm_x86_canonical(x->arch, to->reg.number));
        cm_x86_check_whole(x, cm_emit_load(x->as, reg, from->value, x->bits / 8, cm_no_tags));
        return;
    }
    cm_x86_write(x, to, cm_x86_read(x, from));
}

void cm_x86_mov(cm_dotted *w)
{
    move(w->own, false);
}

void cm_x86_movabs(cm_dotted *w)
{
    move(w->own, true);
}

/* MOVZX and MOVSX: a narrower source, extended. */
void cm_x86_extend(cm_dotted *w)
{
    cm_x86 *x = w->own;
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    if (to->kind != CM_X86_REGISTER)
        cm_asm_fail(x->as, to->place, "%s writes this operand, expected a register", x->mnemonic);
    if (from->kind == CM_X86_IMMEDIATE)
        cm_asm_fail(x->as, from->place, "%s extends this operand, expected a register or memory",
                    x->mnemonic);
    unsigned said = from->kind == CM_X86_REGISTER ? from->reg.bits : from->bits;
    unsigned bits = x->source_bits != 0 ? x->source_bits : said;
    if (bits == 0)
        bits = from->location_bits;
    if (bits == 0 || bits >= to->reg.bits || (said != 0 && said != bits))
        cm_asm_fail(x->as, from->place,
                    "this operand has no known width below %u bits, expected `byte ptr`, `word "
                    "ptr` or a narrower register",
                    to->reg.bits);
    cm_x86_settle_width(x, 0, 0);
    unsigned width = x->bits;
    x->bits = bits;
    const cm_expr *value = cm_x86_read(x, from);
    x->bits = width;
    cm_x86_set(x, to->reg,
               cm_asm_op_imm(x->as, x->detail ? CM_OP_SEXT : CM_OP_ZEXT, width, bits, value));
}

void cm_x86_lea(cm_dotted *w)
{
    cm_x86 *x = w->own;
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    if (to->kind != CM_X86_REGISTER)
        cm_asm_fail(x->as, to->place, "LEA writes this operand, expected a register");
    if (from->kind != CM_X86_MEMORY)
        cm_asm_fail(x->as, from->place, "LEA takes an address, expected a memory operand");
    cm_x86_settle_width(x, 0, 0);
    if (x->bits == 8)
        cm_asm_fail(x->as, to->place, "LEA has no form of 8 bits, expected a wider register");
    cm_x86_set(x, to->reg, from->value);
}

/* ---- exchanges ------------------------------------------------------- */

void cm_x86_xchg(cm_dotted *w)
{
    cm_x86 *x = w->own;
    cm_x86_operand *a = &x->operands[0], *b = &x->operands[1];
    cm_x86_settle_width(x, 0, 1);
    refuse_two_memories(x);
    if (b->kind == CM_X86_MEMORY) { /* either order of operands means the same */
        a = &x->operands[1];
        b = &x->operands[0];
    }
    if (b->kind != CM_X86_REGISTER)
        cm_asm_fail(x->as, b->place, "XCHG writes both operands, expected a register");
    x->locked = a->kind == CM_X86_MEMORY;
    const cm_expr *old = cm_x86_read(x, a);
    if (a->kind == CM_X86_REGISTER)
        old = cm_x86_keep(x, old);
    cm_x86_write(x, a, cm_x86_get(x, b->reg));
    cm_x86_set(x, b->reg, old);
}

static void expect_register(cm_x86 *x, const cm_x86_operand *operand)
{
    if (operand->kind != CM_X86_REGISTER)
        cm_asm_fail(x->as, operand->place, "the source of %s is not a register, expected one",
                    x->mnemonic);
}

/* A write with a non-temporal hint: it is in no order with other writes of its thread (SDM volume
 * 3, 9.2.2). */
void cm_x86_movnti(cm_dotted *w)
{
    cm_x86 *x = w->own;
    static const char *const tags[] = {"NT", NULL};
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    if (to->kind != CM_X86_MEMORY)
        cm_asm_fail(x->as, to->place, "MOVNTI writes this operand, expected memory");
    expect_register(x, from);
    cm_x86_settle_width(x, 0, 1);
    if (x->bits < 32)
        cm_asm_fail(x->as, from->place, "MOVNTI of %u bits does not exist, expected 32 or 64",
                    x->bits);
    int store = cm_emit_store(x->as, to->value, cm_x86_get(x, from->reg), x->bits / 8, tags);
    cm_x86_check_whole(x, store);
}

/* temp = to + from; from = to; to = temp. With both the same register the sum
 * stays, as the SDM writes the destination last. */
void cm_x86_xadd(cm_dotted *w)
{
    cm_x86 *x = w->own;
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    expect_register(x, from);
    cm_x86_settle_width(x, 0, 1);
    const cm_expr *old = cm_x86_read(x, to), *added = cm_x86_get(x, from->reg);
    if (to->kind == CM_X86_REGISTER)
        old = cm_x86_keep(x, old);
    const cm_expr *sum = cm_x86_keep(x, cm_x86_op(x, CM_OP_ADD, old, added));
    cm_x86_flags_add(x, old, added);
    if (to->kind == CM_X86_REGISTER) {
        cm_x86_set(x, from->reg, old);
        cm_x86_write(x, to, sum);
    } else {
        cm_x86_write(x, to, sum);
        cm_x86_set(x, from->reg, old);
    }
}

/* In 64-bit mode, a write to 32 bits of a register clears the upper half (SDM volume
 * 1, 3.4.1.1). By the SDM, a failing CMPXCHG writes the destination back; by the AMD
 * APM it does not, and processors leave the upper half alone: either. */
static void write_exchanged(cm_x86 *x, const cm_x86_operand *to, const cm_expr *equal,
                            const cm_expr *old)
{
    cm_asm *as = x->as;
    const cm_expr *from = cm_x86_get(x, x->operands[1].reg);
    if (to->kind == CM_X86_MEMORY || x->bits != 32 || x->arch != CM_X86_64) {
        cm_x86_write(x, to, cm_asm_op(as, CM_OP_SELECT, x->bits, equal, from, old));
        return;
    }
    cm_x86_register whole = cm_x86_part(to->reg.number, 64);
    const cm_expr *kept =
        cm_asm_op(as, CM_OP_SELECT, 64, cm_x86_either(x), old, cm_x86_get(x, whole));
    cm_x86_set(x, whole, cm_asm_op(as, CM_OP_SELECT, 64, equal, from, kept));
}

/* The destination is written whether or not the comparison succeeds, with its
 * old value if not (SDM volume 2, CMPXCHG: "the destination operand receives a
 * write cycle without regard to the result of the comparison"); so a failing
 * LOCK CMPXCHG orders like a successful one. The accumulator changes only when
 * the comparison fails. */
void cm_x86_cmpxchg(cm_dotted *w)
{
    cm_x86 *x = w->own;
    cm_asm *as = x->as;
    cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    expect_register(x, from);
    if (to->kind == CM_X86_IMMEDIATE)
        cm_asm_fail(as, to->place, "%s writes this operand, expected a register or memory",
                    x->mnemonic);
    cm_x86_settle_width(x, 0, 1);
    cm_x86_register accumulator = cm_x86_part(CM_X86_RAX, x->bits);
    const cm_expr *old = cm_x86_read(x, to);
    if (to->kind == CM_X86_REGISTER)
        old = cm_x86_keep(x, old);
    const cm_expr *expected = cm_x86_get(x, accumulator);
    const cm_expr *equal = cm_x86_keep(x, cm_x86_op(x, CM_OP_EQ, expected, old));
    cm_x86_flags_sub(x, expected, old);
    write_exchanged(x, to, equal, old);
    int rax = cm_asm_register(as, cm_x86_canonical(x->arch, CM_X86_RAX));
    const cm_expr *before = cm_asm_reg(as, rax);
    if (x->bits >= 32) {
        cm_emit_assign(as, rax, cm_asm_op(as, CM_OP_SELECT, 64, equal, before, old));
        return;
    }
    const cm_expr *part = cm_x86_get(x, accumulator);
    cm_x86_set(x, accumulator, cm_asm_op(as, CM_OP_SELECT, x->bits, equal, part, old));
}

/* RDX:RAX and 16 bytes of memory; RCX:RBX where they are equal, else memory goes to RDX:RAX.
 * Memory is written in both cases, as by CMPXCHG. Only the zero flag changes. Locked, both halves
 * are one access; else they are two. */
void cm_x86_cmpxchg16b(cm_dotted *w)
{
    cm_x86 *x = w->own;
    enum { BYTES = 16 };
    static const int expected[] = {CM_X86_RAX, CM_X86_RDX}, wanted[] = {CM_X86_RBX, CM_X86_RCX};
    const char *const *tags = x->locked ? cm_x86_locked_tags : cm_no_tags;
    cm_asm *as = x->as;
    if (x->operands[0].kind != CM_X86_MEMORY || x->arch != CM_X86_64)
        cm_asm_fail(as, x->operands[0].place,
                    "CMPXCHG16B needs an operand in memory and X86_64, expected both");
    x->bits = 64;
    const cm_expr *where[2], *old[2], *equal = NULL;
    int loads[2];
    for (int i = 0; i < 2; i++) {
        where[i] = cm_asm_op(as, CM_OP_ADD, 64, x->operands[0].value,
                             cm_asm_const(as, (uint64_t)i * (BYTES / 2)), NULL);
        int half = cm_asm_temporary(as);
        loads[i] = cm_emit_load(as, half, where[i], BYTES / 2, tags);
        cm_asm_step(as, loads[i])->joined = x->locked && i == 1;
        cm_asm_align(as, loads[i], i == 0 ? BYTES : BYTES / 2);
        old[i] = cm_asm_reg(as, half);
        const cm_expr *same =
            cm_x86_op(x, CM_OP_EQ, old[i], cm_x86_get(x, cm_x86_part(expected[i], 64)));
        equal = equal ? cm_x86_op(x, CM_OP_AND, equal, same) : same;
    }
    equal = cm_x86_keep(x, equal);
    for (int i = 0; i < 2; i++) {
        const cm_expr *value = cm_asm_op(as, CM_OP_SELECT, 64, equal,
                                         cm_x86_get(x, cm_x86_part(wanted[i], 64)), old[i]);
        int store = cm_emit_store(as, where[i], value, BYTES / 2, tags);
        cm_asm_step(as, store)->joined = x->locked && i == 1;
        cm_asm_step(as, store)->rmw = x->locked ? loads[i] : CM_RMW_NONE;
    }
    for (int i = 0; i < 2; i++) {
        cm_x86_register half = cm_x86_part(expected[i], 64);
        cm_x86_set(x, half, cm_asm_op(as, CM_OP_SELECT, 64, equal, cm_x86_get(x, half), old[i]));
    }
    cm_x86_flag_zero(x, equal);
}
