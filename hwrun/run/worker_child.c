/* The side of a worker that runs tests: what the forked process does. */
#include "base/child.h"
#include "hwrun/code/gpu_code.h"
#include "hwrun/run/worker_wire.h"
#include "litmus/text/text.h"

#include <stdlib.h>
#include <unistd.h>

typedef struct child {
    const cm_worker_options *options;
    int channel;
    cm_arena *arena; /* of machine and harness */
    cm_work work;
    cm_machine *machine;
    cm_harness *harness;
} child;

/* ---- what went wrong ------------------------------------------------- */

typedef struct reason_call {
    cm_work *work;
    const char *reason;
} reason_call;

static void find_reason(void *argument)
{
    reason_call *call = argument;
    /* All errors as people read them, without the last newline; never "". */
    cm_text text = cm_text_new(call->work->arena);
    for (size_t i = 0; i < call->work->diags.count; i++) {
        const cm_diag *diag = &call->work->diags.items[i];
        if (diag->severity != CM_ERROR)
            continue;
        if (diag->place.source)
            cm_text_add(&text, cm_diag_format(call->work->arena, diag, false));
        else
            cm_text_append(&text, "%s\n", diag->message);
    }
    while (text.length && text.data[text.length - 1] == '\n')
        cm_text_cut(&text, text.length - 1);
    call->reason = text.length ? text.data : "out of memory";
}

static const char *reason_safely(cm_work *work)
{
    reason_call call = {work, NULL};
    bool found = cm_arena_protect(work->arena, find_reason, &call);
    return found ? call.reason : "out of memory";
}

/* ---- opening --------------------------------------------------------- */

static void open_machine(void *argument)
{
    child *c = argument;
    c->machine = cm_machine_open(&c->work, &c->options->machine);
    c->harness = cm_harness_new(&c->work, c->machine, c->options->compiler);
}

static void say_hello(void *argument)
{
    child *c = argument;
    cm_wire_hello hello = {.reason = ""};
    bool opened = cm_arena_protect(c->arena, open_machine, c);
    if (opened) {
        const cm_gpu *gpu = cm_machine_gpu(c->machine);
        hello.machine.info = *cm_machine_about(c->machine);
        hello.machine.limits = cm_machine_limits(c->machine);
        hello.machine.has_gpu = gpu != NULL;
        if (gpu)
            hello.machine.gpu = *cm_gpu_about(gpu);
    } else {
        hello.reason = reason_safely(&c->work);
    }
    cm_text out = cm_text_new(c->arena);
    cm_wire_put_hello(&out, &hello);
    if (!cm_channel_send(c->channel, out.data, out.length) || !opened)
        _exit(opened ? 0 : 1);
}

/* ---- one test -------------------------------------------------------- */

typedef struct service {
    child *child;
    cm_work work;
    const char *bytes; /* of the request */
    size_t length;
    cm_worker_result answer;
    cm_text out;
} service;

/* The settled parameters tell the number of teams: 0 would say nothing about the run. */
static void run_test(void *argument)
{
    service *s = argument;
    cm_arena *arena = s->work.arena;
    cm_wire_request request;
    if (!cm_wire_get_request(arena, s->bytes, s->length, &request))
        _exit(2);
    s->answer.parameters = request.parameters;
    cm_source *source = CM_NEW(s->work.arena, cm_source);
    *source = (cm_source){request.name, request.text, request.length};
    cm_test *test = cm_litmus_parse(&s->work, source);
    if (!test)
        cm_arena_escape(s->work.arena);
    const cm_machine *machine = s->child->machine;
    cm_plan_limits limits = cm_machine_limits(machine);
    s->answer.end = CM_WORKER_REFUSED; /* until there is a plan that the machine takes */
    cm_plan *plan = cm_plan_make(&s->work, test, &request.parameters, &limits);
    s->answer.parameters = plan->parameters;
    const cm_parameters *p = &plan->parameters;
    cm_memory_kind kind =
        p->memory == CM_MEMORY_DEFAULT ? cm_machine_default_memory(machine, plan->mix) : p->memory;
    const char *refusal = cm_machine_refuses(machine, plan->mix, kind, p->numa_node);
    if (refusal)
        cm_fail(&s->work, (cm_place){0}, "%s", refusal);
    s->answer.parameters.memory = plan->parameters.memory = kind;
    /* Finds out, before anything runs, whether the code of the test can be generated. */
    const cm_gpu *gpu = cm_machine_gpu(s->child->machine);
    if (plan->cpu_count > 0)
        cm_cpu_code(&s->work, plan);
    if (plan->cta_count > 0 && gpu) {
        const cm_gpu_info *info = cm_gpu_about(gpu);
        for (int d = 0; d < plan->device_count; d++)
            cm_gpu_code_of(&s->work, plan, d, info->major * 10 + info->minor);
    }
    s->answer.end = CM_WORKER_FAILED;
    s->answer.parameters.tuned[CM_TEAMS] = plan->teams;
    s->answer.outcome = cm_harness_run(&s->work, s->child->harness, plan);
    s->answer.end = CM_WORKER_DONE;
}

static void write_answer(void *argument)
{
    service *s = argument;
    s->out = cm_text_new(s->work.arena);
    cm_wire_put_answer(&s->out, &s->answer);
}

void cm_worker_child(void *options, int channel)
{
    child c = {.options = options, .channel = channel, .arena = cm_arena_new(0)};
    if (!c.arena)
        _exit(3);
    c.work = cm_work_new(c.arena);
    if (!cm_arena_protect(c.arena, say_hello, &c))
        _exit(3);
    char *bytes;
    size_t length;
    while (cm_channel_receive(channel, &bytes, &length)) {
        /* After an error on a GPU its context may be lost, and every later call would
         * fail: the child ends and the next test gets a fresh one. */
        service s = {.child = &c,
                     .bytes = bytes,
                     .length = length,
                     .answer = {.end = CM_WORKER_FAILED, .reason = ""}};
        cm_arena *arena = cm_arena_new(0);
        if (!arena)
            _exit(3);
        s.work = cm_work_new(arena);
        if (!cm_arena_protect(arena, run_test, &s))
            s.answer.reason = reason_safely(&s.work);
        bool sent = cm_arena_protect(arena, write_answer, &s) &&
                    cm_channel_send(c.channel, s.out.data, s.out.length);
        cm_arena_free(arena);
        bool broken = s.answer.end == CM_WORKER_FAILED && cm_machine_gpu(c.machine);
        if (!sent || broken)
            _exit(sent ? 0 : 3);
        free(bytes);
    }
    cm_harness_free(c.harness);
    cm_machine_close(c.machine);
}
