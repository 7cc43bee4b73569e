/* Loads, stores and atomics of PTX (PTX ISA 9.7.9 ld and st, 9.7.13 atom and red;
 * tags after 8.3 to 8.6).
 *
 *      tags of a memory event:  strength  WEAK RLX ACQ REL
 *                               scope     CTA CLUSTER GPU SYS (strong ones)
 *                               proxy     GEN TEX SUR CON
 *                               ATOM, RED and NoRet, VOLATILE, MMIO
 */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

/* ---- qualifiers of memory operations --------------------------------- */

typedef enum order { NO_ORDER, WEAK, RELAXED, ACQUIRE, RELEASE, ACQ_REL, VOLATILE } order;

static const cm_ptx_word orders[] = {{"weak", WEAK},
                                     {"relaxed", RELAXED},
                                     {"acquire", ACQUIRE},
                                     {"release", RELEASE},
                                     {"acq_rel", ACQ_REL},
                                     {"volatile", VOLATILE},
                                     {NULL, 0}};

enum { NO_SCOPE = CM_SCOPE_THREAD };
static const cm_ptx_word scopes[] = {{"cta", CM_SCOPE_CTA},
                                     {"cluster", CM_SCOPE_CLUSTER},
                                     {"gpu", CM_SCOPE_DEVICE},
                                     {"sys", CM_SCOPE_SYS},
                                     {NULL, 0}};
static const char *const scope_tags[] = {[CM_SCOPE_CTA] = "CTA",
                                         [CM_SCOPE_CLUSTER] = "CLUSTER",
                                         [CM_SCOPE_DEVICE] = "GPU",
                                         [CM_SCOPE_SYS] = "SYS"};

/* Spaces that litmus locations can be in: those of cm_reach, and that of constants. */
enum { CONST_SPACE = CM_REACH_CLUSTER + 1 };
static const cm_ptx_word spaces[] = {
    {"global", CM_REACH_GLOBAL},           {"shared", CM_REACH_CTA}, {"shared::cta", CM_REACH_CTA},
    {"shared::cluster", CM_REACH_CLUSTER}, {"const", CONST_SPACE},   {NULL, 0}};

/* Cache operators: hints for performance (PTX ISA 9.7.9.1). */
static const cm_ptx_word cache_hints[] = {{"ca", 1}, {"cg", 1}, {"cs", 1}, {"lu", 1},
                                          {"cv", 1}, {"wb", 1}, {"wt", 1}, {NULL, 0}};

/* Which lines caches keep and how much they fetch: hints, too (PTX ISA, "Cache Eviction
 * Priority Hints", "Prefetch size"). A policy of .L2::cache_hint is one more operand. */
static const cm_ptx_word priorities[] = {{"L1::evict_normal", 1}, {"L1::evict_unchanged", 1},
                                         {"L1::evict_first", 1},  {"L1::evict_last", 1},
                                         {"L1::no_allocate", 1},  {NULL, 0}};
static const cm_ptx_word second_priorities[] = {
    {"L2::evict_normal", 1}, {"L2::evict_first", 1}, {"L2::evict_last", 1}, {NULL, 0}};
static const cm_ptx_word prefetches[] = {
    {"L2::64B", 1}, {"L2::128B", 1}, {"L2::256B", 1}, {NULL, 0}};

static const char *const proxy_tags[] = {
    [CM_GENERIC] = "GEN", [CM_TEXTURE] = "TEX", [CM_SURFACE] = "SUR", [CM_CONSTANT] = "CON"};

typedef struct access {
    order order;
    const char *scope; /* NULL: none */
    bool mmio;
    bool non_coherent; /* ld.global.nc */
    bool has_policy;   /* .L2::cache_hint */
    bool of_vector;    /* an element of a vector of at most 16 bytes */
    int space;
    cm_ptx_type type;
} access;

const char *cm_ptx_take_scope(cm_ptx *p, const char *none)
{
    int scope = cm_ptx_take(p, scopes, NO_SCOPE);
    return scope == NO_SCOPE ? none : scope_tags[scope];
}

