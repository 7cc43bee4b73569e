/* A conformance report as a page that stands alone.
 *
 *     what was seen that is forbidden   each with what repeats it, and its test
 *     suites                            a matrix each: a cell per test, leading to its line
 *     coverage, machines, tests, what was not run, notes
 */
#include "report/conform.h"

#include "report/html.h"

#include <string.h>

typedef struct html_work {
    cm_arena *arena;
    const cm_conform *report;
    const cm_conform_style *style;
} html_work;

static const char *number(const html_work *w, uint64_t value)
{
    return cm_conform_number(w->arena, value);
}

static size_t index_of(const html_work *w, const cm_conform_test *t)
{
    return (size_t)(t - w->report->tests);
}

/* ---- verdicts -------------------------------------------------------- */

static cm_sign_kind sign_of(const cm_conform_test *t)
{
    if (!t->run)
        return CM_SIGN_NONE;
    if (t->forbidden)
        return CM_SIGN_VIOLATED;
    if (!t->judged)
        return CM_SIGN_UNKNOWN;
    if (!t->asked_allowed)
        return CM_SIGN_FORBIDDEN;
    return t->asked ? CM_SIGN_SEEN : CM_SIGN_ALLOWED;
}

/* What the sign says, and what hardware has (not) shown. */
static const char *verdict_words(const cm_conform_test *t)
{
    switch (sign_of(t)) {
    case CM_SIGN_FORBIDDEN:
        return "forbidden, and not seen";
    case CM_SIGN_ALLOWED:
        return "allowed, and not seen";
    case CM_SIGN_UNKNOWN:
        return "not judged";
    case CM_SIGN_NONE:
        return "no outcome";
    default:
        return cm_sign_of(sign_of(t))->meaning;
    }
}

static void add_key(const html_work *w, cm_doc *body)
{
    bool used[CM_SIGN_KINDS] = {false};
    for (size_t i = 0; i < w->report->count; i++)
        used[sign_of(&w->report->tests[i])] = true;
    cm_doc_element(
        body, "p",
        "Signs, the same on all pages: the colour is what the model says of the states that the "
        "condition asks about; !! and \xe2\x97\x8f mark states that hardware has shown.");
    cm_html_key(body, used);
}

/* ---- summary and findings -------------------------------------------- */

static void add_summary(const html_work *w, cm_doc *body)
{
    const cm_conform_count *all = &w->report->all;
    const char *judged = number(w, all->tests - all->not_run - all->unjudged);
    if (all->violated)
        cm_doc_set(cm_doc_elementf(body, "p", "FORBIDDEN SEEN in %s of %s judged tests",
                                   number(w, all->violated), judged),
                   "class", "bad");
    else if (*judged != '0')
        cm_doc_set(
            cm_doc_elementf(body, "p", "Nothing forbidden was seen in %s judged tests", judged),
            "class", "good");
    else
        cm_doc_classed(body, "p", "unknown", "Nothing could be judged");
    cm_doc *list = cm_doc_element(body, "dl", NULL);
    cm_html_fact(list, "files", number(w, w->report->input_count));
    cm_html_fact(list, "machines", number(w, w->report->machine_count));
    cm_html_fact(list, "tests", number(w, all->tests));
    cm_html_fact(list, "not judged", number(w, all->unjudged));
    cm_html_fact(list, "without an outcome", number(w, all->not_run));
    cm_html_fact(list, "outcomes", number(w, all->outcomes));
    cm_html_fact(list, "allowed conditions seen",
                 cm_arena_printf(w->arena, "%s of %s (%s)", number(w, all->allowed_seen),
                                 number(w, all->allowed),
                                 cm_conform_share(w->arena, all->allowed_seen, all->allowed)));
    cm_html_fact(list, "allowed states seen",
                 cm_arena_printf(w->arena, "%s of %s (%s)", number(w, all->states_seen),
                                 number(w, all->states),
                                 cm_conform_share(w->arena, all->states_seen, all->states)));
}

/* Where it was seen, and what repeats it. */
static void add_part(const html_work *w, cm_doc *section, const cm_conform_finding *f)
{
    const cm_record_machine *machine = w->report->machines[f->part->machine].machine;
    cm_doc *list = cm_doc_element(section, "dl", NULL);
    cm_html_fact(list, "seen", cm_conform_times(w->arena, f));
    cm_html_fact(list, "record", w->report->inputs[f->part->input].file);
    cm_html_fact(list, "machine", cm_conform_machine_text(w->arena, machine));
    cm_html_fact(list, "with", cm_conform_parameters(w->arena, f->part));
    const char *command = cm_conform_command(w->arena, f->test, f->part);
    if (*command) {
        cm_doc_element(list, "dt", "again");
        cm_doc_element(cm_doc_element(list, "dd", NULL), "code", command);
    }
}

