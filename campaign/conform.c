/* Merging what records say of one test, and judging it. */
#include "campaign/conform.h"

#include "enumerate/enumerate.h"
#include "litmus/text/text.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- merging --------------------------------------------------------- */

typedef struct merging {
    cm_conform *report;
    cm_conform_judge judge;
    void *context;
    cm_index names; /* the first test of each */
    size_t known;   /* runs that stand in the records once more */
} merging;

void cm_conform_note(cm_conform *report, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    CM_RESERVE(report->arena, report->notes, report->note_count, report->note_capacity);
    report->notes[report->note_count++] = cm_arena_vprintf(report->arena, format, args);
    va_end(args);
}

/* A log may lack the hash: the name has to do. */
static bool same_hash(const char *a, const char *b)
{
    return !*a || !*b || strcasecmp(a, b) == 0;
}

static const char *text_or_empty(const char *text)
{
    return text ? text : "";
}

/* The test's filter as it is printed; "": none. */
static const char *filter_of(cm_arena *arena, const char *text)
{
    if (!strstr(text, "filter"))
        return "";
    const cm_test *test = cm_litmus_parse_text(arena, "record", text);
    return test && test->filter ? cm_prop_print(arena, test, test->filter) : "";
}

/* The hash does not cover the filter, which decides what states there can be. */
static bool same_filter(cm_arena *arena, const char *a, const char *b)
{
    if (!*a || !*b || strcmp(a, b) == 0)
        return true;
    return strcmp(filter_of(arena, a), filter_of(arena, b)) == 0;
}

/* Tests of one name are a list, by `next`. */
static cm_conform_test *find_or_add(merging *m, const cm_record_test *test)
{
    cm_conform *report = m->report;
    uint64_t name_hash = cm_hash_text(test->name);
    size_t first = cm_index_first(&m->names, name_hash);
    while (first != CM_INDEX_NONE && strcmp(report->tests[first].name, test->name) != 0)
        first = cm_index_next(&m->names, name_hash);
    cm_conform_test *last = NULL;
    bool other_hash = false, other_filter = false;
    for (size_t at = first == CM_INDEX_NONE ? 0 : first + 1; at > 0; at = last->next) {
        cm_conform_test *t = last = &report->tests[at - 1];
        if (t->injections != test->parameters.injections)
            continue;
        bool same = same_hash(t->hash, text_or_empty(test->hash));
        if (same && same_filter(report->arena, t->text, text_or_empty(test->text)))
            return t;
        other_hash |= !same;
        other_filter |= same;
    }
    if (other_hash)
        cm_conform_note(
            report, "%s: different tests have this name (hashes %s and %s); they are kept apart",
            test->name, report->tests[first].hash, test->hash);
    if (other_filter)
        cm_conform_note(report,
                        "%s: tests of this name have different filters; they are kept apart",
                        test->name);
    if (last)
        last->next = report->count + 1; /* before the array moves */
    else
        cm_index_add(report->arena, &m->names, name_hash, report->count);
    CM_RESERVE(report->arena, report->tests, report->count, report->capacity);
    cm_conform_test *t = &report->tests[report->count++];
    *t = (cm_conform_test){.name = test->name,
                           .hash = "",
                           .arch = "",
                           .text = "",
                           .suite = "",
                           .injections = test->parameters.injections};
    return t;
}

static bool same_text(const char *a, const char *b)
{
    return strcmp(text_or_empty(a), text_or_empty(b)) == 0;
}

/* By the fields that make it another one. */
static bool same_machine(const cm_record_machine *a, const cm_record_machine *b)
{
    return same_text(a->host, b->host) && same_text(a->kernel, b->kernel) &&
           same_text(a->cpu, b->cpu) && same_text(a->gpu_uuid, b->gpu_uuid) &&
           same_text(a->gpu, b->gpu) && same_text(a->driver, b->driver);
}

static size_t machine_of(cm_conform *report, const cm_record *record, size_t index)
{
    static const cm_record_machine unknown = {.host = "unknown"};
    const cm_record_machine *machine =
        index < record->machine_count ? &record->machines[index] : &unknown;
    for (size_t i = 0; i < report->machine_count; i++)
        if (same_machine(report->machines[i].machine, machine))
            return i;
    CM_RESERVE(report->arena, report->machines, report->machine_count, report->machine_capacity);
    report->machines[report->machine_count].machine = machine;
    return report->machine_count++;
}

