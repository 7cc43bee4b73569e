/* hwrun/probe*: statistics, the parts that options ask for, the kernels' texts, what
 * findings mean, and the probes that a CPU alone can run. */
#include "hwrun/probe/probe_part.h"
#include "report/probe_report.h"
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(found, expected, error) assert_true(fabs((found) - (expected)) <= (error))

typedef struct fixture {
    cm_work work;
    void (*body)(struct fixture *f);
    bool through;
} fixture;

static void call(void *argument)
{
    fixture *f = argument;
    f->body(f);
    f->through = true;
}

/* Runs the body behind a protect: an escape is a failure. */
static void run(void (*body)(fixture *f))
{
    cm_arena *arena = cm_arena_new(0);
    assert_non_null(arena);
    fixture f = {.body = body};
    f.work = cm_work_new(arena);
    assert_true(cm_arena_protect(arena, call, &f));
    assert_true(f.through);
    cm_arena_free(arena);
}

/* ---- statistics -------------------------------------------------------- */

TEST(statistics)
{
    double samples[] = {30, 10, 50, 20, 40};
    cm_stats_sort(samples, 5);
    for (int i = 0; i < 5; i++)
        assert_near(samples[i], 10 * (i + 1), 0);
    cm_stats s = cm_stats_of(samples, 5);
    assert_int_equal(s.count, 5);
    assert_near(s.min, 10, 0);
    assert_near(s.max, 50, 0);
    assert_near(s.mean, 30, 1e-12);
    assert_near(s.median, 30, 1e-12);
    assert_near(s.p25, 20, 1e-12); /* place 1 */
    assert_near(s.p75, 40, 1e-12);
    assert_near(s.p5, 12, 1e-12);    /* place 0.2 */
    assert_near(s.p95, 48, 1e-12);   /* place 3.8 */
    assert_near(s.p1, 10.4, 1e-12);  /* place 0.04 */
    assert_near(s.p99, 49.6, 1e-12); /* place 3.96 */
    double two[] = {1, 2};
    assert_near(cm_stats_percentile(two, 2, 50), 1.5, 1e-12);
    double one[] = {7};
    assert_near(cm_stats_percentile(one, 1, 99), 7, 0);
    assert_int_equal(cm_stats_of(NULL, 0).count, 0);
    assert_near(cm_stats_of(NULL, 0).mean, 0, 0);
}

TEST(histograms)
{
    double samples[] = {-1, 0, 0.5, 1, 1.5, 2, 3.9, 4, 100};
    uint64_t counts[4];
    cm_stats_histogram(samples, 9, 0, 4, counts, 4);
    assert_int_equal(counts[0], 3); /* -1, 0, 0.5 */
    assert_int_equal(counts[1], 2);
    assert_int_equal(counts[2], 1);
    assert_int_equal(counts[3], 3); /* 3.9, 4, 100 */
}

/* ---- parts ------------------------------------------------------------- */

static size_t count_parts(fixture *f, cm_probe_options options, const unsigned *nodes,
                          size_t node_count)
{
    size_t count;
    cm_probe_settle(&options);
    cm_probe_parts(&f->work, &options, nodes, node_count, &count);
    return count;
}

