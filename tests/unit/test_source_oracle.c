/* RC11 and scoped RC11: the checker with the models as they are shipped, and an enumerator whose
 * axioms are written by themselves in C (tests/oracle/source_axioms.c), give the same states and
 * find the same races, of random tests and of the suites of source languages. */
#include "enumerate/enumerate.h"
#include "tests/gen/gen.h"
#include "tests/gen/outcomes.h"
#include "tests/oracle/oracle.h"
#include "tests/oracle/source_axioms.h"
#include "tests/unit/checker_help.h"

/* Any order of the writes of a location, and nothing that is forbidden. */
static const char anything[] = "\"anything\"\ninclude \"cos.cat\"\n";

typedef struct by_hand {
    bool scoped, undefined;
} by_hand;

static bool accepts(void *context, const cm_execution *x)
{
    by_hand *asked = context;
    source_judgement j = source_judge(x, &x->frees[0], asked->scoped);
    asked->undefined |= j.undefined;
    return j.consistent;
}

typedef struct answer {
    bool known, race;
    const char *states;
} answer;

static const char *print_states(checker *c, const cm_states *states)
{
    const char *all = "";
    for (size_t i = 0; i < states->count; i++)
        all = cm_arena_printf(c->cat.arena, "%s{%s} ", all,
                              cm_state_print(c->cat.arena, states->test,
                                             states->values + i * (size_t)states->value_count));
    return all;
}

static answer by_oracle(const char *text, bool scoped)
{
    checker c;
    checker_start(&c, anything, text);
    by_hand asked = {.scoped = scoped};
    oracle_limits limits = {
        .candidates = 10000, .traces = 3000, .flags = true, .accepts = accepts, .context = &asked};
    oracle_result r = {0};
    answer found = {0};
    if (oracle_run(&c.cat.work, c.cat.model, c.job.test, &limits, &r) &&
        r.verdict == ORACLE_COMPLETE)
        found = (answer){true, asked.undefined, strdup(print_states(&c, r.states))};
    checker_end(&c);
    return found;
}

static answer by_checker(const char *text, bool scoped)
{
    checker c;
    checker_start_model(&c, scoped ? "scoped" : "rc11", text);
    cm_check_options options = {.timeout = 20, .max_states = 3000};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    answer found = {0};
    if (r->outcome == CM_COMPLETE && r->flags_known)
        found = (answer){true, r->flags[0] != NULL, strdup(print_states(&c, r->states))};
    checker_end(&c);
    return found;
}

typedef struct kind {
    const char *name;
    bool scoped;
    int size, count;
    const char *suite; /* of this language: its shapes, one in `count`; NULL: random tests */
} kind;

static const kind kinds[] = {{"C", false, 3, 200, NULL},
                             {"scoped", true, 3, 200, NULL},
                             {"shapes of C", false, 0, 3, "C"},
                             {"shapes of CUDA", true, 0, 11, "CUDA"},
                             {"shapes of HIP", true, 0, 23, "HIP"}};

typedef struct comparing {
    const kind *kind;
    int count, compared, races, differences, seen;
} comparing;

static void compare(comparing *c, const char *text)
{
    answer a = by_oracle(text, c->kind->scoped), b = by_checker(text, c->kind->scoped);
    bool known = a.known && b.known;
    c->count++;
    c->compared += known;
    c->races += known && a.race;
    if (known && (a.race != b.race || strcmp(a.states, b.states) != 0)) {
        c->differences++;
        print_error("%s  by hand: %srace %d\n  checker: %srace %d\n", text, a.states, a.race,
                    b.states, b.race);
    }
    free((void *)a.states);
    free((void *)b.states);
}

static bool compare_one(void *context, const cm_enum_test *test)
{
    comparing *c = context;
    if (c->seen++ % c->kind->count == 0)
        compare(c, test->text);
    return true;
}

static void compare_kind(void **state)
{
    comparing c = {.kind = *state};
    const kind *k = c.kind;
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    const cm_enum_request request = {.name = "shapes", .arch = k->suite};
    if (k->suite)
        assert_true(cm_enum_run(&work, cm_enum_find("shapes"), &request, compare_one, &c));
    for (int i = 0; !k->suite && i < unit_times(k->count); i++) {
        cm_arena *own = cm_arena_new(0);
        compare(&c, gen_c(own, unit_seed() * 100000 + (uint64_t)i, k->scoped, k->size));
        cm_arena_free(own);
    }
    cm_arena_free(arena);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%s: %d tests, %d compared, %d with a race\n", k->name, c.count, c.compared,
                      c.races);
    assert_int_equal(c.differences, 0);
    assert_true(unit_sample() > 1 ||
                (c.compared * 2 > c.count && c.races > 0 && c.races < c.compared));
}

TEST_ROWS(kinds, compare_kind)
