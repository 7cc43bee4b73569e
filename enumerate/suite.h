/* The suites of the paper on Grace-Hopper ("Consistency and Coherence of the
 * NVIDIA Grace-Hopper Superchip"), sections 4.1 and 4.2: message passing over
 * the axes of its Table 2.
 *
 *     grace       10 =  4 orders of Y + 6 fences                    two CPU threads
 *     hopper     560 =  4 orders x 5 scopes x 28 fences             two CTAs of a GPU
 *     hopper-cta 560    the same                                    one CTA
 *     hetero   1,960 =  2 directions x 4 orders x 5 scopes x 7 x 7  CPU and GPU
 *
 * Scopes are of (X, Y): X cta or gpu, Y at least as broad up to sys. docs/suites.md
 * has the results. With the CPU threads in x86 the fences of grace are that CPU's.
 */
#ifndef CM_ENUMERATE_SUITE_H
#define CM_ENUMERATE_SUITE_H

#include "enumerate/enumerate.h"
#include "enumerate/mp.h"

typedef struct cm_suite cm_suite;

/* NULL: no suite of that name. */
const cm_suite *cm_suite_find(const char *name);

enum { CM_SUITE_AXES_MAX = 7 };

/* The coordinates of a test of the suite under the names of its axes; gives how
 * many there are. Texts are in the arena or constant. */
int cm_suite_axes(const cm_suite *suite, cm_arena *arena, const cm_mp *at,
                  cm_enum_axis axes[CM_SUITE_AXES_MAX]);
/* "MP-cpu2gpu-rel-acq-X.gpu-Y.sys-pf.none-cf.acq_rel.cta" */
const char *cm_suite_name(const cm_suite *suite, cm_arena *arena, const cm_mp *at);
/* The whole test; gives where its body begins. Also for coordinates that are not
 * in the suite. */
size_t cm_suite_write(cm_text *out, const cm_suite *suite, const cm_mp *at);

/* Calls for every test, in the suite's order. `base` gives cpu and cpu_fence. */
typedef bool (*cm_suite_visit)(void *context, const cm_mp *at);
void cm_suite_each(const cm_suite *suite, const cm_mp *base, cm_suite_visit callback,
                   void *context);

#endif
