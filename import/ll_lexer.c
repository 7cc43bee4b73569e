/* LLVM IR as tokens. */
#include "import/ll.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool in_word(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || c == '$' || c == '-' || c == '+';
}

static bool at(const cm_ll_reader *r, char c)
{
    return r->next < r->source->length && r->source->text[r->next] == c;
}

/* From behind the opening quote; \22 is the byte of that number. */
static const char *quoted(cm_ll_reader *r)
{
    size_t from = r->next;
    while (r->next < r->source->length && !at(r, '"') && !at(r, '\n'))
        r->next++;
    if (!at(r, '"'))
        cm_fail(r->work, (cm_place){r->source, (uint32_t)from - 1, 1},
                "text is not closed, expected `\"`");
    r->next++;
    return cm_arena_text(r->work->arena, r->source->text + from, r->next - 1 - from);
}

static const char *word(cm_ll_reader *r)
{
    size_t from = r->next;
    while (r->next < r->source->length && in_word(r->source->text[r->next]))
        r->next++;
    return cm_arena_text(r->work->arena, r->source->text + from, r->next - from);
}

static const char *name(cm_ll_reader *r)
{
    if (!at(r, '"'))
        return word(r);
    r->next++;
    return quoted(r);
}

void cm_ll_advance(cm_ll_reader *r)
{
    static const struct {
        char c;
        cm_ll_token_kind kind;
    } kinds[] = {{'%', CM_LL_PERCENT}, {'@', CM_LL_AT}, {'!', CM_LL_META}};
    cm_ll_token *t = &r->token;
    while (at(r, ' ') || at(r, '\t') || at(r, '\r'))
        r->next++;
    if (at(r, ';'))
        while (r->next < r->source->length && !at(r, '\n'))
            r->next++;
    size_t from = r->next;
    char c = from < r->source->length ? r->source->text[from] : '\0';
    *t = (cm_ll_token){CM_LL_SIGN, "", {r->source, (uint32_t)from, 0}};
    if (from >= r->source->length) {
        t->kind = CM_LL_END;
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (c == kinds[i].c)
            t->kind = kinds[i].kind;
    if (in_word(c)) {
        t->kind = CM_LL_WORD;
        t->text = word(r);
        if (strcmp(t->text, "c") == 0 && at(r, '"')) {
            r->next++;
            t->kind = CM_LL_CHARACTERS;
            t->text = quoted(r);
        }
    } else {
        r->next++;
        if (c == '\n')
            t->kind = CM_LL_LINE;
        else if (c == '"')
            t->text = quoted(r);
        else if (t->kind == CM_LL_SIGN)
            t->text = cm_arena_text(r->work->arena, &c, 1);
        else
            t->text = name(r);
        if (c == '"')
            t->kind = CM_LL_STRING;
    }
    t->place.length = (uint32_t)(r->next - from);
}

bool cm_ll_is(const cm_ll_reader *r, const char *text)
{
    return (r->token.kind == CM_LL_WORD || r->token.kind == CM_LL_SIGN) &&
           strcmp(r->token.text, text) == 0;
}

bool cm_ll_accept(cm_ll_reader *r, const char *text)
{
    bool is = cm_ll_is(r, text);
    if (is)
        cm_ll_advance(r);
    return is;
}

bool cm_ll_accept_word(cm_ll_reader *r, const char *words, const char **out)
{
    if (r->token.kind != CM_LL_WORD || !cm_has_word(words, r->token.text))
        return false;
    *out = r->token.text;
    cm_ll_advance(r);
    return true;
}

void cm_ll_fail_here(const cm_ll_reader *r, const char *expected)
{
    const cm_ll_token *t = &r->token;
    if (t->kind == CM_LL_END || t->kind == CM_LL_LINE)
        cm_fail(r->work, t->place, "expected %s, found the end of the %s", expected,
                t->kind == CM_LL_END ? "file" : "line");
    cm_fail(r->work, t->place, "expected %s, found `%.*s`", expected, (int)t->place.length,
            r->source->text + t->place.offset);
}

void cm_ll_expect(cm_ll_reader *r, const char *text)
{
    if (!cm_ll_accept(r, text))
        cm_ll_fail_here(r, cm_arena_printf(r->work->arena, "`%s`", text));
}

void cm_ll_skip_line(cm_ll_reader *r)
{
    while (r->token.kind != CM_LL_LINE && r->token.kind != CM_LL_END)
        cm_ll_advance(r);
}

void cm_ll_skip_group(cm_ll_reader *r)
{
    cm_place place = r->token.place;
    unsigned depth = 0;
    do {
        if (r->token.kind == CM_LL_END)
            cm_fail(r->work, place, "`(` is not closed, expected `)`");
        depth += cm_ll_is(r, "(");
        depth -= cm_ll_is(r, ")");
        cm_ll_advance(r);
    } while (depth > 0);
}

uint64_t cm_ll_take_number(cm_ll_reader *r, const char *what)
{
    char *end = NULL;
    uint64_t number = 0;
    if (r->token.kind == CM_LL_WORD && r->token.text[0] == '-')
        number = (uint64_t)strtoll(r->token.text, &end, 10);
    else if (r->token.kind == CM_LL_WORD && isdigit((unsigned char)r->token.text[0]))
        number = strtoull(r->token.text, &end, 10);
    if (!end || *end)
        cm_ll_fail_here(r, what);
    cm_ll_advance(r);
    return number;
}
