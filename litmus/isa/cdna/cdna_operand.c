/* Operands of CDNA instructions: addresses, the mode, counts, and the table of all kinds. */
#include "litmus/isa/cdna/cdna_operand.h"

#include <string.h>

/* ---- addresses ------------------------------------------------------------------ */

/* An address, where `off` comes after it, or what is added to one. */
static void read_base(cm_dotted *w, unsigned bits)
{
    cm_cdna_sources *sources = w->own;
    cm_cdna_tuple reg = cm_cdna_read_registers(w, 0);
    if (reg.file != CM_CDNA_VECTOR)
        cm_asm_fail(w->as, reg.place, "this is a scalar register, expected a vector register");
    if (reg.count > bits / 32)
        cm_asm_fail(w->as, reg.place, "the operand has %u bits, expected 32 or %u", reg.count * 32,
                    bits);
    cm_cdna_note_register(w, reg);
    sources->base = &w->operands[w->insn.operand_count - 1];
}

static bool accept_off(cm_dotted *w)
{
    cm_insn_operand off = {.kind = CM_INSN_NUMBER, .name = "off", .place = w->lex->token.place};
    if (!cm_lexer_accept(w->lex, "off"))
        return false;
    cm_dotted_note(w, off);
    return true;
}

/* `off`, or the scalar registers of the address that the base is added to. */
static void read_scalar_address(cm_dotted *w, unsigned bits)
{
    const cm_cdna_sources *sources = w->own;
    cm_place place = sources->base->place;
    bool wide = strstr(sources->base->name, "["), off = accept_off(w);
    if (off && !wide)
        cm_asm_fail(w->as, place, "the address has 32 bits, expected 64 as in v[0:1]");
    if (!off && wide)
        cm_asm_fail(w->as, place, "the offset has 64 bits, expected 32 as in v0");
    if (!off)
        cm_cdna_read_scalar(w, bits);
}

/* `off` or v0, which counts with `offen`. */
static void read_index(cm_dotted *w, unsigned bits)
{
    if (!accept_off(w))
        cm_cdna_read_vector(w, bits);
}

static void read_buffer_offset(cm_dotted *w, unsigned bits)
{
    bool indexed = w->operands[w->insn.operand_count - 2].kind == CM_INSN_REGISTER;
    bool offen = false;
    const cm_insn_operand *offset = &w->operands[w->insn.operand_count];
    (cm_cdna_at_register(w) ? cm_cdna_read_scalar : cm_cdna_read_source)(w, bits);
    if (offset->kind == CM_INSN_NUMBER && !cm_cdna_is_inline((int32_t)offset->number))
        cm_asm_fail(w->as, offset->place,
                    "an offset cannot be a literal, expected a number from -16 to 64 or a scalar "
                    "register");
    for (int i = 0; i < w->qualifier_count; i++)
        offen |= strcmp(w->qualifiers[i].text, "offen") == 0;
    if (indexed && !offen)
        cm_lexer_expect(w->lex, "offen");
    if (offen && !indexed)
        cm_lexer_fail(w->lex,
                      "`offen` adds a register, but none is given, expected v0 in place of `off`");
}

static void read_between(cm_dotted *w, const char *what, int64_t least, int64_t most,
                         const char *name)
{
    cm_place place = w->lex->token.place;
    cm_cdna_note_number(w, (uint64_t)cm_cdna_read_within(w, what, least, most, name), place);
}

static void read_signed(cm_dotted *w, unsigned bits)
{
    int64_t half = INT64_C(1) << (bits - 1);
    read_between(w, "an offset in bytes", -half, half - 1, "offset");
}

static void read_unsigned(cm_dotted *w, unsigned bits)
{
    read_between(w, bits == 8 ? "an offset in elements" : "an offset in bytes", 0,
                 (INT64_C(1) << bits) - 1, "offset");
}

/* A number of 16 bits, with a sign or not. */
static void read_short(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    int64_t value = (int64_t)cm_lexer_integer(w->lex, "a number of 16 bits");
    (void)bits;
    if (value < INT16_MIN || value > UINT16_MAX)
        cm_asm_fail(w->as, place, "the number is out of range, expected one of 16 bits");
    cm_cdna_note_number(w, (uint64_t)(int16_t)value, place);
}

