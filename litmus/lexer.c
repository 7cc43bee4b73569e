/* Tokens of litmus files and instructions: see the header. */
#include "litmus/lexer.h"

#include "base/text.h"
#include "litmus/float.h"
#include "litmus/test.h"

#include <stdarg.h>
#include <string.h>

/* Longest first; every other punctuation is one character of `singles`. */
static const char *const pairs[] = {"==", "!=", "/\\", "\\/", "<=", ">="};
static const char *const pairs_of_c[] = {
    "<<=", ">>=", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "->",
    "::",  "++",  "--", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^="};
static const char singles[] = ",;|:[]{}()+-*#$@!=<>/\\~&";
static const char singles_of_c[] = "#@,;|:[]{}()+-*!=<>/~&^%?.";

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool starts_name(const cm_lexer *lex, char c)
{
    return is_letter(c) || c == '_' || (!lex->is_c && (c == '%' || c == '.'));
}

static bool continues_name(const cm_lexer *lex, char c)
{
    return starts_name(lex, c) || is_digit(c);
}

static char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static char peek(const cm_lexer *lex, uint32_t ahead)
{
    uint32_t at = lex->next + ahead;
    return at < lex->end ? lex->source->text[at] : '\0';
}

static cm_place place_of(const cm_lexer *lex, uint32_t from, uint32_t to)
{
    return (cm_place){lex->source, from, to - from};
}

/* At "(*": goes past the comment and all comments inside it. */
static void skip_block_comment(cm_lexer *lex)
{
    uint32_t start = lex->next;
    unsigned depth = 0;
    do {
        if (lex->next >= lex->end)
            cm_fail(lex->work, place_of(lex, start, start + 2),
                    "the comment is not closed, expected `*)`");
        if (peek(lex, 0) == '(' && peek(lex, 1) == '*') {
            depth++;
            lex->next += 2;
        } else if (peek(lex, 0) == '*' && peek(lex, 1) == ')') {
            depth--;
            lex->next += 2;
        } else {
            lex->next++;
        }
    } while (depth > 0);
}

static bool skip_one_blank(cm_lexer *lex)
{
    char c = peek(lex, 0);
    if (c == ' ' || (c >= '\t' && c <= '\r')) {
        lex->next++;
        return true;
    }
    if (!lex->is_c && c == '(' && peek(lex, 1) == '*') {
        skip_block_comment(lex);
        return true;
    }
    if (lex->slash_comments && c == '/' && peek(lex, 1) == '*') {
        /* At the two characters that begin a comment of C, which is not nested. */
        uint32_t start = lex->next;
        for (lex->next += 2; peek(lex, 0) != '*' || peek(lex, 1) != '/'; lex->next++)
            if (lex->next >= lex->end)
                cm_fail(lex->work, place_of(lex, start, start + 2),
                        "the comment is not closed, expected `*` and `/`");
        lex->next += 2;
        return true;
    }
    if (lex->slash_comments && c == '/' && peek(lex, 1) == '/') {
        while (lex->next < lex->end && peek(lex, 0) != '\n')
            lex->next++;
        return true;
    }
    return false;
}

static int digit_value(char c, unsigned base)
{
    int value = -1;
    if (is_digit(c))
        value = c - '0';
    else if (base == 16 && lower(c) >= 'a' && lower(c) <= 'f')
        value = lower(c) - 'a' + 10;
    return value < (int)base ? value : -1;
}

/* Past `.5`, `e-3` or both, behind digits; nothing else may follow. */
static bool skip_fraction(cm_lexer *lex)
{
    uint32_t before = lex->next;
    if (peek(lex, 0) == '.' && is_digit(peek(lex, 1)))
        for (lex->next++; is_digit(peek(lex, 0));)
            lex->next++;
    else if (lex->is_c && peek(lex, 0) == '.' &&
             !continues_name(lex, peek(lex, lower(peek(lex, 1)) == 'f' ? 2 : 1))) /* `1.f` */
        lex->next++;
    bool sign = peek(lex, 1) == '-' || peek(lex, 1) == '+';
    if (lower(peek(lex, 0)) == 'e' && is_digit(peek(lex, sign ? 2 : 1)))
        for (lex->next += sign ? 2 : 1; is_digit(peek(lex, 0));)
            lex->next++;
    if (lex->next > before && lower(peek(lex, 0)) == 'f') /* of C */
        lex->next++;
    bool any = lex->next > before && !continues_name(lex, peek(lex, 0));
    lex->next = any ? lex->next : before;
    return any;
}

static void read_number(cm_lexer *lex)
{
    uint32_t start = lex->next;
    unsigned base = 10;
    if (peek(lex, 0) == '0' && lower(peek(lex, 1)) == 'x') {
        base = 16;
        lex->next += 2;
    }
    if (lex->is_c && peek(lex, 0) == '0' && lower(peek(lex, 1)) == 'b') {
        base = 2;
        lex->next += 2;
    }
    uint32_t digits = lex->next;
    uint64_t value = 0;
    bool overflow = false;
    for (int d; (d = digit_value(peek(lex, 0), base)) >= 0; lex->next++) {
        bool separated = lex->is_c && peek(lex, 1) == '\'';
        lex->next += separated && digit_value(peek(lex, 2), base) >= 0; /* 1'000 */
        overflow = overflow || value > (UINT64_MAX - (unsigned)d) / base;
        value = value * base + (unsigned)d;
    }
    if (base == 10 && lex->next > digits && skip_fraction(lex)) {
        lex->token.kind = CM_TOKEN_FRACTION;
        return;
    }
    bool none = lex->next == digits;
    while (lex->is_c && !none && (lower(peek(lex, 0)) == 'u' || lower(peek(lex, 0)) == 'l'))
        lex->next++;
    bool malformed = none || continues_name(lex, peek(lex, 0));
    while (continues_name(lex, peek(lex, 0)))
        lex->next++;
    cm_place place = place_of(lex, start, lex->next);
    if (malformed)
        cm_fail(lex->work, place,
                "the number is malformed, expected decimal or 0x and hexadecimal digits");
    if (overflow)
        cm_fail(lex->work, place, "the number is too large, expected at most 64 bits");
    if (value >= CM_ADDRESS_BASE && value < CM_RESERVED_END)
        cm_fail(lex->work, place,
                "the number stands for an address here, expected one outside of 0x%llx to 0x%llx",
                (unsigned long long)CM_ADDRESS_BASE, (unsigned long long)CM_RESERVED_END - 1);
    lex->token.kind = CM_TOKEN_NUMBER;
    lex->token.number = value;
}

/* `'a'` and `'\n'` of C: the character's number, in ASCII. */
static void read_character(cm_lexer *lex)
{
    static const char escapes[] = "0\0n\nt\tr\r\\\\''\"\"";
    uint32_t start = lex->next, length = peek(lex, 1) == '\\' ? 4 : 3;
    char c = peek(lex, 1);
    bool known = c >= ' ' && c <= '~' && c != '\'';
    if (length == 4) {
        size_t i = 0;
        while (i + 1 < sizeof escapes - 1 && escapes[i] != peek(lex, 2))
            i += 2;
        known = i + 1 < sizeof escapes - 1;
        c = known ? escapes[i + 1] : c;
    }
    if (!known || peek(lex, length - 1) != '\'')
        cm_fail(lex->work, place_of(lex, start, start + 1),
                "`'` begins no character that is known, expected one such as 'a' or '\\n'");
    lex->next += length;
    lex->token.kind = CM_TOKEN_NUMBER;
    lex->token.number = (uint64_t)c;
}

/* Up to the next quote of the same sort. */
static void read_quoted(cm_lexer *lex, cm_token_kind kind)
{
    uint32_t start = lex->next;
    char quote = peek(lex, 0);
    lex->next++;
    while (peek(lex, 0) != quote) {
        if (lex->next >= lex->end)
            cm_fail(lex->work, place_of(lex, start, start + 1),
                    "the %s is not closed, expected `%c`",
                    kind == CM_TOKEN_STRING ? "string" : "value", quote);
        lex->next++;
    }
    lex->next++;
    lex->token.kind = kind;
}

static void read_punctuation(cm_lexer *lex)
{
    uint32_t start = lex->next;
    char c = peek(lex, 0);
    lex->token.kind = CM_TOKEN_PUNCT;
    const char *const *two = lex->is_c ? pairs_of_c : pairs;
    size_t count =
        lex->is_c ? sizeof pairs_of_c / sizeof *pairs_of_c : sizeof pairs / sizeof *pairs;
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(two[i]);
        if (c == two[i][0] && peek(lex, 1) == two[i][1] &&
            (length == 2 || peek(lex, 2) == two[i][2])) {
            lex->next += (uint32_t)length;
            return;
        }
    }
    lex->next++;
    if (c != '\0' && strchr(lex->is_c ? singles_of_c : singles, c))
        return;
    cm_place place = place_of(lex, start, lex->next);
    if (c > ' ' && c <= '~')
        cm_fail(lex->work, place,
                "the character `%c` begins nothing here, expected a name, number or sign", c);
    cm_fail(lex->work, place, "byte 0x%02x is not text, expected text", (unsigned char)c);
}

