/* The suites of the paper: which coordinates, in which order, under which names. */
#include "enumerate/suite.h"

#include "base/near.h"
#include "litmus/isa/isa.h"

#include <string.h>

typedef enum suite_kind { GRACE, HOPPER, HOPPER_CTA, HETERO, HOPPER_CLUSTER, GPUS } suite_kind;

struct cm_suite {
    const char *name;
    suite_kind kind;
    const char *doc;
};

static const cm_suite suites[] = {
    {"grace", GRACE, "Message passing between two CPU threads"},
    {"hopper", HOPPER, "Message passing between two CTAs of one GPU"},
    {"hopper-cta", HOPPER_CTA, "Message passing between two threads of one CTA"},
    {"hetero", HETERO, "Message passing between a CPU and a GPU"},
    {"hetero-cdna", HETERO, "Message passing between a CPU and one of AMD's GPUs"},
    {"hopper-cluster", HOPPER_CLUSTER,
     "Message passing between two CTAs, in one cluster or in two"},
    {"gpus", GPUS, "Message passing between two GPUs"},
};

const cm_suite *cm_suite_find(const char *name)
{
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++)
        if (strcmp(suites[i].name, name) == 0)
            return &suites[i];
    return NULL;
}

/* ---- axes and names -------------------------------------------------- */

static const char *direction(cm_arena *arena, const cm_suite *suite, const cm_mp *at)
{
    static const char *const apart[] = {[CM_APART_CTA] = "gpu2gpu",
                                        [CM_APART_NOT] = "gpu2gpu.cta",
                                        [CM_APART_CLUSTER] = "gpu2gpu.cluster",
                                        [CM_APART_CLUSTERS] = "gpu2gpu.clusters",
                                        [CM_APART_GPUS] = "gpu2gpu.gpus"};
    if (suite->kind != GRACE && suite->kind != HETERO)
        return apart[at->apart];
    /* What differs from the paper's CPU is part of the name. */
    const cm_isa_writer *writer = cm_isa_for(at->cpu)->writer;
    const char *cpu = writer->mark;
    if (suite->kind == GRACE)
        return cm_arena_printf(arena, "cpu2cpu%s", cpu);
    bool usual = writer->least_is_usual == (at->cpu_fence == CM_CPU_FENCE_LEAST);
    const char *fences = usual ? "" : at->cpu_fence == CM_CPU_FENCE_LEAST ? ".least" : ".full";
    const char *gpu =
        cm_mp_gpu(at) == cm_arch_usual(true) ? "gpu" : cm_isa_for(cm_mp_gpu(at))->word;
    return cm_arena_printf(arena, "%s2%s%s%s", at->producer_gpu ? gpu : "cpu",
                           at->producer_gpu ? "cpu" : gpu, cpu, fences);
}

/* Has each thread a fence of its own choice? The others have one fence and the places where
 * it stands. */
static bool has_two_fences(const cm_suite *suite)
{
    return suite->kind == GRACE || suite->kind == HETERO || suite->kind == GPUS;
}

static const char *fence_places(const cm_mp *at)
{
    bool p = at->producer.type != CM_FENCE_NONE, c = at->consumer.type != CM_FENCE_NONE;
    return p && c ? "pc" : p ? "p" : c ? "c" : "none";
}

static void add(cm_enum_axis *axes, int *count, const char *name, const char *value)
{
    axes[(*count)++] = (cm_enum_axis){name, value};
}

int cm_suite_axes(const cm_suite *suite, cm_arena *arena, const cm_mp *at,
                  cm_enum_axis axes[CM_SUITE_AXES_MAX])
{
    int count = 0;
    add(axes, &count, "direction", direction(arena, suite, at));
    add(axes, &count, "producer", at->release ? "rel" : "rlx");
    add(axes, &count, "consumer", at->acquire ? "acq" : "rlx");
    if (suite->kind != GRACE) {
        add(axes, &count, "X", cm_scope_name(at->x));
        add(axes, &count, "Y", cm_scope_name(at->y));
    }
    if (has_two_fences(suite)) {
        add(axes, &count, "pf", cm_mp_fence_name(arena, at->cpu, at->producer));
        add(axes, &count, "cf", cm_mp_fence_name(arena, at->cpu, at->consumer));
    } else {
        bool p = at->producer.type != CM_FENCE_NONE;
        add(axes, &count, "f", cm_mp_fence_name(arena, at->cpu, p ? at->producer : at->consumer));
        add(axes, &count, "at", fence_places(at));
    }
    return count;
}

