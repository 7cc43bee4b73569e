/* explain/: words of source languages for instructions, and what is told of a test. */
#include "tests/unit/doc_help.h"
#include "tests/unit/explain_help.h"

/* docs/cuda.md, the other way round; fences become stronger ones. HIP's is what clang 19 makes of
 * it. */
TEST(in_source)
{
    static const char *const words[][2] = {
        {"fence.acquire.cta", "`__threadfence_block()`"},
        {"fence.acq_rel.gpu", "`__threadfence()`"},
        {"fence.sc.sys", "`__threadfence_system()`"},
        {"fence.sc.cluster", "`cuda::ptx::fence` with `cuda::ptx::sem_sc` and "
                             "`cuda::ptx::scope_cluster`"},
        {"fence.acquire.cluster", "`cuda::ptx::fence` with `cuda::ptx::sem_acq_rel` and "
                                  "`cuda::ptx::scope_cluster`"},
        {"fence.proxy.alias", "`cuda::ptx::fence_proxy_alias`"},
        {"fence.proxy.async", "`cuda::ptx::fence_proxy_async`"},
        {"fence.proxy.async.shared::cta",
         "`cuda::ptx::fence_proxy_async` with `cuda::ptx::space_shared`"},
        {"fence.proxy.async.global",
         "`cuda::ptx::fence_proxy_async` with `cuda::ptx::space_global`"},
        {"fence.proxy.tensormap::generic.release.gpu",
         "`cuda::ptx::fence_proxy_tensormap_generic` with `cuda::ptx::sem_release` and "
         "`cuda::ptx::scope_gpu`"},
        {"mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p0, [m], 0",
         "`cuda::ptx::mbarrier_try_wait_parity` with `cuda::ptx::sem_acquire` and "
         "`cuda::ptx::scope_cluster`"},
        {"mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [m], 4",
         "`cuda::ptx::mbarrier_arrive_expect_tx` with `cuda::ptx::sem_release` and "
         "`cuda::ptx::scope_cta`"},
        {"barrier.cluster.arrive.release",
         "`cuda::ptx::barrier_cluster_arrive` with `cuda::ptx::sem_release`"},
        {"st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [x], 1, [m]",
         "`cuda::ptx::st_async`"},
        {"cp.async.bulk.wait_group.read 0",
         "`cuda::ptx::cp_async_bulk_wait_group_read` with `cuda::ptx::n32_t<0>()`"},
        {"cp.async.bulk.commit_group", "`cuda::ptx::cp_async_bulk_commit_group`"},
        {"griddepcontrol.wait", "`cudaGridDependencySynchronize()`"},
        {"fence.proxy.texture", NULL},
        {"bar.sync 0", "`__syncthreads()`"},
        {"bar.warp.sync 0xffffffff", "`__syncwarp()`"},
        {"ld.acquire.gpu.global.u32 r0, [x]",
         "a `cuda::atomic_ref` load with `cuda::memory_order_acquire` and "
         "`cuda::thread_scope_device`"},
        {"st.release.sys.u32 [x], 1", "a `cuda::atomic_ref` store with "
                                      "`cuda::memory_order_release` and "
                                      "`cuda::thread_scope_system`"},
        {"atom.acq_rel.cta.add.u32 r0, [x], 1", "a `cuda::atomic_ref` operation with "
                                                "`cuda::memory_order_acq_rel` and "
                                                "`cuda::thread_scope_block`"},
        {"ld.weak.u32 r0, [x]", NULL},
        {"st.async.release.gpu.u32 [x], 1", NULL},
        {"DMB SY", NULL},
        {"cp.async.wait_all", "`__pipeline_commit(), __pipeline_wait_prior(0)`"},
        {"s_waitcnt vmcnt(0)", "`__threadfence()`"},
        {"buffer_wbl2 sc1", "`__threadfence()`"},
        {"buffer_inv sc0 sc1", "`__threadfence_system()`"},
        {"buffer_inv sc0", "`__threadfence_block()`"},
        {"buffer_inv", NULL},
        {"global_store_dword v0, v1, s[4:5] sc1",
         "`__hip_atomic_store` with `__ATOMIC_RELAXED` and `__HIP_MEMORY_SCOPE_AGENT`"},
        {"flat_load_dword v0, v[2:3] sc0 sc1",
         "`__hip_atomic_load` with `__ATOMIC_RELAXED` and `__HIP_MEMORY_SCOPE_SYSTEM`"},
        {"global_load_dword v0, v[2:3], off sc1 nt", NULL},
        {"global_load_dword v0, v[2:3], off", NULL},
        {"global_atomic_add v0, v1, s[4:5] sc1", NULL},
        {"load.acquire.i32 r0, [x]", "an atomic load with `memory_order_acquire`"},
        {"store.monotonic.i32 [x], 1", "an atomic store with `memory_order_relaxed`"},
        {"atomicrmw.add.acq_rel.i32 r0, [x], 1", "an atomic operation with `memory_order_acq_rel`"},
        {"cmpxchg.seq_cst.fail_monotonic.i32 r0, r1, [x], 0, 1",
         "an atomic compare-exchange with `memory_order_seq_cst`"},
        {"fence.release", "`atomic_thread_fence(memory_order_release)`"},
        {"fence.acq_rel.gpu", "`__threadfence()`"},
        {"store.i32 [x], 1", NULL},
    };
    cm_arena *own = cm_arena_new(0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        const char *found = cm_explain_in_source(own, words[i][0]);
        if ((!found) != (!words[i][1]) || (found && strcmp(found, words[i][1]) != 0))
            fail_msg("%s: %s", words[i][0], found ? found : "nothing");
    }
    cm_arena_free(own);
}

