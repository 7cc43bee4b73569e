/* The suites of the paper: how many tests, which ones, and whether they read back
 * as what their names say. */
#include "suite_help.h"

#include "litmus/test.h"
#include "litmus/text/text.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

/* ---- the tests themselves ----------------------------------------------- */

/* Section 4.1: seven variants, those with fences twice: 10. Section 4.1: 560.
 * Section 4.2: 1,960. Distinct programs: of a Hopper suite's 28 fences the nine
 * relaxed ones and none are one; of a CPU's seven fences there are two. Of CDNA's seven there
 * are four, and an order of cta scope is no instruction in the consumer, in the producer what
 * a fence of that scope is. */
static const struct {
    const char *name;
    size_t tests, programs;
} sizes[] = {
    {"grace", 10, 10},
    {"hopper", 560, 4 * 5 * 19},
    {"hopper-cta", 560, 4 * 5 * 19},
    {"hetero", 1960, 2 * 4 * 5 * 2 * 7},
    {"hetero-cdna", 1960, 4 * (9 * 4) + 4 * (7 + 4 * 8)},
    {"hopper-cluster", 1800, 2 * 4 * 9 * 25},
    {"gpus", 980, 4 * 5 * 7 * 7},
};

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

TEST(count)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        suite s = make((cm_enum_request){.name = sizes[i].name}, false);
        assert_int_equal(s.count, sizes[i].tests);
        assert_int_equal(s.distinct, sizes[i].programs);
        const char **names = calloc(s.count, sizeof *names);
        assert_non_null(names);
        for (size_t k = 0; k < s.count; k++)
            names[k] = s.items[k].name;
        qsort(names, s.count, sizeof *names, by_name);
        for (size_t k = 1; k < s.count; k++)
            assert_string_not_equal(names[k - 1], names[k]);
        free(names);
        drop(&s);
    }
}

TEST(same_every_time)
{
    suite a = make((cm_enum_request){.name = "hetero"}, false);
    suite b = make((cm_enum_request){.name = "hetero"}, false);
    for (size_t i = 0; i < a.count; i++)
        assert_string_equal(a.items[i].text, b.items[i].text);
    assert_string_equal(a.items[0].name, "MP-cpu2gpu-rlx-rlx-X.cta-Y.cta-pf.none-cf.none");
    assert_string_equal(a.items[1959].name, "MP-gpu2cpu-rel-rlx-X.gpu-Y.sys-pf.sc.sys-cf.sc.sys");
    drop(&a);
    drop(&b);
}

/* Equal bodies are equal programs, and no others are: on the CPU's side only
 * whether there is a fence matters. */
TEST(same_programs)
{
    suite s = make((cm_enum_request){.name = "hetero"}, false);
    for (size_t i = 0; i < s.count; i += 7)
        for (size_t k = i + 1; k < s.count; k++) {
            const item *a = &s.items[i], *b = &s.items[k];
            bool produces = has(a, "direction", "cpu2gpu");
            const char *cpu = produces ? "pf" : "cf", *gpu = produces ? "cf" : "pf";
            bool same =
                (strcmp(axis(a, cpu), "none") == 0) == (strcmp(axis(b, cpu), "none") == 0) &&
                has(b, gpu, axis(a, gpu));
            static const char *const others[] = {"direction", "producer", "consumer", "X", "Y"};
            for (size_t n = 0; n < sizeof others / sizeof *others; n++)
                same = same && has(b, others[n], axis(a, others[n]));
            assert_int_equal(same, a->program == b->program);
        }
    drop(&s);
}

/* ---- reading back ------------------------------------------------------- */

static bool tagged(const cm_step *step, const char *tag)
{
    for (const char *const *t = step->tags; *t; t++)
        if (strcmp(*t, tag) == 0)
            return true;
    return false;
}

static const char *scope_tag(const char *scope)
{
    if (ends_in(scope, "cluster"))
        return "CLUSTER";
    return ends_in(scope, "cta") ? "CTA" : ends_in(scope, "gpu") ? "GPU" : "SYS";
}

