/* The same test, written otherwise: what it allows must not change. */
#ifndef CM_TESTS_GEN_TURNED_H
#define CM_TESTS_GEN_TURNED_H

#include "base/arena.h"

/* Threads in reverse order, before one more that does nothing, with a location that nobody
 * uses behind the others. What is observed comes in the order in which it came. For texts of
 * gen_layout_print and gen_shrink only. */
char *gen_turned(cm_arena *arena, const char *text);

#endif
