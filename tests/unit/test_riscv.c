/* RISC-V: what instructions compute, which events they are, and what is refused. */
#include "litmus/isa/strength.h"
#include "tests/unit/step_check.h"

/* ---- values ---------------------------------------------------------- */

static const char before[] =
    "uint64_t x[2]={0x8877665544332211,0};\n"
    "0:a1=0x0123456789abcdef; 0:a2=0xfedcba9876543210; 0:a3=3; 0:a4=0x8000000000000000;\n"
    "0:a5=-1; 0:a6=0x7fffffff; 0:a7=0x80000000; 0:s2=0xffffff80; 0:s3=0; 0:s0=x;\n";

/* clang-format off */
static const step_left_row value_rows[] = {
#include "tests/unit/riscv_rows.inc"

    /* Zabha, Zacas and Zalasr, which that qemu lacks: by their documents */
    {"amoadd.b a0,a2,(s0)", "x10", 0x11},
    {"amoadd.b a0,a2,(s0) ; ld a0,0(s0)", "x10", UINT64_C(0x8877665544332221)},
    {"li t0,0x80 ; amoor.b zero,t0,(s0) ; amoor.b a0,zero,(s0)", "x10", UINT64_C(0xffffffffffffff91)},
    {"amoswap.h a0,a5,(s0)", "x10", 0x2211},
    {"amoswap.h a0,a5,(s0) ; ld a0,0(s0)", "x10", UINT64_C(0x887766554433ffff)},
    {"amomin.b a0,s2,(s0) ; lb a0,0(s0)", "x10", UINT64_C(0xffffffffffffff80)},
    {"amominu.b a0,s2,(s0) ; lb a0,0(s0)", "x10", 0x11},
    {"li a0,0x44332211 ; amocas.w a0,a3,(s0) ; lw a0,0(s0)", "x10", 3},
    {"li a0,0x44332211 ; amocas.w a0,a3,(s0)", "x10", 0x44332211},
    {"li a0,1 ; amocas.w a0,a3,(s0) ; lw a0,0(s0)", "x10", 0x44332211},
    {"li a0,0x144332211 ; amocas.w a0,a3,(s0) ; lw a0,0(s0)", "x10", 3}, /* lower 32 bits */
    {"li a0,0x8877665544332211 ; amocas.d a0,a3,(s0) ; ld a0,0(s0)", "x10", 3},
    {"amocas.d zero,a3,(s0) ; ld a0,0(s0)", "x10", UINT64_C(0x8877665544332211)},
    {"li t0,0x11 ; amocas.b t0,a5,(s0) ; ld a0,0(s0)", "x10", UINT64_C(0x88776655443322ff)},
    {"li a0,0x8877665544332211 ; li a1,0 ; li a2,5 ; li a3,6 ; amocas.q a0,a2,(s0) ; ld a0,8(s0)",
     "x10", 6},
    {"li a0,1 ; li a1,0 ; li a2,5 ; amocas.q a0,a2,(s0)", "x10", UINT64_C(0x8877665544332211)},
    {"li a0,1 ; li a2,5 ; amocas.q a0,a2,(s0) ; mv a0,a1", "x10", 0},
    {"amocas.q zero,a2,(s0) ; ld a0,0(s0)", "x10", UINT64_C(0x8877665544332211)},
    {"lw.aq a0,(s0)", "x10", 0x44332211},
    {"lb.aqrl a0,0(s0)", "x10", 0x11},
    {"sh.rl a5,(s0) ; ld.aq a0,(s0)", "x10", UINT64_C(0x887766554433ffff)},
    {"lr.w a0,(s0) ; sc.d a0,a2,(s0)", "x10", 1},
    {"lr.d t0,(s0) ; sc.d t0,a2,(s0) ; sc.d a0,a2,(s0)", "x10", 1},
    /* F and D, by hand: 3 is 0x4008 and so on */
    {"li t0,0x4008000000000000 ; fmv.d.x ft1,t0 ; fadd.d fs11,ft1,ft1 ; fmv.x.d a0,fs11", "x10", UINT64_C(0x4018000000000000)},
    {"li t0,0x4008000000000000 ; fmv.d.x ft1,t0 ; fadd.d fs1,ft1,ft1 ; fsub.d ft2,ft1,fs1 ; fmul.d ft2,ft2,ft1 ; "
     "fdiv.d ft2,ft2,fs1 ; fneg.d ft2,ft2 ; fmv.d fa0,ft2 ; fmv.x.d a0,fa0", "x10", UINT64_C(0x3ff8000000000000)},
    {"flw fa0,0(s0) ; fmv.x.d a0,fa0", "x10", UINT64_C(0xffffffff44332211)},
    {"fld fa0,0(s0) ; fmv.s fa1,fa0 ; fmv.x.d a0,fa1", "x10", UINT64_C(0xffffffff7fc00000)},
    {"li t0,0x40400000 ; fmv.w.x fa0,t0 ; fadd.s fa1,fa0,fa0 ; fsub.s fa1,fa0,fa1 ; fdiv.s fa1,fa1,fa0 ; "
     "fmul.s fa1,fa1,fa0 ; fmv.x.d a0,fa1", "x10", UINT64_C(0xffffffffc0400000)}, /* 3: -3 */
    {"li t0,0x4008000000000000 ; fmv.d.x fa1,t0 ; li t1,-7 ; fcvt.d.w fa2,t1 ; fnmsub.d fa3,fa1,fa1,fa2 ; "
     "fcvt.l.d a0,fa3,rtz", "x10", UINT64_C(0xfffffffffffffff0)}, /* -(3 * 3) + -7 */
    {"li t0,0x4008000000000000 ; fmv.d.x fa1,t0 ; fneg.d fa2,fa1 ; fabs.d fa3,fa2 ; flt.d t0,fa2,fa1 ; "
     "feq.d t1,fa1,fa3 ; fle.d t2,fa1,fa2 ; slli t1,t1,1 ; slli t2,t2,2 ; add a0,t0,t1 ; add a0,a0,t2", "x10", 3},
    {"li t0,0x7ff8000000000000 ; fmv.d.x fa1,t0 ; feq.d t0,fa1,fa1 ; fcvt.w.d a0,fa1,rtz ; add a0,a0,t0", "x10",
     0x7fffffff}, /* a NaN */
    {"li t0,0x40400000 ; fmv.w.x fa0,t0 ; fmadd.s fa1,fa0,fa0,fa0 ; fcvt.d.s fa2,fa1 ; fcvt.s.d fa3,fa2 ; "
     "fmv.x.w a0,fa3", "x10", 0x41400000}, /* 12 */
    {"li t0,0x4002000000000000 ; fmv.d.x fa1,t0 ; fsqrt.d fa1,fa1 ; fmv.x.d a0,fa1", "x10",
     UINT64_C(0x3ff8000000000000)}, /* of 2.25: 1.5 */
    {"li t0,9 ; fcvt.s.w fa0,t0 ; fsqrt.s fa0,fa0 ; fneg.s fa1,fa0 ; fsgnj.s fa0,fa0,fa1 ; "
     "fmv.x.d a0,fa0", "x10", UINT64_C(0xffffffffc0400000)}, /* -3 */
    {"li t0,0x4008000000000000 ; fmv.d.x fa1,t0 ; fneg.d fa2,fa1 ; fgt.d t0,fa1,fa2 ; fge.d t1,fa2,fa1 ; "
     "fsgnj.d fa1,fa2,fa1 ; feq.d t2,fa1,fa2 ; slli t1,t1,1 ; slli t2,t2,2 ; add a0,t0,t1 ; add a0,a0,t2",
     "x10", 1},
    {"li t0,3 ; fcvt.s.w fa0,t0 ; fmv.x.d a0,fa0", "x10", UINT64_C(0xffffffff40400000)}, /* boxed */
    {"li t0,3 ; fcvt.s.lu fa0,t0 ; fadd.s fa0,fa0,fa0 ; fcvt.w.s a0,fa0,rtz", "x10", 6},
    {"fmv.w.x fa2,a7 ; fmv.x.w a0,fa2", "x10", UINT64_C(0xffffffff80000000)},
    {"fld f31,0(s0) ; fmv.x.d a0,ft11", "x10", UINT64_C(0x8877665544332211)},
    {"fmv.w.x fa2,a5 ; fsw fa2,4(s0) ; ld a0,0(s0)", "x10", UINT64_C(0xffffffff44332211)},
    {"fld fs0,0(s0) ; fmv.d fs2,fs0 ; fsd fs2,0(s0) ; ld a0,0(s0)", "x10", UINT64_C(0x8877665544332211)},
};
/* clang-format on */

