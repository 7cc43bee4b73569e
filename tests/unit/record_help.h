/* For tests of records and logs: random records, comparing them, and files. */
#ifndef CM_TESTS_UNIT_RECORD_HELP_H
#define CM_TESTS_UNIT_RECORD_HELP_H

#include "base/random.h"
#include "base/text.h"
#include "hwrun/record/record_format.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct bench {
    cm_arena *arena;
    cm_work work;
    uint64_t random; /* how many numbers were drawn */
    char path[64];   /* of a file to write; removed at the end */
} bench;

static inline void bench_start(bench *b)
{
    *b = (bench){.arena = cm_arena_new(0)};
    b->work = cm_work_new(b->arena);
    snprintf(b->path, sizeof b->path, "record-%ld.tmp", (long)getpid());
    (void)unlink(b->path);
}

static inline void bench_end(bench *b)
{
    (void)unlink(b->path);
    cm_arena_free(b->arena);
}

/* "LINE:COLUMN: severity: message" of the first diagnostic, or "". */
static inline const char *first_message(bench *b)
{
    static const char *const words[] = {"note", "warning", "error"};
    if (b->work.diags.count == 0)
        return "";
    const cm_diag *d = &b->work.diags.items[0];
    unsigned line, column;
    cm_place_position(d->place, &line, &column);
    return cm_arena_printf(b->arena, "%u:%u: %s: %s", line, column, words[d->severity], d->message);
}

static inline void forget_messages(bench *b)
{
    b->work = cm_work_new(b->arena);
}

#define assert_contains(text, part)                                                                \
    do {                                                                                           \
        if (!strstr((text), (part)))                                                               \
            fail_msg("'%s' is not in: %s", (part), (text));                                        \
    } while (0)

/* ---- files ------------------------------------------------------------ */

static inline const char *in_source(bench *b, const char *path)
{
    return unit_path(b->arena, path);
}

static inline cm_record *read_good(bench *b, const char *path)
{
    cm_record *record = cm_record_or_log_read(&b->work, path);
    if (!record || b->work.diags.count > 0)
        fail_msg("%s: %s", path, first_message(b));
    return record;
}

/* ---- random records ---------------------------------------------------- */

static inline uint64_t draw(bench *b, uint64_t limit)
{
    return cm_random(42, 0, b->random++) % limit;
}

/* Up to limit - 1 characters, any that a text can hold: often ones that XML or
 * a log treat in a special way. */
static inline const char *any_text(bench *b, size_t limit)
{
    static const char *const pieces[] = {
        "<",    "&",    "]]>",          "\"",           "'",
        "\n",   "\r\n", "\t",           "  ",           "\x01",
        "\x7f", "\xff", "\xc3\xa9",     "\xee\x80\x81", "\xef\xbf\xbf",
        ";",    "=",    "\xed\xa0\x80", "&lt;",         "</test>\n"};
    cm_text out = cm_text_new(b->arena);
    for (size_t count = draw(b, limit); count > 0; count--) {
        if (draw(b, 4) == 0)
            cm_text_add(&out, pieces[draw(b, sizeof pieces / sizeof *pieces)]);
        else
            cm_text_add_char(&out, (char)('a' + draw(b, 26)));
    }
    return out.data;
}

static inline double any_seconds(bench *b)
{
    return draw(b, 3) == 0 ? 0 : (double)draw(b, UINT64_C(100000000000)) / 1e9;
}

static inline cm_record_pair *any_pairs(bench *b, size_t count, bool unique)
{
    cm_record_pair *pairs = CM_NEW_ARRAY(b->arena, count, cm_record_pair);
    for (size_t i = 0; i < count; i++) {
        const char *key = any_text(b, 6);
        pairs[i] = (cm_record_pair){unique ? cm_arena_printf(b->arena, "%zu%s", i, key) : key,
                                    any_text(b, 30)};
    }
    return pairs;
}

