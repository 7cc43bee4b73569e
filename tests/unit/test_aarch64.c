/* AArch64: what instructions compute, which events they are, and what is refused. */
#include "tests/unit/step_check.h"

/* ---- values ---------------------------------------------------------- */

static const char before[] =
    "int64_t x=0x8877665544332211;\n"
    "uint64_t y[4]={0x1111111122222222,0x3333333344444444,0x8555555586666666,"
    "0x7777777788888888};\n"
    "0:X0=0xaaaaaaaaaaaaaaaa; 0:X1=0x0123456789abcdef; 0:X2=0xfedcba9876543210; 0:X3=3;\n"
    "0:X4=0x8000000000000000; 0:X5=-1; 0:X6=0x7fffffff; 0:X7=0x80000000; 0:X8=0xffffff80;\n"
    "0:X9=0; 0:X10=x; 0:X11=y;\n";

typedef struct value_row {
    const char *code, *reg;
    uint64_t value;
} value_row;

static const value_row value_rows[] = {
#include "tests/unit/aarch64_rows.inc"

    /* Floating point: numbers of few bits, by hand (IEEE 754: 1.5 is 0x3ff8, 3 is 0x4008, ...) */
    {"FMOV D0,#1.5 ; FADD D1,D0,D0 ; FMOV X0,D1", "X0", UINT64_C(0x4008000000000000)},
    {"FMOV D0,#1.5 ; FMOV D1,#-2.0 ; FSUB D2,D0,D1 ; FMUL D2,D2,D0 ; FDIV D2,D2,D1 ; FNEG D2,D2 ; "
     "FMOV X0,D2",
     "X0", UINT64_C(0x4005000000000000)}, /* 2.625 */
    {"FMOV D0,#2.25 ; FSQRT D0,D0 ; FMOV X0,D0", "X0", UINT64_C(0x3ff8000000000000)},
    {"FMOV S0,#9.0 ; FSQRT S1,S0 ; FMOV W0,S1", "X0", 0x40400000},
    {"FMOV S0,#31.0 ; FADD S0,S0,S0 ; FMOV W0,S0", "X0", 0x42780000},
    {"FMOV D3,X1 ; FMOV S3,S3 ; FMOV X0,D3", "X0", UINT64_C(0x89abcdef)},
    {"LDR D31,[X10] ; STR S31,[X11] ; LDR X0,[X11]", "X0", UINT64_C(0x1111111144332211)},
    {"LDP D8,D9,[X11] ; STP D9,D8,[X11,#16] ; LDR X0,[X11,#16]", "X0",
     UINT64_C(0x3333333344444444)},
    {"MOVI D0,#0 ; FMOV X0,D0", "X0", 0},
    {"FMOV D0,XZR ; FMOV X0,D0", "X0", 0},
    {"FMOV D0,#1.5 ; FMOV D1,#-2.0 ; FMSUB D2,D0,D1,D1 ; FCVTZS X0,D2", "X0", 1}, /* -2 + 3 */
    {"FMOV D0,#1.5 ; FNMADD D2,D0,D0,D0 ; FABS D2,D2 ; FMOV X0,D2", "X0",
     UINT64_C(0x400e000000000000)}, /* 3.75 */
    {"FMOV D0,#1.5 ; FMOV D1,#-2.0 ; FCMPE D1,D0 ; CSET X0,MI", "X0", 1},
    {"FMOV D0,#1.5 ; FCMP D0,#0.0 ; FCSEL D1,D0,D1,GT ; FMOV X0,D1", "X0",
     UINT64_C(0x3ff8000000000000)},
    {"MOV X0,#-1 ; FMOV D0,X0 ; FCMP D0,D0 ; CSET X0,VS", "X0", 1}, /* a NaN */
    {"MOV X0,#-1 ; FMOV D0,X0 ; FCVTZS X0,D0", "X0", 0},
    {"MOV W0,#-7 ; SCVTF D0,W0 ; FCVT S1,D0 ; FCVT D1,S1 ; FCVTZS W0,D1", "X0", 0xfffffff9},
    {"MOV W0,#-7 ; UCVTF D0,W0 ; FCVTZU W0,D0", "X0", 0xfffffff9},
    {"MOV X0,#-7 ; SCVTF D0,X0 ; FCVTZU X0,D0", "X0", 0},
    {"LDUR S4,[X10,#4] ; FMOV W0,S4", "X0", UINT64_C(0x88776655)},
};