static void parts_body(fixture *f)
{
    const unsigned nodes[] = {0, 1};
    cm_probe_options rmw = {.probe = CM_PROBE_RMW};
    /* 3 variants: CPU pair once; two pairs of a GPU x 3 scopes on device memory; CPU and GPU x 3
     * scopes x malloc, pinned, managed with advice and without; two GPUs x 3 scopes x 3 homes. */
    assert_int_equal(count_parts(f, rmw, nodes, 1), 3 + 18 + 45 + 27);
    /* Two NUMA nodes are two kinds more for CPU and GPU. */
    assert_int_equal(count_parts(f, rmw, nodes, 2), 3 + 18 + 3 * 3 * 7 + 27);
    rmw.pairs = 1u << CM_PAIR_CPU_GPU;
    rmw.scopes = 1u << CM_PROBE_SYS;
    rmw.variants = 1u << CM_RMW_CAS;
    rmw.memory[0] = (cm_probe_memory){CM_MEMORY_PINNED, 0};
    rmw.memory_count = 1;
    assert_int_equal(count_parts(f, rmw, nodes, 2), 1);
    /* Value propagation has 18 rows: 1 + 1 + 5, 6 in five kinds of memory, 5 of two GPUs in three.
     */
    assert_int_equal(count_parts(f, (cm_probe_options){.probe = CM_PROBE_VALUE}, nodes, 1),
                     7 + 30 + 15);
    /* Ping-pong, cas and load-store: of CPUs, and at three scopes of two CTAs or two GPUs in three
     * homes each, and of CPU and GPU in five. */
    assert_int_equal(count_parts(f, (cm_probe_options){.probe = CM_PROBE_PING_PONG}, nodes, 1),
                     2 + 2 * 3 * (3 + 3 + 5));
    /* Latency: 8 + 5 sizes in seven kinds of memory of the CPU, eleven of the GPU. */
    assert_int_equal(count_parts(f, (cm_probe_options){.probe = CM_PROBE_LATENCY}, nodes, 1),
                     13 * (7 + 11));
    /* Fences: of the GPU 12 forms at 4 scopes, and none, in device memory. */
    cm_probe_options fences = {.probe = CM_PROBE_FENCES, .pairs = 1u << CM_PAIR_GPU};
    assert_int_equal(count_parts(f, fences, nodes, 1), 1 + 12 * 4);
    fences.scopes = 1u << CM_PROBE_CLUSTER;
    fences.memory[0] = (cm_probe_memory){CM_MEMORY_PINNED, 0};
    fences.memory_count = 1;
    assert_int_equal(count_parts(f, fences, nodes, 1), 1 + 12);
}

/* Kinds of memory: 7 of a CPU, 11 of a GPU, when there is one NUMA node. */
static void more_parts_body(fixture *f)
{
    const unsigned nodes[] = {0};
    /* Two streams by four numbers of threads, two loaded, copies from each to each; of the GPU
     * also by its driver. */
    assert_int_equal(count_parts(f, (cm_probe_options){.probe = CM_PROBE_BANDWIDTH}, nodes, 1),
                     7 * (2 * 4 + 2 + 7) + 11 * (2 * 4 + 2 + 2 * 11));
    assert_int_equal(count_parts(f, (cm_probe_options){.probe = CM_PROBE_GRANULARITY}, nodes, 1),
                     2 * (7 * 7 + 11 * 8));
    /* One place and own lines, by one and all; on a GPU at three scopes. */
    assert_int_equal(count_parts(f, (cm_probe_options){.probe = CM_PROBE_ATOMICS}, nodes, 1),
                     4 * (7 + 11 * 3));
    assert_int_equal(count_parts(f, (cm_probe_options){.probe = CM_PROBE_TIMERS}, nodes, 1), 7);
    /* Six questions of six kinds and the node. */
    assert_int_equal(count_parts(f, (cm_probe_options){.probe = CM_PROBE_TABLE}, nodes, 1), 6 * 7);
    /* What others feel is not done unless it is named. */
    cm_probe_options placement = {.probe = CM_PROBE_PLACEMENT};
    cm_probe_settle(&placement);
    assert_false(placement.variants >> CM_PLACEMENT_OVERSUBSCRIBE & 1);
    placement.variants = 1u << CM_PLACEMENT_OVERSUBSCRIBE;
    assert_int_equal(count_parts(f, placement, nodes, 1), 3); /* of managed memory */
}

TEST(more_parts)
{
    run(more_parts_body);
}

TEST(parts)
{
    run(parts_body);
}

TEST(words)
{
    cm_probe_kind kind;
    cm_probe_pair pair;
    unsigned variant;
    assert_true(cm_probe_find("ping-pong", &kind));
    assert_int_equal(kind, CM_PROBE_PING_PONG);
    assert_false(cm_probe_find("pong", &kind));
    assert_true(cm_probe_pair_find(CM_PROBE_RMW, "cta-cta", &pair));
    assert_false(cm_probe_pair_find(CM_PROBE_RMW, "gpu", &pair));
    assert_true(cm_probe_variant_find(CM_PROBE_VALUE, "acquire-gpu", &variant));
    assert_string_equal(cm_value_rows[variant].name, "acquire-gpu");
    assert_null(cm_probe_variant_name(CM_PROBE_RMW, 3));
}

/* ---- kernels ----------------------------------------------------------- */

static const char *module_of(fixture *f, cm_probe_part part)
{
    return cm_probe_ptx(&f->work, &part, 1);
}

