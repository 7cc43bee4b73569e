/* Reading and writing edges. An edge's text is cut from the left: what it is,
 * the directions that this leaves open, two annotations. */
#include "enumerate/edge.h"
#include "litmus/isa/isa.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- scopes and annotations ------------------------------------------ */

/* Annotations as they are written, the longer first; diy's for RISC-V have two letters. */
static const struct {
    const char *word;
    char order;
} orders[] = {{"Aq", 'a'}, {"AR", 'b'}, {"Rl", 'l'}, {"P", 'P'}, {"A", 'A'},
              {"Q", 'Q'},  {"L", 'L'},  {"K", 'K'},  {"V", 'V'}};
enum { ORDERS = sizeof orders / sizeof *orders };

static const char *word_of(char order)
{
    size_t i = 0;
    while (i + 1 < ORDERS && orders[i].order != order)
        i++;
    return orders[i].word;
}

char *cm_atom_words(cm_arena *arena, const char *letters)
{
    cm_text text;
    cm_text_init(&text, arena);
    for (; *letters; letters++)
        cm_text_append(&text, "%s%s", strlen(word_of(*letters)) > 1 ? " " : "", word_of(*letters));
    return text.data;
}

bool cm_atom_plain(cm_atom atom)
{
    return (atom.order == 0 || atom.order == 'P') && atom.scope == CM_SCOPE_SYS;
}

bool cm_atom_fits(cm_atom atom, char direction)
{
    if (strchr("AQa", atom.order ? atom.order : 'P'))
        return direction != 'W';
    return !strchr("Ll", atom.order ? atom.order : 'P') || direction != 'R';
}

void cm_atom_print(cm_text *out, cm_atom atom)
{
    cm_text_add(out, word_of(atom.order ? atom.order : 'P'));
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

const char *cm_edge_isb_prefix(const char *text, size_t length)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const char *isb = cm_isa_for((cm_arch)arch)->writer->isb;
        if (isb && strlen(isb) <= length && strncasecmp(text, isb, strlen(isb)) == 0)
            return isb;
    }
    return NULL;
}

static const char *take_isb(cut *c)
{
    const char *isb = cm_edge_isb_prefix(c->text + c->at, c->length - c->at);
    c->at += isb ? strlen(isb) : 0;
    return isb;
}

static bool cut_dependency(cut *c)
{
    static const struct {
        const char *name;
        cm_edge_dp dp;
    } kinds[] = {{"Addr", CM_DP_ADDR}, {"Data", CM_DP_DATA}, {"Ctrl", CM_DP_CTRL}};
    enum { KINDS = sizeof kinds / sizeof *kinds };
    if (!take(c, "Dp"))
        return false;
    size_t i = 0;
    while (i < KINDS && !take(c, kinds[i].name))
        i++;
    if (i == KINDS)
        cm_fail(c->work, here(c, c->length - c->at),
                "unknown dependency, expected Addr, Data, Ctrl, CtrlIsb or CtrlFenceI");
    c->edge.kind = CM_EDGE_DP;
    c->edge.dp = kinds[i].dp;
    if (c->edge.dp == CM_DP_CTRL && (c->edge.isb = take_isb(c)))
        c->edge.dp = CM_DP_CTRLISB;
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
    for (size_t i = 0; i < ORDERS && !atom.order; i++)
        if (take(c, orders[i].word))
            atom.order = orders[i].order;
    if (!atom.order)
        cm_fail(c->work, here(c, c->at < c->length),
                "no annotation, expected P, A, Q, L, K, V, Aq, Rl or AR for each of the two "
                "accesses");
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
        cm_fail(c->work, here(c, 1), "annotation %s of a %s, expected it of a %s",
                word_of(atom.order), direction == 'R' ? "read" : "write",
                direction == 'R' ? "write" : "read");
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

static const char *const dp_names[] = {"Addr", "Data", "Ctrl", "Ctrl"};

static const char *isb_of(const cm_edge *e)
{
    return e->dp == CM_DP_CTRLISB ? e->isb : "";
}

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
        cm_text_append(out, "Dp%s%s%c%c", dp_names[e->dp], isb_of(e), place, e->to);
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
        add_lower(out, cm_arena_printf(out->arena, "%s%s", dp_names[e->dp], isb_of(e)));
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
