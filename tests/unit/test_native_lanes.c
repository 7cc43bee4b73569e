/* Which tests of lanes, and of threads of a CTA, that meet run: those in which none waits for ever
 * for another one (litmus/isa/ptx/ptx_native_lanes.c; PTX ISA, "vote.sync", "barrier"), and the
 * code of loops that they leave together. */
#include "tests/unit/gpu_making.h"

#define LANES  "PTX t\n{ x=0; }\n P0@cta 0,gpu 0,tid 0 | P1@cta 0,gpu 0,tid 1 ;\n"
#define FROM_X " ld.relaxed.gpu.u32 r0, [x] | ;\n setp.eq.u32 p0, r0, 1 | ;\n"
#define VOTE   " vote.sync.any.pred p1, p0, 3 | vote.sync.any.pred p1, p0, 3 ;\n"
#define TRUE   "exists (true)\n"

static void runs(const char *text)
{
    making m;
    start(&m, text, "");
    if (!m.ptx)
        fail_msg("%s\n%s", first_error(&m.o), text);
    close_test(&m.o);
}

static void is_refused(const char *text, const char *who, const char *where)
{
    making m;
    start(&m, text, "");
    if (m.ptx)
        fail_msg("expected a refusal of\n%s", text);
    const char *expected = cm_arena_printf(m.o.arena, "%s may wait for ever at `%s`", who, where);
    if (!strstr(first_error(&m.o), expected))
        fail_msg("expected `%s`, found `%s`", expected, first_error(&m.o));
    close_test(&m.o);
}

static void waits_at(const char *text, const char *where)
{
    is_refused(text, "lanes of a warp", where);
}

static void cta_waits_at(const char *text, const char *where)
{
    is_refused(text, "threads of a CTA", where);
}

/* ---- what decides jumps ------------------------------------------------- */

TEST(numbers)
{
    /* both go round twice, from different numbers; the one once and the other twice */
    runs(LANES " L: add.u32 r0, r0, 1 | add.u32 r0, r0, 5 ;\n | L: add.u32 r0, r0, 1 ;\n"
               " bar.warp.sync 3 | bar.warp.sync 3 ;\n setp.lt.u32 p0, r0, 2 | setp.lt.u32 p0, r0, "
               "7 ;\n @p0 bra L | @p0 bra L ;\n" TRUE);
    waits_at(LANES
             " L: add.u32 r0, r0, 1 | L: add.u32 r0, r0, 1 ;\n"
             " bar.warp.sync 3 | bar.warp.sync 3 ;\n"
             " setp.lt.u32 p0, r0, 1 | setp.lt.u32 p0, r0, 2 ;\n @p0 bra L | @p0 bra L ;\n" TRUE,
             "bar.warp.sync 3");
    /* by lane: both come, in different places of one program */
    runs(LANES " mov.u32 r7, %laneid | mov.u32 r7, %laneid ;\n"
               " setp.eq.u32 p0, r7, 0 | setp.eq.u32 p0, r7, 0 ;\n @p0 bra L | @p0 bra L ;\n"
               " bar.warp.sync 3 | bar.warp.sync 3 ;\n bra M | bra M ;\n"
               " L: bar.warp.sync 3 | L: bar.warp.sync 3 ;\n M: | M: ;\n" TRUE);
    waits_at(LANES " mov.u32 r7, %laneid | mov.u32 r7, %laneid ;\n"
                   " setp.eq.u32 p0, r7, 0 | setp.eq.u32 p0, r7, 0 ;\n"
                   " @p0 bar.warp.sync 3 | @p0 bar.warp.sync 3 ;\n" TRUE,
             "@p0 bar.warp.sync 3");
    /* a mask that does not name the other one */
    runs(LANES " bar.warp.sync 1 | ;\n" TRUE);
    waits_at(LANES " bar.warp.sync 3 | bar.warp.sync 2 ;\n" TRUE, "bar.warp.sync 3");
}

