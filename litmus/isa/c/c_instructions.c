/* What the instructions of inline assembly do (c_assembly.c), as steps of C. Accesses and fences
 * become the operations that the installed mappings compile to them, the strongest ones that are no
 * stronger than the instruction. */
#include "litmus/isa/c/c_assembly.h"

#include <string.h>

/* ---- what it computes -------------------------------------------------------------- */

/* A value as the register has it: with zeros above, or as RISC-V wants it. */
static const cm_expr *widened(cm_c_assembly *a, const cm_expr *value, cm_number_type type)
{
    if (type.stars > 0 || type.bytes >= 8)
        return value;
    return cm_asm_op_imm(a->c->as, a->set == CM_C_ASM_RISCV ? CM_OP_SEXT : CM_OP_ZEXT, 64,
                         8u * type.bytes, value);
}

/* A value of 64 bits as C has one of the type. */
static const cm_expr *narrowed(cm_c_assembly *a, const cm_expr *value, cm_number_type type)
{
    if (type.stars > 0 || type.bytes >= 8)
        return value;
    return cm_asm_op_imm(a->c->as, type.is_signed ? CM_OP_SEXT : CM_OP_ZEXT, 64, 8u * type.bytes,
                         value);
}

static bool extends(const cm_expr *e)
{
    return e->op == CM_OP_SEXT || e->op == CM_OP_ZEXT;
}

/* In registers of C, whose models do not ask which of two equal values a result depends on. What is
 * cut off again need not be extended before. */
static const cm_expr *value_of(cm_c_assembly *a, const cm_expr *e)
{
    if (!e || e->op == CM_OP_CONST)
        return e;
    if (e->op == CM_OP_PREDICT)
        return value_of(a, e->c);
    if (e->op == CM_OP_REG) {
        a->lost = a->values[e->reg] ? a->lost : a->thread.registers[e->reg].name;
        return a->values[e->reg];
    }
    cm_expr *made = CM_NEW(cm_asm_arena(a->c->as), cm_expr);
    *made = *e;
    made->a = value_of(a, e->a);
    made->b = value_of(a, e->b);
    made->c = value_of(a, e->c);
    uint64_t kept = extends(made) ? made->imm : made->bits;
    bool cuts = made->op != CM_OP_SELECT;
    while (cuts && made->a && extends(made->a) && made->a->imm >= kept)
        made->a = made->a->a;
    while (cuts && made->b && extends(made->b) && made->b->imm >= kept)
        made->b = made->b->a;
    return made;
}

/* The same, where it counts. */
static const cm_expr *known_value(cm_c_assembly *a, const cm_expr *e)
{
    a->lost = NULL;
    const cm_expr *value = value_of(a, e);
    if (a->lost)
        cm_c_asm_refuse(
            a, cm_c_asm_printed(a, "it reads the register `$`, which it has not set", a->lost));
    return value;
}

/* ---- what it accesses ---------------------------------------------------------------- */

/* The object of an access: in which operand its address is. A number of bytes may be added. */
static cm_c_asm_operand *object_of(cm_c_assembly *a, const cm_step *step, uint64_t *offset)
{
    const cm_expr *e = step->addr;
    *offset = 0;
    if (e->op == CM_OP_ADD && e->b->op == CM_OP_CONST) {
        *offset = e->b->imm;
        e = e->a;
    }
    int of = e->op == CM_OP_REG ? a->of[e->reg] : -1;
    if (of < 0)
        cm_c_asm_refuse(a, "an address is computed, expected an operand");
    return &a->operands[of];
}

static cm_number_type object_type(cm_c_assembly *a, const cm_c_asm_operand *o, const cm_step *step)
{
    cm_number_type type = o->type;
    if (!o->in_memory && type.stars == 0)
        cm_c_asm_refuse(a, "an address is of no pointer's type, expected a pointer to the object");
    type.stars -= !o->in_memory;
    unsigned bytes = type.stars > 0 ? 8 : type.bytes;
    if (bytes != step->width || cm_number_is_float(type) || (type.structure && type.stars == 0))
        cm_asm_fail(a->c->as, a->place,
                    "this instruction in C is not read: it accesses %u byte%s, expected %u, as the "
                    "object has",
                    step->width, step->width == 1 ? "" : "s", bytes);
    return type;
}

static const cm_expr *address_of(cm_c_assembly *a, const cm_step *step, cm_number_type *type)
{
    uint64_t offset;
    cm_c_asm_operand *o = object_of(a, step, &offset);
    *type = object_type(a, o, step);
    if (offset % step->width != 0)
        cm_c_asm_refuse(a, "an address is between two objects");
    if (offset == 0)
        return o->value;
    uint64_t elements = (uint64_t)((int64_t)offset / step->width);
    return cm_c_compute(a->c, CM_OP_ADD, o->value, cm_asm_const(a->c->as, elements * CM_C_BYTES));
}

