/* checker/flow.c: how many values reads may find, and that nothing is lost where a
 * model lets values justify themselves. */
#include "checker/flow.h"
#include "checker/graph.h"

#include "base/random.h"

#include "tests/gen/gen.h"
#include "tests/unit/checker_help.h"

/* Of every load of the thread: how many values, and '+' where it is open. */
static void expect_domains(const char *text, int thread, bool narrowed, const char *expected)
{
    checker c;
    checker_start_model(&c, "arm", text);
    cm_graph graph;
    cm_graph_build(&c.job, &graph);
    assert_true((graph.memory.flow != NULL) == narrowed);
    const cm_thread_run *run = &graph.memory.runs[thread];
    const char *all = "";
    for (int i = 0; i < run->access_count; i++) {
        const cm_domain *domain = &run->domains[run->accesses[i].visit];
        if (run->accesses[i].step->kind == CM_STEP_LOAD)
            all = cm_arena_printf(c.cat.arena, "%s %u%s", all, domain->count,
                                  domain->open ? "+" : "");
    }
    if (strcmp(all, expected) != 0)
        fail_msg("%s\ndomains%s, expected%s", text, all, expected);
    checker_end(&c);
}

#define HEAD "AArch64 t\n{ x=0; y=0; 0:X1=x; 1:X1=x; 2:X1=x; 0:X2=y; 1:X2=y; 2:X2=y; }\n"

TEST(domains)
{
    /* three that count: each finds what none, one or both of the others left */
    expect_domains(HEAD " P0 | P1 | P2 ;\n LDR W0,[X1] | LDR W0,[X1] | LDR W0,[X1] ;\n"
                        " ADD W0,W0,#1 | ADD W0,W0,#1 | ADD W0,W0,#1 ;\n"
                        " STR W0,[X1] | STR W0,[X1] | STR W0,[X1] ;\nforall (true)\n",
                   0, true, " 3+");
    /* one that only looks, and so is in no part, finds 0, 1, 2, and the same from 9 on */
    expect_domains(HEAD " P0 | P1 | P2 ;\n LDR W0,[X1] | LDR W0,[X1] | LDR W5,[X1] ;\n"
                        " ADD W0,W0,#1 | ADD W0,W0,#1 | MOV W0,#9 ;\n"
                        " STR W0,[X1] | STR W0,[X1] | STR W0,[X1] ;\nforall (true)\n",
                   2, true, " 6");
    /* what is made of them elsewhere comes later, and has no further to go */
    expect_domains(HEAD " P0 | P1 | P2 ;\n LDR W0,[X1] | LDR W0,[X1] | LDR W5,[X2] ;\n"
                        " ADD W0,W0,#1 | ADD W0,W0,#1 |  ;\n"
                        " STR W0,[X1] | STR W0,[X1] |  ;\n STR W0,[X2] | | ;\nforall (true)\n",
                   2, true, " 3");
    /* copies end by themselves */
    expect_domains(HEAD " P0 | P1 | P2 ;\n LDR W0,[X1] | LDR W0,[X2] | MOV W0,#1 ;\n"
                        " STR W0,[X2] | STR W0,[X1] | STR W0,[X1] ;\nforall (true)\n",
                   0, false, " 2");
}

/* Where values may justify themselves, the answer stays open, as before; where that is
 * forbidden it is certain. By hand: P0 reads 1 or 2 of what P1 made of its own. */
#define BUFFERED                                                                                   \
    "AArch64 t\n{ x=0; y=0; 0:X1=x; 0:X2=y; 1:X1=x; 1:X2=y; }\n P0 | P1 ;\n"                       \
    " LDR W0,[X1] | LDR W0,[X2] ;\n ADD W3,W0,#1 | ADD W3,W0,#1 ;\n"                               \
    " STR W3,[X2] | STR W3,[X1] ;\nlocations [0:X0; 1:X0;]\nforall (true)\n"

