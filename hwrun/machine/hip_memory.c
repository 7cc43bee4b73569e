/* Memory of AMD GPUs, through libamdhip64. Device memory is fine-grained, as that of tests is
 * unless they say otherwise (docs/litmus.md): coarse-grained memory, which hipMalloc gives, is
 * coherent beyond its GPU at the ends of kernels only. */
#include "hwrun/machine/hip_library.h"

#include <string.h>

enum { FINE_GRAINED = 1 }; /* hipDeviceMallocFinegrained */
enum { PORTABLE = 1, MAPPED = 2, COMBINED = 4, COHERENT = 1 << 30 }; /* hipHostMalloc... */
enum { BY_ADDRESS = 4 };                                             /* hipMemcpyDefault */
enum { CPU = -1, PREFERRED_LOCATION = 3, ATTACH_GLOBAL = 1 };

static size_t at_least_one(uint64_t bytes)
{
    return bytes > 0 ? (size_t)bytes : 1;
}

static void hip_free(cm_gpu *base, uint64_t address)
{
    if (address)
        (void)hip_of(base)->hip.hipFree(hip_address(address));
}

/* Gives the memory back where it cannot be cleared. */
static uint64_t cleared(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes)
{
    hip_gpu *gpu = hip_of(base);
    hip_result result = gpu->hip.hipMemsetAsync(memory, 0, at_least_one(bytes), gpu->stream);
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
    hip_result result = gpu->hip.hipExtMallocWithFlags(&memory, at_least_one(bytes), FINE_GRAINED);
    cm_hip_check(work, &gpu->hip, result, "hipExtMallocWithFlags of %llu bytes",
                 (unsigned long long)bytes);
    return cleared(work, base, memory, bytes);
}

static void hip_clear(cm_work *work, cm_gpu *base, uint64_t address, uint64_t bytes)
{
    hip_gpu *gpu = hip_of(base);
    if (bytes > 0)
        CM_HIP(work, &gpu->hip, hipMemsetAsync, hip_address(address), 0, (size_t)bytes,
               gpu->stream);
}

static void copy(cm_work *work, cm_gpu *base, void *to, const void *from, uint64_t bytes)
{
    hip_gpu *gpu = hip_of(base);
    if (bytes > 0)
        CM_HIP(work, &gpu->hip, hipMemcpyAsync, to, from, (size_t)bytes, BY_ADDRESS, gpu->stream);
}

static void hip_read(cm_work *work, cm_gpu *base, void *to, uint64_t from, uint64_t bytes)
{
    copy(work, base, to, hip_address(from), bytes);
    if (bytes > 0)
        cm_hip_wait(work, base);
}

static void hip_write(cm_work *work, cm_gpu *base, uint64_t to, const void *from, uint64_t bytes)
{
    copy(work, base, hip_address(to), from, bytes);
    if (bytes > 0)
        cm_hip_wait(work, base); /* `from` is the caller's again */
}

static void hip_copy(cm_work *work, cm_gpu *base, uint64_t to, uint64_t from, uint64_t bytes)
{
    copy(work, base, hip_address(to), hip_address(from), bytes);
}

static uint64_t hip_spare(cm_work *work, cm_gpu *base)
{
    size_t spare, all;
    CM_HIP(work, &hip_of(base)->hip, hipMemGetInfo, &spare, &all);
    return spare;
}

/* ---- virtual memory, which only probes of several GPUs ask for ---------------------------- */

static uint64_t hip_granularity(cm_work *work, cm_gpu *base)
{
    cm_fail(work, (cm_place){0}, "the driver of %s has no functions for virtual memory",
            base->info.name);
}

static uint64_t hip_alloc_mapped(cm_work *work, cm_gpu *base, uint64_t *bytes)
{
    *bytes = 0;
    return hip_granularity(work, base);
}

static void hip_free_mapped(cm_gpu *base, uint64_t address, uint64_t bytes)
{
    (void)base, (void)address, (void)bytes; /* there is none */
}

/* ---- memory of the host ---------------------------------------------------------------------- */

static void hip_free_pinned(cm_gpu *base, void *memory)
{
    if (memory)
        (void)hip_of(base)->hip.hipHostFree(memory);
}

static void *hip_alloc_pinned(cm_work *work, cm_gpu *base, uint64_t bytes, bool combined,
                              uint64_t *device)
{
    hip_gpu *gpu = hip_of(base);
    unsigned flags = PORTABLE | MAPPED | COHERENT | (combined ? COMBINED : 0);
    void *memory, *address;
    hip_result result = gpu->hip.hipHostMalloc(&memory, at_least_one(bytes), flags);
    cm_hip_check(work, &gpu->hip, result, "hipHostMalloc of %llu bytes", (unsigned long long)bytes);
    memset(memory, 0, at_least_one(bytes));
    result = gpu->hip.hipHostGetDevicePointer(&address, memory, 0);
    if (result != HIP_SUCCESS)
        hip_free_pinned(base, memory);
    cm_hip_check(work, &gpu->hip, result, "hipHostGetDevicePointer");
    *device = (uintptr_t)address;
    return memory;
}

static void *hip_alloc_managed(cm_work *work, cm_gpu *base, uint64_t bytes, bool zeroed,
                               uint64_t *device)
{
    hip_gpu *gpu = hip_of(base);
    void *memory;
    hip_result result = gpu->hip.hipMallocManaged(&memory, at_least_one(bytes), ATTACH_GLOBAL);
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

static void hip_free_managed(cm_gpu *base, void *memory)
{
    hip_free(base, (uintptr_t)memory);
}

static void hip_prefer(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, bool at_cpu)
{
    hip_gpu *gpu = hip_of(base);
    CM_HIP(work, &gpu->hip, hipMemAdvise, memory, at_least_one(bytes), PREFERRED_LOCATION,
           at_cpu ? CPU : gpu->device);
}

static void hip_prefetch(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, bool to_cpu)
{
    hip_gpu *gpu = hip_of(base);
    CM_HIP(work, &gpu->hip, hipMemPrefetchAsync, memory, at_least_one(bytes),
           to_cpu ? CPU : gpu->device, gpu->stream);
}

static void hip_unpin(cm_gpu *base, void *memory)
{
    if (memory)
        (void)hip_of(base)->hip.hipHostUnregister(memory);
}

static void hip_pin(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, uint64_t *device)
{
    hip_gpu *gpu = hip_of(base);
    void *address;
    CM_HIP(work, &gpu->hip, hipHostRegister, memory, at_least_one(bytes), PORTABLE | MAPPED);
    hip_result result = gpu->hip.hipHostGetDevicePointer(&address, memory, 0);
    if (result != HIP_SUCCESS)
        hip_unpin(base, memory);
    cm_hip_check(work, &gpu->hip, result, "hipHostGetDevicePointer");
    *device = (uintptr_t)address;
}

const cm_gpu_memory_driver cm_hip_memory = {
    .alloc = hip_alloc,
    .free = hip_free,
    .clear = hip_clear,
    .read = hip_read,
    .write = hip_write,
    .copy = hip_copy,
    .alloc_mapped = hip_alloc_mapped,
    .free_mapped = hip_free_mapped,
    .granularity = hip_granularity,
    .spare = hip_spare,
    .alloc_pinned = hip_alloc_pinned,
    .free_pinned = hip_free_pinned,
    .alloc_managed = hip_alloc_managed,
    .free_managed = hip_free_managed,
    .prefer = hip_prefer,
    .prefetch = hip_prefetch,
    .pin = hip_pin,
    .unpin = hip_unpin,
};
