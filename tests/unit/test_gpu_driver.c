/* hwrun/machine/gpu.h on the false driver of tests/fakecuda: what is asked of libcuda, and
 * what is said and released when any of its calls fails. */
#include "hwrun/machine/gpu.h"
#include "tests/unit/fakecuda_help.h"

static const char good_ptx[] = ".version 7.0\n.target sm_70\n.address_size 64\n"
                               ".visible .entry probe(.param .u64 p) { ret; }\n";

typedef struct session {
    cm_work work;
    cm_gpu *gpu;
    void (*steps)(struct session *);
    uint64_t device;
    void *pinned, *managed, *registered;
    char *plain;
    bool reached_end;
} session;

static void open_and_go(void *argument)
{
    session *s = argument;
    s->gpu = cm_gpu_open(&s->work, 0);
    s->steps(s);
    s->reached_end = true;
}

/* Opens GPU 0, runs the steps, releases what they hold; true when none failed. The
 * arena with the messages stays, to be freed by the caller. */
static bool run_limited(session *s, void (*steps)(session *), size_t limit)
{
    memset(s, 0, sizeof *s);
    s->work = cm_work_new(cm_arena_new(limit));
    s->steps = steps;
    bool done = cm_arena_protect(s->work.arena, open_and_go, s);
    if (s->gpu) {
        cm_gpu_free(s->gpu, s->device);
        cm_gpu_free_pinned(s->gpu, s->pinned);
        cm_gpu_free_managed(s->gpu, s->managed);
        cm_gpu_unpin(s->gpu, s->registered);
    }
    cm_gpu_close(s->gpu);
    free(s->plain);
    return done;
}

static bool run_session(session *s, void (*steps)(session *))
{
    return run_limited(s, steps, 0);
}

/* ---- without a driver ----------------------------------------------------- */

TEST(test_no_library)
{
    fakecuda_path();
    setenv("CMCM_LIBCUDA", "/nonexistent/libcuda.so.1", 1);
    const char *reason = NULL;
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_contains(reason, "no NVIDIA driver: /nonexistent/libcuda.so.1");

    session s;
    assert_false(run_session(&s, NULL));
    assert_contains(last_error(&s.work),
                    "there is no GPU: no NVIDIA driver: /nonexistent/libcuda.so.1");
    cm_arena_free(s.work.arena);
}

/* A library that is not the driver. */
TEST(test_other_library)
{
    fakecuda_path();
    setenv("CMCM_LIBCUDA", "libm.so.6", 1);
    const char *reason = NULL;
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_contains(reason, "libm.so.6 has no cuInit: a driver for CUDA 11.4 or later is needed");
}

/* A build without cuda.h says so, and how to get another. */
TEST(test_no_cuda)
{
    if (getenv("CMCM_FAKECUDA"))
        skip();
    const char *reason = NULL;
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_contains(reason, "-DCMCM_CUDA=ON");
    session s;
    assert_false(run_session(&s, NULL));
    assert_contains(last_error(&s.work), "built without the CUDA Toolkit (cuda.h)");
    cm_arena_free(s.work.arena);
}

/* ---- counting and facts ------------------------------------------------------ */

TEST(test_count)
{
    fakecuda_use(0, -1, NULL);
    const char *reason = "";
    setenv("FAKECUDA_DEVICES", "3", 1);
    assert_int_equal(cm_gpu_count(arena, &reason), 3);
    assert_null(reason);
    setenv("FAKECUDA_DEVICES", "0", 1);
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_string_equal(reason, "the NVIDIA driver sees no GPU");
    unsetenv("FAKECUDA_DEVICES");
    fakecuda_use(1, -1, NULL);
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_string_equal(reason, "cuInit: CUDA_ERROR_LAUNCH_FAILED (the false driver says so)");
    fakecuda_use(2, -1, NULL);
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_string_equal(reason, "cuDeviceGetCount: CUDA_ERROR_LAUNCH_FAILED");
    assert_fakecuda_clean();
}

static void open_second(void *argument)
{
    session *s = argument;
    s->gpu = cm_gpu_open(&s->work, 1);
}

TEST(test_no_such_gpu)
{
    fakecuda_use(0, -1, NULL);
    session s = {0};
    s.work = cm_work_new(cm_arena_new(0));
    assert_false(cm_arena_protect(s.work.arena, open_second, &s));
    assert_string_equal(last_error(&s.work),
                        "there is no GPU 1, this machine has 1, counted from 0");
    cm_arena_free(s.work.arena);
    assert_fakecuda_clean();
}

