/* The lexer is a loop over a table of symbols, longest first, with names,
 * strings and comments by hand. The lexical rules are those of herd
 * (lib/modelLexer.mll of herdtools7): a name may hold '.' and '-' and end in an
 * apostrophe, `-1` is one token. Ours in addition: `**` and the multiplication
 * sign for the product of sets, `!` as another `~`, `&&`. */
#include "model/cat_lexer.h"

#include "base/hash.h"
#include "model/files.h"

#include <string.h>

/* ---- names ------------------------------------------------------------ */

typedef struct name_entry {
    const char *text;
    size_t length;
    struct name_entry *next;
} name_entry;

#define NAME_BUCKETS 4096

struct cm_names {
    cm_arena *arena;
    name_entry *buckets[NAME_BUCKETS];
};

cm_names *cm_names_new(cm_arena *arena)
{
    cm_names *names = CM_NEW(arena, cm_names);
    names->arena = arena;
    return names;
}

const char *cm_names_intern(cm_names *names, const char *text, size_t length)
{
    uint32_t hash = cm_hash_fold(cm_hash_bytes(CM_HASH_EMPTY, text, length));
    name_entry **bucket = &names->buckets[hash % NAME_BUCKETS];
    for (name_entry *e = *bucket; e; e = e->next)
        if (e->length == length && memcmp(e->text, text, length) == 0)
            return e->text;
    name_entry *entry = CM_NEW(names->arena, name_entry);
    entry->text = cm_arena_text(names->arena, text, length);
    entry->length = length;
    entry->next = *bucket;
    *bucket = entry;
    return entry->text;
}

/* ---- tokens ----------------------------------------------------------- */

static const char *const keywords[] = {
    "let",    "rec",     "and",    "when",   "acyclic", "irreflexive", "show",
    "unshow", "empty",   "subset", "as",     "fun",     "in",          "undefined_unless",
    "flag",   "include", "begin",  "end",    "call",    "enum",        "procedure",
    "debug",  "match",   "with",   "forall", "from",    "do",          "try",
    "if",     "then",    "else",   "yield",  "default", "assert",      "instructions",
};

/* Spellings and what they mean, longest first. */
static const struct symbol {
    const char *spelling, *meaning;
} symbols[] = {
    {"->", "->"},       {"-1", "-1"}, {"||", "||"}, {"&&", "&&"}, {"++", "++"}, {"**", "**"},
    {"\xc3\x97", "**"}, {"(", "("},   {")", ")"},   {"{", "{"},   {"}", "}"},   {"[", "["},
    {"]", "]"},         {"_", "_"},   {"0", "0"},   {"|", "|"},   {"&", "&"},   {"*", "*"},
    {"~", "~"},         {"!", "~"},   {"+", "+"},   {"^", "^"},   {"\\", "\\"}, {"?", "?"},
    {"=", "="},         {";", ";"},   {",", ","},
};

#define LENGTH(array) (sizeof(array) / sizeof *(array))

const char *cm_cat_keyword(size_t index)
{
    return index < LENGTH(keywords) ? keywords[index] : NULL;
}

typedef struct lexer {
    cm_work *work;
    cm_names *names;
    const cm_source *source;
    const char *text;
    uint32_t at, end;
    cm_cat_tokens tokens;
} lexer;

static cm_place token_place(const lexer *lex, uint32_t from, uint32_t to)
{
    return (cm_place){lex->source, from, to - from};
}

