/* Suite files: lines and blocks. */
#include "enumerate/suite.h"

#include <string.h>

const char *cm_place_text(cm_place place)
{
    return place.source->text + place.offset;
}

bool cm_place_is(cm_place place, const char *word)
{
    return place.length == strlen(word) && memcmp(cm_place_text(place), word, place.length) == 0;
}

bool cm_place_same(cm_place a, cm_place b)
{
    return a.length == b.length && memcmp(cm_place_text(a), cm_place_text(b), a.length) == 0;
}

static cm_place trimmed(cm_place place)
{
    while (place.length && *cm_place_text(place) == ' ')
        place.offset++, place.length--;
    while (place.length && cm_place_text(place)[place.length - 1] == ' ')
        place.length--;
    return place;
}

cm_place cm_suite_cut(cm_place *rest, char separator)
{
    cm_place all = trimmed(*rest), before = all;
    const char *end = all.length ? memchr(cm_place_text(all), separator, all.length) : NULL;
    if (end)
        before.length = (uint32_t)(end - cm_place_text(all));
    uint32_t used = before.length + (end != NULL);
    *rest = trimmed((cm_place){all.source, all.offset + used, all.length - used});
    return trimmed(before);
}

const cm_suite_block *cm_suite_find_block(const cm_suite_file *file, const char *kind,
                                          const char *name, size_t length)
{
    for (size_t i = 0; i < file->count; i++) {
        const cm_suite_block *block = &file->blocks[i];
        cm_place names = block->name; /* of axes: several */
        while (cm_place_is(block->kind, kind) && names.length) {
            cm_place one = cm_suite_cut(&names, ' ');
            if (one.length == length && memcmp(cm_place_text(one), name, length) == 0)
                return block;
        }
    }
    return NULL;
}

/* "axis p c = ptx | restricted", "let NAME = TEXT", "test NAME TITLE" */
static void begin_block(cm_work *work, cm_suite_file *file, cm_place line)
{
    static const char *const kinds[] = {"suite", "rows",    "axis",   "let",
                                        "test",  "outline", "reasons"};
    cm_suite_block block = {.kind = cm_suite_cut(&line, ' ')};
    size_t kind = 0;
    while (kind < sizeof kinds / sizeof *kinds && !cm_place_is(block.kind, kinds[kind]))
        kind++;
    if (kind == sizeof kinds / sizeof *kinds)
        cm_fail(work, block.kind,
                "expected suite, rows, axis, let, test, outline or reasons at the left edge");
    bool assigns = cm_place_is(block.kind, "axis") || cm_place_is(block.kind, "let");
    block.name = cm_suite_cut(&line, assigns ? '=' : ' ');
    block.rest = line;
    if (!block.name.length)
        cm_fail(work, block.kind, "expected a name after it");
    for (cm_place names = block.name; names.length;) {
        cm_place name = cm_suite_cut(&names, ' ');
        if (cm_suite_find_block(file, kinds[kind], cm_place_text(name), name.length))
            cm_fail(work, name, "this name is already defined, expected each name once");
    }
    CM_PUSH(work->arena, file->blocks, file->count, file->capacity, block);
}

cm_suite_file cm_suite_read(cm_work *work, const cm_source *source)
{
    cm_suite_file file = {.count = 0};
    cm_place *lines = NULL;
    size_t count = 0, capacity = 0;
    for (uint32_t at = 0; at < source->length;) {
        const char *text = source->text + at;
        const char *end = memchr(text, '\n', source->length - at);
        cm_place line = {source, at, (uint32_t)(end ? (size_t)(end - text) : source->length - at)};
        at += line.length + 1;
        for (uint32_t i = 0; i < line.length; i++)
            if ((unsigned char)text[i] < ' ' || text[i] == '\x7f')
                cm_fail(work, (cm_place){source, line.offset + i, 1},
                        "byte 0x%02x is not text, expected text and blanks",
                        (unsigned)(unsigned char)text[i]);
        cm_place inside = trimmed(line);
        if (!inside.length || *cm_place_text(inside) == '#')
            continue;
        if (inside.offset == line.offset) {
            begin_block(work, &file, inside);
        } else if (!file.count) {
            cm_fail(work, inside,
                    "this line belongs to no block, expected a block that begins at the left edge");
        } else {
            CM_PUSH(work->arena, lines, count, capacity, inside);
            file.blocks[file.count - 1].count++;
        }
    }
    size_t first = 0;
    for (size_t i = 0; i < file.count && lines; i++) {
        file.blocks[i].lines = lines + first;
        first += file.blocks[i].count;
    }
    return file;
}
