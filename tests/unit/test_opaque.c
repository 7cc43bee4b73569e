/* Values that nobody knows (cm_step.opaque): what does not hang on one is certain, what does is not
 * known, with the reason.
 *
 * Expected: PTX ISA 9.7.3, "ex2": the result has a greatest error, and no value; IEEE 754-2019
 * (6.2): the payload of a NaN is not said. What else the tests ask is message passing (8.10). */
#include "tests/unit/checker_help.h"

#include <string.h>

/* P0 writes 2 to the power of x to y, then a flag; P1 reads the flag, and goes on with `more`. */
#define PASSING(order, more, condition)                                                            \
    "PTX passing\n{ uint32_t x=0x3f800000; uint32_t y; uint32_t f; uint32_t t[8]; }\n"             \
    " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"                                                         \
    " ld.u32 r0, [x] | ld." order ".gpu.u32 r0, [f] ;\n"                                           \
    " ex2.approx.f32 r1, r0 | setp.eq.u32 p0, r0, 0 ;\n"                                           \
    " st.u32 [y], r1 | @p0 bra END ;\n"                                                            \
    " st.release.gpu.u32 [f], 1 | ld.u32 r2, [y] ;\n" more " | END: ;\n" condition "\n"

#define ROUND   "ex2.approx"
#define DECIDES "depends on a value that is not known"

/* P0 writes it to an element of an array; P1 goes on by what it reads of the array, 1 but for that.
 */
#define ELEMENT(load)                                                                              \
    "PTX element\n{ uint32_t x=0x3f800000; uint32_t t[6]={1,1,1,1,1,1}; uint32_t z; }\n"           \
    " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"                                                         \
    " ld.u32 r0, [x] | ld.relaxed.gpu." load " ;\n"                                                \
    " ex2.approx.f32 r1, r0 | cvt.u32.u64 r2, rd2 ;\n"                                             \
    " st.relaxed.gpu.u32 [t+4], r1 | setp.eq.u32 p0, r2, 1 ;\n"                                    \
    " | @p0 bra END ;\n | st.u32 [z], 1 ;\n | END: ;\nexists (z=1)\n"

/* P1 looks for the lowest bit of what P0 may have written, and P2 reads which it is. */
#define SCAN(scan)                                                                                 \
    "X86_64 scan\n{ x=0; y=0; 1:rax=5; }\n P0 | P1 | P2 ;\n"                                       \
    " movq $8,(x) | movq (x),%rbx | movq (y),%rdx ;\n | " scan " | ;\n"                            \
    " | movq %rax,(y) | ;\n | END: | ;\nexists (2:rdx=3)\n"

/* A wave with that in v1. */
#define WAVE_TEST(v1, code, condition)                                                             \
    "CDNA wave\n{ uint32_t x=0x3f800000; uint32_t y; 0:v1=" v1 "; 0:v[10:11]=x; 0:v[12:13]=y; }\n" \
    " P0@workgroup 0,agent 0 ;\n " code " ;\n v_mov_b32 v5, 7 ;\n"                                 \
    " global_store_dword v[12:13], v5, off ;\n" condition "\n"
#define WAVE(v1, code)       WAVE_TEST(v1, code, "exists (y=7)")
#define WAVE_ASKED(v1, code) WAVE_TEST(v1, code, "exists (0:v0=7)")

