/* The generated PTX module of tests with shared memory and asynchronous copies, and with operands
 * for the caches: structure of the text. */
#include "tests/unit/gpu_making.h"

/* A bulk load into the memory of CTA 1 of a cluster of two, an object there, and a thread that
 * reads from CTA 0. */
static const char shared_text[] =
    "PTX t\n{ shared int s[4]@cta 1; shared int64_t m@cta 1; int x[4]={1,1,1,1} }\n"
    " P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n"
    " barrier.cluster.arrive | mbarrier.init.b64 [m], 1 ;\n"
    " barrier.cluster.wait | "
    "cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, [m] ;\n"
    " ld.weak.shared::cluster.u32 r0, [s] | ;\n"
    "exists (0:r0=1 /\\ s[1]=1)\n";

TEST(shared_memory)
{
    making m;
    start(&m, shared_text, "");
    if (!m.ptx)
        fail_msg("%s", first_error(&m.o));
    const cm_plan *plan = m.plan;
    assert_int_equal(plan->cluster_size, 2);
    assert_int_equal(plan->lanes, 32); /* a warp for each role: there are barriers */
    assert_int_equal(plan->shared_bytes, 2 * 32 * 16);
    assert_int_equal(plan->locations[0].cta, 1);
    assert_int_equal(plan->locations[2].cta, -1);
    assert_int_equal(plan->result_count, 2);
    assert_int_equal(plan->results[1].element, 1);
    expect_times(m.ptx, ".shared .align 128 .b8 cmcm_shared[1024];", 1);
    expect_times(m.ptx, "mapa.shared::cluster.u32 %near, %near, 1;", 1); /* P0's s */
    /* all come to the test's barrier, which P1 does not name, and to that of the step's end */
    expect_times(m.ptx, "barrier.cluster.arrive.relaxed;", 1);
    expect_times(m.ptx, "barrier.cluster.arrive;", 3);
    /* what the test leaves out: the bytes are expected, one arrives, the phase is waited for */
    expect_times(m.ptx, "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%near], 16;", 1);
    expect_times(m.ptx, "mbarrier.arrive.release.cta.shared::cta.b64 _, [%near], 1;", 1);
    expect_times(m.ptx, "cta.b64 %there, [%near], 0;", 1);
    expect_times(m.ptx, "mbarrier.inval.shared::cta.b64 [%near];", 1);
    expect_times(m.ptx, "ld.shared.u32 %value, [%near+4];", 1);
    /* and its memory is read for the final state only then, wherever it is declared */
    expect_order(m.ptx, (const char *[]){"$drained_", "ld.shared.u32 %value, [%near+4];", NULL});
    close_test(&m.o);
}

/* Lanes of a warp: one of them sets initial values, ends objects and reads final values. */
TEST(lanes_in_shared_memory)
{
    making m;
    start_good(&m,
               "PTX t\n{ shared x@cta 0=0; shared int64_t m@cta 0; }\n"
               " P0@cta 0,gpu 0,tid 7 | P1@cta 0,gpu 0,tid 1 ;\n"
               " mbarrier.init.b64 [m], 1 | ;\n bar.warp.sync 130 | bar.warp.sync 130 ;\n"
               " | st.weak.shared.u32 [x], 1 ;\nexists (x=1)\n",
               "");
    assert_true(m.plan->warps);
    expect_times(m.ptx, "setp.ne.u32 %more, %sub, 7;\n\t@%more bra $keeper_", 2);
    expect_times(m.ptx, "st.shared.u32 [%near+0], %value;", 1);
    expect_times(m.ptx, "mbarrier.inval.shared::cta.b64 [%near];", 1);
    expect_times(m.ptx, "ld.shared.u32 %value, [%near+0];", 1);
    expect_order(m.ptx, (const char *[]){"st.shared.u32 [%near+0]", "$keeper_", "bar.warp.sync",
                                         "ld.shared.u32 %value, [%near+0];", "$keeper_", NULL});
    close_test(&m.o);
}

/* Memory decides which copies there are: the code adds them up behind the object, for which the
 * step's end waits by its count of arrivals and its phase. */
