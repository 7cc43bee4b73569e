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

#include "base/hash.h"
#include "base/text.h"
#include "litmus/isa/isa.h"

#include <inttypes.h>

/* ---- the function ---------------------------------------------------- */

typedef struct coder {
    cm_work *work;
    const cm_plan *plan;
    const cm_role *role;
    const cm_native_frame *frame;
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

/* From the entry to the return; labels of the thread start with the prefix. */
static const char *function_text(coder *c, int role, const char *prefix)
{
    const cm_plan *plan = c->plan;
    cm_native_style style = {.prefix = prefix, .changes = plan->parameters.injections};
    cm_text text = cm_text_new(c->work->arena);
    c->native = cm_native_thread(c->work, plan->test, c->role->thread, &style);
    c->in_count = c->out_count = 0;
    c->frame->open(&text, &c->native, c->native.spare[0], c->native.spare[1]);
    /* Addresses and initial values go to their registers. */
    const cm_test *test = plan->test;
    const cm_thread *thread = &test->threads[c->role->thread];
    for (int i = 0; i < test->location_count; i++)
        if (c->native.addresses[i])
            add_word(c, &text, c->native.addresses[i], (cm_plan_value){i, 0});
    for (int i = 0; i < thread->register_count; i++) {
        const char *name = c->native.registers[i].name;
        cm_plan_value init = c->role->init[i];
        if (name && init.location < 0 && init.number == 0)
            c->frame->zero(&text, name);
        else if (name)
            add_word(c, &text, name, init);
    }
    cm_text_append(&text, "%s%s:\n", c->native.body, c->native.end);
    for (int i = 0; i < c->plan->result_count; i++) {
        const cm_plan_result *result = &c->plan->results[i];
        if (result->role != role)
            continue;
        c->frame->store(&text, c->native.registers[result->reg].name, c->native.spare[1],
                        c->out_count);
        c->out[c->out_count++] = i;
    }
    c->frame->close(&text, &c->native);
    return text.data;
}

static cm_cpu_thread thread_code(cm_work *work, const cm_plan *plan, int role)
{
    coder c = {.work = work, .plan = plan, .role = &plan->roles[role]};
    const cm_thread *thread = &plan->test->threads[c.role->thread];
    size_t most = (size_t)thread->register_count + (size_t)plan->test->location_count;
    c.frame = cm_isa_for(thread->arch)->frame;
    c.in = CM_NEW_ARRAY(work->arena, most, cm_plan_value);
    c.out = CM_NEW_ARRAY(work->arena, (size_t)plan->result_count, int);
    /* Labels need names that no other function has: the hash of the code. */
    const char *key =
        cm_arena_printf(work->arena, "%016" PRIx64, cm_hash_text(function_text(&c, role, "")));
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