/* The rows "| `v = cuda::ptx::NAME(...)` | `PTX` |" of docs/cuda.md, the other way round. */
TEST(in_ptx)
{
    cm_arena *own = cm_arena_new(0);
    int rows = 0;
    for (char *at = read_document(own, "cuda.md"); (at = strstr(at, "cuda::ptx::")); rows++) {
        const char *name = cm_arena_text(own, at, strcspn(at, "(`"));
        char *end = strchr(at, '\n'), *ptx = strstr(at, "` | `");
        if (at = end, !ptx || ptx > end)
            fail_msg("no PTX beside %s", name);
        ptx += strlen("` | `");
        const char *found = cm_explain_in_source(own, cm_arena_text(own, ptx, strcspn(ptx, "`")));
        if (!found || !strstr(found, name))
            fail_msg("%s: %s", name, found ? found : "nothing");
    }
    assert_true(rows > 10);
    cm_arena_free(own);
}

static void assert_told(explained *b, const char *words)
{
    cm_text out = cm_text_new(b->c.cat.arena);
    cm_explain_text(&out, b->x, false);
    if (!strstr(out.data, words))
        fail_msg("no\n%s in\n%s", words, out.data);
    checker_end(&b->c);
}

typedef struct story {
    const char *model, *test, *words;
} story;

static void assert_stories(const story *stories, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        explained b;
        char path[200];
        snprintf(path, sizeof path, "%s/tests/litmus/%s", getenv("CMCM_SOURCE"), stories[i].test);
        open_file_of(&b, stories[i].model, path);
        assert_told(&b, stories[i].words);
    }
}

/* What happens, read aloud. */
TEST(stories)
{
    static const story stories[] = {
        {"arm", "arm/MP.litmus",
         "  P0 writes [x]=1 (c), then [y]=1 (d).\n"
         "  P1 reads [y]=1 (e), which P0 wrote (d), then [x]=0 (f) and misses P0's [x]=1\n"
         "    (c).\n"},
        {"arm", "arm/LB.litmus",
         "  P0 reads [x]=1 (c), which P1 wrote (f), then writes [y]=1 (d).\n"
         "  P1 reads [y]=1 (e), which P0 wrote (d), then writes [x]=1 (f).\n"},
        {"arm", "arm/R.litmus",
         "  P0 writes [x]=1 (c), then [y]=1 (d).\n"
         "  P1 writes [y]=2 (e), over P0's [y]=1 (d), then reads [x]=0 (f) and misses P0's\n"
         "    [x]=1 (c).\n"},
        {"arm", "arm/S.litmus",
         "  P0 writes [x]=2 (c), over P1's [x]=1 (f), then [y]=1 (d).\n"
         "  P1 reads [y]=1 (e), which P0 wrote (d), then writes [x]=1 (f).\n"},
        {"arm", "arm/WRC.litmus",
         "  P0 writes [x]=1 (c).\n"
         "  P1 reads [x]=1 (d), which P0 wrote (c), then writes [y]=1 (e).\n"
         "  P2 reads [y]=1 (f), which P1 wrote (e), then [x]=0 (g) and misses P0's [x]=1\n"
         "    (c).\n"},
        {"arm", "arm/CoWW.litmus",
         "  P0 writes [x]=1 (b), over its own [x]=2 (c), then [x]=2 (c).\n"},
        {"cmcm", "cmcm/ATOM-ldadd-atom.add.sys.litmus",
         "  P1 reads [x]=0 (d) and writes [x]=1 (e) as one, and P0 writes [x]=1 (c) in\n"
         "    between.\n"},
        {"ptx", "kernels/MP-after.litmus",
         "  P0 writes [x]=1 (b).\n"
         "  P1 reads [x]=0 (c), after P0 has ended, and misses P0's [x]=1 (b).\n"},
    };
    assert_stories(stories, sizeof stories / sizeof *stories);
}

