/* Addresses of AArch64's accesses, which are operands of aarch64.isa (Arm ARM C3.2, C6.2). */
#include "litmus/isa/aarch64/aarch64.h"

/* What may stand with the base. */
typedef enum address_form {
    BARE,           /* nothing */
    BASE,           /* #0 */
    UNSCALED,       /* 9 bits, signed */
    PLAIN,          /* the same, 12 bits in units of the access, or a register; both indices */
    PAIR,           /* 7 bits, signed, in units of the access; both indices */
    PAIR_NO_INDEX,  /* the same, without */
    PAIR_BEFORE,    /* `!`, by the size of both, downwards */
    PAIR_AFTER,     /* a post-index, by the size of both */
    ORDERED_BEFORE, /* `!`, by the size, downwards */
    ORDERED_AFTER   /* a post-index, by the size */
} address_form;

/* Of an access of so many bytes. */
static uint64_t read_offset(cm_dotted *w, address_form form, int64_t size)
{
    int64_t low = form == UNSCALED || form == PLAIN       ? -256
                  : form == ORDERED_BEFORE                ? -size
                  : form >= PAIR && form < ORDERED_BEFORE ? -64 * size
                                                          : 0;
    int64_t high = form == UNSCALED                        ? 255
                   : form == PLAIN                         ? 4095 * size
                   : form >= PAIR && form < ORDERED_BEFORE ? 63 * size
                                                           : 0;
    int64_t step = form == PAIR_BEFORE      ? -2 * size
                   : form == PAIR_AFTER     ? 2 * size
                   : form == ORDERED_BEFORE ? -size
                                            : 0;
    cm_place place = w->lex->token.place;
    int64_t offset = cm_a64_immediate(w, low, high);
    bool scaled = form == PLAIN ? offset > 255 : form >= PAIR && form < ORDERED_BEFORE;
    if (scaled && offset % size != 0)
        cm_asm_fail(w->as, place, "the offset cannot be encoded, expected a multiple of %u",
                    (unsigned)size);
    if ((form == PAIR_BEFORE || form == PAIR_AFTER) && offset != step)
        cm_asm_fail(w->as, place,
                    "the offset cannot be encoded, expected that of both registers, %d", (int)step);
    if (form == ORDERED_BEFORE && offset != 0 && offset != step)
        cm_asm_fail(w->as, place, "the offset cannot be encoded, expected 0 or %lld",
                    (long long)step);
    return (uint64_t)offset;
}

/* A register, extended or shifted. Its shift is 0 or that of the access size. */
static void read_index(cm_dotted *w, cm_insn_operand *o, unsigned size)
{
    o->added = cm_dotted_word(w);
    cm_a64_reg index = cm_a64_any_reg(w);
    unsigned shift = size == 8 ? 3 : size / 2, most = shift > 0 ? shift : 1;
    if (!cm_lexer_accept(w->lex, ",")) {
        if (index.bits != 64)
            cm_lexer_lacks(w->lex, "UXTW or SXTW after a register of 32 bits");
        return;
    }
    cm_place place = w->lex->token.place;
    bool byte = cm_lexer_is(w->lex, "UXTB") || cm_lexer_is(w->lex, "SXTB") ||
                cm_lexer_is(w->lex, "UXTH") || cm_lexer_is(w->lex, "SXTH");
    if (byte || !cm_a64_extension(w, index.bits, 64, most, &o->how, &o->number))
        cm_lexer_lacks(w->lex, "UXTW, SXTW, SXTX or LSL");
    if (shift == 0 && o->number == 1) /* in a test of the reference simulator */
        cm_diag_add(w->as->work, CM_WARNING, place,
                    "the index of a byte cannot be shifted, expected 0");
    else if (o->number != 0 && o->number != shift)
        cm_asm_fail(w->as, place, "the shift cannot be encoded, expected 0 or %u", shift);
}

