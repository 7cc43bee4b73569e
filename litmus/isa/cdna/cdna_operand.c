/* Operands of CDNA instructions. */
#include "litmus/isa/cdna/cdna.h"

#include "litmus/float.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef enum register_file { VECTOR, SCALAR, SPECIAL } register_file;

/* v3, v[2:3], s[4:7], vcc: so many registers from `first` on. */
typedef struct tuple {
    register_file file;
    unsigned first, count;
    cm_place place;
} tuple;

/* ---- names ----------------------------------------------------------- */

static const char *const specials[] = {"vcc_lo", "vcc_hi", "exec_lo", "exec_hi", "m0"};
enum { VCC = 0, EXEC = 2, SPECIALS = sizeof specials / sizeof *specials };

/* Digits without a sign or a zero before them; the end of them, or NULL. */
static const char *number(const char *text, unsigned *value)
{
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || digits > 3 || (digits > 1 && *text == '0'))
        return NULL;
    *value = (unsigned)strtoul(text, NULL, 10);
    return text + digits;
}

static bool file_of(char letter, register_file *file, unsigned *size)
{
    *file = letter == 'v' || letter == 'V' ? VECTOR : SCALAR;
    *size = *file == VECTOR ? CM_CDNA_VGPRS : CM_CDNA_SGPRS;
    return *file == VECTOR || letter == 's' || letter == 'S';
}

/* A register of its own name: v3, s0, vcc, m0. */
static bool find_register(const char *name, tuple *reg)
{
    reg->file = SPECIAL;
    reg->count = 1;
    for (unsigned i = 0; i < SPECIALS; i++)
        if (strcasecmp(name, specials[i]) == 0) {
            reg->first = i;
            return true;
        }
    if (strcasecmp(name, "vcc") == 0 || strcasecmp(name, "exec") == 0) {
        reg->first = strcasecmp(name, "vcc") == 0 ? VCC : EXEC;
        reg->count = 2;
        return true;
    }
    unsigned size;
    const char *end = *name ? number(name + 1, &reg->first) : NULL;
    return end && !*end && file_of(*name, &reg->file, &size) && reg->first < size;
}

/* "v[2:5]": several, of which the first has an even number, as gfx90a and later want it ("AMDGPU
 * Instructions Syntax", "v", "s"). */
static bool find_tuple(const char *name, tuple *reg)
{
    unsigned last, size;
    if (!*name || name[1] != '[' || !file_of(*name, &reg->file, &size))
        return false;
    const char *at = number(name + 2, &reg->first);
    at = at && *at == ':' ? number(at + 1, &last) : NULL;
    reg->count = at ? last - reg->first + 1 : 0;
    return at && strcmp(at, "]") == 0 && reg->first % 2 == 0 && reg->first <= last && last < size;
}

static const char *canonical(cm_arena *arena, tuple reg, unsigned i)
{
    if (reg.file == SPECIAL)
        return specials[reg.first + i];
    return cm_arena_printf(arena, "%c%u", reg.file == VECTOR ? 'v' : 's', reg.first + i);
}

/* Of a name that is one. */
static tuple registers_of(const char *name)
{
    tuple reg;
    if (!find_register(name, &reg))
        find_tuple(name, &reg);
    return reg;
}

/* "v3", "v[2:5]", "vcc" */
static const char *name_of(cm_arena *arena, tuple reg)
{
    if (reg.count == 1)
        return canonical(arena, reg, 0);
    if (reg.file == SPECIAL)
        return reg.first == VCC ? "vcc" : "exec";
    return cm_arena_printf(arena, "%c[%u:%u]", reg.file == VECTOR ? 'v' : 's', reg.first,
                           reg.first + reg.count - 1);
}

const char *cm_cdna_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    tuple reg;
    bool one = find_register(name, &reg) && reg.count == 1;
    if (bits)
        *bits = one ? 32 : 64;
    return one || (find_tuple(name, &reg) && reg.count == 2) ? name_of(arena, reg) : NULL;
}

