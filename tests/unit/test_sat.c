/* checker/sat.h: random clauses, compared with trying all values; pigeons in holes; and solver.h,
 * which hands over to Z3 what is not easy. */
#include "checker/sat.h"

#include "checker/context_parts.h"
#include "checker/solver.h"
#include "tests/unit/checker_help.h"
#include "tests/unit/random_help.h"

enum { VARIABLES = 10, FIRST = 2, CLAUSES = 60, ROUNDS = 4000 };

static const cm_sat_limits many = {100000, NULL, NULL}, few = {10, NULL, NULL};

static cm_sat *begin(cm_arena *arena)
{
    cm_sat *sat = cm_sat_new(arena);
    if (!sat)
        skip(); /* built without CaDiCaL */
    return sat;
}

typedef struct problem {
    cm_arena *arena;
    cm_sat *sat;
    cm_lit clauses[CLAUSES][4];
    uint32_t lengths[CLAUSES], count;
    uint64_t seed;
} problem;

static cm_lit any_literal(problem *p)
{
    cm_lit variable = FIRST + (cm_lit)(random_next(&p->seed) % VARIABLES);
    return random_next(&p->seed) % 2 ? variable : -variable;
}

static bool holds(unsigned values, cm_lit literal)
{
    if (literal == CM_TRUE || literal == CM_FALSE)
        return literal == CM_TRUE;
    unsigned variable = (unsigned)(literal < 0 ? -literal : literal) - FIRST;
    return (values >> variable & 1) == (literal > 0);
}

static bool satisfies(const problem *p, unsigned values, const cm_lit *assumed, uint32_t count)
{
    for (uint32_t i = 0; i < p->count; i++) {
        bool any = false;
        for (uint32_t k = 0; k < p->lengths[i]; k++)
            any |= holds(values, p->clauses[i][k]);
        if (!any)
            return false;
    }
    for (uint32_t i = 0; i < count; i++)
        if (!holds(values, assumed[i]))
            return false;
    return true;
}

static bool has_solution(const problem *p, const cm_lit *assumed, uint32_t count)
{
    for (unsigned values = 0; values < 1u << VARIABLES; values++)
        if (satisfies(p, values, assumed, count))
            return true;
    return false;
}

static unsigned solution_of(const problem *p)
{
    unsigned values = 0;
    for (unsigned v = 0; v < VARIABLES; v++)
        values |= (unsigned)cm_sat_value(p->sat, FIRST + v) << v;
    return values;
}

static void add_clause(problem *p)
{
    uint32_t length = 1 + (uint32_t)(random_next(&p->seed) % 8 ? 2 + random_next(&p->seed) % 2 : 0);
    cm_lit *clause = p->clauses[p->count];
    for (uint32_t i = 0; i < length; i++)
        clause[i] = random_next(&p->seed) % 50 ? any_literal(p) : CM_FALSE;
    p->lengths[p->count++] = length;
    cm_sat_add(p->sat, clause, length);
}

static bool ask(problem *p)
{
    cm_lit assumed[4];
    uint32_t count = (uint32_t)(random_next(&p->seed) % 5);
    for (uint32_t i = 0; i < count; i++)
        assumed[i] = random_next(&p->seed) % 20 ? any_literal(p) : CM_TRUE;
    bool yes = has_solution(p, assumed, count);
    assert_int_equal(cm_sat_ask(p->sat, assumed, count, &many), yes ? CM_SAT_YES : CM_SAT_NO);
    if (yes)
        assert_true(satisfies(p, solution_of(p), assumed, count));
    return yes;
}

/* Questions between the clauses, and all clauses can be had again. */
TEST(test_random)
{
    unsigned answers[2] = {0};
    uint64_t seed = 1;
    for (int round = 0; round < ROUNDS; round++) {
        cm_arena_reset(arena, 0);
        problem p = {.arena = arena, .sat = begin(arena), .seed = seed};
        uint32_t wanted = (uint32_t)(random_next(&p.seed) % CLAUSES);
        while (p.count < wanted) {
            add_clause(&p);
            if (p.count % 8 == 0)
                answers[ask(&p)]++;
        }
        answers[ask(&p)]++;
        size_t next = 0;
        uint32_t count;
        for (uint32_t i = 0; i < p.count; i++) {
            const cm_lit *given = cm_sat_given(p.sat, &next, &count);
            assert_int_equal(count, p.lengths[i]);
            assert_memory_equal(given, p.clauses[i], count * sizeof *given);
        }
        assert_null(cm_sat_given(p.sat, &next, &count));
        cm_sat_free(p.sat);
        seed = p.seed;
    }
    assert_true(answers[0] > ROUNDS / 4 && answers[1] > ROUNDS / 4);
}

/* Each pigeon is in a hole, no two in one, but where the last literal holds. */
static void add_pigeons(cm_sat *sat, uint32_t pigeons, uint32_t holes, cm_lit unless)
{
    cm_lit clause[16];
    for (uint32_t i = 0; i < pigeons; i++) {
        for (uint32_t h = 0; h < holes; h++)
            clause[h] = (cm_lit)(FIRST + i * holes + h);
        clause[holes] = unless;
        cm_sat_add(sat, clause, holes + 1);
    }
    for (uint32_t h = 0; h < holes; h++)
        for (uint32_t i = 0; i < pigeons; i++)
            for (uint32_t k = 0; k < i; k++) {
                cm_lit both[] = {-(cm_lit)(FIRST + i * holes + h),
                                 -(cm_lit)(FIRST + k * holes + h)};
                cm_sat_add(sat, both, 2);
            }
}

