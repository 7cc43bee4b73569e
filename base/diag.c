/* Diagnostics: collecting them, and turning one into text.
 *
 * What is quoted from an input may hold any bytes, so everything that goes to
 * a terminal passes through add_clean: control characters and bytes that are
 * not UTF-8 become '?', so that no input can drive the terminal.
 */
#include "base/diag.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { SHOWN_BEFORE = 70, SHOWN_WIDTH = 160 }; /* of an overlong line, in bytes */

#define MAX_SOURCE ((size_t)64 << 20)

cm_work cm_work_new(cm_arena *arena)
{
    return (cm_work){.arena = arena, .diags = {.arena = arena}};
}

/* end: of something that ends there. */
static uint32_t written(const cm_rewritten *r, uint32_t offset, bool end)
{
    uint32_t here = 0, there = 0; /* behind the last part */
    for (int i = 0; i < r->count && r->parts[i].at < offset + !end; i++) {
        const cm_replaced *part = &r->parts[i];
        if (offset < part->end || (end && offset == part->end))
            return end ? part->to : part->from;
        here = part->end;
        there = part->to;
    }
    return there + (offset - here);
}

cm_place cm_place_written(const cm_work *work, cm_place place)
{
    for (const cm_rewritten *r = work->rewritten; r; r = r->before) {
        if (!place.source || place.source != r->made)
            continue;
        uint32_t from = written(r, place.offset, false);
        uint32_t to = written(r, place.offset + place.length, place.length > 0);
        place = (cm_place){r->of, from, to > from ? to - from : 0};
    }
    return place;
}

static void add_diag(cm_work *work, cm_severity severity, cm_place place, const char *format,
                     va_list args)
{
    cm_diags *diags = &work->diags;
    const char *message = cm_arena_vprintf(diags->arena, format, args);
    CM_RESERVE(diags->arena, diags->items, diags->count, diags->capacity);
    diags->items[diags->count++] = (cm_diag){severity, cm_place_written(work, place), message};
    diags->errors += severity == CM_ERROR;
}

void cm_diag_add(cm_work *work, cm_severity severity, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_diag(work, severity, place, format, args);
    va_end(args);
}

_Noreturn void cm_fail(cm_work *work, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_diag(work, CM_ERROR, place, format, args);
    va_end(args);
    cm_arena_escape(work->arena);
}

/* ---- places ------------------------------------------------------------ */

/* A source without text stands for a file that could not be read. */
static bool has_position(cm_place place)
{
    return place.source && place.source->text;
}

static size_t clamp(size_t offset, size_t length)
{
    return offset < length ? offset : length;
}

static size_t line_start(const cm_source *source, size_t offset)
{
    while (offset > 0 && source->text[offset - 1] != '\n')
        offset--;
    return offset;
}

void cm_place_position(cm_place place, unsigned *line, unsigned *column)
{
    *line = 1;
    *column = 1;
    if (!has_position(place))
        return;
    size_t offset = clamp(place.offset, place.source->length);
    for (size_t i = 0; i < offset; i++)
        *line += place.source->text[i] == '\n';
    *column += (unsigned)(offset - line_start(place.source, offset));
}

cm_place cm_place_join(cm_place a, cm_place b)
{
    if (!a.source || a.source != b.source)
        return a.source ? a : b;
    uint32_t start = a.offset < b.offset ? a.offset : b.offset;
    uint64_t end_a = (uint64_t)a.offset + a.length, end_b = (uint64_t)b.offset + b.length;
    uint64_t length = (end_a > end_b ? end_a : end_b) - start;
    return (cm_place){a.source, start, length > UINT32_MAX ? UINT32_MAX : (uint32_t)length};
}

/* ---- text ---------------------------------------------------------------- */

/* Bytes of the UTF-8 character that text starts with; 0: not a character to
 * show (RFC 3629, section 4; and the control characters U+0000..1F, 7F..9F). */
