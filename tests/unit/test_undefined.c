/* What architectures leave undefined: every permitted value is a state, or the
 * answer is uncertain and says why; and what nobody looks at costs nothing.
 *
 * Expected: Intel SDM volume 2 and AMD APM volume 3, "Flags Affected" of each
 * instruction; PTX ISA 9.7.1 and 6.4.1; Arm ARM B2.9 and B2.12; the
 * RISC-V manual's chapters on RVWMO and on the A extension. */
#include "tests/unit/checker_help.h"

/* ---- x86: flags ------------------------------------------------------ */

static const struct {
    const char *code;
    const char *flags; /* of CF, OF, SF and ZF in this order: 0, 1, or ? for either */
} flag_rows[] = {
    /* EAX=0x40000001, EBX=3, CL=0, DL=1; all flags 0 before, but by STC */
    {"shll $1,%eax", "0110"},
    {"shll $2,%eax", "1?00"},
    {"shll $32,%eax", "0000"}, /* a count of 0 */
    {"shll $33,%eax", "0110"},
    {"shll %cl,%eax", "0000"},
    {"movb $1,%cl ; shll %cl,%eax", "0110"},
    {"movb $2,%cl ; shll %cl,%eax", "1?00"},
    {"shlb $8,%al", "??01"},
    {"shlb $7,%al", "0?10"},
    {"shrb $8,%al", "??01"},
    {"shrw $16,%ax", "??01"},
    {"movb $16,%cl ; shrw %cl,%ax", "??01"},
    {"sarb $8,%al", "0?01"}, /* the sign, whatever the count */
    {"sarl $1,%eax", "1000"},
    {"shrl $1,%eax", "1000"},
    {"rorl $1,%eax", "1100"},
    {"rorl $2,%eax", "0?00"},
    {"roll $1,%eax", "0100"},
    {"roll $31,%eax", "0?00"},
    {"roll $32,%eax", "0000"},
    {"rolb $8,%al", "1?00"},
    {"imull %ebx,%eax", "11??"},
    {"imull $3,%ebx,%eax", "00??"},
    {"imull %ebx", "11??"},
    {"mull %ebx", "00??"},
    {"btl $0,%eax", "1???"},
    {"btsl $1,%eax", "0???"},
    {"btrl $0,%eax", "1???"},
    {"btcl $0,%eax", "1???"},
    {"andl %ebx,%eax", "0000"},
    {"testl %eax,%eax", "0000"},
    {"addl %eax,%eax", "0110"},
    {"subl %eax,%eax", "0001"},
    {"cmpl %eax,%ebx", "1010"},
    {"incl %eax", "0000"},
    {"notl %eax", "0000"},
    {"", "0000"}, /* as threads start */
};

static const char flag_names[] = "coSZ";

/* Of one flag: the states of its register must be those of the row. */
static void check_flag(const char *code, int flag, char expected)
{
    static const char *const reads[] = {"setc", "seto", "sets", "setz"};
    char text[512];
    snprintf(text, sizeof text,
             "X86_64 %c\n{ 0:RAX=0x40000001; 0:RBX=3; }\n P0 ;\n %s%s %s %%dil ;\n"
             "locations [0:RDI;]\nexists (0:rdi=0)\n",
             flag_names[flag], code, *code ? " ;" : "", reads[flag]);
    const char *states = expected == '?'   ? "0:rdi=0; | 0:rdi=1;"
                         : expected == '1' ? "0:rdi=1;"
                                           : "0:rdi=0;";
    checker c;
    checker_start_model(&c, "x86tso", text);
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
    if (r->outcome != CM_COMPLETE || strcmp(checker_states(&c, r), states) != 0)
        fail_msg("%s: %s\n  %s\nexpected\n  %s", code, reads[flag], checker_states(&c, r), states);
    checker_end(&c);
}

TEST(x86_flags)
{
    for (size_t i = 0; i < sizeof flag_rows / sizeof *flag_rows; i++)
        for (int flag = 0; flag < 4; flag++)
            check_flag(flag_rows[i].code, flag, flag_rows[i].flags[flag]);
}

/* ---- what is a choice, what is uncertain ------------------------------- */

