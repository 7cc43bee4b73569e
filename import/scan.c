/* The text of a source in C++, as far as launches and what the host does about them need it: see
 * the header. */
#include "import/scan.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* 0 bytes behind the text: what stands behind a bracket that is not closed. */
enum { BEHIND = 8, DEEPEST = 100 };

bool cm_scan_is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

cm_place cm_scan_place(const cm_scan *s, cm_scan_span at)
{
    size_t length = at.to > at.from ? at.to - at.from : 0;
    return (cm_place){s->source, (uint32_t)(at.from < s->length ? at.from : s->length),
                      (uint32_t)length};
}

/* ---- text ------------------------------------------------------------------------- */

/* From a comment or a string at `at` to its end; `at` itself: there is none. */
static size_t end_of_quoted(const char *text, size_t length, size_t at)
{
    bool line = text[at] == '/' && text[at + 1] == '/',
         block = text[at] == '/' && text[at + 1] == '*';
    char quote =
        text[at] == '"' || (text[at] == '\'' && (at == 0 || !cm_scan_is_word(text[at - 1])))
            ? text[at]
            : 0;
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

cm_scan cm_scan_of(cm_work *work, const cm_source *source)
{
    cm_scan s = {.work = work, .source = source, .length = source->length};
    s.text = CM_NEW_ARRAY(work->arena, source->length + BEHIND, char);
    memcpy(s.text, source->text, source->length);
    for (size_t at = 0; at < s.length;) {
        size_t end = end_of_quoted(s.text, s.length, at);
        for (size_t i = at; i < end; i++)
            s.text[i] = s.text[i] == '\n' ? '\n' : ' ';
        at = end > at ? end : at + 1;
    }
    return s;
}

cm_scan_span cm_scan_trimmed(const cm_scan *s, cm_scan_span x)
{
    while (x.from < x.to && isspace((unsigned char)s->text[x.from]))
        x.from++;
    while (x.from < x.to && isspace((unsigned char)s->text[x.to - 1]))
        x.to--;
    return x;
}

const char *cm_scan_text(const cm_scan *s, cm_scan_span x)
{
    return x.from < x.to ? cm_arena_text(s->work->arena, s->text + x.from, x.to - x.from) : "";
}

bool cm_scan_is_name(const cm_scan *s, cm_scan_span x)
{
    for (size_t i = x.from; i < x.to; i++)
        if (!cm_scan_is_word(s->text[i]))
            return false;
    return x.from < x.to && !isdigit((unsigned char)s->text[x.from]);
}

int cm_scan_split(const cm_scan *s, cm_scan_span x, cm_scan_span *parts, int most)
{
    int count = 0, depth = 0;
    size_t from = x.from;
    if (cm_scan_trimmed(s, x).from == cm_scan_trimmed(s, x).to)
        return 0;
    for (size_t i = x.from; i <= x.to && count < most; i++) {
        depth += i < x.to && strchr("([{", s->text[i]) != NULL;
        depth -= i < x.to && strchr(")]}", s->text[i]) != NULL;
        if (i < x.to && (s->text[i] != ',' || depth > 0))
            continue;
        parts[count++] = cm_scan_trimmed(s, (cm_scan_span){from, i});
        from = i + 1;
    }
    return count;
}

size_t cm_scan_closes(const cm_scan *s, size_t at)
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

size_t cm_scan_next(const cm_scan *s, const char *name, size_t at)
{
    size_t length = strlen(name);
    for (; at + length <= s->length; at++)
        if (memcmp(s->text + at, name, length) == 0 &&
            (at == 0 || !cm_scan_is_word(s->text[at - 1])) &&
            !cm_scan_is_word(s->text[at + length]))
            return at;
    return s->length;
}

size_t cm_scan_behind_blanks(const cm_scan *s, size_t at)
{
    while (at < s->length && isspace((unsigned char)s->text[at]))
        at++;
    return at;
}

size_t cm_scan_without_blanks(const cm_scan *s, size_t at)
{
    while (at > 0 && isspace((unsigned char)s->text[at - 1]))
        at--;
    return at;
}

char cm_scan_before(const cm_scan *s, size_t at)
{
    at = cm_scan_without_blanks(s, at);
    return at > 0 ? s->text[at - 1] : '\0';
}

cm_scan_span cm_scan_assigned(const cm_scan *s, size_t at)
{
    cm_scan_span value = {at, at};
    while (value.to < s->length && s->text[value.to] != ';' && s->text[value.to] != ',')
        value.to =
            strchr("([{", s->text[value.to]) ? cm_scan_closes(s, value.to) + 1 : value.to + 1;
    return cm_scan_trimmed(s, value);
}

static bool is_defined_at(const cm_scan *s, size_t at)
{
    static const char word[] = "define";
    while (at > 0 && (s->text[at - 1] == ' ' || s->text[at - 1] == '\t'))
        at--;
    size_t length = sizeof word - 1;
    return at > length && memcmp(s->text + at - length, word, length) == 0;
}

/* Is `&name` there what a copy reads: `cudaMemcpy(x, &name, ...)`? */
static bool is_copied(const cm_scan *s, size_t at)
{
    size_t open = at, comma = 0;
    for (int depth = 0; open > 0 && depth >= 0; open--) {
        comma += depth == 0 && s->text[open - 1] == ',';
        depth += strchr(")]}", s->text[open - 1]) != NULL;
        depth -= strchr("([{", s->text[open - 1]) != NULL;
    }
    size_t from = open;
    while (from > 0 && cm_scan_is_word(s->text[from - 1]))
        from--;
    const char *word = s->text + from;
    word += strncmp(word, "cuda", 4) == 0 ? 4 : strncmp(word, "hip", 3) == 0 ? 3 : 0;
    return comma == 1 && word > s->text + from && strncmp(word, "Memcpy", 6) == 0;
}

bool cm_scan_value(const cm_scan *s, const char *name, cm_scan_span *value)
{
    int count = 0;
    for (size_t at = cm_scan_next(s, name, 0); at < s->length; at = cm_scan_next(s, name, at + 1)) {
        size_t end = at + strlen(name), next = cm_scan_behind_blanks(s, end), to = next;
        char first = s->text[next], second = first ? s->text[next + 1] : '\0',
             last = cm_scan_before(s, at);
        bool macro = is_defined_at(s, at),
             declared = (cm_scan_is_word(last) || last == ',') && !macro;
        bool changed =
            (strchr("+-*/%&|^", first) && second == '=') || (first == '+' && second == '+') ||
            (first == '-' && second == '-') || (last == '&' && !is_copied(s, at)) ||
            (at > 1 &&
             (memcmp(s->text + at - 2, "++", 2) == 0 || memcmp(s->text + at - 2, "--", 2) == 0));
        if (changed)
            return false;
        if (macro) {
            for (to = end; to < s->length && s->text[to] != '\n';)
                to++;
            *value = cm_scan_trimmed(s, (cm_scan_span){end, to});
            count++;
        } else if (first == '=' && second != '=') {
            if (!declared)
                return false;
            *value = cm_scan_assigned(s, next + 1);
            count++;
        } else if (declared && (first == '(' || first == '{')) {
            *value = (cm_scan_span){next + 1, cm_scan_closes(s, next)};
            count++;
        }
    }
    return count == 1;
}

/* ---- expressions ------------------------------------------------------------------------- */

typedef struct reading {
    const cm_scan *s;
    size_t at, to;
    int depth;
    int nested; /* brackets and signs around what is read */
    bool fails;
} reading;

static uint64_t read_sum(reading *r, int level);
static uint64_t read_factor(reading *r);

static bool takes(reading *r, const char *text)
{
    while (r->at < r->to && isspace((unsigned char)r->s->text[r->at]))
        r->at++;
    size_t length = strlen(text);
    bool is = r->at + length <= r->to && memcmp(r->s->text + r->at, text, length) == 0;
    r->at += is ? length : 0;
    return is;
}

bool cm_scan_number(const cm_scan *s, cm_scan_span x, int depth, uint64_t *value)
{
    reading r = {.s = s, .at = x.from, .to = x.to, .depth = depth, .fails = depth > CM_SCAN_DEPTH};
    *value = r.fails ? 0 : read_sum(&r, 0);
    takes(&r, "");
    return !r.fails && r.at == r.to;
}

unsigned cm_scan_type_bytes(const char *type)
{
    static const struct {
        const char *type;
        unsigned bytes;
    } types[] = {{"int", 4},     {"unsigned", 4}, {"float", 4},    {"double", 8},  {"char", 1},
                 {"short", 2},   {"long", 8},     {"bool", 1},     {"int32_t", 4}, {"uint32_t", 4},
                 {"size_t", 8},  {"int64_t", 8},  {"uint64_t", 8}, {"int8_t", 1},  {"uint8_t", 1},
                 {"int16_t", 2}, {"uint16_t", 2}};
    int found = CM_NAMED_INDEX(types, sizeof types / sizeof *types, type, type);
    return found < 0 ? 0 : types[found].bytes;
}

static uint64_t read_name(reading *r)
{
    cm_scan_span name = {r->at, r->at}, value;
    uint64_t number = 0;
    while (name.to < r->to && cm_scan_is_word(r->s->text[name.to]))
        name.to++;
    r->at = name.to;
    const char *text = cm_scan_text(r->s, name);
    if (strcmp(text, "sizeof") == 0 && takes(r, "(")) {
        size_t close = cm_scan_closes(r->s, r->at - 1);
        cm_scan_span type = cm_scan_trimmed(r->s, (cm_scan_span){r->at, close});
        number = cm_scan_type_bytes(cm_scan_text(r->s, type));
        r->fails |= number == 0;
        r->at = close + 1;
    } else if (r->s->variable && strcmp(text, r->s->variable) == 0) {
        number = r->s->value;
    } else if (!cm_scan_is_name(r->s, name) || !cm_scan_value(r->s, text, &value) ||
               !cm_scan_number(r->s, value, r->depth + 1, &number)) {
        r->fails = true;
    }
    return number;
}

static uint64_t read_inner(reading *r, bool sum)
{
    r->fails |= ++r->nested > DEEPEST;
    uint64_t inner = r->fails ? 0 : sum ? read_sum(r, 0) : read_factor(r);
    r->nested--;
    return inner;
}

static uint64_t read_factor(reading *r)
{
    if (takes(r, "-"))
        return 0 - read_inner(r, false);
    if (takes(r, "(")) {
        uint64_t inner = read_inner(r, true);
        r->fails |= !takes(r, ")");
        return inner;
    }
    if (r->at >= r->to || !isdigit((unsigned char)r->s->text[r->at]))
        return read_name(r);
    char *end;
    uint64_t number = strtoull(r->s->text + r->at, &end, 0);
    r->at = (size_t)(end - r->s->text);
    while (r->at < r->to && strchr("uUlLzZ", r->s->text[r->at]))
        r->at++;
    r->fails |= r->at > r->to ||
                (r->at < r->to && (cm_scan_is_word(r->s->text[r->at]) || r->s->text[r->at] == '.'));
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

const char *cm_scan_element(const cm_scan *s, const char *name)
{
    for (size_t at = cm_scan_next(s, name, 0); at < s->length; at = cm_scan_next(s, name, at + 1)) {
        size_t from = at;
        bool behind = false; /* the initial value of another */
        while (from > 0 && (behind || !strchr(";{}()\n", s->text[from - 1]))) {
            from--;
            behind = behind && s->text[from] != '{';
            behind |= from > 0 && s->text[from] == ',' && cm_scan_before(s, from) == '}';
        }
        char last = cm_scan_before(s, at);
        const char *type = NULL;
        if (last != '*' && last != ',' && !cm_scan_is_word(last))
            continue;
        for (size_t word = from; word < at; word++) {
            size_t end = word;
            while (end < at && cm_scan_is_word(s->text[end]))
                end++;
            const char *text = cm_scan_text(s, (cm_scan_span){word, end});
            type = end > word && cm_scan_type_bytes(text) ? text : type;
            word = end > word ? end : word;
        }
        if (type)
            return type;
    }
    return NULL;
}