/* Why nothing prevents a flag, also where no outcome is asked for. */
TEST(reasons_of_flags)
{
#define TWO "PTX t\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
    static const struct {
        const char *text, *words;
    } tests[] = {
        {TWO " st.weak.u32 [x], 1 | ld.weak.u32 r1, [x] ;\nforall (true)\n",
         "t, model ptx: an execution can raise data-race.\n"},
        {TWO " st.weak.u32 [x], 1 | ld.weak.u32 r1, [x] ;\n st.release.gpu.u32 [y], 1 | ;\n"
             "exists (1:r1=1)\n",
         "  - P1 reads what P0 wrote, but such a read makes no thread wait: it could as\n"
         "    well have come before the write.\n"},
        {TWO " st.weak.u32 [x], 1 | ld.acquire.gpu.u32 r0, [y] ;\n"
             " st.release.gpu.u32 [y], 1 | ld.weak.u32 r1, [x] ;\nexists (1:r0=0 /\\ 1:r1=1)\n",
         "  - P1's read of [y] (e) comes too early to see P0's write of [y] (d), so\n"
         "    nothing makes P1 wait for P0.\n"},
        {TWO " st.weak.u32 [x], 1 | ld.weak.u32 r1, [x] ;\n st.release.gpu.u32 [y], 1 | ;\n"
             "exists (1:r1=0)\n",
         "  - nothing makes P0 wait for P1, or P1 for P0: between the two neither thread\n"
         "    reads what the other wrote, and they meet at no barrier.\n"},
        {TWO " st.weak.u32 [x], 1 | ld.acquire.gpu.u32 r0, [y] ;\n"
             " st.relaxed.gpu.u32 [y], 1 | setp.eq.u32 p0, r0, 1 ;\n"
             " | @p0 ld.weak.u32 r1, [x] ;\nforall (true)\n",
         "Why nothing prevents it:\n"
         "  - `st.relaxed.gpu.u32 [y], 1` (P0, line 5) is relaxed, not release: others may\n"
         "    see it before what P0 did earlier.\n"},
        {TWO " st.weak.u32 [x], 1 | ld.acquire.cta.u32 r0, [y] ;\n"
             " st.release.gpu.u32 [y], 1 | setp.eq.u32 p0, r0, 1 ;\n"
             " | @p0 ld.weak.u32 r1, [x] ;\nforall (true)\n",
         "  - `ld.acquire.cta.u32 r0, [y]` (P1, line 4) has scope cta, which does not\n"
         "    reach P0 (gpu does).\n"},
        {"PTX t\n{ shared s@cta 0=0; x=1 }\n P0@cta 0,gpu 0 ;\n"
         " cp.async.ca.shared.global [s], [x], 4 ;\n ld.weak.shared.u32 r0, [s] ;\n"
         "forall (true)\n",
         "  - `cp.async.ca.shared.global [s], [x], 4` (P0, line 4) goes on in the\n"
         "    background, and P0 does not wait for its end before `ld.weak.shared.u32 r0,\n"
         "    [s]` (P0, line 5).\n"},
        {"PTX t\n{ shared s@cta 0=0; x=1 }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
         " cp.async.ca.shared.global [s], [x], 4 | bar.sync 0 ;\n"
         " bar.sync 0 | ld.weak.shared.u32 r0, [s] ;\nforall (true)\n",
         "  - `cp.async.ca.shared.global [s], [x], 4` (P0, line 4) goes on in the\n"
         "    background, and P0 does not wait for its end before `bar.sync 0` (P0, line\n"
         "    5).\n"},
        {"PTX t\n{ shared int s[4]@cta 0={1,1,1,1}; int y[4]; f=0 }\n"
         " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
         " cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [y], [s], 16 | "
         "ld.acquire.gpu.u32 r0, [f] ;\n"
         " st.release.gpu.u32 [f], 1 | ld.weak.global.u32 r1, [y] ;\nexists (1:r0=1)\n",
         "    (P0, line 4) goes on in the background, and P0 does not wait for its end\n"
         "    before `st.release.gpu.u32 [f], 1` (P0, line 5).\n"},
        {TWO " st.weak.u32 [x], 1 | ld.weak.u32 r0, [y] ;\n"
             " st.weak.u32 [y], 1 | ld.weak.u32 r1, [x] ;\nexists (1:r0=1 /\\ 1:r1=0)\n",
         "The reason is the same as above.\n"},
        {TWO " st.weak.u32 [x], 1 | ld.relaxed.gpu.u32 r0, [x] ;\n | setp.eq.u32 p0, r0, 1 ;\n"
             " | @p0 trap ;\nforall (true)\n",
         "  `@p0 trap` (P1, line 6): the trap is reached, which aborts the kernel.\n"},
    };
#undef TWO
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        explained b;
        open_text_of(&b, "ptx", tests[i].text);
        assert_told(&b, tests[i].words);
    }
}

