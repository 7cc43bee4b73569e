/* For tests of CPU code: loads cases (native_run.h) in one run of the compiler,
 * runs them on this machine, and compares. */
#ifndef CM_TESTS_NATIVE_BATCH_H
#define CM_TESTS_NATIVE_BATCH_H

#include "tests/unit/native_run.h"
#include "tests/unit/unit.h"

#include <inttypes.h>

#if defined __aarch64__
static const cm_arch host = CM_AARCH64;
#else
static const cm_arch host = CM_X86_64;
#endif

static inline bool is_x86(void)
{
    return host == CM_X86_64;
}

/* Tests that live together, so that one run of the compiler serves all. */
typedef struct batch {
    native_test *tests;
    char **texts;
    size_t count, capacity;
} batch;

static inline native_test *batch_add(batch *b)
{
    if (b->count == b->capacity) {
        b->capacity = b->capacity ? 2 * b->capacity : 64;
        b->tests = realloc(b->tests, b->capacity * sizeof *b->tests);
        b->texts = realloc(b->texts, b->capacity * sizeof *b->texts);
        assert_non_null(b->tests);
        assert_non_null(b->texts);
    }
    b->tests[b->count] = (native_test){.host = host};
    b->texts[b->count] = NULL;
    return &b->tests[b->count++];
}

static inline void batch_free(batch *b)
{
    for (size_t i = 0; i < b->count; i++) {
        if (b->tests[i].m.arena)
            step_close(&b->tests[i].m);
        free(b->texts[i]);
    }
    free(b->tests);
    free(b->texts);
}

static inline uint64_t machine_word(const unsigned char *memory, native_word word)
{
    return word.number + (word.kind == NATIVE_ADDRESS ? (uint64_t)(uintptr_t)memory : 0);
}

/* How much differs from an outcome; says it if asked to. */
static inline size_t differences(const native_case *c, const native_outcome *o,
                                 const unsigned char *memory, const uint64_t *out, bool say)
{
    size_t wrong = 0;
    for (int i = 0; i < c->code->out_count; i++) {
        uint64_t expected = machine_word(memory, o->out[i]);
        if (o->out[i].kind == NATIVE_CODE || ((expected ^ out[i]) & c->mask) == 0)
            continue;
        wrong++;
        if (say)
            print_error("%s P%d: %s is 0x%" PRIx64 ", expected 0x%" PRIx64 "\n%s", c->test,
                        c->thread, c->names[i], out[i], expected, c->code->assembly);
    }
    for (size_t i = 0; i < c->cell_count; i++) {
        uint64_t expected = machine_word(memory, o->after[i]);
        if (memcmp(memory + c->cells[i].offset, &expected, c->cells[i].width) == 0)
            continue;
        wrong++;
        if (say)
            print_error("%s P%d: memory at %" PRIu64 " differs, expected 0x%" PRIx64 "\n%s",
                        c->test, c->thread, c->cells[i].offset, expected, c->code->assembly);
    }
    return wrong;
}

/* One of the outcomes? Else says what differs from the first one. */
static inline size_t compare(const native_case *c, const unsigned char *memory, const uint64_t *out)
{
    for (size_t i = 0; i < c->outcome_count; i++)
        if (differences(c, &c->outcomes[i], memory, out, false) == 0)
            return 0;
    print_error("%zu outcomes, and none of them came; the first:\n", c->outcome_count);
    assert_true(c->outcome_count > 0);
    return differences(c, &c->outcomes[0], memory, out, true);
}

enum { MOST_WORDS = 64, PAGE = 4096 };

static inline size_t run_case(const native_case *c, cm_cpu_body *body)
{
    uint64_t in[MOST_WORDS], out[MOST_WORDS] = {0};
    assert_true(c->code->in_count <= MOST_WORDS && c->code->out_count <= MOST_WORDS);
    unsigned char *memory = aligned_alloc(PAGE, (c->memory_bytes + PAGE - 1) / PAGE * PAGE);
    assert_non_null(memory);
    memset(memory, 0, c->memory_bytes);
    for (size_t i = 0; i < c->cell_count; i++) {
        uint64_t before = machine_word(memory, c->cells[i].before);
        memcpy(memory + c->cells[i].offset, &before, c->cells[i].width);
    }
    for (int i = 0; i < c->code->in_count; i++)
        in[i] = machine_word(memory, c->in[i]);
    body(in, out);
    size_t wrong = compare(c, memory, out);
    free(memory);
    return wrong;
}

typedef struct loading {
    cm_work work;
    cm_cpu_loader *loader;
    const cm_cpu_thread *threads;
    int count;
    cm_cpu_body **bodies;
} loading;

static inline void load(void *argument)
{
    loading *l = argument;
    cm_cpu_load(&l->work, l->loader, l->threads, l->count, l->bodies);
}

/* Message of the error, NULL: none. Everything lives in the arena. */
static const char *load_error(cm_arena *arena, cm_cpu_loader *loader, const cm_cpu_thread *threads,
                              int count, cm_cpu_body **bodies)
{
    loading l = {.loader = loader, .threads = threads, .count = count, .bodies = bodies};
    l.work = cm_work_new(arena);
    if (cm_arena_protect(arena, load, &l))
        return NULL;
    return l.work.diags.count > 0 ? l.work.diags.items[0].message : "no message";
}

/* How many cases there were. */
static inline size_t run_batch(const batch *b)
{
    size_t count = 0, wrong = 0;
    for (size_t i = 0; i < b->count; i++)
        count += (size_t)b->tests[i].case_count;
    cm_arena *arena = cm_arena_new(0);
    cm_cpu_thread *threads = calloc(count + 1, sizeof *threads);
    cm_cpu_body **bodies = calloc(count + 1, sizeof *bodies);
    const native_case **cases = calloc(count + 1, sizeof *cases);
    cm_cpu_loader *loader = cm_cpu_loader_new("cc");
    assert_true(arena && threads && bodies && cases && loader);
    size_t at = 0;
    for (size_t i = 0; i < b->count; i++) {
        for (int k = 0; k < b->tests[i].case_count; k++, at++) {
            cases[at] = &b->tests[i].cases[k];
            threads[at] = *cases[at]->code;
        }
    }
    const char *error = load_error(arena, loader, threads, (int)count, bodies);
    if (error)
        fail_msg("%s", error);
    for (size_t i = 0; i < count; i++)
        wrong += run_case(cases[i], bodies[i]);
    assert_int_equal(wrong, 0);
    cm_cpu_loader_free(loader);
    free(cases);
    free(bodies);
    free(threads);
    cm_arena_free(arena);
    return count;
}

#endif