static void gpu_fence_reads_back(const cm_step *step, const char *fence)
{
    assert_int_equal(step->kind, CM_STEP_FENCE);
    assert_true(tagged(step, fence_is(fence, "sc") ? "SC" : "ACQ_REL"));
    assert_true(tagged(step, scope_tag(fence)));
}

static void cpu_fence_reads_back(const cm_step *step, const char *fence)
{
    static const char *const tags[][2] = {{"dmb.st", "DMB.ST"},
                                          {"dmb.ld", "DMB.LD"},
                                          {"sfence", "SFENCE"},
                                          {"lfence", "LFENCE"},
                                          {"mfence", "MFENCE"}};
    const char *tag = "DMB.SY";
    for (size_t i = 0; i < sizeof tags / sizeof *tags; i++)
        if (fence_is(fence, tags[i][0]))
            tag = tags[i][1];
    assert_true(tagged(step, tag));
}

static bool share(const cm_test *test, cm_scope scope)
{
    return cm_threads_share(test, 0, 1, scope);
}

static void place_reads_back(const cm_test *test, const char *direction)
{
    bool inside = strcmp(direction, "gpu2gpu.cluster") == 0;
    bool together = strcmp(direction, "gpu2gpu.cta") == 0;
    assert_int_equal(share(test, CM_SCOPE_CTA), together);
    assert_int_equal(share(test, CM_SCOPE_CLUSTER), together || inside);
    assert_int_equal(share(test, CM_SCOPE_DEVICE), strcmp(direction, "gpu2gpu.gpus") != 0);
}

/* ---- CDNA: LLVM's code sequences, AMDGPUUsage, "Memory Model GFX942" ---- */

typedef struct sequence {
    const cm_thread *thread;
    int next;
} sequence;

/* The next step is of that kind and has both tags. */
static void step_is(sequence *s, cm_step_kind kind, const char *one, const char *other)
{
    while (s->next < s->thread->step_count && s->thread->steps[s->next].kind == CM_STEP_ASSIGN)
        s->next++;
    assert_in_range(s->next, 0, s->thread->step_count - 1);
    const cm_step *step = &s->thread->steps[s->next++];
    assert_int_equal(step->kind, kind);
    assert_true(tagged(step, one) && tagged(step, other));
}

static const char *level_of(const char *scope)
{
    return ends_in(scope, "cta") ? "WORKGROUP" : ends_in(scope, "gpu") ? "AGENT" : "SYSTEM";
}

static void release_reads_back(sequence *s, const char *scope)
{
    if (!ends_in(scope, "cta"))
        step_is(s, CM_STEP_FENCE, "WBL2", level_of(scope));
    step_is(s, CM_STEP_FENCE, "LGKMCNT.0", ends_in(scope, "cta") ? "WAITCNT" : "VMCNT.0");
}

static void acquire_reads_back(sequence *s, const char *scope)
{
    step_is(s, CM_STEP_FENCE, "WAITCNT", "VMCNT.0");
    step_is(s, CM_STEP_FENCE, "INV", level_of(scope));
}

/* Both kinds are one that releases and acquires. */
static void amd_fence_reads_back(sequence *s, const char *fence)
{
    if (fence_is(fence, "none"))
        return;
    release_reads_back(s, fence);
    if (!ends_in(fence, "cta"))
        step_is(s, CM_STEP_FENCE, "INV", level_of(fence));
}

static void wave_reads_back(const cm_thread *thread, const item *t, bool produces,
                            const char *fence, bool ordered)
{
    sequence s = {thread, 0};
    const char *y = axis(t, "Y"), *x = axis(t, "X");
    if (produces) {
        step_is(&s, CM_STEP_STORE, "VMEM", level_of(x));
        amd_fence_reads_back(&s, fence);
        if (ordered)
            release_reads_back(&s, y);
        step_is(&s, CM_STEP_STORE, "VMEM", level_of(y));
    } else {
        step_is(&s, CM_STEP_LOAD, "VMEM", level_of(y));
        if (ordered && !ends_in(y, "cta"))
            acquire_reads_back(&s, y);
        amd_fence_reads_back(&s, fence);
        step_is(&s, CM_STEP_LOAD, "VMEM", level_of(x));
    }
    while (s.next < thread->step_count)
        assert_int_equal(thread->steps[s.next++].kind, CM_STEP_ASSIGN);
}

