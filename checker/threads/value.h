/* Values that are not known yet: finite lists of guarded constants.
 *
 * A register holds one of a few constants, each under a condition; under the
 * condition of the place where the value is used, exactly one condition is
 * true. Litmus tests compute with few values, so this stays small, needs no
 * bit-vectors in the solver, and resolves addresses and branches while events
 * are made. A constant is a list of one with the condition true.
 */
#ifndef CM_CHECKER_THREADS_VALUE_H
#define CM_CHECKER_THREADS_VALUE_H

#include "checker/solver/job.h"
#include "checker/threads/passes.h"
#include "litmus/expr.h"

typedef struct cm_choice {
    uint64_t value;
    cm_lit when;
    uint64_t made_by;  /* stores that it went through on every way it came about (memory.h);
                          bits by number, an unnumbered store has none */
    cm_passes through; /* of each group of stores, it went through so many at least (passes.h) */
} cm_choice;

typedef struct cm_val {
    uint32_t count;
    cm_choice *choices; /* by increasing value, values distinct */
    /* What a load read, whose own base is itself: the low `base_bits` bits are those of
     * it plus a constant. NULL: nothing is known. */
    const struct cm_val *base;
    uint64_t plus;
    unsigned base_bits;
} cm_val;

/* More values than this for one operand end the job as unknown; cm_job.value_limit,
 * where it is not 0, is asked instead. */
#define CM_VALUE_LIMIT 4096
/* Ends the job because there are more than `limit` of what is named. */
_Noreturn void cm_val_crowd(cm_job *job, size_t limit, const char *what);
size_t cm_val_limit(const cm_job *job);

/* Places that are exchanged for each other, by their first addresses (symmetry.h). */
typedef struct cm_exchange {
    uint64_t *first, *second, *size; /* size: bytes, with those around a location */
    int count;
} cm_exchange;

const cm_val *cm_val_constant(cm_job *job, uint64_t value);
/* Of unsorted choices, which may repeat a value; drops those that are false. What is there
 * afterwards is of no use. */
const cm_val *cm_val_make(cm_job *job, cm_choice *choices, uint32_t count);
/* A value that is read: the base of what is added to it. */
const cm_val *cm_val_loaded(cm_job *job, const cm_val *value);
/* Condition under which it is not 0. */
cm_lit cm_val_nonzero(const cm_val *value);
/* Condition under which it is that constant. */
cm_lit cm_val_is(const cm_val *value, uint64_t constant);
/* `when` ? a : b. */
const cm_val *cm_val_select(cm_job *job, cm_lit when, const cm_val *a, const cm_val *b);
/* Bytes [offset, offset + width) of it. */
const cm_val *cm_val_slice(cm_job *job, const cm_val *value, unsigned offset, unsigned width);
/* low | high << (8 * offset): joins the parts of an access. */
const cm_val *cm_val_join(cm_job *job, const cm_val *low, const cm_val *high, unsigned offset);
/* What a register holds: its value, the reads it depends on (deps.h), and when nobody knows the
 * value (cm_step.opaque): then it stands for whatever it is. */
typedef struct cm_cell {
    const cm_val *value;
    const struct cm_deps *deps;
    cm_lit opaque;
} cm_cell;

/* An expression over registers that hold these. */
const cm_val *cm_val_expr(cm_job *job, const cm_expr *expr, const cm_cell *cells);

#endif
