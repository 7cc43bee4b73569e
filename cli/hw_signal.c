#include "cli/hw_signal.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

struct hw_signals {
    pthread_t thread;
    pthread_mutex_t lock; /* of what follows */
    pthread_cond_t running;
    bool is_running;
    cm_worker *worker;
    int received;
    bool ending;
    sigset_t awaited, before;
};

/* A second signal does not wait for the first one's good end. */
static void *wait_for_signals(void *argument)
{
    hw_signals *s = argument;
    pthread_mutex_lock(&s->lock);
    s->is_running = true;
    pthread_cond_signal(&s->running);
    pthread_mutex_unlock(&s->lock);
    for (;;) {
        int number = 0;
        if (sigwait(&s->awaited, &number) != 0)
            return NULL;
        pthread_mutex_lock(&s->lock);
        bool ending = s->ending, again = s->received != 0;
        if (!ending && !again)
            s->received = number;
        if (!ending && s->worker)
            cm_worker_interrupt(s->worker);
        pthread_mutex_unlock(&s->lock);
        if (ending)
            return NULL;
        if (again)
            _exit(128 + number);
    }
}

/* What was ignored from the start (nohup, a script's background) stays so. SIGUSR2
 * ends the thread. */
static void choose_signals(sigset_t *set)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction old;
    sigemptyset(set);
    sigaddset(set, SIGUSR2);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaddset(set, signals[i]);
}

/* Waits until the thread is past its beginnings: a process that is forked while
 * another thread starts may find the locks of the system's libraries held for ever.
 * Later the thread takes none of them. */
static bool start_thread(hw_signals *s)
{
    if (pthread_create(&s->thread, NULL, wait_for_signals, s) != 0)
        return false;
    pthread_mutex_lock(&s->lock);
    while (!s->is_running)
        pthread_cond_wait(&s->running, &s->lock);
    pthread_mutex_unlock(&s->lock);
    return true;
}

hw_signals *hw_signals_new(void)
{
    hw_signals *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    choose_signals(&s->awaited);
    pthread_sigmask(SIG_BLOCK, &s->awaited, &s->before);
    /* Neither can fail with default attributes on the systems that there are. */
    bool made =
        pthread_mutex_init(&s->lock, NULL) == 0 && pthread_cond_init(&s->running, NULL) == 0;
    if (made && start_thread(s))
        return s;
    pthread_sigmask(SIG_SETMASK, &s->before, NULL);
    free(s);
    return NULL;
}

void hw_signals_free(hw_signals *s)
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
    free(s);
}

int hw_signals_received(hw_signals *s)
{
    pthread_mutex_lock(&s->lock);
    int received = s->received;
    pthread_mutex_unlock(&s->lock);
    return received;
}

void hw_signals_watch(hw_signals *s, cm_worker *worker)
{
    pthread_mutex_lock(&s->lock);
    s->worker = worker;
    pthread_mutex_unlock(&s->lock);
}
