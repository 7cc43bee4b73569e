/* Reading and writing edges. An edge's text is cut from the left: what it is,
 * the directions that this leaves open, two annotations. */
#include "enumerate/edge.h"

#include <ctype.h>
#include <string.h>

/* ---- scopes and annotations ------------------------------------------ */

bool cm_atom_plain(cm_atom atom)
{
    return (atom.order == 0 || atom.order == 'P') && atom.scope == CM_SCOPE_SYS;
}

bool cm_atom_fits(cm_atom atom, char direction)
{
    if (atom.order == 'A' || atom.order == 'Q')
        return direction != 'W';
    return atom.order != 'L' || direction != 'R';
}

void cm_atom_print(cm_text *out, cm_atom atom)
{
    cm_text_add_char(out, atom.order ? atom.order : 'P');
    if (atom.scope != CM_SCOPE_SYS)
        cm_text_append(out, ".%s", cm_scope_name(atom.scope));
}

/* ---- parsing --------------------------------------------------------- */

typedef struct cut {
    cm_work *work;
    const char *text;
    size_t length, at;
    cm_edge edge;
} cut;

static cm_place here(const cut *c, size_t length)
{
    cm_place whole = c->edge.place;
    return (cm_place){whole.source, whole.offset + (uint32_t)c->at, (uint32_t)length};
}

