/* The instruction set LLVM_IR: what its table needs (ir.isa). */
#include "litmus/isa/c/ir.h"

#include "litmus/isa/c/c.h"

#include <stdlib.h>
#include <string.h>

/* ---- operands ----------------------------------------------------------------------- */

enum { MOST_DIGITS = 5 };

const char *cm_ir_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    size_t digits = *name ? strspn(name + 1, "0123456789") : 0;
    if ((*name != 'r' && *name != 'R') || digits == 0 || digits > MOST_DIGITS || name[1 + digits] ||
        (name[1] == '0' && digits > 1))
        return NULL;
    if (bits)
        *bits = 64;
    return cm_arena_printf(arena, "r%s", name + 1);
}

/* The name of the register that stands there; NULL: none does. */
static const char *register_here(const cm_dotted *w)
{
    const cm_token *token = &w->lex->token;
    cm_arena *arena = cm_asm_arena(w->as);
    return token->kind == CM_TOKEN_NAME
               ? cm_ir_register_name(arena, cm_arena_text(arena, token->text, token->length), NULL)
               : NULL;
}

static cm_insn_operand take_register(cm_dotted *w, const char *name)
{
    cm_insn_operand operand = {.kind = CM_INSN_REGISTER,
                               .name = name,
                               .index = cm_asm_register(w->as, name),
                               .place = w->lex->token.place};
    cm_lexer_advance(w->lex);
    return operand;
}

static void read_register(cm_dotted *w, unsigned bits)
{
    const char *name = register_here(w);
    (void)bits;
    if (!name)
        cm_lexer_lacks(w->lex, "a register r0, r1, ...");
    cm_dotted_note(w, take_register(w, name));
}

/* A register, or a location and what is added to it; of an address also to a register. */
static cm_insn_operand place_here(cm_dotted *w, const char *expected, bool is_address)
{
    const char *name = register_here(w);
    cm_insn_operand operand = {.kind = CM_INSN_LOCATION, .place = w->lex->token.place};
    if (name) {
        operand = take_register(w, name);
    } else {
        operand.name = cm_lexer_name(w->lex, expected);
        cm_asm_symbol(w->as, operand.name);
        operand.index = cm_asm_location(w->as, operand.name);
    }
    operand.is_address = is_address;
    bool more = cm_lexer_is(w->lex, "+") || cm_lexer_is(w->lex, "-");
    if (more && (is_address || !name))
        operand.number = cm_lexer_integer(w->lex, "a number");
    return operand;
}

static void read_value(cm_dotted *w, unsigned bits)
{
    cm_insn_operand operand = {.kind = CM_INSN_NUMBER, .place = w->lex->token.place};
    bool number = w->lex->token.kind == CM_TOKEN_NUMBER || cm_lexer_is(w->lex, "-") ||
                  cm_lexer_is(w->lex, "+");
    if (number) {
        operand.number = cm_lexer_integer(w->lex, "a number");
        operand.name = (int64_t)operand.number < 0
                           ? cm_arena_printf(cm_asm_arena(w->as), "%lld", (long long)operand.number)
                           : NULL;
        if (bits < 64)
            operand.number &= (UINT64_C(1) << bits) - 1;
    } else {
        operand = place_here(w, "a register, a number or a location", false);
    }
    cm_dotted_note(w, operand);
}

/* [x], [x+4], [r1], [r1+4] */
static void read_address(cm_dotted *w, unsigned bits)
{
    (void)bits;
    cm_lexer_expect(w->lex, "[");
    cm_insn_operand operand = place_here(w, "a location or a register", true);
    cm_lexer_expect(w->lex, "]");
    cm_dotted_note(w, operand);
}

/* ---- what no row can say ------------------------------------------------------------ */

static const cm_expr *value_of(cm_dotted *w, const cm_insn_operand *o)
{
    cm_asm *as = w->as;
    if (o->kind == CM_INSN_NUMBER)
        return cm_asm_const(as, o->number);
    if (o->kind == CM_INSN_LOCATION)
        return cm_asm_const(as, cm_asm_symbol(as, o->name) + o->number);
    const cm_expr *value = cm_asm_reg(as, o->index);
    return o->number ? cm_asm_op(as, CM_OP_ADD, 64, value, cm_asm_const(as, o->number), NULL)
                     : value;
}

static const char *word_of(const cm_dotted *w, const char *modifier)
{
    return cm_form_word(&w->insn, &cm_ir_rows, modifier)->text;
}

/* What an order is for the read, and for the write, of an operation that does both. */
typedef enum half { READS, WRITES } half;

static const char *const *tags_of(const char *word, half of)
{
    static const struct {
        const char *word;
        const char *const tags[2][3];
    } rows[] = {{"monotonic", {{"A", "RLX"}, {"A", "RLX"}}},
                {"acquire", {{"A", "ACQ"}, {"A", "RLX"}}},
                {"release", {{"A", "RLX"}, {"A", "REL"}}},
                {"acq_rel", {{"A", "ACQ"}, {"A", "REL"}}},
                {"seq_cst", {{"A", "SC"}, {"A", "SC"}}}};
    size_t i = 0;
    while (strcmp(rows[i].word, word) != 0)
        i++;
    return rows[i].tags[of];
}

