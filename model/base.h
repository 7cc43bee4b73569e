/* The base sets and relations: what a litmus test brings to a model.
 *
 * One table for the whole program. Its entries are documented, for people, in
 * docs/cat.md (a test compares the two). A set that is not computed in a special
 * way is a tag: the events whose step carries a tag of that name.
 */
#ifndef CM_MODEL_BASE_H
#define CM_MODEL_BASE_H

#include <stdbool.h>

typedef enum cm_base_kind {
    /* sets */
    CM_BASE_TAG, /* events with the tag of this name */
    CM_BASE_R,
    CM_BASE_W,
    CM_BASE_M,
    CM_BASE_F,
    CM_BASE_BARRIER,
    CM_BASE_IW,
    CM_BASE_CPU,
    CM_BASE_PTX,
    CM_BASE_AARCH64,
    CM_BASE_X86,
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
    CM_BASE_IICO_DATA,  /* inside an instruction: from a read to the write it goes into, */
    CM_BASE_IICO_CTRL,  /* to the write it decides on, */
    CM_BASE_IICO_ORDER, /* and plain order */
    CM_BASE_RMW,
    CM_BASE_AMO,
    CM_BASE_LXSX,
    CM_BASE_SAME_INSTANCE,    /* events of one instruction, each time it executes */
    CM_BASE_SAME_INSTRUCTION, /* same memory access split into parts (single-copy atomic) */
    CM_BASE_SAME_CTA,
    CM_BASE_SAME_CLUSTER,
    CM_BASE_SAME_GPU,
    CM_BASE_SAME_SYSTEM,
    CM_BASE_SAME_ADDRESS, /* same virtual address (aliases differ) */
    CM_BASE_SAME_ACCESS,  /* same virtual or physical start and width: complete overlap */
    CM_BASE_SAME_PROXY,
    CM_BASE_SAME_BARRIER /* barrier events of one CTA with equal ids in one execution */
} cm_base_kind;

/* Instruction sets whose threads may have a tag. */
enum { CM_ON_AARCH64 = 1, CM_ON_X86 = 2, CM_ON_PTX = 4 };

typedef struct cm_base {
    const char *name;
    bool is_set;
    cm_base_kind kind;
    unsigned on;      /* TAG: CM_ON_...; else 0 */
    const char *what; /* one line for people */
} cm_base;

/* NULL: no such base name. */
const cm_base *cm_base_find(const char *name);
const cm_base *cm_base_table(int *count);

#endif