TEST(thin_air)
{
    checker_expect("arm", BUFFERED, NULL, CM_COMPLETE,
                   "0:X0=0; 1:X0=0; | 0:X0=0; 1:X0=1; | 0:X0=1; 1:X0=0;");
    checker c;
    checker_start(&c, "\"coherence\"\ninclude \"cos.cat\"\nacyclic po-loc | rf | co | fr as sc\n",
                  BUFFERED);
    cm_check_options options = {.verify = true};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    assert_int_equal(r->outcome, CM_LIMIT);
    if (!strstr(r->reason, "out of thin air"))
        fail_msg("%s", r->reason);
    checker_end(&c);
}

/* Is it seen, without a solver, that values have no cycle to go round? */
static void expect_ruled_out(const char *constraints, const char *text, bool expected)
{
    checker c;
    cm_graph graph;
    cm_encoder encoder;
    char model[512];
    (void)snprintf(model, sizeof model, "\"ordered\"\ninclude \"cos.cat\"\n%s\n", constraints);
    checker_start(&c, model, text);
    cm_graph_build(&c.job, &graph);
    assert_non_null(graph.memory.flow);
    cm_encoder_init(&encoder, &graph);
    if ((cm_flow_cycle(&encoder) == CM_FALSE) != expected)
        fail_msg("%s\n%s", constraints, text);
    c.job.options.plain = true;
    if (cm_flow_cycle(&encoder) == CM_FALSE)
        fail_msg("plain: %s\n%s", constraints, text);
    checker_end(&c);
}

TEST(ruled_out)
{
    /* each counts what the other one counted: from read to write by data, on by reads-from */
    expect_ruled_out("acyclic rf | addr | data", BUFFERED, true);
    expect_ruled_out("acyclic (rf & ext) | addr | data", BUFFERED, true);
    expect_ruled_out("acyclic rf | addr", BUFFERED, false);
    expect_ruled_out("acyclic (rf & int) | addr | data", BUFFERED, false);
    expect_ruled_out("~acyclic rf | addr | data", BUFFERED, false);
    expect_ruled_out("flag ~acyclic rf | addr | data as f", BUFFERED, false);
    /* of one location: not even what a thread writes later is read, if reads are coherent */
    static const char counted[] =
        HEAD " P0 | P1 | P2 ;\n LDR W0,[X1] | LDR W0,[X1] | ;\n ADD W0,W0,#1 | ADD W0,W0,#1 | ;\n"
             " STR W0,[X1] | STR W0,[X1] | ;\nforall (true)\n";
    expect_ruled_out("acyclic (rf & ext) | data", counted, false);
    expect_ruled_out("acyclic (rf & ext) | data\nacyclic po-loc | rf | co | fr", counted, true);
    /* a jump decides whether there is a read whose value is handed on */
    static const char decided[] =
        "AArch64 t\n{ 0:X1=x; 0:X2=y; 0:X4=z; 1:X1=x; 1:X2=y; 1:X4=z; }\n P0 | P1 ;\n"
        " LDR W0,[X4] | LDR W0,[X1] ;\n CBZ W0,L | ADD W0,W0,#1 ;\n LDR W3,[X2] | STR W0,[X2] ;\n"
        " ADD W3,W3,#1 | STR W0,[X4] ;\n STR W3,[X1] | ;\n L: | ;\nforall (true)\n";
    expect_ruled_out("acyclic rf | addr | data | ctrl", decided, true);
    expect_ruled_out("acyclic rf | addr | data", decided, false);
}

