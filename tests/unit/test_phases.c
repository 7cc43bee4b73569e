/* The flag `mbarrier-phase`, and whether threads that wait in loops end, beside a judge of its own.
 * Threads that use one mbarrier object, with scopes that include each other, take turns at it (PTX
 * ISA, 8.10.3 and 8.10.5): the judge lets them do so in every order, counts as the ISA says, and
 * knows by a word of its own whether a wait has seen the phase before. It shares nothing with the
 * program, its instructions or its models. CMCM_TEST_FACTOR multiplies the number of tests,
 * CMCM_TEST_SEED moves to others. */
#include "tests/gen/gen.h"
#include "tests/unit/checker_help.h"

enum { MOST_WAITS = 3 * GEN_MAX_PHASE_OPS, TESTS = 150, BYTES = 16 };

/* ---- the judge ---------------------------------------------------------------- */

typedef struct object {
    int phase, pending, tx;
    bool seen; /* a wait returned true for the phase before */
} object;

typedef struct judge {
    const gen_phases *program;
    bool unseen, undefined, hangs; /* of runs that end; and does one not? */
    bool undefined_hang;
    bool results[1 << MOST_WAITS]; /* what the waits may return together */
} judge;

typedef struct run {
    object object;
    int next[3];
    bool passed[3];
    int copies; /* that are under way */
    bool unseen, undefined;
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

static void arrive(const judge *j, run *r)
{
    object *o = &r->object;
    r->undefined |= o->pending == 0;
    r->unseen |= o->phase > 0 && !o->seen;
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

static bool is_complete(const run *r, const gen_phase_op *o)
{
    return (r->object.phase - o->parity) % 2 != 0;
}

static void complete_bytes(const judge *j, run *r)
{
    r->object.tx -= BYTES;
    step_phase(j, &r->object);
}

static void take_turn(judge *j, run r, int t)
{
    int i = r.next[t]++;
    const gen_phase_op *o = &j->program->threads[t].ops[i];
    bool complete = is_complete(&r, o);
    if (o->kind == GEN_TEST_WAIT || o->kind == GEN_TRY_WAIT) {
        wait(j, &r, t, i, complete);
        if (o->kind == GEN_TRY_WAIT && complete && !o->again)
            wait(j, &r, t, i, false);
        return;
    }
    bool happens = !o->if_passed || r.passed[t];
    r.object.tx += o->kind == GEN_ARRIVE_EXPECT && happens ? BYTES : 0;
    r.copies += o->kind == GEN_COPY;
    if (o->kind == GEN_COMPLETE)
        complete_bytes(j, &r);
    else if (o->kind != GEN_COPY && happens)
        arrive(j, &r);
    go_on(j, r);
}

/* A wait that is made until it returns true lets the thread go on only then. */
static bool stays(const judge *j, const run *r, int t)
{
    const gen_phase_op *o = &j->program->threads[t].ops[r->next[t]];
    return o->again && !is_complete(r, o);
}

/* A run in which nobody can go on is over, or hangs. */
static void go_on(judge *j, run r)
{
    bool over = true, stuck = true;
    for (int t = 0; t < j->program->threads_count; t++) {
        if (r.next[t] == j->program->threads[t].count)
            continue;
        over = false;
        if (stays(j, &r, t))
            continue;
        stuck = false;
        take_turn(j, r, t);
    }
    if (r.copies > 0) {
        run after = r;
        after.copies--;
        complete_bytes(j, &after);
        go_on(j, after);
        return;
    }
    if (over) {
        j->results[r.results] = true;
        j->unseen |= r.unseen;
        j->undefined |= r.undefined;
    } else if (stuck) {
        j->hangs = true;
        j->undefined_hang |= r.undefined;
    }
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
    int raised, silent, undefined, hang;
} tally;

static bool agrees(const judge *j, const cm_check_result *r)
{
    cm_ending ending = j->hangs ? CM_HANGS : CM_ENDS;
    return r->outcome == CM_COMPLETE && has_flag(r) == j->unseen && same_results(j, r) &&
           (!j->program->loops || r->liveness.ending == ending);
}

static void compare(const char *model, uint64_t seed, bool loops, tally *sum)
{
    checker c;
    gen_phases program = {.loops = loops};
    checker_start_model(&c, model, NULL);
    const char *text = gen_phases_program(c.cat.arena, seed, &program);
    judge j = {.program = &program};
    go_on(&j, (run){.object = {.pending = program.arrivals}});
    cm_check_options options = {.timeout = 60, .max_states = 5000, .liveness = loops};
    cm_check_result *r = checker_run(&c, c.cat.model, checker_parse(&c, text), &options);
    if (j.undefined) {
        sum->undefined++;
        assert_int_not_equal(r->outcome, CM_COMPLETE);
    } else if (j.undefined_hang) {
        sum->undefined++;
    } else if (!agrees(&j, r)) {
        fail_msg("%s\n%s: outcome %d (%s), %zu states, flag %d, ending %d; expected flag %d, %s",
                 text, model, (int)r->outcome, r->reason, r->states->count, has_flag(r),
                 (int)r->liveness.ending, j.unseen, j.hangs ? "a hang" : "an end");
    } else {
        sum->raised += j.unseen;
        sum->silent += !j.unseen;
        sum->hang += j.hangs;
    }
    checker_end(&c);
}

static tally compare_many(const char *model, bool loops)
{
    tally sum = {0};
    uint64_t first = unit_seed() * 100000;
    int count = unit_times(loops ? TESTS / 2 : TESTS);
    for (int i = 0; i < count; i++)
        compare(model, first + (uint64_t)i, loops, &sum);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%s%s: raised %d, not raised %d, undefined %d, hang %d\n", model,
                      loops ? ", loops" : "", sum.raised, sum.silent, sum.undefined, sum.hang);
    return sum;
}

static void flags_and_results(const char *model)
{
    tally sum = compare_many(model, false);
    assert_true(unit_sample() > 1 || (sum.raised > TESTS / 10 && sum.silent > TESTS / 10));
}

static void hangs_and_ends(const char *model)
{
    tally sum = compare_many(model, true);
    assert_true(unit_sample() > 1 ||
                (sum.hang > TESTS / 10 && sum.raised + sum.silent - sum.hang > TESTS / 10));
}

TEST(flags_and_results_of_ptx)
{
    flags_and_results("ptx");
}

TEST(flags_and_results_of_compounds)
{
    flags_and_results("cmcm");
}

TEST(hangs_and_ends_of_ptx)
{
    hangs_and_ends("ptx");
}

TEST(hangs_and_ends_of_compounds)
{
    hangs_and_ends("cmcm");
}
