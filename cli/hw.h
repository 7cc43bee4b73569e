/* The parts of `cmcm run`:
 *
 *     options ─▶ hw_tests.c ─▶ run.c, test by test: cm_campaign_test.c ─▶ hw_report.c
 *        │      (files, suites)  │   (parse, child process,       (log, progress,
 *        │                        │    judging, record)             what was found)
 *        │                        ├▶ hw_inject.c (has a bug its place?)
 *        └▶ hw_settings.c         ├▶ hw_tune.c  (the best parameters first, the search)
 *          (parameters)           └▶ hw_dry.c   (code only)
 *
 * Nothing here opens a GPU: the child process of hwrun/run/worker.h does.
 */
#ifndef CM_CLI_HW_H
#define CM_CLI_HW_H

#include "campaign/judge.h"
#include "campaign/search.h"
#include "cli/options.h"
#include "cli/signals.h"

/* ---- what is asked for ----------------------------------------------- */

typedef struct hw_settings {
    uint64_t iterations, rounds, seed;
    const char *homes; /* of --home */
    const char *memory, *inject, *tune, *save_parameters;
    cli_list changes; /* --param */
    double seconds, timeout, search;
    const char *record, *output, *model, *compiler, *shard, *cpu;
    cli_list axes;
    unsigned gpu;
    bool resume, no_check, dry_run, list, quiet, verbose, stop;
    /* Made of the above. */
    size_t shard_index, shard_count; /* tests i with i % shard_count == shard_index */
    double tune_seconds;             /* 0: no tuning */
} hw_settings;

/* Default budget of a test: litmus7's, 10 runs of size 100,000. */
#define HW_ITERATIONS UINT64_C(1000000)

/* Settles the texts among the settings and makes parameters of them. False: a wrong
 * value; said on standard error, and *status is the exit status. */
bool hw_settings_read(const cli_call *call, hw_settings *settings, cm_parameters *parameters,
                      int *status);
/* "lanes=64,steps=8,..."; all, or those given. */
char *hw_tuned_text(cm_arena *arena, const cm_parameters *parameters, bool all,
                    const char *between);
/* The help's list of parameters. */
void hw_print_tunables(FILE *to);

/* ---- judging --------------------------------------------------------- */

/* NULL: there is none; *complaint is then what is wrong with the model, in the arena, or "": a
 * build without the checker has no judge. stop: ends a check; or NULL. */
cm_judge *hw_judge_new(cm_arena *arena, const char *model, cm_stop *stop, const char **complaint);
/* What the model allows: a cm_campaign_judge. */
bool hw_judge_ask(void *judge, cm_arena *arena, const char *file_name, const char *text,
                  size_t length, cm_conform_allowed *out);

/* ---- tests ----------------------------------------------------------- */

typedef struct hw_tests {
    cm_arena *arena;
    cm_campaign_test *items;
    size_t count, capacity;
    const char *suite; /* all of them are of this one; "" else */
    bool failed;       /* some operand could not be read: said on standard error */
} hw_tests;

/* What the operands stand for, of which the shard. False: wrong usage, said. */
bool hw_tests_gather(hw_tests *tests, const hw_settings *settings, const cli_call *call);

/* ---- a run ----------------------------------------------------------- */

typedef struct hw_totals {
    size_t done, refused, failed, earlier; /* earlier: by the record that is resumed */
    size_t unreadable, classes[CM_CAMPAIGN_CLASSES];
    uint64_t instances, weak; /* weak: states that satisfy the condition's proposition */
    double wall_seconds, busy_seconds;
    const char **forbidden; /* names of tests */
    size_t forbidden_count, forbidden_capacity;
    const char *refusal; /* the latest reason, and how many tests had it */
    size_t refused_alike;
    size_t unplaced; /* planted bugs that a test had no place for */
    bool lost;       /* the record could not be written */
    bool log_lost;   /* nor the log */
} hw_totals;

typedef struct hw_run {
    const cli_call *call;
    const hw_settings *settings;
    cm_arena *arena; /* of the whole run */
    cm_work work;
    cm_arena *test_arena; /* of the test at hand */
    hw_tests tests;
    cm_campaign campaign;
    cli_signals *signals;
    cm_judge *judge;          /* or NULL */
    cm_record_writer *writer; /* or NULL */
    cm_record *old;           /* the record that is resumed, or NULL */
    FILE *log;
    bool shows_progress, line_shown;
    double begun;
    hw_totals totals;
} hw_run;

/* What a search came to, in the place of what its looks add up to. */
void hw_report_search(hw_run *run, const cm_search_sum *sum);
/* Says what a test came to, records and counts it. Escapes through the work. */
void hw_report_result(hw_run *run, cm_work *work, const cm_campaign_result *result);
void hw_report_messages(const cm_work *work);
void hw_report_progress(hw_run *run);
void hw_report_hide(hw_run *run); /* the line of progress */
void hw_report_end(hw_run *run);
/* "12", "3.4k", "1.2M"; in the arena. */
const char *hw_amount(cm_arena *arena, double number);

/* Warns of planted bugs that the test has no place for; counts them. */
void hw_note_injections(hw_run *run, const cm_campaign_test *from);
/* How many there were, if that was not said of each. */
void hw_report_unplaced(const hw_run *run);

/* Searches for parameters and puts the best into run->parameters. Gives the exit
 * status so far. Escapes through run->work. */
int hw_tune(hw_run *run);
/* Runs tests as campaign/search.h says, until its time is over. */
void hw_search(hw_run *run);
/* Runs one test, with run->campaign.parameters; keep: whether it is said and recorded. The result
 * is in run->test_arena. */
typedef bool hw_keep(void *context, const cm_campaign_result *result);
void hw_run_test(hw_run *run, const cm_campaign_test *from, hw_keep *keep, void *context);
/* Prints the code of all tests; gives the exit status. Escapes through run->work. */
int hw_dry_run(hw_run *run);

#endif
