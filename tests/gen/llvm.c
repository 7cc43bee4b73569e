/* Random LLVM programs: accesses of every order, syncscope and address space, volatile ones,
 * atomics, fences, barriers, dependencies, by threads of waves, workgroups and agents. */
#include "tests/gen/layout.h"

#include <string.h>

static const char *const scopes[] = {"singlethread", "wavefront", "workgroup",
                                     "cluster",      "agent",     "system"};
static const char *const places[] = {"wave 0,cta 0,gpu 0", "wave 0,cta 0,gpu 0",
                                     "wave 1,cta 0,gpu 0", "cta 1,gpu 0", "cta 2,gpu 1"};
static const char *const marks[] = {"", "", "", ".av_none", ".one_as"};

/* ".local" and its operand, or ".flat", or neither. LDS is of the first workgroup. */
static const char *place_of(gen_writer *w, const char **location)
{
    static const char *const names[] = {"x", "y", "l"};
    bool first = strstr(w->layout.columns[w->t].head, "cta 0") != NULL;
    *location = names[gen_any(w, first ? 3 : 2)];
    bool lds = **location == 'l';
    return gen_any(w, 5) == 0 ? ".flat" : lds ? ".local" : "";
}

static const char *order(gen_writer *w, const char *strong)
{
    switch (gen_any(w, 8)) {
    case 0:
        return "";
    case 1:
        return ".volatile";
    case 2:
        return cm_arena_printf(w->layout.arena, ".av.%s", GEN_PICK(w, scopes));
    case 3:
        return cm_arena_printf(w->layout.arena, ".unordered.%s", GEN_PICK(w, scopes));
    case 4:
        return cm_arena_printf(w->layout.arena, ".seq_cst.%s", GEN_PICK(w, scopes));
    case 5:
        return cm_arena_printf(w->layout.arena, ".monotonic.%s", GEN_PICK(w, scopes));
    default:
        break;
    }
    const char *mark = GEN_PICK(w, marks);
    return cm_arena_printf(w->layout.arena, ".%s.%s%s", strong, GEN_PICK(w, scopes), mark);
}

static void load(gen_writer *w)
{
    const char *at, *space = place_of(w, &at), *how = order(w, "acquire");
    GEN_CELL(w, "load%s%s.i32 r%d, [%s]", how, space, gen_read(w, "r", 20), at);
}

static void store(gen_writer *w)
{
    const char *at, *space = place_of(w, &at), *how = order(w, "release");
    GEN_CELL(w, "store%s%s.i32 [%s], %d", how, space, at, w->value++);
}

static void fence(gen_writer *w)
{
    static const char *const orders[] = {"acquire", "release", "acq_rel", "seq_cst"};
    static const char *const kinds[] = {"",        "",          "",          ".av_none",
                                        ".one_as", ".as_local", ".as_global"};
    const char *word = GEN_PICK(w, orders), *kind = GEN_PICK(w, kinds);
    GEN_CELL(w, "fence.%s.%s%s", word, GEN_PICK(w, scopes), kind);
}

static void atomic(gen_writer *w)
{
    static const char *const orders[] = {"monotonic", "acquire", "release", "acq_rel", "seq_cst"};
    static const char *const failures[] = {"", ".fail_monotonic", ".fail_acquire", ".fail_seq_cst"};
    const char *at, *space = place_of(w, &at), *word = GEN_PICK(w, orders);
    const char *scope = GEN_PICK(w, scopes), *failure = GEN_PICK(w, failures);
    int reg = gen_read(w, "r", 20);
    if (gen_any(w, 2) == 0)
        GEN_CELL(w, "cmpxchg.%s.%s%s%s r%d, [%s], %d, %d", word, scope, failure, space, reg, at,
                 gen_any(w, 2), w->value++);
    else
        GEN_CELL(w, "atomicrmw.add.%s.%s%s r%d, [%s], 1", word, scope, space, reg, at);
}

static void dependency(gen_writer *w)
{
    if (!w->reads)
        return;
    GEN_CELL(w, "xor r1, r%d, r%d", 20 + gen_any(w, w->reads), 20 + gen_any(w, w->reads));
    GEN_CELL(w, "store.monotonic.agent [%s], r1", gen_any(w, 2) ? "x" : "y");
}

static const gen_emitter emitters[] = {load,  load,  load,   store,      store,
                                       store, fence, atomic, dependency, fence};

char *gen_llvm(cm_arena *arena, uint64_t seed, int size)
{
    gen_writer w = {.seed = seed * 16 + 11, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "LLVM random-llvm-%llu", (unsigned long long)seed));
    w.layout.locations = "x=0; y=0; shared l@cta 0=0;";
    w.layout.count = 2 + (gen_any(&w, 3) == 0);
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        w.layout.columns[w.t].head =
            cm_arena_printf(arena, "P%d@%s", w.t, w.t == 0 ? places[0] : GEN_PICK(&w, places));
        w.reads = 0;
        for (int i = 1 + gen_any(&w, size); i > 0; i--)
            GEN_EMIT(&w, emitters);
    }
    cm_text_add(&w.layout.observed, "x; y; l;");
    return gen_layout_print(&w.layout);
}
