/* Operands of CDNA instructions. */
#include "litmus/isa/cdna/cdna.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- expressions ----------------------------------------------------- */

const cm_expr *cm_cdna_const(cm_cdna *a, uint64_t value)
{
    return cm_asm_const(a->as, value);
}

const cm_expr *cm_cdna_op(cm_cdna *a, cm_op op, unsigned bits, const cm_expr *x, const cm_expr *y)
{
    return cm_asm_op(a->as, op, bits, x, y, NULL);
}

const cm_expr *cm_cdna_keep(cm_cdna *a, const cm_expr *value)
{
    if (value->op == CM_OP_CONST)
        return value;
    int kept = cm_asm_temporary(a->as);
    cm_emit_assign(a->as, kept, value);
    return cm_asm_reg(a->as, kept);
}

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

static bool file_of(char letter, cm_cdna_file *file, unsigned *size)
{
    *file = letter == 'v' || letter == 'V' ? CM_CDNA_V : CM_CDNA_S;
    *size = *file == CM_CDNA_V ? CM_CDNA_VGPRS : CM_CDNA_SGPRS;
    return *file == CM_CDNA_V || letter == 's' || letter == 'S';
}

/* A register of its own name: v3, s0, vcc, m0. */
static bool find_register(const char *name, cm_cdna_reg *reg)
{
    reg->file = CM_CDNA_SPECIAL;
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

/* "v[2:3]": two registers, of which the first has an even number, as gfx90a and later want
 * it ("AMDGPU Instructions Syntax", "v", "s"). */
static bool find_pair(const char *name, cm_cdna_reg *reg)
{
    unsigned last, size;
    if (!*name || name[1] != '[' || !file_of(*name, &reg->file, &size))
        return false;
    const char *at = number(name + 2, &reg->first);
    at = at && *at == ':' ? number(at + 1, &last) : NULL;
    reg->count = 2;
    return at && strcmp(at, "]") == 0 && reg->first % 2 == 0 && last == reg->first + 1 &&
           last < size;
}

static const char *canonical(cm_arena *arena, cm_cdna_reg reg, unsigned i)
{
    if (reg.file == CM_CDNA_SPECIAL)
        return specials[reg.first + i];
    return cm_arena_printf(arena, "%c%u", reg.file == CM_CDNA_V ? 'v' : 's', reg.first + i);
}

const char *cm_cdna_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    cm_cdna_reg reg;
    *bits = 32;
    if (find_register(name, &reg) && reg.count == 1)
        return canonical(arena, reg, 0);
    *bits = 64;
    if (!find_pair(name, &reg))
        return NULL;
    return cm_arena_printf(arena, "%c[%u:%u]", reg.file == CM_CDNA_V ? 'v' : 's', reg.first,
                           reg.first + 1);
}

/* ---- registers in instructions ----------------------------------------- */

void cm_cdna_comma(cm_cdna *a)
{
    cm_lexer_expect(a->lex, ",");
}

static const char *token_name(const cm_cdna *a)
{
    const cm_token *token = &a->lex->token;
    return cm_arena_text(cm_asm_arena(a->as), token->text, token->length);
}

/* At `v` or `s` of v[0:1]? */
static bool at_tuple(const cm_cdna *a)
{
    cm_lexer ahead = *a->lex;
    cm_cdna_file file;
    unsigned size;
    if (ahead.token.kind != CM_TOKEN_NAME || ahead.token.length != 1 ||
        !file_of(*ahead.token.text, &file, &size))
        return false;
    cm_lexer_advance(&ahead);
    return cm_lexer_is(&ahead, "[");
}

bool cm_cdna_at_register(const cm_cdna *a)
{
    cm_cdna_reg reg;
    return a->lex->token.kind == CM_TOKEN_NAME &&
           (at_tuple(a) || find_register(token_name(a), &reg));
}

static const char expected[] = "a register v0 to v255, s0 to s105, vcc, exec, m0, or several "
                               "as v[0:1]";

