/* The one interface to an instruction set, and the builder it emits steps with.
 *
 * An instruction set turns the text of one instruction into steps and knows its
 * registers' names. Nothing above litmus/ includes this header.
 */
#ifndef CM_LITMUS_ISA_ISA_H
#define CM_LITMUS_ISA_ISA_H

#include "litmus/lexer.h"
#include "litmus/test.h"

/* A thread being assembled. */
typedef struct cm_asm cm_asm;

/* Gets the name of one instruction; it lives as long as the call. */
typedef void cm_mnemonic_visit(void *context, const char *name);

typedef struct cm_isa {
    cm_arch arch;
    /* One instruction, without label, from the lexer, which covers exactly its
     * text. Emits steps. Fails (cm_asm_fail) at the place of what it does not know. */
    void (*assemble)(cm_asm *as, cm_lexer *lex);
    /* Canonical register for a name as people write it in initial states,
     * conditions and instructions ("W0" -> "X0", bits 32). Upper or lower case.
     * NULL: not a register. The returned name is static or in the arena. */
    const char *(*register_name)(cm_arena *arena, const char *name, unsigned *bits);
    /* Where a canonical name stands when states are printed; NULL: by name, with
     * numbers in it compared as numbers (X9 before X10). */
    int (*register_order)(const char *canonical);
    /* Visits every instruction that assemble knows, once each: without operands, prefix
     * and qualifiers, on x86 without the suffix that says a width. For documents. */
    void (*each_mnemonic)(cm_mnemonic_visit *visit, void *context);
} cm_isa;

const cm_isa *cm_isa_for(cm_arch arch);
extern const cm_isa cm_isa_aarch64, cm_isa_x86, cm_isa_x86_64, cm_isa_ptx;

/* ---- the builder ----------------------------------------------------- */

_Noreturn void cm_asm_fail(cm_asm *as, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
cm_arena *cm_asm_arena(cm_asm *as);

/* The thread's register of that canonical name; made on first use. */
int cm_asm_register(cm_asm *as, const char *canonical);
/* A fresh temporary. */
int cm_asm_temporary(cm_asm *as);
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
/* The address of a label of this thread; may come later in the text. */
const cm_expr *cm_asm_label_address(cm_asm *as, const char *label, cm_place place);

/* Each emit function gives the index of the new step. `tags` is a NULL-ended
 * array that must outlive the test (static, or from the arena). */
extern const char *const cm_no_tags[];
int cm_emit_assign(cm_asm *as, int dst, const cm_expr *value);
int cm_emit_choose(cm_asm *as, int dst);
int cm_emit_load(cm_asm *as, int dst, const cm_expr *addr, unsigned width, const char *const *tags);
int cm_emit_store(cm_asm *as, const cm_expr *addr, const cm_expr *value, unsigned width,
                  const char *const *tags);
int cm_emit_fence(cm_asm *as, const char *const *tags);
int cm_emit_barrier(cm_asm *as, const cm_expr *id, const cm_expr *quorum, const char *const *tags);
/* condition NULL: always; label NULL: to the end of the thread. */
int cm_emit_branch(cm_asm *as, const cm_expr *condition, const char *label, cm_place place);
int cm_emit_branch_indirect(cm_asm *as, const cm_expr *address);
/* The step just emitted does what its architecture leaves undefined where the
 * condition is not 0; `why` begins with "may". */
void cm_asm_undefined(cm_asm *as, int step, const cm_expr *condition, const char *why);
/* A memory access just emitted must have an address that is a multiple of so many
 * bytes (a power of two). */
void cm_asm_align(cm_asm *as, int step, unsigned bytes);
/* To change a step just emitted (guard, rmw, exclusive). Valid until the next emit. */
cm_step *cm_asm_step(cm_asm *as, int step);
/* Guard for all steps emitted until it is set to NULL again (PTX @p). Combined
 * (and) with guards set on single steps. */
void cm_asm_set_guard(cm_asm *as, const cm_expr *guard);

#endif
