/* The instruction set PTX: guard, opcode, qualifiers.
 *
 *      [@[!]p] opcode{.qualifier} operands
 *
 * Qualifiers may come in any order, but for those that are words of an instruction's name. Every
 * qualifier and every operand must be understood by the opcode's handler; what is left over is an
 * error. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

/* ---- opcode and qualifiers ------------------------------------------- */

const char *cm_ptx_opcode_text(cm_lexer *lex, cm_place *place)
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
    cm_ptx_memory_opcodes, cm_ptx_sync_opcodes,    cm_ptx_mbarrier_opcodes, cm_ptx_async_opcodes,
    cm_ptx_space_opcodes,  cm_ptx_warp_opcodes,    cm_ptx_tensor_opcodes,   cm_ptx_alu_opcodes,
    cm_ptx_bits_opcodes,   cm_ptx_multimem_opcodes};
enum { TABLES = sizeof tables / sizeof *tables };

const cm_ptx_opcode *cm_ptx_opcode_named(const char *name)
{
    for (size_t t = 0; t < TABLES; t++)
        for (const cm_ptx_opcode *row = tables[t]; row->name; row++)
            if (strcmp(row->name, name) == 0)
                return row;
    return NULL;
}

void cm_ptx_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_ptx p = {.as = as, .lex = lex};
    if (cm_lexer_accept(lex, "@"))
        p.guard = cm_ptx_predicate(&p);
    cm_place place;
    const char *text = cm_ptx_opcode_text(lex, &place);
    cm_dotted_take_apart(&p, text, place);
    const cm_ptx_opcode *opcode = cm_ptx_opcode_named(p.opcode);
    const char *why = opcode ? NULL : cm_ptx_why_refused(p.opcode);
    if (why)
        cm_asm_fail(as, p.place, "`%s` is not read: %s, expected an instruction of docs/litmus.md",
                    p.opcode, why);
    if (!opcode)
        cm_asm_unknown(as, p.place, p.opcode);
    check_name(&p);
    cm_asm_set_guard(as, p.guard); /* jumps lift it: it is their condition */
    p.detail = opcode->detail;
    opcode->assemble(&p);
    cm_asm_set_guard(as, NULL);
    cm_dotted_keep(&p);
    if (!cm_lexer_at_end(lex))
        cm_lexer_fail(lex, "expected the end of the instruction, found %s", cm_lexer_describe(lex));
}

void cm_ptx_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    for (size_t t = 0; t < TABLES; t++)
        for (const cm_ptx_opcode *row = tables[t]; row->name; row++)
            visit(context, row->name);
}

bool cm_ptx_computes(const char *opcode)
{
    const cm_ptx_opcode *const computing[] = {cm_ptx_alu_opcodes, cm_ptx_bits_opcodes,
                                              cm_ptx_space_opcodes};
    size_t length = strcspn(opcode, ".");
    for (size_t t = 0; t < sizeof computing / sizeof *computing; t++)
        for (const cm_ptx_opcode *row = computing[t]; row->name; row++)
            if (strlen(row->name) == length && strncmp(row->name, opcode, length) == 0)
                return true;
    return cm_ptx_refused_computes(opcode, length);
}
