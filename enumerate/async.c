/* Suite `async`: shapes in which asynchronous operations of PTX, mbarrier objects and
 * restricted fences meet ordinary accesses, each with nothing, with every fence that might be
 * meant, on the one side and on the other.
 *
 * Shapes are those of public bugs (FlashKDA 25, an NVIDIA forum thread 358263, flashinfer 3361,
 * DeepGEMM 389) and of the examples of the PTX ISA ("cp.async.bulk", "mbarrier", "membar /
 * fence", "st.async"). In a thread's rows `%p` and `%c` are where the axes p and c stand.
 */
#include "enumerate/async.h"

#include <string.h>

/* ---- what may stand in a place ----------------------------------------- */

typedef struct filling {
    const char *name, *text; /* text NULL: nothing */
} filling;

/* One pair of the axes. */
typedef struct pair {
    filling p, c;
} pair;

static const filling nothing = {"none", NULL};

/* Fences of PTX that are weaker than, as strong as, or other than what an asynchronous
 * operation needs. */
static const filling fences[] = {
    {"alias", "fence.proxy.alias"},
    {"acq_rel.gpu", "fence.acq_rel.gpu"},
    {"async.global", "fence.proxy.async.global"},
    {"async.shared", "fence.proxy.async.shared::cta"},
    {"async", "fence.proxy.async"},
};
static const filling to_async[] = {
    {"release", "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster"},
    {"acquire", "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster"},
};
static const filling restricted[] = {
    {"acq_rel.cta", "fence.acq_rel.cta"},
    {"acq_rel.cluster", "fence.acq_rel.cluster"},
    {"init", "fence.mbarrier_init.release.cluster"},
    {"release", "fence.release.sync_restrict::shared::cta.cluster"},
    {"acquire", "fence.acquire.sync_restrict::shared::cluster.cluster"},
};
static const filling waits[] = {
    {"none", NULL},
    {"wait_group.read", "cp.async.bulk.wait_group.read 0"},
    {"wait_group", "cp.async.bulk.wait_group 0"},
};
static const filling copy_waits[] = {
    {"none", NULL},
    {"wait_group1", "cp.async.wait_group 1"},
    {"wait_group0", "cp.async.wait_group 0"},
    {"wait_all", "cp.async.wait_all"},
};

/* One look at the object, or looks until it is complete. */
#define TEST_WAIT       "mbarrier.test_wait.parity.shared::cta.b64 p0, [m], 0"
#define TRY_WAIT(ORDER) "mbarrier.try_wait.parity" ORDER ".shared::cta.b64 p0, [m], 0"
#define LOOP(WAIT)      "L0:\n" WAIT "\n@!p0 bra L0"
static const filling object_waits[] = {
    {"test_wait", TEST_WAIT},
    {"try_wait", TRY_WAIT("")},
    {"try_wait.cluster", TRY_WAIT(".acquire.cluster")},
    {"try_wait.relaxed", TRY_WAIT(".relaxed.cluster")},
    {"test_wait.loop", LOOP(TEST_WAIT)},
    {"try_wait.loop", LOOP(TRY_WAIT(""))},
    {"try_wait.cluster.loop", LOOP(TRY_WAIT(".acquire.cluster"))},
    {"try_wait.relaxed.loop", LOOP(TRY_WAIT(".relaxed.cluster"))},
};

#define COUNT(ARRAY) (sizeof(ARRAY) / sizeof *(ARRAY))

/* ---- shapes --------------------------------------------------------------- */

typedef enum places { ONE, CTA, CTAS, CLUSTER } places; /* of the two threads; ONE: one thread */

/* What is swept. */
typedef enum sweep {
    PROXY_FENCES,      /* none, each fence at p, at c, one-way ones at both */
    OWN_FENCES,        /* at p */
    RESTRICTED_FENCES, /* at p and at c, all pairs */
    WAITS,             /* at p */
    COPY_WAITS,        /* at p */
    OBJECT_WAITS       /* at c, or at p of one thread */
} sweep;

typedef struct shape {
    const char *name, *doc, *init;
    places places;
    sweep sweep;
    const char *left, *right; /* rows, a line each; right NULL: one thread */
    const char *condition;
} shape;

#define STORE  "cp.async.bulk.global.shared::cta.bulk_group [y], [s], 16\n"
#define REDUCE "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [y], [s], 16\n"
#define WAIT_STORE                                                                                 \
    "cp.async.bulk.commit_group\ncp.async.bulk.wait_group 0\nld.weak.global.u32 r0, [y]"
#define LOAD   "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [s], [x], 16, [m]\n"
#define INIT   "mbarrier.init.shared::cta.b64 [m], 1\n"
#define EXPECT "mbarrier.arrive.expect_tx.shared::cta.b64 rd1, [m], 16\n"
#define TRY    LOOP(TRY_WAIT("")) "\n"
#define READ   "ld.weak.shared::cta.u32 r0, [s]"
#define MEET   "barrier.cluster.arrive\nbarrier.cluster.wait\n"

