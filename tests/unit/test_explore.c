/* checker/explore.c: executions that are looked at one by one are those that the solver finds.
 * options.verify asks both, and a difference in states, flags or endings is an internal error; how
 * many executions there are is counted here as well, so that each is looked at once.
 * CMCM_TEST_FACTOR multiplies the number of tests, CMCM_TEST_SEED moves to others. */
#include "checker/count.h"
#include "tests/gen/gen.h"
#include "tests/unit/checker_help.h"

#include <math.h>

/* Executions that were looked at; 0: the solver alone was asked. hangs: some never ends. */
static size_t explore_ends(const char *model, const char *text, bool *hangs)
{
    checker c;
    checker_start_model(&c, model, text);
    cm_check_options options = {.unroll = 2, .timeout = 60, .verify = true, .liveness = true};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    if (r->outcome == CM_BROKEN)
        fail_msg("%s\n%s", text, r->reason);
    size_t explored = r->statistics.explored;
    *hangs = r->liveness.ending == CM_HANGS;
    if (explored > 0 && r->outcome == CM_COMPLETE) {
        cm_execution_count count =
            cm_count_executions(&c.cat.work, c.solver, c.cat.model, c.job.test, &options, r);
        if (!count.reason && count.satisfying + count.other != explored)
            fail_msg("%s\n%zu executions were looked at, there are %zu", text, explored,
                     count.satisfying + count.other);
    }
    checker_end(&c);
    return explored;
}

static size_t explore(const char *model, const char *text)
{
    bool hangs;
    return explore_ends(model, text, &hangs);
}

static void explore_random(const char *model, bool scoped, int size, int count, int least)
{
    uint64_t seed = unit_seed();
    int explored = 0, total = unit_times(count);
    for (int i = 0; i < total; i++) {
        cm_arena *arena = cm_arena_new(0);
        explored += explore(model, gen_c(arena, seed * 100000 + (uint64_t)i, scoped, size)) > 0;
        cm_arena_free(arena);
    }
    if (explored * 100 < total * least && unit_sample() == 1)
        fail_msg("only %d of %d tests were explored", explored, total);
}

TEST(random_c)
{
    explore_random("rc11", false, 4, 40, 90);
    explore_random("rc11", false, 6, 20, 90);
    explore_random("sc", false, 5, 20, 90);
}

static void note_space(void *last, const cm_state_space *space)
{
    if (space->share <= 0)
        *(cm_state_space *)last = *space;
}

/* By how many standard errors the estimate is wrong; below 0: there is none. */
static double estimate_misses(const char *model, const char *text)
{
    checker c;
    cm_state_space space = {.unknown = "nothing was told"};
    checker_start_model(&c, model, text);
    cm_check_options options = {
        .timeout = 60, .verify = true, .tell_space = note_space, .space_context = &space};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    double explored = (double)r->statistics.explored, misses = -1;
    bool told = !space.unknown && explored > 0;
    if (told && space.error == 0 && space.executions < explored - 0.5)
        fail_msg("%s\n%g executions were estimated for sure, there are %g", text, space.executions,
                 explored);
    if (told)
        misses = space.error == 0 ? 0 : fabs(space.executions - explored) / space.error;
    checker_end(&c);
    return misses;
}

/* A sample is right on average: 9 of 10 are within three standard errors. */
TEST(estimates)
{
    uint64_t seed = unit_seed();
    int told = 0, near = 0, total = unit_times(60);
    for (int i = 0; i < total; i++) {
        cm_arena *memory = cm_arena_new(0);
        double misses = estimate_misses(
            "rc11", gen_c(memory, seed * 700000 + (uint64_t)i, false, i % 2 ? 6 : 8));
        told += misses >= 0;
        near += misses >= 0 && misses <= 3;
        cm_arena_free(memory);
    }
    assert_true(told * 10 >= total * 8);
    assert_true(near * 10 >= told * 9);
}

