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
    const cm_html *page;
    cm_arena *arena;
    const cm_conform *report;
    const cm_conform_style *style;
} html_work;

static xmlNode *element(const html_work *w, xmlNode *parent, const char *name, const char *text)
{
    return cm_tree_element(w->arena, parent, name, text);
}

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

static void key(const html_work *w, xmlNode *body)
{
    bool used[CM_SIGN_KINDS] = {false};
    for (size_t i = 0; i < w->report->count; i++)
        used[sign_of(&w->report->tests[i])] = true;
    element(w, body, "p",
            "Signs, the same on all pages: a colour is what the model says of the states that the "
            "condition asks about; !! and \xe2\x97\x8f are what hardware has shown, which without "
            "them it has not.");
    cm_html_key(w->page, body, used);
}

/* ---- summary and findings -------------------------------------------- */

static void fact(const html_work *w, xmlNode *list, const char *name, const char *value)
{
    cm_html_fact(w->page, list, name, value);
}

static void summary(const html_work *w, xmlNode *body)
{
    const cm_conform_count *all = &w->report->all;
    size_t judged = all->tests - all->not_run - all->unjudged;
    if (all->violated)
        cm_html_classed(w->page, body, "p", "bad",
                        cm_arena_printf(w->arena, "FORBIDDEN SEEN in %s of %s judged tests",
                                        number(w, all->violated), number(w, judged)));
    else if (judged)
        cm_html_classed(w->page, body, "p", "good",
                        cm_arena_printf(w->arena, "Nothing forbidden was seen in %s judged tests",
                                        number(w, judged)));
    else
        cm_html_classed(w->page, body, "p", "unknown", "Nothing could be judged");
    xmlNode *list = element(w, body, "dl", NULL);
    fact(w, list, "files", number(w, w->report->input_count));
    fact(w, list, "machines", number(w, w->report->machine_count));
    fact(w, list, "tests", number(w, all->tests));
    fact(w, list, "not judged", number(w, all->unjudged));
    fact(w, list, "without an outcome", number(w, all->not_run));
    fact(w, list, "outcomes", number(w, all->outcomes));
    fact(w, list, "allowed conditions seen",
         cm_arena_printf(w->arena, "%s of %s (%s)", number(w, all->allowed_seen),
                         number(w, all->allowed),
                         cm_conform_share(w->arena, all->allowed_seen, all->allowed)));
    fact(w, list, "allowed states seen",
         cm_arena_printf(w->arena, "%s of %s (%s)", number(w, all->states_seen),
                         number(w, all->states),
                         cm_conform_share(w->arena, all->states_seen, all->states)));
}

/* Where it was seen, and what repeats it. */
static void seen_in(const html_work *w, xmlNode *section, const cm_conform_finding *f)
{
    const cm_record_machine *machine = w->report->machines[f->part->machine].machine;
    xmlNode *list = element(w, section, "dl", NULL);
    fact(w, list, "seen",
         cm_arena_printf(w->arena, "%s time%s among %s outcomes", number(w, f->count),
                         f->count == 1 ? "" : "s", number(w, f->part->outcomes)));
    fact(w, list, "record", w->report->inputs[f->part->input].file);
    fact(w, list, "machine", cm_conform_machine_text(w->arena, machine));
    fact(w, list, "with", cm_conform_parameters(w->arena, f->part));
    const char *command = cm_conform_command(w->arena, f->test, f->part);
    if (*command) {
        element(w, list, "dt", "again");
        element(w, element(w, list, "dd", NULL), "code", command);
    }
}

