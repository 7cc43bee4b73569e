/* checker/loops/attempts.c, checker/threads/vector.c: loops that go round again only when another
 * thread came between have as many rounds as there are such writes, whatever the loop bound says;
 * and all others are none of these. What is certain is compared with checks that leave
 * nothing out and go round more often, and with the oracle. */
#include "checker/loops/attempts.h"

#include "checker/threads/vector.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/checker_help.h"

/* ---- words ------------------------------------------------------------- */

/* A literal of formulas without variables. */
static bool is_true(cm_lit literal)
{
    assert_true(literal == CM_TRUE || literal == CM_FALSE);
    return literal == CM_TRUE;
}

static uint64_t number_of(const cm_vector *v)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 64; i++)
        value |= (uint64_t)is_true(v->bits[i]) << i;
    return value;
}

static bool has_variables(const cm_vector *v)
{
    for (unsigned i = 0; i < 64; i++)
        if (v->bits[i] != CM_TRUE && v->bits[i] != CM_FALSE)
            return true;
    return false;
}

static const uint64_t numbers[] = {0,          1,          2,
                                   0x7f,       0x80,       0xff,
                                   0x8000,     0x7fffffff, 0x80000000,
                                   0xffffffff, 1ULL << 32, 0x7fffffffffffffff,
                                   1ULL << 63, UINT64_MAX, 0x123456789abcdef0};
enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* On constants every operation that is followed gives what it gives elsewhere. */
TEST(words_of_constants)
{
    checker c;
    checker_start_model(&c, "arm", "AArch64 t\n{ }\n P0 ;\n NOP ;\nforall (true)\n");
    static const unsigned widths[] = {8, 16, 32, 64};
    int followed = 0;
    for (int op = CM_OP_ADD; op <= CM_OP_PREDICT; op++)
        for (int i = 0; i < 4 * NUMBERS * NUMBERS; i++) {
            unsigned bits = widths[i % 4];
            uint64_t a = numbers[i / 4 % NUMBERS], b = numbers[i / 4 / NUMBERS];
            cm_expr x = {.op = CM_OP_CONST, .imm = a}, y = {.op = CM_OP_CONST, .imm = b};
            bool unary = (op >= CM_OP_NOT && op <= CM_OP_REV) || op == CM_OP_FLAGS_LOGIC;
            bool three = op == CM_OP_SELECT || op == CM_OP_PREDICT;
            cm_expr e = {.op = (cm_op)op, .bits = (uint8_t)bits, .imm = b % 64, .a = &x};
            e.b = unary || op == CM_OP_COND ? NULL : &y;
            e.c = three ? &x : NULL;
            if (op == CM_OP_COND)
                x.imm = a % 16;
            cm_vector got = cm_vector_expr(&c.job, &e, NULL);
            if (has_variables(&got))
                continue;
            followed++;
            uint64_t right = cm_op_apply(e.op, bits, e.imm, x.imm, y.imm, x.imm, three);
            if (number_of(&got) != right)
                fail_msg("operation %d on %u bits of %#llx, %#llx (%#llx): %#llx, expected %#llx",
                         op, bits, (unsigned long long)x.imm, (unsigned long long)b,
                         (unsigned long long)e.imm, (unsigned long long)number_of(&got),
                         (unsigned long long)right);
        }
    assert_true(followed > 10 * 4 * NUMBERS * NUMBERS);
    checker_end(&c);
}

/* ---- loops that are counted -------------------------------------------- */

static cm_check_result *check(checker *c, unsigned unroll, bool plain)
{
    cm_check_options options = {.unroll = unroll, .plain = plain, .verify = !plain};
    return checker_run(c, c->cat.model, c->job.test, &options);
}

/* With a bound of one round, all that `rounds` give, and what the oracle finds in two. */
static void counted_within(const char *model, const char *text, unsigned rounds)
{
    checker c;
    checker_start_model(&c, model, text);
    cm_check_result *one = check(&c, 1, false), *all = check(&c, rounds, true);
    if (one->outcome != CM_COMPLETE)
        fail_msg("%s\n%s", text, one->reason);
    if (all->outcome == CM_LIMIT)
        fail_msg("%s\n%s", text, all->reason);
    if (strcmp(checker_states(&c, one), checker_states(&c, all)) != 0)
        fail_msg("%s\n  counted: %s\n  with more rounds: %s", text, checker_states(&c, one),
                 checker_states(&c, all));
    oracle_result slow = {0};
    oracle_limits limits = {.unroll = 2, .candidates = 3000};
    if (oracle_run(&c.cat.work, c.cat.model, c.job.test, &limits, &slow) && slow.states) {
        cm_check_result others = {.states = slow.states};
        if (strcmp(checker_states(&c, one), checker_states(&c, &others)) != 0)
            fail_msg("%s\n  counted: %s\n  the oracle: %s", text, checker_states(&c, one),
                     checker_states(&c, &others));
    }
    checker_end(&c);
}

