/* Inside of the instruction set C: source code, as the reference simulator's C tests have it.
 *
 *      P0 (atomic_int* x, int* y) {
 *        *y = 1;
 *        atomic_store_explicit(x, 1, memory_order_release);
 *      }
 *
 * A function is read into a tree (c_read.c), statement by statement, and its operations become
 * steps (c_declare.c, c_emit.c, c_variables.c, c_arithmetic.c, c_call.c, c_perform.c). Every simple
 * statement is an instruction, and so is each line with a brace, so that the function can be
 * printed and changed line by line.
 *
 * Values have 64 bits, and so have accesses: what is narrower or unsigned is extended as its type
 * says, wherever it is made or stored. With the head C an `int` may hold an address.
 *
 * Sources: herdtools7 (lib/CParser.mly, herd/CSem.ml) for what the dialect is; ISO C11 7.17 for
 * what its operations do; the Linux kernel's memory-barriers.txt and atomic_t.txt for the kernel's.
 */
#ifndef CM_LITMUS_ISA_C_C_H
#define CM_LITMUS_ISA_C_C_H

#include "litmus/isa/asm.h"
#include "litmus/isa/emit.h"
#include "litmus/number_type.h"

enum { CM_C_BYTES = 8 }; /* of every access: the dialect has no sizes */

typedef enum cm_c_kind {
    CM_C_NUMBER,
    CM_C_NAME,
    CM_C_OPERATOR, /* `+` as an argument of the kernel's operations: name */
    CM_C_DEREF,    /* *a */
    CM_C_ADDRESS,  /* &a */
    CM_C_NOT,      /* !a */
    CM_C_FLIP,     /* ~a */
    CM_C_MINUS,    /* -a */
    CM_C_CAST,     /* (int8_t) a */
    CM_C_BINARY,   /* a op b */
    CM_C_BOTH,     /* a && b */
    CM_C_EITHER,   /* a || b */
    CM_C_CHOICE,   /* a ? b : c */
    CM_C_COMMA,    /* a, b */
    CM_C_INDEX,    /* a[b] */
    CM_C_ASSIGN,   /* a = b */
    CM_C_MEMBER,   /* a.name(arguments) */
    CM_C_CALL,     /* name{words}(arguments) */
    CM_C_OBJECT,   /* cuda::atomic_ref<int, word>(a) */
    CM_C_TEXT      /* "name" */
} cm_c_kind;

typedef struct cm_c_node {
    cm_c_kind kind;
    cm_place place;
    uint64_t number;
    cm_op op;         /* BINARY */
    const char *name; /* NAME, OPERATOR, CALL; CAST: the type */
    const char *word; /* CALL: the annotation, "ONCE" of __load{ONCE}; or NULL. OBJECT: the scope */
    const struct cm_c_node *a, *b, *c;
    const struct cm_c_node *const *arguments; /* CALL */
    int argument_count;                       /* -1: it has no parentheses */
    cm_number_type type;                      /* CAST, NUMBER, OBJECT: what it says */
    bool updates;                             /* ASSIGN: `+=`, `++` */
    bool old;                                 /* ASSIGN: its value is the one before, `a++` */
} cm_c_node;

/* Expects an expression there, or an assignment; the second one also reads several, `a, b`. */
const cm_c_node *cm_c_read(cm_lexer *lex);
const cm_c_node *cm_c_read_list(cm_lexer *lex);
/* `x`, or `cuda::x` as one name. */
const char *cm_c_read_name(cm_lexer *lex);
/* Is a type there, with a name behind it? Goes past the type. */
bool cm_c_accept_type(cm_lexer *lex, cm_number_type *type);
/* Is the token that word? Unlike cm_lexer_is it tells capitals apart. */
bool cm_c_is(const cm_lexer *lex, const char *word);
/* Of `%r0`, as the reference simulator lets people write the register r0. */
bool cm_c_accept_percent(cm_lexer *lex);

/* `cuda::atomic_ref<int, cuda::thread_scope_block> f(*y);` */
typedef struct cm_c_reference {
    const char *name, *scope; /* of the object, NULL: the test's usual one */
    const cm_expr *address;
    cm_number_type type; /* of the object */
    const char *barrier; /* where a group meets that this stands for; NULL: it is an object */
} cm_c_reference;

enum { CM_C_REFERENCES = 64, CM_C_BLOCKS = 100 };

