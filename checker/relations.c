/* Base sets and relations over the events of a test. See relations.h and, for
 * what each one means, docs/cat.md. */
#include "checker/relations.h"

#include "checker/barrier.h"
#include "checker/deps.h"
#include "checker/forms.h"
#include "execution/bases.h"
#include "litmus/isa/isa.h"

#include <string.h>

/* A base being built. */
typedef struct builder {
    cm_graph *g;
    cm_form *form;
    uint32_t n;
    cm_bound bound;
} builder;

static void put(builder *b, uint32_t x, uint32_t y, cm_lit when)
{
    if (when == CM_FALSE)
        return;
    cm_lit both = cm_graph_both(b->g, x, y);
    when = cm_form_and(b->form, when, both);
    if (when == CM_FALSE)
        return;
    bool known = cm_rel_has(&b->bound.may, x, y);
    cm_rel_add(&b->bound.may, x, y);
    if (!b->bound.lits)
        b->bound.lits = CM_NEW_ARRAY(b->form->arena, (size_t)b->n * b->n, cm_lit);
    cm_lit *lit = &b->bound.lits[(size_t)x * b->n + y];
    *lit = known ? cm_form_or(b->form, *lit, when) : when;
    if (*lit == both)
        cm_rel_add(&b->bound.must, x, y);
}

static const cm_ev *event(const builder *b, uint32_t i)
{
    return &b->g->events[i];
}

/* ---- sets ------------------------------------------------------------ */

static cm_base_member member(const cm_ev *e)
{
    if (!e->access)
        return (cm_base_member){e->kind, e->thread, e->targets[0].spot.location, NULL};
    return (cm_base_member){e->kind, e->thread, -1, e->access->step->tags};
}

/* Of events whose tags the solver chooses, too. */
static void build_tag(builder *b, const char *name)
{
    cm_lit *lits = CM_NEW_ARRAY(b->form->arena, b->n, cm_lit);
    for (uint32_t i = b->g->init_count; i < b->n; i++) {
        const cm_ev *e = event(b, i);
        lits[i] = cm_form_and(b->form, e->exec, cm_forms_tagged(b->g, e->access->step, name));
        if (lits[i] != CM_FALSE)
            cm_set_add(&b->bound.may_set, i);
        if (lits[i] == e->exec)
            cm_set_add(&b->bound.must_set, i);
    }
    b->bound.lits = lits;
}

static void build_set(builder *b, const cm_base *base)
{
    if (base->kind == CM_BASE_TAG && b->g->job->test->form_places > 0) {
        build_tag(b, base->name);
        return;
    }
    for (uint32_t i = 0; i < b->n; i++) {
        cm_base_member e = member(event(b, i));
        if (cm_base_has(b->g->job->test, base, &e)) {
            cm_set_add(&b->bound.may_set, i);
            cm_set_add(&b->bound.must_set, i);
        }
    }
}

/* ---- relations that hold or not, whatever the execution -------------- */

static bool is_memory(const cm_ev *e)
{
    return e->width > 0;
}

static bool same_thread(const cm_ev *x, const cm_ev *y)
{
    return x->thread >= 0 && x->thread == y->thread;
}

/* An instruction reads before it writes; otherwise events of one instruction
 * are not in program order with each other (a load pair's reads, say). */
static bool in_program_order(const cm_ev *x, const cm_ev *y)
{
    if (!same_thread(x, y) || x >= y || x->access == y->access)
        return false;
    bool x_async = cm_step_is_async(x->access->step), y_async = cm_step_is_async(y->access->step);
    if (x->access->instance != y->access->instance)
        return !x_async && !y_async;
    return x_async == y_async && x->kind == 'R' && y->kind == 'W';
}

/* From the thread's own events to later ones of its asynchronous operations. */
static bool is_issued_after(const cm_ev *x, const cm_ev *y)
{
    return same_thread(x, y) && x < y && !cm_step_is_async(x->access->step) &&
           cm_step_is_async(y->access->step);
}

