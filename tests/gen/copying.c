/* Random PTX programs of asynchronous operations: two threads of one cluster, in one CTA or two, a
 * word and a tile in shared memory and in global memory each, an mbarrier object. The first thread
 * writes, copies and arrives; the second one meets it, by the object or a barrier, and reads,
 * copies or writes. Proxy fences and restricted fences stand anywhere.
 *
 * Copies are short: the oracle tries all orders of their pieces. */
#include "tests/gen/layout.h"

static const char *const spaces[] = {"s", "s", "x"};

static void load(gen_writer *w)
{
    static const char *const kinds[] = {"ld.weak", "ld.weak", "ld.relaxed.cluster",
                                        "ld.acquire.cluster", "ld.relaxed.cta"};
    const char *kind = GEN_PICK(w, kinds);
    GEN_CELL(w, "%s.u64 rd%d, [%s]", kind, gen_read(w, "rd", 0), GEN_PICK(w, spaces));
}

static void store(gen_writer *w)
{
    static const char *const kinds[] = {"st.weak", "st.weak", "st.relaxed.cluster",
                                        "st.release.cluster", "st.relaxed.cta"};
    const char *kind = GEN_PICK(w, kinds), *to = GEN_PICK(w, spaces);
    GEN_CELL(w, "%s.u64 [%s], %d", kind, to, 10 + w->value++);
}

static void fence(gen_writer *w)
{
    static const char *const fences[] = {
        "fence.proxy.async",
        "fence.proxy.async",
        "fence.proxy.async.shared::cta",
        "fence.proxy.async.shared::cluster",
        "fence.proxy.async.global",
        "fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster",
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster",
        "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster",
        "fence.release.sync_restrict::shared::cta.cluster",
        "fence.acquire.sync_restrict::shared::cluster.cluster",
        "fence.acq_rel.cta",
        "fence.acq_rel.cluster",
        "fence.release.cluster",
        "fence.acquire.cluster"};
    GEN_CELL(w, "%s", GEN_PICK(w, fences));
}

/* ---- asynchronous operations: of the thread in the CTA that has the tile ---- */

static void copy_small(gen_writer *w)
{
    static const char *const waits[] = {"cp.async.wait_group 0", "cp.async.wait_all",
                                        "cp.async.wait_group 1", "cp.async.bulk.wait_group 0"};
    GEN_CELL(w, "cp.async.ca.shared.global [s], [x], 8");
    int how = gen_any(w, 4);
    if (how == 0)
        return;
    if (how == 1) {
        GEN_CELL(w, "cp.async.mbarrier.arrive.noinc.shared.b64 [m]");
        return;
    }
    GEN_CELL(w, "cp.async.commit_group");
    GEN_CELL(w, "%s", GEN_PICK(w, waits));
}

static void copy_out(gen_writer *w)
{
    static const char *const copies[] = {
        "cp.async.bulk.global.shared::cta.bulk_group [x], [s], 16",
        "cp.async.bulk.relaxed.gpu.global.shared::cta.bulk_group.b128 [x], [s], 16",
        "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u64 [x], [s], 16"};
    static const char *const waits[] = {"cp.async.bulk.wait_group 0",
                                        "cp.async.bulk.wait_group.read 0",
                                        "cp.async.bulk.wait_group 1"};
    int copy = gen_any(w, 5);
    GEN_CELL(w, "%s", copies[copy < 3 ? 0 : copy - 2]);
    GEN_CELL(w, "cp.async.bulk.commit_group");
    if (gen_any(w, 5))
        GEN_CELL(w, "%s", GEN_PICK(w, waits));
}

static void copy_in(gen_writer *w)
{
    static const char *const where[] = {"shared::cta", "shared::cluster"};
    GEN_CELL(w, "cp.async.bulk.%s.global.mbarrier::complete_tx::bytes [s], [x], 16, [m]",
             GEN_PICK(w, where));
}

/* To the counterparts in one CTA or in both. */
static void copy_to_ctas(gen_writer *w)
{
    GEN_CELL(w,
             "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
             "[s], [x], 16, [m], %d",
             1 + gen_any(w, 3));
}

static void store_async(gen_writer *w)
{
    if (gen_any(w, 3))
        GEN_CELL(w, "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [s], %d, [m]",
                 10 + w->value++);
    else
        GEN_CELL(w, "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes"
                    ".add.u64 [s], 4, [m]");
}

/* ---- how the two meet ------------------------------------------------------- */

enum { BY_OBJECT, BY_CLUSTER, BY_CTA };

/* Bytes that the object is told of: none, those of a copy, or of a store. */
typedef struct meeting {
    int how, bytes;
    bool near; /* both in the CTA that has the object */
} meeting;

