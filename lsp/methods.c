/* What each method of the protocol does. */
#include "lsp/server.h"

#include "cmcm.h"

#include <string.h>

/* ---- its life ---------------------------------------------------------------------- */

static const json_t *within(const json_t *json, const char *const *names)
{
    for (; *names; names++)
        json = json_object_get(json, *names);
    return json;
}

/* The first of those that the editor can and we can; without a word units of UTF-16. */
static bool wants_utf8(const json_t *params)
{
    static const char *const path[] = {"capabilities", "general", "positionEncodings", NULL};
    const json_t *encodings = within(params, path);
    for (size_t i = 0; i < json_array_size(encodings); i++) {
        const char *name = json_string_value(json_array_get(encodings, i));
        if (name && (strcmp(name, "utf-8") == 0 || strcmp(name, "utf-16") == 0))
            return strcmp(name, "utf-8") == 0;
    }
    return false;
}

static bool reads_markdown(const json_t *params)
{
    static const char *const path[] = {"capabilities", "textDocument", "hover", "contentFormat",
                                       NULL};
    const json_t *formats = within(params, path);
    for (size_t i = 0; i < json_array_size(formats); i++) {
        const char *name = json_string_value(json_array_get(formats, i));
        if (name && strcmp(name, "markdown") == 0)
            return true;
    }
    return false;
}

static void initialize(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    if (server->initialized) {
        cm_lsp_refuse(server, id, CM_RPC_INVALID_REQUEST,
                      "the server is initialized already, expected `initialize` once");
        return;
    }
    server->initialized = true;
    server->documents.utf8 = wants_utf8(params);
    server->markdown = reads_markdown(params);
    json_t *can = json_pack("{s:s, s:{s:b, s:i, s:b}, s:b, s:b, s:b, s:b, s:{s:b}, s:{s:b}}",
                            "positionEncoding", server->documents.utf8 ? "utf-8" : "utf-16",
                            "textDocumentSync", "openClose", 1, "change", 2 /* parts */, "save", 1,
                            "hoverProvider", 1, "definitionProvider", 1, "referencesProvider", 1,
                            "documentSymbolProvider", 1, "renameProvider", "prepareProvider", 1,
                            "codeLensProvider", "resolveProvider", 0);
    cm_lsp_respond(server, id,
                   json_pack("{s:o, s:{s:s, s:s}}", "capabilities", can, "serverInfo", "name",
                             "cmcm", "version", cmcm_version()));
}

static void shut_down(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    (void)params;
    server->shut_down = true;
    cm_lsp_respond(server, id, json_null());
}

static void leave(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    (void)id;
    (void)params;
    cm_lsp_finish(server, server->shut_down ? CM_LSP_ENDED : CM_LSP_LEFT);
}

static void ignore(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    (void)server;
    (void)id;
    (void)params;
}

static void cancel(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    (void)id;
    const json_t *which = json_object_get(params, "id");
    if (which && cm_lsp_cancel(server, which))
        cm_lsp_refuse(server, which, CM_RPC_CANCELLED, "cancelled");
}

/* ---- documents ------------------------------------------------------------------------ */

static cm_document *document_of(const cm_lsp_server *server, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    return uri ? cm_document_find(&server->documents, uri) : NULL;
}

static void log_message(cm_lsp_server *server, const char *text)
{
    cm_lsp_notify(server, "window/logMessage",
                  json_pack("{s:i, s:s}", "type", 2 /* warning */, "message", text));
}

static void opened(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    (void)id;
    cm_document *document = cm_document_open(&server->documents, params);
    if (document)
        cm_lsp_look_at(server, document);
    else
        log_message(server, "cmcm: didOpen without a text, or too many documents");
}

static void changed(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    (void)id;
    cm_document *document = cm_document_change(&server->documents, params);
    if (document)
        cm_lsp_look_at(server, document);
    else
        log_message(server, "cmcm: didChange that is malformed, or of a document not open");
}

static void closed(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    (void)id;
    cm_document *document = document_of(server, params);
    if (!document)
        return;
    cm_lsp_forget(server, document, CM_RPC_CONTENT_MODIFIED, "the document was closed");
    cm_lsp_notify(server, "textDocument/publishDiagnostics",
                  json_pack("{s:s, s:[]}", "uri", document->uri, "diagnostics"));
    cm_document_close(&server->documents, document);
}

