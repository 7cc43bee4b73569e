/* Memory of NVIDIA GPUs, through libcuda. */
#include "hwrun/machine/cuda_library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

static void cuda_free(cm_gpu *base, uint64_t address)
{
    (void)cuda_of(base)->driver.cuMemFree(address);
}

static uint64_t cuda_alloc(cm_work *work, cm_gpu *base, uint64_t bytes)
{
    cuda_gpu *gpu = cuda_of(base);
    const cm_driver *driver = &gpu->driver;
    CUdeviceptr address;
    CUresult result = driver->cuMemAlloc(&address, (size_t)bytes);
    cm_driver_check(work, driver, result, "cuMemAlloc of %llu bytes", (unsigned long long)bytes);
    result = driver->cuMemsetD8Async(address, 0, (size_t)bytes, gpu->stream);
    if (result != CUDA_SUCCESS)
        cuda_free(&gpu->base, address);
    cm_driver_check(work, driver, result, "cuMemsetD8Async of %llu bytes",
                    (unsigned long long)bytes);
    return address;
}

static void cuda_clear(cm_work *work, cm_gpu *base, uint64_t address, uint64_t bytes)
{
    cuda_gpu *gpu = cuda_of(base);
    CM_CUDA(work, &gpu->driver, cuMemsetD8Async, address, 0, (size_t)bytes, gpu->stream);
}

static void cuda_read(cm_work *work, cm_gpu *base, void *to, uint64_t from, uint64_t bytes)
{
    cuda_gpu *gpu = cuda_of(base);
    CM_CUDA(work, &gpu->driver, cuMemcpyDtoHAsync, to, from, (size_t)bytes, gpu->stream);
}

static void cuda_write(cm_work *work, cm_gpu *base, uint64_t to, const void *from, uint64_t bytes)
{
    cuda_gpu *gpu = cuda_of(base);
    CM_CUDA(work, &gpu->driver, cuMemcpyHtoDAsync, to, from, (size_t)bytes, gpu->stream);
}

static void cuda_free_pinned(cm_gpu *base, void *memory)
{
    (void)cuda_of(base)->driver.cuMemFreeHost(memory);
}

/* Where the GPU finds memory of the host, which `undo` gives back if it does not. */
static uint64_t address_in(cm_work *work, cm_gpu *base, void *memory,
                           void (*undo)(cm_gpu *, void *))
{
    const cm_driver *driver = &cuda_of(base)->driver;
    CUdeviceptr address;
    CUresult result = driver->cuMemHostGetDevicePointer(&address, memory, 0);
    if (result != CUDA_SUCCESS)
        undo(base, memory);
    cm_driver_check(work, driver, result, "cuMemHostGetDevicePointer");
    return address;
}

static void *cuda_alloc_pinned(cm_work *work, cm_gpu *base, uint64_t bytes, bool combined,
                               uint64_t *device)
{
    cuda_gpu *gpu = cuda_of(base);
    const cm_driver *driver = &gpu->driver;
    unsigned flags = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP;
    void *memory;
    CUresult result = driver->cuMemHostAlloc(
        &memory, (size_t)bytes, combined ? flags | CU_MEMHOSTALLOC_WRITECOMBINED : flags);
    cm_driver_check(work, driver, result, "cuMemHostAlloc of %llu bytes",
                    (unsigned long long)bytes);
    memset(memory, 0, (size_t)bytes);
    *device = address_in(work, base, memory, cuda_free_pinned);
    return memory;
}

/* Cleared by the GPU, which may touch it at any time; the CPU may not where
 * concurrentManagedAccess is 0. */
static void *cuda_alloc_managed(cm_work *work, cm_gpu *base, uint64_t bytes, bool zeroed,
                                uint64_t *device)
{
    cuda_gpu *gpu = cuda_of(base);
    const cm_driver *driver = &gpu->driver;
    CUdeviceptr address;
    CUresult result = driver->cuMemAllocManaged(&address, (size_t)bytes, CU_MEM_ATTACH_GLOBAL);
    cm_driver_check(work, driver, result, "cuMemAllocManaged of %llu bytes",
                    (unsigned long long)bytes);
    const char *call = "cuMemsetD8Async";
    if (zeroed)
        result = driver->cuMemsetD8Async(address, 0, (size_t)bytes, gpu->stream);
    if (zeroed && result == CUDA_SUCCESS) {
        call = "cuStreamSynchronize";
        result = driver->cuStreamSynchronize(gpu->stream);
    }
    if (result != CUDA_SUCCESS)
        cuda_free(&gpu->base, address);
    cm_driver_check(work, driver, result, "%s of managed memory", call);
    *device = address;
    return (void *)(uintptr_t)address; // NOLINT(performance-no-int-to-ptr): one address for both
}