TEST(copies_that_jumps_decide)
{
    making m;
    start_good(&m,
               "PTX t\n{ shared int s[4]@cta 0; shared int64_t m@cta 0; int x[4]={1,1,1,1}; f=0; "
               "0:r7=16; 0:rd8=m; }\n P0@cta 0,gpu 0 ;\n mbarrier.init.b64 [m], 3 ;\n"
               " ld.relaxed.gpu.u32 r1, [f] ;\n setp.eq.u32 p1, r1, 1 ;\n"
               " @p1 mbarrier.arrive.expect_tx.b64 _, [m], r7 ;\n"
               " mbarrier.arrive.b64 _, [m] ;\n mbarrier.arrive.b64 _, [rd8] ;\n"
               " @p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [x], 16, "
               "[m] ;\nexists (0:r1=1)\n",
               "");
    expect_times(m.ptx, "st.shared.u64 [%near+8], %value;", 1); /* sums begin at 0 */
    expect_times(m.ptx, "@%r0_p1 red.relaxed.cluster.shared::cta.add.u32 [%r0_a1+12], %r0_r7;", 1);
    expect_times(m.ptx, "@%r0_p1 red.relaxed.cluster.shared::cta.add.u32 [%r0_a1+8], 1;", 1);
    expect_times(m.ptx, "neg.s32 %r0_t", 1); /* the copy's bytes are not to come any more */
    expect_times(m.ptx, "\tred.relaxed.cluster.add.u32 [%r0_rd8+8], 1;", 1);
    expect_order(m.ptx, (const char *[]){
                            "mov.u32 %seen, 1;", /* the one arrival that is certain */
                            "ld.shared.u32 %mixed, [%near+8];", "ld.shared.u32 %mixed, [%near+12];",
                            "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%near], %late;",
                            "mbarrier.test_wait.parity.acquire.cluster.shared::cta.b64 %there, "
                            "[%near], 0;",
                            "div.u32 %mixed, %seen, 3;", "sub.u32 %line, 3, %line;",
                            "mbarrier.arrive.release.cta.shared::cta.b64 _, [%near], %line;",
                            "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%near], %sum;",
                            "cta.b64 %there, [%near], %turn;", NULL});
    close_test(&m.o);
}

/* Of an array each object is ended by itself; its sums lie as far behind it as the array is long.
 */
TEST(objects_of_an_array)
{
    making m;
    start_good(&m,
               "PTX t\n{ shared int64_t m[2]@cta 0; shared int64_t o[2]@cta 1; f=0; 0:rd8=m; }\n"
               " P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n"
               " mbarrier.init.b64 [m], 3 | st.shared.u64 [o+8], 1 ;\n"
               " mbarrier.init.b64 [m+8], 5 | ;\n ld.relaxed.gpu.u32 r1, [f] | ;\n"
               " setp.eq.u32 p1, r1, 1 | ;\n @p1 mbarrier.arrive.b64 _, [m+8] | ;\n"
               " mbarrier.arrive.b64 _, [rd8+8] | ;\n"
               " st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [o], 1, [m] | ;\n"
               " st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u64 [o], 1, [m+8] | ;\n"
               "exists (0:r1=1)\n",
               "");
    assert_int_equal(m.plan->locations[0].stride, 32);
    assert_int_equal(m.plan->locations[1].stride, 32); /* a counterpart's address is the same */
    expect_times(m.ptx, "st.shared.u64 [%near+16], %value;", 1);
    expect_times(m.ptx, "st.shared.u64 [%near+24], %value;", 1);
    expect_times(m.ptx, "@%r0_p1 red.relaxed.cluster.shared::cta.add.u32 [%r0_a0+24], 1;", 1);
    expect_times(m.ptx, "\tred.relaxed.cluster.add.u32 [%r0_rd8+24], 1;", 1);
    expect_order(m.ptx, (const char *[]){
                            "ld.shared.u32 %mixed, [%near+16];", "div.u32 %mixed, %seen, 3;",
                            "mbarrier.inval.shared::cta.b64 [%near];", "add.u32 %near, %near, 8;",
                            "ld.shared.u32 %mixed, [%near+16];", "div.u32 %mixed, %seen, 5;",
                            "mbarrier.inval.shared::cta.b64 [%near];", NULL});
    expect_times(m.ptx, "mbarrier.inval.shared::cta.b64 [%near];", 2);
    close_test(&m.o);
}

