/* The manual page of a command, for man(1), from the table that parses its options and
 * prints its help. */
#ifndef CM_CLI_MANUAL_H
#define CM_CLI_MANUAL_H

#include "cli/options.h"

/* cmcm-VERB(1), in roff. False: there is no memory for all of it. */
bool cli_manual_print(FILE *to, const cli_verb *verb);

#endif
