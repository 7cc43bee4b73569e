/* The values that the rows of a table speak of (docs/isa-tables.md, "Meaning"), while the steps of
 * one instruction are made. For form.c and form_value.c. */
#ifndef CM_LITMUS_ISA_FORM_VALUE_H
#define CM_LITMUS_ISA_FORM_VALUE_H

#include "litmus/isa/spelled.h"
#include "litmus/isa/table_set.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum cm_row_value_kind {
    CM_ROW_NUMBER,
    CM_ROW_WORD,
    CM_ROW_TAG,
    CM_ROW_EXPRESSION
} cm_row_value_kind;

/* What is known without running the test is a number, a word or a tag. */
typedef struct cm_row_value {
    cm_row_value_kind kind;
    unsigned bits;    /* of an expression */
    bool loose;       /* a register that may hold more bits than these */
    bool is_signed;   /* of a word */
    uint64_t number;  /* of a word: what it stands for; of an operand: the number that it is */
    const char *text; /* of a word or tag; NULL: none */
    const cm_expr *expr;
    const cm_location *location; /* of an operand that names it; or NULL */
} cm_row_value;

typedef struct cm_row_meaning {
    cm_dotted *w;
    const cm_table_set *set;
    const cm_spelled *s;
    const cm_row_value *arguments; /* of the `let` at hand */
    cm_row_value *locals;          /* of the row */
    cm_row_value old;              /* what a read-modify-write has read */
} cm_row_meaning;

enum { CM_ROW_MOST_ITEMS = 32, CM_ROW_MOST_LOCALS = 8 };

const cm_isa_node *cm_row_node(const cm_row_meaning *m, uint16_t index);

cm_row_value cm_row_evaluate(const cm_row_meaning *m, uint16_t index);

/* The values of a list's items, at most CM_ROW_MOST_ITEMS; how many. */
int cm_row_evaluate_list(const cm_row_meaning *m, uint16_t list, cm_row_value *items);

/* As an expression; numbers are as wide as what they stand with. */
const cm_expr *cm_row_expression(const cm_row_meaning *m, cm_row_value v);

cm_row_value cm_row_of_expression(const cm_expr *expr, unsigned bits);

/* What has been read for an operand of the row: of a list the first element. */
const cm_insn_operand *cm_row_read(const cm_row_meaning *m, uint64_t operand);
/* The value of that element of an operand of the row; 0: of what is no list, too. */
cm_row_value cm_row_element(const cm_row_meaning *m, int index, int element);

/* An operand, or a register of that name. */
cm_insn_operand cm_row_operand(const cm_row_meaning *m, const cm_isa_node *n);

/* How many bits a register that is named or an operand has. */
unsigned cm_row_bits(const cm_row_meaning *m, const cm_isa_node *n);

#endif
