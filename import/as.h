/* Assembly of CPUs as gcc and clang write it for GNU's assembler: AArch64, x86-64 (AT&T order) and
 * RISC-V.
 *
 *      f.s ─▶ as_file.c: statements (labels, directives, instructions), functions
 *          ─▶ as_code.c: a function as one thread runs it: calls replaced by bodies, returns by
 *                        jumps, labels by labels of the test
 *          ─▶ as_aarch64.c, as_x86.c, as_riscv.c: symbols, which each instruction set writes in its
 *                        own way, and calls of its runtime library
 *          ─▶ as_table.c: tables of addresses of code
 *          ─▶ as_data.c: objects in data sections, with their initial values
 *          ─▶ rows of a test, which that instruction set's own reader reads
 *
 * No access, fence or branch is added, left out or changed, but for a copy of the test at which a
 * loop is entered (as_loops.c). Arguments are in the registers of the
 * calling convention when the thread begins. The stack is a location of the test that this thread
 * alone names, and accesses to it stay accesses: an address of a local variable may go anywhere.
 * Where it is proved that none does, a check has registers in its place (checker/loops/spills.h).
 */
#ifndef CM_IMPORT_AS_H
#define CM_IMPORT_AS_H

#include "import/import.h"
#include "import/kernels.h"

typedef enum cm_as_kind { CM_AS_LABEL, CM_AS_DIRECTIVE, CM_AS_INSTRUCTION } cm_as_kind;

typedef struct cm_as_statement {
    cm_as_kind kind;
    const char *word;   /* the label; the directive with its dot; the opcode */
    const char *rest;   /* what stands behind it, each run of blanks as one */
    const char *prefix; /* "lock ", "rep ", or "" */
    cm_place place;
} cm_as_statement;

typedef struct cm_as_set cm_as_set;

typedef struct cm_as_file {
    cm_work *work;
    const cm_source *source;
    const cm_as_set *set;
    cm_as_statement *statements;
    int count, capacity;
    struct cm_as_function *functions;
    int function_count, function_capacity;
    const char *reading; /* of the model, for the machines that the code is for; NULL: none */
} cm_as_file;

/* The statements of a function, without its label: [from, to). */
typedef struct cm_as_function {
    const char *name;
    int from, to; /* from -1: it is declared only */
} cm_as_function;

/* Fails where it is of no instruction set that is read here. otherwise: whose it is where the text
 * does not say so, as that of an empty function; or NULL. */
cm_as_file *cm_as_read(cm_work *work, const cm_source *source, const cm_as_set *otherwise);
/* Which instruction set the text is of; NULL: none of these. */
const cm_as_set *cm_as_set_of(const cm_source *source);
/* NULL: the file has no function of that name. */
const cm_as_function *cm_as_find_function(const cm_as_file *file, const char *name);
/* The names of its functions, for a message. */
const char *cm_as_list_functions(const cm_as_file *file);

/* Some functions of the compiler's runtime library have two bodies, of which it chooses one when
 * the program starts (GCC, libgcc/config/aarch64/lse.S). */
typedef enum cm_as_bodies {
    CM_AS_EXCLUSIVES, /* load-exclusive, store-exclusive: what every machine has */
    CM_AS_ATOMICS     /* one instruction, of newer machines */
} cm_as_bodies;

typedef struct cm_as_request {
    const char *function;
    cm_place place; /* of who asks for it */
    const cm_bind_argument *arguments;
    int argument_count;
    int id; /* of the thread: its stack is stack_P0 */
    cm_as_bodies bodies;
    bool units;       /* each thread has a file of its own, and symbols that only the file knows */
    bool only_states; /* nobody asks whether the thread ends: what fails and tries again, and leaves
                         nothing behind, may wait for ever in place of that */
} cm_as_request;

/* A thread of the test. */
typedef struct cm_as_thread {
    cm_import_row *rows;
    int count, capacity;
    const char **begins; /* initial values of registers: "X0=x" */
    int begin_count, begin_capacity;
    cm_import_item *items; /* locations that it names, with their initial values, each once */
    int item_count, item_capacity;
    bool has_bodies;       /* it calls what has two bodies */
    bool takes_lock;       /* it calls what takes a lock, for an object of 16 bytes */
    const char *ends;      /* what ends its thread alone; NULL: nothing */
    const char *idle;      /* a function of the system that is left out; NULL: none is */
    const char *undefined; /* a symbol of another file, which begins as 0; NULL: none is */
} cm_as_thread;

cm_as_thread cm_as_follow(const cm_as_file *file, const cm_as_request *request);

/* ---- for an instruction set ------------------------------------------------------ */