/* A state, and all parts that saw it. */
static void add_finding(const html_work *w, cm_doc *body, const cm_conform_finding *f, size_t parts)
{
    const char *injected = cm_record_injections_text(w->arena, f->test->injections);
    const char *page = w->style->pages ? w->style->pages[f - w->report->findings] : NULL;
    cm_doc *section = cm_doc_element(body, "section", NULL);
    cm_doc_element(section, "h3", f->test->name);
    cm_doc *line = cm_doc_element(section, "p", "The state ");
    cm_doc_element(line, "code", f->state->text);
    cm_doc_words(line, cm_arena_printf(w->arena,
                                       " was seen %s time%s. The model %s allows %zu other "
                                       "state%s of this test, and not this one.",
                                       number(w, f->state->count), f->state->count == 1 ? "" : "s",
                                       f->test->allowed.model, f->test->allowed_states,
                                       f->test->allowed_states == 1 ? "" : "s"));
    if (*injected)
        cm_doc_elementf(section, "p", "A bug was planted in the code on purpose: %s.", injected);
    cm_doc *links = cm_doc_element(section, "p", NULL);
    if (page) {
        cm_html_link(links, page, "Why it is forbidden, as a picture and in words");
        cm_doc_words(links, ". ");
    } else if (w->style->pages) {
        cm_doc_words(links, "It has no separate page: only the first 200 have one. ");
    }
    cm_html_link(links, cm_arena_printf(w->arena, "#t%zu", index_of(w, f->test)),
                 "The test, and all its states");
    for (size_t i = 0; i < parts; i++)
        add_part(w, section, f + i);
}

/* ---- matrices -------------------------------------------------------- */

/* The tests of a suite that have the axes of its first one. */
typedef struct suite_tests {
    const html_work *work;
    const cm_conform_test **items;
    const char *const **values;
    size_t count;
} suite_tests;

/* A test that is in a matrix and in the list has a cell in both: ids differ in their letter. */
static void add_cell(const html_work *w, cm_doc *row, const cm_conform_test *t, const char *letter)
{
    const char *words = verdict_words(t);
    const char *title = cm_arena_printf(w->arena, "%s: %s%s%s; %s of %s outcomes", t->name, words,
                                        *t->allowed.reason ? ", " : "", t->allowed.reason,
                                        number(w, t->asked), number(w, t->outcomes));
    const char *href = cm_arena_printf(w->arena, "#t%zu", index_of(w, t));
    cm_doc *cell = cm_html_cell(row, sign_of(t), href, title, words);
    cm_doc_set(cell, "data-verdict", cm_conform_verdict_key(t));
    cm_doc_setf(cell, "id", "%s%zu", letter, index_of(w, t));
}

static void add_matrix_cell(cm_doc *row, const void *context, size_t item)
{
    const suite_tests *tests = context;
    add_cell(tests->work, row, tests->items[item], "c");
}

static bool has_same_axes(const cm_conform_test *a, const cm_conform_test *b)
{
    if (a->axis_count != b->axis_count)
        return false;
    for (size_t i = 0; i < a->axis_count; i++)
        if (strcmp(a->axes[i].key, b->axes[i].key) != 0)
            return false;
    return true;
}

static suite_tests gather_tests(const html_work *w, const char *suite)
{
    const cm_conform *r = w->report;
    suite_tests tests = {.work = w,
                         .items = CM_NEW_ARRAY(w->arena, r->count, const cm_conform_test *),
                         .values = CM_NEW_ARRAY(w->arena, r->count, const char *const *)};
    for (size_t i = 0; i < r->count; i++) {
        const cm_conform_test *t = &r->tests[i];
        if (strcmp(cm_conform_axis(r, t, NULL, "suite"), suite) != 0 ||
            (tests.count && !has_same_axes(tests.items[0], t)))
            continue;
        const char **values = CM_NEW_ARRAY(w->arena, t->axis_count, const char *);
        for (size_t k = 0; k < t->axis_count; k++)
            values[k] = t->axes[k].value;
        tests.items[tests.count] = t;
        tests.values[tests.count++] = values;
    }
    return tests;
}