static void counted(const char *model, const char *text)
{
    counted_within(model, text, 2);
}

static void stays(const char *model, const char *text)
{
    checker c;
    checker_start_model(&c, model, text);
    cm_check_result *r = check(&c, 2, false);
    if (r->outcome != CM_LOOPS_CUT)
        fail_msg("outcome %d: %s\n%s", (int)r->outcome, r->reason, text);
    checker_end(&c);
}

/* Two threads that put nodes before what is there; a CAS by the letters of its order. */
#define NODES "int64_t top=0; int64_t n0=0; int64_t n1=0; 0:X0=top; 0:X1=n0; 1:X0=top; 1:X1=n1;"
#define PUSHES(cas, more)                                                                          \
    "AArch64 t\n{ " NODES " }\n P0 | P1 ;\n L0: LDR X2,[X0] | L1: LDR X2,[X0] ;\n"                 \
    " STR X2,[X1] | STR X2,[X1] ;\n MOV X3,X2 | MOV X3,X2 ;\n"                                     \
    " " cas " X3,X1,[X0] | " cas " X3,X1,[X0] ;\n CMP X3,X2 | CMP X3,X2 ;\n"                       \
    " B.NE L0 | B.NE L1 ;\n" more "locations [top; n0; n1; 0:X2; 1:X2;]\nforall (true)\n"

/* One that does, and one that writes the location once. */
#define PUSH_AND(init, body)                                                                       \
    "AArch64 t\n{ " NODES " " init " }\n P0 | P1 ;\n" body                                         \
    "locations [top; n0; n1; 0:X2;]\nforall (true)\n"
#define PUSH(one, two, three, four)                                                                \
    " L0: LDR X2,[X0] | " one " ;\n STR X2,[X1] | " two " ;\n MOV X3,X2 | " three " ;\n"           \
    " CAS X3,X1,[X0] | " four " ;\n CMP X3,X2 | ;\n B.NE L0 | ;\n"

TEST(counted_on_arm)
{
    counted("arm", PUSHES("CAS", ""));
    counted("arm", PUSHES("CASAL", ""));
    counted("cmcm", PUSHES("CASL", ""));
    counted("arm", PUSH_AND("", PUSH("STR X1,[X0]", "", "", "")));
    counted("arm", PUSH_AND("", PUSH("MOV X5,#5", "STLR X5,[X0]", "STLR X1,[X0]", "")));
    /* the value that was there comes back (ABA), which is no failed round */
    counted_within("arm", PUSH_AND("", PUSH("STR X1,[X0]", "STR XZR,[X0]", "STR X1,[X0]", "")), 3);
    /* the failed compare-and-swap has read what is expected next */
    counted_within("arm",
                   PUSH_AND("", " LDR X2,[X0] | STR X1,[X0] ;\n L0: STR X2,[X1] | STR XZR,[X0] ;\n"
                                " MOV X3,X2 | ;\n CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n"
                                " MOV X2,X3 | ;\n B.NE L0 | ;\n"),
                   3);
    /* without anything atomic: two reads of different values */
    counted("arm", PUSH_AND("", " L0: LDR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | ;\n"
                                " LDR X3,[X0] | ;\n EOR X4,X3,X2 | ;\n CBNZ X4,L0 | ;\n"));
    /* two loops one after the other */
    counted("arm", PUSH_AND("", " L0: LDR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | ;\n"
                                " MOV X3,X2 | ;\n CAS X3,XZR,[X0] | ;\n CMP X3,X2 | ;\n"
                                " B.NE L0 | ;\n L1: LDR X2,[X0] | ;\n STR X2,[X1] | ;\n"
                                " MOV X3,X2 | ;\n CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n"
                                " B.NE L1 | ;\n"));
    /* an address that one assignment makes, of a register that others set where it is not used */
    counted("arm", PUSH_AND("0:X9=top;", " MOV X4,X9 | STR X1,[X0] ;\n ADD X4,X4,#0 | MOV X0,#1 ;\n"
                                         " L0: LDR X2,[X4] | ;\n STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                                         " CAS X3,X1,[X4] | ;\n CMP X3,X2 | ;\n B.NE L0 | ;\n"
                                         " MOV X4,#5 | ;\n MOV X1,#6 | ;\n"));
    /* a jump back to what does not come there again is no loop, be it behind the loop or in it */
    counted("arm", PUSH_AND("", " B L0 | STR X1,[X0] ;\n L5: MOV X8,#1 | ;\n B L6 | ;\n"
                                " L0: LDR X2,[X0] | ;\n STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                                " CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n B.NE L0 | ;\n B L5 | ;\n"
                                " L6: NOP | ;\n"));
    counted("arm", PUSH_AND("", " B L0 | STR X1,[X0] ;\n L5: MOV X8,#1 | ;\n B L6 | ;\n"
                                " L0: LDR X2,[X0] | ;\n STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                                " CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n B.EQ L5 | ;\n B.NE L0 | ;\n"
                                " L6: NOP | ;\n"));
    /* halves differ when a half of each does; a round that leaves from its middle */
    counted("arm", PUSH_AND("", " L0: LDR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | ;\n"
                                " CBNZ X2,L2 | ;\n MOV X3,X2 | ;\n CAS X3,X1,[X0] | ;\n"
                                " CMP W3,W2 | ;\n B.NE L0 | ;\n L2: NOP | ;\n"));
}

