/* Ctrl-C and SIGTERM during `cmcm run`: a thread waits for them, so that nothing
 * runs in a signal's handler and no variable has to be global.
 */
#ifndef CM_CLI_HW_SIGNAL_H
#define CM_CLI_HW_SIGNAL_H

#include "hwrun/run/worker.h"

typedef struct hw_signals hw_signals;

/* From now on signals are kept. NULL: no memory or thread. */
hw_signals *hw_signals_new(void);
void hw_signals_free(hw_signals *signals); /* NULL is allowed */
/* The one received first, or 0. */
int hw_signals_received(hw_signals *signals);
/* The worker that a signal interrupts from now on; NULL: none. */
void hw_signals_watch(hw_signals *signals, cm_worker *worker);

#endif