/* A state, and all parts that saw it. */
static void finding(const html_work *w, xmlNode *body, const cm_conform_finding *f, size_t parts)
{
    const char *injected = cm_conform_injections(w->arena, f->test->injections);
    xmlNode *section = element(w, body, "section", NULL);
    element(w, section, "h3", f->test->name);
    xmlNode *line = element(w, section, "p", "The state ");
    element(w, line, "code", f->state->text);
    cm_tree_text(w->arena, line,
                 cm_arena_printf(w->arena,
                                 " was seen %s time%s. The model %s allows %zu other state%s of "
                                 "this test, and not this one.",
                                 number(w, f->state->count), f->state->count == 1 ? "" : "s",
                                 f->test->allowed.model, f->test->allowed_states,
                                 f->test->allowed_states == 1 ? "" : "s"));
    if (*injected)
        element(
            w, section, "p",
            cm_arena_printf(w->arena, "A bug was planted in the code on purpose: %s.", injected));
    xmlNode *links = element(w, section, "p", NULL);
    const char *page = w->style->pages ? w->style->pages[f - w->report->findings] : NULL;
    if (page) {
        cm_html_link(w->page, links, page, "Why it is forbidden, as a picture and in words");
        cm_tree_text(w->arena, links, ". ");
    } else if (w->style->pages) {
        cm_tree_text(w->arena, links, "It has no page of its own: only the first 200 have. ");
    }
    cm_html_link(w->page, links, cm_arena_printf(w->arena, "#t%zu", index_of(w, f->test)),
                 "The test, and all its states");
    for (size_t i = 0; i < parts; i++)
        seen_in(w, section, f + i);
}

static void findings(const html_work *w, xmlNode *body)
{
    const cm_conform *r = w->report;
    if (r->finding_count)
        element(w, body, "h2", "Seen, and forbidden");
    for (size_t i = 0, next; i < r->finding_count; i = next) {
        for (next = i; next < r->finding_count && r->findings[next].state == r->findings[i].state;)
            next++;
        finding(w, body, &r->findings[i], next - i);
    }
}

/* ---- matrices -------------------------------------------------------- */

/* The tests of a suite that have the axes of its first one. */
typedef struct suite_tests {
    const html_work *work;
    const cm_conform_test **items;
    const char *const **values;
    size_t count, capacity;
} suite_tests;

/* A test that is in a matrix and in the list has a cell in both: ids differ in their letter. */
static void test_cell(const html_work *w, xmlNode *row, const cm_conform_test *t,
                      const char *letter)
{
    const char *words = verdict_words(t);
    const char *title = cm_arena_printf(w->arena, "%s: %s%s%s; %s of %s outcomes", t->name, words,
                                        *t->allowed.reason ? ", " : "", t->allowed.reason,
                                        number(w, t->asked), number(w, t->outcomes));
    const char *href = cm_arena_printf(w->arena, "#t%zu", index_of(w, t));
    xmlNode *cell = cm_html_cell(w->page, row, sign_of(t), href, title, words);
    cm_tree_attribute(w->arena, cell, "data-verdict", cm_conform_verdict_key(t));
    cm_tree_attribute(w->arena, cell, "id",
                      cm_arena_printf(w->arena, "%s%zu", letter, index_of(w, t)));
}

static void matrix_cell(const cm_html *page, xmlNode *tr, const void *context, size_t item)
{
    const suite_tests *tests = context;
    if (item == CM_HTML_NOTHING) {
        cm_html_classed(page, tr, "td", "none", NULL);
        return;
    }
    test_cell(tests->work, tr, tests->items[item], "c");
}

static bool same_axes(const cm_conform_test *a, const cm_conform_test *b)
{
    if (a->axis_count != b->axis_count)
        return false;
    for (size_t i = 0; i < a->axis_count; i++)
        if (strcmp(a->axes[i].key, b->axes[i].key) != 0)
            return false;
    return true;
}

static void add_test(suite_tests *tests, const cm_conform_test *t)
{
    cm_arena *arena = tests->work->arena;
    if (tests->count == tests->capacity) {
        size_t more = tests->capacity ? 2 * tests->capacity : 64;
        tests->values =
            cm_arena_grow(arena, tests->values, tests->count, more, sizeof *tests->values);
        tests->items = cm_arena_grow(arena, tests->items, tests->count, more, sizeof *tests->items);
        tests->capacity = more;
    }
    const char **values = CM_NEW_ARRAY(arena, t->axis_count, const char *);
    for (size_t i = 0; i < t->axis_count; i++)
        values[i] = t->axes[i].value;
    tests->items[tests->count] = t;
    tests->values[tests->count++] = values;
}

static suite_tests gather(const html_work *w, const char *suite)
{
    suite_tests tests = {.work = w};
    for (size_t i = 0; i < w->report->count; i++) {
        const cm_conform_test *t = &w->report->tests[i];
        bool in = strcmp(cm_conform_axis(w->report, t, NULL, "suite"), suite) == 0;
        if (in && (!tests.count || same_axes(tests.items[0], t)))
            add_test(&tests, t);
    }
    return tests;
}