static void add_matrix(const html_work *w, cm_doc *body, const char *suite)
{
    enum { COLUMN_AXES = 2 };
    suite_tests tests = gather_tests(w, suite);
    if (tests.count < 2 || tests.items[0]->axis_count <= COLUMN_AXES)
        return;
    size_t axis_count = tests.items[0]->axis_count;
    const char **axes = CM_NEW_ARRAY(w->arena, axis_count, const char *);
    cm_doc_elementf(body, "h2", "Suite %s", suite);
    cm_doc *list = cm_doc_element(body, "dl", NULL);
    for (size_t i = 0; i < axis_count; i++) {
        axes[i] = tests.items[0]->axes[i].key;
        const char *meaning = w->report->meaning_of ? w->report->meaning_of(axes[i]) : NULL;
        cm_html_fact(list, axes[i], meaning ? meaning : "");
    }
    cm_html_matrix_add(body, &(cm_html_matrix){.caption = cm_arena_printf(
                                                   w->arena, "Verdicts of the suite %s", suite),
                                               .axes = axes,
                                               .axis_count = (int)axis_count,
                                               .column_axes = COLUMN_AXES,
                                               .values = tests.values,
                                               .count = tests.count,
                                               .cell = add_matrix_cell,
                                               .context = &tests});
}

/* ---- tables ---------------------------------------------------------- */

/* The headings: of the axes, then of what is counted. */
static cm_doc *add_counts_table(const html_work *w, cm_doc *body, const char *what,
                                const char *const *axes, size_t axis_count)
{
    static const char *const counted[] = {
        "tests",     "allowed",    "seen",       "share",    "states seen", "forbidden",
        "broken by", "not judged", "no outcome", "outcomes", "asked about",
    };
    enum { COUNTED = sizeof counted / sizeof *counted };
    const char **heads = CM_NEW_ARRAY(w->arena, axis_count + COUNTED, const char *);
    memcpy(heads, axes, axis_count * sizeof *heads);
    memcpy(heads + axis_count, counted, sizeof counted);
    return cm_html_rows(body, "counts", what, heads, axis_count + COUNTED);
}

static void add_cells(cm_doc *row, const char *const *cells, size_t count)
{
    for (size_t i = 0; i < count; i++)
        cm_doc_element(row, "td", cells[i]);
}

static void add_counts_row(const html_work *w, cm_doc *rows, const char *const *values,
                           size_t value_count, const cm_conform_count *c)
{
    cm_doc *row = cm_doc_element(rows, "tr", NULL);
    for (size_t k = 0; k < value_count; k++)
        cm_html_head(row, "row", values[k]);
    const char *const cells[] = {
        number(w, c->tests),
        number(w, c->allowed),
        number(w, c->allowed_seen),
        cm_conform_share(w->arena, c->allowed_seen, c->allowed),
        cm_conform_share(w->arena, c->states_seen, c->states),
        number(w, c->forbidden),
        number(w, c->violated),
        number(w, c->unjudged),
        number(w, c->not_run),
        number(w, c->outcomes),
        number(w, c->asked),
    };
    add_cells(row, cells, sizeof cells / sizeof *cells);
}

static void add_tables(const html_work *w, cm_doc *body)
{
    const cm_conform *r = w->report;
    cm_doc_element(body, "h2", "Coverage");
    cm_doc_element(
        body, "p",
        "Allowed: tests whose condition's states the model allows; seen: of these, some such "
        "state was counted. States seen: the share of all allowed states. Forbidden: tests "
        "whose condition's states are all forbidden; broken by: tests of which any forbidden "
        "state was seen. Asked about: outcomes that the conditions ask about.");
    for (size_t i = 0; i < r->table_count; i++) {
        const cm_conform_table *t = &r->tables[i];
        const char *suite = t->suite, *before = i ? r->tables[i - 1].suite : NULL;
        if (i && (!before || !suite || strcmp(before, suite) != 0))
            cm_doc_elementf(body, "h3", "%s%s", suite ? "Suite " : "All tests", suite ? suite : "");
        cm_text by = cm_text_new(w->arena);
        for (size_t k = 0; k < t->axis_count; k++)
            cm_text_append(&by, "%s%s", k ? ", " : "", t->axes[k]);
        const char *what =
            cm_arena_printf(w->arena, "Counts of %s%s, by %s", suite ? "the suite " : "all tests",
                            suite ? suite : "", by.data);
        cm_doc *rows = add_counts_table(w, body, what, t->axes, t->axis_count);
        for (size_t k = 0; k < t->count; k++)
            add_counts_row(w, rows, t->rows[k].values, t->axis_count, &t->rows[k].count);
    }
    static const char *const machine = "machine";
    cm_doc *rows = add_counts_table(w, body, "Counts by machine", &machine, 1);
    for (size_t i = 0; i < r->machine_count; i++) {
        const char *text = cm_conform_machine_text(w->arena, r->machines[i].machine);
        add_counts_row(w, rows, &text, 1, &r->machines[i].count);
    }
}

