/* checker/loops/wait.c and checker/symmetry.c on random programs: what is left out
 * changes no state and no flag. They are compared with checks that leave nothing
 * out, at several loop bounds, and with the oracle.
 * CMCM_TEST_FACTOR multiplies the number of tests, CMCM_TEST_SEED moves to others. */
#include "tests/gen/gen.h"
#include "tests/gen/outcomes.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/spin_help.h"

static void compare_kind(gen_kind kind, const char *model, int count, int least)
{
    uint64_t seed = unit_seed();
    int decided = 0, total = unit_times(count);
    for (int i = 0; i < total; i++) {
        cm_arena *arena = cm_arena_new(0);
        spin_compare_bounds(model, gen_spinning(arena, seed * 100000 + (uint64_t)i, kind),
                            &decided);
        cm_arena_free(arena);
    }
    if (decided * 100 < total * least && unit_sample() == 1)
        fail_msg("only %d of %d tests are decided", decided, total);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%s: %d of %d tests with loops are decided\n", model, decided, total);
}

TEST(on_aarch64)
{
    compare_kind(GEN_ALL_AARCH64, "arm", 30, 40);
}

TEST(on_x86)
{
    compare_kind(GEN_ALL_X86, "x86tso", 30, 30);
}

TEST(on_ptx)
{
    compare_kind(GEN_ALL_PTX, "ptx", 20, 20);
    compare_kind(GEN_ALL_PTX, "ptx60", 10, 20);
}

TEST(on_mixed)
{
    compare_kind(GEN_MIXED, "cmcm", 20, 20);
    compare_kind(GEN_ALL_AARCH64, "cmcm", 10, 20);
    compare_kind(GEN_ALL_X86, "cmcm", 10, 20);
    compare_kind(GEN_ALL_AARCH64, "cdna", 10, 20);
    compare_kind(GEN_ALL_X86, "cdna", 10, 20);
}

/* Threads that take a lock, or something like one, and look at it while it is taken. Some change
 * it in each round, or something else, or are not atomic. */
static const char *locking(cm_arena *arena, uint64_t seed)
{
    static const char *const orders[] = {"relaxed", "acquire", "acq_rel", "seq_cst"};
    static const char *const tries[] = {"atomic_exchange_explicit(l, 1, memory_order_%s)",
                                        "atomic_exchange_explicit(l, 1, memory_order_%s)",
                                        "atomic_fetch_or_explicit(l, 1, memory_order_%s)",
                                        "atomic_exchange_explicit(l, 2, memory_order_%s)",
                                        "atomic_fetch_add_explicit(l, 1, memory_order_%s)"};
    static const char *const looks[] = {
        "", "while (atomic_load_explicit(l, memory_order_relaxed) == 1) ;",
        ("{ r1 = atomic_load_explicit(x, memory_order_relaxed);"
         " while (atomic_load_explicit(l, memory_order_acquire) != 0) ; }"),
        "{ while (atomic_exchange_explicit(l, 1, memory_order_acquire) == 2) ; }",
        ("{ atomic_store_explicit(x, 3, memory_order_relaxed);"
         " while (atomic_load_explicit(l, memory_order_relaxed) == 1) ; }")};
    static const char *const inside[] = {
        "r2 = atomic_load_explicit(x, memory_order_relaxed);",
        "atomic_store_explicit(x, 1, memory_order_relaxed);",
        "r2 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);"};
    static const char *const frees[] = {"atomic_store_explicit(l, 0, memory_order_release);",
                                        "atomic_store_explicit(l, 0, memory_order_relaxed);",
                                        "atomic_store_explicit(l, 0, memory_order_release);", ""};
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "C locking\n{ l=%d; x=0; }\n", gen_below(&seed, 4) == 0);
    for (int t = 0; t < 2; t++) {
        bool takes = t == 0 || gen_below(&seed, 4) > 0;
        cm_text_append(&text, "P%d(atomic_int *l, atomic_int *x) {\n  int r1 = 0; int r2 = 0;\n",
                       t);
        if (takes) {
            int look = gen_below(&seed, 8);
            cm_text_append(&text, "  while (");
            cm_text_append(&text, tries[gen_below(&seed, 5)], orders[gen_below(&seed, 4)]);
            cm_text_append(&text, " %s) %s\n", gen_below(&seed, 2) ? "== 1" : "!= 0",
                           look ? looks[look < 5 ? look : 1] : ";");
        }
        cm_text_append(&text, "  %s\n  %s\n}\n", inside[gen_below(&seed, 3)],
                       frees[gen_below(&seed, 4)]);
    }
    cm_text_append(&text, "locations [x; l; 0:r2; 1:r2;]\nforall (true)\n");
    return text.data;
}

/* A thread that waits, and moves what it holds from register to register as it does: some come
 * back as they were, others one round late, cut, counted or as what was read. Its way out may stand
 * between the steps of the loop, where another jump leads as well. */