static const shape shapes[] = {
    {"store-own", "A thread writes shared memory and stores it by a bulk copy",
     "shared int s[4]@cta 0; int y[4]", ONE, OWN_FENCES,
     "st.weak.shared.u32 [s], 1\n%p\n" STORE WAIT_STORE, NULL, "0:r0=0"},
    {"store", "A thread writes shared memory, another of its CTA stores it by a bulk copy",
     "shared int s[4]@cta 0; int y[4]", CTA, PROXY_FENCES,
     "st.weak.shared.u32 [s], 1\n%p\nbar.sync 0", "bar.sync 0\n%c\n" STORE WAIT_STORE, "1:r0=0"},
    {"store-late", "The same with fences on the wrong sides of the barrier",
     "shared int s[4]@cta 0; int y[4]", CTA, PROXY_FENCES,
     "st.weak.shared.u32 [s], 1\nbar.sync 0\n%p", "%c\nbar.sync 0\n" STORE WAIT_STORE, "1:r0=0"},
    {"store-cluster", "A thread writes the shared memory of another CTA, which stores it",
     "shared int s[4]@cta 1; int y[4]", CLUSTER, PROXY_FENCES,
     "st.weak.shared::cluster.u32 [s], 1\n%p\n" MEET, MEET "%c\n" STORE WAIT_STORE, "1:r0=0"},
    {"reduce", "A thread writes shared memory, another adds it to global memory by a bulk copy",
     "shared int s[4]@cta 0; int y[4]", CTA, PROXY_FENCES,
     "st.weak.shared.u32 [s], 1\n%p\nbar.sync 0", "bar.sync 0\n%c\n" REDUCE WAIT_STORE, "1:r0=0"},
    {"load", "A thread writes global memory, another of its CTA loads it by a bulk copy",
     "shared int s[4]@cta 0; shared int64_t m@cta 0; int x[4]", CTA, PROXY_FENCES,
     "st.weak.global.u32 [x], 1\n%p\nbar.sync 0", INIT EXPECT "bar.sync 0\n%c\n" LOAD TRY READ,
     "1:r0=0"},
    {"load-flag", "A thread writes global memory, one of another CTA loads it by a bulk copy",
     "shared int s[4]@cta 1; shared int64_t m@cta 1; int x[4]; int f=0", CTAS, PROXY_FENCES,
     "st.weak.global.u32 [x], 1\n%p\nst.release.gpu.global.u32 [f], 1",
     INIT EXPECT "ld.acquire.gpu.global.u32 r1, [f]\n%c\n" LOAD TRY READ, "1:r1=1 /\\ 1:r0=0"},
    {"load-cluster", "A thread writes global memory, one of another CTA of its cluster loads it",
     "shared int s[4]@cta 1; shared int64_t m@cta 1; int x[4]", CLUSTER, PROXY_FENCES,
     "st.weak.global.u32 [x], 1\n%p\n" MEET, INIT EXPECT MEET "%c\n" LOAD TRY READ, "1:r0=0"},
    {"war", "A thread reads shared memory, a bulk load of another of its CTA overwrites it",
     "shared int s[4]@cta 0; shared int64_t m@cta 0; int x[4]={1,1,1,1}", CTA, PROXY_FENCES,
     READ "\n%p\nbar.sync 0", INIT "bar.sync 0\n%c\n" LOAD, "0:r0=1"},
    {"war-mbarrier", "The same, where an mbarrier object says that the stage is empty",
     "shared int s[4]@cta 0; shared int64_t m@cta 0; shared int64_t e@cta 0; int x[4]={1,1,1,1}",
     CTA, PROXY_FENCES, "bar.sync 1\n" READ "\n%p\nmbarrier.arrive.shared::cta.b64 _, [e]",
     INIT "mbarrier.init.shared::cta.b64 [e], 1\nbar.sync 1\n"
          "L0:\nmbarrier.try_wait.parity.shared::cta.b64 p0, [e], 0\n@!p0 bra L0\n%c\n" LOAD,
     "0:r0=1"},
    {"war-cluster", "A thread reads shared memory, a bulk load of another CTA overwrites it",
     "shared int s[4]@cta 0; shared int64_t m@cta 0; int x[4]={1,1,1,1}", CLUSTER, PROXY_FENCES,
     INIT READ "\n%p\n" MEET, MEET "%c\n" LOAD, "0:r0=1"},
    {"store-wait", "A bulk store and a read of what it has written",
     "shared int s[4]@cta 0={1,1,1,1}; int y[4]", ONE, WAITS,
     STORE "cp.async.bulk.commit_group\n%p\nld.weak.global.u32 r0, [y]", NULL, "0:r0=0"},
    {"store-wait-flag", "A bulk store, and a thread of another CTA that is told",
     "shared int s[4]@cta 0={1,1,1,1}; int y[4]; int f=0", CTAS, WAITS,
     STORE "cp.async.bulk.commit_group\n%p\nst.release.gpu.global.u32 [f], 1",
     "ld.acquire.gpu.global.u32 r1, [f]\nld.weak.global.u32 r0, [y]", "1:r1=1 /\\ 1:r0=0"},
    {"store-reuse", "A bulk store whose source is written again",
     "shared int s[4]@cta 0={1,1,1,1}; int y[4]", ONE, WAITS,
     STORE "cp.async.bulk.commit_group\n%p\nst.weak.shared::cta.u32 [s], 2", NULL, "y[0]=2"},
    {"reduce-wait", "A bulk reduction and a read of the sum",
     "shared int s[4]@cta 0={1,1,1,1}; int y[4]", ONE, WAITS,
     REDUCE "cp.async.bulk.commit_group\n%p\nld.weak.global.u32 r0, [y]", NULL, "0:r0=0"},
    {"load-wait", "A bulk load and a wait for its mbarrier object",
     "shared int s[4]@cta 0; shared int64_t m@cta 0; int x[4]={1,1,1,1}", ONE, OBJECT_WAITS,
     INIT EXPECT LOAD "%p\n" READ, NULL, "0:p0=1 /\\ 0:r0=0"},
    {"load-wait-bar", "A bulk load, a thread that waits for it, and one that meets that one",
     "shared int s[4]@cta 0; shared int64_t m@cta 0; int x[4]={1,1,1,1}", CTA, OBJECT_WAITS,
     "bar.sync 0\n" READ, INIT EXPECT LOAD "%c\nbar.sync 0", "1:p0=1 /\\ 0:r0=0"},
    {"copy", "cp.async, and a thread of its CTA that reads what it has written",
     "shared int s[4]@cta 0; int x[4]={1,1,1,1}", CTA, COPY_WAITS,
     "cp.async.ca.shared.global [s], [x], 4\ncp.async.commit_group\n%p\nbar.sync 0",
     "bar.sync 0\n" READ, "1:r0=0"},
    {"st.async", "st.async into another CTA, and a wait there",
     "shared int s[2]@cta 1; shared int64_t m@cta 1", CLUSTER, OBJECT_WAITS,
     MEET "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], 1, [m]",
     INIT "mbarrier.arrive.expect_tx.shared::cta.b64 rd1, [m], 4\n" MEET "%c\n" READ,
     "1:p0=1 /\\ 1:r0=0"},
    {"arrive", "Message passing by a relaxed arrival at an mbarrier object of another CTA",
     "shared int s[4]@cta 0; shared int64_t m@cta 1", CLUSTER, RESTRICTED_FENCES,
     MEET "st.weak.shared::cta.u32 [s], 1\n%p\n"
          "mbarrier.arrive.relaxed.cluster.shared::cluster.b64 _, [m]",
     INIT MEET LOOP(TRY_WAIT(".relaxed.cluster")) "\n%c\nld.weak.shared::cluster.u32 r0, [s]",
     "1:r0=0"},
};

