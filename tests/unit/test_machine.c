/* The machine: names and order of CPUs, kinds of memory. */
#define _GNU_SOURCE /* sched_getcpu, CPU_SET */
#include "hwrun/machine/machine_state.h"
#include "tests/unit/fakecuda_help.h"

#include <sched.h>
#include <unistd.h>

/* Numbers of CUdevice_attribute. */
enum { MAP_HOST = 19, MANAGED = 83, PAGEABLE = 88, CONCURRENT = 89 };

/* ---- the processor's name ---------------------------------------------------- */

TEST(test_cpu_name)
{
    static const struct {
        const char *text, *name;
    } rows[] = {
        {"processor\t: 0\nmodel\t\t: 143\nmodel name\t: AMD EPYC 9654 96-Core Processor\n",
         "AMD EPYC 9654 96-Core Processor"},
        {"processor\t: 0\nCPU implementer\t: 0x41\nCPU architecture: 8\nCPU variant\t: 0x0\n"
         "CPU part\t: 0xd4f\nCPU revision\t: 0\n",
         "Neoverse-V2"},
        {"CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", "Neoverse-N1"},
        {"CPU implementer\t: 0x41\nCPU part\t: 0xd08\n", "Cortex-A72"},
        {"CPU implementer\t: 0x46\nCPU part\t: 0x001\n", "A64FX"},
        /* One part number of two implementers. */
        {"CPU implementer\t: 0x48\nCPU part\t: 0xd01\n", "TaiShan-V110"},
        {"CPU implementer\t: 0x41\nCPU part\t: 0xd01\n", "AArch64 implementer 0x41 part 0xd01"},
        {"CPU implementer\t: what\nCPU part\t: 0xd01\n", "unknown"},
        {"CPU implementer\t: 0x41\n", "unknown"},
        {"model name\t:", "unknown"},
        {"", "unknown"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(cm_cpu_name(arena, rows[i].text), rows[i].name);
}

/* ---- the order of CPUs ---------------------------------------------------------- */

typedef struct topology_job {
    cm_work work;
    cm_topology topology;
} topology_job;

static void load_topology(void *argument)
{
    topology_job *job = argument;
    cm_topology_load(&job->work, &job->topology, NULL);
}

/* Two sockets of a node each, two cores in each, two hyper-threads in each. */
TEST(test_topology)
{
    setenv("HWLOC_SYNTHETIC", "pack:2 [numa(memory=1073741824)] core:2 pu:2", 1);
    topology_job job = {0};
    job.work = cm_work_new(cm_arena_new(0));
    assert_true(cm_arena_protect(job.work.arena, load_topology, &job));
    unsetenv("HWLOC_SYNTHETIC");
    const cm_topology *t = &job.topology;
    static const unsigned order[] = {0, 2, 4, 6, 1, 3, 5, 7};
    static const int nodes[] = {0, 0, 1, 1, 0, 0, 1, 1};
    assert_int_equal(t->cpu_count, 8);
    for (unsigned i = 0; i < 8; i++) {
        assert_int_equal(t->cpus[i].number, order[i]);
        assert_int_equal(t->cpus[i].node, nodes[i]);
        assert_int_equal(t->cpus[i].sibling, i / 4);
    }
    assert_int_equal(t->sockets, 2);
    assert_int_equal(t->cores, 4);
    assert_int_equal(t->node_count, 2);
    assert_int_equal(t->nodes[1].number, 1);
    assert_int_equal(t->nodes[1].cpus, 4);
    assert_int_equal(t->nodes[1].bytes, 1 << 30);
    assert_int_equal(t->memory_bytes, (uint64_t)2 << 30);
    assert_int_equal(cm_topology_node(t, 1), 1);
    assert_int_equal(cm_topology_node(t, 2), -1);
    cm_topology_free(&job.topology);
    cm_arena_free(job.work.arena);
}

/* The GPU hangs on the second socket: its cores come first, hyper-threads still last. */
TEST(test_near_first)
{
    cm_topology_cpu cpus[] = {{0, 0, 0, true, 0},  {1, 0, 1, true, 0},  {2, 1, 0, true, 0},
                              {3, 1, 1, true, 0},  {4, 2, 0, false, 1}, {5, 2, 1, false, 1},
                              {6, 3, 0, false, 1}, {7, 3, 1, false, 1}};
    cm_topology topology = {.cpus = cpus, .cpu_count = 8};
    cm_topology_order(&topology);
    static const unsigned order[] = {4, 6, 0, 2, 5, 7, 1, 3};
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(cpus[i].number, order[i]);
}

/* ---- a machine -------------------------------------------------------------------- */

typedef struct session {
    cm_work work;
    cm_machine_options options;
    cm_machine *machine;
    void (*steps)(struct session *);
    cm_shared memory;
    cm_memory_kind kind;
    cm_mix mix;
} session;

static void open_and_go(void *argument)
{
    session *s = argument;
    s->machine = cm_machine_open(&s->work, &s->options);
    if (s->steps)
        s->steps(s);
}

/* As in test_gpu_driver.c: false when something failed; s->work keeps its message. */
static bool run_session(session *s, bool gpu, void (*steps)(session *))
{
    s->work = cm_work_new(cm_arena_new(0));
    s->options.wants_gpu = gpu;
    s->steps = steps;
    s->machine = NULL;
    s->memory = (cm_shared){0};
    bool done = cm_arena_protect(s->work.arena, open_and_go, s);
    if (s->machine)
        cm_shared_free(s->machine, &s->memory);
    cm_machine_close(s->machine);
    return done;
}

static void must_run(bool gpu, void (*steps)(session *))
{
    session s = {0};
    if (!run_session(&s, gpu, steps))
        fail_msg("%s", last_error(&s.work));
    cm_arena_free(s.work.arena);
}

static void check_host(session *s)
{
    const cm_machine_info *info = cm_machine_about(s->machine);
    assert_true(*info->host && *info->kernel && *info->cpu);
    assert_non_null(strchr(info->kernel, ' '));
#if defined __x86_64__
    assert_int_equal(info->arch, CM_X86_64);
#else
    assert_int_equal(info->arch, CM_AARCH64);
#endif
    assert_true(info->sockets >= 1 && info->cores >= info->sockets);
    assert_true(info->threads >= info->cores);
    assert_int_equal(info->page_bytes, sysconf(_SC_PAGESIZE));
    assert_true(info->memory_bytes >= info->page_bytes);
    cpu_set_t allowed;
    assert_int_equal(sched_getaffinity(0, sizeof allowed, &allowed), 0);
    assert_int_equal(info->threads, CPU_COUNT(&allowed));
    assert_null(cm_machine_gpu(s->machine));
    cm_plan_limits limits = cm_machine_limits(s->machine);
    assert_int_equal(limits.cpus, info->threads);
    assert_int_equal(limits.host, info->arch);
    assert_int_equal(limits.multiprocessors, 0);
    unsigned nodes = 0, cpus = 0;
    for (const cm_machine_node *n; (n = cm_machine_node_at(s->machine, nodes)); nodes++)
        cpus += n->cpus;
    assert_int_equal(nodes, info->numa_nodes);
    assert_int_equal(cpus, info->threads);
}

TEST(test_host)
{
    must_run(false, check_host);
}

/* Every CPU in turn, and around the end of the list. */
static void check_pin(session *s)
{
    unsigned threads = cm_machine_about(s->machine)->threads;
    int first = -1;
    cpu_set_t seen;
    CPU_ZERO(&seen);
    for (unsigned n = 0; n <= threads; n++) {
        assert_true(cm_machine_pin(s->machine, n));
        int cpu = sched_getcpu();
        if (n == 0)
            first = cpu;
        CPU_SET((size_t)cpu, &seen);
        if (n == threads)
            assert_int_equal(cpu, first);
    }
    assert_int_equal(CPU_COUNT(&seen), threads);
}

TEST(test_pin)
{
    cpu_set_t before;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    must_run(false, check_pin);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

static void check_one_cpu(session *s)
{
    assert_int_equal(cm_machine_about(s->machine)->threads, 1);
    assert_true(cm_machine_pin(s->machine, 5));
}

/* The process may use one CPU only. */
TEST(test_allowed)
{
    cpu_set_t before, one;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    CPU_ZERO(&one);
    CPU_SET((size_t)sched_getcpu(), &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    must_run(false, check_one_cpu);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
}

/* ---- memory ---------------------------------------------------------------------------- */

static void get_memory(session *s)
{
    s->memory = cm_shared_new(&s->work, s->machine, s->mix, s->kind, 0, 10000);
}

static bool is_of_gpu(cm_memory_kind kind)
{
    return kind == CM_MEMORY_DEVICE || kind == CM_MEMORY_VMM || kind == CM_MEMORY_PEER;
}

static void check_memory(session *s)
{
    get_memory(s);
    const cm_shared *m = &s->memory;
    assert_true(m->bytes >= 10000);
    assert_int_equal(m->cpu == NULL, is_of_gpu(s->kind));
    if (s->mix != CM_MIX_CPU)
        assert_true(m->gpu != 0 && m->gpu % 4096 == 0);
    if (!m->cpu)
        return;
    assert_int_equal((uintptr_t)m->cpu % cm_machine_about(s->machine)->page_bytes, 0);
    unsigned char *bytes = m->cpu;
    for (size_t i = 0; i < m->bytes; i++)
        assert_int_equal(bytes[i], 0);
    memset(bytes, 1, (size_t)m->bytes);
}

/* Can it be had? Checks it when it can; else the refusal must be what a run says. */
static bool try_memory(bool gpu, cm_mix mix, cm_memory_kind kind, const char *refusal)
{
    session s = {.kind = kind, .mix = mix};
    bool done = run_session(&s, gpu, check_memory);
    const char *said = last_error(&s.work);
    if (!done && !(refusal && strstr(said, refusal)))
        fail_msg("'%s' does not contain '%s'", said, refusal ? refusal : "(nothing)");
    cm_arena_free(s.work.arena);
    return done;
}

static const char unbound[] = "the system refuses to bind memory"; /* in some containers */

/* Without /sys, as in a bare chroot, nobody can tell NUMA nodes. */
static const char no_nodes[] = "this machine has no such NUMA node";

static bool has_nodes(void)
{
    return access("/sys/devices/system/node", F_OK) == 0;
}

TEST(test_memory_without_gpu)
{
    assert_true(try_memory(false, CM_MIX_CPU, CM_MEMORY_MALLOC, NULL));
    assert_true(try_memory(false, CM_MIX_CPU, CM_MEMORY_DEFAULT, NULL));
    try_memory(false, CM_MIX_CPU, CM_MEMORY_NUMA, has_nodes() ? unbound : no_nodes);
    static const struct {
        cm_mix mix;
        cm_memory_kind kind;
        const char *refusal;
    } rows[] = {
        {CM_MIX_CPU, CM_MEMORY_PINNED, "pinned memory: pinned memory comes from the GPU's driver"},
        {CM_MIX_CPU, CM_MEMORY_MANAGED, "managed memory: managed memory comes from the GPU's"},
        {CM_MIX_CPU, CM_MEMORY_DEVICE, "device memory: the CPU cannot reach device memory"},
        {CM_MIX_GPU, CM_MEMORY_DEVICE, "device memory: no GPU is in use"},
        {CM_MIX_BOTH, CM_MEMORY_DEFAULT, "pinned memory: no GPU is in use"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_false(try_memory(false, rows[i].mix, rows[i].kind, rows[i].refusal));
}

static void ask_node(session *s)
{
    const char *text = cm_machine_refuses(s->machine, CM_MIX_CPU, CM_MEMORY_NUMA, 12345);
    assert_non_null(text);
    assert_non_null(strstr(text, "no such NUMA node with memory; it has"));
    cm_shared_new(&s->work, s->machine, CM_MIX_CPU, CM_MEMORY_NUMA, 12345, 1);
}

TEST(test_no_such_node)
{
    session s = {0};
    assert_false(run_session(&s, false, ask_node));
    assert_non_null(strstr(last_error(&s.work), "numa:12345 memory: this machine has no such"));
    cm_arena_free(s.work.arena);
}

static void ask_too_much(session *s)
{
    s->memory = cm_shared_new(&s->work, s->machine, CM_MIX_CPU, CM_MEMORY_MALLOC, 0, UINT64_MAX);
}

TEST(test_too_much)
{
    session s = {0};
    assert_false(run_session(&s, false, ask_too_much));
    assert_non_null(strstr(last_error(&s.work), "malloc memory: 18446744073709551615 bytes are"));
    cm_arena_free(s.work.arena);
}

/* A discrete GPU as the false driver has it; then one attribute changed. */
TEST(test_memory_with_gpu)
{
    static const struct {
        int attribute;
        const char *value;
        cm_mix mix;
        cm_memory_kind kind;
        const char *refusal; /* NULL: it can be had */
    } rows[] = {
        {-1, "", CM_MIX_CPU, CM_MEMORY_MALLOC, NULL},
        {-1, "", CM_MIX_CPU, CM_MEMORY_PINNED, NULL},
        {-1, "", CM_MIX_CPU, CM_MEMORY_MANAGED, NULL},
        {-1, "", CM_MIX_CPU, CM_MEMORY_DEVICE, "tests of GPU threads only"},
        {-1, "", CM_MIX_GPU, CM_MEMORY_MALLOC, "pageableMemoryAccess is 0"},
        {-1, "", CM_MIX_GPU, CM_MEMORY_DEVICE, NULL},
        {-1, "", CM_MIX_GPU, CM_MEMORY_PINNED, NULL},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_MALLOC, "pageableMemoryAccess is 0"},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_PINNED, NULL},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_MANAGED, NULL},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_DEVICE, "the CPU cannot reach device memory"},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_DEFAULT, NULL},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_REGISTERED, NULL},
        {PAGEABLE, "1", CM_MIX_BOTH, CM_MEMORY_REGISTERED, NULL},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_WRITE_COMBINED, NULL},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_MANAGED_CPU, NULL},
        {-1, "", CM_MIX_GPU, CM_MEMORY_MANAGED_GPU, NULL},
        {-1, "", CM_MIX_GPU, CM_MEMORY_VMM, NULL},
        {-1, "", CM_MIX_BOTH, CM_MEMORY_VMM, "the CPU cannot reach device memory"},
        {-1, "", CM_MIX_GPU, CM_MEMORY_PEER, "the machine has one GPU"},
        {CONCURRENT, "0", CM_MIX_BOTH, CM_MEMORY_MANAGED_CPU, "concurrentManagedAccess is 0"},
        {MAP_HOST, "0", CM_MIX_BOTH, CM_MEMORY_WRITE_COMBINED, "canMapHostMemory is 0"},
        {PAGEABLE, "1", CM_MIX_BOTH, CM_MEMORY_MALLOC, NULL},
        {PAGEABLE, "1", CM_MIX_GPU, CM_MEMORY_MALLOC, NULL},
        {PAGEABLE, "1", CM_MIX_BOTH, CM_MEMORY_DEFAULT, NULL},
        {CONCURRENT, "0", CM_MIX_BOTH, CM_MEMORY_MANAGED, "concurrentManagedAccess is 0"},
        {CONCURRENT, "0", CM_MIX_GPU, CM_MEMORY_MANAGED, NULL},
        {MANAGED, "0", CM_MIX_GPU, CM_MEMORY_MANAGED, "managedMemory is 0"},
        {MAP_HOST, "0", CM_MIX_BOTH, CM_MEMORY_PINNED, "canMapHostMemory is 0"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        fakecuda_use(0, rows[i].attribute, rows[i].value);
        bool had = try_memory(true, rows[i].mix, rows[i].kind, rows[i].refusal);
        assert_int_equal(had, rows[i].refusal == NULL);
        fakecuda_unset(rows[i].attribute);
        assert_fakecuda_clean();
    }
}

