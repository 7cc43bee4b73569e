/* The driver of NVIDIA GPUs, through libcuda. A cm_gpu belongs to the thread that opened it: its
 * context is current there, and everything is queued on its one stream, so that
 * copies and clears keep their place among the kernels. */
#include "hwrun/machine/cuda_library.h"

#include <string.h>

/* ---- what the device says of itself ----------------------------------- */

#define NUMBER(attribute, field)                                                                   \
    {                                                                                              \
        CU_DEVICE_ATTRIBUTE_##attribute, offsetof(cm_gpu_info, field), false                       \
    }
#define YES_NO(attribute, field)                                                                   \
    {                                                                                              \
        CU_DEVICE_ATTRIBUTE_##attribute, offsetof(cm_gpu_info, field), true                        \
    }

static const cm_gpu_fact facts[] = {
    NUMBER(COMPUTE_CAPABILITY_MAJOR, major),
    NUMBER(COMPUTE_CAPABILITY_MINOR, minor),
    NUMBER(MULTIPROCESSOR_COUNT, multiprocessors),
    NUMBER(MAX_THREADS_PER_MULTIPROCESSOR, threads_per_multiprocessor),
    NUMBER(MAX_THREADS_PER_BLOCK, threads_per_block),
    NUMBER(MAX_BLOCKS_PER_MULTIPROCESSOR, blocks_per_multiprocessor),
    NUMBER(CLOCK_RATE, clock_khz),
    NUMBER(MEMORY_CLOCK_RATE, memory_clock_khz),
    NUMBER(GLOBAL_MEMORY_BUS_WIDTH, memory_bus_bits),
    YES_NO(UNIFIED_ADDRESSING, unified_addressing),
    YES_NO(MANAGED_MEMORY, managed_memory),
    YES_NO(CONCURRENT_MANAGED_ACCESS, concurrent_managed_access),
    YES_NO(PAGEABLE_MEMORY_ACCESS, pageable_memory_access),
    YES_NO(PAGEABLE_MEMORY_ACCESS_USES_HOST_PAGE_TABLES, pageable_uses_host_tables),
    YES_NO(HOST_NATIVE_ATOMIC_SUPPORTED, host_native_atomics),
    YES_NO(CAN_MAP_HOST_MEMORY, can_map_host_memory),
    YES_NO(COOPERATIVE_LAUNCH, cooperative_launch),
    YES_NO(CLUSTER_LAUNCH, cluster_launch),
    YES_NO(INTEGRATED, integrated),
    YES_NO(COMPUTE_PREEMPTION_SUPPORTED, compute_preemption),
};

/* Attributes that cuda.h of CUDA 11.8 does not name yet, of devices and of launches. */
enum { ATTRIBUTE_NUMA_CONFIG = 130, ATTRIBUTE_NUMA_ID = 131, NUMA_CONFIG_NODE = 1 };
enum { ATTRIBUTE_DOMAIN_COUNT = 126, LAUNCH_DOMAIN_MAP = 9 };

/* A driver older than an attribute says "invalid value": the device then has 0 of it. */
static int cuda_attribute(cm_work *work, const cm_gpu *base, int attribute)
{
    const cuda_gpu *gpu = (const cuda_gpu *)(const void *)base;
    int value = 0;
    CUresult result =
        gpu->driver.cuDeviceGetAttribute(&value, (CUdevice_attribute)attribute, gpu->device);
    if (result == CUDA_ERROR_INVALID_VALUE)
        return 0;
    cm_driver_check(work, &gpu->driver, result, "cuDeviceGetAttribute %d", attribute);
    return value;
}

