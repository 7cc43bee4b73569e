/* hwrun/machine/gpu.h: memory, through libcuda. */
#include "hwrun/machine/gpu_driver.h"

#ifdef CMCM_HAVE_CUDA

#include <stdlib.h>
#include <string.h>

/* The driver refuses to allocate nothing. */
static size_t at_least_one(uint64_t bytes)
{
    return bytes > 0 ? (size_t)bytes : 1;
}

uint64_t cm_gpu_alloc(cm_work *work, cm_gpu *gpu, uint64_t bytes)
{
    const cm_driver *driver = &gpu->driver;
    CUdeviceptr address;
    CUresult result = driver->cuMemAlloc(&address, at_least_one(bytes));
    cm_driver_check(work, driver, result, "cuMemAlloc of %llu bytes", (unsigned long long)bytes);
    result = driver->cuMemsetD8Async(address, 0, at_least_one(bytes), gpu->stream);
    if (result != CUDA_SUCCESS)
        cm_gpu_free(gpu, address);
    cm_driver_check(work, driver, result, "cuMemsetD8Async of %llu bytes",
                    (unsigned long long)bytes);
    return address;
}

void cm_gpu_free(cm_gpu *gpu, uint64_t address)
{
    if (address)
        (void)gpu->driver.cuMemFree(address);
}

void cm_gpu_clear(cm_work *work, cm_gpu *gpu, uint64_t address, uint64_t bytes)
{
    if (bytes > 0)
        CM_CUDA(work, &gpu->driver, cuMemsetD8Async, address, 0, (size_t)bytes, gpu->stream);
}

void cm_gpu_read(cm_work *work, cm_gpu *gpu, void *to, uint64_t from, uint64_t bytes)
{
    if (bytes == 0)
        return;
    CM_CUDA(work, &gpu->driver, cuMemcpyDtoHAsync, to, from, (size_t)bytes, gpu->stream);
    cm_gpu_wait(work, gpu);
}

void cm_gpu_write(cm_work *work, cm_gpu *gpu, uint64_t to, const void *from, uint64_t bytes)
{
    if (bytes == 0)
        return;
    CM_CUDA(work, &gpu->driver, cuMemcpyHtoDAsync, to, from, (size_t)bytes, gpu->stream);
    cm_gpu_wait(work, gpu); /* `from` is the caller's again */
}

void *cm_gpu_alloc_pinned(cm_work *work, cm_gpu *gpu, uint64_t bytes, uint64_t *device)
{
    const cm_driver *driver = &gpu->driver;
    void *memory;
    CUresult result = driver->cuMemHostAlloc(&memory, at_least_one(bytes),
                                             CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP);
    cm_driver_check(work, driver, result, "cuMemHostAlloc of %llu bytes",
                    (unsigned long long)bytes);
    memset(memory, 0, at_least_one(bytes));
    CUdeviceptr address;
    result = driver->cuMemHostGetDevicePointer(&address, memory, 0);
    if (result != CUDA_SUCCESS)
        cm_gpu_free_pinned(gpu, memory);
    cm_driver_check(work, driver, result, "cuMemHostGetDevicePointer");
    *device = address;
    return memory;
}

void cm_gpu_free_pinned(cm_gpu *gpu, void *memory)
{
    if (memory)
        (void)gpu->driver.cuMemFreeHost(memory);
}

/* Cleared by the GPU, which may touch it at any time; the CPU may not where
 * concurrentManagedAccess is 0. */
void *cm_gpu_alloc_managed(cm_work *work, cm_gpu *gpu, uint64_t bytes, uint64_t *device)
{
    const cm_driver *driver = &gpu->driver;
    CUdeviceptr address;
    CUresult result =
        driver->cuMemAllocManaged(&address, at_least_one(bytes), CU_MEM_ATTACH_GLOBAL);
    cm_driver_check(work, driver, result, "cuMemAllocManaged of %llu bytes",
                    (unsigned long long)bytes);
    const char *call = "cuMemsetD8Async";
    result = driver->cuMemsetD8Async(address, 0, at_least_one(bytes), gpu->stream);
    if (result == CUDA_SUCCESS) {
        call = "cuStreamSynchronize";
        result = driver->cuStreamSynchronize(gpu->stream);
    }
    if (result != CUDA_SUCCESS)
        cm_gpu_free(gpu, address);
    cm_driver_check(work, driver, result, "%s of managed memory", call);
    *device = address;
    return (void *)(uintptr_t)address; // NOLINT(performance-no-int-to-ptr): one address for both
}

void cm_gpu_free_managed(cm_gpu *gpu, void *memory)
{
    cm_gpu_free(gpu, (uintptr_t)memory);
}

void cm_gpu_pin(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, uint64_t *device)
{
    const cm_driver *driver = &gpu->driver;
    CUresult result = driver->cuMemHostRegister(
        memory, at_least_one(bytes), CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP);
    cm_driver_check(work, driver, result, "cuMemHostRegister of %llu bytes",
                    (unsigned long long)bytes);
    CUdeviceptr address;
    result = driver->cuMemHostGetDevicePointer(&address, memory, 0);
    if (result != CUDA_SUCCESS)
        cm_gpu_unpin(gpu, memory);
    cm_driver_check(work, driver, result, "cuMemHostGetDevicePointer");
    *device = address;
}

void cm_gpu_unpin(cm_gpu *gpu, void *memory)
{
    if (memory)
        (void)gpu->driver.cuMemHostUnregister(memory);
}

#endif
