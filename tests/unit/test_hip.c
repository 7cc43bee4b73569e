/* The driver of AMD GPUs on the false libamdhip64 and libamd_comgr of tests/fakehip: what is asked
 * of them, and what is said and released when any call fails. The driver is no part of a usual
 * build (CMCM_HIP), so that this program has the table of drivers with its row by itself. */
#include "hwrun/machine/gpu.h"
#include "hwrun/machine/hip_library.h"
#include "tests/fakehip/fakehip.h"
#include "tests/unit/unit.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char kernel_text[] = ".amdhsa_kernel probe\n.end_amdhsa_kernel\n";

typedef struct session {
    cm_work work;
    cm_gpu *gpu;
    void (*steps)(struct session *);
    uint64_t device;
    void *pinned, *managed, *registered;
    char plain[4096];
} session;

static void fakehip_use(unsigned fail)
{
    char text[32];
    snprintf(text, sizeof text, "%u", fail);
    setenv("CMCM_LIBAMDHIP", getenv("CMCM_FAKEHIP"), 1);
    setenv("CMCM_LIBCOMGR", getenv("CMCM_FAKEHIP"), 1);
    setenv("FAKEHIP_FAIL", text, 1);
}

static const fakehip_state *fakehip_now(void)
{
    void *library = dlopen(getenv("CMCM_FAKEHIP"), RTLD_NOW | RTLD_NODELETE);
    assert_non_null(library);
    void *address = dlsym(library, "fakehip_tell");
    assert_non_null(address);
    fakehip_ask *ask;
    memcpy(&ask, &address, sizeof ask);
    dlclose(library);
    return ask();
}

static void assert_clean(void)
{
    assert_int_equal(fakehip_now()->live, 0);
    assert_int_equal(fakehip_now()->mistakes, 0);
}

static const char *last_error(const cm_work *work)
{
    return work->diags.count > 0 ? work->diags.items[work->diags.count - 1].message : "";
}

static void open_and_go(void *argument)
{
    session *s = argument;
    s->gpu = cm_gpu_open(&s->work, 0);
    s->steps(s);
}

/* Opens GPU 0, runs the steps, releases what they hold; true when none failed. */
static bool run_session(session *s, void (*steps)(session *))
{
    memset(s, 0, sizeof *s);
    s->work = cm_work_new(cm_arena_new(0));
    s->steps = steps;
    bool done = cm_arena_protect(s->work.arena, open_and_go, s);
    if (s->gpu) {
        cm_gpu_free(s->gpu, s->device);
        cm_gpu_free_pinned(s->gpu, s->pinned);
        cm_gpu_free_managed(s->gpu, s->managed);
        cm_gpu_unpin(s->gpu, s->registered);
    }
    cm_gpu_close(s->gpu);
    return done;
}

static void assert_says(void (*steps)(session *), const char *message)
{
    session s;
    assert_false(run_session(&s, steps));
    assert_string_equal(last_error(&s.work), message);
    cm_arena_free(s.work.arena);
}

/* ---- how many, and what they are ------------------------------------------------------ */

TEST(count)
{
    const char *reason = "";
    fakehip_use(0);
    setenv("FAKEHIP_DEVICES", "3", 1);
    assert_int_equal(cm_gpu_count(arena, &reason), 3);
    assert_null(reason);
    setenv("FAKEHIP_DEVICES", "0", 1);
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_string_equal(reason, "HIP sees no GPU");
    unsetenv("FAKEHIP_DEVICES");
    fakehip_use(1);
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_string_equal(reason, "hipInit: hipErrorLaunchFailure (the false library says so)");
    setenv("CMCM_LIBAMDHIP", "/nonexistent/libamdhip64.so", 1);
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_non_null(strstr(reason, "no HIP: /nonexistent/libamdhip64.so"));
    setenv("CMCM_LIBAMDHIP", "libm.so.6", 1);
    assert_int_equal(cm_gpu_count(arena, &reason), 0);
    assert_string_equal(reason, "libm.so.6 has no hipInit: ROCm 5.2 or later is needed");
    assert_clean();
}

