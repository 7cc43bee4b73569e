/* What the parts of the server share.
 *
 *     listen.c   address, port and token        serve.c   the loop
 *     request.c  one request: is it allowed, what is it, its answer
 */
#ifndef CM_SERVE_INTERNAL_H
#define CM_SERVE_INTERNAL_H

#include "base/asks.h"
#include "serve/answer.h"
#include "serve/library.h"
#include "serve/serve.h"

enum {
    CM_TOKEN_BYTES = 16,
    CM_TOKEN_DIGITS = 2 * CM_TOKEN_BYTES,
    CM_MOST_BODY = 256 * 1024,
    CM_MOST_CONNECTIONS = 64, /* kept: a new one takes the place of one that has no question */
    CM_MOST_AT_ONCE = 192     /* accepted, until those whose place was taken are closed */
};

/* A connection, of many requests one after the other. */
typedef struct cm_link {
    struct cm_link *next, **here; /* of the server's list */
    struct MHD_Connection *connection;
    double since; /* when it was opened, or its last request was answered */
    bool waits;   /* for an answer: then it may take its time */
    bool known;   /* it has sent the token */
    bool closing; /* another one has taken its place */
} cm_link;

struct cm_server {
    const cm_serve_options *options;
    cm_http_library http;
    struct MHD_Daemon *daemon;
    cm_answer_limits limits;
    cm_asks *asks;
    cm_link *links;
    int listener;
    unsigned port;
    bool is_local;
    char token[CM_TOKEN_DIGITS + 1];
    char hosts[3][80]; /* what browsers call this place, "127.0.0.1:8420" */
    char url[160];
};

/* Fills in listener, port, is_local, hosts, token, url. NULL: done; else why not. */
const char *cm_server_listen(cm_server *server, bool *port_taken);

/* Callbacks of the daemon; the closure is the server. */
enum MHD_Result cm_request_take(void *closure, struct MHD_Connection *connection, const char *url,
                                const char *method, const char *version, const char *data,
                                size_t *data_length, void **state);
void cm_request_end(void *closure, struct MHD_Connection *connection, void **state,
                    enum MHD_RequestTerminationCode why);
void cm_link_change(void *closure, struct MHD_Connection *connection, void **state,
                    enum MHD_ConnectionNotificationCode what);

/* cm_ask_done of a request. */
void cm_request_answered(void *context, unsigned status, const char *text, size_t length);

#endif
