/* Random tests and random models: the checker as it is, without leaving anything out (plain),
 * with counters wherever there may be one, asked for the verdict only, with its threads turned
 * round among others, and the oracle, give the same states and the same flags. */
#include "tests/gen/gen.h"
#include "tests/gen/outcomes.h"
#include "tests/gen/turned.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/checker_help.h"

/* ---- answers ---------------------------------------------------------- */

typedef enum engine { AS_IT_IS, PLAIN, COUNTED, TURNED, ORACLE, ENGINES } engine;
static const char *const engine_names[] = {"the checker", "plain", "with counters", "turned round",
                                           "the oracle"};

typedef struct answer {
    bool known, flags_known;
    const char *states, *flags;
} answer;

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *sorted_text(cm_arena *arena, const char **texts, size_t count)
{
    cm_text all = cm_text_new(arena);
    cm_text_add(&all, "");
    qsort(texts, count, sizeof *texts, by_name);
    for (size_t i = 0; i < count; i++)
        cm_text_append(&all, " %s", texts[i]);
    return all.data ? all.data : "";
}

/* An observed item and its value, under the name that it has in the test that was `turned`. */
static const char *item_text(cm_arena *arena, const cm_test *test, int i, uint64_t value,
                             bool turned)
{
    const cm_observed *o = &test->observed[i];
    int thread = o->kind == CM_OBSERVE_REGISTER ? o->thread : -1;
    const char *name = thread < 0 ? o->display : strchr(o->display, ':');
    if (turned && thread >= 0)
        thread = test->thread_count - 2 - thread;
    return cm_arena_printf(arena, "%d%s=%llu", thread, name, (unsigned long long)value);
}

static const char *states_text(cm_arena *arena, const cm_states *states, bool turned)
{
    const cm_test *test = states->test;
    /* what a filter alone looks at is no part of a state */
    int shown = test->shown_count < test->observed_count ? test->shown_count : test->observed_count;
    const char **all = CM_NEW_ARRAY(arena, states->count, const char *);
    const char **items = CM_NEW_ARRAY(arena, (size_t)shown + 1, const char *);
    for (size_t k = 0; k < states->count; k++) {
        const uint64_t *values = states->values + k * (size_t)states->value_count;
        for (int i = 0; i < shown; i++)
            items[i] = item_text(arena, test, i, values[cm_state_offset(test, i)], turned);
        all[k] = cm_arena_printf(arena, "{%s}", sorted_text(arena, items, (size_t)shown));
    }
    return sorted_text(arena, all, states->count);
}

static const char *flags_text(cm_arena *arena, const char **flags)
{
    size_t count = 0;
    while (flags[count])
        count++;
    return sorted_text(arena, flags, count);
}

static answer ask_oracle(checker *c, const cm_test *test)
{
    const cm_model *m = c->cat.model;
    oracle_limits limits = {.unroll = 2, .candidates = 4000, .traces = 3000, .flags = true};
    oracle_result r = {0};
    if (!oracle_run(&c->cat.work, m, test, &limits, &r) || r.verdict != ORACLE_COMPLETE)
        return (answer){0};
    const char **flags = CM_NEW_ARRAY(c->cat.arena, (size_t)m->constraint_count + 1, const char *);
    for (int i = 0, n = 0; i < m->constraint_count; i++)
        if (r.raised[i])
            flags[n++] = m->constraints[i].name;
    return (answer){true, true, states_text(c->cat.arena, r.states, false),
                    flags_text(c->cat.arena, flags)};
}

static answer ask_checker(checker *c, const cm_test *test, cm_check_options options, bool turned)
{
    options.timeout = 20;
    options.max_states = 3000;
    cm_check_result *r = cm_check(&c->cat.work, c->solver, c->cat.model, test, &options);
    if (!r || r->outcome == CM_BROKEN)
        return (answer){true, true, "broken", r ? r->reason : cat_messages(&c->cat)};
    if (r->outcome != CM_COMPLETE)
        return (answer){0};
    return (answer){true, r->flags_known, states_text(c->cat.arena, r->states, turned),
                    flags_text(c->cat.arena, r->flags)};
}