/* The devices and orders by their values alone, the rest with the axis's name. */
static const char *name_of(cm_arena *arena, const cm_enum_axis *axes, int count)
{
    enum { BARE_AXES = 3 };
    cm_text name;
    cm_text_init(&name, arena);
    cm_text_add(&name, "MP");
    for (int i = 0; i < count; i++)
        if (i < BARE_AXES)
            cm_text_append(&name, "-%s", axes[i].value);
        else
            cm_text_append(&name, "-%s.%s", axes[i].name, axes[i].value);
    return name.data;
}

const char *cm_suite_name(const cm_suite *suite, cm_arena *arena, const cm_mp *at)
{
    cm_enum_axis axes[CM_SUITE_AXES_MAX];
    int count = cm_suite_axes(suite, arena, at, axes);
    return name_of(arena, axes, count);
}

size_t cm_suite_write(cm_text *out, const cm_suite *suite, const cm_mp *at)
{
    cm_enum_axis axes[CM_SUITE_AXES_MAX];
    int count = cm_suite_axes(suite, out->arena, at, axes);
    const char *name = name_of(out->arena, axes, count);
    size_t body = cm_enum_open(out, cm_mp_arch(at), name, suite->doc, axes, count);
    cm_mp_write(out, at);
    return body;
}

/* ---- the coordinates of a suite -------------------------------------- */

typedef struct visitor {
    cm_suite_visit visit;
    void *context;
    bool stopped;
} visitor;

static void visit(visitor *v, const cm_mp *at)
{
    if (!v->stopped)
        v->stopped = !v->visit(v->context, at);
}

/* Table 2a, tests 1 to 4: rlx/rlx, rel/acq, rlx/acq, rel/rlx. */
enum { ORDERS = 4 };
static cm_mp with_order(cm_mp at, int order)
{
    at.release = order == 1 || order == 3;
    at.acquire = order == 1 || order == 2;
    return at;
}

/* Table 3: the orders without a fence, then relaxed with fences, as it lists them. */
static void each_grace(visitor *v, cm_mp at)
{
    static const cm_mp_fence_type fences[][2] = {
        {CM_FENCE_STORES, CM_FENCE_LOADS}, {CM_FENCE_FULL, CM_FENCE_FULL},
        {CM_FENCE_STORES, CM_FENCE_NONE},  {CM_FENCE_FULL, CM_FENCE_NONE},
        {CM_FENCE_NONE, CM_FENCE_LOADS},   {CM_FENCE_NONE, CM_FENCE_FULL},
    };
    for (int order = 0; order < ORDERS; order++) {
        cm_mp ordered = with_order(at, order);
        visit(v, &ordered);
    }
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++) {
        at.producer.type = fences[i][0];
        at.consumer.type = fences[i][1];
        visit(v, &at);
    }
}

/* From the narrowest. The paper's are three; clusters came with PTX 7.8. */
static const cm_scope all_scopes[] = {CM_SCOPE_CTA, CM_SCOPE_CLUSTER, CM_SCOPE_DEVICE,
                                      CM_SCOPE_SYS};
static const cm_scope paper_scopes[] = {CM_SCOPE_CTA, CM_SCOPE_DEVICE, CM_SCOPE_SYS};
enum { PAPER_SCOPES = 3, ALL_SCOPES = 4 };

static bool is_about_clusters(const cm_suite *suite)
{
    return suite->kind == HOPPER_CLUSTER;
}

static const cm_scope *scopes_of(const cm_suite *suite, size_t *count)
{
    *count = is_about_clusters(suite) ? ALL_SCOPES : PAPER_SCOPES;
    return is_about_clusters(suite) ? all_scopes : paper_scopes;
}

/* Table 2b: none, then the types with their scopes, at the places p, c and pc. */
static void each_placed_fence(visitor *v, const cm_suite *suite, cm_mp at)
{
    enum { PLACES = 3 };
    static const cm_mp_fence_type types[] = {CM_FENCE_RLX, CM_FENCE_ACQ_REL, CM_FENCE_SC};
    size_t scopes;
    const cm_scope *scope = scopes_of(suite, &scopes);
    visit(v, &at);
    for (size_t type = is_about_clusters(suite); type < sizeof types / sizeof *types; type++)
        for (size_t s = 0; s < scopes; s++)
            for (int place = 1; place <= PLACES; place++) {
                cm_mp_fence fence = {types[type], scope[s]}, none = {0};
                at.producer = place & 1 ? fence : none;
                at.consumer = place & 2 ? fence : none;
                visit(v, &at);
            }
}

