/* Rows and words: see spelled.h. */
#include "litmus/isa/spelled.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

cm_spelled cm_spelled_of(const cm_isa_form *form)
{
    cm_spelled s = {.form = form};
    for (int m = 0; m < form->modifier_count; m++)
        for (int word = 0; form->modifiers[m].in_opcode && word < CM_TABLE_WORDS; word++)
            if (cm_spelled_allows(form, m, word))
                s.chosen[m] = (uint8_t)(word + 1);
    return s;
}

const cm_table_words *cm_spelled_words(const cm_isa_table *table, const cm_isa_form *form,
                                       int modifier)
{
    return &table->words[form->modifiers[modifier].words];
}

bool cm_spelled_allows(const cm_isa_form *form, int modifier, int word)
{
    return form->modifiers[modifier].allowed >> word & 1;
}

/* Most rows have other first letters. */
static bool is_of(const cm_isa_form *form, const char *opcode)
{
    return form->start == cm_table_start(opcode) && strcmp(form->opcode, opcode) == 0;
}

static int find_word(const cm_table_words *words, const char *text)
{
    return CM_NAMED_INDEX(words->items, words->count, text, text);
}

const cm_table_word *cm_spelled_word(const cm_isa_table *table, const cm_spelled *s, int modifier)
{
    int chosen = s->chosen[modifier];
    return chosen ? &cm_spelled_words(table, s->form, modifier)->items[chosen - 1] : NULL;
}

const cm_table_word *cm_spelled_type(const cm_isa_table *table, const cm_spelled *s, int operand)
{
    int modifier = s->form->operands[operand].typed_by;
    return modifier >= 0 ? cm_spelled_word(table, s, modifier) : NULL;
}

unsigned cm_spelled_bits(const cm_isa_table *table, const cm_spelled *s, int operand)
{
    const cm_form_operand *o = &s->form->operands[operand];
    const cm_table_word *type = cm_spelled_type(table, s, operand);
    const cm_table_word *times = o->times >= 0 ? cm_spelled_word(table, s, o->times) : NULL;
    unsigned bits = type && type->number ? type->number
                    : o->bits            ? o->bits
                    : table->named       ? 0
                                         : table->bits;
    return times && times->number ? times->number * bits : bits;
}

const cm_form_alias *cm_spelled_alias(const cm_isa_table *table, const char *opcode)
{
    return CM_NAMED(table->aliases, table->alias_count, opcode, opcode);
}

static bool types_operand(const cm_isa_form *form, int modifier)
{
    for (int o = 0; o < form->operand_count; o++)
        if (form->operands[o].typed_by == modifier)
            return true;
    return false;
}

/* Words stand in any order, but for types: `cvt.f32.s32` is not `cvt.s32.f32`. */
static bool types_in_order(const cm_spelled *s, int modifier)
{
    for (int m = 0; m < modifier && types_operand(s->form, modifier); m++)
        if (!s->chosen[m] && !s->form->modifiers[m].optional && types_operand(s->form, m))
            return false;
    return true;
}

bool cm_spelled_choose(const cm_isa_table *table, cm_spelled *s, const char *word, int *modifier)
{
    *modifier = -1;
    for (int m = 0; m < s->form->modifier_count; m++) {
        int index = find_word(cm_spelled_words(table, s->form, m), word);
        if (index < 0)
            continue;
        *modifier = m;
        if (s->chosen[m] || s->form->modifiers[m].in_opcode ||
            !cm_spelled_allows(s->form, m, index))
            continue;
        if (!types_in_order(s, m))
            return false;
        s->chosen[m] = (uint8_t)(index + 1);
        return true;
    }
    return false;
}

/* The words that rows of the form's opcode may have for the modifier. */
static uint64_t allowed_by_opcode(const cm_isa_table *table, const cm_isa_form *form, int modifier)
{
    uint64_t allowed = 0;
    for (int i = 0; i < table->form_count; i++) {
        const cm_isa_form *other = &table->forms[i];
        for (int m = 0; m < other->modifier_count && strcmp(other->opcode, form->opcode) == 0; m++)
            if (other->modifiers[m].words == form->modifiers[modifier].words)
                allowed |= other->modifiers[m].allowed;
    }
    return allowed;
}

