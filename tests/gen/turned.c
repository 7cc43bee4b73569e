/* A test turned round. See turned.h. */
#include "tests/gen/turned.h"

#include "base/text.h"
#include "tests/gen/gen.h"

#include <ctype.h>
#include <string.h>

/* A line with the threads' numbers, where they stand before a colon, counted from behind. */
static void add_renumbered(cm_text *out, const char *line, size_t length, int threads)
{
    for (size_t i = 0; i < length; i++) {
        bool starts = i == 0 || strchr(" [;(~=<>", line[i - 1]);
        bool number = starts && isdigit((unsigned char)line[i]) && i + 1 < length &&
                      line[i + 1] == ':' && line[i] - '0' < threads;
        cm_text_append(out, "%c", number ? '0' + threads - 1 - (line[i] - '0') : line[i]);
    }
}

static int count_cells(const char *line, size_t length)
{
    int count = 1;
    for (size_t i = 0; i < length; i++)
        count += line[i] == '|';
    return count;
}

/* Cell number `index` of a row that ends with " ;". */
static const char *cell(cm_arena *arena, const char *line, size_t length, int index)
{
    const char *end = line + length, *from = line;
    while (end > line && end[-1] != ';')
        end--;
    end -= end > line;
    for (; index > 0; index--)
        from = memchr(from, '|', (size_t)(end - from))
                   ? (char *)memchr(from, '|', (size_t)(end - from)) + 1
                   : end;
    const char *bar = memchr(from, '|', (size_t)(end - from));
    return cm_arena_printf(arena, "%.*s", (int)((bar ? bar : end) - from), from);
}

/* P0's head as that of thread number t, far from all others. */
static const char *idle_head(cm_arena *arena, const char *head, int t)
{
    if (strstr(head, "@ptx"))
        return cm_arena_printf(arena, "P%d@ptx,cta 90,cluster 90,gpu 90", t);
    if (strstr(head, "agent"))
        return cm_arena_printf(arena, "P%d@workgroup 90,xcd 90,agent 90", t);
    const char *at = strchr(head, '@');
    return cm_arena_printf(arena, "P%d%s", t, at ? at : "");
}

/* What a head says after its own number, other threads' (`after P0`) counted from behind. */
static const char *rest_of_head(cm_arena *arena, const char *rest, int threads)
{
    char *made = cm_arena_text(arena, rest, strlen(rest));
    for (char *at = strchr(made, 'P'); at; at = strchr(at + 1, 'P'))
        if (isdigit((unsigned char)at[1]))
            at[1] = (char)('0' + threads - 1 - (at[1] - '0'));
    return made;
}

static void add_row(cm_arena *arena, cm_text *out, const char *line, size_t length, int threads,
                    bool heads)
{
    for (int t = threads - 1; t >= 0; t--) {
        const char *c = cell(arena, line, length, t);
        const char *at = strchr(c, 'P');
        if (heads && at)
            c = cm_arena_printf(arena, " P%d%s", threads - 1 - t,
                                rest_of_head(arena, at + 2, threads));
        cm_text_append(out, "%s |", c);
    }
    cm_text_append(out, " %s ;\n",
                   heads ? idle_head(arena, cell(arena, line, length, 0), threads) : "");
}

char *gen_turned(cm_arena *arena, const char *text)
{
    enum { HEADER, INIT, HEADS, ROWS, END } part = HEADER;
    int threads = 0;
    cm_text out = cm_text_new(arena);
    const char *close = strstr(text, "\n}\n"), *heads = close ? close + 3 : text;
    threads = count_cells(heads, strcspn(heads, "\n"));
    for (const char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        if (part == INIT && line[0] == '}')
            cm_text_add(&out, "unused=3;\n");
        if (part == ROWS && (strncmp(line, "locations", 9) == 0 || strncmp(line, "forall", 6) == 0))
            part = END;
        if (part == HEADS || part == ROWS)
            add_row(arena, &out, line, length, threads, part == HEADS);
        else {
            add_renumbered(&out, line, length, threads);
            cm_text_add(&out, "\n");
        }
        if ((part == HEADER && line[0] == '{') || (part == INIT && line[0] == '}') || part == HEADS)
            part++;
        line += length + (line[length] == '\n');
    }
    return out.data;
}
