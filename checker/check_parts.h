/* Between the sources of a check (check.h).
 *
 *   check.c       problems that questions are asked of, which are asked, and what is said of their
 *                 answers
 *   check_find.c  what is looked for in one: strays, flags, states, answers
 *   check_rounds.c  what is asked of rounds that only wait and fail
 *   undefined.c   whether the answer hangs on values that the model calls undefined
 *
 * All of them end the job by cm_job_stop when a limit is reached.
 */
#ifndef CM_CHECKER_CHECK_PARTS_H
#define CM_CHECKER_CHECK_PARTS_H

#include "checker/check.h"
#include "checker/encode.h"
#include "checker/explore.h"
#include "checker/replay.h"
#include "checker/solver/solver.h"
#include "checker/symmetry.h"

/* What survives an escape from the middle of a check. */
typedef struct cm_checking {
    cm_job job;
    int width;
    int shown_width; /* of the values of a state that are printed: the first ones */

    /* Both NULL, or the test as it is, and the one whose attempts fail for a reason only: the
     * states are asked of that one (loops/spurious.h). */
    const cm_test *whole, *strong;

    /* the problem that is open (check.c) */
    cm_graph graph;
    cm_encoder encoder;
    cm_symmetry *symmetry; /* NULL: none is used */
    cm_solver *solver;
    const cm_val **observed;
    cm_replay *replay;
    uint64_t *values;    /* the state of the solution found last */
    bool of_states;      /* it is asked what the filter or the condition is part of; else flags and
                            strays only */
    bool ends;           /* every thread of every execution does, as was seen then */
    bool explored;       /* the executions were looked at one by one (explore.h) */
    bool rounds_known;   /* with them those in which a round fails: no flag is raised that none of
                            the others raises */
    bool cut;            /* that was given up, since the loop bound ends one */
    bool hard;           /* more of them than usual are, since the solver does not answer soon */
    bool together;       /* rounds that fail are part of it from the beginning */
    cm_lit first;        /* no waiting loop has gone round again: of executions that end */
    cm_lit filter;       /* holds in all executions that this question is about */
    cm_lit ordered;      /* the same, of the order of threads that are alike */
    const cm_set *about; /* flags that are left are about one of these events; NULL: about any */
    cm_lits doubts;      /* whether counters are counters (counter.h) */
    bool counted;        /* that they are follows when there are none */

    /* answers */
    cm_check_result *result;
    cm_states *states;
    cm_state_space space; /* for options.tell_space, which was told of it */
    bool space_told;
    cm_exploration second; /* options.verify: what was explored, for comparison */
    cm_execution **executions;
    size_t execution_capacity;
    bool *raised;                     /* by constraint: a flag that some execution raises */
    const bool *expected;             /* options.verify: what `raised` has to become; or NULL */
    const char **places;              /* by constraint: where, with options.flag_places; or NULL */
    const cm_instruction ***accesses; /* likewise */
    bool unreached;                   /* no execution goes on past the loop bound (reach.h) */
    bool hides;                       /* executions beyond the loop bound may have other states */
    unsigned unroll;                  /* the loop bound that states were asked with */
    const cm_stray *stray;            /* one that some execution has, or NULL */
    const cm_stray *undefined;        /* a read of such a value, or NULL */
    const cm_stray *opaque; /* what makes a value that nobody knows, and that the test looks at in
                               some execution; or NULL */
    bool unflagged;         /* rounds of several threads that were left out may raise flags */
    bool broken;            /* an execution was none when it was done again */
    bool complete;          /* the solver said that there are no more */
} cm_checking;

/* ---- what is looked for (check_find.c) ------------------------------- */

/* No solution, or one; ends the job when the solver gives up. `also`: or CM_TRUE. `whole`: every
 * thread ends; else the loop bound may have ended some. */
bool cm_checking_solve(cm_checking *c, cm_lit also, bool whole);
/* Looks for an execution that the test does not describe, and leaves all of those out from then
 * on. It may stray in a round that fails, before the bound ends the thread: then no thread need
 * end. */
void cm_checking_find_stray(cm_checking *c);
/* Notes in `raised` the flags that some execution raises. */
void cm_checking_find_flags(cm_checking *c);
/* Looks at the executions of the problem that was prepared one by one, if that can be done with
 * little work: then states and flags are found. options.verify: they are kept for comparison. */
void cm_checking_explore(cm_checking *c);
/* A loop may end by itself, but after more rounds than the bound says. Where the bound alone was
 * why the executions were not looked at, that is tried with more rounds, as long as the test is
 * small. explore: prepares a problem anew, and looks at its executions. True: none led to an
 * answer, and the problem has to be prepared once more, as it was before. */
bool cm_checking_explore_deeper(cm_checking *c, void (*explore)(void *checking));
/* The same for the flags that are left, where one round that only waits fails (c->about). False: it
 * is not known. */
bool cm_checking_explore_rounds(cm_checking *c);
/* Tells options.tell_space how many executions there are, the first time that it is called.
 * unknown: why that is not estimated; NULL: it is. */
void cm_checking_tell_space(cm_checking *c, const char *unknown);
/* options.verify: ends the job when they are others than the solver has found. */
void cm_checking_compare(cm_checking *c);
/* Adds to `states` those of all executions. */
void cm_checking_find_states(cm_checking *c);
/* Adds to `states` one that satisfies the condition's proposition, and one that does not, where
 * there are such, and both are asked for. */
void cm_checking_find_answer(cm_checking *c);
/* Is there a flag that none has raised yet? */
bool cm_checking_flags_open(const cm_checking *c);
/* Each waiting loop goes round by itself, and rounds fail for no other reason. */
bool cm_checking_rounds_are_apart(const cm_checking *c);
/* May it be in a round that fails? */
bool cm_checking_strays_in_rounds(const cm_checking *c, const cm_stray *stray);
/* Do bounds leave it open that there are strays, or executions that raise a flag which none has
 * raised yet? Notes what flags can be about. */
bool cm_checking_rounds_are_open(cm_checking *c);
/* What flags may be about, where it can be found out together with states whether rounds that fail
 * raise them; NULL: it cannot. */
const cm_rel *cm_checking_pairs_of_rounds(cm_checking *c);
/* Notes in `undefined` why what was not found is not forbidden: the model calls a value undefined
 * that decides it (undefined.c). */
void cm_checking_find_undefined(cm_checking *c);

#endif
