/* litmus/isa/x86*: the values instructions compute, the events they make, and
 * what is refused. Values from the Intel SDM, volume 2; the AT&T rows also agree
 * with a processor (each is valid assembly). */
#include "tests/unit/step_check.h"

/* ---- values ------------------------------------------------------------- */

static const step_value_row att[] = {
    /* moves and parts of registers (SDM volume 1, 3.4.1.1) */
    {"0:rax=-1;", "movl $5,%eax ;", "RAX", 5},
    {"0:rax=-1;", "movw $5,%ax ;", "RAX", 0xffffffffffff0005},
    {"0:rax=-1;", "movb $5,%al ;", "RAX", 0xffffffffffffff05},
    {"0:rax=-1;", "movb $5,%ah ;", "RAX", 0xffffffffffff05ff},
    {"0:rax=-1; 0:rbx=0x1234567890;", "movl %ebx,%eax ;", "RAX", 0x34567890},
    {"0:rax=-1; 0:rbx=0x1234567890;", "movq %rbx,%rax ;", "RAX", 0x1234567890},
    {"0:rax=-1; 0:rbx=0x1234;", "movb %bh,%al ;", "RAX", 0xffffffffffffff12},
    {"0:rax=0x1122;", "movb %al,%ah ;", "RAX", 0x2222},
    {"0:rsi=0x1122334455667788; 0:rax=0;", "movb %sil,%al ;", "RAX", 0x88},
    {"0:r9=-1;", "movl $1,%r9d ;", "R9", 1},
    {"0:r9=-1;", "movw $1,%r9w ;", "R9", 0xffffffffffff0001},
    {"0:r9=-1;", "movb $1,%r9b ;", "R9", 0xffffffffffffff01},
    {"0:rax=0;", "movabsq $0x1122334455667788,%rax ;", "RAX", 0x1122334455667788},
    {"0:rax=0;", "movq $-2,%rax ;", "RAX", 0xfffffffffffffffe},
    {"0:rax=0;", "movl $-2,%eax ;", "RAX", 0xfffffffe},
    /* extensions */
    {"0:rax=-1; 0:rbx=0x80;", "movzbl %bl,%eax ;", "RAX", 0x80},
    {"0:rax=-1; 0:rbx=0x80;", "movsbl %bl,%eax ;", "RAX", 0xffffff80},
    {"0:rax=0; 0:rbx=0x80;", "movsbq %bl,%rax ;", "RAX", 0xffffffffffffff80},
    {"0:rax=0; 0:rbx=0x8000;", "movswl %bx,%eax ;", "RAX", 0xffff8000},
    {"0:rax=0; 0:rbx=0x8000;", "movzwq %bx,%rax ;", "RAX", 0x8000},
    {"0:rax=0; 0:rbx=0x80000000;", "movslq %ebx,%rax ;", "RAX", 0xffffffff80000000},
    {"0:rax=-1; 0:rbx=0x80;", "movsbw %bl,%ax ;", "RAX", 0xffffffffffffff80},
    /* addition and subtraction */
    {"0:rax=5; 0:rbx=7;", "addl %ebx,%eax ;", "RAX", 12},
    {"0:rax=0xffffffff;", "addl $1,%eax ;", "RAX", 0},
    {"0:rax=0xffffffff;", "addq $1,%rax ;", "RAX", 0x100000000},
    {"0:rax=0x1ff;", "addb $1,%al ;", "RAX", 0x100},
    {"0:rax=0xff00;", "addb $1,%ah ;", "RAX", 0},
    {"0:rax=3; 0:rbx=5;", "subl %ebx,%eax ;", "RAX", 0xfffffffe},
    {"0:rax=3; 0:rbx=5;", "subq %rbx,%rax ;", "RAX", 0xfffffffffffffffe},
    {"0:rax=0;", "decl %eax ;", "RAX", 0xffffffff},
    {"0:rax=-1;", "incl %eax ;", "RAX", 0},
    {"0:rax=5;", "negl %eax ;", "RAX", 0xfffffffb},
    {"0:rax=5;", "notl %eax ;", "RAX", 0xfffffffa},
    {"0:rax=5;", "notq %rax ;", "RAX", 0xfffffffffffffffa},
    {"0:rax=-1; 0:rbx=1; 0:rcx=10; 0:rdx=20;", "addl %ebx,%eax ; adcl %edx,%ecx ;", "RCX", 31},
    {"0:rax=1; 0:rbx=1; 0:rcx=10; 0:rdx=20;", "addl %ebx,%eax ; adcl %edx,%ecx ;", "RCX", 30},
    {"0:rax=1; 0:rbx=2; 0:rcx=30; 0:rdx=20;", "subl %ebx,%eax ; sbbl %edx,%ecx ;", "RCX", 9},
    {"0:rax=2; 0:rbx=2; 0:rcx=30; 0:rdx=20;", "subl %ebx,%eax ; sbbl %edx,%ecx ;", "RCX", 10},
    {"0:rax=0; 0:rcx=-1; 0:rdx=0;", "subl $1,%eax ; adcl $0,%ecx ; adcl $0,%edx ;", "RDX", 1},
    {"0:rax=0; 0:rcx=0; 0:rdx=0;", "subl $1,%eax ; sbbl $0,%ecx ; sbbl $0,%edx ;", "RDX",
     0xffffffff},
    /* logic */
    /* numbers of few bits, by hand (IEEE 754: 1.5 is 0x3ff8, 3 is 0x4008, ...) */
    {"0:rax=0x3ff8000000000000;",
     "movq %rax,%xmm0 ; movapd %xmm0,%xmm1 ; addsd %xmm0,%xmm1 ; movq %xmm1,%rax ;", "RAX",
     UINT64_C(0x4008000000000000)},
    {"0:rax=7; 0:rbx=2;",
     "cvtsi2sdl %eax,%xmm15 ; cvtsi2sdq %rbx,%xmm1 ; subsd %xmm1,%xmm15 ; mulsd %xmm1,%xmm15 ; "
     "divsd %xmm15,%xmm1 ; movq %xmm1,%rax ;",
     "RAX", UINT64_C(0x3fc999999999999a)}, /* 0.2 */
    {"0:rax=-7;", "cvtsi2ssl %eax,%xmm0 ; cvtss2sd %xmm0,%xmm0 ; cvttsd2sil %xmm0,%eax ;", "RAX",
     0xfffffff9},
    {"0:rax=-1;", "movq %rax,%xmm0 ; cvttsd2sil %xmm0,%eax ;", "RAX", 0x80000000}, /* a NaN */
    {"0:rax=0x7e37e43c8800759c;", "movq %rax,%xmm0 ; cvttsd2siq %xmm0,%rax ;", "RAX",
     UINT64_C(1) << 63}, /* 1e300 */
    {"0:rax=-1;", "movq %rax,%xmm0 ; comisd %xmm0,%xmm0 ; setbe %al ;", "RAX", 0xffffffffffffff01},
    {"0:rax=-1;", "movq %rax,%xmm0 ; comisd %xmm0,%xmm0 ; seta %al ;", "RAX", 0xffffffffffffff00},
    {"0:rax=0; 0:rbx=1;",
     "cvtsi2sdl %ebx,%xmm0 ; pxor %xmm1,%xmm1 ; ucomisd %xmm1,%xmm0 ; seta %al ;", "RAX", 1},
    {"0:rax=5; 0:rbx=3;",
     "movq %rax,%xmm0 ; movq %rbx,%xmm1 ; punpcklqdq %xmm1,%xmm0 ; movhlps %xmm0,%xmm0 ; "
     "movq %xmm0,%rax ;",
     "RAX", 3},
    {"0:rax=-1; 0:rbx=-1;",
     "movq %rax,%xmm0 ; movd %ebx,%xmm1 ; movss %xmm1,%xmm2 ; movsd %xmm2,%xmm0 ; "
     "pandn %xmm0,%xmm1 ; movq %xmm0,%rax ;",
     "RAX", 0xffffffff},
    {"0:rax=1; 0:rbx=2;",
     "movq %rax,%xmm0 ; movq %rbx,%xmm1 ; maxsd %xmm0,%xmm1 ; minsd %xmm1,%xmm0 ; "
     "movd %xmm1,%ebx ; movd %xmm0,%eax ; addl %ebx,%eax ;",
     "RAX", 3},
    {"0:rax=-1;", "pcmpeqd %xmm3,%xmm3 ; psubq %xmm2,%xmm3 ; paddq %xmm3,%xmm3 ; movq %xmm3,%rax ;",
     "RAX", UINT64_C(0xfffffffffffffffe)},
    {"0:rax=12; 0:rbx=10;", "andl %ebx,%eax ;", "RAX", 8},
    {"0:rax=12; 0:rbx=10;", "orl %ebx,%eax ;", "RAX", 14},
    {"0:rax=12; 0:rbx=10;", "xorl %ebx,%eax ;", "RAX", 6},
    {"0:rax=-1;", "xorl %eax,%eax ;", "RAX", 0},
    {"0:rax=-1;", "andq $0xff,%rax ;", "RAX", 0xff},
    {"0:rax=-1;", "andq $-16,%rax ;", "RAX", 0xfffffffffffffff0},
    /* shifts and rotates */
    {"0:rax=3;", "shll $4,%eax ;", "RAX", 48},
    {"0:rax=3;", "shll %eax ;", "RAX", 6},
    {"0:rax=3;", "sall $31,%eax ;", "RAX", 0x80000000},
    {"0:rax=3;", "shll $32,%eax ;", "RAX", 3},
    {"0:rax=3;", "shlq $32,%rax ;", "RAX", 0x300000000},
    {"0:rax=0x80000000;", "shrl $31,%eax ;", "RAX", 1},
    {"0:rax=0x80000000;", "sarl $31,%eax ;", "RAX", 0xffffffff},
    {"0:rax=0x80; 0:rcx=3;", "sarb %cl,%al ;", "RAX", 0xf0},
    {"0:rax=0x80; 0:rcx=35;", "shrl %cl,%eax ;", "RAX", 0x10},
    {"0:rax=0x80; 0:rcx=67;", "shrq %cl,%rax ;", "RAX", 0x10},
    {"0:rax=0xff; 0:rcx=9;", "shlb %cl,%al ;", "RAX", 0},
    {"0:rax=0x80000001;", "roll $4,%eax ;", "RAX", 0x18},
    {"0:rax=0x80000001;", "rorl $4,%eax ;", "RAX", 0x18000000},
    {"0:rax=0x81; 0:rcx=12;", "rolb %cl,%al ;", "RAX", 0x18},
    {"0:rax=0x8001;", "rorw $1,%ax ;", "RAX", 0xc000},
    {"0:rax=0x80000000; 0:rbx=0;", "shll $1,%eax ; setb %bl ;", "RBX", 1},
    {"0:rax=0x40000000; 0:rbx=0;", "shll $1,%eax ; setb %bl ;", "RBX", 0},
    {"0:rax=0x40000000; 0:rbx=0;", "shll $1,%eax ; seto %bl ;", "RBX", 1},
    {"0:rax=5; 0:rbx=0;", "shrl $1,%eax ; setb %bl ;", "RBX", 1},
    {"0:rax=6; 0:rbx=0;", "shrl $2,%eax ; setb %bl ;", "RBX", 1},
    {"0:rax=-1; 0:rbx=0;", "sarl $31,%eax ; setb %bl ;", "RBX", 1},
    {"0:rax=5; 0:rbx=1; 0:rcx=0;", "cmpl $5,%eax ; shll %cl,%ebx ; sete %bl ;", "RBX", 1},
    {"0:rax=5; 0:rbx=0; 0:rcx=32;", "cmpl $6,%eax ; shll %cl,%ebx ; setb %bl ;", "RBX", 1},
    {"0:rax=0x80000000; 0:rbx=0;", "roll $1,%eax ; setb %bl ;", "RBX", 1},
    {"0:rax=2; 0:rbx=0;", "rorl $1,%eax ; setb %bl ;", "RBX", 0},
    {"0:rax=5; 0:rbx=0;", "cmpl $5,%eax ; roll $1,%eax ; sete %bl ;", "RBX", 1},
    /* parity: of the lowest byte; of a comparison, whether a number is none */
    {"0:rax=0x103; 0:rbx=0;", "addl $0,%eax ; setp %bl ;", "RBX", 1},
    {"0:rax=0x103; 0:rbx=0;", "addl $1,%eax ; setpe %bl ;", "RBX", 0},
    {"0:rax=2; 0:rbx=0;", "cmpl $5,%eax ; setnp %bl ;", "RBX", 1},
    {"0:rax=3; 0:rbx=0;", "cmpl $3,%eax ; setpo %bl ;", "RBX", 0},
    {"0:rax=3; 0:rbx=0; 0:rcx=0;", "testl %eax,%eax ; movb $4,%cl ; shll %cl,%eax ; setp %bl ;",
     "RBX", 1},
    {"0:rax=3; 0:rbx=0; 0:rcx=0;", "testl %eax,%eax ; movl $7,%eax ; shll %cl,%eax ; setp %bl ;",
     "RBX", 1},
    {"0:rax=-1;", "movq %rax,%xmm0 ; ucomisd %xmm0,%xmm0 ; setp %al ;", "RAX", 0xffffffffffffff01},
    {"0:rax=-1;", "movq %rax,%xmm0 ; ucomisd %xmm0,%xmm0 ; setnp %al ;", "RAX", 0xffffffffffffff00},
    {"0:rax=0; 0:rbx=7;",
     "cvtsi2sdl %ebx,%xmm0 ; pxor %xmm1,%xmm1 ; ucomisd %xmm1,%xmm0 ; setp %al ;", "RAX", 0},
    {"0:rax=0; 0:rbx=7;",
     "cvtsi2sdl %ebx,%xmm0 ; pxor %xmm1,%xmm1 ; comisd %xmm0,%xmm1 ; setnp %al ;", "RAX", 1},
    {"0:rax=0x1122334455667788; 0:rbx=0xaabbccddeeff0011;", "shldq $8,%rbx,%rax ;", "RAX",
     0x22334455667788aa},
    {"0:rax=0x1122334455667788; 0:rbx=0xaabbccddeeff0011;", "shrdq $8,%rbx,%rax ;", "RAX",
     0x1111223344556677},
    {"0:rax=0x1122334455667788; 0:rbx=0xaabbccddeeff0011;", "movb $36,%cl ; shrdl %ebx,%eax ;",
     "RAX", 0x15566778},
    {"0:rax=0x1122334455667788; 0:rbx=0xaabbccddeeff0011; 0:rcx=64;", "shldq %cl,%rbx,%rax ;",
     "RAX", 0x1122334455667788},
    {"0:rax=-1; 0:rbx=0; 0:rcx=0;", "shldl $1,%ebx,%eax ; setc %cl ;", "RCX", 1},
    {"0:rax=0x40000000; 0:rbx=0; 0:rcx=0;", "shldl $1,%ebx,%eax ; seto %cl ;", "RCX", 1},
    {"0:rax=0x40000000; 0:rbx=1; 0:rcx=0;", "shrdl $1,%ebx,%eax ; seto %cl ;", "RCX", 1},
    /* division: C's, rounded towards 0 */
    {"0:rax=-7; 0:rbx=2; 0:rdx=5;", "cltd ; idivl %ebx ;", "RAX", 0xfffffffd},
    {"0:rax=-7; 0:rbx=2; 0:rdx=5;", "cltd ; idivl %ebx ;", "RDX", 0xffffffff},
    {"0:rax=-7; 0:rbx=-2; 0:rdx=5;", "cqto ; idivq %rbx ;", "RAX", 3},
    {"0:rax=-7; 0:rbx=-2; 0:rdx=5;", "cqto ; idivq %rbx ;", "RDX", UINT64_MAX},
    {"0:rax=0xfffffffff; 0:rbx=16; 0:rdx=0;", "divl %ebx ;", "RAX", 0xfffffff},
    {"0:rax=0xfffffffff; 0:rbx=16; 0:rdx=0;", "divl %ebx ;", "RDX", 15},
    {"0:rax=-1; 0:rbx=10; 0:rdx=0;", "divq %rbx ;", "RAX", UINT64_C(1844674407370955161)},
    {"0:rax=0x10064; 0:rbx=7; 0:rdx=0x30000;", "divw %bx ;", "RAX", 0x1000e},
    {"0:rax=0x10064; 0:rbx=7; 0:rdx=0x30000;", "divw %bx ;", "RDX", 0x30002},
    {"0:rax=0x18000; 0:rdx=0x20000;", "cwtd ;", "RDX", 0x2ffff},
    {"0:rax=0x80000000; 0:rdx=-1;", "cltd ;", "RDX", 0xffffffff},
    {"0:rax=0x80000000; 0:rdx=-1;", "cqto ;", "RDX", 0},
    /* bits */
    {"0:rax=0x1122334455667788;", "bswapq %rax ;", "RAX", 0x8877665544332211},
    {"0:rax=0x1122334455667788;", "bswap %eax ;", "RAX", 0x88776655},
    {"0:rax=-1; 0:rbx=0x50;", "bsfl %ebx,%eax ;", "RAX", 4},
    {"0:rax=-1; 0:rbx=0x50;", "bsrl %ebx,%eax ;", "RAX", 6},
    {"0:rax=-1; 0:rbx=0x8000000000000000;", "bsfq %rbx,%rax ;", "RAX", 63},
    {"0:rax=-1; 0:rbx=0x18000;", "bsrw %bx,%ax ;", "RAX", 0xffffffffffff000f},
    {"0:rax=0; 0:rbx=0; 0:rcx=0;", "bsfl %ebx,%eax ; sete %cl ;", "RCX", 1},
    {"0:rax=0; 0:rbx=8; 0:rcx=1;", "bsfl %ebx,%eax ; sete %cl ;", "RCX", 0},
    {"0:rax=-1; 0:rbx=0x50;", "popcntl %ebx,%eax ;", "RAX", 2},
    {"0:rax=-1; 0:rbx=0x50;", "tzcntq %rbx,%rax ;", "RAX", 4},
    {"0:rax=-1; 0:rbx=0x50;", "lzcntl %ebx,%eax ;", "RAX", 25},
    {"0:rax=-1; 0:rbx=0;", "tzcntl %ebx,%eax ;", "RAX", 32},
    {"0:rax=-1; 0:rbx=0;", "lzcntw %bx,%ax ;", "RAX", 0xffffffffffff0010},
    {"0:rax=0; 0:rbx=0; 0:rcx=0;", "tzcntl %ebx,%eax ; setb %cl ;", "RCX", 1},
    {"0:rax=0; 0:rbx=8; 0:rcx=1;", "lzcntl %ebx,%eax ; setb %cl ;", "RCX", 0},
    {"0:rax=0; 0:rbx=1; 0:rcx=0;", "tzcntl %ebx,%eax ; sete %cl ;", "RCX", 1},
    {"0:rax=0; 0:rbx=0; 0:rcx=1;", "tzcntl %ebx,%eax ; sete %cl ;", "RCX", 0},
    {"0:rax=0; 0:rbx=0; 0:rcx=0;", "popcntq %rbx,%rax ; sete %cl ;", "RCX", 1},
    {"0:rax=0; 0:rbx=3; 0:rcx=1;", "popcntq %rbx,%rax ; setb %cl ;", "RCX", 0},
    /* multiplication */
    {"0:rax=7; 0:rbx=6;", "imull %ebx,%eax ;", "RAX", 42},
    {"0:rax=-3; 0:rbx=5;", "imulq %rbx,%rax ;", "RAX", 0xfffffffffffffff1},
    {"0:rax=0; 0:rbx=6;", "imull $-7,%ebx,%eax ;", "RAX", 0xffffffd6},
    {"0:rax=0; 0:rbx=6;", "imull $7,%ebx ;", "RBX", 42},
    {"0:rax=0x10000; 0:rbx=0x10000; 0:rcx=0;", "imull %ebx,%eax ; seto %cl ;", "RCX", 1},
    {"0:rax=-2; 0:rbx=3; 0:rcx=0;", "imull %ebx,%eax ; seto %cl ;", "RCX", 0},
    {"0:rax=0xffffffff; 0:rbx=2; 0:rdx=0;", "mull %ebx ;", "RDX", 1},
    {"0:rax=0xffffffff; 0:rbx=2; 0:rdx=0;", "mull %ebx ;", "RAX", 0xfffffffe},
    {"0:rax=0xffffffff; 0:rbx=2; 0:rdx=0;", "imull %ebx ;", "RDX", 0xffffffff},
    {"0:rax=-1; 0:rbx=-1; 0:rdx=0;", "mulq %rbx ;", "RDX", 0xfffffffffffffffe},
    {"0:rax=-1; 0:rbx=-1; 0:rdx=5;", "imulq %rbx ;", "RDX", 0},
    /* comparisons: one row per condition and outcome */
    {"0:rax=1; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; setb %cl ;", "RCX", 1},
    {"0:rax=2; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; setc %cl ;", "RCX", 0},
    {"0:rax=2; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; setae %cl ;", "RCX", 1},
    {"0:rax=1; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; setnc %cl ;", "RCX", 0},
    {"0:rax=2; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; setbe %cl ;", "RCX", 1},
    {"0:rax=3; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; setbe %cl ;", "RCX", 0},
    {"0:rax=3; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; seta %cl ;", "RCX", 1},
    {"0:rax=2; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; seta %cl ;", "RCX", 0},
    {"0:rax=-1; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; setl %cl ;", "RCX", 1},
    {"0:rax=-1; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; seta %cl ;", "RCX", 1},
    {"0:rax=1; 0:rbx=-1; 0:rcx=0;", "cmpl %ebx,%eax ; setg %cl ;", "RCX", 1},
    {"0:rax=1; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; setge %cl ;", "RCX", 1},
    {"0:rax=1; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; setle %cl ;", "RCX", 1},
    {"0:rax=1; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; setng %cl ;", "RCX", 1},
    {"0:rax=1; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; setnz %cl ;", "RCX", 0},
    {"0:rax=1; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; setz %cl ;", "RCX", 1},
    {"0:rax=1; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; sets %cl ;", "RCX", 1},
    {"0:rax=1; 0:rbx=2; 0:rcx=0;", "cmpl %ebx,%eax ; setns %cl ;", "RCX", 0},
    {"0:rax=0x80000000; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; seto %cl ;", "RCX", 1},
    {"0:rax=0x80000000; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; setl %cl ;", "RCX", 1},
    {"0:rax=0x80000000; 0:rbx=1; 0:rcx=0;", "cmpq %rbx,%rax ; setno %cl ;", "RCX", 1},
    {"0:rax=0x17f; 0:rbx=1; 0:rcx=0;", "addb %bl,%al ; seto %cl ;", "RCX", 1},
    {"0:rax=0xff; 0:rbx=1; 0:rcx=0;", "addb %bl,%al ; setc %cl ;", "RCX", 1},
    {"0:rax=0xff; 0:rbx=1; 0:rcx=0;", "addw %bx,%ax ; setc %cl ;", "RCX", 0},
    {"0:rax=4; 0:rcx=0;", "testl %eax,%eax ; setz %cl ;", "RCX", 0},
    {"0:rax=4; 0:rcx=0;", "testl $3,%eax ; setz %cl ;", "RCX", 1},
    {"0:rax=4; 0:rcx=0;", "testl %eax,%eax ; setae %cl ;", "RCX", 1},
    {"0:rax=0; 0:rcx=0;", "negl %eax ; setc %cl ;", "RCX", 0},
    {"0:rax=1; 0:rcx=0;", "negl %eax ; setc %cl ;", "RCX", 1},
    {"0:rax=-1; 0:rbx=1; 0:rcx=0;", "addl %ebx,%eax ; incl %ebx ; setc %cl ;", "RCX", 1},
    {"0:rax=0; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; decl %ebx ; setc %cl ;", "RCX", 1},
    {"0:rax=0; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; decl %ebx ; sete %cl ;", "RCX", 1},
    {"0:rax=0; 0:rbx=1; 0:rcx=0;", "cmpl %ebx,%eax ; notl %ebx ; setc %cl ;", "RCX", 1},
    /* conditional moves */
    {"0:rax=1; 0:rbx=2; 0:rcx=-1;", "cmpl %ebx,%eax ; cmovbl %ebx,%ecx ;", "RCX", 2},
    {"0:rax=1; 0:rbx=2; 0:rcx=-1;", "cmpl %ebx,%eax ; cmovae %ebx,%ecx ;", "RCX", 0xffffffff},
    {"0:rax=1; 0:rbx=2; 0:rcx=-1;", "cmpl %ebx,%eax ; cmovnel %eax,%ecx ;", "RCX", 1},
    {"0:rax=1; 0:rbx=2; 0:rcx=-1;", "cmpl %ebx,%eax ; cmovlq %rax,%rcx ;", "RCX", 1},
    /* exchanges */
    {"0:rax=1; 0:rbx=2;", "xchgl %eax,%ebx ;", "RAX", 2},
    {"0:rax=1; 0:rbx=2;", "xchgl %eax,%ebx ;", "RBX", 1},
    {"0:rax=0x1234;", "xchgb %al,%ah ;", "RAX", 0x3412},
    {"0:rax=5; 0:rbx=2;", "xaddl %eax,%ebx ;", "RAX", 2},
    {"0:rax=5; 0:rbx=2;", "xaddl %eax,%ebx ;", "RBX", 7},
    {"0:rax=5;", "xaddl %eax,%eax ;", "RAX", 10},
    {"0:rax=5; 0:rbx=5; 0:rcx=9;", "cmpxchgl %ecx,%ebx ;", "RBX", 9},
    {"0:rax=5; 0:rbx=6; 0:rcx=9;", "cmpxchgl %ecx,%ebx ;", "RBX", 6},
    {"0:rax=5; 0:rbx=6; 0:rcx=9;", "cmpxchgl %ecx,%ebx ;", "RAX", 6},
    {"0:rax=5; 0:rbx=6; 0:rcx=9; 0:rdx=0;", "cmpxchgl %ecx,%ebx ; sete %dl ;", "RDX", 0},
    {"0:rax=0x105; 0:rbx=5; 0:rcx=9;", "cmpxchgb %cl,%bl ;", "RAX", 0x105},
    {"0:rax=0x105; 0:rbx=6; 0:rcx=9;", "cmpxchgb %cl,%bl ;", "RAX", 0x106},
    /* addresses as numbers, bits */
    {"0:rax=0; 0:rbx=100; 0:rcx=3;", "leaq 7(%rbx,%rcx,8),%rax ;", "RAX", 131},
    {"0:rax=0; 0:rbx=100;", "leal -1(%rbx),%eax ;", "RAX", 99},
    {"0:rax=0; 0:rcx=5;", "leaq 0(,%rcx,4),%rax ;", "RAX", 20},
    {"0:rax=0; 0:rbx=-1;", "leal 1(%rbx),%eax ;", "RAX", 0},
    {"0:rax=0; 0:rbx=0;", "btsl $5,%eax ; setc %bl ;", "RAX", 32},
    {"0:rax=32; 0:rbx=0;", "btsl $37,%eax ; setc %bl ;", "RBX", 1},
    {"0:rax=-1; 0:rcx=4;", "btrl %ecx,%eax ;", "RAX", 0xffffffef},
    {"0:rax=16; 0:rcx=36;", "btcl %ecx,%eax ;", "RAX", 0},
    {"0:rax=16; 0:rbx=0;", "btq $4,%rax ; setc %bl ;", "RBX", 1},
};

