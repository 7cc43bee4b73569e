/* Operands of aarch64.isa. */
#include "litmus/isa/aarch64/aarch64.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- registers ------------------------------------------------------- */

static cm_insn_operand *note(cm_dotted *w, const char *name, cm_a64_reg reg)
{
    cm_dotted_note(w, (cm_insn_operand){.kind = reg.reg < 0 ? CM_INSN_NUMBER : CM_INSN_REGISTER,
                                        .index = reg.reg,
                                        .name = name,
                                        .bits = reg.bits,
                                        .place = reg.place});
    return &w->operands[w->insn.operand_count - 1];
}

static void expect_bits(cm_dotted *w, cm_a64_reg reg, unsigned bits)
{
    if (bits && reg.bits != bits)
        cm_asm_fail(w->as, reg.place, "the register has %u bits, expected one of %u bits (%s)",
                    reg.bits, bits, bits == 64 ? "X0 to X30" : "W0 to W30");
}

static void read_register(cm_dotted *w, unsigned bits)
{
    const char *name = cm_dotted_word(w);
    cm_a64_reg reg = cm_a64_any_reg(w);
    expect_bits(w, reg, bits);
    note(w, name, reg);
}

static bool at_float(const cm_dotted *w)
{
    const char *name = cm_dotted_word((cm_dotted *)w);
    return cm_a64_is_float(name);
}

/* D0 to D31, or S0 to S31, their lower halves. */
static void read_float(cm_dotted *w, unsigned bits)
{
    const char *name = cm_dotted_word(w);
    bool is_float = cm_a64_is_float(name);
    cm_a64_reg reg = is_float ? (cm_a64_reg){.place = w->lex->token.place} : cm_a64_any_reg(w);
    reg.bits = is_float && toupper((unsigned char)*name) == 'D' ? 64 : 32;
    if (!is_float || (bits && reg.bits != bits))
        cm_asm_fail(w->as, reg.place, "expected a register %s",
                    bits == 64   ? "D0 to D31"
                    : bits == 32 ? "S0 to S31"
                                 : "D0 to D31 or S0 to S31");
    cm_arena *arena = cm_asm_arena(w->as);
    reg.reg = cm_asm_register(w->as, cm_arena_printf(arena, "D%lu", strtoul(name + 1, NULL, 10)));
    cm_lexer_advance(w->lex);
    note(w, name, reg);
}

static void read_any(cm_dotted *w, unsigned bits)
{
    if (at_float(w))
        read_float(w, bits);
    else
        read_register(w, bits);
}

static bool float_before(const cm_dotted *w)
{
    const char *name = w->operands[w->insn.operand_count - 1].name;
    return name && cm_a64_is_float(name);
}

static void read_two(cm_dotted *w, unsigned bits)
{
    if (float_before(w))
        read_float(w, bits);
    else
        read_register(w, bits);
}

/* The width of the register before, or 0: it is none of a floating-point number. */
static unsigned bits_before(const cm_dotted *w)
{
    bool is_float = w->insn.operand_count > 0 && float_before(w);
    int letter =
        is_float ? toupper((unsigned char)*w->operands[w->insn.operand_count - 1].name) : 0;
    return letter == 'D' ? 64 : letter == 'S' ? 32 : 0;
}

static void read_wide(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_float(w, bits_before(w));
}

static void read_free(cm_dotted *w, unsigned bits)
{
    (void)bits;
    if (at_float(w))
        read_float(w, bits_before(w));
    else
        read_register(w, 0);
}

static void read_other(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_float(w, 96 - bits_before(w));
}

static void read_float_or_zero(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    bits = bits_before(w);
    if (at_float(w)) {
        read_float(w, bits);
        return;
    }
    cm_lexer_accept(w->lex, "#");
    if (w->lex->token.kind != CM_TOKEN_FRACTION || cm_lexer_float(w->lex, bits) != 0)
        cm_asm_fail(w->as, place, "expected a register, or 0.0");
    cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_NUMBER, .place = place});
}

/* 31 is ZR or SP */
static void read_zero_or_sp(cm_dotted *w, unsigned bits)
{
    const char *name = cm_dotted_word(w);
    bool zero = cm_lexer_is(w->lex, "XZR") || cm_lexer_is(w->lex, "WZR");
    cm_a64_reg reg = zero ? cm_a64_any_reg(w) : cm_a64_any_reg_or_sp(w);
    expect_bits(w, reg, bits);
    note(w, name, reg);
}

/* n/16 * 2^r with n from 16 to 31 and r from -3 to 4 (C3.5.9); at least one register is one of a
 * floating-point number. */
