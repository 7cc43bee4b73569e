/* Two texts line by line: a longest common subsequence. See shrink.h. */
#include "compare/shrink.h"

#include <string.h>

typedef struct lines {
    const char **items;
    int count;
} lines;

static lines lines_of(cm_arena *arena, const char *text)
{
    int count = 0;
    for (const char *c = text; *c; c++)
        count += *c == '\n';
    lines l = {CM_NEW_ARRAY(arena, (size_t)count + 2, const char *), 0};
    for (const char *c = text; *c;) {
        size_t length = strcspn(c, "\n");
        l.items[l.count++] = cm_arena_text(arena, c, length);
        c += length + (c[length] == '\n');
    }
    return l;
}

/* [i * (b.count + 1) + k]: how long a subsequence lines from i on and from k on have in common. */
static int *common(cm_arena *arena, const lines *a, const lines *b)
{
    size_t width = (size_t)b->count + 1;
    int *length = CM_NEW_ARRAY(arena, ((size_t)a->count + 1) * width, int);
    for (int i = a->count - 1; i >= 0; i--)
        for (int k = b->count - 1; k >= 0; k--) {
            int *here = &length[(size_t)i * width + (size_t)k];
            int down = here[width], right = here[1];
            *here = strcmp(a->items[i], b->items[k]) == 0 ? 1 + here[width + 1]
                    : down > right                        ? down
                                                          : right;
        }
    return length;
}

void cm_shrink_diff(cm_text *out, const char *before, const char *after)
{
    lines a = lines_of(out->arena, before), b = lines_of(out->arena, after);
    const int *length = common(out->arena, &a, &b);
    size_t width = (size_t)b.count + 1;
    for (int i = 0, k = 0; i < a.count || k < b.count;) {
        const int *here = &length[(size_t)i * width + (size_t)k];
        if (i < a.count && k < b.count && strcmp(a.items[i], b.items[k]) == 0) {
            cm_text_append(out, "  %s\n", a.items[i++]);
            k++;
        } else if (i < a.count && (k == b.count || here[width] >= here[1])) {
            cm_text_append(out, "- %s\n", a.items[i++]);
        } else {
            cm_text_append(out, "+ %s\n", b.items[k++]);
        }
    }
}
