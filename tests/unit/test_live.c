/* checker/live.c: which threads may never end, where every thread is scheduled
 * and writes become visible. */
#include "checker/live.h"
#include "checker/solver/solver.h"
#include "tests/unit/checker_help.h"

/* The clock of a machine that is ever busier: between two looks at it a third more time goes
 * by than between the two before. */
static bool busy;
static time_t seconds_ahead;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    (void)clock;
    if (busy && seconds_ahead < INT64_C(1) << 60)
        seconds_ahead += seconds_ahead / 3 + 1;
    bool told = timespec_get(now, TIME_UTC) == TIME_UTC;
    now->tv_sec += seconds_ahead;
    return told ? 0 : -1;
}

/* "P0 L0; P1 barrier": all places, in the order of the result. */
static const char *places(checker *c, const cm_check_result *r)
{
    const char *all = "";
    for (int i = 0; i < r->liveness.wait_count; i++) {
        const cm_wait *w = &r->liveness.waits[i];
        all = cm_arena_printf(c->cat.arena, "%s%sP%d %s", all, i ? "; " : "",
                              c->job.test->threads[w->thread].id, w->label ? w->label : "barrier");
    }
    return all;
}

static void check_hangs(checker *c, const cm_check_result *r)
{
    const cm_liveness *l = &r->liveness;
    assert_true((l->ending == CM_HANGS) == (l->hang_count > 0));
    assert_true((l->ending == CM_MAY_HANG) == (strlen(l->reason) > 0));
    for (int h = 0; h < l->hang_count; h++) {
        assert_true(l->hangs[h].count > 0);
        assert_non_null(l->hangs[h].execution);
        for (int i = 0; i < l->hangs[h].count; i++)
            assert_in_range(l->hangs[h].waits[i], i, l->wait_count - 1);
    }
    (void)c;
}

static void expect(const char *model, const char *text, cm_ending ending, const char *where)
{
    checker c;
    checker_start_model(&c, model, text);
    cm_check_options options = {.liveness = true, .witnesses = true, .verify = true};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    if (r->liveness.ending != ending || strcmp(places(&c, r), where) != 0)
        fail_msg("%s\nending %d at '%s' (%s), expected %d at '%s'", text, (int)r->liveness.ending,
                 places(&c, r), r->liveness.reason, (int)ending, where);
    check_hangs(&c, r);
    checker_end(&c);
}

static void ends(const char *model, const char *text)
{
    expect(model, text, CM_ENDS, "");
}

static void hangs(const char *model, const char *text, const char *where)
{
    expect(model, text, CM_HANGS, where);
}

static void open_answer(const char *model, const char *text)
{
    expect(model, text, CM_MAY_HANG, "");
}

#define ONE   "AArch64 t\n{ x=0; y=0; 0:X1=x; 0:X3=y; }\n"
#define ARM   "AArch64 t\n{ x=0; y=0; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n"
#define PTX   "PTX t\n{ x=0; y=0; }\n"
#define TWO   "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
#define APART "P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
#define THREE "P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"

/* ---- waiting for a value ----------------------------------------------- */

