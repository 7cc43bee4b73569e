/* The flags that a project compiles a source with, from its compile_commands.json (Clang's "JSON
 * Compilation Database"): in the folder that the work names (cm_work.build), else in the nearest
 * folder above the source that has one, or has one in its `build`.
 */
#ifndef CM_IMPORT_FLAGS_H
#define CM_IMPORT_FLAGS_H

#include "base/diag.h"

typedef struct cm_import_flags {
    const char **words; /* folders and files to include, macros, standard: paths are absolute, or as
                           the database's own is */
    int count, capacity;
    const char *gpu; /* "sm_80", "gfx90a": what it is compiled for, the last of several; or NULL */
} cm_import_flags;

/* None where there is no such file, or it does not list the source. Says in a note which. Fails. */
cm_import_flags cm_import_flags_of(cm_work *work, const cm_source *source);

#endif
