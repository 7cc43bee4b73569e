/* Run records: writing, resuming, and what happens to the file. */
#include "tests/unit/record_help.h"

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

static cm_record_writer *open_good(bench *b, const cm_record *head, bool resume, cm_record **old)
{
    cm_record_writer *writer = cm_record_writer_open(&b->work, b->path, head, resume, old);
    if (!writer)
        fail_msg("%s", first_message(b));
    return writer;
}

static void write_record(bench *b, const cm_record *record)
{
    cm_record *old = NULL;
    (void)unlink(b->path);
    cm_record_writer *writer = open_good(b, record, false, &old);
    assert_null(old);
    for (size_t i = 0; i < record->test_count; i++)
        if (!cm_record_writer_add(&b->work, writer, &record->tests[i]))
            fail_msg("%s", first_message(b));
    assert_true(cm_record_writer_close(&b->work, writer));
}

/* ---- writing ----------------------------------------------------------- */

TEST(test_round_trip)
{
    for (uint64_t round = 0; round < 60; round++) {
        bench b;
        bench_start(&b);
        b.random = round * 100000;
        cm_record record = any_record(&b, round % 4);
        write_record(&b, &record);
        same_record(&record, read_good(&b, b.path));
        bench_end(&b);
    }
}

/* Whole and valid before the first test and after each. */
TEST(test_always_complete)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 6), *old = NULL;
    cm_record_writer *writer = open_good(&b, &record, false, &old);
    size_t count = record.test_count;
    for (record.test_count = 0;; record.test_count++) {
        same_record(&record, read_good(&b, b.path));
        if (record.test_count == count)
            break;
        assert_true(cm_record_writer_add(&b.work, writer, &record.tests[record.test_count]));
    }
    assert_true(cm_record_writer_close(&b.work, writer));
    bench_end(&b);
}

static void expect_flaw(bench *b, cm_record_writer *writer, const cm_record_test *test,
                        const char *message)
{
    forget_messages(b);
    assert_false(cm_record_writer_add(&b->work, writer, test));
    assert_contains(first_message(b), message);
}

/* What would make the file invalid is not written. */
TEST(test_unsound)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 1), *old = NULL;
    cm_record_writer *writer = open_good(&b, &record, false, &old);
    cm_record_test good = any_test(&b, 1), bad = good;
    bad.instances++;
    expect_flaw(&b, writer, &bad, "expected instances - stuck - unfiled");
    bad = good;
    bad.machine = record.machine_count;
    expect_flaw(&b, writer, &bad, "counted from 0");
    bad = good;
    bad.wall_seconds = -1;
    expect_flaw(&b, writer, &bad, "wall-seconds is -1");
    bad.wall_seconds = 0.0 / 0.0;
    expect_flaw(&b, writer, &bad, "wall-seconds is");
    bad = good;
    bad.hash = "0123";
    expect_flaw(&b, writer, &bad, "expected 32 lower-case hexadecimal digits");
    bad = good;
    bad.started = "2026-11-21 04:05:06";
    expect_flaw(&b, writer, &bad, "expected the form 2026-11-21T04:05:06Z");
    bad = good;
    bad.end = CM_RECORD_REFUSED;
    bad.reason = "";
    expect_flaw(&b, writer, &bad, "expected a reason");
    bad = good;
    bad.verdict = CM_VERDICT_OK;
    bad.model = "";
    expect_flaw(&b, writer, &bad, "expected the model's name");
    bad = good;
    char *text = cm_arena_alloc(b.arena, CM_RECORD_MAX_TEXT + 2, 1);
    memset(text, 'a', CM_RECORD_MAX_TEXT + 1);
    bad.text = text;
    expect_flaw(&b, writer, &bad, "too long");
    forget_messages(&b);
    text[CM_RECORD_MAX_TEXT] = '\0';
    memset(text, '\xff', CM_RECORD_MAX_TEXT); /* as long as can be, and all of it escaped */
    assert_true(cm_record_writer_add(&b.work, writer, &bad));
    assert_true(cm_record_writer_close(&b.work, writer));
    record.test_count = 1;
    record.tests = &bad;
    same_record(&record, read_good(&b, b.path));
    bench_end(&b);
}

