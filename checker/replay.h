/* Every execution that the solver finds, done again without its formulas.
 *
 * Of a solution only the choices are taken: which write each read takes its bytes
 * from, which way free choices go, which barriers meet, how free orders order.
 * From these the threads are run on values (execution/thread.h), the base
 * relations are read off what they did (execution/bases.h), the model is evaluated
 * on them (model/eval.h), and the final state follows from co. What the solver
 * said of the same must agree: which events there are, where they go, the state.
 * A difference is an error of this program, never an answer.
 */
#ifndef CM_CHECKER_REPLAY_H
#define CM_CHECKER_REPLAY_H

#include "checker/encode.h"
#include "checker/solver/solver.h"
#include "execution/bases.h"

typedef struct cm_replay cm_replay;

typedef enum cm_replayed {
    CM_REPLAY_AGREES,
    CM_REPLAY_STRAYS, /* the state depends on what the test does not say (graph.h, cm_stray) */
    CM_REPLAY_DIFFERS
} cm_replayed;

/* In the job's arena; for one execution at a time it uses the scratch memory of the
 * job's solver. */
cm_replay *cm_replay_new(cm_encoder *encoder);

/* From now on executions may violate the model's constraints; its generators they obey. */
void cm_replay_allow_violations(cm_replay *replay);

/* The solution found last, whose final state is `values` (one for each of a state's
 * values, as cm_observe orders them). NULL: it has none, for threads stay where the
 * loop bound ends them or at barriers (live.h). Why it does not agree:
 * cm_replay_reason. */
cm_replayed cm_replay_run(cm_replay *replay, cm_solver *solver, const uint64_t *values);
/* The same execution with these forms of instructions, by place of the test: does the model allow
 * it, too? */
bool cm_replay_with(cm_replay *replay, cm_solver *solver, const uint64_t *values, const int *forms);
const char *cm_replay_reason(const cm_replay *replay);
/* CM_REPLAY_STRAYS: the thread. */
int cm_replay_thread(const cm_replay *replay);

/* Does the model raise this flag (index of its constraint) on the execution? */
bool cm_replay_raises(const cm_replay *replay, int constraint);

/* What base sets and relations are read off, until the next run, and which event of
 * the graph each event stands for. */
const cm_facts *cm_replay_facts(const cm_replay *replay);
uint32_t cm_replay_origin(const cm_replay *replay, uint32_t event);

/* The execution, for people; in the job's arena. */
cm_execution *cm_replay_execution(const cm_replay *replay);
/* The same, without what the model shows (`show`): much is evaluated for that alone. */
cm_execution *cm_replay_without_shows(const cm_replay *replay);
/* And its bases, and the values of all terms (cm_eval), in the same arena. */
typedef struct cm_evaluated {
    cm_execution *execution;
    cm_execution_graph graph;
    const cm_value *values;
} cm_evaluated;
cm_evaluated cm_replay_evaluated(const cm_replay *replay);
/* Bases, and the values of what axioms are made of, without the execution: until the next run. */
cm_evaluated cm_replay_values(const cm_replay *replay);

#endif
