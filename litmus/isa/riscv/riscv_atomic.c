/* RISC-V atomic instructions: Zalrsc, Zaamo, Zabha, Zacas, and the ordered loads and
 * stores of Zalasr.
 *
 * The names are regular, so they are taken apart instead of listed: what is done, a
 * size (.b .h .w .d .q), then an order (.aq .rl .aqrl, also written .aq.rl). Where an
 * order gives an operation an annotation its event is in the sets Acq or Rel (RVWMO,
 * "Memory Model Primitives"; Zalasr). LR.RL and SC.AQ give none.
 */
#include "litmus/isa/riscv/riscv.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

enum { AQ = CM_RV_AQ, RL = CM_RV_RL };

/* An instruction taken apart. */
typedef struct atomic {
    const struct kind *kind;
    unsigned bytes, order;
} atomic;

typedef struct kind {
    const char *stem;   /* what the name begins with, sizes apart */
    const char *sizes;  /* letters */
    const char *orders; /* which may be: bits as '0' + AQ + RL */
    void (*assemble)(cm_line *a, const atomic *at);
    cm_op op;
    unsigned number; /* field funct5 of the instruction */
} kind;

/* ---- accesses -------------------------------------------------------- */

static const char *const *tags(unsigned order, const char *const *none, const char *const *aq,
                               const char *const *rl, const char *const *both)
{
    const char *const *by_order[] = {none, aq, rl, both};
    return by_order[order];
}

static const char *const *reserving_tags(unsigned order)
{
    static const char *const none[] = {"X", NULL}, *const aq[] = {"X", "Acq", NULL};
    static const char *const rl[] = {"X", "Rel", NULL}, *const both[] = {"X", "Acq", "Rel", NULL};
    return tags(order, none, aq, rl, both);
}

static const char *const *amo_tags(unsigned order)
{
    static const char *const none[] = {"AMO", NULL}, *const aq[] = {"AMO", "Acq", NULL};
    static const char *const rl[] = {"AMO", "Rel", NULL};
    return tags(order, none, aq, rl, NULL);
}

static const char *const *ordered_tags(unsigned order)
{
    static const char *const aq[] = {"Acq", NULL}, *const rl[] = {"Rel", NULL};
    static const char *const both[] = {"Acq", "Rel", NULL};
    return tags(order, cm_no_tags, aq, rl, both);
}

/* An address that is no multiple of the size: an exception, or one access where the
 * machine has a granule for that ("Misaligned Atomicity Granule PMA"). */
static int emit_load(cm_line *a, int dst, const cm_expr *where, unsigned bytes,
                     const char *const *names)
{
    int step = cm_emit_load(a->as, dst, where, bytes, names);
    cm_asm_align(a->as, step, bytes);
    return step;
}

static int emit_store(cm_line *a, const cm_expr *where, const cm_expr *value, unsigned bytes,
                      const char *const *names)
{
    int step = cm_emit_store(a->as, where, value, bytes, names);
    cm_asm_align(a->as, step, bytes);
    return step;
}

/* Cut to the size and sign-extended. */
static void write_loaded(cm_line *a, cm_rv_reg d, unsigned bytes, const cm_expr *value)
{
    cm_rv_write(a, d, cm_rv_signed(a, 8 * bytes, value));
}

/* What lies in a register as it was read. */
static void extend_loaded(cm_line *a, cm_rv_reg d, unsigned bytes)
{
    if (bytes < 8)
        write_loaded(a, d, bytes, cm_rv_read(a, d));
}

/* ---- Zalasr ------------------------------------------------------------ */

static void load_ordered(cm_line *a, const atomic *at)
{
    cm_rv_operands of = cm_rv_at_address(a, false);
    emit_load(a, of.d.reg, of.where, at->bytes, ordered_tags(at->order));
    extend_loaded(a, of.d, at->bytes);
}

static void store_ordered(cm_line *a, const atomic *at)
{
    const cm_expr *value = cm_rv_read(a, cm_rv_operand(a));
    cm_line_comma(a);
    const cm_expr *where = cm_rv_address(a, true);
    emit_store(a, where, value, at->bytes, ordered_tags(at->order));
}

