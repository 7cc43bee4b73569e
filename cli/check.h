/* The parts of `cmcm check`:
 *
 *     options ─▶ inputs.c ─▶ check_pool.c, workers: job.c ─▶ sink.c
 *                            (deadlines, Ctrl-C)
 */
#ifndef CM_CLI_CHECK_H
#define CM_CLI_CHECK_H

#include "cli/inputs.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/signals.h"
#include "cmcm.h"
#include "litmus/state_value.h"
#include "report/formats.h"

#include <pthread.h>

typedef struct check_settings {
    const char *model;
    cli_list includes, variants;
    const char *dialect; /* NULL: auto */
    const char *format;
    const char *output;
    const char *expect;
    cli_list assertions;
    const char *assertion;      /* of these: allowed or forbidden, or NULL */
    bool terminates, race_free; /* of these */
    const char *witness, *graph;
    const char *count;                   /* NULL: states */
    const char *same_name;               /* NULL: skip, unless tests are compared by file */
    unsigned unroll, jobs, memory_limit; /* memory_limit in MB */
    double timeout;
    bool question, quiet, verbose, verify, strict;
} check_settings;

/* ---- inputs ---------------------------------------------------------- */

/* Adds the tests of standard input, which are read. False: it cannot be read, which was
 * said. */
bool cli_inputs_add_stream(cli_inputs *inputs);

/* Finds the row of each input; with `all`, all rows become the inputs. */
void cli_inputs_match(cli_inputs *inputs, const cmcm_table *table, bool all);

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
    bool color;
    bool plain; /* for people: what the answer means, after herd's text */
    cli_models models;
    cmcm_table *table;    /* or NULL */
    const cm_state *wish; /* of --witness=STATE, or NULL */
    cmcm_telling picture; /* of --graph */
    const char *command;  /* for its page */
    cm_stop *stop;        /* asked by a signal */
} cli_plan;

/* What one test came to. Texts are malloc'ed or NULL. */
typedef struct cli_outcome {
    char *result;      /* in the chosen format, witnesses after it */
    char *differences; /* from the table */
    char *of_model;    /* what was said when its model was loaded, for standard error */
    char *messages;    /* the same of the test */
    char *name;        /* of the test, if it could be read */
    char *digest;      /* of its text */
    bool unreadable, unmet, unknown, hangs;
    bool differs, skipped; /* from the table */
    bool cut_short;        /* ended by Ctrl-C: not to be shown */
    bool no_memory;        /* a text is not whole */
} cli_outcome;

void cli_job_run(const cli_plan *plan, cli_models *models, cmcm_session *session,
                 const cli_input *input, cli_outcome *outcome);
/* What the answer means, in plain words; malloc'ed, "" when it is not certain; NULL: no
 * memory. model: as it was asked for, or NULL. */
char *cli_plain_text(const cmcm_test *test, const cmcm_result *result, const char *model,
                     const char *path);
void cli_outcome_free(cli_outcome *outcome);

/* ---- where results go ------------------------------------------------ */

typedef struct cli_sink {
    FILE *results;     /* standard output, or the file of --output */
    FILE *differences; /* standard output or error */
    cli_file file;     /* of --output */
    bool shows_progress, line_shown;
    double start; /* of base/clock.h */
    size_t done, total;
    char **said; /* of models, once however many processes loaded one */
    size_t said_count;
} cli_sink;

/* False: the output cannot be written; said on standard error. */
bool cli_sink_open(cli_sink *sink, const cli_plan *plan, size_t total);
void cli_sink_put(cli_sink *sink, const cli_outcome *outcome);
/* Draws the progress line anew, if there is one. */
void cli_sink_progress(cli_sink *sink);
/* Ends output; the file of --output gets its place or, when interrupted, that of
 * FILE.partial. False: something could not be written; said on standard error. */
bool cli_sink_close(cli_sink *sink, bool interrupted);
/* Ends output that never began: no file appears. */
void cli_sink_drop(cli_sink *sink);
double cli_sink_seconds(const cli_sink *sink);

/* ---- all tests ------------------------------------------------------- */

typedef struct cli_totals {
    size_t tests, unreadable, unmet, unknown, hanging, differing, skipped;
    size_t copies, namesakes; /* left out, as an earlier test had the name: it, or another */
    bool nothing_compared;    /* every row of the table was skipped */
    int signal;               /* that ended it early, or 0 */
} cli_totals;

/* What --jobs N means: N workers, or one for each processor when it is 0. */
unsigned cli_worker_count(unsigned jobs);

/* Checks all inputs, in parallel, and puts the results into the sink in order;
 * plan->stop ends it in good order. With a time limit each worker has a
 * process of its own that checks (cli/isolate.h). False: no memory or threads. */
bool cli_check_all(cli_plan *plan, cli_inputs *inputs, cli_sink *sink, cli_totals *totals);

#endif
