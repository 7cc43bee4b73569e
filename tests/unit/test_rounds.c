/* checker/loops/limits.c: loops that go round as often as the thread's own values say, whatever
 * the loop bound; and loops/monotone.c on flags. */
#include "checker/loops/monotone.h"
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

/* ---- flags when rounds go ------------------------------------------------ */

/* Taken away are reads and fences other than the two that the flag is about. */
TEST(flags)
{
    static const struct {
        const char *text;
        bool monotone;
    } rows[] = {
        {"flag ~empty R \\ range([F];po) as f\n", true},
        {"flag ~empty ((R \\ range([F];po)) * R) & loc as f\n", true},
        {"flag ~empty [R \\ range([F];po)];po;[R] as f\n", true},
        {"flag ~empty [IW];rf;[R & domain(po;[W])] as f\n", true},
        /* it may be between them */
        {"flag ~empty [IW];rf;[R];po;[W] as f\n", false},
        {"flag ~empty (po;[F];po) | rf as f\n", false},
        {"flag ~empty R * range([F];po) as f\n", false},
        /* what it keeps out comes in */
        {"flag ~empty R \\ (R \\ range([F];po)) as f\n", false},
        {"flag empty R as f\n", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        checker c;
        checker_start(&c, rows[i].text, NULL);
        if (cm_flags_monotone(&c.job, c.cat.model, false) != rows[i].monotone)
            fail_msg("%s", rows[i].text);
        checker_end(&c);
    }
}

TEST(flags_of_programs)
{
    static const char *const names[] = {"rc11", "cpp20"};
    static const char text[] = "LLVM_IR t\n{ int64_t h[2]={0,0}; x=0; }\n P0 | P1 ;\n"
                               " object.malloc [h] | L0: ;\n"
                               " store.i64 [h+8], 1 | load.acquire.i32 r0, [x] ;\n"
                               " store.release.i32 [x], 1 | icmp.eq.i32 r1, r0, 0 ;\n"
                               "  | br r1, L0 ;\n  | load.i64 r2, [h+8] ;\nforall (1:r2=1)\n";
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        checker c;
        checker_start_model(&c, names[i], text);
        if (!cm_flags_monotone(&c.job, c.cat.model, false))
            fail_msg("%s", names[i]);
        checker_end(&c);
    }
}
