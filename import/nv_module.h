/* A PTX module as nvcc and clang write it: variables, kernels and functions, instructions
 * with operands.
 *
 * Source: PTX ISA, chapters 4 (syntax), 5 (state spaces, types, variables), 6 (operands),
 * 7 (functions, .param) and 11 (directives). Instructions are not understood here: an
 * opcode is a text, an operand a shape.
 */
#ifndef CM_IMPORT_NV_MODULE_H
#define CM_IMPORT_NV_MODULE_H

#include "base/diag.h"

/* ---- tokens ------------------------------------------------------------------ */

typedef enum cm_nv_token_kind {
    CM_NV_END,
    CM_NV_NAME,   /* also opcodes with their qualifiers, labels, %registers, .directives */
    CM_NV_NUMBER, /* decimal, 0x, 0b, octal */
    CM_NV_FLOAT,  /* 0f3F800000, 0d...: bits in number */
    CM_NV_STRING,
    CM_NV_PUNCT /* one character */
} cm_nv_token_kind;

typedef struct cm_nv_lexer {
    cm_work *work;
    const cm_source *source;
    uint32_t next;
    cm_nv_token_kind kind; /* of the token looked at */
    cm_place place;
    uint64_t number;
} cm_nv_lexer;

cm_nv_lexer cm_nv_lexer_over(cm_work *work, const cm_source *source);
void cm_nv_advance(cm_nv_lexer *lex);
/* Goes on after the end of the line in which the token begins. */
void cm_nv_skip_line(cm_nv_lexer *lex);
bool cm_nv_is(const cm_nv_lexer *lex, const char *text);
bool cm_nv_accept(cm_nv_lexer *lex, const char *text);
void cm_nv_expect(cm_nv_lexer *lex, const char *text);
const char *cm_nv_text(const cm_nv_lexer *lex); /* of the token, in the arena */
const char *cm_nv_name(cm_nv_lexer *lex, const char *what);
uint64_t cm_nv_integer(cm_nv_lexer *lex, const char *what); /* with an optional sign */
_Noreturn void cm_nv_fail(cm_nv_lexer *lex, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- modules ------------------------------------------------------------------ */

typedef enum cm_nv_space {
    CM_NV_GLOBAL,
    CM_NV_CONST,
    CM_NV_SHARED,
    CM_NV_LOCAL,
    CM_NV_PARAM
} cm_nv_space;

/* One of the values in braces (PTX ISA, "Initializers"). */
typedef struct cm_nv_initial {
    uint64_t number;
    const char *symbol; /* its address, and number bytes from there; NULL: the number */
    bool is_part;       /* 0xff00(symbol): some bits of that address */
    cm_place place;
} cm_nv_initial;

enum { CM_NV_DIMENSIONS = 8 };

typedef struct cm_nv_variable {
    const char *name;
    cm_nv_space space;
    cm_place place;
    unsigned bytes; /* of an element */
    uint64_t count; /* of elements; 0: as many as the launch says (.extern .shared x[]) */
    uint64_t sizes[CM_NV_DIMENSIONS];
    int dimensions;
    bool is_array, is_vague; /* .b8 x[32]: an array, or an object of any shape */
    bool is_extern;
    bool is_reserved;    /* the special register %name is its address */
    cm_nv_initial *init; /* init_count of them, the rest is 0 */
    int init_count;
} cm_nv_variable;

typedef struct cm_nv_register {
    const char *name;
    unsigned bits; /* 1: a predicate */
    bool plain;    /* declared in the body's outermost scope */
    bool zero;     /* begins as 0 */
} cm_nv_register;

typedef enum cm_nv_operand_kind {
    CM_NV_REGISTER, /* index: register of the routine */
    CM_NV_VALUE,    /* number */
    CM_NV_FLOATING, /* number: the bits */
    CM_NV_VARIABLE, /* index: variable of the module; also of .param */
    CM_NV_SPECIAL,  /* name: %tid.x, WARP_SZ */
    CM_NV_MEMORY,   /* [items[0] + number]; more items: [a, {x, y}] */
    CM_NV_LIST,     /* {a, b}, (a, b) */
    CM_NV_PAIR,     /* a|b */
    CM_NV_SINK,     /* _ */
    CM_NV_WORD      /* name: a label, a function */
} cm_nv_operand_kind;

typedef struct cm_nv_operand {
    cm_nv_operand_kind kind;
    int index;
    uint64_t number;
    const char *name;
    bool negated; /* !%p */
    struct cm_nv_operand *items;
    int count;
    cm_place place;
} cm_nv_operand;

typedef struct cm_nv_line {
    const char *opcode; /* with all qualifiers */
    cm_place place;
    int guard;   /* register, or -1 */
    bool unless; /* @!p */
    cm_nv_operand *operands;
    int count;
    int target; /* of bra: index of a line; the count of lines: the end */
} cm_nv_line;

typedef struct cm_nv_routine {
    const char *name;
    cm_place place;
    bool is_kernel, has_body;
    int *parameters; /* variables, in order */
    int parameter_count, parameter_capacity;
    int *results;
    int result_count, result_capacity;
    cm_nv_register *registers;
    int register_count, register_capacity;
    cm_nv_line *lines;
    int line_count, line_capacity;
    unsigned cluster[3]; /* .reqnctapercluster; 0: not said */
} cm_nv_routine;

typedef struct cm_nv_module {
    cm_nv_variable *variables;
    int variable_count, variable_capacity;
    cm_nv_routine *routines;
    int routine_count, routine_capacity;
} cm_nv_module;

/* Fails at what it cannot read. */
cm_nv_module *cm_nv_module_read(cm_work *work, const cm_source *source);

/* One with a body, if there is any; or NULL. */
const cm_nv_routine *cm_nv_routine_named(const cm_nv_module *m, const char *name);

/* ---- inside of the parser: nv_module.c and nv_body.c ----------------------------- */

typedef struct cm_nv_parser {
    cm_nv_lexer lex;
    cm_work *work;
    cm_nv_module *module;
    bool is_extern; /* the directive before said so */
} cm_nv_parser;

/* Bits of `.b32`, 1 of .pred; 0: no type. */
unsigned cm_nv_type_bits(const char *type);
/* At .global, .shared, ...: reads the declaration up to its `;`, or in the list of
 * parameters up to `,` or `)`. The variable's index. */
int cm_nv_variable_read(cm_nv_parser *p, bool is_parameter);
bool cm_nv_at_space(const cm_nv_parser *p);
/* From `{` to its `}`. */
void cm_nv_body_read(cm_nv_parser *p, cm_nv_routine *routine);

#endif
