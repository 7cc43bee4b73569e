/* An execution as SVG: no scripts, no fonts of its own.
 *
 * Colours are attributes, which every program reads; a viewer in dark mode takes those of the
 * style sheet. Arrow heads are drawn, not marked, as programs differ about markers.
 */
#include "report/draw.h"
#include "report/layout.h"

#include "report/execution.h"

#include <math.h>

#define INK   "#1c2330"
#define SOFT  "#59616e"
#define PAPER "#ffffff"
#define NODE  "#ffffff"
#define LINES "#aab2bf"

const char cm_draw_dark_style[] =
    "@media screen and (prefers-color-scheme: dark){"
    ".paper{fill:#14181f}.ink{fill:#e3e7ee}.soft{fill:#a9b2bf}.node{fill:#1d232d;stroke:#79828f}"
    ".node.marked{stroke:#e3e7ee}.box{fill:#1a1f28;stroke:#4b5563}.box.inner{fill:#20262f}"
    ".line.po{stroke:#98a2b0}.head.po,.name.po{fill:#98a2b0}"
    ".line.rf{stroke:#ff9d5c}.head.rf,.name.rf{fill:#ff9d5c}"
    ".line.co{stroke:#6cb4ff}.head.co,.name.co{fill:#6cb4ff}"
    ".line.fr{stroke:#dba4f5}.head.fr,.name.fr{fill:#dba4f5}"
    ".line.dep{stroke:#e6c84a}.head.dep,.name.dep{fill:#e6c84a}"
    ".line.def{stroke:#4fd6b0}.head.def,.name.def{fill:#4fd6b0}"
    ".line.pair{stroke:#ff7f9e}.name.pair{fill:#ff7f9e}"
    ".line.meets{stroke:#9fbbe0}.name.meets{fill:#9fbbe0}}";

typedef struct painter {
    cm_text *out;
    const cm_drawing *drawing;
    const cm_layout *layout;
    int number;  /* of several, for ids */
    bool chosen; /* a part of a page, whose edges can be chosen */
    bool inner;  /* one of several in a file */
    double y;    /* where it is there */
    bool any_strong;
} painter;

/* ---- pieces -------------------------------------------------------------------- */

static void element(cm_text *out, const char *name, const char *attributes, const char *text)
{
    cm_text_append(out, "<%s%s>", name, attributes);
    cm_doc_escape(out, text, "\"");
    cm_text_append(out, "</%s>", name);
}

static void words(const painter *p, const cm_laid_text *t, const char *class, const char *color,
                  int size, bool bold)
{
    const char *attributes = cm_arena_printf(
        p->out->arena, " class=\"%s\" fill=\"%s\" font-size=\"%d\"%s x=\"%.1f\" y=\"%.1f\"", class,
        color, size, bold ? " font-weight=\"bold\"" : "", t->at.x, t->at.y + 0.8 * size + 1.5);
    element(p->out, "text", attributes, t->text);
    cm_text_add_char(p->out, '\n');
}

static void rect(const painter *p, cm_rect at, double round, const char *rest)
{
    cm_text_append(p->out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.0f\" %s/>\n",
                   at.x, at.y, at.w, at.h, round, rest);
}

/* ---- edges ----------------------------------------------------------------------- */

static void relations(const painter *p, const cm_drawn_edge *e)
{
    cm_text_add(p->out, " data-relations=\"");
    for (int i = 0; i < e->name_count; i++) {
        cm_text_add(p->out, i ? " " : "");
        cm_doc_escape(p->out, e->names[i], "\"");
    }
    cm_text_add_char(p->out, '"');
}

static void head(const painter *p, const cm_laid_edge *laid, const cm_stroke_style *style,
                 double size, const char *opacity)
{
    const cm_point *end = laid->points + 3 * laid->curve_count;
    double dx = end[0].x - end[-1].x, dy = end[0].y - end[-1].y, length = hypot(dx, dy);
    dx = length > 0 ? dx / length : 0;
    dy = length > 0 ? dy / length : 1;
    double bx = end->x - size * dx, by = end->y - size * dy;
    cm_text_append(p->out,
                   "<polygon class=\"head %s\" fill=\"%s\"%s points=\"%.1f,%.1f %.1f,%.1f "
                   "%.1f,%.1f\"/>",
                   style->word, style->light, opacity, end->x, end->y, bx - 0.45 * size * dy,
                   by + 0.45 * size * dx, bx + 0.45 * size * dy, by - 0.45 * size * dx);
}

static void curve(const painter *p, const cm_laid_edge *laid)
{
    cm_text_append(p->out, " fill=\"none\" d=\"M%.1f %.1f", laid->points[0].x, laid->points[0].y);
    for (int i = 0; i < laid->curve_count; i++) {
        const cm_point *c = laid->points + 3 * i;
        cm_text_append(p->out, " C%.1f %.1f %.1f %.1f %.1f %.1f", c[1].x, c[1].y, c[2].x, c[2].y,
                       c[3].x, c[3].y);
    }
    cm_text_add(p->out, "\"/>");
}

