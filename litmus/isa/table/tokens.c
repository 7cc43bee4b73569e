/* Tokens of NAME.isa. A line that begins with a blank belongs to the line before it. */
#include "litmus/isa/table/reader.h"

#include <ctype.h>
#include <string.h>

_Noreturn void cm_isar_fail_here(cm_isa_reader *r, const char *expected)
{
    if (r->here.kind == CM_ISAR_LINE_END)
        cm_fail(r->work, r->here.place, "expected %s, found the end of the line", expected);
    cm_fail(r->work, r->here.place, "expected %s, found `%s`", expected, r->here.text);
}

static char char_at(const cm_isa_reader *r, uint32_t at)
{
    return at < r->source->length ? r->source->text[at] : '\0';
}

/* Past blanks, comments, and line ends that the line goes on behind. */
static void skip_blanks(cm_isa_reader *r)
{
    for (;;) {
        char c = char_at(r, r->at);
        char next = char_at(r, r->at + 1);
        bool goes_on = c == '\n' && (next == ' ' || next == '\t');
        if (c == '#')
            while (r->at < r->source->length && char_at(r, r->at) != '\n')
                r->at++;
        else if (c == ' ' || c == '\t' || c == '\r' || goes_on)
            r->at++;
        else
            return;
    }
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Tags have dots in their names, and begin with a capital letter. */
static uint32_t length_of_name(const cm_isa_reader *r, uint32_t at)
{
    bool is_tag = isupper((unsigned char)char_at(r, at));
    uint32_t length = 0;
    while (is_name_char(char_at(r, at + length)) ||
           (is_tag && char_at(r, at + length) == '.' && is_name_char(char_at(r, at + length + 1))))
        length++;
    return length;
}

static uint64_t number_of(cm_isa_reader *r, const char *text, cm_place place)
{
    bool is_hex = text[0] == '0' && text[1] == 'x';
    uint64_t value = 0, base = is_hex ? 16 : 10;
    for (const char *c = text + (is_hex ? 2 : 0); *c; c++) {
        const char *digits = "0123456789abcdef",
                   *digit = strchr(digits, tolower((unsigned char)*c));
        uint64_t next = digit ? (uint64_t)(digit - digits) : base;
        if (next >= base || value > (UINT64_MAX - next) / base)
            cm_fail(r->work, place, "`%s` is not a number of 64 bits, expected one", text);
        value = value * base + next;
    }
    return value;
}

static uint32_t length_of_string(cm_isa_reader *r)
{
    uint32_t length = 1;
    const char quote = char_at(r, r->at);
    while (char_at(r, r->at + length) != quote) {
        if (r->at + length >= r->source->length || char_at(r, r->at + length) == '\n')
            cm_fail(r->work, (cm_place){r->source, r->at, 1},
                    "the text does not end, expected `%c` on the same line", quote);
        length++;
    }
    return length + 1;
}

static uint32_t length_of_punctuation(const cm_isa_reader *r)
{
    static const char *const pairs[] = {"=>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (char_at(r, r->at) == pairs[i][0] && char_at(r, r->at + 1) == pairs[i][1])
            return 2;
    return 1;
}

void cm_isar_advance(cm_isa_reader *r)
{
    skip_blanks(r);
    char c = char_at(r, r->at);
    cm_isa_token t = {.place = {r->source, r->at, 0}};
    if (r->at >= r->source->length || c == '\n') {
        t.kind = CM_ISAR_LINE_END;
        t.text = "";
    } else if (isdigit((unsigned char)c)) {
        t.kind = CM_ISAR_NUMBER;
        while (is_name_char(char_at(r, r->at + t.place.length)))
            t.place.length++;
    } else if (is_name_char(c)) {
        t.kind = CM_ISAR_NAME;
        t.place.length = length_of_name(r, r->at);
    } else {
        bool is_quote = c == '"' || c == '\'';
        t.kind = is_quote ? CM_ISAR_STRING : CM_ISAR_PUNCTUATION;
        t.place.length = is_quote ? length_of_string(r) : length_of_punctuation(r);
    }
    uint32_t quote = t.kind == CM_ISAR_STRING;
    if (t.kind != CM_ISAR_LINE_END)
        t.text = cm_arena_text(r->work->arena, r->source->text + r->at + quote,
                               t.place.length - 2 * quote);
    if (t.kind == CM_ISAR_NUMBER)
        t.number = number_of(r, t.text, t.place);
    r->at += t.place.length;
    r->here = t;
}

bool cm_isar_is(const cm_isa_reader *r, const char *text)
{
    return r->here.kind != CM_ISAR_STRING && r->here.kind != CM_ISAR_LINE_END &&
           strcmp(r->here.text, text) == 0;
}

bool cm_isar_accept(cm_isa_reader *r, const char *text)
{
    bool found = cm_isar_is(r, text);
    if (found)
        cm_isar_advance(r);
    return found;
}

void cm_isar_expect(cm_isa_reader *r, const char *text)
{
    if (!cm_isar_accept(r, text))
        cm_isar_fail_here(r, cm_arena_printf(r->work->arena, "`%s`", text));
}

const char *cm_isar_take_name(cm_isa_reader *r, const char *what)
{
    if (r->here.kind != CM_ISAR_NAME)
        cm_isar_fail_here(r, what);
    const char *name = r->here.text;
    cm_isar_advance(r);
    return name;
}

const char *cm_isar_take_word(cm_isa_reader *r)
{
    const char *text = r->here.text;
    if (r->here.kind != CM_ISAR_NAME && r->here.kind != CM_ISAR_STRING)
        cm_isar_fail_here(r, "a word");
    cm_isar_advance(r);
    return text;
}

const char *cm_isar_take_text(cm_isa_reader *r)
{
    const char *text = r->here.text;
    if (r->here.kind != CM_ISAR_STRING)
        cm_isar_fail_here(r, "a message between `\"`");
    cm_isar_advance(r);
    return text;
}

uint64_t cm_isar_take_number(cm_isa_reader *r, const char *what)
{
    if (r->here.kind != CM_ISAR_NUMBER)
        cm_isar_fail_here(r, what);
    uint64_t number = r->here.number;
    cm_isar_advance(r);
    return number;
}

/* Does the token at hand begin where the one before it ended? */
bool cm_isar_touches(const cm_isa_reader *r)
{
    return r->here.place.offset > 0 && !strchr(" \t\r\n", char_at(r, r->here.place.offset - 1));
}
