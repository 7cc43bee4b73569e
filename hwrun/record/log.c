/* litmus7-style log blocks of what was run, and the keys that they share with
 * the reader.
 *
 * Readers of such logs (mcompare7, scripts) want the lines in litmus7's order; of
 * what follows the condition they go over every line whose first word is letters
 * only, up to `=` or a blank, and stop at the first other one. So that is the form
 * of our own facts.
 */
#include "base/text.h"
#include "hwrun/record/record_format.h"

#include <string.h>

/* ---- keys ------------------------------------------------------------ */

const cm_record_field cm_log_count_fields[] = {
    {"Instances", CM_RECORD_COUNT, offsetof(cm_record_test, instances)},
    {"Stuck", CM_RECORD_COUNT, offsetof(cm_record_test, stuck)},
    {"Unfiled", CM_RECORD_COUNT, offsetof(cm_record_test, unfiled)},
    {"Misaligned", CM_RECORD_COUNT, offsetof(cm_record_test, misaligned)},
    {"Rounds", CM_RECORD_COUNT, offsetof(cm_record_test, rounds)},
    {NULL, CM_RECORD_TEXT, 0}};

const cm_record_field cm_log_parameter_fields[] = {
    {"Seed", CM_RECORD_COUNT, offsetof(cm_parameters, seed)}, {NULL, CM_RECORD_TEXT, 0}};

bool cm_log_reserved(const char *key)
{
    static const char *const others[] = {
        CM_LOG_HASH,    CM_LOG_CONDITION, CM_LOG_VERDICT, CM_LOG_MODEL,    CM_LOG_REASON,
        CM_LOG_RATE,    CM_LOG_WEAK,      CM_LOG_MEMORY,  CM_LOG_INJECTED, CM_LOG_PARAMETERS,
        CM_LOG_STARTED, "Observation",    "Time",         "Topology",      "Test"};
    const cm_record_field *const tables[] = {cm_log_count_fields, cm_log_parameter_fields};
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const cm_record_field *f = tables[t]; f->name; f++)
            if (strcmp(f->name, key) == 0)
                return true;
    return cm_word_listed(others, sizeof others / sizeof *others, key);
}

bool cm_log_is_key(const char *key, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!((key[i] >= 'a' && key[i] <= 'z') || (key[i] >= 'A' && key[i] <= 'Z')))
            return false;
    return length > 0;
}

bool cm_log_quantifier(const char *condition, cm_quantifier *quantifier)
{
    static const struct {
        const char *word;
        cm_quantifier quantifier;
    } words[] = {{"exists", CM_EXISTS}, {"~exists", CM_NOT_EXISTS}, {"forall", CM_FORALL}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strncmp(words[i].word, condition, strlen(words[i].word)) == 0) {
            *quantifier = words[i].quantifier;
            return true;
        }
    }
    return false;
}

/* ---- the block ------------------------------------------------------- */

typedef struct block {
    cm_text out;
    const cm_record_test *test;
    cm_quantifier quantifier;
    uint64_t satisfying, other; /* instances with and without the bare proposition */
} block;

/* On one line, whatever the text holds. */
static void add_flat(cm_text *out, const char *text)
{
    for (; *text; text++)
        cm_text_add_char(out, (unsigned char)*text < ' ' || *text == 0x7f ? ' ' : *text);
}

static void add_key(block *b, const char *key, const char *value)
{
    cm_text_append(&b->out, "%s=", key);
    add_flat(&b->out, value ? value : "");
    cm_text_add_char(&b->out, '\n');
}

static bool condition_holds(const block *b)
{
    switch (b->quantifier) {
    case CM_EXISTS:
        return b->satisfying > 0;
    case CM_NOT_EXISTS:
        return b->satisfying == 0;
    case CM_FORALL:
        break;
    }
    return b->other == 0;
}

static void add_parameters(block *b)
{
    const cm_parameters *p = &b->test->parameters;
    cm_text_append(&b->out, "%s=%llu\n", cm_log_parameter_fields[0].name,
                   (unsigned long long)p->seed);
    add_key(b, CM_LOG_MEMORY, cm_memory_kind_text(b->out.arena, p->memory, p->numa_node));
    if (p->injections) {
        cm_text_add(&b->out, CM_LOG_INJECTED "=");
        const char *blank = "";
        for (const cm_record_word *i = cm_record_injections; i->word; i++) {
            if (!(p->injections & i->value))
                continue;
            cm_text_append(&b->out, "%s%s", blank, i->word);
            blank = " ";
        }
        cm_text_add_char(&b->out, '\n');
    }
    cm_text_add(&b->out, CM_LOG_PARAMETERS "=");
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        cm_text_append(&b->out, "%s%s=%u", i > 0 ? " " : "", cm_tunables[i].name, p->tuned[i]);
    cm_text_add_char(&b->out, '\n');
}

