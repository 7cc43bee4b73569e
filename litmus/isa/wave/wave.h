/* Inside of the WAVE instruction set: an instruction on its way from text to steps.
 *
 * Sources: WAVE ("Wide Architecture Virtual Encoding") Specification v0.4 of March 2026,
 * sections 4 (memory), 5 (predication) and 6 (instructions); its page "Memory Scoping",
 * whose spellings differ (`load.global.acquire`, `fence.release.workgroup`) and are read,
 * too. What the two leave open is listed in docs/wave.md.
 *
 *      @!p0  device_load.acquire.device.u32  r0, [x+4]
 *      guard   opcode and its qualifiers, operands
 */
#ifndef CM_LITMUS_ISA_WAVE_WAVE_H
#define CM_LITMUS_ISA_WAVE_WAVE_H

#include "litmus/isa/emit.h"

enum { CM_WAVE_QUALIFIERS = 8, CM_WAVE_REGISTERS = 256, CM_WAVE_PREDICATES = 4 };

typedef struct cm_wave_qualifier {
    const char *text; /* without the dot */
    cm_place place;
    bool used;
} cm_wave_qualifier;

typedef struct cm_wave {
    cm_asm *as;
    cm_lexer *lex;
    cm_place place;     /* of the opcode without qualifiers */
    const char *opcode; /* "device_load" */
    cm_wave_qualifier qualifiers[CM_WAVE_QUALIFIERS];
    int qualifier_count;
    const cm_expr *guard; /* NULL: none */
} cm_wave;

typedef void cm_wave_handler(cm_wave *w, int detail);

typedef struct cm_wave_opcode {
    const char *name;
    cm_wave_handler *handler;
    int detail;
} cm_wave_opcode;

/* Tables of each file; NULL-ended. */
extern const cm_wave_opcode cm_wave_memory_opcodes[], cm_wave_alu_opcodes[];

/* ---- qualifiers and operands: wave_operand.c ------------------------------ */

/* A word with a meaning; tables end with word NULL. */
typedef struct cm_wave_word {
    const char *word;
    int value;
} cm_wave_word;

/* Value of the qualifier that is in the table, which then counts as used; `none` without
 * one. A second one of the same table is an error. */
int cm_wave_take(cm_wave *w, const cm_wave_word *words, int none);
/* Fails at a qualifier that nobody used. */
void cm_wave_all_used(cm_wave *w);

/* "r7", "p1", in small letters; NULL: no register. Sets bits: 32, of a predicate 8. */
const char *cm_wave_register_name(cm_arena *arena, const char *name, unsigned *bits);
void cm_wave_comma(cm_wave *w);
/* A general register that is written; `_`: a temporary. */
int cm_wave_destination(cm_wave *w);
/* A general register or a number of 32 bits. */
const cm_expr *cm_wave_value(cm_wave *w);
/* A predicate register that is written. */
int cm_wave_predicate(cm_wave *w);
/* p or !p: 0 or 1. */
const cm_expr *cm_wave_condition(cm_wave *w);
/* [x], [x+4], [x+r1]. *width: bytes of an element of the location. */
const cm_expr *cm_wave_address(cm_wave *w, unsigned *width);

const cm_expr *cm_wave_op(cm_wave *w, cm_op op, unsigned bits, const cm_expr *a, const cm_expr *b);

/* ---- the parts of the description: description.c ------------------------ */

void cm_wave_assemble(cm_asm *as, cm_lexer *lex);
void cm_wave_each_mnemonic(cm_mnemonic_visit *visit, void *context);
cm_native cm_wave_native(cm_work *work, const cm_test *test, int thread,
                         const cm_native_style *style);
extern const cm_isa_writer cm_wave_writer;
void cm_wave_forms(cm_strengths *forms, const char *text);

#endif
