/* The table of a suite as a page that stands alone.
 *
 *     heading, counts, what axes and cells mean
 *     matrix    one row per combination of the row axes, one column per
 *               combination of the column axes; a cell leads to its test
 *     programs  verdict, states and text of each distinct program, with the names of its
 *               tests, which lead back; not those that have pages of their own
 */
#include "report/suite.h"

#include "report/html.h"

#include <stdlib.h>
#include <string.h>

typedef struct suite_page {
    const cm_suite_report *report;
    const char *const **values; /* cm_suite_merged */
    const size_t *item;         /* of the matrix: which test */
} suite_page;

/* ---- verdicts -------------------------------------------------------- */

static cm_sign_kind sign_of(const cm_suite_row *row)
{
    static const cm_sign_kind allowed[] = {CM_SIGN_SCOPE, CM_SIGN_ORDERING, CM_SIGN_BOTH};
    if (row->verdict == CM_SUITE_UNKNOWN)
        return CM_SIGN_UNKNOWN;
    if (row->verdict == CM_SUITE_FORBIDDEN)
        return row->by_sc_order ? CM_SIGN_FORBIDDEN_BY_ORDER : CM_SIGN_FORBIDDEN;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strcmp(cm_sign_of(allowed[i])->class, row->why) == 0)
            return allowed[i];
    return CM_SIGN_ALLOWED;
}

/* "forbidden (rel+acq)"; the reasons of allowed ones are in the sign's words. */
static const char *verdict_words(cm_arena *arena, const cm_suite_row *row)
{
    const char *meaning = cm_sign_of(sign_of(row))->meaning;
    if (row->verdict != CM_SUITE_FORBIDDEN || !*row->why)
        return meaning;
    return cm_arena_printf(arena, "%s (%s)", meaning, row->why);
}

const char *cm_suite_verdict_text(cm_arena *arena, const cm_suite_row *row)
{
    return cm_arena_printf(arena, "%s %s", cm_sign_of(sign_of(row))->mark,
                           verdict_words(arena, row));
}

const char cm_suite_back[] = "Back to the table";

static void counts(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    cm_arena *arena = page->arena;
    cm_suite_counts all = cm_suite_count_rows(arena, report);
    xmlNode *table = cm_html_table(page, body, "counts", "How many, by verdict and reason");
    xmlNode *top = cm_tree_element(arena, cm_tree_element(arena, table, "thead", NULL), "tr", NULL);
    cm_html_head(page, top, "col", "verdict, reason");
    cm_html_head(page, top, "col", "tests");
    cm_html_head(page, top, "col", "programs");
    xmlNode *rows = cm_tree_element(arena, table, "tbody", NULL);
    for (size_t i = 0; i <= all.count; i++) {
        const cm_suite_count *line = i < all.count ? &all.items[i] : &all.all;
        const char *name = i == all.count ? "all"
                           : line->why    ? cm_arena_printf(arena, "\xc2\xa0\xc2\xa0%s", line->why)
                                          : cm_suite_verdict_name(line->verdict);
        xmlNode *row = cm_tree_element(arena, rows, "tr", NULL);
        cm_html_head(page, row, "row", name);
        cm_tree_element(arena, row, "td", cm_arena_printf(arena, "%zu", line->tests));
        cm_tree_element(arena, row, "td", cm_arena_printf(arena, "%zu", line->programs));
    }
}

/* ---- what things mean ------------------------------------------------- */

/* Closed at first: who knows them comes to the table sooner. */
static xmlNode *axis_list(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    xmlNode *details = cm_tree_element(page->arena, body, "details", NULL);
    cm_tree_element(page->arena, details, "summary",
                    report->outline ? "What X, Y, producer and consumer are"
                                    : "What the columns are");
    if (report->outline)
        cm_tree_attribute(page->arena,
                          cm_tree_element(page->arena, details, "pre", report->outline), "tabindex",
                          "0");
    return cm_tree_element(page->arena, details, "dl", NULL);
}

static void axes(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    xmlNode *list = NULL;
    for (int i = 0; report->meaning_of && i < report->axis_count; i++) {
        const char *meaning = report->meaning_of(report->axes[i]);
        if (!meaning)
            continue;
        if (!list)
            list = axis_list(page, body, report);
        cm_html_fact(page, list, report->axes[i], meaning);
    }
}

