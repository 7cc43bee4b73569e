/* The suite gpus-shapes: the small shapes with threads on two to four GPUs, and a CPU among them,
 * by order, scope, fence and home of the locations. The families make the tests (family.c). */
#include "enumerate/gpus.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <string.h>

enum { MOST_THREADS = 4, PLACES = 6, HOMES = 4, AXES = 6, SHAPES = 8 };

/* Places of the threads: numbers of GPUs, c a CPU. */
typedef struct shape {
    const char *family;
    const char *places[PLACES]; /* NULL ends them */
} shape;

static const shape shapes[SHAPES] = {
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

static const char *const orders[CM_SHAPE_ORDERS] = {"rlx", "rel-acq"};
static const char *const scopes[CM_SHAPE_SCOPES] = {"gpu", "sys"};
/* By type, and then by scope as above. */
enum { NO_FENCE, ACQ_REL, SC = ACQ_REL + CM_SHAPE_SCOPES };
static const char *const fences[CM_SHAPE_FENCES] = {"none", "acq_rel.gpu", "acq_rel.sys", "sc.gpu",
                                                    "sc.sys"};

typedef struct generation {
    cm_work *work;
    const cm_enum_request *request;
    cm_enum_sink sink;
    void *context;
    cm_shape_at at; /* order, scope, fence: of the test at hand */
    bool has_enough;
    size_t yielded;
} generation;

static const char *places_of(const cm_shape_at *at)
{
    return shapes[at->shape].places[at->places];
}

static bool has_cpu(const cm_shape_at *at)
{
    return strchr(places_of(at), 'c') != NULL;
}

/* ---- a test ------------------------------------------------------------- */

static const char *value_of(const cm_enum_test *test, const char *axis)
{
    for (int i = 0; i < test->axis_count; i++)
        if (strcmp(test->axes[i].name, axis) == 0)
            return test->axes[i].value;
    return "";
}

static int index_of(const char *const *list, int count, const char *value)
{
    int at = 0;
    while (at < count - 1 && strcmp(list[at], value) != 0)
        at++;
    return at;
}

static void take_axes(cm_shape_at *at, const cm_enum_test *test)
{
    at->order = index_of(orders, CM_SHAPE_ORDERS, value_of(test, "order"));
    at->scope = index_of(scopes, CM_SHAPE_SCOPES, value_of(test, "scope"));
    at->fence = index_of(fences, CM_SHAPE_FENCES, value_of(test, "fence"));
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
    take_axes(&g->at, test);
    const cm_enum_axis axes[AXES] = {
        {"shape", value_of(test, "shape")}, {"threads", places_text(arena, places_of(&g->at))},
        {"home", homes[g->at.home].name},   {"order", orders[g->at.order]},
        {"scope", scopes[g->at.scope]},     {"fence", fences[g->at.fence]}};
    for (int i = 0; i < g->request->axis_count; i++)
        if (!cm_enum_meets(g->work, g->request->axes[i], axes, AXES))
            return true;
    cm_text text;
    cm_text_init(&text, arena);
    const char *name =
        cm_arena_printf(arena, "%s-%s-home.%s-%s-%s-%s", axes[0].value, axes[1].value,
                        axes[2].value, axes[3].value, axes[4].value, axes[5].value);
    size_t body = cm_enum_open(&text, cm_arch_name(has_cpu(&g->at) ? CM_CMCM : cm_arch_usual(true)),
                               name, "Several GPUs", axes, AXES);
    cm_text_add_bytes(&text, test->text + test->body, test->length - test->body);
    const cm_enum_test own = {.name = name,
                              .axes = axes,
                              .axis_count = AXES,
                              .text = text.data,
                              .length = text.length,
                              .body = body,
                              .shape = &g->at};
    g->yielded++;
    g->has_enough = !g->sink(g->context, &own);
    return !g->has_enough;
}

/* ---- the coordinates ------------------------------------------------------ */

static const char *listed(cm_arena *arena, const char *axis, const char *const *list, int count)
{
    cm_text text;
    cm_text_init(&text, arena);
    for (int i = 0; i < count; i++)
        cm_text_append(&text, "%s%s", i ? "," : axis, list[i]);
    return text.data;
}

/* What a family is asked for: threads in their places, locations at home, the rest swept. */
static void ask_family(cm_work *work, const cm_shape_at *at, cm_enum_sink sink, void *context)
{
    cm_arena *arena = work->arena;
    const char *axes[2 * MOST_THREADS + 5], *places = places_of(at);
    int count = 0, threads = (int)strlen(places);
    for (int t = 0; t < threads; t++) {
        bool cpu = places[t] == 'c';
        if (has_cpu(at))
            axes[count++] = cm_arena_printf(arena, "P%d.device=%s", t, cpu ? "cpu" : "gpu");
        if (!cpu)
            axes[count++] = cm_arena_printf(arena, "P%d.gpu=%c", t, places[t]);
    }
    axes[count++] = listed(arena, "order=", orders, CM_SHAPE_ORDERS);
    axes[count++] = listed(arena, "scope=", scopes, CM_SHAPE_SCOPES);
    axes[count++] = listed(arena, "fence=", fences, CM_SHAPE_FENCES);
    axes[count++] = cm_arena_printf(arena, "home=%s", homes[at->home].all);
    axes[count++] = cm_arena_printf(arena, "X.home=%s", homes[at->home].x);
    const cm_enum_request inner = {.name = shapes[at->shape].family,
                                   .axes = axes,
                                   .axis_count = count,
                                   .cpu = at->cpu,
                                   .arch = has_cpu(at) ? NULL : cm_arch_name(cm_arch_usual(true))};
    cm_enum_find(inner.name)->run(work, &inner, sink, context);
}

static void generate(cm_work *work, const cm_enum_request *request, cm_enum_sink sink,
                     void *context)
{
    generation g = {.work = work,
                    .request = request,
                    .sink = sink,
                    .context = context,
                    .at = {.cpu = request->cpu}};
    if (request->word_count)
        cm_fail(work, (cm_place){0}, "`%s` follows %s, expected nothing", request->words[0],
                request->name);
    for (int s = 0; s < SHAPES; s++) {
        g.at.shape = s;
        for (int p = 0; p < PLACES && shapes[s].places[p]; p++) {
            g.at.places = p;
            for (int h = 0; h < (has_cpu(&g.at) ? 1 : HOMES) && !g.has_enough; h++) {
                g.at.home = h;
                ask_family(work, &g.at, relabel, &g);
            }
        }
    }
    if (!g.yielded)
        cm_fail(work, (cm_place){0}, "no test of %s has these values on its axes, expected some",
                request->name);
}

const cm_enum_generator cm_gpus_generators[] = {
    {"gpus-shapes", "",
     "SB, LB, S, R, 2+2W, WRC, ISA2 and IRIW over two, three and four GPUs, and a CPU: 1,280 "
     "tests.",
     2, generate},
    {0},
};

/* ---- siblings --------------------------------------------------------------- */

static bool keep_sibling(void *context, const cm_enum_test *test)
{
    cm_shape_siblings *siblings = context;
    cm_shape_at at;
    take_axes(&at, test);
    siblings->at[at.order][at.scope][at.fence] =
        cm_programs_add(siblings->programs, test->text, test->length, test->body);
    return true;
}

static void know_siblings(cm_shape_siblings *siblings, const cm_shape_at *at)
{
    const cm_shape_at *of = &siblings->of;
    if (!siblings->known || of->cpu != at->cpu || of->shape != at->shape ||
        of->places != at->places || of->home != at->home)
        ask_family(siblings->work, at, keep_sibling, siblings);
    siblings->known = true;
    siblings->of = *at;
}

/* The same type at the widest scope. */
static int widened(int fence)
{
    return fence == NO_FENCE ? NO_FENCE : fence < SC ? SC - 1 : CM_SHAPE_FENCES - 1;
}

/* A fence.sc in place of another, of its scope; where there is none, of the accesses'. */
static int made_sc(int fence, int scope)
{
    return fence == NO_FENCE ? SC + scope : fence < SC ? SC + fence - ACQ_REL : fence;
}

cm_changes cm_shape_changes_add(cm_shape_siblings *siblings, const cm_shape_at *at)
{
    static const char *const parts[] = {"rel+acq", "fence", NULL, NULL};
    enum { RLX, REL_ACQ, SYS = CM_SHAPE_SCOPES - 1 };
    know_siblings(siblings, at);
    size_t(*of)[CM_SHAPE_SCOPES][CM_SHAPE_FENCES] = siblings->at;
    int order = at->order, scope = at->scope, fence = at->fence;
    cm_changes changes = {
        .itself = of[order][scope][fence],
        .widened = of[order][SYS][widened(fence)],
        .ordered = of[REL_ACQ][scope][fence],
        .both = of[REL_ACQ][SYS][widened(fence)],
        .ordered_sc = of[REL_ACQ][scope][made_sc(fence, scope)],
        .both_sc = of[REL_ACQ][SYS][made_sc(NO_FENCE, SYS)],
        .without_sc = of[order][scope][fence < SC ? fence : ACQ_REL + fence - SC],
        .parts = parts,
    };
    for (int set = 0; set < CM_PART_SETS; set++)
        changes.with_parts[set] = of[set & 1 ? order : RLX][scope][set & 2 ? fence : NO_FENCE];
    return changes;
}
