#define COUNTER int
#define ADD                                                                                        \
    do {                                                                                           \
        pthread_mutex_lock(&mutex);                                                                \
        counter++;                                                                                 \
        pthread_mutex_unlock(&mutex);                                                              \
    } while (0)
#include "counter.h"