static const char *moving(cm_arena *arena, uint64_t seed)
{
    static const char *const moves[] = {
        "mov.u64 rd%d, rd%d",          "mov.u64 rd%d, rd%d",
        "mov.u64 rd%d, rd%d",          "mov.u32 r%d, r%d",
        "@p3 mov.u64 rd%d, rd%d",      "@p3 bra M%3$d ;\n | mov.u64 rd%1$d, rd%2$d ;\n | M%3$d:",
        "cvt.u32.u64 r%d, rd%d",       "cvt.u32.u64 r9, rd%2$d ;\n | cvt.u64.u32 rd%1$d, r9",
        "or.b64 rd%d, rd4, rd%d",      "add.u64 rd%d, rd%d, 1",
        "selp.b64 rd%d, rd%d, rd1, p3"};
    static const char *const begin[] = {"mov.u64 rd%d, 3", "ld.u64 rd%d, [x]",
                                        "mov.u64 rd%d, 4294967297", "ld.u32 rd%d, [x]"};
    bool between = gen_below(&seed, 2), twice = between && gen_below(&seed, 2);
    cm_text text = cm_text_new(arena);
    cm_text_append(&text,
                   "PTX moving\n{ int64_t x=4294967298; int f=0; int64_t o=0; int64_t q=0; }\n"
                   " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.relaxed.gpu.u64 [x], 1 | ");
    for (int r = 1; r <= 3; r++) {
        cm_text_append(&text, begin[gen_below(&seed, 4)], r);
        cm_text_append(&text, " ;\n%s | ", r == 1 ? " st.release.gpu.u32 [f], 1" : "");
    }
    cm_text_append(&text, "mov.u32 r1, %d ;\n | ld.relaxed.gpu.u32 r5, [f] ;\n",
                   gen_below(&seed, 3));
    cm_text_append(&text, twice ? " | setp.eq.u32 p2, r5, 1 ;\n | @p2 bra Late ;\n" : "");
    cm_text_append(&text, " | L: ;\n | ld.relaxed.gpu.u64 rd6, [x] ;\n"
                          " | setp.eq.u64 p3, rd6, 1 ;\n");
    int count = 1 + gen_below(&seed, 5), at = gen_below(&seed, count + 1);
    for (int i = 0; i <= count; i++) {
        if (i == at) {
            cm_text_append(&text, " | ld.acquire.gpu.u32 r4, [f] ;\n | cvt.u64.u32 rd4, r4 ;\n"
                                  " | setp.eq.u32 p1, r4, 0 ;\n");
            cm_text_append(&text, between ? " | @p1 bra Go ;\n | Late: ;\n | st.u64 [o], rd1 ;\n"
                                            " | st.u64 [q], rd2 ;\n | ret ;\n | Go: ;\n"
                                          : "");
        }
        if (i == count)
            break;
        cm_text_append(&text, " | ");
        int to = 1 + gen_below(&seed, 3), from = 1 + gen_below(&seed, 3);
        cm_text_append(&text, moves[gen_below(&seed, 11)], to, from, i);
        cm_text_append(&text, " ;\n");
    }
    cm_text_append(&text, between ? " | bra L ;\n"
                                  : " | @p1 bra L ;\n | st.u64 [o], rd1 ;\n"
                                    " | st.u64 [q], rd2 ;\n");
    cm_text_append(&text, "locations [o; q;]\nforall (true)\n");
    return text.data;
}

/* Left to chance they are rare: a value that is cut in the first round, and one that comes back
 * only where a guard holds. */
TEST(on_registers_that_seem_to_stay)
{
    static const char *const rounds[] = {
        "mov.u64 rd2, rd1 ;\n | cvt.u32.u64 r9, rd1 ;\n | cvt.u64.u32 rd1, r9",
        "mov.u64 rd2, rd1 ;\n | add.u64 rd1, rd1, 1 ;\n | @p3 mov.u64 rd1, rd2"};
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++) {
        int decided = 0;
        cm_text text = cm_text_new(arena);
        cm_text_append(&text,
                       "PTX seeming\n{ int64_t x=4294967298; int f=0; int64_t o=0; }\n"
                       " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                       " st.relaxed.gpu.u64 [x], 1 | mov.u64 rd1, 4294967298 ;\n"
                       " st.release.gpu.u32 [f], 1 | L: ;\n"
                       " | ld.relaxed.gpu.u64 rd6, [x] ;\n | setp.eq.u64 p3, rd6, 1 ;\n | %s ;\n"
                       " | ld.acquire.gpu.u32 r4, [f] ;\n | setp.eq.u32 p1, r4, 0 ;\n"
                       " | @p1 bra L ;\n | st.u64 [o], rd2 ;\nlocations [o;]\nforall (true)\n",
                       rounds[i]);
        spin_compare_bounds("ptx", text.data, &decided);
        assert_int_equal(decided, 0);
    }
}

TEST(on_registers_that_move)
{
    uint64_t seed = unit_seed();
    int decided = 0, total = unit_times(60);
    for (int i = 0; i < total; i++) {
        cm_arena *own = cm_arena_new(0);
        spin_compare_bounds("ptx", moving(own, seed * 100000 + (uint64_t)i), &decided);
        cm_arena_free(own);
    }
    if (decided * 100 < total * 20 && unit_sample() == 1)
        fail_msg("only %d of %d tests are decided", decided, total);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("moves: %d of %d tests are decided\n", decided, total);
}

