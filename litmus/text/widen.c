/* Widths that a test leaves open.
 *
 * A location without a type is 4 bytes wide unless it is used as 8: it holds an
 * address or a large number, or an 8-byte access may reach it. Which locations an
 * access may reach is found by following addresses through registers and memory,
 * without regard to the order of steps; memory is one cell. Locations are far
 * apart, so being wider than necessary costs nothing but how the value prints.
 * An instruction that accesses more than that at once (a pair) finds as many bytes;
 * where a type or the size of an array says that a location ends, it ends.
 *
 * A register without a type is 32 bits wide, signed, if every value that it can
 * take comes from a 32-bit operation: a test means by `0:X0=-1` what a W
 * instruction left there. Else it is 64 bits wide, as it is where the instruction set
 * extends such results to all of a register.
 */
#include "litmus/text/parse.h"

typedef struct flow {
    cm_parser *p;
    cm_test *test;
    size_t words;
    uint64_t *memory;     /* locations whose address memory may hold */
    uint64_t **registers; /* by thread: a row of `words` for each register */
    bool changed;
} flow;

static uint64_t *row_of(const flow *f, int thread, int reg)
{
    return f->registers[thread] + (size_t)reg * f->words;
}

static void merge(flow *f, uint64_t *to, const uint64_t *from)
{
    for (size_t i = 0; i < f->words; i++) {
        f->changed = f->changed || (from[i] & ~to[i]) != 0;
        to[i] |= from[i];
    }
}

static void add_address(flow *f, uint64_t *to, uint64_t value)
{
    uint64_t offset;
    int location = cm_test_locate(f->test, value, &offset);
    if (location < 0)
        return;
    uint64_t bit = UINT64_C(1) << (location & 63);
    uint64_t *word = &to[location >> 6];
    f->changed = f->changed || (*word & bit) == 0;
    *word |= bit;
}

/* Adds to `to` the locations that the value of an expression may point into. */
static void follow(flow *f, uint64_t *to, int thread, const cm_expr *expr)
{
    if (!expr)
        return;
    if (expr->op == CM_OP_CONST)
        add_address(f, to, expr->imm);
    else if (expr->op == CM_OP_REG)
        merge(f, to, row_of(f, thread, expr->reg));
    follow(f, to, thread, expr->a);
    follow(f, to, thread, expr->b);
    follow(f, to, thread, expr->c);
}

static void follow_step(flow *f, int thread, const cm_step *step)
{
    if (step->kind == CM_STEP_ASSIGN && step->dst >= 0)
        follow(f, row_of(f, thread, step->dst), thread, step->value);
    else if (step->kind == CM_STEP_LOAD && step->dst >= 0 && step->width >= 8)
        merge(f, row_of(f, thread, step->dst), f->memory);
    else if (step->kind == CM_STEP_STORE && step->width >= 8)
        follow(f, f->memory, thread, step->value);
}

static void start_flow(flow *f)
{
    cm_arena *arena = f->p->work->arena;
    f->words = (size_t)f->test->location_count / 64 + 1;
    f->memory = CM_NEW_ARRAY(arena, f->words, uint64_t);
    f->registers = CM_NEW_ARRAY(arena, (size_t)f->test->thread_count, uint64_t *);
    for (int i = 0; i < f->test->location_count; i++)
        for (uint32_t k = 0; k < f->test->locations[i].count; k++)
            add_address(f, f->memory, f->test->locations[i].init[k]);
    for (int t = 0; t < f->test->thread_count; t++) {
        const cm_thread *thread = &f->test->threads[t];
        f->registers[t] = CM_NEW_ARRAY(arena, (size_t)thread->register_count * f->words, uint64_t);
        for (int r = 0; r < thread->register_count; r++)
            add_address(f, row_of(f, t, r), thread->registers[r].init->imm);
    }
}

/* ---- locations ------------------------------------------------------- */

static void widen_location(cm_test *test, int index)
{
    cm_location *location = &test->locations[index];
    if (!location->typed && !location->is_array)
        location->width = 8;
}

/* Do two steps surely access different locations, as the data and the mbarrier object of st.async
 * do? */
static bool apart(const cm_test *test, const cm_step *a, const cm_step *b)
{
    uint64_t offset;
    return a->addr->op == CM_OP_CONST && b->addr->op == CM_OP_CONST &&
           cm_test_locate(test, a->addr->imm, &offset) !=
               cm_test_locate(test, b->addr->imm, &offset);
}

/* Bytes that the step's instruction accesses in steps of its kind; 0 for all but the
 * first of them, and for what is no access. */
static unsigned bytes_wanted(const cm_test *test, const cm_thread *thread, int index)
{
    const cm_step *step = &thread->steps[index];
    unsigned bytes = 0;
    int first = index;
    if (!cm_step_is_access(step))
        return 0;
    while (first > 0 && thread->steps[first - 1].instruction == step->instruction)
        first--;
    for (int i = first; i < thread->step_count; i++) {
        const cm_step *other = &thread->steps[i];
        if (other->instruction != step->instruction)
            break;
        if (other->kind != step->kind || apart(test, other, step))
            continue;
        if (i < index)
            return 0;
        bytes += other->width;
    }
    return bytes;
}

