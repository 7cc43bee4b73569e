/* Where the GPU threads of small programs are: every way up to the numbers of places in which the
 * narrowest place that any two share is of the levels asked for. See small.h. */
#include "enumerate/small.h"
#include "litmus/isa/isa.h"

#include <string.h>

typedef struct placing {
    cm_small_program *program;
    unsigned levels; /* bits by cm_scope */
    void (*give)(void *);
    void *context;
} placing;

/* ---- what is asked for --------------------------------------------------------------- */

unsigned cm_small_levels(cm_work *work, const cm_enum_request *request)
{
    static const char name[] = "placement=";
    unsigned levels = 0;
    for (int i = 0; i < request->axis_count; i++) {
        if (strncmp(request->axes[i], name, strlen(name)) != 0)
            cm_fail(work, (cm_place){0},
                    "small programs have no axis `%s`, expected placement=LEVEL,...",
                    request->axes[i]);
        for (const char *at = request->axes[i] + strlen(name); at;
             at = strchr(at, ',') ? strchr(at, ',') + 1 : NULL) {
            cm_scope scope;
            const char *word = cm_arena_text(work->arena, at, strcspn(at, ","));
            if (!cm_scope_find(word, &scope))
                cm_fail(work, (cm_place){0},
                        "axis placement is `%s`, expected cta, cluster, gpu or sys", word);
            levels |= 1U << scope;
        }
    }
    return levels;
}

/* ---- every way ----------------------------------------------------------------------- */

static bool is_placed(const cm_small_program *p, int thread)
{
    return cm_arch_has_places(p->threads[thread].arch) && !p->threads[thread].isa->placeless;
}

static void place_threads(const placing *g, int thread);

/* Goes on with the thread there, if each place that it shares is of a level asked for. */
static void try_place(const placing *g, int thread, cm_placement at)
{
    cm_small_program *p = g->program;
    for (int other = 0; other < thread; other++)
        if (is_placed(p, other) &&
            !(g->levels >> cm_placement_nearest(&p->threads[other].at, &at) & 1))
            return;
    p->threads[thread].at = at;
    place_threads(g, thread + 1);
}

/* Is the thread the first one in the place of that level that it is in? */
static bool opens(const cm_small_program *p, int thread, cm_scope level)
{
    for (int other = 0; other < thread; other++)
        if (is_placed(p, other) &&
            cm_placement_share(&p->threads[other].at, &p->threads[thread].at, level))
            return false;
    return is_placed(p, thread);
}

/* Numbers of new places are the thread's. Without clusters to choose from none are said. */
static void place_threads(const placing *g, int thread)
{
    cm_small_program *p = g->program;
    bool clusters = g->levels >> CM_SCOPE_CLUSTER & 1;
    if (thread == p->thread_count) {
        g->give(g->context);
        return;
    }
    cm_placement at = CM_PLACEMENT_UNSAID;
    if (!is_placed(p, thread)) {
        p->threads[thread].at = at;
        place_threads(g, thread + 1);
        return;
    }
    at.cta = thread;
    at.cluster = clusters ? thread : -1;
    bool first = true;
    for (int other = 0; other < thread; other++) {
        cm_placement beside = p->threads[other].at;
        if (opens(p, other, CM_SCOPE_CTA))
            try_place(g, thread, beside);
        beside.cta = thread;
        if (clusters && opens(p, other, CM_SCOPE_CLUSTER))
            try_place(g, thread, beside);
        beside.cluster = at.cluster;
        if (opens(p, other, CM_SCOPE_DEVICE))
            try_place(g, thread, beside);
        first &= !is_placed(p, other);
    }
    at.gpu = first ? 0 : thread;
    try_place(g, thread, at);
}

void cm_small_place(cm_small_program *program, unsigned levels, void (*give)(void *), void *context)
{
    const placing g = {program, levels ? levels : 1U << CM_SCOPE_DEVICE, give, context};
    place_threads(&g, 0);
}

/* ---- by name, by number ---------------------------------------------------------------- */

const char *cm_small_places(cm_arena *arena, const cm_small_program *p)
{
    cm_text all = cm_text_new(arena);
    int pairs = 0, seen = 0;
    bool same = true;
    for (int b = 0; b < p->thread_count; b++)
        for (int a = 0; a < b; a++) {
            if (!is_placed(p, a) || !is_placed(p, b))
                continue;
            int level = cm_placement_nearest(&p->threads[a].at, &p->threads[b].at);
            same &= pairs == 0 || level == seen;
            seen = level;
            cm_text_append(&all, "%s%s", pairs++ ? "-" : "", cm_scope_name((cm_scope)level));
        }
    return pairs == 0 ? "alone" : same ? cm_scope_name((cm_scope)seen) : all.data;
}

/* The first thread, in that order, that shares that place with the one at `at`; of CPUs -1. */
static int first_there(const cm_small_program *p, const int *order, int at, cm_scope level)
{
    if (!is_placed(p, order[at]))
        return -1;
    int k = 0;
    while (k < at &&
           !(is_placed(p, order[k]) &&
             cm_placement_share(&p->threads[order[k]].at, &p->threads[order[at]].at, level)))
        k++;
    return k;
}

int cm_small_place_numbers(const cm_small_program *p, const int *order, int *numbers)
{
    int count = 0;
    for (int at = 0; at < p->thread_count; at++)
        for (cm_scope level = CM_SCOPE_DEVICE; level <= CM_SCOPE_CTA; level++)
            numbers[count++] = first_there(p, order, at, level);
    return count;
}
