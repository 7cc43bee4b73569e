/* RISC-V's SC and AMOCAS (Zalrsc, Zacas), which riscv.isa leaves to C. */
#include "litmus/isa/riscv/riscv.h"

#include "litmus/isa/line.h"

/* By the strength of its order. */
static bool acquires(const cm_dotted *w)
{
    const cm_table_word *order = cm_form_word(&w->insn, &cm_rv_rows, "order");
    return order && order->order & 1;
}

static bool releases(const cm_dotted *w)
{
    const cm_table_word *order = cm_form_word(&w->insn, &cm_rv_rows, "order");
    return order && order->order & 2;
}

static unsigned bytes_of(const cm_dotted *w)
{
    return w->operands[0].bits / 8;
}

static const cm_expr *value_of(const cm_dotted *w, const cm_insn_operand *o)
{
    return o->kind == CM_INSN_NUMBER ? cm_asm_const(w->as, o->number) : cm_asm_reg(w->as, o->index);
}

/* An address that is no multiple of the size: an exception, or one access where the
 * machine has a granule for that ("Misaligned Atomicity Granule PMA"). */
static cm_step *emit_store(cm_dotted *w, const cm_expr *where, const cm_expr *value, unsigned bytes,
                           const char *const *tags)
{
    int step = cm_emit_store(w->as, where, value, bytes, tags);
    cm_asm_align(w->as, step, bytes);
    return cm_asm_step(w->as, step);
}

/* ---- Zalrsc ------------------------------------------------------------ */

/* Where the LR named other bytes near by, the reservation set may have those of the SC,
 * too: "an arbitrarily large reservation set". Locations of a test lie in sets of their
 * own. 1 where the two addresses are less than half a location's stride apart and not
 * equal, or the sizes differ. */
static const cm_expr *is_unclear(cm_dotted *w, const cm_expr *where, const cm_expr *same)
{
    uint64_t half = CM_ADDRESS_STRIDE / 2;
    const cm_expr *watched = cm_asm_reg(w->as, cm_line_reservation(w));
    const cm_expr *apart = cm_line_op(w, CM_OP_SUB, 64, where, watched);
    const cm_expr *moved = cm_line_op(w, CM_OP_ADD, 64, apart, cm_line_const(w, half));
    const cm_expr *near_by = cm_line_op(w, CM_OP_ULT, 64, moved, cm_line_const(w, 2 * half));
    const cm_expr *other = cm_line_op(w, CM_OP_EQ, 64, same, cm_line_const(w, 0));
    return cm_line_op(w, CM_OP_AND, 64, near_by, other);
}

/* SC.W rd,rs2,(rs1): it succeeds at most where the latest LR or SC was an LR of these
 * bytes, and may always fail. rd becomes 0 by the store, and then depends on it; a
 * failed SC writes 1, without a dependency ("Source and Destination Register
 * Listings"). */
void cm_rv_conditional(cm_dotted *w)
{
    static const char *const none[] = {"X", NULL}, *const rl[] = {"X", "Rel", NULL};
    static const char *const both[] = {"X", "Acq", "Rel", NULL};
    unsigned bytes = bytes_of(w);
    const cm_expr *value = value_of(w, &w->operands[1]), *where = value_of(w, &w->operands[3]);
    int choice = cm_asm_temporary(w->as), passes = cm_asm_temporary(w->as);
    int failed = cm_asm_temporary(w->as);
    const cm_expr *same_size = cm_line_op(
        w, CM_OP_EQ, 64, cm_asm_reg(w->as, cm_line_reserved_size(w)), cm_line_const(w, bytes));
    const cm_expr *same =
        cm_line_op(w, CM_OP_AND, 64, same_size,
                   cm_line_op(w, CM_OP_EQ, 64, cm_asm_reg(w->as, cm_line_reservation(w)), where));
    cm_emit_attempt(w->as, choice);
    int pass = cm_emit_assign(w->as, passes,
                              cm_line_op(w, CM_OP_AND, 64, cm_asm_reg(w->as, choice), same));
    cm_asm_undefined(w->as, pass, is_unclear(w, where, same),
                     "may succeed with an SC whose LR named other bytes");
    cm_emit_assign(w->as, failed, cm_line_const(w, 1));
    cm_step *store = emit_store(w, where, value, bytes,
                                !releases(w)  ? none
                                : acquires(w) ? both
                                              : rl);
    store->guard = cm_asm_reg(w->as, passes);
    store->rmw = CM_RMW_EXCLUSIVE;
    store->dst = failed;
    cm_line_write(w, w->operands[0].index, cm_asm_reg(w->as, failed));
    cm_emit_assign(w->as, cm_line_reservation(w), cm_line_const(w, 0));
}

