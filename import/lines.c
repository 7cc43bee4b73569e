/* Lines of the source: see the header. */
#include "import/lines.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST_FILES = 4096 };

typedef struct scan {
    cm_arena *arena;
    const cm_source *kernel;
    const char *files[MOST_FILES];        /* by number: names without folders */
    const cm_source *sources[MOST_FILES]; /* NULL: not looked for */
    cm_import_lines lines;
    unsigned long own; /* the file that the kernel stands in */
    bool exact;        /* a column is that of the statement */
    const char *only;  /* the name of the source whose lines alone count, or NULL */
} scan;

/* A name that can stand in the comment of a test. */
static const char *plain_name(cm_arena *arena, const char *name, size_t length)
{
    for (size_t i = length; i > 0; i--)
        if (name[i - 1] == '/') {
            name += i;
            length -= i;
            break;
        }
    char *plain = cm_arena_text(arena, name, length);
    for (char *c = plain; *c; c++)
        *c = strchr("(*) \t|;,", *c) ? '_' : *c;
    return plain;
}

/* `.file 1 "folder" "name"`: the last text of the line. */
static void read_file(scan *s, const char *line, const char *end)
{
    char *after;
    unsigned long number = strtoul(line, &after, 10);
    const char *close = end;
    while (close > after && close[-1] != '"')
        close--;
    const char *open = close > after ? close - 1 : after;
    while (open > after && open[-1] != '"')
        open--;
    if (number < MOST_FILES && open > after)
        s->files[number] = plain_name(s->arena, open, (size_t)(close - 1 - open));
}

const cm_source *cm_import_beside(cm_arena *arena, const cm_source *kernel, const char *name)
{
    const char *slash = strrchr(kernel->name, '/');
    int folder = slash ? (int)(slash - kernel->name) : 1;
    const char *path = cm_arena_printf(arena, "%.*s/%s", folder, slash ? kernel->name : ".",
                                       plain_name(arena, name, strlen(name)));
    static const cm_source none = {"", "", 0};
    struct stat status;
    cm_work silent = cm_work_new(arena);
    const cm_source *read =
        stat(path, &status) == 0 && S_ISREG(status.st_mode) ? cm_source_read(&silent, path) : NULL;
    return read ? read : &none;
}

/* Where the statement begins that has the character at: it stands at the character itself, as
 * nvcc says, or before it, as clang does, which points at the operator. */
static const char *beginning(const char *line, const char *at)
{
    const char *from = at;
    while (from > line && strchr(" \t", from[-1]))
        from--;
    if (from == line || strchr(";{})", from[-1]))
        return at;
    int depth = 0;
    for (; from > line; from--) {
        depth += (from[-1] == ')') - (from[-1] == '(');
        if (depth <= 0 && strchr(";{}", from[-1]))
            break;
    }
    return from;
}

/* nvcc has a column for each line, that of its first statement, and clang for each statement. */
static bool has_exact_columns(const cm_source *kernel)
{
    static const char word[] = "LLVM NVPTX", ptx[] = ".ptx";
    enum { HEAD = 1000 };
    size_t length = kernel->length < HEAD ? kernel->length : HEAD, name = strlen(kernel->name);
    for (size_t i = 0; i + sizeof word <= length; i++)
        if (memcmp(kernel->text + i, word, sizeof word - 1) == 0)
            return true;
    return name < strlen(ptx) || strcmp(kernel->name + name - strlen(ptx), ptx) != 0;
}

/* What does something in the line: the statement at the column (exact), or all from there on,
 * without a comment behind; NULL: nothing does. */
static const char *code_in(cm_arena *arena, const char *line, const char *end, unsigned long column,
                           bool exact)
{
    enum { LONGEST = 60 };
    const char *from = column > 0 && column <= (unsigned long)(end - line)
                           ? beginning(line, line + column - 1)
                           : line;
    int depth = 0;
    cm_text out = cm_text_new(arena);
    char quote = 0;
    for (const char *c = from; c < end; c++) {
        bool comment = c + 1 < end && c[0] == '/' && (c[1] == '/' || c[1] == '*');
        depth += quote ? 0 : (*c == '(') - (*c == ')');
        if (!quote && (comment || (exact && out.length > 0 && depth <= 0 && strchr(";{}", *c))))
            break;
        if (quote && *c == '\\' && c + 1 < end)
            cm_text_add_char(&out, *c++);
        else if (quote ? *c == quote : *c == '"')
            quote = quote ? 0 : *c;
        bool blank = *c == ' ' || *c == '\t' || *c == '\r';
        if (blank && (out.length == 0 || out.data[out.length - 1] == ' '))
            continue;
        if (out.length == 0 && *c == '}')
            continue;
        cm_text_add_char(&out, blank ? ' ' : *c >= ' ' && *c < 127 ? *c : '?');
    }
    while (out.length > 0 && strchr(" ;{}", out.data[out.length - 1]))
        out.length--;
    if (out.length > LONGEST)
        return cm_arena_printf(arena, "%.*s...", LONGEST - 3, out.data);
    return out.length > 0 ? cm_arena_text(arena, out.data, out.length) : NULL;
}

