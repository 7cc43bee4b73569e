/* What a litmus test is, once parsed: threads of steps, an initial state, a
 * condition, and where each thread runs.
 *
 * What an instruction does stands here as steps, small operations on registers and memory
 * with expression operands, which litmus/isa/ made of it, so that nothing above this header
 * knows an instruction set; what its text says stands beside them (litmus/insn.h). Everything lives
 * in the arena of the cm_work that parsed the test and is freed with it.
 */
#ifndef CM_LITMUS_TEST_H
#define CM_LITMUS_TEST_H

#include "base/diag.h"
#include "litmus/arch.h"
#include "litmus/expr.h"
#include "litmus/insn.h"
#include "litmus/number_type.h"
#include "litmus/placement.h"

/* ---- memory ---------------------------------------------------------- */

/* Every location has an address of its own so that address arithmetic is
 * ordinary arithmetic: location i starts at CM_ADDRESS_BASE + k * CM_ADDRESS_STRIDE
 * and no two locations share a stride, but for what a test puts side by side. Addresses and labels
 * are values of their own kind: they lie where no number of a test does. No test can write such a
 * number (litmus/lexer.c), and no small one leads there; a result that depends on where they lie is
 * none of the test's (execution/execution.h, cm_word). */
#define CM_ADDRESS_BASE   UINT64_C(0x2b9e5d7143c60000)
#define CM_ADDRESS_STRIDE UINT64_C(0x10000)
/* Labels as values (ADR, BL): CM_CODE_BASE + thread * CM_CODE_STRIDE + 4 * step. */
#define CM_CODE_BASE   UINT64_C(0x2b9e7a3596000000)
#define CM_CODE_STRIDE UINT64_C(0x1000000)
/* Instructions as values of 32 bits (litmus/text/code.c): CM_CODE_WORD + index into
 * cm_test.code_words. */
#define CM_CODE_WORD    UINT64_C(0x2b9e5000)
#define CM_RESERVED_END (CM_CODE_BASE + (UINT64_C(1) << 44))

/* How an access goes to memory (PTX ISA, "Proxies"): of a location's name, the first four. */
typedef enum cm_proxy {
    CM_GENERIC,
    CM_TEXTURE,
    CM_SURFACE,
    CM_CONSTANT,
    CM_ASYNCHRONOUS,
    CM_TENSORMAP,
    CM_READONLY
} cm_proxy;

/* Where a location lies in the tree of places: in global memory, or in the shared memory of
 * a CTA; or it has no memory, but is a multimem address (PTX ISA 8.2.3). Homes are of no account
 * to models. */
typedef enum cm_space { CM_SPACE_GLOBAL, CM_SPACE_SHARED, CM_SPACE_MULTIMEM } cm_space;
/* What an access says of where its address lies (PTX ISA, "State Spaces"). */
typedef enum cm_reach {
    CM_REACH_ANY,    /* nothing: a generic address */
    CM_REACH_GLOBAL, /* .global */
    CM_REACH_CTA,    /* .shared, .shared::cta: in the thread's own CTA */
    CM_REACH_CLUSTER /* .shared::cluster: in a CTA of the thread's cluster */
} cm_reach;
typedef enum cm_home_kind { CM_HOME_UNSAID, CM_HOME_CPU, CM_HOME_GPU } cm_home_kind;
typedef enum cm_coherence {
    CM_COHERENCE_UNSAID,
    CM_COHERENCE_FINE,  /* at every scope, while kernels run */
    CM_COHERENCE_COARSE /* between devices only where a kernel begins or ends */
} cm_coherence;

typedef struct cm_home {
    cm_home_kind kind;
    int number; /* CPU: a NUMA node, -1: any; GPU: as in placements */
} cm_home;

typedef struct cm_definition cm_definition;

