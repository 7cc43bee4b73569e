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
    const char *end; /* a 0 byte */
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
        else if (*at == '\'' && at[1] && at[2] == '\'') /* '{', but not 1'000 */
            close = at + 2;
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

/* ---- what is made of it ------------------------------------------------------------- */

/* What is written in place of text[0, ...), and which parts of it are other ones. */
typedef struct writing {
    cm_text out;
    const char *text, *kept; /* up to there it is written */
    cm_rewritten made;
    cm_replaced *parts;
} writing;

static void begin(writing *w, cm_arena *arena, const char *text)
{
    *w = (writing){.text = text, .kept = text};
    w->out = cm_text_new(arena);
}

static void keep(writing *w, const char *to)
{
    cm_text_add_bytes(&w->out, w->kept, (size_t)(to - w->kept));
    w->kept = to;
}

static void replace(writing *w, cm_arena *arena, const char *from, const char *to, const char *by)
{
    keep(w, from);
    CM_RESERVE(arena, w->parts, w->made.count, w->made.capacity);
    cm_replaced *part = &w->parts[w->made.count++];
    *part = (cm_replaced){.at = (uint32_t)w->out.length,
                          .from = (uint32_t)(from - w->text),
                          .to = (uint32_t)(to - w->text)};
    cm_text_add(&w->out, by);
    part->end = (uint32_t)w->out.length;
    w->kept = to;
}

/* The text from there on, with names replaced. */
static void replace_names(const rewriting *r, writing *w, const char *from, const char *to)
{
    char before = ' '; /* the last byte that is no blank */
    bool structure = false;
    for (const char *at = next(r, from); at < to; at = behind(r, at)) {
        size_t length = word_at(at);
        const alias *known = length > 0 && !structure && !strchr(".:", before) && is_type(r, at)
                                 ? find(r, at)
                                 : NULL;
        if (known)
            replace(w, r->arena, at, at + length, known->means);
        structure = says(at, "struct") || says(at, "enum") || says(at, "class");
        before = at[length > 0 ? length - 1 : 0];
    }
    keep(w, to);
}

static const char *replaced(const rewriting *r, const char *from, const char *to)
{
    writing w;
    begin(&w, r->arena, from);
    replace_names(r, &w, from, to);
    return w.out.data;
}

static void add(rewriting *r, const char *name, size_t length, const char *means)
{
    CM_RESERVE(r->arena, r->aliases, r->count, r->capacity);
    r->aliases[r->count++] = (alias){cm_arena_text(r->arena, name, length), means};
}

/* ---- definitions ---------------------------------------------------------------------- */

/* At `struct node {`, or behind `typedef` (renamed). False: it is none of these. *to: behind it. */
static bool accept_structure(rewriting *r, writing *w, const char *start, const char *at,
                             bool renamed, const char **to)
{
    const char *tag = behind(r, at), *body = is_word(*tag) ? behind(r, tag) : tag;
    bool enumerates = renamed && says(at, "enum");
    if ((!enumerates && !says(at, "struct")) || *body != '{')
        return false;
    const char *close = past_braces(r, body), *name = tag, *end = close;
    if (renamed) {
        end = behind(r, close);
        if (!is_word(*close) || *end != ';')
            return false; /* `} *link;` or several names */
        name = body == tag ? close : tag;
    } else if (!is_word(*tag) || *close != ';') {
        return false;
    }
    const char *means =
        cm_arena_printf(r->arena, "%.*s %.*s", (int)word_at(at), at, (int)word_at(name), name);
    if (renamed)
        add(r, close, word_at(close), means);
    if (!renamed || name == tag)
        add(r, name, word_at(name), means);
    if (renamed) {
        replace(w, r->arena, start, body, cm_arena_printf(r->arena, "%s ", means));
        replace(w, r->arena, close, end, "");
    }
    *to = end;
    return true;
}

