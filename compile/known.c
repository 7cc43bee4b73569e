/* What the program carries of compile/known.txt: see the header. */
#include "compile/known.h"

#include <string.h>

extern const char cm_known_compilers[];

static const char *line_end(const char *at)
{
    return at + strcspn(at, "\n");
}

static const char *read_results(cm_arena *arena, cm_known *known, const char *at)
{
    for (; strncmp(at, "= ", 2) == 0; at = line_end(at) + 1) {
        const char *verdict = at + 2;
        size_t length = strcspn(verdict, " ");
        const char *command = verdict + length + 1;
        CM_RESERVE(arena, known->results, known->count, known->capacity);
        known->results[known->count++] =
            (cm_known_result){cm_arena_text(arena, verdict, length),
                              cm_arena_text(arena, command, (size_t)(line_end(command) - command))};
    }
    return at;
}

cm_known_list cm_known_read(cm_arena *arena)
{
    cm_known_list list = {.count = 0};
    const char *at = strstr(cm_known_compilers, "\n== ");
    at = at ? at + 1 : "";
    while (*at) {
        const char *title = at + 3;
        CM_RESERVE(arena, list.items, list.count, list.capacity);
        cm_known *known = &list.items[list.count++];
        known->title = cm_arena_text(arena, title, (size_t)(line_end(title) - title));
        at = read_results(arena, known, line_end(title) + 1);
        /* The test from there on, which ends where the next case begins. */
        const char *next = strstr(at, "\n== ");
        size_t length = next ? (size_t)(next + 1 - at) : strlen(at);
        cm_source *source = CM_NEW(arena, cm_source);
        *source = (cm_source){known->title, cm_arena_text(arena, at, length), length};
        known->test = source;
        at = at + length;
    }
    return list;
}
