/* Atomics of PTX (PTX ISA 9.7.13: atom and red). */
#include "litmus/isa/ptx/ptx_access.h"

#include <string.h>

typedef struct atomic {
    cm_ptx_access access;
    cm_ptx_operation operation;
    bool is_red;
    int count; /* elements of a vector, halves of 128 bits; else 1 */
    cm_proxy proxy;
    cm_ptx_type type;               /* of one of them */
    unsigned alignment;             /* bytes */
    const cm_expr *address, *b, *c; /* c: of cas, what is stored */
    const cm_expr *equal;           /* of cas: 1 where it stores */
} atomic;

/* ---- which there are ---------------------------------------------------- */

static bool is_bitwise(cm_ptx_operation operation)
{
    return operation == CM_PTX_AND || operation == CM_PTX_OR || operation == CM_PTX_XOR ||
           operation == CM_PTX_EXCH || operation == CM_PTX_CAS;
}

/* Sums of all types; minima and maxima of those of 16 bits in vectors; vectors in global memory. */
static void check_float(cm_ptx *p, const cm_ptx_access *a, cm_ptx_operation operation, int vector)
{
    cm_ptx_type type = a->type;
    bool half = type.bits == 16 || cm_ptx_is_pair(type);
    bool compares = operation == CM_PTX_MIN || operation == CM_PTX_MAX;
    if (operation != CM_PTX_ADD && !(compares && half && vector != 0))
        cm_asm_fail(p->as, p->place,
                    "floating-point `%s` of this kind does not exist, expected .add, or .min or "
                    ".max of a vector of 16-bit types",
                    p->opcode);
    if (vector != 0 && ((unsigned)vector * type.bits > 128 || type.bits == 64))
        cm_asm_fail(p->as, p->place,
                    "this vector does not exist, expected at most 128 bits, of "
                    ".f32, .f16, .bf16, .f16x2 or .bf16x2");
    if (vector != 0 && a->space != CM_REACH_ANY && a->space != CM_REACH_GLOBAL)
        cm_asm_fail(p->as, p->place, "`%s` has no vectors in shared memory, expected .global",
                    p->opcode);
}

/* Types each operation has (PTX ISA 9.7.13.5); published tests give none. */
static void check_type(cm_ptx *p, cm_ptx_operation operation, cm_ptx_type type)
{
    bool bitwise = is_bitwise(operation), typed = !cm_ptx_is_shorthand(p);
    bool counts = operation == CM_PTX_INC || operation == CM_PTX_DEC;
    bool adds = operation == CM_PTX_ADD;
    bool good = type.bits >= 32 || (operation == CM_PTX_CAS && type.bits == 16);
    if (counts)
        good = good && type.bits == 32 && type.kind == CM_PTX_UNSIGNED;
    else if (bitwise)
        good = good && (type.kind == CM_PTX_BITS || !typed);
    else
        good = good && type.kind != CM_PTX_BITS &&
               !(adds && type.bits == 64 && type.kind == CM_PTX_SIGNED);
    if (!good || type.kind == CM_PTX_PRED)
        cm_asm_fail(p->as, p->place, "this type does not exist for this `%s`, expected %s",
                    p->opcode,
                    bitwise  ? "b32 or b64"
                    : counts ? "u32"
                    : adds   ? "u32, s32 or u64"
                             : "u32, s32, u64 or s64");
}

static void take_type(cm_ptx *p, atomic *op)
{
    cm_ptx_access *a = &op->access;
    int vector = cm_ptx_take_vector(p);
    a->wide = cm_ptx_has(p, "b128");
    a->type = a->wide ? (cm_ptx_type){CM_PTX_BITS, 64} : cm_ptx_take_atomic_type(p);
    cm_ptx_all_used(p);
    if (a->wide && op->operation != CM_PTX_EXCH && op->operation != CM_PTX_CAS)
        cm_asm_fail(p->as, p->place,
                    "`%s` has `.b128` in two operations only, expected .exch or .cas", p->opcode);
    if (vector != 0 && !cm_ptx_is_float(a->type))
        cm_asm_fail(p->as, p->place,
                    "`%s` has vectors of floating-point types only, expected a scalar", p->opcode);
    if (cm_ptx_is_float(a->type))
        check_float(p, a, op->operation, vector);
    op->count = a->wide ? 2 : vector == 0 ? 1 : vector;
}

