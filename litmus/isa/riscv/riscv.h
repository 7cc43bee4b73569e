/* Inside of the RISC-V instruction set: what its instructions do stands in riscv.isa; here is what
 * no row can say.
 *
 * Registers x1..x31 are 64 bits; results of 32 bits are sign-extended (RV64I). Numbers of
 * RV32 are the lower halves of registers. What lies in the upper halves is what sums of
 * addresses, which are wider here, leave there: all that looks at numbers looks at the lower
 * halves only. x0 is 0, and carries no dependency ("Syntactic Dependencies").
 */
#ifndef CM_LITMUS_ISA_RISCV_RISCV_H
#define CM_LITMUS_ISA_RISCV_RISCV_H

#include "litmus/isa/form.h"
#include "litmus/isa/hash.h"

extern const cm_isa_table cm_isa_table_riscv; /* made from riscv.isa */
extern const cm_table_set cm_rv_rows;

/* Number of a register by either of its names (x10, a0; fp is s0); false: none. */
bool cm_rv_register(const char *name, unsigned *number);

/* `do`: riscv_atomic.c, riscv_branch.c */
extern const cm_form_action cm_rv_actions[];
void cm_rv_conditional(cm_dotted *w);
void cm_rv_compare_swap(cm_dotted *w);
void cm_rv_compare_swap_quad(cm_dotted *w);

/* ---- for the description ---------------------------------------------- */

const char *cm_rv_register_name_32(cm_arena *arena, const char *name, unsigned *bits);
const char *cm_rv_register_name(cm_arena *arena, const char *name, unsigned *bits);
const char *cm_rv_hash_text(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                            const cm_hash_labels *labels);

/* What a label is called in another style; NULL: it is none. */
typedef const char *cm_rv_label(const void *context, const char *name);
/* Adds operands as assemblers take them, with `between` between them; offsets: of atomics, too.
 * False: a label is none. */
bool cm_rv_print_operands(cm_text *text, const cm_insn *insn, const char *between, bool offsets,
                          cm_rv_label *label, const void *context);
cm_native cm_rv_native(cm_work *work, const cm_test *test, int thread,
                       const cm_native_style *style);
extern const cm_native_frame cm_rv_frame;
extern const cm_isa_writer cm_rv_writer;
void cm_rv_forms(cm_strengths *forms, const char *text);
const char *cm_rv_on_words(cm_arena *arena, const char *text);

#endif
