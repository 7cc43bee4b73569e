/* Any bytes as a suite file: it ends with tests or with a message that has a place. */
#include "enumerate/suite.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY_LIMIT ((size_t)64 << 20)
enum { ENOUGH = 20 };

typedef struct making {
    cm_work work;
    cm_source source;
    const cm_suite *suite;
    int count;
} making;

static bool write_test(void *context, const char *const *values)
{
    making *m = context;
    cm_text out = cm_text_new(m->work.arena);
    if (cm_suite_write(&out, m->suite, values) >= out.length)
        abort();
    return ++m->count < ENOUGH;
}

/* Of all suites of the text, some tests. */
static void make_tests(void *argument)
{
    making *m = argument;
    const cm_suite_file file = cm_suite_read(&m->work, &m->source);
    for (size_t i = 0; i < file.count; i++) {
        const cm_suite_block *block = &file.blocks[i];
        if (!cm_place_is(block->kind, "suite"))
            continue;
        const char *name =
            cm_arena_text(m->work.arena, cm_place_text(block->name), block->name.length);
        const cm_enum_request request = {.name = name, .cpu = i & 1 ? "x86_64" : "riscv"};
        m->suite = cm_suite_open_text(&m->work, &m->source, &request);
        m->count = 0;
        cm_suite_each(m->suite, write_test, m);
    }
}

static void format_messages(void *argument)
{
    making *m = argument;
    for (size_t i = 0; i < m->work.diags.count; i++)
        cm_diag_format(m->work.arena, &m->work.diags.items[i], false);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    making m = {.source = {"fuzz", (const char *)data, size}};
    m.work = cm_work_new(cm_arena_new(MEMORY_LIMIT));
    if (!m.work.arena)
        abort();
    cm_arena_protect(m.work.arena, make_tests, &m);
    cm_arena_protect(m.work.arena, format_messages, &m);
    cm_arena_free(m.work.arena);
    return 0;
}
