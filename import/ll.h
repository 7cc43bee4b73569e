/* Programs in LLVM IR, as clang and rustc write them before they optimise.
 *
 *      prog.ll ─▶ ll_lexer.c, ll_type.c, ll_value.c, ll_instruction.c, ll_read.c: types, objects,
 *                              functions as blocks
 *              ─▶ ll_graph.c: of a function its loops, and which values are still needed where
 *              ─▶ ll_follow.c: a function as one thread runs it: what is known is computed, calls
 *                              are replaced by bodies, loops with a known count are unrolled
 *              ─▶ ll_step.c, ll_call.c: what one instruction, one call does
 *              ─▶ ll_import.c: threads that the program creates, its objects, lines of the source
 *              ─▶ ll_words.c: the words by which threads know that others begin or have ended
 *              ─▶ rows of a test in LLVM_IR, judged by the models of C
 *
 * Objects on the stack whose address goes nowhere are registers. No access to any other memory, and
 * no fence, is added, left out or changed.
 */
#ifndef CM_IMPORT_LL_H
#define CM_IMPORT_LL_H

#include "import/import.h"

/* ---- types: ll_type.c --------------------------------------------------------------- */

typedef enum cm_ll_kind {
    CM_LL_VOID,
    CM_LL_INTEGER,
    CM_LL_POINTER,
    CM_LL_ARRAY,
    CM_LL_STRUCT,
    CM_LL_OTHER /* floating point, vectors, labels, ...: only its name is known */
} cm_ll_kind;

typedef struct cm_ll_type {
    cm_ll_kind kind;
    unsigned bits;                           /* INTEGER */
    uint64_t count;                          /* ARRAY */
    const struct cm_ll_type *const *members; /* ARRAY: its element; STRUCT */
    int member_count;
    bool packed, opaque;
    const char *name; /* of a structure with one, and OTHER */
} cm_ll_type;

/* In bytes, as the ABI of 64-bit machines has it; 0: it has no size. */
uint64_t cm_ll_size(const cm_ll_type *type);
uint64_t cm_ll_offset(const cm_ll_type *type, uint64_t index);
/* Calls visit for each integer and pointer in it, with its offset; false: something else is in
 * it. */
typedef void cm_ll_visit(void *context, const cm_ll_type *scalar, uint64_t offset);
bool cm_ll_each_scalar(const cm_ll_type *type, uint64_t offset, cm_ll_visit *visit, void *context);

/* ---- the text as data --------------------------------------------------------------- */

typedef enum cm_ll_value_kind {
    CM_LL_NUMBER,
    CM_LL_LOCAL,
    CM_LL_SYMBOL,    /* an object or function, and bytes added to its address */
    CM_LL_UNDEFINED, /* undef, poison */
    CM_LL_AGGREGATE, /* of a constant */
    CM_LL_STRANGE    /* a constant that is not read: refused where it is used */
} cm_ll_value_kind;

typedef struct cm_ll_value {
    cm_ll_value_kind kind;
    const cm_ll_type *type;
    uint64_t number;  /* NUMBER; SYMBOL: bytes */
    int local;        /* of the function */
    const char *name; /* SYMBOL; STRANGE: its first word */
    const struct cm_ll_value *items;
    int item_count;
    cm_place place;
} cm_ll_value;

typedef enum cm_ll_opcode {
    CM_LL_ALLOCA,
    CM_LL_LOAD,
    CM_LL_STORE,
    CM_LL_RMW,
    CM_LL_CMPXCHG,
    CM_LL_FENCE,
    CM_LL_GEP,
    CM_LL_BINARY,
    CM_LL_ICMP,
    CM_LL_CAST,
    CM_LL_SELECT,
    CM_LL_PHI,
    CM_LL_BR,
    CM_LL_SWITCH,
    CM_LL_RET,
    CM_LL_UNREACHABLE,
    CM_LL_CALL,
    CM_LL_EXTRACT,
    CM_LL_INSERT,
    CM_LL_FREEZE,
    CM_LL_REFUSED
} cm_ll_opcode;