static void read_facts(cm_work *work, cm_gpu *gpu)
{
    cm_gpu_info *info = &gpu->info;
    cm_gpu_read_facts(work, gpu);
    int l2 = cuda_attribute(work, gpu, CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE);
    info->l2_bytes = l2 > 0 ? (uint64_t)l2 : 0;
    int domains = cuda_attribute(work, gpu, ATTRIBUTE_DOMAIN_COUNT);
    info->domains = domains > 0 ? (unsigned)domains : 0;
    info->numa_node = cuda_attribute(work, gpu, ATTRIBUTE_NUMA_CONFIG) == NUMA_CONFIG_NODE
                          ? cuda_attribute(work, gpu, ATTRIBUTE_NUMA_ID)
                          : -1;
}

static void read_names(cm_work *work, cuda_gpu *gpu)
{
    const cm_driver *driver = &gpu->driver;
    cm_gpu_info *info = &gpu->base.info;
    CM_CUDA(work, driver, cuDriverGetVersion, &info->driver);
    CM_CUDA(work, driver, cuDeviceGetName, info->name, (int)sizeof info->name, gpu->device);
    CM_CUDA(work, driver, cuDeviceGetPCIBusId, info->pci, (int)sizeof info->pci, gpu->device);
    CUuuid uuid;
    CM_CUDA(work, driver, cuDeviceGetUuid, &uuid, gpu->device);
    /* As nvidia-smi writes it: "GPU-" and groups of 4, 2, 2, 2 and 6 bytes. */
    static const char digits[] = "0123456789abcdef";
    size_t at = 0;
    memcpy(info->uuid, "GPU", 3);
    at += 3;
    for (unsigned i = 0; i < 16 && at + 4 < (sizeof info->uuid); i++) {
        if (i == 0 || i == 4 || i == 6 || i == 8 || i == 10)
            info->uuid[at++] = '-';
        unsigned byte = (unsigned char)uuid.bytes[i];
        info->uuid[at++] = digits[byte >> 4];
        info->uuid[at++] = digits[byte & 15];
    }
    info->uuid[at] = 0;
    size_t bytes;
    CM_CUDA(work, driver, cuDeviceTotalMem, &bytes, gpu->device);
    info->memory_bytes = bytes;
}

/* ---- how many there are ------------------------------------------------- */

static unsigned cuda_count(cm_arena *arena, const char **reason)
{
    cm_driver driver;
    *reason = cm_driver_open(&driver, arena);
    if (*reason)
        return 0;
    int count = 0;
    const char *name = NULL; /* the driver's own text: stays when it is closed */
    CUresult result = driver.cuDeviceGetCount(&count);
    if (result != CUDA_SUCCESS && driver.cuGetErrorName(result, &name) != CUDA_SUCCESS)
        name = "an unknown error";
    cm_driver_close(&driver);
    if (result != CUDA_SUCCESS)
        *reason = cm_arena_printf(arena, "cuDeviceGetCount: %s", name);
    else if (count <= 0)
        *reason = "the NVIDIA driver sees no GPU";
    return *reason ? 0 : (unsigned)count;
}

/* ---- modules ------------------------------------------------------------ */

enum { LOG_BYTES = 8192 };

static void trim_log(char *text)
{
    size_t length = strlen(text);
    while (length > 0 && (text[length - 1] == '\n' || text[length - 1] == ' '))
        text[--length] = 0;
}

static void *cuda_load(cm_work *work, cm_gpu *base, const char *ptx, int optimise)
{
    cuda_gpu *gpu = cuda_of(base);
    char *errors = CM_NEW_ARRAY(work->arena, LOG_BYTES + 1, char);
    char *remarks = CM_NEW_ARRAY(work->arena, LOG_BYTES + 1, char);
    CUmodule compiled;
    CUjit_option options[] = {CU_JIT_OPTIMIZATION_LEVEL, CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_INFO_LOG_BUFFER,
                              CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES};
    /* Numbers travel as pointers. */
    void *values[] = {(void *)(intptr_t)optimise, errors, (void *)(intptr_t)LOG_BYTES, remarks,
                      (void *)(intptr_t)LOG_BYTES};
    CUresult result = gpu->driver.cuModuleLoadDataEx(
        &compiled, ptx, sizeof options / sizeof *options, options, values);
    if (result != CUDA_SUCCESS) {
        trim_log(errors);
        trim_log(remarks);
        cm_fail(work, (cm_place){0}, "%s%s%s%s%s",
                cm_driver_text(&gpu->driver, work->arena, "cuModuleLoadDataEx", result),
                *errors ? "\n" : "", errors, *remarks ? "\n" : "", remarks);
    }
    return compiled;
}

