/* What the reads of counters (counter.h) stand for, as formulas. */
#ifndef CM_CHECKER_COUNTER_DEFINE_H
#define CM_CHECKER_COUNTER_DEFINE_H

#include "checker/encode.h"

/* Says what the values of reads stand for, and adds conditions to `doubts` of which one
 * holds in every execution in which a location is no counter. False: the model has no
 * relations to say it with. */
bool cm_counters_define(cm_encoder *encoder, cm_lits *doubts);

#endif
