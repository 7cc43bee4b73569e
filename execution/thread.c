/* One thread, step by step. See thread.h. */
#include "execution/thread.h"

#include <string.h>

/* ---- where locations lie ---------------------------------------------- */

/* Elsewhere: other bases, in the opposite order, with other distances; aligned as
 * memory is to a cache line and no more. */
#define MOVED_BASE UINT64_C(0x6d3a91c74e5a0140)
enum { MOVED_FACTOR = 5 };

uint64_t cm_moved(const cm_test *test, uint64_t value)
{
    uint64_t offset;
    int location = cm_test_locate(test, value, &offset);
    uint64_t piece = location >= 0 ? test->locations[location].piece : 0;
    if (location >= 0)
        return MOVED_BASE - MOVED_FACTOR * piece + (value - piece);
    return (value >= CM_CODE_BASE &&
            value - CM_CODE_BASE < (uint64_t)test->thread_count * CM_CODE_STRIDE)
               ? value + MOVED_BASE
               : value;
}

bool cm_word_is_fixed(const cm_test *test, cm_word word, unsigned bits)
{
    uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    return bits >= 64 ? word.moved == cm_moved(test, word.value)
                      : (word.value & mask) == (word.moved & mask);
}

/* ---- dependencies ----------------------------------------------------- */

/* Data and pick dependencies, words of each one after the other. */
static uint64_t *new_deps(const cm_thread_run_state *t)
{
    return CM_NEW_ARRAY(t->arena, 2 * (size_t)t->words, uint64_t);
}

static uint64_t *deps_of(const cm_thread_run_state *t, int reg)
{
    return t->deps + (size_t)reg * 2 * t->words;
}

/* to |= from; with `pick`, all of it as pick dependencies. */
static void add_deps(const cm_thread_run_state *t, uint64_t *to, const uint64_t *from, bool pick)
{
    for (uint32_t i = 0; i < t->words; i++) {
        if (pick)
            to[t->words + i] |= from[i];
        else
            to[i] |= from[i];
        to[t->words + i] |= from[t->words + i];
    }
}

/* ---- expressions ------------------------------------------------------ */

static cm_word evaluate(const cm_thread_run_state *t, const cm_expr *e)
{
    if (e->op == CM_OP_CONST)
        return (cm_word){e->imm, cm_moved(t->test, e->imm)};
    if (e->op == CM_OP_REG)
        return t->registers[e->reg];
    cm_word none = {0, 0};
    cm_word a = e->a ? evaluate(t, e->a) : none, b = e->b ? evaluate(t, e->b) : none;
    cm_word c = e->c ? evaluate(t, e->c) : none;
    bool has_c = e->c != NULL;
    return (cm_word){cm_op_apply(e->op, e->bits, e->imm, a.value, b.value, c.value, has_c),
                     cm_op_apply(e->op, e->bits, e->imm, a.moved, b.moved, c.moved, has_c)};
}

/* Is it not 0? That must not depend on where locations lie. */
static bool is_true(cm_thread_run_state *t, cm_word word)
{
    if ((word.value != 0) != (word.moved != 0))
        t->stray = "may depend on where locations are in memory";
    return word.value != 0;
}

static void collect_deps(const cm_thread_run_state *t, const cm_expr *e, uint64_t *deps, bool pick)
{
    if (!e)
        return;
    if (e->op == CM_OP_REG) {
        add_deps(t, deps, deps_of(t, e->reg), pick);
        return;
    }
    if (e->op != CM_OP_SELECT && e->op != CM_OP_PREDICT) {
        collect_deps(t, e->a, deps, pick);
        collect_deps(t, e->b, deps, pick);
        collect_deps(t, e->c, deps, pick);
        return;
    }
    if (e->op == CM_OP_SELECT)
        collect_deps(t, e->a, deps, true);
    collect_deps(t, evaluate(t, e->a).value != 0 ? e->b : e->c, deps, pick);
}

static uint64_t *deps_of_expr(const cm_thread_run_state *t, const cm_expr *e)
{
    uint64_t *deps = new_deps(t);
    collect_deps(t, e, deps, false);
    return deps;
}

/* ---- steps ------------------------------------------------------------ */

static const cm_step *step_at(const cm_thread_run_state *t)
{
    return &t->thread->steps[t->pc];
}

/* A step that does not happen leaves its register alone, which says something
 * about its guard. */
static void add_guard(cm_thread_run_state *t, int reg)
{
    const cm_expr *guard = step_at(t)->guard;
    if (reg >= 0 && guard)
        collect_deps(t, guard, deps_of(t, reg), true);
}

