/* The table of many tests in its four forms, and the archive writer. */
#include "report/suite.h"

#include "enumerate/programs.h"
#include "enumerate/tar.h"

#include "tests/unit/html_help.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* ---- a small table --------------------------------------------------- */

static const char *const axes[] = {"direction", "Y", "cf"};
static const char *const values[][3] = {
    {"cpu2gpu", "gpu", "none"}, {"cpu2gpu", "gpu", "sc.sys"}, {"cpu2gpu", "sys", "none"},
    {"gpu2cpu", "gpu", "none"}, {"gpu2cpu", "gpu", "sc.sys"},
};
static const char *const states_of_a[] = {"r=1", "r=0", "r=2", "r=<3>"};
#define ROW(n, v, p, t, kind, reason, order, count, time)                                          \
    {                                                                                              \
        .name = n, .values = v, .program = p, .text = t, .verdict = kind, .why = reason,           \
        .by_sc_order = order, .states = count, .seconds = time                                     \
    }
static const cm_suite_row rows[] = {
    {.name = "A",
     .values = values[0],
     .text = "text of <A> & co",
     .verdict = CM_SUITE_ALLOWED,
     .why = "scope",
     .states = 4,
     .seconds = 0.25,
     .state_texts = states_of_a,
     .asked_states = 1},
    ROW("B", values[1], 1, "text of B", CM_SUITE_FORBIDDEN, "pf+cf", true, 3, 0.5),
    ROW("C", values[2], 0, "text of <A> & co", CM_SUITE_ALLOWED, "scope", false, 4, 0),
    ROW("D", values[3], 3, "text of D", CM_SUITE_FORBIDDEN, "rel+acq", false, 3, 0.125),
    ROW("E", values[4], 4, "text of E", CM_SUITE_UNKNOWN, "", false, 1, 1),
};
static const char *meaning_of(const char *axis)
{
    return *axis == 'Y' ? "the <flag>" : NULL;
}

static const cm_origin origin = {"1.2.3", "2026-11-21 04:05 UTC", "cmcm enumerate small & co"};
static const cm_suite_report report = {
    .title = "small",
    .model = "cmcm",
    .axes = axes,
    .axis_count = 3,
    .column_axes = 1,
    .rows = rows,
    .count = 5,
    .meaning_of = meaning_of,
    .origin = &origin,
};

typedef struct writing {
    cm_text out;
    cm_arena *arena;
    void (*write)(cm_text *, const cm_suite_report *);
    const cm_suite_report *report;
} writing;

static void write_protected(void *argument)
{
    writing *w = argument;
    w->out = cm_text_new(w->arena);
    w->write(&w->out, w->report);
}

static writing write_with(void (*write)(cm_text *, const cm_suite_report *))
{
    writing w = {.arena = cm_arena_new(0), .write = write, .report = &report};
    assert_true(cm_arena_protect(w.arena, write_protected, &w));
    return w;
}

/* ---- forms ----------------------------------------------------------- */

TEST(text)
{
    writing w = write_with(cm_suite_text);
    assert_string_equal(w.out.data, "A  allowed  scope\n"
                                    "B  forbidden  pf+cf  (fence.sc order)\n"
                                    "C  allowed  scope\n"
                                    "D  forbidden  rel+acq\n"
                                    "E  unknown\n"
                                    "\n"
                                    "small, model cmcm: 5 tests, 4 distinct programs\n"
                                    "  forbidden      2 tests,    2 programs\n"
                                    "    pf+cf        1 tests,    1 programs\n"
                                    "    rel+acq      1 tests,    1 programs\n"
                                    "  allowed        2 tests,    1 programs\n"
                                    "    scope        2 tests,    1 programs\n"
                                    "  unknown        1 tests,    1 programs\n"
                                    "  forbidden only by the order of fence.sc: 1 tests\n");
    cm_arena_free(w.arena);
}

