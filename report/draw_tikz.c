/* An execution as a TikZ picture, to be put into a paper: places and curves are those of the
 * SVG, styles are named, so that a document can have its own. */
#include "report/draw.h"
#include "report/layout.h"
#include "report/utf8.h"

#include <string.h>

/* Points of TeX for a pixel: letters of 13 pixels become about 8 points. */
static const double scale = 0.62;

static void escape(cm_text *out, const char *text)
{
    static const struct {
        char c;
        const char *tex;
    } rows[] = {{'\\', "\\textbackslash{}"},
                {'{', "\\{"},
                {'}', "\\}"},
                {'$', "\\$"},
                {'&', "\\&"},
                {'#', "\\#"},
                {'%', "\\%"},
                {'_', "\\_"},
                {'~', "\\textasciitilde{}"},
                {'^', "\\textasciicircum{}"},
                {'<', "{<}"},
                {'>', "{>}"},
                {'\n', " "}};
    for (const char *c = cm_utf8_plain(out->arena, text); *c; c++) {
        size_t i = 0;
        while (i < sizeof rows / sizeof *rows && rows[i].c != *c)
            i++;
        if (i < sizeof rows / sizeof *rows) {
            cm_text_add(out, rows[i].tex);
        } else if (strncmp(c, "\xe2\x80\xa6", 3) == 0) { /* what is shortened ends in it */
            cm_text_add(out, "\\ldots{}");
            c += 2;
        } else {
            cm_text_add_char(out, *c);
        }
    }
}

static const char *place(cm_arena *arena, double x, double y)
{
    return cm_arena_printf(arena, "(%.1fpt,%.1fpt)", scale * x, -scale * y);
}

static void words(cm_text *out, const char *style, double x, double y, const char *text)
{
    cm_text_append(out, "  \\node[%s] at %s {", style, place(out->arena, x, y));
    escape(out, text);
    cm_text_add(out, "};\n");
}

static void rectangle(cm_text *out, const char *style, cm_rect at)
{
    cm_text_append(out, "  \\draw[%s] %s rectangle %s;\n", style, place(out->arena, at.x, at.y),
                   place(out->arena, at.x + at.w, at.y + at.h));
}

static void edge(cm_text *out, const cm_drawing *d, const cm_layout *l, int index)
{
    const cm_laid_edge *laid = &l->edges[index];
    const cm_drawn_edge *e = &d->edges[index];
    cm_arena *arena = out->arena;
    cm_text_append(out, "  \\draw[cmcm %s, cmcm %s%s] %s", cm_stroke_style_of(e->stroke)->word,
                   e->strong_count ? "strong" : "faint",
                   e->stroke >= CM_STROKE_PAIR ? ", -" : ", -{Stealth}",
                   place(arena, laid->points[0].x, laid->points[0].y));
    for (int i = 0; i < laid->curve_count; i++) {
        const cm_point *p = laid->points + 3 * i;
        cm_text_append(out, "\n    .. controls %s and %s .. %s", place(arena, p[1].x, p[1].y),
                       place(arena, p[2].x, p[2].y), place(arena, p[3].x, p[3].y));
    }
    cm_text_add(out, ";\n");
}

static void label(cm_text *out, const cm_drawing *d, const cm_layout *l, int index)
{
    const cm_laid_text *t = &l->edges[index].label;
    if (!*t->text)
        return;
    const char *style = cm_arena_printf(out->arena, "cmcm label, cmcm %s name%s",
                                        cm_stroke_style_of(d->edges[index].stroke)->word,
                                        d->edges[index].strong_count ? ", font=\\ttfamily"
                                                                       "\\bfseries\\scriptsize"
                                                                     : "");
    words(out, style, t->at.x + t->at.w / 2, t->at.y + t->at.h / 2, t->text);
}

static void styles(cm_text *out)
{
    static const char *const patterns[] = {[CM_STROKE_PO] = "solid",
                                           [CM_STROKE_RF] = "solid",
                                           [CM_STROKE_CO] = "dashed",
                                           [CM_STROKE_FR] = "dash dot",
                                           [CM_STROKE_DEPENDENCY] = "dotted",
                                           [CM_STROKE_DERIVED] = "dash pattern=on 9pt off 2pt",
                                           [CM_STROKE_PAIR] = "densely dashed",
                                           [CM_STROKE_MEETS] = "dotted"};
    for (int i = CM_STROKE_PO; i < CM_STROKES; i++) {
        const cm_stroke_style *s = cm_stroke_style_of((cm_stroke)i);
        cm_text_append(out, "\\definecolor{cmcm%s}{HTML}{%s}\n", s->word, s->light + 1);
        cm_text_append(out,
                       "\\tikzset{cmcm %s/.style={draw=cmcm%s, %s}, cmcm %s name/.style={text="
                       "cmcm%s}}\n",
                       s->word, s->word, patterns[i], s->word, s->word);
    }
    cm_text_add(out,
                "\\tikzset{cmcm strong/.style={line width=1.6pt}, cmcm faint/.style={line "
                "width=0.6pt, opacity=0.6},\n"
                "  cmcm event/.style={draw=black!35, fill=white, rounded corners=2pt},\n"
                "  cmcm marked/.style={draw=black, line width=0.9pt, fill=white, rounded "
                "corners=2pt},\n"
                "  cmcm box/.style={draw=black!30, fill=black!3, rounded corners=3pt},\n"
                "  cmcm text/.style={anchor=north west, inner sep=0pt, font=\\ttfamily"
                "\\scriptsize},\n"
                "  cmcm source/.style={cmcm text, font=\\ttfamily\\tiny, text=black!65},\n"
                "  cmcm label/.style={fill=white, inner sep=1pt, font=\\ttfamily\\scriptsize}}\n");
}

void cm_draw_tikz(cm_text *out, const cm_drawing *d)
{
    cm_layout *l = cm_layout_new(out->arena, d);
    cm_text_add(out, "% In the preamble: \\usepackage{tikz} \\usetikzlibrary{arrows.meta}\n");
    styles(out);
    cm_text_add(out, "\\begin{tikzpicture}\n");
    for (int i = 0; i < l->above_count; i++)
        words(out, "cmcm text", l->above[i].at.x, l->above[i].at.y, l->above[i].text);
    for (int i = 0; i < l->box_count; i++) {
        rectangle(out, "cmcm box", l->boxes[i].at);
        words(out, "cmcm source", l->boxes[i].title.at.x, l->boxes[i].title.at.y + 2,
              l->boxes[i].title.text);
    }
    for (int i = 0; i < l->column_count; i++)
        words(out, "cmcm text", l->heads[i].at.x, l->heads[i].at.y, l->heads[i].text);
    for (int strong = 0; strong < 2; strong++)
        for (int i = 0; i < l->edge_count; i++)
            if ((d->edges[i].strong_count > 0) == strong)
                edge(out, d, l, i);
    for (int i = 0; i < l->node_count; i++) {
        const cm_laid_node *n = &l->nodes[i];
        if (n->hidden)
            continue;
        rectangle(out, d->marked[i] ? "cmcm marked" : "cmcm event", n->at);
        words(out, "cmcm text", n->at.x + 10, n->at.y + 7, n->access);
        if (*n->source)
            words(out, "cmcm source", n->at.x + 10, n->at.y + 26, n->source);
    }
    for (int i = 0; i < l->edge_count; i++)
        label(out, d, l, i);
    for (int i = 0; i < l->below_count; i++)
        words(out, "cmcm text", l->below[i].at.x, l->below[i].at.y, l->below[i].text);
    cm_text_add(out, "\\end{tikzpicture}\n");
}
