/* What operands that name tests stand for. */
#ifndef CM_CLI_INPUTS_H
#define CM_CLI_INPUTS_H

#include "base/diag.h"

#include <stdbool.h>
#include <stdint.h>

#define CLI_NO_ROW SIZE_MAX

typedef struct cli_input {
    const char *path;
    size_t row;              /* of the table of expectations, or CLI_NO_ROW */
    const cm_source *source; /* what has been read already, or NULL: the file is to be read */
} cli_input;

typedef struct cli_inputs {
    cm_arena *arena;
    cli_input *items;
    size_t count, capacity;
    bool failed; /* some operand could not be read: said on standard error */
} cli_inputs;

/* The suite or family that an operand names and that can be made without a word more, or NULL;
 * "./hetero" is always a file. */
const struct cm_enum_generator *cli_suite(const char *operand);

/* Adds what an operand stands for: a file, "-", the *.litmus files of a
 * directory (recursive, sorted), or the lines of @LIST. */
void cli_inputs_add(cli_inputs *inputs, const char *operand);

/* What all operands stand for, in an arena of its own, which cli_inputs_close frees.
 * Without memory that is said, and `failed`. */
void cli_inputs_open(cli_inputs *inputs, int count, char **operands);
void cli_inputs_close(cli_inputs *inputs);

/* Adds a path as it is. */
void cli_inputs_add_file(cli_inputs *inputs, const char *path);

/* More than the ending, ".cat" of a model: everything else is the name of an installed one, to be
 * got right: then it is wrong usage when there is none. */
bool cli_ends_in(const char *name, const char *ending);

#endif
