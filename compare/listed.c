/* States that were found. See listed.h. */
#include "compare/listed.h"

#include <string.h>

bool cm_listed_has(const cm_listed *found, const char *state)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->states[i], state) == 0)
            return true;
    return false;
}

const char *cm_listed_reason(const cm_listed *found)
{
    const cm_check_result *result = found->report->result;
    return result->outcome == CM_COMPLETE ? "" : result->reason;
}
