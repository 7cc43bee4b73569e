/* What fences, orders and scopes cost: one thread, a store, the form, a load, again and again.
 *
 * The load finds 0, which is added to the next address, so that rounds do not overlap where a
 * load has to wait; stores may. What a row takes more than its base is the cost. Nobody else
 * uses the memory: it is the cost without contention. */
#include "hwrun/probe/probe_part.h"

#include <string.h>
#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

#define GPU(name, kind, help)                                                                      \
    {                                                                                              \
        name, help, "none", CM_PAIR_GPU, CM_FORM_AT_##kind, true, false                            \
    }
#define NEW_GPU(name, kind, help)                                                                  \
    {                                                                                              \
        name, help, "none", CM_PAIR_GPU, CM_FORM_AT_##kind, true, true                             \
    }
#define CPU(name, base, help)                                                                      \
    {                                                                                              \
        name, help, base, CM_PAIR_CPU, CM_FORM_AT_BETWEEN, false, false                            \
    }

/* The order of the CPU's is that of `forms` below. */
const cm_fence_row cm_fence_rows[] = {
    {"none", "GPU: st.weak, ld.weak", "none", CM_PAIR_GPU, CM_FORM_AT_NONE, false, false},
    GPU("ld.relaxed", LOAD, "at each scope, as all of these"),
    GPU("ld.acquire", LOAD, ""),
    GPU("st.relaxed", STORE, ""),
    GPU("st.release", STORE, ""),
    GPU("atom.relaxed", ATOM, "atom.add, which adds 0"),
    GPU("atom.acquire", ATOM, ""),
    GPU("atom.release", ATOM, ""),
    GPU("atom.acq_rel", ATOM, ""),
    NEW_GPU("fence.acquire", BETWEEN, "PTX 8.6"),
    NEW_GPU("fence.release", BETWEEN, "PTX 8.6"),
    GPU("fence.acq_rel", BETWEEN, ""),
    GPU("fence.sc", BETWEEN, ""),
#if defined(__x86_64__)
    CPU("plain", "plain", "CPU: a store and a load"),
    CPU("MFENCE", "plain", ""),
    CPU("unlocked", "unlocked", "xadd instead of the load"),
    CPU("LOCK", "unlocked", "lock xadd"),
#elif defined(__aarch64__)
    CPU("plain", "plain", "CPU: STR, LDR"),
    CPU("LDAPR", "plain", "instead of LDR; FEAT_LRCPC"),
    CPU("LDAR", "plain", "instead of LDR"),
    CPU("STLR", "plain", "instead of STR"),
    CPU("ISB", "plain", ""),
    CPU("DMB LD", "plain", ""),
    CPU("DMB ST", "plain", ""),
    CPU("DMB SY", "plain", ""),
    CPU("LDADD", "LDADD", "instead of LDR; FEAT_LSE, as all of these"),
    CPU("LDADDA", "LDADD", ""),
    CPU("LDADDL", "LDADD", ""),
    CPU("LDADDAL", "LDADD", ""),
#elif defined(__riscv)
    CPU("plain", "plain", "CPU: sd, ld"),
    CPU("fence r,r", "plain", ""),
    CPU("fence w,w", "plain", ""),
    CPU("fence r,rw", "plain", ""),
    CPU("fence rw,w", "plain", ""),
    CPU("fence.tso", "plain", ""),
    CPU("fence rw,rw", "plain", ""),
#endif
};
const unsigned cm_fence_row_count = sizeof cm_fence_rows / sizeof *cm_fence_rows;

/* ---- CPU --------------------------------------------------------------- */

enum { PLACES = 16 };

typedef struct fence_side {
    char *memory;
    uint64_t count, deadline;
    void (*rounds)(char *memory, uint64_t count);
    unsigned repeat, done;
    double ns_per_tick;
    double *ns; /* of a round, for each repetition */
} fence_side;

/* What %0 (or %w0) finds is 0, which the compiler does not know. */
#define FORM(name, text)                                                                           \
    static void name(char *memory, uint64_t count)                                                 \
    {                                                                                              \
        uint64_t found = 0;                                                                        \
        for (uint64_t i = 0; i < count; i++) {                                                     \
            char *at = memory + (i % PLACES) * CM_PROBE_LINE + found;                              \
            /* NOLINTNEXTLINE(bugprone-macro-parentheses): in asm a text stands bare */            \
            __asm__ volatile(text : "=&r"(found) : "r"(at), "r"(UINT64_C(0)) : "memory", "cc");    \
        }                                                                                          \
    }

