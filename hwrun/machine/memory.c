/* Memory that CPU and GPU threads of a test share: which kinds there are here, and
 * getting it. */
#define _DEFAULT_SOURCE /* madvise, MAP_ANONYMOUS */
#include "hwrun/machine/machine_state.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* ---- what can be shared here ------------------------------------------------ */

#define NO_PAGEABLE "the GPU cannot reach pageable memory: pageableMemoryAccess is 0"

static const char *refuse_managed(const cm_gpu_info *gpu, cm_mix mix)
{
    if (!gpu)
        return "managed memory comes from the GPU's driver, and no GPU is in use";
    if (!gpu->managed_memory)
        return "the GPU has no managed memory: managedMemory is 0";
    if (mix == CM_MIX_BOTH && !gpu->concurrent_managed_access)
        return "the CPU must not touch managed memory while a kernel runs: "
               "concurrentManagedAccess is 0";
    return NULL;
}

/* Pages of the system's: reached as they are, or registered with the driver. */
static const char *refuse_pages(const cm_gpu_info *gpu, cm_mix mix)
{
    if (mix == CM_MIX_CPU || gpu->pageable_memory_access || gpu->can_map_host_memory)
        return NULL;
    return "the GPU can neither reach pageable memory (pageableMemoryAccess is 0) nor map host "
           "memory (canMapHostMemory is 0)";
}

static const char *refuse_numa(const cm_machine *machine, const cm_gpu_info *gpu, cm_mix mix,
                               unsigned number)
{
    int index = cm_topology_node(&machine->topology, number);
    if (index < 0 || machine->topology.nodes[index].bytes == 0)
        return machine->no_node;
    return machine->no_bind ? machine->no_bind : refuse_pages(gpu, mix);
}

const char *cm_machine_refuses(const cm_machine *machine, cm_mix mix, cm_memory_kind kind,
                               unsigned numa_node)
{
    const cm_gpu_info *gpu = machine->gpu ? cm_gpu_about(machine->gpu) : NULL;
    if (mix != CM_MIX_CPU && !gpu)
        return "no GPU is in use";
    if (kind == CM_MEMORY_DEFAULT)
        kind = cm_machine_default_memory(machine, mix);
    switch (kind) {
    case CM_MEMORY_MALLOC:
        return mix == CM_MIX_CPU || gpu->pageable_memory_access ? NULL : NO_PAGEABLE;
    case CM_MEMORY_PINNED:
    case CM_MEMORY_REGISTERED:
    case CM_MEMORY_WRITE_COMBINED:
        if (!gpu)
            return "pinned memory comes from the GPU's driver, and no GPU is in use";
        return gpu->can_map_host_memory ? NULL
                                        : "the GPU cannot map host memory: canMapHostMemory is 0";
    case CM_MEMORY_MANAGED:
    case CM_MEMORY_MANAGED_CPU:
    case CM_MEMORY_MANAGED_GPU:
        return refuse_managed(gpu, mix);
    case CM_MEMORY_DEVICE:
    case CM_MEMORY_VMM:
    case CM_MEMORY_PEER:
        if (mix != CM_MIX_GPU)
            return "the CPU cannot reach device memory: it is for tests of GPU threads only";
        if (kind == CM_MEMORY_PEER && cm_gpu_siblings(machine->gpu) < 2)
            return "the machine has one GPU, expected two or more";
        return NULL;
    case CM_MEMORY_HUGE:
        return machine->no_huge ? machine->no_huge : refuse_pages(gpu, mix);
    case CM_MEMORY_NUMA:
        return refuse_numa(machine, gpu, mix, numa_node);
    case CM_MEMORY_DEFAULT:
        break;
    }
    return "not a kind of memory";
}

cm_memory_kind cm_machine_default_memory(const cm_machine *machine, cm_mix mix)
{
    if (mix == CM_MIX_GPU)
        return CM_MEMORY_DEVICE;
    if (mix == CM_MIX_CPU || (machine->gpu && cm_gpu_about(machine->gpu)->pageable_memory_access))
        return CM_MEMORY_MALLOC;
    return CM_MEMORY_PINNED;
}

/* ---- getting it --------------------------------------------------------------- */

/* mmap gives whole pages; of more than is asked for the part is kept that begins where a huge page
 * does. NULL: errno says why not. */
