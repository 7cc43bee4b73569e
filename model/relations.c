/* The base sets and relations: a row each, at the end, and what it relates. See relations.h. */
#include "model/relations.h"

#include "litmus/isa/isa.h"
#include "litmus/trace.h"

#include <string.h>

/* ---- sets -------------------------------------------------------------- */

static bool is_kind(const cm_test *test, const cm_base *base, const cm_outline *e)
{
    (void)test;
    return strchr(base->events, e->kind) != NULL;
}

bool cm_base_has_tag(const cm_test *test, const cm_base *base, const cm_outline *e)
{
    const char *const *of_location = e->thread < 0 ? test->locations[e->location].tags : NULL;
    return cm_tags_have(e->tags, base->name) ||
           (of_location && cm_tags_have(of_location, base->name));
}

bool cm_base_has_arch(const cm_test *test, const cm_base *base, const cm_outline *e)
{
    return e->thread >= 0 && (base->on & CM_ARCH_BIT(test->threads[e->thread].arch));
}

static bool is_initial(const cm_test *test, const cm_base *base, const cm_outline *e)
{
    (void)test, (void)base;
    return e->thread < 0;
}

static bool is_coarse(const cm_test *test, const cm_base *base, const cm_outline *e)
{
    (void)base;
    return e->thread < 0 && test->locations[e->location].coherence == CM_COHERENCE_COARSE;
}

static bool is_not_atomic(const cm_test *test, const cm_base *base, const cm_outline *e)
{
    (void)base;
    return e->thread < 0 && !test->locations[e->location].is_atomic;
}

bool cm_base_has(const cm_test *test, const cm_base *base, const cm_outline *e)
{
    return base->has && base->has(test, base, e);
}

/* ---- pairs that are told by the two events ------------------------------- */

/* Two events, x before y where they are of one thread and x < y. */
typedef struct pair {
    cm_world *w;
    uint32_t x, y;
    const cm_outline *a, *b;
    cm_scope scope; /* of the relation, where it has one */
} pair;

static bool same_thread(const cm_outline *a, const cm_outline *b)
{
    return a->thread >= 0 && a->thread == b->thread;
}

static bool is_memory(const cm_outline *e)
{
    return e->width > 0;
}

static bool is_async(const cm_outline *e)
{
    return cm_step_is_async(e->step);
}

/* Do both belong to one execution of an instruction, as different accesses? */
static bool inside_one(const cm_outline *a, const cm_outline *b)
{
    return same_thread(a, b) && a->access != b->access && a->instance == b->instance;
}

static bool is_id(const pair *p)
{
    return p->x == p->y;
}

/* An instruction reads before it writes; otherwise events of one instruction are not in
 * program order with each other (a load pair's reads, say). */
static bool is_po(const pair *p)
{
    const cm_outline *a = p->a, *b = p->b;
    if (!same_thread(a, b) || p->x >= p->y || a->access == b->access)
        return false;
    if (a->instance == b->instance)
        return is_async(a) == is_async(b) && a->kind == 'R' && b->kind == 'W';
    return !is_async(a) && !is_async(b);
}

/* From the thread's own events to later ones of its asynchronous operations. */
static bool is_issue(const pair *p)
{
    return same_thread(p->a, p->b) && p->x < p->y && !is_async(p->a) && is_async(p->b);
}

bool cm_base_of_boundary(const cm_test *test, int a, int b, const cm_step *to)
{
    switch (cm_thread_begins(test, a, b)) {
    case CM_BEGINS_AFTER:
        return true;
    case CM_BEGINS_WAITING:
        return to && to->async.role == CM_ASYNC_WAIT_GRIDS;
    case CM_BEGINS_SYNCED:
    case CM_BEGINS_FREELY:
        break;
    }
    return false;
}

static bool is_boundary(const pair *p)
{
    return p->b->step && cm_base_of_boundary(p->w->test, p->a->thread, p->b->thread, p->b->step);
}

static bool is_ssw(const pair *p)
{
    return cm_thread_begins(p->w->test, p->a->thread, p->b->thread) == CM_BEGINS_SYNCED;
}

static bool is_int(const pair *p)
{
    return same_thread(p->a, p->b);
}

static bool is_ext(const pair *p)
{
    return p->a->thread != p->b->thread;
}