static void write_test(char *text, size_t size, const char *code)
{
    snprintf(text, size, "AArch64 row\n{\n%s}\n P0 ;\n %s ;\nexists (true)\n", before, code);
}

TEST(test_values)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof value_rows / sizeof *value_rows; i++) {
        const value_row *row = &value_rows[i];
        bool flags = strcmp(row->reg, ".NZCV") == 0; /* kept for those who read them only */
        char code[256];
        snprintf(code, sizeof code, "%s%s", row->code, flags ? " ; MRS X30,NZCV" : "");
        wrong += !step_leaves(write_test, code, flags ? "X30" : row->reg,
                              flags ? row->value << 28 : row->value);
    }
    assert_int_equal(wrong, 0);
}

/* A W name and an X name are one register; a write to W clears the upper half. */
TEST(test_register_names)
{
    step_machine m;
    step_open(&m, "AArch64 names\n{ 0:w1=5; 0:LR=6; 0:fp=7; 0:SP=8; }\n P0 ;\n"
                  " add x0,X1,lr ;\n ADD X0,X0,X29 ;\n ADD X2,SP,#1 ;\nexists (0:W0=18)\n");
    assert_non_null(m.test);
    assert_true(step_run(&m, 0));
    assert_int_equal(step_register(&m, "X0"), 18);
    assert_int_equal(step_register(&m, "X2"), 9);
    assert_int_equal(m.test->observed[0].bits, 32);
    step_close(&m);
}

/* A symbolic register is of 64 bits; W%a is its lower half. */
TEST(test_symbolic_registers)
{
    step_machine m;
    step_open(&m, "AArch64 names\n{ 0:%a=-1; %b=2; }\n P0 ;\n"
                  " ADD W%c,W%a,W%b ;\n ADD X%d,%a,x%b ;\n MOV w%b,#-1 ;\nexists (0:%c=1)\n");
    assert_non_null(m.test);
    assert_true(step_run(&m, 0));
    assert_int_equal(step_register(&m, "%c"), 1);
    assert_int_equal(step_register(&m, "%d"), 1);
    assert_int_equal(step_register(&m, "%b"), 0xffffffff);
    step_close(&m);
}

/* ---- events ---------------------------------------------------------- */

