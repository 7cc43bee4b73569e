/* For tests of the cat language: models from texts, and execution graphs with
 * random or hand-made base sets and relations. */
#ifndef CM_TESTS_CAT_HELP_H
#define CM_TESTS_CAT_HELP_H

#include "model/eval.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct cat {
    cm_arena *arena;
    cm_work work;
    const cm_model *model;
    cm_execution_graph graph;
    cm_value *values;
} cat;

static inline const char *cat_library(void)
{
    const char *directory = getenv("CMCM_MODELS");
    return directory ? directory : "models";
}

static inline void cat_start(cat *c)
{
    memset(c, 0, sizeof *c);
    c->arena = cm_arena_new(0);
    assert_non_null(c->arena);
    c->work = cm_work_new(c->arena);
}

static inline void cat_end(cat *c)
{
    cm_arena_free(c->arena);
}

/* All diagnostics as "line:column: message", one per line. */
static inline const char *cat_messages(cat *c)
{
    const char *all = "";
    for (size_t i = 0; i < c->work.diags.count; i++) {
        const cm_diag *d = &c->work.diags.items[i];
        unsigned line = 0, column = 0;
        if (d->place.source)
            cm_place_position(d->place, &line, &column);
        all = cm_arena_printf(c->arena, "%s%s%u:%u: %s", all, i ? "\n" : "", line, column,
                              d->message);
    }
    return all;
}

static inline const cm_model *cat_try(cat *c, const char *text, const cm_model_options *options)
{
    cm_model_options plain = {.library_dir = cat_library()};
    cm_source *source = cm_arena_alloc(c->arena, 1, sizeof *source);
    *source = (cm_source){"test.cat", text, strlen(text)};
    return cm_model_load_source(&c->work, source, options ? options : &plain);
}

static inline void cat_load(cat *c, const char *text)
{
    cat_start(c);
    c->model = cat_try(c, text, NULL);
    if (!c->model)
        fail_msg("%s\n%s", text, cat_messages(c));
}

static inline void cat_load_file(cat *c, const char *name)
{
    cm_model_options options = {.library_dir = cat_library()};
    cat_start(c);
    c->model = cm_model_load(&c->work, name, &options);
    if (!c->model)
        fail_msg("%s: %s", name, cat_messages(c));
}

/* Room for an execution of n events, everything empty. */
static inline void cat_events(cat *c, uint32_t n)
{
    const cm_model *m = c->model;
    c->graph.n = n;
    c->graph.sets = cm_arena_alloc(c->arena, (size_t)m->base_count, sizeof *c->graph.sets);
    c->graph.rels = cm_arena_alloc(c->arena, (size_t)m->base_count, sizeof *c->graph.rels);
    c->graph.frees = cm_arena_alloc(c->arena, (size_t)m->free_count, sizeof *c->graph.frees);
    for (int i = 0; i < m->base_count; i++) {
        c->graph.sets[i] = cm_set_new(c->arena, n);
        c->graph.rels[i] = cm_rel_new(c->arena, n);
    }
    for (int i = 0; i < m->free_count; i++)
        c->graph.frees[i] = cm_rel_new(c->arena, n);
}

static inline cm_set *cat_base_set(cat *c, const char *name)
{
    for (int i = 0; i < c->model->base_count; i++)
        if (strcmp(c->model->bases[i]->name, name) == 0)
            return &c->graph.sets[i];
    return NULL; /* the model does not look at it */
}

static inline cm_rel *cat_base_rel(cat *c, const char *name)
{
    for (int i = 0; i < c->model->base_count; i++)
        if (strcmp(c->model->bases[i]->name, name) == 0)
            return &c->graph.rels[i];
    for (int i = 0; i < c->model->free_count; i++)
        if (strcmp(c->model->frees[i].name, name) == 0)
            return &c->graph.frees[i];
    return NULL;
}

static inline void cat_put(cat *c, const char *set, uint32_t event)
{
    cm_set *s = cat_base_set(c, set);
    if (s)
        cm_set_add(s, event);
}

static inline void cat_link(cat *c, const char *relation, uint32_t a, uint32_t b)
{
    cm_rel *r = cat_base_rel(c, relation);
    if (r)
        cm_rel_add(r, a, b);
}

static inline uint32_t cat_random(uint64_t *seed)
{
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(*seed >> 33);
}

/* Random values for all bases; symmetric relations are made symmetric, as the
 * executions of tests have them. One pair in `sparse`. */
static inline void cat_randomise(cat *c, uint32_t n, uint32_t sparse, uint64_t *seed)
{
    cat_events(c, n);
    for (int b = 0; b < c->model->base_count; b++) {
        cm_base_kind kind = c->model->bases[b]->kind;
        bool symmetric = kind == CM_BASE_INT || kind == CM_BASE_EXT || kind == CM_BASE_LOC ||
                         kind >= CM_BASE_SAME_INSTANCE;
        for (uint32_t i = 0; i < n; i++) {
            if (cat_random(seed) % 2)
                cm_set_add(&c->graph.sets[b], i);
            for (uint32_t j = 0; j < n; j++) {
                if (cat_random(seed) % sparse != 0)
                    continue;
                cm_rel_add(&c->graph.rels[b], i, j);
                if (symmetric)
                    cm_rel_add(&c->graph.rels[b], j, i);
            }
        }
    }
}

static inline void cat_eval(cat *c)
{
    c->values = cm_eval(c->arena, c->model, &c->graph);
}

static inline const cm_value *cat_value(cat *c, const char *name, bool is_set)
{
    int node = cm_model_find(c->model, name);
    assert_true(node >= 0);
    assert_int_equal(c->model->nodes[node].is_set, is_set);
    return &c->values[node];
}

#endif
