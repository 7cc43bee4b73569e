/* Pictures on a page that stands alone: relations are switched on and off, one picture follows
 * the other, an edge unfolds at a click. Without scripts, and in print, everything is there. */
#include "report/draw.h"
#include "report/html.h"

#include <libxml/parser.h>
#include <stdint.h>
#include <string.h>

/* ---- switches ------------------------------------------------------------------- */

typedef struct switches {
    const char **names;
    bool *on;
    int count, capacity;
} switches;

static void add_switch(cm_arena *arena, switches *s, const char *name, bool on)
{
    for (int i = 0; i < s->count; i++)
        if (strcmp(s->names[i], name) == 0) {
            s->on[i] |= on;
            return;
        }
    size_t count = (size_t)s->count;
    s->names = cm_arena_grow(arena, s->names, count, count + 1, sizeof *s->names);
    s->on = cm_arena_grow(arena, s->on, count, count + 1, sizeof *s->on);
    s->names[count] = name;
    s->on[count] = on;
    s->count++;
}

static void build_switches(const cm_html *page, xmlNode *body, const cm_picture_page *p)
{
    switches s = {0};
    for (int i = 0; i < p->count; i++)
        for (int e = 0; e < p->pictures[i].drawing->edge_count; e++) {
            const cm_drawn_edge *edge = &p->pictures[i].drawing->edges[e];
            for (int n = 0; n < edge->name_count; n++)
                add_switch(page->arena, &s, edge->names[n], !edge->extra);
        }
    if (s.count == 0)
        return;
    xmlNode *set = cm_tree_element(page->arena, body, "fieldset", NULL);
    cm_tree_element(page->arena, set, "legend", "Relations");
    for (int i = 0; i < s.count; i++) {
        xmlNode *label = cm_tree_element(page->arena, set, "label", NULL);
        xmlNode *box = cm_tree_element(page->arena, label, "input", NULL);
        cm_tree_attribute(page->arena, box, "type", "checkbox");
        cm_tree_attribute(page->arena, box, "data-relation", s.names[i]);
        if (s.on[i])
            cm_tree_attribute(page->arena, box, "checked", "checked");
        cm_tree_text(page->arena, label, cm_arena_printf(page->arena, " %s", s.names[i]));
    }
}

/* ---- pictures ---------------------------------------------------------------------- */

/* The picture's text, read again as a tree. */
static void build_svg(const cm_html *page, xmlNode *parent, const cm_drawing *drawing, int number)
{
    cm_text svg;
    cm_text_init(&svg, page->arena);
    cm_draw_svg_part(&svg, drawing, number);
    xmlDoc *read = svg.length > INT32_MAX ? NULL
                                          : xmlReadMemory(svg.data, (int)svg.length, "picture",
                                                          NULL, XML_PARSE_NOERROR);
    xmlNode *copy = read ? xmlDocCopyNode(xmlDocGetRootElement(read), page->doc, 1) : NULL;
    xmlFreeDoc(read);
    xmlAddChild(parent, cm_tree_made(page->arena, copy));
}

static void build_note(const cm_html *page, xmlNode *section, const cm_picture_note *note)
{
    cm_arena *arena = page->arena;
    xmlNode *details = cm_tree_element(arena, section, "details", NULL);
    cm_tree_number(arena, details, "data-from", note->from);
    cm_tree_number(arena, details, "data-to", note->to);
    xmlNode *summary = cm_tree_element(arena, details, "summary", NULL);
    cm_tree_element(arena, summary, "code", note->summary);
    xmlNode *list = cm_tree_element(arena, details, "ul", NULL);
    for (int i = 0; i < note->line_count; i++)
        cm_tree_element(arena, cm_tree_element(arena, list, "li", NULL), "code", note->lines[i]);
}

static void build_picture(const cm_html *page, xmlNode *body, const cm_picture *p, int number)
{
    xmlNode *section = cm_html_classed(page, body, "section", "picture", NULL);
    cm_tree_element(page->arena, section, "h2", p->heading);
    xmlNode *figure = cm_tree_element(page->arena, section, "figure", NULL);
    build_svg(page, figure, p->drawing, number);
    cm_tree_attribute(page->arena, cm_html_classed(page, section, "p", "said", ""), "aria-live",
                      "polite");
    for (int i = 0; i < p->note_count; i++)
        build_note(page, section, &p->notes[i]);
}

static void build_button(const cm_html *page, xmlNode *parent, const char *id, const char *text)
{
    xmlNode *button = cm_tree_element(page->arena, parent, "button", text);
    cm_tree_attribute(page->arena, button, "id", id);
    cm_tree_attribute(page->arena, button, "type", "button");
}

static void build_walk(const cm_html *page, xmlNode *body)
{
    xmlNode *nav = cm_tree_element(page->arena, body, "nav", NULL);
    cm_tree_attribute(page->arena, nav, "aria-label", "Pictures");
    build_button(page, nav, "before", "Previous");
    build_button(page, nav, "after", "Next");
    cm_tree_attribute(page->arena, cm_tree_element(page->arena, nav, "span", ""), "id", "which");
}

static void build_facts(const cm_html *page, xmlNode *body, const cm_picture_page *p)
{
    if (p->frame.fact_count == 0)
        return;
    xmlNode *list = cm_tree_element(page->arena, body, "dl", NULL);
    for (size_t i = 0; i < p->frame.fact_count; i++)
        cm_html_fact(page, list, p->frame.facts[i].name, p->frame.facts[i].value);
}

static void build(const cm_html *page, xmlNode *body, const void *context)
{
    const cm_picture_page *p = context;
    if (*p->summary)
        cm_tree_element(page->arena, body, "p", p->summary);
    build_facts(page, body, p);
    build_switches(page, body, p);
    if (p->count > 1)
        build_walk(page, body);
    for (int i = 0; i < p->count; i++)
        build_picture(page, body, &p->pictures[i], i);
    if (*p->words) {
        cm_tree_element(page->arena, body, "h2", "In words");
        xmlNode *words = cm_html_classed(page, body, "pre", "words", p->words);
        cm_tree_attribute(page->arena, words, "tabindex", "0");
    }
    cm_tree_element(page->arena, body, "h2", "Test");
    build_button(page, body, "copy", "Copy");
    xmlNode *test = cm_tree_element(page->arena, body, "pre", p->test);
    cm_tree_attribute(page->arena, test, "id", "test");
    cm_tree_attribute(page->arena, test, "tabindex", "0");
}

void cm_draw_html(cm_text *out, const cm_picture_page *p)
{
    const cm_html_page page = {.title = p->title,
                               .style = cm_draw_dark_style,
                               .script = cm_html_picture_script,
                               .up = p->frame.up,
                               .up_title = p->frame.up_title,
                               .origin = p->frame.origin,
                               .build = build,
                               .context = p};
    cm_html_write(out, &page);
}