static answer ask(checker *c, engine e, const char *text)
{
    if (e == TURNED)
        text = gen_turned(c->cat.arena, text);
    cm_test *test = gen_parse(&c->cat.work, text);
    if (!test)
        return (answer){.states = cat_messages(&c->cat)};
    if (e == ORACLE)
        return ask_oracle(c, test);
    return ask_checker(c, test,
                       (cm_check_options){.plain = e == PLAIN,
                                          .verify = e == AS_IT_IS || e == COUNTED,
                                          .fewest_counted = e == COUNTED ? 1 : 0,
                                          .many_reads = e == COUNTED ? 1 : 0},
                       e == TURNED);
}

/* ---- differences ------------------------------------------------------ */

typedef struct question {
    const char *model; /* installed, or a text with lines */
    engine a, b;
    answer first, second;
} question;

static void start(checker *c, const char *model)
{
    if (strchr(model, '\n'))
        checker_start(c, model, NULL);
    else
        checker_start_model(c, model, NULL);
}

static bool same(const answer *a, const answer *b)
{
    return !a->known || !b->known ||
           (strcmp(a->states, b->states) == 0 &&
            (!a->flags_known || !b->flags_known || strcmp(a->flags, b->flags) == 0));
}

static bool differ(void *context, const char *text)
{
    question *q = context;
    checker c;
    start(&c, q->model);
    answer a = ask(&c, q->a, text), b = ask(&c, q->b, text);
    bool different = !same(&a, &b);
    checker_end(&c);
    return different;
}

static void report(question *q, const char *text)
{
    cm_arena *arena = cm_arena_new(0);
    bool again = differ(q, text);
    const char *small = again ? gen_shrink(arena, text, differ, q) : text;
    if (!again)
        print_error("first: %s; flags%s\n  %s; flags%s\n not by itself:\n", q->first.states,
                    q->first.flags, q->second.states, q->second.flags);
    checker c;
    start(&c, q->model);
    answer a = ask(&c, q->a, small), b = ask(&c, q->b, small);
    print_error("%s\n%s  %s: %s; flags%s\n  %s: %s; flags%s\n", q->model, small, engine_names[q->a],
                a.states, a.flags, engine_names[q->b], b.states, b.flags);
    checker_end(&c);
    cm_arena_free(arena);
}

/* By engine: how many tests had an answer that was compared with the first. */
typedef struct tally {
    int asked, unknown, compared[ENGINES], differences;
} tally;

/* Only what one state found has in one place is asked, and what none has. */
static void compare_question(checker *c, const char *text, tally *sum)
{
    cm_test *test = gen_parse(&c->cat.work, text);
    if (!test)
        fail_msg("%s\n%s", text, cat_messages(&c->cat));
    cm_check_options options = {.timeout = 20, .max_states = 3000, .question = true};
    cm_check_result *asked = cm_check(&c->cat.work, c->solver, c->cat.model, test, &options);
    options.question = false;
    cm_check_result *all = cm_check(&c->cat.work, c->solver, c->cat.model, test, &options);
    cm_answer a = cm_check_answer(asked), b = cm_check_answer(all);
    if (a == b || a == CM_UNKNOWN || b == CM_UNKNOWN)
        return;
    sum->differences++;
    print_error("%s\n%s  only asked: %d, of all states: %d\n", c->cat.model->title, text, (int)a,
                (int)b);
}

/* The test with a condition, and with a filter, that some of its states satisfy. */
static const char *with_clause(cm_arena *arena, const char *text, const char *format,
                               const char *condition)
{
    const char *end = strstr(text, "forall (true)");
    return cm_arena_printf(arena, "%.*s%s\n", (int)(end - text), text,
                           cm_arena_printf(arena, format, condition));
}

/* One side of a comparison: an item, or, of the right one, mostly the value that `values` has
 * for `left`, or one more. */
static const char *right_side(checker *c, const cm_test *test, const uint64_t *values, int left,
                              uint64_t *seed)
{
    if (gen_below(seed, 5) == 0)
        return test->observed[gen_below(seed, test->observed_count)].display;
    uint64_t value = values[cm_state_offset(test, left)] + (gen_below(seed, 6) == 0);
    if (value >> 32) /* an address: the text has names for these */
        value = 0;
    return cm_arena_printf(c->cat.arena, "%llu", (unsigned long long)value);
}

