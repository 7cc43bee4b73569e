/* Many questions about tests, answered by several workers with a session each, in order.
 *
 *     cli_batch_run ─▶ base/pool.h ─▶ workers: run(), or a process that runs it
 *          │                          (deadlines, Ctrl-C)
 *          ╰◀── deliver(), a line of progress
 *
 * With a time limit each worker has a process of its own, so that the limit holds whatever the
 * solver does: who is late is ended, and the next question gets a new one.
 */
#ifndef CM_CLI_BATCH_H
#define CM_CLI_BATCH_H

#include "base/stop.h"
#include "cli/options.h"
#include "cmcm.h"

/* What one test came to. Texts are malloc'ed or NULL. */
typedef struct cli_outcome {
    char *result;      /* in the chosen format, witnesses after it */
    char *differences; /* from the table */
    char *of_model;    /* what was said when its model was loaded, for standard error */
    char *messages;    /* the same of the test */
    char *name;        /* of the test, if it could be read */
    char *digest;      /* of its text */
    char *model;       /* as it was asked for, or the one for the test */
    char *states;      /* where they are asked for: a line each, those asked about first */
    bool unreadable, unmet, unknown, hangs;
    bool differs, skipped; /* from the table */
    bool complete;         /* no other state is allowed */
    bool no_memory;        /* a text is not whole */
    bool cut_short;        /* ended by Ctrl-C: not to be shown */
    uint64_t state_count, satisfying;
    bool undefined; /* the test has undefined behaviour */
    double seconds;
} cli_outcome;

typedef struct cli_batch {
    const char *what; /* "tests", for the line of progress */
    size_t count;
    unsigned jobs;  /* as --jobs has it: 0: one for each processor */
    double timeout; /* 0: none; else each question is asked of a process */
    bool shows_progress;
    bool color, strict; /* of the sessions */
    const cli_list *includes;
    cm_stop *stop; /* asked by a signal */
    void *context;
    /* What messages call the question. */
    const char *(*name)(void *context, size_t index);
    /* In a worker's thread, or in a process. spent: seconds of the limit that are over already:
     * then it says what a question without time comes to. */
    void (*run)(void *context, cmcm_session *session, size_t index, double spent,
                cli_outcome *outcome);
    /* In the calling thread, in order; what was said of a model has been said, once. outcome: NULL:
     * there was no memory, which was said. */
    void (*deliver)(void *context, size_t index, cli_outcome *outcome);
    /* Before the program ends because a worker does not; or NULL. */
    void (*give_up)(void *context);
    /* Set by cli_batch_run: */
    double start; /* of base/clock.h */
    size_t done;
    int signal; /* that ended it early, or 0 */
} cli_batch;

/* False: no memory or threads to begin, which is said. */
bool cli_batch_run(cli_batch *batch);
/* If a signal ended it, says so and gives the exit status; else 0. */
int cli_batch_interrupted(const cli_batch *batch);

/* Appends to one of the texts. Without memory the text stays as it is, and
 * the test counts as unreadable, which is said where it is delivered. */
void cli_outcome_append(cli_outcome *outcome, char **text, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#endif