static void read_float_value(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    if (w->lex->token.kind == CM_TOKEN_NAME) {
        bool moves = float_before(w) || at_float(w);
        if (!moves)
            cm_asm_fail(w->as, place,
                        "both registers are general ones, expected D0 to D31 or S0 to "
                        "S31 among them");
        read_any(w, bits);
        return;
    }
    cm_lexer_accept(w->lex, "#");
    bool negative = cm_lexer_accept(w->lex, "-");
    bool is_number =
        w->lex->token.kind == CM_TOKEN_FRACTION || w->lex->token.kind == CM_TOKEN_NUMBER;
    uint64_t number = is_number ? cm_lexer_float(w->lex, bits) : 0;
    unsigned fraction = bits == 64 ? 52 : 23, bias = bits == 64 ? 1023 : 127;
    uint64_t exponent = number >> fraction;
    bool encodes = (number & ((UINT64_C(1) << (fraction - 4)) - 1)) == 0 && exponent >= bias - 3 &&
                   exponent <= bias + 4;
    if (!float_before(w) || !encodes)
        cm_asm_fail(w->as, place,
                    "expected a register, or 1.0 and the like into D0 to D31 or S0 to S31");
    cm_insn_operand operand = {.kind = CM_INSN_NUMBER, .place = place};
    operand.number = number | (uint64_t)negative << (bits - 1);
    cm_dotted_note(w, operand);
}

/* Registers in a row, the first of which is even. */
static unsigned read_numbered(cm_dotted *w, unsigned bits)
{
    unsigned number = 0, own;
    bool is_sp;
    read_register(w, bits);
    cm_a64_register(w->operands[w->insn.operand_count - 1].name, &number, &own, &is_sp);
    return number;
}

static void read_even(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    if (read_numbered(w, bits) % 2 != 0)
        cm_asm_fail(w->as, place, "the register has an odd number, expected an even one");
}

static void read_next(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    unsigned before = 0, own, number = read_numbered(w, bits);
    bool is_sp;
    cm_a64_register(w->operands[w->insn.operand_count - 2].name, &before, &own, &is_sp);
    if (number != before + 1)
        cm_asm_fail(w->as, place, "the register has number %u, expected %u", number, before + 1);
}

/* ---- numbers --------------------------------------------------------- */

static uint64_t note_number(cm_dotted *w, int64_t low, int64_t high)
{
    cm_insn_operand number = {.kind = CM_INSN_NUMBER, .place = w->lex->token.place};
    number.number = (uint64_t)cm_a64_immediate(w, low, high);
    cm_dotted_note(w, number);
    return number.number;
}

static bool at_number(cm_dotted *w)
{
    return cm_a64_at_immediate(w);
}

static void read_number_or_register(cm_dotted *w, unsigned bits, int64_t low, int64_t high)
{
    if (at_number(w))
        note_number(w, low, high);
    else
        read_register(w, bits);
}

static void read_compared(cm_dotted *w, unsigned bits)
{
    read_number_or_register(w, bits, 0, 31);
}

static void read_amount(cm_dotted *w, unsigned bits)
{
    read_number_or_register(w, bits, 0, (int64_t)bits - 1);
}

static void read_signed_byte(cm_dotted *w, unsigned bits)
{
    read_number_or_register(w, bits, -128, 127);
}

static void read_byte(cm_dotted *w, unsigned bits)
{
    read_number_or_register(w, bits, 0, 255);
}

static void read_bit(cm_dotted *w, unsigned bits)
{
    note_number(w, 0, (int64_t)bits - 1);
}

/* How many bits of a field, behind the number of its first. */
static void read_field_width(cm_dotted *w, unsigned bits)
{
    uint64_t first = w->operands[w->insn.operand_count - 1].number;
    note_number(w, 1, (int64_t)(bits - first));
}

static void read_half(cm_dotted *w, unsigned bits)
{
    (void)bits;
    note_number(w, 0, 0xffff);
}

static void read_no_number(cm_dotted *w, unsigned bits)
{
    (void)bits;
    note_number(w, 0, 0);
}

static void read_four_flags(cm_dotted *w, unsigned bits)
{
    (void)bits;
    note_number(w, 0, 15);
}

/* `LSL #16` */
static void read_move_shift(cm_dotted *w, unsigned bits)
{
    cm_lexer_expect(w->lex, "LSL");
    cm_place place = w->lex->token.place;
    if (note_number(w, 0, (int64_t)bits - 16) % 16 != 0)
        cm_asm_fail(w->as, place, "the shift cannot be encoded, expected a multiple of 16");
    w->operands[w->insn.operand_count - 1].how = "LSL";
}