/* Words and operands of a row, for messages. */
typedef struct choices {
    const char *items[CM_TABLE_WORDS + CM_SPELLED_MODIFIERS * CM_TABLE_WORDS];
    int count;
} choices;

static void add_choices(choices *c, cm_arena *arena, const cm_table_words *words, uint64_t allowed,
                        const char *dot)
{
    for (int i = 0; i < words->count; i++)
        if (allowed >> i & 1)
            c->items[c->count++] = cm_arena_printf(arena, "%s%s", dot, words->items[i].text);
}

/* "none, .relaxed or .acquire" */
static const char *listed(cm_arena *arena, const choices *c)
{
    cm_text text = cm_text_new(arena);
    for (int i = 0; i < c->count; i++)
        cm_text_append(&text, "%s%s", i == 0 ? "" : i + 1 < c->count ? ", " : " or ", c->items[i]);
    return text.data;
}

/* Those of all rows of the opcode; of this one where another one has the word that is there. */
static const char *expected_words(cm_arena *arena, const cm_isa_table *table,
                                  const cm_isa_form *form, int modifier, const char *there)
{
    choices c = {.count = 0};
    const cm_table_words *words = cm_spelled_words(table, form, modifier);
    uint64_t allowed = allowed_by_opcode(table, form, modifier);
    int index = there ? find_word(words, there) : -1;
    if (index >= 0 && allowed >> index & 1)
        allowed = form->modifiers[modifier].allowed;
    if (form->modifiers[modifier].optional)
        c.items[c.count++] = "none";
    add_choices(&c, arena, words, allowed, form->modifiers[modifier].behind ? "" : ".");
    return listed(arena, &c);
}

/* ---- behind the operands ------------------------------------------------------------ */

bool cm_spelled_goes_on(const cm_isa_form *form)
{
    int last = form->operand_count - 1;
    bool goes_on = last >= 0 && form->operands[last].optional;
    for (int m = 0; m < form->modifier_count; m++)
        goes_on |= form->modifiers[m].behind;
    return goes_on;
}

const char *cm_spelled_behind(const cm_isa_table *table, const cm_isa_form *form,
                              const cm_lexer *lex, int *modifier)
{
    for (int m = 0; m < form->modifier_count; m++) {
        const cm_table_words *words = cm_spelled_words(table, form, m);
        *modifier = m;
        for (int i = 0; form->modifiers[m].behind && i < words->count; i++)
            if (cm_lexer_is(lex, words->items[i].text))
                return words->items[i].text;
    }
    return NULL;
}

const char *cm_spelled_behind_some(const cm_isa_table *table, const char *opcode,
                                   const cm_lexer *lex)
{
    const char *word = NULL;
    int modifier;
    for (int i = 0; i < table->form_count && !word; i++)
        if (is_of(&table->forms[i], opcode))
            word = cm_spelled_behind(table, &table->forms[i], lex, &modifier);
    return word;
}

_Noreturn void cm_spelled_refuse_behind(cm_dotted *w, const cm_isa_table *table,
                                        const cm_isa_form *form)
{
    cm_arena *arena = cm_asm_arena(w->as);
    choices c = {.count = 0};
    for (int m = 0; m < form->modifier_count; m++)
        if (form->modifiers[m].behind)
            add_choices(&c, arena, cm_spelled_words(table, form, m), form->modifiers[m].allowed,
                        "");
    for (int i = 0; i < form->operand_count; i++)
        if (form->operands[i].optional)
            c.items[c.count++] = cm_arena_printf(arena, "%s:N", form->operands[i].before);
    cm_lexer_fail(w->lex, "there is no modifier %s, expected %s", cm_lexer_describe(w->lex),
                  listed(arena, &c));
}

/* ---- refusals ------------------------------------------------------------------------ */