static void key(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    bool used[CM_SIGN_KINDS] = {false};
    for (size_t i = 0; i < report->count; i++)
        used[sign_of(&report->rows[i])] = true;
    cm_html_key(page, body, used);
}

static void explain_sets(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    for (size_t i = 0; i < report->count; i++) {
        const cm_suite_row *row = &report->rows[i];
        if (row->verdict != CM_SUITE_FORBIDDEN || !*row->why)
            continue;
        cm_tree_element(
            page->arena, body, "p",
            "What forbids: rel and acq, the release and the acquire of Y; pf and cf, the "
            "producer's and the consumer's fence. Parts joined by + are enough together, and "
            "none of them can be left out; | stands between several such sets.");
        return;
    }
}

/* ---- the matrix ------------------------------------------------------ */

static void cell(const cm_html *page, xmlNode *tr, const cm_suite_row *row)
{
    cm_arena *arena = page->arena;
    const char *words = verdict_words(arena, row);
    const char *href = row->page ? row->page : cm_arena_printf(arena, "#%s", row->name);
    xmlNode *td = cm_html_cell(page, tr, sign_of(row), href,
                               cm_arena_printf(arena, "%s: %s", row->name, words), words);
    cm_tree_attribute(arena, td, "data-verdict", cm_suite_verdict_name(row->verdict));
    cm_tree_attribute(arena, td, "id", cm_arena_printf(arena, "c-%s", row->name));
}

static void matrix_cell(const cm_html *page, xmlNode *tr, const void *context, size_t item)
{
    const suite_page *s = context;
    if (item == CM_HTML_NOTHING)
        cm_html_classed(page, tr, "td", "none", NULL);
    else
        cell(page, tr, &s->report->rows[s->item[item]]);
}

static const char *caption(const cm_html *page, const cm_suite_report *report)
{
    return cm_arena_printf(page->arena, "Verdicts of %s under the model %s", report->title,
                           report->model);
}

static void matrix(const cm_html *page, xmlNode *body, suite_page *s)
{
    const cm_suite_report *report = s->report;
    size_t *item = CM_NEW_ARRAY(page->arena, report->count, size_t), count = 0;
    const char *const **values = CM_NEW_ARRAY(page->arena, report->count, const char *const *);
    s->values = cm_suite_merged(page->arena, report);
    for (size_t i = 0; i < report->count; i++)
        if (s->values[i]) {
            values[count] = s->values[i];
            item[count++] = i;
        }
    s->item = item;
    if (count < report->count)
        cm_tree_element(page->arena, body, "p",
                        "any: the axis means nothing there; tests of all its values are the same "
                        "program, and stand together below.");
    cm_html_matrix matrix = {.caption = caption(page, report),
                             .axes = report->axes,
                             .axis_count = report->axis_count,
                             .column_axes = report->column_axes,
                             .values = values,
                             .count = count,
                             .cell = matrix_cell,
                             .context = s};
    cm_html_matrix_add(page, body, &matrix);
}

/* Where no axes are columns: a line per test. */
static void listing(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    xmlNode *table = cm_html_table(page, body, "matrix", caption(page, report));
    xmlNode *head = cm_tree_element(page->arena, table, "thead", NULL);
    xmlNode *top = cm_tree_element(page->arena, head, "tr", NULL);
    cm_html_classed(page, top, "td", "corner", "test");
    for (int i = 0; i < report->axis_count; i++)
        cm_html_head(page, top, "col", report->axes[i]);
    cm_html_head(page, top, "col", "verdict");
    xmlNode *rows = cm_tree_element(page->arena, table, "tbody", NULL);
    for (size_t i = 0; i < report->count; i++) {
        const cm_suite_row *row = &report->rows[i];
        xmlNode *tr = cm_tree_element(page->arena, rows, "tr", NULL);
        cm_html_head(page, tr, "row", row->name);
        for (int a = 0; a < report->axis_count; a++)
            cm_tree_element(page->arena, tr, "td", row->values[a]);
        cell(page, tr, row);
    }
}

/* ---- programs -------------------------------------------------------- */

static int by_program(const void *a, const void *b)
{
    const cm_suite_row *const *left = a, *const *right = b;
    if ((*left)->program != (*right)->program)
        return (*left)->program < (*right)->program ? -1 : 1;
    return *left < *right ? -1 : *left > *right;
}