/* Where control goes behind an instruction. */
typedef enum cm_as_control {
    CM_AS_JUMP,     /* always, to its operand: a label, or another function, which then returns */
    CM_AS_CALL,     /* of the function that is its last operand */
    CM_AS_RETURN,   /* where it has this operand, or any if none is said */
    CM_AS_TABLE,    /* to where a register says, by a table */
    CM_AS_INDIRECT, /* to where a register says */
    CM_AS_ADDRESS,  /* its first operand becomes the address of its last, where that is code */
    CM_AS_END,      /* nowhere: the process ends, here its thread alone */
    CM_AS_HINT      /* it does nothing that a test is about */
} cm_as_control;

typedef struct cm_as_word {
    const char *opcode, *operand; /* operand NULL: any */
    cm_as_control control;
} cm_as_word;

/* A function on its way into a thread. */
typedef struct cm_as_code {
    const cm_as_file *file;
    const cm_as_request *request;
    cm_work *work;
    cm_as_thread thread;
    int labels;       /* made so far */
    const char *stop; /* the label at the thread's end; NULL: nothing jumps there yet */
    const struct cm_as_inlined *inlined;
    uint64_t stack;  /* bytes that may be used of it */
    uint64_t frames; /* greatest distances from a register of the stack, added up */
    bool uses_stack;
} cm_as_code;

struct cm_as_set {
    cm_arch arch;
    const char *comment;               /* begins one anywhere in a line: "//" */
    const char *jump;                  /* "B": to a label */
    const char *const *arguments;      /* registers of the first arguments, ends with NULL */
    const char *stack;                 /* the stack pointer, in an initial state */
    const char *const *frames;         /* names of registers that lead to the stack; NULL-ended */
    unsigned entered;                  /* bytes that a call has pushed */
    const char *enter, *leave;         /* rows for that, which change no flags; NULL: it is none */
    const char *zero;                  /* a row for a result that is 0 */
    const cm_as_word *words;           /* ends with opcode NULL */
    bool (*wrote)(const cm_source *s); /* is the text of this instruction set? */
    /* Adds the rows of an instruction; operands that were labels are those of the test. */
    void (*add)(cm_as_code *c, const cm_as_statement *s);
    /* Adds the rows of a call of a function of the runtime library; false: it is none. NULL: there
     * are none. */
    bool (*call)(cm_as_code *c, const cm_as_statement *s, const char *name);
    const char
        *chooses; /* the variable by which it chooses between two bodies; NULL: it has none */
    /* Adds the rows that go to the label where the operand is the number, or `base` and the number;
     * and with label NULL, what no thread may do. to: the statement of the label, or -1 where no
     * flag is read behind it. */
    void (*go)(cm_as_code *c, const cm_as_statement *s, const char *operand, const char *base,
               int64_t number, const char *label, int to);
    /* The register that a call by a pointer goes by, into which it may put what is in memory. */
    const char *(*pointer)(cm_as_code *c, const cm_as_statement *s);
    unsigned word;  /* bytes of `.word` */
    unsigned least; /* atomics of 1 or 2 bytes act on an aligned word of so many; 0: none */
    /* A reading of the model (cmcm check --variant), and what names machines that it is for in the
     * `.attribute` of their architecture; or NULL. */
    const char *reading, *extension;
    unsigned long long reach; /* an object has at most so many bytes; 0: any number */
};

extern const cm_as_set cm_as_aarch64, cm_as_x86, cm_as_riscv;

enum { CM_AS_OPERANDS = 8 };

typedef struct cm_as_operands {
    const char *items[CM_AS_OPERANDS];
    int count;
} cm_as_operands;

/* Operands are separated by commas outside of parentheses and brackets. */
cm_as_operands cm_as_split(const cm_as_code *c, const cm_as_statement *s);

