/* The execution that a solution describes. */
#ifndef CM_CHECKER_WITNESS_H
#define CM_CHECKER_WITNESS_H

#include "checker/encode.h"
#include "checker/solver.h"

/* For people. Lives in the job's arena. */
cm_execution *cm_witness(cm_encoder *encoder, cm_solver *solver);

/* Evaluates the model again, by bit matrices, on the execution. NULL when it is
 * consistent; else the name of what it violates. */
const char *cm_witness_verify(cm_encoder *encoder, cm_solver *solver);

#endif