/* To every part of an access that is ordered, from every part of the one before it. */
static bool is_iico_order(const pair *p)
{
    return inside_one(p->a, p->b) && p->b->step->ordered && p->a->access + 1 == p->b->access;
}

static bool is_same_instance(const pair *p)
{
    return p->x == p->y || (same_thread(p->a, p->b) && p->a->instance == p->b->instance);
}

static bool is_same_instruction(const pair *p)
{
    return p->x == p->y || (same_thread(p->a, p->b) && p->a->whole == p->b->whole);
}

static cm_proxy proxy(const cm_outline *e)
{
    return e->step ? e->step->proxy : CM_GENERIC; /* initial writes */
}

static bool is_same_proxy(const pair *p)
{
    return is_memory(p->a) && is_memory(p->b) && proxy(p->a) == proxy(p->b);
}

bool cm_base_of_places(const cm_test *test, cm_scope scope, int a, int b)
{
    if (!cm_threads_share(test, a, b, scope))
        return false;
    return scope != CM_SCOPE_DEVICE || test->threads[a].at.gpu >= 0;
}

static bool is_at_places(const pair *p)
{
    return cm_base_of_places(p->w->test, p->scope, p->a->thread, p->b->thread);
}

/* From initial writes of shared memory to the threads that share it. */
static bool is_home(const pair *p)
{
    return p->a->thread < 0 &&
           cm_location_shared_by(p->w->test, p->a->location, p->b->thread, p->scope);
}

/* ---- pairs that are told by where the two events go ---------------------- */

/* Is it so where they go there? */
typedef bool alike(const cm_outline *a, const cm_target *s, const cm_outline *b,
                   const cm_target *t);

static bool is_loc(const cm_outline *a, const cm_target *s, const cm_outline *b, const cm_target *t)
{
    return a->width == b->width && s->spot.location == t->spot.location &&
           s->spot.offset == t->spot.offset;
}

static bool is_same_address(const cm_outline *a, const cm_target *s, const cm_outline *b,
                            const cm_target *t)
{
    return a->width == b->width && s->address == t->address;
}

/* What is left of an address within its page; locations begin with pages. */
static bool is_same_low_bits(const cm_outline *a, const cm_target *s, const cm_outline *b,
                             const cm_target *t)
{
    (void)a, (void)b;
    return s->spot.offset % CM_PAGE == t->spot.offset % CM_PAGE;
}

/* The accesses that the two are parts of cover the same bytes. */
static bool is_same_access(const cm_outline *a, const cm_target *s, const cm_outline *b,
                           const cm_target *t)
{
    return a->step && b->step && a->step->width == b->step->width &&
           s->spot.location == t->spot.location &&
           s->spot.offset - a->part == t->spot.offset - b->part;
}

static bool is_same_object(const cm_outline *a, const cm_target *s, const cm_outline *b,
                           const cm_target *t)
{
    (void)a, (void)b;
    return s->spot.location == t->spot.location;
}

static cm_lit anywhere(const pair *p, alike *are_alike)
{
    if (!is_memory(p->a) || !is_memory(p->b))
        return CM_FALSE;
    bool one_access = same_thread(p->a, p->b) && p->a->access == p->b->access;
    if (p->x == p->y || (are_alike == is_same_access && one_access))
        return CM_TRUE;
    if (p->w->places)
        return are_alike(p->a, &p->w->places[p->x], p->b, &p->w->places[p->y]) ? CM_TRUE : CM_FALSE;
    const cm_target *from, *to;
    uint32_t from_count = p->w->targets(p->w, p->x, &from);
    uint32_t to_count = p->w->targets(p->w, p->y, &to);
    cm_lit result = CM_FALSE;
    for (uint32_t i = 0; i < from_count; i++)
        for (uint32_t k = 0; k < to_count; k++)
            if (are_alike(p->a, &from[i], p->b, &to[k]))
                result = p->w->either(p->w, result, p->w->both(p->w, from[i].when, to[k].when));
    return result;
}

/* ---- completion ----------------------------------------------------------- */