static void axes_meaning(const html_work *w, xmlNode *body, const char *const *axes, size_t count)
{
    xmlNode *list = element(w, body, "dl", NULL);
    for (size_t i = 0; w->report->meaning_of && i < count; i++) {
        const char *meaning = w->report->meaning_of(axes[i]);
        cm_html_fact(w->page, list, axes[i], meaning ? meaning : "");
    }
}

static void matrix(const html_work *w, xmlNode *body, const char *suite)
{
    enum { COLUMN_AXES = 2 };
    suite_tests tests = gather(w, suite);
    if (tests.count < 2 || tests.items[0]->axis_count <= COLUMN_AXES)
        return;
    size_t axis_count = tests.items[0]->axis_count;
    const char **axes = CM_NEW_ARRAY(w->arena, axis_count, const char *);
    for (size_t i = 0; i < axis_count; i++)
        axes[i] = tests.items[0]->axes[i].key;
    cm_html_matrix all = {.caption = cm_arena_printf(w->arena, "Verdicts of the suite %s", suite),
                          .axes = axes,
                          .axis_count = (int)axis_count,
                          .column_axes = COLUMN_AXES,
                          .values = tests.values,
                          .count = tests.count,
                          .cell = matrix_cell,
                          .context = &tests};
    element(w, body, "h2", cm_arena_printf(w->arena, "Suite %s", suite));
    axes_meaning(w, body, axes, axis_count);
    cm_html_matrix_add(w->page, body, &all);
}

/* ---- tables ---------------------------------------------------------- */

static xmlNode *new_table(const html_work *w, xmlNode *body, const char *class, const char *what,
                          const char *const *heads, size_t count, xmlNode **head)
{
    xmlNode *table = cm_html_table(w->page, body, class, what);
    *head = element(w, element(w, table, "thead", NULL), "tr", NULL);
    for (size_t i = 0; i < count; i++)
        cm_html_head(w->page, *head, "col", heads[i]);
    return element(w, table, "tbody", NULL);
}

static void count_row(const html_work *w, xmlNode *row, const cm_conform_count *c)
{
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
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        element(w, row, "td", cells[i]);
}

static const char *const count_heads[] = {
    "tests",     "allowed",    "seen",       "share",    "states seen", "forbidden",
    "broken by", "not judged", "no outcome", "outcomes", "asked about",
};
enum { COUNT_HEADS = sizeof count_heads / sizeof *count_heads };

static const char *words_of(const html_work *w, const cm_conform_table *table)
{
    cm_text all;
    cm_text_init(&all, w->arena);
    for (size_t i = 0; i < table->axis_count; i++)
        cm_text_append(&all, "%s%s", i ? ", " : "", table->axes[i]);
    return all.data;
}

static void add_table(const html_work *w, xmlNode *body, const cm_conform_table *table)
{
    const char *what = cm_arena_printf(w->arena, "Counts of %s%s, by %s",
                                       table->suite ? "the suite " : "all tests",
                                       table->suite ? table->suite : "", words_of(w, table));
    xmlNode *head,
        *rows = new_table(w, body, "counts", what, table->axes, table->axis_count, &head);
    for (size_t i = 0; i < COUNT_HEADS; i++)
        cm_html_head(w->page, head, "col", count_heads[i]);
    for (size_t i = 0; i < table->count; i++) {
        xmlNode *row = element(w, rows, "tr", NULL);
        for (size_t k = 0; k < table->axis_count; k++)
            cm_html_head(w->page, row, "row", table->rows[i].values[k]);
        count_row(w, row, &table->rows[i].count);
    }
}

static void tables(const html_work *w, xmlNode *body)
{
    element(w, body, "h2", "Coverage");
    element(w, body, "p",
            "Allowed: tests whose condition's states the model allows; seen: of these, some such "
            "state was counted. States seen: the share of all allowed states. Forbidden: tests "
            "whose condition's states are all forbidden; broken by: tests of which any forbidden "
            "state was seen. Asked about: outcomes that the conditions ask about.");
    const char *suite = NULL;
    for (size_t i = 0; i < w->report->table_count; i++) {
        const cm_conform_table *table = &w->report->tables[i];
        bool begins = i && (!suite || !table->suite || strcmp(suite, table->suite) != 0);
        if (begins)
            element(w, body, "h3",
                    table->suite ? cm_arena_printf(w->arena, "Suite %s", table->suite)
                                 : "All tests");
        suite = table->suite;
        add_table(w, body, table);
    }
    xmlNode *head, *rows = new_table(w, body, "counts", "Counts by machine",
                                     (const char *const[]){"machine"}, 1, &head);
    for (size_t i = 0; i < COUNT_HEADS; i++)
        cm_html_head(w->page, head, "col", count_heads[i]);
    for (size_t i = 0; i < w->report->machine_count; i++) {
        xmlNode *row = element(w, rows, "tr", NULL);
        cm_html_head(w->page, row, "row",
                     cm_conform_machine_text(w->arena, w->report->machines[i].machine));
        count_row(w, row, &w->report->machines[i].count);
    }
}

