/* Every reads-from of one candidate, and for each every order that the model
 * leaves free. */
#include "tests/oracle/internal.h"

#include <string.h>

typedef struct fragment { /* a range of memory that accesses do not cut */
    uint64_t start;
    unsigned width;
    uint64_t *values; /* it may end with */
    size_t count;
    uint64_t chosen;
} fragment;

typedef struct search {
    oracle_run_state *run;
    oracle_graph *graph;
    oracle_interval *interval;
    uint32_t *reads;
    uint32_t read_count;
    cm_rel rf;
    fragment *fragments; /* of observed memory that is written */
    size_t fragment_count;
    uint64_t *state; /* being put together */
    cm_rel *spare;   /* matrices not in use */
    size_t spare_count;
    int co; /* node of the model */
} search;

/* ---- final states ------------------------------------------------------ */

static uint64_t root_address(const cm_test *test, int location)
{
    while (test->locations[location].alias_of >= 0)
        location = test->locations[location].alias_of;
    return test->locations[location].address;
}

static uint64_t initial_byte(const cm_test *test, uint64_t physical)
{
    uint64_t offset;
    int l = cm_test_locate(test, physical, &offset);
    const cm_location *location = &test->locations[l];
    if (offset / location->width >= location->count)
        return 0;
    return location->init[offset / location->width] >> (8 * (offset % location->width)) & 0xff;
}

static uint64_t final_byte(const search *s, uint64_t physical)
{
    for (size_t i = 0; i < s->fragment_count; i++) {
        const fragment *f = &s->fragments[i];
        if (physical >= f->start && physical < f->start + f->width)
            return f->chosen >> (8 * (physical - f->start)) & 0xff;
    }
    return initial_byte(s->run->test, physical);
}

static uint64_t final_element(const search *s, const cm_location *location, uint64_t start)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < location->width; i++)
        value |= final_byte(s, start + i) << (8 * i);
    return value;
}

/* Fills s->state from the traces and the chosen values of the fragments. */
static void put_state(search *s)
{
    const cm_test *test = s->run->test;
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *o = &test->observed[i];
        uint64_t *to = s->state + cm_state_offset(test, i);
        if (o->kind == CM_OBSERVE_REGISTER) {
            *to = cm_state_normal(test, i, s->graph->traces[o->thread]->registers[o->reg]);
            continue;
        }
        const cm_location *location = &test->locations[o->location];
        uint32_t first = o->element < 0 ? 0 : (uint32_t)o->element;
        uint32_t count = o->element < 0 ? location->count : 1;
        uint64_t base = root_address(test, o->location);
        for (uint32_t k = 0; k < count; k++)
            to[k] = cm_state_normal(
                test, i,
                final_element(s, location, base + (uint64_t)(first + k) * location->width));
    }
}

static bool is_observed(const cm_test *test, uint64_t start, unsigned width)
{
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *o = &test->observed[i];
        if (o->kind != CM_OBSERVE_LOCATION)
            continue;
        const cm_location *location = &test->locations[o->location];
        uint64_t base = root_address(test, o->location);
        uint64_t end = base + (uint64_t)location->count * location->width;
        if (start < end && start + width > base)
            return true;
    }
    return false;
}

/* Calls visit for every choice of one value per fragment, while it says true. */
static bool each_state(search *s, size_t index, bool (*visit)(search *))
{
    if (index == s->fragment_count) {
        put_state(s);
        return visit(s);
    }
    fragment *f = &s->fragments[index];
    for (size_t i = 0; i < f->count; i++) {
        f->chosen = f->values[i];
        if (!each_state(s, index + 1, visit))
            return false;
    }
    return true;
}

static bool is_known(search *s)
{
    const cm_states *states = s->run->states;
    size_t width = (size_t)states->value_count;
    for (size_t i = 0; i < states->count; i++)
        if (memcmp(states->values + i * width, s->state, width * sizeof *s->state) == 0)
            return true;
    return width == 0 && states->count > 0;
}

