/* An instruction as a value: see insn.h. */
#include "litmus/insn.h"

#include "base/text.h"

#include <string.h>

bool cm_insn_has(const cm_insn *insn, const char *word)
{
    return CM_NAMED(insn->words, insn->word_count, text, word) != NULL;
}

/* `[X1, 4]!`, `[X1, W2, SXTW 2]`, `[X1], 4`, `X1, LSL 3` */
static void print_indexed(cm_text *text, const cm_insn_operand *o)
{
    if (!o->name) { /* `LSL 16`, `= 16` */
        cm_text_append(text, "%s %lld", o->how, (long long)o->number);
        return;
    }
    if (o->how && *o->how == '=') {
        cm_text_append(text, "=%s", o->name);
        return;
    }
    cm_text_append(text, "%s%s%s", o->indexed ? "[" : "", o->name, o->indexed == ']' ? "]" : "");
    if (o->added)
        cm_text_append(text, ", %s", o->added);
    if (o->how)
        cm_text_append(text, ", %s %lld", o->how, (long long)o->number);
    else if (o->number != 0 || o->indexed == ']' || o->indexed == '!')
        cm_text_append(text, ", %lld", (long long)o->number);
    cm_text_add(text, o->indexed == ']' || !o->indexed ? "" : o->indexed == '!' ? "]!" : "]");
}

static void print_operand(cm_text *text, const cm_insn_operand *o)
{
    if (o->how || o->indexed) {
        print_indexed(text, o);
        return;
    }
    cm_text_add(text, o->negated ? "!" : "");
    cm_text_add(text, o->is_address ? "[" : "");
    if (o->kind == CM_INSN_SINK)
        cm_text_add(text, "_");
    else if (o->name)
        cm_text_add(text, o->name);
    if (o->added)
        cm_text_append(text, "+%s", o->added);
    else if (o->kind == CM_INSN_NUMBER && !o->name)
        cm_text_append(text, "%lld", (long long)o->number);
    else if (o->kind != CM_INSN_NUMBER && o->number != 0)
        cm_text_append(text, "%+lld", (long long)o->number);
    cm_text_add(text, o->is_address && !o->opens ? "]" : "");
}

void cm_insn_print(cm_text *text, const cm_insn *insn)
{
    if (insn->guard) {
        cm_text_add(text, "@");
        print_operand(text, insn->guard);
        cm_text_add(text, " ");
    }
    cm_text_add(text, insn->opcode);
    for (int i = 0; i < insn->word_count; i++)
        if (!insn->words[i].behind)
            cm_text_append(text, ".%s", insn->words[i].text);
    for (int i = 0; i < insn->operand_count; i++) {
        const cm_insn_operand *o = &insn->operands[i], *before = i > 0 ? o - 1 : NULL;
        if (o->keyword) { /* only where it says something */
            bool says = o->kind != CM_INSN_NUMBER || o->number != 0;
            if (says)
                cm_text_append(text, " %s:", o->keyword);
            if (says)
                print_operand(text, o);
            continue;
        }
        const cm_insn_operand *next = i + 1 < insn->operand_count ? o + 1 : NULL;
        bool first = o->list && (!before || before->list != o->list);
        bool last = o->list && (!next || next->list != o->list);
        const cm_insn_operand *map = last && o->list ? o : NULL; /* is the list in brackets? */
        while (map && map > insn->operands && map->list == o->list)
            map--;
        cm_text_add(text, !before ? " " : o->is_base ? "(" : o->paired ? ":" : ", ");
        cm_text_add(text, first ? "{" : "");
        print_operand(text, o);
        cm_text_add(text, o->is_base ? ")" : last ? "}" : "");
        cm_text_add(text, map && map->opens ? "]" : "");
    }
    for (int i = 0; i < insn->word_count; i++)
        if (insn->words[i].behind)
            cm_text_append(text, " %s", insn->words[i].text);
}
