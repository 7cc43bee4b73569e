/* Loads, stores, atomicrmw, cmpxchg, fences and barriers of LLVM IR.
 *
 *      tags of a memory event:  order  PLAIN UNORDERED RLX ACQ REL SC
 *                               scope  SINGLETHREAD ... SYSTEM, ONE_AS; none with PLAIN
 *                               LOCAL FLAT VOLATILE AV AV.NONE ATOM FAIL.*
 */
#include "litmus/isa/llvm/llvm.h"

#include <string.h>

/* ---- qualifiers ------------------------------------------------------ */

typedef enum memory_order {
    PLAIN,
    UNORDERED,
    MONOTONIC,
    ACQUIRE,
    RELEASE,
    ACQ_REL,
    SEQ_CST
} memory_order;
static const cm_dotted_word orders[] = {{"unordered", UNORDERED},
                                        {"monotonic", MONOTONIC},
                                        {"acquire", ACQUIRE},
                                        {"release", RELEASE},
                                        {"acq_rel", ACQ_REL},
                                        {"seq_cst", SEQ_CST},
                                        {NULL, 0}};

static const cm_dotted_word scopes[] = {
    {"singlethread", 0}, {"wavefront", 1}, {"workgroup", 2}, {"cluster", 3},
    {"agent", 4},        {"system", 5},    {NULL, 0}};
static const char *const scope_tags[] = {"SINGLETHREAD", "WAVEFRONT", "WORKGROUP",
                                         "CLUSTER",      "AGENT",     "SYSTEM"};

/* Address spaces 1, 3 and 0. */
enum { GLOBAL, LOCAL, FLAT };
static const cm_dotted_word spaces[] = {
    {"global", GLOBAL}, {"local", LOCAL}, {"flat", FLAT}, {NULL, 0}};

static const cm_dotted_word widths[] = {{"i8", 1}, {"i16", 2}, {"i32", 4}, {NULL, 0}};
static const cm_dotted_word one_as[] = {{"one_as", 1}, {NULL, 0}};
static const cm_dotted_word av_none[] = {{"av_none", 1}, {NULL, 0}};
static const cm_dotted_word volatiles[] = {{"volatile", 1}, {NULL, 0}};
static const cm_dotted_word availables[] = {{"av", 1}, {NULL, 0}};

typedef struct access {
    memory_order order;
    const char *scope; /* tag; NULL: none */
    int space;
    bool one_as, av_none, is_volatile, av, is_rmw;
    const char *failure; /* tag of a cmpxchg's read; NULL: none */
    unsigned width;      /* bytes; 0: as wide as the location */
} access;

static void refuse_order(cm_dotted *w, const char *expected)
{
    cm_asm_fail(w->as, w->place, "this order does not exist for `%s`, expected %s", w->opcode,
                expected);
}

static bool take_flag(cm_dotted *w, const cm_dotted_word *words)
{
    return cm_dotted_take(w, words, 0) != 0;
}

/* Order, syncscope and MMRA of an atomic access or a fence. */
static void take_synchronization(cm_dotted *w, access *a)
{
    a->order = (memory_order)cm_dotted_take(w, orders, PLAIN);
    int scope = cm_dotted_take(w, scopes, -1);
    a->one_as = take_flag(w, one_as);
    a->av_none = take_flag(w, av_none);
    if (a->order == PLAIN && !a->av && scope >= 0)
        cm_asm_fail(w->as, w->place, "syncscope of a `%s` without an order, expected an order, too",
                    w->opcode);
    if (a->order == PLAIN && (a->one_as || a->av_none))
        cm_asm_fail(w->as, w->place, "`.%s` of a `%s` without an order, expected an order, too",
                    a->one_as ? "one_as" : "av_none", w->opcode);
    a->scope = scope >= 0 ? scope_tags[scope] : a->order == PLAIN && !a->av ? NULL : "SYSTEM";
}

static access take_access(cm_dotted *w)
{
    access a = {.space = cm_dotted_take(w, spaces, GLOBAL)};
    a.is_volatile = take_flag(w, volatiles);
    a.width = (unsigned)cm_dotted_take(w, widths, 0);
    return a;
}