typedef struct cm_ll_instruction {
    cm_ll_opcode op;
    const char *word;       /* as written: "add", "atomicrmw"; of ICMP its condition, of RMW its
                             * operation, of a CALL of assembly its text */
    int result;             /* a local, or -1 */
    const cm_ll_type *type; /* of the result; ALLOCA, GEP: of the object; STORE: of the value */
    cm_ll_value *operands;  /* CALL: the callee first */
    int *blocks;            /* by operand: of PHI where it comes from; of BR and SWITCH where it
                             * goes, the first without a value of its own (SWITCH: the default) */
    int operand_count, operand_capacity;
    int block_count, block_capacity;
    const char *order, *failure; /* NULL: not atomic */
    bool weak, alone;            /* alone: syncscope("singlethread") */
    bool in_memory;              /* ALLOCA: its address goes where the import cannot follow */
    int cells;                   /* ALLOCA: its first slot in the frame, or -1 */
    unsigned line;               /* metadata: its DILocation; 0: none */
    cm_place place;
} cm_ll_instruction;

typedef struct cm_ll_block {
    const char *name;
    int from, to; /* instructions */
} cm_ll_block;

/* A parameter that is a structure of more than two words. */
typedef struct cm_ll_by_value {
    const cm_ll_type *type; /* NULL: it is none */
    const cm_ll_type *pointer;
    const char *name; /* of the function's own copy */
} cm_ll_by_value;

typedef struct cm_ll_function {
    const char *name;
    cm_place place;
    int parameter_count;      /* the first locals */
    cm_ll_by_value *by_value; /* by parameter */
    int by_value_capacity;
    bool variadic;
    const char **locals;
    int local_count, local_capacity;
    cm_ll_block *blocks;
    int block_count, block_capacity;
    cm_ll_instruction *instructions;
    int instruction_count, instruction_capacity;
    struct cm_ll_graph *graph; /* once it is followed */
    bool in_memory;            /* its address may be in a register or in memory */
} cm_ll_function;

/* A number or pointer in a global variable: ll_known.c. */
typedef struct cm_ll_global_part {
    int user, writer; /* threads: that access it; that write it when there are others */
    int mistakes;     /* how often it was taken for a known variable, and was none */
    bool is_shared;   /* other threads may reach it, as this pass shows */
    int slot;         /* where its value is known to be; -1: it is not */
    int early;        /* where it is as long as there is one thread; -1: it is not */
} cm_ll_global_part;

/* What malloc gave, the same in each pass: it may have known variables, too (ll_known.c). */
typedef struct cm_ll_heap {
    int thread, number; /* the thread's object of that number */
    uint64_t bytes;
    uint8_t *widths;          /* by byte: of accesses that begin there; 0: none does */
    cm_ll_global_part *parts; /* likewise */
    bool freed;               /* in this pass, by what was followed so far */
} cm_ll_heap;

typedef struct cm_ll_global {
    const char *name;
    const cm_ll_type *type;
    cm_ll_value init;
    bool has_init, is_thread_local;
    const char *refused; /* "alias"; or NULL */
    cm_place place;
    cm_ll_global_part *parts; /* by cell; NULL: it has none */
    int part_count;
} cm_ll_global;

/* Metadata of lines. */
typedef struct cm_ll_note {
    unsigned number, line, column, scope, file;
    const char *filename;
} cm_ll_note;

typedef struct cm_ll_module {
    cm_work *work;
    const cm_source *source;
    cm_ll_type **types; /* structures with names */
    int type_count, type_capacity;
    cm_ll_global *globals;
    int global_count, global_capacity;
    cm_ll_function *functions;
    int function_count, function_capacity;
    cm_ll_note *notes;
    int note_count, note_capacity;
} cm_ll_module;

