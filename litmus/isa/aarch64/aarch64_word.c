/* AArch64's accesses on words: LDRB, LDRH, LDRSW and so on as LDR, and X registers as W, but for
 * those of addresses, which stand in brackets (Arm ARM C3.2, "Loads and stores"). */
#include "litmus/isa/aarch64/aarch64.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

const char *cm_a64_on_words(cm_arena *arena, const char *text)
{
    size_t name = strcspn(text, " \t");
    char last = name ? (char)toupper((unsigned char)text[name - 1]) : 0;
    size_t kept = name > 3 && (last == 'B' || last == 'H') ? name - 1 : name;
    if (strncasecmp(text, "ldrs", 4) == 0)
        kept = 3;
    char *word = cm_arena_printf(arena, "%.*s%s", (int)kept, text, text + name);
    int depth = 0;
    for (char *c = word + kept; *c; c++) {
        depth += (*c == '[') - (*c == ']');
        if (depth == 0 && toupper((unsigned char)*c) == 'X' &&
            (isdigit((unsigned char)c[1]) || strncasecmp(c, "xzr", 3) == 0) &&
            (c == word || !isalnum((unsigned char)c[-1])))
            *c = *c == 'x' ? 'w' : 'W';
    }
    return strcmp(word, text) != 0 ? word : NULL;
}
