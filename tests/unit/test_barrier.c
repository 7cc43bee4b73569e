/* checker/barrier.c by small PTX tests: which arrivals meet, and who waits for
 * ever (barrier.h; PTX ISA, "bar, barrier"). Every execution is evaluated again. */
#include "base/text.h"
#include "tests/gen/gen.h"
#include "tests/gen/outcomes.h"
#include "tests/unit/checker_help.h"

static void expect(const char *body, const char *states)
{
    char text[1200];
    snprintf(text, sizeof text, "PTX t\n{ x=0; y=0; }\n%s", body);
    checker_expect("ptx", text, NULL, CM_COMPLETE, states);
}

#define TWO   " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
#define APART " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
#define THREE " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"

/* ---- without a count: by turns ----------------------------------------- */

TEST(one_barrier)
{
    /* what comes before a barrier is seen by what comes after it */
    expect(TWO " st.weak x, 1 | bar.cta.sync 1 ;\n bar.cta.sync 1 | ld.weak r0, x ;\n"
               "exists (1:r0=1)\n",
           "1:r0=1;");
    /* threads of different CTAs do not meet */
    expect(APART " st.weak x, 1 | bar.cta.sync 1 ;\n bar.cta.sync 1 | ld.weak r0, x ;\n"
                 "exists (1:r0=1)\n",
           "1:r0=0; | 1:r0=1;");
    /* nor do those at different barriers */
    expect(TWO " st.weak x, 1 | bar.cta.sync 2 ;\n bar.cta.sync 1 | ld.weak r0, x ;\n"
               "exists (1:r0=1)\n",
           "1:r0=0; | 1:r0=1;");
    /* bar.arrive gives order to others and takes none */
    expect(TWO " st.weak x, 1 | bar.cta.sync 1 ;\n bar.cta.arrive 1 | ld.weak r0, x ;\n"
               "exists (1:r0=1)\n",
           "1:r0=1;");
    expect(TWO " st.weak x, 1 | bar.cta.arrive 1 ;\n bar.cta.sync 1 | ld.weak r0, x ;\n"
               "exists (1:r0=1)\n",
           "1:r0=0; | 1:r0=1;");
}

TEST(turns)
{
    /* the second arrivals meet, after the first ones */
    expect(TWO " bar.cta.sync 1 | bar.cta.sync 1 ;\n st.weak x, 1 | bar.cta.sync 1 ;\n"
               " bar.cta.sync 1 | ld.weak r0, x ;\nexists (1:r0=1)\n",
           "1:r0=1;");
    /* the store lies between the turns of its thread, the load does too: a race */
    expect(TWO " bar.cta.sync 1 | bar.cta.sync 1 ;\n st.weak x, 1 | ld.weak r0, x ;\n"
               " bar.cta.sync 1 | bar.cta.sync 1 ;\nexists (1:r0=1)\n",
           "1:r0=0; | 1:r0=1;");
    /* the load comes before the first turn, the store after it: never 1 */
    expect(TWO " bar.cta.sync 1 | ld.weak r0, x ;\n st.weak x, 1 | bar.cta.sync 1 ;\n"
               "exists (1:r0=1)\n",
           "1:r0=0;");
}

/* Whether an arrival happens, and so which turn it has, hangs on a value. */
TEST(conditional_arrival)
{
    expect(THREE " st.weak x, 1 | ld.relaxed.gpu r1, y | st.relaxed.gpu y, 1 ;\n"
                 " bar.cta.sync 1 | bne r1, 0, L0 | ;\n | bar.cta.sync 1 | ;\n"
                 " | L0: ld.weak r0, x | ;\nexists (1:r0=1 /\\ 1:r1=1)\n",
           "1:r0=0; 1:r1=1; | 1:r0=1; 1:r1=0; | 1:r0=1; 1:r1=1;");
    /* P1's last arrival is its second one, which meets P0's second, or its only
     * one, which meets P0's first, when x is not yet written */
    expect(THREE " bar.cta.sync 1 | ld.relaxed.gpu r1, y | st.relaxed.gpu y, 1 ;\n"
                 " st.weak x, 1 | bne r1, 0, L0 | ;\n bar.cta.sync 1 | bar.cta.sync 1 | ;\n"
                 " | L0: bar.cta.sync 1 | ;\n | ld.weak r0, x | ;\n"
                 "exists (1:r0=1 /\\ 1:r1=1)\n",
           "1:r0=0; 1:r1=1; | 1:r0=1; 1:r1=0; | 1:r0=1; 1:r1=1;");
}

/* ---- with a count: in groups ------------------------------------------- */