static cm_cdna_reg read_tuple(cm_cdna *a)
{
    cm_cdna_reg reg = {.place = a->lex->token.place};
    unsigned size;
    file_of(*a->lex->token.text, &reg.file, &size);
    cm_lexer_advance(a->lex);
    cm_lexer_expect(a->lex, "[");
    uint64_t first = cm_lexer_integer(a->lex, "the number of a register");
    cm_lexer_expect(a->lex, ":");
    uint64_t last = cm_lexer_integer(a->lex, "the number of a register");
    reg.place = cm_place_join(reg.place, a->lex->token.place);
    cm_lexer_expect(a->lex, "]");
    if (first > last || last >= size || last - first > 15)
        cm_asm_fail(a->as, reg.place, "no such registers, expected %s", expected);
    reg.first = (unsigned)first;
    reg.count = (unsigned)(last - first) + 1;
    if (reg.file == CM_CDNA_S && reg.count > 2 && reg.first % 4 != 0)
        cm_asm_fail(a->as, reg.place,
                    "more than two scalar registers, expected the first number "
                    "to be a multiple of 4");
    if (reg.count > 1 && reg.first % 2 != 0)
        cm_asm_fail(a->as, reg.place, "registers from an odd number on, expected an even one");
    return reg;
}

static cm_cdna_reg read_register(cm_cdna *a)
{
    cm_cdna_reg reg = {.place = a->lex->token.place};
    if (at_tuple(a))
        return read_tuple(a);
    if (a->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_fail(a->lex, "expected %s, found %s", expected, cm_lexer_describe(a->lex));
    if (!find_register(token_name(a), &reg))
        cm_lexer_fail(a->lex, "unknown register `%s`, expected %s", token_name(a), expected);
    cm_lexer_advance(a->lex);
    return reg;
}

cm_cdna_reg cm_cdna_operand(cm_cdna *a, unsigned count)
{
    cm_cdna_reg reg = read_register(a);
    if (count && reg.count != count)
        cm_asm_fail(a->as, reg.place, "%u registers of 32 bits, expected %u", reg.count, count);
    return reg;
}

cm_cdna_reg cm_cdna_vector(cm_cdna *a, unsigned count)
{
    cm_cdna_reg reg = cm_cdna_operand(a, count);
    if (reg.file != CM_CDNA_V)
        cm_asm_fail(a->as, reg.place, "a scalar register, expected a vector register");
    return reg;
}

cm_cdna_reg cm_cdna_scalar(cm_cdna *a, unsigned count)
{
    cm_cdna_reg reg = cm_cdna_operand(a, count);
    if (reg.file == CM_CDNA_V)
        cm_asm_fail(a->as, reg.place, "a vector register, expected a scalar register");
    return reg;
}

/* ---- reading and writing ------------------------------------------------- */

/* exec_lo begins as 1: the lane is active. */
static int register_of(cm_cdna *a, cm_cdna_reg reg, unsigned i)
{
    const char *name = canonical(cm_asm_arena(a->as), reg, i);
    bool made = cm_asm_find_register(a->as->thread, name) < 0;
    int index = cm_asm_register(a->as, name);
    if (made && reg.file == CM_CDNA_SPECIAL && reg.first + i == EXEC)
        a->as->thread->registers[index].init = cm_cdna_const(a, 1);
    return index;
}

const cm_expr *cm_cdna_part(cm_cdna *a, cm_cdna_reg reg, unsigned i)
{
    return cm_asm_reg(a->as, register_of(a, reg, i));
}

void cm_cdna_set_part(cm_cdna *a, cm_cdna_reg reg, unsigned i, const cm_expr *value)
{
    cm_emit_assign(a->as, register_of(a, reg, i), value);
}

const cm_expr *cm_cdna_read(cm_cdna *a, cm_cdna_reg reg, unsigned i, unsigned bits)
{
    const cm_expr *low = cm_cdna_part(a, reg, i);
    if (bits == 32)
        return low;
    const cm_expr *high = cm_cdna_part(a, reg, i + 1);
    return cm_cdna_op(a, CM_OP_OR, 64, cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, low),
                      cm_cdna_op(a, CM_OP_SHL, 64, high, cm_cdna_const(a, 32)));
}

