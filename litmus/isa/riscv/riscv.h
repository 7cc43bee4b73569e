/* Inside of the RISC-V instruction set (The RISC-V Instruction Set Manual, Volume I,
 * "Unprivileged"): RV64I, of which RV32I has a part, M, A (Zaamo, Zalrsc), Zabha, Zacas,
 * Zalasr, Zifencei, and the pseudo-instructions of its assembler's handbook.
 *
 * Registers x1..x31 are 64 bits; results of 32 bits are sign-extended (RV64I). Numbers of
 * RV32 are the lower halves of registers. What lies in the upper halves is what sums of
 * addresses, which are wider here, leave there: all that looks at numbers looks at the lower
 * halves only. x0 is 0, and carries no dependency ("Syntactic Dependencies"). The
 * reservation of a hart is the register ".RES", the address that the latest LR named, or 0,
 * and ".SIZE", how many bytes of it.
 */
#ifndef CM_LITMUS_ISA_RISCV_RISCV_H
#define CM_LITMUS_ISA_RISCV_RISCV_H

#include "litmus/isa/asm.h"
#include "litmus/isa/hash.h"
#include "litmus/isa/line.h"

enum { CM_RV_ONLY_64 = 1 << 16 }; /* of cm_row.flags: RV32 has it not */

/* Bits of a register: 32 in tests of RV32. */
unsigned cm_rv_xlen(const cm_line *a);
/* Fails for an instruction that RV32 has not. */
void cm_rv_refuse_32(const cm_line *a, const char *name);

extern const cm_row_table cm_rv_alu_table, cm_rv_memory_table, cm_rv_branch_table;

/* AMO<op>.<size><order>, LR, SC, and L<size>.aq, S<size>.rl, whose names are regular:
 * true if the name is one. */
bool cm_rv_atomic(cm_line *a, const char *name);
void cm_rv_each_atomic(cm_mnemonic_visit *visit, void *context);

enum { CM_RV_AQ = 1, CM_RV_RL = 2 };

/* One of these names for an assembler. */
typedef struct cm_rv_code {
    char plain[16];  /* in lower case, without an order: "amoadd.w"; "lw" of lw.aq */
    bool is_known;   /* to assemblers of 2023 */
    bool is_plain;   /* of Zalasr: without an order it is a plain load or store */
    bool is_load;    /* has no source but the address */
    unsigned width;  /* field funct3 */
    unsigned number; /* field funct5 */
    unsigned order;
} cm_rv_code;

bool cm_rv_atomic_code(const char *name, cm_rv_code *code);

/* ---- for the description ---------------------------------------------- */

void cm_rv_assemble(cm_asm *as, cm_lexer *lex);
const char *cm_rv_register_name_32(cm_arena *arena, const char *name, unsigned *bits);
const char *cm_rv_register_name(cm_arena *arena, const char *name, unsigned *bits);
const char *cm_rv_hash_text(cm_arena *arena, cm_lexer lex, const cm_hash_labels *labels);
void cm_rv_each_mnemonic(cm_mnemonic_visit *visit, void *context);
cm_native cm_rv_native(cm_work *work, const cm_test *test, int thread,
                       const cm_native_style *style);
cm_native cm_rv_native_32(cm_work *work, const cm_test *test, int thread,
                          const cm_native_style *style);
extern const cm_native_frame cm_rv_frame;
extern const cm_isa_writer cm_rv_writer;
void cm_rv_forms(cm_strengths *forms, const char *text);
const char *cm_rv_on_words(cm_arena *arena, const char *text);

/* ---- operands -------------------------------------------------------- */

typedef struct cm_rv_reg {
    int reg;         /* of the builder, or -1: x0 */
    unsigned number; /* 0..31 */
    cm_place place;
} cm_rv_reg;

enum { CM_RV_RA = 1 };

/* Number of a register by either of its names (x10, a0; fp is s0); false: none. */
bool cm_rv_register(const char *name, unsigned *number);

cm_rv_reg cm_rv_operand(cm_line *a);
/* x0 and so on, without text. */
cm_rv_reg cm_rv_numbered(cm_line *a, unsigned number);
bool cm_rv_at_register(const cm_line *a);
/* `12(x6)`, `(x6)`: the address. With `bare`, the offset may only be 0. */
const cm_expr *cm_rv_address(cm_line *a, bool bare);

const cm_expr *cm_rv_read(cm_line *a, cm_rv_reg reg);
void cm_rv_write(cm_line *a, cm_rv_reg reg, const cm_expr *value);

/* rd,rs1 and rd,rs1,rs2: the values of the sources. */
typedef struct cm_rv_operands {
    cm_rv_reg d;
    const cm_expr *x, *y;
    const cm_expr *where; /* an address, in parentheses */
} cm_rv_operands;

cm_rv_operands cm_rv_two(cm_line *a);
cm_rv_operands cm_rv_three(cm_line *a);
/* rd,(rs1) or, where there is a source, rd,rs2,(rs1): of atomic and ordered accesses. */
cm_rv_operands cm_rv_at_address(cm_line *a, bool with_source);

/* Low `bits` bits, sign-extended to 64. */
const cm_expr *cm_rv_signed(cm_line *a, unsigned bits, const cm_expr *value);

#endif
