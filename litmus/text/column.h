/* A thread's column of a test's program, while it is written. */
#ifndef CM_LITMUS_TEXT_COLUMN_H
#define CM_LITMUS_TEXT_COLUMN_H

#include "base/text.h"

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

/* Side by side, as a test has them: print.c. */
void cm_columns_print(cm_text *text, const cm_column *columns, int count);

#endif
