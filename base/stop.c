#include "base/stop.h"

#include <pthread.h>
#include <stdlib.h>

struct cm_stop {
    pthread_mutex_t lock; /* of all below, and held while interrupt runs */
    int why;
    void (*interrupt)(void *context);
    void *context;
};

cm_stop *cm_stop_new(void)
{
    cm_stop *stop = calloc(1, sizeof *stop);
    if (stop && pthread_mutex_init(&stop->lock, NULL) == 0)
        return stop;
    free(stop);
    return NULL;
}

void cm_stop_free(cm_stop *stop)
{
    if (!stop)
        return;
    pthread_mutex_destroy(&stop->lock);
    free(stop);
}

bool cm_stop_ask(cm_stop *stop, int why)
{
    pthread_mutex_lock(&stop->lock);
    bool first = stop->why == 0;
    if (first)
        stop->why = why;
    if (stop->interrupt)
        stop->interrupt(stop->context);
    pthread_mutex_unlock(&stop->lock);
    return first;
}

int cm_stop_asked(cm_stop *stop)
{
    if (!stop)
        return 0;
    pthread_mutex_lock(&stop->lock);
    int why = stop->why;
    pthread_mutex_unlock(&stop->lock);
    return why;
}

void cm_stop_watch(cm_stop *stop, void (*interrupt)(void *), void *context)
{
    if (!stop)
        return;
    pthread_mutex_lock(&stop->lock);
    stop->interrupt = interrupt;
    stop->context = context;
    pthread_mutex_unlock(&stop->lock);
}