static const struct {
    const char *model, *test, *states;
    const char *reason; /* of an uncertain answer, or NULL */
    bool races, races_open;
} rows[] = {
    /* only stored, or read and not looked at */
    {"ptx", PASSING("acquire", "", "exists (1:r0=1)"), "1:r0=0; | 1:r0=1;", NULL, false, false},
    {"ptx", PASSING("relaxed", "", "exists (1:r0=1)"), "1:r0=0; | 1:r0=1;", NULL, true, false},
    {"ptx", PASSING("acquire", " | add.f32 r3, r2, 0x3f800000 ;\n", "exists (1:r0=1)"),
     "1:r0=0; | 1:r0=1;", NULL, false, false},
    /* looked at: in a register, in memory, through arithmetic */
    {"ptx", PASSING("acquire", "", "exists (1:r2=0x3f800000)"), "1:r2=0;", ROUND, false, false},
    {"ptx", PASSING("relaxed", "", "exists (1:r0=1 /\\ 1:r2=3)"),
     "1:r0=0; 1:r2=0; | 1:r0=1; 1:r2=0;", ROUND, true, false},
    {"ptx", PASSING("acquire", "", "exists (y=0x3f800000)"), "", ROUND, false, false},
    {"ptx", PASSING("acquire", " | add.f32 r3, r2, 0x3f800000 ;\n", "exists (1:r3=1)"), "1:r3=0;",
     ROUND, false, false},
    {"ptx",
     PASSING("acquire", " | setp.lt.f32 p1, r2, 0x3f800000 ;\n | selp.u32 r3, 1, 2, p1 ;\n",
             "exists (1:r3=1)"),
     "1:r3=0;", ROUND, false, false},
    {"ptx",
     PASSING("acquire", " | setp.lt.f32 p1, r2, 0x3f800000 ;\n | @p1 mov.u32 r3, 1 ;\n",
             "exists (1:r3=1)"),
     "1:r3=0;", ROUND, false, false},
    /* it decides a branch, whether there is a store, where that goes to */
    {"ptx",
     PASSING("acquire",
             " | setp.lt.f32 p1, r2, 0x3f800000 ;\n | @p1 bra END ;\n | st.u32 [x], 1 ;\n",
             "exists (x=1)"),
     "[x]=1065353216;", DECIDES, false, true},
    {"ptx",
     PASSING("acquire", " | setp.lt.f32 p1, r2, 0x3f800000 ;\n | @p1 st.u32 [x], 1 ;\n",
             "exists (x=1)"),
     "[x]=1065353216;", DECIDES, false, true},
    {"ptx",
     PASSING("acquire",
             " | and.b32 r3, r2, 4 ;\n | cvt.u64.u32 rd3, r3 ;\n | mov.u64 rd4, t ;\n"
             " | add.u64 rd4, rd4, rd3 ;\n | st.u32 [rd4], 1 ;\n",
             "exists (t[0]=1)"),
     "t[0]=0;", DECIDES, false, true},
    /* it is in one element, and in what reads that one with others */
    {"ptx", ELEMENT("u32 rd2, [t]"), "[z]=0;", NULL, false, false},
    {"ptx", ELEMENT("u32 rd2, [t+8]"), "[z]=0;", NULL, false, false},
    {"ptx", ELEMENT("u32 rd2, [t+4]"), "[z]=0;", DECIDES, false, true},
    {"ptx", ELEMENT("u64 rd2, [t]"), "[z]=0;", DECIDES, true, true},
    /* with the flag unread it decides nothing */
    {"ptx",
     PASSING("acquire",
             " | setp.lt.f32 p1, r2, 0x3f800000 ;\n | @p1 bra END ;\n | st.u32 [x], 1 ;\n",
             "exists (1:r0=0)"),
     "1:r0=0;", DECIDES, false, true},
    /* a NaN is one, and which one is not said; a comparison with it is known all the same */
    {"ptx",
     "PTX nan\n{ uint32_t x=0x7f800000; uint32_t y; uint32_t z; }\n P0@cta 0,gpu 0 ;\n"
     " ld.u32 r0, [x] ;\n sub.f32 r1, r0, r0 ;\n st.u32 [y], r1 ;\n st.u32 [z], 1 ;\n"
     "exists (z=1)\n",
     "[z]=1;", NULL, false, false},
    {"ptx",
     "PTX nan\n{ uint32_t x=0x7f800000; uint32_t y; uint32_t z; }\n P0@cta 0,gpu 0 ;\n"
     " ld.u32 r0, [x] ;\n sub.f32 r1, r0, r0 ;\n st.u32 [y], r1 ;\n st.u32 [z], 1 ;\n"
     "exists (y=1)\n",
     "", "may give a NaN", false, false},
    {"ptx",
     "PTX red\n{ uint32_t x=0x7fc00000; uint32_t y; }\n P0@cta 0,gpu 0 ;\n"
     " red.relaxed.gpu.global.add.f32 [x], 0x3f800000 ;\n st.u32 [y], 1 ;\nexists (y=1)\n",
     "[y]=1;", NULL, false, false},
    {"ptx",
     "PTX red\n{ uint32_t x=0x7fc00000; uint32_t y; }\n P0@cta 0,gpu 0 ;\n"
     " red.relaxed.gpu.global.add.f32 [x], 0x3f800000 ;\n st.u32 [y], 1 ;\nexists (x=1)\n",
     "", "may give a NaN", false, false},
    /* through memory twice, and around a loop */
    {"ptx",
     "PTX chain\n{ uint32_t x=0x3f800000; uint32_t y; uint32_t z; }\n P0@cta 0,gpu 0 ;\n"
     " ld.u32 r0, [x] ;\n ex2.approx.f32 r1, r0 ;\n st.u32 [y], r1 ;\n ld.u32 r2, [y] ;\n"
     " st.u32 [z], r2 ;\n ld.u32 r3, [z] ;\nexists (0:r3=1)\n",
     "", ROUND, false, false},
    {"ptx",
     "PTX loop\n{ uint32_t x=0x3f800000; uint32_t y; }\n P0@cta 0,gpu 0 ;\n"
     " ld.u32 r0, [x] ;\n mov.u32 r1, 0 ;\n L: ;\n ex2.approx.f32 r0, r0 ;\n"
     " add.u32 r1, r1, 1 ;\n setp.lt.u32 p0, r1, 3 ;\n @p0 bra L ;\n st.u32 [y], r0 ;\n"
     "exists (0:r1=3)\n",
     "0:r1=3;", NULL, false, false},
    /* where an execution makes none, what may be one in others is what it is: the number of the
     * lowest bit, which nobody knows of 0 (Intel SDM, "BSF") */
    {"x86tso", SCAN("bsfq %rbx,%rax"), "2:rdx=0; | 2:rdx=3;", "may look for a bit in 0", false,
     false},
    {"x86tso", SCAN("testq %rbx,%rbx ;\n | je END | ;\n | bsfq %rbx,%rax"), "2:rdx=0; | 2:rdx=3;",
     NULL, false, false},
    {"x86tso", SCAN("bsfq %rbx,%rax ;\n | cmove %rbx,%rax"), "2:rdx=0; | 2:rdx=3;", NULL, false,
     false},
    {"x86tso", SCAN("bsfq %rbx,%rax ;\n | cmovne %rbx,%rax"), "2:rdx=0; | 2:rdx=8;",
     "may look for a bit in 0", false, false},
    {"x86tso",
     "X86_64 twice\n{ x=8; }\n P0 | P1 ;\n movq (x),%rcx | movq (x),%rcx ;\n"
     " bsfq %rcx,%rcx | bsfq %rcx,%rcx ;\n movq %rcx,(x) | movq %rcx,(x) ;\nexists (x=3)\n",
     "[x]=0; | [x]=3;", NULL, false, false},
    /* CDNA: an estimate; subnormal numbers, of which nothing is known before MODE has said it */
    {"cdna", WAVE("1", "v_rcp_f32 v0, v1"), "[y]=7;", NULL, false, false},
    {"cdna", WAVE_ASKED("0x40000000", "v_rcp_f32 v0, v1"), "", "has a result that the ISA", false,
     false},
    {"cdna",
     WAVE_ASKED("0x40000000",
                "v_div_scale_f32 v2, vcc, v1, v1, v1 ; v_div_fmas_f32 v0, v1, v1, v1"),
     "", "is not computed here", false, false},
    {"cdna", WAVE_ASKED("1", "v_add_f32 v0, v1, v1"), "", "a subnormal number", false, false},
    {"cdna", WAVE_ASKED("0x00800000", "v_mul_f32 v0, 0.5, v1"), "", "a subnormal number", false,
     false},
    {"cdna",
     WAVE_ASKED("1", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3 ; v_add_f32 v0, v1, v1"),
     "0:v0=2;", NULL, false, false},
    {"cdna",
     WAVE_ASKED("1", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 6, 2), 3 ; v_add_f32 v0, v1, v1"), "",
     "a subnormal number", false, false},
    {"cdna",
     WAVE_ASKED("1", "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15 ; "
                     "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 1 ; v_add_f32 v0, v1, v1"),
     "", "a subnormal number", false, false},
    {"cdna", WAVE_ASKED("0x7fc00000", "v_max_f32 v0, 1.0, v1"), "", "a NaN", false, false},
    {"cdna", WAVE_ASKED("1", "v_cmp_lt_f32 vcc, 0, v1 ; v_cndmask_b32 v0, 0, 1, vcc"), "",
     "a subnormal number", false, false},
    {"cdna", WAVE_ASKED("0x3f800000", "v_cmp_lt_f32 vcc, 0, v1 ; v_cndmask_b32_e64 v0, 0, 1, vcc"),
     "0:v0=1;", NULL, false, false},
    {"cdna", WAVE("0x7fc00000", "global_atomic_add_f32 v[10:11], v1, off"), "[y]=7;", NULL, false,
     false},
};

TEST(certain_or_not)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        checker c;
        checker_start_model(&c, rows[i].model, rows[i].test);
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
        const char *states = checker_states(&c, r);
        if (strcmp(states, rows[i].states) != 0)
            fail_msg("row %zu: %s\nexpected\n  %s", i, states, rows[i].states);
        if (rows[i].reason ? !strstr(r->reason, rows[i].reason) : r->outcome != CM_COMPLETE)
            fail_msg("row %zu: %s", i, r->reason);
        if (rows[i].races_open == r->flags_known || rows[i].races != (*r->flags != NULL))
            fail_msg("row %zu: flags", i);
        checker_end(&c);
    }
}
