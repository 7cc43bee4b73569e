/* A process that checks tests for one worker, so that a time limit holds whatever
 * the solver does: who is late is ended, and the next test gets a new one.
 *
 *     parent:  index of an input      child:  flags, texts (base/child.h)
 */
#ifndef CM_CLI_ISOLATE_H
#define CM_CLI_ISOLATE_H

#include "base/child.h"
#include "base/keeper.h"
#include "cli/check.h"

/* What the processes of all workers check. */
typedef struct cli_isolated_work {
    const cli_plan *plan;
    const cli_inputs *inputs;
} cli_isolated_work;

typedef struct cli_isolate {
    const cli_isolated_work *work;
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
 * are any. NULL: it cannot be made. */
cm_keeper *cli_isolate_keeper(cli_isolated_work *work);

/* Checks an input in the process. *outcome is filled in when that is done; *why gets
 * what a process died of (a signal's number, or 0). */
cli_isolated cli_isolate_run(cli_isolate *isolate, const cli_input *input, cli_outcome *outcome,
                             int *why);

/* Starts no process yet. False: no files. */
bool cli_isolate_init(cli_isolate *isolate);
/* Ends the process, if there is one. */
void cli_isolate_end(cli_isolate *isolate);
/* From another thread: ends what is running, and whatever would run after it. */
void cli_isolate_stop(cli_isolate *isolate);

#endif