static void check_facts(session *s)
{
    const cm_gpu_info *info = cm_gpu_about(s->gpu);
    assert_string_equal(info->name, "False Instinct 0");
    assert_string_equal(info->uuid, "GPU-0123456789abcdef");
    assert_string_equal(info->pci, "0000:00:00.0");
    assert_int_equal(info->major, 9);
    assert_int_equal(info->minor, 4);
    assert_int_equal(info->multiprocessors, 4);
    assert_int_equal(info->threads_per_block, 1024);
    assert_int_equal(info->memory_bytes, 1 << 30);
    assert_int_equal(info->l2_bytes, 4 << 20);
    assert_true(info->integrated && info->unified_addressing && info->can_map_host_memory);
    assert_false(info->managed_memory || info->cluster_launch);
    assert_string_equal(hip_of(s->gpu)->target, "gfx942:sramecc+:xnack-");
}

TEST(facts)
{
    session s;
    fakehip_use(0);
    assert_true(run_session(&s, check_facts));
    cm_arena_free(s.work.arena);
    assert_int_equal(fakehip_now()->device_flags, 4);
    assert_clean();
}

/* ---- modules and launches ---------------------------------------------------------------- */

static cm_gpu_module *load(session *s)
{
    return cm_gpu_load(&s->work, s->gpu, kernel_text, 3);
}

static void launch(session *s, cm_gpu_module *module, cm_gpu_shape shape)
{
    uint64_t parameter = 0;
    void *arguments[] = {&parameter};
    cm_gpu_launch(&s->work, s->gpu, module, "probe", shape, arguments);
}

static void launch_shapes(session *s)
{
    cm_gpu_module *module = load(s);
    assert_string_equal(fakehip_now()->isa, "amdgcn-amd-amdhsa--gfx942:sramecc+:xnack-");
    assert_int_equal(cm_gpu_resident_blocks(&s->work, s->gpu, module, "probe", 256), 32);
    launch(s, module, (cm_gpu_shape){7, 64, 0, false, 0});
    assert_string_equal(fakehip_now()->launch.kernel, "probe");
    assert_int_equal(fakehip_now()->launch.blocks, 7);
    assert_int_equal(fakehip_now()->launch.threads, 64);
    assert_int_equal(fakehip_now()->launch.parameters_given, 1);
    launch(s, module, (cm_gpu_shape){32, 256, 1, true, 0});
    assert_int_equal(fakehip_now()->launch.count, 2);
    cm_gpu_unload(s->gpu, module);
}

static void launch_too_many(session *s)
{
    launch(s, load(s), (cm_gpu_shape){33, 256, 0, true, 0});
}

static void launch_cluster(session *s)
{
    launch(s, load(s), (cm_gpu_shape){8, 64, 2, false, 0});
}

static void load_bad(session *s)
{
    cm_gpu_load(&s->work, s->gpu, "this is no assembly", 3);
}

static void ask_unknown(session *s)
{
    cm_gpu_resident_blocks(&s->work, s->gpu, load(s), "absent", 128);
}

TEST(modules)
{
    static const char *const versions[] = {"2", "3"};
    fakehip_use(0);
    for (int i = 0; i < 2; i++) {
        setenv("FAKEHIP_COMGR", versions[i], 1);
        session s;
        assert_true(run_session(&s, launch_shapes));
        cm_arena_free(s.work.arena);
        assert_clean();
    }
    unsetenv("FAKEHIP_COMGR");
    assert_says(load_bad, "the assembler for amdgcn-amd-amdhsa--gfx942:sramecc+:xnack- failed:\n"
                          "kernels.s:1:1: error: no .amdhsa_kernel");
    assert_says(ask_unknown,
                "hipModuleGetFunction of absent: hipErrorNotFound (the false library says so)");
    assert_says(launch_too_many,
                "probe: 33 blocks of 256 threads, but False Instinct 0 holds 32 at once");
    assert_says(launch_cluster, "clusters need an NVIDIA GPU, this one is False Instinct 0");
    assert_clean();
}

