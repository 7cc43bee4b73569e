/* Native texts of CPU threads: what is written for each form, what is changed by
 * injected bugs, and what is refused. */
#include "litmus/native.h"
#include "tests/unit/litmus_open.h"

#include <stdlib.h>

typedef struct job {
    opened *o;
    int thread;
    unsigned changes;
    cm_native native;
} job;

static void generate(void *argument)
{
    job *j = argument;
    const cm_native_style style = {.prefix = "p", .changes = j->changes};
    j->native = cm_native_thread(&j->o->work, j->o->test, j->thread, &style);
}

/* Opens a test of one thread; o must be closed. False: refused. */
static bool open_native(opened *o, cm_native *native, const char *arch, const char *init,
                        const char *code, unsigned changes)
{
    char text[1024];
    int length = snprintf(text, sizeof text, "%s t\n{ %s }\n P0 ;\n %s ;\nexists (true)\n", arch,
                          init, code);
    char *kept = malloc((size_t)length + 1);
    assert_non_null(kept);
    memcpy(kept, text, (size_t)length + 1);
    open_text(o, kept);
    if (!o->test)
        fail_msg("%s: %s", code, first_error(o));
    job j = {.o = o, .changes = changes};
    bool good = cm_arena_protect(o->arena, generate, &j);
    *native = j.native;
    return good;
}

static void close_native(opened *o)
{
    const char *text = o->source.text;
    close_test(o);
    free((void *)(uintptr_t)text);
}

/* ---- texts ------------------------------------------------------------- */

typedef struct text_row {
    const char *arch, *init, *code;
    const char *body; /* lines joined by "; ", without tabs before, `.arch` and `.option` */
    unsigned changes;
} text_row;

/* "\tMOV\tW0,#1\n" as "MOV W0,#1; ". */
static void flatten(char *out, size_t size, const char *body)
{
    size_t used = 0;
    for (const char *line = body; *line && used + 2 < size;) {
        size_t length = strcspn(line, "\n");
        if (strncmp(line, "\t.arch\t", 7) != 0 && strncmp(line, "\t.option\t", 9) != 0) {
            if (used > 0)
                used += (size_t)snprintf(out + used, size - used, "; ");
            for (size_t i = line[0] == '\t'; i < length && used + 1 < size; i++)
                out[used++] = line[i] == '\t' ? ' ' : line[i];
        }
        line += length + (line[length] == '\n');
    }
    out[used] = '\0';
}

static void check_texts(const text_row *rows, size_t count)
{
    size_t wrong = 0;
    for (size_t i = 0; i < count; i++) {
        opened o;
        cm_native native;
        char found[1024];
        if (!open_native(&o, &native, rows[i].arch, rows[i].init, rows[i].code, rows[i].changes))
            fail_msg("%s: %s", rows[i].code, first_error(&o));
        flatten(found, sizeof found, native.body);
        if (strcmp(found, rows[i].body) != 0) {
            print_error("%s:\n    %s\nexpected\n    %s\n", rows[i].code, found, rows[i].body);
            wrong++;
        }
        close_native(&o);
    }
    assert_int_equal(wrong, 0);
}

#define ARM "AArch64"
#define ACQ CM_NATIVE_DROP_ACQUIRE
#define REL CM_NATIVE_DROP_RELEASE

