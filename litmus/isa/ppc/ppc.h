/* Inside of the instruction set PPC: POWER, as herd's tests write it.
 *
 *      lwz r1,0(r2)
 *
 * What its instructions do stands in ppc.isa; here are its registers and what no row can say.
 * Source: Power ISA 3.1B.
 */
#ifndef CM_LITMUS_ISA_PPC_PPC_H
#define CM_LITMUS_ISA_PPC_PPC_H

#include "litmus/isa/form.h"

extern const cm_isa_table cm_isa_table_ppc; /* made from ppc.isa */
extern const cm_table_set cm_ppc_rows;

/* "r7"; NULL: no register. Sets bits: 64. */
const char *cm_ppc_register_name(cm_arena *arena, const char *name, unsigned *bits);

#endif