/* ---- Zalrsc ------------------------------------------------------------ */

/* LR.W rd,(rs1). */
static void load_reserved(cm_line *a, const atomic *at)
{
    cm_rv_operands of = cm_rv_at_address(a, false);
    const cm_expr *where = cm_line_reserve(a, of.where, at->bytes); /* rd may be rs1 */
    unsigned order = at->order == RL ? 0 : at->order;
    int load = emit_load(a, of.d.reg, where, at->bytes, reserving_tags(order));
    cm_asm_step(a->as, load)->exclusive = true;
    extend_loaded(a, of.d, at->bytes);
}

/* Where the LR named other bytes near by, the reservation set may have those of the SC,
 * too: "an arbitrarily large reservation set". Locations of a test lie in sets of their
 * own. 1 where the two addresses are less than half a location's stride apart and not
 * equal, or the sizes differ. */
static const cm_expr *is_unclear(cm_line *a, const cm_expr *where, const cm_expr *same)
{
    uint64_t half = CM_ADDRESS_STRIDE / 2;
    const cm_expr *watched = cm_asm_reg(a->as, cm_line_reservation(a));
    const cm_expr *apart = cm_line_op(a, CM_OP_SUB, 64, where, watched);
    const cm_expr *moved = cm_line_op(a, CM_OP_ADD, 64, apart, cm_line_const(a, half));
    const cm_expr *near_by = cm_line_op(a, CM_OP_ULT, 64, moved, cm_line_const(a, 2 * half));
    const cm_expr *other = cm_line_op(a, CM_OP_EQ, 64, same, cm_line_const(a, 0));
    return cm_line_op(a, CM_OP_AND, 64, near_by, other);
}

/* SC.W rd,rs2,(rs1): it succeeds at most where the latest LR or SC was an LR of these
 * bytes, and may always fail. rd becomes 0 by the store, and then depends on it; a
 * failed SC writes 1, without a dependency ("Source and Destination Register
 * Listings"). */
static void store_conditional(cm_line *a, const atomic *at)
{
    cm_rv_operands of = cm_rv_at_address(a, true);
    const cm_expr *value = of.x, *where = of.where;
    int choice = cm_asm_temporary(a->as), passes = cm_asm_temporary(a->as);
    int failed = cm_asm_temporary(a->as);
    const cm_expr *same_size = cm_line_op(
        a, CM_OP_EQ, 64, cm_asm_reg(a->as, cm_line_reserved_size(a)), cm_line_const(a, at->bytes));
    const cm_expr *same =
        cm_line_op(a, CM_OP_AND, 64, same_size,
                   cm_line_op(a, CM_OP_EQ, 64, cm_asm_reg(a->as, cm_line_reservation(a)), where));
    cm_emit_attempt(a->as, choice);
    int pass = cm_emit_assign(a->as, passes,
                              cm_line_op(a, CM_OP_AND, 64, cm_asm_reg(a->as, choice), same));
    cm_asm_undefined(a->as, pass, is_unclear(a, where, same),
                     "may succeed with an SC whose LR named other bytes");
    cm_emit_assign(a->as, failed, cm_line_const(a, 1));
    unsigned order = at->order == AQ ? 0 : at->order;
    int index = emit_store(a, where, value, at->bytes, reserving_tags(order));
    cm_step *store = cm_asm_step(a->as, index);
    store->guard = cm_asm_reg(a->as, passes);
    store->rmw = CM_RMW_EXCLUSIVE;
    store->dst = failed;
    cm_rv_write(a, of.d, cm_asm_reg(a->as, failed));
    cm_emit_assign(a->as, cm_line_reservation(a), cm_line_const(a, 0));
}

/* ---- Zaamo, Zabha -------------------------------------------------------- */

/* What it reads, in a fresh register; *load is the step. Its event has the acquire
 * annotation, that of the write the release; the two are one operation. */
static const cm_expr *emit_amo_load(cm_line *a, const atomic *at, const cm_expr *where,
                                    unsigned bytes, int *load)
{
    int old = cm_asm_temporary(a->as);
    *load = emit_load(a, old, where, bytes, amo_tags(at->order & AQ));
    return cm_asm_reg(a->as, old);
}

