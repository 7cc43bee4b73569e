#include "base/child.h"

#include "base/clock.h"
#include "base/fork.h"
#include "base/keeper.h"
#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

/* A killed process that is inside a driver may take a while to be gone. */
static const double REAP_SECONDS = 20;

/* ---- its beginning ---------------------------------------------------- */

/* The process has ends[1] for its channel. */
static pid_t make_process(cm_child *child, const int ends[2], void (*serve)(void *, int),
                          void *context)
{
    if (child->keeper)
        return cm_keeper_make(child->keeper, ends[1]);
    pid_t pid = cm_fork(ends[1]);
    if (pid == 0) {
        serve(context, ends[1]);
        _exit(0);
    }
    return pid;
}

static bool start(cm_child *child, void (*serve)(void *, int), void *context)
{
    int ends[2];
    if (!cm_fork_channel(ends))
        return false;
    pid_t pid = make_process(child, ends, serve, context);
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

bool cm_child_start(cm_child *child, void (*serve)(void *, int), void *context)
{
    child->keeper = NULL;
    return start(child, serve, context);
}

bool cm_child_start_kept(cm_child *child, cm_keeper *keeper)
{
    child->keeper = keeper;
    return start(child, NULL, NULL);
}

/* ---- its end --------------------------------------------------------- */

static bool is_gone(cm_child *child, int *status)
{
    if (child->keeper)
        return cm_keeper_is_gone(child->keeper, child->pid, status);
    pid_t gone = waitpid(child->pid, status, WNOHANG);
    return gone == child->pid || (gone < 0 && errno != EINTR);
}

/* Waits for the process to be gone; false: it is still there. */
static bool reap(cm_child *child, double seconds, int *status)
{
    static const struct timespec nap = {0, 1000000};
    for (double end = cm_clock_seconds() + seconds; cm_clock_seconds() < end; nanosleep(&nap, NULL))
        if (is_gone(child, status))
            return true;
    return false;
}

static void forget_process(cm_child *child)
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
    forget_process(child);
}

bool cm_child_wait(cm_child *child, double seconds, int *status)
{
    *status = 0;
    if (reap(child, seconds, status)) {
        forget_process(child);
        return true;
    }
    cm_child_kill(child);
    return false;
}

bool cm_child_is_alive(cm_child *child)
{
    int status;
    if (child->pid > 0 && !is_gone(child, &status))
        return true;
    forget_process(child);
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
