#define _GNU_SOURCE /* cpu_set_t, which hwloc/linux.h names */
#include "hwrun/machine/machine_state.h"

#include <ctype.h>
#include <errno.h>
#include <hwloc/linux.h>
#include <stdlib.h>
#include <string.h>

/* The CPUs that the operating system assigns to a node. For a node without CPUs (GPU memory) hwloc
 * lists CPUs near it, so the system itself is asked first. */
static void node_cpus(cm_work *work, hwloc_topology_t hwloc, hwloc_obj_t node, hwloc_bitmap_t set)
{
    char *path =
        cm_arena_printf(work->arena, "/sys/devices/system/node/node%u/cpumap", node->os_index);
    if (hwloc_topology_is_thissystem(hwloc) && hwloc_linux_read_path_as_cpumask(path, set) == 0)
        return;
    hwloc_bitmap_copy(set, node->cpuset);
}

static void add_cpus(cm_work *work, cm_topology *t, hwloc_const_bitmap_t allowed)
{
    int count = hwloc_bitmap_weight(allowed);
    if (count <= 0)
        cm_fail(work, (cm_place){0}, "hwloc found no CPU that this process may run on");
    t->cpus = CM_NEW_ARRAY(work->arena, (size_t)count, cm_topology_cpu);
    hwloc_obj_t last_core = NULL, last_socket = NULL;
    unsigned sibling = 0;
    /* In logical order: hyper-threads of a core follow each other, and so do cores of a socket. */
    for (hwloc_obj_t pu = NULL; (pu = hwloc_get_next_obj_by_type(t->hwloc, HWLOC_OBJ_PU, pu));) {
        if (!hwloc_bitmap_isset(allowed, pu->os_index) || t->cpu_count == (unsigned)count)
            continue;
        hwloc_obj_t core = hwloc_get_ancestor_obj_by_type(t->hwloc, HWLOC_OBJ_CORE, pu);
        hwloc_obj_t socket = hwloc_get_ancestor_obj_by_type(t->hwloc, HWLOC_OBJ_PACKAGE, pu);
        bool same_core = core && core == last_core;
        sibling = same_core ? sibling + 1 : 0;
        t->cores += !same_core;
        t->sockets += t->cpu_count == 0 || socket != last_socket;
        t->cpus[t->cpu_count++] =
            (cm_topology_cpu){.number = pu->os_index,
                              .core = core ? core->logical_index : pu->logical_index,
                              .sibling = sibling,
                              .node = -1};
        last_core = core;
        last_socket = socket;
    }
}

static int compare_nodes(const void *left, const void *right)
{
    const cm_machine_node *a = left, *b = right;
    return (a->number > b->number) - (a->number < b->number);
}

static void add_nodes(cm_work *work, cm_topology *t, hwloc_bitmap_t set)
{
    int count = hwloc_get_nbobjs_by_type(t->hwloc, HWLOC_OBJ_NUMANODE);
    t->nodes = CM_NEW_ARRAY(work->arena, count > 0 ? (size_t)count : 0, cm_machine_node);
    for (hwloc_obj_t n = NULL; (n = hwloc_get_next_obj_by_type(t->hwloc, HWLOC_OBJ_NUMANODE, n));) {
        node_cpus(work, t->hwloc, n, set);
        cm_machine_node *node = &t->nodes[t->node_count++];
        node->number = n->os_index;
        node->bytes = n->attr->numanode.local_memory;
        for (unsigned i = 0; i < t->cpu_count; i++)
            if (hwloc_bitmap_isset(set, t->cpus[i].number)) {
                node->cpus++;
                t->cpus[i].node = (int)n->os_index;
            }
        t->memory_bytes += node->bytes;
    }
    qsort(t->nodes, t->node_count, sizeof *t->nodes, compare_nodes);
}

/* CPUs that the GPU is attached to, as sysfs tells; unknown to a container that
 * hides the PCI bus: then all are alike. */
