/* A conformance report as a page that stands alone.
 *
 *     what was seen that is forbidden   each with what repeats it, and its test
 *     suites                            a matrix each: a cell per test, leading to its line
 *     coverage, machines, tests, what was not run, notes
 */
#include "report/conform.h"

#include "report/html.h"

#include <string.h>

static const char style[] =
    ".bad{background:var(--bad);color:var(--bad-ink);font-weight:700}"
    ".seen,p.good{background:var(--good)}p.good,p.bad{padding:.5em .8em;max-width:none}"
    ".unseen{background:var(--quiet)}dl{display:grid;grid-template-columns:max-content auto;"
    "gap:.1em 1em}dd{margin:0}td.text{text-align:left;white-space:normal}"
    "td.name{text-align:left}tr:target td{background:var(--target)}code{overflow-wrap:anywhere}";

typedef struct html_work {
    const cm_html *page;
    cm_arena *arena;
    const cm_conform *report;
} html_work;

static xmlNode *element(const html_work *w, xmlNode *parent, const char *name, const char *text)
{
    return cm_tree_element(w->arena, parent, name, text);
}

static const char *number(const html_work *w, uint64_t value)
{
    return cm_conform_number(w->arena, value);
}

/* ---- verdicts -------------------------------------------------------- */

/* What a cell shows, its colour's class, and what it means. */
typedef struct look {
    const char *class, *mark, *meaning;
} look;

static const look looks[] = {
    {"bad", "!!", "a forbidden state was seen"},
    {"seen", "\xe2\x9c\x93", "allowed, and seen"},
    {"unseen", "\xe2\x97\x8b", "allowed, and not seen"},
    {"forbidden", "\xc3\x97", "forbidden, and not seen"},
    {"unknown", "?", "not judged: the model gave no certain answer"},
    {"none", "\xe2\x80\x93", "no outcome: refused, failed or stuck"},
};

static const look *look_of(const cm_conform_test *t)
{
    enum { BAD, SEEN, UNSEEN, FORBIDDEN, UNKNOWN, NONE };
    if (!t->run)
        return &looks[NONE];
    if (t->forbidden)
        return &looks[BAD];
    if (!t->judged)
        return &looks[UNKNOWN];
    if (!t->asked_allowed)
        return &looks[FORBIDDEN];
    return &looks[t->asked ? SEEN : UNSEEN];
}

static void key(const html_work *w, xmlNode *body)
{
    xmlNode *list = cm_html_classed(w->page, body, "ul", "key", NULL);
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++) {
        xmlNode *item = element(w, list, "li", NULL);
        cm_html_classed(w->page, item, "span", looks[i].class, looks[i].mark);
        cm_tree_text(w->arena, item, looks[i].meaning);
    }
}

/* ---- summary and findings -------------------------------------------- */

