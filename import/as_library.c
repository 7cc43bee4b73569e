/* Functions of other libraries that compiled code calls by name, as bodies in assembly.
 *
 * libatomic's are those of GCC 12 (its libatomic.a, disassembled: *_16_.o, *_1_.o, g*.o), with the
 * accesses, fences and branches that these have. Where a machine has no instruction for 16 bytes,
 * libatomic takes one of 64 mutexes, by the address: here it is the 4 bytes behind the object, so
 * that two objects never share one, which is the weaker assumption. A mutex is taken by an exchange
 * that acquires and given back by one that releases, as those of the C library are.
 *
 * A square root is the instruction for it; `errno`, which the C library may set, is not looked at.
 * memcpy and memset of a constant size are accesses of 8 bytes, and less at the end; memcmp of one
 * reads byte by byte, up to the first that differs, and strlen up to the first 0.
 *
 * malloc takes memory of a thousand bytes of zeros that its thread begins with, in multiples of 64,
 * and free gives none back, so that no two objects share memory. Behind these bytes there is no
 * location. Mutexes and spin locks of POSIX are taken and given back as libatomic's are.
 */
#include "import/as.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- AArch64: x0 the object, x2 and x3 the operand, x12 and x13 what was there ---------- */

#define A_TAKE                                                                                     \
    "add x8,x0,#16\nmov w10,#1\n1:\nmov w9,wzr\ncasa w9,w10,[x8]\ncbnz w9,1b\nldp x12,x13,[x0]\n"
#define A_GIVE       "swpl wzr,w9,[x8]\nmov x0,x12\nmov x1,x13\nret\n"
#define A_FETCH(OPS) A_TAKE OPS "stp x14,x15,[x0]\n" A_GIVE

static const cm_as_body aarch64[] = {
    {"__atomic_load_16", A_TAKE A_GIVE},
    {"__atomic_store_16", A_TAKE "stp x2,x3,[x0]\n" A_GIVE},
    {"__atomic_exchange_16", A_TAKE "stp x2,x3,[x0]\n" A_GIVE},
    {"__atomic_compare_exchange_16",
     A_TAKE "ldp x14,x15,[x1]\ncmp x12,x14\nccmp x13,x15,#0,eq\ncset w16,eq\nb.ne 2f\n"
            "stp x2,x3,[x0]\nb 3f\n2:\nstp x12,x13,[x1]\n3:\nmov w12,w16\n" A_GIVE},
    {"__atomic_fetch_add_16", A_FETCH("adds x14,x12,x2\nadc x15,x13,x3\n")},
    {"__atomic_fetch_sub_16", A_FETCH("subs x14,x12,x2\nsbc x15,x13,x3\n")},
    {"__atomic_fetch_and_16", A_FETCH("and x14,x12,x2\nand x15,x13,x3\n")},
    {"__atomic_fetch_or_16", A_FETCH("orr x14,x12,x2\norr x15,x13,x3\n")},
    {"__atomic_fetch_xor_16", A_FETCH("eor x14,x12,x2\neor x15,x13,x3\n")},
    {"__atomic_load", "mov x17,x2\nmov x0,x1\nbl __atomic_load_16\nstp x0,x1,[x17]\nret\n"},
    {"__atomic_store", "mov x0,x1\nldp x2,x3,[x2]\nb __atomic_store_16\n"},
    {"__atomic_exchange", "mov x17,x3\nmov x0,x1\nldp x2,x3,[x2]\nbl __atomic_exchange_16\n"
                          "stp x0,x1,[x17]\nret\n"},
    {"__atomic_compare_exchange",
     "mov x0,x1\nmov x1,x2\nldp x2,x3,[x3]\nb __atomic_compare_exchange_16\n"},
    {"strlen", "mov x9,x0\n1:\nldrb w10,[x0]\ncbz w10,2f\nadd x0,x0,#1\nb 1b\n2:\nsub x0,x0,x9\n"
               "ret\n"},
    {"malloc", "adrp x9,:gottprel:malloc_used\nldr x9,[x9,:gottprel_lo12:malloc_used]\n"
               "adrp x10,:gottprel:malloc_heap\nldr x10,[x10,:gottprel_lo12:malloc_heap]\n"
               "ldr x11,[x9]\nadd x12,x0,#63\nand x12,x12,#-64\nadd x0,x10,x11\n"
               "add x11,x11,x12\nstr x11,[x9]\nret\n"},
    {"calloc", "mul x0,x0,x1\nb malloc\n"},
    {"free", "ret\n"},
    {"pthread_mutex_lock",
     "mov w10,#1\n1:\nmov w9,wzr\ncasa w9,w10,[x0]\ncbnz w9,1b\nmov w0,wzr\nret\n"},
    {"pthread_mutex_trylock", "mov w10,#1\nmov w9,wzr\ncasa w9,w10,[x0]\nlsl w0,w9,#4\nret\n"},
    {"pthread_mutex_unlock", "swpl wzr,w9,[x0]\nmov w0,wzr\nret\n"},
    {"pthread_mutex_init", "str wzr,[x0]\nmov w0,wzr\nret\n"},
    {"pthread_mutex_destroy", "mov w0,wzr\nret\n"},
    {"sqrt", "fsqrt d0,d0\nret\n"},
    {"sqrtf", "fsqrt s0,s0\nret\n"},
    {NULL, NULL}};