/* none, acq_rel and sc with their scopes: seven. */
static cm_mp_fence one_of_seven(int index)
{
    if (index == 0)
        return (cm_mp_fence){0};
    return (cm_mp_fence){index <= PAPER_SCOPES ? CM_FENCE_ACQ_REL : CM_FENCE_SC,
                         paper_scopes[(index - 1) % PAPER_SCOPES]};
}

static void each_two_fences(visitor *v, const cm_suite *suite, cm_mp at)
{
    enum { FENCES = 7 };
    (void)suite;
    for (int p = 0; p < FENCES; p++)
        for (int c = 0; c < FENCES; c++) {
            at.producer = one_of_seven(p);
            at.consumer = one_of_seven(c);
            visit(v, &at);
        }
}

static void each_scope(visitor *v, const cm_suite *suite, cm_mp at)
{
    size_t count;
    const cm_scope *scope = scopes_of(suite, &count);
    for (size_t x = 0; x + 1 < count; x++)
        for (size_t y = x; y < count; y++) {
            at.x = scope[x];
            at.y = scope[y];
            (has_two_fences(suite) ? each_two_fences : each_placed_fence)(v, suite, at);
        }
}

/* Who is where: the values of the axis `direction`. */
static int directions_of(const cm_suite *suite)
{
    return suite->kind == HETERO || suite->kind == HOPPER_CLUSTER ? 2 : 1;
}

static cm_mp with_direction(const cm_suite *suite, cm_mp at, int direction)
{
    at.producer_gpu = suite->kind != HETERO || direction == 1;
    at.consumer_gpu = suite->kind != HETERO || direction == 0;
    at.apart = CM_APART_CTA;
    if (suite->kind == HOPPER_CTA)
        at.apart = CM_APART_NOT;
    else if (suite->kind == GPUS)
        at.apart = CM_APART_GPUS;
    else if (suite->kind == HOPPER_CLUSTER)
        at.apart = direction == 0 ? CM_APART_CLUSTER : CM_APART_CLUSTERS;
    return at;
}

/* The GPU whose suite it is. */
static cm_arch gpu_of(const cm_suite *suite)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const char *own = cm_writer_of((cm_arch)arch)->suite;
        if (own && strcmp(own, suite->name) == 0)
            return (cm_arch)arch;
    }
    return cm_arch_usual(true);
}

void cm_suite_each(const cm_suite *suite, const cm_mp *base, cm_suite_visit callback, void *context)
{
    visitor v = {callback, context, false};
    cm_mp at = {.cpu = base->cpu, .gpu = gpu_of(suite), .cpu_fence = base->cpu_fence};
    if (suite->kind == GRACE) {
        each_grace(&v, at);
        return;
    }
    for (int d = 0; d < directions_of(suite); d++)
        for (int order = 0; order < ORDERS; order++)
            each_scope(&v, suite, with_order(with_direction(suite, at, d), order));
}

/* ---- as generators --------------------------------------------------- */

static const cm_place nowhere;

typedef struct generation {
    cm_work *work;
    const cm_suite *suite;
    const cm_enum_request *request;
    cm_enum_sink sink;
    void *context;
    cm_text text;
    size_t yielded;
} generation;

static bool yield(void *context, const cm_mp *at)
{
    generation *g = context;
    cm_enum_axis axes[CM_SUITE_AXES_MAX];
    int count = cm_suite_axes(g->suite, g->work->arena, at, axes);
    for (int i = 0; i < g->request->axis_count; i++)
        if (!cm_enum_meets(g->work, g->request->axes[i], axes, count))
            return true;
    cm_text_cut(&g->text, 0);
    size_t body = cm_suite_write(&g->text, g->suite, at);
    cm_enum_test test = {
        .name = name_of(g->work->arena, axes, count),
        .axes = axes,
        .axis_count = count,
        .text = g->text.data,
        .length = g->text.length,
        .body = body,
        .mp = at,
    };
    g->yielded++;
    return g->sink(g->context, &test);
}

/* The values of one axis, by the tests of a suite. */
typedef struct axis_values {
    generation *g;
    const char *wish; /* "NAME=VALUE,..." */
    cm_text list;     /* "a,b,c" */
    bool met;         /* some test has one of the wish */
} axis_values;

