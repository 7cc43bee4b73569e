/* A launch that a source makes itself: `pass<<<2, 32>>>(data, flag);`, where its sizes are
 * constants. */
#ifndef CM_IMPORT_LAUNCH_H
#define CM_IMPORT_LAUNCH_H

#include "import/binding.h"

/* The only one of the source, or NULL: it has none. Fails (cm_fail) where there are several, or
 * sizes that no constants say. What an argument is stays unsaid where it is neither a constant nor
 * a pointer by its own name. */
cm_launch *cm_launch_of_source(cm_work *work, const cm_source *source);

#endif
