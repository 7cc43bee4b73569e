/* The kernels of a file by the names that people know them by, and the binding that they lack. */
#ifndef CM_IMPORT_KERNELS_H
#define CM_IMPORT_KERNELS_H

#include "import/import.h"

/* May names of assembly and of PTX have it: a letter, a digit, `_`, `.` or `$`? */
bool cm_import_in_name(char c);
/* Is a function that the file calls so, mangled or not, the one that people call by that name? */
bool cm_import_is_called(cm_arena *arena, const char *symbol, const char *name);
/* Each launch gets its kernel's name in the file (cm_launch.symbol): `consumer` is
 * `_Z8consumerPiS_` where no other kernel is called so. Fails where there is none. */
void cm_import_name_kernels(cm_import *import, const cm_import_reader *reader);

/* A binding to begin with: a launch of each kernel, and a first question; `before` stands at the
 * beginning of each line. */
const char *cm_import_skeleton(cm_work *work, const cm_source *source, const char *before);

#endif
