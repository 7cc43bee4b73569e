/* Pictures on a page that stands alone: relations are switched on and off, one picture follows
 * the other, an edge unfolds at a click. Without scripts, and in print, everything is there. */
#include "report/draw.h"
#include "report/html.h"

#include <string.h>

/* ---- switches ------------------------------------------------------------------- */

typedef struct relation_switch {
    const char *name;
    bool on;
} relation_switch;

typedef struct switches {
    relation_switch *items;
    int count, capacity;
} switches;

static void add_switch(cm_arena *arena, switches *s, const char *name, bool on)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->items[i].name, name) == 0) {
            s->items[i].on |= on;
            return;
        }
    CM_PUSH(arena, s->items, s->count, s->capacity, (relation_switch){name, on});
}

static void add_switches(cm_doc *body, const cm_picture_page *p)
{
    switches s = {0};
    for (int i = 0; i < p->count; i++)
        for (int e = 0; e < p->pictures[i].drawing->edge_count; e++) {
            const cm_drawn_edge *edge = &p->pictures[i].drawing->edges[e];
            for (int n = 0; n < edge->name_count; n++)
                add_switch(body->arena, &s, edge->names[n], !edge->extra);
        }
    if (s.count == 0)
        return;
    cm_doc *set = cm_doc_element(body, "fieldset", NULL);
    cm_doc_element(set, "legend", "Relations");
    for (int i = 0; i < s.count; i++) {
        cm_doc *label = cm_doc_element(set, "label", NULL);
        cm_doc *box = cm_doc_element(label, "input", NULL);
        cm_doc_set(box, "type", "checkbox");
        cm_doc_set(box, "data-relation", s.items[i].name);
        if (s.items[i].on)
            cm_doc_set(box, "checked", NULL);
        cm_doc_words(label, cm_arena_printf(body->arena, " %s", s.items[i].name));
    }
}

/* ---- pictures ---------------------------------------------------------------------- */

static void add_note(cm_doc *section, const cm_picture_note *note)
{
    cm_doc *details = cm_doc_element(section, "details", NULL);
    cm_doc_setf(details, "data-from", "%u", note->from);
    cm_doc_setf(details, "data-to", "%u", note->to);
    cm_doc_element(cm_doc_element(details, "summary", NULL), "code", note->summary);
    cm_doc *list = cm_doc_element(details, "ul", NULL);
    for (int i = 0; i < note->line_count; i++)
        cm_doc_element(cm_doc_element(list, "li", NULL), "code", note->lines[i]);
}

static void add_picture(cm_doc *body, const cm_picture *p, int number)
{
    cm_text svg = cm_text_new(body->arena);
    cm_draw_svg_part(&svg, p->drawing, number);
    cm_text_cut(&svg, svg.length - 1); /* its line end */
    cm_doc *section = cm_doc_classed(body, "section", "picture", NULL);
    cm_doc_element(section, "h2", p->heading);
    cm_doc *figure = cm_doc_element(section, "figure", NULL);
    cm_doc_set(figure, "tabindex", "-1"); /* a tap makes it large: report.css */
    cm_doc_literal(figure, NULL, svg.data);
    cm_doc_set(cm_doc_classed(section, "p", "said", NULL), "aria-live", "polite");
    for (int i = 0; i < p->note_count; i++)
        add_note(section, &p->notes[i]);
}

static void add_button(cm_doc *in, const char *id, const char *text)
{
    cm_doc *button = cm_doc_element(in, "button", text);
    cm_doc_set(button, "id", id);
    cm_doc_set(button, "type", "button");
}

void cm_draw_html(cm_text *out, const cm_picture_page *p)
{
    const cm_html_page page = {.title = p->title,
                               .style = cm_draw_dark_style,
                               .script = cm_html_picture_script,
                               .up = p->frame.up,
                               .up_title = p->frame.up_title,
                               .origin = p->frame.origin};
    cm_html html = cm_html_begin(out->arena, &page);
    cm_doc *body = html.main;
    if (*p->summary)
        cm_doc_element(body, "p", p->summary);
    cm_doc *facts = p->frame.fact_count ? cm_doc_element(body, "dl", NULL) : NULL;
    for (size_t i = 0; i < p->frame.fact_count; i++)
        cm_html_fact(facts, p->frame.facts[i].name, p->frame.facts[i].value);
    add_switches(body, p);
    if (p->count > 1) {
        cm_doc *nav = cm_doc_element(body, "nav", NULL);
        cm_doc_set(nav, "aria-label", "Pictures");
        add_button(nav, "before", "Previous");
        add_button(nav, "after", "Next");
        cm_doc_set(cm_doc_element(nav, "span", NULL), "id", "which");
    }
    for (int i = 0; i < p->count; i++)
        add_picture(body, &p->pictures[i], i);
    if (*p->words) {
        cm_doc_element(body, "h2", "In words");
        cm_doc_set(cm_doc_classed(body, "pre", "words", p->words), "tabindex", "0");
    }
    cm_doc_element(body, "h2", "Test");
    add_button(body, "copy", "Copy");
    cm_doc *test = cm_doc_element(body, "pre", p->test);
    cm_doc_set(test, "id", "test");
    cm_doc_set(test, "tabindex", "0");
    cm_html_end(out, &html);
}
