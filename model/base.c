/* The base names: those of every test are rows of a table (relations.c), those of instruction sets
 * come from their descriptions (litmus/isa/isa.h). Names follow herd's where herd has
 * them. */
#include "model/base.h"

#include "base/text.h"
#include "litmus/isa/isa.h"
#include "model/relations.h"

#include <string.h>

static const cm_base *row_of(const cm_base *rows, const char *name)
{
    while (rows->name && (*rows->name != *name || strcmp(rows->name, name) != 0))
        rows++;
    return rows->name ? rows : NULL;
}

const cm_base *cm_base_of_herd(const char *name)
{
    return row_of(cm_base_herd_rows, name);
}

const cm_base *cm_base_of(cm_base_kind kind)
{
    const cm_base *row = cm_base_rows;
    while (row->kind != kind)
        row++;
    return row;
}

bool cm_base_is_of_registers(const cm_base *base)
{
    return base->kind == CM_BASE_REGISTER || base->kind == CM_BASE_RF_REG;
}

bool cm_base_is_dependency(const cm_base *base)
{
    return base->kind >= CM_BASE_ADDR && base->kind <= CM_BASE_PICK_CTRL;
}

/* ---- of instruction sets ------------------------------------------------ */

static const cm_base *new_threads(cm_arena *arena, const char *name, unsigned on, const char *what)
{
    cm_base *base = CM_NEW(arena, cm_base);
    *base = (cm_base){.name = name,
                      .is_set = true,
                      .kind = CM_BASE_THREADS,
                      .cause = CM_CAUSED_BY_EVENTS,
                      .traits = CM_BASE_FILTER,
                      .on = on,
                      .what = what,
                      .has = cm_base_has_arch};
    return base;
}

/* A tag of instruction sets; "x86: locked accesses": its meaning in each family that has it. */
static const cm_base *find_tag(cm_arena *arena, const char *name)
{
    const cm_isa_family *family = NULL;
    const cm_isa_tag *tag = NULL;
    cm_base *base = NULL;
    cm_text what;
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa_family *own = cm_isa_for((cm_arch)arch)->family;
        bool is_new = own != family;
        family = own;
        tag = is_new ? cm_isa_tag_find(family, name) : tag;
        if (!tag)
            continue;
        if (!base) {
            what = cm_text_new(arena);
            base = CM_NEW(arena, cm_base);
            *base = (cm_base){.name = tag->name,
                              .is_set = true,
                              .kind = CM_BASE_TAG,
                              .cause = CM_CAUSED_BY_TAGS,
                              .has = cm_base_has_tag};
        }
        if (is_new)
            cm_text_append(&what, "%s%s: %s", what.length > 0 ? "; " : "", family->name, tag->what);
        base->on |= CM_ARCH_BIT(arch);
        base->what = what.data;
    }
    return base;
}

static const cm_base *find_threads(cm_arena *arena, const char *name)
{
    const cm_isa_family *found = NULL;
    unsigned on = 0;
    if (strcmp(name, "CPU") == 0)
        return new_threads(arena, "CPU", cm_archs_of_cpus(), "events of CPU threads");
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa_family *family = cm_isa_for((cm_arch)arch)->family;
        if (strcmp(family->set, name) != 0)
            continue;
        found = found ? found : family;
        on |= CM_ARCH_BIT(arch);
    }
    return found ? new_threads(arena, found->set, on,
                               cm_arena_printf(arena, "events of %s threads", found->name))
                 : NULL;
}

/* ---- the whole ---------------------------------------------------------- */

const cm_base *cm_base_find(cm_arena *arena, const char *name)
{
    const cm_base *found = row_of(cm_base_rows, name);
    found = found ? found : find_threads(arena, name);
    return found ? found : find_tag(arena, name);
}

bool cm_base_same(const cm_base *a, const cm_base *b)
{
    bool named =
        a->kind == CM_BASE_TAG || a->kind == CM_BASE_THREADS || a->kind == CM_BASE_REGISTER;
    return a->kind == b->kind && (!named || strcmp(a->name, b->name) == 0);
}

/* A list on its way. */
typedef struct list {
    cm_arena *arena;
    cm_base *items;
    int count, capacity;
} list;

static void add_base(list *l, const cm_base *base)
{
    CM_PUSH(l->arena, l->items, l->count, l->capacity, *base);
}

static bool has_name(const list *l, const char *name)
{
    return CM_NAMED(l->items, l->count, name, name) != NULL;
}

const cm_base *cm_base_table(cm_arena *arena, int *count)
{
    list l = {.arena = arena};
    for (const cm_base *row = cm_base_rows; row->name; row++)
        add_base(&l, row);
    add_base(&l, find_threads(arena, "CPU"));
    const cm_isa_family *family;
    for (size_t i = 0; (family = cm_isa_family_at(i)); i++) {
        add_base(&l, find_threads(arena, family->set));
        for (const cm_isa_tag *tag = family->table->tags; tag->name; tag++)
            if (!has_name(&l, tag->name))
                add_base(&l, find_tag(arena, tag->name));
    }
    *count = l.count;
    return l.items;
}