TEST(flags)
{
    ends("arm", ONE "P0 ;\n LDR W0,[X1] ;\nexists (0:X0=1)\n");
    ends("arm", ARM "P0 | P1 ;\n MOV W0,#1 | L0: LDR W0,[X1] ;\n STR W0,[X1] | CBZ W0,L0 ;\n"
                    "exists (1:X0=1)\n");
    /* nobody writes what is waited for */
    hangs("arm",
          ARM "P0 | P1 ;\n MOV W0,#1 | L0: LDR W0,[X1] ;\n STR W0,[X3] | CBZ W0,L0 ;\n"
              "exists (1:X0=1)\n",
          "P1 L0");
    /* it is overwritten: the one that waits may miss it */
    hangs("arm",
          ARM "P0 | P1 ;\n MOV W0,#1 | L0: LDR W0,[X1] ;\n STR W0,[X1] | CBZ W0,L0 ;\n"
              " STR WZR,[X1] | ;\nexists (1:X0=1)\n",
          "P1 L0");
    /* with another value that also lets go */
    ends("arm", ARM "P0 | P1 ;\n MOV W0,#1 | L0: LDR W0,[X1] ;\n STR W0,[X1] | CBZ W0,L0 ;\n"
                    " MOV W2,#2 | ;\n STR W2,[X1] | ;\nexists (1:X0=1)\n");
    /* one may come last, or the other: then the wait for 1 may miss it */
    hangs("x86tso",
          "X86 t\n{ x=0; }\n P0 | P1 | P2 ;\n MOV [x],$1 | MOV [x],$2 | L0: MOV EAX,[x] ;\n"
          " | | CMP EAX,$1 ;\n | | JNE L0 ;\nexists (2:EAX=1)\n",
          "P2 L0");
    /* no reads at all */
    hangs("arm", ONE "P0 ;\n L0: B L0 ;\nexists (x=0)\n", "P0 L0");
    /* two wait for each other; each may get there */
    hangs("arm",
          ARM "P0 | P1 ;\n MOV W2,#1 | MOV W2,#1 ;\n L0: LDR W0,[X1] | L1: LDR W0,[X3] ;\n"
              " CBZ W0,L0 | CBZ W0,L1 ;\n STR W2,[X3] | STR W2,[X1] ;\nexists (x=1)\n",
          "P0 L0; P1 L1");
    /* the second wait of a chain is reached only through the first */
    hangs("arm",
          ARM "P0 | P1 ;\n MOV W0,#1 | L0: LDR W0,[X1] ;\n STR W0,[X1] | CBZ W0,L0 ;\n"
              " | L1: LDR W0,[X3] ;\n | CBZ W0,L1 ;\nexists (x=1)\n",
          "P1 L1");
}

/* ---- store-exclusives, compare and swap -------------------------------- */

TEST(retries)
{
    /* a store-exclusive does not fail for ever */
    ends("arm", ARM "P0 | P1 ;\n MOV W4,#1 | MOV W4,#2 ;\n L0: LDXR W0,[X1] | L1: LDXR W0,[X1] ;\n"
                    " STXR W2,W4,[X1] | STXR W2,W4,[X1] ;\n CBNZ W2,L0 | CBNZ W2,L1 ;\n"
                    "exists (x=1)\n");
    /* one without its load may pair with a load before the loop: not only waiting */
    open_answer("arm", ONE "P0 ;\n LDXR W0,[X1] ;\n L0: STXR W2,W4,[X1] ;\n CBNZ W2,L0 ;\n"
                           "exists (x=1)\n");
    /* one that has no load to pair with: each time it finds the monitor as it was at first */
    hangs("arm", ONE "P0 ;\n L0: STXR W2,W4,[X1] ;\n CBNZ W2,L0 ;\nexists (x=1)\n", "P0 L0");
    /* a lock that is given back, and one that is not */
    ends("arm", ARM "P0 | P1 ;\n MOV W4,#1 | MOV W4,#1 ;\n"
                    " L0: MOV W0,#0 | L1: MOV W0,#0 ;\n CASA W0,W4,[X1] | CASA W0,W4,[X1] ;\n"
                    " CBNZ W0,L0 | CBNZ W0,L1 ;\n STLR WZR,[X1] | STLR WZR,[X1] ;\n"
                    "exists (x=1)\n");
    hangs("arm",
          ARM "P0 | P1 ;\n MOV W4,#1 | MOV W4,#1 ;\n"
              " L0: MOV W0,#0 | L1: MOV W0,#0 ;\n CASA W0,W4,[X1] | CASA W0,W4,[X1] ;\n"
              " CBNZ W0,L0 | CBNZ W0,L1 ;\n NOP | STLR WZR,[X1] ;\nexists (x=1)\n",
          "P1 L1");
}