static cm_proxy proxy(const cm_ev *e)
{
    return e->access ? e->access->step->proxy : CM_GENERIC; /* initial writes */
}

typedef bool holds(const builder *b, const cm_ev *x, const cm_ev *y);

static bool is_id(const builder *b, const cm_ev *x, const cm_ev *y)
{
    (void)b;
    return x == y;
}

static bool is_po(const builder *b, const cm_ev *x, const cm_ev *y)
{
    (void)b;
    return in_program_order(x, y);
}

static bool is_issue(const builder *b, const cm_ev *x, const cm_ev *y)
{
    (void)b;
    return is_issued_after(x, y);
}

static bool is_boundary(const builder *b, const cm_ev *x, const cm_ev *y)
{
    return y->access && cm_base_of_boundary(b->g->job->test, x->thread, y->thread, y->access->step);
}

static bool is_int(const builder *b, const cm_ev *x, const cm_ev *y)
{
    (void)b;
    return same_thread(x, y);
}

static bool is_ext(const builder *b, const cm_ev *x, const cm_ev *y)
{
    (void)b;
    return !same_thread(x, y);
}

static bool is_same_instance(const builder *b, const cm_ev *x, const cm_ev *y)
{
    (void)b;
    return x == y || (same_thread(x, y) && x->access->instance == y->access->instance);
}

static bool is_same_instruction(const builder *b, const cm_ev *x, const cm_ev *y)
{
    (void)b;
    return x == y || (same_thread(x, y) && x->access->whole == y->access->whole);
}

static bool is_same_proxy(const builder *b, const cm_ev *x, const cm_ev *y)
{
    (void)b;
    return is_memory(x) && is_memory(y) && proxy(x) == proxy(y);
}

static void put_fixed(builder *b, uint32_t i, uint32_t k, bool related)
{
    if (related && cm_graph_both(b->g, i, k) != CM_FALSE) {
        cm_rel_add(&b->bound.may, i, k);
        cm_rel_add(&b->bound.must, i, k);
    }
}

