/* checker/collective.c: waiting loops in which threads meet at barriers are decided by their
 * last round, and those that lack one thing of what the argument takes are not. What is
 * certain is compared with checks that leave nothing out and go round more often.
 * CMCM_TEST_FACTOR multiplies the number of random tests, CMCM_TEST_SEED moves to others. */
#include "tests/unit/checker_help.h"

/* ---- tests of threads -------------------------------------------------- */

enum { MOST_THREADS = 5, MOST_LINES = 40 };

/* Cuts "a; b; c" into lines. */
static int cut(cm_arena *arena, const char *program, const char **lines)
{
    int count = 0;
    for (const char *at = program; *at; count++) {
        size_t length = strcspn(at, ";");
        assert_true(count < MOST_LINES);
        lines[count] = cm_arena_printf(arena, "%.*s", (int)length, at);
        at += length + (at[length] == ';');
    }
    return count;
}

/* Heads and programs, side by side. */
static const char *columns(cm_arena *arena, const char *top, const char *const *heads,
                           const char *const *programs, const char *bottom)
{
    const char *lines[MOST_THREADS][MOST_LINES];
    int counts[MOST_THREADS], threads = 0, most = 0;
    const char *text = top;
    for (; programs[threads]; threads++) {
        counts[threads] = cut(arena, programs[threads], lines[threads]);
        most = counts[threads] > most ? counts[threads] : most;
        text = cm_arena_printf(arena, "%s%s P%d@%s", text, threads ? " |" : "", threads,
                               heads[threads]);
    }
    for (int i = 0; i < most; i++)
        for (int t = 0; t < threads; t++)
            text = cm_arena_printf(arena, "%s%s %s", text, t ? " |" : " ;\n",
                                   i < counts[t] ? lines[t][i] : "");
    return cm_arena_printf(arena, "%s ;\n%s", text, bottom);
}

/* Written by P0: data, then the semaphore. P1 waits for it on behalf of P2, which reads the
 * data, and of P3. */
#define RELEASE "st.global.u32 [d], 1; st.release.gpu.u32 [s], 1"
#define WAIT_WITH(more)                                                                            \
    "L0: " more "ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0;"                   \
    "ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 1; @p0 bra L0"
#define WAIT WAIT_WITH("")
#define FOLLOW                                                                                     \
    "L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 1; @p0 bra L0;"        \
    "ld.global.u32 r2, [d]"

static const char *test_of(cm_arena *arena, const char *first, const char *wait, const char *follow,
                           const char *third)
{
    const char *const heads[] = {"cta 0,gpu 0", "cta 1,gpu 0", "cta 1,gpu 0", "cta 1,gpu 0"};
    const char *programs[] = {first, wait, follow, third, NULL};
    return columns(arena, "PTX t\n{ d=0; s=0; a=0; b=0; }\n", heads, programs,
                   third ? "locations [1:r1; 2:r2; 3:r2; a; b;]\nforall (true)\n"
                         : "locations [1:r1; 2:r1; 2:r2; a; b;]\nforall (true)\n");
}

/* ---- comparisons -------------------------------------------------------- */

static cm_check_result *check(checker *c, unsigned unroll, bool plain)
{
    cm_check_options options = {.unroll = unroll, .plain = plain, .verify = !plain, .timeout = 60};
    return checker_run(c, c->cat.model, c->job.test, &options);
}

static const char *flags_of(checker *c, const cm_check_result *r)
{
    const char *all = "";
    for (size_t i = 0; r->flags[i]; i++)
        all = cm_arena_printf(c->cat.arena, "%s %s", all, r->flags[i]);
    return all;
}

/* Nothing that is left out changes a state or a flag, as far as `rounds` go. */
static void compare(checker *c, const char *text, cm_check_result *less, unsigned rounds)
{
    for (unsigned bound = 1; bound <= rounds; bound++) {
        cm_check_result *all = check(c, bound, true);
        if (all->outcome == CM_LIMIT)
            return;
        if (strcmp(checker_states(c, less), checker_states(c, all)) != 0)
            fail_msg("%s\n  with what is left out: %s\n  with %u rounds: %s", text,
                     checker_states(c, less), bound, checker_states(c, all));
        if (bound > 1 && strcmp(flags_of(c, less), flags_of(c, all)) != 0)
            fail_msg("%s\n  flags with what is left out: %s\n  with %u rounds: %s", text,
                     flags_of(c, less), bound, flags_of(c, all));
    }
}