/* numa: bound, and mapped into a GPU that cannot reach pageable memory. */
TEST(test_numa_with_gpu)
{
    fakecuda_use(0, -1, NULL);
    bool had = try_memory(true, CM_MIX_BOTH, CM_MEMORY_NUMA, unbound);
    assert_fakecuda_clean();
    fakecuda_use(0, PAGEABLE, "1");
    assert_int_equal(try_memory(true, CM_MIX_BOTH, CM_MEMORY_NUMA, unbound), had);
    fakecuda_unset(PAGEABLE);
    fakecuda_use(0, MAP_HOST, "0");
    if (had)
        assert_false(
            try_memory(true, CM_MIX_BOTH, CM_MEMORY_NUMA, "the GPU can neither reach pageable"));
    fakecuda_unset(MAP_HOST);
}

static const char no_huge[] = "huge"; /* the system may have none */

TEST(test_huge)
{
    bool had = try_memory(false, CM_MIX_CPU, CM_MEMORY_HUGE, no_huge);
    fakecuda_use(0, -1, NULL);
    assert_int_equal(try_memory(true, CM_MIX_BOTH, CM_MEMORY_HUGE, no_huge), had);
    assert_fakecuda_clean();
    fakecuda_use(0, PAGEABLE, "1");
    assert_int_equal(try_memory(true, CM_MIX_BOTH, CM_MEMORY_HUGE, no_huge), had);
    fakecuda_unset(PAGEABLE);
    assert_fakecuda_clean();
}

