/* A table of texts: see table.h. */
#include "logbook/table.h"

#include <string.h>

const char **cm_logbook_table_row(cm_logbook_table *t)
{
    if (t->rows == t->capacity) {
        size_t more = t->capacity ? 2 * t->capacity : 64;
        t->cells = cm_arena_grow(t->arena, t->cells, t->capacity * t->columns, more * t->columns,
                                 sizeof *t->cells);
        t->capacity = more;
    }
    const char **row = t->cells + t->rows++ * t->columns;
    for (size_t i = 0; i < t->columns; i++)
        row[i] = "";
    return row;
}

const char **cm_logbook_table_at(const cm_logbook_table *t, size_t row)
{
    return t->cells + row * t->columns;
}

void cm_logbook_table_write(cm_text *out, const cm_logbook_table *t)
{
    size_t *widths = CM_NEW_ARRAY(t->arena, t->columns, size_t);
    for (size_t i = 0; i < t->rows * t->columns; i++) {
        size_t length = strlen(t->cells[i]);
        if (length > widths[i % t->columns])
            widths[i % t->columns] = length;
    }
    for (size_t r = 0; r < t->rows; r++) {
        for (size_t c = 0; c < t->columns; c++) {
            const char *cell = t->cells[r * t->columns + c];
            cm_text_append(out, "%s%s", c > 0 ? " | " : "", cell);
            if (c + 1 < t->columns)
                cm_text_fill(out, ' ', widths[c] - strlen(cell));
        }
        while (out->length > 0 && out->data[out->length - 1] == ' ')
            cm_text_cut(out, out->length - 1);
        cm_text_add_char(out, '\n');
    }
}