TEST(tsv)
{
    writing w = write_with(cm_suite_tsv);
    assert_string_equal(w.out.data,
                        "name\tdirection\tY\tcf\tverdict\twhy\tsc_order\tprogram\tstates\n"
                        "A\tcpu2gpu\tgpu\tnone\tallowed\tscope\tno\tA\t4\n"
                        "B\tcpu2gpu\tgpu\tsc.sys\tforbidden\tpf+cf\tyes\tB\t3\n"
                        "C\tcpu2gpu\tsys\tnone\tallowed\tscope\tno\tA\t4\n"
                        "D\tgpu2cpu\tgpu\tnone\tforbidden\trel+acq\tno\tD\t3\n"
                        "E\tgpu2cpu\tgpu\tsc.sys\tunknown\t\tno\tE\t1\n");
    cm_arena_free(w.arena);
}

TEST(json)
{
    writing w = write_with(cm_suite_json);
    json_t *root = json_loadb(w.out.data, w.out.length, 0, NULL);
    assert_non_null(root);
    assert_string_equal(json_string_value(json_object_get(root, "suite")), "small");
    assert_int_equal(json_integer_value(json_object_get(root, "program_count")), 4);
    json_t *tests = json_object_get(root, "tests");
    assert_int_equal(json_array_size(tests), 5);
    json_t *c = json_array_get(tests, 2);
    assert_string_equal(json_string_value(json_object_get(c, "program")), "A");
    assert_string_equal(json_string_value(json_object_get(json_object_get(c, "axes"), "Y")), "sys");
    assert_string_equal(json_string_value(json_object_get(c, "why")), "scope");
    json_t *counts = json_object_get(root, "counts");
    assert_int_equal(json_array_size(counts), 6);
    assert_true(json_is_null(json_object_get(json_array_get(counts, 0), "why")));
    json_decref(root);
    cm_arena_free(w.arena);
}

/* ---- the page -------------------------------------------------------- */

static xmlDoc *read_page(const writing *w)
{
    xmlDoc *doc = htmlReadMemory(w->out.data, (int)w->out.length, NULL, "utf-8",
                                 HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    assert_non_null(doc);
    return doc;
}

TEST(html)
{
    writing w = write_with(cm_suite_html);
    xmlDoc *doc = read_page(&w);
    assert_int_equal(count_nodes(doc, "//table[@class='matrix']"), 1);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='allowed'][@class='scope']/a"), 2);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='forbidden']/a"), 2);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict='unknown'][@class='unknown']"), 1);
    /* 3 rows of 2 columns; one cell has no test */
    assert_int_equal(count_nodes(doc, "//td[@class='none'][not(@colspan)]"), 1);
    /* One heading a row, which says what is above it, too; the columns' have a scope. */
    assert_int_equal(count_nodes(doc, "//tbody/tr/th[@scope='row'][span='cpu2gpu']"), 2);
    assert_int_equal(count_nodes(doc, "//th[@scope='row']/span[@class='at again']"), 1);
    assert_int_equal(count_nodes(doc, "//th[@scope='col'][@data-from][.='sc.sys']"), 1);
    assert_int_equal(count_nodes(doc, "//table[not(caption)]"), 0);
    assert_int_equal(count_nodes(doc, "//th[not(@scope)]"), 0);
    assert_int_equal(count_nodes(doc, "//td/a[@aria-label='forbidden (rel+acq)']"), 1);
    assert_int_equal(count_nodes(doc, "//meta[@name='viewport']"), 1);
    assert_int_equal(count_nodes(doc, "//dl[dt='Y'][dd='the <flag>']"), 1);
    /* From a cell to its test, its states and its text, and back. */
    assert_int_equal(count_nodes(doc, "//td[@id='c-D']/a[@href='#D']"), 1);
    assert_int_equal(count_nodes(doc, "//li[@id='D']/a[@href='#c-D']"), 1);
    assert_int_equal(count_nodes(doc, "//section[ul/li[@id='A']]/ul/li[mark][.='r=1']"), 1);
    assert_int_equal(count_nodes(doc, "//section/ul/li[not(mark)][.='r=<3>']"), 1);
    assert_int_equal(count_nodes(doc, "//footer[contains(., '1.2.3, 2026-11-21 04:05 UTC')]"
                                      "[.//code='cmcm enumerate small & co']"),
                     1);
    assert_int_equal(count_nodes(doc, "//section"), 4);
    assert_int_equal(count_nodes(doc, "//section[ul/li[@id='A']][ul/li[@id='C']]"), 1);
    assert_int_equal(count_nodes(doc, "//pre[.='text of <A> & co']"), 1);
    assert_int_equal(count_nodes(doc, "//a[@href='#E']"), 1);
    assert_nothing_is_fetched(doc, w.out.data);
    xmlFreeDoc(doc);
    cm_arena_free(w.arena);
}

