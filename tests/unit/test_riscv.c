/* RISC-V: what instructions compute, which events they are, and what is refused. */
#include "tests/unit/step_check.h"

/* ---- values ---------------------------------------------------------- */

static const char before[] =
    "uint64_t x[2]={0x8877665544332211,0};\n"
    "0:a1=0x0123456789abcdef; 0:a2=0xfedcba9876543210; 0:a3=3; 0:a4=0x8000000000000000;\n"
    "0:a5=-1; 0:a6=0x7fffffff; 0:a7=0x80000000; 0:s2=0xffffff80; 0:s3=0; 0:s0=x;\n";

typedef struct value_row {
    const char *code, *reg;
    uint64_t value;
} value_row;

/* clang-format off */
static const value_row value_rows[] = {
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
};
/* clang-format on */

static void write_test(char *text, size_t size, const char *code)
{
    snprintf(text, size, "RISCV row\n{\n%s}\n P0 ;\n %s ;\nexists (true)\n", before, code);
}

static void test_values(void **state)
{
    (void)state;
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof value_rows / sizeof *value_rows; i++) {
        const value_row *row = &value_rows[i];
        wrong += !step_leaves(write_test, row->code, row->reg, row->value);
    }
    assert_int_equal(wrong, 0);
}

/* Both names of a register are one; states show the number, and all 64 bits. */
static void test_register_names(void **state)
{
    (void)state;
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

/* ---- events ---------------------------------------------------------- */

static const step_event_row event_rows[] = {
    {"lw a0,0(s0)", "R4"},
    {"lbu zero,0(s0)", "R1"},
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

static void test_events(void **state)
{
    (void)state;
    step_check_events(event_rows, sizeof event_rows / sizeof *event_rows, write_test);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_register_names),
        cmocka_unit_test(test_events),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
