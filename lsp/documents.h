/* Documents that the editor has open, as it has them. */
#ifndef CM_LSP_DOCUMENTS_H
#define CM_LSP_DOCUMENTS_H

#include "lsp/position.h"

#include <jansson.h>
#include <stdint.h>

enum {
    CM_DOCUMENT_MOST = 4 * 1024 * 1024, /* bytes; what is longer is not looked at */
    CM_DOCUMENTS_MOST = 500
};

typedef enum cm_language { CM_LANGUAGE_OTHER, CM_LANGUAGE_LITMUS, CM_LANGUAGE_CAT } cm_language;

typedef struct cm_document {
    struct cm_document *next;
    uint64_t number; /* of its own; never 0 */
    char *uri, *path;
    cm_language language;
    json_int_t version;
    char *text; /* UTF-8, with a byte 0 after it, which it may also contain */
    size_t length;
    bool too_long; /* there is no text: it was longer than CM_DOCUMENT_MOST */
    /* What is known of this version: */
    char *verdict;   /* malloc'ed; NULL: not known yet */
    bool stale;      /* it is to be looked at as soon as others were answered */
    json_t *waiting; /* ids of requests that wait for the verdict, or NULL */
} cm_document;

typedef struct cm_documents {
    cm_document *first;
    size_t count;
    uint64_t numbers;
    bool utf8; /* positions are in bytes, not in units of UTF-16 */
} cm_documents;

void cm_documents_free(cm_documents *documents);
/* NULL: it is not open. */
cm_document *cm_document_find(const cm_documents *documents, const char *uri);
cm_document *cm_document_numbered(const cm_documents *documents, uint64_t number);
cm_document *cm_document_at(const cm_documents *documents, const char *path);

/* What the notifications say; params are theirs. NULL: malformed, not open, or no memory; what
 * was known before stays. Who asked for the old version must have been answered. */
cm_document *cm_document_open(cm_documents *documents, const json_t *params);
cm_document *cm_document_change(cm_documents *documents, const json_t *params);
/* A place in a document, as the protocol has it; false: it is none. */
bool cm_document_position(const json_t *json, cm_position *position);
/* Frees it. */
void cm_document_close(cm_documents *documents, cm_document *document);

#endif