/* On a page it can be chosen, and a broad line without colour meets the pointer. */
static void open_edge(const painter *p, int index)
{
    const cm_drawn_edge *e = &p->drawing->edges[index];
    /* What the edge is called: "d rf e". */
    cm_text name = cm_text_new(p->out->arena);
    cm_report_label(&name, &p->drawing->execution->events[e->from]);
    for (int i = 0; i < e->name_count; i++)
        cm_text_append(&name, "%s%s", i ? ", " : " ", e->names[i]);
    cm_text_add_char(&name, ' ');
    cm_report_label(&name, &p->drawing->execution->events[e->to]);
    const char *called = name.data;
    cm_text_append(p->out, "<g class=\"edge %s%s%s\"", cm_stroke_style_of(e->stroke)->word,
                   e->strong_count > 0 ? " strong" : "", e->extra ? " extra" : "");
    relations(p, e);
    if (p->chosen) {
        cm_text_append(p->out,
                       " data-number=\"%d\" data-from=\"%u\" data-to=\"%u\" "
                       "role=\"button\" aria-label=\"",
                       index, e->from, e->to);
        cm_doc_escape(p->out, called, "\"");
        cm_text_add_char(p->out, '"');
    }
    cm_text_add_char(p->out, '>');
    element(p->out, "title", "", called);
    if (p->chosen) {
        cm_text_add(p->out, "<path stroke=\"#000\" stroke-opacity=\"0\" stroke-width=\"12\"");
        curve(p, &p->layout->edges[index]);
    }
}

static void edge(const painter *p, int index)
{
    const cm_drawn_edge *e = &p->drawing->edges[index];
    const cm_laid_edge *laid = &p->layout->edges[index];
    const cm_stroke_style *style = cm_stroke_style_of(e->stroke);
    bool strong = e->strong_count > 0, faded = p->any_strong && !strong;
    const char *opacity = faded ? " opacity=\"0.6\"" : "";
    open_edge(p, index);
    cm_text_append(p->out, "<path class=\"line %s\" stroke=\"%s\" stroke-width=\"%s\"%s",
                   style->word, style->light,
                   strong  ? "2.6"
                   : faded ? "1.2"
                           : "1.6",
                   opacity);
    if (*style->dashes)
        cm_text_append(p->out, " stroke-dasharray=\"%s\"", style->dashes);
    curve(p, laid);
    if (e->stroke < CM_STROKE_PAIR)
        head(p, laid, style, strong ? 10 : 7.5, opacity);
    cm_text_add(p->out, "</g>\n");
}

static void edges(const painter *p, bool strong)
{
    for (int i = 0; i < p->drawing->edge_count; i++)
        if ((p->drawing->edges[i].strong_count > 0) == strong)
            edge(p, i);
}

static void label(const painter *p, int index)
{
    const cm_drawn_edge *e = &p->drawing->edges[index];
    const cm_laid_edge *laid = &p->layout->edges[index];
    const cm_stroke_style *style = cm_stroke_style_of(e->stroke);
    bool strong = e->strong_count > 0;
    if (!*laid->label.text)
        return;
    cm_text_append(p->out, "<g class=\"label%s\"", strong ? " strong" : "");
    relations(p, e);
    cm_text_append(p->out, " data-edge=\"%d\">", index);
    rect(p, laid->label.at, 3, "class=\"paper\" fill=\"" PAPER "\" fill-opacity=\"0.9\"");
    cm_laid_text text = laid->label;
    text.at.x += 3;
    words(p, &text, cm_arena_printf(p->out->arena, "name %s", style->word), style->light,
          CM_LABEL_SIZE, strong);
    cm_text_add(p->out, "</g>\n");
}

/* ---- events and boxes -------------------------------------------------------------- */

static void node(const painter *p, uint32_t event)
{
    const cm_laid_node *n = &p->layout->nodes[event];
    const cm_execution *x = p->drawing->execution;
    const cm_event *e = &x->events[event];
    bool marked = p->drawing->marked[event];
    cm_text_add(p->out, "<g class=\"event\">");
    const cm_instruction *by =
        n->column < 0 ? NULL : &x->test->threads[e->thread].instructions[e->instruction];
    if (by)
        element(p->out, "title", "",
                cm_arena_printf(p->out->arena, "%s, P%d %s: %s", n->access,
                                x->test->threads[e->thread].id,
                                cm_instruction_line(p->out->arena, by), by->text));
    rect(p, n->at, n->column < 0 ? 11 : 5,
         cm_arena_printf(p->out->arena,
                         "class=\"node%s\" fill=\"" NODE "\" stroke=\"%s\" stroke-width=\"%s\"",
                         marked ? " marked" : "", marked ? INK : LINES, marked ? "1.8" : "1"));
    cm_laid_text access = {n->access, {n->at.x + 10, n->at.y + (n->column < 0 ? 4 : 6), 0, 0}};
    words(p, &access, "ink", INK, CM_ACCESS_SIZE, n->column >= 0);
    cm_laid_text source = {n->source, {n->at.x + 10, n->at.y + 24, 0, 0}};
    if (*n->source)
        words(p, &source, "soft", SOFT, CM_SOURCE_SIZE, false);
    cm_text_add(p->out, "</g>\n");
}

