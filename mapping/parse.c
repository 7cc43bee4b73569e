/* Reading a mapping: mapping.h has the language, a line at a time. */
#include "mapping/mapping.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct reader {
    cm_work *work;
    cm_mapping *m;
    const cm_source *source; /* at hand: the mapping's, or one that it includes */
    cm_map_find *find;
    int depth;        /* of what includes another */
    const char *text; /* a copy of the line, which ends in a zero byte; comment cut off */
    const char *at;   /* in text */
    uint32_t offset;  /* of the line in the source */
} reader;

/* ---- places and words ---------------------------------------------------------- */

static cm_place place_at(const reader *r, const char *at, size_t length)
{
    return (cm_place){r->source, r->offset + (uint32_t)(at - r->text), (uint32_t)length};
}

static void skip_map_blanks(reader *r)
{
    r->at += strspn(r->at, " \t\r");
}

static const char *copy_of_text(const reader *r, const char *text, size_t length)
{
    return cm_arena_text(r->work->arena, text, length);
}

/* The next word, up to a blank or one of `ends`. Fails if there is no word. */
static const char *word(reader *r, const char *ends, const char *what)
{
    skip_map_blanks(r);
    size_t length = strcspn(r->at, ends);
    if (length == 0)
        cm_fail(r->work, place_at(r, r->at, 1), "expected %s", what);
    const char *text = copy_of_text(r, r->at, length);
    r->at += length;
    return text;
}

static void expect(reader *r, const char *symbol)
{
    skip_map_blanks(r);
    size_t length = strlen(symbol);
    if (strncmp(r->at, symbol, length) != 0)
        cm_fail(r->work, place_at(r, r->at, 1), "expected `%s`", symbol);
    r->at += length;
}

static bool at_end(reader *r)
{
    skip_map_blanks(r);
    return *r->at == '\0';
}

static int read_small_number(reader *r)
{
    skip_map_blanks(r);
    char *end;
    long value = strtol(r->at, &end, 10);
    if (end == r->at || value < 0 || value > 1000)
        cm_fail(r->work, place_at(r, r->at, 1), "expected a number up to 1000");
    r->at = end;
    return (int)value;
}

/* ---- what is said once ---------------------------------------------------------- */

static cm_arch read_arch(reader *r)
{
    skip_map_blanks(r);
    const char *at = r->at, *name = word(r, " \t\r", "an instruction set");
    for (int arch = 0; arch < CM_CMCM; arch++)
        if (strcasecmp(name, cm_arch_name((cm_arch)arch)) == 0)
            return (cm_arch)arch;
    cm_fail(r->work, place_at(r, at, strlen(name)),
            "there is no instruction set `%s`, expected one that tests have at their head", name);
}

static void read_from(reader *r)
{
    r->m->from = read_arch(r);
    expect(r, "to");
    r->m->to = read_arch(r);
}

static void read_flat(reader *r)
{
    skip_map_blanks(r);
    if (*r->at != '$')
        cm_fail(r->work, place_at(r, r->at, 1), "expected an operand such as $f");
    r->m->flat = word(r, " \t\r", "an operand such as $f");
}

static void read_address(reader *r)
{
    r->m->address = word(r, " \t\r", "the first letters of a register");
    r->m->address_first = read_small_number(r);
    if (at_end(r))
        return;
    r->m->address_parens = *r->at == '(';
    r->m->address_pairs = !r->m->address_parens;
    expect(r, r->m->address_parens ? "()" : "pairs");
}

static void read_number_rule(reader *r)
{
    cm_mapping *m = r->m;
    int capacity = 0;
    m->number = word(r, " \t\r", "an instruction");
    for (m->number_count = 0; m->number_count == 0 || !at_end(r);)
        CM_PUSH(r->work->arena, m->number_registers, m->number_count, capacity,
                word(r, " \t\r", "a register of the target"));
}

/* ---- lists ------------------------------------------------------------------------ */

static void read_register_letter(reader *r)
{
    cm_mapping *m = r->m;
    const char *from = word(r, " \t\r=:", "a letter");
    if (from[1] != '\0')
        cm_fail(r->work, place_at(r, r->at - strlen(from), strlen(from)),
                "`%s` is not the letter of a register, expected one that comes before numbers",
                from);
    CM_RESERVE(r->work->arena, m->registers, m->register_count, m->register_capacity);
    cm_map_register *reg = &m->registers[m->register_count++];
    *reg = (cm_map_register){.from = *from};
    skip_map_blanks(r);
    if (*r->at == ':') {
        int capacity = 0;
        expect(r, ":");
        while (!at_end(r))
            CM_PUSH(r->work->arena, reg->names, reg->limit, capacity,
                    word(r, " \t\r", "a register of the target"));
        return;
    }
    expect(r, "=");
    reg->to = word(r, " \t\r", "the target's letters");
    reg->limit = at_end(r) ? 0 : read_small_number(r);
}

