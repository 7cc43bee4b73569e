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
/* The path of a file in it. */
const char *cm_folder_file(cm_work *work, const cm_folder *folder, const char *name);
/* Removes it with the files of these names, which end with NULL. Allocates nothing. */
void cm_folder_remove(cm_folder *folder, const char *const *names);
/* Calls what(argument) while there is a folder. It is removed with the files of these names, also
 * where what fails, and then this fails. */
void cm_folder_with(cm_work *work, cm_folder *folder, const char *const *names,
                    void (*what)(void *), void *argument);

/* Runs a program and waits until it ends. The first argument is its name, which is looked for in
 * PATH; NULL ends the arguments. The file `log` receives what the program says.
 * If seconds is not 0 and the program runs longer, it is killed with all that it started.
 * The function returns 0 if the program ended by itself; then *status is the program's exit status,
 * or 128 and the signal that ended it. The function returns ENOENT if there is no such program,
 * ETIMEDOUT if the program was killed because it ran too long, and otherwise the error number that
 * says why the program could not be started. */
int cm_program_run(const char *const *arguments, const char *log, double seconds, int *status);

/* The first 2,000 bytes of the file `log`, without the newline at the end. */
const char *cm_program_said(cm_work *work, const char *log);

#endif