static const char *some_comparison(checker *c, const cm_test *test, const uint64_t *values,
                                   uint64_t *seed)
{
    static const char *const operators[] = {"=", "=", "=", "=", "!=", "<", ">="};
    int left = gen_below(seed, test->observed_count);
    const char *compared = operators[gen_below(seed, 7)];
    const char *form = gen_below(seed, 5) ? "%s%s%s" : "~(%s%s%s)";
    const char *right = right_side(c, test, values, left, seed);
    return cm_arena_printf(c->cat.arena, form, test->observed[left].display, compared, right);
}

/* About some state of the test, "a=1 /\\ b=2", or NULL. */
static const char *some_condition(checker *c, const char *text, uint64_t seed)
{
    static const char *const connectives[] = {"/\\", "/\\", "\\/", "=>"};
    cm_test *test = gen_parse(&c->cat.work, text);
    cm_check_options options = {.timeout = 20, .max_states = 3000};
    cm_check_result *r = cm_check(&c->cat.work, c->solver, c->cat.model, test, &options);
    if (!r || r->outcome != CM_COMPLETE || r->states->count == 0)
        return NULL;
    int k = gen_below(&seed, (int)r->states->count);
    const uint64_t *values = r->states->values + (size_t)k * (size_t)r->states->value_count;
    const char *all = some_comparison(c, test, values, &seed);
    for (int n = gen_below(&seed, 3); n > 0; n--)
        all = cm_arena_printf(c->cat.arena, "(%s) %s %s", all, connectives[gen_below(&seed, 4)],
                              some_comparison(c, test, values, &seed));
    return all;
}

/* A test that is not read would be one that nobody compares. */
static void require_read(checker *c, const char *text)
{
    if (!gen_parse(&c->cat.work, text))
        fail_msg("%s\n%s", text, cat_messages(&c->cat));
}

static void compare(const char *model, const char *text, tally *sum)
{
    checker c;
    start(&c, model);
    require_read(&c, text);
    answer answers[ENGINES];
    for (int e = 0; e < ENGINES; e++)
        answers[e] = ask(&c, (engine)e, text);
    /* the two differ in which values they take from nowhere */
    if (strchr(model, '\n') && !strstr(model, "no-thin-air"))
        answers[ORACLE].known = false;
    sum->asked++;
    sum->unknown += !answers[AS_IT_IS].known;
    for (int e = AS_IT_IS + 1; e < ENGINES; e++) {
        sum->compared[e] += answers[AS_IT_IS].known && answers[e].known;
        if (same(&answers[AS_IT_IS], &answers[e]))
            continue;
        sum->differences++;
        report(&(question){.model = model,
                           .a = AS_IT_IS,
                           .b = (engine)e,
                           .first = answers[0],
                           .second = answers[e]},
               text);
    }
    checker_end(&c);
}

static void compare_asked(const char *model, const char *text, uint64_t seed, tally *sum)
{
    checker c;
    start(&c, model);
    static const char *const questions[] = {"exists (%s)", "forall (%s)", "~exists (%s)"};
    const char *condition = some_condition(&c, text, seed);
    if (condition) {
        const char *asked = questions[seed / 2 % 3];
        compare_question(&c, with_clause(c.cat.arena, text, asked, condition), sum);
        compare_question(
            &c, with_clause(c.cat.arena, text, "filter (%s)\nforall (true)", condition), sum);
        compare(model, with_clause(c.cat.arena, text, "filter (%s)\nforall (true)", condition),
                sum);
    }
    checker_end(&c);
}

/* ---- kinds ------------------------------------------------------------ */

static char *make_riscv(cm_arena *arena, uint64_t seed)
{
    return gen_riscv(arena, seed, 4);
}

static char *make_llvm(cm_arena *arena, uint64_t seed)
{
    return gen_llvm(arena, seed, 3);
}

static char *make_vulkan(cm_arena *arena, uint64_t seed)
{
    return gen_vulkan(arena, seed, 3);
}

static char *make_wave(cm_arena *arena, uint64_t seed)
{
    return gen_wave(arena, seed, 4);
}

static char *make_wave_compound(cm_arena *arena, uint64_t seed)
{
    return gen_wave_compound(arena, seed, 3);
}