/* Memory and Intel syntax: 32-bit mode. */
static const step_value_row intel[] = {
    {"x=7;", "MOV EAX,[x] ;", "EAX", 7},
    {"x=7; 0:EAX=-1;", "mov al, byte ptr [x] ;", "EAX", 0xffffff07},
    {"x=-1;", "MOV AX,[x] ;", "EAX", 0xffff},
    {"", "MOV [x],$1 ;", "[x]", 1},
    {"", "mov [x], 0x10 ;", "[x]", 16},
    {"0:EAX=x;", "MOV [EAX],$3 ;", "[x]", 3},
    {"0:EAX=x;", "MOV EBX,EAX ; MOV [EBX],$4 ;", "[x]", 4},
    {"", "MOV EAX,$x ; MOV [EAX],$5 ;", "[x]", 5},
    {"", "LEA EAX,[x] ; MOV DWORD PTR [EAX],6 ;", "[x]", 6},
    {"0:ECX=0;", "MOV (x),$7 ; MOV ECX,(x) ;", "ECX", 7},
    {"int t[4]={1,2,3,4}; 0:ECX=2;", "MOV EAX,[t+ECX*4] ;", "EAX", 3},
    {"int t[4]={1,2,3,4}; 0:ECX=2;", "MOV EAX,[t+4*ECX+4] ;", "EAX", 4},
    {"int t[4]={1,2,3,4}; 0:ECX=t;", "MOV EAX,[ECX+8-4] ;", "EAX", 2},
    {"int t[4]={1,2,3,4}; 0:ECX=2; 0:EBX=t;", "MOV EAX,[EBX+ECX*2] ;", "EAX", 2},
    {"x=5;", "ADD [x],$3 ;", "[x]", 8},
    {"x=5;", "LOCK INC DWORD PTR [x] ;", "[x]", 6},
    {"x=5; 0:EAX=2;", "LOCK XADD [x],EAX ;", "[x]", 7},
    {"x=5; 0:EAX=2;", "LOCK XADD [x],EAX ;", "EAX", 5},
    {"x=5; 0:EAX=2;", "XCHG [x],EAX ;", "[x]", 2},
    {"x=5; 0:EAX=2;", "XCHG EAX,[x] ;", "EAX", 5},
    {"x=5; 0:EAX=5; 0:ECX=9;", "LOCK CMPXCHG [x],ECX ;", "[x]", 9},
    {"x=4; 0:EAX=5; 0:ECX=9;", "LOCK CMPXCHG [x],ECX ;", "[x]", 4},
    {"x=4; 0:EAX=5; 0:ECX=9;", "LOCK CMPXCHG [x],ECX ;", "EAX", 4},
    {"x=4;", "LOCK BTS [x],0 ;", "[x]", 5},
    {"x=4;", "NEG [x] ;", "[x]", 0xfffffffc},
    {"int8_t x=-1;", "MOVSX EAX,BYTE PTR [x] ;", "EAX", 0xffffffff},
    {"uint8_t x=200;", "MOVZX EAX,[x] ;", "EAX", 200},
    {"uint16_t x=1;", "MOV [x],$0x1234 ;", "[x]", 0x1234},
    {"0:EAX=1;", "CMP EAX,1 ; JE L ; MOV EBX,$1 ; L: MOV ECX,$2 ;", "EBX", 0},
    {"0:EAX=1;", "CMP EAX,2 ; JE L ; MOV EBX,$1 ; L: MOV ECX,$2 ;", "EBX", 1},
    {"", "JMP L ; MOV EBX,$1 ; L: NOP ;", "EBX", 0},
    {"0:ECX=5; 0:EAX=0;", "L: ADD EAX,ECX ; DEC ECX ; JNZ L ;", "EAX", 15},
    {"0:EAX=-1;", "MOV AH,$0 ;", "EAX", 0xffff00ff},
    {"x=9;", "CMP [x],9 ; SETE AL ;", "EAX", 1},
    {"x=9; 0:EBX=1;", "CMP EBX,[x] ; CMOVL EBX,[x] ;", "EBX", 9},
};

