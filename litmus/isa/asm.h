/* Inside of the builder; for the litmus parser, which drives it. */
#ifndef CM_LITMUS_ISA_ASM_H
#define CM_LITMUS_ISA_ASM_H

#include "litmus/isa/emit.h"

/* A mention of a label that may be defined later: a step's target, or the value
 * of a constant. */
typedef struct cm_label_use {
    const char *name;
    cm_place place;
    int step;          /* BRANCH step, or -1 */
    cm_expr *constant; /* or NULL */
} cm_label_use;

/* A return that may lead to who called the thread's code. */
typedef struct cm_return {
    int step, link; /* the BRANCH, and its register */
} cm_return;

/* A label of another thread, as a value. */
typedef struct cm_foreign_label {
    int thread; /* index */
    const char *name;
} cm_foreign_label;

/* A constant that becomes the address of a foreign label, once all threads are known. */
typedef struct cm_foreign_use {
    cm_foreign_label label;
    cm_expr *constant;
    cm_place place;
} cm_foreign_use;

/* One per test; its threads are assembled one after the other. */
struct cm_asm {
    cm_work *work;
    cm_test *test;
    int location_capacity;
    cm_place *location_places; /* by location: where it was mentioned first */
    int place_capacity;
    uint64_t next_address;
    cm_place place; /* of what is being read, for errors that have no place of their own */

    cm_thread *thread;      /* being assembled */
    int thread_index;       /* in test->threads */
    int *register_capacity; /* by thread: initial states come before the code */
    int step_capacity, instruction_capacity, label_capacity;
    int temporaries;
    int *first_steps; /* by instruction */
    int first_capacity;
    const cm_expr *guard;   /* for the steps to come */
    const cm_expr **guards; /* by step: what `guard` was */
    int guard_count, guard_capacity;
    cm_label_use *uses;
    int use_count, use_capacity;
    cm_return *returns;
    int return_count, return_capacity;
    const cm_foreign_label *foreign; /* where indirect branches of this thread may lead */
    int foreign_count;
    int copied_from;              /* thread whose code is copied into this one, or -1 */
    cm_foreign_use *foreign_uses; /* of all threads */
    int foreign_use_count, foreign_use_capacity;
};

void cm_asm_init(cm_asm *as, cm_work *work, cm_test *test);

/* Once test->threads and thread_count are known. */
void cm_asm_prepare_threads(cm_asm *as);

/* A new location; its index. The name must be new. bytes of all elements decide
 * how much of the address space it takes. */
int cm_asm_add_location(cm_asm *as, const char *name, unsigned width, uint32_t count);

/* Whose registers cm_asm_register means. */
void cm_asm_select(cm_asm *as, int thread_index);
/* Starts the code of a thread, which may have registers already. */
void cm_asm_begin(cm_asm *as, int thread_index);
/* Index of the register or -1. */
int cm_asm_find_register(const cm_thread *thread, const char *canonical);
/* The code of a thread (index) comes now, for indirect branches of this one into it: its
 * labels are apart from this thread's own. */
void cm_asm_copy(cm_asm *as, int from, cm_place place);
/* Resolves labels and guards. */
void cm_asm_end(cm_asm *as);
/* Takes out steps that set hidden registers for no one: flags.c. */
void cm_asm_prune(cm_asm *as);

#endif
