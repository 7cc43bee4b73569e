/* Inside of form.h: the spelling of an instruction, which is a row and words of its modifiers.
 */
#ifndef CM_LITMUS_ISA_SPELLED_H
#define CM_LITMUS_ISA_SPELLED_H

#include "litmus/isa/form.h"

enum { CM_SPELLED_MODIFIERS = 24 };

typedef struct cm_spelled {
    const cm_form *form;
    uint8_t chosen[CM_SPELLED_MODIFIERS]; /* by modifier: index of its word + 1, 0: none */
} cm_spelled;

const cm_table_words *cm_spelled_words(const cm_isa_table *table, const cm_form *form,
                                       int modifier);
bool cm_spelled_allows(const cm_form *form, int modifier, int word);
/* The word chosen for a modifier; NULL: none. */
const cm_table_word *cm_spelled_word(const cm_isa_table *table, const cm_spelled *s, int modifier);
/* NULL: the opcode is no alias. */
const cm_form_alias *cm_spelled_alias(const cm_isa_table *table, const char *opcode);
/* Chooses the words of an alias (NULL: there is none). False: they are not this row's. */
bool cm_spelled_choose_alias(const cm_isa_table *table, cm_spelled *s, const cm_form_alias *alias);
/* Chooses the word where it belongs. False: it belongs nowhere, or there is one already;
 * *modifier: that knows the word, or -1. */
bool cm_spelled_choose(const cm_isa_table *table, cm_spelled *s, const char *word, int *modifier);
/* Of the rows of the opcode the one which as many words as possible fit, and then, if it is known
 * (else -1), the number of operands. False: there is none. */
bool cm_spelled_row(const cm_isa_table *table, const char *opcode, const char *const *words,
                    int count, int operands, cm_spelled *best);
/* Fails at the qualifier that could not be chosen. */
_Noreturn void cm_spelled_refuse(cm_dotted *w, const cm_isa_table *table, const cm_spelled *s,
                                 const cm_dotted_qualifier *q, int modifier);
/* Fails where a word must be chosen and none is. */
void cm_spelled_check(cm_dotted *w, const cm_isa_table *table, const cm_spelled *s);

#endif
