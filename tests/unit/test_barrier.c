/* checker/barrier.c by small PTX tests: which arrivals meet, and who waits for
 * ever (barrier.h; PTX ISA, "bar, barrier"). Every execution is evaluated again. */
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

static void one_barrier(void **state)
{
    (void)state;
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

static void turns(void **state)
{
    (void)state;
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
static void conditional_arrival(void **state)
{
    (void)state;
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

static void groups(void **state)
{
    (void)state;
    /* P1 meets P0, or P2; then P0 waits for ever, its store done or not seen */
    expect(THREE " st.weak x, 1 | bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 ;\n"
                 " bar.cta.sync 1, 1, 2 | ld.weak r0, x | ;\nexists (1:r0=1)\n",
           "1:r0=0; | 1:r0=1;");
    /* if P0 goes on as well, it is P0 that P1 met */
    expect(THREE " st.weak x, 1 | bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 1, 2 ;\n"
                 " bar.cta.sync 1, 1, 2 | ld.weak r0, x | ;\n mov r0, 1 | | ;\n"
                 "exists (0:r0=1 /\\ 1:r0=1)\n",
           "0:r0=1; 1:r0=1;");
    /* all three meet */
    expect(THREE " st.weak x, 1 | bar.cta.sync 1, 1, 3 | bar.cta.sync 1, 1, 3 ;\n"
                 " bar.cta.sync 1, 1, 3 | ld.weak r0, x | ;\nexists (1:r0=1)\n",
           "1:r0=1;");
}

static void waiting_for_ever(void **state)
{
    (void)state;
    /* four are needed and there are three: nothing follows the barrier */
    expect(THREE " bar.cta.sync 1, 1, 4 | bar.cta.sync 1, 1, 4 | bar.cta.sync 1, 1, 4 ;\n"
                 " st.weak x, 1 | st.weak x, 2 | ;\nexists (x=1)\n",
           "[x]=0;");
    /* a thread that waits has no final registers */
    expect(TWO " bar.cta.sync 1, 1, 3 | bar.cta.sync 1, 1, 3 ;\n | mov r0, 1 ;\n"
               "exists (1:r0=1)\n",
           "");
    /* each waits where the other comes later: groups meet at one time */
    expect(TWO " bar.cta.sync 1, 1, 2 | bar.cta.sync 1, 2, 2 ;\n"
               " bar.cta.sync 1, 2, 2 | bar.cta.sync 1, 1, 2 ;\n st.weak x, 1 | ;\n"
               "exists (x=1)\n",
           "[x]=0;");
}

static void arrivals_without_waiting(void **state)
{
    (void)state;
    expect(TWO " st.weak x, 1 | bar.cta.sync 1, 1, 2 ;\n bar.cta.arrive 1, 1, 2 | ld.weak r0, x ;\n"
               "exists (1:r0=1)\n",
           "1:r0=1;");
    /* a thread does not meet itself, and bar.arrive does not wait for others */
    expect(TWO " bar.cta.arrive 1, 1, 2 | ;\n bar.cta.arrive 1, 1, 2 | ;\n st.weak x, 1 | ;\n"
               "exists (x=1)\n",
           "[x]=1;");
    /* one of P0's two arrivals lets P1 go on */
    expect(TWO " bar.cta.arrive 1, 1, 2 | bar.cta.sync 1, 1, 2 ;\n st.weak x, 1 | ld.weak r0, x ;\n"
               " bar.cta.arrive 1, 1, 2 | ;\nexists (1:r0=1)\n",
           "1:r0=0; | 1:r0=1;");
}

/* A barrier for no threads means nothing (PTX ISA: the count is not 0). */
static void no_threads(void **state)
{
    (void)state;
    checker c;
    checker_start_model(&c, "ptx",
                        "PTX t\n{ x=0; y=0; }\n" THREE
                        " ld.relaxed.gpu r1, y | bar.cta.sync 1, 1, 2 | st.relaxed.gpu y, 2 ;\n"
                        " bar.cta.sync 1, 1, r1 | st.weak x, 1 | ;\nexists (x=1)\n");
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
    assert_int_equal(r->outcome, CM_LIMIT);
    assert_string_equal(r->reason,
                        "P0: `bar.cta.sync 1, 1, r1` may meet at a barrier for 0 threads");
    assert_string_equal(checker_states(&c, r), "[x]=1;");
    checker_end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_barrier),         cmocka_unit_test(turns),
        cmocka_unit_test(conditional_arrival), cmocka_unit_test(groups),
        cmocka_unit_test(waiting_for_ever),    cmocka_unit_test(arrivals_without_waiting),
        cmocka_unit_test(no_threads),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