/* The intrinsics are neither atomic nor volatile. */
static access take_load_or_store(cm_dotted *w)
{
    access a = take_access(w);
    a.av = take_flag(w, availables);
    take_synchronization(w, &a);
    cm_dotted_all_used(w);
    if (a.av && (a.order != PLAIN || a.is_volatile))
        cm_asm_fail(w->as, w->place, "`.av` with %s, expected only a scope",
                    a.is_volatile ? "`.volatile`" : "an order");
    return a;
}

/* ---- events ------------------------------------------------------------ */

enum { MOST_TAGS = 12 };

static const char *const *tags_of(cm_dotted *w, const access *a, const char *order)
{
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(w->as), MOST_TAGS + 1, const char *);
    const struct {
        bool is;
        const char *tag;
    } all[] = {{true, order},
               {a->scope != NULL, a->scope},
               {a->one_as, "ONE_AS"},
               {a->space == LOCAL, "LOCAL"},
               {a->space == FLAT, "FLAT"},
               {a->is_volatile, "VOLATILE"},
               {a->av, "AV"},
               {a->av_none, "AV.NONE"},
               {a->is_rmw, "ATOM"},
               {a->failure != NULL, a->failure}};
    int count = 0;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].is)
            tags[count++] = all[i].tag;
    return tags;
}

static const char *order_tag(memory_order o, bool of_read)
{
    return o == PLAIN                                   ? "PLAIN"
           : o == UNORDERED                             ? "UNORDERED"
           : o == SEQ_CST                               ? "SC"
           : of_read && (o == ACQUIRE || o == ACQ_REL)  ? "ACQ"
           : !of_read && (o == RELEASE || o == ACQ_REL) ? "REL"
                                                        : "RLX";
}

/* An atomic access has its natural alignment; one that is not is undefined for others, too,
 * unless `align` says so, which the dialect does not have. */
static int settle(cm_dotted *w, int step, const access *a)
{
    cm_asm_step(w->as, step)->reach = a->space == LOCAL  ? CM_REACH_CTA
                                      : a->space == FLAT ? CM_REACH_ANY
                                                         : CM_REACH_GLOBAL;
    cm_asm_align(w->as, step, a->width);
    return step;
}

static const cm_expr *take_address(cm_dotted *w, access *a)
{
    return cm_dotted_address(w, &a->width, ", which is not supported, expected .i8, .i16 or .i32");
}

/* ---- load and store ------------------------------------------------------ */

static void load(cm_dotted *w, int detail)
{
    (void)detail;
    access a = take_load_or_store(w);
    if (a.order == RELEASE || a.order == ACQ_REL)
        refuse_order(w, "none, .unordered, .monotonic, .acquire or .seq_cst");
    int to = cm_dotted_destination(w);
    cm_dotted_comma(w);
    const cm_expr *address = take_address(w, &a);
    const char *const *tags = tags_of(w, &a, order_tag(a.order, true));
    settle(w, cm_emit_load(w->as, to, address, a.width, tags), &a);
}

static void store(cm_dotted *w, int detail)
{
    (void)detail;
    access a = take_load_or_store(w);
    if (a.order == ACQUIRE || a.order == ACQ_REL)
        refuse_order(w, "none, .unordered, .monotonic, .release or .seq_cst");
    const cm_expr *address = take_address(w, &a);
    cm_dotted_comma(w);
    const cm_expr *value = cm_dotted_value(w);
    const char *const *tags = tags_of(w, &a, order_tag(a.order, false));
    settle(w, cm_emit_store(w->as, address, value, a.width, tags), &a);
}

/* ---- atomicrmw, cmpxchg ------------------------------------------------------ */

enum { NONE = -1, EXCHANGE = 1000 };
static const cm_dotted_word operations[] = {{"xchg", EXCHANGE},
                                            {"add", CM_OP_ADD},
                                            {"sub", CM_OP_SUB},
                                            {"and", CM_OP_AND},
                                            {"or", CM_OP_OR},
                                            {"xor", CM_OP_XOR},
                                            {"max", CM_OP_SMAX},
                                            {"min", CM_OP_SMIN},
                                            {"umax", CM_OP_UMAX},
                                            {"umin", CM_OP_UMIN},
                                            {NULL, 0}};

static const cm_dotted_word failures[] = {
    {"fail_monotonic", MONOTONIC}, {"fail_acquire", ACQUIRE}, {"fail_seq_cst", SEQ_CST}, {NULL, 0}};