static void refuse_order(cm_ptx *p, const char *expected)
{
    cm_ptx_blame_misspelt(p);
    cm_asm_fail(p->as, p->place, "this order does not exist for `%s`, expected %s", p->opcode,
                expected);
}

/* .mmio goes with .relaxed.sys, which it means alone too. */
static access take_access(cm_ptx *p)
{
    access a = {.order = (order)cm_ptx_take(p, orders, NO_ORDER)};
    a.mmio = cm_ptx_has(p, "mmio");
    a.scope = cm_ptx_take_scope(p, NULL);
    a.space = cm_ptx_take(p, spaces, CM_REACH_ANY);
    a.has_policy = cm_ptx_has(p, "L2::cache_hint");
    if (a.mmio && a.order == NO_ORDER)
        a.order = RELAXED;
    if (a.mmio && !a.scope)
        a.scope = "SYS";
    if (a.mmio && (a.order != RELAXED || strcmp(a.scope, "SYS") != 0))
        cm_asm_fail(p->as, p->place, "`.mmio` with another order or scope, expected .relaxed.sys");
    return a;
}

/* Of ld and st: weak without a word; .volatile is relaxed at system scope (PTX
 * ISA 8.4.1); weak ones have no scope, others need one. */
static void settle_plain(cm_ptx *p, access *a)
{
    if (a->order == NO_ORDER)
        a->order = WEAK;
    bool bare = a->order == WEAK || a->order == VOLATILE;
    if ((bare && a->scope) || (!bare && !a->scope))
        cm_ptx_blame_misspelt(p);
    if (bare && a->scope)
        cm_asm_fail(p->as, p->place, "scope of a %s `%s`, expected none",
                    a->order == WEAK ? "weak" : "volatile", p->opcode);
    if (!bare && !a->scope)
        cm_asm_fail(p->as, p->place, "`%s` has no scope, expected .cta, .cluster, .gpu or .sys",
                    p->opcode);
    if (a->order == VOLATILE)
        a->scope = "SYS";
    if (cm_ptx_take(p, cache_hints, 0) != 0 && a->order != WEAK)
        cm_asm_fail(p->as, p->place, "cache operator on a strong `%s`, expected none", p->opcode);
}

/* ---- tags ------------------------------------------------------------ */

enum { MOST_TAGS = 8 };

typedef struct tag_list {
    const char *names[MOST_TAGS + 1];
    int count;
} tag_list;

static void add_tag(tag_list *tags, const char *name)
{
    tags->names[tags->count++] = name;
}

static const char *const *keep_tags(cm_ptx *p, const tag_list *tags)
{
    const char **kept = CM_NEW_ARRAY(cm_asm_arena(p->as), (size_t)tags->count + 1, const char *);
    memcpy(kept, tags->names, (size_t)tags->count * sizeof *kept);
    return kept;
}

static tag_list access_tags(const access *a, const char *strength, cm_proxy proxy)
{
    tag_list tags = {.count = 0};
    add_tag(&tags, strength);
    if (a->scope)
        add_tag(&tags, a->scope);
    add_tag(&tags, proxy_tags[proxy]);
    if (a->order == VOLATILE)
        add_tag(&tags, "VOLATILE");
    if (a->mmio)
        add_tag(&tags, "MMIO");
    if (a->non_coherent)
        add_tag(&tags, "NC");
    if (a->of_vector)
        add_tag(&tags, "VECTOR");
    return tags;
}

/* An opcode for another proxy decides; else the constant space; else the name
 * through which the location is reached. */
static cm_proxy proxy_of(int opcode_proxy, const access *a, const cm_ptx_address *address)
{
    if (opcode_proxy != CM_GENERIC)
        return (cm_proxy)opcode_proxy;
    if (a->non_coherent)
        return CM_TEXTURE;
    return a->space == CONST_SPACE ? CM_CONSTANT : address->proxy;
}

/* ---- ld and st ------------------------------------------------------- */

