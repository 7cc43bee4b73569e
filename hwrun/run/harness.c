/* Rounds: prepare memory, run, count. Tests of CPU threads alone, of the GPU alone
 * (everything stays there, several rounds are queued at once), and of both. */
#include "hwrun/run/harness.h"

#include "base/random.h"
#include "hwrun/code/gpu_code.h"
#include "hwrun/run/clock.h"
#include "hwrun/run/team.h"

#include <stdlib.h>
#include <string.h>

/* ptxas level of the test's module: litmus/isa/ptx/ptx_native.c says what keeps its order. */
enum { OPTIMISE = 3 };

/* MEMORY has as many as a plan has areas, SCRATCH and COUNTERS one for each of its devices. */
typedef enum area {
    MEMORY,
    RESULTS = MEMORY + CM_PLAN_AREAS,
    FLAGS,
    TABLE,
    SCRATCH,
    COUNTERS = SCRATCH + CM_PLAN_DEVICES,
    AREA_COUNT = COUNTERS + CM_PLAN_DEVICES
} area;

/* Memory that is kept for the next test if it fits. */
typedef struct buffer {
    cm_shared memory; /* bytes 0: none */
    cm_mix mix;
    unsigned node;
    cm_plan_area home; /* of the kind CM_AREA_MEMORY: where the rest says */
} buffer;

struct cm_harness {
    cm_machine *machine;
    cm_cpu_loader *loader;
    double ticks_per_ns;
    buffer buffers[AREA_COUNT];
};

cm_harness *cm_harness_new(cm_work *work, cm_machine *machine, const char *compiler)
{
    cm_harness *harness = calloc(1, sizeof *harness);
    cm_cpu_loader *loader = harness ? cm_cpu_loader_new(compiler) : NULL;
    if (!loader) {
        free(harness);
        cm_fail(work, (cm_place){0}, "out of memory");
    }
    harness->machine = machine;
    harness->loader = loader;
    harness->ticks_per_ns = cm_clock_ticks_per_ns();
    return harness;
}

static void drop(cm_harness *harness, buffer *b)
{
    if (b->memory.bytes != 0)
        cm_shared_free(harness->machine, &b->memory);
    *b = (buffer){0};
}

void cm_harness_free(cm_harness *harness)
{
    if (!harness)
        return;
    for (int i = 0; i < AREA_COUNT; i++)
        drop(harness, &harness->buffers[i]);
    cm_cpu_loader_free(harness->loader);
    free(harness);
}

/* ---- a run ----------------------------------------------------------- */

typedef struct run {
    cm_work *work;
    cm_harness *harness;
    const cm_plan *plan;
    cm_gpu *gpu; /* the first of them; NULL: no GPU threads */
    cm_gpu *gpus[CM_PLAN_DEVICES];
    cm_gpu_module *modules[CM_PLAN_DEVICES];
    cm_crew *crew; /* NULL: no CPU threads */
    cm_cpu_body **bodies;
    const cm_cpu_thread *threads;
    cm_run_outcome outcome;
    double start;
    cm_crew_counts counted; /* by the crew */
    uint64_t excluded;      /* by the test's filter, of the GPU's table */
    bool astray;            /* as cm_crew_counts, of that table */
} run;

static void provide(run *r, int which, cm_mix mix, cm_memory_kind kind, uint64_t bytes)
{
    buffer *b = &r->harness->buffers[which];
    unsigned node = r->plan->parameters.numa_node;
    bool fits = b->memory.bytes >= bytes && b->memory.kind == kind && b->mix == mix &&
                b->node == node && b->home.kind == CM_AREA_MEMORY && !b->memory.owner;
    if (fits)
        return;
    drop(r->harness, b);
    b->memory = cm_shared_new(r->work, r->harness->machine, mix, kind, node, bytes);
    b->mix = mix;
    b->node = node;
}

static void provide_home(run *r, int which, const cm_plan_area *home)
{
    buffer *b = &r->harness->buffers[which];
    if (b->memory.bytes >= home->bytes && b->home.kind == home->kind &&
        b->home.device == home->device && b->mix == r->plan->mix)
        return;
    drop(r->harness, b);
    b->memory = cm_shared_home(r->work, r->harness->machine, r->plan->mix, home);
    b->mix = r->plan->mix;
    b->home = *home;
}

