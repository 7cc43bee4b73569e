/* What the probes share among themselves: tables of variants, the bench that a
 * part is measured on, and the memory in which the child leaves its results. */
#ifndef CM_HWRUN_PROBE_PROBE_PART_H
#define CM_HWRUN_PROBE_PROBE_PART_H

#include "base/text.h"
#include "hwrun/probe/probe.h"
#include "hwrun/run/clock.h"

/* ---- variants --------------------------------------------------------- */

typedef enum cm_rmw_variant { CM_RMW_ATOM, CM_RMW_RED, CM_RMW_CAS } cm_rmw_variant;
typedef enum cm_latency_variant { CM_LATENCY_CHASE, CM_LATENCY_PAGES } cm_latency_variant;
typedef enum cm_bandwidth_variant {
    CM_BANDWIDTH_READ,
    CM_BANDWIDTH_WRITE,
    CM_BANDWIDTH_COPY,
    CM_BANDWIDTH_ENGINE,
    CM_BANDWIDTH_READ_LOADED,
    CM_BANDWIDTH_WRITE_LOADED
} cm_bandwidth_variant;
typedef enum cm_granularity_variant {
    CM_GRANULARITY_READ,
    CM_GRANULARITY_WRITE
} cm_granularity_variant;
typedef enum cm_atomics_variant { CM_ATOMICS_ONE, CM_ATOMICS_OWN } cm_atomics_variant;
typedef enum cm_timer_variant {
    CM_TIMER_TICKS,
    CM_TIMER_MONOTONIC,
    CM_TIMER_CORES,
    CM_TIMER_CLOCK64,
    CM_TIMER_GLOBAL,
    CM_TIMER_SMS,
    CM_TIMER_GPU_CPU
} cm_timer_variant;
typedef enum cm_placement_variant {
    CM_PLACEMENT_TOUCH_CPU,
    CM_PLACEMENT_TOUCH_GPU,
    CM_PLACEMENT_GET,
    CM_PLACEMENT_FREE,
    CM_PLACEMENT_REGISTER,
    CM_PLACEMENT_PREFETCH_GPU,
    CM_PLACEMENT_PREFETCH_CPU,
    CM_PLACEMENT_PASSES_GPU,
    CM_PLACEMENT_PASSES_CPU,
    CM_PLACEMENT_OVERSUBSCRIBE
} cm_placement_variant;
typedef enum cm_table_variant {
    CM_TABLE_CPU_ACCESS,
    CM_TABLE_GPU_ACCESS,
    CM_TABLE_COHERENT,
    CM_TABLE_PLACE,
    CM_TABLE_PAGE,
    CM_TABLE_MIGRATES
} cm_table_variant;
typedef enum cm_ping_variant { CM_PING_CAS, CM_PING_EXCH, CM_PING_LOAD_STORE } cm_ping_variant;

typedef enum cm_value_seen {
    CM_VALUE_FRESH,
    CM_VALUE_STALE,
    CM_VALUE_OPEN /* of no paper that we know */
} cm_value_seen;

/* One row of the table of value propagation. */
typedef struct cm_value_row {
    const char *name, *help;
    cm_probe_pair pair;
    cm_probe_scope scope;       /* of what the row is about, for --scope */
    cm_probe_scope write, read; /* of the write and of the timed read of X */
    cm_probe_scope acquire;     /* of Y, once, before the read; CM_PROBE_NO_SCOPE: none */
    bool cached;                /* the reader has loaded X before */
    cm_value_seen paper;
    const char *meaning; /* of the paper's finding */
} cm_value_row;

extern const cm_value_row cm_value_rows[];

/* One form of an access or a fence, for `fences`. */
typedef enum cm_form_place {
    CM_FORM_AT_NONE, /* a plain store and a plain load */
    CM_FORM_AT_BETWEEN,
    CM_FORM_AT_STORE, /* instead of the store */
    CM_FORM_AT_LOAD,  /* instead of the load: a load, or an atomic that adds 0 */
    CM_FORM_AT_ATOM
} cm_form_place;

typedef struct cm_fence_row {
    const char *name; /* as tables of costs have it (docs/repair.md); scopes come behind it */
    const char *help;
    const char *base; /* the row whose time is no part of the cost */
    cm_probe_pair pair;
    cm_form_place kind;
    bool scoped, is_new; /* is_new: PTX 8.6 and sm_90 have it */
} cm_fence_row;

/* Those of the GPU, then those of this CPU. At most 31: sets of them are bits. */
cm_fence_row cm_fence_row_at(unsigned index);
unsigned cm_fence_row_count(void);

unsigned cm_probe_variant_count(cm_probe_kind kind);
unsigned cm_probe_pairs(cm_probe_kind kind); /* bits: who can take part */

/* ---- PTX -------------------------------------------------------------- */

