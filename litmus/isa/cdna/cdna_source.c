/* Sources of CDNA instructions: registers, numbers, literals and locations. */
#include "litmus/isa/cdna/cdna_operand.h"

#include "litmus/float.h"

#include <string.h>

void cm_cdna_note_number(cm_dotted *w, uint64_t number, cm_place place)
{
    cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_NUMBER, .number = number, .place = place});
}

int64_t cm_cdna_read_within(cm_dotted *w, const char *what, int64_t least, int64_t most,
                            const char *name)
{
    cm_place place = w->lex->token.place;
    int64_t number = (int64_t)cm_lexer_integer(w->lex, what);
    if (number < least || number > most)
        cm_asm_fail(w->as, place, "the %s is out of range, expected %lld to %lld", name,
                    (long long)least, (long long)most);
    return number;
}

void cm_cdna_read_location(cm_dotted *w)
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

_Noreturn static void refuse_second(cm_dotted *w, cm_place place)
{
    cm_asm_fail(
        w->as, place,
        "`%s` takes one scalar operand and this is a second one, expected a vector register",
        w->opcode);
}

/* A vector instruction reads one scalar register at most, or a literal in its place; with _e32
 * only as its first source, with _e64 no literal (MI300 ISA, "Vector ALU Operands"). */
static void check_scalar(cm_dotted *w, cm_place place, int scalar)
{
    cm_cdna_sources *sources = w->own;
    if (*w->opcode != 'v')
        return;
    if (sources->literal || (sources->scalar != 0 && sources->scalar != scalar))
        refuse_second(w, place);
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
        refuse_second(w, place);
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
    cm_cdna_note_number(w, number, place);
}

/* Those of the instruction itself are 0.5, 1.0, 2.0 and 4.0, of either sign ("AMDGPU Instruction
 * Operands", "Floating-Point Inline Constants"); others have 32 bits. */
static void read_fraction(cm_dotted *w, unsigned bits, bool negative)
{
    cm_place place = w->lex->token.place;
    uint64_t single = cm_float_read(w->lex->token.text, w->lex->token.length, 32);
    uint64_t value = cm_lexer_float(w->lex, bits == 16 ? 32 : bits);
    bool near = single == 0x3f000000 || single == 0x3f800000 || single == 0x40000000 ||
                single == 0x40800000;
    if (bits == 64 && (!near || (value & UINT32_MAX) != 0))
        cm_asm_fail(w->as, place, "a literal cannot have 64 bits, expected 0.5, 1.0, 2.0 or 4.0");
    if (bits == 16 && !near)
        cm_asm_fail(w->as, place,
                    "a literal of 16 bits is a number, expected 0.5, 1.0, 2.0 or 4.0");
    if (bits == 16) /* whose exponent has 5 bits */
        value = (value >> 13) - (UINT64_C(112) << 10);
    take_number(w, negative ? value | UINT64_C(1) << (bits - 1) : value, place, near);
}

bool cm_cdna_is_inline(int64_t number)
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
    uint64_t number = bits <= 32 ? (uint32_t)value : (uint64_t)value;
    take_number(w, number, place, cm_cdna_is_inline(bits <= 32 ? (int32_t)value : value));
}

/* Scalar instructions have scalar sources. */
static void read_source_register(cm_dotted *w, unsigned bits)
{
    cm_cdna_tuple reg = cm_cdna_read_registers(w, bits < 32 ? 1 : bits / 32);
    if (reg.file != CM_CDNA_VECTOR)
        check_scalar(w, reg.place, 1 + (int)reg.first + (reg.file == CM_CDNA_SCALAR ? 0 : 1024));
    else if (*w->opcode == 's')
        cm_asm_fail(w->as, reg.place, "this is a vector register, expected a scalar register");
    cm_cdna_note_register(w, reg);
}

/* A register, a number or a location's address. */
void cm_cdna_read_source(cm_dotted *w, unsigned bits)
{
    cm_cdna_sources *sources = w->own;
    bool named = w->lex->token.kind == CM_TOKEN_NAME && !cm_cdna_at_register(w);
    if (named && cm_asm_location(w->as, cm_dotted_word(w)) >= 0)
        cm_cdna_read_location(w);
    else if (cm_cdna_at_register(w))
        read_source_register(w, bits);
    else
        read_literal(w, bits);
    sources->count++;
}

/* A source of floating-point numbers: also -v1, abs(v1) and -abs(v1), of which the assembler writes
 * |v1|, where a test has a new column; of 64 bits no literal. */
void cm_cdna_read_float(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    cm_lexer ahead = *w->lex;
    bool negative = cm_lexer_accept(&ahead, "-"), absolute = cm_lexer_accept(&ahead, "abs");
    if (absolute)
        cm_lexer_expect(&ahead, "(");
    if (ahead.token.kind == CM_TOKEN_NAME)
        *w->lex = ahead;
    bool changed = ahead.token.kind == CM_TOKEN_NAME && (negative || absolute);
    (bits == 16 ? cm_cdna_read_compared : cm_cdna_read_source)(w, bits);
    cm_insn_operand *o = &w->operands[w->insn.operand_count - 1];
    if (bits == 64 && o->kind == CM_INSN_NUMBER && !cm_cdna_is_inline((int64_t)o->number) &&
        (o->number & UINT32_MAX) != 0)
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

/* A literal and no register. */
void cm_cdna_read_immediate(cm_dotted *w, unsigned bits)
{
    if (w->lex->token.kind == CM_TOKEN_NAME)
        cm_lexer_fail(w->lex, "%s, expected a number", cm_lexer_describe(w->lex));
    read_literal(w, bits);
}

/* It is a literal also where the number has a place in the instruction, and the instruction has one
 * ("Vector ALU Operands"); the source before it may be the same. */
void cm_cdna_read_constant(cm_dotted *w, unsigned bits)
{
    const cm_insn_operand *constant = &w->operands[w->insn.operand_count];
    cm_cdna_read_immediate(w, bits);
    note_literal(w, constant->number, constant->place);
}

/* Of 16 bits it is the lower half of a register, or a number that fits. */
void cm_cdna_read_compared(cm_dotted *w, unsigned bits)
{
    cm_cdna_read_source(w, bits);
    const cm_insn_operand *o = &w->operands[w->insn.operand_count - 1];
    int32_t number = (int32_t)o->number;
    bool fits = o->kind == CM_INSN_NUMBER && number >= INT16_MIN && number <= UINT16_MAX;
    if (bits == 16 && o->kind != CM_INSN_REGISTER && !fits)
        cm_asm_fail(w->as, o->place, "the number is out of range, expected one of 16 bits");
}
