/* AArch64 loads and stores of one register (Arm ARM C6.2, C3.2). */
#include "litmus/isa/aarch64/aarch64.h"

/* ---- tags ------------------------------------------------------------ */

const char *const *cm_a64_tags(cm_line *a, unsigned flags)
{
    static const struct {
        unsigned flag;
        const char *name;
    } names[] = {{CM_A64_A, "A"},
                 {CM_A64_Q, "Q"},
                 {CM_A64_L, "L"},
                 {CM_A64_X, "X"},
                 {CM_A64_NORET, "NoRet"}};
    enum { NAMES = sizeof names / sizeof *names };
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(a->as), NAMES + 1, const char *);
    size_t count = 0;
    for (size_t i = 0; i < NAMES; i++)
        if (flags & names[i].flag)
            tags[count++] = names[i].name;
    return tags;
}

unsigned cm_a64_loading(cm_a64_reg data, unsigned flags)
{
    return data.reg >= 0 ? flags : flags & ~(unsigned)(CM_A64_A | CM_A64_Q);
}

void cm_a64_align(cm_line *a, int step, unsigned bytes, unsigned flags)
{
    if (flags & (CM_A64_A | CM_A64_Q | CM_A64_L | CM_A64_X | CM_A64_ATOMIC))
        cm_asm_align(a->as, step, bytes);
}

/* ---- addresses ------------------------------------------------------- */

typedef struct address {
    cm_a64_reg base;
    const cm_expr *access;    /* the address of the access */
    const cm_expr *writeback; /* new value of the base, or NULL */
} address;

cm_a64_reg cm_a64_open_address(cm_line *a)
{
    cm_lexer_expect(a->lex, "[");
    cm_a64_reg base = cm_a64_any_reg_or_sp(a);
    if (base.bits != 64)
        cm_asm_fail(a->as, base.place, "address register of 32 bits, expected X0 to X30 or SP");
    return base;
}

const cm_expr *cm_a64_base_address(cm_line *a, cm_a64_reg *base)
{
    *base = cm_a64_open_address(a);
    if (cm_lexer_accept(a->lex, ","))
        cm_a64_immediate(a, 0, 0);
    cm_lexer_expect(a->lex, "]");
    return cm_a64_read(a, *base);
}

/* Offsets: 12 bits unsigned in units of the access, or 9 bits signed (C3.2). */
static uint64_t parse_offset(cm_line *a, unsigned size, bool unscaled)
{
    cm_place place = a->lex->token.place;
    int64_t high = unscaled ? 255 : 4095 * (int64_t)size;
    int64_t offset = cm_a64_immediate(a, -256, high);
    if (offset > 255 && offset % (int64_t)size != 0)
        cm_asm_fail(a->as, place, "offset cannot be encoded, expected a multiple of %u", size);
    return (uint64_t)offset;
}

/* After `[Xn,`: a register, extended or shifted. Its shift is 0 or that of the
 * access size. */
static const cm_expr *parse_index(cm_line *a, unsigned size)
{
    cm_a64_reg index = cm_a64_any_reg(a);
    const cm_expr *value = cm_a64_read(a, index);
    unsigned shift = size == 8 ? 3 : size / 2, most = shift > 0 ? shift : 1;
    if (!cm_lexer_accept(a->lex, ",")) {
        if (index.bits != 64)
            cm_lexer_fail(a->lex, "expected UXTW or SXTW after a register of 32 bits, found %s",
                          cm_lexer_describe(a->lex));
        return value;
    }
    cm_place place = a->lex->token.place;
    bool byte = cm_lexer_is(a->lex, "UXTB") || cm_lexer_is(a->lex, "SXTB") ||
                cm_lexer_is(a->lex, "UXTH") || cm_lexer_is(a->lex, "SXTH");
    const char *how;
    uint64_t amount;
    if (byte || !cm_a64_extension(a, index.bits, 64, most, &how, &amount))
        cm_lexer_fail(a->lex, "expected UXTW, SXTW, SXTX or LSL, found %s",
                      cm_lexer_describe(a->lex));
    if (shift == 0 && amount == 1) /* in a test of the reference simulator */
        cm_diag_add(a->as->work, CM_WARNING, place,
                    "no instruction shifts the index of a byte, expected 0");
    else if (amount != 0 && amount != shift)
        cm_asm_fail(a->as, place, "shift cannot be encoded, expected 0 or %u", shift);
    return cm_a64_changed(a, how, amount, 64, value);
}

