/* Run records: reading, what is refused and how, the schema, texts and times. */
#include "tests/unit/record_help.h"

#include <dirent.h>
#include <libxml/parser.h>

/* ---- reading ----------------------------------------------------------- */

/* Each value stands in tests/records/two-tests.xml. */
TEST(test_sample)
{
    bench b;
    bench_start(&b);
    cm_record *r = read_good(&b, in_source(&b, "tests/records/two-tests.xml"));
    assert_string_equal(r->command, "cmcm run --suite hetero --shard 2/8 -o run.xml");
    assert_string_equal(r->shard, "2/8");
    assert_int_equal(r->machine_count, 1);
    assert_string_equal(r->machines[0].gpu, "NVIDIA GH200 480GB");
    assert_true(r->machines[0].memory_bytes == UINT64_C(515396075520));
    assert_string_equal(r->machines[0].attributes[0].key, "pageableMemoryAccess");
    assert_int_equal(r->test_count, 2);
    const cm_record_test *t = &r->tests[0];
    assert_string_equal(t->axes[1].value, "twice \"quoted\"\nand broken");
    assert_true(t->parameters.seed == UINT64_MAX);
    assert_true(t->parameters.memory == CM_MEMORY_NUMA && t->parameters.numa_node == 2);
    assert_int_equal(t->parameters.injections, 1 | 4);
    assert_true(t->parameters.given[CM_LANES] && !t->parameters.given[CM_STEPS]);
    assert_int_equal(t->parameters.tuned[CM_STEPS], 4096);
    assert_true(t->parameters.seconds == 2.5 && t->wall_seconds == 0.125);
    assert_true(t->busy_seconds == 1e-9);
    assert_true(t->stuck == 4 && t->unfiled == 6 && t->misaligned == 7 && t->rounds == 2);
    assert_int_equal(t->state_count, 3);
    assert_true(t->states[1].satisfies && t->states[1].count == 1000);
    assert_string_equal(t->states[1].text, "1:X0=1; 1:X2=0;");
    assert_int_equal(t->verdict, CM_VERDICT_OK);
    assert_string_equal(t->text, "AArch64 MP\n{ 0:X1=x; }\n P0 | P1 ;\n"
                                 "exists (1:X0=1 /\\ 1:X2=0) (* <&> *)\n");
    assert_int_equal(r->tests[1].end, CM_RECORD_FAILED);
    assert_string_equal(r->tests[1].reason, "killed after 61 s");
    assert_string_equal(r->tests[1].hash, "");
    bench_end(&b);
}

/* tests/records/malformed/NAME.xml or .log gives the message that NAME.expected
 * begins; after "not a run record:" the words are the XML library's own. */
TEST(test_malformed)
{
    bench b;
    bench_start(&b);
    const char *directory = in_source(&b, "tests/records/malformed");
    DIR *dir = opendir(directory);
    assert_non_null(dir);
    int count = 0;
    for (const struct dirent *entry; (entry = readdir(dir));) {
        const char *dot = strrchr(entry->d_name, '.');
        if (entry->d_name[0] == '.' || !dot || strcmp(dot, ".expected") == 0)
            continue;
        const char *path = cm_arena_printf(b.arena, "%s/%s", directory, entry->d_name);
        const char *wanted =
            cm_arena_printf(b.arena, "%.*s.expected", (int)(strrchr(path, '.') - path), path);
        size_t length;
        char *expected = unit_read(b.arena, wanted, &length);
        expected[strcspn(expected, "\n")] = '\0';
        assert_true(length > 10);
        forget_messages(&b);
        if (cm_record_or_log_read(&b.work, path))
            fail_msg("no error in %s", path);
        const char *got = first_message(&b);
        if (strncmp(got, expected, strlen(expected)) != 0)
            fail_msg("%s\n     got: %s\nexpected: %s", path, got, expected);
        assert_string_equal(b.work.diags.items[0].place.source->name, path);
        count++;
    }
    closedir(dir);
    assert_true(count >= 60);
    bench_end(&b);
}

TEST(test_missing_file)
{
    bench b;
    bench_start(&b);
    assert_null(cm_record_or_log_read(&b.work, "no/such/file.xml"));
    assert_contains(first_message(&b), "cannot open");
    bench_end(&b);
}

