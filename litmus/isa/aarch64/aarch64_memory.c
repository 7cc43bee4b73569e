/* What AArch64's accesses to memory do that no row of aarch64.isa says (Arm ARM C6.2): literals,
 * write-back, pairs, compare and swap, exclusive stores. An operand that is XZR or WZR has no
 * register; the last operand is the address. */
#include "litmus/isa/aarch64/aarch64.h"

#include <string.h>

/* What an access is, as the numbers of words of aarch64.isa say it. */
enum {
    A = 1,
    Q = 2,
    L = 4,
    ORDERED = 8, /* an access of a pair comes before the other */
    X = 16,
    NORET = 32
};

static unsigned flags_of(const cm_dotted *w)
{
    const cm_table_word *order = cm_form_word(&w->insn, &cm_a64_rows, "order");
    const cm_table_word *pair = cm_form_word(&w->insn, &cm_a64_rows, "pair");
    return order ? order->number : pair ? pair->number : 0;
}

static const char *const *tags_of(cm_dotted *w, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {{A, "A"}, {Q, "Q"}, {L, "L"}, {X, "X"}, {NORET, "NoRet"}};
    enum { NAMES = sizeof names / sizeof *names };
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(w->as), NAMES + 1, const char *);
    size_t count = 0;
    for (size_t i = 0; i < NAMES; i++)
        if (flags & names[i].flag)
            tags[count++] = names[i].name;
    return tags;
}

static const cm_insn_operand *address_operand(const cm_dotted *w)
{
    return &w->operands[w->insn.operand_count - 1];
}

static const cm_expr *value_of(cm_dotted *w, const cm_insn_operand *o)
{
    return cm_line_read(w, o->index);
}

/* Two words as one double word, the first one low. */
static const cm_expr *packed(cm_dotted *w, const cm_insn_operand pair[2])
{
    const cm_expr *low = value_of(w, &pair[0]), *high = value_of(w, &pair[1]);
    if (low->op != CM_OP_CONST) /* not of WZR */
        low = cm_line_imm_op(w, CM_OP_ZEXT, 64, 32, low);
    return cm_line_op(w, CM_OP_OR, 64, low,
                      cm_line_op(w, CM_OP_SHL, 64, high, cm_line_const(w, 32)));
}

static const cm_expr *plus_8(cm_dotted *w, const cm_expr *where, unsigned half)
{
    return cm_line_plus(w, where, 8 * half);
}

/* To WZR or XZR none acquires (C6.2, LDAR, LDAPR, LDAXR), and what an atomic operation loads there
 * is in the set NoRet: the tags that a row gives its load, whose destination is `d`. */
const char *const *cm_a64_tags(cm_dotted *w, const char *const *tags)
{
    const cm_isa_form *form = w->insn.form;
    bool kept = false;
    for (int i = 0; i < form->operand_count; i++)
        kept |= strcmp(form->operands[i].name, "d") == 0 && w->operands[i].index >= 0;
    size_t all = 0, count = 0;
    while (tags[all])
        all++;
    const char **left = CM_NEW_ARRAY(cm_asm_arena(w->as), all + 1, const char *);
    for (size_t i = 0; i < all; i++) {
        bool acquires = strcmp(tags[i], "A") == 0 || strcmp(tags[i], "Q") == 0;
        if (kept ? strcmp(tags[i], "NoRet") != 0 : !acquires)
            left[count++] = tags[i];
    }
    return left;
}

/* ---- one register ------------------------------------------------------ */

void cm_a64_write_back(cm_dotted *w)
{
    const cm_insn_operand *at = address_operand(w);
    if (at->indexed != '!' && at->indexed != ']')
        return;
    for (const cm_insn_operand *data = w->operands; data < at; data++)
        if (data->index == at->index)
            cm_asm_fail(w->as, at->place,
                        "the address register is also %s data register, expected another",
                        w->insn.operand_count > 2 ? "a" : "the");
    cm_emit_assign(w->as, at->index, cm_line_plus(w, cm_asm_reg(w->as, at->index), at->number));
}

