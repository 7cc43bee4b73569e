/* The driver of AMD GPUs, through libamdhip64. As in cuda.c, a cm_gpu belongs to the thread that
 * opened it, and everything is queued on its one stream.
 *
 * NOT RUN ON A DEVICE, and without a generator of kernels for CDNA (hwrun/code makes PTX): a build
 * has it with -DCMCM_HIP=ON only (docs/design.md, "To add a driver of GPUs"). */
#include "hwrun/machine/hip_library.h"

#include <string.h>

/* ---- what the device says of itself ----------------------------------- */

/* The attributes are numbers of hipDeviceAttribute_t, from its beginning, which is CUDA's. */
#define FACT(attribute, field, yes_no)                                                             \
    {                                                                                              \
        attribute, offsetof(cm_gpu_info, field), yes_no                                            \
    }
static const cm_gpu_fact facts[] = {
    FACT(3, can_map_host_memory, true), /* CanMapHostMemory */
    FACT(5, clock_khz, false),          /* ClockRate */
    FACT(7, compute_preemption, true),  /* ComputePreemptionSupported */
    FACT(9, concurrent_managed_access, true),
    FACT(15, host_native_atomics, true),
    FACT(16, integrated, true),
    FACT(23, major, false), /* ComputeCapabilityMajor: 9 of gfx942 */
    FACT(24, managed_memory, true),
    FACT(25, blocks_per_multiprocessor, false),
    FACT(56, threads_per_block, false),
    FACT(57, threads_per_multiprocessor, false),
    FACT(59, memory_bus_bits, false),
    FACT(60, memory_clock_khz, false),
    FACT(61, minor, false),
    FACT(63, multiprocessors, false),
    FACT(65, pageable_memory_access, true),
    FACT(66, pageable_uses_host_tables, true),
    FACT(85, unified_addressing, true),
};
enum { L2_CACHE_SIZE = 19 };

/* What a library does not know ("invalid value") the device has 0 of. */
static int hip_attribute(cm_work *work, const cm_gpu *base, int attribute)
{
    const hip_gpu *gpu = (const hip_gpu *)(const void *)base;
    int value = 0;
    hip_result result = gpu->hip.hipDeviceGetAttribute(&value, attribute, gpu->device);
    if (result == HIP_INVALID_VALUE)
        return 0;
    cm_hip_check(work, &gpu->hip, result, "hipDeviceGetAttribute %d", attribute);
    return value > 0 ? value : 0;
}

