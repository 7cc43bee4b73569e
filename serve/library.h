/* The functions of GNU libmicrohttpd, opened when they are asked for: no other command
 * pays for loading it and what it needs, and a machine without it has all other commands.
 */
#ifndef CM_SERVE_LIBRARY_H
#define CM_SERVE_LIBRARY_H

#include "base/arena.h"

/* sys/types.h and sys/select.h first: the library's header expects them. */
#include <sys/select.h>
#include <sys/types.h>

#include <microhttpd.h>

#define CM_HTTP_FUNCTIONS(X)                                                                       \
    X(MHD_start_daemon)                                                                            \
    X(MHD_stop_daemon)                                                                             \
    X(MHD_get_fdset2)                                                                              \
    X(MHD_get_timeout)                                                                             \
    X(MHD_run_from_select)                                                                         \
    X(MHD_lookup_connection_value)                                                                 \
    X(MHD_get_connection_info)                                                                     \
    X(MHD_suspend_connection)                                                                      \
    X(MHD_resume_connection)                                                                       \
    X(MHD_create_response_from_buffer)                                                             \
    X(MHD_add_response_header)                                                                     \
    X(MHD_queue_response)                                                                          \
    X(MHD_destroy_response)

typedef struct cm_http_library {
    void *library; /* of dlopen; stays open */
#define X(function) __typeof__(function) *function;
    CM_HTTP_FUNCTIONS(X)
#undef X
} cm_http_library;

/* NULL: done; else why not, in the arena or constant. */
const char *cm_http_open(cm_http_library *http, cm_arena *arena);

#endif
