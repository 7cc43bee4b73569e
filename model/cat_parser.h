/* What the two halves of the cat parser share: the tokens and how they are
 * looked at. Only cat_parse.c, cat_parse_expr.c and cat_parse_match.c include
 * this. */
#ifndef CM_MODEL_CAT_PARSER_H
#define CM_MODEL_CAT_PARSER_H

#include "model/ast.h"
#include "model/cat_lexer.h"

typedef struct cm_cat_parser {
    cm_work *work;
    cm_arena *arena;
    cm_cat_token *token; /* the one looked at */
    int depth;           /* nesting of calls, bounded by CM_CAT_MAX_HEIGHT */
} cm_cat_parser;

/* Is the token that symbol or keyword? */
bool cm_cat_at(const cm_cat_parser *p, const char *text);
/* The same for the token after it. */
bool cm_cat_after(const cm_cat_parser *p, const char *text);
bool cm_cat_is(const cm_cat_token *token, const char *text);
/* If it is, goes past it. */
bool cm_cat_accept(cm_cat_parser *p, const char *text);
void cm_cat_expect(cm_cat_parser *p, const char *text);
/* The same for what closes the opener at `open`. */
void cm_cat_close(cm_cat_parser *p, const char *text, cm_place open);
bool cm_cat_at_kind(const cm_cat_parser *p, cm_cat_token_kind kind);
/* Text of a token of that kind, past which it goes; `what` for the message. */
const char *cm_cat_take(cm_cat_parser *p, cm_cat_token_kind kind, const char *what);
_Noreturn void cm_cat_expected(const cm_cat_parser *p, const char *what);
void cm_cat_enter(cm_cat_parser *p); /* one level deeper, or fails */
void cm_cat_leave(cm_cat_parser *p);
/* From `start` to the last token gone past. */
cm_place cm_cat_since(const cm_cat_parser *p, cm_place start);

cm_cat_expr *cm_cat_new(cm_cat_parser *p, cm_cat_kind kind, cm_place start);
/* Computes the height of a complete node and gives it back. */
cm_cat_expr *cm_cat_done(cm_cat_parser *p, cm_cat_expr *e);
cm_cat_expr *cm_cat_parse_expr(cm_cat_parser *p);
/* Without tuples and the forms that begin with a keyword. */
cm_cat_expr *cm_cat_parse_base(cm_cat_parser *p);
cm_cat_expr *cm_cat_parse_simple(cm_cat_parser *p);
/* let, if, match, ... as expressions. */
cm_cat_expr *cm_cat_parse_keyword_expr(cm_cat_parser *p);
cm_cat_cond *cm_cat_parse_cond(cm_cat_parser *p);
cm_cat_pattern cm_cat_parse_formals(cm_cat_parser *p);
void cm_cat_parse_bindings(cm_cat_parser *p, cm_cat_binding **bindings, int *count);

#endif