static void cuda_unload(cm_gpu *base, void *loaded)
{
    (void)cuda_of(base)->driver.cuModuleUnload(loaded);
}

static CUfunction find_kernel(cm_work *work, cuda_gpu *gpu, cm_gpu_module *module,
                              const char *kernel)
{
    CUfunction function;
    CUresult result = gpu->driver.cuModuleGetFunction(&function, module->loaded, kernel);
    cm_driver_check(work, &gpu->driver, result, "cuModuleGetFunction of %s", kernel);
    return function;
}

/* ---- opening and closing ------------------------------------------------- */

/* What the driver says while things are given back is of no use to anybody: after a
 * fault of a kernel every call repeats that fault. */
static void cuda_close(cm_gpu *base)
{
    cuda_gpu *gpu = cuda_of(base);
    const cm_driver *driver = &gpu->driver;
    if (gpu->end)
        (void)driver->cuEventDestroy(gpu->end);
    if (gpu->begin)
        (void)driver->cuEventDestroy(gpu->begin);
    if (gpu->stream)
        (void)driver->cuStreamDestroy(gpu->stream);
    if (gpu->retained) {
        (void)driver->cuCtxSetCurrent(NULL);
        (void)driver->cuDevicePrimaryCtxRelease(gpu->device);
    }
    cm_driver_close(&gpu->driver);
}

static void cuda_open(cm_work *work, cm_gpu *base, unsigned ordinal)
{
    cuda_gpu *gpu = cuda_of(base);
    const cm_driver *driver = &gpu->driver;
    const char *reason = cm_driver_open(&gpu->driver, work->arena);
    if (reason)
        cm_fail(work, (cm_place){0}, "there is no GPU: %s", reason);
    int count;
    CM_CUDA(work, driver, cuDeviceGetCount, &count);
    if (count <= 0)
        cm_fail(work, (cm_place){0}, "there is no GPU: the NVIDIA driver sees none");
    if (ordinal >= (unsigned)count)
        cm_fail(work, (cm_place){0}, "there is no GPU %u, this machine has %d, counted from 0",
                ordinal, count);
    gpu->base.siblings = (unsigned)count;
    CM_CUDA(work, driver, cuDeviceGet, &gpu->device, (int)ordinal);
    read_names(work, gpu);
    read_facts(work, &gpu->base);
    /* A thread that waits sleeps: it must not take a CPU from the threads of a test. */
    CM_CUDA(work, driver, cuDevicePrimaryCtxSetFlags, gpu->device, CU_CTX_SCHED_BLOCKING_SYNC);
    CM_CUDA(work, driver, cuDevicePrimaryCtxRetain, &gpu->context, gpu->device);
    gpu->retained = true;
    CM_CUDA(work, driver, cuCtxSetCurrent, gpu->context);
    CM_CUDA(work, driver, cuStreamCreate, &gpu->stream, CU_STREAM_NON_BLOCKING);
    CM_CUDA(work, driver, cuEventCreate, &gpu->begin, CU_EVENT_DEFAULT);
    CM_CUDA(work, driver, cuEventCreate, &gpu->end, CU_EVENT_DEFAULT);
}

/* ---- several ------------------------------------------------------------- */

static void cuda_use(cm_gpu *base)
{
    cuda_gpu *gpu = cuda_of(base);
    (void)gpu->driver.cuCtxSetCurrent(gpu->context); /* what does not work then, says so */
}

