/* Any bytes as a run record or a log: reading must end with a record or an error;
 * and a record that is written must read back to the same one. */
#include "base/text.h"
#include "hwrun/record/record_format.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY_LIMIT ((size_t)256 << 20)

typedef struct reading {
    cm_work work;
    cm_source source;
    cm_record *record;
    const char *written; /* NULL: not written, for lack of memory */
} reading;

static void write_record(void *argument)
{
    reading *r = argument;
    cm_text out = cm_text_new(r->work.arena);
    cm_text_add(&out, cm_record_head_xml(&r->work, r->record));
    for (size_t i = 0; i < r->record->test_count; i++)
        cm_text_add(&out, cm_record_test_xml(&r->work, &r->record->tests[i]));
    cm_text_add(&out, CM_RECORD_TAIL);
    r->written = out.data;
}

/* Every error found can be shown. */
static void show(void *argument)
{
    reading *r = argument;
    for (size_t i = 0; i < r->work.diags.count; i++)
        cm_diag_format(r->work.arena, &r->work.diags.items[i], true);
}

static bool read_and_write(reading *r, cm_arena *arena, const char *name, const char *text,
                           size_t length)
{
    r->work = cm_work_new(arena);
    r->source = (cm_source){name, text, length};
    r->record = length > 0 && *text == '<'       ? cm_record_read_source(&r->work, &r->source)
                : cm_record_is_table(&r->source) ? cm_record_table_read_source(&r->work, &r->source)
                                                 : cm_log_read_source(&r->work, &r->source);
    if (!r->record && !r->work.diags.errors && !cm_arena_exhausted(arena))
        abort(); /* refused without a word */
    cm_arena_protect(arena, show, r);
    return r->record && cm_arena_protect(arena, write_record, r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cm_arena *first = cm_arena_new(MEMORY_LIMIT), *second = cm_arena_new(MEMORY_LIMIT);
    if (!first || !second)
        abort();
    reading a = {0}, b = {0};
    if (read_and_write(&a, first, "input", (const char *)data, size)) {
        bool again = read_and_write(&b, second, "written", a.written, strlen(a.written));
        if (!again && !cm_arena_exhausted(second))
            abort();
        if (again && strcmp(a.written, b.written) != 0)
            abort();
    }
    cm_arena_free(first);
    cm_arena_free(second);
    return 0;
}
