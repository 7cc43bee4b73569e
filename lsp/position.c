#include "lsp/position.h"

#include <string.h>

/* Bytes of the line's end at that byte; 0: it is none. */
static size_t line_end(const char *text, size_t length, size_t at)
{
    if (at >= length)
        return 0;
    if (text[at] == '\n')
        return 1;
    if (text[at] != '\r')
        return 0;
    return at + 1 < length && text[at + 1] == '\n' ? 2 : 1;
}

/* Bytes of the character there. */
static size_t character_length(const char *text, size_t length, size_t at)
{
    size_t end = at + 1;
    while (end < length && ((unsigned char)text[end] & 0xc0) == 0x80)
        end++;
    return end - at;
}

/* Characters outside of the first plane have four bytes, and two units of UTF-16. */
static size_t units(size_t bytes, bool utf8)
{
    return utf8 ? bytes : bytes == 4 ? 2 : 1;
}

static size_t start_of_line(const char *text, size_t length, size_t line)
{
    size_t at = 0;
    while (line > 0 && at < length) {
        size_t end = line_end(text, length, at);
        line -= end > 0;
        at += end > 0 ? end : 1;
    }
    return line > 0 ? length : at;
}

size_t cm_position_offset(const char *text, size_t length, cm_position position, bool utf8)
{
    size_t at = start_of_line(text, length, position.line), left = position.character;
    while (left > 0 && at < length && line_end(text, length, at) == 0) {
        size_t bytes = character_length(text, length, at);
        if (units(bytes, utf8) > left)
            break;
        left -= units(bytes, utf8);
        at += bytes;
    }
    return at;
}

cm_position cm_position_at(const char *text, size_t length, size_t offset, bool utf8)
{
    cm_position position = {0};
    for (size_t at = 0; at < length && at < offset;) {
        size_t end = line_end(text, length, at);
        size_t bytes = end > 0 ? end : character_length(text, length, at);
        if (at + bytes > offset)
            break;
        position.line += end > 0;
        position.character = end > 0 ? 0 : position.character + units(bytes, utf8);
        at += bytes;
    }
    return position;
}

size_t cm_position_of_message(const char *text, size_t length, unsigned line, unsigned column)
{
    size_t at = 0;
    for (; line > 1; line--) {
        const char *end = memchr(text + at, '\n', length - at);
        if (!end)
            return length;
        at = (size_t)(end - text) + 1;
    }
    size_t forward = column > 0 ? column - 1 : 0;
    return forward < length - at ? at + forward : length;
}
