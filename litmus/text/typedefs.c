/* Names that a test of a source language gives to types: they are replaced by what they mean, so
 * that the text is read, and printed, without them.
 *
 *      typedef struct { int a; int b; } pair;  | struct pair { int a; int b; };
 *      typedef struct node* link;              |
 *      using word = std::atomic<int>;          |
 *      link n                                  | struct node* n
 *
 * In C++ a structure's name is a type by itself ([class.name]/3). Lines stay where they are. */
#include "litmus/text/parse.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

typedef struct alias {
    const char *name, *means;
} alias;

typedef struct rewriting {
    cm_arena *arena;
    const char *text, *end;
    alias *aliases;
    int count, capacity;
} rewriting;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_at(const char *at)
{
    size_t length = 0;
    while (is_word(at[length]))
        length++;
    return length;
}

static bool says(const char *at, const char *word)
{
    size_t length = strlen(word);
    return word_at(at) == length && memcmp(at, word, length) == 0;
}

/* The next byte that is no blank, no comment of C and no text between quotes. */
static const char *next(const rewriting *r, const char *at)
{
    while (at < r->end) {
        const char *close = NULL;
        size_t ends = 1;
        if (isspace((unsigned char)*at)) {
            at++;
            continue;
        }
        if (strncmp(at, "//", 2) == 0)
            close = strchr(at, '\n');
        else if (strncmp(at, "/*", 2) == 0)
            close = strstr(at + (ends = 2), "*/");
        else if (*at == '"')
            close = strchr(at + 1, '"');
        else
            return at;
        at = close ? close + ends : r->end;
    }
    return r->end;
}

/* What stands behind the token there. */
static const char *behind(const rewriting *r, const char *at)
{
    size_t length = word_at(at);
    return next(r, at + (length > 0 ? length : at < r->end));
}

/* At `{`, or before it: what stands behind the `}`. */
static const char *past_braces(const rewriting *r, const char *at)
{
    int depth = 0;
    do {
        depth += *at == '{';
        depth -= *at == '}';
        at = behind(r, at);
    } while (at < r->end && depth > 0);
    return at;
}

static const alias *find(const rewriting *r, const char *at)
{
    for (int i = r->count; i-- > 0;)
        if (says(at, r->aliases[i].name))
            return &r->aliases[i];
    return NULL;
}

/* Does a name stand there as a type does: before another name, a star and the like? */
static bool is_type(const rewriting *r, const char *at)
{
    const char *after = behind(r, at);
    return after < r->end &&
           (is_word(*after) ? !isdigit((unsigned char)*after) : strchr("*&>),", *after) != NULL);
}

/* The text from there on, with names replaced. */
static const char *replaced(const rewriting *r, const char *from, const char *to)
{
    cm_text text;
    cm_text_init(&text, r->arena);
    char before = ' '; /* the last byte that is no blank */
    for (bool structure = false; from < to;) {
        const char *token = next(r, from);
        token = token < to ? token : to;
        cm_text_append(&text, "%.*s", (int)(token - from), from);
        size_t length = token < to ? word_at(token) : 0;
        from = token + (length > 0 ? length : token < to);
        const alias *known = length > 0 && !structure && !strchr(".:", before) && is_type(r, token)
                                 ? find(r, token)
                                 : NULL;
        if (known)
            cm_text_add(&text, known->means);
        else
            cm_text_append(&text, "%.*s", (int)(from - token), token);
        structure = says(token, "struct");
        before = token < to ? from[-1] : before;
    }
    return text.data ? text.data : "";
}

static void add(rewriting *r, const char *name, size_t length, const char *means)
{
    CM_RESERVE(r->arena, r->aliases, r->count, r->capacity);
    r->aliases[r->count++] = (alias){cm_arena_text(r->arena, name, length), means};
}