static bool add_state(search *s)
{
    if (!is_known(s))
        cm_states_add(s->run->work->arena, s->run->states, s->state);
    return true;
}

static bool is_left_out(search *s)
{
    const cm_test *test = s->run->test;
    return test->filter && !cm_prop_holds(test, test->filter, s->state);
}

/* Fragments get the values of all writes to them, or of the co-maximal ones. */
static void offer_values(search *s, const cm_rel *co)
{
    for (size_t i = 0; i < s->fragment_count; i++) {
        fragment *f = &s->fragments[i];
        f->count = 0;
        for (uint32_t w = 0; w < s->graph->n; w++) {
            const oracle_event *e = &s->graph->events[w];
            if (e->kind != 'W' || e->start != f->start)
                continue;
            bool last = true;
            for (uint32_t k = 0; co && k < s->graph->n; k++)
                if (s->graph->events[k].kind == 'W' && s->graph->events[k].start == f->start &&
                    cm_rel_has(co, w, k))
                    last = false;
            if (last)
                f->values[f->count++] = e->value;
        }
    }
}

/* Nothing new can come from this candidate, when co has at least these pairs. */
static bool exhausted(search *s, const cm_rel *co)
{
    if (s->run->raised)
        return false;
    offer_values(s, co);
    return each_state(s, 0, is_known);
}

static void collect_fragments(search *s)
{
    oracle_graph *g = s->graph;
    cm_arena *arena = s->run->candidate;
    s->fragments = CM_NEW_ARRAY(arena, g->n, fragment);
    for (uint32_t i = 0; i < g->n; i++) {
        const oracle_event *e = &g->events[i];
        if (e->thread >= 0 || !is_observed(s->run->test, e->start, e->width))
            continue;
        fragment *f = &s->fragments[s->fragment_count++];
        *f = (fragment){.start = e->start, .width = e->width};
        f->values = CM_NEW_ARRAY(arena, g->n, uint64_t);
    }
}

/* ---- free orders ------------------------------------------------------- */

/* May some completion of the orders decided so far be consistent? */
static bool plausible(search *s)
{
    if (++s->run->candidates > s->run->limits.candidates) {
        s->run->too_large = true;
        return false;
    }
    oracle_interval_variable(s->interval);
    bool refuted = oracle_interval_refuted(s->run->scratch, s->interval);
    cm_arena_reset(s->run->scratch, 0);
    return !refuted && !exhausted(s, &s->interval->nodes[s->co].lo);
}

static void note_flags(search *s, const cm_value *values)
{
    const cm_model *model = s->run->model;
    for (int i = 0; s->run->raised && i < model->constraint_count; i++)
        if (model->constraints[i].is_flag && !s->run->raised[i])
            s->run->raised[i] =
                cm_eval_constraint(s->run->scratch, model, &s->graph->graph, values, i);
}

/* Whoever asks gets the execution, and may refuse it. */
static bool is_wanted(search *s, const cm_execution_graph *graph)
{
    const oracle_limits *limits = &s->run->limits;
    if (!limits->found && !limits->accepts)
        return true;
    cm_execution *x = oracle_execution(s->run, s->graph, &s->rf);
    if (limits->accepts && !limits->accepts(limits->context, x))
        return false;
    if (limits->found)
        limits->found(limits->context, x, graph);
    return true;
}

/* A complete execution: the model's own evaluator has the last word. */
static void judge(search *s)
{
    const cm_model *model = s->run->model;
    cm_execution_graph *graph = &s->graph->graph;
    for (int i = 0; i < model->free_count; i++)
        cm_rel_copy(&graph->frees[i], &s->interval->lower[i]);
    cm_value *values = cm_eval(s->run->scratch, model, graph);
    if (cm_eval_consistent(s->run->scratch, model, graph, values, NULL) && is_wanted(s, graph)) {
        offer_values(s, &values[s->co].rel);
        if (!each_state(s, 0, is_left_out))
            note_flags(s, values);
        each_state(s, 0, add_state);
    }
    cm_arena_reset(s->run->scratch, 0);
}

