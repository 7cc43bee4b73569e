/* Inside of the litmus parser.
 *
 * A file is read in this order, because each part needs the ones before:
 *     header     name, doc strings, metadata, up to `{`
 *     heads      which threads there are and their instruction sets (the initial
 *                state is stepped over and read afterwards)
 *     init       locations and registers
 *     program    cells, thread by thread, through the instruction sets
 *     condition  locations, filter, exists...
 *     code       instructions that are read as data
 *     widening   widths of locations and registers that the test left open
 *     advice     warnings: what is surely not what was meant
 */
#ifndef CM_LITMUS_TEXT_PARSE_H
#define CM_LITMUS_TEXT_PARSE_H

#include "litmus/isa/asm.h"

typedef struct cm_parse_cell {
    uint32_t from, to; /* offsets */
} cm_parse_cell;

/* A label of some thread as an initial value: resolved after the program. */
typedef struct cm_label_value {
    uint64_t *where;
    cm_place place;
    int thread_id;
    const char *label;
} cm_label_value;

/* `y @ proxy aliases x`: resolved after the initial state. */
typedef struct cm_alias {
    int location;
    const char *target; /* NULL: a proxy only */
    cm_place place;
} cm_alias;

/* `after P0`, `dependent P0` or `ssw P0` in a thread's head; `ssw 0 1` before the heads. */
typedef struct cm_begin_mention {
    cm_place place;
    uint64_t thread; /* whose head, its number */
    uint64_t of;     /* 0 of P0 */
    cm_begins how;
} cm_begin_mention;

/* A register in the condition, `filter` or `locations`. */
typedef struct cm_mention {
    cm_place place;
    int thread, reg;
    const char *written; /* its name there */
} cm_mention;

/* An array that the initial state declares, maybe after a pointer to it. */
typedef struct cm_array {
    const char *name;
    unsigned bytes; /* of an element; 0: not said */
    uint32_t count;
    const cm_definition *structure; /* or NULL */
} cm_array;

/* `flag @ data+8` */
typedef struct cm_beside {
    const char *name, *base;
    uint64_t distance;
    cm_place place;
} cm_beside;

typedef struct cm_flags {
    bool *items;
    int capacity;
} cm_flags;

typedef struct cm_parser {
    cm_work *work;
    const cm_source *source;
    const cm_source *question; /* in place of the test's condition, or NULL */
    cm_test *test;
    cm_asm as;
    cm_lexer lex;

    cm_parse_cell *cells; /* rows * thread_count; of functions: parameters, then bodies */
    int row_count, row_capacity;
    int definition_capacity;
    cm_replaced *early; /* definitions before the initial state: from and to */
    int early_count, early_capacity;

    cm_array *arrays;
    int array_count, array_capacity;
    cm_beside *beside; /* by distance */
    int beside_count, beside_capacity;
    cm_alias *aliases;
    int alias_count, alias_capacity;
    cm_begin_mention *begins;
    int begin_count, begin_capacity;
    cm_label_value *labels;
    int label_count, label_capacity;
    cm_flags locations_set;  /* to which the initial state gave a value */
    cm_flags *registers_set; /* by thread: likewise */
    cm_flags declared;       /* locations that the initial state declares or gives a value */

    cm_prop **comparisons; /* every EQUAL and DIFFERENT, for renumbering */
    int comparison_count, comparison_capacity;
    int observed_capacity, given_capacity, asked_capacity, fault_capacity;
    cm_mention *mentions;
    int mention_count, mention_capacity;
    int code_word_capacity;
    bool takes_tuples;     /* registers may be `v[0:1]`: in the initial state */
    bool reads_code;       /* the test looks at instructions as data */
    int program_locations; /* how many there are before the condition */
    bool has_question;     /* a quantifier, or `locations` */
    bool *shown;           /* by observed item */
    int shown_capacity;
} cm_parser;

void cm_parse_heads(cm_parser *p); /* leaves lex at the condition, cells found: parse_heads.c */
void cm_parse_table(cm_parser *p); /* finds the cells below the heads */
void cm_parse_init(cm_parser *p);  /* lex at `{` */
void cm_record_init_item(cm_parser *p, cm_lexer item); /* for the hash: given.c */
void cm_record_asked(cm_parser *p, int thread, const char *name, int element);
void cm_parse_program(cm_parser *p); /* the cells; lex is not used */
void cm_parse_condition(cm_parser *p);
/* Where the condition begins, or the end of the file. */
bool cm_parse_at_condition(const cm_lexer *lex);

enum { CM_SOURCE_BYTES = 8 }; /* of each access in a source language (herd/CSem.ml) */

