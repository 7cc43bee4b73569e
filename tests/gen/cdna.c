/* Random CDNA programs: accesses of every scope, to global memory and LDS, atomics, waits,
 * write-backs and invalidates, barriers and dependencies, by waves of workgroups, XCDs and
 * agents; alone, and together with CPU threads. */
#include "tests/gen/layout.h"

static const char *const scopes[] = {"", " sc0", " sc1", " sc0 sc1", " sc1"};
/* Agents with several L2 caches, and with one. */
static const char *const places[][3] = {
    {"wave 0,workgroup 0,xcd 0,agent 0", "wave 1,workgroup 0,xcd 0,agent 0",
     "wave 0,workgroup 1,xcd 1,agent 0"},
    {"workgroup 0,xcd 0,agent 0", "workgroup 1,xcd 1,agent 0", "workgroup 0,xcd 0,agent 1"},
    {"wave 0,workgroup 0,agent 0", "wave 1,workgroup 0,agent 0", "workgroup 1,agent 0"},
    {"wave 0,workgroup 0,agent 0,tgsplit 1", "wave 1,workgroup 0,agent 0,tgsplit 1",
     "workgroup 1,agent 0"},
};
enum { PLACES = sizeof places / sizeof *places };

/* v[4:5] has x, v[6:7] has y: numbers that are no thread's (turned.c). */
static const char *location(gen_writer *w)
{
    return gen_any(w, 2) ? "v[4:5]" : "v[6:7]";
}

static int read_register(gen_writer *w)
{
    return gen_read(w, "v", 20);
}

static void load(gen_writer *w)
{
    const char *scope = GEN_PICK(w, scopes), *at = location(w);
    GEN_CELL(w, "global_load_dword v%d, %s, off%s", read_register(w), at, scope);
    if (gen_any(w, 2))
        GEN_CELL(w, "s_waitcnt vmcnt(%d)", gen_any(w, 4) == 0);
}

static void store(gen_writer *w)
{
    const char *at = location(w);
    GEN_CELL(w, "v_mov_b32 v1, %d", w->value++);
    if (gen_any(w, 4))
        GEN_CELL(w, "global_store_dword %s, v1, off", at);
    else
        GEN_CELL(w, "flat_store_dword %s, v1", at);
}

static void flag(gen_writer *w)
{
    const char *at = location(w), *scope = GEN_PICK(w, scopes);
    GEN_CELL(w, "v_mov_b32 v1, %d", w->value++);
    GEN_CELL(w, "global_store_dword %s, v1, off%s", at, scope);
}

static void release(gen_writer *w)
{
    GEN_CELL(w, "buffer_wbl2%s", GEN_PICK(w, scopes));
    if (gen_any(w, 3))
        GEN_CELL(w, "s_waitcnt vmcnt(0)");
}

static void acquire(gen_writer *w)
{
    if (gen_any(w, 3))
        GEN_CELL(w, "s_waitcnt vmcnt(0) lgkmcnt(0)");
    GEN_CELL(w, "buffer_inv%s", GEN_PICK(w, scopes));
}

static void atomic(gen_writer *w)
{
    const char *at = location(w);
    GEN_CELL(w, "v_mov_b32 v1, 1");
    GEN_CELL(w, "global_atomic_add v%d, %s, v1, off sc0%s", read_register(w), at,
             gen_any(w, 2) ? " sc1" : "");
}

static void dependency(gen_writer *w)
{
    if (!w->reads)
        return;
    GEN_CELL(w, "s_waitcnt vmcnt(0)");
    GEN_CELL(w, "v_mov_b32 v1, v%d", 20 + gen_any(w, w->reads));
    GEN_CELL(w, "global_store_dword %s, v1, off sc1", location(w));
}

static const gen_emitter emitters[] = {load,    load,    load,    store,  flag,      flag,
                                       release, acquire, acquire, atomic, dependency};

/* s[4:5] has x, s[6:7] has y. The scalar loads that are under way come in any order: one is waited
 * for before what it gave is used. */
static void scalar_load(gen_writer *w)
{
    const char *at = gen_any(w, 2) ? "s[4:5]" : "s[6:7]";
    GEN_CELL(w, "s_load_dword s%d, %s, 0x0", gen_read(w, "s", 20), at);
    if (gen_any(w, 3))
        GEN_CELL(w, "s_waitcnt lgkmcnt(0)");
}

static void scalar_cache(gen_writer *w)
{
    GEN_CELL(w, gen_any(w, 3) ? "s_dcache_inv" : "s_dcache_wb");
    if (gen_any(w, 3))
        GEN_CELL(w, "s_waitcnt lgkmcnt(0)");
}

static void counted_wait(gen_writer *w)
{
    GEN_CELL(w, "s_waitcnt vmcnt(%d)", gen_any(w, 3));
}

static const gen_emitter scalar_emitters[] = {scalar_load, scalar_load,  scalar_load, scalar_cache,
                                              store,       flag,         flag,        release,
                                              acquire,     counted_wait, load};

