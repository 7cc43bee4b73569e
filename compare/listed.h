/* What was found of a test: the states that a model allows, as text, to be compared. */
#ifndef CM_COMPARE_LISTED_H
#define CM_COMPARE_LISTED_H

#include "report/report.h"

typedef struct cm_listed {
    const cm_report *report;   /* NULL: nothing was looked for */
    const char *const *states; /* of its result, as cm_state_print has them */
    size_t count;
    bool complete; /* all that there are */
} cm_listed;

bool cm_listed_has(const cm_listed *found, const char *state);
/* Why not all states are known; "": they are. */
const char *cm_listed_reason(const cm_listed *found);

#endif