static void write_test(char *text, size_t size, const char *code)
{
    snprintf(text, size, "RISCV row\n{\n%s}\n P0 ;\n %s ;\nexists (true)\n", before, code);
}

TEST(test_values)
{
    step_check_left(write_test, value_rows, sizeof value_rows / sizeof *value_rows);
}

/* Both names of a register are one; states show the number, and all 64 bits. */
TEST(test_register_names)
{
    static const char *const abi[32] = {"zero", "ra", "sp",  "gp",  "tp", "t0", "t1", "t2",
                                        "s0",   "s1", "a0",  "a1",  "a2", "a3", "a4", "a5",
                                        "a6",   "a7", "s2",  "s3",  "s4", "s5", "s6", "s7",
                                        "s8",   "s9", "s10", "s11", "t3", "t4", "t5", "t6"};
    for (int i = 1; i < 32; i++) {
        char text[256], shown[16];
        snprintf(text, sizeof text,
                 "RISCV names\n{ 0:%s=5; }\n P0 ;\n ADD x%d,X%d,%s ;\nexists (0:x%d=10)\n", abi[i],
                 i, i, abi[i], i);
        snprintf(shown, sizeof shown, "0:x%d", i);
        step_machine m;
        step_open(&m, text);
        assert_non_null(m.test);
        assert_true(step_run(&m, 0));
        assert_int_equal(step_register(&m, shown + 2), 10);
        assert_string_equal(m.test->observed[0].display, shown);
        assert_int_equal(m.test->threads[0].registers[m.test->observed[0].reg].bits, 64);
        step_close(&m);
    }
}

