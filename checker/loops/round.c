/* See round.h. */
#include "checker/loops/round.h"

#include "checker/solver/solver.h"

#include <string.h>

cm_happening *cm_round_at(const cm_round *r, int step)
{
    return &r->steps[step - r->loop.head];
}

/* Registers join those that came another way; the ways exclude each other. given: nobody else
 * needs them. */
static void join_registers(cm_round *r, cm_lit *path, cm_vector **into, cm_lit when,
                           cm_vector *from, bool given)
{
    cm_form *form = &r->job->form;
    size_t count = (size_t)r->thread->register_count;
    if (when == CM_FALSE)
        return;
    if (!*into && given) {
        *into = from;
    } else if (!*into) {
        *into = CM_NEW_ARRAY(r->job->arena, count + 1, cm_vector);
        memcpy(*into, from, count * sizeof **into);
    } else {
        for (size_t i = 0; i < count; i++)
            (*into)[i] = cm_vector_select(form, when, &from[i], &(*into)[i]);
    }
    *path = cm_form_or(form, *path, when);
}

static void go_to(cm_round *r, int step, cm_lit when, cm_vector *registers, bool given)
{
    if (step == r->loop.head) {
        join_registers(r, &r->back, &r->after, when, registers, false);
    } else if (cm_loop_has(&r->loop, step)) {
        cm_happening *to = cm_round_at(r, step);
        join_registers(r, &to->path, &to->registers, when, registers, given);
    }
}

static cm_lit truth_of(cm_round *r, const cm_expr *e, const cm_vector *registers)
{
    if (!e)
        return CM_TRUE;
    cm_vector value = cm_vector_expr(r->job, e, registers);
    return cm_vector_nonzero(&r->job->form, &value);
}

/* What the step leaves in its register. */
static cm_vector result_of(cm_round *r, const cm_step *s, const cm_happening *h)
{
    cm_form *form = &r->job->form;
    switch (s->kind) {
    case CM_STEP_ASSIGN:
    case CM_STEP_NOTE:
        return cm_vector_expr(r->job, s->value, h->registers);
    case CM_STEP_CHOOSE:
        return cm_vector_any(form, 1);
    case CM_STEP_LOAD:
        return h->finds ? *h->finds : cm_vector_any(form, 8U * s->width);
    default:
        return cm_vector_constant(0);
    }
}

static void follow_store(cm_round *r, const cm_step *s, cm_happening *h)
{
    cm_form *form = &r->job->form;
    h->stored = cm_vector_expr(r->job, s->value, h->registers);
    for (unsigned i = 8U * s->width; i < 64; i++) /* as a load finds it */
        h->stored.bits[i] = CM_FALSE;
    h->changes = h->when;
    if (s->rmw < 0 || !cm_loop_has(&r->loop, s->rmw))
        return;
    /* an atomic instruction that writes what it has read leaves the location as it was */
    const cm_happening *read = cm_round_at(r, s->rmw);
    cm_lit same = cm_vector_equal(form, &h->stored, &read->value, 8U * s->width);
    h->changes = cm_form_and(form, h->when, -cm_form_and(form, read->when, same));
}

void cm_round_step(cm_round *r, int step)
{
    cm_form *form = &r->job->form;
    const cm_step *s = &r->thread->steps[step];
    cm_happening *h = cm_round_at(r, step);
    if (!h->registers)
        return;
    cm_lit own = truth_of(r, s->guard, h->registers);
    h->when = cm_form_and(form, h->path, own);
    if (s->kind == CM_STEP_BRANCH) {
        cm_lit jumps = cm_form_and(form, own, truth_of(r, s->value, h->registers));
        h->jumps = cm_form_and(form, h->path, jumps);
        go_to(r, s->target, h->jumps, h->registers, false);
        go_to(r, step + 1, cm_form_and(form, h->path, -jumps), h->registers, false);
        return;
    }
    h->value = result_of(r, s, h);
    if (s->kind == CM_STEP_STORE)
        follow_store(r, s, h);
    if (s->dst >= 0)
        h->registers[s->dst] = cm_vector_select(form, own, &h->value, &h->registers[s->dst]);
    /* whether something is undefined is asked of these registers once more (spurious.c) */
    go_to(r, step + 1, h->path, h->registers, !s->undefined);
}