static void cuda_reach(cm_work *work, cm_gpu *base, cm_gpu *other)
{
    cuda_gpu *gpu = cuda_of(base), *peer = cuda_of(other);
    const cm_driver *driver = &gpu->driver;
    int can = 0;
    if (driver->cuDeviceCanAccessPeer && driver->cuCtxEnablePeerAccess)
        CM_CUDA(work, driver, cuDeviceCanAccessPeer, &can, gpu->device, peer->device);
    if (!can)
        cm_fail(work, (cm_place){0}, "%s (%s) cannot reach memory of %s (%s): no peer access",
                base->info.name, base->info.pci, other->info.name, other->info.pci);
    CUresult result = driver->cuCtxEnablePeerAccess(peer->context, 0);
    if (result != CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED)
        cm_driver_check(work, driver, result, "cuCtxEnablePeerAccess");
}

/* ---- running ------------------------------------------------------------ */

static unsigned cuda_resident_blocks(cm_work *work, cm_gpu *base, cm_gpu_module *module,
                                     const char *kernel, unsigned threads)
{
    cuda_gpu *gpu = cuda_of(base);
    CUfunction function = find_kernel(work, gpu, module, kernel);
    int blocks;
    CUresult result =
        gpu->driver.cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, (int)threads, 0);
    cm_driver_check(work, &gpu->driver, result,
                    "cuOccupancyMaxActiveBlocksPerMultiprocessor of %s, %u threads", kernel,
                    threads);
    return blocks > 0 ? (unsigned)blocks * gpu->base.info.multiprocessors : 0;
}

static CUresult launch_with_attributes(cuda_gpu *gpu, CUfunction function,
                                       const cm_gpu_shape *shape, void **arguments)
{
    CUlaunchAttribute attributes[3];
    unsigned count = 0;
    memset(attributes, 0, sizeof attributes);
    if (shape->cluster > 1) {
        CUlaunchAttribute cluster;
        memset(&cluster, 0, sizeof cluster);
        cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
        cluster.value.clusterDim.x = shape->cluster;
        cluster.value.clusterDim.y = 1;
        cluster.value.clusterDim.z = 1;
        attributes[count++] = cluster;
    }
    if (shape->domain > 0) {
        /* "Memory Synchronization Domains" (CUDA Programming Guide): a launch is in the domain that
         * its map gives for the default one, which is a pair of bytes: default, remote. */
        CUlaunchAttribute map;
        memset(&map, 0, sizeof map);
        map.id = (CUlaunchAttributeID)LAUNCH_DOMAIN_MAP;
        map.value.pad[0] = map.value.pad[1] = (char)shape->domain;
        attributes[count++] = map;
    }
    if (shape->together) {
        attributes[count].id = CU_LAUNCH_ATTRIBUTE_COOPERATIVE;
        attributes[count++].value.cooperative = 1;
    }
    CUlaunchConfig config = {.gridDimX = shape->blocks,
                             .gridDimY = 1,
                             .gridDimZ = 1,
                             .blockDimX = shape->threads,
                             .blockDimY = 1,
                             .blockDimZ = 1,
                             .hStream = gpu->stream,
                             .attrs = attributes,
                             .numAttrs = count};
    return gpu->driver.cuLaunchKernelEx(&config, function, arguments, NULL);
}

