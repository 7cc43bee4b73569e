/* Any bytes as UTF-8. */
#include "report/utf8.h"

static const char replacement[] = "\xef\xbf\xbd"; /* U+FFFD */

/* Length of the UTF-8 sequence that starts at s (Unicode 15.0, table 3-7), or 0. */
static size_t utf8_length(const unsigned char *s)
{
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

/* Control characters (C0 but tab and line ends, DEL, C1), U+FFFE and U+FFFF (XML
 * 1.0, section 2.2). */
static bool is_special(const unsigned char *s, size_t length)
{
    if (length == 1)
        return (s[0] < ' ' && s[0] != '\t' && s[0] != '\n') || s[0] == 0x7f;
    if (length == 2)
        return s[0] == 0xc2 && s[1] < 0xa0;
    return length == 3 && s[0] == 0xef && s[1] == 0xbf && s[2] >= 0xbe;
}

static const char *convert(cm_arena *arena, const char *text, bool plain)
{
    cm_text valid = cm_text_new(arena);
    for (const char *c = text; *c;) {
        const unsigned char *bytes = (const unsigned char *)c;
        size_t length = utf8_length(bytes);
        if (length && !(plain && is_special(bytes, length)))
            cm_text_add_bytes(&valid, c, length);
        else
            cm_text_add(&valid, replacement);
        c += length ? length : 1;
    }
    return valid.data;
}

const char *cm_utf8_valid(cm_arena *arena, const char *text)
{
    return convert(arena, text, false);
}

const char *cm_utf8_plain(cm_arena *arena, const char *text)
{
    return convert(arena, text, true);
}
