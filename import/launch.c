/* Launches in sources: see the header.
 *
 * The text is looked at as far as that: expressions of integers, and names that are declared once
 * with a value, `#define N 2`, `const int n = 2`, `dim3 grid(2, 1)`. Whatever is assigned to again
 * is no constant. Nothing is known of what the host does to memory before. */
#include "import/launch.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 16 };

typedef struct scan {
    cm_work *work;
    const cm_source *source;
    char *text; /* the source's, with blanks for comments and strings */
    size_t length;
} scan;

/* A part of it. */
typedef struct span {
    size_t from, to;
} span;

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static cm_place place_of(const scan *s, span at)
{
    return (cm_place){s->source, (uint32_t)at.from, (uint32_t)(at.to - at.from)};
}

/* ---- text ------------------------------------------------------------------------- */

/* From a comment or a string at `at` to its end; `at` itself: there is none. */
static size_t end_of_quoted(const char *text, size_t length, size_t at)
{
    bool line = text[at] == '/' && text[at + 1] == '/',
         block = text[at] == '/' && text[at + 1] == '*';
    char quote =
        text[at] == '"' || (text[at] == '\'' && (at == 0 || !is_word(text[at - 1]))) ? text[at] : 0;
    size_t end = at;
    if (line)
        while (end < length && text[end] != '\n')
            end++;
    if (block)
        for (end += 2; end < length && !(text[end - 1] == '*' && text[end] == '/' && end > at + 2);)
            end++;
    if (quote)
        for (end++; end < length && text[end] != quote && text[end] != '\n'; end++)
            end += text[end] == '\\';
    end += block || quote;
    return end > length ? length : end;
}

static scan scan_of(cm_work *work, const cm_source *source)
{
    scan s = {.work = work, .source = source, .length = source->length};
    s.text = cm_arena_text(work->arena, source->text, source->length);
    for (size_t at = 0; at < s.length;) {
        size_t end = end_of_quoted(s.text, s.length, at);
        for (size_t i = at; i < end; i++)
            s.text[i] = s.text[i] == '\n' ? '\n' : ' ';
        at = end > at ? end : at + 1;
    }
    return s;
}

static span trimmed(const scan *s, span x)
{
    while (x.from < x.to && isspace((unsigned char)s->text[x.from]))
        x.from++;
    while (x.from < x.to && isspace((unsigned char)s->text[x.to - 1]))
        x.to--;
    return x;
}

static const char *text_of(const scan *s, span x)
{
    return cm_arena_text(s->work->arena, s->text + x.from, x.to - x.from);
}

static bool is_name(const scan *s, span x)
{
    for (size_t i = x.from; i < x.to; i++)
        if (!is_word(s->text[i]))
            return false;
    return x.from < x.to && !isdigit((unsigned char)s->text[x.from]);
}

/* Parts between commas that stand in no brackets. */
static int split(const scan *s, span x, span *parts, int most)
{
    int count = 0, depth = 0;
    size_t from = x.from;
    if (trimmed(s, x).from == trimmed(s, x).to)
        return 0;
    for (size_t i = x.from; i <= x.to && count < most; i++) {
        depth += i < x.to && strchr("([{", s->text[i]) != NULL;
        depth -= i < x.to && strchr(")]}", s->text[i]) != NULL;
        if (i < x.to && (s->text[i] != ',' || depth > 0))
            continue;
        parts[count++] = trimmed(s, (span){from, i});
        from = i + 1;
    }
    return count;
}

/* Where the bracket at `at` closes; the end: nowhere. */
static size_t closes(const scan *s, size_t at)
{
    int depth = 0;
    for (; at < s->length; at++) {
        depth += strchr("([{", s->text[at]) != NULL;
        depth -= strchr(")]}", s->text[at]) != NULL;
        if (depth == 0)
            return at;
    }
    return at;
}

/* ---- names and their values --------------------------------------------------------- */

/* The next place of the name from `at` on; the end: there is none. */
static size_t next_of(const scan *s, const char *name, size_t at)
{
    size_t length = strlen(name);
    for (; at + length <= s->length; at++)
        if (memcmp(s->text + at, name, length) == 0 && (at == 0 || !is_word(s->text[at - 1])) &&
            !is_word(s->text[at + length]))
            return at;
    return s->length;
}

static size_t behind_blanks(const scan *s, size_t at)
{
    while (at < s->length && isspace((unsigned char)s->text[at]))
        at++;
    return at;
}

/* Behind the last character before it that is no blank. */
static size_t without_blanks(const scan *s, size_t at)
{
    while (at > 0 && isspace((unsigned char)s->text[at - 1]))
        at--;
    return at;
}

