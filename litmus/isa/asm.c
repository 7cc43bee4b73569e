/* The builder that instruction sets emit steps with: see emit.h. */
#include "litmus/isa/asm.h"

#include "base/near.h"
#include "base/text.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Far above what a litmus test can mean; they keep hostile input from taking
 * quadratic time and from running out of addresses. */
enum { MOST_LOCATIONS = 4096, MOST_REGISTERS = 16384, MOST_INSTRUCTIONS = 8192 };

const char *const cm_no_tags[] = {NULL};

void cm_asm_init(cm_asm *as, cm_work *work, cm_test *test)
{
    *as = (cm_asm){.work = work, .test = test, .next_address = CM_ADDRESS_BASE};
}

cm_arena *cm_asm_arena(cm_asm *as)
{
    return as->work->arena;
}

const cm_test *cm_asm_test(const cm_asm *as)
{
    return as->test;
}

int cm_asm_thread(const cm_asm *as)
{
    return as->thread_index;
}

void cm_asm_fail(cm_asm *as, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = cm_arena_vprintf(cm_asm_arena(as), format, args);
    va_end(args);
    cm_fail(as->work, place, "%s", message);
}

void cm_asm_warn(cm_asm *as, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = cm_arena_vprintf(cm_asm_arena(as), format, args);
    va_end(args);
    cm_diag_add(as->work, CM_WARNING, place, "%s", message);
}

typedef struct offering {
    cm_arena *arena;
    cm_near near;
} offering;

/* The name lives for the visit only. */
static void offer(void *context, const char *name)
{
    offering *o = context;
    cm_near_offer(&o->near, cm_arena_text(o->arena, name, strlen(name)));
}

void cm_asm_unknown(cm_asm *as, cm_place place, const char *name)
{
    const cm_isa *isa = cm_isa_for(as->test->threads[as->thread_index].arch);
    offering o = {.arena = cm_asm_arena(as)};
    o.near = cm_near_new(name, strlen(name));
    cm_isa_each_mnemonic(isa, offer, &o);
    cm_asm_fail(as, place, "the instruction `%s` is not known, expected one of %s%s", name,
                isa->name, cm_near_hint(&o.near, o.arena));
}

/* ---- locations ------------------------------------------------------- */

int cm_asm_add_location(cm_asm *as, const char *name, unsigned width, uint32_t count)
{
    cm_test *test = as->test;
    if (test->location_count >= MOST_LOCATIONS)
        cm_asm_fail(as, as->place, "there are too many locations, expected at most %d",
                    MOST_LOCATIONS);
    if (name[0] == '%')
        cm_asm_fail(as, as->place, "`%s` is a symbolic register, expected a location", name);
    CM_RESERVE(cm_asm_arena(as), test->locations, test->location_count, as->location_capacity);
    CM_RESERVE(cm_asm_arena(as), as->location_places, test->location_count, as->place_capacity);
    as->location_places[test->location_count] = as->place;
    cm_location *location = &test->locations[test->location_count];
    *location = (cm_location){.name = name,
                              .address = as->next_address,
                              .piece = as->next_address,
                              .width = (uint8_t)width,
                              .is_signed = true,
                              .count = count,
                              .init = CM_NEW_ARRAY(cm_asm_arena(as), count, uint64_t),
                              .alias_of = -1,
                              .virtual_of = -1,
                              .multimem_of = -1,
                              .proxy = CM_GENERIC};
    /* One stride beyond the bytes: no access near the end meets a neighbour. */
    uint64_t strides = (uint64_t)width * count / CM_ADDRESS_STRIDE + 1;
    as->next_address += strides * CM_ADDRESS_STRIDE;
    return test->location_count++;
}

int cm_asm_location(cm_asm *as, const char *name)
{
    return CM_NAMED_INDEX(as->test->locations, as->test->location_count, name, name);
}

const cm_location *cm_asm_location_at(cm_asm *as, int location)
{
    return &as->test->locations[location];
}

uint64_t cm_asm_symbol(cm_asm *as, const char *name)
{
    int found = cm_asm_location(as, name);
    if (found < 0)
        found = cm_asm_add_location(as, cm_arena_text(cm_asm_arena(as), name, strlen(name)), 4, 1);
    return as->test->locations[found].address;
}

/* ---- registers ------------------------------------------------------- */

int cm_asm_find_register(const cm_thread *thread, const char *canonical)
{
    return CM_NAMED_INDEX(thread->registers, thread->register_count, name, canonical);
}

