/* Loads, stores, atomics, fences and barriers of WAVE (Specification 4.4, 4.5, 6.9, 6.10,
 * 6.12; page "Memory Scoping").
 *
 *      tags of a memory event:  order  PLAIN, or RLX ACQ REL
 *                               scope  SCOPE.WAVE ... SCOPE.SYSTEM, SCOPE.NONE (none said);
 *                                      none of these with PLAIN
 *                               LOCAL; ATOM, and DEFAULT where an atomic has no order
 */
#include "litmus/isa/wave/wave.h"

#include <string.h>

/* ---- qualifiers ------------------------------------------------------ */

typedef enum wave_order { PLAIN, RELAXED, ACQUIRE, RELEASE, ACQ_REL } wave_order;
static const cm_dotted_word orders[] = {{"relaxed", RELAXED},
                                        {"acquire", ACQUIRE},
                                        {"release", RELEASE},
                                        {"acq_rel", ACQ_REL},
                                        {NULL, 0}};

/* In the order of their encoding, bits [6:5] of an instruction. */
static const cm_dotted_word scopes[] = {
    {"wave", 0}, {"workgroup", 1}, {"device", 2}, {"system", 3}, {NULL, 0}};
static const char *const scope_tags[] = {"SCOPE.WAVE", "SCOPE.WORKGROUP", "SCOPE.DEVICE",
                                         "SCOPE.SYSTEM"};

enum { UNSAID, GLOBAL, LOCAL };
static const cm_dotted_word spaces[] = {{"global", GLOBAL}, {"local", LOCAL}, {NULL, 0}};
static const cm_dotted_word widths[] = {{"u8", 1}, {"u16", 2}, {"u32", 4}, {"i32", 4}, {NULL, 0}};
static const cm_dotted_word hints[] = {{"cached", 1}, {"uncached", 2}, {"streaming", 3}, {NULL, 0}};

typedef struct access {
    wave_order order;
    const char *scope; /* tag; NULL: no scope, of a plain access */
    bool local, is_atomic, defaulted;
    unsigned width; /* bytes; 0: as wide as the location */
} access;

static const char *take_scope(cm_dotted *w, const char *none)
{
    int scope = cm_dotted_take(w, scopes, -1);
    return scope < 0 ? none : scope_tags[scope];
}

static bool take_space(cm_dotted *w, int detail)
{
    int space = detail == UNSAID ? cm_dotted_take(w, spaces, UNSAID) : detail;
    if (space == UNSAID)
        cm_asm_fail(w->as, w->place, "`%s` has no memory, expected .global or .local", w->opcode);
    return space == LOCAL;
}

static void refuse_order(cm_dotted *w, const char *expected)
{
    cm_asm_fail(w->as, w->place, "this order does not exist for `%s`, expected %s", w->opcode,
                expected);
}

/* Of loads and stores. Hints are about caching only: "Cache hierarchy is transparent to
 * the ISA" (4.3). */
static access take_access(cm_dotted *w, int detail)
{
    access a = {.local = take_space(w, detail)};
    a.order = (wave_order)cm_dotted_take(w, orders, PLAIN);
    a.scope = take_scope(w, NULL);
    a.width = (unsigned)cm_dotted_take(w, widths, 0);
    if (!a.local)
        cm_dotted_take(w, hints, 0);
    cm_dotted_all_used(w);
    if (a.order == PLAIN && a.scope)
        cm_asm_fail(w->as, w->place,
                    "scope of a `%s` without an order, expected none, or .relaxed, .acquire or "
                    ".release, too",
                    w->opcode);
    if (a.order != PLAIN && !a.scope)
        a.scope = "SCOPE.NONE";
    return a;
}

/* ---- events ------------------------------------------------------------ */

enum { MOST_TAGS = 5 };

