/* Inside of the native texts (litmus/native.h): what instruction sets share.
 */
#ifndef CM_LITMUS_ISA_NATIVE_H
#define CM_LITMUS_ISA_NATIVE_H

#include "litmus/isa/isa.h"

/* What the steps of an instruction do. */
bool cm_native_loads(const cm_thread *thread, int instruction);
bool cm_native_stores(const cm_thread *thread, int instruction);
bool cm_native_fences(const cm_thread *thread, int instruction);

/* Is it a fence that the changes take away? DROP_ACQUIRE: one that a load stands
 * before; DROP_RELEASE: one that a store stands after. */
bool cm_native_drops_fence(const cm_thread *thread, int instruction, unsigned changes);

/* The instruction that a label stands before; instruction_count: at the end. */
int cm_native_label_place(const cm_thread *thread, int label);

/* Index of the location of that name (length bytes), or -1. */
int cm_native_location(const cm_test *test, const char *name, size_t length);

/* A lexer over the text of an instruction, comments skipped. */
cm_lexer cm_native_lexer(cm_work *work, const cm_thread *thread, int instruction);

#endif
