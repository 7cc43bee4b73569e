/* AArch64 loads and stores of two registers, and stores that are exclusive
 * (Arm ARM C6.2). */
#include "litmus/isa/aarch64/aarch64.h"

/* ---- pairs ----------------------------------------------------------- */

enum {
    PRE_ONLY = 256,
    POST_ONLY = 512,
    NO_INDEX = 1024,
    ORDERED = 2048,
    BARE = POST_ONLY | NO_INDEX, /* neither an offset nor an index */
};

typedef struct pair {
    cm_a64_reg data[2];
    unsigned size; /* of one of them */
    cm_a64_reg base;
    const cm_expr *where;     /* the lower address */
    const cm_expr *writeback; /* or NULL */
} pair;

static void parse_pair_registers(cm_line *a, const cm_row *row, pair *p)
{
    p->data[0] = row->op ? cm_a64_sized_reg(a, 64) : cm_a64_any_reg(a);
    cm_line_comma(a);
    p->data[1] = cm_a64_sized_reg(a, p->data[0].bits);
    cm_line_comma(a);
    p->size = row->op ? row->op : p->data[0].bits / 8;
}

/* 7 bits, signed, in units of the size; of LDIAPP and STILP the size of both (C6.2). */
static uint64_t parse_pair_offset(cm_line *a, const cm_row *row, unsigned size)
{
    cm_place place = a->lex->token.place;
    int64_t unit = (int64_t)size, offset = cm_a64_immediate(a, -64 * unit, 63 * unit);
    if (offset % unit != 0)
        cm_asm_fail(a->as, place, "offset cannot be encoded, expected a multiple of %u", size);
    int64_t step = row->flags & POST_ONLY ? 2 * unit : -2 * unit;
    if (row->flags & (PRE_ONLY | POST_ONLY) && offset != step)
        cm_asm_fail(a->as, place, "offset cannot be encoded, expected that of both registers, %d",
                    (int)step);
    return (uint64_t)offset;
}

static void parse_pair_address(cm_line *a, const cm_row *row, pair *p)
{
    p->base = cm_a64_open_address(a);
    const cm_expr *base = p->where = cm_a64_read(a, p->base);
    bool offset = !(row->flags & POST_ONLY) && cm_lexer_accept(a->lex, ",");
    if (offset)
        p->where = cm_line_plus(a, base, parse_pair_offset(a, row, p->size));
    cm_lexer_expect(a->lex, "]");
    if (row->flags & NO_INDEX)
        return;
    if (offset && row->flags & PRE_ONLY)
        cm_lexer_expect(a->lex, "!");
    else if (!offset || !cm_lexer_accept(a->lex, "!"))
        offset = false;
    if (offset)
        p->writeback = p->where;
    else if (p->where == base && !(row->flags & PRE_ONLY) && cm_lexer_accept(a->lex, ","))
        p->writeback = cm_line_plus(a, base, parse_pair_offset(a, row, p->size));
}

static void check_writeback(cm_line *a, const pair *p)
{
    if (p->writeback && (p->data[0].reg == p->base.reg || p->data[1].reg == p->base.reg))
        cm_asm_fail(a->as, p->base.place,
                    "address register is also a data register, expected another");
}

static void check_distinct(cm_line *a, const pair *p)
{
    if (p->data[0].reg >= 0 && p->data[0].reg == p->data[1].reg)
        cm_asm_fail(a->as, p->data[1].place, "register is loaded twice, expected another");
}

/* The base, kept where the first load cannot overwrite it. */
static const cm_expr *stable(cm_line *a, const cm_expr *where)
{
    int kept = cm_asm_temporary(a->as);
    cm_emit_assign(a->as, kept, where);
    return cm_asm_reg(a->as, kept);
}

/* LDP LDNP LDPSW LDAP LDAPP LDIAPP: two accesses, each atomic (B2.2.1). op: size if fixed. The
 * first register's comes before the second's for LDIAPP only (C6.2, LDIAPP). */
static void load_pair(cm_line *a, const cm_row *row)
{
    pair p = {.writeback = NULL};
    parse_pair_registers(a, row, &p);
    parse_pair_address(a, row, &p);
    check_writeback(a, &p);
    check_distinct(a, &p);
    if (p.data[0].reg == p.base.reg)
        p.where = stable(a, p.where);
    for (unsigned i = 0; i < 2; i++) {
        cm_a64_reg data = p.data[i];
        int load = cm_emit_load(a->as, data.reg, cm_line_plus(a, p.where, i * p.size), p.size,
                                cm_a64_tags(a, row->flags));
        cm_asm_step(a->as, load)->ordered = i == 1 && (row->flags & ORDERED);
        cm_a64_align(a, load, p.size, row->flags);
        if (row->flags & CM_A64_SIGNED)
            cm_a64_write(a, data,
                         cm_line_imm_op(a, CM_OP_SEXT, 64, 8 * p.size, cm_a64_read(a, data)));
    }
    if (p.writeback)
        cm_emit_assign(a->as, p.base.reg, p.writeback);
}

