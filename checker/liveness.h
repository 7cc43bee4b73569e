/* Executions that never end: what a check says of them (live.h finds them). */
#ifndef CM_CHECKER_LIVENESS_H
#define CM_CHECKER_LIVENESS_H

#include "execution/execution.h"

typedef enum cm_ending {
    CM_NOT_ASKED,
    CM_ENDS,    /* every thread of every execution ends */
    CM_HANGS,   /* there are executions that never end */
    CM_MAY_HANG /* not known */
} cm_ending;

/* A place where a thread stays for ever. */
typedef struct cm_wait {
    int thread;        /* index into test->threads */
    int instruction;   /* index: of the jump back, or of the barrier */
    const char *label; /* where the loop begins; NULL: a barrier */
} cm_wait;

/* An execution that never ends. */
typedef struct cm_hang {
    int *waits; /* where threads stay: indices into cm_liveness.waits, increasing */
    int count;
    cm_execution *execution; /* options.witnesses; of loops, the rounds that fail but one are not
                                there */
} cm_hang;

typedef struct cm_liveness {
    cm_ending ending;
    const char *reason; /* CM_MAY_HANG: why it is not known; else "" */
    cm_wait *waits;     /* CM_HANGS: all places at which a thread may stay, by thread */
    int wait_count;
    cm_hang *hangs; /* CM_HANGS: executions in which, together, all places occur */
    int hang_count;
    bool is_one; /* CM_HANGS: there may be others, with other places */
} cm_liveness;

#endif