static const text_row aarch64_rows[] = {
    {ARM, "", "MOV W0,#1 (* one *) ; mov x1, x0", "MOV W0,#1; mov x1,x0", 0},
    {ARM, "0:X1=x;", "LDR W0,[X1,#4] ; STR W0,[X1],#8", "LDR W0,[X1,#4]; STR W0,[X1],#8", 0},
    {ARM, "", "ADD X0,X1,X2,LSL #3", "ADD X0,X1,X2,LSL #3", 0},
    {ARM, "0:X1=x;", "LDR X0,[X1,W2,SXTW #3]", "LDR X0,[X1,W2,SXTW #3]", 0},
    {ARM, "0:X1=x;", "LDR X0,[X1,X2,UXTX #3]", "LDR X0,[X1,X2,LSL #3]", 0},
    {ARM, "0:X1=x;", "LDR X0,[X1,X2,UXTX]", "LDR X0,[X1,X2,LSL #0]", 0},
    {ARM, "", "ADD X0,X1,X2,UXTX", "ADD X0,X1,X2,UXTX", 0},
    {ARM, "", "L0: CBNZ W0,L0", ".Lp_0:; CBNZ W0,.Lp_0", 0},
    {ARM, "", "CMP X1,X2 ; BEQ L1 ; B L1 ; L1:", "CMP X1,X2; B.EQ .Lp_0; B .Lp_0; .Lp_0:", 0},
    /* flags that are read before they are set start as 0, the monitor open */
    {ARM, "", "BEQ L1 ; L1:", "msr nzcv, xzr; clrex; B.EQ .Lp_0; .Lp_0:", 0},
    {ARM, "x=0;", "LDR X1,=x ; STXR W0,W2,[X1]", "msr nzcv, xzr; clrex; MOV X1,x9; STXR W0,W2,[X1]",
     0},
    {ARM, "", "TBZ X1,#3,X1 ; NOP ; X1: NOP", "TBZ X1,#3,.Lp_0; NOP; NOP; .Lp_0:", 0},
    {ARM, "", "ADD LR,FP,#1", "ADD x30,x29,#1", 0},
    {ARM, "x=1;", "LDR X0,=x ; LDR W1,x", "MOV X0,x9; LDR W1,[x9]", 0},
    {ARM, "x=1; y=2;", "ADR X9,y ; ADRP X10,x", "MOV X9,x11; MOV X10,x12", 0},
    {ARM, "", "LDR X0,=0x123456789", "LDR X0,=0x123456789", 0},
    {ARM, "", "BL F ; B E ; F: RET ; E:", "BL .Lp_1; B .Lp_2; .Lp_1:; RET; .Lp_2:", 0},
    {ARM, "", "MSR NZCV,X1 ; MRS X0,NZCV ; DMB ISHLD ; ISB",
     "MSR NZCV,X1; MRS X0,NZCV; DMB ISHLD; ISB", 0},
    {ARM, "", "MOV W0,#-2 ; MOV X0,#0xffff0000 ; MOV X1,#-65537",
     "MOV W0,#-2; MOV X0,#0xffff0000; MOV X1,#-65537", 0},
    {ARM, "", "MOV X0,#0x5555555555555555 ; AND W1,W0,#0xf000000f ; EOR X2,X1,X0,LSL #5",
     "MOV X0,#0x5555555555555555; AND W1,W0,#0xf000000f; EOR X2,X1,X0,LSL #5", 0},
    /* Encodings as in the tests of LLVM's assembler, armv8.9a-lrcpc3.s. */
    {ARM, "0:X16=x;", "STILP W24,W0,[X16,#-8]!", ".inst 0x99000a18", 0},
    {ARM, "0:X17=x;", "STILP X25,X1,[X17,#-16]!", ".inst 0xd9010a39", 0},
    {ARM, "0:X18=x;", "STILP W26,W2,[X18]", ".inst 0x99021a5a", 0},
    /* Arm ARM C6.2, LDIAPP: as STILP with L = 1 (bit 22). */
    {ARM, "0:X16=x;", "LDIAPP W24,W0,[X16],#8", ".inst 0x99400a18", 0},
    {ARM, "0:X18=x;", "LDIAPP X26,X2,[X18]", ".inst 0xd9421a5a", 0},
    /* Also of armv8.9a-lrcpc3.s; the atomics of armv9.4a-lse128.s. */
    {ARM, "0:X15=x;", "STLR W3,[X15,#-4]!", ".inst 0x998009e3", 0},
    {ARM, "0:X15=x;", "stlr x3,[x15,#-8]!", ".inst 0xd98009e3", 0},
    {ARM, "0:X15=x;", "LDAPR W3,[X15],#4", ".inst 0x99c009e3", 0},
    {ARM, "0:X15=x;", "LDAPR X3,[X15],#8", ".inst 0xd9c009e3", 0},
    {ARM, "0:X15=x;", "LDAPR X3,[X15] ; STLR X3,[X15,#0]", "LDAPR X3,[X15]; STLR X3,[X15,#0]", 0},
    {ARM, "0:X11=x;", "LDCLRP X1,X2,[X11] ; LDCLRPA X1,X2,[X11] ; ldclrpal x1,x2,[x11]",
     ".inst 0x19221161; .inst 0x19a21161; .inst 0x19e21161", 0},
    {ARM, "0:X11=x;", "LDSETPL X1,X2,[X11] ; SWPP X1,X2,[X11]",
     ".inst 0x19623161; .inst 0x19228161", 0},
    {ARM, "0:X11=x;", "SWPPAL X1,X2,[X11] ; LDCLRPAL X1,X2,[X11] ; LDSETPA X1,X2,[X11]",
     ".inst 0x19628161; .inst 0x19621161; .inst 0x19223161", ACQ},
    {ARM, "0:X11=x;", "SWPPAL X1,X2,[X11] ; LDAPR X1,[X11],#8 ; STLR X1,[X11,#-8]!",
     ".inst 0x19a28161; .inst 0xd9c00961; STR X1,[X11,#-8]!", REL},
    /* injected bugs */
    {ARM, "0:X1=x;", "LDAR W0,[X1] ; STLR W0,[X1]", "LDR W0,[X1]; STLR W0,[X1]", ACQ},
    {ARM, "0:X1=x;", "LDAR W0,[X1] ; STLR W0,[X1]", "LDAR W0,[X1]; STR W0,[X1]", REL},
    {ARM, "0:X1=x;", "LDAPRB W0,[X1] ; LDAPUR X2,[X1,#8]", "LDRB W0,[X1]; LDUR X2,[X1,#8]", ACQ},
    {ARM, "0:X1=x;", "LDAXR W0,[X1] ; STLXR W2,W0,[X1]", "LDXR W0,[X1]; STXR W2,W0,[X1]",
     ACQ | REL},
    {ARM, "0:X1=x;", "SWPAL W0,W2,[X1] ; CASALB W0,W2,[X1]", "SWPL W0,W2,[X1]; CASLB W0,W2,[X1]",
     ACQ},
    {ARM, "0:X1=x;", "LDADDAL W0,W2,[X1] ; STADDLH W0,[X1]", "LDADDA W0,W2,[X1]; STADDH W0,[X1]",
     REL},
    {ARM, "0:X1=x;", "LDIAPP W0,W2,[X1] ; STILP W0,W2,[X1,#-8]!",
     "LDP W0,W2,[X1]; STP W0,W2,[X1,#-8]!", ACQ | REL},
    {ARM, "0:X1=x;", "LDR W0,[X1] ; DMB SY ; LDR W2,[X1]", "LDR W0,[X1]; LDR W2,[X1]", ACQ},
    {ARM, "0:X1=x;", "STR W0,[X1] ; DMB SY ; LDR W2,[X1]", "STR W0,[X1]; DMB SY; LDR W2,[X1]", ACQ},
    {ARM, "0:X1=x;", "STR W0,[X1] ; DSB ST ; STR W2,[X1]", "STR W0,[X1]; STR W2,[X1]", REL},
    {ARM, "0:X1=x;", "STR W0,[X1] ; DMB SY ; LDR W2,[X1]", "STR W0,[X1]; DMB SY; LDR W2,[X1]", REL},
};