#if defined(__x86_64__)
#define STORE "movq $0, (%1)\n\t"
#define LOAD  "movq 128(%1), %0"
#define ADD   "xaddq %0, 128(%1)"
FORM(plain, STORE LOAD)
FORM(mfence, STORE "mfence\n\t" LOAD)
FORM(unlocked, STORE "xorl %k0, %k0\n\t" ADD)
FORM(locked, STORE "xorl %k0, %k0\n\tlock " ADD)
static void (*const forms[])(char *, uint64_t) = {plain, mfence, unlocked, locked};
#elif defined(__aarch64__)
#define STORE "str %2, [%1]\n\t"
#define LOAD  "\n\tldr %0, [%1, #128]"
#define AFTER "\n\tadd %0, %1, #128\n\t" /* an address by itself, as these want it */
FORM(plain, STORE LOAD)
FORM(ldapr, ".arch_extension rcpc\n\t" STORE AFTER "ldapr %0, [%0]")
FORM(ldar, STORE AFTER "ldar %0, [%0]")
FORM(stlr, "stlr %2, [%1]" LOAD)
FORM(isb, STORE "isb" LOAD)
FORM(dmb_ld, STORE "dmb ld" LOAD)
FORM(dmb_st, STORE "dmb st" LOAD)
FORM(dmb_sy, STORE "dmb sy" LOAD)
#define LSE   ".arch_extension lse\n\t"
FORM(ldadd, LSE STORE AFTER "ldadd %2, %0, [%0]")
FORM(ldadda, LSE STORE AFTER "ldadda %2, %0, [%0]")
FORM(ldaddl, LSE STORE AFTER "ldaddl %2, %0, [%0]")
FORM(ldaddal, LSE STORE AFTER "ldaddal %2, %0, [%0]")
static void (*const forms[])(char *, uint64_t) = {plain,  ldapr,  ldar,  stlr,   isb,    dmb_ld,
                                                  dmb_st, dmb_sy, ldadd, ldadda, ldaddl, ldaddal};
#elif defined(__riscv)
#define STORE "sd zero, 0(%1)\n\t"
#define LOAD  "\n\tld %0, 128(%1)"
FORM(plain, STORE LOAD)
FORM(fence_r_r, STORE "fence r, r" LOAD)
FORM(fence_w_w, STORE "fence w, w" LOAD)
FORM(fence_r_rw, STORE "fence r, rw" LOAD)
FORM(fence_rw_w, STORE "fence rw, w" LOAD)
FORM(fence_tso, STORE "fence.tso" LOAD)
FORM(fence_rw_rw, STORE "fence rw, rw" LOAD)
static void (*const forms[])(char *, uint64_t) = {plain,      fence_r_r, fence_w_w,  fence_r_rw,
                                                  fence_rw_w, fence_tso, fence_rw_rw};
#endif

enum { FORMS = sizeof forms / sizeof *forms };

/* What this CPU lacks for the row; NULL: nothing. */
static const char *lacks(const cm_fence_row *row)
{
#if defined(__aarch64__) && defined(__linux__)
    unsigned long has = getauxval(AT_HWCAP);
    if (strcmp(row->name, "LDAPR") == 0 && !(has & HWCAP_LRCPC))
        return "this CPU has no FEAT_LRCPC";
    if (strncmp(row->name, "LDADD", 5) == 0 && !(has & HWCAP_ATOMICS))
        return "this CPU has no FEAT_LSE";
#else
    (void)row;
#endif
    return NULL;
}

static void fence_rounds(void *argument)
{
    fence_side *side = argument;
    side->rounds(side->memory, PLACES); /* warm */
    while (side->done < side->repeat && cm_ticks() < side->deadline) {
        uint64_t start = cm_ticks();
        side->rounds(side->memory, side->count);
        side->ns[side->done++] =
            (double)(cm_ticks() - start) * side->ns_per_tick / (double)side->count;
    }
}

static unsigned measure_on_cpu(cm_bench *bench, const cm_probe_part *part, const cm_shared *memory,
                               double *ns)
{
    fence_side side = {.memory = memory->cpu,
                       .count = bench->options->count,
                       .deadline = cm_bench_deadline(bench),
                       .rounds = forms[part->variant + FORMS - cm_fence_row_count],
                       .repeat = bench->options->repeat,
                       .ns_per_tick = bench->ns_per_tick,
                       .ns = ns};
    void *arguments[] = {&side};
    cm_bench_body *bodies[] = {fence_rounds};
    memset(memory->cpu, 0, (size_t)PLACES * CM_PROBE_LINE);
    cm_bench_threads(bench, bodies, arguments, 1);
    return side.done;
}