/* ---- RISC-V: a0 the object, a1 and a2 the operand, t4 and t5 what was there -------------- */

#define R_TAKE                                                                                     \
    "addi t3,a0,16\nli t0,1\n1:\namoswap.w.aq t1,t0,(t3)\nbnez t1,1b\nld t4,0(a0)\nld t5,8(a0)\n"
#define R_GIVE       "amoswap.w.rl zero,zero,(t3)\nmv a0,t4\nmv a1,t5\nret\n"
#define R_FETCH(OPS) R_TAKE OPS "sd a4,0(a0)\nsd a5,8(a0)\n" R_GIVE
#define R_BITS(OP)   R_FETCH(#OP " a4,t4,a1\n" #OP " a5,t5,a2\n")
/* Of 1 or 2 bytes: the 8 bytes around, between fences. libatomic reads them, computes, and then
 * compares and exchanges until they are what it has read; a round that does not succeed leaves
 * nothing, so that one read of each round does for both. a5 is how far to shift. */
#define R_SHORT(MASK)                                                                              \
    "fence rw,rw\nandi a3,a0,-8\nandi a5,a0,7\nslli a5,a5,3\nli t0," MASK "\nsll t2,t0,a5\n"
#define R_SHORT_FETCH(MASK, OP)                                                                    \
    R_SHORT(MASK)                                                                                  \
    "sll a1,a1,a5\n1:\nlr.d a0,(a3)\n" OP "xor a4,a4,a0\nand a4,a4,t2\nxor a4,a4,a0\n"             \
    "sc.d a7,a4,(a3)\nbnez a7,1b\nfence rw,rw\nsrl a0,a0,a5\nand a0,a0,t0\nret\n"
#define R_SHORT_COMPARE(MASK, LOAD, STORE)                                                         \
    R_SHORT(MASK)                                                                                  \
    LOAD " t5,0(a1)\nsll t5,t5,a5\nsll a2,a2,a5\n1:\nlr.d a0,(a3)\nnot a4,t2\nand a4,a4,a0\n"      \
         "and t1,t2,a0\nor a4,a4,a2\nbne t1,t5,2f\nsc.d a7,a4,(a3)\nbnez a7,1b\nfence rw,rw\n"     \
         "li a0,1\nret\n2:\nsrl a0,a0,a5\n" STORE " a0,0(a1)\nfence rw,rw\nli a0,0\nret\n"
#define R_SHORTS(SIZE, MASK, LOAD, STORE)                                                          \
    {"__atomic_exchange_" SIZE, R_SHORT_FETCH(MASK, "mv a4,a1\n")},                                \
        {"__atomic_compare_exchange_" SIZE, R_SHORT_COMPARE(MASK, LOAD, STORE)},                   \
        {"__atomic_fetch_add_" SIZE, R_SHORT_FETCH(MASK, "add a4,a0,a1\n")},                       \
        {"__atomic_fetch_sub_" SIZE, R_SHORT_FETCH(MASK, "sub a4,a0,a1\n")},                       \
        {"__atomic_fetch_and_" SIZE, R_SHORT_FETCH(MASK, "and a4,a0,a1\n")},                       \
        {"__atomic_fetch_or_" SIZE, R_SHORT_FETCH(MASK, "or a4,a0,a1\n")},                         \
    {                                                                                              \
        "__atomic_fetch_xor_" SIZE, R_SHORT_FETCH(MASK, "xor a4,a0,a1\n")                          \
    }