void cm_as_add_row(cm_as_code *c, const cm_as_statement *s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void cm_as_copy_row(cm_as_code *c, const cm_import_row *row);
/* A new label, "L3", and its row. */
const char *cm_as_new_label(cm_as_code *c);
void cm_as_put_label(cm_as_code *c, const cm_as_statement *s, const char *label);
/* Fails at storage that a thread alone has. */
_Noreturn void cm_as_fail_own_storage(const cm_as_code *c, const cm_as_statement *s);
_Noreturn void cm_as_fail(const cm_as_code *c, const cm_as_statement *s, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Of `x`, `x+4`: the location of the test, which is declared, and the offset. own: it is one of the
 * thread's own, at that distance from where such storage begins, which is 0 here. */
const char *cm_as_symbol(cm_as_code *c, const cm_as_statement *s, const char *text, bool own,
                         int64_t *offset);
/* Fails where the file has none of those names: then what begins at 0 is asked for itself. */
void cm_as_need_own(const cm_as_code *c, const cm_as_statement *s, const char *const *names);
/* Does it stand in the text, with no character of a name beside it? */
bool cm_as_has_name(const char *text, const char *name);
/* Of what a section anchor names (`.LANCHOR0`): the object with which that piece of memory begins,
 * and how far the anchor is from it; of another symbol: that, and 0. */
const char *cm_as_anchored(const cm_as_file *file, const char *symbol, int64_t *distance);
/* Do any of those stand so in the file? They end with NULL. */
bool cm_as_file_has(const cm_source *source, const char *const *names);
/* What `.set NAME, SYMBOL` makes the name another one of; or the name. */
const char *cm_as_alias(const cm_as_file *file, const char *name);
/* Is it that directive, of the symbol, such as `.size x,4`? */
bool cm_as_is_about(const cm_as_statement *s, const char *directive, const char *symbol);

/* ---- as_aarch64_wide.c ----------------------------------------------------------- */

/* Adds the rows of an instruction on registers of 16 bytes; false: it is none, or none that is
 * supported. */
bool cm_as_a64_wide(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all);
/* Adds what clears the upper halves of those whose lower halves the instruction has written. */
void cm_as_a64_clear_rest(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all);

/* ---- as_table.c ------------------------------------------------------------------ */

/* Code has no address in a test: in a register and in a table, a label is a number, greater than
 * those of the labels before it. A `switch` of the compilers reads its table, adds to it the label
 * from which the table counts, and jumps; so the test compares what it has with each of the table's
 * labels. What is none of them is an access to no location: so the answer is unknown where the
 * index may be past the table, or the table is another. */

typedef struct cm_as_entry {
    const char *label;
    const char *base; /* of data, from which it counts; NULL: none */
    int64_t value;
} cm_as_entry;

typedef struct cm_as_cursor {
    int statement, operand;
} cm_as_cursor;

/* Is it a label of code: in a section of code, in a function, and before no datum? */
bool cm_as_is_code(const cm_as_file *file, int label);
/* The number of the label with that name; 0: the file has no such label of code, or too many. */
int64_t cm_as_code_number(const cm_as_file *file, const char *name);
/* Of a datum: `.L3`, `.L3-.L4`, `(.L3-.Lrtx4)/4`, `(.L3-.L2)>>2`; false: it is none. */
bool cm_as_read_entry(const cm_as_file *file, const char *text, cm_as_entry *e);
/* The table that the instructions before a jump name: the last such. */
bool cm_as_find_table(const cm_as_code *c, int from, int jump, cm_as_cursor *found);
/* False: the table has ended. */
bool cm_as_next_entry(const cm_as_code *c, cm_as_cursor *at, cm_as_entry *e);
/* Fails where the function, or one that calls it here, names the register, which a jump by a table
 * or the like needs: as_code.c. A compiler may know what a callee leaves alone. */
void cm_as_need_free(const cm_as_code *c, const cm_as_statement *s, const char *const *names);
bool cm_as_is_free(const cm_as_code *c, const char *const *names);
/* Is a section of code behind the statement, if one is before it or not? */
bool cm_as_in_code(const cm_as_statement *s, bool before);

/* ---- as_loops.c ------------------------------------------------------------------ */

/* Gives loops that are entered at their test another one in front. */
void cm_as_turn_loops(cm_as_code *c);

/* ---- as_library.c ---------------------------------------------------------------- */

/* A file that has the body of that function of a library, which the statement calls; NULL: it is
 * none that is known. */
const cm_as_file *cm_as_library(cm_as_code *c, const cm_as_statement *s, const char *name);
/* Does the function of the C library or of the compiler's end the process? */
bool cm_as_ends(const char *name);
/* Does it only let time pass, or print? It is left out, and gives 0. */
bool cm_as_is_idle(const char *name);

/* A function of a library, in assembly; the name is NULL behind the last one of a list. */
typedef struct cm_as_body {
    const char *name, *text;
} cm_as_body;

/* Those of libgcc on numbers: as_numbers.c. */
extern const cm_as_body cm_as_a64_numbers[], cm_as_riscv_numbers[], cm_as_x86_numbers[];

/* ---- as_data.c ------------------------------------------------------------------- */

/* The bytes of a datum by its directive; 0: it is none. */
unsigned cm_as_width(const cm_as_set *set, const char *directive);
/* Declares what the symbol names, as the file defines it; gives its name in the test. own: each
 * thread has such an object, `x_P0`. */
const char *cm_as_declare(cm_as_code *c, const cm_as_statement *s, const char *symbol, bool own);

#endif
