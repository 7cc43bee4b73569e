/* What the files of bounds that are not reached share (reach.h): reach.c, what a jump rests on, and
 * whether it is reached; reach_coherent.c, what the run must have in common with an execution of
 * accesses that are coherent.
 */
#ifndef CM_CHECKER_REACH_PARTS_H
#define CM_CHECKER_REACH_PARTS_H

#include "checker/encode.h"
#include "checker/reach.h"

typedef struct cm_reaching {
    cm_job *job;
    cm_graph *graph;
    const cm_encoder *encoder;
    bool ordered;  /* it rests on all that is before it in program order, and so on */
    cm_lit *rests; /* by event: the jump that is asked about rests on it */
    cm_lit *asked; /* by thread: that jump is its */
} cm_reaching;

/* The thread has come past the event in the execution as in the run: something behind it is rested
 * on, or it is the jump that is asked about. */
cm_lit cm_reach_passes(const cm_reaching *r, uint32_t event);

/* Asserts, of each place in memory, that what is in the run as it was in the execution is
 * coherent. */
void cm_reach_keep_coherent(cm_reaching *r);

#endif
