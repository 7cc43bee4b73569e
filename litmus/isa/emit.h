/* The builder that instruction sets emit steps with: for the files of one of them.
 */
#ifndef CM_LITMUS_ISA_EMIT_H
#define CM_LITMUS_ISA_EMIT_H

#include "litmus/isa/isa.h"

/* A warning. */
void cm_asm_warn(cm_asm *as, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
_Noreturn void cm_asm_fail(cm_asm *as, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The thread's instruction set has no instruction `name`; says which was meant perhaps. */
_Noreturn void cm_asm_unknown(cm_asm *as, cm_place place, const char *name);
cm_arena *cm_asm_arena(cm_asm *as);
/* The instruction at hand, read; it is in the test's arena. */
void cm_asm_keep(cm_asm *as, const cm_insn *insn);
/* What is known of the test so far: all heads of threads, the initial state; and which of its
 * threads this is. */
const cm_test *cm_asm_test(const cm_asm *as);
int cm_asm_thread(const cm_asm *as);

/* The thread's register of that canonical name; made on first use. */
int cm_asm_register(cm_asm *as, const char *canonical);
/* It has values of so many bits. */
void cm_asm_type_register(cm_asm *as, int reg, unsigned bits, bool is_signed);
void cm_asm_type_float(cm_asm *as, int reg, unsigned bits);
/* A fresh temporary. */
int cm_asm_temporary(cm_asm *as);
/* Has the thread that register already? */
bool cm_asm_has_register(const cm_asm *as, const char *canonical);
/* The location of that name, made (32-bit 0) on first use; its address. */
uint64_t cm_asm_symbol(cm_asm *as, const char *name);
/* Index of the location, or -1 when the test has not mentioned it so far. */
int cm_asm_location(cm_asm *as, const char *name);
const cm_location *cm_asm_location_at(cm_asm *as, int location);

const cm_expr *cm_asm_const(cm_asm *as, uint64_t value);
const cm_expr *cm_asm_reg(cm_asm *as, int reg);
/* Unused operands NULL. */
const cm_expr *cm_asm_op(cm_asm *as, cm_op op, unsigned bits, const cm_expr *a, const cm_expr *b,
                         const cm_expr *c);
const cm_expr *cm_asm_op_imm(cm_asm *as, cm_op op, unsigned bits, uint64_t imm, const cm_expr *a);
/* 1 where the address lies in the location or in the room that no other one has; else 0. */
const cm_expr *cm_asm_falls_into(cm_asm *as, const cm_expr *address, const cm_location *location);
/* The address of a label of this thread; may come later in the text. */
const cm_expr *cm_asm_label_address(cm_asm *as, const char *label, cm_place place);

/* Each emit function gives the index of the new step. `tags` is a NULL-ended
 * array that must outlive the test (static, or from the arena). */
extern const char *const cm_no_tags[];
int cm_emit_assign(cm_asm *as, int dst, const cm_expr *value);
int cm_emit_choose(cm_asm *as, int dst);
/* Whether an attempt succeeds that fails for no reason at times, but not for ever. */
int cm_emit_attempt(cm_asm *as, int dst);
int cm_emit_load(cm_asm *as, int dst, const cm_expr *addr, unsigned width, const char *const *tags);
int cm_emit_store(cm_asm *as, const cm_expr *addr, const cm_expr *value, unsigned width,
                  const char *const *tags);
int cm_emit_fence(cm_asm *as, const char *const *tags);
int cm_emit_barrier(cm_asm *as, const cm_expr *id, const cm_expr *quorum, const char *const *tags);
/* condition NULL: always; label NULL: to the end of the thread. */
int cm_emit_branch(cm_asm *as, const cm_expr *condition, const char *label, cm_place place);
/* So many bytes from this instruction on, of 4 bytes each. */
int cm_emit_branch_by(cm_asm *as, const cm_expr *condition, int64_t bytes, cm_place place);
int cm_emit_branch_indirect(cm_asm *as, const cm_expr *address);
/* A return to the address, which the link register has: to the end of the thread, where nothing
 * sets that. */
int cm_emit_return(cm_asm *as, int link, const cm_expr *address);
/* A fault of that type, as the reference simulator calls it, that ends the thread. */
void cm_emit_fault(cm_asm *as, const char *type);
/* The step just emitted does what its architecture leaves undefined where the
 * condition is not 0; `why` begins with "may". */
void cm_asm_undefined(cm_asm *as, int step, const cm_expr *condition, const char *why);
/* What the step just emitted, an assignment or a store, gives is not known where the condition is
 * not 0. */
void cm_asm_opaque(cm_asm *as, int step, const cm_expr *condition, const char *why);
/* Label at the next step; fails if the thread has it already. */
void cm_asm_label(cm_asm *as, const char *name, cm_place place);
/* Opens an instruction: steps emitted from here on belong to it. */
void cm_asm_instruction(cm_asm *as, const char *text, cm_place place);
/* An execution that comes here with a value of 0 is none. */
void cm_emit_assume(cm_asm *as, const cm_expr *value);
/* What branches depend on from here to cm_emit_rejoin of the register that it gives, later events
 * do not depend on. */
int cm_emit_fork(cm_asm *as);
void cm_emit_rejoin(cm_asm *as, int fork);
/* What comes is in program order after what the instruction at hand has done so far. */
void cm_asm_continue(cm_asm *as, cm_place place);
/* A memory access just emitted must have an address that is a multiple of so many
 * bytes (a power of two). */
void cm_asm_align(cm_asm *as, int step, unsigned bytes);
/* The same of an address that is not the step's: of an access that the step is a part of. */
void cm_asm_align_at(cm_asm *as, int step, const cm_expr *where, unsigned bytes);
/* To change a step just emitted (guard, rmw, exclusive). Valid until the next emit. */
cm_step *cm_asm_step(cm_asm *as, int step);
/* Guard for all steps emitted until it is set to NULL again (PTX @p). Combined
 * (and) with guards set on single steps. */
void cm_asm_set_guard(cm_asm *as, const cm_expr *guard);

#endif
