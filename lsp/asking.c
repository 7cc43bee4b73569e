/* Questions to the processes that read tests and models, and what becomes of the answers. */
#define _POSIX_C_SOURCE 200809L /* strdup, getcwd */
#include "lsp/server.h"

#include "lsp/position.h"
#include "lsp/uri.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of other documents that go with a question. */
static const size_t MOST_DRAFTS = (size_t)8 << 20;

/* ---- pending questions --------------------------------------------------------------- */

static void remove_pending(cm_lsp_server *server, cm_pending *pending)
{
    cm_pending **at = &server->pending;
    while (*at != pending)
        at = &(*at)->next;
    *at = pending->next;
    json_decref(pending->id);
    free(pending);
}

static void give_up(cm_lsp_server *server, cm_pending *pending)
{
    cm_asks_forget(server->asks, pending->ask);
    remove_pending(server, pending);
}

void cm_lsp_free_pending(cm_lsp_server *server)
{
    while (server->pending)
        remove_pending(server, server->pending);
}

/* ---- asking ----------------------------------------------------------------------------- */

/* The models that are open, but for the document itself. */
static json_t *drafts_of(const cm_lsp_server *server, const cm_document *document)
{
    json_t *drafts = json_array();
    size_t bytes = 0;
    for (const cm_document *d = server->documents.first; d; d = d->next) {
        if (d == document || d->language != CM_LANGUAGE_CAT || d->too_long ||
            bytes + d->length > MOST_DRAFTS)
            continue;
        bytes += d->length;
        json_array_append_new(drafts, json_pack("{s:s, s:o}", "path", d->path, "text",
                                                json_stringn(d->text, d->length)));
    }
    return drafts;
}

/* malloc'ed; NULL: no memory. */
static char *question_text(const cm_lsp_server *server, const cm_document *d, const json_t *params)
{
    json_t *question =
        json_pack("{s:s, s:s, s:o, s:b, s:b, s:o}", "language",
                  d->language == CM_LANGUAGE_CAT ? "cat" : "litmus", "path", d->path, "text",
                  json_stringn(d->text, d->length), "utf8", server->documents.utf8, "markdown",
                  server->markdown, "drafts", drafts_of(server, d));
    json_t *position = json_object_get(params, "position");
    json_t *name = json_object_get(params, "newName");
    if (position)
        json_object_set(question, "position", position);
    if (json_is_string(name))
        json_object_set(question, "name", name);
    char *text = question ? json_dumps(question, JSON_COMPACT) : NULL;
    json_decref(question);
    return text;
}

/* page: 0, or the document, whose newer questions of this kind take the place of older ones.
 * False: too many questions, or no memory. */
static bool begin_question(cm_lsp_server *server, const json_t *id, cm_lsp_question question,
                           const cm_document *document, const json_t *params)
{
    uint64_t page = id ? 0 : document->number;
    char *text = question_text(server, document, params);
    cm_pending *pending = text ? calloc(1, sizeof *pending) : NULL;
    if (pending) {
        pending->server = server;
        pending->question = question;
        pending->document = document->number;
        pending->id = id ? json_deep_copy(id) : NULL;
        pending->next = server->pending;
        server->pending = pending;
        pending->ask =
            cm_asks_ask(server->asks, (unsigned)question, page, text, strlen(text), pending);
        if (!pending->ask) {
            remove_pending(server, pending);
            pending = NULL;
        }
    }
    free(text);
    return pending;
}

void cm_lsp_ask(cm_lsp_server *server, const json_t *id, cm_lsp_question question,
                const cm_document *document, const json_t *params)
{
    if (!begin_question(server, id, question, document, params))
        cm_lsp_refuse(server, id, CM_RPC_REQUEST_FAILED, "too many questions at once");
}

/* ---- messages and verdicts ------------------------------------------------------------ */

static void publish(cm_lsp_server *server, const cm_document *d, json_t *diagnostics)
{
    cm_lsp_notify(server, "textDocument/publishDiagnostics",
                  json_pack("{s:s, s:I, s:o}", "uri", d->uri, "version", d->version, "diagnostics",
                            diagnostics));
}

/* One message about the document as a whole. */
static json_t *remark(const char *text)
{
    return json_pack("[{s:{s:{s:i, s:i}, s:{s:i, s:i}}, s:i, s:s, s:s}]", "range", "start", "line",
                     0, "character", 0, "end", "line", 0, "character", 1, "severity", 2, "source",
                     "cmcm", "message", text);
}

