/* st.async and red.async (PTX ISA 9.4): stores and reductions that a thread does not wait for, in
 * the generic proxy.
 *
 *      .mbarrier::complete_tx::bytes   to the shared memory of a CTA of the cluster; an mbarrier
 *                                      object is told
 *      .release.SCOPE                  to global memory; releases what came before; nobody is told
 */
#include "litmus/isa/ptx/ptx_access.h"
#include "litmus/isa/ptx/ptx_async.h"

#include <string.h>

enum { NO_GROUPS = 0 };

typedef struct store {
    bool is_red, mmio, signals, wide; /* wide: of 128 bits, as two elements */
    const char *order, *scope;        /* tags; scope NULL: weak */
    int space;                        /* cm_reach */
    cm_ptx_operation operation;
    cm_ptx_type type;
    int count; /* elements of a vector, else 1 */
} store;

/* ---- steps ---------------------------------------------------------------- */

static const char *const *tags_of(cm_ptx *p, const store *s, const char *order, bool reads)
{
    return CM_PTX_TAGS(p, order, s->scope, "GEN", "OP.ASYNC", s->mmio ? "MMIO" : NULL,
                       s->wide ? "B128" : NULL, s->is_red ? "ATOM" : NULL, reads ? "RED" : NULL,
                       reads ? "NoRet" : NULL);
}

static void mark(cm_ptx *p, int step, int space)
{
    cm_asm_step(p->as, step)->async = (cm_async){.role = CM_ASYNC_ACCESS, .groups = NO_GROUPS};
    cm_asm_step(p->as, step)->reach = (cm_reach)space;
}

/* The step that stores. */
static int emit(cm_ptx *p, const store *s, const cm_expr *address, const cm_expr *value,
                unsigned alignment)
{
    unsigned width = s->type.bits / 8;
    int load = CM_RMW_NONE;
    if (s->is_red) {
        int old = cm_asm_temporary(p->as);
        load = cm_emit_load(p->as, old, address, width, tags_of(p, s, "RLX", true));
        mark(p, load, s->space);
        value = cm_ptx_combined(p, s->operation, s->type, cm_asm_reg(p->as, old), value);
    }
    int step = cm_emit_store(p->as, address, value, width, tags_of(p, s, s->order, false));
    mark(p, step, s->space);
    cm_asm_step(p->as, step)->rmw = load;
    cm_asm_align(p->as, load < 0 ? step : load, alignment);
    return step;
}

/* [a], b or [a], {b, c}; then the object. */
static void read_and_emit(cm_ptx *p, const store *s, int vector)
{
    const cm_expr *values[CM_PTX_VECTOR];
    cm_ptx_address address = cm_ptx_read_address(p);
    unsigned width = s->type.bits / 8, bytes = (unsigned)s->count * width;
    cm_dotted_comma(p);
    cm_ptx_read_values(p, s->wide, vector, s->type.bits, values);
    for (int i = 0; i < s->count; i++) {
        int step = emit(p, s, cm_ptx_element_address(p, address.value, s->type, i), values[i],
                        i == 0 ? bytes : width);
        cm_asm_step(p->as, step)->joined = s->wide && i == 1;
    }
    if (!s->signals)
        return;
    cm_dotted_comma(p);
    const cm_expr *object = cm_ptx_emit_signal(p, s->space, bytes);
    cm_ptx_need_one_cta(p, address.value, object, s->is_red ? CM_PTX_ELSEWHERE : CM_PTX_OF_SEVERAL);
}

/* ---- which there are ------------------------------------------------------ */

/* st.async{.weak}{.shared::cluster}.mbarrier::complete_tx::bytes{.v2|.v4}.TYPE [a], b, [object] */
static void store_signalled(cm_ptx *p)
{
    store s = {.order = "WEAK", .signals = true};
    cm_ptx_has(p, "weak");
    s.space = cm_ptx_take_space(p);
    int vector = cm_ptx_take_vector(p);
    s.wide = vector == 0 && cm_ptx_has(p, "b128");
    s.type = s.wide ? (cm_ptx_type){CM_PTX_BITS, 64} : cm_ptx_take_bits_type(p);
    cm_ptx_all_used(p);
    s.count = s.wide ? 2 : vector == 0 ? 1 : vector;
    if ((s.space != CM_REACH_ANY && s.space != CM_REACH_CLUSTER) || s.type.bits < 32 ||
        s.type.kind == CM_PTX_PRED || (unsigned)s.count * s.type.bits > 128)
        cm_asm_fail(p->as, p->place,
                    "`st.async` with an mbarrier does not have this space or type, expected "
                    ".shared::cluster and 32, 64 or 128 bits, or vectors of at most 128");
    s.space = CM_REACH_CLUSTER;
    read_and_emit(p, &s, vector);
}

