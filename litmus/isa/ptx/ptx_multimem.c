/* multimem.ld_reduce, multimem.st and multimem.red (PTX ISA, "multimem.ld_reduce, multimem.st,
 * multimem.red"; 8.2.3): an access by each device's location that the multimem address points to.
 *
 *      multimem.ld_reduce.acquire.sys.global.add.u32 r0, [m]   a load of each, and what they make
 *      multimem.st.release.sys.global.u32 [m], 1               a store to each
 *      multimem.red.release.sys.global.add.u32 [m], 1          a reduction of each
 *
 * The text gives them no order among each other, nor does it say that they are one access. */
#include "litmus/isa/ptx/ptx_access.h"

typedef enum multimem_kind { LD_REDUCE, ST, RED } multimem_kind;

typedef struct multimem {
    multimem_kind operation;
    cm_ptx_access access;
    cm_ptx_operation reduction;
    cm_ptx_type type;
    int vector;            /* elements; 0: a scalar */
    int name;              /* location: the multimem address */
    const cm_expr *offset; /* from there */
} multimem;

/* ---- qualifiers ------------------------------------------------------------- */

/* Table of operations and types. */
static bool has_type(const multimem *m)
{
    cm_ptx_type t = m->type;
    bool whole = t.bits >= 32 && t.kind <= CM_PTX_BITS;
    switch (m->reduction) {
    case CM_PTX_NO_OPERATION:
        return whole;
    case CM_PTX_ADD:
        return whole && t.kind != CM_PTX_BITS && !(t.kind == CM_PTX_SIGNED && t.bits == 64);
    case CM_PTX_MIN:
    case CM_PTX_MAX:
        return whole && t.kind != CM_PTX_BITS;
    case CM_PTX_AND:
    case CM_PTX_OR:
    case CM_PTX_XOR:
        return whole && t.kind == CM_PTX_BITS;
    default:
        return false;
    }
}

/* 32, 64 or 128 bits; of 16 bits vectors only; of .f64 none. */
static bool has_float_type(const multimem *m)
{
    unsigned bits = m->type.bits * (m->vector ? (unsigned)m->vector : 1);
    bool sized = bits == 32 || bits == 64 || bits == 128;
    bool added = m->reduction == CM_PTX_NO_OPERATION || m->reduction == CM_PTX_ADD;
    return sized && added && !(m->vector && m->type.bits == 64);
}

static void take_type(cm_ptx *p, multimem *m)
{
    m->vector = cm_ptx_take_vector(p);
    m->type = cm_ptx_take_type(p);
    bool whole = m->type.bits != 0;
    if (!whole)
        m->type = cm_ptx_take_float_type(p);
    if (m->operation == LD_REDUCE && !whole && m->type.bits != 0)
        cm_asm_fail(p->as, p->place,
                    "`multimem.ld_reduce` of floating-point types is not read: neither the order "
                    "of the sum nor its precision is said, expected an integer type");
    cm_ptx_all_used(p);
    if (whole ? m->vector != 0 || !has_type(m) : !has_float_type(m))
        cm_asm_fail(p->as, p->place,
                    "this type does not exist for this `multimem`, expected one that its "
                    "operation has, and vectors of floating-point types of 32, 64 or 128 bits");
    m->access.of_vector = m->vector != 0;
}

/* .weak, or an order and a scope; of a reduction .relaxed.sys where nothing is said. */
static void take_order(cm_ptx *p, multimem *m)
{
    static const struct {
        cm_ptx_order most;
        const char *expected;
    } orders[] = {[LD_REDUCE] = {CM_PTX_ACQUIRE, ".weak, .relaxed or .acquire"},
                  [ST] = {CM_PTX_RELEASE, ".weak, .relaxed or .release"},
                  [RED] = {CM_PTX_RELEASE, ".relaxed or .release"}};
    cm_ptx_access *a = &m->access;
    if (a->order == CM_PTX_NO_ORDER && !(m->operation == RED || a->scope))
        a->order = CM_PTX_WEAK;
    if (m->operation == RED && (a->order == CM_PTX_NO_ORDER) != (a->scope == NULL))
        cm_asm_fail(p->as, p->place,
                    "`multimem` has an order or a scope alone, expected both or none");
    if (m->operation == RED && !a->scope) {
        a->order = CM_PTX_RELAXED;
        a->scope = "SYS";
    }
    bool known = a->order == CM_PTX_RELAXED || a->order == orders[m->operation].most ||
                 (a->order == CM_PTX_WEAK && m->operation != RED);
    if (!known || a->mmio || a->has_policy)
        cm_ptx_refuse_order(p, orders[m->operation].expected);
    if ((a->order == CM_PTX_WEAK) != (a->scope == NULL))
        cm_asm_fail(p->as, p->place,
                    "`multimem` has an order or a scope alone, expected both or none");
    if (a->space != CM_REACH_ANY && a->space != CM_REACH_GLOBAL)
        cm_asm_fail(p->as, p->place,
                    "`multimem` does not have this space, expected .global or none");
}