/* More groups than may be pending were closed between the access and the wait. */
static cm_lit has_completed(const pair *p)
{
    cm_lit *commits = CM_NEW_ARRAY(p->w->arena, p->y - p->x, cm_lit);
    uint32_t count = 0;
    for (uint32_t i = p->x + 1; i < p->y; i++) {
        const cm_async *between = &p->w->outlines[i].step->async;
        if (between->role == CM_ASYNC_COMMIT && between->groups == p->a->step->async.groups)
            commits[count++] = p->w->happens(p->w, i);
    }
    /* More than `most` of these happen. */
    uint32_t most = p->b->step->async.pending;
    if (count <= most)
        return CM_FALSE;
    cm_lit *least = CM_NEW_ARRAY(p->w->arena, (size_t)most + 2, cm_lit);
    least[0] = CM_TRUE; /* [k]: at least k of those looked at so far */
    for (uint32_t k = 1; k <= most + 1; k++)
        least[k] = CM_FALSE;
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = most + 1; k > 0; k--)
            least[k] = p->w->either(p->w, least[k], p->w->both(p->w, least[k - 1], commits[i]));
    return least[most + 1];
}

static cm_lit is_completion(const pair *p)
{
    if (!same_thread(p->a, p->b) || p->a->step->async.role != CM_ASYNC_ACCESS)
        return CM_FALSE;
    const cm_async *of = &p->a->step->async, *how = &p->b->step->async;
    if (p->a->instance == p->b->instance)
        return cm_async_signals(of, how) ? CM_TRUE : CM_FALSE;
    if (p->x >= p->y || of->groups == 0 || of->groups != how->groups)
        return CM_FALSE;
    if (how->role == CM_ASYNC_SIGNAL) /* of all that the thread has issued so far */
        return CM_TRUE;
    bool waits =
        how->role == CM_ASYNC_WAIT || (how->role == CM_ASYNC_WAIT_READS && p->a->kind == 'R');
    return waits ? has_completed(p) : CM_FALSE;
}

static cm_lit is_same_barrier(const pair *p)
{
    return p->a->kind == 'B' && p->b->kind == 'B' ? p->w->meets(p->w, p->x, p->y) : CM_FALSE;
}

/* How a relation is told: by two events (is), by where they go (at), as a truth (when), or as a
 * whole (make). */
typedef struct cm_telling {
    bool (*is)(const pair *p);
    alike *at;
    cm_lit (*when)(const pair *p);
    void (*make)(cm_world *w, const struct cm_telling *how);
    cm_scope scope;
    cm_way way; /* of a dependency; pick: through a condition */
    bool pick;
    unsigned kind; /* CM_FORGETS_...; of pairs SINGLE, EXCLUSIVE */
} cm_telling;

/* ---- what happened --------------------------------------------------------- */

/* Events that an event depends on: those of its own instruction or those of earlier ones; all,
 * or those of registers only. */
typedef struct wanted {
    cm_world *w;
    uint32_t event;
    bool inside, registers;
    unsigned kind; /* CM_FORGETS_...: where the event's step does not forget it; 0: anyway */
} wanted;

static void relate_wanted(void *context, uint32_t on, cm_lit when)
{
    const wanted *x = context;
    const cm_outline *outlines = x->w->outlines;
    if (inside_one(&outlines[on], &outlines[x->event]) != x->inside ||
        (x->registers && outlines[on].kind != 'N'))
        return;
    if (x->kind)
        when = x->w->both(x->w, when, x->w->counts(x->w, x->event, x->kind));
    x->w->relate(x->w, on, x->event, when);
}

/* On earlier instructions of the thread, where the step does not forget them. */
static void add_dependencies(cm_world *w, const cm_telling *t)
{
    for (uint32_t e = w->init_count; e < w->count; e++) {
        wanted x = {.w = w, .event = e, .kind = t->kind};
        w->depends(w, e, t->way, t->pick, relate_wanted, &x);
    }
}

/* Inside an instruction, from what goes into an event: into its data, and, from the reads of
 * registers, into its address. */
static void add_inside(cm_world *w, const cm_telling *t)
{
    for (uint32_t e = w->init_count; e < w->count; e++) {
        wanted data = {.w = w, .event = e, .inside = true};
        wanted address = data;
        address.registers = true;
        w->depends(w, e, CM_WAY_DATA, t->pick, relate_wanted, &data);
        w->depends(w, e, CM_WAY_ADDR, t->pick, relate_wanted, &address);
        if (t->pick) /* a guard decides on the event */
            w->depends(w, e, CM_WAY_CTRL, true, relate_wanted, &data);
    }
}