/* The rate seen, or its 95 % upper bound. */
static const char *rate_of(const html_work *w, const cm_conform_test *t, uint64_t asked,
                           uint64_t outcomes)
{
    if (!t->judged || !outcomes)
        return "";
    if (!asked)
        return cm_arena_printf(w->arena, "< %.2g", cm_conform_bound(outcomes));
    return cm_arena_printf(w->arena, "%.2g", (double)asked / (double)outcomes);
}

/* A cell for each machine, where they are several: the rate there. */
static void add_rates(const html_work *w, cm_doc *row, const cm_conform_test *t)
{
    for (size_t m = 0; m < w->report->machine_count && w->report->machine_count > 1; m++) {
        uint64_t asked = 0, outcomes = 0;
        for (size_t i = 0; i < t->part_count; i++) {
            const cm_conform_part *part = &t->parts[i];
            asked = cm_count_sum(asked, part->machine == m ? part->asked : 0);
            outcomes = cm_count_sum(outcomes, part->machine == m ? part->outcomes : 0);
        }
        cm_doc_element(row, "td", rate_of(w, t, asked, outcomes));
    }
}

static const char *title_of(const html_work *w, const cm_conform_test *t)
{
    const char *injected = cm_record_injections_text(w->arena, t->injections);
    return cm_arena_printf(w->arena, "%s%s%s", t->name, *injected ? " injected " : "", injected);
}

static void add_tests(const html_work *w, cm_doc *body)
{
    static const char *const heads[] = {"test",     "verdict", "condition",      "reason", "seen",
                                        "outcomes", "rate",    "allowed states", "runs"};
    cm_doc_element(body, "h2", "Tests");
    cm_doc_element(
        body, "p",
        "Seen: outcomes that the condition asks about. Rate: theirs; where none was seen, the "
        "95 % upper bound, 3/n for n outcomes. A sign leads to the test and its states.");
    const cm_conform *r = w->report;
    size_t head_count = sizeof heads / sizeof *heads;
    const char **all = CM_NEW_ARRAY(w->arena, head_count + r->machine_count, const char *);
    memcpy(all, heads, sizeof heads);
    for (size_t i = 0; i < r->machine_count && r->machine_count > 1; i++)
        all[head_count++] = cm_arena_printf(
            w->arena, "rate on %s", cm_conform_machine_text(w->arena, r->machines[i].machine));
    cm_doc *rows = cm_html_rows(body, "matrix", "All tests", all, head_count);
    for (size_t i = 0; i < w->report->count; i++) {
        const cm_conform_test *t = &w->report->tests[i];
        cm_doc *row = cm_doc_element(rows, "tr", NULL);
        cm_html_head(row, "row", title_of(w, t));
        add_cell(w, row, t, "l");
        const char *const cells[] = {
            cm_conform_says(t),
            t->allowed.reason,
            number(w, t->asked),
            number(w, t->outcomes),
            rate_of(w, t, t->asked, t->outcomes),
            cm_arena_printf(w->arena, "%zu of %zu", t->allowed_seen, t->allowed_states),
            number(w, t->part_count),
        };
        add_cells(row, cells, sizeof cells / sizeof *cells);
        add_rates(w, row, t);
    }
}

/* ---- each test: its states, and its text ------------------------------- */

static void add_state(const html_work *w, cm_doc *rows, const cm_conform_state *s)
{
    static const cm_sign_kind kinds[][2] = {
        [CM_CONFORM_ALLOWED] = {CM_SIGN_ALLOWED, CM_SIGN_SEEN},
        [CM_CONFORM_FORBIDDEN] = {CM_SIGN_FORBIDDEN, CM_SIGN_VIOLATED},
        [CM_CONFORM_UNDECIDED] = {CM_SIGN_UNKNOWN, CM_SIGN_UNKNOWN}};
    static const char *const words[] = {[CM_CONFORM_ALLOWED] = "allowed",
                                        [CM_CONFORM_FORBIDDEN] = "forbidden",
                                        [CM_CONFORM_UNDECIDED] = "not decided"};
    const cm_sign *sign = cm_sign_of(kinds[s->class][s->count > 0]);
    cm_doc *row = cm_doc_element(rows, "tr", NULL);
    cm_html_head(row, "row", s->text);
    cm_doc_set(cm_doc_elementf(row, "td", "%s %s", sign->mark, words[s->class]), "class",
               sign->class);
    cm_doc_element(row, "td", number(w, s->count));
    cm_doc_element(row, "td", s->asked ? "yes" : "");
}