/* `typedef unsigned int word;`, `using word = unsigned int;` */
static bool accept_alias(rewriting *r, writing *w, const char *at, const char **to)
{
    bool using = says(at, "using");
    const char *from = behind(r, at), *end = from, *last = from;
    while (end < r->end && *end != ';' && !strchr("([{", *end)) {
        last = end;
        end = behind(r, end);
    }
    if (end == r->end || *end != ';' || !is_word(*from))
        return false;
    if (using && *behind(r, from) != '=')
        return false; /* `using namespace std;` */
    const char *name = using ? from : last, *type = using ? behind(r, behind(r, from)) : from;
    const char *stop = using ? end : last;
    while (stop > type && isspace((unsigned char)stop[-1]))
        stop--;
    if (!is_word(*name) || stop <= type)
        return false;
    add(r, name, word_at(name), replaced(r, type, stop));
    char *lines = cm_arena_text(r->arena, at, (size_t)(end + 1 - at)); /* keep their numbers */
    size_t count = 0;
    for (const char *c = at; c <= end; c++)
        if (*c == '\n')
            lines[count++] = '\n';
    lines[count] = '\0';
    replace(w, r->arena, at, end + 1, lines);
    *to = end;
    return true;
}

/* `enum class state : uint8_t {`: the name is a type, which is another word for the one behind `:`,
 * or for int. */
static void add_enumeration(rewriting *r, const char *at)
{
    const char *name = behind(r, at);
    if (says(name, "class") || says(name, "struct"))
        name = behind(r, name);
    const char *sign = behind(r, name), *type = behind(r, sign), *body = type;
    while (*sign == ':' && body < r->end && *body != '{')
        body = behind(r, body);
    while (body > type && isspace((unsigned char)body[-1]))
        body--;
    if (is_word(*name) && *sign == '{')
        add(r, name, word_at(name), "int");
    else if (is_word(*name) && *sign == ':' && body > type)
        add(r, name, word_at(name), replaced(r, type, body));
}

static bool accept(rewriting *r, writing *w, const char *at, bool is_cpp, const char **to)
{
    if (is_cpp && says(at, "enum"))
        add_enumeration(r, at);
    if (says(at, "typedef"))
        return accept_structure(r, w, at, behind(r, at), true, to) || accept_alias(r, w, at, to);
    if (says(at, "using"))
        return accept_alias(r, w, at, to);
    return is_cpp && accept_structure(r, w, at, at, false, to);
}

/* ---- variables beside the functions --------------------------------------------------- */

typedef struct global {
    const char *item, *parameter; /* `std::atomic<int> x=1;`, `std::atomic<int>& x` */
    const char *from, *to;        /* where it is written */
} global;

typedef struct globals {
    const rewriting *r;
    global *list;
    int count, capacity;
} globals;

static bool is_one_of(char c, const char *set)
{
    return c != '\0' && strchr(set, c);
}

/* At a bracket: the one that closes it; the end of the text if none does. */
static const char *closing(const rewriting *r, const char *at)
{
    int depth = 0;
    for (; at < r->end; at = behind(r, at)) {
        depth += is_one_of(*at, "([{");
        depth -= is_one_of(*at, ")]}");
        if (depth == 0)
            break;
    }
    return at;
}

static const char *past_bracket(const rewriting *r, const char *at)
{
    at = closing(r, at);
    return at < r->end ? behind(r, at) : at;
}

/* The name that is declared there, the last word before `=` and the like; NULL: none is. */
static const char *declared(const rewriting *r, const char *from)
{
    static const char *const others[] = {"const",     "constexpr", "using",        "typedef",
                                         "namespace", "template",  "extern",       "enum",
                                         "exists",    "return",    "thread_local", "static_assert"};
    const char *name = NULL;
    int depth = 0;
    for (const char *at = from; at < r->end; at = behind(r, at)) {
        for (size_t i = 0; i < sizeof others / sizeof *others; i++)
            if (says(at, others[i]))
                return NULL;
        depth += (*at == '<') - (*at == '>');
        if (is_word(*at))
            name = depth == 0 ? at : name;
        else if (!is_one_of(*at, depth == 0 ? ":>*" : ":<>*,"))
            break;
    }
    bool tag = says(from, "struct") || says(from, "class") || says(from, "union");
    bool typed = name && name != from && !(tag && name == behind(r, from)) && name[-1] != ':';
    return typed && !isdigit((unsigned char)*name) ? name : NULL;
}