static char *make_cdna(cm_arena *arena, uint64_t seed)
{
    return gen_cdna(arena, seed, 4);
}

static char *make_cdna_scalar(cm_arena *arena, uint64_t seed)
{
    return gen_cdna_scalar(arena, seed, 4);
}

static char *make_cdna_compound(cm_arena *arena, uint64_t seed)
{
    return gen_cdna_compound(arena, seed, 3);
}

static char *make_alike(cm_arena *arena, uint64_t seed)
{
    return gen_alike(arena, seed, GEN_AARCH64);
}

static char *make_alike_x86(cm_arena *arena, uint64_t seed)
{
    return gen_alike(arena, seed, GEN_X86);
}

static char *make_alike_ptx(cm_arena *arena, uint64_t seed)
{
    return gen_alike(arena, seed, GEN_PTX);
}

static char *make_counting(cm_arena *arena, uint64_t seed)
{
    return gen_counting(arena, seed, GEN_ALL_AARCH64);
}

static char *make_counting_x86(cm_arena *arena, uint64_t seed)
{
    return gen_counting(arena, seed, GEN_ALL_X86);
}

static char *make_counting_ptx(cm_arena *arena, uint64_t seed)
{
    return gen_counting(arena, seed, GEN_ALL_PTX);
}

static char *make_counting_mixed(cm_arena *arena, uint64_t seed)
{
    return gen_counting(arena, seed, GEN_MIXED);
}

static char *make_growing(cm_arena *arena, uint64_t seed)
{
    return gen_growing(arena, seed, GEN_ALL_AARCH64);
}

static char *make_growing_x86(cm_arena *arena, uint64_t seed)
{
    return gen_growing(arena, seed, GEN_ALL_X86);
}

static char *make_growing_ptx(cm_arena *arena, uint64_t seed)
{
    return gen_growing(arena, seed, GEN_ALL_PTX);
}

static char *make_growing_mixed(cm_arena *arena, uint64_t seed)
{
    return gen_growing(arena, seed, GEN_MIXED);
}

static char *make_wide(cm_arena *arena, uint64_t seed)
{
    return gen_wide(arena, seed, GEN_ALL_AARCH64, 3);
}

static char *make_wide_x86(cm_arena *arena, uint64_t seed)
{
    return gen_wide(arena, seed, GEN_ALL_X86, 4);
}

static char *make_wide_ptx(cm_arena *arena, uint64_t seed)
{
    return gen_wide(arena, seed, GEN_ALL_PTX, 3);
}

static char *make_wide_mixed(cm_arena *arena, uint64_t seed)
{
    return gen_wide(arena, seed, GEN_MIXED, 3);
}

static char *make_meeting(cm_arena *arena, uint64_t seed)
{
    return gen_meeting(arena, seed, 3);
}

static char *make_launches(cm_arena *arena, uint64_t seed)
{
    return gen_launches(arena, seed, 3);
}

static char *make_copying(cm_arena *arena, uint64_t seed)
{
    return gen_copying(arena, seed, 2);
}

/* Small programs for random models. */
static char *make_small(cm_arena *arena, uint64_t seed)
{
    return seed % 2   ? gen_program(arena, seed, GEN_ALL_AARCH64, 3)
           : seed % 4 ? gen_counting(arena, seed, GEN_ALL_AARCH64)
                      : gen_growing(arena, seed, GEN_ALL_AARCH64);
}

typedef struct kind {
    const char *name;
    char *(*make)(cm_arena *, uint64_t);
    const char *model; /* and a variant; NULL: a random one for each test */
    int count;
} kind;

