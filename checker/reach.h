/* Can the loop bound be reached at all?
 *
 * A loop may have an end that no bound shows: what sends it round again comes of nothing that any
 * execution has. Whether an execution gets as far as the bound is asked without the model's
 * constraints, but for that nothing comes about by itself; the proof stands below.
 *
 * ---- bounds that are not reached: the proof ----
 *
 * A queue with sequence numbers goes round for two reasons: another thread has taken the
 * place, or a compare-and-swap fails. In a test of one producer and one consumer neither can
 * happen, as a place is only given free by a thread that has seen it taken. The rounds are
 * none that may go, and they are not counted; but no execution has them. So the checker looks
 * for a run that goes on past the bound in such a loop, and demands less from it than from an
 * execution. The threads must do what their programs say, each read must read what some write
 * of the same bytes wrote, and reads-from and dependencies must have no cycle. The order of
 * writes is left open, and the run need not satisfy the model's other constraints. If there is
 * no such run, the bound has left out no execution. The checker asks this where
 *
 * 1. the model has a constraint `acyclic R`, of all events, where R is a union of relations
 *    among which are `rf`, `rmw`, the dependencies `addr`, `data` and `ctrl`, those through
 *    what selects (`pick-…`) and those inside of an instruction (`iico_data`, `iico_ctrl`).
 *    `ptx`, `ptx60` and `ptx75` have one (no-thin-air). Of these relations R needs only the pairs
 *    that this test may have and that lead from one access to another.
 *    (`cdna` leaves out marks of uses, and what threads of a CPU read of their own.) Or R has `rf`
 *    and `po`, as in `rc11`:
 *    a dependency on a cycle leads from a read to a write of its thread, and so does `po`, also
 *    within an instruction. Where that follows from other constraints, the model says so by a
 *    relation `founded`, as `x86tso` does of `po | rf`: a cycle has an rf between threads, since
 *    one within a thread goes forward (sc-per-location), and from where such an rf ends `po` leads
 *    to where the next one begins, from a read to a write, which is in x86-local (tso);
 * 2. no thread has asynchronous operations, and all barriers but those of one thread alone are one
 *    barrier of all, without a count: a thread stays there for others only, and in a run for
 *    nobody.
 *
 * Let X be an execution in which some thread goes on past the bound, without failed rounds of
 * waiting loops, as above. Of each thread T that does let b(T) be the jump that goes past the
 * bound first. What b(T) rests on are the reads that it depends on, those that a jump before
 * it in T depends on, the writes that these read from, the reads that decide what is written
 * there, where, and whether the thread comes to that write at all, and so on. Let T come
 * before U if something that b(U) rests on is a write of T behind b(T). That write depends by
 * `ctrl` on all that b(T) depends on. So does, for U, all that U writes behind b(U), and also
 * where the way from the write of T to b(U) leads through a jump that decides on a read only,
 * since that jump is before all these writes, too. A cycle of threads, each before the next,
 * would be one of R. So there is a T that none is before: all that b(T) rests on, D, lies
 * within the bounds.
 *
 * Now let the threads run again, within the bounds. A read of D reads from the write that it
 * reads from in X, which is in D, and every other read from the initial write. By induction
 * along R, which has no cycle in D, everything in D happens again, with its values: the jumps
 * before it were decided by reads of D. Where the other reads send their threads does not
 * matter; a thread may also be ended by the bound of another loop, but not before something of
 * D, for the jump there is one that was decided as in X, where it is not the thread's b. So T
 * comes to b(T). Reads-from and dependencies have no cycle: one would have to lead through D
 * alone, as initial writes depend on nothing. (Where domains leave out what was there at
 * first, threads/domains.h, such a read reads from the earlier store of its own thread that hides
 * it, which leads back to nothing later; or what a barrier before all jumps hands on (lanes.h),
 * which rests on nothing behind it. What else they leave out neither X nor the run has, as the
 * proof there asks only that po and reads-from have no cycle.) So the question has an answer, and
 * where it has none, there is no X.
 *
 * Coherence. D is closed under R, and what happens of it happens as in X. So whatever the model
 * forbids of X among events of D alone, no run has. The model's relation `coherent` (attempts.h)
 * says of which accesses it has acyclic po-loc | rf | co | fr, with co total among the writes and
 * the initial one first, and nothing between what an atomic instruction reads and what it writes;
 * all of that of any group of accesses of the same bytes in which it relates every two. Of each
 * such group the run must have an order of the writes in D for which this holds. Writes of atomic
 * instructions that always write happen in X with their reads: they have their place in the order
 * where these are in D. A write whose address is the same each time happens in X, too, whatever it
 * writes, where its thread comes past it to something in D. So numbers that are drawn by `atom.add`
 * from one word are different ones, and a loop that draws until they are too large ends, with a
 * bound that is large enough: the checker tries some. Two reads need no order, and of two accesses
 * with a barrier between them, at which their threads meet for the same time in X, too (both come
 * past it to something in D), `barred` says it. Of accesses that need not agree in an execution
 * some are left out of the order.
 *
 * Barriers. Whoever comes past a barrier has waited for the others: for what decided whether they
 * come, or end. Such waits are like dependencies, and have no cycle with them and reads-from (of
 * this, checker/barrier_ends.c leaves out what one read shows, so that more is allowed, but no
 * verdict rests on it). So let all that is behind an arrival rest on the arrivals of the other
 * threads for the same time, or on what ended those that have none, where a thread that does not
 * end may always come to the barrier again. There is a T as above, for one that ends has no b.
 *
 * Program order. Where the constraint has `po`, let T come before U if a write of T behind b(T)
 * leads to b(U) by `po` and `rf`. A cycle of threads would be one of these. So there is a T of
 * which all that leads to b(T) by `po` and `rf`, and not only what b(T) depends on, lies within the
 * bounds; it is closed as D is, and stands for it: a store of T before b(T) is in it.
 *
 * Loads that find the same again. A reader that waits may go round with what it has found in a
 * register. Let a thread come from a load to the same load with no event in between, where no
 * register that it sets on the way is used behind the load before it is set again, nor by the
 * load, which does not use the one that it sets itself, and let the load find the same value twice.
 * Then all that the thread does behind the first one it would do behind the second one, in whose
 * place the first one and the way between are taken out of X: what depended on the second load
 * does, and what depended on the first one alone is gone. By the form of the model (monotone.h)
 * what is left is an execution, with the same final state. So X may be one in which that happens
 * nowhere; of flags, which may be about such a load, in one place (wait.h), and so the run has it
 * at most once before b(T). Asked is only where both loads are in D: the others need not find in
 * the run what they found in X.
 *
 * `tests/unit/test_spin_random.c` compares queues and draws, right and wrong ones, with checks of
 * more rounds that leave nothing out.
 */
#ifndef CM_CHECKER_REACH_H
#define CM_CHECKER_REACH_H

#include "checker/graph.h"

/* Has the model a constraint of all events that lets program order and reads-from have no cycle
 * together? */
bool cm_model_orders_reads(const cm_model *model);

/* Has it, are all accesses coherent (loops/attempts.h), and has the test neither barriers nor
 * asynchronous operations, so that domains may be those of an ordered model (threads/domains.h)? */
bool cm_model_orders_values(const cm_model *model, const cm_test *test);

/* Is it certain that no execution goes on past the bound in a loop that does more than wait, and is
 * not counted? Where that holds with more rounds, these become the bound. What is known of loops
 * has to hold with as many (loops_hold.h), so `prepare` builds the graph, of `events` at first,
 * anew before each question, and at the end. The job's formulas are for these questions only. */
bool cm_bound_settle(cm_job *job, uint32_t events, void (*prepare)(void *context), void *context);

#endif
