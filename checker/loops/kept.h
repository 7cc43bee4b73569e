/* What the rounds of a loop leave as it was (kept.c has the proofs). */
#ifndef CM_CHECKER_LOOPS_KEPT_H
#define CM_CHECKER_LOOPS_KEPT_H

#include "checker/loops/round.h"

typedef struct cm_keeping {
    bool *kept;     /* by register: it holds its constant at the head of each round */
    bool *always;   /* by step of the body: its guard holds whenever it is come to */
    bool any;       /* some register that the loop sets is kept, or some guard always holds */
    cm_round round; /* one that begins so; no steps: none was followed */
} cm_keeping;

/* Does some step of the loop set the register? */
bool cm_loop_sets(const cm_loop *loop, int reg);
/* By step: has it a guard, which constants say to hold whenever control comes there? */
const bool *cm_thread_always(cm_job *job, int thread);
/* Of a simple loop. In the arena of the job. */
cm_keeping cm_loop_keeps(cm_job *job, cm_loop loop);

#endif
