#define _GNU_SOURCE /* _SC_PHYS_PAGES */
#include "hwrun/machine/machine_state.h"

#include "base/text.h"
#include "hwrun/machine/cpu_name.h"
#include "litmus/isa/isa.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- opening ------------------------------------------------------------ */

/* hwloc knows the model of x86 processors only; the kernel's list knows all. */
static const char *read_cpu_name(cm_work *work)
{
    cm_source *cpuinfo = cm_source_read(work, "/proc/cpuinfo");
    return cpuinfo ? cm_cpu_name(work->arena, cpuinfo->text) : "unknown";
}

/* Tries it: containers may forbid what the system otherwise can. */
static const char *why_no_bind(cm_arena *arena, const cm_topology *topology, size_t page)
{
    for (unsigned i = 0; i < topology->node_count; i++) {
        if (topology->nodes[i].bytes == 0)
            continue;
        void *memory = cm_topology_alloc(topology, topology->nodes[i].number, page);
        if (!memory)
            return cm_arena_printf(arena, "the system refuses to bind memory to a NUMA node: %s",
                                   strerror(errno));
        cm_topology_dealloc(topology, memory, page);
        return NULL;
    }
    return "the system names no NUMA node that has memory";
}

/* Where hwloc cannot tell, as without /sys; all there is, on all nodes. */
static uint64_t memory_of_system(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
    return pages > 0 && bytes > 0 ? (uint64_t)pages * (uint64_t)bytes : 0;
}

static void describe_machine(cm_work *work, cm_machine *machine)
{
    struct utsname name;
    if (uname(&name) != 0)
        memset(&name, 0, sizeof name);
    const cm_topology *t = &machine->topology;
    long page = sysconf(_SC_PAGESIZE);
    machine->info = (cm_machine_info){
        .host = cm_arena_printf(work->arena, "%s", name.nodename),
        .kernel = cm_arena_printf(work->arena, "%s %s", name.sysname, name.release),
        .cpu = read_cpu_name(work),
        .arch = cm_arch_here(),
        .sockets = t->sockets,
        .cores = t->cores,
        .threads = t->cpu_count,
        .numa_nodes = t->node_count,
        .memory_bytes = t->memory_bytes ? t->memory_bytes : memory_of_system(),
        .page_bytes = page > 0 ? (uint64_t)page : 4096,
    };
    machine->no_huge = cm_memory_no_huge(work);
    cm_text text;
    cm_text_init(&text, work->arena);
    cm_text_add(&text, "this machine has no such NUMA node with memory; it has");
    for (unsigned i = 0; i < t->node_count; i++)
        if (t->nodes[i].bytes > 0)
            cm_text_append(&text, " %u", t->nodes[i].number);
    machine->no_node = text.data;
    machine->no_bind = why_no_bind(work->arena, t, (size_t)machine->info.page_bytes);
}

typedef struct open_job {
    cm_work *work; /* of the machine's own arena */
    cm_machine *machine;
    const cm_machine_options *options;
} open_job;

static const char *host_name(const cm_isa *isa)
{
    return isa->host == isa->arch ? isa->name : NULL;
}

static void open_machine(void *argument)
{
    open_job *job = argument;
    cm_machine *machine = job->machine;
    const char *pci = NULL;
    if (cm_arch_here() == CM_CMCM)
        cm_fail(job->work, (cm_place){0}, "tests cannot be run on this machine, expected one of %s",
                cm_isa_list(job->work->arena, host_name, NULL));
    if (job->options->wants_gpu) {
        machine->gpu = cm_gpu_open(job->work, job->options->gpu);
        machine->ordinal = job->options->gpu;
        pci = cm_gpu_about(machine->gpu)->pci;
    }
    cm_topology_load(job->work, &machine->topology, pci);
    describe_machine(job->work, machine);
}

