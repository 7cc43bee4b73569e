/* Operands of x86 instructions, in Intel and AT&T notation:
 *
 *      Intel   MOV [x+EBX*4+8],EAX      ADD DWORD PTR [x],1
 *      AT&T    movl %eax,x+8(,%rbx,4)   addl $1,(x)
 *
 * Both may write an immediate with `$`, and `(x)` for the location x. */
#include "litmus/isa/x86/x86_common.h"

#include <stddef.h>
#include <strings.h>

const char *const cm_x86_locked_tags[] = {"X", NULL};

/* ---- addresses ------------------------------------------------------- */

/* A sum of registers, symbols and numbers, while it is read. */
typedef struct cm_x86_address {
    const cm_expr *sum; /* of registers and symbols, NULL: none so far */
    int terms;          /* how many of them */
    uint64_t displacement;
    unsigned location_bits;
} cm_x86_address;

/* At most a symbol, a base and an index (SDM volume 1, 3.7.5). */
static void add_term(cm_x86 *x, cm_x86_address *address, const cm_expr *term)
{
    enum { MOST = 3 };
    if (address->terms++ == MOST)
        cm_lexer_fail(
            x->lex,
            "there are too many terms in an address, expected a location, a base and an index");
    address->sum = address->sum ? cm_asm_op(x->as, CM_OP_ADD, 64, address->sum, term, NULL) : term;
}

static void add_symbol(cm_x86 *x, cm_x86_address *address, const char *name)
{
    add_term(x, address, cm_asm_const(x->as, cm_asm_symbol(x->as, name)));
    const cm_location *location = cm_asm_location_at(x->as, cm_asm_location(x->as, name));
    if (location->typed)
        address->location_bits = 8u * location->width;
}

static bool is_scale(uint64_t scale)
{
    return scale == 1 || scale == 2 || scale == 4 || scale == 8;
}

static uint64_t read_scale(cm_x86 *x)
{
    if (x->lex->token.kind != CM_TOKEN_NUMBER || !is_scale(x->lex->token.number))
        cm_lexer_lacks(x->lex, "a scale of 1, 2, 4 or 8");
    uint64_t scale = x->lex->token.number;
    cm_lexer_advance(x->lex);
    return scale;
}

/* A base counts whole: locations lie above 4 GiB, so that the 32-bit part of a
 * register could never hold the address of one. */
static const cm_expr *base_value(cm_x86 *x, cm_x86_register reg, cm_place place)
{
    if (reg.bits < 32 || reg.bits > 64)
        cm_asm_fail(x->as, place, "an address cannot use %s, expected a register of 32 or 64 bits",
                    reg.bits < 32 ? "a part of a register" : "XMM0 to XMM15");
    return cm_x86_get(x, cm_x86_part(reg.number, x->arch == CM_X86_64 ? 64 : 32));
}

static void add_index(cm_x86 *x, cm_x86_address *address, cm_x86_register reg, cm_place place,
                      uint64_t scale)
{
    const cm_expr *index =
        reg.bits < 32 || reg.bits > 64 ? base_value(x, reg, place) : cm_x86_get(x, reg);
    if (scale != 1)
        index = cm_asm_op(x->as, CM_OP_MUL, 64, index, cm_asm_const(x->as, scale), NULL);
    add_term(x, address, index);
}

/* A register of an address: NAME that is one; goes past it. */
static cm_x86_register address_register(cm_x86 *x, cm_place *place)
{
    *place = x->lex->token.place;
    const char *name = cm_lexer_name(x->lex, "a register");
    cm_x86_register reg = cm_x86_register_find(x->arch, name);
    if (reg.number == CM_X86_NONE)
        cm_asm_fail(x->as, *place,
                    "the register `%s` is not known, expected a general-purpose register", name);
    return reg;
}

static void add_named(cm_x86 *x, cm_x86_address *address)
{
    cm_place place = x->lex->token.place;
    const char *name = cm_lexer_name(x->lex, "a register or a location");
    cm_x86_register reg = cm_x86_register_find(x->arch, name);
    if (reg.number == CM_X86_NONE && *name == '%')
        cm_asm_fail(x->as, place,
                    "the register `%s` is not known, expected a general-purpose register", name);
    if (reg.number == CM_X86_NONE)
        add_symbol(x, address, name);
    else if (reg.number == CM_X86_RIP)
        return; /* RIP-relative: the symbol beside it is the address */
    else if (cm_lexer_accept(x->lex, "*"))
        add_index(x, address, reg, place, read_scale(x));
    else
        add_term(x, address, base_value(x, reg, place));
}