static bool take(cut *c, const char *word)
{
    size_t n = strlen(word);
    if (c->length - c->at < n || memcmp(c->text + c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

static char take_direction(cut *c)
{
    if (c->at < c->length && strchr("RW*", c->text[c->at]))
        return c->text[c->at++];
    cm_fail(c->work, here(c, c->at < c->length), "no direction, expected R, W or * (either)");
}

static bool take_same(cut *c)
{
    if (take(c, "s"))
        return true;
    if (!take(c, "d"))
        cm_fail(c->work, here(c, c->at < c->length),
                "no location, expected d (to a different one) or s (to the same)");
    return false;
}

static bool cut_po(cut *c)
{
    if (!take(c, "Po"))
        return false;
    c->edge.kind = CM_EDGE_PO;
    c->edge.same = take_same(c);
    c->edge.from = take_direction(c);
    c->edge.to = take_direction(c);
    return true;
}

static bool cut_fence(cut *c)
{
    const cm_write_fence *fence = cm_edge_fence_prefix(c->text, c->length);
    if (!fence)
        return false;
    c->edge.kind = CM_EDGE_FENCE;
    c->edge.fence = fence;
    c->at += strlen(fence->name);
    c->edge.same = take_same(c);
    c->edge.from = take_direction(c);
    c->edge.to = take_direction(c);
    return true;
}

static bool cut_dependency(cut *c)
{
    /* CtrlIsb before Ctrl: the longer first. */
    static const struct {
        const char *name;
        cm_edge_dp dp;
    } kinds[] = {{"Addr", CM_DP_ADDR},
                 {"Data", CM_DP_DATA},
                 {"CtrlIsb", CM_DP_CTRLISB},
                 {"Ctrl", CM_DP_CTRL}};
    if (!take(c, "Dp"))
        return false;
    size_t i = 0;
    while (i < 4 && !take(c, kinds[i].name))
        i++;
    if (i == 4)
        cm_fail(c->work, here(c, c->length - c->at),
                "unknown dependency, expected Addr, Data, Ctrl or CtrlIsb");
    c->edge.kind = CM_EDGE_DP;
    c->edge.dp = kinds[i].dp;
    c->edge.same = take_same(c);
    c->edge.from = 'R';
    size_t direction = c->at;
    c->edge.to = take_direction(c);
    if (c->edge.dp == CM_DP_DATA && c->edge.to == 'R') {
        c->at = direction;
        cm_fail(c->work, here(c, 1), "a data dependency to a read, expected one to a write");
    }
    if (c->edge.dp == CM_DP_DATA)
        c->edge.to = 'W';
    return true;
}

static bool cut_communication(cut *c)
{
    static const struct {
        const char *name;
        cm_edge_kind kind;
        char from, to;
    } kinds[] = {{"Rf", CM_EDGE_RF, 'W', 'R'},
                 {"Fr", CM_EDGE_FR, 'R', 'W'},
                 {"Co", CM_EDGE_CO, 'W', 'W'},
                 {"Ws", CM_EDGE_CO, 'W', 'W'}};
    size_t i = 0;
    while (i < 4 && !take(c, kinds[i].name))
        i++;
    if (i == 4)
        return false;
    c->edge.kind = kinds[i].kind;
    c->edge.from = kinds[i].from;
    c->edge.to = kinds[i].to;
    c->edge.same = true;
    c->edge.external = take(c, "e");
    if (!c->edge.external && !take(c, "i"))
        cm_fail(c->work, here(c, c->at < c->length),
                "%s of what, expected e (external) or i (internal)", kinds[i].name);
    return true;
}

static bool cut_rmw(cut *c)
{
    if (!take(c, "Rmw") && !take(c, "Amo.Swp"))
        return false;
    c->edge.kind = CM_EDGE_RMW;
    c->edge.from = 'R';
    c->edge.to = 'W';
    c->edge.same = true;
    return true;
}

static bool take_scope(cut *c, cm_scope *scope)
{
    for (int i = CM_SCOPE_SYS; i <= CM_SCOPE_CTA; i++) {
        if (take(c, cm_scope_name((cm_scope)i))) {
            *scope = (cm_scope)i;
            return true;
        }
    }
    return false;
}

static cm_atom take_atom(cut *c, char direction)
{
    cm_atom atom = {0, CM_SCOPE_SYS};
    size_t start = c->at;
    if (c->at < c->length && strchr("PAQLKV", c->text[c->at]))
        atom.order = c->text[c->at++];
    else
        cm_fail(c->work, here(c, c->at < c->length),
                "no annotation, expected P, A, Q, L, K or V for each of the two accesses");
    bool dot = take(c, ".");
    if (take_scope(c, &atom.scope)) {
        if (atom.order == 'K' || atom.order == 'V')
            cm_fail(c->work, here(c, 0), "a scope of %s, expected it after P, A or L",
                    atom.order == 'K' ? "a weak access" : "a volatile access");
    } else if (dot) {
        cm_fail(c->work, here(c, c->length - c->at),
                "unknown scope, expected cta, cluster, gpu or sys");
    }
    if (!cm_atom_fits(atom, direction)) {
        c->at = start;
        cm_fail(c->work, here(c, 1), "annotation %c of a %s, expected it of a %s", atom.order,
                direction == 'R' ? "read" : "write", direction == 'R' ? "write" : "read");
    }
    return atom;
}

cm_edge cm_edge_parse(cm_work *work, cm_place place)
{
    cut c = {work, place.source->text + place.offset, place.length, 0, {.place = place}};
    if (!cut_fence(&c) && !cut_po(&c) && !cut_dependency(&c) && !cut_communication(&c) &&
        !cut_rmw(&c))
        cm_fail(work, place,
                "unknown edge, expected Pod.., Pos.., Dp.., Rfe, Rfi, Fre, Fri, Coe, Coi, Rmw or "
                "a fence such as DMB.SYdWW, MFencedWR, Fence.sc.sysdWR");
    if (c.at < c.length) {
        c.edge.source = take_atom(&c, c.edge.from);
        c.edge.target = take_atom(&c, c.edge.to);
    }
    if (c.at < c.length)
        cm_fail(work, here(&c, c.length - c.at), "text after the edge, expected a blank");
    return c.edge;
}

/* ---- printing -------------------------------------------------------- */

static const char *const dp_names[] = {"Addr", "Data", "Ctrl", "CtrlIsb"};

static void print_stem(cm_text *out, const cm_edge *e)
{
    char place = e->same ? 's' : 'd';
    switch (e->kind) {
    case CM_EDGE_PO:
        cm_text_append(out, "Po%c%c%c", place, e->from, e->to);
        break;
    case CM_EDGE_FENCE:
        cm_text_append(out, "%s%c%c%c", e->fence->name, place, e->from, e->to);
        break;
    case CM_EDGE_DP:
        cm_text_append(out, "Dp%s%c%c", dp_names[e->dp], place, e->to);
        break;
    case CM_EDGE_RF:
    case CM_EDGE_FR:
    case CM_EDGE_CO:
        cm_text_append(out, "%s%c",
                       e->kind == CM_EDGE_RF   ? "Rf"
                       : e->kind == CM_EDGE_FR ? "Fr"
                                               : "Ws",
                       e->external ? 'e' : 'i');
        break;
    case CM_EDGE_RMW:
        cm_text_add(out, "Rmw");
        break;
    }
}

static bool annotated(const cm_edge *e)
{
    return !cm_atom_plain(e->source) || !cm_atom_plain(e->target);
}

void cm_edge_print(cm_text *out, const cm_edge *e)
{
    print_stem(out, e);
    if (annotated(e)) {
        cm_atom_print(out, e->source);
        cm_atom_print(out, e->target);
    }
}

static void add_lower(cm_text *out, const char *text)
{
    for (; *text; text++)
        cm_text_add_char(out, (char)tolower((unsigned char)*text));
}

void cm_edge_nick(cm_text *out, const cm_edge *e)
{
    static const char *const stems[] = {"po", NULL, NULL, "rf", "fr", "ws", "rmw"};
    if (e->kind == CM_EDGE_FENCE)
        add_lower(out, e->fence->name);
    else if (e->kind == CM_EDGE_DP)
        add_lower(out, dp_names[e->dp]);
    else
        cm_text_add(out, stems[e->kind]);
    if (e->kind == CM_EDGE_RF || e->kind == CM_EDGE_FR || e->kind == CM_EDGE_CO)
        cm_text_add_char(out, e->external ? 'e' : 'i');
    else if (e->same && e->kind != CM_EDGE_RMW)
        cm_text_add_char(out, 's');
    if (annotated(e)) {
        cm_text atoms;
        cm_text_init(&atoms, out->arena);
        cm_atom_print(&atoms, e->source);
        cm_atom_print(&atoms, e->target);
        add_lower(out, atoms.data);
    }
}