/* ---- time, memory, several ------------------------------------------------------------------ */

static void ask_clock(session *s)
{
    cm_gpu_clock_begin(&s->work, s->gpu);
    cm_gpu_clock_end(&s->work, s->gpu);
    cm_gpu_wait(&s->work, s->gpu);
    assert_true(cm_gpu_clock_seconds(&s->work, s->gpu) == 0.25);
}

static void assert_zero(const void *memory, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        assert_int_equal(((const char *)memory)[i], 0);
}

static void use_memory(session *s)
{
    unsigned char buffer[300];
    uint64_t device = 0;
    s->device = cm_gpu_alloc(&s->work, s->gpu, sizeof buffer);
    assert_int_equal(fakehip_now()->fine_grained, 1);
    cm_gpu_read(&s->work, s->gpu, buffer, s->device, sizeof buffer);
    assert_zero(buffer, sizeof buffer);
    memset(buffer, 7, sizeof buffer);
    cm_gpu_write(&s->work, s->gpu, s->device, buffer, sizeof buffer);
    cm_gpu_clear(&s->work, s->gpu, s->device + 100, 100);
    cm_gpu_copy(&s->work, s->gpu, s->device, s->device + 99, 2);
    cm_gpu_read(&s->work, s->gpu, buffer, s->device, sizeof buffer);
    assert_int_equal(buffer[0], 7);
    assert_zero(buffer + 1, 1);
    assert_zero(buffer + 100, 100);
    s->pinned = cm_gpu_alloc_pinned(&s->work, s->gpu, 500, true, &device);
    assert_zero(s->pinned, 500);
    s->managed = cm_gpu_alloc_managed(&s->work, s->gpu, 500, true, &device);
    assert_zero(s->managed, 500);
    assert_int_equal(device, (uintptr_t)s->managed);
    cm_gpu_prefer(&s->work, s->gpu, s->managed, 500, true);
    cm_gpu_prefetch(&s->work, s->gpu, s->managed, 500, false);
    cm_gpu_pin(&s->work, s->gpu, s->plain, sizeof s->plain, &device);
    s->registered = s->plain;
    assert_int_equal(cm_gpu_spare(&s->work, s->gpu), 1 << 29);
}

static void use_everything(session *s)
{
    use_memory(s);
    ask_clock(s);
    launch_shapes(s);
}

TEST(everything)
{
    session s;
    fakehip_use(0);
    assert_true(run_session(&s, use_everything));
    cm_arena_free(s.work.arena);
    assert_clean();
}

static void ask_virtual(session *s)
{
    cm_gpu_granularity(&s->work, s->gpu);
}

TEST(virtual_memory)
{
    fakehip_use(0);
    assert_says(ask_virtual, "the driver of False Instinct 0 has no functions for virtual memory");
}

typedef struct pair {
    cm_work work;
    cm_gpu *gpus[2];
} pair;

static void reach_other(void *argument)
{
    pair *p = argument;
    for (unsigned i = 0; i < 2; i++)
        p->gpus[i] = cm_gpu_open(&p->work, i);
    cm_gpu_reach(&p->work, p->gpus[0], p->gpus[1]);
    cm_gpu_reach(&p->work, p->gpus[0], p->gpus[1]); /* it is no error that they do already */
}