/* ---- what is ordered, and what is not ---------------------------------- */

TEST(orders)
{
    /* a futex-like handshake: P1 announces itself and waits; P0 sets the flag and looks
     * whether somebody waits. Store buffering makes P0 miss P1 (without DMB), and then P1
     * waits for a wake-up (y=2) that does not come. */
    hangs("arm",
          ARM "P0 | P1 ;\n MOV W4,#1 | MOV W4,#1 ;\n STR W4,[X1] | STR W4,[X3] ;\n"
              " LDR W0,[X3] | LDR W0,[X1] ;\n CBZ W0,L0 | CBNZ W0,L2 ;\n"
              " MOV W5,#2 | L1: LDR W6,[X3] ;\n STR W5,[X3] | CMP W6,#2 ;\n"
              " L0: NOP | B.NE L1 ;\n | L2: NOP ;\nexists (x=1)\n",
          "P1 L1");
    ends("arm", ARM "P0 | P1 ;\n MOV W4,#1 | MOV W4,#1 ;\n STR W4,[X1] | STR W4,[X3] ;\n"
                    " DMB SY | DMB SY ;\n"
                    " LDR W0,[X3] | LDR W0,[X1] ;\n CBZ W0,L0 | CBNZ W0,L2 ;\n"
                    " MOV W5,#2 | L1: LDR W6,[X3] ;\n STR W5,[X3] | CMP W6,#2 ;\n"
                    " L0: NOP | B.NE L1 ;\n | L2: NOP ;\nexists (x=1)\n");
    /* writes that no order relates: any of them may be what a read finds for ever */
    hangs("ptx",
          PTX APART " st.weak x, 1 | st.weak x, 2 ;\n | L0: ld.relaxed.gpu r0, x ;\n"
                    " | bne r0, 1, L0 ;\nexists (1:r0=1)\n",
          "P1 L0");
    ends("ptx", PTX APART " st.relaxed.gpu x, 1 | L0: ld.relaxed.gpu r0, x ;\n"
                          " | bne r0, 1, L0 ;\nexists (1:r0=1)\n");
}

/* ---- what is not known -------------------------------------------------- */

TEST(open_answers)
{
    /* writes in every round */
    open_answer("arm",
                ARM "P0 | P1 ;\n MOV W0,#1 | L0: STR W0,[X3] ;\n STR W0,[X1] | LDR W0,[X1] ;\n"
                    " | CBZ W0,L0 ;\nexists (1:X0=1)\n");
    /* strays */
    open_answer("arm", ONE "P0 ;\n L0: LDR W0,[X5] ;\n CBZ W0,L0 ;\nexists (0:X0=1)\n");
    /* the one hangs surely, whatever the other does */
    hangs("arm",
          ARM "P0 | P1 ;\n L0: STR W0,[X3] | L1: LDR W2,[X1] ;\n LDR W0,[X3] | CBZ W2,L1 ;\n"
              " CBZ W4,L2 | ;\n B L0 | ;\n L2: NOP | ;\nexists (1:X0=1)\n",
          "P1 L1");
    /* a loop that counts to an end is no loop */
    ends("arm", ONE "P0 ;\n L0: ADD W0,W0,#1 ;\n CMP W0,#2 ;\n B.NE L0 ;\nexists (0:X0=2)\n");
}

TEST(not_asked)
{
    checker c;
    checker_start_model(&c, "arm", ONE "P0 ;\n L0: B L0 ;\nexists (x=0)\n");
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
    assert_int_equal(r->liveness.ending, CM_NOT_ASKED);
    checker_end(&c);
}

/* A model of one's own: without `co` nothing is known. */
TEST(other_models)
{
    checker c;
    checker_start(&c, "acyclic po | rf as c\n",
                  ONE "P0 ;\n L0: LDR W0,[X1] ;\n CBZ W0,L0 ;\n"
                      "exists (0:X0=1)\n");
    cm_check_result *r =
        checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){.liveness = true});
    assert_int_equal(r->liveness.ending, CM_MAY_HANG);
    checker_end(&c);
}