/* Without a type: as wide as the location, else as the register if its name tells. */
static cm_ptx_type memory_type(cm_ptx_type type, const cm_ptx_address *address, unsigned bits)
{
    if (type.bits != 0)
        return type;
    if (address->location_width != 0)
        bits = 8 * address->location_width;
    return (cm_ptx_type){CM_PTX_UNSIGNED, bits >= 8 ? bits : 32};
}

static int take_vector(cm_ptx *p)
{
    static const cm_ptx_word vectors[] = {{"v2", 2}, {"v4", 4}, {"v8", 8}, {NULL, 0}};
    return cm_ptx_take(p, vectors, 0);
}

/* At most 256 bits (PTX ISA, "ld", "st"). */
static void settle_vector(cm_ptx *p, access *a, int vector, cm_ptx_type type)
{
    a->of_vector = vector > 0 && (unsigned)vector * type.bits <= 128;
    if ((unsigned)vector * type.bits > 256 || (vector == 8 && type.bits != 32))
        cm_asm_fail(p->as, p->place,
                    "this vector does not exist, expected at most 256 bits, and "
                    ".v8 of 32-bit elements only");
}

/* The operand of .L2::cache_hint. */
static void skip_policy(cm_ptx *p, const access *a)
{
    if (!a->has_policy)
        return;
    cm_ptx_comma(p);
    cm_ptx_value(p, 64);
}

static void take_hints(cm_ptx *p)
{
    cm_ptx_take(p, priorities, 0);
    cm_ptx_take(p, second_priorities, 0);
    if (cm_ptx_take(p, prefetches, 0) != 0 && strcmp(p->opcode, "ld") != 0)
        cm_asm_fail(p->as, p->place, "prefetch size of `%s`, expected none", p->opcode);
}

/* ld.global.nc: weak, and by way of the texture cache (PTX ISA, "ld.global.nc"). */
static void take_non_coherent(cm_ptx *p, access *a)
{
    a->non_coherent = cm_ptx_has(p, "nc");
    if (!a->non_coherent)
        return;
    if (strcmp(p->opcode, "ld") != 0 || a->order != WEAK || a->space != CM_REACH_GLOBAL)
        cm_asm_fail(p->as, p->place,
                    "`.nc` of another space or order, expected a weak ld.global.nc");
}

static void memory_qualifiers(cm_ptx *p, access *a, int *vector)
{
    *a = take_access(p);
    settle_plain(p, a);
    take_non_coherent(p, a);
    take_hints(p);
    *vector = take_vector(p);
    a->type = cm_ptx_take_bits_type(p);
    cm_ptx_all_used(p);
    if (a->type.kind == CM_PTX_PRED)
        cm_asm_fail(p->as, p->place, "predicates have no memory, expected another type");
}

/* A vector access is scalar accesses in an unspecified order (PTX ISA 8.2.2); no
 * order of the model comes from po between different addresses alone. */
static const cm_expr *element_address(cm_ptx *p, const cm_ptx_address *address, cm_ptx_type type,
                                      int element)
{
    if (element == 0)
        return address->value;
    uint64_t offset = (uint64_t)element * (type.bits / 8);
    return cm_ptx_op(p, CM_OP_ADD, 64, address->value, cm_ptx_const(p, offset));
}

static int open_vector(cm_ptx *p, int vector)
{
    if (vector == 0)
        return 1;
    cm_lexer_expect(p->lex, "{");
    return vector;
}

static void close_vector(cm_ptx *p, int vector)
{
    if (vector != 0)
        cm_lexer_expect(p->lex, "}");
}

static void reach(cm_ptx *p, int step, const access *a)
{
    if (a->space != CONST_SPACE)
        cm_asm_step(p->as, step)->reach = (cm_reach)a->space;
}

/* An address that is no multiple of the size of all elements together: undefined (PTX
 * ISA 6.4.1.1, "alignment"). Saying it of the first element says it once. */
static void align(cm_ptx *p, int step, cm_ptx_type type, int element, int count)
{
    if (element == 0)
        cm_asm_align(p->as, step, (unsigned)count * type.bits / 8);
}

