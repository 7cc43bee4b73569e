/* Loads, stores and atomics of PTX (PTX ISA 9.7.9 ld and st, 9.7.13 atom and red;
 * tags after 8.3 to 8.6).
 *
 *      tags of a memory event:  strength  CM_PTX_WEAK RLX ACQ REL
 *                               scope     CTA CLUSTER GPU SYS (strong ones)
 *                               proxy     GEN TEX SUR CON
 *                               ATOM, RED and NoRet, CM_PTX_VOLATILE, MMIO
 */
#include "litmus/isa/ptx/ptx_access.h"

#include <string.h>

/* ---- qualifiers of memory operations --------------------------------- */

static const char *const proxy_tags[] = {[CM_GENERIC] = "GEN",
                                         [CM_TEXTURE] = "TEX",
                                         [CM_SURFACE] = "SUR",
                                         [CM_CONSTANT] = "CON",
                                         [CM_READONLY] = "RONLY"};

const char *cm_ptx_take_scope(cm_ptx *p, const char *none)
{
    static const char *const tags[] = {NULL, "CTA", "CLUSTER", "GPU", "SYS"};
    int scope = cm_ptx_take(p, "cta|cluster|gpu|sys");
    return scope == 0 ? none : tags[scope];
}

void cm_ptx_refuse_order(cm_ptx *p, const char *expected)
{
    cm_ptx_blame_misspelt(p);
    cm_asm_fail(p->as, p->place, "this order does not exist for `%s`, expected %s", p->opcode,
                expected);
}

/* ld.mmio.{relaxed|acquire}.sys{.global}, st.mmio.{relaxed|release}.sys{.global}: of another order
 * than .relaxed since PTX ISA 9.3; no vectors ("ld", "st"). */
static void check_mmio(cm_ptx *p, const cm_ptx_access *a)
{
    bool load = strcmp(p->opcode, "ld") == 0;
    bool ordered =
        a->order == CM_PTX_RELAXED || a->order == (load ? CM_PTX_ACQUIRE : CM_PTX_RELEASE);
    if (!ordered || !a->scope || strcmp(a->scope, "SYS") != 0)
        cm_asm_fail(p->as, p->place,
                    "`.mmio` does not have this order or scope, expected .relaxed.sys%s",
                    load ? " or .acquire.sys" : " or .release.sys");
    if (a->space != CM_REACH_ANY && a->space != CM_REACH_GLOBAL)
        cm_asm_fail(p->as, p->place, "`.mmio` does not have this space, expected .global or none");
}

cm_ptx_access cm_ptx_take_access(cm_ptx *p)
{
    static const int spaces[] = {CM_REACH_ANY, CM_REACH_GLOBAL,  CM_REACH_CTA,
                                 CM_REACH_CTA, CM_REACH_CLUSTER, CM_PTX_CONST_SPACE};
    cm_ptx_access a = {
        .order = (cm_ptx_order)cm_ptx_take(p, "weak|relaxed|acquire|release|acq_rel|volatile")};
    a.mmio = cm_ptx_has(p, "mmio");
    a.scope = cm_ptx_take_scope(p, NULL);
    a.space = spaces[cm_ptx_take(p, "global|shared|shared::cta|shared::cluster|const")];
    a.has_policy = cm_ptx_has(p, "L2::cache_hint");
    bool is_global = a.space == CM_REACH_ANY || a.space == CM_REACH_GLOBAL;
    if (a.has_policy && (!is_global || a.mmio || a.order == CM_PTX_VOLATILE))
        cm_asm_fail(p->as, p->place,
                    "this `%s` takes no `.L2::cache_hint`, expected one of global memory, without "
                    ".volatile and .mmio",
                    p->opcode);
    if (a.mmio)
        check_mmio(p, &a);
    return a;
}

/* Of ld and st: weak without a word; .volatile is relaxed at system scope (PTX
 * ISA 8.4.1); weak ones have no scope, others need one. */