/* ---- RV32 ------------------------------------------------------------- */

/* By the manual's definitions for XLEN = 32: sums modulo 2^32, shifts by 5 bits, orders,
 * products and quotients of 32-bit numbers (RV32I; "M"). */
static const step_left_row narrow_rows[] = {
    {"add a0,a2,a3", "x10", 0x80000000},
    {"sub a0,zero,a3", "x10", 0xffffffff},
    {"addi a0,a2,1", "x10", 0x80000000},
    {"slt a0,a4,a3", "x10", 1},
    {"sltu a0,a3,a4", "x10", 1},
    {"addi a0,a2,1 ; slt a0,a0,zero", "x10", 1},
    {"addi a0,a2,1 ; sltz a0,a0", "x10", 1},
    {"add a0,a5,a3 ; seqz a0,a0", "x10", 1},
    {"add a0,a5,a3 ; sltu a0,a0,a3", "x10", 1},
    {"sll a0,a3,a6", "x10", 2},
    {"slli a0,a5,31", "x10", 0x80000000},
    {"srl a0,a4,a3", "x10", 0x40000000},
    {"srai a0,a4,31", "x10", 0xffffffff},
    {"addi a0,a2,1 ; srai a0,a0,4", "x10", 0xf8000000},
    {"srli a0,a5,4", "x10", 0x0fffffff},
    {"lui a0,0x80000", "x10", 0x80000000},
    {"li a0,-2 ; not a0,a0", "x10", 1},
    {"neg a0,a4", "x10", 0x80000000},
    {"mul a0,a2,a2", "x10", 1},
    {"mulh a0,a4,a4", "x10", 0x40000000},
    {"mulhu a0,a5,a5", "x10", 0xfffffffe},
    {"mulhsu a0,a5,a5", "x10", 0xffffffff},
    {"div a0,a4,a5", "x10", 0x80000000},
    {"divu a0,a5,a6", "x10", 0x7c1f07c},
    {"div a0,a3,zero", "x10", 0xffffffff},
    {"rem a0,a4,a6", "x10", 0xfffffffe},
    {"lw a0,0(s0)", "x10", 0x44332211},
    {"lb a0,3(s0) ; lbu a0,0(s0)", "x10", 0x11},
    {"lh a0,6(s0)", "x10", 0xffff8877},
    {"addi t0,s0,4 ; xor t1,a0,a0 ; add t0,t0,t1 ; lw a0,0(t0)", "x10", 0x88776655},
    {"mv t0,s0 ; sw a3,0(t0) ; lw a0,0(s0)", "x10", 1},
    {"amoadd.w a0,a5,(s0) ; lw a0,0(s0)", "x10", 0x44332210},
    {"amomax.w a0,a4,(s0) ; lw a0,0(s0)", "x10", 0x44332211},
    {"lr.w a0,(s0) ; sc.w a0,a3,(s0)", "x10", 0},
    {"li a0,0 ; add t0,a5,a3 ; beq t0,zero,l ; li a0,1 ; l:", "x10", 0},
    {"li a0,0 ; addi t0,a2,1 ; blt t0,zero,l ; li a0,1 ; l:", "x10", 0},
};