static void goes_under(const char *model, const char *text)
{
    checker c;
    checker_start_model(&c, model, text);
    cm_check_result *one = check(&c, 1, false);
    if (one->outcome != CM_COMPLETE)
        fail_msg("%s: %s\n%s", model, one->reason, text);
    assert_true(one->flags_known);
    compare(&c, text, one, 3);
    checker_end(&c);
}

static void goes(const char *text)
{
    goes_under("ptx", text);
}

static void stays(const char *text)
{
    checker c;
    checker_start_model(&c, "ptx", text);
    cm_check_result *r = check(&c, 2, false);
    if (r->outcome != CM_LOOPS_CUT)
        fail_msg("outcome %d: %s\n%s", (int)r->outcome, r->reason, text);
    checker_end(&c);
}

/* ---- rounds that go ------------------------------------------------------ */

TEST(rounds_go)
{
    const char *base = test_of(arena, RELEASE, WAIT, FOLLOW, NULL);
    goes_under("ptx", base);
    goes_under("ptx60", base);
    goes_under("cmcm", base);
    /* three; and a fourth thread of the CTA that meets elsewhere */
    goes(test_of(arena, RELEASE, WAIT, FOLLOW, FOLLOW));
    goes(test_of(arena, RELEASE, WAIT, FOLLOW, "bar.sync 2; ld.global.u32 r2, [d]"));
    /* who stores looks at what it stored, or at what it has read */
    goes(test_of(arena, RELEASE,
                 "L0: ld.relaxed.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0; bar.sync 1;"
                 "setp.ne.u32 p0, r0, 1; @p0 bra L0",
                 FOLLOW, NULL));
    /* for two threads; one after the other at one barrier */
    goes(test_of(arena, RELEASE,
                 "L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0, 64;"
                 "ld.shared.u32 r1, [a]; bar.sync 0, 64; setp.ne.u32 p0, r1, 1; @p0 bra L0",
                 "L0: bar.sync 0, 64; ld.shared.u32 r1, [a]; bar.sync 0, 64;"
                 "setp.ne.u32 p0, r1, 1; @p0 bra L0; ld.global.u32 r2, [d]",
                 NULL));
    /* before the loop and after it */
    goes(test_of(arena, RELEASE, "bar.sync 0;" WAIT "; bar.sync 1",
                 "bar.sync 0;" FOLLOW "; bar.sync 1; ld.shared.u32 r3, [a]", NULL));
    /* another word, that only its own thread reads; a sum that is not looked at */
    goes(test_of(arena, RELEASE, WAIT_WITH("st.shared.u32 [b], 5; add.u32 r5, r5, 1;"), FOLLOW,
                 NULL));
    /* bar.red, as __syncthreads_or gives it */
    goes(test_of(arena, RELEASE,
                 "L0: ld.acquire.gpu.u32 r0, [s]; setp.ne.u32 p0, r0, 1; bar.red.or.pred p1, 0, p0;"
                 "@p1 bra L0; mov.u32 r1, 0",
                 "L0: setp.ne.u32 p0, 0, 0; bar.red.or.pred p1, 0, p0; @p1 bra L0; mov.u32 r1, 0;"
                 "ld.global.u32 r2, [d]",
                 NULL));
    /* a lock taken on behalf of all: only a round that ends has stored in it */
    goes(test_of(arena, "st.release.gpu.u32 [s], 0",
                 "L0: atom.acquire.gpu.cas.b32 r0, [s], 0, 1; st.shared.u32 [a], r0; bar.sync 0;"
                 "ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 0; @p0 bra L0",
                 "L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 0;"
                 "@p0 bra L0; ld.global.u32 r2, [d]",
                 NULL));
}

