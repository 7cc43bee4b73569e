/* Registers of CDNA: their names, their values, and where they are operands. */
#include "litmus/isa/cdna/cdna_operand.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
    *file = letter == 'v' || letter == 'V' ? CM_CDNA_VECTOR : CM_CDNA_SCALAR;
    *size = *file == CM_CDNA_VECTOR ? CM_CDNA_VGPRS : CM_CDNA_SGPRS;
    return *file == CM_CDNA_VECTOR || letter == 's' || letter == 'S';
}

/* A register of its own name: v3, s0, vcc, m0. */
static bool find_register(const char *name, cm_cdna_tuple *reg)
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

/* "v[2:5]": several, of which the first has an even number, as gfx90a and later want it ("AMDGPU
 * Instructions Syntax", "v", "s"). */
static bool find_tuple(const char *name, cm_cdna_tuple *reg)
{
    unsigned last, size;
    if (!*name || name[1] != '[' || !file_of(*name, &reg->file, &size))
        return false;
    const char *at = number(name + 2, &reg->first);
    at = at && *at == ':' ? number(at + 1, &last) : NULL;
    reg->count = at ? last - reg->first + 1 : 0;
    return at && strcmp(at, "]") == 0 && reg->first % 2 == 0 && reg->first <= last && last < size;
}

static const char *canonical(cm_arena *arena, cm_cdna_tuple reg, unsigned i)
{
    if (reg.file == CM_CDNA_SPECIAL)
        return specials[reg.first + i];
    return cm_arena_printf(arena, "%c%u", reg.file == CM_CDNA_VECTOR ? 'v' : 's', reg.first + i);
}

/* Of a name that is one. */
static cm_cdna_tuple registers_of(const char *name)
{
    cm_cdna_tuple reg;
    if (!find_register(name, &reg))
        find_tuple(name, &reg);
    return reg;
}

/* "v3", "v[2:5]", "vcc" */
static const char *name_of(cm_arena *arena, cm_cdna_tuple reg)
{
    if (reg.count == 1)
        return canonical(arena, reg, 0);
    if (reg.file == CM_CDNA_SPECIAL)
        return reg.first == VCC ? "vcc" : "exec";
    return cm_arena_printf(arena, "%c[%u:%u]", reg.file == CM_CDNA_VECTOR ? 'v' : 's', reg.first,
                           reg.first + reg.count - 1);
}

const char *cm_cdna_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    cm_cdna_tuple reg;
    bool one = find_register(name, &reg) && reg.count == 1;
    if (bits)
        *bits = one ? 32 : 64;
    return one || (find_tuple(name, &reg) && reg.count == 2) ? name_of(arena, reg) : NULL;
}

/* ---- reading and writing ------------------------------------------------- */

/* exec_lo begins as 1: the lane is active. */
static int register_of(cm_dotted *w, cm_cdna_tuple reg, unsigned i)
{
    const char *name = canonical(cm_asm_arena(w->as), reg, i);
    bool made = cm_asm_find_register(w->as->thread, name) < 0;
    int index = cm_asm_register(w->as, name);
    if (made && reg.file == CM_CDNA_SPECIAL && reg.first + i == EXEC)
        w->as->thread->registers[index].init = cm_asm_const(w->as, 1);
    return index;
}

static const cm_expr *register_at(cm_dotted *w, cm_cdna_tuple reg, unsigned i)
{
    return cm_asm_reg(w->as, register_of(w, reg, i));
}

static const cm_expr *read_tuple_at(cm_dotted *w, cm_cdna_tuple reg, unsigned from, unsigned bits)
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
    if (strcmp(o->name, "active") == 0) {
        /* Where no instruction so far has named exec, the lane is active. */
        int exec = cm_asm_find_register(w->as->thread, specials[EXEC]);
        return exec < 0 ? cm_asm_const(w->as, 1) : cm_asm_reg(w->as, exec);
    }
    if (*o->name == '-' || strchr(o->name, '('))
        return read_changed(w, o->name, bits);
    return read_tuple_at(w, registers_of(o->name), from, bits);
}