/* [Xn{,offset}]  [Xn,#imm]!  [Xn],#imm. */
static address parse_address(cm_line *a, unsigned size, bool unscaled)
{
    address result = {.base = cm_a64_open_address(a)};
    const cm_expr *base = result.access = cm_a64_read(a, result.base);
    bool immediate = false;
    if (cm_lexer_accept(a->lex, ",")) {
        immediate = cm_a64_at_immediate(a);
        if (immediate)
            result.access = cm_line_plus(a, base, parse_offset(a, size, unscaled));
        else if (unscaled)
            cm_lexer_fail(a->lex, "expected an immediate offset, found %s",
                          cm_lexer_describe(a->lex));
        else
            result.access = cm_line_op(a, CM_OP_ADD, 64, base, parse_index(a, size));
    }
    cm_lexer_expect(a->lex, "]");
    if (unscaled)
        return result;
    if (immediate && cm_lexer_accept(a->lex, "!"))
        result.writeback = result.access;
    else if (result.access == base && !immediate && cm_lexer_accept(a->lex, ","))
        result.writeback = cm_line_plus(a, base, (uint64_t)cm_a64_immediate(a, -256, 255));
    return result;
}

/* PRFM op,[address]: a hint. The address is not accessed; registers are looked at so that a
 * slip is found. */
static void prefetch(cm_line *a, const cm_row *row)
{
    (void)row;
    if (cm_a64_at_immediate(a))
        cm_a64_immediate(a, 0, 31);
    else
        cm_lexer_name(a->lex, "a prefetch operation (PLDL1KEEP, ...)");
    cm_line_comma(a);
    address where = parse_address(a, 8, false);
    if (where.writeback)
        cm_asm_fail(a->as, where.base.place,
                    "this instruction does not write its address back, expected [Xn{,offset}]");
}

static void write_back(cm_line *a, const address *where, cm_a64_reg data)
{
    if (!where->writeback)
        return;
    if (data.reg == where->base.reg)
        cm_asm_fail(a->as, where->base.place,
                    "address register is also the data register, expected another");
    cm_emit_assign(a->as, where->base.reg, where->writeback);
}

/* ---- loads and stores ------------------------------------------------ */

/* Bytes of the access: op, or the register's when op is 0. */
static unsigned size_of(const cm_row *row, cm_a64_reg data)
{
    return row->op ? row->op : data.bits / 8;
}

static cm_a64_reg parse_data(cm_line *a, const cm_row *row)
{
    cm_a64_reg data;
    if (row->op == 4)
        data = cm_a64_sized_reg(a, 64); /* LDRSW and its like */
    else if (row->op > 0 && !(row->flags & CM_A64_SIGNED))
        data = cm_a64_sized_reg(a, 32);
    else
        data = cm_a64_any_reg(a);
    cm_line_comma(a);
    return data;
}

static void emit_load(cm_line *a, const cm_row *row, cm_a64_reg data, const cm_expr *access)
{
    unsigned size = size_of(row, data);
    unsigned flags = cm_a64_loading(data, row->flags);
    int step = cm_emit_load(a->as, data.reg, access, size, cm_a64_tags(a, flags));
    cm_a64_align(a, step, size, row->flags);
    cm_asm_step(a->as, step)->exclusive = (row->flags & CM_A64_X) != 0;
    if (row->flags & CM_A64_SIGNED)
        cm_a64_write(a, data,
                     cm_line_imm_op(a, CM_OP_SEXT, data.bits, 8 * size, cm_a64_read(a, data)));
}

static void emit_store(cm_line *a, const cm_row *row, cm_a64_reg data, const cm_expr *access)
{
    unsigned size = size_of(row, data);
    int step = cm_emit_store(a->as, access, cm_a64_read(a, data), size, cm_a64_tags(a, row->flags));
    cm_a64_align(a, step, size, row->flags);
}

/* LDR Rt,=x puts the address there; LDR Rt,x loads from a location. What lies at
 * a label is code, not data. */
static void load_literal(cm_line *a, const cm_row *row, cm_a64_reg data)
{
    bool is_location, address_only = cm_lexer_accept(a->lex, "=");
    cm_place place = a->lex->token.place;
    if (address_only && cm_a64_at_immediate(a)) {
        int64_t low = data.bits == 64 ? INT64_MIN : INT32_MIN;
        int64_t high = data.bits == 64 ? INT64_MAX : UINT32_MAX;
        uint64_t value = (uint64_t)cm_a64_immediate(a, low, high);
        cm_a64_write(a, data, cm_line_const(a, data.bits == 64 ? value : value & UINT32_MAX));
        return;
    }
    const cm_expr *where = cm_line_symbol(a, "a location or a label", &is_location);
    if (address_only) {
        cm_a64_write(a, data, where);
        return;
    }
    if (!is_location)
        cm_asm_fail(a->as, place,
                    "load from an unknown location or from code, expected a location");
    emit_load(a, row, data, where);
}

