#define _GNU_SOURCE /* syscall, MAP_ANONYMOUS */
#include "hwrun/probe/probe_pages.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

cm_shared cm_pages_fresh(cm_bench *bench, cm_probe_memory memory, cm_mix mix, uint64_t bytes)
{
    const cm_probe_part part = {.pair = mix == CM_MIX_CPU   ? CM_PAIR_CPU
                                        : mix == CM_MIX_GPU ? CM_PAIR_GPU
                                                            : CM_PAIR_CPU_GPU,
                                .memory = memory};
    if (cm_memory_is_managed(memory.kind)) {
        cm_shared shared = {.kind = memory.kind, .bytes = bytes};
        cm_gpu *gpu = cm_bench_gpu(bench, 0);
        shared.base = cm_gpu_alloc_managed(bench->work, gpu, bytes, false, &shared.gpu);
        shared.cpu = shared.base;
        cm_bench_hold(bench, shared);
        if (memory.kind != CM_MEMORY_MANAGED)
            cm_gpu_prefer(bench->work, gpu, shared.base, bytes,
                          memory.kind == CM_MEMORY_MANAGED_CPU);
        return shared;
    }
    bool pageable = memory.kind == CM_MEMORY_MALLOC || memory.kind == CM_MEMORY_HUGE;
    if (!pageable || (mix != CM_MIX_CPU &&
                      !cm_gpu_about(cm_machine_gpu(bench->machine))->pageable_memory_access))
        return cm_bench_memory(bench, &part, bytes);
    void *pages =
        mmap(NULL, (size_t)bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED)
        cm_fail(bench->work, (cm_place){0}, "no memory of %llu bytes", (unsigned long long)bytes);
    bool huge = memory.kind == CM_MEMORY_HUGE;
    (void)madvise(pages, (size_t)bytes, huge ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    bench->pages = pages;
    bench->pages_bytes = bytes;
    return (cm_shared){.kind = memory.kind,
                       .cpu = pages,
                       .gpu = mix == CM_MIX_CPU ? 0 : (uintptr_t)pages,
                       .bytes = bytes,
                       .base = pages};
}

/* ---- where ------------------------------------------------------------------- */

cm_pages_where cm_pages_look(const void *memory, uint64_t bytes, uint64_t page)
{
    enum { LOOKED_AT = 64, NODES = 64 };
    void *addresses[LOOKED_AT];
    int status[LOOKED_AT];
    uint64_t pages = bytes / page;
    unsigned count = pages < LOOKED_AT ? (unsigned)pages : LOOKED_AT, on[NODES] = {0};
    for (unsigned i = 0; i < count; i++)
        addresses[i] = (char *)(uintptr_t)memory + pages / count * i * page;
    cm_pages_where where = {.node = -1};
    if (count == 0 || syscall(SYS_move_pages, 0, (unsigned long)count, addresses, NULL, status, 0))
        return where;
    where.looked_at = count;
    for (unsigned i = 0; i < count; i++) {
        if (status[i] < 0 || status[i] >= NODES)
            where.absent++;
        else if (++on[status[i]] > where.on_node) {
            where.node = status[i];
            where.on_node = on[status[i]];
        }
    }
    return where;
}

/* A mapping begins with "from-to rights ...", its lines with "Name: value kB". */
uint64_t cm_pages_size(const void *memory)
{
    FILE *file = fopen("/proc/self/smaps", "r");
    char line[512];
    bool inside = false;
    unsigned long long from, to, size = 0, huge = 0;
    while (file && fgets(line, sizeof line, file)) {
        if (sscanf(line, "%llx-%llx ", &from, &to) == 2) {
            if (inside)
                break;
            inside = (uintptr_t)memory >= from && (uintptr_t)memory < to;
        } else if (inside && strncmp(line, "KernelPageSize:", 15) == 0) {
            (void)sscanf(line + 15, "%llu", &size);
        } else if (inside && strncmp(line, "AnonHugePages:", 14) == 0) {
            (void)sscanf(line + 14, "%llu", &huge);
        }
    }
    if (file)
        (void)fclose(file);
    return huge ? UINT64_C(2) << 20 : size * 1024;
}

/* ---- touching ---------------------------------------------------------------- */

static double stream_pages(cm_bench *bench, const cm_shared *memory, uint64_t page, bool by_gpu,
                           cm_stream_op op)
{
    cm_stream s = {.op = op,
                   .from = memory->gpu,
                   .cpu_from = memory->cpu,
                   .count = memory->bytes / page,
                   .stride = page,
                   .threads = 1,
                   .passes = 1};
    if (!by_gpu)
        return cm_stream_on_cpu(bench, &s);
    s.threads = cm_gpu_about(cm_bench_gpu(bench, 0))->multiprocessors;
    return cm_stream_on_gpu(bench, &s);
}

double cm_pages_touch(cm_bench *bench, const cm_shared *memory, uint64_t page, bool by_gpu)
{
    uint64_t pages = memory->bytes / page;
    return stream_pages(bench, memory, page, by_gpu, CM_STREAM_WRITE_WORD) * 1e9 / (double)pages;
}

unsigned cm_pages_passes(cm_bench *bench, const cm_shared *memory, uint64_t page, bool by_gpu,
                         double *rates)
{
    const uint64_t step = by_gpu ? 16 : page;
    for (unsigned i = 0; i < CM_PAGES_PASSES; i++) {
        double seconds = stream_pages(bench, memory, step, by_gpu,
                                      by_gpu ? CM_STREAM_READ : CM_STREAM_READ_WORD);
        if (!(seconds > 0))
            return i;
        rates[i] = (double)memory->bytes / seconds * 1e-9;
    }
    return CM_PAGES_PASSES;
}