/* Addresses of shared memory as values are generic; corresponding locations have one address. */
TEST(shared_addresses)
{
    making m;
    start_good(&m,
               "PTX t\n{ shared int s@cta 0; shared int t@cta 0; shared int u@cta 1; "
               "shared int v@cta 1; 0:rd5=s; 1:rd5=t; }\n"
               " P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n"
               " mov.u64 rd0, t | ld.u32 r0, [rd5] ;\n"
               " mapa.u64 rd1, rd0, 1 | ld.shared.u32 r1, [v] ;\n"
               " st.shared::cluster.u32 [rd1+4], 1 | getctarank.u64 r2, rd5 ;\n"
               " cvta.shared.u64 rd3, rd0 | isspacep.shared::cta p0, rd5 ;\nexists (1:r0=1)\n",
               "");
    assert_int_equal(m.plan->locations[0].region, m.plan->locations[2].region);
    assert_int_equal(m.plan->locations[1].region, m.plan->locations[3].region);
    assert_int_not_equal(m.plan->locations[0].region, m.plan->locations[1].region);
    assert_int_equal(m.plan->shared_bytes, 2 * 16 * m.plan->lanes);
    expect_times(m.ptx, "cvta.shared::cta.u64 %address, %address;", 1);     /* 0:rd5 */
    expect_times(m.ptx, "cvta.shared::cluster.u64 %address, %address;", 1); /* 1:rd5 */
    expect_times(m.ptx, "cvta.shared::cta.u64 %r0_t0, %r0_a1;", 1);
    expect_times(m.ptx, "mapa.u64 %r0_rd1, %r0_rd0, 1;", 1);
    expect_order(m.ptx, (const char *[]){"cvta.to.shared::cluster.u64 %r0_t1, %r0_rd1;",
                                         "st.weak.shared::cluster.u32 [%r0_t1+4], 1;",
                                         "mov.b64 %r0_rd3, %r0_rd0;", NULL});
    expect_times(m.ptx, "ld.weak.u32 %r1_r0, [%r1_rd5];", 1);
    expect_times(m.ptx, "getctarank.u64 %r1_r2, %r1_rd5;", 1);
    expect_times(m.ptx, "isspacep.shared::cta %r1_p0, %r1_rd5;", 1);
    close_test(&m.o);
}

/* The object that st.async signals is no part of what it stores: s has its 4 bytes. */
TEST(stores_that_signal)
{
    making m;
    start_good(&m,
               "PTX t\n{ shared s@cta 1=0; shared int64_t m@cta 1; }\n"
               " P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n"
               " st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [s], 1, [m] | "
               "mbarrier.init.b64 [m], 1 ;\nexists (s=1)\n",
               "");
    assert_int_equal(m.plan->locations[0].bytes, 4);
    close_test(&m.o);
}

/* atom and red take a policy as their last operand. */
TEST(hints_of_atomics)
{
    making m;
    start_good(&m,
               "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n"
               " atom.add.L2::cache_hint.u32 r0, [x], 1, rd9 ;\n"
               " red.release.gpu.add.L2::cache_hint.u32 [x], 1, rd9 ;\n"
               " red.add.L2::cache_hint.f32 [x], 0x3f800000, rd9 ;\nexists (0:r0=1)\n",
               "");
    expect_times(m.ptx, "createpolicy.fractional.L2::evict_first.b64 %r0_t", 3);
    expect_times(m.ptx, "atom.relaxed.gpu.global.add.L2::cache_hint.u32 %r0_r0, [%r0_a0], 1, %r0_t",
                 1);
    expect_times(m.ptx, "red.release.gpu.global.add.L2::cache_hint.u32 [%r0_a0], 1, %r0_t", 1);
    expect_times(m.ptx, "red.relaxed.gpu.global.add.L2::cache_hint.f32 [%r0_a0], %r0_t", 1);
    close_test(&m.o);
}
