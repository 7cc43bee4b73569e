/* The table of a suite as a page that stands alone.
 *
 *     heading, counts, meaning of the cells
 *     matrix    one row per combination of the row axes, one column per
 *               combination of the column axes; a cell links to its test
 *     programs  the text of each distinct program, with the names of its tests
 */
#include "report/suite.h"

#include "report/html.h"

#include <stdlib.h>
#include <string.h>

/* ---- verdicts -------------------------------------------------------- */

/* What a cell shows, its colour's class, and what it means. */
typedef struct look {
    const char *class, *mark, *meaning;
} look;

static look look_of(const cm_suite_row *row)
{
    static const look forbidden = {"forbidden", "\xc3\x97", "forbidden"};
    static const look by_order = {"forbidden", "\xe2\x8a\x97",
                                  "forbidden only by the order of fence.sc"};
    static const look unknown = {"unknown", "?", "unknown: a limit was reached"};
    static const look plain = {"allowed", "\xe2\x9c\x93", "allowed"};
    static const look allowed[] = {
        {"scope", "s", "allowed: insufficient scope"},
        {"ordering", "o", "allowed: insufficient ordering"},
        {"both", "b", "allowed: insufficient scope and ordering"},
    };
    if (row->verdict == CM_SUITE_UNKNOWN)
        return unknown;
    if (row->verdict == CM_SUITE_FORBIDDEN)
        return row->by_sc_order ? by_order : forbidden;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++)
        if (strcmp(allowed[i].class, row->why) == 0)
            return allowed[i];
    return plain;
}

static void counts(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    cm_arena *arena = page->arena;
    cm_suite_counts all = cm_suite_count_rows(arena, report);
    xmlNode *table = cm_html_classed(page, body, "table", "counts", NULL);
    xmlNode *top = cm_tree_element(page->arena, table, "tr", NULL);
    cm_tree_element(page->arena, top, "th", "verdict, reason");
    cm_tree_element(page->arena, top, "th", "tests");
    cm_tree_element(page->arena, top, "th", "programs");
    for (size_t i = 0; i <= all.count; i++) {
        const cm_suite_count *line = i < all.count ? &all.items[i] : &all.all;
        const char *name = i == all.count ? "all"
                           : line->why    ? cm_arena_printf(arena, "\xc2\xa0\xc2\xa0%s", line->why)
                                          : cm_suite_verdict_name(line->verdict);
        xmlNode *row = cm_tree_element(page->arena, table, "tr", NULL);
        cm_tree_element(page->arena, row, "th", name);
        cm_tree_element(page->arena, row, "td", cm_arena_printf(arena, "%zu", line->tests));
        cm_tree_element(page->arena, row, "td", cm_arena_printf(arena, "%zu", line->programs));
    }
}

/* The marks that occur, each once. */
static void key(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    enum { MOST = 8 };
    const char *seen[MOST];
    size_t count = 0;
    xmlNode *list = cm_html_classed(page, body, "ul", "key", NULL);
    for (size_t i = 0; i < report->count && count < MOST; i++) {
        look l = look_of(&report->rows[i]);
        bool known = false;
        for (size_t k = 0; k < count; k++)
            known = known || strcmp(seen[k], l.mark) == 0;
        if (known)
            continue;
        seen[count++] = l.mark;
        xmlNode *item = cm_tree_element(page->arena, list, "li", NULL);
        cm_html_classed(page, item, "span", l.class, l.mark);
        cm_tree_text(page->arena, item, l.meaning);
    }
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
    look l = look_of(row);
    xmlNode *td = cm_html_classed(page, tr, "td", l.class, NULL);
    cm_tree_attribute(page->arena, td, "data-verdict", cm_suite_verdict_name(row->verdict));
    xmlNode *link = cm_tree_element(page->arena, td, "a", l.mark);
    cm_tree_attribute(page->arena, link, "href", cm_arena_printf(arena, "#%s", row->name));
    cm_tree_attribute(page->arena, link, "title",
                      cm_arena_printf(arena, "%s: %s%s%s%s", row->name, l.meaning,
                                      *row->why ? " (" : "", row->why, *row->why ? ")" : ""));
}

static void matrix_cell(const cm_html *page, xmlNode *tr, const void *context, size_t item)
{
    const cm_suite_report *report = context;
    if (item == CM_HTML_NOTHING)
        cm_html_classed(page, tr, "td", "none", NULL);
    else
        cell(page, tr, &report->rows[item]);
}

static void matrix(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    const char *const **values = CM_NEW_ARRAY(page->arena, report->count, const char *const *);
    for (size_t i = 0; i < report->count; i++)
        values[i] = report->rows[i].values;
    cm_html_matrix matrix = {.axes = report->axes,
                             .axis_count = report->axis_count,
                             .column_axes = report->column_axes,
                             .values = values,
                             .count = report->count,
                             .cell = matrix_cell,
                             .context = report};
    cm_html_matrix_add(page, body, &matrix);
}

/* Where no axes are columns: a line per test. */
static void listing(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    xmlNode *table = cm_html_classed(page, body, "table", "matrix", NULL);
    xmlNode *top = cm_tree_element(page->arena, table, "tr", NULL);
    cm_tree_element(page->arena, top, "th", "test");
    for (int i = 0; i < report->axis_count; i++)
        cm_tree_element(page->arena, top, "th", report->axes[i]);
    cm_tree_element(page->arena, top, "th", "verdict");
    for (size_t i = 0; i < report->count; i++) {
        const cm_suite_row *row = &report->rows[i];
        xmlNode *tr = cm_tree_element(page->arena, table, "tr", NULL);
        cm_tree_element(page->arena, tr, "th", row->name);
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

static void programs(const cm_html *page, xmlNode *body, const cm_suite_report *report)
{
    size_t count = report->count;
    const cm_suite_row **order = CM_NEW_ARRAY(page->arena, count, const cm_suite_row *);
    for (size_t i = 0; i < count; i++)
        order[i] = &report->rows[i];
    qsort(order, count, sizeof *order, by_program);
    cm_tree_element(page->arena, body, "h2", "Programs");
    for (size_t i = 0; i < count;) {
        xmlNode *section = cm_tree_element(page->arena, body, "section", NULL);
        xmlNode *names = cm_html_classed(page, section, "ul", "tests", NULL);
        const cm_suite_row *first = order[i];
        for (; i < count && order[i]->program == first->program; i++)
            cm_tree_attribute(page->arena,
                              cm_tree_element(page->arena, names, "li", order[i]->name), "id",
                              order[i]->name);
        cm_tree_element(page->arena, section, "pre", first->text);
    }
}

/* ---- the page -------------------------------------------------------- */

static void build(const cm_html *page, xmlNode *body, const void *context)
{
    const cm_suite_report *report = context;
    cm_tree_element(page->arena, body, "p",
                    "Is the outcome that the condition of a test speaks of allowed? A cell leads "
                    "to its test; tests that are the same program stand together.");
    counts(page, body, report);
    key(page, body, report);
    explain_sets(page, body, report);
    if (report->column_axes > 0 && report->column_axes < report->axis_count)
        matrix(page, body, report);
    else
        listing(page, body, report);
    programs(page, body, report);
}

void cm_suite_html(cm_text *out, const cm_suite_report *report)
{
    const char *title =
        cm_arena_printf(out->arena, "%s under the model %s", report->title, report->model);
    cm_html_write(out, title, "", build, report);
}
