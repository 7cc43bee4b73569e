#include "cli/signals.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct cli_signals {
    cm_stop *stop;
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t running;
    bool is_running, ending;
    sigset_t awaited, before;
};

static bool is_ending(cli_signals *s)
{
    pthread_mutex_lock(&s->lock);
    bool ending = s->ending;
    pthread_mutex_unlock(&s->lock);
    return ending;
}

/* A second signal does not wait for the first one's good end. */
static void *wait_for_signals(void *argument)
{
    cli_signals *s = argument;
    pthread_mutex_lock(&s->lock);
    s->is_running = true;
    pthread_cond_signal(&s->running);
    pthread_mutex_unlock(&s->lock);
    for (;;) {
        int number = 0;
        if (sigwait(&s->awaited, &number) != 0 || is_ending(s))
            return NULL;
        if (!cm_stop_ask(s->stop, number))
            _exit(128 + number);
    }
}

/* Waits until the thread is past its beginnings: a process that is forked while
 * another thread starts may find the locks of the system's libraries held for ever.
 * Later the thread takes none of them. */
static bool start_thread(cli_signals *s)
{
    if (pthread_create(&s->thread, NULL, wait_for_signals, s) != 0)
        return false;
    pthread_mutex_lock(&s->lock);
    while (!s->is_running)
        pthread_cond_wait(&s->running, &s->lock);
    pthread_mutex_unlock(&s->lock);
    return true;
}

cli_signals *cli_signals_new(void)
{
    cli_signals *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    /* SIGUSR2 ends the thread. */
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction old;
    sigemptyset(&s->awaited);
    sigaddset(&s->awaited, SIGUSR2);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaddset(&s->awaited, signals[i]);
    pthread_sigmask(SIG_BLOCK, &s->awaited, &s->before);
    s->stop = cm_stop_new();
    /* Neither of the two can fail with default attributes on the systems that there are. */
    bool made = s->stop && pthread_mutex_init(&s->lock, NULL) == 0 &&
                pthread_cond_init(&s->running, NULL) == 0;
    if (made && start_thread(s))
        return s;
    pthread_sigmask(SIG_SETMASK, &s->before, NULL);
    cm_stop_free(s->stop);
    free(s);
    return NULL;
}

void cli_signals_free(cli_signals *s)
{
    if (!s)
        return;
    pthread_mutex_lock(&s->lock);
    s->ending = true;
    pthread_mutex_unlock(&s->lock);
    pthread_kill(s->thread, SIGUSR2);
    pthread_join(s->thread, NULL);
    pthread_cond_destroy(&s->running);
    pthread_mutex_destroy(&s->lock);
    pthread_sigmask(SIG_SETMASK, &s->before, NULL);
    cm_stop_free(s->stop);
    free(s);
}

cm_stop *cli_signals_stop(cli_signals *s)
{
    return s->stop;
}

/* ---- of one thread -------------------------------------------------------- */

static void do_nothing(int number)
{
    (void)number;
}

void cli_signals_let_end(sigset_t *waiting)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction act = {.sa_handler = do_nothing}, old;
    sigset_t blocked;
    sigemptyset(&blocked);
    sigemptyset(&act.sa_mask);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) {
            sigaction(signals[i], &act, NULL);
            sigaddset(&blocked, signals[i]);
        }
    sigprocmask(SIG_BLOCK, &blocked, waiting);
}