/* ---- reading and writing ------------------------------------------------- */

/* exec_lo begins as 1: the lane is active. */
static int register_of(cm_dotted *w, tuple reg, unsigned i)
{
    const char *name = canonical(cm_asm_arena(w->as), reg, i);
    bool made = cm_asm_find_register(w->as->thread, name) < 0;
    int index = cm_asm_register(w->as, name);
    if (made && reg.file == SPECIAL && reg.first + i == EXEC)
        w->as->thread->registers[index].init = cm_asm_const(w->as, 1);
    return index;
}

static const cm_expr *register_at(cm_dotted *w, tuple reg, unsigned i)
{
    return cm_asm_reg(w->as, register_of(w, reg, i));
}

/* Where no instruction so far has named exec, the lane is active. */
static const cm_expr *active(cm_dotted *w)
{
    int exec = cm_asm_find_register(w->as->thread, specials[EXEC]);
    return exec < 0 ? cm_asm_const(w->as, 1) : cm_asm_reg(w->as, exec);
}

static const cm_expr *read_tuple_at(cm_dotted *w, tuple reg, unsigned from, unsigned bits)
{
    const cm_expr *low = register_at(w, reg, from / 32);
    if (bits <= 32)
        return low;
    low = cm_asm_op_imm(w->as, CM_OP_ZEXT, 64, 32, low);
    if (reg.count == 1)
        return low;
    const cm_expr *high = register_at(w, reg, from / 32 + 1);
    return cm_dotted_op(w, CM_OP_OR, 64, low,
                        cm_dotted_op(w, CM_OP_SHL, 64, high, cm_asm_const(w->as, 32)));
}

/* Of a source `-v1`, `abs(v1)` or `-abs(v1)`: the sign is the top bit of its type ("AMDGPU
 * Modifiers Syntax", "neg", "abs"). */
static const cm_expr *read_changed(cm_dotted *w, const char *name, unsigned bits)
{
    bool negative = *name == '-', absolute = strchr(name, '(');
    const char *plain = absolute ? strchr(name, '(') + 1 : name + 1;
    plain = cm_arena_text(cm_asm_arena(w->as), plain, strcspn(plain, ")"));
    const cm_expr *value = read_tuple_at(w, registers_of(plain), 0, bits);
    uint64_t sign = UINT64_C(1) << (bits - 1);
    if (absolute)
        value = cm_dotted_op(w, CM_OP_AND, bits, value, cm_asm_const(w->as, sign - 1));
    if (negative)
        value = cm_dotted_op(w, CM_OP_XOR, bits, value, cm_asm_const(w->as, sign));
    return value;
}

const cm_expr *cm_cdna_read(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits)
{
    if (o->kind == CM_INSN_LOCATION)
        return cm_asm_const(w->as, cm_asm_location_at(w->as, o->index)->address + o->number);
    if (strcmp(o->name, "active") == 0)
        return active(w);
    if (*o->name == '-' || strchr(o->name, '('))
        return read_changed(w, o->name, bits);
    return read_tuple_at(w, registers_of(o->name), from, bits);
}

/* 64 bits are kept before they are taken apart: the registers may be in them. */
void cm_cdna_write(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits,
                   const cm_expr *value)
{
    tuple reg = registers_of(o->name);
    int low = register_of(w, reg, from / 32);
    if (bits <= 32) {
        cm_emit_assign(w->as, low, value);
        return;
    }
    if (value->op != CM_OP_CONST) {
        int kept = cm_asm_temporary(w->as);
        cm_emit_assign(w->as, kept, value);
        value = cm_asm_reg(w->as, kept);
    }
    cm_emit_assign(w->as, low, cm_asm_op_imm(w->as, CM_OP_ZEXT, 64, 32, value));
    cm_emit_assign(w->as, register_of(w, reg, from / 32 + 1),
                   cm_dotted_op(w, CM_OP_LSHR, 64, value, cm_asm_const(w->as, 32)));
}

