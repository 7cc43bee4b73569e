/* A false libcuda for tests: the calls that hwrun makes, on host memory. Kernels
 * are found by name in the PTX text and do nothing when launched (but the probes' clock). It counts
 * what is made and destroyed, and can make any call fail. One thread uses it.
 */
#include "fakecuda.h"

#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The driver has the first version of this one too, which cuda.h no longer declares. */
#undef cuEventElapsedTime
CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end);
#undef cuMemAdvise
#undef cuMemPrefetchAsync
CUresult cuMemAdvise(CUdeviceptr memory, size_t bytes, int advice, CUdevice device);
CUresult cuMemPrefetchAsync(CUdeviceptr memory, size_t bytes, CUdevice to, CUstream stream);
fakecuda_ask fakecuda_tell;

typedef enum kind {
    CONTEXT,
    STREAM,
    EVENT,
    MODULE,
    KERNEL, /* lives in its module */
    DEVICE_MEMORY,
    PINNED_MEMORY,
    REGISTERED_MEMORY,
    RANGE, /* of addresses, with memory behind it from the start */
    PIECE  /* of memory, to be mapped at a range */
} kind;

typedef struct object {
    struct object *next;
    kind kind;
    size_t bytes;
    char *memory; /* memory: where; a module: its text; a kernel: its name */
    struct object *owner;
    CUdevice device; /* of a context; of all else that of the context it was made in */
} object;

static fakecuda_state state;
static unsigned fail_at;
static object *objects, *current;

const fakecuda_state *fakecuda_tell(void)
{
    return &state;
}

/* ---- failing on demand ---------------------------------------------------- */

/* As after the fault of a kernel: the driver does its work and reports it. */
#define FAILURE CUDA_ERROR_LAUNCH_FAILED

static CUresult enter(const char *call)
{
    if (++state.calls != fail_at)
        return CUDA_SUCCESS;
    state.failed = call;
    return FAILURE;
}

#define ENTER(call)                                                                                \
    do {                                                                                           \
        CUresult entered = enter(call);                                                            \
        if (entered != CUDA_SUCCESS)                                                               \
            return entered;                                                                        \
    } while (0)

static CUresult mistake(CUresult result)
{
    state.mistakes++;
    return result;
}