/* ---- resuming ---------------------------------------------------------- */

static void expect_refused(bench *b, const cm_record *head, bool resume, const char *message)
{
    cm_record *old = NULL;
    forget_messages(b);
    assert_null(cm_record_writer_open(&b->work, b->path, head, resume, &old));
    assert_null(old);
    assert_contains(first_message(b), message);
    forget_messages(b);
}

TEST(test_resume)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 5), *old = NULL;
    cm_record_writer *writer = open_good(&b, &record, true, &old); /* there is no file yet */
    assert_null(old);
    assert_true(cm_record_writer_add(&b.work, writer, &record.tests[0]));
    assert_true(cm_record_writer_close(&b.work, writer));
    for (size_t i = 1; i < record.test_count; i++) {
        writer = open_good(&b, &record, true, &old);
        assert_int_equal(old->test_count, i);
        same_test(&old->tests[i - 1], &record.tests[i - 1]);
        assert_true(cm_record_writer_add(&b.work, writer, &record.tests[i]));
        assert_true(cm_record_writer_close(&b.work, writer));
    }
    same_record(&record, read_good(&b, b.path));
    expect_refused(&b, &record, false, "the file exists already");
    bench_end(&b);
}

/* An editor has put a byte order mark at the start. */
TEST(test_resume_marked)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 2), *old = NULL;
    cm_record first = record;
    first.test_count = 1;
    write_record(&b, &first);
    size_t length;
    const char *text = unit_read(b.arena, b.path, &length);
    FILE *file = fopen(b.path, "w");
    assert_non_null(file);
    fputs("\xef\xbb\xbf", file);
    assert_int_equal(fwrite(text, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    cm_record_writer *writer = open_good(&b, &record, true, &old);
    assert_int_equal(old->test_count, 1);
    assert_true(cm_record_writer_add(&b.work, writer, &record.tests[1]));
    assert_true(cm_record_writer_close(&b.work, writer));
    same_record(&record, read_good(&b, b.path));
    bench_end(&b);
}

TEST(test_resume_elsewhere)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 1), other = record;
    record.suite = "hetero";
    record.machine_count = 1;
    record.tests[0].machine = 0;
    record.machines[0].gpu_uuid = "GPU-1";
    write_record(&b, &record);
    cm_record_machine machine = record.machines[0];
    other = record;
    other.suite = "x86";
    expect_refused(&b, &other, true, "the record is of suite 'hetero'");
    other = record;
    other.shard = "other";
    expect_refused(&b, &other, true, "expected 'hetero' shard 'other'");
    other = record;
    other.machines = &machine;
    machine.host = "elsewhere";
    expect_refused(&b, &other, true, "expected 'elsewhere'");
    machine = record.machines[0];
    machine.cpu = "another CPU";
    expect_refused(&b, &other, true, "CPU");
    machine = record.machines[0];
    machine.gpu_uuid = NULL;
    expect_refused(&b, &other, true, "GPU 'GPU-1', expected 'none'");
    machine = record.machines[0];
    machine.driver = "13.1 or so";
    expect_refused(&b, &other, true, "driver");
    machine = record.machines[0];
    cm_record *old = NULL;
    assert_true(cm_record_writer_close(&b.work, open_good(&b, &other, true, &old)));
    bench_end(&b);
}

