/* Loads, stores and atomics of PTX (PTX ISA 9.7.9 ld and st, 9.7.13 atom and red;
 * tags after 8.3 to 8.6).
 *
 *      tags of a memory event:  strength  CM_PTX_WEAK RLX ACQ REL
 *                               scope     CTA CLUSTER GPU SYS (strong ones)
 *                               proxy     GEN TEX SUR CON
 *                               ATOM, RED and NoRet, CM_PTX_VOLATILE, MMIO
 */
#include "litmus/isa/ptx/ptx_access.h"

/* ---- qualifiers of memory operations --------------------------------- */

const char *cm_ptx_proxy_tag(cm_proxy proxy)
{
    static const char *const tags[] = {[CM_GENERIC] = "GEN",
                                       [CM_TEXTURE] = "TEX",
                                       [CM_SURFACE] = "SUR",
                                       [CM_CONSTANT] = "CON",
                                       [CM_READONLY] = "RONLY"};
    return tags[proxy];
}

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
    return a;
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
    return CM_PTX_TAGS(p, strength, a->scope, cm_ptx_proxy_tag(proxy),
                       a->order == CM_PTX_VOLATILE ? "VOLATILE" : NULL, a->mmio ? "MMIO" : NULL,
                       a->of_vector ? "VECTOR" : NULL, a->wide ? "B128" : NULL,
                       a->multimem ? "MULTIMEM" : NULL, atom, reduces ? "RED" : NULL,
                       reduces ? "NoRet" : NULL);
}

/* ---- vectors, policies ------------------------------------------------------- */

int cm_ptx_take_vector(cm_ptx *p)
{
    static const int counts[] = {0, 2, 4, 8};
    return counts[cm_ptx_take(p, "v2|v4|v8")];
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

/* All are rows, but for st.async and red.async. */
const cm_ptx_opcode cm_ptx_memory_opcodes[] = {
    {"ld", NULL, CM_GENERIC, cm_ptxn_load, NULL},
    {"tld", NULL, CM_GENERIC, cm_ptxn_other_proxy, NULL},
    {"suld", NULL, CM_GENERIC, cm_ptxn_other_proxy, NULL},
    {"cold", NULL, CM_GENERIC, cm_ptxn_other_proxy, NULL},
    {"st", cm_ptx_store_async, CM_GENERIC, cm_ptxn_store, NULL},
    {"sust", NULL, CM_GENERIC, cm_ptxn_other_proxy, NULL},
    {"atom", NULL, CM_GENERIC, cm_ptxn_atomic, NULL},
    {"suatom", NULL, CM_GENERIC, cm_ptxn_other_proxy, NULL},
    {"red", cm_ptx_store_async, CM_GENERIC, cm_ptxn_atomic, NULL},
    {"sured", NULL, CM_GENERIC, cm_ptxn_other_proxy, NULL},
    {NULL, NULL, 0, NULL, NULL}};