static void check_value(const char *arch, const step_value_row *row)
{
    char text[1024];
    snprintf(text, sizeof text, "%s t\n{ %s }\n P0 ;\n %s\nexists (true)\n", arch, row->init,
             row->code);
    step_check_value(text, row);
}

TEST(att_values)
{
    for (size_t i = 0; i < sizeof att / sizeof *att; i++)
        check_value("X86_64", &att[i]);
}

TEST(intel_values)
{
    for (size_t i = 0; i < sizeof intel / sizeof *intel; i++)
        check_value("X86", &intel[i]);
}

/* In 64-bit mode both syntaxes are understood, each instruction by its own. */
TEST(both_syntaxes)
{
    static const step_value_row rows[] = {
        {"x=3;", "movl x,%eax ; MOV EBX,EAX ;", "RBX", 3},
        {"x=3;", "MOV EAX,[x] ; movl %eax,%ebx ;", "RBX", 3},
        {"int64_t x=-1;", "MOV RAX,[x] ;", "RAX", UINT64_MAX},
        {"int64_t x=-1;", "movq x(%rip),%rax ;", "RAX", UINT64_MAX},
        {"int t[3]={1,2,3};", "movl t+8,%eax ;", "RAX", 3},
        {"int t[3]={1,2,3}; 0:rbx=t;", "movl 4(%rbx),%eax ;", "RAX", 2},
        {"int t[3]={1,2,3}; 0:rbx=1;", "movl t(,%rbx,4),%eax ;", "RAX", 2},
        {"", "movq $x,%rax ; movl $9,(%rax) ;", "[x]", 9},
        {"x=1;", "lock addl $1,(x) ;", "[x]", 2},
        {"x=1;", "lock; addl $1,(x) ; L: incl (x) ;", "[x]", 3},
        {"x=1;", "LOCK ADD DWORD PTR [x],1 ;", "[x]", 2},
        {"", "MOV R8D,$5 ; MOV [x],R8D ;", "[x]", 5},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        check_value("X86_64", &rows[i]);
}

/* ---- events ------------------------------------------------------------- */

static const step_event_row events[] = {
    {"MOV [x],$1 ;", "W4"},
    {"MOV EAX,[x] ;", "R4"},
    {"mov ax, [x] ;", "R2"},
    {"MOV BYTE PTR [x],1 ;", "W1"},
    {"MOV EAX,EBX ;", ""},
    {"MFENCE ;", "F MFENCE"},
    {"sfence ;", "F SFENCE"},
    {"LFENCE ;", "F LFENCE"},
    {"NOP ;", ""},
    {"PAUSE ;", ""},
    {"XCHG [x],EAX ;", "R4 X; W4 X rmw"},
    {"XCHG EAX,[x] ;", "R4 X; W4 X rmw"},
    {"LOCK XCHG [x],EAX ;", "R4 X; W4 X rmw"},
    {"XCHG EAX,EBX ;", ""},
    {"ADD [x],$1 ;", "R4; W4"},
    {"LOCK ADD [x],$1 ;", "R4 X; W4 X rmw"},
    {"lock sub [x], eax ;", "R4 X; W4 X rmw"},
    {"LOCK AND [x],$1 ;", "R4 X; W4 X rmw"},
    {"LOCK OR [x],$1 ;", "R4 X; W4 X rmw"},
    {"LOCK XOR [x],$1 ;", "R4 X; W4 X rmw"},
    {"LOCK ADC [x],$1 ;", "R4 X; W4 X rmw"},
    {"LOCK SBB [x],$1 ;", "R4 X; W4 X rmw"},
    {"LOCK INC [x] ;", "R4 X; W4 X rmw"},
    {"LOCK DEC WORD PTR [x] ;", "R2 X; W2 X rmw"},
    {"LOCK NEG [x] ;", "R4 X; W4 X rmw"},
    {"LOCK NOT [x] ;", "R4 X; W4 X rmw"},
    {"NOT [x] ;", "R4; W4"},
    {"XADD [x],EAX ;", "R4; W4"},
    {"LOCK XADD [x],EAX ;", "R4 X; W4 X rmw"},
    {"CMPXCHG [x],ECX ;", "R4; W4"},
    {"LOCK CMPXCHG [x],ECX ;", "R4 X; W4 X rmw"},
    {"MOVNTI [x],EAX ;", "W4 NT"},
    {"movntil %eax,(x) ;", "W4 NT"},
    {"LOCK BTC [x],3 ;", "R4 X; W4 X rmw"},
    {"BT [x],3 ;", "R4"},
    {"CMP [x],$1 ;", "R4"},
    {"TEST [x],EAX ;", "R4"},
    {"ADD EAX,[x] ;", "R4"},
    {"SETE [x] ;", "W1"},
    {"CMOVE EAX,[x] ;", "R4"},
    {"IMUL EAX,[x] ;", "R4"},
    {"LEA EAX,[x] ;", ""},
    {"SHL [x],1 ;", "R4; W4"},
    {"JMP L ; L: NOP ;", "J"},
    {"JNE L ; L: NOP ;", "Jc"},
};

static void write_event_test(char *text, size_t size, const char *code)
{
    snprintf(text, size, "X86 t\n{ }\n P0 ;\n %s\nexists (true)\n", code);
}

TEST(event_rows)
{
    step_check_events(events, sizeof events / sizeof *events, write_event_test);
}

/* XOR EAX,EAX still depends on EAX: the value mentions it. */
TEST(dependencies_stay)
{
    step_machine m;
    step_open(&m, "X86 t\n{ }\n P0 ;\n XOR EAX,EAX ;\nexists (true)\n");
    assert_non_null(m.test);
    const cm_thread *thread = &m.test->threads[0];
    const cm_step *last = &thread->steps[thread->step_count - 1];
    assert_int_equal(last->kind, CM_STEP_ASSIGN);
    assert_int_equal(last->value->op, CM_OP_XOR);
    assert_int_equal(last->value->a->op, CM_OP_REG);
    step_close(&m);
}

/* ---- what is refused ------------------------------------------------------ */

static const struct {
    const char *arch, *code;
} refused[] = {
    {"X86", "FOO EAX ;"},
    {"X86", "MOV EAX ;"},
    {"X86", "MOV EAX,EBX,ECX ;"},
    {"X86", "MOV [x],[y] ;"},
    {"X86_64", "movl %eax,$1 ;"},
    {"X86", "MOV EAX,BX ;"},
    {"X86", "MOV RAX,$1 ;"},
    {"X86", "MOV AL,$256 ;"},
    {"X86", "MOV AL,$-129 ;"},
    {"X86", "LOCK MOV [x],$1 ;"},
    {"X86", "MOVNTI EAX,EBX ;"},
    {"X86", "MOVNTI [x],1 ;"},
    {"X86", "MOVNTI [x],AX ;"},
    {"X86", "MOVNTI EAX,[x] ;"},
    {"X86", "LOCK MOVNTI [x],EAX ;"},
    {"X86", "CMPXCHG16B [x] ;"},
    {"X86_64", "CMPXCHG16B RAX ;"},
    {"X86_64", "CMPXCHG16B [x],RAX ;"},
    {"X86", "LOCK ADD EAX,1 ;"},
    {"X86", "MFENCE EAX ;"},
    {"X86", "MOV EAX,[x ;"},
    {"X86", "MOV EAX,[x+EBX*3] ;"},
    {"X86", "SHL EAX,EBX ;"},
    {"X86", "XCHG EAX,$1 ;"},
    {"X86", "LEA EAX,EBX ;"},
    {"X86_64", "lea 8(%rbx),%al ;"},
    {"X86_64", "imul $5 ;"},
    {"X86_64", "divb %bl ;"},
    {"X86_64", "idivl $5 ;"},
    {"X86_64", "bswap %ax ;"},
    {"X86_64", "bsfl $8,%eax ;"},
    {"X86_64", "bsrl %eax,(x) ;"},
    {"X86_64", "imul $127,$5,%eax ;"},
    {"X86_64", "btcl $0x123456789abcdef,8(%rbx) ;"},
    {"X86_64", "btl $256,%eax ;"},
    {"X86", "MOVZX EAX,EBX ;"},
    {"X86", "JE ;"},
    {"X86", "JE NOWHERE ;"},
    {"X86", "MOV EAX,x ;"},
    {"X86", "MOV QWORD PTR [x],1 ;"},
    {"X86", "INC $1 ;"},
    {"X86", "BTS [x],EAX ;"},
    {"X86", "CMOVE AL,BL ;"},
    {"X86", "MOV EAX,[x+EBX+ECX+EDX] ;"},
    {"X86", "MOVNTDQ [x],XMM0 ;"},
    {"X86", "MOV EAX,[x-EBX] ;"},
    {"X86", "MOV EAX,0x1ffffffff ;"},
    {"X86_64", "movl 5,%eax ;"},
    {"X86_64", "movl %rax,%ebx ;"},
    {"X86_64", "movl $x,%eax ;"},
    {"X86_64", "movl (%rax,%rbx,3),%ecx ;"},
    {"X86_64", "movl %foo,%eax ;"},
    {"X86_64", "movq %rax,(%al) ;"},
    {"X86_64", "movzlq %eax,%rbx ;"},
    {"X86_64", "push %rax ;"},
};

TEST(refused_rows)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s t\n{ x=0; y=0; }\n P0 ;\n %s\nexists (true)\n",
                 refused[i].arch, refused[i].code);
        step_machine m;
        step_open(&m, text);
        if (m.test)
            fail_msg("%s was accepted", refused[i].code);
        assert_true(m.work.diags.errors > 0);
        assert_non_null(strstr(m.work.diags.items[0].message, "expected"));
        step_close(&m);
    }
}
