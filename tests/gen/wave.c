/* Random WAVE programs: accesses of every order and scope, atomics, fences, barriers,
 * dependencies and predication, by threads of waves, workgroups and devices; alone, and
 * together with a CPU thread. */
#include "tests/gen/layout.h"

static const char *const scopes[] = {"wave", "workgroup", "device", "system"};
static const char *const places[] = {"wave 0,cta 0,gpu 0", "wave 0,cta 0,gpu 0",
                                     "wave 1,cta 0,gpu 0", "cta 1,gpu 0", "cta 0,gpu 1"};

static const char *location(gen_writer *w)
{
    return gen_any(w, 2) ? "x" : "y";
}

/* "", ".acquire.device", ".release" */
static const char *order(gen_writer *w, const char *strong)
{
    int kind = gen_any(w, 5);
    if (kind == 0)
        return "";
    const char *word = kind < 3 ? strong : "relaxed";
    return gen_any(w, 6) == 0
               ? cm_arena_printf(w->layout.arena, ".%s", word)
               : cm_arena_printf(w->layout.arena, ".%s.%s", word, GEN_PICK(w, scopes));
}

static int read_register(gen_writer *w)
{
    return gen_read(w, "r", 20);
}

static int earlier(gen_writer *w)
{
    return 20 + gen_any(w, w->reads);
}

static void load(gen_writer *w)
{
    const char *how = order(w, "acquire"), *at = location(w);
    GEN_CELL(w, "device_load%s.u32 r%d, [%s]", how, read_register(w), at);
}

static void store(gen_writer *w)
{
    const char *how = order(w, "release"), *at = location(w);
    GEN_CELL(w, "device_store%s.u32 [%s], %d", how, at, w->value++);
}

static void fence(gen_writer *w)
{
    static const char *const orders[] = {"acquire", "release", "acq_rel"};
    const char *word = GEN_PICK(w, orders);
    GEN_CELL(w, "fence_%s.%s", word, GEN_PICK(w, scopes));
}

static void atomic(gen_writer *w)
{
    static const char *const orders[] = {"", ".relaxed", ".acquire", ".release", ".acq_rel"};
    const char *word = GEN_PICK(w, orders), *scope = GEN_PICK(w, scopes), *at = location(w);
    int reg = read_register(w);
    if (gen_any(w, 3) == 0)
        GEN_CELL(w, "atomic_cas%s.%s r%d, [%s], %d, %d", word, scope, reg, at, gen_any(w, 2),
                 w->value++);
    else
        GEN_CELL(w, "atomic_add%s.%s r%d, [%s], 1", word, scope, reg, at);
}

static void dependency(gen_writer *w)
{
    if (!w->reads)
        return;
    int from = earlier(w);
    const char *at = location(w);
    GEN_CELL(w, "xor r1, r%d, r%d", from, from);
    if (gen_any(w, 2))
        GEN_CELL(w, "device_store.relaxed.device [%s+r1], %d", at, w->value++);
    else
        GEN_CELL(w, "device_store.relaxed.device [%s], r1", at);
}

static void predicated(gen_writer *w)
{
    if (!w->reads)
        return;
    GEN_CELL(w, "icmp_ne p0, r%d, 0", earlier(w));
    GEN_CELL(w, "@p0 device_store.relaxed.system [%s], %d", location(w), w->value++);
}

static const gen_emitter emitters[] = {load,  load,  load,   store,      store,
                                       store, fence, atomic, dependency, predicated};

static void thread(gen_writer *w, const char *word, int size)
{
    w->layout.columns[w->t].head =
        cm_arena_printf(w->layout.arena, "P%d@%s%s", w->t, word, GEN_PICK(w, places));
    for (int i = 1 + gen_any(w, size); i > 0; i--)
        GEN_EMIT(w, emitters);
}

static char *program(cm_arena *arena, uint64_t seed, int size, bool compound)
{
    gen_writer w = {.seed = seed * 16 + (compound ? 12 : 13), .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "%s random-wave-%llu", compound ? "CMCM" : "WAVE",
                                    (unsigned long long)seed));
    w.layout.locations = "x=0; y=0;";
    w.layout.count = 2 + (gen_any(&w, compound ? 2 : 3) == 0);
    int cpu = compound ? gen_any(&w, w.layout.count) : -1;
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        w.reads = 0;
        if (w.t == cpu)
            gen_cpu_thread(&w, "", size);
        else
            thread(&w, compound ? "waveisa," : "", size);
    }
    cm_text_add(&w.layout.observed, "x; y;");
    return gen_layout_print(&w.layout);
}

char *gen_wave(cm_arena *arena, uint64_t seed, int size)
{
    return program(arena, seed, size, false);
}

char *gen_wave_compound(cm_arena *arena, uint64_t seed, int size)
{
    return program(arena, seed, size, true);
}