/* Device memory for what only the kernels of that device use. */
static void provide_own(run *r, int which, int device, uint64_t bytes)
{
    const cm_plan_area home = {
        .kind = CM_AREA_DEVICE, .device = r->plan->gpus[device], .bytes = bytes};
    if (device == 0)
        provide(r, which, CM_MIX_GPU, CM_MEMORY_DEVICE, bytes);
    else
        provide_home(r, which + device, &home);
}

static cm_shared *memory(run *r, int which)
{
    return &r->harness->buffers[which].memory;
}

/* What the stress of a device hammers. */
static void provide_scratch(run *r, int device)
{
    const cm_plan *plan = r->plan;
    uint64_t bytes = plan->scratch_bytes;
    unsigned gpus = cm_machine_limits(r->harness->machine).gpus;
    const cm_plan_area host = {.kind = CM_AREA_HOST, .device = -1, .bytes = bytes};
    const cm_plan_area next = {.kind = CM_AREA_DEVICE,
                               .device = (plan->gpus[device] + 1) % (int)(gpus ? gpus : 1),
                               .bytes = bytes};
    cm_stress_home home = (cm_stress_home)plan->parameters.tuned[CM_STRESS_HOME];
    if (plan->parameters.tuned[CM_STRESS_BLOCKS] == 0 && home != CM_STRESS_MANAGED)
        provide_own(r, SCRATCH, device, CM_FLAG_STRIDE);
    else if (home == CM_STRESS_OWN)
        provide_own(r, SCRATCH, device, bytes);
    else if (home == CM_STRESS_MANAGED)
        provide(r, SCRATCH + device, plan->mix, CM_MEMORY_MANAGED, bytes);
    else
        provide_home(r, SCRATCH + device, home == CM_STRESS_HOST ? &host : &next);
}

/* Where results, flags and the like are kept: not what the test is about. */
static cm_memory_kind own_kind(const cm_plan *plan)
{
    static const cm_memory_kind kinds[CM_MIX_COUNT] = {[CM_MIX_CPU] = CM_MEMORY_MALLOC,
                                                       [CM_MIX_GPU] = CM_MEMORY_DEVICE,
                                                       [CM_MIX_BOTH] = CM_MEMORY_PINNED};
    return kinds[plan->mix];
}

static uint64_t table_bytes(const cm_plan *plan)
{
    uint64_t slot = 2 + (uint64_t)plan->state_width;
    return (CM_TABLE_SLOTS * slot + 1) * sizeof(uint64_t);
}

/* Where it begins, as GPUs see it, or, where there are none, as CPUs do. */
static uint64_t shared_address(const cm_shared *shared)
{
    return shared->gpu ? shared->gpu : (uintptr_t)shared->cpu;
}

/* The plan with areas where their memory is. An address means the same to all GPUs, and to
 * the CPU where it reaches that memory (unified addressing). */
static const cm_plan *with_addresses(run *r)
{
    cm_plan *plan = CM_NEW(r->work->arena, cm_plan);
    size_t count = (size_t)r->plan->test->location_count;
    *plan = *r->plan;
    plan->locations = CM_NEW_ARRAY(r->work->arena, count, cm_plan_location);
    if (count > 0)
        memcpy(plan->locations, r->plan->locations, count * sizeof *plan->locations);
    for (int a = 1; a < plan->area_count; a++) {
        const cm_shared *first = memory(r, MEMORY), *other = memory(r, MEMORY + a);
        uint64_t by = shared_address(other) - shared_address(first);
        bool agree =
            plan->cpu_count == 0 || !r->gpu || (uintptr_t)other->cpu - (uintptr_t)first->cpu == by;
        if (!agree)
            cm_fail(r->work, (cm_place){0},
                    "CPU and GPU have different addresses for memory of two homes here, expected "
                    "one home");
        cm_plan_move(plan, a, by);
    }
    return plan;
}

