/* See round.h. */
#include "checker/round.h"

#include "checker/solver.h"

#include <string.h>

/* ---- loops ----------------------------------------------------------- */

static bool is_branch(const cm_step *s)
{
    return s->kind == CM_STEP_BRANCH;
}

bool cm_round_can_follow(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        if (cm_thread_has_indirect(&test->threads[t]))
            return false;
    for (int i = 0; i < test->location_count; i++)
        if (test->locations[i].space == CM_SPACE_MULTIMEM)
            return false; /* an access there is one of several locations */
    return test->form_places == 0;
}

bool cm_loop_at(const cm_thread *t, int head, cm_loop *out)
{
    *out = (cm_loop){head, -1};
    for (int i = head; i < t->step_count; i++)
        if (is_branch(&t->steps[i]) && t->steps[i].target == head)
            out->end = i;
    return out->end >= 0;
}

bool cm_loop_has(const cm_loop *l, int step)
{
    return step >= l->head && step <= l->end;
}

/* Does nothing lead into the loop but by its head, and no jump back cross it? */
static bool is_alone(const cm_thread *t, const cm_loop *l)
{
    for (int i = 0; i < t->step_count; i++) {
        int target = t->steps[i].target;
        if (!is_branch(&t->steps[i]) || target == l->head)
            continue;
        if (cm_loop_has(l, i) ? target <= i : cm_loop_has(l, target))
            return false;
        if (i > l->end && target < l->head)
            return false;
    }
    return true;
}

bool cm_loop_around(const cm_thread *t, int step, cm_loop *out)
{
    bool any = false;
    *out = (cm_loop){0, -1};
    for (int head = 0; head <= step; head++) {
        cm_loop l;
        if (!cm_loop_at(t, head, &l) || !cm_loop_has(&l, step))
            continue;
        if (any || !is_alone(t, &l))
            return false;
        any = true;
        *out = l;
    }
    return true;
}

/* ---- one round, on any values ---------------------------------------- */

cm_happening *cm_round_at(const cm_round *r, int step)
{
    return &r->steps[step - r->loop.head];
}

static cm_vector *copy_registers(const cm_round *r, const cm_vector *registers)
{
    size_t count = (size_t)r->thread->register_count;
    cm_vector *made = CM_NEW_ARRAY(r->job->arena, count + 1, cm_vector);
    memcpy(made, registers, count * sizeof *made);
    return made;
}

/* Registers join those that came another way; the ways exclude each other. */
static void merge(cm_round *r, cm_lit *guard, cm_vector **into, cm_lit when, const cm_vector *from)
{
    cm_form *form = &r->job->form;
    if (when == CM_FALSE)
        return;
    if (!*into)
        *into = copy_registers(r, from);
    else
        for (int i = 0; i < r->thread->register_count; i++)
            (*into)[i] = cm_vector_select(form, when, &from[i], &(*into)[i]);
    *guard = cm_form_or(form, *guard, when);
}

static void go_to(cm_round *r, int step, cm_lit when, const cm_vector *registers)
{
    if (step == r->loop.head)
        merge(r, &r->back, &r->after, when, registers);
    else if (cm_loop_has(&r->loop, step))
        merge(r, &r->guards[step - r->loop.head], &r->before[step - r->loop.head], when, registers);
}

static cm_lit truth_of(cm_round *r, const cm_expr *e, const cm_vector *registers)
{
    if (!e)
        return CM_TRUE;
    cm_vector value = cm_vector_expr(r->job, e, registers);
    return cm_vector_nonzero(&r->job->form, &value);
}

/* What the step leaves in its register. */
static cm_vector result_of(cm_round *r, const cm_step *s, const cm_happening *h,
                           const cm_vector *registers)
{
    cm_form *form = &r->job->form;
    switch (s->kind) {
    case CM_STEP_ASSIGN:
    case CM_STEP_NOTE:
        return cm_vector_expr(r->job, s->value, registers);
    case CM_STEP_CHOOSE:
        return cm_vector_any(form, 1);
    case CM_STEP_LOAD:
        return h->finds ? *h->finds : cm_vector_any(form, 8U * s->width);
    default:
        return cm_vector_constant(0);
    }
}

/* An atomic instruction that writes what it has read leaves the location as it was. */
static cm_lit changes(cm_round *r, const cm_step *s, const cm_happening *store)
{
    cm_form *form = &r->job->form;
    if (s->rmw < 0 || !cm_loop_has(&r->loop, s->rmw))
        return store->when;
    const cm_happening *read = cm_round_at(r, s->rmw);
    cm_lit same = cm_vector_equal(form, &store->stored, &read->value, 8U * s->width);
    return cm_form_and(form, store->when, -cm_form_and(form, read->when, same));
}

