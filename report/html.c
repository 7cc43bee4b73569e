/* Pages that stand alone: the tree, its release, and what all pages have. */
#include "report/html.h"

#include <libxml/HTMLtree.h>

static const xmlChar *xml(const char *text)
{
    return (const xmlChar *)text;
}

/* ---- elements -------------------------------------------------------------- */

xmlNode *cm_html_classed(const cm_html *page, xmlNode *parent, const char *name, const char *class,
                         const char *text)
{
    xmlNode *node = cm_tree_element(page->arena, parent, name, text);
    cm_tree_attribute(page->arena, node, "class", class);
    return node;
}

xmlNode *cm_html_link(const cm_html *page, xmlNode *parent, const char *href, const char *text)
{
    xmlNode *link = cm_tree_element(page->arena, parent, "a", text);
    cm_tree_attribute(page->arena, link, "href", href);
    return link;
}

xmlNode *cm_html_table(const cm_html *page, xmlNode *parent, const char *class, const char *what)
{
    xmlNode *scroll = cm_html_classed(page, parent, "div", "scroll", NULL);
    cm_tree_attribute(page->arena, scroll, "role", "region");
    cm_tree_attribute(page->arena, scroll, "aria-label", what);
    cm_tree_attribute(page->arena, scroll, "tabindex", "0");
    xmlNode *table = cm_html_classed(page, scroll, "table", class, NULL);
    cm_tree_element(page->arena, table, "caption", what);
    return table;
}

xmlNode *cm_html_head(const cm_html *page, xmlNode *row, const char *scope, const char *text)
{
    xmlNode *head = cm_tree_element(page->arena, row, "th", text);
    cm_tree_attribute(page->arena, head, "scope", scope);
    return head;
}

void cm_html_fact(const cm_html *page, xmlNode *list, const char *name, const char *value)
{
    if (!*value)
        return;
    cm_tree_element(page->arena, list, "dt", name);
    cm_tree_element(page->arena, list, "dd", value);
}

/* ---- signs ------------------------------------------------------------------ */

const cm_sign *cm_sign_of(cm_sign_kind kind)
{
    static const cm_sign signs[CM_SIGN_KINDS] = {
        [CM_SIGN_FORBIDDEN] = {"forbidden", "\xc3\x97", "forbidden"},
        [CM_SIGN_FORBIDDEN_BY_ORDER] = {"forbidden", "\xe2\x8a\x97",
                                        "forbidden only by the order of fence.sc"},
        [CM_SIGN_ALLOWED] = {"allowed", "\xe2\x97\x8b", "allowed"},
        [CM_SIGN_SCOPE] = {"scope", "s", "allowed: insufficient scope"},
        [CM_SIGN_ORDERING] = {"ordering", "o", "allowed: insufficient ordering"},
        [CM_SIGN_BOTH] = {"both", "b", "allowed: insufficient scope and ordering"},
        [CM_SIGN_UNKNOWN] = {"unknown", "?", "unknown: the model gave no certain answer"},
        [CM_SIGN_SEEN] = {"allowed", "\xe2\x97\x8f", "allowed, and hardware has shown it"},
        [CM_SIGN_VIOLATED] = {"bad", "!!", "forbidden, and hardware has shown it"},
        [CM_SIGN_NONE] = {"none", "\xe2\x80\x93", "no outcome: refused, failed or stuck"},
    };
    return &signs[kind];
}

void cm_html_key(const cm_html *page, xmlNode *parent, const bool used[CM_SIGN_KINDS])
{
    xmlNode *list = cm_html_classed(page, parent, "ul", "key", NULL);
    for (int i = 0; i < CM_SIGN_KINDS; i++) {
        const cm_sign *sign = cm_sign_of((cm_sign_kind)i);
        if (!used[i])
            continue;
        xmlNode *item = cm_tree_element(page->arena, list, "li", NULL);
        cm_html_classed(page, item, "span", sign->class, sign->mark);
        cm_tree_text(page->arena, item, sign->meaning);
    }
}