/* ---- registers in instructions ----------------------------------------- */

static const char *token_name(const cm_dotted *w)
{
    const cm_token *token = &w->lex->token;
    return cm_arena_text(cm_asm_arena(w->as), token->text, token->length);
}

/* At `v` or `s` of v[0:1]? */
static bool at_tuple(const cm_dotted *w)
{
    cm_lexer ahead = *w->lex;
    register_file file;
    unsigned size;
    if (ahead.token.kind != CM_TOKEN_NAME || ahead.token.length != 1 ||
        !file_of(*ahead.token.text, &file, &size))
        return false;
    cm_lexer_advance(&ahead);
    return cm_lexer_is(&ahead, "[");
}

static bool at_register(const cm_dotted *w)
{
    tuple reg;
    return w->lex->token.kind == CM_TOKEN_NAME &&
           (at_tuple(w) || find_register(token_name(w), &reg));
}

static const char expected[] = "a register v0 to v255, s0 to s105, vcc, exec, m0, or several "
                               "as v[0:1]";

static tuple read_tuple(cm_dotted *w)
{
    tuple reg = {.place = w->lex->token.place};
    unsigned size;
    file_of(*w->lex->token.text, &reg.file, &size);
    cm_lexer_advance(w->lex);
    cm_lexer_expect(w->lex, "[");
    uint64_t first = cm_lexer_integer(w->lex, "the number of a register");
    cm_lexer_expect(w->lex, ":");
    uint64_t last = cm_lexer_integer(w->lex, "the number of a register");
    reg.place = cm_place_join(reg.place, w->lex->token.place);
    cm_lexer_expect(w->lex, "]");
    if (first > last || last >= size || last - first > 15)
        cm_asm_fail(w->as, reg.place, "there are no such registers, expected %s", expected);
    reg.first = (unsigned)first;
    reg.count = (unsigned)(last - first) + 1;
    if (reg.file == SCALAR && reg.count > 2 && reg.first % 4 != 0)
        cm_asm_fail(
            w->as, reg.place,
            "more than two scalar registers begin at a multiple of 4, expected such a number");
    if (reg.count > 1 && reg.first % 2 != 0)
        cm_asm_fail(w->as, reg.place,
                    "several registers begin at an even number, expected such a number");
    return reg;
}

static tuple read_register(cm_dotted *w)
{
    tuple reg = {.place = w->lex->token.place};
    if (at_tuple(w))
        return read_tuple(w);
    if (w->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_fail(w->lex, "expected %s, found %s", expected, cm_lexer_describe(w->lex));
    if (!find_register(token_name(w), &reg))
        cm_lexer_fail(w->lex, "the register `%s` is not known, expected %s", token_name(w),
                      expected);
    cm_lexer_advance(w->lex);
    return reg;
}

/* `count` of them; 0: any number. */
static tuple read_operand(cm_dotted *w, unsigned count)
{
    tuple reg = read_register(w);
    if (count && reg.count != count)
        cm_asm_fail(w->as, reg.place, "the operand has %u bits, expected %u", reg.count * 32,
                    count * 32);
    return reg;
}

static void note_register(cm_dotted *w, tuple reg)
{
    cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_REGISTER,
                                        .name = name_of(cm_asm_arena(w->as), reg),
                                        .index = reg.count == 1 ? register_of(w, reg, 0) : -1,
                                        .place = reg.place});
}

static void read_vector(cm_dotted *w, unsigned bits)
{
    tuple reg = read_operand(w, bits / 32);
    if (reg.file != VECTOR)
        cm_asm_fail(w->as, reg.place, "this is a scalar register, expected a vector register");
    note_register(w, reg);
}

/* Two values. */
static void read_twice(cm_dotted *w, unsigned bits)
{
    read_vector(w, 2 * bits);
}

