/* Pages that stand alone: what all of them have. */
#include "report/html.h"

/* ---- elements -------------------------------------------------------------- */

cm_doc *cm_html_link(cm_doc *in, const char *href, const char *text)
{
    cm_doc *link = cm_doc_element(in, "a", text);
    cm_doc_set(link, "href", href);
    return link;
}

cm_doc *cm_html_table(cm_doc *in, const char *class, const char *what)
{
    cm_doc *scroll = cm_doc_classed(in, "div", "scroll", NULL);
    cm_doc_set(scroll, "role", "region");
    cm_doc_set(scroll, "aria-label", what);
    cm_doc_set(scroll, "tabindex", "0");
    cm_doc *table = cm_doc_classed(scroll, "table", class, NULL);
    cm_doc_element(table, "caption", what);
    return table;
}

cm_doc *cm_html_rows(cm_doc *in, const char *class, const char *what, const char *const *heads,
                     size_t count)
{
    cm_doc *table = cm_html_table(in, class, what);
    cm_doc *head = cm_doc_element(cm_doc_element(table, "thead", NULL), "tr", NULL);
    for (size_t i = 0; i < count; i++)
        cm_html_head(head, "col", heads[i]);
    return cm_doc_element(table, "tbody", NULL);
}

cm_doc *cm_html_head(cm_doc *row, const char *scope, const char *text)
{
    cm_doc *head = cm_doc_element(row, "th", text);
    cm_doc_set(head, "scope", scope);
    return head;
}

void cm_html_fact(cm_doc *list, const char *name, const char *value)
{
    if (!*value)
        return;
    cm_doc_element(list, "dt", name);
    cm_doc_element(list, "dd", value);
}

cm_doc *cm_html_verbatim(cm_doc *in, const char *text)
{
    cm_doc *verbatim = cm_doc_element(in, "pre", text);
    cm_doc_set(verbatim, "tabindex", "0");
    return verbatim;
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
        [CM_SIGN_UNDEFINED] = {"undefined", "!", "undefined: the test has undefined behaviour"},
        [CM_SIGN_UNKNOWN] = {"unknown", "?", "unknown: the model gave no certain answer"},
        [CM_SIGN_SEEN] = {"allowed", "\xe2\x97\x8f", "allowed, and hardware has shown it"},
        [CM_SIGN_VIOLATED] = {"bad", "!!", "forbidden, and hardware has shown it"},
        [CM_SIGN_NONE] = {"none", "\xe2\x80\x93", "no outcome: refused, failed or stuck"},
    };
    return &signs[kind];
}

void cm_html_key(cm_doc *in, const bool used[CM_SIGN_KINDS])
{
    cm_doc *list = cm_doc_classed(in, "ul", "key", NULL);
    for (int i = 0; i < CM_SIGN_KINDS; i++) {
        const cm_sign *sign = cm_sign_of((cm_sign_kind)i);
        if (!used[i])
            continue;
        cm_doc *item = cm_doc_element(list, "li", NULL);
        cm_doc_classed(item, "span", sign->class, sign->mark);
        cm_doc_words(item, sign->meaning);
    }
}

cm_doc *cm_html_cell(cm_doc *row, cm_sign_kind kind, const char *href, const char *title,
                     const char *spoken)
{
    const cm_sign *sign = cm_sign_of(kind);
    cm_doc *cell = cm_doc_classed(row, "td", sign->class, NULL);
    cm_doc *link = cm_html_link(cell, href, sign->mark);
    cm_doc_set(link, "title", title);
    cm_doc_set(link, "aria-label", spoken);
    return cell;
}

/* ---- the page ---------------------------------------------------------------- */

static void add_meta(cm_doc *head, const char *name, const char *content)
{
    cm_doc *meta = cm_doc_element(head, "meta", NULL);
    cm_doc_set(meta, "name", name);
    cm_doc_set(meta, "content", content);
}

cm_html cm_html_begin(cm_arena *arena, const cm_html_page *page)
{
    cm_html html = {.page = page, .root = cm_doc_new(arena, CM_DOC_ELEMENT, "html")};
    cm_doc_set(html.root, "lang", "en");
    cm_doc *head = cm_doc_element(html.root, "head", NULL);
    cm_doc_set(cm_doc_element(head, "meta", NULL), "charset", "utf-8");
    add_meta(head, "viewport", "width=device-width, initial-scale=1");
    add_meta(head, "color-scheme", "light dark");
    cm_doc_element(head, "title", page->title);
    cm_doc_elementf(head, "style", "\n%s%s%s", cm_html_colours, cm_html_style,
                    page->style ? page->style : "");
    html.body = cm_doc_element(html.root, "body", NULL);
    if (page->up) {
        cm_doc *nav = cm_doc_element(html.body, "nav", NULL);
        cm_doc_set(nav, "aria-label", "Up");
        cm_html_link(nav, page->up, page->up_title);
    }
    html.main = cm_doc_element(html.body, "main", NULL);
    cm_doc_element(html.main, "h1", page->title);
    return html;
}

void cm_html_end(cm_text *out, const cm_html *html)
{
    const cm_origin *origin = html->page->origin;
    if (origin) {
        cm_doc *foot = cm_doc_element(html->body, "footer", NULL);
        cm_doc *line = cm_doc_elementf(foot, "p", "cmcm%s%s%s%s", origin->version ? " " : "",
                                       origin->version ? origin->version : "",
                                       origin->date ? ", " : "", origin->date ? origin->date : "");
        if (origin->command) {
            cm_doc_words(line, ". Made by ");
            cm_doc_element(line, "code", origin->command);
        }
    }
    if (html->page->script)
        cm_doc_elementf(html->body, "script", "\n%s", html->page->script);
    cm_doc_write_html(out, html->root);
}
