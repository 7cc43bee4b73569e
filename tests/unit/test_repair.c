/* explain/repair.h: proposals and forms of our own tests (repair_help.h); what is known. */
#include "tests/unit/repair_help.h"

#include <stdlib.h>

/* ---- tests -------------------------------------------------------------------------------- */

typedef struct counts {
    int tests, repaired, weakened, compared;
} counts;

static void check_file(const char *path, const char *model, bool weaken, counts *n)
{
    repaired b;
    cm_repair_options options = how(weaken);
    open_repaired(&b, path, model, &options);
    check_forms(&b);
    check_proposals(&b);
    if (program_count(&b) <= MOST_PROGRAMS) {
        compare_with_all(&b);
        n->compared++;
    }
    n->tests++;
    n->repaired += b.x->verdict == CM_REPAIRED && !weaken;
    n->weakened += b.x->verdict == CM_REPAIRED && weaken;
    close_repaired(&b);
}

/* Every so many of a folder's tests. */
static const struct folder {
    const char *name, *model;
    int every;
} folders[] = {
    {"tests/litmus/arm", "arm", 1},           {"tests/litmus/x86", "x86tso", 1},
    {"tests/litmus/ptx", "ptx", 1},           {"tests/litmus/riscv", "riscv", 1},
    {"tests/litmus/cmcm", "cmcm", 1},         {"tests/litmus/cdna", "cdna", 7},
    {"tests/litmus/llvm", "llvm-amdgpu", 15}, {"tests/litmus/wave", "wave", 8},
    {"tests/litmus/vulkan", "vulkan", 3},
};

static void check_folder(void **state)
{
    const struct folder *folder = *state;
    cm_arena *arena = cm_arena_new(0);
    counts n = {0, 0, 0, 0};
    for (char **path = unit_files(arena, folder->name, ".litmus", folder->every); *path; path++) {
        check_file(*path, folder->model, false, &n);
        check_file(*path, folder->model, true, &n);
    }
    assert_true(n.tests * unit_sample() > 8);
    assert_true(unit_sample() > 1 || (n.repaired > 1 && n.weakened > 0 && n.compared > 2));
    cm_arena_free(arena);
}

TEST_ROWS(folders, check_folder)

/* ---- what is known -------------------------------------------------------------------------- */

static const char *lines_of(const char *folder, bool weaken, unsigned only, const char *thread)
{
    static char all[4096];
    char path[4096];
    int number = thread ? atoi(thread) : 0;
    snprintf(path, sizeof path, "%s/../tests/litmus/%s.litmus", cat_library(), folder);
    repaired b;
    cm_repair_options options = how(weaken);
    options.only = only;
    options.threads = &number;
    options.thread_count = thread != NULL;
    const char *models[][2] = {{"arm/", "arm"},           {"x86/", "x86tso"},
                               {"ptx/", "ptx"},           {"cmcm/", "cmcm"},
                               {"cdna/", "cdna"},         {"llvm/", "llvm-amdgpu"},
                               {"wave/", "wave"},         {"cookbook/gpu", "ptx"},
                               {"cookbook/host", "cmcm"}, {"vulkan/", "vulkan"}};
    const char *model = NULL;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strncmp(folder, models[i][0], strlen(models[i][0])) == 0)
            model = models[i][1];
    open_repaired(&b, path, model, &options);
    cm_text out = cm_text_new(b.r.arena);
    for (int i = 0; i < b.x->count; i++) {
        cm_text_add(&out, i > 0 ? " | " : "");
        cm_repair_line(&out, b.x, &b.x->proposals[i]);
    }
    if (b.x->verdict == CM_REPAIR_IMPOSSIBLE)
        cm_text_add(&out, b.x->reason);
    snprintf(all, sizeof all, "%s", out.data);
    close_repaired(&b);
    return all;
}

