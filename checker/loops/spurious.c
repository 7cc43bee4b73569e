/* See spurious.h. */
#include "checker/loops/spurious.h"

#include "checker/loops/attempts.h"
#include "checker/loops/monotone.h"
#include "checker/loops/round.h"

/* ---- the model ---------------------------------------------------------- */

/* Does it look at no dependency, and order all accesses to a location? */
static bool lets_go(cm_job *job)
{
    const cm_model *model = job->model;
    if (!cm_model_is_coherent(model))
        return false;
    for (int i = 0; i < model->base_count; i++)
        if (cm_base_is_dependency(model->bases[i]))
            return false;
    return cm_model_monotone(job, model, false);
}

/* ---- stores that put back what was there --------------------------------- */

typedef struct look {
    const cm_memory *memory;
    const cm_round *round;
    cm_lit fails; /* for no reason */
} look;

static bool never(const look *l, cm_lit when)
{
    cm_form *form = &l->round->job->form;
    return cm_round_never(l->round->job, cm_form_and(form, l->fails, when));
}

/* Does no other step of the test store to these bytes? Plain stores of the same thread may that
 * stand outside the loop and have the same tags. */
static bool is_only_store(const look *l, int store, cm_spot spot, unsigned width)
{
    const cm_test *test = l->memory->job->test;
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            const cm_thread *thread = &test->threads[t];
            const cm_step *s = &thread->steps[i];
            bool own = t == l->round->loop.thread;
            cm_spot other;
            uint64_t address;
            if (s->kind != CM_STEP_STORE || (own && i == store) ||
                (cm_step_place(l->memory, thread, s, &address, &other) &&
                 !cm_spots_overlap(other, s->width, spot, width)))
                continue;
            if (!own || cm_loop_has(&l->round->loop, i) || s->rmw != CM_RMW_NONE ||
                !cm_tags_equal(s->tags, thread->steps[store].tags))
                return false;
        }
    return true;
}

static bool puts_back(const look *l, int store)
{
    const cm_thread *t = l->round->thread;
    const cm_step *s = &t->steps[store];
    const cm_happening *written = cm_round_at(l->round, store);
    cm_form *form = &l->round->job->form;
    cm_spot spot, from;
    uint64_t address;
    if (s->rmw != CM_RMW_NONE || s->width > 8 || !cm_step_place(l->memory, t, s, &address, &spot) ||
        !is_only_store(l, store, spot, s->width))
        return false;
    for (int i = l->round->loop.head; i < store; i++) {
        const cm_step *load = &t->steps[i];
        const cm_happening *read = cm_round_at(l->round, i);
        if (load->kind != CM_STEP_LOAD || load->width != s->width ||
            !cm_step_place(l->memory, t, load, &address, &from) || from.location != spot.location ||
            from.offset != spot.offset)
            continue;
        cm_lit same = cm_vector_equal(form, &written->stored, &read->value, 8U * s->width);
        if (never(l, cm_form_and(form, written->when, -cm_form_and(form, read->when, same))))
            return true;
    }
    return false;
}

static bool leaves_no_trace(const look *l, int step)
{
    const cm_thread *t = l->round->thread;
    const cm_step *s = &t->steps[step];
    switch (s->kind) {
    case CM_STEP_LOAD:
        return cm_step_is_single(t, s);
    case CM_STEP_STORE:
        return cm_step_is_single(t, s) &&
               (never(l, cm_round_at(l->round, step)->when) || puts_back(l, step));
    case CM_STEP_FENCE:
        return !cm_step_is_async(s);
    default:
        return s->kind != CM_STEP_BARRIER && s->kind != CM_STEP_NOTE;
    }
}

/* ---- rounds ---------------------------------------------------------------- */

/* Does the round break no assumption? An execution that breaks one is left out (cm_emit_assume). */
static cm_lit assumed(const cm_round *r)
{
    cm_form *form = &r->job->form;
    cm_lit all = CM_TRUE;
    for (int i = r->loop.head; i <= r->loop.end; i++) {
        const cm_step *s = &r->thread->steps[i];
        const cm_happening *h = cm_round_at(r, i);
        if (!s->undefined || s->why || !h->registers)
            continue;
        cm_vector value = cm_vector_expr(r->job, s->undefined, h->registers);
        all = cm_form_and(form, all, -cm_form_and(form, h->when, cm_vector_nonzero(form, &value)));
    }
    return all;
}

