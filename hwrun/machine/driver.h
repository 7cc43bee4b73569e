/* What a driver of GPUs does. A build has a table of them (drivers.c); a driver for
 * another kind of GPU is a file of these functions and a row of the table. What each is
 * for, units and errors: hwrun/machine/gpu.h, whose functions call these.
 *
 * CPUs need no driver: their threads are this process's (hwrun/run/team.h), and their
 * memory is in hwrun/machine/memory.c.
 */
#ifndef CM_HWRUN_MACHINE_DRIVER_H
#define CM_HWRUN_MACHINE_DRIVER_H

#include "hwrun/machine/gpu.h"
#include "litmus/test.h"

/* None of them is asked for, or given, 0 bytes or NULL; what is read and written is waited for by
 * who calls. NULL: the driver has no functions for virtual memory (mapped, granularity). */
typedef struct cm_gpu_memory_driver {
    uint64_t (*alloc)(cm_work *work, cm_gpu *gpu, uint64_t bytes);
    void (*free)(cm_gpu *gpu, uint64_t address);
    void (*clear)(cm_work *work, cm_gpu *gpu, uint64_t address, uint64_t bytes);
    void (*read)(cm_work *work, cm_gpu *gpu, void *to, uint64_t from, uint64_t bytes);
    void (*write)(cm_work *work, cm_gpu *gpu, uint64_t to, const void *from, uint64_t bytes);
    void (*copy)(cm_work *work, cm_gpu *gpu, uint64_t to, uint64_t from, uint64_t bytes);
    uint64_t (*alloc_mapped)(cm_work *work, cm_gpu *gpu, uint64_t bytes); /* whole pieces */
    void (*free_mapped)(cm_gpu *gpu, uint64_t address, uint64_t bytes);
    uint64_t (*granularity)(cm_work *work, cm_gpu *gpu);
    uint64_t (*spare)(cm_work *work, cm_gpu *gpu);
    void *(*alloc_pinned)(cm_work *work, cm_gpu *gpu, uint64_t bytes, bool combined,
                          uint64_t *device);
    void (*free_pinned)(cm_gpu *gpu, void *memory);
    void *(*alloc_managed)(cm_work *work, cm_gpu *gpu, uint64_t bytes, bool zeroed,
                           uint64_t *device);
    void (*prefer)(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, bool at_cpu);
    void (*prefetch)(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, bool to_cpu);
    void (*pin)(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, uint64_t *device);
    void (*unpin)(cm_gpu *gpu, void *memory);
} cm_gpu_memory_driver;

/* What a device says of itself by a number. */
typedef struct cm_gpu_fact {
    int attribute; /* by the driver's count */
    size_t field;  /* offset in cm_gpu_info: of a bool, or of an unsigned (less than 0: 0) */
    bool yes_no;
} cm_gpu_fact;

typedef struct cm_gpu_driver {
    const char *name; /* "CUDA" */
    cm_arch arch;     /* what its GPUs run */
    size_t gpu_bytes; /* of its GPU, which begins with a cm_gpu */
    const cm_gpu_fact *facts;
    size_t fact_count;
    int (*attribute)(cm_work *work, const cm_gpu *gpu, int attribute);
    unsigned (*count)(cm_arena *arena, const char **reason);
    void (*open)(cm_work *work, cm_gpu *gpu, unsigned ordinal); /* zeroed; closed if it escapes */
    void (*close)(cm_gpu *gpu);                                 /* all but its own memory */
    void (*use)(cm_gpu *gpu); /* before other functions, when another GPU was used before */
    void (*reach)(cm_work *work, cm_gpu *gpu, cm_gpu *other);
    void *(*load)(cm_work *work, cm_gpu *gpu, const char *ptx, int optimise);
    void (*unload)(cm_gpu *gpu, void *loaded);
    unsigned (*resident_blocks)(cm_work *work, cm_gpu *gpu, cm_gpu_module *module,
                                const char *kernel, unsigned threads);
    void (*launch)(cm_work *work, cm_gpu *gpu, cm_gpu_module *module, const char *kernel,
                   cm_gpu_shape shape, void **arguments);
    void (*wait)(cm_work *work, cm_gpu *gpu);
    void (*clock_begin)(cm_work *work, cm_gpu *gpu);
    void (*clock_end)(cm_work *work, cm_gpu *gpu);
    double (*clock_seconds)(cm_work *work, cm_gpu *gpu);
    const cm_gpu_memory_driver *memory;
} cm_gpu_driver;

/* What every driver's GPU begins with. */
struct cm_gpu {
    const cm_gpu_driver *driver;
    cm_gpu_info info;
    unsigned siblings;      /* of the driver, itself included */
    cm_gpu_module *modules; /* loaded and not yet unloaded */
};

struct cm_gpu_module {
    void *loaded; /* as the driver calls it */
    cm_gpu_module *next;
};

/* The driver's facts into the GPU's info. */
void cm_gpu_read_facts(cm_work *work, cm_gpu *gpu);

extern const cm_gpu_driver cm_gpu_cuda;
extern const cm_gpu_driver cm_gpu_hip; /* not run on a device */

#endif
