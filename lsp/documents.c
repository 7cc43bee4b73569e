#define _POSIX_C_SOURCE 200809L /* strdup */
#include "lsp/documents.h"

#include "lsp/uri.h"

#include <stdlib.h>
#include <string.h>

/* Bytes that the edits of one notification may move; nobody types so much. */
static const size_t MOST_MOVED = (size_t)1 << 31;

/* ---- finding --------------------------------------------------------------- */

cm_document *cm_document_find(const cm_documents *documents, const char *uri)
{
    for (cm_document *d = documents->first; d; d = d->next)
        if (strcmp(d->uri, uri) == 0)
            return d;
    return NULL;
}

cm_document *cm_document_numbered(const cm_documents *documents, uint64_t number)
{
    for (cm_document *d = documents->first; d; d = d->next)
        if (d->number == number)
            return d;
    return NULL;
}

cm_document *cm_document_at(const cm_documents *documents, const char *path)
{
    for (cm_document *d = documents->first; d; d = d->next)
        if (strcmp(d->path, path) == 0)
            return d;
    return NULL;
}

/* ---- their lives -------------------------------------------------------------- */

static void free_document(cm_document *d)
{
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d->verdict);
    json_decref(d->waiting);
    free(d);
}

void cm_document_close(cm_documents *documents, cm_document *document)
{
    cm_document **at = &documents->first;
    while (*at != document)
        at = &(*at)->next;
    *at = document->next;
    documents->count--;
    free_document(document);
}

void cm_documents_free(cm_documents *documents)
{
    while (documents->first)
        cm_document_close(documents, documents->first);
}

static bool ends_in(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* By what the editor calls it, or by its name. */
static cm_language language_of(const char *id, const char *path)
{
    if ((id && strcmp(id, "litmus") == 0) || ends_in(path, ".litmus"))
        return CM_LANGUAGE_LITMUS;
    if ((id && strcmp(id, "cat") == 0) || ends_in(path, ".cat"))
        return CM_LANGUAGE_CAT;
    return CM_LANGUAGE_OTHER;
}

/* Takes the text over: it is malloc'ed. */
static void set_text(cm_document *d, char *text, size_t length)
{
    free(d->text);
    free(d->verdict);
    d->verdict = NULL;
    d->text = text;
    d->length = length;
    d->too_long = false;
}

static void drop_text(cm_document *d)
{
    set_text(d, NULL, 0);
    d->too_long = true;
}

static char *copy_bytes(const char *text, size_t length)
{
    char *copied = malloc(length + 1);
    if (!copied)
        return NULL;
    memcpy(copied, text, length);
    copied[length] = '\0';
    return copied;
}

/* False: no memory. */
static bool replace_all(cm_document *d, const char *text, size_t length)
{
    if (length > CM_DOCUMENT_MOST) {
        drop_text(d);
        return true;
    }
    char *copied = copy_bytes(text, length);
    if (copied)
        set_text(d, copied, length);
    return copied;
}

/* A document that is not a file yet gets the ending of models. False: no memory. */
static bool name_as_model(cm_document *d)
{
    static const char ending[] = ".cat";
    if (ends_in(d->path, ending))
        return true;
    char *path = realloc(d->path, strlen(d->path) + sizeof ending);
    if (!path)
        return false;
    d->path = strcat(path, ending);
    return true;
}

static cm_document *new_document(cm_documents *documents, const char *uri, const char *language)
{
    cm_document *d = documents->count < CM_DOCUMENTS_MOST ? calloc(1, sizeof(cm_document)) : NULL;
    if (!d)
        return NULL;
    d->uri = strdup(uri);
    d->path = cm_uri_path(uri);
    if (!d->uri || !d->path) {
        free_document(d);
        return NULL;
    }
    d->language = language_of(language, d->path);
    if (d->language == CM_LANGUAGE_CAT && !name_as_model(d)) {
        free_document(d);
        return NULL;
    }
    d->number = ++documents->numbers;
    d->next = documents->first;
    documents->first = d;
    documents->count++;
    return d;
}

cm_document *cm_document_open(cm_documents *documents, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument");
    const json_t *text = json_object_get(item, "text");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    if (!uri || !json_is_string(text))
        return NULL;
    cm_document *d = cm_document_find(documents, uri);
    if (!d)
        d = new_document(documents, uri, json_string_value(json_object_get(item, "languageId")));
    if (!d)
        return NULL;
    d->version = json_integer_value(json_object_get(item, "version"));
    if (replace_all(d, json_string_value(text), json_string_length(text)))
        return d;
    cm_document_close(documents, d);
    return NULL;
}

/* ---- edits ---------------------------------------------------------------------- */

bool cm_document_position(const json_t *json, cm_position *position)
{
    const json_t *line = json_object_get(json, "line");
    const json_t *character = json_object_get(json, "character");
    if (!json_is_integer(line) || !json_is_integer(character) || json_integer_value(line) < 0 ||
        json_integer_value(character) < 0)
        return false;
    position->line = (size_t)json_integer_value(line);
    position->character = (size_t)json_integer_value(character);
    return true;
}

/* False: no memory. */
static bool splice(cm_document *d, size_t from, size_t to, const char *text, size_t length)
{
    to = to < from ? from : to;
    size_t rest = d->length - to, whole = from + length + rest;
    if (whole > CM_DOCUMENT_MOST) {
        drop_text(d);
        return true;
    }
    char *spliced = malloc(whole + 1);
    if (!spliced)
        return false;
    memcpy(spliced, d->text, from);
    memcpy(spliced + from, text, length);
    memcpy(spliced + from + length, d->text + to, rest);
    spliced[whole] = '\0';
    set_text(d, spliced, whole);
    return true;
}

/* False: malformed, or no memory. */
static bool apply(cm_document *d, const json_t *change, bool utf8)
{
    const json_t *text = json_object_get(change, "text"), *range = json_object_get(change, "range");
    cm_position start, end;
    if (!json_is_string(text))
        return false;
    if (!range)
        return replace_all(d, json_string_value(text), json_string_length(text));
    if (d->too_long)
        return true; /* until the whole text comes */
    if (!cm_document_position(json_object_get(range, "start"), &start) ||
        !cm_document_position(json_object_get(range, "end"), &end))
        return false;
    return splice(d, cm_position_offset(d->text, d->length, start, utf8),
                  cm_position_offset(d->text, d->length, end, utf8), json_string_value(text),
                  json_string_length(text));
}

cm_document *cm_document_change(cm_documents *documents, const json_t *params)
{
    const json_t *item = json_object_get(params, "textDocument");
    const char *uri = json_string_value(json_object_get(item, "uri"));
    const json_t *changes = json_object_get(params, "contentChanges");
    cm_document *d = uri ? cm_document_find(documents, uri) : NULL;
    if (!d || !json_is_array(changes))
        return NULL;
    d->version = json_integer_value(json_object_get(item, "version"));
    size_t moved = 0;
    for (size_t i = 0; i < json_array_size(changes); i++) {
        moved += d->length;
        if (moved > MOST_MOVED)
            drop_text(d);
        if (!apply(d, json_array_get(changes, i), documents->utf8))
            return NULL;
    }
    return d;
}
