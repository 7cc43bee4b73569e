/* An instruction as a value: what its text says, read once.
 *
 * The assembler of an instruction set (litmus/isa/) makes it while it reads the text, and it
 * is kept beside the text (cm_instruction). All else that is said of an instruction is a
 * function of this value, never of the text again: its steps, the text that a machine's
 * assembler takes, weaker and stronger forms, what editors and documents call it.
 *
 *      @!p0  ld.acquire.gpu.v2.u32  {r0, r1}, [rd1+8]
 *      guard  opcode, words          operands: two registers, of one list; an address
 *
 * It lives in the arena of the work that read it. Names are canonical (registers) or as the
 * test writes them (locations, labels).
 */
#ifndef CM_LITMUS_INSN_H
#define CM_LITMUS_INSN_H

#include "base/diag.h"
#include "base/text.h"

typedef enum cm_insn_kind {
    CM_INSN_REGISTER, /* name: canonical; index: of the thread's registers, -1: it is none of
                       * them (128 bits, ...) */
    CM_INSN_NUMBER,   /* number; name: what is printed in its place (a special register or constant
                       * that means it, `-1` of 32 bits), or NULL */
    CM_INSN_LOCATION, /* name, index: of the test's locations */
    CM_INSN_LABEL,    /* name */
    CM_INSN_SINK      /* `_`: a result that nobody looks at */
} cm_insn_kind;

typedef struct cm_insn_operand {
    cm_insn_kind kind;
    int index;
    const char *name;
    uint64_t number;     /* NUMBER; else what is added to an address, 0: nothing */
    const char *added;   /* of an address: the register that is added to it; or NULL */
    unsigned bits;       /* of a register, as its name says, else its row; 0: it does not */
    const char *how;     /* what becomes of the register before it is used: "LSL", "SXTW", by
                          * `number` bits; of an address, of `added`; "=" of the literal `=x` */
    char indexed;        /* of `[X1,#4]`: ','; of `[X1,#4]!`: '!'; of `[X1],#4`: ']'; else 0 */
    bool negated;        /* `!p` */
    bool is_base;        /* it stands in parentheses right behind the operand before it: `0(r2)` */
    bool is_address;     /* it stands in brackets, which `number` and `added` belong to */
    bool opens;          /* the list behind it stands in its brackets: `[t, {0, 1}]` */
    bool paired;         /* the p of `d:p` */
    const char *keyword; /* "offset": the operand stands behind the others and may be left out: it
                          * is the number 0 then; NULL: it must be there */
    unsigned held;       /* of a typed register, the bits that its name says that it has, or 0 */
    uint8_t list;        /* operands of one list `{a, b}` have one number, from 1; 0: of none */
    cm_place place;
} cm_insn_operand;

/* A word behind a dot, without it: "acquire", "shared::cta"; or one behind the operands. */
typedef struct cm_insn_word {
    const char *text;
    bool behind;
    cm_place place;
} cm_insn_word;

typedef struct cm_insn {
    const char *opcode;        /* without words: "ld"; of a joined table with them: "lr.w.aq" */
    const cm_insn_word *words; /* in the order of the text */
    int word_count;
    const cm_insn_operand *operands; /* in the order of the text */
    int operand_count;
    const cm_insn_operand *guard; /* the predicate; NULL: none */
    cm_place place;               /* of the opcode */
    /* Of an instruction set with a table (litmus/isa/table/): its row, and by modifier of the row
     * the index of the word that it has, + 1, or 0. NULL: it has none yet. */
    const struct cm_isa_form *form;
    const uint8_t *chosen;
} cm_insn;

/* Has it that word? */
bool cm_insn_has(const cm_insn *insn, const char *word);

/* Adds the instruction as a line of assembly: guard, opcode, words in the order of the text,
 * operands, words behind them. */
void cm_insn_print(cm_text *text, const cm_insn *insn);

#endif
