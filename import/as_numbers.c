/* Functions of libgcc on numbers, which compiled code calls by name, as bodies in assembly: they
 * compute in registers alone, so that only what they give counts. A division goes bit by bit; what
 * one by 0 gives is no promise of libgcc's.
 */
#include "import/as.h"

/* With what divides, and what gives the number an absolute value before and its sign behind: the
 * quotient takes the place of what is divided, and what remains is beside it. */
#define DIVISIONS(DIVIDE, SIGNED, QUOTIENT, REST, KEEP, BOTH)                                      \
    {"__udivti3", DIVIDE QUOTIENT}, {"__umodti3", DIVIDE REST},                                    \
        {"__udivmodti4", KEEP DIVIDE BOTH QUOTIENT}, {"__divti3", SIGNED QUOTIENT},                \
        {"__modti3", SIGNED REST},                                                                 \
    {                                                                                              \
        "__divmodti4", KEEP SIGNED BOTH QUOTIENT                                                   \
    }

/* ---- AArch64: x0 and x1 by x2 and x3; x8 and x9 remain ----------------------------------- */

#define A_DIVIDE                                                                                   \
    "mov x8,xzr\nmov x9,xzr\nmov w10,#128\n1:\nlsr x17,x9,#63\nlsl x9,x9,#1\n"                     \
    "orr x9,x9,x8,lsr #63\nlsl x8,x8,#1\norr x8,x8,x1,lsr #63\nlsl x1,x1,#1\n"                     \
    "orr x1,x1,x0,lsr #63\nlsl x0,x0,#1\nsubs x11,x8,x2\nsbcs x12,x9,x3\ncset x15,cs\n"            \
    "orr x15,x15,x17\norr x0,x0,x15\ncmp x15,#0\ncsel x8,x11,x8,ne\ncsel x9,x12,x9,ne\n"           \
    "subs w10,w10,#1\nb.ne 1b\n"
#define A_SIGN(LOW, HIGH, MASK)                                                                    \
    "eor " LOW "," LOW "," MASK "\neor " HIGH "," HIGH "," MASK "\nsubs " LOW "," LOW "," MASK     \
    "\nsbc " HIGH "," HIGH "," MASK "\n"
#define A_SIGNED                                                                                   \
    "asr x13,x1,#63\nasr x14,x3,#63\n" A_SIGN("x0", "x1", "x13") A_SIGN("x2", "x3", "x14")         \
        A_DIVIDE A_SIGN("x8", "x9", "x13") "eor x14,x14,x13\n" A_SIGN("x0", "x1", "x14")
/* OWN takes bits of OTHER. */
#define A_SHIFT(OWN, OTHER, WAY, BACK, LAST, FILL)                                                 \
    "tst x2,#64\nmvn x10,x2\nasr x11,x1,#63\n" WAY " x8," OWN ",x2\n" BACK " x9," OTHER            \
    ",#1\n" BACK " x9,x9,x10\norr x8,x8,x9\n" LAST " x9," OTHER ",x2\ncsel " OWN                   \
    ",x9,x8,ne\ncsel " OTHER "," FILL ",x9,ne\nret\n"

const cm_as_body cm_as_a64_numbers[] = {
    DIVISIONS(A_DIVIDE, A_SIGNED, "ret\n", "mov x0,x8\nmov x1,x9\nret\n", "", "stp x8,x9,[x4]\n"),
    {"__multi3", "umulh x8,x0,x2\nmadd x8,x0,x3,x8\nmadd x1,x1,x2,x8\nmul x0,x0,x2\nret\n"},
    {"__ashlti3", A_SHIFT("x1", "x0", "lsl", "lsr", "lsl", "xzr")},
    {"__lshrti3", A_SHIFT("x0", "x1", "lsr", "lsl", "lsr", "xzr")},
    {"__ashrti3", A_SHIFT("x0", "x1", "lsr", "lsl", "asr", "x11")},
    {NULL, NULL}};

/* ---- RISC-V: a0 and a1 by a2 and a3; t0 and t1 remain ------------------------------------- */

#define R_DOUBLE(HIGH, LOW)                                                                        \
    "slli " HIGH "," HIGH ",1\nsrli t3," LOW ",63\nor " HIGH "," HIGH ",t3\n"
