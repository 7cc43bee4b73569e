/* Operations on memory that C programs call. Each has a row in c_rows.c; c_call.c reads a call and
 * its arguments, and c_perform.c makes steps of it. */
#ifndef CMCM_LITMUS_ISA_C_C_ROWS_H
#define CMCM_LITMUS_ISA_C_C_ROWS_H

#include "litmus/isa/c/c.h"

typedef enum cm_c_action {
    LOAD,
    STORE,
    STORE_FENCE, /* the kernel's smp_store_mb */
    FENCE,
    EXCHANGE,
    FETCH,  /* gives what was there */
    RETURN, /* gives what is there now */
    UPDATE, /* gives nothing */
    COMPARE_STRONG,
    COMPARE_WEAK,   /* C11: *expected, gives whether it was exchanged */
    COMPARE_KERNEL, /* gives what was there */
    ADD_UNLESS,
    BARRIER,
    NOTHING,
    ASSERT,   /* raises a flag where the value is 0 */
    ASSUME,   /* no execution has the value 0 */
    AWAIT,    /* ends once the object has another value */
    FLAG_SET, /* gives whether it was set before */
    FLAG_CLEAR,
    TAKE,     /* a mutex: ends once it is free, and who took it has it */
    TRY_TAKE, /* the same, or not: whether it has it */
    GIVE,     /* of who has it */
    ARRIVE,   /* at a barrier that counts: gives the phase to wait for */
    PASS,     /* waits for that phase */
    ARRIVE_AND_PASS,
    SRCU, /* an event of that location that reads and writes nothing */
    SRCU_UNLOCK,
    LOCK,
    UNLOCK,
    TRY_LOCK,
    IS_LOCKED
} cm_c_action;

/* Arguments, by letter:
 *      g  which memory, CLK_GLOBAL_MEM_FENCE           s  a scope
 *      w  whether a failure for no reason is allowed
 *      p  a pointer        l  what is meant, `*p`      v  a value
 *      i  a pointer to the value, `&r`                 d  where the result goes, `&r`
 *      t  a scope as a text, of AMD's compiler         k  all lanes of a wave; may be left out
 *      e  a pointer to what is expected, `&r` of a register, too
 *      m  a memory_order   f  that of a failure        o  an operator */
typedef struct cm_c_row {
    const char *name;
    cm_c_action action;
    const char *arguments;
    const char *word; /* the order that is not written: a memory_order, or the kernel's word */
    const char *op;   /* of UPDATE, FETCH, RETURN; NULL: an argument says. Of FENCE and BARRIER: the
                         scope */
    char test;        /* '=': the result is whether the value is 0; '<': whether it is negative;
                         '?', of COMPARE_KERNEL: whether it was exchanged */
    bool suffixed;    /* the kernel's: _relaxed, _acquire, _release behind the name, too */
} cm_c_row;

/* The row of the call, whose operation has that name in C11's words or the kernel's. *word: the
 * order that is not written. NULL: there is none. */
const cm_c_row *cm_c_find_row(cm_c *c, const cm_c_node *node, const char *name, const char **word);

/* Is it one of gcc's and clang's own, or of those of C11 that the reference simulator lacks? Then
 * tests of all heads have it. */
bool cm_c_is_built_in(const char *name);

/* A call whose arguments are read. */
typedef struct cm_c_operation {
    cm_c *c;
    const cm_c_node *node;
    const cm_c_row *row;
    const char *word, *failure; /* orders */
    const char *op;
    const cm_expr *address, *values[2];
    cm_number_type type, types[2]; /* of the object, and of the values */
    const cm_c_node *expected, *result;
    int value_count;
    const cm_c_reference *object; /* whose member is called; NULL: none is */
    const char *scope;            /* the set; NULL: tests of this kind have no scopes */
    bool global, local;           /* which memory a fence is about */
    bool weak;
} cm_c_operation;

/* Is its value one of the object's? */
bool cm_c_gives_object(const cm_c_operation *k);
/* Its value; NULL: it has none. */
const cm_expr *cm_c_perform(const cm_c_operation *k);
/* Tags of an access or a fence with that order, in C11's words, and the set of its scope. */
const char *const *cm_c_tags(cm_c *c, const char *order, const char *scope, bool fence);

#endif