_Noreturn void cm_spelled_refuse(cm_dotted *w, const cm_isa_table *table, const cm_spelled *s,
                                 const cm_dotted_qualifier *q, int modifier)
{
    cm_arena *arena = cm_asm_arena(w->as);
    const char *dot = q->behind ? "" : ".";
    if (modifier < 0 && q->behind)
        cm_asm_fail(w->as, q->place,
                    "`%s` does not belong to this form of `%s`, expected the form without it",
                    q->text, w->opcode);
    if (modifier < 0)
        cm_asm_fail(w->as, q->place, "the qualifier `.%s` is not known, expected one that `%s` has",
                    q->text, w->opcode);
    const cm_table_words *words = cm_spelled_words(table, s->form, modifier);
    const char *chosen = s->chosen[modifier] ? words->items[s->chosen[modifier] - 1].text : NULL;
    if (chosen && q->behind && strcmp(chosen, q->text) == 0)
        cm_asm_fail(w->as, q->place, "`%s` is given twice, expected once", q->text);
    if (chosen)
        cm_asm_fail(w->as, q->place, "`%s%s` comes after `%s%s`, expected only one of them", dot,
                    q->text, dot, chosen);
    cm_asm_fail(w->as, w->place, "this %s does not exist for `%s`, expected %s", words->name,
                w->opcode, expected_words(arena, table, s->form, modifier, q->text));
}

void cm_spelled_check(cm_dotted *w, const cm_table_set *set, cm_spelled *s)
{
    for (int m = 0; m < s->form->modifier_count; m++) {
        const cm_form_modifier *modifier = &s->form->modifiers[m];
        if (s->chosen[m] || modifier->optional)
            continue;
        int word = modifier->implied ? set->implied(w, s, m) : -1;
        s->chosen[m] = (uint8_t)(word + 1);
        if (word >= 0)
            continue;
        const char *expected = expected_words(cm_asm_arena(w->as), set->table, s->form, m, NULL);
        if (modifier->behind)
            cm_asm_fail(w->as, w->place,
                        "`%s` with these operands needs another word, expected %s after them",
                        w->opcode, expected);
        cm_asm_fail(w->as, w->place, "`%s` has no %s, expected %s", w->opcode,
                    cm_spelled_words(set->table, s->form, m)->name, expected);
    }
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
        const cm_isa_form *form = &table->forms[i];
        if (!is_of(form, alias ? alias->of : opcode))
            continue;
        cm_spelled s = cm_spelled_of(form);
        if (!cm_spelled_choose_alias(table, &s, alias))
            continue;
        int fit = 0, needed = 0, modifier;
        for (int k = 0; k < count; k++)
            fit += 2 * cm_spelled_choose(table, &s, words[k], &modifier);
        for (int o = 0; o < form->operand_count && !form->operands[o].optional; o++)
            needed += form->operands[o].only_with < 0 || s.chosen[form->operands[o].only_with];
        fit += needed == operands;
        if (fit > most) {
            most = fit;
            *best = s;
        }
    }
    return most >= 0;
}

/* ---- joined: `lr.w.aq`, `LDADDALB` ------------------------------------------------ */

int cm_spelled_arity(const cm_isa_form *form)
{
    int commas = 0, depth = 0;
    for (int i = 0; i < form->operand_count; i++)
        for (const char *c = form->operands[i].before; *c; c++) {
            depth += (*c == '[' || *c == '{') - (*c == ']' || *c == '}');
            commas += *c == ',' && depth == 0;
        }
    return form->operand_count > 0 ? commas + 1 : 0;
}

/* Does `name` begin with the word? That of it which fits, or NULL. */
static const char *fitting(const cm_table_word *word, const char *name)
{
    bool begins = ((*name ^ *word->text) & ~0x20) == 0; /* nearly none */
    if (begins && strncasecmp(name, word->text, strlen(word->text)) == 0)
        return word->text;
    bool other = word->other && strncasecmp(name, word->other, strlen(word->other)) == 0;
    return other ? word->other : NULL;
}

