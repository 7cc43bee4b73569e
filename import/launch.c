/* A launch in a source: see the header. */
#include "import/launch.h"

#include "base/text.h"

#include <string.h>

/* ---- what a launch says --------------------------------------------------------------------- */

/* A number, `dim3(2, 2)`, `{2, 2}`, or the name of one. */
static bool read_extent(const cm_scan *s, cm_scan_span x, int depth, cm_extent *extent)
{
    uint64_t numbers[3] = {1, 1, 1};
    cm_scan_span parts[4], value;
    const char *text = cm_scan_text(s, x);
    size_t word = strncmp(text, "dim3", 4) == 0 ? 4 : 0;
    size_t open = cm_scan_behind_blanks(s, x.from + word);
    int count;
    if (depth > CM_SCAN_DEPTH)
        return false;
    if (word == 0 && cm_scan_is_name(s, x) && cm_scan_value(s, text, &value)) {
        count = cm_scan_split(s, value, parts, 4);
        if (count < 2)
            return read_extent(s, value, depth + 1, extent);
    } else if (open < x.to && (s->text[open] == '{' || (word && s->text[open] == '(')) &&
               cm_scan_closes(s, open) + 1 == x.to) {
        count = cm_scan_split(s, (cm_scan_span){open + 1, x.to - 1}, parts, 4);
    } else {
        count = cm_scan_split(s, x, parts, 1);
    }
    for (int i = 0; i < count && i < 3; i++)
        if (!cm_scan_number(s, parts[i], depth + 1, &numbers[i]) || numbers[i] == 0 ||
            numbers[i] > 65535)
            return false;
    *extent = (cm_extent){(unsigned)numbers[0], (unsigned)numbers[1], (unsigned)numbers[2]};
    return count > 0 && count < 4;
}

static void size(const cm_scan *s, cm_scan_span x, const char *what, cm_extent *extent)
{
    if (!read_extent(s, x, 0, extent))
        cm_fail(s->work, cm_scan_place(s, x),
                "%s is not constant here, expected numbers, or a line `// cmcm: launch ...`", what);
}

/* A pointer by its own name, which nothing but an allocation gives a value: `int *data`, and
 * neither a variable of the device, which has a location of its own, nor a part of another. */
static bool is_pointer(const cm_scan *s, const char *name)
{
    bool declared = false;
    for (size_t at = cm_scan_next(s, name, 0); at < s->length; at = cm_scan_next(s, name, at + 1)) {
        size_t line = at, next = cm_scan_behind_blanks(s, at + strlen(name));
        while (line > 0 && !strchr(";{}(\n", s->text[line - 1]))
            line--;
        const char *head = cm_scan_text(s, (cm_scan_span){line, at});
        if (strstr(head, "__device__") || strstr(head, "__managed__"))
            return false;
        size_t star = cm_scan_without_blanks(s, at);
        bool starred = star > 0 && s->text[star - 1] == '*';
        char behind = starred ? cm_scan_before(s, star - 1) : '\0';
        bool declares = starred && (cm_scan_is_word(behind) || behind == '>' || behind == ',');
        declared |= declares;
        if (starred && !declares) /* `*data = 1` */
            continue;
        if (s->text[next] != '=' || s->text[next + 1] == '=')
            continue;
        const char *given = cm_scan_text(s, cm_scan_assigned(s, next + 1));
        if (strcmp(given, "nullptr") != 0 && strcmp(given, "NULL") != 0 &&
            strcmp(given, "0") != 0 && !strstr(given, "alloc") && strncmp(given, "new ", 4) != 0)
            return false;
    }
    return declared;
}

/* `data`, `data + 2`, `&data[2]`: the pointer, and bytes from it. */
static const char *location(const cm_scan *s, cm_scan_span x, uint64_t *bytes)
{
    bool address = s->text[x.from] == '&';
    cm_scan_span name = {x.from + address, x.from + address}, offset;
    while (name.to < x.to && cm_scan_is_word(s->text[name.to]))
        name.to++;
    const char *text = cm_scan_text(s, name), *type = cm_scan_element(s, text);
    size_t sign = cm_scan_behind_blanks(s, name.to);
    *bytes = 0;
    if (!cm_scan_is_name(s, name) || !is_pointer(s, text))
        return NULL;
    if (sign >= x.to)
        return address ? NULL : text;
    offset = (cm_scan_span){sign + 1, address ? cm_scan_closes(s, sign) : x.to};
    if (!type || s->text[sign] != (address ? '[' : '+') || (address && offset.to + 1 != x.to) ||
        !cm_scan_number(s, offset, 0, bytes))
        return NULL;
    *bytes *= cm_scan_type_bytes(type);
    return text;
}

