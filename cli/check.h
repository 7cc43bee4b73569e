/* The parts of `cmcm check`:
 *
 *     check.c: options, inputs ─▶ batch.c, workers: job.c ─▶ results.c
 */
#ifndef CM_CLI_CHECK_H
#define CM_CLI_CHECK_H

#include "cli/batch.h"
#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/output.h"
#include "litmus/state_value.h"
#include "report/formats.h"

#include <pthread.h>

typedef struct check_settings {
    const char *model, *threads;
    cli_list includes, variants;
    const char *dialect;     /* NULL: auto */
    const char *is_volatile; /* what is volatile in C: NULL: a race */
    const char *format;
    const char *output, *build;
    const char *expect;
    cli_list assertions;
    cli_list targets;           /* "cpu=aarch64" */
    const char *assertion;      /* of these: allowed or forbidden, or NULL */
    bool terminates, race_free; /* of these */
    const char *witness;
    const char *count; /* NULL: states */
    const char *progress;
    unsigned unroll, jobs, memory_limit; /* memory_limit in MB */
    double timeout, cpu_time;
    bool question, estimate, quiet, verbose, debug, strict;
} check_settings;

/* ---- models ---------------------------------------------------------- */

typedef struct cli_model {
    struct cli_model *next;
    cmcm_model *model; /* NULL: could not be loaded */
    char name[];
} cli_model;

/* The models in use, loaded on demand and shared by all workers. */
typedef struct cli_models {
    pthread_mutex_t lock;
    cmcm_session *session;
    cli_model *first; /* the one loaded last */
} cli_models;

bool cli_models_init(cli_models *models, const check_settings *settings, bool color);
void cli_models_free(cli_models *models);
/* NULL: could not be loaded; *messages (the caller's, to be freed, may be NULL) says
 * why, the first time. */
const cmcm_model *cli_models_get(cli_models *models, const char *name, char **messages);

/* ---- one test -------------------------------------------------------- */

/* What all jobs share; read-only while they run, except models. */
typedef struct cli_plan {
    const check_settings *settings;
    cmcm_options options;
    cmcm_format format;
    bool prints_results; /* are results asked for, or only comparisons? */
    bool lists_states;   /* as data, in outcomes */
    bool color;
    bool plain;         /* for people: what the answer means, after herd's text */
    bool draws_bar;     /* of --estimate: there is one test, and a terminal */
    bool plain_kernels; /* of kernels, also where no terminal reads it */
    cli_models models;
    cmcm_table *table;    /* or NULL */
    const cm_state *wish; /* of --witness=STATE, or NULL */
    cm_stop *stop;        /* asked by a signal */
} cli_plan;

/* --target: each test beside what it becomes. The status. */
int cli_check_targets(const cli_plan *plan, const cli_inputs *inputs);

/* spent: as cli_batch has it. */
void cli_job_run(cli_plan *plan, cmcm_session *session, const cli_input *input, double spent,
                 cli_outcome *outcome);
/* How a test was named: by a file, and by the model and the calls that were asked for, or NULL. */
typedef struct cli_named {
    const char *path, *model, *threads;
} cli_named;

/* What the answer means, in plain words; malloc'ed, "" when it is not certain; NULL: no
 * memory. */
char *cli_plain_text(const cmcm_test *test, cmcm_result *result, const cli_named *named);

/* Are other readings looked at, beside this result? */
bool cli_readings_asked(const cli_plan *plan, const cmcm_result *result);

/* What a reading may change, in words that stay; NULL: it is not certain. */
const char *cli_reading_verdict(const cmcm_test *test, const cmcm_result *result);

/* Named readings under which the verdict is another one than `before` (NULL: not certain), a line
 * for each; malloc'ed, "" where there is none; NULL: no memory. */
char *cli_readings_text(const cli_plan *plan, cmcm_session *session, const cmcm_model *model,
                        const cmcm_test *test, const char *before);

/* ---- all tests ------------------------------------------------------- */

/* Checks all inputs, in parallel, and puts the results in order where they are to go. Gives the
 * exit status. */
int cli_check_all(cli_plan *plan, cli_inputs *inputs);

#endif