/* STP STNP STLP STILP. The first register's access comes before the second's for STILP,
 * after it with a pre-index: a stack grows downwards (C6.2, STILP). */
static void store_pair(cm_line *a, const cm_row *row)
{
    pair p = {.writeback = NULL};
    parse_pair_registers(a, row, &p);
    parse_pair_address(a, row, &p);
    check_writeback(a, &p);
    unsigned first = (row->flags & ORDERED) && p.writeback ? 1 : 0;
    for (unsigned k = 0; k < 2; k++) {
        unsigned i = k ^ first;
        int store = cm_emit_store(a->as, cm_line_plus(a, p.where, i * p.size),
                                  cm_a64_read(a, p.data[i]), p.size, cm_a64_tags(a, row->flags));
        cm_asm_step(a->as, store)->ordered = k == 1 && (row->flags & ORDERED);
        cm_a64_align(a, store, p.size, row->flags);
    }
    if (p.writeback)
        cm_emit_assign(a->as, p.base.reg, p.writeback);
}

/* ---- exclusive pairs ------------------------------------------------- */

static int exclusive_load(cm_line *a, unsigned flags, int dst, const cm_expr *where, unsigned size)
{
    int step = cm_emit_load(a->as, dst, where, size, cm_a64_tags(a, flags));
    cm_asm_step(a->as, step)->exclusive = true;
    return step;
}

/* LDXP LDAXP: a pair of words is one access of 8 bytes, a pair of double words two
 * of 8 bytes (B2.2.1). */
