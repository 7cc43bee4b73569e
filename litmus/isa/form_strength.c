/* Weaker and stronger forms of instructions, by their rows: see strength.h. */
#include "base/text.h"
#include "litmus/isa/spelled.h"

#include <string.h>

/* What varies of a row: modifiers by what they are; -1: it has none. */
typedef struct varying {
    cm_strengths *forms;
    const cm_isa_table *table;
    const char *guard;  /* "@p0 " */
    const char *opcode; /* as it is written, or to be written */
    const char *rest;   /* operands, blank first */
    cm_spelled s;
    int order, scope;
    /* The words of its order; is leaving it out a form? Of a joined table by all rows of the
     * opcode: what differs is operands. */
    uint64_t orders;
    bool has_plain;
    int plain;                /* the word for that, which orders nothing; or -1 */
    bool has_mark, is_marked; /* words of it may make it do less; some do */
} varying;

enum { UNMARKED = 64 }; /* a bit of the order */

static int find_modifier(const cm_isa_table *table, const cm_isa_form *form, const char *name)
{
    for (int m = 0; m < form->modifier_count; m++)
        if (strcmp(cm_spelled_words(table, form, m)->name, name) == 0)
            return m;
    return -1;
}

static bool alias_holds(const cm_isa_table *table, const cm_form_alias *alias, const cm_spelled *s,
                        bool *said)
{
    memset(said, 0, CM_SPELLED_MODIFIERS * sizeof *said);
    for (int i = 0; i < CM_ALIAS_WORDS && alias->words[i]; i++) {
        int m = 0;
        for (; m < s->form->modifier_count; m++) {
            const cm_table_word *word = cm_spelled_word(table, s, m);
            if (word && strcmp(word->text, alias->words[i]) == 0)
                break;
        }
        if (m == s->form->modifier_count)
            return false;
        said[m] = true;
    }
    return strcmp(alias->of, s->form->opcode) == 0;
}

/* The opcode as it was written, or an alias; said: the modifiers that it says. */
static const char *opcode_of(const varying *v, const cm_spelled *s, bool *said)
{
    const cm_form_alias *own = cm_spelled_alias(v->table, v->opcode);
    if (own && alias_holds(v->table, own, s, said))
        return own->opcode;
    for (int i = 0; i < v->table->alias_count && (own || !*v->opcode); i++)
        if (alias_holds(v->table, &v->table->aliases[i], s, said))
            return v->table->aliases[i].opcode;
    memset(said, 0, CM_SPELLED_MODIFIERS * sizeof *said);
    return s->form->opcode;
}

/* whole: with all words, else with order, scope and marks alone. */
static const char *spell(const varying *v, const cm_spelled *s, bool whole)
{
    bool said[CM_SPELLED_MODIFIERS];
    cm_text text;
    if (v->table->joined)
        return cm_spelled_name(v->forms->arena, v->table, s);
    text = cm_text_new(v->forms->arena);
    cm_text_add(&text, opcode_of(v, s, said));
    for (int m = 0; m < s->form->modifier_count; m++) {
        const cm_table_word *word = cm_spelled_word(v->table, s, m);
        bool is_strength =
            m == v->order || m == v->scope || cm_spelled_words(v->table, s->form, m)->mark;
        if (word && !said[m] && !s->form->modifiers[m].in_opcode && (whole || is_strength))
            cm_text_append(&text, ".%s", word->text);
    }
    return text.data;
}

static void add_strength(const varying *v, const cm_spelled *s, unsigned order, unsigned scope,
                         double cost)
{
    const char *text =
        cm_arena_printf(v->forms->arena, "%s%s%s", v->guard, spell(v, s, true), v->rest);
    cm_strengths_add(v->forms, text, spell(v, s, false), order, scope, cost);
}

/* Is the word one of those to be tried? Those that stay where they are come last. */
static bool is_offered(const varying *v, int modifier, int word, bool staying)
{
    bool stays = cm_spelled_words(v->table, v->s.form, modifier)->items[word].stays;
    bool allowed =
        modifier == v->order ? v->orders >> word & 1 : cm_spelled_allows(v->s.form, modifier, word);
    return allowed && stays == staying && (!stays || v->s.chosen[modifier] == word + 1);
}

