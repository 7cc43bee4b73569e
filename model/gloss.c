/* Comments and text of cat files. See gloss.h. */
#include "model/gloss.h"

#include "base/text.h"

#include <string.h>

static bool is_comment_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Blanks, and stars at the start of lines, to one blank. */
static char *one_line(cm_arena *arena, const char *text, size_t length)
{
    cm_text out = cm_text_new(arena);
    bool gap = false;
    for (size_t i = 0; i < length; i++) {
        if (is_comment_blank(text[i])) {
            gap = out.length > 0;
            continue;
        }
        if (gap)
            cm_text_add_char(&out, ' ');
        gap = false;
        cm_text_add_char(&out, text[i]);
    }
    return out.data;
}

const char *cm_gloss_flag(const char *flag)
{
    return strcmp(flag, CM_FLAG_UNDEFINED) == 0 ? "undefined behaviour" : flag;
}

const char *cm_gloss_of_flag(const char *flag)
{
    static const struct {
        const char *name, *meaning;
    } rows[] = {
        {"trap", "the trap is reached, which aborts the kernel"},
        {"mixed-size-race", "they differ in size, so that being atomic does not help"},
        {"non-coherent-read", "`ld.global.nc` may read only what no thread writes in the kernel"},
        {"mbarrier-access", "an mbarrier object in use is for mbarrier instructions only"},
        {"mbarrier-phase",
         "the second arrives for a phase, and no wait before it saw the phase before complete"},
        {"use-after-free", "the object may be accessed after its end"},
        {"use-before-allocation", "the object may be accessed before it is there"},
        {"uninitialised-memory", "the value that is read was never stored"},
        {"double-free", "both free the same object"},
        {"invalid-free", "what is freed is not the beginning of an allocated object"},
        {"outside-of-objects", "the address lies outside of all objects"},
        {"missing-wait", "the register is used before a wait says that it has been loaded"},
        {"mixed-lock-accesses", "a lock is for lock operations only"},
        {"newer-than-6.0", "PTX ISA 6.0 has no such instruction"},
        {"newer-than-7.5", "PTX ISA 7.5 has no such instruction"},
    };
    int found = CM_NAMED_INDEX(rows, sizeof rows / sizeof *rows, name, flag);
    return found < 0 ? NULL : rows[found].meaning;
}

static size_t line_start(const char *text, size_t at)
{
    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

/* Start of the comment that ends with the `*)` just before `end`; `end`: none does. */
static size_t bracketed_start(const char *text, size_t end)
{
    int depth = 0;
    for (size_t i = end; i >= 2; i--) {
        if (text[i - 2] == '*' && text[i - 1] == ')') {
            depth++;
            i--;
        } else if (text[i - 2] == '(' && text[i - 1] == '*') {
            depth--;
            i--;
            if (depth == 0)
                return i - 1;
        }
    }
    return end;
}

/* Does a comment start its line? One that follows a definition is about that. */
static bool starts_line(const char *text, size_t start)
{
    size_t at = line_start(text, start);
    while (at < start && is_comment_blank(text[at]))
        at++;
    return at == start;
}

char *cm_gloss_above(cm_arena *arena, cm_place place)
{
    if (!place.source || place.offset > place.source->length)
        return NULL;
    const char *text = place.source->text;
    size_t end = line_start(text, place.offset);
    if (end == 0)
        return NULL;
    /* Start of the // or # comments that fill the lines just before `end`. */
    size_t first = end;
    while (first > 0) {
        size_t line = line_start(text, first - 1), at = line;
        while (at < first && (text[at] == ' ' || text[at] == '\t'))
            at++;
        bool comment = text[at] == '#' || (text[at] == '/' && text[at + 1] == '/');
        if (!comment)
            break;
        first = line;
    }
    size_t lines = first;
    if (lines < end) {
        cm_text out = cm_text_new(arena);
        for (size_t i = lines; i < end; i++) {
            bool fresh = i == lines || text[i - 1] == '\n';
            while (fresh && i < end &&
                   (is_comment_blank(text[i]) || text[i] == '#' || text[i] == '/'))
                i++;
            if (i < end)
                cm_text_add_char(&out, text[i]);
        }
        return one_line(arena, out.data, out.length);
    }
    end--; /* the newline */
    while (end > 0 && (text[end - 1] == ' ' || text[end - 1] == '\t' || text[end - 1] == '\r'))
        end--;
    if (end < 4 || text[end - 1] != ')' || text[end - 2] != '*')
        return NULL;
    size_t start = bracketed_start(text, end);
    if (start == end || !starts_line(text, start))
        return NULL;
    char *gloss = one_line(arena, text + start + 2, end - start - 4);
    bool heading = strncmp(gloss, "----", 4) == 0 || !*gloss;
    return heading ? NULL : gloss;
}

/* Past the comment at `at`, or `at`. */
static size_t past_comment(const char *text, size_t at, size_t end)
{
    if (at + 1 >= end || text[at] != '(' || text[at + 1] != '*')
        return at;
    int depth = 0;
    do {
        bool opens = text[at] == '(' && at + 1 < end && text[at + 1] == '*';
        bool closes = text[at] == '*' && at + 1 < end && text[at + 1] == ')';
        depth += opens - closes;
        at += opens || closes ? 2 : 1;
    } while (depth > 0 && at < end);
    return at;
}

char *cm_cat_text(cm_arena *arena, cm_place place)
{
    cm_text out = cm_text_new(arena);
    const char *text = place.source->text;
    for (size_t i = place.offset, end = place.offset + place.length; i < end;) {
        size_t next = past_comment(text, i, end);
        if (next == i)
            cm_text_add_char(&out, text[i++]);
        i = next > i ? next : i;
    }
    return one_line(arena, out.data, out.length);
}

const cm_model_name *cm_model_name_of(const cm_model *model, int node)
{
    if (node < 0 || model->nodes[node].op == CM_NODE_BASE)
        return NULL;
    const cm_model_name *found = NULL;
    for (int i = 0; i < model->name_count; i++)
        if (model->names[i].node == node && !found)
            found = &model->names[i];
    return found;
}
