/* The model on what has happened so far. See explore_parts.h. */
#include "checker/explore_parts.h"

#include "base/clock.h"
#include "checker/loops/monotone.h"
#include "checker/reach.h"

#include <string.h>

enum {
    MOST_GUESSED = 16,
    WAYS_BETWEEN = 256, /* between two words on how far it is */
    FEW_EVENTS = 32     /* the least room */
};

/* ---- what can be explored ------------------------------------------------- */

static bool step_fits(const cm_step *s)
{
    return s->kind != CM_STEP_BARRIER && s->kind != CM_STEP_NOTE && !s->forms &&
           s->async.role == CM_ASYNC_NONE;
}

static bool thread_fits(const cm_graph *g, int t)
{
    const cm_thread *thread = &g->job->test->threads[t];
    for (int i = 0; i < thread->step_count; i++)
        if (!step_fits(&thread->steps[i]))
            return false;
    return g->memory.runs[t].opaque_count == 0;
}

/* One order that the model chooses, total on the writes of a location. */
static bool orders_fit(const cm_model *m)
{
    return m->free_count == 1 && m->frees[0].generator == CM_TOTAL_ORDERS &&
           m->nodes[cm_model_find(m, "co")].op == CM_NODE_FREE;
}

const char *cm_explore_refusal(const cm_graph *g)
{
    const cm_model *m = g->job->model;
    if (cm_model_find(m, "co") < 0 || cm_model_find(m, "undefined-value") >= 0 ||
        cm_model_find(m, "undefined-behavior") >= 0 || !orders_fit(m))
        return "the model chooses more than a coherence order";
    bool fits = !g->job->test->begins && g->job->test->form_places == 0 && !g->memory.pruned;
    for (int t = 0; t < g->job->test->thread_count; t++)
        fits = fits && thread_fits(g, t);
    if (!fits)
        return "the test has barriers, asynchronous operations or values that nobody knows";
    if (!cm_model_orders_reads(m))
        return "the model allows cycles of program order and reads";
    return cm_model_prefixes(g->job, m)
               ? NULL
               : "the model may forbid the beginning of an execution that it allows";
}

/* ---- the events that have happened -------------------------------------------------- */

static void make_seen(explorer *x, seen_events *s, uint32_t n)
{
    cm_arena *arena = x->job->arena;
    size_t bases = (size_t)x->model->base_count;
    *s = (seen_events){.events = CM_NEW_ARRAY(arena, n, cm_event),
                       .places = CM_NEW_ARRAY(arena, n, cm_target),
                       .outlines = CM_NEW_ARRAY(arena, n, cm_outline),
                       .executed = cm_set_new(arena, n),
                       .rf = cm_rel_new(arena, n),
                       .co = cm_rel_new(arena, n),
                       .bases = CM_NEW_ARRAY(arena, bases, cm_value),
                       .axioms = cm_evaluator_new(arena, x->model, n, false)};
    if (x->out->flags)
        s->flags = cm_evaluator_new(arena, x->model, n, true);
    for (size_t i = 0; i < bases; i++)
        s->bases[i] = (cm_value){cm_set_new(arena, n), cm_rel_new(arena, n)};
}

/* The least size with room for so many events; each is half as large again as the one before it,
 * so that all of them together take twice the memory of the last. */
static uint32_t size_for(uint32_t events, uint32_t *room)
{
    uint32_t size = 0;
    for (*room = FEW_EVENTS; *room < events; size++)
        *room += *room / 2;
    return size;
}

seen_events *cm_explorer_seen(explorer *x)
{
    uint32_t room;
    seen_events *s = &x->seen_of[size_for(x->happened, &room)];
    if (!s->events)
        make_seen(x, s, room);
    return s;
}

void cm_explorer_forget(explorer *x)
{
    for (uint32_t i = 0; i < x->sizes; i++)
        if (x->seen_of[i].known > x->happened)
            x->seen_of[i].known = x->happened;
}

/* ---- base sets and relations -------------------------------------------------------- */

/* The base is about the first `known` events again. */
static void cut_down(const seen_events *s, bool is_set, cm_value *to)
{
    for (uint32_t a = s->known; a < s->filled; a++) {
        if (is_set)
            cm_set_remove(&to->set, a);
        else
            memset(cm_rel_row(&to->rel, a), 0, to->rel.words * sizeof *to->rel.rows);
        for (uint32_t b = 0; b < s->known && !is_set; b++)
            cm_rel_remove(&to->rel, b, a);
    }
}

/* What a base is of all events that there may be, of those that happened since. */
static void add_new(const explorer *x, const seen_events *s, const cm_value *all, bool is_set,
                    cm_value *to)
{
    for (uint32_t a = s->known; a < x->happened; a++) {
        uint32_t e = x->order[a];
        if (is_set && cm_set_has(&all->set, e))
            cm_set_add(&to->set, a);
        for (uint32_t b = 0; b <= a && !is_set; b++) {
            if (cm_rel_has(&all->rel, e, x->order[b]))
                cm_rel_add(&to->rel, a, b);
            if (cm_rel_has(&all->rel, x->order[b], e))
                cm_rel_add(&to->rel, b, a);
        }
    }
}

static void tell_base(const cm_facts *facts, const cm_base *base, cm_value *to)
{
    if (base->is_set)
        cm_base_set(facts, base, &to->set);
    else
        cm_base_relation(facts, base, &to->rel);
}

