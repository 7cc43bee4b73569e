/* Instructions whose opcode has qualifiers behind dots: what the sets of that kind share; and
 * operands, where registers are r0 to r255, of 32 bits.
 *
 *      device_load.acquire.device.u32  r0, [x+4]
 *      opcode and its qualifiers, operands
 *
 * Qualifiers may come in any order; every one must be understood.
 */
#ifndef CM_LITMUS_ISA_DOTTED_H
#define CM_LITMUS_ISA_DOTTED_H

#include "litmus/isa/emit.h"

enum { CM_DOTTED_QUALIFIERS = 16, CM_DOTTED_REGISTERS = 256, CM_DOTTED_OPERANDS = 24 };

typedef struct cm_dotted_qualifier {
    const char *text; /* without the dot: "acquire", "shared::cta" */
    cm_place place;
    bool used;
    bool behind; /* it stands behind the operands, without a dot */
} cm_dotted_qualifier;

typedef struct cm_dotted {
    cm_asm *as;
    cm_lexer *lex;
    cm_place place;     /* of the opcode without qualifiers */
    const char *opcode; /* "device_load" */
    cm_dotted_qualifier qualifiers[CM_DOTTED_QUALIFIERS];
    int qualifier_count;
    const cm_expr *guard; /* for sets that have them; NULL: none */
    void *own;            /* what the set's readers of operands keep; or NULL */
    int detail;           /* of the opcode's row, for sets whose handlers look for it here */
    /* What has been read so far: cm_dotted_keep puts it beside the text. */
    cm_insn insn;
    cm_insn_operand operands[CM_DOTTED_OPERANDS];
    uint8_t list, lists; /* of `{a, b}`: which one the reader is in, or 0; how many so far */
    /* By operand of the row, and behind the last: the first of `operands` that it is. */
    uint8_t starts[CM_DOTTED_OPERANDS + 1];
} cm_dotted;

/* Takes apart an opcode that the caller has read: w gets its parts. A directive keeps its first
 * dot: ".reg". */
void cm_dotted_take_apart(cm_dotted *w, const char *text, cm_place whole);
/* The opcode is all of it. */
void cm_dotted_name(cm_dotted *w, const char *opcode, cm_place place);

/* ---- the instruction as a value --------------------------------------- */

/* Each reader of an operand says what it has read, in the order of the text; before the opcode is
 * known, it is the guard. */
void cm_dotted_note(cm_dotted *w, cm_insn_operand operand);
/* `{` and `}`: the operands noted between them are of one list. */
void cm_dotted_open(cm_dotted *w);
void cm_dotted_close(cm_dotted *w);
/* The instruction has been read: it is kept beside its text. */
void cm_dotted_keep(cm_dotted *w);

/* ---- operands -------------------------------------------------------- */

/* The text of the token, in the arena. */
const char *cm_dotted_word(const cm_dotted *w);
/* Number of the register of that name, in small or capital letters, with that letter and
 * below the limit; -1: it is none. */
int cm_dotted_register_number(const char *name, char letter, int limit);
void cm_dotted_comma(cm_dotted *w);

/* Kinds of operands of a table (form.h). */

/* A register that is written; `_`: a temporary. */
void cm_dotted_read_destination(cm_dotted *w, unsigned bits);
/* A register or a number of 32 bits. */
void cm_dotted_read_value(cm_dotted *w, unsigned bits);
/* [x], [x+4], [x+r1] */
void cm_dotted_read_address(cm_dotted *w, unsigned bits);
void cm_dotted_read_label(cm_dotted *w, unsigned bits);

const cm_expr *cm_dotted_op(cm_dotted *w, cm_op op, unsigned bits, const cm_expr *a,
                            const cm_expr *b);

/* cm_isa.register_name of sets with r0 to r255 only, of 32 bits: "r7", in small letters. */
const char *cm_dotted_register_name(cm_arena *arena, const char *name, unsigned *bits);

#endif
