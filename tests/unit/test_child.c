/* A process that answers, is late, dies, is interrupted; what its messages may hold; and
 * asking work to stop. */
#include "base/child.h"
#include "base/clock.h"
#include "base/keeper.h"
#include "base/message.h"
#include "base/stop.h"
#include "tests/unit/unit.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- a child that does as it is told --------------------------------- */

/* Answers with the number and one more; some numbers have other consequences. */
enum { HANG = 1000, CRASH, END, MALFORMED };

static void sleep_for_ever(void)
{
    for (;;)
        pause();
}

static bool reply(int channel, uint64_t number)
{
    const uint64_t frame[] = {sizeof number, number};
    return cm_channel_send(channel, (const char *)frame, sizeof frame);
}

static void serve(void *context, int channel)
{
    uint64_t added = *(uint64_t *)context, number;
    char *bytes;
    size_t length;
    while (cm_channel_receive(channel, &bytes, &length)) {
        assert_int_equal(length, sizeof number);
        memcpy(&number, bytes, sizeof number);
        free(bytes);
        if (number == HANG)
            sleep_for_ever();
        if (number == CRASH) {
            signal(SIGSEGV, SIG_DFL); /* cmocka's handler would go on with the next test here */
            raise(SIGSEGV);
        }
        if (number == END)
            _exit(7);
        if (number == MALFORMED) {
            const uint64_t head = CM_FRAME_MAX + 1;
            cm_channel_send(channel, (const char *)&head, sizeof head);
        }
        reply(channel, number + added);
    }
}

static cm_passage ask(cm_child *child, uint64_t number, double seconds, uint64_t *answer)
{
    const uint64_t frame[] = {sizeof number, number};
    double deadline = cm_clock_seconds() + seconds;
    cm_passage passed = cm_child_send(child, (const char *)frame, sizeof frame, deadline);
    char *bytes;
    size_t length;
    if (passed == CM_PASSED)
        passed = cm_child_receive(child, &bytes, &length, deadline);
    if (passed != CM_PASSED)
        return passed;
    assert_int_equal(length, sizeof *answer);
    memcpy(answer, bytes, sizeof *answer);
    free(bytes);
    return passed;
}

static uint64_t one = 1;
static cm_keeper *keeper, *in_use; /* of the processes; in use NULL: they are this one's own */

static int keep_processes(void **state)
{
    (void)state;
    keeper = cm_keeper_new(serve, &one);
    return keeper ? 0 : -1;
}

static int forget_processes(void **state)
{
    (void)state;
    cm_keeper_free(keeper);
    return 0;
}

GROUP(keep_processes, forget_processes)

