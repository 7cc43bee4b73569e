/* The functions of libamdhip64 and of libamd_comgr that hwrun uses, opened at run time, and what
 * is behind a cm_gpu of this driver. For hwrun/machine/hip*.c.
 *
 * No header of ROCm is needed: these are the few types and numbers that "HIP Runtime API
 * Reference" (hip_runtime_api.h) and "Comgr" (amd_comgr.h) document, the same from ROCm 5.2 on.
 * NOT RUN ON A DEVICE: tried against tests/fakehip only, and, for assembling, against Debian's
 * libamd-comgr2.
 */
#ifndef CM_HWRUN_MACHINE_HIP_LIBRARY_H
#define CM_HWRUN_MACHINE_HIP_LIBRARY_H

#include "hwrun/machine/driver.h"

#include <stddef.h>

typedef int hip_result; /* hipError_t */
enum { HIP_SUCCESS = 0, HIP_INVALID_VALUE = 1, HIP_NO_DEVICE = 100, HIP_PEER_ALREADY = 704 };

typedef struct hip_uuid {
    char bytes[16];
} hip_uuid;
typedef void *hip_handle; /* hipStream_t, hipEvent_t, hipModule_t, hipFunction_t */

/* X(function, needed, type of the result, parameters) */
#define CM_HIP_FUNCTIONS(X)                                                                        \
    X(hipInit, true, hip_result, (unsigned))                                                       \
    X(hipDriverGetVersion, true, hip_result, (int *))                                              \
    X(hipGetErrorName, true, const char *, (hip_result))                                           \
    X(hipGetErrorString, true, const char *, (hip_result))                                         \
    X(hipGetDeviceCount, true, hip_result, (int *))                                                \
    X(hipDeviceGet, true, hip_result, (int *, int))                                                \
    X(hipDeviceGetName, true, hip_result, (char *, int, int))                                      \
    X(hipDeviceGetUuid, true, hip_result, (hip_uuid *, int))                                       \
    X(hipDeviceGetPCIBusId, true, hip_result, (char *, int, int))                                  \
    X(hipDeviceTotalMem, true, hip_result, (size_t *, int))                                        \
    X(hipDeviceGetAttribute, true, hip_result, (int *, int, int))                                  \
    X(hipGetDevicePropertiesR0600, false, hip_result, (void *, int))                               \
    X(hipGetDeviceProperties, false, hip_result, (void *, int))                                    \
    X(hipSetDevice, true, hip_result, (int))                                                       \
    X(hipSetDeviceFlags, true, hip_result, (unsigned))                                             \
    X(hipDeviceCanAccessPeer, true, hip_result, (int *, int, int))                                 \
    X(hipDeviceEnablePeerAccess, true, hip_result, (int, unsigned))                                \
    X(hipStreamCreateWithFlags, true, hip_result, (hip_handle *, unsigned))                        \
    X(hipStreamDestroy, true, hip_result, (hip_handle))                                            \
    X(hipStreamSynchronize, true, hip_result, (hip_handle))                                        \
    X(hipEventCreate, true, hip_result, (hip_handle *))                                            \
    X(hipEventDestroy, true, hip_result, (hip_handle))                                             \
    X(hipEventRecord, true, hip_result, (hip_handle, hip_handle))                                  \
    X(hipEventElapsedTime, true, hip_result, (float *, hip_handle, hip_handle))                    \
    X(hipModuleLoadData, true, hip_result, (hip_handle *, const void *))                           \
    X(hipModuleUnload, true, hip_result, (hip_handle))                                             \
    X(hipModuleGetFunction, true, hip_result, (hip_handle *, hip_handle, const char *))            \
    X(hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, true, hip_result,                        \
      (int *, hip_handle, int, size_t))                                                            \
    X(hipModuleLaunchKernel, true, hip_result,                                                     \
      (hip_handle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,           \
       hip_handle, void **, void **))                                                              \
    X(hipExtMallocWithFlags, true, hip_result, (void **, size_t, unsigned))                        \
    X(hipFree, true, hip_result, (void *))                                                         \
    X(hipMemGetInfo, true, hip_result, (size_t *, size_t *))                                       \
    X(hipMemsetAsync, true, hip_result, (void *, int, size_t, hip_handle))                         \
    X(hipMemcpyAsync, true, hip_result, (void *, const void *, size_t, int, hip_handle))           \
    X(hipHostMalloc, true, hip_result, (void **, size_t, unsigned))                                \
    X(hipHostFree, true, hip_result, (void *))                                                     \
    X(hipHostGetDevicePointer, true, hip_result, (void **, void *, unsigned))                      \
    X(hipHostRegister, true, hip_result, (void *, size_t, unsigned))                               \
    X(hipHostUnregister, true, hip_result, (void *))                                               \
    X(hipMallocManaged, true, hip_result, (void **, size_t, unsigned))                             \
    X(hipMemAdvise, true, hip_result, (const void *, size_t, int, int))                            \
    X(hipMemPrefetchAsync, true, hip_result, (const void *, size_t, int, hip_handle))

typedef struct hip_library {
    void *library; /* of dlopen */
// NOLINTNEXTLINE(bugprone-macro-parentheses): a declaration
#define X(function, needed, type, parameters) type(*function) parameters;
    CM_HIP_FUNCTIONS(X)
#undef X
} hip_library;

/* Opens libamdhip64.so, or what the environment's CMCM_LIBAMDHIP names, and starts it. NULL:
 * done, to be closed; else why not, with nothing left open. The text is in the arena. */
const char *cm_hip_open(hip_library *hip, cm_arena *arena);
void cm_hip_close(hip_library *hip);

/* Fails unless the call succeeded; the format says which call it was. */
void cm_hip_check(cm_work *work, const hip_library *hip, hip_result result, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
#define CM_HIP(work, hip, function, ...)                                                           \
    cm_hip_check((work), (hip), (hip)->function(__VA_ARGS__), "%s", #function)

/* A code object of an assembly text, by libamd_comgr (or what CMCM_LIBCOMGR names): of `target`,
 * "gfx942:sramecc+:xnack-". In the arena; errors escape with what the assembler says. */
const void *cm_hip_assemble(cm_work *work, const char *target, const char *assembly, size_t *bytes);

typedef struct hip_gpu {
    cm_gpu base; /* the first field: a cm_gpu is one of these */
    hip_library hip;
    int device;
    char target[64];
    hip_handle stream, begin, end;
} hip_gpu;

static inline hip_gpu *hip_of(cm_gpu *gpu)
{
    return (hip_gpu *)(void *)gpu;
}

/* An address of the device as the library takes it. */
static inline void *hip_address(uint64_t address)
{
    return (void *)(uintptr_t)address; // NOLINT(performance-no-int-to-ptr): HIP's addresses
}

extern const cm_gpu_memory_driver cm_hip_memory; /* hip_memory.c */

#endif