static const cm_as_body riscv[] = {
    {"__atomic_load_16", R_TAKE R_GIVE},
    {"__atomic_store_16", R_TAKE "sd a1,0(a0)\nsd a2,8(a0)\n" R_GIVE},
    {"__atomic_exchange_16", R_TAKE "sd a1,0(a0)\nsd a2,8(a0)\n" R_GIVE},
    {"__atomic_compare_exchange_16",
     R_TAKE "ld a4,0(a1)\nld a5,8(a1)\nli a6,0\nbne a4,t4,2f\nbne a5,t5,2f\nli a6,1\n"
            "sd a2,0(a0)\nsd a3,8(a0)\nj 3f\n2:\nsd t4,0(a1)\nsd t5,8(a1)\n3:\nmv t4,a6\n" R_GIVE},
    {"__atomic_fetch_add_16", R_FETCH("add a4,t4,a1\nsltu a5,a4,t4\nadd a2,a2,t5\nadd a5,a5,a2\n")},
    {"__atomic_fetch_sub_16", R_FETCH("sub a4,t4,a1\nsltu a5,t4,a4\nsub a2,t5,a2\nsub a5,a2,a5\n")},
    {"__atomic_fetch_and_16", R_BITS(and)},
    {"__atomic_fetch_or_16", R_BITS(or)},
    {"__atomic_fetch_xor_16", R_BITS(xor)},
    {"__atomic_load", "mv t6,a2\nmv a0,a1\ncall __atomic_load_16\nsd a0,0(t6)\nsd a1,8(t6)\nret\n"},
    {"__atomic_store", "mv a0,a1\nld a1,0(a2)\nld a2,8(a2)\ntail __atomic_store_16\n"},
    {"__atomic_exchange", "mv t6,a3\nmv a0,a1\nld a1,0(a2)\nld a2,8(a2)\n"
                          "call __atomic_exchange_16\nsd a0,0(t6)\nsd a1,8(t6)\nret\n"},
    {"__atomic_compare_exchange", "mv a0,a1\nmv a1,a2\nld a2,0(a3)\nld a3,8(a3)\n"
                                  "tail __atomic_compare_exchange_16\n"},
    R_SHORTS("1", "255", "lbu", "sb"),
    R_SHORTS("2", "65535", "lhu", "sh"),
    {"strlen",
     "mv t0,a0\n1:\nlbu t1,0(a0)\nbeqz t1,2f\naddi a0,a0,1\nj 1b\n2:\nsub a0,a0,t0\nret\n"},
    {"malloc", "la.tls.ie t0,malloc_used\nla.tls.ie t1,malloc_heap\nld t2,0(t0)\n"
               "addi t3,a0,63\nandi t3,t3,-64\nadd a0,t1,t2\nadd t2,t2,t3\nsd t2,0(t0)\nret\n"},
    {"calloc", "mul a0,a0,a1\ntail malloc\n"},
    {"free", "ret\n"},
    {"pthread_mutex_lock", "li t0,1\n1:\namoswap.w.aq t1,t0,(a0)\nbnez t1,1b\nli a0,0\nret\n"},
    {"pthread_mutex_trylock", "li t0,1\namoswap.w.aq t1,t0,(a0)\nslli a0,t1,4\nret\n"},
    {"pthread_mutex_unlock", "amoswap.w.rl zero,zero,(a0)\nli a0,0\nret\n"},
    {"pthread_mutex_init", "sw zero,0(a0)\nli a0,0\nret\n"},
    {"pthread_mutex_destroy", "li a0,0\nret\n"},
    {"sqrt", "fsqrt.d fa0,fa0\nret\n"},
    {"sqrtf", "fsqrt.s fa0,fa0\nret\n"},
    {NULL, NULL}};

