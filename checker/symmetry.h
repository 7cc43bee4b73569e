/* Threads that differ by their number, and by places of their own, only.
 *
 * Where threads are alike (alike.h), exchanging two of them, and what each one owns
 * along with them, turns an execution into an execution: a model tells events apart by
 * kind, tags and placement, and whether two are of the same bytes, never by the number of
 * a thread or where a place lies. So it is enough to look for executions in which such
 * threads come in one order, and to give, for every state found, all that the exchanges
 * make of it: registers and own places go to the other thread, and every value that
 * is an address in an own place, wherever it stands, becomes the address of the other
 * one's.
 *
 * That holds as long as what is computed from exchanged addresses is what was computed,
 * exchanged: while the threads are executed, every operation on an address is done for
 * each exchange of neighbours as well (value.c; these make up all exchanges), by all
 * values that come up in any execution. When one gives something else (a comparison by
 * size, a difference, a part of an address), or an access reaches from one place into
 * another, no place is exchanged (job->uneven).
 * Flags of a subtraction differ, but where a test asks them for equality only.
 *
 * The order is that of the coherence of the first store that each of them makes by one
 * instruction, in whatever round of a loop, to a common place: of such threads, no later
 * one's is before an earlier one's. Some way to number the
 * threads makes that so, for coherence order has no cycle, be it total or not. Threads
 * of one class are numbered without touching another's order, so classes are ordered
 * independently. Threads without such a store come in the order of the values that one
 * load finds, unless these are exchanged; they are numbered after the others.
 *
 * States made by exchanges are not replayed: the execution that was found is (replay.h),
 * and theirs are the same one with other names. With options.verify each is asked for
 * by itself, with threads in any order, and replayed, too. That nothing is lost is
 * compared with checks that exchange nothing, and with the oracle
 * (tests/unit/test_symmetry.c, test_spin_random.c).
 */
#ifndef CM_CHECKER_SYMMETRY_H
#define CM_CHECKER_SYMMETRY_H

#include "checker/encode.h"

typedef struct cm_symmetry cm_symmetry;

/* The classes of threads of a test that may be exchanged; NULL: there are none.
 * asked: but for threads that the filter mentions, or the condition where only that is
 * asked (options.question), so that these may be part of what is asked. */
cm_symmetry *cm_symmetry_find(cm_job *job, bool asked);

/* The graph was built with it: the same, or what is left where places are not exchanged after all.
 */
cm_symmetry *cm_symmetry_settle(cm_symmetry *symmetry, const cm_graph *graph, bool asked);

/* Does what is asked tell threads apart that are alike? Then questions that it is no
 * part of (flags, executions that stray) are better asked without it. */
bool cm_symmetry_spoilt(cm_job *job);

/* Adds to graph->asserts what leaves, where `under` holds, one order of every class, or
 * of some. */
void cm_symmetry_break(cm_symmetry *symmetry, cm_encoder *encoder, cm_lit under);

/* A store by whose coherence order the members of a class are told apart, if it is the member's
 * first one of them. */
typedef struct cm_turn {
    uint32_t event;
    int class, member;
} cm_turn;

/* All of them, for whoever looks at executions without a formula, by class, member and program
 * order. Their number. */
size_t cm_symmetry_turns(const cm_symmetry *symmetry, const cm_graph *graph, cm_turn **out);

/* Adds the state, and all that exchanges of threads make of it, each once, to
 * `out` (as many values each as cm_state_width says, one state after the other);
 * the number of states. Ends the job when there are more than its limit. */
size_t cm_symmetry_images(cm_symmetry *symmetry, const uint64_t *values, uint64_t **out);

#endif
