/* The worker and its child: a test that ends, one that does not, one that crashes,
 * and messages that are damaged on the way. */
#include "base/clock.h"
#include "hwrun/run/worker_wire.h"
#include "litmus_open.h"
#include "tests/unit/unit.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* Store buffering, a loop without end, and a store to nowhere, for the CPU at hand;
 * and a test for another one. */
#define X86_SB                                                                                     \
    "X86_64 SB\n{ x=0; y=0; }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\n"                         \
    " movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n"
#define X86_LOOP                                                                                   \
    "X86_64 loop\n{ x=0; }\n P0 | P1 ;\n L: | movl $1,(x) ;\n jmp L | ;\nexists (x=1)\n"
#define X86_CRASH "X86_64 crash\n{ x=0; }\n P0 ;\n movl $1,(%rax) ;\nexists (x=1)\n"
#define ARM_SB                                                                                     \
    "AArch64 SB\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n MOV W0,#1 | MOV W0,#1 ;\n"      \
    " STR W0,[X1] | STR W0,[X1] ;\n LDR W2,[X3] | LDR W2,[X3] ;\n"                                 \
    "exists (0:X2=0 /\\ 1:X2=0)\n"
#define ARM_LOOP                                                                                   \
    "AArch64 loop\n{ 1:X1=x; }\n P0 | P1 ;\n L: | MOV W0,#1 ;\n B L | STR W0,[X1] ;\nexists "      \
    "(x=1)\n"
#define ARM_CRASH "AArch64 crash\n{ x=0; }\n P0 ;\n MOV X1,#0 ;\n STR W0,[X1] ;\nexists (x=1)\n"
#define GPU_TEST  "PTX gpu\n{ x=0; }\n P0@cta 0,gpu 0 ;\n st.relaxed.gpu [x],1 ;\nexists (x=1)\n"
#ifdef __aarch64__
static const char sb[] = ARM_SB, loop[] = ARM_LOOP, crash[] = ARM_CRASH, foreign[] = X86_SB;
#else
static const char sb[] = X86_SB, loop[] = X86_LOOP, crash[] = X86_CRASH, foreign[] = ARM_SB;
#endif

static const cm_worker_options cpu_only = {.compiler = "cc"};

static cm_parameters few_instances(void)
{
    cm_parameters p;
    cm_parameters_init(&p);
    p.iterations = 10000;
    p.tuned[CM_STEPS] = 64;
    p.given[CM_STEPS] = true;
    return p;
}

/* Runs a text; the result is in the arena of *o. */
static cm_worker_result run_text(opened *o, cm_worker *worker, const char *text, double deadline)
{
    cm_parameters p = few_instances();
    open_text(o, text);
    assert_string_equal(first_error(o), "");
    return cm_worker_run(&o->work, worker, o->test, &p, deadline);
}

static void runs_to_its_end(cm_worker *worker)
{
    opened o;
    cm_worker_result result = run_text(&o, worker, sb, 30);
    assert_string_equal(result.reason, "");
    assert_int_equal(result.end, CM_WORKER_DONE);
    assert_true(result.outcome.instances >= 10000);
    const cm_states *seen = result.outcome.seen;
    uint64_t total = result.outcome.unfiled + result.outcome.stuck;
    assert_ptr_equal(seen->test, o.test);
    assert_true(seen->count >= 1 && seen->count <= 4); /* two bits */
    for (size_t i = 0; i < seen->count; i++) {
        total += seen->counts[i];
        assert_true(seen->values[2 * i] <= 1 && seen->values[2 * i + 1] <= 1);
    }
    assert_int_equal(seen->value_count, 2);
    assert_int_equal(total, result.outcome.instances);
    assert_int_equal(result.parameters.tuned[CM_STEPS], 64);
    assert_true(result.parameters.tuned[CM_TEAMS] > 0);
    assert_int_equal(result.parameters.memory, CM_MEMORY_MALLOC);
    close_test(&o);
}

TEST(test_done)
{
    cm_worker *worker = cm_worker_new(&cpu_only);
    runs_to_its_end(worker);
    runs_to_its_end(worker);
    cm_worker_free(worker);
}

/* What cannot run here is refused, and the same child goes on. */
TEST(test_refused)
{
    cm_worker *worker = cm_worker_new(&cpu_only);
    static const char *const texts[] = {foreign, GPU_TEST};
    for (size_t i = 0; i < 2; i++) {
        opened o;
        cm_worker_result result = run_text(&o, worker, texts[i], 30);
        assert_int_equal(result.end, CM_WORKER_REFUSED);
        assert_non_null(strstr(result.reason, i == 0 ? "which this CPU runs" : "there is no GPU"));
        close_test(&o);
        runs_to_its_end(worker);
    }
    cm_worker_free(worker);
}