TEST(groups)
{
    /* P1 meets P0, or P2; then P0 waits for ever, its store done or not seen */
    expect(THREE " st.weak x, 1 | bar.sync 1, 2 | bar.sync 1, 2 ;\n"
                 " bar.sync 1, 2 | ld.weak r0, x | ;\nexists (1:r0=1)\n",
           "1:r0=0; | 1:r0=1;");
    /* if P0 goes on as well, it is P0 that P1 met */
    expect(THREE " st.weak x, 1 | bar.sync 1, 2 | bar.sync 1, 2 ;\n"
                 " bar.sync 1, 2 | ld.weak r0, x | ;\n mov r0, 1 | | ;\n"
                 "exists (0:r0=1 /\\ 1:r0=1)\n",
           "0:r0=1; 1:r0=1;");
    /* all three meet */
    expect(THREE " st.weak x, 1 | bar.sync 1, 3 | bar.sync 1, 3 ;\n"
                 " bar.sync 1, 3 | ld.weak r0, x | ;\nexists (1:r0=1)\n",
           "1:r0=1;");
}

/* Published tests have a third operand: how many come at least (Dat3M, NamedBarrier). */
TEST(least_counts)
{
    /* P1 and P2 let each other go on; P0 may come later, and passes */
    expect(THREE " ld.weak r0, x | bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 ;\n"
                 " bar.cta.sync 1, 1, 2 | st.weak x, 1 | ;\nexists (0:r0=1)\n",
           "0:r0=0; | 0:r0=1;");
    expect(THREE " bar.cta.sync 1, 1, 2 | ld.weak r0, x | bar.cta.sync 1, 1, 2 ;\n"
                 " st.weak x, 1 | ld.weak r1, y | st.weak y, 1 ;\n | bar.cta.sync 1, 1, 2 | ;\n"
                 "exists (1:r0=1 /\\ 1:r1=1)\n",
           "1:r0=0; 1:r1=0; | 1:r0=0; 1:r1=1; | 1:r0=1; 1:r1=0; | 1:r0=1; 1:r1=1;");
    /* one of P0 and P2 was there before P1 went on */
    expect(THREE " st.weak x, 1 | bar.cta.sync 1, 1, 2 | st.weak y, 1 ;\n"
                 " bar.cta.sync 1, 1, 2 | ld.weak r0, x | bar.cta.sync 1, 1, 2 ;\n"
                 " | ld.weak r1, y | ;\nexists (1:r0=0 /\\ 1:r1=0)\n",
           "1:r0=0; 1:r1=1; | 1:r0=1; 1:r1=0; | 1:r0=1; 1:r1=1;");
    /* all have to come; four do not */
    expect(THREE " ld.weak r0, x | bar.cta.sync 1, 1, 3 | bar.cta.sync 1, 1, 3 ;\n"
                 " bar.cta.sync 1, 1, 3 | st.weak x, 1 | ;\nexists (0:r0=1)\n",
           "0:r0=0;");
    expect(THREE " ld.weak r0, x | bar.cta.sync 1, 1, 4 | bar.cta.sync 1, 1, 4 ;\n"
                 " bar.cta.sync 1, 1, 4 | st.weak x, 1 | ;\nexists (0:r0=1)\n",
           "");
    /* who arrives counts, and does not wait */
    expect(TWO " st.weak x, 1 | bar.cta.sync 1, 1, 2 ;\n bar.cta.arrive 1, 1, 2 | ld.weak r0, x ;\n"
               "exists (1:r0=1)\n",
           "1:r0=1;");
    expect(TWO " bar.cta.arrive 1, 1, 3 | bar.cta.arrive 1, 1, 3 ;\n st.weak x, 1 | ;\n"
               "exists (x=1)\n",
           "[x]=1;");
}

TEST(waiting_for_ever)
{
    /* four are needed and there are three: nothing follows the barrier */
    expect(THREE " bar.sync 1, 4 | bar.sync 1, 4 | bar.sync 1, 4 ;\n"
                 " st.weak x, 1 | st.weak x, 2 | ;\nexists (x=1)\n",
           "[x]=0;");
    /* a thread that waits has no final registers */
    expect(TWO " bar.sync 1, 3 | bar.sync 1, 3 ;\n | mov r0, 1 ;\n"
               "exists (1:r0=1)\n",
           "");
}