static void provide_memory(run *r)
{
    const cm_plan *plan = r->plan;
    r->outcome.memory = plan->parameters.memory;
    if (r->outcome.memory == CM_MEMORY_DEFAULT)
        r->outcome.memory = cm_machine_default_memory(r->harness->machine, plan->mix);
    for (int a = 0; a < plan->area_count; a++)
        if (plan->areas[a].kind == CM_AREA_MEMORY)
            provide(r, MEMORY + a, plan->mix, r->outcome.memory, plan->areas[a].bytes);
        else
            provide_home(r, MEMORY + a, &plan->areas[a]);
    r->plan = with_addresses(r);
    provide(r, RESULTS, plan->mix, own_kind(plan), plan->result_bytes);
    provide(r, FLAGS, plan->mix, own_kind(plan), plan->flag_bytes);
    if (r->gpu)
        provide(r, TABLE, CM_MIX_GPU, CM_MEMORY_DEVICE, table_bytes(plan));
    for (int d = 0; d < plan->device_count; d++) {
        provide_scratch(r, d);
        provide_own(r, COUNTERS, d, CM_GPU_COUNTERS * sizeof(uint64_t));
    }
}

static void wait_for_gpus(run *r)
{
    for (int d = 0; d < r->plan->device_count; d++)
        cm_gpu_wait(r->work, r->gpus[d]);
}

/* Flags count steps from 0 again; what an earlier test left would let a team go. */
static void clear_own(run *r)
{
    if (memory(r, FLAGS)->cpu)
        memset(memory(r, FLAGS)->cpu, 0, r->plan->flag_bytes);
    else
        cm_gpu_clear(r->work, r->gpu, memory(r, FLAGS)->gpu, r->plan->flag_bytes);
    if (!r->gpu)
        return;
    cm_gpu_clear(r->work, r->gpu, memory(r, TABLE)->gpu, table_bytes(r->plan));
    for (int d = 0; d < r->plan->device_count; d++)
        cm_gpu_clear(r->work, r->gpus[d], memory(r, COUNTERS + d)->gpu,
                     CM_GPU_COUNTERS * sizeof(uint64_t));
    wait_for_gpus(r);
}

/* ---- kernels --------------------------------------------------------- */

static unsigned sweep_blocks(const run *r)
{
    enum { BLOCKS_PER_MULTIPROCESSOR = 8 };
    return cm_gpu_about(r->gpu)->multiprocessors * BLOCKS_PER_MULTIPROCESSOR;
}

static void launch_init(run *r)
{
    uint64_t at = memory(r, MEMORY)->gpu, results = memory(r, RESULTS)->gpu;
    void *arguments[] = {&at, &results};
    cm_gpu_shape shape = {.blocks = sweep_blocks(r), .threads = CM_COLLECT_THREADS};
    cm_gpu_launch(r->work, r->gpu, r->modules[0], "cmcm_init", shape, arguments);
}

static void launch_on(run *r, int device, uint64_t round)
{
    const cm_plan *plan = r->plan;
    unsigned stress = plan->parameters.tuned[CM_STRESS_BLOCKS];
    uint64_t counters = memory(r, COUNTERS + device)->gpu;
    if (stress > 0) /* they end when all test CTAs of this round have */
        cm_gpu_clear(r->work, r->gpus[device], counters + CM_COUNT_FINISHED * sizeof(uint64_t),
                     sizeof(uint64_t));
    uint64_t at = memory(r, MEMORY)->gpu, results = memory(r, RESULTS)->gpu;
    uint64_t flags = memory(r, FLAGS)->gpu, scratch = memory(r, SCRATCH + device)->gpu;
    uint32_t first = (uint32_t)(round * plan->steps);
    uint32_t seed = (uint32_t)cm_random(plan->parameters.seed, round, 0);
    void *arguments[] = {&at, &results, &flags, &scratch, &first, &seed, &counters};
    cm_gpu_shape shape = {.blocks = plan->teams * (unsigned)plan->cta_count + stress,
                          .threads = cm_plan_threads(plan),
                          .cluster = (unsigned)plan->cluster_size,
                          .domain = (unsigned)plan->domains[device],
                          /* Nothing says that cooperative launches run beside each other. */
                          .together = plan->gpu_kernels < 2};
    cm_gpu_launch(r->work, r->gpus[device], r->modules[device], "cmcm_test", shape, arguments);
}

static void launch_test(run *r, uint64_t round)
{
    for (int d = 0; d < r->plan->device_count; d++)
        launch_on(r, d, round);
}

static void launch_collect(run *r)
{
    uint64_t at = memory(r, MEMORY)->gpu, results = memory(r, RESULTS)->gpu;
    uint64_t table = memory(r, TABLE)->gpu;
    void *arguments[] = {&at, &results, &table};
    cm_gpu_shape shape = {.blocks = sweep_blocks(r), .threads = CM_COLLECT_THREADS};
    cm_gpu_launch(r->work, r->gpu, r->modules[0], "cmcm_collect", shape, arguments);
}

