/* Which axioms the states of a test need, by what was found with the model, and with the model
 * without each axiom. */
#ifndef CM_COMPARE_NEEDS_H
#define CM_COMPARE_NEEDS_H

#include "compare/listed.h"

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