/* The text between the two, without blanks and a number's suffix at its end. */
static const char *trimmed(const rewriting *r, const char *from, const char *to)
{
    while (to > from && (isspace((unsigned char)to[-1]) ||
                         (isdigit((unsigned char)*from) && strchr("uUlL", to[-1]))))
        to--;
    return cm_arena_text(r->arena, from, (size_t)(to - from));
}

/* Behind the name of a variable: its value, "" if none is there, NULL if it is none that can be
 * known. *to: at `,` or `;`. */
static const char *value_there(const rewriting *r, const char *at, bool many, const char **to)
{
    bool assigned = *at == '=', braced;
    const char *from = assigned ? behind(r, at) : at;
    if (says(from, "ATOMIC_VAR_INIT"))
        from = behind(r, from);
    braced = *from == '{';
    if (!many && is_one_of(*from, "({")) {
        const char *close = closing(r, from), *value = from + 1;
        *to = close < r->end ? behind(r, close) : close;
        while (isspace((unsigned char)*value))
            value++;
        bool number = isdigit((unsigned char)*value) || *value == '-';
        return assigned || braced || number ? trimmed(r, value, close) : NULL;
    }
    for (*to = from; *to < r->end && !is_one_of(**to, ";,");)
        *to = is_one_of(**to, "([{") ? past_bracket(r, *to) : behind(r, *to);
    return assigned || braced ? trimmed(r, from, *to) : *to == at ? "" : NULL;
}

/* `std::atomic<int> x{7}, y{5};` from there; false: no such thing is there. *to: behind it. */
static bool accept_globals(globals *g, const char *from, const char **to)
{
    static const char *const storage[] = {"static", "inline", "__device__", "__managed__"};
    const rewriting *r = g->r;
    int before = g->count;
    for (size_t i = 0; i < sizeof storage / sizeof *storage; i++)
        if (says(from, storage[i])) {
            from = behind(r, from);
            i = (size_t)-1; /* another one may follow */
        }
    if (says(from, "alignas"))
        from = past_bracket(r, behind(r, from));
    const char *name = declared(r, from), *type = name ? trimmed(r, from, name) : "";
    for (bool more = name != NULL; more; name = behind(r, *to)) {
        const char *after = behind(r, name), *size = after;
        bool array = *after == '[';
        after = array ? past_bracket(r, after) : after;
        bool structure = says(type, "struct") && !strchr(type, '*');
        const char *value = value_there(r, after, array || structure, to);
        more = value && **to == ',';
        bool stars = type[strlen(type) - 1] == '*';
        value = value && says(value, "ATOMIC_FLAG_INIT") ? "" : value;
        if (!is_word(*name) || !value || *to >= r->end || (more && stars))
            break;
        CM_RESERVE(r->arena, g->list, g->count, g->capacity);
        g->list[g->count++] = (global){
            cm_arena_printf(r->arena, "; %s %.*s%s%s%s", type, (int)word_at(name), name,
                            array ? trimmed(r, size, after) : "", *value ? "=" : "", value),
            cm_arena_printf(r->arena, "%s%s %.*s", type, array ? "*" : "&", (int)word_at(name),
                            name),
            name, *to};
        if (!more)
            return true;
    }
    g->count = before;
    return false;
}

/* At `P0 (int* x)`, or `P0@cpu`. */
static bool at_thread(const rewriting *r, const char *at)
{
    const char *after = behind(r, at);
    return *at == 'P' && isdigit((unsigned char)at[1]) && (*after == '(' || *after == '@');
}

/* Is the first thread a function, not a column? */
static bool has_functions(const rewriting *r, const char *at)
{
    while (at < r->end && !at_thread(r, at))
        at = behind(r, at);
    while (at < r->end && !is_one_of(*at, "(|;"))
        at = behind(r, at);
    return *at == '(';
}

/* Goes over what stands beside the functions, from behind the initial state on, and finds
 * variables. With w, in which the others are all of them, it also writes what is made of it. */