#define R_DIVIDE                                                                                   \
    "li t0,0\nli t1,0\nli t2,128\n1:\nsrli t5,t1,63\n" R_DOUBLE("t1", "t0") R_DOUBLE("t0", "a1")   \
        R_DOUBLE("a1", "a0") "slli a0,a0,1\nsltu t3,t0,a2\nsub t4,t1,a3\nsltu t6,t1,a3\n"          \
                             "sltu a6,t4,t3\nor t6,t6,a6\nxori t6,t6,1\nor t6,t6,t5\n"             \
                             "or a0,a0,t6\nneg t6,t6\nand t5,a2,t6\nsltu t3,t0,t5\n"               \
                             "sub t0,t0,t5\nand t5,a3,t6\nsub t1,t1,t5\nsub t1,t1,t3\n"            \
                             "addi t2,t2,-1\nbnez t2,1b\n"
#define R_SIGN(LOW, HIGH, MASK)                                                                    \
    "xor " LOW "," LOW "," MASK "\nxor " HIGH "," HIGH "," MASK "\nsltu t3," LOW "," MASK          \
    "\nsub " LOW "," LOW "," MASK "\nsub " HIGH "," HIGH "," MASK "\nsub " HIGH "," HIGH ",t3\n"
#define R_SIGNED                                                                                   \
    "srai a5,a1,63\nsrai a7,a3,63\n" R_SIGN("a0", "a1", "a5") R_SIGN("a2", "a3", "a7")             \
        R_DIVIDE R_SIGN("t0", "t1", "a5") "xor a7,a7,a5\n" R_SIGN("a0", "a1", "a7")
#define R_SHIFT(OWN, OTHER, WAY, BACK, LAST, FILL)                                                 \
    "not t2,a2\n" WAY " t0," OWN ",a2\n" BACK "i t1," OTHER ",1\n" BACK                            \
    " t1,t1,t2\nor t0,t0,t1\n" LAST " t1," OTHER ",a2\nandi t2,a2,64\nbnez t2,1f\nmv " OWN         \
    ",t0\nmv " OTHER ",t1\nret\n1:\nmv " OWN ",t1\n" FILL "\nret\n"

/* Parts of a number side by side. What is 1 in a0 is counted. */
#define R_COUNT                                                                                    \
    "srli t0,a0,1\nli t1,0x5555555555555555\nand t0,t0,t1\nsub a0,a0,t0\n"                         \
    "li t1,0x3333333333333333\nsrli t0,a0,2\nand t0,t0,t1\nand a0,a0,t1\nadd a0,a0,t0\n"           \
    "srli t0,a0,4\nadd a0,a0,t0\nli t1,0x0f0f0f0f0f0f0f0f\nand a0,a0,t1\n"                         \
    "li t1,0x0101010101010101\nmul a0,a0,t1\nsrli a0,a0,56\n"
/* What is below the lowest bit that is 1; how far that is from the end, from 1, or 0. */
#define R_BELOW     "neg t0,a0\nand a0,a0,t0\naddi a0,a0,-1\n"
#define R_FIRST     "snez t5,a0\n" R_BELOW R_COUNT "addi a0,a0,1\nneg t5,t5\nand a0,a0,t5\nret\n"
#define R_FILL(BIT) "srli t0,a0," #BIT "\nor a0,a0,t0\n" /* below the highest bit that is 1 */
#define R_SWAP(BITS, MASK)                                                                         \
    "li t1," #MASK "\nsrli t0,a0," #BITS "\nand t0,t0,t1\nand a0,a0,t1\nslli a0,a0," #BITS         \
    "\nor a0,a0,t0\n"