static void write_narrow(char *text, size_t size, const char *code)
{
    snprintf(text, size,
             "RISCV32 row\n{\nuint64_t x[2]={0x8877665544332211,0};\n0:a2=0x7fffffff; 0:a3=1; "
             "0:a4=0x80000000; 0:a5=-1; 0:a6=33; 0:s0=x;\n}\n P0 ;\n %s ;\nexists (0:x10=-1)\n",
             code);
}

TEST(test_narrow)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof narrow_rows / sizeof *narrow_rows; i++) {
        const step_left_row *row = &narrow_rows[i];
        char text[2048];
        step_machine m;
        step_open_code(&m, text, sizeof text, write_narrow, row->code);
        bool ended = m.test && step_run(&m, 0);
        uint64_t value = ended ? step_register(&m, row->reg) & UINT32_MAX : 0;
        if (!ended || value != row->value || m.test->observed[0].bits != 32) {
            print_error("%s: %s = 0x%" PRIx64 ", expected 0x%" PRIx64 " %s\n", row->code, row->reg,
                        value, row->value, step_message(&m));
            wrong++;
        }
        step_close(&m);
    }
    assert_int_equal(wrong, 0);
}

TEST(test_narrow_refused)
{
    static const char *const names[] = {
        "ld a0,0(s0)",         "sd a0,0(s0)",         "lwu a0,0(s0)",        "addw a0,a0,a0",
        "addiw a0,a0,1",       "sraiw a0,a0,1",       "divuw a0,a0,a0",      "negw a0,a0",
        "sext.w a0,a0",        "zext.w a0,a0",        "lr.d a0,(s0)",        "sc.d.rl a0,a0,(s0)",
        "amoadd.d a0,a0,(s0)", "amocas.d a0,a2,(s0)", "amocas.q a0,a2,(s0)", "ld.aq a0,(s0)",
        "sd.rl a0,(s0)"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[2048], expected[64];
        step_machine m;
        step_open_code(&m, text, sizeof text, write_narrow, names[i]);
        snprintf(expected, sizeof expected,
                 "`%.*s` is an instruction of RV64, expected one of RV32",
                 (int)strcspn(names[i], " "), names[i]);
        assert_null(m.test);
        assert_string_equal(step_message(&m), expected);
        step_close(&m);
    }
    char text[2048];
    step_machine m;
    step_open_code(&m, text, sizeof text, write_narrow, "slli a0,a0,32");
    assert_string_equal(step_message(&m), "the immediate is out of range, expected 0 to 31");
    step_close(&m);
    step_open_code(&m, text, sizeof text, write_narrow, "li a0,0x100000000");
    assert_string_equal(step_message(&m),
                        "the immediate is out of range, expected -2147483648 to 4294967295");
    step_close(&m);
}

