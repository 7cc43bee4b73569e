/* The machine as a record has it. */
#include "campaign/run.h"
#include "litmus/isa/isa.h"

static const struct {
    const char *name;
    size_t offset;
} attributes[] = {
    {"managedMemory", offsetof(cm_gpu_info, managed_memory)},
    {"concurrentManagedAccess", offsetof(cm_gpu_info, concurrent_managed_access)},
    {"pageableMemoryAccess", offsetof(cm_gpu_info, pageable_memory_access)},
    {"pageableMemoryAccessUsesHostPageTables", offsetof(cm_gpu_info, pageable_uses_host_tables)},
    {"hostNativeAtomicSupported", offsetof(cm_gpu_info, host_native_atomics)},
    {"canMapHostMemory", offsetof(cm_gpu_info, can_map_host_memory)},
    {"clusterLaunch", offsetof(cm_gpu_info, cluster_launch)},
    {"integrated", offsetof(cm_gpu_info, integrated)},
};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

static void describe_gpu(cm_arena *arena, const cm_gpu_info *gpu, cm_record_machine *out)
{
    out->gpu = gpu->name;
    out->gpu_uuid = gpu->uuid;
    out->compute = cm_arena_printf(arena, "%u.%u", gpu->major, gpu->minor);
    /* cuDriverGetVersion: 1000 * major + 10 * minor. */
    out->driver = cm_arena_printf(arena, "%d.%d", gpu->driver / 1000, gpu->driver % 1000 / 10);
    out->attributes = CM_NEW_ARRAY(arena, ATTRIBUTES + 1, cm_record_pair);
    for (size_t i = 0; i < ATTRIBUTES; i++) {
        bool value = *(const bool *)(const void *)((const char *)gpu + attributes[i].offset);
        out->attributes[i] = (cm_record_pair){attributes[i].name, value ? "1" : "0"};
    }
    out->attributes[ATTRIBUTES] =
        (cm_record_pair){"multiProcessorCount", cm_arena_printf(arena, "%u", gpu->multiprocessors)};
    out->attribute_count = ATTRIBUTES + 1;
}

cm_record_machine *cm_campaign_describe(cm_arena *arena, const cm_worker_machine *machine)
{
    const cm_machine_info *info = &machine->info;
    cm_record_machine *out = CM_NEW(arena, cm_record_machine);
    *out = (cm_record_machine){
        .host = info->host,
        .kernel = info->kernel,
        .cpu = info->cpu,
        .arch = cm_arch_name(info->arch),
        .cpus = info->threads,
        .numa_nodes = info->numa_nodes,
        .memory_bytes = info->memory_bytes,
        .page_bytes = info->page_bytes,
    };
    if (machine->has_gpu)
        describe_gpu(arena, &machine->gpu, out);
    return out;
}