static cm_step *emit_amo_store(cm_line *a, const atomic *at, const cm_expr *where,
                               const cm_expr *value, unsigned bytes, int load)
{
    cm_step *store =
        cm_asm_step(a->as, emit_store(a, where, value, bytes, amo_tags(at->order & RL)));
    store->rmw = load;
    return store;
}

/* AMO<op>.<size> rd,rs2,(rs1). */
static void fetch(cm_line *a, const atomic *at)
{
    cm_rv_operands of = cm_rv_at_address(a, true);
    const cm_expr *value = of.x;
    int load;
    const cm_expr *old = emit_amo_load(a, at, of.where, at->bytes, &load);
    if (at->kind->op != CM_OP_REG) /* else a swap */
        value = cm_line_op(a, at->kind->op, 8 * at->bytes, old, value);
    emit_amo_store(a, at, of.where, value, at->bytes, load);
    write_loaded(a, of.d, at->bytes, old);
}

/* ---- Zacas --------------------------------------------------------------- */

/* AMOCAS.<size> rd,rs2,(rs1): rd is compared, and gets what was read. It writes if the
 * two are equal; if not it is treated as an AMO nevertheless, without a release. */
static void compare_swap(cm_line *a, const atomic *at)
{
    cm_rv_operands of = cm_rv_at_address(a, true);
    const cm_expr *expected = cm_rv_read(a, of.d);
    int load;
    const cm_expr *old = emit_amo_load(a, at, of.where, at->bytes, &load);
    cm_asm_step(a->as, load)->value = cm_line_op(a, CM_OP_XOR, 64, of.x, expected);
    emit_amo_store(a, at, of.where, of.x, at->bytes, load)->guard =
        cm_line_op(a, CM_OP_EQ, 8 * at->bytes, old, expected);
    write_loaded(a, of.d, at->bytes, old);
}

/* Two registers in a row, of which only the first is written; x0 stands for two. */
static void register_pair(cm_line *a, cm_rv_reg pair[2])
{
    pair[0] = cm_rv_operand(a);
    if (pair[0].number % 2 != 0)
        cm_asm_fail(a->as, pair[0].place, "register of odd number x%u, expected an even one",
                    pair[0].number);
    pair[1] = pair[0].number ? cm_rv_numbered(a, pair[0].number + 1) : pair[0];
}

/* AMOCAS.Q: one access of 16 bytes, made of two halves. */
static void compare_swap_quad(cm_line *a, const atomic *at)
{
    cm_rv_reg d[2], from[2];
    register_pair(a, d);
    cm_line_comma(a);
    register_pair(a, from);
    cm_line_comma(a);
    const cm_expr *where = cm_rv_address(a, true);
    const cm_expr *places[2] = {where, cm_line_plus(a, where, 8)};
    const cm_expr *old[2], *equal[2];
    int loads[2];
    for (unsigned i = 0; i < 2; i++) {
        const cm_expr *expected = cm_rv_read(a, d[i]);
        old[i] = emit_amo_load(a, at, places[i], 8, &loads[i]);
        cm_step *load = cm_asm_step(a->as, loads[i]);
        load->value = cm_line_op(
            a, CM_OP_XOR, 64,
            cm_line_op(a, CM_OP_XOR, 64, cm_rv_read(a, d[0]), cm_rv_read(a, d[1])),
            cm_line_op(a, CM_OP_XOR, 64, cm_rv_read(a, from[0]), cm_rv_read(a, from[1])));
        load->joined = i == 1;
        equal[i] = cm_line_op(a, CM_OP_EQ, 64, old[i], expected);
    }
    cm_asm_align(a->as, loads[0], 16);
    const cm_expr *both = cm_line_op(a, CM_OP_AND, 64, equal[0], equal[1]);
    for (unsigned i = 0; i < 2; i++) {
        cm_step *store = emit_amo_store(a, at, places[i], cm_rv_read(a, from[i]), 8, loads[i]);
        store->guard = both;
        store->joined = i == 1;
    }
    for (unsigned i = 0; i < 2; i++)
        cm_rv_write(a, d[i], old[i]);
}

/* ---- names ----------------------------------------------------------------- */

