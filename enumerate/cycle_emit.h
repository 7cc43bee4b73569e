/* Instructions of one thread of a cycle: what each instruction set's file offers
 * to cycle_print.c. */
#ifndef CM_ENUMERATE_CYCLE_EMIT_H
#define CM_ENUMERATE_CYCLE_EMIT_H

#include "enumerate/cycle.h"

/* A column of the program, while it is written. */
typedef struct cm_emit {
    cm_work *work;
    const cm_cycle *cycle;
    cm_arch arch;
    int thread;
    const char **rows;
    int row_count, row_capacity;
    cm_text *init; /* the test's initial state */
    int begun;     /* registers in use */
    int wide;      /* PTX: 64-bit registers in use; predicates have numbers of their own */
    int predicates;
    int *address; /* by location: the register that holds its address, or -1 */
    int *labels;  /* of the whole test */
} cm_emit;

/* What an access depends on: nothing, or the value of a register in its address
 * or data. */
typedef struct cm_emit_need {
    bool any;
    cm_edge_dp dp; /* ADDR or DATA */
    int reg;       /* as the access that it comes from was given */
} cm_emit_need;

typedef struct cm_emit_isa {
    cm_arch arch;
    /* Each gives the number of the register that holds the value read; the name
     * for conditions goes into node->reg. */
    int (*read)(cm_emit *e, cm_cycle_node *node, cm_emit_need need);
    void (*write)(cm_emit *e, const cm_cycle_node *node, cm_emit_need need);
    int (*rmw)(cm_emit *e, cm_cycle_node *read, const cm_cycle_node *write, cm_emit_need need);
    void (*branch)(cm_emit *e, int reg, bool isb); /* on reg, to what follows; or NULL */
    void (*fence)(cm_emit *e, const char *text);
} cm_emit_isa;

extern const cm_emit_isa cm_emit_aarch64, cm_emit_x86, cm_emit_x86_64, cm_emit_ptx;

/* Appends an instruction. */
void cm_emit_row(cm_emit *e, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A fresh label of the test: "LC00". */
const char *cm_emit_label(cm_emit *e);
/* Next register below limit; fails past it. */
int cm_emit_register(cm_emit *e, int limit);

#endif