/* The same states as when nothing is narrowed. */
TEST(same_states)
{
    static const char *const texts[] = {
        HEAD " P0 | P1 | P2 ;\n LDR W0,[X1] | LDR W0,[X1] | LDR W0,[X2] ;\n"
             " ADD W0,W0,#1 | ADD W0,W0,#2 | LDR W5,[X1] ;\n STR W0,[X1] | STR W0,[X1] | ;\n"
             " STR W0,[X2] | | ;\nlocations [x; 0:X0; 1:X0; 2:X0; 2:X5;]\nforall (true)\n",
        HEAD " P0 | P1 | P2 ;\n MOV W3,#1 | MOV W3,#1 | MOV W3,#3 ;\n"
             " LDADD W3,W0,[X1] | LDADDAL W3,W0,[X1] | SWP W3,W0,[X1] ;\n"
             " LDR W4,[X2] | STR W0,[X2] | ;\nlocations [x; 0:X4; 0:X0; 1:X0; 2:X0;]\n"
             "forall (true)\n",
        HEAD " P0 | P1 | P2 ;\n LDRB W0,[X1] | LDRH W0,[X1] | LDR W0,[X1] ;\n"
             " ADD W0,W0,#1 | ADD W0,W0,#255 | ;\n STRB W0,[X1] | STRH W0,[X1] | ;\n"
             "locations [x; 2:X0;]\nforall (true)\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        checker c;
        checker_start_model(&c, "arm", texts[i]);
        cm_check_options options = {.verify = true}, plain = {.plain = true};
        const char *narrow = checker_states(&c, checker_run(&c, c.cat.model, c.job.test, &options));
        cm_check_result *all = checker_run(&c, c.cat.model, c.job.test, &plain);
        assert_int_equal(all->outcome, CM_COMPLETE);
        assert_string_equal(narrow, checker_states(&c, all));
        checker_end(&c);
    }
}

/* ---- what no execution of an ordered model has (domains.h) ---------------------- */

#define START "\"ordered\"\ninclude \"cos.cat\"\n"
#define COHERENT                                                                                   \
    "acyclic po-loc | rf | co | fr as coherence\nempty rmw & (fre;coe) as atomicity\n"             \
    "let coherent = M * M\n"
#define ORDER "acyclic po | rf as order\n"

/* How many values reads may find. */
static uint32_t count_values(checker *c)
{
    uint32_t values = 0;
    cm_graph graph;
    cm_form_renew(&c->job.form, c->cat.arena);
    cm_graph_build(&c->job, &graph);
    for (int t = 0; t < c->job.test->thread_count; t++)
        for (int i = 0; i < graph.memory.runs[t].access_count; i++)
            values += graph.memory.runs[t].domains[graph.memory.runs[t].accesses[i].visit].count;
    return values;
}

/* Are the states those that are found where nothing is left out? Are there fewer values? */
static bool compare_ordered(const char *model, const char *text)
{
    checker c;
    checker_start(&c, model, text);
    uint32_t few = count_values(&c);
    cm_check_options options = {.unroll = 2, .timeout = 60, .verify = true};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    cm_check_result *all =
        checker_run(&c, c.cat.model, c.job.test,
                    &(cm_check_options){.unroll = 2, .timeout = 60, .plain = true});
    bool whole = all->outcome == CM_COMPLETE || all->outcome == CM_LOOPS_CUT;
    const char *found = checker_states(&c, r), *expected = checker_states(&c, all);
    if (r->outcome == CM_BROKEN)
        fail_msg("%s%s\n%s", model, text, r->reason);
    if (r->outcome == CM_COMPLETE && whole && strcmp(found, expected) != 0)
        fail_msg("%s%s\n  %s\nwith all values\n  %s", model, text, found, expected);
    c.job.options.plain = true;
    bool fewer = few < count_values(&c);
    checker_end(&c);
    return fewer;
}