/* PTX ISA 8.2.2: a vector access is several, one of .b128 is a single one. It is said where that is
 * what the outcome takes. */
TEST(several_accesses)
{
#define TWO(store, load, outcome)                                                                  \
    "PTX t\n{ uint64_t x[2]; 0:rd1=1; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n " store " | " load   \
    " ;\nexists (" outcome ")\n"
    static const struct {
        const char *text, *words;
    } tests[] = {
        {TWO("st.relaxed.gpu.v2.b64 [x], {rd1, rd1}", "ld.relaxed.gpu.v2.b64 {rd2, rd3}, [x]",
             "1:rd2=1 /\\ 1:rd3=0"),
         "Why nothing prevents it:\n"
         "  - `st.relaxed.gpu.v2.b64 [x], {rd1, rd1}` (P0, line 4) and\n"
         "    `ld.relaxed.gpu.v2.b64 {rd2, rd3}, [x]` (P1, line 4) are several accesses\n"
         "    each, and others may come between these.\n"},
        {TWO("st.relaxed.gpu.v2.b64 [x], {rd1, rd1}",
             "ld.relaxed.gpu.b128 rq0, [x] ;\n | mov.b128 {rd2, rd3}, rq0", "1:rd2=1 /\\ 1:rd3=0"),
         "Why nothing prevents it:\n"
         "  - `st.relaxed.gpu.v2.b64 [x], {rd1, rd1}` (P0, line 4) is several accesses,\n"
         "    and others may come between these.\n"},
        {TWO("st.relaxed.gpu.v2.b64 [x], {rd1, rd1}", "ld.relaxed.gpu.v2.b64 {rd2, rd3}, [x]",
             "1:rd2=1 /\\ 1:rd3=1"),
         "  P1 reads [x[1]]=1 (f).\nTo forbid it: "},
    };
#undef TWO
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        explained b;
        open_text_of(&b, "ptx", tests[i].text);
        assert_told(&b, tests[i].words);
    }
}