bool cm_asm_has_register(const cm_asm *as, const char *canonical)
{
    return cm_asm_find_register(as->thread, canonical) >= 0;
}

static int add_register(cm_asm *as, const char *name)
{
    cm_thread *thread = as->thread;
    if (thread->register_count >= MOST_REGISTERS)
        cm_asm_fail(as, as->place, "thread P%d uses too many registers, expected at most %d",
                    thread->id, MOST_REGISTERS);
    CM_RESERVE(cm_asm_arena(as), thread->registers, thread->register_count,
               as->register_capacity[as->thread_index]);
    thread->registers[thread->register_count] =
        (cm_register){.name = name, .init = cm_asm_const(as, 0), .bits = 64, .is_signed = true};
    return thread->register_count++;
}

int cm_asm_register(cm_asm *as, const char *canonical)
{
    int found = cm_asm_find_register(as->thread, canonical);
    if (found >= 0)
        return found;
    return add_register(as, cm_arena_text(cm_asm_arena(as), canonical, strlen(canonical)));
}

void cm_asm_type_register(cm_asm *as, int reg, unsigned bits, bool is_signed)
{
    cm_register *r = &as->thread->registers[reg];
    r->typed = true;
    r->bits = (uint8_t)bits;
    r->is_signed = is_signed;
    r->is_float = false;
}

void cm_asm_type_float(cm_asm *as, int reg, unsigned bits)
{
    cm_asm_type_register(as, reg, bits, true);
    as->thread->registers[reg].is_float = true;
}

int cm_asm_temporary(cm_asm *as)
{
    return add_register(as, cm_arena_printf(cm_asm_arena(as), ".t%d", as->temporaries++));
}

/* ---- expressions ----------------------------------------------------- */

static cm_expr *new_expr(cm_asm *as, cm_op op, unsigned bits)
{
    cm_expr *expr = CM_NEW(cm_asm_arena(as), cm_expr);
    expr->op = op;
    expr->bits = (uint8_t)bits;
    expr->reg = -1;
    return expr;
}

const cm_expr *cm_asm_const(cm_asm *as, uint64_t value)
{
    cm_expr *expr = new_expr(as, CM_OP_CONST, 64);
    expr->imm = value;
    return expr;
}

const cm_expr *cm_asm_reg(cm_asm *as, int reg)
{
    cm_expr *expr = new_expr(as, CM_OP_REG, 64);
    expr->reg = reg;
    return expr;
}

const cm_expr *cm_asm_op(cm_asm *as, cm_op op, unsigned bits, const cm_expr *a, const cm_expr *b,
                         const cm_expr *c)
{
    cm_expr *expr = new_expr(as, op, bits);
    expr->a = a;
    expr->b = b;
    expr->c = c;
    return expr;
}

const cm_expr *cm_asm_op_imm(cm_asm *as, cm_op op, unsigned bits, uint64_t imm, const cm_expr *a)
{
    cm_expr *expr = new_expr(as, op, bits);
    expr->imm = imm;
    expr->a = a;
    return expr;
}

const cm_expr *cm_asm_falls_into(cm_asm *as, const cm_expr *address, const cm_location *location)
{
    uint64_t bytes = cm_location_bytes(location);
    uint64_t span = (bytes / CM_ADDRESS_STRIDE + 1) * CM_ADDRESS_STRIDE;
    const cm_expr *from = cm_asm_const(as, location->address);
    const cm_expr *offset = cm_asm_op(as, CM_OP_SUB, 64, address, from, NULL);
    return cm_asm_op(as, CM_OP_ULT, 64, offset, cm_asm_const(as, span), NULL);
}

/* " @3": at instruction 3 of the thread. */
#define NEARBY " @"

/* A label as the thread has it: in code copied from another thread it is apart. No test
 * can write a name with a blank. */
static const char *own_name(cm_asm *as, const char *name)
{
    if (as->copied_from < 0 || strncmp(name, NEARBY, strlen(NEARBY)) == 0)
        return cm_arena_text(cm_asm_arena(as), name, strlen(name));
    return cm_arena_printf(cm_asm_arena(as), " P%d:%s", as->test->threads[as->copied_from].id,
                           name);
}

static void use_label(cm_asm *as, cm_label_use use)
{
    use.name = own_name(as, use.name);
    CM_PUSH(cm_asm_arena(as), as->uses, as->use_count, as->use_capacity, use);
}