/* The rate seen, or its 95 % upper bound. */
static const char *rate(const html_work *w, const cm_conform_test *t)
{
    if (!t->judged)
        return "";
    if (!t->asked)
        return cm_arena_printf(w->arena, "< %.2g", cm_conform_bound(t->outcomes));
    return cm_arena_printf(w->arena, "%.2g", (double)t->asked / (double)t->outcomes);
}

static const char *title_of(const html_work *w, const cm_conform_test *t)
{
    const char *injected = cm_conform_injections(w->arena, t->injections);
    return cm_arena_printf(w->arena, "%s%s%s", t->name, *injected ? " injected " : "", injected);
}

static void test_row(const html_work *w, xmlNode *rows, const cm_conform_test *t)
{
    xmlNode *row = element(w, rows, "tr", NULL);
    cm_html_head(w->page, row, "row", title_of(w, t));
    test_cell(w, row, t, "l");
    const char *const cells[] = {
        cm_conform_says(t),
        t->allowed.reason,
        number(w, t->asked),
        number(w, t->outcomes),
        rate(w, t),
        cm_arena_printf(w->arena, "%zu of %zu", t->allowed_seen, t->allowed_states),
        number(w, t->part_count),
    };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        element(w, row, "td", cells[i]);
}

static void tests(const html_work *w, xmlNode *body)
{
    static const char *const heads[] = {"test",     "verdict", "condition",      "reason", "seen",
                                        "outcomes", "rate",    "allowed states", "runs"};
    element(w, body, "h2", "Tests");
    element(w, body, "p",
            "Seen: outcomes that the condition asks about. Rate: theirs; where none was seen, the "
            "95 % upper bound, 3/n for n outcomes. A sign leads to the test and its states.");
    xmlNode *head, *rows = new_table(w, body, "matrix", "All tests", heads,
                                     sizeof heads / sizeof *heads, &head);
    for (size_t i = 0; i < w->report->count; i++)
        test_row(w, rows, &w->report->tests[i]);
}

/* ---- each test: its states, and its text ------------------------------- */

static void state_row(const html_work *w, xmlNode *rows, const cm_conform_state *s)
{
    static const cm_sign_kind kinds[][2] = {
        [CM_CONFORM_ALLOWED] = {CM_SIGN_ALLOWED, CM_SIGN_SEEN},
        [CM_CONFORM_FORBIDDEN] = {CM_SIGN_FORBIDDEN, CM_SIGN_VIOLATED},
        [CM_CONFORM_UNDECIDED] = {CM_SIGN_UNKNOWN, CM_SIGN_UNKNOWN}};
    static const char *const words[] = {[CM_CONFORM_ALLOWED] = "allowed",
                                        [CM_CONFORM_FORBIDDEN] = "forbidden",
                                        [CM_CONFORM_UNDECIDED] = "not decided"};
    const cm_sign *sign = cm_sign_of(kinds[s->class][s->count > 0]);
    xmlNode *row = element(w, rows, "tr", NULL);
    cm_html_head(w->page, row, "row", s->text);
    cm_html_classed(w->page, row, "td", sign->class,
                    cm_arena_printf(w->arena, "%s %s", sign->mark, words[s->class]));
    element(w, row, "td", number(w, s->count));
    element(w, row, "td", s->asked ? "yes" : "");
}