/* A model that was saved may be a part of others. */
static void saved(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    (void)id;
    const cm_document *document = document_of(server, params);
    if (!document || document->language != CM_LANGUAGE_CAT)
        return;
    for (cm_document *d = server->documents.first; d; d = d->next)
        if (d != document)
            cm_lsp_look_at(server, d);
}

/* ---- questions --------------------------------------------------------------------------- */

static const struct {
    const char *method;
    cm_lsp_question question;
} questions[] = {
    {"textDocument/hover", CM_LSP_HOVER},           {"textDocument/definition", CM_LSP_DEFINITION},
    {"textDocument/references", CM_LSP_REFERENCES}, {"textDocument/prepareRename", CM_LSP_PREPARE},
    {"textDocument/rename", CM_LSP_RENAME},         {"textDocument/documentSymbol", CM_LSP_SYMBOLS},
};

/* False: it is not a question. */
static bool ask_by_method(cm_lsp_server *server, const char *method, const json_t *id,
                          const json_t *params)
{
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        cm_lsp_question question = questions[i].question;
        if (strcmp(method, questions[i].method) != 0)
            continue;
        cm_position position;
        const cm_document *d = document_of(server, params);
        bool named =
            question != CM_LSP_RENAME || json_is_string(json_object_get(params, "newName"));
        if (!d || !named ||
            (question != CM_LSP_SYMBOLS &&
             !cm_document_position(json_object_get(params, "position"), &position)))
            cm_lsp_refuse(server, id, CM_RPC_INVALID_PARAMS,
                          "expected an open document, and a position in it");
        else if (d->language == CM_LANGUAGE_OTHER || d->too_long)
            cm_lsp_respond(server, id, json_null());
        else
            cm_lsp_ask(server, id, question, d, params);
        return true;
    }
    return false;
}

static void lens(cm_lsp_server *server, const json_t *id, const json_t *params)
{
    cm_document *d = document_of(server, params);
    if (!d) {
        cm_lsp_refuse(server, id, CM_RPC_INVALID_PARAMS, "expected an open document");
        return;
    }
    if (d->verdict || !cm_lsp_is_looked_at(server, d)) {
        cm_lsp_respond(server, id, cm_lsp_lenses(server, d));
        return;
    }
    if (!d->waiting)
        d->waiting = json_array();
    json_array_append_new(d->waiting, json_deep_copy(id));
}

/* ---- which ---------------------------------------------------------------------------------- */

static const struct {
    const char *method;
    bool is_request;
    void (*handle)(cm_lsp_server *server, const json_t *id, const json_t *params);
} methods[] = {
    {"initialize", true, initialize},
    {"initialized", false, ignore},
    {"shutdown", true, shut_down},
    {"exit", false, leave},
    {"$/cancelRequest", false, cancel},
    {"textDocument/didOpen", false, opened},
    {"textDocument/didChange", false, changed},
    {"textDocument/didClose", false, closed},
    {"textDocument/didSave", false, saved},
    {"textDocument/codeLens", true, lens},
};

static bool call(cm_lsp_server *server, const char *method, const json_t *id, const json_t *params)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(method, methods[i].method) == 0 && methods[i].is_request == (id != NULL)) {
            methods[i].handle(server, id, params);
            return true;
        }
    return id && ask_by_method(server, method, id, params);
}

void cm_lsp_handle(cm_lsp_server *server, const char *method, const json_t *id,
                   const json_t *params)
{
    bool early = !server->initialized && strcmp(method, "initialize") != 0;
    bool ends = strcmp(method, "exit") == 0;
    if (!id && (early || server->shut_down) && !ends)
        return;
    if (early && id)
        cm_lsp_refuse(server, id, CM_RPC_NOT_INITIALIZED,
                      "the server is not initialized, expected `initialize` first");
    else if (server->shut_down && id)
        cm_lsp_refuse(server, id, CM_RPC_INVALID_REQUEST,
                      "the server is shut down, expected `exit`");
    else if (!call(server, method, id, params) && id)
        cm_lsp_refuse(server, id, CM_RPC_METHOD_NOT_FOUND, "there is no such method here");
}