static const struct {
    const char *model, *test, *states;
    const char *reason; /* of an uncertain answer, or NULL */
} rows[] = {
    /* code that a test looks at and may change */
    {"arm",
     "AArch64 changed\n{ 0:X1=P0:L; 0:X2=instr:\"NOP\"; }\n P0 ;\n STR W2,[X1] ;\n L: ISB ;\n"
     "exists (0:X2=1)\n",
     "", "may change code, which is not modelled"},
    {"arm",
     "AArch64 read\n{ 0:X1=P0:L; 0:X3=x; ins_t 0:X2; }\n P0 ;\n LDR W2,[X1] ;\n STR W2,[X3] ;\n"
     " L: ISB ;\nlocations [0:X2]\nexists (x=0)\n",
     "0:X2=instr:\"ISB\"; [x]=instr:\"ISB\";", NULL},
    /* a flag that is kept from before, or undefined, by a count that varies */
    {"x86tso",
     "X86_64 count\n{ x=0; 0:RAX=1; 0:RBX=-1; }\n P0 | P1 ;\n addl $1,%ebx | movl $2,(x) ;\n"
     " movl (x),%ecx | ;\n roll %cl,%eax | ;\n seto %dl | ;\nlocations [0:RCX; 0:RDX;]\n"
     "exists (0:rdx=1)\n",
     "0:rcx=0; 0:rdx=0; | 0:rcx=2; 0:rdx=0; | 0:rcx=2; 0:rdx=1;", NULL},
    /* a failing CMPXCHG of 32 bits, and the upper half of its register */
    {"x86tso",
     "X86_64 upper\n{ 0:RAX=1; uint64_t 0:RBX=0x500000002; 0:rcx=3; }\n P0 ;\n"
     " cmpxchgl %ecx,%ebx ;\nlocations [0:RAX; 0:RBX;]\nexists (0:RBX=2)\n",
     "0:rax=2; 0:rbx=2; | 0:rax=2; 0:rbx=21474836482;", NULL},
    {"x86tso",
     "X86_64 split\n{ int64_t x[2]={1,2}; }\n P0 ;\n movl x+6,%eax ;\nlocations [0:RAX;]\n"
     "exists (0:RAX=0)\n",
     "", "P0: `movl x+6,%eax` may access memory across a multiple of 8"},
    {"x86tso",
     "X86_64 inside\n{ int64_t x[2]={0x10000,2}; }\n P0 ;\n movl x+2,%eax ;\nlocations [0:RAX;]\n"
     "exists (0:RAX=0)\n",
     "0:rax=1;", NULL},
    {"x86tso",
     "X86_64 locked\n{ int64_t x[2]={0,2}; }\n P0 ;\n lock addl $1,x+6 ;\n movq x+8,%rax ;\n"
     "locations [0:RAX;]\nexists (0:RAX=0)\n",
     "0:rax=2;", NULL},
    {"ptx",
     "PTX division\n{ x=0; 0:r1=5; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
     " ld.relaxed.gpu.u32 r0, [x] | st.relaxed.gpu.u32 [x], 2 ;\n div.u32 r2, r1, r0 | ;\n"
     "locations [0:r2;]\nexists (0:r2=0)\n",
     "0:r2=2;", "P0: `div.u32 r2, r1, r0` may divide by 0"},
    {"ptx",
     "PTX remainder\n{ 0:r1=5; }\n P0@cta 0,gpu 0 ;\n rem.s32 r2, r1, r0 ;\n"
     "locations [0:r2;]\nexists (0:r2=5)\n",
     "", "P0: `rem.s32 r2, r1, r0` may divide by 0"},
    {"ptx",
     "PTX guarded\n{ 0:r1=5; }\n P0@cta 0,gpu 0 ;\n setp.ne.u32 p1, r0, 0 ;\n"
     " @p1 rem.s32 r2, r1, r0 ;\nlocations [0:r2;]\nexists (0:r2=5)\n",
     "0:r2=0;", NULL},
    {"ptx",
     "PTX unaligned\n{ int64_t x=0; }\n P0@cta 0,gpu 0 ;\n ld.relaxed.gpu.u32 r2, [x+2] ;\n"
     "locations [0:r2;]\nexists (0:r2=5)\n",
     "", "may access memory at an address that is not a multiple of 4"},
    {"ptx",
     "PTX vector\n{ int x[4]={1,2,3,4}; }\n P0@cta 0,gpu 0 ;\n ld.v2.u32 {r1, r2}, [x+4] ;\n"
     "locations [0:r2;]\nexists (0:r2=5)\n",
     "", "may access memory at an address that is not a multiple of 8"},
    {"ptx", /* a box beyond the tensor's first dimension, which has 3 */
     "PTX box\n{ int64_t x[12]; int64_t t[2]={x,3}; shared int64_t s[2]@cta 0={7,8}; }\n"
     " P0@cta 0,gpu 0 ;\n"
     " cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [t, {3, 0}], [s] ;\n"
     "locations [x[6];]\nexists (x[6]=7)\n",
     "", "may copy a box outside of its tensor"},
    {"ptx",
     "PTX multimem\n{ x=0; y=0; multimem m={x, y}; 0:rd0=x; }\n P0@cta 0,gpu 0 ;\n"
     " multimem.st.weak.u32 [rd0], 1 ;\nexists (x=1)\n",
     "", "may use an address that is not a multimem address"},
    {"ptx", /* out of range: clamped to the width (PTX ISA 9.7.8.7, 9.7.8.8) */
     "PTX shifts\n{ 0:r1=-1; }\n P0@cta 0,gpu 0 ;\n shl.b32 r2, r1, 40 ;\n shr.s32 r3, r1, 40 ;\n"
     " shr.u32 r4, r1, 33 ;\nlocations [0:r2; 0:r3; 0:r4;]\nexists (0:r2=5)\n",
     "0:r2=0; 0:r3=-1; 0:r4=0;", NULL},
    {"arm",
     "AArch64 address\n{ x=0; y=0; 0:X1=x; 0:X3=y; 0:X4=1; }\n P0 ;\n LDXR W0,[X1] ;\n"
     " STXR W2,W4,[X3] ;\nlocations [y;]\nexists (0:X2=0)\n",
     "0:X2=0; [y]=1; | 0:X2=1; [y]=0;", NULL},
    {"arm",
     "AArch64 size\n{ int64_t x=0; 0:X1=x; 0:X4=1; }\n P0 ;\n LDXR W0,[X1] ;\n"
     " STXR W2,X4,[X1] ;\nlocations [x;]\nexists (0:X2=0)\n",
     "0:X2=0; [x]=1; | 0:X2=1; [x]=0;", NULL},
    {"arm", /* no load: it fails */
     "AArch64 none\n{ x=0; 0:X1=x; 0:X4=1; }\n P0 ;\n STXR W2,W4,[X1] ;\n"
     "locations [x;]\nexists (0:X2=0)\n",
     "0:X2=1; [x]=0;", NULL},
    {"arm", /* no longer watched: it fails */
     "AArch64 open\n{ x=0; 0:X1=x; 0:X4=1; }\n P0 ;\n LDXR W0,[X1] ;\n CLREX ;\n STXR W2,W4,[X1] "
     ";\n"
     "locations [x;]\nexists (0:X2=0)\n",
     "0:X2=1; [x]=0;", NULL},
    {"arm",
     "AArch64 twice\n{ x=0; 0:X1=x; 0:X4=1; }\n P0 ;\n LDXR W0,[X1] ;\n STXR W3,W4,[X1] ;\n"
     " STXR W2,W4,[X1] ;\nlocations [0:X3;]\nexists (0:X2=0)\n",
     "0:X2=1; 0:X3=0; | 0:X2=1; 0:X3=1;", NULL},
    {"arm",
     "AArch64 exclusive\n{ int64_t x=0; 0:X1=x; }\n P0 ;\n ADD X1,X1,#2 ;\n LDXR W0,[X1] ;\n"
     "exists (0:X0=0)\n",
     "", "P0: `LDXR W0,[X1]` may access memory at an address that is not a multiple of 4"},
    {"arm",
     "AArch64 atomic\n{ int64_t x=0; 0:X1=x; }\n P0 ;\n ADD X1,X1,#2 ;\n LDADD W2,W0,[X1] ;\n"
     "exists (0:X0=0)\n",
     "", "may access memory at an address that is not a multiple of 4"},
    {"arm",
     "AArch64 pair\n{ int64_t x[4]={0,0,0,0}; 0:X1=x; }\n P0 ;\n ADD X1,X1,#8 ;\n LDXP X0,X2,[X1] "
     ";\n"
     "exists (0:X0=0)\n",
     "", "may access memory at an address that is not a multiple of 16"},
    {"arm",
     "AArch64 ordered\n{ int64_t x=0; 0:X1=x; }\n P0 ;\n STLUR W2,[X1,#2] ;\nexists (0:X0=0)\n", "",
     "may access memory at an address that is not a multiple of 4"},
    {"arm",
     "AArch64 whole\n{ int64_t x=0x10000; 0:X1=x; }\n P0 ;\n LDR W0,[X1,#2] ;\nexists (0:X0=1)\n",
     "0:X0=1;", NULL},
    {"ptx", /* the elements that the sink takes are part of the vector all the same */
     "PTX sink\n{ int t[16]; 0:rd1=t; }\n P0@cta 0,gpu 0 ;\n add.u64 rd1, rd1, 24 ;\n"
     " ld.weak.global.v8.u32 {_,_,r2,r3,r4,r5,r6,r7}, [rd1] ;\nexists (0:r2=0)\n",
     "", "may access memory at an address that is not a multiple of 32"},
    {"riscv", /* no reservation: it fails */
     "RISCV none\n{ 0:a0=x; 0:a1=1; }\n P0 ;\n sc.w a2,a1,(a0) ;\nlocations [x;]\n"
     "exists (0:a2=0)\n",
     "0:x12=1; [x]=0;", NULL},
    {"riscv",
     "RISCV free\n{ 0:a0=x; 0:a1=1; }\n P0 ;\n lr.w a2,(a0) ;\n sc.w a2,a1,(a0) ;\n"
     "locations [x;]\nexists (0:a2=0)\n",
     "0:x12=0; [x]=1; | 0:x12=1; [x]=0;", NULL},
    {"riscv", /* locations lie in reservation sets of their own */
     "RISCV elsewhere\n{ 0:a0=x; 0:a3=y; 0:a1=1; }\n P0 ;\n lr.w a2,(a0) ;\n sc.w a2,a1,(a3) ;\n"
     "locations [y;]\nexists (0:a2=0)\n",
     "0:x12=1; [y]=0;", NULL},
    {"riscv",
     "RISCV near\n{ int x[2]; 0:a0=x; 0:a1=1; }\n P0 ;\n lr.w a2,(a0) ;\n addi a0,a0,4 ;\n"
     " sc.w a2,a1,(a0) ;\nexists (0:a2=0)\n",
     "", "P0: `sc.w a2,a1,(a0)` may succeed with an SC whose LR named other bytes"},
    {"riscv",
     "RISCV size\n{ int64_t x=0; 0:a0=x; 0:a1=1; }\n P0 ;\n lr.w a2,(a0) ;\n sc.d a2,a1,(a0) ;\n"
     "exists (0:a2=0)\n",
     "", "may succeed with an SC whose LR named other bytes"},
    {"riscv", "RISCV plain\n{ int64_t x=0; 0:a0=x; }\n P0 ;\n sw a1,2(a0) ;\nexists (true)\n", "",
     "P0: `sw a1,2(a0)` may access memory at an address that is not a multiple of 4"},
    {"riscv",
     "RISCV amo\n{ int64_t x=0; 0:a0=x; }\n P0 ;\n addi a0,a0,2 ;\n amoadd.w a1,a1,(a0) ;\n"
     "exists (true)\n",
     "", "may access memory at an address that is not a multiple of 4"},
    {"riscv",
     "RISCV quad\n{ int64_t x[4]; 0:a0=x; }\n P0 ;\n addi a0,a0,8 ;\n amocas.q a2,a4,(a0) ;\n"
     "exists (true)\n",
     "", "may access memory at an address that is not a multiple of 16"},
};