static void add_facts(block *b)
{
    const cm_record_test *test = b->test;
    if (test->hash && *test->hash)
        add_key(b, CM_LOG_HASH, test->hash);
    for (size_t i = 0; i < test->axis_count; i++) {
        const cm_record_pair *axis = &test->axes[i];
        if (cm_log_is_key(axis->key, strlen(axis->key)) && !cm_log_reserved(axis->key))
            add_key(b, axis->key, axis->value);
    }
    if (b->satisfying + b->other == 0)
        add_key(b, CM_LOG_REASON, "no instance came to an end");
    if (test->verdict != CM_VERDICT_UNJUDGED) {
        add_key(b, CM_LOG_VERDICT, cm_verdict_kind_text(test->verdict));
        add_key(b, CM_LOG_MODEL, test->model);
    }
    for (const cm_record_field *f = cm_log_count_fields; f->name; f++) {
        uint64_t value = *(const uint64_t *)(const void *)((const char *)test + f->offset);
        if (value > 0 || f == cm_log_count_fields)
            cm_text_append(&b->out, "%s=%llu\n", f->name, (unsigned long long)value);
    }
    uint64_t weak = b->quantifier == CM_FORALL ? b->other : b->satisfying;
    if (test->wall_seconds > 0)
        cm_text_append(&b->out, CM_LOG_RATE "=%.0f\n" CM_LOG_WEAK "=%.3f\n",
                       (double)test->instances / test->wall_seconds,
                       (double)weak / test->wall_seconds);
    add_parameters(b);
    if (test->started && *test->started)
        add_key(b, CM_LOG_STARTED, test->started);
}

static void add_observation(block *b)
{
    if (b->satisfying + b->other == 0)
        return;
    const char *word = b->satisfying == 0 ? "Never" : b->other == 0 ? "Always" : "Sometimes";
    cm_text_append(&b->out, "Observation %s %s %llu %llu\n", b->test->name, word,
                   (unsigned long long)b->satisfying, (unsigned long long)b->other);
}

char *cm_log_block(cm_arena *arena, const cm_record_test *test, const char *condition)
{
    static const char *const kinds[] = {
        [CM_EXISTS] = "Allowed", [CM_NOT_EXISTS] = "Forbidden", [CM_FORALL] = "Required"};
    block b = {.test = test, .quantifier = CM_FORALL};
    b.out = cm_text_new(arena);
    cm_log_quantifier(condition, &b.quantifier);
    cm_text_append(&b.out, "Test %s %s\n", test->name, kinds[b.quantifier]);
    if (test->end != CM_RECORD_DONE) {
        /* mcompare7 leaves a test out that has such a line before its histogram. */
        cm_text_append(&b.out, "Fatal: %s: ", cm_record_word_of(cm_record_ends, test->end));
        add_flat(&b.out, test->reason);
        cm_text_add(&b.out, "\n\n");
        return b.out.data;
    }
    for (size_t i = 0; i < test->state_count; i++)
        *(test->states[i].satisfies ? &b.satisfying : &b.other) += test->states[i].count;
    /* Marked are the states that the question is about: those that satisfy the
     * proposition, for forall those that do not. */
    enum { COUNT_WIDTH = 6 };
    cm_text_append(&b.out, "Histogram (%zu states)\n", test->state_count);
    for (size_t i = 0; i < test->state_count; i++) {
        const cm_record_state *s = &test->states[i];
        bool marked = s->satisfies != (b.quantifier == CM_FORALL);
        cm_text_append(&b.out, "%-*llu%s", COUNT_WIDTH, (unsigned long long)s->count,
                       marked ? "*>" : ":>");
        add_flat(&b.out, s->text);
        cm_text_add_char(&b.out, '\n');
    }
    /* Positive counts the states that support the answer (as in herd). If no instance ended there
     * is no answer: `??`, which those readers know. */
    bool swapped = b.quantifier == CM_NOT_EXISTS, any = b.satisfying + b.other > 0;
    cm_text_add(&b.out, !any ? "??\n" : condition_holds(&b) ? "Ok\n" : "No\n");
    cm_text_append(&b.out, "\nWitnesses\nPositive: %llu, Negative: %llu\nCondition ",
                   (unsigned long long)(swapped ? b.other : b.satisfying),
                   (unsigned long long)(swapped ? b.satisfying : b.other));
    add_flat(&b.out, condition);
    cm_text_add(&b.out, !any                  ? "\n"
                        : condition_holds(&b) ? " is validated\n"
                                              : " is NOT validated\n");
    add_facts(&b);
    add_observation(&b);
    cm_text_append(&b.out, "Time %s %.2f\n\n", test->name, test->wall_seconds);
    return b.out.data;
}