static void go_beside(globals *g, writing *w, const globals *all, const char *from)
{
    const rewriting *r = g->r;
    const char *to;
    for (const char *at = next(r, from), *start = at; at < r->end;) {
        if (at == start && accept_globals(g, at, &to)) {
            if (w)
                replace(w, r->arena, at, to + 1, "");
            at = start = behind(r, to);
            continue;
        }
        bool thread = at_thread(r, at), line = *at == '#';
        while (thread && at < r->end && *at != '(')
            at = behind(r, at);
        const char *close = thread ? closing(r, at) : r->end;
        if (w && close < r->end) {
            const char *first = behind(r, at);
            bool empty = first == close || says(first, "void");
            cm_text text = cm_text_new(r->arena);
            for (int i = 0; i < all->count; i++)
                cm_text_append(&text, "%s%s", i == 0 && empty ? "" : ", ", all->list[i].parameter);
            replace(w, r->arena, empty ? first : close, close, text.data);
        }
        bool ends = *at == '{' || *at == ';';
        if (line)
            at = strchr(at, '\n') ? next(r, strchr(at, '\n')) : r->end;
        else
            at = is_one_of(*at, "([{") ? past_bracket(r, at) : behind(r, at);
        start = line || ends ? at : start;
    }
}

static const cm_source *finish(cm_work *work, writing *w, const cm_source *of)
{
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = *of;
    source->text = w->out.data;
    source->length = w->out.length;
    cm_rewritten *made = CM_NEW(work->arena, cm_rewritten);
    *made = w->made;
    made->made = source;
    made->of = of;
    made->parts = w->parts;
    made->before = work->rewritten;
    work->rewritten = made;
    return source;
}

/* ---- definitions before the initial state ------------------------------------------------- */

uint32_t cm_early_definition(cm_work *work, const cm_source *source, uint32_t from)
{
    static const char *const words[] = {
        "struct", "union",    "class",  "enum",       "namespace", "template",  "typedef",
        "using",  "static",   "inline", "const",      "constexpr", "volatile",  "void",
        "int",    "unsigned", "bool",   "char",       "short",     "long",      "float",
        "double", "std",      "cuda",   "__device__", "__host__",  "__shared__"};
    const char *text = cm_arena_text(work->arena, source->text, source->length);
    rewriting r = {.arena = work->arena, .end = text + source->length};
    const char *start = text + from, *line = strchr(start, '\n'), *at = start;
    line = line ? line : r.end;
    if (*at == '#')
        return says(behind(&r, at), "define") || says(behind(&r, at), "include")
                   ? (uint32_t)(line - text)
                   : 0;
    bool known = false;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        known |= says(at, words[i]);
    while (at < r.end && !is_one_of(*at, "({=;"))
        at = behind(&r, at);
    bool tag = says(start, "struct") && *at == '{' && behind(&r, behind(&r, start)) == at;
    if (!known || (at > line && !tag)) /* prose */
        return 0;
    while (at < r.end && *at != ';') {
        bool body = *at == '{';
        at = is_one_of(*at, "([{") ? past_bracket(&r, at) : behind(&r, at);
        if (body && *at != ';' && *at != '}')
            break;
    }
    while (at > start && at[-1] != '}' && *at != ';')
        at--;
    return (uint32_t)(at - text) + (*at == ';');
}

const cm_source *cm_early_rewrite(cm_work *work, const cm_source *source, uint32_t init,
                                  const cm_replaced *early, int count)
{
    const char *text = cm_arena_text(work->arena, source->text, source->length);
    rewriting r = {.arena = work->arena, .end = text + source->length};
    const char *close = closing(&r, text + init);
    writing w;
    if (count == 0 || close >= r.end)
        return source;
    begin(&w, work->arena, text);
    for (int i = 0; i < count; i++) { /* lines and offsets stay */
        char *blank = cm_arena_text(work->arena, text + early[i].from, early[i].to - early[i].from);
        for (char *c = blank; *c; c++)
            *c = *c == '\n' ? '\n' : ' ';
        replace(&w, work->arena, text + early[i].from, text + early[i].to, blank);
    }
    for (int i = 0; i < count; i++) {
        size_t length = early[i].to - early[i].from;
        replace(&w, work->arena, close + 1, close + 1,
                cm_arena_printf(work->arena, "\n%.*s\n", (int)length, text + early[i].from));
        cm_replaced *part = &w.parts[w.made.count - 1];
        part->from = early[i].from; /* for messages */
        part->to = early[i].to;
    }
    keep(&w, r.end);
    return finish(work, &w, source);
}

