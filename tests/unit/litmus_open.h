/* For tests: a litmus test from a text, with the arena it lives in. */
#ifndef CM_TESTS_LITMUS_OPEN_H
#define CM_TESTS_LITMUS_OPEN_H

#include "litmus/state.h"
#include "litmus/test.h"
#include "litmus/text/text.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

typedef struct opened {
    cm_arena *arena;
    cm_work work;
    cm_source source;
    cm_test *test; /* NULL: not a test */
} opened;

static inline void open_bytes(opened *o, const char *text, size_t length)
{
    o->arena = cm_arena_new(0);
    o->work = cm_work_new(o->arena);
    o->source = (cm_source){"t", text, length};
    o->test = cm_litmus_parse(&o->work, &o->source);
}

static inline void open_text(opened *o, const char *text)
{
    open_bytes(o, text, strlen(text));
}

static inline void close_test(opened *o)
{
    cm_arena_free(o->arena);
}

/* "LINE:COLUMN: message" of the first diagnostic, or "". */
static inline const char *first_error(opened *o)
{
    const cm_diag *first = o->work.diags.items, *past = first + o->work.diags.count;
    while (first < past && first->severity != CM_ERROR)
        first++;
    if (first == past)
        return "";
    unsigned line, column;
    cm_place_position(first->place, &line, &column);
    return cm_arena_printf(o->arena, "%u:%u: %s", line, column, first->message);
}

static inline void open_good(opened *o, const char *text)
{
    open_text(o, text);
    if (!o->test)
        fail_msg("%s\n%s", first_error(o), text);
}

static inline int location_index(const cm_test *test, const char *name)
{
    for (int i = 0; i < test->location_count; i++)
        if (strcmp(test->locations[i].name, name) == 0)
            return i;
    return -1;
}

static inline const cm_register *register_of(const cm_test *test, int thread, const char *name)
{
    const cm_thread *t = &test->threads[thread];
    for (int i = 0; i < t->register_count; i++)
        if (strcmp(t->registers[i].name, name) == 0)
            return &t->registers[i];
    return NULL;
}

#endif
