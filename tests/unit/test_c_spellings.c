/* Tests in the words of several languages are one test: the same steps with the same tags. */
#include "litmus/text/text.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Kinds and tags of the steps, and what a thread shares with the first. */
static const char *steps_of(cm_arena *arena, const cm_test *test)
{
    cm_text text = cm_text_new(arena);
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *thread = &test->threads[t];
        cm_text_append(&text, "P%d %d%d:", t, cm_threads_share(test, 0, t, CM_SCOPE_CTA),
                       cm_threads_share(test, 0, t, CM_SCOPE_DEVICE));
        for (int s = 0; s < thread->step_count; s++) {
            const cm_step *step = &thread->steps[s];
            cm_text_append(&text, " %d/%d", (int)step->kind, step->rmw >= 0);
            for (const char *const *tag = step->tags; tag && *tag; tag++)
                cm_text_append(&text, ",%s", *tag);
        }
        cm_text_add(&text, "\n");
    }
    return text.data;
}

static void check_same(const char *const *texts, const char *expected)
{
    cm_arena *arena = cm_arena_new(0);
    char hashes[2][33] = {"", ""}; /* of OpenCL C, and of all others */
    for (int i = 0; texts[i]; i++) {
        const cm_test *test = cm_litmus_parse_text(arena, "spelling.litmus", texts[i]);
        assert_non_null(test);
        assert_string_equal(steps_of(arena, test), expected);
        cm_work work = cm_work_new(arena);
        char hash[33], *first = hashes[!test->head || !test->head->is_opencl];
        cm_test_hash(&work, test, hash);
        if (!*first)
            memcpy(first, hash, sizeof hash);
        if (test->head)
            assert_string_equal(first, hash);
        char *printed = cm_litmus_print(&work, test);
        test = cm_litmus_parse_text(arena, "printed.litmus", printed);
        assert_non_null(test);
        assert_string_equal(steps_of(arena, test), expected);
        assert_string_equal(cm_litmus_print(&work, test), printed);
    }
    cm_arena_free(arena);
}

#define MP(HEAD, PLACE, STORE, LOAD)                                                               \
    HEAD " MP\n{ x=0; y=0; }\n"                                                                    \
         "P0@cpu (int* x, int* y) { *x = 1; " STORE " }\n"                                         \
         "P1@" PLACE " (int* x, int* y) { " LOAD " int r1 = *x; }\n"                               \
         "exists (1:r0=1 /\\ 1:r1=0)\n"

TEST(of_the_system)
{
    const char *const texts[] = {
        MP("C++", "cpu", "std::atomic_ref<int> f(*y); f.store(1, std::memory_order_release);",
           "std::atomic_ref<int> f(*y); int r0 = f.load(std::memory_order_acquire);"),
        MP("CUDA", "cpu",
           "cuda::atomic_ref<int, cuda::thread_scope_system> f(*y);"
           " f.store(1, cuda::memory_order_release);",
           "cuda::atomic_ref<int> f(*y); int r0 = f.load(cuda::std::memory_order_acquire);"),
        MP("CUDA", "cpu",
           "__nv_atomic_store_n(y, 1, __NV_ATOMIC_RELEASE, __NV_THREAD_SCOPE_SYSTEM);",
           "int r0 = __nv_atomic_load_n(y, __NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_SYSTEM);"),
        MP("HIP", "cpu", "__hip_atomic_store(y, 1, __ATOMIC_RELEASE, __HIP_MEMORY_SCOPE_SYSTEM);",
           "int r0 = __hip_atomic_load(y, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM);"),
        MP("OPENCL", "cpu",
           "atomic_store_explicit(y, 1, memory_order_release, memory_scope_all_svm_devices);",
           "int r0 = __opencl_atomic_load(y, memory_order_acquire, memory_scope_all_svm_devices);"),
        MP("CMCM", "cpu", "__atomic_store_n(y, 1, __ATOMIC_RELEASE);",
           "int r0 = __scoped_atomic_load_n(y, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_SYSTEM);"),
        MP("CMCM", "cpu", "__c11_atomic_store(y, 1, memory_order_release);",
           "int r0 = atomic_load_explicit(y, memory_order_acquire);"),
        NULL};
    check_same(texts, "P0 01: 3/0,NA 3/0,A,REL,ALL\nP1 01: 2/0,A,ACQ,ALL 0/0 2/0,NA 0/0\n");
}