/* A store that may not happen, goes elsewhere, or reaches a part only hides nothing. */
TEST(hidden)
{
    static const char *const threads[] = {
        " LDR W0,[X2] | MOV W0,#1 ;\n CBZ W0,L | STR W0,[X2] ;\n MOV W3,#1 | ;\n"
        " STR W3,[X1] | ;\n L: | ;\n LDR W4,[X1] | ;\n",
        " LDR W0,[X2] | MOV W0,#4 ;\n MOV W3,#1 | STR W0,[X2] ;\n STR W3,[X5,W0,UXTW] | ;\n"
        " LDR W4,[X5] | ;\n",
        " MOV W3,#1 | MOV W0,#512 ;\n STRB W3,[X1] | STR W0,[X1] ;\n LDR W4,[X1] | ;\n",
        " MOV W3,#1 | MOV W0,#1 ;\n SWP W3,W4,[X1] | SWP W0,W5,[X1] ;\n SWP W4,W6,[X1] | ;\n",
        " LDXR W6,[X1] | MOV W0,#2 ;\n MOV W3,#1 | STR W0,[X1] ;\n STXR W6,W3,[X1] | ;\n"
        " LDR W4,[X1] | ;\n",
    };
    for (size_t i = 0; i < sizeof threads / sizeof *threads; i++) {
        cm_arena *memory = cm_arena_new(0);
        (void)compare_ordered(
            START COHERENT ORDER,
            cm_arena_printf(memory,
                            "AArch64 t\n{ x=0; y=0; uint32_t t[2]={7,8}; 0:X1=x; 0:X2=y; 0:X5=t; "
                            "1:X1=x; 1:X2=y; }\n P0 | P1 ;\n%slocations [x; 0:X4; 0:X6; 1:X5;]\n"
                            "forall (true)\n",
                            threads[i]));
        cm_arena_free(memory);
    }
}

TEST(ordered)
{
    uint64_t seed = unit_seed();
    int fewer = 0, total = unit_times(12);
    for (int i = 0; i < total; i++) {
        cm_arena *memory = cm_arena_new(0);
        uint64_t s = seed * 100000 + (uint64_t)i;
        const char *texts[] = {gen_growing(memory, s, i % 2 ? GEN_ALL_AARCH64 : GEN_ALL_X86),
                               gen_counting(memory, s, i % 2 ? GEN_ALL_AARCH64 : GEN_ALL_X86),
                               gen_program(memory, s, i % 2 ? GEN_SIZES_AARCH64 : GEN_SIZES_X86, 4),
                               gen_program(memory, s, GEN_CHAINS, 4),
                               gen_spinning(memory, s, GEN_ALL_AARCH64),
                               gen_riscv(memory, s, 4)};
        for (int k = 0; k < 6; k++)
            fewer += compare_ordered(START COHERENT ORDER, texts[k]);
        (void)compare_ordered(START ORDER, texts[i % 6]); /* its own stores hide nothing */
        (void)compare_ordered(START COHERENT, texts[i % 6]);
        cm_arena_free(memory);
    }
    if (fewer < 2 * total && unit_sample() == 1)
        fail_msg("in %d of %d tests reads find fewer values", fewer, 6 * total);
}

/* ---- words that each change counts ------------------------------------------- */

/* Of each byte by itself. */
TEST(passes)
{
    uint64_t seed = unit_seed();
    for (uint64_t i = 0; i < 2000; i++) {
        cm_passes a = cm_random(seed, 1, i) & UINT64_C(0x7f7f7f7f7f7f7f7f);
        cm_passes b = cm_random(seed, 2, i) & UINT64_C(0x7f7f7f7f7f7f7f7f);
        cm_passes most = cm_passes_most(a, b), least = cm_passes_least(a, b);
        bool within = true;
        for (int g = 0; g < CM_PASSES_GROUPS; g++) {
            uint64_t x = a >> 8 * g & 0xff, y = b >> 8 * g & 0xff, sum = x + y;
            assert_int_equal(most >> 8 * g & 0xff, x > y ? x : y);
            assert_int_equal(least >> 8 * g & 0xff, x < y ? x : y);
            assert_int_equal(cm_passes_add(a, g, y) >> 8 * g & 0xff,
                             sum < CM_PASSES_FULL ? sum : CM_PASSES_FULL);
            within = within && x <= y;
        }
        assert_true(cm_passes_within(a, b) == within);
        assert_true(cm_passes_within(least, a) && cm_passes_within(b, most));
    }
}

