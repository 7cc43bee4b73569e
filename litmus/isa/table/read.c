/* The reader of NAME.isa; docs/isa-tables.md describes what it reads. Words, lets and operands
 * stand above what uses them. */
#include "litmus/isa/table/reader.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

/* ---- rows -------------------------------------------------------------------- */

static bool has_fence(const cm_isa_reader *r, uint16_t meaning)
{
    for (uint16_t i = meaning; i; i = r->nodes[i].b)
        if (r->nodes[r->nodes[i].a].kind == CM_NODE_FENCE)
            return true;
    return false;
}

/* {order cost [fence]} */
static void strength(cm_isa_reader *r, cm_table_word *word)
{
    word->order = (unsigned)cm_isar_take_number(r, "a set of bits");
    word->cost = (double)cm_isar_take_number(r, "what it costs") / 10;
    if (!cm_isar_is(r, "}"))
        word->fence = (double)cm_isar_take_number(r, "what a fence of it costs") / 10;
    cm_isar_expect(r, "}");
}

/* The modifiers and operands of the row that is being read. */
typedef struct parts {
    cm_form_modifier modifiers[CM_ISAR_MODIFIERS];
    cm_form_operand operands[CM_ISAR_OPERANDS];
    /* Of the opcode v_{a}_{b}_x: "v_", "_", "_x". The words of its modifiers, which are the first
     * ones, stand between them. */
    const char *pieces[CM_ISAR_MODIFIERS + 1];
    int piece_count;
} parts;

/* order, order=relaxed|acquire?, order=none|relaxed, order!; its name has been read. */
static cm_form_modifier modifier(cm_isa_reader *r, const cm_isa_form *form, cm_isa_token t)
{
    const char *name = t.text;
    cm_form_modifier m = {.words = cm_isar_find_words(r, name)};
    if (m.words < 0)
        cm_fail(r->work, t.place, "there is no modifier `%s`, expected one of a line `words`",
                name);
    for (int i = 0; i < form->modifier_count; i++)
        if (form->modifiers[i].words == m.words)
            cm_fail(r->work, t.place, "modifier `%s` is given here twice, expected once", name);
    const cm_table_words *words = &r->words[m.words];
    m.allowed = words->count == CM_TABLE_WORDS ? ~UINT64_C(0) : (UINT64_C(1) << words->count) - 1;
    if (cm_isar_is(r, "=")) {
        m.allowed = 0;
        do {
            cm_isar_advance(r);
            t = r->here;
            const char *word = cm_isar_take_word(r);
            int index = cm_isar_find_word(words, word);
            if (strcmp(word, "none") == 0)
                m.plain = m.optional = true;
            else if (index < 0)
                cm_fail(r->work, t.place, "`%s` is not a word of `%s`, expected one", word, name);
            else
                m.allowed |= UINT64_C(1) << index;
        } while (cm_isar_is(r, "|"));
    }
    if (cm_isar_accept(r, "?")) {
        m.optional = true;
        m.plain = m.plain || r->table->joined;
    }
    m.implied = cm_isar_accept(r, "!");
    return m;
}

static cm_form_modifier *add_modifier(cm_isa_reader *r, cm_isa_form *form, parts *p, cm_isa_token t)
{
    if (form->modifier_count == CM_ISAR_MODIFIERS)
        cm_fail(r->work, t.place, "there are too many modifiers, expected fewer");
    p->modifiers[form->modifier_count] = modifier(r, form, t);
    return &p->modifiers[form->modifier_count++];
}

/* Its name, behind the sign at hand. */
static cm_isa_token take_modifier(cm_isa_reader *r)
{
    cm_isar_advance(r);
    cm_isa_token t = r->here;
    cm_isar_take_name(r, "a modifier");
    return t;
}

/* The spelling ends at the first blank. */
static void spelling(cm_isa_reader *r, cm_isa_form *form, parts *p)
{
    bool opens = cm_isar_is(r, "{");
    if (!opens && r->here.kind != CM_ISAR_NAME && r->here.kind != CM_ISAR_STRING)
        cm_isar_fail_here(r, "an instruction");
    form->opcode = p->pieces[p->piece_count++] = opens ? "" : r->here.text;
    if (!opens)
        cm_isar_advance(r);
    while (opens || (cm_isar_touches(r) && cm_isar_is(r, "{"))) {
        opens = false;
        add_modifier(r, form, p, take_modifier(r))->in_opcode = true;
        cm_isar_expect(r, "}");
        bool goes_on =
            cm_isar_touches(r) && (r->here.kind == CM_ISAR_NAME || r->here.kind == CM_ISAR_STRING);
        p->pieces[p->piece_count++] = goes_on ? r->here.text : "";
        if (goes_on)
            cm_isar_advance(r);
    }
    while (cm_isar_touches(r) && cm_isar_is(r, "."))
        add_modifier(r, form, p, take_modifier(r));
}