/* Seven pigeons do not fit into six holes, which takes some hundred conflicts; that is too hard for
 * who has less, and may be asked again. */
TEST(test_pigeons)
{
    cm_sat *sat = begin(arena);
    const cm_lit unless = 1000;
    add_pigeons(sat, 7, 6, unless);
    const cm_lit none[] = {-unless};
    assert_int_equal(cm_sat_ask(sat, none, 1, &few), CM_SAT_TOO_HARD);
    assert_int_equal(cm_sat_ask(sat, none, 1, &many), CM_SAT_NO);
    assert_int_equal(cm_sat_ask(sat, NULL, 0, &many), CM_SAT_YES);
    assert_true(cm_sat_value(sat, (uint32_t)unless));
    cm_sat_free(sat);
    sat = begin(arena);
    add_pigeons(sat, 6, 6, CM_FALSE);
    assert_int_equal(cm_sat_ask(sat, NULL, 0, &many), CM_SAT_YES);
    cm_sat_free(sat);
}

static bool count_calls(void *argument)
{
    ++*(int *)argument;
    return true;
}

/* Who is asked to stop does, without an answer, and may be asked again. */
TEST(test_stopped)
{
    cm_sat *sat = begin(arena);
    int calls = 0;
    const cm_sat_limits stopped = {100000, count_calls, &calls};
    add_pigeons(sat, 8, 7, CM_FALSE);
    assert_int_equal(cm_sat_ask(sat, NULL, 0, &stopped), CM_SAT_TOO_HARD);
    assert_true(calls > 0);
    assert_int_equal(cm_sat_ask(sat, NULL, 0, &many), CM_SAT_NO);
    cm_sat_free(sat);
}

/* Ten do not fit into nine, which is hard: Z3 says so, and answers from then on. */
TEST(test_hand_over)
{
    enum { PIGEONS = 10, HOLES = 9 };
    checker c;
    cm_lit in[PIGEONS][HOLES];
    checker_start(&c, NULL, NULL);
    cm_sat_free(begin(c.job.arena));
    c.job.measured = true;
    cm_solver *solver = cm_solver_open(&c.job);
    cm_lit unless = cm_form_variable(&c.job.form);
    for (int i = 0; i < PIGEONS; i++) {
        cm_lit any[HOLES + 1];
        for (int h = 0; h < HOLES; h++)
            any[h] = in[i][h] = cm_form_variable(&c.job.form);
        any[HOLES] = unless;
        cm_solver_assert_any(solver, any, HOLES + 1);
    }
    for (int h = 0; h < HOLES; h++)
        for (int i = 0; i < PIGEONS; i++)
            for (int k = 0; k < i; k++)
                cm_solver_assert(solver, -cm_form_and(&c.job.form, in[i][h], in[k][h]));
    assert_int_equal(cm_solver_check(solver, &unless, 1), CM_SAT);
    assert_true(cm_solver_value(solver, unless));
    uint64_t easy = c.job.solver_effort;
    assert_true(easy > 0);
    assert_int_equal(cm_solver_check(solver, (cm_lit[]){-unless}, 1), CM_UNSAT);
    assert_true(c.job.solver_effort > easy);
    assert_true(cm_solver_needed(solver, in[3][4])); /* as is said of all where Z3 was asked */
    assert_int_equal(cm_solver_check(solver, (cm_lit[]){in[3][4]}, 1), CM_SAT);
    assert_true(cm_solver_value(solver, in[3][4]) && cm_solver_value(solver, unless) &&
                !cm_solver_value(solver, in[4][4]));
    cm_solver_close(c.solver);
    checker_end(&c);
}

/* An empty clause, and units that contradict each other, leave no solution for good. */
TEST(test_no_solution)
{
    cm_sat *sat = begin(arena);
    const cm_lit yes[] = {5}, no[] = {-5}, constant[] = {CM_FALSE}, always[] = {CM_TRUE};
    cm_sat_add(sat, always, 1);
    cm_sat_add(sat, yes, 1);
    assert_int_equal(cm_sat_ask(sat, yes, 1, &many), CM_SAT_YES);
    assert_true(cm_sat_value(sat, 5) && !cm_sat_value(sat, 77));
    assert_int_equal(cm_sat_ask(sat, no, 1, &many), CM_SAT_NO);
    assert_int_equal(cm_sat_ask(sat, constant, 1, &many), CM_SAT_NO);
    cm_sat_add(sat, no, 1);
    assert_int_equal(cm_sat_ask(sat, NULL, 0, &many), CM_SAT_NO);
    cm_sat_free(sat);
    sat = begin(arena);
    cm_sat_add(sat, constant, 1);
    assert_int_equal(cm_sat_ask(sat, NULL, 0, &many), CM_SAT_NO);
    cm_sat_free(sat);
}