static void settle_plain(cm_ptx *p, cm_ptx_access *a)
{
    if (a->order == CM_PTX_NO_ORDER)
        a->order = CM_PTX_WEAK;
    bool bare = a->order == CM_PTX_WEAK || a->order == CM_PTX_VOLATILE;
    if ((bare && a->scope) || (!bare && !a->scope))
        cm_ptx_blame_misspelt(p);
    if (bare && a->scope)
        cm_asm_fail(p->as, p->place, "a %s `%s` takes no scope, expected none",
                    a->order == CM_PTX_WEAK ? "weak" : "volatile", p->opcode);
    if (!bare && !a->scope)
        cm_asm_fail(p->as, p->place, "`%s` has no scope, expected .cta, .cluster, .gpu or .sys",
                    p->opcode);
    if (a->order == CM_PTX_VOLATILE)
        a->scope = "SYS";
}

/* ---- tags ------------------------------------------------------------ */

const char *const *cm_ptx_tag_list(cm_ptx *p, const char *const *names, size_t count)
{
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(p->as), count + 1, const char *);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (names[i])
            tags[kept++] = names[i];
    return tags;
}

const char *const *cm_ptx_access_tags(cm_ptx *p, const cm_ptx_access *a, const char *strength,
                                      cm_proxy proxy, const char *atom, bool reduces)
{
    return CM_PTX_TAGS(p, strength, a->scope, proxy_tags[proxy],
                       a->order == CM_PTX_VOLATILE ? "VOLATILE" : NULL, a->mmio ? "MMIO" : NULL,
                       a->non_coherent ? "NC" : NULL, a->of_vector ? "VECTOR" : NULL,
                       a->wide ? "B128" : NULL, a->multimem ? "MULTIMEM" : NULL, atom,
                       reduces ? "RED" : NULL, reduces ? "NoRet" : NULL);
}

cm_proxy cm_ptx_proxy_of(int opcode_proxy, const cm_ptx_access *a, const cm_ptx_address *address)
{
    if (opcode_proxy != CM_GENERIC)
        return (cm_proxy)opcode_proxy;
    if (a->non_coherent)
        return a->read_only ? CM_READONLY : CM_TEXTURE;
    return a->space == CM_PTX_CONST_SPACE ? CM_CONSTANT : address->proxy;
}

/* ---- ld and st ------------------------------------------------------- */

cm_ptx_type cm_ptx_memory_type(cm_ptx_type type, const cm_ptx_address *address, unsigned bits)
{
    if (type.bits != 0)
        return type;
    if (address->location_width != 0)
        bits = 8 * address->location_width;
    return (cm_ptx_type){CM_PTX_UNSIGNED, bits >= 8 ? bits : 32};
}

int cm_ptx_take_vector(cm_ptx *p)
{
    static const int counts[] = {0, 2, 4, 8};
    return counts[cm_ptx_take(p, "v2|v4|v8")];
}

/* At most 256 bits (PTX ISA, "ld", "st"). */
static void settle_vector(cm_ptx *p, cm_ptx_access *a, int vector, cm_ptx_type type)
{
    if (a->evicts && (unsigned)vector * type.bits != 256)
        cm_asm_fail(p->as, p->place,
                    "this type takes no eviction priority of the second level, expected a vector "
                    "of 256 bits, or .L2::cache_hint");
    a->of_vector = vector > 0 && (unsigned)vector * type.bits <= 128;
    if ((unsigned)vector * type.bits > 256 || (vector == 8 && type.bits != 32))
        cm_asm_fail(p->as, p->place,
                    "this vector does not exist, expected at most 256 bits, and "
                    ".v8 of 32-bit elements only");
    if ((unsigned)vector * type.bits != 256)
        return;
    /* "ld", "st": .v8, and .v4 of 64 bits, are of global memory, by a generic address, too. */
    if (a->space != CM_REACH_ANY && a->space != CM_REACH_GLOBAL)
        cm_asm_fail(p->as, p->place,
                    "a vector of 256 bits lies in global memory, expected .global or none");
    a->space = CM_REACH_GLOBAL;
}

void cm_ptx_skip_policy(cm_ptx *p, bool has_policy)
{
    if (!has_policy)
        return;
    cm_dotted_comma(p);
    cm_ptx_value(p, 64);
}

bool cm_ptx_take_prefetch(cm_ptx *p)
{
    return cm_ptx_take(p, "L2::64B|L2::128B|L2::256B") != 0;
}

