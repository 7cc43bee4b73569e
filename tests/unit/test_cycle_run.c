/* The generators of cycles: what they make, and what they refuse. */
#include "tests/unit/cycle_help.h"

typedef struct reading {
    int count;
} reading;

/* Reads back: parsing the test and printing it gives the same test again. */
static bool read_back(void *context, const cm_enum_test *test)
{
    reading *r = context;
    r->count++;
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    cm_source source = {test->name, test->text, test->length};
    cm_test *parsed = cm_litmus_parse(&work, &source);
    if (!parsed)
        fail_msg("%s: %s", test->name, work.diags.items[0].message);
    assert_string_equal(parsed->name, test->name);
    const char *printed = cm_litmus_print(&work, parsed);
    cm_source again = {test->name, printed, strlen(printed)};
    cm_test *reparsed = cm_litmus_parse(&work, &again);
    assert_non_null(reparsed);
    char one[33], two[33];
    cm_test_hash(&work, parsed, one);
    cm_test_hash(&work, reparsed, two);
    assert_string_equal(one, two);
    assert_true(test->body < test->length && test->text[test->body] == '{');
    for (int i = 0; i < test->axis_count; i++)
        assert_true(*test->axes[i].name && !strpbrk(test->axes[i].value, " \t\n="));
    cm_arena_free(arena);
    return true;
}

static int generate(cm_enum_request *request)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    reading r = {0};
    bool good = cm_enum_run(&work, cm_enum_find(request->name), request, read_back, &r);
    if (!good)
        print_message("%s\n", work.diags.count ? work.diags.items[0].message : "no memory");
    assert_true(good);
    cm_arena_free(arena);
    return r.count;
}

TEST(generators_read_back)
{
    enum { ARCHS = 5 };
    static const char *const archs[ARCHS] = {"AArch64", "X86", "X86_64", "PTX", "CMCM"};
    for (const cm_enum_generator *g = cm_family_generators; g->name; g++)
        for (int a = 0; a < ARCHS; a++)
            assert_true(generate(&(cm_enum_request){.name = g->name, .arch = archs[a]}) > 1);
    for (int a = 0; a < ARCHS; a++)
        assert_int_equal(generate(&(cm_enum_request){.name = "cross", .arch = archs[a], .size = 6}),
                         26);
    static const char *const words[] = {"PodWW,DMB.SYdWW", "Rfe", "DpAddrdR,DpCtrldR,PodRR", "Fre"};
    assert_int_equal(generate(&(cm_enum_request){.name = "cross", .words = words, .word_count = 4}),
                     6);
}

/* Products of rows, and cycles around one edge of a list. */
TEST(rows_and_relaxations)
{
    static const char *const words[] = {"PodWW,[DMB.SYdWR,DpDatadR,Amo.Swp]", "Rfe",
                                        "[DpAddrdW,Rfi,DpCtrldR],[DpAddrd*,PodR*]", "Fre"};
    /* [DpAddrd*,PodR*] to a read through a read; through a write PodR* cannot follow. The
     * data dependency needs a read before it, which DMB.SYdWR gives. */
    assert_int_equal(generate(&(cm_enum_request){.name = "cross", .words = words, .word_count = 4}),
                     4);
    /* MP, S, LB ... of four edges with just one of the two relaxed: those of DMB.SY with
     * PodRR, with DpAddrdR, and neither both nor none. MP only has a thread of two reads. */
    assert_int_equal(
        generate(&(cm_enum_request){
            .name = "cross", .relax = "PodRR,DpAddrdR", .safe = "DMB.SYd** Rfe Fre", .size = 4}),
        2);
    /* Nothing relaxed: of four edges with DMB.SY, MP SB LB. */
    assert_int_equal(
        generate(&(cm_enum_request){.name = "cross", .safe = "DMB.SYd** Rfe Fre,Fre", .size = 4}),
        3);
}

static void assert_refused(const cm_enum_request *request, const char *expected)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    reading r = {0};
    assert_false(cm_enum_run(&work, cm_enum_find(request->name), request, read_back, &r));
    assert_int_equal(r.count, 0);
    if (strncmp(work.diags.items[0].message, expected, strlen(expected)) != 0)
        fail_msg("expected '%s', found '%s'", expected, work.diags.items[0].message);
    cm_arena_free(arena);
}

/* Words for any edge of a kind: two internal communications make no cycle of threads. */
TEST(families_of_edges)
{
    static const char *const words[] = {"PodWW", "Rf", "PodRR", "Fr"};
    assert_int_equal(generate(&(cm_enum_request){.name = "cross", .words = words, .word_count = 4}),
                     3);
    static const char *const amos[] = {"PodWW", "Rfe", "Amo", "PodWR", "Fre"};
    assert_int_equal(generate(&(cm_enum_request){.name = "cross", .words = amos, .word_count = 5}),
                     10);
    static const char *const safe[] = {"PodWW", "Rfe", "Amo.Safe,LxSx", "PodWR", "Fre"};
    assert_int_equal(generate(&(cm_enum_request){.name = "cross", .words = safe, .word_count = 5}),
                     5);
    static const char *const said[] = {"PodWW", "DMB.SY,DMB.ST,L", "Rfe", "[DMB.LD,PodRR]", "Fre"};
    assert_int_equal(generate(&(cm_enum_request){.name = "cross", .words = said, .word_count = 5}),
                     3);
    assert_refused(&(cm_enum_request){.name = "cross", .safe = "Pod** DMB.SY Rfe Fre", .size = 4},
                   "`DMB.SY` is not an edge and is in a pool");
}

