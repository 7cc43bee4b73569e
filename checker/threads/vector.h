/* Words whose bits are formulas: what a thread computes whatever it has read.
 *
 * Values elsewhere are lists of guarded constants (value.h), those that some write of
 * the unrolled test leaves. What has to hold of any value at all is asked of words:
 * 64 formulas each. An operation that is not followed bit by bit gives bits that are
 * anything, so that what is shown of words holds of values.
 */
#ifndef CM_CHECKER_THREADS_VECTOR_H
#define CM_CHECKER_THREADS_VECTOR_H

#include "checker/solver/job.h"
#include "litmus/expr.h"

typedef struct cm_vector {
    cm_lit bits[64]; /* the lowest first */
} cm_vector;

cm_vector cm_vector_constant(uint64_t value);
/* The low `bits` bits are anything, the others 0. */
cm_vector cm_vector_any(cm_form *form, unsigned bits);
cm_lit cm_vector_nonzero(cm_form *form, const cm_vector *a);
/* Are the low `bits` bits the same? */
cm_lit cm_vector_equal(cm_form *form, const cm_vector *a, const cm_vector *b, unsigned bits);
/* `when` ? a : b. */
cm_vector cm_vector_select(cm_form *form, cm_lit when, const cm_vector *a, const cm_vector *b);

/* An expression over registers that hold these (by register). */
cm_vector cm_vector_expr(cm_job *job, const cm_expr *expr, const cm_vector *registers);

#endif
