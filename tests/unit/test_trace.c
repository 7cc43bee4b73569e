/* litmus/trace.h: which events the registers of an instruction have. */
#include "litmus/trace.h"

#include "tests/unit/checker_help.h"
#include "tests/unit/step_run.h"

/* The thread of one instruction, with its events. */
static void expect(const char *instruction, const char *events)
{
    checker c;
    checker_start(&c, NULL, NULL);
    const char *text = cm_arena_printf(
        c.cat.arena,
        "AArch64 T\n{ 0:X1=x; uint64_t 0:X0; }\n P0 ;\n %s ;\n L: NOP ;\nexists (x=1)\n",
        instruction);
    const char *why = NULL;
    step_machine m = {.arena = c.cat.arena,
                      .test = cm_test_traced(c.cat.arena, checker_parse(&c, text), &why)};
    assert_null(why);
    char found[512];
    step_events(&m, 0, found, sizeof found);
    if (strcmp(found, events) != 0)
        fail_msg("%s\nexpected: %s\nfound:    %s", instruction, events, found);
    checker_end(&c);
}

/* Each register is read once for each thing that it is for, and written at the end. */
TEST(accesses)
{
    expect("LDR X0,[X1]", "N Rreg ADDR NDATA; R8; N Wreg");
    expect("LDR X0,[X1],#8", "N Rreg ADDR NDATA; N Rreg NDATA; R8; N Wreg; N Wreg");
    expect("STR X0,[X1]", "N Rreg ADDR NDATA; N Rreg DATA; W8");
    expect("STR X1,[X1]", "N Rreg ADDR NDATA; N Rreg DATA; W8");
    expect("LDADD X0,X0,[X1]", "N Rreg ADDR NDATA; N Rreg DATA; R8; W8 rmw; N Wreg");
    expect("DMB SY", "F DMB.SY DMB");
}

/* What is compared counts as data, for the write that it decides on. */
TEST(compared)
{
    expect("CAS X0,X0,[X1]", "N Rreg ADDR NDATA; N Rreg DATA; N Rreg NDATA; R8; W8 rmw?; N Wreg");
}

TEST(computations)
{
    expect("EOR X2,X0,X0", "N Rreg NDATA; N Wreg");
    expect("MOV X2,#1", "N Wreg");
    expect("CSEL X2,X0,X1,EQ", "N Rreg NDATA; N Rreg NDATA; N Rreg NDATA; N Wreg");
}

TEST(branches)
{
    expect("CBNZ X0,L", "N Rreg NDATA; N BCC B; Jc");
    expect("B L", "J");
    expect("BL L", "N Wreg; J");
    expect("BR X0", "N Rreg NDATA; N BCC B; J");
}

/* A register keeps its number, a branch its aim, a code address its meaning. */
TEST(numbers)
{
    checker c;
    checker_start(&c, NULL,
                  "AArch64 T\n{ 0:X1=x; 0:X9=label:\"P0:L\"; }\n P0 ;\n LDR W0,[X1] ;\n"
                  " CBNZ W0,M ;\n BR X9 ;\n L: STR W0,[X1] ;\n M: NOP ;\nexists (0:X0=1)\n");
    const char *why = NULL;
    const cm_test *test = c.job.test, *traced = cm_test_traced(c.cat.arena, test, &why);
    const cm_thread *old = &test->threads[0], *made = &traced->threads[0];
    for (int i = 0; i < old->register_count; i++)
        assert_string_equal(made->registers[i].name, old->registers[i].name);
    for (int i = 0; i < made->step_count; i++)
        if (made->steps[i].kind == CM_STEP_BRANCH && made->steps[i].value)
            assert_int_equal(made->steps[i].target, made->step_count);
    uint64_t label = old->registers[1].init->imm;
    int step = cm_test_code(traced, 0, label);
    assert_true(step > 0);
    assert_string_equal(made->instructions[made->steps[step].instruction].text, "STR W0,[X1]");
    assert_int_equal(made->steps[step - 1].kind, CM_STEP_BRANCH);
    assert_int_equal(cm_test_code(traced, 0, label + 1), -1);
    assert_int_equal(cm_test_code(traced, 0, label + 400), -1);
    assert_string_equal(cm_value_print(c.cat.arena, traced, label, 64, false), "label:\"P0:L\"");
    checker_end(&c);
}