static void fact(const html_work *w, xmlNode *list, const char *name, const char *value)
{
    if (!*value)
        return;
    element(w, list, "dt", name);
    element(w, list, "dd", value);
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

static void finding(const html_work *w, xmlNode *body, const cm_conform_finding *f)
{
    const cm_record_machine *machine = w->report->machines[f->part->machine].machine;
    xmlNode *section = element(w, body, "section", NULL);
    element(w, section, "h3", f->test->name);
    xmlNode *list = element(w, section, "dl", NULL);
    fact(w, list, "state", f->state->text);
    fact(w, list, "seen",
         cm_arena_printf(w->arena, "%s times among %s outcomes", number(w, f->count),
                         number(w, f->part->outcomes)));
    fact(w, list, "condition", f->test->allowed.condition);
    fact(w, list, "model", f->test->allowed.model);
    fact(w, list, "record", w->report->inputs[f->part->input].file);
    fact(w, list, "machine", cm_conform_machine_text(w->arena, machine));
    fact(w, list, "injected", cm_conform_injections(w->arena, f->test->injections));
    fact(w, list, "with", cm_conform_parameters(w->arena, f->part));
    const char *command = cm_conform_command(w->arena, f->test, f->part);
    if (*command) {
        element(w, list, "dt", "again");
        element(w, element(w, list, "dd", NULL), "code", command);
    }
    element(w, section, "pre", f->test->text);
}

static void findings(const html_work *w, xmlNode *body)
{
    if (w->report->finding_count)
        element(w, body, "h2", "Seen, and forbidden");
    for (size_t i = 0; i < w->report->finding_count; i++)
        finding(w, body, &w->report->findings[i]);
}

/* ---- matrices -------------------------------------------------------- */

/* The tests of a suite that have the axes of its first one. */
typedef struct suite_tests {
    const html_work *work;
    const cm_conform_test **items;
    const char *const **values;
    size_t count, capacity;
} suite_tests;

static size_t index_of(const html_work *w, const cm_conform_test *t)
{
    return (size_t)(t - w->report->tests);
}

static void matrix_cell(const cm_html *page, xmlNode *tr, const void *context, size_t item)
{
    const suite_tests *tests = context;
    if (item == CM_HTML_NOTHING) {
        cm_html_classed(page, tr, "td", "none", NULL);
        return;
    }
    const cm_conform_test *t = tests->items[item];
    const look *l = look_of(t);
    xmlNode *td = cm_html_classed(page, tr, "td", l->class, NULL);
    cm_tree_attribute(page->arena, td, "data-verdict", cm_conform_verdict_key(t));
    xmlNode *link = cm_tree_element(page->arena, td, "a", l->mark);
    cm_tree_attribute(page->arena, link, "href",
                      cm_arena_printf(page->arena, "#t%zu", index_of(tests->work, t)));
    cm_tree_attribute(page->arena, link, "title",
                      cm_arena_printf(page->arena, "%s: %s%s%s; %s of %s outcomes", t->name,
                                      l->meaning, *t->allowed.reason ? ", " : "", t->allowed.reason,
                                      number(tests->work, t->asked),
                                      number(tests->work, t->outcomes)));
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
    cm_html_matrix all = {.axes = axes,
                          .axis_count = (int)axis_count,
                          .column_axes = COLUMN_AXES,
                          .values = tests.values,
                          .count = tests.count,
                          .cell = matrix_cell,
                          .context = &tests};
    element(w, body, "h2", cm_arena_printf(w->arena, "Suite %s", suite));
    cm_html_matrix_add(w->page, body, &all);
}

/* ---- tables ---------------------------------------------------------- */

static xmlNode *new_table(const html_work *w, xmlNode *body, const char *class,
                          const char *const *heads, size_t count, xmlNode **head)
{
    xmlNode *scroll = cm_html_classed(w->page, body, "div", "scroll", NULL);
    xmlNode *table = cm_html_classed(w->page, scroll, "table", class, NULL);
    *head = element(w, element(w, table, "thead", NULL), "tr", NULL);
    for (size_t i = 0; i < count; i++)
        element(w, *head, "th", heads[i]);
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

static void add_table(const html_work *w, xmlNode *body, const cm_conform_table *table)
{
    xmlNode *head, *rows = new_table(w, body, "counts", table->axes, table->axis_count, &head);
    for (size_t i = 0; i < COUNT_HEADS; i++)
        element(w, head, "th", count_heads[i]);
    for (size_t i = 0; i < table->count; i++) {
        xmlNode *row = element(w, rows, "tr", NULL);
        for (size_t k = 0; k < table->axis_count; k++)
            element(w, row, "th", table->rows[i].values[k]);
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
    xmlNode *head, *rows = new_table(w, body, "counts", (const char *const[]){"machine"}, 1, &head);
    for (size_t i = 0; i < COUNT_HEADS; i++)
        element(w, head, "th", count_heads[i]);
    for (size_t i = 0; i < w->report->machine_count; i++) {
        xmlNode *row = element(w, rows, "tr", NULL);
        element(w, row, "th", cm_conform_machine_text(w->arena, w->report->machines[i].machine));
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

static void test_row(const html_work *w, xmlNode *rows, const cm_conform_test *t)
{
    const look *l = look_of(t);
    xmlNode *row = element(w, rows, "tr", NULL);
    cm_tree_attribute(w->arena, row, "id", cm_arena_printf(w->arena, "t%zu", index_of(w, t)));
    const char *injected = cm_conform_injections(w->arena, t->injections);
    cm_html_classed(
        w->page, row, "td", "name",
        cm_arena_printf(w->arena, "%s%s%s", t->name, *injected ? " injected " : "", injected));
    cm_html_classed(w->page, row, "td", l->class,
                    cm_arena_printf(w->arena, "%s %s", l->mark, cm_conform_verdict_key(t)));
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
            "95 % upper bound, 3/n for n outcomes.");
    xmlNode *head, *rows = new_table(w, body, "list", heads, sizeof heads / sizeof *heads, &head);
    for (size_t i = 0; i < w->report->count; i++)
        test_row(w, rows, &w->report->tests[i]);
}

/* ---- what was not run, and notes ------------------------------------- */

static void reason_row(const html_work *w, xmlNode *rows, const char *test, const char *what,
                       const char *why)
{
    xmlNode *row = element(w, rows, "tr", NULL);
    cm_html_classed(w->page, row, "td", "name", test);
    element(w, row, "td", what);
    cm_html_classed(w->page, row, "td", "text", why);
}

static void not_run(const html_work *w, xmlNode *body)
{
    static const char *const heads[] = {"test", "", "reason"};
    element(w, body, "h2", "Refused, failed, not judged");
    xmlNode *head, *rows = new_table(w, body, "list", heads, sizeof heads / sizeof *heads, &head);
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

static void build(const cm_html *page, xmlNode *body, const void *context)
{
    html_work w = {page, page->arena, context};
    summary(&w, body);
    findings(&w, body);
    key(&w, body);
    for (size_t i = 0; i < w.report->tables[0].count; i++)
        matrix(&w, body, w.report->tables[0].rows[i].values[0]);
    tables(&w, body);
    tests(&w, body);
    not_run(&w, body);
    notes(&w, body);
}

void cm_conform_html(cm_text *out, const cm_conform *report, const cm_conform_style *text_style)
{
    (void)text_style;
    cm_html_write(out, "Conformance of hardware to a memory model", style, build, report);
}