/* ---- events ---------------------------------------------------------- */

static const step_event_row event_rows[] = {
    {"lw a0,0(s0)", "R4"},
    {"lbu zero,0(s0)", "R1"},
    {"flw fa0,0(s0)", "R4"},
    {"fsd fa0,0(s0)", "W8"},
    {"sd a0,0(s0)", "W8"},
    {"lw.aq a0,(s0)", "R4 Acq"},
    {"ld.aqrl a0,(s0)", "R8 Acq Rel"},
    {"lw.aq.rl a0,(s0)", "R4 Acq Rel"},
    {"sw.rl a0,(s0)", "W4 Rel"},
    {"sb.aqrl a0,(s0)", "W1 Acq Rel"},
    {"lr.w a0,(s0)", "R4 X exclusive"},
    {"lr.w.aq a0,(s0)", "R4 X Acq exclusive"},
    {"lr.w.rl a0,(s0)", "R4 X exclusive"},
    {"lr.d.aqrl a0,(s0)", "R8 X Acq Rel exclusive"},
    {"sc.w a0,a1,(s0)", "W4 X rmw?"},
    {"sc.w.aq a0,a1,(s0)", "W4 X rmw?"},
    {"sc.w.rl a0,a1,(s0)", "W4 X Rel rmw?"},
    {"sc.d.aqrl a0,a1,(s0)", "W8 X Acq Rel rmw?"},
    {"amoadd.w a0,a1,(s0)", "R4 AMO; W4 AMO rmw"},
    {"amoadd.w.aq a0,a1,(s0)", "R4 AMO Acq; W4 AMO rmw"},
    {"amoadd.w.rl a0,a1,(s0)", "R4 AMO; W4 AMO Rel rmw"},
    {"amoswap.d.aqrl zero,a1,(s0)", "R8 AMO Acq; W8 AMO Rel rmw"},
    {"amocas.w.aq.rl a0,a1,(s0)", "R4 AMO Acq; W4 AMO Rel rmw?"},
    {"amocas.q a0,a2,(s0)", "R8 AMO; R8 AMO; W8 AMO rmw?; W8 AMO rmw?"},
    {"fence", "F Fence.rw.rw"},
    {"fence iorw,iorw", "F Fence.rw.rw"},
    {"fence r,w", "F Fence.r.w"},
    {"FENCE iw,or", "F Fence.w.r"},
    {"fence io,rw", "F"},
    {"fence rw,0", "F"},
    {"fence.tso", "F Fence.tso"},
    {"fence.i", "F Fence.i"},
    {"nop", ""},
    {"pause", ""},
    {"j l; l:", "J"},
    {"bne a0,a1,l; l:", "Jc"},
    {"ret", "J"},
};

TEST(test_events)
{
    step_check_events(event_rows, sizeof event_rows / sizeof *event_rows, write_test);
}

/* Zalasr has no loads without a sign. */
TEST(test_forms)
{
    static const struct {
        const char *code;
        int forms;
    } rows[] = {{"lw a0,0(s0)", 3},   {"lw.aq a0,(s0)", 3},      {"lbu a0,0(s0)", 0},
                {"sb.rl a0,(s0)", 3}, {"sc.w.aq a0,a1,(s0)", 4}, {"fence.i", 0},
                {"fence r,rw", 11}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char text[2048];
        step_machine m;
        step_open_code(&m, text, sizeof text, write_test, rows[i].code);
        cm_strengths forms =
            cm_strengths_of(m.arena, CM_RISCV, &m.test->threads[0].instructions[0]);
        assert_int_equal(forms.count, rows[i].forms);
        assert_true((forms.self >= 0) == (rows[i].forms > 0));
        step_close(&m);
    }
}