/* ---- the whole ---------------------------------------------------------------------- */

#define FONTS "font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\""

/* By itself it is as wide as there is room; on a page the page says so. */
#define FITTING " style=\"max-width:100%;height:auto\""

static void open_picture(const painter *p)
{
    const cm_layout *l = p->layout;
    const char *at = p->inner    ? cm_arena_printf(p->out->arena, " y=\"%.0f\"", p->y)
                     : p->chosen ? ""
                                 : FITTING;
    cm_text_append(
        p->out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\"%s width=\"%.0f\" height=\"%.0f\" "
        "viewBox=\"0 0 %.0f %.0f\" role=\"%s\" aria-labelledby=\"title-%d desc-%d\" " FONTS ">\n",
        at, ceil(l->width), ceil(l->height), ceil(l->width), ceil(l->height),
        p->chosen ? "group" : "img", p->number, p->number);
    const char *id = cm_arena_printf(p->out->arena, " id=\"title-%d\"", p->number);
    element(p->out, "title", id, p->drawing->title);
    cm_text_add_char(p->out, '\n');
    id = cm_arena_printf(p->out->arena, " id=\"desc-%d\"", p->number);
    element(p->out, "desc", id, cm_drawing_words(p->out->arena, p->drawing));
    if (!p->chosen && !p->inner)
        cm_text_append(p->out, "\n<style>%s</style>", cm_draw_dark_style);
    cm_text_add_char(p->out, '\n');
    rect(p, (cm_rect){0, 0, ceil(l->width), ceil(l->height)}, 0,
         "class=\"paper\" fill=\"" PAPER "\"");
}

static void paint(const painter *p)
{
    const cm_layout *l = p->layout;
    open_picture(p);
    for (int i = 0; i < l->above_count; i++)
        words(p, &l->above[i], "ink", INK, i ? CM_LABEL_SIZE : CM_TITLE_SIZE, i == 0);
    for (int i = 0; i < l->box_count; i++) {
        const char *fill = l->boxes[i].depth % 2 ? "#eef1f5" : "#f6f7f9";
        rect(p, l->boxes[i].at, 7,
             cm_arena_printf(p->out->arena,
                             "class=\"box%s\" fill=\"%s\" stroke=\"" LINES "\" stroke-width=\"1\"",
                             l->boxes[i].depth % 2 ? " inner" : "", fill));
        words(p, &l->boxes[i].title, "soft", SOFT, CM_LABEL_SIZE, false);
    }
    for (int i = 0; i < l->column_count; i++)
        words(p, &l->heads[i], "ink", INK, CM_LABEL_SIZE, true);
    edges(p, false);
    edges(p, true);
    for (int i = 0; i < l->node_count; i++)
        if (!l->nodes[i].hidden)
            node(p, (uint32_t)i);
    for (int i = 0; i < l->edge_count; i++)
        label(p, i);
    for (int i = 0; i < l->below_count; i++)
        words(p, &l->below[i], "soft", SOFT, CM_LABEL_SIZE, false);
    cm_text_add(p->out, "</svg>\n");
}

static painter painter_of(cm_text *out, const cm_drawing *drawing)
{
    painter p = {.out = out, .drawing = drawing, .layout = cm_layout_new(out->arena, drawing)};
    for (int i = 0; i < drawing->edge_count; i++)
        p.any_strong |= drawing->edges[i].strong_count > 0;
    return p;
}

void cm_draw_svg_part(cm_text *out, const cm_drawing *drawing, int number)
{
    painter p = painter_of(out, drawing);
    p.number = number;
    p.chosen = true;
    paint(&p);
}

void cm_draw_svg(cm_text *out, const cm_drawing *drawing)
{
    painter p = painter_of(out, drawing);
    paint(&p);
}

/* One below the other. */
void cm_draw_svg_all(cm_text *out, const cm_drawing *const *drawings, int count)
{
    if (count == 1) {
        cm_draw_svg(out, drawings[0]);
        return;
    }
    double width = 0, height = 0;
    painter *painters = CM_NEW_ARRAY(out->arena, (size_t)count, painter);
    for (int i = 0; i < count; i++) {
        painter *p = &painters[i];
        *p = painter_of(out, drawings[i]);
        p->number = i;
        p->inner = true;
        p->y = height;
        width = fmax(width, ceil(p->layout->width));
        height += ceil(p->layout->height);
    }
    cm_text_append(out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\"%s width=\"%.0f\" "
                   "height=\"%.0f\" viewBox=\"0 0 %.0f %.0f\" role=\"group\" " FONTS
                   ">\n<style>%s</style>\n",
                   FITTING, width, height, width, height, cm_draw_dark_style);
    rect(painters, (cm_rect){0, 0, width, height}, 0, "class=\"paper\" fill=\"" PAPER "\"");
    for (int i = 0; i < count; i++)
        paint(&painters[i]);
    cm_text_add(out, "</svg>\n");
}
