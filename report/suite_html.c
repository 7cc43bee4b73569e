/* The table of a suite as a page that stands alone: style and tests are in it,
 * nothing is fetched.
 *
 *     heading, counts, meaning of the cells
 *     matrix    one row per combination of the row axes, one column per
 *               combination of the column axes; a cell links to its test
 *     programs  the text of each distinct program, with the names of its tests
 *
 * The tree is memory of the XML library; a local protect sees to it that it is
 * released also when the arena is exhausted half-way.
 */
#include "report/suite.h"

#include <libxml/HTMLtree.h>
#include <stdlib.h>
#include <string.h>

typedef struct html_work {
    cm_text *out;
    const cm_suite_report *report;
    xmlDoc *doc;
    xmlChar *dumped;
} html_work;

static const char style[] =
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em;"
    "color:#1c2330;background:#fff}"
    "p{max-width:60em}h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}"
    ".scroll{overflow-x:auto}"
    "table{border-collapse:collapse;font-size:13px}"
    "th,td{border:1px solid #c9d0da;padding:.15em .4em;text-align:center;white-space:nowrap}"
    "th{background:#eef1f5;font-weight:600}th.axis{text-align:right;font-weight:400;color:#556}"
    "table.counts td,table.counts th{text-align:right}table.counts th:first-child{text-align:left}"
    "th.leaf{writing-mode:vertical-rl;transform:rotate(180deg);text-align:left;padding:.4em .1em}"
    "td a{display:block;color:inherit;text-decoration:none;min-width:1.6em}"
    "td a:hover,td a:focus{outline:2px solid #1c2330}"
    ".forbidden{background:#cfe3f7}.scope{background:#fbd9a5}.ordering{background:#f6b7ad}"
    ".both{background:#dcc5ea}.allowed{background:#f9e0cf}.unknown{background:#ddd}"
    ".none{background:#f6f7f9}"
    "ul.key{list-style:none;padding:0}ul.key li{margin:.2em 0}"
    "ul.key span{display:inline-block;min-width:2em;padding:0 .4em;margin-right:.6em;"
    "text-align:center;border:1px solid #c9d0da}"
    "section{border-top:1px solid #dde;padding:.4em 0}"
    "pre{background:#f6f7f9;padding:.8em;overflow-x:auto;margin:.4em 0}"
    "ul.tests{margin:.2em 0;font-size:13px}"
    ":target,section:has(:target){background:#fff6c9}";

/* ---- building -------------------------------------------------------- */

/* Lack of memory ends the whole page. */
static void *made(const html_work *work, void *thing)
{
    if (!thing)
        cm_arena_escape(work->out->arena);
    return thing;
}

static const xmlChar *xml(const char *text)
{
    return (const xmlChar *)text;
}

static xmlNode *element(const html_work *work, xmlNode *parent, const char *name, const char *text)
{
    return made(work, xmlNewTextChild(parent, NULL, xml(name), text ? xml(text) : NULL));
}

static void attribute(const html_work *work, xmlNode *node, const char *name, const char *value)
{
    made(work, xmlNewProp(node, xml(name), xml(value)));
}

static void number(const html_work *work, xmlNode *node, const char *name, size_t value)
{
    attribute(work, node, name, cm_arena_printf(work->out->arena, "%zu", value));
}

static xmlNode *classed(const html_work *work, xmlNode *parent, const char *name, const char *class,
                        const char *text)
{
    xmlNode *node = element(work, parent, name, text);
    attribute(work, node, "class", class);
    return node;
}

static void head(const html_work *work, xmlNode *html, const char *title)
{
    xmlNode *node = element(work, html, "head", NULL);
    attribute(work, element(work, node, "meta", NULL), "charset", "utf-8");
    element(work, node, "title", title);
    element(work, node, "style", style);
}

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

static void counts(const html_work *work, xmlNode *body)
{
    cm_arena *arena = work->out->arena;
    cm_suite_counts all = cm_suite_count_rows(arena, work->report);
    xmlNode *table = classed(work, body, "table", "counts", NULL);
    xmlNode *top = element(work, table, "tr", NULL);
    element(work, top, "th", "verdict, reason");
    element(work, top, "th", "tests");
    element(work, top, "th", "programs");
    for (size_t i = 0; i <= all.count; i++) {
        const cm_suite_count *line = i < all.count ? &all.items[i] : &all.all;
        const char *name = i == all.count ? "all"
                           : line->why    ? cm_arena_printf(arena, "\xc2\xa0\xc2\xa0%s", line->why)
                                          : cm_suite_verdict_name(line->verdict);
        xmlNode *row = element(work, table, "tr", NULL);
        element(work, row, "th", name);
        element(work, row, "td", cm_arena_printf(arena, "%zu", line->tests));
        element(work, row, "td", cm_arena_printf(arena, "%zu", line->programs));
    }
}