const cm_as_body cm_as_riscv_numbers[] = {
    DIVISIONS(R_DIVIDE, R_SIGNED, "ret\n", "mv a0,t0\nmv a1,t1\nret\n", "",
              "sd t0,0(a4)\nsd t1,8(a4)\n"),
    {"__multi3", "mulhu t0,a0,a2\nmul t1,a0,a3\nadd t0,t0,t1\nmul t1,a1,a2\nadd a1,t0,t1\n"
                 "mul a0,a0,a2\nret\n"},
    {"__ashlti3", R_SHIFT("a1", "a0", "sll", "srl", "sll", "li a0,0")},
    {"__lshrti3", R_SHIFT("a0", "a1", "srl", "sll", "srl", "li a1,0")},
    {"__ashrti3", R_SHIFT("a0", "a1", "srl", "sll", "sra", "srai a1,a1,63")},
    {"__popcountdi2", R_COUNT "ret\n"},
    {"__paritydi2", R_COUNT "andi a0,a0,1\nret\n"},
    {"__clzdi2",
     R_FILL(1) R_FILL(2) R_FILL(4) R_FILL(8) R_FILL(16) R_FILL(32) "not a0,a0\n" R_COUNT "ret\n"},
    {"__bswapdi2",
     R_SWAP(8, 0x00ff00ff00ff00ff) R_SWAP(16, 0x0000ffff0000ffff) R_SWAP(32, 0xffffffff) "ret\n"},
    {"__bswapsi2", R_SWAP(8, 0x00ff00ff) R_SWAP(16, 0xffff) "sext.w a0,a0\nret\n"},
    {"__ctzdi2", R_BELOW R_COUNT "ret\n"},
    {"__ffsdi2", R_FIRST},
    {"ffsl", R_FIRST},
    {"ffs", R_FIRST},
    {NULL, NULL}};

/* ---- x86-64: rdi and rsi by rdx and rcx; r8 and r9 remain --------------------------------- */

/* What divides is subtracted, and added again where that was too much. */
#define X_DIVIDE                                                                                   \
    "movl $0,%r8d\nmovl $0,%r9d\nmovl $128,%r10d\n1:\naddq %rdi,%rdi\nadcq %rsi,%rsi\n"            \
    "adcq %r8,%r8\nadcq %r9,%r9\nsbbq %r11,%r11\nnotq %r11\nsubq %rdx,%r8\nsbbq %rcx,%r9\n"        \
    "sbbq %rax,%rax\nandq %r11,%rax\nmovq %rcx,%r11\nandq %rax,%r11\naddq %r11,%r9\n"              \
    "movq %rdx,%r11\nandq %rax,%r11\naddq %r11,%r8\nadcq $0,%r9\nleaq 1(%rdi,%rax),%rdi\n"         \
    "subl $1,%r10d\njne 1b\n"
#define X_SIGN(LOW, HIGH, MASK)                                                                    \
    "xorq " MASK "," LOW "\nxorq " MASK "," HIGH "\nsubq " MASK "," LOW "\nsbbq " MASK "," HIGH "\n"
#define X_SIGN_DIVIDED                                                                             \
    "movq %rsi,%rax\nsarq $63,%rax\nmovq %rax,%xmm2\n" X_SIGN("%rdi", "%rsi", "%rax")
#define X_SIGN_DIVISOR "movq %rcx,%r11\nsarq $63,%r11\n" X_SIGN("%rdx", "%rcx", "%r11")
#define X_KEEP_SIGN    "xorq %rax,%r11\nmovq %r11,%xmm3\n" /* of the quotient */
#define X_SIGN_REST    "movq %xmm2,%rax\n" X_SIGN("%r8", "%r9", "%rax")
#define X_SIGN_RESULT  "movq %xmm3,%rax\n" X_SIGN("%rdi", "%rsi", "%rax")
#define X_SIGNED       X_SIGN_DIVIDED X_SIGN_DIVISOR X_KEEP_SIGN X_DIVIDE X_SIGN_REST X_SIGN_RESULT

const cm_as_body cm_as_x86_numbers[] = {
    DIVISIONS(X_DIVIDE, X_SIGNED, "movq %rdi,%rax\nmovq %rsi,%rdx\nret\n",
              "movq %r8,%rax\nmovq %r9,%rdx\nret\n", "movq %r8,%xmm1\n",
              "movq %xmm1,%rcx\nmovq %r8,(%rcx)\nmovq %r9,8(%rcx)\n"),
    {"__multi3", "movq %rdi,%rax\nimulq %rdi,%rcx\nimulq %rdx,%rsi\nmulq %rdx\naddq %rcx,%rdx\n"
                 "addq %rsi,%rdx\nret\n"},
    {"__popcountdi2", "popcntq %rdi,%rax\nret\n"},
    {NULL, NULL}};