typedef struct cm_location {
    const char *name;
    uint64_t address;       /* virtual: an alias has one of its own */
    uint8_t width;          /* bytes of an element: 1, 2, 4, 8 */
    bool typed;             /* the test gave a type (else 4 bytes, widened by use) */
    bool is_signed;         /* how values print: int… signed (default), uint… not */
    bool is_float;          /* float, double: values are bit patterns, and print as numbers */
    bool is_atomic;         /* of a source language: a declaration of it says so */
    cm_number_type numbers; /* likewise: which it has; elements lie CM_SOURCE_BYTES apart */
    bool is_array;
    bool
        beside; /* in one piece of memory with others, `flag @ data+8`: their addresses lead here */
    uint64_t piece; /* where that memory begins: its own address, or that of the first of these */
    const cm_definition *structure; /* the elements are those of one or several; NULL: of none */
    bool is_code;    /* the instruction at a label, read as data; made by the parser */
    uint32_t count;  /* elements, >= 1 */
    uint32_t extent; /* bytes that it has: its size; without a type at least what the widest
                        instruction that may reach it wants */
    uint64_t *init;  /* count initial values, truncated to width when written */
    int alias_of;    /* PTX: index of the location whose memory this is, or -1 */
    int virtual_of;  /* PTX: index of the generic name whose virtual address a texture,
                      * surface or constant name has, or -1: one of its own */
    int multimem_of; /* PTX: an alias for one of the locations that a multimem address points to:
                      * index of the latter; else -1 */
    cm_proxy proxy;  /* through which proxy this name reaches memory */
    cm_space space;
    int owner; /* CM_SPACE_SHARED: a thread (index) of the CTA whose memory it is */
    cm_home home;
    cm_coherence coherence;
    const char *const *tags; /* names of sets that its initial write is in; NULL: of none */
} cm_location;

/* ---- threads --------------------------------------------------------- */

typedef enum cm_step_kind {
    CM_STEP_ASSIGN,  /* dst = value */
    CM_STEP_CHOOSE,  /* dst = 0 or 1, freely: may a store-exclusive succeed? what is a flag
                      * that the architecture leaves undefined? */
    CM_STEP_LOAD,    /* dst = memory[addr .. addr+width), zero-extended; dst may be -1. `value`:
                      * what it is compared with (a compare-and-swap whose read waits for that
                      * as for data), or NULL */
    CM_STEP_STORE,   /* memory[addr .. addr+width) = value; dst, if not -1, becomes 0 and then
                      * depends on this store (the success of a store-conditional) */
    CM_STEP_FENCE,   /* an event that only has tags */
    CM_STEP_BARRIER, /* execution barrier: `value` is its id, `quorum` how many arrive */
    CM_STEP_BRANCH,  /* to `target`, or to the label address `addr`, if value != 0 */
    CM_STEP_NOTE     /* dst = value by way of an event, which dst then depends on: of no
                      * instruction, but of programs whose registers have events (trace.h) */
} cm_step_kind;

/* cm_step.rmw: no atomic pair; or the pair of a store-exclusive: the latest
 * load of the thread that was marked exclusive. Else: index of the LOAD step. */
#define CM_RMW_NONE      (-1)
#define CM_RMW_EXCLUSIVE (-2)

/* cm_step.forgets: dependencies of an event, selections included, that count for nothing; of
 * no instruction, but of programs with less order (weaken.h). Of a branch CTRL: where registers
 * have events (trace.h) it decides without having read any. */
enum { CM_FORGETS_ADDR = 1, CM_FORGETS_DATA = 2, CM_FORGETS_CTRL = 4 };

/* cm_step.control, of an ASSIGN: how far control dependencies reach in a source language, where
 * they end with the block that the branch decides on. */
typedef enum cm_control {
    CM_CONTROL_NONE,
    CM_CONTROL_KEEP,   /* the register's dependencies become those of the branches so far */
    CM_CONTROL_RESTORE /* those of the branches so far become the value's dependencies */
} cm_control;

/* Asynchronous operations (PTX ISA 8.9.1.1): what one execution of an instruction starts and
 * its thread does not wait for. Its events stand in the thread's column and in program order
 * with none but each other. Relations `issue` and `completion` (docs/cat.md). */
typedef enum cm_async_role {
    CM_ASYNC_NONE,       /* of the thread's own */
    CM_ASYNC_ACCESS,     /* LOAD, STORE: what an operation does */
    CM_ASYNC_SIGNAL,     /* LOAD, STORE: where it says that its accesses are complete; with
                          * `groups` those of all such operations before it in its thread */
    CM_ASYNC_COMMIT,     /* FENCE: closes a group of what the thread has issued */
    CM_ASYNC_WAIT,       /* FENCE: all groups but the `pending` latest ones are complete */
    CM_ASYNC_WAIT_READS, /* FENCE: their reads are */
    CM_ASYNC_WAIT_GRIDS  /* FENCE: the kernels that the thread's depends on have ended */
} cm_async_role;