static void check_facts(session *s)
{
    const cm_gpu_info *info = cm_gpu_about(s->gpu);
    assert_string_equal(info->name, "False GPU 0");
    assert_string_equal(info->uuid, "GPU-00112233-4455-6677-8899-aabbccddeeff");
    assert_string_equal(info->pci, "FFFF:00:00.0");
    assert_int_equal(info->driver, 13000);
    assert_int_equal(info->major, 9);
    assert_int_equal(info->minor, 0);
    assert_int_equal(info->multiprocessors, 4);
    assert_int_equal(info->threads_per_multiprocessor, 2048);
    assert_int_equal(info->threads_per_block, 1024);
    assert_int_equal(info->blocks_per_multiprocessor, 32);
    assert_int_equal(info->memory_bytes, 1 << 30);
    assert_int_equal(info->l2_bytes, 1 << 20);
    assert_int_equal(info->numa_node, -1);
    assert_true(info->unified_addressing && info->managed_memory && info->can_map_host_memory);
    assert_true(info->concurrent_managed_access && info->cooperative_launch);
    assert_true(info->cluster_launch);
    assert_false(info->pageable_memory_access || info->pageable_uses_host_tables);
    assert_false(info->host_native_atomics || info->integrated || info->compute_preemption);
}

TEST(test_facts)
{
    fakecuda_use(0, -1, NULL);
    session s;
    assert_true(run_session(&s, check_facts));
    cm_arena_free(s.work.arena);
    assert_fakecuda_clean();
    /* CU_CTX_SCHED_BLOCKING_SYNC: waiting takes no CPU. */
    assert_int_equal(fakecuda_now()->context_flags, 4);
}

static void check_grace_hopper(session *s)
{
    const cm_gpu_info *info = cm_gpu_about(s->gpu);
    assert_int_equal(info->numa_node, 4);
    assert_true(info->pageable_memory_access);
    assert_false(info->cluster_launch);
}

/* CU_DEVICE_ATTRIBUTE_ numbers: pageable memory 88, cluster launch 120, NUMA
 * configuration 130 (1: the GPU is a node), NUMA node 131. */
TEST(test_attributes)
{
    fakecuda_use(0, 88, "1");
    fakecuda_use(0, 130, "1");
    fakecuda_use(0, 131, "4");
    fakecuda_use(0, 120, "old");
    session s;
    assert_true(run_session(&s, check_grace_hopper));
    cm_arena_free(s.work.arena);
    fakecuda_unset(88);
    fakecuda_unset(130);
    fakecuda_unset(131);
    fakecuda_unset(120);
    assert_fakecuda_clean();
}

/* ---- modules and launches ------------------------------------------------------- */

static void load_bad(session *s)
{
    cm_gpu_load(&s->work, s->gpu, "this is no PTX", 3);
}

static void load_unknown(session *s)
{
    cm_gpu_module *module = cm_gpu_load(&s->work, s->gpu, good_ptx, 2);
    assert_int_equal(fakecuda_now()->optimise, 2);
    cm_gpu_resident_blocks(&s->work, s->gpu, module, "absent", 128);
}

TEST(test_compile_errors)
{
    fakecuda_use(0, -1, NULL);
    session s;
    assert_false(run_session(&s, load_bad));
    assert_string_equal(last_error(&s.work),
                        "cuModuleLoadDataEx: CUDA_ERROR_INVALID_PTX (the false driver says so)\n"
                        "ptxas application ptx input, line 1; fatal: no .version");
    cm_arena_free(s.work.arena);
    assert_false(run_session(&s, load_unknown));
    assert_string_equal(last_error(&s.work), "cuModuleGetFunction of absent: "
                                             "CUDA_ERROR_NOT_FOUND (the false driver says so)");
    cm_arena_free(s.work.arena);
    assert_fakecuda_clean();
}

static void launch(session *s, cm_gpu_module *module, cm_gpu_shape shape)
{
    uint64_t parameter = 0;
    void *arguments[] = {&parameter};
    cm_gpu_launch(&s->work, s->gpu, module, "probe", shape, arguments);
}

