/* AArch64, RISC-V: runs the cases that native_cases.c wrote, with the functions that it
 * wrote: compares registers and memory with the outcomes that the sequential
 * interpreter computed, of which one must have come.
 *
 *     native_driver <cases
 *
 * An instruction that this processor does not have ends its case, which is
 * counted. Exit status 1: some case differs. */
#include <inttypes.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void body(const uint64_t *in, uint64_t *out);
extern body *const cm_bodies[];

enum { MOST = 64, MOST_CELLS = 4096, MOST_WORDS = 1 << 18, MEMORY = 1 << 24, NAME = 256 };

enum { IS_NUMBER, IS_ADDRESS, IS_CODE }; /* as native_kind of native_run.h */

typedef struct word {
    int kind;
    uint64_t number;
} word;

typedef struct cell {
    uint64_t offset;
    unsigned width;
    word before;
} cell;

typedef struct test_case {
    char name[NAME];
    size_t function;
    uint64_t memory_bytes, mask;
    size_t cells, in_count, out_count;
    cell cell[MOST_CELLS];
    word in[MOST];
    char names[MOST][16];
    size_t outcomes;
    word expected[MOST_WORDS]; /* by outcome: of the cells, then of the registers */
} test_case;

static sigjmp_buf missing;

/* Calls the function with known values in all registers that it must preserve;
 * how many of them it changed (AAPCS64 6.1.1; RISC-V ABIs Specification, "Integer
 * Register Convention"). */
uint64_t call_checked(const uint64_t *in, uint64_t *out, body *function);
#ifdef __aarch64__
__asm__(".text\n"
        "call_checked:\n"
        "   stp x29, x30, [sp, #-96]!\n"
        "   stp x19, x20, [sp, #16]\n"
        "   stp x21, x22, [sp, #32]\n"
        "   stp x23, x24, [sp, #48]\n"
        "   stp x25, x26, [sp, #64]\n"
        "   stp x27, x28, [sp, #80]\n"
        "   .irp n, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29\n"
        "   mov x\\n, #(1000 + \\n)\n"
        "   .endr\n"
        "   blr x2\n"
        "   mov x0, #0\n"
        "   .irp n, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29\n"
        "   cmp x\\n, #(1000 + \\n)\n"
        "   cinc x0, x0, ne\n"
        "   .endr\n"
        "   ldp x19, x20, [sp, #16]\n"
        "   ldp x21, x22, [sp, #32]\n"
        "   ldp x23, x24, [sp, #48]\n"
        "   ldp x25, x26, [sp, #64]\n"
        "   ldp x27, x28, [sp, #80]\n"
        "   ldp x29, x30, [sp], #96\n"
        "   ret\n");

static void restore_pointers(void)
{
}
#else
__asm__(".text\n"
        "   .option push\n"
        "   .option norelax\n"
        "call_checked:\n"
        "   addi sp, sp, -240\n"
        "   sd ra, 0(sp)\n"
        "   .irp n, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27\n"
        "   sd x\\n, 8 * \\n(sp)\n"
        "   .endr\n"
        "   lla t0, kept_pointers\n"
        "   sd gp, 0(t0)\n"
        "   sd tp, 8(t0)\n"
        "   .irp n, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27\n"
        "   li x\\n, 1000 + \\n\n"
        "   .endr\n"
        "   jalr a2\n"
        "   li a0, 0\n"
        "   .irp n, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27\n"
        "   li t0, 1000 + \\n\n"
        "   xor t0, t0, x\\n\n"
        "   snez t0, t0\n"
        "   add a0, a0, t0\n"
        "   .endr\n"
        "   lla t0, kept_pointers\n"
        "   ld t1, 0(t0)\n"
        "   xor t1, t1, gp\n"
        "   snez t1, t1\n"
        "   add a0, a0, t1\n"
        "   ld t1, 8(t0)\n"
        "   xor t1, t1, tp\n"
        "   snez t1, t1\n"
        "   add a0, a0, t1\n"
        "   ld gp, 0(t0)\n"
        "   ld tp, 8(t0)\n"
        "   ld ra, 0(sp)\n"
        "   .irp n, 8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27\n"
        "   ld x\\n, 8 * \\n(sp)\n"
        "   .endr\n"
        "   addi sp, sp, 240\n"
        "   ret\n"
        "   .local kept_pointers\n"
        "   .comm kept_pointers, 16, 8\n"
        "   .option pop\n");

/* In the middle of a function gp and tp may be the test's. */
static inline __attribute__((always_inline)) void restore_pointers(void)
{
    __asm__ volatile(".option push\n"
                     ".option norelax\n"
                     "lla t0, kept_pointers\n"
                     "ld gp, 0(t0)\n"
                     "ld tp, 8(t0)\n"
                     ".option pop\n" ::
                         : "t0", "memory");
}
#endif

