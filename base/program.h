/* Another program, such as a compiler, and the folder in which it works. */
#ifndef CM_BASE_PROGRAM_H
#define CM_BASE_PROGRAM_H

#include "base/diag.h"

enum { CM_FOLDER_PATH = 4096 };

/* A folder of its own in TMPDIR or /tmp. */
typedef struct cm_folder {
    char path[CM_FOLDER_PATH]; /* "": there is none */
} cm_folder;

/* Makes it, or fails. */
void cm_folder_make(cm_work *work, cm_folder *folder);
/* Removes it with the files of these names, which end with NULL. Allocates nothing. */
void cm_folder_remove(cm_folder *folder, const char *const *names);

/* Runs a program to its end. It is looked for in PATH; what it says goes to the file `log`, and the
 * list of arguments, the first of which is its name, ends with NULL. 0: it ran, and ended with
 * *status (127 or more: by a signal). Else an error number: ENOENT, there is no such program. */
int cm_program_run(const char *const *arguments, const char *log, int *status);

/* The first 2,000 bytes of what it said, without the last line's end. */
const char *cm_program_said(cm_work *work, const char *log);

#endif