json_t *cm_lsp_lenses(const cm_lsp_server *server, const cm_document *d)
{
    if (!d->verdict || !*d->verdict || d->too_long)
        return json_array();
    /* The first line with something on it: where the test begins. */
    size_t from = strspn(d->text, " \t\r\n");
    bool utf8 = server->documents.utf8;
    size_t to = from + strcspn(d->text + from, "\r\n");
    cm_position a = cm_position_at(d->text, d->length, from, utf8);
    cm_position b = cm_position_at(d->text, d->length, to, utf8);
    return json_pack("[{s:o, s:{s:s, s:s}}]", "range",
                     json_pack("{s:{s:I, s:I}, s:{s:I, s:I}}", "start", "line", (json_int_t)a.line,
                               "character", (json_int_t)a.character, "end", "line",
                               (json_int_t)b.line, "character", (json_int_t)b.character),
                     "command", "title", d->verdict, "command", "");
}

/* "": there is none. */
static void set_verdict(cm_lsp_server *server, cm_document *d, const char *verdict)
{
    free(d->verdict);
    d->verdict = strdup(verdict);
    for (size_t i = 0; i < json_array_size(d->waiting); i++)
        cm_lsp_respond(server, json_array_get(d->waiting, i), cm_lsp_lenses(server, d));
    json_decref(d->waiting);
    d->waiting = NULL;
}

void cm_lsp_forget(cm_lsp_server *server, cm_document *d, int code, const char *message)
{
    for (cm_pending *p = server->pending, *next; p; p = next) {
        next = p->next;
        if (p->document == d->number && !p->id)
            give_up(server, p);
    }
    for (size_t i = 0; i < json_array_size(d->waiting); i++)
        cm_lsp_refuse(server, json_array_get(d->waiting, i), code, message);
    json_decref(d->waiting);
    d->waiting = NULL;
}

bool cm_lsp_is_looked_at(const cm_lsp_server *server, const cm_document *document)
{
    if (document->stale)
        return true;
    for (const cm_pending *p = server->pending; p; p = p->next)
        if (p->document == document->number && !p->id)
            return true;
    return false;
}

/* What waits for the verdict goes on waiting. */
static void diagnose_document(cm_lsp_server *server, cm_document *d)
{
    bool looks = d->language != CM_LANGUAGE_OTHER && !cm_copies_has(&server->copies, d->path);
    d->stale = false;
    if (looks && !d->too_long) {
        d->stale = !begin_question(server, NULL, CM_LSP_DIAGNOSE, d, NULL);
        return;
    }
    if (looks)
        publish(server, d, remark("not looked at: longer than 4 MiB"));
    set_verdict(server, d, "");
}

void cm_lsp_look_at(cm_lsp_server *server, cm_document *d)
{
    cm_lsp_forget(server, d, CM_RPC_CONTENT_MODIFIED, "the document has changed");
    free(d->verdict);
    d->verdict = NULL;
    diagnose_document(server, d);
}

/* ---- answers: places -------------------------------------------------------------------- */

static char *absolute(const char *path)
{
    char here[4096];
    if (*path == '/' || !getcwd(here, sizeof here))
        return strdup(path);
    size_t size = strlen(here) + strlen(path) + 2;
    char *whole = malloc(size);
    if (whole)
        snprintf(whole, size, "%s/%s", here, path);
    return whole;
}

/* The URI of a place, malloc'ed: of a document as the editor calls it. */
static char *uri_of(cm_lsp_server *server, const json_t *place)
{
    const char *carried = json_string_value(json_object_get(place, "carried"));
    const char *path = json_string_value(json_object_get(place, "path"));
    const cm_document *d = path ? cm_document_at(&server->documents, path) : NULL;
    if (d)
        return strdup(d->uri);
    char *whole = carried ? cm_copies_path(&server->copies, carried) : path ? absolute(path) : NULL;
    char *uri = whole ? cm_uri_of(whole) : NULL;
    free(whole);
    return uri;
}