/* Hints for performance (PTX ISA 9.7.9.1 cache operators, "Cache Eviction Priority Hints",
 * "Prefetch size"): which lines caches keep and how much they fetch. A policy of .L2::cache_hint is
 * one more operand. What they may stand with is said under "ld" and "st": the first level's,
 * .L2::... with vectors of 256 bits, and how much to fetch are of global memory; cache operators of
 * weak accesses. */
static void take_hints(cm_ptx *p, cm_ptx_access *a)
{
    bool load = strcmp(p->opcode, "st") != 0 && strcmp(p->opcode, "sust") != 0;
    int cached = cm_ptx_take(p, load ? "ca|cg|cs|lu|cv" : "wb|cg|cs|wt");
    bool first = cm_ptx_take(p, "L1::evict_normal|L1::evict_unchanged|L1::evict_first|"
                                "L1::evict_last|L1::no_allocate") != 0;
    a->evicts = cm_ptx_take(p, "L2::evict_normal|L2::evict_first|L2::evict_last") != 0;
    bool fetches = cm_ptx_take_prefetch(p), any = first || a->evicts;
    bool is_global = a->space == CM_REACH_ANY || a->space == CM_REACH_GLOBAL;
    if (fetches && !load)
        cm_asm_fail(p->as, p->place, "`%s` takes no prefetch size, expected none", p->opcode);
    if (cached && a->order != CM_PTX_WEAK)
        cm_asm_fail(p->as, p->place, "a strong `%s` takes no cache operator, expected none",
                    p->opcode);
    if (load && cached > 3 && a->non_coherent)
        cm_asm_fail(p->as, p->place,
                    "`.nc` does not have this cache operator, expected .ca, .cg or .cs");
    if ((any || fetches) && (!is_global || a->mmio))
        cm_asm_fail(
            p->as, p->place,
            "this `%s` takes no hint to caches, expected one of global memory, without .mmio",
            p->opcode);
    if (any && (cached || a->order == CM_PTX_VOLATILE))
        cm_asm_fail(p->as, p->place,
                    "an eviction priority stands beside a cache operator or .volatile, expected "
                    "one of them");
}

/* ld{.global}.TYPE.proxy::readonly: weak, of data that nobody writes (PTX ISA 9.4, "ld").
 * ld.global.nc: weak, and by way of the texture cache (PTX ISA, "ld.global.nc"). */
static void take_non_coherent(cm_ptx *p, cm_ptx_access *a, bool weak)
{
    bool loads = strcmp(p->opcode, "ld") == 0 && a->order == CM_PTX_WEAK;
    a->read_only = a->non_coherent = cm_ptx_has(p, "proxy::readonly");
    if (a->read_only && (!loads || (a->space != CM_REACH_ANY && a->space != CM_REACH_GLOBAL)))
        cm_asm_fail(
            p->as, p->place,
            "`.proxy::readonly` has no other space or order, expected a weak ld or ld.global");
    if (a->read_only)
        return;
    a->non_coherent = cm_ptx_has(p, "nc");
    if (a->non_coherent && (!loads || weak || a->space != CM_REACH_GLOBAL))
        cm_asm_fail(p->as, p->place,
                    "`.nc` does not have this space or order, expected ld.global.nc");
}

static void memory_qualifiers(cm_ptx *p, cm_ptx_access *a, int *vector)
{
    *a = cm_ptx_take_access(p);
    bool weak = a->order == CM_PTX_WEAK; /* said so */
    settle_plain(p, a);
    take_non_coherent(p, a, weak);
    take_hints(p, a);
    *vector = cm_ptx_take_vector(p);
    if (a->mmio && *vector != 0)
        cm_asm_fail(p->as, p->place, "`.mmio` has no vectors, expected a scalar access");
    /* A scalar of 128 bits is two halves of 64 ("ld", "st": no vector has such elements). */
    a->wide = cm_ptx_has(p, "b128");
    a->type = a->wide ? (cm_ptx_type){CM_PTX_BITS, 64} : cm_ptx_take_bits_type(p);
    if (a->wide && *vector != 0)
        cm_asm_fail(p->as, p->place, "`.b128` has no vectors, expected a scalar access");
    cm_ptx_all_used(p);
    if (a->type.kind == CM_PTX_PRED)
        cm_asm_fail(p->as, p->place, "predicates have no memory, expected another type");
}

/* A vector access is scalar accesses in an unspecified order (PTX ISA 8.2.2); no
 * order of the model comes from po between different addresses alone. */
