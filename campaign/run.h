/* A campaign on this machine: tests run one by one in processes of their own, judged,
 * and described as a record has them; and the search for the parameters that show most.
 *
 *     test ─▶ cm_campaign_run ─▶ result: record, verdict ─▶ whoever prints and keeps it
 *                 │
 *                 ├─ earlier: the record that is resumed has it already
 *                 ├─ hwrun/run/worker.h, one for CPU tests and one for those with a GPU
 *                 └─ the judge, a callback: none in a build without the checker
 *
 * Nothing here opens a GPU: the processes of hwrun/run/worker.h do.
 */
#ifndef CM_CAMPAIGN_RUN_H
#define CM_CAMPAIGN_RUN_H

#include "base/stop.h"
#include "hwrun/record/record.h"
#include "hwrun/run/worker.h"
#include "report/conform.h"

/* ---- tests ----------------------------------------------------------- */

typedef struct cm_campaign_test {
    const char *path;  /* as messages call it: a file, or a suite's test */
    const char *suite; /* or NULL: a file */
    const char *text;  /* of a suite's test, of standard input; else NULL: to be read */
    size_t length;
} cm_campaign_test;

/* Parses a test; NULL: said in the work's diagnostics. Its text is in the arena. */
cm_test *cm_campaign_parse(cm_work *work, const cm_campaign_test *test);
/* Where its threads run. */
cm_mix cm_campaign_mix(const cm_test *test);

/* ---- the campaign ---------------------------------------------------- */

/* What a model allows of a test's text: cm_judge_test, or one like it. */
typedef bool (*cm_campaign_judge)(void *context, cm_arena *arena, const char *file_name,
                                  const char *text, size_t length, cm_conform_allowed *out);

typedef struct cm_campaign {
    cm_arena *arena;      /* of the whole campaign */
    cm_work *work;        /* of the same; what fails for all tests is said there */
    cm_arena *test_arena; /* for the tests of a search */
    cm_parameters parameters;
    unsigned gpu;         /* which one */
    const char *compiler; /* "cc" */
    double deadline;      /* seconds for a test, all in all; 0: by the parameters */
    cm_stop *stop;        /* or NULL */
    cm_campaign_judge judge;
    void *judge_context;  /* NULL: no judging */
    const cm_record *old; /* the record that is resumed, or NULL */
    /* Made as they are needed: for CPU tests, and for those that need a GPU. */
    cm_worker *workers[2];
    const cm_worker_machine *machines[2];
    const char *lacking[2]; /* why the worker cannot open its machine; or NULL */
    /* Of the tests that ended in each: how many, and the most seconds that one took besides those
     * that its rounds were asked to go on for. */
    unsigned ended[2];
    double longest[2];
} cm_campaign;

/* Ends the processes; the rest is in arenas of the caller. */
void cm_campaign_end(cm_campaign *campaign);

/* The machine of one of the two workers. NULL: it cannot be opened, see lacking, or it
 * was asked to stop. Escapes through campaign->work. */
const cm_worker_machine *cm_campaign_machine(cm_campaign *campaign, bool needs_gpu);
bool cm_campaign_needs_gpu(const cm_campaign *campaign, cm_mix mix);
/* As a record has it. */
cm_record_machine *cm_campaign_describe(cm_arena *arena, const cm_worker_machine *machine);

/* ---- one test -------------------------------------------------------- */

typedef struct cm_campaign_ran {
    cm_worker_result result;
    bool refused; /* failed, because this machine cannot run it */
} cm_campaign_ran;
/* Runs a test in the worker that it needs, unless it was asked to stop. */
cm_campaign_ran cm_campaign_once(cm_campaign *campaign, cm_work *work, const cm_test *test,
                                 const cm_parameters *parameters);
/* Seconds after which a test in that worker hangs rather than works: the campaign's, or else by
 * what it is asked for and how long others took. */
double cm_campaign_deadline(const cm_campaign *campaign, bool needs_gpu,
                            const cm_parameters *parameters);

/* Final states that satisfy the condition's proposition. */
uint64_t cm_campaign_weak(const cm_test *test, const cm_states *seen);

/* What the model says of the states that a run has seen. */
typedef struct cm_campaign_judgement {
    cm_verdict_kind verdict;
    const char *model;     /* "" when unjudged */
    const char *warnings;  /* of the test and of the model for it, as text for people */
    const char *why;       /* unjudged: why; "" else */
    const bool *forbidden; /* of each state that was seen; NULL: unjudged */
} cm_campaign_judgement;

/* What the model says of what the condition asks about, and what was seen. */
typedef enum cm_campaign_class {
    CM_CAMPAIGN_ALLOWED_SEEN,
    CM_CAMPAIGN_ALLOWED_NOT_SEEN,
    CM_CAMPAIGN_FORBIDDEN_NOT_SEEN,
    CM_CAMPAIGN_FORBIDDEN_SEEN, /* any state that the model forbids */
    CM_CAMPAIGN_UNJUDGED,
    CM_CAMPAIGN_CLASSES
} cm_campaign_class;

/* What one test came to; all in the arena of its work. */
typedef struct cm_campaign_result {
    const cm_campaign_test *from;
    const cm_test *test;
    cm_record_test record;
    cm_campaign_judgement judgement;
    cm_campaign_class class;
    uint64_t weak; /* final states that satisfy the proposition */
    bool unreadable, earlier, stopped;
} cm_campaign_result;

/* Runs and judges one test. Escapes through the work. */
void cm_campaign_run(cm_campaign *campaign, cm_work *work, const cm_campaign_test *from,
                     cm_campaign_result *result);

/* ---- the best parameters --------------------------------------------- */

typedef struct cm_campaign_attempt {
    uint64_t draw; /* 0: the defaults */
    cm_parameters parameters;
    double score, rate; /* rate: weak states per second, all tests together */
} cm_campaign_attempt;

typedef enum cm_tune_end {
    CM_TUNE_DONE,
    CM_TUNE_MIXED,  /* tests of several kinds */
    CM_TUNE_LACKING /* nothing could be run: why says the reason */
} cm_tune_end;

typedef struct cm_tuning {
    cm_tune_end end;
    const char *why;               /* "" when done */
    cm_campaign_attempt *attempts; /* the best first */
    size_t count;                  /* of these */
    size_t tried, test_count;      /* settings, and tests that they were tried on */
} cm_tuning;

/* Searches for so many seconds. Escapes through campaign->work. */
cm_tuning cm_campaign_tune(cm_campaign *campaign, const cm_campaign_test *tests, size_t count,
                           double seconds);

#endif
