#define _DEFAULT_SOURCE /* prctl's header, where there is one */
#include "base/fork.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

/* No signal may be handled in the child before it has dropped the parent's handlers. */
static pid_t fork_silently(void)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        /* The parent's handlers are not for this process, and it must not outlive the parent. */
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
        return 0;
    }
    int error = errno;
    if (pid > 0)
        setpgid(pid, pid);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    errno = error;
    return pid;
}

pid_t cm_fork(int channel)
{
    pid_t pid = fork_silently();
    if (pid == 0) {
        /* A crash is an answer; nobody asks for a core file with a GPU's memory in it. */
        static const struct rlimit none = {0, 0};
        setrlimit(RLIMIT_CORE, &none);
        /* Standard output is the parent's: what a driver or a compiler prints must not get
         * between its lines. Files of the parent, other channels among them, are closed: a
         * channel ends when all who hold it are gone. */
        enum { MOST_FILES = 1024 };
        dup2(STDERR_FILENO, STDOUT_FILENO);
        for (int file = STDERR_FILENO + 1; file < MOST_FILES; file++)
            if (file != channel)
                close(file);
    }
    return pid;
}

bool cm_fork_channel(int ends[2])
{
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    for (int i = 0; i < 2; i++)
        fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    return true;
}