/* A modifier of the row, by its name. */
static int modifier_here(cm_isa_reader *r, const cm_isa_form *form, const char *expected)
{
    cm_isa_token t = r->here;
    const cm_isa_form *outer = r->form;
    r->form = form;
    int found = cm_isar_find_modifier(r, cm_isar_take_name(r, "a width"));
    r->form = outer;
    if (found < 0)
        cm_fail(r->work, t.place, "`%s` is not a modifier of this row, expected %s", t.text,
                expected);
    return found;
}

/* d:v/32, d:v/type, d:v/type*part, or d:v/32 if hint; its name has been read. */
static cm_form_operand operand(cm_isa_reader *r, const cm_isa_form *form, const char *before,
                               cm_isa_token name)
{
    cm_form_operand o = {
        .before = before, .name = name.text, .typed_by = -1, .times = -1, .only_with = -1};
    cm_isar_expect(r, ":");
    cm_isa_token kind = r->here;
    o.kind = cm_isar_take_name(r, "a kind of operand");
    if (!cm_isar_is_among(r->kinds, o.kind))
        cm_fail(r->work, kind.place,
                "there is no kind of operand `%s`, expected one of the line `kinds`", o.kind);
    if (cm_isar_accept(r, "/")) {
        if (r->here.kind == CM_ISAR_NUMBER) {
            o.bits = (unsigned)cm_isar_take_number(r, "a width");
        } else {
            o.typed_by = modifier_here(r, form, "one, or a number");
            if (cm_isar_accept(r, "*"))
                o.times = modifier_here(r, form, "one");
        }
    }
    o.only_with = cm_isar_accept(r, "if") ? modifier_here(r, form, "one") : -1;
    o.optional = cm_isar_accept(r, "?");
    if (o.optional && !isalpha((unsigned char)*before))
        cm_fail(r->work, name.place, "operand `%s` may be left out, expected a word before it",
                o.name);
    return o;
}

/* Operands and, behind them, words of modifiers. */
static void operands(cm_isa_reader *r, cm_isa_form *form, parts *p)
{
    cm_text before = cm_text_new(r->work->arena);
    while (!cm_isar_is(r, "=>")) {
        if (r->here.kind == CM_ISAR_LINE_END)
            cm_isar_fail_here(r, "`=>`");
        if (r->here.kind == CM_ISAR_PUNCTUATION || r->here.kind == CM_ISAR_STRING) {
            cm_text_append(&before, "%s%s", before.length > 0 ? " " : "", r->here.text);
            cm_isar_advance(r);
            continue;
        }
        if (form->operand_count == CM_ISAR_OPERANDS)
            cm_isar_fail_here(r, "fewer operands");
        cm_isa_token t = r->here;
        const char *name = cm_isar_take_name(r, "an operand");
        if (!cm_isar_is(r, ":") && cm_isar_find_words(r, name) >= 0) {
            add_modifier(r, form, p, t)->behind = true;
            continue;
        }
        for (int i = 0; i < form->operand_count; i++)
            if (strcmp(p->operands[i].name, name) == 0)
                cm_fail(r->work, t.place, "operand `%s` is given here twice, expected once", name);
        p->operands[form->operand_count] = operand(r, form, before.data, t);
        if (form->operand_count > 0 && p->operands[form->operand_count - 1].optional &&
            !p->operands[form->operand_count].optional)
            cm_fail(r->work, t.place,
                    "operand `%s` comes after one that may be left out, expected it before", name);
        form->operand_count++;
        before = cm_text_new(r->work->arena);
    }
    form->after = before.data;
    size_t count = (size_t)form->operand_count;
    form->operands = cm_arena_grow(r->work->arena, p->operands, count, count, sizeof *p->operands);
}

/* The rows that one line is: one for each word that the modifiers in its opcode may be. `hole`: the
 * modifier to choose for, behind `opcode`. */