static void kernels_body(fixture *f)
{
    cm_probe_part part = {.probe = CM_PROBE_RMW,
                          .pair = CM_PAIR_CPU_GPU,
                          .scope = CM_PROBE_SYS,
                          .variant = CM_RMW_ATOM};
    assert_string_equal(cm_probe_entry(f->work.arena, &part), "rmw_atom_sys");
    assert_non_null(strstr(module_of(f, part), "atom.relaxed.sys.global.add.u64"));
    part.scope = CM_PROBE_CTA;
    part.variant = CM_RMW_RED;
    assert_non_null(strstr(module_of(f, part), "red.relaxed.cta.global.add.u64"));
    assert_null(strstr(module_of(f, part), "atom."));

    /* The writes of X and Y are relaxed, and the reader acquires where the row says
     * so only (suites.md, section 5). */
    cm_probe_part value = {.probe = CM_PROBE_VALUE, .pair = CM_PAIR_CTA_CTA};
    assert_true(cm_probe_variant_find(CM_PROBE_VALUE, "cached", &value.variant));
    const char *text = module_of(f, value);
    assert_null(strstr(text, ".release"));
    assert_null(strstr(text, ".acquire"));
    assert_null(strstr(text, "fence"));
    assert_non_null(strstr(text, "st.relaxed.cta.global.u64 [%x], 1;\n"
                                 "    st.relaxed.gpu.global.u64 [%y], 1;"));
    assert_true(cm_probe_variant_find(CM_PROBE_VALUE, "acquire-sys", &value.variant));
    assert_non_null(strstr(module_of(f, value), "ld.acquire.sys.global.u64 %v, [%y];"));

    part.pair = CM_PAIR_CPU_CPU;
    assert_null(cm_probe_entry(f->work.arena, &part));
}

/* Every word of kernels.ptx stands for something, in each kernel that a probe can ask for. */
static void whole_kernels_body(fixture *f)
{
    for (int probe = 0; probe < CM_PROBE_COUNT; probe++) {
        cm_probe_options options = {.probe = (cm_probe_kind)probe};
        cm_probe_settle(&options);
        size_t count;
        const cm_probe_part *parts = cm_probe_parts(&f->work, &options, NULL, 0, &count);
        const char *text = cm_probe_ptx(&f->work, parts, count);
        for (size_t i = 0; i < count; i++) {
            const char *entry = cm_probe_entry(f->work.arena, &parts[i]);
            if (entry && !strstr(text, entry))
                fail_msg("no kernel %s", entry);
        }
        assert_null(strchr(text, '<'));
        assert_null(strstr(text, "VARIANT"));
        assert_null(strstr(text, "SCOPE"));
        assert_null(strstr(text, "\n\n"));
    }
}

TEST(kernels)
{
    run(kernels_body);
    run(whole_kernels_body);
}

/* ---- verdicts ---------------------------------------------------------- */

static cm_probe_verdict judge(fixture *f, cm_probe_part part, bool native, const char *name,
                              double value, cm_probe_end end)
{
    cm_probe_facts facts = {
        .has_gpu = true, .gpu = {.host_native_atomics = native, .concurrent_managed_access = true}};
    cm_probe_number numbers[] = {{name, value}};
    cm_probe_result result = {.end = end, .reason = "", .numbers = numbers, .number_count = 1};
    return cm_probe_judge(&f->work, &facts, &part, &result);
}