static const char *const *tags_of(cm_dotted *w, const access *a, const char *order)
{
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(w->as), MOST_TAGS + 1, const char *);
    int count = 0;
    tags[count++] = order;
    if (a->scope)
        tags[count++] = a->scope;
    if (a->local)
        tags[count++] = "LOCAL";
    if (a->is_atomic)
        tags[count++] = "ATOM";
    if (a->defaulted)
        tags[count++] = "DEFAULT";
    return tags;
}

/* A misaligned address: implementation-defined (9.2), so uncertain. */
static int settle(cm_dotted *w, int step, const access *a)
{
    cm_asm_step(w->as, step)->reach = a->local ? CM_REACH_CTA : CM_REACH_GLOBAL;
    cm_asm_align(w->as, step, a->width);
    return step;
}

static const cm_expr *take_address(cm_dotted *w, access *a)
{
    return cm_dotted_address(
        w, &a->width, " needs a register pair, which is not supported, expected .u8, .u16 or .u32");
}

/* ---- load and store ------------------------------------------------------ */

static void load(cm_dotted *w, int detail)
{
    access a = take_access(w, detail);
    if (a.order == RELEASE || a.order == ACQ_REL)
        refuse_order(w, "none, .relaxed or .acquire");
    int to = cm_dotted_destination(w);
    cm_dotted_comma(w);
    const cm_expr *address = take_address(w, &a);
    const char *order = a.order == PLAIN ? "PLAIN" : a.order == ACQUIRE ? "ACQ" : "RLX";
    const char *const *tags = tags_of(w, &a, order);
    settle(w, cm_emit_load(w->as, to, address, a.width, tags), &a);
}

static void store(cm_dotted *w, int detail)
{
    access a = take_access(w, detail);
    if (a.order == ACQUIRE || a.order == ACQ_REL)
        refuse_order(w, "none, .relaxed or .release");
    const cm_expr *address = take_address(w, &a);
    cm_dotted_comma(w);
    const cm_expr *value = cm_dotted_value(w);
    const char *order = a.order == PLAIN ? "PLAIN" : a.order == RELEASE ? "REL" : "RLX";
    const char *const *tags = tags_of(w, &a, order);
    settle(w, cm_emit_store(w->as, address, value, a.width, tags), &a);
}

/* ---- atomics ------------------------------------------------------------- */

typedef enum operation {
    NONE,
    ADD,
    SUB,
    MIN,
    MAX,
    UMIN,
    UMAX,
    AND,
    OR,
    XOR,
    EXCHANGE,
    CAS
} operation;

static const cm_dotted_word operations[] = {
    {"add", ADD}, {"sub", SUB}, {"min", MIN}, {"max", MAX},           {"and", AND},
    {"or", OR},   {"xor", XOR}, {"cas", CAS}, {"exchange", EXCHANGE}, {NULL, 0}};

static const cm_op combines[CAS + 1] = {
    [ADD] = CM_OP_ADD,  [SUB] = CM_OP_SUB,   [MIN] = CM_OP_SMIN,
    [MAX] = CM_OP_SMAX, [UMIN] = CM_OP_UMIN, [UMAX] = CM_OP_UMAX,
    [AND] = CM_OP_AND,  [OR] = CM_OP_OR,     [XOR] = CM_OP_XOR};

/* min and max are of i32 or, by `.u32`, of u32 (4.5). */
static operation typed(cm_dotted *w, int op)
{
    static const cm_dotted_word types[] = {{"u32", 1}, {"i32", 0}, {NULL, 0}};
    bool is_unsigned = cm_dotted_take(w, types, 0);
    return op == MIN && is_unsigned ? UMIN : op == MAX && is_unsigned ? UMAX : (operation)op;
}

static access take_atomic(cm_dotted *w, int detail, operation *op)
{
    access a = {.is_atomic = true, .width = 4};
    *op = typed(w, detail == NONE ? cm_dotted_take(w, operations, NONE) : detail);
    a.local = cm_dotted_take(w, spaces, GLOBAL) == LOCAL;
    a.order = (wave_order)cm_dotted_take(w, orders, PLAIN);
    a.scope = take_scope(w, "SCOPE.NONE");
    a.defaulted = a.order == PLAIN;
    cm_dotted_all_used(w);
    if (*op == NONE)
        cm_asm_fail(w->as, w->place, "`%s` has no operation, expected .add, .exchange, .cas, ...",
                    w->opcode);
    return a;
}