/* A lock that the first thread sets up by a weak store, and to which every try writes. */
static const char *setting_up(cm_arena *arena, uint64_t seed)
{
    static const char *const tries[] = {"exch.b32 r1, [l], 1", "or.b32 r1, [l], 1",
                                        "add.u32 r1, [l], 0"};
    static const char *const accesses[] = {"st.weak.u32 [x], %d", "ld.weak.u32 r2, [x]"};
    static const char *const frees[] = {"st.release.gpu.u32 [l], 0", "st.relaxed.gpu.u32 [l], 0"};
    enum { ROWS = 7 };
    const char *cells[2][ROWS];
    cm_text text;
    const char *meets = gen_below(&seed, 4) ? "bar.sync 0" : "fence.acq_rel.gpu";
    for (int t = 0; t < 2; t++) {
        const char **at = cells[t];
        bool loops = t == 1 || gen_below(&seed, 2);
        *at++ = t ? "" : cm_arena_printf(arena, "st.weak.u32 [l], %d", gen_below(&seed, 2));
        *at++ = meets;
        const char *order = gen_below(&seed, 2) ? "acquire." : "",
                   *try = tries[gen_below(&seed, 3)];
        *at++ = loops ? cm_arena_printf(arena, "L: atom.%sgpu.%s", order, try) : "";
        *at++ = loops ? "setp.ne.u32 p1, r1, 0" : "";
        *at++ = loops ? "@p1 bra L" : "";
        *at++ = cm_arena_printf(arena, accesses[gen_below(&seed, 2)], t + 1);
        *at++ = t == 0 || gen_below(&seed, 2) ? frees[gen_below(&seed, 2)] : "";
    }
    text = cm_text_new(arena);
    cm_text_append(&text, "PTX t\n{ x=0; l=%d; }\n P0@cta 0,gpu 0 | P1@cta %d,gpu 0 ;\n",
                   gen_below(&seed, 2), gen_below(&seed, 4) == 0);
    for (int row = 0; row < ROWS; row++)
        cm_text_append(&text, " %s | %s ;\n", cells[0][row], cells[1][row]);
    cm_text_add(&text, "locations [0:r2; 1:r2; x; l;]\nexists (1:r2=1)\n");
    return text.data;
}

TEST(on_locks_that_are_set_up)
{
    int decided = 0, total = unit_times(30);
    for (int i = 0; i < total; i++)
        spin_compare_bounds(i % 3 ? "ptx" : "cmcm",
                            setting_up(arena, unit_seed() * 100000 + (uint64_t)i), &decided);
    assert_true(decided * 100 >= total * 20 || unit_sample() > 1);
}

TEST(on_locks_of_c)
{
    static const char *const models[] = {"rc11", "cpp20", "scoped", "rc11-lb"};
    uint64_t seed = unit_seed();
    int decided = 0, total = unit_times(24);
    for (int i = 0; i < total; i++) {
        cm_arena *each = cm_arena_new(0);
        spin_compare_bounds(models[i % 4], locking(each, seed * 100000 + (uint64_t)i), &decided);
        cm_arena_free(each);
    }
    if (decided * 100 < total * 20 && unit_sample() == 1)
        fail_msg("only %d of %d tests are decided", decided, total);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%d of %d tests with locks are decided\n", decided, total);
}

/* Message passing between waves, to a wave or a CPU that waits for the flag: with each
 * instruction of a release and of an acquire there or not. */
static const char *cdna_spinning(cm_arena *arena, unsigned which)
{
    static const char *const writes[] = {"buffer_wbl2 sc0 sc1", "s_nop 0"};
    static const char *const waits[] = {"s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(1)"};
    static const char *const bits[] = {"sc0 sc1", "sc1", "sc0", ""};
    static const char *const invalidates[] = {"buffer_inv sc0 sc1", "s_nop 0"};
    const char *at = which & 32 ? "workgroup 1,xcd 1" : "workgroup 0,xcd 0";
    const char *head = cm_arena_printf(
        arena,
        "CMCM cdna-spinning-%u\n{ x=0; y=0; 0:v0=1; 0:v[2:3]=x; 0:v[4:5]=y;%s }\n"
        " P0@cdna,wave 0,workgroup 0,xcd 0,agent 0 | P1@%s%s%s ;\n",
        which, which & 64 ? "" : " 1:v[2:3]=x; 1:v[4:5]=y;", which & 64 ? "x86" : "cdna,wave 1,",
        which & 64 ? "" : at, which & 64 ? "" : ",agent 0");
    const char *flag = bits[which >> 2 & 3];
    if (which & 64)
        return cm_arena_printf(
            arena,
            "%s global_store_dword v[2:3], v0, off sc0 sc1 | L0: MOV EAX,[y] ;\n %s | CMP EAX,$0 "
            ";\n"
            " %s | JE L0 ;\n global_store_dword v[4:5], v0, off %s | MOV EBX,[x] ;\n"
            "locations [1:EAX; 1:EBX;]\nforall (true)\n",
            head, writes[which & 1], waits[which >> 1 & 1], flag);
    return cm_arena_printf(
        arena,
        "%s global_store_dword v[2:3], v0, off | L0: global_load_dword v0, v[4:5], off %s ;\n"
        " %s | s_waitcnt vmcnt(0) ;\n %s | v_cmp_eq_u32 vcc, 0, v0 ;\n"
        " global_store_dword v[4:5], v0, off %s | s_cbranch_vccnz L0 ;\n | %s ;\n"
        " | global_load_dword v1, v[2:3], off ;\nlocations [1:v0; 1:v1;]\nforall (true)\n",
        head, flag, writes[which & 1], waits[which >> 1 & 1], flag, invalidates[which >> 4 & 1]);
}

