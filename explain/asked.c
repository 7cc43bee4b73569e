/* What is asked about. See asked.h. */
#include "explain/asked.h"

bool cm_explain_asks(const cm_test *test)
{
    return test->quantifier != CM_FORALL || test->condition->kind != CM_PROP_TRUE;
}

void cm_explain_need_outcome(cm_work *work, const cm_test *test, const cm_prop *outcome)
{
    if (outcome || cm_explain_asks(test))
        return;
    cm_fail(work, (cm_place){test->source, 0, 0},
            "the test asks for no outcome, expected a condition that may be false, or --outcome");
}
