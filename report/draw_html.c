/* Pictures on a page that stands alone: relations are switched on and off, one picture follows
 * the other, an edge unfolds at a click. Without scripts, and in print, everything is there. */
#include "report/draw.h"
#include "report/html.h"

#include <libxml/parser.h>
#include <stdint.h>
#include <string.h>

static const char style[] =
    "figure{margin:.6em 0;overflow-x:auto}figure svg{max-width:none}"
    ".edge[data-from],.label{cursor:pointer}.edge:focus{outline:2px solid currentColor}"
    ".off{display:none}.extra{opacity:.75}"
    "fieldset{border:1px solid var(--line);display:inline-block;margin:.4em 0}"
    "fieldset label{margin-right:1em;white-space:nowrap}"
    "details{margin:.3em 0}details[open]{background:var(--quiet)}details.hit{outline:2px solid "
    "var(--ink)}details ul{margin:.2em 0}details code,pre{font-size:13px}pre{white-space:pre-wrap}"
    "button{font:inherit;margin-right:.4em}"
    "@media print{fieldset,button,nav{display:none}section{break-inside:avoid}"
    "section[hidden]{display:block}body{margin:0}}";

static const char script[] =
    "'use strict';(function(){"
    "const all=(s,e)=>Array.from((e||document).querySelectorAll(s));"
    "const sections=all('section.picture');let at=0;"
    "const boxes=all('input[data-relation]');"
    "function draw(){const on=new Set(boxes.filter(b=>b.checked).map(b=>b.dataset.relation));"
    "all('[data-relations]').forEach(g=>g.classList.toggle('off',"
    "!g.dataset.relations.split(' ').some(r=>on.has(r))));}"
    "boxes.forEach(b=>b.addEventListener('change',draw));draw();"
    "function show(i){at=(i+sections.length)%sections.length;"
    "sections.forEach((s,k)=>{s.hidden=k!==at});"
    "const t=document.getElementById('which');if(t)t.textContent=(at+1)+' of '+sections.length;}"
    "const step=(id,d)=>{const b=document.getElementById(id);"
    "if(b)b.addEventListener('click',()=>show(at+d));};step('before',-1);step('after',1);"
    "if(sections.length>1)show(0);"
    "function unfold(g){const s=g.closest('section');"
    "const "
    "e=g.dataset.edge===undefined?g:s.querySelector('.edge[data-number=\"'+g.dataset.edge+'\"]');"
    "const hits=all('details',s).filter(d=>d.dataset.from===e.dataset.from&&"
    "d.dataset.to===e.dataset.to);"
    "all('details.hit').forEach(d=>d.classList.remove('hit'));"
    "hits.forEach(d=>{d.open=true;d.classList.add('hit')});"
    "const said=s.querySelector('.said');"
    "if(said)said.textContent=e.querySelector('title').textContent+"
    "(hits.length?'':': nothing to unfold');"
    "if(hits.length)hits[0].scrollIntoView({block:'nearest'});}"
    "sections.forEach(s=>all('.edge,.label',s).forEach(g=>{"
    "g.addEventListener('click',()=>unfold(g));"
    "g.addEventListener('keydown',k=>{if(k.key==='Enter'||k.key===' '){k.preventDefault();"
    "unfold(g)}});}));"
    "const copy=document.getElementById('copy');"
    "if(copy)copy.addEventListener('click',()=>{const text=document.getElementById('test');"
    "const done=()=>{copy.textContent='Copied'};"
    "const select=()=>{const r=document.createRange();r.selectNodeContents(text);"
    "const s=getSelection();s.removeAllRanges();s.addRange(r);document.execCommand('copy');done()};"
    "if(navigator.clipboard)navigator.clipboard.writeText(text.textContent).then(done,select);"
    "else select();});"
    "addEventListener('beforeprint',()=>{all('details').forEach(d=>{d.open=true});"
    "sections.forEach(s=>{s.hidden=false})});"
    "addEventListener('afterprint',()=>{if(sections.length>1)show(at)});"
    "})();";

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
    build_svg(page, cm_tree_element(page->arena, section, "figure", NULL), p->drawing, number);
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
    build_button(page, nav, "before", "Before");
    build_button(page, nav, "after", "Next");
    cm_tree_attribute(page->arena, cm_tree_element(page->arena, nav, "span", ""), "id", "which");
}

static void build(const cm_html *page, xmlNode *body, const void *context)
{
    const cm_picture_page *p = context;
    if (*p->summary)
        cm_tree_element(page->arena, body, "p", p->summary);
    build_switches(page, body, p);
    if (p->count > 1)
        build_walk(page, body);
    for (int i = 0; i < p->count; i++)
        build_picture(page, body, &p->pictures[i], i);
    if (*p->words) {
        cm_tree_element(page->arena, body, "h2", "In words");
        cm_tree_element(page->arena, body, "pre", p->words);
    }
    cm_tree_element(page->arena, body, "h2", "Test");
    build_button(page, body, "copy", "Copy");
    xmlNode *test = cm_tree_element(page->arena, body, "pre", p->test);
    cm_tree_attribute(page->arena, test, "id", "test");
    cm_tree_element(page->arena, body, "script", script);
}

void cm_draw_html(cm_text *out, const cm_picture_page *page)
{
    cm_html_write(out, page->title, cm_arena_printf(out->arena, "%s%s", style, cm_draw_dark_style),
                  build, page);
}
