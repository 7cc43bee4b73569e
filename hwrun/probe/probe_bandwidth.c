/* Bandwidth, granularity and throughput of atomics: streams through memory of all kinds (seeds:
 * Fusco et al., Fig. 5 and 7 to 10; Schieffer et al., 2.1). */
#include "hwrun/probe/probe_stream.h"

#include <ctype.h>
#include <stdio.h>

/* How many threads the part asks for; 0: there are not so many. */
static unsigned threads_of(const cm_bench *bench, const cm_probe_part *part)
{
    enum { CTAS_OF_AN_SM = 2 }; /* of 1024 threads */
    const cm_gpu *gpu = cm_machine_gpu(bench->machine);
    uint64_t all = part->pair == CM_PAIR_GPU
                       ? (uint64_t)cm_gpu_about(gpu)->multiprocessors * CTAS_OF_AN_SM
                       : cm_machine_about(bench->machine)->threads;
    uint64_t wanted = part->size ? part->size : all;
    return wanted <= all ? (unsigned)wanted : 0;
}

static bool has_threads(cm_bench *bench, const cm_probe_part *part, cm_stream *stream)
{
    stream->threads = threads_of(bench, part);
    const char *few = part->pair == CM_PAIR_GPU ? "the GPU has fewer multiprocessors"
                                                : "this process may use fewer CPUs";
    return !cm_bench_skips(bench, stream->threads ? NULL : few);
}

static double stream_once(cm_bench *bench, const cm_probe_part *part, const cm_stream *stream)
{
    return part->pair == CM_PAIR_GPU ? cm_stream_on_gpu(bench, stream)
                                     : cm_stream_on_cpu(bench, stream);
}

/* A 64th is tried, and the rest left out that would take too long. */
static bool fit_to_limit(cm_bench *bench, const cm_probe_part *part, cm_stream *stream)
{
    enum { SHARE = 64 };
    cm_stream some = *stream;
    some.count = stream->count / SHARE + stream->threads;
    some.count = some.count < stream->count ? some.count : stream->count;
    double seconds = stream_once(bench, part, &some);
    if (!(seconds > 0))
        return false;
    double most = bench->options->limit / (2 * bench->options->repeat);
    double fits = most / seconds * (double)some.count;
    if (fits < (double)stream->count)
        stream->count = (uint64_t)fits > stream->threads ? (uint64_t)fits : stream->threads;
    return true;
}

/* Repeats the stream; a sample is `amount` per element and second. */
static void measure_stream(cm_bench *bench, const cm_probe_part *part, cm_stream *stream,
                           double amount)
{
    unsigned done = 0;
    if (fit_to_limit(bench, part, stream)) {
        stream->passes = cm_stream_passes(stream_once(bench, part, stream), 64);
        for (; done < bench->options->repeat; done++) {
            double seconds = stream_once(bench, part, stream);
            if (!(seconds > 0))
                break;
            cm_bench_sample(bench,
                            amount * (double)stream->count * (double)stream->passes / seconds);
        }
    }
    cm_bench_number(bench, "threads", stream->threads);
    cm_bench_repeated(bench, done);
}

static void set_from(cm_stream *stream, const cm_shared *memory)
{
    stream->from = memory->gpu;
    stream->cpu_from = memory->cpu;
}

/* ---- bandwidth ------------------------------------------------------------ */

static bool is_loaded(const cm_probe_part *part)
{
    return part->variant == CM_BANDWIDTH_READ_LOADED || part->variant == CM_BANDWIDTH_WRITE_LOADED;
}

/* The other side reads other memory of the same kind meanwhile. Who that is: of a GPU the CPU,
 * or, where that cannot reach the memory, the next GPU. */
static bool make_noise(cm_bench *bench, const cm_probe_part *part)
{
    enum { BYTES = 64 << 20, ELEMENT = 16 };
    bool of_cpu =
        part->pair == CM_PAIR_GPU &&
        !cm_machine_refuses(bench->machine, CM_MIX_BOTH, part->memory.kind, part->memory.numa_node);
    bool has_next = cm_gpu_siblings(cm_machine_gpu(bench->machine)) > 1;
    if (part->pair == CM_PAIR_GPU && !of_cpu && !has_next)
        return !cm_bench_skips(bench,
                               "neither the CPU nor another GPU can reach this memory meanwhile");
    cm_mix mix = part->pair == CM_PAIR_GPU && !of_cpu ? CM_MIX_GPU : CM_MIX_BOTH;
    cm_shared memory = cm_bench_keep(bench, mix, part->memory, 2, BYTES);
    cm_stream noise = {.op = CM_STREAM_READ, .count = BYTES / ELEMENT, .stride = ELEMENT};
    set_from(&noise, &memory);
    if (of_cpu) {
        noise.threads = cm_machine_about(bench->machine)->threads;
        cm_stream_noise_on_cpu(bench, &noise);
        return true;
    }
    unsigned gpu = part->pair == CM_PAIR_GPU;
    noise.threads = cm_gpu_about(cm_bench_gpu(bench, gpu))->multiprocessors;
    cm_stream_load(bench, gpu + 1);
    cm_stream_noise_on_gpu(bench, &noise, gpu);
    return true;
}

