/* When and how a page is made: what stands at its foot. */
#ifndef CM_CLI_ORIGIN_H
#define CM_CLI_ORIGIN_H

#include "base/arena.h"

/* "cmcm run MP.litmus -o run.xml", as a shell reads it; malloc'ed, NULL: no memory. To be
 * asked for before options are parsed, which changes the order of the words. */
char *cli_command_line(const char *verb, int argc, char **argv);
/* A word as a shell takes it. */
const char *cli_quoted(cm_arena *arena, const char *word);

enum { CLI_DATE_MAX = 32 };
/* "2026-11-21 04:05 UTC": now, or the second that SOURCE_DATE_EPOCH names, so that the same
 * input gives the same page. */
void cli_date(char date[CLI_DATE_MAX]);

#endif
