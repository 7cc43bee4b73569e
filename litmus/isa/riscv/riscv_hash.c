/* RISC-V instructions as the reference simulator prints them for the hash of a test
 * (herdtools7: lib/RISCVBase.ml, do_pp_instruction): small letters, registers by number,
 * numbers in decimal, every access with its offset but those of AMOs, ` xori` with a blank
 * before it. What it does not read is not known.
 */
#include "litmus/isa/riscv/riscv.h"

#include "base/text.h"

#include <string.h>

bool cm_rv_print_operands(cm_text *text, const cm_insn *insn, const char *between, bool offsets,
                          cm_rv_label *label, const void *context)
{
    for (int i = 0; i < insn->operand_count; i++) {
        const cm_insn_operand *o = &insn->operands[i];
        bool is_offset = i + 1 < insn->operand_count && o[1].is_base;
        const char *name = o->kind == CM_INSN_LABEL ? label(context, o->name) : o->name;
        cm_text_add(text, i == 0 ? "" : !o->is_base ? between : "(");
        if (name)
            cm_text_add(text, name);
        else if (o->kind != CM_INSN_NUMBER)
            return false;
        else if (!is_offset || offsets)
            cm_text_append(text, "%lld", (long long)o->number);
        cm_text_add(text, o->is_base ? ")" : "");
    }
    return true;
}

static const char *label_of(const void *labels, const char *name)
{
    return cm_hash_label(labels, name);
}

/* What the assembler's words stand for: `li x5,1` is ori x5,x0,1, `mv x5,x6` ori x5,x6,0. */
static const char *alias(cm_arena *arena, const cm_insn *insn)
{
    const cm_insn_operand *o = insn->operands;
    if (strcmp(insn->opcode, "li") == 0)
        return cm_arena_printf(arena, "ori %s,x0,%lld", o[0].name, (long long)o[1].number);
    if (strcmp(insn->opcode, "mv") == 0)
        return cm_arena_printf(arena, "ori %s,%s,0", o[0].name, o[1].name);
    return NULL;
}

/* Of what the simulator knows the opcode. */
static bool is_known(const cm_insn *insn)
{
    bool is_small = strncmp(insn->opcode, "amo", 3) == 0 && insn->operands[0].bits < 32;
    for (int i = 0; i < insn->operand_count && strcmp(insn->opcode, "fence") == 0; i++)
        if (insn->operands[i].name[0] == 'i' || insn->operands[i].name[0] == 'o' ||
            insn->operands[i].number == 0)
            return false;
    return insn->form->is_hashed && !is_small;
}

const char *cm_rv_hash_text(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                            const cm_hash_labels *labels)
{
    (void)lex;
    cm_text text = cm_text_new(arena);
    if (!insn || !is_known(insn)) /* NULL: a text that nobody has read */
        return NULL;
    if (alias(arena, insn))
        return alias(arena, insn);
    cm_text_append(&text, "%s%s%s", strcmp(insn->opcode, "xori") == 0 ? " " : "", insn->opcode,
                   insn->operand_count > 0 ? " " : "");
    return cm_rv_print_operands(&text, insn, ",", strncmp(insn->opcode, "amo", 3) != 0, label_of,
                                labels)
               ? text.data
               : NULL;
}