static void read_scalar(cm_dotted *w, unsigned bits)
{
    tuple reg = read_operand(w, bits / 32);
    if (reg.file == VECTOR)
        cm_asm_fail(w->as, reg.place, "this is a vector register, expected a scalar register");
    note_register(w, reg);
}

/* Without exec and m0, which no scalar load writes. */
static void read_loaded(cm_dotted *w, unsigned bits)
{
    static const char *const others[] = {"exec", "exec_lo", "exec_hi", "m0", NULL};
    for (int i = 0; others[i]; i++)
        if (cm_lexer_is(w->lex, others[i]))
            cm_asm_fail(w->as, w->lex->token.place,
                        "a scalar load cannot write %s, expected scalar registers or vcc",
                        others[i]);
    read_scalar(w, bits);
}

/* ---- sources ----------------------------------------------------------------- */

/* The text from there to here, without blanks at its end. */
static const char *text_from(const cm_dotted *w, cm_place place)
{
    const char *text = place.source->text + place.offset;
    size_t length = w->lex->token.place.offset - place.offset;
    while (length > 0 && strchr(" \t\r\n", text[length - 1]))
        length--;
    return cm_arena_text(cm_asm_arena(w->as), text, length);
}

static void note_number(cm_dotted *w, uint64_t number, cm_place place)
{
    cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_NUMBER, .number = number, .place = place});
}

static int64_t read_within(cm_dotted *w, const char *what, int64_t least, int64_t most,
                           const char *name)
{
    cm_place place = w->lex->token.place;
    int64_t number = (int64_t)cm_lexer_integer(w->lex, what);
    if (number < least || number > most)
        cm_asm_fail(w->as, place, "the %s is out of range, expected %lld to %lld", name,
                    (long long)least, (long long)most);
    return number;
}

/* A location that the test has, and so many bytes on: `x+4`. */
static void read_location(cm_dotted *w)
{
    cm_insn_operand o = {.kind = CM_INSN_LOCATION, .place = w->lex->token.place};
    o.name = cm_lexer_name(w->lex, "a location");
    o.index = cm_asm_location(w->as, o.name);
    if (o.index < 0)
        cm_asm_fail(w->as, o.place, "there is no such location, expected one of the test");
    if (cm_lexer_accept(w->lex, "+"))
        o.number = cm_lexer_integer(w->lex, "an offset");
    cm_dotted_note(w, o);
}

static bool has_suffix(const cm_dotted *w, const char *suffix)
{
    size_t length = strlen(w->opcode), tail = strlen(suffix);
    return length > tail && strcmp(w->opcode + length - tail, suffix) == 0;
}

/* A vector instruction reads one scalar register at most, or a literal in its place; with _e32
 * only as its first source, with _e64 no literal (MI300 ISA, "Vector ALU Operands"). */
static void check_scalar(cm_dotted *w, cm_place place, int scalar)
{
    cm_cdna_sources *sources = w->own;
    if (*w->opcode != 'v')
        return;
    if (sources->literal || (sources->scalar != 0 && sources->scalar != scalar))
        cm_asm_fail(
            w->as, place,
            "`%s` takes one scalar operand and this is a second one, expected a vector register",
            w->opcode);
    sources->scalar = scalar;
    if (sources->count == 1 && has_suffix(w, "_e32"))
        cm_asm_fail(
            w->as, place,
            "the second source of `%s` cannot be scalar, expected a vector register, or _e64",
            w->opcode);
}

/* An instruction has one literal, of which two sources may be; a vector instruction has it in place
 * of a scalar register. */
static void note_literal(cm_dotted *w, uint64_t number, cm_place place)
{
    cm_cdna_sources *sources = w->own;
    if (*w->opcode == 'v' && sources->scalar != 0)
        cm_asm_fail(
            w->as, place,
            "`%s` takes one scalar operand and this is a second one, expected a vector register",
            w->opcode);
    if (sources->literal && sources->number != number)
        cm_asm_fail(w->as, place, "`%s` has one literal and this is a second one, expected 0x%llx",
                    w->opcode, (unsigned long long)sources->number);
    sources->literal = true;
    sources->number = number;
}

