#define _DEFAULT_SOURCE /* prctl's header, where there is one */
#include "base/child.h"

#include "base/clock.h"
#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* A killed process that is inside a driver may take a while to be gone. */
static const double REAP_SECONDS = 20;

/* ---- the process itself ---------------------------------------------- */

/* Standard output is the parent's: what a driver or a compiler prints must not get
 * between its lines. Files of the parent, other channels among them, are closed: a
 * channel ends when all who hold it are gone. */
static void settle_files(int channel)
{
    enum { MOST_FILES = 1024 };
    dup2(STDERR_FILENO, STDOUT_FILENO);
    for (int file = STDERR_FILENO + 1; file < MOST_FILES; file++)
        if (file != channel)
            close(file);
}

/* That it crashes is an answer; a core file, with a GPU's memory in it, is not asked for. */
static void forgo_core_file(void)
{
    static const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
}

/* The parent's handlers are not for this process, and it must not outlive the parent. */
static void settle_signals(pid_t parent)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR2, SIGCHLD, SIGALRM};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        signal(signals[i], SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    pthread_sigmask(SIG_SETMASK, &none, NULL);
#ifdef __linux__
    prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    if (getppid() != parent)
        _exit(0);
}

/* No signal may be handled in the child before it has dropped the parent's handlers. */
static pid_t fork_silently(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        settle_signals(parent);
        return 0;
    }
    int error = errno;
    if (pid > 0)
        setpgid(pid, pid);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

bool cm_child_start(cm_child *child, void (*serve)(void *, int), void *context)
{
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t pid = fork_silently();
    if (pid == 0) {
        forgo_core_file();
        settle_files(ends[1]);
        serve(context, ends[1]);
        _exit(0);
    }
    int error = errno;
    close(ends[1]);
    if (pid < 0) {
        close(ends[0]);
        errno = error;
        return false;
    }
    child->pid = pid;
    child->channel = ends[0];
    return true;
}

/* ---- its end --------------------------------------------------------- */

/* Waits for the process to be gone; false: it is still there. */
static bool reap(cm_child *child, double seconds, int *status)
{
    static const struct timespec nap = {0, 1000000};
    for (double end = cm_clock_seconds() + seconds; cm_clock_seconds() < end;
         nanosleep(&nap, NULL)) {
        pid_t gone = waitpid(child->pid, status, WNOHANG);
        if (gone == child->pid || (gone < 0 && errno != EINTR))
            return true;
    }
    return false;
}

static void forget(cm_child *child)
{
    if (child->channel >= 0)
        close(child->channel);
    child->pid = 0;
    child->channel = -1;
}

void cm_child_kill(cm_child *child)
{
    int status;
    if (child->pid > 0) {
        kill(-child->pid, SIGKILL);
        kill(child->pid, SIGKILL);
        reap(child, REAP_SECONDS, &status);
    }
    forget(child);
}

bool cm_child_wait(cm_child *child, double seconds, int *status)
{
    *status = 0;
    if (reap(child, seconds, status)) {
        forget(child);
        return true;
    }
    cm_child_kill(child);
    return false;
}

bool cm_child_is_alive(cm_child *child)
{
    int status;
    if (child->pid > 0 && waitpid(child->pid, &status, WNOHANG) == 0)
        return true;
    forget(child);
    return false;
}

/* ---- waking the parent ----------------------------------------------- */

bool cm_child_init(cm_child *child)
{
    *child = (cm_child){.channel = -1};
    if (pipe(child->wake) != 0)
        return false;
    for (int i = 0; i < 2; i++) {
        fcntl(child->wake[i], F_SETFD, FD_CLOEXEC);
        fcntl(child->wake[i], F_SETFL, O_NONBLOCK);
    }
    return true;
}

void cm_child_close(cm_child *child)
{
    cm_child_kill(child);
    close(child->wake[0]);
    close(child->wake[1]);
}

