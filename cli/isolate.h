/* A process that works for one worker, so that a time limit holds whatever the solver
 * does: who is late is ended, and the next question gets a new one.
 *
 *     parent:  number of a question      child:  fields of an answer (base/answer.h)
 */
#ifndef CM_CLI_ISOLATE_H
#define CM_CLI_ISOLATE_H

#include "base/answer.h"
#include "base/keeper.h"

/* What the processes of all workers do. */
typedef struct cli_isolated_work {
    void *context;
    /* In the process, once: what it works with. NULL: it ends. */
    void *(*begin)(void *context);
    /* In the process: adds the fields of an answer (base/message.h). What it allocates
     * besides must be freed by then, but where an escape through the arena of the fields
     * ends the process. */
    void (*answer)(void *context, void *state, uint64_t question, cm_text *fields);
} cli_isolated_work;

typedef struct cli_isolate {
    cm_keeper *keeper; /* of cli_isolate_keeper; NULL: no process can be made */
    cm_child child;
} cli_isolate;

typedef enum cli_isolated {
    CLI_ISOLATED_DONE,
    CLI_ISOLATED_LATE,    /* the time limit is over: the process was ended */
    CLI_ISOLATED_STOPPED, /* the same, because of cli_isolate_stop */
    CLI_ISOLATED_DIED,    /* the process ended by itself */
    CLI_ISOLATED_NONE     /* no process can be made */
} cli_isolated;

/* What makes the processes, for as long as the workers are there; to be called before there
 * are any. `work` must outlive it. NULL: it cannot be made. */
cm_keeper *cli_isolate_keeper(cli_isolated_work *work);

/* Has a question answered in the process, within so many seconds and a grace. `take` is
 * given the answer when that is done; *why gets what a process died of (a signal's
 * number, or 0); where take says no, nothing is kept. */
cli_isolated cli_isolate_ask(cli_isolate *isolate, uint64_t question, double seconds,
                             cm_answer_take *take, void *answer, int *why);

/* Starts no process yet; keeper may be NULL. False: no files. */
bool cli_isolate_init(cli_isolate *isolate, cm_keeper *keeper);
/* Ends the process, if there is one. */
void cli_isolate_end(cli_isolate *isolate);
/* From another thread: ends what is running, and whatever would run after it. */
void cli_isolate_stop(cli_isolate *isolate);

#endif
