/* Instructions whose opcode has qualifiers behind dots: what the sets of that kind share; and
 * operands, where registers are r0 to r255, of 32 bits.
 *
 *      device_load.acquire.device.u32  r0, [x+4]
 *      opcode and its qualifiers, operands
 *
 * Qualifiers may come in any order; every one must be understood by the opcode's handler.
 */
#ifndef CM_LITMUS_ISA_DOTTED_H
#define CM_LITMUS_ISA_DOTTED_H

#include "litmus/isa/emit.h"

enum { CM_DOTTED_QUALIFIERS = 16, CM_DOTTED_REGISTERS = 256, CM_DOTTED_OPERANDS = 24 };

typedef struct cm_dotted_qualifier {
    const char *text; /* without the dot: "acquire", "shared::cta" */
    cm_place place;
    bool used;
} cm_dotted_qualifier;

typedef struct cm_dotted {
    cm_asm *as;
    cm_lexer *lex;
    cm_place place;     /* of the opcode without qualifiers */
    const char *opcode; /* "device_load" */
    cm_dotted_qualifier qualifiers[CM_DOTTED_QUALIFIERS];
    int qualifier_count;
    const cm_expr *guard; /* for sets that have them; NULL: none */
    int detail;           /* of the opcode's row, for sets whose handlers look for it here */
    /* What has been read so far: cm_dotted_keep puts it beside the text. */
    cm_insn insn;
    cm_insn_operand operands[CM_DOTTED_OPERANDS];
    uint8_t list, lists; /* of `{a, b}`: which one the reader is in, or 0; how many so far */
} cm_dotted;

typedef void cm_dotted_handler(cm_dotted *w, int detail);

typedef struct cm_dotted_opcode {
    const char *name;
    cm_dotted_handler *handler;
    int detail;
} cm_dotted_opcode;

/* Reads opcode and qualifiers, finds the row among the tables, each of which ends with a name
 * of NULL, and calls it; fails at an opcode that is none. */
void cm_dotted_assemble(cm_dotted *w, const cm_dotted_opcode *const *tables, size_t count);
/* An opcode that the caller has read: w gets its parts. A directive keeps its first dot: ".reg". */
void cm_dotted_take_apart(cm_dotted *w, const char *text, cm_place whole);
void cm_dotted_each(const cm_dotted_opcode *const *tables, size_t count, cm_mnemonic_visit *visit,
                    void *context);

/* ---- qualifiers ------------------------------------------------------ */

/* A word with a meaning; tables end with word NULL. */
typedef struct cm_dotted_word {
    const char *word;
    int value;
} cm_dotted_word;

/* Value of the qualifier that is in the table, which then counts as used; `none` without
 * one. A second one of the same table is an error. */
int cm_dotted_take(cm_dotted *w, const cm_dotted_word *words, int none);
/* Fails at a qualifier that nobody used. */
void cm_dotted_all_used(cm_dotted *w);

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

/* Number of the register of that name, in small or capital letters, with that letter and
 * below the limit; -1: it is none. */
int cm_dotted_register_number(const char *name, char letter, int limit);
void cm_dotted_comma(cm_dotted *w);
/* A register that is written; `_`: a temporary. */
int cm_dotted_destination(cm_dotted *w);
/* A register or a number of 32 bits. */
const cm_expr *cm_dotted_value(cm_dotted *w);
/* [x], [x+4], [x+r1]. *width: bytes of the access; where it is 0, those of the location. Where
 * that is more than a register holds, `refused` ends the message. */
const cm_expr *cm_dotted_address(cm_dotted *w, unsigned *width, const char *refused);

const cm_expr *cm_dotted_op(cm_dotted *w, cm_op op, unsigned bits, const cm_expr *a,
                            const cm_expr *b);

/* ---- read-modify-writes ------------------------------------------------- */

/* Reads what is at the address and stores there the value, or what `op` makes of both. */
typedef struct cm_dotted_rmw {
    int to; /* gets what was there; last, for the value may be in that register */
    const cm_expr *address, *value;
    const cm_expr *expected; /* only if that is what was there; NULL: anyway */
    bool exchange;           /* the value as it is */
    cm_op op;
    unsigned width;
    const char *const *read_tags, *const *write_tags;
    int read, write; /* out: the steps */
} cm_dotted_rmw;

/* The caller settles what else the steps are, which stand next to each other. */
void cm_dotted_emit_rmw(cm_dotted *w, cm_dotted_rmw *x);

/* A handler: all threads of the workgroup meet at one barrier, without a number. */
void cm_dotted_barrier(cm_dotted *w, int detail);

/* ---- handlers: arithmetic of 32 bits that wraps ------------------------- */

/* r0, a */
void cm_dotted_move(cm_dotted *w, int detail);
/* r0, a, b: a cm_op; shifts by as many bits as the low five bits of b say. */
void cm_dotted_binary(cm_dotted *w, int op);

/* A comparison: what a table of words may name. */
typedef enum cm_dotted_comparison {
    CM_DOTTED_EQ,
    CM_DOTTED_NE,
    CM_DOTTED_LT,
    CM_DOTTED_LE,
    CM_DOTTED_GT,
    CM_DOTTED_GE,
    CM_DOTTED_ULT,
    CM_DOTTED_ULE,
    CM_DOTTED_UGT,
    CM_DOTTED_UGE
} cm_dotted_comparison;

/* r0, c, a, b: a where the condition is not 0. */
void cm_dotted_select(cm_dotted *w, const cm_expr *(*condition)(cm_dotted *w));
/* a, b: 1 where it holds, else 0. */
const cm_expr *cm_dotted_compare(cm_dotted *w, cm_dotted_comparison which);

#endif
