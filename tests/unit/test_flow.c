/* checker/flow.c: how many values reads may find, and that nothing is lost where a
 * model lets values justify themselves. */
#include "checker/flow.h"
#include "checker/graph.h"

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