static size_t character_size(const unsigned char *text, size_t length)
{
    static const struct {
        unsigned char first_low, first_high, second_low, second_high;
        size_t size;
    } forms[] = {
        {0x20, 0x7e, 0, 0, 1},       {0xc2, 0xc2, 0xa0, 0xbf, 2}, {0xc3, 0xdf, 0x80, 0xbf, 2},
        {0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3},
        {0xee, 0xef, 0x80, 0xbf, 3}, {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
        {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        if (text[0] < forms[f].first_low || text[0] > forms[f].first_high)
            continue;
        size_t size = forms[f].size;
        if (size > length)
            return 0;
        if (size > 1 && (text[1] < forms[f].second_low || text[1] > forms[f].second_high))
            return 0;
        for (size_t i = 2; i < size; i++)
            if (text[i] < 0x80 || text[i] > 0xbf)
                return 0;
        return size;
    }
    return 0;
}

/* Appends text made safe for a terminal; keep: a control character let through. */
static void add_clean(cm_text *out, const char *text, size_t length, char keep)
{
    for (size_t i = 0; i < length;) {
        size_t size = character_size((const unsigned char *)text + i, length - i);
        if (size > 0 || text[i] == keep)
            cm_text_add_bytes(out, text + i, size > 0 ? size : 1);
        else
            cm_text_add_char(out, '?');
        i += size > 0 ? size : 1;
    }
}

/* Appends what, once for each character that add_clean makes of the text;
 * tabs are kept when blank, so that they move a caret as far as the line. */
static void add_below(cm_text *out, const char *text, size_t length, char what)
{
    for (size_t i = 0; i < length;) {
        size_t size = character_size((const unsigned char *)text + i, length - i);
        cm_text_add_char(out, text[i] == '\t' && what == ' ' ? '\t' : what);
        i += size > 0 ? size : 1;
    }
}

/* First byte at or after offset that does not lie inside a UTF-8 character. */
static size_t character_start(const char *text, size_t offset, size_t end)
{
    while (offset < end && ((unsigned char)text[offset] & 0xc0) == 0x80)
        offset++;
    return offset;
}

/* The line of the place and under it a caret, then ~ to the end of the span or
 * of the line. Of an overlong line, only what is around the caret. */
static void add_excerpt(cm_text *out, cm_place place, const char *start_mark, const char *end_mark)
{
    const cm_source *source = place.source;
    size_t at = clamp(place.offset, source->length);
    size_t offset = at;
    while (offset < source->length && source->text[offset] != '\n')
        offset++;
    size_t start = line_start(source, at), end = offset;
    if (end > start && source->text[end - 1] == '\r' && end > at)
        end--;
    const char *dots = "";
    if (end - start > SHOWN_WIDTH && at - start > SHOWN_BEFORE) {
        start = character_start(source->text, at - SHOWN_BEFORE, at);
        dots = "...";
    }
    size_t shown_end =
        end - start > SHOWN_WIDTH ? character_start(source->text, start + SHOWN_WIDTH, end) : end;
    cm_text_add(out, dots);
    add_clean(out, source->text + start, shown_end - start, '\t');
    cm_text_add(out, shown_end < end ? "...\n" : "\n");

    cm_text_fill(out, ' ', strlen(dots));
    add_below(out, source->text + start, at - start, ' ');
    cm_text_add(out, start_mark);
    size_t caret = clamp(at + 1, shown_end);
    caret = character_start(source->text, caret, shown_end);
    size_t span_end = clamp(at + (size_t)place.length, shown_end);
    cm_text_add_char(out, '^');
    if (span_end > caret)
        add_below(out, source->text + caret, span_end - caret, '~');
    cm_text_add(out, end_mark);
    cm_text_add_char(out, '\n');
}

char *cm_diag_format(cm_arena *arena, const cm_diag *diag, bool color)
{
    static const struct {
        const char *word, *color;
    } severities[] = {
        [CM_NOTE] = {"note", "\033[1;36m"},
        [CM_WARNING] = {"warning", "\033[1;35m"},
        [CM_ERROR] = {"error", "\033[1;31m"},
    };
    const char *bold = color ? "\033[1m" : "";
    const char *tint = color ? severities[diag->severity].color : "";
    const char *plain = color ? "\033[0m" : "";
    cm_text out = cm_text_new(arena);
    cm_text_add(&out, bold);
    if (diag->place.source) {
        add_clean(&out, diag->place.source->name, strlen(diag->place.source->name), 0);
        cm_text_add(&out, ":");
    }
    if (has_position(diag->place)) {
        unsigned line, column;
        cm_place_position(diag->place, &line, &column);
        cm_text_append(&out, "%u:%u:", line, column);
    }
    cm_text_append(&out, "%s%s%s%s: ", diag->place.source ? " " : "", tint,
                   severities[diag->severity].word, plain);
    add_clean(&out, diag->message, strlen(diag->message), '\n');
    cm_text_add_char(&out, '\n');
    if (has_position(diag->place))
        add_excerpt(&out, diag->place, tint, plain);
    return out.data;
}

/* ---- files ----------------------------------------------------------------- */

typedef struct reading {
    cm_work *work;
    FILE *file;
    cm_source *source;
    int error; /* errno, or 0 */
    bool too_big;
} reading;

static size_t expected_size(FILE *file)
{
    struct stat about;
    if (fstat(fileno(file), &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0)
        return (size_t)about.st_size;
    return 16 * 1024;
}

/* Runs under its own protect, so that the file gets closed. */
static void read_all(void *argument)
{
    reading *r = argument;
    size_t size = expected_size(r->file), length = 0;
    r->too_big = size > MAX_SOURCE;
    if (r->too_big)
        return;
    size++; /* to see the end of a file of that very size; and for a zero byte */
    char *text = cm_arena_alloc(r->work->arena, size, 1);
    for (;;) {
        size_t got = fread(text + length, 1, size - length, r->file);
        length += got;
        if (ferror(r->file))
            r->error = errno ? errno : EIO;
        r->too_big = length > MAX_SOURCE;
        if (r->error || r->too_big || length < size)
            break;
        text = cm_arena_grow(r->work->arena, text, length, size * 2, 1);
        size *= 2;
    }
    r->source->text = text;
    r->source->length = length;
}

static const char *error_text(cm_arena *arena, int error)
{
    char buffer[128] = "";
    /* strerror is not safe among threads. */
    if (strerror_r(error, buffer, sizeof buffer) != 0 || !buffer[0])
        return "unknown error";
    return cm_arena_printf(arena, "%s", buffer);
}

static cm_source *unreadable(cm_work *work, cm_source *source, const char *what, const char *why)
{
    source->text = NULL;
    source->length = 0;
    cm_diag_add(work, CM_ERROR, (cm_place){source, 0, 0}, "%s: %s", what, why);
    return NULL;
}

void cm_source_skip_mark(cm_source *source)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t size = sizeof mark - 1;
    if (source->length < size || memcmp(source->text, mark, size) != 0)
        return;
    source->text += size;
    source->length -= size;
}

cm_source *cm_source_read(cm_work *work, const char *path)
{
    bool standard = strcmp(path, "-") == 0;
    cm_source *source = CM_NEW(work->arena, cm_source);
    source->name = standard ? "<stdin>" : cm_arena_text(work->arena, path, strlen(path));
    FILE *file = standard ? stdin : fopen(path, "rb");
    if (!file)
        return unreadable(work, source, "cannot open", error_text(work->arena, errno));
    reading r = {.work = work, .file = file, .source = source};
    bool returned = cm_arena_protect(work->arena, read_all, &r);
    if (!standard)
        fclose(file);
    if (!returned)
        cm_arena_escape(work->arena);
    if (r.error)
        return unreadable(work, source, "cannot read", error_text(work->arena, r.error));
    if (r.too_big)
        return unreadable(work, source, "too big", "a file may have up to 64 MiB");
    cm_source_skip_mark(source);
    return source;
}
