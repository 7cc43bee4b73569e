/* Conditions of logs, as text, looked up in states of logs: no test is at hand.
 *
 *     condition   = [quantifier] prop
 *     quantifier  = "exists" | "~exists" | "not exists" | "forall" | "final"
 *     prop        = conjunction {"\/" conjunction}
 *     conjunction = implication {"/\" implication}
 *     implication = atom ["=>" implication]
 *     atom        = ("~" | "not") atom | "(" prop ")" | "true" | "false" | "fault" "(" ... ")"
 *                   | place ("=" | "!=" | "<>") (value | place)
 *
 * as litmus/text/parse_condition.c has it. That one cannot serve here: it reads a condition into a
 * test, where each place is a register or a location of the test, with its type, and what is none
 * is refused. A log has names only, and what one log does not show another one may.
 */
#ifndef CM_LOGBOOK_CONDITION_H
#define CM_LOGBOOK_CONDITION_H

#include "litmus/state_value.h"

typedef enum cm_logbook_kind {
    CM_KIND_NONE,
    CM_KIND_ALLOW,
    CM_KIND_FORBID,
    CM_KIND_REQUIRE
} cm_logbook_kind;

typedef struct cm_logbook_condition cm_logbook_condition;

/* NULL: *why says what was expected. Without a quantifier it is `exists`. */
const cm_logbook_condition *cm_logbook_condition_read(cm_arena *arena, const char *text,
                                                      const char **why);
/* exists: ALLOW, ~exists: FORBID, forall: REQUIRE. */
cm_logbook_kind cm_logbook_condition_kind(const cm_logbook_condition *condition);
/* Does the proposition hold? What the state does not have equals nothing. */
bool cm_logbook_condition_holds(const cm_logbook_condition *condition, const cm_state *state);

#endif
