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
    return unit_read(arena, unit_path(arena, path), NULL);
}

/* name: "cat.md". */
static inline char *read_document(cm_arena *arena, const char *name)
{
    return read_source_file(arena, cm_arena_printf(arena, "docs/%s", name));
}

#endif