/* What the read of a register is for. */
static unsigned kind_of_read(const cm_outline *read)
{
    return cm_tags_have(read->tags, "ADDR")   ? CM_FORGETS_ADDR
           : cm_tags_have(read->tags, "DATA") ? CM_FORGETS_DATA
                                              : CM_FORGETS_CTRL;
}

/* To reads of registers, by what they are for. */
static void add_rf_reg(cm_world *w, const cm_telling *t)
{
    (void)t;
    for (uint32_t e = w->init_count; e < w->count; e++) {
        const cm_outline *node = &w->outlines[e];
        if (!cm_tags_have(node->tags, "Rreg"))
            continue;
        wanted x = {.w = w, .event = e, .registers = true, .kind = kind_of_read(node)};
        w->depends(w, e, CM_WAY_DATA, false, relate_wanted, &x);
    }
}

static cm_lit counts_as_read(const pair *p, uint32_t event, const cm_outline *node)
{
    return cm_tags_have(node->tags, "Rreg") ? p->w->counts(p->w, event, kind_of_read(node))
                                            : CM_TRUE;
}

/* Of memory, or events of one register: a read that does not count is alone. */
static cm_lit is_same_place(const pair *p)
{
    if (p->a->kind != 'N' || p->b->kind != 'N')
        return anywhere(p, is_loc);
    int reg = cm_trace_register(p->a->step);
    if (reg < 0 || p->a->thread != p->b->thread || reg != cm_trace_register(p->b->step))
        return CM_FALSE;
    return p->x == p->y
               ? CM_TRUE
               : p->w->both(p->w, counts_as_read(p, p->x, p->a), counts_as_read(p, p->y, p->b));
}

/* A store, and reads of the same place that it may form an atomic pair with. */
static void relate_pair(void *context, uint32_t read, cm_lit when)
{
    const wanted *x = context;
    cm_world *w = x->w;
    pair p = {w, read, x->event, &w->outlines[read], &w->outlines[x->event], 0};
    w->relate(w, read, x->event, w->both(w, when, anywhere(&p, is_loc)));
}

enum { SINGLE = 1, EXCLUSIVE = 2 }; /* of one instruction, of exclusive ones */

static void add_pairs(cm_world *w, const cm_telling *t)
{
    for (uint32_t e = w->init_count; e < w->count; e++) {
        wanted x = {.w = w, .event = e};
        bool exclusive = w->outlines[e].step->rmw == CM_RMW_EXCLUSIVE;
        if (t->kind & (exclusive ? EXCLUSIVE : SINGLE))
            w->depends(w, e, CM_WAY_PAIR, false, relate_pair, &x);
    }
}

static void relate_source(void *context, uint32_t write, cm_lit when)
{
    const wanted *x = context;
    x->w->relate(x->w, write, x->event, when);
}

static void add_sources(cm_world *w, const cm_telling *t)
{
    (void)t;
    for (uint32_t e = 0; e < w->count; e++) {
        wanted x = {.w = w, .event = e};
        if (w->outlines[e].kind == 'R')
            w->sources(w, e, relate_source, &x);
    }
}

/* ---- all of them ----------------------------------------------------------- */

static cm_lit truth(const cm_telling *t, const pair *p)
{
    return t->is ? (t->is(p) ? CM_TRUE : CM_FALSE) : t->at ? anywhere(p, t->at) : t->when(p);
}

/* Class by class: where all truths are known, one event of a class tells of the others. */
static void relate_classes(cm_world *w, const cm_telling *t)
{
    bool *done = CM_NEW_ARRAY(w->arena, w->count, bool);
    uint32_t *members = CM_NEW_ARRAY(w->arena, w->count, uint32_t);
    for (uint32_t x = 0; x < w->count; x++) {
        uint32_t size = 0;
        for (uint32_t y = x; !done[x] && y < w->count; y++) {
            pair p = {w, x, y, &w->outlines[x], &w->outlines[y], t->scope};
            if (truth(t, &p) == CM_TRUE)
                members[size++] = y;
        }
        for (uint32_t i = 0; i < size; i++) {
            done[members[i]] = true;
            for (uint32_t k = 0; k < size; k++)
                w->relate(w, members[i], members[k], CM_TRUE);
        }
    }
}

