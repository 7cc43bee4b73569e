/* The functions of libcuda that hwrun uses, opened at run time, and what is behind a
 * cm_gpu of this driver. For hwrun/machine/cuda*.c, which are part of a build with cuda.h.
 */
#ifndef CM_HWRUN_MACHINE_CUDA_LIBRARY_H
#define CM_HWRUN_MACHINE_CUDA_LIBRARY_H

#include "hwrun/machine/driver.h"

#include <cuda.h>
#if CUDA_VERSION < 11080
#error "cuda.h of CUDA 11.8 or later is needed (drivers from 11.4 on will do)"
#endif

/* X(function, symbol, needed). The function gives the type, under the name of the
 * manual; cuda.h maps some names to the newest version of a symbol. The symbol is
 * the oldest version of that type, which every driver from 11.4 on has. Where
 * not needed, the field is NULL in older drivers. */
#define CM_DRIVER_FUNCTIONS(X)                                                                     \
    X(cuInit, "cuInit", true)                                                                      \
    X(cuDriverGetVersion, "cuDriverGetVersion", true)                                              \
    X(cuGetErrorName, "cuGetErrorName", true)                                                      \
    X(cuGetErrorString, "cuGetErrorString", true)                                                  \
    X(cuDeviceGetCount, "cuDeviceGetCount", true)                                                  \
    X(cuDeviceGet, "cuDeviceGet", true)                                                            \
    X(cuDeviceGetName, "cuDeviceGetName", true)                                                    \
    X(cuDeviceGetUuid, "cuDeviceGetUuid_v2", true)                                                 \
    X(cuDeviceGetPCIBusId, "cuDeviceGetPCIBusId", true)                                            \
    X(cuDeviceTotalMem, "cuDeviceTotalMem_v2", true)                                               \
    X(cuDeviceGetAttribute, "cuDeviceGetAttribute", true)                                          \
    X(cuDevicePrimaryCtxSetFlags, "cuDevicePrimaryCtxSetFlags_v2", true)                           \
    X(cuDevicePrimaryCtxRetain, "cuDevicePrimaryCtxRetain", true)                                  \
    X(cuDevicePrimaryCtxRelease, "cuDevicePrimaryCtxRelease_v2", true)                             \
    X(cuCtxSetCurrent, "cuCtxSetCurrent", true)                                                    \
    X(cuDeviceCanAccessPeer, "cuDeviceCanAccessPeer", false)                                       \
    X(cuCtxEnablePeerAccess, "cuCtxEnablePeerAccess", false)                                       \
    X(cuStreamCreate, "cuStreamCreate", true)                                                      \
    X(cuStreamDestroy, "cuStreamDestroy_v2", true)                                                 \
    X(cuStreamSynchronize, "cuStreamSynchronize", true)                                            \
    X(cuEventCreate, "cuEventCreate", true)                                                        \
    X(cuEventDestroy, "cuEventDestroy_v2", true)                                                   \
    X(cuEventRecord, "cuEventRecord", true)                                                        \
    X(cuEventElapsedTime, "cuEventElapsedTime", true)                                              \
    X(cuModuleLoadDataEx, "cuModuleLoadDataEx", true)                                              \
    X(cuModuleUnload, "cuModuleUnload", true)                                                      \
    X(cuModuleGetFunction, "cuModuleGetFunction", true)                                            \
    X(cuOccupancyMaxActiveBlocksPerMultiprocessor, "cuOccupancyMaxActiveBlocksPerMultiprocessor",  \
      true)                                                                                        \
    X(cuLaunchKernel, "cuLaunchKernel", true)                                                      \
    X(cuLaunchCooperativeKernel, "cuLaunchCooperativeKernel", true)                                \
    X(cuLaunchKernelEx, "cuLaunchKernelEx", false)                                                 \
    X(cuMemAlloc, "cuMemAlloc_v2", true)                                                           \
    X(cuMemFree, "cuMemFree_v2", true)                                                             \
    X(cuMemGetInfo, "cuMemGetInfo_v2", true)                                                       \
    X(cuMemcpyAsync, "cuMemcpyAsync", true)                                                        \
    X(cuMemGetAllocationGranularity, "cuMemGetAllocationGranularity", false)                       \
    X(cuMemCreate, "cuMemCreate", false)                                                           \
    X(cuMemRelease, "cuMemRelease", false)                                                         \
    X(cuMemAddressReserve, "cuMemAddressReserve", false)                                           \
    X(cuMemAddressFree, "cuMemAddressFree", false)                                                 \
    X(cuMemMap, "cuMemMap", false)                                                                 \
    X(cuMemUnmap, "cuMemUnmap", false)                                                             \
    X(cuMemSetAccess, "cuMemSetAccess", false)                                                     \
    X(cuMemAllocManaged, "cuMemAllocManaged", true)                                                \
    X(cuMemHostAlloc, "cuMemHostAlloc", true)                                                      \
    X(cuMemFreeHost, "cuMemFreeHost", true)                                                        \
    X(cuMemHostRegister, "cuMemHostRegister_v2", true)                                             \
    X(cuMemHostUnregister, "cuMemHostUnregister", true)                                            \
    X(cuMemHostGetDevicePointer, "cuMemHostGetDevicePointer_v2", true)                             \
    X(cuMemsetD8Async, "cuMemsetD8Async", true)                                                    \
    X(cuMemcpyHtoDAsync, "cuMemcpyHtoDAsync_v2", true)                                             \
    X(cuMemcpyDtoHAsync, "cuMemcpyDtoHAsync_v2", true)

typedef struct cm_driver {
    void *library; /* of dlopen */
#define X(function, symbol, needed) __typeof__(function) *function;
    CM_DRIVER_FUNCTIONS(X)
#undef X
} cm_driver;

/* Opens libcuda.so.1, or what the environment's CMCM_LIBCUDA names, and starts the
 * driver. NULL: done, to be closed; else why not, with nothing left open. The text
 * is in the arena. */
const char *cm_driver_open(cm_driver *driver, cm_arena *arena);
void cm_driver_close(cm_driver *driver);

/* "cuMemAlloc: CUDA_ERROR_OUT_OF_MEMORY (out of memory)". */
const char *cm_driver_text(const cm_driver *driver, cm_arena *arena, const char *call,
                           CUresult result);
/* Fails unless the call succeeded; the format says which call it was. */
void cm_driver_check(cm_work *work, const cm_driver *driver, CUresult result, const char *format,
                     ...) __attribute__((format(printf, 4, 5)));

/* Calls a function of the driver by its manual's name and checks the result. */
#define CM_CUDA(work, driver, function, ...)                                                       \
    cm_driver_check((work), (driver), (driver)->function(__VA_ARGS__), "%s", #function)

typedef struct cuda_gpu {
    cm_gpu base; /* the first field: a cm_gpu is one of these */
    cm_driver driver;
    CUdevice device;
    bool retained; /* the context: the device's primary one */
    CUcontext context;
    CUstream stream;
    CUevent begin, end;
} cuda_gpu;

static inline cuda_gpu *cuda_of(cm_gpu *gpu)
{
    return (cuda_gpu *)(void *)gpu;
}

/* The driver's functions for memory (cuda_memory.c). */
extern const cm_gpu_memory_driver cm_cuda_memory;

#endif