/* What events of the sets mean in C, by models/mappings. Tags of both halves of an update stand
 * together. */
static const struct meaning {
    int set;
    char kind; /* of a Read, a Write, an Update, a Fence */
    const char *tags, *order;
} meanings[] = {
    {CM_C_ASM_AARCH64, 'R', "", "relaxed"},
    {CM_C_ASM_AARCH64, 'R', "A", "seq_cst"},
    {CM_C_ASM_AARCH64, 'R', "Q", "acquire"},
    {CM_C_ASM_AARCH64, 'W', "", "relaxed"},
    {CM_C_ASM_AARCH64, 'W', "L", "seq_cst"},
    {CM_C_ASM_AARCH64, 'U', "", "relaxed"},
    {CM_C_ASM_AARCH64, 'U', "A", "acquire"},
    {CM_C_ASM_AARCH64, 'U', "L", "release"},
    {CM_C_ASM_AARCH64, 'U', "A L", "seq_cst"},
    {CM_C_ASM_AARCH64, 'F', "DMB.ISH", "seq_cst"},
    {CM_C_ASM_AARCH64, 'F', "DMB.SY", "seq_cst"},
    {CM_C_ASM_AARCH64, 'F', "DSB.ISH", "seq_cst"},
    {CM_C_ASM_AARCH64, 'F', "DSB.SY", "seq_cst"},
    {CM_C_ASM_AARCH64, 'F', "DMB.ISHLD", "acquire"},
    {CM_C_ASM_AARCH64, 'F', "DMB.LD", "acquire"},
    {CM_C_ASM_X86, 'R', "", "seq_cst"},
    {CM_C_ASM_X86, 'W', "", "release"},
    {CM_C_ASM_X86, 'U', "X", "seq_cst"},
    {CM_C_ASM_X86, 'F', "MFENCE", "seq_cst"},
    {CM_C_ASM_RISCV, 'R', "", "relaxed"},
    {CM_C_ASM_RISCV, 'W', "", "relaxed"},
    {CM_C_ASM_RISCV, 'U', "", "relaxed"},
    {CM_C_ASM_RISCV, 'U', "Acq", "acquire"},
    {CM_C_ASM_RISCV, 'U', "Rel", "release"},
    {CM_C_ASM_RISCV, 'U', "Acq Rel", "seq_cst"},
    {CM_C_ASM_RISCV, 'F', "Fence.rw.rw", "seq_cst"},
    {CM_C_ASM_RISCV, 'F', "Fence.r.rw", "acquire"},
    {CM_C_ASM_RISCV, 'F', "Fence.rw.w", "release"},
    {CM_C_ASM_RISCV, 'F', "Fence.tso", "acq_rel"},
    {CM_C_ASM_PTX, 'R', "WEAK", NULL},
    {CM_C_ASM_PTX, 'W', "WEAK", NULL},
    {CM_C_ASM_PTX, 'R', "RLX", "relaxed"},
    {CM_C_ASM_PTX, 'W', "RLX", "relaxed"},
    {CM_C_ASM_PTX, 'U', "RLX", "relaxed"},
    {CM_C_ASM_PTX, 'R', "RLX VOLATILE", "relaxed"},
    {CM_C_ASM_PTX, 'W', "RLX VOLATILE", "relaxed"},
    {CM_C_ASM_PTX, 'R', "ACQ", "acquire"},
    {CM_C_ASM_PTX, 'W', "REL", "release"},
    {CM_C_ASM_PTX, 'U', "ACQ RLX", "acquire"},
    {CM_C_ASM_PTX, 'U', "REL RLX", "release"},
    {CM_C_ASM_PTX, 'U', "ACQ REL", "acq_rel"},
    {CM_C_ASM_PTX, 'F', "SC", "seq_cst"},
    {CM_C_ASM_PTX, 'F', "ACQ_REL", "acq_rel"},
    {CM_C_ASM_PTX, 'F', "ACQ", "acquire"},
    {CM_C_ASM_PTX, 'F', "REL", "release"},
};

static const char *const places[][2] = {
    {"CTA", "WG"}, {"CLUSTER", "CL"}, {"GPU", "DV"}, {"SYS", "ALL"}};

/* Tags that are kinds only, or places. */
static bool says_nothing(const char *tag)
{
    static const char *const words[] = {"NoRet",   "DMB",        "DSB", "AMO", "ATOM",
                                        "RED",     "GEN",        "CTA", "GPU", "SYS",
                                        "CLUSTER", "RMW.FAILED", NULL};
    int i = 0;
    while (words[i] && strcmp(words[i], tag) != 0)
        i++;
    return words[i] != NULL;
}

