/* What is behind a cm_machine. Inside hwrun only. */
#ifndef CM_HWRUN_MACHINE_MACHINE_STATE_H
#define CM_HWRUN_MACHINE_MACHINE_STATE_H

#include "hwrun/machine/topology.h"

struct cm_machine {
    cm_arena *arena; /* everything below that is text or a list */
    cm_topology topology;
    cm_gpu *gpu; /* NULL: none */
    unsigned ordinal;
    cm_gpu *others[CM_PLAN_DEVICES - 1]; /* opened when a test wants them; NULL: not yet */
    /* The same GPUs once more, for kernels that run beside others: by GPU, domain - 1. */
    cm_gpu *again[CM_PLAN_DEVICES][CM_PLAN_DEVICES - 1];
    cm_machine_info info;
    const char *no_node; /* refuses a NUMA node; names those there are */
    const char *no_huge; /* refuses huge pages; NULL: they can be asked for */
    const char *no_bind; /* refuses all NUMA nodes; NULL: memory can be bound to them */
};

enum { CM_HUGE_PAGE = 2 << 20 }; /* bytes, as x86-64, AArch64 and RISC-V have them */

/* Why huge pages cannot be had; NULL: they can (memory.c). */
const char *cm_memory_no_huge(cm_work *work);

#endif