static char *map_aligned(size_t bytes)
{
    char *all = mmap(NULL, bytes + CM_HUGE_PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (all == MAP_FAILED)
        return NULL;
    size_t before = (CM_HUGE_PAGE - (uintptr_t)all % CM_HUGE_PAGE) % CM_HUGE_PAGE;
    if (before > 0)
        (void)munmap(all, before);
    if (before < CM_HUGE_PAGE)
        (void)munmap(all + before + bytes, CM_HUGE_PAGE - before);
    if (madvise(all + before, bytes, MADV_HUGEPAGE) == 0)
        return all + before;
    int error = errno;
    (void)munmap(all + before, bytes);
    errno = error;
    return NULL;
}

/* Asks for a page, and for what the administrator has set: with "never" the system says yes to the
 * advice and does nothing (Linux, admin-guide/mm/transhuge). */
const char *cm_memory_no_huge(cm_work *work)
{
    char *page = map_aligned(CM_HUGE_PAGE);
    if (!page)
        return cm_arena_printf(work->arena, "the system refuses huge pages: %s", strerror(errno));
    (void)munmap(page, CM_HUGE_PAGE);
    FILE *file = fopen("/sys/kernel/mm/transparent_hugepage/enabled", "r");
    char set[64] = "";
    bool is_off = file && fgets(set, sizeof set, file) && strstr(set, "[never]");
    if (file)
        (void)fclose(file);
    return is_off ? "the system has huge pages switched off (transparent_hugepage is never)" : NULL;
}

/* Is memory of this kind registered with the driver, or does the GPU reach it as it is? */
static bool is_registered(const cm_machine *machine, cm_memory_kind kind)
{
    return kind == CM_MEMORY_REGISTERED || !cm_gpu_about(machine->gpu)->pageable_memory_access;
}

typedef struct get_job {
    cm_work *work;
    cm_machine *machine;
    cm_mix mix;
    unsigned node;
    cm_shared *memory;
} get_job;

static void get_steps(void *argument)
{
    const get_job *job = argument;
    cm_work *work = job->work;
    cm_machine *machine = job->machine;
    cm_shared *memory = job->memory;
    switch (memory->kind) {
    case CM_MEMORY_PINNED:
    case CM_MEMORY_WRITE_COMBINED:
        memory->base = cm_gpu_alloc_pinned(work, machine->gpu, memory->bytes,
                                           memory->kind == CM_MEMORY_WRITE_COMBINED, &memory->gpu);
        break;
    case CM_MEMORY_MANAGED:
    case CM_MEMORY_MANAGED_CPU:
    case CM_MEMORY_MANAGED_GPU:
        /* Managed memory that is told where to stay moves there when it is first used. */
        memory->base = cm_gpu_alloc_managed(work, machine->gpu, memory->bytes, true, &memory->gpu);
        if (memory->kind != CM_MEMORY_MANAGED)
            cm_gpu_prefer(work, machine->gpu, memory->base, memory->bytes,
                          memory->kind == CM_MEMORY_MANAGED_CPU);
        break;
    case CM_MEMORY_DEVICE:
        memory->gpu = cm_gpu_alloc(work, machine->gpu, memory->bytes);
        break;
    case CM_MEMORY_VMM:
        memory->gpu = cm_gpu_alloc_mapped(work, machine->gpu, &memory->bytes);
        cm_gpu_clear(work, machine->gpu, memory->gpu, memory->bytes);
        break;
    case CM_MEMORY_PEER:
        memory->owner = cm_machine_gpu_at(work, machine, 1);
        memory->gpu = cm_gpu_alloc(work, memory->owner, memory->bytes);
        cm_gpu_wait(work, memory->owner); /* it is cleared there */
        break;
    case CM_MEMORY_NUMA:
        memory->base = cm_topology_alloc(&machine->topology, job->node, (size_t)memory->bytes);
        if (!memory->base)
            cm_fail(work, (cm_place){0},
                    "numa:%u memory: %llu bytes cannot be bound to the node: %s", job->node,
                    (unsigned long long)memory->bytes, strerror(errno));
        memset(memory->base, 0, (size_t)memory->bytes);
        break;
    case CM_MEMORY_HUGE:
        memory->bytes = (memory->bytes + CM_HUGE_PAGE - 1) / CM_HUGE_PAGE * CM_HUGE_PAGE;
        memory->base = map_aligned((size_t)memory->bytes);
        if (!memory->base)
            cm_fail(work, (cm_place){0}, "huge memory: the system refuses %llu bytes: %s",
                    (unsigned long long)memory->bytes, strerror(errno));
        memset(memory->base, 0, (size_t)memory->bytes);
        break;
    case CM_MEMORY_MALLOC:
    case CM_MEMORY_REGISTERED:
    case CM_MEMORY_DEFAULT:
        /* Pageable memory is whole pages, and touched before the test runs: no page fault
         * then comes between the threads. */
        memory->base = aligned_alloc((size_t)machine->info.page_bytes, (size_t)memory->bytes);
        if (!memory->base)
            cm_fail(work, (cm_place){0}, "malloc memory: no room for %llu bytes",
                    (unsigned long long)memory->bytes);
        memset(memory->base, 0, (size_t)memory->bytes);
        break;
    }
    if (job->mix == CM_MIX_CPU || memory->gpu)
        return;
    if (is_registered(machine, memory->kind))
        cm_gpu_pin(work, machine->gpu, memory->base, memory->bytes, &memory->gpu);
    else
        memory->gpu = (uintptr_t)memory->base;
}

cm_shared cm_shared_new(cm_work *work, cm_machine *machine, cm_mix mix, cm_memory_kind kind,
                        unsigned numa_node, uint64_t bytes)
{
    if (kind == CM_MEMORY_DEFAULT)
        kind = cm_machine_default_memory(machine, mix);
    const char *reason = cm_machine_refuses(machine, mix, kind, numa_node);
    if (reason)
        cm_fail(work, (cm_place){0}, "%s memory: %s",
                cm_memory_kind_text(work->arena, kind, numa_node), reason);
    uint64_t page = machine->info.page_bytes;
    if (bytes > SIZE_MAX / 2)
        cm_fail(work, (cm_place){0}, "%s memory: %llu bytes are too many",
                cm_memory_kind_text(work->arena, kind, numa_node), (unsigned long long)bytes);
    cm_shared memory = {.kind = kind, .bytes = bytes ? (bytes + page - 1) / page * page : page};
    get_job job = {work, machine, mix, numa_node, &memory};
    if (!cm_arena_protect(work->arena, get_steps, &job)) {
        cm_shared_free(machine, &memory);
        cm_arena_escape(work->arena);
    }
    memory.cpu = memory.base;
    return memory;
}

cm_shared cm_shared_home(cm_work *work, cm_machine *machine, cm_mix mix, const cm_plan_area *area)
{
    if (area->kind == CM_AREA_NUMA)
        return cm_shared_new(work, machine, mix, CM_MEMORY_NUMA, (unsigned)area->device,
                             area->bytes);
    cm_gpu *gpu = cm_machine_gpu_at(work, machine, area->device < 0 ? 0 : area->device);
    if (area->kind == CM_AREA_HOST)
        return cm_shared_new(work, machine, mix, CM_MEMORY_PINNED, 0, area->bytes);
    if (area->kind == CM_AREA_MANAGED) {
        cm_shared memory = cm_shared_new(work, machine, mix, CM_MEMORY_MANAGED, 0, area->bytes);
        cm_gpu_prefer(work, gpu, memory.base, memory.bytes, area->device < 0);
        return memory;
    }
    return (cm_shared){.kind = CM_MEMORY_DEVICE,
                       .bytes = area->bytes,
                       .gpu = cm_gpu_alloc(work, gpu, area->bytes),
                       .owner = gpu};
}

/* Device memory has no address on the CPU; all other kinds are freed by theirs. */
void cm_shared_free(cm_machine *machine, cm_shared *memory)
{
    switch (memory->kind) {
    case CM_MEMORY_PINNED:
    case CM_MEMORY_WRITE_COMBINED:
        cm_gpu_free_pinned(machine->gpu, memory->base);
        break;
    case CM_MEMORY_VMM:
        cm_gpu_free_mapped(machine->gpu, memory->gpu, memory->bytes);
        break;
    case CM_MEMORY_MANAGED:
    case CM_MEMORY_MANAGED_CPU:
    case CM_MEMORY_MANAGED_GPU:
        cm_gpu_free_managed(machine->gpu, memory->base);
        break;
    case CM_MEMORY_DEVICE:
    case CM_MEMORY_PEER:
        cm_gpu_free(memory->owner ? memory->owner : machine->gpu, memory->gpu);
        break;
    case CM_MEMORY_MALLOC:
    case CM_MEMORY_HUGE:
    case CM_MEMORY_REGISTERED:
    case CM_MEMORY_NUMA:
        if (memory->gpu && is_registered(machine, memory->kind))
            cm_gpu_unpin(machine->gpu, memory->base);
        if (memory->kind == CM_MEMORY_NUMA)
            cm_topology_dealloc(&machine->topology, memory->base, (size_t)memory->bytes);
        else if (memory->kind == CM_MEMORY_HUGE && memory->base)
            (void)munmap(memory->base, (size_t)memory->bytes);
        else
            free(memory->base);
        break;
    case CM_MEMORY_DEFAULT: /* was never filled in */
        break;
    }
    *memory = (cm_shared){0};
}
