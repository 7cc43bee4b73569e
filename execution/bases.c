/* Base sets and relations of an execution. See bases.h. */
#include "execution/bases.h"

#include "litmus/isa/isa.h"

#include <string.h>

static bool has_tag(const cm_event *e, const char *name)
{
    for (const char *const *tag = e->tags; tag && *tag; tag++)
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

/* What an event depends on, in one of the ways; NULL: nothing. */
static const uint64_t *dependencies(const cm_event *e, cm_base_kind kind)
{
    const cm_action *a = e->action;
    if (!a)
        return NULL;
    switch (kind) {
    case CM_BASE_ADDR:
        return a->addr;
    case CM_BASE_DATA:
        return a->data;
    case CM_BASE_CTRL:
        return a->ctrl;
    case CM_BASE_PICK_ADDR:
        return a->pick_addr;
    case CM_BASE_PICK_DATA:
        return a->pick_data;
    case CM_BASE_PICK_CTRL:
        return a->pick_ctrl;
    case CM_BASE_RMW:
        return a->rmw;
    case CM_BASE_AMO:
        return a->step->rmw != CM_RMW_EXCLUSIVE ? a->rmw : NULL;
    default: /* CM_BASE_LXSX */
        return a->step->rmw == CM_RMW_EXCLUSIVE ? a->rmw : NULL;
    }
}

/* Is there anything in a set of actions of that event's thread? */
static bool has_any(const cm_event *e, const uint64_t *actions)
{
    for (uint32_t i = 0; actions && i < e->action->words; i++)
        if (actions[i])
            return true;
    return false;
}

static bool is_pair(cm_base_kind kind)
{
    return kind == CM_BASE_RMW || kind == CM_BASE_AMO || kind == CM_BASE_LXSX;
}

/* The kind of dependency that a step may forget. */
static unsigned forgotten_by(cm_base_kind kind)
{
    switch (kind) {
    case CM_BASE_ADDR:
    case CM_BASE_PICK_ADDR:
        return CM_FORGETS_ADDR;
    case CM_BASE_DATA:
    case CM_BASE_PICK_DATA:
        return CM_FORGETS_DATA;
    case CM_BASE_CTRL:
    case CM_BASE_PICK_CTRL:
        return CM_FORGETS_CTRL;
    default:
        return 0;
    }
}

/* Does the dependency, of an event of the same thread, belong to the relation? A pair
 * is of one place; other dependencies are on earlier instructions. */
static bool counts(const cm_facts *f, cm_base_kind kind, const cm_event *a, const cm_event *b)
{
    if (is_pair(kind))
        return is_loc(f, a, b);
    if (b->forgets & forgotten_by(kind))
        return false;
    return !same_instance(a, b);
}

/* From the access just before one that is ordered. */
static bool is_iico_order(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return same_thread(a, b) && same_instance(a, b) && b->action->step->ordered &&
           a->index + 1 == b->index;
}

static void add_dependencies(const cm_facts *f, cm_base_kind kind, cm_rel *out)
{
    for (uint32_t b = 0; b < f->count; b++) {
        const cm_event *to = &f->events[b];
        const uint64_t *on = dependencies(to, kind);
        if (!has_any(to, on))
            continue;
        for (uint32_t a = 0; a < f->count; a++)
            if (same_thread(&f->events[a], to) && in_actions(on, &f->events[a]) &&
                counts(f, kind, &f->events[a], to))
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
    return has_tag(e, "ADDR")   ? CM_FORGETS_ADDR
           : has_tag(e, "DATA") ? CM_FORGETS_DATA
                                : CM_FORGETS_CTRL;
}

static bool is_rf_reg(const cm_facts *f, const cm_event *a, const cm_event *b)
{
    (void)f;
    return same_thread(a, b) && of_register(a) && of_register(b) && has_tag(b, "Rreg") &&
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
        const uint64_t *on = dependencies(to, CM_BASE_RMW);
        if (!has_any(to, on))
            continue;
        for (uint32_t a = 0; a < f->count; a++)
            if (same_thread(&f->events[a], to) && in_actions(on, &f->events[a]) &&
                is_loc(f, &f->events[a], to)) {
                cm_set_add(out, a);
                cm_set_add(out, b);
            }
    }
}

/* ---- by kind ----------------------------------------------------------- */

static related *relation_of(cm_base_kind kind)
{
    switch (kind) {
    case CM_BASE_ID:
        return is_id;
    case CM_BASE_PO:
        return is_po;
    case CM_BASE_ISSUE:
        return is_issue;
    case CM_BASE_COMPLETION:
        return is_completion;
    case CM_BASE_BOUNDARY:
        return is_boundary;
    case CM_BASE_INT:
        return is_int;
    case CM_BASE_EXT:
        return is_ext;
    case CM_BASE_LOC:
        return is_loc;
    case CM_BASE_IICO_ORDER:
        return is_iico_order;
    case CM_BASE_SAME_INSTANCE:
        return is_same_instance;
    case CM_BASE_SAME_INSTRUCTION:
        return is_same_instruction;
    case CM_BASE_SAME_ADDRESS:
        return is_same_address;
    case CM_BASE_SAME_ACCESS:
        return is_same_access;
    case CM_BASE_SAME_PROXY:
        return is_same_proxy;
    case CM_BASE_SAME_LOW_BITS:
        return is_same_low_bits;
    case CM_BASE_RF_REG:
        return is_rf_reg;
    default:
        return NULL;
    }
}

static bool is_of_places(cm_base_kind kind, cm_scope *scope)
{
    switch (kind) {
    case CM_BASE_SAME_WAVE:
        *scope = CM_SCOPE_WAVE;
        return true;
    case CM_BASE_SAME_CTA:
        *scope = CM_SCOPE_CTA;
        return true;
    case CM_BASE_SAME_CLUSTER:
        *scope = CM_SCOPE_CLUSTER;
        return true;
    case CM_BASE_SAME_GPU:
        *scope = CM_SCOPE_DEVICE;
        return true;
    case CM_BASE_SAME_SYSTEM:
        *scope = CM_SCOPE_SYS;
        return true;
    default:
        return false;
    }
}

bool cm_base_of_places(const cm_test *test, cm_base_kind kind, int a, int b)
{
    cm_scope scope;
    if (!is_of_places(kind, &scope) || !cm_threads_share(test, a, b, scope))
        return false;
    return kind != CM_BASE_SAME_GPU || test->threads[a].at.gpu >= 0;
}

bool cm_base_of_home(const cm_test *test, cm_base_kind kind, int location, int thread)
{
    return cm_location_shared_by(test, location, thread,
                                 kind == CM_BASE_HOME_CTA ? CM_SCOPE_CTA : CM_SCOPE_CLUSTER);
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

static void add_homes(const cm_facts *f, cm_base_kind kind, cm_rel *out)
{
    for (uint32_t a = 0; a < f->count; a++)
        for (uint32_t b = 0; f->events[a].thread < 0 && b < f->count; b++)
            if (cm_base_of_home(f->test, kind, f->events[a].location, f->events[b].thread))
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
static void add_places(const cm_facts *f, cm_base_kind kind, cm_rel *out)
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
                               : cm_base_of_places(f->test, kind, f->events[a].thread,
                                                   f->events[b].thread);
            if (is)
                cm_rel_add(out, a, b);
        }
    }
}

