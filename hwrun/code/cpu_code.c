/* CPU threads of tests as functions in assembly: see the header.
 *
 *     save what must be preserved
 *     two registers that the body leaves alone take in and out
 *     every register of the thread gets its initial value, addresses included
 *     the test's own instructions
 *     observed registers go to out
 *     restore, return
 *
 * All memory that the frame touches is private to the calling thread.
 */
#include "hwrun/code/cpu_code.h"

#include "base/text.h"

#include <inttypes.h>

/* How an instruction set writes the frame around the body. The words of in and
 * out are counted from 0. */
typedef struct frame {
    void (*open)(cm_text *text, const cm_native *native, const char *in, const char *out);
    void (*zero)(cm_text *text, const char *reg);
    void (*load)(cm_text *text, const char *reg, const char *in, int word);
    void (*store)(cm_text *text, const char *reg, const char *out, int word);
    void (*close)(cm_text *text, const cm_native *native);
} frame;

static int preserved_count(const cm_native *native)
{
    int count = 0;
    while (native->preserved[count])
        count++;
    return count;
}

/* ---- x86-64: System V psABI, 3.2.3: in is RDI, out is RSI -------------- */

/* Through the stack, since RDI and RSI may be any two of the registers. */
static void x86_open(cm_text *text, const cm_native *native, const char *in, const char *out)
{
    for (int i = 0; native->preserved[i]; i++)
        cm_text_append(text, "\tpushq\t%s\n", native->preserved[i]);
    cm_text_append(text, "\tpushq\t%%rdi\n\tpushq\t%%rsi\n\tpopq\t%s\n\tpopq\t%s\n", out, in);
}

static void x86_zero(cm_text *text, const char *reg)
{
    cm_text_append(text, "\txorq\t%s, %s\n", reg, reg);
}

static void x86_load(cm_text *text, const char *reg, const char *in, int word)
{
    cm_text_append(text, "\tmovq\t%d(%s), %s\n", 8 * word, in, reg);
}

static void x86_store(cm_text *text, const char *reg, const char *out, int word)
{
    cm_text_append(text, "\tmovq\t%s, %d(%s)\n", reg, 8 * word, out);
}

static void x86_close(cm_text *text, const cm_native *native)
{
    for (int i = preserved_count(native); i > 0; i--)
        cm_text_append(text, "\tpopq\t%s\n", native->preserved[i - 1]);
    cm_text_add(text, "\tret\n");
}

static const frame x86_frame = {x86_open, x86_zero, x86_load, x86_store, x86_close};

/* ---- AArch64: AAPCS64 6.8.2: in is X0, out is X1 ----------------------- */

/* SP stays a multiple of 16 (AAPCS64 6.4.5.1). */
static int stack_bytes(const cm_native *native)
{
    return (preserved_count(native) + 1) / 2 * 16;
}

static void aarch64_open(cm_text *text, const cm_native *native, const char *in, const char *out)
{
    if (stack_bytes(native) > 0)
        cm_text_append(text, "\tsub\tsp, sp, #%d\n", stack_bytes(native));
    for (int i = 0; native->preserved[i]; i++)
        cm_text_append(text, "\tstr\t%s, [sp, #%d]\n", native->preserved[i], 8 * i);
    cm_text_append(text, "\tstp\tx0, x1, [sp, #-16]!\n\tldp\t%s, %s, [sp], #16\n", in, out);
}

static void aarch64_zero(cm_text *text, const char *reg)
{
    cm_text_append(text, "\tmov\t%s, xzr\n", reg);
}

static void aarch64_load(cm_text *text, const char *reg, const char *in, int word)
{
    cm_text_append(text, "\tldr\t%s, [%s, #%d]\n", reg, in, 8 * word);
}

static void aarch64_store(cm_text *text, const char *reg, const char *out, int word)
{
    cm_text_append(text, "\tstr\t%s, [%s, #%d]\n", reg, out, 8 * word);
}

static void aarch64_close(cm_text *text, const cm_native *native)
{
    for (int i = 0; native->preserved[i]; i++)
        cm_text_append(text, "\tldr\t%s, [sp, #%d]\n", native->preserved[i], 8 * i);
    if (stack_bytes(native) > 0)
        cm_text_append(text, "\tadd\tsp, sp, #%d\n", stack_bytes(native));
    cm_text_add(text, "\tret\n");
}

static const frame aarch64_frame = {aarch64_open, aarch64_zero, aarch64_load, aarch64_store,
                                    aarch64_close};