static const cm_expr *foreign_address(cm_asm *as, cm_foreign_label label, cm_place place)
{
    cm_expr *constant = new_expr(as, CM_OP_CONST, 64);
    CM_RESERVE(cm_asm_arena(as), as->foreign_uses, as->foreign_use_count, as->foreign_use_capacity);
    as->foreign_uses[as->foreign_use_count++] = (cm_foreign_use){label, constant, place};
    return constant;
}

const cm_expr *cm_asm_label_address(cm_asm *as, const char *label, cm_place place)
{
    if (as->copied_from >= 0 && label[0] != ' ') /* the original is what has this address */
        return foreign_address(as, (cm_foreign_label){as->copied_from, label}, place);
    cm_expr *constant = new_expr(as, CM_OP_CONST, 64);
    use_label(as, (cm_label_use){label, place, -1, constant});
    return constant;
}

/* ---- steps ----------------------------------------------------------- */

/* What a step carries and its instruction set does not declare, no model could name. */
static bool declares_all(const cm_thread *thread, const char *const *tags)
{
    for (; *tags; tags++)
        if (!cm_isa_tag_find(cm_isa_for(thread->arch)->family, *tags))
            return false;
    return true;
}

static void add_meanings(cm_step *step, const cm_isa_meaning *meanings)
{
    for (const cm_isa_meaning *m = meanings; m && m->tag; m++) {
        for (const char *const *tag = step->tags; *tag; tag++) {
            if (strcmp(*tag, m->tag) != 0)
                continue;
            step->proxy = m->proxy != CM_GENERIC ? m->proxy : step->proxy;
            step->arrives = step->arrives || m->arrives;
            step->clustered = step->clustered || m->clustered;
            step->least = step->least || m->least;
            step->anywhere = step->anywhere || m->anywhere;
        }
    }
}

static int emit(cm_asm *as, cm_step step)
{
    cm_thread *thread = as->thread;
    CM_RESERVE(cm_asm_arena(as), thread->steps, thread->step_count, as->step_capacity);
    CM_RESERVE(cm_asm_arena(as), as->guards, as->guard_count, as->guard_capacity);
    step.instruction = thread->instruction_count - 1;
    step.rmw = CM_RMW_NONE;
    step.target = -1;
    if (!step.tags)
        step.tags = cm_no_tags;
    assert(declares_all(thread, step.tags));
    add_meanings(&step, cm_isa_for(thread->arch)->family->meanings);
    thread->steps[thread->step_count] = step;
    as->guards[as->guard_count++] = as->guard;
    return thread->step_count++;
}

int cm_emit_assign(cm_asm *as, int dst, const cm_expr *value)
{
    return emit(as, (cm_step){.kind = CM_STEP_ASSIGN, .dst = dst, .value = value});
}

int cm_emit_choose(cm_asm *as, int dst)
{
    return emit(as, (cm_step){.kind = CM_STEP_CHOOSE, .dst = dst});
}

int cm_emit_attempt(cm_asm *as, int dst)
{
    int step = cm_emit_choose(as, dst);
    cm_asm_step(as, step)->relents = true;
    return step;
}

int cm_emit_load(cm_asm *as, int dst, const cm_expr *addr, unsigned width, const char *const *tags)
{
    cm_step step = {.kind = CM_STEP_LOAD, .dst = dst, .addr = addr, .tags = tags};
    step.width = (uint8_t)width;
    return emit(as, step);
}

int cm_emit_store(cm_asm *as, const cm_expr *addr, const cm_expr *value, unsigned width,
                  const char *const *tags)
{
    cm_step step = {.kind = CM_STEP_STORE, .dst = -1, .addr = addr, .value = value, .tags = tags};
    step.width = (uint8_t)width;
    return emit(as, step);
}

int cm_emit_fence(cm_asm *as, const char *const *tags)
{
    return emit(as, (cm_step){.kind = CM_STEP_FENCE, .dst = -1, .tags = tags});
}

int cm_emit_barrier(cm_asm *as, const cm_expr *id, const cm_expr *quorum, const char *const *tags)
{
    cm_step step = {.kind = CM_STEP_BARRIER, .dst = -1, .value = id, .tags = tags};
    step.quorum = quorum;
    return emit(as, step);
}