/* Bytes that are the device's own name for itself, as rocm-smi writes it. */
static void read_uuid(cm_work *work, hip_gpu *gpu)
{
    hip_uuid uuid;
    CM_HIP(work, &gpu->hip, hipDeviceGetUuid, &uuid, gpu->device);
    char *out = gpu->base.info.uuid;
    memcpy(out, "GPU-", 4);
    memcpy(out + 4, uuid.bytes, sizeof uuid.bytes);
    out[4 + sizeof uuid.bytes] = 0;
    for (char *c = out; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

/* hipDeviceProp_t has another layout in ROCm 6 than before: its gcnArchName is what begins with
 * "gfx" behind the 256 bytes of the name. */
static void read_target(cm_work *work, hip_gpu *gpu)
{
    enum { NAME = 256, PROPERTIES = 8192 };
    const hip_library *hip = &gpu->hip;
    char *properties = CM_NEW_ARRAY(work->arena, PROPERTIES + 1, char);
    if (hip->hipGetDevicePropertiesR0600)
        CM_HIP(work, hip, hipGetDevicePropertiesR0600, properties, gpu->device);
    else if (hip->hipGetDeviceProperties)
        CM_HIP(work, hip, hipGetDeviceProperties, properties, gpu->device);
    for (int i = NAME; i < PROPERTIES - (int)sizeof gpu->target; i++)
        if (memcmp(properties + i, "gfx", 3) == 0) {
            memcpy(gpu->target, properties + i, sizeof gpu->target - 1);
            return;
        }
    cm_fail(work, (cm_place){0}, "HIP does not say which instruction set %s has",
            gpu->base.info.name);
}

static void read_names(cm_work *work, hip_gpu *gpu)
{
    const hip_library *hip = &gpu->hip;
    cm_gpu_info *info = &gpu->base.info;
    CM_HIP(work, hip, hipDriverGetVersion, &info->driver);
    CM_HIP(work, hip, hipDeviceGetName, info->name, (int)sizeof info->name, gpu->device);
    CM_HIP(work, hip, hipDeviceGetPCIBusId, info->pci, (int)sizeof info->pci, gpu->device);
    size_t bytes;
    CM_HIP(work, hip, hipDeviceTotalMem, &bytes, gpu->device);
    info->memory_bytes = bytes;
    read_uuid(work, gpu);
    read_target(work, gpu);
}

/* ---- how many there are ------------------------------------------------- */

static unsigned hip_count(cm_arena *arena, const char **reason)
{
    hip_library hip;
    *reason = cm_hip_open(&hip, arena);
    if (*reason)
        return 0;
    int count = 0;
    hip_result result = hip.hipGetDeviceCount(&count);
    if (result != HIP_SUCCESS && result != HIP_NO_DEVICE)
        *reason = cm_arena_printf(arena, "hipGetDeviceCount: %s", hip.hipGetErrorName(result));
    else if (count <= 0 || result == HIP_NO_DEVICE)
        *reason = "HIP sees no GPU";
    cm_hip_close(&hip);
    return *reason ? 0 : (unsigned)count;
}

/* ---- modules ------------------------------------------------------------ */

static void *hip_load(cm_work *work, cm_gpu *base, const char *assembly, int optimise)
{
    hip_gpu *gpu = hip_of(base);
    size_t bytes;
    (void)optimise; /* an assembler changes nothing */
    const void *code = cm_hip_assemble(work, gpu->target, assembly, &bytes);
    hip_handle loaded;
    CM_HIP(work, &gpu->hip, hipModuleLoadData, &loaded, code);
    return loaded;
}

static void hip_unload(cm_gpu *base, void *loaded)
{
    (void)hip_of(base)->hip.hipModuleUnload(loaded);
}

static hip_handle find_kernel(cm_work *work, hip_gpu *gpu, cm_gpu_module *module,
                              const char *kernel)
{
    hip_handle function;
    hip_result result = gpu->hip.hipModuleGetFunction(&function, module->loaded, kernel);
    cm_hip_check(work, &gpu->hip, result, "hipModuleGetFunction of %s", kernel);
    return function;
}

/* ---- opening and closing ------------------------------------------------- */

static void hip_close(cm_gpu *base)
{
    hip_gpu *gpu = hip_of(base);
    if (gpu->end)
        (void)gpu->hip.hipEventDestroy(gpu->end);
    if (gpu->begin)
        (void)gpu->hip.hipEventDestroy(gpu->begin);
    if (gpu->stream)
        (void)gpu->hip.hipStreamDestroy(gpu->stream);
    cm_hip_close(&gpu->hip);
}

static void hip_open(cm_work *work, cm_gpu *base, unsigned ordinal)
{
    enum { YIELD = 0x4, NON_BLOCKING = 1 }; /* hipDeviceScheduleBlockingSync */
    hip_gpu *gpu = hip_of(base);
    const hip_library *hip = &gpu->hip;
    const char *reason = cm_hip_open(&gpu->hip, work->arena);
    if (reason)
        cm_fail(work, (cm_place){0}, "there is no GPU: %s", reason);
    int count;
    CM_HIP(work, hip, hipGetDeviceCount, &count);
    if (ordinal >= (unsigned)count)
        cm_fail(work, (cm_place){0}, "there is no GPU %u, this machine has %d, counted from 0",
                ordinal, count);
    gpu->base.siblings = (unsigned)count;
    CM_HIP(work, hip, hipDeviceGet, &gpu->device, (int)ordinal);
    read_names(work, gpu);
    cm_gpu_read_facts(work, base);
    gpu->base.info.l2_bytes = (uint64_t)hip_attribute(work, base, L2_CACHE_SIZE);
    gpu->base.info.numa_node = -1;
    CM_HIP(work, hip, hipSetDevice, gpu->device);
    CM_HIP(work, hip, hipSetDeviceFlags, YIELD);
    CM_HIP(work, hip, hipStreamCreateWithFlags, &gpu->stream, NON_BLOCKING);
    CM_HIP(work, hip, hipEventCreate, &gpu->begin);
    CM_HIP(work, hip, hipEventCreate, &gpu->end);
}

/* ---- several ------------------------------------------------------------- */

static void hip_use(cm_gpu *base)
{
    hip_gpu *gpu = hip_of(base);
    (void)gpu->hip.hipSetDevice(gpu->device); /* what does not work then, says so */
}

static void hip_reach(cm_work *work, cm_gpu *base, cm_gpu *other)
{
    hip_gpu *gpu = hip_of(base), *peer = hip_of(other);
    int can = 0;
    CM_HIP(work, &gpu->hip, hipDeviceCanAccessPeer, &can, gpu->device, peer->device);
    if (!can)
        cm_fail(work, (cm_place){0}, "%s (%s) cannot reach memory of %s (%s): no peer access",
                base->info.name, base->info.pci, other->info.name, other->info.pci);
    hip_result result = gpu->hip.hipDeviceEnablePeerAccess(peer->device, 0);
    if (result != HIP_PEER_ALREADY)
        cm_hip_check(work, &gpu->hip, result, "hipDeviceEnablePeerAccess");
}

/* ---- running ------------------------------------------------------------ */

static unsigned hip_resident_blocks(cm_work *work, cm_gpu *base, cm_gpu_module *module,
                                    const char *kernel, unsigned threads)
{
    hip_gpu *gpu = hip_of(base);
    hip_handle function = find_kernel(work, gpu, module, kernel);
    int blocks = 0;
    CM_HIP(work, &gpu->hip, hipModuleOccupancyMaxActiveBlocksPerMultiprocessor, &blocks, function,
           (int)threads, 0);
    return blocks > 0 ? (unsigned)blocks * base->info.multiprocessors : 0;
}

static void hip_launch(cm_work *work, cm_gpu *base, cm_gpu_module *module, const char *kernel,
                       cm_gpu_shape shape, void **arguments)
{
    hip_gpu *gpu = hip_of(base);
    if (shape.cluster > 1)
        cm_fail(work, (cm_place){0}, "clusters need an NVIDIA GPU, this one is %s",
                base->info.name);
    unsigned room =
        shape.together ? hip_resident_blocks(work, base, module, kernel, shape.threads) : 0;
    if (shape.together && shape.blocks > room)
        cm_fail(work, (cm_place){0}, "%s: %u blocks of %u threads, but %s holds %u at once", kernel,
                shape.blocks, shape.threads, base->info.name, room);
    hip_handle function = find_kernel(work, gpu, module, kernel);
    hip_result result = gpu->hip.hipModuleLaunchKernel(function, shape.blocks, 1, 1, shape.threads,
                                                       1, 1, 0, gpu->stream, arguments, NULL);
    cm_hip_check(work, &gpu->hip, result, "hipModuleLaunchKernel of %s, %u blocks of %u threads",
                 kernel, shape.blocks, shape.threads);
}

static void hip_wait(cm_work *work, cm_gpu *base)
{
    CM_HIP(work, &hip_of(base)->hip, hipStreamSynchronize, hip_of(base)->stream);
}

static void hip_clock_begin(cm_work *work, cm_gpu *base)
{
    CM_HIP(work, &hip_of(base)->hip, hipEventRecord, hip_of(base)->begin, hip_of(base)->stream);
}

static void hip_clock_end(cm_work *work, cm_gpu *base)
{
    CM_HIP(work, &hip_of(base)->hip, hipEventRecord, hip_of(base)->end, hip_of(base)->stream);
}

static double hip_clock_seconds(cm_work *work, cm_gpu *base)
{
    hip_gpu *gpu = hip_of(base);
    float milliseconds;
    CM_HIP(work, &gpu->hip, hipEventElapsedTime, &milliseconds, gpu->begin, gpu->end);
    return (double)milliseconds / 1000;
}

const cm_gpu_driver cm_gpu_hip = {
    .name = "HIP",
    .arch = CM_CDNA,
    .gpu_bytes = sizeof(hip_gpu),
    .facts = facts,
    .fact_count = sizeof facts / sizeof *facts,
    .attribute = hip_attribute,
    .count = hip_count,
    .open = hip_open,
    .close = hip_close,
    .use = hip_use,
    .reach = hip_reach,
    .load = hip_load,
    .unload = hip_unload,
    .resident_blocks = hip_resident_blocks,
    .launch = hip_launch,
    .wait = hip_wait,
    .clock_begin = hip_clock_begin,
    .clock_end = hip_clock_end,
    .clock_seconds = hip_clock_seconds,
    .memory = &cm_hip_memory,
};
