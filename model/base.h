/* The base sets and relations: what a litmus test brings to a model.
 *
 * Those of every test, and those of instruction sets: the events of their threads,
 * and tags, the events whose step carries a tag of that name. Each says in words what it
 * means, for people.
 */
#ifndef CM_MODEL_BASE_H
#define CM_MODEL_BASE_H

#include "base/arena.h"

#include <stdbool.h>

typedef enum cm_base_kind {
    /* sets */
    CM_BASE_TAG,      /* events with the tag of this name */
    CM_BASE_REGISTER, /* the same, of events of registers and of branches */
    CM_BASE_R,
    CM_BASE_W,
    CM_BASE_M,
    CM_BASE_F,
    CM_BASE_BARRIER,
    CM_BASE_IW,
    CM_BASE_COARSE,     /* initial writes of coarse-grained locations */
    CM_BASE_NAL,        /* initial writes of locations that no declaration calls atomic */
    CM_BASE_THREADS,    /* events of threads of some instruction sets */
    CM_BASE_RMW_EVENTS, /* events in the domain or range of rmw */
    /* relations */
    CM_BASE_ID,
    CM_BASE_PO,
    CM_BASE_INT,
    CM_BASE_EXT,
    CM_BASE_LOC,
    CM_BASE_RF,
    CM_BASE_ADDR,
    CM_BASE_DATA,
    CM_BASE_CTRL,
    CM_BASE_PICK_ADDR,
    CM_BASE_PICK_DATA,
    CM_BASE_PICK_CTRL,
    CM_BASE_RF_REG,     /* from the write of a register to a read of it */
    CM_BASE_IICO_DATA,  /* inside an instruction: from a read to the write it goes into, */
    CM_BASE_IICO_CTRL,  /* to the write it decides on, */
    CM_BASE_IICO_ORDER, /* and plain order */
    CM_BASE_RMW,
    CM_BASE_AMO,
    CM_BASE_LXSX,
    CM_BASE_SAME_INSTANCE,    /* events of one instruction, each time it executes */
    CM_BASE_SAME_INSTRUCTION, /* same memory access split into parts (single-copy atomic) */
    CM_BASE_SAME_WAVE,
    CM_BASE_SAME_CTA,
    CM_BASE_SAME_CLUSTER,
    CM_BASE_HOME_CTA,
    CM_BASE_HOME_CLUSTER,
    CM_BASE_SAME_GPU,
    CM_BASE_SAME_SYSTEM,
    CM_BASE_SAME_ADDRESS, /* same virtual address (aliases differ) */
    CM_BASE_SAME_ACCESS,  /* same virtual or physical start and width: complete overlap */
    CM_BASE_SAME_OBJECT,  /* anywhere in one location */
    CM_BASE_SAME_PROXY,
    CM_BASE_SAME_LOW_BITS, /* same offset in a page, of locations that have pages of their own */
    CM_BASE_ISSUE,         /* from what a thread did to the operations it issues later */
    CM_BASE_COMPLETION,    /* from an asynchronous operation to where it is seen complete */
    CM_BASE_BOUNDARY,      /* from a thread to one that begins, or waits for its end, after it */
    CM_BASE_SSW,           /* between threads that something outside of the test orders */
    CM_BASE_SAME_BARRIER   /* barrier events of one CTA with equal ids in one execution */
} cm_base_kind;

enum { CM_PAGE = 4096 }; /* bytes; SAME_LOW_BITS */

/* What a base depends on beside which events there are. While these and that stay the same, so
 * does the base. */
typedef enum cm_base_cause {
    CM_CAUSED_BY_EVENTS = 1,
    CM_CAUSED_BY_PLACES = 2,    /* where they go */
    CM_CAUSED_BY_TAGS = 4,      /* what they are said to be; alike but for tests with forms */
    CM_CAUSED_BY_EXECUTION = 8, /* what depends on what, who reads from whom */
} cm_base_cause;

/* What holds for a base in every execution. */
enum {
    CM_BASE_SYMMETRIC = 1, /* it is its own inverse */
    CM_BASE_CLASSES = 2,   /* events related to themselves fall into classes, all related in each */
    CM_BASE_INSIDE = 4,    /* it relates events of one thread only */
    CM_BASE_FILTER = 8,    /* it says which events are meant, and no more: it explains nothing */
    CM_BASE_FACT = 16,     /* it says what happened: an explanation that needs it is longer */
};

/* Two steps of a test: when may events of theirs be related (steps.h)? */
typedef enum cm_base_steps {
    CM_STEPS_ALL, /* steps alone do not say */
    CM_STEPS_SELF,
    CM_STEPS_LATER, /* the second one comes later in its thread */
    CM_STEPS_PAIR,  /* the same, of a load and a store that may form an atomic pair */
    CM_STEPS_INT,
    CM_STEPS_EXT,
    CM_STEPS_SOURCE, /* a store, and a load that it may reach */
    CM_STEPS_OVERLAP /* accesses of the same bytes, maybe */
} cm_base_steps;

/* Events that might be there, as a fence between two instructions (explain/missing.h): how are they
 * related? */
typedef enum cm_base_ghosts {
    CM_GHOSTS_NONE,
    CM_GHOSTS_SELF,
    CM_GHOSTS_INSTANCE,   /* with what is of one fence */
    CM_GHOSTS_ORDER,      /* as they stand */
    CM_GHOSTS_BYTES,      /* as the access that they are for */
    CM_GHOSTS_PROXY,      /* through the generic one */
    CM_GHOSTS_NEIGHBOURS, /* as their neighbours, by their threads */
    CM_GHOSTS_BOUNDARY
} cm_base_ghosts;

struct cm_test;
struct cm_outline;

/* One row of the table in relations.c, or made of a description of an instruction set. */
typedef struct cm_base {
    const char *name;
    bool is_set;
    cm_base_kind kind;
    const char *events; /* a set of all events of some kinds, as letters: 'R', 'W', 'F', 'B' (a
                         * barrier); NULL: more than that says which they are */
    cm_base_cause cause;
    unsigned traits;
    unsigned on; /* TAG, THREADS: the instruction sets, CM_ARCH_BIT (litmus/isa/isa.h); else 0 */
    const char *what; /* one line for people */
    /* a set: is the event in it? NULL: one that its pairs say, of which it has the ends */
    bool (*has)(const struct cm_test *test, const struct cm_base *base,
                const struct cm_outline *event);
    const struct cm_telling *pairs; /* of a relation: how they are told (relations.c); or NULL */
    cm_base_steps steps;
    cm_base_ghosts ghosts;
} cm_base;

/* NULL: no such base name. In the arena, or static. */
const cm_base *cm_base_find(cm_arena *arena, const char *name);
/* The one of a kind that one name has; not TAG, REGISTER, THREADS. */
const cm_base *cm_base_of(cm_base_kind kind);
/* One that only models in herd's dialect have: events of registers (litmus/trace.h), and what
 * herd says of pages. Static, or NULL. */
const cm_base *cm_base_of_herd(const char *name);
/* Is it there only where registers have events? */
bool cm_base_is_of_registers(const cm_base *base);
/* Is it another there, since it begins at reads of memory? */
bool cm_base_is_dependency(const cm_base *base);
/* Is it one base, under two names perhaps? */
bool cm_base_same(const cm_base *a, const cm_base *b);
/* All of them, once each, in the arena. */
const cm_base *cm_base_table(cm_arena *arena, int *count);

#endif
