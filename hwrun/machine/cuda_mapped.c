/* Device memory by the driver's functions for virtual memory (cuMemCreate and its kin): pieces
 * of memory are made, a range of addresses is reserved, and the one is mapped at the other. */
#include "hwrun/machine/cuda_library.h"

static CUmemAllocationProp of_device(const cuda_gpu *gpu)
{
    CUmemAllocationProp property = {.type = CU_MEM_ALLOCATION_TYPE_PINNED};
    property.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    property.location.id = gpu->device;
    return property;
}

uint64_t cm_cuda_granularity(cm_work *work, cm_gpu *base)
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

/* The device itself, and all that have a way to it. */
static void let_all_in(mapping *m)
{
    const cm_driver *driver = &m->gpu->driver;
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
    let_all_in(m);
}

uint64_t cm_cuda_alloc_mapped(cm_work *work, cm_gpu *base, uint64_t bytes)
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

void cm_cuda_free_mapped(cm_gpu *base, uint64_t address, uint64_t bytes)
{
    cuda_gpu *gpu = cuda_of(base);
    (void)gpu->driver.cuMemUnmap(address, (size_t)bytes);
    (void)gpu->driver.cuMemAddressFree(address, (size_t)bytes);
}
