/* A false libcuda for tests: the calls that hwrun makes, on host memory. Kernels
 * are found by name in the PTX text and do nothing when launched (but the probes' clock). It counts
 * what is made and destroyed, and can make any call fail. One thread uses it.
 */
#include "fakecuda_parts.h"

/* The driver has the first version of this one too, which cuda.h no longer declares. */
#undef cuEventElapsedTime
CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end);
fakecuda_ask fakecuda_tell;

const fakecuda_state *fakecuda_tell(void)
{
    return &state;
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

static object *context_of(CUdevice device)
{
    object *context = objects;
    while (context && (context->kind != CONTEXT || context->device != device))
        context = context->next;
    return context;
}

CUresult CUDAAPI cuDevicePrimaryCtxRelease(CUdevice device)
{
    object *context = context_of(device);
    if (!context)
        return mistake(CUDA_ERROR_INVALID_CONTEXT);
    destroy(context);
    current = NULL;
    if (context_of(device)) /* retained more often: it stays */
        return enter("cuDevicePrimaryCtxRelease");
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

CUresult use_stream(const char *call, CUstream stream)
{
    if (!current || !find(STREAM, stream))
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    return enter(call);
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
    fakecuda_launch shape = {0, "", gx * gy * gz, bx * by * bz, 1, parameters != NULL, 0, 0};
    return launch("cuLaunchKernel", function, stream, &shape, parameters);
}

CUresult CUDAAPI cuLaunchCooperativeKernel(CUfunction function, unsigned gx, unsigned gy,
                                           unsigned gz, unsigned bx, unsigned by, unsigned bz,
                                           unsigned shared, CUstream stream, void **parameters)
{
    (void)shared;
    fakecuda_launch shape = {0, "", gx * gy * gz, bx * by * bz, 1, parameters != NULL, 1, 0};
    return launch("cuLaunchCooperativeKernel", function, stream, &shape, parameters);
}

enum { LAUNCH_DOMAIN_MAP = 9 }; /* which cuda.h of CUDA 11.8 does not name */

CUresult CUDAAPI cuLaunchKernelEx(const CUlaunchConfig *c, CUfunction function, void **parameters,
                                  void **extra)
{
    (void)extra;
    fakecuda_launch shape = {0, "", c->gridDimX, c->blockDimX, 1, parameters != NULL, 0, 0};
    for (unsigned i = 0; i < c->numAttrs; i++) {
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION)
            shape.cluster = c->attrs[i].value.clusterDim.x;
        if (c->attrs[i].id == CU_LAUNCH_ATTRIBUTE_COOPERATIVE)
            shape.cooperative = c->attrs[i].value.cooperative;
        if ((int)c->attrs[i].id == LAUNCH_DOMAIN_MAP)
            shape.domain = (unsigned char)c->attrs[i].value.pad[0];
    }
    return launch("cuLaunchKernelEx", function, c->hStream, &shape, parameters);
}