TEST(on_cdna)
{
    int decided = 0, total = 0;
    for (unsigned which = 0; which < 80; which++, total++) {
        spin_compare_bounds("cdna", cdna_spinning(arena, which), &decided);
    }
    assert_int_equal(decided, total);
}

static void open_texts(cm_arena *arena, cm_text *const *texts, size_t count, cm_text *rows,
                       size_t row_count)
{
    for (size_t i = 0; i < count; i++)
        *texts[i] = cm_text_new(arena);
    for (size_t i = 0; i < row_count; i++)
        rows[i] = cm_text_new(arena);
}

/* The whole test, of which these rows are the threads and all of that is looked at. */
static const char *with_rows(cm_text *text, const cm_text *rows, int count, const char *locations,
                             const char *registers)
{
    for (int i = 0; i < count; i++)
        cm_text_append(text, "%s ;\n", rows[i].data);
    cm_text_append(text, "locations [%s%s]\nforall (true)\n", locations, registers);
    return text->data;
}

/* Waves that take a lock by exchange, work, and give it back, or do one of these only: at places
 * that share a workgroup, an agent or a system, each instruction of acquire and release there or
 * not, its bits now and then others; a wave may hold the lock from the start. */
static const char *cdna_locking(cm_arena *arena, uint64_t seed)
{
    static const char *const places[] = {"wave 0,workgroup 0,xcd 0", "wave 1,workgroup 0,xcd 0",
                                         "wave 0,workgroup 1,xcd 1", "wave 1,workgroup 1,xcd 1"};
    static const char *const swaps[] = {"sc0", "sc0", "sc0", "sc0 sc1"};
    static const char *const bits[] = {"sc1", "sc1", "sc1", "sc0 sc1", "sc0", ""};
    static const char *const before[] = {"s_nop 0", "global_store_dword v[2:3], v0, off",
                                         "global_load_dword v5, v[2:3], off"};
    static const char *const waits[] = {"s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)",
                                        "s_waitcnt vmcnt(0)", "s_nop 0"};
    static const char *const ways[] = {"s_cbranch_vccnz", "s_cbranch_vccnz", "s_cbranch_vccz"};
    enum { ROWS = 12 };
    int waves = 2 + gen_below(&seed, 2), first = gen_below(&seed, 4);
    cm_text text, heads, rows[ROWS], seen;
    cm_text *const texts[] = {&text, &heads, &seen};
    open_texts(arena, texts, sizeof texts / sizeof *texts, rows, ROWS);
    cm_text_append(&text, "CDNA locking\n{ l=%d; x=0;", gen_below(&seed, 2));
    for (int t = 0; t < waves; t++) {
        const char *cells[ROWS];
        bool takes = gen_below(&seed, 4) > 0, works = gen_below(&seed, 4) > 0;
        cm_text_append(&text, " %d:v[2:3]=l; %d:v[6:7]=x; %d:v0=1; %d:v4=0; %d:v5=0;", t, t, t, t,
                       t);
        cm_text_append(&heads, "%s P%d@%s,agent 0", t ? " |" : "", t, places[(first + t) % 4]);
        int earlier = gen_below(&seed, 5) - 2;
        cells[0] = earlier > 0
                       ? cm_arena_printf(arena, "%s %s", before[earlier], bits[gen_below(&seed, 6)])
                       : before[0];
        cells[1] = cm_arena_printf(arena, "L%d: %s %s", t,
                                   takes ? "global_atomic_swap v1, v[2:3], v0, off"
                                         : "global_load_dword v1, v[2:3], off",
                                   swaps[gen_below(&seed, 4)]);
        cells[2] = waits[gen_below(&seed, 4)];
        cells[3] = gen_below(&seed, 3) ? "buffer_inv sc1" : "s_nop 0";
        cells[4] = "v_cmp_ne_u32 vcc, 0, v1";
        cells[5] = cm_arena_printf(arena, "%s L%d", ways[gen_below(&seed, 3)], t);
        cells[6] = works ? "global_load_dword v8, v[6:7], off" : "s_nop 0";
        cells[7] = works ? waits[gen_below(&seed, 4)] : "s_nop 0";
        cells[8] = gen_below(&seed, 2) ? "global_store_dword v[6:7], v0, off" : "s_nop 0";
        cells[9] = gen_below(&seed, 3) ? "buffer_wbl2 sc1" : "s_nop 0";
        cells[10] = waits[gen_below(&seed, 4)];
        cells[11] = gen_below(&seed, 4)
                        ? cm_arena_printf(arena, "global_store_dword v[2:3], v4, off %s",
                                          bits[gen_below(&seed, 6)])
                        : "s_nop 0";
        for (int i = 0; i < ROWS; i++)
            cm_text_append(&rows[i], "%s %s", t ? " |" : "", cells[i]);
        cm_text_append(&seen, " %d:v5; %d:v8;", t, t);
    }
    cm_text_append(&text, " }\n%s ;\n", heads.data);
    return with_rows(&text, rows, ROWS, "l; x;", seen.data);
}