static void set_register(cm_thread_run_state *t, cm_word value, const uint64_t *deps)
{
    int reg = step_at(t)->dst;
    if (reg < 0)
        return;
    uint64_t *own = new_deps(t); /* the guard may mention the register */
    add_deps(t, own, deps, false);
    if (step_at(t)->guard)
        collect_deps(t, step_at(t)->guard, own, true);
    t->registers[reg] = value;
    memcpy(deps_of(t, reg), own, 2 * (size_t)t->words * sizeof *own);
}

/* A new action of the step at pc. */
static cm_action *new_action(cm_thread_run_state *t)
{
    const cm_step *step = step_at(t);
    if (t->action_count == t->action_limit) {
        t->stray = "has more actions than it can have";
        return NULL;
    }
    cm_action *a = &t->actions[t->action_count];
    *a = (cm_action){
        .step = step, .instance = t->instance, .whole = t->action_count, .words = t->words};
    if (step->joined && t->action_count > 0 && a[-1].instance == a->instance)
        a->whole = a[-1].whole;
    uint64_t *ctrl = new_deps(t);
    add_deps(t, ctrl, t->ctrl, false);
    if (step->guard)
        collect_deps(t, step->guard, ctrl, true);
    a->ctrl = ctrl;
    a->pick_ctrl = ctrl + t->words;
    a->addr = a->data = t->none;
    a->pick_addr = a->pick_data = t->none + t->words;
    t->action_count++;
    return a;
}

/* Sets where an access goes; false: outside of every location, or past the end. */
static bool set_place(cm_thread_run_state *t, cm_action *a)
{
    const cm_test *test = t->test;
    const uint64_t *addr = deps_of_expr(t, a->step->addr);
    uint64_t offset;
    a->addr = addr;
    a->pick_addr = addr + t->words;
    a->address = evaluate(t, a->step->addr);
    if (a->address.moved != cm_moved(test, a->address.value)) {
        t->stray = "may depend on where locations are in memory";
        return false;
    }
    a->location = cm_test_locate(test, a->address.value, &offset);
    if (a->location < 0) {
        t->stray = "may access memory outside of every location";
        return false;
    }
    while (test->locations[a->location].alias_of >= 0)
        a->location = test->locations[a->location].alias_of;
    a->offset = (uint32_t)offset;
    return true;
}

static void set_data(cm_thread_run_state *t, cm_action *a)
{
    const uint64_t *data = deps_of_expr(t, a->step->value);
    a->data = data;
    a->pick_data = data + t->words;
}

static const uint64_t *one_action(const cm_thread_run_state *t, uint32_t index)
{
    uint64_t *made = new_deps(t);
    made[index / 64] |= UINT64_C(1) << index % 64;
    return made;
}

void cm_thread_read(cm_thread_run_state *t, cm_word value)
{
    uint32_t index = t->action_count - 1;
    t->actions[index].value = value;
    if (step_at(t)->exclusive) {
        /* Both halves of a load-exclusive pair open the exclusive pair. */
        const cm_action *a = &t->actions[index];
        uint64_t *loads = new_deps(t);
        add_deps(t, loads, one_action(t, index), false);
        if (index > 0 && a[-1].step->exclusive && a[-1].instance == a->instance)
            add_deps(t, loads, one_action(t, index - 1), false);
        t->exclusive = loads;
    }
    set_register(t, value, one_action(t, index));
    t->pc++;
}

void cm_thread_choose(cm_thread_run_state *t, bool value)
{
    set_register(t, (cm_word){value, value}, new_deps(t));
    t->pc++;
}

/* Loads that the store forms an atomic pair with. */
static const uint64_t *partners(cm_thread_run_state *t, const cm_action *store)
{
    int rmw = store->step->rmw;
    const cm_expr *paired = store->step->paired;
    if (rmw == CM_RMW_EXCLUSIVE)
        return !paired || is_true(t, evaluate(t, paired)) ? t->exclusive : NULL;
    for (uint32_t i = t->action_count - 1; rmw >= 0 && i-- > 0;)
        if (t->actions[i].step - t->thread->steps == rmw &&
            t->actions[i].instance == store->instance)
            return one_action(t, i);
    return NULL;
}

/* The step that an indirect branch leads to, or -1. */
static int step_of_label(cm_thread_run_state *t, cm_word address)
{
    int step = cm_test_code(t->test, t->index, address.value);
    if (step >= 0 && address.moved == cm_moved(t->test, address.value))
        return step;
    t->stray = "may branch to an address that is not a label";
    return -1;
}