TEST(peers)
{
    fakehip_use(0);
    setenv("FAKEHIP_DEVICES", "2", 1);
    for (int reach = 0; reach < 2; reach++) {
        setenv("FAKEHIP_PEERS", reach ? "1" : "0", 1);
        pair p = {.gpus = {NULL, NULL}};
        p.work = cm_work_new(cm_arena_new(0));
        assert_int_equal(cm_arena_protect(p.work.arena, reach_other, &p), reach);
        assert_string_equal(last_error(&p.work),
                            reach ? ""
                                  : "False Instinct 0 (0000:00:00.0) cannot reach memory of False "
                                    "Instinct 1 (0000:01:00.0): no peer access");
        cm_gpu_close(p.gpus[0]);
        cm_gpu_close(p.gpus[1]);
        cm_arena_free(p.work.arena);
        assert_clean();
    }
    unsetenv("FAKEHIP_PEERS");
    unsetenv("FAKEHIP_DEVICES");
}

/* ---- every call fails once ---------------------------------------------------------------- */

/* Calls that give something back: their failure is nobody's business. */
static bool releases(const char *call)
{
    static const char *const words[] = {"Free",    "Unregister", "Unload",
                                        "Destroy", "destroy",    "release"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strstr(call, words[i]))
            return true;
    return false;
}

TEST(every_failure)
{
    session s;
    fakehip_use(0);
    assert_true(run_session(&s, use_everything));
    cm_arena_free(s.work.arena);
    unsigned calls = fakehip_now()->calls;
    assert_true(calls > 60);
    for (unsigned n = 1; n <= calls; n++) {
        fakehip_use(n);
        bool done = run_session(&s, use_everything);
        const char *failed = fakehip_now()->failed;
        assert_non_null(failed);
        assert_true(done == releases(failed));
        if (!done && strncmp(failed, "hip", 3) == 0)
            assert_non_null(strstr(last_error(&s.work), failed));
        cm_arena_free(s.work.arena);
        assert_clean();
    }
}

/* ---- the real code object manager ------------------------------------------------------------ */

static const char real_kernel[] =
    ".text\n.globl probe\n.p2align 8\n.type probe,@function\n"
    "probe:\n  buffer_wbl2\n  s_waitcnt vmcnt(0)\n  s_endpgm\n"
    ".rodata\n.p2align 6\n.amdhsa_kernel probe\n  .amdhsa_next_free_vgpr 4\n"
    "  .amdhsa_next_free_sgpr 8\n  .amdhsa_accum_offset 4\n.end_amdhsa_kernel\n";

typedef struct job {
    cm_work work;
    const char *text;
    const unsigned char *code;
    size_t bytes;
} job;

static void assemble(void *argument)
{
    job *j = argument;
    j->code = cm_hip_assemble(&j->work, "gfx90a", j->text, &j->bytes);
}

/* Needs there is no GPU: where a libamd_comgr is installed, what it makes is an ELF file for AMD's
 * GPUs. */
TEST(real_assembler)
{
    unsetenv("CMCM_LIBCOMGR");
    const char *named = getenv("CMCM_REAL_COMGR");
    void *library = dlopen(named ? named : "libamd_comgr.so", RTLD_NOW | RTLD_NODELETE);
    if (!library)
        skip();
    dlclose(library);
    if (named)
        setenv("CMCM_LIBCOMGR", named, 1);
    enum { EM_AMDGPU = 224, MACHINE = 18 };
    job good = {.text = real_kernel}, bad = {.text = "s_no_such_thing\n"};
    good.work = cm_work_new(cm_arena_new(0));
    assert_true(cm_arena_protect(good.work.arena, assemble, &good));
    assert_true(good.bytes > 64 && memcmp(good.code, "\177ELF", 4) == 0);
    assert_int_equal(good.code[MACHINE], EM_AMDGPU);
    cm_arena_free(good.work.arena);
    bad.work = cm_work_new(cm_arena_new(0));
    assert_false(cm_arena_protect(bad.work.arena, assemble, &bad));
    assert_non_null(strstr(last_error(&bad.work), "s_no_such_thing"));
    cm_arena_free(bad.work.arena);
}
