/* What is behind a cm_machine. Inside hwrun only. */
#ifndef CM_HWRUN_MACHINE_MACHINE_STATE_H
#define CM_HWRUN_MACHINE_MACHINE_STATE_H

#include "hwrun/machine/machine.h"

#include <hwloc.h>

/* ---- topology.c: the CPUs of this process in the order in which threads take them, and the NUMA
 * nodes, through hwloc --------------------------------------------------------------------- */

typedef struct cm_topology_cpu {
    unsigned number;  /* as the operating system counts */
    unsigned core;    /* hwloc's logical number: neighbours are near each other */
    unsigned sibling; /* 0: the first hyper-thread of its core, 1: the second ... */
    bool far;         /* another part of the machine is nearer to the GPU */
    int node;         /* NUMA node, -1: unknown */
} cm_topology_cpu;

typedef struct cm_topology {
    hwloc_topology_t hwloc; /* NULL: not loaded */
    cm_topology_cpu *cpus;
    unsigned cpu_count;
    cm_machine_node *nodes; /* by number */
    unsigned node_count;
    unsigned sockets, cores; /* that the CPUs are of */
    uint64_t memory_bytes;   /* of all nodes */
} cm_topology;

/* Fills a topology in; what it holds besides hwloc's own is in the arena of work.
 * gpu_pci: "0000:41:00.0" or NULL; CPUs near it come first. Errors escape through
 * the work; cm_topology_free also then. */
void cm_topology_load(cm_work *work, cm_topology *topology, const char *gpu_pci);
/* Puts the CPUs in order: first hyper-threads before second ones, then near before
 * far, then by core. */
void cm_topology_order(cm_topology *topology);
void cm_topology_free(cm_topology *topology);

/* Memory on that node only, untouched. NULL: errno says why not. */
void *cm_topology_alloc(const cm_topology *topology, unsigned node, size_t bytes);
void cm_topology_dealloc(const cm_topology *topology, void *memory, size_t bytes);

/* Index of the node with that number; -1: none. */
int cm_topology_node(const cm_topology *topology, unsigned number);

/* ---- machine.c, memory.c ---- */

/* What the processor calls itself. From the text of Linux's /proc/cpuinfo: the "model name" of x86,
 * or the name of an AArch64 core by its implementer and part number ("Neoverse-V2"); of the first
 * processor that says so. "unknown" when the text has neither. In the arena or constant. */
const char *cm_cpu_name(cm_arena *arena, const char *cpuinfo);

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