/* ---- the function ---------------------------------------------------- */

typedef struct coder {
    cm_work *work;
    const cm_plan *plan;
    const cm_role *role;
    const frame *frame;
    cm_native native;
    cm_plan_value *in;
    int in_count;
    int *out;
    int out_count;
} coder;

static void add_word(coder *c, cm_text *text, const char *reg, cm_plan_value value)
{
    c->frame->load(text, reg, c->native.spare[0], c->in_count);
    c->in[c->in_count++] = value;
}

static void add_loads(coder *c, cm_text *text)
{
    const cm_test *test = c->plan->test;
    const cm_thread *thread = &test->threads[c->role->thread];
    for (int i = 0; i < test->location_count; i++)
        if (c->native.addresses[i])
            add_word(c, text, c->native.addresses[i], (cm_plan_value){i, 0});
    for (int i = 0; i < thread->register_count; i++) {
        const char *name = c->native.registers[i].name;
        cm_plan_value init = c->role->init[i];
        if (name && init.location < 0 && init.number == 0)
            c->frame->zero(text, name);
        else if (name)
            add_word(c, text, name, init);
    }
}

static void add_stores(coder *c, cm_text *text, int role)
{
    for (int i = 0; i < c->plan->result_count; i++) {
        const cm_plan_result *result = &c->plan->results[i];
        if (result->role != role)
            continue;
        c->frame->store(text, c->native.registers[result->reg].name, c->native.spare[1],
                        c->out_count);
        c->out[c->out_count++] = i;
    }
}

/* From the entry to the return; labels of the thread start with the prefix. */
static const char *function_text(coder *c, int role, const char *prefix)
{
    const cm_plan *plan = c->plan;
    cm_native_style style = {.prefix = prefix, .changes = plan->parameters.injections};
    cm_text text;
    cm_text_init(&text, c->work->arena);
    c->native = cm_native_thread(c->work, plan->test, c->role->thread, &style);
    c->in_count = c->out_count = 0;
    c->frame->open(&text, &c->native, c->native.spare[0], c->native.spare[1]);
    add_loads(c, &text);
    cm_text_append(&text, "%s%s:\n", c->native.body, c->native.end);
    add_stores(c, &text, role);
    c->frame->close(&text, &c->native);
    return text.data;
}

/* Fowler, Noll and Vo's hash, 64 bits, variant 1a. */
static uint64_t hash(const char *text)
{
    uint64_t value = UINT64_C(0xcbf29ce484222325);
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return value;
}

static cm_cpu_thread thread_code(cm_work *work, const cm_plan *plan, int role)
{
    coder c = {.work = work, .plan = plan, .role = &plan->roles[role]};
    const cm_thread *thread = &plan->test->threads[c.role->thread];
    size_t most = (size_t)thread->register_count + (size_t)plan->test->location_count;
    c.frame = thread->arch == CM_AARCH64 ? &aarch64_frame : &x86_frame;
    c.in = CM_NEW_ARRAY(work->arena, most, cm_plan_value);
    c.out = CM_NEW_ARRAY(work->arena, (size_t)plan->result_count, int);
    /* Labels need names that no other function has: the hash of the code. */
    const char *key =
        cm_arena_printf(work->arena, "%016" PRIx64, hash(function_text(&c, role, "")));
    const char *symbol = cm_arena_printf(work->arena, "cm_body_%s", key);
    const char *text = function_text(&c, role, key);
    return (cm_cpu_thread){.role = role,
                           .assembly =
                               cm_arena_printf(work->arena,
                                               "\t.text\n\t.p2align\t6\n\t.globl\t%s\n\t.type\t%s, "
                                               "%%function\n%s:\n%s\t.size\t%s, .-%s\n"
                                               "\t.section\t.note.GNU-stack,\"\",%%progbits\n",
                                               symbol, symbol, symbol, text, symbol, symbol),
                           .symbol = symbol,
                           .in = c.in,
                           .in_count = c.in_count,
                           .out = c.out,
                           .out_count = c.out_count};
}

const cm_cpu_thread *cm_cpu_code(cm_work *work, const cm_plan *plan)
{
    cm_cpu_thread *threads = CM_NEW_ARRAY(work->arena, (size_t)plan->cpu_count, cm_cpu_thread);
    for (int r = 0; r < plan->role_count; r++)
        if (!plan->roles[r].gpu)
            threads[plan->roles[r].cpu] = thread_code(work, plan, r);
    return threads;
}