/* A function's oldest version, whose type newer headers do not have. */
typedef CUresult advise_function(CUdeviceptr, size_t, int, CUdevice);
typedef CUresult prefetch_function(CUdeviceptr, size_t, CUdevice, CUstream);
typedef void any_function(void);

static any_function *find_old(cm_work *work, const cuda_gpu *gpu, const char *name)
{
    any_function *function = NULL;
    void *symbol = dlsym(gpu->driver.library, name);
    memcpy((char *)&function, (const char *)&symbol, sizeof symbol);
    if (!function)
        cm_fail(work, (cm_place){0}, "the driver has no %s", name);
    return function;
}

enum { DEVICE_CPU = -1 }; /* CU_DEVICE_CPU */

static void cuda_prefer(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, bool at_cpu)
{
    enum { PREFERRED_LOCATION = 3 }; /* CUmem_advise */
    cuda_gpu *gpu = cuda_of(base);
    advise_function *advise = (advise_function *)find_old(work, gpu, "cuMemAdvise");
    CUresult result = advise((uintptr_t)memory, (size_t)bytes, PREFERRED_LOCATION,
                             at_cpu ? DEVICE_CPU : gpu->device);
    cm_driver_check(work, &gpu->driver, result, "cuMemAdvise of %llu bytes",
                    (unsigned long long)bytes);
}

static void cuda_prefetch(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, bool to_cpu)
{
    cuda_gpu *gpu = cuda_of(base);
    prefetch_function *prefetch = (prefetch_function *)find_old(work, gpu, "cuMemPrefetchAsync");
    CUresult result =
        prefetch((uintptr_t)memory, (size_t)bytes, to_cpu ? DEVICE_CPU : gpu->device, gpu->stream);
    cm_driver_check(work, &gpu->driver, result, "cuMemPrefetchAsync of %llu bytes",
                    (unsigned long long)bytes);
}

static void cuda_copy(cm_work *work, cm_gpu *base, uint64_t to, uint64_t from, uint64_t bytes)
{
    cuda_gpu *gpu = cuda_of(base);
    CM_CUDA(work, &gpu->driver, cuMemcpyAsync, to, from, (size_t)bytes, gpu->stream);
}

static uint64_t cuda_spare(cm_work *work, cm_gpu *base)
{
    size_t spare, all;
    CM_CUDA(work, &cuda_of(base)->driver, cuMemGetInfo, &spare, &all);
    return spare;
}

static void cuda_unpin(cm_gpu *base, void *memory)
{
    (void)cuda_of(base)->driver.cuMemHostUnregister(memory);
}

static void cuda_pin(cm_work *work, cm_gpu *base, void *memory, uint64_t bytes, uint64_t *device)
{
    cuda_gpu *gpu = cuda_of(base);
    const cm_driver *driver = &gpu->driver;
    CUresult result = driver->cuMemHostRegister(
        memory, (size_t)bytes, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP);
    cm_driver_check(work, driver, result, "cuMemHostRegister of %llu bytes",
                    (unsigned long long)bytes);
    *device = address_in(work, base, memory, cuda_unpin);
}

/* ---- by functions for virtual memory ------------------------------------ */

/* cuMemCreate and its kin: pieces of memory are made, a range of addresses is reserved, and the one
 * is mapped at the other. */

static CUmemAllocationProp of_device(const cuda_gpu *gpu)
{
    CUmemAllocationProp property = {.type = CU_MEM_ALLOCATION_TYPE_PINNED};
    property.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    property.location.id = gpu->device;
    return property;
}

