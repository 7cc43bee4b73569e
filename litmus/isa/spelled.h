/* The spelling of an instruction, which is a row and words of its modifiers: what form.c,
 * form_read.c, form_strength.c and form_value.c share. */
#ifndef CM_LITMUS_ISA_SPELLED_H
#define CM_LITMUS_ISA_SPELLED_H

#include "litmus/isa/table_set.h"

enum { CM_SPELLED_MODIFIERS = 24 };

typedef struct cm_spelled {
    const cm_isa_form *form;
    uint8_t chosen[CM_SPELLED_MODIFIERS]; /* by modifier: index of its word + 1, 0: none */
} cm_spelled;

/* The words that the row's opcode says are chosen. */
cm_spelled cm_spelled_of(const cm_isa_form *form);
const cm_table_words *cm_spelled_words(const cm_isa_table *table, const cm_isa_form *form,
                                       int modifier);
bool cm_spelled_allows(const cm_isa_form *form, int modifier, int word);
/* The word chosen for a modifier; NULL: none. */
const cm_table_word *cm_spelled_word(const cm_isa_table *table, const cm_spelled *s, int modifier);
/* The word that says how wide the operand is; NULL: none. And how wide it is, in bits. */
const cm_table_word *cm_spelled_type(const cm_isa_table *table, const cm_spelled *s, int operand);
unsigned cm_spelled_bits(const cm_isa_table *table, const cm_spelled *s, int operand);
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
/* How many operands, or lists of them, stand between commas. */
int cm_spelled_arity(const cm_isa_form *form);
/* Of a joined table: is `name` the opcode of the row and words of it? */
bool cm_spelled_joined(const cm_isa_table *table, const cm_isa_form *form, const char *name,
                       cm_spelled *s);
/* Of a joined table opcode and words, in the arena or constant. */
const char *cm_spelled_name(cm_arena *arena, const cm_isa_table *table, const cm_spelled *s);
/* May words or operands stand behind the others, where it has no comma? */
bool cm_spelled_goes_on(const cm_isa_form *form);
/* The word that the lexer is at, of a modifier behind the operands; NULL: it is at none. */
const char *cm_spelled_behind(const cm_isa_table *table, const cm_isa_form *form,
                              const cm_lexer *lex, int *modifier);
/* The same of any row of the opcode. */
const char *cm_spelled_behind_some(const cm_isa_table *table, const char *opcode,
                                   const cm_lexer *lex);
/* Fails at what is none of these. */
_Noreturn void cm_spelled_refuse_behind(cm_dotted *w, const cm_isa_table *table,
                                        const cm_isa_form *form);
/* Fails at the qualifier that could not be chosen. */
_Noreturn void cm_spelled_refuse(cm_dotted *w, const cm_isa_table *table, const cm_spelled *s,
                                 const cm_dotted_qualifier *q, int modifier);
/* Chooses the words that are implied. Fails where a word must be chosen and none is. */
void cm_spelled_check(cm_dotted *w, const cm_table_set *set, cm_spelled *s);

/* ---- reading: form_read.c */

/* The row, with its words; w has opcode and qualifiers. Words behind the operands become
 * qualifiers, too. False: a joined table has none. */
bool cm_form_read_spelling(cm_dotted *w, const cm_table_set *set, cm_spelled *s);
/* All that the row has, noted in its order. */
void cm_form_read_operands(cm_dotted *w, const cm_table_set *set, const cm_spelled *s);

#endif