static cm_map_words read_pairs(reader *r)
{
    cm_map_words words = {.name = word(r, " \t\r:", "a name")};
    expect(r, ":");
    while (!at_end(r)) {
        cm_map_pair pair = {.from = word(r, " \t\r=", "a word of the source")};
        expect(r, "=");
        bool nothing = *r->at == '\0' || strchr(" \t\r", *r->at); /* `int= 8=B` */
        pair.to = nothing ? "" : word(r, " \t\r", "its word in the target");
        CM_PUSH(r->work->arena, words.items, words.count, words.capacity, pair);
    }
    return words;
}

static void read_words(reader *r)
{
    cm_mapping *m = r->m;
    CM_PUSH(r->work->arena, m->words, m->word_count, m->word_capacity, read_pairs(r));
}

static void read_variation(reader *r)
{
    cm_mapping *m = r->m;
    CM_RESERVE(r->work->arena, m->variations, m->variation_count, m->variation_capacity);
    m->variations[m->variation_count++] = read_pairs(r);
}

static void read_ignored(reader *r)
{
    cm_mapping *m = r->m;
    while (!at_end(r))
        CM_PUSH(r->work->arena, m->ignored, m->ignored_count, m->ignored_capacity,
                word(r, " \t\r", "a qualifier"));
}

static void read_alias(reader *r)
{
    cm_mapping *m = r->m;
    cm_map_pair pair = {.from = word(r, " \t\r=", "an opcode and a qualifier")};
    if (!strchr(pair.from, '.'))
        cm_fail(r->work, place_at(r, r->at - strlen(pair.from), strlen(pair.from)),
                "expected opcode.qualifier, found no dot in `%s`", pair.from);
    expect(r, "=");
    pair.to = word(r, " \t\r", "the opcode that it stands for");
    CM_PUSH(r->work->arena, m->aliases, m->alias_count, m->alias_capacity, pair);
}

static const char *trimmed(const reader *r, const char *text, size_t length)
{
    while (length > 0 && strchr(" \t\r", *text)) {
        text++;
        length--;
    }
    while (length > 0 && strchr(" \t\r", text[length - 1]))
        length--;
    return copy_of_text(r, text, length);
}

static void read_reason(reader *r)
{
    cm_mapping *m = r->m;
    cm_map_pair *reason = CM_NEW(r->work->arena, cm_map_pair);
    reason->from = word(r, " \t\r:", "a name");
    expect(r, ":");
    if (at_end(r))
        cm_fail(r->work, place_at(r, r->at, 1), "expected a reason in words");
    reason->to = trimmed(r, r->at, strlen(r->at));
    r->at += strlen(r->at);
    CM_PUSH(r->work->arena, m->reasons, m->reason_count, m->reason_capacity, reason);
}

const char cm_map_here[] = "{here}";

/* ---- rules --------------------------------------------------------------------------- */

const cm_map_words *cm_mapping_words(const cm_mapping *m, const char *name, size_t length)
{
    for (int i = m->word_count - 1; i >= 0; i--) /* its own are behind those that it includes */
        if (strlen(m->words[i].name) == length && strncmp(m->words[i].name, name, length) == 0)
            return &m->words[i];
    return NULL;
}

const char *cm_map_word(const cm_map_words *words, const char *from)
{
    int found = CM_NAMED_INDEX(words->items, words->count, from, from);
    return found < 0 ? NULL : words->items[found].to;
}

const char cm_map_int[] = "int";
const char *const cm_map_narrow[3] = {"8", "16", NULL};

bool cm_map_is_of_sizes(const cm_map_words *words)
{
    return cm_map_word(words, cm_map_int) != NULL;
}

bool cm_map_takes_size(const cm_mapping *m, const cm_map_rule *rule, const char *size)
{
    bool takes = false;
    for (int i = 0; i < rule->length; i++)
        for (const char *c = rule->sequence[i].text; (c = strchr(c, '{')); c++) {
            const cm_map_words *words = cm_mapping_words(m, c + 1, strcspn(c, "}") - 1);
            if (!words || !cm_map_is_of_sizes(words))
                continue;
            if (!cm_map_word(words, size))
                return false;
            takes = true;
        }
    return takes;
}

/* `{scope}` names words; in a sequence it must be in the pattern, too, as every $name, but {here}
 * and words of sizes. */