static void read_unsigned_short(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_between(w, "a number of 16 bits", 0, UINT16_MAX, "number");
}

static void read_lane(cm_dotted *w, unsigned bits)
{
    if (cm_cdna_at_register(w))
        cm_cdna_read_scalar(w, bits);
    else
        read_between(w, "the only lane of a thread", 0, 0, "lane");
}

static void read_trap(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_between(w, "the trap of an error, 2", 2, 2, "trap");
}

/* Bytes, or the place that an address of LDS counts from. */
static void read_lds_offset(cm_dotted *w, unsigned bits)
{
    if (w->lex->token.kind == CM_TOKEN_NAME)
        cm_cdna_read_location(w);
    else
        read_unsigned(w, bits);
}

static void read_lds_place(cm_dotted *w, unsigned bits)
{
    (void)bits;
    if (w->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_fail(w->lex, "%s, expected a location in LDS", cm_lexer_describe(w->lex));
    cm_cdna_read_location(w);
}

/* Of a scalar load a number of 21 bits, signed, or a register. */
static void read_scalar_offset(cm_dotted *w, unsigned bits)
{
    if (w->lex->token.kind == CM_TOKEN_NAME)
        cm_cdna_read_source(w, bits);
    else
        read_signed(w, 21);
}

/* Behind a register that is an offset already: so many bytes more. */
static void read_more(cm_dotted *w, unsigned bits)
{
    if (w->operands[w->insn.operand_count - 1].kind == CM_INSN_NUMBER)
        cm_lexer_fail(w->lex, "there are two offsets, expected a register as the first");
    read_signed(w, bits);
}

/* [0,1], of two sources or three: which half of each it is; noted as bits, of which `others` are
 * the other way round. */
static void note_halves(cm_dotted *w, uint64_t others)
{
    enum { MOST_SOURCES = 3 };
    cm_place place = w->lex->token.place;
    uint64_t halves = 0;
    int count = 0;
    cm_lexer_expect(w->lex, "[");
    do
        halves |= (uint64_t)cm_cdna_read_within(w, "0 or 1", 0, 1, "half") << count++;
    while (count < MOST_SOURCES && cm_lexer_accept(w->lex, ","));
    cm_lexer_expect(w->lex, "]");
    cm_cdna_note_number(w, halves ^ (others & ((UINT64_C(1) << count) - 1)), place);
}

/* Two numbers of 16 bits, or one, which is the lower one. */
static void read_packed(cm_dotted *w, unsigned bits)
{
    bool named = w->lex->token.kind == CM_TOKEN_NAME;
    (named ? cm_cdna_read_source : cm_cdna_read_compared)(w, named ? bits : bits / 2);
}

static void read_halves(cm_dotted *w, unsigned bits)
{
    (void)bits;
    note_halves(w, 0);
}

/* Where it is left out, all bits are 1. */
static void read_highs(cm_dotted *w, unsigned bits)
{
    (void)bits;
    note_halves(w, UINT64_MAX);
}

/* ---- the mode, counts, time -------------------------------------------------------- */

/* hwreg(HW_REG_MODE, 4, 2): how subnormal numbers of 32 bits are treated; 6: of 64 and 16 bits; 4
 * bits are both. Noted as 1, 2 or 3. */
static void read_mode(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    cm_lexer_expect(w->lex, "hwreg");
    cm_lexer_expect(w->lex, "(");
    cm_lexer_expect(w->lex, "HW_REG_MODE");
    cm_lexer_expect(w->lex, ",");
    uint64_t from = cm_lexer_integer(w->lex, "the first bit");
    cm_lexer_expect(w->lex, ",");
    uint64_t count = cm_lexer_integer(w->lex, "how many bits");
    cm_lexer_expect(w->lex, ")");
    bool one = count == 2 && (from == 4 || from == 6), both = count == 4 && from == 4;
    if (!one && !both)
        cm_asm_fail(w->as, place,
                    "this part of the mode is not modelled, expected hwreg(HW_REG_MODE, 4, 2), "
                    "which is about subnormal numbers");
    cm_cdna_note_number(w, both ? 3 : from == 4 ? 1 : 2, place);
}

cm_cdna_counts cm_cdna_counts_of(uint64_t n)
{
    return (cm_cdna_counts){.vm = (unsigned)((n >> 14 & 3) << 4 | (n & 15)),
                            .exp = (unsigned)(n >> 4 & 7),
                            .lgkm = (unsigned)(n >> 8 & 15)};
}

/* vmcnt(0) lgkmcnt(1), with `&` or `,` in between or not; or the number that they make. */
static void read_counts(cm_dotted *w, unsigned bits)
{
    enum { VM, EXP, LGKM, COUNTERS };
    static const char *const names[] = {"vmcnt", "expcnt", "lgkmcnt"};
    static const int64_t most[] = {CM_CDNA_MOST_VM, CM_CDNA_MOST_EXP, CM_CDNA_MOST_LGKM};
    uint64_t c[] = {CM_CDNA_MOST_VM, CM_CDNA_MOST_EXP, CM_CDNA_MOST_LGKM};
    cm_place place = w->lex->token.place;
    (void)bits;
    if (w->lex->token.kind == CM_TOKEN_NUMBER) {
        uint64_t n = cm_lexer_integer(w->lex, "counts");
        if (n > 0xffff)
            cm_asm_fail(w->as, place, "the counts have more than 16 bits, expected 0 to 65535");
        cm_cdna_note_number(w, n, place);
        return;
    }
    while (!cm_lexer_at_end(w->lex)) {
        int i = 0;
        while (i < COUNTERS && !cm_lexer_accept(w->lex, names[i]))
            i++;
        if (i == COUNTERS)
            cm_lexer_fail(w->lex, "there is no counter %s, expected vmcnt, expcnt or lgkmcnt",
                          cm_lexer_describe(w->lex));
        cm_lexer_expect(w->lex, "(");
        c[i] = (uint64_t)cm_cdna_read_within(w, "a count", 0, most[i], "count");
        cm_lexer_expect(w->lex, ")");
        if (!cm_lexer_accept(w->lex, "&"))
            cm_lexer_accept(w->lex, ",");
    }
    cm_cdna_note_number(w, (c[VM] >> 4) << 14 | (c[VM] & 15) | c[EXP] << 4 | c[LGKM] << 8, place);
    /* The text from there to here, without blanks at its end. */
    const char *text = place.source->text + place.offset;
    size_t length = w->lex->token.place.offset - place.offset;
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    w->operands[w->insn.operand_count - 1].name = cm_arena_text(cm_asm_arena(w->as), text, length);
}

/* It may be left out. */
static void read_time(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    cm_cdna_note_number(w, cm_lexer_at_end(w->lex) ? 0 : cm_lexer_integer(w->lex, "a number"),
                        place);
}

const cm_operand_kind cm_cdna_operands[] = {{"vgpr", cm_cdna_read_vector},
                                            {"twice", cm_cdna_read_twice},
                                            {"sgpr", cm_cdna_read_scalar},
                                            {"sdata", cm_cdna_read_loaded},
                                            {"src", cm_cdna_read_source},
                                            {"src16", cm_cdna_read_compared},
                                            {"float", cm_cdna_read_float},
                                            {"constant", cm_cdna_read_constant},
                                            {"mode", read_mode},
                                            {"imm", cm_cdna_read_immediate},
                                            {"base", read_base},
                                            {"saddr", read_scalar_address},
                                            {"index", read_index},
                                            {"soff", read_buffer_offset},
                                            {"soffset", read_scalar_offset},
                                            {"more", read_more},
                                            {"lds", read_lds_offset},
                                            {"within", read_lds_place},
                                            {"signed", read_signed},
                                            {"unsigned", read_unsigned},
                                            {"short", read_short},
                                            {"ushort", read_unsigned_short},
                                            {"counts", read_counts},
                                            {"time", read_time},
                                            {"lane", read_lane},
                                            {"trap", read_trap},
                                            {"packed", read_packed},
                                            {"halves", read_halves},
                                            {"highs", read_highs},
                                            {"label", cm_dotted_read_label},
                                            {NULL, NULL}};