void cm_child_interrupt(cm_child *child)
{
    int before = errno;
    atomic_store(&child->stopped, true);
    ssize_t written = write(child->wake[1], "", 1); /* full: it is awake already */
    (void)written;
    errno = before;
}

void cm_child_resume(cm_child *child)
{
    char bytes[64];
    while (read(child->wake[0], bytes, sizeof bytes) > 0)
        continue;
    atomic_store(&child->stopped, false);
}

/* ---- transfers of the parent ----------------------------------------- */

/* Waits until the channel can be read or written. */
static cm_passage await(cm_child *child, short events, double deadline)
{
    static const double most_seconds = 1000;
    for (;;) {
        double left = deadline - cm_clock_seconds();
        if (atomic_load(&child->stopped))
            return CM_STOPPED;
        if (left <= 0)
            return CM_LATE;
        struct pollfd files[] = {{child->channel, events, 0}, {child->wake[0], POLLIN, 0}};
        int ready = poll(files, 2, (int)((left > most_seconds ? most_seconds : left) * 1000) + 1);
        if (ready > 0 && files[0].revents && !atomic_load(&child->stopped))
            return CM_PASSED;
    }
}

/* Is there a reason to wait once more, and no end? */
static bool must_wait(ssize_t moved)
{
    return moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
}

cm_passage cm_child_send(cm_child *child, const char *bytes, size_t count, double deadline)
{
    while (count) {
        cm_passage waited = await(child, POLLOUT, deadline);
        if (waited != CM_PASSED)
            return waited;
        ssize_t sent = send(child->channel, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (must_wait(sent))
            continue;
        if (sent <= 0)
            return CM_CLOSED;
        bytes += sent;
        count -= (size_t)sent;
    }
    return CM_PASSED;
}

static cm_passage receive_bytes(cm_child *child, char *bytes, size_t count, double deadline)
{
    while (count) {
        cm_passage waited = await(child, POLLIN, deadline);
        if (waited != CM_PASSED)
            return waited;
        ssize_t got = recv(child->channel, bytes, count, MSG_DONTWAIT);
        if (must_wait(got))
            continue;
        if (got <= 0)
            return CM_CLOSED;
        bytes += got;
        count -= (size_t)got;
    }
    return CM_PASSED;
}

cm_passage cm_child_receive(cm_child *child, char **bytes, size_t *length, double deadline)
{
    char head[CM_FRAME_HEAD];
    uint64_t size;
    cm_passage got = receive_bytes(child, head, sizeof head, deadline);
    if (got != CM_PASSED)
        return got;
    char *room = cm_frame_length(head, &size) ? malloc(size ? (size_t)size : 1) : NULL;
    if (!room)
        return CM_MALFORMED;
    got = receive_bytes(child, room, (size_t)size, deadline);
    if (got != CM_PASSED) {
        free(room);
        return got;
    }
    *bytes = room;
    *length = (size_t)size;
    return CM_PASSED;
}

/* ---- transfers of the child ------------------------------------------ */

bool cm_channel_send(int channel, const char *bytes, size_t count)
{
    while (count) {
        ssize_t sent = send(channel, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent <= 0)
            return false;
        bytes += sent;
        count -= (size_t)sent;
    }
    return true;
}

static bool receive_all(int channel, char *bytes, size_t count)
{
    while (count) {
        ssize_t got = recv(channel, bytes, count, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return false;
        bytes += got;
        count -= (size_t)got;
    }
    return true;
}

bool cm_channel_receive(int channel, char **bytes, size_t *length)
{
    char head[CM_FRAME_HEAD];
    uint64_t size;
    if (!receive_all(channel, head, sizeof head) || !cm_frame_length(head, &size))
        return false;
    char *room = malloc(size ? (size_t)size : 1);
    if (!room || !receive_all(channel, room, (size_t)size)) {
        free(room);
        return false;
    }
    *bytes = room;
    *length = (size_t)size;
    return true;
}