TEST(memory)
{
    waits_at(LANES FROM_X " @p0 bra L | ;\n" VOTE " L: | ;\n" TRUE, "vote.sync.any.pred p1, p0, 3");
    waits_at(LANES FROM_X
             " @p0 vote.sync.any.pred p1, p0, 3 | vote.sync.any.pred p1, p0, 3 ;\n" TRUE,
             "@p0 vote.sync.any.pred p1, p0, 3");
    waits_at(LANES " L: | L: ;\n" FROM_X VOTE " @p0 bra L | @p0 bra L ;\n" TRUE,
             "vote.sync.any.pred p1, p0, 3");
    /* what no lane waits for is skipped or repeated; a jump out of it leads around a meeting */
    runs(LANES " L: | ;\n" FROM_X
               " @!p0 bra L | ;\n @p0 bra M | ;\n st.relaxed.gpu.u32 [x], 2 | ;\n"
               " M: | ;\n" VOTE TRUE);
    waits_at(LANES " L: | ;\n" FROM_X " @p0 bra M | ;\n bra L | ;\n" VOTE " M: | ;\n" TRUE,
             "vote.sync.any.pred p1, p0, 3");
    waits_at(LANES FROM_X " @p0 bra K | ;\n bra M | ;\n K: | ;\n" VOTE " M: | ;\n" TRUE,
             "vote.sync.any.pred p1, p0, 3");
    /* a number that is written there is none behind it */
    waits_at(LANES FROM_X " @p0 bra L | ;\n mov.u32 r3, 1 | ;\n L: setp.eq.u32 p2, r3, 1 | ;\n"
                          " @p2 bra M | ;\n" VOTE " M: | ;\n" TRUE,
             "vote.sync.any.pred p1, p0, 3");
    /* activemask waits for nobody */
    runs(LANES FROM_X " @p0 activemask.b32 r1 | ;\n bar.warp.sync 3 | bar.warp.sync 3 ;\n" TRUE);
}

TEST(values_of_all)
{
    /* the result of a vote, asked for in both ways; another one each round */
    runs(LANES " L: | L: ;\n" FROM_X VOTE " @!p1 bra L | @p1 bra M ;\n | bra L ;\n | M: ;\n" TRUE);
    runs(LANES FROM_X VOTE " @p1 bra M | @p1 bra M ;\n bar.warp.sync 3 | bar.warp.sync 3 ;\n"
                           " M: | M: ;\n" TRUE);
    waits_at(LANES FROM_X VOTE " @p1 bra M | @!p1 bra M ;\n bar.warp.sync 3 | bar.warp.sync 3 ;\n"
                               " M: | M: ;\n" TRUE,
             "bar.warp.sync 3");
    /* two votes are two values */
    waits_at(LANES FROM_X VOTE " vote.sync.any.pred p2, !p0, 3 | vote.sync.any.pred p2, !p0, 3 ;\n"
                               " @p1 bra M | @p2 bra M ;\n bar.warp.sync 3 | bar.warp.sync 3 ;\n"
                               " M: | M: ;\n" TRUE,
             "bar.warp.sync 3");
    /* a value of one lane, and each its own */
    runs(LANES FROM_X " shfl.sync.idx.b32 r1, r0, 0, 31, 3 | shfl.sync.idx.b32 r1, r0, 0, 31, 3 ;\n"
                      " setp.eq.u32 p2, r1, 0 | setp.eq.u32 p2, r1, 0 ;\n @p2 bar.warp.sync 3 | "
                      "@p2 bar.warp.sync 3 ;\n" TRUE);
    waits_at(LANES FROM_X
             " shfl.sync.bfly.b32 r1, r0, 1, 31, 3 | shfl.sync.bfly.b32 r1, r0, 1, 31, 3 ;\n"
             " setp.eq.u32 p2, r1, 0 | setp.eq.u32 p2, r1, 0 ;\n @p2 bar.warp.sync 3 | "
             "@p2 bar.warp.sync 3 ;\n" TRUE,
             "@p2 bar.warp.sync 3");
    /* elect.sync says one lane to all */
    runs(LANES " elect.sync r1:p1, 3 | elect.sync r1:p1, 3 ;\n setp.eq.u32 p2, r1, 0 | "
               "setp.eq.u32 p2, r1, 0 ;\n @p2 bar.warp.sync 3 | @p2 bar.warp.sync 3 ;\n" TRUE);
}

