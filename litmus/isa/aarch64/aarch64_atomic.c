/* AArch64 atomic instructions (FEAT_LSE, FEAT_LSE128; Arm ARM C3.2.12, C6.2).
 *
 * The names are regular, so they are taken apart instead of listed:
 *     CAS CASP SWP LD<op>   then  A, L or AL (order)  then  B or H (size)
 *     ST<op>                then  L                   then  B or H
 *     SWPP LDCLRP LDSETP    then  A, L or AL
 * An atomic is a load and a store of one pair. Acquire is dropped when the result
 * goes to WZR or XZR; such a load is in the set NoRet.
 */
#include "litmus/isa/aarch64/aarch64.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef struct atomic {
    cm_op op;
    bool clear;     /* AND with the inverted operand */
    unsigned size;  /* 1, 2, or 0: that of the registers */
    unsigned flags; /* CM_A64_A, CM_A64_L */
} atomic;

static const struct {
    const char *name;
    cm_op op;
    bool clear;
} operations[] = {{"ADD", CM_OP_ADD, false},   {"CLR", CM_OP_AND, true},
                  {"EOR", CM_OP_XOR, false},   {"SET", CM_OP_OR, false},
                  {"SMAX", CM_OP_SMAX, false}, {"SMIN", CM_OP_SMIN, false},
                  {"UMAX", CM_OP_UMAX, false}, {"UMIN", CM_OP_UMIN, false}};

/* ---- names ----------------------------------------------------------- */

static bool starts_with(const char *name, const char *prefix, const char **rest)
{
    size_t length = strlen(prefix);
    if (strncasecmp(name, prefix, length) != 0)
        return false;
    *rest = name + length;
    return true;
}

/* Order and size after the operation: "", "A", "ALB", "H"... */
static bool parse_suffix(const char *rest, bool with_acquire, bool with_size, atomic *atom)
{
    atom->flags = 0;
    atom->size = 0;
    if (with_acquire && (*rest == 'A' || *rest == 'a')) {
        atom->flags |= CM_A64_A;
        rest++;
    }
    if (*rest == 'L' || *rest == 'l') {
        atom->flags |= CM_A64_L;
        rest++;
    }
    if (with_size && strcasecmp(rest, "B") == 0)
        atom->size = 1;
    else if (with_size && strcasecmp(rest, "H") == 0)
        atom->size = 2;
    else if (*rest != '\0')
        return false;
    return true;
}

/* ---- accesses -------------------------------------------------------- */

static cm_a64_reg parse_operand(cm_line *a, const atomic *atom)
{
    cm_a64_reg reg = atom->size ? cm_a64_sized_reg(a, 32) : cm_a64_any_reg(a);
    cm_line_comma(a);
    return reg;
}

static unsigned size_of(const atomic *atom, cm_a64_reg reg)
{
    return atom->size ? atom->size : reg.bits / 8;
}

/* The load into a fresh register; *step is its index. */
static const cm_expr *emit_load(cm_line *a, unsigned flags, const cm_expr *where, unsigned size,
                                int *step)
{
    int old = cm_asm_temporary(a->as);
    *step = cm_emit_load(a->as, old, where, size, cm_a64_tags(a, flags & ~(unsigned)CM_A64_L));
    cm_a64_align(a, *step, size, CM_A64_ATOMIC);
    return cm_asm_reg(a->as, old);
}

static cm_step *emit_store(cm_line *a, unsigned flags, const cm_expr *where, const cm_expr *value,
                           unsigned size, int load)
{
    int index = cm_emit_store(a->as, where, value, size, cm_a64_tags(a, flags & CM_A64_L));
    cm_step *step = cm_asm_step(a->as, index);
    step->rmw = load;
    return step;
}

static void write_old(cm_line *a, cm_a64_reg to, unsigned size, const cm_expr *old)
{
    cm_a64_write(a, to, size == 8 ? old : cm_line_imm_op(a, CM_OP_ZEXT, 64, 8 * size, old));
}

/* What an atomic without a result loads: never an acquire. */
static unsigned load_flags(const atomic *atom, cm_a64_reg result)
{
    return result.reg >= 0 ? atom->flags : (atom->flags & ~(unsigned)CM_A64_A) | CM_A64_NORET;
}

/* ---- the instructions ------------------------------------------------ */

