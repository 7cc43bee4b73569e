/* The false libcuda: memory. */
#include "fakecuda_parts.h"

/* The first versions, which the driver has, too, and cuda.h no longer declares. */
#undef cuMemAdvise
#undef cuMemPrefetchAsync
CUresult cuMemAdvise(CUdeviceptr memory, size_t bytes, int advice, CUdevice device);
CUresult cuMemPrefetchAsync(CUdeviceptr memory, size_t bytes, CUdevice to, CUstream stream);

/* ---- memory ----------------------------------------------------------------------------- */

/* What is not cleared shows. */
static CUresult new_memory(kind what, size_t bytes, char **memory)
{
    if (!current)
        return mistake(CUDA_ERROR_INVALID_CONTEXT);
    if (bytes == 0)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    char *start = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
    object *o = start ? make(what, bytes) : NULL;
    if (!o) {
        free(start);
        return CUDA_ERROR_OUT_OF_MEMORY;
    }
    memset(start, 0xa5, bytes);
    o->memory = *memory = start;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemAlloc(CUdeviceptr *address, size_t bytes)
{
    ENTER("cuMemAlloc");
    char *memory = NULL;
    CUresult result = new_memory(DEVICE_MEMORY, bytes, &memory);
    *address = (uintptr_t)memory;
    return result;
}

CUresult CUDAAPI cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags)
{
    (void)flags;
    ENTER("cuMemAllocManaged");
    char *memory = NULL;
    CUresult result = new_memory(DEVICE_MEMORY, bytes, &memory);
    *address = (uintptr_t)memory;
    return result;
}

CUresult CUDAAPI cuMemFree(CUdeviceptr address)
{
    return destroy_memory("cuMemFree", DEVICE_MEMORY, host(address));
}

CUresult CUDAAPI cuMemHostAlloc(void **memory, size_t bytes, unsigned flags)
{
    ENTER("cuMemHostAlloc");
    if (!(flags & CU_MEMHOSTALLOC_DEVICEMAP))
        return mistake(CUDA_ERROR_INVALID_VALUE);
    char *start = NULL;
    CUresult result = new_memory(PINNED_MEMORY, bytes, &start);
    *memory = start;
    return result;
}

CUresult CUDAAPI cuMemFreeHost(void *memory)
{
    return destroy_memory("cuMemFreeHost", PINNED_MEMORY, memory);
}

