/* Streams: threads of the CPU that begin together, each with a piece of its own, or all with the
 * same address; kernels of many CTAs, each thread with an element at a time. */
#include "hwrun/probe/probe_stream.h"

#include <sched.h>
#include <stdlib.h>

typedef uint64_t pair_of_words __attribute__((vector_size(16)));

typedef struct stream_crew {
    const cm_stream *stream;
    uint64_t deadline;
    uint32_t arrived, late; /* atomic */
} stream_crew;

typedef struct stream_side {
    stream_crew *crew;
    uint64_t first, end; /* elements */
    uint64_t start, stop;
    uint64_t sum;
} stream_side;

/* ---- a stretch of elements ------------------------------------------------ */

static uint64_t read_pairs(const char *from, uint64_t count, uint64_t stride)
{
    pair_of_words sum = {0, 0};
    for (uint64_t i = 0; i < count; i++)
        sum ^= *(const pair_of_words *)(const void *)(from + i * stride);
    return sum[0] ^ sum[1];
}

static void write_pairs(char *to, uint64_t count, uint64_t stride, uint64_t value)
{
    const pair_of_words both = {value, value};
    for (uint64_t i = 0; i < count; i++)
        *(pair_of_words *)(void *)(to + i * stride) = both;
}

static void copy_pairs(char *to, const char *from, uint64_t count, uint64_t stride)
{
    for (uint64_t i = 0; i < count; i++)
        *(pair_of_words *)(void *)(to + i * stride) =
            *(const pair_of_words *)(const void *)(from + i * stride);
}

static uint64_t read_words(const char *from, uint64_t count, uint64_t stride)
{
    uint64_t sum = 0;
    for (uint64_t i = 0; i < count; i++)
        sum += *(const volatile uint64_t *)(const void *)(from + i * stride);
    return sum;
}

static void write_words(char *to, uint64_t count, uint64_t stride, uint64_t value)
{
    for (uint64_t i = 0; i < count; i++)
        *(volatile uint64_t *)(void *)(to + i * stride) = value;
}

static void add_to_words(char *to, uint64_t count, uint64_t stride)
{
    for (uint64_t i = 0; i < count; i++)
        (void)__atomic_fetch_add((uint64_t *)(void *)(to + i * stride), 1, __ATOMIC_RELAXED);
}

/* Nothing here may be left out because nobody looks at it: the compiler sees memory change. */
static void go_through(stream_side *side, uint64_t first, uint64_t count)
{
    const cm_stream *s = side->crew->stream;
    char *from = (char *)s->cpu_from + first * s->stride;
    switch (s->op) {
    case CM_STREAM_READ:
        side->sum ^= read_pairs(from, count, s->stride);
        break;
    case CM_STREAM_WRITE:
        write_pairs(from, count, s->stride, first);
        break;
    case CM_STREAM_COPY:
        copy_pairs((char *)s->cpu_to + first * s->stride, from, count, s->stride);
        break;
    case CM_STREAM_READ_WORD:
        side->sum += read_words(from, count, s->stride);
        break;
    case CM_STREAM_WRITE_WORD:
        write_words(from, count, s->stride, first);
        break;
    default:
        add_to_words(from, count, s->stride);
        break;
    }
    __asm__ volatile("" : : "r"(side->sum) : "memory");
}

/* ---- a thread --------------------------------------------------------------- */

static bool is_over(stream_crew *crew)
{
    const uint32_t *stop = crew->stream->stop;
    if (stop && __atomic_load_n(stop, __ATOMIC_RELAXED))
        return true;
    if (cm_ticks() <= crew->deadline)
        return __atomic_load_n(&crew->late, __ATOMIC_RELAXED) != 0;
    __atomic_store_n(&crew->late, 1, __ATOMIC_RELAXED);
    return true;
}

static void stream_body(void *argument, unsigned me)
{
    enum { STRETCH = 4096 }; /* elements between two looks at the clock */
    stream_side *side = (stream_side *)argument + me;
    stream_crew *crew = side->crew;
    /* They meet. Threads that do not run yet may need this one's CPU. */
    __atomic_fetch_add(&crew->arrived, 1, __ATOMIC_ACQ_REL);
    for (unsigned polls = 1;
         __atomic_load_n(&crew->arrived, __ATOMIC_ACQUIRE) < crew->stream->threads; polls++)
        if ((polls & 1023) == 0)
            (void)sched_yield();
    side->start = cm_ticks();
    for (uint64_t pass = 0; pass < crew->stream->passes; pass++)
        for (uint64_t i = side->first; i < side->end; i += STRETCH) {
            uint64_t left = side->end - i;
            if (is_over(crew))
                return;
            go_through(side, i, left < STRETCH ? left : STRETCH);
        }
    side->stop = cm_ticks();
}

/* ---- all ----------------------------------------------------------------------- */

/* Additions to one place are everybody's; of all else each has a piece. */
static void divide_stream(stream_crew *crew, stream_side *sides)
{
    const cm_stream *s = crew->stream;
    uint64_t each = s->count / s->threads;
    for (unsigned i = 0; i < s->threads; i++) {
        bool is_last = i + 1 == s->threads;
        sides[i] = (stream_side){.crew = crew, .first = i * each};
        sides[i].end = is_last ? s->count : (i + 1) * each;
    }
}

double cm_stream_on_cpu(cm_bench *bench, const cm_stream *stream)
{
    stream_crew crew = {.stream = stream, .deadline = cm_bench_deadline(bench)};
    stream_side *sides = CM_NEW_ARRAY(bench->work->arena, stream->threads, stream_side);
    divide_stream(&crew, sides);
    cm_bench_threads(bench, stream_body, sides, stream->threads);
    uint64_t start = UINT64_MAX, stop = 0;
    for (unsigned i = 0; i < stream->threads; i++) {
        start = sides[i].start < start ? sides[i].start : start;
        stop = sides[i].stop > stop ? sides[i].stop : stop;
    }
    if (crew.late || stop <= start)
        return 0;
    return (double)(stop - start) * bench->ns_per_tick * 1e-9;
}

