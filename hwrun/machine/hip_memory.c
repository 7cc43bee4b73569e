/* Memory of AMD GPUs, through libamdhip64. Device memory is fine-grained, as that of tests is
 * unless they say otherwise (docs/litmus.md): coarse-grained memory, which hipMalloc gives, is
 * coherent beyond its GPU at the ends of kernels only. */
#include "hwrun/machine/hip_library.h"

#include <string.h>

enum { FINE_GRAINED = 1 }; /* hipDeviceMallocFinegrained */
enum { PORTABLE = 1, MAPPED = 2, COMBINED = 4, COHERENT = 1 << 30 }; /* hipHostMalloc... */
enum { BY_ADDRESS = 4 };                                             /* hipMemcpyDefault */
enum { CPU = -1, PREFERRED_LOCATION = 3, ATTACH_GLOBAL = 1 };

static void hip_free(cm_gpu *base, uint64_t address)
{
    (void)hip_of(base)->hip.hipFree(hip_address(address));
}

/* Gives the memory back where it cannot be cleared. */
static uint64_t cleared(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes)
{
    hip_gpu *gpu = hip_of(base);
    hip_result result = gpu->hip.hipMemsetAsync(memory, 0, (size_t)bytes, gpu->stream);
    if (result != HIP_SUCCESS)
        (void)gpu->hip.hipFree(memory);
    cm_hip_check(work, &gpu->hip, result, "hipMemsetAsync of %llu bytes",
                 (unsigned long long)bytes);
    return (uintptr_t)memory;
}

static uint64_t hip_alloc(cm_work *work, cm_gpu *base, uint64_t bytes)
{
    hip_gpu *gpu = hip_of(base);
    void *memory;
    hip_result result = gpu->hip.hipExtMallocWithFlags(&memory, (size_t)bytes, FINE_GRAINED);
    cm_hip_check(work, &gpu->hip, result, "hipExtMallocWithFlags of %llu bytes",
                 (unsigned long long)bytes);
    return cleared(work, base, memory, bytes);
}

static void hip_clear(cm_work *work, cm_gpu *base, uint64_t address, uint64_t bytes)
{
    hip_gpu *gpu = hip_of(base);
    CM_HIP(work, &gpu->hip, hipMemsetAsync, hip_address(address), 0, (size_t)bytes, gpu->stream);
}

static void copy_by_address(cm_work *work, cm_gpu *base, void *to, const void *from, uint64_t bytes)
{
    hip_gpu *gpu = hip_of(base);
    CM_HIP(work, &gpu->hip, hipMemcpyAsync, to, from, (size_t)bytes, BY_ADDRESS, gpu->stream);
}

static void hip_read(cm_work *work, cm_gpu *base, void *to, uint64_t from, uint64_t bytes)
{
    copy_by_address(work, base, to, hip_address(from), bytes);
}

static void hip_write(cm_work *work, cm_gpu *base, uint64_t to, const void *from, uint64_t bytes)
{
    copy_by_address(work, base, hip_address(to), from, bytes);
}

static void hip_copy(cm_work *work, cm_gpu *base, uint64_t to, uint64_t from, uint64_t bytes)
{
    copy_by_address(work, base, hip_address(to), hip_address(from), bytes);
}

static uint64_t hip_spare(cm_work *work, cm_gpu *base)
{
    size_t spare, all;
    CM_HIP(work, &hip_of(base)->hip, hipMemGetInfo, &spare, &all);
    return spare;
}

/* ---- memory of the host ---------------------------------------------------------------------- */

static void hip_free_pinned(cm_gpu *base, void *memory)
{
    (void)hip_of(base)->hip.hipHostFree(memory);
}

/* Where the GPU finds memory of the host, which `undo` gives back if it does not. */
static uint64_t address_in(cm_work *work, cm_gpu *base, void *memory,
                           void (*undo)(cm_gpu *, void *))
{
    const hip_library *hip = &hip_of(base)->hip;
    void *address;
    hip_result result = hip->hipHostGetDevicePointer(&address, memory, 0);
    if (result != HIP_SUCCESS)
        undo(base, memory);
    cm_hip_check(work, hip, result, "hipHostGetDevicePointer");
    return (uintptr_t)address;
}

static void *hip_alloc_pinned(cm_work *work, cm_gpu *base, uint64_t bytes, bool combined,
                              uint64_t *device)
{
    hip_gpu *gpu = hip_of(base);
    unsigned flags = PORTABLE | MAPPED | COHERENT | (combined ? COMBINED : 0);
    void *memory;
    hip_result result = gpu->hip.hipHostMalloc(&memory, (size_t)bytes, flags);
    cm_hip_check(work, &gpu->hip, result, "hipHostMalloc of %llu bytes", (unsigned long long)bytes);
    memset(memory, 0, (size_t)bytes);
    *device = address_in(work, base, memory, hip_free_pinned);
    return memory;
}

static void *hip_alloc_managed(cm_work *work, cm_gpu *base, uint64_t bytes, bool zeroed,
                               uint64_t *device)
{
    hip_gpu *gpu = hip_of(base);
    void *memory;
    hip_result result = gpu->hip.hipMallocManaged(&memory, (size_t)bytes, ATTACH_GLOBAL);
    cm_hip_check(work, &gpu->hip, result, "hipMallocManaged of %llu bytes",
                 (unsigned long long)bytes);
    if (zeroed) {
        (void)cleared(work, base, memory, bytes);
        result = gpu->hip.hipStreamSynchronize(gpu->stream);
        if (result != HIP_SUCCESS)
            (void)gpu->hip.hipFree(memory);
        cm_hip_check(work, &gpu->hip, result, "hipStreamSynchronize of managed memory");
    }
    *device = (uintptr_t)memory;
    return memory;
}

static void hip_prefer(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, bool at_cpu)
{
    hip_gpu *gpu = hip_of(base);
    CM_HIP(work, &gpu->hip, hipMemAdvise, memory, (size_t)bytes, PREFERRED_LOCATION,
           at_cpu ? CPU : gpu->device);
}

static void hip_prefetch(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, bool to_cpu)
{
    hip_gpu *gpu = hip_of(base);
    CM_HIP(work, &gpu->hip, hipMemPrefetchAsync, memory, (size_t)bytes, to_cpu ? CPU : gpu->device,
           gpu->stream);
}

static void hip_unpin(cm_gpu *base, void *memory)
{
    (void)hip_of(base)->hip.hipHostUnregister(memory);
}

static void hip_pin(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, uint64_t *device)
{
    hip_gpu *gpu = hip_of(base);
    CM_HIP(work, &gpu->hip, hipHostRegister, memory, (size_t)bytes, PORTABLE | MAPPED);
    *device = address_in(work, base, memory, hip_unpin);
}

const cm_gpu_memory_driver cm_hip_memory = {
    .alloc = hip_alloc,
    .free = hip_free,
    .clear = hip_clear,
    .read = hip_read,
    .write = hip_write,
    .copy = hip_copy,
    .spare = hip_spare,
    .alloc_pinned = hip_alloc_pinned,
    .free_pinned = hip_free_pinned,
    .alloc_managed = hip_alloc_managed,
    .prefer = hip_prefer,
    .prefetch = hip_prefetch,
    .pin = hip_pin,
    .unpin = hip_unpin,
};