static void extend_location(cm_location *location, uint32_t bytes)
{
    if (!location->typed && !location->is_array && bytes > location->extent)
        location->extent = bytes;
}

static bool fits_32_bits(uint64_t value)
{
    return value <= UINT32_MAX || value >= (uint64_t)INT32_MIN;
}

/* What is wider than a location without a type is by itself. */
enum { NARROW = 4 };

static void widen_by_access(flow *f, int thread, int index, uint64_t *reached)
{
    const cm_step *step = &f->test->threads[thread].steps[index];
    unsigned wanted = bytes_wanted(f->test, &f->test->threads[thread], index);
    bool wide = cm_step_is_access(step) && step->width >= 8;
    if (wanted <= NARROW && !wide)
        return;
    for (size_t i = 0; i < f->words; i++)
        reached[i] = 0;
    follow(f, reached, thread, step->addr);
    for (int i = 0; i < f->test->location_count; i++) {
        if (!(reached[i >> 6] >> (i & 63) & 1))
            continue;
        if (wide)
            widen_location(f->test, i);
        extend_location(&f->test->locations[i], wanted);
    }
}

static void widen_by_accesses(cm_parser *p)
{
    flow f = {.p = p, .test = p->test};
    start_flow(&f);
    do {
        f.changed = false;
        for (int t = 0; t < f.test->thread_count; t++)
            for (int k = 0; k < f.test->threads[t].step_count; k++)
                follow_step(&f, t, &f.test->threads[t].steps[k]);
    } while (f.changed);
    uint64_t *reached = CM_NEW_ARRAY(p->work->arena, f.words, uint64_t);
    for (int t = 0; t < p->test->thread_count; t++)
        for (int i = 0; i < p->test->threads[t].step_count; i++)
            widen_by_access(&f, t, i, reached);
}

static bool has_wide_access(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            if (bytes_wanted(test, &test->threads[t], i) > NARROW)
                return true;
    return false;
}

/* All names of one memory are as wide as its widest. */
static void widen_aliases(cm_test *test)
{
    for (int i = 0; i < test->location_count; i++) {
        int root = test->locations[i].alias_of;
        if (root >= 0 && test->locations[i].width > test->locations[root].width)
            widen_location(test, root);
    }
    for (int i = 0; i < test->location_count; i++) {
        int root = test->locations[i].alias_of;
        if (root >= 0)
            test->locations[i].width = test->locations[root].width;
        if (root >= 0)
            extend_location(&test->locations[root], test->locations[i].extent);
    }
}

/* ---- registers ------------------------------------------------------- */

/* Is the value surely within 32 bits? */
static bool is_narrow(const cm_expr *expr)
{
    switch (expr->op) {
    case CM_OP_CONST:
        return expr->imm <= UINT32_MAX;
    case CM_OP_REG:
        return false;
    case CM_OP_ZEXT:
        return expr->bits <= 32 || expr->imm <= 32;
    case CM_OP_COND:
    case CM_OP_CLZ:
    case CM_OP_CLS:
    case CM_OP_POPC:
        return true;
    case CM_OP_PREDICT:
        return expr->bits <= 32 || is_narrow(expr->c);
    case CM_OP_SELECT:
        return expr->bits <= 32 || (is_narrow(expr->b) && is_narrow(expr->c));
    default:
        return expr->bits <= 32 || (expr->op >= CM_OP_EQ && expr->op <= CM_OP_SLE);
    }
}

static bool writes_narrow(const cm_step *step)
{
    if (step->kind == CM_STEP_LOAD)
        return step->width <= 4;
    return step->kind != CM_STEP_ASSIGN || is_narrow(step->value);
}

static void narrow_registers(cm_thread *thread)
{
    if (cm_isa_for(thread->arch)->whole_registers)
        return;
    for (int r = 0; r < thread->register_count; r++) {
        cm_register *reg = &thread->registers[r];
        if (!reg->typed && fits_32_bits(reg->init->imm))
            reg->bits = 32;
    }
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *step = &thread->steps[i];
        if (step->dst >= 0 && !thread->registers[step->dst].typed && !writes_narrow(step))
            thread->registers[step->dst].bits = 64;
    }
}

void cm_widen(cm_parser *p)
{
    cm_test *test = p->test;
    for (int i = 0; i < test->location_count; i++)
        for (uint32_t k = 0; k < test->locations[i].count; k++)
            if (!fits_32_bits(test->locations[i].init[k]))
                widen_location(test, i);
    if (has_wide_access(test))
        widen_by_accesses(p);
    widen_aliases(test);
    /* Every location has at least its size. */
    for (int i = 0; i < test->location_count; i++) {
        cm_location *location = &test->locations[i];
        uint32_t size = location->width * location->count;
        location->extent = location->extent > size ? location->extent : size;
    }
    for (int t = 0; t < test->thread_count; t++)
        narrow_registers(&test->threads[t]);
}
