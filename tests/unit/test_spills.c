/* checker/loops/spills.c: memory of a thread's own becomes registers where that changes nothing. */
#include "checker/loops/spills.h"

#include "tests/gen/gen.h"
#include "tests/unit/checker_help.h"

/* ---- loops ----------------------------------------------------------------------- */

/* Message passing to a thread that keeps what it waits for on its stack. */
#define WAITS(FENCE)                                                                               \
    "AARCH64 waits\n"                                                                              \
    "{ int x=0; int y=0; int64_t s[4]; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; 1:SP=s+16; }\n"             \
    " P0          | P1               ;\n"                                                          \
    " MOV W0,#1   | STR X3,[SP,#-16]! ;\n"                                                         \
    " STR W0,[X1] | L0: LDR X4,[SP]   ;\n"                                                         \
    " DMB ISH     | LDR W0,[X4]      ;\n"                                                          \
    " STR W0,[X3] | STR W0,[SP,#12]  ;\n"                                                          \
    "             | LDR W0,[SP,#12]  ;\n"                                                          \
    "             | CMP W0,#0        ;\n"                                                          \
    "             | B.EQ L0          ;\n" FENCE "             | LDR W2,[X1]      ;\n"              \
    "exists (1:X2=0)\n"

TEST(a_loop_waits_by_way_of_the_stack)
{
    /* W x is ordered before W y, and R y before the barrier and R x */
    checker_expect("arm", WAITS("             | DMB ISHLD        ;\n"), NULL, CM_COMPLETE,
                   "1:X2=1;");
    /* nothing orders R y before R x: control, which a load does not wait for */
    checker_expect("arm", WAITS(""), NULL, CM_COMPLETE, "1:X2=0; | 1:X2=1;");
}

/* A barrier for stores makes stores of spilled values count: R x is before W s by data, and that
 * before W y; so not both threads read 1. In a register the value would order nothing. */
TEST(a_barrier_for_stores)
{
    checker_expect("arm",
                   "AARCH64 stores\n"
                   "{ int x=0; int y=0; int64_t s[2]; 0:X1=x; 0:X3=y; 0:X9=s; 1:X1=x; 1:X3=y; }\n"
                   " P0          | P1             ;\n"
                   " LDR W0,[X1] | L0: LDR W0,[X3] ;\n"
                   " STR W0,[X9] | CBZ W0,L0      ;\n"
                   " DMB ISHST   | DMB ISH        ;\n"
                   " MOV W2,#1   | MOV W2,#1      ;\n"
                   " STR W2,[X3] | STR W2,[X1]    ;\n"
                   "exists (0:X0=1)\n",
                   NULL, CM_COMPLETE, "0:X0=0;");
}

/* ---- which memory it is ----------------------------------------------------------- */

static int accesses_left(const char *model, const char *text, int thread)
{
    checker c;
    int left = 0;
    checker_start_model(&c, model, text);
    cm_spills_as_registers(&c.job);
    const cm_thread *t = &c.job.test->threads[thread];
    for (int i = 0; i < t->step_count; i++)
        left += cm_step_is_access(&t->steps[i]);
    checker_end(&c);
    return left;
}

#define ONE(INIT, BODY, END)                                                                       \
    "AARCH64 one\n{ int x=0; int64_t s[4]; 0:X1=x; 0:SP=s+16; 1:X1=x; " INIT                       \
    "}\n P0 | P1 ;\n" BODY " L0: LDR W9,[X1] | ;\n CBNZ W9,L0 | ;\n" END "exists (0:X9=1)\n"

