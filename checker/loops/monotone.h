/* Does a model stay satisfied when rounds of loops are taken out of an execution? By the form of
 * its terms, and by which threads of the test have the tags that they name
 * (wait.h): nothing that stands to the right of a
 * difference may lose a pair that stays. */
#ifndef CM_CHECKER_LOOPS_MONOTONE_H
#define CM_CHECKER_LOOPS_MONOTONE_H

#include "checker/solver/job.h"

/* Does the model stay satisfied when reads and fences of loops are taken away, and, if
 * `writes_go`, writes and barriers as well? */
bool cm_model_monotone(cm_job *job, const cm_model *model, bool writes_go);

/* Does it stay satisfied when events are taken away together with all that follows them by program
 * order and reads-from (explore.h)? */
bool cm_model_prefixes(cm_job *job, const cm_model *model);

/* Does a pair for which a flag is raised stay in its relation when reads and
 * fences (and writes and barriers) other than the two are taken away? Every flag is then raised by
 * an execution with at most one failed round of one waiting loop, or none. */
bool cm_flags_monotone(cm_job *job, const cm_model *model, bool writes_go);

/* The same where other events are taken away with all that follows them by program order and
 * reads-from. */
bool cm_flags_prefixes(cm_job *job, const cm_model *model);

/* Do both events of each pair that a flag is about go to one location? */
bool cm_flags_within_locations(const cm_model *model);

#endif
