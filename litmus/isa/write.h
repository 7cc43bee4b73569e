/* What an instruction set offers to those who write tests: a store of this order at
 * this scope, a load, an atomic exchange, a fence of this kind, and what of all that it
 * has not. Generators (enumerate/) write the threads of their tests with it.
 */
#ifndef CM_LITMUS_ISA_WRITE_H
#define CM_LITMUS_ISA_WRITE_H

#include "base/diag.h"
#include "base/text.h"
#include "litmus/arch.h"
#include "litmus/placement.h"

#include <stdint.h>

/* ---- fences ------------------------------------------------------------- */

/* What a fence is for, where that is asked: a GPU's by its semantics (PTX ISA,
 * "membar, fence"). */
typedef enum cm_write_purpose {
    CM_WRITE_SC,
    CM_WRITE_ACQ_REL,
    CM_WRITE_ACQUIRE,
    CM_WRITE_RELEASE,
    CM_WRITE_PURPOSES
} cm_write_purpose;

typedef struct cm_write_fence {
    const char *name;         /* in edges of cycles: "DMB.SY", "MFence", "Fence.sc.sys" */
    const char *text;         /* the instruction: "DMB SY", "MFENCE"; several: "a; b" */
    cm_scope scope;           /* of a GPU's; else 0, which nobody asks for */
    cm_write_purpose purpose; /* likewise */
} cm_write_fence;

/* ---- read-modify-writes --------------------------------------------------- */

/* What makes one: an instruction that stores what it is given, one that does so if it
 * reads what is expected, one that computes, the same without giving what it read, one that
 * stores if it reads 0, without giving what it read, a pair of an exclusive load and store. */
typedef enum cm_write_rmw_kind {
    CM_WRITE_EXCHANGE,
    CM_WRITE_CAS,
    CM_WRITE_FETCH,
    CM_WRITE_UPDATE,
    CM_WRITE_TRY,
    CM_WRITE_PAIR
} cm_write_rmw_kind;

typedef enum cm_write_op {
    CM_WRITE_NEW,
    CM_WRITE_ADD,
    CM_WRITE_EOR,
    CM_WRITE_SET,
    CM_WRITE_CLR
} cm_write_op;

typedef struct cm_write_rmw {
    const char *name; /* in edges of cycles: "Amo.LdAdd" */
    const char *text; /* the instruction's beginning: "LDADD"; NULL for pairs */
    cm_write_rmw_kind kind;
    cm_write_op op; /* FETCH, UPDATE: applied to the old value and the operand */
} cm_write_rmw;

/* Is what it read in a register? */
bool cm_write_rmw_gives(const cm_write_rmw *rmw);
/* What memory holds after it. */
uint64_t cm_write_rmw_result(const cm_write_rmw *rmw, uint64_t old, uint64_t given);

/* What happens when an exclusive store fails: it is tried again; the test says so in a
 * location `ok`; nothing, and the condition says that it did not. */
typedef enum cm_write_pairs { CM_PAIRS_LOOP, CM_PAIRS_ONCE, CM_PAIRS_BARE } cm_write_pairs;

/* ---- a thread while it is written ------------------------------------------ */

enum { CM_WRITER_SPARE = 3, CM_WRITER_CONSTANTS = 32, CM_WRITER_ELEMENTS = 4 };

/* One column of a test. Rows and initial values are in the arena of work. */
typedef struct cm_isa_writer cm_isa_writer; /* below */

typedef struct cm_writer {
    cm_work *work;
    cm_arch arch;
    const cm_isa_writer *isa; /* what it is written in */
    int thread;
    cm_place place; /* to blame when registers run out */
    const char **rows;
    int row_count, row_capacity;
    cm_text *init; /* initial values of registers are added to it: " 0:X1=x;" */
    const char *(*location)(cm_arena *arena, int location); /* its name */
    int location_count;
    int *address;     /* by location: the register that holds its address, or -1 */
    const char *type; /* of what locations hold, where a test says that: "int" */
    int *labels;      /* how many the whole test has */
    int begun;        /* registers in use */
    int wide; /* PTX: 64-bit registers in use; these and predicates have numbers of their own */
    int predicates;
    const char *elements[CM_WRITER_ELEMENTS]; /* registers of the vector that was read last */
    int element_count;                        /* 0: what was read last is none */

    int natural;                /* bytes of an access of no size said: 4 or 8; 0: 4 */
    cm_write_pairs pairs;       /* the caller sets both */
    bool may_fail;              /* a branch to the label Fail of the thread was written */
    int spare[CM_WRITER_SPARE]; /* registers for what is needed at once only; -1: none yet */
    struct {
        uint64_t value;
        int reg;
    } constants[CM_WRITER_CONSTANTS]; /* registers that begin with a value */
    int constant_count;
    const char **statuses; /* CM_PAIRS_BARE: registers that must end as 0 */
    int status_count, status_capacity;
} cm_writer;

