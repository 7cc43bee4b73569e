/* The model's word on what is known of loops: on atomic instructions that write back what they
 * read (spin.h), and on locations that are read in the order of co (attempts.h). */
#ifndef CM_CHECKER_REWRITE_H
#define CM_CHECKER_REWRITE_H

#include "checker/encode.h"

/* Does the model let all the atomic instructions go that loops rely on to write
 * back what they read, and order the accesses by which rounds are counted? Looks at every
 * access to these locations. false: what does not hold is noted in the job, and the graph has
 * to be built again. */
bool cm_loops_hold(const cm_encoder *encoder);

#endif
