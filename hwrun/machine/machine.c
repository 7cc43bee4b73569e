#define _GNU_SOURCE /* _SC_PHYS_PAGES */
#include "hwrun/machine/machine_state.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

/* ---- what the processor calls itself -------------------------------------- */

typedef struct core_name {
    unsigned implementer, part; /* fields of MIDR_EL1 */
    const char *name;
} core_name;

/* MIDR_EL1 (Arm ARM D24): implementer in bits 31:24, part number in bits 15:4;
 * numbers from the cores' technical reference manuals. */
static const core_name core_names[] = {
    {0x41, 0xd03, "Cortex-A53"},     {0x41, 0xd04, "Cortex-A35"},
    {0x41, 0xd05, "Cortex-A55"},     {0x41, 0xd07, "Cortex-A57"},
    {0x41, 0xd08, "Cortex-A72"},     {0x41, 0xd09, "Cortex-A73"},
    {0x41, 0xd0a, "Cortex-A75"},     {0x41, 0xd0b, "Cortex-A76"},
    {0x41, 0xd0c, "Neoverse-N1"},    {0x41, 0xd0d, "Cortex-A77"},
    {0x41, 0xd40, "Neoverse-V1"},    {0x41, 0xd41, "Cortex-A78"},
    {0x41, 0xd44, "Cortex-X1"},      {0x41, 0xd46, "Cortex-A510"},
    {0x41, 0xd47, "Cortex-A710"},    {0x41, 0xd48, "Cortex-X2"},
    {0x41, 0xd49, "Neoverse-N2"},    {0x41, 0xd4a, "Neoverse-E1"},
    {0x41, 0xd4d, "Cortex-A715"},    {0x41, 0xd4e, "Cortex-X3"},
    {0x41, 0xd4f, "Neoverse-V2"},    {0x41, 0xd80, "Cortex-A520"},
    {0x41, 0xd81, "Cortex-A720"},    {0x41, 0xd82, "Cortex-X4"},
    {0x41, 0xd83, "Neoverse-V3AE"},  {0x41, 0xd84, "Neoverse-V3"},
    {0x41, 0xd85, "Cortex-X925"},    {0x41, 0xd87, "Cortex-A725"},
    {0x41, 0xd8e, "Neoverse-N3"},    {0x43, 0x0a1, "ThunderX"},
    {0x43, 0x0af, "ThunderX2"},      {0x46, 0x001, "A64FX"},
    {0x48, 0xd01, "TaiShan-V110"},   {0x4e, 0x003, "Denver-2"},
    {0x4e, 0x004, "Carmel"},         {0x51, 0xc00, "Falkor"},
    {0x61, 0x022, "Apple-Icestorm"}, {0x61, 0x023, "Apple-Firestorm"},
    {0xc0, 0xac3, "Ampere-1"},       {0xc0, 0xac4, "Ampere-1A"},
};

/* The value of the first line "key : value" as [*start, *start + length); false: none. */
static bool find_value(const char *text, const char *key, const char **start, size_t *length)
{
    size_t key_length = strlen(key);
    for (const char *line = text; *line;) {
        size_t line_length = strcspn(line, "\n");
        if (line_length > key_length && strncmp(line, key, key_length) == 0) {
            const char *p = line + key_length;
            p += strspn(p, " \t");
            if (*p == ':') {
                p++;
                p += strspn(p, " \t");
                *start = p;
                *length = strcspn(p, "\n");
                return *length > 0;
            }
        }
        line += line_length + (line[line_length] == '\n');
    }
    return false;
}

static bool find_number(const char *text, const char *key, unsigned *number)
{
    const char *start;
    size_t length;
    if (!find_value(text, key, &start, &length))
        return false;
    char *end;
    unsigned long value = strtoul(start, &end, 0);
    *number = (unsigned)value;
    return end != start && value <= 0xffff;
}

const char *cm_cpu_name(cm_arena *arena, const char *cpuinfo)
{
    const char *start;
    size_t length;
    if (find_value(cpuinfo, "model name", &start, &length))
        return cm_arena_text(arena, start, length);
    unsigned implementer, part;
    if (!find_number(cpuinfo, "CPU implementer", &implementer) ||
        !find_number(cpuinfo, "CPU part", &part))
        return "unknown";
    for (size_t i = 0; i < sizeof core_names / sizeof *core_names; i++)
        if (core_names[i].implementer == implementer && core_names[i].part == part)
            return core_names[i].name;
    return cm_arena_printf(arena, "AArch64 implementer 0x%02x part 0x%03x", implementer, part);
}

/* ---- opening ------------------------------------------------------------ */

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

static void describe_machine(cm_work *work, cm_machine *machine)
{
    struct utsname name;
    if (uname(&name) != 0)
        memset(&name, 0, sizeof name);
    const cm_topology *t = &machine->topology;
    long page = sysconf(_SC_PAGESIZE), pages = sysconf(_SC_PHYS_PAGES);
    /* Where hwloc cannot tell, as without /sys; all there is, on all nodes. */
    uint64_t memory = pages > 0 && page > 0 ? (uint64_t)pages * (uint64_t)page : 0;
    /* hwloc knows the model of x86 processors only; the kernel's list knows all. */
    cm_source *cpuinfo = cm_source_read(work, "/proc/cpuinfo");
    machine->info = (cm_machine_info){
        .host = cm_arena_printf(work->arena, "%s", name.nodename),
        .kernel = cm_arena_printf(work->arena, "%s %s", name.sysname, name.release),
        .cpu = cpuinfo ? cm_cpu_name(work->arena, cpuinfo->text) : "unknown",
        .arch = cm_arch_here(),
        .sockets = t->sockets,
        .cores = t->cores,
        .threads = t->cpu_count,
        .numa_nodes = t->node_count,
        .memory_bytes = t->memory_bytes ? t->memory_bytes : memory,
        .page_bytes = page > 0 ? (uint64_t)page : 4096,
    };
    machine->no_huge = cm_memory_no_huge(work);
    cm_text text = cm_text_new(work->arena);
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
    cm_work own = cm_work_new(machine->arena);
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

bool cm_machine_pin(const cm_machine *machine, unsigned n)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (!set)
        return false;
    hwloc_bitmap_only(set, machine->topology.cpus[n % machine->topology.cpu_count].number);
    int result = hwloc_set_cpubind(machine->topology.hwloc, set, HWLOC_CPUBIND_THREAD);
    hwloc_bitmap_free(set);
    return result == 0;
}

const cm_machine_node *cm_machine_node_at(const cm_machine *machine, unsigned index)
{
    const cm_topology *t = &machine->topology;
    return index < t->node_count ? &t->nodes[index] : NULL;
}