#define SB(HEAD, PLACE, ADD, FENCE, LOAD)                                                          \
    HEAD " SB\n{ x=0; }\nP0@" PLACE " (int* x) { " ADD " " FENCE " " LOAD " }\nexists (x=1)\n"

TEST(of_the_device)
{
    const char *const texts[] = {
        SB("CUDA", "cta 0,gpu 0", "int r0 = atomicAdd(x, 1);", "__threadfence();",
           "cuda::atomic_ref<int, cuda::thread_scope_device> f{*x};"
           " int r1 = f.load(cuda::memory_order_relaxed);"),
        SB("CUDA", "gpu,cta 0",
           "cuda::atomic_ref<int, cuda::thread_scope_device> f(*x);"
           " int r0 = f.fetch_add(1, cuda::memory_order_relaxed);",
           "cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_device);",
           "int r1 = f.load(cuda::memory_order_relaxed);"),
        SB("HIP", "workgroup 0,agent 0",
           "int r0 = __hip_atomic_fetch_add(x, 1, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);",
           "__scoped_atomic_thread_fence(__ATOMIC_SEQ_CST, __MEMORY_SCOPE_DEVICE);",
           "int r1 = __hip_atomic_load(x, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);"),
        SB("OPENCL", "wg 0,dev 0",
           "int r0 = atomic_fetch_add_explicit(x, 1, memory_order_relaxed);",
           "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE,"
           " memory_order_seq_cst, memory_scope_device);",
           "int r1 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);"),
        SB("CMCM", "cta 0,gpu 0",
           "int r0 = __scoped_atomic_fetch_add(x, 1, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE);",
           "__nv_atomic_thread_fence(__NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_DEVICE);",
           "int r1 = atomic_load_explicit(x, memory_order_relaxed, memory_scope_device);"),
        NULL};
    check_same(texts, "P0 11: 2/0,A,RLX,DV 3/1,A,RLX,DV 0/0 4/0,SC,DV,GLOBAL,LOCAL "
                      "2/0,A,RLX,DV 0/0\n");
}

#define ADD(HEAD, PARAMETERS, BODY)                                                                \
    HEAD " ADD\n{ x=0; }\nP0@cpu (" PARAMETERS ") { " BODY " }\nexists (0:r0=0)\n"

TEST(of_operators)
{
    const char *const texts[] = {
        ADD("C++", "std::atomic<int>* x", "int r0 = (*x)++;"),
        ADD("C++", "std::atomic<int>& x", "int r0 = x++;"),
        ADD("C++", "int* x", "std::atomic_ref<int> f(*x); int r0 = f++;"),
        ADD("C++", "int* x", "int r0 = std::atomic_ref<int>(*x).fetch_add(1);"),
        ADD("CMCM", "int* x", "int r0 = atomic_fetch_add(x, 1);"),
        ADD("CUDA", "int* x",
            "int r0 = __nv_atomic_fetch_add(x, 1, __NV_ATOMIC_SEQ_CST, __NV_THREAD_SCOPE_SYSTEM);"),
        NULL};
    check_same(texts, "P0 01: 2/0,A,SC,ALL 3/1,A,SC,ALL 0/0\n");
}

/* By language the head, a fence, a member of an object or a function in general, and the words for
 * scopes; `$` stands for the operation, `%` for the rest. */
static const struct {
    const char *head, *scopes[3], *order, *fence, *call;
} languages[] = {
    {"C++",
     {NULL, NULL, ""},
     "std::memory_order_",
     "std::atomic_thread_fence(%);",
     "std::atomic_ref<int>(*x).$(%);"},
    {"CUDA",
     {"block", "device", "system"},
     "cuda::memory_order_",
     "cuda::atomic_thread_fence(%, cuda::thread_scope_#);",
     "cuda::atomic_ref<int, cuda::thread_scope_#>(*x).$(%);"},
    {"HIP",
     {"WORKGROUP", "AGENT", "SYSTEM"},
     "__ATOMIC_",
     NULL,
     "__hip_atomic_$(x, %, __HIP_MEMORY_SCOPE_#);"},
    {"OPENCL",
     {"work_group", "device", "all_svm_devices"},
     "memory_order_",
     "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, %, memory_scope_#);",
     "atomic_$_explicit(x, %, memory_scope_#);"},
    {"CMCM",
     {"WRKGRP", "DEVICE", "SYSTEM"},
     "__ATOMIC_",
     "__scoped_atomic_thread_fence(%, __MEMORY_SCOPE_#);",
     "__scoped_atomic_$_n(x, %, __MEMORY_SCOPE_#);"},
    {"CMCM", {NULL, NULL, ""}, "__ATOMIC_", "__atomic_thread_fence(%);", "__atomic_$_n(x, %);"},
};
enum { LANGUAGES = sizeof languages / sizeof *languages };