int cm_emit_branch(cm_asm *as, const cm_expr *condition, const char *label, cm_place place)
{
    int step = emit(as, (cm_step){.kind = CM_STEP_BRANCH, .dst = -1, .value = condition});
    if (label)
        use_label(as, (cm_label_use){label, place, step, NULL});
    return step;
}

/* Into another thread's code: to the copy of it. */
static void emit_foreign_branches(cm_asm *as, const cm_expr *address)
{
    for (int i = 0; i < as->foreign_count; i++) {
        cm_foreign_label label = as->foreign[i];
        const cm_expr *there = foreign_address(as, label, as->place);
        const char *copy = cm_arena_printf(cm_asm_arena(as), " P%d:%s",
                                           as->test->threads[label.thread].id, label.name);
        int step = emit(as, (cm_step){.kind = CM_STEP_BRANCH, .dst = -1});
        as->thread->steps[step].value = cm_asm_op(as, CM_OP_EQ, 64, address, there, NULL);
        CM_RESERVE(cm_asm_arena(as), as->uses, as->use_count, as->use_capacity);
        as->uses[as->use_count++] = (cm_label_use){copy, as->place, step, NULL};
    }
}

int cm_emit_branch_by(cm_asm *as, const cm_expr *condition, int64_t bytes, cm_place place)
{
    if (bytes % 4 != 0 || bytes < -4 * MOST_INSTRUCTIONS || bytes > 4 * MOST_INSTRUCTIONS)
        cm_asm_fail(as, place,
                    "the distance of the jump cannot be encoded, expected a multiple of 4");
    const char *there = cm_arena_printf(cm_asm_arena(as), NEARBY "%d",
                                        as->thread->instruction_count - 1 + (int)(bytes / 4));
    return cm_emit_branch(as, condition, there, place);
}

int cm_emit_branch_indirect(cm_asm *as, const cm_expr *address)
{
    emit_foreign_branches(as, address);
    return emit(as, (cm_step){.kind = CM_STEP_BRANCH, .dst = -1, .addr = address});
}

int cm_emit_return(cm_asm *as, int link, const cm_expr *address)
{
    int step = cm_emit_branch_indirect(as, address);
    CM_RESERVE(cm_asm_arena(as), as->returns, as->return_count, as->return_capacity);
    as->returns[as->return_count++] = (cm_return){step, link};
    return step;
}

/* The labels that stand before this instruction, of the thread's own code, by name. */
static const char **labels_here(cm_asm *as, int *count)
{
    const cm_thread *t = as->thread;
    const char **labels = CM_NEW_ARRAY(cm_asm_arena(as), (size_t)t->label_count, const char *);
    for (int i = 0; i < t->label_count; i++) {
        const cm_label *label = &t->labels[i];
        if (label->step != t->step_count || label->instruction + 1 != t->instruction_count ||
            label->name[0] == ' ')
            continue;
        int at = (*count)++;
        for (; at > 0 && strcmp(labels[at - 1], label->name) > 0; at--)
            labels[at] = labels[at - 1];
        labels[at] = label->name;
    }
    return labels;
}

static const cm_fault *fault_here(cm_asm *as, const char *type)
{
    cm_fault *fault = CM_NEW(cm_asm_arena(as), cm_fault);
    fault->type = type;
    fault->labels = labels_here(as, &fault->label_count);
    cm_text name = cm_text_new(cm_asm_arena(as));
    cm_text_append(&name, "P%d", as->thread->id);
    for (int i = 0; i < fault->label_count; i++)
        cm_text_append(&name, "%s%s",
                       i > 0                    ? ","
                       : fault->label_count > 1 ? ":{"
                                                : ":",
                       fault->labels[i]);
    cm_text_append(&name, "%s,%s", fault->label_count > 1 ? "}" : "", type);
    fault->name = name.data;
    return fault;
}

void cm_emit_fault(cm_asm *as, const char *type)
{
    const cm_fault *fault = fault_here(as, type);
    int reg = cm_asm_register(as, cm_arena_printf(cm_asm_arena(as), " %s", fault->name));
    as->thread->registers[reg].fault = fault;
    cm_emit_assign(as, reg, cm_asm_const(as, 1));
    cm_emit_branch(as, NULL, NULL, as->place);
}

cm_step *cm_asm_step(cm_asm *as, int step)
{
    return &as->thread->steps[step];
}

void cm_asm_undefined(cm_asm *as, int step, const cm_expr *condition, const char *why)
{
    if (condition->op == CM_OP_CONST && condition->imm == 0)
        return;
    as->thread->steps[step].undefined = condition;
    as->thread->steps[step].why = why;
}

