/* Base sets and relations of an execution. See bases.h. */
#include "execution/bases.h"

#include "litmus/isa/isa.h"

#include <string.h>

static bool has_tag(const char *const *tags, const char *name)
{
    for (const char *const *tag = tags; tag && *tag; tag++)
        if (**tag == *name && strcmp(*tag, name) == 0)
            return true;
    return false;
}

static bool is_memory(const cm_event *e)
{
    return e->kind == 'R' || e->kind == 'W';
}

/* Bit i of a set of actions, of the thread of both. */
static bool in_actions(const uint64_t *actions, const cm_event *e)
{
    return actions && (actions[e->index / 64] >> e->index % 64 & 1);
}

/* ---- relations by what kind of thing they look at ---------------------- */

typedef bool related(const cm_facts *f, const cm_event *a, const cm_event *b);

static bool same_thread(const cm_event *a, const cm_event *b)
{
    return a->thread >= 0 && a->thread == b->thread;
}

static bool is_id(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return a == b;
}

static bool is_async(const cm_event *e)
{
    return cm_step_is_async(e->action->step);
}

/* An instruction reads before it writes; its other events are in no order. Asynchronous
 * operations are in no order with the rest. */
static bool is_po(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    if (!same_thread(a, b) || a->index >= b->index)
        return false;
    if (a->action->instance == b->action->instance)
        return is_async(a) == is_async(b) && a->kind == 'R' && b->kind == 'W';
    return !is_async(a) && !is_async(b);
}

static bool is_issue(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return same_thread(a, b) && a->index < b->index && !is_async(a) && is_async(b);
}

/* Groups that the thread has closed between the two. */
static uint32_t commits_between(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    uint32_t commits = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const cm_event *e = &f->events[i];
        if (same_thread(e, a) && e->index > a->index && e->index < b->index)
            commits += e->action->step->async.role == CM_ASYNC_COMMIT &&
                       e->action->step->async.groups == a->action->step->async.groups;
    }
    return commits;
}

static bool waits_for(const cm_event *wait, const cm_event *e)
{
    const cm_async *how = &wait->action->step->async, *what = &e->action->step->async;
    bool waits = how->role == CM_ASYNC_WAIT || (how->role == CM_ASYNC_WAIT_READS && e->kind == 'R');
    return waits && what->groups != 0 && how->groups == what->groups;
}

static bool is_completion(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    if (!same_thread(a, b) || a->action->step->async.role != CM_ASYNC_ACCESS)
        return false;
    if (a->action->instance == b->action->instance)
        return cm_async_signals(&a->action->step->async, &b->action->step->async);
    if (b->action->step->async.role == CM_ASYNC_SIGNAL) /* of all that was issued so far */
        return a->index < b->index && b->action->step->async.groups != 0 &&
               b->action->step->async.groups == a->action->step->async.groups;
    return a->index < b->index && waits_for(b, a) &&
           commits_between(f, a, b) > b->action->step->async.pending;
}

static bool is_boundary(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    return b->action && cm_base_of_boundary(f->test, a->thread, b->thread, b->action->step);
}

static bool is_int(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return same_thread(a, b);
}

static bool is_ext(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    return !is_int(f, a, b);
}

static bool is_same_instance(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return a == b || (same_thread(a, b) && a->action->instance == b->action->instance);
}

static bool is_same_instruction(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return a == b || (same_thread(a, b) && a->action->whole == b->action->whole);
}

static cm_proxy proxy(const cm_event *e)
{
    return e->action ? e->action->step->proxy : CM_GENERIC;
}

static bool is_same_proxy(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return is_memory(a) && is_memory(b) && proxy(a) == proxy(b);
}

static bool is_loc(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return is_memory(a) && is_memory(b) && a->location == b->location && a->offset == b->offset;
}

static bool is_same_low_bits(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return is_memory(a) && is_memory(b) && a->offset % CM_PAGE == b->offset % CM_PAGE;
}

static bool is_same_address(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    return is_loc(f, a, b) && a->address == b->address;
}

/* The accesses that the two are parts of cover the same bytes. */
static bool is_same_access(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    if (!is_memory(a) || !is_memory(b) || !a->action || !b->action)
        return a == b && is_memory(a);
    return a->action->step->width == b->action->step->width && a->location == b->location &&
           a->offset - a->part == b->offset - b->part;
}

/* ---- what happened ----------------------------------------------------- */

/* Do both belong to one execution of an instruction, as different actions? */
static bool same_instance(const cm_event *a, const cm_event *b)
{
    return a->action != b->action && a->action->instance == b->action->instance;
}