void cm_lexer_skip(cm_lexer *lex)
{
    while (lex->next < lex->end && skip_one_blank(lex))
        continue;
}

/* `.L2::128B` of PTX is a name. */
static bool after_colons(const cm_lexer *lex)
{
    const char *text = lex->source->text;
    return lex->next >= 2 && text[lex->next - 1] == ':' && text[lex->next - 2] == ':';
}

/* The end of a file is where its last line ends that is not empty: something is missing
 * there. */
static cm_place place_of_end(const cm_lexer *lex, uint32_t at)
{
    const char *text = lex->source->text;
    bool whole = at == lex->source->length;
    while (whole && at > 0 && text[at - 1] && strchr(" \t\r\n", text[at - 1]))
        at--;
    return (cm_place){lex->source, at, 0};
}

void cm_lexer_advance(cm_lexer *lex)
{
    cm_lexer_skip(lex);
    uint32_t start = lex->next;
    char c = peek(lex, 0);
    if (start >= lex->end) {
        lex->token.kind = CM_TOKEN_END;
    } else if (starts_name(lex, c) || (is_digit(c) && after_colons(lex))) {
        lex->token.kind = CM_TOKEN_NAME;
        while (continues_name(lex, peek(lex, 0)))
            lex->next++;
    } else if (is_digit(c)) {
        read_number(lex);
    } else if (c == '"') {
        read_quoted(lex, CM_TOKEN_STRING);
    } else if (c == '`') {
        read_quoted(lex, CM_TOKEN_VALUE);
    } else if (c == '\'' && lex->is_c) {
        read_character(lex);
    } else {
        read_punctuation(lex);
    }
    bool quoted = lex->token.kind == CM_TOKEN_STRING || lex->token.kind == CM_TOKEN_VALUE;
    bool ended = lex->token.kind == CM_TOKEN_END;
    lex->token.place = ended ? place_of_end(lex, start) : place_of(lex, start, lex->next);
    lex->token.text = lex->source->text + start + (quoted ? 1 : 0);
    lex->token.length = lex->next - start - (quoted ? 2 : 0);
}