cm_machine *cm_machine_open(cm_work *work, const cm_machine_options *options)
{
    cm_machine *machine = calloc(1, sizeof *machine);
    if (machine)
        machine->arena = cm_arena_new(0);
    if (!machine || !machine->arena) {
        free(machine);
        cm_fail(work, (cm_place){0}, "out of memory");
    }
    cm_work own;
    cm_work_init(&own, machine->arena);
    open_job job = {&own, machine, options};
    if (cm_arena_protect(machine->arena, open_machine, &job))
        return machine;
    /* The complaint moves to the caller's arena; this one goes. */
    char reason[1024] = "out of memory";
    if (own.diags.count > 0) {
        const char *message = own.diags.items[own.diags.count - 1].message;
        size_t length = strnlen(message, sizeof reason - 1);
        memcpy(reason, message, length);
        reason[length] = 0;
    }
    cm_machine_close(machine);
    cm_fail(work, (cm_place){0}, "%s", reason);
}

void cm_machine_close(cm_machine *machine)
{
    if (!machine)
        return;
    cm_topology_free(&machine->topology);
    for (int i = 0; i < CM_PLAN_DEVICES; i++)
        for (int d = 0; d < CM_PLAN_DEVICES - 1; d++)
            cm_gpu_close(machine->again[i][d]);
    for (int i = 0; i < CM_PLAN_DEVICES - 1; i++)
        cm_gpu_close(machine->others[i]);
    cm_gpu_close(machine->gpu);
    cm_arena_free(machine->arena);
    free(machine);
}

/* ---- asking --------------------------------------------------------------- */

const cm_machine_info *cm_machine_about(const cm_machine *machine)
{
    return &machine->info;
}

cm_gpu *cm_machine_gpu(cm_machine *machine)
{
    return machine->gpu;
}

static void reach_each_other(cm_work *work, cm_gpu *a, cm_gpu *b)
{
    cm_gpu_reach(work, a, b);
    cm_gpu_reach(work, b, a);
}

static unsigned ordinal_of(const cm_machine *machine, int index)
{
    if (index == 0)
        return machine->ordinal;
    return (unsigned)index - ((unsigned)index <= machine->ordinal);
}

cm_gpu *cm_machine_gpu_at(cm_work *work, cm_machine *machine, int index)
{
    if (index == 0 || machine->others[index - 1])
        return index == 0 ? machine->gpu : machine->others[index - 1];
    cm_gpu *gpu = machine->others[index - 1] = cm_gpu_open(work, ordinal_of(machine, index));
    reach_each_other(work, machine->gpu, gpu);
    for (int i = 0; i < CM_PLAN_DEVICES - 1; i++)
        if (machine->others[i] && machine->others[i] != gpu)
            reach_each_other(work, machine->others[i], gpu);
    return gpu;
}

cm_gpu *cm_machine_gpu_in(cm_work *work, cm_machine *machine, int index, int domain)
{
    cm_gpu *gpu = cm_machine_gpu_at(work, machine, index);
    if (domain == 0)
        return gpu;
    cm_gpu **again = &machine->again[index][domain - 1];
    if (!*again)
        *again = cm_gpu_open(work, ordinal_of(machine, index));
    return *again;
}

cm_plan_limits cm_machine_limits(const cm_machine *machine)
{
    cm_plan_limits limits = {.host = machine->info.arch, .cpus = machine->info.threads};
    if (machine->gpu) {
        const cm_gpu_info *gpu = cm_gpu_about(machine->gpu);
        limits.gpus = cm_gpu_siblings(machine->gpu);
        limits.multiprocessors = gpu->multiprocessors;
        limits.threads_per_multiprocessor = gpu->threads_per_multiprocessor;
        limits.threads_per_block = gpu->threads_per_block;
        limits.blocks_per_multiprocessor = gpu->blocks_per_multiprocessor;
        limits.domains = gpu->domains;
    }
    return limits;
}

static const cm_topology_cpu *cpu_at(const cm_machine *machine, unsigned n)
{
    return &machine->topology.cpus[n % machine->topology.cpu_count];
}

bool cm_machine_pin(const cm_machine *machine, unsigned n)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (!set)
        return false;
    hwloc_bitmap_only(set, cpu_at(machine, n)->number);
    int result = hwloc_set_cpubind(machine->topology.hwloc, set, HWLOC_CPUBIND_THREAD);
    hwloc_bitmap_free(set);
    return result == 0;
}

const cm_machine_node *cm_machine_node_at(const cm_machine *machine, unsigned index)
{
    const cm_topology *t = &machine->topology;
    return index < t->node_count ? &t->nodes[index] : NULL;
}
