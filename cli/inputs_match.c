/* Which rows of a table of expectations the inputs of `cmcm check` are. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "cli/check.h"

#include <stdlib.h>
#include <string.h>

typedef struct named_row {
    const char *path; /* resolved */
    size_t row;
} named_row;

static int by_path(const void *a, const void *b)
{
    return strcmp(((const named_row *)a)->path, ((const named_row *)b)->path);
}

/* The path without links and dots, so that two names of one file are equal. */
static const char *resolve(cm_arena *arena, const char *path)
{
    char *real = realpath(path, NULL);
    const char *copy = real ? cm_arena_text(arena, real, strlen(real)) : path;
    free(real);
    return copy;
}

void cli_inputs_match(cli_inputs *inputs, const cmcm_table *table, bool all)
{
    if (all) {
        for (size_t i = 0; i < cmcm_table_count(table); i++) {
            cli_inputs_add_file(inputs, cmcm_table_path(table, i));
            inputs->items[inputs->count - 1].row = i;
        }
        return;
    }
    size_t count = cmcm_table_count(table);
    named_row *rows = CM_NEW_ARRAY(inputs->arena, count, named_row);
    for (size_t i = 0; i < count; i++)
        rows[i] = (named_row){resolve(inputs->arena, cmcm_table_path(table, i)), i};
    qsort(rows, count, sizeof *rows, by_path);
    for (size_t i = 0; i < inputs->count; i++) {
        named_row key = {resolve(inputs->arena, inputs->items[i].path), 0};
        const named_row *found = bsearch(&key, rows, count, sizeof *rows, by_path);
        inputs->items[i].row = found ? found->row : CLI_NO_ROW;
    }
}