/* Fails (cm_fail) at what is no LLVM IR, or of an older LLVM. */
cm_ll_module *cm_ll_read(cm_work *work, const cm_source *source);
cm_ll_function *cm_ll_find_function(const cm_ll_module *module, const char *name);
cm_ll_global *cm_ll_find_global(const cm_ll_module *module, const char *name);
/* The note of that number as a place in a file; NULL: it is none. */
const cm_ll_note *cm_ll_location(const cm_ll_module *module, unsigned number, const char **name);

/* ---- tokens: ll_lexer.c ------------------------------------------------------------- */

typedef enum cm_ll_token_kind {
    CM_LL_END,
    CM_LL_LINE, /* the end of a line */
    CM_LL_WORD, /* add, i32, -1, 0x3F, 1.5e3 */
    CM_LL_PERCENT,
    CM_LL_AT,
    CM_LL_META, /* !dbg, !7, ! */
    CM_LL_STRING,
    CM_LL_CHARACTERS, /* c"..." */
    CM_LL_SIGN
} cm_ll_token_kind;

typedef struct cm_ll_token {
    cm_ll_token_kind kind;
    const char *text; /* without %, @, ! or quotes; in the arena */
    cm_place place;
} cm_ll_token;

typedef struct cm_ll_reader {
    cm_work *work;
    const cm_source *source;
    size_t next;
    cm_ll_token token;
    cm_ll_module *module;
    cm_ll_function *function;
    unsigned depth;
} cm_ll_reader;

void cm_ll_advance(cm_ll_reader *r);
bool cm_ll_is(const cm_ll_reader *r, const char *text); /* a word or sign */
bool cm_ll_accept(cm_ll_reader *r, const char *text);
void cm_ll_expect(cm_ll_reader *r, const char *text);
/* One of these words, with spaces between them. */
bool cm_ll_accept_word(cm_ll_reader *r, const char *words, const char **out);
void cm_ll_skip_line(cm_ll_reader *r);
/* At `(`: goes past what closes it. */
void cm_ll_skip_group(cm_ll_reader *r);
_Noreturn void cm_ll_fail_here(const cm_ll_reader *r, const char *expected);
uint64_t cm_ll_take_number(cm_ll_reader *r, const char *what);

const cm_ll_type *cm_ll_read_type(cm_ll_reader *r);
/* Of `%name = type ...`, made if there is none yet. */
cm_ll_type *cm_ll_named_type(cm_ll_reader *r, const char *name);
/* The body of a structure's type, into it. */
void cm_ll_read_struct(cm_ll_reader *r, cm_ll_type *type);

/* ---- ll_value.c, ll_instruction.c --------------------------------------------------- */

void cm_ll_skip_flags(cm_ll_reader *r);
/* Attributes of a parameter or of what is returned, up to a value. */
/* The type of `byval(T)`; NULL: there is none. */
const cm_ll_type *cm_ll_skip_attributes(cm_ll_reader *r);
/* Linkage and the like. */
void cm_ll_skip_before_type(cm_ll_reader *r);
/* Of the function that is read; made if there is none yet. */
int cm_ll_local_of(cm_ll_reader *r, const char *name);
cm_ll_value cm_ll_read_value(cm_ll_reader *r, const cm_ll_type *type);
cm_ll_value cm_ll_read_typed(cm_ll_reader *r);
/* The part of a constant that has the byte at that offset: the first one of at most so many bytes,
 * from the outside in, or one that has no parts. */
const cm_ll_value *cm_ll_part(const cm_ll_value *v, uint64_t offset, uint64_t bytes);
/* Adds it to the function's last block. */
void cm_ll_read_instruction(cm_ll_reader *r);

/* ---- ll_graph.c --------------------------------------------------------------------- */

typedef struct cm_ll_loop {
    int head;  /* block */
    bool *has; /* by block */
} cm_ll_loop;