/* Likewise, of the cookbook's tests. */
TEST(stories_of_the_cookbook)
{
    static const story stories[] = {
        {"ptx", "cookbook/gpu-dsmem.litmus",
         "  P0 writes [s]=1 (b), then comes to `barrier.cluster.arrive.relaxed` (c).\n"
         "  P1 comes to `barrier.cluster.wait` (f), where it meets P0, then reads [s]=0\n"
         "    (g) and misses P0's [s]=1 (b).\n"},
        {"ptx", "cookbook/gpu-cp.async-own.litmus",
         "This can happen, and nothing has to be reordered:\n"
         "  P0 reads [x]=1 (c) asynchronously, then reads [s]=0 (f), then writes [s]=1 (d)\n"
         "    asynchronously.\n"},
        /* What another thread is missed of comes before what one thread does to itself. */
        {"ptx", "cookbook/gpu-dependent-tma+fence.litmus",
         "This would have to happen:\n"
         "  P0 writes [x]=1 (h).\n"
         "  P1 passes `griddepcontrol.wait` (m), after P0 has ended, then reads [x]=0 (o)\n"
         "    asynchronously and misses P0's [x]=1 (h).\n"},
        {"ptx", "cookbook/gpu-global-then-tma-load+fence.litmus",
         "This would have to happen:\n"
         "  P0 writes [x]=1 (i), then [f]=1 (j).\n"
         "  P1 reads [f]=1 (o), which P0 wrote (j), then [x]=0 (q) asynchronously and\n"
         "    misses P0's [x]=1 (i).\n"},
        {"ptx", "cookbook/gpu-dependent-tma+fence.litmus",
         "  - the acquire of `mbarrier.try_wait.parity.b64 p0, [m], 0` (P1, line 11)\n"},
        /* A fence.acq_rel keeps no write before a later read (PTX ISA 8.10.3). */
        {"ptx", "cookbook/gpu-both-flags.litmus",
         "  - `fence.acq_rel.gpu` (P0, line 7) does not make P0's write of [x] (c) come\n"
         "    before its read of [y] (e) for all threads.\n"
         "  - `fence.acq_rel.gpu` (P1, line 7) does not make P1's write of [y] (f) come\n"
         "    before its read of [x] (h) for all threads.\n"},
        {"ptx", "cookbook/gpu-alias.litmus",
         "  P1 reads [f]=1 (e), which P0 wrote (d), then [z]=0 (f; another address of [x])\n"
         "    and misses P0's [x]=1 (c).\n"},
        {"ptx", "cookbook/gpu-ld-then-tma-load.litmus",
         "  P0 reads [s]=1 (h), which P1 wrote (p), then comes to `bar.sync 0` (i).\n"
         "  P1 comes to `bar.sync 0` (m), where it meets P0, then writes [s]=1 (p)\n"
         "    asynchronously.\n"},
        {"ptx", "cookbook/gpu-tma-store-then-flag.litmus",
         "  P0 reads [s]={1,1} (g), then [s[2]]={1,1} (h), then writes [y[1]]=1 (j), then\n"
         "    [y[2]]={1,1} (k), all asynchronously, then writes [f]=1 (n).\n"
         "  P1 reads [f]=1 (o), then [y]=0 (p).\n"
         "  P0 writes [y]=1 (i) asynchronously.\n"},
        /* What is missing stands where the cheapest change is made. */
        {"ptx", "cookbook/gpu-mbarrier-init.litmus",
         "  - there is no fence (fence.release, scope cluster) between\n"
         "    `fence.mbarrier_init.release.cluster` (P1, line 8) and\n"
         "    `barrier.cluster.arrive.relaxed` (P1, line 9): others may see the second\n"},
        /* A barrier that releases is not taken from its accesses. */
        {"ptx", "cookbook/gpu-mbarrier-init+fence.litmus",
         "The program forbids it by this; without it the outcome is allowed:\n"
         "  - the barrier `barrier.cluster.arrive.relaxed` (P0, line 6),\n"},
        /* Barriers, waits and fences stand in one list. */
        {"ptx", "cookbook/gpu-store-then-tma-store+fence.litmus",
         "The program forbids it by these; without any one of them the outcome is allowed:\n"
         "  - the commit `cp.async.bulk.commit_group` (P0, line 8)\n"
         "  - the wait `cp.async.bulk.wait_group 0` (P0, line 9)\n"
         "  - the fence `fence.proxy.async.shared::cta` (P1, line 7)\n"
         "  - the barrier `bar.sync 0` (P0, line 6) and `bar.sync 0` (P1, line 8)\n"},
        {"ptx", "cookbook/gpu-st.async+fence.litmus", "--formal shows 2 more ways.\n"},
        /* The cheapest change stands in another thread than what is told to be missing. */
        {"ptx", "ptx/bugs/sglang-39124.litmus",
         "To forbid it, in another thread: `fence.proxy.async.shared::cta` before\n"
         "  `cp.async.bulk.global.shared::cta.bulk_group [y], [s], 16` (P1, line 9).\n"},
        {"cmcm", "cmcm/ATOM-ldadd-atom.add.gpu.litmus",
         "  P0 writes [x]=1 (c), as one with its read of [x]=0 (b), which misses P1's\n"
         "    [x]=1 (e).\n"},
        /* The copy goes by the asynchronous proxy: that others see the store does not help it. */
        {"ptx", "async/bulk-store+fence-none.litmus",
         "    (P0, line 7): the second may miss what was written before it.\n"},
        {"ptx", "kernels/nc-dependent.litmus",
         "Why nothing prevents it:\n"
         "  - nothing orders `griddepcontrol.wait` (P1, line 6) and `ld.global.nc.u32 r0,\n"
         "    [x]` (P1, line 7): accesses through different proxies are in no order, and\n"
         "    no fence that was tried changes that.\n"
         "Nothing that was tried forbids it: it is allowed with the strongest form at\n"},
        {"ptx", "kernels/CoWW-after.litmus", "This execution would have to happen:\n  initially\n"},
    };
    assert_stories(stories, sizeof stories / sizeof *stories);
}

/* Two words of one object are two places: P1 reading its own later write is asked about by nobody.
 */
TEST(words_of_an_object)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX t\n{ int q[2]; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
                 "st.weak.u32 [q+4], 42 | ld.acquire.gpu.u32 r0, [q];\n"
                 "st.release.gpu.u32 [q], 1 | ld.weak.u32 r1, [q+4];\n"
                 " | st.relaxed.gpu.u32 [q], 2;\n"
                 "exists (not (1:r0=0) /\\ 1:r1=0)\n");
    assert_told(&b, "This would have to happen:\n"
                    "  P0 writes [q[1]]=42 (c), then [q]=1 (d).\n"
                    "  P1 reads [q]=1 (e), which P0 wrote (d), then [q[1]]=0 (f) and misses P0's\n"
                    "    [q[1]]=42 (c).\n");
}