/* As a load finds it. */
static cm_vector stored_by(cm_round *r, const cm_step *s, const cm_vector *registers)
{
    cm_vector value = cm_vector_expr(r->job, s->value, registers);
    for (unsigned i = 8U * s->width; i < 64; i++)
        value.bits[i] = CM_FALSE;
    return value;
}

void cm_round_step(cm_round *r, int index)
{
    cm_form *form = &r->job->form;
    const cm_step *s = &r->thread->steps[index];
    cm_vector *registers = r->before[index - r->loop.head];
    if (!registers)
        return; /* no path leads here */
    cm_lit path = r->guards[index - r->loop.head];
    cm_lit own = truth_of(r, s->guard, registers);
    cm_happening *h = &r->steps[index - r->loop.head];
    h->when = cm_form_and(form, path, own);
    if (is_branch(s)) {
        cm_lit jumps = cm_form_and(form, own, truth_of(r, s->value, registers));
        go_to(r, s->target, cm_form_and(form, path, jumps), registers);
        go_to(r, index + 1, cm_form_and(form, path, -jumps), registers);
        return;
    }
    h->value = result_of(r, s, h, registers);
    if (s->kind == CM_STEP_STORE) {
        h->stored = stored_by(r, s, registers);
        h->changes = changes(r, s, h);
    }
    if (s->dst >= 0)
        registers[s->dst] = cm_vector_select(form, own, &h->value, &registers[s->dst]);
    go_to(r, index + 1, path, registers);
}

cm_round cm_round_begin(cm_job *job, const cm_thread *thread, cm_loop l)
{
    size_t length = (size_t)(l.end - l.head) + 1, registers = (size_t)thread->register_count;
    cm_round r = {.job = job, .thread = thread, .loop = l, .back = CM_FALSE};
    r.steps = CM_NEW_ARRAY(job->arena, length, cm_happening);
    r.guards = CM_NEW_ARRAY(job->arena, length, cm_lit);
    r.before = CM_NEW_ARRAY(job->arena, length, cm_vector *);
    r.start = CM_NEW_ARRAY(job->arena, registers + 1, cm_vector);
    for (size_t i = 0; i < registers; i++)
        r.start[i] = cm_vector_any(&job->form, 64);
    for (size_t i = 0; i < length; i++)
        r.guards[i] = r.steps[i].when = r.steps[i].changes = CM_FALSE;
    merge(&r, &r.guards[0], &r.before[0], CM_TRUE, r.start);
    return r;
}

cm_round cm_round_follow(cm_job *job, const cm_thread *thread, cm_loop l)
{
    cm_round r = cm_round_begin(job, thread, l);
    for (int i = l.head; i <= l.end; i++)
        cm_round_step(&r, i);
    return r;
}

bool cm_round_never(cm_job *job, cm_lit when)
{
    if (when == CM_FALSE)
        return true;
    cm_solver *solver = cm_solver_open(job);
    bool none = cm_solver_check(solver, &when, 1) == CM_UNSAT;
    cm_solver_close(job->solver);
    return none;
}

/* ---- accesses -------------------------------------------------------- */

bool cm_round_assigns(const cm_thread *t, int reg)
{
    for (int i = 0; i < t->step_count; i++)
        if (t->steps[i].dst == reg)
            return true;
    return false;
}

/* The expression's value, if no step of the thread has a part in it. */
static bool is_fixed(const cm_thread *t, const cm_expr *e, uint64_t *value)
{
    uint64_t a = 0, b = 0, c = 0;
    if (e->op == CM_OP_REG && cm_round_assigns(t, e->reg))
        return false;
    if (e->op == CM_OP_REG)
        return is_fixed(t, t->registers[e->reg].init, value);
    if ((e->a && !is_fixed(t, e->a, &a)) || (e->b && !is_fixed(t, e->b, &b)) ||
        (e->c && !is_fixed(t, e->c, &c)))
        return false;
    *value =
        e->op == CM_OP_CONST ? e->imm : cm_op_apply(e->op, e->bits, e->imm, a, b, c, e->c != NULL);
    return true;
}

bool cm_round_place(const cm_memory *memory, const cm_thread *t, const cm_step *s,
                    uint64_t *address, cm_spot *spot)
{
    return is_fixed(t, s->addr, address) && cm_memory_find(memory, *address, s->width, spot);
}

bool cm_spots_overlap(cm_spot a, unsigned a_width, cm_spot b, unsigned b_width)
{
    return a.location == b.location && a.offset < b.offset + b_width &&
           b.offset < a.offset + a_width;
}

bool cm_round_is_single(const cm_thread *t, int step)
{
    const cm_step *s = &t->steps[step];
    bool joined = s->joined || (step + 1 < t->step_count && t->steps[step + 1].joined);
    return !joined && !cm_step_is_async(s);
}
