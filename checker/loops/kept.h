/* Registers that a loop sets and that hold one value at the head of each of its rounds.
 *
 * On AMD's GPUs a loop of lanes goes on while EXEC is not 0: `s_or_b64 s[4:5], vcc, s[4:5];
 * s_andn2_b64 exec, exec, s[4:5]`. Both are set in each round from what they were, and yet a
 * round that goes back leaves them as they were when the loop began: else it would not go back.
 *
 * A register is kept if it has one constant on all ways into the loop, and if a round that begins
 * with these constants, whatever else the registers hold and its loads find, and that goes back,
 * ends with it. Then it holds it in every round, by induction. The constants are those that the
 * steps before the loop give; whether a round ends with them is asked of the solver (round.h).
 */
#ifndef CM_CHECKER_LOOPS_KEPT_H
#define CM_CHECKER_LOOPS_KEPT_H

#include "checker/loops/round.h"

typedef struct cm_keeping {
    bool *kept;   /* by register: it holds its constant at the head of each round */
    bool *always; /* by step of the body: its guard holds whenever it is come to */
    bool any;     /* some register that the loop sets is kept, or some guard always holds */
} cm_keeping;

cm_keeping cm_keeping_find(cm_job *job, cm_loop loop);

#endif
