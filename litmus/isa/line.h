/* What the C of CPUs' instruction sets shares: operands, values, calls, exclusive accesses. */
#ifndef CM_LITMUS_ISA_LINE_H
#define CM_LITMUS_ISA_LINE_H

#include "litmus/isa/dotted.h"

/* ---- operands -------------------------------------------------------- */

/* A number, behind a mark that may be missing (NULL: none); fails unless low <= value <=
 * high. */
int64_t cm_line_number(cm_dotted *w, const char *mark, int64_t low, int64_t high);

/* ---- values ---------------------------------------------------------- */

const cm_expr *cm_line_const(cm_dotted *w, uint64_t value);
const cm_expr *cm_line_op(cm_dotted *w, cm_op op, unsigned bits, const cm_expr *x,
                          const cm_expr *y);
const cm_expr *cm_line_imm_op(cm_dotted *w, cm_op op, unsigned bits, uint64_t imm,
                              const cm_expr *x);
const cm_expr *cm_line_plus(cm_dotted *w, const cm_expr *base, uint64_t offset);
/* Of the builder's register; -1 is one that is always 0, and keeps nothing. */
const cm_expr *cm_line_read(cm_dotted *w, int reg);
void cm_line_write(cm_dotted *w, int reg, const cm_expr *value);

/* ---- code ------------------------------------------------------------ */

/* Puts the address of what follows this instruction into the register (or -1), and gives
 * the label of that, which must be set behind the instruction's steps. Its name cannot be
 * written in a test. */
const char *cm_line_link(cm_dotted *w, int reg);
/* A jump to an address, which may be that of the register that gets the link. */
void cm_line_call(cm_dotted *w, int link, const cm_expr *address);
/* ---- exclusive accesses ------------------------------------------------ */

/* The address that the latest exclusive load named, or 0, and how many bytes of it:
 * registers ".RES" and ".SIZE". */
int cm_line_reservation(cm_dotted *w);
int cm_line_reserved_size(cm_dotted *w);
/* They are so many bytes from there on; gives the address as it is kept. */
const cm_expr *cm_line_reserve(cm_dotted *w, const cm_expr *where, unsigned bytes);

#endif