static char before(const scan *s, size_t at)
{
    at = without_blanks(s, at);
    return at > 0 ? s->text[at - 1] : '\0';
}

/* What is assigned from there on: as far as a semicolon or a comma that stands in no brackets. */
static span assigned(const scan *s, size_t at)
{
    span value = {at, at};
    while (value.to < s->length && s->text[value.to] != ';' && s->text[value.to] != ',')
        value.to = strchr("([{", s->text[value.to]) ? closes(s, value.to) + 1 : value.to + 1;
    return trimmed(s, value);
}

static bool is_defined_at(const scan *s, size_t at)
{
    static const char word[] = "define";
    while (at > 0 && (s->text[at - 1] == ' ' || s->text[at - 1] == '\t'))
        at--;
    size_t length = sizeof word - 1;
    return at > length && memcmp(s->text + at - length, word, length) == 0;
}

/* The value that the name is given, once in the text: `= 2`, `(2, 3)`, `{2}`, or a macro's. False:
 * none, or several, or it is changed. */
static bool value_given(const scan *s, const char *name, span *value)
{
    int count = 0;
    for (size_t at = next_of(s, name, 0); at < s->length; at = next_of(s, name, at + 1)) {
        size_t end = at + strlen(name), next = behind_blanks(s, end), to = next;
        char first = s->text[next], second = first ? s->text[next + 1] : '\0', last = before(s, at);
        bool macro = is_defined_at(s, at), declared = (is_word(last) || last == ',') && !macro;
        bool changed =
            (strchr("+-*/%&|^", first) && second == '=') || (first == '+' && second == '+') ||
            (first == '-' && second == '-') || last == '&' ||
            (at > 1 &&
             (memcmp(s->text + at - 2, "++", 2) == 0 || memcmp(s->text + at - 2, "--", 2) == 0));
        if (changed)
            return false;
        if (macro) {
            for (to = end; to < s->length && s->text[to] != '\n';)
                to++;
            *value = trimmed(s, (span){end, to});
            count++;
        } else if (first == '=' && second != '=') {
            if (!declared)
                return false;
            *value = assigned(s, next + 1);
            count++;
        } else if (declared && (first == '(' || first == '{')) {
            *value = (span){next + 1, closes(s, next)};
            count++;
        }
    }
    return count == 1;
}

/* ---- expressions ------------------------------------------------------------------------- */

typedef struct reading {
    const scan *s;
    size_t at, to;
    int depth;
    bool fails;
} reading;

static uint64_t read_sum(reading *r, int level);

static bool takes(reading *r, const char *text)
{
    while (r->at < r->to && isspace((unsigned char)r->s->text[r->at]))
        r->at++;
    size_t length = strlen(text);
    bool is = r->at + length <= r->to && memcmp(r->s->text + r->at, text, length) == 0;
    r->at += is ? length : 0;
    return is;
}

static bool evaluate(const scan *s, span x, int depth, uint64_t *value)
{
    reading r = {s, x.from, x.to, depth, depth > MOST_DEPTH};
    *value = r.fails ? 0 : read_sum(&r, 0);
    takes(&r, "");
    return !r.fails && r.at == r.to;
}

static uint64_t read_name(reading *r)
{
    static const struct {
        const char *type;
        unsigned bytes;
    } types[] = {{"int", 4},   {"unsigned", 4}, {"float", 4},  {"double", 8},  {"char", 1},
                 {"short", 2}, {"int32_t", 4},  {"size_t", 8}, {"int64_t", 8}, {"uint64_t", 8}};
    span name = {r->at, r->at}, value;
    uint64_t number = 0;
    while (name.to < r->to && is_word(r->s->text[name.to]))
        name.to++;
    r->at = name.to;
    const char *text = text_of(r->s, name);
    if (strcmp(text, "sizeof") == 0 && takes(r, "(")) {
        size_t close = closes(r->s, r->at - 1);
        const char *type = text_of(r->s, trimmed(r->s, (span){r->at, close}));
        r->at = close + 1;
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            if (strcmp(types[i].type, type) == 0)
                return types[i].bytes;
        r->fails = true;
    } else if (!is_name(r->s, name) || !value_given(r->s, text, &value) ||
               !evaluate(r->s, value, r->depth + 1, &number)) {
        r->fails = true;
    }
    return number;
}