static void verdicts_body(fixture *f)
{
    cm_probe_part part = {.probe = CM_PROBE_RMW,
                          .pair = CM_PAIR_CPU_GPU,
                          .scope = CM_PROBE_SYS,
                          .memory = {CM_MEMORY_PINNED, 0}};
    cm_probe_verdict v = judge(f, part, true, "lost", 1, CM_PROBE_DONE);
    assert_true(v.surprise);
    assert_non_null(strstr(v.sentence, "guarantees"));
    v = judge(f, part, false, "lost", 1, CM_PROBE_DONE);
    assert_true(v.surprise);
    assert_non_null(strstr(v.sentence, "hostNativeAtomicSupported is 0"));
    part.memory.kind = CM_MEMORY_MANAGED; /* promised also without native atomics */
    assert_non_null(strstr(judge(f, part, false, "lost", 1, CM_PROBE_DONE).sentence, "guarantees"));
    part.scope = CM_PROBE_GPU;
    assert_false(judge(f, part, true, "lost", 1, CM_PROBE_DONE).surprise);
    assert_non_null(strstr(judge(f, part, true, "lost", 0, CM_PROBE_DONE).sentence, "would allow"));
    part.pair = CM_PAIR_CTA_CTA; /* gpu scope includes the other CTA */
    assert_true(judge(f, part, true, "lost", 1, CM_PROBE_DONE).surprise);
    part.scope = CM_PROBE_CTA;
    assert_false(judge(f, part, true, "lost", 1, CM_PROBE_DONE).surprise);
    part.pair = CM_PAIR_SAME_CTA;
    assert_true(judge(f, part, true, "lost", 1, CM_PROBE_DONE).surprise);

    /* The paper: cached is stale, cpu-cpu is fresh. */
    cm_probe_part value = {.probe = CM_PROBE_VALUE, .pair = CM_PAIR_CTA_CTA};
    assert_true(cm_probe_variant_find(CM_PROBE_VALUE, "cached", &value.variant));
    v = judge(f, value, true, "stale", 100, CM_PROBE_DONE);
    assert_string_equal(v.word, "stale");
    assert_false(v.surprise);
    v = judge(f, value, true, "fresh", 100, CM_PROBE_DONE);
    assert_string_equal(v.word, "fresh");
    assert_true(v.surprise);

    /* The paper: the cta-scoped load-store run never ends. */
    cm_probe_part ping = {.probe = CM_PROBE_PING_PONG,
                          .pair = CM_PAIR_CPU_GPU,
                          .scope = CM_PROBE_CTA,
                          .variant = CM_PING_LOAD_STORE};
    assert_false(judge(f, ping, true, "cycles", 1, CM_PROBE_UNENDED).surprise);
    ping.scope = CM_PROBE_SYS;
    assert_true(judge(f, ping, true, "cycles", 1, CM_PROBE_UNENDED).surprise);
    assert_false(judge(f, ping, true, "cycles", 10, CM_PROBE_DONE).surprise);
}

/* A run of ping-pong that did not end: stuck, or slow, as 969 cycles of 1.3 ms each are. */
static void slow_body(fixture *f)
{
    cm_probe_facts facts = {.has_gpu = true, .gpu = {.concurrent_managed_access = true}};
    cm_probe_part ping = {.probe = CM_PROBE_PING_PONG,
                          .pair = CM_PAIR_CPU_GPU,
                          .scope = CM_PROBE_GPU,
                          .variant = CM_PING_LOAD_STORE,
                          .memory = {CM_MEMORY_MANAGED_GPU, 0}};
    cm_probe_result result = {.end = CM_PROBE_UNENDED, .reason = ""};
    result.stats = (cm_stats){.count = 969, .median = 1.3e6};
    assert_non_null(strstr(cm_probe_judge(&f->work, &facts, &ping, &result).sentence, "pages"));
    result.stats = (cm_stats){.count = 0};
    assert_non_null(strstr(cm_probe_judge(&f->work, &facts, &ping, &result).sentence, "in the L1"));
    result.stats = (cm_stats){.count = 400, .median = 1300};
    assert_non_null(strstr(cm_probe_judge(&f->work, &facts, &ping, &result).sentence, "in the L1"));
    ping.memory.kind = CM_MEMORY_PINNED; /* whose pages stay */
    result.stats = (cm_stats){.count = 969, .median = 1.3e6};
    assert_non_null(strstr(cm_probe_judge(&f->work, &facts, &ping, &result).sentence, "in the L1"));
}

TEST(slow)
{
    run(slow_body);
}

/* ---- tables ------------------------------------------------------------ */

/* The text of a run with one part in each of three kinds of memory, whose names are short and
 * long. */
static const char *three_rows(fixture *f, cm_probe_part part)
{
    cm_probe_part parts[3] = {part, part, part};
    parts[0].memory.kind = CM_MEMORY_PINNED;
    parts[1].memory.kind = CM_MEMORY_WRITE_COMBINED;
    parts[2].memory.kind = CM_MEMORY_MANAGED_CPU;
    cm_probe_result results[3];
    for (int i = 0; i < 3; i++)
        results[i] = (cm_probe_result){
            .end = CM_PROBE_DONE,
            .reason = "",
            .stats = {.count = 9, .min = 1e5, .median = 99999, .p99 = 1e5, .max = 99999},
            .verdict = {.word = "mixed", .sentence = ""}};
    cm_probe_run made = {.facts.cpu = "CPU",
                         .options.probe = part.probe,
                         .parts = parts,
                         .results = results,
                         .count = 3};
    cm_text text = cm_text_new(f->work.arena);
    cm_probe_text(&text, &made);
    return text.data;
}

