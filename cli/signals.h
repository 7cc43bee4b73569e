/* Ctrl-C and SIGTERM: a thread waits for them, so that nothing runs in a signal's
 * handler and no variable has to be global.
 */
#ifndef CM_CLI_SIGNALS_H
#define CM_CLI_SIGNALS_H

#include "base/stop.h"

#include <signal.h>

typedef struct cli_signals cli_signals;

/* From now on the first signal asks the work to stop and the second one ends the
 * program; both end it by themselves before and after. What was ignored from the start
 * (nohup, a script's background) stays so. In threads made later they are blocked.
 * NULL: no memory or thread. */
cli_signals *cli_signals_new(void);
void cli_signals_free(cli_signals *signals); /* NULL is allowed */
/* What is asked, with the signal's number. It belongs to the signals. */
cm_stop *cli_signals_stop(cli_signals *signals);

/* For a program of one thread: signals end what it waits for with these (pselect), and nothing
 * else. What was ignored from the start stays so. */
void cli_signals_let_end(sigset_t *waiting);

#endif