TEST(on_cdna_locks)
{
    uint64_t seed = unit_seed() * 100000;
    int decided = 0, total = unit_times(20);
    for (int i = 0; i < total; i++) {
        cm_arena *own = cm_arena_new(0);
        spin_compare_bounds("cdna", cdna_locking(own, seed + (uint64_t)i), &decided);
        cm_arena_free(own);
    }
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("locks on cdna: %d of %d tests are decided\n", decided, total);
}

/* Threads that take turns at a queue by numbers, or nearly: a round compares what it reads with
 * what it carries, leaves, takes, or goes round again for one of several reasons; steps are there
 * or not, and what is compared, kept and stored is now and then something else. */
static const char *queueing(cm_arena *arena, uint64_t seed)
{
    static const char *const loads[] = {"relaxed.gpu", "acquire.gpu", "acquire.gpu", "relaxed.cta"};
    static const char *const stores[] = {"relaxed.gpu", "release.gpu", "release.gpu"};
    static const char *const tests[] = {"eq", "eq", "ne", "gt", "lt"};
    static const char *const kept[] = {"mov.u32 r1, r2", "mov.u32 r1, r1", "add.u32 r1, r1, 1"};
    enum { ROWS = 20 };
    int threads = 2 + gen_below(&seed, 2);
    cm_text text, heads, rows[ROWS], seen;
    cm_text *const texts[] = {&text, &heads, &seen};
    open_texts(arena, texts, sizeof texts / sizeof *texts, rows, ROWS);
    for (int t = 0; t < threads; t++) {
        const char *cells[ROWS] = {NULL};
        char head = "xyz"[gen_below(&seed, 3)], cell = "xyz"[gen_below(&seed, 3)];
        const char *store = stores[gen_below(&seed, 3)];
        bool takes = gen_below(&seed, 3) > 0, again = gen_below(&seed, 2);
        int n = 0;
        cells[n++] = cm_arena_printf(arena, "ld.relaxed.gpu.u32 r1, [%c]", head);
        cells[n++] =
            cm_arena_printf(arena, "A%d: ld.%s.u32 r2, [%c]", t, loads[gen_below(&seed, 4)], cell);
        cells[n++] = cm_arena_printf(arena, "sub.s32 r3, r2, %s", gen_below(&seed, 3) ? "r1" : "0");
        cells[n++] = cm_arena_printf(arena, "setp.%s.s32 p0, r3, %d", tests[gen_below(&seed, 5)],
                                     gen_below(&seed, 2));
        cells[n++] = cm_arena_printf(arena, "@p0 bra B%d", t);
        if (gen_below(&seed, 2)) {
            cells[n++] = "setp.lt.s32 p1, r3, 0";
            cells[n++] = "@p1 ret";
        }
        if (gen_below(&seed, 4) == 0)
            cells[n++] =
                cm_arena_printf(arena, "st.%s.u32 [%c], %s", store, "xyz"[gen_below(&seed, 3)],
                                gen_below(&seed, 2) ? "r2" : "1");
        cells[n++] = gen_below(&seed, 2)
                         ? cm_arena_printf(arena, "ld.relaxed.gpu.u32 r1, [%c]", head)
                         : kept[gen_below(&seed, 3)];
        cells[n++] = cm_arena_printf(arena, "bra A%d", t);
        cells[n++] = cm_arena_printf(arena, "B%d: add.u32 r4, r1, 1", t);
        if (takes) {
            cells[n++] = cm_arena_printf(arena, "atom.cas.relaxed.gpu.b32 r5, [%c], r1, r4", head);
            cells[n++] = "setp.ne.u32 p2, r5, r1";
            cells[n++] = "mov.u32 r1, r5";
            cells[n++] = again ? cm_arena_printf(arena, "@p2 bra A%d", t) : "@p2 ret";
        }
        if (gen_below(&seed, 4))
            cells[n++] =
                cm_arena_printf(arena, "st.%s.u32 [%c], %s", store,
                                gen_below(&seed, 3) ? cell : 'x', gen_below(&seed, 3) ? "r4" : "1");
        cm_text_append(&heads, "%s P%d@cta %d,gpu 0", t ? " |" : "", t, t);
        for (int i = 0; i < ROWS; i++)
            cm_text_append(&rows[i], "%s %s", t ? " |" : "", cells[i] ? cells[i] : "");
        cm_text_append(&seen, " %d:r1; %d:r2;", t, t);
    }
    cm_text_append(&text, "PTX queueing\n{ x=%d; y=%d; z=0; }\n%s ;\n", gen_below(&seed, 2),
                   gen_below(&seed, 2), heads.data);
    return with_rows(&text, rows, ROWS, "x; y; z;", seen.data);
}