/* Threads that are alike, with elements of their own, and one that is not. */
static const char *alike(cm_arena *memory, uint64_t seed)
{
    static const char *const forms[] = {"store.%s.i64 [n+%d], 1",
                                        "store.%s.i64 [q], n+%d",
                                        "atomicrmw.xchg.%s.i64 r0, [q], n+%d",
                                        "load.%s.i64 r1, [n+%d]",
                                        "load.%s.i64 r1, [q]",
                                        "atomicrmw.add.%s.i64 r2, [c], 1",
                                        "store.%s.i64 [c], 7",
                                        "cmpxchg.%s.fail_monotonic.i64 r1, r2, [q], r0, n+%d",
                                        "load.%s.i64 r2, [c]"};
    enum { FORMS = sizeof forms / sizeof *forms, MOST = 4 };
    int threads = 2 + gen_below(&seed, 2), ops = 2 + gen_below(&seed, threads == 2 ? 3 : 1);
    int form[MOST], offset[MOST];
    for (int i = 0; i < ops; i++) {
        form[i] = gen_below(&seed, FORMS);
        offset[i] = 8 * gen_below(&seed, 2);
    }
    cm_text text = cm_text_new(memory);
    cm_text_add(&text,
                "LLVM_IR alike\n{ int64_t q=0; int64_t c=0; int64_t n[6]={0,0,0,0,0,0}; }\n");
    for (int t = 0; t <= threads; t++)
        cm_text_append(&text, "%s P%d", t > 0 ? " |" : "", t);
    for (int i = 0; i < ops; i++)
        for (int t = 0; t <= threads; t++) {
            cm_text_add(&text, t == 0 ? " ;\n " : " | ");
            if (t < threads)
                cm_text_append(&text, forms[form[i]],
                               strncmp(forms[form[i]], "load", 4) == 0    ? "acquire"
                               : strncmp(forms[form[i]], "store", 5) == 0 ? "release"
                                                                          : "acq_rel",
                               16 * t + offset[i]);
            else if (i == 0)
                cm_text_add(&text, "load.acquire.i64 r0, [q]");
        }
    cm_text_append(&text, " ;\nlocations [q; c; n; %d:r0; 0:r1; 1:r1;]\nforall (true)\n", threads);
    return text.data;
}

TEST(alike_threads)
{
    uint64_t seed = unit_seed();
    int explored = 0, total = unit_times(60);
    for (int i = 0; i < total; i++)
        explored += explore("rc11", alike(arena, seed * 100000 + (uint64_t)i)) > 0;
    if (unit_sample() == 1 && explored * 10 < total * 8)
        fail_msg("only %d of %d tests were explored", explored, total);
}

/* Threads that wait for others, in vain sometimes. */
static const char *waiting(cm_arena *memory, uint64_t seed)
{
    static const char *const places[] = {"x", "y"}, *const orders[] = {"relaxed", "seq_cst"};
    static const char *const forms[] = {
        "atomic_store_explicit(%s, %d, memory_order_%s);",
        "while (atomic_load_explicit(%s, memory_order_seq_cst) == %d) ; /* %s */",
        "while (atomic_load_explicit(%s, memory_order_seq_cst) != %d) ; /* %s */",
        "while (atomic_fetch_or_explicit(%s, 0, memory_order_seq_cst) < %d) ; /* %s */",
        "atomic_fetch_add_explicit(%s, %d, memory_order_%s);",
        "atomic_exchange_explicit(%s, %d, memory_order_%s);",
        /* a round of two loads */
        ("while (atomic_load_explicit(%s, memory_order_seq_cst) != %d || "
         "atomic_load_explicit(y, memory_order_%s) == 0) ;")};
    cm_text text = cm_text_new(memory);
    cm_text_append(&text, "C waiting\n{ x=%d; y=0; }\n", gen_below(&seed, 2));
    int threads = 2 + gen_below(&seed, 2);
    for (int t = 0; t < threads; t++) {
        cm_text_append(&text, "P%d(atomic_int* x, atomic_int* y) {\n", t);
        for (int left = 2 + gen_below(&seed, 2); left > 0; left--) {
            const char *form = forms[gen_below(&seed, sizeof forms / sizeof *forms)];
            const char *place = places[gen_below(&seed, 2)];
            int value = gen_below(&seed, 3);
            cm_text_append(&text, form, place, value, orders[gen_below(&seed, 2)]);
            cm_text_add(&text, "\n");
        }
        cm_text_add(&text, "}\n");
    }
    cm_text_add(&text, "exists (x=1 /\\ y=1)\n");
    return text.data;
}

TEST(random_waits)
{
    uint64_t seed = unit_seed();
    int explored = 0, hung = 0, total = unit_times(60);
    for (int i = 0; i < total; i++) {
        bool hangs = false;
        explored += explore_ends("rc11", waiting(arena, seed * 100000 + (uint64_t)i), &hangs) > 0;
        hung += hangs;
    }
    if (unit_sample() == 1 && (explored * 8 < total || hung * 4 < total))
        fail_msg("of %d tests %d have executions that end, %d may hang", total, explored, hung);
}