static bool gather_value(void *context, const cm_mp *at)
{
    axis_values *v = context;
    cm_enum_axis axes[CM_SUITE_AXES_MAX];
    int count = cm_suite_axes(v->g->suite, v->g->work->arena, at, axes);
    size_t length = strcspn(v->wish, "=");
    for (int i = 0; i < count; i++) {
        if (strlen(axes[i].name) != length || strncmp(axes[i].name, v->wish, length) != 0)
            continue;
        v->met |= cm_enum_is_listed(v->wish + length + 1, axes[i].value);
        if (!cm_enum_is_listed(v->list.data, axes[i].value))
            cm_text_append(&v->list, "%s%s", v->list.length ? "," : "", axes[i].value);
    }
    return true;
}

/* Fails at a wish whose values no test has, and says which there are. */
static void blame_value(generation *g, const cm_mp *base)
{
    for (int i = 0; i < g->request->axis_count; i++) {
        axis_values v = {.g = g, .wish = g->request->axes[i]};
        cm_text_init(&v.list, g->work->arena);
        cm_suite_each(g->suite, base, gather_value, &v);
        const char *wanted = v.wish + strcspn(v.wish, "=") + 1;
        cm_near near;
        cm_near_init(&near, wanted, strlen(wanted));
        cm_near_offer_list(&near, v.list.data, ',');
        if (!v.met)
            cm_fail(g->work, nowhere, "no test of %s has `%s`, expected one of %s%s",
                    g->suite->name, v.wish, v.list.data, cm_near_hint(&near, g->work->arena));
    }
}

static bool is(const char *word, const char *other)
{
    return word && strcmp(word, other) == 0;
}

/* The CPU that was asked for: of no account where all threads are the GPU's, so that
 * one request does for several suites. Without a word about fences they are what
 * compilers make of them (cm_isa_writer). */
static cm_mp base_of(cm_work *work, const cm_suite *suite, const cm_enum_request *request)
{
    cm_arch cpu = cm_enum_cpu(work, request->cpu);
    if (request->cpu_fence && !is(request->cpu_fence, "full") && !is(request->cpu_fence, "least"))
        cm_fail(work, nowhere, "`%s` says nothing about fences, expected full or least",
                request->cpu_fence);
    if (suite->kind != HETERO && request->cpu_fence)
        cm_fail(work, nowhere, "the CPU fences of %s cannot be chosen, expected those of hetero",
                suite->name);
    if (request->word_count)
        cm_fail(work, nowhere, "`%s` follows %s, expected nothing", request->words[0], suite->name);
    bool least = request->cpu_fence ? is(request->cpu_fence, "least")
                                    : cm_isa_for(cpu)->writer->least_is_usual;
    return (cm_mp){.cpu = cpu, .cpu_fence = least ? CM_CPU_FENCE_LEAST : CM_CPU_FENCE_FULL};
}

static void generate(cm_work *work, const cm_enum_request *request, cm_enum_sink sink,
                     void *context)
{
    generation g = {.work = work,
                    .suite = cm_suite_find(request->name),
                    .request = request,
                    .sink = sink,
                    .context = context};
    cm_mp base = base_of(work, g.suite, request);
    cm_text_init(&g.text, work->arena);
    cm_suite_each(g.suite, &base, yield, &g);
    if (!g.yielded)
        blame_value(&g, &base);
    if (!g.yielded)
        cm_fail(work, nowhere, "no test of %s has these values on its axes, expected some",
                request->name);
}

const cm_enum_generator cm_suite_generators[] = {
    {"grace", "", "Message passing between two CPU threads: 10 tests (the paper's Table 3).", 2,
     generate},
    {"hopper", "", "Message passing between two CTAs of a GPU: 560 tests (section 4.1).", 2,
     generate},
    {"hopper-cta", "", "The same inside one CTA: 560 tests.", 2, generate},
    {"hetero", "",
     "Message passing between a CPU and a GPU, both ways: 1,960 tests (section 4.2, Table 4).", 2,
     generate},
    {"hetero-cdna", "",
     "The same with one of AMD's GPUs, workgroup, agent and system for cta, gpu and sys: 1,960 "
     "tests.",
     2, generate},
    {"hopper-cluster", "",
     "Message passing between two CTAs, in one cluster or in two, with the scope .cluster: 1,800 "
     "tests.",
     2, generate},
    {"gpus", "", "Message passing between two GPUs: 980 tests.", 2, generate},
    {0},
};