static const step_event_row event_rows[] = {
    {"LDR X0,[X10]", "R8"},
    {"LDR W0,[X10]", "R4"},
    {"LDRB W0,[X10]", "R1"},
    {"LDRSH X0,[X10]", "R2"},
    {"LDR XZR,[X10]", "R8"},
    {"LDR S0,[X10]", "R4"},
    {"STP D0,D1,[X10]", "W8; W8"},
    {"STR W0,[X10]", "W4"},
    {"STRH W0,[X10]", "W2"},
    {"LDAR X0,[X10]", "R8 A"},
    {"LDARB W0,[X10]", "R1 A"},
    {"LDAPR W0,[X10]", "R4 Q"},
    {"LDAPUR W0,[X10,#4]", "R4 Q"},
    {"LDAR WZR,[X10]", "R4"}, /* nothing is loaded, nothing acquired */
    {"LDARB WZR,[X10]", "R1"},
    {"LDAPR XZR,[X10]", "R8"},
    {"LDAPUR WZR,[X10,#4]", "R4"},
    {"LDAXR XZR,[X10]", "R8 X exclusive"},
    {"LDAXP XZR,XZR,[X10]", "R8 X exclusive; R8 X exclusive"},
    {"LDAXP WZR,WZR,[X10]", "R8 X exclusive"},
    {"LDAXP XZR,X1,[X10]", "R8 A X exclusive; R8 A X exclusive"},
    {"STLR W0,[X10]", "W4 L"},
    {"STLURH W0,[X10,#-2]", "W2 L"},
    {"LDXR W0,[X10]", "R4 X exclusive"},
    {"LDAXR X0,[X10]", "R8 A X exclusive"},
    {"STXR W12,X0,[X10]", "W8 X rmw?"},
    {"STLXRB W12,W0,[X10]", "W1 L X rmw?"},
    {"LDP X0,X1,[X10]", "R8; R8"},
    {"STP W0,W1,[X10]", "W4; W4"},
    {"LDIAPP X0,X1,[X10]", "R8 Q; R8 Q"},
    {"LDAP X0,X1,[X10]", "R8 A; R8 A"},
    {"LDAPP X0,X1,[X10]", "R8 Q; R8 Q"},
    {"STLP X0,X1,[X10]", "W8 L; W8 L"},
    {"STILP X0,X1,[X10]", "W8 L; W8 L"},
    {"LDXP W0,W1,[X10]", "R8 X exclusive"},
    {"LDAXP X0,X1,[X10]", "R8 A X exclusive; R8 A X exclusive"},
    {"STLXP W12,W0,W1,[X10]", "W8 L X rmw?"},
    {"STXP W12,X0,X1,[X10]", "W8 X rmw?; W8 X rmw?"},
    {"SWP W0,W1,[X10]", "R4; W4 rmw"},
    {"SWPAL X0,X1,[X10]", "R8 A; W8 L rmw"},
    {"SWPA W0,WZR,[X10]", "R4 NoRet; W4 rmw"},
    {"LDADDA W0,W1,[X10]", "R4 A; W4 rmw"},
    {"LDADDL W0,W1,[X10]", "R4; W4 L rmw"},
    {"LDADDALB W0,W1,[X10]", "R1 A; W1 L rmw"},
    {"LDADDAL W0,WZR,[X10]", "R4 NoRet; W4 L rmw"},
    {"STADD X0,[X10]", "R8 NoRet; W8 rmw"},
    {"STUMAXLH W0,[X10]", "R2 NoRet; W2 L rmw"},
    {"CAS W0,W1,[X10]", "R4; W4 rmw?"},
    {"CASA X0,X1,[X10]", "R8 A; W8 rmw?"},
    {"CASL W0,W1,[X10]", "R4; W4 L rmw?"},
    {"CASAL WZR,W1,[X10]", "R4 NoRet; W4 L rmw?"},
    {"CASAH WZR,W1,[X10]", "R2 NoRet; W2 rmw?"},
    {"CASPAL W0,W1,W2,W3,[X10]", "R8 A; W8 L rmw?"},
    {"CASP X0,X1,X2,X3,[X10]", "R8; R8; W8 rmw?; W8 rmw?"},
    {"SWPP X0,X1,[X10]", "R8; R8; W8 rmw; W8 rmw"},
    {"LDCLRPAL X0,X1,[X10]", "R8 A; R8 A; W8 L rmw; W8 L rmw"},
    {"LDSETPA X0,X1,[X10]", "R8 A; R8 A; W8 rmw; W8 rmw"},
    {"LDSETPL X0,X1,[X10]", "R8; R8; W8 L rmw; W8 L rmw"},
    {"LDAPR X0,[X10],#8", "R8 Q"},
    {"STLR W0,[X10,#-4]!", "W4 L"},
    {"DMB SY", "F DMB.SY DMB"},
    {"DMB ISHLD", "F DMB.ISHLD DMB"},
    {"dmb st", "F DMB.ST DMB"},
    {"DSB NSHST", "F DSB.NSHST DSB"},
    {"ISB", "F ISB"},
    {"ISB SY", "F ISB"},
    {"NOP", ""},
    {"B L; L:", "J"},
    {"B.NE L; L:", "Jc"},
    {"CBNZ W0,L; L:", "Jc"},
    {"RET", "J"},
    {"RET X5", "J"},
};

TEST(test_events)
{
    step_check_events(event_rows, sizeof event_rows / sizeof *event_rows, write_test);
}