void cm_cdna_write(cm_cdna *a, cm_cdna_reg reg, unsigned i, unsigned bits, const cm_expr *value)
{
    if (bits == 32) {
        cm_cdna_set_part(a, reg, i, value);
        return;
    }
    value = cm_cdna_keep(a, value);
    cm_cdna_set_part(a, reg, i, cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, value));
    cm_cdna_set_part(a, reg, i + 1, cm_cdna_op(a, CM_OP_LSHR, 64, value, cm_cdna_const(a, 32)));
}

/* A number is one of 32 bits, sign-extended where the operand has 64. */
static const cm_expr *read_number(cm_cdna *a, unsigned bits)
{
    cm_place place = a->lex->token.place;
    int64_t value = (int64_t)cm_lexer_integer(a->lex, "a register or a number");
    if (value < INT32_MIN || value > UINT32_MAX)
        cm_asm_fail(a->as, place, "number of more than 32 bits, expected one that fits");
    return cm_cdna_const(a, bits == 32 ? (uint32_t)value : (uint64_t)value);
}

/* The address of a location that the test has, and so many bytes on: `x+4`. */
const cm_expr *cm_cdna_location(cm_cdna *a, uint64_t *offset)
{
    cm_place place = a->lex->token.place;
    int location = cm_asm_location(a->as, cm_lexer_name(a->lex, "a location"));
    if (location < 0)
        cm_asm_fail(a->as, place, "unknown location, expected one of the test");
    *offset = cm_lexer_accept(a->lex, "+") ? cm_lexer_integer(a->lex, "an offset") : 0;
    return cm_cdna_const(a, cm_asm_location_at(a->as, location)->address);
}

static bool ends(const char *name, const char *suffix)
{
    size_t length = strlen(name), tail = strlen(suffix);
    return length > tail && strcmp(name + length - tail, suffix) == 0;
}

/* A vector instruction reads one scalar register at most, or a literal in its place; with _e32
 * only as its first source, with _e64 no literal (MI300 ISA, "Vector ALU Operands"). */
static void check_scalar(cm_cdna *a, cm_place place, int scalar)
{
    bool other = a->literal || (a->scalar != 0 && a->scalar != scalar);
    if (*a->name != 'v')
        return;
    if (other)
        cm_asm_fail(a->as, place, "a second scalar operand of `%s`, expected a vector register",
                    a->name);
    a->scalar = scalar;
    if (a->sources == 1 && ends(a->name, "_e32"))
        cm_asm_fail(a->as, place,
                    "scalar second source of `%s`, expected a vector register, or _e64", a->name);
}

static void check_number(cm_cdna *a, cm_place place, int64_t value)
{
    enum { LEAST_INLINE = -16, MOST_INLINE = 64 };
    if (*a->name != 'v')
        return;
    if (a->sources == 1 && ends(a->name, "_e32"))
        cm_asm_fail(a->as, place,
                    "number as second source of `%s`, expected a vector register, or _e64",
                    a->name);
    if (value >= LEAST_INLINE && value <= MOST_INLINE)
        return;
    if (ends(a->name, "_e64"))
        cm_asm_fail(a->as, place, "literal of `%s`, expected a number from -16 to 64, or _e32",
                    a->name);
    if (a->scalar != 0)
        cm_asm_fail(a->as, place, "a second scalar operand of `%s`, expected a vector register",
                    a->name);
    a->literal = true;
}

/* Scalar instructions have scalar sources. */
static const cm_expr *read_source(cm_cdna *a, unsigned bits)
{
    cm_cdna_reg reg = cm_cdna_operand(a, bits / 32);
    if (reg.file != CM_CDNA_V)
        check_scalar(a, reg.place, 1 + (int)reg.first + (reg.file == CM_CDNA_S ? 0 : 1024));
    else if (*a->name == 's')
        cm_asm_fail(a->as, reg.place, "a vector register, expected a scalar register");
    return cm_cdna_read(a, reg, 0, bits);
}

