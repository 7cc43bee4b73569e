#include "hwrun/run/gate.h"

bool cm_gate_init(cm_gate *gate, unsigned parties)
{
    *gate = (cm_gate){.parties = parties};
    atomic_init(&gate->broken, false);
    if (pthread_mutex_init(&gate->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&gate->moved, NULL) == 0)
        return true;
    pthread_mutex_destroy(&gate->lock);
    return false;
}

void cm_gate_free(cm_gate *gate)
{
    pthread_cond_destroy(&gate->moved);
    pthread_mutex_destroy(&gate->lock);
}

bool cm_gate_pass(cm_gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    unsigned turn = gate->turn;
    if (++gate->waiting == gate->parties) {
        gate->waiting = 0;
        gate->turn++;
        pthread_cond_broadcast(&gate->moved);
    }
    while (gate->turn == turn && !cm_gate_broken(gate))
        pthread_cond_wait(&gate->moved, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
    return !cm_gate_broken(gate);
}

void cm_gate_break(cm_gate *gate)
{
    pthread_mutex_lock(&gate->lock);
    atomic_store(&gate->broken, true);
    pthread_cond_broadcast(&gate->moved);
    pthread_mutex_unlock(&gate->lock);
}
