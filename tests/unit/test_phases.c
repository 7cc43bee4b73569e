/* The flag `mbarrier-phase` beside a judge of its own. Threads that use one mbarrier object, with
 * scopes that include each other, take turns at it (PTX ISA, 8.10.3 and 8.10.5): the judge lets
 * them do so in every order, counts as the ISA says, and knows by a word of its own whether a wait
 * has seen the phase before. It shares nothing with the program, its instructions or its models.
 * CMCM_TEST_FACTOR multiplies the number of tests, CMCM_TEST_SEED moves to others. */
#include "tests/gen/gen.h"
#include "tests/unit/checker_help.h"

enum { MOST_WAITS = 3 * GEN_MAX_PHASE_OPS, TESTS = 150 };

/* ---- the judge ---------------------------------------------------------------- */

typedef struct object {
    int phase, pending, tx;
    bool seen; /* a wait returned true for the phase before */
} object;

typedef struct judge {
    const gen_phases *program;
    bool unseen, undefined;
    bool results[1 << MOST_WAITS]; /* what the waits may return together */
} judge;

typedef struct run {
    object object;
    int next[3];
    bool passed[3];
    unsigned results;
} run;

static void step_phase(const judge *j, object *o)
{
    if (o->pending || o->tx)
        return;
    o->phase++;
    o->pending = j->program->arrivals;
    o->seen = false;
}

static void arrive(judge *j, object *o)
{
    j->undefined |= o->pending == 0;
    j->unseen |= o->phase > 0 && !o->seen;
    o->pending -= o->pending > 0;
    step_phase(j, o);
}

/* Of the operations of thread t, i is number ... among all of the program. */
static unsigned place(const judge *j, int t, int i)
{
    int number = i;
    for (int k = 0; k < t; k++)
        number += j->program->threads[k].count;
    return 1U << number;
}

static void go_on(judge *j, run r);

static void wait(judge *j, run *r, int t, int i, bool passed)
{
    run after = *r;
    after.passed[t] = passed;
    after.object.seen |= passed;
    after.results |= passed ? place(j, t, i) : 0;
    go_on(j, after);
}

static void take_turn(judge *j, run r, int t)
{
    int i = r.next[t]++;
    const gen_phase_op *o = &j->program->threads[t].ops[i];
    bool complete = (r.object.phase - o->parity) % 2 != 0;
    if (o->kind == GEN_TEST_WAIT || o->kind == GEN_TRY_WAIT) {
        wait(j, &r, t, i, complete);
        if (o->kind == GEN_TRY_WAIT && complete)
            wait(j, &r, t, i, false);
        return;
    }
    bool happens = !o->if_passed || r.passed[t];
    r.object.tx += o->kind == GEN_ARRIVE_EXPECT && happens ? 8 : 0;
    if (o->kind == GEN_COMPLETE) {
        r.object.tx -= 8;
        step_phase(j, &r.object);
    } else if (happens) {
        arrive(j, &r.object);
    }
    go_on(j, r);
}

static void go_on(judge *j, run r)
{
    bool over = true;
    for (int t = 0; t < j->program->threads_count; t++) {
        if (r.next[t] == j->program->threads[t].count)
            continue;
        over = false;
        take_turn(j, r, t);
    }
    if (over)
        j->results[r.results] = true;
}

/* ---- the program beside it ------------------------------------------------------ */

static bool has_flag(const cm_check_result *r)
{
    for (size_t i = 0; r->flags[i]; i++)
        if (strcmp(r->flags[i], "mbarrier-phase") == 0)
            return true;
    return false;
}

/* The waits return together what they may, and nothing else; a test without one observes the
 * object. */
static bool same_results(const judge *j, const cm_check_result *r)
{
    size_t count = 0;
    for (size_t i = 0; i < sizeof j->results / sizeof *j->results; i++)
        count += j->results[i];
    return r->states->test->observed[0].kind != CM_OBSERVE_REGISTER || r->states->count == count;
}

typedef struct tally {
    int raised, silent, undefined;
} tally;

static void compare(const char *model, uint64_t seed, tally *sum)
{
    checker c;
    gen_phases program;
    checker_start_model(&c, model, NULL);
    const char *text = gen_phases_program(c.cat.arena, seed, &program);
    judge j = {.program = &program};
    go_on(&j, (run){.object = {.pending = program.arrivals}});
    cm_check_options options = {.timeout = 60, .max_states = 5000};
    cm_check_result *r = checker_run(&c, c.cat.model, checker_parse(&c, text), &options);
    if (j.undefined) {
        sum->undefined++;
        assert_int_not_equal(r->outcome, CM_COMPLETE);
    } else if (r->outcome != CM_COMPLETE || has_flag(r) != j.unseen || !same_results(&j, r)) {
        fail_msg("%s\n%s: outcome %d, %zu states, flag %d, expected %d", text, model,
                 (int)r->outcome, r->states->count, has_flag(r), j.unseen);
    } else {
        sum->raised += j.unseen;
        sum->silent += !j.unseen;
    }
    checker_end(&c);
}

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static void compare_model(void **state)
{
    tally sum = {0};
    uint64_t first = number_from("CMCM_TEST_SEED", 1) * 100000;
    uint64_t count = TESTS * number_from("CMCM_TEST_FACTOR", 1);
    for (uint64_t i = 0; i < count; i++)
        compare(*state, first + i, &sum);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%s: raised %d, not raised %d, undefined %d\n", (const char *)*state,
                      sum.raised, sum.silent, sum.undefined);
    assert_true(sum.raised > TESTS / 10 && sum.silent > TESTS / 10);
}

int main(void)
{
    static char ptx[] = "ptx", cmcm[] = "cmcm";
    const struct CMUnitTest tests[] = {cmocka_unit_test_prestate(compare_model, ptx),
                                       cmocka_unit_test_prestate(compare_model, cmcm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
