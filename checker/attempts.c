/* Loops whose rounds are counted. See attempts.h. */
#include "checker/attempts.h"

#include "checker/encode.h"
#include "checker/solver.h"
#include "checker/vector.h"

#include <string.h>

/* Rounds cost what their events cost. */
enum { MOST_ATTEMPTS = 6 };

/* ---- loops ----------------------------------------------------------- */

/* Steps head..end; only jumps to `head` lead back, and only to it does anything lead in. */
typedef struct loop {
    int head, end;
} loop;

static bool is_branch(const cm_step *s)
{
    return s->kind == CM_STEP_BRANCH;
}

/* The loop that begins at that step, if one does: the last jump back to it ends it. */
static bool loop_at(const cm_thread *t, int head, loop *out)
{
    *out = (loop){head, -1};
    for (int i = head; i < t->step_count; i++)
        if (is_branch(&t->steps[i]) && t->steps[i].target == head)
            out->end = i;
    return out->end >= 0;
}

static bool in_loop(const loop *l, int step)
{
    return step >= l->head && step <= l->end;
}

/* Does nothing lead into the loop but by its head, and no jump back cross it? */
static bool is_alone(const cm_thread *t, const loop *l)
{
    for (int i = 0; i < t->step_count; i++) {
        int target = t->steps[i].target;
        if (!is_branch(&t->steps[i]) || target == l->head)
            continue;
        if (in_loop(l, i) ? target <= i : in_loop(l, target))
            return false;
        if (i > l->end && target < l->head)
            return false;
    }
    return true;
}

/* The one loop around the step. false: there are several, or it is none of these. */
static bool loop_around(const cm_thread *t, int step, loop *out)
{
    bool any = false;
    *out = (loop){0, -1};
    for (int head = 0; head <= step; head++) {
        loop l;
        if (!loop_at(t, head, &l) || !in_loop(&l, step))
            continue;
        if (any || !is_alone(t, &l))
            return false;
        any = true;
        *out = l;
    }
    return true;
}

/* ---- one round, on any values ---------------------------------------- */

/* A step of the round: does it happen, and what does it read? */
typedef struct happening {
    cm_lit when;
    cm_vector value;
    cm_lit changes; /* STORE: it happens and may change the location */
} happening;

/* One round of a loop from whatever the registers hold. */
typedef struct round {
    cm_job *job;
    const cm_thread *thread;
    loop loop;
    happening *steps;   /* by step of the body */
    cm_lit *guards;     /* by step of the body: the path leads here */
    cm_vector **before; /* by step of the body: registers */
    cm_vector *start;   /* registers at the head */
    cm_lit back;        /* the round jumps back */
    cm_vector *after;   /* registers where it does */
} round;

static cm_vector *copy_registers(const round *r, const cm_vector *registers)
{
    size_t count = (size_t)r->thread->register_count;
    cm_vector *made = CM_NEW_ARRAY(r->job->arena, count + 1, cm_vector);
    memcpy(made, registers, count * sizeof *made);
    return made;
}

/* Registers join those that came another way; the ways exclude each other. */
static void merge(round *r, cm_lit *guard, cm_vector **into, cm_lit when, const cm_vector *from)
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

static void go_to(round *r, int step, cm_lit when, const cm_vector *registers)
{
    if (step == r->loop.head)
        merge(r, &r->back, &r->after, when, registers);
    else if (in_loop(&r->loop, step))
        merge(r, &r->guards[step - r->loop.head], &r->before[step - r->loop.head], when, registers);
}

static cm_lit truth_of(round *r, const cm_expr *e, const cm_vector *registers)
{
    if (!e)
        return CM_TRUE;
    cm_vector value = cm_vector_expr(r->job, e, registers);
    return cm_vector_nonzero(&r->job->form, &value);
}

/* What the step leaves in its register. */
static cm_vector result_of(round *r, const cm_step *s, const cm_vector *registers)
{
    cm_form *form = &r->job->form;
    switch (s->kind) {
    case CM_STEP_ASSIGN:
    case CM_STEP_NOTE:
        return cm_vector_expr(r->job, s->value, registers);
    case CM_STEP_CHOOSE:
        return cm_vector_any(form, 1);
    case CM_STEP_LOAD:
        return cm_vector_any(form, 8U * s->width);
    default:
        return cm_vector_constant(0);
    }
}

/* An atomic instruction that writes what it has read leaves the location as it was. */
static cm_lit changes(round *r, const cm_step *s, cm_lit when, const cm_vector *registers)
{
    cm_form *form = &r->job->form;
    if (s->rmw < 0 || !in_loop(&r->loop, s->rmw))
        return when;
    const happening *read = &r->steps[s->rmw - r->loop.head];
    cm_vector value = cm_vector_expr(r->job, s->value, registers);
    cm_lit same = cm_vector_equal(form, &value, &read->value, 8U * s->width);
    return cm_form_and(form, when, -cm_form_and(form, read->when, same));
}

