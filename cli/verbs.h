/* The commands of cmcm: one file each. */
#ifndef CM_CLI_VERBS_H
#define CM_CLI_VERBS_H

#include "cli/options.h"

extern const cli_verb cli_verb_check, cli_verb_run, cli_verb_conform, cli_verb_probe, cli_verb_new,
    cli_verb_enumerate, cli_verb_import, cli_verb_explain, cli_verb_repair, cli_verb_diff,
    cli_verb_map, cli_verb_compile_check, cli_verb_shrink, cli_verb_compare, cli_verb_summary,
    cli_verb_models, cli_verb_serve, cli_verb_lsp, cli_verb_completion, cli_verb_help;

/* By number, of those that this build has; NULL past the last. */
const cli_verb *cli_verb_at(size_t index);
/* NULL: no such command. */
const cli_verb *cli_verb_find(const char *name);

/* Says that there is no such command, and which was meant perhaps; gives CLI_USAGE. */
int cli_refuse_verb(const char *name);

/* What `cmcm --help` prints: every command in one line. */
void cli_print_overview(FILE *to);

/* cmcm-VERB(1), for man(1), in roff, from the table that parses its options and prints its help.
 * False: there is no memory for all of it. */
bool cli_manual_print(FILE *to, const cli_verb *verb);

#endif
