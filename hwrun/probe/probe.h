/* Probes: small experiments that ask the machine one question each, where a
 * litmus test asks a model (docs/probes.md).
 *
 *     rmw                two threads add to one counter: are updates lost?
 *     value-propagation  does a write reach a reader that has the line cached?
 *     ping-pong          how long does a line take to go there and back?
 *     latency            how long does a load take, by memory and working set?
 *     fences             what does each fence, order and scope cost?
 *     bandwidth          how much is read, written, copied in a second?
 *     granularity        how much is moved for one access?
 *     atomics            how many atomic updates in a second, by scope and home?
 *     timers             how fine is each clock, and how far apart are they?
 *     placement          where pages are, what moves them, and what that costs
 *     table              is what papers say of each kind of memory so here?
 *
 * A probe is a list of parts: who takes part, in which memory, at which scope, in
 * which variant. The parts run one after the other in a child process; one that
 * crashes it, or does not come back, costs that part only.
 */
#ifndef CM_HWRUN_PROBE_PROBE_H
#define CM_HWRUN_PROBE_PROBE_H

#include "hwrun/machine/machine.h"
#include "hwrun/probe/probe_stats.h"

typedef enum cm_probe_kind {
    CM_PROBE_RMW,
    CM_PROBE_VALUE,
    CM_PROBE_PING_PONG,
    CM_PROBE_LATENCY,
    CM_PROBE_FENCES,
    CM_PROBE_BANDWIDTH,
    CM_PROBE_GRANULARITY,
    CM_PROBE_ATOMICS,
    CM_PROBE_TIMERS,
    CM_PROBE_PLACEMENT,
    CM_PROBE_TABLE,
    CM_PROBE_COUNT
} cm_probe_kind;

/* Who takes part; of two, who acts first: the writer, the one that times. */
typedef enum cm_probe_pair {
    CM_PAIR_CPU_CPU,
    CM_PAIR_SAME_CTA, /* two warps of one CTA */
    CM_PAIR_CTA_CTA,
    CM_PAIR_CPU_GPU,
    CM_PAIR_GPU_CPU,
    CM_PAIR_GPU_GPU, /* the GPU, and the machine's next one */
    CM_PAIR_CPU,     /* one thread */
    CM_PAIR_GPU,
    CM_PAIR_COUNT
} cm_probe_pair;

typedef enum cm_probe_scope {
    CM_PROBE_CTA,
    CM_PROBE_GPU,
    CM_PROBE_SYS,
    CM_PROBE_NO_SCOPE, /* no GPU takes part, or nothing depends on it */
    CM_PROBE_CLUSTER,  /* of fences only */
    CM_PROBE_SCOPES
} cm_probe_scope;

/* The words of options, tables and records. */
const char *cm_probe_name(cm_probe_kind kind);         /* "value-propagation" */
const char *cm_probe_pair_name(cm_probe_pair pair);    /* "cpu-gpu" */
const char *cm_probe_scope_name(cm_probe_scope scope); /* "sys", "-" */
const char *cm_probe_unit(cm_probe_kind kind);         /* of samples: "ns", "GB/s" */
/* NULL past the last. */
const char *cm_probe_variant_name(cm_probe_kind kind, unsigned variant);
const char *cm_probe_variant_help(cm_probe_kind kind, unsigned variant);
/* False: no such word. */
bool cm_probe_find(const char *name, cm_probe_kind *kind);
bool cm_probe_pair_find(cm_probe_kind kind, const char *name, cm_probe_pair *pair);
bool cm_probe_scope_find(cm_probe_kind kind, const char *name, cm_probe_scope *scope);
bool cm_probe_variant_find(cm_probe_kind kind, const char *name, unsigned *variant);

typedef struct cm_probe_memory {
    cm_memory_kind kind;
    unsigned numa_node;
} cm_probe_memory;

enum { CM_PROBE_MEMORIES = 16, CM_PROBE_COUNT_MAX = 1000000000 };