/* The type of a value or of an object as the test writes it. Unknown: text is NULL. */
typedef struct cm_c_written {
    const char *text;
    size_t length;
    int stars; /* those between its brackets do not count */
} cm_c_written;

/* A variable that was declared without a value. Blocks are named by numbers. */
typedef struct cm_c_variable {
    int reg, given;    /* given: a register that is 1 once it has a value; -1: none says so yet */
    unsigned declared; /* in that block */
    unsigned known;    /* while that block is open it has a value; 0: in none */
} cm_c_variable;

enum { CM_C_ARGUMENTS = 8, CM_C_SEEN = 30 };

/* Operands that nothing sequences, while they are evaluated: c_sequence.c */
typedef struct cm_c_operands {
    struct cm_c_operands *outer;
    const cm_c_node *nodes[CM_C_ARGUMENTS];
    int count, at;               /* which of them is evaluated */
    const cm_c_node *assignment; /* whose operands they are, or NULL; the last one is assigned to */
    int did;                     /* a register: what they have done so far; -1: no two overlap */
    struct {
        const cm_c_node *node;
        int operand;
    } seen[CM_C_SEEN]; /* objects, of bits of `did` */
    int seen_count;
} cm_c_operands;

/* A function being assembled. */
typedef struct cm_c {
    cm_asm *as;
    cm_lexer *lex;
    unsigned depth;          /* of blocks */
    int labels;              /* made so far */
    const char *again, *out; /* labels of the loop around; NULL: none is */
    bool noted_volatile;
    bool breaks, returns; /* `break` or `continue`, `return` was read in the block at hand */
    cm_c_reference *references;
    int reference_count;
    const char *barrier_label;      /* of the statement at hand, or NULL */
    unsigned blocks;                /* opened so far */
    unsigned open[CM_C_BLOCKS + 1]; /* by depth */
    cm_c_variable *variables;
    int variable_count, variable_capacity;
    struct cm_c_typed {
        int reg;
        unsigned block; /* that it is declared in */
        int number;     /* among all that are declared; 0: of a parameter or a result */
        int elements;   /* of an array: in so many registers behind; 0: it is none */
        cm_number_type type;
        cm_c_written written; /* of a pointer */
    } * typed;                /* variables whose type is known */
    size_t typed_count, typed_capacity;
    cm_c_written written;      /* of the declaration at hand */
    int declared;              /* variables so far */
    cm_lexer body;             /* of the function or macro at hand, from its beginning */
    int body_number;           /* each call has its own */
    bool jumps;                /* has it `switch` or `goto`? */
    bool switches;             /* does `break` leave a switch? */
    struct cm_c_switch *cases; /* the innermost switch; NULL: none */
    struct cm_c_guard *guards; /* that are alive: c_guards.c */
    int guard_count;
    int outside[3]; /* how many are where break, continue and return lead to */
    struct cm_c_goto {
        const char *label;
        int declared; /* before it */
    } * gotos;        /* of the body, so far */
    int goto_count, goto_capacity;
    cm_c_operands *operands;  /* the innermost */
    struct cm_c_frame *frame; /* of the function or macro that is called; NULL: the thread's */
    struct cm_c_bound *names; /* of the thread: variables that hide others */
    struct cm_c_lambda *lambdas;
} cm_c;

/* ---- values: c_emit.c --------------------------------------------------- */

/* `r = value`, or `*p = value` of a plain object. */
void cm_c_put(cm_c *c, const cm_c_node *to, const cm_expr *value, cm_number_type type);
/* The value as it is now, whatever happens to its registers. */
const cm_expr *cm_c_keep(cm_c *c, const cm_expr *value);
/* Its value; the accesses in it are steps by then. */
const cm_expr *cm_c_value(cm_c *c, const cm_c_node *node);
/* The same, and its type, which may be `double` in the second one. */
const cm_expr *cm_c_integer_value(cm_c *c, const cm_c_node *node, cm_number_type *type);
const cm_expr *cm_c_typed_value(cm_c *c, const cm_c_node *node, cm_number_type *type);
/* The same; NULL: a call that has no value. */
const cm_expr *cm_c_value_or_none(cm_c *c, const cm_c_node *node, cm_number_type *type);
/* The address of what it means, `*p`, `t[1]`, and the type of that. */
const cm_expr *cm_c_address(cm_c *c, const cm_c_node *node, cm_number_type *type);
/* The register that the name means; -1: it means a location, or nothing. */
int cm_c_register(cm_c *c, const char *name);
/* Does its effects and forgets its value. */
void cm_c_do(cm_c *c, const cm_c_node *node);
/* What comes is sequenced after what the statement has done so far, and depends on it as later
 * statements do. */