static void build_fixed(builder *b, holds *of)
{
    for (uint32_t i = 0; i < b->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            put_fixed(b, i, k, of(b, event(b, i), event(b, k)));
}

/* By where threads run. */
static void build_places(builder *b, cm_scope scope)
{
    const cm_test *test = b->g->job->test;
    for (uint32_t i = 0; i < b->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            put_fixed(b, i, k,
                      cm_base_of_places(test, scope, event(b, i)->thread, event(b, k)->thread));
}

/* From initial writes of shared memory to the threads that share it. */
static void build_homes(builder *b, cm_scope scope)
{
    for (uint32_t i = 0; i < b->g->init_count; i++)
        for (uint32_t k = 0; k < b->n; k++)
            put_fixed(b, i, k,
                      cm_location_shared_by(b->g->job->test, event(b, i)->targets[0].spot.location,
                                            event(b, k)->thread, scope));
}

/* ---- relations between places ---------------------------------------- */

static void build_loc(builder *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            put(b, i, k, cm_graph_same_spot(b->g, i, k));
}

static cm_lit same_address(builder *b, const cm_ev *x, const cm_ev *y)
{
    cm_lit result = CM_FALSE;
    for (uint32_t i = 0; i < x->target_count; i++)
        for (uint32_t k = 0; k < y->target_count; k++)
            if (x->targets[i].address == y->targets[k].address)
                result = cm_form_or(b->form, result,
                                    cm_form_and(b->form, x->targets[i].when, y->targets[k].when));
    return result;
}

/* What is left of an address within its page; locations begin with pages. */
static bool same_low_bits(const cm_target *x, const cm_target *y)
{
    return x->spot.offset % CM_PAGE == y->spot.offset % CM_PAGE;
}

static void build_same_low_bits(builder *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            for (uint32_t s = 0; s < event(b, i)->target_count; s++)
                for (uint32_t t = 0; t < event(b, k)->target_count; t++) {
                    const cm_target *x = &event(b, i)->targets[s], *y = &event(b, k)->targets[t];
                    if (same_low_bits(x, y))
                        put(b, i, k, i == k ? CM_TRUE : cm_form_and(b->form, x->when, y->when));
                }
}

static void build_same_address(builder *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (is_memory(event(b, i)) && event(b, i)->width == event(b, k)->width)
                put(b, i, k, i == k ? CM_TRUE : same_address(b, event(b, i), event(b, k)));
}

/* The accesses that the two are parts of cover the same bytes. */
static cm_lit same_access(builder *b, const cm_ev *x, const cm_ev *y)
{
    if (!x->access || !y->access || x->access->step->width != y->access->step->width)
        return CM_FALSE;
    cm_lit result = CM_FALSE;
    for (uint32_t i = 0; i < x->target_count; i++)
        for (uint32_t k = 0; k < y->target_count; k++) {
            const cm_spot *s = &x->targets[i].spot, *t = &y->targets[k].spot;
            if (s->location == t->location && s->offset - x->part == t->offset - y->part)
                result = cm_form_or(b->form, result,
                                    cm_form_and(b->form, x->targets[i].when, y->targets[k].when));
        }
    return result;
}

static void build_same_access(builder *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            if (is_memory(event(b, i)) && is_memory(event(b, k)))
                put(b, i, k,
                    i == k || event(b, i)->access == event(b, k)->access
                        ? (event(b, i)->access || i == k ? CM_TRUE : CM_FALSE)
                        : same_access(b, event(b, i), event(b, k)));
}

/* ---- relations made by execution ------------------------------------- */

static void build_rf(builder *b)
{
    for (uint32_t r = 0; r < b->n; r++)
        for (uint32_t i = 0; i < event(b, r)->source_count; i++)
            put(b, event(b, r)->sources[i].write, r, event(b, r)->sources[i].when);
}

/* Other accesses of the same execution of an instruction. */
static bool same_instance(const cm_ev *x, const cm_ev *y)
{
    return same_thread(x, y) && x->access != y->access &&
           x->access->instance == y->access->instance;
}

/* Which dependencies count: selections or the others; on events of the same instruction or
 * on those of earlier ones; on all, or on those of registers only. */
typedef struct sort {
    bool pick, inside, registers;
    unsigned forgotten_by; /* the bit of cm_step.forgets, or 0 */
} sort;

/* From every part of the events depended on, to the event, where its step does not forget
 * them. */
static void put_sort(builder *b, uint32_t e, const cm_deps *deps, sort s)
{
    int thread = event(b, e)->thread;
    cm_lit counts = cm_forms_depends(b->g, event(b, e)->access->step, s.forgotten_by);
    for (uint32_t i = 0; deps && i < deps->count; i++) {
        const cm_dep *d = &deps->items[i];
        if (d->pick != s.pick)
            continue;
        const uint32_t *first = b->g->first_event[thread];
        for (uint32_t r = first[d->access]; r < first[d->access + 1]; r++)
            if (same_instance(event(b, r), event(b, e)) == s.inside &&
                (!s.registers || event(b, r)->kind == 'N'))
                put(b, r, e, cm_form_and(b->form, d->when, counts));
    }
}

/* Inside an instruction; an address is computed there only where registers have events. */
static void put_inside(builder *b, uint32_t e, bool pick)
{
    const cm_access *a = event(b, e)->access;
    put_sort(b, e, a->data, (sort){.pick = pick, .inside = true});
    put_sort(b, e, a->addr, (sort){.pick = pick, .inside = true, .registers = true});
}

static bool has_tag(const cm_ev *e, const char *name)
{
    for (const char *const *tag = e->access->step->tags; *tag; tag++)
        if (strcmp(*tag, name) == 0)
            return true;
    return false;
}

/* What a read of a register is for. */
static unsigned forgotten_by_use(const cm_ev *e)
{
    return has_tag(e, "ADDR")   ? CM_FORGETS_ADDR
           : has_tag(e, "DATA") ? CM_FORGETS_DATA
                                : CM_FORGETS_CTRL;
}

/* A way for an event to depend on earlier ones: which field of its access says on what. */
typedef struct way {
    size_t field;
    bool pick;
    unsigned forgotten_by; /* the bit of cm_step.forgets */
} way;

#define WAY(field, pick, forgotten_by)                                                             \
    (way)                                                                                          \
    {                                                                                              \
        offsetof(cm_access, field), pick, CM_FORGETS_##forgotten_by                                \
    }

static void build_dependency(builder *b, way how)
{
    for (uint32_t e = b->g->init_count; e < b->n; e++) {
        const char *access = (const char *)event(b, e)->access;
        put_sort(b, e, *(const cm_deps *const *)(access + how.field),
                 (sort){.pick = how.pick, .forgotten_by = how.forgotten_by});
    }
}

static void build_rf_reg(builder *b)
{
    for (uint32_t e = b->g->init_count; e < b->n; e++)
        if (has_tag(event(b, e), "Rreg"))
            put_sort(b, e, event(b, e)->access->data,
                     (sort){.registers = true, .forgotten_by = forgotten_by_use(event(b, e))});
}

static void build_iico_data(builder *b)
{
    for (uint32_t e = b->g->init_count; e < b->n; e++)
        put_inside(b, e, false);
}

/* A guard's, or a selection's. */
static void build_iico_ctrl(builder *b)
{
    for (uint32_t e = b->g->init_count; e < b->n; e++) {
        put_sort(b, e, event(b, e)->access->ctrl, (sort){.pick = true, .inside = true});
        put_inside(b, e, true);
    }
}

/* To every part of an access that is ordered, from every part of the one before it:
 * events stand in program order. */
static void build_order(builder *b)
{
    for (uint32_t e = b->g->init_count; e < b->n; e++) {
        const cm_access *a = event(b, e)->access;
        if (!a->step->ordered)
            continue;
        uint32_t k = e;
        while (k > b->g->init_count && event(b, k)->access == a)
            k--;
        const cm_access *before = event(b, k)->access;
        for (; before != a && k >= b->g->init_count && event(b, k)->access == before; k--)
            if (same_instance(event(b, k), event(b, e)))
                put(b, k, e, CM_TRUE);
    }
}

/* Atomic pairs: of one instruction, of exclusive instructions, or both. */
static void build_rmw(builder *b, bool single, bool exclusive)
{
    for (uint32_t w = b->g->init_count; w < b->n; w++) {
        const cm_ev *e = event(b, w);
        const cm_deps *pairs = e->access->rmw;
        bool is_exclusive = e->access->step->rmw == CM_RMW_EXCLUSIVE;
        if (is_exclusive ? !exclusive : !single)
            continue;
        for (uint32_t i = 0; pairs && i < pairs->count; i++) {
            const uint32_t *first = b->g->first_event[e->thread];
            int access = pairs->items[i].access;
            for (uint32_t r = first[access]; r < first[access + 1]; r++)
                put(b, r, w,
                    cm_form_and(b->form, pairs->items[i].when, cm_graph_same_spot(b->g, r, w)));
        }
    }
}

static void build_rmw_events(builder *b)
{
    build_rmw(b, true, true);
    b->bound.lits = b->bound.lits ? b->bound.lits : CM_NEW_ARRAY(b->form->arena, 1, cm_lit);
    cm_lit *lits = CM_NEW_ARRAY(b->form->arena, b->n, cm_lit);
    for (uint32_t i = 0; i < b->n; i++) {
        cm_lit any = CM_FALSE;
        for (uint32_t k = 0; k < b->n; k++) {
            if (cm_rel_has(&b->bound.may, i, k))
                any = cm_form_or(b->form, any, b->bound.lits[(size_t)i * b->n + k]);
            if (cm_rel_has(&b->bound.may, k, i))
                any = cm_form_or(b->form, any, b->bound.lits[(size_t)k * b->n + i]);
        }
        lits[i] = any;
        if (any != CM_FALSE)
            cm_set_add(&b->bound.may_set, i);
        if (any == event(b, i)->exec)
            cm_set_add(&b->bound.must_set, i);
    }
    b->bound.lits = lits;
}

/* Condition for more than `most` of the literals to hold. */
static cm_lit more_than(builder *b, const cm_lits *literals, uint32_t most)
{
    uint32_t room = literals->count < most ? literals->count : most;
    if (literals->count <= most)
        return CM_FALSE;
    cm_lit *least = CM_NEW_ARRAY(b->form->arena, (size_t)room + 2, cm_lit);
    least[0] = CM_TRUE; /* [k]: at least k of those looked at so far */
    for (uint32_t k = 1; k <= room + 1; k++)
        least[k] = CM_FALSE;
    for (uint32_t i = 0; i < literals->count; i++)
        for (uint32_t k = room + 1; k > 0; k--)
            least[k] = cm_form_or(b->form, least[k],
                                  cm_form_and(b->form, least[k - 1], literals->items[i]));
    return least[room + 1];
}

/* More groups than may be pending were closed between the access and the wait. */
static cm_lit has_completed(builder *b, uint32_t access, uint32_t wait)
{
    const cm_async *of = &event(b, access)->access->step->async;
    cm_lits commits = {0};
    for (uint32_t i = access + 1; i < wait; i++) {
        const cm_async *between = &event(b, i)->access->step->async;
        if (between->role == CM_ASYNC_COMMIT && between->groups == of->groups)
            cm_lits_add(b->form->arena, &commits, event(b, i)->exec);
    }
    return more_than(b, &commits, event(b, wait)->access->step->async.pending);
}

static cm_lit completes(builder *b, uint32_t i, uint32_t k)
{
    const cm_ev *x = event(b, i), *y = event(b, k);
    if (!same_thread(x, y) || x->access->step->async.role != CM_ASYNC_ACCESS)
        return CM_FALSE;
    const cm_async *of = &x->access->step->async, *how = &y->access->step->async;
    if (x->access->instance == y->access->instance)
        return cm_async_signals(of, how) ? CM_TRUE : CM_FALSE;
    if (how->role == CM_ASYNC_SIGNAL) /* of all that the thread has issued so far */
        return i < k && of->groups != 0 && of->groups == how->groups ? CM_TRUE : CM_FALSE;
    bool waits = how->role == CM_ASYNC_WAIT || (how->role == CM_ASYNC_WAIT_READS && x->kind == 'R');
    if (i >= k || !waits || of->groups == 0 || of->groups != how->groups)
        return CM_FALSE;
    return has_completed(b, i, k);
}

static void build_completion(builder *b)
{
    for (uint32_t i = b->g->init_count; i < b->n; i++)
        for (uint32_t k = b->g->init_count; k < b->n; k++)
            put(b, i, k, completes(b, i, k));
}

static void build_same_barrier(builder *b)
{
    for (uint32_t i = 0; i < b->n; i++)
        for (uint32_t k = 0; k < b->n; k++)
            put(b, i, k, cm_barrier_meet(b->g, i, k));
}

static void build_relation(builder *b, const cm_base *base)
{
    switch (base->kind) {
    case CM_BASE_LOC:
        build_loc(b);
        break;
    case CM_BASE_RF:
        build_rf(b);
        break;
    case CM_BASE_ADDR:
        build_dependency(b, WAY(addr, false, ADDR));
        break;
    case CM_BASE_DATA:
        build_dependency(b, WAY(data, false, DATA));
        break;
    case CM_BASE_CTRL:
        build_dependency(b, WAY(ctrl, false, CTRL));
        break;
    case CM_BASE_PICK_ADDR:
        build_dependency(b, WAY(addr, true, ADDR));
        break;
    case CM_BASE_PICK_DATA:
        build_dependency(b, WAY(data, true, DATA));
        break;
    case CM_BASE_PICK_CTRL:
        build_dependency(b, WAY(ctrl, true, CTRL));
        break;
    case CM_BASE_RF_REG:
        build_rf_reg(b);
        break;
    case CM_BASE_IICO_DATA:
        build_iico_data(b);
        break;
    case CM_BASE_IICO_CTRL:
        build_iico_ctrl(b);
        break;
    case CM_BASE_IICO_ORDER:
        build_order(b);
        break;
    case CM_BASE_COMPLETION:
        build_completion(b);
        break;
    case CM_BASE_RMW:
        build_rmw(b, true, true);
        break;
    case CM_BASE_AMO:
        build_rmw(b, true, false);
        break;
    case CM_BASE_LXSX:
        build_rmw(b, false, true);
        break;
    case CM_BASE_SAME_ADDRESS:
        build_same_address(b);
        break;
    case CM_BASE_SAME_ACCESS:
        build_same_access(b);
        break;
    case CM_BASE_SAME_LOW_BITS:
        build_same_low_bits(b);
        break;
    case CM_BASE_SAME_BARRIER:
        build_same_barrier(b);
        break;
    case CM_BASE_ID:
        build_fixed(b, is_id);
        break;
    case CM_BASE_PO:
        build_fixed(b, is_po);
        break;
    case CM_BASE_ISSUE:
        build_fixed(b, is_issue);
        break;
    case CM_BASE_BOUNDARY:
        build_fixed(b, is_boundary);
        break;
    case CM_BASE_INT:
        build_fixed(b, is_int);
        break;
    case CM_BASE_EXT:
        build_fixed(b, is_ext);
        break;
    case CM_BASE_SAME_INSTANCE:
        build_fixed(b, is_same_instance);
        break;
    case CM_BASE_SAME_INSTRUCTION:
        build_fixed(b, is_same_instruction);
        break;
    case CM_BASE_SAME_PROXY:
        build_fixed(b, is_same_proxy);
        break;
    case CM_BASE_HOME_CTA:
        build_homes(b, CM_SCOPE_CTA);
        break;
    case CM_BASE_HOME_CLUSTER:
        build_homes(b, CM_SCOPE_CLUSTER);
        break;
    case CM_BASE_SAME_WAVE:
        build_places(b, CM_SCOPE_WAVE);
        break;
    case CM_BASE_SAME_CTA:
        build_places(b, CM_SCOPE_CTA);
        break;
    case CM_BASE_SAME_CLUSTER:
        build_places(b, CM_SCOPE_CLUSTER);
        break;
    case CM_BASE_SAME_GPU:
        build_places(b, CM_SCOPE_DEVICE);
        break;
    case CM_BASE_SAME_SYSTEM:
        build_places(b, CM_SCOPE_SYS);
        break;
    CM_BASE_CASES_OF_SETS:
        break;
    }
}

cm_bound cm_bound_base(cm_graph *graph, const cm_base *base)
{
    cm_arena *arena = graph->job->arena;
    builder b = {.g = graph, .form = &graph->job->form, .n = graph->count};
    if (base->is_set) {
        b.bound.may_set = cm_set_new(arena, b.n);
        b.bound.must_set = cm_set_new(arena, b.n);
    }
    if (!base->is_set || base->kind == CM_BASE_RMW_EVENTS) {
        b.bound.may = cm_rel_new(arena, b.n);
        b.bound.must = cm_rel_new(arena, b.n);
    }
    if (base->kind == CM_BASE_RMW_EVENTS)
        build_rmw_events(&b);
    else if (base->is_set)
        build_set(&b, base);
    else
        build_relation(&b, base);
    return b.bound;
}