/* Where a success and a failure read alike, there is one read. Else an execution chooses which of
 * the two it is, and is none where the value that it reads says otherwise, as C's are
 * (c_perform.c). */
static void compare(cm_dotted *w)
{
    cm_asm *as = w->as;
    unsigned bytes = (unsigned)cm_form_word(&w->insn, &cm_ir_rows, "width")->number / 8;
    const char *order = word_of(w, "order"), *failure = word_of(w, "failure") + strlen("fail_");
    bool weak = cm_form_word(&w->insn, &cm_ir_rows, "weak") != NULL;
    bool alike = strcmp(tags_of(order, READS)[1], tags_of(failure, READS)[1]) == 0;
    int chosen = cm_asm_temporary(as), reg = cm_asm_temporary(as), done = cm_asm_temporary(as);
    const cm_expr *address = value_of(w, &w->operands[2]), *expected = value_of(w, &w->operands[3]);
    const cm_expr *new = value_of(w, &w->operands[4]), *old = cm_asm_reg(as, reg);
    const cm_expr *equal = cm_asm_op(as, CM_OP_EQ, 8 * bytes, old, expected, NULL);
    const cm_expr *succeeds = cm_asm_reg(as, chosen);
    const cm_expr *both = cm_asm_op(as, CM_OP_AND, 64, succeeds, equal, NULL);
    cm_emit_assign(as, reg, cm_asm_const(as, 0));
    int tried = alike ? chosen : cm_asm_temporary(as); /* a weak one fails for no reason, or not */
    if (weak)
        cm_emit_attempt(as, tried);
    else if (alike)
        cm_emit_assign(as, chosen, cm_asm_const(as, 1));
    if (!alike)
        cm_emit_choose(as, chosen);
    if (weak && !alike)
        cm_emit_assign(as, chosen,
                       cm_asm_op(as, CM_OP_AND, 64, succeeds, cm_asm_reg(as, tried), NULL));
    if (!alike)
        cm_asm_set_guard(as, succeeds);
    int read = cm_emit_load(as, reg, address, bytes, tags_of(order, READS));
    cm_asm_align(as, read, bytes);
    if (!alike)
        cm_emit_assume(as, equal);
    /* by what was read, too: so loops that try again are seen to have written nothing */
    cm_asm_set_guard(as, both);
    int write = cm_emit_store(as, address, new, bytes, tags_of(order, WRITES));
    cm_asm_step(as, write)->rmw = read;
    if (!alike || weak)
        cm_asm_set_guard(
            as, cm_asm_op(as, CM_OP_EQ, 64, alike ? both : succeeds, cm_asm_const(as, 0), NULL));
    if (!alike)
        cm_asm_align(as, cm_emit_load(as, reg, address, bytes, tags_of(failure, READS)), bytes);
    if (weak) /* for no reason: where it could have succeeded */
        cm_emit_assume(as, cm_asm_op(as, CM_OP_NE, 64, cm_asm_reg(as, tried), equal, NULL));
    else if (!alike)
        cm_emit_assume(as, cm_asm_op(as, CM_OP_NE, 8 * bytes, old, expected, NULL));
    cm_asm_set_guard(as, NULL);
    cm_emit_assign(as, done, weak || alike ? both : equal);
    cm_emit_assign(as, w->operands[0].index, old);
    cm_emit_assign(as, w->operands[1].index, cm_asm_reg(as, done));
}

static void choose(cm_dotted *w)
{
    cm_emit_choose(w->as, w->operands[0].index);
}

static void check(cm_dotted *w)
{
    cm_c_assert(w->as, value_of(w, &w->operands[0]));
}

static void outside(cm_dotted *w)
{
    static const char *const tags[] = {"OUTSIDE", NULL};
    cm_asm_step(w->as, cm_emit_fence(w->as, tags))->tells = true;
}

const char *cm_ir_told(cm_arena *arena, const cm_step *step, uint64_t value)
{
    static const char *const lives[][2] = {{"MALLOC", "allocated"},
                                           {"CALLOC", "allocated"},
                                           {"AUTO", "begun"},
                                           {"FREE", "freed"},
                                           {"END", "ended"}};
    (void)arena;
    (void)value;
    for (size_t i = 0; i < sizeof lives / sizeof *lives; i++)
        if (cm_step_has_tag(step, lives[i][0]))
            return lives[i][1];
    return NULL;
}

/* ---- the set ------------------------------------------------------------------------ */

static const cm_operand_kind operands[] = {{"r", read_register},
                                           {"v", read_value},
                                           {"m", read_address},
                                           {"label", cm_dotted_read_label},
                                           {NULL, NULL}};
static const cm_form_action actions[] = {
    {"compare", compare}, {"choose", choose}, {"check", check}, {"outside", outside}, {NULL, NULL}};
const cm_table_set cm_ir_rows = {
    .table = &cm_isa_table_ir, .operands = operands, .actions = actions};