TEST(test_peer)
{
    fakecuda_use(0, -1, NULL);
    setenv("FAKECUDA_DEVICES", "2", 1);
    assert_true(try_memory(true, CM_MIX_GPU, CM_MEMORY_PEER, NULL));
    assert_true(try_memory(true, CM_MIX_GPU, CM_MEMORY_VMM, NULL));
    assert_fakecuda_clean();
    setenv("FAKECUDA_PEERS", "0", 1);
    assert_false(try_memory(true, CM_MIX_GPU, CM_MEMORY_PEER, "no peer access"));
    assert_true(try_memory(true, CM_MIX_GPU, CM_MEMORY_VMM, NULL));
    unsetenv("FAKECUDA_PEERS");
    unsetenv("FAKECUDA_DEVICES");
    assert_fakecuda_clean();
}

static void check_defaults(session *s)
{
    assert_int_equal(cm_machine_default_memory(s->machine, CM_MIX_CPU), CM_MEMORY_MALLOC);
    assert_int_equal(cm_machine_default_memory(s->machine, CM_MIX_GPU), CM_MEMORY_DEVICE);
    assert_int_equal(cm_machine_default_memory(s->machine, CM_MIX_BOTH), s->kind);
    cm_plan_limits limits = cm_machine_limits(s->machine);
    assert_int_equal(limits.multiprocessors, 4);
    assert_int_equal(limits.threads_per_multiprocessor, 2048);
    assert_int_equal(limits.threads_per_block, 1024);
    assert_int_equal(limits.blocks_per_multiprocessor, 32);
}