/* A number that fits the register, as signed or unsigned. */
static void note_wide(cm_dotted *w, unsigned bits)
{
    note_number(w, bits == 64 ? INT64_MIN : INT32_MIN, bits == 64 ? INT64_MAX : UINT32_MAX);
    if (bits == 32)
        w->operands[w->insn.operand_count - 1].number &= UINT32_MAX;
}

static void read_moved(cm_dotted *w, unsigned bits)
{
    bool sp = cm_lexer_is(w->lex, "SP") || cm_lexer_is(w->lex, "WSP");
    if (at_number(w))
        note_wide(w, bits);
    else if (sp)
        read_zero_or_sp(w, bits);
    else
        read_register(w, bits);
}

/* ---- shifted and extended registers ------------------------------------- */

static void read_shift(cm_dotted *w, unsigned bits, bool with_ror)
{
    cm_insn_operand *o = &w->operands[w->insn.operand_count - 1];
    if (cm_lexer_accept(w->lex, ","))
        cm_a64_shift(w, bits, with_ror, &o->how, &o->number);
}

static void read_shifted(cm_dotted *w, unsigned bits)
{
    read_register(w, bits);
    read_shift(w, w->operands[w->insn.operand_count - 1].bits, false);
}

static void read_turned(cm_dotted *w, unsigned bits)
{
    read_register(w, bits);
    read_shift(w, w->operands[w->insn.operand_count - 1].bits, true);
}

static void read_logic(cm_dotted *w, unsigned bits)
{
    if (at_number(w))
        note_wide(w, bits);
    else
        read_turned(w, bits);
}

/* 12 bits, shifted by 12 or not (C6.2, ADD (immediate)). A negative number is the opposite
 * instruction to every assembler. */
static void read_added_number(cm_dotted *w)
{
    for (int i = 0; i < w->insn.operand_count; i++)
        if (w->operands[i].index < 0 && strcmp(w->insn.form->operands[i].kind, "q") == 0)
            cm_asm_fail(w->as, w->operands[i].place,
                        "the zero register cannot be used with a number, expected another (SP has "
                        "its number there)");
    cm_place place = w->lex->token.place;
    int64_t value = (int64_t)note_number(w, -0xfff000, 0xfff000);
    if (cm_lexer_accept(w->lex, ",")) {
        cm_lexer_expect(w->lex, "LSL");
        cm_place amount = w->lex->token.place;
        int64_t shift = cm_a64_immediate(w, 0, 12);
        if (shift != 0 && shift != 12)
            cm_asm_fail(w->as, amount, "a number cannot be shifted by this, expected 0 or 12");
        value *= shift == 12 ? 4096 : 1;
    }
    int64_t magnitude = value < 0 ? -value : value;
    if (magnitude > 0xfff && (magnitude % 0x1000 != 0 || magnitude > 0xfff000))
        cm_asm_fail(w->as, place,
                    "the immediate cannot be encoded, expected 12 bits or 12 bits shifted by 12");
    w->operands[w->insn.operand_count - 1].number = (uint64_t)value;
}

/* Immediate, shifted register or extended register. */
static void read_added(cm_dotted *w, unsigned bits)
{
    if (cm_a64_at_immediate(w)) {
        read_added_number(w);
        return;
    }
    const char *name = cm_dotted_word(w);
    cm_a64_reg reg = cm_a64_any_reg(w);
    cm_insn_operand *o = note(w, name, reg);
    cm_lexer before = *w->lex;
    bool more = cm_lexer_accept(w->lex, ",");
    bool extended = more && !cm_lexer_is(w->lex, "LSL") &&
                    cm_a64_extension(w, reg.bits, bits, 4, &o->how, &o->number);
    if (!extended) {
        *w->lex = before;
        if (reg.bits != bits)
            cm_asm_fail(w->as, reg.place, "the register has %u bits, expected one of %u bits",
                        reg.bits, bits);
        read_shift(w, bits, false);
    }
    o->bits = bits;
}

/* As wide as the operand, which may be wider than the register. */
static const cm_expr *changed(cm_dotted *w, const cm_insn_operand *o)
{
    if (o->is_address)
        return cm_a64_address(w, o);
    if (o->kind == CM_INSN_NUMBER && !o->name) /* LSL #16 of a move */
        return cm_line_const(w, o->number);
    return cm_a64_changed(w, o->how, o->number, o->bits, cm_line_read(w, o->index));
}

/* ---- words, locations and labels ------------------------------------------ */

static void note_word(cm_dotted *w, const char *name, unsigned number, cm_place place)
{
    cm_dotted_note(w, (cm_insn_operand){
                          .kind = CM_INSN_NUMBER, .name = name, .number = number, .place = place});
}

