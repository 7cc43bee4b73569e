/* What the parts of the server share.
 *
 *     server.c    the loop; one message: is it one, which
 *     methods.c   what each method does
 *     asking.c    questions, and what becomes of their answers
 *     copies.c    models that no disk has
 */
#ifndef CM_LSP_SERVER_H
#define CM_LSP_SERVER_H

#include "base/asks.h"
#include "lsp/answer.h"
#include "lsp/copies.h"
#include "lsp/documents.h"
#include "lsp/frames.h"
#include "lsp/lsp.h"

/* Codes of errors: JSON-RPC's, and the protocol's own. */
enum {
    CM_RPC_PARSE_ERROR = -32700,
    CM_RPC_INVALID_REQUEST = -32600,
    CM_RPC_METHOD_NOT_FOUND = -32601,
    CM_RPC_INVALID_PARAMS = -32602,
    CM_RPC_NOT_INITIALIZED = -32002,
    CM_RPC_REQUEST_FAILED = -32803,
    CM_RPC_CONTENT_MODIFIED = -32801,
    CM_RPC_CANCELLED = -32800
};

/* A question under way. */
typedef struct cm_pending {
    struct cm_pending *next;
    struct cm_lsp_server *server;
    json_t *id; /* of the request; NULL: the server's own question */
    cm_lsp_question question;
    uint64_t document; /* its number */
    cm_ask *ask;
} cm_pending;

typedef struct cm_lsp_server {
    const cm_lsp_options *options;
    int in, out;
    cm_frames frames;
    cm_documents documents;
    cm_asks *asks;
    cm_pending *pending;
    cm_copies copies;
    bool initialized, shut_down, markdown;
    bool ended; /* and how: */
    cm_lsp_end end;
} cm_lsp_server;

/* ---- sending (server.c): results and params are taken over ---------------------- */

void cm_lsp_respond(cm_lsp_server *server, const json_t *id, json_t *result);
void cm_lsp_refuse(cm_lsp_server *server, const json_t *id, int code, const char *message);
void cm_lsp_notify(cm_lsp_server *server, const char *method, json_t *params);
void cm_lsp_finish(cm_lsp_server *server, cm_lsp_end end);

/* ---- methods.c --------------------------------------------------------------------- */

/* A request, or (id NULL) a notification. */
void cm_lsp_handle(cm_lsp_server *server, const char *method, const json_t *id,
                   const json_t *params);

/* ---- asking.c ------------------------------------------------------------------------ */

/* Messages and verdict of the document, anew. */
void cm_lsp_look_at(cm_lsp_server *server, cm_document *document);
/* Is that under way? */
bool cm_lsp_is_looked_at(const cm_lsp_server *server, const cm_document *document);
/* Asks for a request, which will be answered. */
void cm_lsp_ask(cm_lsp_server *server, const json_t *id, cm_lsp_question question,
                const cm_document *document, const json_t *params);
/* Gives a request up; false: none with that id is under way. */
bool cm_lsp_cancel(cm_lsp_server *server, const json_t *id);
/* Nobody waits for the document any more. */
void cm_lsp_forget(cm_lsp_server *server, cm_document *document, int code, const char *message);
/* The lenses of a document whose verdict is known. */
json_t *cm_lsp_lenses(const cm_lsp_server *server, const cm_document *document);
void cm_lsp_free_pending(cm_lsp_server *server);
/* cm_ask_done of the server. */
void cm_lsp_answered(void *context, unsigned status, const char *text, size_t length);

#endif