/* An access. Orders have the letters of cycles (docs/enumerate.md): P plain, A acquire,
 * Q acquirePC, L release, S sequentially consistent, K weak, V volatile, a Aq, l Rl, b AR (both),
 * N non-temporal (x86); 0 is P. */
typedef struct cm_write_access {
    int location;
    char order;
    cm_scope scope; /* where there are scopes, of what is neither K nor V */
    uint64_t value; /* of a store; of the load of a compare-and-swap: what is expected */
    bool exclusive; /* of `exclusive`: a load that writes back, a store that reads, by a pair; of
                     * `load` and `store` where there are halves: its one instruction, alone */
    char size;      /* b h w q: 1 2 4 8 bytes at the offset; 0: natural */
    unsigned offset;
    bool shared;       /* of memory that a CTA shares, where the instruction says so */
    unsigned elements; /* of that size, each given the value; 0: no vector */
} cm_write_access;

/* What an access depends on: nothing, or the value of a register in its address or in
 * what it stores; there by an exclusive or, or by a conditional selection. */
typedef struct cm_write_need {
    bool any, data, csel;
    int reg; /* as the access that it comes from was given */
} cm_write_need;

typedef struct cm_dotted_words cm_dotted_words; /* dotted_write.h */

struct cm_isa_writer {
    /* ---- what it has ---- */
    const char *orders; /* of accesses: "PAQL" */
    bool one_order;     /* all accesses are ordered alike, whatever their order is called */
    bool dependencies;  /* from a load to an access after it */
    const char *isb;    /* what makes loads wait for a branch before it, as edges have it:
                         * "Isb"; NULL: it has none */
    bool scopes;
    bool alone;                   /* tests of it alone: --arch X86 */
    bool compound;                /* threads of compound tests: --cpu x86_64 */
    const char *suite;            /* a GPU's of message passing with CPUs; NULL: it has none */
    const cm_write_fence *fences; /* of edges; ends with a name of NULL */
    const cm_write_rmw *rmws;     /* likewise */
    bool sizes;                   /* accesses of several sizes */
    const char *pair_sizes;       /* those of exclusive pairs; NULL: all */
    const char *rmw_sizes;        /* those of other read-modify-writes; NULL: all */
    const char *cas_sizes;        /* of these, of a compare-and-swap; NULL: the same */
    bool vectors;                 /* loads and stores of vectors, and UPDATE of two of 2 bytes */
    bool halves;                  /* the instructions of a pair, with others between */
    const char *const *axes;      /* what families sweep unless told; ends with NULL */

    /* ---- CPU: fences by what they order ---- */
    const cm_write_fence *full, *stores, *loads;
    /* What compilers make of an acq_rel fence before the flag's store and after its load
     * at the least; NULL: nothing, the order is there. */
    const cm_write_fence *least_stores, *least_loads;
    bool least_is_usual; /* they make no more of it */
    /* In place of a GPU's fence: the weakest that orders as much; NULL: nothing. */
    const cm_write_fence *instead[CM_WRITE_PURPOSES];
    const char *mark; /* in names of the suites' tests, ".x86"; "" is the paper's CPU */

    /* ---- instructions, one row or more ---- */
    /* Each gives the number of the register that holds the value read, and its name as
     * conditions have it. */
    int (*load)(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg);
    void (*store)(cm_writer *w, const cm_write_access *a, cm_write_need need);
    /* A read-modify-write of its own; *reg NULL: what it read is nowhere. */
    int (*exchange)(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                    const cm_write_access *write, cm_write_need need, const char **reg);
    /* A register that depends on all elements of the vector that was read last. NULL: no vectors.
     */
    int (*gather)(cm_writer *w);
    /* An exclusive access; a store gives in *reg what it read, or NULL. NULL: it has none. */
    int (*exclusive)(cm_writer *w, const cm_write_access *a, bool store, cm_write_need need,
                     const char **reg);
    /* Adds 1 to a location: in one instruction, or split into load, add and store. */
    void (*increment)(cm_writer *w, const cm_write_access *a, bool split);
    /* A jump on the register, to what follows. NULL without dependencies. */
    void (*branch)(cm_writer *w, int reg, bool isb);
    /* What follows happens only where the register has that value. NULL: it is not written. */
    void (*guard)(cm_writer *w, const char *reg, uint64_t value);
    /* A register that is 0, selected on a condition that the register decides; NULL: none. */
    int (*select)(cm_writer *w, int reg);
    /* What follows a thread that may have failed; NULL: none does. */
    void (*finish)(cm_writer *w);
    /* A fence's text, as its syntax has it; NULL: it is written as it is. */
    const char *(*spell)(cm_arena *arena, const char *text);
    /* Gives a location's address to that register; NULL: addresses need none. */
    void (*place_address)(cm_writer *w, int location, int reg);
    /* Where the instructions are those of dotted_write.h; else NULL. */
    const cm_dotted_words *words;
    /* Of a source language, whose rows are operations: the word at the head of a test that is made
     * of them, and a thread's rows as the body of its function. NULL: rows are instructions. */
    const char *head;
    const char *name; /* of what is written, where that is not its head; or NULL */
    void (*body)(cm_text *out, const cm_isa_writer *isa, const char *const *rows, int count);
    /* The parameter of its functions that is this location. */
    void (*parameter)(cm_text *out, const cm_writer *threads, int count, int location);
    const char *types;                    /* of locations, each between two blanks */
    const struct cm_c_spelling *spelling; /* C's own */
    const cm_isa_writer *const *dialects; /* tests with each head; ends with NULL */
    bool placeless;                       /* threads have no places, though the set has */
    cm_places places;                     /* else: the words of these */
};