TEST(aarch64_texts)
{
    check_texts(aarch64_rows, sizeof aarch64_rows / sizeof *aarch64_rows);
}

static const text_row x86_rows[] = {
    {"X86", "", "MOV [x],$1 ; MOV EAX,[y]", "movl $1, (%rsi); movl (%rdi), %eax", 0},
    {"X86", "", "mov [x], 1", "movl $1, (%rsi)", 0},
    {"X86", "int8_t x=1;", "MOV [x],1 ; MOVZX EAX,[x]", "movb $1, (%rsi); movzbl (%rsi), %eax", 0},
    {"X86", "", "XCHG [x],EAX ; LOCK INC [x]", "xchgl %eax, (%rsi); lock incl (%rsi)", 0},
    {"X86", "", "MFENCE ; LOCK XADD [x],EAX", "MFENCE; lock xaddl %eax, (%rsi)", 0},
    /* 32-bit mode keeps addresses whole (litmus/isa/x86/x86_common.h). */
    {"X86", "", "MOV EAX,$x ; MOV EBX,EAX ; MOV [EBX+4],AL",
     "movq %rsi, %rax; movq %rax, %rbx; movb %al, 4(%rbx)", 0},
    {"X86", "int t[4]={0,0,0,0};", "MOV EAX,[t+ECX*4-4]", "movl -4(%rsi,%rcx,4), %eax", 0},
    {"X86", "", "L: CMP EAX,1 ; JNE L ; SETE AH", ".Lp_0:; cmpl $1, %eax; JNE .Lp_0; sete %ah", 0},
    {"X86_64", "", "movl $1,(x) ; movl (x),%eax", "movl $1, (%rsi); movl (%rsi), %eax", 0},
    {"X86_64", "", "movl $1,x ; movq x(%rip),%rax", "movl $1, (%rsi); movq (%rsi), %rax", 0},
    {"X86_64", "", "lock; addl $1,(x)", "lock addl $1, (%rsi)", 0},
    {"X86_64", "", "cmpxchg16b 16(%rbx) ; LOCK CMPXCHG16B [RBX+32]",
     "cmpxchg16b 16(%rbx); lock cmpxchg16b 32(%rbx)", 0},
    {"X86_64", "", "movabsq $0x1122334455667788,%rax", "movq $1234605616436508552, %rax", 0},
    {"X86_64", "", "movl $0xffffffff,%eax", "movl $-1, %eax", 0},
    {"X86_64", "", "MOV R8L,SIL ; MOVSXD RAX,EBX", "movb %sil, %r8b; movslq %ebx, %rax", 0},
    {"X86_64", "", "TEST $1,(x) ; shll $33,%eax", "testl $1, (%rsi); shll $1, %eax", 0},
    {"X86_64", "", "imull $7,(x),%eax ; btsl $37,%eax", "imull $7, (%rsi), %eax; btsl $5, %eax", 0},
    {"X86_64", "", "cmovel %ebx,%eax ; CMOVL EAX,EBX",
     "testb $1, 0f-1(%rip); 0:; cmovel %ebx, %eax; cmovll %ebx, %eax", 0},
    /* RSI and RDI are mentioned: others hold addresses. */
    {"X86_64", "", "movq (x),%rsi ; movq (y),%rdi", "movq (%rdx), %rsi; movq (%rcx), %rdi", 0},
    /* injected bugs: LOCK stays */
    {"X86", "", "MOV EAX,[x] ; MFENCE ; MOV EAX,[x]", "movl (%rsi), %eax; movl (%rsi), %eax", ACQ},
    {"X86", "", "MOV [x],EAX ; MFENCE ; MOV EAX,[x]",
     "movl %eax, (%rsi); MFENCE; movl (%rsi), %eax", ACQ | REL},
    {"X86", "", "SFENCE ; LOCK ADD [x],1", "lock addl $1, (%rsi)", REL},
    {"X86", "", "LOCK ADD [x],1 ; LFENCE", "lock addl $1, (%rsi)", ACQ},
    {"X86", "", "MOV EAX,[x] ; MFENCE", "movl (%rsi), %eax; MFENCE", CM_NATIVE_NARROW_SCOPE},
};

