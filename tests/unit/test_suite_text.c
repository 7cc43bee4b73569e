/* Suite files: what they make, and what is said of mistakes in them. */
#include "enumerate/suite.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

static const char small[] = "# A comment.\n"
                            "suite s 1 Small.\n"
                            "    name s-{way}-{how}\n"
                            "    arch PTX\n"
                            "    test T\n"
                            "    sweep way how = ab *hows | ba {one}\n"
                            "rows hows\n"
                            "    weak,strong\n"
                            "let one = we{k}\n"
                            "let k = ak\n"
                            "axis way = first | second\n"
                            "    ab {x.y} | b1; b2\n"
                            "    ba b     |\n"
                            "let x.y = a\n"
                            "test T Two rows\n"
                            "    { int x }\n"
                            "    P0@cta 0,gpu 0 ;\n"
                            "    {first}        ;\n"
                            "    {way.second}   ;\n"
                            "    exists (x=1)\n";

typedef struct making {
    cm_work work;
    const cm_source *source;
    cm_text out;
    bool made;
} making;

static bool write_one(void *context, const char *const *values)
{
    making *m = context;
    cm_text_append(&m->out, "%s %s\n", values[0], values[1]);
    return true;
}

typedef struct both {
    making *m;
    const cm_suite *suite;
} both;

static bool write_text(void *context, const char *const *values)
{
    both *b = context;
    write_one(b->m, values);
    cm_suite_write(&b->m->out, b->suite, values);
    return true;
}

static void make_protected(void *argument)
{
    making *m = argument;
    const cm_enum_request request = {.name = "s"};
    both b = {m, cm_suite_open_text(&m->work, m->source, &request)};
    cm_suite_each(b.suite, write_text, &b);
    m->made = true;
}

/* The text lives as long as what was made of it. */
static making make(const char *text)
{
    static cm_source source;
    source = (cm_source){"f", text, strlen(text)};
    making m = {.source = &source};
    m.work = cm_work_new(cm_arena_new(0));
    assert_non_null(m.work.arena);
    m.out = cm_text_new(m.work.arena);
    if (!cm_arena_protect(m.work.arena, make_protected, &m))
        assert_int_equal(m.work.diags.errors, 1);
    return m;
}

TEST(tests_of_a_text)
{
    making m = make(small);
    assert_true(m.made);
    static const char body[] = "{ int x }\n"
                               " P0@cta 0,gpu 0 ;\n"
                               " a              ;\n"
                               " b1             ;\n"
                               " b2             ;\n"
                               "exists (x=1)\n";
    char expected[2000];
    snprintf(expected, sizeof expected,
             "ab weak\nPTX s-ab-weak\n\"Two rows\"\nway=ab\nhow=weak\n%s"
             "ab strong\nPTX s-ab-strong\n\"Two rows\"\nway=ab\nhow=strong\n%s"
             "ba weak\nPTX s-ba-weak\n\"Two rows\"\nway=ba\nhow=weak\n"
             "{ int x }\n P0@cta 0,gpu 0 ;\n b              ;\nexists (x=1)\n",
             body, body);
    assert_string_equal(m.out.data, expected);
    cm_arena_free(m.work.arena);
}

/* The text with one part another, and what is said of it. */
static const struct {
    const char *part, *instead, *complaint;
} mistakes[] = {
    {"suite s", "sweet s", "f:2:1: error: expected suite, rows, axis"},
    {"# A comment.\n", "    name x\n", "f:1:5: error: this line belongs to no block"},
    {"# A comment.", "let", "f:1:1: error: expected a name after it"},
    {"# A comment.", "\tlet", "f:1:1: error: byte 0x09"},
    {"let k = ak", "let one = ak", "f:10:5: error: this name is already defined"},
    {"suite s 1", "suite t 1", "f:1:1: error: the file has no suite s"},
    {"    arch PTX\n", "", "f:2:7: error: the suite has no line `arch`"},
    {"arch PTX", "arc PTX", "f:4:5: error: there is no such word"},
    {"arch PTX", "arch PXT", "f:17:5: error: `P0@cta 0,gpu 0` does not name its instruction set"},
    {"arch PTX", "arch PTX\n    reasons r", "f:5:13: error: there is no reasons of that name"},
    {"test T\n", "test U\n", "f:5:10: error: the file has no test U"},
    {"name s-", "name s/", "f:3:10: error: the name `s/ab-weak`"},
    {"sweep way how = ", "sweep way how ", "f:6:11: error: expected `sweep AXIS"},
    {"sweep way how", "sweep way way", "f:6:15: error: the axis is swept twice"},
    {"= ab *hows", "= ab", "f:6:23: error: the row has too few values"},
    {"| ba {one}", "| ba {one} b", "f:6:41: error: the row has too many values"},
    {"ab *hows", "ab *howls", "f:6:24: error: expected the name of other rows"},
    {"weak,strong", "*hows", "f:8:5: error: expected the name of other rows"},
    {"weak,strong", "weak,,strong", "f:8:5: error: the value ``"},
    {"{k}", "{l}", "f:9:14: error: there is no such name"},
    {"= ak", "= {one}", "error: the name is defined by itself, by way of others"},
    {"ab {x.y}", "ac {x.y}", "f:11:6: error: there is no row for `ab`"},
    {"{first}        ;", "{first}", "f:18:5: error: expected a row of threads"},
    {"{first}        ;", "{first} | a ;", "f:18:15: error: there are more cells than threads"},
    {"exists (x=1)", "{second} ;", "f:15:6: error: expected an initial state, rows"},
    {"{first}  ", "store x 1", "f:18:5: error: there is no location `x`"},
    {"{first}        ", "load r w", "f:18:5: error: there is no location `w`"},
    {"{first}        ", "fence bar.x", "f:18:5: error: there is no fence `bar.x` of PTX"},
    {"{first}        ", "fence sc.x", "f:18:5: error: `sc.x` has no scope"},
    {"{ int x }", "family sc", "f:16:12: error: expected the name of a family"},
};

TEST(mistakes_are_told)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        const char *at = strstr(small, mistakes[i].part);
        assert_non_null(at);
        char text[2 * sizeof small];
        snprintf(text, sizeof text, "%.*s%s%s", (int)(at - small), small, mistakes[i].instead,
                 at + strlen(mistakes[i].part));
        making m = make(text);
        if (m.made)
            fail_msg("%s: nothing is said of it", mistakes[i].instead);
        const char *said = cm_diag_format(m.work.arena, &m.work.diags.items[0], false);
        if (!strstr(said, mistakes[i].complaint))
            fail_msg("%s: %s", mistakes[i].complaint, said);
        cm_arena_free(m.work.arena);
    }
}

/* Every suite that the program carries, for every CPU: all their tests. */
TEST(carried_suites_are_whole)
{
    static const char *const cpus[] = {"aarch64", "x86_64", "riscv"};
    for (const cm_suite_source *s = cm_suite_sources; s->name; s++)
        for (size_t c = 0; c < 3; c++) {
            cm_work work = cm_work_new(cm_arena_new(0));
            cm_text out = cm_text_new(work.arena);
            const cm_enum_request request = {.name = s->name, .cpu = cpus[c]};
            making m = {.work = work, .out = out};
            const cm_suite *suite = cm_suite_open(&m.work, &request);
            assert_non_null(suite);
            cm_suite_each(suite, write_one, &m);
            assert_true(m.out.length > 0);
            cm_arena_free(work.arena);
        }
}