/* LD<op> Rs,Rt,[Xn]; ST<op> Rs,[Xn] is LD<op> Rs,ZR,[Xn]. SWP stores what it is given:
 * op is CM_OP_REG. */
static void fetch(cm_line *a, const atomic *atom, bool has_result)
{
    cm_a64_reg base, operand = parse_operand(a, atom);
    cm_a64_reg result = {.reg = -1, .bits = operand.bits, .number = 31};
    if (has_result) {
        result = cm_a64_sized_reg(a, operand.bits);
        cm_line_comma(a);
    }
    const cm_expr *where = cm_a64_base_address(a, &base);
    unsigned size = size_of(atom, operand);
    int load;
    const cm_expr *old = emit_load(a, load_flags(atom, result), where, size, &load);
    const cm_expr *value = cm_a64_read(a, operand);
    if (atom->clear)
        value = cm_line_op(a, CM_OP_NOT, 8 * size, value, NULL);
    if (atom->op != CM_OP_REG)
        value = cm_line_op(a, atom->op, 8 * size, old, value);
    emit_store(a, atom->flags, where, value, size, load);
    write_old(a, result, size, old);
}

/* 1 if this execution of a CAS that succeeds leaves Rs as it was, 0 if it puts
 * there what it read: the values are equal, what they depend on is not. */
static const cm_expr *keeps(cm_line *a, const cm_expr *equal)
{
    int choice = cm_asm_temporary(a->as), kept = cm_asm_temporary(a->as);
    cm_emit_choose(a->as, choice);
    cm_emit_assign(a->as, kept, cm_line_op(a, CM_OP_AND, 64, cm_asm_reg(a->as, choice), equal));
    return cm_asm_reg(a->as, kept);
}

/* Rs after a CAS that read `old`, all of whose `size` bytes count. Where Rs is left
 * as it was, that is decided by what was read: a pick. A CAS that fails puts there
 * what it read. (Intrinsic dependencies of CAS; B2.3.) */
static void write_compared(cm_line *a, cm_a64_reg rs, unsigned size, const cm_expr *kept,
                           const cm_expr *old)
{
    if (rs.reg < 0)
        return;
    const cm_expr *before = cm_a64_read(a, rs);
    const cm_expr *decided = cm_asm_op(a->as, CM_OP_SELECT, 64, old, before, before);
    const cm_expr *after = cm_asm_op(a->as, CM_OP_PREDICT, 64, kept, decided, old);
    write_old(a, rs, size, after);
}

/* CAS Rs,Rt,[Xn]: Rs is compared and gets the old value. The store, and so its
 * release, happens only if they are equal. */
static void compare_swap(cm_line *a, const atomic *atom)
{
    cm_a64_reg base, expected = parse_operand(a, atom);
    cm_a64_reg value = cm_a64_sized_reg(a, expected.bits);
    cm_line_comma(a);
    const cm_expr *where = cm_a64_base_address(a, &base);
    unsigned size = size_of(atom, expected);
    int load;
    const cm_expr *old = emit_load(a, load_flags(atom, expected), where, size, &load);
    const cm_expr *equal = cm_line_op(a, CM_OP_EQ, 8 * size, old, cm_a64_read(a, expected));
    emit_store(a, atom->flags, where, cm_a64_read(a, value), size, load)->guard = equal;
    if (expected.reg >= 0)
        write_compared(a, expected, size, keeps(a, equal), old);
}

/* ---- pairs ----------------------------------------------------------- */

/* Two registers in a row, the first one even. */
static void parse_even_pair(cm_line *a, cm_a64_reg pair[2], unsigned bits)
{
    pair[0] = bits ? cm_a64_sized_reg(a, bits) : cm_a64_any_reg(a);
    if (pair[0].number % 2 != 0)
        cm_asm_fail(a->as, pair[0].place, "the register has an odd number, expected an even one");
    cm_line_comma(a);
    pair[1] = cm_a64_sized_reg(a, pair[0].bits);
    if (pair[1].number != pair[0].number + 1)
        cm_asm_fail(a->as, pair[1].place, "the register has number %u, expected %u", pair[1].number,
                    pair[0].number + 1);
    cm_line_comma(a);
}

