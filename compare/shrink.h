/* Making a test small while something stays true of it: parts are left out one by one, from
 * large to small, until nothing more can go (Zeller, Hildebrandt, "Simplifying and Isolating
 * Failure-Inducing Input", IEEE TSE 28(2), 2002, with the parts of a litmus test in place of
 * lines): threads, instructions, initial values, what is observed, the filter, parts of the
 * condition; initial values become 0, types and accesses those of a word.
 */
#ifndef CM_COMPARE_SHRINK_H
#define CM_COMPARE_SHRINK_H

#include "base/text.h"
#include "litmus/test.h"

/* Is what is wanted true of that text? Asked of texts that are tests whose condition asks the same
 * (cm_shrink_asks_the_same), and only of these. */
typedef bool cm_shrink_wanted(void *context, const char *text);

/* What may be left out of the condition. */
typedef enum cm_shrink_condition {
    CM_SHRINK_ANY_PART,
    CM_SHRINK_CONJUNCTS, /* of `exists (a /\ b)` a or b, and of `forall (a \/ b)`: where it does not
                            hold then it did not before */
    CM_SHRINK_NO_PART
} cm_shrink_condition;

typedef struct cm_shrunk {
    const char *before; /* the test as it is printed */
    const char *text;   /* the smallest test */
    size_t tried;       /* texts asked about */
    size_t steps;       /* of them true: what was taken away */
} cm_shrunk;

/* What is wanted must be true of the test as printed: NULL: it is not. The result is in the work's
 * arena; may escape through it. */
const cm_shrunk *cm_shrink(cm_work *work, const cm_test *test, cm_shrink_condition condition,
                           cm_shrink_wanted *wanted, void *context);

/* Does what the condition and the filter of the test `after`, made of `before` by leaving parts
 * out, name mean what it meant? whole: what wrote a register writes it, from what was stored to
 * (see shrink_question.c); else: what was written is. */
bool cm_shrink_asks_the_same(cm_arena *arena, const cm_test *before, const cm_test *after,
                             bool whole);

/* Lines that went (-), came (+) and stayed. May escape through the arena of `out`. */
void cm_shrink_diff(cm_text *out, const char *before, const char *after);

#endif