enum { CM_PROBE_LINE = 256 }; /* bytes between two things that must not share a line */

/* Name of the kernel of a part; NULL: no GPU takes part. */
const char *cm_probe_entry(cm_arena *arena, const cm_probe_part *part);

/* ---- bench ------------------------------------------------------------ */

enum { CM_PROBE_NUMBERS = 20, CM_BENCH_KEPT = 64, CM_BENCH_HELD = 8, CM_BENCH_ADDRESSES = 4 };

/* Shared with the parent: no pointers. */
typedef struct cm_probe_slot {
    uint32_t end;
    char reason[256];
    uint32_t number_count;
    struct {
        char name[24];
        double value;
    } numbers[CM_PROBE_NUMBERS];
    uint64_t sample_count;
} cm_probe_slot;

/* Memory that later parts use again: large, and slow to get. */
typedef struct cm_kept {
    cm_mix mix;
    cm_probe_memory memory;
    unsigned which; /* 0, 1, ...: different memory of one kind */
    cm_shared shared;
} cm_kept;

typedef struct cm_noise cm_noise; /* probe_stream.h */

typedef struct cm_bench {
    cm_work *work;
    cm_machine *machine;
    const cm_probe_options *options;
    cm_probe_slot *slot;
    double *samples;
    uint64_t capacity;               /* of samples */
    double ns_per_tick;              /* of cm_ticks */
    double tick_cost;                /* ticks from one cm_ticks to the next */
    double ns_per_cycle, cycle_cost; /* the same of the GPU's clock; 0: not yet measured */
    /* What the part holds; released after it, however it ended. */
    cm_gpu_module *modules[2]; /* of the GPU, and of the next one */
    const char *entry;
    cm_shared held[CM_BENCH_HELD];
    unsigned held_count;
    uint64_t addresses[CM_BENCH_ADDRESSES];
    unsigned address_count;
    void *pages; /* by mmap; NULL: none */
    uint64_t pages_bytes;
    cm_noise *noise; /* NULL: quiet */
    uint64_t stream_out;
    /* What the process holds: until cm_bench_drop. */
    cm_gpu_module *stream_modules[2];
    cm_kept kept[CM_BENCH_KEPT];
    unsigned kept_count;
} cm_bench;

cm_mix cm_probe_mix(cm_probe_pair pair);

/* Memory of the part's kind, for its pair. */
cm_shared cm_bench_memory(cm_bench *bench, const cm_probe_part *part, uint64_t bytes);
/* Memory that is given back with the part. */
cm_shared cm_bench_hold(cm_bench *bench, cm_shared memory);
/* Gives back now what is held so. */
void cm_bench_let_go(cm_bench *bench);
/* Memory of that kind, which is not zeroed when it is used again. */
cm_shared cm_bench_keep(cm_bench *bench, cm_mix mix, cm_probe_memory memory, unsigned which,
                        uint64_t bytes);
void cm_bench_drop(cm_bench *bench);
/* Memory for flags and the like, of a kind that always works: device memory, or
 * pinned when CPU and GPU meet. */
cm_shared cm_bench_control(cm_bench *bench, cm_probe_pair pair, uint64_t bytes);
/* Device memory for results. */
uint64_t cm_bench_output(cm_bench *bench, uint64_t bytes);
/* GPU 0, or the next one of the machine, which is opened when it is first asked for. */
cm_gpu *cm_bench_gpu(cm_bench *bench, unsigned gpu);
/* Loads the part's kernel, and measures the GPU's clock the first time. */
void cm_bench_load(cm_bench *bench, const cm_probe_part *part);
/* What a kernel left there, cycles of so many rounds, as samples: nanoseconds of one of `count`;
 * how many rounds it came to. */
unsigned cm_bench_cycles(cm_bench *bench, uint64_t out);
/* Starts the part's kernel on that GPU of the bench: one CTA, or two for CM_PAIR_CTA_CTA. It has
 * the arguments, the limit, and the number of the GPU's first participant, after the CPU's of
 * CM_PAIR_CPU_GPU and the other GPU's. */
void cm_bench_launch(cm_bench *bench, const cm_probe_part *part, unsigned gpu,
                     const uint64_t *arguments, unsigned count);
/* On GPU 0, and for CM_PAIR_GPU_GPU on GPU 1, too. */
void cm_bench_launch_all(cm_bench *bench, const cm_probe_part *part, const uint64_t *arguments,
                         unsigned count);
#define CM_BENCH_ARGUMENTS(...)                                                                    \
    (const uint64_t[]){__VA_ARGS__}, sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)
/* Waits for all that was started; for cm_arena_protect, too. */
void cm_bench_wait(void *argument);
void cm_bench_release(cm_bench *bench);