static void launch_shapes(session *s)
{
    cm_gpu_module *module = cm_gpu_load(&s->work, s->gpu, good_ptx, 3);
    /* 2048 / 256 blocks on each of 4 multiprocessors. */
    assert_int_equal(cm_gpu_resident_blocks(&s->work, s->gpu, module, "probe", 256), 32);
    const fakecuda_launch *seen = &fakecuda_now()->launch;
    launch(s, module, (cm_gpu_shape){7, 64, 0, false, 0});
    assert_string_equal(seen->kernel, "probe");
    assert_int_equal(seen->blocks, 7);
    assert_int_equal(seen->threads, 64);
    assert_int_equal(seen->parameters_given, 1);
    assert_false(seen->cooperative);
    launch(s, module, (cm_gpu_shape){8, 64, 1, true, 0});
    assert_true(seen->cooperative);
    assert_int_equal(seen->cluster, 1);
    launch(s, module, (cm_gpu_shape){8, 64, 2, false, 0});
    assert_false(seen->cooperative);
    assert_int_equal(seen->cluster, 2);
    launch(s, module, (cm_gpu_shape){8, 64, 4, true, 0});
    assert_true(seen->cooperative);
    assert_int_equal(seen->cluster, 4);
    assert_int_equal(seen->count, 4);
    cm_gpu_unload(s->gpu, module);
}

static void launch_cluster(session *s)
{
    cm_gpu_module *module = cm_gpu_load(&s->work, s->gpu, good_ptx, 3);
    launch(s, module, (cm_gpu_shape){8, 64, 2, false, 0});
}

static void launch_in_domain(session *s)
{
    cm_gpu_module *module = cm_gpu_load(&s->work, s->gpu, good_ptx, 3);
    const fakecuda_launch *seen = &fakecuda_now()->launch;
    launch(s, module, (cm_gpu_shape){8, 64, 0, false, 3});
    assert_int_equal(seen->domain, 3);
    assert_int_equal(seen->cluster, 1);
    assert_false(seen->cooperative);
    launch(s, module, (cm_gpu_shape){8, 64, 2, true, 1});
    assert_int_equal(seen->domain, 1);
    assert_int_equal(seen->cluster, 2);
    assert_true(seen->cooperative);
    launch(s, module, (cm_gpu_shape){8, 64, 0, false, 4});
}

static void launch_too_many(session *s)
{
    cm_gpu_module *module = cm_gpu_load(&s->work, s->gpu, good_ptx, 3);
    launch(s, module, (cm_gpu_shape){32, 256, 0, true, 0});
    assert_false(fakecuda_now()->launch.cooperative);
    launch(s, module, (cm_gpu_shape){33, 256, 0, true, 0});
}

TEST(test_launches)
{
    fakecuda_use(0, -1, NULL);
    session s;
    assert_true(run_session(&s, launch_shapes));
    cm_arena_free(s.work.arena);
    fakecuda_use(0, 120, "0");
    assert_false(run_session(&s, launch_cluster));
    assert_contains(last_error(&s.work), "clusters need a GPU of compute capability 9.0");
    cm_arena_free(s.work.arena);
    fakecuda_unset(120);
    /* 126: how many domains of memory synchronisation. */
    fakecuda_use(0, 126, "4");
    assert_false(run_session(&s, launch_in_domain));
    assert_string_equal(last_error(&s.work),
                        "there is no domain 4 of memory synchronisation, False GPU 0 "
                        "has 4, counted from 0");
    cm_arena_free(s.work.arena);
    fakecuda_unset(126);
    /* 95: cooperative launch. Without it the blocks are counted here. */
    fakecuda_use(0, 95, "0");
    assert_false(run_session(&s, launch_too_many));
    assert_string_equal(last_error(&s.work), "probe needs 33 blocks of 256 threads on the GPU at "
                                             "once, which holds 32");
    cm_arena_free(s.work.arena);
    fakecuda_unset(95);
    assert_fakecuda_clean();
}

static void ask_clock(session *s)
{
    cm_gpu_clock_begin(&s->work, s->gpu);
    cm_gpu_clock_end(&s->work, s->gpu);
    cm_gpu_wait(&s->work, s->gpu);
    assert_true(cm_gpu_clock_seconds(&s->work, s->gpu) == 0.25);
}

TEST(test_clock)
{
    fakecuda_use(0, -1, NULL);
    session s;
    assert_true(run_session(&s, ask_clock));
    cm_arena_free(s.work.arena);
    assert_fakecuda_clean();
}

/* ---- memory -------------------------------------------------------------------------- */

static void assert_zero(const void *memory, size_t bytes)
{
    const unsigned char *p = memory;
    for (size_t i = 0; i < bytes; i++)
        if (p[i])
            fail_msg("byte %zu is not zero", i);
}