static void add_test(const html_work *w, cm_doc *body, const cm_conform_test *t)
{
    static const char *const heads[] = {"state", "the model", "seen", "asked about"};
    const cm_sign *sign = cm_sign_of(sign_of(t));
    cm_doc *section = cm_doc_classed(body, "section", "program", NULL);
    cm_doc_setf(section, "id", "t%zu", index_of(w, t));
    cm_doc_set(cm_doc_element(section, "h3", title_of(w, t)), "tabindex", "-1");
    cm_doc *verdict = cm_doc_element(section, "p", NULL);
    cm_doc_set(cm_doc_elementf(verdict, "span", " %s %s ", sign->mark, verdict_words(t)), "class",
               sign->class);
    cm_doc_words(verdict, " ");
    cm_html_link(verdict, cm_arena_printf(w->arena, "#l%zu", index_of(w, t)), "Back to the list");
    if (*t->allowed.condition)
        cm_doc_element(cm_doc_element(section, "p", "It asks: "), "code", t->allowed.condition);
    if (t->state_count) {
        cm_doc *rows =
            cm_html_rows(section, "counts", cm_arena_printf(w->arena, "States of %s", t->name),
                         heads, sizeof heads / sizeof *heads);
        for (size_t i = 0; i < t->state_count; i++)
            add_state(w, rows, &t->states[i]);
    }
    if (*t->text)
        cm_html_verbatim(section, t->text);
}

/* ---- what was not run, and notes ------------------------------------- */

static void add_reason(cm_doc *rows, const char *test, const char *what, const char *why)
{
    cm_doc *row = cm_doc_element(rows, "tr", NULL);
    cm_html_head(row, "row", test);
    cm_doc_element(row, "td", what);
    cm_doc_classed(row, "td", "text", why);
}

static void add_not_run(const html_work *w, cm_doc *body)
{
    static const char *const heads[] = {"test", "what", "reason"};
    const cm_conform_count *all = &w->report->all;
    size_t ended = all->unjudged + all->not_run;
    for (size_t i = 0; i < w->report->count; i++)
        ended += w->report->tests[i].refused + w->report->tests[i].failed;
    if (!ended)
        return;
    cm_doc_element(body, "h2", "Refused, failed, not judged");
    cm_doc *rows =
        cm_html_rows(body, "list", "Tests without a verdict", heads, sizeof heads / sizeof *heads);
    for (size_t i = 0; i < w->report->count; i++) {
        const cm_conform_test *t = &w->report->tests[i];
        if (t->run && !t->judged)
            add_reason(rows, t->name, "not judged", t->allowed.why);
        for (size_t k = 0; k < t->part_count; k++) {
            const cm_record_test *test = t->parts[k].test;
            if (test->end != CM_RECORD_DONE)
                add_reason(rows, t->name, test->end == CM_RECORD_REFUSED ? "refused" : "failed",
                           test->reason ? test->reason : "");
        }
    }
}

static void add_notes(const html_work *w, cm_doc *body)
{
    if (!w->report->note_count)
        return;
    cm_doc_element(body, "h2", "Notes");
    cm_doc *list = cm_doc_element(body, "ul", NULL);
    for (size_t i = 0; i < w->report->note_count; i++)
        cm_doc_element(list, "li", w->report->notes[i]);
}

void cm_conform_html(cm_text *out, const cm_conform *report, const cm_conform_style *style)
{
    const cm_html_page page = {.title = "Conformance of hardware to a memory model",
                               .script = cm_html_matrix_script,
                               .origin = style->origin};
    cm_html html = cm_html_begin(out->arena, &page);
    html_work w = {out->arena, report, style};
    add_summary(&w, html.main);
    const cm_conform_finding *found = report->findings;
    if (report->finding_count)
        cm_doc_element(html.main, "h2", "Seen, and forbidden");
    for (size_t i = 0, next; i < report->finding_count; i = next) {
        for (next = i; next < report->finding_count && found[next].state == found[i].state;)
            next++;
        add_finding(&w, html.main, &found[i], next - i);
    }
    add_key(&w, html.main);
    for (size_t i = 0; i < report->tables[0].count; i++)
        add_matrix(&w, html.main, report->tables[0].rows[i].values[0]);
    add_tables(&w, html.main);
    add_tests(&w, html.main);
    add_not_run(&w, html.main);
    add_notes(&w, html.main);
    cm_doc_element(html.main, "h2", "Each test");
    for (size_t i = 0; i < report->count; i++)
        add_test(&w, html.main, &report->tests[i]);
    cm_html_end(out, &html);
}
