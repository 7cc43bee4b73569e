/* Operands of AArch64 instructions. */
#include "litmus/isa/aarch64/aarch64.h"

#include <string.h>
#include <strings.h>

static int flags_register(cm_dotted *w)
{
    return cm_asm_register(w->as, ".NZCV");
}

/* C and V once more: what TST makes of them depends on nothing. */
static int carry_and_overflow(cm_dotted *w)
{
    return cm_asm_register(w->as, ".CV");
}

void cm_a64_set_flags(cm_dotted *w, const cm_expr *flags)
{
    const cm_expr *c_and_v = flags->op == CM_OP_FLAGS_LOGIC ? cm_line_const(w, 0) : flags;
    int shadow = cm_asm_temporary(w->as); /* `flags` may mention either register */
    cm_emit_assign(w->as, shadow, c_and_v);
    cm_emit_assign(w->as, flags_register(w), flags);
    cm_emit_assign(w->as, carry_and_overflow(w), cm_asm_reg(w->as, shadow));
}

const cm_expr *cm_a64_holds(cm_dotted *w, unsigned condition)
{
    enum { CS = 2, CC = 3, VS = 6, VC = 7 };
    bool c_or_v = condition == CS || condition == CC || condition == VS || condition == VC;
    int flags = c_or_v ? carry_and_overflow(w) : flags_register(w);
    return condition == CM_A64_ALWAYS
               ? NULL
               : cm_line_imm_op(w, CM_OP_COND, 64, condition, cm_asm_reg(w->as, flags));
}

const cm_expr *cm_a64_carry(cm_dotted *w)
{
    const cm_expr *flags = cm_asm_reg(w->as, carry_and_overflow(w));
    return cm_line_op(w, CM_OP_AND, 64, cm_line_op(w, CM_OP_LSHR, 64, flags, cm_line_const(w, 1)),
                      cm_line_const(w, 1));
}

/* ---- registers ------------------------------------------------------- */

/* A letter and a number, `Q0`, `V1.4S`, `c3`: of other files of registers. */
_Noreturn static void refuse_register(cm_dotted *w, const char *name, const char *what)
{
    bool numbered = name[0] != '\0' && name[1] >= '0' && name[1] <= '9';
    bool vector = numbered && strchr("BHSDQVZPbhsdqvzp", name[0]);
    if (vector || (numbered && (name[0] == 'C' || name[0] == 'c')))
        cm_lexer_fail(w->lex, "`%.*s`: %s are not modelled, expected %s", (int)strcspn(name, "."),
                      name, vector ? "vector registers (NEON, SVE, SME)" : "capabilities (Morello)",
                      what);
    cm_lexer_fail(w->lex, "the register `%s` is not known, expected %s", name, what);
}

bool cm_a64_is_float(const char *name)
{
    size_t digits = *name && strchr("DdSs", *name) ? strspn(name + 1, "0123456789") : 0;
    return (digits == 1 || (digits == 2 && name[1] != '0')) && !name[1 + digits] &&
           (digits == 1 || 10 * (name[1] - '0') + name[2] - '0' <= 31);
}

static cm_a64_reg parse_reg(cm_dotted *w, const char *what)
{
    cm_a64_reg reg = {.reg = -1, .place = w->lex->token.place};
    if (w->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_lacks(w->lex, "%s", what);
    const char *name = cm_dotted_word(w);
    const char *symbolic = cm_a64_symbolic(name, &reg.bits);
    if (symbolic) {
        reg.reg = cm_asm_register(w->as, symbolic);
        cm_lexer_advance(w->lex);
        return reg;
    }
    if (!cm_a64_register(name, &reg.number, &reg.bits, &reg.is_sp))
        refuse_register(w, name, what);
    if (reg.is_sp)
        reg.reg = cm_asm_register(w->as, "SP");
    else if (reg.number < 31)
        reg.reg = cm_asm_register(w->as, cm_arena_printf(cm_asm_arena(w->as), "X%u", reg.number));
    cm_lexer_advance(w->lex);
    return reg;
}

cm_a64_reg cm_a64_any_reg(cm_dotted *w)
{
    cm_a64_reg reg = parse_reg(w, "a register X0 to X30, XZR, W0 to W30 or WZR");
    if (reg.is_sp)
        cm_asm_fail(w->as, reg.place, "SP cannot be used here, expected X0 to X30 or XZR");
    return reg;
}

cm_a64_reg cm_a64_any_reg_or_sp(cm_dotted *w)
{
    cm_a64_reg reg = parse_reg(w, "a register X0 to X30, SP, W0 to W30 or WSP");
    if (reg.reg < 0)
        cm_asm_fail(w->as, reg.place, "XZR cannot be used here, expected X0 to X30 or SP");
    return reg;
}

int cm_a64_register_index(cm_dotted *w, const char *name)
{
    unsigned bits;
    const char *symbolic = cm_a64_symbolic(name, &bits);
    const char *canonical =
        symbolic ? symbolic : cm_a64_register_name(cm_asm_arena(w->as), name, &bits);
    return strcmp(canonical, "XZR") != 0 ? cm_asm_register(w->as, canonical) : -1;
}

/* ---- immediates ------------------------------------------------------ */

bool cm_a64_at_immediate(cm_dotted *w)
{
    return w->lex->token.kind == CM_TOKEN_NUMBER || cm_lexer_is(w->lex, "#") ||
           cm_lexer_is(w->lex, "-") || cm_lexer_is(w->lex, "+");
}

int64_t cm_a64_immediate(cm_dotted *w, int64_t low, int64_t high)
{
    return cm_line_number(w, "#", low, high);
}

/* ---- conditions ------------------------------------------------------ */

/* Those after AL are other names of the codes beside them. */
static const struct {
    const char *name;
    unsigned code;
} conditions[] = {{"EQ", 0},  {"NE", 1},  {"CS", 2},
                  {"CC", 3},  {"MI", 4},  {"PL", 5},
                  {"VS", 6},  {"VC", 7},  {"HI", 8},
                  {"LS", 9},  {"GE", 10}, {"LT", 11},
                  {"GT", 12}, {"LE", 13}, {"AL", CM_A64_ALWAYS},
                  {"HS", 2},  {"LO", 3},  {"NV", CM_A64_ALWAYS}};

const char *cm_a64_condition_name(size_t index)
{
    return index < sizeof conditions / sizeof *conditions ? conditions[index].name : NULL;
}

bool cm_a64_condition_code(const char *name, unsigned *code)
{
    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++) {
        if (strcasecmp(name, conditions[i].name) == 0) {
            *code = conditions[i].code;
            return true;
        }
    }
    return false;
}