static void check_names(const reader *r, const cm_map_rule *rule, const char *text, bool sequence)
{
    for (const char *c = text; (c = strpbrk(c, "{$")); c++) {
        size_t length =
            *c == '{' ? strcspn(c, "}") + 1 : 1 + strspn(c + 1, "abcdefghijklmnopqrstuvwxyz");
        const char *name = copy_of_text(r, c, length);
        const cm_map_words *words = *c == '{' ? cm_mapping_words(r->m, c + 1, length - 2) : NULL;
        bool known = *c == '$' ? length > 1 : words != NULL;
        if (sequence && (strcmp(name, cm_map_here) == 0 || (words && cm_map_is_of_sizes(words))))
            continue;
        if (!known || (sequence && !strstr(rule->text, name)))
            cm_fail(r->work, rule->place, "`%s` is unknown, expected %s", name,
                    sequence ? "a name of the pattern" : "{words} or an operand such as $a");
    }
}

/* `(signals) wait`: the instruction, without its reason. */
static const char *take_reason(const reader *r, const cm_map_rule *rule, const char *text,
                               const cm_map_pair **reason)
{
    size_t length = strcspn(text, ")");
    *reason = NULL;
    if (*text != '(' || !text[length])
        return text;
    const char *name = copy_of_text(r, text + 1, length - 1);
    for (int i = 0; i < r->m->reason_count && !*reason; i++)
        *reason = strcmp(r->m->reasons[i]->from, name) == 0 ? r->m->reasons[i] : NULL;
    if (!*reason)
        cm_fail(r->work, rule->place,
                "there is no reason `%s`, expected one of a line `reason` before", name);
    return trimmed(r, text + length + 1, strlen(text + length + 1));
}

static void add_instruction(reader *r, cm_map_rule *rule, int *capacity, const char *text)
{
    cm_map_instruction made = {.reason = NULL};
    made.text = take_reason(r, rule, text, &made.reason);
    if (!*made.text)
        cm_fail(r->work, rule->place, "the instruction is empty, expected one, or `nothing`");
    check_names(r, rule, made.text, true);
    CM_PUSH(r->work->arena, rule->sequence, rule->length, *capacity, made);
    if (made.reason && !cm_map_may_go(rule, rule->length - 1))
        cm_fail(r->work, rule->place,
                "the reason for `%s` cannot be here, expected one for an instruction without "
                "operands of the rule",
                made.text);
}

static void read_sequence(reader *r, cm_map_rule *rule)
{
    static const char refused[] = "refused:";
    const char *right = trimmed(r, r->at, strlen(r->at));
    int capacity = 0;
    if (strncmp(right, refused, strlen(refused)) == 0) {
        rule->refused = trimmed(r, right + strlen(refused), strlen(right) - strlen(refused));
        return;
    }
    if (strcmp(right, "nothing") == 0)
        return;
    for (const char *c = right;; c++) {
        size_t length = strcspn(c, ";");
        add_instruction(r, rule, &capacity, trimmed(r, c, length));
        c += length;
        if (!*c)
            break;
    }
}

/* The rule that another file has with the same pattern, too: the file that includes counts, whose
 * rule takes the other's place. False: there is none. */
static bool takes_place(const reader *r, const cm_map_rule *rule)
{
    cm_mapping *m = r->m;
    for (int i = 0; i < m->rule_count; i++) {
        const cm_source *other = m->rules[i].place.source;
        if (other == r->source || strcmp(m->rules[i].text, rule->text) != 0)
            continue;
        if (other != m->source)
            m->rules[i] = *rule;
        return true;
    }
    return false;
}

static void read_rule(reader *r, const char *arrow)
{
    cm_mapping *m = r->m;
    cm_map_rule rule = {.text = trimmed(r, r->text, (size_t)(arrow - r->text))};
    const char *first = r->text + strspn(r->text, " \t");
    rule.place = place_at(r, first, strlen(rule.text));
    if (!*rule.text || !cm_map_take_apart(r->work->arena, rule.text, &rule.pattern))
        cm_fail(r->work, rule.place, "expected an instruction before `=>`, of at most %d parts",
                CM_MAP_PARTS);
    check_names(r, &rule, rule.text, false);
    r->at = arrow + 2;
    read_sequence(r, &rule);
    if (takes_place(r, &rule))
        return;
    CM_PUSH(r->work->arena, m->rules, m->rule_count, m->rule_capacity, rule);
}

/* ---- lines ----------------------------------------------------------------------------- */

static void read_lines(reader *r, const cm_source *source);