void cm_c_sequence(cm_c *c, cm_place place);
/* The same for a load, if it must wait for others: operands of one expression are not sequenced
 * (ISO C11 6.5/3), but for an address that is computed. */
void cm_c_sequence_load(cm_c *c, const cm_expr *address, cm_place place);
/* A flag where the value is 0. The thread goes on: so others that wait for it end, and the flag is
 * one of a whole execution. The models leave out races behind a failure. */
void cm_c_assert(cm_asm *as, const cm_expr *holds);
/* A label of its own. */
const char *cm_c_label(cm_c *c);
/* Is it a test of C++, not of C? */
bool cm_c_is_cpp(const cm_c *c);

/* ---- variables of functions: c_variables.c --------------------------------------- */

/* What comes is done in some executions only: a block, or a part of an expression. */
void cm_c_open(cm_c *c);
void cm_c_close(cm_c *c);
/* Is the statement within the block? */
bool cm_c_is_open(const cm_c *c, unsigned block);
/* A variable without a value; it gets one; its value is asked for. */
void cm_c_declare(cm_c *c, int reg);
/* It has that type, a variable or what a call needs; which it has. */
void cm_c_declare_type(cm_c *c, int reg, cm_number_type type, bool variable);
cm_number_type cm_c_type_of(const cm_c *c, int reg);
/* The variable's type as written, if it is a pointer's. */
void cm_c_declare_written(cm_c *c, int reg, cm_c_written written);
cm_c_written cm_c_written_of_variable(const cm_c *c, int reg);
/* It is an array of so many elements. */
void cm_c_declare_array(cm_c *c, int reg, int elements);
/* Has a block around this one a variable in that register? */
bool cm_c_hides(const cm_c *c, int reg);
/* Has the block at hand declared it? */
bool cm_c_is_declared_here(const cm_c *c, int reg);
/* Does a declaration make a variable in that register, which is none of the initial state's? */
bool cm_c_is_new(const cm_c *c, int reg);
void cm_c_give(cm_c *c, int reg, const cm_expr *value, cm_number_type type);
/* Fails where pointers to these objects would find other bytes in them. */
void cm_c_need_elements(cm_c *c, cm_place place, cm_number_type from, cm_number_type to);
/* The value as one of another type (ISO C11 6.3.1). */
const cm_expr *cm_c_convert(cm_c *c, const cm_expr *value, cm_number_type from, cm_number_type to);
void cm_c_ask(cm_c *c, int reg);
/* The type in which an operator computes, by those of its operands (ISO C11 6.3.1.8). */
cm_number_type cm_c_common_type(cm_number_type a, cm_number_type b);
extern const cm_number_type cm_c_integer; /* int */
extern const cm_number_type cm_c_double, cm_c_float;
extern const cm_number_type cm_c_unknown; /* it says nothing */

/* How many elements the array in that register has; 0: it is none. */
int cm_c_elements_of(const cm_c *c, int reg);
/* A variable, or an element of an array of the function. Nothing points to such arrays, so that
 * their elements are variables. */
typedef struct cm_c_element {
    int first, count;     /* registers */
    const cm_expr *index; /* NULL: the first one */
    cm_place place;
} cm_c_element;
bool cm_c_is_variable(cm_c *c, const cm_c_node *node);
/* Fails where the block of the variable that has the name has ended. */
void cm_c_need_declared(cm_c *c, const cm_c_node *named, int reg);
cm_c_element cm_c_element_of(cm_c *c, const cm_c_node *node);
const cm_expr *cm_c_value_in(cm_c *c, const cm_c_element *e);
void cm_c_give_element(cm_c *c, const cm_c_element *e, const cm_expr *value, cm_number_type type);

/* ---- arithmetic: c_arithmetic.c ----------------------------------------------- */

/* In 64 bits; nothing is said about where C leaves it undefined. */
const cm_expr *cm_c_compute(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b);
const cm_expr *cm_c_is_zero(cm_c *c, const cm_expr *value);
/* Here the behaviour is undefined if the value is not 0. */
void cm_c_undefined_where(cm_c *c, const cm_expr *value);
/* The value of a binary operator, and its type. */
/* Notes in the thread that it computes an integer of that type so, if that has 64 bits. */
void cm_c_note_width(cm_c *c, cm_op op, cm_number_type type);
const cm_expr *cm_c_combine(cm_c *c, cm_op op, const cm_expr *a, const cm_expr *b,
                            cm_number_type of_a, cm_number_type of_b, cm_number_type *type);