/* Pairs of double words that are one access of 16 bytes are marked so. */
TEST(test_joined)
{
    static const struct {
        const char *code;
        int joined; /* steps */
    } rows[] = {{"CASP X0,X1,X2,X3,[X10]", 2}, {"CASP W0,W1,W2,W3,[X10]", 0},
                {"SWPP X0,X1,[X10]", 2},       {"LDCLRPA X0,X1,[X10]", 2},
                {"STXP W12,X0,X1,[X10]", 1},   {"STXP W12,W0,W1,[X10]", 0},
                {"LDXP X0,X1,[X10]", 0},       {"STP X0,X1,[X10]", 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        step_machine m;
        step_open_code(&m, text, sizeof text, write_test, rows[i].code);
        assert_non_null(m.test);
        int joined = 0;
        for (int k = 0; k < m.test->threads[0].step_count; k++)
            joined += m.test->threads[0].steps[k].joined;
        assert_int_equal(joined, rows[i].joined);
        step_close(&m);
    }
}

/* The second access of LDIAPP and STILP comes after the first; with a pre-index the
 * upper half of STILP is the first. */
TEST(test_ordered)
{
    static const struct {
        const char *code;
        int ordered;    /* steps */
        uint64_t first; /* added to the address of the first access */
    } rows[] = {{"LDIAPP X0,X1,[X10]", 1, 0},    {"LDIAPP X0,X1,[X10],#16", 1, 0},
                {"STILP X0,X1,[X10]", 1, 0},     {"STILP X0,X1,[X10,#-16]!", 1, 8},
                {"LDP X0,X1,[X10]", 0, 0},       {"STP X0,X1,[X10]", 0, 0},
                {"STP X0,X1,[X10,#-16]!", 0, 0}, {"LDXP X0,X1,[X10]", 0, 0},
                {"CASP X0,X1,X2,X3,[X10]", 0, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        step_machine m;
        step_open_code(&m, text, sizeof text, write_test, rows[i].code);
        assert_non_null(m.test);
        const cm_step *steps = m.test->threads[0].steps, *first = NULL;
        int ordered = 0;
        for (int k = 0; k < m.test->threads[0].step_count; k++) {
            ordered += steps[k].ordered;
            if (!first && (steps[k].kind == CM_STEP_LOAD || steps[k].kind == CM_STEP_STORE))
                first = &steps[k];
        }
        assert_int_equal(ordered, rows[i].ordered);
        assert_non_null(first);
        assert_false(first->ordered);
        if (rows[i].first)
            assert_int_equal(first->addr->b->imm, rows[i].first);
        step_close(&m);
    }
}

/* Dependencies are made of the registers mentioned: nothing may be simplified. */
static bool mentions(const cm_expr *e, int reg)
{
    if (!e)
        return false;
    return (e->op == CM_OP_REG && e->reg == reg) || mentions(e->a, reg) || mentions(e->b, reg) ||
           mentions(e->c, reg);
}

static int register_index(const cm_thread *thread, const char *name)
{
    for (int i = 0; i < thread->register_count; i++)
        if (strcmp(thread->registers[i].name, name) == 0)
            return i;
    return -1;
}

/* Does the code's last step, which gives its result, mention the register? */
static bool last_mentions(const char *code, const char *reg)
{
    char text[2048];
    step_machine m;
    step_open_code(&m, text, sizeof text, write_test, code);
    assert_non_null(m.test);
    const cm_thread *thread = &m.test->threads[0];
    const cm_step *last = &thread->steps[thread->step_count - 1];
    bool found = mentions(last->value, register_index(thread, reg));
    step_close(&m);
    return found;
}

TEST(test_dependencies)
{
    static const char *const rows[] = {
        "EOR W0,W1,W1",      "AND X0,X1,#0",      "SUB X0,X1,X1",      "CSEL X0,X1,X2,AL",
        "MOVK X1,#5",        "BFI X0,X1,#0,#64",  "BFI X1,X2,#0,#64",  "UBFX X0,X1,#0,#1",
        "MUL X0,X1,XZR",     "ADD X0,X2,W1,SXTW", "EXTR X0,X1,X2,#0",  "EXTR X0,X2,X1,#63",
        "CSINC X0,X2,X1,EQ", "CSEL X0,X1,X2,NE",  "CSNEG W0,W1,W2,NV", "LSL X0,X1,#0"};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (!last_mentions(rows[i], "X1"))
            fail_msg("%s does not depend on X1", rows[i]);
}

/* What an instruction is given and does not read (C6.2; ConditionHolds of AL and NV). */
TEST(test_unread_operands)
{
    static const struct {
        const char *code, *reg;
    } rows[] = {{"CSEL X0,X2,X1,AL", "X1"},
                {"CSINC X0,X2,X1,NV", "X1"},
                {"CSINV W0,W2,W1,AL", ".NZCV"},
                {"CSNEG X0,X2,X1,NV", ".NZCV"},
                {"CMP X1,X2 ; CCMP X3,#0,#0,AL ; MRS X0,NZCV", "X1"},
                {"TST X1,X2 ; CSET X0,CS", ".NZCV"},
                {"MOVZ X1,#5", "X1"},
                {"UBFIZ X1,X2,#0,#1", "X1"},
                {"ADD X0,X2,XZR", "X1"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (last_mentions(rows[i].code, rows[i].reg))
            fail_msg("%s depends on %s", rows[i].code, rows[i].reg);
}

/* ---- what is refused ------------------------------------------------- */

static const struct {
    const char *code, *message; /* the message's beginning */
} bad_rows[] = {
    {"LDRX W0,[X1]", "the instruction `LDRX` is not known"},
    {"LDADDX W0,W1,[X2]", "the instruction `"},
    {"STADDA W0,[X2]", "the instruction `"},
    {"B.XX L; L:", "the instruction `"},
    {"MOV W0,W31", "the register `W31` is not known"},
    {"MOV W0,X1", "the register has 64 bits, expected one of 32 bits"},
    {"ADD X0,X1,W2", "the register has 32 bits, expected one of 64 bits"},
    {"ADD X0,X1,#4097", "the immediate cannot be encoded"},
    {"ADDS W0,W3,#0xff,LSL #3", "a number cannot be shifted by this"},
    {"ADD XZR,X2,#1", "the zero register cannot be used with a number"},
    {"SUB XZR,X2,#4096", "the zero register cannot be used with a number"},
    {"ADDS X0,XZR,#1", "the zero register cannot be used with a number"},
    {"CMP WZR,#1", "the zero register cannot be used with a number"},
    {"LDAP W0,W1,[X8]", "the register has 32 bits, expected one of 64 bits"},
    {"STLP X0,X1,[X8,#16]", "expected `]`, found `,`"},
    {"LDAPP X0,X1,[X8],#16", "expected the end of the instruction, found `,`"},
    {"ADR X1,.+0", "a distance in place of a label is read in jumps only"},
    {"LDIAPP W0,W1,[X8],#4", "the offset cannot be encoded, expected that of both registers, 8"},
    {"LDIAPP X0,X1,[X8],#8", "the offset cannot be encoded, expected that of both registers, 16"},
    {"STILP X0,X1,[X8,#16]!", "the offset cannot be encoded, expected that of both registers, -16"},
    {"STILP W0,W1,[X8,#-16]!", "the offset cannot be encoded, expected that of both registers, -8"},
    {"ADD X0,X1,#0x1000000", "the immediate is out of range"},
    {"ADD X0,X1,X2,ROR #3", "expected LSL, LSR, ASR, found `ROR`"},
    {"ADD X0,X1,W2,SXTW #5", "the immediate is out of range, expected 0 to 4"},
    {"FMOV X0,X1", "both registers are general ones"},
    {"FMOV D0,#0.1", "expected a register, or 1.0 and the like"},
    {"FMOV X0,#1.0", "expected a register, or 1.0 and the like"},
    {"FMOV D0,W1", "the register has 32 bits, expected one of 64 bits"},
    {"FCVT D0,D1", "expected a register S0 to S31"},
    {"FCMP D0,#1.0", "expected a register, or 0.0"},
    {"FCVTZS D0,X1", "expected a register D0 to D31"},
    {"FADD D0,D1,S2", "expected a register D0 to D31"},
    {"FADD X0,D1,D2", "expected a register D0 to D31 or S0 to S31"},
    {"LDP D0,X1,[X10]", "expected a register D0 to D31"},
    {"LDP X0,D1,[X10]", "`D1`: vector registers"},
    {"FMOV D32,D1", "`D32`: vector registers"},
    {"MOVI V0.2D,#0", "`V0`: vector registers"},
    {"LDR X0,[W1]", "the address register has 32 bits"},
    {"LDR X0,[XZR]", "XZR cannot be used here"},
    {"LDR W0,[X1,W2]", "expected UXTW or SXTW after a register of 32 bits"},
    {"LDR W0,[X1,X2,LSL #3]", "the immediate is out of range, expected 0 to 2"},
    {"LDR X0,[X1,X2,LSL #2]", "the shift cannot be encoded, expected 0 or 3"},
    {"LDR X0,[X1,#-257]", "the immediate is out of range, expected -256 to 32760"},
    {"LDR X0,[X1,#257]", "the offset cannot be encoded, expected a multiple of 8"},
    {"LDR X1,[X1],#8", "the address register is also the data register"},
    {"LDAR X0,[X1,#8]", "the immediate is out of range, expected 0 to 0"},
    {"LDAR X0,[X1],#8", "expected the end of the instruction, found `,`"},
    {"LDAPR X0,[X1],#4", "the immediate is out of range, expected 8 to 8"},
    {"LDAPR X0,[X1,#-8]!", "the immediate is out of range, expected 0 to 0"},
    {"LDAPR X1,[X1],#8", "the address register is also the data register"},
    {"LDAPRB W0,[X1],#1", "expected the end of the instruction, found `,`"},
    {"STLR W0,[X1,#-8]!", "the immediate is out of range, expected -4 to 0"},
    {"STLR X0,[X1,#-4]!", "the offset cannot be encoded, expected 0 or -8"},
    {"STLR X0,[X1,#-8]", "expected `!`, found the end"},
    {"STLR X0,[X1],#8", "expected the end of the instruction, found `,`"},
    {"STLR X1,[X1,#-8]!", "the address register is also the data register"},
    {"STLXR W0,X1,[X2,#-8]!", "the immediate is out of range, expected 0 to 0"},
    {"SWPP X0,XZR,[X1]", "XZR cannot be used here"},
    {"SWPP X0,X0,[X1]", "the register is loaded twice"},
    {"SWPP W0,W1,[X1]", "the register has 32 bits, expected one of 64 bits"},
    {"LDCLRPB X0,X2,[X1]", "the instruction `LDCLRPB` is not known"},
    {"STSETP X0,X2,[X1]", "the instruction `STSETP` is not known"},
    {"SMAX W0,W1,#128", "the immediate is out of range, expected -128 to 127"},
    {"UMIN W0,W1,#-1", "the immediate is out of range, expected 0 to 255"},
    {"CRC32X W0,W1,W2", "the register has 32 bits, expected one of 64 bits"},
    {"CRC32W X0,W1,W2", "the register has 64 bits, expected one of 32 bits"},
    {"RCWCAS X0,X1,[X2]", "`RCWCAS` is not supported: atomics of translation tables"},
    {"LDP X0,X0,[X1]", "the register is loaded twice"},
    {"STXR X0,X1,[X2]", "the register has 64 bits, expected one of 32 bits"},
    {"STXR W0,W0,[X2]", "the status register is also a data or address register"},
    {"CASP X1,X2,X4,X5,[X6]", "the register has an odd number"},
    {"CASP X0,X2,X4,X5,[X6]", "the register has number 2, expected 1"},
    {"DMB FOO", "expected SY, LD, ST"},
    {"MOVZ X0,#65536", "the immediate is out of range, expected 0 to 65535"},
    {"MOVZ X0,#1,LSL #8", "the shift cannot be encoded, expected a multiple of 16"},
    {"TBZ W0,#32,L; L:", "the immediate is out of range, expected 0 to 31"},
    {"CSET X0,AL", "condition AL cannot be used here"},
    {"LSL W0,W1,#32", "the immediate is out of range, expected 0 to 31"},
    {"UBFX X0,X1,#60,#5", "the immediate is out of range, expected 1 to 4"},
    {"B L", "there is no label `L`"},
    {"NOP NOP", "expected the end of the instruction, found `NOP`"},
    {"MOV X0", "expected `,`"},
    {"LDR W0,[X1", "expected `]`"},
    {"MRS X0,TPIDR_EL0", "expected NZCV"},
};

TEST(test_refused)
{
    for (size_t i = 0; i < sizeof bad_rows / sizeof *bad_rows; i++) {
        char text[2048];
        step_machine m;
        step_open_code(&m, text, sizeof text, write_test, bad_rows[i].code);
        assert_null(m.test);
        const char *message = step_message(&m);
        if (strncmp(message, bad_rows[i].message, strlen(bad_rows[i].message)) != 0)
            fail_msg("%s: \"%s\", expected \"%s\"", bad_rows[i].code, message, bad_rows[i].message);
        step_close(&m);
    }
}
