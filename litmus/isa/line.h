/* One instruction being read, of a set whose mnemonics are rows of tables: what the sets
 * of that kind share. A row names the function that reads the operands and emits the
 * steps, and two parameters for it.
 */
#ifndef CM_LITMUS_ISA_LINE_H
#define CM_LITMUS_ISA_LINE_H

#include "litmus/isa/emit.h"

typedef struct cm_line {
    cm_asm *as;
    cm_lexer *lex;  /* behind the mnemonic */
    cm_place place; /* of the mnemonic */
} cm_line;

typedef struct cm_row {
    const char *name; /* found in any case */
    void (*assemble)(cm_line *a, const struct cm_row *row);
    unsigned op; /* the function decides what they mean */
    unsigned flags;
} cm_row;

typedef struct cm_row_table {
    const cm_row *rows;
    size_t count;
} cm_row_table;

/* The tables of a set end with NULL. */
const cm_row *cm_row_find(const cm_row_table *const *tables, const char *name);
void cm_row_each(const cm_row_table *const *tables, cm_mnemonic_visit *visit, void *context);

/* For hints: an instruction without operands or steps. */
void cm_line_nothing(cm_line *a, const cm_row *row);

/* ---- operands -------------------------------------------------------- */

void cm_line_comma(cm_line *a);
/* The text of the token, in the arena. */
const char *cm_line_word(const cm_line *a);
/* A number, behind a mark that may be missing (NULL: none); fails unless low <= value <=
 * high. */
int64_t cm_line_number(cm_line *a, const char *mark, int64_t low, int64_t high);

/* ---- values ---------------------------------------------------------- */

const cm_expr *cm_line_const(cm_line *a, uint64_t value);
const cm_expr *cm_line_op(cm_line *a, cm_op op, unsigned bits, const cm_expr *x, const cm_expr *y);
const cm_expr *cm_line_imm_op(cm_line *a, cm_op op, unsigned bits, uint64_t imm, const cm_expr *x);
const cm_expr *cm_line_plus(cm_line *a, const cm_expr *base, uint64_t offset);
/* Of the builder's register; -1 is one that is always 0, and keeps nothing. */
const cm_expr *cm_line_read(cm_line *a, int reg);
void cm_line_write(cm_line *a, int reg, const cm_expr *value);

/* ---- code ------------------------------------------------------------ */

/* Puts the address of what follows this instruction into the register (or -1), and gives
 * the label of that, which must be set behind the instruction's steps. Its name cannot be
 * written in a test. */
const char *cm_line_link(cm_line *a, int reg);
/* A jump to an address, which may be that of the register that gets the link. */
void cm_line_call(cm_line *a, int link, const cm_expr *address);
/* Where a name is a location's, its address; else that of a label, and *is_location false. */
const cm_expr *cm_line_symbol(cm_line *a, const char *what, bool *is_location);

/* ---- exclusive accesses ------------------------------------------------ */

/* The address that the latest exclusive load named, or 0, and how many bytes of it:
 * registers ".RES" and ".SIZE". */
int cm_line_reservation(cm_line *a);
int cm_line_reserved_size(cm_line *a);
/* They are so many bytes from there on; gives the address as it is kept. */
const cm_expr *cm_line_reserve(cm_line *a, const cm_expr *where, unsigned bytes);

#endif