/* ---- how long -------------------------------------------------------- */

static uint64_t rounds_wanted(const cm_plan *plan)
{
    const cm_parameters *p = &plan->parameters;
    uint64_t wanted = UINT64_MAX;
    if (p->rounds != 0)
        wanted = p->rounds;
    if (p->iterations != 0) {
        uint64_t enough = (p->iterations + plan->instances - 1) / plan->instances;
        wanted = enough < wanted ? enough : wanted;
    }
    if (wanted == UINT64_MAX && p->seconds <= 0)
        wanted = 1;
    return wanted;
}

static bool time_is_up(const run *r)
{
    double limit = r->plan->parameters.seconds;
    return limit > 0 && cm_clock_seconds() - r->start >= limit;
}

/* ---- rounds on the GPU alone ----------------------------------------- */

/* Several rounds are queued before waiting: as many as take some milliseconds. */
static void run_gpu(run *r)
{
    static const double batch_seconds = 0.02;
    enum { LARGEST_BATCH = 256 };
    uint64_t wanted = rounds_wanted(r->plan), batch = 1;
    while (r->outcome.rounds < wanted && !time_is_up(r)) {
        if (batch > wanted - r->outcome.rounds)
            batch = wanted - r->outcome.rounds;
        cm_gpu_clock_begin(r->work, r->gpu);
        for (uint64_t i = 0; i < batch; i++) {
            uint64_t round = r->outcome.rounds + i;
            launch_init(r);
            launch_test(r, round);
            launch_collect(r);
        }
        cm_gpu_clock_end(r->work, r->gpu);
        cm_gpu_wait(r->work, r->gpu);
        double took = cm_gpu_clock_seconds(r->work, r->gpu);
        r->outcome.busy_seconds += took;
        r->outcome.rounds += batch;
        if (took < batch_seconds && batch < LARGEST_BATCH)
            batch *= 2;
    }
}

/* Kernels of several GPUs: each begins when those before it have ended on all. */
static void run_gpus(run *r)
{
    uint64_t wanted = rounds_wanted(r->plan);
    while (r->outcome.rounds < wanted && !time_is_up(r)) {
        launch_init(r);
        cm_gpu_wait(r->work, r->gpu);
        double begin = cm_clock_seconds();
        launch_test(r, r->outcome.rounds);
        wait_for_gpus(r);
        r->outcome.busy_seconds += cm_clock_seconds() - begin;
        launch_collect(r);
        r->outcome.rounds++;
    }
    cm_gpu_wait(r->work, r->gpu);
}

/* ---- rounds with CPU threads ----------------------------------------- */

static bool run_round(run *r, uint64_t wanted)
{
    if (!cm_crew_ready(r->crew))
        return false;
    double begin = cm_clock_seconds();
    if (r->gpu) {
        launch_test(r, r->outcome.rounds);
        wait_for_gpus(r);
    }
    r->outcome.rounds++;
    bool more = r->outcome.rounds < wanted && !time_is_up(r);
    bool whole = cm_crew_done(r->crew, more);
    r->outcome.busy_seconds += cm_clock_seconds() - begin;
    return whole && more;
}

static void run_crew(run *r)
{
    cm_areas areas = {.memory = memory(r, MEMORY)->cpu,
                      .results = memory(r, RESULTS)->cpu,
                      .flags = memory(r, FLAGS)->cpu,
                      .scratch = r->gpu ? memory(r, SCRATCH)->cpu : NULL,
                      .memory_gpu = memory(r, MEMORY)->gpu};
    r->crew = cm_crew_start(r->work, r->harness->machine, r->plan, &areas, r->threads, r->bodies,
                            r->harness->ticks_per_ns);
    uint64_t wanted = rounds_wanted(r->plan);
    while (run_round(r, wanted))
        continue;
}

/* ---- results --------------------------------------------------------- */