static void relate_all(cm_world *w, const cm_base *base, const cm_telling *t)
{
    if (w->known && w->from == 0 && base->traits & CM_BASE_CLASSES) {
        relate_classes(w, t);
        return;
    }
    for (uint32_t x = 0; x < w->count; x++)
        for (uint32_t y = x < w->from ? w->from : 0; y < w->count; y++)
            if (!(base->traits & CM_BASE_INSIDE) ||
                w->outlines[x].thread == w->outlines[y].thread) {
                pair p = {w, x, y, &w->outlines[x], &w->outlines[y], t->scope};
                cm_lit when = truth(t, &p);
                if (when != CM_FALSE)
                    w->relate(w, x, y, when);
            }
}

void cm_world_relate(cm_world *w, const cm_base *base)
{
    if (base->pairs->make)
        base->pairs->make(w, base->pairs);
    else
        relate_all(w, base, base->pairs);
}

/* ---- the table ------------------------------------------------------------- */

#define SET(name, kind, events, has, cause, traits, what)                                          \
    {                                                                                              \
        name, true, CM_BASE_##kind, events, CM_CAUSED_BY_##cause, traits, 0, what, has, NULL, 0, 0 \
    }
/* The ends of pairs. */
#define ENDS(name, kind, cause, traits, pairs, what)                                               \
    {                                                                                              \
        name, true, CM_BASE_##kind, NULL, CM_CAUSED_BY_##cause, traits, 0, what, NULL, pairs, 0, 0 \
    }
#define REL(name, kind, cause, traits, pairs, steps, ghosts, what)                                 \
    {                                                                                              \
        name, false, CM_BASE_##kind, NULL, CM_CAUSED_BY_##cause, traits, 0, what, NULL, pairs,     \
            CM_STEPS_##steps, CM_GHOSTS_##ghosts                                                   \
    }

