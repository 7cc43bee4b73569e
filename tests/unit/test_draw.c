/* report/draw, explain/draw: pictures show what they are to show, once, and nothing that is read
 * lies on anything else. */
#include "explain/draw.h"
#include "report/layout.h"
#include "tests/gen/gen.h"
#include "tests/unit/checker_help.h"
#include "tests/unit/html_help.h"

#include <libxml/parser.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

typedef struct bench {
    cat cat;
    cm_solver_context *solver;
    cm_test *test;
    cm_explanation *x;
} bench;

static void start(bench *b, const char *model)
{
    memset(b, 0, sizeof *b);
    cat_load_file(&b->cat, model);
    b->solver = cm_solver_context_new();
}

static void end(bench *b)
{
    cm_solver_context_free(b->solver);
    cat_end(&b->cat);
}

static void explain(bench *b)
{
    cm_explain_options options = {.check = {.unroll = 2}, .max_classes = 5, .max_tries = 1};
    b->x = cm_explain(&b->cat.work, b->solver, b->cat.model, b->test, NULL, &options);
    if (!b->x)
        fail_msg("%s: %s", b->test->name, cat_messages(&b->cat));
}

static void explain_text(bench *b, const char *model, const char *text)
{
    start(b, model);
    cm_source *source = CM_NEW(b->cat.arena, cm_source);
    *source = (cm_source){"test.litmus", text, strlen(text)};
    b->test = cm_litmus_parse(&b->cat.work, source);
    if (!b->test)
        fail_msg("%s", cat_messages(&b->cat));
    explain(b);
}

/* ---- layout --------------------------------------------------------------------- */

static bool inside(const cm_layout *l, cm_rect at)
{
    return at.x >= 0 && at.y >= 0 && at.x + at.w <= l->width && at.y + at.h <= l->height;
}

/* Everything with words on it. */
static size_t gather(const cm_layout *l, cm_rect *all)
{
    size_t count = 0;
    for (int i = 0; i < l->node_count; i++)
        if (!l->nodes[i].hidden)
            all[count++] = l->nodes[i].at;
    for (int i = 0; i < l->column_count; i++)
        all[count++] = l->heads[i].at;
    for (int i = 0; i < l->box_count; i++)
        all[count++] = l->boxes[i].title.at;
    for (int i = 0; i < l->edge_count; i++)
        if (*l->edges[i].label.text)
            all[count++] = l->edges[i].label.at;
    for (int i = 0; i < l->above_count; i++)
        all[count++] = l->above[i].at;
    for (int i = 0; i < l->below_count; i++)
        all[count++] = l->below[i].at;
    return count;
}

enum { STEPS = 60 }; /* of a curve */

