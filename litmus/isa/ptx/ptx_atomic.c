/* Atomics of PTX (PTX ISA 9.7.13: atom and red). */
#include "litmus/isa/ptx/ptx_access.h"

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

/* Published tests subtract, and reduce with an order that acquires: PTX does neither, for nobody
 * learns what `red` has read ("red", "atom"). */
static void check_shorthand(cm_ptx *p, const atomic *op)
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

/* ---- a row of the table ------------------------------------------------------- */

static void values_of(cm_ptx *p, const atomic *op, const cm_insn_operand *o, const cm_expr **value)
{
    for (int i = 0; i < op->count; i++)
        value[i] = op->access.wide ? cm_asm_reg(p->as, cm_ptx_half(p, o, i))
                   : o[i].kind == CM_INSN_NUMBER
                       ? cm_ptx_const(p, cm_ptx_low_bits(o[i].number, op->type.bits))
                       : cm_asm_reg(p->as, o[i].index);
}

/* As wide as the location or the register, where it has no type. */
static cm_ptx_type type_of(cm_ptx *p, const atomic *op, unsigned bits)
{
    if (op->access.wide)
        return (cm_ptx_type){CM_PTX_BITS, 64};
    cm_ptx_type type = cm_ptx_take_type(p);
    if (type.bits == 0)
        type = cm_ptx_take_float_type(p);
    return type.bits ? type : (cm_ptx_type){CM_PTX_UNSIGNED, bits};
}

void cm_ptx_atomic(cm_ptx *p)
{
    atomic op = {.access = cm_ptx_take_access(p),
                 .operation = cm_ptx_take_operation(p),
                 .is_red = cm_ptx_among("red|sured", p->opcode) != 0};
    const uint8_t *starts = p->starts + (op.is_red ? 0 : 1);
    const cm_insn_operand *to = p->operands, *address = to + starts[0];
    const cm_expr *b[CM_PTX_VECTOR], *c[CM_PTX_VECTOR] = {NULL}, *old[CM_PTX_VECTOR];
    op.access.wide = cm_ptx_has(p, "b128");
    op.count = op.access.wide ? 2 : starts[2] - starts[1];
    op.type = type_of(p, &op, to[starts[1]].bits);
    check_shorthand(p, &op);
    if (op.access.order == CM_PTX_NO_ORDER) /* PTX ISA 9.7.13.5: the defaults */
        op.access.order = CM_PTX_RELAXED;
    if (!op.access.scope)
        op.access.scope = "GPU";
    op.address = cm_form_address(p, address);
    if (*p->opcode == 's')
        op.proxy = CM_SURFACE;
    else if (address->kind == CM_INSN_LOCATION)
        op.proxy = cm_asm_location_at(p->as, address->index)->proxy;
    values_of(p, &op, to + starts[1], b);
    if (op.operation == CM_PTX_CAS)
        values_of(p, &op, to + starts[2], c);
    op.c = c[0];
    /* The store may read the destination's old value: it is written last. */
    if (op.access.wide)
        emit_wide(p, &op, b, c, old);
    else
        emit_elements(p, &op, b, old);
    for (int i = 0; i < op.count && !op.is_red; i++) {
        cm_ptx_register reg = {.index = to[i].index, .bits = to[i].held, .place = to[i].place};
        if (op.access.wide)
            reg = (cm_ptx_register){.index = cm_ptx_half(p, to, i), .bits = 64};
        cm_ptx_set(p, reg, op.type, old[i]);
    }
}