TEST(choices_and_doubts)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        checker c;
        checker_start_model(&c, rows[i].model, rows[i].test);
        cm_check_result *r =
            checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){.verify = true});
        bool sure = r->outcome == CM_COMPLETE;
        if (sure != !rows[i].reason || (!sure && !strstr(r->reason, rows[i].reason)))
            fail_msg("%s: `%s`, expected `%s`", c.job.test->name, r->reason,
                     rows[i].reason ? rows[i].reason : "a certain answer");
        if (strcmp(checker_states(&c, r), rows[i].states) != 0)
            fail_msg("%s:\n  %s\nexpected\n  %s", c.job.test->name, checker_states(&c, r),
                     rows[i].states);
        checker_end(&c);
    }
}

/* Exclusives of different sizes are no atomic pair: the write of P1 may come between
 * them, after what was read and before what was written. */
TEST(no_pair_between_sizes)
{
    static const char text[] =
        "AArch64 sizes\n{ int64_t x=0; 0:X1=x; 1:X1=x; 0:X4=2; 1:X4=1; }\n P0 | P1 ;\n"
        " LDXR %s0,[X1] | STR X4,[X1] ;\n STXR W2,X4,[X1] | ;\n"
        "exists (0:X0=0 /\\ 0:X2=0 /\\ x=2)\n";
    static const struct {
        const char *width;
        cm_answer between;
    } widths[] = {{"X", CM_NO}, {"W", CM_YES}};
    for (size_t i = 0; i < 2; i++) {
        char test[512];
        snprintf(test, sizeof test, text, widths[i].width);
        checker c;
        checker_start_model(&c, "arm", test);
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
        assert_int_equal(r->outcome, CM_COMPLETE);
        assert_int_equal(cm_check_answer(r), widths[i].between);
        checker_end(&c);
    }
}

