/* What a cat file says in words about its definitions. */
#ifndef CM_MODEL_GLOSS_H
#define CM_MODEL_GLOSS_H

#include "model/model.h"

/* The comment directly above the line of a definition or axiom (no empty line between), in one
 * line, without its brackets; NULL: there is none, or it is a heading (`---- ... ----`). */
char *cm_gloss_above(cm_arena *arena, cm_place place);

/* A span of a file in one line, blanks normalised, comments left out. */
char *cm_cat_text(cm_arena *arena, cm_place place);

/* The flag that `undefined_unless` raises, as herd names it, and a flag's name as people read it:
 * "undefined behaviour" for that one. */
#define CM_FLAG_UNDEFINED "*undef*"
const char *cm_gloss_flag(const char *flag);
/* What a flag of the models here says of the events that raise it; NULL: no more than its name. */
const char *cm_gloss_of_flag(const char *flag);

/* The first top-level definition that the node is; NULL: it has none, or is a base. */
const cm_model_name *cm_model_name_of(const cm_model *model, int node);

#endif
