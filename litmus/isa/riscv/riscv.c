/* The RISC-V instruction set: registers, and kinds of operands of riscv.isa. */
#include "litmus/isa/riscv/riscv.h"

#include "litmus/isa/line.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- registers ------------------------------------------------------- */

/* By number (RISC-V ABIs Specification, "Integer Register Convention"). */
static const char *const abi_names[32] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                          "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                          "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                          "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};

bool cm_rv_register(const char *name, unsigned *number)
{
    for (unsigned i = 0; i < 32; i++) {
        char canonical[8];
        snprintf(canonical, sizeof canonical, "x%u", i);
        *number = i;
        if (strcasecmp(name, canonical) == 0 || strcasecmp(name, abi_names[i]) == 0)
            return true;
    }
    *number = 8;
    return strcasecmp(name, "fp") == 0;
}

const char *cm_rv_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    unsigned number;
    if (!cm_rv_register(name, &number) || number == 0)
        return NULL;
    *bits = 64;
    return cm_arena_printf(arena, "x%u", number);
}

const char *cm_rv_register_name_32(cm_arena *arena, const char *name, unsigned *bits)
{
    const char *canonical = cm_rv_register_name(arena, name, bits);
    *bits = 32;
    return canonical;
}

/* ---- operands -------------------------------------------------------- */

/* Bits of a register: 32 in tests of RV32. */
static unsigned xlen(const cm_dotted *w)
{
    return cm_asm_test(w->as)->threads[cm_asm_thread(w->as)].arch == CM_RISCV32 ? 32 : 64;
}

static unsigned read_number_of(cm_dotted *w)
{
    static const char what[] = "a register x0 to x31, or zero, ra, sp, gp, tp, t0 to t6, "
                               "s0 to s11, a0 to a7";
    unsigned number;
    cm_place place = w->lex->token.place;
    if (w->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_lacks(w->lex, "%s", what);
    if (!cm_rv_register(cm_dotted_word(w), &number))
        cm_lexer_fail(w->lex, "the register `%s` is not known, expected %s", cm_dotted_word(w),
                      what);
    cm_lexer_advance(w->lex);
    const char *name = cm_arena_printf(cm_asm_arena(w->as), "x%u", number);
    cm_insn_operand zero = {.kind = CM_INSN_NUMBER, .index = -1, .name = "x0", .place = place};
    cm_insn_operand other = {.kind = CM_INSN_REGISTER, .name = name, .place = place};
    if (number > 0)
        other.index = cm_asm_register(w->as, name);
    cm_dotted_note(w, number > 0 ? other : zero);
    return number;
}

static void read_register(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_number_of(w);
}

/* "Floating-point Register Convention" */
static const char *const float_names[32] = {
    "ft0", "ft1", "ft2", "ft3", "ft4",  "ft5",  "ft6", "ft7", "fs0",  "fs1", "fa0",
    "fa1", "fa2", "fa3", "fa4", "fa5",  "fa6",  "fa7", "fs2", "fs3",  "fs4", "fs5",
    "fs6", "fs7", "fs8", "fs9", "fs10", "fs11", "ft8", "ft9", "ft10", "ft11"};

/* f0 to f31 */
static void read_float(cm_dotted *w, unsigned bits)
{
    (void)bits;
    cm_place place = w->lex->token.place;
    const char *name = cm_lexer_name(w->lex, "a register f0 to f31, or ft0 to ft11, fs0 to fs11, "
                                             "fa0 to fa7");
    for (unsigned i = 0; i < 32; i++) {
        const char *canonical = cm_arena_printf(cm_asm_arena(w->as), "f%u", i);
        if (strcasecmp(name, canonical) != 0 && strcasecmp(name, float_names[i]) != 0)
            continue;
        cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_REGISTER,
                                            .name = canonical,
                                            .index = cm_asm_register(w->as, canonical),
                                            .place = place});
        return;
    }
    cm_asm_fail(w->as, place,
                "the register `%s` is not known, expected f0 to f31, or ft0 to ft11, "
                "fs0 to fs11, fa0 to fa7",
                name);
}

/* What a register has of XLEN bits. */
static void read_integer(cm_dotted *w, unsigned bits)
{
    read_register(w, bits);
    w->operands[w->insn.operand_count - 1].bits = xlen(w);
}

static void read_wide(cm_dotted *w, unsigned bits)
{
    if (bits > xlen(w))
        cm_asm_fail(w->as, w->place, "`%s` is an instruction of RV64, expected one of RV32",
                    w->opcode);
    read_number_of(w);
}

/* Two registers in a row, of which only the first is written; x0 stands for two. */
static void read_pair(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    read_wide(w, bits);
    unsigned number;
    cm_rv_register(w->operands[w->insn.operand_count - 1].name, &number);
    if (number % 2 != 0)
        cm_asm_fail(w->as, place, "register x%u has an odd number, expected an even one", number);
}