TEST(test_defaults)
{
    session s = {.kind = CM_MEMORY_PINNED};
    fakecuda_use(0, -1, NULL);
    assert_true(run_session(&s, true, check_defaults));
    cm_arena_free(s.work.arena);
    fakecuda_use(0, PAGEABLE, "1");
    s.kind = CM_MEMORY_MALLOC;
    assert_true(run_session(&s, true, check_defaults));
    cm_arena_free(s.work.arena);
    fakecuda_unset(PAGEABLE);
}

/* Every call of the driver fails once, in the midst of getting each kind of memory. */
TEST(test_every_failure)
{
    for (cm_memory_kind kind = CM_MEMORY_PINNED; kind <= CM_MEMORY_NUMA; kind++) {
        session s = {.kind = kind, .mix = is_of_gpu(kind) ? CM_MIX_GPU : CM_MIX_BOTH};
        fakecuda_use(0, -1, NULL);
        bool possible = run_session(&s, true, get_memory);
        cm_arena_free(s.work.arena);
        if (kind != CM_MEMORY_NUMA && kind != CM_MEMORY_HUGE && kind != CM_MEMORY_PEER)
            assert_true(possible);
        unsigned calls = fakecuda_now()->calls, failures = 0;
        for (unsigned n = 1; possible && n <= calls; n++) {
            fakecuda_use(n, -1, NULL);
            if (!run_session(&s, true, get_memory)) {
                failures++;
                assert_non_null(strstr(last_error(&s.work), fakecuda_now()->failed));
            }
            cm_arena_free(s.work.arena);
            assert_fakecuda_clean();
        }
        if (possible)
            assert_true(failures > 20);
    }
}

