/* Where a report goes: to a file, or to a terminal. */
#ifndef CM_CLI_OUTPUT_H
#define CM_CLI_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Writes a whole file. False: said on standard error. */
bool cli_write_file(const char *path, const char *content, size_t length);

/* Does a terminal that wants colours show what goes to the file descriptor? */
bool cli_wants_color(int descriptor);

#endif