static void note_number(cm_dotted *w, unsigned bits, int64_t low, int64_t high)
{
    cm_insn_operand number = {.kind = CM_INSN_NUMBER, .place = w->lex->token.place};
    number.number = (uint64_t)cm_line_number(w, NULL, low, high);
    number.bits = bits < xlen(w) ? bits : xlen(w);
    cm_dotted_note(w, number);
}

static void read_immediate(cm_dotted *w, unsigned bits)
{
    note_number(w, bits, -2048, 2047);
}

/* `12(x6)`, `(x6)` */
static void read_offset(cm_dotted *w, unsigned bits)
{
    if (cm_lexer_is(w->lex, "("))
        cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_NUMBER, .place = w->lex->token.place});
    else
        read_immediate(w, bits);
}

static void read_no_offset(cm_dotted *w, unsigned bits)
{
    read_offset(w, bits);
    const cm_insn_operand *offset = &w->operands[w->insn.operand_count - 1];
    if (offset->number != 0)
        cm_asm_fail(w->as, offset->place,
                    "an atomic or ordered access has no offset, expected 0 or none");
}

static void read_amount(cm_dotted *w, unsigned bits)
{
    note_number(w, bits, 0, (int64_t)(bits < xlen(w) ? bits : xlen(w)) - 1);
}

static void read_upper(cm_dotted *w, unsigned bits)
{
    note_number(w, bits, 0, 0xfffff);
}

static void read_any(cm_dotted *w, unsigned bits)
{
    if (xlen(w) == 32)
        note_number(w, bits, INT32_MIN, UINT32_MAX);
    else
        note_number(w, bits, INT64_MIN, INT64_MAX);
}

static void read_symbol(cm_dotted *w, unsigned bits)
{
    cm_insn_operand symbol = {.kind = CM_INSN_LABEL, .place = w->lex->token.place};
    (void)bits;
    symbol.name = cm_lexer_name(w->lex, "a location or a label");
    symbol.index = cm_asm_location(w->as, symbol.name);
    if (symbol.index >= 0)
        symbol.kind = CM_INSN_LOCATION;
    cm_dotted_note(w, symbol);
}

/* Letters of `iorw`, in this order, or `0`. Fences order memory; `i` and `o`, devices, have none in
 * a test. Its number: 1 is reads, 2 writes. */
static void read_fence_set(cm_dotted *w, unsigned bits)
{
    static const char letters[] = "iorw";
    const cm_token *token = &w->lex->token;
    unsigned set = 0;
    const char *next = letters;
    bool good = token->kind == CM_TOKEN_NAME;
    (void)bits;
    for (uint32_t i = 0; good && i < token->length; i++) {
        char c = (char)(token->text[i] | 32);
        const char *at = c ? strchr(next, c) : NULL;
        good = at != NULL;
        set |= c == 'r' ? 1 : c == 'w' ? 2 : 0;
        next = at ? at + 1 : next;
    }
    if (!good && (token->kind != CM_TOKEN_NUMBER || token->number != 0))
        cm_lexer_lacks(w->lex, "some of the letters iorw in this order");
    const char *name = cm_strengths_case(cm_asm_arena(w->as), cm_dotted_word(w), false);
    cm_dotted_note(w,
                   (cm_insn_operand){
                       .kind = CM_INSN_NUMBER, .name = name, .number = set, .place = token->place});
    cm_lexer_advance(w->lex);
}

/* To zero: which C's conversions need; the mode in fcsr is to the nearest. */
static void read_rounding(cm_dotted *w, unsigned bits)
{
    (void)bits;
    if (!cm_lexer_is(w->lex, "rtz"))
        cm_lexer_lacks(w->lex, "the rounding mode rtz");
    cm_dotted_note(
        w, (cm_insn_operand){.kind = CM_INSN_NUMBER, .name = "rtz", .place = w->lex->token.place});
    cm_lexer_advance(w->lex);
}

/* ---- the set ----------------------------------------------------------- */

static const cm_operand_kind kinds[] = {
    {"r", read_register},  {"fr", read_float},    {"x", read_integer},
    {"n", read_wide},      {"p", read_pair},      {"i", read_immediate},
    {"o", read_offset},    {"z", read_no_offset}, {"h", read_amount},
    {"u", read_upper},     {"l", read_any},       {"s", read_symbol},
    {"f", read_fence_set}, {"rm", read_rounding}, {"label", cm_dotted_read_label},
    {NULL, NULL}};
static const cm_form_function functions[] = {{"fconvert", cm_form_convert}, {NULL, NULL}};
const cm_table_set cm_rv_rows = {.table = &cm_isa_table_riscv,
                                 .operands = kinds,
                                 .actions = cm_rv_actions,
                                 .functions = functions};