/* 3 values of one axis, 2 of another; a family without those has what it has. */
TEST(sweeps)
{
    static const char *const axes[] = {"scope=cta,gpu,sys", "P0.fence=none,sc.gpu"};
    assert_int_equal(
        generate(&(cm_enum_request){.name = "sb", .arch = "PTX", .axes = axes, .axis_count = 2}),
        6);
    static const char *const n[] = {"n=1,2,3", "threads=cpu-gpu,cta-cta,one-cta,gpu-gpu,cpu-cpu",
                                    "op=rmw,split"};
    assert_int_equal(
        generate(&(cm_enum_request){.name = "rmw", .axes = n, .axis_count = 3, .cpu = "x86_64"}),
        3 * 5 * 2 * 3);
}

TEST(refused)
{
    static const struct {
        const char *name, *arch, *axis, *expected;
    } rows[] = {
        {"sb", NULL, "scope", "`scope` is not an axis with values, expected NAME=VALUE"},
        {"sb", NULL, "scope=", "`scope=` is not an axis with values, expected NAME=VALUE"},
        {"sb", NULL, "scope=gpu,,sys", "`scope=gpu,,sys` is not an axis"},
        {"sb", NULL, "scope=moon", "axis scope is `moon`"},
        {"sb", NULL, "order=moon", "axis order is `moon`"},
        {"sb", NULL, "fence=moon", "axis fence is `moon`"},
        {"sb", NULL, "fence=addr", "axis fence is `addr` where P0 begins with a write"},
        {"mp", NULL, "P1.fence=data", "axis P1.fence is `data` where P1 ends with a read"},
        {"sb", NULL, "P2.scope=gpu",
         "axis `P2.scope` names a thread that is not there: there are 2 threads"},
        {"sb", NULL, "Z.scope=gpu", "there is no axis `Z.scope`"},
        {"sb", NULL, "P0.device=moon", "axis P0.device is `moon`"},
        {"sb", "PTX", "P0.device=cpu", "axis `P0.device` chooses between CPU and GPU"},
        {"sb", NULL, "P0.cta=-1", "axis P0.cta is `-1`"},
        {"sb", NULL, "placement=moon", "axis placement is `moon`"},
        {"sb", "ALPHA", "fence=none", "the architecture `ALPHA` is not known"},
        {"rmw", NULL, "n=9", "axis n is `9`"},
        {"rmw", NULL, "m=9", "there is no axis `m`"},
        {"rmw", NULL, "threads=moon", "axis threads is `moon`"},
        {"rmw", NULL, "op=moon", "axis op is `moon`"},
        {"rmw", NULL, "scope=moon", "axis scope is `moon`"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_refused(
            &(cm_enum_request){
                .name = rows[i].name, .arch = rows[i].arch, .axes = &rows[i].axis, .axis_count = 1},
            rows[i].expected);
    static const char *const word = "PosRR", *const empty = "PodWW,,PodWR";
    assert_refused(&(cm_enum_request){.name = "cross", .words = &word, .word_count = 1, .size = 4},
                   "an edge inside a thread to the same location");
    assert_refused(&(cm_enum_request){.name = "cross", .words = &empty, .word_count = 1},
                   "the list of edges has an empty place");
    assert_refused(&(cm_enum_request){.name = "cross"}, "there are no edges");
    static const char *const row = "[PodWW,Rfe", *const apart = "[PodWW,PodRR]",
                             *const after = "[PodWW]Rfe", *const leg = "FrLeave";
    assert_refused(&(cm_enum_request){.name = "cross", .words = &row, .word_count = 1},
                   "the row of edges does not end");
    assert_refused(&(cm_enum_request){.name = "cross", .words = &apart, .word_count = 1},
                   "the edges of this row do not follow");
    assert_refused(&(cm_enum_request){.name = "cross", .words = &after, .word_count = 1},
                   "text comes right after the row of edges");
    assert_refused(&(cm_enum_request){.name = "cross", .relax = apart}, "the edges of this row do");
    assert_refused(&(cm_enum_request){.name = "cross", .relax = "[PodWW,Rfe]"},
                   "a pool has no rows of edges");
    assert_refused(&(cm_enum_request){.name = "cross", .words = &leg, .word_count = 1, .size = 4},
                   "an edge that leaves a thread");
    assert_refused(&(cm_enum_request){.name = "cross", .size = 4, .observers = "moon"},
                   "--obs is `moon`, expected threads, avoid, local, final");
    assert_refused(&(cm_enum_request){.name = "cross", .size = 1000}, "the bound is above");
    assert_refused(&(cm_enum_request){.name = "rmw", .size = 100}, "100 additions");
    assert_refused(&(cm_enum_request){.name = "mp", .words = &word, .word_count = 1},
                   "`PosRR` comes after a family's name");
}

/* A sink that has enough gets no more. */
static bool only_two(void *context, const cm_enum_test *test)
{
    (void)test;
    return ++*(int *)context < 2;
}

TEST(sinks_have_enough)
{
    static const char *const requests[] = {"cross", "mp", "rmw"};
    for (int i = 0; i < 3; i++) {
        cm_work work = cm_work_new(arena);
        int count = 0;
        cm_enum_request request = {.name = requests[i], .size = i == 0 ? 8 : 0};
        assert_true(cm_enum_run(&work, cm_enum_find(requests[i]), &request, only_two, &count));
        assert_int_equal(count, 2);
    }
}