static void one_test(const html_work *w, xmlNode *body, const cm_conform_test *t)
{
    static const char *const heads[] = {"state", "the model", "seen", "asked about"};
    xmlNode *section = cm_html_classed(w->page, body, "section", "program", NULL);
    cm_tree_attribute(w->arena, section, "id", cm_arena_printf(w->arena, "t%zu", index_of(w, t)));
    xmlNode *title = element(w, section, "h3", title_of(w, t));
    cm_tree_attribute(w->arena, title, "tabindex", "-1");
    const cm_sign *sign = cm_sign_of(sign_of(t));
    xmlNode *verdict = element(w, section, "p", NULL);
    cm_html_classed(w->page, verdict, "span", sign->class,
                    cm_arena_printf(w->arena, " %s %s ", sign->mark, verdict_words(t)));
    cm_tree_text(w->arena, verdict, " ");
    cm_html_link(w->page, verdict, cm_arena_printf(w->arena, "#l%zu", index_of(w, t)),
                 "Back to the list");
    if (*t->allowed.condition)
        element(w, element(w, section, "p", "It asks: "), "code", t->allowed.condition);
    if (t->state_count) {
        xmlNode *head, *rows = new_table(w, section, "counts",
                                         cm_arena_printf(w->arena, "States of %s", t->name), heads,
                                         sizeof heads / sizeof *heads, &head);
        for (size_t i = 0; i < t->state_count; i++)
            state_row(w, rows, &t->states[i]);
    }
    if (*t->text)
        cm_tree_attribute(w->arena, element(w, section, "pre", t->text), "tabindex", "0");
}

static void each_test(const html_work *w, xmlNode *body)
{
    element(w, body, "h2", "Each test");
    for (size_t i = 0; i < w->report->count; i++)
        one_test(w, body, &w->report->tests[i]);
}

/* ---- what was not run, and notes ------------------------------------- */

static void reason_row(const html_work *w, xmlNode *rows, const char *test, const char *what,
                       const char *why)
{
    xmlNode *row = element(w, rows, "tr", NULL);
    cm_html_head(w->page, row, "row", test);
    element(w, row, "td", what);
    cm_html_classed(w->page, row, "td", "text", why);
}

static void not_run(const html_work *w, xmlNode *body)
{
    static const char *const heads[] = {"test", "what", "reason"};
    const cm_conform_count *all = &w->report->all;
    size_t ended = all->unjudged + all->not_run;
    for (size_t i = 0; i < w->report->count; i++)
        ended += w->report->tests[i].refused + w->report->tests[i].failed;
    if (!ended)
        return;
    element(w, body, "h2", "Refused, failed, not judged");
    xmlNode *head, *rows = new_table(w, body, "list", "Tests without a verdict", heads,
                                     sizeof heads / sizeof *heads, &head);
    for (size_t i = 0; i < w->report->count; i++) {
        const cm_conform_test *t = &w->report->tests[i];
        if (t->run && !t->judged)
            reason_row(w, rows, t->name, "not judged", t->allowed.why);
        for (size_t k = 0; k < t->part_count; k++) {
            const cm_record_test *test = t->parts[k].test;
            if (test->end != CM_RECORD_DONE)
                reason_row(w, rows, t->name, test->end == CM_RECORD_REFUSED ? "refused" : "failed",
                           test->reason ? test->reason : "");
        }
    }
}

static void notes(const html_work *w, xmlNode *body)
{
    if (!w->report->note_count)
        return;
    element(w, body, "h2", "Notes");
    xmlNode *list = element(w, body, "ul", NULL);
    for (size_t i = 0; i < w->report->note_count; i++)
        element(w, list, "li", w->report->notes[i]);
}

typedef struct html_page {
    const cm_conform *report;
    const cm_conform_style *style;
} html_page;

static void build(const cm_html *page, xmlNode *body, const void *context)
{
    const html_page *both = context;
    html_work w = {page, page->arena, both->report, both->style};
    summary(&w, body);
    findings(&w, body);
    key(&w, body);
    for (size_t i = 0; i < w.report->tables[0].count; i++)
        matrix(&w, body, w.report->tables[0].rows[i].values[0]);
    tables(&w, body);
    tests(&w, body);
    not_run(&w, body);
    notes(&w, body);
    each_test(&w, body);
}

void cm_conform_html(cm_text *out, const cm_conform *report, const cm_conform_style *style)
{
    const html_page both = {report, style};
    const cm_html_page page = {.title = "Conformance of hardware to a memory model",
                               .script = cm_html_matrix_script,
                               .origin = style->origin,
                               .build = build,
                               .context = &both};
    cm_html_write(out, &page);
}