TEST(what_stays)
{
    static const struct {
        const char *text;
        int left;
    } tests[] = {
        {ONE("", " STR W3,[SP,#8] | ;\n LDR W4,[SP,#8] | ;\n", ""), 1},
        /* with another width: in pieces; but no address */
        {ONE("", " STR W3,[SP,#8] | ;\n LDRB W4,[SP,#8] | ;\n STR W3,[SP,#4] | ;\n", ""), 1},
        {ONE("", " STR X3,[SP] | ;\n STRH W4,[SP,#3] | ;\n LDR W5,[SP,#4] | ;\n", ""), 1},
        {ONE("", " STR X1,[SP] | ;\n LDR W4,[SP,#4] | ;\n STR W3,[SP,#8] | ;\n", ""), 3},
        {ONE("", " STR X3,[SP] | ;\n LDAR W4,[SP] | ;\n STR W3,[SP,#4] | ;\n", ""), 4},
        /* ordered, exclusive */
        {ONE("", " STR W3,[SP] | ;\n LDAR W4,[SP] | ;\n", ""), 3},
        {ONE("", " LDXR W3,[SP] | ;\n STXR W4,W3,[SP] | ;\n", ""), 3},
        /* outside of it */
        {ONE("", " STR W3,[SP,#16] | ;\n", ""), 2},
        {ONE("", " STR W3,[SP,#8] | ;\n STR X3,[SP,#12] | ;\n", ""), 3},
        /* the address is of what is read */
        {ONE("", " LDR W2,[X1] | ;\n STR W3,[SP,W2,UXTW] | ;\n", ""), 3},
        /* another thread has it, or may come to have it */
        {ONE("1:X2=s; ", " STR W3,[SP,#8] | ;\n", ""), 2},
        {ONE("p=s; ", " STR W3,[SP,#8] | ;\n", ""), 2},
        {ONE("int64_t p=0; 0:X6=p; 1:X6=p; ",
             " MOV X7,SP | ;\n STR X7,[X6] | ;\n STR W3,[SP,#8] | ;\n", ""),
         3},
        /* by way of the stack */
        {ONE("int64_t p=0; 0:X6=p; 1:X6=p; ",
             " MOV X7,SP | ;\n STR X7,[SP] | ;\n LDR X8,[SP] | ;\n STR X8,[X6] | ;\n", ""),
         4},
        /* another one's address goes elsewhere */
        {ONE("int64_t p=0; int64_t t=0; 0:X6=t; 0:X7=p; 1:X7=p; ",
             " STR X6,[X7] | ;\n STR W3,[X6] | ;\n STR X6,[SP,#8] | ;\n LDR X4,[SP,#8] | ;\n", ""),
         3},
        {ONE("", " MOV X7,SP | ;\n STR X7,[SP] | ;\n LDR X8,[SP] | ;\n STR W3,[X8,#8] | ;\n", ""),
         1},
        /* one way or another */
        {ONE("", " ADD X7,SP,#8 | ;\n CBZ W3,L1 | ;\n ADD X7,SP,#4 | ;\n L1: STR W3,[X7] | ;\n",
             ""),
         2},
        /* it is looked at, or begins with something */
        {ONE("", " STR W3,[SP,#8] | ;\n", "locations [s;]\n"), 2},
        {ONE("int64_t t=3; 0:X6=t; ", " LDR X7,[X6] | ;\n STR W3,[SP,#8] | ;\n", ""), 2},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
        if (accesses_left("arm", tests[i].text, 0) != tests[i].left)
            fail_msg("%d accesses are left, expected %d:\n%s",
                     accesses_left("arm", tests[i].text, 0), tests[i].left, tests[i].text);
    /* a model that says nothing of it */
    assert_int_equal(accesses_left("cmcm", tests[0].text, 0), 3);
}

TEST(values_in_pieces)
{
    static const char *const text =
        "AARCH64 pieces\n"
        "{ int64_t s[4]; int64_t 0:X4; int64_t 0:X5; int64_t 0:X6; 0:SP=s+16;\n"
        "  0:X1=0x1122334455667788; 0:X2=0xabcd; }\n"
        " P0              ;\n"
        " STR X1,[SP]     ;\n"
        " STRB W2,[SP,#5] ;\n"
        " LDR W4,[SP,#4]  ;\n"
        " LDRH W5,[SP,#2] ;\n"
        " STRH W2,[SP]    ;\n"
        " LDR X6,[SP]     ;\n"
        "forall (0:X4=0x1122cd44 /\\ 0:X5=0x5566 /\\ 0:X6=0x1122cd445566abcd)\n";
    assert_int_equal(accesses_left("arm", text, 0), 0);
    checker_expect("arm", text, NULL, CM_COMPLETE,
                   "0:X4=287493444; 0:X5=21862; 0:X6=1234774941227199437;");
}

/* ---- random programs ---------------------------------------------------------------- */

/* `@` a register, `&` the address of x or y, `^` a place on the stack, `~` the thread's label.
 * Accesses of other widths come last. */
typedef struct dialect {
    const char *head, *model, *begin, *looked_at;
    const char *registers[3], *addresses[2], *places[3];
    const char *loop, *ops[22];
} dialect;

static const dialect dialects[] = {
    {"AARCH64",
     "arm",
     "~:X10=x;~:X11=y;~:SP=s~",
     "0:X0;0:X1;1:X0;1:X1;",
     {"W0", "W1", "W2"},
     {"X10", "X11"},
     {"SP", "SP,#4", "SP,#8"},
     "L~: LDR @,[&]; STR @,[^]; LDR @,[^]; CBZ @,L~",
     {"LDR @,[&]",
      "STR @,[&]",
      "MOV @,#1",
      "MOV @,#2",
      "STR @,[^]",
      "LDR @,[^]",
      "STR @,[^]",
      "LDR @,[^]",
      "DMB ISH",
      "DMB ISHLD",
      "DMB ISHST",
      "LDAR @,[&]",
      "STLR @,[&]",
      "ISB",
      "EOR W5,W0,W0; LDR @,[&,W5,SXTW]",
      "CBZ @,E",
      "CMP @,#1; CSEL @,@,@,EQ",
      "STRB @,[^]",
      "LDRH @,[^]",
      "LDR X6,[SP]; LSR X6,X6,#32; MOV @,W6",
      "UBFIZ X6,X0,#31,#32; STR X6,[SP,#8]",
      "MOV X6,#0x100000002; STR X6,[SP]"}},
    {"X86_64",
     "x86tso",
     "~:RSI=x;~:RDI=y;~:RSP=s~",
     "0:RAX;0:RBX;1:RAX;1:RBX;",
     {"%eax", "%ebx", "%ecx"},
     {"(%rsi)", "(%rdi)"},
     {"(%rsp)", "4(%rsp)", "8(%rsp)"},
     "L~: movl &,@; movl @,^; movl ^,@; testl @,@; je L~",
     {"movl &,@",         "movl @,&",
      "movl $1,@",        "movl $2,&",
      "movl @,^",         "movl ^,@",
      "movl @,^",         "movl ^,@",
      "mfence",           "lock orl $0,(%rsp)",
      "xchgl @,&",        "movl $1,&",
      "movl ^,@",         "sfence",
      "addl $1,^",        "cmpl $0,^; je E",
      "testl @,@; jne E", "movb $1,^",
      "movzwl ^,@",       "movq (%rsp),%r8; shrq $32,%r8; movl %r8d,@",
      "movq $2,8(%rsp)",  "movw $3,^"}},
    {"RISCV",
     "riscv",
     "~:x10=x;~:x11=y;~:x2=s~",
     "0:x5;0:x6;1:x5;1:x6;",
     {"x5", "x6", "x7"},
     {"(x10)", "(x11)"},
     {"0(x2)", "4(x2)", "8(x2)"},
     "L~: lw @,0&; sw @,^; lw @,^; beqz @,L~",
     {"lw @,0&",
      "sw @,0&",
      "li @,1",
      "li @,2",
      "sw @,^",
      "lw @,^",
      "sw @,^",
      "lw @,^",
      "fence rw,rw",
      "fence r,rw",
      "fence w,w",
      "fence rw,w",
      "fence.tso",
      "amoadd.w @,@,&",
      "fence rw,r",
      "beqz @,E",
      "fence w,rw",
      "sb @,^",
      "lhu @,^",
      "ld x8,0(x2); srli x8,x8,32; addi @,x8,0",
      "slli x8,@,31; sd x8,8(x2)",
      "sh @,^"}},
};

enum { MOST_ROWS = 40 };

typedef struct column {
    char *rows[MOST_ROWS];
    int count, number; /* of the thread */
} column;

/* Adds the rows of what `;` separates. together: its registers are one. */
static void add(cm_arena *arena, uint64_t *seed, const dialect *d, column *to, const char *op,
                bool together)
{
    const char *reg = d->registers[gen_below(seed, 3)], *place = d->places[gen_below(seed, 3)];
    const char *address = d->addresses[gen_below(seed, 2)], *row = " ";
    for (; *op; op++) {
        const char *part = *op == '@' ? reg : *op == '^' ? place : *op == '&' ? address : NULL;
        if (*op == ';')
            to->rows[to->count++] = cm_arena_printf(arena, "%s", row);
        row = *op == ';'   ? " "
              : part       ? cm_arena_printf(arena, "%s%s", row, part)
              : *op == '~' ? cm_arena_printf(arena, "%s%d", row, to->number)
                           : cm_arena_printf(arena, "%s%c", row, *op);
        if (*op == '@' && !together)
            reg = d->registers[gen_below(seed, 3)];
    }
    to->rows[to->count++] = cm_arena_printf(arena, "%s", row);
}

static const char *random_test(cm_arena *arena, uint64_t seed, const dialect *d)
{
    column columns[2] = {{.number = 0}, {.number = 1}};
    const char *text =
        cm_arena_printf(arena, "%s random\n{ int x=0; int y=0; int s0[4]; int s1[4];", d->head);
    for (int t = 0; t < 2; t++) {
        column *to = &columns[t];
        add(arena, &seed, d, to, d->begin, false);
        for (; to->count > 0; to->count--)
            text = cm_arena_printf(arena, "%s%s;", text, to->rows[to->count - 1]);
        for (int i = 0; i < 6; i++)
            add(arena, &seed, d, to, d->ops[gen_below(&seed, 22)], false);
        if (gen_below(&seed, 4) > 0)
            add(arena, &seed, d, to, d->loop, true);
        for (int i = 0; i < 2; i++)
            add(arena, &seed, d, to, d->ops[gen_below(&seed, 8)], false);
        add(arena, &seed, d, to, "E:", false);
    }
    text = cm_arena_printf(arena, "%s }\n P0 | P1 ;\n", text);
    for (int i = 0; i < columns[0].count || i < columns[1].count; i++)
        text = cm_arena_printf(arena, "%s%s |%s ;\n", text,
                               i < columns[0].count ? columns[0].rows[i] : "",
                               i < columns[1].count ? columns[1].rows[i] : "");
    return cm_arena_printf(arena, "%slocations [x;y;%s]\nexists (x=0)\n", text, d->looked_at);
}

/* What is decided in spite of loops is what checks that leave nothing out have; states that the
 * bound cuts off may be missing in these only. */
static void compare(const dialect *d, const char *text, int *decided)
{
    checker c;
    checker_start_model(&c, d->model, text);
    cm_check_options options = {.unroll = 2, .timeout = 20, .verify = true};
    cm_check_result *less = checker_run(&c, c.cat.model, c.job.test, &options);
    options.plain = true;
    cm_check_result *all = checker_run(&c, c.cat.model, c.job.test, &options);
    bool whole = less->outcome == CM_COMPLETE || less->outcome == CM_LOOPS_CUT;
    if (whole && (all->outcome == CM_COMPLETE || all->outcome == CM_LOOPS_CUT)) {
        const char *a = checker_states(&c, less), *b = checker_states(&c, all);
        if (strcmp(a, b) != 0)
            fail_msg("%s\n  with registers: %s\n  with memory:    %s", text, a, b);
        *decided += less->outcome == CM_COMPLETE && all->outcome == CM_LOOPS_CUT;
    }
    checker_end(&c);
}

TEST(random_programs)
{
    uint64_t seed = unit_seed() * 100000;
    for (size_t k = 0; k < sizeof dialects / sizeof *dialects; k++) {
        int decided = 0, total = unit_times(40);
        for (int i = 0; i < total; i++) {
            cm_arena *own = cm_arena_new(0);
            compare(&dialects[k], random_test(own, seed + (uint64_t)i, &dialects[k]), &decided);
            cm_arena_free(own);
        }
        if (decided * 100 < total * 10 && unit_sample() == 1)
            fail_msg("%s: only %d of %d tests are decided", dialects[k].head, decided, total);
        if (getenv("CMCM_TEST_FACTOR"))
            print_message("%s: %d of %d tests are decided\n", dialects[k].head, decided, total);
    }
}
