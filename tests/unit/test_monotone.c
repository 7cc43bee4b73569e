/* Properties of the models and of the checker on generated tests:
 * - the oracle, which tries everything, and the checker agree;
 * - the compound model says on tests of one kind what that kind's model says;
 * - widening a scope, strengthening an annotation and adding a fence never add
 *   an outcome.
 * CMCM_TEST_FACTOR multiplies the number of tests, CMCM_TEST_SEED moves to others. */
#include "tests/gen/gen.h"
#include "tests/gen/outcomes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ARM, X86TSO, PTX_NOW, PTX60, COMPOUND, MODELS };
static const char *const model_names[] = {"arm", "x86tso", "ptx", "ptx60", "cmcm"};

typedef struct fixture {
    cm_work work; /* of the models */
    cm_model *models[MODELS];
    cm_solver_context *solver;
    uint64_t seed;
    int factor;
    cm_work test; /* of the test at hand */
} fixture;

static uint64_t number_from(const char *variable, uint64_t otherwise)
{
    const char *text = getenv(variable);
    return text && *text ? strtoull(text, NULL, 10) : otherwise;
}

static int set_up(void **state)
{
    fixture *f = calloc(1, sizeof *f);
    const char *models = getenv("CMCM_MODELS");
    cm_model_options options = {.library_dir = models ? models : "models"};
    cm_work_init(&f->work, cm_arena_new(0));
    cm_work_init(&f->test, cm_arena_new(0));
    for (int i = 0; i < MODELS; i++) {
        f->models[i] = cm_model_load(&f->work, model_names[i], &options);
        for (size_t k = 0; !f->models[i] && k < f->work.diags.count; k++)
            print_error("%s", cm_diag_format(f->work.arena, &f->work.diags.items[k], false));
        assert_non_null(f->models[i]);
    }
    f->solver = cm_solver_context_new();
    f->seed = number_from("CMCM_TEST_SEED", 1);
    f->factor = (int)number_from("CMCM_TEST_FACTOR", 1);
    *state = f;
    return 0;
}

static int tear_down(void **state)
{
    fixture *f = *state;
    cm_solver_context_free(f->solver);
    cm_arena_free(f->test.arena);
    cm_arena_free(f->work.arena);
    free(f);
    return 0;
}

/* Forgets the test before. */
static void next_test(fixture *f)
{
    cm_arena_reset(f->test.arena, 0);
    cm_work_init(&f->test, f->test.arena);
}

static cm_test *parse(fixture *f, const char *text)
{
    cm_test *test = gen_parse(&f->test, text);
    for (size_t i = 0; !test && i < f->test.diags.count; i++)
        print_error("%s", cm_diag_format(f->test.arena, &f->test.diags.items[i], false));
    assert_non_null(test);
    return test;
}

static gen_outcomes check(fixture *f, int model, const char *text)
{
    gen_outcomes out = gen_by_checker(&f->test, f->solver, f->models[model], parse(f, text));
    for (size_t i = 0; !out.known && i < f->test.diags.count; i++)
        print_error("%s", cm_diag_format(f->test.arena, &f->test.diags.items[i], false));
    return out;
}

static void fail_unless_within(const gen_outcomes *a, const gen_outcomes *b, const char *what,
                               const char *text)
{
    const char *extra = gen_missing(a, b);
    if (!extra)
        return;
    print_error("%s: %s\n%s\n", what, extra, text);
    fail();
}

/* ---- the oracle and the checker ---- */

static void agree(fixture *f, int model, const char *text, int *compared)
{
    gen_outcomes slow = gen_by_oracle(&f->test, f->models[model], parse(f, text), 5000);
    if (!slow.known)
        return;
    ++*compared;
    gen_outcomes fast = check(f, model, text);
    assert_true(fast.known);
    fail_unless_within(&slow, &fast, "only the oracle finds", text);
    fail_unless_within(&fast, &slow, "only the checker finds", text);
}

static void agree_on_kind(fixture *f, gen_kind kind, int model, int size)
{
    int compared = 0, count = 60 * f->factor;
    for (int i = 0; i < count; i++) {
        next_test(f);
        char *text = gen_program(f->test.arena, f->seed * 100000 + (uint64_t)i, kind, size);
        agree(f, model, text, &compared);
    }
    assert_true(compared > count / 2);
}

static void test_oracle_agrees_on_aarch64(void **state)
{
    agree_on_kind(*state, GEN_ALL_AARCH64, ARM, 4);
}

static void test_oracle_agrees_on_chains(void **state)
{
    agree_on_kind(*state, GEN_CHAINS, ARM, 3);
}

static void test_oracle_agrees_on_x86(void **state)
{
    agree_on_kind(*state, GEN_ALL_X86, X86TSO, 4);
}

static void test_oracle_agrees_on_ptx(void **state)
{
    agree_on_kind(*state, GEN_ALL_PTX, PTX_NOW, 4);
    agree_on_kind(*state, GEN_ALL_PTX, PTX60, 3);
}

static void test_oracle_agrees_on_mixed(void **state)
{
    agree_on_kind(*state, GEN_MIXED, COMPOUND, 4);
}

