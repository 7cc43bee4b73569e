/* A table of texts, its columns as wide as their widest cell. */
#ifndef CM_LOGBOOK_TABLE_H
#define CM_LOGBOOK_TABLE_H

#include "base/text.h"

typedef struct cm_logbook_table {
    cm_arena *arena;
    size_t columns;
    const char **cells; /* row by row */
    size_t rows, capacity;
} cm_logbook_table;

/* Its cells, all "": valid until the next one is added. */
const char **cm_logbook_table_row(cm_logbook_table *table);
/* The cells of that row. */
const char **cm_logbook_table_at(const cm_logbook_table *table, size_t row);
/* ` | ` between columns, no blanks at ends of lines. */
void cm_logbook_table_write(cm_text *out, const cm_logbook_table *table);

#endif
