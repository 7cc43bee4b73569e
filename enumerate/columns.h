/* Threads as a test has them, side by side. */
#ifndef CM_ENUMERATE_COLUMNS_H
#define CM_ENUMERATE_COLUMNS_H

#include "litmus/isa/write.h"

/* "P0", "P0@cta 0,gpu 0"; of a compound test "P1@ptx,cta 1,gpu 0". */
const char *cm_columns_head(cm_arena *arena, bool compound, int column, const cm_writer *thread,
                            const cm_placement *at);
/* Initial values as writers gather them: one line a thread, each after a blank. */
void cm_columns_init(cm_text *out, const char *lines);

#endif
