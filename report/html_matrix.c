/* The matrix of a suite: its headings span what they have in common. */
#include "report/html.h"

#include <stdint.h>
#include <string.h>

/* Distinct combinations of the values of axes [from, to), each by an item that has
 * it, in the order of the items. */
typedef struct combinations {
    const cm_html_matrix *matrix;
    int from, to;
    size_t *items;
    size_t count, capacity;
} combinations;

/* How many of the axes from..from+length-1 have equal values, up to the first that
 * differs. */
static int common(const combinations *c, size_t a, size_t b, int length)
{
    const char *const *left = c->matrix->values[a], *const *right = c->matrix->values[b];
    int same = 0;
    while (same < length && strcmp(left[c->from + same], right[c->from + same]) == 0)
        same++;
    return same;
}

static size_t find(const combinations *c, size_t item)
{
    for (size_t i = c->count; i-- > 0;)
        if (common(c, c->items[i], item, c->to - c->from) == c->to - c->from)
            return i;
    return c->count;
}

static combinations combine(const cm_html *page, const cm_html_matrix *matrix, int from, int to)
{
    combinations c = {.matrix = matrix, .from = from, .to = to};
    for (size_t i = 0; i < matrix->count; i++)
        if (find(&c, i) == c.count) {
            CM_RESERVE(page->arena, c.items, c.count, c.capacity);
            c.items[c.count++] = i;
        }
    return c;
}

/* How many combinations from `at` on share their first `depth` values. */
static size_t run_length(const combinations *c, size_t at, int depth)
{
    size_t end = at + 1;
    while (end < c->count && common(c, c->items[at], c->items[end], depth) == depth)
        end++;
    return end - at;
}

static bool starts_run(const combinations *c, size_t at, int depth)
{
    return at == 0 || common(c, c->items[at - 1], c->items[at], depth) < depth;
}

static void column_heads(const cm_html *page, xmlNode *thead, const combinations *columns,
                         int row_axes)
{
    enum { MANY = 12 };
    const cm_html_matrix *matrix = columns->matrix;
    const bool upright = columns->count > MANY;
    for (int axis = columns->from; axis < columns->to; axis++) {
        xmlNode *row = cm_tree_element(page->arena, thead, "tr", NULL);
        xmlNode *name = cm_html_classed(page, row, "th", "axis", matrix->axes[axis]);
        cm_tree_number(page->arena, name, "colspan", (size_t)row_axes);
        int depth = axis - columns->from + 1;
        for (size_t i = 0; i < columns->count; i++)
            if (starts_run(columns, i, depth)) {
                const char *class = upright && axis == columns->to - 1 ? "leaf" : "value";
                xmlNode *value = cm_html_classed(page, row, "th", class,
                                                 matrix->values[columns->items[i]][axis]);
                cm_tree_number(page->arena, value, "colspan", run_length(columns, i, depth));
            }
    }
    xmlNode *row = cm_tree_element(page->arena, thead, "tr", NULL);
    for (int axis = 0; axis < row_axes; axis++)
        cm_html_classed(page, row, "th", "axis", matrix->axes[axis]);
    xmlNode *rest = cm_html_classed(page, row, "td", "none", NULL);
    cm_tree_number(page->arena, rest, "colspan", columns->count ? columns->count : 1);
}

static void row_heads(const cm_html *page, xmlNode *tr, const combinations *rows, size_t at)
{
    for (int axis = rows->from; axis < rows->to; axis++) {
        int depth = axis - rows->from + 1;
        if (!starts_run(rows, at, depth))
            continue;
        xmlNode *value =
            cm_tree_element(page->arena, tr, "th", rows->matrix->values[rows->items[at]][axis]);
        cm_tree_number(page->arena, value, "rowspan", run_length(rows, at, depth));
    }
}

/* cells[row * columns + column]: the item there, or CM_HTML_NOTHING. */
static size_t *place(const cm_html *page, const combinations *rows, const combinations *columns)
{
    size_t width = columns->count;
    if (width && rows->count > SIZE_MAX / width)
        cm_arena_escape(page->arena);
    size_t *cells = CM_NEW_ARRAY(page->arena, rows->count * width, size_t);
    for (size_t i = 0; i < rows->count * width; i++)
        cells[i] = CM_HTML_NOTHING;
    for (size_t i = 0; i < rows->matrix->count; i++)
        cells[find(rows, i) * width + find(columns, i)] = i;
    return cells;
}

void cm_html_matrix_add(const cm_html *page, xmlNode *parent, const cm_html_matrix *matrix)
{
    int row_axes = matrix->axis_count - matrix->column_axes;
    combinations rows = combine(page, matrix, 0, row_axes);
    combinations columns = combine(page, matrix, row_axes, matrix->axis_count);
    const size_t *cells = place(page, &rows, &columns);
    xmlNode *scroll = cm_html_classed(page, parent, "div", "scroll", NULL);
    xmlNode *table = cm_html_classed(page, scroll, "table", "matrix", NULL);
    column_heads(page, cm_tree_element(page->arena, table, "thead", NULL), &columns, row_axes);
    xmlNode *body = cm_tree_element(page->arena, table, "tbody", NULL);
    for (size_t r = 0; r < rows.count; r++) {
        xmlNode *tr = cm_tree_element(page->arena, body, "tr", NULL);
        row_heads(page, tr, &rows, r);
        for (size_t c = 0; c < columns.count; c++)
            matrix->cell(page, tr, matrix->context, cells[r * columns.count + c]);
    }
}