/* ---- x86-64: CMPXCHG16B, which every processor of the last fifteen years has ------------- */

#define X_BEGIN "movq %rbx,%r10\n"
#define X_END   "movq %r10,%rbx\nret\n"
/* libatomic reads before the loop only, and then takes what the exchange has found. */
#define X_LOOP(OPS)                                                                                \
    X_BEGIN "movq %rdx,%r9\nagain:\nmovq (%rdi),%rax\nmovq 8(%rdi),%rdx\n" OPS                     \
            "lock cmpxchg16b (%rdi)\nje 1f\nfailed:\njmp again\n1:\n" X_END
#define X_SET "movq %rsi,%rbx\nmovq %r9,%rcx\n"
#define X_FETCH(LOW, HIGH)                                                                         \
    X_LOOP("movq %rax,%rbx\nmovq %rdx,%rcx\n" LOW " %rsi,%rbx\n" HIGH " %r9,%rcx\n")

static const cm_as_body x86[] = {
    {"__atomic_load_16", X_BEGIN "movl $0,%eax\nmovl $0,%edx\nmovl $0,%ebx\nmovl $0,%ecx\n"
                                 "lock cmpxchg16b (%rdi)\n" X_END},
    {"__atomic_store_16", X_LOOP(X_SET)},
    {"__atomic_exchange_16", X_LOOP(X_SET)},
    {"__atomic_compare_exchange_16",
     X_BEGIN "movq %rdx,%rbx\nmovq (%rsi),%rax\nmovq 8(%rsi),%rdx\nlock cmpxchg16b (%rdi)\nje 1f\n"
             "movq %rax,(%rsi)\nmovq %rdx,8(%rsi)\n1:\nsete %al\nmovzbl %al,%eax\n" X_END},
    {"__atomic_fetch_add_16", X_FETCH("addq", "adcq")},
    {"__atomic_fetch_sub_16", X_FETCH("subq", "sbbq")},
    {"__atomic_fetch_and_16", X_FETCH("andq", "andq")},
    {"__atomic_fetch_or_16", X_FETCH("orq", "orq")},
    {"__atomic_fetch_xor_16", X_FETCH("xorq", "xorq")},
    {"__atomic_load", "movq %rdx,%r11\nmovq %rsi,%rdi\ncall __atomic_load_16\n"
                      "movq %rax,(%r11)\nmovq %rdx,8(%r11)\nret\n"},
    {"__atomic_store", "movq %rsi,%rdi\nmovq (%rdx),%rsi\nmovq 8(%rdx),%rdx\n"
                       "jmp __atomic_store_16\n"},
    {"__atomic_exchange", "movq %rcx,%r11\nmovq %rsi,%rdi\nmovq (%rdx),%rsi\nmovq 8(%rdx),%rdx\n"
                          "call __atomic_exchange_16\nmovq %rax,(%r11)\nmovq %rdx,8(%r11)\nret\n"},
    {"__atomic_compare_exchange",
     "movq %rsi,%rdi\nmovq %rdx,%rsi\nmovq (%rcx),%rdx\nmovq 8(%rcx),%rcx\n"
     "jmp __atomic_compare_exchange_16\n"},
    {"strlen", "movq %rdi,%rax\n1:\ncmpb $0,(%rax)\nje 2f\naddq $1,%rax\njmp 1b\n2:\n"
               "subq %rdi,%rax\nret\n"},
    {"malloc",
     "movq malloc_used@gottpoff(%rip),%r8\nmovq malloc_heap@gottpoff(%rip),%r9\nmovq (%r8),%rax\n"
     "addq $63,%rdi\nandq $-64,%rdi\naddq %rax,%rdi\nmovq %rdi,(%r8)\naddq %r9,%rax\nret\n"},
    {"calloc", "imulq %rsi,%rdi\njmp malloc\n"},
    {"free", "ret\n"},
    {"pthread_mutex_lock", "movl $1,%ecx\n1:\nmovl $0,%eax\nlock cmpxchgl %ecx,(%rdi)\njne 1b\n"
                           "movl $0,%eax\nret\n"},
    {"pthread_mutex_trylock", "movl $1,%eax\nxchgl %eax,(%rdi)\nshll $4,%eax\nret\n"},
    {"pthread_mutex_unlock", "movl $0,%eax\nxchgl %eax,(%rdi)\nmovl $0,%eax\nret\n"},
    {"pthread_mutex_init", "movl $0,(%rdi)\nmovl $0,%eax\nret\n"},
    {"pthread_mutex_destroy", "movl $0,%eax\nret\n"},
    {"sqrt", "sqrtsd %xmm0,%xmm0\nret\n"},
    {"sqrtf", "sqrtss %xmm0,%xmm0\nret\n"},
    {NULL, NULL}};

