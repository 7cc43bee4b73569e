/* Rows and words: see spelled.h. */
#include "litmus/isa/spelled.h"

#include "base/text.h"

#include <string.h>

const cm_table_words *cm_spelled_words(const cm_isa_table *table, const cm_form *form, int modifier)
{
    return &table->words[form->modifiers[modifier].words];
}

bool cm_spelled_allows(const cm_form *form, int modifier, int word)
{
    return form->modifiers[modifier].allowed >> word & 1;
}

static int find_word(const cm_table_words *words, const char *text)
{
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->items[i].text, text) == 0)
            return i;
    return -1;
}

const cm_table_word *cm_spelled_word(const cm_isa_table *table, const cm_spelled *s, int modifier)
{
    int chosen = s->chosen[modifier];
    return chosen ? &cm_spelled_words(table, s->form, modifier)->items[chosen - 1] : NULL;
}

const cm_form_alias *cm_spelled_alias(const cm_isa_table *table, const char *opcode)
{
    for (int i = 0; i < table->alias_count; i++)
        if (strcmp(table->aliases[i].opcode, opcode) == 0)
            return &table->aliases[i];
    return NULL;
}

bool cm_spelled_choose(const cm_isa_table *table, cm_spelled *s, const char *word, int *modifier)
{
    *modifier = -1;
    for (int m = 0; m < s->form->modifier_count; m++) {
        int index = find_word(cm_spelled_words(table, s->form, m), word);
        if (index < 0)
            continue;
        *modifier = m;
        if (s->chosen[m] || !cm_spelled_allows(s->form, m, index))
            continue;
        s->chosen[m] = (uint8_t)(index + 1);
        return true;
    }
    return false;
}

/* The words that rows of the form's opcode may have for the modifier. */
static uint64_t allowed_by_opcode(const cm_isa_table *table, const cm_form *form, int modifier)
{
    uint64_t allowed = 0;
    for (int i = 0; i < table->form_count; i++) {
        const cm_form *other = &table->forms[i];
        for (int m = 0; m < other->modifier_count && strcmp(other->opcode, form->opcode) == 0; m++)
            if (other->modifiers[m].words == form->modifiers[modifier].words)
                allowed |= other->modifiers[m].allowed;
    }
    return allowed;
}

/* "none, .relaxed or .acquire" */
static const char *expected_words(cm_arena *arena, const cm_isa_table *table, const cm_form *form,
                                  int modifier)
{
    const cm_table_words *words = cm_spelled_words(table, form, modifier);
    uint64_t allowed = allowed_by_opcode(table, form, modifier);
    bool none = form->modifiers[modifier].optional;
    int left = none;
    for (int i = 0; i < words->count; i++)
        left += (int)(allowed >> i & 1);
    cm_text text;
    cm_text_init(&text, arena);
    for (int i = none ? -1 : 0; i < words->count; i++)
        if (i < 0 || allowed >> i & 1)
            cm_text_append(&text, "%s%s%s", i < 0 ? "none" : ".", i < 0 ? "" : words->items[i].text,
                           --left > 1  ? ", "
                           : left == 1 ? " or "
                                       : "");
    return text.data;
}

_Noreturn void cm_spelled_refuse(cm_dotted *w, const cm_isa_table *table, const cm_spelled *s,
                                 const cm_dotted_qualifier *q, int modifier)
{
    cm_arena *arena = cm_asm_arena(w->as);
    if (modifier < 0)
        cm_asm_fail(w->as, q->place, "unknown qualifier `.%s`, expected one that `%s` has", q->text,
                    w->opcode);
    const cm_table_words *words = cm_spelled_words(table, s->form, modifier);
    if (s->chosen[modifier])
        cm_asm_fail(w->as, q->place, "`.%s` after `.%s`, expected only one of them", q->text,
                    words->items[s->chosen[modifier] - 1].text);
    cm_asm_fail(w->as, w->place, "this %s does not exist for `%s`, expected %s", words->name,
                w->opcode, expected_words(arena, table, s->form, modifier));
}

void cm_spelled_check(cm_dotted *w, const cm_isa_table *table, const cm_spelled *s)
{
    for (int m = 0; m < s->form->modifier_count; m++)
        if (!s->chosen[m] && !s->form->modifiers[m].optional)
            cm_asm_fail(w->as, w->place, "`%s` has no %s, expected %s", w->opcode,
                        cm_spelled_words(table, s->form, m)->name,
                        expected_words(cm_asm_arena(w->as), table, s->form, m));
}

bool cm_spelled_choose_alias(const cm_isa_table *table, cm_spelled *s, const cm_form_alias *alias)
{
    int modifier;
    for (int i = 0; alias && i < CM_ALIAS_WORDS && alias->words[i]; i++)
        if (!cm_spelled_choose(table, s, alias->words[i], &modifier))
            return false;
    return true;
}

bool cm_spelled_row(const cm_isa_table *table, const char *opcode, const char *const *words,
                    int count, int operands, cm_spelled *best)
{
    const cm_form_alias *alias = cm_spelled_alias(table, opcode);
    int most = -1;
    for (int i = 0; i < table->form_count; i++) {
        cm_spelled s = {.form = &table->forms[i]};
        if (strcmp(s.form->opcode, alias ? alias->of : opcode) != 0 ||
            !cm_spelled_choose_alias(table, &s, alias))
            continue;
        int fit = s.form->operand_count == operands, modifier;
        for (int k = 0; k < count; k++)
            fit += 2 * cm_spelled_choose(table, &s, words[k], &modifier);
        if (fit > most) {
            most = fit;
            *best = s;
        }
    }
    return most >= 0;
}