static void load(cm_line *a, const cm_row *row)
{
    cm_a64_reg data = parse_data(a, row);
    bool literal = (row->op == 0 || row->op == 4) && !(row->flags & CM_A64_UNSCALED);
    if (literal && !cm_lexer_is(a->lex, "[")) {
        load_literal(a, row, data);
        return;
    }
    address where = parse_address(a, size_of(row, data), (row->flags & CM_A64_UNSCALED) != 0);
    emit_load(a, row, data, where.access);
    write_back(a, &where, data);
}

static void store(cm_line *a, const cm_row *row)
{
    cm_a64_reg data = parse_data(a, row);
    address where = parse_address(a, size_of(row, data), (row->flags & CM_A64_UNSCALED) != 0);
    emit_store(a, row, data, where.access);
    write_back(a, &where, data);
}

/* ---- ordered and exclusive: only [Xn], and with FEAT_LRCPC3 two more ----- */

/* LDAPR Rt,[Xn],#size and STLR Rt,[Xn,#-size]!, of words and double words: the only
 * write-backs. The token is that after Xn. */
static address parse_ordered_address(cm_line *a, const cm_row *row, cm_a64_reg data)
{
    bool may_write = row->op == 0 && (row->flags == CM_A64_Q || row->flags == CM_A64_L);
    bool is_load = row->flags == CM_A64_Q;
    int64_t size = (int64_t)size_of(row, data);
    address where = {.base = cm_a64_open_address(a)};
    const cm_expr *base = where.access = cm_a64_read(a, where.base);
    if (cm_lexer_accept(a->lex, ",")) {
        cm_place place = a->lex->token.place;
        int64_t offset = cm_a64_immediate(a, may_write && !is_load ? -size : 0, 0);
        if (offset != 0 && offset != -size)
            cm_asm_fail(a->as, place, "offset cannot be encoded, expected 0 or %lld",
                        (long long)-size);
        if (offset != 0)
            where.access = where.writeback = cm_line_plus(a, base, (uint64_t)offset);
    }
    cm_lexer_expect(a->lex, "]");
    if (where.writeback)
        cm_lexer_expect(a->lex, "!");
    else if (may_write && is_load && cm_lexer_accept(a->lex, ","))
        where.writeback = cm_line_plus(a, base, (uint64_t)cm_a64_immediate(a, size, size));
    return where;
}

static void load_ordered(cm_line *a, const cm_row *row)
{
    cm_a64_reg data = parse_data(a, row);
    address parsed = parse_ordered_address(a, row, data);
    const cm_expr *where = parsed.access;
    if (!(row->flags & CM_A64_X)) {
        emit_load(a, row, data, where);
        write_back(a, &parsed, data);
        return;
    }
    emit_load(a, row, data, cm_line_reserve(a, where, size_of(row, data))); /* Rt may be the base */
}

static void store_ordered(cm_line *a, const cm_row *row)
{
    cm_a64_reg data = parse_data(a, row);
    address where = parse_ordered_address(a, row, data);
    emit_store(a, row, data, where.access);
    write_back(a, &where, data);
}

/* ---- table: op is the size in bytes, 0: that of the register ---------- */

/* With a sign as well, by sizes. */
#define LOADS(name, flags)                                                                         \
    CM_A64_SIZES(name, load, flags), {name "SB", load, 1, (flags) | CM_A64_SIGNED},                \
        {name "SH", load, 2, (flags) | CM_A64_SIGNED},                                             \
    {                                                                                              \
        name "SW", load, 4, (flags) | CM_A64_SIGNED                                                \
    }

/* At EL0 the unprivileged forms, LDTR and STTR, are the plain ones (C3.2.5). */
static const cm_row rows[] = {
    LOADS("LDR", 0),
    LOADS("LDUR", CM_A64_UNSCALED),
    LOADS("LDTR", CM_A64_UNSCALED),
    LOADS("LDAPUR", CM_A64_UNSCALED | CM_A64_Q),
    CM_A64_SIZES("STR", store, 0),
    CM_A64_SIZES("STUR", store, CM_A64_UNSCALED),
    CM_A64_SIZES("STTR", store, CM_A64_UNSCALED),
    CM_A64_SIZES("STLUR", store, CM_A64_UNSCALED | CM_A64_L),
    CM_A64_SIZES("LDAR", load_ordered, CM_A64_A),
    CM_A64_SIZES("LDAPR", load_ordered, CM_A64_Q),
    CM_A64_SIZES("LDXR", load_ordered, CM_A64_X),
    CM_A64_SIZES("LDAXR", load_ordered, CM_A64_X | CM_A64_A),
    CM_A64_SIZES("STLR", store_ordered, CM_A64_L),
    {"PRFM", prefetch, 0, 0},
};

const cm_row_table cm_a64_memory_table = {rows, sizeof rows / sizeof *rows};