static void read_condition(cm_dotted *w, unsigned bits)
{
    const char *name = cm_dotted_word(w);
    cm_place place = w->lex->token.place;
    (void)bits;
    note_word(w, name, cm_a64_condition(w), place);
}

/* AL and NV have no opposite that aliases could use. */
static void read_alias_condition(cm_dotted *w, unsigned bits)
{
    read_condition(w, bits);
    const cm_insn_operand *o = &w->operands[w->insn.operand_count - 1];
    if (o->number == CM_A64_ALWAYS)
        cm_asm_fail(w->as, o->place, "condition AL cannot be used here, expected another");
}

static void read_flags(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    if (!cm_lexer_accept(w->lex, "NZCV"))
        cm_lexer_lacks(w->lex, "NZCV, the only system register known");
    note_word(w, "NZCV", 0, place);
}

static void read_system(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    cm_lexer_expect(w->lex, "SY");
    note_word(w, "SY", 0, place);
}

/* Each barrier event is in the set of its kind and in that of kind and domain. */
#define BARRIER(domain)                                                                            \
    {                                                                                              \
#domain, {"DMB." #domain, "DMB", NULL },                                                   \
        {                                                                                          \
            "DSB." #domain, "DSB", NULL                                                            \
        }                                                                                          \
    }

static const struct {
    const char *domain;
    const char *dmb[3], *dsb[3];
} barriers[] = {BARRIER(SY),    BARRIER(LD),    BARRIER(ST),    BARRIER(ISH),
                BARRIER(ISHLD), BARRIER(ISHST), BARRIER(NSH),   BARRIER(NSHLD),
                BARRIER(NSHST), BARRIER(OSH),   BARRIER(OSHLD), BARRIER(OSHST)};

static void read_domain(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++)
        if (cm_lexer_accept(w->lex, barriers[i].domain)) {
            note_word(w, barriers[i].domain, (unsigned)i, place);
            return;
        }
    cm_lexer_lacks(w->lex, "SY, LD, ST, ISH, ISHLD, ISHST, NSH.. or OSH..");
}

static void read_symbol(cm_dotted *w, unsigned bits)
{
    cm_insn_operand symbol = {.kind = CM_INSN_LABEL, .place = w->lex->token.place};
    (void)bits;
    symbol.name = cm_lexer_name(w->lex, "a label or a location");
    if (strcmp(symbol.name, ".") == 0)
        cm_asm_fail(w->as, symbol.place,
                    "a distance in place of a label is read in jumps only, expected a "
                    "label or a location");
    symbol.index = cm_asm_location(w->as, symbol.name);
    if (symbol.index >= 0)
        symbol.kind = CM_INSN_LOCATION;
    cm_dotted_note(w, symbol);
}

static void read_location(cm_dotted *w, unsigned bits)
{
    read_symbol(w, bits);
    const cm_insn_operand *o = &w->operands[w->insn.operand_count - 1];
    if (o->kind == CM_INSN_LABEL)
        cm_asm_fail(w->as, o->place, "there is no location `%s`, expected one of the initial state",
                    o->name);
}

/* A label, or a distance: `.+8`. */
static void read_label(cm_dotted *w, unsigned bits)
{
    cm_dotted_read_label(w, bits);
    cm_insn_operand *o = &w->operands[w->insn.operand_count - 1];
    if (strcmp(o->name, ".") == 0 && (cm_lexer_is(w->lex, "+") || cm_lexer_is(w->lex, "-")))
        o->number = cm_lexer_integer(w->lex, "a distance");
}

/* PLDL1KEEP, ... */
static void read_prefetch(cm_dotted *w, unsigned bits)
{
    (void)bits;
    if (at_number(w)) {
        note_number(w, 0, 31);
        return;
    }
    cm_place place = w->lex->token.place;
    note_word(w, cm_lexer_name(w->lex, "a prefetch operation (PLDL1KEEP, ...)"), 0, place);
}

/* ---- what no row can say ------------------------------------------------------ */

static int link_register(const cm_dotted *w)
{
    return cm_asm_register(w->as, "X30");
}

static void call(cm_dotted *w)
{
    const cm_insn_operand *to = &w->operands[0];
    const char *after = cm_line_link(w, link_register(w));
    if (strcmp(to->name, ".") == 0)
        cm_emit_branch_by(w->as, NULL, (int64_t)to->number, to->place);
    else
        cm_emit_branch(w->as, NULL, to->name, to->place);
    cm_asm_label(w->as, after, w->place);
}

