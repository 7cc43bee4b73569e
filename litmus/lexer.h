/* Tokens of litmus files and instructions. Comments (nested (* *), and // where
 * allowed) and blanks are skipped. Used by the litmus parser and by every
 * instruction set; a lexer may cover a part of a source only (one cell). */
#ifndef CM_LITMUS_LEXER_H
#define CM_LITMUS_LEXER_H

#include "base/diag.h"

typedef enum cm_token_kind {
    CM_TOKEN_END,
    CM_TOKEN_NAME,     /* letter, '_', '%' or '.' then letters, digits, '_', '.', '%' as the
                          options allow; never split inside a PTX opcode such as ld.acquire.sys;
                          also what begins with a digit just after `::` */
    CM_TOKEN_NUMBER,   /* decimal or 0x hex, value in `number`; sign is a separate token */
    CM_TOKEN_FRACTION, /* decimal, with a point or an exponent: 1.5, 2e-3 (cm_lexer_float) */
    CM_TOKEN_STRING,   /* text between double quotes */
    CM_TOKEN_VALUE,    /* text between backquotes: herd's way to write a value */
    CM_TOKEN_PUNCT     /* one of , ; | : [ ] { } ( ) + - * # $ @ ! = < > / \ ~ & and
                          the pairs  == != /\ \/ <= >=  ; compare with cm_lexer_is */
} cm_token_kind;

typedef struct cm_token {
    cm_token_kind kind;
    const char *text; /* of the source, not zero-ended */
    uint32_t length;
    uint64_t number;
    cm_place place;
} cm_token;

typedef struct cm_lexer {
    cm_work *work;
    const cm_source *source;
    uint32_t next, end;  /* offsets */
    bool slash_comments; /* // to the end of the line, and C's other ones */
    bool is_c;           /* C: `(*` begins no comment; names have letters, digits and `_` only */
    cm_token token;      /* the token looked at */
} cm_lexer;

/* Over source[from, to); the first token is looked at already. */
cm_lexer cm_lexer_over(cm_work *work, const cm_source *source, uint32_t from, uint32_t to,
                       bool slash_comments);
/* The same over text in C. */
cm_lexer cm_lexer_over_c(cm_work *work, const cm_source *source, uint32_t from, uint32_t to);
void cm_lexer_advance(cm_lexer *lex);
/* Moves lex->next past blanks and comments; the token stays. */
void cm_lexer_skip(cm_lexer *lex);
/* Is the token that punctuation or (case-insensitively) that name? */
bool cm_lexer_is(const cm_lexer *lex, const char *text);
/* If it is, goes past it. */
bool cm_lexer_accept(cm_lexer *lex, const char *text);
/* Goes past it or fails: "expected `]`, found `,`". */
void cm_lexer_expect(cm_lexer *lex, const char *text);
/* From `(`, or fails, to the `)` that closes it. */
void cm_lexer_find_closing(cm_lexer *lex, const char *open, const char *close);
/* The text from here to an offset, each run of blanks and comments as one blank. */
const char *cm_lexer_line(cm_lexer lex, uint32_t to);
/* A name or fails with "expected <what>"; the name in the arena. */
const char *cm_lexer_name(cm_lexer *lex, const char *what);
/* An integer with optional sign, as 64 bits; fails on overflow of 64 bits. */
uint64_t cm_lexer_integer(cm_lexer *lex, const char *what);
/* Of a fraction at hand, without its sign: the float of 32 or 64 bits that is nearest. */
uint64_t cm_lexer_float(cm_lexer *lex, unsigned bits);
/* Is it a fraction of C that is a `float`, 1.5f? */
bool cm_token_is_single(const cm_token *token);
bool cm_lexer_at_end(const cm_lexer *lex);
/* Text of the token for messages. */
const char *cm_lexer_describe(const cm_lexer *lex);
_Noreturn void cm_lexer_fail(cm_lexer *lex, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Fails with "expected <what>, found <the token>". */
_Noreturn void cm_lexer_lacks(cm_lexer *lex, const char *what, ...)
    __attribute__((format(printf, 2, 3)));

#endif
