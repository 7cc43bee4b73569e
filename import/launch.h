/* Launches that a source makes itself, `pass<<<2, 32>>>(data, flag);`, where their sizes are
 * constants, and what the host does before, between and beside them: it sets memory, and waits.
 *
 * Streams, events and the host's waits become the order of steps (CUDA's programming guide,
 * "Asynchronous Concurrent Execution"): a stream's work is done in its order, the default stream
 * waits for the others and they for it, unless they are non-blocking. */
#ifndef CM_IMPORT_LAUNCH_H
#define CM_IMPORT_LAUNCH_H

#include "import/binding.h"
#include "import/scan.h"

/* The launch whose `<<<` is there. Fails (cm_fail) where sizes are not constant. What an argument
 * is stays unsaid where it is neither a constant nor a pointer by its own name. stream: "" is the
 * default one. */
cm_launch *cm_launch_read(const cm_scan *s, size_t at, const char **stream);

/* The arguments between the brackets at `open`. */
void cm_launch_arguments(const cm_scan *s, cm_launch *launch, size_t open);

/* All launches of the source, in one function; NULL: it has none. Fails (cm_fail) where there are
 * several and a loop or a branch has one, or where what the host does between them is not read.
 * Calls of functions that the binding has as threads of the host are left to it. */
const cm_host *cm_host_of_source(cm_work *work, const cm_source *source, const cm_source *binding);

#endif