TEST(x86_texts)
{
    check_texts(x86_rows, sizeof x86_rows / sizeof *x86_rows);
}

static const text_row riscv_rows[] = {
    {"RISCV", "", "LW A0,4(a1) ; ADD x12,Zero,fp", "lw x10,4(x11); add x12,x0,x8", 0},
    {"RISCV", "x=1;", "la t0,x ; lw t1,-4(t0)", "mv x5, x7; lw x6,-4(x5)", 0},
    {"RISCV", "", "l: bne a0,zero,l ; jal l ; ret", ".Lp_0:; bne x10,x0,.Lp_0; jal .Lp_0; ret", 0},
    {"RISCV", "", "fence ; fence iorw,ow ; fence rw,0 ; pause",
     "fence; fence iorw,ow; nop; .word 0x0100000f", 0},
    {"RISCV", "", "lr.w.aq.rl a0,0(a1) ; sc.d.rl a2,a3,(a1)",
     "lr.w.aqrl x10, (x11); sc.d.rl x12, x13, (x11)", 0},
    {"RISCV", "", "amoadd.w.aq.rl a0,a1,(a2) ; amomaxu.d zero,a1,0(a2)",
     "amoadd.w.aqrl x10, x11, (x12); amomaxu.d x0, x11, (x12)", 0},
    /* Encodings as those of the Zalasr, Zabha and Zacas documents: funct5, aq, rl. */
    {"RISCV", "", "lw.aq a0,0(a1) ; ld.aqrl a0,(a1)",
     ".insn r 0x2f, 2, 26, x10, x11, x0; .insn r 0x2f, 3, 27, x10, x11, x0", 0},
    {"RISCV", "", "sw.rl a0,0(a1) ; sb.aq.rl a0,(a1)",
     ".insn r 0x2f, 2, 29, x0, x11, x10; .insn r 0x2f, 0, 31, x0, x11, x10", 0},
    {"RISCV", "", "amoswap.b.aq a0,a1,(a2) ; amocas.q.rl a0,a4,(a2)",
     ".insn r 0x2f, 0, 6, x10, x12, x11; .insn r 0x2f, 4, 21, x10, x12, x14", 0},
    {"RISCV", "", "lw.aq a0,(a1) ; sw.rl a0,(a1)",
     "lw x10, 0(x11); .insn r 0x2f, 2, 29, x0, x11, x10", ACQ},
    {"RISCV", "", "ld.aqrl a0,(a1) ; sw.rl a0,(a1)",
     ".insn r 0x2f, 3, 26, x10, x11, x0; sw x10, 0(x11)", REL},
    {"RISCV", "", "amoadd.w.aqrl a0,a1,(a2) ; lr.w.aq a0,(a1)",
     "amoadd.w.rl x10, x11, (x12); lr.w x10, (x11)", ACQ},
};

