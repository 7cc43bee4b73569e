/* What an instruction set offers to those who write tests: a store of this order at
 * this scope, a load, an atomic exchange, a fence of this kind, and what of all that it
 * has not. Generators (enumerate/) write the threads of their tests with it.
 */
#ifndef CM_LITMUS_ISA_WRITE_H
#define CM_LITMUS_ISA_WRITE_H

#include "base/diag.h"
#include "base/text.h"
#include "litmus/arch.h"

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
    const char *text;         /* the instruction: "DMB SY", "MFENCE", "fence.sc.sys" */
    const char *scope;        /* of a GPU's; NULL: of none that the suites mean */
    cm_write_purpose purpose; /* likewise */
} cm_write_fence;

/* ---- a thread while it is written ------------------------------------------ */

/* One column of a test. Rows and initial values are in the arena of work. */
typedef struct cm_writer {
    cm_work *work;
    cm_arch arch;
    int thread;
    cm_place place; /* to blame when registers run out */
    const char **rows;
    int row_count, row_capacity;
    cm_text *init; /* initial values of registers are added to it: " 0:X1=x;" */
    const char *(*location)(cm_arena *arena, int location); /* its name */
    int location_count;
    int *address; /* by location: the register that holds its address, or -1 */
    int *labels;  /* how many the whole test has */
    int begun;    /* registers in use */
    int wide;     /* PTX: 64-bit registers in use; predicates have numbers of their own */
    int predicates;
} cm_writer;

/* An access. Orders have the letters of cycles (docs/enumerate.md): P plain, A acquire,
 * Q acquirePC, L release, K weak, V volatile, a Aq, l Rl, b AR (both); 0 is P. */
typedef struct cm_write_access {
    int location;
    char order;
    const char *scope; /* "cta", "sys": where there are scopes, of what is neither K nor V */
    unsigned value;    /* of a store */
} cm_write_access;

/* What an access depends on: nothing, or the value of a register in its address or in
 * what it stores. */
typedef struct cm_write_need {
    bool any, data;
    int reg; /* as the access that it comes from was given */
} cm_write_need;

typedef struct cm_isa_writer {
    /* ---- what it has ---- */
    const char *orders; /* of accesses: "PAQL" */
    bool one_order;     /* all accesses are ordered alike, whatever their order is called */
    bool dependencies;  /* from a load to an access after it */
    const char *isb;    /* what makes loads wait for a branch before it, as edges have it:
                         * "Isb"; NULL: it has none */
    bool scopes;
    bool alone;                   /* tests of it alone: --arch X86 */
    bool compound;                /* threads of compound tests: --cpu x86_64 */
    const cm_write_fence *fences; /* of edges; ends with a name of NULL */
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
    int (*exchange)(cm_writer *w, const cm_write_access *read, const cm_write_access *write,
                    cm_write_need need, const char **reg);
    /* Adds 1 to a location: in one instruction, or split into load, add and store. */
    void (*increment)(cm_writer *w, const cm_write_access *a, bool split);
    /* A jump on the register, to what follows. NULL without dependencies. */
    void (*branch)(cm_writer *w, int reg, bool isb);
    /* A fence's text, as its syntax has it; NULL: it is written as it is. */
    const char *(*spell)(cm_arena *arena, const char *text);
    /* Gives a location's address to that register; NULL: addresses need none. */
    void (*place_address)(cm_writer *w, int location, int reg);
} cm_isa_writer;

/* A new column. The caller sets place, when registers may run out. */
cm_writer cm_writer_open(cm_work *work, cm_arch arch, int thread, cm_text *init, int *labels,
                         const char *(*location)(cm_arena *, int), int location_count);
const char *cm_writer_location(const cm_writer *w, int location);
/* The GPU's fence of that kind; NULL: it has none. */
const cm_write_fence *cm_write_fence_of(cm_arch gpu, cm_write_purpose purpose, const char *scope);
/* A fence of its instruction set; NULL: nothing is written. */
void cm_writer_fence(cm_writer *w, const cm_write_fence *fence);

/* ---- for those who offer ----------------------------------------------------- */

/* Appends an instruction. */
void cm_writer_row(cm_writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A fresh label of the test: "LC00". */
const char *cm_writer_label(cm_writer *w);
/* The next register below limit that holds no address; fails past it. */
int cm_writer_register(cm_writer *w, int limit);

#endif