/* ---- barriers of many warps ------------------------------------------------ */

TEST(other_barriers)
{
    runs(LANES " bar.sync 0 | bar.sync 0 ;\n bar.warp.sync 3 | bar.warp.sync 3 ;\n"
               " bar.sync 0 | bar.sync 0 ;\n" TRUE);
    /* in the opposite order, each waits for the other one */
    waits_at(LANES " bar.sync 0 | bar.warp.sync 3 ;\n bar.warp.sync 3 | bar.sync 0 ;\n" TRUE,
             "bar.warp.sync 3");
    /* a warp comes to a barrier as one: not one lane without waiting and the other to wait */
    waits_at(LANES
             " bar.arrive 0, 2 | bar.sync 0, 2 ;\n bar.warp.sync 3 | bar.warp.sync 3 ;\n" TRUE,
             "bar.sync 0, 2");
    /* of a cluster, to which a lane comes that has ended */
    runs(LANES " bar.warp.sync 3 | bar.warp.sync 3 ;\n barrier.cluster.arrive | ;\n"
               " barrier.cluster.wait | ;\n" TRUE);
}

/* ---- barriers that memory decides ------------------------------------------- */

#define WARPS   "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
#define OF_BOTH " ld.relaxed.gpu.u32 r0, [x] | ;\n setp.eq.u32 p0, r0, 1 | ;\n"
#define REDUCE  " bar.red.or.pred p1, 0, p0 | bar.red.or.pred p1, 0, p0 ;\n"

/* All threads of the CTA have the result of bar.red, so that they go the same way. */
TEST(reductions)
{
    making m;
    start_good(&m,
               WARPS " L: | L: ;\n" OF_BOTH REDUCE " bar.sync 1 | bar.sync 1 ;\n"
                     " @!p1 bra L | @!p1 bra L ;\n" TRUE,
               "");
    assert_int_equal(m.plan->lanes, 1);
    expect_times(m.ptx, "_stuck:", 0);
    expect_order(m.ptx, (const char *[]){"barrier.cta.red.or.pred %r0_p1, 0, 64, %r0_p0;",
                                         "barrier.cta.sync 1, 64;", "setp.gt.u32 %r0_t",
                                         "%r0_rounds, 2000;", "mov.b32 %r0_gave_up, 1;", NULL});
    close_test(&m.o);
    runs(WARPS OF_BOTH REDUCE " @p1 bar.sync 0 | @!p1 bra L ;\n | bar.sync 0 ;\n | L: ;\n" TRUE);
    cta_waits_at(WARPS " L: | L: ;\n" OF_BOTH REDUCE
                       " bar.sync 1 | bar.sync 1 ;\n @!p1 bra L | @p1 bra L ;\n" TRUE,
                 "bar.red.or.pred p1, 0, p0");
    /* the own value is nobody else's */
    cta_waits_at(WARPS OF_BOTH REDUCE " @p0 bar.sync 1 | @p0 bar.sync 1 ;\n" TRUE,
                 "@p0 bar.sync 1");
    /* nor is a number that memory has decided the way to */
    cta_waits_at(WARPS OF_BOTH " @p0 bra L | ;\n mov.u32 r5, 1 | ;\n L: setp.eq.u32 p2, r5, 1 | ;\n"
                               " @p2 bra M | ;\n bar.sync 0 | bar.sync 0 ;\n M: | ;\n" TRUE,
                 "bar.sync 0");
}