static cm_bind_argument argument(const cm_scan *s, cm_scan_span x)
{
    cm_bind_argument a = {.kind = CM_BIND_NUMBER, .place = cm_scan_place(s, x)};
    const char *text = cm_scan_text(s, x);
    if (strcmp(text, "nullptr") == 0 || strcmp(text, "NULL") == 0 ||
        cm_scan_number(s, x, 0, &a.number))
        return a;
    a.location = location(s, x, &a.number);
    a.kind = a.location ? CM_BIND_LOCATION : CM_BIND_UNSAID;
    return a;
}

/* Before `<<<`: name, or name<type>. */
static cm_scan_span kernel_before(const cm_scan *s, size_t at)
{
    cm_scan_span name = cm_scan_trimmed(s, (cm_scan_span){0, at});
    if (name.to > 0 && s->text[name.to - 1] == '>') {
        int depth = 0;
        do {
            depth += s->text[name.to - 1] == '>';
            depth -= s->text[--name.to] == '<';
        } while (name.to > 0 && depth > 0);
        name = cm_scan_trimmed(s, (cm_scan_span){0, name.to});
    }
    name.from = name.to;
    while (name.from > 0 &&
           (cm_scan_is_word(s->text[name.from - 1]) || s->text[name.from - 1] == ':'))
        name.from--;
    return name;
}

/* Its number of bytes of shared memory, and its stream. */
static void read_rest(const cm_scan *s, cm_launch *l, const cm_scan_span *parts, int count,
                      const char **stream)
{
    static const char *const defaults[] = {"0", "nullptr", "NULL", "cudaStreamLegacy"};
    *stream = count > 3 ? cm_scan_text(s, parts[3]) : "";
    if (cm_word_listed(defaults, sizeof defaults / sizeof *defaults, *stream))
        *stream = "";
    if (count > 2 && !cm_scan_number(s, parts[2], 0, &l->shared))
        cm_fail(s->work, cm_scan_place(s, parts[2]),
                "the number of bytes of shared memory is not constant here, expected a number, or "
                "a line `// cmcm: launch ...`");
}

void cm_launch_arguments(const cm_scan *s, cm_launch *l, size_t open)
{
    enum { ARGUMENTS = 64 };
    cm_work *work = s->work;
    cm_scan_span parts[ARGUMENTS + 1];
    int count =
        cm_scan_split(s, (cm_scan_span){open + 1, cm_scan_closes(s, open)}, parts, ARGUMENTS + 1);
    if (count > ARGUMENTS)
        cm_fail(work, l->place, "there are too many arguments, expected at most %d", ARGUMENTS);
    for (int i = 0; i < count; i++)
        CM_PUSH(work->arena, l->arguments, l->argument_count, l->argument_capacity,
                argument(s, parts[i]));
}

cm_launch *cm_launch_read(const cm_scan *s, size_t at, const char **stream)
{
    enum { SIZES = 4 };
    cm_work *work = s->work;
    const char *end = strstr(s->text + at, ">>>");
    cm_scan_span name = kernel_before(s, at), sizes[SIZES];
    size_t open = end ? cm_scan_behind_blanks(s, (size_t)(end - s->text) + 3) : s->length;
    if (name.from == name.to || open >= s->length || s->text[open] != '(' ||
        cm_scan_closes(s, open) >= s->length)
        cm_fail(work, cm_scan_place(s, (cm_scan_span){at, at + 3}),
                "expected a launch such as `kernel<<<2, 32>>>(data)`");
    cm_launch *l = CM_NEW(work->arena, cm_launch);
    *l = (cm_launch){.kernel = cm_scan_text(s, name),
                     .place = cm_scan_place(s, name),
                     .domain = -1,
                     .after = ""};
    l->blocks = l->threads = l->clusters = (cm_extent){1, 1, 1};
    int count = cm_scan_split(s, (cm_scan_span){at + 3, (size_t)(end - s->text)}, sizes, SIZES);
    if (count < 2)
        cm_fail(work, cm_scan_place(s, (cm_scan_span){at, at + 3}), "expected two sizes at least");
    size(s, sizes[0], "the number of blocks", &l->blocks);
    size(s, sizes[1], "the number of threads", &l->threads);
    read_rest(s, l, sizes, count, stream);
    cm_launch_arguments(s, l, open);
    return l;
}
