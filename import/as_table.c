/* Tables of addresses of code, as compilers make them of a `switch`: see the header. */
#include "import/as.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Two tables that count from themselves are told apart, since no number reaches from one location
 * to the next. */
enum { APART = 4, MOST_NUMBER = (int)CM_ADDRESS_STRIDE };

bool cm_as_in_code(const cm_as_statement *s, bool before)
{
    static const char *const others[] = {".data", ".bss", ".rodata"};
    if (s->kind != CM_AS_DIRECTIVE)
        return before;
    if (strcmp(s->word, ".section") == 0)
        return strstr(s->rest, ".text") || strstr(s->rest, "\"ax");
    return strcmp(s->word, ".text") == 0 ||
           (before && !cm_word_listed(others, sizeof others / sizeof *others, s->word));
}

bool cm_as_is_code(const cm_as_file *file, int label)
{
    bool inside = false, section = true;
    for (int i = 0; i < file->function_count; i++)
        inside |= file->functions[i].from <= label && label < file->functions[i].to;
    for (int i = 0; i < label; i++)
        section = cm_as_in_code(&file->statements[i], section);
    for (int i = label + 1; section && i < file->count; i++) {
        const cm_as_statement *s = &file->statements[i];
        if (s->kind == CM_AS_DIRECTIVE && cm_as_width(file->set, s->word) > 0)
            return false;
        if (s->kind == CM_AS_INSTRUCTION || !cm_as_in_code(s, true))
            break;
    }
    return inside && section;
}

int64_t cm_as_code_number(const cm_as_file *file, const char *name)
{
    int64_t number = 0;
    for (int i = 0; i < file->count && number < MOST_NUMBER - APART; i++) {
        number += file->statements[i].kind == CM_AS_LABEL ? APART : 0;
        if (file->statements[i].kind == CM_AS_LABEL && strcmp(file->statements[i].word, name) == 0)
            return cm_as_is_code(file, i) ? number : 0;
    }
    return 0;
}

/* The name that the text begins with. *behind: what follows, without blanks. */
static const char *take_name(cm_arena *arena, const char *text, const char **behind)
{
    size_t length = 0;
    while (cm_import_in_name(text[length]))
        length++;
    *behind = text + length + strspn(text + length, " ");
    return cm_arena_text(arena, text, length);
}

bool cm_as_read_entry(const cm_as_file *file, const char *text, cm_as_entry *e)
{
    cm_arena *arena = file->work->arena;
    bool inside = *text == '(';
    int64_t code;
    *e = (cm_as_entry){.base = NULL};
    e->label = take_name(arena, text + inside, &text);
    e->value = isdigit((unsigned char)*e->label) ? 0 : cm_as_code_number(file, e->label);
    if (e->value == 0)
        return false;
    if (*text == '-') {
        text++;
        e->base = take_name(arena, text + strspn(text, " "), &text);
        code = cm_as_code_number(file, e->base);
        e->value -= code;
        e->base = code ? NULL : e->base;
    }
    if (!inside)
        return *text == '\0';
    text += *text == ')';
    text += strspn(text, " ");
    bool shifted = strcmp(text, ">>2") == 0;
    if ((!shifted && (*text != '/' || strtol(text + 1, NULL, 10) != APART)) || e->base)
        return false;
    e->value /= APART;
    return true;
}

bool cm_as_next_entry(const cm_as_code *c, cm_as_cursor *at, cm_as_entry *e)
{
    const cm_as_file *file = c->file;
    for (; at->statement < file->count; at->statement++, at->operand = 0) {
        const cm_as_statement *s = &file->statements[at->statement];
        if (s->kind != CM_AS_DIRECTIVE)
            return false;
        cm_as_operands all = cm_as_split(c, s);
        if (at->operand < all.count)
            return cm_as_read_entry(file, all.items[at->operand++], e);
    }
    return false;
}

bool cm_as_find_table(const cm_as_code *c, int from, int jump, cm_as_cursor *found)
{
    for (int i = jump; i >= from; i--) {
        const cm_as_statement *s = &c->file->statements[i];
        for (int k = 0; s->kind == CM_AS_INSTRUCTION && k < c->file->count; k++) {
            const cm_as_statement *label = &c->file->statements[k];
            cm_as_entry e;
            *found = (cm_as_cursor){k + 1, 0};
            cm_as_cursor first = *found;
            if (label->kind == CM_AS_LABEL && cm_as_has_name(s->rest, label->word) &&
                cm_as_next_entry(c, &first, &e))
                return true;
        }
    }
    return false;
}
