/* Instructions as rows of a table: what NAME.isa says, once it has been read.
 *
 * docs/isa-tables.md describes the text. The build reads each NAME.isa (table_read.h), refuses
 * what is wrong with its file, line and column, and makes constant data of the rest; nothing
 * is read when the program runs. litmus/isa/form.h says what is done with the data: an
 * instruction is read, refused, made into steps, printed, made weaker or stronger.
 *
 * Everything is an index into the table's arrays, or constant text. Index 0 of `nodes` is
 * nothing, so that a child of 0 means "none".
 */
#ifndef CM_LITMUS_ISA_TABLE_H
#define CM_LITMUS_ISA_TABLE_H

#include <stdbool.h>
#include <stdint.h>

/* A word that an instruction may have behind a dot. */
typedef struct cm_table_word {
    const char *text;
    const char *other; /* another spelling of it: `CS|HS`; or NULL */
    unsigned number;   /* what bits(m) is, of `u8=1`; else 0 */
    bool is_signed;    /* of `s8=-8` */
    /* How strong it is among the words of `order` or `scope` (strength.h), from braces
     * `{order cost fence}`; stays: it is offered only where it is written. */
    unsigned order;
    double cost, fence;
    bool stays;
} cm_table_word;

enum { CM_TABLE_WORDS = 64 }; /* of one modifier: a bit each */

typedef struct cm_table_words {
    const char *name; /* of the modifier: "order" */
    const cm_table_word *items;
    int count;
    int usual;   /* index of the word that is meant where none is written, for strengths; or -1 */
    bool fixed;  /* an instruction that has one has no other forms */
    bool mark;   /* it makes an operation do less: forms without it are stronger */
    bool dotted; /* of a joined table: behind a dot */
    bool silent; /* lists of instructions leave out what has one */
} cm_table_words;

typedef struct cm_form_modifier {
    int words;
    uint64_t allowed; /* a bit for each word of it */
    bool optional;    /* it may be left out */
    bool plain;       /* leaving it out is a form of its own, the weakest */
    bool in_opcode;   /* the opcode has its word already: `allowed` is this one, or nothing */
    bool implied;     /* where it is left out, the instruction set's C may tell the word */
    bool behind;      /* its words stand behind the operands, without a dot */
} cm_form_modifier;

typedef struct cm_form_operand {
    const char *before; /* punctuation that comes before it, token by token: ", [" */
    const char *name, *kind;
    unsigned bits; /* how wide it is, 0: as its kind says */
    /* Indices of the form's modifiers that say how wide it is, and how many times as wide; or -1 */
    int typed_by, times;
    bool optional; /* it may be left out and is 0 then; with `before` and a colon in front it stands
                    * behind the others, among words in any order: `offset:4` */
    int only_with; /* index of the modifier without which it is not there; or -1 */
} cm_form_operand;

/* The first two letters of a name, in any case; of one letter that. */
static inline uint16_t cm_table_start(const char *name)
{
    return (uint16_t)((*name | 0x20) | (*name && name[1] ? (name[1] | 0x20) << 8 : 0));
}

typedef struct cm_isa_form {
    const char *opcode;
    uint16_t start; /* cm_table_start of it: most rows are passed over by that */
    const cm_form_modifier *modifiers;
    int modifier_count;
    const cm_form_operand *operands;
    int operand_count;
    const char *after; /* punctuation behind the last operand */
    uint16_t meaning;  /* a list of statements */
    bool is_hashed;    /* the reference simulator reads it: tests with it have its hash */
    bool is_fence;
    unsigned order; /* of a fence without modifiers how it orders, as of words; 0: not said */
    double cost;
} cm_isa_form;

enum { CM_ALIAS_WORDS = 4 };

/* Another opcode of rows, which has some of their words already. It is what is written for people
 * where these words are chosen. */
typedef struct cm_form_alias {
    const char *opcode, *of;
    const char *words[CM_ALIAS_WORDS]; /* the first that are not NULL */
} cm_form_alias;