/* A vote tells one warp, and a barrier is for all of them. */
TEST(votes)
{
    making m;
    start_good(&m,
               LANES " L: | L: ;\n" FROM_X VOTE " bar.sync 0 | bar.sync 0 ;\n"
                     " @!p1 bra L | @!p1 bra L ;\n" TRUE,
               "");
    assert_int_equal(m.plan->lanes, 1);
    expect_times(m.ptx, "barrier.cta.sync 0, 32;", 2);
    close_test(&m.o);
    static const char two_warps[] =
        "PTX t\n{ x=0; }\n P0@cta 0,gpu 0,tid 0 | P1@cta 0,gpu 0,tid 1 | P2@cta 0,gpu 0,tid 32 ;\n"
        " L: ld.relaxed.gpu.u32 r0, [x] | L: | L: ;\n setp.eq.u32 p0, r0, 1 | | ;\n"
        " vote.sync.any.pred p1, p0, 3 | vote.sync.any.pred p1, p0, 3 | ;\n"
        " %s | %s | %s ;\n @!p1 bra L | @!p1 bra L | @!p1 bra L ;\n" TRUE;
    char text[700];
    snprintf(text, sizeof text, two_warps, "bar.sync 0", "bar.sync 0", "bar.sync 0");
    cta_waits_at(text, "bar.sync 0");
    snprintf(text, sizeof text, two_warps, "bar.red.or.pred p1, 0, p1", "bar.red.or.pred p1, 0, p1",
             "bar.red.or.pred p1, 0, p1");
    runs(text);
}

/* Who arrives does not wait, and does not arrive again before the others have come. */
TEST(arrivals)
{
    runs(WARPS " L: | L: ;\n" OF_BOTH REDUCE " bar.arrive 1, 2 | bar.sync 1, 2 ;\n"
               " @!p1 bra L | @!p1 bra L ;\n" TRUE);
    cta_waits_at(WARPS OF_BOTH REDUCE " bar.arrive 1, 2 | @p1 bar.sync 1, 2 ;\n"
                                      " bar.sync 1, 2 | nop ;\n" TRUE,
                 "bar.sync 1, 2");
    cta_waits_at(WARPS OF_BOTH REDUCE " bar.arrive 1, 2 | @p1 bar.sync 1, 2 ;\n"
                                      " bar.arrive 1, 2 | @p1 bar.sync 1, 2 ;\n" TRUE,
                 "bar.arrive 1, 2");
    /* who has arrived and then waits, waits for the next phase */
    runs(WARPS OF_BOTH REDUCE " bar.arrive 1, 2 | bar.sync 1, 2 ;\n"
                              " bar.sync 1, 2 | bar.sync 1, 2 ;\n" TRUE);
    cta_waits_at(WARPS OF_BOTH REDUCE " bar.arrive 1, 2 | bar.sync 1, 2 ;\n"
                                      " bar.sync 1, 2 | ;\n" TRUE,
                 "bar.sync 1, 2");
    /* a part of the CTA, and the barrier of its cluster */
    runs("PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"
         " L: | L: | barrier.cluster.arrive ;\n ld.relaxed.gpu.u32 r0, [x] | | ;\n"
         " setp.eq.u32 p0, r0, 1 | | ;\n"
         " bar.red.or.pred p1, 1, 64, p0 | bar.red.or.pred p1, 1, 64, p0 | ;\n"
         " bar.sync 2, 2 | bar.sync 2, 2 | ;\n @!p1 bra L | @!p1 bra L | ;\n"
         " barrier.cluster.arrive | barrier.cluster.arrive | ;\n"
         " barrier.cluster.wait | barrier.cluster.wait | barrier.cluster.wait ;\n" TRUE);
}

