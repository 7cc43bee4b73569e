/* A process that makes processes for one with several threads.
 *
 *     program ──┬── keeper ──┬── process      made when there is one thread,
 *               │            ├── process      by a process with one thread
 *               ╎            ╎
 *               threads ─ channels ─╯
 *
 * What is forked while another thread is inside the allocator, say, finds its lock held
 * for ever: POSIX lets it call functions that are safe in signal handlers and no others.
 * So the keeper is forked before there are threads, does nothing but fork, and every
 * process starts from the memory that the program had then.
 */
#ifndef CM_BASE_KEEPER_H
#define CM_BASE_KEEPER_H

#include <stdbool.h>
#include <sys/types.h>

typedef struct cm_keeper cm_keeper;

/* To be called while no other thread holds a lock that serve needs. Every process that
 * the keeper makes runs serve(context, channel) and ends when it returns. NULL: there is
 * no memory or no process. */
cm_keeper *cm_keeper_new(void (*serve)(void *context, int channel), void *context);
/* Ends the keeper and (on Linux) the processes that it made and that are still there. */
void cm_keeper_free(cm_keeper *keeper);

pid_t cm_keeper_pid(const cm_keeper *keeper);

/* From any thread. Makes a process; channel: its end of one, the caller's still.
 * Negative: errno says why. */
pid_t cm_keeper_make(cm_keeper *keeper, int channel);
/* From any thread. Has the process ended? *status then as of waitpid; 0 when the keeper
 * itself is gone. Once true, the process is forgotten. */
bool cm_keeper_is_gone(cm_keeper *keeper, pid_t pid, int *status);

#endif
