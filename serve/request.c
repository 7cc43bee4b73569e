/* One request: is it allowed, what is it, and its answer. */
#include "serve/internal.h"

#include "base/clock.h"
#include "serve/page.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

enum { TOO_LARGE = 413 }; /* its name differs between versions of the library */

typedef struct request {
    cm_server *server;
    struct MHD_Connection *connection;
    cm_ask_kind kind;
    uint64_t page;
    char *body; /* malloc'ed */
    size_t length, capacity;
    cm_ask *ask;     /* that waits for an answer */
    unsigned status; /* of the answer; 0: not yet known */
    char *answer;    /* malloc'ed */
    size_t answer_length;
} request;

/* ---- sending ------------------------------------------------------------------ */

/* What every answer says. A page of ours runs its own script, asks its own server, shows
 * its own pictures, and nothing else; nobody frames it, keeps it, or learns where it was. */
static const char *const headers[][2] = {
    {"Content-Security-Policy",
     "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; "
     "connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"X-Content-Type-Options", "nosniff"},
    {"Referrer-Policy", "no-referrer"},
    {"Cross-Origin-Resource-Policy", "same-origin"},
    {"Cross-Origin-Opener-Policy", "same-origin"},
    {"Cache-Control", "no-store"},
};

static enum MHD_Result send_bytes(const cm_server *server, struct MHD_Connection *connection,
                                  unsigned status, const char *type, const char *bytes,
                                  size_t length)
{
    const cm_http_library *http = &server->http;
    struct MHD_Response *response = http->MHD_create_response_from_buffer(
        length, (void *)(uintptr_t)bytes, MHD_RESPMEM_MUST_COPY);
    if (!response)
        return MHD_NO;
    http->MHD_add_response_header(response, "Content-Type", type);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        http->MHD_add_response_header(response, headers[i][0], headers[i][1]);
    enum MHD_Result sent = http->MHD_queue_response(connection, status, response);
    http->MHD_destroy_response(response);
    return sent;
}

static enum MHD_Result refuse_request(const cm_server *server, struct MHD_Connection *connection,
                                      unsigned status, const char *why)
{
    return send_bytes(server, connection, status, "text/plain; charset=utf-8", why, strlen(why));
}

/* ---- is it allowed? ------------------------------------------------------------ */

static const char *header(const cm_server *server, struct MHD_Connection *connection,
                          const char *name)
{
    const char *value = server->http.MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return value ? value : "";
}

/* Foreign Host headers are rejected (DNS rebinding), unless the server listens for other machines:
 * it cannot know by which name they call it. */
static bool is_our_host(const cm_server *server, const char *host)
{
    for (size_t i = 0; i < sizeof server->hosts / sizeof *server->hosts; i++)
        if (strcmp(host, server->hosts[i]) == 0)
            return true;
    return !server->is_local;
}

/* Takes as long wherever the two differ. */
static bool is_token(const cm_server *server, const char *text)
{
    unsigned differences = 0;
    if (strlen(text) != CM_TOKEN_DIGITS)
        return false;
    for (size_t i = 0; i < CM_TOKEN_DIGITS; i++)
        differences |= (unsigned)(server->token[i] ^ text[i]);
    return differences == 0;
}

static const struct {
    const char *path;
    cm_ask_kind kind;
} questions[] = {{"/ask/start", CM_ASK_START},
                 {"/ask/check", CM_ASK_CHECK},
                 {"/ask/explain", CM_ASK_EXPLAIN},
                 {"/ask/repair", CM_ASK_REPAIR}};

static bool is_question(const char *path, cm_ask_kind *kind)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++)
        if (strcmp(path, questions[i].path) == 0) {
            *kind = questions[i].kind;
            return true;
        }
    return false;
}

/* The first that applies; 0: it is a question that may be asked. */
static unsigned flaw_of(const cm_server *server, struct MHD_Connection *connection,
                        const char **why)
{
    const char *length = header(server, connection, MHD_HTTP_HEADER_CONTENT_LENGTH);
    if (!is_token(server, header(server, connection, "X-Cmcm-Token"))) {
        *why =
            "The token is not that of this server: open the address that `cmcm serve` printed.\n";
        return MHD_HTTP_FORBIDDEN;
    }
    if (strlen(length) > 9 || strtoul(length, NULL, 10) > CM_MOST_BODY) {
        *why = "The question is too long: at most 256 KiB.\n";
        return TOO_LARGE;
    }
    return 0;
}

static cm_link *link_of(const cm_server *server, struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        server->http.MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
    return info ? info->socket_context : NULL;
}

/* ---- taking a request ------------------------------------------------------------ */