/* `red` acquires nothing, for nobody learns what it read; nothing subtracts ("red", "atom"). */
static void check_order_and_operation(cm_ptx *p, const atomic *op)
{
    bool acquires = op->access.order == CM_PTX_ACQUIRE || op->access.order == CM_PTX_ACQ_REL;
    bool subtracts = op->operation == CM_PTX_SUB, typed = !cm_ptx_is_shorthand(p);
    if (op->is_red && acquires && typed)
        cm_ptx_refuse_order(p, ".relaxed or .release, or `atom` in its place");
    if (op->is_red && acquires)
        cm_ptx_warn_shorthand(p, "`red` that acquires", "`atom`, or .relaxed or .release");
    if (subtracts && typed)
        cm_asm_fail(p->as, p->place, "`%s` does not subtract, expected .add of the negated value",
                    p->opcode);
    if (subtracts)
        cm_ptx_warn_shorthand(p, "atomic subtraction", ".add of the negated value");
}

static void take_qualifiers(cm_ptx *p, atomic *op)
{
    cm_ptx_access *a = &op->access;
    *a = cm_ptx_take_access(p);
    op->operation = cm_ptx_take_operation(p);
    take_type(p, op);
    if (op->operation == CM_PTX_NO_OPERATION)
        cm_asm_fail(p->as, p->place, "`%s` has no operation, expected .add, .exch, .cas, ...",
                    p->opcode);
    if (a->order == CM_PTX_WEAK || a->order == CM_PTX_VOLATILE || a->mmio)
        cm_ptx_refuse_order(p, ".relaxed, .acquire, .release or .acq_rel");
    if (a->space == CM_PTX_CONST_SPACE)
        cm_asm_fail(p->as, p->place, "constant memory cannot be written, expected another space");
    if (op->is_red && (op->operation == CM_PTX_CAS || op->operation == CM_PTX_EXCH))
        cm_asm_fail(p->as, p->place, "`red` cannot return a value, expected `atom` for this");
    check_order_and_operation(p, op);
    if (a->order == CM_PTX_NO_ORDER) /* PTX ISA 9.7.13.5: .relaxed and .gpu are the defaults */
        a->order = CM_PTX_RELAXED;
    if (!a->scope)
        a->scope = "GPU";
}

/* ---- steps ---------------------------------------------------------------- */

static int emit_load(cm_ptx *p, const atomic *op, int to)
{
    bool acquires = op->access.order == CM_PTX_ACQUIRE || op->access.order == CM_PTX_ACQ_REL;
    const char *const *tags =
        cm_ptx_access_tags(p, &op->access, acquires ? "ACQ" : "RLX", op->proxy, "ATOM", op->is_red);
    int step = cm_emit_load(p->as, to, op->address, op->type.bits / 8, tags);
    cm_ptx_reach(p, step, &op->access);
    cm_asm_align(p->as, step, op->alignment);
    return step;
}

/* cas stores only when the old value is the expected one. */
static int emit_store(cm_ptx *p, const atomic *op, int load, const cm_expr *old)
{
    bool releases = op->access.order == CM_PTX_RELEASE || op->access.order == CM_PTX_ACQ_REL;
    const char *const *tags =
        cm_ptx_access_tags(p, &op->access, releases ? "REL" : "RLX", op->proxy, "ATOM", false);
    const cm_expr *value = op->operation == CM_PTX_CAS
                               ? op->c
                               : cm_ptx_combined(p, op->operation, op->type, old, op->b);
    int store = cm_emit_store(p->as, op->address, value, op->type.bits / 8, tags);
    cm_step *step = cm_asm_step(p->as, store);
    step->rmw = load;
    step->guard = op->equal;
    cm_ptx_reach(p, store, &op->access);
    if (cm_ptx_is_float(op->type))
        cm_ptx_float_opaque(p, store, op->operation, op->type, old, op->b);
    return store;
}

/* What memory held, in a register that no one else uses. */
static const cm_expr *emit_scalar(cm_ptx *p, const atomic *one)
{
    atomic op = *one;
    int loaded = cm_asm_temporary(p->as);
    const cm_expr *old = cm_asm_reg(p->as, loaded);
    int load = emit_load(p, &op, loaded);
    if (op.operation == CM_PTX_CAS)
        op.equal = cm_dotted_op(p, CM_OP_EQ, op.type.bits, old, op.b);
    emit_store(p, &op, load, old);
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
    low.b = cm_dotted_op(p, CM_OP_AND, 32, op->b, cm_ptx_const(p, UINT16_MAX));
    high.b = cm_dotted_op(p, CM_OP_LSHR, 32, op->b, sixteen);
    high.address = cm_dotted_op(p, CM_OP_ADD, 64, op->address, cm_ptx_const(p, 2));
    const cm_expr *first = emit_scalar(p, &low), *second = emit_scalar(p, &high);
    return cm_dotted_op(p, CM_OP_OR, 32, first, cm_dotted_op(p, CM_OP_SHL, 32, second, sixteen));
}

