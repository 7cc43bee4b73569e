/* What is asked about. */
#ifndef CM_EXPLAIN_ASKED_H
#define CM_EXPLAIN_ASKED_H

#include "base/diag.h"
#include "litmus/test.h"

/* False: it has no condition, or `forall (true)`. */
bool cm_explain_asks(const cm_test *test);

/* Fails (cm_fail) where the test asks for none and no outcome (NULL) is given: that nothing else
 * can happen says nothing. */
void cm_explain_need_outcome(cm_work *work, const cm_test *test, const cm_prop *outcome);

#endif
