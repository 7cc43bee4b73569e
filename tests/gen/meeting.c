/* Random PTX programs whose threads meet at barriers of CTAs and of clusters, of several
 * GPUs and synchronisation domains. */
#include "tests/gen/layout.h"

static const char *const scopes[] = {"cta", "cluster", "cluster", "gpu", "sys"};

static void load(gen_writer *w)
{
    static const char *const kinds[] = {"ld.relaxed", "ld.acquire"};
    const char *kind = GEN_PICK(w, kinds), *scope = GEN_PICK(w, scopes);
    int location = 'x' + gen_any(w, 2);
    if (gen_any(w, 2))
        GEN_CELL(w, "ld.weak.u32 r%d, [%c]", gen_read(w, "r", 0), location);
    else
        GEN_CELL(w, "%s.%s.u32 r%d, [%c]", kind, scope, gen_read(w, "r", 0), location);
}

static void store(gen_writer *w)
{
    static const char *const kinds[] = {"st.relaxed", "st.release"};
    const char *kind = GEN_PICK(w, kinds), *scope = GEN_PICK(w, scopes);
    int location = 'x' + gen_any(w, 2);
    if (gen_any(w, 2))
        GEN_CELL(w, "st.weak.u32 [%c], %d", location, w->value++);
    else
        GEN_CELL(w, "%s.%s.u32 [%c], %d", kind, scope, location, w->value++);
}

static void fence(gen_writer *w)
{
    static const char *const kinds[] = {"fence.sc", "fence.acq_rel"};
    const char *kind = GEN_PICK(w, kinds);
    GEN_CELL(w, "%s.%s", kind, GEN_PICK(w, scopes));
}

static void atomic(gen_writer *w)
{
    const char *scope = GEN_PICK(w, scopes);
    int location = 'x' + gen_any(w, 2);
    GEN_CELL(w, "atom.acq_rel.%s.add.u32 r%d, [%c], %d", scope, gen_read(w, "r", 0), location,
             w->value++);
}

static const gen_emitter works[] = {load, load, load, store, store, store, fence, atomic};

/* All threads have the same barriers, or one is missing somewhere. */
static void meet(gen_writer *w, int which)
{
    static const char *const arrives[] = {"barrier.cluster.arrive",
                                          "barrier.cluster.arrive.release",
                                          "barrier.cluster.arrive.relaxed"};
    static const char *const waits[] = {"barrier.cluster.wait", "barrier.cluster.wait.acquire"};
    if (gen_any(w, 12) == 0)
        return;
    if (which == 0) {
        GEN_CELL(w, "bar.sync 0");
    } else if (which == 1) {
        GEN_CELL(w, "%s", GEN_PICK(w, arrives));
        if (gen_any(w, 3) == 0)
            GEN_EMIT(w, works);
        GEN_CELL(w, "%s", GEN_PICK(w, waits));
    }
}

char *gen_meeting(cm_arena *arena, uint64_t seed, int size)
{
    gen_writer w = {.seed = seed * 16 + 3, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "CMCM random-meeting-%llu", (unsigned long long)seed));
    w.layout.locations = "x=0; y=0;";
    w.layout.count = 2 + (gen_any(&w, 3) == 0);
    int which = gen_any(&w, 3), again = gen_any(&w, 4) == 0, domains = gen_any(&w, 3);
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        int cta = gen_any(&w, 3), gpu = gen_any(&w, 6) == 0;
        int cluster = cta / 2, domain = domains ? 0 : cluster;
        w.layout.columns[w.t].head = cm_arena_printf(
            arena, "P%d@ptx,cta %d,cluster %d,gpu %d,domain %d", w.t, cta, cluster, gpu, domain);
        w.reads = 0;
        for (int round = 0; round <= 1 + again; round++) {
            for (int i = gen_any(&w, size); i > 0; i--)
                GEN_EMIT(&w, works);
            if (round <= again)
                meet(&w, which);
        }
    }
    cm_text_add(&w.layout.observed, "x; y;");
    return gen_layout_print(&w.layout);
}

/* ---- kernels one after the other ------------------------------------------- */

static void grid_control(gen_writer *w)
{
    static const char *const actions[] = {"wait", "wait", "launch_dependents"};
    GEN_CELL(w, "griddepcontrol.%s", GEN_PICK(w, actions));
}

static void texture_load(gen_writer *w)
{
    GEN_CELL(w, "ld.global.nc.u32 r%d, [%c]", gen_read(w, "r", 0), 'x' + gen_any(w, 2));
}

static const gen_emitter kernel_works[] = {load,  load,         store,        store,
                                           fence, grid_control, texture_load, atomic};

/* Of thread t, in a CTA of its own or together with the thread before. */
static const char *order_of(gen_writer *w, const int *ctas)
{
    static const char *const words[] = {"after", "after", "dependent"};
    int of = gen_any(w, w->t + 1);
    if (of >= w->t || ctas[of] == ctas[w->t])
        return "";
    return cm_arena_printf(w->layout.arena, ",%s P%d", GEN_PICK(w, words), of);
}

char *gen_launches(cm_arena *arena, uint64_t seed, int size)
{
    enum { MOST = 4 };
    int ctas[MOST] = {0};
    gen_writer w = {.seed = seed * 16 + 5, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "CMCM random-launches-%llu", (unsigned long long)seed));
    w.layout.locations = "x=0; y=0;";
    w.layout.count = 2 + gen_any(&w, 2);
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        bool joins = w.t > 0 && gen_any(&w, 4) == 0;
        ctas[w.t] = joins ? ctas[w.t - 1] : w.t;
        w.layout.columns[w.t].head = cm_arena_printf(arena, "P%d@ptx,cta %d,gpu %d%s", w.t,
                                                     ctas[w.t], 0, order_of(&w, ctas));
        w.reads = 0;
        for (int i = 1 + gen_any(&w, size); i > 0; i--)
            GEN_EMIT(&w, kernel_works);
    }
    cm_text_add(&w.layout.observed, "x; y;");
    return gen_layout_print(&w.layout);
}
