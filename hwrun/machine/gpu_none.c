/* hwrun/machine/gpu.h of a build without cuda.h: there is no GPU, and nothing can be asked of one.
 */
#include "hwrun/machine/gpu.h"

#ifndef CMCM_HAVE_CUDA

#define WHY "built without the CUDA Toolkit (cuda.h): configure with -DCMCM_CUDA=ON"

unsigned cm_gpu_count(cm_arena *arena, const char **reason)
{
    (void)arena;
    *reason = WHY;
    return 0;
}

_Noreturn static void refuse(cm_work *work)
{
    cm_fail(work, (cm_place){0}, "no GPU: " WHY);
}

cm_gpu *cm_gpu_open(cm_work *work, unsigned ordinal)
{
    (void)ordinal;
    refuse(work);
}

void cm_gpu_close(cm_gpu *gpu)
{
    (void)gpu;
}

const cm_gpu_info *cm_gpu_about(const cm_gpu *gpu)
{
    (void)gpu;
    return NULL;
}

cm_gpu_module *cm_gpu_load(cm_work *work, cm_gpu *gpu, const char *ptx, int optimise)
{
    (void)gpu, (void)ptx, (void)optimise;
    refuse(work);
}

void cm_gpu_unload(cm_gpu *gpu, cm_gpu_module *module)
{
    (void)gpu, (void)module;
}

unsigned cm_gpu_resident_blocks(cm_work *work, cm_gpu *gpu, cm_gpu_module *module,
                                const char *kernel, unsigned threads)
{
    (void)gpu, (void)module, (void)kernel, (void)threads;
    refuse(work);
}

void cm_gpu_launch(cm_work *work, cm_gpu *gpu, cm_gpu_module *module, const char *kernel,
                   cm_gpu_shape shape, void **arguments)
{
    (void)gpu, (void)module, (void)kernel, (void)shape, (void)arguments;
    refuse(work);
}

void cm_gpu_wait(cm_work *work, cm_gpu *gpu)
{
    (void)gpu;
    refuse(work);
}

bool cm_gpu_done(cm_work *work, cm_gpu *gpu)
{
    (void)gpu;
    refuse(work);
}

void cm_gpu_clock_begin(cm_work *work, cm_gpu *gpu)
{
    (void)gpu;
    refuse(work);
}

void cm_gpu_clock_end(cm_work *work, cm_gpu *gpu)
{
    (void)gpu;
    refuse(work);
}

double cm_gpu_clock_seconds(cm_work *work, cm_gpu *gpu)
{
    (void)gpu;
    refuse(work);
}

uint64_t cm_gpu_alloc(cm_work *work, cm_gpu *gpu, uint64_t bytes)
{
    (void)gpu, (void)bytes;
    refuse(work);
}

void cm_gpu_free(cm_gpu *gpu, uint64_t address)
{
    (void)gpu, (void)address;
}

void cm_gpu_clear(cm_work *work, cm_gpu *gpu, uint64_t address, uint64_t bytes)
{
    (void)gpu, (void)address, (void)bytes;
    refuse(work);
}

void cm_gpu_read(cm_work *work, cm_gpu *gpu, void *to, uint64_t from, uint64_t bytes)
{
    (void)gpu, (void)to, (void)from, (void)bytes;
    refuse(work);
}

void cm_gpu_write(cm_work *work, cm_gpu *gpu, uint64_t to, const void *from, uint64_t bytes)
{
    (void)gpu, (void)to, (void)from, (void)bytes;
    refuse(work);
}

void *cm_gpu_alloc_pinned(cm_work *work, cm_gpu *gpu, uint64_t bytes, uint64_t *device)
{
    (void)gpu, (void)bytes, (void)device;
    refuse(work);
}

void cm_gpu_free_pinned(cm_gpu *gpu, void *memory)
{
    (void)gpu, (void)memory;
}

void *cm_gpu_alloc_managed(cm_work *work, cm_gpu *gpu, uint64_t bytes, uint64_t *device)
{
    (void)gpu, (void)bytes, (void)device;
    refuse(work);
}

void cm_gpu_free_managed(cm_gpu *gpu, void *memory)
{
    (void)gpu, (void)memory;
}

void cm_gpu_pin(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, uint64_t *device)
{
    (void)gpu, (void)memory, (void)bytes, (void)device;
    refuse(work);
}

void cm_gpu_unpin(cm_gpu *gpu, void *memory)
{
    (void)gpu, (void)memory;
}

#endif