/* The marks that occur, each once. */
static void key(const html_work *work, xmlNode *body)
{
    enum { MOST = 8 };
    const char *seen[MOST];
    size_t count = 0;
    xmlNode *list = classed(work, body, "ul", "key", NULL);
    for (size_t i = 0; i < work->report->count && count < MOST; i++) {
        look l = look_of(&work->report->rows[i]);
        bool known = false;
        for (size_t k = 0; k < count; k++)
            known = known || strcmp(seen[k], l.mark) == 0;
        if (known)
            continue;
        seen[count++] = l.mark;
        xmlNode *item = element(work, list, "li", NULL);
        classed(work, item, "span", l.class, l.mark);
        made(work, xmlAddChild(item, made(work, xmlNewText(xml(l.meaning)))));
    }
}

static void explain_sets(const html_work *work, xmlNode *body)
{
    for (size_t i = 0; i < work->report->count; i++) {
        const cm_suite_row *row = &work->report->rows[i];
        if (row->verdict != CM_SUITE_FORBIDDEN || !*row->why)
            continue;
        element(work, body, "p",
                "What forbids: rel and acq, the release and the acquire of Y; pf and cf, the "
                "producer's and the consumer's fence. Parts joined by + are enough together, and "
                "none of them can be left out; | stands between several such sets.");
        return;
    }
}

/* ---- the matrix ------------------------------------------------------ */

/* Distinct combinations of the values of axes [from, to), each by a row that has
 * it, in the order of the rows. */
typedef struct combinations {
    int from, to;
    const cm_suite_row **items;
    size_t count, capacity;
} combinations;

/* How many of the axes from..to-1 have equal values, up to the first that differs. */
static int common(const cm_suite_row *a, const cm_suite_row *b, int from, int to)
{
    int same = 0;
    while (from + same < to && strcmp(a->values[from + same], b->values[from + same]) == 0)
        same++;
    return same;
}

static size_t find(const combinations *c, const cm_suite_row *row)
{
    for (size_t i = c->count; i-- > 0;)
        if (common(c->items[i], row, c->from, c->to) == c->to - c->from)
            return i;
    return c->count;
}

static combinations combine(const html_work *work, int from, int to)
{
    combinations c = {.from = from, .to = to};
    for (size_t i = 0; i < work->report->count; i++)
        if (find(&c, &work->report->rows[i]) == c.count) {
            CM_RESERVE(work->out->arena, c.items, c.count, c.capacity);
            c.items[c.count++] = &work->report->rows[i];
        }
    return c;
}

/* How many combinations from `at` on share their first `depth` values. */
static size_t run_length(const combinations *c, size_t at, int depth)
{
    size_t end = at + 1;
    while (end < c->count && common(c->items[at], c->items[end], c->from, c->from + depth) == depth)
        end++;
    return end - at;
}

static bool starts_run(const combinations *c, size_t at, int depth)
{
    return at == 0 || common(c->items[at - 1], c->items[at], c->from, c->from + depth) < depth;
}

static void column_heads(const html_work *work, xmlNode *table, const combinations *columns,
                         int row_axes)
{
    enum { MANY = 12 };
    const bool upright = columns->count > MANY;
    for (int axis = columns->from; axis < columns->to; axis++) {
        xmlNode *row = element(work, table, "tr", NULL);
        xmlNode *name = classed(work, row, "th", "axis", work->report->axes[axis]);
        number(work, name, "colspan", (size_t)row_axes);
        int depth = axis - columns->from + 1;
        for (size_t i = 0; i < columns->count; i++)
            if (starts_run(columns, i, depth)) {
                const char *class = upright && axis == columns->to - 1 ? "leaf" : "value";
                xmlNode *value = classed(work, row, "th", class, columns->items[i]->values[axis]);
                number(work, value, "colspan", run_length(columns, i, depth));
            }
    }
    xmlNode *row = element(work, table, "tr", NULL);
    for (int axis = 0; axis < row_axes; axis++)
        classed(work, row, "th", "axis", work->report->axes[axis]);
    xmlNode *rest = classed(work, row, "td", "none", NULL);
    number(work, rest, "colspan", columns->count ? columns->count : 1);
}

static void row_heads(const html_work *work, xmlNode *tr, const combinations *rows, size_t at)
{
    for (int axis = rows->from; axis < rows->to; axis++) {
        int depth = axis - rows->from + 1;
        if (!starts_run(rows, at, depth))
            continue;
        xmlNode *value = element(work, tr, "th", rows->items[at]->values[axis]);
        number(work, value, "rowspan", run_length(rows, at, depth));
    }
}

static void cell(const html_work *work, xmlNode *tr, const cm_suite_row *row)
{
    if (!row) {
        classed(work, tr, "td", "none", NULL);
        return;
    }
    cm_arena *arena = work->out->arena;
    look l = look_of(row);
    xmlNode *td = classed(work, tr, "td", l.class, NULL);
    attribute(work, td, "data-verdict", cm_suite_verdict_name(row->verdict));
    xmlNode *link = element(work, td, "a", l.mark);
    attribute(work, link, "href", cm_arena_printf(arena, "#%s", row->name));
    attribute(work, link, "title",
              cm_arena_printf(arena, "%s: %s%s%s%s", row->name, l.meaning, *row->why ? " (" : "",
                              row->why, *row->why ? ")" : ""));
}

