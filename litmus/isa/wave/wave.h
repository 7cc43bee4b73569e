/* Inside of the WAVE instruction set: an instruction on its way from text to steps.
 *
 * Sources: WAVE ("Wide Architecture Virtual Encoding") Specification v0.4 of March 2026,
 * sections 4 (memory), 5 (predication) and 6 (instructions); its page "Memory Scoping",
 * whose spellings differ (`load.global.acquire`, `fence.release.workgroup`) and are read,
 * too. What the two leave open is listed in docs/models/wave.md.
 *
 *      @!p0  device_load.acquire.device.u32  r0, [x+4]
 *      guard   opcode and its qualifiers, operands
 */
#ifndef CM_LITMUS_ISA_WAVE_WAVE_H
#define CM_LITMUS_ISA_WAVE_WAVE_H

#include "litmus/isa/form.h"

enum { CM_WAVE_PREDICATES = 4 };

extern const cm_isa_table cm_isa_table_wave; /* made from wave.isa */
extern const cm_table_set cm_wave_rows;

/* ---- operands: wave_operand.c --------------------------------------------- */

/* "r7", "p1", in small letters; NULL: no register. Sets bits: 32, of a predicate 8. */
const char *cm_wave_register_name(cm_arena *arena, const char *name, unsigned *bits);
/* A predicate register that is written. */
void cm_wave_predicate(cm_dotted *w, unsigned bits);
/* p or !p. */
void cm_wave_condition(cm_dotted *w, unsigned bits);

/* ---- the parts of the description: description.c ------------------------ */

void cm_wave_assemble(cm_asm *as, cm_lexer *lex);
extern const cm_isa_writer cm_wave_writer;

#endif
