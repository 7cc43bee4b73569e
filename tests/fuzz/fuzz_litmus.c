/* Any bytes as a litmus test: parsing must end, within its memory, with a test
 * or an error; and a test that is printed must parse back to the same one. */
#include "litmus/test.h"
#include "litmus/text/text.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY_LIMIT ((size_t)256 << 20)

typedef struct reading {
    cm_work work;
    cm_source source;
    cm_test *test;
    char hash[33];
    const char *printed; /* NULL: not printed, for lack of memory */
} reading;

static void print(void *argument)
{
    reading *r = argument;
    cm_test_hash(&r->work, r->test, r->hash);
    r->printed = cm_litmus_print(&r->work, r->test);
}

/* Every error found can be shown. */
static void show(void *argument)
{
    reading *r = argument;
    for (size_t i = 0; i < r->work.diags.count; i++)
        cm_diag_format(r->work.arena, &r->work.diags.items[i], true);
}

static bool read_and_print(reading *r, cm_arena *arena, const char *name, const char *text,
                           size_t length)
{
    r->work = cm_work_new(arena);
    r->source = (cm_source){name, text, length};
    r->test = cm_litmus_parse(&r->work, &r->source);
    if (!r->test && !r->work.diags.errors && !cm_arena_exhausted(arena))
        abort(); /* refused without a word */
    cm_arena_protect(arena, show, r);
    return r->test && cm_arena_protect(arena, print, r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    cm_arena *first = cm_arena_new(MEMORY_LIMIT), *second = cm_arena_new(MEMORY_LIMIT);
    if (!first || !second)
        abort();
    reading a = {0}, b = {0};
    if (read_and_print(&a, first, "input", (const char *)data, size)) {
        bool again = read_and_print(&b, second, "printed", a.printed, strlen(a.printed));
        if (!again && !cm_arena_exhausted(second))
            abort();
        if (again && (strcmp(a.hash, b.hash) != 0 || strcmp(a.printed, b.printed) != 0))
            abort();
    }
    cm_arena_free(first);
    cm_arena_free(second);
    return 0;
}