static void add_forms(cm_isa_reader *r, const cm_isa_form *form, parts *p, int hole,
                      const char *opcode)
{
    if (hole == p->piece_count - 1) {
        if (r->table->form_count == CM_ISAR_FORMS)
            cm_isar_fail_here(r, "fewer rows, or fewer words in their opcodes");
        cm_isa_form one = *form;
        size_t count = (size_t)form->modifier_count;
        one.opcode = opcode;
        one.start = cm_table_start(opcode);
        one.modifiers =
            cm_arena_grow(r->work->arena, p->modifiers, count, count, sizeof *p->modifiers);
        CM_PUSH(r->work->arena, r->forms, r->table->form_count, r->form_capacity, one);
        return;
    }
    const cm_form_modifier all = p->modifiers[hole];
    const cm_table_words *words = &r->words[all.words];
    for (int i = all.optional ? -1 : 0; i < words->count; i++) {
        if (i >= 0 && !(all.allowed >> i & 1))
            continue;
        p->modifiers[hole].allowed = i < 0 ? 0 : UINT64_C(1) << i;
        p->modifiers[hole].optional = i < 0;
        add_forms(r, form, p, hole + 1,
                  cm_arena_printf(r->work->arena, "%s%s%s", opcode,
                                  i < 0 ? "" : words->items[i].text, p->pieces[hole + 1]));
    }
    p->modifiers[hole] = all;
}

/* SPELLING [rated {order cost}] OPERANDS => MEANING */
static void row(cm_isa_reader *r)
{
    cm_isa_form form = {.opcode = NULL, .is_hashed = r->is_hashed};
    parts p = {.piece_count = 0};
    form.modifiers = p.modifiers;
    spelling(r, &form, &p);
    if (cm_isar_accept(r, "rated")) {
        cm_table_word rated = {.order = 0};
        cm_isar_expect(r, "{");
        strength(r, &rated);
        form.order = rated.order;
        form.cost = rated.cost;
    }
    operands(r, &form, &p);
    cm_isar_expect(r, "=>");
    r->form = &form;
    r->local_count = 0;
    form.meaning = r->here.kind == CM_ISAR_LINE_END ? 0 : cm_isar_statements(r);
    r->form = NULL;
    form.is_fence = has_fence(r, form.meaning);
    add_forms(r, &form, &p, 0, p.pieces[0]);
}

/* ---- other lines -------------------------------------------------------------- */

/* words NAME [fixed|mark|dotted|silent] WORD[|WORD][=NUMBER][~][{...}]... [usual WORD] */
static void words(cm_isa_reader *r)
{
    cm_table_word all[CM_TABLE_WORDS];
    cm_isa_token t = r->here;
    cm_table_words w = {.name = cm_isar_take_name(r, "the name of a modifier"), .usual = -1};
    if (cm_isar_find_words(r, w.name) >= 0)
        cm_fail(r->work, t.place, "modifier `%s` is there already, expected another name", w.name);
    w.fixed = cm_isar_accept(r, "fixed");
    w.mark = cm_isar_accept(r, "mark");
    w.dotted = cm_isar_accept(r, "dotted");
    w.silent = cm_isar_accept(r, "silent");
    w.items = all;
    while (r->here.kind != CM_ISAR_LINE_END && !cm_isar_accept(r, "usual")) {
        t = r->here;
        if (w.count == CM_TABLE_WORDS)
            cm_isar_fail_here(r, "fewer words");
        cm_table_word word = {.text = cm_isar_take_word(r)};
        if (cm_isar_find_word(&w, t.text) >= 0)
            cm_fail(r->work, t.place, "word `%s` is given here twice, expected once", t.text);
        if (cm_isar_accept(r, "|"))
            word.other = cm_isar_take_word(r);
        if (cm_isar_accept(r, "=")) {
            word.is_signed = cm_isar_accept(r, "-");
            word.number = (unsigned)cm_isar_take_number(r, "a number");
        }
        word.stays = cm_isar_accept(r, "~");
        if (cm_isar_accept(r, "{"))
            strength(r, &word);
        all[w.count++] = word;
    }
    if (r->here.kind != CM_ISAR_LINE_END) {
        t = r->here;
        w.usual = cm_isar_find_word(&w, cm_isar_take_word(r));
        if (w.usual < 0)
            cm_fail(r->work, t.place, "`%s` is not a word of `%s`, expected one", t.text, w.name);
    }
    size_t count = (size_t)w.count;
    w.items = cm_arena_grow(r->work->arena, all, count, count, sizeof *all);
    CM_PUSH(r->work->arena, r->words, r->table->word_count, r->word_capacity, w);
}

