/* Inside of a solver's context: what checks, and solvers, look at. */
#ifndef CM_CHECKER_SOLVER_CONTEXT_PARTS_H
#define CM_CHECKER_SOLVER_CONTEXT_PARTS_H

#include "base/clock.h"
#include "checker/solver/context.h"
#include "lazy/z3.h"

#include <pthread.h>
#include <stdatomic.h>

struct cm_solver_context {
    pthread_mutex_t lock; /* of z3, checking and what the watchdog looks at */
    Z3_context z3;        /* NULL: to be made once it is asked */
    Z3_sort boolean;
    Z3_ast constant_true, constant_false;
    cm_solver *open;
    cm_arena *scratch;
    atomic_bool interrupted;
    bool checking;
    bool spent; /* z3 is not to be used for another test */
    /* The watchdog: a thread that interrupts a check when its time is over. Z3's own
     * timer costs a thread for each check, which doubles the time of small ones. */
    pthread_t watchdog;
    pthread_cond_t wake;
    cm_deadline deadline; /* of the check that runs */
    bool watches, leaves;
};

/* A new Z3, with what every test needs. False: there is no memory. */
bool cm_context_make(cm_solver_context *c);
/* Throws Z3 away, with all terms in it. */
void cm_context_drop(cm_solver_context *c);
/* Starts the watchdog, unless it is there. False: there is no thread for it. */
bool cm_context_watch(cm_solver_context *c);
/* A check begins, which the watchdog ends then, or (NULL) it is over. */
void cm_context_checking(cm_solver_context *c, const cm_deadline *deadline);

#endif