unsigned cm_a64_condition(cm_dotted *w)
{
    unsigned code;
    if (w->lex->token.kind != CM_TOKEN_NAME || !cm_a64_condition_code(cm_dotted_word(w), &code))
        cm_lexer_lacks(w->lex, "a condition (EQ, NE, ...)");
    cm_lexer_advance(w->lex);
    return code;
}

/* ---- shifts and extensions ------------------------------------------- */

/* Those after ROR are of ExtendReg: which low bits, and of how many bits the register is. */
static const struct {
    const char *name;
    cm_op op;
    unsigned low, source;
} hows[] = {
    {"LSL", CM_OP_SHL, 0, 0},     {"LSR", CM_OP_LSHR, 0, 0},    {"ASR", CM_OP_ASHR, 0, 0},
    {"ROR", CM_OP_ROR, 0, 0},     {"UXTB", CM_OP_ZEXT, 8, 32},  {"UXTH", CM_OP_ZEXT, 16, 32},
    {"UXTW", CM_OP_ZEXT, 32, 32}, {"UXTX", CM_OP_ZEXT, 64, 64}, {"SXTB", CM_OP_SEXT, 8, 32},
    {"SXTH", CM_OP_SEXT, 16, 32}, {"SXTW", CM_OP_SEXT, 32, 32}, {"SXTX", CM_OP_SEXT, 64, 64}};
enum { HOWS = sizeof hows / sizeof *hows, SHIFTS = 4 };

void cm_a64_shift(cm_dotted *w, unsigned bits, bool with_ror, const char **how, uint64_t *amount)
{
    for (int i = 0; i < (with_ror ? SHIFTS : SHIFTS - 1); i++)
        if (cm_lexer_accept(w->lex, hows[i].name)) {
            *how = hows[i].name;
            *amount = (uint64_t)cm_a64_immediate(w, 0, (int64_t)bits - 1);
            return;
        }
    cm_lexer_lacks(w->lex, "LSL, LSR, ASR%s", with_ror ? " or ROR" : "");
}

/* LSL stands for UXTX or UXTW, whichever keeps the register whole. An X register is read as its
 * lower half, as the reference simulator does. */
bool cm_a64_extension(cm_dotted *w, unsigned from, unsigned bits, unsigned most, const char **how,
                      uint64_t *amount)
{
    for (int i = 0; i < HOWS; i++) {
        cm_place place = w->lex->token.place;
        if ((i > 0 && i < SHIFTS) || !cm_lexer_accept(w->lex, hows[i].name))
            continue;
        unsigned source = i > 0 ? hows[i].source : bits;
        if (from < source)
            cm_asm_fail(w->as, place, "%s is of a register of %u bits, expected one of %u bits",
                        hows[i].name, from, source);
        *how = hows[i].name;
        *amount = 0;
        if (cm_a64_at_immediate(w))
            *amount = (uint64_t)cm_a64_immediate(w, 0, most);
        else if (i == 0)
            cm_lexer_lacks(w->lex, "the amount of LSL");
        return true;
    }
    return false;
}

const cm_expr *cm_a64_changed(cm_dotted *w, const char *how, uint64_t amount, unsigned bits,
                              const cm_expr *value)
{
    int i = 0;
    while (strcmp(hows[i].name, how) != 0)
        i++;
    bool extends = hows[i].low > 0;
    if (extends && hows[i].low < bits)
        value = cm_line_imm_op(w, hows[i].op, bits, hows[i].low, value);
    if (amount > 0)
        value =
            cm_line_op(w, extends ? CM_OP_SHL : hows[i].op, bits, value, cm_line_const(w, amount));
    return value;
}