static void call_register(cm_dotted *w)
{
    cm_line_call(w, link_register(w), cm_line_read(w, w->operands[0].index));
}

static void jump(cm_dotted *w)
{
    cm_emit_branch_indirect(w->as, cm_line_read(w, w->operands[0].index));
}

/* RET {Xn}: X30 when nothing is written. */
static void return_to(cm_dotted *w)
{
    int link = link_register(w);
    if (w->insn.operand_count > 0 && w->operands[0].index != link)
        jump(w);
    else
        cm_emit_return(w->as, link, cm_asm_reg(w->as, link));
}

static void dmb(cm_dotted *w)
{
    cm_emit_fence(w->as, barriers[w->operands[0].number].dmb);
}

static void dsb(cm_dotted *w)
{
    cm_emit_fence(w->as, barriers[w->operands[0].number].dsb);
}

static void udf(cm_dotted *w)
{
    cm_emit_fault(w->as, "UndefinedInstruction");
}

static void svc(cm_dotted *w)
{
    cm_emit_fault(w->as, "SupervisorCall");
}

/* N, Z, C and V are set one by one. */
static void assign(cm_dotted *w, const char *hidden, const cm_expr *value)
{
    if (strcmp(hidden, ".NZCV") == 0)
        cm_a64_set_flags(w, value);
    else
        cm_emit_assign(w->as, cm_asm_register(w->as, hidden), value);
}

/* Those of most instructions first. */
static const cm_operand_kind kinds[] = {{"r", read_register},
                                        {"fp", read_float},
                                        {"wide", read_wide},
                                        {"free", read_free},
                                        {"other", read_other},
                                        {"fz", read_float_or_zero},
                                        {"any", read_any},
                                        {"two", read_two},
                                        {"fv", read_float_value},
                                        {"zero", read_no_number},
                                        {"mem", cm_a64_read_plain},
                                        {"label", read_label},
                                        {"d", read_domain},
                                        {"lit", cm_a64_read_literal},
                                        {"base", cm_a64_read_base},
                                        {"c", read_logic},
                                        {"v", read_moved},
                                        {"q", read_zero_or_sp},
                                        {"a", read_added},
                                        {"s", read_shifted},
                                        {"t", read_turned},
                                        {"m", read_compared},
                                        {"l", read_amount},
                                        {"g", read_signed_byte},
                                        {"h", read_byte},
                                        {"b", read_bit},
                                        {"w", read_field_width},
                                        {"k", read_half},
                                        {"z", read_four_flags},
                                        {"p", read_move_shift},
                                        {"y", read_symbol},
                                        {"o", read_location},
                                        {"cond", read_condition},
                                        {"if", read_alias_condition},
                                        {"f", read_flags},
                                        {"sy", read_system},
                                        {"u", read_half},
                                        {"e", read_register},
                                        {"status", read_register},
                                        {"even", read_even},
                                        {"next", read_next},
                                        {"hint", read_prefetch},
                                        {"off", cm_a64_read_unscaled},
                                        {"bare", cm_a64_read_bare},
                                        {"pair", cm_a64_read_pair},
                                        {"flat", cm_a64_read_pair_no_index},
                                        {"down", cm_a64_read_pair_before},
                                        {"up", cm_a64_read_pair_after},
                                        {"pre", cm_a64_read_ordered_before},
                                        {"post", cm_a64_read_ordered_after},
                                        {NULL, NULL}};
static const cm_form_action actions[] = {{"call", call},
                                         {"call_register", call_register},
                                         {"jump", jump},
                                         {"return_to", return_to},
                                         {"dmb", dmb},
                                         {"dsb", dsb},
                                         {"udf", udf},
                                         {"svc", svc},
                                         {"load", cm_a64_load},
                                         {"write_back", cm_a64_write_back},
                                         {"no_write_back", cm_a64_no_write_back},
                                         {"load_pair", cm_a64_load_pair},
                                         {"store_pair", cm_a64_store_pair},
                                         {"load_exclusive_pair", cm_a64_load_exclusive_pair},
                                         {"store_exclusive", cm_a64_store_exclusive},
                                         {"compare_swap", cm_a64_compare_swap},
                                         {"compare_swap_pair", cm_a64_compare_swap_pair},
                                         {"change_doubles", cm_a64_change_doubles},
                                         {NULL, NULL}};
const cm_table_set cm_a64_rows = {.table = &cm_isa_table_aarch64,
                                  .operands = kinds,
                                  .actions = actions,
                                  .functions = cm_a64_functions,
                                  .changed = changed,
                                  .assign = assign,
                                  .other = cm_a64_other,
                                  .tags = cm_a64_tags};
