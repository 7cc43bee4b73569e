#define _DEFAULT_SOURCE /* SCM_RIGHTS' macros */
#include "base/keeper.h"

#include "base/fork.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

/* Forking takes milliseconds. A keeper that has not answered for this long is ended. */
enum { PATIENCE_SECONDS = 5 };

struct cm_keeper {
    pthread_mutex_t lock; /* a question and its answer are one */
    pid_t pid;
    int channel;
    bool ended; /* under the lock */
};

/* pid 0: make a process that has the file which comes along for its channel. Else: is
 * that one gone? */
typedef struct question {
    pid_t pid;
} question;

typedef struct answer {
    pid_t made; /* or negative */
    int error;  /* errno, then */
    bool gone;
    int status; /* of waitpid, then */
} answer;

/* ---- a message with a file ------------------------------------------- */

typedef union file_room {
    struct cmsghdr head; /* for the alignment */
    char bytes[CMSG_SPACE(sizeof(int))];
} file_room;

/* file: -1: none. */
static bool put_question(int channel, question asked, int file)
{
    file_room room = {0};
    struct iovec text = {&asked, sizeof asked};
    struct msghdr message = {.msg_iov = &text, .msg_iovlen = 1};
    if (file >= 0) {
        message.msg_control = room.bytes;
        message.msg_controllen = sizeof room.bytes;
        struct cmsghdr *head = CMSG_FIRSTHDR(&message);
        head->cmsg_level = SOL_SOCKET;
        head->cmsg_type = SCM_RIGHTS;
        head->cmsg_len = CMSG_LEN(sizeof file);
        memcpy(CMSG_DATA(head), &file, sizeof file);
    }
    ssize_t sent;
    do
        sent = sendmsg(channel, &message, MSG_NOSIGNAL);
    while (sent < 0 && errno == EINTR);
    return sent == sizeof asked;
}

/* False: nobody asks any more. */
static bool get_question(int channel, question *asked, int *file)
{
    file_room room = {0};
    struct iovec text = {asked, sizeof *asked};
    struct msghdr message = {.msg_iov = &text,
                             .msg_iovlen = 1,
                             .msg_control = room.bytes,
                             .msg_controllen = sizeof room.bytes};
    ssize_t got;
    do
        got = recvmsg(channel, &message, 0);
    while (got < 0 && errno == EINTR);
    *file = -1;
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    if (got > 0 && head && head->cmsg_type == SCM_RIGHTS)
        memcpy(file, CMSG_DATA(head), sizeof *file);
    return got == sizeof *asked;
}

/* Answers are smaller than what a local socket takes apart. */
static bool get_answer(int channel, answer *got)
{
    ssize_t count;
    do
        count = recv(channel, got, sizeof *got, MSG_WAITALL);
    while (count < 0 && errno == EINTR);
    return count == sizeof *got;
}

/* ---- the keeper ------------------------------------------------------ */

static answer make(int channel, void (*serve)(void *, int), void *context)
{
    pid_t pid = cm_fork(channel);
    if (pid == 0) {
        serve(context, channel);
        _exit(0);
    }
    int error = errno;
    close(channel);
    return (answer){.made = pid, .error = error};
}

static answer look_after(pid_t pid)
{
    answer a = {0};
    pid_t gone = waitpid(pid, &a.status, WNOHANG);
    a.gone = gone == pid || (gone < 0 && errno != EINTR);
    return a;
}

static void keep(int channel, void (*serve)(void *, int), void *context)
{
    question asked;
    int file;
    while (get_question(channel, &asked, &file)) {
        answer a = asked.pid ? look_after(asked.pid) : make(file, serve, context);
        if (send(channel, &a, sizeof a, MSG_NOSIGNAL) != sizeof a)
            return;
    }
}

cm_keeper *cm_keeper_new(void (*serve)(void *, int), void *context)
{
    int ends[2];
    cm_keeper *keeper = calloc(1, sizeof *keeper);
    if (!keeper || pthread_mutex_init(&keeper->lock, NULL) != 0 || !cm_fork_channel(ends)) {
        free(keeper);
        return NULL;
    }
    keeper->pid = cm_fork(ends[1]);
    if (keeper->pid == 0) {
        keep(ends[1], serve, context);
        _exit(0);
    }
    close(ends[1]);
    keeper->channel = ends[0];
    static const struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    setsockopt(keeper->channel, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    if (keeper->pid > 0)
        return keeper;
    close(ends[0]);
    pthread_mutex_destroy(&keeper->lock);
    free(keeper);
    return NULL;
}

void cm_keeper_free(cm_keeper *keeper)
{
    if (!keeper)
        return;
    close(keeper->channel);
    kill(keeper->pid, SIGKILL); /* one that is stopped would not see that */
    while (waitpid(keeper->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    pthread_mutex_destroy(&keeper->lock);
    free(keeper);
}

pid_t cm_keeper_pid(const cm_keeper *keeper)
{
    return keeper->pid;
}

/* False: the keeper is of no use any more, and ended. */
static bool ask_keeper(cm_keeper *keeper, question asked, int file, answer *got)
{
    pthread_mutex_lock(&keeper->lock);
    bool answered = !keeper->ended && put_question(keeper->channel, asked, file) &&
                    get_answer(keeper->channel, got);
    if (!answered && !keeper->ended)
        kill(keeper->pid, SIGKILL);
    keeper->ended = !answered;
    pthread_mutex_unlock(&keeper->lock);
    return answered;
}

pid_t cm_keeper_make(cm_keeper *keeper, int channel)
{
    answer a;
    if (!ask_keeper(keeper, (question){0}, channel, &a)) {
        errno = ECHILD;
        return -1;
    }
    errno = a.error;
    return a.made;
}

bool cm_keeper_is_gone(cm_keeper *keeper, pid_t pid, int *status)
{
    answer a;
    *status = 0;
    if (!ask_keeper(keeper, (question){pid}, -1, &a))
        return true;
    *status = a.status;
    return a.gone;
}