static inline cm_record_machine any_machine(bench *b)
{
    cm_record_machine m = {.host = any_text(b, 9),
                           .kernel = any_text(b, 9),
                           .cpu = any_text(b, 9),
                           .arch = any_text(b, 9),
                           .cpus = (unsigned)draw(b, UINT32_MAX + UINT64_C(1)),
                           .numa_nodes = (unsigned)draw(b, 4),
                           .memory_bytes = draw(b, UINT64_MAX),
                           .page_bytes = UINT64_MAX,
                           .attribute_count = draw(b, 3)};
    m.attributes = any_pairs(b, m.attribute_count, true);
    if (draw(b, 2) == 0) {
        m.gpu = any_text(b, 9);
        m.gpu_uuid = any_text(b, 9);
        m.compute = "9.0";
        m.driver = any_text(b, 9);
    }
    return m;
}

static inline cm_parameters any_parameters(bench *b)
{
    cm_parameters p = {.seed = draw(b, UINT64_MAX),
                       .memory = (cm_memory_kind)draw(b, CM_MEMORY_NUMA + 1),
                       .injections = (unsigned)draw(b, 8),
                       .instances = draw(b, 1000),
                       .rounds = draw(b, 1000),
                       .iterations = draw(b, UINT64_MAX),
                       .seconds = any_seconds(b)};
    if (p.memory == CM_MEMORY_NUMA)
        p.numa_node = (unsigned)draw(b, 9);
    for (int i = 0; i < CM_TUNABLE_COUNT; i++) {
        p.tuned[i] = (unsigned)draw(b, 2000);
        p.given[i] = draw(b, 2) == 0;
    }
    return p;
}

static inline void any_states(bench *b, cm_record_test *test)
{
    test->state_count = draw(b, 5);
    test->states = CM_NEW_ARRAY(b->arena, test->state_count, cm_record_state);
    test->stuck = draw(b, 10);
    test->unfiled = draw(b, 10);
    test->instances = test->stuck + test->unfiled;
    for (size_t i = 0; i < test->state_count; i++) {
        test->states[i] = (cm_record_state){cm_arena_printf(b->arena, "0:X0=%zu; [x]=-1;", i),
                                            draw(b, 1000000000) + 1, draw(b, 2) == 0};
        test->instances += test->states[i].count;
    }
}

static inline cm_record_test any_test(bench *b, size_t machine_count)
{
    cm_record_test t = {.name = any_text(b, 12),
                        .arch = any_text(b, 9),
                        .hash = draw(b, 2) == 0 ? "" : "00112233445566778899aabbccddeeff",
                        .text = any_text(b, 200),
                        .axis_count = draw(b, 4),
                        .machine = draw(b, machine_count),
                        .end = (cm_record_end)draw(b, CM_RECORD_FAILED + 1),
                        .reason = "",
                        .parameters = any_parameters(b),
                        .misaligned = draw(b, 9),
                        .rounds = draw(b, 9),
                        .wall_seconds = any_seconds(b),
                        .busy_seconds = any_seconds(b),
                        .started = draw(b, 2) == 0 ? "" : "2026-11-21T04:05:06Z",
                        .verdict = (cm_verdict_kind)draw(b, CM_VERDICT_FORBIDDEN_SEEN + 1)};
    t.axes = any_pairs(b, t.axis_count, false);
    if (t.end != CM_RECORD_DONE)
        t.reason = cm_arena_printf(b->arena, "%s.", any_text(b, 20));
    t.model = t.verdict == CM_VERDICT_UNJUDGED ? "" : "arm";
    any_states(b, &t);
    return t;
}

static inline cm_record any_record(bench *b, size_t test_count)
{
    cm_record r = {.program = any_text(b, 9),
                   .version = any_text(b, 9),
                   .command = any_text(b, 40),
                   .suite = any_text(b, 5),
                   .shard = any_text(b, 5),
                   .machine_count = draw(b, 2) + 1,
                   .test_count = test_count};
    r.machines = CM_NEW_ARRAY(b->arena, r.machine_count, cm_record_machine);
    r.tests = CM_NEW_ARRAY(b->arena, r.test_count, cm_record_test);
    for (size_t i = 0; i < r.machine_count; i++)
        r.machines[i] = any_machine(b);
    for (size_t i = 0; i < r.test_count; i++)
        r.tests[i] = any_test(b, r.machine_count);
    return r;
}