static void order_free(search *s, int index);
static void next_free(search *s, int index);

/* Lower bound closed, irreflexive and inside the upper bound? */
static bool close_order(cm_rel *lower, const cm_rel *upper)
{
    cm_rel_plus(lower);
    for (uint32_t i = 0; i < lower->n; i++)
        for (uint32_t k = 0; k < lower->n; k++)
            if (cm_rel_has(lower, i, k) && (i == k || !cm_rel_has(upper, i, k)))
                return false;
    return true;
}

static void decide_pair(search *s, int index, uint32_t a, uint32_t b);

static cm_rel take_copy(search *s, const cm_rel *of)
{
    cm_rel copy =
        s->spare_count ? s->spare[--s->spare_count] : cm_rel_new(s->run->candidate, of->n);
    cm_rel_copy(&copy, of);
    return copy;
}

/* One choice for the pair: a before b (1), b before a (2), neither (0). */
static void choose(search *s, int index, uint32_t a, uint32_t b, int choice)
{
    cm_rel *lower = &s->interval->lower[index], *upper = &s->interval->upper[index];
    cm_rel old_lower = *lower, old_upper = *upper;
    *lower = take_copy(s, &old_lower);
    *upper = take_copy(s, &old_upper);
    if (choice != 1)
        cm_rel_remove(upper, a, b);
    if (choice != 2)
        cm_rel_remove(upper, b, a);
    if (choice == 1)
        cm_rel_add(lower, a, b);
    if (choice == 2)
        cm_rel_add(lower, b, a);
    if (close_order(lower, upper) && plausible(s))
        decide_pair(s, index, a, b + 1);
    s->spare[s->spare_count++] = *lower;
    s->spare[s->spare_count++] = *upper;
    *lower = old_lower;
    *upper = old_upper;
}

/* Decides the pairs of a free order from (a, b) on, a < b. */
static void decide_pair(search *s, int index, uint32_t a, uint32_t b)
{
    oracle_interval *in = s->interval;
    const cm_rel *lower = &in->lower[index], *upper = &in->upper[index];
    bool must = s->run->model->frees[index].generator != CM_PARTIAL_ORDERS;
    for (; a < lower->n; a++, b = a + 1)
        for (; b < lower->n; b++) {
            bool up = cm_rel_has(upper, a, b), down = cm_rel_has(upper, b, a);
            if (s->run->too_large || (!up && !down))
                continue;
            if (cm_rel_has(lower, a, b) || cm_rel_has(lower, b, a))
                continue;
            if (!must)
                choose(s, index, a, b, 0);
            if (up)
                choose(s, index, a, b, 1);
            if (down)
                choose(s, index, a, b, 2);
            return;
        }
    if (!s->run->too_large)
        next_free(s, index);
}

/* What is not in lower was only possible: it is out now. */
static void next_free(search *s, int index)
{
    oracle_interval *in = s->interval;
    cm_rel old_upper = in->upper[index];
    in->upper[index] = in->lower[index];
    order_free(s, index + 1);
    in->upper[index] = old_upper;
}

/* Decides each pair of a relation without laws by itself, from this one on. */
static void decide_part(search *s, int index, uint32_t pair)
{
    cm_rel *lower = &s->interval->lower[index], *upper = &s->interval->upper[index];
    uint32_t n = lower->n;
    while (pair < n * n && !cm_rel_has(upper, pair / n, pair % n))
        pair++;
    if (s->run->too_large)
        return;
    if (pair == n * n) {
        next_free(s, index);
        return;
    }
    cm_rel_add(lower, pair / n, pair % n);
    if (plausible(s))
        decide_part(s, index, pair + 1);
    cm_rel_remove(lower, pair / n, pair % n);
    cm_rel_remove(upper, pair / n, pair % n);
    if (plausible(s))
        decide_part(s, index, pair + 1);
    cm_rel_add(upper, pair / n, pair % n);
}