/* What the first record that knows it says. */
static void take_facts(cm_conform_test *t, const cm_record *record, const cm_record_test *test)
{
    if (!*t->hash)
        t->hash = text_or_empty(test->hash);
    if (!*t->arch)
        t->arch = text_or_empty(test->arch);
    if (!*t->text)
        t->text = text_or_empty(test->text);
    if (!*t->suite)
        t->suite = text_or_empty(record->suite);
    if (!t->axis_count) {
        t->axes = test->axes;
        t->axis_count = test->axis_count;
    }
}

static bool same_counts(const cm_record_test *a, const cm_record_test *b)
{
    if (a->instances != b->instances || a->state_count != b->state_count)
        return false;
    for (size_t i = 0; i < a->state_count; i++)
        if (a->states[i].count != b->states[i].count ||
            strcmp(a->states[i].text, b->states[i].text) != 0)
            return false;
    return true;
}

/* A record that is given twice, or with a copy of it: two runs never begin in one
 * second, take the same time to all digits and see the same. */
static bool is_known_record(const cm_conform_test *t, size_t machine, const cm_record_test *test)
{
    for (size_t i = 0; i < t->part_count; i++) {
        const cm_record_test *known = t->parts[i].test;
        bool same_time = *text_or_empty(test->started) && test->wall_seconds > 0 &&
                         same_text(known->started, test->started) &&
                         !(known->wall_seconds < test->wall_seconds) &&
                         !(known->wall_seconds > test->wall_seconds);
        if (same_time && t->parts[i].machine == machine && same_counts(known, test))
            return true;
    }
    return false;
}

static void add_part(merging *m, size_t input, const cm_record_test *test)
{
    cm_conform *report = m->report;
    const cm_record *record = report->inputs[input].record;
    size_t machine = machine_of(report, record, test->machine);
    cm_conform_test *t = find_or_add(m, test);
    if (is_known_record(t, machine, test)) {
        m->known++;
        return;
    }
    take_facts(t, record, test);
    CM_RESERVE(report->arena, t->parts, t->part_count, t->part_capacity);
    t->parts[t->part_count++] = (cm_conform_part){.input = input, .machine = machine, .test = test};
    t->refused += test->end == CM_RECORD_REFUSED;
    t->failed += test->end == CM_RECORD_FAILED;
    t->instances = cm_count_sum(t->instances, test->instances);
    t->seconds += test->wall_seconds;
}

/* ---- judging --------------------------------------------------------- */

/* Of the states so far (the allowed ones first) the one that the text is; a new one at
 * their end if it is none of them. */
static cm_conform_state *merged_state(cm_arena *arena, cm_conform_test *t, cm_state_set *known,
                                      const char *text, bool *good, bool *fresh)
{
    const cm_state *state = cm_conform_read_state(arena, text, good);
    size_t at = cm_state_set_add(arena, known, state);
    *fresh = at == t->state_count;
    t->state_count += *fresh;
    return &t->states[at];
}

/* Runs of a test mostly see the same states, in the same order: then a text is not read again. */
static cm_conform_state *as_before(cm_conform_test *t, const cm_conform_part *before, size_t i,
                                   const char *text)
{
    if (!before || i >= before->test->state_count ||
        strcmp(before->test->states[i].text, text) != 0)
        return NULL;
    return &t->states[before->states[i]];
}

static void add_part_states(cm_arena *arena, cm_conform_test *t, cm_state_set *known,
                            cm_conform_part *part, const cm_conform_part *before)
{
    const cm_record_test *test = part->test;
    size_t *states = CM_NEW_ARRAY(arena, test->state_count, size_t);
    for (size_t i = 0; i < test->state_count; i++) {
        const cm_record_state *seen = &test->states[i];
        bool good = false, fresh = false;
        cm_conform_state *state = as_before(t, before, i, seen->text);
        if (!state)
            state = merged_state(arena, t, known, seen->text, &good, &fresh);
        states[i] = (size_t)(state - t->states);
        if (fresh)
            *state = (cm_conform_state){
                .text = seen->text,
                .class = cm_conform_class_of_other(&t->allowed, good),
                .asked = cm_conform_asks(t->allowed.quantifier, seen->satisfies)};
        state->count = cm_count_sum(state->count, seen->count);
        part->outcomes = cm_count_sum(part->outcomes, seen->count);
        if (state->asked)
            part->asked = cm_count_sum(part->asked, seen->count);
        if (state->class == CM_CONFORM_FORBIDDEN)
            part->forbidden = cm_count_sum(part->forbidden, seen->count);
    }
    part->states = states;
    t->outcomes = cm_count_sum(t->outcomes, part->outcomes);
    t->asked = cm_count_sum(t->asked, part->asked);
    t->forbidden = cm_count_sum(t->forbidden, part->forbidden);
}

