#include "lsp/server.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PROCESSES = 3 };

/* ---- sending -------------------------------------------------------------------- */

void cm_lsp_finish(cm_lsp_server *server, cm_lsp_end end)
{
    if (server->ended)
        return;
    server->ended = true;
    server->end = end;
}

/* Takes the message over. */
static void send_json(cm_lsp_server *server, json_t *message)
{
    char *text = message ? json_dumps(message, JSON_COMPACT) : NULL;
    json_decref(message);
    if (!text)
        cm_lsp_finish(server, CM_LSP_NO_MEMORY);
    else if (!cm_frame_write(server->out, text, strlen(text)))
        cm_lsp_finish(server, CM_LSP_LEFT);
    free(text);
}

static json_t *id_json(const json_t *id)
{
    return id ? json_deep_copy(id) : json_null();
}

void cm_lsp_respond(cm_lsp_server *server, const json_t *id, json_t *result)
{
    send_json(server,
              json_pack("{s:s, s:o, s:o}", "jsonrpc", "2.0", "id", id_json(id), "result", result));
}

void cm_lsp_refuse(cm_lsp_server *server, const json_t *id, int code, const char *message)
{
    send_json(server, json_pack("{s:s, s:o, s:{s:i, s:s}}", "jsonrpc", "2.0", "id", id_json(id),
                                "error", "code", code, "message", message));
}

void cm_lsp_notify(cm_lsp_server *server, const char *method, json_t *params)
{
    send_json(server,
              json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params));
}

/* ---- one message ------------------------------------------------------------------ */

static bool is_id(const json_t *id)
{
    return json_is_integer(id) || json_is_string(id);
}

/* An answer to what was never asked is nobody's. */
static bool is_response(const json_t *message)
{
    return !json_object_get(message, "method") &&
           (json_object_get(message, "result") || json_object_get(message, "error"));
}

static void take_message(cm_lsp_server *server, const char *body, size_t length)
{
    json_t *message = json_loadb(body, length, JSON_ALLOW_NUL | JSON_DECODE_ANY, NULL);
    const json_t *id = json_object_get(message, "id");
    const char *version = json_string_value(json_object_get(message, "jsonrpc"));
    const char *method = json_string_value(json_object_get(message, "method"));
    if (!message)
        cm_lsp_refuse(server, NULL, CM_RPC_PARSE_ERROR, "this is not JSON");
    else if (is_response(message))
        ;
    else if (!version || strcmp(version, "2.0") != 0 || !method || (id && !is_id(id)))
        cm_lsp_refuse(server, is_id(id) ? id : NULL, CM_RPC_INVALID_REQUEST,
                      "this is not a JSON-RPC 2.0 request");
    else
        cm_lsp_handle(server, method, id, json_object_get(message, "params"));
    json_decref(message);
}

/* All that came whole. */
static void take_frames(cm_lsp_server *server)
{
    const char *body = NULL;
    size_t length = 0;
    while (!server->ended) {
        switch (cm_frames_take(&server->frames, &body, &length)) {
        case CM_FRAME_WHOLE:
            take_message(server, body, length);
            break;
        case CM_FRAME_HEADLESS:
            cm_lsp_refuse(server, NULL, CM_RPC_PARSE_ERROR,
                          "the head has no length, expected `Content-Length: N`");
            break;
        case CM_FRAME_NONE:
            return;
        case CM_FRAME_TOO_LARGE:
            cm_lsp_refuse(server, NULL, CM_RPC_PARSE_ERROR,
                          "the message is too long, expected at most 16 MiB");
            cm_lsp_finish(server, CM_LSP_BROKEN);
            break;
        case CM_FRAME_NO_HEAD:
            cm_lsp_refuse(
                server, NULL, CM_RPC_PARSE_ERROR,
                "the message has no head, expected `Content-Length: N` and an empty line");
            cm_lsp_finish(server, CM_LSP_BROKEN);
            break;
        }
    }
}

/* ---- the loop ------------------------------------------------------------------------ */

static void read_input(cm_lsp_server *server)
{
    char bytes[64 * 1024];
    ssize_t count = read(server->in, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (count <= 0)
        cm_lsp_finish(server, CM_LSP_LEFT);
    else if (!cm_frames_add(&server->frames, bytes, (size_t)count))
        cm_lsp_finish(server, CM_LSP_NO_MEMORY);
    else
        take_frames(server);
}

static void wait_and_step(cm_lsp_server *server, const sigset_t *waiting)
{
    fd_set readable;
    int highest = server->in;
    FD_ZERO(&readable);
    FD_SET(server->in, &readable);
    cm_asks_wait_for(server->asks, &readable, &highest);
    double seconds = cm_asks_patience(server->asks, 3600);
    struct timespec limit = {.tv_sec = (time_t)seconds,
                             .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9)};
    if (pselect(highest + 1, &readable, NULL, NULL, &limit, waiting) < 0) {
        cm_lsp_finish(server, CM_LSP_SIGNAL);
        return;
    }
    cm_asks_step(server->asks, &readable);
    if (FD_ISSET(server->in, &readable))
        read_input(server);
}

cm_lsp_end cm_lsp_run(const cm_lsp_options *options, int in, int out, const sigset_t *waiting)
{
    cm_lsp_server server = {.options = options, .in = in, .out = out};
    const cm_asks_work work = {cm_lsp_answer, (void *)(uintptr_t)options, options->seconds};
    server.asks = cm_asks_new(PROCESSES, &work, cm_lsp_answered);
    if (!server.asks)
        return CM_LSP_NO_MEMORY;
    while (!server.ended)
        wait_and_step(&server, waiting);
    cm_asks_free(server.asks);
    cm_lsp_free_pending(&server);
    cm_documents_free(&server.documents);
    cm_frames_free(&server.frames);
    cm_copies_remove(&server.copies);
    return server.end;
}