static void read_table(run *r)
{
    uint64_t bytes = table_bytes(r->plan);
    uint64_t *table = cm_arena_alloc(r->work->arena, bytes, 1);
    cm_gpu_read(r->work, r->gpu, table, memory(r, TABLE)->gpu, bytes);
    size_t slot_words = 2 + (size_t)r->plan->state_width;
    for (size_t slot = 0; slot < CM_TABLE_SLOTS; slot++) {
        const uint64_t *at = table + slot * slot_words;
        if (at[0] == 0)
            continue;
        for (int i = 0; i < r->plan->state_width; i++) {
            /* Is it an address in the memory area that lies in no location? The kernel has replaced
             * addresses of locations by the model's own. */
            uint64_t word = at[2 + i];
            uint64_t offset;
            r->astray |= cm_plan_holds(r->plan, memory(r, MEMORY)->gpu, word) &&
                         cm_test_locate(r->plan->test, word, &offset) < 0;
        }
        r->excluded += cm_tally_file(r->work->arena, r->outcome.seen, at + 2, at[1]);
    }
    r->outcome.unfiled = table[CM_TABLE_SLOTS * slot_words];
}

static void run_steps(void *argument)
{
    run *r = argument;
    for (int d = 0; d < r->plan->device_count; d++)
        r->gpus[d] =
            cm_machine_gpu_in(r->work, r->harness->machine, r->plan->gpus[d], r->plan->domains[d]);
    provide_memory(r);
    /* The code of the CPU threads, and a module for each device. */
    const cm_plan *plan = r->plan;
    if (plan->cpu_count > 0) {
        r->threads = cm_cpu_code(r->work, plan);
        r->bodies = CM_NEW_ARRAY(r->work->arena, (size_t)plan->cpu_count, cm_cpu_body *);
        cm_cpu_load(r->work, r->harness->loader, r->threads, plan->cpu_count, r->bodies);
    }
    for (int d = 0; d < plan->device_count; d++) {
        const cm_gpu_info *about = cm_gpu_about(r->gpus[d]);
        const char *code = cm_gpu_code_of(r->work, plan, d, about->major * 10 + about->minor);
        r->modules[d] = cm_gpu_load(r->work, r->gpus[d], code, OPTIMISE);
    }
    clear_own(r);
    r->start = cm_clock_seconds();
    if (r->plan->cpu_count > 0)
        run_crew(r);
    else if (r->plan->device_count > 1)
        run_gpus(r);
    else
        run_gpu(r);
    r->outcome.wall_seconds = cm_clock_seconds() - r->start;
}

static void read_results(void *argument)
{
    run *r = argument;
    r->outcome.misaligned += r->counted.misaligned;
    if (r->gpu) {
        for (int d = 0; d < r->plan->device_count; d++) {
            uint64_t counters[CM_GPU_COUNTERS];
            cm_gpu_read(r->work, r->gpus[d], counters, memory(r, COUNTERS + d)->gpu,
                        sizeof counters);
            r->outcome.stuck += counters[CM_COUNT_STUCK];
            r->outcome.misaligned += counters[CM_COUNT_MISALIGNED];
        }
        if (r->plan->cpu_count == 0)
            read_table(r);
    }
    if (r->astray || r->counted.astray)
        cm_fail(r->work, (cm_place){0},
                "%s: a final value is an address outside of the test's locations, which differs "
                "from instance to instance, expected addresses inside of them",
                r->plan->test->name);
    cm_states_finish(r->work->arena, r->outcome.seen);
    r->outcome.instances =
        r->outcome.rounds * r->plan->instances - r->counted.excluded - r->excluded;
}

/* The crew must be joined and the module unloaded whatever happens in between. */
cm_run_outcome cm_harness_run(cm_work *work, cm_harness *harness, const cm_plan *plan)
{
    run r = {.work = work, .harness = harness, .plan = plan};
    r.gpu = plan->cta_count > 0 ? cm_machine_gpu(harness->machine) : NULL;
    if (plan->cta_count > 0 && !r.gpu)
        cm_fail(work, (cm_place){0}, "%s: no GPU is open", plan->test->name);
    r.outcome.seen = cm_tally_states(work->arena, plan->test);
    bool good = cm_arena_protect(work->arena, run_steps, &r);
    if (r.crew && !cm_crew_end(r.crew, work->arena, good ? r.outcome.seen : NULL, &r.counted) &&
        good) {
        cm_diag_add(work, CM_ERROR, (cm_place){0}, "%s: out of memory for states",
                    plan->test->name);
        good = false;
    }
    good = good && cm_arena_protect(work->arena, read_results, &r);
    for (int d = 0; d < plan->device_count; d++)
        if (r.modules[d])
            cm_gpu_unload(r.gpus[d], r.modules[d]);
    if (!good)
        cm_arena_escape(work->arena);
    return r.outcome;
}