/* Takes the longest word of the modifier off the name. */
static bool take_word(const cm_table_words *words, const cm_form_modifier *m, const char **name,
                      uint8_t *chosen)
{
    const char *from = *name, *longest = NULL;
    if (words->dotted && *from++ != '.')
        return m->optional;
    for (int i = 0; i < words->count; i++) {
        const char *text = m->allowed >> i & 1 ? fitting(&words->items[i], from) : NULL;
        if (text && (!longest || strlen(text) > strlen(longest))) {
            longest = text;
            *chosen = (uint8_t)(i + 1);
        }
    }
    *name = longest ? from + strlen(longest) : *name;
    return longest || m->optional;
}

bool cm_spelled_joined(const cm_isa_table *table, const cm_isa_form *form, const char *name,
                       cm_spelled *s)
{
    const char *opcode = form->opcode;
    for (; *opcode; opcode++, name++)
        if (tolower((unsigned char)*opcode) != tolower((unsigned char)*name))
            return false;
    *s = cm_spelled_of(form);
    for (int m = 0; m < form->modifier_count; m++)
        if (!form->modifiers[m].in_opcode &&
            !take_word(cm_spelled_words(table, form, m), &form->modifiers[m], &name, &s->chosen[m]))
            return false;
    return !*name;
}

enum { LONGEST = 32 };

static void append(char *name, size_t *length, const char *text)
{
    while (*text && *length < LONGEST - 1)
        name[(*length)++] = *text++;
    name[*length] = '\0';
}

/* Opcode and words, at most so many bytes. */
static void write_name(const cm_isa_table *table, const cm_spelled *s, char *name)
{
    size_t length = 0;
    append(name, &length, s->form->opcode);
    for (int m = 0; m < s->form->modifier_count; m++) {
        const cm_table_word *word = cm_spelled_word(table, s, m);
        if (!word || s->form->modifiers[m].in_opcode)
            continue;
        append(name, &length, cm_spelled_words(table, s->form, m)->dotted ? "." : "");
        append(name, &length, word->text);
    }
}

const char *cm_spelled_name(cm_arena *arena, const cm_isa_table *table, const cm_spelled *s)
{
    char name[LONGEST];
    if (s->form->modifier_count == 0)
        return s->form->opcode;
    write_name(table, s, name);
    return cm_arena_text(arena, name, strlen(name));
}

/* ---- all of them ------------------------------------------------------------------- */

/* Of a joined table all spellings: with each word of the modifiers from this one on. */
static void each_spelling(const cm_isa_table *table, cm_spelled *s, int modifier,
                          cm_mnemonic_visit *visit, void *context)
{
    if (modifier == s->form->modifier_count) {
        char name[LONGEST];
        write_name(table, s, name);
        visit(context, name);
        return;
    }
    const cm_form_modifier *m = &s->form->modifiers[modifier];
    if (m->in_opcode || (m->optional && table->words[m->words].silent)) {
        each_spelling(table, s, modifier + 1, visit, context);
        return;
    }
    for (int word = m->optional ? -1 : 0; word < CM_TABLE_WORDS; word++)
        if (word < 0 || m->allowed >> word & 1) {
            s->chosen[modifier] = (uint8_t)(word + 1);
            each_spelling(table, s, modifier + 1, visit, context);
        }
}

static void each_row(const cm_isa_table *table, cm_mnemonic_visit *visit, void *context)
{
    for (int i = 0, before; i < table->form_count; i++) {
        for (before = 0; strcmp(table->forms[before].opcode, table->forms[i].opcode) != 0; before++)
            continue;
        if (before == i && !table->joined)
            visit(context, table->forms[i].opcode);
        else if (table->joined && (before == i || table->forms[i].modifier_count > 0))
            each_spelling(table, &(cm_spelled){.form = &table->forms[i]}, 0, visit, context);
    }
    for (int i = 0; i < table->alias_count; i++)
        visit(context, table->aliases[i].opcode);
}

void cm_isa_each_mnemonic(const cm_isa *isa, cm_mnemonic_visit *visit, void *context)
{
    if (isa->rows)
        each_row(isa->rows->table, visit, context);
    if (isa->each_mnemonic)
        isa->each_mnemonic(visit, context);
}