typedef struct cm_probe_options {
    cm_probe_kind probe;
    unsigned gpu;
    cm_probe_memory memory[CM_PROBE_MEMORIES]; /* none: those that the pair can be expected to
                                                * share */
    unsigned memory_count;
    unsigned pairs, scopes, variants; /* bits; 0: all (variants: the default ones) */
    uint64_t count;                   /* updates, trials, cycles or loads; 0: the probe's default */
    unsigned repeat;                  /* 0: the probe's default */
    double limit; /* seconds that one part's loops may take; 0: the probe's default */
    uint64_t seed;
} cm_probe_options;

/* Fills in the defaults. */
void cm_probe_settle(cm_probe_options *options);

typedef struct cm_probe_part {
    cm_probe_kind probe;
    cm_probe_pair pair;
    cm_probe_scope scope;
    unsigned variant;
    cm_probe_memory memory;
    /* latency: bytes of the working set; granularity: bytes from access to access; placement: bytes
     * that are got; bandwidth, atomics: threads of a CPU, CTAs of a GPU (0: all that run at once);
     * else 0 */
    uint64_t size;
    cm_probe_memory to; /* bandwidth: where copies go; else of kind CM_MEMORY_DEFAULT */
} cm_probe_part;

/* The parts that the settled options ask for, in the order of the tables. nodes:
 * the machine's NUMA nodes. */
cm_probe_part *cm_probe_parts(cm_work *work, const cm_probe_options *options, const unsigned *nodes,
                              size_t node_count, size_t *count);

typedef enum cm_probe_end {
    CM_PROBE_NOT_RUN, /* a part before it took all with it: does not happen to results */
    CM_PROBE_DONE,
    CM_PROBE_SKIPPED, /* this machine cannot: reason */
    CM_PROBE_UNENDED, /* the limit passed before the loops were through: a result */
    CM_PROBE_FAILED   /* an error, a crash: reason */
} cm_probe_end;
const char *cm_probe_end_name(cm_probe_end end); /* "done", "skipped", "did not end", "failed" */

typedef struct cm_probe_number {
    const char *name; /* "expected", "stale" */
    double value;
} cm_probe_number;

/* What the finding means. */
typedef struct cm_probe_verdict {
    const char *word;     /* at most 12 characters: "none lost", "stale" */
    const char *sentence; /* compares with the model, or with the paper; "" */
    bool surprise;        /* differs from what the model guarantees or the paper found */
} cm_probe_verdict;

typedef struct cm_probe_result {
    cm_probe_end end;
    const char *reason; /* "" when done */
    cm_probe_number *numbers;
    size_t number_count;
    double *samples; /* sorted; nanoseconds, but for rmw: updates lost in a repetition */
    cm_stats stats;
    cm_probe_verdict verdict;
} cm_probe_result;

typedef struct cm_probe_facts {
    char host[64], kernel[128], cpu[128];
    cm_arch arch;
    unsigned cpus;
    bool has_gpu;
    char no_gpu[256]; /* why not */
    cm_gpu_info gpu;  /* when there is one */
} cm_probe_facts;

typedef struct cm_probe_run {
    cm_probe_options options;
    cm_probe_facts facts;
    cm_probe_part *parts;
    cm_probe_result *results;
    size_t count;
    double seconds;
    const char *started; /* UTC, "2026-11-21T04:05:06Z" */
} cm_probe_run;

/* Runs all parts. In the arena of work; errors that leave nothing to tell (no
 * memory, no process) escape through it. The calling process never opens the
 * GPU; it should have no other thread. */
cm_probe_run *cm_probe_measure(cm_work *work, const cm_probe_options *options);

/* A number of a result by its name; fallback when it is not there. */
double cm_probe_get(const cm_probe_result *result, const char *name, double fallback);

/* The run as a record, XML (schemas/probe-record.rng) with the machine, the options and all
 * samples, so that a plot can be made or a statistic taken later. In the arena of work. */
const char *cm_probe_record(cm_work *work, const cm_probe_run *run, const char *version,
                            const char *command);

/* The PTX of the parts as one module, an entry for each kernel that differs. */
const char *cm_probe_ptx(cm_work *work, const cm_probe_part *parts, size_t count);

#endif