typedef struct cm_ll_graph {
    int *order; /* blocks that can be reached, each behind those that lead forward to it */
    int order_count;
    cm_ll_loop *loops;
    int loop_count, loop_capacity;
    int *loop_at;    /* by block: the loop that it is the head of, or -1 */
    int slots;       /* locals, then the cells of objects on the stack */
    uint64_t **live; /* by block: slots that are needed where it begins; a bit each */
} cm_ll_graph;

enum { CM_LL_HEADER = 8 };      /* bytes of an object that begins and ends */
enum { CM_LL_MOST_CELLS = 64 }; /* of one object: a larger one is memory */

/* A call that only says where an object's life begins or ends. */
bool cm_ll_is_idle(const cm_ll_instruction *i);
/* Does the instruction load a variable of the function that is in cells? */
bool cm_ll_loads_own(const cm_ll_function *f, const cm_ll_instruction *i);
/* The block behind the test of `while (v) v = load();`, where the test reads no memory; -1: there
 * is none. A loop followed from there on tests v at its end, so no value goes from one round to the
 * next. */
int cm_ll_behind_test(const cm_ll_function *f, const cm_ll_loop *loop);
/* Fails where the function cannot be followed. Makes it once. */
const cm_ll_graph *cm_ll_graph_of(const cm_ll_module *module, cm_ll_function *f);
/* The cell of an object on the stack, by its place; -1: there is none of just these bytes. */
int cm_ll_cell(const cm_ll_type *type, uint64_t offset, uint64_t bytes);
int cm_ll_cell_count(const cm_ll_type *type); /* -1: not all of it are cells */
static inline bool cm_ll_live(const uint64_t *live, int slot)
{
    return live[slot / 64] >> (slot % 64) & 1;
}

/* ---- ll_follow.c -------------------------------------------------------------------- */

typedef struct cm_ll_object {
    const char *name;       /* the test's location */
    const cm_ll_type *type; /* NULL: of the heap */
    uint64_t size;
    cm_ll_global *global;
    cm_ll_heap *heap;        /* or NULL */
    int owner;               /* of a variable of a thread's own: the thread */
    cm_ll_instruction *site; /* on the stack, of cells: where; else NULL */
    int cells;               /* its first slot */
    unsigned widest;         /* access, in bytes, at a known place; 0: none */
    unsigned header; /* bytes before what the program has: rows say there that it begins and ends */
    bool hidden;
    bool dead;                   /* on the stack, of a function that has returned */
    const cm_ll_global *table;   /* of virtual functions, where std::thread has one; or NULL */
    struct cm_ll_function *code; /* then: what is stored at `code_at`, if it is one function; */
    uint64_t code_at;            /* 0: nothing is */
} cm_ll_object;

/* What is known of a value. */
typedef enum cm_ll_known_kind {
    CM_LL_NOTHING, /* it was not set */
    CM_LL_KNOWN,   /* a number */
    CM_LL_ADDRESS,
    CM_LL_CODE,
    CM_LL_REGISTER,
    CM_LL_PARTS
} cm_ll_known_kind;

typedef struct cm_ll_known {
    cm_ll_known_kind kind;
    uint64_t
        number; /* ADDRESS: bytes from the object's start; REGISTER: which one; PARTS: how many */
    cm_ll_object *object;
    cm_ll_function *function;
    bool truth; /* REGISTER: it is 0 or 1 */
    const struct cm_ll_known *parts;
} cm_ll_known;

typedef struct cm_ll_row {
    enum { CM_LL_ROW, CM_LL_ROW_LABEL, CM_LL_ROW_JUMP, CM_LL_ROW_BRANCH } kind;
    const char *text; /* BRANCH: what decides */
    int label;
    bool creates;               /* a thread */
    bool several;               /* threads may run by now */
    const char *tells, *awaits; /* a word of a thread (ll_words.c) that it stores; that it is one of
                                   the rows of a loop that waits for */
    const char *takes, *gives; /* the word of a lock that it takes if that is free, or gives back */
    cm_place place;
} cm_ll_row;