/* Threads that wait for each other: no final state, whatever is observed. */
TEST(waiting_in_a_ring)
{
    /* each waits where the other comes later: groups meet at one time */
    expect(TWO " bar.sync 1, 2 | bar.sync 2, 2 ;\n"
               " bar.sync 2, 2 | bar.sync 1, 2 ;\n st.weak x, 1 | ;\n"
               "exists (x=1)\n",
           "");
    expect(TWO " bar.cta.sync 1 | bar.cta.sync 2 ;\n bar.cta.sync 2 | bar.cta.sync 1 ;\n"
               " mov r0, 1 | mov r0, 1 ;\nexists (0:r0=1 /\\ 1:r0=1)\n",
           "");
    expect(TWO " bar.cta.sync 1 | bar.cta.sync 2 ;\n bar.cta.sync 2 | bar.cta.sync 1 ;\n"
               " st.weak x, 1 | ;\nexists (x=1)\n",
           "");
    /* with a count and without one */
    expect(TWO " bar.cta.sync 1 | bar.sync 2, 2 ;\n"
               " bar.sync 2, 2 | bar.cta.sync 1 ;\n st.weak x, 1 | ;\nexists (x=1)\n",
           "");
    /* three */
    expect(THREE " bar.cta.sync 1 | bar.cta.sync 2 | bar.cta.sync 3 ;\n"
                 " bar.cta.sync 2 | bar.cta.sync 3 | bar.cta.sync 1 ;\n st.weak x, 1 | | ;\n"
                 "exists (x=1)\n",
           "");
    /* a barrier of the other order elsewhere in between */
    expect(THREE " bar.cta.sync 1 | bar.cta.sync 2 | bar.cta.sync 1 ;\n"
                 " bar.cta.sync 2 | bar.cta.sync 1 | st.weak x, 1 ;\nexists (x=1)\n",
           "");
    /* in one order they meet, and so do threads of different CTAs */
    expect(TWO " bar.cta.sync 1 | bar.cta.sync 1 ;\n bar.cta.sync 2 | bar.cta.sync 2 ;\n"
               " st.weak x, 1 | ;\nexists (x=1)\n",
           "[x]=1;");
    expect(APART " bar.cta.sync 1 | bar.cta.sync 2 ;\n bar.cta.sync 2 | bar.cta.sync 1 ;\n"
                 " st.weak x, 1 | ;\nexists (x=1)\n",
           "[x]=1;");
    /* P1 waits for a third arrival that nobody makes, before it comes to barrier 1 */
    expect(TWO " bar.cta.sync 1 | bar.sync 2, 2 ;\n st.weak x, 1 | bar.cta.sync 1 ;\n"
               "exists (x=1)\n",
           "");
    /* and here it does not come there: P0 goes on, and P1 is not observed */
    expect(TWO " bar.cta.sync 1 | bar.sync 2, 2 ;\n st.weak x, 1 | ;\nexists (x=1)\n", "[x]=1;");
    /* nor here, past a jump */
    expect(TWO " bar.cta.sync 1 | bar.sync 2, 2 ;\n st.weak x, 1 | goto L0 ;\n"
               " | bar.cta.sync 1 ;\n | L0: mov r1, 1 ;\nexists (x=1)\n",
           "[x]=1;");
}

/* Who arrives and does not wait makes nobody wait for what comes later. */
TEST(arriving_in_other_order)
{
    expect(TWO " bar.arrive 1, 2 | bar.sync 2, 2 ;\n"
               " bar.sync 2, 2 | bar.sync 1, 2 ;\n st.weak x, 1 | ;\n"
               "exists (x=1)\n",
           "[x]=1;");
    expect(TWO " bar.cta.arrive 1 | bar.cta.sync 2 ;\n bar.cta.sync 2 | bar.cta.sync 1 ;\n"
               " st.weak x, 1 | ;\nexists (x=1)\n",
           "[x]=1;");
}

TEST(arrivals_without_waiting)
{
    expect(TWO " st.weak x, 1 | bar.sync 1, 2 ;\n bar.arrive 1, 2 | ld.weak r0, x ;\n"
               "exists (1:r0=1)\n",
           "1:r0=1;");
    /* a thread does not meet itself, and bar.arrive does not wait for others */
    expect(TWO " bar.arrive 1, 2 | ;\n bar.arrive 1, 2 | ;\n st.weak x, 1 | ;\n"
               "exists (x=1)\n",
           "[x]=1;");
    /* P0 cannot make up both of two threads */
    expect(TWO " bar.arrive 1, 2 | st.weak y, 1 ;\n bar.sync 1, 2 | ;\n"
               " st.weak x, 1 | ;\nexists (x=1)\n",
           "[x]=0;");
    /* one of P0's two arrivals lets P1 go on */
    expect(TWO " bar.arrive 1, 2 | bar.sync 1, 2 ;\n st.weak x, 1 | ld.weak r0, x ;\n"
               " bar.arrive 1, 2 | ;\nexists (1:r0=1)\n",
           "1:r0=0; | 1:r0=1;");
}