const cm_expr *cm_ptx_element_address(cm_ptx *p, const cm_expr *first, cm_ptx_type type,
                                      int element)
{
    if (element == 0)
        return first;
    uint64_t offset = (uint64_t)element * (type.bits / 8);
    return cm_dotted_op(p, CM_OP_ADD, 64, first, cm_ptx_const(p, offset));
}

void cm_ptx_hold_address(cm_ptx *p, cm_ptx_address *address)
{
    if (address->value->op == CM_OP_CONST)
        return;
    int base = cm_asm_temporary(p->as);
    cm_emit_assign(p->as, base, address->value);
    address->value = cm_asm_reg(p->as, base);
}

int cm_ptx_read_destinations(cm_ptx *p, bool wide, int vector, cm_ptx_register to[])
{
    if (wide) {
        cm_ptx_wide_destination(p, to);
        return 2;
    }
    if (vector > 0)
        cm_dotted_open(p);
    to[0] = cm_ptx_destination(p);
    for (int i = 1; i < vector; i++) {
        cm_dotted_comma(p);
        to[i] = cm_ptx_destination(p);
    }
    if (vector > 0)
        cm_dotted_close(p);
    return vector > 0 ? vector : 1;
}

int cm_ptx_read_values(cm_ptx *p, bool wide, int vector, unsigned bits, const cm_expr *values[])
{
    if (wide) {
        cm_ptx_wide_value(p, values);
        return 2;
    }
    if (vector > 0)
        cm_dotted_open(p);
    values[0] = cm_ptx_value(p, bits);
    for (int i = 1; i < vector; i++) {
        cm_dotted_comma(p);
        values[i] = cm_ptx_value(p, bits);
    }
    if (vector > 0)
        cm_dotted_close(p);
    return vector > 0 ? vector : 1;
}

void cm_ptx_reach(cm_ptx *p, int step, const cm_ptx_access *a)
{
    if (a->space != CM_PTX_CONST_SPACE)
        cm_asm_step(p->as, step)->reach = (cm_reach)a->space;
}

/* An address that is no multiple of the size of all elements together: undefined (PTX
 * ISA 6.4.1.1, "alignment"). `whole`: that address. Saying it of the first element says it once. */
