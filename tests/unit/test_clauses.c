/* Formulas as clauses: random formulas, compared with evaluating them. */
#include "checker/clauses.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { VARIABLES = 5, DEFINED = 3, GATES = 14, CLAUSES = 400, ROUNDS = 3000, NAMES_TRIED = 12 };

typedef struct problem {
    cm_arena *arena;
    cm_form form;
    cm_lit variables[VARIABLES];
    cm_lit defined[DEFINED];
    cm_lit gates[GATES];
    cm_lit *clauses[CLAUSES];
    uint32_t lengths[CLAUSES], clause_count;
    unsigned seed;
} problem;

static unsigned next(problem *p, unsigned below)
{
    p->seed = p->seed * 1103515245u + 12345u;
    return (p->seed >> 16) % below;
}

static cm_lit any(problem *p, int gates)
{
    unsigned at = next(p, VARIABLES + DEFINED + (unsigned)gates);
    cm_lit literal = at < VARIABLES             ? p->variables[at]
                     : at < VARIABLES + DEFINED ? p->defined[at - VARIABLES]
                                                : p->gates[at - VARIABLES - DEFINED];
    return next(p, 2) ? literal : -literal;
}

static void take(void *argument, const cm_lit *literals, uint32_t count)
{
    problem *p = argument;
    assert_true(p->clause_count < CLAUSES);
    cm_lit *copy = CM_NEW_ARRAY(p->arena, count + 1, cm_lit);
    if (count > 0)
        memcpy(copy, literals, count * sizeof *copy);
    p->clauses[p->clause_count] = copy;
    p->lengths[p->clause_count++] = count;
}

/* Formulas over variables, some of which stand for formulas of the others. */
static void make_formulas(problem *p)
{
    cm_form_init(&p->form, p->arena);
    for (int i = 0; i < VARIABLES; i++)
        p->variables[i] = cm_form_variable(&p->form);
    for (int i = 0; i < DEFINED; i++)
        p->defined[i] = p->variables[next(p, VARIABLES)];
    for (int i = 0; i < GATES; i++) {
        cm_lit parts[4];
        uint32_t count = 2 + next(p, 3);
        for (uint32_t k = 0; k < count; k++)
            parts[k] = any(p, i);
        p->gates[i] = next(p, 2) ? cm_form_and_all(&p->form, parts, count)
                                 : cm_form_or_all(&p->form, parts, count);
        if (i % 5 == 4 && i / 5 < DEFINED) {
            cm_lit made = cm_form_variable(&p->form);
            cm_form_define(&p->form, made, p->gates[i]);
            p->defined[i / 5] = made;
        }
    }
}

/* All names and variables that clauses use, but the variables of the problem. */
static uint32_t names_of(problem *p, uint32_t *names)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->clause_count; i++)
        for (uint32_t k = 0; k < p->lengths[i]; k++) {
            uint32_t node = (uint32_t)abs(p->clauses[i][k]), at = 0;
            bool known = node == CM_TRUE || (node >= (uint32_t)p->variables[0] &&
                                             node <= (uint32_t)p->variables[VARIABLES - 1]);
            while (at < count && names[at] != node)
                at++;
            if (!known && at == count)
                names[count++] = node;
        }
    return count;
}

static bool clauses_hold(const problem *p, const uint8_t *values)
{
    for (uint32_t i = 0; i < p->clause_count; i++) {
        bool holds = false;
        for (uint32_t k = 0; k < p->lengths[i]; k++)
            holds |= (values[abs(p->clauses[i][k])] != 0) == (p->clauses[i][k] > 0);
        if (!holds)
            return false;
    }
    return true;
}

static bool some_names_hold(const problem *p, uint8_t *values, const uint32_t *names,
                            uint32_t count)
{
    for (uint32_t chosen = 0; chosen < 1u << count; chosen++) {
        for (uint32_t i = 0; i < count; i++)
            values[names[i]] = chosen >> i & 1;
        if (clauses_hold(p, values))
            return true;
    }
    return false;
}

