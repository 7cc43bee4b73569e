/* report/svg: charts are well formed and put things where they belong. */
#include "report/svg.h"
#include "tests/unit/unit.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define assert_near(found, expected, error) assert_true(fabs((found) - (expected)) <= (error))

typedef struct picture {
    cm_arena *arena;
    cm_text text;
    xmlDoc *doc;
    xmlXPathContext *paths;
} picture;

static int setup(void **state)
{
    picture *p = calloc(1, sizeof *p);
    p->arena = cm_arena_new(0);
    p->text = cm_text_new(p->arena);
    *state = p;
    return 0;
}

static int teardown(void **state)
{
    picture *p = *state;
    xmlXPathFreeContext(p->paths);
    xmlFreeDoc(p->doc);
    cm_arena_free(p->arena);
    free(p);
    xmlCleanupParser();
    return 0;
}

static void draw(picture *p, const cm_svg_chart *chart)
{
    cm_svg_write(&p->text, chart);
    p->doc = xmlReadMemory(p->text.data, (int)p->text.length, "chart", NULL, XML_PARSE_NOERROR);
    assert_non_null(p->doc);
    p->paths = xmlXPathNewContext(p->doc);
}

static double number(picture *p, const char *path)
{
    xmlXPathObject *found = xmlXPathEval((const xmlChar *)path, p->paths);
    assert_non_null(found);
    double value = xmlXPathCastToNumber(found);
    xmlXPathFreeObject(found);
    return value;
}

TEST_IN(steps_are_round, setup, teardown)
{
    assert_near(cm_svg_step(10, 5), 2, 1e-12);
    assert_near(cm_svg_step(100, 6), 20, 1e-12);
    assert_near(cm_svg_step(7, 6), 2, 1e-12);
    assert_near(cm_svg_step(0.03, 6), 0.005, 1e-12);
    assert_near(cm_svg_step(54, 6), 10, 1e-12);
}

/* Ten times the value is one decade further on a logarithmic axis. */
TEST_IN(logarithmic_lines, setup, teardown)
{
    picture *p = *state;
    double x[] = {1024, 4096, 16384}, y[] = {1, 10, 100};
    cm_svg_series series = {"gpu, device", x, y, 3};
    draw(p, &(cm_svg_chart){.title = "t",
                            .subtitle = "s",
                            .x = {.label = "size", .log = true, .bytes = true},
                            .y = {.label = "ns", .log = true},
                            .series = &series,
                            .series_count = 1});
    double y1 = number(p, "string(//*[local-name()='circle'][1]/@cy)");
    double y2 = number(p, "string(//*[local-name()='circle'][2]/@cy)");
    double y3 = number(p, "string(//*[local-name()='circle'][3]/@cy)");
    assert_near(y1 - y2, y2 - y3, 0.11);
    assert_true(y1 > y2);
    double x1 = number(p, "string(//*[local-name()='circle'][1]/@cx)");
    double x3 = number(p, "string(//*[local-name()='circle'][3]/@cx)");
    assert_near(x3 - x1, 620, 0.11); /* the whole width */
    assert_near(number(p, "count(//*[local-name()='text'][.='1 KiB'])"), 1, 0);
    assert_near(number(p, "count(//*[local-name()='text'][.='16 KiB'])"), 1, 0);
    assert_near(number(p, "count(//*[local-name()='text'][.='gpu, device'])"), 1, 0);
    assert_near(number(p, "count(//*[local-name()='polyline'])"), 1, 0);
}

TEST_IN(rows_of_boxes, setup, teardown)
{
    picture *p = *state;
    cm_svg_row rows[] = {
        {.label = "a<b",
         .low = 100,
         .from = 200,
         .middle = 300,
         .to = 400,
         .high = 1000,
         .mean = 350},
        {.label = "never", .empty = true, .note = "did not end within 1 s", .color = 1}};
    draw(p, &(cm_svg_chart){.title = "A & B",
                            .subtitle = "\x01\xff",
                            .x = {.label = "ns"},
                            .rows = rows,
                            .row_count = 2,
                            .boxes = true});
    /* The ground and one box; the mean's dot; both labels, escaped. */
    assert_near(number(p, "count(//*[local-name()='rect'])"), 2, 0);
    assert_near(number(p, "count(//*[local-name()='circle'])"), 1, 0);
    assert_near(number(p, "count(//*[local-name()='text'][.='a<b'])"), 1, 0);
    assert_near(number(p, "count(//*[local-name()='text'][.='A & B'])"), 1, 0);
    assert_near(number(p, "count(//*[local-name()='text'][.='did not end within 1 s'])"), 1, 0);
    /* A linear axis from 0 to 1000: 200 to 400 is a fifth of 620. */
    assert_near(number(p, "string(//*[local-name()='rect'][2]/@width)"), 124, 0.11);
}

TEST_IN(bars_begin_at_zero, setup, teardown)
{
    picture *p = *state;
    cm_svg_row rows[] = {{.label = "half", .middle = 50}, {.label = "none", .middle = 0}};
    draw(p, &(cm_svg_chart){.title = "t",
                            .subtitle = "s",
                            .x = {.label = "percent", .covers = 100},
                            .rows = rows,
                            .row_count = 2});
    assert_near(number(p, "string(//*[local-name()='rect'][2]/@width)"), 310, 0.11);
    assert_near(number(p, "string(//*[local-name()='rect'][3]/@width)"), 0, 0.11);
}

TEST_IN(nothing_to_show, setup, teardown)
{
    picture *p = *state;
    draw(p, &(cm_svg_chart){.title = "t", .subtitle = "s", .x = {.label = "ns", .log = true}});
    assert_near(number(p, "count(//*[local-name()='circle'])"), 0, 0);
    assert_null(strstr(p->text.data, "nan"));
    assert_null(strstr(p->text.data, "inf"));
}