static uint64_t read_factor(reading *r)
{
    if (takes(r, "-"))
        return 0 - read_factor(r);
    if (takes(r, "(")) {
        uint64_t inner = read_sum(r, 0);
        r->fails |= !takes(r, ")");
        return inner;
    }
    if (r->at == r->to || !isdigit((unsigned char)r->s->text[r->at]))
        return read_name(r);
    char *end;
    uint64_t number = strtoull(r->s->text + r->at, &end, 0);
    r->at = (size_t)(end - r->s->text);
    while (r->at < r->to && strchr("uUlLzZ", r->s->text[r->at]))
        r->at++;
    r->fails |= r->at > r->to ||
                (r->at < r->to && (is_word(r->s->text[r->at]) || r->s->text[r->at] == '.'));
    return number;
}

/* Shifts, sums, products. */
static uint64_t read_sum(reading *r, int level)
{
    static const char *const signs[][3] = {{"<<", ">>", NULL}, {"+", "-", NULL}, {"*", "/", "%"}};
    enum { LEVELS = sizeof signs / sizeof *signs };
    if (level == LEVELS)
        return read_factor(r);
    uint64_t left = read_sum(r, level + 1);
    for (int i = 0; i < 3 && !r->fails;) {
        if (!signs[level][i] || !takes(r, signs[level][i])) {
            i++;
            continue;
        }
        uint64_t right = read_sum(r, level + 1);
        r->fails |= (level == 2 && i > 0 && right == 0) || (level == 0 && right > 63);
        if (r->fails)
            break;
        left = level == 0   ? (i ? left >> right : left << right)
               : level == 1 ? (i ? left - right : left + right)
               : i == 0     ? left * right
               : i == 1     ? left / right
                            : left % right;
        i = 0;
    }
    return left;
}

/* ---- what a launch says --------------------------------------------------------------------- */

/* A number, `dim3(2, 2)`, `{2, 2}`, or the name of one. */
static bool read_extent(const scan *s, span x, int depth, cm_extent *extent)
{
    uint64_t numbers[3] = {1, 1, 1};
    span parts[4], value;
    const char *text = text_of(s, x);
    size_t word = strncmp(text, "dim3", 4) == 0 ? 4 : 0;
    size_t open = behind_blanks(s, x.from + word);
    int count;
    if (depth > MOST_DEPTH)
        return false;
    if (word == 0 && is_name(s, x) && value_given(s, text, &value)) {
        count = split(s, value, parts, 4);
        if (count < 2)
            return read_extent(s, value, depth + 1, extent);
    } else if (open < x.to && (s->text[open] == '{' || (word && s->text[open] == '(')) &&
               closes(s, open) + 1 == x.to) {
        count = split(s, (span){open + 1, x.to - 1}, parts, 4);
    } else {
        count = split(s, x, parts, 1);
    }
    for (int i = 0; i < count && i < 3; i++)
        if (!evaluate(s, parts[i], depth + 1, &numbers[i]) || numbers[i] == 0 || numbers[i] > 65535)
            return false;
    *extent = (cm_extent){(unsigned)numbers[0], (unsigned)numbers[1], (unsigned)numbers[2]};
    return count > 0 && count < 4;
}

static void size(const scan *s, span x, const char *what, cm_extent *extent)
{
    if (!read_extent(s, x, 0, extent))
        cm_fail(s->work, place_of(s, x),
                "%s is not constant here, expected numbers, or a line `// cmcm: launch ...`", what);
}

/* A pointer by its own name, which nothing but an allocation gives a value: `int *data`, and
 * neither a variable of the device, which has a location of its own, nor a part of another. */
static bool is_pointer(const scan *s, const char *name)
{
    bool declared = false;
    for (size_t at = next_of(s, name, 0); at < s->length; at = next_of(s, name, at + 1)) {
        size_t line = at, next = behind_blanks(s, at + strlen(name));
        while (line > 0 && !strchr(";{}(\n", s->text[line - 1]))
            line--;
        const char *head = text_of(s, (span){line, at});
        if (strstr(head, "__device__") || strstr(head, "__managed__"))
            return false;
        size_t star = without_blanks(s, at);
        bool starred = star > 0 && s->text[star - 1] == '*';
        char behind = starred ? before(s, star - 1) : '\0';
        bool declares = starred && (is_word(behind) || behind == '>' || behind == ',');
        declared |= declares;
        if (starred && !declares) /* `*data = 1` */
            continue;
        if (s->text[next] != '=' || s->text[next + 1] == '=')
            continue;
        const char *given = text_of(s, assigned(s, next + 1));
        if (strcmp(given, "nullptr") != 0 && strcmp(given, "NULL") != 0 &&
            strcmp(given, "0") != 0 && !strstr(given, "alloc") && strncmp(given, "new ", 4) != 0)
            return false;
    }
    return declared;
}

