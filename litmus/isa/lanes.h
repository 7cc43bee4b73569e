/* Values that threads of a warp hand to each other (ptx/ptx_warp.c). */
#ifndef CM_LITMUS_ISA_LANES_H
#define CM_LITMUS_ISA_LANES_H

#include "litmus/test.h"

/* Is the step an access to the word of a lane, or a barrier at which lanes hand over? */
bool cm_step_is_of_lanes(const cm_step *step);

#endif