/* `-a`, `~a`, in that type. */
const cm_expr *cm_c_unary(cm_c *c, cm_op op, const cm_expr *a, cm_number_type type);
/* Elements of memory are as far apart as accesses are wide (ISO C11 6.5.6/8). `of` is the type of
 * one. */
const cm_expr *cm_c_scaled(cm_c *c, const cm_expr *count, cm_number_type of);

/* ---- what is not sequenced: c_sequence.c -------------------------------------- */

/* Of an operation that is sequenced after what its statement has done: the language may leave that
 * open. */
void cm_c_refuse_unsequenced(cm_c *c, cm_place place);
/* Nothing sequences these operands, from here to cm_c_end_operands. */
void cm_c_begin_operands(cm_c *c, cm_c_operands *o, const cm_c_node *assignment);
void cm_c_end_operands(cm_c *c);
/* Here that object is read or, with an assignment, changed. */
void cm_c_touch(cm_c *c, const cm_c_node *object, const cm_c_node *by);
/* Does the expression use that object? */
bool cm_c_touches(const cm_c_node *in, const cm_c_node *object);
/* Does it access memory, call or assign? */
bool cm_c_does_something(const cm_c_node *node);
/* Does a change an object that b touches? Does one of them change what another one touches? */
bool cm_c_disturbs(cm_c *c, const cm_c_node *a, const cm_c_node *b);
bool cm_c_overlap(cm_c *c, const cm_c_node *const *operands, int count);

/* ---- operations: c_call.c ----------------------------------------------- */

/* The value of the call of an operation, and its type; NULL: it has none. False: no operation has
 * that name. */
bool cm_c_operate(cm_c *c, const cm_c_node *call, const cm_expr **value, cm_number_type *type);
/* Of messages: the name of the operation that was perhaps meant, or "". */
const char *cm_c_hint(cm_c *c, const char *name);
void cm_c_each_spelling(cm_spelling_visit *visit, void *context);
/* The word for a scope, and its set, in the order of a table; NULL: no more. And what may stand
 * before the name of an operation of C11, in place of `atomic_`. */
const char *cm_c_scope_at(size_t index, const char **set);
const char *cm_c_prefix_at(size_t index);
void cm_c_each_operation(cm_mnemonic_visit *visit, void *context);

extern const char *const cm_c_plain[]; /* tags of accesses that are not atomic */

/* ---- scopes: c_scope.c ------------------------------------------------------- */

/* The tag of accesses and fences that have this scope, in any spelling. NULL: the word is not the
 * name of a scope. */
const char *cm_c_scope(const char *word);
/* What it reaches, as a set of bits: a wider scope has those of a narrower one. 0: it is none. */
unsigned cm_c_scope_bits(const char *word);
/* Scopes that may stand in the place of that word, itself among them, in the same spelling: the one
 * behind `last`, the first for NULL. NULL: no more. */
const char *cm_c_scope_like(const char *word, const char *last);
/* Of a name at the beginning of the text; 0: there is none. */
size_t cm_c_word_length(const char *text);
/* The order in C11's words; itself if it is in none of the other spellings. */
const char *cm_c_order(cm_arena *arena, const char *word);
/* C11's name of an operation that is spelt in another way, in tests whose threads have places;
 * itself if it is not. */
const char *cm_c_spelling(cm_arena *arena, const char *name);
/* The object of a member's call, `f` of `f.load()`: its address and scope. */
cm_c_reference cm_c_object(cm_c *c, const cm_c_node *node);
/* Is it an atomic object of C++: `*y` of a parameter or variable of an atomic type, `y` of a
 * reference? */
bool cm_c_is_object(cm_c *c, const cm_c_node *node);
cm_c_written cm_c_written_in(const char *text, size_t length);
/* Of the value that the node has. */
cm_c_written cm_c_written_of(cm_c *c, const cm_c_node *node);
/* Does it say that what the pointers lead to is atomic? */
bool cm_c_says_atomic(cm_c *c, cm_c_written w);
/* Does that type say the same of an object as that of this parameter of the thread, but for which
 * numbers it holds? NULL: of a plain value. */