/* ---- barriers ----------------------------------------------------------- */

TEST(barriers)
{
    ends("ptx", PTX TWO " bar.cta.sync 1 | bar.cta.sync 1 ;\nexists (x=0)\n");
    ends("ptx", PTX TWO " bar.sync 1, 2 | bar.sync 1, 2 ;\nexists (x=0)\n");
    hangs("ptx", PTX TWO " bar.sync 1, 3 | bar.sync 1, 3 ;\nexists (x=0)\n",
          "P0 barrier; P1 barrier");
    ends("ptx", PTX TWO " bar.arrive 1, 3 | bar.arrive 1, 3 ;\nexists (x=0)\n");
    /* who comes later than the least count passes */
    ends("ptx", PTX THREE " bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 ;\n"
                          "exists (x=0)\n");
    hangs("ptx", PTX TWO " bar.cta.sync 1, 1, 3 | bar.cta.sync 1, 1, 3 ;\nexists (x=0)\n",
          "P0 barrier; P1 barrier");
    /* in opposite order */
    hangs("ptx",
          PTX TWO " bar.cta.sync 1 | bar.cta.sync 2 ;\n bar.cta.sync 2 | bar.cta.sync 1 ;\n"
                  "exists (x=0)\n",
          "P0 barrier; P1 barrier");
    ends("ptx", PTX TWO " bar.cta.sync 1 | bar.cta.sync 1 ;\n bar.cta.sync 2 | bar.cta.sync 2 ;\n"
                        "exists (x=0)\n");
    /* the one waits at the barrier for the other, which waits for a flag set after it */
    hangs("ptx",
          PTX TWO " bar.cta.sync 1 | L0: ld.relaxed.gpu r0, x ;\n"
                  " st.relaxed.gpu x, 1 | bne r0, 1, L0 ;\n | bar.cta.sync 1 ;\n"
                  "exists (x=1)\n",
          "P0 barrier; P1 L0");
    hangs("ptx",
          PTX TWO " bar.sync 1, 2 | L0: ld.relaxed.gpu r0, x ;\n"
                  " st.relaxed.gpu x, 1 | bne r0, 1, L0 ;\n | bar.sync 1, 2 ;\n"
                  "exists (x=1)\n",
          "P0 barrier; P1 L0");
    ends("ptx", PTX TWO " st.relaxed.gpu x, 1 | L0: ld.relaxed.gpu r0, x ;\n"
                        " bar.cta.sync 1 | bne r0, 1, L0 ;\n | bar.cta.sync 1 ;\nexists (x=1)\n");
    /* one with a count beside one without */
    ends("ptx", PTX THREE " bar.sync 0 | bar.sync 0 | bar.sync 0 ;\n"
                          " bar.sync 1, 64 | | bar.sync 1, 64 ;\nexists (x=0)\n");
    /* three for two places: one is left over, whichever */
    hangs("ptx", PTX THREE " bar.sync 1, 2 | bar.sync 1, 2 | bar.sync 1, 2 ;\nexists (x=0)\n",
          "P0 barrier; P1 barrier; P2 barrier");
}

/* ---- mbarrier objects ---------------------------------------------------- */

/* An object of one arrival in shared memory, as an init that all have seen leaves it. */
#define BARRIER  "PTX t\n{ shared int64_t b@cta 0,gpu 0=0x2000000000100001; x=0; }\n"
#define CLUSTERS "PTX t\n{ shared int64_t b@cta 1,gpu 0=0x2000000000100001; x=0; }\n"
/* PTX ISA 9.7.15.16.19: a thread that tries is suspended at most while the phase is not complete;
 * of a phase that stays complete it is told in the end. */
