/* A table of instructions (litmus/isa/table/) with what its instruction set adds in C: the kinds of
 * operands that rows name, and what no row can say.
 */
#ifndef CM_LITMUS_ISA_TABLE_SET_H
#define CM_LITMUS_ISA_TABLE_SET_H

#include "litmus/isa/dotted.h"
#include "litmus/isa/table/table.h"

/* Reads one operand, of so many bits unless the kind knows better, and notes it (cm_dotted_note).
 */
typedef void cm_operand_reader(cm_dotted *w, unsigned bits);

typedef struct cm_operand_kind {
    const char *name;
    cm_operand_reader *read;
} cm_operand_kind;

/* A value in a row: an expression of so many bits, or, with NULL, a number. */
typedef struct cm_form_argument {
    const cm_expr *expr;
    unsigned bits;
    uint64_t number;
} cm_form_argument;

/* A value that no row can say: `name(a, b)`. It is as wide as the widest argument that is an
 * expression, so many bits. */
typedef struct cm_form_function {
    const char *name;
    const cm_expr *(*value)(cm_dotted *w, unsigned bits, const cm_form_argument *arguments);
} cm_form_function;

/* fconvert(x, FROM-KIND, FROM-BITS, TO-KIND, TO-BITS, ROUNDING): see litmus/float.h. */
const cm_expr *cm_form_convert(cm_dotted *w, unsigned bits, const cm_form_argument *a);

/* The address that an operand is, with what is added to it. */
const cm_expr *cm_form_address(cm_dotted *w, const cm_insn_operand *o);

/* What no row can say: `do NAME`. The operands have been read. */
typedef struct cm_form_action {
    const char *name;
    void (*act)(cm_dotted *w);
} cm_form_action;

struct cm_spelled;

/* A table and what its instruction set adds; the lists end with a name of NULL. */
typedef struct cm_table_set {
    const cm_isa_table *table;
    const cm_operand_kind *operands;
    const cm_form_action *actions;     /* or NULL */
    const cm_form_function *functions; /* or NULL */
    /* Reads and notes all operands (cm_dotted.starts) of a set whose operands stand in no order
     * that a row could say; NULL: each is read by its kind. */
    void (*read_operands)(cm_dotted *w, const struct cm_spelled *s);
    /* The value of an operand whose `how` or `indexed` is not 0; NULL: there are none. */
    const cm_expr *(*changed)(cm_dotted *w, const cm_insn_operand *o);
    /* `$NAME = VALUE`; NULL: it sets that register alone. */
    void (*assign)(cm_dotted *w, const char *hidden, const cm_expr *value);
    /* Reads an instruction whose opcode no row of a joined table has; NULL: it is unknown. */
    void (*other)(cm_dotted *w, const char *name);
    /* Fails at a qualifier that has no place in a row, if more than that is known of it. NULL:
     * nothing is. */
    void (*blame)(cm_dotted *w, const cm_dotted_qualifier *q);
    /* Of a modifier that may be implied, the index of the word that is meant where the instruction
     * has none, or -1; its operands have not been read. */
    int (*implied)(cm_dotted *w, const struct cm_spelled *s, int modifier);
    /* The opcode as rows have it, of one as it is written; NULL: the same. */
    const char *(*plain)(cm_arena *arena, const char *opcode);
    /* Of a register, or a location that is no address, so many bits (as a power of two) from a bit
     * on; both NULL: it is one register of the thread, from 0 on. */
    const cm_expr *(*read)(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits);
    void (*write)(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits,
                  const cm_expr *value);
    /* Where a register of more than 64 bits is two of the thread, which are one access: that part
     * of it; NULL: there are none. */
    int (*part)(cm_dotted *w, const cm_insn_operand *o, int part);
    /* The tags of an event, with what the thread's place adds to them; NULL: nothing. */
    const char *const *(*tags)(cm_dotted *w, const char *const *tags);
} cm_table_set;

#endif