static bool reduces(cm_ptx_operation operation, cm_ptx_type type)
{
    switch (operation) {
    case CM_PTX_INC:
    case CM_PTX_DEC:
        return type.bits == 32 && type.kind == CM_PTX_UNSIGNED;
    case CM_PTX_MIN:
    case CM_PTX_MAX:
        return type.bits == 32 && (type.kind == CM_PTX_UNSIGNED || type.kind == CM_PTX_SIGNED);
    case CM_PTX_ADD:
        return type.bits >= 32 && (type.kind == CM_PTX_UNSIGNED || type.kind == CM_PTX_SIGNED);
    case CM_PTX_AND:
    case CM_PTX_OR:
    case CM_PTX_XOR:
        return type.bits == 32 && type.kind == CM_PTX_BITS;
    default:
        return false;
    }
}

/* red.async.relaxed.cluster{.shared::cluster}.mbarrier::complete_tx::bytes.OPERATION.TYPE
 *         [a], b, [object] */
static void reduction_signalled(cm_ptx *p)
{
    store s = {.order = "RLX", .signals = true, .is_red = true, .count = 1};
    bool relaxed = cm_ptx_has(p, "relaxed");
    s.scope = cm_ptx_take_scope(p, NULL);
    s.space = cm_ptx_take_space(p);
    s.operation = cm_ptx_take_operation(p);
    s.type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    if (!relaxed || !s.scope || strcmp(s.scope, "CLUSTER") != 0 ||
        (s.space != CM_REACH_ANY && s.space != CM_REACH_CLUSTER) || !reduces(s.operation, s.type))
        cm_asm_fail(p->as, p->place,
                    "this `red.async` with an mbarrier does not exist, expected .relaxed.cluster, "
                    ".shared::cluster, an operation and an integer type that it has");
    s.space = CM_REACH_CLUSTER;
    read_and_emit(p, &s, 0);
}

/* st.async.release.SCOPE.global.TYPE [a], b and red.async likewise, of 8.7; .mmio is for system
 * scope. */
static void released(cm_ptx *p, bool is_red)
{
    store s = {.order = "REL", .is_red = is_red, .count = 1};
    bool releases = cm_ptx_has(p, "release"), added = is_red && cm_ptx_has(p, "add");
    s.mmio = cm_ptx_has(p, "mmio");
    s.operation = CM_PTX_ADD;
    s.scope = cm_ptx_take_scope(p, NULL);
    s.space = cm_ptx_take_space(p);
    s.type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    bool reaches =
        s.scope && (strcmp(s.scope, "SYS") == 0 || (!s.mmio && strcmp(s.scope, "GPU") == 0));
    bool shared = s.space == CM_REACH_CTA || s.space == CM_REACH_CLUSTER;
    if (!releases || !reaches || shared || added != is_red || s.type.bits < (is_red ? 32 : 8) ||
        s.type.kind == CM_PTX_PRED || (is_red && s.type.kind == CM_PTX_BITS))
        cm_asm_fail(p->as, p->place,
                    "this `%s.async` is not read, expected %s.async.release, "
                    ".gpu or .sys, .global%s and a type",
                    p->opcode, p->opcode, is_red ? ", .add" : "");
    read_and_emit(p, &s, 0);
}

void cm_ptx_store_async(cm_ptx *p)
{
    bool is_red = strcmp(p->opcode, "red") == 0;
    bool signals = cm_ptx_has(p, "mbarrier::complete_tx::bytes");
    if (signals && is_red)
        reduction_signalled(p);
    else if (signals)
        store_signalled(p);
    else
        released(p, is_red);
}