static void do_step(round *r, int index)
{
    cm_form *form = &r->job->form;
    const cm_step *s = &r->thread->steps[index];
    cm_vector *registers = r->before[index - r->loop.head];
    cm_lit path = r->guards[index - r->loop.head];
    cm_lit own = truth_of(r, s->guard, registers);
    happening *h = &r->steps[index - r->loop.head];
    h->when = cm_form_and(form, path, own);
    if (is_branch(s)) {
        cm_lit jumps = cm_form_and(form, own, truth_of(r, s->value, registers));
        go_to(r, s->target, cm_form_and(form, path, jumps), registers);
        go_to(r, index + 1, cm_form_and(form, path, -jumps), registers);
        return;
    }
    h->value = result_of(r, s, registers);
    if (s->kind == CM_STEP_STORE)
        h->changes = changes(r, s, h->when, registers);
    if (s->dst >= 0)
        registers[s->dst] = cm_vector_select(form, own, &h->value, &registers[s->dst]);
    go_to(r, index + 1, path, registers);
}

static round follow_round(cm_job *job, const cm_thread *thread, loop l)
{
    size_t length = (size_t)(l.end - l.head) + 1, registers = (size_t)thread->register_count;
    round r = {.job = job, .thread = thread, .loop = l, .back = CM_FALSE};
    r.steps = CM_NEW_ARRAY(job->arena, length, happening);
    r.guards = CM_NEW_ARRAY(job->arena, length, cm_lit);
    r.before = CM_NEW_ARRAY(job->arena, length, cm_vector *);
    r.start = CM_NEW_ARRAY(job->arena, registers + 1, cm_vector);
    for (size_t i = 0; i < registers; i++)
        r.start[i] = cm_vector_any(&job->form, 64);
    for (size_t i = 0; i < length; i++)
        r.guards[i] = r.steps[i].when = r.steps[i].changes = CM_FALSE;
    merge(&r, &r.guards[0], &r.before[0], CM_TRUE, r.start);
    for (int i = l.head; i <= l.end; i++)
        if (r.before[i - l.head])
            do_step(&r, i);
    return r;
}

static const happening *happening_of(const round *r, int step)
{
    return &r->steps[step - r->loop.head];
}

/* Is there no round with these values, whichever they are? */
static bool never(cm_job *job, cm_lit when)
{
    if (when == CM_FALSE)
        return true;
    cm_solver *solver = cm_solver_open(job);
    bool none = cm_solver_check(solver, &when, 1) == CM_UNSAT;
    cm_solver_close(job->solver);
    return none;
}

/* ---- accesses -------------------------------------------------------- */

static bool is_assigned(const cm_thread *t, int reg)
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
    if (e->op == CM_OP_REG && is_assigned(t, e->reg))
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

/* The one place that the access reaches, if there is one. */
static bool place_of(const cm_memory *memory, const cm_thread *t, const cm_step *s, cm_spot *spot)
{
    uint64_t address;
    return is_fixed(t, s->addr, &address) && cm_memory_find(memory, address, s->width, spot);
}

static bool overlap(cm_spot a, unsigned a_width, cm_spot b, unsigned b_width)
{
    return a.location == b.location && a.offset < b.offset + b_width &&
           b.offset < a.offset + a_width;
}

/* ---- who writes the location ----------------------------------------- */

/* Does the store change the location once at most? Outside of all loops, or in one whose
 * round it ends for good. */
static bool changes_once(cm_job *job, const cm_thread *t, int store)
{
    loop l;
    if (!loop_around(t, store, &l))
        return false;
    if (l.end < 0)
        return true;
    round r = follow_round(job, t, l);
    return never(job, cm_form_and(&job->form, r.back, happening_of(&r, store)->changes));
}

/* An access by itself, of just these bytes. */
static bool is_plain(const cm_thread *t, int index, cm_spot spot, const cm_attempt *a)
{
    const cm_step *s = &t->steps[index];
    bool joined = s->joined || (index + 1 < t->step_count && t->steps[index + 1].joined);
    return spot.offset == a->spot.offset && s->width == a->width && !joined && !cm_step_is_async(s);
}