static unsigned setting(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

/* ---- objects --------------------------------------------------------------- */

static object *make(kind what, size_t bytes)
{
    object *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    *o = (object){objects, what, bytes, NULL, NULL, current ? current->device : 0};
    objects = o;
    state.live += what != KERNEL;
    return o;
}

static object *find(kind what, const void *handle)
{
    for (object *o = objects; o; o = o->next)
        if (o->kind == what && (const void *)o == handle)
            return o;
    return NULL;
}

/* The memory of one of two kinds that holds the range. */
static object *find_memory(const void *from, size_t bytes)
{
    const char *p = from;
    for (object *o = objects; o; o = o->next)
        if (o->kind >= DEVICE_MEMORY && o->kind <= RANGE && p >= o->memory &&
            p + bytes <= o->memory + o->bytes)
            return o;
    return NULL;
}

static void destroy(object *o)
{
    for (object *k = objects; o->kind == MODULE && k;) {
        object *next = k->next;
        if (k->kind == KERNEL && k->owner == o)
            destroy(k);
        k = next;
    }
    object **link = &objects;
    while (*link != o)
        link = &(*link)->next;
    *link = o->next;
    state.live -= o->kind != KERNEL;
    if (o->kind != REGISTERED_MEMORY)
        free(o->memory);
    free(o);
}

/* Destroys, then fails when it is time to. */
static CUresult destroy_by_handle(const char *call, kind what, const void *handle)
{
    object *o = find(what, handle);
    if (!o || !current)
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    destroy(o);
    return enter(call);
}

static CUresult destroy_memory(const char *call, kind what, const void *memory)
{
    object *o = find_memory(memory, 1);
    if (!o || o->kind != what || o->memory != (const char *)memory || !current)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    destroy(o);
    return enter(call);
}

static void *host(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}

/* ---- the driver and its devices ------------------------------------------------ */

CUresult CUDAAPI cuInit(unsigned flags)
{
    (void)flags;
    int live = state.live;
    state = (fakecuda_state){.live = live, .optimise = -1};
    fail_at = setting("FAKECUDA_FAIL", 0);
    ENTER("cuInit");
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDriverGetVersion(int *version)
{
    ENTER("cuDriverGetVersion");
    *version = 13000;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuGetErrorName(CUresult error, const char **text)
{
    *text = error == FAILURE                    ? "CUDA_ERROR_LAUNCH_FAILED"
            : error == CUDA_ERROR_INVALID_PTX   ? "CUDA_ERROR_INVALID_PTX"
            : error == CUDA_ERROR_INVALID_VALUE ? "CUDA_ERROR_INVALID_VALUE"
            : error == CUDA_ERROR_NOT_FOUND     ? "CUDA_ERROR_NOT_FOUND"
            : error == CUDA_ERROR_OUT_OF_MEMORY ? "CUDA_ERROR_OUT_OF_MEMORY"
                                                : NULL;
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuGetErrorString(CUresult error, const char **text)
{
    const char *name;
    *text = cuGetErrorName(error, &name) == CUDA_SUCCESS ? "the false driver says so" : NULL;
    return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult CUDAAPI cuDeviceGetCount(int *count)
{
    ENTER("cuDeviceGetCount");
    *count = (int)setting("FAKECUDA_DEVICES", 1);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGet(CUdevice *device, int ordinal)
{
    ENTER("cuDeviceGet");
    *device = ordinal;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetName(char *name, int length, CUdevice device)
{
    ENTER("cuDeviceGetName");
    snprintf(name, (size_t)length, "False GPU %d", device);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
    (void)device;
    ENTER("cuDeviceGetUuid");
    for (int i = 0; i < 16; i++)
        uuid->bytes[i] = (char)(i * 17);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceGetPCIBusId(char *text, int length, CUdevice device)
{
    (void)device;
    ENTER("cuDeviceGetPCIBusId");
    snprintf(text, (size_t)length, "FFFF:00:00.0"); /* a domain that no machine has */
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    (void)device;
    ENTER("cuDeviceTotalMem");
    *bytes = (size_t)1 << 30;
    return CUDA_SUCCESS;
}

/* A discrete GPU of compute capability 9.0. */
static const struct {
    CUdevice_attribute attribute;
    int value;
} attributes[] = {
    {CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, 9},
    {CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, 4},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, 2048},
    {CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
    {CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, 32},
    {CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 1 << 20},
    {CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 1000000},
    {CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 1024},
    {CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1},
    {CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1},
    {CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS, 1},
    {CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1},
    {CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH, 1},
};

CUresult CUDAAPI cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    (void)device;
    ENTER("cuDeviceGetAttribute");
    char name[64];
    snprintf(name, sizeof name, "FAKECUDA_ATTRIBUTE_%d", (int)attribute);
    const char *given = getenv(name);
    if (given && strcmp(given, "old") == 0)
        return CUDA_ERROR_INVALID_VALUE;
    *value = 0;
    for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++)
        if (attributes[i].attribute == attribute)
            *value = attributes[i].value;
    if (given)
        *value = atoi(given);
    return CUDA_SUCCESS;
}

/* ---- context, stream, events ----------------------------------------------------- */

CUresult CUDAAPI cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned flags)
{
    (void)device;
    ENTER("cuDevicePrimaryCtxSetFlags");
    state.context_flags = flags;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    ENTER("cuDevicePrimaryCtxRetain");
    object *made = make(CONTEXT, 0);
    *context = (CUcontext)made;
    if (made)
        made->device = device;
    return made ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

/* Devices reach each other unless FAKECUDA_PEERS is 0. */
CUresult CUDAAPI cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    ENTER("cuDeviceCanAccessPeer");
    *can = device != peer && setting("FAKECUDA_PEERS", 1);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
    (void)flags;
    const object *o = find(CONTEXT, peer);
    if (!o || !current || o->device == current->device)
        return mistake(CUDA_ERROR_INVALID_CONTEXT);
    ENTER("cuCtxEnablePeerAccess");
    state.peers++;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice device)
{
    object *context = objects;
    while (context && (context->kind != CONTEXT || context->device != device))
        context = context->next;
    if (!context)
        return mistake(CUDA_ERROR_INVALID_CONTEXT);
    destroy(context);
    current = NULL;
    for (object *o = objects; o;) { /* a module takes its kernels along: from the start again */
        bool lost = o->device == device && o->kind != KERNEL;
        object *next = o->next;
        state.lost += lost;
        if (lost)
            destroy(o);
        o = lost ? objects : next;
    }
    return enter("cuDevicePrimaryCtxRelease");
}

CUresult CUDAAPI cuCtxSetCurrent(CUcontext context)
{
    if (context && !find(CONTEXT, context))
        return mistake(CUDA_ERROR_INVALID_CONTEXT);
    ENTER("cuCtxSetCurrent");
    /* The driver keeps a context usable for what has to be destroyed before its release. */
    if (context)
        current = (object *)context;
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamCreate(CUstream *stream, unsigned flags)
{
    (void)flags;
    ENTER("cuStreamCreate");
    if (!current)
        return mistake(CUDA_ERROR_INVALID_CONTEXT);
    *stream = (CUstream)make(STREAM, 0);
    return *stream ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuStreamDestroy(CUstream stream)
{
    return destroy_by_handle("cuStreamDestroy", STREAM, stream);
}

static CUresult use_stream(const char *call, CUstream stream)
{
    if (!current || !find(STREAM, stream))
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    return enter(call);
}

CUresult CUDAAPI cuStreamQuery(CUstream stream)
{
    CUresult result = use_stream("cuStreamQuery", stream);
    if (result != CUDA_SUCCESS)
        return result;
    return setting("FAKECUDA_BUSY", 0) ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult CUDAAPI cuStreamSynchronize(CUstream stream)
{
    return use_stream("cuStreamSynchronize", stream);
}

CUresult CUDAAPI cuEventCreate(CUevent *event, unsigned flags)
{
    (void)flags;
    ENTER("cuEventCreate");
    *event = (CUevent)make(EVENT, 0);
    return *event ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuEventDestroy(CUevent event)
{
    return destroy_by_handle("cuEventDestroy", EVENT, event);
}

CUresult CUDAAPI cuEventRecord(CUevent event, CUstream stream)
{
    if (!find(EVENT, event))
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    return use_stream("cuEventRecord", stream);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end)
{
    if (!find(EVENT, begin) || !find(EVENT, end))
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    ENTER("cuEventElapsedTime");
    *milliseconds = 250;
    return CUDA_SUCCESS;
}

/* ---- modules and kernels ------------------------------------------------------------ */

CUresult CUDAAPI cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count,
                                    CUjit_option *options, void **values)
{
    ENTER("cuModuleLoadDataEx");
    char *log = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (options[i] == CU_JIT_ERROR_LOG_BUFFER)
            log = values[i];
        if (options[i] == CU_JIT_OPTIMIZATION_LEVEL)
            state.optimise = (int)(intptr_t)values[i];
    }
    if (!strstr(image, ".version")) {
        if (log)
            strcpy(log, "ptxas application ptx input, line 1; fatal: no .version\n");
        return CUDA_ERROR_INVALID_PTX;
    }
    object *o = make(MODULE, 0);
    if (o)
        o->memory = strdup(image);
    *module = (CUmodule)o;
    return o && o->memory ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuModuleUnload(CUmodule module)
{
    return destroy_by_handle("cuModuleUnload", MODULE, module);
}

CUresult CUDAAPI cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    ENTER("cuModuleGetFunction");
    object *m = find(MODULE, module);
    if (!m)
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    char entry[128];
    snprintf(entry, sizeof entry, ".entry %s", name);
    if (!strstr(m->memory, entry))
        return CUDA_ERROR_NOT_FOUND;
    object *o = make(KERNEL, 0);
    if (o) {
        o->memory = strdup(name);
        o->owner = m;
    }
    *function = (CUfunction)o;
    return o && o->memory ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult CUDAAPI cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function,
                                                             int threads, size_t shared)
{
    (void)shared;
    ENTER("cuOccupancyMaxActiveBlocksPerMultiprocessor");
    if (!find(KERNEL, function))
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    *blocks = 2048 / threads < 32 ? 2048 / threads : 32;
    return CUDA_SUCCESS;
}

/* What a probe learns of the GPU's clock before it measures: cycles, nanoseconds, cycles of
 * reading it. */
static void run_clock(void **parameters)
{
    const uint64_t told[] = {2000000, 1000000, 20};
    CUdeviceptr out = *(const CUdeviceptr *)parameters[0];
    if (find_memory(host(out), sizeof told))
        memcpy(host(out), told, sizeof told);
}

static CUresult launch(const char *call, CUfunction function, CUstream stream,
                       const fakecuda_launch *shape, void **parameters)
{
    object *o = find(KERNEL, function);
    if (!o)
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    CUresult result = use_stream(call, stream);
    if (result != CUDA_SUCCESS)
        return result;
    unsigned count = state.launch.count;
    state.launch = *shape;
    state.launch.count = count + 1;
    snprintf(state.launch.kernel, sizeof state.launch.kernel, "%s", o->memory);
    if (strcmp(o->memory, "probe_clock") == 0)
        run_clock(parameters);
    return CUDA_SUCCESS;
}

CUresult CUDAAPI cuLaunchKernel(CUfunction function, unsigned gx, unsigned gy, unsigned gz,
                                unsigned bx, unsigned by, unsigned bz, unsigned shared,
                                CUstream stream, void **parameters, void **extra)
{
    (void)extra, (void)shared;
    fakecuda_launch shape = {0, "", gx * gy * gz, bx * by * bz, 1, parameters != NULL, 0};
    return launch("cuLaunchKernel", function, stream, &shape, parameters);
}

CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction function, unsigned gx, unsigned gy,
                                           unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                           unsigned shared, CUstream stream, void **parameters)
{
    (void)shared;
    fakecuda_launch shape = {0, "", gx * gy * gz, bx * by * bz, 1, parameters != NULL, 1};
    return launch("cuLaunchCooperativeKernel", function, stream, &shape, parameters);
}

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction function, void **parameters,
                                  void **extra)
{
    (void)extra;
    fakecuda_launch shape = {0, "", c->gridDimX, c->blockDimX, 1, parameters != NULL, 0};
    for (unsigned i = 0; i < c->numAttrs; i++) {
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            shape.cluster = c->attrs[i].value.clusterDim.x;
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
            shape.cooperative = c->attrs[i].value.cooperative;
    }
    return launch("cuLaunchKernelEx", function, c->hStream, &shape, parameters);
}

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