static void load_exclusive_pair(cm_line *a, const cm_row *row)
{
    pair p = {.writeback = NULL};
    parse_pair_registers(a, row, &p);
    check_distinct(a, &p);
    const cm_expr *base = cm_a64_base_address(a, &p.base);
    const cm_expr *where = cm_line_reserve(a, base, 2 * p.size);
    unsigned flags = cm_a64_loading(p.data[p.data[0].reg < 0], row->flags); /* C6.2, LDAXP */
    if (p.size == 8) {
        cm_a64_align(a, exclusive_load(a, flags, p.data[0].reg, where, 8), 16, row->flags);
        exclusive_load(a, flags, p.data[1].reg, cm_line_plus(a, where, 8), 8);
        return;
    }
    int both = cm_asm_temporary(a->as);
    cm_a64_align(a, exclusive_load(a, flags, both, where, 8), 8, row->flags);
    const cm_expr *value = cm_asm_reg(a->as, both);
    cm_a64_write(a, p.data[0], cm_line_imm_op(a, CM_OP_ZEXT, 64, 32, value));
    cm_a64_write(a, p.data[1], cm_line_op(a, CM_OP_LSHR, 64, value, cm_line_const(a, 32)));
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
static monitor look_at_monitor(cm_line *a, const cm_expr *where, unsigned bytes)
{
    int choice = cm_asm_temporary(a->as), passes = cm_asm_temporary(a->as);
    const cm_expr *watched = cm_asm_reg(a->as, cm_line_reservation(a));
    const cm_expr *same_size = cm_line_op(
        a, CM_OP_EQ, 64, cm_asm_reg(a->as, cm_line_reserved_size(a)), cm_line_const(a, bytes));
    const cm_expr *same = cm_line_op(a, CM_OP_EQ, 64, watched, where);
    const cm_expr *paired = cm_line_op(a, CM_OP_AND, 64, same, same_size);
    const cm_expr *closed = cm_line_op(a, CM_OP_NE, 64, watched, cm_line_const(a, 0));
    cm_emit_attempt(a->as, choice);
    /* `same` changes no value, but it is what makes the status depend on the address:
     * an implementation may look at it. */
    const cm_expr *possible = cm_line_op(a, CM_OP_OR, 64, closed, same);
    const cm_expr *decided = cm_line_op(a, CM_OP_AND, 64, cm_asm_reg(a->as, choice), possible);
    cm_emit_assign(
        a->as, passes,
        cm_asm_op(a->as, CM_OP_SELECT, 64, decided, cm_line_const(a, 1), cm_line_const(a, 0)));
    return (monitor){cm_asm_reg(a->as, passes), paired};
}

static cm_step *exclusive_store(cm_line *a, const cm_row *row, monitor m, const cm_expr *where,
                                const cm_expr *value, unsigned align)
{
    int index =
        cm_emit_store(a->as, where, value, align < 8 ? align : 8, cm_a64_tags(a, row->flags));
    cm_a64_align(a, index, align, row->flags);
    cm_step *step = cm_asm_step(a->as, index);
    step->guard = m.passes;
    step->rmw = CM_RMW_EXCLUSIVE;
    step->paired = m.paired;
    return step;
}

/* The status: 0 if the store happened; and the monitor is open again. */
static void finish_exclusive(cm_line *a, cm_a64_reg status, monitor m)
{
    cm_a64_write(a, status, cm_line_op(a, CM_OP_XOR, 32, m.passes, cm_line_const(a, 1)));
    cm_emit_assign(a->as, cm_line_reservation(a), cm_line_const(a, 0));
}

static cm_a64_reg parse_status(cm_line *a)
{
    cm_a64_reg status = cm_a64_sized_reg(a, 32);
    cm_line_comma(a);
    return status;
}

static void check_status(cm_line *a, cm_a64_reg status, cm_a64_reg other)
{
    if (status.reg >= 0 && status.reg == other.reg)
        cm_asm_fail(a->as, status.place,
                    "status register is also data or address register, expected another");
}

/* STXR STLXR Ws,Rt,[Xn]. op: size in bytes or 0. */
static void store_exclusive(cm_line *a, const cm_row *row)
{
    cm_a64_reg base, status = parse_status(a);
    cm_a64_reg data = row->op ? cm_a64_sized_reg(a, 32) : cm_a64_any_reg(a);
    cm_line_comma(a);
    const cm_expr *where = cm_a64_base_address(a, &base);
    check_status(a, status, data);
    check_status(a, status, base);
    unsigned size = row->op ? row->op : data.bits / 8;
    monitor m = look_at_monitor(a, where, size);
    exclusive_store(a, row, m, where, cm_a64_read(a, data), size);
    finish_exclusive(a, status, m);
}

/* STXP STLXP Ws,Rt1,Rt2,[Xn]: if it happens, it is one access (B2.2.1). */
static void store_exclusive_pair(cm_line *a, const cm_row *row)
{
    pair p = {.writeback = NULL};
    cm_a64_reg status = parse_status(a);
    parse_pair_registers(a, row, &p);
    const cm_expr *where = cm_a64_base_address(a, &p.base);
    check_status(a, status, p.data[0]);
    check_status(a, status, p.data[1]);
    check_status(a, status, p.base);
    monitor m = look_at_monitor(a, where, 2 * p.size);
    const cm_expr *low = cm_a64_read(a, p.data[0]), *high = cm_a64_read(a, p.data[1]);
    if (p.size == 8) {
        exclusive_store(a, row, m, where, low, 16);
        exclusive_store(a, row, m, cm_line_plus(a, where, 8), high, 8)->joined = true;
    } else {
        const cm_expr *upper = cm_line_op(a, CM_OP_SHL, 64, high, cm_line_const(a, 32));
        const cm_expr *lower = cm_a64_read_exact(a, p.data[0]);
        exclusive_store(a, row, m, where, cm_line_op(a, CM_OP_OR, 64, lower, upper), 8);
    }
    finish_exclusive(a, status, m);
}

static void clear_exclusive(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_emit_assign(a->as, cm_line_reservation(a), cm_line_const(a, 0));
}

static const cm_row rows[] = {
    CM_A64_SIZES("STXR", store_exclusive, CM_A64_X),
    CM_A64_SIZES("STLXR", store_exclusive, CM_A64_X | CM_A64_L),
    {"CLREX", clear_exclusive, 0, 0},
    {"LDP", load_pair, 0, 0},
    {"LDPSW", load_pair, 4, CM_A64_SIGNED},
    {"LDNP", load_pair, 0, NO_INDEX},
    {"LDAP", load_pair, 8, CM_A64_A | BARE},
    {"LDAPP", load_pair, 8, CM_A64_Q | BARE},
    {"LDIAPP", load_pair, 0, CM_A64_Q | POST_ONLY | ORDERED},
    {"STP", store_pair, 0, 0},
    {"STNP", store_pair, 0, NO_INDEX},
    {"STLP", store_pair, 8, CM_A64_L | BARE},
    {"STILP", store_pair, 0, CM_A64_L | PRE_ONLY | ORDERED},
    {"LDXP", load_exclusive_pair, 0, CM_A64_X},
    {"LDAXP", load_exclusive_pair, 0, CM_A64_X | CM_A64_A},
    {"STXP", store_exclusive_pair, 0, CM_A64_X},
    {"STLXP", store_exclusive_pair, 0, CM_A64_X | CM_A64_L},
};

const cm_row_table cm_a64_pair_table = {rows, sizeof rows / sizeof *rows};
