/* What several writers need: names of quantifiers, states as tables have them. */
#include "report/report.h"

#include <string.h>

const char *cm_quantifier_name(cm_quantifier quantifier)
{
    static const char *const names[] = {
        [CM_EXISTS] = "exists", [CM_NOT_EXISTS] = "~exists", [CM_FORALL] = "forall"};
    return names[quantifier];
}

char *cm_condition_print(cm_arena *arena, const cm_test *test)
{
    return cm_arena_printf(arena, "%s (%s)", cm_quantifier_name(test->quantifier),
                           cm_prop_print(arena, test, test->condition));
}

char *cm_report_state(cm_arena *arena, const cm_report *report, size_t state)
{
    const cm_states *states = report->result->states;
    char *text =
        cm_state_print(arena, report->test, states->values + state * (size_t)states->value_count);
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == ';')
        text[length - 1] = '\0';
    return text;
}

const char *cm_report_observation(const cm_report *report)
{
    cm_verdict verdict = cm_states_judge(report->result->states);
    if (report->result->outcome == CM_LIMIT && verdict.satisfying > 0)
        return "Sometimes";
    return cm_observation(verdict);
}
