/* Executions explored one by one, on values, without a solver.
 *
 * Threads run in turn, the first that can go on. A read takes its value from some write that has
 * happened, or its thread waits for a write that is still to come; a write takes a place in the
 * order of the writes to its bytes, and each thread that waits for such a write takes it or goes on
 * waiting. Where there are several ways, all are tried, one after the other. What has happened so
 * far must satisfy the model's constraints, or the way is left.
 *
 * ---- all executions are found, and each once: the proof ----
 *
 * The model lets po | rf have no cycle (cm_model_orders_reads), and it stays satisfied when events
 * are taken out of an execution together with all that follows them by po | rf
 * (cm_model_prefixes). Let X be an execution that it allows. Take at each choice what X has: the
 * write that the read takes its value from, if it has happened, else waiting; the write's place
 * among those that are there; what X says of each reader that waits. Which thread goes on hangs
 * only on the choices before, so this is one way, and another execution is on another. What has
 * happened on it is a part of X that has, with each event, all that comes before it by po | rf:
 * so it satisfies the model, and the way is not left. It ends when no thread can go on. If there
 * were one that has not ended then, it would wait for a write of a thread that waits, too, and so
 * on, and po | rf would have a cycle in X. So all of X happens.
 *
 * An execution that never ends has threads that stay in loops which only wait: in each of them a
 * round fails that reads what is written last, and would do so again (live.h). Failed rounds before
 * it may be taken out. So the same way leads to it, with each such thread waiting at the first read
 * of the round, or at one behind reads of bytes that no thread writes any more; there it stays, and
 * when no thread can go on, the rest of its round is tried on what is written last, with
 * each choice that it has. Where all these rounds fail, an execution may never end.
 *
 * Of threads that are alike only one order is looked at (symmetry.h): no way goes on on which a
 * store that tells them apart stands before that of an earlier one. An execution in which k such
 * threads of a class have stored counts for k!, by whose exchanges others come of it.
 *
 * A round that only waits and fails is in no execution that is looked at, but ways lead to it, and
 * there it is known what has happened before. Let a flag be raised in an execution that has the
 * round and goes on behind it, by two events of which one is in the round. If the other one has
 * happened on the way, it is raised there, too, where flags stay raised when events are taken out
 * with all that follows (cm_flags_prefixes). If none that flags may be about with one of the round
 * may still happen, all is known of the round.
 *
 * Rounds of loops are those of the graph: a round that only waits and fails is in none (loops/),
 * or, if that is asked for, in the graph and one in an execution; and a way that the loop bound
 * ends, though it may hide a state, ends the exploration without an answer. The same is so of all
 * else that a solver has to be asked about: barriers, asynchronous operations, threads that begin
 * after others, values that nobody knows, undefined behaviour.
 *
 * (Compare the exploration of executions in GenMC: Kokologiannakis, Marmanis, Gladstein and
 * Vafeiadis, "Truly stateless, optimal dynamic partial order reduction", POPL 2022. It revisits
 * reads when a write is added; here the read has waited for it.)
 */
#ifndef CM_CHECKER_EXPLORE_H
#define CM_CHECKER_EXPLORE_H

#include "checker/symmetry.h"
#include "execution/execution.h"
#include "litmus/state.h"

/* What happened in one execution. */
typedef struct cm_explored {
    const cm_event *events;
    uint32_t count;
    const cm_execution_graph *graph;
    const cm_value *values; /* by node of the model */
} cm_explored;

typedef struct cm_exploration {
    const cm_symmetry *symmetry; /* of threads; or NULL. States are those of one order */
    size_t most;                 /* ways that are looked at before it is given up */
    size_t first_guess;          /* after so many it is guessed how many there are */
    bool many;                   /* it was, since there are more */
    bool cut;                    /* it was, since the loop bound ends an execution */
    bool flags;                  /* flags are looked for */
    bool *raised;                /* by constraint: the flags that were found */
    cm_states *states;           /* those that were found */
    bool one_round;              /* a round that only waits may fail, one in the whole execution */
    const cm_rel *open; /* NULL, or the pairs of events that flags may be about, both ways: do
                           rounds that only wait and fail raise one? NULL in the end: maybe */
    bool within;        /* both events of each such pair go to one location */
    bool live;          /* it is asked whether all threads of all executions end */
    bool hangs;         /* some may not, or it is not known */
    bool any;           /* some execution ends, also one that the filter leaves out */
    size_t executions;  /* how many there are */
    size_t ways;        /* how many were looked at */
    /* Of the first execution that raises the flag; or NULL. */
    void (*tell)(void *context, int constraint, const cm_explored *execution);
    void *context;
    cm_state_space *space; /* how far it is, for options.tell_space; NULL: nobody asks */
} cm_exploration;

/* Why the graph cannot be explored; NULL: it can. */
const char *cm_explore_refusal(const cm_graph *graph);
/* All executions of a graph that fits. false: it was given up, and what was found says nothing. */
bool cm_explore(cm_graph *graph, cm_exploration *exploration);

/* How many executions a graph that fits has, without a look at all: a sample of ways is followed,
 * choice by choice. After each choice some of those that go on are kept, drawn at random, and count
 * for all, so that the mean of several samples tends to the number. (Compare Chen, "Heuristic
 * sampling: a method for predicting the performance of tree searching programs", SIAM Journal on
 * Computing 21(2), 1992.) rough: one sample is enough, and no error is told. false: some way leads
 * where no execution is explored. */
bool cm_explore_estimate(cm_graph *graph, const cm_symmetry *symmetry, bool rough,
                         cm_state_space *space);

#endif
