/* What instructions make of values of which something is known (cm_amd_value): half registers of
 * one lane. */
#ifndef CM_IMPORT_AMD_VALUES_H
#define CM_IMPORT_AMD_VALUES_H

#include "import/amd.h"

bool cm_amd_same_value(cm_amd_value a, cm_amd_value b);
/* No number, nor anything of an address. */
bool cm_amd_is_open(cm_amd_value v);
bool cm_amd_is_bit(cm_amd_value v);
/* Is the lowest bit known? */
bool cm_amd_has_lane(cm_amd_value v);
/* May it be the upper half of an address in scratch memory or LDS? */
bool cm_amd_may_be_local(cm_amd_value v);
cm_amd_value cm_amd_opposite(cm_amd_value bit);

/* Two numbers, or a segment's address and a number; any other sum is open. */
cm_amd_value cm_amd_sum(cm_amd_value a, cm_amd_value b);
/* Of the upper halves of a sum: what is added to an address stays in its memory. */
cm_amd_value cm_amd_upper_sum(cm_amd_value a, cm_amd_value b);
/* By an opcode such as "and_b64", "or_b32", "xor_", "andn2_"; open if it is another one. */
cm_amd_value cm_amd_logic(const char *logic, cm_amd_value a, cm_amd_value b);
/* By any opcode of two operands, without "v_" and "s_". */
cm_amd_value cm_amd_result(const char *name, cm_amd_value a, cm_amd_value b);
/* What is left of a word in so many bytes, at its beginning. */
/* The same of single-precision numbers, and conversions; OPEN where the result is no normal one. Of
 * a reciprocal: the nearest one. */
cm_amd_value cm_amd_of_floats(const char *name, uint32_t a, uint32_t b);
cm_amd_value cm_amd_narrow(cm_amd_value v, const char *opcode, unsigned bytes);
/* Of two halves. false: they, or by how much they are shifted, are no numbers. */
bool cm_amd_shift_left(cm_amd_value by, cm_amd_value halves[2]);

#endif