/* Threads that draw numbers from a word, or change it by compare-and-swap, and go round again for
 * what they find, or nearly: some accesses are weak, or of a scope without the other thread, and
 * some threads change the word otherwise. */
static const char *drawing(cm_arena *arena, uint64_t seed)
{
    static const char *const strengths[] = {"relaxed.gpu", "relaxed.gpu", "acq_rel.gpu",
                                            "relaxed.cta"};
    static const char *const plain[] = {"relaxed.gpu", "relaxed.gpu", "weak"};
    static const char *const tests[] = {"lt", "lt", "le", "ne", "eq", "gt"};
    enum { ROWS = 12 };
    cm_text text, heads, rows[ROWS], seen;
    cm_text *const texts[] = {&text, &heads, &seen};
    open_texts(arena, texts, sizeof texts / sizeof *texts, rows, ROWS);
    for (int t = 0; t < 2; t++) {
        const char *cells[ROWS] = {NULL}, *how = strengths[gen_below(&seed, 4)];
        char word = "xxy"[gen_below(&seed, 3)];
        int n = 0;
        cells[n++] = cm_arena_printf(arena, "ld.%s.u32 r1, [%c]", plain[gen_below(&seed, 3)], word);
        cells[n++] = cm_arena_printf(arena, "A%d: add.u32 r3, r1, 1", t);
        switch (gen_below(&seed, 5)) {
        case 0:
            cells[n++] = cm_arena_printf(arena, "atom.exch.%s.b32 r2, [%c], %d", how, word,
                                         1 + gen_below(&seed, 3));
            break;
        case 1:
        case 2:
            cells[n++] = cm_arena_printf(arena, "atom.cas.%s.b32 r2, [%c], r1, r3", how, word);
            break;
        default:
            cells[n++] = cm_arena_printf(arena, "atom.add.%s.u32 r2, [%c], %d", how, word,
                                         1 + (gen_below(&seed, 4) == 0));
        }
        if (gen_below(&seed, 3) == 0)
            cells[n++] = cm_arena_printf(arena, "st.%s.u32 [%c], r2", plain[gen_below(&seed, 3)],
                                         "xyz"[gen_below(&seed, 3)]);
        if (gen_below(&seed, 3) == 0)
            cells[n++] = cm_arena_printf(arena, "atom.add.relaxed.gpu.u32 r5, [%c], 1",
                                         "yzz"[gen_below(&seed, 3)]);
        if (gen_below(&seed, 2))
            cells[n++] = cm_arena_printf(arena, "setp.%s.s32 p0, r2, %d",
                                         tests[gen_below(&seed, 6)], gen_below(&seed, 4));
        else
            cells[n++] = "setp.ne.s32 p0, r2, r1";
        if (gen_below(&seed, 4))
            cells[n++] = "mov.u32 r1, r2";
        cells[n++] = cm_arena_printf(arena, "@p0 bra A%d", t);
        if (gen_below(&seed, 3) == 0)
            cells[n++] =
                cm_arena_printf(arena, "st.relaxed.gpu.u32 [%c], 1", "xyz"[gen_below(&seed, 3)]);
        cm_text_append(&heads, "%s P%d@cta %d,gpu 0", t ? " |" : "", t, t);
        for (int i = 0; i < ROWS; i++)
            cm_text_append(&rows[i], "%s %s", t ? " |" : "", cells[i] ? cells[i] : "");
        cm_text_append(&seen, " %d:r1; %d:r2;", t, t);
    }
    cm_text_append(&text, "PTX drawing\n{ x=%d; y=%d; z=0; }\n%s ;\n", gen_below(&seed, 2),
                   gen_below(&seed, 2), heads.data);
    return with_rows(&text, rows, ROWS, "x; y; z;", seen.data);
}

