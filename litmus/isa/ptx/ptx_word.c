/* PTX's instructions on words: of types of 32 bits (PTX ISA, "Fundamental Types"). */
#include "litmus/isa/ptx/ptx.h"

#include <ctype.h>
#include <string.h>

/* How long the type there is, ".u64", if it has another size than a word; else 0. */
static size_t other_type(const char *at)
{
    static const char *const sizes[] = {"8", "16", "64"};
    if (*at != '.' || !strchr("bus", at[1]) || !at[1])
        return 0;
    size_t digits = strspn(at + 2, "0123456789");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (strlen(sizes[i]) == digits && strncmp(at + 2, sizes[i], digits) == 0)
            return 2 + digits;
    return 0;
}

const char *cm_ptx_on_words(cm_arena *arena, const char *text)
{
    for (const char *c = text; *c && !isspace((unsigned char)*c); c++) {
        size_t length = other_type(c);
        if (length)
            return cm_arena_printf(arena, "%.*s.%c32%s", (int)(c - text), text, c[1], c + length);
    }
    return NULL;
}