typedef struct cm_async {
    uint8_t role;     /* cm_async_role */
    uint8_t groups;   /* which groups, 1, 2, ...; 0: in none */
    uint8_t part;     /* ACCESS, SIGNAL: of an operation that goes to several places and says so at
                       * each: which of them, 1, 2, ...; 0: for all. A signal is for its own part */
    uint32_t pending; /* WAIT...; groups that may still be under way */
} cm_async;

/* Of one execution of an instruction: is the signal for what this access does? */
static inline bool cm_async_signals(const cm_async *access, const cm_async *signal)
{
    return signal->role == CM_ASYNC_SIGNAL && (access->part == 0 || access->part == signal->part);
}

/* Of an instruction that has one of several forms, which do the same to registers and memory: of
 * no test as it is written, but of all programs that a repair may choose from (explain/repair.h),
 * or that an explanation tries (weaken.h). */
typedef struct cm_step_forms {
    int place;                      /* of the test: which choice decides */
    const char *const *const *tags; /* by form, in place of the step's; NULL: it does not happen */
    const uint8_t *forgets;         /* the same; NULL: the step's */
} cm_step_forms;

typedef struct cm_step {
    cm_step_kind kind;
    int instruction;            /* index into cm_thread.instructions */
    const cm_expr *guard;       /* NULL: always; else the step happens iff it is not 0.
                                 * An event so guarded depends on the guard's registers:
                                 * relation `pick-ctrl`, or `iico_ctrl` from a read of the
                                 * same instruction (see docs/cat.md). */
    const cm_expr *undefined;   /* NULL: nowhere; else where it is not 0, and the step happens,
                                 * the architecture leaves open what comes of it. Such
                                 * executions are left out, and a check says that there are
                                 * some: its answer is not certain. */
    const cm_expr *opaque;      /* ASSIGN, STORE; NULL: nowhere; else where it is not 0, and the
                                 * step happens, nobody knows what is assigned or stored: some
                                 * function of what `value` mentions. What hangs on it is not certain. */
    const char *why;            /* of undefined or opaque: "may divide by 0"; NULL: nothing is left
                                 * open, there is no such execution (cm_emit_assume) */
    int dst;                    /* register, or -1: value discarded, or none */
    const cm_expr *addr;        /* LOAD, STORE, indirect BRANCH */
    const cm_expr *value;       /* ASSIGN, STORE, LOAD (see there), BRANCH condition (NULL:
                                 * always), BARRIER id */
    const cm_expr *quorum;      /* BARRIER, or NULL: every thread of the CTA */
    uint8_t width;              /* LOAD, STORE: bytes, 1 to 16 */
    bool exclusive;             /* LOAD: opens an exclusive pair, together with an exclusive
                                 * load just before it in the same instruction */
    bool joined;                /* LOAD, STORE: one single-copy atomic access together with the
                                 * step just before it (16 bytes, as two of 8) */
    bool ordered;               /* LOAD, STORE: takes effect after the access of the same
                                 * instruction just before it (relation iico_order) */
    cm_reach reach;             /* LOAD, STORE */
    bool in_shared;             /* LOAD, STORE: of an object that lies in shared memory only; also a
                                 * test that declares no location there is looked at */
    int rmw;                    /* STORE */
    bool relents;               /* CHOOSE: made again and again, it is not 0 for ever */
    bool assumed;               /* BARRIER: an execution in which too few come to it is none */
    uint8_t control;            /* ASSIGN: cm_control */
    uint8_t forgets;            /* LOAD, STORE, FENCE, BRANCH, NOTE: CM_FORGETS_..., or 0 */
    const cm_expr *paired;      /* STORE, CM_RMW_EXCLUSIVE: there is a pair only where it is not 0;
                                 * NULL: always */
    cm_async async;             /* of an asynchronous operation, or about some */
    int target;                 /* BRANCH: step index; cm_thread.step_count = the end */
    bool tells;                 /* FENCE: only that its guard holds; it orders nothing, and is
                                 * nothing that could be left out */
    bool is_undefined;          /* FENCE: only that the behaviour is undefined if its guard holds */
    const char *const *tags;    /* names of sets the event is in; NULL-ended; never NULL */
    const cm_step_forms *forms; /* LOAD, STORE, FENCE; or NULL */
    /* What the tags mean, as their instruction set says (cm_isa_meaning). */
    cm_proxy proxy; /* LOAD, STORE */
    bool arrives;   /* BARRIER: does not wait for those whom it meets */
    bool clustered; /* BARRIER: of a cluster, not of a CTA; arrivals meet waits only */
    bool anywhere;  /* BARRIER: of all threads of the GPU */
    bool least;     /* BARRIER: quorum is how many come at least (checker/barrier.h) */
    unsigned party; /* BARRIER: the thread's warp, of which all threads come as one, and which
                     * quorum counts; 0: it counts threads */
    unsigned lanes; /* and how many threads of the test are in it */
} cm_step;

