/* AArch64 instructions as the reference simulator prints them for the hash of a test
 * (herdtools7: lib/testHash.ml and AArch64Base.ml, dump_instruction_hash): without
 * blanks, in capitals, numbers in decimal after `#`. It has oddities, kept for the sake of
 * hashes of older versions: `ADDR` for ADR, no comma before the offset of a post-index,
 * two commas before the shift of MOVZ and its like, X registers in UBFM and SBFM.
 */
#include "litmus/isa/aarch64/aarch64.h"

#include "base/text.h"
#include "litmus/isa/spelled.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_OPERANDS = 8 };

typedef struct printer {
    cm_arena *arena;
    const cm_hash_labels *labels;
    const char *operands[MOST_OPERANDS];
    int count;
    bool pair;  /* LDP and its like */
    bool whole; /* W registers print as X */
} printer;

/* ---- operands -------------------------------------------------------- */

static const char *zero_register(const char *reg)
{
    return *reg == 'W' ? "WZR" : "XZR";
}

static bool is_zero(const char *operand)
{
    return strcmp(operand, "WZR") == 0 || strcmp(operand, "XZR") == 0;
}

static const char *capitals(const printer *p, const cm_token *token)
{
    char *text = cm_arena_text(p->arena, token->text, token->length);
    for (char *c = text; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    return text;
}

/* A register, a label, or a word such as LSL, SY, EQ. */
static const char *name_text(const printer *p, const cm_token *token)
{
    unsigned number, bits;
    bool is_sp;
    const char *name = cm_arena_text(p->arena, token->text, token->length);
    const char *label = cm_hash_label(p->labels, name);
    const char *symbolic = cm_a64_symbolic(name, &bits);
    if (symbolic)
        return cm_arena_printf(p->arena, "%c%s", bits == 64 || p->whole ? 'X' : 'W', symbolic);
    if (!cm_a64_register(name, &number, &bits, &is_sp))
        return label ? label : capitals(p, token);
    if (number == 31)
        return is_sp ? "SP" : bits == 64 ? "XZR" : "WZR";
    return cm_arena_printf(p->arena, "%c%u", bits == 64 || p->whole ? 'X' : 'W', number);
}

static const char *number_text(const printer *p, cm_lexer *lex)
{
    cm_lexer_accept(lex, "#");
    return cm_arena_printf(p->arena, "#%" PRId64, (int64_t)cm_lexer_integer(lex, "a number"));
}

static bool at_number(const cm_lexer *lex)
{
    return lex->token.kind == CM_TOKEN_NUMBER || cm_lexer_is(lex, "#") || cm_lexer_is(lex, "-") ||
           cm_lexer_is(lex, "+");
}

/* `[X1,#4]`, `[X1,X2,LSL #3]`, `[X1],#8`, `[X1,#8]!`: an offset or amount of 0 is left out. */
static const char *memory_text(const printer *p, cm_lexer *lex)
{
    cm_text text = cm_text_new(p->arena);
    cm_text_add_char(&text, '[');
    bool narrow = false, extended = false, has_index = false;
    for (int part = 0; !cm_lexer_is(lex, "]") && !cm_lexer_at_end(lex); part++) {
        if (cm_lexer_accept(lex, ","))
            continue;
        if (at_number(lex)) {
            const char *number = number_text(p, lex);
            bool zero = strcmp(number, "#0") == 0;
            if (!zero)
                cm_text_append(&text, "%s%s", extended ? " " : ",", number);
            continue;
        }
        const char *name = name_text(p, &lex->token);
        bool word = has_index;
        extended = extended || word;
        has_index = has_index || part > 0;
        narrow = narrow || (part > 0 && *name == 'W');
        cm_lexer_advance(lex);
        bool plain = word && strcmp(name, "LSL") == 0 && !at_number(lex);
        cm_lexer ahead = *lex;
        if (word && strcmp(name, "LSL") == 0 && at_number(lex) &&
            strcmp(number_text(p, &ahead), "#0") == 0)
            plain = true;
        if (!plain)
            cm_text_append(&text, "%s%s", part > 0 ? "," : "", name);
    }
    if (narrow && !extended)
        cm_text_add(&text, ",SXTW");
    cm_lexer_accept(lex, "]");
    cm_text_add_char(&text, ']');
    if (cm_lexer_accept(lex, "!")) {
        cm_text_add_char(&text, '!');
    } else if (cm_lexer_is(lex, ",")) {
        cm_lexer ahead = *lex;
        cm_lexer_advance(&ahead);
        if (!at_number(&ahead))
            return text.data;
        const char *offset = number_text(p, &ahead);
        *lex = ahead;
        return cm_arena_printf(p->arena, "%s%s%s", p->pair ? " " : "", text.data, offset);
    }
    return text.data;
}

/* `LSL #3`, `SXTW`, `X1`, `#5`, `L0`. */
static const char *plain_text(const printer *p, cm_lexer *lex)
{
    if (at_number(lex))
        return number_text(p, lex);
    const char *name = name_text(p, &lex->token);
    cm_lexer_advance(lex);
    if (!at_number(lex))
        return name;
    return cm_arena_printf(p->arena, "%s %s", name, number_text(p, lex));
}

static bool read_operands(printer *p, cm_lexer *lex)
{
    while (!cm_lexer_at_end(lex)) {
        if (p->count == MOST_OPERANDS)
            return false;
        p->operands[p->count++] =
            cm_lexer_accept(lex, "[") ? memory_text(p, lex) : plain_text(p, lex);
        if (!cm_lexer_at_end(lex) && !cm_lexer_accept(lex, ","))
            return false;
    }
    return true;
}

/* ---- other names for the same --------------------------------------- */

static void insert(printer *p, int at, const char *operand)
{
    for (int i = p->count; i > at; i--)
        p->operands[i] = p->operands[i - 1];
    p->operands[at] = operand;
    p->count++;
}

static void drop(printer *p, int at)
{
    p->count--;
    for (int i = at; i < p->count; i++)
        p->operands[i] = p->operands[i + 1];
}

static const char *condition_name(const char *name, bool inverse)
{
    unsigned code;
    if (!cm_a64_condition_code(name, &code))
        return name;
    return cm_a64_condition_name(code ^ (inverse ? 1u : 0u));
}

/* An operation on the zero register may have a name of its own, and the other way round. */
static const char *other_name(printer *p, const char *name)
{
    const char **o = p->operands;
    bool conditional = name[0] == 'C' && (name[1] == 'S' || name[1] == 'I' || name[1] == 'N');
    if (conditional && p->count > 0)
        o[p->count - 1] = condition_name(o[p->count - 1], false);
    if ((strcmp(name, "NEG") == 0 || strcmp(name, "NEGS") == 0) && p->count < MOST_OPERANDS) {
        insert(p, 1, zero_register(o[0]));
        return name[3] ? "SUBS" : "SUB";
    }
    if (strcmp(name, "CMN") == 0 && p->count < MOST_OPERANDS) {
        insert(p, 0, zero_register(o[0]));
        return "ADDS";
    }
    if ((strcmp(name, "CINV") == 0 || strcmp(name, "CNEG") == 0) && p->count == 3) {
        insert(p, 1, o[1]);
        o[3] = condition_name(o[3], true);
        return name[1] == 'I' ? "CSINV" : "CSNEG";
    }
    if (p->count < 3)
        return name;
    if ((strcmp(name, "SUBS") == 0 || strcmp(name, "ANDS") == 0) && is_zero(o[0])) {
        drop(p, 0);
        return *name == 'S' ? "CMP" : "TST";
    }
    if (strcmp(name, "ORN") == 0 && is_zero(o[1])) {
        drop(p, 1);
        return "MVN";
    }
    bool inc = strcmp(name, "CSINC") == 0, inv = strcmp(name, "CSINV") == 0;
    if ((inc || inv) && is_zero(o[1]) && is_zero(o[2])) {
        drop(p, 1);
        drop(p, 1);
        o[1] = condition_name(o[1], true);
        return inc ? "CSET" : "CSETM";
    }
    if (inc && strcmp(o[1], o[2]) == 0) {
        drop(p, 1);
        o[2] = condition_name(o[2], true);
        return "CINC";
    }
    return name;
}

/* ---- instructions ---------------------------------------------------- */

/* B.EQ, BEQ: "B.EQ". NULL: no branch. */
static const char *branch_name(cm_arena *arena, const char *name)
{
    unsigned code;
    const char *condition = name[0] == 'B' && name[1] == '.' ? name + 2 : name + 1;
    if (name[0] != 'B' || !cm_a64_condition_code(condition, &code))
        return NULL;
    return cm_arena_printf(arena, "B.%s", cm_a64_condition_name(code));
}

/* Of a text that nobody has read, too. */
static const cm_isa_form *row_of(const cm_insn *insn, const char *name)
{
    const cm_isa_table *table = &cm_isa_table_aarch64;
    cm_spelled s;
    for (int i = 0; i < table->form_count && !insn; i++)
        if (cm_spelled_joined(table, &table->forms[i], name, &s))
            return s.form;
    return insn ? insn->form : NULL;
}

static const char *join(const printer *p, const char *name)
{
    cm_text text = cm_text_new(p->arena);
    bool moves = strncmp(name, "MOV", 3) == 0 && name[3] != '\0';
    cm_text_add(&text, strcmp(name, "ADR") == 0 ? "ADDR" : name);
    for (int i = 0; i < p->count; i++)
        cm_text_append(&text, "%s%s", i == 0 ? " " : moves && i == 2 ? ",," : ",", p->operands[i]);
    return text.data;
}

const char *cm_a64_hash_text(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                             const cm_hash_labels *labels)
{
    printer p = {.arena = arena, .labels = labels};
    const char *name = capitals(&p, &lex.token), *branch = branch_name(arena, name);
    cm_lexer_advance(&lex);
    const cm_isa_form *row = row_of(insn, name);
    if (!row || !row->is_hashed)
        return NULL;
    p.pair = row->modifier_count > 0 &&
             strcmp(cm_spelled_words(&cm_isa_table_aarch64, row, 0)->name, "pair") == 0;
    p.whole = strcmp(name, "UBFM") == 0 || strcmp(name, "SBFM") == 0;
    if (!read_operands(&p, &lex))
        return NULL;
    if ((strcmp(name, "LDXP") == 0 || strcmp(name, "LDAXP") == 0) && p.count > 0 &&
        *p.operands[0] == 'X')
        p.operands[0] = cm_arena_printf(arena, "W%s", p.operands[0] + 1);
    bool ordered = strcmp(name, "LDAPR") == 0 || strcmp(name, "STLR") == 0;
    if (ordered && (p.count != 2 || p.operands[1][strlen(p.operands[1]) - 1] != ']'))
        return NULL; /* with write-back: not among those that are known */
    if (strcmp(name, "ISB") == 0)
        return "ISB";
    return join(&p, branch ? branch : other_name(&p, name));
}
