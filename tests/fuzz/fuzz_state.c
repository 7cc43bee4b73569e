/* Any bytes as a final state: reading ends with a state or a reason, and what is printed
 * of a state is read as the same. */
#include "litmus/state_value.h"

#include <stdlib.h>
#include <string.h>

#define MEMORY_LIMIT ((size_t)64 << 20)

typedef struct reading {
    cm_arena *arena;
    const char *text;
    size_t length;
} reading;

static void read_twice(void *argument)
{
    reading *r = argument;
    const char *why = NULL;
    const cm_state *state = cm_state_read(r->arena, r->text, r->length, &why);
    if (!state && !why)
        abort();
    if (!state)
        return;
    const char *text = cm_state_text(r->arena, state);
    const cm_state *again = cm_state_read(r->arena, text, strlen(text), &why);
    if (!again || !cm_state_equal(state, again))
        abort();
    if (strcmp(cm_state_text(r->arena, again), text) != 0)
        abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    reading r = {cm_arena_new(MEMORY_LIMIT), (const char *)data, size};
    if (!r.arena)
        abort();
    cm_arena_protect(r.arena, read_twice, &r);
    cm_arena_free(r.arena);
    return 0;
}