/* Starts the order with this number; those before it are complete. */
static void order_free(search *s, int index)
{
    oracle_interval *in = s->interval;
    const cm_model *model = s->run->model;
    if (index == model->free_count) {
        judge(s);
        return;
    }
    const cm_free *f = &model->frees[index];
    cm_rel *lower = &in->lower[index], *upper = &in->upper[index];
    /* The bounds of terms are older than the end of the order before this one. */
    if (index > 0)
        oracle_interval_variable(in);
    cm_rel_diff(lower, lower, lower);
    if (f->generator == CM_LINEARISATIONS) {
        const cm_set *set = &in->nodes[f->set].lo_set;
        cm_rel_cross(upper, set, set);
        cm_rel_inter(lower, &in->nodes[f->relation].lo, upper);
    } else {
        cm_rel_copy(upper, &in->nodes[f->relation].lo);
    }
    in->decided = index + 1;
    if (f->generator == CM_SUBRELATIONS) {
        if (plausible(s))
            decide_part(s, index, 0);
    } else if (close_order(lower, upper) && plausible(s)) {
        decide_pair(s, index, 0, 1);
    }
    in->decided = index;
}

/* ---- reads-from -------------------------------------------------------- */

static void set_rf(search *s)
{
    const cm_model *model = s->run->model;
    for (int i = 0; i < model->base_count; i++)
        if (model->bases[i]->kind == CM_BASE_RF)
            cm_rel_copy(&s->graph->graph.rels[i], &s->rf);
}

/* Lanes that meet hand over what they stored before. */
static bool same_round(const oracle_event *read, const oracle_event *write)
{
    return write->thread >= 0 && write->of->meeting == read->of->meeting &&
           write->of->turn == read->of->turn;
}

static void choose_source(search *s, uint32_t index)
{
    if (s->run->too_large || exhausted(s, NULL))
        return;
    if (index == s->read_count) {
        set_rf(s);
        s->interval->decided = 0;
        oracle_interval_fixed(s->interval);
        if (plausible(s))
            order_free(s, 0);
        return;
    }
    uint32_t r = s->reads[index];
    const oracle_event *read = &s->graph->events[r];
    for (uint32_t w = 0; w < s->graph->n; w++) {
        const oracle_event *write = &s->graph->events[w];
        if (write->kind != 'W' || write->start != read->start || write->value != read->value)
            continue;
        if (read->of->meeting && !same_round(read, write))
            continue;
        cm_rel_add(&s->rf, w, r);
        choose_source(s, index + 1);
        cm_rel_remove(&s->rf, w, r);
    }
}

void oracle_search(oracle_run_state *run, oracle_graph *graph)
{
    cm_arena *arena = run->candidate;
    search s = {.run = run, .graph = graph, .co = cm_model_find(run->model, "co")};
    s.reads = CM_NEW_ARRAY(arena, graph->n, uint32_t);
    for (uint32_t i = 0; i < graph->n; i++)
        if (graph->events[i].kind == 'R')
            s.reads[s.read_count++] = i;
    s.rf = cm_rel_new(arena, graph->n);
    s.state = CM_NEW_ARRAY(arena, (size_t)run->states->value_count, uint64_t);
    s.spare = CM_NEW_ARRAY(arena, (size_t)graph->n * graph->n * 2 + 2, cm_rel);
    collect_fragments(&s);
    if (exhausted(&s, NULL))
        return;
    oracle_graph_bases(run, graph);
    s.interval = oracle_interval_new(arena, run->model, &graph->graph);
    choose_source(&s, 0);
}
