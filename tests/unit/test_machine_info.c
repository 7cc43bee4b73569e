/* What `probe info` gathers of the machine. */
#include "hwrun/machine/info.h"
#include "report/probe_report.h"
#include "tests/unit/fakecuda_help.h"

#include <unistd.h>

typedef struct gathering {
    cm_work work;
    cm_info *info;
    cm_machine_options options;
} gathering;

static void gather(void *argument)
{
    gathering *g = argument;
    g->info = cm_info_gather(&g->work, &g->options);
}

static gathering must_gather(unsigned gpu)
{
    gathering g = {.options = {.gpu = gpu}};
    g.work = cm_work_new(cm_arena_new(0));
    if (!cm_arena_protect(g.work.arena, gather, &g))
        fail_msg("%s", last_error(&g.work));
    assert_int_equal(g.work.diags.count, 0);
    return g;
}

static const char *value_of(const cm_info *info, const char *group, const char *name)
{
    for (size_t i = 0; i < info->row_count; i++)
        if (strcmp(info->rows[i].group, group) == 0 && strcmp(info->rows[i].name, name) == 0)
            return info->rows[i].value;
    return NULL;
}

static const cm_info_memory *memory_of(const cm_info *info, const char *name)
{
    for (size_t i = 0; i < info->memory_count; i++)
        if (strcmp(info->memory[i].name, name) == 0)
            return &info->memory[i];
    return NULL;
}

TEST(test_info_without_gpu)
{
    setenv("CMCM_LIBCUDA", "/nonexistent/libcuda.so.1", 1);
    gathering g = must_gather(0);
    assert_non_null(g.info->no_gpu);
    assert_null(value_of(g.info, "gpu", "name"));
    assert_non_null(value_of(g.info, "machine", "cpu"));
    char page[32];
    snprintf(page, sizeof page, "%ld", sysconf(_SC_PAGESIZE));
    assert_string_equal(value_of(g.info, "machine", "page_bytes"), page);
    const cm_info_memory *plain = memory_of(g.info, "malloc");
    assert_null(plain->mixes[CM_MIX_CPU].refused);
    assert_true(plain->mixes[CM_MIX_CPU].is_default);
    assert_string_equal(plain->mixes[CM_MIX_BOTH].refused, "no GPU is in use");
    assert_false(plain->mixes[CM_MIX_BOTH].is_default);
    assert_string_equal(memory_of(g.info, "device")->mixes[CM_MIX_GPU].refused, "no GPU is in use");
    cm_arena_free(g.work.arena);
}

TEST(test_info_with_gpu)
{
    fakecuda_use(0, -1, NULL);
    gathering g = must_gather(0);
    assert_null(g.info->no_gpu);
    static const char *const rows[][2] = {{"number", "0 of 1, counted from 0"},
                                          {"name", "False GPU 0"},
                                          {"uuid", "GPU-00112233-4455-6677-8899-aabbccddeeff"},
                                          {"driver", "13.0"},
                                          {"compute", "9.0"},
                                          {"multiprocessors", "4"},
                                          {"memory_bytes", "1073741824"},
                                          {"numa_node", "none"},
                                          {"pageableMemoryAccess", "no"},
                                          {"concurrentManagedAccess", "yes"},
                                          {"hostNativeAtomicSupported", "no"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(value_of(g.info, "gpu", rows[i][0]), rows[i][1]);
    assert_true(memory_of(g.info, "pinned")->mixes[CM_MIX_BOTH].is_default);
    assert_true(memory_of(g.info, "device")->mixes[CM_MIX_GPU].is_default);
    assert_string_equal(memory_of(g.info, "malloc")->mixes[CM_MIX_BOTH].refused,
                        "the GPU cannot reach pageable memory: pageableMemoryAccess is 0");
    cm_arena_free(g.work.arena);
    assert_fakecuda_clean();
}

/* How many lines of a text that begin with `start` are the same as one before them. */
static unsigned repeated_lines(const char *text, const char *start)
{
    unsigned repeated = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        size_t length = strcspn(line, "\n");
        if (strncmp(line, start, strlen(start)) != 0)
            continue;
        for (const char *before = strstr(text, start); before && before < line;
             before = strstr(before + 1, start))
            repeated += before[-1] == '\n' && strncmp(before, line, length + 1) == 0;
    }
    return repeated;
}

/* Kinds of memory are a table, however long their names are, and each reason is said once. */
TEST(test_info_text)
{
    fakecuda_use(0, -1, NULL);
    gathering g = must_gather(0);
    cm_text text = cm_text_new(g.work.arena);
    cm_info_text(&text, g.info);
    const char *table = strstr(text.data, "\nmemory ") + 1;
    size_t columns = strcspn(table, "\n");
    unsigned rows = 0;
    for (const char *row = strchr(table, '\n') + 1; strncmp(row, "  no ", 5) != 0;
         row = strchr(row, '\n') + 1, rows++)
        assert_int_equal(strcspn(row, "\n"), columns);
    assert_int_equal(rows, g.info->memory_count);
    assert_non_null(strstr(table, "\n  no peer: "));
    assert_int_equal(repeated_lines(text.data, "  no "), 0);
    cm_arena_free(g.work.arena);
    assert_fakecuda_clean();
}

/* A GPU that is there and cannot be used is a fact, whichever call says so. */
TEST(test_info_failing_gpu)
{
    fakecuda_use(0, -1, NULL);
    gathering g = must_gather(7);
    assert_string_equal(g.info->no_gpu, "there is no GPU 7, this machine has 1, counted from 0");
    assert_null(value_of(g.info, "gpu", "name"));
    cm_arena_free(g.work.arena);
    for (unsigned n = 1; n <= 30; n++) {
        fakecuda_use(n, -1, NULL);
        g = must_gather(0);
        assert_non_null(g.info->no_gpu);
        assert_non_null(strstr(g.info->no_gpu, fakecuda_now()->failed));
        assert_non_null(value_of(g.info, "machine", "cpu"));
        cm_arena_free(g.work.arena);
        assert_fakecuda_clean();
    }
}

/* Memory for the rows runs out at some point. */
TEST(test_info_out_of_memory)
{
    fakecuda_use(0, -1, NULL);
    unsigned gathered = 0, failed = 0;
    for (size_t limit = 64; limit < 20000; limit += 200) {
        gathering g = {.options = {.gpu = 0}};
        g.work = cm_work_new(cm_arena_new(limit));
        if (cm_arena_protect(g.work.arena, gather, &g))
            gathered++;
        else
            failed++;
        cm_arena_free(g.work.arena);
        assert_fakecuda_clean();
    }
    assert_true(gathered > 0 && failed > 10);
}
