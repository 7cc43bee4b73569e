/* The instruction set PTX: guard, opcode, qualifiers.
 *
 *      [@[!]p] opcode{.qualifier} operands
 *
 * Qualifiers may come in any order, but for those that are words of an instruction's name. Every
 * qualifier and every operand must be understood by the opcode's handler; what is left over is an
 * error. */
#include "litmus/isa/ptx/ptx_access.h"

#include "litmus/isa/spelled.h"

#include <string.h>

/* ---- opcode and qualifiers ------------------------------------------- */

/* `.shared::cta` is one qualifier but several tokens, whose characters lie one after the other in
 * the source. */
static const char *opcode_text(cm_lexer *lex, cm_place *place)
{
    *place = lex->token.place;
    const char *text = cm_lexer_name(lex, "an instruction");
    while (cm_lexer_is(lex, ":")) {
        cm_lexer_advance(lex);
        cm_lexer_expect(lex, ":");
        cm_place next = lex->token.place;
        const char *more = cm_lexer_name(lex, "the rest of a qualifier");
        text = cm_arena_printf(lex->work->arena, "%s::%s", text, more);
        *place = cm_place_join(*place, next);
    }
    return text;
}

/* Qualifiers that are words of the name: they come first, as ptxas wants it, one behind the other
 * in this order; `|` stands between those of which an instruction has one. */
static const struct {
    const char *opcodes, *words;
} names[] = {
    {" cp ",
     " reduce async bulk prefetch tensor commit_group|wait_group|wait_all|mbarrier arrive "},
    {" mbarrier ", " arrive|arrive_drop|complete_tx|init|inval|test_wait|try_wait|pending_count "
                   "expect_tx|parity "},
    {" multimem ", " ld_reduce|st|red "},
    {" fence membar ", " proxy "},
    {" st red ", " async "},
    {" bar barrier ", " cta|cluster|warp sync|arrive|red|wait "},
    {" cvta ", " to "},
    {" shf ", " l|r "},
    {" mul mad mul24 mad24 ", " lo|hi|wide "},
};

static bool is_between(char c)
{
    return c == ' ' || c == '|';
}

/* Which one of these words, from 1; 0: none. */
static int place_among(const char *words, const char *word)
{
    size_t length = strlen(word);
    int place = 0;
    for (; *words; words++) {
        place += *words == ' ';
        if (is_between(*words) && strncmp(words + 1, word, length) == 0 &&
            is_between(words[1 + length]))
            return place;
    }
    return 0;
}

static void check_name(const cm_ptx *p)
{
    const char *words = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !words; i++)
        if (place_among(names[i].opcodes, p->opcode))
            words = names[i].words;
    int before = 0;
    for (int i = 0; words && i < p->qualifier_count; i++) {
        int place = place_among(words, p->qualifiers[i].text);
        if (place > 0 && place < before)
            cm_asm_fail(p->as, p->qualifiers[i].place,
                        "`.%s` is part of the instruction's name, expected it before `.%s`",
                        p->qualifiers[i].text, p->qualifiers[i - 1].text);
        before = place > 0 ? place : 100;
    }
}

/* ---- the set --------------------------------------------------------- */

static const cm_ptx_opcode *const tables[] = {
    cm_ptx_memory_opcodes, cm_ptx_sync_opcodes, cm_ptx_mbarrier_opcodes, cm_ptx_async_opcodes,
    cm_ptx_space_opcodes,  cm_ptx_warp_opcodes, cm_ptx_tensor_opcodes,   cm_ptx_multimem_opcodes};
enum { TABLES = sizeof tables / sizeof *tables };

