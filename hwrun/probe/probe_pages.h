/* Pages: memory that nobody has touched yet, where its pages are, and passes over it. */
#ifndef CM_HWRUN_PROBE_PROBE_PAGES_H
#define CM_HWRUN_PROBE_PROBE_PAGES_H

#include "hwrun/probe/probe_stream.h"

/* As the bench's last memory of its own, given back with the part. What cannot be had untouched,
 * as pinned memory, is had as cm_bench_memory gives it. */
cm_shared cm_pages_fresh(cm_bench *bench, cm_probe_memory memory, cm_mix mix, uint64_t bytes);

typedef struct cm_pages_where {
    unsigned looked_at; /* pages; 0: the system does not tell */
    unsigned absent;    /* of them: mapped nowhere that the CPU sees */
    int node;           /* NUMA node of most of the others; -1: none */
    unsigned on_node;   /* how many are there */
} cm_pages_where;

/* move_pages(2), which moves nothing when no nodes are given. */
cm_pages_where cm_pages_look(const void *memory, uint64_t bytes, uint64_t page);
/* Bytes of a page of the mapping that the address is in (proc(5), smaps); 0: it is not told. */
uint64_t cm_pages_size(const void *memory);

/* Nanoseconds of a write of one word a page, by one CPU thread or by the GPU; 0: the limit
 * passed. */
double cm_pages_touch(cm_bench *bench, const cm_shared *memory, uint64_t page, bool by_gpu);

enum { CM_PAGES_PASSES = 12 };
/* GB/s of each of 12 passes of the GPU that read all of it, of the CPU a word a page; how many. */
unsigned cm_pages_passes(cm_bench *bench, const cm_shared *memory, uint64_t page, bool by_gpu,
                         double *rates);

#endif