/* ---- text ------------------------------------------------------------------ */

enum { MOST_ROWS = 16, AXES = 3 };

typedef struct column {
    const char *rows[MOST_ROWS];
    int count;
    int width;
} column;

static void add_row(column *c, const char *text)
{
    c->rows[c->count++] = text;
    if ((int)strlen(text) > c->width)
        c->width = (int)strlen(text);
}

/* The lines, with the pair's instructions for %p and %c. */
static void add_rows(cm_arena *arena, column *c, const char *lines, const pair *with)
{
    while (lines && *lines) {
        size_t length = strcspn(lines, "\n");
        const char *row = cm_arena_text(arena, lines, length);
        if (strcmp(row, "%p") == 0)
            add_rows(arena, c, with->p.text, with);
        else if (strcmp(row, "%c") == 0)
            add_rows(arena, c, with->c.text, with);
        else
            add_row(c, row);
        lines += length + (lines[length] == '\n');
    }
}

static column column_of(cm_arena *arena, const char *head, const char *lines, const pair *with)
{
    column c = {.count = 0};
    add_row(&c, head);
    add_rows(arena, &c, lines, with);
    return c;
}

static void write_body(cm_text *out, const shape *s, const pair *with)
{
    static const char *const heads[][2] = {
        [ONE] = {"P0@cta 0,gpu 0", ""},
        [CTA] = {"P0@cta 0,gpu 0", "P1@cta 0,gpu 0"},
        [CTAS] = {"P0@cta 0,gpu 0", "P1@cta 1,gpu 0"},
        [CLUSTER] = {"P0@cta 0,cluster 0,gpu 0", "P1@cta 1,cluster 0,gpu 0"}};
    column left = column_of(out->arena, heads[s->places][0], s->left, with);
    column right = column_of(out->arena, heads[s->places][1], s->right, with);
    cm_text_append(out, "{ %s }\n", s->init);
    for (int i = 0; i < left.count || (s->right && i < right.count); i++) {
        cm_text_append(out, " %-*s", left.width, i < left.count ? left.rows[i] : "");
        if (s->right)
            cm_text_append(out, " | %-*s", right.width, i < right.count ? right.rows[i] : "");
        cm_text_add(out, " ;\n");
    }
    cm_text_append(out, "exists (%s)\n", s->condition);
}

