/* Lines of the source: see the header. */
#include "import/lines.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 4096 };

typedef struct scan {
    cm_arena *arena;
    const cm_source *kernel;
    const char *files[MOST_FILES]; /* by number: names without folders */
    cm_import_lines lines;
    unsigned long own; /* the file that the kernel stands in */
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

static void add(scan *s, const char *from, const char *text)
{
    cm_import_lines *lines = &s->lines;
    CM_RESERVE(s->arena, lines->items, lines->count, lines->capacity);
    lines->items[lines->count++] = (cm_import_line){(uint32_t)(from - s->kernel->text), text};
}

/* `.loc 1 8 3`, with `inlined_at 1 20 5` at its end for what is inlined there; the enclosing
 * lines stand before, from the outermost on. */
static void read_loc(scan *s, const char *line, const char *end)
{
    static const char word[] = "inlined_at";
    bool inlined = false;
    for (const char *at = line; !inlined && end - at >= (long)sizeof word; at++)
        inlined = memcmp(at, word, sizeof word - 1) == 0;
    char *after;
    unsigned long file = strtoul(line, &after, 10), number = strtoul(after, NULL, 10);
    if (!inlined)
        s->own = file;
    if (file != s->own)
        return;
    bool known = file < MOST_FILES && s->files[file] && number > 0;
    add(s, end, known ? cm_arena_printf(s->arena, "%s:%lu", s->files[file], number) : NULL);
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
        add(s, line, NULL); /* of the function before, no more */
}

cm_import_lines cm_import_lines_of(cm_arena *arena, const cm_source *kernel)
{
    scan *s = CM_NEW(arena, scan);
    s->arena = arena;
    s->kernel = kernel;
    each_line(s, visit_file); /* they stand at the end */
    each_line(s, visit_loc);
    return s->lines;
}

const char *cm_import_line_at(const cm_import_lines *lines, uint32_t offset)
{
    int low = 0, high = lines->count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (lines->items[middle].from <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    return low > 0 ? lines->items[low - 1].text : NULL;
}