/* A GPU that nobody has: the machine cannot be opened, which is a refusal too. */
TEST(test_no_machine)
{
    static const cm_worker_options options = {.machine = {.gpu = 999, .wants_gpu = true}};
    cm_worker *worker = cm_worker_new(&options);
    opened o;
    cm_worker_result result = run_text(&o, worker, sb, 30);
    assert_int_equal(result.end, CM_WORKER_REFUSED);
    assert_true(*result.reason);
    const char *reason = "";
    assert_null(cm_worker_about(&o.work, worker, &reason));
    assert_true(*reason);
    close_test(&o);
    cm_worker_free(worker);
}

TEST(test_machine)
{
    cm_worker *worker = cm_worker_new(&cpu_only);
    opened o;
    open_text(&o, sb);
    const char *reason = "?";
    const cm_worker_machine *machine = cm_worker_about(&o.work, worker, &reason);
    assert_non_null(machine);
    assert_string_equal(reason, "");
    assert_false(machine->has_gpu);
    assert_true(*machine->info.host && *machine->info.kernel && *machine->info.cpu);
    assert_int_equal(machine->limits.host, o.test->arch);
    assert_true(machine->info.threads >= 1 && machine->limits.cpus >= 1);
    assert_int_equal(machine->limits.multiprocessors, 0);
    assert_int_equal(machine->info.page_bytes, sysconf(_SC_PAGESIZE));
    close_test(&o);
    cm_worker_free(worker);
}

TEST(test_late)
{
    cm_worker *worker = cm_worker_new(&cpu_only);
    runs_to_its_end(worker); /* so that the child is there */
    opened o;
    double before = cm_clock_seconds();
    cm_worker_result result = run_text(&o, worker, loop, 1.0);
    double took = cm_clock_seconds() - before;
    assert_int_equal(result.end, CM_WORKER_LATE);
    assert_non_null(strstr(result.reason, "not done after 1 s"));
    assert_true(took >= 1.0 && took < 10.0);
    close_test(&o);
    runs_to_its_end(worker);
    cm_worker_free(worker);
}

TEST(test_died)
{
    cm_worker *worker = cm_worker_new(&cpu_only);
    opened o;
    cm_worker_result result = run_text(&o, worker, crash, 30);
    assert_int_equal(result.end, CM_WORKER_DIED);
    assert_non_null(strstr(result.reason, "the process that ran it ended with status")
                        ? result.reason
                        : strstr(result.reason, "ended by signal 11"));
    close_test(&o);
    runs_to_its_end(worker);
    cm_worker_free(worker);
}

static void *interrupt_soon(void *worker)
{
    static const struct timespec nap = {0, 300000000};
    nanosleep(&nap, NULL);
    cm_worker_interrupt(worker);
    return NULL;
}

TEST(test_stopped)
{
    cm_worker *worker = cm_worker_new(&cpu_only);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, interrupt_soon, worker), 0);
    opened o;
    double before = cm_clock_seconds();
    cm_worker_result result = run_text(&o, worker, loop, 60);
    assert_int_equal(result.end, CM_WORKER_STOPPED);
    assert_true(cm_clock_seconds() - before < 10);
    pthread_join(thread, NULL);
    close_test(&o);
    runs_to_its_end(worker);
    /* Before a run: that run is the one that ends. */
    cm_worker_interrupt(worker);
    result = run_text(&o, worker, sb, 60);
    assert_int_equal(result.end, CM_WORKER_STOPPED);
    close_test(&o);
    runs_to_its_end(worker);
    cm_worker_free(worker);
}

/* The process that dies with a test in flight. Its standard input, which its child
 * keeps, tells the test when both are gone. */
static void run_and_die(int input)
{
    dup2(input, STDIN_FILENO);
    close(input);
    cm_worker *worker = cm_worker_new(&cpu_only);
    alarm(1);
    opened o;
    run_text(&o, worker, loop, 100);
    _exit(0);
}

TEST(test_dies_with_parent)
{
#ifndef __linux__
    skip();
#endif
    int ends[2], status;
    assert_int_equal(pipe(ends), 0);
    fflush(NULL);
    pid_t parent = fork();
    if (parent == 0) {
        close(ends[0]);
        run_and_die(ends[1]);
    }
    close(ends[1]);
    assert_int_equal(waitpid(parent, &status, 0), parent);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM);
    char byte;
    double before = cm_clock_seconds();
    assert_int_equal(read(ends[0], &byte, 1), 0);
    assert_true(cm_clock_seconds() - before < 10);
    close(ends[0]);
}

/* ---- messages -------------------------------------------------------- */

