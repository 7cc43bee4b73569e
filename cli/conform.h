/* What `cmcm conform` works on. */
#ifndef CM_CLI_CONFORM_H
#define CM_CLI_CONFORM_H

#include "campaign/judge_record.h"
#include "cli/options.h"
#include "cmcm.h"

typedef struct conform_settings {
    const char *model, *format, *output;
    cli_list tests, by;
    double timeout;
    bool quiet, verbose;
} conform_settings;

typedef struct conform_run {
    conform_settings *settings;
    const char *command; /* for the foot of a page */
    cm_arena *arena;
    cm_work work;
    cmcm_session *session; /* knows where models are */
    cm_judge *judge;
    cm_record_judge records;
    cm_conform_input *inputs;
    size_t input_count;
    char **operands;
    int operand_count;
    bool unreadable; /* something: said on standard error */
    int status;
} conform_run;

#endif