/* How pairs are told. */
#define TELL(...)        (&(const cm_telling){__VA_ARGS__})
#define AT_PLACES(level) TELL(.is = is_at_places, .scope = CM_SCOPE_##level)
#define AT_HOME(level)   TELL(.is = is_home, .scope = CM_SCOPE_##level)
#define PAIRS(which)     TELL(.make = add_pairs, .kind = (which))
#define DEPENDS(what, through)                                                                     \
    TELL(.make = add_dependencies, .way = CM_WAY_##what, .pick = (through),                        \
         .kind = CM_FORGETS_##what)

/* Traits, by their initials. */
enum {
    NONE = 0,
    FILTER = CM_BASE_FILTER,
    FACT = CM_BASE_FACT,
    IN = CM_BASE_INSIDE,
    SYM = CM_BASE_SYMMETRIC,
    SAME = CM_BASE_SYMMETRIC | CM_BASE_CLASSES,
};

const cm_base cm_base_rows[] = {
    /* kinds of events */
    SET("R", R, "R", is_kind, EVENTS, FILTER, "reads"),
    SET("W", W, "W", is_kind, EVENTS, FILTER, "writes, initial ones included"),
    SET("M", M, "RW", is_kind, EVENTS, FILTER, "memory events: R | W"),
    SET("Exp", M, "RW", is_kind, EVENTS, FILTER, "explicit memory events: here the same as M"),
    SET("F", F, "F", is_kind, EVENTS, FILTER, "fences"),
    SET("BARRIER", BARRIER, "B", is_kind, EVENTS, FILTER, "execution barriers (PTX bar, barrier)"),
    SET("IW", IW, NULL, is_initial, EVENTS, NONE, "initial writes"),
    SET("COARSE", COARSE, NULL, is_coarse, EVENTS, NONE,
        "initial writes of coarse-grained locations"),
    SET("NAL", NAL, NULL, is_not_atomic, EVENTS, NONE,
        "initial writes of locations that no declaration calls atomic"),
    ENDS("RMW", RMW_EVENTS, EXECUTION, NONE, PAIRS(SINGLE | EXCLUSIVE),
         "events in the domain or range of rmw"),
    /* relations */
    REL("id", ID, EVENTS, NONE, TELL(.is = is_id), SELF, SELF, "every event with itself"),
    REL("po", PO, EVENTS, FACT | IN, TELL(.is = is_po), LATER, ORDER,
        "program order, transitive; no initial writes; an instruction reads before it writes; "
        "asynchronous operations are in none but their own"),
    REL("int", INT, EVENTS, FILTER | SAME, TELL(.is = is_int), INT, NEIGHBOURS,
        "events of one thread; initial writes are of none"),
    REL("ext", EXT, EVENTS, FILTER | SYM, TELL(.is = is_ext), EXT, NEIGHBOURS,
        "events that are not of one thread; two initial writes are in neither ext nor int, as in "
        "herd"),
    REL("issue", ISSUE, EVENTS, FACT | IN, TELL(.is = is_issue), LATER, ORDER,
        "an event of a thread and one of an asynchronous operation that it issues later"),
    REL("completion", COMPLETION, EVENTS, FACT | IN, TELL(.when = is_completion), ALL, NONE,
        "an event of an asynchronous operation and the wait of its thread, or the signal of the "
        "operation, that says that it is complete"),
    REL("boundary", BOUNDARY, EVENTS, FACT, TELL(.is = is_boundary), ALL, BOUNDARY,
        "an event of a thread and one of a thread that begins when that one has ended, or the "
        "griddepcontrol.wait of one that depends on it"),
    REL("ssw", SSW, EVENTS, FACT, TELL(.is = is_ssw), ALL, NEIGHBOURS,
        "events of two threads that something outside of the test orders, as its head says "
        "(system-synchronizes-with)"),
    REL("loc", LOC, PLACES, FILTER | SAME, TELL(.when = is_same_place), OVERLAP, BYTES,
        "memory events of one location (physical)"),
    REL("rf", RF, EXECUTION, FACT, TELL(.make = add_sources), SOURCE, NONE,
        "reads-from: a write and a read that takes its value; never from the write of its own "
        "instruction"),
    REL("addr", ADDR, EXECUTION, FACT, DEPENDS(ADDR, false), LATER, NONE,
        "address dependency, from a read"),
    REL("data", DATA, EXECUTION, FACT, DEPENDS(DATA, false), LATER, NONE,
        "data dependency, from a read"),
    REL("ctrl", CTRL, EXECUTION, FACT, DEPENDS(CTRL, false), LATER, NONE,
        "control dependency, from a read, through a branch"),
    REL("pick-addr", PICK_ADDR, EXECUTION, FACT, DEPENDS(ADDR, true), LATER, NONE,
        "address dependency through a conditional selection"),
    REL("pick-data", PICK_DATA, EXECUTION, FACT, DEPENDS(DATA, true), LATER, NONE,
        "data dependency through a conditional selection"),
    REL("pick-ctrl", PICK_CTRL, EXECUTION, FACT, DEPENDS(CTRL, true), LATER, NONE,
        "control dependency through a conditional selection"),
    REL("iico_data", IICO_DATA, EXECUTION, FACT, TELL(.make = add_inside), ALL, NONE,
        "inside an instruction: a read and a write that is computed from it (LDADD, atom.add)"),
    REL("iico_ctrl", IICO_CTRL, EXECUTION, FACT, TELL(.make = add_inside, .pick = true), ALL, NONE,
        "inside an instruction: a read and a write that happens or not by it (CAS, atom.cas)"),
    REL("iico_order", IICO_ORDER, EVENTS, FACT | IN, TELL(.is = is_iico_order), ALL, NONE,
        "inside an instruction: an access and one that takes effect after it (LDIAPP, STILP)"),
    REL("rmw", RMW, EXECUTION, FACT, PAIRS(SINGLE | EXCLUSIVE), PAIR, NONE,
        "read and write of one atomic read-modify-write"),
    REL("amo", AMO, EXECUTION, FACT, PAIRS(SINGLE), PAIR, NONE, "rmw of single instructions"),
    REL("lxsx", LXSX, EXECUTION, FACT, PAIRS(EXCLUSIVE), PAIR, NONE, "rmw of exclusive pairs"),
    REL("same-instance", SAME_INSTANCE, EVENTS, SAME, TELL(.is = is_same_instance), ALL, INSTANCE,
        "events of one instruction, each time that it executes; of each event with itself"),
    REL("same-instruction", SAME_INSTRUCTION, EVENTS, SAME, TELL(.is = is_same_instruction), ALL,
        SELF, "parts of one access, single-copy atomic"),
    REL("si", SAME_INSTRUCTION, EVENTS, SAME, TELL(.is = is_same_instruction), ALL, SELF,
        "the same as same-instruction"),
    REL("sm", SAME_INSTRUCTION, EVENTS, SAME, TELL(.is = is_same_instruction), ALL, SELF,
        "the same as same-instruction"),
    REL("same-wave", SAME_WAVE, EVENTS, SYM, AT_PLACES(WAVE), ALL, NEIGHBOURS,
        "events of threads of one wave"),
    REL("same-cta", SAME_CTA, EVENTS, SYM, AT_PLACES(CTA), ALL, NEIGHBOURS,
        "events of threads of one CTA"),
    REL("same-cluster", SAME_CLUSTER, EVENTS, SYM, AT_PLACES(CLUSTER), ALL, NEIGHBOURS,
        "events of threads of one cluster"),
    REL("home-cta", HOME_CTA, EVENTS, NONE, AT_HOME(CTA), ALL, NEIGHBOURS,
        "the initial write of a location in shared memory, and events of threads of its CTA"),
    REL("home-cluster", HOME_CLUSTER, EVENTS, NONE, AT_HOME(CLUSTER), ALL, NEIGHBOURS,
        "the same, of the cluster of that CTA"),
    REL("same-gpu", SAME_GPU, EVENTS, SYM, AT_PLACES(DEVICE), ALL, NEIGHBOURS,
        "events of threads of one GPU"),
    REL("same-system", SAME_SYSTEM, EVENTS, SYM, AT_PLACES(SYS), ALL, NEIGHBOURS,
        "events of threads of one system; initial writes are in every one"),
    REL("same-address", SAME_ADDRESS, PLACES, FILTER | SAME, TELL(.at = is_same_address), OVERLAP,
        BYTES, "memory events of one virtual address"),
    REL("vloc", SAME_ADDRESS, PLACES, FILTER | SAME, TELL(.at = is_same_address), OVERLAP, BYTES,
        "the same as same-address"),
    REL("same-access", SAME_ACCESS, PLACES, FILTER | SAME, TELL(.at = is_same_access), OVERLAP,
        BYTES, "memory events of equal start and width"),
    REL("same-object", SAME_OBJECT, PLACES, FILTER | SAME, TELL(.at = is_same_object), ALL, BYTES,
        "memory events of one location with all its elements"),
    REL("same-proxy", SAME_PROXY, EVENTS, FILTER | SAME, TELL(.is = is_same_proxy), ALL, PROXY,
        "memory events through one proxy"),
    REL("same-barrier", SAME_BARRIER, EXECUTION, FACT, TELL(.when = is_same_barrier), ALL, NONE,
        "barriers of one CTA that meet; an arrival and a wait of one cluster that do"),
    {0},
};

/* Of models in herd's dialect only: the names are short, and a mistake elsewhere. */
const cm_base cm_base_herd_rows[] = {
    SET("Rreg", REGISTER, NULL, cm_base_has_tag, TAGS, NONE, "reads of registers"),
    SET("Wreg", REGISTER, NULL, cm_base_has_tag, TAGS, NONE, "writes of registers"),
    SET("ADDR", REGISTER, NULL, cm_base_has_tag, TAGS, NONE,
        "reads of registers for the address of an access"),
    SET("DATA", REGISTER, NULL, cm_base_has_tag, TAGS, NONE,
        "reads of registers for what is stored, or compared"),
    SET("NDATA", REGISTER, NULL, cm_base_has_tag, TAGS, NONE, "the other reads of registers"),
    SET("BCC", REGISTER, NULL, cm_base_has_tag, TAGS, NONE, "branches that depend on something"),
    SET("B", REGISTER, NULL, cm_base_has_tag, TAGS, NONE, "the same as BCC"),
    REL("rf-reg", RF_REG, EXECUTION, FACT | IN, TELL(.make = add_rf_reg), ALL, NONE,
        "a write of a register and a read that takes its value"),
    REL("same-low-order-bits", SAME_LOW_BITS, PLACES, FILTER | SAME, TELL(.at = is_same_low_bits),
        ALL, BYTES,
        "memory events of one offset in their pages; each location has pages of its own"),
    {0},
};