/* `near`: it has a place in the instruction itself; others are literals. */
static void take_number(cm_dotted *w, uint64_t number, cm_place place, bool near)
{
    const cm_cdna_sources *sources = w->own;
    if (*w->opcode == 'v' && sources->count == 1 && has_suffix(w, "_e32"))
        cm_asm_fail(
            w->as, place,
            "the second source of `%s` cannot be a number, expected a vector register, or _e64",
            w->opcode);
    if (!near && *w->opcode == 'v' && has_suffix(w, "_e64"))
        cm_asm_fail(w->as, place,
                    "this form of `%s` takes no literal, expected a number from -16 to 64, or _e32",
                    w->opcode);
    if (!near)
        note_literal(w, number, place);
    note_number(w, number, place);
}

/* Those of the instruction itself are 0.5, 1.0, 2.0 and 4.0, of either sign ("AMDGPU Instruction
 * Operands", "Floating-Point Inline Constants"); others have 32 bits. */
static void read_fraction(cm_dotted *w, unsigned bits, bool negative)
{
    cm_place place = w->lex->token.place;
    uint64_t single = cm_float_read(w->lex->token.text, w->lex->token.length, 32);
    uint64_t value = cm_lexer_float(w->lex, bits);
    bool near = single == 0x3f000000 || single == 0x3f800000 || single == 0x40000000 ||
                single == 0x40800000;
    if (bits == 64 && (!near || (value & UINT32_MAX) != 0))
        cm_asm_fail(w->as, place, "a literal cannot have 64 bits, expected 0.5, 1.0, 2.0 or 4.0");
    take_number(w, negative ? value | UINT64_C(1) << (bits - 1) : value, place, near);
}

static bool is_inline(int64_t number)
{
    return number >= -16 && number <= 64;
}

/* A number is one of 32 bits, sign-extended where the operand has 64. */
static void read_literal(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    cm_lexer ahead = *w->lex;
    bool negative = cm_lexer_accept(&ahead, "-");
    if (ahead.token.kind == CM_TOKEN_FRACTION) {
        *w->lex = ahead;
        read_fraction(w, bits, negative);
        return;
    }
    int64_t value = (int64_t)cm_lexer_integer(w->lex, "a register or a number");
    if (value < INT32_MIN || value > UINT32_MAX)
        cm_asm_fail(w->as, place, "the number has more than 32 bits, expected one that fits");
    uint64_t number = bits == 32 ? (uint32_t)value : (uint64_t)value;
    take_number(w, number, place, is_inline(bits == 32 ? (int32_t)value : value));
}

/* Scalar instructions have scalar sources. */
static void read_source_register(cm_dotted *w, unsigned bits)
{
    tuple reg = read_operand(w, bits / 32);
    if (reg.file != VECTOR)
        check_scalar(w, reg.place, 1 + (int)reg.first + (reg.file == SCALAR ? 0 : 1024));
    else if (*w->opcode == 's')
        cm_asm_fail(w->as, reg.place, "this is a vector register, expected a scalar register");
    note_register(w, reg);
}

/* A register, a number or a location's address. */
static void read_source(cm_dotted *w, unsigned bits)
{
    cm_cdna_sources *sources = w->own;
    bool named = w->lex->token.kind == CM_TOKEN_NAME && !at_register(w);
    if (named && cm_asm_location(w->as, token_name(w)) >= 0)
        read_location(w);
    else if (at_register(w))
        read_source_register(w, bits);
    else
        read_literal(w, bits);
    sources->count++;
}

/* A source of floating-point numbers: also -v1, abs(v1) and -abs(v1), of which the assembler writes
 * |v1|, where a test has a new column; of 64 bits no literal. */