/* The elements of a vector: "each of the individual operations is guaranteed to be atomic", all
 * together are not ("atom"). */
static void emit_elements(cm_ptx *p, const atomic *op, const cm_expr *const *b, const cm_expr **old)
{
    unsigned bytes = op->type.bits / 8;
    for (int i = 0; i < op->count; i++) {
        atomic one = *op;
        one.address = cm_ptx_element_address(p, op->address, op->type, i);
        one.alignment = i == 0 ? (unsigned)op->count * bytes : bytes;
        one.b = b[i];
        old[i] = cm_ptx_is_pair(op->type) ? emit_pair(p, &one) : emit_scalar(p, &one);
    }
}

/* Both halves of 128 bits are one access. */
static void emit_wide(cm_ptx *p, const atomic *op, const cm_expr *const *b, const cm_expr *const *c,
                      const cm_expr **old)
{
    atomic halves[2] = {*op, *op};
    int loads[2];
    for (int i = 0; i < 2; i++) {
        halves[i].address = cm_ptx_element_address(p, op->address, op->type, i);
        halves[i].alignment = i == 0 ? 16 : 8;
        halves[i].b = b[i];
        halves[i].c = c[i];
        int loaded = cm_asm_temporary(p->as);
        old[i] = cm_asm_reg(p->as, loaded);
        loads[i] = emit_load(p, &halves[i], loaded);
        cm_asm_step(p->as, loads[i])->joined = i == 1;
    }
    const cm_expr *equal =
        cm_dotted_op(p, CM_OP_AND, 64, cm_dotted_op(p, CM_OP_EQ, 64, old[0], b[0]),
                     cm_dotted_op(p, CM_OP_EQ, 64, old[1], b[1]));
    for (int i = 0; i < 2; i++) {
        halves[i].equal = op->operation == CM_PTX_CAS ? equal : NULL;
        int store = emit_store(p, &halves[i], loads[i], old[i]);
        cm_asm_step(p->as, store)->joined = i == 1;
    }
}

void cm_ptx_emit_reduction(cm_ptx *p, const cm_ptx_reduction_at *r)
{
    const cm_expr *old[CM_PTX_VECTOR];
    atomic op = {.access = r->access,
                 .operation = r->operation,
                 .is_red = true,
                 .count = r->count,
                 .proxy = CM_GENERIC,
                 .type = r->type,
                 .address = r->address};
    emit_elements(p, &op, r->values, old);
}

/* ---- operands ------------------------------------------------------------- */

static void read_values(cm_ptx *p, const atomic *op, const cm_expr **value)
{
    cm_dotted_comma(p);
    cm_ptx_read_values(p, op->access.wide, op->count == 1 ? 0 : op->count, op->type.bits, value);
}

void cm_ptx_atomic(cm_ptx *p)
{
    bool is_red = strcmp(p->opcode, "red") == 0 || strcmp(p->opcode, "sured") == 0;
    if (is_red && p->detail == CM_GENERIC && cm_ptx_has(p, "async")) {
        cm_ptx_store_async(p);
        return;
    }
    atomic op = {.is_red = is_red};
    cm_ptx_register to[CM_PTX_VECTOR] = {{0}};
    const cm_expr *b[CM_PTX_VECTOR], *c[CM_PTX_VECTOR] = {NULL}, *old[CM_PTX_VECTOR];
    take_qualifiers(p, &op);
    if (!is_red) {
        cm_ptx_read_destinations(p, op.access.wide, op.count == 1 ? 0 : op.count, to);
        cm_dotted_comma(p);
    }
    cm_ptx_address address = cm_ptx_read_address(p);
    op.proxy = cm_ptx_proxy_of(p->detail, &op.access, &address);
    op.type = cm_ptx_memory_type(op.access.type, &address, to[0].bits);
    if (!cm_ptx_is_float(op.type))
        check_type(p, op.operation, op.type);
    for (int i = 0; i < op.count && !is_red; i++)
        cm_ptx_check_width(p, to[i], op.type.bits);
    read_values(p, &op, b);
    if (op.operation == CM_PTX_CAS)
        read_values(p, &op, c);
    cm_ptx_skip_policy(p, op.access.has_policy);
    op.address = address.value;
    op.c = c[0];
    /* The store may read the destination's old value: it is written last. */
    if (op.access.wide)
        emit_wide(p, &op, b, c, old);
    else
        emit_elements(p, &op, b, old);
    for (int i = 0; i < op.count && !is_red; i++)
        cm_ptx_set(p, to[i], op.type, old[i]);
}