static void align(cm_ptx *p, int step, const cm_expr *whole, cm_ptx_type type, int count)
{
    cm_asm_align_at(p->as, step, whole, (unsigned)count * type.bits / 8);
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

static void settle_element(cm_ptx *p, int step, const cm_ptx_access *a, int element)
{
    cm_ptx_reach(p, step, a);
    cm_asm_step(p->as, step)->joined = a->wide && element == 1;
}

/* `_` for an element of a vector of 256 bits: it is not read. Other vectors have none ("ld"). */
static bool is_sink(cm_ptx *p, cm_ptx_register to, cm_ptx_type type, int count)
{
    if (!to.sink)
        return false;
    if ((unsigned)count * type.bits != 256)
        cm_asm_fail(p->as, to.place, "`_` stands in vectors of 256 bits only, expected a register");
    return true;
}

static void load_elements(cm_ptx *p, const cm_ptx_access *a, const cm_ptx_register to[], int count,
                          const cm_expr *address, cm_ptx_type type, const char *const *tags)
{
    bool aligned = false;
    for (int i = 0; i < count; i++) {
        if (is_sink(p, to[i], type, count))
            continue;
        int step = load_element(p, to[i], cm_ptx_element_address(p, address, type, i), type, tags);
        settle_element(p, step, a, i);
        if (!aligned)
            align(p, step, address, type, count);
        aligned = true;
    }
}

static void ld(cm_ptx *p)
{
    cm_ptx_access a;
    int vector;
    memory_qualifiers(p, &a, &vector);
    if (a.order == CM_PTX_RELEASE || a.order == CM_PTX_ACQ_REL)
        cm_ptx_refuse_order(p, ".weak, .relaxed, .acquire or .volatile");
    if (a.space == CM_PTX_CONST_SPACE && a.order != CM_PTX_WEAK)
        cm_asm_fail(p->as, p->place,
                    "a load of constant memory cannot be strong, expected a weak one");
    cm_ptx_register to[CM_PTX_VECTOR];
    int count = cm_ptx_read_destinations(p, a.wide, vector, to);
    cm_dotted_comma(p);
    if (count == 1 && cm_ptx_at_number(p)) { /* published shorthand: ld r0, 1 */
        cm_ptx_type type = cm_ptx_type_or(a.type, to[0]);
        cm_ptx_set(p, to[0], type, cm_ptx_value(p, type.bits));
        return;
    }
    cm_ptx_address address = cm_ptx_read_address(p);
    cm_ptx_type type = cm_ptx_memory_type(a.type, &address, to[0].bits);
    settle_vector(p, &a, vector, type);
    cm_ptx_skip_policy(p, a.has_policy);
    const char *strength = a.order == CM_PTX_WEAK      ? "WEAK"
                           : a.order == CM_PTX_ACQUIRE ? "ACQ"
                                                       : "RLX";
    const char *const *kept =
        cm_ptx_access_tags(p, &a, strength, cm_ptx_proxy_of(p->detail, &a, &address), NULL, false);
    if (count > 1)
        cm_ptx_hold_address(p, &address);
    load_elements(p, &a, to, count, address.value, type, kept);
}

static void st(cm_ptx *p)
{
    int opcode_proxy = p->detail;
    cm_ptx_access a;
    int vector;
    if (opcode_proxy == CM_GENERIC && cm_ptx_has(p, "async")) {
        cm_ptx_store_async(p, false);
        return;
    }
    memory_qualifiers(p, &a, &vector);
    if (a.order == CM_PTX_ACQUIRE || a.order == CM_PTX_ACQ_REL)
        cm_ptx_refuse_order(p, ".weak, .relaxed, .release or .volatile");
    if (a.space == CM_PTX_CONST_SPACE)
        cm_asm_fail(p->as, p->place, "constant memory cannot be written, expected another space");
    cm_ptx_address address = cm_ptx_read_address(p);
    cm_dotted_comma(p);
    const cm_lexer start = *p->lex;
    if (vector > 0)
        cm_lexer_accept(p->lex, "{");
    cm_ptx_type type = cm_ptx_memory_type(a.type, &address, cm_ptx_peek_bits(p));
    *p->lex = start;
    settle_vector(p, &a, vector, type);
    const cm_expr *values[CM_PTX_VECTOR];
    int count = cm_ptx_read_values(p, a.wide, vector, type.bits, values);
    const char *strength = a.order == CM_PTX_WEAK      ? "WEAK"
                           : a.order == CM_PTX_RELEASE ? "REL"
                                                       : "RLX";
    const char *const *kept = cm_ptx_access_tags(
        p, &a, strength, cm_ptx_proxy_of(opcode_proxy, &a, &address), NULL, false);
    for (int i = 0; i < count; i++) {
        int step = cm_emit_store(p->as, cm_ptx_element_address(p, address.value, type, i),
                                 values[i], type.bits / 8, kept);
        settle_element(p, step, &a, i);
        if (i == 0)
            align(p, step, address.value, type, count);
    }
    cm_ptx_skip_policy(p, a.has_policy);
}

/* tld, suld, sust and cold are published shorthand for accesses through the
 * texture, surface and constant proxies. */
const cm_ptx_opcode cm_ptx_memory_opcodes[] = {
    {"ld", ld, CM_GENERIC, cm_ptxn_load, NULL},
    {"tld", ld, CM_TEXTURE, cm_ptxn_other_proxy, NULL},
    {"suld", ld, CM_SURFACE, cm_ptxn_other_proxy, NULL},
    {"cold", ld, CM_CONSTANT, cm_ptxn_other_proxy, NULL},
    {"st", st, CM_GENERIC, cm_ptxn_store, NULL},
    {"sust", st, CM_SURFACE, cm_ptxn_other_proxy, NULL},
    {"atom", cm_ptx_atomic, CM_GENERIC, cm_ptxn_atomic, NULL},
    {"suatom", cm_ptx_atomic, CM_SURFACE, cm_ptxn_other_proxy, NULL},
    {"red", cm_ptx_atomic, CM_GENERIC, cm_ptxn_atomic, NULL},
    {"sured", cm_ptx_atomic, CM_SURFACE, cm_ptxn_other_proxy, NULL},
    {NULL, NULL, 0, NULL, NULL}};
