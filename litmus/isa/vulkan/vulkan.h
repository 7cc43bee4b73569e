/* Inside of the instruction set VULKAN: what Vulkan's memory model speaks of, in the words of the
 * public tests (Dat3M's; those of Khronos's Alloy model differ little: litmus/text/khronos.c).
 *
 *      ld.atom.acq.dv.sc1.semsc0.semsc1 r0, z
 *
 * A thread is an invocation, `P0@sg 0,wg 0,qf 0`. Registers are r0 to r255, of 32 bits; a location
 * stands without brackets. `x2 aliases x` makes x2 another reference to the same memory.
 *
 * Sources: Vulkan specification, appendix "Memory Model"; SPIR-V specification.
 */
#ifndef CM_LITMUS_ISA_VULKAN_VULKAN_H
#define CM_LITMUS_ISA_VULKAN_VULKAN_H

#include "litmus/isa/form.h"

extern const cm_isa_table cm_isa_table_vulkan; /* made from vulkan.isa */
extern const cm_table_set cm_vulkan_rows;

/* ---- the parts of the description: description.c ------------------------ */

/* How many threads meet at each control barrier of the thread. */
void cm_vulkan_settle(cm_work *work, cm_test *test, int thread);

extern const cm_isa_writer cm_vulkan_writer;

/* ---- forms.c ------------------------------------------------------------- */

void cm_vulkan_forms(cm_strengths *forms, const char *text);

#endif