/* Loads zero-extend; a signed type is extended to the register afterwards. */
static int load_element(cm_ptx *p, cm_ptx_register to, const cm_expr *address, cm_ptx_type type,
                        const char *const *tags)
{
    cm_ptx_check_width(p, to, type.bits);
    bool extend = type.kind == CM_PTX_SIGNED && to.bits > type.bits;
    int loaded = extend ? cm_asm_temporary(p->as) : to.index;
    int step = cm_emit_load(p->as, loaded, address, type.bits / 8, tags);
    if (extend)
        cm_ptx_set(p, to, type, cm_asm_reg(p->as, loaded));
    return step;
}

static void ld(cm_ptx *p, int opcode_proxy)
{
    access a;
    int vector;
    memory_qualifiers(p, &a, &vector);
    if (a.order == RELEASE || a.order == ACQ_REL)
        refuse_order(p, ".weak, .relaxed, .acquire or .volatile");
    cm_ptx_register to[CM_PTX_VECTOR];
    int count = open_vector(p, vector);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            cm_ptx_comma(p);
        to[i] = cm_ptx_destination(p);
    }
    close_vector(p, vector);
    cm_ptx_comma(p);
    if (vector == 0 && cm_ptx_at_number(p)) { /* published shorthand: ld r0, 1 */
        cm_ptx_type type = cm_ptx_type_or(a.type, to[0]);
        cm_ptx_set(p, to[0], type, cm_ptx_value(p, type.bits));
        return;
    }
    cm_ptx_address address = cm_ptx_read_address(p);
    cm_ptx_type type = memory_type(a.type, &address, to[0].bits);
    settle_vector(p, &a, vector, type);
    skip_policy(p, &a);
    const char *strength = a.order == WEAK ? "WEAK" : a.order == ACQUIRE ? "ACQ" : "RLX";
    tag_list tags = access_tags(&a, strength, proxy_of(opcode_proxy, &a, &address));
    const char *const *kept = keep_tags(p, &tags);
    /* The address is read before any register is written. */
    if (count > 1 && address.value->op != CM_OP_CONST) {
        int base = cm_asm_temporary(p->as);
        cm_emit_assign(p->as, base, address.value);
        address.value = cm_asm_reg(p->as, base);
    }
    for (int i = 0; i < count; i++) {
        int step = load_element(p, to[i], element_address(p, &address, type, i), type, kept);
        reach(p, step, &a);
        align(p, step, type, i, count);
    }
}

static void st(cm_ptx *p, int opcode_proxy)
{
    access a;
    int vector;
    if (opcode_proxy == CM_GENERIC && cm_ptx_has(p, "async")) {
        cm_ptx_store_async(p, false);
        return;
    }
    memory_qualifiers(p, &a, &vector);
    if (a.order == ACQUIRE || a.order == ACQ_REL)
        refuse_order(p, ".weak, .relaxed, .release or .volatile");
    if (a.space == CONST_SPACE)
        cm_asm_fail(p->as, p->place, "constant memory cannot be written, expected another space");
    cm_ptx_address address = cm_ptx_read_address(p);
    cm_ptx_comma(p);
    int count = open_vector(p, vector);
    cm_ptx_type type = memory_type(a.type, &address, cm_ptx_peek_bits(p));
    settle_vector(p, &a, vector, type);
    const char *strength = a.order == WEAK ? "WEAK" : a.order == RELEASE ? "REL" : "RLX";
    tag_list tags = access_tags(&a, strength, proxy_of(opcode_proxy, &a, &address));
    const char *const *kept = keep_tags(p, &tags);
    for (int i = 0; i < count; i++) {
        if (i > 0)
            cm_ptx_comma(p);
        const cm_expr *value = cm_ptx_value(p, type.bits);
        int step =
            cm_emit_store(p->as, element_address(p, &address, type, i), value, type.bits / 8, kept);
        reach(p, step, &a);
        align(p, step, type, i, count);
    }
    close_vector(p, vector);
    skip_policy(p, &a);
}

/* ---- atom and red ---------------------------------------------------- */