TEST(mbarriers)
{
    /* the thread's own arrival completes the phase */
    ends("ptx", BARRIER "P0@cta 0,gpu 0 ;\n mbarrier.arrive.b64 _, [b] ;\n"
                        " L0: mbarrier.try_wait.parity.b64 p0, [b], 0 ;\n @!p0 bra L0 ;\n"
                        "exists (x=0)\n");
    /* another's, by try_wait and by test_wait */
    ends("ptx", BARRIER TWO " mbarrier.arrive.b64 _, [b] |"
                            " L0: mbarrier.try_wait.parity.b64 p0, [b], 0 ;\n"
                            " | @!p0 bra L0 ;\nexists (x=0)\n");
    ends("ptx", BARRIER TWO " mbarrier.arrive.b64 _, [b] |"
                            " L0: mbarrier.test_wait.parity.b64 p0, [b], 0 ;\n"
                            " | @!p0 bra L0 ;\nexists (x=0)\n");
    /* the phase before the first one counts as complete */
    ends("ptx", BARRIER "P0@cta 0,gpu 0 ;\n"
                        " L0: mbarrier.try_wait.parity.b64 p0, [b], 1 ;\n @!p0 bra L0 ;\n"
                        "exists (x=0)\n");
    /* by the state that the own arrival gave; relaxed, with a hint of the time */
    ends("ptx", BARRIER "P0@cta 0,gpu 0 ;\n mbarrier.arrive.b64 rd0, [b] ;\n"
                        " L0: mbarrier.try_wait.relaxed.cta.b64 p0, [b], rd0, 100 ;\n"
                        " @!p0 bra L0 ;\nexists (x=0)\n");
    /* nobody arrives */
    hangs("ptx",
          BARRIER "P0@cta 0,gpu 0 ;\n"
                  " L0: mbarrier.try_wait.parity.b64 p0, [b], 0 ;\n @!p0 bra L0 ;\n"
                  "exists (x=0)\n",
          "P0 L0");
    /* the phase that is waited for is the one after */
    hangs("ptx",
          BARRIER TWO " mbarrier.arrive.b64 _, [b] |"
                      " mbarrier.arrive.b64 rd0, [b] ;\n |"
                      " L0: mbarrier.try_wait.parity.b64 p0, [b], 0 ;\n"
                      " | @!p0 bra L0 ;\nexists (x=0)\n",
          "P1 L0");
    /* bytes are expected that do not come */
    hangs("ptx",
          BARRIER "P0@cta 0,gpu 0 ;\n mbarrier.arrive.expect_tx.b64 _, [b], 16 ;\n"
                  " L0: mbarrier.try_wait.parity.b64 p0, [b], 0 ;\n @!p0 bra L0 ;\n"
                  "exists (x=0)\n",
          "P0 L0");
    /* and those that do, of a thread and of the object of another CTA */
    ends("ptx", BARRIER TWO " mbarrier.arrive.expect_tx.b64 _, [b], 16 |"
                            " mbarrier.complete_tx.b64 [b], 16 ;\n"
                            " L0: mbarrier.try_wait.parity.b64 p0, [b], 0 | ;\n @!p0 bra L0 | ;\n"
                            "exists (x=0)\n");
    ends("ptx", CLUSTERS "P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n"
                         " mapa.shared::cluster.u64 rd0, b, 1 |"
                         " L0: mbarrier.try_wait.parity.acquire.cluster.b64 p0, [b], 0 ;\n"
                         " mbarrier.arrive.release.cluster.shared::cluster.b64 _, [rd0] |"
                         " @!p0 bra L0 ;\nexists (x=0)\n");
    /* each waits for the other's arrival before its own */
    hangs("ptx",
          "PTX t\n{ shared int64_t b@cta 0,gpu 0=0x2000000000100001; "
          "shared int64_t c@cta 0,gpu 0=0x2000000000100001; }\n" TWO
          " L0: mbarrier.try_wait.parity.b64 p0, [c], 0 |"
          " L1: mbarrier.try_wait.parity.b64 p0, [b], 0 ;\n @!p0 bra L0 | @!p0 bra L1 ;\n"
          " mbarrier.arrive.b64 _, [b] | mbarrier.arrive.b64 _, [c] ;\nexists (x=0)\n",
          "P0 L0; P1 L1");
}