static void merge_states(cm_arena *arena, cm_conform_test *t)
{
    cm_state_set set = {0};
    size_t most = t->allowed.count;
    for (size_t i = 0; i < t->part_count; i++)
        most += t->parts[i].test->state_count;
    t->states = CM_NEW_ARRAY(arena, most, cm_conform_state);
    for (size_t i = 0; i < t->allowed.count; i++) {
        const cm_record_state *known = &t->allowed.states[i];
        bool good, fresh;
        cm_conform_state *state = merged_state(arena, t, &set, known->text, &good, &fresh);
        *state = (cm_conform_state){
            .text = known->text,
            .class = CM_CONFORM_ALLOWED,
            .asked = cm_conform_asks(t->allowed.quantifier, known->satisfies) || state->asked};
    }
    for (size_t i = 0; i < t->part_count; i++)
        add_part_states(arena, t, &set, &t->parts[i], i ? &t->parts[i - 1] : NULL);
    for (size_t i = 0; i < t->state_count; i++) {
        const cm_conform_state *state = &t->states[i];
        bool allowed = state->class == CM_CONFORM_ALLOWED, seen = state->count > 0;
        t->allowed_states += allowed;
        t->allowed_seen += allowed && seen;
        t->forbidden_seen += state->class == CM_CONFORM_FORBIDDEN && seen;
    }
}

/* What was seen by that part, or, NULL, by all. */
static cm_verdict_kind verdict_of(cm_arena *arena, const cm_conform_test *t,
                                  const cm_conform_part *part)
{
    size_t count = part ? part->test->state_count : t->state_count;
    cm_conform_seen *seen = CM_NEW_ARRAY(arena, count, cm_conform_seen);
    for (size_t i = 0; i < count; i++) {
        const cm_conform_state *state = &t->states[part ? part->states[i] : i];
        seen[i] = (cm_conform_seen){part ? part->test->states[i].count : state->count, state->class,
                                    state->asked};
    }
    return cm_conform_verdict(&t->allowed, t->allowed.quantifier, seen, count);
}

/* The part with the test's text, so that the judge need not look for it. */
static const cm_record_test *to_judge(const cm_conform_test *t)
{
    for (size_t i = 0; i < t->part_count; i++)
        if (*text_or_empty(t->parts[i].test->text))
            return t->parts[i].test;
    return t->parts[0].test;
}

static void note_other_verdicts(cm_conform *report, const cm_conform_test *t)
{
    for (size_t i = 0; i < t->part_count; i++) {
        const cm_record_test *test = t->parts[i].test;
        const char *file = report->inputs[t->parts[i].input].file;
        if (test->unfiled)
            cm_conform_note(report,
                            "%s: %s: %llu outcomes found no room in the table of states and are "
                            "not counted",
                            file, t->name, (unsigned long long)test->unfiled);
        cm_verdict_kind now = verdict_of(report->arena, t, &t->parts[i]);
        if (test->verdict != CM_VERDICT_UNJUDGED && test->verdict != now)
            cm_conform_note(
                report, "%s: %s: the record says `%s` (model %s), now it is `%s` (model %s)", file,
                t->name, cm_verdict_kind_text(test->verdict), text_or_empty(test->model),
                cm_verdict_kind_text(now), t->allowed.model);
    }
}

/* What the model's side knows and the records did not say. */
static void complete_facts(cm_arena *arena, cm_conform_test *t)
{
    const cm_conform_allowed *allowed = &t->allowed;
    if (!*t->hash)
        t->hash = allowed->hash;
    if (!*t->arch)
        t->arch = allowed->arch;
    if (!*t->text)
        t->text = allowed->text;
    if (*allowed->suite)
        t->suite = allowed->suite;
    if (allowed->axis_count) { /* logs have other keys as well */
        t->axes = allowed->axes;
        t->axis_count = allowed->axis_count;
    }
    if (t->injections && *t->suite) /* no test of the suite any more */
        t->suite = cm_arena_printf(arena, "%s, injected %s", t->suite,
                                   cm_record_injections_text(arena, t->injections));
}

const cm_conform_allowed cm_conform_nothing_known = {.model = "",
                                                     .warnings = "",
                                                     .text = "",
                                                     .hash = "",
                                                     .arch = "",
                                                     .condition = "",
                                                     .why = "",
                                                     .suite = "",
                                                     .reason = ""};