static void mark_far(cm_work *work, cm_topology *t, const char *gpu_pci, hwloc_bitmap_t set)
{
    /* sysfs writes a domain of four digits where others write eight. */
    if (strcspn(gpu_pci, ":") == 8)
        gpu_pci += 4;
    char *pci = cm_arena_text(work->arena, gpu_pci, strlen(gpu_pci));
    for (char *p = pci; *p; p++)
        *p = (char)tolower((unsigned char)*p);
    char *path = cm_arena_printf(work->arena, "/sys/bus/pci/devices/%s/local_cpus", pci);
    if (hwloc_linux_read_path_as_cpumask(path, set) != 0)
        return;
    for (unsigned i = 0; i < t->cpu_count; i++)
        t->cpus[i].far = !hwloc_bitmap_isset(set, t->cpus[i].number);
}

static int compare_cpus(const void *left, const void *right)
{
    const cm_topology_cpu *a = left, *b = right;
    if (a->sibling != b->sibling)
        return a->sibling < b->sibling ? -1 : 1;
    if (a->far != b->far)
        return a->far ? 1 : -1;
    if (a->core != b->core)
        return a->core < b->core ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

void cm_topology_order(cm_topology *topology)
{
    qsort(topology->cpus, topology->cpu_count, sizeof *topology->cpus, compare_cpus);
}

typedef struct load_job {
    cm_work *work;
    cm_topology *topology;
    const char *gpu_pci;
    hwloc_bitmap_t set, allowed;
} load_job;

static void load_steps(void *argument)
{
    load_job *job = argument;
    cm_topology *t = job->topology;
    /* hwloc before 2.11 hides the GPU's memory, a NUMA node on Grace-Hopper, unless
     * asked; and prints what it misses, as /sys in a bare chroot. */
    if (setenv("HWLOC_KEEP_NVIDIA_GPU_NUMA_NODES", "1", 0) != 0 ||
        setenv("HWLOC_HIDE_ERRORS", "2", 0) != 0 || hwloc_topology_init(&t->hwloc) != 0 ||
        hwloc_topology_load(t->hwloc) != 0)
        cm_fail(job->work, (cm_place){0}, "hwloc cannot tell the CPUs of this machine: %s",
                strerror(errno));
    job->set = hwloc_bitmap_alloc();
    job->allowed = hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(t->hwloc));
    if (!job->set || !job->allowed)
        cm_fail(job->work, (cm_place){0}, "out of memory");
    if (hwloc_get_cpubind(t->hwloc, job->set, HWLOC_CPUBIND_PROCESS) == 0 &&
        hwloc_bitmap_intersects(job->allowed, job->set))
        hwloc_bitmap_and(job->allowed, job->allowed, job->set);
    add_cpus(job->work, t, job->allowed);
    add_nodes(job->work, t, job->set);
    if (job->gpu_pci)
        mark_far(job->work, t, job->gpu_pci, job->set);
    cm_topology_order(t);
}

void cm_topology_load(cm_work *work, cm_topology *topology, const char *gpu_pci)
{
    *topology = (cm_topology){0};
    load_job job = {work, topology, gpu_pci, NULL, NULL};
    bool loaded = cm_arena_protect(work->arena, load_steps, &job);
    hwloc_bitmap_free(job.set);
    hwloc_bitmap_free(job.allowed);
    if (!loaded)
        cm_arena_escape(work->arena);
}

void cm_topology_free(cm_topology *topology)
{
    if (topology->hwloc)
        hwloc_topology_destroy(topology->hwloc);
    topology->hwloc = NULL;
}

void *cm_topology_alloc(const cm_topology *topology, unsigned node, size_t bytes)
{
    hwloc_bitmap_t set = hwloc_bitmap_alloc();
    if (!set)
        return NULL;
    hwloc_bitmap_only(set, node);
    void *memory = hwloc_alloc_membind(topology->hwloc, bytes, set, HWLOC_MEMBIND_BIND,
                                       HWLOC_MEMBIND_STRICT | HWLOC_MEMBIND_BYNODESET);
    int error = errno;
    hwloc_bitmap_free(set);
    errno = error;
    return memory;
}

void cm_topology_dealloc(const cm_topology *topology, void *memory, size_t bytes)
{
    if (memory)
        (void)hwloc_free(topology->hwloc, memory, bytes);
}

int cm_topology_node(const cm_topology *topology, unsigned number)
{
    for (unsigned i = 0; i < topology->node_count; i++)
        if (topology->nodes[i].number == number)
            return (int)i;
    return -1;
}