/* [ term { (+|-) term } ]   term: name [* scale] | number [* register] */
static void intel_address(cm_x86 *x, cm_x86_address *address)
{
    bool minus = cm_lexer_accept(x->lex, "-");
    for (;;) {
        if (x->lex->token.kind == CM_TOKEN_NUMBER) {
            uint64_t number = x->lex->token.number;
            cm_lexer_advance(x->lex);
            cm_place place = x->lex->token.place;
            if (is_scale(number) && !minus && cm_lexer_accept(x->lex, "*")) {
                cm_x86_register index = address_register(x, &place);
                add_index(x, address, index, place, number);
            } else {
                address->displacement += minus ? 0 - number : number;
            }
        } else if (minus) {
            cm_lexer_lacks(x->lex, "a number after `-` in an address");
        } else {
            add_named(x, address);
        }
        minus = cm_lexer_is(x->lex, "-");
        if (!minus && !cm_lexer_is(x->lex, "+"))
            return;
        cm_lexer_advance(x->lex);
        if (!minus)
            minus = cm_lexer_accept(x->lex, "-");
    }
}

/* ( [base] [, index [, scale]] ) or (location) */
static void att_base_index(cm_x86 *x, cm_x86_address *address)
{
    if (!cm_lexer_is(x->lex, ","))
        add_named(x, address);
    if (cm_lexer_accept(x->lex, ",")) {
        cm_place place;
        cm_x86_register index = address_register(x, &place);
        uint64_t scale = cm_lexer_accept(x->lex, ",") ? read_scale(x) : 1;
        add_index(x, address, index, place, scale);
    }
    cm_lexer_expect(x->lex, ")");
}

static void finish_address(cm_x86 *x, cm_x86_address *address, cm_x86_operand *operand)
{
    if (!address->sum)
        address->sum = cm_asm_const(x->as, address->displacement);
    else if (address->displacement != 0)
        address->sum = cm_asm_op(x->as, CM_OP_ADD, 64, address->sum,
                                 cm_asm_const(x->as, address->displacement), NULL);
    operand->kind = CM_X86_MEMORY;
    operand->value = address->sum;
    operand->location_bits = address->location_bits;
}

/* ---- one operand ----------------------------------------------------- */

static const struct {
    const char *name;
    unsigned bits;
} size_words[] = {{"byte", 8}, {"word", 16}, {"dword", 32}, {"qword", 64}};

static unsigned accept_size(cm_lexer *lex)
{
    for (size_t i = 0; i < sizeof size_words / sizeof *size_words; i++) {
        if (cm_lexer_accept(lex, size_words[i].name)) {
            cm_lexer_accept(lex, "ptr");
            return size_words[i].bits;
        }
    }
    return 0;
}

static void immediate(cm_x86 *x, cm_x86_operand *operand)
{
    operand->kind = CM_X86_IMMEDIATE;
    if (x->lex->token.kind == CM_TOKEN_NAME) {
        operand->symbolic = true;
        operand->number = cm_asm_symbol(x->as, cm_lexer_name(x->lex, "a location"));
    } else {
        operand->number = cm_lexer_integer(x->lex, "a number or a location");
    }
}

static bool at_number(const cm_lexer *lex)
{
    return lex->token.kind == CM_TOKEN_NUMBER || cm_lexer_is(lex, "-") || cm_lexer_is(lex, "+");
}

/* displacement [ (base, index, scale) ]: AT&T memory that starts with a number or
 * a name. */
static void att_memory(cm_x86 *x, cm_x86_operand *operand)
{
    cm_x86_address address = {0};
    if (x->lex->token.kind == CM_TOKEN_NAME)
        add_symbol(x, &address, cm_lexer_name(x->lex, "a location"));
    bool numeric = at_number(x->lex);
    if (address.sum && x->lex->token.kind == CM_TOKEN_NUMBER)
        cm_lexer_lacks(x->lex, "`+` or `(` after a location");
    if (numeric)
        address.displacement = cm_lexer_integer(x->lex, "a displacement");
    if (cm_lexer_accept(x->lex, "(")) {
        att_base_index(x, &address);
    } else if (!address.sum) {
        cm_asm_fail(x->as, operand->place,
                    "expected `$` before an immediate, or an address in parentheses after it");
    }
    finish_address(x, &address, operand);
}