void cm_asm_opaque(cm_asm *as, int step, const cm_expr *condition, const char *why)
{
    if (condition->op == CM_OP_CONST && condition->imm == 0)
        return;
    as->thread->steps[step].opaque = condition;
    as->thread->steps[step].why = why;
}

void cm_emit_assume(cm_asm *as, const cm_expr *value)
{
    int step = cm_emit_assign(as, cm_asm_temporary(as), cm_asm_const(as, 0));
    as->thread->steps[step].undefined =
        cm_asm_op(as, CM_OP_EQ, 64, value, cm_asm_const(as, 0), NULL);
}

int cm_emit_fork(cm_asm *as)
{
    int reg = cm_asm_temporary(as);
    int step = cm_emit_assign(as, reg, cm_asm_const(as, 0));
    as->thread->steps[step].control = CM_CONTROL_KEEP;
    return reg;
}

void cm_emit_rejoin(cm_asm *as, int fork)
{
    int step = cm_emit_assign(as, cm_asm_temporary(as), cm_asm_reg(as, fork));
    as->thread->steps[step].control = CM_CONTROL_RESTORE;
}

void cm_asm_align(cm_asm *as, int step, unsigned bytes)
{
    cm_asm_align_at(as, step, as->thread->steps[step].addr, bytes);
}

void cm_asm_align_at(cm_asm *as, int step, const cm_expr *where, unsigned bytes)
{
    if (bytes <= 1)
        return;
    const cm_expr *rest = where->op == CM_OP_CONST ? cm_asm_const(as, where->imm % bytes)
                                                   : cm_asm_op(as, CM_OP_AND, 64, where,
                                                               cm_asm_const(as, bytes - 1), NULL);
    cm_asm_undefined(as, step, rest,
                     cm_arena_printf(cm_asm_arena(as),
                                     "may access memory at an address that is not a multiple of %u",
                                     bytes));
}

void cm_asm_set_guard(cm_asm *as, const cm_expr *guard)
{
    as->guard = guard;
}

/* ---- threads --------------------------------------------------------- */

void cm_asm_prepare_threads(cm_asm *as)
{
    as->register_capacity = CM_NEW_ARRAY(cm_asm_arena(as), (size_t)as->test->thread_count, int);
}

void cm_asm_select(cm_asm *as, int thread_index)
{
    as->thread = &as->test->threads[thread_index];
    as->thread_index = thread_index;
}

void cm_asm_begin(cm_asm *as, int thread_index)
{
    cm_asm_select(as, thread_index);
    as->step_capacity = as->thread->step_count;
    as->instruction_capacity = as->thread->instruction_count;
    as->label_capacity = as->thread->label_count;
    as->first_steps = NULL;
    as->first_capacity = 0;
    as->temporaries = 0;
    as->guard = NULL;
    as->guard_count = 0;
    as->return_count = as->use_count = 0;
    as->foreign = NULL;
    as->foreign_count = 0;
    as->copied_from = -1;
}

void cm_asm_copy(cm_asm *as, int from, cm_place place)
{
    cm_thread *thread = as->thread;
    if (as->copied_from < 0)
        thread->own_instructions = thread->instruction_count;
    cm_asm_instruction(as, "", place);
    emit(as, (cm_step){.kind = CM_STEP_BRANCH, .dst = -1}); /* what stands before ends here */
    as->copied_from = from;
}

static int find_label(const cm_thread *thread, const char *name)
{
    return CM_NAMED_INDEX(thread->labels, thread->label_count, name, name);
}

void cm_asm_label(cm_asm *as, const char *name, cm_place place)
{
    cm_thread *thread = as->thread;
    name = own_name(as, name);
    if (find_label(thread, name) >= 0)
        cm_asm_fail(as, place, "label `%s` is defined twice in thread P%d, expected once", name,
                    thread->id);
    CM_PUSH(cm_asm_arena(as), thread->labels, thread->label_count, as->label_capacity,
            (cm_label){name, thread->step_count, thread->instruction_count});
}