static void use_two(session *s)
{
    assert_int_equal(cm_machine_limits(s->machine).gpus, 2);
    cm_gpu *second = cm_machine_gpu_at(&s->work, s->machine, 1);
    assert_ptr_not_equal(second, cm_machine_gpu(s->machine));
    assert_int_equal(fakecuda_now()->peers, 2); /* each reaches the other */
    assert_ptr_equal(cm_machine_gpu_at(&s->work, s->machine, 1), second);
    static const cm_plan_area homes[] = {{CM_AREA_DEVICE, 1, 4096, 0}, {CM_AREA_HOST, -1, 4096, 0}};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        cm_shared memory = cm_shared_home(&s->work, s->machine, CM_MIX_GPU, &homes[i]);
        assert_true(memory.gpu != 0);
        assert_ptr_equal(memory.owner, i == 0 ? second : NULL);
        assert_int_equal(memory.cpu != NULL, i == 1);
        cm_gpu_wait(&s->work, second);
        cm_shared_free(s->machine, &memory);
    }
}

/* GPU 1 was asked for: the other one is number 0. */
TEST(test_two_gpus)
{
    setenv("FAKECUDA_DEVICES", "2", 1);
    for (unsigned gpu = 0; gpu < 2; gpu++) {
        session s = {.options = {.gpu = gpu}};
        fakecuda_use(0, -1, NULL);
        if (!run_session(&s, true, use_two))
            fail_msg("%s", last_error(&s.work));
        cm_arena_free(s.work.arena);
        assert_fakecuda_clean();
    }
    setenv("FAKECUDA_PEERS", "0", 1);
    session s = {.options = {.gpu = 0}};
    assert_false(run_session(&s, true, use_two));
    assert_non_null(strstr(last_error(&s.work), "no peer access"));
    cm_arena_free(s.work.arena);
    assert_fakecuda_clean();
    unsetenv("FAKECUDA_PEERS");
    unsetenv("FAKECUDA_DEVICES");
}