/* match.all tells all lanes the same, as a predicate and as a mask. */
TEST(matches)
{
    static const char *const asks[] = {"nop", "setp.ne.u32 p1, r1, 0"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 LANES " L: | L: ;\n" FROM_X
                       " match.all.sync.b32 r1:p1, r0, 3 | match.all.sync.b32 r1:p1, r0, 3 ;\n"
                       " %s | %s ;\n @!p1 bra L | @!p1 bra L ;\n" TRUE,
                 asks[i], asks[i]);
        runs(text);
    }
    waits_at(LANES " L: | L: ;\n" FROM_X
                   " match.any.sync.b32 r1, r0, 3 | match.any.sync.b32 r1, r0, 3 ;\n"
                   " setp.ne.u32 p1, r1, 3 | setp.ne.u32 p1, r1, 3 ;\n"
                   " @p1 bra L | @p1 bra L ;\n" TRUE,
             "match.any.sync.b32 r1, r0, 3");
}

/* A loop that nothing ends is given up in the walk, too. */
TEST(endless)
{
    runs(LANES " L: bra L | ;\n bar.warp.sync 3 | bar.warp.sync 3 ;\n" TRUE);
}

/* A barrier counts warps, those of the test's lanes. */
TEST(counts)
{
    making m;
    start_good(
        &m,
        "PTX t\n{ x=0; }\n P0@cta 0,gpu 0,tid 0 | P1@cta 0,gpu 0,tid 1 | P2@cta 0,gpu 0,tid 32 "
        "| P3@cta 0,gpu 0,tid 70 ;\n bar.warp.sync 3 | bar.warp.sync 3 | | ;\n"
        " bar.sync 0 | bar.sync 0 | bar.sync 0 | bar.sync 0 ;\n" TRUE,
        "lanes=4");
    assert_int_equal(m.plan->lanes, 4);
    expect_times(m.ptx, "barrier.cta.sync 0, 384;",
                 3); /* 3 warps of 4 instances; one body of two */
    close_test(&m.o);
}

/* ---- loops that are given up -------------------------------------------------- */

/* Who does not end a loop in time leaves it and comes to the meetings behind it; rounds with
 * meetings are counted by themselves. */
TEST(given_up)
{
    making m;
    start_good(&m,
               LANES
               " K: ld.relaxed.gpu.u32 r0, [x] | ;\n setp.eq.u32 p0, r0, 1 | ;\n @!p0 bra K | ;\n"
               " L: | L: ;\n" VOTE " @!p1 bra L | @!p1 bra L ;\n" TRUE,
               "");
    expect_times(m.ptx, "_stuck", 0);
    expect_times(m.ptx, "add.u32 %r0_jumps, %r0_jumps, 1;", 1);
    expect_times(m.ptx, "add.u32 %r0_rounds, %r0_rounds, 1;", 1);
    expect_times(m.ptx, "add.u32 %r1_rounds, %r1_rounds, 1;", 1);
    expect_order(m.ptx, (const char *[]){"mov.b32 %r0_gave_up, 0;", "setp.gt.u32 %r0_t",
                                         "%r0_jumps, 2000;", "mov.b32 %r0_gave_up, 1;",
                                         "bra r0_skip0;", "r0_skip0:", "vote.sync.any",
                                         "%r0_rounds, 2000;", "mov.b32 %r0_gave_up, 1;",
                                         "r0_end:", "setp.eq.u32 %more, %r0_gave_up, 0;",
                                         "exch.b64 %value, [%result], 1;", "$went_on_", NULL});
    close_test(&m.o);
    /* a thread that others need not wait for leaves its body */
    start_good(&m,
               LANES " L: ld.relaxed.gpu.u32 r0, [x] | vote.sync.any.pred p1, p0, 2 ;\n"
                     " setp.eq.u32 p0, r0, 1 | ;\n @!p0 bra L | ;\n" TRUE,
               "");
    expect_times(m.ptx, "r0_stuck:", 1);
    expect_times(m.ptx, "gave_up", 0);
    close_test(&m.o);
}