/* Arm ARM B2.3: barrier-ordered-before. The paper, Table 3. */
TEST(message_passing)
{
    assert_string_equal(lines_of("arm/MP", false, CM_REPAIR_ORDERS, NULL),
                        "P0: STR W2,[X3] -> STLR W2,[X3]; P1: LDR W0,[X3] -> LDAPR W0,[X3]");
    assert_string_equal(lines_of("arm/MP", false, CM_REPAIR_FENCES, NULL),
                        "P0: DMB ST before STR W2,[X3]; P1: DMB LD before LDR W2,[X1]");
    assert_string_equal(lines_of("arm/MP", false, 0, "1"),
                        "it is allowed with the strongest form at every place that may be "
                        "changed (3)");
    /* the acquire at the scope of the GPU does not reach the CPU: Figure 4b */
    assert_string_equal(lines_of("cmcm/fig4b-stlr-ld.acquire.gpu", false, CM_REPAIR_SCOPES, NULL),
                        "P1: ld.acquire.gpu.u32 r0, [y] -> ld.acquire.sys.u32 r0, [y]");
    /* Intel SDM 3, 9.2.3.4: loads may be reordered with earlier stores */
    assert_string_equal(lines_of("x86/SB", false, 0, NULL),
                        "P0: MFENCE before MOV EAX,[y]; P1: MFENCE before MOV EAX,[x]");
}

/* Vulkan specification, "Synchronizes-With": a release and an acquire, with semantics of the
 * storage class of the data and what makes it available and visible; scopes that reach. */
TEST(vulkan_semantics)
{
    assert_string_equal(lines_of("vulkan/MP+relaxed", false, CM_REPAIR_ORDERS, NULL),
                        "P0: st.atom.dv.sc0 y, 1 -> "
                        "st.atom.rel.dv.sc0.semsc0.semsc1.semsc2.semsc3.semav y, 1; "
                        "P1: ld.atom.dv.sc0 r0, y -> "
                        "ld.atom.acq.dv.sc0.semsc0.semsc1.semsc2.semsc3.semvis r0, y");
    assert_string_equal(lines_of("vulkan/MP+private-read", false, 0, NULL),
                        "P1: ld.sc0 r1, x -> ld.nonpriv.sc0 r1, x");
}

/* AMDGPUUsage, "Memory Model GFX942": what a row of the table has, and what is as good. */
TEST(cdna_sequences)
{
    assert_string_equal(lines_of("cdna/mp-agent-no-wait", false, CM_REPAIR_FENCES, "0"),
                        "P0: s_waitcnt vmcnt(0) before global_store_dword v[4:5], v0, off sc1");
    assert_string_equal(lines_of("cdna/mp-agent-no-wbl2", false, 0, NULL),
                        "P0: global_store_dword v[2:3], v0, off -> "
                        "global_store_dword v[2:3], v0, off sc1 | "
                        "P0: buffer_wbl2 sc1 before s_waitcnt vmcnt(0) lgkmcnt(0)");
    assert_string_equal(lines_of("cdna/mp-agent-flag-sc0", false, 0, NULL),
                        "P0: global_store_dword v[4:5], v0, off sc0 -> "
                        "global_store_dword v[4:5], v0, off sc1");
    assert_string_equal(lines_of("cdna/mp-system-rmw-no-sc1", false, CM_REPAIR_SCOPES, NULL),
                        "P0: global_atomic_swap v[4:5], v0, off -> "
                        "global_atomic_swap v[4:5], v0, off sc1; "
                        "P1: global_atomic_or v0, v[4:5], v8, off sc0 -> "
                        "global_atomic_or v0, v[4:5], v8, off sc0 sc1");
    /* Nothing of LDS is waited for. */
    assert_string_equal(lines_of("cdna/mp-system", true, 0, NULL),
                        "P0: s_waitcnt vmcnt(0) lgkmcnt(0) -> s_waitcnt vmcnt(0)");
}

/* AMDGPUUsage, "Memory Scopes": both scopes must reach; AMDGPUMemoryModel, one-as. */
TEST(llvm_orders)
{
    assert_string_equal(lines_of("llvm/MP-monotonic", false, CM_REPAIR_ORDERS, NULL),
                        "P0: store.monotonic.agent.i32 [y], 1 -> store.release.agent.i32 [y], 1; "
                        "P1: load.monotonic.agent.i32 r0, [y] -> load.acquire.agent.i32 r0, [y]");
    assert_string_equal(lines_of("llvm/MP-monotonic", false, CM_REPAIR_FENCES, NULL),
                        "P0: fence.release.agent before store.monotonic.agent.i32 [y], 1; "
                        "P1: fence.acquire.agent before load.monotonic.agent.i32 r1, [x]");
    assert_string_equal(lines_of("llvm/MP-workgroup-apart", false, CM_REPAIR_SCOPES, NULL),
                        "P0: store.release.workgroup.i32 [y], 1 -> store.release.agent.i32 [y], 1; "
                        "P1: load.acquire.workgroup.i32 r0, [y] -> load.acquire.agent.i32 r0, [y]");
    assert_string_equal(lines_of("llvm/MP-one_as-local-flag", false, CM_REPAIR_ORDERS, NULL),
                        "P0: store.release.workgroup.one_as.local.i32 [y], 1 -> "
                        "store.release.workgroup.local.i32 [y], 1; "
                        "P1: load.acquire.workgroup.one_as.local.i32 r0, [y] -> "
                        "load.acquire.workgroup.local.i32 r0, [y]");
    assert_string_equal(lines_of("llvm/MP-seq_cst", true, 0, NULL),
                        "P0: store.seq_cst.agent.i32 [y], 1 -> store.release.agent.i32 [y], 1; "
                        "P1: load.seq_cst.agent.i32 r0, [y] -> load.acquire.agent.i32 r0, [y]");
}