static void read_float(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    cm_lexer ahead = *w->lex;
    bool negative = cm_lexer_accept(&ahead, "-"), absolute = cm_lexer_accept(&ahead, "abs");
    if (absolute)
        cm_lexer_expect(&ahead, "(");
    if (ahead.token.kind == CM_TOKEN_NAME)
        *w->lex = ahead;
    bool changed = ahead.token.kind == CM_TOKEN_NAME && (negative || absolute);
    read_source(w, bits);
    cm_insn_operand *o = &w->operands[w->insn.operand_count - 1];
    bool near = (int64_t)o->number >= -16 && (int64_t)o->number <= 64;
    if (bits == 64 && o->kind == CM_INSN_NUMBER && !near && (o->number & UINT32_MAX) != 0)
        cm_asm_fail(w->as, place,
                    "a literal cannot have 64 bits, expected a number from -16 to 64");
    if (!changed)
        return;
    if (has_suffix(w, "_e32"))
        cm_asm_fail(w->as, place,
                    "this form of `%s` cannot change the sign of a source, expected _e64",
                    w->opcode);
    if (absolute)
        cm_lexer_expect(w->lex, ")");
    o->name = cm_arena_printf(cm_asm_arena(w->as), "%s%s%s%s", negative ? "-" : "",
                              absolute ? "abs(" : "", o->name, absolute ? ")" : "");
    o->index = -1;
}

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
                    "this part of the mode is not modelled, expected hwreg(HW_REG_MODE, 4, 2), of "
                    "subnormal numbers");
    note_number(w, both ? 3 : from == 4 ? 1 : 2, place);
}

/* A literal and no register. */
static void read_immediate(cm_dotted *w, unsigned bits)
{
    if (w->lex->token.kind == CM_TOKEN_NAME)
        cm_lexer_fail(w->lex, "%s, expected a number", cm_lexer_describe(w->lex));
    read_literal(w, bits);
}

/* It is a literal also where the number has a place in the instruction, and the instruction has one
 * ("Vector ALU Operands"); the source before it may be the same. */
static void read_constant(cm_dotted *w, unsigned bits)
{
    const cm_insn_operand *constant = &w->operands[w->insn.operand_count];
    read_immediate(w, bits);
    note_literal(w, constant->number, constant->place);
}

/* Of 16 bits it is the lower half of a register, or a number that fits. */
static void read_compared(cm_dotted *w, unsigned bits)
{
    read_source(w, bits < 32 ? 32 : bits);
    const cm_insn_operand *o = &w->operands[w->insn.operand_count - 1];
    int32_t number = (int32_t)o->number;
    bool fits = o->kind == CM_INSN_NUMBER && number >= INT16_MIN && number <= UINT16_MAX;
    if (bits == 16 && o->kind != CM_INSN_REGISTER && !fits)
        cm_asm_fail(w->as, o->place, "the number is out of range, expected one of 16 bits");
}

/* ---- addresses ------------------------------------------------------------------ */

/* An address, where `off` comes after it, or what is added to one. */
static void read_base(cm_dotted *w, unsigned bits)
{
    cm_cdna_sources *sources = w->own;
    tuple reg = read_operand(w, 0);
    if (reg.file != VECTOR)
        cm_asm_fail(w->as, reg.place, "this is a scalar register, expected a vector register");
    if (reg.count > bits / 32)
        cm_asm_fail(w->as, reg.place, "the operand has %u bits, expected 32 or %u", reg.count * 32,
                    bits);
    note_register(w, reg);
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
        read_scalar(w, bits);
}

/* `off` or v0, which counts with `offen`. */
static void read_index(cm_dotted *w, unsigned bits)
{
    if (!accept_off(w))
        read_vector(w, bits);
}

