/* A shared library that is opened when it is first needed (cmake/Lazy.cmake says why).
 */
#ifndef CM_BASE_LAZY_H
#define CM_BASE_LAZY_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cm_lazy {
    pthread_mutex_t lock;
    const char *places[2];    /* names or paths, which are tried in turn: "libz3.so.4" */
    const char *const *names; /* of its functions */
    size_t count;
    bool tried;
    const char *failed; /* why it is not open, once tried */
} cm_lazy;

#define CM_LAZY_INIT(first, second, names)                                                         \
    {                                                                                              \
        PTHREAD_MUTEX_INITIALIZER, {first, second}, names, sizeof(names) / sizeof *(names), false, \
            NULL                                                                                   \
    }

/* Opens it, once for all threads, and fills the pointers to its functions, one for each name.
 * NULL: they are there. Else what to say of it, which lives as long as the program. */
const char *cm_lazy_open(cm_lazy *library, void *functions);

#endif