const cm_expr *cm_cdna_source(cm_cdna *a, unsigned bits)
{
    bool named = a->lex->token.kind == CM_TOKEN_NAME && !cm_cdna_at_register(a);
    const cm_expr *value;
    if (named && cm_asm_location(a->as, token_name(a)) >= 0) {
        uint64_t offset;
        value = cm_cdna_location(a, &offset);
        value = cm_cdna_const(a, value->imm + offset);
    } else if (cm_cdna_at_register(a)) {
        value = read_source(a, bits);
    } else {
        cm_place place = a->lex->token.place;
        value = read_number(a, bits);
        check_number(a, place, bits == 32 ? (int32_t)value->imm : (int64_t)value->imm);
    }
    a->sources++;
    return value;
}

int cm_cdna_scc(cm_cdna *a)
{
    return cm_asm_register(a->as, ".SCC");
}

int cm_cdna_exec(cm_cdna *a)
{
    return register_of(a, (cm_cdna_reg){.file = CM_CDNA_SPECIAL, .first = EXEC, .count = 2}, 0);
}

bool cm_cdna_masked(const cm_cdna *a)
{
    return cm_asm_find_register(a->as->thread, specials[EXEC]) >= 0;
}

/* ---- tags ----------------------------------------------------------------- */

const char *const *cm_cdna_tags(cm_cdna *a, const char *const *names)
{
    const cm_placement *at = &a->as->thread->at;
    size_t count = 0;
    while (names[count])
        count++;
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(a->as), count + 3, const char *);
    memcpy(tags, names, count * sizeof *tags);
    if (at->cluster >= 0)
        tags[count++] = "XCD";
    if (at->split > 0)
        tags[count] = "TGSPLIT";
    return tags;
}

const char *cm_cdna_scope(cm_cdna_bits bits, bool atomic)
{
    static const char *const scopes[] = {"WAVEFRONT", "WORKGROUP", "AGENT", "SYSTEM"};
    if (atomic)
        return bits.sc1 ? "SYSTEM" : "AGENT";
    return scopes[(bits.sc0 ? 1 : 0) + (bits.sc1 ? 2 : 0)];
}

/* Those of gfx90a (AMDGPUUsage, "Memory Model GFX90A"), which say something else. */
static void refuse_older_bits(cm_cdna *a)
{
    static const char *const older[] = {"glc", "slc", "scc"};
    for (size_t i = 0; i < sizeof older / sizeof *older; i++)
        if (cm_lexer_is(a->lex, older[i]))
            cm_asm_fail(a->as, a->lex->token.place,
                        "`%s` is of gfx90a, expected sc0, sc1 or nt of gfx942", older[i]);
}

/* Nothing, or the value as documents of the machine write it: sc1=1. */
static bool bit_value(cm_cdna *a)
{
    if (!cm_lexer_accept(a->lex, "="))
        return true;
    cm_place place = a->lex->token.place;
    uint64_t value = cm_lexer_integer(a->lex, "0 or 1");
    if (value > 1)
        cm_asm_fail(a->as, place, "a bit is out of range, expected 0 or 1");
    return value == 1;
}

bool cm_cdna_bit(cm_cdna *a, cm_cdna_bits *bits)
{
    refuse_older_bits(a);
    bool *const which[] = {&bits->sc0, &bits->sc1, &bits->nt};
    static const char *const names[] = {"sc0", "sc1", "nt"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        cm_place place = a->lex->token.place;
        if (!cm_lexer_accept(a->lex, names[i]))
            continue;
        if (bits->seen >> i & 1)
            cm_asm_fail(a->as, place, "second `%s`, expected one", names[i]);
        bits->seen |= 1u << i;
        *which[i] = bit_value(a);
        return true;
    }
    return false;
}
