/* Inside of the CDNA instruction sets: AMD's CDNA 3 (gfx942) and CDNA 2 (gfx90a), as LLVM's
 * assembler writes them.
 *
 * What its instructions do stands in cdna.isa; here are its registers and what no row can say.
 *
 * Sources: "AMD Instinct MI300" Instruction Set Architecture (chapters on scalar, vector and
 * memory instructions); LLVM, "User Guide for AMDGPU Backend" (AMDGPUUsage.rst), "Memory
 * Model GFX942"; "AMDGPU Instructions Syntax" (AMDGPUInstructionSyntax.rst).
 *
 * A thread of a test is a wave of which one lane is active. Registers are 32 bits: v0 to v255,
 * s0 to s105, vcc_lo, vcc_hi, exec_lo, exec_hi, m0. An operand of 64 bits is two of them, the
 * first with the low half. Of vcc, exec and other masks bit 0 is the lane. exec_lo begins as 1;
 * where a thread writes it, vector instructions depend on it. A register of 32 bits that the
 * initial state gives an address, as of LDS, holds the whole of it.
 */
#ifndef CM_LITMUS_ISA_CDNA_CDNA_H
#define CM_LITMUS_ISA_CDNA_CDNA_H

#include "litmus/isa/asm.h"
#include "litmus/isa/form.h"

enum { CM_CDNA_VGPRS = 256, CM_CDNA_SGPRS = 106 };

extern const cm_isa_table cm_isa_table_cdna; /* made from cdna.isa */
extern const cm_table_set cm_cdna_rows;

/* ---- operands: cdna_operand.h ------------------------------------------ */

/* What the sources so far took of a vector instruction's one scalar operand; of a global access the
 * operand that is its address or is added to it. */
typedef struct cm_cdna_sources {
    int count, scalar;
    bool literal;
    uint64_t number; /* of the literal */
    const cm_insn_operand *base;
} cm_cdna_sources;

extern const cm_operand_kind cm_cdna_operands[]; /* they want a cm_cdna_sources at w->own */

/* Is the name one of a register, or of the tuple v[0:1] or s[0:1], which only initial states
 * have? bits: 32, or 64 of a tuple. */
const char *cm_cdna_register_name(cm_arena *arena, const char *name, unsigned *bits);
/* Of registers v3, v[2:3], vcc, and "active", which is the lane's bit of exec; 32 bits or 64. */
const cm_expr *cm_cdna_read(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits);
void cm_cdna_write(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits,
                   const cm_expr *value);

/* What an s_waitcnt waits for: for the greatest count, nothing. */
typedef struct cm_cdna_counts {
    unsigned vm, exp, lgkm;
} cm_cdna_counts;
enum { CM_CDNA_MOST_VM = 63, CM_CDNA_MOST_EXP = 7, CM_CDNA_MOST_LGKM = 15 };
/* Of its operand: bits 15:14 and 3:0 vmcnt, 6:4 expcnt, 11:8 lgkmcnt. */
cm_cdna_counts cm_cdna_counts_of(uint64_t number);

/* ---- parts of the description ------------------------------------------- */

extern const cm_isa_writer cm_cdna_writer;
void cm_cdna_forms(cm_strengths *forms, const char *text);
void cm_cdna2_forms(cm_strengths *forms, const char *text);
/* Before each instruction that uses a register while its load may be under way: an event that
 * says so, tagged USE (cdna_uses.c). */
void cm_cdna_mark_uses(cm_work *work, cm_test *test, int thread);
/* The instruction looks at these registers, though nothing may come of it: a result in SCC that
 * nobody reads is taken out (litmus/isa/flags.c). */
void cm_cdna_looks_at(cm_asm *as, const cm_expr *registers);
void cm_cdna_assemble(cm_asm *as, cm_lexer *lex);
cm_native cm_cdna_native(cm_work *work, const cm_test *test, int thread,
                         const cm_native_style *style);

#endif