/* A fault that ends its thread. It is a register that no instruction reads: 1 in the end where
 * the fault happened, else 0. Instructions without labels share one. */
typedef struct cm_fault {
    const char *name; /* as it is printed: "P0:L0,UndefinedInstruction" */
    const char *type; /* as the reference simulator has it */
    const char **labels;
    int label_count;
} cm_fault;

typedef struct cm_register {
    const char *name;    /* canonical: "X0", "EAX", "r0", "%p1"; temporaries start with '.' */
    const cm_expr *init; /* constant expression (address or number), never NULL */
    uint8_t bits;        /* width for printing and comparing: 8, 16, 32 or 64; declared, else 32
                            if every value it takes fits, signed */
    bool typed, is_signed, is_float;
    const cm_fault *fault; /* NULL: a register of the architecture, or a temporary */
} cm_register;

typedef struct cm_instruction {
    const char *text; /* as written, blanks normalised */
    cm_place place;
    /* From a comment behind it, `(* at k.cu:8:5, k.ptx:41 *)`, each or NULL. */
    const char *where;   /* "k.cu:8:5", "k.cu:8": where a person wrote it */
    const char *line;    /* the same without the column */
    const char *code;    /* "*flag = 1": what stands there, by the test's `Line=k.cu:8:5 ...` */
    const char *origin;  /* "k.ptx:41": the line of a kernel that it is a copy of. Copies of one
                          * line are one instruction to who changes them. */
    bool continues;      /* it is a part of the one before it, which comes later in program order,
                          * and has the same text */
    const cm_insn *insn; /* the text, read; NULL: its instruction set makes no such value yet */
} cm_instruction;

/* Of `int* x, cuda::atomic<int, S>* y`: the text of that parameter, of *length bytes; NULL: there
 * are not so many. */
const char *cm_parameter(const char *parameters, int index, size_t *length);
/* The text of the one with that name; NULL: there is none. */
const char *cm_parameter_named(const char *parameters, const char *name, size_t *length);
/* Where it stands, for people: "k.cu:8", or "line 8" of the test. */
const char *cm_instruction_line(cm_arena *arena, const cm_instruction *instruction);

typedef struct cm_label {
    const char *name;
    int step;        /* index of the step it stands before, or step_count */
    int instruction; /* likewise */
} cm_label;

typedef struct cm_thread {
    int id;       /* the number after P */
    cm_arch arch; /* never CM_CMCM */
    cm_placement at;
    cm_register *registers;
    int register_count;
    cm_step *steps;
    int step_count;
    cm_instruction *instructions;
    int instruction_count;
    const char *parameters; /* of a function of a source language, as written; else NULL */
    const char *target;     /* the same: the instruction set that its head fixes; NULL: none */
    bool wide; /* the same: what it computes hangs on more than the lower 32 bits of integers */
    bool sums; /* the same: it computes integers of 64 bits, of which more than these may matter */
    int own_instructions; /* those after are copies of other threads' code, into which an
                           * indirect branch may lead */
    cm_label *labels;
    int label_count;
    const char *begins; /* as its head says: "after P0,dependent P1"; NULL: with the rest */
    const int *code;    /* by step of the test that this one was made of, and the end: the step that
                         * its code address means here (trace.h), or -1; NULL: its own */
    int code_count;
    bool reads_first_flags; /* may read flags, or look at the exclusive monitor, before it
                             * sets them: they start as 0, as registers do */
} cm_thread;