/* Language Reference: without a syncscope it is that of the system. */
TEST(llvm_without_a_syncscope)
{
    cm_strengths forms =
        cm_strengths_of(arena, CM_LLVM, &(cm_instruction){.text = "store.release.i32 [y], 1"});
    assert_true(forms.self >= 0);
    assert_string_equal(forms.items[forms.self].name, "store.release.system");
    assert_string_equal(forms.items[forms.self].text, "store.release.i32 [y], 1");
    assert_int_equal(
        cm_strengths_of(arena, CM_LLVM, &(cm_instruction){.text = "store.volatile.i32 [y], 1"})
            .self,
        -1);
    assert_int_equal(
        cm_strengths_of(arena, CM_LLVM, &(cm_instruction){.text = "load.av.agent.i32 r0, [y]"})
            .self,
        -1);
}

TEST(weakenings)
{
    /* that X is read at system scope plays no part: docs/explain.md */
    assert_string_equal(lines_of("cmcm/fig4a-stlr-ld.acquire.sys", true, CM_REPAIR_SCOPES, NULL),
                        "P1: ld.relaxed.sys.u32 r1, [x] -> ld.relaxed.cta.u32 r1, [x]");
    assert_string_equal(lines_of("x86/SB+mfences", true, 0, NULL), "");
}

/* Where an interleaving shows the outcome: what the cookbook (docs/cookbook.md) puts in, and
 * in no other place. PTX ISA 9.7.10.28.3, 9.7.10.28.4, "bar", "griddepcontrol", 8.9.4. */