/* PRFM op,[address]: a hint. */
void cm_a64_no_write_back(cm_dotted *w)
{
    const cm_insn_operand *at = address_operand(w);
    if (at->indexed == '!' || at->indexed == ']')
        cm_asm_fail(w->as, at->place,
                    "this instruction does not write its address back, expected [Xn{,offset}]");
}

static void extend(cm_dotted *w, const cm_insn_operand *to, unsigned size)
{
    if (size < to->bits / 8)
        cm_line_write(w, to->index, cm_line_imm_op(w, CM_OP_SEXT, 64, 8 * size, value_of(w, to)));
}

/* LDR and LDRSW. LDR Rt,=x puts the address there; LDR Rt,x loads from a location. */
void cm_a64_load(cm_dotted *w)
{
    const cm_insn_operand *to = &w->operands[0], *from = &w->operands[1];
    const cm_expr *where = NULL;
    if (from->kind == CM_INSN_LABEL)
        where = cm_asm_label_address(w->as, from->name, from->place);
    else if (from->kind == CM_INSN_LOCATION)
        where = cm_line_const(w, cm_asm_location_at(w->as, from->index)->address);
    else if (from->kind == CM_INSN_NUMBER)
        where = cm_line_const(w, from->number);
    else
        where = cm_a64_address(w, from);
    if (from->how && *from->how == '=') {
        cm_line_write(w, to->index, where);
        return;
    }
    cm_emit_load(w->as, to->index, where, from->bits / 8, tags_of(w, 0));
    extend(w, to, from->bits / 8);
    cm_a64_write_back(w);
}

/* ---- pairs ----------------------------------------------------------- */

static void check_distinct(cm_dotted *w)
{
    const cm_insn_operand *o = w->operands;
    if (o[0].index >= 0 && o[0].index == o[1].index)
        cm_asm_fail(w->as, o[1].place, "the register is loaded twice, expected another");
}

/* The base, kept where the first load cannot overwrite it. */
static const cm_expr *stable(cm_dotted *w, const cm_expr *where)
{
    int kept = cm_asm_temporary(w->as);
    cm_emit_assign(w->as, kept, where);
    return cm_asm_reg(w->as, kept);
}

/* LDP LDNP LDPSW LDAP LDAPP LDIAPP: two accesses, each atomic (B2.2.1). The first register's comes
 * before the second's for LDIAPP only (C6.2, LDIAPP). */
void cm_a64_load_pair(cm_dotted *w)
{
    const cm_insn_operand *data = w->operands, *at = &w->operands[2];
    unsigned size = at->bits / 8, flags = flags_of(w);
    const cm_expr *where = cm_a64_address(w, at);
    check_distinct(w);
    if (data[0].index == at->index)
        where = stable(w, where);
    for (unsigned i = 0; i < 2; i++) {
        int load = cm_emit_load(w->as, data[i].index, cm_line_plus(w, where, i * size), size,
                                tags_of(w, flags));
        cm_asm_step(w->as, load)->ordered = i == 1 && (flags & ORDERED);
        if (flags)
            cm_asm_align(w->as, load, size);
        extend(w, &data[i], size);
    }
    cm_a64_write_back(w);
}

/* STP STNP STLP STILP. The first register's access comes before the second's for STILP,
 * after it with a pre-index: a stack grows downwards (C6.2, STILP). */
void cm_a64_store_pair(cm_dotted *w)
{
    const cm_insn_operand *at = &w->operands[2];
    unsigned size = at->bits / 8, flags = flags_of(w);
    const cm_expr *where = cm_a64_address(w, at);
    unsigned first = (flags & ORDERED) && at->indexed == '!' ? 1 : 0;
    for (unsigned k = 0; k < 2; k++) {
        unsigned i = k ^ first;
        int store = cm_emit_store(w->as, cm_line_plus(w, where, i * size),
                                  value_of(w, &w->operands[i]), size, tags_of(w, flags));
        cm_asm_step(w->as, store)->ordered = k == 1 && (flags & ORDERED);
        if (flags)
            cm_asm_align(w->as, store, size);
    }
    cm_a64_write_back(w);
}

/* ---- exclusive accesses ------------------------------------------------- */

static int exclusive_load(cm_dotted *w, unsigned flags, int dst, const cm_expr *where)
{
    int step = cm_emit_load(w->as, dst, where, 8, tags_of(w, flags));
    cm_asm_step(w->as, step)->exclusive = true;
    return step;
}

