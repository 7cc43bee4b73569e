/* A suite in memory, for the tests of the suites: its tests with their axes, and
 * the distinct programs among them. */
#ifndef CM_TESTS_UNIT_SUITE_HELP_H
#define CM_TESTS_UNIT_SUITE_HELP_H

#include "cmcm.h"
#include "enumerate/reason.h"
#include "tests/unit/unit.h"

#include <string.h>

enum { AXES_MAX = 7 };

typedef struct item {
    char *name;
    cm_enum_axis axes[AXES_MAX];
    const char *values[AXES_MAX];
    int axis_count;
    char *text;
    size_t length, program;
    cm_changes changes;
} item;

typedef struct suite {
    cm_arena *arena;
    item *items;
    size_t count, capacity;
    cm_programs programs;
    size_t distinct;
    cm_weak *weak; /* by program, once checked */
    bool reasons;  /* also gather what reasons need */
} suite;

static inline char *copy(cm_arena *arena, const char *text)
{
    return cm_arena_text(arena, text, strlen(text));
}

static inline bool keep(void *context, const cm_enum_test *test)
{
    suite *s = context;
    CM_RESERVE(s->arena, s->items, s->count, s->capacity);
    item *t = &s->items[s->count++];
    *t = (item){.name = copy(s->arena, test->name),
                .axis_count = test->axis_count,
                .text = cm_arena_text(s->arena, test->text, test->length),
                .length = test->length,
                .program = cm_programs_add(&s->programs, test->text, test->length, test->body)};
    for (int i = 0; i < test->axis_count; i++) {
        t->values[i] = copy(s->arena, test->axes[i].value);
        t->axes[i] = (cm_enum_axis){copy(s->arena, test->axes[i].name), t->values[i]};
    }
    return true;
}

typedef struct making {
    suite *s;
    const cm_enum_request *request;
    bool made;
} making;

static inline void make_protected(void *argument)
{
    making *m = argument;
    suite *s = m->s;
    cm_work work = cm_work_new(s->arena);
    cm_programs_init(&s->programs, s->arena);
    const cm_enum_generator *generator = cm_enum_find(m->request->name);
    assert_non_null(generator);
    m->made = cm_enum_run(&work, generator, m->request, keep, s);
    s->distinct = s->programs.count;
    const cm_suite *reasoned = s->reasons ? cm_suite_open(&work, m->request) : NULL;
    for (size_t i = 0; i < s->count && reasoned; i++)
        s->items[i].changes = cm_changes_add(&s->programs, reasoned, s->items[i].values);
    s->weak = CM_NEW_ARRAY(s->arena, s->programs.count, cm_weak);
}

static inline suite make(cm_enum_request request, bool reasons)
{
    suite s = {.arena = cm_arena_new(0), .reasons = reasons};
    assert_non_null(s.arena);
    making m = {&s, &request, false};
    assert_true(cm_arena_protect(s.arena, make_protected, &m));
    assert_true(m.made);
    return s;
}

static inline void drop(suite *s)
{
    cm_arena_free(s->arena);
}

static inline const char *axis(const item *t, const char *name)
{
    for (int i = 0; i < t->axis_count; i++)
        if (strcmp(t->axes[i].name, name) == 0)
            return t->axes[i].value;
    fail_msg("no axis %s in %s", name, t->name);
    return "";
}

static inline bool has(const item *t, const char *name, const char *value)
{
    return strcmp(axis(t, name), value) == 0;
}

/* "acq_rel.cta" has the type "acq_rel" and the scope "cta". */
static inline bool fence_is(const char *fence, const char *type)
{
    size_t length = strlen(type);
    return strncmp(fence, type, length) == 0 && (!fence[length] || fence[length] == '.');
}

static inline bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

static inline const char *fence_of(const item *t, bool producer)
{
    for (int i = 0; i < t->axis_count; i++)
        if (strcmp(t->axes[i].name, producer ? "pf" : "cf") == 0)
            return t->axes[i].value;
    return strchr(axis(t, "at"), producer ? 'p' : 'c') ? axis(t, "f") : "none";
}

#endif