static void read_buffer_offset(cm_dotted *w, unsigned bits)
{
    bool indexed = w->operands[w->insn.operand_count - 2].kind == CM_INSN_REGISTER;
    bool offen = false;
    const cm_insn_operand *offset = &w->operands[w->insn.operand_count];
    (at_register(w) ? read_scalar : read_source)(w, bits);
    if (offset->kind == CM_INSN_NUMBER && !is_inline((int32_t)offset->number))
        cm_asm_fail(w->as, offset->place,
                    "an offset cannot be a literal, expected a number from -16 to 64 or a scalar "
                    "register");
    for (int i = 0; i < w->qualifier_count; i++)
        offen |= strcmp(w->qualifiers[i].text, "offen") == 0;
    if (indexed && !offen)
        cm_lexer_expect(w->lex, "offen");
    if (offen && !indexed)
        cm_lexer_fail(w->lex,
                      "`offen` adds a register and there is none, expected v0 in place of `off`");
}

static void read_signed(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    int64_t half = INT64_C(1) << (bits - 1);
    note_number(w, (uint64_t)read_within(w, "an offset in bytes", -half, half - 1, "offset"),
                place);
}

static void read_unsigned(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    const char *what = bits == 8 ? "an offset in elements" : "an offset in bytes";
    note_number(w, (uint64_t)read_within(w, what, 0, (INT64_C(1) << bits) - 1, "offset"), place);
}

/* A number of 16 bits, with a sign or not. */
static void read_short(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    int64_t value = (int64_t)cm_lexer_integer(w->lex, "a number of 16 bits");
    (void)bits;
    if (value < INT16_MIN || value > UINT16_MAX)
        cm_asm_fail(w->as, place, "the number is out of range, expected one of 16 bits");
    note_number(w, (uint64_t)(int16_t)value, place);
}

static void read_unsigned_short(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    note_number(w, (uint64_t)read_within(w, "a number of 16 bits", 0, UINT16_MAX, "number"), place);
}

/* Bytes, or the place that an address of LDS counts from. */
static void read_lds_offset(cm_dotted *w, unsigned bits)
{
    if (w->lex->token.kind == CM_TOKEN_NAME)
        read_location(w);
    else
        read_unsigned(w, bits);
}

static void read_lds_place(cm_dotted *w, unsigned bits)
{
    (void)bits;
    if (w->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_fail(w->lex, "%s, expected a location in LDS", cm_lexer_describe(w->lex));
    read_location(w);
}

/* Of a scalar load a number of 21 bits, signed, or a register. */
static void read_scalar_offset(cm_dotted *w, unsigned bits)
{
    if (w->lex->token.kind == CM_TOKEN_NAME)
        read_source(w, bits);
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

/* ---- counts, time ------------------------------------------------------------------ */

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
        note_number(w, n, place);
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
        c[i] = (uint64_t)read_within(w, "a count", 0, most[i], "count");
        cm_lexer_expect(w->lex, ")");
        if (!cm_lexer_accept(w->lex, "&"))
            cm_lexer_accept(w->lex, ",");
    }
    note_number(w, (c[VM] >> 4) << 14 | (c[VM] & 15) | c[EXP] << 4 | c[LGKM] << 8, place);
    w->operands[w->insn.operand_count - 1].name = text_from(w, place);
}

/* It may be left out. */
static void read_time(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    (void)bits;
    note_number(w, cm_lexer_at_end(w->lex) ? 0 : cm_lexer_integer(w->lex, "a number"), place);
}

const cm_operand_kind cm_cdna_operands[] = {{"vgpr", read_vector},
                                            {"twice", read_twice},
                                            {"sgpr", read_scalar},
                                            {"sdata", read_loaded},
                                            {"src", read_source},
                                            {"src16", read_compared},
                                            {"float", read_float},
                                            {"constant", read_constant},
                                            {"mode", read_mode},
                                            {"imm", read_immediate},
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
                                            {"label", cm_dotted_read_label},
                                            {NULL, NULL}};
