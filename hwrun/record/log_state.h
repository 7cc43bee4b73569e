/* Final states as logs of other programs write them, made into our form. */
#ifndef CM_HWRUN_RECORD_LOG_STATE_H
#define CM_HWRUN_RECORD_LOG_STATE_H

#include "hwrun/record/record.h"

/* "x=1; 0:X1=0x2;" as our printer has it: "0:X1=2; [x]=1;": registers by thread
 * and name, then memory by name, in brackets unless it is an array or an element; numbers
 * decimal, hexadecimal ones of up to 32 bits signed as such. After the last ';'
 * only a comment ('#') may follow. NULL: *why says what is wrong. */
const char *cm_log_state(cm_arena *arena, const char *text, const char **why);

/* In order of value: numbers as numbers, before names. */
void cm_log_sort_states(cm_record_state *states, size_t count);

#endif