/* Of an array what nobody touches is counted, but for what the condition asks about. */
TEST(idle_elements)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX t\n{ int x[8]; }\nP0@cta 0,gpu 0;\nld.relaxed.gpu.u32 r0, [x+4];\n"
                 "exists (0:r0=0 /\\ x[7]=0)\n");
    assert_told(&b, "  initially\n    b: W [x[1]]=0  initial\n    h: W [x[7]]=0  initial\n"
                    "    and 6 more, which no thread reads or writes\n  P0,");
}

/* Two numbers in one word of 8 bytes are told by their bits, so also where the sum is negative;
 * others as always. */
TEST(halves_of_a_word)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX t\n{ int64_t x=-1; int64_t y=0; 0:rd0=0x8000000000000005; }\n"
                 "P0@cta 0,gpu 0;\nst.relaxed.gpu.u64 [y], rd0;\nst.relaxed.gpu.u64 [x], 7;\n"
                 "exists (x=7)\n");
    assert_told(&b, "    a: W [x]=-1  initial\n    b: W [y]=0  initial\n  P0, PTX, cta 0, gpu 0\n"
                    "    c: W [y]=0x8000000000000005  st.relaxed.gpu.u64 [y], rd0 ");
}

/* Of two additions the first one's write is told, over which the second goes, not what it read. */
TEST(one_addition_over_another)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX t\n{ d=0; s=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0;\n"
                 "st.weak.u32 [d], 1 | atom.add.u32 r0, [s], 1 | ld.relaxed.gpu.u32 r0, [s];\n"
                 "membar.gl | | membar.gl;\natom.add.u32 r0, [s], 1 | | ld.weak.u32 r1, [d];\n"
                 "exists (2:r0=2 /\\ 1:r0=1 /\\ 2:r1=0)\n");
    assert_told(&b, "  P0 writes [d]=1 (c), then [s]=1 (f).\n"
                    "  P1 writes [s]=2 (h), over P0's [s]=1 (f).\n");
}

/* An access with several orders. */
TEST(lists)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX t\n{ x=0; y=0; z=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0;\n"
                 "st.weak.u32 [x], 1 | atom.acq_rel.gpu.add.u32 r0, [z], 1 | "
                 "ld.acquire.gpu.u32 r0, [y];\n"
                 "st.release.gpu.u32 [y], 1 | | ld.weak.u32 r1, [x];\n"
                 "exists (2:r0=1 /\\ 2:r1=0)\n");
    assert_told(&b,
                "\n  - the acquire, the release and the scope gpu of `atom.acq_rel.gpu.add.u32");
}

/* A lock that waits in a loop, whose scopes are too narrow: no change is sure. */
TEST(no_change_is_known)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX t\n{ s=1; c=0; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\nagain: | again:;\n"
                 "atom.exch.acquire.cta.b32 r0, [s], 0 | atom.exch.acquire.cta.b32 r0, [s], 0;\n"
                 "setp.eq.s32 p0, r0, 0 | setp.eq.s32 p0, r0, 0;\n@p0 bra again | @p0 bra again;\n"
                 "ld.u32 r1, [c] | ld.u32 r1, [c];\nadd.s32 r1, r1, 1 | add.s32 r1, r1, 1;\n"
                 "st.u32 [c], r1 | st.u32 [c], r1;\n"
                 "st.release.cta.b32 [s], 1 | st.release.cta.b32 [s], 1;\nforall (c=2)\n");
    assert_told(&b, "What would forbid it is not known: loops were unrolled 2 times only.\n");
}

/* The last of two blocks adds up (as in CUDA's threadFenceReduction). P1 may be behind P0's
 * barrier, and yet find the 0 that P0 has written: nobody asks about that. */
TEST(missed_is_what_differs)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX last\n{ d=0; n=0; a=0; b=0; }\n"
                 "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 | P3@cta 1,gpu 0;\n"
                 "st.global.u32 [d], 1 | bar.sync 0 | membar.gl | bar.sync 0;\n"
                 "membar.gl | ld.global.u32 r0, [a] | atom.global.inc.u32 r0, [n], 2 | "
                 "ld.global.u32 r0, [b];\n"
                 "atom.global.inc.u32 r0, [n], 2 | | membar.gl | ld.global.u32 r1, [d];\n"
                 "membar.gl | | st.global.u32 [b], r0 | ;\n"
                 "st.global.u32 [a], r0 | | bar.sync 0 | ;\n"
                 "bar.sync 0 | | | ;\n"
                 "exists (3:r0=1 /\\ 3:r1=0)\n");
    assert_told(&b, "which P0 wrote (h), then comes to `bar.sync 0` (s).\n"
                    "  P3 comes to `bar.sync 0` (t), where it meets P2, then reads [d]=0 (v) and\n"
                    "    misses P0's [d]=1 (e).\n");
}

