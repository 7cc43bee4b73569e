/* A process that works for this one and can be ended: forked, spoken to in frames
 * (base/message.h) over a socket pair, and killed when it is late, so that a hang or a
 * crash ends a piece of work and not the program.
 *
 *     parent:           request   request ...          each waits for its answer
 *     child:   (hello)  answer    answer ...
 *
 * The child does nothing that the parent would notice but answer: its standard output
 * is the parent's standard error, it leaves no core file, it has the signals' default
 * actions, and it dies with the thread that made it (on Linux). With what it starts it
 * is a process group, which is killed as one.
 */
#ifndef CM_BASE_CHILD_H
#define CM_BASE_CHILD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct cm_keeper cm_keeper; /* base/keeper.h */

typedef struct cm_child {
    pid_t pid;           /* 0: there is none */
    cm_keeper *keeper;   /* whose the process is; NULL: this program's own */
    int channel;         /* -1: none */
    int wake[2];         /* a pipe that cm_child_interrupt writes to */
    atomic_bool stopped; /* by another thread */
} cm_child;

/* What became of a transfer. */
typedef enum cm_passage {
    CM_PASSED,
    CM_STOPPED,  /* cm_child_interrupt was called */
    CM_LATE,     /* the deadline is over */
    CM_CLOSED,   /* the child has closed its end: it died or ended */
    CM_MALFORMED /* what it sent is no frame, or there is no memory for it */
} cm_passage;

/* Starts no process yet. False: no files. */
bool cm_child_init(cm_child *child);
/* Kills the process, if there is one. */
void cm_child_close(cm_child *child);

/* Starts the process, which ends when serve returns. False: errno says why. The
 * caller sees to it that no other thread holds a lock then that serve needs, the
 * allocator's among them: a program with several threads has a keeper. */
bool cm_child_start(cm_child *child, void (*serve)(void *context, int channel), void *context);
/* The same through a keeper, which outlives the process; from any thread. */
bool cm_child_start_kept(cm_child *child, cm_keeper *keeper);
/* Is there a process? */
bool cm_child_is_alive(cm_child *child);
/* Kills the process group and waits for the process, for some seconds at most. */
void cm_child_kill(cm_child *child);
/* Waits for the process, which is ending by itself; *status as of waitpid. False: it
 * was still there after so many seconds, and has been killed. */
bool cm_child_wait(cm_child *child, double seconds, int *status);

/* deadline: a time of cm_clock_seconds (base/clock.h). After anything but CM_PASSED the process is
 * of no more use. bytes: whole frames. */
cm_passage cm_child_send(cm_child *child, const char *bytes, size_t count, double deadline);
/* One frame without its head; *bytes is malloc'ed when it has passed. */
cm_passage cm_child_receive(cm_child *child, char **bytes, size_t *length, double deadline);

/* From any thread: a transfer that waits ends, and every later one, as CM_STOPPED. */
void cm_child_interrupt(cm_child *child);
/* Transfers go on again. */
void cm_child_resume(cm_child *child);

/* ---- the child's side: false when the parent is gone ----------------- */

bool cm_channel_send(int channel, const char *bytes, size_t count);
/* One frame without its head; *bytes is malloc'ed. False also: no frame, no memory. */
bool cm_channel_receive(int channel, char **bytes, size_t *length);

#endif
