/* The tests of `cmcm conform --tests`, for logs, which have no texts of tests. */
#ifndef CM_CLI_CONFORM_H
#define CM_CLI_CONFORM_H

#include "campaign/judge.h"
#include "cli/options.h"
#include "cmcm.h"

typedef struct conform_settings {
    const char *model, *format, *output;
    cli_list tests, by;
    double timeout;
    bool quiet, verbose;
} conform_settings;

typedef struct conform_source {
    const char *name; /* of the test */
    const cm_source *source;
} conform_source;

typedef struct conform_run {
    const conform_settings *settings;
    cm_arena *arena;
    cm_work work;
    cmcm_session *session; /* knows where models are */
    cm_judge *judge;
    conform_source *sources; /* by name */
    size_t source_count, source_capacity;
    cm_conform_input *inputs;
    size_t input_count;
    char **operands;
    int operand_count;
    bool unreadable; /* something: said on standard error */
    int status;
} conform_run;

#endif