static void judge_test(merging *m, cm_conform_test *t)
{
    cm_arena *arena = m->report->arena;
    t->allowed = cm_conform_nothing_known;
    bool answered = m->judge(m->context, to_judge(t), &t->allowed);
    if (!answered) {
        const char *why = t->allowed.why;
        t->allowed = cm_conform_nothing_known;
        t->allowed.why = why;
    }
    complete_facts(arena, t);
    merge_states(arena, t);
    t->run = t->outcomes > 0;
    t->verdict = answered ? verdict_of(arena, t, NULL) : CM_VERDICT_UNJUDGED;
    for (size_t i = 0; i < t->part_count && answered; i++)
        if (t->parts[i].test->unfiled && t->verdict != CM_VERDICT_FORBIDDEN_SEEN) {
            /* one of these may have been a forbidden one */
            t->allowed.why = "some outcomes found no room in the table of states";
            t->verdict = CM_VERDICT_UNJUDGED;
        }
    t->judged = t->verdict != CM_VERDICT_UNJUDGED;
    t->asked_allowed = cm_conform_asks_about_allowed(&t->allowed, t->allowed.quantifier);
    if (answered)
        note_other_verdicts(m->report, t);
}

/* ---- homes of locations -------------------------------------------------- */

/* Models do not depend on where locations are, but machines do: a note says that runs with
 * different homes were added up. */
static void note_homes(cm_conform *report)
{
    const char **seen = NULL;
    size_t capacity = 0, count = 0;
    for (size_t i = 0; i < report->count; i++) {
        const cm_conform_test *t = &report->tests[i];
        bool others = false;
        for (size_t k = 0; k < t->part_count; k++) {
            const char *homes = t->parts[k].test->parameters.homes;
            size_t at = 0;
            others |= strcmp(homes, t->parts[0].test->parameters.homes) != 0;
            while (at < report->home_count && strcmp(seen[at], homes) != 0)
                at++;
            if (at < report->home_count)
                continue;
            CM_PUSH(report->arena, seen, report->home_count, capacity, homes);
        }
        count += others;
    }
    if (count)
        cm_conform_note(report,
                        "%zu test%s ran with locations in different memories; the counts are added "
                        "up, and the table by home keeps them apart",
                        count, count == 1 ? "" : "s");
}

/* ---- sorting --------------------------------------------------------- */

static int compare_numbers(size_t a, size_t b)
{
    return a < b ? -1 : a > b;
}

static int by_place(const void *a, const void *b)
{
    const cm_conform_test *left = a, *right = b;
    int order = compare_numbers(left->group, right->group);
    if (order == 0)
        order = compare_numbers(left->allowed.order, right->allowed.order);
    return order ? order : compare_numbers(left->index, right->index);
}

/* Shards bring the tests of a suite in another order than the suite's. */
static void sort_tests(cm_conform *report)
{
    size_t *firsts = NULL, count = 0, capacity = 0;
    for (size_t i = 0; i < report->count; i++) {
        cm_conform_test *t = &report->tests[i];
        size_t suite = 0;
        while (suite < count && strcmp(report->tests[firsts[suite]].suite, t->suite) != 0)
            suite++;
        if (suite == count)
            CM_PUSH(report->arena, firsts, count, capacity, i);
        t->group = firsts[suite];
        t->index = i;
    }
    if (report->count)
        qsort(report->tests, report->count, sizeof *report->tests, by_place);
}

cm_conform *cm_conform_make(cm_work *work, const cm_conform_input *inputs, size_t input_count,
                            const char *const *by, size_t by_count, cm_conform_judge judge,
                            void *context)
{
    cm_conform *report = CM_NEW(work->arena, cm_conform);
    *report = (cm_conform){.arena = work->arena,
                           .inputs = inputs,
                           .input_count = input_count,
                           .by = by,
                           .by_count = by_count,
                           .meaning_of = cm_axis_meaning};
    merging m = {.report = report, .judge = judge, .context = context};
    for (size_t i = 0; i < input_count; i++)
        for (size_t k = 0; k < inputs[i].record->test_count; k++)
            add_part(&m, i, &inputs[i].record->tests[k]);
    if (m.known)
        cm_conform_note(report, "runs counted once, though two records have them: %zu", m.known);
    for (size_t i = 0; i < report->count; i++)
        judge_test(&m, &report->tests[i]);
    sort_tests(report);
    note_homes(report);
    cm_conform_tabulate(report);
    return report;
}
