/* See rules.h. */
#include "mapping/rules.h"

#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <string.h>

const char *cm_map_instance_name(cm_arena *arena, const cm_mapping *mapping,
                                 const cm_map_instance *instance)
{
    unsigned line, column;
    cm_place_position(mapping->rules[instance->rule].place, &line, &column);
    const char *name = cm_map_included(arena, mapping, &mapping->rules[instance->rule]);
    return cm_arena_printf(arena, "%s%sline-%u-%d", name, *name ? "-" : "", line, instance->number);
}

bool cm_map_is_read(cm_arena *arena, const cm_mapping *mapping, const char *text)
{
    const cm_test *test = cm_litmus_parse_text(arena, "test", text);
    const char *translated =
        test ? cm_map_translate(arena, mapping, test, (cm_map_cut){.rule = -1}).text : NULL;
    return translated && cm_litmus_parse_text(arena, "test", translated);
}

bool cm_map_has_shared(const cm_mapping *mapping)
{
    const cm_isa_writer *writer = cm_writer_of(mapping->from);
    return !writer->body && writer->words;
}

static const char *only_location(cm_arena *arena, int location)
{
    (void)arena;
    (void)location;
    return "y";
}

cm_writer cm_map_writer_of_thread(cm_arena *arena, const cm_mapping *mapping, cm_text *init)
{
    cm_work *work = CM_NEW(arena, cm_work);
    *work = cm_work_new(arena);
    return cm_writer_open(work, mapping->from, 0, init, CM_NEW(arena, int), only_location, 1);
}

const char *cm_map_text_of_threads(cm_arena *arena, const cm_writer *threads,
                                   const char *const *heads, int count, const char *name,
                                   const char *init, const char *observed)
{
    cm_text out = cm_text_new(arena);
    cm_text_append(&out, "%s %s\n{%s }\n", cm_writer_head(threads->arch, NULL), name, init);
    cm_writers_print(&out, threads, heads, count);
    if (observed)
        cm_text_append(&out, "locations [%s ]\n", observed);
    cm_text_add(&out, "forall (true)\n");
    return out.data;
}

const char *cm_map_text_of_thread(cm_arena *arena, const cm_writer *thread, const char *name,
                                  const char *init, const char *observed)
{
    const char *head = cm_arch_has_places(thread->arch) ? "P0@cta 0,gpu 0" : "P0";
    return cm_map_text_of_threads(arena, thread, &head, 1, name, init, observed);
}

typedef struct making_rule {
    const cm_map_making *making;
    cm_arena *arena; /* goes with the rule's instance */
    const cm_map_instance *instance;
    bool more;
} making_rule;

/* The same instruction in the spellings that a mapping reads as it: an alias, qualifiers that say
 * nothing, and conditional. */
static void add_spellings(making_rule *r, cm_map_instances *to)
{
    const cm_mapping *m = r->making->mapping;
    const cm_map_instance *n = r->instance;
    size_t opcode = strcspn(n->text, ". ");
    for (int i = 0; i < m->alias_count; i++)
        if (strlen(m->aliases[i].to) == opcode && strncmp(m->aliases[i].to, n->text, opcode) == 0)
            cm_map_instance_add(
                r->arena, m, n->rule,
                cm_arena_printf(r->arena, "%s%s", m->aliases[i].from, n->text + opcode), to);
    for (int i = 0; i < m->ignored_count; i++)
        cm_map_instance_add(r->arena, m, n->rule,
                            cm_arena_printf(r->arena, "%.*s.%s%s", (int)opcode, n->text,
                                            m->ignored[i], n->text + opcode),
                            to);
    if (m->guards)
        cm_map_instance_add(r->arena, m, n->rule, cm_arena_printf(r->arena, "@p0 %s", n->text), to);
}

static void make_tests(void *argument)
{
    making_rule *r = argument;
    r->more = cm_map_value_tests(r->making, r->arena, r->instance) &&
              (r->instance->again || cm_map_shape_tests(r->making, r->arena, r->instance));
    if (!r->more || r->instance->number > 0)
        return;
    cm_map_instances spellings = {.items = NULL};
    add_spellings(r, &spellings);
    for (int i = 0; i < spellings.count && r->more; i++) {
        spellings.items[i].number = CM_MAP_SPELLINGS + i;
        r->more = cm_map_value_tests(r->making, r->arena, &spellings.items[i]);
    }
}

bool cm_map_rule_tests(cm_arena *arena, const cm_mapping *mapping, cm_map_sink *sink, void *context,
                       bool *alone)
{
    cm_map_instances all = cm_map_instances_of(arena, mapping);
    cm_map_making making = {.mapping = mapping, .all = &all, .sink = sink, .context = context};
    making.shaped = CM_NEW_ARRAY(arena, (size_t)mapping->rule_count + 1, bool);
    for (int i = 0; i < all.count; i++) {
        making_rule r = {.making = &making, .instance = &all.items[i], .more = true};
        r.arena = cm_arena_new(0);
        if (!r.arena)
            cm_arena_escape(arena);
        bool done = cm_arena_protect(r.arena, make_tests, &r);
        cm_arena_free(r.arena);
        if (!done)
            cm_arena_escape(arena);
        if (!r.more)
            return false;
    }
    for (int i = 0; i < all.count; i++) {
        const cm_map_instance *n = &all.items[i];
        alone[n->rule] =
            !making.shaped[n->rule] && (n->reads || n->writes || n->fences || n->meets || n->jumps);
    }
    return true;
}
