#include "hwrun/machine/info.h"

#include "litmus/isa/isa.h"

#include <stdarg.h>

const char *cm_mix_text(cm_mix mix)
{
    static const char *const texts[CM_MIX_COUNT] = {"CPU only", "GPU only", "CPU and GPU"};
    return texts[mix];
}

typedef struct gathering {
    cm_work *work;
    cm_info *info;
    cm_machine *machine; /* owned */
    cm_machine_options options;
} gathering;

__attribute__((format(printf, 4, 5))) static void add(gathering *g, const char *group,
                                                      const char *name, const char *format, ...)
{
    cm_info *info = g->info;
    va_list args;
    va_start(args, format);
    const char *value = cm_arena_vprintf(g->work->arena, format, args);
    va_end(args);
    CM_RESERVE(g->work->arena, info->rows, info->row_count, info->row_capacity);
    info->rows[info->row_count++] = (cm_info_row){group, name, value};
}

static void add_fact_number(gathering *g, const char *group, const char *name, uint64_t number)
{
    add(g, group, name, "%llu", (unsigned long long)number);
}

static void add_gpu(gathering *g, unsigned count)
{
    static const char group[] = "gpu";
    const cm_gpu_info *gpu = cm_gpu_about(cm_machine_gpu(g->machine));
    add(g, group, "number", "%u of %u, counted from 0", g->options.gpu, count);
    add(g, group, "name", "%s", gpu->name);
    add(g, group, "uuid", "%s", gpu->uuid);
    add(g, group, "pci", "%s", gpu->pci);
    add(g, group, "driver", "%d.%d", gpu->driver / 1000, gpu->driver % 1000 / 10);
    add(g, group, "compute", "%u.%u", gpu->major, gpu->minor);
    add_fact_number(g, group, "multiprocessors", gpu->multiprocessors);
    add_fact_number(g, group, "threads_per_multiprocessor", gpu->threads_per_multiprocessor);
    add_fact_number(g, group, "threads_per_block", gpu->threads_per_block);
    add_fact_number(g, group, "blocks_per_multiprocessor", gpu->blocks_per_multiprocessor);
    add_fact_number(g, group, "memory_bytes", gpu->memory_bytes);
    add_fact_number(g, group, "l2_bytes", gpu->l2_bytes);
    add_fact_number(g, group, "clock_khz", gpu->clock_khz);
    add_fact_number(g, group, "memory_clock_khz", gpu->memory_clock_khz);
    add_fact_number(g, group, "memory_bus_bits", gpu->memory_bus_bits);
    if (gpu->numa_node < 0)
        add(g, group, "numa_node", "none");
    else
        add_fact_number(g, group, "numa_node", (uint64_t)gpu->numa_node);
    const struct {
        const char *name;
        bool value;
    } facts[] = {
        {"unifiedAddressing", gpu->unified_addressing},
        {"canMapHostMemory", gpu->can_map_host_memory},
        {"pageableMemoryAccess", gpu->pageable_memory_access},
        {"pageableMemoryAccessUsesHostPageTables", gpu->pageable_uses_host_tables},
        {"hostNativeAtomicSupported", gpu->host_native_atomics},
        {"managedMemory", gpu->managed_memory},
        {"concurrentManagedAccess", gpu->concurrent_managed_access},
        {"cooperativeLaunch", gpu->cooperative_launch},
        {"clusterLaunch", gpu->cluster_launch},
        {"integrated", gpu->integrated},
        {"computePreemptionSupported", gpu->compute_preemption},
    };
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        add(g, "gpu", facts[i].name, "%s", facts[i].value ? "yes" : "no");
}

static void add_memory(gathering *g, cm_memory_kind kind, unsigned node)
{
    cm_info *info = g->info;
    CM_RESERVE(g->work->arena, info->memory, info->memory_count, info->memory_capacity);
    cm_info_memory *memory = &info->memory[info->memory_count++];
    memory->kind = kind;
    memory->numa_node = node;
    memory->name = cm_memory_kind_text(g->work->arena, kind, node);
    for (cm_mix mix = CM_MIX_CPU; mix < CM_MIX_COUNT; mix++) {
        const char *refused = cm_machine_refuses(g->machine, mix, kind, node);
        if (refused) /* it may be the machine's own text, which is closed before info is read */
            refused = cm_arena_printf(g->work->arena, "%s", refused);
        memory->mixes[mix].refused = refused;
        memory->mixes[mix].is_default =
            !refused && kind == cm_machine_default_memory(g->machine, mix);
    }
}

static void open_machine(void *argument)
{
    gathering *g = argument;
    g->machine = cm_machine_open(g->work, &g->options);
}

/* A GPU that cannot be opened is a fact about the machine, and no error here. */
static void try_gpu(gathering *g)
{
    cm_diags *diags = &g->work->diags;
    size_t count = diags->count, errors = diags->errors;
    if (cm_arena_protect(g->work->arena, open_machine, g))
        return;
    if (diags->count == count || cm_arena_exhausted(g->work->arena))
        cm_arena_escape(g->work->arena);
    g->info->no_gpu = diags->items[diags->count - 1].message;
    diags->count = count;
    diags->errors = errors;
}

static void gather_steps(void *argument)
{
    gathering *g = argument;
    unsigned count = cm_gpu_count(g->work->arena, &g->info->no_gpu);
    if (count > 0) {
        g->options.wants_gpu = true;
        try_gpu(g);
    }
    if (!g->machine) {
        g->options.wants_gpu = false;
        open_machine(g);
    }
    static const char group[] = "machine";
    const cm_machine_info *info = cm_machine_about(g->machine);
    add(g, group, "host", "%s", info->host);
    add(g, group, "kernel", "%s", info->kernel);
    add(g, group, "arch", "%s", cm_arch_name(info->arch));
    add(g, group, "cpu", "%s", info->cpu);
    add_fact_number(g, group, "sockets", info->sockets);
    add_fact_number(g, group, "cores", info->cores);
    add_fact_number(g, group, "threads", info->threads);
    add_fact_number(g, group, "memory_bytes", info->memory_bytes);
    add_fact_number(g, group, "page_bytes", info->page_bytes);
    const cm_machine_node *node;
    for (unsigned i = 0; (node = cm_machine_node_at(g->machine, i)); i++) {
        const char *name = cm_arena_printf(g->work->arena, "node%u_bytes", node->number);
        add_fact_number(g, "numa", name, node->bytes);
        name = cm_arena_printf(g->work->arena, "node%u_cpus", node->number);
        add_fact_number(g, "numa", name, node->cpus);
    }
    if (cm_machine_gpu(g->machine))
        add_gpu(g, count);
    for (cm_memory_kind kind = CM_MEMORY_MALLOC; kind < CM_MEMORY_NUMA; kind++)
        add_memory(g, kind, 0);
    for (unsigned i = 0; (node = cm_machine_node_at(g->machine, i)); i++)
        if (node->bytes > 0)
            add_memory(g, CM_MEMORY_NUMA, node->number);
}

cm_info *cm_info_gather(cm_work *work, const cm_machine_options *options)
{
    gathering g = {work, CM_NEW(work->arena, cm_info), NULL, *options};
    bool gathered = cm_arena_protect(work->arena, gather_steps, &g);
    cm_machine_close(g.machine);
    if (!gathered)
        cm_arena_escape(work->arena);
    return g.info;
}