static void know_base(explorer *x, seen_events *s, cm_facts *facts, int index)
{
    const cm_base *base = x->model->bases[index];
    cm_value *to = &s->bases[index];
    bool anew = base->cause == CM_CAUSED_BY_EXECUTION || (base->is_set && base->pairs);
    facts->from = anew ? 0 : s->known;
    if (anew && base->is_set)
        cm_set_clear(&to->set);
    else if (anew)
        cm_rel_clear(&to->rel);
    else
        cut_down(s, base->is_set, to);
    if (base->kind == CM_BASE_RF)
        cm_rel_copy(&to->rel, &s->rf);
    else if (base->cause & (CM_CAUSED_BY_PLACES | CM_CAUSED_BY_EXECUTION))
        tell_base(facts, base, to);
    else
        add_new(x, s, &x->fixed[index], base->is_set, to);
}

static void copy_events(explorer *x, seen_events *s)
{
    const cm_outline *outlines = cm_graph_outlines(x->g);
    cm_set_clear(&s->executed);
    cm_rel_clear(&s->rf);
    cm_rel_clear(&s->co);
    for (uint32_t a = 0; a < x->happened; a++) {
        uint32_t e = x->order[a];
        cm_set_add(&s->executed, a);
        s->events[a] = x->events[e];
        s->places[a] = x->places[e];
        s->outlines[a] = outlines[e];
        if (x->events[e].kind == 'R')
            cm_rel_add(&s->rf, x->slot[x->source[e]], a);
        CM_EACH(cm_rel_row(&x->co, e), x->co.words, x->co.n, w)
        cm_rel_add(&s->co, a, x->slot[w]);
    }
}

cm_evaluator *cm_explorer_asked(explorer *x, bool flags)
{
    seen_events *s = cm_explorer_seen(x);
    copy_events(x, s);
    cm_facts facts = {.test = x->job->test,
                      .events = s->events,
                      .count = x->happened,
                      .init_count = x->g->init_count,
                      .rf = &s->rf,
                      .arena = x->arena,
                      .outlines = s->outlines,
                      .targets = s->places};
    cm_evaluator *evaluator = flags ? s->flags : s->axioms;
    cm_evaluator_executed(evaluator, &s->executed);
    for (int i = 0; i < x->model->base_count; i++) {
        know_base(x, s, &facts, i);
        if (x->model->bases[i]->is_set)
            cm_evaluator_base_set(evaluator, i, &s->bases[i].set);
        else
            cm_evaluator_base_rel(evaluator, i, &s->bases[i].rel);
    }
    cm_evaluator_free(evaluator, 0, &s->co);
    s->known = s->filled = x->happened;
    return evaluator;
}

void cm_explorer_begin_model(explorer *x)
{
    cm_arena *arena = x->job->arena;
    uint32_t n = x->g->count, room;
    const cm_facts facts = {.test = x->job->test,
                            .events = x->events,
                            .count = n,
                            .init_count = x->g->init_count,
                            .arena = x->arena,
                            .outlines = cm_graph_outlines(x->g),
                            .targets = x->places};
    x->sizes = size_for(n, &room) + 1;
    x->seen_of = CM_NEW_ARRAY(arena, x->sizes, seen_events);
    x->fixed = CM_NEW_ARRAY(arena, (size_t)x->model->base_count, cm_value);
    for (int i = 0; i < x->model->base_count; i++) {
        const cm_base *base = x->model->bases[i];
        x->fixed[i] = (cm_value){cm_set_new(arena, n), cm_rel_new(arena, n)};
        if (!(base->cause & (CM_CAUSED_BY_PLACES | CM_CAUSED_BY_EXECUTION)))
            tell_base(&facts, base, &x->fixed[i]);
    }
    x->next_guess = x->out->first_guess;
}

/* ---- what is allowed ------------------------------------------------------------------ */

/* Are there too many ways? How many are left is guessed by how fast the last ones got on. */
static bool takes_long(explorer *x)
{
    const cm_check_options *options = &x->job->options;
    if (x->out->space && x->out->ways % WAYS_BETWEEN == 0) {
        x->out->space->share = x->seen;
        options->tell_space(options->space_context, x->out->space);
    }
    if (++x->out->ways < x->next_guess)
        return x->out->ways > x->out->most;
    double most = MOST_GUESSED * (double)x->out->most;
    double last = (double)x->out->ways / 2; /* since then */
    bool slow = (1 - x->seen) * last > most * (x->seen - x->seen_then);
    slow &= x->seen_then > 0;
    x->seen_then = x->seen;
    x->next_guess *= 2;
    return slow;
}

bool cm_explorer_leads_on(explorer *x)
{
    cm_job_poll(x->job);
    if (!x->followed && takes_long(x)) {
        x->out->many = true;
        return cm_explorer_give_up(x);
    }
    return !x->doubtful || cm_explorer_allowed(x);
}

bool cm_explorer_allowed(explorer *x)
{
    double began = x->followed ? cm_processor_seconds() : 0;
    cm_arena_mark mark = cm_arena_here(x->arena);
    cm_evaluator *axioms = cm_explorer_asked(x, false);
    bool allowed = true;
    for (int i = 0; i < x->model->constraint_count && allowed; i++)
        allowed = x->model->constraints[i].is_flag || cm_evaluator_holds(axioms, x->arena, i);
    cm_arena_rewind(x->arena, mark);
    x->doubtful &= !allowed;
    if (x->followed)
        x->followed->asked += cm_processor_seconds() - began;
    return allowed;
}
