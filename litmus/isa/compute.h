/* One instruction, computed: what its set's own description says that it makes of numbers. So
 * nothing that computes by it can disagree with what a checker makes of the same instruction.
 */
#ifndef CM_LITMUS_ISA_COMPUTE_H
#define CM_LITMUS_ISA_COMPUTE_H

#include "litmus/arch.h"

#include "base/diag.h"

typedef struct cm_computed {
    const char *name; /* of a register, as a test has it */
    uint64_t number;
} cm_computed;

/* Executes the text of an instruction, alone, with those numbers in registers, the others 0; the
 * first `results` registers get what it leaves there. False, and nothing changes: it does more than
 * compute, leaves it undefined, or is none. Lack of memory escapes through work. */
bool cm_isa_compute(cm_work *work, cm_arch arch, const char *text, cm_computed *registers,
                    int count, int results);

#endif