static void add_scopes(const varying *v, cm_spelled *s, bool marked)
{
    const cm_table_word *order = cm_spelled_word(v->table, s, v->order);
    unsigned bits = order->order | (v->has_mark && !marked ? UNMARKED : 0);
    if (v->scope < 0) {
        add_strength(v, s, bits, 0, s->form->is_fence ? order->fence : order->cost);
        return;
    }
    const cm_table_words *scopes = cm_spelled_words(v->table, s->form, v->scope);
    for (int staying = 0; staying < 2; staying++)
        for (int i = 0; i < scopes->count; i++) {
            if (!is_offered(v, v->scope, i, staying))
                continue;
            const cm_table_word *scope = &scopes->items[i];
            s->chosen[v->scope] = (uint8_t)(i + 1);
            double cost =
                s->form->is_fence ? order->fence + scope->fence : order->cost + scope->cost;
            add_strength(v, s, bits, scope->order, marked ? cost / 2 : cost);
        }
}

static void add_orders(const varying *v, bool marked)
{
    cm_spelled s = v->s;
    for (int m = 0; m < s.form->modifier_count && !marked; m++)
        if (cm_spelled_words(v->table, s.form, m)->mark)
            s.chosen[m] = 0;
    for (int staying = 0; staying < 2; staying++)
        for (int i = 0; i < cm_spelled_words(v->table, s.form, v->order)->count; i++)
            if (i != v->plain && is_offered(v, v->order, i, staying)) {
                s.chosen[v->order] = (uint8_t)(i + 1);
                add_scopes(v, &s, marked);
            }
}

/* Begins with a row and its words. */
static void look_at(varying *v, cm_spelled s)
{
    v->s = s;
    v->order = find_modifier(v->table, s.form, "order");
    v->scope = find_modifier(v->table, s.form, "scope");
    v->has_mark = v->is_marked = v->has_plain = false;
    v->orders = 0;
    v->plain = -1;
    for (int i = 0; i < v->table->form_count && v->order >= 0; i++) {
        const cm_isa_form *other = v->table->joined ? &v->table->forms[i] : s.form;
        int m = strcmp(other->opcode, s.form->opcode) == 0 ? find_modifier(v->table, other, "order")
                                                           : -1;
        v->orders |= m >= 0 ? other->modifiers[m].allowed : 0;
        v->has_plain |= m >= 0 && other->modifiers[m].plain;
    }
    const cm_table_words *words =
        v->has_plain ? cm_spelled_words(v->table, s.form, v->order) : NULL;
    for (int i = 0; words && i < words->count && v->plain < 0; i++)
        if (v->orders >> i & 1 && words->items[i].order == 0)
            v->plain = i;
    for (int m = 0; m < s.form->modifier_count; m++) {
        bool mark = cm_spelled_words(v->table, s.form, m)->mark;
        v->has_mark |= mark;
        v->is_marked |= mark && s.chosen[m];
    }
}

/* The word of the order that it has, or means; -1: it has none. */
static int own_order(const varying *v)
{
    int own = v->s.chosen[v->order] - 1;
    if (own < 0 && !v->has_plain)
        own = cm_spelled_words(v->table, v->s.form, v->order)->usual;
    return own == v->plain ? -1 : own;
}

/* False: what it has is fixed, or is no form that may be another. */
static bool varies(const varying *v)
{
    const cm_isa_form *form = v->s.form;
    for (int m = 0; m < form->modifier_count; m++)
        if (cm_spelled_words(v->table, form, m)->fixed && v->s.chosen[m])
            return false;
    if (v->order < 0 || v->table->joined || v->scope < 0)
        return v->order >= 0;
    bool says_scope =
        v->s.chosen[v->scope] || cm_spelled_words(v->table, form, v->scope)->usual >= 0;
    return own_order(v) >= 0 ? says_scope : v->has_plain && !v->s.chosen[v->scope] && !v->is_marked;
}

static void add_itself(const varying *v, const char *text)
{
    if (v->s.form->is_fence)
        cm_strengths_add(v->forms, "", "none", 0, 0, 0);
    if (v->has_plain) {
        cm_spelled s = v->s;
        s.chosen[v->order] = (uint8_t)(v->plain + 1);
        if (v->scope >= 0)
            s.chosen[v->scope] = 0;
        add_strength(v, &s, 0, 0, 0);
    }
    if (v->is_marked)
        add_orders(v, true);
    add_orders(v, false);
    const int own = own_order(v);
    if (own < 0) {
        cm_strengths_settle(v->forms, text, 0, 0);
        return;
    }
    const cm_table_word *order = &cm_spelled_words(v->table, v->s.form, v->order)->items[own];
    unsigned bits = order->order | (v->has_mark && !v->is_marked ? UNMARKED : 0);
    if (v->scope < 0) {
        cm_strengths_settle(v->forms, text, bits, 0);
        return;
    }
    const cm_table_words *scopes = cm_spelled_words(v->table, v->s.form, v->scope);
    int scope = v->s.chosen[v->scope] ? v->s.chosen[v->scope] - 1 : scopes->usual;
    cm_strengths_settle(v->forms, text, bits, scopes->items[scope].order);
}

