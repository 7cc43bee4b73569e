/* Do accesses at known addresses stay within their locations?
 *
 * The binding declares arrays by hand. One that it forgets has the size of a number, and what the
 * kernel does past its end would be unknown at best. Constants are followed through each thread:
 * where ways meet, a register that they disagree about is not known. */
#include "import/import.h"

#include <string.h>

typedef struct word {
    bool known;
    uint64_t value;
} word;

typedef struct following {
    cm_work *work;
    const cm_test *test;
    const cm_thread *thread;
    word **before; /* by step, and the end: registers; NULL: nothing leads there (yet) */
    bool changed;
} following;

static word value_of(const cm_expr *e, const word *registers)
{
    const cm_expr *const operands[] = {e->a, e->b, e->c};
    word parts[3] = {{true, 0}, {true, 0}, {true, 0}};
    if (e->op == CM_OP_REG)
        return registers[e->reg];
    if (e->op == CM_OP_CONST)
        return (word){true, e->imm};
    for (int i = 0; i < 3; i++)
        if (operands[i] && !(parts[i] = value_of(operands[i], registers)).known)
            return (word){false, 0};
    return (word){true, cm_op_apply(e->op, e->bits, e->imm, parts[0].value, parts[1].value,
                                    parts[2].value, e->c != NULL)};
}

static void join_ways(following *f, int to, const word *registers)
{
    size_t count = (size_t)f->thread->register_count;
    if (!f->before[to]) {
        f->before[to] = CM_NEW_ARRAY(f->work->arena, count + 1, word);
        memcpy(f->before[to], registers, count * sizeof *registers);
        f->changed = true;
        return;
    }
    for (size_t r = 0; r < count; r++) {
        word *there = &f->before[to][r];
        if (there->known && !(registers[r].known && registers[r].value == there->value)) {
            there->known = false;
            f->changed = true;
        }
    }
}

static void follow_step(following *f, int step, word *registers)
{
    const cm_step *s = &f->thread->steps[step];
    word happens = {true, 1}, made = {false, 0};
    memcpy(registers, f->before[step], (size_t)f->thread->register_count * sizeof *registers);
    if (s->guard)
        happens = value_of(s->guard, registers);
    if (s->kind == CM_STEP_BRANCH) {
        word taken = {true, 1};
        if (s->value)
            taken = value_of(s->value, registers);
        if (!taken.known || taken.value)
            join_ways(f, s->target, registers);
        if (!taken.known || !taken.value || s->guard)
            join_ways(f, step + 1, registers);
        return;
    }
    if (s->kind == CM_STEP_ASSIGN)
        made = value_of(s->value, registers);
    if (s->dst >= 0 && (!happens.known || happens.value))
        registers[s->dst] = happens.known ? made : (word){false, 0};
    join_ways(f, step + 1, registers);
}

static void check_access(following *f, int step)
{
    const cm_step *s = &f->thread->steps[step];
    uint64_t from;
    word happens = {true, 1}, at = {false, 0};
    if (f->before[step] && cm_step_is_access(s)) {
        at = value_of(s->addr, f->before[step]);
        if (s->guard)
            happens = value_of(s->guard, f->before[step]);
    }
    int location =
        at.known && happens.known && happens.value ? cm_test_locate(f->test, at.value, &from) : -1;
    if (location < 0 || from + s->width <= f->test->locations[location].extent)
        return;
    const cm_location *l = &f->test->locations[location];
    cm_diag_add(
        f->work, CM_ERROR, f->thread->instructions[s->instruction].place,
        "access to bytes %llu to %llu of `%s`, which has %llu, expected %s in the binding's "
        "`init`",
        (unsigned long long)from, (unsigned long long)(from + s->width - 1), l->name,
        (unsigned long long)l->extent, l->is_array ? "more elements" : "an array");
}

void cm_import_check_extents(cm_work *work, const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++) {
        following f = {.work = work, .test = test, .thread = &test->threads[t], .changed = true};
        size_t registers = (size_t)f.thread->register_count + 1;
        f.before = CM_NEW_ARRAY(work->arena, (size_t)f.thread->step_count + 1, word *);
        word *now = CM_NEW_ARRAY(work->arena, registers, word);
        for (int r = 0; r < f.thread->register_count; r++)
            now[r] = value_of(f.thread->registers[r].init, now);
        join_ways(&f, 0, now);
        while (f.changed) {
            f.changed = false;
            for (int i = 0; i < f.thread->step_count; i++)
                if (f.before[i])
                    follow_step(&f, i, now);
        }
        for (int i = 0; i < f.thread->step_count; i++)
            check_access(&f, i);
    }
}
