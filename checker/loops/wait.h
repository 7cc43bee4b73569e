/* Loops that only wait.
 *
 * A round of a loop that ends in the backward jump and wrote nothing leaves no
 * trace but its reads and fences. If what the next round does never depends on
 * it either (shape.h), the round may be taken out of an execution: the final
 * state is the same. The last round is then enough, and the loop bound hides no state. That
 * the smaller execution is still allowed holds for models in which taking away
 * reads and fences never adds to a relation that a constraint looks at; this is
 * checked on the model's terms (monotone.h). (Compare "spinloops" in Dartagnan; herd always
 * says `Loop` here.)
 *
 * A round may also write back what an atomic instruction read. Whoever read from
 * that write then reads from the one before it; the model says by its relation
 * `rewrite` where that adds no order, with the proof below.
 *
 * What such a round does may still be what a flag is about; flags are asked with
 * one (check.c).
 *
 * ---- rounds that may go: the proof ----
 *
 * A loop that only waits is decided by its last round (docs/output.md): `check` takes a failed
 * round out of an execution, and what is left must be an execution with the same final state.
 * Three conditions make sure that it is.
 *
 * Registers. No register may carry a value from one round to the next. Each is set before it
 * is used, or it is kept: it has one constant on all ways into the loop, and the solver finds
 * no round that begins with the constants of all kept registers, goes back, and leaves another
 * value in it. (EXEC is kept in this way. A round removes the lanes that are done, and if one
 * of them is a lane of the test, the loop ends.) Then the values of later rounds stay, and the
 * only dependencies that go are those on the round itself.
 *
 * Rounds that read and have fences only. That such a round may go follows from the form of the
 * model's constraints, which is checked for every model: a relation on the right of a
 * difference may lose no pair when reads and fences go, unless both ends of the pair, and what
 * makes it one, stay. Writes stay, and so do events with a tag that no thread with a loop has
 * in this test. `cdna` needs the exception for tags: its counters are exact only where no flat
 * access and no scalar load comes between (b), so without such an access there could be more
 * order. A wave that waits with a flat load therefore keeps `??`; a wave that waits with
 * `global_load` does not, nor do CPUs beside waves.
 *
 * Rounds that write back what they read (test-and-set by exchange, `atom.or`). The model says
 * by the relation `rewrite` which of them may go: the relation leads from the instruction's
 * read to all accesses of the same bytes beside which it may. A round may go if each access to
 * these bytes is an initial write, or belongs to the instruction, or has the same size and
 * address and is in `rewrite` with the instruction's read, and if no exclusive pair of the
 * thread uses these bytes. The checker asks about two rounds, one after the other. A write of
 * the instruction in an earlier round may stand between, unless another loop is around this
 * one. A model without `rewrite` keeps such rounds, and the loop bound then makes the answer
 * `??`.
 *
 * Why that holds for the installed models. In an execution, let the first failed round have
 * the read R and the write W with equal values, and let R read from S. Without the round,
 * whatever read from W reads from S; values stay as they were, the final one of memory, too.
 * By the axiom of atomicity, and as all writes there are related by `co`, W is the next in
 * `co` after S. So `fr` loses pairs and gains none (what follows S and is not W follows W),
 * and `rf` gains pairs (S, r) only where W was read by r. Every cycle through such a pair was
 * there before:
 *
 * - internal, sc-per-location: by `co` from S to W, or `rf`, program order, then `rf` from W
 *   to r.
 * - `x86tso`, tso: `co` to W, then `rfe` to r, or, in the thread itself, program order after a
 *   locked instruction.
 * - `arm`, external: `coe` to W and `rfe` to r. If r is in the thread itself, `rfe` to R,
 *   which must be an acquire and so is before r (`bob`); a relaxed exchange does not do: the
 *   later read may take W's value early. The thread's own earlier writes are excluded, for S
 *   being one, `lrs` would gain a pair.
 * - `riscv`, global-memory-order: the AMO is one operation, after S by `rfe`, rule 1 or `co`,
 *   and before r by `rfe` or rule 3. A pair that rule 2 gains when the round's write goes is
 *   in `fr` and `rf`.
 * - `ptx`, `ptx60`: all accesses there are morally strong with the instruction. An observation
 *   goes from S over R and W to r, so observation gains nothing, nor do synchronization and
 *   causality. No thin air has the atomic's dependency from R to W. Causality: if `cause` led
 *   from r to S, then with the observation of W by r from W to S, and by coherence W would be
 *   before S in `co`. A weak write X that program order or a barrier of the CTA puts before R,
 *   and so before W, may be there, too (a lock in shared memory that one thread sets up): where
 *   S is X, the reader r gains `rf` from a write that is not strong, which no observation and no
 *   coherence per location looks at. If `cause` led from r to X, it would lead on to R and W,
 *   which r read: causality forbids that. If X and r race, they raced before.
 * - `cmcm`: the conditions of both sides together. From S to r leads an observation as in PTX,
 *   or local order of the CPU thread takes its place (from S to W, as two writes of a
 *   location, or from R to r, after an acquire or a locked instruction); `cpu-before` as in
 *   `arm`, or past a GPU's S by `co`. What leads to the weak write X leads to W, so that a cycle
 *   through X and r was one through W and r.
 * - `cdna`: all accesses to these bytes have the agent's scope or a wider one, on one agent, or
 *   the workgroup's, in one workgroup (LDS, too), and none is a load of the scalar cache, so every
 *   two of them are `inclusive`. None has a wider scope than the instruction. What a path gains is
 *   (S, r), by `rf`.
 *   - Where r is another wave's, the path led over R and W before, by `rf`, `rmw` and `rf`
 *     (`handed`, `in-l2`: in each scope that S and r share; in a workgroup only if the
 *     instruction's scope is the workgroup, so the accesses of other workgroups must not be
 *     there). Orders of accesses at a scope have `co` from S to W and `rf` from W to r.
 *   - Where r is the wave's own, the path led by `rf` to R, and the wave must have waited for
 *     R (`vmcnt(0)`, in LDS `lgkmcnt(0)`) before r.
 *   - Where S is the wave's own, from before the loop, the wave must have waited for it before R.
 *     Then S is `done` before W. What has been performed before S, by an order that a later
 *     operation of the wave is in, too, is so before W, and S itself is performed for W's scopes
 *     where it is for its own; from W the path leads to r as it did. Writes of earlier rounds need
 *     no wait: they have gone already.
 *
 *   So no wave is known to have seen more (stale, future, coherence). Future: if r were
 *   performed before S, it would be before W, which it read.
 * - `rc11` (and `rc11-lb`), `cpp20`, `scoped`: all accesses to these bytes are atomic. What a
 *   release sequence gains at r it had before, since W continues each that S is in; so `hb` gains
 *   nothing (`no-thin-air` has program order from R to W). In `scoped` each access is inclusive
 *   with the instruction, and both steps, from S to R and from W to r, are.
 *
 * Other orders only lose what the round had. Failed rounds go one by one, from the first.
 *
 * A loop in which another one stands only waits if that one does, by itself, and has reads and
 * fences only: the failed rounds of the inner loop go first, and what is left of a failed round
 * around it has no jump back in it, and goes as above (`while (exchange(l, 1)) while (l) ;`). What
 * is asked of one failed round, below, is then asked of one of each loop, since a failed round may
 * be in one that fails.
 *
 * A round that goes may still do what the test does not describe, such as an access outside of
 * every location, and with values that are only there because its thread goes on: it reads
 * what another thread passes on of a write behind the loop (`strays_of_rounds_that_go_on` in
 * `tests/unit/test_spin.c`). So that is asked with failed rounds, too, after the states, and
 * one found makes the answer `??`. Whether a value comes out of thin air is not: what such a
 * round reads goes nowhere, or back to where it was, so that no value comes about by it, and
 * of all other reads the states have been asked. (Where flags are left, or several threads go
 * round together, it is.)
 *
 * A flag may be about a round that goes, if what the round reads races. The checker asks for
 * flags with one failed round in all. That is enough: whether two events race does not depend
 * on other rounds, so the race is still there when those are taken away. A model's own
 * rewriting rounds must be unable to race among themselves.
 */
#ifndef CM_CHECKER_LOOPS_WAIT_H
#define CM_CHECKER_LOOPS_WAIT_H

#include "checker/loops/collective.h"

/* By thread and step: backward jumps of loops that only wait, found on threads
 * that were executed with a bound of at least 1; those of `collectives` are. NULL when there are
 * none. */
bool **cm_waits_find(cm_memory *memory, const cm_collectives *collectives);

/* Unmarks those that do more after all, on threads that were executed with more
 * rounds of the other loops, where reads find more values. Were there any? Those in which
 * threads meet are not looked at. */
bool cm_waits_unmark(cm_memory *memory, bool **waits, const cm_collectives *collectives);

/* Does the loop that the bound cuts there only wait? */
bool cm_waits_at(cm_memory *memory, int thread, const cm_cut *cut,
                 const cm_collectives *collectives);

/* Does some waiting loop go round after a failed round? */
cm_lit cm_waits_any_retry(cm_memory *memory);

/* Adds: at most one failed round of all waiting loops happens. */
void cm_waits_one_retry(cm_memory *memory, cm_lits *asserts);

#endif
