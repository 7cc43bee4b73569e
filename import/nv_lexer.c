/* Tokens of PTX (PTX ISA, "Lexical Elements", "Identifiers", "Constants"). */
#include "import/nv_module.h"

#include <stdarg.h>
#include <string.h>

static char peek(const cm_nv_lexer *lex, uint32_t ahead)
{
    size_t at = (size_t)lex->next + ahead;
    return at < lex->source->length ? lex->source->text[at] : '\0';
}

static bool is_ptx_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool starts_name(char c)
{
    return is_letter(c) || c == '_' || c == '$' || c == '%' || c == '.';
}

static void skip_ptx_blanks(cm_nv_lexer *lex)
{
    while (lex->next < lex->source->length) {
        char c = peek(lex, 0);
        bool slash = c == '/';
        if (c == ' ' || (c >= '\t' && c <= '\r')) {
            lex->next++;
        } else if (slash && peek(lex, 1) == '/') {
            while (lex->next < lex->source->length && peek(lex, 0) != '\n')
                lex->next++;
        } else if (slash && peek(lex, 1) == '*') {
            cm_place open = {lex->source, lex->next, 2};
            for (lex->next += 2; peek(lex, 0) != '*' || peek(lex, 1) != '/'; lex->next++)
                if (lex->next >= lex->source->length)
                    cm_fail(lex->work, open, "the comment is not closed, expected `*/`");
            lex->next += 2;
        } else {
            return;
        }
    }
}

/* shared::cta is a part of its opcode; a label's colon is not. */
static void read_name(cm_nv_lexer *lex)
{
    lex->kind = CM_NV_NAME;
    for (;;) {
        if (starts_name(peek(lex, 0)) || is_ptx_digit(peek(lex, 0)))
            lex->next++;
        else if (peek(lex, 0) == ':' && peek(lex, 1) == ':' && is_letter(peek(lex, 2)))
            lex->next += 3;
        else
            return;
    }
}

static int digit_of(char c)
{
    if (is_ptx_digit(c))
        return c - '0';
    c = (char)(c | 0x20);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* The prefix that says the base: 0x, 0b, 0f and 0d (bits of a float), a leading 0. */
static unsigned read_base(cm_nv_lexer *lex)
{
    char c = (char)(peek(lex, 1) | 0x20);
    bool more = digit_of(peek(lex, 2)) < 16;
    if (peek(lex, 0) != '0' || (!more && !is_ptx_digit(peek(lex, 1))))
        return 10;
    if (is_ptx_digit(peek(lex, 1)))
        return 8;
    if (c == 'f' || c == 'd')
        lex->kind = CM_NV_FLOAT;
    lex->next += c == 'x' || c == 'b' || c == 'f' || c == 'd' ? 2 : 0;
    return c == 'b' ? 2 : c == 'x' || c == 'f' || c == 'd' ? 16 : 10;
}

static void read_ptx_number(cm_nv_lexer *lex)
{
    uint32_t start = lex->next;
    lex->kind = CM_NV_NUMBER;
    unsigned base = read_base(lex);
    uint64_t value = 0;
    bool overflow = false;
    for (; digit_of(peek(lex, 0)) < (int)base; lex->next++) {
        unsigned digit = (unsigned)digit_of(peek(lex, 0));
        overflow |= value > (UINT64_MAX - digit) / base;
        value = value * base + digit;
    }
    if (peek(lex, 0) == 'U')
        lex->next++;
    cm_place place = {lex->source, start, lex->next - start};
    if (overflow)
        cm_fail(lex->work, place, "the number is too large, expected at most 64 bits");
    lex->number = value;
}

static void read_string(cm_nv_lexer *lex)
{
    uint32_t start = lex->next++;
    for (; peek(lex, 0) != '"'; lex->next++)
        if (lex->next >= lex->source->length)
            cm_fail(lex->work, (cm_place){lex->source, start, 1},
                    "the string is not closed, expected `\"`");
    lex->next++;
    lex->kind = CM_NV_STRING;
}

void cm_nv_advance(cm_nv_lexer *lex)
{
    skip_ptx_blanks(lex);
    uint32_t start = lex->next;
    char c = peek(lex, 0);
    if (start >= lex->source->length) {
        lex->kind = CM_NV_END;
    } else if (starts_name(c)) {
        static const char joined[] = ".reg."; /* `.reg.b16 x`, as inline assembly has it */
        read_name(lex);
        if (lex->next - start >= sizeof joined &&
            memcmp(lex->source->text + start, joined, sizeof joined - 1) == 0)
            lex->next = start + sizeof joined - 2;
    } else if (is_ptx_digit(c)) {
        read_ptx_number(lex);
    } else if (c == '"') {
        read_string(lex);
    } else {
        lex->kind = CM_NV_PUNCT;
        lex->next++;
    }
    lex->place = (cm_place){lex->source, start, lex->next - start};
}

cm_nv_lexer cm_nv_lexer_over(cm_work *work, const cm_source *source)
{
    cm_nv_lexer lex = {.work = work, .source = source};
    cm_nv_advance(&lex);
    return lex;
}

void cm_nv_skip_line(cm_nv_lexer *lex)
{
    lex->next = lex->place.offset;
    while (lex->next < lex->source->length && peek(lex, 0) != '\n')
        lex->next++;
    cm_nv_advance(lex);
}

bool cm_nv_is(const cm_nv_lexer *lex, const char *text)
{
    size_t length = strlen(text);
    return (lex->kind == CM_NV_NAME || lex->kind == CM_NV_PUNCT) && lex->place.length == length &&
           strncmp(lex->source->text + lex->place.offset, text, length) == 0;
}

bool cm_nv_accept(cm_nv_lexer *lex, const char *text)
{
    if (!cm_nv_is(lex, text))
        return false;
    cm_nv_advance(lex);
    return true;
}

const char *cm_nv_text(const cm_nv_lexer *lex)
{
    return cm_arena_text(lex->work->arena, lex->source->text + lex->place.offset,
                         lex->place.length);
}

void cm_nv_expect(cm_nv_lexer *lex, const char *text)
{
    if (!cm_nv_accept(lex, text))
        cm_nv_fail(lex, "expected `%s`", text);
}

const char *cm_nv_name(cm_nv_lexer *lex, const char *what)
{
    if (lex->kind != CM_NV_NAME)
        cm_nv_fail(lex, "expected %s", what);
    const char *name = cm_nv_text(lex);
    cm_nv_advance(lex);
    return name;
}

uint64_t cm_nv_integer(cm_nv_lexer *lex, const char *what)
{
    bool negative = cm_nv_accept(lex, "-");
    if (lex->kind != CM_NV_NUMBER)
        cm_nv_fail(lex, "expected %s", what);
    uint64_t value = lex->number;
    cm_nv_advance(lex);
    return negative ? 0 - value : value;
}

/* What was expected, and what is there instead. */
void cm_nv_fail(cm_nv_lexer *lex, const char *format, ...)
{
    enum { LONGEST = 40 };
    va_list args;
    va_start(args, format);
    const char *message = cm_arena_vprintf(lex->work->arena, format, args);
    va_end(args);
    const char *text = cm_nv_text(lex);
    bool longer = strlen(text) > LONGEST;
    if (lex->kind == CM_NV_END)
        cm_fail(lex->work, lex->place, "%s, found the end of the file", message);
    if (lex->kind == CM_NV_STRING)
        cm_fail(lex->work, lex->place, "%s, found a string", message);
    cm_fail(lex->work, lex->place, "%s, found `%.*s%s`", message, LONGEST, text,
            longer ? "..." : "");
}
