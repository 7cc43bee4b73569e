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
    cm_arena *arena;
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
    if (row->verdict == CM_SUITE_UNDEFINED)
        return CM_SIGN_UNDEFINED;
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

static void add_counts(const suite_page *p, cm_doc *body)
{
    static const char *const heads[] = {"verdict, reason", "tests", "programs"};
    cm_suite_counts all = cm_suite_count_rows(p->arena, p->report);
    cm_doc_element(body, "h2", "Counts");
    cm_doc *rows = cm_html_rows(body, "counts", "How many, by verdict and reason", heads,
                                sizeof heads / sizeof *heads);
    for (size_t i = 0; i <= all.count; i++) {
        const cm_suite_count *line = i < all.count ? &all.items[i] : &all.all;
        const char *name = i == all.count ? "all"
                           : line->why ? cm_arena_printf(p->arena, "\xc2\xa0\xc2\xa0%s", line->why)
                                       : cm_suite_verdict_name(line->verdict);
        cm_doc *row = cm_doc_element(rows, "tr", NULL);
        cm_html_head(row, "row", name);
        cm_doc_elementf(row, "td", "%zu", line->tests);
        cm_doc_elementf(row, "td", "%zu", line->programs);
    }
}

/* ---- what things mean ------------------------------------------------- */

/* Closed at first: who knows them comes to the table sooner. */
static cm_doc *add_axis_list(const suite_page *p, cm_doc *body)
{
    const char *outline = p->report->outline;
    cm_doc *details = cm_doc_element(body, "details", NULL);
    cm_doc_element(details, "summary",
                   outline ? "What X, Y, producer and consumer are" : "What the columns are");
    if (outline)
        cm_html_verbatim(details, outline);
    return cm_doc_element(details, "dl", NULL);
}

static void add_meanings(const suite_page *p, cm_doc *body)
{
    const cm_suite_report *report = p->report;
    cm_doc *list = NULL;
    for (int i = 0; report->meaning_of && i < report->axis_count; i++) {
        const char *meaning = report->meaning_of(report->axes[i]);
        if (meaning && !list)
            list = add_axis_list(p, body);
        if (meaning)
            cm_html_fact(list, report->axes[i], meaning);
    }
    bool used[CM_SIGN_KINDS] = {false}, has_sets = false;
    for (size_t i = 0; i < report->count; i++) {
        const cm_suite_row *row = &report->rows[i];
        used[sign_of(row)] = true;
        has_sets |= row->verdict == CM_SUITE_FORBIDDEN && *row->why;
    }
    cm_html_key(body, used);
    if (has_sets)
        cm_doc_element(
            body, "p",
            "What forbids: rel and acq, the release and the acquire of Y; pf and cf, the "
            "producer's and the consumer's fence. Parts joined by + are enough together, and "
            "none of them can be left out; | stands between several such sets.");
}

/* ---- the matrix ------------------------------------------------------ */

static void add_cell(cm_doc *row, const cm_suite_row *test)
{
    cm_arena *arena = row->arena;
    const char *words = verdict_words(arena, test);
    const char *href = test->page ? test->page : cm_arena_printf(arena, "#%s", test->name);
    cm_doc *cell = cm_html_cell(row, sign_of(test), href,
                                cm_arena_printf(arena, "%s: %s", test->name, words), words);
    cm_doc_set(cell, "data-verdict", cm_suite_verdict_name(test->verdict));
    cm_doc_setf(cell, "id", "c-%s", test->name);
}

static void add_matrix_cell(cm_doc *row, const void *context, size_t item)
{
    const suite_page *p = context;
    add_cell(row, &p->report->rows[p->item[item]]);
}

static void add_matrix(suite_page *p, cm_doc *body, const char *caption)
{
    const cm_suite_report *report = p->report;
    size_t *item = CM_NEW_ARRAY(p->arena, report->count, size_t), count = 0;
    const char *const **values = CM_NEW_ARRAY(p->arena, report->count, const char *const *);
    p->values = cm_suite_merged(p->arena, report);
    for (size_t i = 0; i < report->count; i++)
        if (p->values[i]) {
            values[count] = p->values[i];
            item[count++] = i;
        }
    p->item = item;
    if (count < report->count)
        cm_doc_element(body, "p",
                       "any: the axis means nothing there; tests of all its values are the same "
                       "program, and stand together below.");
    cm_html_matrix matrix = {.caption = caption,
                             .axes = report->axes,
                             .axis_count = report->axis_count,
                             .column_axes = report->column_axes,
                             .values = values,
                             .count = count,
                             .cell = add_matrix_cell,
                             .context = p};
    cm_html_matrix_add(body, &matrix);
}

