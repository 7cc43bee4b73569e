/* Pages that stand alone: the tree, its release, and the style of all pages. */
#include "report/html.h"

#include <libxml/HTMLtree.h>

/* Colours are told apart by lightness too, and every coloured cell has a mark. */
static const char common_style[] =
    ":root{color-scheme:light dark;--ink:#1c2330;--paper:#fff;--line:#c9d0da;--head:#eef1f5;"
    "--soft:#556;--quiet:#f6f7f9;--target:#fff6c9;--forbidden:#cfe3f7;--scope:#fbd9a5;"
    "--ordering:#f6b7ad;--both:#dcc5ea;--allowed:#f9e0cf;--unknown:#ddd;--good:#d4ecd2;"
    "--bad:#c62828;--bad-ink:#fff}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e3e7ee;--paper:#14181f;--line:#3c4552;"
    "--head:#232a35;--soft:#a3adba;--quiet:#1b2029;--target:#4a4416;--forbidden:#1f4166;"
    "--scope:#6b4a10;--ordering:#75302a;--both:#52366b;--allowed:#5a4030;--unknown:#444a54;"
    "--good:#22492a;--bad:#ef5350;--bad-ink:#14181f}}"
    "body{font:15px/1.45 system-ui,sans-serif;margin:2em;color:var(--ink);"
    "background:var(--paper)}"
    "p{max-width:60em}h1{font-size:1.5em}h2{font-size:1.15em;margin-top:2em}"
    ".scroll{overflow:auto;max-height:92vh}"
    "table{border-collapse:collapse;font-size:13px}"
    "th,td{border:1px solid var(--line);padding:.15em .4em;text-align:center;white-space:nowrap}"
    "th{background:var(--head);font-weight:600}"
    "th.axis{text-align:right;font-weight:400;color:var(--soft)}"
    "thead{position:sticky;top:0;z-index:1}"
    "table.counts td,table.counts th{text-align:right}"
    "table.counts th:first-child{text-align:left}"
    "th.leaf{writing-mode:vertical-rl;transform:rotate(180deg);text-align:left;padding:.4em .1em}"
    "td a{display:block;color:inherit;text-decoration:none;min-width:1.6em}"
    "td a:hover,td a:focus{outline:2px solid var(--ink)}"
    ".forbidden{background:var(--forbidden)}.scope{background:var(--scope)}"
    ".ordering{background:var(--ordering)}.both{background:var(--both)}"
    ".allowed{background:var(--allowed)}.unknown{background:var(--unknown)}"
    ".none{background:var(--quiet)}"
    "ul.key{list-style:none;padding:0}ul.key li{margin:.2em 0}"
    "ul.key span{display:inline-block;min-width:2em;padding:0 .4em;margin-right:.6em;"
    "text-align:center;border:1px solid var(--line)}"
    "section{border-top:1px solid var(--line);padding:.4em 0}"
    "pre{background:var(--quiet);padding:.8em;overflow-x:auto;margin:.4em 0}"
    "ul.tests{margin:.2em 0;font-size:13px}"
    ":target,section:has(:target){background:var(--target)}";

static const xmlChar *xml(const char *text)
{
    return (const xmlChar *)text;
}

xmlNode *cm_html_classed(const cm_html *page, xmlNode *parent, const char *name, const char *class,
                         const char *text)
{
    xmlNode *node = cm_tree_element(page->arena, parent, name, text);
    cm_tree_attribute(page->arena, node, "class", class);
    return node;
}

static void build_and_dump(void *argument)
{
    cm_html *page = argument;
    page->doc = cm_tree_made(page->arena, htmlNewDocNoDtD(NULL, NULL));
    cm_tree_made(page->arena, xmlCreateIntSubset(page->doc, xml("html"), NULL, NULL));
    xmlNode *html = cm_tree_made(page->arena, xmlNewDocNode(page->doc, NULL, xml("html"), NULL));
    xmlDocSetRootElement(page->doc, html);
    cm_tree_attribute(page->arena, html, "lang", "en");
    xmlNode *head = cm_tree_element(page->arena, html, "head", NULL);
    cm_tree_attribute(page->arena, cm_tree_element(page->arena, head, "meta", NULL), "charset",
                      "utf-8");
    cm_tree_element(page->arena, head, "title", page->title);
    cm_tree_element(page->arena, head, "style",
                    cm_arena_printf(page->arena, "%s%s", common_style, page->style));
    xmlNode *body = cm_tree_element(page->arena, html, "body", NULL);
    cm_tree_element(page->arena, body, "h1", page->title);
    page->build(page, body, page->context);

    int length = 0;
    htmlDocDumpMemoryFormat(page->doc, &page->dumped, &length, 0);
    cm_tree_made(page->arena, page->dumped);
    cm_text_add_bytes(page->out, (const char *)page->dumped, (size_t)length);
}

void cm_html_write(cm_text *out, const char *title, const char *style,
                   void (*build)(const cm_html *page, xmlNode *body, const void *context),
                   const void *context)
{
    cm_html page = {.out = out,
                    .arena = out->arena,
                    .title = title,
                    .style = style,
                    .build = build,
                    .context = context};
    bool built = cm_arena_protect(out->arena, build_and_dump, &page);
    xmlFree(page.dumped);
    xmlFreeDoc(page.doc);
    if (!built)
        cm_arena_escape(out->arena);
}