/* An instruction inside `asm` is better told by what the compiler made of it. */
static bool is_assembly(const char *code)
{
    const char *name = code + strspn(code, "_");
    return strncmp(name, "asm", 3) == 0 && strchr("_ (", name[3]);
}

cm_import_line cm_import_line_of(cm_arena *arena, const cm_source *source, const char *name,
                                 unsigned long line, unsigned long column, bool exact)
{
    const char *at = source->text, *end = at + source->length;
    for (unsigned long number = line; number > 1 && at; number--) {
        at = memchr(at, '\n', (size_t)(end - at));
        at += at != NULL;
    }
    const char *newline = at ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    const char *code = at ? code_in(arena, at, newline ? newline : end, column, exact) : NULL;
    const char *text =
        cm_arena_printf(arena, "%s:%lu", plain_name(arena, name, strlen(name)), line);
    if (code && is_assembly(code))
        code = NULL;
    if (code && column > 0)
        text = cm_arena_printf(arena, "%s:%lu", text, column);
    return (cm_import_line){.text = text, .code = code};
}

static void add(scan *s, const char *from, cm_import_line line)
{
    cm_import_lines *lines = &s->lines;
    CM_RESERVE(s->arena, lines->items, lines->count, lines->capacity);
    line.from = (uint32_t)(from - s->kernel->text);
    lines->items[lines->count++] = line;
}

/* `.loc 1 8 3`, with `inlined_at 1 20 5` at its end for what is inlined there. Most enclosing lines
 * stand before, from the outermost on. */
static void read_loc(scan *s, const char *line, const char *end)
{
    static const char word[] = "inlined_at";
    const char *caller = line;
    while (end - caller >= (long)sizeof word && memcmp(caller, word, sizeof word - 1) != 0)
        caller++;
    bool inlined = end - caller >= (long)sizeof word;
    char *after;
    unsigned long file = strtoul(line, &after, 10);
    bool other = s->only && (file >= MOST_FILES || !s->files[file] ||
                             strcmp(cm_file_name(s->files[file]), s->only) != 0);
    if (other) /* of a header, which the line before calls */
        return;
    if (!inlined)
        s->own = file;
    else if (file != s->own) /* where the file of the kernel calls it */
        file = strtoul(caller + sizeof word - 1, &after, 10);
    if (file != s->own)
        return;
    unsigned long number = strtoul(after, &after, 10), column = strtoul(after, NULL, 10);
    bool known = file < MOST_FILES && s->files[file] && number > 0;
    if (known && !s->sources[file])
        s->sources[file] = cm_import_beside(s->arena, s->kernel, s->files[file]);
    add(s, end,
        known ? cm_import_line_of(s->arena, s->sources[file], s->files[file], number, column,
                                  s->exact)
              : (cm_import_line){0});
}

static bool begins(const char *line, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - line) > length && memcmp(line, word, length) == 0;
}

/* Calls visit for every line, from its first character that is not blank. */
static void each_line(scan *s, void (*visit)(scan *s, const char *line, const char *end))
{
    const char *at = s->kernel->text, *end = at + s->kernel->length;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *next = newline ? newline : end;
        while (at < next && (*at == ' ' || *at == '\t'))
            at++;
        visit(s, at, next);
        at = next + 1;
    }
}

static void visit_file(scan *s, const char *line, const char *end)
{
    if (begins(line, end, ".file"))
        read_file(s, line + 5, end);
}

static void visit_loc(scan *s, const char *line, const char *end)
{
    if (begins(line, end, ".loc"))
        read_loc(s, line + 4, end);
    else if (begins(line, end, ".visible .entry") || begins(line, end, ".entry") ||
             begins(line, end, ".visible .func") || begins(line, end, ".func") ||
             begins(line, end, ".amdhsa_kernel"))
        add(s, line, (cm_import_line){0}); /* of the function before, no more */
}

cm_import_lines cm_import_lines_of(cm_arena *arena, const cm_source *kernel, const char *only)
{
    scan *s = CM_NEW(arena, scan);
    s->only = only ? cm_file_name(only) : NULL;
    s->arena = arena;
    s->kernel = kernel;
    s->exact = has_exact_columns(kernel);
    each_line(s, visit_file); /* they stand at the end */
    each_line(s, visit_loc);
    return s->lines;
}

const cm_import_line *cm_import_line_at(const cm_import_lines *lines, uint32_t offset)
{
    int low = 0, high = lines->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (lines->items[middle].from <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 && lines->items[low - 1].text ? &lines->items[low - 1] : NULL;
}
