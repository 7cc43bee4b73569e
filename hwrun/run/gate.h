/* Where all threads of a run meet between its phases; can be broken, so that an
 * error in one of them ends the others. */
#ifndef CM_HWRUN_RUN_GATE_H
#define CM_HWRUN_RUN_GATE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

typedef struct cm_gate {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    unsigned parties, waiting, turn;
    atomic_bool broken;
} cm_gate;

/* False: the system refused. */
bool cm_gate_init(cm_gate *gate, unsigned parties);
void cm_gate_free(cm_gate *gate);
/* Waits for the other parties. False: the gate was broken. */
bool cm_gate_pass(cm_gate *gate);
void cm_gate_break(cm_gate *gate);
static inline bool cm_gate_broken(cm_gate *gate)
{
    return atomic_load_explicit(&gate->broken, memory_order_relaxed);
}

#endif
