/* Several tests on standard input, one after the other, as `cmcm enumerate -o -` writes
 * them: the next one begins at a line after an empty one that begins as a test does. */
#include "base/diag.h"
#include "cli/check.h"
#include "cli/output.h"
#include "litmus/isa/isa.h"

#include <stdio.h>
#include <string.h>

typedef struct stream {
    cli_inputs *inputs;
    const cm_source *source;
} stream;

/* The line's length without its end. */
static size_t line_at(const cm_source *source, size_t at)
{
    const char *end = memchr(source->text + at, '\n', source->length - at);
    return end ? (size_t)(end - source->text) - at : source->length - at;
}

static bool is_blank(const cm_source *source, size_t at, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!strchr(" \t\r", source->text[at + i]))
            return false;
    return true;
}

/* "AArch64 MP": an architecture, blanks, a name. */
static bool is_head(const cm_source *source, size_t at, size_t length)
{
    const char *line = source->text + at;
    for (int arch = 0; arch <= CM_CMCM; arch++) {
        size_t word = strlen(cm_arch_name((cm_arch)arch));
        if (length > word + 1 && strncmp(line, cm_arch_name((cm_arch)arch), word) == 0 &&
            line[word] == ' ' && !is_blank(source, at + word, length - word))
            return true;
    }
    return false;
}

/* Where the next test begins, after `from`; the source's length: nowhere. */
static size_t next_head(const cm_source *source, size_t from)
{
    bool after_blank = false;
    for (size_t at = from; at < source->length;) {
        size_t length = line_at(source, at);
        if (after_blank && at > from && is_head(source, at, length))
            return at;
        after_blank = is_blank(source, at, length);
        at += length + 1;
    }
    return source->length;
}

static void add_part(stream *s, size_t from, size_t to, bool whole)
{
    cm_arena *arena = s->inputs->arena;
    cm_source *part = CM_NEW(arena, cm_source);
    const char *line = s->source->text + from, *name = strchr(line, ' ');
    size_t length = name ? strcspn(name + 1, " \t\r\n") : 0;
    *part = (cm_source){"-", line, to - from};
    if (!whole && name)
        part->name = cm_arena_printf(arena, "-(%.*s)", (int)length, name + 1);
    cli_inputs_add_file(s->inputs, part->name);
    s->inputs->items[s->inputs->count - 1].source = part;
}

bool cli_inputs_add_stream(cli_inputs *inputs)
{
    cm_work work;
    cm_work_init(&work, inputs->arena);
    stream s = {inputs, cm_source_read(&work, "-")};
    cli_print_diags(&work, "");
    if (!s.source)
        return false;
    size_t from = 0;
    do {
        size_t to = next_head(s.source, from);
        add_part(&s, from, to, from == 0 && to == s.source->length);
        from = to;
    } while (from < s.source->length);
    return true;
}