/* Every row of a table has as many columns as the first one, and at most 80. */
static void tables_body(fixture *f)
{
    for (int kind = 0; kind < CM_PROBE_COUNT; kind++) {
        cm_probe_part part = {.probe = (cm_probe_kind)kind,
                              .pair = CM_PAIR_CPU_GPU,
                              .scope = CM_PROBE_SYS,
                              .variant = 1};
        const char *row = strstr(three_rows(f, part), "\n\n") + 2;
        row = strchr(row, '\n') + 1;
        size_t columns = strcspn(row, "\n");
        assert_in_range(columns, 1, 80);
        for (int i = 0; i < 3; i++, row = strchr(row, '\n') + 1)
            assert_int_equal(strcspn(row, "\n"), columns);
    }
}

TEST(tables)
{
    run(tables_body);
}

TEST(bounds)
{
    /* An H200: 3201 MHz, 6016 bits, two transfers a cycle: 4814.3 GB/s (its data sheet: 4.8 TB/s).
     */
    cm_gpu_info gpu = {.memory_clock_khz = 3201000, .memory_bus_bits = 6016, .pci = "none"};
    assert_near(cm_probe_bound(&gpu, (cm_probe_memory){CM_MEMORY_DEVICE, 0}), 4814.3, 0.1);
    assert_near(cm_probe_bound(&gpu, (cm_probe_memory){CM_MEMORY_PINNED, 0}), 0,
                0); /* no such bus */
    assert_near(cm_probe_bound(&gpu, (cm_probe_memory){CM_MEMORY_PEER, 0}), 0, 0);
}

/* Verdicts that need neighbours: steps of latency, granules. */
static void compared_body(fixture *f)
{
    enum { SIZES = 7 };
    cm_probe_part parts[SIZES];
    cm_probe_result results[SIZES];
    /* Bytes from access to access, and what one costs: each transfer has 64 bytes. */
    static const double costs[SIZES] = {1, 2, 4, 8, 8.2, 8.1, 8.3};
    for (int i = 0; i < SIZES; i++) {
        parts[i] = (cm_probe_part){.probe = CM_PROBE_GRANULARITY,
                                   .pair = CM_PAIR_CPU,
                                   .memory = {CM_MEMORY_MALLOC, 0},
                                   .size = UINT64_C(8) << i};
        results[i] = (cm_probe_result){.end = CM_PROBE_DONE, .stats = {.count = 1}};
        results[i].stats.median = costs[i];
    }
    cm_probe_run run = {.options = {.probe = CM_PROBE_GRANULARITY},
                        .parts = parts,
                        .results = results,
                        .count = SIZES};
    cm_probe_compare(&f->work, &run);
    assert_string_equal(results[0].verdict.word, "64 B");
    assert_string_equal(results[6].verdict.word, "64 B");
    run.options.probe = CM_PROBE_LATENCY;
    for (int i = 0; i < SIZES; i++) {
        parts[i].probe = CM_PROBE_LATENCY;
        parts[i].size = UINT64_C(16384) << 2 * i;
        results[i].stats.median = i < 2 ? 2 : i < 5 ? 2.9 : 100;
    }
    cm_probe_compare(&f->work, &run);
    assert_string_equal(results[0].verdict.word, "");
    assert_string_equal(results[2].verdict.word, ""); /* 2.9 is less than half as much again */
    assert_string_equal(results[5].verdict.word, "step");
    assert_string_equal(results[6].verdict.word, "");
}

TEST(compared)
{
    run(compared_body);
}