/* ---- values that the model calls undefined ---------------------------- */

#define LLVM_HEADS                                                                                 \
    "{ x=0; y=0; }\n P0@wave 0,cta 0,gpu 0 | P1@wave 0,cta 1,gpu 0 | P2@wave 0,cta 2,gpu 0 ;\n"
/* P1 reads x while P0 writes it: LLVM's undef. What P1 does with it, what P2 does; asked. */
#define RACE(p1, p2, asked)                                                                        \
    "LLVM race\n" LLVM_HEADS " store.i32 [x], 1 | load.i32 r0, [x] | " p2 " ;\n | " p1             \
    " | ;\n" asked "\n"
/* Message passing: where P1 saw the flag, what it reads is defined. */
#define MP(asked)                                                                                  \
    "LLVM mp\n" LLVM_HEADS " store.i32 [x], 1 | load.i32.acquire r0, [y] | ;\n"                    \
    " store.i32.release [y], 1 | load.i32 r1, [x] | ;\n" asked "\n"
#define CDNA(code, asked)                                                                          \
    "CDNA early\n{ x=0; y=0; 0:v1=3; 0:v[2:3]=x; 0:v[4:5]=y; }\n"                                  \
    " P0@wave 0,workgroup 0,xcd 0,agent 0 ;\n global_load_dword v1, v[2:3], off ;\n" code          \
    " ;\n" asked "\n"