/* The same of waves; now and then something is not waited for. */
static const char *cdna_drawing(cm_arena *arena, uint64_t seed)
{
    static const char *const places[] = {"wave 1,workgroup 0,xcd 0", "wave 0,workgroup 1,xcd 1"};
    static const char *const bits[] = {"sc1", "sc1", "sc0 sc1", ""};
    static const char *const waits[] = {"s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(0)",
                                        "s_waitcnt vmcnt(0)", "s_nop 0"};
    static const char *const draws[] = {"swap v5, v[2:3], v0", "add v5, v[2:3], v0",
                                        "add v5, v[2:3], v0", "cmpswap v5, v[2:3], v[8:9]",
                                        "cmpswap v5, v[2:3], v[8:9]"};
    static const char *const tests[] = {"gt", "gt", "ge", "ne", "eq", "lt"};
    enum { ROWS = 13 };
    const char *place = places[gen_below(&seed, 2)];
    cm_text text, heads, rows[ROWS];
    cm_text *const texts[] = {&text, &heads};
    open_texts(arena, texts, sizeof texts / sizeof *texts, rows, ROWS);
    cm_text_append(&text, "CDNA drawing\n{ x=%d; y=0; z=0;", gen_below(&seed, 2));
    for (int t = 0; t < 2; t++) {
        const char *cells[ROWS] = {NULL};
        int n = 0;
        cm_text_append(&text, " %d:v[2:3]=%c; %d:v[6:7]=%c; %d:v0=%d;", t,
                       "xxy"[gen_below(&seed, 3)], t, "yz"[gen_below(&seed, 2)], t,
                       1 + (gen_below(&seed, 4) == 0));
        cm_text_append(&heads, "%s P%d@%s,agent 0", t ? " |" : "", t,
                       t ? place : "wave 0,workgroup 0,xcd 0");
        cells[n++] = cm_arena_printf(arena, "global_load_dword v1, v[2:3], off %s",
                                     bits[gen_below(&seed, 4)]);
        cells[n++] = waits[gen_below(&seed, 4)];
        cells[n++] = cm_arena_printf(arena, "A%d: v_add_u32 v8, 1, v1", t);
        cells[n++] = "v_mov_b32 v9, v1";
        cells[n++] = cm_arena_printf(arena, "global_atomic_%s, off sc0%s",
                                     draws[gen_below(&seed, 5)], gen_below(&seed, 3) ? "" : " sc1");
        cells[n++] = waits[gen_below(&seed, 4)];
        if (gen_below(&seed, 3) == 0)
            cells[n++] = cm_arena_printf(arena, "global_store_dword v[6:7], v5, off %s",
                                         bits[gen_below(&seed, 4)]);
        if (gen_below(&seed, 3) == 0)
            cells[n++] = "global_atomic_add v[6:7], v0, off";
        cells[n++] = gen_below(&seed, 2)
                         ? cm_arena_printf(arena, "v_cmp_%s_u32 vcc, %d, v5",
                                           tests[gen_below(&seed, 6)], gen_below(&seed, 4))
                         : "v_cmp_ne_u32 vcc, v1, v5";
        if (gen_below(&seed, 4))
            cells[n++] = "v_mov_b32 v1, v5";
        cells[n++] = cm_arena_printf(arena, "s_cbranch_vccnz A%d", t);
        if (gen_below(&seed, 3) == 0)
            cells[n++] = "global_store_dword v[6:7], v0, off sc1";
        for (int i = 0; i < ROWS; i++)
            cm_text_append(&rows[i], "%s %s", t ? " |" : "", cells[i] ? cells[i] : "");
    }
    cm_text_append(&text, " }\n%s ;\n", heads.data);
    return with_rows(&text, rows, ROWS, "x; y; z;", " 0:v1; 0:v5; 1:v1; 1:v5");
}

/* Threads of C that change a word by a compare-exchange, weak or strong, and try again with what it
 * has found, in a register or in memory, or nearly: some count rounds, store elsewhere in each of
 * them, end after one, or read what the other one carries; a third one changes the word at once. */
static const char *carrying(cm_arena *arena, uint64_t seed)
{
    static const char *const orders[][2] = {{"relaxed", "relaxed"},
                                            {"acquire", "acquire"},
                                            {"acq_rel", "relaxed"},
                                            {"release", "relaxed"},
                                            {"seq_cst", "seq_cst"}};
    static const char *const made[] = {"r1 + 1", "r1 + 1", "2"};
    static const char *const rounds[] = {"",
                                         "",
                                         "",
                                         "r3 = r3 + 1;",
                                         "atomic_store_explicit(y, r1, memory_order_relaxed);",
                                         "r3 = atomic_load_explicit(y, memory_order_relaxed);",
                                         "if (r1 == 2) break;",
                                         "r1 = 0;"};
    static const char *const once[] = {
        "atomic_store_explicit(x, 1, memory_order_relaxed);",
        "atomic_fetch_add_explicit(x, 2, memory_order_release);",
        "r2 = atomic_load_explicit(x, memory_order_acquire);",
        "*e = 1;",
        "r2 = *e;",
    };
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "C carrying\n{ x=%d; y=0; e=0; }\n", gen_below(&seed, 2));
    for (int t = 0; t < 2; t++) {
        const char *const *order = orders[gen_below(&seed, 5)];
        bool carries = gen_below(&seed, 3) > 0;
        cm_text_append(&text,
                       "P%d(atomic_int *x, atomic_int *y, int *e) {\n"
                       "  int r2 = 0; int r3 = 0; int r1 = %s;\n",
                       t,
                       gen_below(&seed, 3) ? "atomic_load_explicit(x, memory_order_relaxed)" : "0");
        if (t == 0 || gen_below(&seed, 2)) {
            const char *value = made[gen_below(&seed, 3)];
            cm_text_append(&text,
                           "  while (!atomic_compare_exchange_%s_explicit(x, %s, %s, "
                           "memory_order_%s, memory_order_%s)) { %s }\n",
                           gen_below(&seed, 4) ? "weak" : "strong", carries ? "&r1" : "e", value,
                           order[0], order[1], rounds[gen_below(&seed, 10) % 8]);
        } else {
            cm_text_append(&text, "  %s\n", once[gen_below(&seed, 5)]);
        }
        if (gen_below(&seed, 2))
            cm_text_append(&text, "  %s\n", once[gen_below(&seed, 5)]);
        cm_text_append(&text, "}\n");
    }
    cm_text_append(&text, "locations [x; y; e; 0:r1; 0:r2; 1:r2;]\nforall (true)\n");
    return text.data;
}

