/* Inside of the native texts (litmus/native.h): what instruction sets share.
 */
#ifndef CM_LITMUS_ISA_NATIVE_H
#define CM_LITMUS_ISA_NATIVE_H

#include "litmus/isa/isa.h"

/* Is it a fence that the changes take away? DROP_ACQUIRE: one that a load stands
 * before; DROP_RELEASE: one that a store stands after. */
bool cm_native_drops_fence(const cm_thread *thread, int instruction, unsigned changes);

/* The instruction that a label stands before; instruction_count: at the end. */
int cm_native_label_place(const cm_thread *thread, int label);

/* A lexer over the text of an instruction, comments skipped. */
cm_lexer cm_native_lexer(cm_work *work, const cm_thread *thread, int instruction);

#endif