void cm_asm_instruction(cm_asm *as, const char *text, cm_place place)
{
    cm_thread *thread = as->thread;
    as->place = place;
    if (thread->instruction_count >= MOST_INSTRUCTIONS)
        cm_asm_fail(as, place, "thread P%d is too long, expected at most %d instructions",
                    thread->id, MOST_INSTRUCTIONS);
    CM_RESERVE(cm_asm_arena(as), thread->instructions, thread->instruction_count,
               as->instruction_capacity);
    CM_RESERVE(cm_asm_arena(as), as->first_steps, thread->instruction_count, as->first_capacity);
    as->first_steps[thread->instruction_count] = thread->step_count;
    thread->instructions[thread->instruction_count++] =
        (cm_instruction){.text = text, .place = place};
}

void cm_asm_continue(cm_asm *as, cm_place place)
{
    cm_thread *thread = as->thread;
    const cm_instruction *whole = &thread->instructions[thread->instruction_count - 1];
    if (thread->step_count == as->first_steps[thread->instruction_count - 1])
        return;
    cm_asm_instruction(as, whole->text, place);
    thread->instructions[thread->instruction_count - 1].continues = true;
}

void cm_asm_keep(cm_asm *as, const cm_insn *insn)
{
    as->thread->instructions[as->thread->instruction_count - 1].insn = insn;
}

static const cm_expr *is_set(cm_asm *as, const cm_expr *value)
{
    return cm_asm_op(as, CM_OP_NE, 64, value, cm_asm_const(as, 0), NULL);
}

static void combine_guards(cm_asm *as)
{
    for (int i = 0; i < as->guard_count; i++) {
        cm_step *step = &as->thread->steps[i];
        const cm_expr *outer = as->guards[i];
        if (outer && step->guard && step->guard != outer)
            step->guard =
                cm_asm_op(as, CM_OP_AND, 64, is_set(as, outer), is_set(as, step->guard), NULL);
        else if (outer)
            step->guard = outer;
    }
}

static int step_of_label(cm_asm *as, const cm_label_use *use)
{
    if (strncmp(use->name, NEARBY, strlen(NEARBY)) == 0) {
        int index = atoi(use->name + strlen(NEARBY));
        if (index < 0 || index > as->thread->instruction_count)
            cm_asm_fail(as, use->place, "the jump leaves thread P%d, expected one to its code",
                        as->thread->id);
        return index == as->thread->instruction_count ? as->thread->step_count
                                                      : as->first_steps[index];
    }
    int label = find_label(as->thread, use->name);
    if (label < 0 && use->name[0] == ' ')
        cm_asm_fail(as, use->place,
                    "there is no label `%s`, expected a label of the thread it is in",
                    strchr(use->name, ':') + 1);
    if (label < 0)
        cm_asm_fail(as, use->place, "there is no label `%s`, expected a label of thread P%d",
                    use->name, as->thread->id);
    return as->thread->labels[label].step;
}

static bool is_given(const cm_thread *thread, int reg)
{
    const cm_expr *init = thread->registers[reg].init;
    bool set = init->op != CM_OP_CONST || init->imm != 0;
    for (int i = 0; i < thread->step_count; i++)
        set = set || thread->steps[i].dst == reg;
    return set;
}

static void resolve_targets(cm_asm *as)
{
    cm_thread *thread = as->thread;
    for (int i = 0; i < as->use_count; i++) {
        const cm_label_use *use = &as->uses[i];
        int step = step_of_label(as, use);
        if (!use->constant)
            thread->steps[use->step].target = step;
    }
    for (int i = 0; i < thread->step_count; i++) { /* without a label: to the end */
        cm_step *step = &thread->steps[i];
        if (step->kind == CM_STEP_BRANCH && !step->addr && step->target < 0)
            step->target = thread->step_count;
    }
}

void cm_asm_end(cm_asm *as)
{
    if (as->copied_from < 0)
        as->thread->own_instructions = as->thread->instruction_count;
    combine_guards(as);
    /* A function that a compiler made returns to its caller, which is no part of the test: the
     * thread ends there. */
    for (int i = 0; i < as->return_count; i++)
        if (!is_given(as->thread, as->returns[i].link))
            as->thread->steps[as->returns[i].step].addr = NULL;
    resolve_targets(as);
    cm_asm_prune(as);
    /* Once steps have their last numbers. */
    uint64_t base = CM_CODE_BASE + (uint64_t)as->thread_index * CM_CODE_STRIDE;
    for (int i = 0; i < as->use_count; i++)
        if (as->uses[i].constant)
            as->uses[i].constant->imm = base + 4 * (uint64_t)step_of_label(as, &as->uses[i]);
}
