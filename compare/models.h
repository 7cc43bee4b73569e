/* What models say of one test: the states that each allows, as text; how two of them differ; which
 * axioms the states need.
 */
#ifndef CM_COMPARE_MODELS_H
#define CM_COMPARE_MODELS_H

#include "report/report.h"

typedef struct cm_listed {
    const cm_report *report;   /* NULL: nothing was looked for */
    const char *const *states; /* of its result, as cm_state_print has them */
    size_t count;
    bool complete; /* all that there are */
} cm_listed;

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

/* What was found with a model, and with the model without each axiom. */
typedef struct cm_needs {
    cm_listed with;
    cm_listed *without; /* by axiom; of some nothing was looked for */
    size_t axioms;
    bool known; /* all that was looked for is complete */
} cm_needs;

/* Does some model without an axiom allow what the whole one does not? */
bool cm_needs_any(const cm_needs *needs);
/* A state that the axiom is needed to forbid, one that no other axiom is needed for if there is
 * one (*alone: and that is sure); NULL: none. */
const char *cm_needs_state(const cm_needs *needs, size_t axiom, bool *alone);
/* Why it is not known; "". */
const char *cm_needs_reason(const cm_needs *needs);

#endif
