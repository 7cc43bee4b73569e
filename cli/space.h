/* `--estimate`: how many executions there are, and how far the check of them is. */
#ifndef CM_CLI_SPACE_H
#define CM_CLI_SPACE_H

#include "cmcm.h"

typedef struct cli_space {
    const char *path;
    bool draws; /* a bar, on a terminal */
    bool said, drawn;
} cli_space;

/* For cmcm_options.tell_space, with a cli_space: a line on standard error, then the bar. */
void cli_space_tell(void *cli_space_, const cmcm_state_space *space);
/* Takes the bar away. */
void cli_space_hide(cli_space *space);

#endif
