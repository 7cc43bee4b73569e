/* What does the same from there on: instructions of AMD's code, states of PTX's. */
#ifndef CM_IMPORT_REFINE_H
#define CM_IMPORT_REFINE_H

#include "base/arena.h"

/* Orders two by what they do themselves; 0: the same. */
typedef int cm_refine_compare(const void *context, int a, int b);

/* Of nodes 0..count-1, where next[i] and taken[i] may come behind i; below 0: nothing does. same[i]
 * is the first node of i's class: all of a class do the same, and go on to the same classes. The
 * coarsest such partition is found by refining one by what nodes do (Moore,
 * Gedanken-Experiments on Sequential Machines, 1956). */
void cm_refine(cm_arena *arena, int count, const int *next, const int *taken,
               cm_refine_compare *compare, const void *context, int *same);

#endif
