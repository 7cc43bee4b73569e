/* Does the answer hang on what the model calls undefined? See check_parts.h.
 *
 * The model's set `undefined-value` has the reads of an execution whose values it calls undefined,
 * with those that read what was computed from one (docs/cat.md). What depends on such a read may be
 * any value: a register at the end of its thread, and a location that a write of such a value goes
 * to. Where an address or a branch depends on one, the model says nothing of the execution at all
 * (LLVM Language Reference, "Undefined Values"), nor where its set `undefined-behavior` has an
 * event. So an answer may be called open that is not, and never the other way. */
#include "checker/check_parts.h"

#include "checker/question.h"

typedef struct finder {
    cm_checking *c;
    cm_form *form;
    int value, behavior; /* nodes of the model's sets, or -1 */
    cm_lit **reads;      /* [thread][access]: it is executed, and undefined */
    cm_lit *events;      /* by event: of the second set */
    cm_lit wild;         /* nothing is said of the execution */
    cm_lit *free;        /* by value of a state: it may be any */
} finder;

/* The event happens, and is in the set. */
static cm_lit member(const finder *f, int node, uint32_t e)
{
    cm_lit in = node < 0 ? CM_FALSE : cm_encode_member(&f->c->encoder, node, e, CM_UPPER);
    return cm_form_and(f->form, f->c->graph.events[e].exec, in);
}

static void find_reads(finder *f)
{
    cm_graph *g = &f->c->graph;
    cm_arena *arena = f->c->job.arena;
    int threads = f->c->job.test->thread_count;
    f->reads = CM_NEW_ARRAY(arena, (size_t)threads + 1, cm_lit *);
    for (int t = 0; t < threads; t++) {
        int count = g->memory.runs[t].access_count;
        f->reads[t] = CM_NEW_ARRAY(arena, (size_t)count + 1, cm_lit);
        for (int i = 0; i < count; i++)
            f->reads[t][i] = CM_FALSE;
    }
    f->events = CM_NEW_ARRAY(arena, (size_t)g->count + 1, cm_lit);
    for (uint32_t e = 0; e < g->count; e++) {
        const cm_ev *event = &g->events[e];
        f->events[e] = member(f, f->behavior, e);
        if (event->kind != 'R')
            continue;
        cm_lit *read =
            &f->reads[event->thread][event->access - g->memory.runs[event->thread].accesses];
        *read = cm_form_or(f->form, *read, member(f, f->value, e));
    }
}

/* Is one of them undefined? */
static cm_lit of_deps(const finder *f, int thread, const cm_deps *deps)
{
    cm_lit any = CM_FALSE;
    for (uint32_t i = 0; deps && i < deps->count; i++)
        any = cm_form_or(
            f->form, any,
            cm_form_and(f->form, deps->items[i].when, f->reads[thread][deps->items[i].access]));
    return any;
}

static void find_wild(finder *f)
{
    cm_graph *g = &f->c->graph;
    f->wild = cm_form_or_all(f->form, f->events, g->count);
    for (int t = 0; t < f->c->job.test->thread_count; t++) {
        const cm_thread_run *run = &g->memory.runs[t];
        f->wild = cm_form_or(f->form, f->wild, of_deps(f, t, run->final_led));
        for (int i = 0; i < run->access_count; i++) {
            const cm_access *a = &run->accesses[i];
            cm_lit any = cm_form_or(f->form, of_deps(f, t, a->addr), of_deps(f, t, a->led));
            f->wild = cm_form_or(f->form, f->wild, cm_form_and(f->form, a->guard, any));
        }
    }
}

/* Does some write of an undefined value, or of one that nobody knows, go to the location? */
static cm_lit of_location(const finder *f, int location, bool opaque)
{
    const cm_graph *g = &f->c->graph;
    const cm_test *test = f->c->job.test;
    while (test->locations[location].alias_of >= 0)
        location = test->locations[location].alias_of;
    cm_lit any = CM_FALSE;
    for (uint32_t e = g->init_count; e < g->count; e++) {
        const cm_ev *event = &g->events[e];
        for (uint32_t i = 0; event->kind == 'W' && i < event->target_count; i++)
            if (event->targets[i].spot.location == location) {
                cm_lit goes = cm_form_and(f->form, event->exec, event->targets[i].when);
                cm_lit what =
                    opaque ? event->access->opaque : of_deps(f, event->thread, event->access->data);
                any = cm_form_or(f->form, any, cm_form_and(f->form, goes, what));
            }
    }
    return any;
}

static void find_free(finder *f)
{
    cm_checking *c = f->c;
    const cm_test *test = c->job.test;
    f->free = CM_NEW_ARRAY(c->job.arena, (size_t)c->width + 1, cm_lit);
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *item = &test->observed[i];
        cm_lit free = item->kind == CM_OBSERVE_LOCATION
                          ? of_location(f, item->location, false)
                          : of_deps(f, item->thread,
                                    c->graph.memory.runs[item->thread].final_deps[item->reg]);
        int end = i + 1 < test->observed_count ? cm_state_offset(test, i + 1) : c->width;
        for (int k = cm_state_offset(test, i); k < end; k++)
            f->free[k] = cm_form_or(f->form, f->wild, free);
    }
}

