/* For tests of the encoder: a small graph of events made by hand, whose events
 * execute and whose dependencies exist under random conditions, together with
 * what they are in each of up to 64 worlds (assignments of the variables). */
#ifndef CM_TESTS_GRAPH_HELP_H
#define CM_TESTS_GRAPH_HELP_H

#include "checker/encode.h"
#include "checker/solver/solver.h"
#include "tests/unit/checker_help.h"

enum { HAND_EVENTS = 8, HAND_DEPS = 3, HAND_TAGS = 3, HAND_VARIABLES = 6 };

typedef struct hand {
    checker c;
    cm_graph graph;
    cm_encoder encoder;
    table table;
    uint64_t seed;
    uint32_t n, variable_count;
    cm_lit variables[HAND_VARIABLES];
    uint64_t exec[HAND_EVENTS];                        /* truth tables */
    uint64_t dep[HAND_DEPS][HAND_EVENTS][HAND_EVENTS]; /* addr, data, ctrl */
    bool tag[HAND_TAGS][HAND_EVENTS];                  /* A, L, Q */
    uint8_t *values, *memo;                            /* by world and form node */
    uint32_t value_count;
} hand;

static const char *const hand_tags[HAND_TAGS] = {"A", "L", "Q"};

static inline uint32_t hand_any(hand *h, uint32_t below)
{
    return cat_random(&h->seed) % below;
}

/* A random condition and its truth table. */
static inline cm_lit hand_condition(hand *h, uint64_t *truth)
{
    cm_form *form = &h->c.job.form;
    cm_lit result = hand_any(h, 2) ? CM_TRUE : CM_FALSE;
    bool conjunction = result == CM_TRUE;
    *truth = conjunction ? UINT64_MAX : 0;
    for (uint32_t parts = 1 + hand_any(h, 2); parts > 0; parts--) {
        uint32_t v = hand_any(h, h->variable_count);
        uint64_t column = 0;
        for (uint32_t w = 0; w < h->table.worlds; w++)
            column |= (uint64_t)h->table.values[w][h->variables[v]] << w;
        cm_lit lit = h->variables[v];
        if (hand_any(h, 2)) {
            lit = -lit;
            column = ~column;
        }
        result = conjunction ? cm_form_and(form, result, lit) : cm_form_or(form, result, lit);
        *truth = conjunction ? *truth & column : *truth | column;
    }
    return result;
}

static inline void hand_variables(hand *h)
{
    h->table = (table){.form = &h->c.job.form, .worlds = 1u << h->variable_count};
    for (uint32_t v = 0; v < h->variable_count; v++) {
        uint64_t column = 0;
        for (uint32_t w = 0; w < h->table.worlds; w++)
            column |= (uint64_t)(w >> v & 1) << w;
        h->variables[v] = table_variable(&h->table, column);
    }
}

static inline const cm_deps *hand_deps(hand *h, uint32_t event, int kind)
{
    cm_deps *deps = CM_NEW(h->c.cat.arena, cm_deps);
    deps->items = CM_NEW_ARRAY(h->c.cat.arena, h->n, cm_dep);
    for (uint32_t from = 0; from < h->n; from++) {
        if (hand_any(h, 3))
            continue;
        uint64_t truth = UINT64_MAX;
        cm_lit when = hand_any(h, 3) ? hand_condition(h, &truth) : CM_TRUE;
        h->dep[kind][from][event] = truth;
        deps->items[deps->count++] = (cm_dep){(int)from, when, false};
    }
    return deps;
}

static inline cm_step *hand_step(hand *h, uint32_t event)
{
    cm_step *step = CM_NEW(h->c.cat.arena, cm_step);
    const char **tags = CM_NEW_ARRAY(h->c.cat.arena, HAND_TAGS + 1, const char *);
    size_t count = 0;
    for (int t = 0; t < HAND_TAGS; t++)
        if ((h->tag[t][event] = hand_any(h, 2)))
            tags[count++] = hand_tags[t];
    *step = (cm_step){.kind = CM_STEP_FENCE, .rmw = CM_RMW_NONE, .tags = tags};
    return step;
}