/* cells[row * columns + column]: the test there, or NULL. */
static const cm_suite_row **place(const html_work *work, const combinations *rows,
                                  const combinations *columns)
{
    size_t width = columns->count;
    if (width && rows->count > SIZE_MAX / width)
        cm_arena_escape(work->out->arena);
    const cm_suite_row **cells =
        CM_NEW_ARRAY(work->out->arena, rows->count * width, const cm_suite_row *);
    for (size_t i = 0; i < work->report->count; i++) {
        const cm_suite_row *row = &work->report->rows[i];
        cells[find(rows, row) * width + find(columns, row)] = row;
    }
    return cells;
}

static void matrix(const html_work *work, xmlNode *body)
{
    int axes = work->report->axis_count;
    int row_axes = axes - work->report->column_axes;
    combinations rows = combine(work, 0, row_axes);
    combinations columns = combine(work, row_axes, axes);
    const cm_suite_row **cells = place(work, &rows, &columns);
    xmlNode *scroll = classed(work, body, "div", "scroll", NULL);
    xmlNode *table = classed(work, scroll, "table", "matrix", NULL);
    column_heads(work, table, &columns, row_axes);
    for (size_t r = 0; r < rows.count; r++) {
        xmlNode *tr = element(work, table, "tr", NULL);
        row_heads(work, tr, &rows, r);
        for (size_t c = 0; c < columns.count; c++)
            cell(work, tr, cells[r * columns.count + c]);
    }
}

/* Where no axes are columns: a line per test. */
static void listing(const html_work *work, xmlNode *body)
{
    xmlNode *table = classed(work, body, "table", "matrix", NULL);
    xmlNode *top = element(work, table, "tr", NULL);
    element(work, top, "th", "test");
    for (int i = 0; i < work->report->axis_count; i++)
        element(work, top, "th", work->report->axes[i]);
    element(work, top, "th", "verdict");
    for (size_t i = 0; i < work->report->count; i++) {
        const cm_suite_row *row = &work->report->rows[i];
        xmlNode *tr = element(work, table, "tr", NULL);
        element(work, tr, "th", row->name);
        for (int a = 0; a < work->report->axis_count; a++)
            element(work, tr, "td", row->values[a]);
        cell(work, tr, row);
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

static void programs(const html_work *work, xmlNode *body)
{
    size_t count = work->report->count;
    const cm_suite_row **order = CM_NEW_ARRAY(work->out->arena, count, const cm_suite_row *);
    for (size_t i = 0; i < count; i++)
        order[i] = &work->report->rows[i];
    qsort(order, count, sizeof *order, by_program);
    element(work, body, "h2", "Programs");
    for (size_t i = 0; i < count;) {
        xmlNode *section = element(work, body, "section", NULL);
        xmlNode *names = classed(work, section, "ul", "tests", NULL);
        const cm_suite_row *first = order[i];
        for (; i < count && order[i]->program == first->program; i++)
            attribute(work, element(work, names, "li", order[i]->name), "id", order[i]->name);
        element(work, section, "pre", first->text);
    }
}

/* ---- the page -------------------------------------------------------- */

static void build(void *argument)
{
    html_work *work = argument;
    const cm_suite_report *report = work->report;
    const char *title =
        cm_arena_printf(work->out->arena, "%s under the model %s", report->title, report->model);
    work->doc = made(work, htmlNewDocNoDtD(NULL, NULL));
    made(work, xmlCreateIntSubset(work->doc, xml("html"), NULL, NULL));
    xmlNode *html = made(work, xmlNewDocNode(work->doc, NULL, xml("html"), NULL));
    xmlDocSetRootElement(work->doc, html);
    attribute(work, html, "lang", "en");
    head(work, html, title);
    xmlNode *body = element(work, html, "body", NULL);
    element(work, body, "h1", title);
    element(work, body, "p",
            "Is the outcome that the condition of a test speaks of allowed? A cell leads to its "
            "test; tests that are the same program stand together.");
    counts(work, body);
    key(work, body);
    explain_sets(work, body);
    bool has_matrix = report->column_axes > 0 && report->column_axes < report->axis_count;
    if (has_matrix)
        matrix(work, body);
    else
        listing(work, body);
    programs(work, body);

    int length = 0;
    htmlDocDumpMemoryFormat(work->doc, &work->dumped, &length, 0);
    made(work, work->dumped);
    cm_text_add_bytes(work->out, (const char *)work->dumped, (size_t)length);
}

void cm_suite_html(cm_text *out, const cm_suite_report *report)
{
    html_work work = {.out = out, .report = report};
    bool built = cm_arena_protect(out->arena, build, &work);
    xmlFree(work.dumped);
    xmlFreeDoc(work.doc);
    if (!built)
        cm_arena_escape(out->arena);
}
