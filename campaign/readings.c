/* Other readings of a model, and what each explains. See readings.h. */
#include "campaign/readings.h"

#include <string.h>

enum { MOST_TESTS = 20 };

/* The tests that one variant explains: "A, B, C". */
typedef struct reading {
    const char *variant;
    cm_text tests;
} reading;

typedef struct looking {
    cm_readings *readings;
    cm_conform *report;
    reading *found;
    size_t count, capacity;
} looking;

static bool is_set(const cm_judge_options *options, const char *variant)
{
    for (int i = 0; i < options->variant_count; i++)
        if (strcmp(options->variants[i], variant) == 0)
            return true;
    return false;
}

/* The judge of the same model with one variant more; NULL: out of memory or files. */
static cm_judge *judge_with(looking *l, const char *variant)
{
    cm_judge_options options = l->readings->options;
    size_t count = (size_t)options.variant_count;
    const char **variants = CM_NEW_ARRAY(l->report->arena, count + 1, const char *);
    for (size_t i = 0; i < count; i++)
        variants[i] = options.variants[i];
    variants[count] = variant;
    options.variants = variants;
    options.variant_count++;
    cm_judge_free(l->readings->other);
    return l->readings->other = cm_judge_new(&options);
}

static bool allows(cm_arena *arena, const cm_conform_allowed *allowed, const cm_conform_test *test)
{
    cm_record_state *states = CM_NEW_ARRAY(arena, test->state_count, cm_record_state);
    for (size_t i = 0; i < test->state_count; i++)
        states[i] = (cm_record_state){.text = test->states[i].text, .count = test->states[i].count};
    const cm_conform_seen *seen =
        cm_conform_look_up(arena, allowed, allowed->quantifier, states, test->state_count);
    for (size_t i = 0; i < test->state_count; i++)
        if (seen[i].count && seen[i].class != CM_CONFORM_ALLOWED)
            return false;
    return true;
}

static void remember(looking *l, const char *variant, const char *test)
{
    cm_arena *arena = l->report->arena;
    size_t i = 0;
    while (i < l->count && strcmp(l->found[i].variant, variant) != 0)
        i++;
    if (i == l->count) {
        CM_RESERVE(arena, l->found, l->count, l->capacity);
        l->found[l->count++].variant = cm_arena_text(arena, variant, strlen(variant));
        l->found[i].tests = cm_text_new(arena);
    }
    cm_text_append(&l->found[i].tests, "%s%s", l->found[i].tests.length ? ", " : "", test);
}

static void try_readings(looking *l, cm_judge *judge, const cm_conform_test *test)
{
    cm_arena *arena = l->report->arena;
    int count;
    const char *const *variants = cm_judge_variants(judge, test->allowed.model, &count);
    for (int i = 0; i < count; i++) {
        cm_conform_allowed allowed = cm_conform_nothing_known;
        const char *text = test->allowed.text;
        if (is_set(&l->readings->options, variants[i]))
            continue;
        cm_judge *other = judge_with(l, variants[i]);
        if (other && cm_judge_test(other, arena, test->name, text, strlen(text), &allowed) &&
            allows(arena, &allowed, test))
            remember(l, variants[i], test->name);
    }
}

void cm_readings_note(cm_readings *readings, cm_judge *judge, cm_conform *report)
{
    looking l = {.readings = readings, .report = report};
    size_t looked_at = 0;
    for (size_t i = 0; i < report->count && looked_at < MOST_TESTS; i++) {
        const cm_conform_test *test = &report->tests[i];
        if (!test->forbidden_seen || test->injections)
            continue;
        try_readings(&l, judge, test);
        looked_at++;
    }
    for (size_t i = 0; i < l.count; i++)
        cm_conform_note(
            report, "--variant %s, another reading of the model, allows all that was seen of %s",
            l.found[i].variant, l.found[i].tests.data);
}
