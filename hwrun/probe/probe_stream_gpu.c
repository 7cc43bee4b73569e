/* Streams of the GPU: kernels of many CTAs, each thread with an element at a time. */
#include "hwrun/probe/probe_stream.h"

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

/* ---- running ----------------------------------------------------------- */

enum { CTA_THREADS = 1024 };

void cm_stream_launch(cm_bench *bench, const cm_stream *s, unsigned gpu)
{
    cm_arena *arena = bench->work->arena;
    uint64_t from = s->from, to = s->to, count = s->count, stride = s->stride, passes = s->passes;
    uint64_t stop = s->gpu_stop, out = bench->stream_out, limit = cm_bench_limit_ns(bench);
    void *arguments[] = {&from, &to, &count, &stride, &passes, &stop, &out, &limit};
    cm_gpu_shape shape = {.blocks = s->threads, .threads = CTA_THREADS};
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
    cm_stream_launch(bench, stream, 0);
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