static void arrive(gen_writer *w, const meeting *m)
{
    static const char *const plain[] = {"", ".release.cluster", ".relaxed.cluster"};
    const char *order = GEN_PICK(w, plain);
    const char *space = m->near ? "shared::cta" : "shared::cluster", *to = m->near ? "_" : "_";
    if (m->bytes)
        GEN_CELL(w, "mbarrier.arrive.expect_tx%s.%s.b64 %s, [m], %d", order, space, to, m->bytes);
    else
        GEN_CELL(w, "mbarrier.arrive%s.%s.b64 %s, [m]", order, space, to);
}

static void first_side(gen_writer *w, const meeting *m)
{
    static const char *const arrives[] = {"barrier.cluster.arrive",
                                          "barrier.cluster.arrive.relaxed"};
    if (m->how == BY_OBJECT)
        arrive(w, m);
    else if (m->how == BY_CLUSTER)
        GEN_CELL(w, "%s", GEN_PICK(w, arrives));
    else
        GEN_CELL(w, "bar.sync 0");
}

static void second_side(gen_writer *w, const meeting *m)
{
    static const char *const waits[] = {"", ".acquire.cluster", ".relaxed.cluster"};
    if (m->how == BY_OBJECT) {
        GEN_CELL(w, "mbarrier.test_wait.parity%s.b64 p%d, [m], 0", GEN_PICK(w, waits),
                 gen_read(w, "p", 0));
    } else if (m->how == BY_CLUSTER) {
        GEN_CELL(w, "barrier.cluster.arrive");
        GEN_CELL(w, "barrier.cluster.wait");
    } else {
        GEN_CELL(w, "bar.sync 0");
    }
}

/* ---- programs ----------------------------------------------------------------- */

static const gen_emitter plain_works[] = {load, store, fence};

static void some_work(gen_writer *w, int most)
{
    for (int i = gen_any(w, most + 1); i > 0; i--)
        GEN_EMIT(w, plain_works);
}

/* An object that waits for one arrival, as litmus/isa/ptx/ptx_mbarrier.c has it: an mbarrier.init
 * that all have seen. */
#define FRESH_OBJECT "0x2000000000100001"

static void begin(gen_writer *w, cm_arena *arena, uint64_t seed, meeting *m)
{
    gen_layout_init(&w->layout, arena,
                    cm_arena_printf(arena, "CMCM random-copying-%llu", (unsigned long long)seed));
    m->near = gen_any(w, 2);
    m->how = gen_any(w, 4);
    m->how = m->how == 3 || (m->how == BY_CTA && !m->near) ? BY_OBJECT : m->how;
    w->layout.locations =
        m->near ? "shared int64_t s[2]@cta 1={1,2};\nshared int64_t m@cta 1=" FRESH_OBJECT ";\n"
                  "int64_t x[2]={3,4};"
                : "shared int64_t s[2]@cta 1={1,2};\nshared int64_t m@cta 1=" FRESH_OBJECT ";\n"
                  "shared int64_t t[2]@cta 0={5,6};\nshared int64_t n@cta 0=" FRESH_OBJECT ";\n"
                  "int64_t x[2]={3,4};";
    w->layout.count = 2;
    for (int t = 0; t < 2; t++)
        w->layout.columns[t].head =
            cm_arena_printf(arena, "P%d@ptx,cta %d,cluster 0,gpu 0", t, t == 0 && !m->near ? 0 : 1);
}

char *gen_copying(cm_arena *arena, uint64_t seed, int size)
{
    gen_writer w = {.seed = seed * 16 + 7, .value = 1};
    meeting m;
    begin(&w, arena, seed, &m);
    bool first = gen_any(&w, 2); /* who has the operation */
    int kind = gen_any(&w, 4);
    bool signals = kind >= 2 && first;
    m.bytes = signals ? (kind == 2 ? 16 : 8) : 0;
    static const gen_emitter own[] = {copy_small, copy_out, copy_in};
    gen_emitter operation = !m.near && first ? store_async : own[kind < 3 ? kind : 1];
    if (operation == copy_in || operation == store_async)
        m.bytes = operation == copy_in ? 16 : 8;
    if (!m.near && kind > 1 && gen_any(&w, 2)) {
        operation = copy_to_ctas;
        m.bytes = gen_any(&w, 4) ? 16 : 0;
    }
    some_work(&w, size);
    if (first)
        operation(&w);
    if (first && gen_any(&w, 2))
        fence(&w);
    first_side(&w, &m);
    w.t = 1, w.reads = 0;
    second_side(&w, &m);
    if (gen_any(&w, 2))
        fence(&w);
    if (!first)
        operation(&w);
    some_work(&w, size);
    cm_text_add(&w.layout.observed, m.near ? "s[0]; x[0]; x[1];" : "s[0]; t[0]; x[0]; x[1];");
    return gen_layout_print(&w.layout);
}