static const cm_stream_op bandwidth_ops[] = {[CM_BANDWIDTH_READ] = CM_STREAM_READ,
                                             [CM_BANDWIDTH_WRITE] = CM_STREAM_WRITE,
                                             [CM_BANDWIDTH_COPY] = CM_STREAM_COPY,
                                             [CM_BANDWIDTH_READ_LOADED] = CM_STREAM_READ,
                                             [CM_BANDWIDTH_WRITE_LOADED] = CM_STREAM_WRITE};

static bool skips_memory(cm_bench *bench, cm_mix mix, cm_probe_memory memory)
{
    return cm_bench_skips(bench,
                          cm_machine_refuses(bench->machine, mix, memory.kind, memory.numa_node));
}

/* The first number in a file of the kernel's about the GPU's place on the bus; 0: none. */
static double read_fact(const char *pci, const char *name)
{
    char path[160], id[32];
    double value = 0;
    size_t i = 0;
    for (; pci[i] && i + 1 < sizeof id; i++)
        id[i] = (char)tolower((unsigned char)pci[i]);
    id[i] = 0;
    snprintf(path, sizeof path, "/sys/bus/pci/devices/%s/%s", id, name);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%lf", &value) != 1)
        value = 0;
    if (file)
        (void)fclose(file);
    return value;
}

/* GT/s of a lane, of which from PCIe 3.0 on 128 of 130 bits are data (PCI Express Base
 * Specification, "Encoding"); one way. */
static double link_bound(const cm_gpu_info *gpu)
{
    double speed = read_fact(gpu->pci, "max_link_speed");
    double lanes = read_fact(gpu->pci, "max_link_width");
    return speed >= 8 && lanes >= 1 && lanes <= 32 ? speed * lanes * 128 / 130 / 8 : 0;
}

double cm_probe_bound(const cm_gpu_info *gpu, cm_probe_memory memory)
{
    switch (memory.kind) {
    case CM_MEMORY_DEVICE:
    case CM_MEMORY_VMM:
    case CM_MEMORY_MANAGED_GPU:
        /* Two transfers in a cycle of the memory's clock. */
        return (double)gpu->memory_clock_khz * 1e3 * 2 * gpu->memory_bus_bits / 8 * 1e-9;
    case CM_MEMORY_HUGE:
    case CM_MEMORY_REGISTERED:
    case CM_MEMORY_PINNED:
    case CM_MEMORY_WRITE_COMBINED:
    case CM_MEMORY_MANAGED_CPU:
        return gpu->host_native_atomics ? 0 : link_bound(gpu); /* else it is no PCIe */
    default:
        return 0;
    }
}

static void stream_through(cm_bench *bench, const cm_probe_part *part)
{
    enum { ELEMENT = 16 };
    uint64_t bytes = bench->options->count;
    cm_mix mix = cm_probe_mix(part->pair);
    cm_stream s = {.op = bandwidth_ops[part->variant],
                   .count = bytes / ELEMENT,
                   .stride = ELEMENT,
                   .passes = 1};
    if (is_loaded(part) && skips_memory(bench, CM_MIX_GPU, part->memory))
        return;
    if (!has_threads(bench, part, &s))
        return;
    cm_shared from = cm_bench_keep(bench, mix, part->memory, 0, bytes);
    set_from(&s, &from);
    if (part->variant == CM_BANDWIDTH_COPY) {
        if (skips_memory(bench, mix, part->to))
            return;
        cm_shared to = cm_bench_keep(bench, mix, part->to, 1, bytes);
        s.to = to.gpu;
        s.cpu_to = to.cpu;
    }
    if (mix == CM_MIX_GPU)
        cm_stream_load(bench, 1);
    if (is_loaded(part) && !make_noise(bench, part))
        return;
    measure_stream(bench, part, &s, ELEMENT * 1e-9);
    if (part->pair == CM_PAIR_GPU && part->variant != CM_BANDWIDTH_COPY) {
        /* The best of the repetitions as a share of it. */
        double most = 0, bound = cm_probe_bound(cm_gpu_about(cm_bench_gpu(bench, 0)), part->memory);
        for (uint64_t i = 0; i < bench->slot->sample_count; i++)
            most = bench->samples[i] > most ? bench->samples[i] : most;
        if (!(bound > 0))
            return;
        cm_bench_number(bench, "bound_gb_per_s", bound);
        cm_bench_number(bench, "share", most / bound);
    }
}

static double copy_once(cm_bench *bench, uint64_t to, uint64_t from)
{
    cm_gpu *gpu = cm_bench_gpu(bench, 0);
    cm_gpu_clock_begin(bench->work, gpu);
    cm_gpu_copy(bench->work, gpu, to, from, bench->options->count);
    cm_gpu_clock_end(bench->work, gpu);
    cm_gpu_wait(bench->work, gpu);
    return cm_gpu_clock_seconds(bench->work, gpu);
}