CUresult CUDAAPI cuMemHostRegister(void *memory, size_t bytes, unsigned flags)
{
    ENTER("cuMemHostRegister");
    if (!(flags & CU_MEMHOSTREGISTER_DEVICEMAP) || find_memory(memory, 1))
        return mistake(CUDA_ERROR_INVALID_VALUE);
    object *o = make(REGISTERED_MEMORY, bytes);
    if (!o)
        return CUDA_ERROR_OUT_OF_MEMORY;
    o->memory = memory;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemHostUnregister(void *memory)
{
    return destroy_memory("cuMemHostUnregister", REGISTERED_MEMORY, memory);
}

CUresult CUDAAPI cuMemHostGetDevicePointer(CUdeviceptr *address, void *memory, unsigned flags)
{
    (void)flags;
    object *o = find_memory(memory, 1);
    if (!o || o->kind == DEVICE_MEMORY)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    ENTER("cuMemHostGetDevicePointer");
    *address = (uintptr_t)memory;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemsetD8Async(CUdeviceptr address, unsigned char byte, size_t bytes,
                                 CUstream stream)
{
    CUresult result = use_stream("cuMemsetD8Async", stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!find_memory(host(address), bytes))
        return mistake(CUDA_ERROR_INVALID_VALUE);
    memset(host(address), byte, bytes);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    CUresult result = use_stream("cuMemcpyHtoDAsync", stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!find_memory(host(to), bytes))
        return mistake(CUDA_ERROR_INVALID_VALUE);
    memcpy(host(to), from, bytes);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CUresult result = use_stream("cuMemcpyDtoHAsync", stream);
    if (result != CUDA_SUCCESS)
        return result;
    if (!find_memory(host(from), bytes))
        return mistake(CUDA_ERROR_INVALID_VALUE);
    memcpy(to, host(from), bytes);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    CUresult result = use_stream("cuMemcpyAsync", stream);
    if (result != CUDA_SUCCESS)
        return result;
    memcpy(host(to), host(from), bytes); /* pageable memory of the host is allowed */
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemGetInfo(size_t *spare, size_t *all)
{
    ENTER("cuMemGetInfo");
    *spare = (size_t)1 << 29;
    *all = (size_t)1 << 30;
    return CUDA_SUCCESS;
}

CUresult cuMemAdvise(CUdeviceptr memory, size_t bytes, int advice, CUdevice device)
{
    (void)advice, (void)device;
    ENTER("cuMemAdvise");
    return find_memory(host(memory), bytes) ? CUDA_SUCCESS : mistake(CUDA_ERROR_INVALID_VALUE);
}

CUresult cuMemPrefetchAsync(CUdeviceptr memory, size_t bytes, CUdevice to, CUstream stream)
{
    (void)to;
    CUresult result = use_stream("cuMemPrefetchAsync", stream);
    if (result != CUDA_SUCCESS)
        return result;
    return find_memory(host(memory), bytes) ? CUDA_SUCCESS : mistake(CUDA_ERROR_INVALID_VALUE);
}

/* ---- virtual memory ------------------------------------------------------------------------ */

enum { GRANULARITY = 2 << 20 };

CUresult CUDAAPI cuMemGetAllocationGranularity(size_t *bytes, const CUmemAllocationProp *property,
                                               CUmemAllocationGranularity_flags option)
{
    (void)property, (void)option;
    ENTER("cuMemGetAllocationGranularity");
    *bytes = GRANULARITY;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemCreate(CUmemGenericAllocationHandle *handle, size_t bytes,
                             const CUmemAllocationProp *property, unsigned long long flags)
{
    (void)property, (void)flags;
    ENTER("cuMemCreate");
    if (bytes == 0 || bytes % GRANULARITY)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    object *o = make(PIECE, bytes);
    *handle = (uintptr_t)o;
    return o ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuMemRelease(CUmemGenericAllocationHandle handle)
{
    return destroy_by_handle("cuMemRelease", PIECE, host(handle));
}

CUresult CUDAAPI cuMemAddressReserve(CUdeviceptr *address, size_t bytes, size_t alignment,
                                     CUdeviceptr wanted, unsigned long long flags)
{
    (void)alignment, (void)wanted, (void)flags;
    ENTER("cuMemAddressReserve");
    char *memory = NULL;
    CUresult result =
        bytes % GRANULARITY ? mistake(CUDA_ERROR_INVALID_VALUE) : new_memory(RANGE, bytes, &memory);
    *address = (uintptr_t)memory;
    return result;
}

CUresult CUDAAPI cuMemAddressFree(CUdeviceptr address, size_t bytes)
{
    object *o = find_memory(host(address), bytes);
    if (!o || o->kind != RANGE || o->bytes != bytes || o->owner)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    return destroy_memory("cuMemAddressFree", RANGE, host(address));
}

/* The range's owner is itself while something is mapped there. */
CUresult CUDAAPI cuMemMap(CUdeviceptr address, size_t bytes, size_t offset,
                          CUmemGenericAllocationHandle handle, unsigned long long flags)
{
    (void)flags;
    object *o = find_memory(host(address), bytes), *piece = find(PIECE, host(handle));
    if (!o || o->kind != RANGE || o->owner || !piece || offset + bytes > piece->bytes)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    ENTER("cuMemMap");
    o->owner = o;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuMemUnmap(CUdeviceptr address, size_t bytes)
{
    object *o = find_memory(host(address), bytes);
    if (!o || !o->owner)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    o->owner = NULL;
    return enter("cuMemUnmap");
}

CUresult CUDAAPI cuMemSetAccess(CUdeviceptr address, size_t bytes, const CUmemAccessDesc *access,
                                size_t count)
{
    (void)access, (void)count;
    const object *o = find_memory(host(address), bytes);
    if (!o || !o->owner)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    ENTER("cuMemSetAccess");
    return CUDA_SUCCESS;
}