static uint64_t cuda_granularity(cm_work *work, cm_gpu *base)
{
    cuda_gpu *gpu = cuda_of(base);
    const cm_driver *driver = &gpu->driver;
    if (!driver->cuMemGetAllocationGranularity || !driver->cuMemCreate || !driver->cuMemRelease ||
        !driver->cuMemAddressReserve || !driver->cuMemAddressFree || !driver->cuMemMap ||
        !driver->cuMemUnmap || !driver->cuMemSetAccess)
        cm_fail(work, (cm_place){0},
                "the driver has no functions for virtual memory (cuMemCreate)");
    CUmemAllocationProp property = of_device(gpu);
    size_t bytes = 0;
    CM_CUDA(work, driver, cuMemGetAllocationGranularity, &bytes, &property,
            CU_MEM_ALLOC_GRANULARITY_MINIMUM);
    return bytes > 0 ? bytes : 1;
}

typedef struct mapping {
    cm_work *work;
    cuda_gpu *gpu;
    size_t bytes;
    CUdeviceptr address; /* 0: not reserved */
    CUmemGenericAllocationHandle piece;
    bool has_piece, is_mapped;
} mapping;

static void let_in(mapping *m, CUdevice device)
{
    CUmemAccessDesc access = {.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE};
    access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.location.id = device;
    CM_CUDA(m->work, &m->gpu->driver, cuMemSetAccess, m->address, m->bytes, &access, 1);
}

static void map_steps(void *argument)
{
    mapping *m = argument;
    const cm_driver *driver = &m->gpu->driver;
    CUmemAllocationProp property = of_device(m->gpu);
    CM_CUDA(m->work, driver, cuMemCreate, &m->piece, m->bytes, &property, 0);
    m->has_piece = true;
    CUdeviceptr address = 0;
    CM_CUDA(m->work, driver, cuMemAddressReserve, &address, m->bytes, 0, 0, 0);
    m->address = address;
    CM_CUDA(m->work, driver, cuMemMap, m->address, m->bytes, 0, m->piece, 0);
    m->is_mapped = true;
    /* The device itself, and all that have a way to it. */
    let_in(m, m->gpu->device);
    for (unsigned i = 0; driver->cuDeviceCanAccessPeer && i < m->gpu->base.siblings; i++) {
        CUdevice other;
        int can = 0;
        CM_CUDA(m->work, driver, cuDeviceGet, &other, (int)i);
        if (other != m->gpu->device)
            CM_CUDA(m->work, driver, cuDeviceCanAccessPeer, &can, other, m->gpu->device);
        if (can)
            let_in(m, other);
    }
}

static uint64_t cuda_alloc_mapped(cm_work *work, cm_gpu *base, uint64_t bytes)
{
    cuda_gpu *gpu = cuda_of(base);
    mapping m = {.work = work, .gpu = gpu, .bytes = (size_t)bytes};
    bool done = cm_arena_protect(work->arena, map_steps, &m);
    if (!done && m.is_mapped)
        (void)gpu->driver.cuMemUnmap(m.address, m.bytes);
    if (!done && m.address)
        (void)gpu->driver.cuMemAddressFree(m.address, m.bytes);
    if (m.has_piece) /* it lives on while it is mapped */
        (void)gpu->driver.cuMemRelease(m.piece);
    if (!done)
        cm_arena_escape(work->arena);
    return m.address;
}

static void cuda_free_mapped(cm_gpu *base, uint64_t address, uint64_t bytes)
{
    cuda_gpu *gpu = cuda_of(base);
    (void)gpu->driver.cuMemUnmap(address, (size_t)bytes);
    (void)gpu->driver.cuMemAddressFree(address, (size_t)bytes);
}

const cm_gpu_memory_driver cm_cuda_memory = {
    .alloc = cuda_alloc,
    .free = cuda_free,
    .clear = cuda_clear,
    .read = cuda_read,
    .write = cuda_write,
    .copy = cuda_copy,
    .alloc_mapped = cuda_alloc_mapped,
    .free_mapped = cuda_free_mapped,
    .granularity = cuda_granularity,
    .spare = cuda_spare,
    .alloc_pinned = cuda_alloc_pinned,
    .free_pinned = cuda_free_pinned,
    .alloc_managed = cuda_alloc_managed,
    .prefer = cuda_prefer,
    .prefetch = cuda_prefetch,
    .pin = cuda_pin,
    .unpin = cuda_unpin,
};
