/* Lines of at most 80 columns. See lines.h. */
#include "report/lines.h"

#include <string.h>

enum { WIDTH = 80 };

void cm_lines_wrap(cm_text *out, const char *text, int used, int hang, const char *mark)
{
    for (bool first = true; *text; first = false) {
        size_t gap = strspn(text, " "), length = strcspn(text + gap, " ");
        text += gap;
        while (*mark && text[length] && text[length + 1] != '-')
            length += 1 + strcspn(text + length + 1, " ");
        /* Columns that a word takes: bytes that continue a character of UTF-8 take none. */
        int count = 0;
        for (size_t i = 0; i < length; i++)
            count += ((unsigned char)text[i] & 0xc0) != 0x80;
        int width = count;
        if (!first && used + (int)gap + width + (int)strlen(mark) > WIDTH) {
            cm_text_append(out, "%s\n", mark);
            cm_text_fill(out, ' ', (size_t)hang);
            used = hang;
        } else {
            cm_text_fill(out, ' ', gap);
            used += (int)gap;
        }
        cm_text_add_bytes(out, text, length);
        used += width;
        text += length;
    }
    cm_text_add_char(out, '\n');
}

void cm_lines_add(cm_text *out, int indent, int hang, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(out->arena, format, args);
    va_end(args);
    cm_text_fill(out, ' ', (size_t)indent);
    cm_lines_wrap(out, text, indent, hang, "");
}