typedef enum cm_isa_node_kind {
    CM_NODE_NOTHING,
    CM_NODE_NUMBER,    /* number */
    CM_NODE_WORD,      /* text; NULL: `none` */
    CM_NODE_TAG,       /* text */
    CM_NODE_OPERAND,   /* number: index of the form's */
    CM_NODE_MODIFIER,  /* number: index of the form's */
    CM_NODE_PARAMETER, /* number: of the `let` that it stands in */
    CM_NODE_HIDDEN,    /* text: a register that no test names */
    CM_NODE_NAMED,     /* text: a register that the instruction does not name, as "exec" */
    CM_NODE_LOCAL,     /* number: of the row's `let` statements; what it has kept */
    CM_NODE_PART,      /* a: an operand or NAMED; of its parts of c bits that with the index b */
    CM_NODE_OLD,       /* what a read-modify-write has read */
    CM_NODE_CALL,      /* number: index of the `let`; a: list of arguments */
    CM_NODE_BITS,      /* a: a word, or an operand that is a number; that number */
    CM_NODE_SIGNED,    /* a: a word; is it one of signed numbers? */
    CM_NODE_CUT,       /* a, as a value of b bits */
    CM_NODE_PLACE,     /* a: an operand; the address of the location that it names, or 0 */
    CM_NODE_WIDTH,     /* a: a value; how many bits it has */
    CM_NODE_LITERAL,   /* a: an operand; is it a number, and no address? */
    CM_NODE_FUNCTION,  /* text: a function of the instruction set; a: list of arguments */
    CM_NODE_OP,        /* number: a cm_op; a, b */
    CM_NODE_EXTEND,    /* number: CM_OP_ZEXT or CM_OP_SEXT; a; b: how many low bits, or nothing */
    CM_NODE_NOT,       /* a: 0 or 1 */
    CM_NODE_BOTH,      /* a, b: 0 or 1 */
    CM_NODE_EITHER,
    CM_NODE_IS,     /* a: a word; b: list of words, one of which it is */
    CM_NODE_CHOICE, /* a ? b : c */
    CM_NODE_LIST,   /* a, and b: the rest of the list */
    /* statements; of their lists the items in order */
    CM_NODE_SET,     /* a: where to, an operand, register, part or local; b: value */
    CM_NODE_READ,    /* a: where to; b: address, bytes; c: tags and properties */
    CM_NODE_WRITE,   /* b: address, bytes, value; c */
    CM_NODE_RMW,     /* a: where to; b: address, bytes, value; c: of the read; d: of the write */
    CM_NODE_CAS,     /* a: where to; b: address, bytes, expected, value; c, d */
    CM_NODE_FENCE,   /* c */
    CM_NODE_BARRIER, /* b: number; c */
    CM_NODE_BRANCH,  /* b: label [, condition] */
    CM_NODE_EXIT,
    CM_NODE_OPAQUE,    /* a: where nobody knows what the step before assigns; text: why */
    CM_NODE_UNDEFINED, /* a: where the step before does what is undefined; text: why */
    CM_NODE_NEED,      /* a: what must hold; text: the message where it does not, `%` the opcode */
    CM_NODE_WHEN,      /* a: what must hold for statement b, else nothing happens */
    CM_NODE_DO         /* text: a function of the instruction set that does what no row can say */
} cm_isa_node_kind;

typedef struct cm_isa_node {
    cm_isa_node_kind kind;
    uint16_t a, b, c, d;
    uint64_t number;
    const char *text;
} cm_isa_node;

/* A name that steps carry: a base set of models has it. One name may be a tag of
 * several families, with a meaning for each. */
typedef struct cm_isa_tag {
    const char *name; /* herd's where herd has it: "A", "DMB.SY" */
    const char *what; /* for people: "load-acquire (LDAR, ...)" */
    const char *herd; /* what herd calls it in its models where that is another name, or NULL */
} cm_isa_tag;

/* What an access or a fence without a tag's order or scope has in its place (litmus/isa/weaken.h).
 * Orders of fences are not there: a fence goes as a whole. */
typedef struct cm_tag_weakening {
    const char *tag, *weaker; /* NULL: nothing */
    const char *what;         /* for people: "scope sys" */
    const char *without;      /* of steps that have not this tag; or NULL */
    const char *with[2];      /* of steps that have these, too */
    bool is_scope;            /* else it is an order */
} cm_tag_weakening;

/* Tags that an event might have in place of those of the same group: which kinds of events
 * ('R', 'W', 'F'; 'f': a read by a fence of what it names), which group (one of a group at a time),
 * and how strong it is there. Whether its instruction set has the tag, model/base.h says. */
typedef struct cm_tag_choice {
    const char *tag, *kinds;
    const char *group; /* "order", "scope", "fence", "way" (of a fence between proxies) */
    const char *word;  /* for people */
    const char *of[2]; /* only of steps that have one of these tags; NULL: of all */
    int rank;          /* in the group, from 0: the weakest; of a scope: CM_TAG_STRONGEST - its
                          level, a cm_scope */
    bool scoped;       /* a fence that has a scope, too */
} cm_tag_choice;

typedef struct cm_isa_table {
    const char *name;
    /* The tags that its steps may carry; each array ends with a tag of NULL. */
    const cm_isa_tag *tags;
    const cm_tag_weakening *weakenings;
    const cm_tag_choice *choices;
    const cm_table_words *words;
    int word_count;
    const cm_isa_form *forms;
    int form_count;
    const cm_form_alias *aliases;
    int alias_count;
    const cm_isa_node *nodes;
    int node_count;
    const char *const *kinds, *const *actions; /* what it wants of C (form.h); end with NULL */
    const char *const *functions;
    const uint16_t *lets; /* the body of each */
    int let_count;
    bool undotted;   /* dots are letters of opcodes, and no words stand behind them */
    bool joined;     /* words follow the opcode at once, in their order; in any case */
    bool named;      /* a register's name says its width; the first of a row that of the others */
    unsigned bits;   /* of a register */
    unsigned widest; /* bytes that an access may have, 0: any */
    const char *wanted; /* what to say of a wider one, behind "access of 8 bytes" */
} cm_isa_table;

#endif