/* ---- what is copied and set ---------------------------------------------------------------- */

/* Of 8, 4, 2 and 1 bytes, at an offset: a load and a store, and a store of zeros. fill: what gives
 * what is stored the second argument in all bytes. compare: of a byte, and what comes behind the
 * last one. */
typedef struct library {
    const cm_as_set *set;
    const cm_as_body *bodies, *numbers;
    const char *load[4], *store[4], *zero[4];
    const char *end, *fill, *compare, *compared;
    const char *counts[2], *values[2], *sizes[2]; /* registers: third, second, first argument */
} library;

static const library libraries[] = {
    {&cm_as_aarch64,
     aarch64,
     cm_as_a64_numbers,
     {"ldr x9,[x1,#%u]\n", "ldr w9,[x1,#%u]\n", "ldrh w9,[x1,#%u]\n", "ldrb w9,[x1,#%u]\n"},
     {"str x9,[x0,#%u]\n", "str w9,[x0,#%u]\n", "strh w9,[x0,#%u]\n", "strb w9,[x0,#%u]\n"},
     {"str xzr,[x0,#%u]\n", "str wzr,[x0,#%u]\n", "strh wzr,[x0,#%u]\n", "strb wzr,[x0,#%u]\n"},
     "ret\n",
     "and x9,x1,#255\nmov x10,#0x0101\nmovk x10,#0x0101,lsl #16\nmovk x10,#0x0101,lsl #32\n"
     "movk x10,#0x0101,lsl #48\nmul x9,x9,x10\n",
     "ldrb w9,[x0,#%u]\nldrb w10,[x1,#%u]\nsub w9,w9,w10\ncbnz w9,1f\n",
     "mov w9,wzr\n1:\nmov w0,w9\nret\n",
     {"x2", "w2"},
     {"w1", "x1"},
     {"x0", "w0"}},
    {&cm_as_riscv,
     riscv,
     cm_as_riscv_numbers,
     {"ld t0,%u(a1)\n", "lw t0,%u(a1)\n", "lh t0,%u(a1)\n", "lb t0,%u(a1)\n"},
     {"sd t0,%u(a0)\n", "sw t0,%u(a0)\n", "sh t0,%u(a0)\n", "sb t0,%u(a0)\n"},
     {"sd zero,%u(a0)\n", "sw zero,%u(a0)\n", "sh zero,%u(a0)\n", "sb zero,%u(a0)\n"},
     "ret\n",
     "andi t0,a1,255\nli t1,0x0101010101010101\nmul t0,t0,t1\n",
     "lbu t0,%u(a0)\nlbu t1,%u(a1)\nsub t0,t0,t1\nbnez t0,1f\n",
     "1:\nmv a0,t0\nret\n",
     {"a2", "x12"},
     {"a1", "x11"},
     {"a0", "x10"}},
    {&cm_as_x86,
     x86,
     cm_as_x86_numbers,
     {"movq %u(%%rsi),%%r8\n", "movl %u(%%rsi),%%r8d\n", "movw %u(%%rsi),%%r8w\n",
      "movb %u(%%rsi),%%r8b\n"},
     {"movq %%r8,%u(%%rdi)\n", "movl %%r8d,%u(%%rdi)\n", "movw %%r8w,%u(%%rdi)\n",
      "movb %%r8b,%u(%%rdi)\n"},
     {"movq $0,%u(%%rdi)\n", "movl $0,%u(%%rdi)\n", "movw $0,%u(%%rdi)\n", "movb $0,%u(%%rdi)\n"},
     "movq %rdi,%rax\nret\n",
     "movzbl %sil,%r8d\nmovabsq $0x0101010101010101,%r9\nimulq %r9,%r8\n",
     "movzbl %u(%%rdi),%%eax\nmovzbl %u(%%rsi),%%r8d\nsubl %%r8d,%%eax\njne 1f\n",
     "movl $0,%eax\n1:\nret\n",
     {"%rdx", "%edx"},
     {"%esi", "%rsi"},
     {"%rdi", "%edi"}}};