void cm_bench_number(cm_bench *bench, const char *name, double value);
void cm_bench_sample(cm_bench *bench, double value);
/* So many repetitions have left their samples; the limit passed where that is not all. */
void cm_bench_repeated(cm_bench *bench, uint64_t done);
/* This machine cannot, and why; false: reason is NULL. */
bool cm_bench_skips(cm_bench *bench, const char *reason);
/* The limit passed: "did not end within 2 s", and what was done until then. */
void cm_bench_unended(cm_bench *bench, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Runs the body in so many threads, each on a CPU of its own (of more than there are CPUs some
 * share one), and waits for them. `me`: from 0. The body ends by itself. */
typedef void cm_bench_body(void *argument, unsigned me);
typedef struct cm_bench_crew cm_bench_crew;
void cm_bench_threads(cm_bench *bench, cm_bench_body *body, void *argument, unsigned count);
/* The same in two steps; the argument lives as long as the threads. Joining frees the crew;
 * false: the system refused to bind a thread to a CPU. */
cm_bench_crew *cm_bench_start(cm_bench *bench, cm_bench_body *body, void *argument, unsigned count);
bool cm_bench_join(cm_bench_crew *crew);

/* ---- CPU clock -------------------------------------------------------- */

/* Ticks of a constant clock. x86-64: lfence keeps it from moving past loads
 * (Intel SDM, RDTSC). AArch64: the isb keeps it behind the branches before it, so
 * a caller who times a load branches on the value first. RISC-V: RDTIME, behind what
 * the fence orders. */
static inline uint64_t cm_ticks(void)
{
#if defined(__x86_64__)
    uint32_t low, high;
    __asm__ volatile("lfence\n\trdtsc\n\tlfence" : "=a"(low), "=d"(high) : : "memory");
    return (uint64_t)high << 32 | low;
#elif defined(__aarch64__)
    uint64_t now;
    __asm__ volatile("isb\n\tmrs %0, cntvct_el0" : "=r"(now) : : "memory");
    return now;
#elif defined(__riscv) && __riscv_xlen == 64
    uint64_t now;
    __asm__ volatile("fence\n\trdtime %0" : "=r"(now) : : "memory");
    return now;
#else
#error "no clock for this CPU: AArch64, x86-64 and 64-bit RISC-V are supported"
#endif
}

/* The same between a spin and the load that is timed: without the isb, which
 * would order the two as an acquire does. */
static inline uint64_t cm_ticks_unordered(void)
{
#if defined(__aarch64__)
    uint64_t now;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(now) : : "memory");
    return now;
#else
    return cm_ticks();
#endif
}

/* A deadline in ticks from now. */
uint64_t cm_bench_deadline(const cm_bench *bench);
uint64_t cm_bench_limit_ns(const cm_bench *bench);

/* Has the deadline passed? Looks at the clock every 256th poll. */
static inline bool cm_poll_late(unsigned *polls, uint64_t deadline)
{
    return (++*polls & 255) == 0 && cm_ticks() > deadline;
}

/* Waits until the word is not 0; false: the deadline passed. No acquire: see probe_value.c. */
static inline bool cm_poll_word(const void *word, uint64_t deadline)
{
    unsigned polls = 0;
    while (!__atomic_load_n((const uint64_t *)word, __ATOMIC_RELAXED)) {
        cm_clock_relax();
        if (cm_poll_late(&polls, deadline))
            return false;
    }
    return true;
}

/* ---- the probes ------------------------------------------------------- */

typedef void cm_probe_function(cm_bench *bench, const cm_probe_part *part);
cm_probe_function cm_probe_rmw, cm_probe_value, cm_probe_ping_pong, cm_probe_latency,
    cm_probe_fences, cm_probe_bandwidth, cm_probe_granularity, cm_probe_atomics, cm_probe_timers,
    cm_probe_placement, cm_probe_table;

/* Adds the number "cost" to results of `fences`: nanoseconds more than the row's base. */
void cm_probe_fence_costs(cm_arena *arena, cm_probe_run *run);

static inline cm_probe_verdict cm_probe_said(const char *word, const char *sentence, bool surprise)
{
    return (cm_probe_verdict){word, sentence, surprise};
}

/* GB/s that a GPU can read from that memory, or write to it, at most: its own memory's, by clock
 * and width of the bus, or PCIe's to memory of the host; 0: not known. */
double cm_probe_bound(const cm_gpu_info *gpu, cm_probe_memory memory);

/* Goes over all results again: what shows only next to others (steps of latency, granules), and
 * what the seeds measured. */
void cm_probe_compare(cm_work *work, cm_probe_run *run);

/* What a finding means (results whose end is DONE or UNENDED). */
cm_probe_verdict cm_probe_judge(cm_work *work, const cm_probe_facts *facts,
                                const cm_probe_part *part, const cm_probe_result *result);

#endif