/* The record is wrong in the middle, or has another end than ours: nothing is cut. */
TEST(test_resume_malformed)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 2);
    write_record(&b, &record);
    size_t length;
    char *text = unit_read(b.arena, b.path, &length);
    char *broken = cm_arena_text(b.arena, text, length);
    *strstr(broken, "seed=") = 'S';
    unit_write(b.path, broken, length);
    expect_refused(&b, &record, true, "attribute 'Seed' cannot be in");
    unit_write(b.path, "<a/>\n", 5);
    expect_refused(&b, &record, true, "expected <run>");
    const char *after = cm_arena_printf(b.arena, "%s<!-- the end -->\n", text);
    unit_write(b.path, after, strlen(after));
    expect_refused(&b, &record, true, "expected one that ends in '</run>'");
    assert_string_equal(unit_read(b.arena, b.path, &length), after);
    bench_end(&b);
}

/* One length to which a crash may have cut the file (0: nothing was written). */
static void check_cut(bench *b, const cm_record *record, const char *text, size_t length,
                      size_t *repaired)
{
    cm_record *old = NULL;
    unit_write(b->path, text, length);
    forget_messages(b);
    cm_record_writer *writer = cm_record_writer_open(&b->work, b->path, record, true, &old);
    if (!writer) {
        assert_true(b->work.diags.errors > 0);
        return;
    }
    size_t kept = old ? old->test_count : 0;
    assert_true(kept <= record->test_count);
    for (size_t i = 0; i < kept; i++)
        same_test(&old->tests[i], &record->tests[i]);
    if (b->work.diags.count > 0) {
        assert_contains(first_message(b), "warning: ends in the middle of a test");
        ++*repaired;
    }
    for (size_t i = kept; i < record->test_count; i++)
        assert_true(cm_record_writer_add(&b->work, writer, &record->tests[i]));
    assert_true(cm_record_writer_close(&b->work, writer));
    forget_messages(b);
    same_record(record, read_good(b, b->path));
}

/* Every beginning of the last of three tests gives the two before it and can be
 * continued; of the rest of the file, some. */
TEST(test_truncated)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 3);
    record.tests[2].axis_count = 1;
    write_record(&b, &record);
    size_t length, repaired = 0, tried = 0;
    char *text = unit_read(b.arena, b.path, &length);
    size_t last = length;
    while (strncmp(text + last, "<test ", 6) != 0)
        last--;
    for (size_t cut = 0; cut < length; cut += cut < last ? 53 : 1) {
        bench inner;
        bench_start(&inner);
        check_cut(&inner, &record, text, cut, &repaired);
        tried += cut > last && cut < length - 1;
        bench_end(&inner);
    }
    assert_true(repaired >= tried && tried > 1000);
    bench_end(&b);
}

/* A write that stopped within the old tail leaves the rest of it. */
TEST(test_torn_tail)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 2);
    record.test_count = 1;
    write_record(&b, &record);
    size_t length, repaired = 0;
    char *text = unit_read(b.arena, b.path, &length);
    for (size_t i = 1; i < strlen("<test "); i++) {
        char *torn = cm_arena_text(b.arena, text, length);
        memcpy(torn + length - strlen(CM_RECORD_TAIL), "<test ", i);
        record.test_count = 2;
        check_cut(&b, &record, torn, length, &repaired);
    }
    assert_int_equal(repaired, 4); /* of one byte, '<', nothing can be seen */
    bench_end(&b);
}

/* ---- the file ---------------------------------------------------------- */