/* Rounds of a loop in which nobody waits for the other one are counted, too: the lanes would not
 * leave the outer one at once. Those of a loop without a meeting are not. */
TEST(rounds)
{
    static const char *const inner[] = {"bar.warp.sync 2", "nop"};
    for (int i = 0; i < 2; i++) {
        char text[600];
        snprintf(text, sizeof text,
                 LANES " L: | L: mov.u32 r9, 0 ;\n" FROM_X VOTE " @!p1 bra L | N: %s ;\n"
                       " | add.u32 r9, r9, 1 ;\n | setp.lt.u32 p3, r9, 2 ;\n | @p3 bra N ;\n"
                       " | @!p1 bra L ;\n" TRUE,
                 inner[i]);
        if (i == 0)
            waits_at(text, "vote.sync.any.pred p1, p0, 3");
        else
            runs(text);
    }
}

static void given_up_at(const char *waits, const char *waited_for, bool behind)
{
    making m;
    char text[700];
    snprintf(text, sizeof text,
             "PTX t\n{ x=0; shared int64_t m@cta 0; int64_t y=x; }\n"
             " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n mbarrier.init.b64 [m], 1 | %s ;\n %s | ;\n"
             " L: ld.relaxed.gpu.u64 rd0, [y] | ;\n setp.eq.u64 p0, rd0, 1 | ;\n @!p0 bra L | ;\n"
             " %s | ;\n ld.relaxed.gpu.u32 r1, [rd0] | ;\n" TRUE,
             waits, behind ? "nop" : waited_for, behind ? waited_for : "nop");
    start_good(&m, text, "");
    expect_times(m.ptx, "r0_stuck:", !behind);
    expect_times(m.ptx, "mov.b32 %r0_gave_up, 0;", behind);
    if (behind)
        expect_order(
            m.ptx,
            (const char *[]){"mov.b32 %r0_gave_up, 1;", "r0_skip0:", "setp.ne.u32 %r0_t",
                             ", %r0_gave_up, 0;", "bra r0_skip1;", "ld.relaxed.gpu.u32 %r0_r1",
                             "r0_skip1:", "r0_end:", "setp.eq.u32 %more, %r0_gave_up, 0;", NULL});
    close_test(&m.o);
}

/* A thread without lanes that others wait for, at a barrier or an mbarrier object, leaves its loop
 * in the same way, and passes over what wants an address from memory. */
TEST(given_up_alone)
{
    for (int behind = 0; behind < 2; behind++) {
        given_up_at("bar.sync 0", "bar.sync 0", behind);
        given_up_at("barrier.cluster.arrive", "barrier.cluster.arrive", behind);
        given_up_at("mbarrier.test_wait.parity.b64 p1, [m], 0", "mbarrier.arrive.b64 _, [m]",
                    behind);
    }
}

/* What is passed over is counted where it is executed: the end of the step waits for as much. */
TEST(passed_over)
{
    making m;
    start_good(&m,
               "PTX t\n{ int x[4]; int64_t y=x; shared int s[4]@cta 0; shared int64_t m@cta 0; }\n"
               " P0@cta 0,gpu 0 ;\n mbarrier.init.b64 [m], 1 ;\n"
               " L: ld.relaxed.gpu.u64 rd0, [y] ;\n setp.eq.u64 p0, rd0, 0 ;\n @p0 bra L ;\n"
               " mbarrier.arrive.expect_tx.b64 _, [m], 16 ;\n"
               " cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [rd0], 16, [m] "
               ";\n" TRUE,
               "");
    expect_order(m.ptx, (const char *[]){"bra r0_skip1;", "red.relaxed.cluster.shared::cta.add.u32",
                                         "cp.async.bulk.shared::cta.global",
                                         "r0_skip1:", "// end role 0", NULL});
    close_test(&m.o);
}
