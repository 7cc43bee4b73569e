/* Looking for a model among those that the program carries. */
#include "model/carried.h"

#include "base/near.h"

#include <string.h>

const cm_model_text *cm_model_text_find(const char *name)
{
    for (const cm_model_text *text = cm_model_texts; text->name; text++)
        if (strcmp(text->name, name) == 0)
            return text;
    return NULL;
}

/* What a file is that is no model by itself has no title: it is included by others. */
static bool has_title(const cm_model_text *text)
{
    return text->text[0] == '"' && !strchr(text->name, '/');
}

const char *cm_model_text_names(cm_arena *arena)
{
    const char *names = "";
    for (const cm_model_text *text = cm_model_texts; text->name; text++)
        if (has_title(text))
            names = cm_arena_printf(arena, "%s%s`%.*s`", names, *names ? ", " : "",
                                    (int)strlen(text->name) - 4, text->name);
    return names;
}

const char *cm_model_text_hint(cm_arena *arena, const char *name)
{
    cm_near near;
    cm_near_init(&near, name, strlen(name));
    for (const cm_model_text *text = cm_model_texts; text->name; text++)
        if (has_title(text))
            cm_near_offer_part(&near, text->name, strlen(text->name) - 4);
    return cm_near_hint(&near, arena);
}