/* WorkspaceEdit. */
static json_t *edits(cm_lsp_server *server, const json_t *places)
{
    json_t *changes = json_object();
    for (size_t i = 0; i < json_array_size(places); i++) {
        const json_t *place = json_array_get(places, i);
        char *uri = uri_of(server, place);
        if (uri && !json_object_get(changes, uri))
            json_object_set_new(changes, uri, json_array());
        if (uri)
            json_array_append_new(json_object_get(changes, uri),
                                  json_pack("{s:O, s:O}", "range", json_object_get(place, "range"),
                                            "newText", json_object_get(place, "newText")));
        free(uri);
    }
    return json_pack("{s:o}", "changes", changes);
}

static json_t *result_of(cm_lsp_server *server, cm_lsp_question question, json_t *answer)
{
    if (question == CM_LSP_DEFINITION || question == CM_LSP_REFERENCES) {
        /* Location, for each place that has a file. */
        json_t *list = json_array();
        for (size_t i = 0; i < json_array_size(answer); i++) {
            const json_t *place = json_array_get(answer, i);
            char *uri = uri_of(server, place);
            if (uri)
                json_array_append_new(list, json_pack("{s:s, s:O}", "uri", uri, "range",
                                                      json_object_get(place, "range")));
            free(uri);
        }
        return list;
    }
    if (question == CM_LSP_RENAME)
        return edits(server, answer);
    return json_incref(answer);
}

/* ---- answers: who gets them --------------------------------------------------------------- */

static const char *failure(unsigned status)
{
    return status == CM_ASK_LATE         ? "no answer within the time limit"
           : status == CM_ASK_SUPERSEDED ? "asked anew"
                                         : "the process that looked at it has died";
}

static bool has_error(const json_t *diagnostics)
{
    for (size_t i = 0; i < json_array_size(diagnostics); i++)
        if (json_integer_value(json_object_get(json_array_get(diagnostics, i), "severity")) == 1)
            return true;
    return false;
}

static void take_own(cm_lsp_server *server, const cm_pending *p, unsigned status, json_t *answer)
{
    cm_document *d = cm_document_numbered(&server->documents, p->document);
    if (!d || status == CM_ASK_SUPERSEDED)
        return;
    if (status == CM_ASK_GOOD && p->question == CM_LSP_DIAGNOSE && json_is_array(answer)) {
        publish(server, d, json_incref(answer));
        bool can_check = d->language == CM_LANGUAGE_LITMUS && !has_error(answer);
        if (!can_check || !begin_question(server, NULL, CM_LSP_CHECK, d, NULL))
            set_verdict(server, d, "");
    } else if (status == CM_ASK_GOOD && p->question == CM_LSP_CHECK && json_is_object(answer)) {
        const char *verdict = json_string_value(json_object_get(answer, "verdict"));
        publish(server, d, json_incref(json_object_get(answer, "diagnostics")));
        set_verdict(server, d, verdict ? verdict : "");
    } else if (p->question == CM_LSP_CHECK) {
        set_verdict(server, d, failure(status));
    } else {
        publish(server, d, remark(failure(status)));
        set_verdict(server, d, "");
    }
}

void cm_lsp_answered(void *context, unsigned status, const char *text, size_t length)
{
    cm_pending *p = context;
    cm_lsp_server *server = p->server;
    json_t *answer = json_loadb(text, length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    cm_pending told = *p;
    json_incref(told.id);
    remove_pending(server, p);
    if (told.id) {
        const char *error = json_string_value(json_object_get(answer, "error"));
        if (status == CM_ASK_GOOD && answer)
            cm_lsp_respond(server, told.id, result_of(server, told.question, answer));
        else if (status == CM_ASK_REFUSED && error)
            cm_lsp_refuse(server, told.id, CM_RPC_REQUEST_FAILED, error);
        else
            cm_lsp_refuse(server, told.id, CM_RPC_REQUEST_FAILED, failure(status));
    } else
        take_own(server, &told, status, answer);
    json_decref(told.id);
    json_decref(answer);
    /* What had to wait because there were too many questions. */
    for (cm_document *d = server->documents.first; d; d = d->next)
        if (d->stale)
            diagnose_document(server, d);
}

bool cm_lsp_cancel(cm_lsp_server *server, const json_t *id)
{
    for (cm_pending *p = server->pending; p; p = p->next)
        if (p->id && json_equal(p->id, id)) {
            give_up(server, p);
            return true;
        }
    for (cm_document *d = server->documents.first; d; d = d->next)
        for (size_t i = 0; i < json_array_size(d->waiting); i++)
            if (json_equal(json_array_get(d->waiting, i), id)) {
                json_array_remove(d->waiting, i);
                return true;
            }
    return false;
}