const cm_ptx_opcode *cm_ptx_opcode_named(const char *name)
{
    for (size_t t = 0; t < TABLES; t++)
        for (const cm_ptx_opcode *row = tables[t]; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}

/* ---- what the table needs ---------------------------------------------- */

static void read_destination(cm_ptx *p, unsigned bits)
{
    cm_ptx_check_width(p, cm_ptx_destination(p), bits);
}

static void read_predicate(cm_ptx *p, unsigned bits)
{
    (void)bits;
    cm_ptx_predicate(p);
}

static void read_value(cm_ptx *p, unsigned bits)
{
    if (bits == 1 && !cm_ptx_at_number(p))
        cm_ptx_predicate(p);
    else
        cm_ptx_value(p, bits);
}

/* A value, or the address of a location by its name. */
static void read_value_or_address(cm_ptx *p, unsigned bits)
{
    if (!cm_ptx_at_location(p))
        read_value(p, bits);
    else if (bits == 64)
        cm_ptx_read_address(p);
    else
        cm_lexer_fail(p->lex, "the address of %s needs 64 bits, expected %s.u64",
                      cm_lexer_describe(p->lex), p->opcode);
}

static void read_number(cm_ptx *p, unsigned bits)
{
    cm_place place = p->lex->token.place;
    unsigned most = (1u << bits) - 1;
    if (cm_ptx_number(p, "a number") > most)
        cm_asm_fail(p->as, place, "the number is out of range, expected 0 to %u", most);
}

/* Which of the words "a|b|c" is there, from 1, used or not; 0: none. */
static int said(const cm_ptx *p, const char *words)
{
    int which = 0;
    for (int i = 0; i < p->qualifier_count && which == 0; i++)
        which = cm_ptx_among(words, p->qualifiers[i].text);
    return which;
}

/* How many elements a vector has; 0: it is none. */
static int vector_of(const cm_ptx *p)
{
    int which = said(p, "v2|v4|v8");
    return which ? 1 << which : 0;
}

/* To the operand behind the next comma that is in no braces, of which one may have been read. */
static void pass_operand(cm_lexer *lex, bool inside)
{
    for (; !cm_lexer_at_end(lex); cm_lexer_advance(lex)) {
        inside = cm_lexer_is(lex, "{") || (inside && !cm_lexer_is(lex, "}"));
        if (!inside && cm_lexer_accept(lex, ","))
            return;
    }
}

/* How wide an access without a type is: as the location that it names, else as the register, whose
 * operand is before the address or behind it. */
static unsigned access_bits(cm_ptx *p, bool address_first)
{
    unsigned bits = 0;
    for (int i = 0; i < 2; i++) {
        bool is_address = address_first == (i == 0), opens = cm_lexer_accept(p->lex, "{");
        (void)cm_lexer_accept(p->lex, "[");
        if (is_address && cm_ptx_at_location(p)) {
            int location = cm_asm_location(p->as, cm_dotted_word(p));
            return location < 0 ? 32 : 8u * cm_asm_location_at(p->as, location)->width;
        }
        if (!is_address && !cm_ptx_among("red|sured", p->opcode))
            bits = cm_ptx_peek_bits(p);
        pass_operand(p->lex, opens);
    }
    return bits > 1 && bits < CM_PTX_WIDE ? bits : 0;
}

/* What published tests leave out: the type is as wide as the destination's name says, or, where
 * that is a predicate of another type's, as the source's; else the usual word. */
static int implied_word(cm_ptx *p, const cm_spelled *s, int modifier)
{
    const cm_table_words *words = cm_spelled_words(&cm_isa_table_ptx, s->form, modifier);
    if (words->usual >= 0)
        return cm_ptx_is_shorthand(p) ? words->usual : -1;
    cm_lexer ahead = *p->lex;
    unsigned bits = cm_ptx_peek_bits(p);
    bool address_first = strcmp(s->form->operands[0].kind, "m") == 0;
    bool accesses = address_first || cm_ptx_among("m|from", s->form->operands[1].kind);
    bool of_bits = accesses && said(p, "and|or|xor|exch|cas");
    if (accesses) {
        bits = access_bits(p, address_first);
    } else if (s->form->operands[0].bits == 1) {
        pass_operand(p->lex, false);
        bits = cm_ptx_peek_bits(p) > 1 ? cm_ptx_peek_bits(p) : 0;
    }
    *p->lex = ahead;
    for (int w = 0; w < words->count; w++) {
        cm_ptx_type type;
        if (cm_spelled_allows(s->form, modifier, w) &&
            words->items[w].number == (bits ? bits : 32) &&
            cm_ptx_type_named(words->items[w].text, &type) &&
            (!of_bits || type.kind == CM_PTX_BITS))
            return w;
    }
    return -1;
}

static void read_address(cm_ptx *p, unsigned bits)
{
    (void)bits;
    cm_ptx_read_address(p);
}

/* What is loaded: a register, or those of a vector; of loads `_` may be one of them if it has 256
 * bits ("ld"). */
static void read_loaded(cm_ptx *p, unsigned bits)
{
    cm_ptx_register to[CM_PTX_VECTOR];
    bool is_atomic = cm_ptx_among("atom|suatom", p->opcode) != 0;
    int count = cm_ptx_read_destinations(p, bits == CM_PTX_WIDE, vector_of(p), to);
    for (int i = 0; i < count && bits != CM_PTX_WIDE; i++) {
        if (to[i].sink && (unsigned)count * bits != 256 && !is_atomic)
            cm_asm_fail(p->as, to[i].place,
                        "`_` is allowed in vectors of 256 bits only, expected a register");
        cm_ptx_check_width(p, to[i], bits);
    }
}

/* An address, or, in published tests, a number that is what is loaded. */
static void read_from(cm_ptx *p, unsigned bits)
{
    if (cm_ptx_at_number(p) && !vector_of(p) && bits != CM_PTX_WIDE)
        cm_ptx_value(p, bits);
    else
        cm_ptx_read_address(p);
}

static void read_values(cm_ptx *p, unsigned bits)
{
    const cm_expr *values[CM_PTX_VECTOR];
    cm_ptx_read_values(p, bits == CM_PTX_WIDE, vector_of(p), bits, values);
}

/* In place of GEN, where an address names a location with a proxy of its own, that. */
static const char *const *with_proxy(cm_ptx *p, const char *const *tags)
{
    const char **own = (const char **)tags;
    for (int i = 0; i < p->insn.operand_count; i++)
        if (p->operands[i].kind == CM_INSN_LOCATION && p->operands[i].index >= 0)
            for (int t = 0; own[t]; t++)
                if (strcmp(own[t], "GEN") == 0)
                    own[t] =
                        cm_ptx_proxy_tag(cm_asm_location_at(p->as, p->operands[i].index)->proxy);
    return tags;
}

static void read_immediate(cm_ptx *p, unsigned bits)
{
    if (!cm_ptx_at_number(p))
        cm_lexer_fail(p->lex, "`%s` has %s, expected a number", p->opcode,
                      cm_lexer_describe(p->lex));
    cm_ptx_value(p, bits);
}

static const cm_operand_kind kinds[] = {
    {"r", read_destination},        {"v", read_value},     {"p", read_predicate},
    {"a", read_value_or_address},   {"i", read_number},    {"q", cm_ptx_read_wide},
    {"h", cm_ptx_read_wide_source}, {"m", read_address},   {"imm", read_immediate},
    {"label", cm_ptx_read_label},   {"into", read_loaded}, {"from", read_from},
    {"values", read_values},        {NULL, NULL}};
static const cm_form_action actions[] = {{"wide_move", cm_ptx_wide_move},
                                         {"grid_wait", cm_ptx_grid_wait},
                                         {"atomic", cm_ptx_atomic},
                                         {NULL, NULL}};
static const cm_form_function functions[] = {{"fconvert", cm_form_convert}, {NULL, NULL}};
const cm_table_set cm_ptx_rows = {.table = &cm_isa_table_ptx,
                                  .operands = kinds,
                                  .actions = actions,
                                  .functions = functions,
                                  .blame = cm_ptx_blame,
                                  .implied = implied_word,
                                  .part = cm_ptx_half,
                                  .tags = with_proxy};

/* ---- an instruction ----------------------------------------------------- */

void cm_ptx_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_ptx p = {.as = as, .lex = lex};
    if (cm_lexer_accept(lex, "@"))
        p.guard = cm_ptx_predicate(&p);
    cm_place place;
    const char *text = opcode_text(lex, &place);
    cm_dotted_take_apart(&p, text, place);
    const cm_ptx_opcode *opcode = cm_ptx_opcode_named(p.opcode);
    bool is_row = cm_form_has(&cm_isa_table_ptx, p.opcode);
    if (is_row && opcode && opcode->assemble) /* all forms but fence.proxy, st.async, red.async */
        is_row = !cm_ptx_has(&p, cm_ptx_among("fence|membar", p.opcode) ? "proxy" : "async");
    const char *why = opcode || is_row ? NULL : cm_ptx_why_refused(p.opcode);
    if (why)
        cm_asm_fail(as, p.place,
                    "`%s` is not read: %s, expected an instruction that `cmcm models "
                    "--instructions ptx` lists",
                    p.opcode, why);
    if (!opcode && !is_row)
        cm_asm_unknown(as, p.place, p.opcode);
    check_name(&p);
    cm_asm_set_guard(as, p.guard); /* jumps lift it: it is their condition */
    if (is_row) {
        cm_form_finish(&p, &cm_ptx_rows);
    } else {
        p.detail = opcode->detail;
        opcode->assemble(&p);
        cm_dotted_keep(&p);
    }
    cm_asm_set_guard(as, NULL);
    if (!cm_lexer_at_end(lex))
        cm_lexer_lacks(lex, "the end of the instruction");
}

void cm_ptx_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    for (size_t t = 0; t < TABLES; t++)
        for (const cm_ptx_opcode *row = tables[t]; row->name; row++)
            if (!cm_form_has(&cm_isa_table_ptx, row->name))
                visit(context, row->name);
}

bool cm_ptx_computes(const char *opcode)
{
    const cm_isa_table *table = &cm_isa_table_ptx;
    size_t length = strcspn(opcode, ".");
    for (const cm_ptx_opcode *row = cm_ptx_space_opcodes; row->name; row++)
        if (strlen(row->name) == length && strncmp(row->name, opcode, length) == 0)
            return true;
    for (int i = 0; i < table->form_count; i++)
        if (strlen(table->forms[i].opcode) == length &&
            strncmp(table->forms[i].opcode, opcode, length) == 0)
            return !cm_ptx_opcode_named(table->forms[i].opcode);
    return cm_ptx_refused_computes(opcode, length);
}