cm_round cm_round_begin(cm_job *job, cm_loop l)
{
    const cm_thread *thread = cm_loop_thread(&l);
    size_t length = (size_t)(l.end - l.head) + 1, registers = (size_t)thread->register_count;
    cm_round r = {.job = job, .loop = l, .thread = thread, .back = CM_FALSE};
    r.steps = CM_NEW_ARRAY(job->arena, length, cm_happening);
    r.start = CM_NEW_ARRAY(job->arena, registers + 1, cm_vector);
    for (size_t i = 0; i < registers; i++)
        r.start[i] = cm_vector_any(&job->form, 64);
    for (size_t i = 0; i < length; i++)
        r.steps[i].path = r.steps[i].when = r.steps[i].jumps = r.steps[i].changes = CM_FALSE;
    join_registers(&r, &r.steps[0].path, &r.steps[0].registers, CM_TRUE, r.start, false);
    return r;
}

cm_round cm_round_follow(cm_job *job, cm_loop l)
{
    cm_round r = cm_round_begin(job, l);
    for (int i = l.head; i <= l.end; i++)
        cm_round_step(&r, i);
    return r;
}

/* ---- questions ------------------------------------------------------- */

enum { GUESSES = 5 };

/* Clears never[i] of the rounds that random values show, or zeros, which are alike. Most rounds
 * exist, and a try takes a thousandth of the time in which a solver starts. */
static void guess_rounds(cm_job *job, const cm_lit *when, int count, bool *never)
{
    const cm_form *form = &job->form;
    uint8_t *values = CM_NEW_ARRAY(job->arena, form->count, uint8_t);
    uint8_t *memo = CM_NEW_ARRAY(job->arena, form->count, uint8_t);
    uint64_t state = 1;
    for (int guess = 0; guess < GUESSES; guess++) {
        memset(memo, 0, form->count);
        for (uint32_t i = 0; i < form->count; i++) {
            state =
                state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407); /* Knuth */
            values[i] = guess > 0 && state >> 63;
        }
        for (int i = 0; i < count; i++)
            never[i] = never[i] && !cm_form_value(form, values, memo, when[i]);
    }
}

/* Stops at the first round that there never is, if only that is asked. */
static int ask_rounds(cm_job *job, const cm_lit *when, int count, bool *never, bool first)
{
    cm_solver *solver = NULL;
    int found = -1;
    for (int i = 0; i < count; i++)
        never[i] = true;
    guess_rounds(job, when, count, never);
    for (int i = 0; i < count && !(first && found >= 0); i++) {
        if (never[i] && when[i] != CM_FALSE) {
            if (!solver)
                solver = cm_solver_open(job);
            cm_found answer = cm_solver_check_soon(solver, when[i]);
            never[i] = answer == CM_UNSAT;
            for (int k = i + 1; k < count && answer == CM_SAT; k++)
                never[k] = never[k] && !cm_solver_value(solver, when[k]); /* it shows others, too */
        }
        if (never[i])
            found = i;
    }
    if (solver)
        cm_solver_close(job->solver);
    return found;
}

void cm_round_find_never(cm_job *job, const cm_lit *when, int count, bool *never)
{
    ask_rounds(job, when, count, never, false);
}

bool cm_round_any_never(cm_job *job, const cm_lit *when, int count)
{
    return ask_rounds(job, when, count, CM_NEW_ARRAY(job->arena, (size_t)count + 1, bool), true) >=
           0;
}

bool cm_round_never(cm_job *job, cm_lit when)
{
    return cm_round_any_never(job, &when, 1);
}
