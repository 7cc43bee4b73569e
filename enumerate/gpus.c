/* The suite gpus-shapes: the small shapes with threads on two to four GPUs, and a CPU among them,
 * by order, scope, fence and home of the locations. The families make the tests (family.c). */
#include "enumerate/gpus.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <string.h>

enum { MOST_THREADS = 4, PLACES = 6, HOMES = 4, AXES = 6 };

/* Places of the threads: numbers of GPUs, c a CPU. */
typedef struct shape {
    const char *family;
    const char *places[PLACES]; /* NULL ends them */
} shape;

static const shape shapes[] = {
    {"sb", {"01"}},
    {"lb", {"01"}},
    {"s", {"01"}},
    {"r", {"01"}},
    {"2+2w", {"01"}},
    {"wrc", {"010", "001", "012", "c01", "0c1", "01c"}},
    {"isa2", {"010", "001", "012", "c01", "0c1", "01c"}},
    {"iriw", {"0101", "0011", "0123", "c0c1", "c012"}},
};

/* Of all locations, or of x and of the others. */
static const struct home {
    const char *name, *all, *x;
} homes[HOMES] = {
    {"cpu", "cpu", "cpu"}, /* all that a CPU reaches: the first one */
    {"writer", "writer", "writer"},
    {"reader", "reader", "reader"},
    {"cross", "writer", "reader"},
};

typedef struct generation {
    cm_work *work;
    const cm_enum_request *request;
    cm_enum_sink sink;
    void *context;
    const shape *shape;
    const char *places;
    const struct home *home;
    bool has_enough;
    size_t yielded;
} generation;

static bool has_cpu(const generation *g)
{
    return strchr(g->places, 'c') != NULL;
}

/* ---- a test ------------------------------------------------------------- */

static const char *value_of(const cm_enum_test *test, const char *axis)
{
    for (int i = 0; i < test->axis_count; i++)
        if (strcmp(test->axes[i].name, axis) == 0)
            return test->axes[i].value;
    return "";
}

/* "0-1-cpu" */
static const char *places_text(cm_arena *arena, const char *places)
{
    cm_text text;
    cm_text_init(&text, arena);
    for (const char *c = places; *c; c++)
        cm_text_append(&text, "%s%.*s", c == places ? "" : "-", *c == 'c' ? 3 : 1,
                       *c == 'c' ? "cpu" : c);
    return text.data;
}

/* The family's test under the suite's name and axes. */
static bool relabel(void *context, const cm_enum_test *test)
{
    generation *g = context;
    cm_arena *arena = g->work->arena;
    const cm_enum_axis axes[AXES] = {{"shape", value_of(test, "shape")},
                                     {"threads", places_text(arena, g->places)},
                                     {"home", g->home->name},
                                     {"order", value_of(test, "order")},
                                     {"scope", value_of(test, "scope")},
                                     {"fence", value_of(test, "fence")}};
    for (int i = 0; i < g->request->axis_count; i++)
        if (!cm_enum_meets(g->work, g->request->axes[i], axes, AXES))
            return true;
    cm_text text;
    cm_text_init(&text, arena);
    const char *name =
        cm_arena_printf(arena, "%s-%s-home.%s-%s-%s-%s", axes[0].value, axes[1].value,
                        axes[2].value, axes[3].value, axes[4].value, axes[5].value);
    size_t body = cm_enum_open(&text, cm_arch_name(has_cpu(g) ? CM_CMCM : cm_arch_usual(true)),
                               name, "Several GPUs", axes, AXES);
    cm_text_add_bytes(&text, test->text + test->body, test->length - test->body);
    const cm_enum_test own = {.name = name,
                              .axes = axes,
                              .axis_count = AXES,
                              .text = text.data,
                              .length = text.length,
                              .body = body};
    g->yielded++;
    g->has_enough = !g->sink(g->context, &own);
    return !g->has_enough;
}

/* ---- the coordinates ------------------------------------------------------ */

/* What a family is asked for: threads in their places, locations at home, the rest swept. */
static void ask_family(generation *g)
{
    cm_arena *arena = g->work->arena;
    const char *axes[2 * MOST_THREADS + 5];
    int count = 0, threads = (int)strlen(g->places);
    for (int t = 0; t < threads; t++) {
        bool cpu = g->places[t] == 'c';
        if (has_cpu(g))
            axes[count++] = cm_arena_printf(arena, "P%d.device=%s", t, cpu ? "cpu" : "gpu");
        if (!cpu)
            axes[count++] = cm_arena_printf(arena, "P%d.gpu=%c", t, g->places[t]);
    }
    axes[count++] = "order=rlx,rel-acq";
    axes[count++] = "scope=gpu,sys";
    axes[count++] = "fence=none,acq_rel.gpu,acq_rel.sys,sc.gpu,sc.sys";
    axes[count++] = cm_arena_printf(arena, "home=%s", g->home->all);
    axes[count++] = cm_arena_printf(arena, "X.home=%s", g->home->x);
    const cm_enum_request inner = {.name = g->shape->family,
                                   .axes = axes,
                                   .axis_count = count,
                                   .cpu = g->request->cpu,
                                   .arch = has_cpu(g) ? NULL : cm_arch_name(cm_arch_usual(true))};
    cm_enum_find(inner.name)->run(g->work, &inner, relabel, g);
}

static void generate(cm_work *work, const cm_enum_request *request, cm_enum_sink sink,
                     void *context)
{
    generation g = {.work = work, .request = request, .sink = sink, .context = context};
    if (request->word_count)
        cm_fail(work, (cm_place){0}, "`%s` follows %s, expected nothing", request->words[0],
                request->name);
    for (size_t s = 0; s < sizeof shapes / sizeof *shapes; s++) {
        g.shape = &shapes[s];
        for (int p = 0; p < PLACES && shapes[s].places[p]; p++) {
            g.places = shapes[s].places[p];
            for (int h = 0; h < (has_cpu(&g) ? 1 : HOMES) && !g.has_enough; h++) {
                g.home = &homes[h];
                ask_family(&g);
            }
        }
    }
    if (!g.yielded)
        cm_fail(work, (cm_place){0}, "no test of %s has these values on its axes, expected some",
                request->name);
}

const cm_enum_generator cm_gpus_generators[] = {
    {"gpus-shapes", "",
     "SB, LB, S, R, 2+2W, WRC, ISA2 and IRIW over two, three and four GPUs, and a CPU: 1,480 "
     "tests.",
     2, generate},
    {0},
};