/* LDXP LDAXP: a pair of words is one access of 8 bytes, a pair of double words two
 * of 8 bytes (B2.2.1). */
void cm_a64_load_exclusive_pair(cm_dotted *w)
{
    const cm_insn_operand *o = w->operands;
    check_distinct(w);
    bool kept = o[0].index >= 0 || o[1].index >= 0; /* C6.2, LDAXP */
    unsigned flags = kept ? X | flags_of(w) : X;
    const cm_expr *where = cm_line_reserve(w, cm_a64_address(w, &o[2]), o[0].bits / 4);
    if (o[0].bits == 64) {
        cm_asm_align(w->as, exclusive_load(w, flags, o[0].index, where), 16);
        exclusive_load(w, flags, o[1].index, plus_8(w, where, 1));
        return;
    }
    int both = cm_asm_temporary(w->as);
    cm_asm_align(w->as, exclusive_load(w, flags, both, where), 8);
    const cm_expr *value = cm_asm_reg(w->as, both);
    cm_line_write(w, o[0].index, cm_line_imm_op(w, CM_OP_ZEXT, 64, 32, value));
    cm_line_write(w, o[1].index, cm_line_op(w, CM_OP_LSHR, 64, value, cm_line_const(w, 32)));
}

/* What a store-exclusive finds: 0 or 1 each. */
typedef struct monitor {
    const cm_expr *passes; /* it happens */
    const cm_expr *paired; /* the load-exclusive had its address and size */
} monitor;

/* Without a load-exclusive before it, it fails. Else it may always fail. Where address
 * or size differ from those of the load, it is CONSTRAINED UNPREDICTABLE whether it
 * passes, for an implementation need not compare them (Arm ARM B2.12.5); one that
 * passes so is atomic with nothing. Whether it passes is a decision inside the
 * instruction: store and status depend on the address as a pick (B2.3, Pick basic
 * dependency). */
static monitor look_at_monitor(cm_dotted *w, const cm_expr *where, unsigned bytes)
{
    int choice = cm_asm_temporary(w->as), passes = cm_asm_temporary(w->as);
    const cm_expr *watched = cm_asm_reg(w->as, cm_line_reservation(w));
    const cm_expr *same_size = cm_line_op(
        w, CM_OP_EQ, 64, cm_asm_reg(w->as, cm_line_reserved_size(w)), cm_line_const(w, bytes));
    const cm_expr *same = cm_line_op(w, CM_OP_EQ, 64, watched, where);
    const cm_expr *paired = cm_line_op(w, CM_OP_AND, 64, same, same_size);
    const cm_expr *closed = cm_line_op(w, CM_OP_NE, 64, watched, cm_line_const(w, 0));
    cm_emit_attempt(w->as, choice);
    /* `same` changes no value, but it is what makes the status depend on the address:
     * an implementation may look at it. */
    const cm_expr *possible = cm_line_op(w, CM_OP_OR, 64, closed, same);
    const cm_expr *decided = cm_line_op(w, CM_OP_AND, 64, cm_asm_reg(w->as, choice), possible);
    cm_emit_assign(
        w->as, passes,
        cm_asm_op(w->as, CM_OP_SELECT, 64, decided, cm_line_const(w, 1), cm_line_const(w, 0)));
    return (monitor){cm_asm_reg(w->as, passes), paired};
}

static cm_step *exclusive_store(cm_dotted *w, monitor m, const cm_expr *where, const cm_expr *value,
                                unsigned align)
{
    int index = cm_emit_store(w->as, where, value, align < 8 ? align : 8,
                              tags_of(w, X | (flags_of(w) & L)));
    cm_asm_align(w->as, index, align);
    cm_step *step = cm_asm_step(w->as, index);
    step->guard = m.passes;
    step->rmw = CM_RMW_EXCLUSIVE;
    step->paired = m.paired;
    return step;
}

/* STXR STLXR Ws,Rt,[Xn], and STXP STLXP Ws,Rt1,Rt2,[Xn], which is one access if it happens
 * (B2.2.1). The status is 0 if the store happened; and the monitor is open again. */