static cm_need do_branch(cm_thread_run_state *t, bool guard)
{
    const cm_step *step = step_at(t);
    collect_deps(t, step->value, t->ctrl, false);
    collect_deps(t, step->guard, t->ctrl, false);
    collect_deps(t, step->addr, t->ctrl, false);
    t->taken = guard && (!step->value || is_true(t, evaluate(t, step->value)));
    int from = t->pc, to = t->pc + 1;
    if (t->taken)
        to = step->addr ? step_of_label(t, evaluate(t, step->addr)) : step->target;
    if (to < 0)
        return CM_NEED_END;
    if (to <= from)
        t->last_instruction = -1; /* what comes is executed anew */
    t->pc = to;
    return CM_NEED_NOTHING;
}

static cm_need do_step(cm_thread_run_state *t, bool guard)
{
    const cm_step *step = step_at(t);
    if (step->kind == CM_STEP_BRANCH)
        return do_branch(t, guard);
    if (!guard) {
        add_guard(t, step->dst);
        t->pc++;
        return CM_NEED_NOTHING;
    }
    switch (step->kind) {
    case CM_STEP_LOAD: {
        cm_action *a = new_action(t);
        if (!a || !set_place(t, a))
            return CM_NEED_END;
        if (a->step->value)
            set_data(t, a);
        return CM_NEED_VALUE;
    }
    case CM_STEP_STORE: {
        cm_action *a = new_action(t);
        if (!a || !set_place(t, a))
            return CM_NEED_END;
        set_data(t, a);
        a->value = evaluate(t, a->step->value);
        a->rmw = partners(t, a);
        set_register(t, (cm_word){0, 0}, one_action(t, t->action_count - 1));
        t->pc++;
        return CM_NEED_NOTHING;
    }
    case CM_STEP_CHOOSE:
        return CM_NEED_CHOICE;
    case CM_STEP_ASSIGN:
        set_register(t, evaluate(t, step->value),
                     step->control == CM_CONTROL_KEEP ? t->ctrl : deps_of_expr(t, step->value));
        if (step->control == CM_CONTROL_RESTORE)
            t->ctrl = deps_of_expr(t, step->value);
        t->pc++;
        return CM_NEED_NOTHING;
    case CM_STEP_NOTE: {
        /* A register's event: what it is given, it depends on; what is set depends on it. */
        cm_action *a = new_action(t);
        if (!a)
            return CM_NEED_END;
        set_data(t, a);
        a->value = evaluate(t, a->step->value);
        set_register(t, a->value, one_action(t, t->action_count - 1));
        t->pc++;
        return CM_NEED_NOTHING;
    }
    default: { /* FENCE, BARRIER */
        cm_action *a = new_action(t);
        if (!a)
            return CM_NEED_END;
        if (a->step->value)
            a->value = evaluate(t, a->step->value);
        if (a->step->quorum)
            a->quorum = evaluate(t, a->step->quorum).value;
        t->pc++;
        return CM_NEED_NOTHING;
    }
    }
}

cm_need cm_thread_step(cm_thread_run_state *t)
{
    const cm_step *step = step_at(t);
    if (step->instruction != t->last_instruction)
        t->instance++;
    t->last_instruction = step->instruction;
    t->taken = false;
    bool guard = !step->guard || is_true(t, evaluate(t, step->guard));
    if (guard && step->undefined && is_true(t, evaluate(t, step->undefined))) {
        t->nowhere = !step->why && !t->stray;
        t->stray = step->why ? step->why : "is in no execution";
    }
    cm_need need = do_step(t, guard);
    return t->stray ? CM_NEED_END : need;
}

void cm_thread_start(cm_thread_run_state *t, cm_arena *arena, const cm_test *test, int index,
                     uint32_t action_limit)
{
    const cm_thread *thread = &test->threads[index];
    *t = (cm_thread_run_state){.test = test,
                               .index = index,
                               .thread = thread,
                               .arena = arena,
                               .words = cm_bits_words(action_limit ? action_limit : 1),
                               .action_limit = action_limit,
                               .last_instruction = -1};
    size_t registers = (size_t)thread->register_count;
    t->registers = CM_NEW_ARRAY(arena, registers, cm_word);
    t->deps = CM_NEW_ARRAY(arena, registers * 2 * t->words, uint64_t);
    t->ctrl = new_deps(t);
    t->none = new_deps(t);
    t->actions = CM_NEW_ARRAY(arena, action_limit, cm_action);
    for (size_t i = 0; i < registers; i++)
        t->registers[i] = evaluate(t, thread->registers[i].init);
}