/* Do events that are related to themselves fall into classes, in each of which all are related? */
static bool is_of_classes(cm_base_kind kind)
{
    switch (kind) {
    case CM_BASE_INT:
    case CM_BASE_LOC:
    case CM_BASE_SAME_INSTANCE:
    case CM_BASE_SAME_INSTRUCTION:
    case CM_BASE_SAME_ADDRESS:
    case CM_BASE_SAME_ACCESS:
    case CM_BASE_SAME_PROXY:
    case CM_BASE_SAME_LOW_BITS:
        return true;
    default:
        return false;
    }
}

static bool is_within_threads(cm_base_kind kind)
{
    return kind == CM_BASE_PO || kind == CM_BASE_ISSUE || kind == CM_BASE_COMPLETION ||
           kind == CM_BASE_IICO_ORDER || kind == CM_BASE_RF_REG;
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

cm_base_cause cm_base_caused_by(cm_base_kind kind)
{
    switch (kind) {
    case CM_BASE_RF:
    case CM_BASE_ADDR:
    case CM_BASE_DATA:
    case CM_BASE_CTRL:
    case CM_BASE_PICK_ADDR:
    case CM_BASE_PICK_DATA:
    case CM_BASE_PICK_CTRL:
    case CM_BASE_RF_REG:
    case CM_BASE_IICO_DATA:
    case CM_BASE_IICO_CTRL:
    case CM_BASE_RMW:
    case CM_BASE_AMO:
    case CM_BASE_LXSX:
    case CM_BASE_RMW_EVENTS:
    case CM_BASE_SAME_BARRIER:
        return CM_CAUSED_BY_EXECUTION;
    case CM_BASE_LOC:
    case CM_BASE_SAME_ADDRESS:
    case CM_BASE_SAME_ACCESS:
    case CM_BASE_SAME_LOW_BITS:
        return CM_CAUSED_BY_PLACES;
    case CM_BASE_TAG:
    case CM_BASE_REGISTER:
        return CM_CAUSED_BY_TAGS;
    default:
        return CM_CAUSED_BY_EVENTS;
    }
}

static bool meets(const cm_facts *f, uint32_t a, uint32_t b)
{
    if (f->events[a].kind != 'B' || f->events[b].kind != 'B')
        return false;
    return a == b || (f->meets && cm_rel_has(f->meets, a, b));
}

void cm_base_relation(const cm_facts *f, const cm_base *base, cm_rel *out)
{
    if (base->kind == CM_BASE_RF) {
        cm_rel_copy(out, f->rf);
        return;
    }
    if (base->kind == CM_BASE_IICO_CTRL) {
        add_decisions(f, out);
        return;
    }
    if (base->kind == CM_BASE_IICO_DATA) {
        add_inputs(f, out);
        return;
    }
    if (base->kind == CM_BASE_HOME_CTA || base->kind == CM_BASE_HOME_CLUSTER) {
        add_homes(f, base->kind, out);
        return;
    }
    cm_scope scope;
    if (is_of_places(base->kind, &scope)) {
        add_places(f, base->kind, out);
        return;
    }
    related *holds = relation_of(base->kind);
    if (!holds && base->kind != CM_BASE_SAME_BARRIER) {
        add_dependencies(f, base->kind, out);
        return;
    }
    if (is_of_classes(base->kind)) {
        add_classes(f, holds, out);
        return;
    }
    bool own = is_within_threads(base->kind);
    for (uint32_t a = 0; a < f->count; a++)
        for (uint32_t b = 0; b < f->count; b++)
            if (own && f->events[a].thread != f->events[b].thread)
                continue;
            else if (holds ? holds(f, &f->events[a], &f->events[b]) : meets(f, a, b))
                cm_rel_add(out, a, b);
}

/* ---- sets -------------------------------------------------------------- */

static bool is_of(const cm_facts *f, const cm_event *e, unsigned archs)
{
    return e->thread >= 0 && (archs & CM_ARCH_BIT(f->test->threads[e->thread].arch));
}

bool cm_base_of_tags(const cm_base *base, const cm_event *event)
{
    return has_tag(event, base->name);
}

/* kinds: those of its events, where the base is told by them. */
static bool in_set(const cm_facts *f, const cm_base *base, const char *kinds, const cm_event *e)
{
    if (kinds)
        return strchr(kinds, e->kind) != NULL;
    switch (base->kind) {
    case CM_BASE_TAG:
    case CM_BASE_REGISTER:
        return cm_base_of_tags(base, e);
    case CM_BASE_IW:
        return e->thread < 0;
    case CM_BASE_COARSE:
        return e->thread < 0 && f->test->locations[e->location].coherence == CM_COHERENCE_COARSE;
    default:
        return is_of(f, e, base->on);
    }
}

void cm_base_set(const cm_facts *f, const cm_base *base, cm_set *out)
{
    if (base->kind == CM_BASE_RMW_EVENTS) {
        add_pairs(f, out);
        return;
    }
    const char *kinds = cm_base_events(base->kind);
    for (uint32_t i = 0; i < f->count; i++)
        if (in_set(f, base, kinds, &f->events[i]))
            cm_set_add(out, i);
}