cm_lexer cm_lexer_over(cm_work *work, const cm_source *source, uint32_t from, uint32_t to,
                       bool slash_comments)
{
    cm_lexer lex = {
        .work = work, .source = source, .next = from, .end = to, .slash_comments = slash_comments};
    cm_lexer_advance(&lex);
    return lex;
}

cm_lexer cm_lexer_over_c(cm_work *work, const cm_source *source, uint32_t from, uint32_t to)
{
    cm_lexer lex = {.work = work,
                    .source = source,
                    .next = from,
                    .end = to,
                    .slash_comments = true,
                    .is_c = true};
    cm_lexer_advance(&lex);
    return lex;
}

bool cm_lexer_is(const cm_lexer *lex, const char *text)
{
    const cm_token *token = &lex->token;
    if (token->kind != CM_TOKEN_NAME && token->kind != CM_TOKEN_PUNCT)
        return false;
    uint32_t i = 0;
    while (i < token->length && text[i] != '\0' && lower(token->text[i]) == lower(text[i]))
        i++;
    return i == token->length && text[i] == '\0';
}

bool cm_lexer_accept(cm_lexer *lex, const char *text)
{
    if (!cm_lexer_is(lex, text))
        return false;
    cm_lexer_advance(lex);
    return true;
}

void cm_lexer_expect(cm_lexer *lex, const char *text)
{
    if (!cm_lexer_accept(lex, text))
        cm_lexer_lacks(lex, "`%s`", text);
}