/* ---- Zacas --------------------------------------------------------------- */

/* What it reads, in a fresh register; *load is the step. */
static const cm_expr *emit_load(cm_dotted *w, const cm_expr *where, unsigned bytes, int *load)
{
    static const char *const none[] = {"AMO", NULL}, *const aq[] = {"AMO", "Acq", NULL};
    int old = cm_asm_temporary(w->as);
    *load = cm_emit_load(w->as, old, where, bytes, acquires(w) ? aq : none);
    cm_asm_align(w->as, *load, bytes);
    return cm_asm_reg(w->as, old);
}

/* The store of so many bytes that belongs to the load. */
static cm_step *emit_swap(cm_dotted *w, const cm_expr *where, const cm_expr *value, unsigned bytes,
                          int load)
{
    static const char *const none[] = {"AMO", NULL}, *const rl[] = {"AMO", "Rel", NULL};
    cm_step *store = emit_store(w, where, value, bytes, releases(w) ? rl : none);
    store->rmw = load;
    return store;
}

/* AMOCAS.<size> rd,rs2,(rs1): rd is compared, and gets what was read. It writes if the
 * two are equal; if not it is treated as an AMO nevertheless, without a release. */
void cm_rv_compare_swap(cm_dotted *w)
{
    unsigned bytes = bytes_of(w);
    const cm_expr *expected = value_of(w, &w->operands[0]), *new = value_of(w, &w->operands[1]);
    const cm_expr *where = value_of(w, &w->operands[3]);
    int load;
    const cm_expr *old = emit_load(w, where, bytes, &load);
    cm_asm_step(w->as, load)->value = cm_line_op(w, CM_OP_XOR, 64, new, expected);
    emit_swap(w, where, new, bytes, load)->guard =
        cm_line_op(w, CM_OP_EQ, 8 * bytes, old, expected);
    cm_line_write(w, w->operands[0].index,
                  bytes == 8 ? old : cm_line_imm_op(w, CM_OP_SEXT, 64, 8 * bytes, old));
}

/* The registers of a pair: the one named and the next; x0 stands for two. */
static void pair_of(cm_dotted *w, const cm_insn_operand *o, int pair[2])
{
    unsigned number;
    cm_rv_register(o->name, &number);
    pair[0] = pair[1] = o->index;
    if (number > 0)
        pair[1] = cm_asm_register(w->as, cm_arena_printf(cm_asm_arena(w->as), "x%u", number + 1));
}

/* AMOCAS.Q: one access of 16 bytes, made of two halves. */
void cm_rv_compare_swap_quad(cm_dotted *w)
{
    int d[2], from[2], loads[2];
    pair_of(w, &w->operands[0], d);
    pair_of(w, &w->operands[1], from);
    const cm_expr *where = value_of(w, &w->operands[3]);
    const cm_expr *places[2] = {where, cm_line_plus(w, where, 8)};
    const cm_expr *old[2], *equal[2];
    for (unsigned i = 0; i < 2; i++) {
        old[i] = emit_load(w, places[i], 8, &loads[i]);
        cm_step *load = cm_asm_step(w->as, loads[i]);
        load->value = cm_line_op(
            w, CM_OP_XOR, 64,
            cm_line_op(w, CM_OP_XOR, 64, cm_line_read(w, d[0]), cm_line_read(w, d[1])),
            cm_line_op(w, CM_OP_XOR, 64, cm_line_read(w, from[0]), cm_line_read(w, from[1])));
        load->joined = i == 1;
        equal[i] = cm_line_op(w, CM_OP_EQ, 64, old[i], cm_line_read(w, d[i]));
    }
    cm_asm_align(w->as, loads[0], 16);
    const cm_expr *both = cm_line_op(w, CM_OP_AND, 64, equal[0], equal[1]);
    for (unsigned i = 0; i < 2; i++) {
        cm_step *store = emit_swap(w, places[i], cm_line_read(w, from[i]), 8, loads[i]);
        store->guard = both;
        store->joined = i == 1;
    }
    for (unsigned i = 0; i < 2; i++)
        cm_line_write(w, d[i], old[i]);
}
