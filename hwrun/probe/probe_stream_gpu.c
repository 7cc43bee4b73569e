/* Streams of the GPU: kernels of many CTAs, each thread with an element at a time. */
#include "hwrun/probe/probe_stream.h"

typedef struct op_text {
    const char *name, *body; /* %a: the element; %b: its place in a copy */
} op_text;

static const op_text ops[CM_STREAM_OPS] = {
    [CM_STREAM_READ] = {"read", "    ld.global.v2.u64 {%v, %w}, [%a];\n"
                                "    xor.b64 %sum, %sum, %v;\n"
                                "    xor.b64 %sum, %sum, %w;\n"},
    [CM_STREAM_WRITE] = {"write", "    st.global.v2.u64 [%a], {%i, %i};\n"},
    [CM_STREAM_COPY] = {"copy", "    ld.global.v2.u64 {%v, %w}, [%a];\n"
                                "    st.global.v2.u64 [%b], {%v, %w};\n"},
    [CM_STREAM_READ_WORD] = {"read_word", "    ld.global.u32 %t, [%a];\n"
                                          "    cvt.u64.u32 %v, %t;\n"
                                          "    xor.b64 %sum, %sum, %v;\n"},
    [CM_STREAM_WRITE_WORD] = {"write_word", "    st.global.u32 [%a], %t;\n"},
    [CM_STREAM_ADD] = {"add", "    atom.relaxed.%s.global.add.u64 %%v, [%%a], 1;\n"
                              "    xor.b64 %%sum, %%sum, %%v;\n"},
};

static const char *entry_of(cm_arena *arena, cm_stream_op op, cm_probe_scope scope)
{
    return op == CM_STREAM_ADD ? cm_arena_printf(arena, "stream_add_%s", cm_probe_scope_name(scope))
                               : cm_arena_printf(arena, "stream_%s", ops[op].name);
}

/* Each pass goes from element `thread` in steps of all threads; a thread looks at the clock and
 * at the word that stops it after every 64 elements. out: 1 if the limit passed. What was read is
 * stored in the end if it is a number that it never is, so that it must be read. */
static void kernel(cm_text *out, cm_stream_op op, cm_probe_scope scope)
{
    cm_text_append(out,
                   ".visible .entry %s(.param .u64 from, .param .u64 to, .param .u64 count,\n"
                   "    .param .u64 stride, .param .u64 passes, .param .u64 stop,\n"
                   "    .param .u64 out, .param .u64 limit)\n{\n"
                   "    .reg .pred %%done, %%again, %%never;\n"
                   "    .reg .u32 %%t, %%n;\n"
                   "    .reg .u64 %%i, %%a, %%b, %%v, %%w, %%sum, %%now, %%deadline, %%limit;\n"
                   "    .reg .u64 %%from, %%to, %%count, %%stride, %%passes, %%stop, %%out;\n"
                   "    .reg .u64 %%first, %%step, %%leap, %%polls;\n"
                   "    mov.u64 %%now, %%globaltimer;\n"
                   "    ld.param.u64 %%limit, [limit];\n"
                   "    add.u64 %%deadline, %%now, %%limit;\n"
                   "    ld.param.u64 %%from, [from];\n"
                   "    ld.param.u64 %%to, [to];\n"
                   "    ld.param.u64 %%count, [count];\n"
                   "    ld.param.u64 %%stride, [stride];\n"
                   "    ld.param.u64 %%passes, [passes];\n"
                   "    ld.param.u64 %%stop, [stop];\n"
                   "    ld.param.u64 %%out, [out];\n"
                   "    mov.u32 %%t, %%ctaid.x;\n"
                   "    mov.u32 %%n, %%ntid.x;\n"
                   "    mul.wide.u32 %%first, %%t, %%n;\n"
                   "    mov.u32 %%t, %%tid.x;\n"
                   "    cvt.u64.u32 %%v, %%t;\n"
                   "    add.u64 %%first, %%first, %%v;\n"
                   "    mov.u32 %%t, %%nctaid.x;\n"
                   "    mul.wide.u32 %%step, %%t, %%n;\n"
                   "    mul.lo.u64 %%leap, %%step, %%stride;\n"
                   "    mov.u64 %%sum, 0;\n"
                   "    mov.u64 %%polls, 0;\n"
                   "PASS:\n"
                   "    mov.u64 %%i, %%first;\n"
                   "    mad.lo.u64 %%a, %%i, %%stride, %%from;\n"
                   "    mad.lo.u64 %%b, %%i, %%stride, %%to;\n"
                   "ELEMENT:\n"
                   "    setp.ge.u64 %%done, %%i, %%count;\n"
                   "    @%%done bra NEXT;\n",
                   entry_of(out->arena, op, scope));
    if (op == CM_STREAM_ADD)
        cm_text_append(out, ops[op].body, cm_probe_scope_name(scope));
    else
        cm_text_add(out, ops[op].body);
    cm_text_add(out, "    add.u64 %a, %a, %leap;\n"
                     "    add.u64 %b, %b, %leap;\n"
                     "    add.u64 %i, %i, %step;\n"
                     "    add.u64 %polls, %polls, 1;\n"
                     "    and.b64 %w, %polls, 63;\n"
                     "    setp.ne.u64 %again, %w, 0;\n"
                     "    @%again bra ELEMENT;\n"
                     "    mov.u64 %now, %globaltimer;\n"
                     "    setp.ge.u64 %done, %now, %deadline;\n"
                     "    @%done bra LATE;\n"
                     "    setp.eq.u64 %again, %stop, 0;\n"
                     "    @%again bra ELEMENT;\n"
                     "    ld.relaxed.sys.global.u32 %t, [%stop];\n"
                     "    setp.eq.u32 %again, %t, 0;\n"
                     "    @%again bra ELEMENT;\n"
                     "    bra EXIT;\n"
                     "LATE:\n"
                     "    st.global.u64 [%out], 1;\n"
                     "    bra EXIT;\n"
                     "NEXT:\n"
                     "    sub.u64 %passes, %passes, 1;\n"
                     "    setp.ne.u64 %again, %passes, 0;\n"
                     "    @%again bra PASS;\n"
                     "    setp.ne.u64 %never, %sum, 0x123456789abcdef;\n"
                     "    @%never bra EXIT;\n"
                     "    st.global.u64 [%out+8], %sum;\n"
                     "EXIT:\n"
                     "    ret;\n}\n");
}

void cm_stream_kernels(cm_text *out)
{
    for (int op = 0; op < CM_STREAM_ADD; op++)
        kernel(out, (cm_stream_op)op, CM_PROBE_SYS);
    for (int scope = CM_PROBE_CTA; scope <= CM_PROBE_SYS; scope++)
        kernel(out, CM_STREAM_ADD, (cm_probe_scope)scope);
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
                  entry_of(arena, s->op, s->scope), shape, arguments);
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
    const char *module = cm_probe_module(bench->work, &part);
    for (unsigned i = 0; i < gpus; i++)
        if (!bench->stream_modules[i])
            bench->stream_modules[i] = cm_gpu_load(bench->work, cm_bench_gpu(bench, i), module, 3);
    bench->stream_out = cm_bench_output(bench, 16);
}
