#include "serve/serve.h"

#include "base/clock.h"
#include "serve/internal.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* A connection that sends or takes nothing for so long is closed, */
enum { IDLE_SECONDS = 10 };
/* and so is one that is busy with one request for so long, its answer excepted: who
 * sends byte by byte is not waited for. */
static const double REQUEST_SECONDS = 30;

/* ---- its life ------------------------------------------------------------------- */

/* Paths are as they are: no file's name is among them that would need %2F. */
static size_t unescape_nothing(void *closure, struct MHD_Connection *connection, char *text)
{
    (void)closure;
    (void)connection;
    return strlen(text);
}

static const char *start_daemon(cm_server *server)
{
    server->daemon = server->http.MHD_start_daemon(
        MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, cm_request_take, server, MHD_OPTION_LISTEN_SOCKET,
        server->listener, MHD_OPTION_NOTIFY_COMPLETED, cm_request_end, server,
        MHD_OPTION_NOTIFY_CONNECTION, cm_link_change, server, MHD_OPTION_CONNECTION_LIMIT,
        (unsigned)CM_MOST_AT_ONCE, MHD_OPTION_CONNECTION_TIMEOUT, (unsigned)IDLE_SECONDS,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)(32 * 1024), MHD_OPTION_UNESCAPE_CALLBACK,
        unescape_nothing, NULL, MHD_OPTION_END);
    if (!server->daemon)
        return "libmicrohttpd does not start";
    server->listener = -1; /* the daemon's now */
    return NULL;
}

static const char *start_server(cm_server *server, cm_arena *arena, bool *port_taken)
{
    const cm_serve_options *options = server->options;
    server->limits =
        (cm_answer_limits){.seconds = options->seconds, .memory_limit = options->memory_limit};
    const char *reason = cm_http_open(&server->http, arena);
    if (!reason)
        reason = cm_server_listen(server, port_taken);
    if (reason)
        return reason;
    const cm_asks_work work = {cm_answer_serve, &server->limits, options->seconds};
    server->asks = cm_asks_new(options->processes, &work, cm_request_answered);
    return server->asks ? start_daemon(server) : "out of memory, or of files";
}

cm_server *cm_server_new(const cm_serve_options *options, cm_arena *arena, const char **reason,
                         bool *port_taken)
{
    cm_server *server = calloc(1, sizeof *server);
    *port_taken = false;
    *reason = "out of memory";
    if (!server)
        return NULL;
    server->options = options;
    server->listener = -1;
    *reason = start_server(server, arena, port_taken);
    if (!*reason)
        return server;
    cm_server_free(server);
    return NULL;
}

void cm_server_free(cm_server *server)
{
    if (!server)
        return;
    /* The daemon wants no connection suspended when it ends. */
    for (cm_link *link = server->links; link; link = link->next)
        if (link->waits)
            server->http.MHD_resume_connection(link->connection);
    if (server->daemon)
        server->http.MHD_stop_daemon(server->daemon);
    cm_asks_free(server->asks);
    if (server->listener >= 0)
        close(server->listener);
    free(server);
}

const char *cm_server_url(const cm_server *server)
{
    return server->url;
}

bool cm_server_is_local(const cm_server *server)
{
    return server->is_local;
}

/* ---- the loop ------------------------------------------------------------------- */

static double patience(const cm_server *server)
{
    static const double most = 3600;
    MHD_UNSIGNED_LONG_LONG milliseconds = 0;
    double seconds = server->links ? 1 : most; /* dawdlers are looked for each second */
    if (server->http.MHD_get_timeout(server->daemon, &milliseconds) == MHD_YES &&
        (double)milliseconds / 1000 < seconds)
        seconds = (double)milliseconds / 1000;
    return cm_asks_patience(server->asks, seconds);
}

typedef struct file_sets {
    fd_set read, write, except;
} file_sets;

/* False: a signal came, or *reason says what is wrong. */
static bool wait_for(cm_server *server, const sigset_t *waiting, file_sets *files,
                     const char **reason)
{
    int highest = -1;
    FD_ZERO(&files->read);
    FD_ZERO(&files->write);
    FD_ZERO(&files->except);
    if (server->http.MHD_get_fdset2(server->daemon, &files->read, &files->write, &files->except,
                                    &highest, FD_SETSIZE) != MHD_YES) {
        *reason = "too many files are open";
        return false;
    }
    cm_asks_wait_for(server->asks, &files->read, &highest);
    double seconds = patience(server);
    struct timespec limit = {.tv_sec = (time_t)seconds,
                             .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    if (pselect(highest + 1, &files->read, &files->write, &files->except, &limit, waiting) >= 0)
        return true;
    *reason = errno == EINTR ? NULL : strerror(errno);
    return false;
}

const char *cm_server_run(cm_server *server, const sigset_t *waiting)
{
    const char *reason = NULL;
    file_sets files;
    while (wait_for(server, waiting, &files, &reason)) {
        cm_asks_step(server->asks, &files.read);
        double now = cm_clock_seconds();
        for (const cm_link *link = server->links; link; link = link->next) {
            const union MHD_ConnectionInfo *info = server->http.MHD_get_connection_info(
                link->connection, MHD_CONNECTION_INFO_CONNECTION_FD);
            if (!link->waits && now - link->since > REQUEST_SECONDS && info)
                shutdown(info->connect_fd, SHUT_RDWR);
        }
        server->http.MHD_run_from_select(server->daemon, &files.read, &files.write, &files.except);
    }
    return reason;
}