/* Is there anything in a set of actions of that event's thread? */
static bool has_any(const cm_event *e, const uint64_t *actions)
{
    for (uint32_t i = 0; actions && i < e->action->words; i++)
        if (actions[i])
            return true;
    return false;
}

/* From the access just before one that is ordered. */
static bool is_iico_order(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return same_thread(a, b) && same_instance(a, b) && b->action->step->ordered &&
           a->index + 1 == b->index;
}

/* A way for an event to depend on earlier ones: which field of its action says on what, and
 * the bit of cm_step.forgets. */
typedef struct way {
    size_t field;
    unsigned forgotten_by;
} way;

#define WAY(field, forgotten_by)                                                                   \
    (way)                                                                                          \
    {                                                                                              \
        offsetof(cm_action, field), CM_FORGETS_##forgotten_by                                      \
    }

/* Dependencies are on earlier instructions of the thread. */
static void add_dependencies(const cm_facts *f, way how, cm_rel *out)
{
    for (uint32_t b = 0; b < f->count; b++) {
        const cm_event *to = &f->events[b];
        if (!to->action || to->forgets & how.forgotten_by)
            continue;
        const uint64_t *on = *(const uint64_t *const *)((const char *)to->action + how.field);
        if (!has_any(to, on))
            continue;
        for (uint32_t a = 0; a < f->count; a++)
            if (same_thread(&f->events[a], to) && in_actions(on, &f->events[a]) &&
                !same_instance(&f->events[a], to))
                cm_rel_add(out, a, b);
    }
}

static bool of_instruction(const cm_step *s)
{
    return s->rmw != CM_RMW_EXCLUSIVE;
}

static bool of_exclusives(const cm_step *s)
{
    return s->rmw == CM_RMW_EXCLUSIVE;
}

/* Atomic pairs: of one place. `of`: those whose store it says yes to; NULL: all. */
static void add_rmw(const cm_facts *f, bool (*of)(const cm_step *), cm_rel *out)
{
    for (uint32_t b = 0; b < f->count; b++) {
        const cm_event *to = &f->events[b];
        if (!to->action || !has_any(to, to->action->rmw) || (of && !of(to->action->step)))
            continue;
        for (uint32_t a = 0; a < f->count; a++)
            if (same_thread(&f->events[a], to) && in_actions(to->action->rmw, &f->events[a]) &&
                is_loc(f, &f->events[a], to))
                cm_rel_add(out, a, b);
    }
}

static bool of_register(const cm_event *e)
{
    return e->kind == 'N';
}

/* What a read of a register is for. */
static unsigned forgotten_by_use(const cm_event *e)
{
    return has_tag(e->tags, "ADDR")   ? CM_FORGETS_ADDR
           : has_tag(e->tags, "DATA") ? CM_FORGETS_DATA
                                      : CM_FORGETS_CTRL;
}

static bool is_rf_reg(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return same_thread(a, b) && of_register(a) && of_register(b) && has_tag(b->tags, "Rreg") &&
           in_actions(b->action->data, a) && !(b->forgets & forgotten_by_use(b));
}

/* Inside an instruction, what goes into an event: into its data, and, from the reads of
 * registers, into its address. */
static void add_inputs(const cm_facts *f, cm_rel *out)
{
    for (uint32_t a = 0; a < f->count; a++)
        for (uint32_t b = 0; b < f->count; b++) {
            const cm_event *x = &f->events[a], *y = &f->events[b];
            if (same_thread(x, y) && same_instance(x, y) &&
                (in_actions(y->action->data, x) ||
                 (of_register(x) && in_actions(y->action->addr, x))))
                cm_rel_add(out, a, b);
        }
}

/* Writes inside an instruction that a read of it decides on: by the write's guard, or
 * by a selection in what it writes. */
static void add_decisions(const cm_facts *f, cm_rel *out)
{
    for (uint32_t b = 0; b < f->count; b++) {
        const cm_event *to = &f->events[b];
        if (!to->action ||
            (!has_any(to, to->action->pick_ctrl) && !has_any(to, to->action->pick_data) &&
             !has_any(to, to->action->pick_addr)))
            continue;
        for (uint32_t a = 0; a < f->count; a++) {
            const cm_event *from = &f->events[a];
            if (same_thread(from, to) && same_instance(from, to) &&
                (in_actions(to->action->pick_ctrl, from) ||
                 in_actions(to->action->pick_data, from) ||
                 (of_register(from) && in_actions(to->action->pick_addr, from))))
                cm_rel_add(out, a, b);
        }
    }
}