static void use_memory(session *s)
{
    unsigned char buffer[300];
    s->device = cm_gpu_alloc(&s->work, s->gpu, sizeof buffer);
    memset(buffer, 1, sizeof buffer);
    cm_gpu_read(&s->work, s->gpu, buffer, s->device, sizeof buffer);
    assert_zero(buffer, sizeof buffer);
    memset(buffer, 7, sizeof buffer);
    cm_gpu_write(&s->work, s->gpu, s->device, buffer, sizeof buffer);
    cm_gpu_clear(&s->work, s->gpu, s->device + 100, 100);
    cm_gpu_read(&s->work, s->gpu, buffer, s->device, sizeof buffer);
    assert_int_equal(buffer[99], 7);
    assert_zero(buffer + 100, 100);
    assert_int_equal(buffer[200], 7);
    uint64_t device = 0;
    s->pinned = cm_gpu_alloc_pinned(&s->work, s->gpu, 5000, false, &device);
    assert_zero(s->pinned, 5000);
    assert_true(device != 0);
    s->managed = cm_gpu_alloc_managed(&s->work, s->gpu, 5000, true, &device);
    assert_zero(s->managed, 5000);
    assert_int_equal(device, (uintptr_t)s->managed);
    s->plain = calloc(1, 4096);
    device = 0;
    cm_gpu_pin(&s->work, s->gpu, s->plain, 4096, &device);
    s->registered = s->plain;
    assert_true(device != 0);
}

static void use_nothing(session *s)
{
    s->device = cm_gpu_alloc(&s->work, s->gpu, 0);
    assert_true(s->device != 0);
    cm_gpu_clear(&s->work, s->gpu, s->device, 0);
    cm_gpu_read(&s->work, s->gpu, NULL, s->device, 0);
    cm_gpu_write(&s->work, s->gpu, s->device, NULL, 0);
}

TEST(test_memory)
{
    fakecuda_use(0, -1, NULL);
    session s;
    assert_true(run_session(&s, use_memory));
    cm_arena_free(s.work.arena);
    assert_true(run_session(&s, use_nothing));
    cm_arena_free(s.work.arena);
    assert_fakecuda_clean();
}

/* ---- every call fails once ------------------------------------------------------------- */

static void use_everything(session *s)
{
    use_memory(s);
    ask_clock(s);
    launch_shapes(s);
}

/* Calls that give something back: their failure is nobody's business. */
static bool releases(const char *call)
{
    static const char *const calls[] = {
        "cuMemFree",      "cuMemFreeHost",   "cuMemHostUnregister",      "cuModuleUnload",
        "cuEventDestroy", "cuStreamDestroy", "cuDevicePrimaryCtxRelease"};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (strcmp(calls[i], call) == 0)
            return true;
    return false;
}

TEST(test_every_failure)
{
    fakecuda_use(0, -1, NULL);
    session s;
    assert_true(run_session(&s, use_everything));
    cm_arena_free(s.work.arena);
    unsigned calls = fakecuda_now()->calls;
    assert_true(calls > 50);
    unsigned said = 0;
    for (unsigned n = 1; n <= calls; n++) {
        fakecuda_use(n, -1, NULL);
        bool done = run_session(&s, use_everything);
        const char *failed = fakecuda_now()->failed;
        assert_non_null(failed);
        if (s.reached_end || releases(failed)) {
            assert_true(done);
        } else {
            assert_false(done);
            assert_contains(last_error(&s.work), failed);
            assert_contains(last_error(&s.work), "CUDA_ERROR_LAUNCH_FAILED");
            said++;
        }
        assert_int_equal(s.work.diags.errors, done ? 0 : 1);
        cm_arena_free(s.work.arena);
        assert_fakecuda_clean();
    }
    assert_true(said > 40);
}

static void use_and_fail(session *s)
{
    use_everything(s);
    load_unknown(s);
}

/* Memory for texts runs out at some point, also while an error is told. */
TEST(test_out_of_memory)
{
    fakecuda_use(0, -1, NULL);
    unsigned exhausted = 0;
    session s;
    for (size_t limit = 64; limit < 80000; limit += limit < 2000 ? 16 : 1000) {
        assert_false(run_limited(&s, use_and_fail, limit));
        exhausted += cm_arena_exhausted(s.work.arena);
        cm_arena_free(s.work.arena);
        assert_fakecuda_clean();
    }
    assert_true(exhausted > 30);
    assert_false(run_session(&s, use_and_fail));
    assert_contains(last_error(&s.work), "CUDA_ERROR_NOT_FOUND");
    cm_arena_free(s.work.arena);
}