TEST(riscv_texts)
{
    check_texts(riscv_rows, sizeof riscv_rows / sizeof *riscv_rows);
}

/* ---- registers ----------------------------------------------------------- */

static const char *register_named(const opened *o, const cm_native *native, const char *name)
{
    for (int i = 0; i < o->test->threads[0].register_count; i++)
        if (strcmp(o->test->threads[0].registers[i].name, name) == 0)
            return native->registers[i].name ? native->registers[i].name : "none";
    return "no such register";
}

TEST(registers_get_names)
{
    opened o;
    cm_native native;
    assert_true(open_native(&o, &native, "AArch64", "x=1; 0:X7=3;",
                            "CMP W20,#1 ; CSET W30,EQ ; LDR X8,=x", 0));
    assert_string_equal(register_named(&o, &native, "X20"), "x20");
    assert_string_equal(register_named(&o, &native, "X7"), "x7"); /* only initialised */
    assert_string_equal(register_named(&o, &native, ".NZCV"), "none");
    assert_string_equal(native.addresses[location_index(o.test, "x")], "x9");
    assert_string_equal(native.spare[0], "x10");
    assert_string_equal(native.spare[1], "x11");
    assert_string_equal(native.preserved[0], "x20");
    assert_string_equal(native.preserved[1], "x30");
    assert_null(native.preserved[2]);
    assert_string_equal(native.end, ".Lp_end");
    assert_null(native.stuck);
    close_native(&o);
    assert_true(open_native(&o, &native, "X86", "x=1; y=2;", "MOV [y],EBP", 0));
    assert_string_equal(register_named(&o, &native, "EBP"), "%rbp");
    assert_null(native.addresses[location_index(o.test, "x")]);
    assert_string_equal(native.addresses[location_index(o.test, "y")], "%rsi");
    assert_string_equal(native.preserved[0], "%rbp");
    assert_null(native.preserved[1]);
    close_native(&o);
}

/* ---- refusals ------------------------------------------------------------ */