/* What happens where the ISA leaves it open ("barrier"): no claim is made. */
static void uncertain(const char *text, const char *reason, const char *states)
{
    checker c;
    checker_start_model(&c, "ptx", text);
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
    assert_int_equal(r->outcome, CM_LIMIT);
    assert_string_equal(r->reason, reason);
    assert_string_equal(checker_states(&c, r), states);
    checker_end(&c);
}

/* A barrier for no threads means nothing (PTX ISA: the count is not 0). */
TEST(no_threads)
{
    uncertain("PTX t\n{ x=0; y=0; }\n" THREE
              " ld.relaxed.gpu r1, y | bar.cta.sync 1, 1, 2 | st.relaxed.gpu y, 2 ;\n"
              " bar.cta.sync 1, 1, r1 | st.weak x, 1 | ;\nexists (x=1)\n",
              "P0: `bar.cta.sync 1, 1, r1` may meet at a barrier for 0 threads", "[x]=1;");
}

/* A CTA has sixteen barriers, and a count in a register is one of the machine's threads: two warps,
 * each of which a thread of the test stands for, and no part of a warp. */
TEST(numbers_in_registers)
{
    uncertain("PTX t\n{ x=0; 0:r1=16; 1:r1=16; }\n" TWO " bar.sync r1 | bar.sync r1 ;\n"
              "exists (x=1)\n",
              "P0: `bar.sync r1` may name a barrier outside 0 to 15", "");
    uncertain("PTX t\n{ x=0; 0:r1=48; 1:r1=48; }\n" TWO " bar.sync 0, r1 | bar.sync 0, r1 ;\n"
              "exists (x=1)\n",
              "P0: `bar.sync 0, r1` may count threads that do not fill whole warps", "");
    checker_expect("ptx",
                   "PTX t\n{ x=0; 0:r1=64; 1:r1=64; 0:r2=15; 1:r2=15; }\n" TWO
                   " st.weak.u32 [x], 1 | barrier.sync r2, r1 ;\n"
                   " barrier.sync r2, r1 | ld.weak.u32 r0, [x] ;\nexists (1:r0=1)\n",
                   NULL, CM_COMPLETE, "1:r0=1;");
}

/* bar.red with a result and bar.sync, for one round of a barrier or for two. */
TEST(intermixed)
{
    uncertain("PTX t\n{ x=0; }\n" TWO " st.weak.u32 [x], 1 | bar.sync 0 ;\n"
              " bar.red.popc.u32 r1, 0, p0 | ld.weak.u32 r0, [x] ;\nexists (1:r0=1)\n",
              "P0: `bar.red.popc.u32 r1, 0, p0` may meet another form of the barrier in another "
              "thread",
              "");
    uncertain("PTX t\n{ x=0; }\n" TWO " bar.sync 0 | bar.red.and.pred p1, 0, p0 ;\n"
              " bar.red.and.pred p1, 0, p0 | bar.sync 0 ;\nexists (x=1)\n",
              "P1: `bar.red.and.pred p1, 0, p0` may meet another form of the barrier in another "
              "thread",
              "");
    checker_expect("ptx",
                   "PTX t\n{ x=0; }\n" TWO " st.weak.u32 [x], 1 | bar.sync 0 ;\n"
                   " bar.sync 0 | bar.red.popc.u32 r1, 0, p0 ;\n"
                   " bar.red.popc.u32 r1, 0, p0 | ld.weak.u32 r0, [x] ;\nexists (1:r0=1)\n",
                   NULL, CM_COMPLETE, "1:r0=1;");
}

/* Threads of one warp come as one: a barrier for two warps waits for both threads of the first, one
 * for a single warp for its own. */
TEST(warps)
{
    static const char body[] =
        "PTX t\n{ x=0; }\n P0@cta 0,gpu 0,tid 3 | P1@cta 0,gpu 0,tid 4 | P2@cta 0,gpu 0,tid 33 ;\n"
        " st.weak.u32 [x], 1 | bar.sync 1, %d | bar.sync 1, %d ;\n"
        " bar.sync 1, %d | ld.weak.u32 r0, [x] | ld.weak.u32 r0, [x] ;\n"
        "exists (1:r0=0 \\/ 2:r0=0)\n";
    char text[sizeof body + 10];
    snprintf(text, sizeof text, body, 64, 64, 64);
    checker_expect("ptx", text, NULL, CM_COMPLETE, "1:r0=1; 2:r0=1;");
    snprintf(text, sizeof text, body, 32, 32, 32);
    checker_expect("ptx", text, NULL, CM_COMPLETE, "1:r0=1; 2:r0=0; | 1:r0=1; 2:r0=1;");
    uncertain(
        "PTX t\n{ x=0; }\n P0@cta 0,gpu 0,tid 3 | P1@cta 0,gpu 0,tid 4 | P2@cta 0,gpu 0,tid 33 ;\n"
        " bar.sync 1, 64 | st.weak.u32 [x], 1 | bar.sync 1, 64 ;\nexists (x=1)\n",
        "P0: `bar.sync 1, 64` may come there without all threads of its warp", "");
}