/* Where no axes are columns: a line per test. */
static void add_listing(const suite_page *p, cm_doc *body, const char *caption)
{
    const cm_suite_report *report = p->report;
    cm_doc *table = cm_html_table(body, "matrix", caption);
    cm_doc *top = cm_doc_element(cm_doc_element(table, "thead", NULL), "tr", NULL);
    cm_doc_classed(top, "td", "corner", "test");
    for (int i = 0; i < report->axis_count; i++)
        cm_html_head(top, "col", report->axes[i]);
    cm_html_head(top, "col", "verdict");
    cm_doc *rows = cm_doc_element(table, "tbody", NULL);
    for (size_t i = 0; i < report->count; i++) {
        cm_doc *row = cm_doc_element(rows, "tr", NULL);
        cm_html_head(row, "row", report->rows[i].name);
        for (int a = 0; a < report->axis_count; a++)
            cm_doc_element(row, "td", report->rows[i].values[a]);
        add_cell(row, &report->rows[i]);
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

static void add_program(const suite_page *p, cm_doc *body, const cm_suite_row **rows, size_t count)
{
    const cm_suite_row *first = rows[0];
    cm_doc *section = cm_doc_classed(body, "section", "program", NULL);
    cm_doc_set(cm_doc_element(section, "h3", first->name), "tabindex", "-1");
    cm_doc_classed(cm_doc_element(section, "p", NULL), "span", cm_sign_of(sign_of(first))->class,
                   cm_suite_verdict_text(p->arena, first));
    cm_doc_element(section, "p",
                   count == 1 ? "The test, which leads back to its cell:"
                              : "Tests that are this program; each leads back to its cell:");
    cm_doc *names = cm_doc_classed(section, "ul", "tests", NULL);
    for (size_t i = 0; i < count; i++) {
        const char *name = rows[i]->name;
        cm_doc *item = cm_doc_element(names, "li", NULL);
        cm_doc_set(item, "id", name);
        if (p->values && !p->values[rows[i] - p->report->rows])
            cm_doc_words(item, name); /* another test's cell stands for it */
        else
            cm_html_link(item, cm_arena_printf(p->arena, "#c-%s", name), name);
    }
    if (first->state_texts) {
        cm_doc_elementf(section, "p", "%zu final state%s allowed, %s:", first->states,
                        first->states == 1 ? " is" : "s are",
                        first->asked_states == 0 ? "none of them is what the condition asks about"
                                                 : "in bold what the condition asks about");
        cm_doc *list = cm_doc_classed(section, "ul", "tests", NULL);
        for (size_t i = 0; i < first->states; i++) {
            cm_doc *item = cm_doc_element(list, "li", NULL);
            if (i < first->asked_states)
                item = cm_doc_element(item, "mark", NULL);
            cm_doc_element(item, "code", first->state_texts[i]);
        }
    }
    cm_html_verbatim(section, first->text);
}

static void add_programs(const suite_page *p, cm_doc *body)
{
    size_t count = p->report->count, next;
    const cm_suite_row **order = CM_NEW_ARRAY(p->arena, count, const cm_suite_row *);
    for (size_t i = 0; i < count; i++)
        order[i] = &p->report->rows[i];
    qsort(order, count, sizeof *order, by_program);
    if (count > 0 && !order[0]->page)
        cm_doc_element(body, "h2", "Programs");
    for (size_t i = 0; i < count && !order[i]->page; i = next) {
        for (next = i; next < count && order[next]->program == order[i]->program;)
            next++;
        add_program(p, body, order + i, next - i);
    }
}

/* ---- the page -------------------------------------------------------- */

void cm_suite_html(cm_text *out, const cm_suite_report *report)
{
    const char *title =
        cm_arena_printf(out->arena, "%s under the model %s", report->title, report->model);
    const char *caption = cm_arena_printf(out->arena, "Verdicts of %s", title);
    const cm_html_page page = {
        .title = title, .script = cm_html_matrix_script, .origin = report->origin};
    cm_html html = cm_html_begin(out->arena, &page);
    suite_page p = {.arena = out->arena, .report = report};
    cm_doc_element(html.main, "p",
                   "Is the outcome that the condition of a test speaks of allowed? A cell leads "
                   "to its test. Keys: Tab enters the table, arrows move in it, Enter follows, "
                   "Escape comes back.");
    add_meanings(&p, html.main);
    if (report->column_axes > 0 && report->column_axes < report->axis_count)
        add_matrix(&p, html.main, caption);
    else
        add_listing(&p, html.main, caption);
    add_counts(&p, html.main);
    add_programs(&p, html.main);
    cm_html_end(out, &html);
}
