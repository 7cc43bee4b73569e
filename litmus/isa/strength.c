/* Forms of instructions, weaker and stronger. See strength.h. */
#include "litmus/isa/strength.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

bool cm_strength_includes(const cm_strength *strong, const cm_strength *weak)
{
    return (weak->order & ~strong->order) == 0 && (weak->scope & ~strong->scope) == 0;
}

void cm_strengths_add(cm_strengths *forms, const char *text, const char *name, unsigned order,
                      unsigned scope, double cost)
{
    CM_RESERVE(forms->arena, forms->items, forms->count, forms->capacity);
    forms->items[forms->count++] =
        (cm_strength){.text = text, .name = name, .order = order, .scope = scope, .cost = cost};
}

void cm_strengths_settle(cm_strengths *forms, const char *text, unsigned order, unsigned scope)
{
    for (int i = 0; i < forms->count; i++)
        if (forms->items[i].order == order && forms->items[i].scope == scope) {
            forms->items[i].text = text;
            forms->self = i;
            return;
        }
}

const char *cm_strengths_word(cm_arena *arena, const char *text, const char **rest)
{
    size_t length = strcspn(text, " \t");
    *rest = text + length;
    return cm_arena_text(arena, text, length);
}

const char *cm_strengths_case(cm_arena *arena, const char *name, bool upper)
{
    char *copy = cm_arena_text(arena, name, strlen(name));
    for (char *c = copy; *c; c++)
        *c = (char)(upper ? toupper((unsigned char)*c) : tolower((unsigned char)*c));
    return copy;
}

int cm_strength_scope_find(const cm_strength_scope scopes[CM_STRENGTH_SCOPES], const char *name)
{
    return CM_NAMED_INDEX(scopes, CM_STRENGTH_SCOPES, name, name);
}