/* A round of a loop that changes the word until it has succeeded once. */
#define TRY(change)                                                                                \
    "L%d: ;\n LDR W0,[X1] ;\n" change " MOV W4,W0 ;\n CASAL W4,W3,[X1] ;\n CMP W4,W0 ;\n"          \
    " B.NE L%d ;\n"

/* Columns whose lines end with ";", as one program. */
static const char *side_by_side(cm_arena *memory, const char *const *columns)
{
    const char *at[2], *text = "";
    bool more = true;
    for (int t = 0; t < 2; t++) {
        at[t] = columns[t];
        text = cm_arena_printf(memory, "%s%s P%d", text, t > 0 ? " |" : "", t);
    }
    while (more) {
        text = cm_arena_printf(memory, "%s ;\n", text);
        more = false;
        for (int t = 0; t < 2; t++) {
            int length = (int)strcspn(at[t], ";");
            text = cm_arena_printf(memory, "%s%s%.*s", text, t > 0 ? "|" : "", length, at[t]);
            at[t] += at[t][length] == ';' ? length + 2 : 0;
            more |= *at[t] != '\0';
        }
    }
    return cm_arena_printf(memory, "%s ;\n", text);
}

static const char *threads_of(cm_arena *memory, uint64_t seed)
{
    static const char *const changes[] = {
        TRY(" ADD W3,W0,#1 ;\n"), TRY(" ADD W3,W0,#16 ;\n EOR W3,W3,#1 ;\n"),
        TRY(" STR W0,[X2] ;\n ADD W3,W0,#16 ;\n"), TRY(" LDR W5,[X2] ;\n ADD W3,W5,#2 ;\n")};
    const char *text = "AArch64 t\n{ x=0; y=0;";
    const char *columns[2];
    for (int t = 0; t < 2; t++) {
        uint64_t drawn = cm_random(seed, 4, (uint64_t)t);
        text = cm_arena_printf(memory, "%s %d:X1=x; %d:X2=y;", text, t, t);
        columns[t] = cm_arena_printf(memory, changes[drawn % 4], 1, 1);
        if (drawn / 4 % 2)
            columns[t] = cm_arena_printf(memory, "%s STR W3,[X2] ;\n", columns[t]);
    }
    return cm_arena_printf(memory, "%s }\n%slocations [x; y; 0:X0; 1:X0;]\nforall (true)\n", text,
                           side_by_side(memory, columns));
}

TEST(words)
{
    cm_arena *memory = cm_arena_new(0);
    const char *one = cm_arena_printf(memory, TRY(" ADD W3,W0,#16 ;\n"), 1, 1);
    const char *twice[] = {one, one};
    checker c;
    checker_start(&c, START COHERENT ORDER,
                  cm_arena_printf(memory, "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; }\n%sforall (true)\n",
                                  side_by_side(memory, twice)));
    /* Whoever has not succeeded finds 0, or the other one's 16: two loads each, in the one round
       that does not fail. */
    assert_int_equal(count_values(&c), 2 * 2 * 2);
    checker_end(&c);
    /* Stores of two rounds that both happen: the other thread finds 2, too. */
    (void)compare_ordered(START COHERENT ORDER,
                          "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                          " MOV W2,#2 | MOV W5,#7 ;\n L: | STR W5,[X1] ;\n"
                          " LDR W0,[X1] | LDR W0,[X1] ;\n ADD W0,W0,#1 | ;\n STR W0,[X1] | ;\n"
                          " SUBS W2,W2,#1 | ;\n B.NE L | ;\nlocations [x; 1:X0;]\nforall (true)\n");
    for (int i = 0; i < unit_times(3); i++)
        (void)compare_ordered(START COHERENT ORDER,
                              threads_of(memory, unit_seed() * 1000 + (uint64_t)i));
    cm_arena_free(memory);
}
