/* Random PTX programs of one mbarrier object and nothing else: two or three threads of a CTA that
 * arrive, tell of transactions and wait, through several phases. */
#include "tests/gen/layout.h"

enum { BYTES = 16 };

static const char *order(gen_writer *w, bool waits)
{
    static const char *const arrives[] = {"", ".release.cta", ".relaxed.cluster"};
    static const char *const acquires[] = {"", ".acquire.cluster", ".relaxed.cta"};
    return waits ? GEN_PICK(w, acquires) : GEN_PICK(w, arrives);
}

static void print_wait(gen_writer *w, const gen_phase_op *o, const char *how)
{
    int reg = gen_read(w, "p", 0);
    const char *label = o->again ? cm_arena_printf(w->layout.arena, "L%d%d: ", w->t, reg) : "";
    GEN_CELL(w, "%smbarrier.%s.parity%s.shared.b64 p%d, [m], %d", label,
             o->kind == GEN_TRY_WAIT ? "try_wait" : "test_wait", how, reg, o->parity);
    if (o->again)
        GEN_CELL(w, "@!p%d bra L%d%d", reg, w->t, reg);
}

static void print(gen_writer *w, const gen_phase_op *o)
{
    const char *how = order(w, o->kind == GEN_TEST_WAIT || o->kind == GEN_TRY_WAIT);
    const char *only = o->if_passed ? cm_arena_printf(w->layout.arena, "@p%d ", w->reads - 1) : "";
    switch (o->kind) {
    case GEN_ARRIVE:
        GEN_CELL(w, "%smbarrier.arrive%s.shared.b64 _, [m]", only, how);
        break;
    case GEN_ARRIVE_EXPECT:
        GEN_CELL(w, "%smbarrier.arrive.expect_tx%s.shared.b64 _, [m], %d", only, how, BYTES);
        break;
    case GEN_COMPLETE:
        GEN_CELL(w, "mbarrier.complete_tx.shared.b64 [m], %d", BYTES);
        break;
    case GEN_COPY:
        GEN_CELL(w,
                 "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s+%d], [g], %d, "
                 "[m]",
                 BYTES * w->t, BYTES);
        break;
    case GEN_TEST_WAIT:
    case GEN_TRY_WAIT:
        print_wait(w, o, how);
        break;
    }
}

static gen_phase_op some_operation(gen_writer *w, const gen_phases *p, int waited)
{
    static const gen_phase_kind plain[] = {GEN_ARRIVE, GEN_ARRIVE, GEN_TEST_WAIT, GEN_TEST_WAIT,
                                           GEN_TRY_WAIT};
    static const gen_phase_kind counting[] = {GEN_ARRIVE, GEN_ARRIVE_EXPECT, GEN_COMPLETE,
                                              GEN_TEST_WAIT, GEN_TEST_WAIT};
    static const gen_phase_kind copying[] = {GEN_ARRIVE, GEN_ARRIVE_EXPECT, GEN_ARRIVE_EXPECT,
                                             GEN_COPY, GEN_TRY_WAIT};
    gen_phase_op o = {.kind = !p->transactions ? GEN_PICK(w, plain)
                              : p->loops       ? GEN_PICK(w, copying)
                                               : GEN_PICK(w, counting)};
    o.parity = gen_any(w, 4) == 0;
    bool waits = o.kind == GEN_TEST_WAIT || o.kind == GEN_TRY_WAIT;
    o.again = p->loops && waits && gen_any(w, 3);
    o.if_passed = waited && (o.kind == GEN_ARRIVE || o.kind == GEN_ARRIVE_EXPECT) && gen_any(w, 2);
    return o;
}

static void one_thread(gen_writer *w, gen_phases *p, int most)
{
    gen_phase_thread *thread = &p->threads[w->t];
    thread->count = 2 + gen_any(w, most - 1);
    w->reads = 0;
    for (int i = 0; i < thread->count; i++) {
        thread->ops[i] = some_operation(w, p, w->reads);
        print(w, &thread->ops[i]);
    }
}

char *gen_phases_program(cm_arena *arena, uint64_t seed, gen_phases *p)
{
    gen_writer w = {.seed = seed * 16 + 9};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "PTX random-phases-%llu", (unsigned long long)seed));
    *p = (gen_phases){.threads_count = 2 + (gen_any(&w, 4) == 0),
                      .arrivals = 1 + (gen_any(&w, 3) == 0),
                      .transactions = gen_any(&w, 4) == 0,
                      .loops = p->loops};
    /* as litmus/isa/ptx/ptx_mbarrier.c has an mbarrier.init that all have seen */
    w.layout.locations =
        cm_arena_printf(arena, "shared int64_t m@cta 0=0x20000000%04d%04d;%s", 10 * p->arrivals,
                        p->arrivals, p->loops ? " shared int s[12]@cta 0; int g[4];" : "");
    w.layout.count = p->threads_count;
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        w.layout.columns[w.t].head = cm_arena_printf(arena, "P%d@cta 0,gpu 0", w.t);
        one_thread(&w, p, w.layout.count == 2 ? GEN_MAX_PHASE_OPS : GEN_MAX_PHASE_OPS - 1);
    }
    if (!w.layout.observed.length)
        cm_text_add(&w.layout.observed, "m;");
    return gen_layout_print(&w.layout);
}

char *gen_phases_text(cm_arena *arena, uint64_t seed)
{
    gen_phases ignored = {0};
    return gen_phases_program(arena, seed, &ignored);
}
