/* A process for a piece of work, with a channel to the one that made it, and what the two
 * have in common taken apart: signals, files, standard output. For base/child.h and
 * base/keeper.h. */
#ifndef CM_BASE_FORK_H
#define CM_BASE_FORK_H

#include <stdbool.h>
#include <sys/types.h>

/* The two ends of a channel. False: errno says why. */
bool cm_fork_channel(int ends[2]);

/* fork(); a negative result: errno says why. The new process (result 0) has of the files
 * only the standard ones and the channel; standard output is standard error; signals have
 * their default actions; it leaves no core file, leads a process group, and dies with the
 * thread that made it (on Linux). It has one thread: no other may hold a lock then that
 * it needs (an allocator's among them, unless the C library sees to it). */
pid_t cm_fork(int channel);

#endif