static void on_illegal(int number)
{
    restore_pointers();
    (void)number;
    siglongjmp(missing, 1);
}

static _Noreturn void malformed(const char *what)
{
    fprintf(stderr, "native_driver: malformed case: %s\n", what);
    exit(2);
}

static void read_word(word *w)
{
    if (scanf("%d %" SCNu64, &w->kind, &w->number) != 2)
        malformed("a word");
}

static size_t read_count(size_t most)
{
    size_t count;
    if (scanf("%zu", &count) != 1 || count > most)
        malformed("a count");
    return count;
}

static bool read_case(test_case *c)
{
    if (scanf("%255s %zu %" SCNu64 " %" SCNu64, c->name, &c->function, &c->memory_bytes,
              &c->mask) != 4)
        return false;
    if (c->memory_bytes > MEMORY)
        malformed("too much memory");
    c->cells = read_count(MOST_CELLS);
    for (size_t i = 0; i < c->cells; i++) {
        if (scanf("%" SCNu64 " %u", &c->cell[i].offset, &c->cell[i].width) != 2)
            malformed("a cell");
        read_word(&c->cell[i].before);
    }
    c->in_count = read_count(MOST);
    for (size_t i = 0; i < c->in_count; i++)
        read_word(&c->in[i]);
    c->out_count = read_count(MOST);
    for (size_t i = 0; i < c->out_count; i++)
        if (scanf("%15s", c->names[i]) != 1)
            malformed("a register");
    c->outcomes = read_count(MOST_WORDS / (c->cells + c->out_count + 1));
    for (size_t i = 0; i < c->outcomes * (c->cells + c->out_count); i++)
        read_word(&c->expected[i]);
    return true;
}

static uint64_t machine_word(const unsigned char *memory, word w)
{
    return w.number + (w.kind == IS_ADDRESS ? (uint64_t)(uintptr_t)memory : 0);
}

/* With one outcome; says what differs if asked to. */
static bool equals(const test_case *c, const word *expected, const unsigned char *memory,
                   const uint64_t *out, bool say)
{
    bool same = true;
    for (size_t i = 0; i < c->cells; i++, expected++) {
        uint64_t value = machine_word(memory, *expected);
        if (memcmp(memory + c->cell[i].offset, &value, c->cell[i].width) == 0)
            continue;
        same = false;
        if (say)
            printf("%s: memory at %" PRIu64 " differs, expected %#" PRIx64 "\n", c->name,
                   c->cell[i].offset, value);
    }
    for (size_t i = 0; i < c->out_count; i++, expected++) {
        uint64_t value = machine_word(memory, *expected);
        if (expected->kind == IS_CODE || ((value ^ out[i]) & c->mask) == 0)
            continue;
        same = false;
        if (say)
            printf("%s: %s is %#" PRIx64 ", expected %#" PRIx64 "\n", c->name, c->names[i], out[i],
                   value);
    }
    return same;
}

static bool compare(const test_case *c, const unsigned char *memory, const uint64_t *out)
{
    size_t words = c->cells + c->out_count;
    for (size_t k = 0; k < c->outcomes; k++)
        if (equals(c, c->expected + k * words, memory, out, false))
            return true;
    printf("%s: none of %zu outcomes; with the first one:\n", c->name, c->outcomes);
    return c->outcomes > 0 && equals(c, c->expected, memory, out, true);
}

/* 1: as expected, 0: not, -1: an instruction is missing. */
static int run_case(const test_case *c, unsigned char *memory)
{
    uint64_t in[MOST], out[MOST] = {0};
    memset(memory, 0, c->memory_bytes);
    for (size_t i = 0; i < c->cells; i++) {
        uint64_t before = machine_word(memory, c->cell[i].before);
        memcpy(memory + c->cell[i].offset, &before, c->cell[i].width);
    }
    for (size_t i = 0; i < c->in_count; i++)
        in[i] = machine_word(memory, c->in[i]);
    if (sigsetjmp(missing, 1) != 0)
        return -1;
    uint64_t changed = call_checked(in, out, cm_bodies[c->function]);
    if (changed > 0)
        printf("%s: %" PRIu64 " registers are not preserved\n", c->name, changed);
    return compare(c, memory, out) && changed == 0;
}

int main(void)
{
    static test_case c;
    static unsigned char memory[MEMORY] __attribute__((aligned(4096)));
    unsigned good = 0, bad = 0, unknown = 0;
    struct sigaction action = {.sa_handler = on_illegal};
    sigaction(SIGILL, &action, NULL);
    while (read_case(&c)) {
        int result = run_case(&c, memory);
        good += result > 0;
        bad += result == 0;
        unknown += result < 0;
        if (result < 0)
            printf("not run: %s: an instruction that this processor lacks\n", c.name);
    }
    printf("%u cases as expected, %u different, %u not run\n", good, bad, unknown);
    return bad == 0 && good > 0 ? 0 : 1;
}