/* Of tests of a source language: functions.c. `P0 (int* x) { ... }` in place of columns; the
 * function of a thread (index), once the initial state is known; a type of the initial state. */
void cm_parse_functions(cm_parser *p);
/* In a compound test: is a function there, not the head of a column? And makes it a test of the
 * source language whose tests may have that head. */
bool cm_parse_at_function(const cm_parser *p);
void cm_parse_turn_into_source(cm_parser *p);
/* Places of threads: `cta 0`; does the thread agree with those before? */
bool cm_parse_accept_place(cm_parser *p, cm_thread *thread);
void cm_parse_check_places(cm_parser *p, const cm_thread *thread, cm_place place);
void cm_parse_function(cm_parser *p, int thread);
void cm_parse_convert_initial(cm_parser *p);
/* Functions and macros beside the threads: definitions.c. The macros that come with the source; at
 * one of the test's, whose result type begins there? It counts as read. */
void cm_parse_macros(cm_parser *p);
bool cm_parse_definition(cm_parser *p, uint32_t from);
/* The structure that the text begins with, `struct node* n`; NULL: with none that is known. */
const cm_definition *cm_parse_structure(const cm_parser *p, const char *text);
/* Of a member (by number) that is one, or an array of them; NULL: it is not. */
const cm_definition *cm_parse_structure_of_member(const cm_parser *p, const cm_definition *of,
                                                  int member);
/* Behind `q.data`: the element of the structure `q`, which becomes the name; past its index, where
 * the member is an array. -1: no structure has that name. */
int cm_parse_member(cm_parser *p, const char **name, const char **shown, cm_place place);
/* The location is a structure. */
void cm_parse_add_array(cm_parser *p, const char *name, unsigned bytes,
                        const cm_definition *structure, uint32_t count);
/* Puts the shown items first, in herd's order, and renumbers: observed.c. */
void cm_sort_observed(cm_parser *p);
void cm_parse_code(cm_parser *p); /* code that is read as data; after all names are known */
void cm_widen(cm_parser *p);

/* Locations in the shared memory of a CTA: shared.c. */
/* At `shared` of `shared x@cta 0`? It counts as read. */
bool cm_parse_shared(cm_parser *p);
/* A word that stands before a declaration; it may itself be the name of a location. */
bool cm_parse_accept_word(cm_parser *p, const char *word);
/* At `coarse` or `fine` before a location? It counts as read. */
cm_coherence cm_parse_coherence(cm_parser *p);
/* Reads `@cta 0` or `@cta 0,gpu 1` after the name, and puts the location there. */
void cm_parse_owner(cm_parser *p, int location);
/* Is the next thing `@cpu`, `@gpu 0`, `@numa 1`, a home (home.c)? Reads it. */
bool cm_parse_at_home(const cm_parser *p);
void cm_parse_home(cm_parser *p, int location);
/* Locations in one piece of memory (beside.c). Is the next thing `flag @ data+8`? Goes past it;
 * first: the parser remembers it, since whatever names one of them makes them all. */
bool cm_parse_beside(cm_parser *p, bool first);
/* The location with which the memory begins that this one is in; NULL: it has memory of its own. */
const char *cm_parse_first_beside(const cm_parser *p, const char *name);
void cm_parse_add_beside(cm_parser *p, const char *base, cm_place place);
void cm_parse_check_beside(cm_parser *p);
/* Every access reaches what its instruction may reach, or fails; where registers decide,
 * what else it does is undefined. */
void cm_check_reach(cm_parser *p);

/* `multimem m={x,y}`, a multimem address; false: it is another item. And what is known of it when
 * aliases are resolved. multimem.c */
bool cm_parse_multimem(cm_parser *p);
void cm_settle_multimem(cm_parser *p);
void cm_advise(cm_parser *p);

static inline bool cm_flag_is_set(const cm_flags *flags, int index)
{
    return index < flags->capacity && flags->items[index];
}

/* False: it was set before. */
bool cm_flag_set_first(cm_parser *p, cm_flags *flags, int index);

/* Faults in conditions: fault.c. `fault(P0)`, `fault(P0:L0,UndefinedInstruction)`. */
typedef struct cm_fault_atom {
    const char *name;         /* as it is printed: "P0:L0" */
    int thread;               /* index */
    const char *label, *type; /* NULL: any */
} cm_fault_atom;

bool cm_parse_at_fault(const cm_parser *p);
cm_fault_atom cm_parse_fault(cm_parser *p);
bool cm_fault_matches(const cm_fault *fault, const cm_fault_atom *atom);
/* Once the condition is read: sorts what was asked, without doubles. */
void cm_sort_asked_faults(cm_parser *p);