typedef struct cm_ll_piece {
    cm_ll_row *rows;
    int count, capacity;
    struct cm_ll_piece *next;
} cm_ll_piece;

/* What a compare-exchange that has succeeded says: what it read is what it expected. */
typedef struct cm_ll_success {
    cm_ll_known read, expected; /* read.kind NOTHING: none is known to have succeeded */
} cm_ll_success;

typedef struct cm_ll_state {
    cm_ll_known *slots;
    int count;
    cm_ll_success success; /* of the last one of the way */
} cm_ll_state;

/* Who waits for an atomic to change. */
typedef struct cm_ll_waiter {
    const char *word;
    int thread;
} cm_ll_waiter;

/* What a thread says to those who join it. */
enum { CM_LL_ENDED = 1, CM_LL_STOPPED, CM_LL_BEGUN = 1, CM_LL_MISSING };

/* A thread that is being followed. */
typedef struct cm_ll_thread {
    struct cm_ll_program *program;
    cm_work *work;
    int id;
    cm_ll_piece *first, *last;
    cm_ll_piece *piece; /* where rows go */
    cm_ll_state state;
    cm_ll_known succeeds;     /* whether the last compare-exchange does, */
    cm_ll_success if_success; /* and what holds then */
    struct cm_ll_frame *frame;
    int registers, labels, objects; /* made so far */
    int undecided;                  /* loops around whose rounds memory decides */
    unsigned done;                  /* rows and blocks followed */
    bool ends;                      /* nothing follows what was followed last */
    bool is_created;                /* by another one */
    int end;                        /* label where the thread ends, and says so */
    int stuck;                      /* label where it stops for ever by an assumption; 0: none */
} cm_ll_thread;

typedef struct cm_ll_frame {
    struct cm_ll_frame *outer;
    cm_ll_function *function;
    int base;                  /* its first slot */
    cm_ll_object **objects;    /* on the stack, by instruction */
    struct cm_ll_round *round; /* of the innermost loop that is tried round by round */
} cm_ll_frame;

/* Follows the function to its end, where `result` is what it returns. False: it never returns. */
bool cm_ll_follow(cm_ll_thread *t, cm_ll_function *f, const cm_ll_known *arguments,
                  int argument_count, const cm_ll_instruction *from, cm_ll_known *result);
/* The same for whichever function it is whose address is in the register. */
bool cm_ll_follow_any(cm_ll_thread *t, cm_ll_known address, const cm_ll_known *arguments,
                      int argument_count, const cm_ll_instruction *from, cm_ll_known *result);

/* Follows one more way, where the function is called and the row stands behind it; the label is put
 * where it begins, and the way that was followed so far is joined with it. */
void cm_ll_follow_also(cm_ll_thread *t, cm_ll_known function, const cm_ll_instruction *from,
                       int label, const char *after);

/* ---- ll_rows.c ---------------------------------------------------------------------- */

/* The rows, in order, without jumps to what comes next. Fails where some runs pass over a row that
 * creates a thread. */
cm_ll_piece cm_ll_flatten(cm_ll_thread *t);

/* ---- ll_idle.c ---------------------------------------------------------------------- */

/* Drops rows that change nothing. at: rows, by label. False: there was none. */
bool cm_ll_drop_idle(cm_ll_thread *t, cm_ll_piece *all, const int *at);

/* ---- rows: ll_step.c ---------------------------------------------------------------- */