void cm_a64_store_exclusive(cm_dotted *w)
{
    const cm_insn_operand *status = &w->operands[0], *data = &w->operands[1];
    const cm_insn_operand *at = address_operand(w);
    for (const cm_insn_operand *other = data; other <= at; other++)
        if (status->index >= 0 && status->index == other->index)
            cm_asm_fail(w->as, status->place,
                        "the status register is also a data or address register, expected another");
    bool is_pair = at - data > 1;
    unsigned size = at->bits / 8;
    const cm_expr *where = cm_a64_address(w, at), *value = value_of(w, data);
    monitor m = look_at_monitor(w, where, is_pair ? 2 * size : size);
    if (is_pair && size == 8) {
        exclusive_store(w, m, where, value, 16);
        exclusive_store(w, m, plus_8(w, where, 1), value_of(w, &data[1]), 8)->joined = true;
    } else if (is_pair) {
        exclusive_store(w, m, where, packed(w, data), 8);
    } else {
        exclusive_store(w, m, where, value, size);
    }
    cm_line_write(w, status->index, cm_line_op(w, CM_OP_XOR, 32, m.passes, cm_line_const(w, 1)));
    cm_emit_assign(w->as, cm_line_reservation(w), cm_line_const(w, 0));
}

/* ---- compare and swap ------------------------------------------------------ */

/* The load into a fresh register; *step is its index. */
static const cm_expr *atomic_load(cm_dotted *w, unsigned flags, const cm_expr *where, unsigned size,
                                  int *step)
{
    int old = cm_asm_temporary(w->as);
    *step = cm_emit_load(w->as, old, where, size, tags_of(w, flags & ~(unsigned)L));
    cm_asm_align(w->as, *step, size);
    return cm_asm_reg(w->as, old);
}

static cm_step *atomic_store(cm_dotted *w, const cm_expr *where, const cm_expr *value,
                             unsigned size, int load)
{
    int index = cm_emit_store(w->as, where, value, size, tags_of(w, flags_of(w) & L));
    cm_step *step = cm_asm_step(w->as, index);
    step->rmw = load;
    return step;
}

/* 1 if this execution of a CAS that succeeds leaves Rs as it was, 0 if it puts
 * there what it read: the values are equal, what they depend on is not. */
static const cm_expr *keeps(cm_dotted *w, const cm_expr *equal)
{
    int choice = cm_asm_temporary(w->as), kept = cm_asm_temporary(w->as);
    cm_emit_choose(w->as, choice);
    cm_emit_assign(w->as, kept, cm_line_op(w, CM_OP_AND, 64, cm_asm_reg(w->as, choice), equal));
    return cm_asm_reg(w->as, kept);
}

/* Rs after a CAS that read `old`, all of whose `size` bytes count. Where Rs is left
 * as it was, that is decided by what was read: a pick. A CAS that fails puts there
 * what it read. (Intrinsic dependencies of CAS; B2.3.) */
static void write_compared(cm_dotted *w, const cm_insn_operand *rs, unsigned size,
                           const cm_expr *kept, const cm_expr *old)
{
    if (rs->index < 0)
        return;
    const cm_expr *before = value_of(w, rs);
    const cm_expr *decided = cm_asm_op(w->as, CM_OP_SELECT, 64, old, before, before);
    const cm_expr *after = cm_asm_op(w->as, CM_OP_PREDICT, 64, kept, decided, old);
    cm_emit_assign(w->as, rs->index,
                   size == 8 ? after : cm_line_imm_op(w, CM_OP_ZEXT, 64, 8 * size, after));
}

/* CAS Rs,Rt,[Xn]: Rs is compared and gets the old value. The store, and so its
 * release, happens only if they are equal. */
void cm_a64_compare_swap(cm_dotted *w)
{
    const cm_insn_operand *expected = &w->operands[0], *at = &w->operands[2];
    const cm_expr *where = cm_a64_address(w, at);
    unsigned size = at->bits / 8, flags = flags_of(w);
    if (expected->index < 0)
        flags = (flags & ~(unsigned)A) | NORET;
    int load;
    const cm_expr *old = atomic_load(w, flags, where, size, &load);
    const cm_expr *equal = cm_line_op(w, CM_OP_EQ, 8 * size, old, value_of(w, expected));
    atomic_store(w, where, value_of(w, &w->operands[1]), size, load)->guard = equal;
    if (expected->index >= 0)
        write_compared(w, expected, size, keeps(w, equal), old);
}