/* What a definition becomes: *to is behind it. NULL: it is none of these. */
static const char *accept_structure(rewriting *r, const char *at, bool renamed, const char **to)
{
    const char *tag = behind(r, at), *body = is_word(*tag) ? behind(r, tag) : tag;
    bool enumerates = renamed && says(at, "enum");
    if ((!enumerates && !says(at, "struct")) || *body != '{')
        return NULL;
    const char *close = past_braces(r, body), *name = tag;
    if (renamed) {
        if (!is_word(*close) || *behind(r, close) != ';')
            return NULL; /* `} *link;` or several names */
        name = body == tag ? close : tag;
    } else if (!is_word(*tag) || *close != ';') {
        return NULL;
    }
    const char *means =
        cm_arena_printf(r->arena, "%.*s %.*s", (int)word_at(at), at, (int)word_at(name), name);
    if (renamed)
        add(r, close, word_at(close), means);
    if (!renamed || name == tag)
        add(r, name, word_at(name), means);
    *to = (renamed ? behind(r, close) : close) + 1;
    while (close > body && close[-1] != '}')
        close--;
    return cm_arena_printf(r->arena, "%s %s;", means, replaced(r, body, close));
}

/* `typedef unsigned int word;`, `using word = unsigned int;` */
static const char *accept_alias(rewriting *r, const char *at, const char **to)
{
    bool using = says(at, "using");
    const char *from = behind(r, at), *end = from, *last = from;
    while (end < r->end && *end != ';' && !strchr("([{", *end)) {
        last = end;
        end = behind(r, end);
    }
    if (end == r->end || *end != ';' || !is_word(*from))
        return NULL;
    if (using && *behind(r, from) != '=')
        return NULL; /* `using namespace std;` */
    const char *name = using ? from : last, *type = using ? behind(r, behind(r, from)) : from;
    const char *stop = using ? end : last;
    while (stop > type && isspace((unsigned char)stop[-1]))
        stop--;
    if (!is_word(*name) || stop <= type)
        return NULL;
    add(r, name, word_at(name), replaced(r, type, stop));
    *to = end + 1;
    return "";
}

static const char *accept(rewriting *r, const char *at, bool is_cpp, const char **to)
{
    if (says(at, "typedef")) {
        const char *made = accept_structure(r, behind(r, at), true, to);
        return made ? made : accept_alias(r, at, to);
    }
    if (says(at, "using"))
        return accept_alias(r, at, to);
    return is_cpp ? accept_structure(r, at, false, to) : NULL;
}

/* The lines that the text had, so that those behind it keep their numbers. */
static void add_lines(cm_text *text, const char *made, const char *from, const char *to)
{
    int lines = 0;
    for (; from < to; from++)
        lines += *from == '\n';
    for (; *made; made++)
        lines -= *made == '\n';
    for (; lines > 0; lines--)
        cm_text_add_char(text, '\n');
}

const cm_source *cm_typedefs_rewrite(cm_work *work, const cm_source *source, uint32_t from,
                                     bool is_cpp)
{
    rewriting r = {.arena = work->arena, .text = source->text + from};
    r.end = source->text + source->length;
    cm_text text;
    cm_text_init(&text, work->arena);
    const char *kept = r.text, *to;
    int depth = 0;
    for (const char *at = next(&r, r.text); at < r.end; at = behind(&r, at)) {
        const char *made = depth == 0 ? accept(&r, at, is_cpp, &to) : NULL;
        if (made) {
            cm_text_append(&text, "%.*s%s", (int)(at - kept), kept, made);
            add_lines(&text, made, at, to);
            kept = to;
            at = to - 1; /* the `;` */
        }
        depth += at < r.end ? (*at == '{') - (*at == '}') : 0;
    }
    if (r.count == 0)
        return source;
    cm_text_append(&text, "%.*s", (int)(r.end - kept), kept);
    rewriting again = r;
    again.text = text.data;
    again.end = text.data + strlen(text.data);
    cm_source *made = CM_NEW(work->arena, cm_source);
    *made = *source;
    made->text = cm_arena_printf(work->arena, "%.*s%s", (int)from, source->text,
                                 replaced(&again, again.text, again.end));
    made->length = strlen(made->text);
    return made;
}