/* Is it one of Khronos's tests? The same in the words of VULKAN (khronos.c), in the arena. */
bool cm_khronos_is(const cm_source *source);
const cm_source *cm_khronos_rewrite(cm_work *work, const cm_source *source);

/* Where the definition ends that begins there, before the initial state; 0: none does. */
uint32_t cm_early_definition(cm_work *work, const cm_source *source, uint32_t from);
/* The text with these parts behind the initial state, which begins there (typedefs.c). */
const cm_source *cm_early_rewrite(cm_work *work, const cm_source *source, uint32_t init,
                                  const cm_replaced *early, int count);

/* The text without names that it gives to types from there on (typedefs.c); itself, where it gives
 * none. In C++ a structure's name is one. `work` then knows where what was written. */
const cm_source *cm_typedefs_rewrite(cm_work *work, const cm_source *source, uint32_t from,
                                     bool is_cpp);

/* The same without variables of C++ beside the functions: they are locations, and parameters. */
const cm_source *cm_globals_rewrite(cm_work *work, const cm_source *source, uint32_t from);

/* When threads begin: begins.c. */
/* At `after P0`, `dependent P0` or `ssw P0` in the head of the thread? It counts as read. */
bool cm_parse_begin(cm_parser *p, const cm_thread *thread);
/* `{ ssw 0 1; }` before the heads, if it is there. */
void cm_parse_synced(cm_parser *p);
/* Once all heads are read. */
void cm_settle_begins(cm_parser *p);

/* As isspace() has it in the C locale. */
bool cm_parse_is_blank(char c);
/* Index of the thread with that number, or fails at the place. */
int cm_parse_thread(cm_parser *p, uint64_t id, cm_place place);
/* At `0:` or `P0:`? The name of a location may look like P0. */
bool cm_parse_at_register(const cm_parser *p);
/* At P0? */
bool cm_parse_at_thread(const cm_parser *p);
/* The number of the thread that stands there. */
uint64_t cm_parse_thread_number(const cm_parser *p);
/* Reads `0:X1`; its register (made when new), thread, width in bits; name as written. */
int cm_parse_register(cm_parser *p, int *thread, unsigned *bits, const char **written);
/* Where the register has the name of a pointer that is a parameter of the thread's function, it
 * holds the address, as in herd: functions.c. */
void cm_parse_hold_parameter(cm_parser *p, int thread, int reg);
/* Is it surely a register? Architectures with a fixed set of registers: a capital name
 * of one of them is no location (`X1=1` where `0:X1=1` was meant). */
bool cm_parse_is_register(cm_parser *p, const char *name);
/* The location of that name, made when new; fails if it is surely a register. */
int cm_parse_location(cm_parser *p, const char *name, cm_place place);
/* The same of a new name, with no regard to what is beside it. */
int cm_parse_new_location(cm_parser *p, const char *name, cm_place place);
/* Fails at `PTE(...)` and the like, and says what is not modelled. */
void cm_parse_refuse_system(cm_parser *p);
/* Reads `[3]` after the name of an array; the index. */
uint32_t cm_parse_index(cm_parser *p, const cm_location *location);
/* A type as the initial state and `locations` write it. */
typedef struct cm_value_type {
    unsigned bytes; /* 0: no type written */
    bool is_signed, is_float;
    cm_number_type number; /* of a source language, whose accesses all have the same size */
} cm_value_type;

cm_value_type cm_parse_source_type(cm_parser *p);
/* Reads `[unsigned] TYPE [*]`, if it is there. */
cm_value_type cm_parse_type_name(cm_parser *p);
/* The same before an item of the initial state: a type's name followed by anything but
 * the beginning of an item is itself a location (`int=1`). */
cm_value_type cm_parse_item_type(cm_parser *p);
/* Reads `label:"P0:L0"` or `label:"0:L0"`, if it is there. */
bool cm_parse_label_value(cm_parser *p, cm_label_value *value);
/* Reads `P1:L0` or `1:L0`, if it is there. */
bool cm_parse_label_name(cm_parser *p, cm_label_value *value);
/* The address that it means; after the program. */
uint64_t cm_resolve_label(cm_parser *p, const cm_label_value *value);
/* Reads `instr:"NOP"`, if it is there. */
bool cm_parse_instruction_value(cm_parser *p, uint64_t *value);
/* Reads a number, a location (+ offset), an instruction, as a 64-bit value. */
uint64_t cm_parse_value(cm_parser *p);
/* Reads a decimal number, inf or nan, as a float of so many bits. */
uint64_t cm_parse_float(cm_parser *p, unsigned bits);

#endif
