/* Loops that only wait.
 *
 * A round of a loop that ends in the backward jump and wrote nothing leaves no
 * trace but its reads and fences. If what the next round does never depends on
 * it either, the round may be taken out of an execution: the final state is the
 * same, and so the loop bound hides no state. That the smaller execution is
 * still allowed holds for models in which taking away reads and fences never
 * adds to a relation that a constraint looks at; this is checked on the model's
 * terms. (Compare "spinloops" in Dartagnan; herd always says `Loop` here.)
 */
#ifndef CM_CHECKER_SPIN_H
#define CM_CHECKER_SPIN_H

#include "checker/memory.h"

/* Does the bound hide nothing when it ends the thread at these cuts? */
bool cm_spin_only(cm_memory *memory, int thread);

/* Does the model stay satisfied when reads and fences are taken away? */
bool cm_model_monotone(cm_job *job, const cm_model *model);

#endif
