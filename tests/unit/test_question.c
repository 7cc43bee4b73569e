/* Questions that the solver answers: the condition alone, and the filter. Random
 * programs are compared with listing all their states; a lock says how many calls
 * of the solver they may take. */
#include "tests/gen/gen.h"
#include "tests/unit/checker_help.h"

/* A call for each side of the question, and one for executions that the test does not
 * describe. */
enum { PROGRAMS = 100, MOST_CALLS = 3 };

static const struct {
    const char *model;
    gen_kind kind;
} kinds[] = {{"arm", GEN_ALL_AARCH64}, {"x86tso", GEN_ALL_X86}, {"ptx", GEN_ALL_PTX}};

/* The states of `all` that satisfy the proposition, as checker_states prints. */
static const char *satisfying(checker *c, const cm_check_result *all, const cm_prop *prop)
{
    const char *text = "";
    for (size_t i = 0; i < all->states->count; i++) {
        const uint64_t *values = all->states->values + i * (size_t)all->states->value_count;
        if (cm_prop_holds(all->states->test, prop, values))
            text = cm_arena_printf(c->cat.arena, "%s%s%s", text, *text ? " | " : "",
                                   cm_state_print(c->cat.arena, all->states->test, values));
    }
    return text;
}

static bool has_state(const cm_check_result *all, const uint64_t *values)
{
    for (size_t i = 0; i < all->states->count; i++)
        if (memcmp(all->states->values + i * (size_t)all->states->value_count, values,
                   (size_t)all->states->value_count * sizeof *values) == 0)
            return true;
    return false;
}

/* A proposition about the last state, so that it is satisfied by some: what is
 * observed first has its value, or what is observed last has another one. */
static cm_prop *some_proposition(checker *c, const cm_check_result *all, uint64_t seed)
{
    const cm_test *test = all->states->test;
    const uint64_t *values =
        all->states->values + (all->states->count - 1) * (size_t)all->states->value_count;
    int last = test->observed_count - 1;
    cm_prop *first_is = CM_NEW(c->cat.arena, cm_prop), *last_is = CM_NEW(c->cat.arena, cm_prop);
    cm_prop *either = CM_NEW(c->cat.arena, cm_prop), *not = CM_NEW(c->cat.arena, cm_prop);
    uint64_t last_value = values[cm_state_offset(test, last)];
    *first_is = (cm_prop){.kind = CM_PROP_EQUAL,
                          .left = {.observed = 0},
                          .right = {.observed = -1, .value = values[0]}};
    *last_is = (cm_prop){.kind = CM_PROP_DIFFERENT + (cm_prop_kind)(seed / 6 % 5),
                         .left = {.observed = last},
                         .right = {.observed = -1, .value = last_value}};
    *either = (cm_prop){.kind = seed % 2 ? CM_PROP_OR : CM_PROP_AND, .a = first_is, .b = last_is};
    *not = (cm_prop){.kind = CM_PROP_NOT, .a = either};
    return seed % 3 ? either : not ;
}

static void compare(const char *model, gen_kind kind, uint64_t seed)
{
    checker c;
    checker_start_model(&c, model, NULL);
    cm_test *test = checker_parse(&c, gen_program(c.cat.arena, seed, kind, 3));
    test->filter = NULL;
    cm_check_options options = {0};
    cm_check_result *all = checker_run(&c, c.cat.model, test, &options);
    assert_int_equal(all->outcome, CM_COMPLETE);
    assert_false(all->unlisted);
    cm_prop *prop = some_proposition(&c, all, seed);

    test->condition = prop;
    test->quantifier = (cm_quantifier)(seed % 3);
    options.question = true;
    cm_check_result *asked = checker_run(&c, c.cat.model, test, &options);
    assert_true(asked->unlisted);
    assert_int_equal(cm_check_answer(asked), cm_check_answer(all));
    assert_string_equal(cm_observation(cm_states_judge(asked->states)),
                        cm_observation(cm_states_judge(all->states)));
    for (size_t i = 0; i < asked->states->count; i++)
        assert_true(has_state(all, asked->states->values + i * (size_t)asked->states->value_count));

    test->filter = prop;
    options.question = false;
    cm_check_result *filtered = checker_run(&c, c.cat.model, test, &options);
    assert_string_equal(checker_states(&c, filtered), satisfying(&c, all, prop));
    checker_end(&c);
}

TEST(random_programs)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (uint64_t seed = 1; seed <= PROGRAMS; seed++)
            compare(kinds[k].model, kinds[k].kind, seed);
}

/* Five threads take a ticket each: 120 orders. */
#define TICKETS                                                                                    \
    "AArch64 tickets\n{ 0:X1=x; 1:X1=x; 2:X1=x; 3:X1=x; 4:X1=x; 0:X0=1; 1:X0=1; 2:X0=1; 3:X0=1; "  \
    "4:X0=1; }\n P0 | P1 | P2 | P3 | P4 ;\n LDADD W0,W2,[X1] | LDADD W0,W2,[X1] | LDADD "          \
    "W0,W2,[X1] | LDADD W0,W2,[X1] | LDADD W0,W2,[X1] ;\n"                                         \
    "locations [0:X2; 1:X2; 2:X2; 3:X2; 4:X2;]\n"

static cm_check_result *tickets(checker *c, const char *text, const cm_check_options *options)
{
    checker_start_model(c, "arm", text);
    return checker_run(c, c->cat.model, c->job.test, options);
}

TEST(few_calls)
{
    checker c;
    const cm_check_options ordinary = {0}, question = {.question = true};
    cm_check_result *r = tickets(&c, TICKETS "exists (0:X2=0 /\\ 1:X2=0)\n", &ordinary);
    assert_int_equal(r->states->count, 120);
    checker_end(&c);

    r = tickets(&c, TICKETS "exists (0:X2=0 /\\ 1:X2=0)\n", &question);
    assert_int_equal(cm_check_answer(r), CM_NO);
    assert_true(r->statistics.solver_calls <= MOST_CALLS);
    checker_end(&c);

    r = tickets(&c, TICKETS "filter (0:X2=0 /\\ 1:X2=1 /\\ 2:X2=2 /\\ 3:X2=3)\nexists (true)\n",
                &ordinary);
    assert_int_equal(r->states->count, 1);
    assert_string_equal(checker_states(&c, r), "0:X2=0; 1:X2=1; 2:X2=2; 3:X2=3; 4:X2=4;");
    assert_true(r->statistics.solver_calls <= MOST_CALLS);
    checker_end(&c);
}