static void states(const cm_html *page, xmlNode *section, const cm_suite_row *row)
{
    if (!row->state_texts)
        return;
    const char *asked = row->asked_states == 0 ? "none of them is what the condition asks about"
                                               : "in bold what the condition asks about";
    cm_tree_element(page->arena, section, "p",
                    cm_arena_printf(page->arena, "%zu final state%s allowed, %s:", row->states,
                                    row->states == 1 ? " is" : "s are", asked));
    xmlNode *list = cm_html_classed(page, section, "ul", "tests", NULL);
    for (size_t i = 0; i < row->states; i++) {
        xmlNode *item = cm_tree_element(page->arena, list, "li", NULL);
        if (i < row->asked_states)
            item = cm_tree_element(page->arena, item, "mark", NULL);
        cm_tree_element(page->arena, item, "code", row->state_texts[i]);
    }
}

/* Where the name's cell is: its own, or that of the test that stands for it. */
static void name_item(const cm_html *page, xmlNode *names, const suite_page *s,
                      const cm_suite_row *row)
{
    xmlNode *item = cm_tree_element(page->arena, names, "li", NULL);
    cm_tree_attribute(page->arena, item, "id", row->name);
    if (s->values && !s->values[row - s->report->rows])
        cm_tree_text(page->arena, item, row->name);
    else
        cm_html_link(page, item, cm_arena_printf(page->arena, "#c-%s", row->name), row->name);
}

static void program(const cm_html *page, xmlNode *body, const suite_page *s,
                    const cm_suite_row **rows, size_t count)
{
    const cm_suite_row *first = rows[0];
    const cm_sign *sign = cm_sign_of(sign_of(first));
    xmlNode *section = cm_html_classed(page, body, "section", "program", NULL);
    xmlNode *head = cm_tree_element(page->arena, section, "h3", first->name);
    cm_tree_attribute(page->arena, head, "tabindex", "-1");
    xmlNode *verdict = cm_tree_element(page->arena, section, "p", NULL);
    cm_html_classed(page, verdict, "span", sign->class, cm_suite_verdict_text(page->arena, first));
    cm_tree_element(page->arena, section, "p",
                    count == 1 ? "The test, which leads back to its cell:"
                               : "Tests that are this program; each leads back to its cell:");
    xmlNode *names = cm_html_classed(page, section, "ul", "tests", NULL);
    for (size_t i = 0; i < count; i++)
        name_item(page, names, s, rows[i]);
    states(page, section, first);
    xmlNode *text = cm_tree_element(page->arena, section, "pre", first->text);
    cm_tree_attribute(page->arena, text, "tabindex", "0");
}

static void programs(const cm_html *page, xmlNode *body, const suite_page *s)
{
    size_t count = s->report->count, next;
    const cm_suite_row **order = CM_NEW_ARRAY(page->arena, count, const cm_suite_row *);
    for (size_t i = 0; i < count; i++)
        order[i] = &s->report->rows[i];
    qsort(order, count, sizeof *order, by_program);
    if (count > 0 && !order[0]->page)
        cm_tree_element(page->arena, body, "h2", "Programs");
    for (size_t i = 0; i < count && !order[i]->page; i = next) {
        for (next = i; next < count && order[next]->program == order[i]->program;)
            next++;
        program(page, body, s, order + i, next - i);
    }
}

/* ---- the page -------------------------------------------------------- */

static void build(const cm_html *page, xmlNode *body, const void *context)
{
    suite_page s = {.report = context};
    const cm_suite_report *report = s.report;
    cm_tree_element(page->arena, body, "p",
                    "Is the outcome that the condition of a test speaks of allowed? A cell leads "
                    "to its test. Keys: Tab enters the table, arrows move in it, Enter follows, "
                    "Escape comes back.");
    axes(page, body, report);
    key(page, body, report);
    explain_sets(page, body, report);
    if (report->column_axes > 0 && report->column_axes < report->axis_count)
        matrix(page, body, &s);
    else
        listing(page, body, report);
    cm_tree_element(page->arena, body, "h2", "Counts");
    counts(page, body, report);
    programs(page, body, &s);
}

void cm_suite_html(cm_text *out, const cm_suite_report *report)
{
    const char *title =
        cm_arena_printf(out->arena, "%s under the model %s", report->title, report->model);
    const cm_html_page page = {.title = title,
                               .script = cm_html_matrix_script,
                               .origin = report->origin,
                               .build = build,
                               .context = report};
    cm_html_write(out, &page);
}