/* [Xn{,offset}]  [Xn,#imm]!  [Xn],#imm */
static void read_address(cm_dotted *w, unsigned bits, address_form form)
{
    int64_t size = (int64_t)bits / 8;
    cm_insn_operand o = {.kind = CM_INSN_REGISTER, .is_address = true};
    cm_lexer_expect(w->lex, "[");
    o.name = cm_dotted_word(w);
    cm_a64_reg base = cm_a64_any_reg_or_sp(w);
    o.index = base.reg;
    o.place = base.place;
    if (base.bits != 64)
        cm_asm_fail(w->as, base.place,
                    "the address register has 32 bits, expected X0 to X30 or SP");
    bool more = form != BARE && form != PAIR_AFTER && cm_lexer_accept(w->lex, ",");
    bool is_number = form > PLAIN || form == BASE || cm_a64_at_immediate(w);
    if (more && is_number)
        o.number = read_offset(w, form, size);
    else if (more && form == UNSCALED)
        cm_lexer_lacks(w->lex, "an immediate offset");
    else if (more)
        read_index(w, &o, (unsigned)size);
    cm_lexer_expect(w->lex, "]");
    o.indexed = more ? ',' : 0;
    bool must = form == PAIR_BEFORE ? more : form == ORDERED_BEFORE && o.number != 0;
    bool may_be_before = more && is_number && (form == PLAIN || form == PAIR);
    bool may_be_after = form == PLAIN                        ? !more
                        : form == PAIR || form == PAIR_AFTER ? !o.number
                                                             : form == ORDERED_AFTER;
    if (must)
        cm_lexer_expect(w->lex, "!");
    if (must || (may_be_before && cm_lexer_accept(w->lex, "!"))) {
        o.indexed = '!';
    } else if (may_be_after && cm_lexer_accept(w->lex, ",")) {
        o.indexed = ']';
        o.number = form == PLAIN           ? (uint64_t)cm_a64_immediate(w, -256, 255)
                   : form == ORDERED_AFTER ? (uint64_t)cm_a64_immediate(w, size, size)
                                           : read_offset(w, form, size);
    }
    cm_dotted_note(w, o);
}

#define READS(name, form)                                                                          \
    void cm_a64_read_##name(cm_dotted *w, unsigned bits)                                           \
    {                                                                                              \
        read_address(w, bits, form);                                                               \
    }
READS(bare, BARE)
READS(base, BASE)
READS(unscaled, UNSCALED)
READS(plain, PLAIN)
READS(pair, PAIR)
READS(pair_no_index, PAIR_NO_INDEX)
READS(pair_before, PAIR_BEFORE)
READS(pair_after, PAIR_AFTER)
READS(ordered_before, ORDERED_BEFORE)
READS(ordered_after, ORDERED_AFTER)

/* An address, a location, `=x`, or `=5`. What lies at a label is code, not data. */
void cm_a64_read_literal(cm_dotted *w, unsigned bits)
{
    cm_insn_operand o = {.kind = CM_INSN_NUMBER, .index = -1};
    if (cm_lexer_is(w->lex, "[")) {
        read_address(w, bits, PLAIN);
        return;
    }
    o.how = cm_lexer_accept(w->lex, "=") ? "=" : NULL;
    o.place = w->lex->token.place;
    if (o.how && cm_a64_at_immediate(w)) {
        bool wide = w->operands[0].bits == 64;
        uint64_t number = (uint64_t)cm_a64_immediate(w, wide ? INT64_MIN : INT32_MIN,
                                                     wide ? INT64_MAX : UINT32_MAX);
        o.number = wide ? number : number & UINT32_MAX;
        cm_dotted_note(w, o);
        return;
    }
    o.name = cm_lexer_name(w->lex, "a location or a label");
    o.index = cm_asm_location(w->as, o.name);
    o.kind = o.index >= 0 ? CM_INSN_LOCATION : CM_INSN_LABEL;
    if (!o.how && o.kind == CM_INSN_LABEL)
        cm_asm_fail(w->as, o.place, "the load is not from a location, expected one of the test");
    cm_dotted_note(w, o);
}

const cm_expr *cm_a64_address(cm_dotted *w, const cm_insn_operand *o)
{
    const cm_expr *base = cm_asm_reg(w->as, o->index);
    if (o->indexed == ']')
        return base;
    if (!o->added)
        return cm_line_plus(w, base, o->number);
    const cm_expr *index = cm_line_read(w, cm_a64_register_index(w, o->added));
    if (o->how)
        index = cm_a64_changed(w, o->how, o->number, 64, index);
    return cm_line_op(w, CM_OP_ADD, 64, base, index);
}