#define TEXT(init, p0, p1, question)                                                               \
    "C t\n{ " init " }\nP0(atomic_int* x, atomic_int* y, int* z) { " p0 " }\n"                     \
    "P1(atomic_int* x, atomic_int* y, int* z) { " p1 " }\n" question "\n"
#define STORE(at, value, order) "atomic_store_explicit(" at ", " value ", memory_order_" order ");"
#define LOAD(to, at, order)     "int " to " = atomic_load_explicit(" at ", memory_order_" order ");"

/* The numbers of executions are counted by hand. */
TEST(each_once)
{
    static const struct {
        const char *text;
        size_t executions;
    } rows[] = {
        /* four ways of store buffering, and three of message passing */
        {TEXT("x=0; y=0;", STORE("x", "1", "relaxed") LOAD("r0", "y", "relaxed"),
              STORE("y", "1", "relaxed") LOAD("r1", "x", "relaxed"), "exists (0:r0=0)"),
         4},
        {TEXT("x=0; y=0;", STORE("x", "1", "relaxed") STORE("y", "1", "release"),
              LOAD("r0", "y", "acquire") LOAD("r1", "x", "relaxed"), "exists (1:r0=1 /\\ 1:r1=0)"),
         3},
        /* no value comes by itself: not both read 1 */
        {TEXT("x=0; y=0;", LOAD("r0", "x", "relaxed") STORE("y", "1", "relaxed"),
              LOAD("r1", "y", "relaxed") STORE("x", "1", "relaxed"), "exists (0:r0=1 /\\ 1:r1=1)"),
         3},
        /* three additions in six orders, each an execution */
        {"C t\n{ x=0; }\nP0(atomic_int* x) { atomic_fetch_add(x, 1); }\n"
         "P1(atomic_int* x) { atomic_fetch_add(x, 1); }\n"
         "P2(atomic_int* x) { atomic_fetch_add(x, 1); }\nexists (x=3)\n",
         6},
        /* both fail, and store elsewhere what they found, which makes them no pair */
        {"C t\n{ x=5; e=1; f=2; }\n"
         "P0(atomic_int* x, int* e) { atomic_compare_exchange_strong(x, e, 9); }\n"
         "P1(atomic_int* x, int* f) { atomic_compare_exchange_strong(x, f, 9); }\n"
         "exists (e=5 /\\ f=5)\n",
         1},
        /* the waiting thread goes on with 1 only */
        {TEXT("x=0; y=0;", STORE("x", "1", "relaxed") STORE("y", "1", "release"),
              "while (atomic_load_explicit(y, memory_order_acquire) == 0) ; " LOAD("r1", "x",
                                                                                   "relaxed"),
              "exists (1:r1=0)"),
         1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (explore("rc11", rows[i].text) != rows[i].executions)
            fail_msg("%s\n%zu executions, not %zu", rows[i].text, explore("rc11", rows[i].text),
                     rows[i].executions);
}

/* What is asked of a solver: nothing of this is looked at. */
TEST(not_explored)
{
    const char *text =
        TEXT("x=0; y=0;", LOAD("r0", "x", "relaxed") STORE("y", "1", "relaxed"),
             LOAD("r1", "y", "relaxed") STORE("x", "1", "relaxed"), "exists (0:r0=1 /\\ 1:r1=1)");
    assert_int_equal(explore("rc11-lb", text), 0); /* values may come by themselves */
    text = TEXT("x=0; y=0;", "while (atomic_fetch_add(x, 1) < 9) ;", STORE("y", "1", "relaxed"),
                "exists (x=9)");
    assert_int_equal(explore("rc11", text), 0); /* the loop bound hides states */
}

/* Rounds that fail use what another thread may not have made yet, or may have freed; or a third
 * thread changes it, which may wait for what the second one does when it has gone on. In any order.
 */
enum { ROWS = 9 };

typedef const char *column[ROWS];

static const char *either(uint64_t *seed, const char *one, const char *other)
{
    return gen_below(seed, 2) ? one : other;
}

static void make(column rows, uint64_t *seed, bool *allocates)
{
    static const char *const first[] = {"object.malloc [h]", "store.i32 [y], 1",
                                        "store.monotonic.i32 [y], 1", "store.i32 [h+8], 5"};
    rows[0] = first[gen_below(seed, 4)];
    rows[1] = first[gen_below(seed, 4)];
    *allocates = rows[0] == first[0] || rows[1] == first[0];
    rows[1] = rows[1] == rows[0] ? "" : rows[1];
    rows[2] = either(seed, "store.monotonic.i32 [x], 1", "store.release.i32 [x], 1");
    rows[3] = *allocates && gen_below(seed, 3) == 0 ? "object.free [h]" : "";
}

static void wait(column rows, uint64_t *seed)
{
    static const char *const inside[] = {"load.i32 r2, [h+8]", "load.monotonic.i32 r2, [y]",
                                         "load.i32 r2, [y]", "mov r2, 0"};
    rows[0] = "L0:";
    if (gen_below(seed, 2)) {
        rows[1] = gen_below(seed, 3) == 0
                      ? "atomicrmw.or.acquire.i32 r0, [x], 0"
                      : either(seed, "load.monotonic.i32 r0, [x]", "load.acquire.i32 r0, [x]");
        rows[2] = "icmp.ne.i32 r1, r0, 0";
    } else {
        rows[1] = either(seed, "cmpxchg.monotonic.fail_monotonic.i32 r0, r1, [x], 1, 2",
                         "cmpxchg.acq_rel.fail_monotonic.i32 r0, r1, [x], 1, 2");
    }
    rows[3] = "br r1, L1";
    rows[4] = inside[gen_below(seed, 4)];
    rows[5] = "br L0";
    rows[6] = "L1:";
    rows[7] = either(seed, "store.monotonic.i32 [w], 1", "store.release.i32 [w], 1");
    rows[8] = either(seed, "load.i32 r3, [y]", "load.i32 r3, [z]");
}

static void follow(column rows, uint64_t *seed)
{
    static const char *const loads[] = {"load.monotonic.i32 r0, [w]", "load.acquire.i32 r0, [w]",
                                        "load.monotonic.i32 r0, [x]", "load.acquire.i32 r0, [x]"};
    int load = gen_below(seed, 4);
    rows[0] = "L3:";
    rows[1] = loads[load];
    rows[2] = load < 2 ? "icmp.eq.i32 r1, r0, 0" : "icmp.ne.i32 r1, r0, 2";
    rows[3] = either(seed, "br r1, L2", "br r1, L3");
    rows[4] = either(seed, "store.i32 [y], 2", "store.i32 [h+8], 5");
    rows[5] = "L2:";
}

static const char *failing(cm_arena *memory, uint64_t seed)
{
    column rows[3] = {{NULL}};
    bool allocates = false;
    int order[3], waits = gen_below(&seed, 3);
    order[0] = waits;
    order[1] = (waits + 1 + gen_below(&seed, 2)) % 3;
    order[2] = 3 - order[0] - order[1];
    wait(rows[order[0]], &seed);
    make(rows[order[1]], &seed, &allocates);
    if (gen_below(&seed, 4) > 0)
        follow(rows[order[2]], &seed);
    cm_text text = cm_text_new(memory);
    cm_text_add(&text, "LLVM_IR t\n{ int64_t h[2]={0,0}; x=0; y=0; z=0; w=0; }\n P0 | P1 | P2 ;\n");
    for (int i = 0; i < ROWS; i++)
        cm_text_append(&text, " %s | %s | %s ;\n", rows[0][i] ? rows[0][i] : "",
                       rows[1][i] ? rows[1][i] : "", rows[2][i] ? rows[2][i] : "");
    cm_text_append(&text, "locations [%d:r3;]\nforall (true)\n", waits);
    return text.data;
}

TEST(flags_of_rounds)
{
    uint64_t seed = unit_seed();
    int raised = 0, total = unit_times(200);
    for (int i = 0; i < total; i++) {
        checker c;
        const char *text = failing(arena, seed * 100000 + (uint64_t)i);
        checker_start_model(&c, "rc11", text);
        cm_check_options options = {.unroll = 2, .timeout = 60, .verify = true, .liveness = true};
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
        if (r->outcome != CM_COMPLETE)
            fail_msg("%s\n%s", text, r->reason);
        raised += r->flags[0] != NULL;
        checker_end(&c);
    }
    if (unit_sample() == 1 && (raised * 5 < total || raised == total))
        fail_msg("flags are raised by %d of %d tests", raised, total);
}