/* let CM_ISAR_NAME(PARAMETER, ...) = EXPRESSION */
static void let(cm_isa_reader *r)
{
    cm_isa_token t = r->here;
    const char *name = cm_isar_take_name(r, "a name");
    if (cm_isar_find_let(r, name) >= 0 || cm_isar_is_word(r, name))
        cm_fail(r->work, t.place, "`%s` already has a meaning, expected another name", name);
    if (r->table->let_count == CM_ISAR_LETS)
        cm_fail(r->work, t.place, "there are too many lines `let`, expected fewer");
    cm_isar_expect(r, "(");
    while (!cm_isar_accept(r, ")")) {
        if (r->parameter_count > 0)
            cm_isar_expect(r, ",");
        if (r->parameter_count == CM_ISAR_PARAMETERS)
            cm_isar_fail_here(r, "fewer parameters");
        r->parameters[r->parameter_count] = cm_isar_take_name(r, "a parameter");
        r->parameter_count++;
    }
    cm_isar_expect(r, "=");
    uint16_t body = cm_isar_expression(r);
    CM_RESERVE(r->work->arena, r->lets, r->table->let_count, r->let_capacity);
    r->lets[r->table->let_count] = body;
    r->let_arities[r->table->let_count] = r->parameter_count;
    r->let_names[r->table->let_count++] = name;
    r->parameter_count = 0;
}

/* Is there a row of that opcode that may have all these words? */
static bool some_row_has(const cm_isa_reader *r, const char *opcode, const char *const *words)
{
    for (int i = 0; i < r->table->form_count; i++) {
        const cm_isa_form *form = &r->forms[i];
        int found = 0, wanted = 0;
        for (; wanted < CM_ALIAS_WORDS && words[wanted]; wanted++)
            for (int m = 0; m < form->modifier_count; m++) {
                int word = cm_isar_find_word(&r->words[form->modifiers[m].words], words[wanted]);
                found += word >= 0 && form->modifiers[m].allowed >> word & 1;
            }
        if (found >= wanted && strcmp(form->opcode, opcode) == 0)
            return true;
    }
    return false;
}

/* alias OPCODE = OPCODE.WORD... */
static void alias(cm_isa_reader *r)
{
    cm_form_alias a = {.opcode = cm_isar_take_name(r, "an opcode")};
    int count = 0;
    cm_isar_expect(r, "=");
    cm_place place = r->here.place;
    a.of = cm_isar_take_name(r, "the opcode of a row");
    while (cm_isar_accept(r, ".")) {
        if (count == CM_ALIAS_WORDS)
            cm_isar_fail_here(r, "fewer words");
        a.words[count++] = cm_isar_take_word(r);
    }
    if (!some_row_has(r, a.of, a.words))
        cm_fail(r->work, place, "no row above has `%s` with these words, expected one", a.of);
    CM_PUSH(r->work->arena, r->aliases, r->table->alias_count, r->alias_capacity, a);
}

/* ---- tags ---------------------------------------------------------------------- */

/* tag NAME "what it is of" [herd NAME] */
static void tag(cm_isa_reader *r)
{
    cm_isa_token t = r->here;
    cm_isa_tag tag = {.name = cm_isar_take_word(r)};
    if (cm_isar_is_tag(r, tag.name))
        cm_fail(r->work, t.place, "tag `%s` is given here twice, expected once", tag.name);
    tag.what = cm_isar_take_text(r);
    tag.herd = cm_isar_accept(r, "herd") ? cm_isar_take_word(r) : NULL;
    CM_PUSH(r->work->arena, r->tags, r->tag_count, r->tag_capacity, tag);
}

/* One of a line above. */
static const char *take_tag(cm_isa_reader *r)
{
    cm_isa_token t = r->here;
    const char *name = cm_isar_take_word(r);
    if (!cm_isar_is_tag(r, name))
        cm_fail(r->work, t.place, "there is no tag `%s`, expected one of a line `tag`", name);
    return name;
}

static void take_two_tags(cm_isa_reader *r, const char *before, const char *tags[2])
{
    if (!cm_isar_accept(r, before))
        return;
    tags[0] = take_tag(r);
    tags[1] = r->here.kind == CM_ISAR_LINE_END ? NULL : take_tag(r);
}

/* weaker [scope] TAG TAG|none "what" [with TAG [TAG]] or [without TAG] */
static void weaker(cm_isa_reader *r)
{
    cm_tag_weakening w = {.is_scope = cm_isar_accept(r, "scope")};
    w.tag = take_tag(r);
    w.weaker = cm_isar_accept(r, "none") ? NULL : take_tag(r);
    w.what = cm_isar_take_text(r);
    take_two_tags(r, "with", w.with);
    w.without = cm_isar_accept(r, "without") ? take_tag(r) : NULL;
    CM_PUSH(r->work->arena, r->weakenings, r->weakening_count, r->weakening_capacity, w);
}

