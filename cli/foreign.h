/* Options of other tools, by people's habit: what there is here in their place. */
#ifndef CM_CLI_FOREIGN_H
#define CM_CLI_FOREIGN_H

/* word: without its one dash, "show". NULL: none that is known. */
const char *cli_foreign_option(const char *verb, const char *word);

#endif
