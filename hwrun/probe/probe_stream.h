/* Streams: many threads of a CPU or a GPU that go through memory side by side, each element once
 * a pass. What bandwidth, granularity, atomics and placement measure with. */
#ifndef CM_HWRUN_PROBE_PROBE_STREAM_H
#define CM_HWRUN_PROBE_PROBE_STREAM_H

#include "hwrun/probe/probe_part.h"

typedef enum cm_stream_op {
    CM_STREAM_READ,       /* 16 bytes of each `stride` */
    CM_STREAM_WRITE,      /* likewise */
    CM_STREAM_COPY,       /* from `from` to `to` */
    CM_STREAM_READ_WORD,  /* 4 bytes of each `stride` (CPU: 8) */
    CM_STREAM_WRITE_WORD, /* likewise */
    CM_STREAM_ADD,        /* an atomic addition of 1 to 8 bytes of each `stride`; 0: to the first */
    CM_STREAM_OPS
} cm_stream_op;

typedef struct cm_stream {
    cm_stream_op op;
    cm_probe_scope scope; /* of additions by a GPU */
    void *cpu_from, *cpu_to;
    uint64_t from, to;      /* the GPU's addresses */
    uint64_t count, stride; /* elements, and bytes from one to the next */
    unsigned threads;       /* of the CPU; CTAs of 1024 of the GPU */
    uint64_t passes;
    const uint32_t *stop; /* CPU: ends when it is not 0; NULL: by itself */
    uint64_t gpu_stop;    /* GPU: the address of such a word; 0: by itself */
} cm_stream;

/* Seconds of `passes` passes, by the slowest thread; 0: the bench's limit passed. Threads begin
 * together. */
double cm_stream_on_cpu(cm_bench *bench, const cm_stream *stream);
/* The same on GPU 0, by its own clock; the kernel is of the module that the part has loaded. */
double cm_stream_on_gpu(cm_bench *bench, const cm_stream *stream);
/* Passes that take some milliseconds, by how long one took, but no more than `most`. */
uint64_t cm_stream_passes(double seconds, uint64_t most);

/* All kernels, loaded once for all parts of a process; `gpus`: 1 or 2. */
void cm_stream_load(cm_bench *bench, unsigned gpus);
/* "stream_read", "stream_add_gpu". */
const char *cm_stream_entry(cm_arena *arena, cm_stream_op op, cm_probe_scope scope);
const char *cm_stream_op_name(cm_stream_op op);

/* Meanwhile: the stream goes on until cm_stream_quiet; of the CPU from core `first` on, of the
 * GPU on that one of the bench (0, 1). One at a time. A bench that is released is quiet. */
void cm_stream_noise_on_cpu(cm_bench *bench, const cm_stream *stream);
void cm_stream_noise_on_gpu(cm_bench *bench, const cm_stream *stream, unsigned gpu);
void cm_stream_quiet(cm_bench *bench);

#endif