static const struct {
    const char *arch, *init, *code, *error;
} refusals[] = {
    {ARM, "", "ADD X0,SP,#1", "1:1: thread P0 uses the stack pointer SP"},
    {ARM, "", "NOP ; BR X1", "4:8: a jump to an address in a register cannot be run"},
    {ARM, "", "BLR X1", "4:2: a jump to an address in a register cannot be run"},
    {ARM, "", "RET", "4:2: RET without BL before it cannot be run"},
    {ARM, "0:X1=x;", "LDAP X2,X3,[X1]", "4:2: LDAP (FEAT_LSCP) cannot be run yet"},
    {ARM, "", "NOP ; UDF #1", "1:1: thread P0 may end in a fault (UndefinedInstruction)"},
    {ARM, "", "L: ADR X1,L", "4:5: an address of code as data cannot be run"},
    {ARM, "", "L: LDR X1,=L", "4:5: an address of code as data cannot be run"},
    {ARM, "", "BL L ; L: MOV X0,X30", "4:12: an address of code as data cannot be run"},
    {ARM, "0:X1=label:\"P0:L\";", "L: NOP", "1:1: X1 of thread P0 starts with an address of code"},
    {ARM, "x=label:\"P0:L\";", "L: NOP", "1:1: `x` starts with an address of code"},
    {ARM, "x=0;", "LDR W1,=x", "4:2: an address does not fit in W1"},
    {ARM, "", "MOV X0,#0x12345678", "4:2: this immediate of MOV cannot be encoded"},
    {ARM, "", "AND W0,W1,#0", "4:2: this immediate of AND cannot be encoded"},
    {ARM, "", "EOR W0,W1,#0xffffffff", "4:2: this immediate of EOR cannot be encoded"},
    {ARM, "", "ORN X1,X2,#1", "4:2: this immediate of ORN cannot be encoded, expected a register"},
    {ARM, "", "TST X1,#5", "4:2: this immediate of TST cannot be encoded"},
    {"RISCV", "", "addi sp,sp,-16", "1:1: thread P0 uses the stack pointer x2"},
    {"RISCV", "", "jr a0", "4:2: a jump to an address in a register cannot be run"},
    {"RISCV", "", "ret", "4:2: RET without JAL before it cannot be run"},
    {"RISCV", "", "jal t0,l ; l: nop", "4:2: an address of code in another register than ra"},
    {"RISCV", "", "jal l ; mv a0,ra ; l: nop", "4:10: an address of code as data cannot be run"},
    {"RISCV", "", "la a0,l ; l: nop", "4:2: an address of code as data cannot be run"},
    {"X86", "", "MOV ESP,1", "1:1: thread P0 uses the stack pointer ESP"},
    {"X86", "", "MOV EAX,[8]", "4:2: an address that is a number cannot be run"},
    {"X86", "", "MOV EAX,[x+EBX+ECX]", "4:2: an address made of three registers"},
    {"X86_64", "", "movl x(,%ecx,4),%eax", "4:2: an index of 32 bits"},
    {"X86_64", "", "movl 0x123456789(%rbx),%eax", "4:2: this displacement cannot be encoded"},
    {"X86_64", "", "MOVZX RAX,EBX", "4:2: MOVZX from 32 bits does not exist"},
    {"X86_64", "", "imulq $x,%rax", "4:8: an address cannot be a factor"},
    {"X86_64", "", "movb (%r8),%ah",
     "4:2: AH, BH, CH and DH cannot be encoded beside this operand"},
    {"X86_64", "", "movb %sil,%ah", "4:2: AH, BH, CH and DH cannot be encoded beside this operand"},
};

TEST(refused_by_name)
{
    size_t wrong = 0;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        opened o;
        cm_native native;
        bool good =
            open_native(&o, &native, refusals[i].arch, refusals[i].init, refusals[i].code, 0);
        if (good || !strstr(first_error(&o), refusals[i].error)) {
            print_error("%s: %s\nexpected %s\n", refusals[i].code,
                        good ? native.body : first_error(&o), refusals[i].error);
            wrong++;
        }
        close_native(&o);
    }
    assert_int_equal(wrong, 0);
}

/* All 29 that may hold an address, and one location. */
TEST(too_many_registers)
{
    char init[512] = "x=0;";
    for (int i = 0; i < 31; i++)
        snprintf(init + strlen(init), sizeof init - strlen(init), " 0:X%d=%d;", i, i);
    opened o;
    cm_native native;
    assert_false(open_native(&o, &native, "AArch64", init, "LDR X0,=x", 0));
    assert_non_null(strstr(first_error(&o), "thread P0 uses too many registers"));
    close_native(&o);
}

/* A link register that the test looks at would differ from the model's. */
TEST(observed_link)
{
    opened o;
    open_text(&o, "AArch64 link\n{}\n P0 ;\n BL L ;\n L: ;\nexists (0:X30=1)\n");
    assert_non_null(o.test);
    job j = {.o = &o};
    assert_false(cm_arena_protect(o.arena, generate, &j));
    assert_non_null(strstr(first_error(&o), "0:X30 is observed and holds an address of code"));
    close_test(&o);
}
