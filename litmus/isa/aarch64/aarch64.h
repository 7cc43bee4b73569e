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

/* Rows of an access whose name ends with its size; op is that in bytes, 0: the register's. */
#define CM_A64_SIZES(name, assemble, flags)                                                        \
    {name, assemble, 0, flags}, {name "B", assemble, 1, flags},                                    \
    {                                                                                              \
        name "H", assemble, 2, flags                                                               \
    }

extern const cm_isa_table cm_isa_table_aarch64; /* made from aarch64.isa */
extern const cm_table_set cm_a64_rows;
extern const cm_row_table cm_a64_memory_table, cm_a64_pair_table;

/* What no row of aarch64.isa has. */
void cm_a64_other(cm_dotted *w, const char *name);
/* The regular families of atomics: true if the name is one. */
bool cm_a64_atomic(cm_line *a, const char *name);
void cm_a64_each_atomic(cm_mnemonic_visit *visit, void *context);

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

bool cm_a64_at_register(cm_line *a);
cm_a64_reg cm_a64_any_reg(cm_line *a);       /* register 31 is ZR */
cm_a64_reg cm_a64_any_reg_or_sp(cm_line *a); /* register 31 is SP */
cm_a64_reg cm_a64_sized_reg(cm_line *a, unsigned bits);

/* `#imm`, the sign `#` may be missing; fails unless low <= value <= high. */
int64_t cm_a64_immediate(cm_line *a, int64_t low, int64_t high);
bool cm_a64_at_immediate(cm_line *a);
/* EQ, NE, ... AL as their codes 0..14 (C1.2.4); NV is AL. */
enum { CM_A64_ALWAYS = 14 };
unsigned cm_a64_condition(cm_line *a);
bool cm_a64_condition_code(const char *name, unsigned *code);
/* The names of conditions one after the other, then NULL. */
const char *cm_a64_condition_name(size_t index);

/* Value of a register; of ZR: 0. Its upper half is whatever X holds: operations
 * over 32 bits cut their operands. */
const cm_expr *cm_a64_read(cm_line *a, cm_a64_reg reg);
/* Zero-extended if it is a W register. */
const cm_expr *cm_a64_read_exact(cm_line *a, cm_a64_reg reg);
/* The value must already be cut to the register's bits. ZR: nothing happens. */
void cm_a64_write(cm_line *a, cm_a64_reg reg, const cm_expr *value);

int cm_a64_flags(cm_line *a); /* the register .NZCV, to be read whole */
/* N, Z, C and V are set one by one, and a condition depends on those that it reads: PSTATE has
 * them apart. */
void cm_a64_set_flags(cm_line *a, const cm_expr *flags);
/* NULL: always, and no flag is read. */
const cm_expr *cm_a64_holds(cm_line *a, unsigned condition);
const cm_expr *cm_a64_carry(cm_line *a);

/* `LSL #3` */
void cm_a64_shift(cm_line *a, unsigned bits, bool with_ror, const char **how, uint64_t *amount);
/* `SXTW #2` of a register of `from` bits, giving so many bits; false: the token is none. */
bool cm_a64_extension(cm_line *a, unsigned from, unsigned bits, unsigned most, const char **how,
                      uint64_t *amount);
/* What they make of the value, which gets so many bits. */
const cm_expr *cm_a64_changed(cm_line *a, const char *how, uint64_t amount, unsigned bits,
                              const cm_expr *value);

/* ---- the parts of the description: description.c ---------------------- */

void cm_a64_assemble(cm_asm *as, cm_lexer *lex);
const char *cm_a64_register_name(cm_arena *arena, const char *name, unsigned *bits);
void cm_a64_each_mnemonic(cm_mnemonic_visit *visit, void *context);
cm_native cm_a64_native(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style);
extern const cm_native_frame cm_a64_frame;
extern const cm_isa_writer cm_a64_writer;
void cm_a64_forms(cm_strengths *forms, const char *text);
const char *cm_a64_on_words(cm_arena *arena, const char *text);

/* ---- memory ---------------------------------------------------------- */

enum {                       /* what an access is: tags of its event, and more */
       CM_A64_A = 1,         /* acquire */
       CM_A64_Q = 2,         /* acquire, RCpc */
       CM_A64_L = 4,         /* release */
       CM_A64_X = 8,         /* exclusive */
       CM_A64_NORET = 16,    /* load of an atomic whose result is thrown away */
       CM_A64_SIGNED = 32,   /* sign-extends */
       CM_A64_UNSCALED = 64, /* 9-bit signed offset only */
       CM_A64_ATOMIC = 128   /* both accesses of a read-modify-write */
};
const char *const *cm_a64_tags(cm_line *a, unsigned flags);

/* The flags of a load to `data`: to WZR or XZR none acquires (C6.2, LDAR, LDAPR, LDAXR). */
unsigned cm_a64_loading(cm_a64_reg data, unsigned flags);
/* At an address that is no multiple of so many bytes, an ordered, exclusive or atomic
 * access may fault, or be one access, as FEAT_LSE2 has it (Arm ARM B2.9): left
 * undefined. Plain ones are one access wherever they lie, as in published tests. */
void cm_a64_align(cm_line *a, int step, unsigned bytes, unsigned flags);

/* `[Xn`: the base of an address. */
cm_a64_reg cm_a64_open_address(cm_line *a);
/* `[Xn]` or `[Xn,#0]`: the address. */
const cm_expr *cm_a64_base_address(cm_line *a, cm_a64_reg *base);

#endif
