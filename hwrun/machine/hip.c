/* The driver of AMD GPUs, through libamdhip64. As in cuda.c, a cm_gpu belongs to the thread that
 * opened it, and everything is queued on its one stream.
 *
 * NOT RUN ON A DEVICE, and without a generator of kernels for CDNA (hwrun/code makes PTX): a build
 * has it with -DCMCM_HIP=ON only (docs/design.md, "To add a driver of GPUs"). */
#include "hwrun/machine/hip_library.h"

#include <stdlib.h>
#include <string.h>

/* ---- what the device says of itself ----------------------------------- */

typedef struct fact_row {
    int attribute; /* hipDeviceAttribute_t, from its beginning, which is CUDA's */
    size_t field;  /* offset in cm_gpu_info */
    bool yes_no;
} fact_row;

#define FACT(attribute, field, yes_no)                                                             \
    {                                                                                              \
        attribute, offsetof(cm_gpu_info, field), yes_no                                            \
    }
static const fact_row fact_rows[] = {
    FACT(3, can_map_host_memory, true), /* CanMapHostMemory */
    FACT(5, clock_khz, false),          /* ClockRate */
    FACT(7, compute_preemption, true),  /* ComputePreemptionSupported */
    FACT(9, concurrent_managed_access, true),
    FACT(13, direct_managed_from_host, true),
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
static int attribute_value(cm_work *work, const hip_gpu *gpu, int attribute)
{
    int value = 0;
    hip_result result = gpu->hip.hipDeviceGetAttribute(&value, attribute, gpu->device);
    if (result == HIP_INVALID_VALUE)
        return 0;
    cm_hip_check(work, &gpu->hip, result, "hipDeviceGetAttribute %d", attribute);
    return value > 0 ? value : 0;
}

static void read_facts(cm_work *work, hip_gpu *gpu)
{
    cm_gpu_info *info = &gpu->base.info;
    for (size_t i = 0; i < sizeof fact_rows / sizeof *fact_rows; i++) {
        int value = attribute_value(work, gpu, fact_rows[i].attribute);
        char *field = (char *)info + fact_rows[i].field;
        if (fact_rows[i].yes_no)
            *(bool *)field = value != 0;
        else
            *(unsigned *)field = (unsigned)value;
    }
    info->l2_bytes = (uint64_t)attribute_value(work, gpu, L2_CACHE_SIZE);
    info->numa_node = -1;
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

static cm_gpu_module *hip_load(cm_work *work, cm_gpu *base, const char *assembly, int optimise)
{
    hip_gpu *gpu = hip_of(base);
    size_t bytes;
    (void)optimise; /* an assembler changes nothing */
    const void *code = cm_hip_assemble(work, gpu->target, assembly, &bytes);
    hip_handle loaded;
    CM_HIP(work, &gpu->hip, hipModuleLoadData, &loaded, code);
    hip_module *module = calloc(1, sizeof *module);
    if (!module) {
        (void)gpu->hip.hipModuleUnload(loaded);
        cm_fail(work, (cm_place){0}, "out of memory");
    }
    *module = (hip_module){loaded, gpu->modules};
    gpu->modules = module;
    return (cm_gpu_module *)(void *)module;
}

static void hip_unload(cm_gpu *base, cm_gpu_module *module)
{
    hip_gpu *gpu = hip_of(base);
    hip_module *unloaded = (hip_module *)(void *)module;
    hip_module **link = &gpu->modules;
    while (*link != unloaded)
        link = &(*link)->next;
    *link = unloaded->next;
    (void)gpu->hip.hipModuleUnload(unloaded->module);
    free(unloaded);
}

static hip_handle find_kernel(cm_work *work, hip_gpu *gpu, cm_gpu_module *module,
                              const char *kernel)
{
    hip_handle function;
    hip_result result =
        gpu->hip.hipModuleGetFunction(&function, ((hip_module *)(void *)module)->module, kernel);
    cm_hip_check(work, &gpu->hip, result, "hipModuleGetFunction of %s", kernel);
    return function;
}

/* ---- opening and closing ------------------------------------------------- */

static void hip_close(cm_gpu *base)
{
    hip_gpu *gpu = hip_of(base);
    while (gpu->modules)
        hip_unload(base, (cm_gpu_module *)(void *)gpu->modules);
    if (gpu->end)
        (void)gpu->hip.hipEventDestroy(gpu->end);
    if (gpu->begin)
        (void)gpu->hip.hipEventDestroy(gpu->begin);
    if (gpu->stream)
        (void)gpu->hip.hipStreamDestroy(gpu->stream);
    cm_hip_close(&gpu->hip);
    free(gpu);
}

typedef struct open_job {
    cm_work *work;
    hip_gpu *gpu;
    unsigned ordinal;
} open_job;

static void open_steps(void *argument)
{
    enum { YIELD = 0x4, NON_BLOCKING = 1 }; /* hipDeviceScheduleBlockingSync */
    open_job *job = argument;
    cm_work *work = job->work;
    hip_gpu *gpu = job->gpu;
    const hip_library *hip = &gpu->hip;
    const char *reason = cm_hip_open(&gpu->hip, work->arena);
    if (reason)
        cm_fail(work, (cm_place){0}, "no GPU: %s", reason);
    int count;
    CM_HIP(work, hip, hipGetDeviceCount, &count);
    if (job->ordinal >= (unsigned)count)
        cm_fail(work, (cm_place){0}, "no GPU %u: this machine has %d, counted from 0", job->ordinal,
                count);
    gpu->base.siblings = (unsigned)count;
    CM_HIP(work, hip, hipDeviceGet, &gpu->device, (int)job->ordinal);
    read_names(work, gpu);
    read_facts(work, gpu);
    CM_HIP(work, hip, hipSetDevice, gpu->device);
    CM_HIP(work, hip, hipSetDeviceFlags, YIELD);
    CM_HIP(work, hip, hipStreamCreateWithFlags, &gpu->stream, NON_BLOCKING);
    CM_HIP(work, hip, hipEventCreate, &gpu->begin);
    CM_HIP(work, hip, hipEventCreate, &gpu->end);
}

static cm_gpu *hip_open(cm_work *work, unsigned ordinal)
{
    hip_gpu *gpu = calloc(1, sizeof *gpu);
    if (!gpu)
        cm_fail(work, (cm_place){0}, "out of memory");
    gpu->base.driver = &cm_gpu_hip;
    open_job job = {work, gpu, ordinal};
    if (!cm_arena_protect(work->arena, open_steps, &job)) {
        hip_close(&gpu->base);
        cm_arena_escape(work->arena);
    }
    return &gpu->base;
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

static void check_shape(cm_work *work, cm_gpu *base, cm_gpu_module *module, const char *kernel,
                        const cm_gpu_shape *shape)
{
    if (shape->cluster > 1)
        cm_fail(work, (cm_place){0}, "clusters need an NVIDIA GPU, this one is %s",
                base->info.name);
    unsigned room =
        shape->together ? hip_resident_blocks(work, base, module, kernel, shape->threads) : 0;
    if (shape->together && shape->blocks > room)
        cm_fail(work, (cm_place){0}, "%s: %u blocks of %u threads, but %s holds %u at once", kernel,
                shape->blocks, shape->threads, base->info.name, room);
}

static void hip_launch(cm_work *work, cm_gpu *base, cm_gpu_module *module, const char *kernel,
                       cm_gpu_shape shape, void **arguments)
{
    hip_gpu *gpu = hip_of(base);
    check_shape(work, base, module, kernel, &shape);
    hip_handle function = find_kernel(work, gpu, module, kernel);
    hip_result result = gpu->hip.hipModuleLaunchKernel(function, shape.blocks, 1, 1, shape.threads,
                                                       1, 1, 0, gpu->stream, arguments, NULL);
    cm_hip_check(work, &gpu->hip, result, "hipModuleLaunchKernel of %s, %u blocks of %u threads",
                 kernel, shape.blocks, shape.threads);
}

void cm_hip_wait(cm_work *work, cm_gpu *base)
{
    CM_HIP(work, &hip_of(base)->hip, hipStreamSynchronize, hip_of(base)->stream);
}

static bool hip_done(cm_work *work, cm_gpu *base)
{
    hip_gpu *gpu = hip_of(base);
    hip_result result = gpu->hip.hipStreamQuery(gpu->stream);
    if (result == HIP_NOT_READY)
        return false;
    cm_hip_check(work, &gpu->hip, result, "hipStreamQuery");
    return true;
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
    .count = hip_count,
    .open = hip_open,
    .close = hip_close,
    .use = hip_use,
    .reach = hip_reach,
    .load = hip_load,
    .unload = hip_unload,
    .resident_blocks = hip_resident_blocks,
    .launch = hip_launch,
    .wait = cm_hip_wait,
    .done = hip_done,
    .clock_begin = hip_clock_begin,
    .clock_end = hip_clock_end,
    .clock_seconds = hip_clock_seconds,
    .memory = &cm_hip_memory,
};