/* Types each operation has (PTX ISA 9.7.13.5); published tests give none. */
static void check_atomic_type(cm_ptx *p, cm_ptx_operation operation, cm_ptx_type type)
{
    bool bitwise = operation == CM_PTX_AND || operation == CM_PTX_OR || operation == CM_PTX_XOR ||
                   operation == CM_PTX_EXCH || operation == CM_PTX_CAS;
    bool good = type.bits >= 32 || (operation == CM_PTX_CAS && type.bits == 16);
    if (cm_ptx_is_float(type) && operation != CM_PTX_ADD)
        cm_asm_fail(p->as, p->place,
                    "floating-point `%s` of this kind is not supported, expected "
                    ".add",
                    p->opcode);
    if (cm_ptx_is_float(type))
        return;
    if (operation == CM_PTX_INC || operation == CM_PTX_DEC)
        good = good && type.bits == 32 && type.kind == CM_PTX_UNSIGNED;
    else if (!bitwise)
        good = good && type.kind != CM_PTX_BITS;
    if (!good || type.kind == CM_PTX_PRED)
        cm_asm_fail(p->as, p->place, "this type does not exist for this `%s`, expected %s",
                    p->opcode,
                    bitwise                                              ? "b32 or b64"
                    : operation == CM_PTX_INC || operation == CM_PTX_DEC ? "u32"
                                                                         : "u32, s32, u64 or s64");
}

static access atomic_qualifiers(cm_ptx *p, cm_ptx_operation *operation)
{
    access a = take_access(p);
    *operation = cm_ptx_take_operation(p);
    a.type = cm_ptx_take_atomic_type(p);
    cm_ptx_all_used(p);
    if (*operation == CM_PTX_NO_OPERATION)
        cm_asm_fail(p->as, p->place, "`%s` has no operation, expected .add, .exch, .cas, ...",
                    p->opcode);
    if (a.order == WEAK || a.order == VOLATILE || a.mmio)
        refuse_order(p, ".relaxed, .acquire, .release or .acq_rel");
    if (a.space == CONST_SPACE)
        cm_asm_fail(p->as, p->place, "constant memory cannot be written, expected another space");
    if (a.order == NO_ORDER) /* PTX ISA 9.7.13.5: .relaxed and .gpu are the defaults */
        a.order = RELAXED;
    if (!a.scope)
        a.scope = "GPU";
    return a;
}

typedef struct atomic {
    access access;
    cm_ptx_operation operation;
    bool is_red;
    cm_proxy proxy;
    cm_ptx_type type;
    unsigned alignment;             /* bytes */
    const cm_expr *address, *b, *c; /* c: of cas, what is stored */
} atomic;

static int emit_atomic_load(cm_ptx *p, const atomic *op, int to)
{
    bool acquires = op->access.order == ACQUIRE || op->access.order == ACQ_REL;
    tag_list tags = access_tags(&op->access, acquires ? "ACQ" : "RLX", op->proxy);
    add_tag(&tags, "ATOM");
    if (op->is_red) {
        add_tag(&tags, "RED");
        add_tag(&tags, "NoRet");
    }
    int step = cm_emit_load(p->as, to, op->address, op->type.bits / 8, keep_tags(p, &tags));
    reach(p, step, &op->access);
    cm_asm_align(p->as, step, op->alignment);
    return step;
}

/* cas stores only when the old value is the expected one. */
static void emit_atomic_store(cm_ptx *p, const atomic *op, int load, const cm_expr *old)
{
    bool releases = op->access.order == RELEASE || op->access.order == ACQ_REL;
    tag_list tags = access_tags(&op->access, releases ? "REL" : "RLX", op->proxy);
    add_tag(&tags, "ATOM");
    const cm_expr *value = op->operation == CM_PTX_CAS
                               ? op->c
                               : cm_ptx_combined(p, op->operation, op->type, old, op->b);
    int store = cm_emit_store(p->as, op->address, value, op->type.bits / 8, keep_tags(p, &tags));
    cm_step *step = cm_asm_step(p->as, store);
    step->rmw = load;
    reach(p, store, &op->access);
    if (op->operation == CM_PTX_CAS)
        step->guard = cm_ptx_op(p, CM_OP_EQ, op->type.bits, old, op->b);
    if (cm_ptx_is_float(op->type))
        cm_ptx_float_undefined(p, store, op->type, old, op->b);
}