TEST(counted_elsewhere)
{
    counted("x86tso", "X86_64 t\n{ int64_t t=0; int64_t n0=0; int64_t n1=0; }\n P0 | P1 ;\n"
                      " movq $1,%rbx | movq $2,%rbx ;\n"
                      " L0: movq (t),%rax | L1: movq (t),%rax ;\n movq %rax,(n0) | movq %rax,(n1) "
                      ";\n lock cmpxchgq %rbx,(t) | lock cmpxchgq %rbx,(t) ;\n jne L0 | jne L1 ;\n"
                      "locations [t; n0; n1;]\nforall (true)\n");
    /* what failed is expected next */
    counted_within("x86tso",
                   "X86_64 t\n{ int64_t t=0; int64_t n0=0; }\n P0 | P1 ;\n"
                   " movq $1,%rbx | movq $2,(t) ;\n movq (t),%rax | movq $3,(t) ;\n"
                   " L0: movq %rax,(n0) | ;\n lock cmpxchgq %rbx,(t) | ;\n jne L0 | ;\n"
                   "locations [t; n0;]\nforall (true)\n",
                   3);
    /* what comes next stands before the loop */
    counted("x86tso", "X86_64 t\n{ int64_t t=0; int64_t n0=0; }\n P0 | P1 ;\n"
                      " movq $1,%rbx | movq $2,(t) ;\n jmp L0 | ;\n L5: movq $7,%rcx | ;\n"
                      " jmp L6 | ;\n L0: movq (t),%rax | ;\n movq %rax,(n0) | ;\n"
                      " lock cmpxchgq %rbx,(t) | ;\n je L5 | ;\n jmp L0 | ;\n L6: nop | ;\n"
                      "locations [t; n0;]\nforall (true)\n");
    /* the first round fails by itself: a round more than there are writes */
    counted_within("x86tso",
                   "X86_64 t\n{ int64_t t=5; int64_t n0=0; }\n P0 | P1 ;\n movq $1,%rbx | "
                   "movq $2,(t) ;\n L0: addq $1,%rcx | ;\n movq %rcx,(n0) | ;\n"
                   " lock cmpxchgq %rbx,(t) | ;\n jne L0 | ;\nlocations [t; n0;]\nforall (true)\n",
                   3);
#define PTX_PUSH(load, cas)                                                                        \
    "PTX t\n{ t=0; n0=0; n1=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"                            \
    " L0: " load " r0, [t] | L1: " load " r0, [t] ;\n"                                             \
    " st.relaxed.gpu.u32 [n0], r0 | st.relaxed.gpu.u32 [n1], r0 ;\n"                               \
    " " cas " r1, [t], r0, 7 | " cas " r1, [t], r0, 8 ;\n"                                         \
    " setp.ne.u32 p0, r1, r0 | setp.ne.u32 p0, r1, r0 ;\n @p0 bra L0 | @p0 bra L1 ;\n"             \
    "locations [t; n0; n1;]\nforall (true)\n"
    static const char *const models[] = {"ptx", "ptx60", "cmcm"};
    for (int i = 0; i < 3; i++) {
        counted(models[i], PTX_PUSH("ld.relaxed.gpu.u32", "atom.relaxed.gpu.cas.b32"));
        counted(models[i], PTX_PUSH("ld.relaxed.sys.u32", "atom.acq_rel.gpu.cas.b32"));
        /* stale or racing loads, and scopes that leave the other one out */
        stays(models[i], PTX_PUSH("ld.weak.u32", "atom.relaxed.gpu.cas.b32"));
        stays(models[i], PTX_PUSH("ld.relaxed.cta.u32", "atom.relaxed.gpu.cas.b32"));
        stays(models[i], PTX_PUSH("ld.relaxed.gpu.u32", "atom.relaxed.cta.cas.b32"));
    }
    /* CPU and GPU: the GPU's atomic must include the CPU */
#define COMPOUND(scope)                                                                            \
    "CMCM t\n{ uint32_t t=0; uint32_t n0=0; uint32_t n1=0; 0:X0=t; 0:X1=n0; }\n"                   \
    " P0@aarch64 | P1@ptx,cta 0,gpu 0 ;\n"                                                         \
    " L0: LDR W2,[X0] | L1: ld.relaxed." scope ".u32 r0, [t] ;\n"                                  \
    " STR W2,[X1] | st.relaxed.sys.u32 [n1], r0 ;\n MOV W3,W2 | atom.relaxed." scope               \
    ".cas.b32 r1, [t], r0, 8 ;\n MOV W4,#7 | setp.ne.u32 p0, r1, r0 ;\n"                           \
    " CAS W3,W4,[X0] | @p0 bra L1 ;\n CMP W3,W2 | ;\n B.NE L0 | ;\n"                               \
    "locations [t; n0; n1;]\nforall (true)\n"
    counted("cmcm", COMPOUND("sys"));
    stays("cmcm", COMPOUND("gpu"));
}