/* Rounds that are counted (attempts.h) are followed past a bound: less is not left out then, and
 * there may be more states. None is missing of those that a bound shows. */
static void compare_queue(const char *model, const char *text, bool verify, int *decided)
{
    checker c;
    checker_start_model(&c, model, text);
    cm_check_options options = {.unroll = 1, .timeout = 20, .verify = verify};
    cm_check_result *less = checker_run(&c, c.cat.model, c.job.test, &options);
    const char *known = checker_states(&c, less);
    for (unsigned bound = 1; bound <= 3 && less->outcome == CM_COMPLETE; bound++) {
        options =
            (cm_check_options){.unroll = bound, .timeout = bound == 1 ? 20 : 1, .plain = true};
        cm_check_result *all = checker_run(&c, c.cat.model, c.job.test, &options);
        if (all->outcome == CM_LIMIT)
            break;
        const char *rest = checker_states(&c, all);
        while (*rest) {
            size_t length = strcspn(rest, "|");
            if (!strstr(known, cm_arena_text(c.cat.arena, rest, length)))
                fail_msg("%s\n  found: %s\n  with bound %u: %s", text, known, bound, rest);
            rest += length + strspn(rest + length, "| ");
        }
        for (size_t i = 0; all->flags[i]; i++)
            if (!strstr(spin_flags(&c, less), all->flags[i]))
                fail_msg("%s\n  with bound %u: flag %s", text, bound, all->flags[i]);
        *decided += bound == 1 && all->outcome == CM_LOOPS_CUT;
    }
    checker_end(&c);
}

/* Bounds that no execution reaches (checker/reach.h). */
TEST(on_queues)
{
    static const struct {
        const char *(*make)(cm_arena *arena, uint64_t seed);
        const char *model;
    } kinds[] = {{queueing, "ptx"}, {drawing, "ptx"}, {cdna_drawing, "cdna"}};
    uint64_t seed = unit_seed() * 100000;
    int decided[3] = {0}, total = unit_times(45);
    for (int i = 0; i < total; i++) {
        cm_arena *own = cm_arena_new(0);
        compare_queue(kinds[i % 3].model, kinds[i % 3].make(own, seed + (uint64_t)i), i < 6,
                      &decided[i % 3]);
        cm_arena_free(own);
    }
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("of %d tests decided: queues %d, draws %d, of waves %d\n", total, decided[0],
                      decided[1], decided[2]);
}

/* Attempts that fail for no reason (checker/loops/spurious.h). */
TEST(on_attempts_of_c)
{
    static const char *const models[] = {"rc11", "rc11", "cpp20"};
    uint64_t seed = unit_seed() * 100000;
    int decided = 0, total = unit_times(12);
    for (int i = 0; i < total; i++) {
        cm_arena *own = cm_arena_new(0);
        compare_queue(models[i % 3], carrying(own, seed + (uint64_t)i), i < 3, &decided);
        cm_arena_free(own);
    }
    if (decided * 100 < total * 20 && unit_sample() == 1)
        fail_msg("only %d of %d tests are decided", decided, total);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%d of %d tests with attempts of C are decided\n", decided, total);
}

/* The oracle unrolls loops itself: within its bound it has fewer rounds or as many. */
TEST(against_the_oracle)
{
    static const struct {
        gen_kind kind;
        const char *model;
    } kinds[] = {{GEN_ALL_AARCH64, "arm"},
                 {GEN_ALL_X86, "x86tso"},
                 {GEN_ALL_PTX, "ptx"},
                 {GEN_MIXED, "cmcm"}};
    uint64_t seed = unit_seed();
    int compared = 0;
    for (int i = 0; i < unit_times(40); i++) {
        const char *text =
            gen_spinning(arena, seed * 100000 + (uint64_t)i + 50000, kinds[i % 4].kind);
        checker c;
        checker_start_model(&c, kinds[i % 4].model, text);
        cm_check_options options = {.unroll = 1, .timeout = 20};
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
        oracle_result slow = {0};
        oracle_limits limits = {.unroll = 1, .candidates = 3000};
        if (r->outcome == CM_COMPLETE &&
            oracle_run(&c.cat.work, c.cat.model, c.job.test, &limits, &slow) && slow.states) {
            cm_check_result all = {.states = slow.states, .flags = r->flags};
            spin_compare(&c, text, r, &all, "the oracle");
            compared++;
        }
        checker_end(&c);
    }
    assert_true(compared > 10 || unit_sample() > 1);
}
