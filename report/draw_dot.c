/* An execution in Graphviz's language: columns by thread, boxes as clusters. */
#include "report/draw.h"

#include "litmus/isa/isa.h"
#include "report/execution.h"
#include "report/utf8.h"

static void quoted(cm_text *out, const char *text)
{
    cm_text_add_char(out, '"');
    for (const char *c = cm_utf8_plain(out->arena, text); *c; c++) {
        if (*c == '"' || *c == '\\')
            cm_text_add_char(out, '\\');
        if (*c == '\n')
            cm_text_add(out, "\\n");
        else
            cm_text_add_char(out, *c);
    }
    cm_text_add_char(out, '"');
}

static void node(cm_text *out, const cm_drawing *d, uint32_t event)
{
    const cm_execution *x = d->execution;
    const cm_event *e = &x->events[event];
    const char *access = cm_drawn_event(out->arena, x->test, e), *text = access;
    if (e->thread >= 0)
        text = cm_arena_printf(out->arena, "%s\n%s", access,
                               x->test->threads[e->thread].instructions[e->instruction].text);
    cm_text_append(out, "  e%u [label=", event);
    quoted(out, text);
    if (e->thread < 0)
        cm_text_add(out, ", style=rounded");
    if (d->marked[event])
        cm_text_add(out, ", penwidth=2");
    cm_text_add(out, "];\n");
}

static void thread_cluster(cm_text *out, const cm_drawing *d, int thread)
{
    const cm_execution *x = d->execution;
    const cm_thread *t = &x->test->threads[thread];
    cm_text_append(out, "  subgraph cluster_thread_%d {\n  style=invis; label=", thread);
    quoted(out, cm_arena_printf(out->arena, "P%d %s", t->id, cm_arch_name(t->arch)));
    cm_text_add(out, ";\n");
    cm_text_append(out, "  t%d [shape=plaintext, label=", thread);
    quoted(out, cm_arena_printf(out->arena, "P%d  %s", t->id, cm_arch_name(t->arch)));
    cm_text_add(out, "];\n");
    int64_t before = -1;
    for (uint32_t i = 0; i < x->event_count; i++) {
        if (x->events[i].thread != thread)
            continue;
        node(out, d, i);
        const char *from = before < 0 ? cm_arena_printf(out->arena, "t%d", thread)
                                      : cm_arena_printf(out->arena, "e%u", (unsigned)before);
        cm_text_append(out, "  %s -> e%u [style=invis, weight=20];\n", from, i);
        before = i;
    }
    cm_text_add(out, "  }\n");
}

/* Boxes are nested: those begun before the column's thread, those ended after it. */
static void clusters(cm_text *out, const cm_drawing *d, const cm_columns *columns)
{
    for (int c = 0; c < columns->count; c++) {
        for (int i = 0; i < columns->box_count; i++) {
            if (columns->boxes[i].first != c)
                continue;
            cm_text_append(out, "  subgraph cluster_place_%d {\n  style=rounded; label=", i);
            quoted(out, columns->boxes[i].title);
            cm_text_add(out, ";\n");
        }
        thread_cluster(out, d, columns->threads[c]);
        for (int i = 0; i < columns->box_count; i++)
            if (columns->boxes[i].last == c)
                cm_text_add(out, "  }\n");
    }
}

static void edge(cm_text *out, const cm_drawing *d, const cm_drawn_edge *e)
{
    const cm_stroke_style *style = cm_stroke_style_of(e->stroke);
    const char *label = cm_drawn_label(out->arena, e);
    bool strong = e->strong_count > 0;
    cm_text_append(out, "  e%u -> e%u [constraint=%s, color=\"%s%s\", fontcolor=\"%s\", style=%s",
                   e->from, e->to, d->execution->events[e->from].thread < 0 ? "true" : "false",
                   style->light, strong ? "" : "99", style->light,
                   strong && e->stroke == CM_STROKE_RF ? "solid" : style->dot);
    cm_text_append(out, ", penwidth=%s%s", strong ? "2.6" : "1",
                   e->stroke >= CM_STROKE_PAIR ? ", dir=none" : "");
    if (*label) {
        cm_text_add(out, ", label=");
        quoted(out, label);
    }
    cm_text_add(out, "];\n");
}

void cm_draw_dot(cm_text *out, const cm_drawing *d)
{
    cm_text_add(out, "digraph ");
    quoted(out, d->title);
    cm_text_add(out, " {\n  labelloc=t; label=");
    quoted(out, cm_arena_printf(out->arena, "%s\n%s\n%s", d->title, d->subtitle, d->caption));
    cm_text_add(out, ";\n  newrank=true; nodesep=0.6; ranksep=0.45;\n"
                     "  node [shape=box, fontname=monospace, fontsize=11];\n"
                     "  edge [fontname=monospace, fontsize=11];\n");
    if (d->execution) {
        cm_columns columns = cm_columns_of(out->arena, d->execution->test);
        for (uint32_t i = 0; i < d->execution->event_count; i++)
            if (d->execution->events[i].thread < 0 && cm_is_drawn(d, i))
                node(out, d, i);
        clusters(out, d, &columns);
        for (int i = 0; i < d->edge_count; i++)
            edge(out, d, &d->edges[i]);
    }
    cm_text_add(out, "}\n");
}
