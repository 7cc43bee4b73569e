/* Repairs: the public face of explain/repair.h. */
#include "explain/repair.h"
#include "api/internal.h"

struct cmcm_repair {
    cm_work work;
    cm_repair *repair;
    cm_costs costs;
    const char *costs_path;
};

static unsigned only_of(const cmcm_repair_options *o)
{
    unsigned only = (o->fences ? CM_REPAIR_FENCES : 0u) | (o->orders ? CM_REPAIR_ORDERS : 0u) |
                    (o->scopes ? CM_REPAIR_SCOPES : 0u) | (o->waits ? CM_REPAIR_WAITS : 0u);
    return only ? only : CM_REPAIR_ALL;
}

static void read_costs(void *argument)
{
    cmcm_repair *r = argument;
    const cm_source *source = cm_source_read(&r->work, r->costs_path);
    if (source)
        cm_costs_read(&r->work, source, &r->costs);
}

static void find_repair(cmcm_repair *r, cm_solver_context *solver, const cmcm_model *model,
                        const cmcm_test *test, const cmcm_repair_options *options)
{
    cm_repair_options how = {.check = {.unroll = options->unroll,
                                       .timeout = options->timeout,
                                       .memory_limit = options->memory_limit},
                             .only = only_of(options),
                             .threads = options->threads,
                             .thread_count = (int)options->thread_count,
                             .costs = options->costs ? &r->costs : NULL,
                             .weaken = options->weaken,
                             .explains = options->explains,
                             .most = (int)options->most};
    r->costs_path = options->costs;
    if (r->costs_path && !cm_arena_protect(r->work.arena, read_costs, r))
        return;
    if (r->work.diags.errors == 0)
        r->repair = cm_repair_test(&r->work, solver, model->model, test->test, &how);
}

cmcm_repair *cmcm_repair_find(cmcm_session *session, const cmcm_model *model, const cmcm_test *test,
                              const cmcm_repair_options *options)
{
    static const cmcm_repair_options defaults = {0};
    options = options ? options : &defaults;
    cmcm_repair *r = cm_object_new(session, sizeof *r, options->memory_limit);
    if (!r)
        return NULL;
    cm_solver_context *solver = cm_session_solver(session);
    if (solver)
        find_repair(r, solver, model, test, options);
    return cm_object_made(session, r, r->repair != NULL);
}

void cmcm_repair_free(cmcm_repair *repair)
{
    cm_object_free(repair);
}

cmcm_repaired cmcm_repair_verdict(const cmcm_repair *r)
{
    static const cmcm_repaired verdicts[] = {[CM_REPAIRED] = CMCM_REPAIRED,
                                             [CM_REPAIR_NEEDLESS] = CMCM_REPAIR_NEEDLESS,
                                             [CM_REPAIR_IMPOSSIBLE] = CMCM_REPAIR_IMPOSSIBLE,
                                             [CM_REPAIR_UNKNOWN] = CMCM_REPAIR_UNKNOWN};
    return verdicts[r->repair->verdict];
}

const char *cmcm_repair_reason(const cmcm_repair *r)
{
    return r->repair->reason;
}

const char *cmcm_repair_proposal(const cmcm_repair *r, size_t index, double *cost)
{
    if (index >= (size_t)r->repair->count)
        return NULL;
    if (cost)
        *cost = r->repair->proposals[index].cost;
    return r->repair->proposals[index].text;
}

typedef struct telling {
    cmcm_repair *r;
    const cm_proposal *one; /* in one line; NULL: all */
    cmcm_telling how;
    cm_text out;
} telling;

static void tell_repair(void *argument)
{
    telling *t = argument;
    t->out = cm_text_new(t->r->work.arena);
    if (t->one)
        cm_repair_line(&t->out, t->r->repair, t->one);
    else if (t->how == CMCM_AS_JSON)
        cm_repair_json(&t->out, t->r->repair);
    else
        cm_repair_text(&t->out, t->r->repair, t->how == CMCM_AS_FORMAL);
}

const char *cmcm_repair_summary(cmcm_repair *r, size_t index)
{
    if (index >= (size_t)r->repair->count)
        return NULL;
    telling t = {.r = r, .one = &r->repair->proposals[index]};
    return cm_arena_protect(r->work.arena, tell_repair, &t) ? t.out.data : NULL;
}

static void tell_leaves(void *argument)
{
    telling *t = argument;
    t->out = cm_text_new(t->r->work.arena);
    cm_text_add(&t->out, cm_repair_leaves(t->r->work.arena, t->one));
}

const char *cmcm_repair_leaves(cmcm_repair *r, size_t index, bool *known)
{
    if (index >= (size_t)r->repair->count)
        return NULL;
    telling t = {.r = r, .one = &r->repair->proposals[index]};
    if (known)
        *known = t.one->flags_known;
    return cm_arena_protect(r->work.arena, tell_leaves, &t) ? t.out.data : NULL;
}

const char *cmcm_repair_text(cmcm_repair *r, cmcm_telling how)
{
    telling t = {.r = r, .how = how};
    return cm_arena_protect(r->work.arena, tell_repair, &t) ? t.out.data : NULL;
}