/* Of a test in C: a function that threads call, a macro, or a structure, whose parameters are its
 * members. */
struct cm_definition {
    const char *name;                             /* "struct node" */
    const char *const *parameters, *const *types; /* types: as written */
    int parameter_count;
    const uint32_t *places, *counts; /* of members: in elements of memory; 0: no array */
    uint32_t size;                   /* of a structure, in elements; 0: it is none */
    const cm_source *source;
    uint32_t from, to; /* of the body, without the braces of a block */
    bool is_macro, is_block;
    bool is_constant; /* its value is the body's, or 0, and `more` */
    uint64_t more;
    bool used;        /* a thread calls it, or it is a function */
    const char *text; /* as it is printed, with its line's end */
};

/* ---- condition ------------------------------------------------------- */

/* Something the test observes at the end. Index into cm_test.observed. */
typedef enum cm_observed_kind { CM_OBSERVE_REGISTER, CM_OBSERVE_LOCATION } cm_observed_kind;

typedef struct cm_observed {
    cm_observed_kind kind;
    int thread;          /* REGISTER: index into cm_test.threads */
    int reg;             /* REGISTER: index into its registers */
    int location;        /* LOCATION: index into cm_test.locations */
    int element;         /* LOCATION: array element, or -1: the scalar or the whole array */
    uint8_t bits;        /* REGISTER: how many of its bits are looked at (0:W1: 32 of X1) */
    const char *display; /* as it is printed: "0:X1", "[x]", "t[0]", "t" */
} cm_observed;

typedef enum cm_prop_kind {
    CM_PROP_TRUE,
    CM_PROP_FALSE,
    CM_PROP_NOT,       /* a */
    CM_PROP_AND,       /* a, b */
    CM_PROP_OR,        /* a, b */
    CM_PROP_IMPLIES,   /* a, b */
    CM_PROP_EQUAL,     /* left = right */
    CM_PROP_DIFFERENT, /* left != right */
    /* by size: of numbers; an address, a label or an instruction is neither less nor greater
     * than anything */
    CM_PROP_LESS,    /* left < right */
    CM_PROP_GREATER, /* left > right */
    CM_PROP_AT_MOST, /* left < right or left = right */
    CM_PROP_AT_LEAST /* left > right or left = right */
} cm_prop_kind;

/* Has it two operands and no parts? */
static inline bool cm_prop_compares(cm_prop_kind kind)
{
    return kind >= CM_PROP_EQUAL;
}

typedef struct cm_operand {
    int observed;   /* index into cm_test.observed, or -1: `value` */
    int element;    /* observed is a whole array: which of its elements; else 0 */
    uint64_t value; /* number, address of a location, or address of a label */
} cm_operand;

typedef struct cm_prop {
    cm_prop_kind kind;
    const struct cm_prop *a, *b;
    cm_operand left, right;
    const char *written; /* what it prints as; NULL: made from the rest. Elements of an array
                          * that are compared one by one were `x={1,2}` */
} cm_prop;

/* A fault that the test asks about, of one label and type or of any; also states in which it
 * did not happen say so. */
typedef struct cm_asked_fault {
    const char *name; /* "P0:L0" */
    const cm_prop *happened;
} cm_asked_fault;

typedef enum cm_quantifier { CM_EXISTS, CM_NOT_EXISTS, CM_FORALL } cm_quantifier;

/* The key of tests in which a thread may stay asleep although what it waits for has come, so that
 * nobody knows whether all end; its value says why. */
#define CM_ASLEEP "Asleep"
/* The same of one whose threads have an order among them that the model does not know: what it
 * allows may be forbidden by that; its value says which. */
#define CM_LOCKSTEP "Lockstep"

typedef struct cm_metadata {
    const char *key, *value;
} cm_metadata;

/* An item of the initial state and a location that the test observes, as they were
 * written: what the hash is made of. */