static inline void hand_event(hand *h, uint32_t i, cm_access *access)
{
    cm_ev *e = &h->graph.events[i];
    h->exec[i] = UINT64_MAX;
    cm_lit exec = hand_any(h, 3) ? hand_condition(h, &h->exec[i]) : CM_TRUE;
    *access = (cm_access){.step = hand_step(h, i), .instance = i, .whole = (int)i, .guard = exec};
    access->addr = hand_deps(h, i, 0);
    access->data = hand_deps(h, i, 1);
    access->ctrl = hand_deps(h, i, 2);
    *e = (cm_ev){.kind = 'F', .thread = 0, .access = access, .exec = exec};
    h->graph.first_event[0][i] = i;
}

/* A model from its text, over n events and so many variables. */
static inline void hand_start(hand *h, const char *cat_text, uint32_t n, uint32_t variables,
                              uint64_t seed)
{
    memset(h, 0, sizeof *h);
    checker_start(&h->c, cat_text, "AArch64 t\n{ x=0; }\n P0 ;\n NOP ;\nexists (x=0)\n");
    cm_arena *arena = h->c.cat.arena;
    h->seed = seed;
    h->n = n;
    h->variable_count = variables;
    hand_variables(h);
    h->graph = (cm_graph){.job = &h->c.job, .count = n, .cut = CM_FALSE};
    h->graph.events = CM_NEW_ARRAY(arena, n, cm_ev);
    h->graph.first_event = CM_NEW_ARRAY(arena, 1, uint32_t *);
    h->graph.first_event[0] = CM_NEW_ARRAY(arena, n + 1, uint32_t);
    h->graph.first_event[0][n] = n;
    cm_access *accesses = CM_NEW_ARRAY(arena, n, cm_access);
    h->graph.memory.runs = CM_NEW_ARRAY(arena, 1, cm_thread_run);
    h->graph.memory.runs[0].accesses = accesses;
    for (uint32_t i = 0; i < n; i++)
        hand_event(h, i, &accesses[i]);
    cm_encoder_init(&h->encoder, &h->graph);
}

static inline void hand_end(hand *h)
{
    checker_end(&h->c);
}

/* ---- one world --------------------------------------------------------- */

static inline bool hand_executes(const hand *h, uint32_t event, uint32_t world)
{
    return h->exec[event] >> world & 1;
}

static inline bool hand_related(const hand *h, const cm_base *base, uint32_t a, uint32_t b,
                                uint32_t world)
{
    switch (base->kind) {
    case CM_BASE_ADDR:
    case CM_BASE_DATA:
    case CM_BASE_CTRL:
        return h->dep[base->kind - CM_BASE_ADDR][a][b] >> world & 1;
    case CM_BASE_ID:
        return a == b;
    case CM_BASE_PO:
        return a < b;
    case CM_BASE_INT:
        return true;
    default: /* there are no memory accesses and no second thread */
        return false;
    }
}

static inline bool hand_member(const hand *h, const cm_base *base, uint32_t a)
{
    if (base->kind == CM_BASE_F)
        return true;
    for (int t = 0; t < HAND_TAGS; t++)
        if (base->kind == CM_BASE_TAG && strcmp(base->name, hand_tags[t]) == 0)
            return h->tag[t][a];
    return false;
}

/* The execution of a world: c.cat.graph and its values; place[i]: its number
 * there, or n. */
static inline void hand_world(hand *h, uint32_t world, uint32_t *place)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < h->n; i++)
        place[i] = hand_executes(h, i, world) ? count++ : h->n;
    cat_events(&h->c.cat, count);
    for (int k = 0; k < h->c.cat.model->base_count; k++) {
        const cm_base *base = h->c.cat.model->bases[k];
        for (uint32_t a = 0; a < h->n; a++) {
            if (place[a] == h->n)
                continue;
            if (base->is_set && hand_member(h, base, a))
                cm_set_add(&h->c.cat.graph.sets[k], place[a]);
            for (uint32_t b = 0; !base->is_set && b < h->n; b++)
                if (place[b] < h->n && hand_related(h, base, a, b, world))
                    cm_rel_add(&h->c.cat.graph.rels[k], place[a], place[b]);
        }
    }
    h->c.cat.values = cm_eval(h->c.cat.arena, h->c.cat.model, &h->c.cat.graph);
}

/* ---- formulas in a world ----------------------------------------------- */