/* NAME() in both ways. */
#define EACH_WAY(name)                                                                             \
    static void name(void);                                                                        \
    TEST(name##_own)                                                                               \
    {                                                                                              \
        in_use = NULL;                                                                             \
        name();                                                                                    \
    }                                                                                              \
    TEST(name##_kept)                                                                              \
    {                                                                                              \
        in_use = keeper;                                                                           \
        name();                                                                                    \
    }                                                                                              \
    static void name(void)

static void start(cm_child *child)
{
    assert_true(in_use ? cm_child_start_kept(child, in_use) : cm_child_start(child, serve, &one));
    assert_true(cm_child_is_alive(child));
}

static void answers(cm_child *child)
{
    uint64_t answer = 0;
    for (uint64_t i = 0; i < 3; i++) {
        assert_int_equal(ask(child, i, 10, &answer), CM_PASSED);
        assert_int_equal(answer, i + 1);
    }
}

EACH_WAY(test_answers)
{
    cm_child child;
    assert_true(cm_child_init(&child));
    assert_false(cm_child_is_alive(&child));
    start(&child);
    answers(&child);
    pid_t pid = child.pid;
    cm_child_close(&child);
    assert_int_equal(kill(pid, 0), -1);
}

EACH_WAY(test_late)
{
    cm_child child;
    uint64_t answer;
    assert_true(cm_child_init(&child));
    start(&child);
    double before = cm_clock_seconds();
    assert_int_equal(ask(&child, HANG, 0.2, &answer), CM_LATE);
    double took = cm_clock_seconds() - before;
    assert_true(took >= 0.2 && took < 5);
    cm_child_kill(&child);
    assert_int_equal(child.pid, 0);
    start(&child);
    answers(&child);
    cm_child_close(&child);
}

EACH_WAY(test_dies)
{
    cm_child child;
    uint64_t answer;
    int status;
    assert_true(cm_child_init(&child));
    start(&child);
    assert_int_equal(ask(&child, END, 10, &answer), CM_CLOSED);
    assert_true(cm_child_wait(&child, 10, &status));
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
    start(&child);
    assert_int_equal(ask(&child, CRASH, 10, &answer), CM_CLOSED);
    assert_true(cm_child_wait(&child, 10, &status));
    assert_false(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_false(cm_child_is_alive(&child));
    cm_child_close(&child);
}

EACH_WAY(test_malformed)
{
    cm_child child;
    uint64_t answer;
    assert_true(cm_child_init(&child));
    start(&child);
    assert_int_equal(ask(&child, MALFORMED, 10, &answer), CM_MALFORMED);
    cm_child_close(&child);
}

static void *interrupt_soon(void *child)
{
    static const struct timespec nap = {0, 200000000};
    nanosleep(&nap, NULL);
    cm_child_interrupt(child);
    return NULL;
}

EACH_WAY(test_interrupted)
{
    cm_child child;
    uint64_t answer;
    pthread_t thread;
    assert_true(cm_child_init(&child));
    start(&child);
    assert_int_equal(pthread_create(&thread, NULL, interrupt_soon, &child), 0);
    double before = cm_clock_seconds();
    assert_int_equal(ask(&child, HANG, 60, &answer), CM_STOPPED);
    assert_true(cm_clock_seconds() - before < 10);
    pthread_join(thread, NULL);
    cm_child_kill(&child);
    start(&child);
    assert_int_equal(ask(&child, 1, 10, &answer), CM_STOPPED); /* until it is resumed */
    cm_child_resume(&child);
    cm_child_kill(&child);
    start(&child);
    answers(&child);
    cm_child_close(&child);
}

/* Two children: the end of one is seen although the other lives. */
EACH_WAY(test_two)
{
    cm_child first, second;
    uint64_t answer;
    assert_true(cm_child_init(&first) && cm_child_init(&second));
    start(&first);
    start(&second);
    assert_int_equal(ask(&first, END, 10, &answer), CM_CLOSED);
    answers(&second);
    cm_child_close(&first);
    cm_child_close(&second);
}

/* ---- with other threads ---------------------------------------------- */

static atomic_bool is_over;

/* Is nearly always inside the allocator. */
static void *allocate(void *unused)
{
    enum { ROUNDS = 64 };
    while (!atomic_load(&is_over))
        for (size_t i = 1; i < ROUNDS; i++)
            free(malloc(i * 100));
    return unused;
}

/* A process that is made meanwhile allocates too (when it receives). */
TEST(test_threads)
{
    in_use = keeper;
    enum { THREADS = 2, PROCESSES = 100 };
    pthread_t threads[THREADS];
    cm_child child;
    uint64_t answer;
    assert_true(cm_child_init(&child));
    atomic_store(&is_over, false);
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, allocate, NULL), 0);
    for (int i = 0; i < PROCESSES; i++) {
        start(&child);
        assert_int_equal(ask(&child, 1, 20, &answer), CM_PASSED);
        cm_child_kill(&child);
    }
    atomic_store(&is_over, true);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    cm_child_close(&child);
}

/* A keeper that is stopped holds nobody up for long; once it is gone, its processes are,
 * and there is an error. */
TEST(test_stopped)
{
    in_use = keeper;
    cm_child child;
    assert_true(cm_child_init(&child));
    start(&child);
    assert_int_equal(kill(cm_keeper_pid(keeper), SIGSTOP), 0);
    double before = cm_clock_seconds();
    assert_false(cm_child_is_alive(&child));
    assert_true(cm_clock_seconds() - before < 15);
    assert_false(cm_child_start_kept(&child, keeper));
    cm_child_close(&child);
}

/* Nor does it hold up the end, when nobody has asked it since. */
TEST(test_stopped_at_end)
{
    cm_keeper *idle = cm_keeper_new(serve, &one);
    assert_non_null(idle);
    assert_int_equal(kill(cm_keeper_pid(idle), SIGSTOP), 0);
    double before = cm_clock_seconds();
    cm_keeper_free(idle);
    assert_true(cm_clock_seconds() - before < 5);
}

/* ---- messages -------------------------------------------------------- */

static void make_message(void *argument)
{
    cm_arena *arena = argument;
    cm_text out = cm_text_new(arena);
    cm_frame_begin(&out);
    cm_message_put_u64(&out, 42);
    cm_message_put_text(&out, "a\0b", 3);
    cm_frame_end(&out);
    uint64_t size;
    assert_true(cm_frame_length(out.data, &size));
    assert_int_equal(size, 8 + 8 + 3);
    for (size_t length = 0; length <= size + 1; length++) {
        cm_text_add_char(&out, 0);
        cm_message m = {out.data + CM_FRAME_HEAD, length, false};
        size_t count;
        uint64_t number = cm_message_get_u64(&m);
        const char *text = cm_message_get_text(&m, arena, &count);
        assert_int_equal(number, length >= 8 ? 42 : 0);
        assert_int_equal(cm_message_is_done(&m), length == size);
        assert_true(length < size ? count == 0 && *text == 0 : count == 3 && text[2] == 'b');
    }
}

TEST(test_message)
{
    assert_true(cm_arena_protect(arena, make_message, arena));
}

/* ---- stopping -------------------------------------------------------- */

static void count_up(void *counter)
{
    ++*(int *)counter;
}

TEST(test_stop)
{
    int calls = 0;
    cm_stop *stop = cm_stop_new();
    assert_int_equal(cm_stop_asked(NULL), 0);
    assert_int_equal(cm_stop_asked(stop), 0);
    cm_stop_watch(stop, count_up, &calls);
    assert_true(cm_stop_ask(stop, SIGINT));
    assert_false(cm_stop_ask(stop, SIGTERM));
    assert_int_equal(calls, 2);
    assert_int_equal(cm_stop_asked(stop), SIGINT);
    cm_stop_watch(stop, NULL, NULL);
    cm_stop_ask(stop, SIGTERM);
    assert_int_equal(calls, 2);
    cm_stop_free(stop);
}