static cm_point on_edge(const cm_laid_edge *e, int step)
{
    const cm_point *p = e->points + 3 * (step / STEPS);
    double t = (double)(step % STEPS) / STEPS, s = 1 - t;
    double a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return (cm_point){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                      a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

static int steps_within(const cm_laid_edge *e, cm_rect at)
{
    int count = 0;
    for (int i = 0; i < e->curve_count * STEPS; i++)
        count += cm_rects_overlap((cm_rect){on_edge(e, i).x, on_edge(e, i).y, 0, 0}, at);
    return count;
}

/* No label lies on another edge. */
static void check_labels(const bench *b, const cm_layout *l, const cm_drawing *d)
{
    for (int i = 0; i < l->edge_count; i++)
        for (int k = 0; k < l->edge_count && *l->edges[i].label.text; k++)
            if (k != i && !d->edges[k].extra &&
                steps_within(&l->edges[k], l->edges[i].label.at) > 0)
                fail_msg("%s: the label %s lies on the edge %s", b->test->name,
                         l->edges[i].label.text, cm_drawn_label(b->cat.arena, &d->edges[k]));
}

static void check_layout(const bench *b, const cm_drawing *d)
{
    const cm_layout *l = cm_layout_new(b->cat.arena, d);
    size_t most = (size_t)(l->node_count + l->column_count + l->box_count + l->edge_count +
                           l->above_count + l->below_count);
    cm_rect *all = CM_NEW_ARRAY(b->cat.arena, most + 1, cm_rect);
    size_t count = gather(l, all);
    for (size_t i = 0; i < count; i++) {
        if (!inside(l, all[i]))
            fail_msg("%s: at %.0f,%.0f something leaves the picture", b->test->name, all[i].x,
                     all[i].y);
        for (size_t k = 0; k < i; k++)
            if (cm_rects_overlap(all[i], all[k]))
                fail_msg("%s: words overlap at %.0f,%.0f and %.0f,%.0f", b->test->name, all[i].x,
                         all[i].y, all[k].x, all[k].y);
    }
    for (int i = 0; i < l->edge_count; i++)
        if (steps_within(&l->edges[i], (cm_rect){0, 0, l->width, l->height}) <
            l->edges[i].curve_count * STEPS)
            fail_msg("%s: an edge leaves the picture", b->test->name);
    assert_int_equal(l->collisions, 0);
    check_labels(b, l, d);
}

/* ---- svg ---------------------------------------------------------------------------- */

static int count_of(xmlXPathContext *paths, const char *path)
{
    xmlXPathObject *found = xmlXPathEval((const xmlChar *)path, paths);
    int count = found && found->nodesetval ? found->nodesetval->nodeNr : 0;
    xmlXPathFreeObject(found);
    return count;
}

static int strong_edges(const cm_drawing *d)
{
    int count = 0;
    for (int i = 0; i < d->edge_count; i++)
        count += d->edges[i].strong_count > 0;
    return count;
}

static int plain_edges(const cm_drawing *d)
{
    int count = 0;
    for (int i = 0; i < d->edge_count; i++)
        count += d->edges[i].stroke == CM_STROKE_PAIR || d->edges[i].stroke == CM_STROKE_MEETS;
    return count;
}

static void check_svg(const bench *b, const cm_drawing *d)
{
    cm_text svg = cm_text_new(b->cat.arena);
    cm_draw_svg(&svg, d);
    xmlDoc *doc = xmlReadMemory(svg.data, (int)svg.length, "svg", NULL, XML_PARSE_NOERROR);
    if (!doc)
        fail_msg("%s: the picture is not XML", b->test->name);
    xmlXPathContext *paths = xmlXPathNewContext(doc);
    xmlXPathRegisterNs(paths, (const xmlChar *)"s", (const xmlChar *)"http://www.w3.org/2000/svg");
    assert_int_equal(count_of(paths, "/s:svg[@role='img']/s:title"), 1);
    assert_int_equal(count_of(paths, "/s:svg/s:desc"), 1);
    assert_int_equal(count_of(paths, "//s:g[starts-with(@class,'edge')]"), d->edge_count);
    assert_int_equal(
        count_of(paths, "//s:g[starts-with(@class,'edge') and contains(@class,'strong')]"),
        strong_edges(d));
    assert_int_equal(count_of(paths, "//s:g[starts-with(@class,'edge')]/s:polygon"),
                     d->edge_count - plain_edges(d));
    for (uint32_t i = 0; d->execution && i < d->execution->event_count; i++) {
        const char *access = cm_drawn_event(b->cat.arena, b->test, &d->execution->events[i]);
        char quote = strchr(access, '"') ? '\'' : '"'; /* a label as a value has quotes */
        const char *path = cm_arena_printf(
            b->cat.arena, "//s:g[@class='event']/s:text[text()=%c%s%c]", quote, access, quote);
        assert_int_equal(count_of(paths, path), cm_is_drawn(d, i));
    }
    xmlXPathFreeContext(paths);
    xmlFreeDoc(doc);
}

/* ---- other formats --------------------------------------------------------------------- */

static int times(const char *text, const char *what)
{
    int count = 0;
    for (const char *at = text; (at = strstr(at, what)); at += strlen(what))
        count++;
    return count;
}

static void check_balance(const char *text)
{
    int depth = 0;
    bool quoted = false;
    for (const char *c = text; *c; c++) {
        if (quoted && *c == '\\' && c[1])
            c++;
        else if (*c == '"')
            quoted = !quoted;
        else if (!quoted)
            depth += (*c == '{') - (*c == '}');
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    assert_false(quoted);
}

static void check_dot(const bench *b, const cm_drawing *d)
{
    cm_text dot = cm_text_new(b->cat.arena);
    cm_draw_dot(&dot, d);
    check_balance(dot.data);
    for (uint32_t i = 0; d->execution && i < d->execution->event_count; i++)
        assert_int_equal(times(dot.data, cm_arena_printf(b->cat.arena, "  e%u [label=", i)),
                         cm_is_drawn(d, i));
    assert_int_equal(times(dot.data, " [constraint="), d->edge_count);
    assert_int_equal(times(dot.data, ", dir=none"), plain_edges(d));
    assert_int_equal(times(dot.data, "penwidth=2.6"), strong_edges(d));
}

static void check_tikz(const bench *b, const cm_drawing *d)
{
    cm_text tikz = cm_text_new(b->cat.arena);
    cm_draw_tikz(&tikz, d);
    assert_int_equal(times(tikz.data, "\\begin{tikzpicture}"), 1);
    assert_int_equal(times(tikz.data, "\\end{tikzpicture}"), 1);
    assert_int_equal(times(tikz.data, "-{Stealth}]"), d->edge_count - plain_edges(d));
    assert_int_equal(times(tikz.data, "cmcm strong, -"), strong_edges(d));
}

static bool has_strong(const cm_drawing *d, uint32_t from, uint32_t to)
{
    int found = 0;
    for (int i = 0; i < d->edge_count; i++)
        found += d->edges[i].from == from && d->edges[i].to == to && d->edges[i].strong_count > 0 &&
                 d->edges[i].stroke != CM_STROKE_PAIR;
    return found == 1;
}

/* A race is one edge without a head. */
static void check_pairs(const bench *b, const cm_drawing *d)
{
    for (int f = 0; f < b->x->flag_count; f++) {
        const cm_violation *v = &b->x->flags[f].violation;
        if (b->x->flags[f].execution != d->execution || v->nothing || v->cycle || v->pair ||
            v->from == v->to)
            continue;
        int found = 0;
        for (int i = 0; i < d->edge_count; i++)
            found += d->edges[i].from == v->from && d->edges[i].to == v->to &&
                     d->edges[i].stroke == CM_STROKE_PAIR;
        assert_true(found > 0);
    }
}

/* From each event of the cycle strong edges lead on to the next. */
static bool leads(const cm_drawing *d, uint32_t from, uint32_t to, int depth)
{
    if (from == to || has_strong(d, from, to))
        return true;
    for (int i = 0; i < d->edge_count && depth < 12; i++)
        if (d->edges[i].from == from && d->edges[i].strong_count > 0 &&
            leads(d, d->edges[i].to, to, depth + 1))
            return true;
    return false;
}

static void check_strong(const bench *b, const cm_drawing *d, int picture)
{
    const cm_execution *execution;
    const cm_violation *v = cm_explain_picture_violation(b->x, picture, &execution);
    for (int i = 0; v && (v->cycle || v->pair) && i < v->count; i++)
        if (!leads(d, v->steps[i]->from, v->steps[i]->to, 0))
            fail_msg("%s: step %d of the cycle is not drawn", b->test->name, i);
    for (int i = 0; !v && i < b->x->cycle_count; i++)
        assert_true(has_strong(d, b->x->cycle[i].from, b->x->cycle[i].to));
    if (!v)
        check_pairs(b, d);
}

static void check_page(const bench *b)
{
    cm_text page = cm_text_new(b->cat.arena);
    cm_explain_html(&page, b->x, &(cm_picture_frame){0});
    int count = cm_explain_picture_count(b->x);
    assert_int_equal(times(page.data, "<svg "), count);
    assert_int_equal(times(page.data, "<section class=\"picture\">"), count);
    xmlDoc *doc = htmlReadMemory(page.data, (int)page.length, "page", NULL,
                                 HTML_PARSE_NOERROR | HTML_PARSE_NOWARNING | HTML_PARSE_NONET);
    assert_non_null(doc);
    assert_only_names_are_outside(doc, page.data, count); /* the name space of each svg */
    xmlFreeDoc(doc);
}

static void check_pictures(const bench *b)
{
    check_page(b);
    for (int i = 0; i < cm_explain_picture_count(b->x); i++) {
        const cm_drawing *d = cm_explain_drawing(b->cat.arena, b->x, i, false);
        check_strong(b, d, i);
        check_layout(b, d);
        check_svg(b, d);
        check_dot(b, d);
        check_tikz(b, d);
        d = cm_explain_drawing(b->cat.arena, b->x, i, true);
        check_layout(b, d);
    }
}

/* ---- tests --------------------------------------------------------------------------------- */

#define MP                                                                                         \
    "AArch64 MP\n{0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x;}\n"                                              \
    "P0 | P1;\nMOV W0,#1 | LDR W0,[X1];\nSTR W0,[X1] | DMB SY;\nDMB SY | LDR W2,[X3];\n"           \
    "STR W0,[X3] | ;\n"

TEST(test_the_cycle_is_strong)
{
    bench b;
    explain_text(&b, "arm", MP "exists (1:X0=1 /\\ 1:X2=0)\n");
    const cm_drawing *d = cm_explain_drawing(b.cat.arena, b.x, 0, false);
    assert_string_equal(d->title, "MP, model arm");
    assert_string_equal(d->subtitle, "1:X0=1 /\\ 1:X2=0 is forbidden.");
    /* a, b: initial; c W x, d DMB, e W y; f R y, g DMB, h R x */
    assert_true(has_strong(d, 2, 4) && has_strong(d, 4, 5) && has_strong(d, 5, 7) &&
                has_strong(d, 7, 2));
    assert_int_equal(strong_edges(d), 4);
    assert_true(cm_is_drawn(d, 0) && !cm_is_drawn(d, 1));
    check_pictures(&b);
    end(&b);
}

/* A call of a long function in C loses of its name, not of its operands; a candidate that is the
 * only one of its kind is one. */
TEST(test_operands_are_kept)
{
    bench b;
    explain_text(&b, "rc11",
                 "C t\n{ }\nP0 (atomic_int* x) {\n"
                 " atomic_store_explicit(x, 1, memory_order_release);\n}\n"
                 "P1 (atomic_int* x) {\n atomic_store_explicit(x, 2, memory_order_release);\n"
                 " int r0 = atomic_load_explicit(x, memory_order_acquire);\n"
                 " int r1 = atomic_load_explicit(x, memory_order_acquire);\n}\n"
                 "exists (1:r0=1 /\\ 1:r1=2)\n");
    const cm_drawing *d = cm_explain_drawing(b.cat.arena, b.x, 0, false);
    const cm_layout *l = cm_layout_new(b.cat.arena, d);
    bool kept = false;
    for (int i = 0; i < l->node_count; i++)
        kept |= strstr(l->nodes[i].source, "\xe2\x80\xa6(x, 1, memory_order_release);") != NULL;
    assert_true(kept);
    if (b.x->groups[0].classes == 1 && b.x->group_count > 1)
        assert_non_null(strstr(d->subtitle, " candidate executions is like this one"));
    end(&b);
}

/* What is flagged of one event is that event; nobody asked of another execution. */
TEST(test_flag_of_one_event)
{
    bench b;
    explain_text(&b, "lkmm",
                 "C t\n{ }\nP0 (int* x) {\n rcu_read_lock();\n WRITE_ONCE(*x, 1);\n}\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_FLAGS);
    const cm_drawing *d = cm_explain_drawing(b.cat.arena, b.x, 0, false);
    assert_non_null(strstr(d->subtitle, ", in some execution."));
    assert_null(strstr(d->caption, " in "));
    end(&b);
}

TEST(test_nothing_to_draw_is_words)
{
    bench b;
    explain_text(&b, "arm", MP "exists (1:X0=7)\n");
    assert_int_equal(cm_explain_picture_count(b.x), 1);
    assert_null(cm_explain_drawing(b.cat.arena, b.x, 0, false)->execution);
    check_pictures(&b);
    end(&b);
}

TEST(test_places_are_nested_boxes)
{
    bench b;
    explain_text(&b, "cmcm",
                 "CMCM places\n{}\n"
                 "P0@ptx cta 0, gpu 0 | P1@aarch64 | P2@ptx cta 1, gpu 0 | P3@ptx cta 0, gpu 0;\n"
                 "st.relaxed.sys.u32 [x], 1 | MOV W0,#1 | ld.relaxed.sys.u32 r0, [x] | "
                 "ld.relaxed.sys.u32 r0, [x];\n"
                 "exists (2:r0=1 /\\ 3:r0=0)\n");
    cm_columns c = cm_columns_of(b.cat.arena, b.test);
    static const int order[] = {0, 3, 2, 1};
    for (int i = 0; i < 4; i++)
        assert_int_equal(c.threads[i], order[i]);
    assert_int_equal(c.box_count, 4);
    assert_string_equal(c.boxes[0].title, "GPU 0");
    assert_int_equal(c.boxes[0].last, 2);
    assert_string_equal(c.boxes[1].title, "CTA 0");
    assert_int_equal(c.boxes[1].last, 1);
    assert_string_equal(c.boxes[2].title, "CTA 1");
    assert_string_equal(c.boxes[3].title, "CPU");
    check_pictures(&b);
    end(&b);
}

TEST(test_texts_are_escaped)
{
    bench b;
    explain_text(&b, "arm", MP "exists (1:X0=1 /\\ 1:X2=0)\n");
    cm_drawing *d = cm_explain_drawing(b.cat.arena, b.x, 0, false);
    d->title = "a<b & \"c\" \\ {%_#$^~}\x01\xff";
    d->caption = "x > y\nand more";
    check_layout(&b, d);
    check_svg(&b, d);
    check_dot(&b, d);
    cm_text tikz = cm_text_new(b.cat.arena);
    cm_draw_tikz(&tikz, d);
    assert_non_null(strstr(tikz.data, "a{<}b \\& \"c\" \\textbackslash{} \\{\\%\\_\\#\\$"));
    end(&b);
}

/* Every so many of a folder's tests. */
static void check_folder(cm_arena *arena, const char *folder, const char *model, int every)
{
    char **files = unit_files(arena, folder, ".litmus", every);
    assert_non_null(*files);
    for (; *files; files++) {
        bench b;
        size_t length;
        const char *text = unit_read(arena, *files, &length);
        start(&b, model ? model : strncmp(text, "PTX", 3) == 0 ? "ptx" : "cmcm");
        cm_source *source = cm_source_read(&b.cat.work, *files);
        b.test = source ? cm_litmus_parse(&b.cat.work, source) : NULL;
        assert_non_null(b.test);
        explain(&b);
        check_pictures(&b);
        end(&b);
    }
}

TEST(test_our_own_tests)
{
    check_folder(arena, "tests/litmus/cmcm", "cmcm", 1);
    check_folder(arena, "tests/litmus/x86", "x86tso", 2);
    check_folder(arena, "tests/litmus/riscv", "riscv", 2);
    check_folder(arena, "tests/litmus/arm", "arm", 2);
    check_folder(arena, "tests/litmus/ptx", "ptx", 2);
    check_folder(arena, "tests/litmus/ptx9", "ptx", 4);
    check_folder(arena, "tests/litmus/kernels", "ptx", 4);
    check_folder(arena, "tests/litmus/axioms/ptx", "ptx", 2);
    check_folder(arena, "tests/litmus/cookbook", NULL, 1);
}

/* Random programs: some execution of all threads, or those that raise flags. */
TEST(test_random_programs)
{
    enum { COUNT = 12, KINDS = 6 };
    static const char *const models[KINDS] = {"cmcm", "ptx", "ptx", "ptx", "arm", "rc11"};
    int times = unit_times(COUNT), drawn = 0;
    for (int i = 0; i < times * KINDS; i++) {
        cm_arena *own = cm_arena_new(0);
        uint64_t seed = unit_seed() * 1000 + (uint64_t)i;
        int size = 2 + i / KINDS % 3;
        const char *texts[KINDS] = {gen_program(own, seed, GEN_MIXED, size),
                                    gen_program(own, seed, GEN_ALL_PTX, size),
                                    gen_meeting(own, seed, size),
                                    gen_copying(own, seed, size),
                                    gen_program(own, seed, GEN_CHAINS, size),
                                    gen_c(own, seed, false, size)};
        bench b;
        start(&b, models[i % KINDS]);
        cm_source source = {"random.litmus", texts[i % KINDS], strlen(texts[i % KINDS])};
        b.test = cm_litmus_parse(&b.cat.work, &source);
        if (!b.test)
            fail_msg("%s", cat_messages(&b.cat));
        bool flags = cm_model_has_flags(b.cat.model);
        b.test->quantifier = seed % 2 || !flags ? CM_EXISTS : b.test->quantifier;
        explain(&b);
        check_pictures(&b);
        drawn += cm_explain_picture_count(b.x);
        end(&b);
        cm_arena_free(own);
    }
    assert_true(drawn >= times);
}
