/* Where the files of models are. An include is looked for in the directory of the including
 * file, then where -I says, then among the installed models: a directory of the user's, and
 * what the program carries; for the library's own files (stdlib.cat, cos.cat,
 * ...) the installed ones come first, because herd's files of these names build coherence orders
 * by enumeration, which the solver does for us. */
#ifndef CM_MODEL_FILES_H
#define CM_MODEL_FILES_H

#include "model/model.h"

/* ---- the installed models, as the program carries them: the texts of models/, put here by the
 * build (cmake/Models.cmake). So they are there wherever the program is copied to. ---- */

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

/* ---- files ------------------------------------------------------------------ */

/* A file on disk or, with text, one that the program carries. No path: no file. */
typedef struct cm_cat_where {
    const char *path;
    const cm_model_text *text;
} cm_cat_where;

bool cm_cat_is_file(const char *path);
/* The text of a file beside another; NULL: there is none. */
const char *cm_cat_beside(cm_work *work, const char *path, const char *name);
/* Is the file in a folder with Dat3M's stdlib.cat? */
bool cm_cat_is_dat3m(cm_work *work, const char *path);
/* One of the library's own files, by its name without a directory? */
bool cm_cat_is_own(const char *name);

/* Among the installed models: "arm.cat", "dialects/herd.cat". */
cm_cat_where cm_cat_in_library(cm_arena *arena, const cm_model_options *options, const char *name);
/* In a directory of -I. */
cm_cat_where cm_cat_in_includes(cm_arena *arena, const cm_model_options *options, const char *name);
/* What `include "name"` means in the file `from`; carried: that is one of the program's own. */
cm_cat_where cm_cat_included(cm_arena *arena, const cm_model_options *options, const char *from,
                             bool carried, const char *name);

/* Its text: a draft of it (cm_model_options), or what is there. NULL: it cannot be read; the
 * reason is in work->diags. */
const cm_source *cm_cat_read(cm_work *work, const cm_model_options *options, cm_cat_where where);

#endif
