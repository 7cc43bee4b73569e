/* Making a test small while something stays true of it: parts are left out one by one, from
 * large to small, until nothing more can go (Zeller, Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input", IEEE TSE 28(2), 2002, with the parts of a litmus test in place of
 * lines): threads, instructions, initial values, what is observed, the filter, parts of the
 * condition; and initial values become 0.
 */
#ifndef CM_EXPLAIN_SHRINK_H
#define CM_EXPLAIN_SHRINK_H

#include "base/text.h"
#include "litmus/test.h"

/* Is what is wanted true of that text? Asked of texts that are tests, and only of these. */
typedef bool cm_shrink_wanted(void *context, const char *text);

typedef struct cm_shrunk {
    const char *text; /* the smallest test */
    size_t tried;     /* texts asked about */
    size_t steps;     /* of them true: what was taken away */
} cm_shrunk;

/* keep_condition: it stays as it is. What is wanted must be true of the test as printed: NULL:
 * it is not. The result is in the work's arena; may escape through it. */
const cm_shrunk *cm_shrink(cm_work *work, const cm_test *test, bool keep_condition,
                           cm_shrink_wanted *wanted, void *context);

#endif
