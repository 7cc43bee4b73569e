/* Properties of the models and of the checker on generated tests:
 * - the oracle, which tries everything, and the checker agree;
 * - the compound model says on tests of one kind what that kind's model says;
 * - widening a scope, strengthening an annotation and adding a fence never add
 *   an outcome.
 * What is found is made small and stored in fuzz-found/ of the build folder, with both
 * answers; once the right one is known it belongs into tests/litmus/found/. All that is
 * there is compared again, too. */
#include "base/text.h"
#include "tests/gen/gen.h"
#include "tests/gen/outcomes.h"
#include "tests/unit/unit.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ARM, X86TSO, PTX_NOW, PTX60, COMPOUND, CDNA, WAVE, MODELS };
static const char *const model_names[] = {"arm", "x86tso", "ptx", "ptx60", "cmcm", "cdna", "wave"};

typedef struct fixture {
    cm_work work; /* of the models */
    cm_model *models[MODELS];
    cm_solver_context *solver;
    uint64_t seed;
    cm_work test;    /* of the test at hand */
    cm_arena *texts; /* of generated tests, and of what is made of them */
} fixture;

static fixture *shared; /* of all tests here */

static int set_up(void **state)
{
    (void)state;
    fixture *f = calloc(1, sizeof *f);
    const char *models = getenv("CMCM_MODELS");
    cm_model_options options = {.library_dir = models ? models : "models"};
    f->work = cm_work_new(cm_arena_new(0));
    f->test = cm_work_new(cm_arena_new(0));
    f->texts = cm_arena_new(0);
    for (int i = 0; i < MODELS; i++) {
        f->models[i] = cm_model_load(&f->work, model_names[i], &options);
        for (size_t k = 0; !f->models[i] && k < f->work.diags.count; k++)
            print_error("%s", cm_diag_format(f->work.arena, &f->work.diags.items[k], false));
        assert_non_null(f->models[i]);
    }
    f->solver = cm_solver_context_new();
    f->seed = unit_seed();
    shared = f;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    fixture *f = shared;
    cm_solver_context_free(f->solver);
    cm_arena_free(f->texts);
    cm_arena_free(f->test.arena);
    cm_arena_free(f->work.arena);
    free(f);
    return 0;
}