static void test_oracle_agrees_on_halves(void **state)
{
    agree_on_kind(*state, GEN_HALVES, COMPOUND, 3);
}

/* ---- conservativity ---- */

static void conserves(fixture *f, gen_kind kind, int model)
{
    int compared = 0, count = 100 * f->factor;
    for (int i = 0; i < count; i++) {
        next_test(f);
        char *text = gen_program(f->test.arena, f->seed * 100000 + (uint64_t)i, kind, 4);
        gen_outcomes own = check(f, model, text), compound = check(f, COMPOUND, text);
        if (!own.known || !compound.known) /* thousands of states */
            continue;
        compared++;
        fail_unless_within(&own, &compound, "lost in the compound model", text);
        fail_unless_within(&compound, &own, "only in the compound model", text);
    }
    assert_true(compared > count * 9 / 10);
}

static void test_compound_conserves_arm(void **state)
{
    conserves(*state, GEN_ALL_AARCH64, ARM);
    conserves(*state, GEN_CHAINS, ARM);
}

static void test_compound_conserves_x86(void **state)
{
    conserves(*state, GEN_ALL_X86, X86TSO);
}

static void test_compound_conserves_ptx(void **state)
{
    conserves(*state, GEN_ALL_PTX, PTX_NOW);
}

/* ---- monotonicity ---- */

/* Every single strengthening of the test gives a part of its outcomes. */
static void only_shrinks(fixture *f, int model, const gen_family *family)
{
    next_test(f);
    char *text = gen_family_print(f->test.arena, family);
    gen_outcomes weak = check(f, model, text);
    assert_true(weak.known);
    bool more = true;
    for (int change = 0; more; change++) {
        gen_family stronger = *family;
        if (!gen_strengthen(&stronger, change, &more))
            continue;
        char *strong_text = gen_family_print(f->test.arena, &stronger);
        gen_outcomes strong = check(f, model, strong_text);
        assert_true(strong.known);
        fail_unless_within(&strong, &weak, "a stronger test adds an outcome", strong_text);
    }
}

static void shrinks_at_random(fixture *f, int model, bool only_ptx, int count)
{
    gen_family family;
    for (int number = 0; gen_family_get(number, &family); number++)
        for (int i = 0; i < count * f->factor; i++) {
            uint64_t seed = f->seed * 1000000 + (uint64_t)(number * 1000 + i);
            gen_family varied = family;
            gen_family_vary(&varied, &seed, only_ptx);
            only_shrinks(f, model, &varied);
        }
}

static void test_ptx_is_monotone(void **state)
{
    shrinks_at_random(*state, PTX_NOW, true, 3);
    shrinks_at_random(*state, PTX60, true, 3);
}

static void test_compound_is_monotone(void **state)
{
    shrinks_at_random(*state, COMPOUND, false, 6);
}

/* All operations alike: every strength and scope, with every fence, on every
 * placement; threads in turn on the GPU and on the device. */
static void set_all(gen_family *family, gen_device device, gen_strength strength, gen_scope scope,
                    gen_fence fence, int place)
{
    for (int t = 0; t < family->count; t++) {
        gen_thread *thread = &family->threads[t];
        thread->device = t % 2 == 1 ? device : GEN_PTX;
        thread->cta = place >= 1 ? t : 0;
        thread->cluster = place >= 2 ? t : 0;
        thread->gpu = place >= 3 ? t : 0;
        for (int i = 0; i < thread->count; i++) {
            thread->ops[i].strength = strength;
            thread->ops[i].scope = thread->ops[i].fence_scope = scope;
            thread->ops[i].fence = fence;
        }
    }
}

static void test_uniform_grid_is_monotone(void **state)
{
    fixture *f = *state;
    static const gen_fence fences[] = {GEN_NONE, GEN_LIGHT, GEN_FULL};
    gen_family family;
    for (int number = 0; gen_family_get(number, &family); number++)
        for (int point = 0; point < 3 * 4 * 3 * 4 * 2; point++) {
            int rest = point;
            int fence = rest % 3, scope = (rest /= 3) % 4, strength = (rest /= 4) % 3;
            int place = (rest /= 3) % 4;
            gen_device device = rest / 4 ? GEN_AARCH64 : GEN_PTX;
            /* A part of the grid per run; the seed chooses which. */
            if ((point + number + (int)f->seed) % 24 >= f->factor)
                continue;
            set_all(&family, device, (gen_strength)strength, (gen_scope)scope, fences[fence],
                    place);
            only_shrinks(f, COMPOUND, &family);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_oracle_agrees_on_aarch64),
        cmocka_unit_test(test_oracle_agrees_on_chains),
        cmocka_unit_test(test_oracle_agrees_on_x86),
        cmocka_unit_test(test_oracle_agrees_on_ptx),
        cmocka_unit_test(test_oracle_agrees_on_mixed),
        cmocka_unit_test(test_oracle_agrees_on_halves),
        cmocka_unit_test(test_compound_conserves_arm),
        cmocka_unit_test(test_compound_conserves_x86),
        cmocka_unit_test(test_compound_conserves_ptx),
        cmocka_unit_test(test_ptx_is_monotone),
        cmocka_unit_test(test_compound_is_monotone),
        cmocka_unit_test(test_uniform_grid_is_monotone),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