/* 64 bits are kept before they are taken apart: the registers may be in them. */
void cm_cdna_write(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits,
                   const cm_expr *value)
{
    cm_cdna_tuple reg = registers_of(o->name);
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

/* At `v` or `s` of v[0:1]? */
static bool at_tuple(const cm_dotted *w)
{
    cm_lexer ahead = *w->lex;
    cm_cdna_file file;
    unsigned size;
    if (ahead.token.kind != CM_TOKEN_NAME || ahead.token.length != 1 ||
        !file_of(*ahead.token.text, &file, &size))
        return false;
    cm_lexer_advance(&ahead);
    return cm_lexer_is(&ahead, "[");
}

bool cm_cdna_at_register(const cm_dotted *w)
{
    cm_cdna_tuple reg;
    return w->lex->token.kind == CM_TOKEN_NAME &&
           (at_tuple(w) || find_register(cm_dotted_word(w), &reg));
}

static const char expected[] = "a register v0 to v255, s0 to s105, vcc, exec, m0, or several "
                               "as v[0:1]";

static cm_cdna_tuple read_tuple(cm_dotted *w)
{
    cm_cdna_tuple reg = {.place = w->lex->token.place};
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
        cm_asm_fail(w->as, reg.place, "the registers do not exist, expected %s", expected);
    reg.first = (unsigned)first;
    reg.count = (unsigned)(last - first) + 1;
    if (reg.file == CM_CDNA_SCALAR && reg.count > 2 && reg.first % 4 != 0)
        cm_asm_fail(
            w->as, reg.place,
            "more than two scalar registers begin here, expected a number that is a multiple of 4");
    if (reg.count > 1 && reg.first % 2 != 0)
        cm_asm_fail(w->as, reg.place,
                    "several registers begin at an odd number, expected an even one");
    return reg;
}

static cm_cdna_tuple read_register(cm_dotted *w)
{
    cm_cdna_tuple reg = {.place = w->lex->token.place};
    if (at_tuple(w))
        return read_tuple(w);
    if (w->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_lacks(w->lex, "%s", expected);
    if (!find_register(cm_dotted_word(w), &reg))
        cm_lexer_fail(w->lex, "the register `%s` is not known, expected %s", cm_dotted_word(w),
                      expected);
    cm_lexer_advance(w->lex);
    return reg;
}

/* `count` of them; 0: any number. */
cm_cdna_tuple cm_cdna_read_registers(cm_dotted *w, unsigned count)
{
    cm_cdna_tuple reg = read_register(w);
    if (count && reg.count != count)
        cm_asm_fail(w->as, reg.place, "the operand has %u bits, expected %u", reg.count * 32,
                    count * 32);
    return reg;
}

void cm_cdna_note_register(cm_dotted *w, cm_cdna_tuple reg)
{
    cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_REGISTER,
                                        .name = name_of(cm_asm_arena(w->as), reg),
                                        .index = reg.count == 1 ? register_of(w, reg, 0) : -1,
                                        .place = reg.place});
}

void cm_cdna_read_vector(cm_dotted *w, unsigned bits)
{
    cm_cdna_tuple reg = cm_cdna_read_registers(w, bits / 32);
    if (reg.file != CM_CDNA_VECTOR)
        cm_asm_fail(w->as, reg.place, "this is a scalar register, expected a vector register");
    cm_cdna_note_register(w, reg);
}

/* Two values. */
void cm_cdna_read_twice(cm_dotted *w, unsigned bits)
{
    cm_cdna_read_vector(w, 2 * bits);
}

void cm_cdna_read_scalar(cm_dotted *w, unsigned bits)
{
    cm_cdna_tuple reg = cm_cdna_read_registers(w, bits / 32);
    if (reg.file == CM_CDNA_VECTOR)
        cm_asm_fail(w->as, reg.place, "this is a vector register, expected a scalar register");
    cm_cdna_note_register(w, reg);
}

/* Without exec and m0, which no scalar load writes. */
void cm_cdna_read_loaded(cm_dotted *w, unsigned bits)
{
    static const char *const others[] = {"exec", "exec_lo", "exec_hi", "m0", NULL};
    for (int i = 0; others[i]; i++)
        if (cm_lexer_is(w->lex, others[i]))
            cm_asm_fail(w->as, w->lex->token.place,
                        "a scalar load cannot write %s, expected scalar registers or vcc",
                        others[i]);
    cm_cdna_read_scalar(w, bits);
}