static void atomic(cm_dotted *w, int detail)
{
    operation op;
    access a = take_atomic(w, detail, &op);
    bool acquires = a.order == ACQUIRE || a.order == ACQ_REL;
    bool releases = a.order == RELEASE || a.order == ACQ_REL;
    cm_dotted_rmw x = {.exchange = op == EXCHANGE || op == CAS, .op = combines[op], .width = 4};
    x.to = cm_dotted_destination(w);
    cm_dotted_comma(w);
    x.address = take_address(w, &a);
    cm_dotted_comma(w);
    x.value = cm_dotted_value(w);
    if (op == CAS) {
        cm_dotted_comma(w);
        x.expected = x.value;
        x.value = cm_dotted_value(w);
    }
    x.read_tags = tags_of(w, &a, acquires ? "ACQ" : "RLX");
    x.write_tags = tags_of(w, &a, releases ? "REL" : "RLX");
    cm_dotted_emit_rmw(w, &x);
    settle(w, x.read, &a);
    settle(w, x.write, &a);
}

/* ---- fences and barriers --------------------------------------------------- */

static void fence(cm_dotted *w, int detail)
{
    static const char *const order_tags[] = {
        [ACQUIRE] = "ACQ", [RELEASE] = "REL", [ACQ_REL] = "ACQ_REL"};
    int order = detail == PLAIN ? cm_dotted_take(w, orders, PLAIN) : detail;
    const char *scope = take_scope(w, NULL);
    cm_dotted_all_used(w);
    if (order < ACQUIRE)
        refuse_order(w, ".acquire, .release or .acq_rel");
    if (!scope)
        cm_asm_fail(w->as, w->place,
                    "`%s` has no scope, expected .wave, .workgroup, .device or .system", w->opcode);
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(w->as), 3, const char *);
    tags[0] = order_tags[order];
    tags[1] = scope;
    cm_emit_fence(w->as, tags);
}

/* `wait` is for asynchronous loads (6.9, 6.12): here what uses a load waits for it. */
static void nothing(cm_dotted *w, int detail)
{
    (void)detail;
    cm_dotted_all_used(w);
}

static void halt(cm_dotted *w, int detail)
{
    (void)detail;
    cm_dotted_all_used(w);
    cm_asm_set_guard(w->as, NULL);
    cm_emit_branch(w->as, w->guard, NULL, w->place);
}

const cm_dotted_opcode cm_wave_memory_opcodes[] = {{"device_load", load, GLOBAL},
                                                   {"device_store", store, GLOBAL},
                                                   {"local_load", load, LOCAL},
                                                   {"local_store", store, LOCAL},
                                                   {"load", load, UNSAID},
                                                   {"store", store, UNSAID},
                                                   {"atomic_add", atomic, ADD},
                                                   {"atomic_sub", atomic, SUB},
                                                   {"atomic_min", atomic, MIN},
                                                   {"atomic_max", atomic, MAX},
                                                   {"atomic_and", atomic, AND},
                                                   {"atomic_or", atomic, OR},
                                                   {"atomic_xor", atomic, XOR},
                                                   {"atomic_exchange", atomic, EXCHANGE},
                                                   {"atomic_cas", atomic, CAS},
                                                   {"atomic_compare_swap", atomic, CAS},
                                                   {"atom", atomic, NONE},
                                                   {"fence", fence, PLAIN},
                                                   {"fence_acquire", fence, ACQUIRE},
                                                   {"fence_release", fence, RELEASE},
                                                   {"fence_acq_rel", fence, ACQ_REL},
                                                   {"barrier", cm_dotted_barrier, 0},
                                                   {"wait", nothing, 0},
                                                   {"nop", nothing, 0},
                                                   {"halt", halt, 0},
                                                   {NULL, NULL, 0}};