typedef struct cm_init_item {
    int thread; /* its number, -1: memory, INT_MAX: a symbolic register of any thread */
    const char *name;
    const char *type; /* "": none */
    bool pointer;
    uint32_t count; /* elements of an array, else 0 */
    const char *value;
} cm_init_item;

typedef struct cm_asked {
    int thread; /* its number, or -1: memory */
    const char *name;
    int element; /* of the array, or -1 */
} cm_asked;

/* A word at the head of a test of a source language, in place of the language's name. */
typedef struct cm_source_head {
    const char *head;
    const char *scope; /* the set of atomic accesses that say no scope */
    bool is_opencl; /* a pointer that says no memory may point to any; arithmetic is OpenCL C's */
} cm_source_head;

typedef struct cm_test {
    const cm_source *source;
    const cm_source *made_of; /* the kernel or program whose test it is, without a text; or NULL */
    const char *name;
    cm_arch arch;
    const cm_source_head *head; /* the word that it begins with; NULL: that of arch */
    const char *doc;            /* the first doc string, or NULL */
    bool volatile_relaxed;      /* of C: `Volatile=relaxed`, or who reads it says so */
    cm_metadata *metadata;
    int metadata_count;
    cm_location *locations;
    int location_count;
    const char **code_words; /* instructions that are values: "ADD W0,W0,#1", "B .+4" */
    int code_word_count;
    cm_definition *definitions;
    int definition_count;
    cm_thread *threads; /* in the order of the columns */
    int thread_count;
    const uint8_t *begins; /* cm_begins: [a * thread_count + b]; NULL: all with the rest */
    cm_quantifier quantifier;
    const cm_prop *condition; /* without one: forall (true), as herd has it */
    const cm_prop *filter;    /* or NULL */
    /* What the condition, the filter and `locations` mention. The first
     * shown_count ones make up a printed state, sorted as herd prints them
     * (registers by thread then name, then locations by name, then all faults of all threads);
     * what only the filter mentions comes after. */
    cm_observed *observed;
    int observed_count, shown_count;
    cm_asked_fault *asked_faults; /* each once, sorted by name */
    int asked_fault_count;
    cm_init_item *given;
    int given_count;
    bool unnamed_given; /* something of the initial state is none of the reference simulator's */
    cm_asked *asked;
    int asked_count;
    const int *form_counts; /* by place with a choice of forms (cm_step_forms): how many */
    int form_places;        /* of a test as it is written 0 */
} cm_test;

/* For what is said of the test as a whole. */
cm_place cm_test_place(const cm_test *test);

/* May it order something, as what the test's author wrote? */
bool cm_step_is_fence(const cm_step *step);
/* Does the step load or store? */
bool cm_step_is_access(const cm_step *step);
/* Is what the step does done by an asynchronous operation? */
bool cm_step_is_async(const cm_step *step);
/* Has the thread a branch to where a value says? */
bool cm_thread_has_indirect(const cm_thread *thread);

/* When does thread b (index) begin, seen from thread a? */
typedef enum cm_begins {
    CM_BEGINS_FREELY,  /* with it, before it, or after it */
    CM_BEGINS_SYNCED,  /* the same; something outside of the test orders what both do (ssw) */
    CM_BEGINS_WAITING, /* the same; it waits for its end where it says so (CM_ASYNC_WAIT_GRIDS) */
    CM_BEGINS_AFTER    /* when a has ended and all it did is visible */
} cm_begins;
cm_begins cm_thread_begins(const cm_test *test, int a, int b);

/* Are events of the two threads (indices) in the same instance of that level of the tree? A
 * thread is with itself in every level that it is in. -1 stands for the initial writes,
 * which come from anywhere: they are in every system and in nothing narrower. */
bool cm_threads_share(const cm_test *test, int a, int b, cm_scope scope);

/* Does an import say that threads a and b are of one launch (`Launch=0 1`)? */
bool cm_threads_one_launch(const cm_test *test, int a, int b);
/* Threads of what meet at the barrier: of a CTA, a cluster or a GPU. */
cm_scope cm_barrier_scope(const cm_step *barrier);

