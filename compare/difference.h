/* What two models say of one test, by what was found of each. */
#ifndef CM_COMPARE_DIFFERENCE_H
#define CM_COMPARE_DIFFERENCE_H

#include "compare/listed.h"

typedef enum cm_agreement {
    CM_AGREE,
    CM_DISAGREE,    /* some state is allowed by one, and surely not by the other */
    CM_NOT_COMPARED /* not all states of both are known */
} cm_agreement;

typedef struct cm_difference {
    cm_listed sides[2]; /* of one test */
    bool *only[2];      /* by state of that side: the other lacks it, and is complete */
    cm_agreement agreement;
} cm_difference;

/* Functions escape through their arena, or that of the text. */
cm_difference cm_difference_of(cm_arena *arena, const cm_listed *first, const cm_listed *second);
/* For people: each state that one side has alone, with the execution behind its first. */
void cm_difference_text(cm_text *out, const cm_difference *difference);
/* One object (schemas/diff.schema.json). */
void cm_difference_json(cm_text *out, const cm_difference *difference);

#endif