bool cm_c_is_declared_alike(cm_c *c, const char *name, const char *type);
/* By bits: is the parameter itself volatile, is what it points to, and so on? (cm_number_type) */
uint8_t cm_c_volatiles(cm_c *c, const char *name);
/* Has the function a parameter of that name? */
bool cm_c_is_parameter(cm_c *c, const char *name);
/* Is that parameter of the function a reference, `int& y`? */
bool cm_c_is_reference(cm_c *c, const char *name);
/* A member of a structure, `p->next` or `n.next`. */
typedef struct cm_c_member {
    const char *type; /* as written */
    uint32_t place;   /* in elements of memory */
    bool is_array;
} cm_c_member;

/* Is it one, and not the call of an operation? */
static inline bool cm_c_is_member(const cm_c_node *node)
{
    return node->kind == CM_C_MEMBER && node->argument_count < 0;
}
/* How far apart elements of that type lie. */
uint64_t cm_c_size(cm_c *c, cm_number_type type);
/* Of a structure, not of a pointer to one; NULL: the type is another one. */
const cm_definition *cm_c_definition_of(cm_c *c, cm_number_type type);
/* Which one it is, by its name. */
cm_c_member cm_c_member_of(cm_c *c, const cm_c_node *node);
/* Is the object a barrier of CUDA: `cuda::barrier<cuda::thread_scope_block>* b`? */
bool cm_c_is_barrier(cm_c *c, const cm_c_node *node);
/* `mtx_t* m`, `std::mutex& m` */
bool cm_c_is_mutex(cm_c *c, const cm_c_node *node);
/* The operation that is the `sync` of a group, `cooperative_groups::this_thread_block()`, or of
 * what `auto` has made of it; or NULL. */
const char *cm_c_barrier_of_group(cm_c *c, const cm_c_node *node);
/* At `cg::thread_block g`? Goes past the type. */
bool cm_c_accept_group(cm_lexer *lex);
/* `atomic_ref`, behind a namespace or not? */
bool cm_c_names_reference(const char *name);
/* Goes past `<int, cuda::thread_scope_block>`, if that is there; the scope's name. */
const char *cm_c_accept_scope(cm_lexer *lex, cm_number_type *type);
/* `auto f = cuda::atomic_ref<int>(*y)` */
void cm_c_refer(cm_c *c, const char *name, const cm_c_node *object);
/* At `cuda::atomic_ref<int> f(*y)`? Reads it. */
bool cm_c_accept_reference(cm_c *c);

/* ---- instructions of a target: c_assembly.c -------------------------------------- */

/* At `asm`? Reads it. */
bool cm_c_accept_assembly(cm_c *c);

/* ---- mutexes: c_guards.c ----------------------------------------------------------- */

/* The register that is 1 while the thread has the mutex at that address; -1: that is computed. */
int cm_c_held(cm_c *c, const cm_expr *mutex);
/* Has the block there such an object? Then its braces are printed. */
bool cm_c_has_guard(cm_lexer lex);
/* At `std::lock_guard<std::mutex> g(m)`? Reads it. */
bool cm_c_accept_guard(cm_c *c);
/* The mutex that the object of that name holds, or NULL. */
const cm_c_node *cm_c_guarded(const cm_c *c, const cm_c_node *node);
/* A jump leads to where the first so many are alive: the others unlock. */
void cm_c_leave_guards(cm_c *c, int outside);
/* The same where their block ends. */
void cm_c_end_guards(cm_c *c, int outside);

/* ---- strength: c_strength.c ----------------------------------------------------- */

void cm_c_forms(cm_strengths *forms, const char *text);
/* Fences in the words of tests with that head. */
void cm_c_new_fences(cm_strengths *forms, const cm_source_head *head);

/* ---- rows: c_operations.c, c_write.c -------------------------------------------- */

/* The sign of the operator that has that name in rows: "+" of "add", "" of "mov"; or NULL. Are its
 * operands numbers without a sign? */
const char *cm_c_sign(const char *operation, bool *is_unsigned);
cm_thread cm_c_operations(cm_arena *arena, const cm_test *test, int thread, const char **refused);
extern const cm_isa_writer cm_c_writer;

/* ---- macros: c_macros.c -------------------------------------------------------- */

/* Fails where C, for which a macro is a text, makes another tree of that use of one. The text
 * around it begins at `from`. */
void cm_c_check_macro(cm_c *c, const cm_c_node *use, const cm_definition *of, uint32_t from);

/* ---- the description: description.c ---- */

extern const cm_isa_table cm_isa_table_c; /* made from c.isa */
extern const cm_isa_family cm_c_family;   /* of all whose events are those of C */

