/* Conformance as text, tables, JSON, JUnit and a page. */
#include "report/conform.h"
#include "tests/unit/conform_help.h"
#include "tests/unit/html_help.h"

#include <jansson.h>
#include <libxml/parser.h>
#include <stdlib.h>

/* ---- forms ----------------------------------------------------------- */

static void contains(const world *w, const char *wanted)
{
    if (!strstr(w->out.data, wanted))
        fail_msg("no `%s` in:\n%s", wanted, w->out.data);
}

TEST(text)
{
    world w;
    begin(&w);
    w.write = cm_conform_text;
    run(&w);
    contains(&w, "FORBIDDEN SEEN: 1 state of 1 test, 3 times\n");
    contains(&w, "  3 files of 3 machines have 5 tests: 3 were judged, 1 not judged, 1 had no\n"
                 "  outcome. Of the runs 1 was refused and 1 failed.\n");
    contains(&w,
             "  The model allows what 2 tests ask about: in 1 of them it was seen (50.0 %). It\n"
             "  allows 11 states in all: 8 were seen (72.7 %).\n");
    contains(&w, "; a forbidden state of 1 test was seen.\n");
    contains(&w, "\nFORBIDDEN B\n  state     " WEAK "\n");
    contains(&w, "  seen      3 times among 2,000 outcomes\n  record    one.xml\n");
    contains(&w, "  machine   hal (V2, H, driver 13.0)\n");
    contains(&w, "    | text of it, with ]]> and \xef\xbf\xbd[31m\n");
    contains(&w, "  < 0.003 in 1,000  C\n");
    contains(&w, "  refused   1: no GPU\n            C\n");
    contains(&w, "  failed    1: killed\n            D\n");
    contains(&w, "  U\n      what is U?\n");
    assert_null(strchr(w.out.data, '\033'));
    for (const char *line = w.out.data; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80)
            fail_msg("too long: %s", line);
    cm_arena_free(w.arena);
}

TEST(text_styles)
{
    world w;
    begin(&w);
    w.write = cm_conform_text;
    w.style = (cm_conform_style){.color = true, .quiet = true};
    run(&w);
    contains(&w, "\033[1;31mFORBIDDEN SEEN");
    assert_null(strstr(w.out.data, "Machines"));
    cm_arena_free(w.arena);
    begin(&w);
    w.write = cm_conform_text;
    w.first[1].states = (cm_record_state *)b2;
    w.first[1].state_count = 3;
    run(&w);
    contains(&w, "Nothing forbidden was seen in 3 judged tests; 1 could not be judged\n");
    contains(&w, "  < 0.00038 in 8,000  B\n"); /* 3/8000 = 0.000375 */
    cm_arena_free(w.arena);
}

TEST(tsv)
{
    world w;
    begin(&w);
    w.write = cm_conform_tsv;
    run(&w);
    contains(&w, "\nA\ts\tPTX\tok\tallowed\tscope\t4500\t3\t0\t\t4\t4\t3\t0\t0\t\t"
                 "order=rlx name=<&>\t\n");
    contains(&w,
             "\nC\ts\tPTX\tallowed-not-seen\tallowed\tscope\t1000\t0\t0\t0.003\t4\t1\t2\t1\t0\t");
    contains(&w, "\nU\ts\tPTX\tunjudged\tunknown\t\t10\t0\t0\t\t0\t0\t1\t0\t0\t\t"
                 "order=rlx name=<&>\twhat is U?\n");
    cm_arena_free(w.arena);
}

