/* Loops that go round as often as the thread's own values say.
 *
 * Where constants and initial registers alone decide on a jump back, by its condition or by
 * those that lead to it, with no read among what they were computed from, every execution
 * goes round equally often, and the loop bound has nothing to say. So the reference simulator does:
 * a jump whose condition it knows does not count (herd/mem.ml, fetch_code). Unlike there, a loop
 * that does not end after many rounds is followed as far as the bound says only.
 */
#ifndef CM_CHECKER_LOOPS_LIMITS_H
#define CM_CHECKER_LOOPS_LIMITS_H

#include "checker/threads/memory.h"

/* limits->known, of no jump, where it is NULL. */
void cm_loop_limits_know(cm_job *job, cm_loop_limits *limits);

/* After an execution with these limits: more rounds for loops that it cut though they are
 * known to go on, or as many as the bound says for those that seem to have no end. Did
 * limits->known change? Then it has to be executed again. */
bool cm_loop_limits_grow(const cm_memory *memory, cm_loop_limits *limits);

#endif