/* The second domain of a GPU: the same one, opened once more. */
static void use_domains(session *s)
{
    cm_gpu *first = cm_machine_gpu(s->machine);
    assert_int_equal(cm_machine_limits(s->machine).domains, 4);
    cm_gpu *second = cm_machine_gpu_in(&s->work, s->machine, 0, 1);
    assert_ptr_not_equal(second, first);
    assert_string_equal(cm_gpu_about(second)->name, cm_gpu_about(first)->name);
    assert_ptr_equal(cm_machine_gpu_in(&s->work, s->machine, 0, 1), second);
    assert_ptr_equal(cm_machine_gpu_in(&s->work, s->machine, 0, 0), first);
    assert_int_equal(fakecuda_now()->peers, 0);
    cm_gpu_wait(&s->work, second);
    cm_gpu_wait(&s->work, first);
}

TEST(test_domains)
{
    session s = {.options = {.gpu = 0}};
    fakecuda_use(0, 126, "4");
    if (!run_session(&s, true, use_domains))
        fail_msg("%s", last_error(&s.work));
    cm_arena_free(s.work.arena);
    fakecuda_unset(126);
    assert_fakecuda_clean();
}

TEST(test_wanted_gpu_missing)
{
    setenv("CMCM_LIBCUDA", "/nonexistent/libcuda.so.1", 1);
    session s = {0};
    assert_false(run_session(&s, true, NULL));
    assert_memory_equal(last_error(&s.work), "there is no GPU: ", 8);
    assert_null(s.machine);
    cm_arena_free(s.work.arena);
}
