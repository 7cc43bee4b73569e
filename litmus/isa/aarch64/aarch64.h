/* Inside of the AArch64 instruction set (Arm ARM DDI 0487, chapter C6).
 *
 * Registers X0..X30 and SP are 64 bits; a W
 * name is the lower half, and a write to it clears the upper (C1.2.5). NZCV is the
 * register ".NZCV", the local exclusive monitor is ".RES", the address it watches or
 * 0, and ".SIZE", how many bytes of it.
 */
#ifndef CM_LITMUS_ISA_AARCH64_AARCH64_H
#define CM_LITMUS_ISA_AARCH64_AARCH64_H

#include "litmus/isa/asm.h"
#include "litmus/isa/form.h"
#include "litmus/isa/line.h"

extern const cm_isa_table cm_isa_table_aarch64; /* made from aarch64.isa */
extern const cm_table_set cm_a64_rows;
extern const cm_form_function cm_a64_functions[];

/* What no row of aarch64.isa has. */
void cm_a64_other(cm_dotted *w, const char *name);

/* ---- operands -------------------------------------------------------- */

typedef struct cm_a64_reg {
    int reg; /* of the builder, or -1: WZR, XZR */
    unsigned bits;
    unsigned number; /* 0..31; 31 is ZR or SP */
    bool is_sp;
    cm_place place;
} cm_a64_reg;

int cm_a64_register_order(const char *canonical);
/* Splits a name: number, bits and whether it is SP; false: no register. */
bool cm_a64_register(const char *name, unsigned *number, unsigned *bits, bool *is_sp);

/* `%name` or `X%name`, whichever register is free, and `W%name`, its lower half: the name from `%`
 * on; NULL: another register. */
const char *cm_a64_symbolic(const char *name, unsigned *bits);

const char *cm_a64_hash_text(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                             const cm_hash_labels *labels);

/* D0 to D31, S0 to S31. */
bool cm_a64_is_float(const char *name);
cm_a64_reg cm_a64_any_reg(cm_dotted *w);       /* register 31 is ZR */
cm_a64_reg cm_a64_any_reg_or_sp(cm_dotted *w); /* register 31 is SP */

/* Of that name, of the builder, or -1: WZR, XZR. */
int cm_a64_register_index(cm_dotted *w, const char *name);

/* `#imm`, the sign `#` may be missing; fails unless low <= value <= high. */
int64_t cm_a64_immediate(cm_dotted *w, int64_t low, int64_t high);
bool cm_a64_at_immediate(cm_dotted *w);
/* EQ, NE, ... AL as their codes 0..14 (C1.2.4); NV is AL. */
enum { CM_A64_ALWAYS = 14 };
unsigned cm_a64_condition(cm_dotted *w);
bool cm_a64_condition_code(const char *name, unsigned *code);
/* The names of conditions one after the other, then NULL. */
const char *cm_a64_condition_name(size_t index);

/* N, Z, C and V are set one by one, and a condition depends on those that it reads: PSTATE has
 * them apart. */
void cm_a64_set_flags(cm_dotted *w, const cm_expr *flags);
/* NULL: always, and no flag is read. */
const cm_expr *cm_a64_holds(cm_dotted *w, unsigned condition);
const cm_expr *cm_a64_carry(cm_dotted *w);

/* `LSL #3` */
void cm_a64_shift(cm_dotted *w, unsigned bits, bool with_ror, const char **how, uint64_t *amount);
/* `SXTW #2` of a register of `from` bits, giving so many bits; false: the token is none. */
bool cm_a64_extension(cm_dotted *w, unsigned from, unsigned bits, unsigned most, const char **how,
                      uint64_t *amount);
/* What they make of the value, which gets so many bits. */
const cm_expr *cm_a64_changed(cm_dotted *w, const char *how, uint64_t amount, unsigned bits,
                              const cm_expr *value);

/* The name of an atomic operation with that order, 1 acquires and 2 releases, with its size or
 * without; NULL: there is none, or it is no such operation. */
const char *cm_a64_ordered(cm_arena *arena, const cm_insn *insn, unsigned order, bool sized);

/* ---- the parts of the description: description.c ---------------------- */

const char *cm_a64_register_name(cm_arena *arena, const char *name, unsigned *bits);
cm_native cm_a64_native(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style);
extern const cm_native_frame cm_a64_frame;
extern const cm_isa_writer cm_a64_writer;
void cm_a64_forms(cm_strengths *forms, const char *text);
const char *cm_a64_on_words(cm_arena *arena, const char *text);

/* ---- memory ---------------------------------------------------------- */

/* Kinds of operands: aarch64_address.c */
cm_operand_reader cm_a64_read_bare, cm_a64_read_base, cm_a64_read_unscaled, cm_a64_read_plain,
    cm_a64_read_pair, cm_a64_read_pair_no_index, cm_a64_read_pair_before, cm_a64_read_pair_after,
    cm_a64_read_ordered_before, cm_a64_read_ordered_after, cm_a64_read_literal;
/* The address of the access. */
const cm_expr *cm_a64_address(cm_dotted *w, const cm_insn_operand *o);

/* `do`: aarch64_memory.c */
typedef void cm_a64_action(cm_dotted *w);
cm_a64_action cm_a64_load, cm_a64_write_back, cm_a64_no_write_back, cm_a64_load_pair,
    cm_a64_store_pair, cm_a64_load_exclusive_pair, cm_a64_store_exclusive, cm_a64_compare_swap,
    cm_a64_compare_swap_pair, cm_a64_change_doubles;
/* cm_table_set.tags */
const char *const *cm_a64_tags(cm_dotted *w, const char *const *tags);

#endif
