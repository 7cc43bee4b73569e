/* Where a report goes, to a file or to a terminal, and what it says of how it was made. */
#ifndef CM_CLI_OUTPUT_H
#define CM_CLI_OUTPUT_H

#include "base/diag.h"

#include <stdio.h>

/* Says so on standard error; the exit status. */
int cli_no_memory(void);

/* What the work has to say, to standard error; `before` stands before what has no place. */
void cli_print_diags(const cm_work *work, const char *before);

/* A file that appears when it is whole: it is written beside its place and renamed at
 * the end, so that a full disk leaves nothing half-written and what was there before. */
typedef struct cli_file {
    FILE *stream;
    const char *path;
    char *temporary; /* malloc'ed; NULL: a device or a pipe, written to as it is */
} cli_file;

/* False: it cannot be written; said on standard error. The path must outlive the file. */
bool cli_file_open(cli_file *file, const char *path);
/* Closes the stream and puts the file in place; partial: in that of FILE.partial, and
 * says so. False: something could not be written; said on standard error. */
bool cli_file_close(cli_file *file, bool partial);

/* Closes the stream and leaves the place as it was. */
void cli_file_drop(cli_file *file);

/* Writes a whole file. False: said on standard error. */
bool cli_write_file(const char *path, const char *content, size_t length);

/* The same, or to standard output: without a path, or with "-". text NULL: there was no memory,
 * which is said. The exit status. */
int cli_write_output(const char *path, const char *text);

/* Closes a file that was written to as it is; NULL: it was never open. False: something
 * could not be written; said on standard error. */
bool cli_end_stream(FILE *stream, const char *path);

/* Makes the directory, unless it is there. False: said on standard error. */
bool cli_make_directory(const char *path);

/* Writes DIRECTORY/NAME ENDING.litmus, with _ for a / of the name. False: said on standard error.
 */
bool cli_write_test(const char *directory, const char *name, const char *ending, const char *text);

/* Does a terminal that wants colours show what goes to the file descriptor? */
bool cli_wants_color(int descriptor);

/* "cmcm run MP.litmus -o run.xml", as a shell reads it. */
const char *cli_command_line(cm_arena *arena, const char *verb, int argc, char **argv);
/* A word as a shell takes it. */
const char *cli_quoted(cm_arena *arena, const char *word);

enum { CLI_DATE_MAX = 32 };
/* "2026-11-21 04:05 UTC": now, or the second that SOURCE_DATE_EPOCH names, so that the same
 * input gives the same page. */
void cli_date(char date[CLI_DATE_MAX]);

#endif