static void copy_by_engine(cm_bench *bench, const cm_probe_part *part)
{
    const cm_probe_memory memory[2] = {part->memory, part->to};
    uint64_t at[2];
    /* Pageable memory is the driver's to copy also where the GPU cannot reach it. */
    bool is_pageable[2];
    for (unsigned i = 0; i < 2; i++) {
        is_pageable[i] = memory[i].kind == CM_MEMORY_MALLOC || memory[i].kind == CM_MEMORY_NUMA;
        if (skips_memory(bench, is_pageable[i] ? CM_MIX_CPU : CM_MIX_GPU, memory[i]))
            return;
    }
    for (unsigned i = 0; i < 2; i++) {
        cm_shared shared = cm_bench_keep(bench, is_pageable[i] ? CM_MIX_CPU : CM_MIX_GPU, memory[i],
                                         i, bench->options->count);
        at[i] = is_pageable[i] ? (uintptr_t)shared.cpu : shared.gpu;
    }
    (void)copy_once(bench, at[1], at[0]); /* pages are where they will be */
    for (unsigned i = 0; i < bench->options->repeat; i++) {
        double seconds = copy_once(bench, at[1], at[0]);
        if (seconds > 0)
            cm_bench_sample(bench, (double)bench->options->count / seconds * 1e-9);
    }
}

void cm_probe_bandwidth(cm_bench *bench, const cm_probe_part *part)
{
    if (part->variant == CM_BANDWIDTH_ENGINE)
        copy_by_engine(bench, part);
    else
        stream_through(bench, part);
}

/* ---- granularity ----------------------------------------------------------- */

/* Writes so much other memory that caches hold nothing of what is measured. */
static bool flush_caches(cm_bench *bench, const cm_probe_part *part)
{
    enum { BYTES = 256 << 20, ELEMENT = 16 };
    static const cm_probe_memory near[] = {{CM_MEMORY_MALLOC, 0}, {CM_MEMORY_DEVICE, 0}};
    cm_mix mix = cm_probe_mix(part->pair);
    cm_shared other = cm_bench_keep(bench, mix, near[mix == CM_MIX_GPU], 3, BYTES);
    cm_probe_part all = *part;
    all.size = 0;
    cm_stream s = {.op = CM_STREAM_WRITE,
                   .count = BYTES / ELEMENT,
                   .stride = ELEMENT,
                   .passes = 1,
                   .threads = threads_of(bench, &all)};
    set_from(&s, &other);
    return stream_once(bench, part, &s) > 0;
}

void cm_probe_granularity(cm_bench *bench, const cm_probe_part *part)
{
    cm_mix mix = cm_probe_mix(part->pair);
    cm_probe_part all = *part;
    all.size = 0;
    uint64_t bytes = bench->options->count;
    cm_stream s = {.op = part->variant == CM_GRANULARITY_READ ? CM_STREAM_READ_WORD
                                                              : CM_STREAM_WRITE_WORD,
                   .count = bytes / part->size,
                   .stride = part->size,
                   .passes = 1,
                   .threads = threads_of(bench, &all)};
    cm_shared memory = cm_bench_keep(bench, mix, part->memory, 0, bytes);
    set_from(&s, &memory);
    if (mix == CM_MIX_GPU)
        cm_stream_load(bench, 1);
    unsigned done = 0;
    for (bool fits = fit_to_limit(bench, &all, &s); fits && done < bench->options->repeat; done++) {
        double seconds = flush_caches(bench, part) ? stream_once(bench, part, &s) : 0;
        if (!(seconds > 0))
            break;
        cm_bench_sample(bench, seconds * 1e9 / (double)s.count);
    }
    cm_bench_number(bench, "stride", (double)part->size);
    cm_bench_repeated(bench, done);
}

/* ---- atomics ------------------------------------------------------------------- */

/* Lines of an own of a CPU's thread; a GPU's thread has four. */
enum { OWN_BYTES = 128, OWN_OF_CPU = 512, OWN_OF_GPU = 4, GPU_THREADS = 1024 };

void cm_probe_atomics(cm_bench *bench, const cm_probe_part *part)
{
    cm_mix mix = cm_probe_mix(part->pair);
    cm_stream s = {.op = CM_STREAM_ADD, .scope = part->scope, .passes = 1};
    if (!has_threads(bench, part, &s))
        return;
    uint64_t each = mix == CM_MIX_GPU ? OWN_OF_GPU * GPU_THREADS : OWN_OF_CPU;
    s.count = each * s.threads;
    s.stride = part->variant == CM_ATOMICS_OWN ? OWN_BYTES : 0;
    cm_shared memory = cm_bench_keep(bench, mix, part->memory, 0, s.count * OWN_BYTES);
    set_from(&s, &memory);
    if (mix == CM_MIX_GPU)
        cm_stream_load(bench, 1);
    measure_stream(bench, part, &s, 1e-6);
}