static cm_text answer_frame(opened *o, size_t states)
{
    cm_worker_result answer = {.end = CM_WORKER_DONE, .reason = "", .parameters = few_instances()};
    cm_states *seen = answer.outcome.seen = cm_states_new(o->arena, o->test);
    answer.outcome.instances = 77;
    answer.outcome.wall_seconds = 0.25;
    for (uint64_t i = 0; i < states; i++) {
        const uint64_t values[] = {i & 1, i >> 1};
        assert_int_equal(cm_states_add(o->arena, seen, values), i);
    }
    seen->counts = CM_NEW_ARRAY(o->arena, states, uint64_t);
    for (uint64_t i = 0; i < states; i++)
        seen->counts[i] = 10 + i;
    cm_states_finish(o->arena, seen);
    cm_text frame = cm_text_new(o->arena);
    cm_wire_put_answer(&frame, &answer);
    return frame;
}

static void make_frame(void *argument)
{
    opened *o = argument;
    cm_text frame = answer_frame(o, 3);
    const char *bytes = frame.data + CM_FRAME_HEAD;
    uint64_t length;
    assert_true(cm_frame_length(frame.data, &length));
    assert_int_equal(length, frame.length - CM_FRAME_HEAD);
    cm_worker_result back;
    assert_true(cm_wire_get_answer(o->arena, o->test, bytes, length, &back));
    assert_int_equal(back.end, CM_WORKER_DONE);
    assert_int_equal(back.outcome.instances, 77);
    assert_true(back.outcome.wall_seconds > 0.2 && back.outcome.wall_seconds < 0.3);
    assert_int_equal(back.parameters.iterations, 10000);
    assert_true(back.parameters.given[CM_STEPS] && !back.parameters.given[CM_LANES]);
    assert_int_equal(back.outcome.seen->count, 3);
    assert_int_equal(back.outcome.seen->value_count, 2);
    uint64_t counts = 0;
    for (size_t i = 0; i < 3; i++)
        counts += back.outcome.seen->counts[i];
    assert_int_equal(counts, 10 + 11 + 12);
    /* Too short at every length, and too long. */
    for (size_t i = 0; i < length; i++)
        assert_false(cm_wire_get_answer(o->arena, o->test, bytes, i, &back));
    cm_text_add_char(&frame, 0);
    bytes = frame.data + CM_FRAME_HEAD;
    assert_false(cm_wire_get_answer(o->arena, o->test, bytes, length + 1, &back));
}

/* Every byte of an answer set to 255: it is refused, or what it says is within bounds. */
static void damage_frame(void *argument)
{
    opened *o = argument;
    cm_text frame = answer_frame(o, 2);
    size_t length = frame.length - CM_FRAME_HEAD, refused = 0;
    for (size_t i = 0; i < length; i++) {
        char *bytes = cm_arena_text(o->arena, frame.data + CM_FRAME_HEAD, length);
        bytes[i] = (char)255;
        cm_worker_result back;
        if (!cm_wire_get_answer(o->arena, o->test, bytes, length, &back))
            refused++;
        else
            assert_true(back.outcome.seen->count == 2 && back.outcome.seen->value_count == 2);
    }
    /* At least the kind, the lengths and the truth values are seen through. */
    assert_true(refused >= 8 + 8 + 8 + 8 + CM_TUNABLE_COUNT);
    char head[CM_FRAME_HEAD];
    uint64_t far = CM_FRAME_MAX + 1, found;
    memcpy(head, &far, sizeof head);
    assert_false(cm_frame_length(head, &found));
}

static void make_request(void *argument)
{
    opened *o = argument;
    cm_wire_request request = {few_instances(), "a name", sb, sizeof sb - 1}, back;
    cm_text frame = cm_text_new(o->arena);
    cm_wire_put_request(&frame, &request);
    const char *bytes = frame.data + CM_FRAME_HEAD;
    size_t length = frame.length - CM_FRAME_HEAD;
    assert_true(cm_wire_get_request(o->arena, bytes, length, &back));
    assert_string_equal(back.name, "a name");
    assert_int_equal(back.length, sizeof sb - 1);
    assert_string_equal(back.text, sb);
    assert_int_equal(back.parameters.seed, 1);
    for (size_t i = 0; i < length; i++)
        assert_false(cm_wire_get_request(o->arena, bytes, i, &back));
}

static void in_arena(void (*what)(void *))
{
    opened o;
    open_text(&o, sb);
    assert_true(cm_arena_protect(o.arena, what, &o));
    close_test(&o);
}

TEST(test_answer)
{
    in_arena(make_frame);
}

TEST(test_damaged)
{
    in_arena(damage_frame);
}

TEST(test_request)
{
    in_arena(make_request);
}