static const kind kinds[] = {
    {"RISC-V", make_riscv, "riscv", 12},
    {"WAVE", make_wave, "wave", 12},
    {"WAVE, in place", make_wave, "wave wave-no-reordering", 8},
    {"WAVE, compound", make_wave_compound, "wave", 12},
    {"LLVM", make_llvm, "llvm-amdgpu", 12},
    {"LLVM, inclusive with the read", make_llvm, "llvm-amdgpu llvm-inclusive-with-read", 8},
    {"Vulkan", make_vulkan, "vulkan", 12},
    {"Vulkan, no chains", make_vulkan, "vulkan nochains", 8},
    {"CDNA", make_cdna, "cdna", 12},
    {"CDNA, scalar", make_cdna_scalar, "cdna", 12},
    {"CDNA, compound", make_cdna_compound, "cdna", 12},
    {"alike, AArch64", make_alike, "arm", 8},
    {"alike, x86", make_alike_x86, "x86tso", 4},
    {"alike, PTX", make_alike_ptx, "ptx", 4},
    {"alike, compound", make_alike, "cmcm", 8},
    {"counters, AArch64", make_counting, "arm", 8},
    {"counters, x86", make_counting_x86, "x86tso", 4},
    {"counters, PTX", make_counting_ptx, "ptx", 4},
    {"counters, mixed", make_counting_mixed, "cmcm", 4},
    {"barriers, PTX", make_meeting, "ptx", 8},
    {"barriers, compound", make_meeting, "cmcm", 4},
    {"kernels, PTX", make_launches, "ptx", 8},
    {"kernels, compound", make_launches, "cmcm", 4},
    {"copies, PTX", make_copying, "ptx", 8},
    {"phases, PTX", gen_phases_text, "ptx", 8},
    {"phases, compound", gen_phases_text, "cmcm", 4},
    {"growing, AArch64", make_growing, "arm", 8},
    {"growing, x86", make_growing_x86, "x86tso", 4},
    {"growing, PTX", make_growing_ptx, "ptx", 4},
    {"growing, mixed", make_growing_mixed, "cmcm", 4},
    {"rarer, AArch64", make_wide, "arm", 8},
    {"rarer, x86", make_wide_x86, "x86tso", 8},
    {"rarer, PTX", make_wide_ptx, "ptx", 8},
    {"rarer, PTX 6.0", make_wide_ptx, "ptx60", 4},
    {"counters, whole atomics", make_counting_ptx, "ptx atomics-as-one", 4},
    {"rarer, whole atomics", make_wide_ptx, "ptx atomics-as-one", 4},
    {"rarer, mixed", make_wide_mixed, "cmcm", 8},
    {"models", make_small, NULL, 32},
};

static void compare_kind(void **state)
{
    const kind *k = *state;
    tally sum = {0};
    uint64_t first = unit_seed() * 100000;
    int count = unit_times(k->count);
    for (int i = 0; i < count; i++) {
        cm_arena *arena = cm_arena_new(0);
        uint64_t seed = first + (uint64_t)i;
        const char *model = k->model ? k->model : gen_cat(arena, seed);
        const char *text = k->make(arena, seed);
        compare(model, text, &sum);
        if (i % 2)
            compare_asked(model, text, seed, &sum);
        cm_arena_free(arena);
    }
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%s: %d tests, %d without an answer; plain %d, counted %d, turned %d, "
                      "oracle %d\n",
                      k->name, sum.asked, sum.unknown, sum.compared[PLAIN], sum.compared[COUNTED],
                      sum.compared[TURNED], sum.compared[ORACLE]);
    assert_int_equal(sum.differences, 0);
    assert_true(unit_sample() > 1 ||
                (sum.compared[PLAIN] * 2 > sum.asked && sum.compared[ORACLE] > 0));
}

TEST_ROWS(kinds, compare_kind)

/* An order (s) is inside what an order before it (co) leaves: the read of P1's second
 * instruction is before the write of its first in fr, or after it in s, as co has it. With the
 * writes of P1 in co's order 1:X4=2 can be read. The oracle once took s from less. */
TEST(an_order_inside_another)
{
    const char *model = "\"orders\"\n"
                        "include \"cos.cat\"\n"
                        "with s from total-orders(po \\ fr)\n"
                        "acyclic rf | data | rmw as no-thin-air\n"
                        "acyclic s | fr\n";
    tally sum = {0};
    compare(model,
            "CMCM read-from-later\n"
            "{\n0:X10=x;\n1:X10=x; 1:X3=2;\n}\n"
            " P0@aarch64       | P1@aarch64       ;\n"
            " LDADD W3,W4,[X10] | LDADD W3,W4,[X10] ;\n"
            "                   | LDADD W3,W5,[X10] ;\n"
            "locations [ 1:X4;]\n"
            "exists (1:X4=2)\n",
            &sum);
    assert_int_equal(sum.differences, 0);
    assert_int_equal(sum.compared[ORACLE], 1);
}