/* Is the name among the tags, which end with NULL? No tags, or no name: no. */
bool cm_tags_have(const char *const *tags, const char *name);
/* Are they the same tags, one after the other? */
bool cm_tags_equal(const char *const *a, const char *const *b);
/* Is the step's event in the set of that name? NULL: no. */
bool cm_step_has_tag(const cm_step *step, const char *tag);

/* Does some step of the thread write the register? */
bool cm_thread_assigns(const cm_thread *thread, int reg);
/* May control come from the one step to the other? */
bool cm_thread_leads(const cm_thread *thread, int from, int to);
/* May control come from the branch's target back to it? Else a jump back is no loop. */
bool cm_thread_returns(const cm_thread *thread, int branch);
/* The expression's value where control comes to the step, if it is one and the same each time: each
 * register in it has its initial value there, or is set by one assignment only, of such a value. */
bool cm_step_fixes(const cm_thread *thread, const cm_step *step, const cm_expr *expr,
                   uint64_t *value);

/* In place of the step, of the same instruction. */
cm_step cm_step_of_nothing(const cm_step *step);
/* A copy whose steps may be changed; it shares all else. */
cm_test *cm_test_with_own_steps(cm_arena *arena, const cm_test *test);

/* Has the thread a loop: a jump back, or one that may go anywhere? */
bool cm_thread_has_loop(const cm_thread *thread);

/* Does the location lie in the shared memory of the thread's CTA, or of its cluster
 * (CM_SCOPE_CTA, CM_SCOPE_CLUSTER)? False for one in global memory. */
bool cm_location_shared_by(const cm_test *test, int location, int thread, cm_scope scope);

/* NULL: the item is no fault. */
const cm_fault *cm_observed_fault(const cm_test *test, const cm_observed *item);

/* The value of the last line KEY=VALUE of that key; NULL: there is none. */
const char *cm_test_said(const cm_test *test, const char *key);

/* A proposition as herd prints it: "0:X1=1 /\ [x]=2", or-and-not with the
 * brackets that herd puts. */
char *cm_prop_print(cm_arena *arena, const cm_test *test, const cm_prop *prop);
/* The same of its opposite. */
char *cm_prop_print_denied(cm_arena *arena, const cm_test *test, const cm_prop *prop);

/* A value as people read it: a number, or the name of the location ("x",
 * "x+4", "t[1]") or label whose address it is. bits (8, 16, 32, 64) and
 * is_signed say how a number prints. */
char *cm_value_print(cm_arena *arena, const cm_test *test, uint64_t value, unsigned bits,
                     bool is_signed);

/* The structure whose name (`node`, without `struct`) the text begins with; NULL: there is none. */
const cm_definition *cm_definition_of_structure(const cm_test *test, const char *text);

/* What says the type of something that a thread in C accesses. */
typedef struct cm_declaration {
    const char *text; /* "cuda::atomic<int, S>* y" in cm_thread.parameters, or, of a member, in
                         cm_definition.text; NULL: there are not so many */
    size_t length;    /* 0: it is not written by itself, as in `int a, b;` */
    const cm_definition *structure; /* of a member; NULL: a parameter */
} cm_declaration;

/* Of the thread's parameters, then of all members of structures. */
cm_declaration cm_declaration_of(const cm_test *test, int thread, int index);

/* False: the test has no condition, or `forall (true)`. */
bool cm_test_asks(const cm_test *test);

uint64_t cm_location_bytes(const cm_location *location);
/* The width of its elements if they are floating-point numbers; 0: they are integers. */
unsigned cm_location_float_bits(const cm_location *location);

/* Location (index) that the address falls into and the offset in bytes from
 * its start, or -1. An alias is found as itself. */
int cm_test_locate(const cm_test *test, uint64_t address, uint64_t *offset);

/* The name of the label before the step; "": there is none that the test's text has. */
const char *cm_thread_label(const cm_thread *thread, int step);

/* The step of the thread (index) that a code address means, step_count: the end, or -1. */
int cm_test_code(const cm_test *test, int thread, uint64_t address);

/* The address under the generic name that shares its virtual address: itself,
 * except for an address in a texture, surface or constant name (PTX ISA,
 * "Proxies": these are other ways to one address, generic aliases other addresses). */
uint64_t cm_test_virtual(const cm_test *test, uint64_t address);

#endif