void cm_ll_emit(cm_ll_thread *t, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Ends the thread there: a jump to where it tells those who wait for its end. */
void cm_ll_end(cm_ll_thread *t, cm_place place);
/* A branch to where the thread has stopped for ever, if the value of this text is not 0. */
void cm_ll_stop_if(cm_ll_thread *t, const char *text, cm_place place);
/* One more row or block was followed: fails where there are too many. */
void cm_ll_count(cm_ll_thread *t, cm_place place);
void cm_ll_add(cm_ll_thread *t, cm_ll_piece *piece, cm_ll_row row);
void cm_ll_label(cm_ll_thread *t, int label, cm_place place);
/* A branch to the label if the value of this text is not 0. */
void cm_ll_branch(cm_ll_thread *t, const char *text, int label, cm_place place);
cm_ll_known cm_ll_number(uint64_t number);
cm_ll_known cm_ll_new_register(cm_ll_thread *t);
bool cm_ll_same(cm_ll_known a, cm_ll_known b);
/* A row says that the object at the address begins or ends: "malloc", "free" (ir.isa). */
void cm_ll_life(cm_ll_thread *t, const char *what, cm_ll_known address, cm_place place);
/* Rows say that the frame's objects on the stack end. */
void cm_ll_end_objects(cm_ll_thread *t, const cm_ll_frame *frame, cm_place place);
/* Notes that other threads may reach the variable at the address, if there is one. */
void cm_ll_share(cm_ll_known v);
/* A function's address, as a number: no location has one so large. */
uint64_t cm_ll_code(struct cm_ll_program *p, cm_ll_function *f);
/* The value as an operand of a row. An object on the stack whose address it is becomes memory. */
const char *cm_ll_text(cm_ll_thread *t, cm_ll_known value, cm_place place);
/* `[x+4]` */
const char *cm_ll_address_text(cm_ll_thread *t, cm_ll_known address, unsigned bytes,
                               cm_place place);
cm_ll_known cm_ll_operand(cm_ll_thread *t, const cm_ll_value *value);
void cm_ll_set(cm_ll_thread *t, int local, cm_ll_known value);
/* What an instruction that is neither a call nor a branch does. */
void cm_ll_step(cm_ll_thread *t, cm_ll_instruction *i);
/* Is an access there outside of every object whatever happens? Then a row says so, and the thread
 * ends. */
bool cm_ll_outside(cm_ll_thread *t, cm_ll_known address, unsigned bytes, cm_place place);
void cm_ll_store(cm_ll_thread *t, const cm_ll_type *type, cm_ll_known address, cm_ll_known value,
                 cm_place place);
cm_ll_known cm_ll_load(cm_ll_thread *t, const cm_ll_type *type, cm_ll_known address,
                       cm_place place);
/* The address a, b bytes on. */
cm_ll_known cm_ll_plus(cm_ll_thread *t, cm_ll_known a, cm_ll_known b, cm_place place);

/* ---- ll_copy.c ---------------------------------------------------------------------- */

/* All is read before anything is written. */
void cm_ll_copy(cm_ll_thread *t, cm_ll_known to, cm_ll_known from, uint64_t bytes, cm_place place);
void cm_ll_fill(cm_ll_thread *t, cm_ll_known to, uint64_t byte, uint64_t bytes, cm_place place);

/* ---- ll_call.c ---------------------------------------------------------------------- */

void cm_ll_call(cm_ll_thread *t, cm_ll_instruction *i);
/* Stores what the thread returns for the one that joins it. */
void cm_ll_return(cm_ll_thread *t, cm_ll_known value, cm_place place);
/* A row that lets the thread begin. */
void cm_ll_begin_thread(cm_ll_thread *t, int id, cm_place place);
/* Stores the value to a word of a thread. */
void cm_ll_tell(cm_ll_thread *t, const char *word, int value, cm_place place);
/* Rows that wait until the word is not 0; the register that has it. */
cm_ll_known cm_ll_wait_for(cm_ll_thread *t, const char *word, cm_place place);
/* May the call, through a register, be one of this function? */
bool cm_ll_may_be(const cm_ll_module *module, const cm_ll_function *caller,
                  const cm_ll_instruction *call, const cm_ll_function *f);
/* Does the block do nothing but fail an assertion? */
bool cm_ll_fails(const cm_ll_function *f, int block);

/* ---- ll_import.c -------------------------------------------------------------------- */

/* A thread that is run: the binding's, or one that the program creates. */
typedef struct cm_ll_run {
    cm_ll_function *function, *behind; /* called after it; or NULL */
    cm_ll_known argument;
    const cm_bind_thread *bound; /* the binding's, in place of the two; or NULL */
    bool created, waits;         /* waits: it is not created, but begins after others */
    cm_ll_piece rows;            /* once it was followed */
    int column;
    int id; /* the number after P */
    cm_place place;
    const cm_ll_known *known; /* slots of its creator */
} cm_ll_run;

typedef struct cm_ll_program {
    cm_import *import;
    cm_ll_module *module;
    cm_ll_object **objects;
    int object_count, object_capacity;
    cm_ll_run *runs;
    int run_count, run_capacity;
    int starting; /* threads that begin by themselves, before the others in `runs` */
    cm_ll_heap **heap;
    int heap_count, heap_capacity;
    int known_slots, spare_slots; /* ll_known.c; spare: from that one on */
    int early_slots;              /* from that one on */
    bool *lost;                   /* by slot: only some ways have set it */
    int passes;
    bool several;    /* threads may run by now */
    bool any_called; /* memory decides which of the functions whose addresses it may have */
    bool again;      /* an object on the stack has become memory, ...: all is followed anew */
    bool assumes;    /* a thread may stop, so that those who join it have to ask */
    cm_ll_waiter *waiters;
    int waiter_count, waiter_capacity;
    bool destroys;        /* a lock is destroyed, so that those who take one have to ask */
    const char **missing; /* words of threads that only some runs create */
    int missing_count, missing_capacity;
    int *created, created_count, created_capacity; /* threads that were, the time before */
    bool any_joined;                               /* memory decides which of them is waited for */
    const char **ordered; /* words of locks that std::lock takes in their order */
    int ordered_count, ordered_capacity;
} cm_ll_program;

cm_ll_object *cm_ll_add_object(cm_ll_program *p, cm_ll_object object);
/* The function that the binding calls, or the one of the specification NAME (NULL: none), and its
 * arguments. */
cm_ll_function *cm_ll_called(cm_ll_program *p, const cm_launch *l, const char *specification,
                             cm_ll_known **arguments, int *count);
/* An instruction that returns something; NULL: there is none. */
const cm_ll_instruction *cm_ll_returning(const cm_ll_function *f);
/* The location that has what the thread's call returns. */
const char *cm_ll_result_name(cm_ll_program *p, const cm_bind_thread *thread, int call);
/* The thread counts if each thread has a variable of its own. */
cm_ll_object *cm_ll_object_of(cm_ll_program *p, cm_ll_global *global, int thread);

/* ---- ll_std.c ----------------------------------------------------------------------- */

/* Does the row only say that those who wait for an atomic are woken? */
bool cm_ll_is_wake(const cm_ll_row *row);
/* May who waits for an atomic stay asleep, because nobody wakes them behind a store? */
bool cm_ll_may_sleep(const cm_ll_program *p);
/* Fails where a thread takes locks of std::lock against the order in which that takes them. */
void cm_ll_check_orders(const cm_ll_program *p);

/* ---- ll_parts.c --------------------------------------------------------------------- */

/* Is a value of the type one of several parts? */
bool cm_ll_has_parts(const cm_ll_type *type);
/* A constant of such a type, or one that is not set. */
cm_ll_known cm_ll_parts(cm_ll_thread *t, const cm_ll_value *v);
cm_ll_known cm_ll_load_parts(cm_ll_thread *t, const cm_ll_type *type, cm_ll_known at,
                             cm_place place);
void cm_ll_store_parts(cm_ll_thread *t, const cm_ll_type *type, cm_ll_known at, cm_ll_known value,
                       cm_place place);
void cm_ll_insert(cm_ll_thread *t, const cm_ll_instruction *i);
/* False: it is of the pair that a cmpxchg gives. */
bool cm_ll_extract(cm_ll_thread *t, const cm_ll_instruction *i);
bool cm_ll_same_parts(cm_ll_known a, cm_ll_known b);
/* A register gets the value, at the end of the piece. */
void cm_ll_move(cm_ll_thread *t, cm_ll_piece *piece, cm_ll_known to, cm_ll_known from,
                cm_place place);
/* The value behind several ways, on each of which it is another one; NOTHING: not set there. */
typedef struct cm_ll_way {
    cm_ll_piece *piece;
    cm_place place;
} cm_ll_way;
cm_ll_known cm_ll_join_values(cm_ll_thread *t, const cm_ll_known *values, const cm_ll_way *ways,
                              int count);

/* ---- ll_words.c --------------------------------------------------------------------- */

/* The word by which the thread is told to begin, and that by which it tells that it has ended. */
const char *cm_ll_begin_word(const cm_ll_program *p, int id);
const char *cm_ll_end_word(const cm_ll_program *p, int id);
/* Does the word say that a thread begins that only some runs create? The thread waits for it;
 * behind its rows their creator says that it has not created one. */
bool cm_ll_may_be_missing(const cm_ll_program *p, const char *word);
void cm_ll_wait_to_begin(cm_ll_thread *t, cm_place place);
void cm_ll_tell_missing(cm_ll_thread *t, cm_place place);
/* Makes an object of the word, of so many bytes, if it is none yet. */
void cm_ll_declare_word(cm_ll_program *p, const char *word, unsigned bytes);
/* Takes away the words that change nothing, and makes objects of the others. */
void cm_ll_settle_words(cm_ll_program *p);

/* ---- ll_linear.c -------------------------------------------------------------------- */

/* The condition that the results of the binding's calls are those of some order of them, as the
 * specification computes them. */
const char *cm_ll_linearisable(const cm_import *import, int threads);

/* ---- ll_known.c --------------------------------------------------------------------- */

/* The values of known variables, for threads that begin now. */
const cm_ll_known *cm_ll_known_now(const cm_ll_thread *t);

/* Gives the thread its slots of known variables. creator: the slots of the thread that creates
 * it, or NULL. */
void cm_ll_begin_known(cm_ll_thread *t, const cm_ll_known *creator);
/* The slot that has the value at the address, if that is in a known variable; -1: memory has it.
 */
int cm_ll_known_slot(cm_ll_thread *t, cm_ll_known address, unsigned bytes, bool writes);
/* The slot that has it, or whose value it is to get, before there is a second thread; -1: memory
 * has it. */
int cm_ll_early_slot(const cm_ll_thread *t, cm_ll_known address, unsigned bytes);
/* What a row does at the address, if it is one of memory, is not followed. */
void cm_ll_forget(cm_ll_thread *t, cm_ll_known address, unsigned bytes);
void cm_ll_forget_all(cm_ll_thread *t);
bool cm_ll_is_early(const cm_ll_program *p, int slot);
/* Others may reach all of the object, or so many bytes of it. */
void cm_ll_share_object(const cm_ll_object *o);
void cm_ll_share_cell(const cm_ll_object *o, uint64_t offset, unsigned bytes);
/* What the thread's object of that number has of known variables; NULL: it is too large. */
cm_ll_heap *cm_ll_heap_of(cm_ll_program *p, int thread, int number, uint64_t bytes);
/* Not all ways that meet here have set the slot: it is to be none of a known variable. */
void cm_ll_lose(const cm_ll_program *p, int slot);
bool cm_ll_is_all_known(const cm_ll_global *g);
/* Decides which variables are known: first by the text, then whenever all threads were followed
 * by what they access. Sets `again` if the variables are others than before. */
void cm_ll_find_known(cm_ll_program *p);

#endif