/* Forgets the test before. */
static void next_test(fixture *f)
{
    cm_arena_reset(f->test.arena, 0);
    f->test = cm_work_new(f->test.arena);
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

/* ---- two answers to one test ---- */

typedef struct engine {
    bool oracle; /* else the checker */
    int model;
} engine;

typedef struct question {
    fixture *f;
    engine a, b;
} question;

static gen_outcomes ask(fixture *f, engine e, const char *text)
{
    cm_test *test = gen_parse(&f->test, text);
    if (!test)
        return (gen_outcomes){0};
    return e.oracle ? gen_by_oracle(&f->test, f->models[e.model], test, 5000)
                    : gen_by_checker(&f->test, f->solver, f->models[e.model], test);
}

static bool differ(void *context, const char *text)
{
    const question *q = context;
    next_test(q->f);
    gen_outcomes a = ask(q->f, q->a, text), b = ask(q->f, q->b, text);
    return a.known && b.known && (gen_missing(&a, &b) || gen_missing(&b, &a));
}

static const char *name_of(cm_arena *arena, engine e)
{
    return cm_arena_printf(arena, "%s under %s", e.oracle ? "the oracle" : "the checker",
                           model_names[e.model]);
}

/* What one answer has and the other lacks, in a comment of the test. */
static void add_lacking(cm_text *out, const char *who, const gen_outcomes *has,
                        const gen_outcomes *lacks)
{
    for (size_t i = 0; i < has->count; i++) {
        gen_outcomes one = {.known = true, .states = has->states + i, .count = 1};
        if (gen_missing(&one, lacks))
            cm_text_append(out, "   only %s: %s\n", who, has->states[i]);
    }
}

/* The small test with both answers, as a file of the build folder. */
static void store(question *q, const char *text)
{
    fixture *f = q->f;
    next_test(f);
    gen_outcomes a = ask(f, q->a, text), b = ask(f, q->b, text);
    size_t head = strcspn(text, "\n");
    cm_text out = cm_text_new(f->test.arena);
    cm_text_append(&out, "%.*s\n(* Found by random tests:\n", (int)head, text);
    add_lacking(&out, name_of(f->test.arena, q->a), &a, &b);
    add_lacking(&out, name_of(f->test.arena, q->b), &b, &a);
    cm_text_append(&out, "*)%s", text + head);
    const char *build = getenv("CMCM_BUILD");
    const char *folder = cm_arena_printf(f->test.arena, "%s/fuzz-found", build ? build : ".");
    const char *name = strrchr(cm_arena_text(f->test.arena, text, head), ' ');
    const char *path =
        cm_arena_printf(f->test.arena, "%s/%s.litmus", folder, name ? name + 1 : "test");
    FILE *file = mkdir(folder, 0777) == 0 || errno == EEXIST ? fopen(path, "w") : NULL;
    bool written = file && fwrite(out.data, 1, out.length, file) == out.length;
    if (file && fclose(file) != 0)
        written = false;
    print_error("%s %s:\n%s", written ? "stored in" : "could not be stored in", path, out.data);
}

/* Fails when the two differ; were both able to answer? */
static bool same_answers(question *q, const char *text)
{
    next_test(q->f);
    gen_outcomes a = ask(q->f, q->a, text);
    gen_outcomes b = a.known ? ask(q->f, q->b, text) : a;
    if (!a.known || !b.known)
        return false;
    if (!gen_missing(&a, &b) && !gen_missing(&b, &a))
        return true;
    store(q, gen_shrink(q->f->texts, text, differ, q));
    fail();
    return false;
}

static char *generate(fixture *f, int number, gen_kind kind, int size)
{
    cm_arena_reset(f->texts, 0);
    return gen_program(f->texts, f->seed * 100000 + (uint64_t)number, kind, size);
}

/* ---- the oracle and the checker ---- */

/* The checker must answer whatever the oracle can. */
static void agree(fixture *f, int model, const char *text, int *compared)
{
    question q = {f, {.oracle = true, .model = model}, {.model = model}};
    next_test(f);
    if (!ask(f, q.a, text).known)
        return;
    ++*compared;
    if (!same_answers(&q, text)) {
        print_error("the checker gives no answer:\n%s", text);
        fail();
    }
}

static const struct agreement {
    const char *name;
    gen_kind kind;
    int model, size;
} agreements[] = {
    {"AArch64", GEN_ALL_AARCH64, ARM, 4},
    {"chains", GEN_CHAINS, ARM, 3},
    {"x86", GEN_ALL_X86, X86TSO, 4},
    {"PTX", GEN_ALL_PTX, PTX_NOW, 4},
    {"PTX 6.0", GEN_ALL_PTX, PTX60, 3},
    {"mixed", GEN_MIXED, COMPOUND, 4},
    {"halves", GEN_HALVES, COMPOUND, 3},
    {"sizes, AArch64", GEN_SIZES_AARCH64, ARM, 3},
    {"sizes, x86", GEN_SIZES_X86, X86TSO, 3},
    {"sizes, PTX", GEN_SIZES_PTX, PTX_NOW, 3},
    {"sizes, mixed", GEN_SIZES_MIXED, COMPOUND, 3},
};

static void oracle_agrees(void **state)
{
    const struct agreement *k = *state;
    int compared = 0, count = unit_times(k->kind < GEN_SIZES_AARCH64 ? 60 : 16);
    for (int i = 0; i < count; i++)
        agree(shared, k->model, generate(shared, i, k->kind, k->size), &compared);
    assert_true(compared > count / 2);
}

TEST_ROWS(agreements, oracle_agrees)

static int own_model(const cm_test *test)
{
    return test->arch == CM_AARCH64 ? ARM
           : test->arch == CM_PTX   ? PTX_NOW
           : test->arch == CM_CMCM  ? COMPOUND
                                    : X86TSO;
}

/* What random tests found before, and hand-made tests about values. */
TEST(test_oracle_agrees_on_what_was_found)
{
    fixture *f = shared;
    static const char *const folders[] = {"tests/litmus/found", "tests/litmus/values"};
    int compared = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (access(unit_path(f->work.arena, folders[i]), F_OK) != 0)
            continue;
        cm_arena_reset(f->texts, 0);
        for (char **path = unit_files(f->work.arena, folders[i], ".litmus", 1); *path; path++) {
            f->test = cm_work_new(f->test.arena);
            cm_source *source = cm_source_read(&f->test, *path);
            assert_non_null(source);
            char *text = cm_arena_text(f->texts, source->text, source->length);
            next_test(f);
            agree(f, own_model(parse(f, text)), text, &compared);
        }
    }
    assert_true(compared > 0);
}

/* ---- shrinking ---- */

/* Wanted here: thread 1 writes 1 to x by STR, and the test can be parsed. */
static bool writes_x(void *context, const char *text)
{
    next_test(context);
    return strstr(text, "STR W3,[X1]") && gen_parse(&((fixture *)context)->test, text);
}

TEST(test_shrinks_to_what_matters)
{
    fixture *f = shared;
    cm_arena_reset(f->texts, 0);
    const char *text = "CMCM big\n{\nx=258; y=7; z=0;\n0:X1=x; 0:X2=y;\n1:X1=x; 1:X2=y;\n}\n"
                       "P0@aarch64 | P1@aarch64 | P2@ptx,cta 0,gpu 0 ;\n"
                       "LDR W0,[X1] | MOV W3,#1 | st.weak.u32 [x], 1 ;\n"
                       "DMB SY | STR W3,[X1] | fence.sc.sys ;\n"
                       "LDR W4,[X2] | DMB LD |  ;\n"
                       "locations [0:X0; 0:X4; x; y;]\nforall (true)\n";
    const char *small = gen_shrink(f->texts, text, writes_x, f);
    assert_string_equal(small, "CMCM big\n{\n}\n"
                               "P0@aarch64 | P1@aarch64 | P2@ptx,cta 0,gpu 0 ;\n"
                               " | STR W3,[X1] | ;\n"
                               "locations []\nforall (true)\n");
}