/* Each lacks one thing that the argument takes. */
TEST(others_stay)
{
    /* a store-exclusive fails for no reason */
    stays("arm", PUSH_AND("", " L0: LDXR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | ;\n"
                              " STXR W3,X1,[X0] | ;\n CBNZ W3,L0 | ;\n"));
    /* goes round again when nothing has changed, or for another reason */
    stays("arm", PUSH_AND("", " L0: LDR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                              " CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n B.EQ L0 | ;\n"));
    stays("arm", PUSH_AND("", " L0: LDR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                              " CAS X3,X1,[X0] | ;\n CBNZ X3,L0 | ;\n"));
    stays("arm", PUSH_AND("", " L0: LDR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                              " CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n B.NE L0 | ;\n"
                              " CBZ X2,L0 | ;\n"));
    /* what is expected is no value of the location */
    stays("arm", PUSH_AND("0:X5=7;", " L0: MOV X3,X5 | STR X1,[X0] ;\n STR X3,[X1] | ;\n"
                                     " CAS X3,X1,[X0] | ;\n CMP X3,X5 | ;\n B.NE L0 | ;\n"));
    /* nor what was read last: it stays what it was */
    stays("arm", PUSH_AND("", " LDR X2,[X0] | STR X1,[X0] ;\n L0: STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                              " CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n B.NE L0 | ;\n"));
    /* two locations */
    stays("arm", PUSH_AND("0:X5=n1;", " L0: LDR X2,[X5] | STR X1,[X0] ;\n STR X2,[X1] | ;\n"
                                      " MOV X3,X2 | ;\n CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n"
                                      " B.NE L0 | ;\n"));
    /* the other one writes again and again, at the end of a round that it repeats */
    stays("arm", PUSH_AND("1:X6=n1;",
                          PUSH("L1: LDR X2,[X6]", "ADD X5,X5,#1", "STR X5,[X0]", "CBZ X2,L1")));
    /* somewhere; to a part; by an atomic access of two words; in a loop around its loop */
    stays("arm", PUSH_AND("1:X6=n1;", PUSH("LDR X5,[X6]", "STR X1,[X5]", "", "")));
    stays("arm", PUSH_AND("", PUSH("STR W1,[X0]", "", "", "")));
    stays("arm",
          "AArch64 t\n{ int64_t t[2]={0,0}; int64_t n0=0; 0:X0=t; 0:X1=n0; 1:X0=t; }\n"
          " P0 | P1 ;\n" PUSH("MOV X5,#5", "CASP X6,X7,X8,X9,[X0]", "", "") "exists (n0=5)\n");
    stays("arm",
          PUSH_AND("1:X6=n1;", " L0: LDR X2,[X0] | L2: LDR X5,[X6] ;\n"
                               " STR X2,[X1] | L1: LDR X2,[X0] ;\n MOV X3,X2 | MOV X3,X2 ;\n"
                               " CAS X3,X1,[X0] | CAS X3,X1,[X0] ;\n CMP X3,X2 | CMP X3,X2 ;\n"
                               " B.NE L0 | B.NE L1 ;\n | CBNZ X5,L2 ;\n"));
    /* it writes itself in a round that fails */
    stays("arm", PUSH_AND("", " L0: LDR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | ;\n"
                              " STR X1,[X0] | ;\n MOV X3,X2 | ;\n CAS X3,X1,[X0] | ;\n"
                              " CMP X3,X2 | ;\n B.NE L0 | ;\n"));
    /* its address is not the same in each round */
    stays("arm", "AArch64 t\n{ int64_t t[8]={0,0,0,0,0,0,0,0}; int64_t n0=0; 0:X0=t; 0:X1=n0; "
                 "1:X0=t; 1:X1=n0; }\n P0 | P1 ;\n L0: LDR X2,[X0] | STR X1,[X0] ;\n"
                 " STR X2,[X1] | ;\n MOV X3,X2 | ;\n CAS X3,X1,[X0] | ;\n ADD X0,X0,#8 | ;\n"
                 " CMP X3,X2 | ;\n B.NE L0 | ;\nexists (n0=1)\n");
    /* nor if it is one of two, also where one of them is not what the loop has */
    stays(
        "arm",
        PUSH_AND("0:X9=top; 0:X10=n1;",
                 " MOV X4,X9 | STR X1,[X0] ;\n LDR X7,[X10] | ;\n CBZ X7,L0 | ;\n MOV X4,X10 | ;\n"
                 " L0: LDR X2,[X4] | ;\n STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                 " CAS X3,X1,[X4] | ;\n CMP X3,X2 | ;\n B.NE L0 | ;\n"));
    /* the jump back behind the loop comes there again */
    stays("arm", PUSH_AND("", " B L0 | STR X1,[X0] ;\n L5: ADD X8,X8,#1 | ;\n CBNZ X2,L6 | ;\n"
                              " L0: LDR X2,[X0] | ;\n STR X2,[X1] | ;\n MOV X3,X2 | ;\n"
                              " CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n B.EQ L5 | ;\n B L0 | ;\n"
                              " L6: NOP | ;\n"));
    /* something leads into the loop's middle */
    stays("arm", PUSH_AND("", " CBNZ X7,L1 | STR X1,[X0] ;\n L0: LDR X2,[X0] | ;\n"
                              " L1: STR X2,[X1] | ;\n MOV X3,X2 | ;\n CAS X3,X1,[X0] | ;\n"
                              " CMP X3,X2 | ;\n B.NE L0 | ;\n LDR X8,[X1] | ;\n CBZ X8,L1 | ;\n"));
    stays("arm", PUSH_AND("", " CBNZ X7,L1 | STR X1,[X0] ;\n L0: LDR X2,[X0] | ;\n"
                              " L1: STR X2,[X1] | ;\n MOV X3,X2 | ;\n CAS X3,X1,[X0] | ;\n"
                              " CMP X3,X2 | ;\n B.NE L0 | ;\n"));
}

/* A load through a pointer that may reach a part. */
TEST(parts)
{
    static const char *const loads[] = {"LDR X5,[X6]", "LDRB W5,[X6]"};
    for (int i = 0; i < 2; i++) {
        const char *text = cm_arena_printf(
            arena,
            "AArch64 t\n{ " NODES " int64_t p=top; 1:X7=p; }\n P0 | P1 ;\n"
            " L0: LDR X2,[X0] | LDR X6,[X7] ;\n STR X2,[X1] | %s ;\n MOV X3,X2 | STR X1,[X0] ;\n"
            " CAS X3,X1,[X0] | ;\n CMP X3,X2 | ;\n B.NE L0 | ;\nexists (1:X5=0)\n",
            loads[i]);
        (i ? stays : counted)("arm", text);
    }
}

/* Every two of these threads, each with a node of its own: what two rounds give at least, and
 * where two are enough, just that. */
static const char *const forms[][8] = {
    {"K%d: LDR X2,[X0]", "STR X2,[X1]", "MOV X3,X2", "CAS%s X3,X1,[X0]", "CMP X3,X2", "B.NE K%d"},
    {"LDR X3,[X0]", "K%d: MOV X2,X3", "STR X2,[X1]", "CAS%s X3,X1,[X0]", "CMP X3,X2", "B.NE K%d"},
    {"K%d: LDAR X2,[X0]", "CBZ X2,E%d", "LDR X4,[X2]", "MOV X3,X2", "CAS%s X3,X4,[X0]", "CMP X3,X2",
     "B.NE K%d", "E%d:"},
    {"K%d: LDR X2,[X0]", "STR X2,[X1]", "LDAR X3,[X0]", "EOR X3,X3,X2", "CBNZ X3,K%d"},
    {"SWP%s X1,X2,[X0]", "STR X2,[X1]"},
    {"STR X1,[X0]"},
};
enum { FORMS = sizeof forms / sizeof *forms, CELLS = 8 };

/* With %d and %s in place. */
static const char *cell(cm_arena *arena, const char *form, int thread, const char *order)
{
    if (!form)
        return "";
    const char *at = strchr(form, '%');
    if (!at)
        return form;
    const char *put = at[1] == 's' ? order : thread ? "1" : "0";
    return cm_arena_printf(arena, "%.*s%s%s", (int)(at - form), form, put, at + 2);
}

static void compare_pair(int left, int right, const char *order)
{
    cm_arena *arena = cm_arena_new(0);
    const char *text = "AArch64 t\n{ " NODES " }\n P0 | P1 ;\n";
    for (int i = 0; i < CELLS; i++)
        text = cm_arena_printf(arena, "%s %s | %s ;\n", text, cell(arena, forms[left][i], 0, order),
                               cell(arena, forms[right][i], 1, order));
    text = cm_arena_printf(arena, "%slocations [top; n0; n1; 0:X2; 1:X2;]\nforall (true)\n", text);
    counted(left == 1 || right == 1 ? "cmcm" : "arm", text);
    cm_arena_free(arena);
}

TEST(pairs)
{
    for (int left = 0; left < FORMS; left++)
        for (int right = left; right < FORMS; right++)
            compare_pair(left, right, (left + right) % 2 ? "" : "AL");
}

/* More rounds than are followed unasked: the bound says how many. */
TEST(many_writes)
{
    const char *text =
        PUSH_AND("", " L0: LDR X2,[X0] | STR X1,[X0] ;\n STR X2,[X1] | STR XZR,[X0] ;\n"
                     " MOV X3,X2 | STR X1,[X0] ;\n CAS X3,X1,[X0] | STR XZR,[X0] ;\n"
                     " CMP X3,X2 | STR X1,[X0] ;\n B.NE L0 | STR XZR,[X0] ;\n | STR X1,[X0] ;\n");
    stays("arm", text);
    checker c;
    checker_start_model(&c, "arm", text);
    assert_int_equal(check(&c, 7, false)->outcome, CM_COMPLETE);
    assert_int_equal(check(&c, 6, false)->outcome, CM_LOOPS_CUT);
    checker_end(&c);
}

/* The model has to say so. */
TEST(by_the_model)
{
    static const char *const models[] = {
        "include \"cos.cat\"\nacyclic po | rf | co | fr as sc\n",
        "include \"cos.cat\"\nacyclic po | rf | co | fr as sc\nlet coherent = M * M\n",
        "include \"cos.cat\"\nacyclic po | rf | co | fr as sc\nlet coherent = (M * M) & int\n",
        "include \"cos.cat\"\nacyclic po | rf | co | fr as sc\nlet coherent = (M * M) \\ rf\n"};
    for (int i = 0; i < 4; i++) {
        checker c;
        checker_start(&c, models[i], PUSHES("CAS", ""));
        assert_int_equal(check(&c, 2, false)->outcome, i == 1 ? CM_COMPLETE : CM_LOOPS_CUT);
        checker_end(&c);
    }
}

/* No thread goes round for ever. */
TEST(ends)
{
    checker c;
    checker_start_model(&c, "arm", PUSHES("CAS", ""));
    cm_check_options options = {.unroll = 1, .liveness = true};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    assert_int_equal(r->outcome, CM_COMPLETE);
    assert_int_equal(r->liveness.ending, CM_ENDS);
    checker_end(&c);
}