static void named_operand(cm_x86 *x, cm_x86_operand *operand)
{
    const char *name = cm_arena_text(cm_asm_arena(x->as), x->lex->token.text, x->lex->token.length);
    operand->reg = cm_x86_register_find(x->arch, name);
    if (operand->reg.number >= 0) {
        operand->kind = CM_X86_REGISTER;
        cm_lexer_advance(x->lex);
    } else if (cm_x86_register_find(CM_X86_64, name).number >= 0) {
        cm_lexer_fail(x->lex, "`%s` is a register of 64-bit mode, expected one of 32-bit mode",
                      name);
    } else if (*name == '%' || operand->reg.number == CM_X86_RIP) {
        cm_lexer_fail(x->lex, "the register `%s` is not known, expected a general-purpose register",
                      name);
    } else if (x->att) {
        att_memory(x, operand);
    } else {
        cm_lexer_fail(x->lex,
                      "expected a register, a number, or `[%s]` for the location; found `%s`", name,
                      name);
    }
}

static void parse_operand(cm_x86 *x, cm_x86_operand *operand)
{
    *operand = (cm_x86_operand){.place = x->lex->token.place};
    unsigned bits = accept_size(x->lex);
    cm_x86_address address = {0};
    if (cm_lexer_accept(x->lex, "[")) {
        intel_address(x, &address);
        cm_lexer_expect(x->lex, "]");
        finish_address(x, &address, operand);
    } else if (cm_lexer_accept(x->lex, "(")) {
        att_base_index(x, &address);
        finish_address(x, &address, operand);
    } else if (bits != 0) {
        cm_lexer_lacks(x->lex, "`[` after the size of a memory operand");
    } else if (cm_lexer_accept(x->lex, "$") || (!x->att && at_number(x->lex))) {
        immediate(x, operand);
    } else if (at_number(x->lex)) {
        att_memory(x, operand);
    } else if (x->lex->token.kind == CM_TOKEN_NAME) {
        named_operand(x, operand);
    } else {
        cm_lexer_lacks(x->lex, "an operand");
    }
    operand->bits = bits;
    size_t length = x->lex->token.place.offset - operand->place.offset;
    const char *text = operand->place.source->text + operand->place.offset;
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    operand->text = cm_arena_text(cm_asm_arena(x->as), text, length);
}

void cm_x86_parse_operands(cm_x86 *x)
{
    while (!cm_lexer_at_end(x->lex)) {
        if (x->count > 0)
            cm_lexer_expect(x->lex, ",");
        if (x->count == CM_X86_OPERANDS)
            cm_lexer_fail(x->lex, "there are too many operands, expected at most %d",
                          CM_X86_OPERANDS);
        parse_operand(x, &x->operands[x->count++]);
    }
    if (!x->att)
        return;
    for (int i = 0; i < x->count / 2; i++) { /* AT&T: destination last */
        cm_x86_operand other = x->operands[i];
        x->operands[i] = x->operands[x->count - 1 - i];
        x->operands[x->count - 1 - i] = other;
    }
}

/* ---- widths ---------------------------------------------------------- */

static unsigned said_bits(const cm_x86_operand *operand)
{
    return operand->kind == CM_X86_REGISTER ? operand->reg.bits : operand->bits;
}

static unsigned default_bits(const cm_x86 *x, int first, int last)
{
    for (int i = first; i <= last; i++)
        if (x->operands[i].location_bits != 0)
            return x->arch == CM_X86 && x->operands[i].location_bits > 32
                       ? 32
                       : x->operands[i].location_bits;
    return 32;
}

void cm_x86_settle_width(cm_x86 *x, int first, int last)
{
    unsigned bits = x->suffix_bits;
    for (int i = first; i <= last; i++) {
        unsigned said = said_bits(&x->operands[i]);
        if (said != 0 && bits != 0 && said != bits)
            cm_asm_fail(x->as, x->operands[i].place,
                        "this operand is %u bits wide, expected %u like the rest of the "
                        "instruction",
                        said, bits);
        if (said != 0)
            bits = said;
    }
    x->bits = bits != 0 ? bits : default_bits(x, first, last);
    if (x->bits > 64)
        cm_asm_fail(x->as, x->place, "%s has no registers XMM0 to XMM15, expected general ones",
                    x->mnemonic);
    if (x->bits == 64 && x->arch == CM_X86)
        cm_asm_fail(x->as, x->place,
                    "32-bit mode has no 64-bit operations, expected at most 32 bits");
}

