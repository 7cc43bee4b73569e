/* The installed models, as the program carries them: the texts of models/, put here by
 * the build (cmake/Models.cmake). So they are there wherever the program is copied to. */
#ifndef CM_MODEL_CARRIED_H
#define CM_MODEL_CARRIED_H

#include "base/arena.h"

typedef struct cm_model_text {
    const char *name; /* below models/: "arm.cat", "dialects/herd.cat" */
    const char *text;
} cm_model_text;

/* By name, sorted; ends with a NULL name. */
extern const cm_model_text cm_model_texts[];

/* NULL: there is none. */
const cm_model_text *cm_model_text_find(const char *name);
/* The names of those with a title, without ".cat": "`arm`, `cmcm`, `ptx`". */
const char *cm_model_text_names(cm_arena *arena);
/* ", did you mean `arm`?", or "" where none of them is like that name. */
const char *cm_model_text_hint(cm_arena *arena, const char *name);

#endif