/* Call when all formulas of interest are made, before hand_holds. */
static inline void hand_ready(hand *h)
{
    h->value_count = h->c.job.form.count;
    size_t size = (size_t)h->value_count * h->table.worlds;
    h->values = CM_NEW_ARRAY(h->c.cat.arena, size, uint8_t);
    h->memo = CM_NEW_ARRAY(h->c.cat.arena, size, uint8_t);
    for (uint32_t w = 0; w < h->table.worlds; w++)
        for (uint32_t v = 0; v < h->variable_count; v++)
            h->values[(size_t)w * h->value_count + (size_t)h->variables[v]] =
                h->table.values[w][h->variables[v]];
}

static inline bool hand_holds(const hand *h, uint32_t world, cm_lit lit)
{
    size_t at = (size_t)world * h->value_count;
    return cm_form_value(&h->c.job.form, h->values + at, h->memo + at, lit);
}

/* The world as assumptions for the solver. */
static inline uint32_t hand_assume(const hand *h, uint32_t world, cm_lit *assumptions)
{
    for (uint32_t v = 0; v < h->variable_count; v++)
        assumptions[v] = world >> v & 1 ? h->variables[v] : -h->variables[v];
    return h->variable_count;
}

static inline cm_solver *hand_solver(hand *h)
{
    cm_solver *solver = cm_solver_open(&h->c.job);
    for (uint32_t i = 0; i < h->graph.asserts.count; i++)
        cm_solver_assert(solver, h->graph.asserts.items[i]);
    h->graph.asserts.count = 0;
    return solver;
}

/* ---- random terms ------------------------------------------------------ */

static inline const char *hand_set(hand *h, int depth);

/* leaf: one more relation to use where growing it grows the term, or NULL. */
static inline const char *hand_relation(hand *h, int depth, const char *leaf)
{
    static const char *const leaves[] = {"addr", "data", "ctrl", "po", "id", "addr", "data"};
    cm_arena *arena = h->c.cat.arena;
    if (depth == 0)
        return leaf && hand_any(h, 2) ? leaf : leaves[hand_any(h, 7)];
    const char *a = hand_relation(h, depth - 1, leaf), *b = hand_relation(h, depth - 1, leaf);
    switch (hand_any(h, 12)) {
    case 0:
        return cm_arena_printf(arena, "(%s | %s)", a, b);
    case 1:
        return cm_arena_printf(arena, "(%s & %s)", a, b);
    case 2:
        return cm_arena_printf(arena, "(%s \\ %s)", a, hand_relation(h, depth - 1, NULL));
    case 3:
    case 4:
        return cm_arena_printf(arena, "(%s;%s)", a, b);
    case 5:
        return cm_arena_printf(arena, "(%s)^-1", a);
    case 6:
        return cm_arena_printf(arena, "(%s)+", a);
    case 7:
        return cm_arena_printf(arena, "(%s)*", a);
    case 8:
        return cm_arena_printf(arena, "(%s)?", a);
    case 9:
        return cm_arena_printf(arena, "[%s]", hand_set(h, depth - 1));
    case 10:
        return cm_arena_printf(arena, "(%s * %s)", hand_set(h, depth - 1), hand_set(h, depth - 1));
    default:
        return cm_arena_printf(arena, "(~(%s))", hand_relation(h, depth - 1, NULL));
    }
}

static inline const char *hand_set(hand *h, int depth)
{
    static const char *const leaves[] = {"A", "L", "Q", "F", "_"};
    static const char *const operators[] = {"|", "&", "\\"};
    cm_arena *arena = h->c.cat.arena;
    if (depth == 0)
        return leaves[hand_any(h, 5)];
    switch (hand_any(h, 4)) {
    case 0:
        return cm_arena_printf(arena, "domain(%s)", hand_relation(h, depth - 1, NULL));
    case 1:
        return cm_arena_printf(arena, "range(%s)", hand_relation(h, depth - 1, NULL));
    case 2:
        return cm_arena_printf(arena, "(~(%s))", hand_set(h, depth - 1));
    default:
        return cm_arena_printf(arena, "(%s %s %s)", hand_set(h, depth - 1),
                               operators[hand_any(h, 3)], hand_set(h, depth - 1));
    }
}

#endif
