/* Inside of the instruction set LLVM: the memory operations of LLVM IR, as AMD's GPUs have
 * them, in a small dialect of their own.
 *
 *      load.acquire.agent.i32 r0, [x]     %r0 = load atomic i32, ptr addrspace(1) @x
 *                                               syncscope("agent") acquire, align 4
 *
 * Sources: LLVM Language Reference ("Memory Model for Concurrent Operations", "Atomic Memory
 * Ordering Constraints", the instructions); "User Guide for AMDGPU Backend" ("Memory Scopes",
 * address spaces); "AMDGPU Memory Model" (availability, visibility, amdgcn-av); "AMDGPU
 * Execution Synchronization" (barriers).
 *
 * A value has 32 bits: r0 to r255. Where IR has a name of its own for something, the dialect
 * has it as a qualifier, and qualifiers come in any order.
 */
#ifndef CM_LITMUS_ISA_LLVM_LLVM_H
#define CM_LITMUS_ISA_LLVM_LLVM_H

#include "litmus/isa/form.h"

extern const cm_isa_table cm_isa_table_llvm; /* made from llvm.isa */
extern const cm_table_set cm_llvm_rows;

/* ---- the parts of the description: description.c ------------------------ */

extern const cm_isa_writer cm_llvm_writer;

#endif