uint64_t cm_stream_passes(double seconds, uint64_t most)
{
    const double wanted = 4e-3;
    if (!(seconds > 0) || seconds >= wanted)
        return 1;
    double passes = wanted / seconds;
    return passes < (double)most ? (uint64_t)passes : most;
}

/* ---- the GPU ---------------------------------------------------------------------- */

const char *cm_stream_op_name(cm_stream_op op)
{
    static const char *const names[CM_STREAM_OPS] = {"read",      "write",      "copy",
                                                     "read_word", "write_word", "add"};
    return names[op];
}

const char *cm_stream_entry(cm_arena *arena, cm_stream_op op, cm_probe_scope scope)
{
    bool is_add = op == CM_STREAM_ADD;
    return cm_arena_printf(arena, "stream_%s%s%s", cm_stream_op_name(op), is_add ? "_" : "",
                           is_add ? cm_probe_scope_name(scope) : "");
}

/* Queues the kernel, on GPU 0 or 1 of the bench. */
static void launch_stream(cm_bench *bench, const cm_stream *s, unsigned gpu)
{
    cm_arena *arena = bench->work->arena;
    uint64_t from = s->from, to = s->to, count = s->count, stride = s->stride, passes = s->passes;
    uint64_t stop = s->gpu_stop, out = bench->stream_out, limit = cm_bench_limit_ns(bench);
    void *arguments[] = {&from, &to, &count, &stride, &passes, &stop, &out, &limit};
    cm_gpu_shape shape = {.blocks = s->threads, .threads = 1024};
    cm_gpu_launch(bench->work, cm_bench_gpu(bench, gpu), bench->stream_modules[gpu],
                  cm_stream_entry(arena, s->op, s->scope), shape, arguments);
}

double cm_stream_on_gpu(cm_bench *bench, const cm_stream *stream)
{
    cm_work *work = bench->work;
    cm_gpu *gpu = cm_bench_gpu(bench, 0);
    uint64_t late = 0;
    cm_gpu_clear(work, gpu, bench->stream_out, sizeof late);
    cm_gpu_clock_begin(work, gpu);
    launch_stream(bench, stream, 0);
    cm_gpu_clock_end(work, gpu);
    cm_gpu_wait(work, gpu);
    double seconds = cm_gpu_clock_seconds(work, gpu);
    cm_gpu_read(work, gpu, &late, bench->stream_out, sizeof late);
    return late ? 0 : seconds;
}

void cm_stream_load(cm_bench *bench, unsigned gpus)
{
    static const cm_probe_part part = {.probe = CM_PROBE_BANDWIDTH, .pair = CM_PAIR_GPU};
    const char *module = cm_probe_ptx(bench->work, &part, 1);
    for (unsigned i = 0; i < gpus; i++)
        if (!bench->stream_modules[i])
            bench->stream_modules[i] = cm_gpu_load(bench->work, cm_bench_gpu(bench, i), module, 3);
    bench->stream_out = cm_bench_output(bench, 16);
}

/* ---- noise ------------------------------------------------------------------------ */

/* What goes on meanwhile: a process that is forked would not share the GPU, so it is threads,
 * which live until they are told to stop. */
struct cm_noise {
    cm_stream stream;
    stream_crew crew;
    stream_side *sides;
    cm_bench_crew *threads; /* NULL: it is a kernel */
    uint32_t stop, *gpu_stop;
};

static cm_noise *new_noise(cm_bench *bench, const cm_stream *stream)
{
    cm_noise *noise = calloc(1, sizeof *noise);
    if (!noise)
        cm_fail(bench->work, (cm_place){0}, "out of memory");
    noise->stream = *stream;
    noise->stream.passes = UINT64_MAX;
    bench->noise = noise;
    return noise;
}

void cm_stream_noise_on_cpu(cm_bench *bench, const cm_stream *stream)
{
    cm_noise *noise = new_noise(bench, stream);
    unsigned count = stream->threads;
    noise->stream.stop = &noise->stop;
    noise->crew = (stream_crew){.stream = &noise->stream, .deadline = UINT64_MAX};
    noise->sides = calloc(count, sizeof *noise->sides);
    if (!noise->sides)
        cm_fail(bench->work, (cm_place){0}, "out of memory");
    divide_stream(&noise->crew, noise->sides);
    noise->threads = cm_bench_start(bench, stream_body, noise->sides, count);
}

void cm_stream_noise_on_gpu(cm_bench *bench, const cm_stream *stream, unsigned gpu)
{
    cm_noise *noise = new_noise(bench, stream);
    cm_shared stop = cm_bench_control(bench, CM_PAIR_CPU_GPU, sizeof *noise->gpu_stop);
    noise->gpu_stop = stop.cpu;
    noise->stream.gpu_stop = stop.gpu;
    launch_stream(bench, &noise->stream, gpu);
}

void cm_stream_quiet(cm_bench *bench)
{
    cm_noise *noise = bench->noise;
    bench->noise = NULL;
    if (!noise)
        return;
    __atomic_store_n(&noise->stop, 1, __ATOMIC_RELAXED);
    if (noise->gpu_stop)
        __atomic_store_n(noise->gpu_stop, 1, __ATOMIC_RELAXED);
    if (noise->threads)
        cm_bench_join(noise->threads);
    free(noise->sides);
    free(noise);
}
