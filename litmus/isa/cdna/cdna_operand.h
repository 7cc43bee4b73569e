/* Operands of CDNA instructions, between the files that read them. */
#ifndef CM_LITMUS_ISA_CDNA_CDNA_OPERAND_H
#define CM_LITMUS_ISA_CDNA_CDNA_OPERAND_H

#include "litmus/isa/cdna/cdna.h"

/* ---- registers: cdna_register.c --------------------------------------------- */

typedef enum cm_cdna_file { CM_CDNA_VECTOR, CM_CDNA_SCALAR, CM_CDNA_SPECIAL } cm_cdna_file;

/* v3, v[2:3], s[4:7], vcc: so many registers from `first` on. */
typedef struct cm_cdna_tuple {
    cm_cdna_file file;
    unsigned first, count;
    cm_place place;
} cm_cdna_tuple;

bool cm_cdna_at_register(const cm_dotted *w);
/* `count` of them; 0: any number. */
cm_cdna_tuple cm_cdna_read_registers(cm_dotted *w, unsigned count);
void cm_cdna_note_register(cm_dotted *w, cm_cdna_tuple reg);

cm_operand_reader cm_cdna_read_vector, cm_cdna_read_twice, cm_cdna_read_scalar, cm_cdna_read_loaded;

/* ---- sources: cdna_source.c --------------------------------------------------- */

void cm_cdna_note_number(cm_dotted *w, uint64_t number, cm_place place);
/* what: as expected; name: as it is refused. */
int64_t cm_cdna_read_within(cm_dotted *w, const char *what, int64_t least, int64_t most,
                            const char *name);
/* A location that the test has, and so many bytes on: `x+4`. */
void cm_cdna_read_location(cm_dotted *w);
/* Has the number a place in the instruction itself? Others are literals. */
bool cm_cdna_is_inline(int64_t number);

cm_operand_reader cm_cdna_read_source, cm_cdna_read_compared, cm_cdna_read_float,
    cm_cdna_read_constant, cm_cdna_read_immediate;

#endif