/* Says by name why the shape cannot be launched here. */
static void check_shape(cm_work *work, cuda_gpu *gpu, cm_gpu_module *module, const char *kernel,
                        const cm_gpu_shape *shape)
{
    const cm_gpu_info *info = &gpu->base.info;
    if (shape->cluster > 1 && (!info->cluster_launch || !gpu->driver.cuLaunchKernelEx))
        cm_fail(work, (cm_place){0},
                "clusters need a GPU of compute capability 9.0 or later and a driver for CUDA 11.8 "
                "or later; here are %u.%u (%s) and %d.%d",
                info->major, info->minor, info->name, info->driver / 1000,
                info->driver % 1000 / 10);
    if (shape->domain > 0 && (shape->domain >= info->domains || !gpu->driver.cuLaunchKernelEx))
        cm_fail(work, (cm_place){0},
                "there is no domain %u of memory synchronisation, %s has %u, counted from 0",
                shape->domain, info->name, info->domains > 0 ? info->domains : 1);
    if (!shape->together || info->cooperative_launch)
        return;
    unsigned room = cuda_resident_blocks(work, &gpu->base, module, kernel, shape->threads);
    if (shape->blocks > room)
        cm_fail(work, (cm_place){0},
                "%s needs %u blocks of %u threads on the GPU at once, which holds %u", kernel,
                shape->blocks, shape->threads, room);
}

static void cuda_launch(cm_work *work, cm_gpu *base, cm_gpu_module *module, const char *kernel,
                        cm_gpu_shape shape, void **arguments)
{
    cuda_gpu *gpu = cuda_of(base);
    check_shape(work, gpu, module, kernel, &shape);
    CUfunction function = find_kernel(work, gpu, module, kernel);
    const char *call;
    CUresult result;
    if (shape.cluster > 1 || shape.domain > 0) {
        call = "cuLaunchKernelEx";
        result = launch_with_attributes(gpu, function, &shape, arguments);
    } else if (shape.together && gpu->base.info.cooperative_launch) {
        call = "cuLaunchCooperativeKernel";
        result = gpu->driver.cuLaunchCooperativeKernel(function, shape.blocks, 1, 1, shape.threads,
                                                       1, 1, 0, gpu->stream, arguments);
    } else {
        call = "cuLaunchKernel";
        result = gpu->driver.cuLaunchKernel(function, shape.blocks, 1, 1, shape.threads, 1, 1, 0,
                                            gpu->stream, arguments, NULL);
    }
    cm_driver_check(work, &gpu->driver, result,
                    "%s of %s, %u blocks of %u threads in clusters of %u", call, kernel,
                    shape.blocks, shape.threads, shape.cluster > 1 ? shape.cluster : 1);
}

static void cuda_wait(cm_work *work, cm_gpu *base)
{
    cuda_gpu *gpu = cuda_of(base);
    CM_CUDA(work, &gpu->driver, cuStreamSynchronize, gpu->stream);
}

static void cuda_clock_begin(cm_work *work, cm_gpu *base)
{
    cuda_gpu *gpu = cuda_of(base);
    CM_CUDA(work, &gpu->driver, cuEventRecord, gpu->begin, gpu->stream);
}

static void cuda_clock_end(cm_work *work, cm_gpu *base)
{
    cuda_gpu *gpu = cuda_of(base);
    CM_CUDA(work, &gpu->driver, cuEventRecord, gpu->end, gpu->stream);
}

static double cuda_clock_seconds(cm_work *work, cm_gpu *base)
{
    cuda_gpu *gpu = cuda_of(base);
    float milliseconds;
    CM_CUDA(work, &gpu->driver, cuEventElapsedTime, &milliseconds, gpu->begin, gpu->end);
    return (double)milliseconds / 1000;
}

const cm_gpu_driver cm_gpu_cuda = {
    .name = "CUDA",
    .arch = CM_PTX,
    .gpu_bytes = sizeof(cuda_gpu),
    .facts = facts,
    .fact_count = sizeof facts / sizeof *facts,
    .attribute = cuda_attribute,
    .count = cuda_count,
    .open = cuda_open,
    .close = cuda_close,
    .use = cuda_use,
    .reach = cuda_reach,
    .load = cuda_load,
    .unload = cuda_unload,
    .resident_blocks = cuda_resident_blocks,
    .launch = cuda_launch,
    .wait = cuda_wait,
    .clock_begin = cuda_clock_begin,
    .clock_end = cuda_clock_end,
    .clock_seconds = cuda_clock_seconds,
    .memory = &cm_cuda_memory,
};
