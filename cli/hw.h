/* The parts of `cmcm run`:
 *
 *     options ─▶ hw_tests.c ─▶ hw_run.c, test by test: hw_test.c ─▶ hw_report.c
 *        │      (files, suites)   │   (parse, child process,       (log, progress,
 *        │                        │    hw_judge.c, record)          what was found)
 *        └▶ hw_settings.c         ├▶ hw_tune.c  (the best parameters first)
 *          (parameters)           └▶ hw_dry.c   (code only)
 *
 * Nothing here opens a GPU: the child process of hwrun/run/worker.h does.
 */
#ifndef CM_CLI_HW_H
#define CM_CLI_HW_H

#include "cli/hw_judge.h"
#include "cli/options.h"
#include "cli/signals.h"
#include "hwrun/record/record.h"
#include "hwrun/run/worker.h"

/* ---- what is asked for ----------------------------------------------- */

typedef struct hw_settings {
    uint64_t iterations, instances, rounds, seed;
    const char *memory, *inject, *tune, *parameters, *save_parameters;
    cli_list changes; /* --param */
    double seconds, deadline;
    const char *record, *output, *model, *compiler, *shard, *cpu;
    cli_list axes;
    unsigned gpu;
    bool resume, no_check, dry_run, list, quiet, verbose, stop;
    /* Made of the above. */
    size_t shard_index, shard_count; /* tests i with i % shard_count == shard_index */
    double tune_seconds;             /* 0: no tuning */
    const char *command;             /* the command line, for records */
} hw_settings;

/* Default budget of a test: litmus7's, 10 runs of size 100,000. */
#define HW_ITERATIONS UINT64_C(1000000)

/* Settles the texts among the settings and makes parameters of them. False: a wrong
 * value; said on standard error, and *status is the exit status. */
bool hw_settings_read(const cli_verb *verb, hw_settings *settings, cm_arena *arena,
                      cm_parameters *parameters, int *status);
/* "drop-acquire,narrow-scope"; "" for none. */
const char *hw_injections_text(cm_arena *arena, unsigned bits);
/* "lanes=64,steps=8,..."; all, or those given. */
char *hw_tuned_text(cm_arena *arena, const cm_parameters *parameters, bool all,
                    const char *between);
/* The help's list of parameters. */
void hw_print_tunables(FILE *to);

/* ---- tests ----------------------------------------------------------- */

typedef struct hw_test {
    const char *path;  /* as messages call it: a file, or a suite's test */
    const char *suite; /* or NULL: a file */
    const char *text;  /* of a suite's test, of standard input; else NULL: to be read */
    size_t length;
} hw_test;

typedef struct hw_tests {
    cm_arena *arena;
    hw_test *items;
    size_t count, capacity;
    const char *suite; /* all of them are of this one; "" else */
    bool failed;       /* some operand could not be read: said on standard error */
} hw_tests;

/* What the operands stand for, of which the shard. False: wrong usage, said. */
bool hw_tests_gather(hw_tests *tests, const hw_settings *settings, char **operands, int count);
/* Parses a test; NULL: said in the work's diagnostics. Its text is in the arena. */
cm_test *hw_test_parse(cm_work *work, const hw_test *test);
/* Where its threads run. */
cm_mix hw_test_mix(const cm_test *test);

/* ---- a run ----------------------------------------------------------- */

/* What the model says of what the condition asks about, and what was seen. */
typedef enum hw_class {
    HW_ALLOWED_SEEN,
    HW_ALLOWED_NOT_SEEN,
    HW_FORBIDDEN_NOT_SEEN,
    HW_FORBIDDEN_SEEN, /* any state that the model forbids */
    HW_UNJUDGED,
    HW_CLASSES
} hw_class;

typedef struct hw_totals {
    size_t done, refused, failed, earlier; /* earlier: by the record that is resumed */
    size_t unreadable, classes[HW_CLASSES];
    uint64_t instances, weak; /* weak: states that satisfy the condition's proposition */
    double wall_seconds, busy_seconds;
    const char **forbidden; /* names of tests */
    size_t forbidden_count, forbidden_capacity;
    const char *refusal; /* the latest reason, and how many tests had it */
    size_t refused_alike;
    bool lost;     /* the record could not be written */
    bool log_lost; /* nor the log */
} hw_totals;

typedef struct hw_run {
    const hw_settings *settings;
    cm_arena *arena; /* of the whole run */
    cm_work work;
    cm_arena *test_arena; /* of the test at hand */
    hw_tests tests;
    cm_parameters parameters;
    cli_signals *signals;
    cm_stop *stop; /* of the signals */
    /* For CPU tests, and for those that need a GPU; each started when it is needed. */
    cm_worker *workers[2];
    const cm_worker_machine *machines[2];
    const char *lacking[2];   /* why the worker cannot open its machine; or NULL */
    hw_judge *judge;          /* or NULL */
    cm_record_writer *writer; /* or NULL */
    cm_record *old;           /* the record that is resumed, or NULL */
    FILE *log;
    bool shows_progress, line_shown;
    double begun;
    hw_totals totals;
} hw_run;

/* The machine of one of the two workers. NULL: it cannot be opened, see lacking, or
 * a signal was received. Escapes through run->work. */
const cm_worker_machine *hw_run_machine(hw_run *run, bool needs_gpu);
bool hw_needs_gpu(const hw_run *run, cm_mix mix);

typedef struct hw_ran {
    cm_worker_result result;
    bool refused; /* failed, because this machine cannot run it */
} hw_ran;
/* Runs a test in the worker that it needs, unless a signal was received. */
hw_ran hw_run_once(hw_run *run, cm_work *work, const cm_test *test, const cm_parameters *parameters,
                   double deadline);

/* What one test came to; all in the arena of its work. */
typedef struct hw_result {
    const hw_test *from;
    const cm_test *test;
    cm_record_test record;
    hw_judgement judgement;
    hw_class class;
    uint64_t weak; /* final states that satisfy the proposition */
    bool unreadable, earlier, stopped;
} hw_result;

/* Runs and judges one test. Escapes through the work. */
void hw_test_run(hw_run *run, cm_work *work, const hw_test *from, hw_result *result);
/* Final states that satisfy the condition's proposition. */
uint64_t hw_weak_count(const cm_test *test, const cm_states *seen);

/* Says what a test came to, records and counts it. Escapes through the work. */
void hw_report_result(hw_run *run, cm_work *work, const hw_result *result);
void hw_report_messages(const cm_work *work);
void hw_report_progress(hw_run *run);
void hw_report_hide(hw_run *run); /* the line of progress */
void hw_report_end(hw_run *run);
double hw_now(void);
/* "12", "3.4k", "1.2M"; in the arena. */
const char *hw_amount(cm_arena *arena, double number);

/* Searches for parameters and puts the best into run->parameters. Gives the exit
 * status so far. Escapes through run->work. */
int hw_tune(hw_run *run);
/* Prints the code of all tests; gives the exit status. Escapes through run->work. */
int hw_dry_run(hw_run *run);

#endif