/* ---- sweeping ----------------------------------------------------------------- */

typedef struct generation {
    cm_work *work;
    const cm_enum_request *request;
    cm_enum_sink sink;
    void *context;
    size_t yielded;
    bool stopped;
} generation;

static void yield(generation *g, const shape *s, filling p, filling c)
{
    const pair with = {p, c};
    const cm_enum_axis axes[AXES] = {{"shape", s->name}, {"p", p.name}, {"c", c.name}};
    for (int i = 0; i < g->request->axis_count; i++)
        if (!cm_enum_meets(g->work, g->request->axes[i], axes, AXES))
            return;
    if (g->stopped)
        return;
    cm_text out;
    cm_text_init(&out, g->work->arena);
    cm_enum_test test = {.axes = axes, .axis_count = AXES};
    test.name = cm_arena_printf(g->work->arena, "async-%s-p.%s-c.%s", s->name, p.name, c.name);
    test.body =
        cm_enum_open(&out, cm_arch_name(cm_arch_usual(true)), test.name, s->doc, axes, AXES);
    write_body(&out, s, &with);
    test.text = out.data;
    test.length = out.length;
    g->yielded++;
    g->stopped = !g->sink(g->context, &test);
}

static void sweep_proxy_fences(generation *g, const shape *s)
{
    yield(g, s, nothing, nothing);
    for (size_t i = 0; i < COUNT(fences); i++) {
        yield(g, s, fences[i], nothing);
        yield(g, s, nothing, fences[i]);
    }
    for (size_t i = 0; i < COUNT(to_async); i++) {
        yield(g, s, to_async[i], to_async[1 - i]);
        yield(g, s, i == 0 ? to_async[0] : nothing, i == 0 ? nothing : to_async[1]);
    }
}

static void sweep_restricted(generation *g, const shape *s)
{
    for (size_t p = 0; p <= COUNT(restricted); p++)
        for (size_t c = 0; c <= COUNT(restricted); c++)
            yield(g, s, p > 0 ? restricted[p - 1] : nothing, c > 0 ? restricted[c - 1] : nothing);
}

static void sweep_one(generation *g, const shape *s, const filling *list, size_t count)
{
    bool at_c = s->sweep == OBJECT_WAITS && s->right;
    for (size_t i = 0; i < count; i++)
        yield(g, s, at_c ? nothing : list[i], at_c ? list[i] : nothing);
}

static void sweep_shape(generation *g, const shape *s)
{
    switch (s->sweep) {
    case PROXY_FENCES:
        sweep_proxy_fences(g, s);
        break;
    case OWN_FENCES:
        yield(g, s, nothing, nothing);
        sweep_one(g, s, fences, COUNT(fences));
        break;
    case RESTRICTED_FENCES:
        sweep_restricted(g, s);
        break;
    case WAITS:
        sweep_one(g, s, waits, COUNT(waits));
        break;
    case COPY_WAITS:
        sweep_one(g, s, copy_waits, COUNT(copy_waits));
        break;
    case OBJECT_WAITS:
        sweep_one(g, s, object_waits, COUNT(object_waits));
        break;
    }
}

static void generate(cm_work *work, const cm_enum_request *request, cm_enum_sink sink,
                     void *context)
{
    generation g = {.work = work, .request = request, .sink = sink, .context = context};
    if (request->word_count)
        cm_fail(work, (cm_place){0}, "`%s` follows async, expected nothing", request->words[0]);
    if (request->cpu)
        cm_enum_cpu(work, request->cpu); /* of no account: all threads are the GPU's */
    for (size_t i = 0; i < COUNT(shapes); i++)
        sweep_shape(&g, &shapes[i]);
    if (!g.yielded)
        cm_fail(work, (cm_place){0},
                "no test of async has these values on its axes, expected some");
}

const cm_enum_generator cm_async_generators[] = {
    {"async", "",
     "Asynchronous copies, mbarrier objects and their fences, on one side and on the other.", 1,
     generate},
    {0},
};