/* The steps of a thread that are accesses and fences, against the axes. */
static void thread_reads_back(const cm_thread *thread, const item *t, bool produces,
                              const char *fence, bool ordered)
{
    if (thread->arch == CM_CDNA) {
        wave_reads_back(thread, t, produces, fence, ordered);
        return;
    }
    const cm_step *steps[8];
    int count = 0;
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].kind != CM_STEP_ASSIGN) {
            assert_in_range(count, 0, 7);
            steps[count++] = &thread->steps[i];
        }
    bool gpu = thread->arch == CM_PTX;
    bool fenced = !fence_is(fence, "none") && !fence_is(fence, "rlx");
    assert_int_equal(count, fenced ? 3 : 2);
    cm_step_kind access = produces ? CM_STEP_STORE : CM_STEP_LOAD;
    const cm_step *x = produces ? steps[0] : steps[count - 1];
    const cm_step *y = produces ? steps[count - 1] : steps[0];
    assert_int_equal(x->kind, access);
    assert_int_equal(y->kind, access);
    if (gpu) {
        assert_true(tagged(x, "RLX") && tagged(x, scope_tag(axis(t, "X"))));
        assert_true(tagged(y, !ordered ? "RLX" : produces ? "REL" : "ACQ"));
        assert_true(tagged(y, scope_tag(axis(t, "Y"))));
        if (fenced)
            gpu_fence_reads_back(steps[1], fence);
    } else {
        bool x86 = thread->arch == CM_X86_64;
        assert_int_equal(tagged(y, produces ? "L" : "A"), ordered && !x86);
        assert_false(tagged(x, "L") || tagged(x, "A"));
        if (fenced)
            cpu_fence_reads_back(steps[1], fence);
    }
}

static void item_reads_back(const item *t)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    cm_source source = {t->name, t->text, t->length};
    cm_test *test = cm_litmus_parse(&work, &source);
    assert_non_null(test);
    assert_int_equal(work.diags.count, 0);
    assert_string_equal(test->name, t->name);
    assert_int_equal(test->metadata_count, t->axis_count);
    for (int i = 0; i < t->axis_count; i++) {
        assert_string_equal(test->metadata[i].key, t->axes[i].name);
        assert_string_equal(test->metadata[i].value, t->axes[i].value);
    }
    assert_int_equal(test->thread_count, 2);
    const char *direction = axis(t, "direction");
    const char *consumer = strchr(direction, '2') + 1;
    assert_int_equal(test->threads[0].arch == CM_PTX, strncmp(direction, "gpu", 3) == 0);
    assert_int_equal(test->threads[1].arch == CM_PTX, strncmp(consumer, "gpu", 3) == 0);
    assert_int_equal(test->threads[0].arch == CM_CDNA, strncmp(direction, "cdna", 4) == 0);
    assert_int_equal(test->threads[1].arch == CM_CDNA, strncmp(consumer, "cdna", 4) == 0);
    if (strncmp(direction, "gpu2gpu", 7) == 0)
        place_reads_back(test, direction);
    thread_reads_back(&test->threads[0], t, true, fence_of(t, true), has(t, "producer", "rel"));
    thread_reads_back(&test->threads[1], t, false, fence_of(t, false), has(t, "consumer", "acq"));

    /* Printed and read again it is the same. */
    char *printed = cm_litmus_print(&work, test);
    assert_non_null(printed);
    cm_source again = {t->name, printed, strlen(printed)};
    cm_test *second = cm_litmus_parse(&work, &again);
    assert_non_null(second);
    assert_string_equal(cm_litmus_print(&work, second), printed);
    cm_arena_free(arena);
}

TEST(read_back)
{
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        suite s = make((cm_enum_request){.name = sizes[i].name}, false);
        for (size_t k = 0; k < s.count; k++)
            item_reads_back(&s.items[k]);
        drop(&s);
    }
}