static cm_bind_argument argument(const scan *s, span x)
{
    cm_bind_argument a = {.kind = CM_BIND_NUMBER, .place = place_of(s, x)};
    const char *text = text_of(s, x);
    if (strcmp(text, "nullptr") == 0 || strcmp(text, "NULL") == 0 || evaluate(s, x, 0, &a.number))
        return a;
    a.kind = is_name(s, x) && is_pointer(s, text) ? CM_BIND_LOCATION : CM_BIND_UNSAID;
    a.location = a.kind == CM_BIND_LOCATION ? text : NULL;
    a.number = 0;
    return a;
}

/* Before `<<<`: name, or name<type>. */
static span kernel_before(const scan *s, size_t at)
{
    span name = trimmed(s, (span){0, at});
    if (name.to > 0 && s->text[name.to - 1] == '>') {
        int depth = 0;
        do {
            depth += s->text[name.to - 1] == '>';
            depth -= s->text[--name.to] == '<';
        } while (name.to > 0 && depth > 0);
        name = trimmed(s, (span){0, name.to});
    }
    name.from = name.to;
    while (name.from > 0 && (is_word(s->text[name.from - 1]) || s->text[name.from - 1] == ':'))
        name.from--;
    return name;
}

/* What the host does before the launch is not followed. */
static void warn_of_host(const scan *s)
{
    static const char *const fills[] = {"Memcpy", "Memset", "MallocManaged", "MallocHost"};
    for (size_t i = 0; i < sizeof fills / sizeof *fills; i++) {
        const char *at = strstr(s->text, fills[i]);
        span word = {at ? (size_t)(at - s->text) : 0,
                     at ? (size_t)(at - s->text) + strlen(fills[i]) : 0};
        if (!at)
            continue;
        cm_diag_add(s->work, CM_WARNING, place_of(s, word),
                    "memory starts as 0, whatever the host writes, unless lines `// cmcm: init "
                    "...` say otherwise");
        return;
    }
}

cm_launch *cm_launch_of_source(cm_work *work, const cm_source *source)
{
    enum { SIZES = 4, ARGUMENTS = 64 };
    scan s = scan_of(work, source);
    const char *found = strstr(s.text, "<<<");
    if (!found)
        return NULL;
    size_t at = (size_t)(found - s.text);
    const char *end = strstr(found, ">>>"), *again = strstr(found + 3, "<<<");
    span name = kernel_before(&s, at), sizes[SIZES], parts[ARGUMENTS + 1];
    if (again)
        cm_fail(work, place_of(&s, (span){(size_t)(again - s.text), (size_t)(again - s.text) + 3}),
                "there is a second launch, expected one, or lines `// cmcm: launch ...`");
    size_t open = end ? behind_blanks(&s, (size_t)(end - s.text) + 3) : s.length;
    if (name.from == name.to || open >= s.length || s.text[open] != '(' ||
        closes(&s, open) >= s.length)
        cm_fail(work, place_of(&s, (span){at, at + 3}),
                "expected a launch such as `kernel<<<2, 32>>>(data)`");
    cm_launch *l = CM_NEW(work->arena, cm_launch);
    *l = (cm_launch){
        .kernel = text_of(&s, name), .place = place_of(&s, name), .domain = -1, .after = ""};
    l->blocks = l->threads = l->clusters = (cm_extent){1, 1, 1};
    int count = split(&s, (span){at + 3, (size_t)(end - s.text)}, sizes, SIZES);
    if (count < 2)
        cm_fail(work, place_of(&s, (span){at, at + 3}), "expected two sizes at least");
    size(&s, sizes[0], "the number of blocks", &l->blocks);
    size(&s, sizes[1], "the number of threads", &l->threads);
    if (count > 2 && !evaluate(&s, sizes[2], 0, &l->shared))
        cm_fail(work, place_of(&s, sizes[2]),
                "the number of bytes of shared memory is not constant here, expected a number, or "
                "a line `// cmcm: launch ...`");
    count = split(&s, (span){open + 1, closes(&s, open)}, parts, ARGUMENTS + 1);
    if (count > ARGUMENTS)
        cm_fail(work, l->place, "there are too many arguments, expected at most %d", ARGUMENTS);
    for (int i = 0; i < count; i++) {
        CM_RESERVE(work->arena, l->arguments, l->argument_count, l->argument_capacity);
        l->arguments[l->argument_count++] = argument(&s, parts[i]);
    }
    warn_of_host(&s);
    return l;
}
