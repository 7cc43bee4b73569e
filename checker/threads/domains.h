/* Domains: the values that a read may find, given what is written.
 *
 * ---- what no execution of an ordered model has: the proof ----
 *
 * Let the model have a constraint by which `po | rf` has no cycle, and say by `coherent` that all
 * accesses are coherent (loops/attempts.h), as `rc11` does, and let the test have neither barriers
 * nor asynchronous operations. Domains then leave out
 *
 * 1. what the load's own thread stores later;
 * 2. what its thread stored before, and what was there at first, behind a store of the thread to
 *    all of the bytes which happens whenever the load does, and has no other address;
 * 3. values that on each way by which they are known to come about go through a store whose data
 *    depends on this load;
 * 4. values that come up after more rounds than flow.h counts. No domain is open.
 * 5. values that went through more stores of a group than can happen before the load (earlier.h).
 *
 * Let X be an execution, or the part of one that has, with each event, all that comes before it by
 * `po` and `rf`, and let the threads have unrolled all its rounds. Then each read of X finds a
 * value of its domain, and each store that the value is said to have gone through comes before the
 * read.
 *
 * For let that be so of all reads before a read R. (Dependencies of reads and writes of one thread
 * are in `po`, but for those between reads of one instruction; these make no cycle with `po` and
 * `rf`, since each way within a thread from a read to a write is in `po`.) Values that come before
 * R decide whether the write W happens that R reads from, where and what it writes, and whether and
 * where R reads; what was computed from domains has all of that. R does not read what is behind it
 * in program order (1). If W were hidden (2), then by a store that happens and goes there in X,
 * too: behind W in `co` and before R in program order, which coherence forbids. What is said of a
 * value is true of all ways by which it comes about, so of the way that it took in X: the stores
 * come before W, or are W. One whose data depends on R is behind R, and `po | rf` would have a
 * cycle (3). Ways by reads-from, by dependencies, and from a store to a load that it may hide
 * others from, are ways of flow.h; in X they have no cycle, so that its rounds suffice (4).
 * A value that went through n stores of a group, one after the other or into what it was made of,
 * went through n different ones in X, since each store is behind what it stores; all of them are
 * before R, their guards hold there together, and so each is of another part (5).
 *
 * Failed rounds are taken out of an execution one by one (loops/wait.h), and whether a loop only
 * waits is judged by what one round may find: begin with a round before which, by `po` and `rf`, no
 * other one fails. What comes before it is a part like X. The same holds for the first jump past
 * the bound: the threads have that jump, too, so that the bound is said to hide executions.
 *
 * A read that finds something else, which the solver may try before it knows all of the model, is
 * ruled out (build.c). Candidates, which the model may forbid, have wide domains (cm_job). Models
 * and tests at random are compared with checks that leave nothing out in tests/unit/test_flow.c.
 */
#ifndef CM_CHECKER_THREADS_DOMAINS_H
#define CM_CHECKER_THREADS_DOMAINS_H

#include "checker/threads/memory.h"

/* Which stores a load looks at. */
typedef bool cm_feeds(const void *argument, const cm_access *store, const cm_access *load);

/* Sets the load's domain to what initial memory and the stores that feed it (NULL: all)
 * may leave there; true when that changed it. */
bool cm_memory_update(cm_memory *memory, cm_thread_run *run, const cm_access *load, cm_feeds *feeds,
                      const void *argument);

/* Sets the domain of a load that has none to what memory holds initially. */
void cm_memory_first_domain(cm_memory *memory, const cm_val *address, unsigned width,
                            cm_domain *out);

/* May the load take its value from the store? Not from that of its own
 * instruction: an atomic instruction reads before it writes. */
bool cm_memory_may_feed(const cm_access *store, const cm_access *load);

#endif
