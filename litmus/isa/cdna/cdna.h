/* Inside of the CDNA instruction set: AMD's CDNA 3 (gfx942), as LLVM's assembler writes it.
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
 *
 * A table row per mnemonic names the function that reads the operands and emits the steps, and
 * parameters for it.
 */
#ifndef CM_LITMUS_ISA_CDNA_CDNA_H
#define CM_LITMUS_ISA_CDNA_CDNA_H

#include "litmus/isa/asm.h"
#include "litmus/isa/strength.h"
#include "litmus/isa/write.h"

enum { CM_CDNA_VGPRS = 256, CM_CDNA_SGPRS = 106 };

typedef struct cm_cdna {
    cm_asm *as;
    cm_lexer *lex;
    cm_place place; /* of the mnemonic */
    const char *name;
    /* What the sources so far took of a vector instruction's one scalar operand: cdna_operand.c. */
    int sources, scalar;
    bool literal;
} cm_cdna;

typedef struct cm_cdna_row {
    const char *name; /* without _e32 and _e64 */
    void (*assemble)(cm_cdna *a, const struct cm_cdna_row *row);
    unsigned op; /* the function decides what they mean */
    unsigned bits;
    unsigned flags;
} cm_cdna_row;

typedef struct cm_cdna_table {
    const cm_cdna_row *rows;
    size_t count;
    bool vector; /* an inactive lane executes nothing */
} cm_cdna_table;

extern const cm_cdna_table cm_cdna_valu_table, cm_cdna_mask_table, cm_cdna_salu_table,
    cm_cdna_sync_table;

/* Accesses, whose names are put together (global_load_dword): true if the name is one. */
bool cm_cdna_memory(cm_cdna *a);
void cm_cdna_each_memory(cm_mnemonic_visit *visit, void *context);

/* ---- operands: cdna_operand.c ------------------------------------------ */

typedef enum cm_cdna_file { CM_CDNA_V, CM_CDNA_S, CM_CDNA_SPECIAL } cm_cdna_file;

/* v3, v[2:3], s[4:7], vcc: so many registers from `first` on. */
typedef struct cm_cdna_reg {
    cm_cdna_file file;
    unsigned first, count;
    cm_place place;
} cm_cdna_reg;

/* Is the name one of a register, or of the tuple v[0:1] or s[0:1], which only initial states
 * have? bits: 32, or 64 of a tuple. */
const char *cm_cdna_register_name(cm_arena *arena, const char *name, unsigned *bits);
/* At a register? */
bool cm_cdna_at_register(const cm_cdna *a);
/* A register, or a tuple of `count`; 0: any number. */
cm_cdna_reg cm_cdna_operand(cm_cdna *a, unsigned count);
/* The same in the vector registers; in the scalar ones, vcc, exec, m0. */
cm_cdna_reg cm_cdna_vector(cm_cdna *a, unsigned count);
cm_cdna_reg cm_cdna_scalar(cm_cdna *a, unsigned count);
void cm_cdna_comma(cm_cdna *a);

/* The i-th register of the tuple: all that it holds. */
const cm_expr *cm_cdna_part(cm_cdna *a, cm_cdna_reg reg, unsigned i);
void cm_cdna_set_part(cm_cdna *a, cm_cdna_reg reg, unsigned i, const cm_expr *value);
/* 32 bits, or 64 of the two registers from the i-th on. */
const cm_expr *cm_cdna_read(cm_cdna *a, cm_cdna_reg reg, unsigned i, unsigned bits);
/* Into one register or two: bits 32 or 64. */
void cm_cdna_write(cm_cdna *a, cm_cdna_reg reg, unsigned i, unsigned bits, const cm_expr *value);
/* A register, a number or a location's address as source, 32 or 64 bits. */
const cm_expr *cm_cdna_source(cm_cdna *a, unsigned bits);
/* At the name of one: its address. *offset: the number behind it, `+8`, or 0. */
const cm_expr *cm_cdna_location(cm_cdna *a, uint64_t *offset);
/* A value in a temporary, for it is used after registers have changed. */
const cm_expr *cm_cdna_keep(cm_cdna *a, const cm_expr *value);

/* The hidden register of the scalar condition code, and exec_lo; made on first use. */
int cm_cdna_scc(cm_cdna *a);
int cm_cdna_exec(cm_cdna *a);
/* Does the thread write exec, as far as it is known here? */
bool cm_cdna_masked(const cm_cdna *a);

const cm_expr *cm_cdna_const(cm_cdna *a, uint64_t value);
const cm_expr *cm_cdna_op(cm_cdna *a, cm_op op, unsigned bits, const cm_expr *x, const cm_expr *y);

/* The names, NULL-ended, and what the thread's place adds: XCD, TGSPLIT. They live as long as
 * the test. */
const char *const *cm_cdna_tags(cm_cdna *a, const char *const *names);

/* sc0, sc1, nt, also sc1=1 and sc1=0, after the operands: the tag of the scope that they say of a
 * load, a store, an invalidate or a write-back (AMDGPUUsage, tables of GFX942); of an atomic
 * operation, of which sc0 says something else, and sc1 the scope. */
typedef struct cm_cdna_bits {
    bool sc0, sc1, nt;
    unsigned seen; /* which were written, one bit each */
} cm_cdna_bits;
const char *cm_cdna_scope(cm_cdna_bits bits, bool atomic);
/* Reads them if one is there; false: it is another word. */
bool cm_cdna_bit(cm_cdna *a, cm_cdna_bits *bits);

/* ---- parts of the description ------------------------------------------- */

extern const cm_isa_writer cm_cdna_writer;
void cm_cdna_forms(cm_strengths *forms, const char *text);
/* Before each instruction that uses a register while its load may be under way: an event that
 * says so, tagged USE (cdna_uses.c). */
void cm_cdna_mark_uses(cm_work *work, cm_test *test, int thread);
/* The instruction looks at these registers, though nothing may come of it: a result in SCC that
 * nobody reads is taken out (litmus/isa/flags.c). */
void cm_cdna_looks_at(cm_cdna *a, const cm_expr *registers);
void cm_cdna_assemble(cm_asm *as, cm_lexer *lex);
void cm_cdna_each_mnemonic(cm_mnemonic_visit *visit, void *context);
cm_native cm_cdna_native(cm_work *work, const cm_test *test, int thread,
                         const cm_native_style *style);

#endif
