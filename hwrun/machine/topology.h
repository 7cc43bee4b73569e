/* The CPUs of this process in the order in which threads take them, and the NUMA
 * nodes, through hwloc. Inside hwrun only.
 */
#ifndef CM_HWRUN_MACHINE_TOPOLOGY_H
#define CM_HWRUN_MACHINE_TOPOLOGY_H

#include "hwrun/machine/machine.h"

#include <hwloc.h>

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

#endif