TEST(no_state_is_asked_for)
{
    explained b;
    open_text_of(&b, "arm", "AArch64 t\n{ 0:X1=x; }\nP0;\nLDR W0,[X1];\nexists (true)\n");
    assert_told(&b, "t, model arm: that all threads end is allowed.\n");
}

/* What has to be added is the weakest that does: of C a release, though seq_cst would do, too; a
 * fence at its place would do as well, and a stronger one is not told again. */
TEST(weakest_is_missing)
{
    static const struct {
        const char *store, *load, *words;
    } rows[] = {
        {"relaxed", "acquire",
         "  - `atomic_store_explicit(y, 1, memory_order_relaxed);` (P0, line 5) is\n"
         "    relaxed, not release: others may see it before what P0 did earlier.\n"
         "    A release fence after `*x = 1;` (P0, line 4) would do as well.\nTo forbid it"},
        {"release", "relaxed",
         "  - `int r0 = atomic_load_explicit(y, memory_order_relaxed);` (P1, line 8) is\n"
         "    relaxed, not acquire: later accesses of P1 need not wait for it.\n"
         "    An acquire fence after it would do as well.\nTo forbid it"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        explained b;
        char text[500];
        snprintf(text, sizeof text,
                 "C t\n{ }\nP0 (int* x, atomic_int* y) {\n *x = 1;\n"
                 " atomic_store_explicit(y, 1, memory_order_%s);\n}\n"
                 "P1 (int* x, atomic_int* y) {\n"
                 " int r0 = atomic_load_explicit(y, memory_order_%s);\n int r1 = *x;\n}\n"
                 "exists (1:r0=1 /\\ 1:r1=0)\n",
                 rows[i].store, rows[i].load);
        open_text_of(&b, "rc11", text);
        assert_told(&b, rows[i].words);
    }
}

/* The same, wherever the lines are broken. */
static void assert_said(explained *b, const char *words)
{
    cm_text all, joined;
    all = cm_text_new(b->c.cat.arena);
    joined = cm_text_new(b->c.cat.arena);
    cm_explain_text(&all, b->x, false);
    for (const char *at = all.data; *at; at += strspn(at, " \n")) {
        size_t length = strcspn(at, " \n");
        cm_text_append(&joined, "%.*s ", (int)length, at);
        at += length;
    }
    if (!strstr(joined.data, words))
        fail_msg("no\n%s in\n%s", words, all.data);
}

/* A scope that does not reach the other thread is all that is told, and mended where it is written:
 * behind the order, in the type at the access, in that of a variable, a parameter or a member. A
 * fence in its place would cost ten times as much. */
TEST(narrow_scope)
{
    static const struct {
        const char *head, *type, *declared, *store, *load, *mended, *structure;
    } rows[] = {
        {"CUDA", "int* f", "",
         "__nv_atomic_store_n(f, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_BLOCK);",
         "__nv_atomic_load_n(f, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_BLOCK);",
         "`__nv_atomic_store_n(f, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_DEVICE);` in place of",
         ""},
        {"CUDA", "int* f", "",
         "cuda::atomic_ref<int, cuda::thread_scope_block>(*f).store(1, "
         "cuda::memory_order_release);",
         "cuda::atomic_ref<int, cuda::thread_scope_block>(*f).load(cuda::memory_order_acquire);",
         "`cuda::atomic_ref<int, cuda::thread_scope_device>(*f).store(1, "
         "cuda::memory_order_release);` in place of",
         ""},
        {"CUDA", "cuda::atomic<int, cuda::thread_scope_block>* f", "",
         "f->store(1, cuda::memory_order_release);", "f->load(cuda::memory_order_acquire);",
         "`cuda::atomic<int, cuda::thread_scope_device>* f` in place of "
         "`cuda::atomic<int, cuda::thread_scope_block>* f`, a parameter of P0, P1.",
         ""},
        {"CUDA", "int* f", "cuda::atomic_ref<int, cuda::thread_scope_block> g(*f);",
         "g.store(1, cuda::memory_order_release);", "g.load(cuda::memory_order_acquire);",
         "`cuda::atomic_ref<int, cuda::thread_scope_device> g(*f);` in place of "
         "`cuda::atomic_ref<int, cuda::thread_scope_block> g(*f);` (P0, line 3), and "
         "`cuda::atomic_ref<int, cuda::thread_scope_device> g(*f);` in place of ",
         ""},
        {"CUDA", "struct S* f", "", "f->flag.store(1, cuda::memory_order_release);",
         "f->flag.load(cuda::memory_order_acquire);",
         "`cuda::atomic<int, cuda::thread_scope_device> flag` in place of "
         "`cuda::atomic<int, cuda::thread_scope_block> flag`, a member of `struct S`.",
         "struct S { int data, more; cuda::atomic<int, cuda::thread_scope_block> flags, *other; "
         "cuda::atomic<int, cuda::thread_scope_block> flag; };"},
        {"HIP", "int* f", "",
         "__hip_atomic_store(f, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_WORKGROUP);",
         "__hip_atomic_load(f, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP);",
         "`__hip_atomic_store(f, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_AGENT);` in place of", ""},
        {"OPENCL", "global atomic_int* f", "",
         "atomic_store_explicit(f, 1, memory_order_release, memory_scope_work_group);",
         "atomic_load_explicit(f, memory_order_acquire, memory_scope_work_group);",
         "`atomic_store_explicit(f, 1, memory_order_release, memory_scope_device);` in place of",
         ""},
        {"CMCM", "int* f", "",
         "__scoped_atomic_store_n(f, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_WRKGRP);",
         "__scoped_atomic_load_n(f, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_WRKGRP);",
         "`__scoped_atomic_store_n(f, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);` in place of",
         ""}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        explained b;
        char text[1000], told[1000];
        bool opencl = strcmp(rows[i].head, "OPENCL") == 0;
        const char *space = opencl ? "global " : "", *scope = opencl ? "work_group" : "block";
        snprintf(text, sizeof text,
                 "%s t\n{ }%s\nP0@cta 0,gpu 0 (%sint* x, %s) { %s *x = 1;\n %s\n}\n"
                 "P1@cta 1,gpu 0 (%sint* x, %s) { %s\n int r0 = %s\n int r1 = 1;\n"
                 " if (r0) r1 = *x;\n}\nexists (1:r0=1 /\\ 1:r1=0)\n",
                 rows[i].head, rows[i].structure, space, rows[i].type, rows[i].declared,
                 rows[i].store, space, rows[i].type, rows[i].declared, rows[i].load);
        snprintf(told, sizeof told,
                 "Why nothing prevents it: - `%s` (P0, line 4) has scope %s, which does not reach "
                 "P1 (device does). And `int r0 = %s` (P1, line 7) has scope %s, which does "
                 "not reach P0 (device does). To forbid it",
                 rows[i].store, scope, rows[i].load, scope);
        open_text_of(&b, opencl ? "opencl" : "scoped", text);
        assert_said(&b, told);
        assert_said(&b, rows[i].mended);
        checker_end(&b.c);
    }
}

/* So is that of CUDA's fences. */
TEST(narrow_fence)
{
    explained b;
    open_text_of(&b, "scoped",
                 "CUDA t\n{ }\nP0@cta 0,gpu 0 (int* x, int* f) {\n *x = 1;\n"
                 " __threadfence_block();\n"
                 " __nv_atomic_store_n(f, 1, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);\n}\n"
                 "P1@cta 1,gpu 0 (int* x, int* f) {\n int r1 = 1;\n"
                 " int r0 = __nv_atomic_load_n(f, __NV_ATOMIC_RELAXED, __NV_THREAD_SCOPE_DEVICE);\n"
                 " __threadfence();\n if (r0) r1 = *x;\n}\nexists (1:r0=1 /\\ 1:r1=0)\n");
    assert_said(&b, "Why nothing prevents it: - `__threadfence_block();` (P0, line 5) has scope "
                    "block, which does not reach P1 (device does). ");
    assert_said(&b, "To forbid it: `__threadfence();` in place of `__threadfence_block();` (P0, "
                    "line 5). ");
    checker_end(&b.c);
}

/* PTX ISA 8.7.1: accesses that overlap in part are not morally strong, so that no release
 * synchronises by them, which is said before what else is not ordered. */
TEST(sizes_that_differ)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX t\n{ d=0; uint8_t f[2]={0,0}; }\nP0@cta 0,gpu 0 | P1@cta 1,gpu 0;\n"
                 "st.weak.u32 [d], 1 | ld.acquire.gpu.u16 r0, [f];\n"
                 "st.release.gpu.u8 [f], 1 | ld.weak.u32 r1, [d];\nexists (1:r0=1 /\\ 1:r1=0)\n");
    assert_said(&b, "Why nothing prevents it: - `st.release.gpu.u8 [f], 1` (P0, line 5) writes 1 "
                    "byte, and `ld.acquire.gpu.u16 r0, [f]` (P1, line 4) reads 2: a release and an "
                    "acquire would order nothing there unless both had one size. - nothing makes "
                    "P0's write of [d] ");
    checker_end(&b.c);
}