/* Section 4.1's ten tests with the threads in x86: a release store and an acquire
 * load are plain ones, so the four orders are one program, and with the fences
 * (st ld), (sy sy), (st), (sy), (ld), (sy) there are seven. */
TEST(grace_on_x86)
{
    suite s = make((cm_enum_request){.name = "grace", .cpu = "x86_64"}, false);
    assert_int_equal(s.count, 10);
    assert_int_equal(s.distinct, 7);
    assert_string_equal(s.items[0].name, "MP-cpu2cpu.x86-rlx-rlx-pf.none-cf.none");
    assert_string_equal(s.items[4].name, "MP-cpu2cpu.x86-rlx-rlx-pf.sfence-cf.lfence");
    assert_string_equal(s.items[5].name, "MP-cpu2cpu.x86-rlx-rlx-pf.mfence-cf.mfence");
    for (size_t i = 0; i < s.count; i++) {
        assert_int_equal(strncmp(s.items[i].text, "X86_64 ", 7), 0);
        item_reads_back(&s.items[i]);
    }
    drop(&s);
}

/* "native" is what this program is made for; a CPU means nothing to a GPU. */
TEST(native_cpu)
{
#ifdef __x86_64__
    const char *here = "x86_64";
#else
    const char *here = "aarch64";
#endif
    static const char *const names[] = {"grace", "hetero", "hopper", "hopper-cta", "gpus"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        bool gpu = strchr(names[i], 'p') != NULL; /* hopper, gpus */
        suite a = make((cm_enum_request){.name = names[i], .cpu = "native"}, false);
        suite b = make((cm_enum_request){.name = names[i], .cpu = gpu ? NULL : here}, false);
        assert_int_equal(a.count, b.count);
        for (size_t k = 0; k < a.count; k++)
            assert_string_equal(a.items[k].text, b.items[k].text);
        drop(&a);
        drop(&b);
    }
}

/* ---- requests ----------------------------------------------------------- */

static bool count_one(void *context, const cm_enum_test *test)
{
    (void)test;
    ++*(size_t *)context;
    return true;
}

static bool stop_at_three(void *context, const cm_enum_test *test)
{
    (void)test;
    return ++*(size_t *)context < 3;
}

static size_t run(cm_enum_request request, cm_enum_sink sink, const char *complaint)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    size_t found = 0;
    bool made = cm_enum_run(&work, cm_enum_find(request.name), &request, sink, &found);
    assert_int_equal(made, complaint == NULL);
    assert_int_equal(work.diags.errors, complaint ? 1 : 0);
    if (complaint)
        assert_non_null(strstr(work.diags.items[0].message, complaint));
    cm_arena_free(arena);
    return found;
}

TEST(axes_asked_for)
{
    static const char *const wishes[] = {"Y=gpu,sys", "producer=rel", "cf=none"};
    cm_enum_request request = {.name = "hetero", .axes = wishes, .axis_count = 3};
    assert_int_equal(run(request, count_one, NULL), 2 * 2 * 4 * 7);
    assert_int_equal(run((cm_enum_request){.name = "hetero"}, stop_at_three, NULL), 3);
}

TEST(bad_requests)
{
    static const char *const wrong[][1] = {{"Z=gpu"}, {"Y"}, {"Y=cluster"}, {"=gpu"}, {"Y=gp"}};
    static const char *const word[] = {"twice"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        run((cm_enum_request){.name = "hetero", .axes = wrong[i], .axis_count = 1}, count_one,
            "expected");
    run((cm_enum_request){.name = "grace", .words = word, .word_count = 1}, count_one, "`twice`");
    run((cm_enum_request){.name = "hopper", .cpu = "z80"}, count_one, "`z80`");
    run((cm_enum_request){.name = "grace", .cpu_fence = "full"}, count_one, "those of hetero");
    run((cm_enum_request){.name = "hetero", .cpu = "z80"}, count_one, "`z80`");
    run((cm_enum_request){.name = "hetero", .cpu_fence = "some"}, count_one, "`some`");
    assert_null(cm_enum_find("grace-hopper"));
}