/* The release is a CPU's, the wait a GPU's. */
TEST(after_a_cpu)
{
    const char *const heads[] = {"aarch64", "ptx,cta 1,gpu 0", "ptx,cta 1,gpu 0"};
    const char *const programs[] = {
        "STR W3,[X0]; STLR W3,[X1]",
        "L0: ld.acquire.sys.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0;"
        "ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 1; @p0 bra L0",
        FOLLOW, NULL};
    goes_under("cmcm", columns(arena, "CMCM t\n{ d=0; s=0; a=0; 0:X0=d; 0:X1=s; 0:W3=1; }\n", heads,
                               programs, "locations [1:r1; 2:r2; a;]\nforall (true)\n"));
}

/* Who waits for a release that does not come waits for ever. */
TEST(ends)
{
    static const struct {
        const char *first;
        cm_ending ending;
    } rows[] = {{RELEASE, CM_ENDS}, {"st.release.gpu.u32 [s], 2", CM_HANGS}};
    for (int i = 0; i < 2; i++) {
        checker c;
        checker_start_model(&c, "ptx", test_of(arena, rows[i].first, WAIT, FOLLOW, NULL));
        cm_check_options options = {.unroll = 2, .liveness = true};
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
        assert_int_equal(r->outcome, CM_COMPLETE);
        assert_int_equal(r->liveness.ending, rows[i].ending);
        checker_end(&c);
    }
}

/* ---- rounds that stay ----------------------------------------------------- */