static bool listed(const char *tags, const char *tag)
{
    size_t length = strlen(tag);
    for (const char *at = tags; (at = strstr(at, tag)) != NULL; at += length)
        if ((at == tags || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* A step, and the other half of an update or NULL: do they have those tags, and no others? */
static bool is_meant(const cm_c_assembly *a, const struct meaning *m, const cm_step *step,
                     const cm_step *other)
{
    const cm_step *const both[] = {step, other};
    bool dropped = a->set == CM_C_ASM_AARCH64 && cm_tags_have(step->tags, "NoRet");
    size_t found = 0, wanted = *m->tags != 0;
    for (const char *blank = m->tags; (blank = strchr(blank, ' ')) != NULL; blank++)
        wanted++;
    unsigned seen = 0;
    for (int i = 0; i < 2 && both[i]; i++)
        for (const char *const *tag = both[i]->tags; *tag; tag++) {
            if (says_nothing(*tag) || (dropped && strcmp(*tag, "A") == 0))
                continue;
            if (!listed(m->tags, *tag))
                return false;
            unsigned bit = 1u << (strstr(m->tags, *tag) - m->tags);
            found += (seen & bit) == 0;
            seen |= bit;
        }
    return found == wanted;
}

static bool is_with_gpu(cm_c_assembly *a)
{
    const cm_test *test = cm_asm_test(a->c->as);
    bool there = false;
    for (int t = 0; t < test->thread_count; t++)
        there = there || test->threads[t].at.gpu >= 0;
    return there;
}

static const char *const *tags_of(cm_c_assembly *a, const cm_step *step, const cm_step *other)
{
    bool fence = step->kind == CM_STEP_FENCE;
    char kind = fence ? 'F' : other ? 'U' : step->kind == CM_STEP_LOAD ? 'R' : 'W';
    const struct meaning *m = NULL;
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings && !m; i++)
        if (meanings[i].set == a->set && meanings[i].kind == kind &&
            is_meant(a, &meanings[i], step, other))
            m = &meanings[i];
    bool strange = step->exclusive || step->joined || step->async.role != CM_ASYNC_NONE ||
                   step->in_shared || step->proxy != CM_GENERIC ||
                   (step->reach != CM_REACH_ANY && step->reach != CM_REACH_GLOBAL);
    if (!m || strange)
        cm_c_asm_refuse(a, cm_c_asm_printed(a, "C has nothing like `$`",
                                            a->thread.instructions[step->instruction].text));
    if (!m->order)
        return cm_c_plain;
    const char *scope = "ALL", *order = m->order;
    for (int i = 0; i < 4; i++)
        if (cm_tags_have(step->tags, places[i][0]))
            scope = places[i][1];
    /* Beside a GPU no store by itself is that (c-aarch64-fenced.map); of an AMO nothing is said. */
    bool store = kind == 'W' && a->set == CM_C_ASM_AARCH64;
    bool amo = kind == 'U' && a->set == CM_C_ASM_RISCV;
    if ((store || amo) && strcmp(order, "seq_cst") == 0 && is_with_gpu(a))
        order = store ? "release" : "acq_rel";
    cm_arena *arena = cm_asm_arena(a->c->as);
    return cm_c_tags(a->c, cm_arena_printf(arena, "memory_order_%s", order), scope, fence);
}

/* ---- its steps --------------------------------------------------------------------- */

static const cm_step *write_of(const cm_c_assembly *a, int read)
{
    for (int i = read + 1; i < a->thread.step_count; i++)
        if (a->thread.steps[i].kind == CM_STEP_STORE && a->thread.steps[i].rmw == read)
            return &a->thread.steps[i];
    return NULL;
}

static void set_register(cm_c_assembly *a, int reg, const cm_expr *value, const cm_expr *guard)
{
    cm_asm *as = a->c->as;
    if (reg < 0)
        return;
    if (guard && !a->values[reg])
        cm_c_asm_refuse(a, "a register may be left without a value");
    a->values[reg] =
        guard && value ? cm_asm_op(as, CM_OP_SELECT, 64, guard, value, a->values[reg]) : value;
    a->of[reg] = -1;
}

static void emit_access(cm_c_assembly *a, int i, const cm_expr *guard)
{
    cm_asm *as = a->c->as;
    const cm_step *s = &a->thread.steps[i];
    bool load = s->kind == CM_STEP_LOAD;
    cm_number_type type;
    const cm_step *other = load ? write_of(a, i) : s->rmw >= 0 ? &a->thread.steps[s->rmw] : NULL;
    const char *const *tags = load || !other ? tags_of(a, s, other) : tags_of(a, other, s);
    const cm_expr *address = address_of(a, s, &type);
    if (load) {
        int reg = cm_asm_temporary(as);
        if (guard)
            cm_emit_assign(as, reg, cm_asm_const(as, 0));
        a->steps[i] = cm_emit_load(as, reg, address, CM_C_BYTES, tags);
        cm_asm_step(as, a->steps[i])->guard = guard;
        const cm_expr *value =
            cm_asm_op_imm(as, CM_OP_ZEXT, 64, 8u * s->width, cm_asm_reg(as, reg));
        set_register(a, s->dst, s->width < 8 ? value : cm_asm_reg(as, reg), guard);
        return;
    }
    int step =
        cm_emit_store(as, address, narrowed(a, known_value(a, s->value), type), CM_C_BYTES, tags);
    cm_asm_step(as, step)->guard = guard;
    if (other)
        cm_asm_step(as, step)->rmw = a->steps[s->rmw];
}

/* `bar.sync 0` is __syncthreads(). */
static void emit_barrier(cm_c_assembly *a, const cm_step *s)
{
    const cm_c_node call = {.kind = CM_C_CALL, .name = "__syncthreads", .place = a->place};
    bool all = s->value->op == CM_OP_CONST && s->value->imm == 0 && !s->quorum && !s->arrives;
    if (!all || s->guard)
        cm_c_asm_refuse(a, cm_c_asm_printed(a, "C has nothing like `$`",
                                            a->thread.instructions[s->instruction].text));
    cm_c_do(a->c, &call);
}

static void emit_step(cm_c_assembly *a, int i)
{
    const cm_step *s = &a->thread.steps[i];
    const cm_expr *guard = known_value(a, s->guard);
    if (s->undefined && s->kind == CM_STEP_ASSIGN)
        cm_c_asm_refuse(a, "it leaves something undefined");
    switch (s->kind) {
    case CM_STEP_ASSIGN:
        if (s->opaque)
            cm_c_asm_refuse(a, "it leaves something unknown");
        a->lost = NULL;
        const cm_expr *value = value_of(a, s->value);
        set_register(a, s->dst, a->lost ? NULL : value, guard);
        return;
    case CM_STEP_CHOOSE: /* what reads the choice is refused */
        return;
    case CM_STEP_LOAD:
    case CM_STEP_STORE:
    case CM_STEP_FENCE:
    case CM_STEP_BARRIER:
        break;
    case CM_STEP_BRANCH:
    case CM_STEP_NOTE:
        cm_c_asm_refuse(a, cm_c_asm_printed(a, "C has nothing like `$`",
                                            a->thread.instructions[s->instruction].text));
    }
    if (!a->clobbers_memory)
        cm_asm_fail(a->c->as, a->place,
                    "the compiler may move accesses past the instruction, expected `\"memory\"` "
                    "among what it clobbers");
    if (!a->is_volatile && a->outputs > 0)
        cm_asm_fail(a->c->as, a->place,
                    "the compiler may leave out the instruction, expected `asm volatile`");
    if (a->did && !(s->kind == CM_STEP_STORE && s->rmw >= 0))
        cm_c_sequence(a->c, a->place);
    a->did = true;
    if (s->kind == CM_STEP_BARRIER)
        emit_barrier(a, s);
    else if (s->kind == CM_STEP_FENCE)
        cm_asm_step(a->c->as, cm_emit_fence(a->c->as, tags_of(a, s, NULL)))->guard = guard;
    else
        emit_access(a, i, guard);
}

void cm_c_asm_emit(cm_c_assembly *a)
{
    cm_arena *arena = cm_asm_arena(a->c->as);
    int registers = a->thread.register_count;
    a->values = CM_NEW_ARRAY(arena, (size_t)registers + 1, const cm_expr *);
    a->of = CM_NEW_ARRAY(arena, (size_t)registers + 1, int);
    a->steps = CM_NEW_ARRAY(arena, (size_t)a->thread.step_count + 1, int);
    memset(a->of, 0xff, (size_t)registers * sizeof *a->of);
    for (int i = 0; i < a->count; i++) {
        const cm_c_asm_operand *o = &a->operands[i];
        int reg = o->is_number ? -1 : cm_c_asm_register(a, o);
        if (reg >= 0 && !o->value &&
            o->type.bytes == 1) /* of more bytes the others are not known */
            a->values[reg] = cm_asm_const(a->c->as, 0);
        if (reg < 0 || !o->value)
            continue;
        a->of[reg] = i;
        a->values[reg] = o->in_memory ? o->value : widened(a, o->value, o->type);
    }
    for (int i = 0; i < a->thread.step_count; i++)
        emit_step(a, i);
    for (int i = 0; i < a->outputs; i++) {
        const cm_c_asm_operand *o = &a->operands[i];
        int reg = cm_c_asm_register(a, o);
        if (o->in_memory)
            continue;
        const cm_expr *value = reg < 0 ? o->value : a->values[reg];
        if (!value)
            cm_asm_fail(a->c->as, o->node->place, "the assembly gives this result no value");
        cm_c_put(a->c, o->node, narrowed(a, value, o->type), o->type);
    }
}
