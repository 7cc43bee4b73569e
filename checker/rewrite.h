/* Atomic instructions that write back what they read (spin.h), and the model's word on them. */
#ifndef CM_CHECKER_REWRITE_H
#define CM_CHECKER_REWRITE_H

#include "checker/encode.h"

/* Does the model let all the atomic instructions go that loops rely on to write
 * back what they read? Looks at every access to their locations. */
bool cm_rewrites_hold(const cm_encoder *encoder);

#endif