/* Events of atomic pairs. */
static void add_pairs(const cm_facts *f, cm_set *out)
{
    for (uint32_t b = 0; b < f->count; b++) {
        const cm_event *to = &f->events[b];
        if (!to->action || !has_any(to, to->action->rmw))
            continue;
        for (uint32_t a = 0; a < f->count; a++)
            if (same_thread(&f->events[a], to) && in_actions(to->action->rmw, &f->events[a]) &&
                is_loc(f, &f->events[a], to)) {
                cm_set_add(out, a);
                cm_set_add(out, b);
            }
    }
}

/* ---- by kind ----------------------------------------------------------- */

bool cm_base_of_places(const cm_test *test, cm_scope scope, int a, int b)
{
    if (!cm_threads_share(test, a, b, scope))
        return false;
    return scope != CM_SCOPE_DEVICE || test->threads[a].at.gpu >= 0;
}

bool cm_base_of_boundary(const cm_test *test, int a, int b, const cm_step *to)
{
    switch (cm_thread_begins(test, a, b)) {
    case CM_BEGINS_AFTER:
        return true;
    case CM_BEGINS_WAITING:
        return to && to->async.role == CM_ASYNC_WAIT_GRIDS;
    case CM_BEGINS_FREELY:
        break;
    }
    return false;
}

static void add_homes(const cm_facts *f, cm_scope scope, cm_rel *out)
{
    for (uint32_t a = 0; a < f->count; a++)
        for (uint32_t b = 0; f->events[a].thread < 0 && b < f->count; b++)
            if (cm_location_shared_by(f->test, f->events[a].location, f->events[b].thread, scope))
                cm_rel_add(out, a, b);
}

/* The first event of that thread: it stands for all of them. */
static uint32_t first_of_thread(const cm_facts *f, uint32_t event)
{
    uint32_t first = 0;
    while (f->events[first].thread != f->events[event].thread)
        first++;
    return first;
}

/* Pairs that are told by the threads of both. */
static void add_places(const cm_facts *f, cm_scope scope, cm_rel *out)
{
    for (uint32_t a = 0; a < f->count; a++) {
        uint32_t first = first_of_thread(f, a);
        if (first < a) {
            cm_rel_copy_row(out, a, first);
            continue;
        }
        for (uint32_t b = 0; b < f->count; b++) {
            uint32_t like = first_of_thread(f, b);
            bool is = like < b ? cm_rel_has(out, a, like)
                               : cm_base_of_places(f->test, scope, f->events[a].thread,
                                                   f->events[b].thread);
            if (is)
                cm_rel_add(out, a, b);
        }
    }
}

/* Class by class: out is empty. */
static void add_classes(const cm_facts *f, related *holds, cm_rel *out)
{
    for (uint32_t a = 0; a < f->count; a++) {
        if (cm_rel_has(out, a, a) || !holds(f, &f->events[a], &f->events[a]))
            continue;
        for (uint32_t b = a; b < f->count; b++)
            if (holds(f, &f->events[a], &f->events[b]))
                cm_rel_add(out, a, b);
        CM_EACH(cm_rel_row(out, a), out->words, out->n, b)
        if (b != a)
            cm_rel_copy_row(out, b, a);
    }
}

static bool meets(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    if (a->kind != 'B' || b->kind != 'B')
        return false;
    return a == b ||
           (f->meets && cm_rel_has(f->meets, (uint32_t)(a - f->events), (uint32_t)(b - f->events)));
}

static void add_where(const cm_facts *f, const cm_base *base, related *holds, cm_rel *out)
{
    if (base->traits & CM_BASE_CLASSES) {
        add_classes(f, holds, out);
        return;
    }
    bool inside = base->traits & CM_BASE_INSIDE;
    for (uint32_t a = 0; a < f->count; a++)
        for (uint32_t b = 0; b < f->count; b++)
            if (inside && f->events[a].thread != f->events[b].thread)
                continue;
            else if (holds(f, &f->events[a], &f->events[b]))
                cm_rel_add(out, a, b);
}