/* CASP of words: one access of 8 bytes. */
static void compare_swap_words(cm_dotted *w, const cm_expr *where)
{
    const cm_insn_operand *o = w->operands;
    int load;
    const cm_expr *old = atomic_load(w, flags_of(w), where, 8, &load);
    const cm_expr *equal = cm_line_op(w, CM_OP_EQ, 64, old, packed(w, o));
    atomic_store(w, where, packed(w, &o[2]), 8, load)->guard = equal;
    const cm_expr *kept = keeps(w, equal);
    write_compared(w, &o[0], 4, kept, cm_line_imm_op(w, CM_OP_ZEXT, 64, 32, old));
    write_compared(w, &o[1], 4, kept, cm_line_op(w, CM_OP_LSHR, 64, old, cm_line_const(w, 32)));
}

/* The loads of both halves of one access of 16 bytes (B2.2.1). */
static void load_doubles(cm_dotted *w, const cm_expr *where, const cm_expr *old[2], int loads[2])
{
    for (unsigned i = 0; i < 2; i++) {
        old[i] = atomic_load(w, flags_of(w), plus_8(w, where, i), 8, &loads[i]);
        if (i == 0)
            cm_asm_align(w->as, loads[i], 16);
        cm_asm_step(w->as, loads[i])->joined = i == 1;
    }
}

/* CASP: of double words one access of 16 bytes, made of two halves. */
void cm_a64_compare_swap_pair(cm_dotted *w)
{
    const cm_insn_operand *o = w->operands;
    const cm_expr *where = cm_a64_address(w, &o[4]), *old[2];
    int loads[2];
    if (o[0].bits == 32) {
        compare_swap_words(w, where);
        return;
    }
    load_doubles(w, where, old, loads);
    const cm_expr *both =
        cm_line_op(w, CM_OP_AND, 64, cm_line_op(w, CM_OP_EQ, 64, old[0], value_of(w, &o[0])),
                   cm_line_op(w, CM_OP_EQ, 64, old[1], value_of(w, &o[1])));
    for (unsigned i = 0; i < 2; i++) {
        cm_step *step = atomic_store(w, plus_8(w, where, i), value_of(w, &o[2 + i]), 8, loads[i]);
        step->guard = both;
        step->joined = i == 1;
    }
    const cm_expr *kept = keeps(w, both);
    for (unsigned i = 0; i < 2; i++)
        write_compared(w, &o[i], 8, kept, old[i]);
}

/* SWPP LDCLRP LDSETP Xt1,Xt2,[Xn]: Xt2:Xt1 is the operand and gets the old value. They are any two
 * registers, but not XZR (UNDEFINED) and not the same one twice (CONSTRAINED UNPREDICTABLE). */
void cm_a64_change_doubles(cm_dotted *w)
{
    const cm_insn_operand *pair = w->operands;
    const cm_table_word *operation = cm_form_word(&w->insn, &cm_a64_rows, "op");
    const cm_expr *where = cm_a64_address(w, &pair[2]), *old[2];
    int loads[2];
    for (unsigned i = 0; i < 2; i++)
        if (pair[i].index < 0)
            cm_asm_fail(w->as, pair[i].place, "XZR cannot be used here, expected X0 to X30");
    check_distinct(w);
    load_doubles(w, where, old, loads);
    for (unsigned i = 0; i < 2; i++) {
        const cm_expr *value = value_of(w, &pair[i]);
        if (operation && strcmp(operation->text, "CLR") == 0)
            value = cm_line_op(w, CM_OP_AND, 64, old[i], cm_line_op(w, CM_OP_NOT, 64, value, NULL));
        else if (operation)
            value = cm_line_op(w, CM_OP_OR, 64, old[i], value);
        atomic_store(w, plus_8(w, where, i), value, 8, loads[i])->joined = i == 1;
    }
    for (unsigned i = 0; i < 2; i++)
        cm_line_write(w, pair[i].index, old[i]);
}