static const cm_stray *told(cm_checking *c, int thread, const cm_access *access, const char *what)
{
    cm_stray *stray = CM_NEW(c->job.arena, cm_stray);
    *stray = (cm_stray){CM_TRUE, thread, access->step->instruction, false, false, what};
    return stray;
}

/* What is undefined in the execution found last. */
static const cm_stray *undefined_read(const finder *f)
{
    cm_checking *c = f->c;
    const cm_graph *g = &c->graph;
    for (uint32_t e = g->init_count; e < g->count; e++) {
        const cm_ev *event = &g->events[e];
        if (f->events[e] != CM_FALSE && cm_solver_value(c->solver, f->events[e]))
            return told(c, event->thread, event->access, "does what the model leaves undefined");
    }
    for (int t = 0; t < c->job.test->thread_count; t++)
        for (int i = 0; i < g->memory.runs[t].access_count; i++)
            if (f->reads[t][i] != CM_FALSE && cm_solver_value(c->solver, f->reads[t][i]))
                return told(c, t, &g->memory.runs[t].accesses[i],
                            "reads a value that is undefined under the model");
    return NULL;
}

/* Where such a value comes from, in the execution found last. */
static const cm_stray *opaque_step(cm_checking *c)
{
    const cm_graph *g = &c->graph;
    cm_stray *stray = CM_NEW(c->job.arena, cm_stray);
    *stray = (cm_stray){CM_TRUE, -1, -1, false, false, "holds a value that is not known"};
    for (int t = 0; t < c->job.test->thread_count; t++)
        for (int i = 0; i < g->memory.runs[t].opaque_count; i++) {
            const cm_undefined *made = &g->memory.runs[t].opaque[i];
            if (made->when == CM_TRUE || cm_solver_value(c->solver, made->when)) {
                *stray = (cm_stray){CM_TRUE, t, made->step->instruction, false, false, made->why};
                return stray;
            }
        }
    return stray;
}

static int set_of(const cm_model *model, const char *name)
{
    int node = cm_model_find(model, name);
    return node >= 0 && model->nodes[node].is_set ? node : -1;
}

/* ---- values that nobody knows (cm_step.opaque) ------------------------------ */

/* Executions in which the test looks at one are left out: their states are not known. Those in
 * which one decides an address or a branch are strays (threads/execute.c). */
static void find_opaque(cm_checking *c)
{
    finder f = {.c = c, .form = &c->job.form};
    const cm_test *test = c->job.test;
    const cm_graph *g = &c->graph;
    cm_lit seen = CM_FALSE;
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *item = &test->observed[i];
        cm_lit here = item->kind == CM_OBSERVE_LOCATION
                          ? of_location(&f, item->location, true)
                          : g->memory.runs[item->thread].final_opaque[item->reg];
        seen = cm_form_or(f.form, seen, here);
    }
    if (seen == CM_FALSE)
        return;
    cm_graph_tell(&c->graph, c->solver);
    cm_lit filter = c->filter;
    c->filter = CM_TRUE;
    if (cm_checking_solve(c, seen, true))
        c->opaque = opaque_step(c);
    c->filter = filter;
    cm_solver_assert(c->solver, -seen);
}

void cm_checking_find_undefined(cm_checking *c)
{
    cm_job *job = &c->job;
    find_opaque(c);
    finder f = {.c = c,
                .form = &job->form,
                .value = set_of(job->model, "undefined-value"),
                .behavior = set_of(job->model, "undefined-behavior")};
    if (f.value < 0 && f.behavior < 0)
        return;
    find_reads(&f);
    find_wild(&f);
    find_free(&f);
    cm_lit asked = CM_FALSE;
    for (int i = 0; i < c->width; i++)
        asked = cm_form_or(&job->form, asked, f.free[i]);
    /* of threads in one order (symmetry.h) only what tells none of them apart can be asked */
    const cm_prop *props[] = {job->test->condition, job->test->filter};
    for (int i = 0; i < 2 && (!c->symmetry || job->options.question); i++) {
        bool wish = i == 1 || job->test->quantifier != CM_FORALL;
        if (props[i])
            asked = cm_form_and(&job->form, asked,
                                cm_question_possible(job, props[i], c->observed, f.free, wish));
    }
    if (asked == CM_FALSE)
        return;
    cm_encode_recursion(&c->encoder);
    cm_graph_tell(&c->graph, c->solver);
    cm_lit filter = c->filter;
    c->filter = CM_TRUE;
    if (cm_checking_solve(c, asked, true))
        c->undefined = undefined_read(&f);
    c->filter = filter;
}