/* ---- random programs, against all executions by brute force ------------ */

enum { RANDOM_TESTS = 300, MOST_LINES = 4 };

/* Counts that differ from line to line make groups, as the ISA's own form has it for one count. */
static void make_groups(cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            test->threads[t].steps[i].least = false;
}

static void random_line(uint64_t *seed, char *line, size_t room, int thread, int threads, int at,
                        bool warps)
{
    const char *mode = gen_below(seed, 6) ? "sync" : "arrive";
    int id = 1 + gen_below(seed, 2), way = gen_below(seed, 6);
    if (warps && way > 1) {
        snprintf(line, room, " bar.%s %d, %d", mode, id, id == 1 ? 64 : 32);
        return;
    }
    switch (way) {
    case 0:
        snprintf(line, room, " st.relaxed.gpu x, %d", thread + 1);
        break;
    case 1:
        snprintf(line, room, " ld.relaxed.gpu r%d, x", at);
        break;
    case 2:
    case 3:
        snprintf(line, room, " bar.cta.%s %d", mode, id);
        break;
    default:
        snprintf(line, room, " bar.cta.%s 1, %d, %d", mode, id, 2 + gen_below(seed, threads - 1));
    }
}

static bool is_barrier(const char *line)
{
    return strncmp(line, " bar", 4) == 0;
}

/* In warps: the barriers of three threads count warps, and the first two share one. */
static char *random_barriers(cm_arena *arena, uint64_t *seed, bool warps)
{
    int threads = warps ? 3 : 2 + gen_below(seed, 2), lines[3];
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, "PTX random\n{ x=0; }\n");
    for (int t = 0; t < threads; t++) {
        lines[t] = 1 + gen_below(seed, MOST_LINES);
        cm_text_append(&text, "%s P%d@cta %d,gpu 0", t ? " |" : "", t, gen_below(seed, 4) == 0);
        if (warps)
            cm_text_append(&text, ",tid %d", t == 2 ? 32 : t);
    }
    for (int i = 0; i < MOST_LINES; i++) {
        cm_text_add(&text, " ;\n");
        char line[64] = "", first[64];
        for (int t = 0; t < threads; t++) {
            memcpy(first, line, sizeof first);
            line[0] = '\0';
            if (i < lines[t])
                random_line(seed, line, sizeof line, t, threads, i, warps);
            if (warps && t == 1 && (is_barrier(first) || is_barrier(line)))
                snprintf(line, sizeof line, "%s", is_barrier(first) ? first : "");
            cm_text_append(&text, "%s%s", t ? " |" : "", line);
        }
    }
    cm_text_add(&text, " ;\nexists (x=1)\n");
    return text.data;
}

static void expect_as_by_brute_force(uint64_t seed, bool warps)
{
    size_t without_end = 0;
    checker c;
    checker_start_model(&c, "ptx", NULL);
    for (int i = 0; i < RANDOM_TESTS; i++) {
        const char *text = random_barriers(c.cat.arena, &seed, warps);
        cm_test *test = gen_parse(&c.cat.work, text);
        if (!test)
            fail_msg("%s\n%s", text, cat_messages(&c.cat));
        make_groups(test);
        gen_outcomes oracle = gen_by_oracle(&c.cat.work, c.cat.model, test, 0);
        gen_outcomes found = gen_by_checker(&c.cat.work, c.solver, c.cat.model, test);
        assert_true(oracle.known && found.known);
        const char *missing = gen_missing(&oracle, &found), *extra = gen_missing(&found, &oracle);
        if (missing || extra)
            fail_msg("%s\nmissing %s, extra %s", text, missing ? missing : "none",
                     extra ? extra : "none");
        without_end += found.count == 0;
    }
    assert_true((warps || without_end > RANDOM_TESTS / 20) && without_end < RANDOM_TESTS / 2);
    checker_end(&c);
}

TEST(random_programs)
{
    expect_as_by_brute_force(20261121, false);
}

TEST(random_warps)
{
    expect_as_by_brute_force(20261130, true);
}