/* Fences that are rows without modifiers, of each strength the first. */
static void add_rated_fences(cm_strengths *forms, const cm_isa_table *table)
{
    for (int i = 0; i < table->form_count; i++) {
        const cm_isa_form *form = &table->forms[i];
        int same = 0;
        while (same < forms->count && forms->items[same].order != form->order)
            same++;
        if (form->is_fence && form->order && same == forms->count)
            cm_strengths_add(forms, form->opcode, form->opcode, form->order, 0, form->cost);
    }
}

/* A new fence, of each row that is one. */
static void add_new_fences(varying *v)
{
    cm_strengths_add(v->forms, "", "none", 0, 0, 0);
    v->forms->self = 0;
    add_rated_fences(v->forms, v->table);
    for (int i = 0; i < v->table->form_count; i++) {
        look_at(v, cm_spelled_of(&v->table->forms[i]));
        if (v->s.form->is_fence && v->order >= 0 && v->scope >= 0)
            add_orders(v, false);
    }
}

/* By the orders and scopes of its row, which the line `words` of each rates. */
static void add_by_row(cm_strengths *forms, const cm_isa_table *table, const char *text)
{
    enum { MOST_WORDS = CM_DOTTED_QUALIFIERS };
    varying v = {.forms = forms, .table = table, .guard = "", .opcode = "", .rest = ""};
    if (!*text) {
        add_new_fences(&v);
        return;
    }
    if (forms->insn ? !forms->insn->form : table->joined)
        return; /* no row has it */
    size_t guard = forms->insn && forms->insn->guard ? strcspn(text, " \t") : 0;
    guard += strspn(text + guard, " \t");
    v.guard = cm_arena_text(forms->arena, text, guard);
    const char *words[MOST_WORDS],
        *spelling = cm_strengths_word(forms->arena, text + guard, &v.rest);
    if (table->joined) {
        cm_spelled own = {.form = forms->insn->form};
        memcpy(own.chosen, forms->insn->chosen, (size_t)own.form->modifier_count);
        look_at(&v, own);
        if (varies(&v))
            add_itself(&v, text);
        return;
    }
    size_t length = strcspn(spelling, ".");
    v.opcode = cm_arena_text(forms->arena, spelling, length);
    int count = 0;
    for (const char *c = spelling + length; *c && count < MOST_WORDS; c += strcspn(c, ".")) {
        c++;
        words[count++] = cm_arena_text(forms->arena, c, strcspn(c, "."));
    }
    cm_spelled s;
    if (!cm_spelled_row(table, v.opcode, words, count, -1, &s))
        return;
    look_at(&v, s);
    if (v.s.form->is_fence && v.s.form->order) {
        cm_strengths_add(forms, "", "none", 0, 0, 0);
        add_rated_fences(forms, table);
        cm_strengths_settle(forms, text, v.s.form->order, 0);
    } else if (varies(&v)) {
        add_itself(&v, text);
    }
}

/* ---- of any instruction set ------------------------------------------------------ */

/* What a description adds; NULL: nothing. */
static cm_strengths added(cm_arena *arena, void (*add)(cm_strengths *forms, const char *text),
                          const cm_instruction *instruction)
{
    cm_strengths forms = {
        .arena = arena, .insn = instruction ? instruction->insn : NULL, .self = -1};
    if (add)
        add(&forms, instruction ? instruction->text : "");
    return forms;
}

cm_strengths cm_strengths_of(cm_arena *arena, cm_arch arch, const cm_instruction *instruction)
{
    const cm_isa *isa = cm_isa_for(arch);
    if (instruction && instruction->continues) /* the whole has the forms */
        return (cm_strengths){.arena = arena, .self = -1};
    cm_strengths forms = added(arena, isa ? isa->forms : NULL, instruction);
    if (isa && isa->rows && forms.count == 0)
        add_by_row(&forms, isa->rows->table, instruction ? instruction->text : "");
    return forms;
}

cm_strengths cm_strengths_new(cm_arena *arena, cm_arch arch, const cm_test *test)
{
    const cm_isa *isa = cm_isa_for(arch);
    if (!isa || !isa->fences || !test->head)
        return cm_strengths_of(arena, arch, NULL);
    cm_strengths forms = {.arena = arena, .self = -1};
    isa->fences(&forms, test->head);
    return forms;
}

cm_strengths cm_strengths_before(cm_arena *arena, cm_arch arch, const cm_instruction *instruction)
{
    const cm_isa *isa = cm_isa_for(arch);
    return added(arena, isa ? isa->before : NULL, instruction);
}
