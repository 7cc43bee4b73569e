/* What the probes share among themselves: tables of variants, the bench that a
 * part is measured on, and the memory in which the child leaves its results. */
#ifndef CM_HWRUN_PROBE_PROBE_PART_H
#define CM_HWRUN_PROBE_PROBE_PART_H

#include "base/text.h"
#include "hwrun/probe/probe.h"
#include "hwrun/run/clock.h"

/* ---- variants --------------------------------------------------------- */

typedef enum cm_rmw_variant { CM_RMW_ATOM, CM_RMW_RED, CM_RMW_CAS } cm_rmw_variant;
typedef enum cm_ping_variant { CM_PING_CAS, CM_PING_EXCH, CM_PING_LOAD_STORE } cm_ping_variant;

typedef enum cm_value_seen { CM_VALUE_FRESH, CM_VALUE_STALE } cm_value_seen;

/* One row of the table of value propagation. */
typedef struct cm_value_row {
    const char *name, *help;
    cm_probe_pair pair;
    cm_probe_scope scope;       /* of what the row is about, for --scope */
    cm_probe_scope write, read; /* of the write and of the timed read of X */
    bool acquire;               /* one acquire of Y, at `acquire_scope`, before the read */
    cm_probe_scope acquire_scope;
    bool cached; /* the reader has loaded X before */
    cm_value_seen paper;
    const char *meaning; /* of the paper's finding */
} cm_value_row;

extern const cm_value_row cm_value_rows[];
extern const unsigned cm_value_row_count;

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

/* ---- PTX -------------------------------------------------------------- */

enum { CM_PROBE_LINE = 256 }; /* bytes between two things that must not share a line */

/* Name of the kernel of a part; NULL: no GPU takes part. */
const char *cm_probe_entry(cm_arena *arena, const cm_probe_part *part);
/* A module with the kernel of the part and the kernel "probe_clock". */
const char *cm_probe_module(cm_work *work, const cm_probe_part *part);

/* ---- bench ------------------------------------------------------------ */

enum { CM_PROBE_NUMBERS = 12, CM_BENCH_HELD = 8, CM_BENCH_ADDRESSES = 4 };

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
    cm_gpu_module *module;
    const char *entry;
    cm_shared held[CM_BENCH_HELD];
    unsigned held_count;
    uint64_t addresses[CM_BENCH_ADDRESSES];
    unsigned address_count;
} cm_bench;

cm_mix cm_probe_mix(cm_probe_pair pair);

/* Memory of the part's kind, for its pair. */
cm_shared cm_bench_memory(cm_bench *bench, const cm_probe_part *part, uint64_t bytes);
/* Memory for flags and the like, of a kind that always works: device memory, or
 * pinned when CPU and GPU meet. */
cm_shared cm_bench_control(cm_bench *bench, cm_probe_pair pair, uint64_t bytes);
/* Device memory for results. */
uint64_t cm_bench_output(cm_bench *bench, uint64_t bytes);
/* Loads the part's kernel, and measures the GPU's clock the first time. */
void cm_bench_load(cm_bench *bench, const cm_probe_part *part);
/* Starts the part's kernel: one CTA, or two for CM_PAIR_CTA_CTA. */
/* What a kernel left there, cycles of so many rounds, as nanoseconds of one of `count`; how
 * many rounds it came to. */
unsigned cm_bench_cycles(cm_bench *bench, uint64_t out, double *ns);
void cm_bench_launch(cm_bench *bench, const cm_probe_part *part, void **arguments);
void cm_bench_release(cm_bench *bench);

void cm_bench_number(cm_bench *bench, const char *name, double value);
void cm_bench_sample(cm_bench *bench, double value);
/* This machine cannot, and why. */
void cm_bench_skip(cm_bench *bench, const char *reason);
/* The limit passed: "did not end within 2 s", and what was done until then. */
void cm_bench_unended(cm_bench *bench, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Runs count (1 or 2) bodies, each in a thread of its own on a CPU of its own, and
 * waits for them. Bodies end by themselves. */
typedef void cm_bench_body(void *argument);
void cm_bench_threads(cm_bench *bench, cm_bench_body **bodies, void **arguments, unsigned count);

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

/* ---- the probes ------------------------------------------------------- */

typedef void cm_probe_function(cm_bench *bench, const cm_probe_part *part);
cm_probe_function cm_probe_rmw, cm_probe_value, cm_probe_ping_pong, cm_probe_latency,
    cm_probe_fences;

/* Adds the number "cost" to results of `fences`: nanoseconds more than the row's base. */
void cm_probe_fence_costs(cm_arena *arena, cm_probe_run *run);

/* What a finding means (results whose end is DONE or UNENDED). */
cm_probe_verdict cm_probe_judge(cm_work *work, const cm_probe_facts *facts,
                                const cm_probe_part *part, const cm_probe_result *result);

/* Runs the parts in children and fills in facts and slots; samples of part i are
 * at samples + i * capacity. Shared memory of the caller. */
typedef struct cm_probe_board {
    uint32_t current; /* atomic: the part in progress, or count when all is through */
    uint32_t opened;  /* atomic: the machine is open, the facts are there */
    cm_probe_facts facts;
} cm_probe_board;

typedef struct cm_probe_crew {
    cm_work *work;
    const cm_probe_options *options;
    const cm_probe_part *parts;
    size_t count;
    cm_probe_board *board;
    cm_probe_slot *slots;
    double *samples;
    uint64_t capacity;
} cm_probe_crew;

void cm_probe_crew_run(const cm_probe_crew *crew);

#endif
