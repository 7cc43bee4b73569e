/* Dependencies. See deps.h. */
#include "checker/threads/deps.h"

#include <string.h>

const cm_deps *cm_deps_one(cm_job *job, int access)
{
    cm_deps *made = CM_NEW(job->arena, cm_deps);
    made->count = 1;
    made->items = CM_NEW(job->arena, cm_dep);
    made->items[0] = (cm_dep){access, CM_TRUE, false};
    return made;
}

static cm_dep *find_dep(cm_deps *deps, int access, bool pick)
{
    for (uint32_t i = 0; i < deps->count; i++)
        if (deps->items[i].access == access && deps->items[i].pick == pick)
            return &deps->items[i];
    return NULL;
}

/* Adds a dependency to a list with room for it. */
static void put_dep(cm_job *job, cm_deps *deps, cm_dep added)
{
    if (added.when == CM_FALSE)
        return;
    cm_dep *known = find_dep(deps, added.access, added.pick);
    if (known)
        known->when = cm_form_or(&job->form, known->when, added.when);
    else
        deps->items[deps->count++] = added;
}

static cm_deps *with_room(cm_job *job, const cm_deps *a, const cm_deps *b)
{
    cm_deps *made = CM_NEW(job->arena, cm_deps);
    uint32_t room = (a ? a->count : 0) + (b ? b->count : 0);
    made->items = CM_NEW_ARRAY(job->arena, room, cm_dep);
    return made;
}

const cm_deps *cm_deps_add(cm_job *job, const cm_deps *a, const cm_deps *b, cm_lit when, bool pick)
{
    if (!b || b->count == 0 || when == CM_FALSE || (a == b && !pick))
        return a;
    if (!a && when == CM_TRUE && !pick)
        return b;
    cm_deps *made = with_room(job, a, b);
    for (uint32_t i = 0; a && i < a->count; i++)
        put_dep(job, made, a->items[i]);
    for (uint32_t i = 0; i < b->count; i++) {
        cm_dep added = b->items[i];
        added.when = cm_form_and(&job->form, added.when, when);
        added.pick = added.pick || pick;
        put_dep(job, made, added);
    }
    return made;
}

const cm_deps *cm_deps_select(cm_job *job, cm_lit when, const cm_deps *a, const cm_deps *b)
{
    if (when == CM_TRUE || a == b)
        return a;
    if (when == CM_FALSE)
        return b;
    cm_deps *made = with_room(job, a, b);
    for (uint32_t i = 0; a && i < a->count; i++) {
        cm_dep kept = a->items[i];
        const cm_dep *other = b ? find_dep((cm_deps *)b, kept.access, kept.pick) : NULL;
        if (!other || other->when != kept.when) /* else it holds on both sides */
            kept.when = cm_form_and(&job->form, kept.when, when);
        put_dep(job, made, kept);
    }
    for (uint32_t i = 0; b && i < b->count; i++) {
        cm_dep kept = b->items[i];
        const cm_dep *other = a ? find_dep((cm_deps *)a, kept.access, kept.pick) : NULL;
        if (!other || other->when != kept.when) {
            kept.when = cm_form_and(&job->form, kept.when, -when);
            put_dep(job, made, kept);
        }
    }
    return made;
}

static const cm_deps *collect_deps(cm_job *job, const cm_expr *e, const cm_cell *cells,
                                   const cm_deps *so_far, cm_lit when, bool pick)
{
    if (!e)
        return so_far;
    if (e->op == CM_OP_REG)
        return cm_deps_add(job, so_far, cells[e->reg].deps, when, pick);
    if (e->op != CM_OP_SELECT && e->op != CM_OP_PREDICT) {
        so_far = collect_deps(job, e->a, cells, so_far, when, pick);
        so_far = collect_deps(job, e->b, cells, so_far, when, pick);
        return collect_deps(job, e->c, cells, so_far, when, pick);
    }
    cm_lit chosen = cm_val_nonzero(cm_val_expr(job, e->a, cells));
    if (e->op == CM_OP_SELECT)
        so_far = collect_deps(job, e->a, cells, so_far, when, true);
    so_far = collect_deps(job, e->b, cells, so_far, cm_form_and(&job->form, when, chosen), pick);
    return collect_deps(job, e->c, cells, so_far, cm_form_and(&job->form, when, -chosen), pick);
}

const cm_deps *cm_deps_expr(cm_job *job, const cm_expr *expr, const cm_cell *cells)
{
    return collect_deps(job, expr, cells, NULL, CM_TRUE, false);
}