const cm_source *cm_globals_rewrite(cm_work *work, const cm_source *source, uint32_t from)
{
    const char *text = cm_arena_text(work->arena, source->text, source->length);
    rewriting r = {.arena = work->arena, .end = text + source->length};
    globals g = {.r = &r}, again = g;
    writing w;
    const char *open = next(&r, text + from), *close = closing(&r, open);
    const char *behind_init = past_bracket(&r, open);
    if (!has_functions(&r, behind_init))
        return source;
    go_beside(&g, NULL, NULL, behind_init);
    if (g.count == 0 || *open != '{' || close >= r.end)
        return source;
    begin(&w, work->arena, text);
    for (int i = 0; i < g.count; i++) {
        replace(&w, work->arena, close, close, g.list[i].item);
        cm_replaced *part = &w.parts[w.made.count - 1];
        part->from = (uint32_t)(g.list[i].from - text); /* for messages */
        part->to = (uint32_t)(g.list[i].to - text);
    }
    replace(&w, work->arena, close, close, "");
    go_beside(&again, &w, &g, behind_init);
    keep(&w, r.end);
    return finish(work, &w, source);
}

/* ---- namespaces --------------------------------------------------------------------- */

enum { MOST_SPACES = 16 };

/* `namespace a {` and its `}`, and `a::` before names, go. */
static const cm_source *without_namespaces(cm_work *work, const cm_source *source, uint32_t from)
{
    const char *text = cm_arena_text(work->arena, source->text, source->length);
    rewriting r = {.arena = work->arena, .end = text + source->length};
    int depth = 0, open[MOST_SPACES], opened = 0;
    writing w;
    begin(&w, work->arena, text);
    for (const char *at = next(&r, text + from), *to; at < r.end; at = to) {
        to = behind(&r, at);
        const char *name = to, *body = says(at, "namespace") ? name : r.end;
        while (body < r.end && (is_word(*body) || *body == ':'))
            body = behind(&r, body);
        bool opens = body < r.end && *body == '{' && opened < MOST_SPACES && depth == opened;
        if (opens) {
            for (; name < body; name = behind(&r, name))
                if (is_word(*name))
                    add(&r, name, word_at(name), "");
            replace(&w, work->arena, at, body + 1, "");
            open[opened++] = depth++;
            to = behind(&r, body);
        } else if (is_word(*at) && strncmp(to, "::", 2) == 0 && find(&r, at)) {
            replace(&w, work->arena, at, to + 2, "");
            to = next(&r, to + 2);
        } else if (*at == '}' && opened > 0 && open[opened - 1] == depth - 1) {
            replace(&w, work->arena, at, at + 1, "");
            depth = open[--opened];
        } else {
            depth += (*at == '{') - (*at == '}');
        }
    }
    keep(&w, r.end);
    return w.made.count > 0 ? finish(work, &w, source) : source;
}

const cm_source *cm_typedefs_rewrite(cm_work *work, const cm_source *source, uint32_t from,
                                     bool is_cpp)
{
    if (is_cpp)
        source = without_namespaces(work, source, from);
    /* a copy, which ends in a 0 byte */
    const char *text = cm_arena_text(work->arena, source->text, source->length), *to;
    rewriting r = {.arena = work->arena, .end = text + source->length};
    writing w;
    begin(&w, work->arena, text);
    int depth = 0;
    for (const char *at = next(&r, text + from); at < r.end; at = behind(&r, at)) {
        if (depth == 0 && accept(&r, &w, at, is_cpp, &to))
            at = to; /* the `;` */
        depth += (*at == '{') - (*at == '}');
    }
    if (r.count == 0)
        return source;
    keep(&w, r.end);
    const cm_source *defined = finish(work, &w, source);
    r.end = defined->text + defined->length;
    begin(&w, work->arena, defined->text);
    replace_names(&r, &w, defined->text + from, r.end);
    return finish(work, &w, defined);
}