static const cm_expr *packed(cm_line *a, const cm_a64_reg pair[2])
{
    const cm_expr *high =
        cm_line_op(a, CM_OP_SHL, 64, cm_a64_read(a, pair[1]), cm_line_const(a, 32));
    return cm_line_op(a, CM_OP_OR, 64, cm_a64_read_exact(a, pair[0]), high);
}

static const cm_expr *half(cm_line *a, const cm_expr *both, unsigned i)
{
    return i == 0 ? cm_line_imm_op(a, CM_OP_ZEXT, 64, 32, both)
                  : cm_line_op(a, CM_OP_LSHR, 64, both, cm_line_const(a, 32));
}

/* Words: one access of 8 bytes. */
static void compare_swap_words(cm_line *a, const atomic *atom, const cm_a64_reg expected[2],
                               const cm_a64_reg value[2], const cm_expr *where)
{
    int load;
    const cm_expr *old = emit_load(a, atom->flags, where, 8, &load);
    const cm_expr *equal = cm_line_op(a, CM_OP_EQ, 64, old, packed(a, expected));
    emit_store(a, atom->flags, where, packed(a, value), 8, load)->guard = equal;
    const cm_expr *kept = keeps(a, equal);
    for (unsigned i = 0; i < 2; i++)
        write_compared(a, expected[i], 4, kept, half(a, old, i));
}

/* The loads of both halves of one access of 16 bytes (B2.2.1). */
static void load_doubles(cm_line *a, unsigned flags, const cm_expr *where, const cm_expr *at[2],
                         const cm_expr *old[2], int loads[2])
{
    for (unsigned i = 0; i < 2; i++) {
        at[i] = i == 0 ? where : cm_line_op(a, CM_OP_ADD, 64, where, cm_line_const(a, 8));
        old[i] = emit_load(a, flags, at[i], 8, &loads[i]);
        cm_a64_align(a, loads[i], i == 0 ? 16 : 8, CM_A64_ATOMIC);
        cm_asm_step(a->as, loads[i])->joined = i == 1;
    }
}

/* Double words: one access of 16 bytes, made of two halves. */
static void compare_swap_doubles(cm_line *a, const atomic *atom, const cm_a64_reg expected[2],
                                 const cm_a64_reg value[2], const cm_expr *where)
{
    int loads[2];
    const cm_expr *old[2], *equal[2], *at[2];
    load_doubles(a, atom->flags, where, at, old, loads);
    for (unsigned i = 0; i < 2; i++)
        equal[i] = cm_line_op(a, CM_OP_EQ, 64, old[i], cm_a64_read(a, expected[i]));
    const cm_expr *both = cm_line_op(a, CM_OP_AND, 64, equal[0], equal[1]);
    for (unsigned i = 0; i < 2; i++) {
        cm_step *step = emit_store(a, atom->flags, at[i], cm_a64_read(a, value[i]), 8, loads[i]);
        step->guard = both;
        step->joined = i == 1;
    }
    const cm_expr *kept = keeps(a, both);
    for (unsigned i = 0; i < 2; i++)
        write_compared(a, expected[i], 8, kept, old[i]);
}

static void compare_swap_pair(cm_line *a, const atomic *atom)
{
    cm_a64_reg expected[2], value[2], base;
    parse_even_pair(a, expected, 0);
    parse_even_pair(a, value, expected[0].bits);
    const cm_expr *where = cm_a64_base_address(a, &base);
    if (expected[0].bits == 32)
        compare_swap_words(a, atom, expected, value, where);
    else
        compare_swap_doubles(a, atom, expected, value, where);
}

/* Any two registers, but not XZR (UNDEFINED) and not the same one twice (CONSTRAINED
 * UNPREDICTABLE). */
static void parse_two_doubles(cm_line *a, cm_a64_reg pair[2])
{
    for (unsigned i = 0; i < 2; i++) {
        pair[i] = cm_a64_sized_reg(a, 64);
        if (pair[i].reg < 0)
            cm_asm_fail(a->as, pair[i].place, "XZR cannot be used here, expected X0 to X30");
        cm_line_comma(a);
    }
    if (pair[0].reg == pair[1].reg)
        cm_asm_fail(a->as, pair[1].place, "register is loaded twice, expected another");
}