static void read_include(reader *r)
{
    enum { DEEPEST = 8 };
    skip_map_blanks(r);
    const char *at = r->at, *name = word(r, " \t\r", "an installed mapping");
    const cm_source *source = r->find && r->depth < DEEPEST ? r->find(r->work, name) : NULL;
    if (!source)
        cm_fail(r->work, place_at(r, at, strlen(name)), "%s `%s`, expected an installed mapping",
                r->depth < DEEPEST ? "there is no mapping"
                                   : "too many mappings include each other at",
                name);
    reader inner = {.work = r->work, .m = r->m, .find = r->find, .depth = r->depth + 1};
    read_lines(&inner, source);
}

#define AT(field) offsetof(cm_mapping, field)

/* A statement has words that a function reads, or one word, or none: it is said or not. */
static const struct {
    const char *word;
    void (*read)(reader *r);
    const char *what; /* its one word */
    size_t at;        /* the text, else a bool */
} statements[] = {
    {"from", read_from, NULL, 0},
    {"model", NULL, "a model", AT(model)},
    {"reading", NULL, "a reading of the target's model", AT(reading)},
    {"undefined", NULL, "a flag of the source's model", AT(undefined)},
    {"defect", NULL, "a flag of the target's model", AT(defect)},
    {"register", read_register_letter, NULL, 0},
    {"address", read_address, NULL, 0},
    {"number", read_number_rule, NULL, 0},
    {"unused", NULL, "a register of the target", AT(unused)},
    {"flat", read_flat, NULL, 0},
    {"guards", NULL, NULL, AT(guards)},
    {"words", read_words, NULL, 0},
    {"ignore", read_ignored, NULL, 0},
    {"alias", read_alias, NULL, 0},
    {"spread", NULL, NULL, AT(spread)},
    {"gather", NULL, NULL, AT(gather)},
    {"vary", read_variation, NULL, 0},
    {"reason", read_reason, NULL, 0},
    {"include", read_include, NULL, 0},
};
enum { STATEMENTS = sizeof statements / sizeof *statements };

static _Noreturn void refuse_statement(const reader *r, const char *word)
{
    cm_text known = cm_text_new(r->work->arena);
    for (int i = 0; i < STATEMENTS; i++)
        cm_text_append(&known, "%s, ", statements[i].word);
    cm_fail(r->work, place_at(r, r->at - strlen(word), strlen(word)),
            "there is no statement `%s`, expected %sor a rule with `=>`", word, known.data);
}

static void read_statement(reader *r)
{
    const char *first = word(r, " \t\r", "a statement");
    int i = 0;
    while (i < STATEMENTS && strcmp(statements[i].word, first) != 0)
        i++;
    if (i == STATEMENTS)
        refuse_statement(r, first);
    char *field = (char *)r->m + statements[i].at;
    if (statements[i].read)
        statements[i].read(r);
    else if (statements[i].what)
        *(const char **)field = word(r, " \t\r", statements[i].what);
    else
        *(bool *)field = true;
    if (!at_end(r))
        cm_fail(r->work, place_at(r, r->at, strlen(r->at)), "expected the end of the line");
}

static void read_lines(reader *r, const cm_source *source)
{
    const char *end = source->text + source->length;
    r->source = source;
    for (const char *c = source->text; c < end;) {
        const char *newline = memchr(c, '\n', (size_t)(end - c));
        size_t length = (size_t)((newline ? newline : end) - c);
        r->offset = (uint32_t)(c - source->text);
        const char *comment = memchr(c, '#', length);
        /* AArch64 writes numbers with `#`: a comment has a blank before it, or the line's begin */
        while (comment && comment > c && comment[-1] != ' ' && comment[-1] != '\t')
            comment = memchr(comment + 1, '#', length - (size_t)(comment + 1 - c));
        r->text = r->at = copy_of_text(r, c, comment ? (size_t)(comment - c) : length);
        const char *arrow = strstr(r->text, "=>");
        if (!at_end(r) && arrow)
            read_rule(r, arrow);
        else if (!at_end(r))
            read_statement(r);
        c += length + (newline != NULL);
    }
}

const char *cm_map_included(cm_arena *arena, const cm_mapping *m, const cm_map_rule *rule)
{
    const char *slash = strrchr(rule->place.source->name, '/');
    const char *name = slash ? slash + 1 : rule->place.source->name;
    return rule->place.source == m->source ? "" : cm_arena_text(arena, name, strcspn(name, "."));
}

cm_mapping *cm_mapping_parse(cm_work *work, const cm_source *source, cm_map_find *find)
{
    cm_mapping *m = CM_NEW(work->arena, cm_mapping);
    *m = (cm_mapping){.source = source, .name = source->name, .from = CM_CMCM, .to = CM_CMCM};
    reader r = {.work = work, .m = m, .find = find};
    read_lines(&r, source);
    if (m->from == CM_CMCM)
        cm_fail(work, (cm_place){source, 0, 1}, "expected a line `from WAVE to PTX`, found none");
    return m;
}
