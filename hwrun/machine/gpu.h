/* One GPU through its driver (driver.h): today NVIDIA's, whose libcuda is opened at run
 * time; nothing here needs it, or a GPU, to be linked or started. In a build without
 * drivers every GPU is refused with a message that says so.
 *
 * Every result of the driver is looked at: an error names the call and what the
 * driver said, and escapes through the work (cm_fail without a place).
 */
#ifndef CM_HWRUN_MACHINE_GPU_H
#define CM_HWRUN_MACHINE_GPU_H

#include "base/diag.h"

typedef struct cm_gpu cm_gpu;
typedef struct cm_gpu_module cm_gpu_module;

typedef struct cm_gpu_info {
    char name[128], uuid[48], pci[32];
    int driver;            /* as cuDriverGetVersion: 13000 */
    unsigned major, minor; /* compute capability */
    unsigned multiprocessors, threads_per_multiprocessor, threads_per_block,
        blocks_per_multiprocessor;
    unsigned domains; /* of memory synchronisation that launches may name; 0, 1: one only */
    uint64_t memory_bytes, l2_bytes;
    unsigned clock_khz, memory_clock_khz;
    unsigned memory_bus_bits; /* 0: not known */
    int numa_node;            /* -1: none */
    bool unified_addressing, managed_memory, concurrent_managed_access, pageable_memory_access,
        pageable_uses_host_tables, host_native_atomics, can_map_host_memory, cooperative_launch,
        cluster_launch, integrated, compute_preemption;
} cm_gpu_info;

/* How many GPUs; 0 and a reason (constant text or in the arena) when there is no
 * libcuda, no device, or no support in this build. Never fails otherwise. */
unsigned cm_gpu_count(cm_arena *arena, const char **reason);

/* Opens GPU number `ordinal`: its primary context, current in the calling thread, which
 * alone may use it, and one stream. */
cm_gpu *cm_gpu_open(cm_work *work, unsigned ordinal);
void cm_gpu_close(cm_gpu *gpu); /* NULL is allowed */
const cm_gpu_info *cm_gpu_about(const cm_gpu *gpu);
/* How many GPUs its driver has, itself included. */
unsigned cm_gpu_siblings(const cm_gpu *gpu);

/* Lets kernels of `gpu` reach memory of the other one (peer access). Where the machine cannot,
 * an error says so. */
void cm_gpu_reach(cm_work *work, cm_gpu *gpu, cm_gpu *other);

/* Compiles PTX text. optimise: ptxas level 0 to 4. */
cm_gpu_module *cm_gpu_load(cm_work *work, cm_gpu *gpu, const char *ptx, int optimise);
void cm_gpu_unload(cm_gpu *gpu, cm_gpu_module *module);

typedef struct cm_gpu_shape {
    unsigned blocks, threads; /* one dimension each */
    unsigned cluster;         /* CTAs per cluster; 0, 1: none */
    bool together;            /* refuse unless all blocks are resident at once */
    unsigned domain;          /* of memory synchronisation, 0.. */
} cm_gpu_shape;

/* Most blocks of that many threads that are resident at once. */
unsigned cm_gpu_resident_blocks(cm_work *work, cm_gpu *gpu, cm_gpu_module *module,
                                const char *kernel, unsigned threads);
/* Queues a kernel. arguments: one pointer to each parameter's value. */
void cm_gpu_launch(cm_work *work, cm_gpu *gpu, cm_gpu_module *module, const char *kernel,
                   cm_gpu_shape shape, void **arguments);
/* Waits until all that was queued is done. */
void cm_gpu_wait(cm_work *work, cm_gpu *gpu);
/* The GPU's own clock, around what was queued between begin and end; seconds,
 * valid after cm_gpu_wait. */
void cm_gpu_clock_begin(cm_work *work, cm_gpu *gpu);
void cm_gpu_clock_end(cm_work *work, cm_gpu *gpu);
double cm_gpu_clock_seconds(cm_work *work, cm_gpu *gpu);

/* Device addresses are numbers. Memory is zeroed. */
uint64_t cm_gpu_alloc(cm_work *work, cm_gpu *gpu, uint64_t bytes);
void cm_gpu_free(cm_gpu *gpu, uint64_t address);
void cm_gpu_clear(cm_work *work, cm_gpu *gpu, uint64_t address, uint64_t bytes); /* queued */
void cm_gpu_read(cm_work *work, cm_gpu *gpu, void *to, uint64_t from, uint64_t bytes);
void cm_gpu_write(cm_work *work, cm_gpu *gpu, uint64_t to, const void *from, uint64_t bytes);

/* Copies by the driver, from anywhere to anywhere; queued. */
void cm_gpu_copy(cm_work *work, cm_gpu *gpu, uint64_t to, uint64_t from, uint64_t bytes);
/* Device memory by the functions for virtual memory, which all GPUs that reach this one may use.
 * Not zeroed; *bytes becomes what whole pieces have. Where the driver has none, an error says so.
 */
uint64_t cm_gpu_alloc_mapped(cm_work *work, cm_gpu *gpu, uint64_t *bytes);
void cm_gpu_free_mapped(cm_gpu *gpu, uint64_t address, uint64_t bytes);
/* Bytes of one piece of such memory. */
uint64_t cm_gpu_granularity(cm_work *work, cm_gpu *gpu);
/* Bytes of the GPU's memory that nobody uses. */
uint64_t cm_gpu_spare(cm_work *work, cm_gpu *gpu);

/* Host memory mapped into the GPU; managed memory. *device gets its address there. combined: the
 * CPU writes past its caches, and reads slowly. zeroed: by the GPU; else nobody has touched it. */
void *cm_gpu_alloc_pinned(cm_work *work, cm_gpu *gpu, uint64_t bytes, bool combined,
                          uint64_t *device);
void cm_gpu_free_pinned(cm_gpu *gpu, void *memory);
void *cm_gpu_alloc_managed(cm_work *work, cm_gpu *gpu, uint64_t bytes, bool zeroed,
                           uint64_t *device);
void cm_gpu_free_managed(cm_gpu *gpu, void *memory);
/* The home that the driver shall prefer for managed memory: that GPU, or the CPU. */
void cm_gpu_prefer(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, bool at_cpu);
/* Moves managed memory to that GPU, or to the CPU; queued. */
void cm_gpu_prefetch(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, bool to_cpu);
/* Pins memory that already exists (numa:N on machines without pageable access). */
void cm_gpu_pin(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, uint64_t *device);
void cm_gpu_unpin(cm_gpu *gpu, void *memory);

#endif