/* "__ATOMIC_ACQUIRE" */
static const char *order_in(cm_arena *arena, int language, const char *order)
{
    char *word = cm_arena_printf(arena, "%s%s", languages[language].order, order);
    bool capital = word[2] == 'A';
    for (char *c = word; *c && capital; c++)
        *c = (char)(*c >= 'a' && *c <= 'z' ? *c - 'a' + 'A' : *c);
    return word;
}

/* The operation in that language; NULL: it has none. */
static const char *spelt(cm_arena *arena, int language, const char *operation, const char *order,
                         int scope)
{
    const char *other = order_in(arena, language, order);
    bool fence = strcmp(operation, "fence") == 0, load = strcmp(operation, "load") == 0;
    bool fetch = strncmp(operation, "fetch", 5) == 0;
    bool gives = !fence && strcmp(operation, "store") != 0;
    const char *form = fence ? languages[language].fence : languages[language].call;
    const char *where = languages[language].scopes[scope];
    if (!form || !where)
        return NULL;
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "%s", gives ? "int r0 = " : "");
    for (; *form; form++)
        if (*form == '$')
            cm_text_append(&text, "%s", operation);
        else if (*form == '#')
            cm_text_append(&text, "%s", where);
        else if (*form == '%')
            cm_text_append(&text, "%s%s", fence || load ? "" : "3, ", other);
        else if (fetch && strncmp(form, "_n(", 3) == 0)
            form++; /* the name of these has none */
        else
            cm_text_append(&text, "%c", *form);
    return text.data;
}

TEST(of_all_operations)
{
    static const char *const operations[] = {"load",      "store",    "exchange",
                                             "fetch_add", "fetch_or", "fence"};
    static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
    int count = 0;
    for (int o = 0; o < 6; o++)
        for (int m = 0; m < 5; m++)
            for (int scope = 0; scope < 3; scope++) {
                if ((o == 0 && (m == 2 || m == 3)) || (o == 1 && (m == 1 || m == 3)))
                    continue;
                const char *texts[LANGUAGES + 1] = {NULL};
                int found = 0;
                for (int l = 0; l < LANGUAGES; l++) {
                    const char *one = spelt(arena, l, operations[o], orders[m], scope);
                    if (one)
                        texts[found++] = cm_arena_printf(
                            arena,
                            "%s one\n{ x=0; }\nP0@cta 0,gpu 0 (int* x) { %s }\nexists (x=1)\n",
                            languages[l].head, one);
                }
                const cm_test *first = cm_litmus_parse_text(arena, "first.litmus", texts[0]);
                assert_non_null(first);
                check_same(texts, steps_of(arena, first));
                count += found >= (o == 5 ? 3 : 4);
            }
    assert_int_equal(count, 78); /* of 26 operations with an order, in three scopes */
}

/* GCC's manual: a full barrier. */
TEST(of_full_barriers)
{
    const char *const texts[] = {ADD("C++", "int* x", "int r0 = __sync_fetch_and_add(x, 1);"),
                                 NULL};
    check_same(texts, "P0 01: 4/0,SC,ALL,GLOBAL,LOCAL 2/0,A,SC,ALL 3/1,A,SC,ALL "
                      "4/0,SC,ALL,GLOBAL,LOCAL 0/0\n");
}

