/* Rows of a suite's matrix that an axis makes several though their programs are the same:
 * the scope of a test without a GPU, say. */
#include "report/suite.h"

#include <string.h>

typedef struct merging {
    cm_arena *arena;
    const cm_suite_report *report;
    const char *const **values; /* by test; NULL: gone */
    size_t *row;                /* by test */
    size_t *first, *size;       /* by row: a test of it; how many it has */
    size_t *equal;              /* [row * rows + other]: cells that are the same program */
    size_t rows;
    int axes; /* of rows */
} merging;

/* But for one axis, which may be -1. */
static bool same_row(const merging *m, size_t a, size_t b, int except)
{
    for (int axis = 0; axis < m->axes; axis++)
        if (axis != except && strcmp(m->values[a][axis], m->values[b][axis]) != 0)
            return false;
    return true;
}

static bool same_column(const merging *m, size_t a, size_t b)
{
    for (int axis = m->axes; axis < m->report->axis_count; axis++)
        if (strcmp(m->values[a][axis], m->values[b][axis]) != 0)
            return false;
    return true;
}

static void find_rows(merging *m)
{
    m->rows = 0;
    for (size_t i = 0; i < m->report->count; i++) {
        size_t row = 0;
        if (!m->values[i])
            continue;
        while (row < m->rows && !same_row(m, m->first[row], i, -1))
            row++;
        if (row == m->rows) {
            m->first[row] = i;
            m->size[row] = 0;
            m->rows++;
        }
        m->row[i] = row;
        m->size[row]++;
    }
}

/* Are all rows that differ from this one in the axis only the same programs? */
static bool means_nothing(const merging *m, size_t row, int axis)
{
    size_t others = 0;
    for (size_t k = 0; k < m->rows; k++) {
        if (k == row || !same_row(m, m->first[row], m->first[k], axis))
            continue;
        size_t low = k < row ? k : row, high = k < row ? row : k;
        if (m->size[k] != m->size[row] || m->equal[low * m->rows + high] != m->size[row])
            return false;
        others++;
    }
    return others > 0;
}

static const char *const *with_any(const merging *m, size_t test, int axis)
{
    size_t count = (size_t)m->report->axis_count;
    const char **values = CM_NEW_ARRAY(m->arena, count, const char *);
    memcpy(values, m->values[test], count * sizeof *values);
    values[axis] = "any";
    return values;
}

/* The tests of a row are the first such ones of its group: others go. */
static void drop_axis(merging *m, int axis)
{
    bool *nothing = CM_NEW_ARRAY(m->arena, m->rows, bool);
    size_t *leader = CM_NEW_ARRAY(m->arena, m->rows, size_t);
    for (size_t row = 0; row < m->rows; row++) {
        nothing[row] = means_nothing(m, row, axis);
        while (nothing[row] && !same_row(m, m->first[leader[row]], m->first[row], axis))
            leader[row]++;
    }
    for (size_t i = 0; i < m->report->count; i++)
        if (m->values[i] && nothing[m->row[i]])
            m->values[i] = leader[m->row[i]] == m->row[i] ? with_any(m, i, axis) : NULL;
}

const char *const **cm_suite_merged(cm_arena *arena, const cm_suite_report *report)
{
    enum { MANY = 2000 };
    merging m = {.arena = arena,
                 .report = report,
                 .values = CM_NEW_ARRAY(arena, report->count, const char *const *),
                 .row = CM_NEW_ARRAY(arena, report->count, size_t),
                 .first = CM_NEW_ARRAY(arena, report->count, size_t),
                 .size = CM_NEW_ARRAY(arena, report->count, size_t),
                 .axes = report->axis_count - report->column_axes};
    for (size_t i = 0; i < report->count; i++)
        m.values[i] = report->rows[i].values;
    for (int axis = 0; axis < m.axes; axis++) {
        find_rows(&m);
        if (m.rows > MANY)
            break;
        const cm_suite_row *rows = m.report->rows;
        m.equal = CM_NEW_ARRAY(m.arena, m.rows * m.rows, size_t);
        for (size_t i = 0; i < m.report->count; i++)
            for (size_t k = i + 1; m.values[i] && k < m.report->count; k++)
                if (m.values[k] && rows[i].program == rows[k].program && same_column(&m, i, k))
                    m.equal[m.row[i] * m.rows + m.row[k]]++;
        drop_axis(&m, axis);
    }
    return m.values;
}