/* ---- comparing --------------------------------------------------------- */

static inline void same_pairs(const cm_record_pair *a, size_t a_count, const cm_record_pair *b,
                              size_t b_count)
{
    assert_int_equal(a_count, b_count);
    for (size_t i = 0; i < a_count; i++) {
        assert_string_equal(a[i].key, b[i].key);
        assert_string_equal(a[i].value, b[i].value);
    }
}

static inline void same_optional(const char *a, const char *b)
{
    assert_int_equal(a != NULL, b != NULL);
    if (a && b)
        assert_string_equal(a, b);
}

static inline void same_machine(const cm_record_machine *a, const cm_record_machine *b)
{
    assert_string_equal(a->host, b->host);
    assert_string_equal(a->kernel, b->kernel);
    assert_string_equal(a->cpu, b->cpu);
    assert_string_equal(a->arch, b->arch);
    assert_true(a->cpus == b->cpus && a->numa_nodes == b->numa_nodes);
    assert_true(a->memory_bytes == b->memory_bytes && a->page_bytes == b->page_bytes);
    same_optional(a->gpu, b->gpu);
    same_optional(a->gpu_uuid, b->gpu_uuid);
    same_optional(a->compute, b->compute);
    same_optional(a->driver, b->driver);
    same_pairs(a->attributes, a->attribute_count, b->attributes, b->attribute_count);
}

static inline void same_parameters(const cm_parameters *a, const cm_parameters *b)
{
    assert_true(a->seed == b->seed && a->memory == b->memory && a->numa_node == b->numa_node);
    assert_true(a->injections == b->injections && a->instances == b->instances);
    assert_true(a->rounds == b->rounds && a->iterations == b->iterations);
    assert_true(a->seconds == b->seconds);
    assert_memory_equal(a->tuned, b->tuned, sizeof a->tuned);
    assert_memory_equal(a->given, b->given, sizeof a->given);
}

static inline void same_states(const cm_record_test *a, const cm_record_test *b)
{
    assert_int_equal(a->state_count, b->state_count);
    for (size_t i = 0; i < a->state_count; i++) {
        assert_string_equal(a->states[i].text, b->states[i].text);
        assert_true(a->states[i].count == b->states[i].count);
        assert_int_equal(a->states[i].satisfies, b->states[i].satisfies);
    }
}

static inline void same_test(const cm_record_test *a, const cm_record_test *b)
{
    assert_string_equal(a->name, b->name);
    assert_string_equal(a->arch, b->arch);
    assert_string_equal(a->hash, b->hash);
    assert_string_equal(a->text, b->text);
    assert_string_equal(a->reason, b->reason);
    assert_string_equal(a->started, b->started);
    assert_string_equal(a->model, b->model);
    same_pairs(a->axes, a->axis_count, b->axes, b->axis_count);
    assert_int_equal(a->machine, b->machine);
    assert_int_equal(a->end, b->end);
    assert_int_equal(a->verdict, b->verdict);
    assert_true(a->instances == b->instances && a->stuck == b->stuck && a->unfiled == b->unfiled);
    assert_true(a->misaligned == b->misaligned && a->rounds == b->rounds);
    assert_true(a->wall_seconds == b->wall_seconds && a->busy_seconds == b->busy_seconds);
    same_parameters(&a->parameters, &b->parameters);
    same_states(a, b);
}

static inline void same_record(const cm_record *a, const cm_record *b)
{
    assert_string_equal(a->program, b->program);
    assert_string_equal(a->version, b->version);
    assert_string_equal(a->command, b->command);
    assert_string_equal(a->suite, b->suite);
    assert_string_equal(a->shard, b->shard);
    assert_int_equal(a->machine_count, b->machine_count);
    for (size_t i = 0; i < a->machine_count; i++)
        same_machine(&a->machines[i], &b->machines[i]);
    assert_int_equal(a->test_count, b->test_count);
    for (size_t i = 0; i < a->test_count; i++)
        same_test(&a->tests[i], &b->tests[i]);
}

#endif