/* choice GROUP RANK KINDS TAG "word" [scoped] [of TAG [TAG]] */
static void choice(cm_isa_reader *r)
{
    cm_tag_choice c = {.group = cm_isar_take_name(r, "a group")};
    c.rank = (int)cm_isar_take_number(r, "how strong it is");
    c.kinds = cm_isar_take_name(r, "kinds of events");
    c.tag = take_tag(r);
    c.word = cm_isar_take_text(r);
    c.scoped = cm_isar_accept(r, "scoped");
    take_two_tags(r, "of", c.of);
    CM_PUSH(r->work->arena, r->choices, r->choice_count, r->choice_capacity, c);
}

/* ---- the table ------------------------------------------------------------------ */

/* kinds NAME..., actions NAME..., functions NAME...: what the instruction set's C has for the table
 */
static void names(cm_isa_reader *r, const char **list)
{
    int count = 0;
    while (r->here.kind != CM_ISAR_LINE_END) {
        if (count == CM_ISAR_NAMES - 1)
            cm_isar_fail_here(r, "fewer names");
        list[count++] = cm_isar_take_name(r, "a name");
    }
}

static void line(cm_isa_reader *r)
{
    if (cm_isar_accept(r, "words")) {
        words(r);
    } else if (cm_isar_accept(r, "kinds")) {
        names(r, r->kinds);
    } else if (cm_isar_accept(r, "actions")) {
        names(r, r->actions);
    } else if (cm_isar_accept(r, "functions")) {
        names(r, r->functions);
    } else if (cm_isar_accept(r, "let")) {
        let(r);
    } else if (cm_isar_accept(r, "tag")) {
        tag(r);
    } else if (cm_isar_accept(r, "weaker")) {
        weaker(r);
    } else if (cm_isar_accept(r, "choice")) {
        choice(r);
    } else if (cm_isar_accept(r, "alias")) {
        alias(r);
    } else if (cm_isar_accept(r, "undotted")) {
        r->table->undotted = true;
    } else if (cm_isar_accept(r, "joined")) {
        r->table->joined = true;
    } else if (cm_isar_accept(r, "hashed")) {
        r->is_hashed = true;
    } else if (cm_isar_accept(r, "unhashed")) {
        r->is_hashed = false;
    } else if (cm_isar_accept(r, "registers")) {
        r->table->named = cm_isar_accept(r, "named");
        r->table->bits = (unsigned)cm_isar_take_number(r, "how many bits a register has");
    } else if (cm_isar_accept(r, "widest")) {
        r->table->widest = (unsigned)cm_isar_take_number(r, "how many bytes an access may have");
        r->table->wanted = cm_isar_take_text(r);
    } else {
        row(r);
    }
    if (r->here.kind != CM_ISAR_LINE_END)
        cm_isar_fail_here(r, "the end of the line");
}

const cm_isa_table *cm_isa_table_read(cm_work *work, const cm_source *source, const char *name)
{
    cm_isa_reader *r = CM_NEW(work->arena, cm_isa_reader);
    *r = (cm_isa_reader){.work = work, .source = source};
    r->table = CM_NEW(work->arena, cm_isa_table);
    r->table->name = name;
    cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_NOTHING});
    cm_isar_advance(r);
    while (r->at < source->length || r->here.kind != CM_ISAR_LINE_END) {
        if (r->here.kind == CM_ISAR_LINE_END) {
            r->at++;
            cm_isar_advance(r);
        } else {
            line(r);
        }
    }
    CM_RESERVE(work->arena, r->tags, r->tag_count, r->tag_capacity);
    CM_RESERVE(work->arena, r->weakenings, r->weakening_count, r->weakening_capacity);
    CM_RESERVE(work->arena, r->choices, r->choice_count, r->choice_capacity);
    r->tags[r->tag_count] = (cm_isa_tag){.name = NULL};
    r->weakenings[r->weakening_count] = (cm_tag_weakening){.tag = NULL};
    r->choices[r->choice_count] = (cm_tag_choice){.tag = NULL};
    r->table->tags = r->tags;
    r->table->weakenings = r->weakenings;
    r->table->choices = r->choices;
    r->table->words = r->words;
    r->table->forms = r->forms;
    r->table->aliases = r->aliases;
    r->table->nodes = r->nodes;
    r->table->lets = r->lets;
    r->table->kinds = r->kinds;
    r->table->actions = r->actions;
    r->table->functions = r->functions;
    return r->table;
}