/* ---- functions and macros of the test: c_functions.c ------------------------- */

/* Expects an expression, with what its names mean in the function at hand. */
const cm_c_node *cm_c_expression(cm_c *c, cm_lexer *lex);
/* What the names of one mean now. */
const cm_c_node *cm_c_meant(cm_c *c, const cm_c_node *node);
/* The register of a variable that is declared there: its own where it hides another one, or a
 * parameter, and of an array. */
const char *cm_c_variable_name(cm_c *c, const char *name, bool array);
/* Is it the call of one of them? Does it; its value, or NULL. */
bool cm_c_call(cm_c *c, const cm_c_node *call, const cm_expr **value, cm_number_type *type);
/* Is it a constant of the test? Its value. */
bool cm_c_is_constant(cm_c *c, const char *name);
bool cm_c_constant(cm_c *c, const cm_c_node *node, const cm_expr **value, cm_number_type *type);
/* At `[&](int v) { ... }`, behind `auto f =`? Reads it: calls of the name do what it does. */
bool cm_c_accept_lambda(cm_c *c, const char *name);
/* Behind `return`: the label that it leads to; NULL: the end of the thread. */
const char *cm_c_leave(cm_c *c);
/* What a constant of the test stands for, as an expression; or the node itself. */
const cm_c_node *cm_c_stands_for(cm_c *c, const cm_c_node *node);
/* Is it the name of an order or of a scope? */
bool cm_c_is_word(cm_c *c, const cm_c_node *node);
/* Does the function that is called touch nothing but its own variables? */
bool cm_c_only_computes(cm_c *c, const cm_c_node *call);
/* From here on, in the block at hand, the name means that. */
void cm_c_let(cm_c *c, const char *name, const cm_c_node *means);
/* Does the expression call a function of the test? */
bool cm_c_calls_function(cm_c *c, const cm_c_node *node);
/* ---- declarations: c_declare.c ------------------------------------------------------- */

/* `r0`, or `r1 = 1`: its name, which is a register's then. */
const char *cm_c_declarator(cm_c *c, cm_number_type type);
/* What the name of a reference to the object, which is not atomic, means: a variable, or `*p` of
 * its own pointer. */
const cm_c_node *cm_c_alias(cm_c *c, const char *name, const cm_c_node *object);
/* Registers for an array of so many elements, from that of the first one on, which it gives; of 0:
 * for a variable. */
int cm_c_new_elements(cm_c *c, const char *own, cm_number_type type, int size, bool valued);
/* `r0, r1 = 1`, behind their type. */
void cm_c_declaration(cm_c *c, cm_number_type type);

/* ---- structures that are variables: c_structures.c ------------------------------------ */

/* Which the variable is; NULL: the node is none. */
const cm_definition *cm_c_structure_of(cm_c *c, const cm_c_node *node);
/* The variable that such a member is, or the node itself. */
const cm_c_node *cm_c_variable_of_member(cm_c *c, const cm_c_node *member);
/* Registers for one. */
void cm_c_new_structure(cm_c *c, const char *own, cm_number_type type, bool valued);
/* `*to = from`, either in memory or not. */
void cm_c_copy_structure(cm_c *c, const cm_definition *d, const cm_c_node *to,
                         const cm_c_node *from);
/* `s = {1, 2}`, behind the name. */
void cm_c_read_structure(cm_c *c, const char *name, cm_number_type type, cm_place place);

/* One statement, or a block; opens an instruction, printed as that text: c.c. */
void cm_c_statement(cm_c *c);
void cm_c_block(cm_c *c);
void cm_c_line(cm_c *c, const char *text, cm_place place);

/* ---- switch, goto: c_jumps.c --------------------------------------------------------- */

/* A function or a macro begins: which jumps has it? */
void cm_c_begin_body(cm_c *c, cm_lexer body);
/* Behind `switch (e)`: the value, and the place of that. */
void cm_c_switch(cm_c *c, const cm_c_node *of, cm_place place);
/* Behind `goto`. */
void cm_c_goto(cm_c *c, cm_place start);
/* At `case 1:`, or at `again:`, to which a goto leads? Goes past it. */
bool cm_c_accept_case(cm_c *c);
bool cm_c_accept_label(cm_c *c);

/* ---- functions: c.c ---------------------------------------------------------- */

void cm_c_function(cm_asm *as, cm_lexer *lex);
const char *cm_c_register_name(cm_arena *arena, const char *name, unsigned *bits);

#endif