static bool leaves_all(const cm_memory *memory, const cm_round *r, const bool *handed_on,
                       int attempt)
{
    cm_form *form = &r->job->form;
    const cm_happening *chosen = cm_round_at(r, attempt);
    look l = {memory, r, cm_form_and(form, chosen->when, -chosen->value.bits[0])};
    l.fails = cm_form_and(form, l.fails, assumed(r));
    if (!r->after)
        return false;
    cm_lit same = r->back;
    for (int i = 0; i < r->thread->register_count; i++)
        if (handed_on[i])
            same = cm_form_and(form, same, cm_vector_equal(form, &r->after[i], &r->start[i], 64));
    if (!never(&l, -same))
        return false;
    for (int i = r->loop.head; i <= r->loop.end; i++)
        if (!leaves_no_trace(&l, i))
            return false;
    return true;
}

/* A round from registers of which some bits are never set. */
static cm_round follow(cm_job *job, cm_loop loop, const uint64_t *bits)
{
    cm_round r = cm_round_begin(job, loop);
    for (int i = 0; i < r.thread->register_count; i++)
        for (unsigned bit = 0; bit < 64; bit++)
            if (!(bits[i] >> bit & 1))
                r.start[i].bits[bit] = r.steps[0].registers[i].bits[bit] = CM_FALSE;
    for (int i = loop.head; i <= loop.end; i++)
        cm_round_step(&r, i);
    return r;
}

/* ---- the test -------------------------------------------------------------- */

static bool relents(const cm_step *s)
{
    return s->kind == CM_STEP_CHOOSE && s->relents;
}

static bool may_relent(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            if (relents(&test->threads[t].steps[i]) && cm_thread_has_loop(&test->threads[t]))
                return true;
    return false;
}

static const cm_expr one = {.op = CM_OP_CONST, .bits = 64, .imm = 1};

/* In the copy the thread's steps become its own. */
static void leave_out(cm_memory *memory, int thread, cm_thread *copy, bool *any)
{
    cm_job *job = memory->job;
    const cm_thread *t = &job->test->threads[thread];
    size_t count = (size_t)t->step_count;
    copy->steps = cm_arena_grow(job->arena, t->steps, count, count, sizeof *t->steps);
    const uint64_t *bits = cm_thread_register_bits(job, thread);
    for (int head = 0; head < t->step_count; head++) {
        cm_loop l;
        if (!cm_loop_at(job->test, thread, head, &l) || !cm_loop_is_simple(&l))
            continue;
        const bool *handed_on = NULL;
        cm_round r = {0};
        for (int i = l.head; i <= l.end; i++) {
            if (!relents(&copy->steps[i]))
                continue;
            if (!handed_on) {
                handed_on = cm_loop_hands_on(job, l);
                r = follow(job, l, bits);
            }
            if (!cm_round_at(&r, i)->registers || !leaves_all(memory, &r, handed_on, i))
                continue;
            copy->steps[i] = (cm_step){.kind = CM_STEP_ASSIGN,
                                       .instruction = t->steps[i].instruction,
                                       .guard = t->steps[i].guard,
                                       .dst = t->steps[i].dst,
                                       .value = &one,
                                       .rmw = CM_RMW_NONE,
                                       .target = -1,
                                       .tags = t->steps[i].tags};
            *any = true;
        }
    }
}

const cm_test *cm_spurious_left_out(cm_job *job)
{
    const cm_test *test = job->test;
    if (job->options.plain || !may_relent(test) || !cm_loops_can_be_followed(test) || !lets_go(job))
        return NULL;
    static const cm_loop_limits once = {.bound = 1};
    cm_form_renew(&job->form, job->arena);
    cm_memory memory; /* for places */
    cm_memory_init(&memory, job, &once);
    cm_test *copy = CM_NEW(job->arena, cm_test);
    size_t count = (size_t)test->thread_count;
    bool any = false;
    *copy = *test;
    copy->threads = cm_arena_grow(job->arena, test->threads, count, count, sizeof *test->threads);
    for (int t = 0; t < test->thread_count; t++)
        leave_out(&memory, t, &copy->threads[t], &any);
    return any ? copy : NULL;
}