static multimem take_qualifiers(cm_ptx *p)
{
    int operation = cm_ptx_take(p, "ld_reduce|st|red") - 1;
    if (operation < 0 || cm_ptx_has(p, "async"))
        cm_asm_fail(p->as, p->place,
                    "this `multimem` is not read: the PTX ISA does not say which proxy "
                    "asynchronous ones use, expected .ld_reduce, .st or .red");
    multimem m = {.operation = (multimem_kind)operation, .access = cm_ptx_take_access(p)};
    m.access.multimem = true;
    m.reduction = cm_ptx_take_operation(p);
    take_order(p, &m);
    if ((m.reduction == CM_PTX_NO_OPERATION) != (m.operation == ST))
        cm_asm_fail(p->as, p->place, "this `multimem` does not have this operation, expected %s",
                    m.operation == ST ? "none" : ".add, .min, .max, .and, .or or .xor");
    take_type(p, &m);
    return m;
}

/* ---- addresses --------------------------------------------------------------- */

static bool is_multimem(const cm_test *test, int location)
{
    return location >= 0 && test->locations[location].space == CM_SPACE_MULTIMEM;
}

static int only_multimem(const cm_test *test)
{
    int found = -1;
    for (int i = 0; i < test->location_count; i++) {
        if (!is_multimem(test, i))
            continue;
        if (found >= 0)
            return -1;
        found = i;
    }
    return found;
}

/* The name that is written, or, for a register, the test's only one. */
static void read_address(cm_ptx *p, multimem *m)
{
    const cm_test *test = cm_asm_test(p->as);
    cm_place place = p->lex->token.place;
    cm_ptx_address address = cm_ptx_read_address(p);
    const cm_expr *base = address.value;
    uint64_t offset = 0, within;
    for (; base->op == CM_OP_ADD && base->b->op == CM_OP_CONST; base = base->a)
        offset += base->b->imm;
    bool named = base->op == CM_OP_CONST;
    m->name = named ? cm_test_locate(test, base->imm, &within) : only_multimem(test);
    if (!is_multimem(test, m->name))
        cm_asm_fail(p->as, place,
                    named ? "this is not a multimem address, expected one that the initial state "
                            "declares, `multimem m={x,y}`"
                          : "an address in a register needs a test with one multimem address, "
                            "expected its name, or `multimem m={x,y}` in the initial state");
    const cm_location *name = cm_asm_location_at(p->as, m->name);
    m->offset = cm_ptx_const(p, offset);
    if (named)
        return;
    cm_ptx_hold_address(p, &address);
    m->offset = cm_dotted_op(p, CM_OP_SUB, 64, address.value, cm_ptx_const(p, name->address));
    const cm_expr *inside = cm_asm_falls_into(p->as, address.value, name);
    int step = cm_emit_assign(p->as, cm_asm_temporary(p->as), inside);
    cm_asm_undefined(p->as, step, cm_dotted_op(p, CM_OP_EQ, 64, inside, cm_ptx_const(p, 0)),
                     "may use an address that is not a multimem address");
}

/* The address of what is there on the next device: *location is its alias, or -1 behind the
 * last one. Begins with -1. */
static const cm_expr *next_target(cm_ptx *p, const multimem *m, int *location)
{
    const cm_test *test = cm_asm_test(p->as);
    for (int i = *location + 1; i < test->location_count; i++) {
        if (test->locations[i].multimem_of != m->name)
            continue;
        *location = i;
        return cm_dotted_op(p, CM_OP_ADD, 64, cm_ptx_const(p, test->locations[i].address),
                            m->offset);
    }
    *location = -1;
    return NULL;
}

