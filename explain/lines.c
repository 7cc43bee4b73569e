/* Lines of at most 80 columns. See lines.h. */
#include "explain/lines.h"

#include <string.h>

enum { WIDTH = 80 };

/* Columns that a word takes: bytes that continue a character of UTF-8 take none. */
static int columns(const char *word, size_t length)
{
    int count = 0;
    for (size_t i = 0; i < length; i++)
        count += ((unsigned char)word[i] & 0xc0) != 0x80;
    return count;
}

void cm_lines_add(cm_text *out, int indent, int hang, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(out->arena, format, args);
    va_end(args);
    int used = indent;
    bool first = true;
    cm_text_fill(out, ' ', (size_t)indent);
    while (*text) {
        size_t gap = strspn(text, " "), length = strcspn(text + gap, " ");
        int width = columns(text + gap, length);
        bool breaks = !first && used + (int)gap + width > WIDTH;
        if (breaks) {
            cm_text_add_char(out, '\n');
            cm_text_fill(out, ' ', (size_t)hang);
            used = hang;
        } else {
            cm_text_fill(out, ' ', gap);
            used += (int)gap;
        }
        cm_text_add_bytes(out, text + gap, length);
        used += width;
        first = false;
        text += gap + length;
    }
    cm_text_add_char(out, '\n');
}
