/* The instruction set PTX: guard, opcode, qualifiers.
 *
 *      [@[!]p] opcode{.qualifier} operands
 *
 * Qualifiers may come in any order. Every qualifier and every operand must be
 * understood by the opcode's handler; what is left over is an error. */
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

/* A directive keeps its first dot: ".reg". */
static size_t opcode_length(const char *text)
{
    size_t first = *text == '.' ? 1 : 0;
    return first + strcspn(text + first, ".");
}

static void add_qualifier(cm_ptx *p, const char *text, size_t length, cm_place place)
{
    if (p->qualifier_count == CM_PTX_QUALIFIERS)
        cm_asm_fail(p->as, place, "too many qualifiers, expected at most %d", CM_PTX_QUALIFIERS);
    if (length == 0)
        cm_asm_fail(p->as, place, "empty qualifier, expected a name after the dot");
    p->qualifiers[p->qualifier_count++] =
        (cm_ptx_qualifier){cm_arena_text(cm_asm_arena(p->as), text, length), place, false};
}

static void read_opcode(cm_ptx *p)
{
    cm_place whole;
    const char *text = cm_ptx_opcode_text(p->lex, &whole);
    size_t at = opcode_length(text);
    p->place = (cm_place){whole.source, whole.offset, (uint32_t)at};
    p->opcode = cm_arena_text(cm_asm_arena(p->as), text, at);
    while (text[at] == '.') {
        size_t length = strcspn(text + at + 1, ".");
        cm_place place = {whole.source, whole.offset + (uint32_t)at, (uint32_t)length + 1};
        add_qualifier(p, text + at + 1, length, place);
        at += 1 + length;
    }
}

static const cm_ptx_opcode *find(const cm_ptx_opcode *table, const char *name)
{
    for (; table->name; table++)
        if (strcmp(table->name, name) == 0)
            return table;
    return NULL;
}

static const cm_ptx_opcode *find_opcode(const char *name)
{
    const cm_ptx_opcode *found = find(cm_ptx_memory_opcodes, name);
    if (!found)
        found = find(cm_ptx_sync_opcodes, name);
    if (!found)
        found = find(cm_ptx_mbarrier_opcodes, name);
    if (!found)
        found = find(cm_ptx_async_opcodes, name);
    if (!found)
        found = find(cm_ptx_space_opcodes, name);
    if (!found)
        found = find(cm_ptx_warp_opcodes, name);
    if (!found)
        found = find(cm_ptx_tensor_opcodes, name);
    return found ? found : find(cm_ptx_alu_opcodes, name);
}

/* ---- the set --------------------------------------------------------- */

void cm_ptx_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_ptx p = {.as = as, .lex = lex};
    if (cm_lexer_accept(lex, "@"))
        p.guard = cm_ptx_predicate(&p);
    read_opcode(&p);
    const cm_ptx_opcode *opcode = find_opcode(p.opcode);
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
    const cm_ptx_opcode *const tables[] = {
        cm_ptx_memory_opcodes, cm_ptx_sync_opcodes, cm_ptx_mbarrier_opcodes, cm_ptx_async_opcodes,
        cm_ptx_space_opcodes,  cm_ptx_warp_opcodes, cm_ptx_tensor_opcodes,   cm_ptx_alu_opcodes};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const cm_ptx_opcode *row = tables[t]; row->name; row++)
            visit(context, row->name);
}
