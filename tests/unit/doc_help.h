/* Documents of the source tree, for tests that compare them with tables. */
#ifndef CM_DOC_HELP_H
#define CM_DOC_HELP_H

#include "base/text.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

/* path: "docs/cat.md". */
static inline char *read_source_file(cm_arena *arena, const char *path)
{
    const char *root = getenv("CMCM_SOURCE");
    FILE *file = fopen(cm_arena_printf(arena, "%s/%s", root ? root : ".", path), "r");
    if (!file)
        fail_msg("no file %s", path);
    cm_text text;
    cm_text_init(&text, arena);
    char block[4096];
    for (size_t got; (got = fread(block, 1, sizeof block, file)) > 0;)
        cm_text_add_bytes(&text, block, got);
    fclose(file);
    return text.data;
}

/* name: "cat.md". */
static inline char *read_document(cm_arena *arena, const char *name)
{
    return read_source_file(arena, cm_arena_printf(arena, "docs/%s", name));
}

#endif