/* Of P1 and P2; each lacks one thing that the argument takes. */
static const char *const lacking[][2] = {
    /* no barrier between a load and the next store; between a store and the load */
    {"L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0; setp.ne.u32 p0, r0, 1;"
     "@p0 bra L0",
     "L0: bar.sync 0; ld.shared.u32 r1, [a]; setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    {"L0: ld.acquire.gpu.u32 r0, [s]; bar.sync 0; st.shared.u32 [a], r0; bar.sync 1;"
     "setp.ne.u32 p0, r0, 1; @p0 bra L0",
     FOLLOW},
    /* other barriers; more of them; another number of threads; more threads than wait there */
    {WAIT, "L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.sync 2; setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    {WAIT, "L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.sync 1; bar.sync 0; setp.ne.u32 p0, r1, 1;"
           "@p0 bra L0"},
    {"L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0; ld.shared.u32 r1, [a];"
     "bar.cta.sync 0, 1, 2; setp.ne.u32 p0, r1, 1; @p0 bra L0",
     "L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.cta.sync 0, 1, 3; setp.ne.u32 p0, r1, 1; @p0 bra "
     "L0"},
    /* one that does not wait; one that not all come to */
    {"L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0; ld.shared.u32 r1, [a];"
     "bar.sync 1, 64; setp.ne.u32 p0, r1, 1; @p0 bra L0",
     "L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.arrive 1, 64; setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    {WAIT, "L0: setp.eq.u32 p1, r5, 0; bar.sync 0; ld.shared.u32 r1, [a]; @p1 bar.sync 1;"
           "setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    {WAIT, "L0: bar.sync 0; ld.shared.u32 r1, [a]; setp.eq.u32 p0, r1, 1; @p0 bra L1; bar.sync 1;"
           "bra L0; L1:"},
    {WAIT, "L0: bar.sync 0; ld.shared.u32 r1, [a]; setp.eq.u32 p1, r1, 1; @p1 bra L1; bar.sync 1;"
           "L1: setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    /* a barrier before the loop; a way around the loop */
    {"bar.sync 0;" WAIT, FOLLOW},
    {WAIT, "ld.relaxed.gpu.u32 r5, [s]; setp.eq.u32 p1, r5, 1; @p1 bra L1;" FOLLOW "; L1:"},
    {"ld.relaxed.gpu.u32 r5, [s]; setp.eq.u32 p1, r5, 1; @p1 bra L0; bar.sync 0;" WAIT,
     "bar.sync 0;" FOLLOW},
    /* one leaves, the other one need not */
    {WAIT, "L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 2; @p0 bra L0"},
    {WAIT, "L0: bar.sync 0; ld.relaxed.gpu.u32 r1, [s]; bar.sync 1; setp.ne.u32 p0, r1, 1;"
           "@p0 bra L0"},
    /* the load comes after the last barrier, so that it may find what the next round stores, and
     * its thread then leaves */
    {"L0: ld.acquire.gpu.u32 r0, [s]; bar.sync 0; st.shared.u32 [a], r0; bar.sync 1;"
     "setp.ne.u32 p0, r0, 1; @p0 bra L0",
     "L0: bar.sync 0; bar.sync 1; ld.shared.u32 r1, [a]; setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    /* a store that others read; that is not in each round; of a part; elsewhere, too */
    {WAIT_WITH("st.relaxed.gpu.u32 [b], 7;"), FOLLOW},
    {"L0: ld.acquire.gpu.u32 r0, [s]; setp.ne.u32 p1, r0, 2; @p1 st.shared.u32 [a], r0; bar.sync 0;"
     "ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 1; @p0 bra L0",
     FOLLOW},
    {WAIT, "L0: bar.sync 0; ld.shared.u16 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    {WAIT, "st.shared.u32 [a], 1;" FOLLOW},
    {WAIT, "ld.shared.u32 r5, [a];" FOLLOW},
    {"L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], 0; st.shared.u32 [a], r0; bar.sync 0;"
     "ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 1; @p0 bra L0",
     FOLLOW},
    {WAIT_WITH("ld.shared.u32 r5, [a]; "), FOLLOW},
    /* each may leave later than the other one */
    {WAIT, "L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.sync 1; setp.eq.u32 p0, r1, 0; @p0 bra L0"},
    {"L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0; ld.shared.u32 r1, [a];"
     "bar.sync 1; setp.eq.u32 p0, r1, 0; @p0 bra L0",
     FOLLOW},
    /* barriers for one thread; one that does not wait */
    {"L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0, 32;"
     "ld.shared.u32 r1, [a]; bar.sync 1, 32; setp.ne.u32 p0, r1, 1; @p0 bra L0",
     "L0: bar.sync 0, 32; ld.shared.u32 r1, [a]; bar.sync 1, 32; setp.ne.u32 p0, r1, 1;"
     "@p0 bra L0"},
    {"L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0, 64;"
     "ld.shared.u32 r1, [a]; bar.sync 1, 64; setp.ne.u32 p0, r1, 1; @p0 bra L0",
     "L0: bar.sync 0, 64; ld.shared.u32 r1, [a]; bar.arrive 1, 64; setp.ne.u32 p0, r1, 1;"
     "@p0 bra L0"},
    {"L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0, 64;"
     "ld.shared.u32 r1, [a]; bar.sync 1, 64; bar.sync 2, 64; setp.ne.u32 p0, r1, 1; @p0 bra L0",
     "L0: bar.sync 0, 64; ld.shared.u32 r1, [a]; bar.sync 1, 64; bar.arrive 2, 64;"
     "setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    /* an atomic in its place */
    {"L0: ld.acquire.gpu.u32 r0, [s]; atom.relaxed.cta.exch.b32 r5, [a], r0; bar.sync 0;"
     "ld.shared.u32 r1, [a]; bar.sync 1; setp.ne.u32 p0, r1, 1; @p0 bra L0",
     FOLLOW},
    /* a value that goes from round to round; that outlives them */
    {WAIT, "mov.u32 r3, 0; L0: bar.sync 0; ld.shared.u32 r1, [a]; bar.sync 1; add.u32 r3, r3, 1;"
           "setp.ne.u32 p0, r1, 1; @p0 bra L0; st.global.u32 [b], r3"},
    /* a group of asynchronous copies in each round */
    {WAIT_WITH("cp.async.commit_group;"), FOLLOW},
    /* a loop around it; two such loops */
    {WAIT, "L0: bar.sync 0; L1: ld.shared.u32 r1, [a]; setp.eq.u32 p1, r1, 7; @p1 bra L1;"
           "bar.sync 1; setp.ne.u32 p0, r1, 1; @p0 bra L0"},
    {WAIT "; L1: ld.relaxed.gpu.u32 r0, [s]; bar.sync 2; setp.ne.u32 p0, r0, 1; @p0 bra L1",
     FOLLOW},
};

TEST(rounds_stay)
{
    for (size_t i = 0; i < sizeof lacking / sizeof *lacking; i++) {
        const char *first =
            strstr(lacking[i][0], "[b], 7") ? RELEASE "; ld.relaxed.gpu.u32 r3, [b]" : RELEASE;
        stays(test_of(arena, first, lacking[i][0], lacking[i][1], NULL));
    }
    /* another thread of the CTA comes to one of the barriers */
    stays(test_of(arena, RELEASE, WAIT, FOLLOW, "bar.sync 1"));
    /* a barrier for more threads than go round */
    stays(
        test_of(arena, RELEASE,
                "L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0, 96;"
                "ld.shared.u32 r1, [a]; bar.sync 1, 96; setp.ne.u32 p0, r1, 1; @p0 bra L0",
                "L0: bar.sync 0, 96; ld.shared.u32 r1, [a]; bar.sync 1, 96; setp.ne.u32 p0, r1, 1;"
                "@p0 bra L0",
                "bar.sync 0, 96; bar.sync 1, 96"));
}

/* ---- models --------------------------------------------------------------- */

/* Sequential consistency with barriers: what it says of them, and what else it says. */
#define MODEL(more)                                                                                \
    "include \"cos.cat\"\n"                                                                        \
    "acyclic po | rf | co | fr | ([BARRIER];(same-barrier & ext);[BARRIER];po) as sc\n" more

TEST(by_the_model)
{
    static const struct {
        const char *text;
        cm_outcome outcome;
    } models[] = {
        {MODEL("let barred = M * BARRIER\n"), CM_COMPLETE},
        {MODEL(""), CM_LOOPS_CUT},
        {MODEL("let barred = 0\n"), CM_LOOPS_CUT},
        {MODEL("let barred = W * BARRIER\n"), CM_LOOPS_CUT},
        {MODEL("let barred = R * BARRIER\n"), CM_LOOPS_CUT},
        {MODEL("let barred = (M * BARRIER) & po\n"), CM_LOOPS_CUT},
        {MODEL("let barred = (R | (W & domain(rf))) * BARRIER\n"), CM_LOOPS_CUT},
        /* with a read, a write, a barrier less it allows less */
        {MODEL("let barred = M * BARRIER\nempty [W];po;[W] \\ (po;[R];po) as reads-between\n"),
         CM_LOOPS_CUT},
        {MODEL("let barred = M * BARRIER\nempty ([R];po;[R]) \\ (po;[W];po) as writes-between\n"),
         CM_LOOPS_CUT},
        {MODEL("let barred = M * BARRIER\nempty ([R];po;[R]) \\ (po;[BARRIER];po) as meetings\n"),
         CM_LOOPS_CUT},
        /* the write that a read has read from stays with it; so do other threads' */
        {MODEL("let barred = M * BARRIER\nempty (rf & co) \\ (rf^-1;[W];co) as kept\n"),
         CM_COMPLETE},
        {MODEL("let barred = M * BARRIER\nempty (rf & co) \\ (co;[W];co) as lost\n"), CM_LOOPS_CUT},
        {MODEL("let barred = M * BARRIER\nempty (rf & co) \\ (addr^-1;[W];co) as needed\n"),
         CM_LOOPS_CUT},
    };
    const char *text = test_of(arena, RELEASE, WAIT, FOLLOW, NULL);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        checker c;
        checker_start(&c, models[i].text, text);
        cm_check_result *r = check(&c, 2, false);
        if (r->outcome != models[i].outcome)
            fail_msg("outcome %d, expected %d: %s\n%s", (int)r->outcome, (int)models[i].outcome,
                     r->reason, models[i].text);
        checker_end(&c);
    }
}

/* What a flag is about may be in two rounds that fail: two loads of what was there first. */
TEST(flags)
{
    static const struct {
        const char *text;
        bool raised, known;
    } models[] = {
        {"let first = range([IW];rf)\nflag ~empty ([first];po;[first]) & loc as twice\n", true,
         true},
        {"let first = range([IW];rf)\nflag ~empty ([first];po;[first];po;[first]) & loc as more\n",
         false, false},
        {"flag ~empty ([R];po;[R]) \\ (po;[W];po) as apart\n", true, true},
        {"flag ~empty ([F];po;[W]) \\ (po;[W];po) as never\n", false, true},
    };
    const char *text =
        test_of(arena, RELEASE,
                "L0: ld.acquire.gpu.u32 r0, [s]; st.shared.u32 [a], r0; bar.sync 0; bar.sync 1;"
                "setp.ne.u32 p0, r0, 1; @p0 bra L0",
                FOLLOW, NULL);
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        checker c;
        checker_start(&c,
                      cm_arena_printf(arena, MODEL("let barred = M * BARRIER\n%s"), models[i].text),
                      text);
        cm_check_result *r = check(&c, 1, false);
        assert_int_equal(r->outcome, CM_COMPLETE);
        if ((r->flags[0] != NULL) != models[i].raised || r->flags_known != models[i].known)
            fail_msg("%s: %s", models[i].text, r->flags[0] ? r->flags[0] : "none");
        checker_end(&c);
    }
}

/* ---- random rounds -------------------------------------------------------- */

typedef struct dice {
    uint64_t state;
} dice;

static unsigned roll(dice *d, unsigned sides)
{
    d->state = d->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(d->state >> 33) % sides;
}

/* What a thread may do between two barriers; %d: its number. */
static const char *piece(cm_arena *arena, dice *d, int thread)
{
    static const char *const pieces[] = {"ld.acquire.gpu.u32 r0, [s]", "ld.relaxed.gpu.u32 r0, [s]",
                                         "ld.global.u32 r4, [d]",      "ld.shared.u32 r1, [a]",
                                         "ld.shared.u32 r1, [a]",      "ld.shared.u32 r3, [b]",
                                         "fence.acq_rel.cta",          ""};
    unsigned which = roll(d, 11);
    if (which < 8)
        return pieces[which];
    if (which == 8 || thread == 1)
        return thread == 1 ? "st.shared.u32 [a], r0" : "st.shared.u32 [b], r1";
    return cm_arena_printf(arena, "add.u32 r5, r1, %d", thread);
}

static const char *random_round(cm_arena *arena, dice *d, int thread, unsigned barriers)
{
    const char *text = thread == 1 ? "mov.u32 r0, 0; mov.u32 r1, 0; L0: ld.acquire.gpu.u32 r0, [s]"
                                   : "mov.u32 r0, 0; mov.u32 r1, 0; L0:";
    bool sound = barriers > 1 && roll(d, 5) > 0; /* as the semaphore does, and something more */
    for (unsigned k = 0; k <= barriers; k++) {
        if (k > 0)
            text = cm_arena_printf(arena, "%s; bar.sync %u", text,
                                   roll(d, 20) == 0 ? roll(d, 2) : k % 2);
        if (sound && thread == 1 && k == 0)
            text = cm_arena_printf(arena, "%s; st.shared.u32 [a], r0", text);
        if (sound && k == 1)
            text = cm_arena_printf(arena, "%s; ld.shared.u32 r1, [a]", text);
        if (roll(d, 4) == 0)
            text = cm_arena_printf(arena, "%s; %s", text, piece(arena, d, thread));
    }
    unsigned looks = sound || roll(d, 4) ? 1 : 0;
    return cm_arena_printf(arena, "%s; setp.ne.u32 p0, r%u, 1; @p0 bra L0; ld.global.u32 r2, [d]",
                           text, looks);
}

static bool compare_random(uint64_t seed, const char *model)
{
    cm_arena *arena = cm_arena_new(0);
    dice d = {seed * UINT64_C(0x9E3779B97F4A7C15)};
    roll(&d, 2);
    unsigned barriers = 1 + roll(&d, 6) % 4 % 3;
    const char *first = roll(&d, 3) ? RELEASE : "st.release.gpu.u32 [s], 1; st.global.u32 [d], 1";
    const char *text = test_of(arena, first, random_round(arena, &d, 1, barriers),
                               random_round(arena, &d, 2, barriers), NULL);
    checker c;
    checker_start_model(&c, model, text);
    cm_check_result *one = check(&c, 1, false);
    bool decided = one->outcome == CM_COMPLETE;
    if (decided)
        compare(&c, text, one, 3);
    checker_end(&c);
    cm_arena_free(arena);
    return decided;
}

TEST(random_rounds)
{
    static const char *const models[] = {"ptx", "ptx60", "cmcm"};
    uint64_t seed = unit_seed();
    int decided = 0, total = unit_times(45);
    for (int i = 0; i < total; i++)
        decided += compare_random(seed * 100000 + (uint64_t)i, models[i % 3]);
    if (decided * 6 < total || decided == total)
        fail_msg("%d of %d tests are decided", decided, total);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%d of %d tests are decided\n", decided, total);
}