/* Phases that copies complete (PTX ISA 9.7.9.27: complete_tx of the bytes copied). */
TEST(copies)
{
#define COPY                                                                                       \
    "PTX t\n{ shared int64_t b@cta 0,gpu 0=0x2000000000100001; int g[4]={1,2,3,4};"                \
    " shared int s[4]@cta 0,gpu 0; }\n P0@cta 0,gpu 0 ;\n"
#define BULK " cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [s], [g], 16, [b] ;\n"
#define SPIN " L0: mbarrier.try_wait.parity.b64 p0, [b], 0 ;\n @!p0 bra L0 ;\nexists (x=0)\n"
    ends("ptx", COPY " mbarrier.arrive.expect_tx.b64 _, [b], 16 ;\n" BULK SPIN);
    ends("ptx", COPY BULK " mbarrier.arrive.expect_tx.b64 _, [b], 16 ;\n" SPIN);
    hangs("ptx", COPY " mbarrier.arrive.expect_tx.b64 _, [b], 32 ;\n" BULK SPIN, "P0 L0");
    hangs("ptx", COPY " mbarrier.expect_tx.relaxed.cta.b64 [b], 16 ;\n" BULK SPIN, "P0 L0");
}

/* ---- limits ------------------------------------------------------------ */

#define SPIN_LOCK                                                                                  \
    ARM "P0 | P1 ;\n MOV W4,#1 | MOV W4,#1 ;\n"                                                    \
        " L0: SWPA W4,W0,[X1] | L1: SWPA W4,W0,[X1] ;\n"                                           \
        " CBNZ W0,L0 | CBNZ W0,L1 ;\n STLR WZR,[X1] | STLR WZR,[X1] ;\nexists (x=1)\n"

static cm_ending ending_in_haste(checker *c)
{
    cm_check_options options = {.liveness = true, .hasty = true};
    checker_start_model(c, "arm", SPIN_LOCK);
    return checker_run(c, c->cat.model, c->job.test, &options)->liveness.ending;
}

/* How long it takes is the machine's affair. */
TEST(busy_machine)
{
    checker c;
    busy = true;
    cm_ending ending = ending_in_haste(&c);
    busy = false;
    assert_int_equal(ending, CM_ENDS);
    checker_end(&c);
}

/* The question with so much work allowed: units of Z3, bytes. */
static cm_liveness limited(checker *c, uint64_t units, size_t bytes)
{
    cm_check_options options = {.liveness = true, .hasty = true};
    checker_start_model(c, "arm", SPIN_LOCK);
    cm_job job = cm_job_begin(&c->cat.work, c->solver, c->cat.model, c->job.test, &options);
    job.measured = true;
    job.solver_limit = units;
    job.arena_limit = cm_arena_used(job.arena) + bytes;
    cm_liveness found;
    cm_live(&job, &found);
    cm_solver_close(c->solver);
    return found;
}

TEST(limits_of_work)
{
    const uint64_t units[] = {1, 10, 100, 10000000, 10000000};
    const size_t bytes[] = {1 << 30, 1 << 30, 1 << 30, 1000, 1 << 30};
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        checker c;
        cm_liveness found = limited(&c, units[i], bytes[i]);
        bool enough = i + 1 == sizeof units / sizeof units[0];
        assert_int_equal(found.ending, enough ? CM_ENDS : CM_MAY_HANG);
        assert_string_equal(
            found.reason,
            enough ? "" : "the search was given up after as much work as the states took");
        checker_end(&c);
    }
}