TEST(test_lock)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 1), *old = NULL;
    cm_record_writer *writer = open_good(&b, &record, false, &old);
    expect_refused(&b, &record, true, "another process writes this record");
    read_good(&b, b.path); /* reading is free, and leaves the lock alone */
    pid_t child = fork();
    if (child == 0) {
        cm_record *none = NULL;
        cm_record_writer *second = cm_record_writer_open(&b.work, b.path, &record, true, &none);
        _exit(second ? 1 : 0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    assert_true(cm_record_writer_add(&b.work, writer, &record.tests[0]));
    assert_true(cm_record_writer_close(&b.work, writer));
    assert_true(cm_record_writer_close(&b.work, open_good(&b, &record, true, &old)));
    bench_end(&b);
}

/* A child that outlives the writer does not keep the lock. */
TEST(test_lock_and_child)
{
    bench b;
    bench_start(&b);
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    cm_record record = any_record(&b, 0), *old = NULL;
    cm_record_writer *writer = open_good(&b, &record, false, &old);
    pid_t child = fork();
    if (child == 0) {
        char byte;
        close(ends[1]);
        _exit(read(ends[0], &byte, 1) == 0 ? 0 : 1);
    }
    close(ends[0]);
    assert_true(cm_record_writer_close(&b.work, writer));
    assert_true(cm_record_writer_close(&b.work, open_good(&b, &record, true, &old)));
    close(ends[1]);
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    bench_end(&b);
}

TEST(test_no_file)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 0), *old = NULL;
    static const struct {
        const char *path, *message;
    } cases[] = {{"/dev/null", "this is not a regular file"},
                 {"no/such/folder/x.xml", "cannot open"},
                 {"-", "expected a file"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        forget_messages(&b);
        assert_null(cm_record_writer_open(&b.work, cases[i].path, &record, true, &old));
        assert_contains(first_message(&b), cases[i].message);
    }
    record.machine_count = 0;
    expect_refused(&b, &record, true, "expected at least one");
    bench_end(&b);
}

/* No room for another test: an error, and the file is what it was. */
TEST(test_full)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 2), *old = NULL;
    cm_record_writer *writer = open_good(&b, &record, false, &old);
    assert_true(cm_record_writer_add(&b.work, writer, &record.tests[0]));
    struct stat about;
    assert_int_equal(stat(b.path, &about), 0);
    struct rlimit before, tight;
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
    tight = before;
    tight.rlim_cur = (rlim_t)about.st_size + 100;
    void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &tight), 0);
    bool added = cm_record_writer_add(&b.work, writer, &record.tests[1]);
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    signal(SIGXFSZ, handler);
    assert_false(added);
    assert_contains(first_message(&b), "cannot write");
    forget_messages(&b);
    record.test_count = 1;
    same_record(&record, read_good(&b, b.path));
    record.test_count = 2;
    assert_true(cm_record_writer_add(&b.work, writer, &record.tests[1]));
    assert_true(cm_record_writer_close(&b.work, writer));
    same_record(&record, read_good(&b, b.path));
    bench_end(&b);
}

/* A long run takes no memory for what is written. */
TEST(test_many)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 1), *old = NULL;
    cm_record_writer *writer = open_good(&b, &record, false, &old);
    size_t before = cm_arena_used(b.arena);
    for (int i = 0; i < 300; i++)
        assert_true(cm_record_writer_add(&b.work, writer, &record.tests[0]));
    assert_true(cm_arena_used(b.arena) - before < 1000);
    assert_true(cm_record_writer_close(&b.work, writer));
    assert_int_equal(read_good(&b, b.path)->test_count, 300);
    bench_end(&b);
}

/* Memory runs out at any point: an error, no leak, and a file that is whole. */
TEST(test_little_memory)
{
    bench b;
    bench_start(&b);
    cm_record record = any_record(&b, 1);
    write_record(&b, &record);
    bool failed = false, passed = false;
    for (size_t limit = 1 << 10; !passed; limit += limit / 4) {
        cm_arena *little = cm_arena_new(limit);
        cm_work work = cm_work_new(little);
        cm_record *old = NULL;
        (void)cm_record_or_log_read(&work, b.path);
        cm_record_writer *writer = cm_record_writer_open(&work, b.path, &record, true, &old);
        if (writer) {
            passed = cm_record_writer_add(&work, writer, &record.tests[0]);
            assert_true(cm_record_writer_close(&work, writer));
        }
        failed |= !passed;
        cm_arena_free(little);
        forget_messages(&b);
        read_good(&b, b.path);
    }
    assert_true(failed);
    bench_end(&b);
}
