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

/* ---- columns ----------------------------------------------------------- */

/* Above the rows' headings: what the columns' axis is called, and in the last line what
 * the rows' axes are. */
static void corner(const cm_html *page, xmlNode *row, const cm_html_matrix *matrix,
                   const int *widths, int axis)
{
    xmlNode *corner = cm_html_classed(page, row, "td", "corner", NULL);
    cm_html_classed(page, corner, "span", "axis", matrix->axes[axis]);
    int row_axes = matrix->axis_count - matrix->column_axes;
    for (int i = 0; axis == matrix->axis_count - 1 && i < row_axes; i++) {
        xmlNode *name = cm_html_classed(page, corner, "span", "at", matrix->axes[i]);
        cm_tree_attribute(page->arena, name, "style",
                          cm_arena_printf(page->arena, "--w:%d", widths[i]));
        cm_tree_text(page->arena, corner, " ");
    }
}

static void column_head(const cm_html *page, xmlNode *row, const combinations *columns, int axis,
                        size_t at)
{
    enum { MANY = 12 };
    const char *value = columns->matrix->values[columns->items[at]][axis];
    size_t span = run_length(columns, at, axis - columns->from + 1);
    bool leaf = axis == columns->to - 1, upright = leaf && columns->count > MANY;
    xmlNode *head = cm_html_head(page, row, leaf ? "col" : "colgroup", upright ? NULL : value);
    if (upright) {
        cm_tree_attribute(page->arena, head, "class", "leaf");
        cm_tree_element(page->arena, head, "span", value);
    }
    if (span > 1)
        cm_tree_number(page->arena, head, "colspan", span);
    cm_tree_number(page->arena, head, "data-from", at);
    cm_tree_number(page->arena, head, "data-span", span);
}

static void column_heads(const cm_html *page, xmlNode *thead, const combinations *columns,
                         const int *widths)
{
    for (int axis = columns->from; axis < columns->to; axis++) {
        xmlNode *row = cm_tree_element(page->arena, thead, "tr", NULL);
        corner(page, row, columns->matrix, widths, axis);
        for (size_t i = 0; i < columns->count; i++)
            if (starts_run(columns, i, axis - columns->from + 1))
                column_head(page, row, columns, axis, i);
    }
}

/* ---- rows ---------------------------------------------------------------- */

static int longer(int width, const char *text)
{
    return (int)strlen(text) > width ? (int)strlen(text) : width;
}

/* Of the rows' axes, so that one row's values stand below the other's. */
static int *axis_widths(const cm_html *page, const cm_html_matrix *matrix, const combinations *rows)
{
    int *widths = CM_NEW_ARRAY(page->arena, (size_t)rows->to, int);
    for (int axis = 0; axis < rows->to; axis++) {
        widths[axis] = longer(0, matrix->axes[axis]);
        for (size_t i = 0; i < rows->count; i++)
            widths[axis] = longer(widths[axis], matrix->values[rows->items[i]][axis]);
    }
    return widths;
}

/* One heading for all axes: it stays in sight, and is read with every cell. */
static void row_head(const cm_html *page, xmlNode *tr, const combinations *rows, size_t at,
                     const int *widths)
{
    xmlNode *head = cm_html_head(page, tr, "row", NULL);
    for (int axis = 0; axis < rows->to; axis++) {
        bool again = !starts_run(rows, at, axis + 1);
        xmlNode *value = cm_html_classed(page, head, "span", again ? "at again" : "at",
                                         rows->matrix->values[rows->items[at]][axis]);
        cm_tree_attribute(page->arena, value, "style",
                          cm_arena_printf(page->arena, "--w:%d", widths[axis]));
        cm_tree_text(page->arena, head, " ");
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
    const int *widths = axis_widths(page, matrix, &rows);
    xmlNode *table = cm_html_table(page, parent, "matrix", matrix->caption);
    column_heads(page, cm_tree_element(page->arena, table, "thead", NULL), &columns, widths);
    xmlNode *body = cm_tree_element(page->arena, table, "tbody", NULL);
    for (size_t r = 0; r < rows.count; r++) {
        xmlNode *tr = cm_tree_element(page->arena, body, "tr", NULL);
        row_head(page, tr, &rows, r, widths);
        for (size_t c = 0; c < columns.count; c++)
            matrix->cell(page, tr, matrix->context, cells[r * columns.count + c]);
    }
}