/* By kind. */
void cm_base_relation(const cm_facts *f, const cm_base *base, cm_rel *out)
{
    switch (base->kind) {
    case CM_BASE_ID:
        add_where(f, base, is_id, out);
        break;
    case CM_BASE_PO:
        add_where(f, base, is_po, out);
        break;
    case CM_BASE_ISSUE:
        add_where(f, base, is_issue, out);
        break;
    case CM_BASE_COMPLETION:
        add_where(f, base, is_completion, out);
        break;
    case CM_BASE_BOUNDARY:
        add_where(f, base, is_boundary, out);
        break;
    case CM_BASE_INT:
        add_where(f, base, is_int, out);
        break;
    case CM_BASE_EXT:
        add_where(f, base, is_ext, out);
        break;
    case CM_BASE_LOC:
        add_where(f, base, is_loc, out);
        break;
    case CM_BASE_IICO_ORDER:
        add_where(f, base, is_iico_order, out);
        break;
    case CM_BASE_RF_REG:
        add_where(f, base, is_rf_reg, out);
        break;
    case CM_BASE_SAME_INSTANCE:
        add_where(f, base, is_same_instance, out);
        break;
    case CM_BASE_SAME_INSTRUCTION:
        add_where(f, base, is_same_instruction, out);
        break;
    case CM_BASE_SAME_ADDRESS:
        add_where(f, base, is_same_address, out);
        break;
    case CM_BASE_SAME_ACCESS:
        add_where(f, base, is_same_access, out);
        break;
    case CM_BASE_SAME_PROXY:
        add_where(f, base, is_same_proxy, out);
        break;
    case CM_BASE_SAME_LOW_BITS:
        add_where(f, base, is_same_low_bits, out);
        break;
    case CM_BASE_SAME_BARRIER:
        add_where(f, base, meets, out);
        break;
    case CM_BASE_RF:
        cm_rel_copy(out, f->rf);
        break;
    case CM_BASE_ADDR:
        add_dependencies(f, WAY(addr, ADDR), out);
        break;
    case CM_BASE_DATA:
        add_dependencies(f, WAY(data, DATA), out);
        break;
    case CM_BASE_CTRL:
        add_dependencies(f, WAY(ctrl, CTRL), out);
        break;
    case CM_BASE_PICK_ADDR:
        add_dependencies(f, WAY(pick_addr, ADDR), out);
        break;
    case CM_BASE_PICK_DATA:
        add_dependencies(f, WAY(pick_data, DATA), out);
        break;
    case CM_BASE_PICK_CTRL:
        add_dependencies(f, WAY(pick_ctrl, CTRL), out);
        break;
    case CM_BASE_IICO_DATA:
        add_inputs(f, out);
        break;
    case CM_BASE_IICO_CTRL:
        add_decisions(f, out);
        break;
    case CM_BASE_RMW:
        add_rmw(f, NULL, out);
        break;
    case CM_BASE_AMO:
        add_rmw(f, of_instruction, out);
        break;
    case CM_BASE_LXSX:
        add_rmw(f, of_exclusives, out);
        break;
    case CM_BASE_HOME_CTA:
        add_homes(f, CM_SCOPE_CTA, out);
        break;
    case CM_BASE_HOME_CLUSTER:
        add_homes(f, CM_SCOPE_CLUSTER, out);
        break;
    case CM_BASE_SAME_WAVE:
        add_places(f, CM_SCOPE_WAVE, out);
        break;
    case CM_BASE_SAME_CTA:
        add_places(f, CM_SCOPE_CTA, out);
        break;
    case CM_BASE_SAME_CLUSTER:
        add_places(f, CM_SCOPE_CLUSTER, out);
        break;
    case CM_BASE_SAME_GPU:
        add_places(f, CM_SCOPE_DEVICE, out);
        break;
    case CM_BASE_SAME_SYSTEM:
        add_places(f, CM_SCOPE_SYS, out);
        break;
    CM_BASE_CASES_OF_SETS:
        break;
    }
}

/* ---- sets -------------------------------------------------------------- */

bool cm_base_of_tags(const cm_base *base, const cm_event *event)
{
    return has_tag(event->tags, base->name);
}

bool cm_base_has(const cm_test *test, const cm_base *base, const cm_base_member *e)
{
    switch (base->kind) {
    case CM_BASE_R:
    case CM_BASE_W:
    case CM_BASE_M:
    case CM_BASE_F:
    case CM_BASE_BARRIER:
        return strchr(base->events, e->kind) != NULL;
    case CM_BASE_TAG:
    case CM_BASE_REGISTER:
        return has_tag(e->tags, base->name);
    case CM_BASE_IW:
        return e->thread < 0;
    case CM_BASE_COARSE:
        return e->thread < 0 && test->locations[e->location].coherence == CM_COHERENCE_COARSE;
    case CM_BASE_THREADS:
        return e->thread >= 0 && (base->on & CM_ARCH_BIT(test->threads[e->thread].arch));
    case CM_BASE_RMW_EVENTS: /* the pairs of an execution say which */
    CM_BASE_CASES_OF_RELATIONS:
        break;
    }
    return false;
}

void cm_base_set(const cm_facts *f, const cm_base *base, cm_set *out)
{
    if (base->kind == CM_BASE_RMW_EVENTS) {
        add_pairs(f, out);
        return;
    }
    for (uint32_t i = 0; i < f->count; i++) {
        const cm_event *e = &f->events[i];
        cm_base_member member = {e->kind, e->thread, e->location, e->tags};
        if (cm_base_has(f->test, base, &member))
            cm_set_add(out, i);
    }
}