static bool is_alpha(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_name_char(char c)
{
    return is_alpha(c) || (c >= '0' && c <= '9') || c == '_' || c == '.' || c == '-';
}

static char peek(const lexer *lex, uint32_t ahead)
{
    return lex->end - lex->at > ahead ? lex->text[lex->at + ahead] : '\0';
}

static void push(lexer *lex, cm_cat_token_kind kind, const char *text, uint32_t from)
{
    cm_arena *arena = lex->work->arena;
    CM_PUSH(arena, lex->tokens.items, lex->tokens.count, lex->tokens.capacity,
            (cm_cat_token){kind, text, token_place(lex, from, lex->at)});
}

/* Goes behind what ends the comment that starts here; false: nothing does. */
static bool skip_to_end(lexer *lex, const char *close, bool nested)
{
    uint32_t depth = 0;
    for (lex->at += 2; lex->at < lex->end; lex->at++) {
        if (nested && peek(lex, 0) == '(' && peek(lex, 1) == '*') {
            depth++;
            lex->at++;
        } else if (peek(lex, 0) == close[0] && peek(lex, 1) == close[1]) {
            lex->at++;
            if (depth-- == 0) {
                lex->at++;
                return true;
            }
        }
    }
    return false;
}

/* Comments in parentheses nest, as herd's do, and C's do not. Dat3M's do not nest either: in a file
 * of its library one that does not end as nested comments do is read again so. */
static void skip_comment(lexer *lex, const char *close)
{
    uint32_t open = lex->at;
    bool nests = *close == '*' && close[1] == ')';
    bool ends = skip_to_end(lex, close, nests);
    if (!ends && nests && cm_cat_is_dat3m(lex->work, lex->source->name)) {
        lex->at = open;
        ends = skip_to_end(lex, close, false);
    }
    if (!ends)
        cm_fail(lex->work, token_place(lex, open, open + 2),
                "the comment that starts here does not end, expected `%s`", close);
}

/* Blanks and comments. */
static void skip_space(lexer *lex)
{
    while (lex->at < lex->end) {
        char c = lex->text[lex->at];
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f')
            lex->at++;
        else if (c == '#' || (c == '/' && peek(lex, 1) == '/'))
            while (lex->at < lex->end && lex->text[lex->at] != '\n')
                lex->at++;
        else if (c == '(' && peek(lex, 1) == '*')
            skip_comment(lex, "*)");
        else if (c == '/' && peek(lex, 1) == '*')
            skip_comment(lex, "*/");
        else
            return;
    }
}

static bool at_name(const lexer *lex, uint32_t ahead)
{
    char c = peek(lex, ahead);
    return is_alpha(c) || (c == '_' && is_alpha(peek(lex, ahead + 1)));
}

/* name ::= ['_'] letter {letter | digit | '_' | '.' | '-'} ['] */
static const char *scan_name(lexer *lex)
{
    uint32_t from = lex->at;
    lex->at++;
    while (lex->at < lex->end && is_name_char(lex->text[lex->at])) {
        if (peek(lex, 0) == '-' && peek(lex, 1) == '>')
            break; /* `x->e` is an arrow: no name ends in '-' before '>' */
        lex->at++;
    }
    if (peek(lex, 0) == '\'')
        lex->at++;
    return cm_names_intern(lex->names, lex->text + from, lex->at - from);
}

static cm_cat_token_kind name_kind(const char *name)
{
    for (size_t i = 0; i < LENGTH(keywords); i++)
        if (*keywords[i] == *name && strcmp(keywords[i], name) == 0)
            return CM_CAT_TOKEN_KEYWORD;
    return CM_CAT_TOKEN_NAME;
}

static void lex_string(lexer *lex)
{
    uint32_t from = lex->at;
    const char *close = memchr(lex->text + from + 1, '"', lex->end - from - 1);
    if (!close)
        cm_fail(lex->work, token_place(lex, from, from + 1),
                "the string that starts here does not end, expected `\"`");
    lex->at = (uint32_t)(close - lex->text) + 1;
    push(lex, CM_CAT_TOKEN_STRING,
         cm_names_intern(lex->names, lex->text + from + 1, lex->at - from - 2), from);
}

static void lex_symbol(lexer *lex)
{
    uint32_t from = lex->at;
    for (size_t i = 0; i < LENGTH(symbols); i++) {
        size_t length = strlen(symbols[i].spelling);
        if (lex->end - from < length || memcmp(lex->text + from, symbols[i].spelling, length) != 0)
            continue;
        lex->at += (uint32_t)length;
        const char *meaning = symbols[i].meaning;
        push(lex, CM_CAT_TOKEN_SYMBOL, cm_names_intern(lex->names, meaning, strlen(meaning)), from);
        return;
    }
    unsigned char c = (unsigned char)lex->text[from];
    cm_place place = token_place(lex, from, from + 1);
    if (c > ' ' && c < 127)
        cm_fail(lex->work, place, "`%c` is not part of the cat language", c);
    cm_fail(lex->work, place, "byte 0x%02x is not part of the cat language", c);
}

cm_cat_tokens cm_cat_lex(cm_work *work, cm_names *names, const cm_source *source)
{
    lexer lex = {.work = work, .names = names, .source = source, .text = source->text};
    if (source->length > UINT32_MAX / 2)
        cm_fail(work, (cm_place){source, 0, 0}, "the file is too large, expected under 2 GiB");
    lex.end = (uint32_t)source->length;
    for (skip_space(&lex); lex.at < lex.end; skip_space(&lex)) {
        uint32_t from = lex.at;
        if (at_name(&lex, 0)) {
            const char *name = scan_name(&lex);
            push(&lex, name_kind(name), name, from);
        } else if (peek(&lex, 0) == '\'' && at_name(&lex, 1)) {
            lex.at++;
            push(&lex, CM_CAT_TOKEN_TAG, scan_name(&lex), from);
        } else if (peek(&lex, 0) == '"') {
            lex_string(&lex);
        } else {
            lex_symbol(&lex);
        }
    }
    push(&lex, CM_CAT_TOKEN_END, cm_names_intern(names, "", 0), lex.at);
    return lex.tokens;
}