static access take_rmw(cm_dotted *w)
{
    access a = take_access(w);
    a.is_rmw = true;
    take_synchronization(w, &a);
    cm_dotted_all_used(w);
    if (a.order < MONOTONIC)
        refuse_order(w, ".monotonic, .acquire, .release, .acq_rel or .seq_cst");
    if (a.width != 0 && a.width != 4)
        cm_asm_fail(w->as, w->place, "`%s` of %u bytes, which is not supported, expected .i32",
                    w->opcode, a.width);
    a.width = 4;
    return a;
}

static void emit_rmw(cm_dotted *w, const access *a, cm_dotted_rmw *x)
{
    access written = *a;
    written.failure = NULL;
    x->width = a->width;
    x->read_tags = tags_of(w, a, order_tag(a->order, true));
    x->write_tags = tags_of(w, &written, order_tag(a->order, false));
    cm_dotted_emit_rmw(w, x);
    settle(w, x->read, a);
    settle(w, x->write, a);
}

static void atomicrmw(cm_dotted *w, int detail)
{
    (void)detail;
    int op = cm_dotted_take(w, operations, NONE);
    access a = take_rmw(w);
    if (op == NONE)
        cm_asm_fail(w->as, w->place, "`atomicrmw` has no operation, expected .xchg, .add, ...");
    cm_dotted_rmw x = {.exchange = op == EXCHANGE, .op = (cm_op)op};
    x.to = cm_dotted_destination(w);
    cm_dotted_comma(w);
    x.address = take_address(w, &a);
    cm_dotted_comma(w);
    x.value = cm_dotted_value(w);
    emit_rmw(w, &a, &x);
}

/* What was there, not whether it was exchanged: IR gives both. */
static void cmpxchg(cm_dotted *w, int detail)
{
    static const char *const tags[] = {
        [MONOTONIC] = "FAIL.RLX", [ACQUIRE] = "FAIL.ACQ", [SEQ_CST] = "FAIL.SC"};
    (void)detail;
    int failure = cm_dotted_take(w, failures, NONE);
    access a = take_rmw(w);
    a.failure = failure == NONE ? NULL : tags[failure];
    cm_dotted_rmw x = {.exchange = true};
    x.to = cm_dotted_destination(w);
    cm_dotted_comma(w);
    x.address = take_address(w, &a);
    cm_dotted_comma(w);
    x.expected = cm_dotted_value(w);
    cm_dotted_comma(w);
    x.value = cm_dotted_value(w);
    emit_rmw(w, &a, &x);
}

/* ---- fences and barriers --------------------------------------------------- */

enum { BOTH, ONLY_GLOBAL, ONLY_LOCAL };
static const cm_dotted_word only[] = {
    {"as_global", ONLY_GLOBAL}, {"as_local", ONLY_LOCAL}, {NULL, 0}};

static void fence(cm_dotted *w, int detail)
{
    static const char *const order_tags[] = {
        [ACQUIRE] = "ACQ", [RELEASE] = "REL", [ACQ_REL] = "ACQ_REL", [SEQ_CST] = "SC"};
    static const char *const only_tags[] = {[ONLY_GLOBAL] = "AS.GLOBAL", [ONLY_LOCAL] = "AS.LOCAL"};
    (void)detail;
    access a = {.space = GLOBAL};
    int spaces_of = cm_dotted_take(w, only, BOTH);
    take_synchronization(w, &a);
    cm_dotted_all_used(w);
    if (a.order < ACQUIRE)
        refuse_order(w, ".acquire, .release, .acq_rel or .seq_cst");
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(w->as), 6, const char *);
    int count = 0;
    tags[count++] = order_tags[a.order];
    tags[count++] = a.scope;
    if (a.one_as)
        tags[count++] = "ONE_AS";
    if (a.av_none)
        tags[count++] = "AV.NONE";
    if (spaces_of != BOTH)
        tags[count++] = only_tags[spaces_of];
    cm_emit_fence(w->as, tags);
}

const cm_dotted_opcode cm_llvm_memory_opcodes[] = {
    {"load", load, 0},       {"store", store, 0}, {"atomicrmw", atomicrmw, 0},
    {"cmpxchg", cmpxchg, 0}, {"fence", fence, 0}, {"barrier", cm_dotted_barrier, 0},
    {NULL, NULL, 0}};
