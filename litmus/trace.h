/* Programs whose registers have events: for models that compute dependencies themselves
 * (docs/cat.md, "Events of registers").
 *
 *      LDR X0,[X1]     .a1 = X1        NOTE Rreg ADDR    an instruction reads each register
 *                      .x0 = load [.a1]                  once for each use that it has for it,
 *                      X0 = .x0        NOTE Wreg         and writes it once, at its end
 *      CBNZ X0,L       .o0 = X0        NOTE Rreg
 *                      .o0 != 0        NOTE BCC B
 *                      if .o0 != 0 goto L
 *
 * A register that a NOTE sets depends on that note and on nothing else, so that all
 * dependencies lead from event to event: inside an instruction, or from the write of a
 * register to a read of it. Steps that come from one instruction still do.
 */
#ifndef CM_LITMUS_TRACE_H
#define CM_LITMUS_TRACE_H

#include "litmus/test.h"

/* The test with such events. It has the same registers, of the same numbers, and more; the
 * same instructions; other steps. Shares all else with the test. NULL: an instruction goes on
 * after it has branched; `why` is its text. */
cm_test *cm_test_traced(cm_arena *arena, const cm_test *test, const char **why);

/* The register of its thread that a NOTE reads or writes, -1: a branch, which has none. */
int cm_trace_register(const cm_step *note);

#endif