/* ---- steps ----------------------------------------------------------------------- */

static void settle(cm_ptx *p, int step, const multimem *m, int element)
{
    unsigned count = m->vector ? (unsigned)m->vector : 1;
    cm_ptx_reach(p, step, &m->access);
    if (element == 0)
        cm_asm_align(p->as, step, count * m->type.bits / 8);
}

static void ld_reduce(cm_ptx *p, multimem *m)
{
    cm_ptx_register to = cm_ptx_destination(p);
    cm_ptx_check_width(p, to, m->type.bits);
    cm_dotted_comma(p);
    read_address(p, m);
    bool acquires = m->access.order == CM_PTX_ACQUIRE, weak = m->access.order == CM_PTX_WEAK;
    const char *const *kept = cm_ptx_access_tags(p, &m->access,
                                                 acquires ? "ACQ"
                                                 : weak   ? "WEAK"
                                                          : "RLX",
                                                 CM_GENERIC, NULL, false);
    const cm_expr *result = NULL;
    int at = -1;
    for (const cm_expr *a = next_target(p, m, &at); a; a = next_target(p, m, &at)) {
        int loaded = cm_asm_temporary(p->as);
        settle(p, cm_emit_load(p->as, loaded, a, m->type.bits / 8, kept), m, 0);
        const cm_expr *value = cm_asm_reg(p->as, loaded);
        result = result ? cm_ptx_combined(p, m->reduction, m->type, result, value) : value;
    }
    cm_ptx_set(p, to, m->type, result);
}

/* Packed types are two values of 16 bits, accesses of their own (8.2.5). */
static void store_element(cm_ptx *p, const multimem *m, const cm_expr *to, const cm_expr *value,
                          int element, const char *const *tags)
{
    if (!cm_ptx_is_pair(m->type)) {
        settle(p, cm_emit_store(p->as, to, value, m->type.bits / 8, tags), m, element);
        return;
    }
    const cm_expr *high = cm_dotted_op(p, CM_OP_LSHR, 32, value, cm_ptx_const(p, 16));
    const cm_expr *behind = cm_dotted_op(p, CM_OP_ADD, 64, to, cm_ptx_const(p, 2));
    settle(p, cm_emit_store(p->as, to, value, 2, tags), m, element);
    settle(p, cm_emit_store(p->as, behind, high, 2, tags), m, 1);
}

static void st(cm_ptx *p, multimem *m)
{
    const cm_expr *values[CM_PTX_VECTOR];
    read_address(p, m);
    cm_dotted_comma(p);
    int count = cm_ptx_read_values(p, false, m->vector, m->type.bits, values), at = -1;
    bool releases = m->access.order == CM_PTX_RELEASE, weak = m->access.order == CM_PTX_WEAK;
    const char *const *kept = cm_ptx_access_tags(p, &m->access,
                                                 releases ? "REL"
                                                 : weak   ? "WEAK"
                                                          : "RLX",
                                                 CM_GENERIC, NULL, false);
    for (const cm_expr *a = next_target(p, m, &at); a; a = next_target(p, m, &at))
        for (int i = 0; i < count; i++)
            store_element(p, m, cm_ptx_element_address(p, a, m->type, i), values[i], i, kept);
}

static void red(cm_ptx *p, multimem *m)
{
    const cm_expr *values[CM_PTX_VECTOR];
    read_address(p, m);
    cm_dotted_comma(p);
    int count = cm_ptx_read_values(p, false, m->vector, m->type.bits, values), at = -1;
    for (const cm_expr *a = next_target(p, m, &at); a; a = next_target(p, m, &at))
        cm_ptx_emit_reduction(p, &(cm_ptx_reduction_at){.access = m->access,
                                                        .operation = m->reduction,
                                                        .type = m->type,
                                                        .count = count,
                                                        .address = a,
                                                        .values = values});
}

static void multimem_operation(cm_ptx *p)
{
    multimem m = take_qualifiers(p);
    if (m.operation == LD_REDUCE)
        ld_reduce(p, &m);
    else if (m.operation == ST)
        st(p, &m);
    else
        red(p, &m);
}

const cm_ptx_opcode cm_ptx_multimem_opcodes[] = {{"multimem", multimem_operation, 0, NULL, NULL},
                                                 {NULL, NULL, 0, NULL, NULL}};
