/* Opening a cycle, and what its tests say of it. */
#ifndef CM_CYCLE_HELP_H
#define CM_CYCLE_HELP_H

#include "enumerate/cycle.h"
#include "litmus/text/text.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

typedef struct opened_cycle {
    cm_arena *arena;
    cm_work work;
    cm_source source;
    cm_arch arch;
    cm_cycle_style style;
    cm_cycle *cycle; /* NULL: an error */
    cm_text text;
    size_t body;
} opened_cycle;

static inline void open_protected(void *argument)
{
    opened_cycle *o = argument;
    int count;
    cm_edge *edges =
        cm_cycle_parse(&o->work, (cm_place){&o->source, 0, (uint32_t)o->source.length}, &count);
    cm_cycle *cycle =
        cm_cycle_make(&o->work, edges, count, (cm_enum_target){o->arch, NULL}, CM_AARCH64);
    cycle->style = o->style;
    o->text = cm_text_new(o->arena);
    cm_cycle_text(&o->work, cycle, cm_cycle_name(o->arena, cycle), NULL, 0, &o->text, &o->body);
    o->cycle = cycle;
}

static inline void open_styled(opened_cycle *o, const char *text, cm_arch arch,
                               cm_cycle_style style)
{
    *o = (opened_cycle){.arena = cm_arena_new(0), .arch = arch, .style = style};
    o->work = cm_work_new(o->arena);
    o->source = (cm_source){"cycle", text, strlen(text)};
    cm_arena_protect(o->arena, open_protected, o);
}

static inline void open_cycle(opened_cycle *o, const char *text, cm_arch arch)
{
    open_styled(o, text, arch, (cm_cycle_style){0});
}

static inline const char *first_error(opened_cycle *o)
{
    if (o->work.diags.count == 0)
        return "";
    unsigned line, column;
    cm_place_position(o->work.diags.items[0].place, &line, &column);
    return cm_arena_printf(o->arena, "%u: %s", column, o->work.diags.items[0].message);
}

static inline void assert_error(const char *text, cm_arch arch, const char *expected)
{
    opened_cycle o;
    open_cycle(&o, text, arch);
    assert_null(o.cycle);
    if (strncmp(first_error(&o), expected, strlen(expected)) != 0)
        fail_msg("%s: expected '%s', found '%s'", text, expected, first_error(&o));
    cm_arena_free(o.arena);
}

static inline void assert_name(const char *text, cm_arch arch, const char *expected)
{
    opened_cycle o;
    open_cycle(&o, text, arch);
    if (!o.cycle)
        fail_msg("%s: %s", text, first_error(&o));
    assert_string_equal(cm_cycle_name(o.arena, o.cycle), expected);
    cm_arena_free(o.arena);
}

static inline void assert_body_in(cm_arch arch, const char *cycle, cm_cycle_style style,
                                  const char *expected)
{
    opened_cycle o;
    open_styled(&o, cycle, arch, style);
    if (!o.cycle)
        fail_msg("%s: %s", cycle, first_error(&o));
    assert_string_equal(o.text.data + o.body, expected);
    cm_arena_free(o.arena);
}

#endif