/* Found here next to what the seeds' tables say. */
static void claims_body(fixture *f)
{
    static const struct {
        cm_table_variant row;
        cm_memory_kind kind;
        double found;
        const char *word;
    } rows[] = {
        {CM_TABLE_CPU_ACCESS, CM_MEMORY_DEVICE, 0, "as claimed"},
        {CM_TABLE_CPU_ACCESS, CM_MEMORY_MALLOC, 0, "differs"},
        {CM_TABLE_PAGE, CM_MEMORY_MALLOC, 4096, "as claimed"},
        {CM_TABLE_PAGE, CM_MEMORY_MALLOC, 65536, "as claimed"},
        {CM_TABLE_PAGE, CM_MEMORY_DEVICE, 2 << 20, "as claimed"},
        {CM_TABLE_PAGE, CM_MEMORY_DEVICE, 65536, "differs"},
        {CM_TABLE_MIGRATES, CM_MEMORY_MANAGED, 1, "as claimed"},
        {CM_TABLE_CPU_ACCESS, CM_MEMORY_VMM, 0, "no claim"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        cm_probe_part part = {
            .probe = CM_PROBE_TABLE, .variant = rows[i].row, .memory = {rows[i].kind, 0}};
        cm_probe_number numbers[] = {{"found", rows[i].found}};
        cm_probe_result result = {
            .end = CM_PROBE_DONE, .reason = "", .numbers = numbers, .number_count = 1};
        cm_probe_run table = {
            .options = {.probe = CM_PROBE_TABLE}, .parts = &part, .results = &result, .count = 1};
        cm_probe_compare(&f->work, &table);
        assert_string_equal(result.verdict.word, rows[i].word);
    }
}

TEST(claims)
{
    run(claims_body);
}

TEST(verdicts)
{
    run(verdicts_body);
}

/* ---- on the CPU -------------------------------------------------------- */

static const cm_probe_run *measure(fixture *f, cm_probe_options options)
{
    return cm_probe_measure(&f->work, &options);
}

static bool is_skipped(const cm_probe_result *result)
{
    if (result->end == CM_PROBE_SKIPPED)
        assert_true(*result->reason);
    return result->end == CM_PROBE_SKIPPED;
}

static void cpu_body(fixture *f)
{
    const unsigned cpus = 1u << CM_PAIR_CPU_CPU;
    const cm_probe_run *r =
        measure(f, (cm_probe_options){.probe = CM_PROBE_RMW, .pairs = cpus, .count = 20000});
    assert_int_equal(r->count, 3);
    for (size_t i = 0; i < r->count; i++) {
        if (is_skipped(&r->results[i]))
            continue;
        assert_int_equal(r->results[i].end, CM_PROBE_DONE);
        assert_near(cm_probe_get(&r->results[i], "expected", 0), 2 * 3 * 20000, 0);
        assert_near(cm_probe_get(&r->results[i], "lost", -1), 0, 0);
        assert_int_equal(r->results[i].stats.count, 3);
    }
    r = measure(
        f, (cm_probe_options){.probe = CM_PROBE_VALUE, .pairs = cpus, .count = 200, .limit = 20});
    assert_int_equal(r->count, 1);
    if (!is_skipped(&r->results[0])) {
        /* CPUs keep their caches coherent. */
        assert_near(cm_probe_get(&r->results[0], "fresh", 0), 200, 0);
        assert_string_equal(r->results[0].verdict.word, "fresh");
    }
    r = measure(f, (cm_probe_options){
                       .probe = CM_PROBE_PING_PONG, .pairs = cpus, .count = 50, .limit = 20});
    if (!is_skipped(&r->results[0])) {
        assert_int_equal(r->results[0].end, CM_PROBE_DONE);
        assert_int_equal(r->results[0].stats.count, 50);
        assert_true(r->results[0].stats.min > 0);
    }
}

TEST(on_the_cpu)
{
    run(cpu_body);
}

/* A limit that passes is a result, and what was done until then is told. */
static void unended_body(fixture *f)
{
    const cm_probe_run *r = measure(f, (cm_probe_options){.probe = CM_PROBE_PING_PONG,
                                                          .pairs = 1u << CM_PAIR_CPU_CPU,
                                                          .variants = 1u << CM_PING_CAS,
                                                          .count = 1000000,
                                                          .limit = 0.001});
    assert_int_equal(r->count, 1);
    if (is_skipped(&r->results[0]))
        return;
    assert_int_equal(r->results[0].end, CM_PROBE_UNENDED);
    assert_non_null(strstr(r->results[0].reason, "did not end within 0.001 s"));
    assert_near(cm_probe_get(&r->results[0], "cycles", -1), (double)r->results[0].stats.count, 0);
}

TEST(unended)
{
    run(unended_body);
}

/* Without a GPU, or where the GPU lacks this memory, a part is skipped by name. */
static void skipped_body(fixture *f)
{
    const cm_probe_run *r = measure(f, (cm_probe_options){.probe = CM_PROBE_RMW,
                                                          .pairs = 1u << CM_PAIR_CPU_GPU,
                                                          .variants = 1u << CM_RMW_ATOM,
                                                          .memory = {{CM_MEMORY_DEVICE, 0}},
                                                          .memory_count = 1});
    assert_int_equal(r->count, 3);
    for (size_t i = 0; i < r->count; i++)
        assert_true(is_skipped(&r->results[i]));
}

TEST(skipped)
{
    run(skipped_body);
}