static char *write_waves(cm_arena *arena, gen_writer *writer, bool scalar, int size)
{
    gen_writer w = *writer;
    const char *const *where = places[gen_any(&w, PLACES)];
    w.layout.locations = gen_any(&w, 6) ? "x=0; y=0;" : "coarse x=0; y=0;";
    w.layout.count = 2 + (gen_any(&w, 3) == 0);
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        w.layout.columns[w.t].head = cm_arena_printf(arena, "P%d@%s", w.t, where[w.t]);
        cm_text_append(&w.layout.init, "%d:v[4:5]=x; %d:v[6:7]=y;\n", w.t, w.t);
        if (scalar)
            cm_text_append(&w.layout.init, "%d:s[4:5]=x; %d:s[6:7]=y;\n", w.t, w.t);
        w.reads = 0;
        for (int i = 1 + gen_any(&w, size); i > 0; i--)
            if (scalar)
                GEN_EMIT(&w, scalar_emitters);
            else
                GEN_EMIT(&w, emitters);
    }
    cm_text_add(&w.layout.observed, "x; y;");
    return gen_layout_print(&w.layout);
}

char *gen_cdna(cm_arena *arena, uint64_t seed, int size)
{
    gen_writer w = {.seed = seed * 16 + 14, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "CDNA random-cdna-%llu", (unsigned long long)seed));
    return write_waves(arena, &w, false, size);
}

char *gen_cdna_scalar(cm_arena *arena, uint64_t seed, int size)
{
    gen_writer w = {.seed = seed * 16 + 9, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "CDNA random-scalar-%llu", (unsigned long long)seed));
    return write_waves(arena, &w, true, size);
}

/* ---- together with CPUs ------------------------------------------------- */

static void x86_load(gen_writer *w)
{
    const char *at = gen_any(w, 2) ? "x" : "y";
    GEN_CELL(w, "movl (%s),%%r%dd", at, gen_read(w, "r", 8));
}

static void x86_store(gen_writer *w)
{
    const char *at = gen_any(w, 2) ? "x" : "y";
    GEN_CELL(w, "movl $%d,(%s)", w->value++, at);
}

static void x86_fence(gen_writer *w)
{
    GEN_CELL(w, "mfence");
}

static void x86_atomic(gen_writer *w)
{
    const char *at = gen_any(w, 2) ? "x" : "y";
    GEN_CELL(w, "lock; addl $1,(%s)", at);
}

static void arm_load(gen_writer *w)
{
    const char *how = gen_any(w, 2) ? "LDR" : "LDAR";
    int from = 20 + gen_any(w, 2);
    GEN_CELL(w, "%s W%d,[X%d]", how, gen_read(w, "X", 1), from);
}

static void arm_store(gen_writer *w)
{
    const char *how = gen_any(w, 2) ? "STR" : "STLR";
    GEN_CELL(w, "MOV W19,#%d", w->value++);
    GEN_CELL(w, "%s W19,[X%d]", how, 20 + gen_any(w, 2));
}

static void arm_fence(gen_writer *w)
{
    static const char *const fences[] = {"DMB SY", "DMB LD", "DMB ST"};
    GEN_CELL(w, "%s", GEN_PICK(w, fences));
}

static const gen_emitter x86_emitters[] = {x86_load,  x86_load,  x86_store,
                                           x86_store, x86_fence, x86_atomic};
static const gen_emitter arm_emitters[] = {arm_load, arm_load, arm_store, arm_store, arm_fence};

void gen_cpu_thread(gen_writer *w, const char *after, int size)
{
    bool arm = gen_any(w, 3) == 0;
    const char *word = arm ? "aarch64" : "x86_64";
    w->layout.columns[w->t].head = cm_arena_printf(w->layout.arena, "P%d@%s%s", w->t, word, after);
    if (arm)
        cm_text_append(&w->layout.init, "%d:X20=x; %d:X21=y;\n", w->t, w->t);
    for (int i = 1 + gen_any(w, size); i > 0; i--)
        if (arm)
            GEN_EMIT(w, arm_emitters);
        else
            GEN_EMIT(w, x86_emitters);
}

static void wave_thread(gen_writer *w, const char *place, const char *after, int size)
{
    w->layout.columns[w->t].head =
        cm_arena_printf(w->layout.arena, "P%d@cdna,%s%s", w->t, place, after);
    cm_text_append(&w->layout.init, "%d:v[4:5]=x; %d:v[6:7]=y;\n", w->t, w->t);
    for (int i = 1 + gen_any(w, size); i > 0; i--)
        GEN_EMIT(w, emitters);
}

/* Waves of one workgroup are of one kernel, so they begin together: only the last thread
 * may come after the first, and the last wave is of a workgroup of its own. */
char *gen_cdna_compound(cm_arena *arena, uint64_t seed, int size)
{
    static const char *const memory[] = {"x=0; y=0;", "x=0; y=0;", "x=0; y=0;", "coarse x=0; y=0;",
                                         "coarse x=0; coarse y=0;"};
    gen_writer w = {.seed = seed * 16 + 15, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "CMCM random-cdna-%llu", (unsigned long long)seed));
    const char *const *where = places[gen_any(&w, PLACES)];
    w.layout.locations = GEN_PICK(&w, memory);
    w.layout.count = 2 + (gen_any(&w, 2) == 0);
    int cpu = gen_any(&w, w.layout.count);
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        bool last = w.t + 1 == w.layout.count;
        const char *after = last && gen_any(&w, 6) == 0 ? ",after P0" : "";
        w.reads = 0;
        if (w.t == cpu)
            gen_cpu_thread(&w, after, size);
        else
            wave_thread(&w, where[last ? 2 : w.t], after, size);
    }
    cm_text_add(&w.layout.observed, "x; y;");
    return gen_layout_print(&w.layout);
}
