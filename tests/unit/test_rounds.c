/* checker/loops/limits.c: loops that go round as often as the thread's own values say, whatever
 * the loop bound. */
#include "tests/unit/checker_help.h"

static void expect(const char *model, const char *text, cm_outcome outcome, const char *states)
{
    for (unsigned bound = 1; bound <= 3; bound++) {
        cm_check_options options = {.unroll = bound, .verify = true};
        checker_expect(model, text, &options, outcome, states);
        options.plain = true;
        checker_expect(model, text, &options, outcome, states);
    }
}

TEST(known_rounds)
{
    expect("arm",
           "AArch64 t\n{ }\n P0 ;\n MOV W0,#10 ;\n L0: ADD W1,W1,#1 ;\n SUB W0,W0,#1 ;\n"
           " CBNZ W0,L0 ;\nforall 0:X1=10\n",
           CM_COMPLETE, "0:X1=10;");
    /* the count is an initial value, and the rounds store */
    expect("x86tso",
           "X86_64 t\n{ 0:rcx=6; x=0; }\n P0 | P1 ;\n L0: incl (x) | movl (x),%eax ;\n"
           " decq %rcx | ;\n jne L0 | ;\nexists 1:rax=3\n",
           CM_COMPLETE,
           "1:rax=0; | 1:rax=1; | 1:rax=2; | 1:rax=3; | 1:rax=4; | 1:rax=5; | 1:rax=6;");
    /* a jump without condition, to a test (where the reference simulator gives up) */
    expect("arm",
           "AArch64 t\n{ }\n P0 ;\n MOV W0,#5 ;\n L0: CBZ W0,L1 ;\n ADD W1,W1,#1 ;\n"
           " SUB W0,W0,#1 ;\n B L0 ;\n L1: NOP ;\nforall 0:X1=5\n",
           CM_COMPLETE, "0:X1=5;");
    /* a loop in a loop: 3 times 4 rounds */
    expect("arm",
           "AArch64 t\n{ }\n P0 ;\n MOV W0,#3 ;\n L0: MOV W2,#4 ;\n L1: ADD W1,W1,#1 ;\n"
           " SUBS W2,W2,#1 ;\n B.NE L1 ;\n SUBS W0,W0,#1 ;\n B.NE L0 ;\nforall 0:X1=12\n",
           CM_COMPLETE, "0:X1=12;");
    /* one after the other, behind a branch that a read decides; the second goes round as
     * often on both sides */
    expect("arm",
           "AArch64 t\n{ 0:X5=x; 1:X5=x; 1:X6=1; }\n P0 | P1 ;\n LDR W6,[X5] | STR W6,[X5] ;\n"
           " CBZ W6,L2 | ;\n MOV W0,#5 | ;\n L0: ADD W1,W1,#1 | ;\n SUB W0,W0,#1 | ;\n"
           " CBNZ W0,L0 | ;\n L2: MOV W3,#7 | ;\n L1: ADD W1,W1,#1 | ;\n SUB W3,W3,#1 | ;\n"
           " CBNZ W3,L1 | ;\nexists 0:X1=12\n",
           CM_COMPLETE, "0:X1=7; | 0:X1=12;");
}

static void cut(const char *text)
{
    checker c;
    checker_start_model(&c, "arm", text);
    cm_check_options options = {.unroll = 2, .verify = true};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    if (r->outcome != CM_LOOPS_CUT)
        fail_msg("outcome %d: %s\n%s", (int)r->outcome, r->reason, text);
    checker_end(&c);
}

TEST(others)
{
    /* a read decides, though it always finds the same */
    cut("AArch64 t\n{ x=5; 0:X5=x; }\n P0 ;\n LDR W0,[X5] ;\n L0: ADD W1,W1,#1 ;\n"
        " SUB W0,W0,#1 ;\n CBNZ W0,L0 ;\nforall 0:X1=5\n");
    /* the same, where the jump back has no condition */
    cut("AArch64 t\n{ x=5; 0:X5=x; }\n P0 ;\n LDR W0,[X5] ;\n L0: CBZ W0,L1 ;\n ADD W1,W1,#1 ;\n"
        " SUB W0,W0,#1 ;\n B L0 ;\n L1: NOP ;\nforall 0:X1=5\n");
    /* no end: as far as the bound says */
    cut("AArch64 t\n{ 0:X5=x; }\n P0 ;\n MOV W0,#1 ;\n L0: ADD W0,W0,#2 ;\n STR W0,[X5] ;\n"
        " CBNZ W0,L0 ;\nexists x=1\n");
    cut("AArch64 t\n{ }\n P0 ;\n MOV W0,#1 ;\n L0: ADD W1,W1,#2 ;\n CBNZ W0,L0 ;\n"
        "exists 0:X1=4\n");
    cut("AArch64 t\n{ }\n P0 ;\n L0: ADD W1,W1,#2 ;\n B L0 ;\nexists 0:X1=4\n");
    /* too many */
    cut("AArch64 t\n{ }\n P0 ;\n MOV W0,#5000 ;\n L0: SUB W0,W0,#1 ;\n CBNZ W0,L0 ;\n"
        "exists 0:X0=0\n");
}