static json_int_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *string(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

TEST(json)
{
    world w;
    begin(&w);
    w.write = cm_conform_json;
    w.first[1].parameters.seed = UINT64_MAX;
    run(&w);
    json_t *root = json_loadb(w.out.data, w.out.length, 0, NULL);
    assert_non_null(root);
    assert_int_equal(integer(json_object_get(root, "summary"), "judged"), 3);
    assert_int_equal(json_array_size(json_object_get(root, "forbidden")), 1);
    const json_t *found = json_array_get(json_object_get(root, "forbidden"), 0);
    assert_string_equal(string(found, "test"), "B");
    assert_int_equal(integer(found, "count"), 3);
    assert_string_equal(string(found, "seed"), "18446744073709551615");
    const json_t *tests = json_object_get(root, "tests");
    assert_int_equal(json_array_size(tests), 5);
    const json_t *c = json_array_get(tests, 2);
    assert_string_equal(string(c, "verdict"), "allowed-not-seen");
    assert_float_equal(json_real_value(json_object_get(c, "bound")), 0.003, 1e-9);
    assert_int_equal(json_array_size(json_object_get(c, "states")), 4);
    assert_string_equal(string(json_array_get(tests, 4), "verdict"), "unjudged");
    assert_true(json_is_null(json_object_get(json_array_get(tests, 4), "bound")));
    json_decref(root);
    cm_arena_free(w.arena);
}

TEST(junit)
{
    world w;
    begin(&w);
    w.write = cm_conform_junit;
    run(&w);
    xmlDoc *doc = xmlReadMemory(w.out.data, (int)w.out.length, NULL, NULL, XML_PARSE_NONET);
    assert_non_null(doc);
    assert_int_equal(count_nodes(doc, "/testsuites/testsuite[@name='s'][@tests='5']"
                                      "[@failures='1'][@errors='1'][@skipped='1']"),
                     1);
    assert_int_equal(count_nodes(doc, "//testcase"), 5);
    assert_int_equal(count_nodes(doc, "//testcase[@name='B']/failure[contains(., 'one.xml')]"
                                      "[contains(., '--seed 9')]"),
                     1);
    assert_int_equal(count_nodes(doc, "//testcase[@name='D']/error[@message='killed']"), 1);
    assert_int_equal(count_nodes(doc, "//testcase[@name='U']/skipped"), 1);
    assert_int_equal(count_nodes(doc, "//testcase[@name='C']/properties/property"
                                      "[@name='bound'][@value='0.003']"),
                     1);
    assert_int_equal(count_nodes(doc, "//property[@name='name'][@value='<&>']"), 5);
    xmlFreeDoc(doc);
    cm_arena_free(w.arena);
}

TEST(html)
{
    static const cm_record_pair coordinates[][3] = {{{"x", "1"}, {"y", "1"}, {"z", "1"}},
                                                    {{"x", "1"}, {"y", "1"}, {"z", "2"}},
                                                    {{"x", "1"}, {"y", "2"}, {"z", "1"}},
                                                    {{"x", "2"}, {"y", "2"}, {"z", "1"}},
                                                    {{"x", "2"}, {"y", "2"}, {"z", "2"}}};
    world w;
    begin(&w);
    w.write = cm_conform_html;
    for (size_t i = 0; i < 5; i++) {
        w.first[i].axes = (cm_record_pair *)coordinates[i];
        w.first[i].axis_count = 3;
    }
    run(&w);
    xmlDoc *doc = htmlReadMemory(w.out.data, (int)w.out.length, NULL, "utf-8",
                                 HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    assert_non_null(doc);
    assert_int_equal(count_nodes(doc, "//p[@class='bad']"), 1);
    assert_int_equal(count_nodes(doc, "//section//dd[contains(., '--seed 9')]"), 1);
    /* Two rows (x) of four columns (y, z). */
    assert_int_equal(
        count_nodes(doc, "//table[@class='matrix'][caption='Verdicts of the suite s']/tbody/tr"),
        2);
    assert_int_equal(
        count_nodes(doc, "//table[@class='matrix']//td[@data-verdict][starts-with(@id, 'c')]"), 5);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='forbidden-seen'][@class='bad']"), 2);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='unjudged'][@class='unknown']"), 2);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='not-run'][@class='none']"), 2);
    /* Cells, of the matrix and of the list, lead to tests that are there, and back. */
    assert_int_equal(count_nodes(doc, "//td[@data-verdict]/a[@href='#t1']"), 2);
    assert_int_equal(count_nodes(doc, "//section[@id='t1'][h3='B']//a[@href='#l1']"), 1);
    assert_int_equal(count_nodes(doc, "//td[@id='l1']/a[@href='#t1']"), 1);
    assert_int_equal(
        count_nodes(doc, "//section[@id='t1']//tr[th='1:r0=1; 1:r1=0;']/td[@class='bad']"), 1);
    assert_int_equal(count_nodes(doc, "//table[not(caption)] | //th[not(@scope)]"), 0);
    assert_int_equal(count_nodes(doc, "//td[.='no GPU'] | //td[.='what is U?']"), 2);
    assert_nothing_is_fetched(doc, w.out.data);
    xmlFreeDoc(doc);
    cm_arena_free(w.arena);
}

/* Every form ends in good order whenever memory does. */
TEST(out_of_memory)
{
    void (*const forms[])(cm_text *, const cm_conform *, const cm_conform_style *) = {
        cm_conform_text, cm_conform_tsv, cm_conform_json, cm_conform_junit, cm_conform_html};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        bool done = false;
        for (size_t limit = 64; !done && limit < 1 << 22; limit += limit / 8) {
            world w = {.arena = cm_arena_new(limit), .write = forms[f]};
            assert_non_null(w.arena);
            fill(&w);
            done = cm_arena_protect(w.arena, make_report, &w);
            cm_arena_free(w.arena);
        }
        assert_true(done);
    }
}

/* No record, no test. */
TEST(empty)
{
    world w;
    begin(&w);
    w.records[0].test_count = 0;
    w.input_count = 1;
    w.write = cm_conform_text;
    run(&w);
    contains(&w, "Nothing could be judged\n");
    assert_int_equal(w.report->count, 0);
    cm_arena_free(w.arena);
}
