/* The machine: CPUs through hwloc, memory kinds, and the GPU if there is one. */
#ifndef CM_HWRUN_MACHINE_MACHINE_H
#define CM_HWRUN_MACHINE_MACHINE_H

#include "hwrun/machine/gpu.h"
#include "hwrun/plan/plan.h"

typedef struct cm_machine cm_machine;

typedef struct cm_machine_info {
    const char *host, *kernel, *cpu;  /* uname -n, -sr; "Neoverse-V2", "AMD EPYC ..." */
    cm_arch arch;                     /* of the CPU */
    unsigned sockets, cores, threads; /* that this process may run on */
    unsigned numa_nodes;
    uint64_t memory_bytes, page_bytes;
} cm_machine_info;

typedef struct cm_machine_options {
    unsigned gpu;   /* ordinal */
    bool wants_gpu; /* open it; without it CPU tests only */
} cm_machine_options;

/* Never NULL; errors escape through the work. Lives until cm_machine_close. */
cm_machine *cm_machine_open(cm_work *work, const cm_machine_options *options);
void cm_machine_close(cm_machine *machine); /* NULL is allowed */
const cm_machine_info *cm_machine_about(const cm_machine *machine);
cm_gpu *cm_machine_gpu(cm_machine *machine); /* NULL: none */
/* GPU number `index`: 0 the one that was opened, then the others of the machine, which are
 * opened now. They reach each other's memory; a pair that cannot is an error. */
cm_gpu *cm_machine_gpu_at(cm_work *work, cm_machine *machine, int index);
/* The same GPU as often as kernels run on it at once, each with a queue of its own: one for each
 * domain of memory synchronisation, counted from 0. */
cm_gpu *cm_machine_gpu_in(cm_work *work, cm_machine *machine, int index, int domain);
cm_plan_limits cm_machine_limits(const cm_machine *machine);

/* Binds the calling thread to the n-th CPU in the order that spreads over cores
 * first and uses hyper-threads last (n modulo the number of CPUs). False: the system refused. */
bool cm_machine_pin(const cm_machine *machine, unsigned n);

/* One NUMA node. */
typedef struct cm_machine_node {
    unsigned number; /* as the operating system counts */
    uint64_t bytes;
    unsigned cpus;
} cm_machine_node;
/* NULL past the last. */
const cm_machine_node *cm_machine_node_at(const cm_machine *machine, unsigned index);

/* NULL: this kind can be shared by the given mix here; else why not ("the GPU
 * cannot reach pageable memory: pageableMemoryAccess is 0"). */
const char *cm_machine_refuses(const cm_machine *machine, cm_mix mix, cm_memory_kind kind,
                               unsigned numa_node);
/* What CM_MEMORY_DEFAULT stands for. */
cm_memory_kind cm_machine_default_memory(const cm_machine *machine, cm_mix mix);

typedef struct cm_shared {
    cm_memory_kind kind;
    void *cpu;    /* NULL: the CPU cannot reach it */
    uint64_t gpu; /* 0: the GPU cannot reach it */
    uint64_t bytes;
    void *base;    /* for cm_shared_free */
    cm_gpu *owner; /* of device memory; NULL: the first GPU */
} cm_shared;

/* Zeroed, aligned to a page at least. Refused kinds and failures escape. */
cm_shared cm_shared_new(cm_work *work, cm_machine *machine, cm_mix mix, cm_memory_kind kind,
                        unsigned numa_node, uint64_t bytes);
/* Memory at the home that an area of a plan has: not of the kind CM_AREA_MEMORY. */
cm_shared cm_shared_home(cm_work *work, cm_machine *machine, cm_mix mix, const cm_plan_area *area);
void cm_shared_free(cm_machine *machine, cm_shared *memory);

#endif
