/* A thread's column of a test's program, while it is written. */
#ifndef CM_LITMUS_TEXT_COLUMN_H
#define CM_LITMUS_TEXT_COLUMN_H

#include "base/arena.h"

#include <string.h>

typedef struct cm_column {
    const char **cells;
    int count, capacity;
    int width; /* of the widest */
} cm_column;

static inline void cm_column_add(cm_arena *arena, cm_column *c, const char *cell)
{
    CM_RESERVE(arena, c->cells, c->count, c->capacity);
    c->cells[c->count++] = cell;
    int width = (int)strlen(cell);
    c->width = width > c->width ? width : c->width;
}

/* The cell of that row, or "". */
static inline const char *cm_column_cell(const cm_column *c, int row)
{
    return row < c->count ? c->cells[row] : "";
}

/* Rows of the longest. */
static inline int cm_column_rows(const cm_column *columns, int count)
{
    int rows = 0;
    for (int i = 0; i < count; i++)
        rows = columns[i].count > rows ? columns[i].count : rows;
    return rows;
}

#endif