enum { MOST_COPIED = 1024 };

/* Does the instruction, which names the register, store it and nothing else? */
static bool only_stores(const cm_as_statement *s, const cm_as_operands *all,
                        const char *const *names)
{
    static const char *const stores[] = {"sd", "sw", "sh", "sb", "str", "stp", "stur"};
    const char *last = all->count == 2 ? all->items[1] : "";
    if (*names[0] == '%') /* a move to memory */
        return strncmp(s->word, "mov", 3) == 0 && *last && *last != '%';
    return cm_word_listed(stores, sizeof stores / sizeof *stores, s->word);
}

/* The number that the register has at the call: a move of a constant, with no label between. False:
 * it is not known. */
static bool constant_at(const cm_as_code *c, const cm_as_statement *s, const char *const *names,
                        unsigned long *number)
{
    for (const cm_as_statement *at = s - 1; at >= c->file->statements; at--) {
        bool named = cm_as_has_name(at->rest, names[0]) || cm_as_has_name(at->rest, names[1]);
        if (at->kind == CM_AS_LABEL)
            return false;
        if (at->kind != CM_AS_INSTRUCTION || !named)
            continue;
        cm_as_operands all = cm_as_split(c, at);
        if (only_stores(at, &all, names))
            continue;
        bool x86_order = *names[0] == '%';
        const char *to = all.count == 2 ? all.items[x86_order] : "";
        const char *from = all.count == 2 ? all.items[!x86_order] : "";
        bool zero = strcmp(from, "wzr") == 0 || strcmp(from, "xzr") == 0 ||
                    (strncmp(at->word, "xor", 3) == 0 && strcmp(from, to) == 0);
        from += *from == '#' || *from == '$';
        char *end;
        *number = zero ? 0 : strtoul(from, &end, 0);
        return (strcmp(to, names[0]) == 0 || strcmp(to, names[1]) == 0) &&
               (zero || ((strncmp(at->word, "mov", 3) == 0 || strcmp(at->word, "li") == 0) &&
                         end != from && !*end));
    }
    return false;
}

/* How many bytes: a constant. */
static unsigned long count_at(const cm_as_code *c, const cm_as_statement *s, const library *l)
{
    unsigned long count;
    if (!constant_at(c, s, l->counts, &count) || count > MOST_COPIED)
        cm_as_fail(c, s,
                   "how many bytes `%s` copies is not a constant here, expected a move of at most "
                   "%d before it",
                   s->rest, MOST_COPIED);
    return count;
}

/* The body of memcpy or memset. */
static const char *copied(cm_as_code *c, const cm_as_statement *s, const library *l, bool sets)
{
    unsigned long count = count_at(c, s, l), value;
    bool zero = sets && constant_at(c, s, l->values, &value) && (value & UINT8_MAX) == 0;
    cm_text text = cm_text_new(c->work->arena);
    if (sets && !zero)
        cm_text_add(&text, l->fill);
    for (unsigned at = 0, width = 0; at < count;) {
        while ((8u >> width) > count - at)
            width++;
        if (!sets)
            cm_text_append(&text, l->load[width], at);
        cm_text_append(&text, zero ? l->zero[width] : l->store[width], at);
        at += 8u >> width;
    }
    cm_text_add(&text, l->end);
    return text.data;
}

static const char *compared(cm_as_code *c, const cm_as_statement *s, const library *l)
{
    unsigned long count = count_at(c, s, l);
    cm_text text = cm_text_new(c->work->arena);
    if (count == 0)
        cm_as_fail(c, s, "`%s` of no bytes is not supported, expected some", s->rest);
    for (unsigned at = 0; at < count; at++)
        cm_text_append(&text, l->compare, at, at);
    cm_text_add(&text, l->compared);
    return text.data;
}