/* GNU C's functions without `_n` have pointers to the values. */
TEST(of_values_by_pointers)
{
    const char *const texts[] = {
        ADD("C++", "int* x", "int r0 = 1; __atomic_store(x, &r0, __ATOMIC_RELEASE);"),
        ADD("HIP", "int* x",
            "int r0 = 1; __scoped_atomic_store(x, &r0, __ATOMIC_RELEASE, __MEMORY_SCOPE_SYSTEM);"),
        ADD("CMCM", "int* x", "int r0 = 1; __atomic_store_n(x, r0, __ATOMIC_RELEASE);"), NULL};
    check_same(texts, "P0 01: 0/0 3/0,A,REL,ALL\n");
}

/* The register of the first thread, which the test has. */
static int register_of(const cm_test *test, const char *name)
{
    const cm_thread *thread = &test->threads[0];
    int r = 0;
    while (r < thread->register_count && strcmp(thread->registers[r].name, name) != 0)
        r++;
    assert_true(r < thread->register_count);
    return r;
}

/* As in herd a pointer that is a parameter is a register of its thread, which holds the address. */
TEST(of_parameters)
{
    const char *const texts[] = {
        "C T\n{ x=3; }\nP0(atomic_int* x) { int r0 = atomic_load(x); }\n"
        "exists (0:x=x /\\ 0:r0=3)\n",
        "OPENCL T\n{ [x]=3; }\nP0@wg 0, dev 0 (global int* x) { int r0 = *x; }\n"
        "locations [0:x;]\nexists (0:r0=3)\n",
    };
    cm_arena *mine = cm_arena_new(0);
    for (int i = 0; i < 2; i++) {
        const cm_test *test = cm_litmus_parse_text(mine, "parameter.litmus", texts[i]);
        assert_non_null(test);
        const cm_register *registers = test->threads[0].registers;
        assert_int_equal(registers[register_of(test, "x")].init->imm, test->locations[0].address);
        assert_int_equal(registers[register_of(test, "r0")].init->imm, 0);
    }
    cm_arena_free(mine);
}

/* `continue` is a jump before `;` only: tests of the Linux kernel have variables of that name. */
TEST(of_a_variable_called_continue)
{
    cm_arena *mine = cm_arena_new(0);
    const cm_test *test = cm_litmus_parse_text(
        mine, "continue.litmus",
        "C T\n{ x=3; 0:continue=1; }\n"
        "P0(int* x) { if (continue) { r0 = READ_ONCE(*x); if (r0 == 3) { continue = 0; } } }\n"
        "exists (0:continue=0)\n");
    assert_non_null(test);
    const cm_thread *thread = &test->threads[0];
    int written = 0, named = register_of(test, "continue");
    for (int s = 0; s < thread->step_count; s++)
        written += thread->steps[s].dst == named;
    assert_int_equal(written, 1);
    cm_arena_free(mine);
}

/* Each of the programs with answers is the same test after it was printed. */
TEST(of_programs_that_are_printed)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/tests/program/c_programs.txt", getenv("CMCM_SOURCE"));
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    cm_arena *mine = cm_arena_new(0);
    char *all = CM_NEW_ARRAY(mine, 200000, char);
    size_t length = fread(all, 1, 199999, file);
    fclose(file);
    all[length] = '\0';
    int programs = 0;
    for (char *at = strstr(all, "\n### "), *end; at; at = end) {
        char *text = strchr(at + 1, '\n') + 1, verdict[20] = "";
        end = strstr(text, "\n### ");
        char *own = cm_arena_text(mine, text, end ? (size_t)(end + 1 - text) : strlen(text));
        sscanf(at, "\n### %*s %19s", verdict);
        if (strcmp(verdict, "error") == 0)
            continue;
        char hashes[2][33];
        cm_work work = cm_work_new(mine);
        cm_test *test = cm_litmus_parse_text(mine, "program.litmus", own);
        assert_non_null(test);
        cm_test_hash(&work, test, hashes[0]);
        char *printed = cm_litmus_print(&work, test);
        cm_test *again = cm_litmus_parse_text(mine, "printed.litmus", printed);
        if (!again)
            fail_msg("%s is printed as\n%s", own, printed);
        cm_test_hash(&work, again, hashes[1]);
        if (strcmp(hashes[0], hashes[1]) != 0)
            fail_msg("%s is printed as\n%s", own, printed);
        programs++;
    }
    assert_true(programs > 150);
    cm_arena_free(mine);
}
