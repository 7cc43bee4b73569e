/* What `cmcm conform` works on. */
#ifndef CM_CLI_CONFORM_H
#define CM_CLI_CONFORM_H

#include "campaign/judge_record.h"
#include "campaign/readings.h"
#include "cli/options.h"
#include "cmcm.h"
#include "hwrun/record/record_store.h"

typedef struct conform_settings {
    const char *model, *format, *output, *pages;
    cli_list tests, by, variants;
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
    cm_readings readings; /* other ones of its models */
    cm_record_judge records;
    cm_record_store store;
    cm_conform_input *inputs;
    size_t input_count;
    char **operands;
    int operand_count;
    bool unreadable; /* something: said on standard error */
    int status;
} conform_run;

/* Writes a page for each forbidden state that was seen into --pages: for the first 200. Gives
 * where they are, by finding; NULL: nowhere. written: false if one could not be, which was
 * said. May escape through the arena. */
const char *const *cli_conform_pages(const conform_run *run, const cm_conform *report,
                                     const cm_origin *origin, bool *written);

#endif