/* Counts the stores of a thread to the location. false: they cannot be counted. */
static bool count_stores(cm_memory *memory, int thread, const cm_attempt *a, unsigned *count)
{
    cm_job *job = memory->job;
    const cm_thread *t = &job->test->threads[thread];
    for (int i = 0; i < t->step_count; i++) {
        const cm_step *s = &t->steps[i];
        cm_spot spot;
        if (!cm_step_is_access(s))
            continue;
        if (!place_of(memory, t, s, &spot)) {
            if (s->kind == CM_STEP_STORE)
                return false;
            continue; /* what it reads is no matter */
        }
        if (!overlap(spot, s->width, a->spot, a->width))
            continue;
        if (!is_plain(t, i, spot, a))
            return false;
        if (s->kind == CM_STEP_STORE && !changes_once(job, t, i))
            return false;
        *count += s->kind == CM_STEP_STORE;
    }
    return true;
}

/* The most rounds: one for each store of another thread. Those of the thread itself only have to
 * be such that no round that jumps back changes the location. */
static bool count_others(cm_memory *memory, cm_attempt *a)
{
    unsigned own = 0;
    for (int t = 0; t < memory->job->test->thread_count; t++)
        if (!count_stores(memory, t, a, t == a->thread ? &own : &a->most))
            return false;
    return true;
}

/* ---- what a round that jumps back has read --------------------------- */

/* Two loads of the location, in every round that jumps back, of different values? */
static bool reads_two(const round *r, int first, int second, unsigned width)
{
    cm_form *form = &r->job->form;
    const happening *a = happening_of(r, first), *b = happening_of(r, second);
    cm_lit both = cm_form_and(form, a->when, b->when);
    cm_lit differ = -cm_vector_equal(form, &a->value, &b->value, 8 * width);
    return never(r->job, cm_form_and(form, r->back, -cm_form_and(form, both, differ)));
}

/* One load in every round that jumps back, of another value than the round before left in
 * the register, and does this one leave it there for the next? */
static bool reads_anew(const round *r, int load, int reg, unsigned width)
{
    cm_form *form = &r->job->form;
    const happening *a = happening_of(r, load);
    cm_lit differs = -cm_vector_equal(form, &a->value, &r->start[reg], 8 * width);
    cm_lit kept = cm_vector_equal(form, &a->value, &r->after[reg], 8 * width);
    cm_lit good = cm_form_and(form, a->when, cm_form_and(form, differs, kept));
    return never(r->job, cm_form_and(form, r->back, -good));
}

/* Does the load reach one place, by itself? */
static bool may_try(const cm_memory *memory, const round *r, int step, cm_attempt *a)
{
    const cm_step *s = &r->thread->steps[step];
    if (s->kind != CM_STEP_LOAD || s->width > 8 || !place_of(memory, r->thread, s, &a->spot))
        return false;
    a->width = s->width;
    return is_plain(r->thread, step, a->spot, a);
}

static bool same_place(const cm_attempt *a, const cm_attempt *b)
{
    return a->spot.location == b->spot.location && a->spot.offset == b->spot.offset &&
           a->width == b->width;
}

/* Loads of one instruction are in no order. */
static bool tries_twice(const cm_memory *memory, const round *r, int second, const cm_attempt *a)
{
    const cm_step *steps = r->thread->steps;
    for (int first = r->loop.head; first < second; first++) {
        cm_attempt other;
        if (steps[first].instruction != steps[second].instruction &&
            may_try(memory, r, first, &other) && same_place(a, &other) &&
            reads_two(r, first, second, a->width))
            return true;
    }
    return false;
}

static bool tries_anew(const round *r, int load, const cm_attempt *a)
{
    for (int reg = 0; reg < r->thread->register_count; reg++)
        if (is_assigned(r->thread, reg) && reads_anew(r, load, reg, a->width))
            return true;
    return false;
}

/* By the load that is the later one of the two, or the only one. */
static bool is_attempt(cm_memory *memory, const round *r, int load, cm_attempt *a)
{
    if (!may_try(memory, r, load, a))
        return false;
    a->most = 0;
    if (!tries_twice(memory, r, load, a)) {
        if (!tries_anew(r, load, a))
            return false;
        a->most = 1; /* the first round has none before it */
    }
    return count_others(memory, a);
}

/* ---- all loops ------------------------------------------------------- */

static bool all_wait(const cm_thread *t, const loop *l, const bool *waits)
{
    for (int i = l->head; i <= l->end; i++)
        if (is_branch(&t->steps[i]) && t->steps[i].target == l->head && !(waits && waits[i]))
            return false;
    return true;
}

static bool find_attempt(cm_memory *memory, int thread, const loop *l, cm_attempt *a)
{
    const cm_thread *t = &memory->job->test->threads[thread];
    loop only;
    for (int i = l->head; i <= l->end; i++)
        if (!loop_around(t, i, &only))
            return false;
    round r = follow_round(memory->job, t, *l);
    for (int i = l->head; i <= l->end && r.after; i++) {
        *a = (cm_attempt){.thread = thread, .head = l->head, .end = l->end};
        if (is_attempt(memory, &r, i, a))
            return true;
    }
    return false;
}

