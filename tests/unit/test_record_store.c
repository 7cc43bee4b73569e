/* Many records kept at once: what is read of them is all there, and what they share is kept once.
 */
#include "hwrun/record/record_store.h"
#include "tests/unit/record_help.h"

typedef struct keeping {
    bench b;
    cm_record_store store;
} keeping;

static void begin(keeping *k)
{
    bench_start(&k->b);
    k->store = (cm_record_store){.arena = k->b.arena, .scratch = cm_arena_new(0)};
    assert_non_null(k->store.scratch);
}

static void end(keeping *k)
{
    cm_arena_free(k->store.scratch);
    bench_end(&k->b);
}

static void write_record(bench *b, const cm_record *record)
{
    cm_record *old = NULL;
    (void)unlink(b->path);
    cm_record_writer *writer = cm_record_writer_open(&b->work, b->path, record, false, &old);
    assert_non_null(writer);
    for (size_t i = 0; i < record->test_count; i++)
        assert_true(cm_record_writer_add(&b->work, writer, &record->tests[i]));
    assert_true(cm_record_writer_close(&b->work, writer));
}

/* Every field of random records, also after others were read. */
TEST(all_is_kept)
{
    enum { RECORDS = 20 };
    keeping k;
    begin(&k);
    const cm_record *kept[RECORDS];
    cm_record records[RECORDS];
    for (uint64_t i = 0; i < RECORDS; i++) {
        k.b.random = i * 100000;
        records[i] = any_record(&k.b, i % 4);
        write_record(&k.b, &records[i]);
        kept[i] = cm_record_store_read(&k.store, &k.b.work, k.b.path);
        assert_non_null(kept[i]);
    }
    for (size_t i = 0; i < RECORDS; i++)
        same_record(&records[i], kept[i]);
    end(&k);
}

/* Of what many records say alike nothing is kept again but numbers. */
TEST(texts_are_kept_once)
{
    enum { AGAIN = 200, NUMBERS = 1024 };
    keeping k;
    begin(&k);
    const char *path = in_source(&k.b, "tests/records/two-tests.xml");
    const cm_record *first = cm_record_store_read(&k.store, &k.b.work, path);
    assert_non_null(first);
    size_t before = cm_arena_used(k.b.arena), texts = k.store.count;
    for (int i = 0; i < AGAIN; i++) {
        const cm_record *next = cm_record_store_read(&k.store, &k.b.work, path);
        same_record(first, next);
        assert_ptr_equal(next->tests[0].text, first->tests[0].text);
        assert_ptr_equal(next->tests[0].axes, first->tests[0].axes);
        assert_ptr_equal(next->machines[0].attributes, first->machines[0].attributes);
        assert_ptr_equal(next->tests[0].states[1].text, first->tests[0].states[1].text);
        assert_ptr_not_equal(next->tests[0].states, first->tests[0].states);
    }
    assert_int_equal(k.store.count, texts);
    size_t each = (cm_arena_used(k.b.arena) - before) / AGAIN;
    if (each > first->test_count * NUMBERS)
        fail_msg("%zu bytes of each record", each);
    end(&k);
}

/* Pairs with the same words at other places are others. */
TEST(pairs_are_told_apart)
{
    keeping k;
    begin(&k);
    cm_record_pair pairs[3][2] = {
        {{"a", "b"}, {"c", "d"}}, {{"c", "d"}, {"a", "b"}}, {{"a", "c"}, {"b", "d"}}};
    const cm_record *kept[3];
    for (size_t i = 0; i < 3; i++) {
        k.b.random = 400000;
        cm_record record = any_record(&k.b, 1);
        record.tests[0].axes = pairs[i];
        record.tests[0].axis_count = 2;
        write_record(&k.b, &record);
        kept[i] = cm_record_store_read(&k.store, &k.b.work, k.b.path);
        assert_non_null(kept[i]);
    }
    for (size_t i = 0; i < 3; i++)
        same_pairs(kept[i]->tests[0].axes, kept[i]->tests[0].axis_count, pairs[i], 2);
    end(&k);
}

/* What is wrong with one is said at its place, and the next is read. */
TEST(a_bad_one_between)
{
    static const char bad[] = "<run xmlns=\"urn:cmcm:run-record:1\">\n<other/>\n</run>\n";
    keeping k;
    begin(&k);
    unit_write(k.b.path, bad, sizeof bad - 1);
    assert_null(cm_record_store_read(&k.store, &k.b.work, k.b.path));
    assert_true(k.b.work.diags.errors > 0);
    assert_contains(first_message(&k.b), "error: ");
    assert_non_null(k.b.work.diags.items[0].place.source);
    assert_string_equal(k.b.work.diags.items[0].place.source->name, k.b.path);
    assert_true(k.b.work.diags.items[0].place.source->length == sizeof bad - 1);
    forget_messages(&k.b);
    const char *path = in_source(&k.b, "tests/records/two-tests.xml");
    const cm_record *next = cm_record_store_read(&k.store, &k.b.work, path);
    assert_non_null(next);
    same_record(next, read_good(&k.b, path));
    end(&k);
}
