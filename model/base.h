/* The base sets and relations: what a litmus test brings to a model.
 *
 * Those of every test, and those of instruction sets: the events of their threads,
 * and tags, the events whose step carries a tag of that name. They are documented, for
 * people, in docs/cat.md (a test compares the two).
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
    CM_BASE_SAME_PROXY,
    CM_BASE_SAME_LOW_BITS, /* same offset in a page, of locations that have pages of their own */
    CM_BASE_ISSUE,         /* from what a thread did to the operations it issues later */
    CM_BASE_COMPLETION,    /* from an asynchronous operation to where it is seen complete */
    CM_BASE_BOUNDARY,      /* from a thread to one that begins, or waits for its end, after it */
    CM_BASE_SAME_BARRIER   /* barrier events of one CTA with equal ids in one execution */
} cm_base_kind;

enum { CM_PAGE = 4096 }; /* bytes; SAME_LOW_BITS */

typedef struct cm_base {
    const char *name;
    bool is_set;
    cm_base_kind kind;
    unsigned on; /* TAG, THREADS: the instruction sets, CM_ARCH_BIT (litmus/isa/isa.h); else 0 */
    const char *what; /* one line for people */
} cm_base;

/* NULL: no such base name. In the arena, or static. */
const cm_base *cm_base_find(cm_arena *arena, const char *name);
/* The kinds of all events of such a set, as letters: 'R', 'W', 'F', 'B' (a barrier); NULL: more
 * than that says which they are. */
const char *cm_base_events(cm_base_kind kind);
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