/* What memory held, in a register that no one else uses. */
static const cm_expr *emit_atomic(cm_ptx *p, const atomic *op)
{
    int loaded = cm_asm_temporary(p->as);
    const cm_expr *old = cm_asm_reg(p->as, loaded);
    emit_atomic_store(p, op, emit_atomic_load(p, op, loaded), old);
    return old;
}

/* The two values of a pair, as operations of their own (PTX ISA 8.2.5). */
static const cm_expr *emit_pair(cm_ptx *p, const atomic *op)
{
    atomic low = *op, high;
    const cm_expr *sixteen = cm_ptx_const(p, 16);
    low.type = cm_ptx_element(op->type);
    high = low;
    high.alignment = 2;
    low.b = cm_ptx_op(p, CM_OP_AND, 32, op->b, cm_ptx_const(p, UINT16_MAX));
    high.b = cm_ptx_op(p, CM_OP_LSHR, 32, op->b, sixteen);
    high.address = cm_ptx_op(p, CM_OP_ADD, 64, op->address, cm_ptx_const(p, 2));
    const cm_expr *first = emit_atomic(p, &low), *second = emit_atomic(p, &high);
    return cm_ptx_op(p, CM_OP_OR, 32, first, cm_ptx_op(p, CM_OP_SHL, 32, second, sixteen));
}

static void atom_or_red(cm_ptx *p, bool is_red, int opcode_proxy)
{
    atomic op = {.is_red = is_red};
    op.access = atomic_qualifiers(p, &op.operation);
    if (is_red && (op.operation == CM_PTX_CAS || op.operation == CM_PTX_EXCH))
        cm_asm_fail(p->as, p->place, "`red` cannot return a value, expected `atom` for this");
    cm_ptx_register to = {.bits = 0};
    if (!is_red) {
        to = cm_ptx_destination(p);
        cm_ptx_comma(p);
    }
    cm_ptx_address address = cm_ptx_read_address(p);
    op.proxy = proxy_of(opcode_proxy, &op.access, &address);
    op.type = memory_type(op.access.type, &address, to.bits);
    op.address = address.value;
    op.alignment = op.type.bits / 8;
    check_atomic_type(p, op.operation, op.type);
    if (!is_red)
        cm_ptx_check_width(p, to, op.type.bits);
    cm_ptx_comma(p);
    op.b = cm_ptx_value(p, op.type.bits);
    if (op.operation == CM_PTX_CAS) {
        cm_ptx_comma(p);
        op.c = cm_ptx_value(p, op.type.bits);
    }
    skip_policy(p, &op.access);
    /* The store may read the destination's old value: it is written last. */
    const cm_expr *old = cm_ptx_is_pair(op.type) ? emit_pair(p, &op) : emit_atomic(p, &op);
    if (!is_red)
        cm_ptx_set(p, to, op.type, old);
}

static void atom(cm_ptx *p, int opcode_proxy)
{
    atom_or_red(p, false, opcode_proxy);
}

static void red(cm_ptx *p, int opcode_proxy)
{
    if (opcode_proxy == CM_GENERIC && cm_ptx_has(p, "async")) {
        cm_ptx_store_async(p, true);
        return;
    }
    atom_or_red(p, true, opcode_proxy);
}

/* tld, suld, sust and cold are published shorthand for accesses through the
 * texture, surface and constant proxies. */
const cm_ptx_opcode cm_ptx_memory_opcodes[] = {{"ld", ld, CM_GENERIC},
                                               {"tld", ld, CM_TEXTURE},
                                               {"suld", ld, CM_SURFACE},
                                               {"cold", ld, CM_CONSTANT},
                                               {"st", st, CM_GENERIC},
                                               {"sust", st, CM_SURFACE},
                                               {"atom", atom, CM_GENERIC},
                                               {"suatom", atom, CM_SURFACE},
                                               {"red", red, CM_GENERIC},
                                               {"sured", red, CM_SURFACE},
                                               {NULL, NULL, 0}};