static enum MHD_Result begin_request(cm_server *server, struct MHD_Connection *connection,
                                     const char *path, const char *method, void **state)
{
    cm_ask_kind kind;
    const char *why = "";
    if (!is_our_host(server, header(server, connection, MHD_HTTP_HEADER_HOST)))
        return refuse_request(server, connection, MHD_HTTP_FORBIDDEN,
                              "This server does not have that name.\n");
    if (strcmp(method, MHD_HTTP_METHOD_GET) == 0 || strcmp(method, MHD_HTTP_METHOD_HEAD) == 0) {
        for (const cm_page_file *file = cm_page_files; file->path; file++)
            if (strcmp(path, file->path) == 0)
                return send_bytes(server, connection, MHD_HTTP_OK, file->type, file->text,
                                  strlen(file->text));
        return refuse_request(server, connection, MHD_HTTP_NOT_FOUND, "There is no such page.\n");
    }
    if (strcmp(method, MHD_HTTP_METHOD_POST) != 0)
        return refuse_request(server, connection, MHD_HTTP_METHOD_NOT_ALLOWED,
                              "The server expects GET or POST.\n");
    if (!is_question(path, &kind))
        return refuse_request(server, connection, MHD_HTTP_NOT_FOUND,
                              "There is no such question.\n");
    unsigned flaw = flaw_of(server, connection, &why);
    if (flaw)
        return refuse_request(server, connection, flaw, why);
    cm_link *link = link_of(server, connection);
    if (link)
        link->known = true;
    request *r = calloc(1, sizeof *r);
    if (!r)
        return MHD_NO;
    *r = (request){.server = server, .connection = connection, .kind = kind};
    r->page = strtoull(header(server, connection, "X-Cmcm-Page"), NULL, 16);
    *state = r;
    return MHD_YES;
}

/* False: the question is too long, or there is no memory. */
static bool take_body(request *r, const char *data, size_t length)
{
    if (length > CM_MOST_BODY - r->length)
        return false;
    if (r->length + length > r->capacity) {
        size_t capacity = 2 * r->capacity + length;
        char *body = realloc(r->body, capacity);
        if (!body)
            return false;
        r->body = body;
        r->capacity = capacity;
    }
    memcpy(r->body + r->length, data, length);
    r->length += length;
    return true;
}

static void set_waits(const request *r, bool waits)
{
    cm_link *link = link_of(r->server, r->connection);
    if (link) {
        link->waits = waits;
        link->since = cm_clock_seconds();
    }
}

static enum MHD_Result pose_question(request *r)
{
    r->ask = cm_asks_ask(r->server->asks, r->kind, r->page, r->body ? r->body : "", r->length, r);
    if (!r->ask)
        return refuse_request(r->server, r->connection, CM_ASK_BUSY,
                              "Too many questions at once.\n");
    set_waits(r, true);
    r->server->http.MHD_suspend_connection(r->connection);
    return MHD_YES;
}

enum MHD_Result cm_request_take(void *closure, struct MHD_Connection *connection, const char *url,
                                const char *method, const char *version, const char *data,
                                size_t *data_length, void **state)
{
    (void)version;
    request *r = *state;
    if (!r)
        return begin_request(closure, connection, url, method, state);
    if (*data_length) {
        /* The rest of too long a body is not read: the connection ends. */
        if (!take_body(r, data, *data_length))
            return MHD_NO;
        *data_length = 0;
        return MHD_YES;
    }
    if (r->status)
        return send_bytes(r->server, connection, r->status, "application/json", r->answer,
                          r->answer_length);
    return r->ask ? MHD_YES : pose_question(r);
}

void cm_request_answered(void *context, unsigned status, const char *text, size_t length)
{
    request *r = context;
    r->ask = NULL;
    r->answer = malloc(length ? length : 1);
    r->status = r->answer ? status : CM_ASK_FAILED;
    if (r->answer) {
        memcpy(r->answer, text, length);
        r->answer_length = length;
    }
    set_waits(r, false);
    r->server->http.MHD_resume_connection(r->connection);
}

void cm_request_end(void *closure, struct MHD_Connection *connection, void **state,
                    enum MHD_RequestTerminationCode why)
{
    (void)why;
    request *r = *state;
    cm_link *link = link_of(closure, connection);
    if (link)
        link->since = cm_clock_seconds();
    if (!r)
        return;
    if (r->ask)
        cm_asks_forget(r->server->asks, r->ask);
    free(r->body);
    free(r->answer);
    free(r);
    *state = NULL;
}

/* Those that wait for an answer stay; before those that have sent the token go the others, the
 * oldest first: the list begins with the newest. */
static cm_link *least_needed(const cm_server *server)
{
    cm_link *found = NULL;
    for (cm_link *link = server->links; link; link = link->next)
        if (!link->waits && !link->closing && !(link->known && found && !found->known))
            found = link;
    return found;
}

/* Holding connections open keeps nobody out. */
static void make_room_for_connection(const cm_server *server)
{
    unsigned count = 0;
    for (const cm_link *link = server->links; link; link = link->next)
        count += !link->closing;
    cm_link *link = count > CM_MOST_CONNECTIONS ? least_needed(server) : NULL;
    const union MHD_ConnectionInfo *info =
        link ? server->http.MHD_get_connection_info(link->connection,
                                                    MHD_CONNECTION_INFO_CONNECTION_FD)
             : NULL;
    if (!info)
        return;
    link->closing = true;
    shutdown(info->connect_fd, SHUT_RDWR);
}

void cm_link_change(void *closure, struct MHD_Connection *connection, void **state,
                    enum MHD_ConnectionNotificationCode what)
{
    cm_server *server = closure;
    cm_link *link = *state;
    if (what == MHD_CONNECTION_NOTIFY_STARTED) {
        link = calloc(1, sizeof *link);
        *state = link;
        if (!link)
            return;
        *link = (cm_link){.next = server->links,
                          .here = &server->links,
                          .connection = connection,
                          .since = cm_clock_seconds()};
        if (link->next)
            link->next->here = &link->next;
        server->links = link;
        make_room_for_connection(server);
    } else if (link) {
        *link->here = link->next;
        if (link->next)
            link->next->here = link->here;
        free(link);
        *state = NULL;
    }
}