xmlNode *cm_html_cell(const cm_html *page, xmlNode *row, cm_sign_kind kind, const char *href,
                      const char *title, const char *spoken)
{
    const cm_sign *sign = cm_sign_of(kind);
    xmlNode *cell = cm_html_classed(page, row, "td", sign->class, NULL);
    xmlNode *link = cm_html_link(page, cell, href, sign->mark);
    cm_tree_attribute(page->arena, link, "title", title);
    cm_tree_attribute(page->arena, link, "aria-label", spoken);
    return cell;
}

/* ---- the page ---------------------------------------------------------------- */

static void meta(const cm_html *page, xmlNode *head, const char *name, const char *content)
{
    xmlNode *node = cm_tree_element(page->arena, head, "meta", NULL);
    cm_tree_attribute(page->arena, node, "name", name);
    cm_tree_attribute(page->arena, node, "content", content);
}

static void build_head(const cm_html *page, xmlNode *html)
{
    xmlNode *head = cm_tree_element(page->arena, html, "head", NULL);
    cm_tree_attribute(page->arena, cm_tree_element(page->arena, head, "meta", NULL), "charset",
                      "utf-8");
    meta(page, head, "viewport", "width=device-width, initial-scale=1");
    meta(page, head, "color-scheme", "light dark");
    cm_tree_element(page->arena, head, "title", page->page->title);
    cm_tree_element(page->arena, head, "style",
                    cm_arena_printf(page->arena, "\n%s%s%s", cm_html_colours, cm_html_style,
                                    page->page->style ? page->page->style : ""));
}

static void build_foot(const cm_html *page, xmlNode *body, const cm_origin *origin)
{
    xmlNode *foot = cm_tree_element(page->arena, body, "footer", NULL);
    xmlNode *line = cm_tree_element(page->arena, foot, "p", "cmcm");
    if (origin->version)
        cm_tree_text(page->arena, line, cm_arena_printf(page->arena, " %s", origin->version));
    if (origin->date)
        cm_tree_text(page->arena, line, cm_arena_printf(page->arena, ", %s", origin->date));
    if (!origin->command)
        return;
    cm_tree_text(page->arena, line, ". Made by ");
    cm_tree_element(page->arena, line, "code", origin->command);
}

static void build_body(const cm_html *page, xmlNode *html)
{
    const cm_html_page *what = page->page;
    xmlNode *body = cm_tree_element(page->arena, html, "body", NULL);
    if (what->up) {
        xmlNode *nav = cm_tree_element(page->arena, body, "nav", NULL);
        cm_tree_attribute(page->arena, nav, "aria-label", "Up");
        cm_html_link(page, nav, what->up, what->up_title);
    }
    xmlNode *main = cm_tree_element(page->arena, body, "main", NULL);
    cm_tree_element(page->arena, main, "h1", what->title);
    what->build(page, main, what->context);
    if (what->origin)
        build_foot(page, body, what->origin);
    if (what->script)
        cm_tree_element(page->arena, body, "script",
                        cm_arena_printf(page->arena, "\n%s", what->script));
}

static void build_and_dump(void *argument)
{
    cm_html *page = argument;
    page->doc = cm_tree_made(page->arena, htmlNewDocNoDtD(NULL, NULL));
    cm_tree_made(page->arena, xmlCreateIntSubset(page->doc, xml("html"), NULL, NULL));
    xmlNode *html = cm_tree_made(page->arena, xmlNewDocNode(page->doc, NULL, xml("html"), NULL));
    xmlDocSetRootElement(page->doc, html);
    cm_tree_attribute(page->arena, html, "lang", "en");
    build_head(page, html);
    build_body(page, html);

    int length = 0;
    htmlDocDumpMemoryFormat(page->doc, &page->dumped, &length, 0);
    cm_tree_made(page->arena, page->dumped);
    cm_text_add_bytes(page->out, (const char *)page->dumped, (size_t)length);
}

void cm_html_write(cm_text *out, const cm_html_page *what)
{
    cm_html page = {.out = out, .arena = out->arena, .page = what};
    bool built = cm_arena_protect(out->arena, build_and_dump, &page);
    xmlFree(page.dumped);
    xmlFreeDoc(page.doc);
    if (!built)
        cm_arena_escape(out->arena);
}