/* ---- values ---------------------------------------------------------- */

static bool fits(uint64_t number, unsigned bits)
{
    return bits == 64 || number >> bits == 0 || ~number >> (bits - 1) == 0;
}

static const cm_expr *immediate_value(cm_x86 *x, const cm_x86_operand *operand)
{
    bool wide = x->bits == 64 ||
                (x->arch == CM_X86 && x->bits == 32 && x->operands[0].kind == CM_X86_REGISTER);
    if (operand->symbolic && wide)
        return cm_asm_const(x->as, operand->number);
    if (operand->symbolic)
        cm_asm_fail(x->as, operand->place,
                    "the address of a location does not fit in %u bits, expected a wider "
                    "destination",
                    x->bits);
    if (!fits(operand->number, x->bits))
        cm_asm_fail(x->as, operand->place,
                    "the immediate does not fit in %u bits, expected a smaller number", x->bits);
    /* Of 64 bits only MOV to a register has them all, others 32, sign-extended (SDM, 2.2.1.5). */
    bool whole = strncasecmp(x->mnemonic, "MOV", 3) == 0 && x->operands[0].kind == CM_X86_REGISTER;
    if (x->bits == 64 && !whole && (int64_t)operand->number != (int32_t)operand->number)
        cm_asm_fail(
            x->as, operand->place,
            "the immediate does not fit in 32 bits with a sign, expected one in a register");
    uint64_t mask = x->bits == 64 ? UINT64_MAX : (UINT64_C(1) << x->bits) - 1;
    return cm_asm_const(x->as, operand->number & mask);
}

/* Locked accesses are atomic wherever they lie (SDM volume 3, 9.1.2.2), others within
 * an aligned quadword (AMD APM volume 2, 7.3.2; Intel's promise is wider, SDM volume
 * 3, 9.1.1). What crosses into the next one is several accesses. */
void cm_x86_check_whole(cm_x86 *x, int step)
{
    enum { QUADWORD = 8 };
    if (x->locked || x->bits == 8)
        return;
    const cm_expr *last = cm_asm_const(x->as, QUADWORD - x->bits / 8);
    const cm_expr *start = cm_asm_op(x->as, CM_OP_AND, 64, cm_asm_step(x->as, step)->addr,
                                     cm_asm_const(x->as, QUADWORD - 1), NULL);
    cm_asm_undefined(x->as, step, cm_asm_op(x->as, CM_OP_ULT, 64, last, start, NULL),
                     "may access memory across a multiple of 8, which need not be one access");
}

const cm_expr *cm_x86_read(cm_x86 *x, const cm_x86_operand *operand)
{
    if (operand->kind == CM_X86_REGISTER)
        return cm_x86_get(x, operand->reg);
    if (operand->kind == CM_X86_IMMEDIATE)
        return immediate_value(x, operand);
    int value = cm_asm_temporary(x->as);
    x->load = cm_emit_load(x->as, value, operand->value, x->bits / 8,
                           x->locked ? cm_x86_locked_tags : cm_no_tags);
    cm_x86_check_whole(x, x->load);
    return cm_asm_reg(x->as, value);
}

void cm_x86_write(cm_x86 *x, const cm_x86_operand *operand, const cm_expr *value)
{
    if (operand->kind == CM_X86_IMMEDIATE)
        cm_asm_fail(x->as, operand->place,
                    "an immediate cannot be written, expected a register or memory");
    if (operand->kind == CM_X86_REGISTER) {
        cm_x86_set(x, operand->reg, value);
        return;
    }
    int store = cm_emit_store(x->as, operand->value, value, x->bits / 8,
                              x->locked ? cm_x86_locked_tags : cm_no_tags);
    cm_x86_check_whole(x, store);
    if (x->locked)
        cm_asm_step(x->as, store)->rmw = x->load;
}

const cm_expr *cm_x86_keep(cm_x86 *x, const cm_expr *value)
{
    int temporary = cm_asm_temporary(x->as);
    cm_emit_assign(x->as, temporary, value);
    return cm_asm_reg(x->as, temporary);
}

const cm_expr *cm_x86_op(cm_x86 *x, cm_op op, const cm_expr *a, const cm_expr *b)
{
    return cm_asm_op(x->as, op, x->bits, a, b, NULL);
}