void cm_lexer_find_closing(cm_lexer *lex, const char *open, const char *close)
{
    cm_lexer first = *lex;
    cm_lexer_expect(lex, open);
    for (unsigned depth = 1; depth > 1 || !cm_lexer_is(lex, close); cm_lexer_advance(lex)) {
        if (cm_lexer_at_end(lex))
            cm_lexer_fail(&first, "`%s` is not closed, expected `%s`", open, close);
        depth += cm_lexer_is(lex, open);
        depth -= cm_lexer_is(lex, close);
    }
}

const char *cm_lexer_line(cm_lexer lex, uint32_t to)
{
    cm_text text = cm_text_new(lex.work->arena);
    uint32_t last = lex.token.place.offset;
    for (; !cm_lexer_at_end(&lex) && lex.token.place.offset < to; cm_lexer_advance(&lex)) {
        if (lex.token.place.offset > last)
            cm_text_add_char(&text, ' ');
        cm_text_add_bytes(&text, lex.source->text + lex.token.place.offset, lex.token.place.length);
        last = lex.token.place.offset + lex.token.place.length;
    }
    return text.data;
}

const char *cm_lexer_name(cm_lexer *lex, const char *what)
{
    if (lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_lacks(lex, "%s", what);
    const char *name = cm_arena_text(lex->work->arena, lex->token.text, lex->token.length);
    cm_lexer_advance(lex);
    return name;
}

bool cm_token_is_single(const cm_token *token)
{
    return token->kind == CM_TOKEN_FRACTION && lower(token->text[token->length - 1]) == 'f';
}

uint64_t cm_lexer_float(cm_lexer *lex, unsigned bits)
{
    const cm_token *token = &lex->token;
    bool single = bits == 64 && cm_token_is_single(token);
    uint64_t value = cm_float_read(token->text, token->length, single ? 32 : bits);
    cm_lexer_advance(lex);
    return single ? cm_float_convert(CM_FLOAT_CONVERSION(CM_KIND_FLOAT, 32, CM_KIND_FLOAT, 64, 0),
                                     value)
                  : value;
}

uint64_t cm_lexer_integer(cm_lexer *lex, const char *what)
{
    cm_place sign = lex->token.place;
    bool negative = cm_lexer_accept(lex, "-");
    if (!negative)
        cm_lexer_accept(lex, "+");
    if (lex->token.kind != CM_TOKEN_NUMBER)
        cm_lexer_lacks(lex, "%s", what);
    uint64_t value = lex->token.number;
    if (negative && value > UINT64_C(1) << 63)
        cm_fail(lex->work, cm_place_join(sign, lex->token.place),
                "the number is too small, expected at most 64 bits");
    cm_lexer_advance(lex);
    return negative ? 0 - value : value;
}

bool cm_lexer_at_end(const cm_lexer *lex)
{
    return lex->token.kind == CM_TOKEN_END;
}

const char *cm_lexer_describe(const cm_lexer *lex)
{
    enum { LONGEST = 40 };
    const cm_token *token = &lex->token;
    cm_arena *arena = lex->work->arena;
    if (token->kind == CM_TOKEN_END)
        return lex->end == lex->source->length ? "the end of the file" : "the end of the line";
    if (token->kind == CM_TOKEN_STRING)
        return "a string";
    int shown = token->length > LONGEST ? LONGEST : (int)token->length;
    return cm_arena_printf(arena, "`%.*s%s`", shown, token->text,
                           token->length > LONGEST ? "..." : "");
}

void cm_lexer_fail(cm_lexer *lex, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = cm_arena_vprintf(lex->work->arena, format, args);
    va_end(args);
    cm_fail(lex->work, lex->token.place, "%s", message);
}

void cm_lexer_lacks(cm_lexer *lex, const char *what, ...)
{
    va_list args;
    va_start(args, what);
    const char *expected = cm_arena_vprintf(lex->work->arena, what, args);
    va_end(args);
    cm_lexer_fail(lex, "expected %s, found %s", expected, cm_lexer_describe(lex));
}