/* The clauses have a solution exactly where the formula holds. True: it was
 * looked at. */
static bool compare(problem *p, cm_lit formula)
{
    uint32_t *names = CM_NEW_ARRAY(p->arena, p->form.count, uint32_t);
    uint32_t count = names_of(p, names);
    if (count > NAMES_TRIED)
        return false;
    uint8_t *values = CM_NEW_ARRAY(p->arena, p->form.count, uint8_t);
    values[CM_TRUE] = true;
    for (unsigned chosen = 0; chosen < 1u << VARIABLES; chosen++) {
        uint8_t *memo = CM_NEW_ARRAY(p->arena, p->form.count, uint8_t);
        for (unsigned i = 0; i < VARIABLES; i++)
            values[p->variables[i]] = chosen >> i & 1;
        bool holds = cm_form_value(&p->form, values, memo, formula);
        assert_int_equal(some_names_hold(p, values, names, count), holds);
    }
    return true;
}

TEST(test_random)
{
    unsigned compared = 0;
    for (unsigned round = 0; round < ROUNDS; round++) {
        problem *p = calloc(1, sizeof *p);
        p->arena = cm_arena_new(0);
        p->seed = round;
        make_formulas(p);
        cm_clauses clauses;
        cm_clauses_init(&clauses, &p->form, take, p);
        cm_lit formula = p->gates[GATES - 1];
        if (round % 3 == 0) {
            cm_clauses_assert(&clauses, formula);
        } else if (round % 3 == 1) {
            cm_lit name = cm_clauses_name(&clauses, formula);
            take(p, &name, 1);
        } else {
            cm_lit both[2] = {formula, p->gates[GATES - 2]};
            cm_clauses_assert_any(&clauses, both, 2);
            formula = cm_form_or(&p->form, both[0], both[1]);
        }
        if (abs(formula) != CM_TRUE)
            compared += compare(p, formula);
        cm_arena_free(p->arena);
        free(p);
    }
    assert_true(compared > ROUNDS / 2);
}

/* x and y stand for each other's negation by way of a: no solution has x = y where
 * a holds. */
TEST(test_cycle)
{
    problem *p = calloc(1, sizeof *p);
    p->arena = cm_arena_new(0);
    cm_form_init(&p->form, p->arena);
    cm_lit a = cm_form_variable(&p->form);
    cm_lit x = cm_form_variable(&p->form), y = cm_form_variable(&p->form);
    cm_form_define(&p->form, x, cm_form_and(&p->form, a, -y));
    cm_form_define(&p->form, y, cm_form_and(&p->form, a, -x));
    cm_clauses clauses;
    cm_lits equal = {0};
    cm_form_unwind(&p->form, &equal);
    cm_clauses_init(&clauses, &p->form, take, p);
    for (uint32_t i = 0; i < equal.count; i++)
        cm_clauses_assert(&clauses, equal.items[i]);
    cm_clauses_assert(&clauses, a);
    cm_clauses_assert(&clauses, cm_form_or(&p->form, x, -y)); /* so x, not y */
    uint32_t solutions = 0;
    uint8_t *values = CM_NEW_ARRAY(p->arena, p->form.count, uint8_t);
    for (unsigned chosen = 0; chosen < 1u << (p->form.count - 2); chosen++) {
        for (uint32_t i = 2; i < p->form.count; i++)
            values[i] = chosen >> (i - 2) & 1;
        if (!clauses_hold(p, values))
            continue;
        solutions++;
        uint8_t *memo = CM_NEW_ARRAY(p->arena, p->form.count, uint8_t);
        assert_true(cm_form_value(&p->form, values, memo, a));
        assert_true(cm_form_value(&p->form, values, memo, x));
        assert_false(cm_form_value(&p->form, values, memo, y));
    }
    assert_true(solutions > 0);
    cm_arena_free(p->arena);
    free(p);
}
