/* Inside of the instruction set LLVM_IR: threads of programs in LLVM IR, whose events are those of
 * C.
 *
 *      load.acquire.i32 r0, [x]      %r0 = load atomic i32, ptr @x acquire, align 4
 *
 * Registers r0, r1, ... have 64 bits; what is narrower is in their low bits, with zeros above it.
 * An address is a value: a location's name, and what is added to it.
 */
#ifndef CM_LITMUS_ISA_C_IR_H
#define CM_LITMUS_ISA_C_IR_H

#include "litmus/isa/form.h"

extern const cm_isa_table cm_isa_table_ir; /* made from ir.isa */
extern const cm_table_set cm_ir_rows;

/* ---- the parts of the description: ir_description.c -------------------- */

/* "r7", in small letters; NULL: no register. Sets bits: 64. */
const char *cm_ir_register_name(cm_arena *arena, const char *name, unsigned *bits);
/* Of the access at the head of an object, which begins or ends it. */
const char *cm_ir_told(cm_arena *arena, const cm_step *step, uint64_t value);

#endif