static void add_attempts(cm_memory *memory, int thread, const bool *waits, unsigned bound,
                         cm_attempts *out)
{
    cm_job *job = memory->job;
    const cm_thread *t = &job->test->threads[thread];
    int room = out->count;
    for (int head = 0; head < t->step_count; head++) {
        loop l;
        cm_attempt a;
        if (!loop_at(t, head, &l) || all_wait(t, &l, waits) ||
            !find_attempt(memory, thread, &l, &a) || (a.most > MOST_ATTEMPTS && a.most > bound))
            continue;
        CM_RESERVE(job->arena, out->items, out->count, room);
        out->items[out->count++] = a;
    }
}

cm_attempts cm_attempts_find(cm_memory *memory, bool *const *waits, unsigned bound)
{
    cm_attempts found = {0};
    const cm_test *test = memory->job->test;
    if (memory->job->keep_attempts || test->form_places > 0 ||
        cm_model_find(memory->job->model, "coherent") < 0)
        return found;
    for (int t = 0; t < test->thread_count; t++)
        if (cm_thread_has_indirect(&test->threads[t]))
            return found;
    for (int i = 0; i < test->location_count; i++)
        if (test->locations[i].space == CM_SPACE_MULTIMEM)
            return found; /* an access there is one of several locations */
    for (int t = 0; t < test->thread_count; t++)
        add_attempts(memory, t, waits ? waits[t] : NULL, bound, &found);
    return found;
}

bool cm_attempts_has(const cm_attempts *attempts, const cm_job *job, int thread, int jump)
{
    for (int i = 0; i < attempts->count; i++)
        if (attempts->items[i].thread == thread &&
            attempts->items[i].head == job->test->threads[thread].steps[jump].target)
            return true;
    return false;
}

void cm_attempts_check(const cm_loop_limits *limits, cm_attempts *attempts)
{
    int kept = 0;
    for (int i = 0; i < attempts->count; i++) {
        const cm_attempt *a = &attempts->items[i];
        unsigned limit = limits->known ? limits->known[a->thread][a->end] : limits->bound;
        if (limit >= a->most)
            attempts->items[kept++] = *a;
    }
    attempts->count = kept;
}

void cm_attempts_limit(const cm_job *job, const cm_attempts *attempts, cm_loop_limits *limits)
{
    size_t threads = (size_t)job->test->thread_count;
    if (attempts->count == 0)
        return;
    limits->known = CM_NEW_ARRAY(job->arena, threads, unsigned *);
    for (size_t t = 0; t < threads; t++)
        limits->known[t] =
            CM_NEW_ARRAY(job->arena, (size_t)job->test->threads[t].step_count, unsigned);
    for (int i = 0; i < attempts->count; i++) {
        const cm_attempt *a = &attempts->items[i];
        const cm_thread *t = &job->test->threads[a->thread];
        for (int k = a->head; k <= a->end; k++)
            if (is_branch(&t->steps[k]) && t->steps[k].target == a->head)
                limits->known[a->thread][k] = a->most > 0 ? a->most : 1;
    }
}

/* ---- the model ------------------------------------------------------- */

static bool is_tried(const cm_ev *e, const cm_attempt *a)
{
    for (uint32_t i = 0; i < e->target_count; i++)
        if (overlap(e->targets[i].spot, e->width, a->spot, a->width))
            return true;
    return false;
}

/* An access that the argument is about: a write of any thread, or a load of the one. */
static bool takes_part(const cm_ev *e, const cm_attempt *a)
{
    return e->access && (e->kind == 'W' || (e->kind == 'R' && e->thread == a->thread)) &&
           is_tried(e, a);
}

/* All accesses are of the whole location, and the model orders those of the argument. */
static bool holds(const cm_encoder *e, int relation, const cm_attempt *a)
{
    const cm_ev *events = e->graph->events;
    for (uint32_t i = 0; i < e->graph->count; i++)
        if (is_tried(&events[i], a) && events[i].width != a->width)
            return false;
    for (uint32_t i = 0; i < e->graph->count; i++)
        for (uint32_t k = 0; k < e->graph->count && takes_part(&events[i], a); k++)
            if (i != k && takes_part(&events[k], a) && !cm_rel_has(&e->bounds[relation].must, i, k))
                return false;
    return true;
}

bool cm_attempts_hold(const struct cm_encoder *encoder)
{
    const cm_attempts *attempts = &encoder->graph->attempts;
    int relation = cm_model_find(encoder->model, "coherent");
    for (int i = 0; i < attempts->count; i++)
        if (!holds(encoder, relation, &attempts->items[i]))
            return false;
    return true;
}