/* ---- GPU --------------------------------------------------------------- */

static unsigned measure_on_gpu(cm_bench *bench, const cm_probe_part *part, const cm_shared *memory,
                               double *ns)
{
    cm_gpu *gpu = cm_machine_gpu(bench->machine);
    uint64_t rounds = bench->options->repeat, count = bench->options->count;
    uint64_t x = memory->gpu, limit = cm_bench_limit_ns(bench);
    uint64_t out = cm_bench_output(bench, rounds * 8);
    uint32_t first = 0;
    void *arguments[] = {&x, &out, &count, &rounds, &limit, &first};
    cm_bench_load(bench, part);
    cm_gpu_clear(bench->work, gpu, out, rounds * 8);
    if (memory->cpu)
        memset(memory->cpu, 0, (size_t)PLACES * CM_PROBE_LINE);
    else
        cm_gpu_clear(bench->work, gpu, x, (uint64_t)PLACES * CM_PROBE_LINE);
    cm_bench_launch(bench, part, arguments);
    cm_gpu_wait(bench->work, gpu);
    uint64_t *cycles = CM_NEW_ARRAY(bench->work->arena, rounds, uint64_t);
    cm_gpu_read(bench->work, gpu, cycles, out, rounds * 8);
    unsigned done = 0;
    while (done < rounds && cycles[done]) {
        ns[done] = (double)cycles[done] * bench->ns_per_cycle / (double)count;
        done++;
    }
    return done;
}

/* ---- a part ------------------------------------------------------------ */

void cm_probe_fences(cm_bench *bench, const cm_probe_part *part)
{
    const cm_fence_row *row = &cm_fence_rows[part->variant];
    bool is_gpu = part->pair == CM_PAIR_GPU;
    const char *why_not = is_gpu ? NULL : lacks(row);
    if (why_not) {
        cm_bench_skip(bench, why_not);
        return;
    }
    cm_shared memory = cm_bench_memory(bench, part, (uint64_t)PLACES * CM_PROBE_LINE);
    unsigned repeat = bench->options->repeat;
    double *ns = CM_NEW_ARRAY(bench->work->arena, repeat, double);
    unsigned done = is_gpu ? measure_on_gpu(bench, part, &memory, ns)
                           : measure_on_cpu(bench, part, &memory, ns);
    for (unsigned i = 0; i < done; i++)
        cm_bench_sample(bench, ns[i]);
    cm_bench_number(bench, "rounds", (double)(bench->options->count * done));
    if (done < repeat)
        cm_bench_unended(bench, "%u of %u repetitions", done, repeat);
}

/* ---- costs ------------------------------------------------------------- */

/* The part with the row's base: the same unit and memory. NULL: not measured. */
static const cm_probe_result *base_of(const cm_probe_run *run, const cm_probe_part *part)
{
    const char *base = cm_fence_rows[part->variant].base;
    for (size_t i = 0; i < run->count; i++) {
        const cm_probe_part *other = &run->parts[i];
        if (other->pair == part->pair && other->memory.kind == part->memory.kind &&
            other->memory.numa_node == part->memory.numa_node && run->results[i].stats.count &&
            strcmp(cm_fence_rows[other->variant].name, base) == 0)
            return &run->results[i];
    }
    return NULL;
}

static void add_number(cm_arena *arena, cm_probe_result *result, cm_probe_number number)
{
    cm_probe_number *numbers = CM_NEW_ARRAY(arena, result->number_count + 1, cm_probe_number);
    memcpy(numbers, result->numbers, result->number_count * sizeof *numbers);
    numbers[result->number_count++] = number;
    result->numbers = numbers;
}

void cm_probe_fence_costs(cm_arena *arena, cm_probe_run *run)
{
    for (size_t i = 0; run->options.probe == CM_PROBE_FENCES && i < run->count; i++) {
        cm_probe_result *result = &run->results[i];
        const cm_probe_result *base = base_of(run, &run->parts[i]);
        if (!result->stats.count || !base)
            continue;
        double cost = result->stats.median - base->stats.median;
        add_number(arena, result, (cm_probe_number){"cost", cost > 0 ? cost : 0});
    }
}
