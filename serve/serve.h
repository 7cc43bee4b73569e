/* The page of `cmcm serve`: an HTTP server on this machine, in one thread. What it
 * answers:
 *
 *     GET  /, /page.js, ...     the page's own files, which the program carries
 *     POST /ask/check, ...      a question (serve/answer.h) of who knows the token
 *
 * and nothing else: no path is one of the file system, and all that a question does is
 * done by processes with limits (base/asks.h). A question needs the header
 * X-Cmcm-Token, which no other site's page can send, and has at most 256 KiB.
 */
#ifndef CM_SERVE_SERVE_H
#define CM_SERVE_SERVE_H

#include "base/arena.h"

#include <signal.h>

typedef struct cm_serve_options {
    const char *address; /* numeric: "127.0.0.1" */
    unsigned port;       /* 0: any that is free */
    unsigned processes;  /* that answer */
    double seconds;      /* of one question */
    size_t memory_limit; /* bytes of one question */
} cm_serve_options;

typedef struct cm_server cm_server;

/* Listens. NULL: *reason says why not, in the arena or constant; *port_taken: the port is
 * in use. The options must outlive the server. */
cm_server *cm_server_new(const cm_serve_options *options, cm_arena *arena, const char **reason,
                         bool *port_taken);
void cm_server_free(cm_server *server); /* NULL is allowed */

/* "http://127.0.0.1:8420/?token=..." */
const char *cm_server_url(const cm_server *server);
/* Is it an address that other machines do not reach? */
bool cm_server_is_local(const cm_server *server);

/* Serves until a signal comes that has a handler; signals: those blocked meanwhile, but for
 * when it waits. NULL: so it ended; else why it cannot go on. */
const char *cm_server_run(cm_server *server, const sigset_t *waiting);

#endif