/* A GPU's fence of three scopes, with the words of its own for them. */
#define CM_WRITE_SCOPED(NAME, TEXT, PURPOSE, CTA, GPU, SYS)                                        \
    {NAME ".cta", TEXT CTA, CM_SCOPE_CTA, PURPOSE},                                                \
        {NAME ".gpu", TEXT GPU, CM_SCOPE_DEVICE, PURPOSE},                                         \
    {                                                                                              \
        NAME ".sys", TEXT SYS, CM_SCOPE_SYS, PURPOSE                                               \
    }

/* The fences of a CPU's writer, by their places in its list, where the least that order
 * as much as a compiler's are the usual ones. */
#define CM_WRITE_CPU_FENCES(list, all, of_loads, of_stores)                                        \
    .fences = list, .full = &(list)[all], .loads = &(list)[of_loads],                              \
    .stores = &(list)[of_stores], .least_loads = &(list)[of_loads],                                \
    .least_stores = &(list)[of_stores]

/* A new column. The caller sets place, when registers may run out. */
cm_writer cm_writer_open(cm_work *work, cm_arch arch, int thread, cm_text *init, int *labels,
                         const char *(*location)(cm_arena *, int), int location_count);
const char *cm_writer_location(const cm_writer *w, int location);
/* The word at the head of tests that are written so. */
const char *cm_writer_head(cm_arch arch, const cm_isa_writer *dialect);
/* Threads under their heads: side by side, or as functions, one below the other. */
void cm_writers_print(cm_text *out, const cm_writer *threads, const char *const *heads, int count);
/* What that instruction set offers: nothing where it has no writer. */
const cm_isa_writer *cm_writer_of(cm_arch arch);
/* All that are offered, with the dialects, by number; NULL past the last. The pointer may be NULL.
 */
const cm_isa_writer *cm_writer_at(size_t index, cm_arch *arch);
/* The GPU's fence of that kind, the first in its list; NULL: it has none. */
const cm_write_fence *cm_write_fence_of(cm_arch gpu, cm_write_purpose purpose, cm_scope scope);
/* Its own fence of that fence's name, which another one may have, too; NULL: it has none. */
const cm_write_fence *cm_write_fence_own(const cm_isa_writer *isa, const cm_write_fence *fence);
/* The read-modify-write of that name, or NULL. */
const cm_write_rmw *cm_write_rmw_of(const cm_isa_writer *isa, const char *name);
/* Has it the read-modify-write on an access of that size (0: none said), or on a vector of so many
 * elements (0: no vector)? */
bool cm_write_rmw_has_size(const cm_isa_writer *isa, const cm_write_rmw *rmw, char size,
                           unsigned elements);
/* A fence of its instruction set, a row for each instruction; NULL: nothing is written. */
void cm_writer_fence(cm_writer *w, const cm_write_fence *fence);

/* ---- for those who offer ----------------------------------------------------- */

/* Appends an instruction. */
void cm_writer_row(cm_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A fresh label of the test: "LC00", "Loop01". */
const char *cm_writer_label(cm_writer *w, const char *word);
/* Moves the rows from that one on to the front. */
void cm_writer_to_front(cm_writer *w, int row);
/* The register that begins with the value, or one (of `fresh`) that now does: its name is the
 * letter and its number. */
int cm_writer_constant(cm_writer *w, uint64_t value, int (*fresh)(cm_writer *w), char letter);
/* A register whose final value says whether an exclusive store was done: 0, it was. */
void cm_writer_status(cm_writer *w, const char *reg);
/* A register (of `fresh`) that is 0 and depends on need.reg, or -1: the exclusive or of it
 * with itself. The row is op, then three numbers with `between` between them: "xor x", ",x". */
int cm_writer_zero(cm_writer *w, cm_write_need need, int (*fresh)(cm_writer *w), const char *op,
                   const char *between);
/* The next register below limit that holds no address; fails past it. */
int cm_writer_register(cm_writer *w, int limit);

#endif