/* Arrays have braces of their own. */
TEST(test_shrinks_beside_arrays)
{
    fixture *f = shared;
    cm_arena_reset(f->texts, 0);
    const char *text = "AArch64 big\n{\nint t[2]={1,2}; x=5;\n0:X1=x; 0:X2=t;\n}\n"
                       "P0 | P1 ;\nSTR W3,[X1] | MOV W3,#1 ;\nLDR W4,[X2] | ;\n"
                       "locations [0:X4; x;]\nforall (true)\n";
    const char *small = gen_shrink(f->texts, text, writes_x, f);
    assert_string_equal(small, "AArch64 big\n{\n}\nP0 | P1 ;\nSTR W3,[X1] | ;\n"
                               "locations []\nforall (true)\n");
}

/* ---- conservativity ---- */

/* Of threads of one kind a compound model says what that kind's model says. */
static const struct conservation {
    const char *name;
    gen_kind kind;
    int model, compound;
} conservations[] = {
    {"AArch64, cmcm", GEN_ALL_AARCH64, ARM, COMPOUND},
    {"chains, cmcm", GEN_CHAINS, ARM, COMPOUND},
    {"AArch64 sizes, cmcm", GEN_SIZES_AARCH64, ARM, COMPOUND},
    {"x86, cmcm", GEN_ALL_X86, X86TSO, COMPOUND},
    {"x86 sizes, cmcm", GEN_SIZES_X86, X86TSO, COMPOUND},
    {"PTX, cmcm", GEN_ALL_PTX, PTX_NOW, COMPOUND},
    {"PTX sizes, cmcm", GEN_SIZES_PTX, PTX_NOW, COMPOUND},
    {"AArch64, cdna", GEN_ALL_AARCH64, ARM, CDNA},
    {"chains, cdna", GEN_CHAINS, ARM, CDNA},
    {"AArch64 sizes, cdna", GEN_SIZES_AARCH64, ARM, CDNA},
    {"x86, cdna", GEN_ALL_X86, X86TSO, CDNA},
    {"x86 sizes, cdna", GEN_SIZES_X86, X86TSO, CDNA},
    {"AArch64, wave", GEN_ALL_AARCH64, ARM, WAVE},
    {"chains, wave", GEN_CHAINS, ARM, WAVE},
    {"AArch64 sizes, wave", GEN_SIZES_AARCH64, ARM, WAVE},
    {"x86, wave", GEN_ALL_X86, X86TSO, WAVE},
    {"x86 sizes, wave", GEN_SIZES_X86, X86TSO, WAVE},
};

static void conserves(void **state)
{
    const struct conservation *k = *state;
    bool sizes = k->kind >= GEN_SIZES_AARCH64;
    int compared = 0, count = unit_times(sizes ? 15 : 100);
    question q = {shared, {.model = k->model}, {.model = k->compound}};
    for (int i = 0; i < count; i++)
        compared += same_answers(&q, generate(shared, i, k->kind, sizes ? 3 : 4));
    /* Those left out have thousands of states. */
    assert_true(compared > count * (sizes ? 6 : 9) / 10);
}

TEST_ROWS(conservations, conserves)

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
        for (int i = 0; i < unit_times(count); i++) {
            uint64_t seed = f->seed * 1000000 + (uint64_t)(number * 1000 + i);
            gen_family varied = family;
            gen_family_vary(&varied, &seed, only_ptx);
            only_shrinks(f, model, &varied);
        }
}

TEST(test_ptx_is_monotone)
{
    shrinks_at_random(shared, PTX_NOW, true, 3);
    shrinks_at_random(shared, PTX60, true, 3);
}

TEST(test_compound_is_monotone)
{
    shrinks_at_random(shared, COMPOUND, false, 6);
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

TEST(test_uniform_grid_is_monotone)
{
    fixture *f = shared;
    static const gen_fence fences[] = {GEN_NONE, GEN_LIGHT, GEN_FULL};
    gen_family family;
    for (int number = 0; gen_family_get(number, &family); number++)
        for (int point = 0; point < 3 * 4 * 3 * 4 * 2; point++) {
            int rest = point;
            int fence = rest % 3, scope = (rest /= 3) % 4, strength = (rest /= 4) % 3;
            int place = (rest /= 3) % 4;
            gen_device device = rest / 4 ? GEN_AARCH64 : GEN_PTX;
            /* A part of the grid per run; the seed chooses which. */
            if ((point + number + (int)f->seed) % 96 >= unit_times(4))
                continue;
            set_all(&family, device, (gen_strength)strength, (gen_scope)scope, fences[fence],
                    place);
            only_shrinks(f, COMPOUND, &family);
        }
}

GROUP(set_up, tear_down)