#define READS "reads a value that is undefined under the model"
#define DOES  "does what the model leaves undefined"

/* Expected: LLVM AMDGPUMemoryModel (such a read returns undef); LLVM Language Reference, "Undefined
 * Values" (what is computed from one may be anything, a branch or an address makes the behaviour
 * undefined); MI300 ISA 4.4 (waits). */
static const struct {
    const char *model, *test;
    cm_answer answer;
    const char *reason;
} undefined[] = {
    {"llvm-amdgpu", RACE("", "", "exists (1:r0=42)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", RACE("", "", "~exists (1:r0=42)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", RACE("", "", "forall (1:r0=0 \\/ 1:r0=1)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", RACE("", "", "forall (1:r0=1)"), CM_NO, ""},
    {"llvm-amdgpu", RACE("", "", "exists (1:r0=1)"), CM_YES, ""},
    {"llvm-amdgpu", RACE("", "", "exists (not (1:r0=0 \\/ 1:r0=1))"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", RACE("", "", "filter (1:r0=42)\nexists (x=1)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", RACE("", "", "exists (1:r0=42 /\\ x=2)"), CM_NO, ""},
    {"llvm-amdgpu", RACE("add r1, r0, 1", "", "exists (1:r1=42)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", RACE("mov r0, 1", "", "exists (1:r0=42)"), CM_NO, ""},
    {"llvm-amdgpu", RACE("select r1, r0, 2, 3", "", "exists (1:r1=42)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", RACE("store.i32.monotonic [y], r0", "", "exists (y=42)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu",
     RACE("store.i32.monotonic [y], r0", "load.i32.monotonic r2, [y]", "exists (2:r2=42)"),
     CM_UNKNOWN, READS},
    {"llvm-amdgpu",
     RACE("store.i32.monotonic [y], 1", "load.i32.monotonic r2, [y]", "exists (2:r2=42)"), CM_NO,
     ""},
    {"llvm-amdgpu", RACE("br r0, L | ;\n | L:", "", "exists (1:r9=5)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", RACE("and r1, r0, 0 | ;\n | load.i32 r2, [y+r1]", "", "exists (1:r2=5)"),
     CM_UNKNOWN, READS},
    {"llvm-amdgpu", MP("exists (1:r0=1 /\\ 1:r1=7)"), CM_NO, ""},
    {"llvm-amdgpu", MP("exists (1:r0=1 /\\ 1:r1=0)"), CM_NO, ""},
    {"llvm-amdgpu", MP("exists (1:r0=0 /\\ 1:r1=7)"), CM_UNKNOWN, READS},
    {"llvm-amdgpu", MP("exists (1:r0=7)"), CM_NO, ""},
    {"cdna", CDNA("v_add_u32 v6, v1, v1", "exists (0:v6=6)"), CM_UNKNOWN, DOES},
    {"cdna", CDNA("v_mov_b32 v1, 5", "exists (0:v1=0)"), CM_UNKNOWN, DOES},
    {"cdna", CDNA("s_waitcnt vmcnt(0) ;\n v_add_u32 v6, v1, v1", "exists (0:v6=6)"), CM_NO, ""},
};

TEST(values_that_models_leave)
{
    static const cm_check_options asked[] = {{0}, {.question = true, .no_flags = true}};
    for (size_t i = 0; i < 2 * (sizeof undefined / sizeof *undefined); i++) {
        checker c;
        checker_start_model(&c, undefined[i / 2].model, undefined[i / 2].test);
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &asked[i % 2]);
        if (!r)
            fail_msg("%s\n%s", undefined[i / 2].test, cat_messages(&c.cat));
        if (cm_check_answer(r) != undefined[i / 2].answer ||
            !strstr(r->reason, undefined[i / 2].reason) || !*r->reason != !*undefined[i / 2].reason)
            fail_msg("%s: %d, `%s`", undefined[i / 2].test, (int)cm_check_answer(r), r->reason);
        checker_end(&c);
    }
}

/* ---- costs -------------------------------------------------------------- */

static size_t steps_of(checker *c, const char *text, cm_step_kind kind)
{
    checker_start(c, NULL, text);
    size_t count = 0;
    const cm_thread *t = &c->job.test->threads[0];
    for (int i = 0; i < t->step_count; i++)
        count += t->steps[i].kind == kind;
    return count;
}

static const struct {
    const char *code;
    size_t choices;
} costs[] = {
    {"imull %ebx,%eax", 0},
    {"imull %ebx,%eax ; addl $1,%ebx ; jz L ; L: nop", 0},
    {"imull %ebx,%eax ; setc %cl", 0},
    {"imull %ebx,%eax ; setz %cl", 1},
    {"imull %ebx,%eax ; setl %cl", 1},
    {"imull %ebx,%eax ; rolb $1,%cl ; setz %cl", 1}, /* rotates leave ZF */
    {"imull %ebx,%eax ; incl %ebx ; setz %cl", 0},   /* INC sets it */
    {"L: imull %ebx,%eax ; setz %cl ; jmp L", 1},
    {"L: setz %cl ; imull %ebx,%eax ; jmp L", 1}, /* read in the next round */
    {"L: setc %cl ; imull %ebx,%eax ; jmp L", 0},
    {"shll $5,%eax ; shll $6,%eax ; shll $7,%eax", 0},
    {"shll $5,%eax ; shll $6,%eax ; seto %cl", 1},
    {"btl $1,%eax ; jc L ; setz %cl ; L: nop", 1},
};

TEST(unread_flags_cost_nothing)
{
    for (size_t i = 0; i < sizeof costs / sizeof *costs; i++) {
        char text[512];
        snprintf(text, sizeof text, "X86_64 cost\n{}\n P0 ;\n %s ;\nexists (true)\n",
                 costs[i].code);
        checker c;
        size_t found = steps_of(&c, text, CM_STEP_CHOOSE);
        if (found != costs[i].choices)
            fail_msg("%s: %zu choices, expected %zu", costs[i].code, found, costs[i].choices);
        checker_end(&c);
    }
}

/* Labels, targets and pairs still mean the same steps when others went. */
TEST(steps_keep_their_places)
{
    checker_expect(
        "x86tso",
        "X86_64 places\n{ x=5; }\n P0 ;\n addl $1,%eax ; shll $3,%eax ; cmpl $9,%eax ;\n"
        " je L ; lock xaddl %eax,(x) ; jmp E ;\n L: movl $1,(x) ; E: imull $2,%ebx,%ebx ;\n"
        "locations [0:RAX; x;]\nexists (x=13)\n",
        NULL, CM_COMPLETE, "0:rax=5; [x]=13;");
    checker_expect("arm",
                   "AArch64 places\n{ x=5; 0:X1=x; }\n P0 ;\n ADDS W2,W2,#1 ; ADR X3,L ; BR X3 ;\n"
                   " MOV W2,#7 ; L: ADDS W4,W2,#1 ; CMP W4,#2 ; CSET W5,EQ ;\n"
                   "locations [0:X2; 0:X5;]\nexists (0:X5=1)\n",
                   NULL, CM_COMPLETE, "0:X2=1; 0:X5=1;");
}