static const char *fetched_by(const char *body)
{
    char page[512];
    snprintf(page, sizeof page, "<!DOCTYPE html><html><head></head><body>%s</body></html>", body);
    xmlDoc *doc = htmlReadMemory(page, (int)strlen(page), "page", NULL,
                                 HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    assert_non_null(doc);
    const char *what = what_is_fetched(doc, page, 0);
    xmlFreeDoc(doc);
    return what;
}

/* That nothing is fetched is an assertion that can fail. */
TEST(what_pages_fetch)
{
    static const char *const fetching[] = {
        "<script src=\"a.js\"></script>",
        "<link rel=\"stylesheet\" href=\"a.css\">",
        "<img src=\"a.png\">",
        "<iframe srcdoc=\"x\"></iframe>",
        "<object data=\"a.svg\"></object>",
        "<svg><use xlink:href=\"a.svg#b\"></use></svg>",
        "<svg><image href=\"a.png\"></image></svg>",
        "<style>p { background: url(a.png) }</style>",
        "<style>@import \"a.css\";</style>",
        "<p style=\"background: url(a.png)\">x</p>",
        "<script>fetch('a')</script>",
        "<script>new XMLHttpRequest()</script>",
        "<script>import('a')</script>",
        "<script>new WebSocket(u)</script>",
        "<script>document.createElement('p').src = 'a'</script>",
        "<p onclick=\"x()\">x</p>",
        "<p>http://a.example</p>",
    };
    for (size_t i = 0; i < sizeof fetching / sizeof *fetching; i++)
        if (!fetched_by(fetching[i]))
            fail_msg("not noticed: %s", fetching[i]);
    assert_null(fetched_by("<a href=\"other.html\">x</a><svg><use href=\"#b\"></use></svg>"
                           "<script>document.querySelector('a')</script><style>p {}</style>"));
}

/* An axis that changes no program of a row means nothing there. */
TEST(html_merged)
{
    static const char *const names[] = {"device", "scope", "order"};
    static const char *const coordinates[][3] = {
        {"cpu", "cta", "rlx"}, {"cpu", "cta", "acq"}, {"cpu", "sys", "rlx"}, {"cpu", "sys", "acq"},
        {"gpu", "cta", "rlx"}, {"gpu", "cta", "acq"}, {"gpu", "sys", "rlx"}, {"gpu", "sys", "acq"}};
    static const size_t programs[] = {0, 1, 0, 1, 4, 5, 4, 7}; /* of the GPU one only is */
    cm_suite_row merged[8];
    for (size_t i = 0; i < 8; i++)
        merged[i] =
            (cm_suite_row){.name = (const char *const[]){"a", "b", "c", "d", "e", "f", "g", "h"}[i],
                           .values = coordinates[i],
                           .program = programs[i],
                           .text = "",
                           .verdict = CM_SUITE_ALLOWED,
                           .why = ""};
    const cm_suite_report all = {.title = "merged",
                                 .model = "cmcm",
                                 .axes = names,
                                 .axis_count = 3,
                                 .column_axes = 1,
                                 .rows = merged,
                                 .count = 8};
    writing w = {.arena = cm_arena_new(0), .write = cm_suite_html, .report = &all};
    assert_true(cm_arena_protect(w.arena, write_protected, &w));
    xmlDoc *doc = read_page(&w);
    assert_int_equal(count_nodes(doc, "//tbody/tr[th[@scope='row']/span='any']"), 1);
    assert_int_equal(count_nodes(doc, "//tbody/tr[th/span='any'][td[@id='c-a']][td[@id='c-b']]"),
                     1);
    assert_int_equal(count_nodes(doc, "//tbody/tr[th[span='gpu']]"), 2);
    assert_int_equal(count_nodes(doc, "//li[@id='c'][not(a)]"), 1); /* stands where a does */
    assert_int_equal(count_nodes(doc, "//li[@id='g']/a"), 1);
    xmlFreeDoc(doc);
    cm_arena_free(w.arena);
}

/* Without axes for columns: a line per test. */
TEST(html_listing)
{
    cm_suite_report list = report;
    list.column_axes = 0;
    writing w = {.arena = cm_arena_new(0), .write = cm_suite_html, .report = &list};
    assert_true(cm_arena_protect(w.arena, write_protected, &w));
    xmlDoc *doc = read_page(&w);
    assert_int_equal(count_nodes(doc, "//table[@class='matrix']/tbody/tr"), 5);
    assert_int_equal(count_nodes(doc, "//td[@data-verdict]/a"), 5);
    xmlFreeDoc(doc);
    cm_arena_free(w.arena);
}

/* Every form ends in good order whenever memory does. */
TEST(out_of_memory)
{
    void (*const forms[])(cm_text *, const cm_suite_report *) = {cm_suite_text, cm_suite_tsv,
                                                                 cm_suite_json, cm_suite_html};
    for (size_t f = 0; f < sizeof forms / sizeof *forms; f++) {
        bool done = false;
        for (size_t limit = 64; !done && limit < 1 << 20; limit += limit / 8) {
            writing w = {.arena = cm_arena_new(limit), .write = forms[f], .report = &report};
            assert_non_null(w.arena);
            done = cm_arena_protect(w.arena, write_protected, &w);
            cm_arena_free(w.arena);
        }
        assert_true(done);
    }
}

/* ---- archives -------------------------------------------------------- */

typedef struct packing {
    cm_arena *arena;
    cm_text out;
} packing;

enum { BLOCK = 512 };

static void pack(void *argument)
{
    packing *p = argument;
    char deep[300], broad[300];
    p->out = cm_text_new(p->arena);
    assert_true(cm_tar_add(&p->out, "suite/a.litmus", "hello\n", 6));
    memset(deep, 'd', 140);
    memcpy(deep + 140, "/file", 6);
    assert_true(cm_tar_add(&p->out, deep, "", 0));
    memset(broad, 'b', 101);
    broad[101] = '\0';
    assert_false(cm_tar_add(&p->out, broad, "x", 1));
    assert_false(cm_tar_add(&p->out, "", "x", 1));
    cm_tar_end(&p->out);
}

static unsigned sum_of(const char *header)
{
    unsigned sum = 0;
    for (size_t i = 0; i < BLOCK; i++)
        sum += i >= 148 && i < 156 ? ' ' : (unsigned char)header[i];
    return sum;
}

TEST(archive)
{
    packing p = {.arena = cm_arena_new(0)};
    assert_true(cm_arena_protect(p.arena, pack, &p));
    const char *first = p.out.data, *second = first + (size_t)2 * BLOCK;
    assert_int_equal(p.out.length, 10240); /* one record */
    assert_string_equal(first, "suite/a.litmus");
    assert_memory_equal(first + 257, "ustar\00000", 8);
    assert_int_equal(strtoul(first + 124, NULL, 8), 6);
    assert_int_equal(strtoul(first + 148, NULL, 8), sum_of(first));
    assert_memory_equal(first + BLOCK, "hello\n\0\0", 8);
    assert_string_equal(second, "file");
    assert_memory_equal(second + 345, "dddd", 4);
    assert_int_equal(strlen(second + 345), 140);
    assert_int_equal(strtoul(second + 148, NULL, 8), sum_of(second));
    for (size_t i = (size_t)3 * BLOCK; i < p.out.length; i++)
        assert_int_equal(p.out.data[i], 0);
    cm_arena_free(p.arena);
}

/* ---- programs -------------------------------------------------------- */

typedef struct adding {
    cm_arena *arena;
} adding;

/* More than the first table holds, each twice under another name. */
static void add_many(void *argument)
{
    adding *a = argument;
    cm_programs programs;
    cm_programs_init(&programs, a->arena);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < 1000; i++) {
            const char *text = cm_arena_printf(a->arena, "T%d\nbody %zu", round, i);
            assert_int_equal(cm_programs_add(&programs, text, strlen(text), 3), i);
        }
    assert_int_equal(programs.count, 1000);
    assert_string_equal(programs.items[999].text, "T0\nbody 999");
}

TEST(distinct_programs)
{
    adding a = {cm_arena_new(0)};
    assert_true(cm_arena_protect(a.arena, add_many, &a));
    cm_arena_free(a.arena);
}
