/* What a binding says, once it is read: see binding.h. */
#include "import/binding.h"

#include <string.h>

/* ---- extents --------------------------------------------------------------- */

unsigned cm_extent_linear(cm_extent at, cm_extent size)
{
    return at.x + size.x * (at.y + size.y * at.z);
}

uint64_t cm_extent_volume(cm_extent size)
{
    return (uint64_t)size.x * size.y * size.z;
}

cm_extent cm_extent_at(uint64_t linear, cm_extent size)
{
    return (cm_extent){(unsigned)(linear % size.x), (unsigned)(linear / size.x % size.y),
                       (unsigned)(linear / size.x / size.y)};
}

static bool same_extent(cm_extent a, cm_extent b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

void cm_extent_print(cm_text *out, cm_extent at)
{
    cm_text_append(out, "%u", at.x);
    if (at.y != 0 || at.z != 0)
        cm_text_append(out, " %u", at.y);
    if (at.z != 0)
        cm_text_append(out, " %u", at.z);
}

/* ---- blocks and threads --------------------------------------------------------- */

int cm_bound_thread(const cm_binding *b, int launch, cm_extent block, cm_extent thread)
{
    for (int i = 0; i < b->thread_count; i++) {
        const cm_bind_thread *t = &b->threads[i];
        if (t->launch == launch && same_extent(t->block, block) && same_extent(t->thread, thread))
            return i;
    }
    return -1;
}

static cm_extent divided(cm_extent a, cm_extent by)
{
    return (cm_extent){a.x / by.x, a.y / by.y, a.z / by.z};
}

unsigned cm_bound_cluster(const cm_launch *launch, cm_extent block)
{
    return cm_extent_linear(divided(block, launch->clusters),
                            divided(launch->blocks, launch->clusters));
}

unsigned cm_bound_rank(const cm_launch *launch, cm_extent block)
{
    cm_extent size = launch->clusters;
    cm_extent at = {block.x % size.x, block.y % size.y, block.z % size.z};
    return cm_extent_linear(at, size);
}

uint64_t cm_binding_unnamed(const cm_binding *b, int launch)
{
    const cm_launch *l = &b->launches[launch];
    uint64_t count = cm_extent_volume(l->threads) * cm_extent_volume(l->blocks);
    for (int i = 0; i < b->thread_count; i++)
        count -= b->threads[i].launch == launch;
    return count;
}

int cm_binding_next_id(const cm_binding *b)
{
    int next = 0;
    for (int i = 0; i < b->thread_count; i++)
        if (b->threads[i].id >= next)
            next = b->threads[i].id + 1;
    return next;
}

/* ---- locations --------------------------------------------------------------- */

cm_lexer cm_bind_lexer(cm_work *work, const cm_binding *b, const cm_bind_part *part)
{
    return cm_lexer_over(work, b->source, part->from, part->to, true);
}

void cm_binding_each_declared(cm_work *work, const cm_binding *b, cm_bind_visit *visit,
                              void *context)
{
    for (int i = 0; i < b->init.count; i++) {
        if (b->init.items[i].element)
            continue;
        cm_lexer lex = cm_bind_lexer(work, b, &b->init.items[i]);
        for (bool of_thread = false; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
            const cm_token *t = &lex.token;
            if (t->kind == CM_TOKEN_NAME && !of_thread)
                visit(context, cm_arena_text(work->arena, t->text, t->length), t->place);
            of_thread = cm_lexer_is(&lex, ":");
        }
    }
}

static void each_argument(const cm_launch *l, cm_bind_visit *visit, void *context)
{
    if (l->workspace)
        visit(context, l->workspace, l->place);
    for (int i = 0; i < l->argument_count; i++) {
        const cm_bind_argument *a = &l->arguments[i];
        if (a->kind == CM_BIND_LOCATION)
            visit(context, a->location, a->place);
        for (int p = 0; p < a->part_count; p++)
            if (a->parts[p].kind == CM_BIND_LOCATION)
                visit(context, a->parts[p].location, a->parts[p].place);
    }
}

void cm_binding_each_argument(const cm_binding *b, cm_bind_visit *visit, void *context)
{
    for (int l = 0; l < b->launch_count; l++)
        each_argument(&b->launches[l], visit, context);
    for (int t = 0; t < b->thread_count; t++)
        if (b->threads[t].host)
            each_argument(b->threads[t].host, visit, context);
}

typedef struct seeking {
    const char *name;
    bool found;
} seeking;

static void compare_location(void *context, const char *name, cm_place place)
{
    seeking *s = context;
    (void)place;
    s->found |= strcmp(s->name, name) == 0;
}

bool cm_binding_declares(cm_work *work, const cm_binding *b, const char *name)
{
    seeking s = {name, false};
    cm_binding_each_declared(work, b, compare_location, &s);
    return s.found;
}