/* ---- the system --------------------------------------------------------------------------- */

bool cm_as_ends(const char *name)
{
    static const char *const names[] = {"abort",         "exit",           "_exit",
                                        "_Exit",         "quick_exit",     "__stack_chk_fail",
                                        "__assert_fail", "_ZSt9terminatev"};
    return cm_word_listed(names, sizeof names / sizeof *names, name);
}

bool cm_as_is_idle(const char *name)
{
    static const char *const names[] = {
        "sched_yield", "thrd_yield", "usleep",  "sleep",  "nanosleep",    "printf",
        "puts",        "putchar",    "fprintf", "fflush", "__printf_chk", "__fprintf_chk"};
    return cm_word_listed(names, sizeof names / sizeof *names, name);
}

/* A function that has the other's body. */
static const char *body_name(const char *name)
{
    static const char *const same[][2] = {{"_Znwm", "malloc"},
                                          {"_Znam", "malloc"},
                                          {"_ZdlPv", "free"},
                                          {"_ZdlPvm", "free"},
                                          {"_ZdaPv", "free"},
                                          {"pthread_spin_lock", "pthread_mutex_lock"},
                                          {"pthread_spin_trylock", "pthread_mutex_trylock"},
                                          {"pthread_spin_unlock", "pthread_mutex_unlock"},
                                          {"pthread_spin_init", "pthread_mutex_init"},
                                          {"pthread_spin_destroy", "pthread_mutex_destroy"}};
    for (size_t i = 0; i < sizeof same / sizeof *same; i++)
        if (strcmp(same[i][0], name) == 0)
            return same[i][1];
    return name;
}

/* ---- the file -------------------------------------------------------------------------------- */

static const cm_as_body *find_body(const cm_as_body *b, const char *name)
{
    while (b->name && strcmp(b->name, name) != 0)
        b++;
    return b;
}

static const char *text_of(cm_as_code *c, const cm_as_statement *s, const library *l,
                           const char *name)
{
    unsigned long size = 0;
    if (strcmp(name, "memcpy") == 0)
        return copied(c, s, l, false);
    if (strcmp(name, "memset") == 0)
        return copied(c, s, l, true);
    if (strcmp(name, "memcmp") == 0)
        return compared(c, s, l);
    const cm_as_body *b = find_body(l->bodies, body_name(name));
    if (!b->name)
        b = find_body(l->numbers, name);
    bool generic = b->name && strncmp(name, "__atomic_", 9) == 0 &&
                   b->name[strcspn(b->name, "0123456789")] == '\0';
    if (generic && (!constant_at(c, s, l->sizes, &size) || size != 16))
        cm_as_fail(c, s,
                   "`%s` of another size than 16 bytes, or of a size that is not a constant, is "
                   "not supported, expected 16",
                   name);
    return b->text;
}

const cm_as_file *cm_as_library(cm_as_code *c, const cm_as_statement *s, const char *name)
{
    const library *l = libraries;
    while (l->set != c->file->set)
        l++;
    const char *text = text_of(c, s, l, name);
    if (!text)
        return NULL;
    const char *heap = "\t.section .tbss,\"awT\",@nobits\nmalloc_used:\n\t.zero 8\n"
                       "malloc_heap:\n\t.zero 1024\n";
    c->thread.takes_lock |= strstr(text, A_TAKE) || strstr(text, R_TAKE);
    cm_source *source = CM_NEW(c->work->arena, cm_source);
    source->name = name;
    source->text =
        cm_arena_printf(c->work->arena, "\t.type %s,@function\n%s:\n%s\t.size %s,.-%s\n%s", name,
                        name, text, name, name, strstr(text, "malloc_heap") ? heap : "");
    source->length = strlen(source->text);
    cm_as_file *file = cm_as_read(c->work, source, NULL);
    file->set = c->file->set;
    for (int i = 0; i < file->count; i++) {
        cm_as_statement *own = &file->statements[i];
        own->place = s->place;
        if (c->request->only_states && strcmp(own->rest, "again") == 0)
            own->rest = "failed";
    }
    return file;
}
