/* The matrix of a suite: its headings span what they have in common. */
#include "report/html.h"

#include <stdint.h>
#include <string.h>

#define NOTHING SIZE_MAX

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
static int common_values(const combinations *c, size_t a, size_t b, int length)
{
    const char *const *left = c->matrix->values[a], *const *right = c->matrix->values[b];
    int same = 0;
    while (same < length && strcmp(left[c->from + same], right[c->from + same]) == 0)
        same++;
    return same;
}

static size_t index_of(const combinations *c, size_t item)
{
    for (size_t i = c->count; i-- > 0;)
        if (common_values(c, c->items[i], item, c->to - c->from) == c->to - c->from)
            return i;
    return c->count;
}

static combinations combine(cm_arena *arena, const cm_html_matrix *matrix, int from, int to)
{
    combinations c = {.matrix = matrix, .from = from, .to = to};
    for (size_t i = 0; i < matrix->count; i++)
        if (index_of(&c, i) == c.count)
            CM_PUSH(arena, c.items, c.count, c.capacity, i);
    return c;
}

static bool starts_run(const combinations *c, size_t at, int depth)
{
    return at == 0 || common_values(c, c->items[at - 1], c->items[at], depth) < depth;
}

/* ---- columns ----------------------------------------------------------- */

/* Above the rows' headings: what the columns' axis is called, and in the last line what
 * the rows' axes are. */
static void corner(cm_doc *row, const cm_html_matrix *matrix, const int *widths, int axis)
{
    cm_doc *corner = cm_doc_classed(row, "td", "corner", NULL);
    cm_doc_classed(corner, "span", "axis", matrix->axes[axis]);
    int row_axes = matrix->axis_count - matrix->column_axes;
    for (int i = 0; axis == matrix->axis_count - 1 && i < row_axes; i++) {
        cm_doc *name = cm_doc_classed(corner, "span", "at", matrix->axes[i]);
        cm_doc_setf(name, "style", "--w:%d", widths[i]);
        cm_doc_words(corner, " ");
    }
}

static void column_head(cm_doc *row, const combinations *columns, int axis, size_t at)
{
    enum { MANY = 12 };
    const char *value = columns->matrix->values[columns->items[at]][axis];
    /* How many combinations from `at` on share their first `depth` values. */
    int depth = axis - columns->from + 1;
    size_t end = at + 1;
    while (end < columns->count &&
           common_values(columns, columns->items[at], columns->items[end], depth) == depth)
        end++;
    size_t span = end - at;
    bool leaf = axis == columns->to - 1, upright = leaf && columns->count > MANY;
    cm_doc *head = cm_html_head(row, leaf ? "col" : "colgroup", upright ? NULL : value);
    if (upright) {
        cm_doc_set(head, "class", "leaf");
        cm_doc_element(head, "span", value);
    }
    if (span > 1)
        cm_doc_setf(head, "colspan", "%zu", span);
    cm_doc_setf(head, "data-from", "%zu", at);
    cm_doc_setf(head, "data-span", "%zu", span);
}

static void column_heads(cm_doc *thead, const combinations *columns, const int *widths)
{
    for (int axis = columns->from; axis < columns->to; axis++) {
        cm_doc *row = cm_doc_element(thead, "tr", NULL);
        corner(row, columns->matrix, widths, axis);
        for (size_t i = 0; i < columns->count; i++)
            if (starts_run(columns, i, axis - columns->from + 1))
                column_head(row, columns, axis, i);
    }
}

/* ---- rows ---------------------------------------------------------------- */

/* Of the rows' axes, so that one row's values stand below the other's. */
static int *axis_widths(cm_arena *arena, const cm_html_matrix *matrix, const combinations *rows)
{
    int *widths = CM_NEW_ARRAY(arena, (size_t)rows->to, int);
    for (int axis = 0; axis < rows->to; axis++) {
        widths[axis] = (int)strlen(matrix->axes[axis]);
        for (size_t i = 0; i < rows->count; i++) {
            int length = (int)strlen(matrix->values[rows->items[i]][axis]);
            widths[axis] = length > widths[axis] ? length : widths[axis];
        }
    }
    return widths;
}

/* One heading for all axes: it stays in sight, and is read with every cell. */
static void row_head(cm_doc *tr, const combinations *rows, size_t at, const int *widths)
{
    cm_doc *head = cm_html_head(tr, "row", NULL);
    for (int axis = 0; axis < rows->to; axis++) {
        bool again = !starts_run(rows, at, axis + 1);
        cm_doc *value = cm_doc_classed(head, "span", again ? "at again" : "at",
                                       rows->matrix->values[rows->items[at]][axis]);
        cm_doc_setf(value, "style", "--w:%d", widths[axis]);
        cm_doc_words(head, " ");
    }
}

/* cells[row * columns + column]: the item there, or NOTHING. */
static size_t *place_items(cm_arena *arena, const combinations *rows, const combinations *columns)
{
    size_t width = columns->count;
    if (width && rows->count > SIZE_MAX / width)
        cm_arena_escape(arena);
    size_t *cells = CM_NEW_ARRAY(arena, rows->count * width, size_t);
    for (size_t i = 0; i < rows->count * width; i++)
        cells[i] = NOTHING;
    for (size_t i = 0; i < rows->matrix->count; i++)
        cells[index_of(rows, i) * width + index_of(columns, i)] = i;
    return cells;
}

void cm_html_matrix_add(cm_doc *in, const cm_html_matrix *matrix)
{
    cm_arena *arena = in->arena;
    int row_axes = matrix->axis_count - matrix->column_axes;
    combinations rows = combine(arena, matrix, 0, row_axes);
    combinations columns = combine(arena, matrix, row_axes, matrix->axis_count);
    const size_t *cells = place_items(arena, &rows, &columns);
    const int *widths = axis_widths(arena, matrix, &rows);
    cm_doc *table = cm_html_table(in, "matrix", matrix->caption);
    column_heads(cm_doc_element(table, "thead", NULL), &columns, widths);
    cm_doc *body = cm_doc_element(table, "tbody", NULL);
    for (size_t r = 0; r < rows.count; r++) {
        cm_doc *tr = cm_doc_element(body, "tr", NULL);
        row_head(tr, &rows, r, widths);
        for (size_t c = 0; c < columns.count; c++) {
            size_t item = cells[r * columns.count + c];
            if (item == NOTHING)
                cm_doc_classed(tr, "td", "none", NULL);
            else
                matrix->cell(tr, matrix->context, item);
        }
    }
}