static const kind kinds[] = {
    {"l", "bhwd", "13", load_ordered, CM_OP_REG, 6},
    {"s", "bhwd", "23", store_ordered, CM_OP_REG, 7},
    {"lr.", "wd", "0123", load_reserved, CM_OP_REG, 2},
    {"sc.", "wd", "0123", store_conditional, CM_OP_REG, 3},
    {"amoswap.", "bhwd", "0123", fetch, CM_OP_REG, 1},
    {"amoadd.", "bhwd", "0123", fetch, CM_OP_ADD, 0},
    {"amoand.", "bhwd", "0123", fetch, CM_OP_AND, 12},
    {"amoor.", "bhwd", "0123", fetch, CM_OP_OR, 8},
    {"amoxor.", "bhwd", "0123", fetch, CM_OP_XOR, 4},
    {"amomax.", "bhwd", "0123", fetch, CM_OP_SMAX, 20},
    {"amomaxu.", "bhwd", "0123", fetch, CM_OP_UMAX, 28},
    {"amomin.", "bhwd", "0123", fetch, CM_OP_SMIN, 16},
    {"amominu.", "bhwd", "0123", fetch, CM_OP_UMIN, 24},
    {"amocas.", "bhwd", "0123", compare_swap, CM_OP_REG, 5},
    {"amocas.", "q", "0123", compare_swap_quad, CM_OP_REG, 5},
};

/* In the order of the field funct3. */
static const char all_sizes[] = "bhwdq";

static unsigned bytes_of(char size)
{
    return 1u << (strchr(all_sizes, size | 32) - all_sizes);
}

static bool parse_order(const char *text, const char *allowed, unsigned *order)
{
    static const struct {
        const char *name;
        unsigned order;
    } orders[] = {{"", 0}, {".aq", AQ}, {".rl", RL}, {".aqrl", AQ | RL}, {".aq.rl", AQ | RL}};
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        *order = orders[i].order;
        if (strcasecmp(text, orders[i].name) == 0)
            return strchr(allowed, (int)('0' + *order)) != NULL;
    }
    return false;
}

static bool take_apart(const char *name, atomic *at)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].stem);
        if (strncasecmp(name, kinds[i].stem, length) != 0 || name[length] == '\0' ||
            !strchr(kinds[i].sizes, name[length] | 32) ||
            !parse_order(name + length + 1, kinds[i].orders, &at->order))
            continue;
        at->kind = &kinds[i];
        at->bytes = bytes_of(name[length]);
        return true;
    }
    return false;
}

bool cm_rv_atomic(cm_line *a, const char *name)
{
    atomic at;
    if (!take_apart(name, &at))
        return false;
    if (at.bytes > 4 && cm_rv_xlen(a) == 32) /* also AMOCAS.D, which RV32 has, of four registers */
        cm_rv_refuse_32(a, name);
    at.kind->assemble(a, &at);
    return true;
}

bool cm_rv_atomic_code(const char *name, cm_rv_code *code)
{
    atomic at;
    if (!take_apart(name, &at))
        return false;
    const kind *k = at.kind;
    char size = (char)(name[strlen(k->stem)] | 32);
    *code = (cm_rv_code){.is_plain = k->assemble == load_ordered || k->assemble == store_ordered,
                         .is_load = k->assemble == load_ordered || k->assemble == load_reserved,
                         .width = (unsigned)(strchr(all_sizes, size) - all_sizes),
                         .number = k->number,
                         .order = at.order};
    code->is_known = !code->is_plain && k->assemble != compare_swap &&
                     k->assemble != compare_swap_quad && at.bytes >= 4 && at.bytes <= 8;
    snprintf(code->plain, sizeof code->plain, "%s%c", k->stem, size);
    return true;
}

void cm_rv_each_atomic(cm_mnemonic_visit *visit, void *context)
{
    static const char *const orders[] = {"", ".aq", ".rl", ".aqrl"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        for (const char *size = kinds[i].sizes; *size; size++) {
            for (const char *order = kinds[i].orders; *order; order++) {
                char name[24];
                snprintf(name, sizeof name, "%s%c%s", kinds[i].stem, *size, orders[*order - '0']);
                visit(context, name);
            }
        }
    }
}
