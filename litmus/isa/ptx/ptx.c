/* The instruction set PTX: guard, opcode, qualifiers.
 *
 *      [@[!]p] opcode{.qualifier} operands
 *
 * Qualifiers may come in any order. Every qualifier and every operand must be
 * understood by the opcode's handler; what is left over is an error. */
#include "litmus/isa/ptx/ptx.h"

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

/* ---- the set --------------------------------------------------------- */

static const cm_dotted_opcode *const tables[] = {
    cm_ptx_memory_opcodes, cm_ptx_sync_opcodes,    cm_ptx_mbarrier_opcodes, cm_ptx_async_opcodes,
    cm_ptx_space_opcodes,  cm_ptx_warp_opcodes,    cm_ptx_tensor_opcodes,   cm_ptx_alu_opcodes,
    cm_ptx_bits_opcodes,   cm_ptx_multimem_opcodes};
enum { TABLES = sizeof tables / sizeof *tables };

void cm_ptx_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_ptx p = {.as = as, .lex = lex};
    if (cm_lexer_accept(lex, "@"))
        p.guard = cm_ptx_predicate(&p);
    cm_place place;
    const char *text = cm_ptx_opcode_text(lex, &place);
    const cm_dotted_opcode *opcode = cm_dotted_find(&p, text, place, tables, TABLES);
    const char *why = opcode ? NULL : cm_ptx_why_refused(p.opcode);
    if (why)
        cm_asm_fail(as, p.place, "`%s` is not read: %s, expected an instruction of docs/litmus.md",
                    p.opcode, why);
    if (!opcode)
        cm_asm_unknown(as, p.place, p.opcode);
    cm_asm_set_guard(as, p.guard); /* jumps lift it: it is their condition */
    opcode->handler(&p, opcode->detail);
    cm_asm_set_guard(as, NULL);
    if (!cm_lexer_at_end(lex))
        cm_lexer_fail(lex, "expected the end of the instruction, found %s", cm_lexer_describe(lex));
}

void cm_ptx_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    cm_dotted_each(tables, TABLES, visit, context);
}
