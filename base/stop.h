/* Asking a piece of work to end, from another thread: the worker polls it between
 * steps and registers how to interrupt a long one. */
#ifndef CM_BASE_STOP_H
#define CM_BASE_STOP_H

#include <stdbool.h>

typedef struct cm_stop cm_stop;

/* NULL: no memory. */
cm_stop *cm_stop_new(void);
void cm_stop_free(cm_stop *stop); /* NULL is allowed */

/* From any thread. why: not 0; a signal's number, for instance. The first one counts;
 * each calls what is watched. False: it had been asked before. */
bool cm_stop_ask(cm_stop *stop, int why);
/* Why it is to end; 0: it is not. stop may be NULL: nobody asks. */
int cm_stop_asked(cm_stop *stop);
/* From now on asking calls interrupt(context), in the thread that asks; NULL: nothing.
 * Returns when no call of what was watched before is running. */
void cm_stop_watch(cm_stop *stop, void (*interrupt)(void *context), void *context);

#endif