TEST(waits)
{
    static const char *const known[][2] = {
        {"gpu-barrier-same-cta",
         "P0: bar.sync 0 at its end; P1: bar.sync 0 before ld.weak.shared.u32 r0, [s]"},
        {"gpu-cp.async-own", "P0: cp.async.wait_all before ld.weak.shared.u32 r0, [s]"},
        {"gpu-cp.async-other", "P0: cp.async.wait_all before bar.sync 0"},
        {"gpu-tma-store-then-reuse",
         "P0: cp.async.bulk.wait_group.read 0 before st.weak.shared.u32 [s], 2"},
        {"gpu-tma-store-then-flag",
         "P0: cp.async.bulk.wait_group.read 0 -> cp.async.bulk.wait_group 0 | "
         "P0: cp.async.bulk.wait_group 0 before st.release.gpu.u32 [f], 1"},
        {"gpu-dependent-kernel", "P1: griddepcontrol.wait before ld.weak.u32 r0, [x]"},
        {"gpu-next-kernel", "P1: after P0 in its head"},
        {"host-launch", "P1: after P0 in its head"},
        {"host-synchronize", "P1: after P0 in its head"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char folder[200];
        snprintf(folder, sizeof folder, "cookbook/%s", known[i][0]);
        assert_string_equal(lines_of(folder, false, CM_REPAIR_ALL, NULL), known[i][1]);
        assert_string_equal(lines_of(folder, false, CM_REPAIR_WAITS, NULL), known[i][1]);
        assert_non_null(
            strstr(lines_of(folder, false, 0, NULL), "the threads show it by taking turns"));
    }
    /* a thread that must not change is not changed, nor does its CTA meet without it */
    assert_non_null(strstr(lines_of("cookbook/gpu-barrier-same-cta", false, CM_REPAIR_ALL, "0"),
                           "the threads show it by taking turns"));
    /* what an order forbids needs no wait */
    assert_string_equal(lines_of("cookbook/gpu-both-flags", false, CM_REPAIR_ALL, NULL),
                        lines_of("cookbook/gpu-both-flags", false, 0, NULL));
}

/* PTX ISA 9.7.13.15: orders and scopes of mbarrier and barrier.cluster. The wait acquires at the
 * scope of the CTA unless it says more, and st.async completes at the scope of the cluster. */
TEST(orders_of_barriers)
{
    assert_string_equal(lines_of("cookbook/gpu-st.async", false, CM_REPAIR_SCOPES, NULL),
                        "P1: mbarrier.try_wait.parity.b64 p0, [m], 0 -> "
                        "mbarrier.try_wait.parity.acquire.cluster.b64 p0, [m], 0");
    static const char *const known[][2] = {
        {"mbarrier.try_wait.parity.b64 p0, [m], 0", "mbarrier.try_wait.parity.acquire.cta"},
        {"mbarrier.arrive.relaxed.cluster.b64 _, [m]", "mbarrier.arrive.relaxed.cluster"},
        {"mbarrier.expect_tx.b64 [m], 16", "mbarrier.expect_tx.relaxed.cta"},
        {"barrier.cluster.arrive.aligned", "barrier.cluster.arrive.release"},
        {"multimem.red.relaxed.sys.add.u32 [n], r0", "multimem.red.relaxed.sys"},
        {"st.async.release.gpu.global.u32 [x], r0", "st.async.release.gpu"},
        {"fence.mbarrier_init.release.cluster", "fence.mbarrier_init.release.cluster"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        cm_work work = cm_work_new(arena);
        const char *text =
            cm_arena_printf(arena,
                            "PTX one { x=0; z@gpu 1=0; shared int64_t m@cta 0=0; multimem n={x,z}; "
                            "} P0@cta 0,gpu 0 ; %s ; exists (true)",
                            known[i][0]);
        const cm_source source = {"one", text, strlen(text)};
        const cm_test *test = cm_litmus_parse(&work, &source);
        assert_non_null(test);
        cm_strengths forms = cm_strengths_of(arena, CM_PTX, &test->threads[0].instructions[0]);
        assert_true(forms.self >= 0 && forms.count > 1);
        assert_string_equal(forms.items[forms.self].name, known[i][1]);
        assert_string_equal(forms.items[forms.self].text, known[i][0]);
    }
}

/* What a repair leaves is said: plain data behind a flag that only became relaxed still races. */
TEST(flags_are_told)
{
    static const char text[] = "PTX co\n{ x=0; z=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                               " st.weak.u32 [z], 1 | ld.weak.u32 r2, [z] ;\n"
                               " st.relaxed.gpu.u32 [x], 1 | ld.relaxed.gpu.u32 r0, [x] ;\n"
                               " st.weak.u32 [x], 2 | ld.weak.u32 r1, [x] ;\n"
                               "exists (1:r0=2 /\\ 1:r1=1)\n";
    checker c;
    checker_start_model(&c, "ptx", text);
    cm_repair_options options = how(false);
    const cm_repair *x = cm_repair_test(&c.cat.work, c.solver, c.cat.model, c.job.test, &options);
    assert_true(x->count > 0);
    for (int i = 0; i < x->count; i++) {
        const char *leaves = cm_repair_leaves(c.cat.arena, &x->proposals[i]);
        assert_true(x->proposals[i].flags_known);
        assert_string_equal(leaves, "data-race on z");
    }
    cm_text out = cm_text_new(c.cat.arena);
    cm_repair_text(&out, x, false);
    assert_non_null(strstr(out.data, "\n   leaves data-race on z\n"));
    checker_end(&c);
}

static void expect_wait(const char *text, const char *expected)
{
    checker c;
    checker_start_model(&c, "ptx", text);
    cm_repair_options options = how(false);
    options.only = CM_REPAIR_WAITS;
    const cm_repair *x = cm_repair_test(&c.cat.work, c.solver, c.cat.model, c.job.test, &options);
    cm_text out = cm_text_new(c.cat.arena);
    cm_text_add(&out, x->count > 0 ? "" : "none");
    for (int i = 0; i < x->count; i++)
        cm_repair_line(&out, x, &x->proposals[i]);
    assert_string_equal(out.data, expected);
    assert_int_equal(x->waits, x->count > 0);
    assert_false(x->waits && x->complete);
    checker_end(&c);
}

/* PTX ISA 9.7.13.15.16: a copy that completes at an mbarrier object. Names that are taken are not
 * taken again. */
TEST(waits_for_phases)
{
#define COPY                                                                                       \
    "PTX t\n{ shared int s[4]@cta 0; shared int64_t m@cta 0; int x[4]={1,1,1,1}; }\n"              \
    " P0@cta 0,gpu 0 ;\n mbarrier.init.b64 [m], 1 ;\n"                                             \
    " mbarrier.arrive.expect_tx.b64 rd1, [m], 16 ;\n"                                              \
    " cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [m] ;\n"
    expect_wait(COPY " ld.weak.shared.u32 r0, [s] ;\nexists (0:r0=0)\n",
                "P0: LW: before ld.weak.shared.u32 r0, [s]; "
                "P0: mbarrier.try_wait.parity.b64 p9, [m], 0 before ld.weak.shared.u32 r0, [s]; "
                "P0: @!p9 bra LW before ld.weak.shared.u32 r0, [s]");
    expect_wait(COPY " setp.eq.u32 p9, r5, 1 ;\n @p9 bra LW ;\n LW: ld.weak.shared.u32 r0, [s] ;\n"
                     "exists (0:r0=0)\n",
                "P0: LW0: before ld.weak.shared.u32 r0, [s]; "
                "P0: mbarrier.try_wait.parity.b64 p8, [m], 0 before ld.weak.shared.u32 r0, [s]; "
                "P0: @!p8 bra LW0 before ld.weak.shared.u32 r0, [s]");
}

/* A wait and a barrier; barriers of other numbers than those there are; none where a thread may
 * jump over it, and none between CTAs. */
TEST(waits_at_barriers)
{
    expect_wait("PTX t\n{ shared s@cta 0=0; x=1; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                " cp.async.ca.shared.global [s], [x], 4 | ld.weak.shared.u32 r0, [s] ;\n"
                "exists (1:r0=0)\n",
                "P0: cp.async.wait_all at its end; P0: bar.sync 0 at its end; "
                "P1: bar.sync 0 before ld.weak.shared.u32 r0, [s]");
    expect_wait("PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n bar.sync 3 | bar.sync 3 ;\n"
                " st.weak.u32 [x], 1 | ld.weak.u32 r0, [x] ;\nexists (1:r0=0)\n",
                "P0: bar.sync 4 at its end; P1: bar.sync 4 before ld.weak.u32 r0, [x]");
    expect_wait("PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                " st.weak.u32 [x], 1 | setp.eq.u32 p0, r5, 1 ;\n | @p0 bra L0 ;\n"
                " | ld.weak.u32 r0, [x] ;\n | L0: mov.u32 r1, 1 ;\nexists (1:r0=0)\n",
                "none");
    expect_wait("PTX t\n{ x=0; }\n P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n"
                " st.weak.u32 [x], 1 | ld.weak.u32 r0, [x] ;\nexists (1:r0=0)\n",
                "none");
    /* nobody would ever come out of it: that forbids nothing */
    expect_wait("PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                " L0: ld.relaxed.gpu.u32 r0, [y] | ld.relaxed.gpu.u32 r1, [x] ;\n"
                " setp.eq.u32 p0, r0, 0 | st.relaxed.gpu.u32 [y], 1 ;\n @p0 bra L0 | ;\n"
                "exists (1:r1=0)\n",
                "none");
}

/* Of a test that asks for no outcome: what prevents its flags, each by a check of its own. */
static void expect_prevented(const char *text, int count, const char *first)
{
    checker c;
    checker_start_model(&c, "ptx", text);
    cm_repair_options options = how(false);
    options.only = CM_REPAIR_ALL;
    const cm_repair *x = cm_repair_test(&c.cat.work, c.solver, c.cat.model, c.job.test, &options);
    cm_text out = cm_text_new(c.cat.arena);
    assert_true(x->of_flags);
    assert_int_equal(x->verdict, count > 0 ? CM_REPAIRED : CM_REPAIR_NEEDLESS);
    assert_int_equal(x->count, count);
    for (int i = 0; i < x->count; i++) {
        cm_repair_options again = how(false);
        cm_source source = {"changed.litmus", x->proposals[i].text, strlen(x->proposals[i].text)};
        const cm_test *changed = cm_litmus_parse(&c.cat.work, &source);
        const cm_repair *nothing =
            cm_repair_test(&c.cat.work, c.solver, c.cat.model, changed, &again);
        assert_int_equal(nothing->verdict, CM_REPAIR_NEEDLESS);
    }
    if (x->count > 0)
        cm_repair_line(&out, x, &x->proposals[0]);
    assert_string_equal(out.data, first);
    checker_end(&c);
}

TEST(flags_prevented)
{
#define PASSED(FLAG, SEEN)                                                                         \
    "PTX t\n{ }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.u32 [x], 1 | " SEEN " r0, [f] ;\n " FLAG  \
    " [f], 1 | setp.eq.u32 p0, r0, 0 ;\n | @p0 bra L0 ;\n | ld.u32 r1, [x] ;\n | L0: ;\n"          \
    "locations [1:r0; 1:r1;]\n"
    expect_prevented(PASSED("st.relaxed.gpu.u32", "ld.relaxed.gpu.u32"), 4,
                     "P0: st.relaxed.gpu.u32 [f], 1 -> st.release.gpu.u32 [f], 1; "
                     "P1: ld.relaxed.gpu.u32 r0, [f] -> ld.acquire.gpu.u32 r0, [f]");
    expect_prevented(PASSED("st.release.gpu.u32", "ld.acquire.gpu.u32"), 0, "");
    /* a flag that is plain becomes atomic, the data stay plain */
    expect_prevented(PASSED("st.u32", "ld.acquire.gpu.u32"), 3,
                     "P0: st.u32 [f], 1 -> st.release.gpu.u32 [f], 1");
    /* of one CTA a barrier, not two atomic accesses; of two CTAs these */
#define APART(A, B)                                                                                \
    "PTX t\n{ }\n P0@cta " A ",gpu 0 | P1@cta " B ",gpu 0 ;\n st.u32 [x], 1 | ld.u32 r0, [x] ;\n"  \
    "locations [1:r0;]\n"
    expect_prevented(APART("0", "0"), 1,
                     "P0: bar.sync 0 at its end; "
                     "P1: bar.sync 0 before ld.u32 r0, [x]");
    /* what two threads run by one instruction stands before it in both */
    expect_prevented("PTX t\n{ }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
                     " st.u32 [x], 1 (* k:1 *) | st.u32 [y], 1 (* k:1 *) ;\n"
                     " ld.u32 r0, [y] (* k:2 *) | ld.u32 r0, [x] (* k:2 *) ;\nlocations [1:r0;]\n",
                     1,
                     "P0: bar.sync 0 before ld.u32 r0, [y]; "
                     "P1: bar.sync 0 before ld.u32 r0, [x]");
    expect_prevented(APART("0", "1"), 1,
                     "P0: st.u32 [x], 1 -> st.relaxed.gpu.u32 [x], 1; "
                     "P1: ld.u32 r0, [x] -> ld.relaxed.gpu.u32 r0, [x]");
}

TEST(interleaved)
{
    static const char text[] = "AArch64 free\n{ 0:X1=x; 1:X1=x; }\n"
                               " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | ;\n"
                               "exists (1:X0=1)\n";
    checker c;
    checker_start_model(&c, "arm", text);
    cm_repair_options options = how(false);
    const cm_repair *x = cm_repair_test(&c.cat.work, c.solver, c.cat.model, c.job.test, &options);
    assert_int_equal(x->verdict, CM_REPAIR_IMPOSSIBLE);
    assert_string_equal(x->reason,
                        "the threads show it by taking turns, each in the order of its program");
    checker_end(&c);
}

/* One proposal, and it is said that there may be more: the model is not monotone. */
static void expect_exception(const char *model, const char *text, unsigned only, const char *line)
{
    checker c;
    checker_start(&c, model, text);
    cm_repair_options options = how(false);
    options.only = only;
    const cm_repair *x = cm_repair_test(&c.cat.work, c.solver, c.cat.model, c.job.test, &options);
    assert_int_equal(x->verdict, CM_REPAIRED);
    assert_false(x->monotone);
    assert_false(x->complete);
    assert_int_equal(x->count, 1);
    cm_text out = cm_text_new(c.cat.arena);
    cm_repair_line(&out, x, &x->proposals[0]);
    assert_string_equal(out.data, line);
    checker_end(&c);
}

#define ODD "\"odd\"\ninclude \"cos.cat\"\nacyclic po-loc | rf | co | fr as coherence\n"

/* An acquire that reads from a store that is no release: a model that forbids just that forbids
 * less of a test with more order. */
TEST(exceptions)
{
    expect_exception(ODD "empty [W \\ (L | IW)];rfe;[A] as odd\n",
                     "AArch64 one\n{ 0:X1=x; 1:X1=x; }\n"
                     " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | ;\n"
                     "exists (1:X0=1)\n",
                     0, "P1: LDR W0,[X1] -> LDAR W0,[X1]");
}

/* As above, but with a release before the store an acquire is always too much. What is as strong
 * as can be need not have the acquire, so that it is proposed: and above it there are programs
 * that allow the outcome. */
TEST(exceptions_above)
{
    expect_exception(ODD "empty [W \\ (L | IW)];rfe;[A | Q] as odd\n"
                         "empty [L];po;[W];rfe;[A | Q] as odder\n",
                     "AArch64 two\n{ 0:X1=x; 0:X3=y; 1:X1=x; }\n"
                     " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X3] | ;\n"
                     " STR W0,[X1] | ;\nexists (1:X0=1)\n",
                     CM_REPAIR_ORDERS, "P1: LDR W0,[X1] -> LDAPR W0,[X1]");
}

/* One problem for all programs, but where forms differ by more than tags: only what is proposed
 * is checked from the beginning, and the test itself, as it was read. */
TEST(at_once)
{
    static const struct {
        const char *test, *model;
        bool at_once;
    } tests[] = {{"cmcm/fig4b-stlr-ld.acquire.gpu", "cmcm", true},
                 {"arm/MP", "arm", true},
                 {"riscv/MP", "riscv", true},
                 {"ptx/MP+fence.acq_rel.gpu+po", "ptx", true},
                 {"x86/SB", "x86tso", true},
                 {"x86/ATOM-inc", "x86tso", false}};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/../tests/litmus/%s.litmus", cat_library(), tests[i].test);
        repaired b;
        cm_repair_options options = how(false);
        open_repaired(&b, path, tests[i].model, &options);
        bool only_proposals = b.x->checked == (size_t)b.x->count + 1;
        if (only_proposals != tests[i].at_once || b.x->count == 0)
            fail_msg("%s: %zu programs tried, %zu checks, %d proposals", tests[i].test, b.x->tried,
                     b.x->checked, b.x->count);
        close_repaired(&b);
    }
}

/* ---- costs ------------------------------------------------------------------------------------
 */

static cm_costs costs_of(cat *c, const char *text)
{
    cm_costs costs = {0};
    cm_source *source = CM_NEW(c->arena, cm_source);
    *source = (cm_source){"costs", text, strlen(text)};
    cm_costs_read(&c->work, source, &costs);
    return costs;
}

TEST(costs_decide)
{
    repaired b;
    cat prices;
    cat_start(&prices);
    cm_costs costs = costs_of(&prices, "# dear\nSTLR 100\n\n  DMB ST   1  # cheap\n");
    assert_int_equal(costs.count, 2);
    assert_string_equal(costs.items[1].name, "DMB ST");
    char path[4096];
    snprintf(path, sizeof path, "%s/../tests/litmus/arm/MP.litmus", cat_library());
    cm_repair_options options = how(false);
    options.costs = &costs;
    open_repaired(&b, path, "arm", &options);
    cm_text out = cm_text_new(b.r.arena);
    cm_repair_line(&out, b.x, &b.x->proposals[0]);
    assert_string_equal(out.data, "P0: DMB ST before STR W2,[X3]; P1: LDR W0,[X3] -> LDAPR "
                                  "W0,[X3]");
    close_repaired(&b);
    cat_end(&prices);
}

typedef struct reading {
    cat *c;
    const char *text;
} reading;

static void read_costs(void *argument)
{
    reading *r = argument;
    costs_of(r->c, r->text);
}

TEST(bad_costs)
{
    static const char *const bad[] = {"STLR", "STLR x", "4", "STLR -1", "STLR inf", "STLR nan"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cat c;
        cat_start(&c);
        reading r = {&c, bad[i]};
        assert_false(cm_arena_protect(c.arena, read_costs, &r));
        assert_int_equal(c.work.diags.errors, 1);
        cat_end(&c);
    }
}
