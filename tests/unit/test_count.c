/* Counting executions. The numbers are counted on paper: orders of writes to one location,
 * times the writes that each read may have read from. */
#include "checker/count.h"
#include "tests/unit/checker_help.h"

static const struct {
    const char *model, *test;
    size_t satisfying, other;
} rows[] = {
    /* 3! orders of the writes; the last one is not 1 in four of them */
    {"arm",
     "AArch64 three\n{ 0:X1=x; 1:X1=x; 2:X1=x; }\n P0 | P1 | P2 ;\n"
     " MOV W0,#1 | MOV W0,#2 | MOV W0,#3 ;\n STR W0,[X1] | STR W0,[X1] | STR W0,[X1] ;\n"
     "exists (x>=2)\n",
     4, 2},
    /* the same asked the other way round: the bare proposition is what counts */
    {"arm",
     "AArch64 three\n{ 0:X1=x; 1:X1=x; 2:X1=x; }\n P0 | P1 | P2 ;\n"
     " MOV W0,#1 | MOV W0,#2 | MOV W0,#3 ;\n STR W0,[X1] | STR W0,[X1] | STR W0,[X1] ;\n"
     "~exists (x=3)\n",
     2, 4},
    /* one state, two orders of the atomics */
    {"arm",
     "AArch64 add\n{ 0:X1=x; 1:X1=x; 0:X0=1; 1:X0=1; }\n P0 | P1 ;\n STADD W0,[X1] | STADD "
     "W0,[X1] ;\nforall (x=2)\n",
     2, 0},
    /* two reads of two writes each */
    {"arm",
     "AArch64 MP\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n"
     " STR W0,[X1] | LDR W2,[X3] ;\n STR W0,[X3] | ;\nexists (1:X0=1 /\\ 1:X2=0)\n",
     1, 3},
    /* total store order forbids one of them */
    {"x86tso",
     "X86 MP\n{ }\n P0 | P1 ;\n MOV [x],$1 | MOV EAX,[y] ;\n MOV [y],$1 | MOV EBX,[x] ;\n"
     "exists (1:EAX=1 /\\ 1:EBX=0)\n",
     0, 3},
    /* the filter leaves two of the six */
    {"arm",
     "AArch64 three\n{ 0:X1=x; 1:X1=x; 2:X1=x; }\n P0 | P1 | P2 ;\n"
     " MOV W0,#1 | MOV W0,#2 | MOV W0,#3 ;\n STR W0,[X1] | STR W0,[X1] | STR W0,[X1] ;\n"
     "filter (x=2)\nexists (x=2)\n",
     2, 0},
    /* CoRR: the later read sees no older write; three of four choices */
    {"arm",
     "AArch64 CoRR\n{ 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n"
     " STR W0,[X1] | LDR W2,[X1] ;\nexists (1:X0=1 /\\ 1:X2=0)\n",
     0, 3},
};

TEST(numbers)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        checker c;
        checker_start_model(&c, rows[i].model, rows[i].test);
        const cm_check_options options = {0};
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
        cm_execution_count count =
            cm_count_executions(&c.cat.work, c.solver, c.cat.model, c.job.test, &options, r);
        assert_null(count.reason);
        if (count.satisfying != rows[i].satisfying || count.other != rows[i].other)
            fail_msg("%s\n%zu and %zu, expected %zu and %zu", rows[i].test, count.satisfying,
                     count.other, rows[i].satisfying, rows[i].other);
        checker_end(&c);
    }
}

/* A limit is a reason, and leaves the solver's context as good as before. */
TEST(a_limit)
{
    checker c;
    checker_start_model(&c, "arm", rows[0].test);
    cm_check_options options = {0};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    options.memory_limit = 50000;
    cm_execution_count count =
        cm_count_executions(&c.cat.work, c.solver, c.cat.model, c.job.test, &options, r);
    assert_non_null(count.reason);
    assert_non_null(strstr(count.reason, "memory limit"));
    options = (cm_check_options){0};
    count = cm_count_executions(&c.cat.work, c.solver, c.cat.model, c.job.test, &options, r);
    assert_null(count.reason);
    assert_int_equal(count.satisfying, 4);
    checker_end(&c);
}