/* ---- the schema -------------------------------------------------------- */

static void check_documented(const xmlNode *node, int *count)
{
    for (const xmlNode *child = node->children; child; child = child->next) {
        if (child->type != XML_ELEMENT_NODE)
            continue;
        const char *kind = (const char *)child->name;
        if (strcmp(kind, "element") == 0 || strcmp(kind, "attribute") == 0) {
            const xmlNode *first = child->children;
            while (first && first->type != XML_ELEMENT_NODE)
                first = first->next;
            xmlChar *text = first ? xmlNodeGetContent(first) : NULL;
            if (!first || strcmp((const char *)first->name, "documentation") != 0 ||
                strlen((const char *)text) < 10)
                fail_msg("line %ld: without documentation", xmlGetLineNo(child));
            xmlFree(text);
            ++*count;
        }
        check_documented(child, count);
    }
}

/* What is built in is the file, and says what everything means. */
TEST(test_schema)
{
    bench b;
    bench_start(&b);
    size_t length;
    assert_string_equal(unit_read(b.arena, in_source(&b, "schemas/run-record.rng"), &length),
                        cm_record_schema);
    xmlDoc *doc = xmlReadMemory(cm_record_schema, (int)length, NULL, NULL, XML_PARSE_NONET);
    assert_non_null(doc);
    int count = 0;
    check_documented(xmlDocGetRootElement(doc), &count);
    assert_true(count > 50);
    xmlFreeDoc(doc);
    bench_end(&b);
}

/* ---- texts and times --------------------------------------------------- */

static void check_text(bench *b, const char *text, const char *escaped)
{
    bool zero = false;
    assert_string_equal(cm_record_escape(b->arena, text), escaped);
    assert_string_equal(cm_record_unescape(b->arena, escaped, &zero), text);
    assert_false(zero);
}

/* U+E000 is ee 80 80, U+E07F ee 81 bf, U+E0FF ee 83 bf. */
TEST(test_escape)
{
    bench b;
    bench_start(&b);
    check_text(&b, "a\t\r\n<\xc3\xa9\xf0\x9f\x98\x80", "a\t\r\n<\xc3\xa9\xf0\x9f\x98\x80");
    check_text(&b, "\x01", "\xee\x80\x81");
    check_text(&b, "\x1b[0m", "\xee\x80\x9b[0m");
    check_text(&b, "\xff", "\xee\x83\xbf");
    check_text(&b, "\xc3", "\xee\x83\x83");                 /* cut short */
    check_text(&b, "\xc0\x80", "\xee\x83\x80\xee\x82\x80"); /* overlong */
    /* A surrogate, U+FFFE, and the escapes themselves. */
    check_text(&b, "\xed\xa0\x80", "\xee\x83\xad\xee\x82\xa0\xee\x82\x80");
    check_text(&b, "\xef\xbf\xbe", "\xee\x83\xaf\xee\x82\xbf\xee\x82\xbe");
    check_text(&b, "\xee\x80\x81", "\xee\x83\xae\xee\x82\x80\xee\x82\x81");
    bool zero = false;
    cm_record_unescape(b.arena, "\xee\x80\x80", &zero);
    assert_true(zero);
    bench_end(&b);
}

TEST(test_seconds)
{
    bench b;
    bench_start(&b);
    static const struct {
        double seconds;
        const char *text;
    } good[] = {{0, "0"},
                {1, "1"},
                {0.5, "0.5"},
                {1e-9, "0.000000001"},
                {12.000000001, "12.000000001"},
                {1e9, "1000000000"}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        double back;
        assert_string_equal(cm_record_seconds_print(b.arena, good[i].seconds), good[i].text);
        assert_true(cm_record_seconds_parse(good[i].text, &back));
        assert_true(back == good[i].seconds);
    }
    static const char *const bad[] = {"",  ".",   "1,5",        "1.5.2",
                                      "x", "1e3", "1000000001", "99999999999999999999999"};
    double ignored;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(cm_record_seconds_parse(bad[i], &ignored));
    bench_end(&b);
}
