/* Values that a thread keeps in memory of its own, as in registers.
 *
 * Code that is not optimised keeps every variable on the stack. A loop that waits then stores what
 * it has read and loads it again, so that its rounds write (wait.h). Where nothing but one thread
 * can come to that memory, and the model says so, a register stands for it.
 *
 * ---- which memory: the proof ----
 *
 * A location of zeros that nobody observes, whose address only one thread T has at first: in
 * registers. T's program is followed with constants, through registers and through these locations,
 * where each access of T whose address may come of such an address has to be inside of one of them,
 * at one place. T stores no such address anywhere else. So no other thread ever has one, and all
 * accesses there are those that were found. (A number leads to no location: litmus/test.h.)
 *
 * Bytes that T only accesses by loads and stores without any order are put into registers: a load
 * finds what the store before it in program order has stored, by coherence of the thread with
 * itself, and rf and co of these bytes are the same in every execution. Where accesses overlap,
 * there is a register for the bytes from each of their borders to the next, so that a load depends
 * on the stores whose bytes it finds, and on no other.
 *
 * ---- which order: the proof ----
 *
 * The set `spills` of a model has these accesses and all fences beside which they may be. Let X be
 * an access that stays, and s a spilled store or load. In the executions of both tests all
 * accesses that stay are in the same order:
 *
 * A dependency on a register of the test with registers is, with memory, one on a spilled load,
 * which has one on the store that it reads from. `arm` (dob: `(addr | data);lrs`, and `carried` of
 * what selects) and `riscv` (rule 12) order what is before such a store before such a load. Control
 * that leads to a spilled store only goes no further than to this store, as the one that leads to
 * an assignment goes to no event. `x86tso` has no dependencies.
 *
 * Conversely an order that leads over s goes on from it by what orders all accesses before it, or
 * all of its kind: a fence, a release, or program order (`x86tso`). Where that orders accesses of
 * X's kind, too, X was before it in program order, and is ordered without s. So a fence is none of
 * `spills` if it orders stores before it and not loads, for X may be a load that the spilled value
 * depends on: `DMB ST`, `DSB ST`, `FENCE W,...`. Nor is one that orders a store X before loads only
 * and not before stores, which s would hand on to a fence that orders loads alone: `FENCE RW,R`.
 * What orders all accesses behind it, as an acquire does, needs no s. Nor is there one in
 * `x86tso` between a store and a later load, but at a full barrier; non-temporal stores are in no
 * order with stores before `SFENCE`.
 */
#ifndef CM_CHECKER_LOOPS_SPILLS_H
#define CM_CHECKER_LOOPS_SPILLS_H

#include "checker/solver/job.h"

/* Puts the test with such registers in the place of the job's: for threads that have a stack, and
 * in a test with a loop or many accesses for all. */
void cm_spills_as_registers(cm_job *job);

#endif
