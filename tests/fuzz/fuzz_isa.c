/* Any bytes as a table of instructions: reading must end, with a table or with an error. */
#include "litmus/isa/table/read.h"

#include <stdlib.h>

#define MEMORY_LIMIT ((size_t)64 << 20)

typedef struct reading {
    cm_work work;
    cm_source source;
    const cm_isa_table *table;
} reading;

static void read_table(void *argument)
{
    reading *r = argument;
    r->table = cm_isa_table_read(&r->work, &r->source, "fuzz");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cm_arena *arena = cm_arena_new(MEMORY_LIMIT);
    if (!arena)
        abort();
    reading r = {.source = {"input.isa", (const char *)data, size}};
    r.work = cm_work_new(arena);
    bool read = cm_arena_protect(arena, read_table, &r);
    if (!read && !r.work.diags.errors && !cm_arena_exhausted(arena))
        abort(); /* refused without a word */
    cm_arena_free(arena);
    return 0;
}
