/* A report is a document: a tree, built once and written by writers that know nothing of what is
 * reported. It has two kinds of parts:
 *
 *     data: objects, lists, texts, numbers               ──▶ JSON
 *     elements with attributes: sections, tables, words  ──▶ HTML, XML
 *
 * A document lives in the arena of its root; names and texts are not copied. Texts may hold any
 * byte: what a format cannot hold becomes U+FFFD. Functions escape through the arena.
 */
#ifndef CM_REPORT_DOCUMENT_H
#define CM_REPORT_DOCUMENT_H

#include "base/text.h"

#include <stdint.h>

typedef enum cm_doc_kind {
    CM_DOC_OBJECT,
    CM_DOC_LIST,
    CM_DOC_TEXT,    /* of JSON a string */
    CM_DOC_LITERAL, /* written as it is: a number, true, null; of HTML a picture's text */
    CM_DOC_ELEMENT
} cm_doc_kind;

typedef struct cm_doc_attribute {
    const char *name, *value;
    struct cm_doc_attribute *next;
} cm_doc_attribute;

typedef struct cm_doc {
    cm_arena *arena;
    cm_doc_kind kind;
    const char *name; /* of an element; of data its key in an object, NULL in a list */
    const char *text; /* of a text or a literal */
    cm_doc_attribute *attributes, *last_attribute;
    struct cm_doc *first, *last, *next; /* children; after it in its parent */
} cm_doc;

/* A root. name: of an element. */
cm_doc *cm_doc_new(cm_arena *arena, cm_doc_kind kind, const char *name);

/* ---- data: the last of a list (key NULL), or what the object has under that key ----------- */

cm_doc *cm_doc_object(cm_doc *in, const char *key);
cm_doc *cm_doc_list(cm_doc *in, const char *key);
void cm_doc_text(cm_doc *in, const char *key, const char *text); /* NULL: null */
void cm_doc_number(cm_doc *in, const char *key, uint64_t value);
void cm_doc_int(cm_doc *in, const char *key, int value);
/* With so many digits at most; 17 tell it from all others. */
void cm_doc_real(cm_doc *in, const char *key, double value, int digits);
void cm_doc_flag(cm_doc *in, const char *key, bool value);
/* "null", or whatever else stands for itself. */
void cm_doc_literal(cm_doc *in, const char *key, const char *text);

typedef enum cm_json_layout {
    CM_JSON_COMPACT,  /* one line */
    CM_JSON_LINES,    /* an object in a list is a line */
    CM_JSON_INDENTED, /* by one blank a level */
} cm_json_layout;

/* Ends in a line end. */
void cm_doc_write_json(cm_text *out, const cm_doc *doc, cm_json_layout layout);

/* ---- elements -------------------------------------------------------------------------------- */

/* A new last child; text may be NULL. */
cm_doc *cm_doc_element(cm_doc *in, const char *name, const char *text);
cm_doc *cm_doc_elementf(cm_doc *in, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same, with its class. */
cm_doc *cm_doc_classed(cm_doc *in, const char *name, const char *class, const char *text);
void cm_doc_words(cm_doc *in, const char *text);
/* value: NULL: the name says it all, as of `checked`. */
void cm_doc_set(cm_doc *element, const char *name, const char *value);
void cm_doc_setf(cm_doc *element, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A text as markup has it, & < > as references; also: further characters that are. */
void cm_doc_escape(cm_text *out, const char *text, const char *also);
void cm_doc_write_html(cm_text *out, const cm_doc *doc);
/* With a head, indented. */
void cm_doc_write_xml(cm_text *out, const cm_doc *doc);

#endif
