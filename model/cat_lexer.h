/* Tokens of cat files.
 *
 * The whole file is cut at once, so that the parser may look as far ahead as it
 * needs. Comments: (* nested *), and from // or # to the end of the line.
 */
#ifndef CM_MODEL_CAT_LEXER_H
#define CM_MODEL_CAT_LEXER_H

#include "base/diag.h"

typedef enum cm_cat_token_kind {
    CM_CAT_TOKEN_END,
    CM_CAT_TOKEN_NAME,    /* text: the name */
    CM_CAT_TOKEN_KEYWORD, /* text: the keyword */
    CM_CAT_TOKEN_TAG,     /* 'name; text: the name */
    CM_CAT_TOKEN_STRING,  /* text: what is between the quotes */
    CM_CAT_TOKEN_SYMBOL   /* text: one of ( ) { } [ ] _ 0 | || & && * ** ~ + ++ ^ -1 \ ? = ; , -> */
} cm_cat_token_kind;

typedef struct cm_cat_token {
    cm_cat_token_kind kind;
    const char *text; /* interned */
    cm_place place;
} cm_cat_token;

typedef struct cm_cat_tokens {
    cm_cat_token *items; /* the last one is CM_CAT_TOKEN_END */
    int count, capacity;
} cm_cat_tokens;

/* Names, one pointer for equal texts; shared by all files of a model. */
typedef struct cm_names cm_names;
cm_names *cm_names_new(cm_arena *arena);
const char *cm_names_intern(cm_names *names, const char *text, size_t length);

/* The words that are no names, by number; NULL past the last. */
const char *cm_cat_keyword(size_t index);

/* Fails (cm_fail) at what is no token. */
cm_cat_tokens cm_cat_lex(cm_work *work, cm_names *names, const cm_source *source);

#endif