/* SWPP LDCLRP LDSETP Xt1,Xt2,[Xn]: Xt2:Xt1 is the operand and gets the old value. */
static void change_doubles(cm_line *a, const atomic *atom, bool is_swap)
{
    cm_a64_reg pair[2], base;
    parse_two_doubles(a, pair);
    int loads[2];
    const cm_expr *old[2], *at[2];
    load_doubles(a, atom->flags, cm_a64_base_address(a, &base), at, old, loads);
    for (unsigned i = 0; i < 2; i++) {
        const cm_expr *value = cm_a64_read(a, pair[i]);
        if (atom->clear)
            value = cm_line_op(a, CM_OP_NOT, 64, value, NULL);
        if (!is_swap)
            value = cm_line_op(a, atom->op, 64, old[i], value);
        emit_store(a, atom->flags, at[i], value, 8, loads[i])->joined = i == 1;
    }
    for (unsigned i = 0; i < 2; i++)
        cm_a64_write(a, pair[i], old[i]);
}

/* ---- names to instructions ------------------------------------------- */

static bool pair_by_name(cm_line *a, const char *name)
{
    const char *rest;
    atomic swap_pair = {.op = CM_OP_ADD}, set = {.op = CM_OP_OR},
           clear = {.op = CM_OP_AND, .clear = true};
    if (starts_with(name, "SWPP", &rest) && parse_suffix(rest, true, false, &swap_pair))
        change_doubles(a, &swap_pair, true);
    else if (starts_with(name, "LDSETP", &rest) && parse_suffix(rest, true, false, &set))
        change_doubles(a, &set, false);
    else if (starts_with(name, "LDCLRP", &rest) && parse_suffix(rest, true, false, &clear))
        change_doubles(a, &clear, false);
    else
        return false;
    return true;
}

static bool fetch_by_name(cm_line *a, const char *name)
{
    const char *rest, *suffix;
    bool is_load = starts_with(name, "LD", &rest);
    if (!is_load && !starts_with(name, "ST", &rest))
        return false;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        atomic atom = {.op = operations[i].op, .clear = operations[i].clear};
        if (starts_with(rest, operations[i].name, &suffix) &&
            parse_suffix(suffix, is_load, true, &atom)) {
            fetch(a, &atom, is_load);
            return true;
        }
    }
    return false;
}

bool cm_a64_atomic(cm_line *a, const char *name)
{
    const char *rest;
    atomic atom = {.op = CM_OP_REG};
    if (starts_with(name, "CASP", &rest) && parse_suffix(rest, true, false, &atom))
        compare_swap_pair(a, &atom);
    else if (starts_with(name, "CAS", &rest) && parse_suffix(rest, true, true, &atom))
        compare_swap(a, &atom);
    else if (starts_with(name, "SWP", &rest) && parse_suffix(rest, true, true, &atom))
        fetch(a, &atom, true);
    else
        return pair_by_name(a, name) || fetch_by_name(a, name);
    return true;
}

/* ---- all names -------------------------------------------------------- */

static void visit_sizes(const char *stem, const char *const *orders, const char *const *sizes,
                        cm_mnemonic_visit *visit, void *context)
{
    for (; *orders; orders++) {
        for (const char *const *size = sizes; *size; size++) {
            char name[16];
            snprintf(name, sizeof name, "%s%s%s", stem, *orders, *size);
            visit(context, name);
        }
    }
}

void cm_a64_each_atomic(cm_mnemonic_visit *visit, void *context)
{
    static const char *const orders[] = {"", "A", "L", "AL", NULL}, *const releases[] = {"", "L",
                                                                                         NULL};
    static const char *const sizes[] = {"", "B", "H", NULL}, *const one_size[] = {"", NULL};
    visit_sizes("CASP", orders, one_size, visit, context);
    visit_sizes("SWPP", orders, one_size, visit, context);
    visit_sizes("LDCLRP", orders, one_size, visit, context);
    visit_sizes("LDSETP", orders, one_size, visit, context);
    visit_sizes("CAS", orders, sizes, visit, context);
    visit_sizes("SWP", orders, sizes, visit, context);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        char load[8], store[8];
        snprintf(load, sizeof load, "LD%s", operations[i].name);
        snprintf(store, sizeof store, "ST%s", operations[i].name);
        visit_sizes(load, orders, sizes, visit, context);
        visit_sizes(store, releases, sizes, visit, context);
    }
}
