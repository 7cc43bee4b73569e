/* Models that the program carries, as files that an editor can open: written when they are first
 * asked for, in a directory of this process, which is removed at the end. */
#ifndef CM_LSP_COPIES_H
#define CM_LSP_COPIES_H

#include <stdbool.h>

typedef struct cm_copies {
    char directory[256]; /* "": not made yet */
} cm_copies;

/* The path of a copy of "models/NAME", malloc'ed. NULL: there is no such model, or it cannot be
 * written. */
char *cm_copies_path(cm_copies *copies, const char *name);
/* Is that path one of a copy? */
bool cm_copies_has(const cm_copies *copies, const char *path);
void cm_copies_remove(const cm_copies *copies);

#endif
